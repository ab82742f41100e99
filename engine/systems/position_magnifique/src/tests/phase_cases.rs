//! Phases that rows skip: each case with and without its row.

use crate::tests::testing::{Position, position};
use battlewright_core::game::Game as _;
use battlewright_testkit::{json, read_row};

const SURPRISED: &str = r#"
    [[rules.skip]]
    id = "wet"
    name = "Wet powder"
    rule = "H7"
    phase = "fire"
    when = "side == french and phase == fire and turn == 1"
"#;

fn lines() -> Position {
    position(
        "map 9x9
        french infantry f1 4/2 at 0404
        french infantry f2 4/2 at 0606
        prussian infantry p1 5/3 at 0405",
    )
}

#[test]
fn an_activation_without_fire_begins_with_its_orders() {
    let mut table = lines().rules(SURPRISED).activate("french");
    table.logs("No Fire Combat Phase: Wet powder [H7]");
    assert_eq!(table.choices("fire"), [""; 0]);
    table.refuses("fire f1 p1", "11.1");
    let again = read_row(json!(table.game.state()));
    assert_eq!(table.game.with_state(again), table.game, "the state is written and read");
    table.does("attack");
    table.allows("move f2");
    assert!(!lines().activate("french").choices("fire").is_empty());
    assert!(!lines().rules(SURPRISED).activate("prussian").choices("fire").is_empty(), "the Prussians fire");
}

#[test]
fn a_turn_without_a_rally_phase_goes_on_to_its_end() {
    let rows = r#"
        [[rules.skip]]
        id = "night"
        name = "Nightfall"
        phase = "rally"
    "#;
    let tired = || {
        position(
            "map 9x9
            french infantry f1 4/2 at 0404 shaken
            prussian infantry p1 5/3 at 0808",
        )
    };
    let table = tired().rules(rows).turn_end();
    table.logs("No Rally Phase: Nightfall [night]");
    table.logs("Housekeeping Phase [15.0]");
    assert_eq!(table.marks("f1"), "shaken");
    let plain = tired().turn_end();
    assert_ne!(plain.prompt(), table.prompt(), "somebody rallies");
}
