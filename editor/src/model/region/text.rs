//! A map piece as text for the clipboard: JSON, described in `docs/map-piece.md`.
//!
//! Clipboard text is untrusted. Its size is checked before it is read, and every number before it is used.

use std::collections::BTreeMap;

use battlewright_schema::{HexsideKind, LabelSize, LabelStyle, Look, RoadKind, System, VOID};
use hexx::Hex;
use serde::{Deserialize, Serialize};
use serde_json::Value;
use smol_str::SmolStr;

use super::HexPlot;
use super::piece::{
    AxialOffset, Piece, PieceHex, PieceHexsides, PieceLabel, PiecePlace, PieceRoad, PieceTerrain, PieceUnit,
};
use crate::model::edit::levels::{HIGHEST, LOWEST};

/// The value of the field that identifies the text as a map piece.
const MARK: &str = "map piece";
/// The version of the format, the only one that is read.
const VERSION: u32 = 1;
/// The maximum length of a text, in bytes.
const LONGEST: usize = 16 << 20;
/// The maximum coordinate of a hex relative to the middle of its piece. It exceeds the size of any map.
const FARTHEST: i32 = 2000;
/// The maximum length of a name, in bytes.
const LONGEST_NAME: usize = 400;

/// The JSON form of a piece.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPiece {
    battlewright: String,
    version: u32,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    system: Option<System>,
    terrain: BTreeMap<char, WrittenKind>,
    rows: Vec<WrittenRow>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    hexsides: Vec<WrittenSides>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    roads: Vec<WrittenRoad>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    labels: Vec<WrittenLabel>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    places: Vec<WrittenPlace>,
    #[serde(default, skip_serializing_if = "Vec::is_empty")]
    units: Vec<WrittenUnit>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenKind {
    name: String,
    look: Look,
}

/// Consecutive hexes with the same second coordinate, from `q` on, as letters; `_` for positions without a hex.
#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRow {
    q: i32,
    r: i32,
    hexes: String,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    levels: Option<String>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenSides {
    kind: HexsideKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<SmolStr>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<SmolStr>,
    between: Vec<[AxialOffset; 2]>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenRoad {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    name: Option<SmolStr>,
    #[serde(default, skip_serializing_if = "RoadKind::is_default")]
    kind: RoadKind,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<SmolStr>,
    path: Vec<AxialOffset>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenPlace {
    id: String,
    name: SmolStr,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    holder: Option<String>,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    source: Option<SmolStr>,
    hexes: Vec<AxialOffset>,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenLabel {
    text: String,
    at: AxialOffset,
    #[serde(default, skip_serializing_if = "Option::is_none")]
    to: Option<AxialOffset>,
    #[serde(default)]
    size: LabelSize,
    #[serde(default)]
    style: LabelStyle,
}

#[derive(Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
struct WrittenUnit {
    #[serde(default, skip_serializing_if = "Option::is_none")]
    at: Option<AxialOffset>,
    row: Value,
}

/// Returns `piece` as text.
pub fn write(piece: &Piece) -> String {
    let mut rows: Vec<WrittenRow> = Vec::new();
    let has_levels = piece.ground.iter().any(|(_, ground)| ground.level.is_some());
    for ([q, r], places) in piece.ground.rows() {
        let Some(start) = places.iter().position(Option::is_some) else { continue };
        let end = places.iter().rposition(Option::is_some).map_or(start, |last| last + 1);
        let line = places.get(start..end).unwrap_or_default();
        let level = |ground: &Option<PieceHex>| ground.and_then(|ground| ground.level).unwrap_or(VOID);
        let levels = has_levels.then(|| line.iter().map(level).collect());
        let hexes = line.iter().map(|ground| ground.map_or(VOID, |ground| ground.letter)).collect();
        // The conversion cannot fail, since a map has fewer columns than `i32::MAX`.
        let start = i32::try_from(start).unwrap_or(0);
        rows.push(WrittenRow { q: q + start, r, hexes, levels });
    }
    let terrain = piece.terrain.iter().map(|(letter, kind)| {
        let PieceTerrain { name, look } = kind.clone();
        (*letter, WrittenKind { name, look })
    });
    let hexsides = piece.hexsides.iter().cloned().map(|row| {
        let PieceHexsides { kind, name, source, between } = row;
        WrittenSides { kind, name, source, between }
    });
    let roads = piece.roads.iter().cloned().map(|row| {
        let PieceRoad { name, kind, source, path } = row;
        WrittenRoad { name, kind, source, path }
    });
    let places = piece.places.iter().cloned().map(|row| {
        let PiecePlace { id, name, holder, source, hexes } = row;
        WrittenPlace { id, name, holder, source, hexes }
    });
    let labels = piece.labels.iter().cloned().map(|row| {
        let PieceLabel { text, at, to, size, style } = row;
        WrittenLabel { text, at, to, size, style }
    });
    let written = WrittenPiece {
        battlewright: MARK.to_owned(),
        version: VERSION,
        system: piece.system,
        terrain: terrain.collect(),
        rows,
        hexsides: hexsides.collect(),
        roads: roads.collect(),
        labels: labels.collect(),
        places: places.collect(),
        units: piece.units.iter().map(|unit| WrittenUnit { at: unit.at, row: unit.row.clone() }).collect(),
    };
    // Serialization cannot fail; if it did, the clipboard would be empty.
    serde_json::to_string(&written).unwrap_or_default()
}

/// Parses a text that [`write()`] returned.
///
/// # Errors
/// See [`PieceError`].
pub fn read(text: &str) -> Result<Piece, PieceError> {
    let text = text.trim_start();
    // The start of a foreign text suffices to reject it, even if the text is long.
    if !text.starts_with('{') || !text.get(..200.min(text.len())).unwrap_or(text).contains("\"battlewright\"") {
        return Err(PieceError::NotAPiece);
    }
    if text.len() > LONGEST {
        return Err(PieceProblem::TooLong.into());
    }
    let written: WrittenPiece =
        serde_json::from_str(text).map_err(|error| PieceProblem::Malformed(error.to_string()))?;
    if written.battlewright != MARK {
        return Err(PieceError::NotAPiece);
    }
    if written.version != VERSION {
        return Err(PieceProblem::Version(written.version).into());
    }
    Ok(sound(written)?)
}

/// The reason why a text is not a usable map piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PieceError {
    /// The text is not a map piece.
    #[error("The clipboard contains no piece of a map and no units. Select a region or units and copy them first.")]
    NotAPiece,
    /// The text is a map piece that cannot be used. The reason may quote the text, so it is shortened.
    #[error("The piece of a map in the clipboard cannot be used: {}.", .0.to_string().chars().take(200).collect::<String>())]
    Unusable(#[from] PieceProblem),
}

/// The problem of an unusable map piece.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum PieceProblem {
    /// The text is too long.
    #[error("it is larger than any map")]
    TooLong,
    /// The text does not have the structure of a piece. The message is that of the parser.
    #[error("{0}")]
    Malformed(String),
    /// The piece has another format version.
    #[error("it has version {0}; this program supports {VERSION}")]
    Version(u32),
    /// A name is too long or contains control characters.
    #[error("it contains an invalid name")]
    Name,
    /// The coordinates of a hex exceed those of any map.
    #[error("hex {}, {} is too far away", .0[0], .0[1])]
    FarHex(AxialOffset),
    /// Two hexes that must be adjacent are not.
    #[error("hexes {0:?} and {1:?} are not adjacent")]
    Apart(AxialOffset, AxialOffset),
    /// A row has more hexes than the coordinates can count.
    #[error("a row is too long")]
    LongRow,
    /// The terrain list lacks the letter of a hex.
    #[error("it does not define terrain {0:?}")]
    UnknownTerrain(char),
    /// The piece has neither hexes nor units, or features without their hexes.
    #[error("it has no hexes")]
    Empty,
}

/// Returns `name` if it is short enough and has no control characters.
fn named<T: AsRef<str>>(name: T) -> Result<T, PieceProblem> {
    let fits = name.as_ref().len() <= LONGEST_NAME && !name.as_ref().chars().any(char::is_control);
    if fits { Ok(name) } else { Err(PieceProblem::Name) }
}

fn maybe<T: AsRef<str>>(name: Option<T>) -> Result<Option<T>, PieceProblem> {
    name.map(named).transpose()
}

/// Validates a parsed piece.
fn sound(written: WrittenPiece) -> Result<Piece, PieceProblem> {
    let near = |at: AxialOffset| {
        let fits = at.iter().all(|n| (-FARTHEST..=FARTHEST).contains(n));
        if fits { Ok(at) } else { Err(PieceProblem::FarHex(at)) }
    };
    let next = |[a, b]: [AxialOffset; 2]| {
        let apart = Hex::from_array(near(a)?).unsigned_distance_to(Hex::from_array(near(b)?));
        if apart == 1 { Ok([a, b]) } else { Err(PieceProblem::Apart(a, b)) }
    };
    let mut ground = Vec::new();
    for row in written.rows {
        let mut levels = row.levels.as_deref().map(str::chars);
        // The previous letter, which is known to be valid.
        let mut known = VOID;
        for (n, letter) in row.hexes.chars().enumerate() {
            let q = i32::try_from(n).ok().and_then(|n| row.q.checked_add(n)).ok_or(PieceProblem::LongRow)?;
            let at = near([q, row.r])?;
            let level = levels.as_mut().and_then(Iterator::next);
            if letter == VOID {
                continue;
            }
            if letter != known && !written.terrain.contains_key(&letter) {
                return Err(PieceProblem::UnknownTerrain(letter));
            }
            known = letter;
            let level = level.filter(|level| (LOWEST..=HIGHEST).contains(level));
            ground.push((at, PieceHex { letter, level }));
        }
    }
    let features = [written.hexsides.len(), written.roads.len(), written.labels.len(), written.places.len()];
    if ground.is_empty() && (written.units.is_empty() || features != [0; 4]) {
        return Err(PieceProblem::Empty);
    }
    let mut piece = Piece { system: written.system, ground: HexPlot::of(&ground), ..Piece::default() };
    for (letter, kind) in written.terrain {
        piece.terrain.insert(letter, PieceTerrain { name: named(kind.name)?, look: kind.look });
    }
    for row in written.hexsides {
        let between = row.between.into_iter().map(next).collect::<Result<_, _>>()?;
        piece.hexsides.push(PieceHexsides {
            kind: row.kind,
            name: maybe(row.name)?,
            source: maybe(row.source)?,
            between,
        });
    }
    for row in written.roads {
        for pair in row.path.windows(2) {
            let [a, b] = pair else { continue };
            next([*a, *b])?;
        }
        let (name, source) = (maybe(row.name)?, maybe(row.source)?);
        piece.roads.push(PieceRoad { name, kind: row.kind, source, path: row.path });
    }
    for row in written.labels {
        let (at, to) = (near(row.at)?, row.to.map(near).transpose()?);
        piece.labels.push(PieceLabel { text: named(row.text)?, at, to, size: row.size, style: row.style });
    }
    for row in written.places {
        let hexes = row.hexes.into_iter().map(near).collect::<Result<_, _>>()?;
        let (id, name, holder) = (named(row.id)?, named(row.name)?, maybe(row.holder)?);
        piece.places.push(PiecePlace { id, name, holder, source: maybe(row.source)?, hexes });
    }
    for row in written.units {
        piece.units.push(PieceUnit { at: row.at.map(near).transpose()?, row: row.row });
    }
    Ok(piece)
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::model::document::Document;
    use crate::model::region::HexSet;

    /// Returns the whole map of `document` as a piece; `None` on a table.
    fn whole(document: &Document) -> Option<Piece> {
        let scenario = document.scenario();
        let grid = scenario.common().grid().ok()?;
        let patch = HexSet::of(&grid, grid.cells().filter(|cell| scenario.common().has(*cell)));
        Some(Piece::cut_out(scenario, &grid, &patch).0)
    }

    #[test]
    fn a_piece_is_read_as_it_was_written() {
        let mut kinds = std::collections::BTreeSet::new();
        for n in 0..crate::model::store::SHELF.len() {
            let Some(piece) = whole(&Document::from_shelf(n)) else { continue };
            assert!(!piece.places.is_empty());
            assert_eq!(read(&write(&piece)).unwrap(), piece);
            kinds.extend(piece.roads.iter().map(|road| road.kind));
        }
        assert_eq!(kinds.len(), 3, "ordinary roads, major ones and a Roman one");
    }

    #[test]
    fn what_is_no_piece_is_refused_with_its_reason() {
        let head =
            "{\"battlewright\":\"map piece\",\"version\":1,\"terrain\":{\".\":{\"name\":\"Clear\",\"look\":\"clear\"}}";
        let hex = "{\"q\":0,\"r\":0,\"hexes\":\"..\"}";
        let good = format!("{head},\"rows\":[{hex}]}}");
        assert_eq!(read(&good).unwrap().ground.len(), 2);
        for (text, reason) in [
            (String::new(), "contains no piece"),
            ("Hello".to_owned(), "contains no piece"),
            ("{\"battlewright\":\"replay\"}".to_owned(), "cannot be used: missing field"),
            (good.replace("map piece", "map"), "contains no piece"),
            (good.replace("\"version\":1", "\"version\":2"), "it has version 2"),
            (good.replace("\"q\":0", "\"q\":2147483647"), "too"),
            (good.replace("\"r\":0", "\"r\":-2001"), "hex 0, -2001 is too far away"),
            (good.replace("\"hexes\":\"..\"", "\"hexes\":\"__\""), "it has no hexes"),
            (good.replace("\"hexes\":\"..\"", "\"hexes\":\".x\""), "does not define terrain 'x'"),
            (good.replace("}]}", "}],\"roads\":[{\"path\":[[0,0],[2,0]]}]}"), "not adjacent"),
            (good.replace("}]}", "}],\"roads\":[{\"name\":\"a\\nb\",\"path\":[]}]}"), "it contains an invalid name"),
            (
                good.replace("}]}", "}],\"hexsides\":[{\"kind\":\"river\",\"between\":[[[0,0],[0,0]]]}]}"),
                "not adjacent",
            ),
            (
                good.replace("}]}", "}],\"places\":[{\"id\":\"a\",\"name\":\"A\",\"hexes\":[[9999,0]]}]}"),
                "too far away",
            ),
            (good.replace("}]}", "}],\"more\":1}"), "unknown field"),
            (format!("{head},\"rows\":{}", "[".repeat(100_000)), "cannot be used"),
            (format!("{head},\"rows\":[{hex}]{}}}", " ".repeat(LONGEST)), "larger than any map"),
        ] {
            let why = read(&text).unwrap_err().to_string();
            assert!(why.contains(reason), "{why}");
            assert!(why.len() < 400);
        }
    }

    proptest! {
        #[test]
        fn damaged_text_is_read_or_refused(at in 0_usize..4000, with in any::<char>()) {
            let mut text: Vec<char> = write(&whole(&Document::bundled()).unwrap()).chars().collect();
            let at = at % text.len();
            text[at] = with;
            let text: String = text.into_iter().collect();
            if let Ok(piece) = read(&text) {
                prop_assert!(piece.ground.iter().all(|(at, _)| at.iter().all(|n| n.abs() <= FARTHEST)));
            }
        }
    }
}
