//! The properties of the searching player, on the race. Those that need other systems stand in the tests of the engine.

use std::collections::BTreeSet;
use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::game::Chance;
use crate::race::{Action as Act, Race};

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
