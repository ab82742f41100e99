//! What reading, checking and saving cost: a scenario as they come with the program, a map of a million hexes, and
//! thousands of rows. First the ratios that count: to a bare parse of the same text, and from one size to another.

#![allow(clippy::unwrap_used, reason = "a bench may fail loudly")]

mod copies;
mod large;
mod rows;

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use battlewright_schema::{Scenario, check, load, save};
use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use toml::de::DeTable;

/// What is read, by name.
static TEXTS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    vec![
        ("as bundled, 40 KB", copies::text(0)),
        ("map of 100 x 100", large::text(100, 100)),
        ("map of 1000 x 1000", large::text(1000, 1000)),
        ("3,000 blocks of rows", rows::text(3_000)),
        ("12,000 blocks of rows", rows::text(12_000)),
    ]
});

fn main() {
    // A test only looks whether it runs.
    if std::env::args().any(|argument| argument == "--bench") {
        ratios();
    }
    divan::main();
}

fn ratios() {
    println!("{:<24}{:>10}{:>12}{:>12}{:>10}{:>14}", "", "KB", "bare, ms", "open, ms", "ratio", "open, ms/MB");
    for (name, text) in TEXTS.iter() {
        let bare = shortest(|| DeTable::parse(text).is_ok());
        let open = shortest(|| load(text).scenario.is_some());
        let size = text.len() as f64 / 1e6;
        println!("{name:<24}{:>10.0}{bare:>12.2}{open:>12.2}{:>8.2} x{:>14.2}", size * 1e3, open / bare, open / size);
    }
}

/// The shortest of several runs of `work`, in milliseconds.
fn shortest(work: impl Fn() -> bool) -> f64 {
    let run = |_| {
        let start = Instant::now();
        assert!(work());
        start.elapsed()
    };
    (0..10).map(run).min().unwrap_or(Duration::MAX).as_secs_f64() * 1e3
}

fn each(bencher: Bencher<'_, '_>, index: usize, work: impl Fn(&str) + Sync) {
    let text = &TEXTS[index].1;
    bencher.counter(BytesCount::of_str(text)).bench(|| work(black_box(text)));
}

/// By number: the texts in the order of the ratios.
const ALL: [usize; 5] = [0, 1, 2, 3, 4];

#[divan::bench(args = ALL, max_time = 2)]
fn bare_parse(bencher: Bencher<'_, '_>, text: usize) {
    each(bencher, text, |text| {
        black_box(DeTable::parse_recoverable(text));
    });
}

#[divan::bench(args = ALL, max_time = 2)]
fn open(bencher: Bencher<'_, '_>, text: usize) {
    each(bencher, text, |text| {
        black_box(load(text));
    });
}

#[divan::bench(args = ALL, max_time = 2)]
fn check_opened(bencher: Bencher<'_, '_>, text: usize) {
    let scenario = load(&TEXTS[text].1).scenario.unwrap();
    bencher.bench(|| check(black_box(&scenario)));
}

#[divan::bench(args = ALL, max_time = 2)]
fn save_with_one_change(bencher: Bencher<'_, '_>, text: usize) {
    let text = &TEXTS[text].1;
    let mut scenario = load(text).scenario.unwrap();
    if let Scenario::PositionMagnifique(own) = &mut scenario {
        own.title = "Another".to_owned();
    }
    bencher.bench(|| save(Some(black_box(text)), black_box(&scenario)));
}
