//! Rules in rows: tables that stand in for others in some turns.

use crate::tests::testing::{Table, position};
use battlewright_core::game::Game as _;
use battlewright_core::show::Show as _;

const LATE: &str = r#"
    [[rules.table]]
    id = "late"
    name = "Late in the day"
    tables = "late"
    when = "turn == 2"
    [rules.tables_named.late.modifiers]
    flank_support = 3
    defensible_terrain = 5
"#;

const IN_WOODS: &str = "map 9x7
    woods 0504
    german infantry g1 er 0 at 0404 battle
    french infantry f1 er 0 at 0504 battle";

/// The modifiers of the attack of g1 on f1 that its odds name.
fn modifiers(table: &Table) -> Vec<(String, i32)> {
    table.game.odds(&table.action("attack g1 f1")).unwrap().modifiers
}

#[test]
fn other_tables_stand_in_from_the_beginning_of_their_turn_to_its_end() {
    let support = |table: &Table| table.game.board.rules.tables.modifiers.flank_support;
    let mut table = position(&format!("{IN_WOODS}\nturn 1 of 6")).rows(LATE).command();
    assert_eq!(support(&table), 1);
    let before = table.game.clone();
    let mut log = Vec::new();
    table.game.begin_turn(2, &mut log);
    assert_eq!(support(&table), 3);
    let told: Vec<String> =
        log.iter().flat_map(|event| before.log_lines(&before, event)).map(|line| line.text).collect();
    assert!(told.iter().any(|line| line.contains("Late in the day")), "{told:?}");
    let during = table.game.clone();
    assert!(before.with_state(during.state()) == during && during.with_state(before.state()) == before);
    table.game.begin_turn(3, &mut ());
    assert_eq!(support(&table), 1);
}

#[test]
fn odds_name_the_modifiers_of_the_tables_that_stand_in() {
    let attacks = |turn: u8| modifiers(&position(&format!("{IN_WOODS}\nturn {turn} of 6")).rows(LATE).attacks());
    let (late, plain) = (attacks(2), attacks(3));
    let woods =
        |modifiers: &[(String, i32)]| modifiers.iter().find(|(name, _)| name.contains("efensible")).map(|(_, by)| *by);
    assert_eq!((woods(&late), woods(&plain)), (Some(5), Some(2)), "{late:?} {plain:?}");
}
