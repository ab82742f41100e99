//! 4.0 1c Mitrailleuse Fire Placement: from its turn on, the marker is taken up and placed again
//! in each Command Phase, in a friendly unit's ZOC.

use super::MarsLaTour;
use super::action::Refusal;
use super::event::Event;
use super::state::Step;
use crate::game::{Log, Side};
use crate::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Asks `side` for its marker, if it has one by now.
    pub(super) fn ask_for_mitrailleuse(&mut self, side: Side, log: &mut impl Log<Event>) {
        let from = self.board.side(side).mitrailleuse_from_turn;
        if from.is_some_and(|from| from <= self.state.turn) {
            self.state.mitrailleuse[side.index()] = None;
            if self.board.map.all().any(|hex| self.may_place_mitrailleuse(side, hex).is_ok()) {
                self.state.step = Step::PlaceMitrailleuse(side);
                return;
            }
            log.push(Event::NoMitrailleuse(side));
        }
        self.after_mitrailleuse(side, log);
    }

    /// Whether `side` may place its marker in `hex`: a friendly unit's ZOC. EZOCs do not matter.
    pub(super) fn may_place_mitrailleuse(&self, side: Side, hex: HexIx) -> Result<(), Refusal> {
        if self.on_map(side).any(|(_, at)| self.board.map.distance(at, hex) == 1) {
            Ok(())
        } else {
            Err(Refusal::NotInZoc(hex))
        }
    }

    /// Places the marker of `side`.
    pub(super) fn place_mitrailleuse(&mut self, side: Side, hex: HexIx, log: &mut impl Log<Event>) {
        self.state.mitrailleuse[side.index()] = Some(hex);
        log.push(Event::MitrailleusePlaced(side, hex));
        self.come_under_zocs(log);
        self.after_mitrailleuse(side, log);
    }

    fn after_mitrailleuse(&mut self, side: Side, log: &mut impl Log<Event>) {
        match side {
            Side::First => self.ask_for_mitrailleuse(Side::Second, log),
            Side::Second => self.begin_organization(log),
        }
    }
}
