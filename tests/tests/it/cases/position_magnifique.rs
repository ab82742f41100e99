//! Cases of *Position Magnifique*.

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Chance, Game as _, Level, Turn};
use battlewright_engine::play::Match;
use battlewright_engine::show::Show as _;
use battlewright_schema::load;
use battlewright_tests::workspace::root;

/// Starts a game of a case.
fn start(name: &str) -> Match<AnyGame> {
    let text = std::fs::read_to_string(root().join("tests/cases/position-magnifique").join(name)).unwrap();
    Match::new(AnyGame::new(&load(&text).scenario.unwrap()).unwrap())
}

/// Returns the notations of the legal actions.
fn choices(game: &Match<AnyGame>) -> Vec<String> {
    let mut legal = Vec::new();
    game.now().actions(&mut legal);
    legal.iter().map(|action| game.now().label(action).notation).collect()
}

/// Plays these inputs: actions in the notation of replays; `draw p` draws the chit of the Prussian corps, and `roll 6 6` rolls
/// dice.
fn play(game: &mut Match<AnyGame>, inputs: &[&str]) {
    for input in inputs {
        if *input == "draw p" {
            let Turn::Chance(Chance::Draw { from }) = game.now().turn() else { panic!("no chit is drawn") };
            // The cup has the chits of the two corps, and the French one comes first.
            game.pick(&[from - 1]).unwrap();
        } else if let Some(dice) = input.strip_prefix("roll ") {
            let dice: Vec<u16> = dice.split(' ').map(|die| die.parse().unwrap()).collect();
            game.pick(&dice).unwrap();
        } else {
            let action = game.now().parse_action(input);
            let action = action.unwrap_or_else(|| panic!("{input} is not among {:?}", choices(game)));
            game.choose(action).unwrap();
        }
    }
}

#[test]
fn a_charge_into_the_decisive_hex_ends_the_game() {
    let mut game = start("charge-into-gravelotte.toml");
    play(&mut game, &["attack", "attack", "draw p", "attack", "charge cav guns", "hex 0203", "hex 0303", "pass"]);
    play(&mut game, &["hex 0404"]);
    let Turn::Over(outcome) = game.now().turn() else { panic!("the game goes on: {}", game.now().status().prompt) };
    assert_eq!(outcome.level, Level::Overwhelming);
}

#[test]
fn the_target_of_a_charge_does_not_close_the_road() {
    let mut game = start("charge-last-road-hex.toml");
    play(&mut game, &["attack", "attack", "draw p", "attack"]);
    assert!(choices(&game).contains(&"charge cav guns".to_owned()), "{:?}", choices(&game));
}

#[test]
fn the_enemy_may_choose_a_unit_that_holds_the_advance_in_place() {
    let mut game = start("advance-blocked-direction.toml");
    play(&mut game, &["attack", "attack", "draw p", "pass", "attack", "pass", "move p1", "roll 6 6"]);
    assert_eq!(choices(&game), ["unit f1", "unit f2"]);
}

#[test]
fn infantry_plunges_by_the_numbered_ruling() {
    let mut game = start("plunging-infantry.toml");
    play(&mut game, &["attack", "attack", "draw p"]);
    for fire in ["fire inf f1", "fire guns f1"] {
        let odds = game.now().odds(&game.now().parse_action(fire).unwrap()).unwrap();
        assert!(odds.modifiers.iter().any(|(name, _)| name.to_lowercase().contains("plunging")), "{fire}: {odds:?}");
    }
}
