//! Scenarios and replays with random damage. Readable ones are played. Panics, hangs and unnoticed damage are
//! failures.

use std::sync::LazyLock;

use battlewright_engine::any::AnyGame;
use battlewright_engine::play::replay::Header;
use battlewright_engine::play::{Match, Replay};
use battlewright_engine::players::{Kind, Progress, advance, seats};
use battlewright_tests::workspace;
use proptest::prelude::*;
use proptest::sample::Index;

static SCENARIO: LazyLock<String> =
    LazyLock::new(|| std::fs::read_to_string(workspace::root().join("scenarios/tutorial.toml")).unwrap());

static START: LazyLock<AnyGame> =
    LazyLock::new(|| AnyGame::new(&battlewright_schema::load(&SCENARIO).scenario.unwrap()).unwrap());

static REPLAY: LazyLock<String> = LazyLock::new(|| {
    let mut game = Match::seeded(START.clone(), 7);
    let mut seats = seats([Kind::Random; 2], 7);
    while advance(&mut game, &mut seats).unwrap() == Progress::Moved {}
    let players = [Kind::Random.name(), Kind::Random.name()];
    Replay::of(Header::new("mars-la-tour", "The Crossing", players, Some(7), "…"), &game).write()
});

/// A kind of damage to a text.
#[derive(Clone, Debug)]
enum Damage {
    LoseLine(Index),
    RepeatLine(Index),
    SwapLines(Index, Index),
    Cut(Index),
    Write(Index, String),
    /// Replaces a number by a text.
    Number(Index, String),
}

fn damage() -> impl Strategy<Value = Damage> {
    let number = prop_oneof![
        any::<i64>().prop_map(|number| number.to_string()),
        (0_u8..=12).prop_map(|number| number.to_string()),
        Just("1e999".to_owned()),
        Just("99999999999999999999999".to_owned()),
    ];
    let scrap = prop_oneof![
        "\\PC{0,6}",
        Just("[[unit]]\n".to_owned()),
        Just("\"0101\"".to_owned()),
        Just("\"\"\"".to_owned()),
        Just("{[".repeat(200)),
    ];
    prop_oneof![
        any::<Index>().prop_map(Damage::LoseLine),
        any::<Index>().prop_map(Damage::RepeatLine),
        any::<(Index, Index)>().prop_map(|(a, b)| Damage::SwapLines(a, b)),
        any::<Index>().prop_map(Damage::Cut),
        (any::<Index>(), scrap).prop_map(|(at, text)| Damage::Write(at, text)),
        (any::<Index>(), number).prop_map(|(at, text)| Damage::Number(at, text)),
    ]
}

fn damaged(text: &str, damages: &[Damage]) -> String {
    let mut text = text.to_owned();
    for damage in damages {
        let mut lines: Vec<String> = text.lines().map(str::to_owned).collect();
        if lines.is_empty() {
            return text;
        }
        let many = lines.len();
        match damage {
            Damage::LoseLine(at) => drop(lines.remove(at.index(many))),
            Damage::RepeatLine(at) => lines.insert(at.index(many), lines[at.index(many)].clone()),
            Damage::SwapLines(a, b) => lines.swap(a.index(many), b.index(many)),
            Damage::Cut(at) => lines.truncate(at.index(many)),
            Damage::Write(at, scrap) => {
                let line = &mut lines[at.index(many)];
                let end = (0..=line.len() / 2).rev().find(|end| line.is_char_boundary(*end)).unwrap_or(0);
                line.insert_str(end, scrap);
            }
            Damage::Number(at, number) => {
                let numbered: Vec<usize> =
                    (0..many).filter(|line| lines[*line].contains(|c: char| c.is_ascii_digit())).collect();
                if numbered.is_empty() {
                    continue;
                }
                let line = &mut lines[numbered[at.index(numbered.len())]];
                let digit = |c: char| c.is_ascii_digit();
                let (start, rest) = line.split_at(line.find(digit).unwrap_or(0));
                *line = format!("{start}{number}{}", rest.trim_start_matches(digit));
            }
        }
        text = lines.join("\n");
    }
    text
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 400, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn a_damaged_scenario_has_findings_or_can_be_played(damages in prop::collection::vec(damage(), 1..4)) {
        let loaded = battlewright_schema::load(&damaged(&SCENARIO, &damages));
        prop_assert!(loaded.scenario.is_some() || loaded.errors() > 0);
        if let Some(Ok(start)) = loaded.scenario.as_ref().map(AnyGame::new) {
            let mut game = Match::seeded(start, 7);
            let mut seats = seats([Kind::Random; 2], 7);
            while game.len() < 5_000 && advance(&mut game, &mut seats).unwrap() == Progress::Moved {}
            prop_assert!(game.len() < 5_000, "the game does not end");
        }
    }

    #[test]
    fn a_damaged_replay_is_refused_or_leads_to_a_game(damages in prop::collection::vec(damage(), 1..4)) {
        if let Ok(replay) = Replay::read(&damaged(&REPLAY, &damages)) {
            let inputs = replay.len();
            match replay.verify(START.clone()) {
                Ok(game) => prop_assert_eq!(game.len(), inputs),
                Err(difference) => prop_assert!((1..=inputs).contains(&difference.n)),
            }
            let (followed, _) = replay.follow(START.clone());
            prop_assert!(followed.len() <= inputs);
        }
    }
}
