//! The properties of the searching player, on the race and on bundled scenarios of every system. The largest ones would
//! take too long.

use std::collections::{BTreeMap, BTreeSet};
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::any::AnyGame;
use crate::game::{Chance, Game};
use crate::play::{Input, Match};
use crate::players::{Kind, Playout, contestants, decision_dice};
use crate::systems::race::{Action as Act, Race};

const BUNDLED: [&str; 7] = [
    include_str!("../../../../scenarios/tutorial.toml"),
    include_str!("../../../../scenarios/mars-la-tour.toml"),
    include_str!("../../../../scenarios/pm-crisis-on-the-left.toml"),
    include_str!("../../../../scenarios/pm-a-day-of-battle.toml"),
    include_str!("../../../../scenarios/pm-a-beckoning-victory.toml"),
    include_str!("../../../../scenarios/aac-first-orders.toml"),
    include_str!("../../../../scenarios/aac-mars-la-tour.toml"),
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

/// A clock that runs out after `of` questions, and counts all of them.
struct Count {
    left: u32,
    of: u32,
    asked: Arc<AtomicU32>,
}

impl Clock for Count {
    fn start(&mut self) {
        self.left = self.of;
    }

    fn goes_on(&mut self) -> bool {
        self.asked.fetch_add(1, Ordering::Relaxed);
        self.left = self.left.saturating_sub(1);
        self.left > 0
    }
}

#[test]
fn the_race_is_run_not_walked() {
    let mut search = Search::new(Dice::new(1), 1000);
    let race = Race::along(30);
    assert_eq!(search.choose(&race, &[Act::Walk(1), Act::Walk(2), Act::Run]), Some(Act::Run));
    assert_eq!(search.choose(&race, &[Act::Walk(2)]), Some(Act::Walk(2)), "what is forced is not searched");
    assert_eq!(search.choose(&race, &[]), None);
}

#[test]
fn who_comes_back_to_a_position_chooses_something_else_there() {
    let race = Race::along(30);
    let legal = [Act::Walk(1), Act::Walk(2), Act::Run];
    let clock = Count { left: 0, of: 50, asked: Arc::default() };
    for mut search in [Search::new(Dice::new(1), 100), Search::timed(Dice::new(1), Box::new(clock))] {
        let choices: BTreeSet<Act> = (0..3).filter_map(|_| search.choose(&race, &legal)).collect();
        assert_eq!(choices, BTreeSet::from(legal));
        assert!(search.choose(&race, &legal).is_some(), "all have been made: it may begin anew");
        assert_eq!(search.choose(&Race::along(20), &legal), Some(Act::Run), "elsewhere all are open");
    }
}

#[test]
fn without_tries_it_takes_what_looks_best() {
    let mut search = Search::new(Dice::new(1), 0);
    assert_eq!(search.choose(&Race::along(30), &[Act::Walk(1), Act::Walk(2), Act::Run]), Some(Act::Run));
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
fn time_is_kept_and_enough_of_it_is_used() {
    let asked = Arc::new(AtomicU32::new(0));
    let clock = Count { left: 0, of: 50, asked: Arc::clone(&asked) };
    let mut search = Search::timed(Dice::new(1), Box::new(clock));
    let legal = [Act::Walk(1), Act::Walk(2), Act::Run];
    assert!(search.choose(&Race::along(30), &legal).is_some());
    assert_eq!(asked.load(Ordering::Relaxed), 50, "it stops when it is told to");
}

#[test]
fn it_can_be_stopped_and_thinks_as_before_if_it_is_not() {
    let asked = Arc::new(AtomicU32::new(0));
    let legal = [Act::Walk(1), Act::Walk(2), Act::Run];
    let choose = |most: u32| {
        asked.store(0, Ordering::Relaxed);
        let clock = Count { left: 0, of: most, asked: Arc::clone(&asked) };
        let mut search = Search::stoppable(Dice::new(1), 1000, Box::new(clock));
        let choice = search.choose(&Race::along(30), &legal);
        (choice, asked.load(Ordering::Relaxed))
    };
    let (stopped, tries) = choose(50);
    assert!(stopped.is_some() && tries == 50, "{tries}");
    let (choice, tries) = choose(u32::MAX);
    assert!((51..=1000).contains(&tries), "{tries}");
    assert_eq!(choice, Search::new(Dice::new(1), 1000).choose(&Race::along(30), &legal));
}

#[test]
fn tries_are_never_more_than_allowed() {
    for tries in [0, 1, 2, 3, 7, 10, 100, 1000] {
        let mut search = Search::new(Dice::new(1), tries);
        let race = Race::along(30);
        let legal = [Act::Walk(1), Act::Walk(2), Act::Run];
        let mut tree = Tree::new(Side::First, &legal);
        tree.node(ROOT).weigh(&legal.map(|action| race.appraise(&action)));
        search.halve(&mut tree, &[0, 1, 2], &race, 0, tries);
        let made: i64 = tree.node(ROOT).edges.iter().map(|edge| edge.visits).sum();
        assert!(made <= i64::from(tries) && (tries < 9 || 10 * made >= 7 * i64::from(tries)), "{made} of {tries}");
    }
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
        let mut search = Search::new(Dice::new(nth), 40);
        let chosen = search.choose(&seen, &legal).unwrap();
        let Some((mut tree, ..)) = search.kept else { return };
        let is_seen = *tree.position(ROOT).expect("no dice lead to the root") == seen;
        kept += check_positions(&mut tree, ROOT);
        settled += check_settled(&mut tree, ROOT, seen.value(Side::First));
        let mut next = seen.clone();
        next.apply(&chosen, &mut ());
        next.actions(&mut legal);
        if tree.follow(&chosen, side, &legal) {
            assert!(!is_seen || tree.position(ROOT).is_none_or(|position| *position == next));
            check_positions(&mut tree, ROOT);
            assert_eq!(check_settled(&mut tree, ROOT, 0), 0, "scores are told from another position now");
        }
    });
    assert!(kept > 1000 && settled > 1000, "{kept}, {settled}");
}

/// Replays the tree below `index`, and counts the cached positions, which must be right.
fn check_positions(tree: &mut Tree<AnyGame>, index: NodeIx) -> usize {
    let Some(position) = tree.position(index).cloned() else { return 0 };
    let actions: Vec<_> = tree.node(index).edges.iter().map(|edge| edge.action).collect();
    let mut right = 1;
    for (nth, action) in actions.iter().enumerate() {
        if let Some(next) = tree.known_outcome(index, nth) {
            let mut then = position.clone();
            then.apply(action, &mut ());
            assert!(tree.position(next) == Some(&then));
            right += check_positions(tree, next);
        }
    }
    right
}

/// Finishes the settled playouts below `index` again, and counts them; the scores must be the same.
fn check_settled(tree: &mut Tree<AnyGame>, index: NodeIx, now: i32) -> usize {
    let position = tree.position(index).cloned();
    let node = tree.node(index);
    let mut right = 0;
    if let (Some(settled), Some(mut position)) = (node.settled, position) {
        assert!(!position.is_quiet());
        assert_eq!(Search::new(Dice::new(0), 0).score_from(None, &mut position, true, now), settled);
        right += 1;
    }
    for edge in 0..node.edges.len() {
        right += tree.known_outcome(index, edge).map_or(0, |next| check_settled(tree, next, now));
    }
    right
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

#[test]
fn all_rolls_come_round_and_none_twice() {
    let two = Chance::Dice { count: 2, sides: 6 };
    let rolls = rolls_of(two).unwrap();
    let mut picks = Vec::new();
    let all: BTreeSet<Vec<u16>> = (0..rolls)
        .map(|nth| {
            pick(two, nth, &mut picks);
            assert!(two.allows(&picks), "{picks:?}");
            picks.clone()
        })
        .collect();
    assert_eq!(all.len(), 36);
    assert_eq!(rolls_of(Chance::Dice { count: 3, sides: 6 }), None, "they are too many");
    assert_eq!(rolls_of(Chance::Draw { from: 5 }), None, "what is drawn may be a secret");
    for rolls in 1..=MOST_ROLLS {
        let turns: BTreeSet<u32> = (0..rolls).map(|turn| turn * stride(rolls) % rolls).collect();
        assert_eq!(turns.len(), rolls as usize);
    }
}

/// A player that starts over before each decision, and recalls the choices before it, chooses as one that has played on.
#[test]
fn a_player_who_comes_later_chooses_the_same() {
    let start = bundled(BUNDLED[0]);
    let seat = |side| Kind::Search(Budget::Iterations(12)).player::<AnyGame>(decision_dice(3, side, 0));
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
        if game.len().is_multiple_of(9) {
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
