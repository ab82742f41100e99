//! The player's aid: the charts of the scenario, its changes of the rules, and its sources.

use std::collections::BTreeSet;

use battlewright_charts::{
    Chart, ChartKind, ListChart, ListRow, Phrase, Picture, Span, Step, StepPhase, TerrainChart, TerrainRow, charts,
};
use battlewright_engine::any::AnyGame;
use battlewright_engine::show::{Form, Show as _};
use battlewright_schema::cells::ChangedRule;
use battlewright_schema::chart::{self, find, grid, in_words};
use battlewright_schema::rule::{RowKind, TableSet};
use battlewright_schema::schema_json::Shape as Described;
use battlewright_schema::{DocPath, Scenario, words};
use serde_json::Value;

use super::foot::Foot;
use super::page::PdfPage;
use super::sheet::{self, Pens, SheetHead};
use super::{Paper, PdfOptions};
use crate::draw::text;
use crate::scene::Scene;

/// The width up to which a table stands beside another, in ems.
const NARROW: f32 = 26.0;

/// Returns the pages of the aid.
pub(super) fn pages(scene: &Scene<'_>, book: &PdfOptions) -> Vec<PdfPage> {
    let scenario = scene.scenario();
    let about = scenario.common().about();
    let right = about.subtitle.into_iter().chain(["player’s aid".to_owned()]).collect::<Vec<_>>().join(" · ");
    let foot = Foot::new(scene).right("aid");
    let head = SheetHead { title: about.title, right, name: "Player's aid", foot };
    let pens = Pens::new(scene, book.plain);
    sheet::pages(all(scenario), &head, &pens, book.paper.unwrap_or(Paper::A4).size())
}

/// Returns the charts of the system, or of a system without any its tables as they are edited, and what belongs to every aid.
pub(super) fn all(scenario: &Scenario) -> Vec<Chart> {
    let mut all = charts(scenario);
    if all.is_empty() {
        let tables = chart::tables(scenario.system());
        let usual = steps(scenario).into_iter().chain(terrain(scenario));
        let usual = usual.chain(tables.iter().filter_map(|path| table(scenario, path)));
        // The charts of other systems hold these too.
        let special = standing_tables(scenario).into_iter().chain(rows(scenario));
        all = arranged(usual.chain(special).collect(), 1, 0);
    }
    let page = all.iter().map(|chart| chart.place.page).max().unwrap_or(1);
    let order = all.iter().map(|chart| chart.place.order).max().unwrap_or(0).saturating_add(1);
    let more: Vec<Chart> = changed(scenario).into_iter().chain(sources(scenario)).collect();
    all.extend(arranged(more, page, order));
    all
}

/// Puts charts below each other from a row on, and two narrow ones beside each other.
fn arranged(charts: Vec<Chart>, page: u8, first: u8) -> Vec<Chart> {
    let mut placed: Vec<Chart> = Vec::new();
    let mut order = first;
    let mut is_half = false;
    for chart in charts {
        let narrow = is_narrow(&chart);
        let goes_on = narrow && is_half;
        if !placed.is_empty() && !goes_on {
            order = order.saturating_add(1);
        }
        is_half = narrow && !is_half;
        placed.push(chart.at(page, order, if narrow { 6 } else { 12 }));
    }
    placed
}

/// Returns `true` if half of a page is wide enough for a chart.
fn is_narrow(chart: &Chart) -> bool {
    let ChartKind::List(list) = &chart.kind else { return false };
    let count = list.rows.iter().map(|row| row.cells.len()).max().unwrap_or(0).max(list.heads.len());
    let widest = |at: usize| {
        let cells = list.rows.iter().filter_map(|row| row.cells.get(at)).map(|cell| text::width(&cell.text()));
        cells.fold(list.heads.get(at).map_or(0.0, |head| text::width(head)), f32::max) + 0.8
    };
    (0..count).map(widest).sum::<f32>() <= NARROW
}

/// Returns the values that the scenario changes, with the published ones.
fn changed(scenario: &Scenario) -> Option<Chart> {
    let changed = scenario.changed_rules();
    let mut tables = BTreeSet::new();
    let rows: Vec<ListRow> = changed
        .iter()
        .map(|change| {
            let table = change.table().filter(|_| !change.is_whole_table());
            let label = words::label(scenario.system(), table.as_ref().unwrap_or(&change.path));
            let name = match (&table, &change.cell) {
                (Some(_), Some(cell)) => cell.clone(),
                (Some(_), None) => change.path.last_key().map(words::plain).unwrap_or_default(),
                (None, _) => label.clone(),
            };
            let group = if table.is_some() && tables.insert(label.clone()) { label } else { String::new() };
            let (here, before) = if change.is_whole_table() {
                ("another table".to_owned(), "see the rules".to_owned())
            } else {
                (change.after.as_ref().map_or_else(|| "none".to_owned(), in_words), change.before_in_words())
            };
            let cells = [name, here, before].map(Phrase::from).to_vec();
            ListRow { group, cells }
        })
        .collect();
    let heads = ["Value", "Here", "As published"].map(str::to_owned).to_vec();
    let note = "These values are underlined in the charts.";
    let chart =
        Chart::new("changed-values", "Changed values", Phrase::default(), ChartKind::List(ListChart { heads, rows }));
    (!changed.is_empty()).then(|| chart.note(note))
}

/// Returns the rules in rows: number, name, what they do, and their source.
fn rows(scenario: &Scenario) -> Option<Chart> {
    let rows = scenario.rules_in_words().into_iter();
    let rows: Vec<ListRow> = rows
        .filter(|row| !matches!(row.kind, RowKind::Define | RowKind::Counter))
        .map(|row| {
            let texts = [row.rule.to_string(), row.name.to_string(), row.sentence, row.source.unwrap_or_default()];
            ListRow { group: String::new(), cells: texts.into_iter().map(Phrase::from).collect() }
        })
        .collect();
    let dropped = scenario.dropped_modifiers();
    if rows.is_empty() && dropped.is_empty() {
        return None;
    }
    let heads = ["Rule", "Name", "What it changes", "Source"].map(str::to_owned).to_vec();
    let kind = ChartKind::List(ListChart { heads, rows });
    let chart = Chart::new("own-rules", "Changed rules", Phrase::default(), kind);
    if dropped.is_empty() {
        return Some(chart);
    }
    let ids: Vec<&str> = dropped.iter().map(|id| id.as_str()).collect();
    Some(chart.note(format!("These published modifiers do not count: {}.", ids.join(", "))))
}

/// Returns the sources of the scenario.
fn sources(scenario: &Scenario) -> Option<Chart> {
    let sources = scenario.common().about().sources;
    let kind = ChartKind::Text(sources.iter().cloned().map(Phrase::from).collect());
    (!sources.is_empty()).then(|| Chart::new("sources", "Sources", Phrase::default(), kind))
}

/// Returns tables of the steps of a turn, with rule numbers.
fn steps(scenario: &Scenario) -> Vec<Chart> {
    let Ok(game) = AnyGame::new(scenario) else { return Vec::new() };
    let mut charts = Vec::new();
    for board in game.boards().into_iter().filter(|board| board.form == Form::Steps) {
        let steps = board.tokens.into_iter().map(|token| Step {
            name: token.text,
            who: Phrase::default(),
            what: token.help.into(),
            rules: vec![token.rule],
        });
        let phase = StepPhase { title: String::new(), steps: steps.collect() };
        charts.push(Chart::new("steps", board.title, Phrase::default(), ChartKind::Steps(vec![phase])));
    }
    charts
}

/// Returns the terrain of the map with its values; `None` without terrain.
fn terrain(scenario: &Scenario) -> Option<Chart> {
    let chart = scenario.get(&DocPath::root().key("map").key("terrain"))?;
    let rows = chart.as_object()?;
    let mut fields: Vec<String> = Vec::new();
    for key in rows.values().filter_map(Value::as_object).flat_map(|row| row.keys()) {
        if !["name", "look", "color"].contains(&key.as_str()) && !fields.contains(key) {
            fields.push(key.clone());
        }
    }
    let row = |(letter, row): (&String, &Value)| {
        let name = row.get("name").and_then(Value::as_str).unwrap_or(letter.as_str()).to_owned();
        let value = |field: &String| Phrase::from(row.get(field).map_or_else(String::new, in_words));
        let picture = letter.chars().next().map(Picture::Hex);
        TerrainRow { group: String::new(), picture, name: name.into(), cells: fields.iter().map(value).collect() }
    };
    let rows: Vec<TerrainRow> = rows.iter().map(row).collect();
    let heads = fields.iter().map(|field| words::plain(field)).collect();
    let kind = ChartKind::Terrain(TerrainChart { bands: Vec::new(), heads, rows });
    Some(Chart::new("terrain", "Terrain", Phrase::default(), kind))
}

/// Returns a table of the rules, with the values in force. Those that the scenario changes are marked.
fn table(scenario: &Scenario, path: &DocPath) -> Option<Chart> {
    let described = Described::at(scenario.system(), path)?;
    let value = scenario.rule_in_force(path)?;
    let changed: Vec<ChangedRule> =
        scenario.changed_rules().into_iter().filter(|change| change.path.is_within(path)).collect();
    let cells = grid(path, described, &value);
    let named = cells.lines.iter().any(|line| !line.head.text.is_empty());
    let mut heads: Vec<String> = cells.heads.iter().map(|head| head.text.clone()).collect();
    if named && !heads.is_empty() {
        heads.insert(0, String::new());
    }
    let rows: Vec<ListRow> = cells
        .lines
        .iter()
        .map(|line| {
            let head = named.then(|| Phrase::from(line.head.text.clone()));
            let value = |cell: &chart::ChartCell| {
                let words = find(&value, &cell.path).map_or_else(|| "·".to_owned(), in_words);
                let is_changed =
                    changed.iter().any(|change| !change.is_whole_table() && change.path.is_within(&cell.path));
                let words = Span::from(words);
                Phrase::from(if is_changed { Span::Changed(Box::new(words)) } else { words })
            };
            ListRow { group: String::new(), cells: head.into_iter().chain(line.cells.iter().map(value)).collect() }
        })
        .collect();
    let help = described.help();
    let notes = cells.notes.iter().flat_map(|line| &line.cells).filter_map(|cell| find(&value, &cell.path));
    let words: Vec<&str> = help.split("\n\n").next().into_iter().chain(notes.filter_map(Value::as_str)).collect();
    let words = words.join(" ");
    let kind = ChartKind::List(ListChart { heads, rows });
    let chart = Chart::new("table", words::label(scenario.system(), path), Phrase::default(), kind);
    Some(if words.is_empty() { chart } else { chart.note(words) })
}

/// Returns the tables that stand in for others in some turns, each with the name of its row and its turns.
fn standing_tables(scenario: &Scenario) -> Vec<Chart> {
    let mut charts = Vec::new();
    for choice in scenario.choices_of_tables() {
        let standing = scenario.with_tables(&TableSet::of(&choice.tables));
        for path in &choice.replaced {
            let Some(chart) = table(&standing, path) else { continue };
            let mut chart = Chart { title: format!("{} · {}", chart.title, choice.name), ..chart };
            chart.notes.insert(0, format!("{} {}", choice.sentence, choice.turns).into());
            charts.push(chart);
        }
    }
    charts
}
