//! New scenarios from the games of other programs: a map with units.

mod making;

use std::collections::BTreeSet;

use battlewright_schema::{
    Arm, ArtPath, Cell, Numbering, NumberingProblem, Orientation, Parity, Pixel, Pixels, Scan, Scenario, System,
    ValueRefusal, load, save, template,
};

use making::ScenarioBuilder;

/// A scenario to start from, and what belongs to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Imported {
    /// The scenario's text.
    pub text: String,
    /// The files beside it, such as the picture of the map: their names and bytes.
    pub files: Vec<(String, Vec<u8>)>,
    /// Notes on what could not be taken, what was guessed, and what is still to be done, in sentences.
    pub notes: Vec<String>,
}

/// Everything that was found of a game.
#[derive(Clone, Debug, PartialEq)]
pub struct Draft {
    /// Its name.
    pub title: String,
    /// The map.
    pub ground: Ground,
    /// The picture of the map.
    pub picture: Option<TracePicture>,
    /// The names of the two sides.
    pub sides: [String; 2],
    /// The number of turns that it has, if that is known.
    pub turns: Option<u8>,
    /// The zones in which units are set up.
    pub zones: Vec<SetupZone>,
    /// The units.
    pub units: Vec<FoundUnit>,
    /// The notes about it.
    pub notes: Vec<String>,
}

/// The shape of a map.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Ground {
    /// The way in which the hexes stand.
    pub orientation: Orientation,
    /// The columns that sit lower or, with points on top, the rows further right, by their printed number.
    pub shifted: Parity,
    /// The number of columns and rows that it has.
    pub size: (u16, u16),
    /// The names of the hexes.
    pub numbering: Numbering,
    /// The place where it has no hexes.
    pub missing: BTreeSet<Cell>,
}

/// A picture of the map to trace.
#[derive(Clone, Debug, PartialEq)]
pub struct TracePicture {
    /// The name of its file.
    pub file: String,
    /// Its bytes.
    pub bytes: Vec<u8>,
    /// The center of the top left hex, and the ways to the next column and the next row, in pixels.
    pub lattice: [(f64, f64); 3],
}

/// A zone in which units are set up, as it was found.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SetupZone {
    /// Its id.
    pub id: String,
    /// Its name.
    pub name: String,
    /// Its hexes.
    pub hexes: Vec<Cell>,
    /// The names of the hexes at both ends of the string that its units form.
    pub string: Option<[String; 2]>,
}

/// A unit as it was found.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FoundUnit {
    /// Its id, if it has one.
    pub id: Option<String>,
    /// Its name.
    pub name: String,
    /// The letters printed on its counter.
    pub label: Option<String>,
    /// Its side, 0 or 1.
    pub side: usize,
    /// Its arm, if it is known.
    pub arm: Option<Arm>,
    /// The formation it belongs to.
    pub formation: Option<String>,
    /// The number that tells how good it is.
    pub rating: Option<u8>,
    /// The figures on its two sides in place of the rating.
    pub values: [Option<String>; 2],
    /// Its movement points on its two sides.
    pub movement: Option<(u8, u8)>,
    /// The place where it starts.
    pub place: StartPlace,
}

/// The place where a unit starts.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum StartPlace {
    /// Nobody knows, so that it is left out.
    #[default]
    Unknown,
    /// Nobody knows, and it is taken all the same: it is placed in the editor.
    Unplaced,
    /// In a hex.
    Hex(Cell),
    /// In the setup zone of this id.
    Zone(String),
    /// It enters.
    Enters {
        /// The turn.
        turn: u8,
        /// The entry.
        at: String,
    },
}

/// Why a [`Draft`] is no scenario. Nothing is made of it then.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum DraftError {
    /// The template of the system is no scenario. No template of ours is so.
    #[error("the template cannot be read")]
    Template,
    /// The scenario cannot have something that was found.
    #[error(transparent)]
    Value(#[from] ValueRefusal),
    /// The hexes cannot be numbered as they were found.
    #[error(transparent)]
    Numbering(#[from] NumberingProblem),
    /// The map has no hexes.
    #[error("the map has no hexes")]
    NoHexes,
    /// The lattice of hexes is too far from the picture, or too large.
    #[error("the hexes lie too far from the picture")]
    PictureTooFar,
}

/// The number of names that a note lists.
const LISTED: usize = 12;

/// The first names of `names`, and how many more there are.
pub(crate) fn listed(names: &[String]) -> String {
    let shown = names.iter().take(LISTED).cloned().collect::<Vec<_>>().join(", ");
    match names.len().checked_sub(LISTED) {
        Some(more) if more > 0 => format!("{shown} and {more} more"),
        _ => shown,
    }
}

/// A small number at the beginning of `text`.
pub(crate) fn small(text: &str) -> Option<u8> {
    let text = text.trim();
    let end = text.find(|c: char| !c.is_ascii_digit()).unwrap_or(text.len());
    text[..end].parse().ok()
}

impl Draft {
    /// A scenario of `system` with what was found; what the system needs besides is its template's.
    ///
    /// # Errors
    /// The map is none that a scenario can have.
    pub fn finish(self, system: System) -> Result<Imported, DraftError> {
        self.made(system).map(MadeScenario::finish)
    }

    /// A scenario of `system` with what was found, which can be changed before it is written.
    pub(crate) fn made(self, system: System) -> Result<MadeScenario, DraftError> {
        let scenario = load(template(system)).scenario.ok_or(DraftError::Template)?;
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
            making.notes.push("Every hex is clear ground: trace the picture of the map in the editor".to_owned());
        }
        Ok(MadeScenario { scenario: making.scenario, files, notes: making.notes })
    }
}

/// A scenario made of what was found.
pub(crate) struct MadeScenario {
    pub(crate) scenario: Scenario,
    files: Vec<(String, Vec<u8>)>,
    pub(crate) notes: Vec<String>,
}

impl MadeScenario {
    /// Its text, and what belongs to it.
    pub(crate) fn finish(mut self) -> Imported {
        self.notes.push(
            "Places and victory are the template's, and so is every number that was not found: look at each page of \
             the scenario"
                .to_owned(),
        );
        Imported { text: save(None, &self.scenario), files: self.files, notes: self.notes }
    }
}

/// The place where the hexes of `picture` are.
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
