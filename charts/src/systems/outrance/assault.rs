//! Assaults: the fire that may stop them, and close combat.

use battlewright_engine::systems::outrance::rulebook as rule;
use battlewright_schema::outrance::TroopType;
use serde_json::Value;

use super::fire::{Steps, throws};
use super::{Facts, class_name, class_of};
use crate::amount::Unit;
use crate::chart::{Chart, ChartCell, ChartKind, GridChart, GridRow};
use crate::phrase;
use crate::phrase::cited;

/// VII: the index of the fire of a target under assault.
pub(super) fn index(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let mut rows = Vec::new();
    for (path, row) in source.rows(&source.table("assault").key("targets")) {
        let Some(class) = class_of(&row, "target").filter(|class| facts.has_class(*class)) else { continue };
        let cells = ["deployed", "maneuver", "march"].map(|key| {
            let cell = source.cell(path.clone().key(key), |_| 0);
            let weight = cell.text.parse::<u8>().map_or(0, |index| index.div_ceil(2).min(4));
            ChartCell { weight, ..cell }
        });
        rows.push(GridRow { head: class_name(class).to_owned(), cells: cells.into() });
    }
    let grid = GridChart {
        rows_are: "Target".to_owned(),
        columns_are: "Formation of the target".to_owned(),
        columns: ["deployed", "maneuver", "march"].map(|head| (head.to_owned(), String::new())).into(),
        rows,
        legend: Vec::new(),
    };
    Chart::new("assault-index", "Assault, 1: index of the target's fire", rule::ASSAULTS, ChartKind::Grid(grid))
        .at(2, 2, 6)
        .in_stack(0)
        .note(phrase![
            "A demoralized target: index 0 whatever else. ",
            facts.if_on(
                "assault_keeps_zones",
                "The path keeps out of the zones of other enemies.",
                "Zones of other enemies do not stop an assault; other enemies in the way do.",
            )
        ])
        .from_source(source.provenance("assault"))
}

/// VII: what changes the index of the fire that may stop an assault.
pub(super) fn modifiers(facts: &Facts<'_>) -> Chart {
    let mut steps = Steps::new(facts, "assault_modifiers", rule::ASSAULTS);
    steps.add(&["not_frontal"], "assault", "not frontal: its path misses the target's arc of fire");
    steps.add(&["target_disordered"], "target", "disordered");
    if facts.has(TroopType::Cavalry) {
        steps.add(&["cavalry"], "actor", "cavalry");
    }
    steps.add(&["actor_disordered"], "actor", "disordered");
    steps.add_quality("actor", "actor_guard", "actor_landwehr");
    steps.add_quality("target", "target_guard", "target_landwehr");
    steps.add(&["hard_cover", "fortification"], "target", "in hard cover, in a fortification");
    steps.add(
        &["target_outnumbered", "actor_outnumbered"],
        "target, actor",
        "outnumbered; all assaults of the turn on it count",
    );
    Chart::new(
        "assault-modifiers",
        "Assault, 1: modifiers",
        phrase!["a plus helps the target · ", rule::ASSAULTS],
        steps.group("Index"),
    )
    .at(2, 2, 6)
    .in_stack(0)
    .from_source(facts.source.provenance("assault_modifiers"))
}

/// The names of the results of a stopped assault.
fn stopped_name(result: &str) -> &'static str {
    match result {
        "short" => "short",
        "short-disordered" => "short, disordered",
        "back-disordered" => "back, disordered",
        "back-demoralized" => "back, demoralized",
        _ => "back, demoralized, a base lost",
    }
}

/// VII: whether the fire stops the assault, and how.
pub(super) fn stopped(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let percent = source.table("assault_stopped").key("percent");
    let table = source.table("stopped_results");
    let results = source.rows(&table.clone().key("rows"));
    let last = results.len().saturating_sub(1);
    let mut rows = Vec::new();
    for (index, (path, row)) in results.iter().enumerate() {
        let mut cells = vec![chance(facts, &percent.clone().index(index))];
        cells.extend(throws(facts, path, row));
        let head = if index == last {
            format!("{index} or more")
        } else if index == 0 {
            "0 or less".to_owned()
        } else {
            index.to_string()
        };
        rows.push(GridRow { head, cells });
    }
    let names = source.rows(&table.clone().key("columns"));
    let mut columns = vec![("stopped".to_owned(), String::new())];
    columns.extend(
        names.iter().map(|(_, name)| (stopped_name(name.as_str().unwrap_or_default()).to_owned(), String::new())),
    );
    let grid = GridChart {
        rows_are: "Index".to_owned(),
        columns_are: "First throw: stopped; second throw: how".to_owned(),
        columns,
        rows,
        legend: Vec::new(),
    };
    Chart::new("stopped", "Assault, 2: is it stopped?", cited(&[rule::STATUS, rule::ASSAULTS]), ChartKind::Grid(grid))
        .at(2, 2, 6)
        .in_stack(1)
        .note(phrase![
            "Short: ",
            facts.inches("stopped_distance"),
            " from the target, farther if friends are in the way. Back: at its start, faced along its path. Its action is used, that of the target \
             is not. Else it goes home: both have used their actions.",
        ])
        .showing(table.key("columns"))
        .from_source(source.provenance("stopped_results"))
}

/// Returns a cell with the throws up to a chance in percent.
fn chance(facts: &Facts<'_>, path: &battlewright_schema::DocPath) -> ChartCell {
    let percent = facts.source.value(path).as_ref().and_then(Value::as_i64).unwrap_or_default();
    let weight = u8::try_from(percent / 25 + 1).unwrap_or(4).min(4);
    let text = Facts::range(0, percent).replace('—', "·");
    ChartCell { text, weight, from: path.clone(), changed: facts.source.is_changed(path) }
}

/// VII: the modifiers of close combat.
pub(super) fn close_combat(facts: &Facts<'_>) -> Chart {
    let mut steps = Steps::new(facts, "close_combat", rule::ASSAULTS);
    let cavalry = facts.has(TroopType::Cavalry);
    steps.add(&["target_disordered", "target_demoralized"], "target", "disordered, demoralized");
    steps.add(&["target_march"], "target", "in march formation");
    if cavalry {
        steps.add(&["cavalry_in_the_open"], "actor", "cavalry, target without cover");
        steps.add(&["cavalry_on_maneuver"], "actor", "the same, target in maneuver formation: more");
        steps.add(&["cavalry_on_shaken_infantry"], "actor", "the same, on disordered or demoralized infantry: more");
    }
    steps.add(&["not_frontal"], "assault", "not frontal");
    if facts.has(TroopType::Artillery) {
        steps.add(&["target_artillery"], "target", "artillery");
    }
    steps.add(&["actor_disordered"], "actor", "disordered");
    steps.add(&["target_outnumbered", "actor_outnumbered"], "target, actor", "outnumbered");
    if facts.has_quality(battlewright_schema::outrance::Quality::Guard)
        || facts.has_quality(battlewright_schema::outrance::Quality::Landwehr)
    {
        steps.add(&["quality_step"], "actor", "for each step of quality above the target; below: the reverse");
    }
    steps.add(
        &["soft_cover", "hard_cover", "fortification"],
        "target",
        "against infantry: soft, hard cover, a fortification",
    );
    if cavalry {
        steps.add(
            &["soft_cover_cavalry", "hard_cover_cavalry"],
            "target",
            "against cavalry: soft cover; hard cover or a fortification",
        );
    }
    let base = facts.source.amount(facts.source.table("close_combat").key("base"), Unit::Count);
    Chart::new(
        "close-combat",
        "Assault, 3: close combat",
        phrase!["a plus helps the actor · ", rule::ASSAULTS],
        steps.group("Index"),
    )
    .at(2, 4, 6)
    .in_stack(0)
    .note(phrase!["The index before modifiers is ", base, "."])
    .from_source(facts.source.provenance("close_combat"))
}

/// VII: the chance that the actor wins the close combat.
pub(super) fn won(facts: &Facts<'_>) -> Chart {
    let table = facts.source.table("close_combat_won").key("percent");
    let chances = facts.source.rows(&table);
    let last = chances.len().saturating_sub(1);
    let head = |index: usize| if index == last { format!("{index} or more") } else { index.to_string() };
    let grid = GridChart {
        rows_are: String::new(),
        columns_are: "Index of close combat".to_owned(),
        columns: (0..chances.len()).map(|index| (head(index), String::new())).collect(),
        rows: vec![GridRow {
            head: "actor wins".to_owned(),
            cells: chances.iter().map(|(path, _)| chance(facts, path)).collect(),
        }],
        legend: Vec::new(),
    };
    let cavalry = facts.if_on(
        "winning_cavalry_disordered",
        "Cavalry that wins is disordered.",
        "Cavalry that wins keeps its order.",
    );
    let chart = Chart::new("close-combat-won", "Assault, 3: who wins?", rule::ASSAULTS, ChartKind::Grid(grid))
        .at(2, 3, 12)
        .from_source(facts.source.provenance("close_combat_won"));
    if facts.has(TroopType::Cavalry) {
        chart.note(phrase![cavalry, " On other throws the target wins."])
    } else {
        chart.note("On other throws the target wins.")
    }
}
