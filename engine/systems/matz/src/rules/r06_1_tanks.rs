//! 6.1 Tanks of an army: they support any corps, until they are attached to one of them for good.

use battlewright_schema::matz::{Echelon, Kind};

use crate::action::{Action, ActionList, RefusalCause};
use crate::event::Event;
use crate::state::{At, FormationIx, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::{Log, Side};

impl Matz {
    /// The corps of `side`, on the map or still to come.
    pub(crate) fn corps_of(&self, side: Side) -> impl Iterator<Item = FormationIx> + use<'_> {
        self.board.all_formations().filter(move |formation| {
            let facts = self.board.formation(*formation);
            facts.side == side && facts.echelon == Echelon::Corps
        })
    }

    /// The ground units of `side` that are in the game, on the map or still to come.
    pub(crate) fn on_map_or_due(&self, side: Side) -> impl Iterator<Item = UnitIx> + use<'_> {
        let is_in = |unit: &UnitIx| matches!(self.unit(*unit).at, At::Hex(_) | At::Due { .. });
        self.board.ground_units(side).iter().copied().filter(is_in)
    }

    /// Returns `true` for tanks of an army, which are attached in secret.
    pub(crate) fn is_army_tank(&self, unit: UnitIx) -> bool {
        let facts = self.board.unit(unit);
        facts.is(Kind::Tank) && self.board.formation(facts.formation).echelon == Echelon::Army
    }

    /// Returns `true` for tanks of an army that are attached to no corps.
    pub(crate) fn is_free_tank(&self, unit: UnitIx) -> bool {
        self.is_army_tank(unit) && self.unit(unit).attached.is_none()
    }

    /// Checks whether `side` may attach the tanks `unit` to `formation`.
    pub(crate) fn may_attach(&self, side: Side, unit: UnitIx, formation: FormationIx) -> Result<(), RefusalCause> {
        let refuse = |reason| Err(RefusalCause::Because(rule::TANKS, reason));
        if self.unit_side(unit) != side || !self.is_free_tank(unit) {
            return refuse("only tanks of an army that are not attached yet are attached");
        }
        if !matches!(self.unit(unit).at, At::Hex(_) | At::Due { .. }) {
            return refuse("these tanks do not take part");
        }
        if self.corps_of(side).any(|corps| corps == formation) { Ok(()) } else { refuse("this is no corps of theirs") }
    }

    /// Puts every attachment that `side` may note into `into`.
    pub(crate) fn attachments(&self, side: Side, into: &mut ActionList) {
        for unit in self.board.ground_units(side).iter().copied().filter(|unit| self.is_free_tank(*unit)) {
            let corps = self.corps_of(side).filter(|corps| self.may_attach(side, unit, *corps).is_ok());
            into.extend(corps.map(|formation| Action::Attach { unit, formation }));
        }
    }

    /// The tanks `unit` are attached to `formation` for the rest of the game.
    pub(crate) fn attach(&mut self, unit: UnitIx, formation: FormationIx, log: &mut impl Log<Event>) {
        self.unit_mut(unit).attached = Some(formation);
        log.push(Event::Attached(unit, formation));
    }

    /// Tanks of an army that attack together with units of a corps are attached to it, to that of the first such unit.
    pub(crate) fn attach_attackers(&mut self, attackers: &[UnitIx], log: &mut impl Log<Event>) {
        let mut formations = attackers.iter().map(|unit| self.formation_of(*unit));
        let corps = formations.find(|formation| self.board.formation(*formation).echelon == Echelon::Corps);
        let Some(corps) = corps else { return };
        for unit in attackers {
            if self.is_free_tank(*unit) {
                self.attach(*unit, corps, log);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, Table, position};

    const TANKS: &str = "entry E french 0009
        army third french
        corps a french at 0008 range 2
        corps b french enters 5 by E
        corps x german at 0001
        french tank t1 4/3/2 at 0808 of third
        french tank t2 4/3 enters 3 by E of third
        french tank t3 4/3 at 0807 of a
        french infantry f1 4/2 at 0806 of b
        french infantry f2 4/2 at 0805 of third";

    fn notes() -> Table {
        position(TANKS).at(FRENCH, Phase::Command)
    }

    #[test]
    fn r6_1_tanks_of_an_army_are_in_command_until_they_are_attached() {
        let mut table = notes();
        table.does("pass");
        assert_eq!(table.marks("t1"), "");
        let mut table = notes();
        table.does("attach t1 a, pass");
        assert_eq!(table.marks("t1"), "out", "only the headquarters of the corps commands it now");
        assert_eq!(table.game.formation_of(table.unit("t1")), table.formation("a"));
    }

    #[test]
    fn r6_1_tanks_are_attached_to_a_corps_of_their_side_once() {
        let mut table = notes();
        assert_eq!(table.choices("attach"), ["t1 a", "t1 b", "t2 a", "t2 b"], "corps that come later, too");
        table.refuses("attach t1 x", "6.1");
        table.refuses("attach t1 third", "6.1");
        table.refuses("attach t3 b", "6.1");
        table.does("attach t1 a");
        assert_eq!(table.choices("attach"), ["t2 a", "t2 b"]);
        table.refuses("attach t1 b", "6.1");
        table.does("attach t2 b");
        assert_ne!(table.phase(), Phase::Command, "nothing is left to note");
    }

    /// The formation of `t1` after an attack by these units.
    fn after_attack(attackers: &[&str]) -> String {
        let mut table = notes();
        let units: Vec<_> = attackers.iter().map(|unit| table.unit(unit)).collect();
        table.log_events(|game, log| game.attach_attackers(&units, log));
        let formation = table.game.formation_of(table.unit("t1"));
        table.game.board.formation(formation).id.clone()
    }

    #[test]
    fn r6_1_tanks_that_join_an_attack_of_a_corps_are_attached_to_it() {
        assert_eq!(after_attack(&["t1"]), "third", "they attack alone");
        assert_eq!(after_attack(&["f2", "t1"]), "third", "with units of the army");
        assert_eq!(after_attack(&["t1", "f2", "f1", "t3"]), "b", "the first unit of a corps decides");
        assert_eq!(after_attack(&["t1", "t3", "f1"]), "a");
    }
}
