//! The importable parts of a module, and the chosen ones.

use std::collections::{BTreeMap, BTreeSet};
use std::io;

use battlewright_schema::Arm;
use roxmltree::{Document, Node};
use serde::{Deserialize, Serialize};

use super::error::PieceTableError;
use super::pieces::{KnownUnit, Pieces};
use super::read::{class, components};
use crate::import::FoundUnit;

/// The chosen parts of a module.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Choice {
    /// The module's sides that make up each side of the scenario, several for allies; `None` for the first two.
    pub sides: Option<[Vec<String>; 2]>,
    /// The name or file of the saved setup with the units; `None` for the pieces on the board, or, if there are none, for
    /// the first saved setup with a piece there.
    pub setup: Option<String>,
    /// The [numbers](PalettePiece::number) of palette pieces to import as well.
    pub pieces: BTreeSet<usize>,
}

/// The parts of a module to choose from.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub struct Contents {
    /// The sides that players may take.
    pub sides: Vec<String>,
    /// The saved setups.
    pub setups: Vec<SavedSetup>,
    /// The palette pieces that stand nowhere, without markers.
    pub pieces: Vec<PalettePiece>,
}

/// A saved setup of a module.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct SavedSetup {
    /// The name that the module gives it, or its file name.
    pub name: String,
    /// The path of the file in the module.
    pub file: String,
}

/// A piece of a palette.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct PalettePiece {
    /// The number among the pieces of all palettes, from 1.
    pub number: usize,
    /// The palette and the list in it, such as `"Units / French"`.
    pub palette: String,
    /// The name.
    pub name: String,
    /// The name of its side in the scenario.
    pub side: String,
    /// The arm; `None` if unknown.
    pub arm: Option<Arm>,
    /// The rating; `None` if unknown.
    pub rating: Option<u8>,
    /// The movement points; `None` if unknown.
    pub movement: Option<u8>,
}

impl Contents {
    /// Lists the contents of a module; `units` stand somewhere already.
    pub(super) fn of(
        document: &Document<'_>,
        sides: Vec<String>,
        setups: Vec<SavedSetup>,
        pieces: &mut Pieces<'_>,
        scenario_sides: &[String; 2],
        units: &[FoundUnit],
    ) -> Self {
        // A palette often duplicates the pieces on the map: as many duplicates are left out.
        let mut standing: BTreeMap<(String, usize), usize> = BTreeMap::new();
        for unit in units {
            *standing.entry((unit.name.clone(), unit.side)).or_default() += 1;
        }
        let mut free = Vec::new();
        for (number, slot) in slots(document).take(MOST_PIECES) {
            let Some(KnownUnit { unit, .. }) = pieces.unit(&slot) else { continue };
            let key = (unit.name.clone(), unit.side);
            if let Some(left) = standing.get_mut(&key).filter(|left| **left > 0) {
                *left -= 1;
                continue;
            }
            free.push(PalettePiece {
                number,
                palette: palette(&slot),
                name: unit.name,
                side: scenario_sides.get(unit.side).cloned().unwrap_or_default(),
                arm: unit.arm,
                rating: unit.rating,
                movement: unit.movement.map(|(front, _)| front),
            });
        }
        Self { sides, setups, pieces: free }
    }

    /// Writes the pieces as a CSV table, from which the user deletes unwanted rows.
    ///
    /// # Errors
    /// The writer fails.
    pub fn table(&self, to: impl io::Write) -> csv::Result<()> {
        let mut table = csv::Writer::from_writer(to);
        table.write_record(HEADS)?;
        for piece in &self.pieces {
            let number = |number: Option<u8>| number.map_or_else(String::new, |number| number.to_string());
            table.write_record([
                piece.number.to_string(),
                piece.palette.clone(),
                piece.name.clone(),
                piece.side.clone(),
                piece.arm.map_or("", Arm::name).to_owned(),
                number(piece.rating),
                number(piece.movement),
            ])?;
        }
        table.flush()?;
        Ok(())
    }

    /// Returns the numbers of the pieces in an edited [table](Self::table).
    ///
    /// # Errors
    /// The table is malformed, or a row does not match a piece.
    pub fn kept(&self, table: &[u8]) -> Result<BTreeSet<usize>, PieceTableError> {
        let mut table = csv::ReaderBuilder::new().flexible(true).from_reader(table);
        let heads = table.headers()?.clone();
        let column = |name: &str| heads.iter().position(|head| head.trim().trim_start_matches('\u{feff}') == name);
        let (number, name) = (column(HEADS[0]), column(HEADS[2]));
        let number = number.ok_or(PieceTableError::NoColumn(HEADS[0]))?;
        let mut kept = BTreeSet::new();
        for (row, record) in (2..).zip(table.records()) {
            let record = record?;
            if record.iter().all(|cell| cell.trim().is_empty()) {
                continue;
            }
            let cell = record.get(number).unwrap_or_default().trim();
            let piece =
                cell.parse().ok().and_then(|number: usize| self.pieces.iter().find(|piece| piece.number == number));
            let piece = piece.ok_or_else(|| PieceTableError::NoPiece { row, cell: cell.to_owned() })?;
            let said = name.and_then(|name| record.get(name)).map(str::trim);
            if let Some(said) = said.filter(|said| *said != piece.name.trim()) {
                let (name, said) = (piece.name.clone(), said.to_owned());
                return Err(PieceTableError::OtherName { row, number: piece.number, name, said });
            }
            kept.insert(piece.number);
        }
        Ok(kept)
    }
}

/// The headers of the table of pieces.
const HEADS: [&str; 7] = ["number", "palette", "name", "side", "arm", "rating", "movement"];

/// The most palette pieces read.
pub(super) const MOST_PIECES: usize = 20_000;

/// Returns the slots of palettes with their numbers: those in neither a setup stack nor a deck.
pub(super) fn slots<'n>(document: &'n Document<'_>) -> impl Iterator<Item = (usize, Node<'n, 'n>)> {
    let slot = |node: &Node<'_, '_>| node.is_element() && matches!(class(node), "PieceSlot" | "CardSlot");
    let lies = |node: &Node<'_, '_>| matches!(class(node), "SetupStack" | "DrawPile");
    (1..).zip(document.descendants().filter(move |node| slot(node) && !node.ancestors().any(|above| lies(&above))))
}

/// Returns the names of the palette parts around a slot, from the outermost.
fn palette(slot: &Node<'_, '_>) -> String {
    let named = slot.ancestors().skip(1).filter(|node| node.parent_element().is_some());
    let named = named.filter_map(|node| node.attribute("entryName").or(node.attribute("name")));
    let mut names: Vec<&str> = named.filter(|name| !name.trim().is_empty()).take(4).collect();
    names.reverse();
    names.join(" / ")
}

/// Returns the saved setups among the files `names`: those that the module lists first, then the others.
pub(super) fn setups(document: &Document<'_>, names: &BTreeSet<String>) -> Vec<SavedSetup> {
    let mut found: Vec<SavedSetup> = Vec::new();
    for setup in components(document, "PredefinedSetup") {
        if let Some(file) = setup.attribute("file").filter(|file| names.contains(*file)) {
            let name = setup.attribute("name").filter(|name| !name.trim().is_empty()).unwrap_or(file);
            found.push(SavedSetup { name: name.to_owned(), file: file.to_owned() });
        }
    }
    let others = names.iter().filter(|name| name.to_lowercase().ends_with(".vsav"));
    found.extend(others.map(|name| SavedSetup { name: name.clone(), file: name.clone() }));
    let mut once = BTreeSet::new();
    found.retain(|setup| once.insert(setup.file.clone()));
    found
}
