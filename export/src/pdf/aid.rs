//! The player's aid: the steps of a turn, the terrain chart, the rules tables of the scenario and its sources.

use battlewright_engine::any::AnyGame;
use battlewright_engine::show::{Form, Show as _};
use battlewright_schema::cells::ChangedRule;
use battlewright_schema::chart::{self, find, grid, in_words};
use battlewright_schema::rule::{RowKind, TableSet};
use battlewright_schema::schema_json::Shape as Described;
use battlewright_schema::{Common, DocPath, Scenario, words};
use emath::{Pos2, Rect, Vec2};
use serde_json::Value;

use super::flow::{Cell, Flow};
use super::page::PdfPage;
use super::{Paper, PdfOptions, paper::MM};
use crate::art::{Art, Inks};
use crate::draw::ground::{self, TerrainLooks};
use crate::draw::{DrawLayer, DrawLayers, Shape, View};
use crate::scene::Scene;

/// The radius of the hexes in the terrain chart.
const SWATCH: f32 = 5.5 * MM;

/// Returns the pages of the aid.
pub(super) fn pages(scene: &Scene<'_>, book: &PdfOptions) -> Vec<PdfPage> {
    let scenario = scene.scenario();
    let common = scenario.common();
    let mut flow = Flow::new("Player's aid", book.paper.unwrap_or(Paper::A4).size());
    flow.heading(&format!("{} · player's aid", common.about().title), 18.0, 0.0);
    let tables = chart::tables(scenario.system());
    let blocks = steps(scenario)
        .into_iter()
        .chain([terrain(scenario, &scene.options().art)].into_iter().filter(|chart| !chart.lines.is_empty()))
        .chain(tables.iter().filter_map(|path| table(scenario, path)))
        .chain(standing_tables(scenario));
    // Narrow tables come last, to fill columns side by side.
    let (narrow, wide): (Vec<Block>, Vec<Block>) = blocks.partition(|block| flow.is_narrow(&block.heads, &block.lines));
    for block in wide.into_iter().chain(narrow) {
        flow.place(&block.heads, &block.lines);
        flow.heading_of_table(&block.title, block.lines.len() + 1);
        if !block.words.is_empty() {
            flow.words(&block.words);
        }
        flow.table(&block.heads, &block.lines);
    }
    changed_rules(scenario, &mut flow);
    let sources = common.about().sources;
    if !sources.is_empty() {
        flow.heading_of_table("Sources", sources.len() + 1);
        sources.iter().for_each(|source| flow.words(source));
    }
    flow.finish()
}

/// Puts the rules in rows at the end: number, name, what they do, and their source.
fn changed_rules(scenario: &Scenario, flow: &mut Flow) {
    let rows = scenario.rules_in_words();
    let dropped = scenario.dropped_modifiers();
    let lines: Vec<Vec<Cell>> = rows
        .into_iter()
        .filter(|row| !matches!(row.kind, RowKind::Define | RowKind::Counter))
        .map(|row| {
            let texts = [row.rule.to_string(), row.name.to_string(), row.sentence, row.source.unwrap_or_default()];
            texts.into_iter().map(Cell::from).collect()
        })
        .collect();
    if lines.is_empty() && dropped.is_empty() {
        return;
    }
    let heads = ["Rule", "Name", "What it changes", "Source"].map(str::to_owned).to_vec();
    flow.place(&heads, &lines);
    flow.heading_of_table("Changed rules", lines.len() + 1);
    if !dropped.is_empty() {
        let ids: Vec<&str> = dropped.iter().map(|id| id.as_str()).collect();
        flow.words(&format!("These published modifiers do not count: {}.", ids.join(", ")));
    }
    if !lines.is_empty() {
        flow.table(&heads, &lines);
    }
}

/// A table with a title and an introduction.
struct Block {
    title: String,
    words: String,
    heads: Vec<String>,
    lines: Vec<Vec<Cell>>,
}

/// Returns tables of the steps of a turn, with rule numbers.
fn steps(scenario: &Scenario) -> Vec<Block> {
    let Ok(game) = AnyGame::new(scenario) else { return Vec::new() };
    let mut blocks = Vec::new();
    for board in game.boards().into_iter().filter(|board| board.form == Form::Steps) {
        let title = board.title.to_owned();
        let lines: Vec<Vec<Cell>> = board
            .tokens
            .into_iter()
            .map(|token| vec![token.text.into(), token.help.into(), token.rule.number.to_owned().into()])
            .collect();
        let heads = ["Step", "Action", "Rule"].map(str::to_owned).to_vec();
        blocks.push(Block { title, words: String::new(), heads, lines });
    }
    blocks
}

/// Returns the terrain chart.
fn terrain(scenario: &Scenario, art: &Art) -> Block {
    let common = scenario.common();
    let chart = scenario.get(&DocPath::root().key("map").key("terrain"));
    let mut heads = vec![String::new(), "Terrain".to_owned()];
    let rows: Vec<(String, Value)> =
        chart.as_ref().and_then(Value::as_object).into_iter().flatten().map(|(k, v)| (k.clone(), v.clone())).collect();
    let mut fields: Vec<String> = Vec::new();
    for key in rows.iter().filter_map(|(_, row)| row.as_object()).flat_map(|row| row.keys()) {
        if !["name", "look", "color"].contains(&key.as_str()) && !fields.contains(key) {
            fields.push(key.clone());
        }
    }
    heads.extend(fields.iter().map(|field| words::plain(field)));
    let looks = TerrainLooks::new(common, art);
    let lines: Vec<Vec<Cell>> = rows
        .iter()
        .map(|(letter, row)| {
            let name = row.get("name").and_then(Value::as_str).unwrap_or(letter.as_str()).to_owned();
            let mut cells = vec![swatch(common, &looks, letter), name.into()];
            let value = |field: &String| row.get(field).map_or_else(String::new, in_words);
            cells.extend(fields.iter().map(|field| Cell::from(value(field))));
            cells
        })
        .collect();
    Block { title: "Terrain chart".to_owned(), words: String::new(), heads, lines }
}

/// Returns a cell with a hex of the terrain `letter`.
fn swatch(common: &dyn Common, looks: &TerrainLooks, letter: &str) -> Cell {
    let (Ok(grid), letter) = (common.grid(), letter.chars().next()) else { return String::new().into() };
    // Drawn at the scale of the map and then reduced.
    const LARGE: f32 = 40.0;
    let cell = battlewright_schema::Cell::default();
    let view = View::new(&grid, Pos2::ZERO, LARGE, Rect::EVERYTHING);
    let view = view.moved(-view.center(cell).to_vec2(), Rect::EVERYTHING);
    let mut layers = DrawLayers::default();
    ground::paint(&mut layers, &view, &[cell], looks, &|_| letter, &|at| at == cell, false);
    if let Some(letter) = letter {
        looks.sample(layers.on(DrawLayer::Detail), &view, cell, letter, &Inks::default());
    }
    let layers = [DrawLayer::Paper, DrawLayer::Cover, DrawLayer::Detail, DrawLayer::Sides]
        .map(|layer| std::mem::take(layers.on(layer)));
    let shapes: Vec<Shape> =
        layers.into_iter().flatten().map(|shape| shape.mapped(SWATCH / LARGE, Vec2::ZERO)).collect();
    Cell::Drawn(shapes, SWATCH)
}

/// Returns a table of the rules, with the values in force. Those that the scenario changes are marked.
fn table(scenario: &Scenario, path: &DocPath) -> Option<Block> {
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
    let lines: Vec<Vec<Cell>> = cells
        .lines
        .iter()
        .map(|line| {
            let head = named.then(|| Cell::from(line.head.text.clone()));
            let value = |cell: &chart::ChartCell| {
                let words = find(&value, &cell.path).map_or_else(|| "·".to_owned(), in_words);
                let is_changed =
                    changed.iter().any(|change| !change.is_whole_table() && change.path.is_within(&cell.path));
                if is_changed { Cell::Changed(words) } else { words.into() }
            };
            head.into_iter().chain(line.cells.iter().map(value)).collect()
        })
        .collect();
    let help = described.help();
    let notes = cells.notes.iter().flat_map(|line| &line.cells).filter_map(|cell| find(&value, &cell.path));
    let words: Vec<&str> = help.split("\n\n").next().into_iter().chain(notes.filter_map(Value::as_str)).collect();
    let words = words.into_iter().map(str::to_owned).chain(published(&changed)).collect::<Vec<_>>().join(" ");
    Some(Block { title: words::label(scenario.system(), path), words, heads, lines })
}

/// Returns the tables that stand in for others in some turns, each with the name of its row and its turns.
fn standing_tables(scenario: &Scenario) -> Vec<Block> {
    let mut blocks = Vec::new();
    for choice in scenario.choices_of_tables() {
        let standing = scenario.with_tables(&TableSet::of(&choice.tables));
        for path in &choice.replaced {
            let Some(block) = table(&standing, path) else { continue };
            let title = format!("{} · {}", block.title, choice.name);
            let words = format!("{} {}", choice.sentence, choice.turns);
            blocks.push(Block { title, words, ..block });
        }
    }
    blocks
}

/// Returns the sentence about the changes of a table.
fn published(changed: &[ChangedRule]) -> Option<String> {
    if changed.iter().any(ChangedRule::is_whole_table) {
        return Some("The scenario replaces the published table.".to_owned());
    }
    let values: Vec<String> = changed
        .iter()
        .map(|change| {
            let name = change.cell.clone().or_else(|| change.path.last_key().map(words::plain));
            format!("{} {}", name.unwrap_or_default(), change.before_in_words())
        })
        .collect();
    (!values.is_empty()).then(|| format!("Marked values are changed; published: {}.", values.join("; ")))
}
