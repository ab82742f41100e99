//! 7.5 Losses: the owner chooses the units that lose steps; tanks and Stosstruppen come first, and tanks may lose one more.

use std::fmt::Arguments;

use battlewright_schema::matz::{Kind, Nation};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::event::{Event, LossCause};
use crate::rules::r07_5_results::SideResult;
use crate::stage::{TaskStage, goes_on};
use crate::state::{Party, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::{Log, Rule, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::TaskFamily;

/// The tasks of losses.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum LossTask {
    /// 7.5: the result of a combat for one side.
    Result(SideResult),
    /// The owner of the units chooses one that loses a step.
    Steps(Losses),
    /// The die for the losses of tanks (7.5).
    TankRoll(Losses),
    /// 4.0: the owner of a stack above the limit chooses a unit that loses a step.
    Crowded { side: Side, hex: HexIx },
}

/// Steps that units of a side lose together.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Losses {
    /// The units that may lose them, of one side.
    pub(crate) units: Party,
    /// The number of steps still to lose.
    pub(crate) left: u8,
    pub(crate) cause: LossCause,
    /// `true` if enemy tanks take part, so that tanks lose the first step and no die is rolled for them (7.5).
    pub(crate) tanks_on_both_sides: bool,
    /// `true` once a step has been lost.
    pub(crate) begun: bool,
    /// `true` for the further loss of tanks, after which no die is rolled.
    pub(crate) tanks_only: bool,
}

impl Losses {
    /// The loss of `steps` by `units`.
    pub(crate) fn new(units: Party, steps: u8, cause: LossCause, tanks_on_both_sides: bool) -> Self {
        Self { units, left: steps, cause, tanks_on_both_sides, begun: false, tanks_only: false }
    }

    /// The rule by which the steps are lost.
    fn rule(&self) -> Rule {
        match self.cause {
            LossCause::Combat | LossCause::Tanks => rule::COMBAT_RESULTS,
            LossCause::Barrage => rule::BARRAGE,
            LossCause::Retreat => rule::ZOC_COMBAT,
            LossCause::Stacking => rule::STACKING,
            LossCause::Event => rule::STEP_LOSSES,
        }
    }
}

impl TaskFamily<Matz> for LossTask {
    fn stage(&self, game: &Matz, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let name = |side| game.board.side(side).name.as_str();
        let choose = |side, rule, prompt: &mut dyn FnMut(Arguments<'_>)| {
            prompt(format_args!("{}: which unit loses a step?", name(side)));
            TaskStage::asks(side, rule, None)
        };
        match self {
            Self::Result(_) => goes_on(rule::COMBAT_RESULTS),
            Self::Steps(losses) => match game.losers(losses).as_slice() {
                [first, _, ..] if losses.left > 0 => choose(game.unit_side(*first), losses.rule(), prompt),
                _ => goes_on(losses.rule()),
            },
            Self::TankRoll(_) => {
                prompt(format_args!("A die for a further loss of tanks is rolled"));
                TaskStage::rolls(1, rule::COMBAT_RESULTS, None)
            }
            Self::Crowded { side, hex } => match game.surplus(*side, *hex).as_slice() {
                [_, _, ..] => choose(*side, rule::STACKING, prompt),
                _ => goes_on(rule::STACKING),
            },
        }
    }

    fn options(&self, game: &Matz, into: &mut ActionList) {
        match self {
            Self::Steps(losses) => into.extend(game.losers(losses).into_iter().map(Action::Lose)),
            Self::Crowded { side, hex } => into.extend(game.surplus(*side, *hex).into_iter().map(Action::Lose)),
            Self::Result(_) | Self::TankRoll(_) => {}
        }
    }

    fn refusal(&self, game: &Matz, action: &Action) -> RefusalCause {
        let Action::Lose(unit) = action else { return RefusalCause::NotAsked };
        match self {
            Self::Steps(losses) => game.why_not_lose(losses, *unit),
            Self::Crowded { hex, .. } if game.hex_of(*unit) == Some(*hex) => {
                RefusalCause::Because(rule::HEADQUARTERS, "a headquarters is not lost while other units are in the hex")
            }
            Self::Crowded { hex, .. } => {
                RefusalCause::At(rule::STACKING, "a step above the limit of stacking is lost in", *hex)
            }
            Self::Result(_) | Self::TankRoll(_) => RefusalCause::NotAsked,
        }
    }

    fn choose(self, game: &mut Matz, action: Action, log: &mut impl Log<Event>) {
        let Action::Lose(unit) = action else { return };
        match self {
            Self::Steps(losses) => game.lose_one(losses, unit, log),
            Self::Crowded { side, hex } => game.lose_surplus(side, hex, unit, log),
            Self::Result(_) | Self::TankRoll(_) => {}
        }
    }

    fn proceed(self, game: &mut Matz, log: &mut impl Log<Event>) {
        match self {
            Self::Result(result) => game.suffer(result, log),
            Self::Steps(losses) => match game.losers(&losses).first() {
                Some(unit) if losses.left > 0 => game.lose_one(losses, *unit, log),
                _ => game.end_losses(losses),
            },
            Self::Crowded { side, hex } => {
                if let Some(unit) = game.surplus(side, hex).first() {
                    game.lose_surplus(side, hex, *unit, log);
                }
            }
            Self::TankRoll(_) => {}
        }
    }

    fn resolve(self, game: &mut Matz, picks: &[u16], log: &mut impl Log<Event>) {
        if let (Self::TankRoll(losses), Some(die)) = (self, picks.first()) {
            game.roll_for_tanks(losses, *die, log);
        }
    }
}

impl Matz {
    /// The units among those of `losses` that can lose a step (1.4): a headquarters only if it is alone, and never by a
    /// bombardment.
    fn able_to_lose<'a>(&'a self, losses: &'a Losses) -> impl Iterator<Item = UnitIx> + use<'a> {
        losses.units.iter().copied().filter(|unit| {
            let facts = self.board.unit(*unit);
            let is_spared = facts.is_hq() && (losses.cause == LossCause::Barrage || !self.is_bare(*unit));
            self.hex_of(*unit).is_some() && !is_spared && (!losses.tanks_only || facts.is(Kind::Tank))
        })
    }

    /// Returns `true` if `unit` must lose the first step of `losses` rather than others (7.5): tanks that fight tanks, and
    /// Stosstruppen.
    fn loses_first(&self, losses: &Losses, unit: UnitIx) -> bool {
        let facts = self.board.unit(unit);
        (losses.tanks_on_both_sides && facts.is(Kind::Tank))
            || (losses.cause == LossCause::Combat && facts.is(Kind::Stosstruppen))
    }

    /// The units that may lose the next step of `losses`.
    fn losers(&self, losses: &Losses) -> Party {
        let able: Party = self.able_to_lose(losses).collect();
        let first: Party = able.iter().copied().filter(|unit| self.loses_first(losses, *unit)).collect();
        if losses.begun || first.is_empty() { able } else { first }
    }

    /// The reason why `unit` does not lose the next step of `losses`.
    fn why_not_lose(&self, losses: &Losses, unit: UnitIx) -> RefusalCause {
        let facts = self.board.unit(unit);
        if !losses.units.contains(&unit) || self.hex_of(unit).is_none() {
            RefusalCause::Because(losses.rule(), "only the units that suffer the result lose steps")
        } else if facts.is_hq() {
            RefusalCause::Because(rule::HEADQUARTERS, "a headquarters is not lost while other units are in the hex")
        } else if losses.tanks_only {
            RefusalCause::Because(rule::COMBAT_RESULTS, "the further loss is one of tanks")
        } else {
            RefusalCause::Because(rule::COMBAT_RESULTS, "tanks against tanks and Stosstruppen lose the first step")
        }
    }

    /// `unit` loses one of the steps of `losses`.
    fn lose_one(&mut self, mut losses: Losses, unit: UnitIx, log: &mut impl Log<Event>) {
        let hex = self.hex_of(unit);
        self.lose_step(unit, if losses.tanks_only { LossCause::Tanks } else { losses.cause }, log);
        if let Some(hex) = hex
            && self.hex_of(unit).is_none()
            && losses.cause != LossCause::Barrage
        {
            self.eliminate_bare_headquarters(&losses.units, hex, log);
        }
        (losses.left, losses.begun) = (losses.left.saturating_sub(1), true);
        self.push(LossTask::Steps(losses));
    }

    /// All steps of `losses` have been lost. If only this side has tanks, a die is rolled for them (7.5).
    fn end_losses(&mut self, losses: Losses) {
        let has_tanks =
            losses.units.iter().any(|unit| self.hex_of(*unit).is_some() && self.board.unit(*unit).is(Kind::Tank));
        if losses.begun && has_tanks && !losses.tanks_only && !losses.tanks_on_both_sides {
            self.push(LossTask::TankRoll(losses));
        }
    }

    /// The die for the losses of tanks: a low one costs a step of tanks, however many there are (7.5).
    fn roll_for_tanks(&mut self, losses: Losses, die: u16, log: &mut impl Log<Event>) {
        let Some(side) = losses.units.first().map(|unit| self.unit_side(*unit)) else { return };
        let table = &self.board.rules.tables.tank_losses;
        let most = match self.board.side(side).nation {
            Nation::German => table.german,
            Nation::French => table.french,
        };
        log.push(Event::TankRoll(side, die, most));
        if die <= u16::from(most) {
            self.push(LossTask::Steps(Losses { left: 1, tanks_only: true, ..losses }));
        }
    }

    /// The units that may lose a step above the limit in `hex`; none within the limit (4.0). Headquarters are lost by combat
    /// only (1.4), if there are other units.
    fn surplus(&self, side: Side, hex: HexIx) -> Party {
        if self.steps_above_limit(side, hex) == 0 {
            return Party::new();
        }
        let units: Party = self.ground.units(hex).filter(|unit| self.unit_side(*unit) == side).collect();
        let others: Party = units.iter().copied().filter(|unit| !self.board.unit(*unit).is_hq()).collect();
        if others.is_empty() { units } else { others }
    }

    /// `unit` loses a step above the limit in `hex`.
    fn lose_surplus(&mut self, side: Side, hex: HexIx, unit: UnitIx, log: &mut impl Log<Event>) {
        self.lose_step(unit, LossCause::Stacking, log);
        self.push(LossTask::Crowded { side, hex });
    }
}

#[cfg(test)]
mod tests {
    use super::{LossTask, Losses};
    use crate::event::LossCause;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::game::{Game as _, Turn};

    const TANKS: &str = "german infantry g1 4/2 at 0404\nfrench infantry f1 4/2 at 0405\nfrench tank f2 4/2 at 0405";

    /// The table after the French in 0405 have lost `steps` of this cause.
    fn after_losses(text: &str, steps: u8, cause: LossCause) -> Table {
        let mut table = position(text).fought(GERMAN, "g1", "0405", "A");
        let units = table.game.ground.units(table.hex("0405")).collect();
        table.run(|game, _| game.push(LossTask::Steps(Losses::new(units, steps, cause, false))));
        table
    }

    fn is_chance(table: &Table) -> bool {
        matches!(table.game.turn(), Turn::Chance(_))
    }

    #[test]
    fn r7_5_the_owner_chooses_the_unit_that_loses_a_step() {
        let mut table = position(
            "german infantry g1 4/2 at 0404
            french infantry f1 4/2 at 0405
            french infantry f2 3/1 at 0405
            french infantry f3 3/1 at 0408",
        )
        .fought(GERMAN, "g1", "0405", "D");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["lose f1".to_owned(), "lose f2".to_owned()]));
        table.refuses("lose f3", "7.5");
        table.refuses("lose g1", "7.5");
        table.does("lose f2");
        assert_eq!([table.marks("f1"), table.marks("f2")], ["", "lost 1"]);
    }

    #[test]
    fn r7_5_stosstruppen_lose_the_first_step_of_a_combat_and_not_of_a_bombardment() {
        let text = "german stosstruppen g1 3/2 at 0404\ngerman infantry g2 4/2 at 0404\nfrench infantry f1 4/2 at 0405";
        let table = position(text).fought(GERMAN, "g1 g2", "0405", "A");
        assert_eq!([table.marks("g1"), table.marks("g2")], ["lost 1", ""]);
        let mut table = position(text).fought(GERMAN, "g1 g2", "0405", "D");
        let units = table.game.ground.units(table.hex("0404")).collect();
        table.run(|game, _| game.push(LossTask::Steps(Losses::new(units, 1, LossCause::Barrage, false))));
        assert_eq!(table.choices("lose"), ["g1", "g2"]);
    }

    #[test]
    fn r7_5_stosstruppen_lose_the_first_of_two_steps_only() {
        let text = "german stosstruppen g1 3/2 at 0404\ngerman infantry g2 4/2 at 0404\nfrench infantry f1 4/2 at 0405";
        let mut table = position(text).fought(GERMAN, "g1 g2", "0405", "D");
        let units = table.game.ground.units(table.hex("0404")).collect();
        table.run(|game, _| game.push(LossTask::Steps(Losses::new(units, 2, LossCause::Combat, false))));
        assert_eq!(table.marks("g1"), "lost 1");
        assert_eq!(table.choices("lose"), ["g1", "g2"]);
    }

    #[test]
    fn r7_5_tanks_lose_the_first_step_against_tanks_and_no_die_is_rolled() {
        let text = "german tank g1 2 at 0404\ngerman infantry g2 4/2 at 0404
            french infantry f1 4/2 at 0405\nfrench tank f2 4/3/2 at 0405";
        let table = position(text).fought(GERMAN, "g1 g2", "0405", "D");
        assert_eq!([table.marks("f1"), table.marks("f2")], ["", "lost 1"]);
        assert!(!is_chance(&table));
        let table = position(text).fought(GERMAN, "g2", "0405", "D");
        assert_eq!(table.choices("lose"), ["f1", "f2"], "the German tanks do not attack");
        let table =
            position(&text.replace("french tank f2", "french infantry f2")).fought(GERMAN, "g1 g2", "0405", "A");
        assert_eq!(table.choices("lose"), ["g1", "g2"], "the French have no tanks there");
    }

    #[test]
    fn r7_5_tanks_on_one_side_may_lose_a_further_step_on_1_to_3_for_the_french() {
        for (die, lost) in [(1, "lost 1"), (3, "lost 1"), (4, "")] {
            let mut table = position(TANKS).fought(GERMAN, "g1", "0405", "D");
            table.does("lose f1");
            assert!(is_chance(&table));
            table.rolls(&[die]);
            assert_eq!([table.marks("f1"), table.marks("f2")], ["lost 1", lost], "{die}");
            assert!(!is_chance(&table), "one die only");
        }
    }

    #[test]
    fn r7_5_tanks_on_one_side_may_lose_a_further_step_on_1_or_2_for_the_germans() {
        for (die, lost) in [(2, "lost 1"), (3, "")] {
            let mut table =
                position("german infantry g1 4/2 at 0404\ngerman tank g2 4/2 at 0404\nfrench infantry f1 4/2 at 0405")
                    .fought(GERMAN, "g1 g2", "0405", "A");
            table.does("lose g1").rolls(&[die]);
            assert_eq!(table.marks("g2"), lost, "{die}");
        }
    }

    #[test]
    fn r7_5_m25_the_further_loss_comes_after_that_of_tanks_too_and_costs_one_step_of_one_unit() {
        let more = "french tank f3 4/2 at 0405";
        let mut table = position(&format!("{TANKS}\n{more}")).fought(GERMAN, "g1", "0405", "D");
        table.does("lose f2").rolls(&[1]);
        assert_eq!(table.choices(""), ["lose f2", "lose f3"]);
        table.refuses("lose f1", "7.5");
        table.does("lose f3");
        assert_eq!([table.marks("f1"), table.marks("f2"), table.marks("f3")], ["", "lost 1", "lost 1"]);
        assert!(!is_chance(&table));
    }

    #[test]
    fn r7_5_no_die_is_rolled_without_a_loss_or_without_tanks_left() {
        let table = position(TANKS).fought(GERMAN, "g1", "0405", "AR");
        assert!(!is_chance(&table));
        let mut table = position(&TANKS.replace("f2 4/2", "f2 4")).fought(GERMAN, "g1", "0405", "D");
        table.does("lose f2");
        assert_eq!(table.at("f2"), "eliminated 1");
        assert!(!is_chance(&table));
    }

    #[test]
    fn r6_1_tanks_may_lose_a_further_step_after_a_bombardment() {
        let mut table = after_losses(TANKS, 1, LossCause::Barrage);
        table.does("lose f1").rolls(&[3]);
        assert_eq!([table.marks("f1"), table.marks("f2")], ["lost 1", "lost 1"]);
    }

    #[test]
    fn r1_4_the_further_loss_of_tanks_after_a_bombardment_spares_a_headquarters() {
        let text = "german infantry g1 4/2 at 0404\ncorps x french at 0405\nfrench tank f1 2/1 at 0405 of x";
        let mut table = after_losses(text, 1, LossCause::Barrage);
        table.rolls(&[1]);
        assert_eq!([table.at("f1"), table.at("x-hq")], ["eliminated 1", "0405"]);
        let mut table = after_losses(text, 1, LossCause::Combat);
        table.rolls(&[1]);
        assert_eq!([table.at("f1"), table.at("x-hq")], ["eliminated 1", "eliminated 1"]);
    }
}
