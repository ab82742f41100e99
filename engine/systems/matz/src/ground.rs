//! An index of ground units and of zones of control by hex. It follows from the state and is kept beside it, so that rules need not
//! search all units. [`Matz::put`] keeps it up to date.

use std::sync::OnceLock;

use crate::board::Board;
use crate::extra::Asked;
use crate::state::{State, UnitIx};
use battlewright_core::clone_in_place;
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::occupancy::Occupancy;

/// The ground units in each hex of the map, and the zones of control that reach it.
#[derive(Debug)]
pub(crate) struct Ground {
    units: Occupancy<UnitIx>,
    counts: Vec<HexCounts>,
    /// For each side, whether a line leads from each hex to its edge (13.0), once that has been asked for.
    lines: [OnceLock<Vec<bool>>; 2],
}

clone_in_place!(Ground { units, counts, lines });

impl PartialEq for Ground {
    fn eq(&self, other: &Self) -> bool {
        // The lines follow from the counts.
        self.units == other.units && self.counts == other.counts
    }
}

impl Eq for Ground {}

/// The numbers of units that matter to a hex.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct HexCounts {
    /// The ground units of each side in the hex, headquarters included.
    present: [u16; 2],
    /// The units of each side whose zones of control reach the hex (3.1).
    zones: [u16; 2],
}

impl Ground {
    /// Creates the index for the units of `state`.
    pub(crate) fn new(board: &Board, state: &State) -> Self {
        let hexes = board.map.len();
        let units = Occupancy::new(hexes, state.units.iter().map(|_| None));
        let mut ground = Self { units, counts: vec![HexCounts::default(); hexes], lines: Default::default() };
        let asked = Asked::of_turn(board, state);
        for (unit, state) in board.all_units().zip(&state.units) {
            ground.shift(&asked, unit, None, state.at.hex());
        }
        ground
    }

    /// Moves `unit` from its hex to another; `None` is off the map.
    pub(crate) fn shift(&mut self, asked: &Asked<'_>, unit: UnitIx, from: Option<HexIx>, to: Option<HexIx>) {
        self.units.shift(unit, from, to);
        for (hex, change) in [(from, -1), (to, 1)] {
            if let Some(hex) = hex {
                self.count(asked, unit, hex, change);
            }
        }
    }

    /// Counts `unit` in `hex` once more or once less.
    fn count(&mut self, asked: &Asked<'_>, unit: UnitIx, hex: HexIx, change: i16) {
        let board = asked.board();
        self.lines = Default::default();
        let side = board.unit(unit).side.index();
        let present = &mut self.counts[hex.index()].present[side];
        *present = present.saturating_add_signed(change);
        if board.may_exert_zone(unit) {
            for near in board.zone_around(hex) {
                if !asked.has_zone(unit, hex, near) {
                    continue;
                }
                let zones = &mut self.counts[near.index()].zones[side];
                *zones = zones.saturating_add_signed(change);
            }
        }
    }

    /// Returns the units in `hex`, in the scenario's order.
    #[inline]
    pub(crate) fn units(&self, hex: HexIx) -> impl Iterator<Item = UnitIx> + use<'_> {
        self.units.units(hex)
    }

    /// Returns `true` if a unit of `side` is in `hex`.
    #[inline]
    pub(crate) fn has_unit(&self, side: Side, hex: HexIx) -> bool {
        self.counts[hex.index()].present[side.index()] > 0
    }

    /// Returns `true` if the zone of control of a unit of `side` reaches `hex`.
    #[inline]
    pub(crate) fn has_zone(&self, side: Side, hex: HexIx) -> bool {
        self.counts[hex.index()].zones[side.index()] > 0
    }

    /// For each hex, `true` if a line leads from it to the edge of `side` (13.0); `find` finds them the first time.
    pub(crate) fn lines(&self, side: Side, find: impl FnOnce() -> Vec<bool>) -> &[bool] {
        self.lines[side.index()].get_or_init(find)
    }
}
