//! Scenarios that `validate` calls clean can be played, exported, and read again.
//!
//! The bundled scenarios are changed at random, step by step; a step that `validate` finds an error in is taken back. What
//! comes of it is played, goes through every export, and is read again by each importer. The allocator refuses more than
//! [`MOST_MEMORY`], and a refused allocation ends the program, as an overflow of the stack does: both fail the test.
//!
//! `BATTLEWRIGHT_ROUNDS` says how many scenarios are made of each file, 3 if it is not set; `BATTLEWRIGHT_SEED` is the seed
//! of the first. A failure prints its seed; after an abort, `clean-scenario.toml` in the folder of temporary files is the
//! scenario at fault.

#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may panic")]

use std::alloc;
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::path::Path;

use battlewright_engine::any::AnyGame;
use battlewright_engine::play::Dice;
use battlewright_engine::players::{Kind, Playout};
use battlewright_export::tiled::{Reading, begin};
use battlewright_export::{ExportError, Format, Order, export, vassal, workbook};
use battlewright_schema::{Scenario, Severity, is_same, load, save, table};
use battlewright_tests::workspace;
use cap::Cap;
use toml::{Table, Value};

/// The most memory that a test may take, in bytes.
const MOST_MEMORY: usize = 2 << 30;

#[global_allocator]
static ALLOCATOR: Cap<alloc::System> = Cap::new(alloc::System, MOST_MEMORY);

/// The number of changes that are tried on a scenario.
const CHANGES: usize = 40;

/// The most inputs of a random game, and of a greedy one, which thinks longer.
const INPUTS: [(Kind, usize); 2] = [(Kind::Random, 4_000), (Kind::Greedy, 150)];

/// Texts that other programs may stumble over.
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

/// Numbers that seem random, the same ones each time.
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

/// A step into a tree of values.
#[derive(Clone, Debug)]
enum Step {
    Key(String),
    Row(usize),
}

/// Every place in `value`, each with its path.
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

/// Changes one thing in `root`.
fn change(root: &mut Value, chance: &mut Chance) {
    let mut all = Vec::new();
    places(root, &mut Vec::new(), &mut all);
    let (path, other) = (chance.of(&all).unwrap().clone(), chance.of(&all).unwrap().clone());
    let (last, parent) = path.split_last().unwrap();
    let number = i64::try_from(chance.below(12)).unwrap();
    let elsewhere = at(root, &other).cloned();
    let what = chance.below(6);
    match (at(root, parent).unwrap(), last) {
        // A row goes, comes twice, or changes its place.
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

/// The scenario of `text`, if nothing keeps it from being played.
fn clean(text: &str) -> Option<Scenario> {
    let loaded = load(text);
    let sound = loaded.diagnostics.iter().all(|finding| finding.severity != Severity::Error);
    loaded.scenario.filter(|scenario| sound && AnyGame::problems(scenario).is_empty())
}

/// `text` with changes that leave it clean, and the scenario.
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

/// Plays `scenario` for a while.
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

/// Writes `scenario` in every format, and reads what can be read again.
fn goes_out_and_back(scenario: &Scenario, folder: &Path, pictures: bool) {
    let again = load(&save(None, scenario));
    assert!(is_same(&again.scenario.expect("it loads again"), scenario), "saving changes it");
    for format in Format::ALL {
        if matches!(format, Format::Pdf | Format::Png | Format::Vmod) && !pictures {
            continue;
        }
        let path = folder.join(format!("scenario.{}", format.name()));
        match export(scenario, &Order::new(*format), &path) {
            Ok(_) => {}
            Err(error @ ExportError::Unwritten { .. }) => panic!("{}: {error}", format.name()),
            Err(_) => continue,
        }
        let bytes = std::fs::read(&path).unwrap();
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

#[test]
fn what_validates_clean_plays_exports_and_comes_back() {
    let number = |name| std::env::var(name).ok().map(|text| text.parse::<u64>().unwrap());
    let (rounds, first) = (number("BATTLEWRIGHT_ROUNDS").unwrap_or(3), number("BATTLEWRIGHT_SEED").unwrap_or(1));
    let work = Path::new(env!("CARGO_TARGET_TMPDIR")).join("clean-scenarios");
    for name in ["tutorial.toml", "mars-la-tour.toml", "pm-crisis-on-the-left.toml"] {
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
                goes_out_and_back(&scenario, &folder, seed % 3 == 0);
            }));
            assert!(tried.is_ok(), "{name}, BATTLEWRIGHT_SEED={seed}: see {}", folder.display());
            std::fs::remove_dir_all(&folder).unwrap();
        }
    }
}
