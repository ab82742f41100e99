//! The fields that the charts of the system need not show.

use battlewright_schema::matz::{Kind, Matz, Nation, TerrainClass};
use battlewright_schema::{DocPath, HexsideKind, Scenario};

use super::{LeftOut, letters_of};
use crate::source::Source;

/// The reason for leaving out the words about the origin of tables.
const ORIGIN: &str = "It tells where the values come from, which a chart says below.";

/// The fields that no scenario of the system needs on paper.
pub(super) const LEFT_OUT: &[LeftOut] = &[
    LeftOut { field: "rules.tables.combat.provenance", reason: ORIGIN },
    LeftOut { field: "rules.tables.combat_modifiers.provenance", reason: ORIGIN },
    LeftOut { field: "rules.tables.bombardment.provenance", reason: ORIGIN },
    LeftOut { field: "rules.tables.bombardment_shifts.provenance", reason: ORIGIN },
    LeftOut { field: "rules.tables.terrain.provenance", reason: ORIGIN },
    LeftOut { field: "rules.tables.hexsides.provenance", reason: ORIGIN },
    LeftOut { field: "rules.tables.air_draws.provenance", reason: ORIGIN },
    LeftOut { field: "rules.tables.tank_losses.provenance", reason: ORIGIN },
];

/// Returns the reason for which this scenario cannot use the field; `None` if it can.
pub(super) fn unused(source: &Source<'_>, path: &DocPath) -> Option<&'static str> {
    let Scenario::Matz(own) = source.scenario() else { return None };
    let pattern = path.pattern();
    let key = path.last_key().unwrap_or_default();
    let has = |kind: Kind| own.unit.iter().any(|unit| unit.kind == kind);
    let specials = has(Kind::Tank) || has(Kind::Stosstruppen);
    let has_hexside = |kind: HexsideKind| own.hexside.iter().any(|row| row.kind == kind);
    let flies = own.mega_hexes.is_some() && (has(Kind::Fighter) || has(Kind::Bomber));
    let free_setup = own.front.as_ref().is_some_and(|front| !front.free_setup.is_empty());
    let row = |word: &str| source.word(&DocPath(path.0.iter().take(5).cloned().collect()).key(word));
    if pattern.starts_with("rules.tables.terrain.classes[]") && !has_class(source, own, &row("class")) {
        return Some("The map has no hex of this class.");
    }
    if pattern.starts_with("rules.tables.hexsides.kinds[]") {
        let kind = row("kind");
        let is_there = own.hexside.iter().any(|hexside| hexside.kind.name() == kind);
        return (!is_there).then_some("The map has no hexside of this kind.");
    }
    if path.to_string() == "rules.tables.combat.columns[0].from" {
        return Some("Each ratio below the second column is in the first one.");
    }
    if pattern.starts_with("rules.tables.air_draws.") && !flies {
        return Some("No aircraft play a part.");
    }
    if let Some(army) = pattern.strip_prefix("rules.tables.tank_losses.") {
        let nation = if army == "german" { Nation::German } else { Nation::French };
        let tanks = own.unit.iter().any(|unit| {
            let side = own.side.get(own.side_of(&unit.formation));
            unit.kind == Kind::Tank && side.is_some_and(|side| side.nation == nation)
        });
        return (!tanks).then_some("The army has no tanks.");
    }
    match key {
        "interception_reach" | "air_combat_goes_on" | "fighters_shift_support" | "enemy_fighters" if !flies => {
            Some("No aircraft play a part.")
        }
        "tanks" | "tank_exploitation" if !has(Kind::Tank) && pattern.starts_with("rules.") => {
            Some("No side has tanks.")
        }
        "stosstruppen" if !has(Kind::Stosstruppen) => Some("No side has Stosstruppen."),
        "defending_specials" | "zoc_to_zoc_special" if !specials => Some("No side has tanks or Stosstruppen."),
        "slopes" if !has_hexside(HexsideKind::Slope) => Some("The map has no slope."),
        "combat_across_rivers" if !has_hexside(HexsideKind::River) => Some("The map has no river."),
        "swap_river_and_stream" if !has_hexside(HexsideKind::River) && !has_hexside(HexsideKind::Stream) => {
            Some("The map has no river and no stream.")
        }
        "trenched_village" if own.trench.is_empty() => Some("The map has no trench."),
        "infantry_setup" | "artillery_setup_from" | "artillery_setup_to" | "second_line_setup" if !free_setup => {
            Some("Nobody places units before the game.")
        }
        "surprise_on_attack_only" if own.surprise.is_none() => Some("There is no surprise."),
        "reserves_wait" if own.reserve.iter().all(|reserve| reserve.through_turn.is_some()) => {
            Some("No reserve has its last turn from the rules.")
        }
        "further_reinforcements" if !own.unit.iter().any(|unit| unit.further) => {
            Some("The file has no reinforcements beyond the lists.")
        }
        "blocked_entry_moves" if own.entry.is_empty() => Some("Nobody enters."),
        _ => None,
    }
}

/// Returns `true` if a hex of the map has the class of terrain.
fn has_class(source: &Source<'_>, own: &Matz, class: &str) -> bool {
    let letters: Vec<char> = letters_of(source).collect();
    let word = |class: TerrainClass| serde_json::to_value(class).ok();
    let is = |other: TerrainClass| word(other).as_ref().and_then(|word| word.as_str()) == Some(class);
    let used = own.map.terrain.iter().filter(|(letter, _)| letters.contains(&letter.0));
    let on_map = used.into_iter().any(|(_, terrain)| {
        terrain.classes.iter().any(|other| is(*other)) || (terrain.classes.is_empty() && is(TerrainClass::Open))
    });
    on_map || (!own.trench.is_empty() && is(TerrainClass::Trench))
}
