//! The fields that the charts of the system need not show.

use battlewright_schema::at_any_cost::{Event, Kind, NightKind, TerrainClass, Weight};
use battlewright_schema::{DocPath, PathStep, RoadKind, Scenario, Start};

use super::LeftOut;
use crate::source::Source;
use crate::systems::at_any_cost::used::Used;

/// The fields that no scenario of the system needs on paper.
pub(super) const LEFT_OUT: &[LeftOut] = &[];

/// Returns the reason for which this scenario cannot use the field; `None` if it can.
pub(super) fn unused(source: &Source<'_>, path: &DocPath) -> Option<&'static str> {
    let Scenario::AtAnyCost(own) = source.scenario() else { return None };
    let used = Used::of(own);
    let has = |event: Event| used.events.contains(&event);
    let row = path.0.iter().find_map(|step| match step {
        PathStep::Index(row) => Some(*row),
        PathStep::Key(_) => None,
    });
    let tables = own.ruleset().tables;
    let keys: Vec<&str> = path
        .0
        .iter()
        .filter_map(|step| match step {
            PathStep::Key(key) => Some(key.as_str()),
            PathStep::Index(_) => None,
        })
        .collect();
    match keys.as_slice() {
        ["entry"] => nobody_enters(source).then_some("Nobody enters the map."),
        ["rules", "tables", "terrain", rest @ ..] => {
            let row = row.and_then(|row| tables.terrain.get(row));
            let off_map = row.is_some_and(|row| !used.classes.contains(&row.class));
            off_map.then_some("The map has no such terrain.").or_else(|| unused_arm(rest, &used))
        }
        ["rules", "tables", "hexsides", rest @ ..] => {
            let row = row.and_then(|row| tables.hexsides.get(row));
            let off_map = row.is_some_and(|row| !used.hexsides.contains(&row.kind));
            off_map.then_some("The map has no such hexside.").or_else(|| unused_arm(rest, &used))
        }
        ["rules", "tables", "night", rest @ ..] => {
            let row = row.and_then(|row| tables.night.get(row));
            if row.is_some_and(|row| !used.nights.contains_key(&row.kind)) {
                return Some("No turn is of this kind.");
            }
            (rest == ["rest"] && !used.rest).then_some("Only units of a Campaign rest.")
        }
        ["rules", "tables", table, key] => unused_value(table, key, &used, &has),
        ["rules", "tables", table] => unused_table(table, &used, &has),
        ["rules", setting] => unused_setting(setting, &used, &has),
        _ => None,
    }
}

fn nobody_enters(source: &Source<'_>) -> bool {
    let common = source.common();
    let enters = |start: &Start| matches!(start, Start::Enters { .. });
    !common.counters().into_iter().filter_map(|counter| common.counter(counter)).any(|view| enters(&view.start))
}

/// Returns the reason for a cost of an arm that nobody has.
fn unused_arm(rest: &[&str], used: &Used) -> Option<&'static str> {
    let has = |kinds: &[Kind]| kinds.iter().any(|kind| used.arms.contains(kind));
    let present = match rest.last() {
        Some(&"cavalry") => has(&[Kind::Cavalry]),
        Some(&"field") => has(&[Kind::FieldArtillery, Kind::HorseArtillery]),
        Some(&"heavy") => has(&[Kind::HeavyArtillery]),
        _ => true,
    };
    (!present).then_some("No unit is of this arm.")
}

/// Returns the reason for a named value of a table.
fn unused_value(table: &str, key: &str, used: &Used, has: &impl Fn(Event) -> bool) -> Option<&'static str> {
    let weight = |weight| used.weights.contains(&weight);
    let (present, reason) = match (table, key) {
        (_, "entrenchments") => (used.entrenchments, "There are no Entrenchments, and nobody can build them."),
        ("strength_modifiers", "half_fire") => {
            (used.arms.contains(&Kind::HorseArtillery), "There is no horse artillery.")
        }
        ("strength_modifiers", "canister") => (used.artillery(), "There is no artillery."),
        ("strength_modifiers", "artillery_charge") => (has(Event::KruppsGuns), "The event is in no cup."),
        ("strength_modifiers", "light_charge") => (weight(Weight::Light), "There is no light cavalry."),
        ("strength_modifiers", "medium_charge") => (weight(Weight::Medium), "There is no medium cavalry."),
        ("strength_modifiers", "heavy_charge") => (weight(Weight::Heavy), "There is no heavy cavalry."),
        ("fire_shifts", "cavalry") => (used.cavalry(), "There is no cavalry."),
        ("fire_shifts", "feu_de_bataillon") => (has(Event::FeuDeBataillon), "The event is in no cup."),
        (_, "battlefield_conditions") => (has(Event::BattlefieldConditions), "The event is in no cup."),
        (_, "enhanced") => (has(Event::FortunesOfWar), "The event is in no cup."),
        ("assault_shifts", "auftragstaktik") => (has(Event::Auftragstaktik), "The event is in no cup."),
        ("assault_shifts", "furia_francese") => (has(Event::FuriaFrancese), "The event is in no cup."),
        ("assault_shifts", "lone_artillery" | "front_artillery") => (used.artillery(), "There is no artillery."),
        ("cohesion_modifiers", "mitrailleuse") => (used.mitrailleuses, "There are no mitrailleuses."),
        ("cohesion_modifiers", "heavy_artillery") => {
            (used.arms.contains(&Kind::HeavyArtillery), "There is no heavy artillery.")
        }
        ("cohesion_modifiers", "moulin") => (has(Event::BeatenZone), "The event is in no cup."),
        ("activation_chits" | "reinforcements", _) => return unused_roll(table, used),
        _ => return None,
    };
    (!present).then_some(reason)
}

fn unused_roll(table: &str, used: &Used) -> Option<&'static str> {
    let present = if table == "reinforcements" { used.prussian_roll() } else { used.french_roll };
    (!present).then_some("Nothing can be brought on sooner by this roll.")
}

/// Returns the reason for a table of results by a die or by chits.
fn unused_table(table: &str, used: &Used, has: &impl Fn(Event) -> bool) -> Option<&'static str> {
    let present = match table {
        "leadership" => has(Event::BazainesMalaise),
        "aggressiveness" => has(Event::PrussianAggressiveTactics),
        "fortunes" => has(Event::FortunesOfWar),
        "misinterpreted" => has(Event::MisinterpretedOrders),
        "activation_chits" | "reinforcements" => return unused_roll(table, used),
        _ => true,
    };
    (!present).then_some("The event is in no cup.")
}

/// Returns the reason for a setting.
fn unused_setting(setting: &str, used: &Used, has: &impl Fn(Event) -> bool) -> Option<&'static str> {
    let no_combat = used.nights.contains_key(&NightKind::Evening) || used.nights.contains_key(&NightKind::DeepNight);
    let (present, reason) = match setting {
        "chosen_chits" | "set_aside_chits" => (!used.events.is_empty(), "There are no Event Chits."),
        "track_limit" => {
            let cancels = has(Event::BazainesMalaise) || has(Event::PrussianAggressiveTactics);
            (cancels, "No event can be canceled.")
        }
        "hurry_limit" => (used.prussian_roll(), "Nothing can be brought on sooner by this roll."),
        "skirmish_reach" | "skirmish_path_counts" | "halved_one_misses" => {
            (has(Event::ACloudOfSkirmishers), "The event is in no cup.")
        }
        "event_reach" => {
            (has(Event::FuriaFrancese) || has(Event::PrussianAggressiveTactics), "The events are in no cup.")
        }
        "event_fire_is_extra" => (has(Event::BeatenZone) || has(Event::KruppsGuns), "The events are in no cup."),
        "bazaine_without_artillery" => (has(Event::MarshalBazaine), "The event is in no cup."),
        "misinterpreted_over_feu" => {
            (has(Event::MisinterpretedOrders) && has(Event::FeuDeBataillon), "One of the events is in no cup.")
        }
        "cavalry_defends_forward" | "charging_cavalry_is_target" | "charge_disrupts_at_once" => {
            (used.cavalry(), "There is no cavalry.")
        }
        "cautious_road_march" => (used.roads.contains(&RoadKind::Major), "There is no major road."),
        "farms_block_sight" => (used.classes.contains(&TerrainClass::Farm), "There is no farm."),
        "caissons_for_all" => (used.french_arms.contains(&Kind::HorseArtillery), "There is no French horse artillery."),
        "no_attack_orders_at_night" => (no_combat, "Each turn allows combat."),
        _ => return None,
    };
    (!present).then_some(reason)
}
