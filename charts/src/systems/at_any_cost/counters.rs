//! The counters: one of each kind, with the meaning of its values.

use battlewright_engine::systems::at_any_cost::rulebook as rule;
use battlewright_schema::DocPath;
use battlewright_schema::at_any_cost::{Kind, Unit as Counter, Weight};

use super::Aid;
use super::make::{list, row};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ListRow};
use crate::phrase;
use crate::phrase::{Phrase, Picture};

/// Returns the chart of counters.
pub(super) fn charts(aid: &Aid<'_>) -> Vec<Chart> {
    let kinds = [Kind::Infantry, Kind::Cavalry, Kind::FieldArtillery, Kind::HeavyArtillery, Kind::HorseArtillery];
    // A battery with a Mitrailleuse marker shows more than one without.
    let first = |kind: Kind| {
        let of_kind = || aid.own.unit.iter().enumerate().filter(move |(_, unit)| unit.kind == kind && !unit.small);
        of_kind().find(|(_, unit)| unit.mitrailleuse.is_some()).or_else(|| of_kind().next())
    };
    let rows: Vec<ListRow> = kinds.into_iter().filter_map(first).map(|(at, unit)| counter(aid, at, unit)).collect();
    if rows.is_empty() {
        return Vec::new();
    }
    let heads = ["Counter", "Printed", "Front: Fresh", "Back: Battleworn", "Range in hexes", "MP"];
    let aside = phrase![rule::COMBAT_UNITS, ", ", rule::UNIT_TIERS, " · one of each kind"];
    vec![Chart::new("counters", "Counters", aside, list(&heads, rows)).at(5, 4, 12)]
}

/// Returns the letter behind the SP in words.
fn letter(unit: &Counter) -> &'static str {
    match (unit.kind, unit.weight.unwrap_or_default()) {
        (Kind::Cavalry, Weight::Light) => " (L, light)",
        (Kind::Cavalry, Weight::Medium) => " (M, medium)",
        (Kind::Cavalry, Weight::Heavy) => " (H, heavy)",
        (Kind::HeavyArtillery, _) => " (H, heavy guns)",
        (Kind::HorseArtillery, _) => " (h, horse artillery)",
        (Kind::Infantry | Kind::FieldArtillery, _) if unit.mitrailleuse.is_some() => " (m, with a mitrailleuse)",
        (Kind::Infantry | Kind::FieldArtillery, _) => "",
    }
}

fn counter(aid: &Aid<'_>, at: usize, unit: &Counter) -> ListRow {
    let path = DocPath::root().key("unit").index(at);
    let value =
        |key: &str, side: usize| -> Amount { aid.source.amount(path.clone().key(key).index(side), Unit::Count) };
    let side = |side: usize| phrase!["TCR ", value("tcr", side), ", SP ", value("sp", side), letter(unit)];
    let range: Phrase = match unit.range {
        Some(_) => phrase!["Effective ", value("range", 0), ", Extreme ", value("range", 1)],
        None => "—".into(),
    };
    let range = match unit.mitrailleuse {
        Some(_) => {
            let marker = |key: &str, side: usize| {
                aid.source.amount(path.clone().key("mitrailleuse").key(key).index(side), Unit::Count)
            };
            phrase![
                range,
                "; mitrailleuse ",
                marker("range", 0),
                ", ",
                marker("range", 1),
                " with SP ",
                marker("sp", 0),
                ", ",
                marker("sp", 1)
            ]
        }
        None => range,
    };
    row([
        phrase![Picture::Unit(at), unit.name.to_string()],
        unit.printed(false).into(),
        side(0),
        side(1),
        range,
        aid.source.amount(path.clone().key("movement"), Unit::Count).into(),
    ])
}
