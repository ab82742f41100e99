//! A table of the rules as a grid of cells with its printed headings.

use serde_json::Value;

use crate::ruleset::TABLES_NAMED;
use crate::schema_json::{Field, Shape, ValueKind};
use crate::{DocPath, PathStep, System, words};

/// The cells of a table with the headings above and before them.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct ChartGrid {
    /// The headings of the columns; empty if a line of cells names the columns.
    pub heads: Vec<ChartHead>,
    /// The lines of cells, from top to bottom.
    pub lines: Vec<ChartLine>,
    /// The list to which lines can be added, with the shape of a new line.
    pub list: Option<(DocPath, Shape)>,
    /// The columns, if they can be added and removed.
    pub across: Option<ListColumns>,
    /// The texts about the whole table, such as its origin, with one cell per line.
    pub notes: Vec<ChartLine>,
}

/// The columns of a table that stores them in a list, with one cell per column in each row.
#[derive(Clone, Debug, PartialEq)]
pub struct ListColumns {
    /// The path of the list of columns.
    pub columns: DocPath,
    /// The path of the list of rows.
    pub rows: DocPath,
    /// The number of columns.
    pub wide: usize,
    /// The maximum number of columns, if there is a limit.
    pub most: Option<usize>,
    /// The number of cells in each row.
    pub lengths: Vec<usize>,
}

impl ListColumns {
    /// Returns `true` if another column can be added.
    pub fn has_room(&self) -> bool {
        self.wide > 0 && self.most.is_none_or(|most| self.wide < most)
    }
}

/// A heading of a column or a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ChartHead {
    /// The words of the heading.
    pub text: String,
    /// The explanation of the heading; may be empty.
    pub help: String,
}

/// A line of cells.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartLine {
    /// The heading before the cells.
    pub head: ChartHead,
    /// The cells, from left to right.
    pub cells: Vec<ChartCell>,
    /// The path of the row, if it can be removed.
    pub row: Option<DocPath>,
    /// `true` if the cells name the columns below.
    pub names: bool,
}

/// A cell of the grid.
#[derive(Clone, Debug, PartialEq)]
pub struct ChartCell {
    /// The path of the value.
    pub path: DocPath,
    /// The shape of the value.
    pub shape: Shape,
    /// `true` if the cell must not be empty.
    pub required: bool,
    /// The accessible name, such as `"7, column 3"`.
    pub name: String,
}

/// Returns the grid of the table at `path`, which holds `value`.
pub fn grid(path: &DocPath, shape: Shape, value: &Value) -> ChartGrid {
    let length = |value: Option<&Value>| value.and_then(Value::as_array).map_or(0, Vec::len);
    match shape.kind() {
        ValueKind::Table => match (shape.field("columns"), shape.field("rows")) {
            (Some(columns), Some(rows)) => matrix(path, shape, value, columns, rows),
            _ if shape.fields().iter().any(|field| field.shape.kind() == ValueKind::Table) => by_name(path, shape),
            _ => match only_list(shape) {
                Some(rows) => {
                    let at = path.clone().key(rows.name);
                    let rows = grid(&at, rows.shape, value.get(rows.name).unwrap_or(&Value::Null));
                    ChartGrid { notes: notes(path, shape), ..rows }
                }
                None => settings(path, shape, &[]),
            },
        },
        ValueKind::List => {
            let Some(item) = shape.item() else { return ChartGrid::default() };
            let count = length(Some(value));
            let list = Some((path.clone(), item));
            let leaves = leaves(item);
            let heads = leaves.iter().map(|(inner, field)| head(inner, field.shape)).collect();
            let lines = (0..count).map(|at| {
                let row = path.clone().index(at);
                let cells = leaves.iter().map(|(inner, field)| ChartCell {
                    path: within(&row, inner),
                    shape: field.shape,
                    required: field.required,
                    name: format!("{}, {}", at + 1, head(inner, field.shape).text),
                });
                ChartLine { head: plain(""), cells: cells.collect(), row: Some(row.clone()), names: false }
            });
            if item.kind() == ValueKind::Table {
                return ChartGrid { heads, lines: lines.collect(), list, ..ChartGrid::default() };
            }
            let lines = (0..count).map(|at| {
                let head = roll(shape, at, count);
                let cell = ChartCell { path: path.clone().index(at), shape: item, required: true, name: head.clone() };
                let row = first_roll(shape, count).is_none().then(|| path.clone().index(at));
                ChartLine { head: plain(head), cells: vec![cell], row, names: false }
            });
            ChartGrid {
                heads: Vec::new(),
                lines: lines.collect(),
                list: list.filter(|_| first_roll(shape, count).is_none()),
                ..ChartGrid::default()
            }
        }
        _ => ChartGrid::default(),
    }
}

/// Returns a grid of columns and rows, as combat tables are printed, with the other settings below.
fn matrix(path: &DocPath, shape: Shape, value: &Value, columns: Field, rows: Field) -> ChartGrid {
    let wide = value.get("columns").and_then(Value::as_array).map_or(0, Vec::len);
    let high = value.get("rows").and_then(Value::as_array).map_or(0, Vec::len);
    let (Some(column), Some(row)) = (columns.shape.item(), rows.shape.item()) else { return ChartGrid::default() };
    let mut lines = Vec::new();
    let mut lengths = Vec::new();
    for (inner, field) in leaves(column) {
        let head = match inner.0.len() {
            0 => plain("Column"),
            1 => {
                let first = within(&path.clone().key(columns.name).index(0), &inner);
                ChartHead { text: words::label(shape.system(), &first), help: field.shape.help() }
            }
            _ => head(&inner, field.shape),
        };
        let cells = (0..wide).map(|at| ChartCell {
            path: within(&path.clone().key(columns.name).index(at), &inner),
            shape: field.shape,
            required: field.required,
            name: format!("{} of column {}", head.text, at + 1),
        });
        lines.push(ChartLine { cells: cells.collect(), row: None, names: true, head });
    }
    for at in 0..high {
        let list = path.clone().key(rows.name).index(at);
        let Some(item) = row.item() else { continue };
        let head = row_roll(value, rows.shape, at, high);
        let count = value.get(rows.name).and_then(|rows| rows.get(at)).and_then(Value::as_array).map_or(0, Vec::len);
        lengths.push(count);
        let cells = (0..count).map(|column| ChartCell {
            path: list.clone().index(column),
            shape: item,
            required: true,
            name: format!("{head}, column {}", column + 1),
        });
        lines.push(ChartLine { cells: cells.collect(), row: None, names: false, head: plain(head) });
    }
    let settings = settings(path, shape, &[columns.name, rows.name]);
    lines.extend(settings.lines);
    let across = ListColumns {
        columns: path.clone().key(columns.name),
        rows: path.clone().key(rows.name),
        wide,
        most: columns.shape.most(),
        lengths,
    };
    ChartGrid { lines, across: Some(across), notes: settings.notes, ..ChartGrid::default() }
}

/// Returns a grid with one value per line. Texts are notes.
fn settings(path: &DocPath, shape: Shape, without: &[&str]) -> ChartGrid {
    let fields = shape.fields().into_iter().filter(|field| !is_text(field) && !without.contains(&field.name));
    let lines = fields.map(|field| setting(path, field)).collect();
    ChartGrid { lines, notes: notes(path, shape), ..ChartGrid::default() }
}

/// Returns the line of a field of the table at `path`.
fn setting(path: &DocPath, field: Field) -> ChartLine {
    let at = path.clone().key(field.name);
    let head = ChartHead { text: words::label(field.shape.system(), &at), help: field.shape.help() };
    let cell = ChartCell { path: at, shape: field.shape, required: field.required, name: head.text.clone() };
    ChartLine { head, cells: vec![cell], row: None, names: false }
}

/// Returns the lines of the texts in the table at `path`.
fn notes(path: &DocPath, shape: Shape) -> Vec<ChartLine> {
    shape.fields().into_iter().filter(is_text).map(|field| setting(path, field)).collect()
}

fn is_text(field: &Field) -> bool {
    field.shape.kind() == ValueKind::Text
}

/// Returns the list of rows of a table that has nothing else but texts.
fn only_list(shape: Shape) -> Option<Field> {
    let mut fields = shape.fields().into_iter().filter(|field| !is_text(field));
    let rows = fields.next().filter(|rows| rows.shape.item().is_some_and(|item| item.kind() == ValueKind::Table))?;
    fields.next().is_none().then_some(rows)
}

/// Returns a grid with a line for each field and a column for each of its inner fields.
fn by_name(path: &DocPath, shape: Shape) -> ChartGrid {
    let mut heads: Vec<ChartHead> = Vec::new();
    let mut lines = Vec::new();
    for field in shape.fields() {
        let at = path.clone().key(field.name);
        let inner = leaves(field.shape);
        if heads.is_empty() {
            heads = inner.iter().map(|(path, field)| head(path, field.shape)).collect();
        }
        let before = ChartHead { text: words::label(field.shape.system(), &at), help: field.shape.help() };
        let cells = inner.into_iter().map(|(inner, field)| ChartCell {
            name: format!("{}, {}", before.text, head(&inner, field.shape).text),
            path: within(&at, &inner),
            shape: field.shape,
            required: field.required,
        });
        lines.push(ChartLine { cells: cells.collect(), row: None, names: false, head: before });
    }
    ChartGrid { heads, lines, ..ChartGrid::default() }
}

/// Returns the values within a table and its nested tables, each with its path.
pub(crate) fn leaves(shape: Shape) -> Vec<(DocPath, Field)> {
    if shape.kind() != ValueKind::Table {
        return vec![(DocPath::root(), Field { name: "", shape, required: true })];
    }
    let mut all = Vec::new();
    for field in shape.fields() {
        let here = DocPath::root().key(field.name);
        if field.shape.kind() == ValueKind::Table {
            let inner = leaves(field.shape).into_iter();
            all.extend(inner.map(|(path, inner)| (within(&here, &path), inner)));
        } else {
            all.push((here, field));
        }
    }
    all
}

/// Returns the path `inner` relative to `path` as a full path.
fn within(path: &DocPath, inner: &DocPath) -> DocPath {
    DocPath(path.0.iter().chain(&inner.0).cloned().collect())
}

/// Returns the heading of a column: `cost.infantry` is `Cost: infantry`.
fn head(inner: &DocPath, shape: Shape) -> ChartHead {
    let keys = inner.0.iter().filter_map(|step| match step {
        PathStep::Key(key) => Some(words::plain(key)),
        PathStep::Index(_) => None,
    });
    let keys: Vec<String> = keys.collect();
    let text = match keys.as_slice() {
        [outer, inner] => format!("{outer}: {}", words::lower(inner)),
        _ => keys.concat(),
    };
    ChartHead { text, help: shape.help() }
}

fn plain(text: impl Into<String>) -> ChartHead {
    ChartHead { text: text.into(), help: String::new() }
}

/// Lists that have a row for each of some numbers: the words that say so, the first number, and how many there are.
const NUMBERED: [(&str, usize, usize); 2] = [("two dice from 2 to 12", 2, 11), ("die from 1 to 10", 1, 10)];

/// The roll that the first row is for, if a list has a row for each of them.
fn first_roll(shape: Shape, count: usize) -> Option<usize> {
    NUMBERED.iter().find(|(words, _, rolls)| *rolls == count && help_contains(shape, words)).map(|(_, first, _)| *first)
}

fn help_contains(shape: Shape, words: &str) -> bool {
    [shape.help(), shape.help_of_type()].iter().any(|help| help.contains(words))
}

/// Returns the total of two dice for row `at` of `count`, or the number of the row in other tables.
pub fn roll(shape: Shape, at: usize, count: usize) -> String {
    let first = first_roll(shape, count).unwrap_or_else(|| usize::from(!help_contains(shape, "from 0 on")));
    (at + first).to_string()
}

/// Returns the heading of row `at` of `count` in `table`: its roll, or the modified die in a table that names its first one in
/// `first_die`. There, the first and the last row take all dice beyond them.
pub fn row_roll(table: &Value, rows: Shape, at: usize, count: usize) -> String {
    let Some(first) = table.get("first_die").and_then(Value::as_i64) else { return roll(rows, at, count) };
    let die = i64::try_from(at).map_or(i64::MAX, |at| first.saturating_add(at));
    match at {
        0 => format!("{die} or less"),
        _ if at + 1 == count => format!("{die} or more"),
        _ => die.to_string(),
    }
}

/// Returns the value at `path`, a full path, in `table`, a table of the rules.
pub fn find<'v>(table: &'v Value, path: &DocPath) -> Option<&'v Value> {
    // The first three steps, `rules.tables.NAME`, lead to the table itself; of one that stands in, `rules.tables_named.night.NAME`.
    let is_named = matches!(path.0.get(1), Some(PathStep::Key(key)) if key == TABLES_NAMED);
    path.0.iter().skip(if is_named { 4 } else { 3 }).try_fold(table, |here, step| match step {
        PathStep::Key(key) => here.get(key),
        PathStep::Index(at) => here.get(at),
    })
}

/// Returns the text of a value in a cell.
pub fn in_words(value: &Value) -> String {
    match value {
        Value::String(word) => words::plain(word),
        Value::Bool(yes) => if *yes { "yes" } else { "no" }.to_owned(),
        Value::Array(list) => list.iter().map(in_words).collect::<Vec<_>>().join(", "),
        Value::Null => "none".to_owned(),
        other => other.to_string(),
    }
}

/// Returns the paths of the rules tables of `system`.
pub fn tables(system: System) -> Vec<DocPath> {
    let path = DocPath::root().key("rules").key("tables");
    let fields = Shape::at(system, &path).map(Shape::fields).unwrap_or_default();
    fields.into_iter().map(|field| path.clone().key(field.name)).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn published(system: System, name: &str) -> ChartGrid {
        let path = DocPath::root().key("rules").key("tables").key(name);
        let shape = Shape::at(system, &path).unwrap();
        grid(&path, shape, &system.published()["tables"][name])
    }

    #[test]
    fn every_table_of_every_system_has_its_cells() {
        for system in System::ALL {
            for (name, value) in system.published()["tables"].as_object().unwrap() {
                let grid = published(system, name);
                let cells: Vec<_> = grid.lines.iter().chain(&grid.notes).flat_map(|line| &line.cells).collect();
                assert!(!grid.lines.is_empty(), "{name}");
                assert!(
                    grid.lines.iter().flat_map(|line| &line.cells).all(|cell| cell.shape.kind() != ValueKind::Table),
                    "{name}"
                );
                let root = DocPath::root().key("rules").key("tables").key(name);
                for cell in &cells {
                    assert!(cell.path.is_within(&root), "{}", cell.path);
                    assert_eq!(
                        Shape::at(system, &cell.path).map(Shape::kind),
                        Some(cell.shape.kind()),
                        "{}",
                        cell.path
                    );
                    let there = find(value, &cell.path);
                    let may_miss = !cell.required;
                    assert!(there.is_some_and(|value| !value.is_object()) || may_miss, "{}", cell.path);
                }
                let mut names: Vec<_> = cells.iter().map(|cell| &cell.name).collect();
                names.sort();
                names.dedup();
                assert_eq!(names.len(), cells.len(), "{name}: every cell has a name of its own");
            }
        }
    }

    #[test]
    fn tables_are_laid_out_as_printed() {
        let fire = published(System::PositionMagnifique, "fire");
        assert!(fire.lines[0].names && fire.lines[0].cells.len() == 13);
        let heads: Vec<_> = fire.lines[1..].iter().map(|line| line.head.text.as_str()).collect();
        assert_eq!(heads, ["2", "3", "4", "5", "6", "7", "8", "9", "10", "11", "12"]);
        let assault = published(System::PositionMagnifique, "assault");
        assert_eq!(assault.lines[0].head.text, "From");
        assert_eq!(assault.lines.last().unwrap().head.text, "Flank attack");
        let terrain = published(System::PositionMagnifique, "terrain");
        let heads: Vec<_> = terrain.heads.iter().map(|head| head.text.as_str()).collect();
        assert_eq!(heads[..3], ["Class", "Cost: infantry", "Cost: cavalry"]);
        let out = published(System::PositionMagnifique, "out_of_command");
        assert_eq!((out.lines[0].head.text.as_str(), out.list.is_none()), ("2", true));
        let movement = published(System::MarsLaTour, "movement");
        assert_eq!(movement.heads[0].text, "March");
        assert_eq!(movement.lines[1].head.text, "Cavalry");
        assert!(published(System::MarsLaTour, "attack").list.is_some());
        let fortunes = published(System::AtAnyCost, "fortunes");
        assert_eq!((fortunes.lines.len(), fortunes.lines[9].head.text.as_str()), (10, "10"));
        assert!(fortunes.list.is_none() && fortunes.lines[0].row.is_none(), "a die has ten faces");
        let superior = published(System::AtAnyCost, "fire_superior");
        assert_eq!((superior.lines[1].head.text.as_str(), superior.lines[10].head.text.as_str()), ("1", "10"));
        let combat = published(System::Matz, "combat");
        let heads: Vec<_> = combat.lines.iter().map(|line| line.head.text.as_str()).collect();
        assert_eq!(heads[..5], ["Odds", "From (%)", "-3 or less", "-2", "-1"], "{heads:?}");
        assert_eq!(heads[15], "10 or more");
        let ground = published(System::Matz, "terrain");
        let heads: Vec<_> = ground.heads.iter().map(|head| head.text.as_str()).collect();
        assert_eq!(heads, ["Class", "Cost", "Enemy cost", "Combat", "Bombardment"]);
        assert_eq!((ground.lines.len(), ground.notes.len()), (5, 1), "a text is no row");
        assert_eq!(ground.list.unwrap().0.to_string(), "rules.tables.terrain.classes");
        let leadership = published(System::AtAnyCost, "leadership");
        assert_eq!(leadership.lines[0].head.text, "0", "a row for no chit");
        assert!(leadership.list.is_some());
    }
}
