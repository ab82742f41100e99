//! The interface to the loader and saver of the schema crate. Findings become clickable problems.

use battlewright_export::art;
use battlewright_schema::schema_json::{Shape, ValueKind};
use battlewright_schema::{
    Cell, Diagnostic, DocPath, HexId, HexsideId, Id, LintLevels, Loaded, PathStep, Scenario, Severity, System, load,
    load_with, template, theme,
};
use serde_json::Value;

use crate::model::remedy::{DisplayNames, Remedy};
use crate::model::selection::Selection;

/// The first scenario that comes with the program.
pub const BUNDLED: &str = SHELF[0].text;

/// The scenarios that come with the program, in the order in which a newcomer may meet them.
pub const SHELF: [Bundled; 5] = [
    Bundled { file: "mars-la-tour.toml", text: include_str!("../../../scenarios/mars-la-tour.toml") },
    Bundled { file: "tutorial.toml", text: include_str!("../../../scenarios/tutorial.toml") },
    Bundled { file: "pm-crisis-on-the-left.toml", text: include_str!("../../../scenarios/pm-crisis-on-the-left.toml") },
    Bundled { file: "pm-a-day-of-battle.toml", text: include_str!("../../../scenarios/pm-a-day-of-battle.toml") },
    Bundled {
        file: "pm-a-beckoning-victory.toml",
        text: include_str!("../../../scenarios/pm-a-beckoning-victory.toml"),
    },
];

/// A scenario that comes with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundled {
    /// The name of its file.
    pub file: &'static str,
    /// The content of the file.
    pub text: &'static str,
}

/// Something to choose by name.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedChoice {
    /// Its name.
    pub title: String,
    /// Its detail, in a line.
    pub detail: String,
}

impl Bundled {
    /// The card of the file: title, subtitle and system.
    pub fn card(&self) -> NamedChoice {
        let file = self.text.parse::<toml::Table>().unwrap_or_default();
        let text = |key: &str| file.get(key).and_then(toml::Value::as_str);
        let system = text("system").and_then(System::from_name).map(System::title);
        let detail: Vec<&str> = text("subtitle").into_iter().chain(system).collect();
        NamedChoice { title: text("title").unwrap_or(self.file).to_owned(), detail: detail.join("  ·  ") }
    }
}

/// Something wrong with a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The problem, and where in the file.
    pub finding: Diagnostic,
    /// The problem, with names in place of ids.
    pub message: String,
    /// The remedy at the window.
    pub remedy: String,
    /// The line as it stands in the file.
    pub excerpt: String,
    /// The selection by a click on it.
    pub target: Selection,
    /// The hex of the map that shows it, if it is about something in one place.
    pub cell: Option<Cell>,
}

impl Problem {
    /// Returns `true` if the scenario cannot be played because of it.
    pub fn is_error(&self) -> bool {
        self.finding.severity == Severity::Error
    }

    /// Its place, such as `"12:7"`; empty if the text has no such place.
    pub fn position(&self) -> String {
        self.finding.position.map_or_else(String::new, |position| position.to_string())
    }
}

/// The outcome of reading a text.
#[derive(Debug)]
pub struct ReadText {
    /// The scenario, or what could be read of it.
    pub scenario: Option<Scenario>,
    /// `true` if all of it was read.
    pub sound: bool,
    /// `true` if nothing of the text was left out, sound or not.
    pub complete: bool,
    /// The problem with it.
    pub problems: Vec<Problem>,
}

/// Reads `text`, of no collection.
pub fn read(text: &str) -> ReadText {
    read_with(text, &LintLevels::default())
}

/// Reads `text`; what is wrong is as grave as `levels` say.
pub fn read_with(text: &str, levels: &LintLevels) -> ReadText {
    read_drawn(text, levels, &art::LoadedTheme::default())
}

/// The same of a scenario that is drawn with `art`, which may have its own faults.
pub fn read_drawn(text: &str, levels: &LintLevels, art: &art::LoadedTheme) -> ReadText {
    let Loaded { scenario, readable, complete, mut diagnostics } = load_with(text, levels);
    if let Some(readable) = &readable {
        let mut of_art = theme::placed(text, art.findings_in(readable));
        levels.apply(readable.lints(), &mut of_art);
        diagnostics.extend(of_art);
    }
    let sound = scenario.is_some();
    let lines: Vec<&str> = text.lines().collect();
    let file = if diagnostics.is_empty() { None } else { text.parse::<toml::Table>().ok() };
    let file = file.unwrap_or_default();
    let names = readable.as_ref().filter(|_| !diagnostics.is_empty()).map(DisplayNames::of).unwrap_or_default();
    let problems = diagnostics
        .into_iter()
        .map(|finding| {
            let line = finding.position.and_then(|position| lines.get(position.line.saturating_sub(1)));
            let excerpt = line.map_or_else(String::new, |line| printable(line.trim()));
            let target = readable.as_ref().map_or(Selection::Scenario, |scenario| target(scenario, &file, &finding));
            let cell = readable.as_ref().and_then(|scenario| cell(scenario, target));
            let scenario = readable.as_ref().map(|scenario| (scenario, &names));
            let remedy = Remedy { scenario, complete, target, finding: &finding }.text();
            let message = names.put_into(&finding.message);
            Problem { finding, message, remedy, excerpt, target, cell }
        })
        .collect();
    ReadText { scenario: readable, sound, complete, problems }
}

/// The first hex of what is to be marked on the map as wrong; lines run through many, and none is more wrong.
fn cell(scenario: &Scenario, target: Selection) -> Option<Cell> {
    if matches!(target, Selection::Scenario | Selection::Side(_) | Selection::Hexside(_) | Selection::Road(_)) {
        return None;
    }
    let grid = scenario.common().grid().ok()?;
    hexes(scenario, target).iter().find_map(|hex| grid.cell(hex))
}

/// `line` with a dot in place of what is no text, letter for letter.
pub fn printable(line: &str) -> String {
    let dot = |c: char| match c {
        '\t' => ' ',
        c if c.is_control() || c == char::REPLACEMENT_CHARACTER => '·',
        c => c,
    };
    line.chars().map(dot).collect()
}

/// The empty scenario that "New" begins with.
pub fn new_scenario() -> Option<Scenario> {
    load(template(System::default())).readable
}

/// The thing that a finding is about. A row that could not be read is not in the scenario, and those behind
/// it have moved up: rows are told by what the file says of them.
fn target(scenario: &Scenario, file: &toml::Table, finding: &Diagnostic) -> Selection {
    let [PathStep::Key(section), PathStep::Index(n), ..] = finding.path.0.as_slice() else {
        return Selection::of(scenario, &finding.path);
    };
    let Some(row) = file.get(section).and_then(|rows| rows.get(*n)) else { return Selection::Scenario };
    let list = DocPath::root().key(section);
    let is = |n: usize| scenario.get(&list.clone().index(n)).is_some_and(|value| says(row, &value));
    let mut others = (0..).take_while(|n| scenario.get(&list.clone().index(*n)).is_some());
    let at = if is(*n) { Some(*n) } else { others.find(|n| is(*n)) };
    at.and_then(|at| Selection::row(scenario, section, at)).unwrap_or_default()
}

/// Returns `true` if `row` of the file is what was read as `value`. The file may say more: values that are so
/// by default.
fn says(row: &toml::Value, value: &Value) -> bool {
    match (row, value) {
        (toml::Value::Table(row), Value::Object(value)) => {
            // An id says it all, and what is wrong with the rest does not matter.
            if let (Some(toml::Value::String(own)), Some(Value::String(id))) = (row.get("id"), value.get("id")) {
                return own == id;
            }
            value.iter().all(|(key, value)| row.get(key).is_some_and(|row| says(row, value)))
        }
        (toml::Value::Array(row), Value::Array(value)) => {
            row.len() == value.len() && row.iter().zip(value).all(|(row, value)| says(row, value))
        }
        (toml::Value::String(row), Value::String(value)) => row.eq_ignore_ascii_case(value),
        (toml::Value::Integer(row), value) => value.as_i64() == Some(*row),
        (toml::Value::Boolean(row), value) => value.as_bool() == Some(*row),
        _ => false,
    }
}

/// The hexes of the map that a selection lies in, the first of them to be looked at.
pub fn hexes(scenario: &Scenario, selection: Selection) -> Vec<HexId> {
    match selection {
        Selection::Hex(cell) => scenario.common().grid().map_or_else(|_| Vec::new(), |grid| vec![grid.name(cell)]),
        Selection::Scenario | Selection::Side(_) | Selection::Terrain(_) | Selection::Part(_) | Selection::Table(_) => {
            Vec::new()
        }
        _ => {
            let mut hexes = Vec::new();
            if let Some(path) = selection.path(scenario)
                && let (Some(row), Some(shape)) = (scenario.get(&path), Shape::at(scenario.system(), &path))
            {
                hexes_of(scenario, &row, shape, true, &mut hexes);
            }
            hexes
        }
    }
}

/// The hexes that `value` names, by itself or by an entry or a zone.
fn hexes_of(scenario: &Scenario, value: &Value, shape: Shape, deeper: bool, hexes: &mut Vec<HexId>) {
    match (shape.kind(), value) {
        (ValueKind::Id(Id::HEX), Value::String(hex)) => hexes.push(HexId::from(hex.as_str())),
        (ValueKind::Id(Id::HEXSIDE), Value::String(side)) => {
            hexes.extend(HexsideId::from(side.as_str()).hexes().map(|(hex, _)| hex));
        }
        (ValueKind::Id(id), Value::String(name)) if deeper && (id == Id::ENTRY || id == Id::ZONE) => {
            let Some(known) = scenario.known(id).into_iter().find(|known| known.id == *name) else { return };
            if let (Some(row), Some(shape)) = (scenario.get(&known.path), Shape::at(scenario.system(), &known.path)) {
                hexes_of(scenario, &row, shape, false, hexes);
            }
        }
        (ValueKind::List | ValueKind::Fixed(_), Value::Array(list)) => {
            let Some(item) = shape.item() else { return };
            list.iter().for_each(|value| hexes_of(scenario, value, item, deeper, hexes));
        }
        (ValueKind::Table, Value::Object(table)) => {
            // Its own id leads nowhere else.
            for field in shape.fields().into_iter().filter(|field| field.name != "id") {
                if let Some(value) = table.get(field.name) {
                    hexes_of(scenario, value, field.shape, deeper, hexes);
                }
            }
        }
        _ => {}
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_finding_leads_to_its_row_even_where_rows_before_it_could_not_be_read() {
        // The first unit has no ER that could be read, and so is not in the scenario.
        let text = BUNDLED.replacen("er = 2", "er = \"two\"", 1).replacen("er = 3", "er = true", 1);
        let read = read(&text);
        assert!(!read.sound && read.problems.len() == 2, "{:?}", read.problems);
        assert!(read.problems.iter().all(|problem| problem.target == Selection::Scenario));

        let text = BUNDLED.replacen("er = 3", "er = 9", 1);
        let read = super::read(&text);
        let scenario = read.scenario.unwrap();
        let Selection::Unit(n) = read.problems[0].target else { panic!("{:?}", read.problems) };
        assert_eq!(scenario.common().unit(n).unwrap().rating, 9);
        assert_eq!(read.problems[0].excerpt, "er = 9");
    }

    #[test]
    fn everything_on_the_shelf_is_sound_and_says_what_it_is() {
        let folder = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios");
        let files =
            std::fs::read_dir(folder).unwrap().filter_map(|entry| entry.unwrap().file_name().into_string().ok());
        let files = files.filter(|name| name.ends_with(".toml")).count();
        assert_eq!(files, SHELF.len(), "every file is on the shelf");
        for bundled in SHELF {
            assert!(read(bundled.text).sound, "{}", bundled.file);
            let card = bundled.card();
            assert!(card.title != bundled.file && !card.detail.is_empty(), "{card:?}");
        }
    }

    #[test]
    fn selections_lie_in_hexes() {
        let scenario = read(BUNDLED).scenario.unwrap();
        let common = scenario.common();
        assert_eq!(hexes(&scenario, Selection::Place(0)), common.places()[0].hexes);
        assert_eq!(hexes(&scenario, Selection::Road(0)), common.roads()[0].path);
        assert_eq!(hexes(&scenario, Selection::Hexside(0)).len(), common.hexsides()[0].between.len());
        assert_eq!(hexes(&scenario, Selection::Unit(9999)), []);
        assert!((0..common.unit_count()).all(|n| !hexes(&scenario, Selection::Unit(n)).is_empty()));
    }

    #[test]
    fn what_is_no_text_is_shown_as_dots() {
        assert_eq!(printable("a\u{0}b\u{fffd}"), "a·b·");
    }
}
