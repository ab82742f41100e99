//! New scenarios from the games of other programs: a map with units.

mod making;

use std::collections::BTreeSet;

use battlewright_schema::{
    Arm, ArtPath, Cell, Numbering, NumberingProblem, Orientation, Parity, Pixel, Pixels, Scan, Scenario, System,
    ValueRefusal, load, save, template,
};
use serde::{Deserialize, Serialize};

use making::ScenarioBuilder;

/// A new scenario with the files that it needs.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Imported {
    /// The text of the scenario file.
    pub text: String,
    /// The names and bytes of the files beside it, such as the map picture.
    pub files: Vec<(String, Vec<u8>)>,
    /// Sentences about omissions, guesses and work left to do.
    pub notes: Vec<String>,
}

/// The data found in a game of another program.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// The title.
    pub title: String,
    /// The map.
    pub ground: Ground,
    /// The picture of the map, `None` if there is none.
    pub picture: Option<TracePicture>,
    /// The names of the two sides.
    pub sides: [String; 2],
    /// The number of turns; `None` if unknown.
    pub turns: Option<u8>,
    /// The setup zones.
    pub zones: Vec<SetupZone>,
    /// The units.
    pub units: Vec<FoundUnit>,
    /// The notes so far, see [`Imported::notes`].
    pub notes: Vec<String>,
}

/// The shape of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The orientation of the hexes.
    pub orientation: Orientation,
    /// The printed numbers, odd or even, of the columns that sit lower or, with pointy tops, of the rows further right.
    pub shifted: Parity,
    /// The number of columns and rows.
    pub size: (u16, u16),
    /// The numbering of the hexes.
    pub numbering: Numbering,
    /// The cells without a hex.
    pub missing: BTreeSet<Cell>,
}

/// A picture of the map for tracing in the editor.
#[derive(Clone, Debug, PartialEq)]
pub struct TracePicture {
    /// The name of the file.
    pub file: String,
    /// The content of the file.
    pub bytes: Vec<u8>,
    /// The center of the top left hex, and the vectors to the next column and the next row, in pixels.
    pub lattice: [(f64, f64); 3],
}

/// A setup zone found in a game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupZone {
    /// The id.
    pub id: String,
    /// The name.
    pub name: String,
    /// The hexes.
    pub hexes: Vec<Cell>,
    /// The names of the hexes at both ends of a string setup; `None` for free setup.
    pub string: Option<[String; 2]>,
}

/// A unit found in a game.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundUnit {
    /// The id, `None` to derive one from the name.
    pub id: Option<String>,
    /// The name.
    pub name: String,
    /// The label on the counter; `None` to derive one from the name.
    pub label: Option<String>,
    /// The index of the side, 0 or 1.
    pub side: usize,
    /// The arm; `None` if unknown.
    pub arm: Option<Arm>,
    /// The name of the formation.
    pub formation: Option<String>,
    /// The rating; `None` if unknown.
    pub rating: Option<u8>,
    /// The figures on front and back that replace the rating.
    pub values: [Option<String>; 2],
    /// The movement points on front and back.
    pub movement: Option<(u8, u8)>,
    /// The names of front and back.
    pub faces: [Option<String>; 2],
    /// The start of the unit.
    pub place: StartPlace,
}

/// The start of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StartPlace {
    /// Unknown: the unit is left out.
    #[default]
    Unknown,
    /// Unknown, but the unit is kept, to be placed in the editor.
    Unplaced,
    /// On the map, in a hex.
    Hex(Cell),
    /// In the setup zone with this id.
    Zone(String),
    /// As a reinforcement.
    Enters {
        /// The turn of entry.
        turn: u8,
        /// The id of the entry.
        at: String,
    },
}

/// The reason why a [`Draft`] cannot become a scenario.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DraftError {
    /// The template of the system is invalid, which no built-in template is.
    #[error("the template cannot be read")]
    Template,
    /// The scenario refuses a value found.
    #[error(transparent)]
    Value(#[from] ValueRefusal),
    /// The numbering found is invalid.
    #[error(transparent)]
    Numbering(#[from] NumberingProblem),
    /// The system is played on a table, but the map has hexes.
    #[error("{} is played on a table, but this map has hexes", .0.title())]
    OnTable(System),
    /// The map has no hexes.
    #[error("the map has no hexes")]
    NoHexes,
    /// The hex lattice exceeds the coordinates that a scan can have.
    #[error("the hexes lie too far from the picture")]
    PictureTooFar,
}

/// The most names listed in a note.
const LISTED: usize = 12;

/// Lists the first names, and the number of the others.
pub(crate) fn listed(names: &[String]) -> String {
    let shown = names.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
    match names.len().checked_sub(LISTED) {
        Some(more) if more > 0 => format!("{shown} and {more} more"),
        _ => shown,
    }
}

/// Parses the number at the start of `text`; `None` if there is none up to 255.
pub(crate) fn small(text: &str) -> Option<u8> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

impl Draft {
    /// Makes a scenario of `system` from the draft. The template of the system supplies everything else.
    ///
    /// # Errors
    /// The system is played on a table, the map is invalid, or the scenario refuses a value.
    pub fn finish(self, system: System) -> Result<Imported, DraftError> {
        self.made(system).map(MadeScenario::finish)
    }

    /// Makes a scenario of `system` from the draft, open to changes before it is written.
    pub(crate) fn made(self, system: System) -> Result<MadeScenario, DraftError> {
        let scenario = load(template(system)).scenario.ok_or(DraftError::Template)?;
        if scenario.common().table().is_some() {
            return Err(DraftError::OnTable(system));
        }
        let mut making = ScenarioBuilder::new(scenario, self.notes.clone());
        making.about(&self)?;
        let grid = making.ground(&self.ground)?;
        making.entries(&self, &grid)?;
        making.zones(&self, &grid)?;
        let formations = making.formations(&self, &grid)?;
        making.units(&self, &grid, &formations)?;
        let mut files = Vec::new();
        if let Some(picture) = self.picture {
            *making.scenario.common_mut().scan_mut() = Some(scan(&picture)?);
            files.push((picture.file, picture.bytes));
            making.notes.push("Every hex has clear terrain: trace the picture of the map in the editor".to_owned());
        }
        Ok(MadeScenario { scenario: making.scenario, files, notes: making.notes })
    }
}

/// A scenario made from a draft.
pub(crate) struct MadeScenario {
    pub(crate) scenario: Scenario,
    files: Vec<(String, Vec<u8>)>,
    pub(crate) notes: Vec<String>,
}

impl MadeScenario {
    /// Adds the closing note and writes the scenario's text.
    pub(crate) fn finish(mut self) -> Imported {
        self.notes.push(
            "Places, victory conditions and all numbers that were not found come from the template: check each page of \
             the scenario"
                .to_owned(),
        );
        Imported { text: save(None, &self.scenario), files: self.files, notes: self.notes }
    }
}

/// Returns the words of `name` in lower case. They are parted by anything but letters, and where a capital follows a small letter.
pub(crate) fn words(name: &str) -> Vec<String> {
    let mut words = vec![String::new()];
    let mut is_small = false;
    for letter in name.chars() {
        if !letter.is_alphabetic() || is_small && letter.is_uppercase() {
            words.push(String::new());
        }
        if let Some(word) = words.last_mut().filter(|_| letter.is_alphabetic()) {
            word.extend(letter.to_lowercase());
        }
        is_small = letter.is_lowercase();
    }
    words.retain(|word| !word.is_empty());
    words
}

/// Returns `true` if `word` is `noun` or its plural.
pub(crate) fn is_noun(word: &str, noun: &str) -> bool {
    word.strip_prefix(noun).is_some_and(|end| matches!(end, "" | "s" | "es"))
}

/// Returns the scan settings for `picture`.
fn scan(picture: &TracePicture) -> Result<Scan, DraftError> {
    let pixel = |(x, y): (f64, f64)| Some(Pixel { x: Pixels::new(x)?, y: Pixels::new(y)? });
    let [first, column, row] = picture.lattice.map(pixel);
    let file = ArtPath(picture.file.clone());
    Ok(Scan {
        file,
        first: first.ok_or(DraftError::PictureTooFar)?,
        column: column.ok_or(DraftError::PictureTooFar)?,
        row: row.ok_or(DraftError::PictureTooFar)?,
        opacity: 100,
    })
}
