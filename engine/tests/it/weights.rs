//! The weights of every system: each of them matters to a player that has it.

use std::collections::BTreeSet;

use battlewright_engine::any::{AnyGame, AnyWeights, shipped_weights};
use battlewright_engine::game::{Game, Side, Turn};
use battlewright_engine::play::Dice;
use battlewright_engine::players::weights::{Weight, WeightSet, WeightTable};
use battlewright_engine::players::{Appraise, Kind, Playout, player_dice};
use battlewright_schema::System;

/// Games of each system in which its weights are looked for, with players who do all that the rules allow, and greedy ones.
const GAMES: [(System, &[&str]); 5] = [
    (System::MarsLaTour, &[include_str!("../../../scenarios/mars-la-tour.toml")]),
    (
        System::PositionMagnifique,
        &[
            include_str!("../../../scenarios/pm-crisis-on-the-left.toml"),
            include_str!("../../../scenarios/pm-a-day-of-battle.toml"),
        ],
    ),
    (
        System::AtAnyCost,
        &[
            include_str!("../../../scenarios/aac-first-orders.toml"),
            include_str!("../../../scenarios/aac-mars-la-tour.toml"),
            include_str!("../../../scenarios/aac-gravelotte.toml"),
        ],
    ),
    (
        System::Matz,
        &[
            include_str!("../../../scenarios/matz-first-day.toml"),
            include_str!("../../../scenarios/matz-june-1918.toml"),
        ],
    ),
    (
        System::Outrance,
        &[
            include_str!("../../../scenarios/outrance-first-assault.toml"),
            include_str!("../../../scenarios/outrance-spicheren.toml"),
        ],
    ),
];
/// The players of those games, with the seed.
const PLAYERS: [(u64, [Kind; 2]); 4] = [
    (1, [Kind::Greedy; 2]),
    (2, [Kind::Random, Kind::Greedy]),
    (3, [Kind::Random; 2]),
    (4, [Kind::Greedy, Kind::Random]),
];
/// The decisions after which a game is no longer looked at.
const MOST: usize = 8_000;

fn bundled(text: &str) -> AnyGame {
    AnyGame::new(&battlewright_schema::load(text).scenario.unwrap()).unwrap()
}

/// The weights with one of them at either end of its range.
fn changed(shipped: &WeightTable, name: &str) -> [AnyWeights; 2] {
    let value = |weight: &Weight, most: bool| match weight.name == name {
        true if most => weight.most,
        true => weight.least,
        false => weight.value,
    };
    [false, true]
        .map(|most| AnyWeights::of(&shipped.with_values(shipped.weights().iter().map(|weight| value(weight, most)))))
}

/// Removes the weights that change the worth of a choice, or the value of the position, from those that are `wanted`.
fn look(game: &AnyGame, shipped: &WeightTable, wanted: &mut BTreeSet<String>) {
    let (mut legal, mut worths, mut others) = (Vec::new(), Vec::new(), Vec::new());
    game.actions(&mut legal);
    let mut scratch = AnyGame::scratch_with(AnyWeights::default());
    game.appraise_all(&legal, &mut scratch, &mut worths);
    wanted.retain(|name| {
        changed(shipped, name).into_iter().all(|weights| {
            game.appraise_all(&legal, &mut AnyGame::scratch_with(weights), &mut others);
            worths == others && game.value_with(Side::First, &weights) == game.value(Side::First)
        })
    });
}

#[test]
fn every_weight_matters() {
    for (system, texts) in GAMES {
        let shipped = shipped_weights(system);
        let mut wanted: BTreeSet<String> = shipped.weights().iter().map(|weight| weight.name.clone()).collect();
        assert!(wanted.len() > 15, "{} has few weights", system.name());
        for (seed, kinds) in PLAYERS {
            for text in texts {
                let seats = Side::BOTH.map(|side| kinds[side.index()].player(player_dice(seed, side)));
                let mut playout = Playout::new(bundled(text), seats, Dice::new(seed));
                for input in 0..MOST {
                    if wanted.is_empty() || playout.advance(&mut ()).unwrap().is_some() {
                        break;
                    }
                    if input % 7 == 0 && matches!(playout.game().turn(), Turn::Choose(_)) {
                        look(playout.game(), shipped, &mut wanted);
                    }
                }
            }
        }
        assert!(wanted.is_empty(), "{}: nothing depends on {wanted:?}", system.name());
    }
}

#[test]
fn the_shipped_weights_are_the_default() {
    for (system, texts) in GAMES {
        let game = bundled(texts[0]);
        let weights = AnyWeights::of(shipped_weights(system));
        let play = |weights: Option<AnyWeights>| {
            let seats = Side::BOTH.map(|side| {
                let dice = player_dice(4, side);
                match weights {
                    Some(weights) => Kind::Greedy.weighted_player(dice, weights, None),
                    None => Kind::Greedy.player(dice),
                }
            });
            let mut playout = Playout::new(game.clone(), seats, Dice::new(4));
            for _ in 0..400 {
                if playout.advance(&mut ()).unwrap().is_some() {
                    break;
                }
            }
            playout.game().fingerprint()
        };
        assert_eq!(play(Some(weights)), play(None), "{}", system.name());
    }
}
