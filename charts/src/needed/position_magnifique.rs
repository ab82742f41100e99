//! The fields that the charts of the system need not show.

use battlewright_schema::position_magnifique::{Event, PositionMagnifique, TerrainClass};
use battlewright_schema::{DocPath, PathStep, RoadKind, Scenario};
use serde_json::Value;

use super::{LeftOut, letters_of};
use crate::source::Source;

/// The fields that no scenario of the system needs on paper.
pub(super) const LEFT_OUT: &[LeftOut] = &[];

/// The settings and shifts of events, each with the events that use it.
const OF_EVENTS: [(&str, &[Event]); 13] = [
    ("mitrailleuse_range", &[Event::MitrailleuseFire]),
    ("mitrailleuse_full", &[Event::MitrailleuseFire]),
    ("mitrailleuse_reduced", &[Event::MitrailleuseFire]),
    ("caprivi_up_to", &[Event::ColonelCaprivi]),
    ("malaise_up_to", &[Event::BazainesMalaise]),
    ("deathride_up_to", &[Event::Deathride]),
    ("aggressive_from", &[Event::PrussianAggressiveTactics]),
    ("aggressive_out_of_range", &[Event::PrussianAggressiveTactics]),
    ("feu_after_activation", &[Event::FeuDeBataillon]),
    ("feu_de_bataillon", &[Event::FeuDeBataillon]),
    ("auftragstaktik", &[Event::Auftragstaktik]),
    ("deathride", &[Event::Deathride]),
    ("smoke", &[Event::BattlefieldConditions]),
];

/// Returns the reason for which this scenario cannot use the field; `None` if it can.
pub(super) fn unused(source: &Source<'_>, path: &DocPath) -> Option<&'static str> {
    let Scenario::PositionMagnifique(own) = source.scenario() else { return None };
    let key = path.last_key().unwrap_or_default();
    let has =
        |events: &[Event]| own.chit.iter().any(|chit| events.contains(&chit.front) || events.contains(&chit.back));
    let row = |word: &str| row_word(source, path, word);
    let pattern = path.pattern();
    if pattern.starts_with("rules.tables.terrain[]") && !classes(source, own).contains(&row("class")) {
        return Some("The map has no hex of this class.");
    }
    if pattern.starts_with("rules.tables.hexsides[]") {
        let kind = row("kind");
        let is_there = own.hexside.iter().any(|hexside| hexside.kind.name() == kind);
        let is_there = is_there || (kind == "slope" && own.map.levels.is_some());
        return (!is_there).then_some("The map has no hexside of this kind.");
    }
    if pattern.starts_with("rules.tables.morale[]") && !has_arm(source, own, path) {
        return Some("The army has no unit of this arm.");
    }
    let event = OF_EVENTS.iter().find(|(name, _)| *name == key || (key == "undulations" && *name == "smoke"));
    let is_setting = pattern.starts_with("rules.tables.shifts.") || path.0.len() == 2;
    if is_setting && event.is_some_and(|(_, events)| !has(events)) {
        return Some("No chit has the event.");
    }
    match pattern.as_str() {
        "rules.tables.shifts.surprise" if own.surprise_attack.is_none() => Some("There is no surprise attack."),
        "rules.group_late_up_to" | "rules.group_early_from" if !own.variable_reinforcements => {
            Some("Nobody changes reinforcements.")
        }
        "rules.plunging_levels"
        | "rules.plunging_fire"
        | "rules.tables.shifts.plunging_fire"
        | "rules.tables.shifts.assault_uphill"
            if own.map.levels.is_none() =>
        {
            Some("The map is flat.")
        }
        "rules.bridged_features" if !own.hexside.iter().any(|hexside| hexside.kind.name() == "bridge") => {
            Some("The map has no bridge.")
        }
        "rules.charge_roads" if !own.road.iter().any(|road| road.kind != RoadKind::Roman) => {
            Some("The map has no ordinary road.")
        }
        "rules.entry_by_road" if own.entry.is_empty() => Some("Nobody enters."),
        _ => None,
    }
}

/// Returns a word of the row of a table that has the field, such as its class.
fn row_word(source: &Source<'_>, path: &DocPath, key: &str) -> String {
    source.word(&DocPath(path.0.iter().take(4).cloned().collect()).key(key))
}

/// Returns the classes of terrain that the map has.
fn classes(source: &Source<'_>, own: &PositionMagnifique) -> Vec<String> {
    let letters: Vec<char> = letters_of(source).collect();
    let used = own.map.terrain.iter().filter(|(letter, _)| letters.contains(&letter.0));
    let name = |class: TerrainClass| match class {
        TerrainClass::Clear => "clear",
        TerrainClass::Forest => "forest",
        TerrainClass::Town => "town",
    };
    used.map(|(_, terrain)| name(terrain.class).to_owned()).collect()
}

/// Returns `true` if an army has an arm of its row of the Morale Test Table.
fn has_arm(source: &Source<'_>, own: &PositionMagnifique, path: &DocPath) -> bool {
    let row = DocPath(path.0.iter().take(4).cloned().collect::<Vec<PathStep>>());
    let (nation, kinds) = (source.value(&row.clone().key("nation")), source.value(&row.key("kinds")));
    let kinds = kinds.as_ref().and_then(Value::as_array).cloned().unwrap_or_default();
    own.unit.iter().any(|unit| {
        let side = own.side.get(own.side_of(&unit.formation));
        let is_of_nation = side.is_some_and(|side| serde_json::to_value(side.nation).ok() == nation);
        is_of_nation && serde_json::to_value(unit.kind).is_ok_and(|kind| kinds.contains(&kind))
    })
}
