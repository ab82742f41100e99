//! 8.0 Fire Combat: the tasks of fire and of the tests that follow it (9.0 to 11.0), and the chits that are played before
//! the dice (21.0).

use std::fmt::Arguments;

use battlewright_schema::at_any_cost::Event as Chance;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause, Shot, Weapon};
use crate::event::Event;
use crate::rules::r08_07_fire_results::EffectToApply;
use crate::rules::r12_06_defensive_fire::Arrival;
use crate::stage::{Part, TaskStage, goes_on, rolls};
use crate::state::{ChitIx, UnitIx};
use crate::{AtAnyCost, rulebook as rule};
use battlewright_core::game::{Log, Rule, Side};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// Fire, and the tests that follow it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FireTask {
    /// 8.1: the active side fires, or ends its Fire Combat Step.
    Step,
    /// 12.6: the enemy fires at a unit that has come next to it.
    Arrival(Arrival),
    /// 21.0: the side of the target may screen it with A Cloud of Skirmishers.
    Screen(Fire),
    /// 21.0: the firing side may cancel those skirmishers with its own.
    Unscreen(Fire),
    /// 21.0: this side may play Battlefield Conditions.
    Conditions(Fire, Side),
    /// 8.2: the dice of a fire.
    Roll(Fire),
    /// 8.7: a result takes effect on a unit.
    Apply(EffectToApply),
    /// 10.1: a Break Test of this unit.
    Break(UnitIx),
    /// 11.1: a Rout Test of this unit.
    Rout(UnitIx),
    /// 11.1: this unit has routed, and is flipped to its Battleworn side.
    RoutLoss(UnitIx),
}

/// A fire that is being resolved.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Fire {
    pub(crate) shot: Shot,
    pub(crate) cause: FireCause,
    /// The Battlefield Conditions (21.0): 1 more for the chit of the firing side, 1 less for that of the other.
    pub(crate) conditions: i8,
    /// `true` if skirmishers screen the target (21.0).
    pub(crate) screened: bool,
}

/// The cause of a fire.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum FireCause {
    /// 8.1: the Fire Combat Step.
    Step,
    /// 12.6: Defensive Fire, after this many others of the unit in the activation at hand.
    Defensive(u8),
    /// 21.0: Beaten Zone or Krupp's Guns.
    Event {
        /// With the option of the chit: Moulin à Café, or Artillery Charge.
        option: bool,
    },
}

impl FireCause {
    /// The rule by which there is fire.
    pub(crate) fn rule(self) -> Rule {
        match self {
            Self::Step => rule::FIRE_ELIGIBILITY,
            Self::Defensive(_) => rule::DEFENSIVE_FIRE,
            Self::Event { .. } => rule::EVENTS,
        }
    }
}

impl Fire {
    /// A fire before any chit is played.
    pub(crate) fn new(shot: Shot, cause: FireCause) -> Self {
        Self { shot, cause, conditions: 0, screened: false }
    }
}

impl TaskFamily<AtAnyCost> for FireTask {
    fn stage(&self, game: &AtAnyCost, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let name = |side: Side| game.board.side(side).name.as_str();
        let unit = |unit: UnitIx| game.board.unit(unit).name.as_str();
        match self {
            Self::Step => {
                let Some(activation) = game.activation() else { return goes_on(rule::FIRE_ELIGIBILITY, Part::Fire) };
                prompt(format_args!("{}: fire, or pass", name(activation.side)));
                TaskStage::asks(activation.side, rule::FIRE_ELIGIBILITY, Some(Part::Fire)).passed("Fire no more")
            }
            Self::Arrival(arrival) => {
                let side = game.unit_side(arrival.unit).other();
                let how = if arrival.moving { "" } else { " as it retreats" };
                prompt(format_args!("{}: fire at {}{how}?", name(side), unit(arrival.unit)));
                TaskStage::asks(side, rule::DEFENSIVE_FIRE, None).passed("Hold fire")
            }
            Self::Screen(fire) => {
                let side = game.unit_side(fire.shot.target);
                prompt(format_args!("{}: screen {} with skirmishers?", name(side), unit(fire.shot.target)));
                TaskStage::asks(side, rule::EVENTS, None)
            }
            Self::Unscreen(fire) => {
                let side = game.unit_side(fire.shot.firer);
                prompt(format_args!("{}: cancel the skirmishers with your own?", name(side)));
                TaskStage::asks(side, rule::EVENTS, None)
            }
            Self::Conditions(fire, side) => {
                let Shot { firer, target, .. } = fire.shot;
                prompt(format_args!(
                    "{}: Battlefield Conditions for the fire of {} at {}?",
                    name(*side),
                    unit(firer),
                    unit(target)
                ));
                TaskStage::asks(*side, rule::EVENTS, None)
            }
            Self::Roll(fire) => {
                let weapon = match fire.shot.weapon {
                    Weapon::Own => "",
                    Weapon::Mitrailleuse => "the mitrailleuses of ",
                };
                prompt(format_args!("Roll for the fire of {weapon}{}", unit(fire.shot.firer)));
                rolls(2, rule::FIRE_PROCEDURE, None::<Part>)
            }
            Self::Apply(_) => goes_on(rule::FIRE_RESULTS, None::<Part>),
            Self::Break(tested) if game.hex_of(*tested).is_some() => {
                prompt(format_args!("Roll for the Break Test of {}", unit(*tested)));
                rolls(1, rule::BREAK_TEST, None::<Part>)
            }
            Self::Rout(tested) if game.hex_of(*tested).is_some() => {
                prompt(format_args!("Roll for the Rout Test of {}", unit(*tested)));
                rolls(1, rule::ROUT_TEST, None::<Part>)
            }
            // A unit that is Broken by now is not tested again (ruling r16).
            Self::Break(_) => goes_on(rule::BREAK_TEST, None::<Part>),
            Self::Rout(_) | Self::RoutLoss(_) => goes_on(rule::ROUT_TEST, None::<Part>),
        }
    }

    fn options(&self, game: &AtAnyCost, into: &mut ActionList) {
        let mut shoot = |shot| {
            into.push(Action::Fire(shot));
            false
        };
        match self {
            Self::Step => {
                game.any_step_shot(&mut shoot);
            }
            Self::Arrival(arrival) => {
                game.any_defensive_shot(arrival, &mut shoot);
            }
            _ => into.extend(self.playable(game).into_iter().map(Action::Chit)),
        }
        into.push(Action::Pass);
    }

    fn has_options(&self, game: &AtAnyCost) -> bool {
        match self {
            Self::Step => game.any_step_shot(&mut |_| true),
            Self::Arrival(arrival) => game.any_defensive_shot(arrival, &mut |_| true),
            _ => !self.playable(game).is_empty(),
        }
    }

    fn refusal(&self, game: &AtAnyCost, action: &Action) -> RefusalCause {
        let refused = match (self, action) {
            (Self::Step, Action::Fire(shot)) => {
                game.activation().and_then(|activation| game.may_fire_in_step(activation, shot).err())
            }
            (Self::Arrival(arrival), Action::Fire(shot)) => game.may_fire_at_arrival(arrival, shot).err(),
            (Self::Screen(_) | Self::Unscreen(_) | Self::Conditions(..), Action::Chit(_)) => {
                Some(RefusalCause::Because(rule::EVENTS, "the chit is not held by this side, or cannot be played now"))
            }
            _ => None,
        };
        refused.unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut AtAnyCost, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Step, Action::Fire(shot)) => {
                game.push(Self::Step);
                game.open_fire(shot, FireCause::Step, log);
            }
            (Self::Arrival(arrival), Action::Fire(shot)) => game.fire_at_arrival(arrival, shot, log),
            (Self::Screen(fire), Action::Chit(chit)) => {
                game.play_chit(chit, log);
                game.push(Self::Unscreen(Fire { screened: true, ..fire }));
            }
            (Self::Unscreen(fire), Action::Chit(chit)) => {
                game.play_chit(chit, log);
                log.push(Event::Cancelled(Chance::ACloudOfSkirmishers));
                game.push(Self::Screen(Fire { screened: false, ..fire }));
            }
            (Self::Screen(fire) | Self::Unscreen(fire), _) => {
                game.push(Self::Conditions(fire, game.unit_side(fire.shot.firer)));
            }
            (Self::Conditions(fire, side), _) => game.decide_conditions(fire, side, action, log),
            _ => {}
        }
    }

    fn proceed(self, game: &mut AtAnyCost, log: &mut impl Log<Event>) {
        match self {
            Self::Apply(effect) => game.apply_effect(effect, log),
            Self::RoutLoss(unit) => game.wear_out(unit, log),
            _ => {}
        }
    }

    fn resolve(self, game: &mut AtAnyCost, picks: &[u16], log: &mut impl Log<Event>) {
        match (self, picks) {
            (Self::Roll(fire), &[colored, white]) => game.roll_fire(&fire, [colored, white], log),
            (Self::Break(unit), &[die]) => game.roll_break(unit, die, log),
            (Self::Rout(unit), &[die]) => game.roll_rout(unit, die, log),
            _ => {}
        }
    }
}

impl FireTask {
    /// The chits that the side that is asked holds and may play.
    fn playable(&self, game: &AtAnyCost) -> InlineList<ChitIx, 8> {
        match self {
            Self::Screen(fire) => game.held(game.unit_side(fire.shot.target), &[Chance::ACloudOfSkirmishers]),
            Self::Unscreen(fire) => game.held(game.unit_side(fire.shot.firer), &[Chance::ACloudOfSkirmishers]),
            Self::Conditions(_, side) => game.held(*side, &[Chance::BattlefieldConditions]),
            _ => InlineList::new(),
        }
    }
}

impl AtAnyCost {
    /// Begins the fire `shot`: first come the chits that may be played before the dice, then the dice.
    pub(crate) fn open_fire(&mut self, shot: Shot, cause: FireCause, log: &mut impl Log<Event>) {
        log.push(Event::Fires(shot, cause.rule()));
        self.unit_mut(shot.target).done.fired_at = true;
        self.note_fire(&shot, cause);
        let fire = Fire::new(shot, cause);
        // Skirmishers screen in the Fire Combat Step only (21.0).
        if cause == FireCause::Step {
            self.push(FireTask::Screen(fire));
        } else {
            self.push(FireTask::Conditions(fire, self.unit_side(shot.firer)));
        }
    }

    /// 21.0: a side plays Battlefield Conditions or not; the firing side is asked first, then the other.
    fn decide_conditions(&mut self, mut fire: Fire, side: Side, action: Action, log: &mut impl Log<Event>) {
        let firing = side == self.unit_side(fire.shot.firer);
        if let Action::Chit(chit) = action {
            self.play_chit(chit, log);
            log.push(Event::Conditions(side));
            fire.conditions += if firing { 1 } else { -1 };
        }
        self.push(if firing { FireTask::Conditions(fire, side.other()) } else { FireTask::Roll(fire) });
    }
}

#[cfg(test)]
pub(crate) mod tests {
    use super::{Chance, Fire, FireCause, FireTask};
    use crate::state::Task;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};

    /// A brigade and a battery of the Prussians, one and four hexes from a French brigade.
    const FACING: &str = "
        map 12x9
        prussian infantry p1 8/4 at 0405
        prussian field p2 6/3 at 0501
        french infantry f1 5/3 at 0505";

    /// The fire whose dice are due.
    pub(crate) fn due(table: &Table) -> Fire {
        match table.game.state.stack.last() {
            Some(Task::Fire(FireTask::Roll(fire))) => *fire,
            other => panic!("no fire is rolled: {other:?}"),
        }
    }

    /// Two brigades face each other, and each side holds both chits that are played before fire.
    const CHITS: &str = "
        map 12x9
        prussian infantry p1 8/4 at 0405
        french infantry f1 5/3 at 0505
        holds french a-cloud-of-skirmishers
        holds prussian a-cloud-of-skirmishers
        holds french battlefield-conditions
        holds prussian battlefield-conditions";

    #[test]
    fn r8_1_each_fire_is_resolved_before_the_next_and_many_may_fire_at_one_target() {
        let mut table = position(FACING).fires("prussian");
        table.does("fire p1 f1");
        assert_eq!(table.choices(""), [] as [&str; 0]);
        table.rolls(&[10, 9]).does("fire p2 f1");
    }

    #[test]
    fn r21_0_skirmishers_halve_the_colored_die_of_a_fire_in_the_step() {
        let chits = CHITS.replace("holds prussian a-cloud-of-skirmishers", "holds prussian misinterpreted-orders");
        let mut table = position(&chits).fires("prussian");
        table.does("fire p1 f1");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["chit-0".into(), "pass".into()]));
        table.does("chit-0, pass, pass");
        assert!(due(&table).screened);
        // A 10 would cost a Casualty Hit, a 5 makes an SP of 8 test; doubles cost ammunition all the same.
        table.rolls(&[10, 10]);
        assert_eq!((table.marks("f1"), table.marks("p1")), ("disrupted".into(), "low".into()));
    }

    #[test]
    fn r21_0_the_firing_side_cancels_skirmishers_with_its_own() {
        let mut table = position(CHITS).fires("prussian");
        table.does("fire p1 f1, chit-0");
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["chit-1".into(), "pass".into()]));
        table.does("chit-1");
        table.does("pass, pass");
        assert!(!due(&table).screened);
        // Both chits are spent.
        table.rolls(&[1, 2]);
        let clouds = |side| table.game.held(side, &[Chance::ACloudOfSkirmishers]).len();
        assert_eq!([FRENCH, PRUSSIAN].map(clouds), [0, 0]);
    }

    #[test]
    fn r21_0_battlefield_conditions_are_played_by_either_side_the_firing_one_first() {
        let mut table = position(CHITS).fires("prussian");
        table.does("fire p1 f1, pass");
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["chit-3".into(), "pass".into()]));
        table.does("chit-3");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["chit-2".into(), "pass".into()]));
        let mut both = Table::of(table.game.clone());
        table.does("pass");
        assert_eq!(due(&table).conditions, 1);
        both.does("chit-2");
        assert_eq!(due(&both).conditions, 0);
        let mut table = position(CHITS).fires("prussian");
        table.does("fire p1 f1, pass, pass, chit-2");
        assert_eq!(due(&table).conditions, -1);
    }

    #[test]
    fn r21_0_nobody_is_asked_for_a_chit_that_is_not_held() {
        let mut table = position(FACING).fires("prussian");
        table.does("fire p1 f1");
        assert_eq!(due(&table), Fire::new(due(&table).shot, FireCause::Step));
    }

    #[test]
    fn r16_2_who_is_fired_at_is_known() {
        let mut table = position(FACING).fires("prussian");
        table.does("fire p1 f1").rolls(&[1, 2]);
        assert!(table.game.unit(table.unit("f1")).done.fired_at);
        assert!(!table.game.unit(table.unit("p1")).done.fired_at);
    }
}
