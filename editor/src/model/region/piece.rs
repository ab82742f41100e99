//! A map piece: the contents of some hexes, independent of their position.

use std::collections::BTreeMap;

use battlewright_schema::{
    Cell, Common, Counter, DocPath, Grid, HexId, HexsideKind, LabelSize, LabelStyle, Look, RoadKind, Scenario, Start,
    System,
};
use hexx::Hex;
use serde_json::Value;
use smol_str::SmolStr;

use super::{HexPlot, HexSet};

/// The axial coordinates of a hex of a piece, from the piece's middle hex.
pub type AxialOffset = [i32; 2];

/// A terrain of a piece, so that a map with other letters knows it too.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceTerrain {
    /// Its name in the terrain chart.
    pub name: String,
    /// The way in which it is drawn.
    pub look: Look,
}

/// The ground of a hex of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceHex {
    /// Its terrain letter.
    pub letter: char,
    /// Its level, if the map has levels.
    pub level: Option<char>,
}

/// A feature along hexsides, as far as these lie wholly within a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceHexsides {
    /// The feature that lies there.
    pub kind: HexsideKind,
    /// Its name.
    pub name: Option<SmolStr>,
    /// The place where this is known from.
    pub source: Option<SmolStr>,
    /// The hexsides, each by its two hexes.
    pub between: Vec<[AxialOffset; 2]>,
}

/// A stretch of a road within a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceRoad {
    /// The name of the road.
    pub name: Option<SmolStr>,
    /// The sort of road.
    pub kind: RoadKind,
    /// The place where this is known from.
    pub source: Option<SmolStr>,
    /// The hexes it joins.
    pub path: Vec<AxialOffset>,
}

/// A named place, as far as it lies within a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecePlace {
    /// Its id where it comes from.
    pub id: String,
    /// Its name.
    pub name: SmolStr,
    /// The side that holds it at first.
    pub holder: Option<String>,
    /// The place where this is known from.
    pub source: Option<SmolStr>,
    /// Its hexes.
    pub hexes: Vec<AxialOffset>,
}

/// Words on the map, if all that they lie on is within a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceLabel {
    /// The words.
    pub text: String,
    /// The place where they stand or begin.
    pub at: AxialOffset,
    /// The place where they end, if they run along a line.
    pub to: Option<AxialOffset>,
    /// The size of the words.
    pub size: LabelSize,
    /// The thing that they name.
    pub style: LabelStyle,
}

/// A unit that stands in a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceUnit {
    /// The place where it stands.
    pub at: AxialOffset,
    /// Its row in the file.
    pub row: Value,
}

/// A piece of a map.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Piece {
    /// The system it comes from, whose units other systems cannot take.
    pub system: Option<System>,
    /// The meaning of its letters.
    pub terrain: BTreeMap<char, PieceTerrain>,
    /// Its hexes.
    pub ground: HexPlot,
    /// The features along its hexsides.
    pub hexsides: Vec<PieceHexsides>,
    /// Its roads.
    pub roads: Vec<PieceRoad>,
    /// Its labels.
    pub labels: Vec<PieceLabel>,
    /// Its places.
    pub places: Vec<PiecePlace>,
    /// Its units.
    pub units: Vec<PieceUnit>,
}

/// The stretches of `path` whose steps are `kept`, each of two hexes at least.
pub(super) fn stretches<T: Clone>(path: &[T], kept: impl Fn(&T, &T) -> bool) -> Vec<Vec<T>> {
    let mut found: Vec<Vec<T>> = Vec::new();
    let mut open = false;
    for pair in path.windows(2) {
        let [a, b] = pair else { continue };
        if !kept(a, b) {
            open = false;
            continue;
        }
        match found.last_mut().filter(|_| open) {
            Some(stretch) => stretch.push(b.clone()),
            None => found.push(vec![a.clone(), b.clone()]),
        }
        open = true;
    }
    found
}

impl Piece {
    /// The content of the hexes of `patch`, and the hex that becomes its middle.
    pub fn cut_out(scenario: &Scenario, grid: &Grid, patch: &HexSet) -> (Self, Hex) {
        let common = scenario.common();
        let middle = middle(grid, patch);
        let at = |cell: Cell| (grid.hex(cell) - middle).to_array();
        let inside = |hex: &HexId| grid.cell(hex).filter(|cell| patch.contains(*cell));
        let letter = |cell: Cell| common.hexes().get(cell.column.into(), cell.row.into());
        let level = |cell: Cell| common.levels().and_then(|rows| rows.get(cell.column.into(), cell.row.into()));
        let ground: Vec<(AxialOffset, PieceHex)> = patch
            .cells()
            .filter(|cell| common.has(*cell))
            .filter_map(|cell| Some((at(cell), PieceHex { letter: letter(cell)?, level: level(cell) })))
            .collect();
        // Neighbors are mostly alike.
        let mut letters: Vec<char> = ground.iter().map(|(_, ground)| ground.letter).collect();
        letters.dedup();
        let used = std::collections::BTreeSet::from_iter(letters);
        let chart = common.terrain();
        let kind = |letter: char| match chart.iter().find(|row| row.letter.0 == letter) {
            Some(row) => PieceTerrain { name: row.name.to_owned(), look: row.look },
            // A letter that the chart has not is a mistake, but one that can be moved.
            None => PieceTerrain { name: letter.to_string(), look: Look::default() },
        };
        let terrain = used.into_iter().map(|letter| (letter, kind(letter))).collect();
        let hexsides = common.hexsides().iter().filter_map(|row| {
            let sides = row.between.iter().filter_map(|side| side.hexes());
            let between: Vec<[AxialOffset; 2]> =
                sides.filter_map(|(a, b)| Some([at(inside(&a)?), at(inside(&b)?)])).collect();
            let (name, source) = (row.name.clone(), row.source.clone());
            (!between.is_empty()).then_some(PieceHexsides { kind: row.kind, name, source, between })
        });
        let roads = common.roads().iter().flat_map(|row| {
            let stretches = stretches(&row.path, |a, b| inside(a).is_some() && inside(b).is_some());
            stretches.into_iter().map(|path| PieceRoad {
                name: row.name.clone(),
                kind: row.kind,
                source: row.source.clone(),
                path: path.iter().filter_map(inside).map(at).collect(),
            })
        });
        let labels = common.labels().iter().filter_map(|row| {
            let to = match &row.to {
                Some(to) => Some(at(inside(to)?)),
                None => None,
            };
            let (text, size, style) = (row.text.clone(), row.size, row.style);
            Some(PieceLabel { text, at: at(inside(&row.at)?), to, size, style })
        });
        let places = common.places().iter().filter_map(|row| {
            let hexes: Vec<AxialOffset> = row.hexes.iter().filter_map(inside).map(at).collect();
            (!hexes.is_empty()).then(|| PiecePlace {
                id: row.id.to_string(),
                name: row.name.clone(),
                holder: row.holder.as_ref().map(ToString::to_string),
                source: row.source.clone(),
                hexes,
            })
        });
        let units = standing(common, grid, patch).into_iter().filter_map(|(counter, cell)| {
            let Counter::Unit(n) = counter else { return None };
            Some(PieceUnit { at: at(cell), row: scenario.get(&DocPath::root().key("unit").index(n))? })
        });
        let piece = Self {
            system: Some(scenario.system()),
            terrain,
            hexsides: hexsides.collect(),
            roads: roads.collect(),
            labels: labels.collect(),
            places: places.collect(),
            units: units.collect(),
            ground: HexPlot::of(&ground),
        };
        (piece, middle)
    }
}

/// The hex of `patch` nearest to its middle.
fn middle(grid: &Grid, patch: &HexSet) -> Hex {
    let (mut columns, mut rows, mut count) = (0_u64, 0_u64, 0_u64);
    for cell in patch.cells() {
        columns += u64::from(cell.column);
        rows += u64::from(cell.row);
        count += 1;
    }
    let mean = |sum: u64| u16::try_from(sum / count.max(1)).unwrap_or(u16::MAX);
    let center = grid.hex(Cell { column: mean(columns), row: mean(rows) });
    let nearest = patch.cells().map(|cell| grid.hex(cell)).min_by_key(|hex| hex.unsigned_distance_to(center));
    nearest.unwrap_or(center)
}

/// The counters that stand in the hexes of `patch`, and where.
pub(super) fn standing(common: &dyn Common, grid: &Grid, patch: &HexSet) -> Vec<(Counter, Cell)> {
    let start = |counter: Counter| match common.counter(counter)?.start {
        Start::At(hex) => grid.cell(&hex).filter(|cell| patch.contains(*cell)),
        _ => None,
    };
    common.counters().into_iter().filter_map(|counter| Some((counter, start(counter)?))).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_way_is_cut_where_a_step_is_not_kept() {
        let even = |a: &u8, b: &u8| !a.is_multiple_of(10) && !b.is_multiple_of(10);
        assert_eq!(stretches(&[1, 2, 10, 3, 20, 4, 5, 6], even), [vec![1, 2], vec![4, 5, 6]]);
        assert_eq!(stretches(&[1], even), [[0; 0]; 0]);
        // What is left of a road is what is not taken out of it, the steps over the edge included.
        let inside = |n: &u8| (3..=4).contains(n);
        let left = stretches(&[1, 2, 3, 4, 5], |a, b| !(inside(a) && inside(b)));
        assert_eq!(left, [vec![1, 2, 3], vec![4, 5]]);
    }
}
