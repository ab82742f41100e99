//! The one door to the schema crate's loader and saver: findings become problems to click on.

use battlewright_schema::{Diagnostic, HexId, HexsideId, Loaded, Scenario, Severity, Step, System, load, template};

use crate::act::Selection;

/// The scenario that comes with the program.
pub const BUNDLED: &str = include_str!("../../scenarios/mars-la-tour.toml");

/// Something wrong with a scenario.
#[derive(Clone, Debug, PartialEq)]
pub struct Problem {
    /// What is wrong, and where in the file.
    pub finding: Diagnostic,
    /// The line as it stands in the file.
    pub excerpt: String,
    /// What a click on it selects.
    pub target: Selection,
}

impl Problem {
    /// Whether the scenario cannot be played because of it.
    pub fn is_error(&self) -> bool {
        self.finding.severity == Severity::Error
    }

    /// Where it is, such as `"12:7"`; empty if the text has no such place.
    pub fn position(&self) -> String {
        self.finding.position.map_or_else(String::new, |position| position.to_string())
    }
}

/// What was read from a text.
#[derive(Debug)]
pub struct Read {
    /// The scenario, or what could be read of it.
    pub scenario: Option<Scenario>,
    /// Whether all of it was read.
    pub sound: bool,
    /// What is wrong with it.
    pub problems: Vec<Problem>,
}

/// Reads `text`.
pub fn read(text: &str) -> Read {
    let Loaded { scenario, readable, diagnostics } = load(text);
    let sound = scenario.is_some();
    let lines: Vec<&str> = text.lines().collect();
    let file = if diagnostics.is_empty() { None } else { text.parse::<toml::Table>().ok() };
    let file = file.unwrap_or_default();
    let problems = diagnostics
        .into_iter()
        .map(|finding| {
            let line = finding.position.and_then(|position| lines.get(position.line.saturating_sub(1)));
            let excerpt = line.map_or_else(String::new, |line| printable(line.trim()));
            let target = readable.as_ref().map_or(Selection::Scenario, |scenario| target(scenario, &file, &finding));
            Problem { finding, excerpt, target }
        })
        .collect();
    Read { scenario: readable, sound, problems }
}

/// `line` with a dot in place of what is no text.
pub fn printable(line: &str) -> String {
    let dot = |c: char| if c.is_control() || c == char::REPLACEMENT_CHARACTER { '·' } else { c };
    line.chars().map(dot).collect()
}

/// The empty scenario that "New" begins with.
pub fn new_scenario() -> Option<Scenario> {
    load(template(System::MarsLaTour)).readable
}

/// What a finding is about. A row that could not be read is not in the scenario, and those behind
/// it have moved up: rows are told by what the file says of them.
fn target(scenario: &Scenario, file: &toml::Table, finding: &Diagnostic) -> Selection {
    let common = scenario.common();
    let steps = finding.path.0.as_slice();
    let (Some(Step::Key(section)), second) = (steps.first(), steps.get(1)) else { return Selection::Scenario };
    let n = match second {
        Some(Step::Index(n)) => *n,
        Some(Step::Key(id)) if section == "side" => {
            let side = common.sides().iter().position(|side| side.id.as_str() == id);
            return side.map_or(Selection::Scenario, Selection::Side);
        }
        _ => return Selection::Scenario,
    };
    let row = file.get(section).and_then(|rows| rows.get(n));
    let id = row.and_then(|row| row.get("id")).and_then(toml::Value::as_str).unwrap_or_default();
    let list = |key: &str| -> Vec<&str> {
        let list = row.and_then(|row| row.get(key)).and_then(toml::Value::as_array);
        list.map_or_else(Vec::new, |list| list.iter().filter_map(toml::Value::as_str).collect())
    };
    let found = |count: usize, is: &dyn Fn(usize) -> bool| {
        if n < count && is(n) { Some(n) } else { (0..count).find(|n| is(*n)) }
    };
    let selection = match section.as_str() {
        "unit" => found(common.unit_count(), &|n| common.unit(n).is_some_and(|unit| unit.id.as_str() == id))
            .map(Selection::Unit),
        "place" => {
            let rows = common.places();
            found(rows.len(), &|n| rows[n].id.as_str() == id).map(Selection::Place)
        }
        "entry" => {
            let rows = common.entries();
            found(rows.len(), &|n| rows[n].id.as_str() == id).map(Selection::Entry)
        }
        "exit" => {
            let rows = common.exits();
            found(rows.len(), &|n| rows[n].id.as_str() == id).map(Selection::Exit)
        }
        "road" => {
            let (rows, path) = (common.roads(), list("path"));
            found(rows.len(), &|n| rows[n].path.iter().map(HexId::as_str).eq(path.iter().copied())).map(Selection::Road)
        }
        "hexside" => {
            let (rows, sides) = (common.hexsides(), list("between"));
            found(rows.len(), &|n| rows[n].between.iter().map(HexsideId::as_str).eq(sides.iter().copied()))
                .map(Selection::Hexside)
        }
        _ => None,
    };
    selection.unwrap_or_default()
}

/// The hexes of the map that a selection lies in, the first of them to be looked at.
pub fn hexes(scenario: &Scenario, selection: Selection) -> Vec<HexId> {
    let common = scenario.common();
    let entry_hexes = |id: &battlewright_schema::EntryId| {
        common.entries().iter().find(|entry| entry.id == *id).map_or_else(Vec::new, |entry| entry.hexes.clone())
    };
    match selection {
        Selection::Scenario | Selection::Side(_) => Vec::new(),
        Selection::Hex(cell) => common.grid().map_or_else(|_| Vec::new(), |grid| vec![grid.name(cell)]),
        Selection::Unit(n) => match common.unit(n).map(|unit| unit.start) {
            Some(battlewright_schema::Start::At(hex)) => vec![hex],
            Some(battlewright_schema::Start::Enters { at, .. }) => entry_hexes(&at),
            _ => Vec::new(),
        },
        Selection::Road(n) => common.roads().get(n).map_or_else(Vec::new, |road| road.path.clone()),
        Selection::Hexside(n) => {
            let sides = common.hexsides().get(n).map_or(&[][..], |row| row.between.as_slice());
            sides.iter().filter_map(HexsideId::hexes).map(|(hex, _)| hex).collect()
        }
        Selection::Place(n) => common.places().get(n).map_or_else(Vec::new, |place| place.hexes.clone()),
        Selection::Entry(n) => common.entries().get(n).map_or_else(Vec::new, |entry| entry.hexes.clone()),
        Selection::Exit(n) => common.exits().get(n).map_or_else(Vec::new, |exit| exit.hexes.clone()),
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
