//! Tests that scenarios without errors in `validate` can be played, exported, and loaded again.
//!
//! The bundled scenarios are changed at random, step by step. A step that causes an error in `validate` is reverted.
//! The resulting scenario is played, exported in all formats, and loaded again by each importer. The allocator refuses
//! more than [`MOST_MEMORY`]. A refused allocation and a stack overflow abort the process, which fails the test.
//!
//! `BATTLEWRIGHT_ROUNDS` is the number of scenarios per file (default 1; 3 in `.ci/run`). Each third one is exported as pictures, too,
//! and those of the tutorial always are. `BATTLEWRIGHT_SEED` is the seed of the first one. A failure prints its seed. After an abort,
//! `clean-scenario.toml` in the temporary folder is the failing scenario.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use std::alloc;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use battlewright_engine::any::AnyGame;
use battlewright_engine::play::Dice;
use battlewright_engine::players::{Kind, Playout};
use battlewright_export::tiled::{Reading, begin};
use battlewright_export::{ExportError, Format, Order, export, vassal, workbook, write_export};
use battlewright_schema::{Scenario, Severity, is_same, load, save, table};
use battlewright_tests::workspace;
use cap::Cap;
use toml::{Table, Value};

/// The memory limit of a test in bytes.
const MOST_MEMORY: usize = 2 << 30;

#[global_allocator]
static ALLOCATOR: Cap<alloc::System> = Cap::new(alloc::System, MOST_MEMORY);

/// The number of attempted changes per scenario.
const CHANGES: usize = 40;

/// The maximum number of inputs of a random game, and of the slower greedy one.
const INPUTS: [(Kind, usize); 2] = [(Kind::Random, 4_000), (Kind::Greedy, 150)];

/// Texts with characters that are special in other formats.
const TEXTS: &[&str] = &[
    "",
    " ",
    "a, b; \"c\" 'd'",
    "<b>&amp;</b>",
    "two\nlines",
    "=1+1",
    "Mars-la-Tour \u{2014} Ço\u{302}te d\u{2019}Or",
    "\u{5b6b}\u{5b50}",
    "a/b\\c|d",
    "{name}",
    "#,.;:",
    "\u{1f41d}",
];

/// A deterministic pseudorandom number generator.
struct Chance(u64);

impl Chance {
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most.max(1)
    }

    fn of<'a, T>(&mut self, list: &'a [T]) -> Option<&'a T> {
        list.get(self.below(list.len()))
    }
}

/// A step of a path in a tree of values.
#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Row(usize),
}

/// Collects the paths of all values in `value`.
fn places(value: &Value, path: &mut Vec<Step>, found: &mut Vec<Vec<Step>>) {
    if !path.is_empty() {
        found.push(path.clone());
    }
    match value {
        Value::Table(table) => {
            for (key, value) in table {
                path.push(Step::Key(key.clone()));
                places(value, path, found);
                path.pop();
            }
        }
        Value::Array(rows) => {
            for (row, value) in rows.iter().enumerate() {
                path.push(Step::Row(row));
                places(value, path, found);
                path.pop();
            }
        }
        _ => {}
    }
}

fn at<'v>(value: &'v mut Value, path: &[Step]) -> Option<&'v mut Value> {
    path.iter().try_fold(value, |here, step| match (here, step) {
        (Value::Table(table), Step::Key(key)) => table.get_mut(key),
        (Value::Array(rows), Step::Row(row)) => rows.get_mut(*row),
        _ => None,
    })
}

/// Makes a random change in `root`.
fn change(root: &mut Value, chance: &mut Chance) {
    let mut all = Vec::new();
    places(root, &mut Vec::new(), &mut all);
    let (path, other) = (chance.of(&all).unwrap().clone(), chance.of(&all).unwrap().clone());
    let (last, parent) = path.split_last().unwrap();
    let number = i64::try_from(chance.below(12)).unwrap();
    let elsewhere = at(root, &other).cloned();
    let what = chance.below(6);
    match (at(root, parent).unwrap(), last) {
        // Removes, duplicates or moves a row.
        (Value::Array(rows), Step::Row(row)) if what < 4 => {
            let to = chance.below(rows.len());
            match what {
                0 => drop(rows.remove(*row)),
                1 => {
                    let mut copy = rows[*row].clone();
                    if let Some(id) = copy.get_mut("id") {
                        *id = Value::String(format!("{}-{number}", id.as_str().unwrap_or_default()));
                    }
                    rows.insert(to, copy);
                }
                2 => rows.swap(*row, to),
                _ => rows.truncate(to),
            }
        }
        (Value::Table(table), Step::Key(key)) if what == 0 => drop(table.remove(key)),
        (parent, last) => {
            let Some(value) = at(parent, std::slice::from_ref(last)) else { return };
            match (value, elsewhere) {
                (Value::Integer(old), _) => *old = if what < 3 { number } else { *old + number - 6 },
                (Value::Boolean(old), _) => *old = !*old,
                (Value::String(old), Some(Value::String(new))) if what < 3 => *old = new,
                (Value::String(old), _) => *old = (*chance.of(TEXTS).unwrap()).to_owned(),
                (Value::Array(rows), Some(Value::Array(new))) if what < 3 => *rows = new,
                _ => {}
            }
        }
    }
}

/// Returns the scenario of `text` if it has no errors and is playable.
fn clean(text: &str) -> Option<Scenario> {
    let loaded = load(text);
    let sound = loaded.diagnostics.iter().all(|finding| finding.severity != Severity::Error);
    loaded.scenario.filter(|scenario| sound && AnyGame::problems(scenario).is_empty())
}

/// Makes random changes in `text` without errors. Returns the new text and the scenario.
fn changed(text: &str, chance: &mut Chance) -> (String, Scenario) {
    let mut root = Value::Table(text.parse::<Table>().unwrap());
    let mut sound = (text.to_owned(), clean(text).unwrap());
    for _ in 0..CHANGES {
        let before = root.clone();
        for _ in 0..=chance.below(2) {
            change(&mut root, chance);
        }
        let text = toml::to_string(&root).unwrap();
        match clean(&text) {
            Some(scenario) => sound = (text, scenario),
            None => root = before,
        }
    }
    sound
}

/// Plays `scenario` up to the limits in [`INPUTS`].
fn plays(scenario: &Scenario, seed: u64) {
    for (kind, inputs) in INPUTS {
        let start = AnyGame::new(scenario).unwrap_or_else(|problems| panic!("cannot be played: {problems:?}"));
        let seats = [1, 2].map(|n| kind.player(Dice::new(seed + n)));
        let mut game = Playout::new(start, seats, Dice::new(seed));
        for _ in 0..inputs {
            if game.advance(&mut ()).unwrap_or_else(|defect| panic!("{defect}")).is_some() {
                break;
            }
        }
    }
}

/// Exports `scenario` in all formats, and loads the formats that can be imported.
fn goes_out_and_back(scenario: &Scenario, folder: &Path, pictures: bool) {
    let again = load(&save(None, scenario));
    assert!(is_same(&again.scenario.expect("it loads again"), scenario), "saving changes it");
    for format in Format::ALL {
        if matches!(format, Format::Pdf | Format::Png | Format::Vmod) && !pictures {
            continue;
        }
        let path = folder.join(format!("scenario.{}", format.name()));
        let (order, mut bytes) = (Order::new(*format), Vec::new());
        // Only maps for Tiled are several files.
        let written = match format {
            Format::Tmx | Format::Tmj => export(scenario, &order, &path).map(drop),
            _ => write_export(scenario, &order, &mut bytes),
        };
        match written {
            Ok(()) => {}
            Err(error @ ExportError::Unwritten { .. }) => panic!("{}: {error}", format.name()),
            Err(_) => continue,
        }
        let system = scenario.system();
        match format {
            Format::Csv => drop(table::read(&bytes, None).expect("its own table")),
            Format::Xlsx => drop(workbook::read(&bytes).expect("its own workbook")),
            Format::Tmx | Format::Tmj => drop(begin(&path, Reading::default(), system).expect("its own map")),
            Format::Vmod => drop(vassal::read(&bytes, system).expect("its own module")),
            Format::Pdf | Format::Svg | Format::Png | Format::Md => {}
        }
    }
}

/// Changes the bundled scenario `name` at random, plays, exports and imports it.
fn try_changes_of(name: &str) {
    let number = |name| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let (rounds, first) = (number("BATTLEWRIGHT_ROUNDS").unwrap_or(1), number("BATTLEWRIGHT_SEED").unwrap_or(1));
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clean-scenarios");
    let text = std::fs::read_to_string(workspace::root().join("scenarios").join(name)).unwrap();
    for seed in first..first + rounds {
        let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
        let (text, scenario) = changed(&text, &mut chance);
        let folder = work.join(format!("{name}-{seed}"));
        let _ = std::fs::remove_dir_all(&folder);
        std::fs::create_dir_all(&folder).unwrap();
        std::fs::write(folder.join("clean-scenario.toml"), &text).unwrap();
        let tried = catch_unwind(AssertUnwindSafe(|| {
            plays(&scenario, seed);
            goes_out_and_back(&scenario, &folder, seed % 3 == 0 || name == "tutorial.toml");
        }));
        assert!(tried.is_ok(), "{name}, BATTLEWRIGHT_SEED={seed}: see {}", folder.display());
        std::fs::remove_dir_all(&folder).unwrap();
    }
}

// One test per file, so that they run in parallel.

#[test]
fn changes_of_the_tutorial_play_export_and_come_back() {
    try_changes_of("tutorial.toml");
}

#[test]
fn changes_of_mars_la_tour_play_export_and_come_back() {
    try_changes_of("mars-la-tour.toml");
}

#[test]
fn changes_of_crisis_on_the_left_play_export_and_come_back() {
    try_changes_of("pm-crisis-on-the-left.toml");
}

#[test]
fn changes_of_first_orders_play_export_and_come_back() {
    try_changes_of("aac-first-orders.toml");
}
