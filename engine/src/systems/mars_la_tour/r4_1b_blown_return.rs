//! 4.0 1b Blown Unit Return: blown units that are due come back next to their HQ, a few a turn;
//! the enemy chooses which, and those above the limit are lost.

use super::MarsLaTour;
use super::action::Refusal;
use super::event::Event;
use super::state::{At, Chosen, Formation, Step, UnitIx};
use crate::game::{Log, Side};
use crate::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Begins the returns of `side`.
    pub(super) fn begin_returns(&mut self, side: Side, log: &mut impl Log<Event>) {
        let due = self.due_to_return(side).count();
        if due <= usize::from(self.board.rules.blown_returns) {
            self.ask_for_return(side, log);
        } else if self.board.rules.blown_returns == 0 {
            self.eliminate_unchosen(side, &Chosen::default(), log);
        } else {
            self.state.step = Step::ChooseReturns { side, chosen: Chosen::default() };
        }
    }

    /// The blown units of `side` that are due this turn or have waited.
    pub(super) fn due_to_return(&self, side: Side) -> impl Iterator<Item = UnitIx> + use<'_> {
        self.board.units_of(side).filter(|unit| self.is_due_to_return(*unit))
    }

    fn is_due_to_return(&self, unit: UnitIx) -> bool {
        matches!(self.unit(unit).at, At::Blown(turn) if turn <= self.state.turn)
    }

    /// Whether the enemy of `side` may choose `unit` as one that returns.
    pub(super) fn may_be_chosen(&self, side: Side, chosen: &Chosen, unit: UnitIx) -> Result<(), Refusal> {
        if self.side_of(unit) != side || !self.is_due_to_return(unit) {
            Err(Refusal::NotDue(unit))
        } else if chosen.contains(unit) {
            Err(Refusal::AlreadyChosen(unit))
        } else {
            Ok(())
        }
    }

    /// The enemy of `side` chooses `unit`; once enough are chosen, the others are lost.
    pub(super) fn choose_to_return(&mut self, side: Side, chosen: Chosen, unit: UnitIx, log: &mut impl Log<Event>) {
        let chosen = chosen.with(unit);
        log.push(Event::ChosenToReturn(unit));
        if chosen.count() < usize::from(self.board.rules.blown_returns) {
            self.state.step = Step::ChooseReturns { side, chosen };
        } else {
            self.eliminate_unchosen(side, &chosen, log);
        }
    }

    fn eliminate_unchosen(&mut self, side: Side, chosen: &Chosen, log: &mut impl Log<Event>) {
        let lost: Vec<_> = self.due_to_return(side).filter(|unit| !chosen.contains(*unit)).collect();
        for unit in lost {
            log.push(Event::TooManyBlown(unit));
            self.eliminate(unit, log);
        }
        self.ask_for_return(side, log);
    }

    fn ask_for_return(&mut self, side: Side, log: &mut impl Log<Event>) {
        if self.due_to_return(side).any(|unit| self.may_return(side, unit).is_ok()) {
            self.state.step = Step::Return(side);
        } else {
            self.stop_returning(side, log);
        }
    }

    /// Whether `side` may return `unit` now: it must be due, and there must be a hex for it.
    pub(super) fn may_return(&self, side: Side, unit: UnitIx) -> Result<(), Refusal> {
        if self.side_of(unit) != side {
            Err(Refusal::NotYours(unit))
        } else if !self.is_due_to_return(unit) {
            Err(Refusal::NotDue(unit))
        } else if !self.around_hq(side).any(|hex| self.may_return_to(side, hex).is_ok()) {
            Err(Refusal::NoReturnHex(unit))
        } else {
            Ok(())
        }
    }

    /// The hexes next to the HQ of `side`.
    pub(super) fn around_hq(&self, side: Side) -> impl Iterator<Item = HexIx> + use<'_> {
        self.state.hq[side.index()].into_iter().flat_map(|hq| self.board.map.neighbors(hq))
    }

    /// Whether a unit of `side` may return to `hex`: next to its HQ, empty, in no EZOI or EZOC.
    pub(super) fn may_return_to(&self, side: Side, hex: HexIx) -> Result<(), Refusal> {
        if !self.around_hq(side).any(|near| near == hex) {
            Err(Refusal::NotByHq)
        } else if !self.is_empty(hex) {
            Err(Refusal::NotEmpty(hex))
        } else if self.in_ezoi(side, hex) || self.in_ezoc(side, hex) {
            Err(Refusal::ReturnInEzoi(hex))
        } else {
            Ok(())
        }
    }

    /// Returns `unit` to `hex`, on its battle side.
    pub(super) fn return_to(&mut self, unit: UnitIx, hex: HexIx, log: &mut impl Log<Event>) {
        self.unit_mut(unit).formation = Formation::Battle;
        log.push(Event::Returned(unit, hex));
        self.put(unit, hex, log);
        self.ask_for_return(self.side_of(unit), log);
    }

    /// `side` returns no more units; those still due wait until the next turn.
    pub(super) fn stop_returning(&mut self, side: Side, log: &mut impl Log<Event>) {
        for unit in self.due_to_return(side) {
            log.push(Event::StaysBlown(unit));
        }
        match side {
            Side::First => self.begin_returns(Side::Second, log),
            Side::Second => self.ask_for_mitrailleuse(Side::First, log),
        }
    }
}
