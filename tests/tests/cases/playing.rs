//! Cases of a game in the window.

use std::time::Duration;

use battlewright_editor::model::play::Session;
use battlewright_engine::game::{Side, Viewer};
use battlewright_engine::play::Replay;
use battlewright_schema::load;
use battlewright_tests::workspace::root;

/// Loads a recorded game as *Play > Load game…* does.
fn load_game(name: &str) -> Session {
    let text = std::fs::read_to_string(root().join("tests/cases").join(name)).unwrap();
    let replay = Replay::read(&text).unwrap();
    let scenario = load(&replay.header.scenario).scenario.unwrap();
    let mut session = Session::follow(&scenario, replay).unwrap();
    while session.progress().is_some() {
        session.work(Duration::from_secs(60), || {});
    }
    assert_eq!(session.notice(), None);
    session
}

#[test]
fn the_odds_over_a_question_do_not_depend_on_the_sealed_choice_of_the_enemy() {
    let asked = |name: &str| {
        let session = load_game(name);
        assert_eq!(session.viewer(), Viewer::Side(Side::Second), "Blue must choose");
        let legal = session.seen().legal.iter();
        legal.map(|(action, label)| (label.notation.clone(), session.odds(action).unwrap())).collect::<Vec<_>>()
    };
    let odds = asked("playing/seal-support.jsonl");
    assert_eq!(odds, asked("playing/seal-no-support.jsonl"));
    let (notation, supported) = odds.iter().find(|(notation, _)| notation == "support").unwrap();
    let cases: Vec<&str> = supported.cases.iter().map(|case| case.name.as_str()).collect();
    assert_eq!(cases, ["Defender's artillery", "Artillery duel"], "{notation}: both cases are shown");
}
