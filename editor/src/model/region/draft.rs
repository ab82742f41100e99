//! The edit that places, moves or clears a part of the map.

mod sheet;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::surgery::NewGround as Bare;
use battlewright_schema::{
    Cell, Common, Counter, DocPath, Grid, HexId, Hexside, HexsideId, HexsideKind, Label, Place, Road, Scenario, Start,
};
use hexx::Hex;
use smol_str::SmolStr;

use super::held::HeldPiece;
use super::pasted_units::{PastedStart, PastedUnits};
use super::piece::{AxialOffset, PieceTerrain, standing, stretches};
use super::rows::Rows;
use super::{HexSet, RegionContents};
use crate::model::edit::{Edit, ListChange};
use crate::model::names::free_id;
use sheet::LetterGrid;

/// The edit of a placement and its effects.
#[derive(Debug, PartialEq)]
pub struct Outcome {
    /// The change of the scenario.
    pub edit: Edit,
    /// The hexes of the map that the piece covers.
    pub patch: HexSet,
    /// The parts that could not be placed, as text separated by semicolons; empty if there are none.
    pub lost: String,
}

/// A map piece and the position where it is placed.
#[derive(Clone, Debug, PartialEq)]
pub struct PiecePlacement {
    /// The piece.
    pub held: HeldPiece,
    /// The contents to place.
    pub carry: RegionContents,
    /// The position of the piece's middle hex.
    pub middle: Hex,
}

/// The map during a change.
struct MapDraft<'a> {
    scenario: &'a Scenario,
    common: &'a dyn Common,
    grid: &'a Grid,
    carry: RegionContents,
    letters: LetterGrid,
    levels: LetterGrid,
    hexsides: Rows<'a, Hexside>,
    roads: Rows<'a, Road>,
    labels: Rows<'a, Label>,
    places: Rows<'a, Place>,
    units: Vec<Edit>,
    lost: Vec<String>,
}

/// Fills `patch` with the default terrain and removes the features that are entirely inside.
pub fn clear(scenario: &Scenario, grid: &Grid, carry: RegionContents, patch: &HexSet) -> Edit {
    let mut draft = MapDraft::new(scenario, grid, carry);
    draft.bare(patch, Bare::usual(scenario));
    draft.strip(patch);
    if carry.places {
        let inside = |hex: &HexId| is_in(grid, patch, hex);
        draft.labels.change(|row| {
            let gone = inside(&row.at) && row.to.as_ref().is_none_or(inside);
            gone.then(Vec::new)
        });
        draft.places.change(|row| {
            let hexes: Vec<HexId> = row.hexes.iter().filter(|hex| !inside(hex)).cloned().collect();
            let left = (!hexes.is_empty()).then(|| Place { hexes, ..row.clone() });
            Some(left.into_iter().collect())
        });
    }
    if carry.units {
        // Units are removed from the last to the first, so that the indices of the others stay valid.
        for (counter, _) in standing(draft.common, grid, patch).into_iter().rev() {
            if let Counter::Unit(n) = counter {
                draft.units.push(Edit::Put(DocPath::root().key("unit").index(n), None));
            }
        }
    }
    draft.finish()
}

/// Places `held` with its middle hex at `middle`. A piece that is being moved is removed from its origin.
pub fn place_piece(scenario: &Scenario, grid: &Grid, carry: RegionContents, held: &HeldPiece, middle: Hex) -> Outcome {
    let mut draft = MapDraft::new(scenario, grid, carry);
    let cells = held.piece.ground.iter().filter_map(|(at, _)| held.cell(grid, middle, at));
    let patch = HexSet::of(grid, cells.filter(|cell| draft.common.has(*cell)));
    let off = held.piece.ground.len() - patch.len();
    if off > 0 {
        draft.lost.push(if off == 1 {
            "1 hex was off the map".to_owned()
        } else {
            format!("{off} hexes were off the map")
        });
    }
    if let Some(from) = &held.from {
        draft.bare(&from.patch, from.bare);
        draft.strip(&from.patch);
    }
    draft.strip(&patch);
    let spot = LaidPiece { held, grid, middle, patch: &patch };
    draft.ground(&spot);
    if carry.hexsides {
        draft.hexsides(&spot);
    }
    if carry.roads {
        draft.roads(&spot);
    }
    if carry.places {
        draft.places(&spot);
    }
    if carry.units {
        draft.units(&spot);
    }
    let lost = draft.lost.join("; ");
    Outcome { edit: draft.finish(), patch, lost }
}

/// Returns, for each terrain letter of `held`, the letter in `scenario` of the terrain with the same name, or else with
/// the same look, or `None`. A piece that is moved within its map keeps its letters.
pub fn known(scenario: &Scenario, held: &HeldPiece) -> BTreeMap<char, Option<char>> {
    let terrain = scenario.common().terrain();
    let letter = |letter: char, kind: &PieceTerrain| {
        let same = |name: &str| name.to_lowercase() == kind.name.to_lowercase();
        let own = terrain.iter().find(|row| row.letter.0 == letter && same(row.name));
        let named = || terrain.iter().find(|row| same(row.name));
        let alike = || terrain.iter().find(|row| row.look == kind.look);
        own.or_else(named).or_else(alike).map(|row| row.letter.0)
    };
    let kinds = held.piece.terrain.iter();
    let here = |own: char, kind| if held.from.is_some() { Some(own) } else { letter(own, kind) };
    kinds.map(|(own, kind)| (*own, here(*own, kind))).collect()
}

/// Returns the edit for a change of the list of labels.
fn label(row: ListChange<Label>) -> Edit {
    let path = |at: usize| DocPath::root().key("label").index(at);
    match row {
        ListChange::Remove(at) => Edit::Put(path(at), None),
        ListChange::Insert(at, row) | ListChange::Put(at, row) => Edit::Put(path(at), serde_json::to_value(row).ok()),
    }
}

/// Returns `true` if `hex` is in `patch`.
fn is_in(grid: &Grid, patch: &HexSet, hex: &HexId) -> bool {
    grid.cell(hex).is_some_and(|cell| patch.contains(cell))
}

/// A piece and the position where it is placed.
struct LaidPiece<'a> {
    held: &'a HeldPiece,
    grid: &'a Grid,
    middle: Hex,
    patch: &'a HexSet,
}

impl LaidPiece<'_> {
    fn cell(&self, at: AxialOffset) -> Option<Cell> {
        self.held.cell(self.grid, self.middle, at).filter(|cell| self.patch.contains(*cell))
    }

    fn hex(&self, at: AxialOffset) -> Option<HexId> {
        self.cell(at).map(|cell| self.grid.name(cell))
    }
}

impl<'a> MapDraft<'a> {
    fn new(scenario: &'a Scenario, grid: &'a Grid, carry: RegionContents) -> Self {
        let common = scenario.common();
        Self {
            scenario,
            common,
            grid,
            carry,
            letters: LetterGrid::none(grid),
            levels: LetterGrid::none(grid),
            hexsides: Rows::of(common.hexsides()),
            roads: Rows::of(common.roads()),
            labels: Rows::of(common.labels()),
            places: Rows::of(common.places()),
            units: Vec::new(),
            lost: Vec::new(),
        }
    }

    fn bare(&mut self, patch: &HexSet, bare: Bare) {
        for cell in patch.cells().filter(|cell| self.common.has(*cell)) {
            if self.carry.terrain {
                self.letters.set(cell, bare.letter);
            }
            if self.carry.levels && self.common.levels().is_some() {
                self.levels.set(cell, bare.level);
            }
        }
    }

    /// Removes the hexsides and the parts of roads that are entirely inside `patch`.
    fn strip(&mut self, patch: &HexSet) {
        let inside = |hex: &HexId| is_in(self.grid, patch, hex);
        let both = |side: &HexsideId| side.hexes().is_some_and(|(a, b)| inside(&a) && inside(&b));
        if self.carry.hexsides {
            self.hexsides.change(|row| {
                let between: Vec<HexsideId> = row.between.iter().filter(|side| !both(side)).cloned().collect();
                if between.len() == row.between.len() {
                    return None;
                }
                let left = (!between.is_empty()).then(|| Hexside { between, ..row.clone() });
                Some(left.into_iter().collect())
            });
        }
        if self.carry.roads {
            self.roads.change(|row| {
                let kept = |a: &HexId, b: &HexId| !(inside(a) && inside(b));
                if row.path.windows(2).all(|pair| pair.first().zip(pair.get(1)).is_none_or(|(a, b)| kept(a, b))) {
                    return None;
                }
                Some(stretches(&row.path, kept).into_iter().map(|path| Road { path, ..row.clone() }).collect())
            });
        }
    }

    fn ground(&mut self, spot: &LaidPiece<'_>) {
        let known = known(self.scenario, spot.held);
        for (letter, _) in known.iter().filter(|(_, here)| here.is_none()) {
            let name = spot.held.piece.terrain.get(letter).map_or_else(String::new, |kind| kind.name.clone());
            self.lost.push(format!("this map has no {name}"));
        }
        let leveled = self.common.levels().is_some() || self.common.steep().is_some();
        for (at, ground) in spot.held.piece.ground.iter() {
            let Some(cell) = spot.cell(at) else { continue };
            if let Some(letter) = known.get(&ground.letter).copied().flatten().filter(|_| self.carry.terrain) {
                self.letters.set(cell, letter);
            }
            if let Some(level) = ground.level.filter(|_| self.carry.levels && leveled) {
                self.levels.set(cell, level);
            }
        }
    }

    fn hexsides(&mut self, spot: &LaidPiece<'_>) {
        // The hexsides that have a feature already. The smaller cell comes first, since a hexside can be named in both
        // orders.
        let side = |a: Cell, b: Cell| (a.min(b), a.max(b));
        let mut there: BTreeSet<(HexsideKind, (Cell, Cell))> = BTreeSet::new();
        // Features with the same kind, name and source are merged into a single row.
        let called =
            |kind: HexsideKind, name: &Option<SmolStr>, source: &Option<SmolStr>| (kind, name.clone(), source.clone());
        let mut like = BTreeMap::new();
        for (n, row) in self.hexsides.iter() {
            let sides = row.between.iter().filter_map(HexsideId::hexes);
            let cells = sides.filter_map(|(a, b)| Some(side(self.grid.cell(&a)?, self.grid.cell(&b)?)));
            there.extend(cells.map(|cells| (row.kind, cells)));
            like.entry(called(row.kind, &row.name, &row.source)).or_insert(n);
        }
        for row in &spot.held.piece.hexsides {
            let mut new = Vec::new();
            for [a, b] in &row.between {
                let Some((a, b)) = spot.cell(*a).zip(spot.cell(*b)) else { continue };
                if there.insert((row.kind, side(a, b))) {
                    new.push(HexsideId::from(format!("{}/{}", self.grid.name(a), self.grid.name(b))));
                }
            }
            if new.is_empty() {
                continue;
            }
            let known = called(row.kind, &row.name, &row.source);
            match like.get(&known).and_then(|n| self.hexsides.at(*n)) {
                Some(other) => other.between.extend(new),
                None => {
                    let (name, source) = (row.name.clone(), row.source.clone());
                    let n = self.hexsides.push(Hexside { kind: row.kind, name, between: new, source });
                    like.insert(known, n);
                }
            }
        }
    }

    fn roads(&mut self, spot: &LaidPiece<'_>) {
        for way in &spot.held.piece.roads {
            let hexes: Vec<Option<HexId>> = way.path.iter().map(|at| spot.hex(*at)).collect();
            for path in stretches(&hexes, |a, b| a.is_some() && b.is_some()) {
                let path = path.into_iter().flatten().collect();
                self.roads.push(Road { name: way.name.clone(), kind: way.kind, path, source: way.source.clone() });
            }
        }
    }

    fn places(&mut self, spot: &LaidPiece<'_>) {
        if let Some(from) = &spot.held.from {
            // A moved place keeps its id, so that references to it stay valid.
            let moved = |hex: &HexId| match self.grid.cell(hex).filter(|cell| from.patch.contains(*cell)) {
                None => Some(hex.clone()),
                Some(cell) => {
                    let there = spot.held.moved(self.grid, spot.middle, cell);
                    there.filter(|cell| spot.patch.contains(*cell)).map(|cell| self.grid.name(cell))
                }
            };
            self.places.change(|row| {
                let mut hexes: Vec<HexId> = Vec::new();
                for hex in row.hexes.iter().filter_map(moved) {
                    if !hexes.contains(&hex) {
                        hexes.push(hex);
                    }
                }
                let left = (!hexes.is_empty()).then(|| Place { hexes, ..row.clone() });
                Some(left.into_iter().collect())
            });
            let inside = |hex: &HexId| is_in(self.grid, &from.patch, hex);
            self.labels.change(|row| {
                if !inside(&row.at) || row.to.as_ref().is_some_and(|to| !inside(to)) {
                    return None;
                }
                let to = row.to.as_ref().map(moved);
                Some(match (moved(&row.at), to) {
                    (Some(at), None) => vec![Label { at, ..row.clone() }],
                    (Some(at), Some(Some(to))) => vec![Label { at, to: Some(to), ..row.clone() }],
                    _ => Vec::new(),
                })
            });
            return;
        }
        for words in &spot.held.piece.labels {
            let to = words.to.map(|to| spot.hex(to));
            if let (Some(at), None | Some(Some(_))) = (spot.hex(words.at), &to) {
                let (text, size, style) = (words.text.clone(), words.size, words.style);
                self.labels.push(Label { text, at, to: to.flatten(), size, style });
            }
        }
        let sides = self.common.sides();
        let mut ids: BTreeSet<String> = self.places.iter().map(|(_, row)| row.id.to_string()).collect();
        for place in &spot.held.piece.places {
            let hexes: Vec<HexId> = place.hexes.iter().filter_map(|at| spot.hex(*at)).collect();
            if hexes.is_empty() {
                continue;
            }
            let stem = if place.id.is_empty() { "place" } else { place.id.as_str() };
            let id = free_id(stem, |id| ids.contains(id));
            ids.insert(id.clone());
            let holder = sides.iter().find(|side| Some(side.id.as_str()) == place.holder.as_deref());
            let holder = holder.map(|side| side.id.clone());
            let (name, source) = (place.name.clone(), place.source.clone());
            self.places.push(Place { id: id.into(), name, hexes, holder, source, ..Place::default() });
        }
    }

    fn units(&mut self, spot: &LaidPiece<'_>) {
        if let Some(from) = &spot.held.from {
            for (counter, cell) in standing(self.common, self.grid, &from.patch) {
                if let Some(cell) = spot.held.moved(self.grid, spot.middle, cell).filter(|c| spot.patch.contains(*c)) {
                    self.units.push(Edit::Start { counter, start: Start::At(self.grid.name(cell)) });
                }
            }
            return;
        }
        let units = PastedUnits::new(self.scenario, &spot.held.piece, |unit| match unit.at.map(|at| spot.hex(at)) {
            Some(Some(hex)) => PastedStart::Set(Start::At(hex)),
            Some(None) => PastedStart::Off,
            None => PastedStart::Keep,
        });
        self.units.extend(units.edits());
        self.lost.extend(units.lost);
    }

    fn finish(self) -> Edit {
        let at = |rows: &battlewright_schema::HexRows, cell: &Cell| rows.get(cell.column.into(), cell.row.into());
        let (hexes, levels) = (self.common.hexes(), self.common.levels());
        let letters: Vec<_> = self.letters.cells().filter(|(cell, new)| at(hexes, cell) != Some(*new)).collect();
        let raised = |(cell, new): &(Cell, char)| levels.and_then(|rows| at(rows, cell)) != Some(*new);
        let levels: Vec<_> = self.levels.cells().filter(raised).collect();
        let mut edits = Vec::new();
        if !letters.is_empty() {
            edits.push(Edit::Paint(letters));
        }
        if !levels.is_empty() {
            edits.push(Edit::Levels(levels));
        }
        edits.extend(self.hexsides.edits(Edit::Hexside));
        edits.extend(self.roads.edits(Edit::Road));
        edits.extend(self.labels.edits(label));
        edits.extend(self.places.edits(Edit::Place));
        edits.extend(self.units);
        Edit::All(edits)
    }
}
