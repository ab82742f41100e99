//! Tests of the pace of a game.

use crate::lint::testing::shown_magnifique as shown;

const FAR: (&str, &str) = ("hexes = [\"0503\"]\nholder", "hexes = [\"0801\"]\nholder");
const TURN: (&str, &str) = ("count = 4", "count = 1");
const ALLOW: (&str, &str) = ("[[victory.last]]", "[lints]\nunused-entry = \"allow\"\n[[victory.last]]");
const DRAGOONS: (&str, &str) = ("enters = { turn = 2, at = \"A\" }", "at = \"0104\"");

#[test]
fn a_place_is_near_enough_for_the_turns() {
    let slow = ("movement = [8, 8]\nenters = { turn = 2, at = \"A\" }", "movement = [4, 4]\nat = \"0101\"");
    assert_eq!(shown(&[FAR, slow, ALLOW]), [] as [&str; 0]);
    assert_eq!(shown(&[FAR, slow, TURN, ALLOW]), ["place-too-far \"village\""]);
    assert_eq!(shown(&[FAR, DRAGOONS, TURN, ALLOW]), [] as [&str; 0], "eight points are enough");
}

#[test]
fn reinforcements_come_in_time() {
    let late = |turn: u8| {
        let enters = format!("movement = [1, 1]\nenters = {{ turn = {turn}, at = \"A\" }}");
        shown(&[("movement = [8, 8]\nenters = { turn = 2, at = \"A\" }", &enters)])
    };
    assert_eq!(late(3), [] as [&str; 0]);
    assert_eq!(late(4), ["arrives-too-late 4"]);
}

#[test]
fn what_makes_a_way_long_is_named() {
    let late = |edits: &[(&str, &str)]| {
        let slow = (
            "movement = [8, 8]\nenters = { turn = 2, at = \"A\" }",
            "movement = [1, 1]\nenters = { turn = 4, at = \"A\" }",
        );
        let found = crate::lint::testing::messages(crate::System::PositionMagnifique, &[&[slow], edits].concat());
        let late = found.into_iter().find(|(code, _)| *code == "arrives-too-late");
        late.map(|(_, message)| message).unwrap_or_default()
    };
    let message = late(&[]);
    assert!(message.contains("to reach an important place: "), "{message}");
    assert!(message.contains(" hexes away") || message.contains(" hexes to "), "{message}");
}

#[test]
fn a_headquarters_comes_near_its_units() {
    let still = |at: &str| {
        let hq = format!("attack = 2, defend = 4, movement = 0, at = \"{at}\"");
        shown(&[("attack = 2, defend = 4, movement = 8, at = \"0202\"", &hq)])
    };
    assert_eq!(still("0202"), [] as [&str; 0]);
    assert_eq!(still("0602"), ["hq-too-far { turn = 2, at = \"A\" }"]);
}
