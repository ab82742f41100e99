//! The content of the table, as display text and as file text.

use std::cmp::Ordering;
use std::collections::BTreeMap;

use battlewright_engine::show::{Piece, Place, Spot};
use battlewright_schema::schema_json::ValueKind;
use battlewright_schema::table::{self, Choice, Column, KnownNames};
use battlewright_schema::{DocPath, PathStep, Scenario};

use battlewright_schema::words;

/// The key of the column with the position of a unit in a game. The column is not a field of the document.
pub const NOW: &str = "now";

/// The heading of a column.
#[derive(Clone, Debug, PartialEq)]
pub struct ColumnHeading {
    /// The display name, such as `"Combat, full"`.
    pub title: String,
    /// The name in files and filters, such as `"combat[0]"`.
    pub key: String,
    /// The tooltip.
    pub help: String,
    /// `true` for a column of numbers.
    pub number: bool,
    /// `true` if the figures of units add up: a strength does, a distance, a speed or a turn does not.
    pub adds: bool,
    /// The initial width in points.
    pub width: f32,
    /// The choices for a cell; empty for free input.
    pub choices: Vec<Choice>,
    /// The index in `UnitSheet::columns`; `None` for the column [`NOW`].
    pub field: Option<usize>,
}

/// A row.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitRow {
    /// The index of the unit in the order of battle.
    pub unit: usize,
    /// The file text of the cells.
    pub cells: Vec<String>,
}

/// The complete content of the table.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct UnitSheet {
    /// The fields of the units of the system.
    pub columns: Vec<Column>,
    /// The headings. During a game, the last one is [`NOW`].
    pub heads: Vec<ColumnHeading>,
    /// The units, in file order.
    pub lines: Vec<UnitRow>,
    /// The display names of ids, by column.
    names: Vec<BTreeMap<String, String>>,
}

/// Returns the table of `scenario`. With the `pieces` of a game, the column [`NOW`] is added.
pub fn sheet(scenario: &Scenario, pieces: Option<&[Piece]>) -> UnitSheet {
    let columns = table::columns(scenario.system());
    let common = scenario.common();
    let names = KnownNames::new(scenario, &columns);
    let mut heads: Vec<ColumnHeading> = columns
        .iter()
        .zip(titles(&columns))
        .enumerate()
        .map(|(at, (column, title))| head(at, column, title, &names))
        .collect();
    let now = pieces.map(|pieces| current_places(scenario, pieces));
    if now.is_some() {
        let (title, help) = ("Now".to_owned(), "Position in the game.".to_owned());
        let choices = Vec::new();
        heads.push(ColumnHeading {
            title,
            key: NOW.to_owned(),
            help,
            number: false,
            adds: false,
            width: 110.0,
            choices,
            field: None,
        });
    }
    let lines = (0..common.unit_count()).filter_map(|unit| {
        let row = scenario.get(&table::unit(unit))?;
        let mut cells: Vec<String> = columns.iter().map(|column| column.text(&row)).collect();
        if let Some(now) = &now {
            let id = row.get("id").and_then(serde_json::Value::as_str).unwrap_or_default();
            cells.push(now.get(id).cloned().unwrap_or_default());
        }
        Some(UnitRow { unit, cells })
    });
    let lines = lines.collect();
    let names = heads.iter().map(|head| shown_names(head, &columns)).collect();
    UnitSheet { columns, heads, lines, names }
}

/// Returns the display titles of `columns`. If two columns have the same title, that of a part names the field that it is part
/// of: the SP of a unit's mitrailleuse are not those of the unit.
pub fn titles(columns: &[Column]) -> Vec<String> {
    let plain: Vec<String> = columns.iter().map(title).collect();
    let distinct = columns.iter().zip(&plain).map(|(column, title)| {
        let is_shared = plain.iter().filter(|other| *other == title).count() > 1;
        match column.path.0.as_slice() {
            [PathStep::Key(whole), PathStep::Key(_), ..] if is_shared => format!("{}: {title}", words::plain(whole)),
            _ => title.clone(),
        }
    });
    distinct.collect()
}

/// Returns the display title of a column by itself.
fn title(column: &Column) -> String {
    let (system, path) = (column.shape.system(), within_unit(column));
    match path.0.last() {
        Some(PathStep::Index(at)) => {
            let pair = path.parent().unwrap_or_default();
            format!("{}, {}", words::label(system, &pair), words::part(&pair, *at))
        }
        _ => words::label(system, &path),
    }
}

/// Returns the path of a column in the first unit.
fn within_unit(column: &Column) -> DocPath {
    DocPath(table::unit(0).0.into_iter().chain(column.path.0.iter().cloned()).collect())
}

fn head(at: usize, column: &Column, title: String, names: &KnownNames<'_>) -> ColumnHeading {
    let choices = names.choices(column);
    let width = match column.shape.kind() {
        ValueKind::Text if column.path.last_key() == Some("name") => 190.0,
        ValueKind::Text => 120.0,
        ValueKind::Id(_) if column.is_own_id() => 110.0,
        ValueKind::Number(..) | ValueKind::Decimal(..) | ValueKind::Bool => 52.0,
        _ => 92.0,
    };
    #[expect(clippy::cast_precision_loss, reason = "titles are short")]
    let least = title.chars().count() as f32 * 6.6 + 26.0;
    let unit = words::unit(column.shape.system(), &within_unit(column));
    let help = column.shape.help();
    let help = if unit.is_empty() { help } else { format!("{help} ({unit})") };
    let number = column.is_number();
    ColumnHeading {
        title,
        key: column.key(),
        help,
        number,
        adds: number && adds_up(column),
        width: f32::max(width, least).round(),
        choices,
        field: Some(at),
    }
}

/// Returns `true` if the numbers of a column add up over units: plain numbers of the unit itself, and not distances, points of
/// movement, directions or times.
fn adds_up(column: &Column) -> bool {
    let path = within_unit(column);
    let pair = path.parent().filter(|_| matches!(path.0.last(), Some(PathStep::Index(_))));
    let unit = words::unit(column.shape.system(), &pair.unwrap_or(path));
    let last = column.path.0.iter().rev().find_map(|step| match step {
        PathStep::Key(key) => Some(key.as_str()),
        PathStep::Index(_) => None,
    });
    unit.is_empty() && column.field() != "enters" && !matches!(last, Some("facing" | "range" | "bend"))
}

/// Returns the display names for the ids and words of a column.
fn shown_names(head: &ColumnHeading, columns: &[Column]) -> BTreeMap<String, String> {
    let kind = head.field.and_then(|at| columns.get(at)).map(|column| column.shape.kind());
    let shown = |choice: &Choice| match kind {
        Some(ValueKind::Words) => words::plain(&choice.text),
        // Entries keep their ids, which are printed on the map.
        Some(ValueKind::Id(id)) if id == battlewright_schema::Id::ENTRY => choice.text.clone(),
        Some(ValueKind::Id(_)) => choice.name.clone(),
        _ => choice.text.clone(),
    };
    let names = head.choices.iter().map(|choice| (choice.text.clone(), shown(choice)));
    names.filter(|(text, shown)| text != shown).collect()
}

/// Returns the positions of the pieces in a game, by id.
fn current_places(scenario: &Scenario, pieces: &[Piece]) -> BTreeMap<String, String> {
    let grid = scenario.common().grid().ok();
    let place = |piece: &Piece| match &piece.spot {
        Spot::On(Place::At(point)) => point.to_string(),
        Spot::On(Place::Hex(cell)) => grid.as_ref().map_or_else(String::new, |grid| grid.name(*cell).to_string()),
        Spot::Turn(turn, why) => format!("turn {turn}, {why}"),
        Spot::Out(why) => why.clone(),
    };
    pieces.iter().map(|piece| (piece.id.clone(), place(piece))).collect()
}

impl UnitSheet {
    /// Returns the file text of a cell.
    pub fn text(&self, line: usize, column: usize) -> &str {
        self.lines.get(line).and_then(|line| line.cells.get(column)).map_or("", String::as_str)
    }

    /// Returns the display text of a cell.
    pub fn shown(&self, line: usize, column: usize) -> &str {
        let text = self.text(line, column);
        self.names.get(column).and_then(|names| names.get(text)).map_or(text, String::as_str)
    }

    /// Returns the display name of `choice` in a column.
    pub fn name_of<'a>(&'a self, column: usize, choice: &'a Choice) -> &'a str {
        self.names.get(column).and_then(|names| names.get(&choice.text)).map_or(&choice.text, String::as_str)
    }

    /// Returns the column with this name in a filter: its key, its title, or the beginning of either.
    pub fn column_named(&self, name: &str) -> Option<usize> {
        let plain = |text: &str| -> String {
            text.chars().filter(|c| c.is_alphanumeric()).flat_map(char::to_lowercase).collect()
        };
        let name = plain(name);
        if name.is_empty() {
            return None;
        }
        let find = |fits: &dyn Fn(&ColumnHeading) -> bool| self.heads.iter().position(fits);
        find(&|head| plain(&head.key) == name)
            .or_else(|| find(&|head| plain(&head.title) == name))
            .or_else(|| find(&|head| plain(&head.key).starts_with(&name)))
            .or_else(|| find(&|head| plain(&head.title).starts_with(&name)))
    }

    /// Compares two rows by a column. Numbers are compared by value; empty cells come last.
    pub fn compared(&self, one: usize, other: usize, column: usize) -> Ordering {
        let (a, b) = (self.text(one, column), self.text(other, column));
        let number = self.heads.get(column).is_some_and(|head| head.number);
        match (a.is_empty(), b.is_empty()) {
            (true, true) => Ordering::Equal,
            (true, false) => Ordering::Greater,
            (false, true) => Ordering::Less,
            (false, false) if number => a.parse::<i64>().ok().cmp(&b.parse::<i64>().ok()),
            (false, false) => {
                let (a, b) = (self.shown(one, column), self.shown(other, column));
                a.to_lowercase().cmp(&b.to_lowercase())
            }
        }
    }

    /// Returns the name of a cell, such as `"Side of 5th Corps"`.
    pub fn name(&self, line: usize, column: usize) -> String {
        let title = self.heads.get(column).map_or("", |head| head.title.as_str());
        format!("{title} of {}", self.unit_name(line))
    }

    /// Returns the name of the unit in a row, or its id if it has no name.
    pub fn unit_name(&self, line: usize) -> &str {
        let column = |key: &str| self.heads.iter().position(|head| head.key == key);
        let text = |key: &str| column(key).map_or("", |column| self.text(line, column));
        if text("name").is_empty() { text("id") } else { text("name") }
    }
}
