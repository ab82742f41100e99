//! The chances of an attack, counted over all throws of two dice.

use battlewright_engine::systems::mars_la_tour::rulebook as rule;
use battlewright_schema::mars_la_tour::AttackResult;

use super::Facts;
use crate::chart::{Chart, ChartCell, ChartKind, GridChart, GridRow};
use crate::phrase;
use crate::phrase::strong;

/// The greatest difference of modifiers on the chart.
const MOST: i64 = 7;

/// The result with its sufferer: `true` for the attacker; `None` for a stalemate.
type AttackEnd = Option<(bool, AttackResult)>;

/// The columns: what happens, to whom; best for the defender first. Short words, since there are seven.
const COLUMNS: [(&str, &str, AttackEnd); 7] = [
    ("A lost", "attacker", Some((true, AttackResult::Eliminated))),
    ("A blown", "attacker", Some((true, AttackResult::Blown))),
    ("A back", "attacker", Some((true, AttackResult::Retreat))),
    ("none", "both", None),
    ("D back", "defender", Some((false, AttackResult::Retreat))),
    ("D blown", "defender", Some((false, AttackResult::Blown))),
    ("D lost", "defender", Some((false, AttackResult::Eliminated))),
];

/// 4.0 3.2: the chances of each result, by the attacker's modifiers less the defender's.
pub(super) fn chances(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let table = source.table("attack");
    let rules = facts.own.ruleset();
    let changed = source.is_changed(&table);
    let (least, most) = range(facts);
    let rows = (least..=most).map(|difference| {
        let count = |wanted: AttackEnd| {
            let throws = (1..=6_i64).flat_map(|attacker| (1..=6).map(move |defender| attacker + difference - defender));
            let ends = throws.map(|by| {
                let result = rules.tables.attack.result(u8::try_from(by.unsigned_abs()).unwrap_or(u8::MAX));
                (result != AttackResult::Stalemate && by != 0).then_some((by < 0, result))
            });
            ends.filter(|end| *end == wanted).count()
        };
        let cells = COLUMNS.iter().map(|(_, _, wanted)| {
            let percent = (count(*wanted) * 100 + 18) / 36;
            let weight = match percent {
                0..5 => 0,
                5..15 => 1,
                15..25 => 2,
                25..40 => 3,
                _ => 4,
            };
            let text = if percent == 0 { "·".to_owned() } else { percent.to_string() };
            ChartCell { text, weight, from: table.clone(), changed }
        });
        GridRow { head: signed(difference), cells: cells.collect() }
    });
    let grid = GridChart {
        rows_are: "Difference".to_owned(),
        columns_are: "What happens, in percent".to_owned(),
        columns: COLUMNS.iter().map(|(head, whose, _)| ((*head).to_owned(), (*whose).to_owned())).collect(),
        rows: rows.collect(),
        legend: Vec::new(),
    };
    Chart::new("chances", "Chances of an attack (percent)", rule::ATTACK_TABLE, ChartKind::Grid(grid))
        .at(2, 0, 6)
        .in_stack(1)
        .note(phrase![
            strong("Difference"),
            ": modifiers of the attacker less those of the defender, support and stars included. A: the attacker is lost (eliminated), blown, or goes back (retreats); D: the defender; none: stalemate. Blown units are lost in the last turns.",
        ])
}

/// Returns the least and the greatest difference of modifiers that this battle can have.
fn range(facts: &Facts<'_>) -> (i64, i64) {
    let table = facts.own.ruleset().tables.modifiers;
    let stars = || facts.own.unit.iter().map(|unit| i64::from(unit.er));
    let (least, most) = (stars().min().unwrap_or(0), stars().max().unwrap_or(0));
    let chassepot = facts.own.side.values().map(|side| side.chassepot).max().unwrap_or(0);
    let ground = i64::from(table.defensible_terrain.max(chassepot));
    let (support, flank) = (i64::from(table.artillery_support), i64::from(table.flank_support));
    ((least - most - support - ground).max(-MOST), (support + flank + most - least).min(MOST))
}

/// Returns a number with its sign.
fn signed(number: i64) -> String {
    match number {
        0 => "0".to_owned(),
        1.. => format!("+{number}"),
        _ => format!("\u{2212}{}", number.unsigned_abs()),
    }
}
