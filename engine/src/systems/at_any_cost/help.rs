//! The effects of choices in a sentence each: chits, tracks and orders; and the odds of Command Events (20.1).

use super::action::Action;
use super::r06_chits::ChitTask;
use super::r20_command_events::ROLL_TRACK;
use super::state::Task;
use super::{AtAnyCost, rulebook as rule};
use crate::game::{Rule, Side};
use crate::kit::odds::{case_of, one_die};
use crate::show::{Fact, Odds, OddsCase};

/// The faces of a die (3.12).
const FACES: u8 = 10;

impl AtAnyCost {
    /// The effect of `action`, if its label does not say it all.
    pub(super) fn help_of(&self, action: &Action) -> Option<Fact> {
        let told = |(text, rule): (String, Rule)| Fact::new(text, rule);
        let event = |chit| (self.event_help(self.chit(chit).event), rule::EVENTS);
        match (*action, self.state.stack.last()?) {
            (Action::Chit(chit) | Action::FireWith { chit, .. }, _) => Some(told(event(chit))),
            (Action::Play, Task::Chit(ChitTask::Use(chit))) => Some(told(event(*chit))),
            (Action::Hold, _) => {
                let text = "It may be played later in this turn, and is lost if it is not.";
                Some(Fact::new(text, rule::HELD_PHASE))
            }
            (Action::Track(track), _) => {
                let side = self.track_side()?;
                let now = self.track_use(side, track);
                let text = format!("{} Now: {now}.", super::boards::track_help(track));
                Some(Fact::new(text, rule::COMMAND_EVENTS))
            }
            (Action::Order(order), _) => Some(Fact::new(self.order_help(order), rule::ORDER_TYPES)),
            _ => None,
        }
    }

    /// The side that is about to put a chit on one of its tracks.
    pub(super) fn track_side(&self) -> Option<Side> {
        match self.state.stack.last()? {
            Task::Chit(ChitTask::Use(chit)) => Some(self.chit(*chit).side),
            Task::Chit(ChitTask::FortuneTrack { side, .. }) => Some(*side),
            _ => None,
        }
    }

    /// The odds of a track of `side` as it is, and with another chit on it.
    pub(super) fn track_odds(&self, side: Side, track: u8) -> Odds {
        let case = |name: &str, more: u8| self.track_case(side, track, name, more);
        Odds::new(Vec::new(), vec![case("With this chit", 1), case("Without it", 0)])
    }

    fn track_case(&self, side: Side, track: u8, name: &str, more: u8) -> OddsCase {
        if track == ROLL_TRACK {
            let (_, table, _) = self.track_table(side);
            let steps = |steps: u8| match steps {
                0 => "nothing".to_owned(),
                1 => "1 step".to_owned(),
                steps => format!("{steps} steps"),
            };
            let chits = self.chits_on_track(side, track).saturating_add(more);
            // Without a chit on the track there is no roll (15.1, 15.2).
            let rolled = (1..=FACES).map(|die| match chits {
                0 => 0,
                _ => self.track_steps_with(side, die.into(), more),
            });
            return case_of(format!("{name}: {table}"), super::odds::counted(rolled.rev()), steps);
        }
        let event = self.canceled_event(side);
        let most = self.cancels_with(event, more);
        one_die(&format!("{name}: {}", event.name()), "canceled", "not canceled", most, FACES)
    }
}

#[cfg(test)]
mod tests {
    use super::super::testing::{Table, position};
    use crate::show::Show as _;

    #[track_caller]
    fn help(table: &Table, action: &str) -> (String, &'static str) {
        table.allows(action);
        let fact = table.game.help(&table.action(action)).unwrap_or_else(|| panic!("`{action}` is not explained"));
        (fact.text, fact.rule.number)
    }

    #[test]
    fn r21_0_each_choice_about_a_chit_says_what_the_chit_does() {
        let mut table = position(
            "french infantry f1 5/3 at 0404
            prussian infantry p1 8/4 at 0405
            chit french beaten-zone",
        )
        .cup();
        table.draws("beaten-zone");
        let (text, rule) = help(&table, "play");
        assert!(text.contains("Moulin à Café") && rule == "21.0", "{text}");
        assert_eq!(help(&table, "hold").1, "5.2");
        let (text, rule) = help(&table, "track 1");
        assert!(text.contains("does not cancel Bazaine's Malaise") && rule == "20.1", "{text}");
        table.does("play");
        assert_eq!(help(&table, "chit-0 fire f1 p1").1, "21.0");
    }

    #[test]
    fn r20_1_a_command_event_shows_its_table_and_the_chances() {
        let mut table = position(
            "french infantry f1 5/3 at 0404
            prussian infantry p1 8/4 at 0407
            chit french beaten-zone
            track french 1 1",
        )
        .cup();
        table.draws("beaten-zone");
        let odds = |action: &str| table.game.odds(&table.action(action)).unwrap();
        let names = |action: &str| odds(action).cases.into_iter().map(|case| case.name).collect::<Vec<_>>();
        assert_eq!(names("track 0"), ["With this chit: Activation Chit Table", "Without it: Activation Chit Table"]);
        let ways = |action: &str, case: usize| odds(action).cases[case].results.clone();
        // 8 and more a step, 11 and more two: a die and 1 for the chit. Without a chit there is no roll.
        let told = |results: &[(&str, u32)]| -> Vec<(String, u32)> {
            results.iter().map(|(name, ways)| ((*name).to_owned(), *ways)).collect()
        };
        assert_eq!(ways("track 0", 0), told(&[("2 steps", 1), ("1 step", 3), ("nothing", 6)]));
        assert_eq!(ways("track 0", 1), told(&[("nothing", 10)]));
        assert_eq!(names("track 1"), ["With this chit: Bazaine's Malaise", "Without it: Bazaine's Malaise"]);
        assert_eq!(ways("track 1", 0), told(&[("canceled", 3), ("not canceled", 7)]));
        assert_eq!(ways("track 1", 1), told(&[("canceled", 1), ("not canceled", 9)]));
    }

    #[test]
    fn r7_2_each_order_says_what_it_allows() {
        let table = position("corps ii french at 0101 rating 9 9\nfrench infantry f1 5/3 at 0404 of ii\nprussian infantry p1 8/4 at 0808")
            .cup();
        let mut table = table;
        table.draws("ii");
        let (text, rule) = help(&table, "order attack");
        assert!(text.contains("charges") && rule == "7.2", "{text}");
    }
}
