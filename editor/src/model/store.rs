//! The interface to the loader of the schema crate. Diagnostics become clickable problems.

use battlewright_export::art;
use battlewright_schema::schema_json::{Shape, ValueKind};
use battlewright_schema::{
    BundledRulesets, Cell, Diagnostic, DiskRulesets, DocPath, HexId, HexsideId, Id, LintLevels, Loaded, PathStep,
    RulesetSource, Scenario, Severity, Surroundings, System, load, load_from, placed, template,
};
use serde_json::Value;
use std::path::Path;

use crate::model::remedy::{DisplayNames, Remedy};
use crate::model::selection::Selection;

/// The text of the first bundled scenario.
pub const BUNDLED: &str = SHELF[0].text;

/// The bundled scenarios, in the order in which a beginner should meet them.
pub const SHELF: [Bundled; 15] = [
    Bundled { file: "mars-la-tour.toml", text: include_str!("../../../scenarios/mars-la-tour.toml") },
    Bundled { file: "tutorial.toml", text: include_str!("../../../scenarios/tutorial.toml") },
    Bundled { file: "pm-crisis-on-the-left.toml", text: include_str!("../../../scenarios/pm-crisis-on-the-left.toml") },
    Bundled { file: "pm-a-day-of-battle.toml", text: include_str!("../../../scenarios/pm-a-day-of-battle.toml") },
    Bundled {
        file: "pm-a-beckoning-victory.toml",
        text: include_str!("../../../scenarios/pm-a-beckoning-victory.toml"),
    },
    Bundled { file: "aac-first-orders.toml", text: include_str!("../../../scenarios/aac-first-orders.toml") },
    Bundled { file: "aac-mars-la-tour.toml", text: include_str!("../../../scenarios/aac-mars-la-tour.toml") },
    Bundled { file: "aac-gravelotte.toml", text: include_str!("../../../scenarios/aac-gravelotte.toml") },
    Bundled { file: "aac-campaign.toml", text: include_str!("../../../scenarios/aac-campaign.toml") },
    Bundled { file: "matz-first-day.toml", text: include_str!("../../../scenarios/matz-first-day.toml") },
    Bundled { file: "matz-june-1918.toml", text: include_str!("../../../scenarios/matz-june-1918.toml") },
    Bundled { file: "matz-mangin.toml", text: include_str!("../../../scenarios/matz-mangin.toml") },
    Bundled {
        file: "outrance-first-assault.toml",
        text: include_str!("../../../scenarios/outrance-first-assault.toml"),
    },
    Bundled { file: "outrance-spicheren.toml", text: include_str!("../../../scenarios/outrance-spicheren.toml") },
    Bundled { file: "outrance-worth.toml", text: include_str!("../../../scenarios/outrance-worth.toml") },
];

/// A scenario that is bundled with the program.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Bundled {
    /// The file name.
    pub file: &'static str,
    /// The content of the file.
    pub text: &'static str,
}

/// An entry of a list of choices.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct NamedChoice {
    /// The name of the choice.
    pub title: String,
    /// A one-line description.
    pub detail: String,
}

impl Bundled {
    /// Returns the title of the scenario, with the subtitle and the system as the description.
    pub fn card(&self) -> NamedChoice {
        let file = self.text.parse::<toml::Table>().unwrap_or_default();
        let text = |key: &str| file.get(key).and_then(toml::Value::as_str);
        let system = text("system").and_then(System::from_name).map(System::title);
        let detail: Vec<&str> = text("subtitle").into_iter().chain(system).collect();
        NamedChoice { title: text("title").unwrap_or(self.file).to_owned(), detail: detail.join("  ·  ") }
    }
}

/// A diagnostic prepared for display.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// The diagnostic of the schema crate.
    pub finding: Diagnostic,
    /// The message with names in place of ids.
    pub message: String,
    /// The remedy in terms of the editor's window.
    pub remedy: String,
    /// The trimmed line of the file.
    pub excerpt: String,
    /// The object to select when the problem is clicked.
    pub target: Selection,
    /// The hex that marks the problem on the map, if the problem belongs to a single place.
    pub cell: Option<Cell>,
}

impl Problem {
    /// Returns `true` if the problem prevents the scenario from being played.
    pub fn is_error(&self) -> bool {
        self.finding.severity == Severity::Error
    }

    /// Returns the line and column, such as `"12:7"`, or an empty text if the problem has no position.
    pub fn position(&self) -> String {
        self.finding.position.map_or_else(String::new, |position| position.to_string())
    }
}

/// The result of reading a text.
#[derive(Debug)]
pub struct ReadText {
    /// The scenario, or its readable part; `None` if nothing could be read.
    pub scenario: Option<Scenario>,
    /// `true` if the scenario has no errors.
    pub sound: bool,
    /// `true` if no row of the text was left out, even if there are errors.
    pub complete: bool,
    /// The problems of the text.
    pub problems: Vec<Problem>,
}

/// Reads `text` with the default lint levels.
pub fn read(text: &str) -> ReadText {
    read_with(text, &LintLevels::default(), None)
}

/// Reads `text`. The severities of its problems follow `levels`. Its rulesets are those that the file at `path` can name.
pub fn read_with(text: &str, levels: &LintLevels, path: Option<&Path>) -> ReadText {
    read_drawn(text, levels, path, &art::LoadedTheme::default())
}

/// Calls `with` with the rulesets that the file at `path`, or a scenario without a file, can name.
pub fn with_rulesets<T>(path: Option<&Path>, with: impl FnOnce(&dyn RulesetSource) -> T) -> T {
    match path {
        Some(path) => with(&DiskRulesets::of(path)),
        None => with(&BundledRulesets),
    }
}

/// Reads `text` and adds the problems of its artwork `art`.
pub fn read_drawn(text: &str, levels: &LintLevels, path: Option<&Path>, art: &art::LoadedTheme) -> ReadText {
    let Loaded { scenario, readable, complete, mut diagnostics } =
        with_rulesets(path, |rulesets| load_from(text, &Surroundings { levels, rulesets }));
    if let Some(readable) = &readable {
        let mut of_art = placed(text, art.findings_in(readable));
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

/// Returns the hex that marks the selection on the map as faulty. Roads and hexside features cross many hexes and get
/// none.
fn cell(scenario: &Scenario, target: Selection) -> Option<Cell> {
    if matches!(target, Selection::Scenario | Selection::Side(_) | Selection::Hexside(_) | Selection::Road(_)) {
        return None;
    }
    let grid = scenario.common().grid().ok()?;
    hexes(scenario, target).iter().find_map(|hex| grid.cell(hex))
}

/// Returns `line` with a space for each tab and a dot for each control or replacement character. The number of
/// characters stays the same.
pub fn printable(line: &str) -> String {
    let dot = |c: char| match c {
        '\t' => ' ',
        c if c.is_control() || c == char::REPLACEMENT_CHARACTER => '·',
        c => c,
    };
    line.chars().map(dot).collect()
}

/// Returns the empty scenario of the default system.
pub fn new_scenario() -> Option<Scenario> {
    load(template(System::default())).readable
}

/// Returns the object that a finding refers to. Rows that could not be read are missing from the scenario and shift the
/// indices of later rows, so a row is identified by its content in the file.
fn target(scenario: &Scenario, file: &toml::Table, finding: &Diagnostic) -> Selection {
    let [PathStep::Key(section), PathStep::Index(n), ..] = finding.path.0.as_slice() else {
        return Selection::of(scenario, &finding.path);
    };
    let Some(row) = file.get(section).and_then(|rows| rows.get(*n)) else { return Selection::Scenario };
    let list = DocPath::root().key(section);
    let is = |n: usize| scenario.get(&list.clone().index(n)).is_some_and(|value| matches_row(row, &value));
    let mut others = (0..).take_while(|n| scenario.get(&list.clone().index(*n)).is_some());
    let at = if is(*n) { Some(*n) } else { others.find(|n| is(*n)) };
    at.and_then(|at| Selection::row(scenario, section, at)).unwrap_or_default()
}

/// Returns `true` if `value` was read from `row` of the file. The file may contain additional keys, whose values are
/// the defaults.
fn matches_row(row: &toml::Value, value: &Value) -> bool {
    match (row, value) {
        (toml::Value::Table(row), Value::Object(value)) => {
            // An id identifies the row even if other values are invalid.
            if let (Some(toml::Value::String(own)), Some(Value::String(id))) = (row.get("id"), value.get("id")) {
                return own == id;
            }
            value.iter().all(|(key, value)| row.get(key).is_some_and(|row| matches_row(row, value)))
        }
        (toml::Value::Array(row), Value::Array(value)) => {
            row.len() == value.len() && row.iter().zip(value).all(|(row, value)| matches_row(row, value))
        }
        (toml::Value::String(row), Value::String(value)) => row.eq_ignore_ascii_case(value),
        (toml::Value::Integer(row), value) => value.as_i64() == Some(*row),
        (toml::Value::Boolean(row), value) => value.as_bool() == Some(*row),
        _ => false,
    }
}

/// Returns the hexes of a selection. The first one is the hex to show.
pub fn hexes(scenario: &Scenario, selection: Selection) -> Vec<HexId> {
    match selection {
        Selection::Hex(cell) => scenario.common().grid().map_or_else(|_| Vec::new(), |grid| vec![grid.name(cell)]),
        Selection::Scenario
        | Selection::Side(_)
        | Selection::Terrain(_)
        | Selection::Part(_)
        | Selection::Table(_)
        | Selection::Rule(..) => Vec::new(),
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

/// Appends the hexes that `value` names, directly or through an entry or a zone.
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
            // The row's own id is not a reference.
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
        // The first unit has no readable ER and is therefore missing in the scenario.
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
