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

/// The axial coordinates of a hex, relative to the middle hex of its piece.
pub type AxialOffset = [i32; 2];

/// A terrain of a piece, so that a map with other letters can match it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceTerrain {
    /// The name in the terrain chart.
    pub name: String,
    /// The look of the terrain on the map.
    pub look: Look,
}

/// The terrain and level of a hex of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceHex {
    /// The terrain letter.
    pub letter: char,
    /// The level, if the map has levels.
    pub level: Option<char>,
}

/// A hexside feature, limited to the hexsides inside a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceHexsides {
    /// The kind of feature.
    pub kind: HexsideKind,
    /// The name of the feature.
    pub name: Option<SmolStr>,
    /// The source of the data.
    pub source: Option<SmolStr>,
    /// The hexsides, each by its two hexes.
    pub between: Vec<[AxialOffset; 2]>,
}

/// A part of a road inside a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceRoad {
    /// The name of the road.
    pub name: Option<SmolStr>,
    /// The kind of road.
    pub kind: RoadKind,
    /// The source of the data.
    pub source: Option<SmolStr>,
    /// The hexes of the road, each adjacent to the next.
    pub path: Vec<AxialOffset>,
}

/// A named place, limited to its hexes inside a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PiecePlace {
    /// The id in the original scenario.
    pub id: String,
    /// The name of the place.
    pub name: SmolStr,
    /// The side that holds the place at the start.
    pub holder: Option<String>,
    /// The source of the data.
    pub source: Option<SmolStr>,
    /// The hexes of the place.
    pub hexes: Vec<AxialOffset>,
}

/// A label whose ends are inside a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PieceLabel {
    /// The text of the label.
    pub text: String,
    /// The hex of the label, or the one where it begins.
    pub at: AxialOffset,
    /// The hex where the label ends, if it runs along a line.
    pub to: Option<AxialOffset>,
    /// The text size.
    pub size: LabelSize,
    /// The style, which tells the kind of feature that the label names.
    pub style: LabelStyle,
}

/// A unit inside a piece.
#[derive(Clone, Debug, PartialEq)]
pub struct PieceUnit {
    /// The hex of the unit; `None` if it starts elsewhere, such as on a table or as a reinforcement.
    pub at: Option<AxialOffset>,
    /// The row of the unit in the file.
    pub row: Value,
}

/// A map piece.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Piece {
    /// The system of the original scenario. Its units cannot be placed in a scenario of another system.
    pub system: Option<System>,
    /// The terrains by their letters.
    pub terrain: BTreeMap<char, PieceTerrain>,
    /// The terrain and level of each hex.
    pub ground: HexPlot,
    /// The hexside features.
    pub hexsides: Vec<PieceHexsides>,
    /// The parts of roads.
    pub roads: Vec<PieceRoad>,
    /// The labels.
    pub labels: Vec<PieceLabel>,
    /// The places.
    pub places: Vec<PiecePlace>,
    /// The units.
    pub units: Vec<PieceUnit>,
}

/// Returns the longest parts of `path` whose steps are all `kept`. Each part has at least two hexes.
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
    /// Returns the contents of `patch` as a piece, and the hex that is its middle.
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
        // Neighbors often have the same letter, so `dedup` shortens the list before it is sorted.
        let mut letters: Vec<char> = ground.iter().map(|(_, ground)| ground.letter).collect();
        letters.dedup();
        let used = std::collections::BTreeSet::from_iter(letters);
        let chart = common.terrain();
        let kind = |letter: char| match chart.iter().find(|row| row.letter.0 == letter) {
            Some(row) => PieceTerrain { name: row.name.to_owned(), look: row.look },
            // A letter that is missing in the chart is an error, but it can be moved nevertheless.
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
            Some(PieceUnit { at: Some(at(cell)), row: scenario.get(&DocPath::root().key("unit").index(n))? })
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

    /// Returns `units` without any ground, relative to the middle of those that start on the map.
    pub fn of_units(scenario: &Scenario, units: &[usize]) -> Self {
        let common = scenario.common();
        let grid = common.grid().ok();
        let start = |unit: usize| match common.unit(unit)?.start {
            Start::At(hex) => grid.as_ref()?.cell(&hex),
            _ => None,
        };
        let cells = || units.iter().filter_map(|unit| start(*unit));
        let middle = grid.as_ref().map_or(Hex::ZERO, |grid| middle(grid, &HexSet::of(grid, cells())));
        let at = |unit: usize| Some((grid.as_ref()?.hex(start(unit)?) - middle).to_array());
        let row = |unit: usize| scenario.get(&DocPath::root().key("unit").index(unit));
        let units = units.iter().filter_map(|unit| Some(PieceUnit { at: at(*unit), row: row(*unit)? }));
        Self { system: Some(scenario.system()), units: units.collect(), ..Self::default() }
    }

    /// Returns `true` if the piece consists of units alone.
    pub fn is_units(&self) -> bool {
        self.ground.is_empty() && !self.units.is_empty()
    }
}

/// Returns the hex of `patch` that is nearest to its center.
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

/// Returns the counters that start in the hexes of `patch`, with their hexes.
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
        // The remaining parts of a road keep the steps across the edge of the removed region.
        let inside = |n: &u8| (3..=4).contains(n);
        let left = stretches(&[1, 2, 3, 4, 5], |a, b| !(inside(a) && inside(b)));
        assert_eq!(left, [vec![1, 2, 3], vec![4, 5]]);
    }
}
