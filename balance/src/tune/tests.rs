//! Tests of the tuning with games that are a formula, and with a few real ones.

use std::sync::Mutex;

use battlewright_engine::any::shipped_weights;
use battlewright_engine::game::Chance;
use battlewright_engine::play::Dice;
use battlewright_schema::System;

use super::*;
use crate::testing::tutorial;

const FILE: &str = "
system = \"mars-la-tour\"

[pull]
value = 20
range = [0, 100]
note = \"Best at 80.\"

[push]
value = 50
range = [0, 100]
note = \"Of no effect.\"
";

fn task(games: u64) -> TuningTask {
    let old = WeightTable::parse(FILE).unwrap();
    let names = old.weights().iter().map(|weight| weight.name.clone()).collect();
    TuningTask { scenarios: Vec::new(), players: Kind::Greedy, from: old.clone(), old, names, seed: 1, games }
}

/// Games whose winner is drawn by the distance of a weight from its best value. In the second scenario it may be another one.
struct Formula {
    best: [i32; 2],
    /// The pairs that were played.
    seeds: Mutex<Vec<(u64, u64)>>,
}

impl Formula {
    fn with(best: [i32; 2]) -> Self {
        Self { best, seeds: Mutex::new(Vec::new()) }
    }
}

impl PairSource for Formula {
    fn play(&self, pair: &Pair<'_>, cancel: &[&AtomicBool]) -> Option<u32> {
        if cancel.iter().any(|cancel| cancel.load(Ordering::Relaxed)) {
            return None;
        }
        self.seeds.lock().unwrap().push((pair.number, pair.seed));
        let best = self.best[usize::try_from(pair.number % 2).unwrap()];
        let [new, old] = pair.weights.map(|table| (table.value("pull") - best).abs());
        let chance = u16::try_from((50 + old - new).clamp(5, 95)).unwrap();
        let mut dice = Dice::new(pair.seed);
        Some((0..4).filter(|_| dice.pick(Chance::Draw { from: 100 }) < chance).count().try_into().unwrap())
    }

    fn scenarios(&self) -> Vec<String> {
        vec!["one".to_owned(), "other".to_owned()]
    }
}

fn tuned(source: &Formula, task: &TuningTask, threads: usize) -> Tuned {
    let never = AtomicBool::new(false);
    Tuning { source, task, threads, cancel: &never, each: |_, _, _| () }.run()
}

#[test]
fn a_weight_that_wins_games_is_found_and_accepted() {
    let source = Formula::with([80, 80]);
    let result = tuned(&source, &task(4000), 2);
    assert!((65..=95).contains(&result.new.value("pull")), "{}", result.text());
    assert_eq!((result.verdict, result.searched), (TuningVerdict::Better, 4000));
    assert!(result.trial.share().low > 0.5 && result.text().contains("better: the new weights win"));
    let seeds = source.seeds.into_inner().unwrap();
    let held_out = seeds.iter().filter(|(_, seed)| *seed > HELD_OUT).count();
    assert_eq!((seeds.len() - held_out, held_out), (2000, result.trial.games() / 2), "the trial has its own seeds");
}

#[test]
fn the_number_of_threads_changes_nothing() {
    let of = |threads| tuned(&Formula::with([80, 80]), &task(600), threads);
    assert_eq!(of(1), of(3));
}

#[test]
fn what_is_not_better_is_not_accepted() {
    // The old value is the best one.
    let none = tuned(&Formula::with([20, 20]), &task(600), 1);
    assert!(!matches!(none.verdict, TuningVerdict::Better | TuningVerdict::Mixed), "{}", none.text());
    // A great gain in one scenario is a small loss in the other.
    let fixed = TuningTask { from: task(1).old.with_values([90, 50]), names: Vec::new(), ..task(1200) };
    let mixed = tuned(&Formula::with([99, 50]), &fixed, 1);
    assert_eq!(mixed.new.value("pull"), 90, "nothing was free to change");
    assert_eq!(mixed.verdict, TuningVerdict::Mixed, "{}", mixed.text());
}

#[test]
fn an_interrupted_search_returns_what_it_has_found() {
    let (source, task) = (Formula::with([80, 80]), task(100_000));
    let cancel = AtomicBool::new(false);
    let each = |_: TuningPart, played: u64, all: u64| {
        assert_eq!(all, 50_000);
        cancel.store(played >= 400, Ordering::Relaxed);
    };
    let result = Tuning { source: &source, task: &task, threads: 2, cancel: &cancel, each }.run();
    assert_eq!(result.verdict, TuningVerdict::Interrupted);
    assert!((700..=800).contains(&result.searched) && result.new.value("pull") > 30, "{}", result.text());
}

#[test]
fn real_games_are_played_with_the_weights() {
    let game = tutorial().open().unwrap().game;
    let old = shipped_weights(System::MarsLaTour).clone();
    let one = |from: WeightTable, threads| {
        let task = TuningTask {
            scenarios: vec![("tutorial".to_owned(), game.clone())],
            players: Kind::Greedy,
            names: Vec::new(),
            old: old.clone(),
            from,
            seed: 1,
            games: 400,
        };
        tune(&task, threads, &AtomicBool::new(false), |_, _, _| ())
    };
    assert_eq!(one(old.clone(), 1).verdict, TuningVerdict::Unchanged);
    // Who wants to be eliminated, and attacks at any odds, loses.
    let odd = old.with_values(old.weights().iter().map(|weight| match weight.name.as_str() {
        "worth_an_attack" | "retreat" => weight.least,
        "worth_a_move" => weight.most,
        _ => weight.value,
    }));
    let result = one(odd, 2);
    assert_eq!(result.verdict, TuningVerdict::Worse, "{}", result.text());
    assert_eq!(one(result.new.clone(), 1), result);
}
