//! 12.2 and 12.3 Reserves: a side may call up units, or call them up earlier than they would come, and the points change.

use battlewright_schema::matz::Nation;

use crate::action::{Action, ActionList, RefusalCause};
use crate::event::Event;
use crate::state::{At, FormationIx, ReserveIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::{Log, Rule, Side};

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
    pub(crate) fn may_call_up(
        &self,
        side: Side,
        reserve: ReserveIx,
        formation: FormationIx,
    ) -> Result<(), RefusalCause> {
        let refuse = |reason| Err(RefusalCause::Because(self.reserve_rule(side), reason));
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
    pub(crate) fn calls(&self, side: Side, into: &mut ActionList) {
        for reserve in self.board.all_reserves() {
            let may_join = |formation: &FormationIx| self.may_call_up(side, reserve, *formation).is_ok();
            let formations = self.board.all_formations().filter(may_join);
            into.extend(formations.map(|formation| Action::CallUp { reserve, formation }));
        }
    }

    /// The units of `reserve` are due in this turn, attached to `formation`.
    pub(crate) fn call_up(&mut self, reserve: ReserveIx, formation: FormationIx, log: &mut impl Log<Event>) {
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

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};

    fn french(turn: u8) -> Table {
        position(&format!(
            "turn {turn} of 8
            entry W french 0006
            entry E french 0009
            corps a french at 0808
            corps b french at 0809
            army third french
            french infantry f1 4/2 enters 5 by W of b
            french tank f2 4/3 enters 5 by W of third
            reserve r french turn 3 through 4 points 6 attach a by E f1 f2"
        ))
        .at(FRENCH, Phase::Command)
    }

    #[test]
    fn r12_2_a_division_and_its_tanks_may_come_earlier_at_a_cost() {
        let mut table = french(3);
        assert_eq!(table.choices("call"), ["reserve-1 a"]);
        table.refuses("call reserve-1 b", "12.2");
        assert_eq!(table.game.half_points(), 0);
        table.does("call reserve-1 a, pass");
        assert_eq!(table.game.half_points(), 6);
        assert_eq!((table.at("f1"), table.at("f2")), ("due 3".into(), "due 3".into()));
        assert_eq!(table.choices("move"), ["a-hq", "b-hq", "f1", "f2"]);
        let a = table.formation("a");
        assert!(["f1", "f2"].iter().all(|unit| table.game.formation_of(table.unit(unit)) == a), "m29");
    }

    #[test]
    fn r12_2_the_call_brings_them_on_by_its_own_entry() {
        let mut table = french(4);
        table.does("call reserve-1 a, pass, move f1");
        assert_eq!(table.choices("hex"), ["0009"]);
    }

    #[test]
    fn r12_2_they_cannot_be_called_before_or_after() {
        for turn in [2, 5] {
            let table = french(turn);
            assert_eq!(table.choices("call"), [] as [&str; 0], "turn {turn}");
            assert_eq!(table.at("f1"), "due 5");
        }
    }

    fn german(turn: u8) -> Table {
        reserves(turn).at(GERMAN, Phase::Command)
    }

    fn reserves(turn: u8) -> Position {
        position(&format!(
            "turn {turn} of 8
            entry N german 0101
            corps x german at 0801
            corps y german at 0701
            army hutier german
            german infantry g1 4/2 of hutier
            german infantry g2 4/2 of hutier
            reserve r german turn 3 points -8 by N g1
            reserve s german turn 3 points -4 by N g2"
        ))
    }

    #[test]
    fn r12_3_army_reserves_are_committed_on_turn_3_and_attached_to_a_corps() {
        let table = german(2);
        assert_eq!((table.choices("call"), table.at("g1")), (Vec::new(), "reserve".into()));
        let mut table = german(3);
        assert_eq!(table.choices("call"), ["reserve-1 x", "reserve-1 y", "reserve-2 x", "reserve-2 y"]);
        table.refuses("call reserve-1 hutier", "12.3");
        table.does("call reserve-1 y");
        table.refuses("call reserve-1 x", "12.3");
        assert_eq!((table.at("g1"), table.at("g2")), ("due 3".into(), "reserve".into()));
        assert_eq!(table.game.formation_of(table.unit("g1")), table.formation("y"));
        assert_eq!(table.game.half_points(), -8);
        table.does("call reserve-2 x");
        assert_eq!(table.game.half_points(), -12);
    }

    #[test]
    fn r12_3_m71_they_are_committed_on_turn_3_or_by_a_setting_in_any_later_turn() {
        assert_eq!(german(4).choices("call"), [""; 0]);
        let waiting = reserves(8).with(|scenario| scenario.rules.reserves_wait = Some(true));
        assert_eq!(waiting.at(GERMAN, Phase::Command).choices("call").len(), 4);
    }
}
