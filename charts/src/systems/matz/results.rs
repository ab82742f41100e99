//! Losses, retreats and advances (7.5, 7.6).

use battlewright_engine::systems::matz::rulebook as rule;
use battlewright_schema::system::matz::{Kind, Nation};

use super::super::scenario_words::listed;
use super::{MatzSheet, told};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ChartKind, ListChart};
use crate::phrase;
use crate::phrase::Phrase;

/// Returns what follows the die.
pub(super) fn results(sheet: &MatzSheet<'_, '_>) -> Chart {
    let mut rows = vec![told("Losses", losses(sheet), rule::COMBAT_RESULTS)];
    if sheet.has(Kind::Tank) {
        rows.push(told("Tanks", tanks(sheet), rule::COMBAT_RESULTS));
    }
    rows.push(told("Retreat", retreat(sheet), rule::RETREATS));
    let step = sheet.ruling(
        "retreat_loss_by_hex",
        "for each hex of an enemy ZOC that it enters",
        "for each enemy unit whose ZOC it enters",
    );
    rows.push(told(
        "In enemy ZOC",
        phrase![
            "a stack that retreats loses ",
            Amount::fixed(1, Unit::Steps),
            " ",
            step,
            "; a friend in the hex opens it"
        ],
        rule::ZOC_COMBAT,
    ));
    let who = sheet.ruling(
        "only_combat_units_advance",
        "infantry and tanks of the winner that were in contact",
        "units of the winner that were in contact, no supporting guns,",
    );
    rows.push(told(
        "Advance",
        phrase![
            who,
            " may enter a hex that the combat has left empty: ",
            Amount::fixed(1, Unit::Hexes),
            ", whatever the ZOC"
        ],
        rule::RETREATS,
    ));
    let heads = ["After the die", "What", "Rule"].map(str::to_owned).to_vec();
    ["retreat_loss_by_hex", "only_combat_units_advance", "retreat_off_map"].into_iter().fold(
        Chart::new("results", "Losses, retreats, advances", "7.5, 7.6", ChartKind::List(ListChart { heads, rows })),
        |chart, name| chart.showing(sheet.source.setting(name)),
    )
}

fn losses(sheet: &MatzSheet<'_, '_>) -> Phrase {
    let mut what = phrase!["the defender first; the owner chooses who loses steps"];
    if sheet.has(Kind::Stosstruppen) {
        what = what.then("; Stosstruppen lose the first one");
    }
    what.then("; an HQ only if it is alone")
}

/// Returns the losses of tanks, with the die of each army that has some.
fn tanks(sheet: &MatzSheet<'_, '_>) -> Phrase {
    let table = sheet.source.table("tank_losses");
    let armies = [(Nation::German, "german"), (Nation::French, "french")].into_iter().filter_map(|(nation, key)| {
        let side = sheet.own.side.iter().find(|(_, side)| side.nation == nation)?;
        let has =
            sheet.own.unit.iter().any(|unit| unit.kind == Kind::Tank && sheet.own.side_of(&unit.formation) == side.0);
        let dice = sheet.source.amount(table.clone().key(key), Unit::Count);
        has.then(|| phrase!["1 to ", dice, " ", sheet.side(side.0)])
    });
    phrase![
        "on both sides: tanks lose the first step. On one side alone, after a loss of it: a die of ",
        listed(armies.collect(), "or"),
        " costs tanks another ",
        Amount::fixed(1, Unit::Steps),
        "; also after a bombardment or a retreat",
    ]
}

fn retreat(sheet: &MatzSheet<'_, '_>) -> Phrase {
    let edges = sheet.own.side.iter().map(|(id, side)| phrase![sheet.side(id), format!(" {}", side.edge.name())]);
    let edge = sheet.ruling(
        "retreat_off_map",
        "at the edge off the map, eliminated, if no hex is nearer",
        "off the map, eliminated, only if there is no other hex",
    );
    phrase![
        "all together, hex by hex: nearer to the own edge (",
        Phrase::joined(edges, ", "),
        "); then not into an enemy ZOC; then where it does not overstack; then far from the enemy. Above the limit it goes on; ",
        edge,
        "; without a way eliminated",
    ]
}
