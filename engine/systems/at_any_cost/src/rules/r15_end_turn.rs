//! 15.0 The End Turn Phase, after the last chit: the French may bring Activation Chits on (15.1), the Prussians a
//! reinforcement group (15.2); then markers and chits come off, and the next turn begins, or the game ends (15.3).

use std::fmt::Arguments;

use battlewright_schema::at_any_cost::Nation;
use battlewright_schema::at_any_cost::vocabulary::Trigger;
use battlewright_schema::rule::WinTime;

use crate::AtAnyCost;
use crate::action::{Action, ActionList};
use crate::event::{Event, Step};
use crate::rules::r05_sequence::SequenceTask;
use crate::rules::r20_command_events::{ROLL_TRACK, TrackSteps};
use crate::stage::{Part, TaskStage};
use crate::state::ChitPlace;
use battlewright_core::game::{Log, Side};

impl AtAnyCost {
    /// 5.5: the cup is empty. The Final Held Event Chit Step was the Held Event Chit Phase after the last chit (r7).
    pub(crate) fn end_turn(&mut self, log: &mut impl Log<Event>) {
        log.push(Event::Step(Step::EndTurn));
        self.push(SequenceTask::Housekeeping);
        self.push_events(Trigger::TurnEnds, []);
        for nation in [Nation::Prussian, Nation::French] {
            self.push(SequenceTask::OfferTrackRoll(self.side_of_nation(nation)));
        }
    }

    pub(crate) fn offer_track_roll_stage(&self, side: Side, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let (_, table, rule) = self.track_table(side);
        prompt(format_args!("{}: roll on the {table}?", self.board.side(side).name));
        TaskStage::asks(side, rule, Some(Part::EndTurn)).passed("Do not roll")
    }

    /// 15.1, 15.2: to roll or not, if `side` has a chit on its first track and there is something to bring on.
    pub(crate) fn offer_track_roll_options(&self, side: Side, into: &mut ActionList) {
        if self.can_roll_on_track(side) {
            into.extend([Action::Roll, Action::Pass]);
        }
    }

    /// Returns `true` if a roll on the table of the first track of `side` can be of use. The French bring chits on in Battle
    /// scenarios only (15.1).
    fn can_roll_on_track(&self, side: Side) -> bool {
        if self.chits_on_track(side, ROLL_TRACK) == 0 || (self.board.campaign && self.nation(side) == Nation::French) {
            return false;
        }
        let mut options = ActionList::new();
        self.track_step_options(&TrackSteps::new(side, 1), &mut options);
        options.iter().any(|option| *option != Action::Pass)
    }

    /// 15.3: ends the turn. All ten Event Chits go back to their owner, wherever they are.
    pub(crate) fn run_housekeeping(&mut self, log: &mut impl Log<Event>) {
        self.state.cup.fill([]);
        self.state.chits.fill(ChitPlace::Hand);
        self.state.tracks = [[0; 2]; 2];
        self.state.fortune = None;
        self.state.leader_casualty = false;
        for hq in &mut self.state.hqs {
            hq.overrun = false;
            hq.activated = false;
            hq.moved = false;
        }
        self.clear_records();
        for unit in &mut self.state.units {
            unit.fires = Default::default();
            unit.dug_in_vain = false;
        }
        if self.wins_by_row(WinTime::TurnEnd, log) {
            return;
        }
        if self.state.turn >= self.board.turns {
            self.judge(log);
        } else {
            self.push(SequenceTask::BeginTurn);
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_core::kit::tasks::TaskStack as _;
    use battlewright_schema::at_any_cost as file;

    use super::*;
    use crate::state::{At, Chit, ChitIx, CommandStatus, Done, Fired, TurnFires};
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};
    use battlewright_core::game::{Game as _, Turn};

    /// French formations and Prussian groups, some of them still to come.
    fn armies(more: &str) -> Position {
        position(&format!(
            "entry E french 0009
            entry N prussian 0809
            entry S prussian 0409
            entry W prussian 0209
            corps ii french at 0101 rating 4 4
            corps iii french at 0301 chit 4
            corps iv french enters 5 by E chit 5
            corps vi french at 0501 chit 2
            french infantry f1 5/3 at 0202 of ii
            french infantry f4 5/3 enters 5 by E of iv
            french infantry f5 5/3 enters 11 by E of iv
            corps x prussian at 0801 rating 4 4
            corps ix prussian enters 5 by N group M chit 5
            prussian infantry p1 8/4 at 0707 of x
            prussian infantry p2 8/4 enters 4 by N group C of x
            prussian field p3 6/3 enters 4 by S group C of x
            prussian infantry p4 8/4 enters 2 by N group A of x
            prussian infantry p9 8/4 enters 5 by N group M of ix
            {more}"
        ))
    }

    fn with_detours(position: Position) -> Position {
        position.with(|scenario| {
            let detour = |from: &str, to: &str, group: Option<&str>| file::Detour {
                from: from.into(),
                to: vec![to.into()],
                group: group.map(Into::into),
            };
            scenario.detour = vec![detour("N", "S", None), detour("N", "W", Some("M")), detour("S", "W", None)];
        })
    }

    /// The Reinforcement Chart has a second row: two steps from 11 on.
    fn with_two_steps(position: Position) -> Position {
        position.with(|scenario| {
            let rows = [(8, 1), (11, 2)].map(|(from, steps)| file::TrackRow { from, steps });
            let tables = file::TableChanges { reinforcements: Some(rows.to_vec()), ..Default::default() };
            scenario.rules.tables = Some(tables);
        })
    }

    /// The End Turn Phase.
    fn ends(position: Position) -> Table {
        let mut table = position.table();
        table.run(|game, _| game.state.stack = vec![SequenceTask::EndTurn.into()]);
        table
    }

    fn entry(table: &Table, unit: &str) -> String {
        match table.game.unit(table.unit(unit)).at {
            At::Due { entry, .. } => table.game.board.entries[usize::from(entry)].id.clone(),
            at => panic!("{unit} is not due: {at:?}"),
        }
    }

    #[test]
    fn r5_5_with_the_last_chit_the_french_act_on_their_chits_the_prussians_on_their_groups_and_the_turn_ends() {
        let mut table = armies("track french 0 1\ntrack prussian 0 1").cup();
        table.run(|game, _| {
            game.state.stack.clear();
            game.state.cup.fill([]);
            game.next_chit();
        });
        assert_eq!((table.chooser(), table.game.part()), (FRENCH, Some(Part::EndTurn)));
        table.does("pass");
        assert_eq!((table.chooser(), table.game.part()), (PRUSSIAN, Some(Part::EndTurn)));
        table.does("pass");
        assert_eq!(table.game.state.turn, 2);
    }

    #[test]
    fn r15_1_without_a_chit_on_the_track_the_french_do_not_roll() {
        let table = ends(armies("track french 1 3"));
        assert_eq!(table.game.state.turn, 2, "nobody was asked");
    }

    #[test]
    fn r15_1_with_a_chit_on_the_track_the_french_may_roll() {
        let mut table = ends(armies("track french 0 1"));
        assert_eq!((table.chooser(), table.game.part()), (FRENCH, Some(Part::EndTurn)));
        assert_eq!(
            (table.prompt().as_str(), table.choices("")),
            ("French: roll on the Activation Chit Table?", vec!["pass".to_owned(), "roll".to_owned()])
        );
        table.does("pass");
        assert_eq!(table.game.state.turn, 2);
    }

    #[test]
    fn r15_1_without_a_chit_to_bring_on_the_french_do_not_roll() {
        let table = ends(armies("track french 0 1\nturn 4 of 12"));
        assert_eq!(table.game.state.turn, 5, "the last chit comes in the next turn anyway");
    }

    #[test]
    fn r15_1_campaigns_have_no_activation_chit_table() {
        let table = ends(armies("track french 0 1\ncampaign"));
        assert_eq!(table.game.state.turn, 2);
    }

    #[test]
    fn r15_1_a_roll_brings_one_chit_on_a_box() {
        let mut table = ends(armies("track french 0 1"));
        table.does("roll").rolls(&[7]);
        assert_eq!(table.choices(""), ["advance iii", "advance iv", "pass"], "not VI Corps, which comes next");
        table.refuses("advance vi", "15.1");
        table.refuses("advance x", "15.1");
        table.does("advance iii");
        assert_eq!(table.game.chit_turn(table.formation("iii")), Some(3));
        assert_eq!(table.game.state.turn, 2, "one step");
    }

    #[test]
    fn r15_1_a_low_roll_changes_nothing() {
        let mut table = ends(armies("track french 0 1"));
        table.does("roll").rolls(&[6]);
        assert_eq!(table.game.chit_turn(table.formation("iii")), Some(4));
        assert_eq!(table.game.state.turn, 2);
    }

    #[test]
    fn r20_1_a_high_roll_brings_one_chit_on_two_boxes_and_no_other() {
        let turns = |steps: &str| {
            let mut table = ends(armies("track french 0 1"));
            table.does("roll").rolls(&[10]).does(steps);
            ["iii", "iv"].map(|id| table.game.chit_turn(table.formation(id)))
        };
        assert_eq!(turns("advance iv, advance iv"), [Some(4), Some(3)]);
        assert_eq!(turns("advance iv, pass"), [Some(4), Some(4)]);
        let mut table = ends(armies("track french 0 1"));
        table.does("roll").rolls(&[10]).does("advance iv");
        assert_eq!(table.choices("advance"), ["iv"]);
        table.refuses("advance iii", "20.1");
    }

    #[test]
    fn r15_1_no_chit_comes_sooner_than_in_the_next_turn() {
        let mut table = ends(armies("track french 0 1\nturn 2 of 12"));
        table.does("roll").rolls(&[10]);
        assert_eq!(table.choices("advance"), ["iii", "iv"]);
        table.does("advance iii");
        assert_eq!(table.game.state.turn, 3, "III Corps comes in turn 3, and the second step is lost");
    }

    #[test]
    fn r15_1_those_who_enter_with_the_chit_come_earlier_with_it() {
        let mut table = ends(armies("track french 0 1"));
        table.does("roll").rolls(&[7]).does("advance iv");
        assert_eq!(["iv-hq", "f4", "f5"].map(|id| table.at(id)), ["due 4", "due 4", "due 11"]);
    }

    #[test]
    fn r15_2_after_the_french_the_prussians_may_roll() {
        let mut table = ends(armies("track prussian 0 1\ntrack french 0 1"));
        table.does("pass");
        assert_eq!(table.chooser(), PRUSSIAN);
        assert_eq!(table.prompt(), "Prussians: roll on the Reinforcement Chart?");
        table.does("roll");
        assert_eq!(table.prompt(), "Prussians: roll on the Reinforcement Chart");
    }

    #[test]
    fn r15_2_without_a_chit_on_the_track_the_prussians_do_not_roll() {
        assert_eq!(ends(armies("track prussian 1 3")).game.state.turn, 2);
    }

    #[test]
    fn r15_2_a_roll_brings_one_group_on_a_turn() {
        let mut table = ends(armies("track prussian 0 1"));
        table.does("roll").rolls(&[7]);
        assert_eq!(table.choices(""), ["hurry C", "hurry M", "pass"], "group A comes in the next turn anyway");
        table.refuses("hurry A", "15.2");
        table.does("hurry C");
        assert_eq!(["p2", "p3", "p9"].map(|id| table.at(id)), ["due 3", "due 3", "due 5"]);
        assert_eq!(table.game.state.turn, 2);
    }

    #[test]
    fn r15_2_a_roll_may_change_the_entry_instead() {
        let mut table = ends(with_detours(armies("track prussian 0 1")));
        table.does("roll").rolls(&[9]);
        assert_eq!(table.choices("detour"), ["A N S", "C N S", "C S W", "M N S", "M N W"]);
        table.refuses("detour C N W", "15.2");
        table.refuses("detour A S W", "15.2");
        table.does("detour C N S");
        assert_eq!(
            (entry(&table, "p2"), entry(&table, "p3"), entry(&table, "p9")),
            ("S".into(), "S".into(), "N".into())
        );
        assert_eq!(table.at("p2"), "due 4");
    }

    #[test]
    fn r15_2_the_highest_roll_brings_one_group_one_turn_or_another_entry_and_not_both() {
        for (steps, due, by) in [("hurry M", "due 4", "N"), ("detour M N W", "due 5", "W")] {
            let mut table = ends(with_detours(armies("track prussian 0 1")));
            table.does("roll").rolls(&[10]).does(steps);
            assert_eq!((table.at("p9").as_str(), entry(&table, "p9").as_str()), (due, by));
            assert_eq!(table.game.state.turn, 2, "one step");
        }
    }

    #[test]
    fn r15_2_two_steps_of_a_scenario_are_two_turns_or_a_turn_and_an_entry_of_one_group() {
        let mut table = ends(with_two_steps(with_detours(armies("track prussian 0 1"))));
        table.does("roll").rolls(&[10]).does("hurry M");
        assert_eq!(table.choices(""), ["detour M N S", "detour M N W", "hurry M", "pass"]);
        table.refuses("hurry C", "15.2");
        table.does("hurry M");
        assert_eq!((table.at("p9"), table.at("ix-hq")), ("due 3".to_owned(), "due 3".to_owned()));
        let mut table = ends(with_two_steps(with_detours(armies("track prussian 0 1"))));
        table.does("roll").rolls(&[10]).does("detour C N S");
        assert_eq!(table.choices(""), ["hurry C", "pass"]);
        table.refuses("detour C S W", "20.1");
    }

    #[test]
    fn r15_2_no_group_is_hurried_more_than_two_turns_in_all() {
        let mut table = ends(with_two_steps(armies("track prussian 0 1")));
        table.does("roll").rolls(&[10]).does("hurry M, hurry M");
        table.game.state.tracks[PRUSSIAN.index()][0] = 1;
        table.game.state.turn = 1;
        table.run(|game, _| game.state.stack = vec![SequenceTask::EndTurn.into()]);
        table.does("roll").rolls(&[10]);
        table.refuses("hurry M", "20.1");
        table.does("hurry C");
        assert_eq!(table.at("p2"), "due 3");
        assert_eq!(table.choices(""), ["hurry C", "pass"]);
        table.does("hurry C");
        assert_eq!(table.at("p2"), "due 2", "the next turn");
    }

    #[test]
    fn r15_2_the_chit_of_a_formation_comes_with_its_hurried_reinforcements() {
        let mut table = ends(with_two_steps(armies("track prussian 0 1")));
        let ix = table.formation("ix");
        table.does("roll").rolls(&[10]).does("hurry M, hurry M");
        assert_eq!(table.game.chit_turn(ix), Some(3));
        assert!(!table.game.state.cup.contains(&Chit::Activation(ix)), "turn 2");
        table.game.state.turn = 3;
        assert!(table.game.has_chit_in_turn(ix));
    }

    #[test]
    fn r15_3_all_event_chits_go_back_to_their_owners() {
        let mut table = armies(
            "holds french beaten-zone
            chit prussian krupps-guns
            hand french furia-francese
            holds prussian bazaines-malaise
            track french 0 2
            track french 1 1",
        )
        .table();
        let ii = table.formation("ii");
        table.game.put_chit(ChitIx(3), ChitPlace::On(ii));
        table.game.put_chit(ChitIx(2), ChitPlace::Aside);
        table.game.run_housekeeping(&mut ());
        assert_eq!(table.game.state.chits, [ChitPlace::Hand; 4]);
        assert_eq!((table.game.state.cup.len(), table.game.state.tracks), (0, [[0; 2]; 2]));
    }

    #[test]
    fn r15_3_overrun_out_of_command_and_fired_markers_come_off_and_others_stay() {
        let mut table = position(
            "corps ii french at 0101 rating 4 4 overrun
            french field f1 6/3 at 0202 of ii shaken low battleworn",
        )
        .table();
        let (ii, f1) = (table.formation("ii"), table.unit("f1"));
        table.game.hq_mut(ii).activated = true;
        table.game.unit_mut(f1).done.fired = Fired::Full;
        table.game.unit_mut(f1).done.command = CommandStatus::Cautious;
        table.game.unit_mut(f1).fires[0] = TurnFires { in_step: true, by_event: true };
        assert_eq!(table.game.command_rating(ii), 0);
        table.game.run_housekeeping(&mut ());
        assert_eq!((table.game.command_rating(ii), table.game.hq(ii).activated), (4, false));
        assert_eq!((table.game.unit(f1).done, table.game.unit(f1).fires), (Done::default(), Default::default()));
        assert_eq!(table.marks("f1"), "battleworn shaken low");
    }

    #[test]
    fn r15_3_the_turn_marker_advances_and_another_turn_begins() {
        let table = ends(armies("turn 3 of 12"));
        assert_eq!(table.game.state.turn, 4);
        assert!(table.game.state.cup.contains(&Chit::Activation(table.formation("iii"))));
    }

    #[test]
    fn r15_3_the_game_ends_with_its_last_turn() {
        let turn = |text: &str| ends(armies(text)).game.turn();
        assert!(!matches!(turn("turn 11 of 12"), Turn::Over(_)));
        assert!(matches!(turn("turn 12 of 12"), Turn::Over(_)));
    }
}
