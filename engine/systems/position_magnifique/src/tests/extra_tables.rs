//! Rules in rows: tables that stand in for others in some turns.

use crate::tests::testing::{Table, position};
use battlewright_core::game::Game as _;

const LATE: &str = r#"
    [[rules.table]]
    id = "late"
    name = "Late in the day"
    tables = "late"
    when = "turn == 2"
    [rules.tables_named.late.shifts]
    smoke = -5
"#;

#[test]
fn other_tables_stand_in_from_the_beginning_of_their_turn_to_its_end() {
    let text = "map 9x9\nprussian infantry p1 5/3 at 0404\nfrench infantry f1 5/3 at 0408\nturn 1 of 6";
    let smoke = |table: &Table| table.game.board.rules.tables.shifts.smoke;
    let mut table = position(text).rules(LATE).cup();
    assert_eq!(smoke(&table), -2);
    let before = table.game.clone();
    table.game.begin_turn(&mut ());
    assert_eq!((table.game.state.turn, smoke(&table)), (2, -5));
    let during = table.game.clone();
    assert!(before.with_state(during.state()) == during && during.with_state(before.state()) == before);
    table.game.begin_turn(&mut ());
    assert_eq!(smoke(&table), -2);
}
