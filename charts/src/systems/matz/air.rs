//! Aircraft (11.0).

use battlewright_engine::systems::matz::rulebook as rule;
use battlewright_schema::system::matz::Nation;
use serde_json::Value;

use super::{MatzSheet, told};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ChartKind, ListChart};
use crate::phrase;
use crate::phrase::Phrase;

/// Returns the rules of aircraft; `None` for a scenario in which they play no part.
pub(super) fn air(sheet: &MatzSheet<'_, '_>) -> Option<Chart> {
    if !sheet.has_aircraft() {
        return None;
    }
    let goes_on = sheet.ruling("air_combat_goes_on", "until one side is gone", "for one round");
    let die = || Amount::fixed(1, Unit::Count);
    let rows = vec![
        told("Draw", draws(sheet), rule::AIR_SEQUENCE),
        told(
            "Intercept",
            phrase![
                "in the interphase the side that waits puts fighters into mega-hexes; after each step of a group those within ",
                sheet.setting("interception_reach", Unit::Count),
                " mega-hexes may attack it, each ",
                die(),
                " time a player turn, and go back",
            ],
            rule::AIR_COMBAT,
        ),
        told(
            "Fly",
            "groups with secret missions enter from the friendly edge, from mega-hex to mega-hex, none twice",
            rule::AIR_MOVEMENT,
        ),
        told(
            "Fight",
            phrase![
                "escorts first: the interceptor's side names one, the other side its opponent; a die up to its value hits, both may. A hit \
                 aborts the mission for the turn; ",
                goes_on,
            ],
            rule::AIR_COMBAT,
        ),
        told(
            "Strike",
            "bombers bombard a hex of their mega-hex, alone or with guns; others add their bombardment value to an attack in it. \
             Escorts that have fought do not",
            rule::AIR_ATTACKS,
        ),
    ];
    let heads = ["Aircraft", "What", "Rule"].map(str::to_owned).to_vec();
    let table = sheet.source.table("air_draws");
    let rows_of_table = sheet.source.rows(&table.clone().key("armies"));
    let mut chart = Chart::new("air", "Aircraft", "11.0", ChartKind::List(ListChart { heads, rows }))
        .showing(sheet.source.setting("air_combat_goes_on"))
        .from_source(sheet.source.provenance("air_draws"));
    chart.shows.extend(rows_of_table.into_iter().map(|(path, _)| path.key("nation")));
    Some(chart)
}

/// Returns the number of aircraft that each side draws.
fn draws(sheet: &MatzSheet<'_, '_>) -> Phrase {
    let rows = sheet.source.rows(&sheet.source.table("air_draws").key("armies")).into_iter();
    let rows = rows.filter_map(|(path, row)| {
        let nation =
            if row.get("nation").and_then(Value::as_str) == Some("french") { Nation::French } else { Nation::German };
        let number = |key: &str| sheet.source.amount(path.clone().key(key), Unit::Count);
        Some(phrase![
            sheet.nation(nation)?,
            " 2 dice ",
            sheet.source.amount(path.clone().key("bonus"), Unit::Die),
            ", at least ",
            number("least"),
            ", at most ",
            number("most"),
        ])
    });
    phrase!["in the first interphase of a turn, in secret: ", Phrase::joined(rows, "; ")]
}
