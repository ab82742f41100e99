//! Hover texts.

use std::ops::Range;

use battlewright_schema::outline::OutlineName;
use battlewright_schema::schema_json::{Shape, ValueKind};
use battlewright_schema::{Cell, DocPath, Id, Scenario, Start};
use lsp_types::{Hover, HoverContents, MarkupContent, MarkupKind};

use super::document::Document;
use super::encoding::LineRuler;
use super::rules;

/// The most lines of a definition shown.
const MOST_LINES: usize = 20;

/// Returns the hover text at `offset`.
pub(super) fn at(document: &Document, ruler: &LineRuler<'_>, offset: usize) -> Option<Hover> {
    let (value, span) = match told(document, offset) {
        Some(told) => told,
        None => {
            let (path, span) = document.key_at(offset)?;
            (field(document, path)?, Some(span))
        }
    };
    let contents = HoverContents::Markup(MarkupContent { kind: MarkupKind::Markdown, value });
    Some(Hover { contents, range: span.map(|span| ruler.range(&span)) })
}

/// Describes the letter, the name or the word of an expression at `offset`, with its bytes.
fn told(document: &Document, offset: usize) -> Option<(String, Option<Range<usize>>)> {
    if let Some(cell) = document.letter_at(offset) {
        return Some((hex(document, cell)?, None));
    }
    let name = document.name_at(offset);
    if let Some((name, text)) = name.and_then(|name| Some((name, named(document, name)?))) {
        return Some((text, Some(name.span.clone())));
    }
    // What a name in an expression means is known without its lines, such as those of a ruleset.
    let word = rules::explain(document, offset)?;
    Some((word.to_string().replace('\n', "  \n"), Some(word.range)))
}

/// Describes a name, with the lines of its definition.
fn named(document: &Document, name: &OutlineName) -> Option<String> {
    if name.id == Id::HEX {
        return hex(document, document.cell(&name.text)?);
    }
    let given = document.definition(name.id, &name.text)?;
    let path = if given.path.last_key() == Some("id") { given.path.parent()? } else { given.path.clone() };
    let text = document.text.get(document.outline().range(&path)?)?;
    let mut lines: Vec<&str> = text.lines().take(MOST_LINES).collect();
    if text.lines().nth(MOST_LINES).is_some() {
        lines.push("…");
    }
    Some(format!("{} `{}`\n\n```toml\n{}\n```", name.id.noun(), name.text, lines.join("\n")))
}

/// Describes a field and its possible values; one of a row of rules with the effect of the row.
fn field(document: &Document, path: &DocPath) -> Option<String> {
    let shape = Shape::at(document.system()?, path)?;
    let mut text = format!("`{}`: {}", path.pattern(), shape.help());
    let known = |limit: i64| limit.unsigned_abs() < u64::from(u32::MAX);
    match shape.kind() {
        ValueKind::Number(least, greatest) | ValueKind::Decimal(least, greatest) if known(least) && known(greatest) => {
            text.push_str(&format!("\n\nFrom {least} to {greatest}."));
        }
        ValueKind::Words => {
            for word in shape.words() {
                text.push_str(&format!("\n- `\"{}\"`: {}", word.word, word.meaning));
            }
        }
        _ => {}
    }
    if let Some(default) = shape.default() {
        text.push_str(&format!("\n\nDefault: `{default}`."));
    }
    if let Some(sentence) = rules::sentence(document, path) {
        text.push_str(&format!("\n\nThis row: {sentence}"));
    }
    Some(text)
}

/// Describes the content of a hex, a line each.
fn hex(document: &Document, cell: Cell) -> Option<String> {
    let scenario = document.scenario.as_ref()?;
    let name = document.grid()?.name(cell);
    let common = scenario.common();
    let mut lines = vec![format!("hex `{name}`: {}", hex_words(scenario, cell))];
    lines.extend(
        common.places().iter().filter(|place| place.hexes.contains(&name)).map(|p| format!("place {}", p.name)),
    );
    for entry in common.entries().iter().filter(|entry| entry.hexes.contains(&name)) {
        lines.push(format!("entry {} of {}", entry.id, entry.side));
    }
    for exit in common.exits().iter().filter(|exit| exit.hexes.contains(&name)) {
        lines.push(format!("exit {} of {}", exit.id, exit.side));
    }
    for road in common.roads().iter().filter(|road| road.path.contains(&name)) {
        lines.push(road.name.as_deref().unwrap_or("a road").to_owned());
    }
    for hexside in common.hexsides() {
        let here = hexside.between.iter().filter(|side| side.hexes().is_some_and(|(a, b)| a == name || b == name));
        lines.extend(here.map(|side| format!("{} at {side}", hexside.kind.name())));
    }
    let counters = common.counters().into_iter().filter_map(|counter| common.counter(counter));
    lines.extend(
        counters.filter(|unit| unit.start == Start::At(name.clone())).map(|unit| format!("{} starts here", unit.name)),
    );
    Some(lines.join("  \n"))
}

/// Returns the terrain and level of a hex: `Woods, level 2`.
pub(super) fn hex_words(scenario: &Scenario, cell: Cell) -> String {
    let common = scenario.common();
    let (column, row) = (usize::from(cell.column), usize::from(cell.row));
    let letter = common.hexes().get(column, row);
    let terrain = common.terrain();
    let name = terrain.iter().find(|terrain| Some(terrain.letter.0) == letter).map_or("", |terrain| terrain.name);
    match common.levels().and_then(|levels| levels.get(column, row)) {
        Some(level) => format!("{name}, level {level}"),
        None => name.to_owned(),
    }
}
