//! The properties of the searching player, on bundled scenarios of every system. The largest ones would take too long.

use std::collections::BTreeMap;

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Chance, Game, Side, Turn};
use battlewright_engine::play::{Dice, Input, Match};
use battlewright_engine::players::{
    Appraise, Budget, Kind, Player, Playout, WON, contestants, decision_dice, verify_tree,
};

const BUNDLED: [&str; 7] = [
    include_str!("../../../scenarios/tutorial.toml"),
    include_str!("../../../scenarios/mars-la-tour.toml"),
    include_str!("../../../scenarios/pm-crisis-on-the-left.toml"),
    include_str!("../../../scenarios/pm-a-day-of-battle.toml"),
    include_str!("../../../scenarios/pm-a-beckoning-victory.toml"),
    include_str!("../../../scenarios/aac-first-orders.toml"),
    include_str!("../../../scenarios/aac-mars-la-tour.toml"),
];

fn bundled(text: &str) -> AnyGame {
    AnyGame::new(&battlewright_schema::load(text).scenario.unwrap()).unwrap()
}

/// Calls `each` with every position of a greedy game of each of these scenarios, up to `inputs` inputs.
fn on_the_way(seed: u64, inputs: u64, mut each: impl FnMut(u64, &AnyGame)) {
    for text in BUNDLED {
        let mut playout = Playout::new(bundled(text), contestants([Kind::Greedy; 2], seed), Dice::new(seed));
        for nth in 0..inputs {
            each(nth, playout.game());
            if playout.advance(&mut ()).unwrap().is_some() {
                break;
            }
        }
    }
}

#[test]
fn a_seed_decides_what_it_does() {
    let play = |seed| {
        let seats = contestants([Kind::Search(Budget::Iterations(20)), Kind::Greedy], seed);
        let mut playout = Playout::new(bundled(BUNDLED[0]), seats, Dice::new(3));
        while playout.advance(&mut ()).unwrap().is_none() {}
        playout.game().state()
    };
    assert_eq!(play(7), play(7));
}

#[test]
fn it_plays_every_system_by_the_rules_and_to_the_end() {
    for (text, players) in BUNDLED.iter().zip([[20, 20], [1, 2], [1, 2], [1, 0], [0, 1], [1, 2], [0, 0]]) {
        let kinds = players.map(|tries| Kind::Search(Budget::Iterations(tries)));
        let mut playout = Playout::new(bundled(text), contestants(kinds, 5), Dice::new(5));
        while playout.advance(&mut ()).unwrap().is_none() {
            let game = playout.game();
            let [first, second] = Side::BOTH.map(|side| game.value(side));
            assert_eq!(first, -second);
            let over = matches!(game.turn(), Turn::Over(outcome) if outcome.winner.is_some());
            assert_eq!(first.abs() >= WON, over);
            assert!(playout.inputs() < 40_000, "the game goes on forever");
        }
    }
}

#[test]
fn what_is_imagined_agrees_with_what_is_known() {
    let mut dice = Dice::new(9);
    for text in [BUNDLED[1], BUNDLED[4], BUNDLED[5]] {
        let seats = contestants([Kind::Random; 2], 2);
        let mut playout = Playout::new(bundled(text), seats, Dice::new(2));
        let (mut legal, mut same) = (Vec::new(), Vec::new());
        while playout.advance(&mut ()).unwrap().is_none() {
            let Turn::Choose(side) = playout.game().turn() else { continue };
            let seen = playout.game().seen_by(side);
            let whole = seen.imagine(side, &mut dice).unwrap_or_else(|| seen.clone());
            assert!(whole.seen_by(side) == seen, "{side:?} would see something else");
            seen.actions(&mut legal);
            whole.actions(&mut same);
            assert_eq!(legal, same);
        }
    }
}

#[test]
fn what_is_left_on_a_sheet_makes_no_difference() {
    let (mut scratch, mut legal, mut worths) = (Default::default(), Vec::new(), Vec::new());
    on_the_way(8, 400, |_, game| {
        game.actions(&mut legal);
        game.appraise_all(&legal, &mut scratch, &mut worths);
        let alone: Vec<i32> = legal.iter().map(|action| game.appraise(action)).collect();
        assert_eq!(worths, alone, "{legal:?}");
    });
}

#[test]
fn what_is_kept_is_what_the_choices_lead_to() {
    let (mut kept, mut settled) = (0, 0);
    on_the_way(6, 200, |nth, game| {
        let Turn::Choose(side) = game.turn() else { return };
        let seen = game.seen_by(side);
        let mut legal = Vec::new();
        seen.actions(&mut legal);
        if nth % 10 != 0 || legal.len() < 2 || !seen.is_searched() {
            return;
        }
        let verified = verify_tree(&seen, side, &legal, Dice::new(nth), 40);
        kept += verified.positions;
        settled += verified.scores;
    });
    assert!(kept > 1000 && settled > 1000, "{kept}, {settled}");
}

#[test]
fn rolls_of_the_same_kind_lead_to_the_same_position() {
    let mut alike = 0;
    on_the_way(4, 600, |_, game| {
        let Turn::Chance(chance @ Chance::Dice { count: 2, .. }) = game.turn() else { return };
        let mut known: BTreeMap<u32, AnyGame> = BTreeMap::new();
        for (a, b) in chance.range().flat_map(|a| chance.range().map(move |b| (a, b))) {
            let kind = game.kind_of_roll(&[a, b]).expect("two dice are read by a table");
            let mut then = game.clone();
            then.resolve(&[a, b], &mut ());
            alike += u32::from(known.contains_key(&kind));
            assert!(*known.entry(kind).or_insert_with(|| then.clone()) == then, "{a} and {b}, {kind}");
        }
    });
    assert!(alike > 1000, "{alike}");
}

/// A player that starts over before each decision, and recalls the choices before it, chooses as one that has played on.
#[test]
fn a_player_who_comes_later_chooses_the_same() {
    for (text, kind) in [(0, Kind::Search(Budget::Iterations(12))), (0, PLAN), (1, PLAN), (2, PLAN)] {
        comes_later(&bundled(BUNDLED[text]), kind);
    }
}

/// A planning player with few playouts.
const PLAN: Kind = Kind::Plan(Budget::Iterations(6));

fn comes_later(start: &AnyGame, kind: Kind) {
    let seat = |side| kind.player::<AnyGame>(decision_dice(3, side, 0));
    let mut seats = Side::BOTH.map(seat);
    let mut game = Match::seeded(start.clone(), 3);
    let mut legal = Vec::new();
    let mut decide = |player: &mut dyn Player<AnyGame>, game: &Match<AnyGame>, side| {
        game.now().actions(&mut legal);
        player.start_over(decision_dice(3, side, game.len()));
        player.choose(&game.now().seen_by(side), &legal).unwrap()
    };
    while game.len() < 40 {
        let Turn::Choose(side) = game.now().turn() else {
            assert!(game.roll());
            continue;
        };
        let choice = decide(seats[side.index()].as_mut(), &game, side);
        if game.len().is_multiple_of(9) || game.len() < 3 {
            let mut late = seat(side);
            let mut cursor = game.cursor(0).unwrap();
            while let Some((by, input)) = cursor.next_input() {
                if let (Some(by), Input::Choice(made)) = (by, input)
                    && by == side
                {
                    late.recall(&cursor.game().seen_by(side), made);
                }
                cursor.advance();
            }
            assert_eq!(decide(late.as_mut(), &game, side), choice, "after input {}", game.len());
        }
        game.choose(choice).unwrap();
    }
}
