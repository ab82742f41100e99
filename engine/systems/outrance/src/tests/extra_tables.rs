//! Rules in rows: tables that stand in for others in some turns.

use crate::tests::position::{PRUSSIAN, Table, position};
use battlewright_core::game::Game as _;

const LATE: &str = r#"
    [[rules.table]]
    id = "late"
    name = "Late in the day"
    tables = "late"
    when = "turn == 2"
    [rules.tables_named.late.regroup]
    disordered = 15
"#;

#[test]
fn other_tables_stand_in_from_the_beginning_of_their_turn_to_its_end() {
    let regroup = |table: &Table| table.game.board.rules.tables.regroup.disordered;
    let text = "prussian infantry p1 4 at 5,5\nfrench infantry f1 4 at 5,25";
    let mut table = position(text).rows(LATE).with_initiative(PRUSSIAN);
    assert_eq!(regroup(&table), 65);
    let before = table.game.clone();
    table.game.begin_turn(&mut ());
    assert_eq!((table.game.state.turn, regroup(&table)), (2, 15));
    let during = table.game.clone();
    assert!(before.with_state(during.state()) == during && during.with_state(before.state()) == before);
    table.game.begin_turn(&mut ());
    assert_eq!(regroup(&table), 65);
}
