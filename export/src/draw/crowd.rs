//! An index of counters by hex, so that a frame draws only the visible ones.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;

use battlewright_engine::game::Side;
use battlewright_engine::show::{Piece, Place, Spot, Symbol};
use battlewright_schema::{Arm, Cell, Counter, Grid, HexId, Scenario, Start, UnitView};
use emath::{Pos2, Rect, Vec2, vec2};

use super::{CounterColors, View, counters};
use crate::art::Art;

/// The counters of a scenario or game, indexed by hex.
#[derive(Clone, Debug, Default)]
pub struct Counters {
    /// The counters for display.
    pub pieces: Vec<Piece>,
    /// Their colors.
    pub uniforms: CounterColors,
    /// The unit or headquarters of each piece; empty in a game.
    counters: Vec<Counter>,
    /// The pieces in each hex, from bottom to top.
    stacks: BTreeMap<Cell, Vec<usize>>,
}

impl Counters {
    /// Returns the counters of `scenario` at their start, drawn with `art`.
    pub fn of(scenario: &Scenario, art: &Arc<Art>) -> Self {
        let common = scenario.common();
        let counters = common.counters().into_iter().filter(|counter| common.counter(*counter).is_some()).collect();
        let crowd = Self::new(pieces(scenario, None));
        Self { counters, uniforms: crowd.uniforms.chosen(common, art), ..crowd }
    }

    /// Returns the counters of a game.
    pub fn new(pieces: Vec<Piece>) -> Self {
        let mut stacks: BTreeMap<Cell, Vec<usize>> = BTreeMap::new();
        for (index, piece) in pieces.iter().enumerate() {
            if let Some(cell) = piece.spot.cell() {
                stacks.entry(cell).or_default().push(index);
            }
        }
        for stack in stacks.values_mut() {
            // The active piece lies on top.
            stack.sort_by_key(|index| pieces.get(*index).is_some_and(|piece| piece.active));
        }
        Self { uniforms: CounterColors::new(&pieces), pieces, counters: Vec::new(), stacks }
    }

    /// Returns the unit or headquarters of the piece at `index`.
    pub fn counter(&self, index: usize) -> Option<Counter> {
        self.counters.get(index).copied()
    }

    /// Returns the piece of `counter`.
    pub fn piece(&self, counter: Counter) -> Option<&Piece> {
        // The counters are sorted, units first.
        self.pieces.get(self.counters.binary_search(&counter).ok()?)
    }

    /// Returns the scenario's counters in `cell`, from bottom to top.
    pub fn counters_in(&self, cell: Cell) -> Vec<Counter> {
        let stack = self.stacks.get(&cell).into_iter().flatten();
        stack.filter_map(|index| self.counter(*index)).collect()
    }

    /// Returns the positions of the counters in view, from bottom to top, without the `lifted` one.
    pub fn place(&self, view: &View, lifted: Option<Counter>) -> Vec<PlacedCounter> {
        let width = view.radius() * counters::SIZE;
        let near = view.rect().expand(width);
        let (columns, rows) = view.span();
        let mut placed = Vec::new();
        for column in columns {
            let here = Cell { column, row: rows.start }..Cell { column, row: rows.end };
            for (cell, stack) in self.stacks.range(here) {
                let stack = stack.iter().copied().filter(|index| lifted.is_none() || self.counter(*index) != lifted);
                let stack: Vec<usize> = stack.collect();
                let middle = view.center(*cell);
                let count = f32::from(u8::try_from(stack.len()).unwrap_or(u8::MAX));
                for (n, index) in stack.into_iter().enumerate() {
                    let n = f32::from(u8::try_from(n).unwrap_or(u8::MAX));
                    let shift = vec2(1.0, -1.0) * (n - (count - 1.0) / 2.0) * width * 0.17;
                    let center = middle + shift;
                    if near.contains(center) {
                        placed.push(PlacedCounter { index, center, width });
                    }
                }
            }
        }
        placed
    }
}

/// A counter's position in the drawing.
#[derive(Clone, Debug, PartialEq)]
pub struct PlacedCounter {
    /// The index of the piece.
    pub index: usize,
    /// The center.
    pub center: Pos2,
    /// The width.
    pub width: f32,
}

/// Returns the counters of a scenario at their start, in the order of [`battlewright_schema::Common::counters`]. The
/// `lifted` one is off the map.
pub fn pieces(scenario: &Scenario, lifted: Option<Counter>) -> Vec<Piece> {
    let common = scenario.common();
    let grid = common.grid().ok();
    if grid.is_none() && common.table().is_none() {
        return Vec::new();
    }
    let on_table: BTreeSet<usize> =
        common.table_view().into_iter().flat_map(|view| view.units).map(|unit| unit.unit).collect();
    let sides = common.sides();
    let counters = common.counters().into_iter();
    counters
        .filter_map(|counter| {
            let unit = common.counter(counter)?;
            let side = sides.iter().position(|side| side.id == unit.side).unwrap_or(1);
            let mut piece = match &grid {
                Some(grid) => piece(&unit, side, grid),
                None => placed(&unit, side, |_| Spot::Out("unknown".to_owned())),
            };
            if matches!(counter, Counter::Unit(index) if on_table.contains(&index)) {
                piece.spot = Spot::Out(ON_TABLE.to_owned());
            }
            if lifted == Some(counter) {
                piece.spot = Spot::Out(String::new());
            }
            Some(piece)
        })
        .collect()
}

/// The place of a unit that starts on a table, where it has no hex.
const ON_TABLE: &str = "on the table";

/// Returns the counter of a unit at its start; `side` is the index of its side.
pub fn piece(unit: &UnitView<'_>, side: usize, grid: &Grid) -> Piece {
    placed(unit, side, |hex| grid.cell(hex).map_or_else(|| Spot::Out(hex.to_string()), Spot::from))
}

/// Returns the counter of a unit at its start; `spot` returns the place of a hex.
fn placed(unit: &UnitView<'_>, side: usize, spot: impl FnOnce(&HexId) -> Spot) -> Piece {
    Piece {
        id: unit.id.to_string(),
        name: unit.name.to_owned(),
        label: unit.label.to_owned(),
        formation: unit.formation.map(str::to_owned),
        side: if side == 0 { Side::First } else { Side::Second },
        symbol: symbol(unit.arm),
        face: unit.face.clone(),
        markers: Vec::new(),
        active: false,
        spot: match &unit.start {
            Start::Nowhere => Spot::Out("nowhere".to_owned()),
            Start::At(hex) => spot(hex),
            Start::OnTable(position) => Spot::On(Place::At(position.at)),
            Start::Enters { turn, at, .. } => Spot::Turn(*turn, at.to_string()),
            Start::Zone(zone) => Spot::Out(zone.to_string()),
        },
    }
}

/// Returns the printed front and back of `piece`, the counter of `unit`.
pub fn both_sides(piece: &Piece, unit: &UnitView<'_>) -> [Piece; 2] {
    unit.sides.clone().map(|face| Piece { face, ..piece.clone() })
}

/// Returns the index of the topmost piece at `pos`.
pub fn piece_at(placed: &[PlacedCounter], pos: Pos2) -> Option<usize> {
    let hit =
        |counter: &&PlacedCounter| Rect::from_center_size(counter.center, Vec2::splat(counter.width)).contains(pos);
    placed.iter().rev().find(hit).map(|counter| counter.index)
}

/// Returns the symbol of an arm.
pub fn symbol(arm: Arm) -> Symbol {
    match arm {
        Arm::Infantry => Symbol::Infantry,
        Arm::Cavalry => Symbol::Cavalry,
        Arm::Artillery => Symbol::Artillery,
        Arm::Tank => Symbol::Tank,
        Arm::Aircraft => Symbol::Aircraft,
        Arm::Headquarters => Symbol::Headquarters,
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::load;
    use ecolor::Color32;

    use super::*;

    fn scenario(text: &str) -> Scenario {
        load(text).readable.unwrap()
    }

    const CRISIS: &str = include_str!("../../../scenarios/pm-crisis-on-the-left.toml");

    #[test]
    fn every_counter_is_found_by_what_it_is_and_where_it_stands() {
        let others = [
            include_str!("../../../scenarios/mars-la-tour.toml"),
            include_str!("../../../scenarios/aac-gravelotte.toml"),
        ];
        for text in [CRISIS].into_iter().chain(others) {
            let scenario = scenario(text);
            let (common, crowd) = (scenario.common(), Counters::of(&scenario, &Arc::default()));
            let grid = common.grid().unwrap();
            assert_eq!(crowd.pieces.len(), common.counters().len());
            for (index, counter) in common.counters().into_iter().enumerate() {
                let unit = common.counter(counter).unwrap();
                assert_eq!(crowd.counter(index), Some(counter));
                assert_eq!(crowd.piece(counter).unwrap().id, unit.id.as_str());
                if let Start::At(hex) = &unit.start {
                    assert!(crowd.counters_in(grid.cell(hex).unwrap()).contains(&counter));
                }
            }
        }
    }

    #[test]
    fn a_formation_has_the_color_that_its_designer_chose() {
        let bands = |scenario: &Scenario| {
            let crowd = Counters::of(scenario, &Arc::default());
            let formed = crowd.pieces.iter().filter(|piece| piece.formation.is_some());
            formed
                .map(|piece| {
                    ((piece.side.index(), piece.formation.clone()), crowd.uniforms.manner(piece).band.unwrap())
                })
                .collect::<Vec<_>>()
        };
        let chosen = Color32::from_rgb(1, 2, 3);
        assert!(bands(&scenario(CRISIS)).iter().all(|(_, color)| *color != chosen));
        let colored = scenario(&CRISIS.replacen("#b5651d", "#010203", 1));
        // The other side has a corps with the same number.
        let name = (0, Some(colored.common().formations()[0].name.to_owned()));
        let (own, others): (Vec<_>, Vec<_>) =
            bands(&colored).into_iter().partition(|(formation, _)| *formation == name);
        assert!(!own.is_empty() && own.iter().all(|(_, color)| *color == chosen));
        assert!(!others.is_empty() && others.iter().all(|(_, color)| *color != chosen));
    }
}
