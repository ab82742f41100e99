//! Whole games as text. A change of rules, players or dice appears as a difference.
//!
//! `BATTLEWRIGHT_UPDATE=1 cargo test -p battlewright-tests --test it golden` updates the files.

use std::fmt::Write;

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game, Turn};
use battlewright_engine::play::{Input, Match};
use battlewright_engine::players::{Kind, Progress, advance, seats};
use battlewright_engine::show::Show;
use battlewright_tests::files::{assert_generated, toml_files};

fn play(start: AnyGame, kind: Kind, seed: u64) -> Match<AnyGame> {
    let mut game = Match::seeded(start, seed);
    let mut seats = seats([kind; 2], seed);
    while advance(&mut game, &mut seats).unwrap() == Progress::Moved {}
    game
}

/// Returns all inputs, each followed by its events.
fn text(game: &Match<AnyGame>) -> String {
    let mut text = String::new();
    let mut story = game.story().peekable();
    let mut cursor = game.cursor(0).unwrap();
    while let Some((by, input)) = cursor.next_input() {
        let (n, before) = (cursor.n() + 1, cursor.game());
        match (by, input) {
            (Some(side), Input::Choice(action)) => {
                writeln!(text, "{n}. {}: {}", before.sides()[side.index()], before.label(action).notation).unwrap();
            }
            (_, input) => writeln!(text, "{n}. {input:?}").unwrap(),
        }
        while let Some((_, line)) = story.next_if(|(of, _)| *of == n) {
            writeln!(text, "   {} [{}]", line.text, line.rule.number).unwrap();
        }
        cursor.advance();
    }
    let Turn::Over(outcome) = game.now().turn() else { panic!("the game is not over") };
    writeln!(text, "{outcome:?}").unwrap();
    text
}

/// Scenarios whose games are too long to read. Others of the same system represent them.
const TOO_LONG: [&str; 8] = [
    "aac-campaign",
    "aac-gravelotte",
    "matz-june-1918",
    "matz-mangin",
    "outrance-spicheren",
    "outrance-worth",
    "pm-a-beckoning-victory",
    "pm-a-day-of-battle",
];

/// Scenarios of which only the game of greedy players is short enough.
const LONG: [&str; 2] = ["aac-mars-la-tour", "matz-first-day"];

#[test]
fn whole_games_are_what_they_were() {
    for path in toml_files("scenarios") {
        let name = path.file_stem().unwrap().to_string_lossy().into_owned();
        if TOO_LONG.contains(&name.as_str()) {
            continue;
        }
        let scenario = battlewright_schema::load(&std::fs::read_to_string(&path).unwrap()).scenario.unwrap();
        let players = [(Kind::Random, 1), (Kind::Greedy, 7)];
        for (kind, seed) in
            players.into_iter().filter(|(kind, _)| !LONG.contains(&name.as_str()) || *kind == Kind::Greedy)
        {
            let game = play(AnyGame::new(&scenario).unwrap(), kind, seed);
            let file = format!("tests/golden/{name}-{kind}-{seed}.txt");
            assert_generated(&file, &text(&game));
        }
    }
}
