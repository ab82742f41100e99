//! 4.0 1a HQ Placement: each side in turn takes up its HQ and places it anew.

use super::MarsLaTour;
use super::action::Refusal;
use super::event::{Event, Phase};
use super::state::Step;
use crate::game::{Log, Side};
use crate::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Begins turn `turn` with the Command Phase.
    pub(super) fn begin_turn(&mut self, turn: u8, log: &mut impl Log<Event>) {
        self.state.turn = turn;
        log.push(Event::Turn(turn));
        log.push(Event::Phase(Phase::Command));
        self.ask_for_hq(Side::First, log);
    }

    fn ask_for_hq(&mut self, side: Side, log: &mut impl Log<Event>) {
        self.state.hq[side.index()] = None;
        if self.board.map.all().any(|hex| self.may_place_hq(side, hex).is_ok()) {
            self.state.step = Step::PlaceHq(side);
        } else {
            self.place_hq(side, None, log);
        }
    }

    /// Whether `side` may place its HQ in `hex`: near a friendly unit that is not in an EZOC; with
    /// no unit on the map, in an empty hex near one of its entries; if that is impossible, in any
    /// empty hex.
    pub(super) fn may_place_hq(&self, side: Side, hex: HexIx) -> Result<(), Refusal> {
        let reach = u32::from(self.board.rules.hq_placement);
        let near = |at: HexIx| self.board.map.distance(at, hex) <= reach;
        if self.on_map(side).next().is_some() {
            let mut free = self.on_map(side).filter(|(_, at)| !self.in_ezoc(side, *at)).peekable();
            if free.peek().is_some() {
                return if free.any(|(_, at)| near(at)) { Ok(()) } else { Err(Refusal::HqTooFar) };
            }
        } else if self.board.map.all().any(|hex| self.is_empty(hex) && self.is_by_entry(side, hex)) {
            return if !self.is_by_entry(side, hex) {
                Err(Refusal::HqNotByEntry)
            } else if !self.is_empty(hex) {
                Err(Refusal::HqNotEmpty)
            } else {
                Ok(())
            };
        }
        if self.is_empty(hex) { Ok(()) } else { Err(Refusal::HqNotEmpty) }
    }

    fn is_by_entry(&self, side: Side, hex: HexIx) -> bool {
        let reach = u32::from(self.board.rules.hq_placement);
        let entries = self.board.entries.iter().filter(|entry| entry.side == side);
        entries.flat_map(|entry| &entry.hexes).any(|entry| self.board.map.distance(*entry, hex) <= reach)
    }

    /// Places the HQ of `side`, and goes on.
    pub(super) fn place_hq(&mut self, side: Side, hex: Option<HexIx>, log: &mut impl Log<Event>) {
        self.state.hq[side.index()] = hex;
        log.push(Event::HqPlaced(side, hex));
        match side {
            Side::First => self.ask_for_hq(Side::Second, log),
            Side::Second => self.begin_returns(Side::First, log),
        }
    }
}
