//! Rules in rows: tables that stand in for others in some turns (rule a8 of those that people want to change).

use crate::Action;
use crate::rules::r05_sequence::SequenceTask;
use crate::rules::r13_assault::tests::meeting;
use crate::tests::extra_heard::{play, play_until};
use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table};
use battlewright_core::game::Game as _;
use battlewright_core::show::Show as _;
use battlewright_testkit::{json, read_row};

/// Another assault table with this result for every differential and die, when `when` holds.
fn other_table(result: &str, when: &str) -> String {
    let row = format!("[\"{result}\", \"{result}\"],");
    format!(
        "[[rules.table]]\nid = \"night-assault\"\nname = \"Assaults at night\"\ntables = \"night\"\nwhen = \"{when}\"\n\
         [rules.tables_named.night.assault]\ncolumns = [{{ to = -1 }}, {{ from = 0 }}]\nrows = [{}]\n",
        row.repeat(10)
    )
}

const NIGHT: &str = "hour in [dusk, evening]";

fn at(time: &str) -> Position {
    meeting(&format!("french infantry f1 5/3 at 0404\nclock {time}\nturn 1 of 12"))
}

/// The results of the assault on f1 by p1, as the players are told them, and the result of a die of 10.
fn results(table: &mut Table) -> (Vec<String>, String) {
    table.does("hex 0404");
    table.does("unit p1");
    let odds = table.game.odds(&table.action("begin")).unwrap();
    let told = odds.cases.iter().flat_map(|case| &case.results).map(|(result, _)| result.clone()).collect();
    table.does("begin");
    table.take_log();
    table.rolls(&[10]);
    (told, table.take_log().join("\n"))
}

#[test]
fn a8_at_night_another_assault_table_counts_in_odds_and_log() {
    let rows = other_table("A3*", NIGHT);
    let day = results(&mut at("12:00").assaults("prussian"));
    assert!(day.0.len() > 1, "{day:?}");
    // By day the row changes nothing, and at night there is one result.
    assert_eq!(results(&mut at("12:00").rows(&rows).assaults("prussian")), day);
    let night = results(&mut at("21:00").rows(&rows).assaults("prussian"));
    assert_eq!(night.0.len(), 1, "{night:?}");
    assert_ne!(night.1, day.1);
    assert_eq!(results(&mut at("21:00").assaults("prussian")).0.len(), day.0.len(), "without the row");
}

/// Another turn begins.
fn next_turn(table: &mut Table) {
    table.run(|game, _| game.state.stack = vec![SequenceTask::BeginTurn.into()]);
}

#[test]
fn a8_the_table_changes_when_a_turn_begins_and_follows_the_state() {
    let mut table = at("20:00").rows(&other_table("A3*", NIGHT)).table();
    let columns = |table: &Table| table.game.board.rules.tables.assault.columns.len();
    let day = table.game.clone();
    assert_eq!(columns(&table), 11);
    next_turn(&mut table);
    table.logs("Assaults at night [night-assault]");
    assert_eq!((table.game.state.turn, columns(&table)), (2, 2));
    let dusk = table.game.clone();
    assert_eq!(dusk.with_state(read_row(json!(day.state()))), day, "undo goes back to the table of the day");
    assert_eq!(day.with_state(read_row(json!(dusk.state()))), dusk);
    assert_eq!(dusk.seen_by(FRENCH).board, dusk.board);
    let mut view = day.clone();
    dusk.see_into(PRUSSIAN, &mut view);
    assert_eq!(view.board, dusk.board);
    // Deep night comes after dusk and evening, and the published table returns.
    for turn in 3..=5 {
        next_turn(&mut table);
        assert_eq!(columns(&table), if turn < 5 { 2 } else { 11 }, "turn {turn}");
    }
}

#[test]
fn a8_a_frozen_game_has_the_tables_of_its_turns() {
    let position = at("18:00").rows(&other_table("A3*", "turn in 3..4"));
    let scenario = position.scenario().clone();
    let mut table = position.table();
    for _ in 0..2 {
        next_turn(&mut table);
    }
    let (then, _) = table.game.freeze(&scenario).unwrap();
    assert_eq!(then.rules.tables_named, scenario.rules.tables_named);
    let start = crate::AtAnyCost::new(&then).unwrap();
    assert_eq!(start.board.rules.tables, table.game.board.rules.tables, "{:?}", then.rules.table);
}

#[test]
fn the_hour_of_a_turn_is_known_before_the_game() {
    let position = at("17:30").rows(&other_table("A3*", "hour == dawn"));
    let by_turn = position.scenario().tables_by_turn();
    let mut table = position.table();
    for turn in 1..=12 {
        assert_eq!(table.game.state.turn, turn);
        let is_dawn =
            table.game.night().is_some_and(|night| night.kind == battlewright_schema::at_any_cost::NightKind::Dawn);
        assert_eq!(by_turn.set_in(turn) == 1, is_dawn, "turn {turn}");
        next_turn(&mut table);
    }
}

#[test]
fn another_table_is_heard_by_odds_and_players() {
    // In turn 1 everything is as published: whatever stands in later, the same choices are made.
    let first_turn = |rows: &str| {
        let mut listed = Vec::new();
        play_until(rows, |game, actions| {
            if game.state.turn == 1 {
                listed.push(actions.to_vec());
            }
            game.state.turn == 1
        });
        listed
    };
    assert_eq!(first_turn(&other_table("A3*", "turn >= 2")), first_turn(&other_table("D3*", "turn >= 2")));
    // Greedy players assault if they win for certain, and not if they lose.
    let assaults = |result: &str| {
        let mut begun = 0;
        play(&other_table(result, "turn >= 1"), |game, listed| {
            for action in listed.iter().filter(|action| matches!(action, Action::Begin)) {
                let odds = game.odds(action);
                if let Some(case) = odds.iter().flat_map(|odds| &odds.cases).next() {
                    begun += 1;
                    assert_eq!(case.results.len(), 1, "{:?}", case.results);
                }
            }
        });
        begun
    };
    let (won, lost) = (assaults("D3*"), assaults("A3*"));
    assert!(won > lost, "{won} {lost}");
}
