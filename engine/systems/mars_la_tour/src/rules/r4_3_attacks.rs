//! 4.0 3 Attack Phase: the sides alternate, and each declares one attack (3.4); passing (4.0 3.7) and the last attacks (4.0
//! 3.8).

use battlewright_schema::mars_la_tour::vocabulary::{Hook, Lift};

use crate::MarsLaTour;
use crate::action::{Action, Refusal};
use crate::event::{Event, Phase};
use crate::rules::passing::{Next, Passing, actions_left};
use crate::state::{Fight, Step, Support, UnitIx};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;

impl MarsLaTour {
    /// Begins the Attack Phase, unless a row skips it.
    pub(crate) fn begin_attacks(&mut self, log: &mut impl Log<Event>) {
        if let Some(rule) = self.skipped(Phase::Attack) {
            log.push(Event::Skipped(Phase::Attack, rule));
            return self.end_turn(log);
        }
        log.push(Event::Phase(Phase::Attack));
        self.state.passing = Passing::default();
        self.state.step = Step::Attack(Side::First);
    }

    /// Checks whether `attacker` of `side` may attack `defender`: cavalry attacks only cavalry (5.2).
    pub(crate) fn may_attack(&self, side: Side, attacker: UnitIx, defender: UnitIx) -> Result<(), Refusal> {
        let ground = self.adjacent_enemies(side, attacker, defender)?;
        if self.is_cavalry(attacker) && !self.is_cavalry(defender) {
            let units = [attacker, defender];
            self.unless_lifted(Lift::CavalryOnlyCavalry, units, ground, false, Refusal::CavalryOnlyCavalry)?;
        }
        self.forbids_attack(attacker, defender, ground, false)
    }

    /// Lists every attack that `side` may declare, and the pass, which is always legal.
    pub(crate) fn attack_choices(&self, side: Side, into: &mut Vec<Action>) {
        for (attacker, hex) in self.on_map(side).filter(|(_, hex)| self.in_ezoc(side, *hex)) {
            for defender in self.board.map.neighbors(hex).filter_map(|hex| self.unit_in(hex)) {
                if self.may_attack(side, attacker, defender).is_ok() {
                    into.push(Action::Attack { attacker, defender });
                }
                if self.may_deathride(side, attacker, defender).is_ok() {
                    into.push(Action::Deathride { attacker, defender });
                }
            }
        }
        into.push(Action::Pass);
    }

    /// Returns the hex of the defender; refuses pairs that are not adjacent enemies on the map.
    pub(crate) fn adjacent_enemies(&self, side: Side, attacker: UnitIx, defender: UnitIx) -> Result<HexIx, Refusal> {
        let from = self.own_on_map(side, attacker)?;
        if self.side_of(defender) == side {
            return Err(Refusal::OwnSide);
        }
        let ground = self.hex_of(defender).ok_or(Refusal::NotOnMap(defender))?;
        if !self.in_ezoc(side, from) {
            return Err(Refusal::NoEzocToAttack(attacker));
        }
        if self.board.map.distance(from, ground) == 1 {
            Ok(ground)
        } else {
            Err(Refusal::NotAdjacentUnits(attacker, defender))
        }
    }

    /// Declares an attack or charge of `attacker` on `defender`.
    pub(crate) fn declare(&mut self, attacker: UnitIx, defender: UnitIx, deathride: bool, log: &mut impl Log<Event>) {
        let Some(ground) = self.hex_of(defender) else { return };
        log.push(if deathride { Event::Deathride(attacker, defender) } else { Event::Attack(attacker, defender) });
        self.ask_for_support(Fight { attacker, defender, ground, deathride, support: [Support::Open; 2] }, log);
    }

    /// Ends the attack of `side`.
    pub(crate) fn end_attack(&mut self, side: Side, log: &mut impl Log<Event>) {
        let next = self.state.passing.acted(side);
        self.continue_attacks(next, log);
    }

    /// 3.7: records the pass of `side` for this phase.
    pub(crate) fn pass_attacks(&mut self, side: Side, log: &mut impl Log<Event>) {
        log.push(Event::Passed(side, Phase::Attack));
        let next = self.state.passing.pass(side);
        self.continue_attacks(next, log);
    }

    fn continue_attacks(&mut self, next: Next, log: &mut impl Log<Event>) {
        match next {
            Next::Act(side) => self.state.step = Step::Attack(side),
            Next::Roll(side) => self.state.step = Step::RollLastAttacks(side),
            Next::Done => self.end_turn(log),
        }
    }

    /// 3.8: resolves the roll of `die` by `side`, the number of its last attacks.
    pub(crate) fn roll_last_attacks(&mut self, side: Side, die: u16, log: &mut impl Log<Event>) {
        let plus = self.last_actions_by_rows(Hook::LastAttacks, side, 0);
        log.push(Event::LastActions { side, phase: Phase::Attack, die, plus });
        self.state.passing.limit(actions_left(die, plus));
        self.state.step = Step::Attack(side);
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;

    /// Two Germans and two French in contact.
    const CONTACT: &str = "
        map 9x7
        german infantry g1 er 1 at 0404 battle
        german infantry g2 er 1 at 0403 battle
        german infantry g3 er 1 at 0101
        french infantry f1 er 1 at 0504 battle
        french infantry f2 er 1 at 0503 battle
        french infantry f3 er 1 at 0907";

    /// Dice that lead to a stalemate between units of equal ER in the open.
    const STALEMATE: [u16; 2] = [2, 1];

    #[test]
    fn r3_4_a_single_unit_attacks_a_single_adjacent_enemy_and_the_lower_total_loses() {
        let mut table = position(CONTACT).attacks();
        assert_eq!(table.choices("attack"), ["g1 f1", "g2 f1", "g2 f2"]);
        table.does("attack g1 f1").rolls(&[5, 1]);
        assert_eq!([table.at("f1"), table.at("f2")], ["blown 3", "0503"]);
        let mut table = position(CONTACT).attacks();
        table.does("attack g1 f1").rolls(&[1, 3]);
        assert_eq!([table.at("g1"), table.at("g2")], ["blown 3", "0403"]);
    }

    #[test]
    fn r3_4_nobody_has_to_attack() {
        let mut table = position(CONTACT).attacks();
        table.does("pass").rolls(&[6]).does("pass");
        assert_eq!(table.prompt(), "Germans: place the HQ, Friedrich Karl", "the next turn");
    }

    #[test]
    fn r4_3_the_germans_attack_first_and_the_sides_take_turns() {
        let mut table = position(CONTACT).attacks();
        assert_eq!(table.prompt(), "Germans: attack or pass");
        table.does("attack g1 f1").rolls(&STALEMATE);
        assert_eq!(table.prompt(), "French: attack or pass");
        table.does("attack f1 g1").rolls(&[1, 1]);
        assert_eq!(table.prompt(), "Germans: attack or pass");
    }

    #[test]
    fn r4_3_a_unit_attacks_and_is_attacked_again_and_again() {
        let mut table = position(CONTACT).attacks();
        for _ in 0..3 {
            table.does("attack g1 f1").rolls(&STALEMATE);
            table.does("attack f1 g1").rolls(&[1, 1]);
        }
        table.allows("attack g1 f1");
    }

    #[test]
    fn r4_3_only_a_unit_in_an_ezoc_attacks_and_only_who_is_adjacent() {
        let table = position(CONTACT).attacks();
        table.refuses("attack g3 f3", "3.9");
        table.refuses("attack g1 f3", "4.0 3");
        table.refuses("attack g1 f2", "4.0 3");
        table.allows("attack g2 f2");
    }

    #[test]
    fn r4_3_who_advanced_next_to_the_enemy_may_be_attacked_and_attack_in_the_same_phase() {
        let mut table = position(
            "
            map 9x7
            german infantry g1 er 3 at 0404 battle
            french infantry f1 er 0 at 0504 battle
            french infantry f2 er 0 at 0604 battle",
        )
        .attacks();
        table.does("attack g1 f1").rolls(&[6, 1]);
        assert_eq!(table.at("g1"), "0504");
        table.does("attack f2 g1").rolls(&[4, 1]);
        table.logs("Stalemate [4.0 3.2]");
        table.does("attack g1 f2").rolls(&[6, 1]);
        assert_eq!(table.at("g1"), "0604");
    }

    #[test]
    fn r5_2_cavalry_attacks_cavalry_only_and_defends_against_all() {
        let table = position(
            "
            map 9x7
            german cavalry horse er 1 at 0404 battle
            german infantry foot er 1 at 0403 battle
            french cavalry hussars er 1 at 0504 battle
            french infantry zouaves er 1 at 0405 battle",
        );
        let mut table = table.attacks();
        table.allows("attack horse hussars");
        table.allows("attack foot hussars");
        table.refuses("attack horse zouaves", "5.2");
        table.does("attack horse hussars").rolls(&[2, 1]);
        table.allows("attack zouaves horse");
        table.allows("attack hussars horse");
        table.refuses("attack hussars foot", "5.2");
    }

    #[test]
    fn r4_3_7_who_has_passed_attacks_no_more_and_still_defends() {
        let mut table = position(CONTACT).attacks();
        table.does("pass");
        table.logs("Germans pass [4.0 3.7]");
        table.rolls(&[6]);
        table.refuses("attack g1 f1", "3.6");
        table.does("attack f1 g1").rolls(&[5, 1]);
        assert_eq!(table.at("g1"), "blown 3");
        assert_eq!(table.prompt(), "French: attack or pass");
    }

    #[test]
    fn r4_3_8_the_other_side_rolls_a_die_for_how_many_attacks_it_may_still_make() {
        let mut table = position(CONTACT).attacks();
        table.does("attack g1 f1").rolls(&STALEMATE).does("pass");
        assert_eq!(table.prompt(), "Germans roll for their last attacks");
        table.rolls(&[2]);
        table.logs("Germans roll 2: 2 attacks left [4.0 3.8]");
        table.does("attack g1 f1").rolls(&STALEMATE);
        table.does("attack g2 f2").rolls(&STALEMATE);
        assert_eq!(table.prompt(), "Germans: place the HQ, Friedrich Karl", "two attacks, and the turn is over");
    }

    #[test]
    fn r4_3_8_it_is_a_maximum() {
        let mut table = position(CONTACT).attacks();
        table.does("pass").rolls(&[6]).does("attack f1 g1").rolls(&[1, 1]).does("pass");
        assert_eq!(table.prompt(), "Germans: place the HQ, Friedrich Karl");
    }

    #[test]
    fn r3_7_every_die_has_six_faces() {
        use battlewright_core::game::{Chance, Game as _, Turn};
        let dice = |count| Turn::Chance(Chance::Dice { count, sides: 6 });
        let mut table =
            position(CONTACT).with(|scenario| scenario.side.values_mut().for_each(|side| side.ammunition = 1)).moves();
        table.does("pass");
        assert_eq!(table.game.turn(), dice(1), "last moves");
        table.rolls(&[1]).does("pass, attack g1 f1, support, support");
        assert_eq!(table.game.turn(), dice(2), "a duel, a die for each side");
        table.rolls(&[1, 2]);
        assert_eq!(table.game.turn(), dice(2), "an attack, a die for each side");
        table.rolls(&[4, 1]).does("pass");
        assert_eq!(table.game.turn(), dice(1), "last attacks");
    }
}
