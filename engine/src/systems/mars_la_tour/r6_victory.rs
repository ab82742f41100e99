//! 6.0 Victory: by escape at once, otherwise by victory points at the end.

use battlewright_schema::mars_la_tour::Kind;

use super::MarsLaTour;
use super::action::Refusal;
use super::event::Event;
use super::state::{At, Motion, Step};
use crate::game::{Level, Log, Outcome, Side};
use crate::kit::hex_map::HexIx;

impl MarsLaTour {
    /// A unit of `side` is in `hex`: if it is a victory hex, `side` holds it until an enemy unit
    /// is in it.
    pub(super) fn take_hold(&mut self, side: Side, hex: HexIx) {
        for (victory, holder) in self.board.victory_hexes.iter().zip(&mut self.state.holders) {
            if victory.hex == hex {
                *holder = Some(side);
            }
        }
    }

    /// The exit of `side` that `hex` belongs to, by number.
    fn exit_at(&self, side: Side, hex: HexIx) -> Option<usize> {
        self.board.exits.iter().position(|exit| exit.side == side && exit.hexes.contains(&hex))
    }

    /// Whether the unit of `motion` may leave the map from where it is, for a movement point more.
    pub(super) fn may_exit(&self, motion: &Motion) -> Result<(), Refusal> {
        let Some(hex) = motion.hex else { return Err(Refusal::MustEnter) };
        if self.exit_at(self.side_of(motion.unit), hex).is_none() {
            return Err(Refusal::NotAnExit);
        }
        if motion.stopped {
            return Err(Refusal::MustStop);
        }
        if motion.command == super::state::Command::Closing {
            return Err(Refusal::NotCloser(hex));
        }
        if self.can_pay(motion, self.leaves_by_road(motion, hex)) { Ok(()) } else { Err(Refusal::TooFar) }
    }

    /// The unit of `motion` leaves the map. Enough infantry gone by the right exits wins at once.
    pub(super) fn exit(&mut self, motion: Motion, log: &mut impl Log<Event>) {
        let Some(hex) = motion.hex else { return };
        let Some(exit) = self.exit_at(self.side_of(motion.unit), hex) else { return };
        self.unit_mut(motion.unit).at = At::Exited(u16::try_from(exit).unwrap_or(u16::MAX));
        log.push(Event::Exited(motion.unit, hex));
        match &self.board.escape {
            Some(escape) if self.escaped(true) >= usize::from(escape.infantry) => {
                self.end(Some(escape.side), Level::Major, log);
            }
            _ => self.end_move(motion.unit, log),
        }
    }

    /// How many units have escaped by the exits that count; only infantry, if asked.
    pub(super) fn escaped(&self, infantry_only: bool) -> usize {
        let Some(escape) = &self.board.escape else { return 0 };
        self.board
            .units_of(escape.side)
            .filter(|unit| !infantry_only || self.board.unit(*unit).kind == Kind::Infantry)
            .filter(|unit| matches!(self.unit(*unit).at, At::Exited(exit) if escape.exits.contains(&usize::from(exit))))
            .count()
    }

    /// The VPs of both sides if the game ended now: 1 for each eliminated enemy unit, those of held
    /// victory hexes, and those for an enemy of whom nothing has escaped.
    pub(super) fn points(&self) -> [i32; 2] {
        let mut points = [0; 2];
        for side in Side::BOTH {
            let kills = self.board.units_of(side.other()).filter(|unit| self.unit(*unit).at == At::Eliminated).count();
            points[side.index()] += i32::try_from(kills).unwrap_or(i32::MAX);
        }
        for (victory, holder) in self.board.victory_hexes.iter().zip(&self.state.holders) {
            if *holder == Some(victory.side) {
                points[victory.side.index()] += i32::from(victory.points);
            }
        }
        if let Some(escape) = &self.board.escape
            && self.escaped(false) == 0
        {
            points[escape.side.other().index()] += i32::from(escape.points_if_none);
        }
        points
    }

    /// The last turn is over: more VPs win, and the scenario says who wins a tie.
    pub(super) fn judge(&mut self, log: &mut impl Log<Event>) {
        let [first, second] = self.points();
        let winner = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Side::First,
            std::cmp::Ordering::Less => Side::Second,
            std::cmp::Ordering::Equal => self.board.tie,
        };
        self.end(Some(winner), Level::Victory, log);
    }

    fn end(&mut self, winner: Option<Side>, level: Level, log: &mut impl Log<Event>) {
        let outcome = Outcome { winner, level, points: self.points() };
        self.state.step = Step::Over(outcome);
        log.push(Event::Over(outcome));
    }
}
