//! 12.2 and 12.3 Reserves: a side may call up units, or call them up earlier than they would come, and the points change.

use super::action::{Action, ActionList, Refusal};
use super::event::Event;
use super::state::{At, FormationIx, ReserveIx};
use super::{Matz, rulebook as rule};
use crate::game::{Log, Rule, Side};
use battlewright_schema::matz::Nation;

impl Matz {
    /// The rule of the reserves of `side`.
    fn reserve_rule(&self, side: Side) -> Rule {
        match self.board.side(side).nation {
            Nation::French => rule::FRENCH_REINFORCEMENTS,
            Nation::German => rule::GERMAN_REINFORCEMENTS,
        }
    }

    /// Returns `true` for a unit that a call brings onto the map: it is in reserve, or due in a later turn.
    fn waits_for_call(&self, at: At) -> bool {
        match at {
            At::Reserve => true,
            At::Due { turn, .. } => turn > self.state.turn,
            _ => false,
        }
    }

    /// Checks whether `side` may call up `reserve` and attach its units to `formation`.
    pub(super) fn may_call_up(&self, side: Side, reserve: ReserveIx, formation: FormationIx) -> Result<(), Refusal> {
        let refuse = |reason| Err(Refusal::Because(self.reserve_rule(side), reason));
        let facts = self.board.reserve(reserve);
        if facts.side != side {
            return refuse("this is no reserve of theirs");
        }
        if self.state.called.get(reserve.index()).copied().unwrap_or(true) {
            return refuse("this reserve has been called up");
        }
        let [first, last] = facts.turns;
        if !(first..=last).contains(&self.state.turn) {
            return refuse("this reserve cannot be called up in this turn");
        }
        if !facts.units.iter().any(|(unit, _)| self.waits_for_call(self.unit(*unit).at)) {
            return refuse("its units have come already");
        }
        let may_join = match facts.attach {
            Some(attach) => attach == formation,
            None => self.corps_of(side).any(|corps| corps == formation),
        };
        if may_join { Ok(()) } else { refuse("its units cannot be attached to this formation") }
    }

    /// Puts every call of a reserve by `side` into `into`.
    pub(super) fn calls(&self, side: Side, into: &mut ActionList) {
        for reserve in self.board.all_reserves() {
            let may_join = |formation: &FormationIx| self.may_call_up(side, reserve, *formation).is_ok();
            let formations = self.board.all_formations().filter(may_join);
            into.extend(formations.map(|formation| Action::CallUp { reserve, formation }));
        }
    }

    /// The units of `reserve` are due in this turn, attached to `formation`.
    pub(super) fn call_up(&mut self, reserve: ReserveIx, formation: FormationIx, log: &mut impl Log<Event>) {
        let turn = self.state.turn;
        if let Some(called) = self.state.called.get_mut(reserve.index()) {
            *called = true;
        }
        log.push(Event::CalledUp(reserve));
        for (unit, entry) in self.board.reserve(reserve).units.clone() {
            if self.waits_for_call(self.unit(unit).at) {
                self.put(unit, At::Due { turn, entry });
                self.unit_mut(unit).attached = Some(formation);
            }
        }
    }
}
