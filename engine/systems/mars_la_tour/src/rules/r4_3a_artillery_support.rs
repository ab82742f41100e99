//! 4.0 3a to 3d: artillery support, decided in secret; duels, and bad ammunition. Support costs ammunition points (3.3), of
//! which each side has a fixed number for the whole game (5.1).

use battlewright_schema::mars_la_tour::vocabulary::Lift;

use crate::MarsLaTour;
use crate::action::Refusal;
use crate::event::Event;
use crate::state::{Fight, Step, Support, UnitIx};
use battlewright_core::game::{Log, Side};

impl Fight {
    /// Returns the unit of `side` in the fight.
    fn unit_of(&self, game: &MarsLaTour, side: Side) -> UnitIx {
        if game.side_of(self.attacker) == side { self.attacker } else { self.defender }
    }
}

impl MarsLaTour {
    /// 3a: asks the attacker, then the defender, for a decision. A side without ammunition or with cavalry (5.2) is not asked.
    pub(crate) fn ask_for_support(&mut self, mut fight: Fight, log: &mut impl Log<Event>) {
        let attacker = self.side_of(fight.attacker);
        for side in [attacker, attacker.other()] {
            if fight.support[side.index()] != Support::Open {
                continue;
            }
            if self.may_support(&fight, side, true).is_ok() {
                self.state.step = Step::Support(fight, side);
                return;
            }
            fight.support[side.index()] = Support::No;
        }
        self.reveal_support(fight, log);
    }

    /// 3a: checks whether `side` may make this decision.
    pub(crate) fn may_support(&self, fight: &Fight, side: Side, yes: bool) -> Result<(), Refusal> {
        if !yes {
            return Ok(());
        }
        if self.is_cavalry(fight.unit_of(self, side)) {
            let units = [fight.attacker, fight.defender];
            let (ground, deathride) = (fight.ground, fight.deathride);
            self.unless_lifted(Lift::NoCavalrySupport, units, ground, deathride, Refusal::NoCavalrySupport)?;
        }
        if self.state.ammunition[side.index()] == 0 {
            return Err(Refusal::NoAmmunition);
        }
        self.forbids_support(fight, side)
    }

    /// 3a: records the decision of `side`.
    pub(crate) fn decide_support(&mut self, mut fight: Fight, side: Side, yes: bool, log: &mut impl Log<Event>) {
        fight.support[side.index()] = if yes { Support::Yes } else { Support::No };
        self.ask_for_support(fight, log);
    }

    /// 3b: reveals and pays for the decisions; the support of a single side is effective.
    fn reveal_support(&mut self, mut fight: Fight, log: &mut impl Log<Event>) {
        let attacker = self.side_of(fight.attacker);
        let committed = [attacker, attacker.other()].map(|side| fight.support[side.index()] == Support::Yes);
        log.push(Event::SupportRevealed(committed[0], committed[1]));
        for (side, committed) in [attacker, attacker.other()].into_iter().zip(committed) {
            if committed {
                self.spend_ammunition(side, false, log);
            }
        }
        if committed == [true, true] {
            self.state.step = Step::Duel(fight);
            return;
        }
        for support in &mut fight.support {
            if *support == Support::Yes {
                *support = Support::Effective;
            }
        }
        self.state.step = Step::Resolve(fight);
    }

    /// 3c: the higher die wins the duel and makes its side's support effective; 3d: a 6 costs the opponent a further AP.
    pub(crate) fn resolve_duel(&mut self, mut fight: Fight, dice: [u16; 2], log: &mut impl Log<Event>) {
        let attacker = self.side_of(fight.attacker);
        let winner = match dice[0].cmp(&dice[1]) {
            std::cmp::Ordering::Greater => Some(attacker),
            std::cmp::Ordering::Less => Some(attacker.other()),
            std::cmp::Ordering::Equal => Side::BOTH.into_iter().find(|side| self.board.side(*side).wins_duel_ties),
        };
        log.push(Event::Duel(dice, winner));
        for (side, die) in [attacker, attacker.other()].into_iter().zip(dice) {
            if self.is_bad_ammunition(die) && self.state.ammunition[side.other().index()] > 0 {
                self.spend_ammunition(side.other(), true, log);
            }
        }
        if let Some(winner) = winner {
            fight.support[winner.index()] = Support::Effective;
        }
        self.state.step = Step::Resolve(fight);
    }

    /// 5.1: returns `true` if `die` in a duel costs the opponent another AP.
    pub(crate) fn is_bad_ammunition(&self, die: u16) -> bool {
        die >= self.board.rules.bad_ammunition.into()
    }

    fn spend_ammunition(&mut self, side: Side, bad: bool, log: &mut impl Log<Event>) {
        let points = &mut self.state.ammunition[side.index()];
        *points = points.saturating_sub(1);
        let left = *points;
        log.push(Event::AmmunitionSpent { side, left, bad });
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};
    use battlewright_core::game::{Game as _, Side};
    use battlewright_core::show::Show as _;

    /// Infantry in contact, with these ammunition points of the Germans and the French.
    fn guns(german: u8, french: u8) -> Position {
        position(&format!(
            "
            map 9x7
            german infantry g1 er 1 at 0404 battle
            french infantry f1 er 1 at 0504 battle
            ammunition german {german}
            ammunition french {french}"
        ))
    }

    /// Attacks f1 with g1 and these decisions on support.
    fn attack(german: u8, french: u8, decisions: &str) -> Table {
        let mut table = guns(german, french).attacks();
        table.does(&format!("attack g1 f1, {decisions}"));
        table
    }

    #[test]
    fn r4_3a_the_attacker_and_then_the_defender_decide() {
        let mut table = attack(14, 10, "support");
        assert_eq!(table.prompt(), "French: commit artillery support?");
        assert_eq!(table.choices(""), ["no-support", "support"]);
        table.logs_nothing_with("artillery");
        table.does("no-support");
        table.logs("Attacker: artillery; defender: no artillery [4.0 3a]");
        assert_eq!(table.prompt(), "Roll for the attack");
        let mut table = guns(14, 10).attacks_of_the_french();
        table.does("attack f1 g1");
        assert_eq!(table.prompt(), "French: commit artillery support?");
        table.does("no-support");
        assert_eq!(table.prompt(), "Germans: commit artillery support?");
    }

    #[test]
    fn r4_3a_ruling_23_neither_side_sees_the_others_choice_before_both_are_made() {
        let (yes, no) = (attack(14, 10, "support"), attack(14, 10, "no-support"));
        assert!(yes.game != no.game);
        assert!(yes.game.seen_by(FRENCH) == no.game.seen_by(FRENCH), "the French cannot tell one from the other");
        assert!(yes.game.seen_by(GERMAN) != no.game.seen_by(GERMAN), "the Germans know what they chose");
        assert_eq!(yes.ammunition(), no.ammunition(), "nothing is paid before it is shown");
    }

    #[test]
    fn r4_3a_ruling_23_a_side_without_ammunition_is_not_asked() {
        let mut table = attack(14, 0, "support");
        assert_eq!(table.prompt(), "Roll for the attack");
        table.rolls(&[1, 1]);
        let table = attack(0, 10, "no-support");
        assert_eq!(table.prompt(), "Roll for the attack");
        let mut table = guns(0, 0).attacks();
        table.does("attack g1 f1");
        assert_eq!(table.prompt(), "Roll for the attack");
        table.logs("Attacker: no artillery; defender: no artillery [4.0 3a]");
    }

    #[test]
    fn r4_3a_support_is_refused_to_those_who_have_none() {
        let table = attack(1, 1, "support");
        let fight = table.game.fight_of(&table.action("support")).unwrap();
        let mut poor = table.game.clone();
        poor.state.ammunition = [0, 0];
        let refusal = poor.may_support(&fight, FRENCH, true).unwrap_err();
        assert_eq!(refusal.rule().number, "4.0 3a");
        assert!(poor.may_support(&fight, FRENCH, false).is_ok());
    }

    #[test]
    fn r4_3b_who_supports_alone_adds_2_and_pays_1_ap() {
        let mut table = attack(14, 10, "support, no-support");
        assert_eq!(table.ammunition(), [13, 10]);
        table.logs("Germans: 1 AP for artillery support, 13 left [4.0 3b]");
        table.rolls(&[1, 2]);
        table.logs("Attacker 1 + 3 = 4, defender 2 + 2 = 4 [4.0 3.1]");
        let mut table = attack(14, 10, "no-support, support");
        assert_eq!(table.ammunition(), [14, 9]);
        table.rolls(&[4, 1]);
        table.logs("Attacker 4 + 1 = 5, defender 1 + 4 = 5 [4.0 3.1]");
    }

    #[test]
    fn r3_3_artillery_costs_1_ap_each_time_and_adds_2() {
        let mut table = attack(2, 0, "support");
        table.rolls(&[1, 2]).does("pass").rolls(&[6]);
        table.does("attack g1 f1, support");
        assert_eq!(table.ammunition(), [0, 0]);
        table.rolls(&[1, 2]).does("attack g1 f1");
        assert_eq!(table.prompt(), "Roll for the attack", "nothing is left to commit");
    }

    #[test]
    fn r4_3c_when_both_support_both_pay_and_the_higher_die_adds_2() {
        let mut table = attack(14, 10, "support, support");
        assert_eq!(table.prompt(), "Roll for the artillery duel");
        assert_eq!(table.ammunition(), [13, 9]);
        table.rolls(&[5, 3]);
        table.logs("Artillery duel 5 to 3: Germans win [4.0 3c]");
        table.rolls(&[1, 2]);
        table.logs("Attacker 1 + 3 = 4, defender 2 + 2 = 4 [4.0 3.1]");

        let mut table = attack(14, 10, "support, support");
        table.rolls(&[3, 5]);
        table.logs("Artillery duel 3 to 5: French win [4.0 3c]");
        table.rolls(&[4, 1]);
        table.logs("Attacker 4 + 1 = 5, defender 1 + 4 = 5 [4.0 3.1]");
        assert_eq!(table.ammunition(), [13, 9]);
    }

    #[test]
    fn r4_3c_the_germans_win_tied_duels_attacking_or_defending() {
        let mut table = attack(14, 10, "support, support");
        table.rolls(&[4, 4]);
        table.logs("Artillery duel 4 to 4: Germans win [4.0 3c]");
        let mut table = guns(14, 10).attacks_of_the_french();
        table.does("attack f1 g1, support, support").rolls(&[4, 4]);
        table.logs("Artillery duel 4 to 4: Germans win [4.0 3c]");
        table.rolls(&[3, 1]);
        table.logs("Attacker 3 + 1 = 4, defender 1 + 3 = 4 [4.0 3.1]");
    }

    #[test]
    fn r4_3c_the_scenario_says_who_wins_ties() {
        let tie = |winner: Option<Side>| {
            let mut table = guns(14, 10)
                .with(|scenario| {
                    for (side, facts) in Side::BOTH.into_iter().zip(scenario.side.values_mut()) {
                        facts.wins_duel_ties = winner == Some(side);
                    }
                })
                .attacks();
            table.does("attack g1 f1, support, support").rolls(&[4, 4]).rolls(&[1, 1]);
            table
        };
        tie(Some(FRENCH)).logs("Attacker 1 + 1 = 2, defender 1 + 4 = 5 [4.0 3.1]");
        tie(None).logs("Artillery duel 4 to 4: nobody wins [4.0 3c]");
        tie(None).logs("Attacker 1 + 1 = 2, defender 1 + 2 = 3 [4.0 3.1]");
    }

    #[test]
    fn r4_3d_a_6_in_a_duel_costs_the_opponent_another_ap() {
        let mut table = attack(14, 10, "support, support");
        table.rolls(&[6, 2]);
        assert_eq!(table.ammunition(), [13, 8]);
        table.logs("French: 1 AP for bad ammunition, 8 left [4.0 3d]");
        let mut table = attack(14, 10, "support, support");
        table.rolls(&[5, 6]);
        assert_eq!(table.ammunition(), [12, 9]);
        let mut table = attack(14, 10, "support, support");
        table.rolls(&[6, 6]);
        assert_eq!(table.ammunition(), [12, 8], "both, if both roll a 6");
        let mut table = attack(14, 10, "support, support");
        table.rolls(&[5, 5]);
        assert_eq!(table.ammunition(), [13, 9]);
    }

    #[test]
    fn r4_3d_nothing_is_lost_where_nothing_is_left() {
        let mut table = attack(1, 1, "support, support");
        table.rolls(&[6, 6]);
        assert_eq!(table.ammunition(), [0, 0]);
        table.logs_nothing_with("bad ammunition");
    }

    #[test]
    fn r4_3d_outside_duels_a_6_spoils_nothing() {
        let mut table = attack(14, 10, "support, no-support");
        table.rolls(&[6, 6]);
        assert_eq!(table.ammunition(), [13, 10]);
    }

    #[test]
    fn r4_3d_the_ruleset_says_which_die_spoils_ammunition() {
        let mut table = guns(14, 10).rules(|rules| rules.bad_ammunition = Some(5)).attacks();
        table.does("attack g1 f1, support, support").rolls(&[5, 4]);
        assert_eq!(table.ammunition(), [13, 8]);
    }

    #[test]
    fn r5_1_at_mars_la_tour_the_germans_have_14_ap_and_the_french_10() {
        let text = include_str!("../../../../../scenarios/mars-la-tour.toml");
        let loaded = battlewright_schema::load(text);
        let Some(battlewright_schema::Scenario::MarsLaTour(scenario)) = loaded.scenario else {
            panic!("the bundled scenario loads: {:?}", loaded.diagnostics);
        };
        let game = crate::MarsLaTour::new(&scenario).unwrap();
        assert_eq!(game.sides(), ["Germans", "French"]);
        assert_eq!(game.state.ammunition, [14, 10]);
    }

    #[test]
    fn r5_1_ap_are_for_the_whole_game() {
        let mut table = attack(14, 10, "support, no-support");
        table.rolls(&[1, 2]).does("pass").rolls(&[1]).does("pass");
        assert_eq!(table.prompt(), "Germans: place the HQ, Friedrich Karl");
        assert_eq!(table.ammunition(), [13, 10], "the next turn brings none");
    }

    #[test]
    fn r5_2_cavalry_never_has_artillery_support() {
        let horse = "
            map 9x7
            german cavalry g1 er 1 at 0404 battle
            french cavalry f1 er 1 at 0504 battle
            french infantry f2 er 1 at 0503 battle
            ammunition german 14
            ammunition french 10";
        let mut table = position(horse).attacks();
        table.does("attack g1 f1");
        assert_eq!(table.prompt(), "Roll for the attack", "nobody is asked");
        let mut table = position(&horse.replace("0503", "0405")).attacks_of_the_french();
        table.does("attack f2 g1");
        assert_eq!(table.prompt(), "French: commit artillery support?", "the infantry is");
        let fight = table.game.fight_of(&table.action("support")).unwrap();
        assert_eq!(table.game.may_support(&fight, GERMAN, true).unwrap_err().rule().number, "5.2");
        table.does("support");
        assert_eq!(table.prompt(), "Roll for the attack", "the cavalry it attacks is not");
    }
}
