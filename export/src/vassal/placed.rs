//! The pieces of a module and their places, for comparing a module with its scenario.

use std::collections::BTreeMap;

use battlewright_schema::Scenario;
use roxmltree::{Document, Node};

use super::error::ModuleError;
use crate::archive::{Archive, Limits, xml};
use crate::scene::Options;

/// The width of the hexes of the module that is made for the comparison, in pixels. Names of places do not depend on it.
const HEX: f32 = 24.0;

/// A piece of a module and its place at the start.
#[derive(Clone, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub struct PlacedPiece {
    /// The name of the piece.
    pub piece: String,
    /// The name of the board.
    pub board: String,
    /// The name of the hex or of the box.
    pub place: String,
}

/// Returns the pieces that stand on the boards of a module, each with the number of its copies.
///
/// # Errors
/// The bytes are no module, or exceed the limits of [`Archive`].
pub fn placed(bytes: &[u8]) -> Result<BTreeMap<PlacedPiece, usize>, ModuleError> {
    let mut archive = Archive::open(bytes, Limits::default())?;
    let mut text = None;
    for file in ["buildFile.xml", "buildFile"] {
        if text.is_none() {
            text = archive.text(file)?.map(|text| (file, text));
        }
    }
    let (file, text) = text.ok_or(ModuleError::NoBuildFile)?;
    let document = xml(&text, file)?;
    Ok(of(&document))
}

fn of(document: &Document<'_>) -> BTreeMap<PlacedPiece, usize> {
    let mut found = BTreeMap::new();
    let is = |node: &Node<'_, '_>, class: &str| node.is_element() && node.tag_name().name().ends_with(class);
    for stack in document.descendants().filter(|node| is(node, "SetupStack")) {
        let named = |name: &str| stack.attribute(name).unwrap_or_default().to_owned();
        // The location is that of the hex; a stack without one has its name only.
        let location = named("location");
        let place = if location.is_empty() { named("name") } else { location };
        for slot in stack.descendants().filter(|node| is(node, "PieceSlot")) {
            let piece = slot.attribute("entryName").unwrap_or_default().to_owned();
            *found.entry(PlacedPiece { piece, board: named("owningBoard"), place: place.clone() }).or_insert(0) += 1;
        }
    }
    found
}

/// Returns sentences about the pieces of the module in `bytes` that are not those of `scenario`: missing ones, others, and pieces that
/// stand elsewhere. This does not rely on the scenario within the module.
///
/// # Errors
/// The bytes are no module, or no module can be made of `scenario`.
pub fn wrong_pieces(bytes: &[u8], scenario: &Scenario) -> Result<Vec<String>, ModuleError> {
    let found = placed(bytes)?;
    let wanted = super::build::build_file(scenario, &Options::default(), HEX)?;
    let wanted = of(&xml(&String::from_utf8_lossy(&wanted), "buildFile.xml")?);
    let count = |pieces: &BTreeMap<PlacedPiece, usize>, piece: &PlacedPiece| pieces.get(piece).copied().unwrap_or(0);
    let mut sentences = Vec::new();
    for piece in found.keys().chain(wanted.keys().filter(|piece| !found.contains_key(*piece))) {
        let (has, needs) = (count(&found, piece), count(&wanted, piece));
        let PlacedPiece { piece, board, place } = piece;
        let at = if board == place { board.clone() } else { format!("{place} of {board}") };
        match (has, needs) {
            _ if has == needs => {}
            (0, _) => sentences.push(format!("piece {piece}: missing at {at}")),
            (_, 0) => sentences.push(format!("piece {piece}: at {at}, where the scenario has none")),
            _ => sentences.push(format!("piece {piece}: {has} at {at}, not {needs}")),
        }
    }
    Ok(sentences)
}

#[cfg(test)]
mod tests {
    use std::io::{Cursor, Read as _, Write as _};

    use battlewright_schema::{System, load, template};

    use super::*;

    #[test]
    fn pieces_that_were_moved_in_a_module_are_found() {
        let scenario = load(template(System::MarsLaTour)).scenario.unwrap();
        let bytes = super::super::write(&scenario, &Options::default(), 40.0).unwrap();
        assert_eq!(wrong_pieces(&bytes, &scenario).unwrap(), [] as [String; 0]);
        let mut from = zip::ZipArchive::new(Cursor::new(bytes)).unwrap();
        let mut to = zip::ZipWriter::new(Cursor::new(Vec::new()));
        for at in 0..from.len() {
            let mut file = from.by_index(at).unwrap();
            let name = file.name().unwrap().into_owned();
            let mut content = Vec::new();
            file.read_to_end(&mut content).unwrap();
            if name == "buildFile.xml" {
                let text = String::from_utf8(content).unwrap();
                assert!(text.contains("location=\"0704\""), "{text}");
                content = text.replace("location=\"0704\"", "location=\"0706\"").into_bytes();
            }
            to.start_file(name, zip::write::SimpleFileOptions::default()).unwrap();
            to.write_all(&content).unwrap();
        }
        let told = wrong_pieces(&to.finish().unwrap().into_inner(), &scenario).unwrap();
        assert_eq!(told.len(), 2, "{told:?}");
        assert!(told.iter().any(|word| word.ends_with("missing at 0704 of Map")), "{told:?}");
        assert!(told.iter().any(|word| word.ends_with("at 0706 of Map, where the scenario has none")), "{told:?}");
    }
}
