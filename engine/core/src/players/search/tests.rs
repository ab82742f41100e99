//! The properties of the searching player, on the race. Those that need other systems stand in the tests of the engine.

use std::collections::BTreeSet;
use std::sync::atomic::Ordering;

use super::*;
use crate::game::Chance;
use crate::players::clock::fake::TickingClock;
use crate::race::{Action as Act, Race};

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
    let (clock, _) = TickingClock::stopping_after(u64::MAX);
    for mut search in [Search::new(Dice::new(1), 100), Search::timed(Dice::new(1), 50, clock)] {
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
    let (clock, ticks) = TickingClock::stopping_after(u64::MAX);
    let mut search = Search::timed(Dice::new(1), 50, clock);
    let legal = [Act::Walk(1), Act::Walk(2), Act::Run];
    assert!(search.choose(&Race::along(30), &legal).is_some());
    assert_eq!(ticks.playouts.load(Ordering::Relaxed), 50, "it stops when its time is over");
}

#[test]
fn it_can_be_stopped_and_thinks_as_before_if_it_is_not() {
    let legal = [Act::Walk(1), Act::Walk(2), Act::Run];
    let choose = |most: u64| {
        let (clock, ticks) = TickingClock::stopping_after(most);
        let mut search = Search::stoppable(Dice::new(1), 1000, clock);
        let choice = search.choose(&Race::along(30), &legal);
        let last = ticks.reports.lock().unwrap().last().cloned();
        (choice, ticks.playouts.load(Ordering::Relaxed), last)
    };
    let (first, _, none) = choose(0);
    assert_eq!((first, none), (Some(Act::Run), None), "what looks best");
    let (stopped, tries, progress) = choose(50);
    let progress = progress.unwrap();
    assert!(stopped.is_some() && tries == 51, "{tries}");
    assert_eq!((progress.playouts, progress.most, progress.choice), (50, Some(1000), None), "no round is over");
    let (stopped, _, progress) = choose(900);
    let leader = progress.and_then(|progress| progress.choice).and_then(|index| legal.get(index)).copied();
    assert!(leader.is_some() && leader == stopped, "the best so far");
    let (choice, tries, _) = choose(u64::MAX);
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
