//! 20.3 Variable Scenario Rules: reinforcement groups may come earlier, later or elsewhere.

use std::fmt::Arguments;

use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::stage::{Part, TaskStage};
use crate::state::{At, Detour, FormationIx, Group, MovingPiece};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// 20.3: the side may try to change a reinforcement group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Regroup(pub(crate) Side);

impl TaskFamily<PositionMagnifique> for Regroup {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}: change a reinforcement group?", game.side_name(self.0)));
        TaskStage::asks(self.0, rule::VARIABLE_SCENARIO, Some(Part::Housekeeping))
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.regroup_options(self.0, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, _: &mut impl Log<Event>) {
        game.regroup(action);
    }
}

/// 20.3: the dice for the change of the group.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RegroupRoll {
    pub(crate) group: Group,
    pub(crate) detour: Option<Detour>,
}

impl TaskFamily<PositionMagnifique> for RegroupRoll {
    fn stage(&self, _: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("Roll to change the reinforcement group"));
        TaskStage::rolls(2, rule::VARIABLE_SCENARIO, Some(Part::Housekeeping))
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[a, b] = picks {
            game.roll_regroup(self.group, self.detour, a + b, log);
        }
    }
}

/// The change of a reinforcement group by its roll.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroupChange {
    /// The group comes a turn later.
    Late,
    /// The group comes as before.
    Unchanged,
    /// The group comes as the side has requested.
    Requested,
}

impl PositionMagnifique {
    /// Returns the change of `group` by two dice with this sum.
    pub(crate) fn group_change(&self, group: Group, sum: u16) -> GroupChange {
        let rules = &self.board.rules;
        let plus: i32 = self.group_roll_changes(group).iter().map(|(_, change)| change).sum();
        let total = i32::from(sum) + plus;
        if total <= i32::from(rules.group_late_up_to) {
            GroupChange::Late
        } else if total >= i32::from(rules.group_early_from) {
            GroupChange::Requested
        } else {
            GroupChange::Unchanged
        }
    }

    /// Returns the groups of `side` that are still to come, each with its entry.
    fn groups(&self, side: Side) -> InlineList<(Group, u16), 32> {
        let mut groups = InlineList::new();
        for formation in self.board.all_formations().filter(|f| self.board.formation(*f).side == side) {
            for piece in self.pieces_of(formation) {
                if let At::Due { turn, entry, .. } = self.at(piece)
                    && turn > self.state.turn
                    && !groups.contains(&(Group { formation, turn }, entry))
                {
                    groups.push((Group { formation, turn }, entry));
                }
            }
        }
        groups
    }

    /// Lists the attempts open to `side`: to bring a group on a turn earlier, or at another entry.
    pub(crate) fn regroup_options(&self, side: Side, into: &mut ActionList) {
        for (group, entry) in self.groups(side) {
            if group.turn > self.state.turn + 1 {
                into.push(Action::Hurry(group));
            }
            let detours = self.board.detours.iter().filter(|detour| {
                !detour.free && detour.from == entry && detour.formation.is_none_or(|only| only == group.formation)
            });
            let ways = detours.flat_map(|detour| detour.to.iter());
            into.extend(ways.map(|to| Action::Detour { group, from: entry, to: *to }));
        }
        into.sort_unstable();
        into.dedup();
        into.push(Action::Pass);
    }

    /// Begins an attempt, or declines.
    pub(crate) fn regroup(&mut self, action: Action) {
        match action {
            Action::Hurry(group) => self.push(RegroupRoll { group, detour: None }),
            Action::Detour { group, from, to } => {
                self.push(RegroupRoll { group, detour: Some(Detour { from, to }) });
            }
            _ => {}
        }
    }

    /// Resolves the roll: a low total delays the group; a high one brings the chosen change. A detour moves the part of the
    /// group that waits at its entry.
    pub(crate) fn roll_regroup(&mut self, group: Group, detour: Option<Detour>, total: u16, log: &mut impl Log<Event>) {
        log.push(Event::RegroupRoll(group, total, self.group_roll_changes(group).to_vec()));
        let change = self.group_change(group, total);
        let pieces: InlineList<MovingPiece, 64> = self.pieces_of(group.formation).collect();
        let waiting: InlineList<(MovingPiece, u8, u16), 64> = pieces
            .into_iter()
            .filter_map(|piece| match self.at(piece) {
                At::Due { turn, entry, .. } if turn == group.turn => Some((piece, turn, entry)),
                _ => None,
            })
            .collect();
        match (change, detour) {
            (GroupChange::Late, _) => log.push(Event::Rescheduled(group, group.turn.saturating_add(1))),
            (GroupChange::Requested, Some(Detour { from, to })) => log.push(Event::Detoured(group, from, to)),
            (GroupChange::Requested, None) => log.push(Event::Rescheduled(group, group.turn.saturating_sub(1))),
            (GroupChange::Unchanged, _) => return,
        }
        for (piece, turn, entry) in waiting {
            let at = match (change == GroupChange::Late, detour) {
                (true, _) => At::Due { turn: turn.saturating_add(1), entry, aside: None },
                (false, Some(detour)) if detour.from == entry => At::Due { turn, entry: detour.to, aside: None },
                (false, Some(_)) => continue,
                (false, None) => At::Due { turn: turn.saturating_sub(1), entry, aside: None },
            };
            self.set_at(piece, at);
        }
    }

    /// Returns the id of an entry.
    pub(crate) fn entry_id(&self, entry: u16) -> &str {
        self.board.entries.get(usize::from(entry)).map_or("", |entry| entry.id.as_str())
    }

    /// Returns the name of an entry with its id, or the id alone.
    pub(crate) fn entry_title(&self, entry: u16) -> &str {
        self.board.entries.get(usize::from(entry)).map_or("", |entry| entry.title.as_str())
    }

    /// Returns the name of a group, such as `"X Corps, turn 6"`.
    pub(crate) fn group_name(&self, group: Group) -> String {
        let formation: FormationIx = group.formation;
        format!("{}, turn {}", self.board.formation(formation).name, group.turn)
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::position_magnifique as file;

    use super::*;
    use crate::rules::r08_sequence::BeginTurn;
    use crate::state::Task;
    use crate::tests::games::victory;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::game::{Game as _, Turn};
    use battlewright_core::kit::tasks::TaskStack as _;

    /// The Rally Phase of turn 1 is over, and the French may change a group.
    fn regroup() -> Table {
        position(
            "map 9x9
            entry E french 0009
            entry F french 0409
            entry G prussian 0809
            corps ii french at 0101 range 2 4
            french infantry f1 4/2 enters 4 by E of ii
            french infantry f2 4/2 enters 4 by E of ii
            french infantry f3 4/2 enters 2 by E of ii
            corps iii french enters 4 by F range 2 4
            corps x prussian at 0801 range 2 4
            prussian infantry p1 5/3 enters 5 by G of x",
        )
        .with(|scenario| {
            scenario.variable_reinforcements = true;
            scenario.detour.push(file::Detour { from: "E".into(), to: vec!["F".into()], formation: None, free: false });
        })
        .turn_end()
    }

    #[test]
    fn r20_3_each_side_may_change_one_group_in_housekeeping_the_french_first() {
        let mut table = regroup();
        table.logs("Housekeeping Phase [15.0]");
        assert_eq!(table.chooser(), FRENCH);
        assert_eq!(
            table.choices(""),
            ["detour ii 2 E F", "detour ii 4 E F", "hurry ii 4", "hurry iii 4", "pass"],
            "the group of turn 2 cannot come earlier than the next turn"
        );
        table.does("hurry ii 4").rolls(&[3, 4]);
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["hurry x 5".into(), "pass".into()]));
        table.does("pass");
        table.logs("Turn 2, 09:00 [8.1]");
    }

    #[test]
    fn r20_3_a_high_roll_brings_the_whole_group_a_turn_earlier() {
        let mut table = regroup();
        table.does("hurry ii 4").rolls(&[4, 6]);
        assert_eq!([table.at("f1"), table.at("f2"), table.at("f3")], ["due 3", "due 3", "due 2"]);
        assert_eq!(table.at("iii-hq"), "due 4", "of the same turn, but another corps");
        table.logs("ii, turn 4 is now due on turn 3 [20.3]");
    }

    #[test]
    fn r20_3_a_2_delays_it_and_3_to_9_change_nothing() {
        let due = |dice: &[u16]| {
            let mut table = regroup();
            table.does("hurry ii 4").rolls(dice);
            table.at("f1")
        };
        assert_eq!(due(&[1, 1]), "due 5");
        assert_eq!(due(&[1, 2]), "due 4");
        assert_eq!(due(&[4, 5]), "due 4");
        assert_eq!(due(&[6, 6]), "due 3");
        let mut table = regroup();
        table.does("detour ii 4 E F").rolls(&[1, 1]);
        assert_eq!(table.at("f1"), "due 5");
        assert_eq!(entry(&table, "f1"), "E", "no change of place");
    }

    fn entry(table: &Table, unit: &str) -> String {
        match table.game.unit(table.unit(unit)).at {
            At::Due { entry, .. } => table.game.board.entries[usize::from(entry)].id.clone(),
            at => panic!("{unit} is not due: {at:?}"),
        }
    }

    #[test]
    fn r20_3_a_high_roll_brings_the_group_by_another_entry() {
        let mut table = regroup();
        table.does("detour ii 4 E F").rolls(&[5, 5]);
        assert_eq!([entry(&table, "f1"), entry(&table, "f2"), entry(&table, "f3")], ["F", "F", "E"]);
        assert_eq!(table.at("f1"), "due 4");
    }

    /// A group of three pieces that waits at two entries, and may use a third from either.
    fn at_two_entries() -> Table {
        position(
            "map 9x9
            entry E french 0009
            entry F french 0409
            entry G french 0809
            corps ii french at 0101 range 2 4
            french infantry f1 4/2 enters 4 by E of ii
            french infantry f2 4/2 enters 4 by F of ii
            french infantry f3 4/2 enters 4 by E of ii",
        )
        .with(|scenario| {
            scenario.variable_reinforcements = true;
            for from in ["E", "F"] {
                let to = vec!["G".into()];
                scenario.detour.push(file::Detour { from: from.into(), to, formation: None, free: false });
            }
        })
        .turn_end()
    }

    #[test]
    fn r20_3_a_detour_takes_those_of_a_group_that_wait_at_its_entry() {
        let entries = |table: &Table| ["f1", "f2", "f3"].map(|unit| entry(table, unit));
        let mut table = at_two_entries();
        assert_eq!(table.choices("detour"), ["ii 4 E G", "ii 4 F G"]);
        table.does("detour ii 4 E G").rolls(&[5, 6]);
        assert_eq!(entries(&table), ["G", "F", "G"]);
        table.logs("ii, turn 4 now enters at G instead of E [20.3]");
        let mut table = at_two_entries();
        table.does("detour ii 4 F G").rolls(&[5, 6]);
        assert_eq!(entries(&table), ["E", "G", "E"]);
        let mut table = at_two_entries();
        table.does("detour ii 4 F G").rolls(&[1, 1]);
        assert_eq!(["f1", "f2", "f3"].map(|unit| table.at(unit)), ["due 5"; 3], "the group is late as a whole");
    }

    #[test]
    fn r20_3_some_entries_are_used_freely() {
        let text = "map 9x9
            entry E prussian 0009
            entry F prussian 0409
            corps x prussian at 0801 range 2 4
            prussian infantry p1 5/3 enters 1 by E of x";
        let enters = |free: bool| {
            let detour = file::Detour { from: "E".into(), to: vec!["F".into()], formation: None, free };
            let mut table = position(text).with(|scenario| scenario.detour.push(detour)).moves("x");
            table.does("move p1");
            table.choices("hex")
        };
        assert_eq!(enters(true), ["0009", "0409"]);
        assert_eq!(enters(false), ["0009"]);
    }

    #[test]
    fn r20_3_the_french_add_one_chit_a_turn_until_all_five_are_in() {
        let mut game = victory();
        for left in [5, 4, 3, 2, 1] {
            game.state.stack = vec![Task::BeginTurn(BeginTurn)];
            game.run(&mut ());
            assert_eq!(game.turn(), Turn::Choose(FRENCH));
            let mut actions = Vec::new();
            game.actions(&mut actions);
            assert_eq!(actions.len(), left);
            let Action::Formation(formation) = actions[0] else { panic!("a chit is added: {:?}", actions[0]) };
            game.apply(&actions[0], &mut ());
            assert!(game.state.cup.contains(&crate::state::Chit::Activation(formation)));
            assert_eq!(game.state.chosen.len(), 6 - left);
        }
        game.state.stack = vec![Task::BeginTurn(BeginTurn)];
        game.run(&mut ());
        assert!(matches!(game.turn(), Turn::Chance(_)), "a chit is drawn");
    }

    #[test]
    fn r20_3_the_sixth_cavalry_may_be_sent_round_and_others_not_from_its_entry() {
        let game = victory();
        let cavalry = game.board.all_formations().find(|f| game.board.formation(*f).id == "pr-6cav").unwrap();
        let mut options = ActionList::new();
        game.regroup_options(PRUSSIAN, &mut options);
        let ways = options.iter().filter(|o| matches!(o, Action::Detour { group, .. } if group.formation == cavalry));
        assert_eq!(ways.count(), 2, "by 2021/2221, and by 0920");
    }
}
