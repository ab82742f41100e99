//! 7.1 and 7.2 Combat: the choice of hexes and attackers, the secret support of both sides (7.4, 8.2), and the die.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::event::Event;
use crate::stage::TaskStage;
use crate::state::{At, HexList, Party, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::{Chance, Log, Side, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::{TaskFamily, TaskStack as _};

/// The tasks of a Combat Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum CombatTask {
    /// The active side chooses a hex to attack, or attacks no more.
    Phase,
    /// The active side chooses attackers, and further hexes that they attack together.
    Plan(Combat),
    /// 8.2: the attacker chooses support in secret.
    AttackSupport(Combat),
    /// 8.2: the defender chooses support in secret.
    DefenseSupport(Combat),
    /// 7.4: the die of the combat.
    Roll(Combat),
}

/// A combat (7.0).
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Combat {
    /// The hexes under attack.
    pub(crate) targets: HexList,
    /// The attacking units.
    pub(crate) attackers: Party,
    /// The artillery and air units that support the attacker, and those that support the defender.
    pub(crate) support: [Party; 2],
}

impl TaskFamily<Matz> for CombatTask {
    fn stage(&self, game: &Matz, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let name = |side: Side| game.board.side(side).name.as_str();
        let attacker = game.state.active;
        let defender = attacker.other();
        match self {
            Self::Phase => {
                prompt(format_args!("{}: attack a hex, or pass", name(attacker)));
                TaskStage::asks(attacker, rule::COMBAT, Some(game.state.phase)).passed("Attack no more")
            }
            Self::Plan(combat) => {
                prompt(format_args!("{}: which units attack {}?", name(attacker), game.describe_targets(combat)));
                TaskStage::asks(attacker, rule::MULTIPLE_ATTACKS, None)
            }
            Self::AttackSupport(combat) => {
                prompt(format_args!("{}: support the attack on {}?", name(attacker), game.describe_targets(combat)));
                TaskStage::asks(attacker, rule::SUPPORT_FIRE, None).passed("No more support")
            }
            Self::DefenseSupport(combat) => {
                prompt(format_args!("{}: support the defense of {}?", name(defender), game.describe_targets(combat)));
                TaskStage::asks(defender, rule::SUPPORT_FIRE, None).passed("No more support")
            }
            Self::Roll(combat) => {
                prompt(format_args!("Roll for the attack on {}", game.describe_targets(combat)));
                TaskStage::new(Some(Turn::Chance(Chance::Dice { count: 1, sides: 6 })), rule::COMBAT_RESOLUTION, None)
            }
        }
    }

    fn options(&self, game: &Matz, into: &mut ActionList) {
        match self {
            Self::Phase => {
                into.extend(game.further_targets(&Combat::default()).into_iter().map(Action::Target));
                into.push(Action::Pass);
            }
            Self::Plan(combat) => {
                into.extend(game.joiners(combat).into_iter().map(Action::Join));
                into.extend(game.further_targets(combat).into_iter().map(Action::Target));
                if game.may_begin(combat).is_ok() {
                    into.push(Action::Begin);
                }
                if game.may_call_off_attack(combat).is_ok() {
                    into.push(Action::Stop);
                }
            }
            Self::AttackSupport(combat) => {
                into.extend(game.attack_support(combat).into_iter().map(Action::Support));
                into.push(Action::Pass);
            }
            Self::DefenseSupport(combat) => {
                into.extend(game.defense_support(combat).into_iter().map(Action::Support));
                into.push(Action::Pass);
            }
            Self::Roll(_) => {}
        }
    }

    fn has_options(&self, game: &Matz) -> bool {
        *self == Self::Phase && game.has_target()
    }

    fn refusal(&self, game: &Matz, action: &Action) -> RefusalCause {
        let (attacker, defender) = (game.state.active, game.state.active.other());
        let why = match (self, *action) {
            (Self::Phase, Action::Target(hex)) => game.may_target(&Combat::default(), hex).err(),
            (Self::Plan(combat), Action::Target(hex)) => game.may_target(combat, hex).err(),
            (Self::Plan(combat), Action::Join(unit)) => game.may_join(combat, unit).err(),
            (Self::Plan(combat), Action::Begin) => game.may_begin(combat).err(),
            (Self::Plan(combat), Action::Stop) => game.may_call_off_attack(combat).err(),
            (Self::AttackSupport(combat), Action::Support(unit)) => game.support_refusal(combat, attacker, unit),
            (Self::DefenseSupport(combat), Action::Support(unit)) => game.support_refusal(combat, defender, unit),
            _ => None,
        };
        why.unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut Matz, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Phase, Action::Target(hex)) => {
                game.push(Self::Phase);
                game.push(Self::Plan(Combat { targets: [hex].into_iter().collect(), ..Combat::default() }));
            }
            (Self::Plan(mut combat), Action::Target(hex)) => {
                combat.targets.push(hex);
                game.push(Self::Plan(combat));
            }
            (Self::Plan(mut combat), Action::Join(unit)) => {
                combat.attackers.push(unit);
                game.push(Self::Plan(combat));
            }
            (Self::Plan(combat), Action::Begin) => game.begin_attack(combat, log),
            (Self::Plan(combat), Action::Stop) => game.state.called_off.extend(combat.targets.first()),
            (Self::AttackSupport(mut combat), Action::Support(unit)) => {
                combat.support[0].push(unit);
                game.push(Self::AttackSupport(combat));
            }
            (Self::AttackSupport(combat), Action::Pass) => game.push(Self::DefenseSupport(combat)),
            (Self::DefenseSupport(mut combat), Action::Support(unit)) => {
                combat.support[1].push(unit);
                game.push(Self::DefenseSupport(combat));
            }
            (Self::DefenseSupport(combat), Action::Pass) => game.reveal_support(combat, log),
            _ => {}
        }
    }

    fn resolve(self, game: &mut Matz, picks: &[u16], log: &mut impl Log<Event>) {
        if let (Self::Roll(combat), [die]) = (self, picks) {
            game.roll_combat(&combat, *die, log);
        }
    }
}

impl Matz {
    /// The Combat Phase or the Second Combat Phase of the active side.
    pub(crate) fn begin_combat(&mut self) {
        self.push(CombatTask::Phase);
    }

    /// Checks whether the active side may still give up what it has planned against `hex` (m63): once, until an attack or a
    /// barrage begins.
    pub(crate) fn may_call_off(&self, hex: HexIx) -> Result<(), RefusalCause> {
        if self.state.called_off.contains(&hex) {
            Err(RefusalCause::At(self.asked_by(), "a plan has been called off once already for", hex))
        } else {
            Ok(())
        }
    }

    /// Checks whether the active side may call off the attack that it plans.
    fn may_call_off_attack(&self, combat: &Combat) -> Result<(), RefusalCause> {
        let refused = combat.targets.first().map_or(Err(RefusalCause::NotAsked), |hex| self.may_call_off(*hex));
        // A plan that rows forbid comes to an end in any case.
        if refused.is_err() && self.is_stuck(combat) { Ok(()) } else { refused }
    }

    /// The attackers are named, and army tanks among them belong to the corps that they support from now on (6.1).
    fn begin_attack(&mut self, combat: Combat, log: &mut impl Log<Event>) {
        self.state.called_off.clear();
        log.push(Event::Attacks(combat.attackers.to_vec(), combat.targets.to_vec()));
        self.attach_attackers(&combat.attackers, log);
        self.push(CombatTask::AttackSupport(combat));
    }

    /// 7.4, 8.2: both sides announce their support and their points.
    fn reveal_support(&mut self, combat: Combat, log: &mut impl Log<Event>) {
        let attacker = self.state.active;
        for (side, support) in [attacker, attacker.other()].into_iter().zip(&combat.support) {
            for unit in support {
                self.unit_mut(*unit).fired = true;
                if let At::Mission { mission, .. } = self.unit(*unit).at {
                    self.reveal_mission(*unit, mission, log);
                }
            }
            if !support.is_empty() {
                log.push(Event::Supports(side, support.to_vec()));
            }
        }
        log.push(Event::Totals(self.calculation(&combat).points));
        self.push(CombatTask::Roll(combat));
    }

    fn roll_combat(&mut self, combat: &Combat, die: u16, log: &mut impl Log<Event>) {
        let calculation = self.calculation(combat);
        let modified = calculation.modified(die);
        let result = self.combat_result(calculation.column, modified);
        log.push(Event::CombatRoll(die, modified, calculation.column, result));
        for unit in &combat.attackers {
            self.unit_mut(*unit).attacked = true;
        }
        let attacked: Vec<UnitIx> = combat.targets.iter().flat_map(|hex| self.ground.units(*hex)).collect();
        for unit in attacked {
            self.unit_mut(unit).was_attacked = true;
        }
        let guns = self.guns_that_suffer(combat);
        self.apply_result(result, &combat.attackers, &combat.targets, &guns);
    }

    /// The hexes under attack in words, such as `"0404 and 0504"`.
    fn describe_targets(&self, combat: &Combat) -> String {
        let names: Vec<String> =
            combat.targets.iter().map(|hex: &HexIx| self.board.map.name(*hex).to_string()).collect();
        names.join(" and ")
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Combat, CombatTask};
    use crate::event::Phase;
    use crate::state::Task;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::game::{Game as _, Turn};

    /// The attack of these units upon these hexes.
    pub(crate) fn planned(table: &Table, targets: &str, attackers: &str) -> Combat {
        planned_with(table, targets, attackers, ["", ""])
    }

    /// The same with support of both sides.
    pub(crate) fn planned_with(table: &Table, targets: &str, attackers: &str, support: [&str; 2]) -> Combat {
        let units = |names: &str| names.split_whitespace().map(|name| table.unit(name)).collect();
        Combat {
            targets: targets.split_whitespace().map(|name| table.hex(name)).collect(),
            attackers: units(attackers),
            support: support.map(units),
        }
    }

    /// The combat whose die is to be rolled.
    #[track_caller]
    fn at_hand(table: &Table) -> Combat {
        match table.game.state.stack.last() {
            Some(Task::Combat(CombatTask::Roll(combat))) => combat.clone(),
            other => panic!("no combat is rolled for: {other:?}"),
        }
    }

    #[test]
    fn r7_4_the_attacker_commits_support_and_then_the_defender() {
        let mut table = position(
            "german infantry g1 4/2 at 0405
            german artillery g2 4-3 5 at 0407
            french infantry f1 4/2 at 0404
            french artillery f2 3-2 5 at 0402",
        )
        .at(GERMAN, Phase::Combat);
        table.does("target 0404, join g1, begin");
        assert_eq!((table.chooser(), table.choices("")), (GERMAN, vec!["pass".into(), "support g2".into()]));
        table.refuses("support f2", "8.2");
        table.does("support g2");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["pass".into(), "support f2".into()]));
        assert_eq!((table.marks("g2"), table.marks("f2")), (String::new(), String::new()), "the support is secret");
        table.does("support f2");
        assert_eq!((table.marks("g2"), table.marks("f2")), ("fired".into(), "fired".into()));
        assert_eq!(at_hand(&table), planned_with(&table, "0404", "g1", ["g2", "f2"]));
        assert_eq!(table.game.calculation(&at_hand(&table)).points, [8, 6]);
    }

    #[test]
    fn r7_4_either_side_may_do_without_support() {
        let mut table = position(
            "german infantry g1 4/2 at 0405
            german artillery g2 4-3 5 at 0407
            french infantry f1 4/2 at 0404
            french artillery f2 3-2 5 at 0402",
        )
        .at(GERMAN, Phase::Combat);
        table.does("target 0404, join g1, begin, pass, pass");
        assert_eq!(at_hand(&table), planned(&table, "0404", "g1"));
        assert_eq!((table.marks("g2"), table.marks("f2")), (String::new(), String::new()));
        assert!(matches!(table.game.turn(), Turn::Chance(chance) if chance.count() == 1));
    }

    #[test]
    fn r7_4_m63_an_attack_is_called_off_before_it_begins_once_for_each_hex() {
        let mut table = position(
            "german infantry g1 4/2 at 0405
            german infantry g2 4/2 at 0405
            french infantry f1 4/2 at 0404
            french infantry f2 4/2 at 0504",
        )
        .at(GERMAN, Phase::Combat);
        table.does("target 0404, join g1, stop");
        assert_eq!(table.choices(""), ["pass", "target 0404", "target 0504"]);
        table.does("target 0404, join g1");
        table.refuses("stop", "7.2");
        // A three at 1:1 costs the attacker a step.
        table.does("begin").rolls(&[3]);
        assert_eq!(table.marks("g1"), "lost 1");
        table.does("target 0504, stop, target 0504");
        assert_eq!(table.choices(""), ["join g2"], "the other hex has its own turn");
        table.does("join g2, begin");
        table.refuses("stop", "7.4");
    }

    #[test]
    fn r7_1_whoever_fought_is_marked_for_the_phase() {
        let mut table = position(
            "german infantry g1 4/2 at 0405
            german infantry g2 4/2 at 0405
            french infantry f1 4/2 at 0404
            french artillery f2 3-2 5 at 0404
            french infantry f3 4/2 at 0505",
        )
        .at(GERMAN, Phase::Combat);
        table.does("target 0404, join g1, begin").rolls(&[3]);
        let attacked = |id: &str| table.game.unit(table.unit(id)).attacked;
        let was_attacked = |id: &str| table.game.unit(table.unit(id)).was_attacked;
        assert!(attacked("g1") && !attacked("g2") && !was_attacked("g1"));
        assert!(was_attacked("f1") && was_attacked("f2") && !attacked("f1"));
    }

    #[test]
    fn r6_1_army_tanks_are_attached_to_the_corps_that_they_attack_with() {
        let battle = "army third french always
            corps c35 french at 0409
            corps c2 french at 0309
            french tank f1 4/2 of third at 0405
            french tank f2 4/2 of third at 0405
            french infantry f3 4/2 of c35 at 0304
            french infantry f4 4/2 of c2 at 0304
            german infantry g1 4/2 at 0404";
        let attached = |attackers: &str| {
            let mut table = position(battle).at(FRENCH, Phase::Combat);
            table.does(&format!("target 0404, {attackers}, begin"));
            let name = |id: &str| {
                let attached = table.game.unit(table.unit(id)).attached;
                attached.map(|formation| table.game.board.formation(formation).id.clone())
            };
            [name("f1"), name("f2"), name("f3")]
        };
        assert_eq!(attached("join f1"), [None, None, None], "alone, they belong to nobody");
        assert_eq!(attached("join f1, join f2"), [None, None, None]);
        assert_eq!(attached("join f1, join f3"), [Some("c35".into()), None, None]);
        assert_eq!(attached("join f1, join f4, join f3"), [Some("c2".into()), None, None]);
        assert_eq!(attached("join f2, join f1, join f3")[..2], [Some("c35".into()), Some("c35".into())]);
    }

    #[test]
    fn r3_3_units_in_a_zone_of_control_need_not_attack() {
        let mut table =
            position("german infantry g1 4/2 at 0405\nfrench infantry f1 4/2 at 0404").at(GERMAN, Phase::Combat);
        table.does("pass");
        assert!(table.phase() > Phase::Combat);
        assert_eq!(
            (table.at("g1"), table.marks("g1"), table.marks("f1")),
            ("0405".into(), String::new(), String::new())
        );
    }

    #[test]
    fn r7_4_the_die_is_read_in_the_column_of_the_odds() {
        let units = "german infantry g1 8/4 at 0405\nfrench infantry f1 4/2 at 0404";
        let mut table = position(units).at(GERMAN, Phase::Combat);
        table.does("target 0404, join g1, begin").rolls(&[1]);
        // 8 to 4 is 2:1: a one costs the attacker a step.
        assert_eq!([table.at("g1"), table.marks("g1")], ["0405", "lost 1"]);
        let mut table = position(&format!("{units}\nwoods 0404")).at(GERMAN, Phase::Combat);
        table.does("target 0404, join g1, begin").rolls(&[1]);
        // The woods make it 1.5:1: the attacker retreats.
        assert_eq!((table.chooser(), table.choices("hex")), (GERMAN, vec!["0304".to_owned(), "0504".to_owned()]));
        assert_eq!(table.marks("g1"), "");
    }
}
