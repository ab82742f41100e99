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
    let problems = diagnostics
        .into_iter()
        .map(|finding| {
            let line = finding.position.and_then(|position| lines.get(position.line.saturating_sub(1)));
            let excerpt = line.map_or_else(String::new, |line| printable(line.trim()));
            let target = readable.as_ref().map_or(Selection::Scenario, |scenario| target(scenario, &finding));
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

/// What a finding is about.
fn target(scenario: &Scenario, finding: &Diagnostic) -> Selection {
    let common = scenario.common();
    let steps = finding.path.0.as_slice();
    let (Some(Step::Key(section)), second) = (steps.first(), steps.get(1)) else { return Selection::Scenario };
    match (section.as_str(), second) {
        ("unit", Some(Step::Index(n))) if *n < common.unit_count() => Selection::Unit(*n),
        ("road", Some(Step::Index(n))) if *n < common.roads().len() => Selection::Road(*n),
        ("hexside", Some(Step::Index(n))) if *n < common.hexsides().len() => Selection::Hexside(*n),
        ("place", Some(Step::Index(n))) if *n < common.places().len() => Selection::Place(*n),
        ("entry", Some(Step::Index(n))) if *n < common.entries().len() => Selection::Entry(*n),
        ("exit", Some(Step::Index(n))) if *n < common.exits().len() => Selection::Exit(*n),
        ("side", Some(Step::Key(id))) => {
            let side = common.sides().iter().position(|side| side.id.as_str() == id);
            side.map_or(Selection::Scenario, Selection::Side)
        }
        _ => Selection::Scenario,
    }
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
