//! Fire: the index of the firer, its modifiers, and the results.

use battlewright_engine::systems::outrance::rulebook as rule;
use battlewright_schema::DocPath;
use battlewright_schema::outrance::{Quality, TroopType, UnitClass};
use serde_json::Value;

use super::{Facts, class_name, class_of};
use crate::amount::{Amount, Unit};
use crate::chart::{Chart, ChartCell, ChartKind, GridChart, GridRow, Modifier, ModifierGroup};
use crate::phrase;
use crate::phrase::{Phrase, cited};
use crate::systems::make::modifier;

/// VI: the index of fire by firer, action and range.
pub(super) fn index(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let table = source.table("fire");
    let bands = facts.rules.range_bands.len();
    let mut rows = Vec::new();
    for (path, row) in source.rows(&table.key("fire")) {
        let Some(class) = class_of(&row, "firer").filter(|class| facts.has_class(*class)) else { continue };
        if class == UnitClass::Cavalry && !facts.rules.cavalry_fires {
            continue;
        }
        let action = row.get("action").and_then(Value::as_str).unwrap_or_default();
        let cell = |band: usize| {
            let cell = source.cell(path.clone().key("index").index(band), |_| 0);
            let weight = cell.text.parse::<u8>().map_or(0, |index| index.div_ceil(2).min(4));
            ChartCell { weight, ..cell }
        };
        rows.push(GridRow { head: format!("{}, {action}", class_name(class)), cells: (0..bands).map(cell).collect() });
    }
    let ends: Vec<Amount> = (0..bands).map(|band| source.inches(source.setting("range_bands").index(band))).collect();
    let mut starts = vec!["0".to_owned()];
    starts.extend(ends.iter().map(Amount::number));
    let columns = starts.iter().zip(&ends).map(|(start, end)| (format!("{start} to {end}"), String::new()));
    let grid = GridChart {
        rows_are: "Firer, action".to_owned(),
        columns_are: "Range".to_owned(),
        columns: columns.collect(),
        rows,
        legend: Vec::new(),
    };
    let ends = Phrase::joined(ends.into_iter().map(Phrase::from).collect::<Vec<_>>(), ", ");
    let cavalry = facts.if_on("cavalry_fires", "", " Cavalry does not fire.");
    let cavalry = if facts.has(TroopType::Cavalry) { phrase![cavalry] } else { phrase![] };
    Chart::new("fire-index", "Fire: index", rule::FIRE, ChartKind::Grid(grid))
        .at(2, 0, 6)
        .in_stack(0)
        .note(
            phrase![
                "Bands end at ",
                ends,
                "; an end belongs to the nearer band. A dot: out of range, an action without effect.",
            ]
            .then(cavalry),
        )
        .from_source(source.provenance("fire"))
}

/// The modifiers of one step: their table, and those that the battle can use.
pub(super) struct Steps<'f, 'a> {
    pub(super) facts: &'f Facts<'a>,
    pub(super) table: DocPath,
    pub(super) rule: battlewright_engine::game::Rule,
    pub(super) list: Vec<Modifier>,
}

impl<'f, 'a> Steps<'f, 'a> {
    pub(super) fn new(facts: &'f Facts<'a>, table: &str, rule: battlewright_engine::game::Rule) -> Self {
        Self { facts, table: facts.source.table(table), rule, list: Vec::new() }
    }

    /// Adds a modifier of a few amounts, which the words name in the same order.
    pub(super) fn add(&mut self, keys: &[&str], whose: &str, when: impl Into<Phrase>) {
        let mut amounts = keys.iter().map(|key| self.facts.source.amount(self.table.clone().key(*key), Unit::Die));
        let Some(first) = amounts.next() else { return };
        let mut added = modifier(first, whose, when, self.rule);
        added.amounts.extend(amounts);
        self.list.push(added);
    }

    /// Adds a modifier for the qualities of the battle's troops; nothing if all are of the line.
    pub(super) fn add_quality(&mut self, whose: &str, guard: &str, landwehr: &str) {
        match [Quality::Guard, Quality::Landwehr].map(|quality| self.facts.has_quality(quality)) {
            [true, true] => self.add(&[guard, landwehr], whose, "Guard, Landwehr (not artillery)"),
            [true, false] => self.add(&[guard], whose, "Guard (not artillery)"),
            [false, true] => self.add(&[landwehr], whose, "Landwehr (not artillery)"),
            [false, false] => {}
        }
    }

    /// Returns the list, with the words over the amounts.
    pub(super) fn group(self, amounts_are: &str) -> ChartKind {
        let modifiers = self.list;
        ChartKind::Modifiers(vec![ModifierGroup {
            title: String::new(),
            amounts_are: amounts_are.to_owned(),
            modifiers,
            rounding: Phrase::default(),
        }])
    }
}

/// V, VI, VIII: what changes the index of fire.
pub(super) fn modifiers(facts: &Facts<'_>) -> Chart {
    let mut steps = Steps::new(facts, "fire_modifiers", rule::FIRE);
    steps.add(&["target_maneuver", "target_march"], "target", "in maneuver, in march formation");
    if facts.has_class(UnitClass::FrenchInfantry) {
        steps.add(&["target_rifle_pits"], "target", "deployed French infantry (rifle pits)");
    }
    if facts.has(TroopType::Cavalry) {
        steps.add(&["target_cavalry"], "target", "cavalry");
    }
    steps.add(&["soft_cover", "hard_cover", "fortification"], "target", "in soft, hard cover, a fortification");
    steps.add(&["target_disordered"], "target", "disordered or demoralized");
    steps.add(
        &["target_outnumbered", "actor_outnumbered"],
        "target, firer",
        "outnumbered: has fewer bases than the other",
    );
    steps.add(&["actor_disordered"], "firer", "disordered");
    steps.add_quality("firer", "actor_guard", "actor_landwehr");
    steps.add_quality("target", "target_guard", "target_landwehr");
    let source = facts.source;
    let guns = phrase![
        "Artillery counts with all guns that fired at the target in this turn, ",
        facts.if_on("battery_counts_for_actor", "for both boxes", "for the box of the target alone"),
        ", ",
        facts.if_on("destroyed_guns_count", "destroyed ones too", "destroyed ones not"),
        ", ",
        facts.if_on("guns_out_of_range_count", "those out of range too", "those out of range not"),
        ".",
    ];
    Chart::new(
        "fire-modifiers",
        "Fire: modifiers",
        phrase!["a plus helps the firer · ", cited(&[rule::STATUS, rule::FIRE, rule::TERRAIN])],
        steps.group("Index"),
    )
    .at(2, 0, 6)
    .in_stack(1)
    .note(guns)
    .from_source(source.provenance("fire_modifiers"))
}

/// The effects of combat, in the order of the tables, in words.
pub(super) const EFFECTS: [(&str, &str); 9] = [
    ("none", "no effect"),
    ("D", "disordered where it is"),
    ("U6", "disordered, withdraws up to 6\" to be safer; never surrenders"),
    ("B6", "disordered, falls back 6\""),
    ("M12", "demoralized, falls back 12\""),
    ("L6", "loses a base, disordered, falls back 6\""),
    ("L12", "loses a base, demoralized, falls back 12\""),
    ("LL12", "loses two bases, demoralized, falls back 12\""),
    ("X", "broken: destroyed"),
];

/// V, VI: the results of fire by index, as throws of two ten-sided dice.
pub(super) fn results(facts: &Facts<'_>) -> Chart {
    let source = facts.source;
    let table = source.table("fire_results");
    let columns: Vec<String> = effects(source.value(&table.clone().key("columns")));
    let all = source.rows(&table.clone().key("rows"));
    let last = all.len().saturating_sub(1);
    let rows = all.iter().enumerate().map(|(index, (path, row))| GridRow {
        head: if index == last {
            format!("{index} or more")
        } else if index == 0 {
            "0 or less".to_owned()
        } else {
            index.to_string()
        },
        cells: throws(facts, path, row),
    });
    let legend = EFFECTS.iter().map(|(effect, meaning)| ((*effect).to_owned(), (*meaning).into()));
    let grid = GridChart {
        rows_are: "Index".to_owned(),
        columns_are: "Throw for each effect on the target".to_owned(),
        columns: columns.into_iter().map(|effect| (effect, String::new())).collect(),
        rows: rows.collect(),
        legend: legend.collect(),
    };
    let broken = facts.if_on(
        "demoralized_break",
        "A broken demoralized unit is destroyed.",
        "A demoralized unit does not break, but loses bases and surrenders.",
    );
    Chart::new(
        "fire-results",
        "Fire: results (two ten-sided dice, 01 to 00)",
        cited(&[rule::STATUS, rule::FIRE]),
        ChartKind::Grid(grid),
    )
    .at(2, 1, 12)
    .note(phrase!["A second disorder demoralizes. Half of the first bases lost, rounded up: destroyed. ", broken])
    .showing(table.key("columns"))
    .from_source(source.provenance("fire_results"))
}

fn effects(columns: Option<Value>) -> Vec<String> {
    let Some(Value::Array(columns)) = columns else { return Vec::new() };
    columns.iter().map(|column| column.as_str().unwrap_or_default().to_owned()).collect()
}

/// Returns the cells of a row of percentages: the throws that have each result.
pub(super) fn throws(facts: &Facts<'_>, path: &DocPath, row: &Value) -> Vec<ChartCell> {
    let mut passed = 0;
    let percents = row.as_array().map_or(&[][..], Vec::as_slice).iter().enumerate();
    let cells = percents.map(|(column, percent)| {
        let percent = percent.as_i64().unwrap_or_default();
        let text = Facts::range(passed, percent).replace('—', "·");
        passed += percent;
        let weight = match percent {
            ..=2 => 0,
            3..=9 => 1,
            10..=19 => 2,
            20..=39 => 3,
            _ => 4,
        };
        let from = path.clone().index(column);
        ChartCell { text, weight, changed: facts.source.is_changed(&from), from }
    });
    cells.collect()
}
