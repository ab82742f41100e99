//! The cost of reading, checking and saving: a scenario as they come with the program, maps of up to a million hexes,
//! and
//! thousands of rows. First the ratios that count, which are nearly the same on every machine: to what others do for a
//! program that only wants the values, and from one size to another.

#![allow(clippy::unwrap_used, reason = "a bench may fail loudly")]

mod copies;
mod large;
mod rows;

use std::sync::LazyLock;
use std::time::{Duration, Instant};

use battlewright_schema::position_magnifique::PositionMagnifique;
use battlewright_schema::{LintLevels, Scenario, check, load, save, validate};
use divan::counter::BytesCount;
use divan::{Bencher, black_box};
use toml::de::DeTable;

/// The texts that are read, by name.
static TEXTS: LazyLock<Vec<(&str, String)>> = LazyLock::new(|| {
    vec![
        ("as bundled", copies::text(0)),
        ("100 x 100 map", large::text(100, 100)),
        ("1000 x 1000 map", large::text(1000, 1000)),
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

/// The cost of the whole check as a multiple of what `toml` does for a program that wants the values and asks nothing:
/// a
/// parse, and a parse with typed reading. Growth is the cost of a byte as a multiple of that in the text above, for texts
/// of one kind.
fn ratios() {
    println!(
        "{:<24}{:>8}{:>12}{:>14}{:>16}{:>14}{:>15}{:>9}",
        "", "KB", "parse, ms", "typed, ms", "validate, ms", "to a parse", "to typed", "growth"
    );
    let mut before: Option<(&str, f64)> = None;
    for (name, text) in TEXTS.iter() {
        let parse = shortest(|| DeTable::parse(text).is_ok());
        let typed = shortest(|| toml::from_str::<PositionMagnifique>(text).is_ok());
        let whole = shortest(|| validate(text.as_bytes(), &LintLevels::default()).0.is_some());
        let a_byte = whole / text.len() as f64;
        let kind = name.rsplit(' ').next().unwrap_or_default();
        let growth = before.filter(|(other, _)| *other == kind).map(|(_, before)| format!("{:.2} x", a_byte / before));
        println!(
            "{name:<24}{:>8.0}{parse:>12.2}{typed:>14.2}{whole:>16.2}{:>12.2} x{:>13.2} x{:>9}",
            text.len() as f64 / 1e3,
            whole / parse,
            whole / typed,
            growth.unwrap_or_default()
        );
        before = Some((kind, a_byte));
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
fn typed(bencher: Bencher<'_, '_>, text: usize) {
    each(bencher, text, |text| {
        black_box(toml::from_str::<PositionMagnifique>(text).is_ok());
    });
}

#[divan::bench(args = ALL, max_time = 2)]
fn validated(bencher: Bencher<'_, '_>, text: usize) {
    each(bencher, text, |text| {
        black_box(validate(text.as_bytes(), &LintLevels::default()));
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
