//! The effects of choices in a sentence each: chits, tracks and orders; and the odds of Command Events (20.1).

use crate::action::Action;
use crate::rules::r06_chits::ChitTask;
use crate::state::Task;
use crate::{AtAnyCost, rulebook as rule};
use battlewright_core::game::Rule;
use battlewright_core::show::Fact;

impl AtAnyCost {
    /// The effect of `action`, if its label does not say it all.
    pub(crate) fn help_of(&self, action: &Action) -> Option<Fact> {
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
                let text = format!("{} Now: {now}.", crate::display::boards::track_help(track));
                Some(Fact::new(text, rule::COMMAND_EVENTS))
            }
            (Action::Order(order), _) => Some(Fact::new(self.order_help(order), rule::ORDER_TYPES)),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{Table, position};
    use battlewright_core::show::Show as _;

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
        let owned = |results: &[(&str, u32)]| -> Vec<(String, u32)> {
            results.iter().map(|(name, ways)| ((*name).to_owned(), *ways)).collect()
        };
        assert_eq!(ways("track 0", 0), owned(&[("2 steps", 1), ("1 step", 3), ("nothing", 6)]));
        assert_eq!(ways("track 0", 1), owned(&[("nothing", 10)]));
        assert_eq!(names("track 1"), ["With this chit: Bazaine's Malaise", "Without it: Bazaine's Malaise"]);
        assert_eq!(ways("track 1", 0), owned(&[("canceled", 3), ("not canceled", 7)]));
        assert_eq!(ways("track 1", 1), owned(&[("canceled", 1), ("not canceled", 9)]));
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
