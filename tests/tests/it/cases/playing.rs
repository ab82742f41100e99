//! Cases of a game in the window.

use std::time::Duration;

use battlewright_editor::app::startup::{Opening, opening};
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

/// Other programs put spaces between the names and values of JSON.
#[test]
fn a_recorded_game_opens_as_a_game_however_its_json_is_spaced() {
    let path = root().join("tests/cases/playing/seal-support.jsonl");
    let spaced = std::fs::read_to_string(&path).unwrap();
    assert!(spaced.starts_with("{\"format\": "));
    let folder = tempfile::tempdir().unwrap();
    let written = folder.path().join("game");
    std::fs::write(&written, Replay::read(&spaced).unwrap().write()).unwrap();
    for path in [path, written] {
        assert!(matches!(opening(Some(&path)), Ok(Opening::Continue(_))), "{path:?}");
    }
}
