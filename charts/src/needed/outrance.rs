//! The fields that the charts of `outrance` need not show.

use battlewright_schema::outrance::{ChokeKind, Outrance, Quality, TerrainKind, TroopType, UnitClass};
use battlewright_schema::{DocPath, PathStep, Scenario};
use serde_json::Value;

use super::LeftOut;
use crate::source::Source;

/// The fields that no scenario of the system needs on paper.
pub(super) const LEFT_OUT: &[LeftOut] = &[
    LeftOut { field: "rules.tables.orders.cases[].orders", reason: "It is the head of its row." },
    LeftOut { field: "rules.tables.orders.cases[].lost", reason: "All throws that are left are lost." },
    LeftOut { field: "rules.tables.base_sizes.sizes[].troops", reason: "It is the head of its row." },
    LeftOut { field: "rules.tables.base_moves.moves[].troops", reason: "It is the head of its row." },
    LeftOut { field: "rules.tables.base_moves.moves[].quality", reason: "It is the head of its row." },
    LeftOut { field: "rules.tables.fire.fire[].firer", reason: "It is the head of its row." },
    LeftOut { field: "rules.tables.fire.fire[].action", reason: "It is the head of its row." },
    LeftOut { field: "rules.tables.assault.targets[].target", reason: "It is the head of its row." },
    LeftOut { field: "rules.tables.terrain.kinds[].kind", reason: "It is the head of its row." },
    LeftOut { field: "rules.tables.obstacles.kinds[].kind", reason: "It is the head of its row." },
    LeftOut { field: "rules.tables.orders_disordered.lost", reason: "All throws that are left are lost." },
];

/// Returns the reason for which this scenario cannot use the field; `None` if it can.
pub(super) fn unused(source: &Source<'_>, path: &DocPath) -> Option<&'static str> {
    let Scenario::Outrance(own) = source.scenario() else { return None };
    if path.last_key() == Some("provenance") {
        return Some("Where a table is from is a note below it.");
    }
    setting(own, &path.pattern()).or_else(|| row(source, own, path))
}

/// Returns the reason for a setting or a named value.
fn setting(own: &Outrance, pattern: &str) -> Option<&'static str> {
    let rules = own.ruleset();
    let has = |troops| own.unit.iter().any(|unit| unit.troops == troops);
    let has_quality = |quality| own.unit.iter().any(|unit| unit.troops.has_quality() && unit.quality == quality);
    let (guard, landwehr) = (has_quality(Quality::Guard), has_quality(Quality::Landwehr));
    let key = pattern.strip_prefix("rules.").unwrap_or_default();
    let key = key.strip_prefix("tables.").unwrap_or(key);
    let (no_cavalry, no_road) = (!has(TroopType::Cavalry), own.road.is_empty());
    let is_of = |name: &str| key.rsplit('.').next().is_some_and(|last| last.contains(name));
    let no_lines = own.obstacle.is_empty() && own.choke_point.is_empty();
    let has_area = |kinds: &[TerrainKind]| own.terrain.iter().any(|area| kinds.contains(&area.kind));
    let reasons = [
        (is_of("guard"), !guard, "The battle has no Guard."),
        (is_of("landwehr"), !landwehr, "The battle has no Landwehr."),
        (key == "close_combat.quality_step", !guard && !landwehr, "All troops are of the line."),
        (key.starts_with("orders_disordered"), !rules.disorder_hinders_orders, "Disorder does not hinder orders."),
        (
            ["regroup_enemy", "regroup.enemy_near", "regroup.sheltered"].contains(&key),
            !rules.regroup_by_place,
            "The place does not count.",
        ),
        (key == "crest_distance", !rules.crest_hides, "Crests hide nothing."),
        (key.starts_with("road_"), no_road, "The table has no roads."),
        (key == "choke_reach", own.choke_point.is_empty(), "The table has no choke points."),
        (
            key == "fords_slow_marches",
            !own.choke_point.iter().any(|point| point.kind == ChokeKind::Ford),
            "The table has no fords.",
        ),
        (
            key == "town_assault_is_rough",
            !has_area(&[TerrainKind::Town, TerrainKind::Village]),
            "The table has no towns.",
        ),
        (key == "obstacle_cost", no_lines, "The table has no lines and choke points."),
        (
            key == "cover_distance",
            own.obstacle.iter().all(|line| line.cover_behind(&rules) == Default::default()),
            "No line gives cover.",
        ),
        (key.contains("cavalry") && !key.starts_with("terrain"), no_cavalry, "The battle has no cavalry."),
        (key == "rough_factor" || key == "rough_factor_cavalry", !has_rough(own), "No ground of the table is rough."),
    ];
    reasons.into_iter().find(|(is, unused, _)| *is && *unused).map(|(.., reason)| reason)
}

fn has_rough(own: &Outrance) -> bool {
    let rules = own.ruleset();
    let rough = battlewright_schema::outrance::GroundGoing::Rough;
    own.terrain.iter().any(|area| TroopType::ALL.into_iter().any(|troops| area.going_for(troops, &rules) == rough))
}

/// Returns the reason for a row of a table.
fn row(source: &Source<'_>, own: &Outrance, path: &DocPath) -> Option<&'static str> {
    let end = path.0.iter().position(|step| matches!(step, PathStep::Index(_)))?;
    let row = source.value(&DocPath(path.0.get(..=end)?.to_vec()))?;
    let is = |key: &str, known: Value| row.get(key) == Some(&known);
    let value = |key: &str| row.get(key).cloned();
    let word =
        |known: Option<UnitClass>, key: &str| known.and_then(|class| serde_json::to_value(class).ok()) == value(key);
    let class = |key: &str| {
        own.unit.iter().any(|unit| word(own.nation_of(unit).and_then(|nation| UnitClass::of(nation, unit.troops)), key))
    };
    let pattern = path.pattern();
    let is_in = |table: &str| pattern.starts_with(&format!("rules.tables.{table}."));
    let troops = |with_quality: bool| {
        own.unit.iter().any(|unit| {
            let quality = if unit.troops.has_quality() { unit.quality } else { Quality::Line };
            is("troops", unit.troops.name().into()) && (!with_quality || is("quality", quality.name().into()))
        })
    };
    let ground = |kind: Option<Value>| kind == value("kind");
    let areas = || own.terrain.iter().any(|area| ground(serde_json::to_value(area.kind).ok()));
    let lines = || own.obstacle.iter().any(|line| ground(serde_json::to_value(line.kind).ok()));
    let unused = (is_in("fire") && !class("firer"))
        || (is_in("assault") && !class("target"))
        || (is_in("base_moves") && !troops(true))
        || (is_in("base_sizes") && !troops(false))
        || (is_in("terrain") && !areas())
        || (is_in("obstacles") && !lines());
    if unused {
        return Some("The battle has no such troops or ground.");
    }
    let general = is_in("base_moves") && is("troops", "general".into());
    let other = ["march", "route_march"].contains(&path.last_key().unwrap_or_default());
    (general && other).then_some("A general has one move.")
}
