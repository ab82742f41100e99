//! Rules in rows: tables that stand in for others in some turns.

use crate::rules::r02_sequence::SequenceTask;
use crate::tests::testing::{Table, position};
use battlewright_core::game::Game as _;
use battlewright_core::kit::tasks::TaskStack as _;

fn late(when: &str) -> String {
    format!(
        "[[rules.table]]\nid = \"late\"\nname = \"Late\"\ntables = \"late\"\nwhen = \"{when}\"\n\
         [rules.tables_named.late.combat_modifiers]\nattacker_out_of_command = -4\n"
    )
}

/// The modifier in turns 1 to 4.
fn by_turn(text: &str, when: &str) -> Vec<i8> {
    let modifier = |table: &Table| table.game.board.rules.tables.combat_modifiers.attacker_out_of_command;
    let mut table = position(text).rows(&late(when)).start();
    let mut found = vec![modifier(&table)];
    for _ in 1..4 {
        let before = table.game.clone();
        table.log_events(|game, log| {
            game.state.stack = vec![SequenceTask::BeginTurn.into()];
            game.run(log);
        });
        let after = &table.game;
        assert!(before.with_state(after.state()) == *after && after.with_state(before.state()) == before);
        found.push(modifier(&table));
    }
    found
}

#[test]
fn other_tables_stand_in_from_the_beginning_of_their_turn_to_its_end() {
    let text = "german infantry g1 8/4 at 0404\nfrench infantry f1 4/2 at 0407\nturn 1 of 8";
    assert_eq!(by_turn(text, "turn in 2..3"), [-2, -4, -4, -2]);
    assert_eq!(by_turn(text, "turn == 1"), [-4, -2, -2, -2]);
}
