//! Scenarios that validate, warnings or not, written for other programs and taken back: nothing differs.
//!
//! A failure prints its seed, which gives the same scenario again. `BATTLEWRIGHT_ROUNDS` is how many times as many scenarios are made
//! (default 1; 3 in `.ci/run`).

use std::fs;
use std::path::{Path, PathBuf};

use battlewright_export::tiled::{Dialect, Reading, TakenMap, TiledError, import, written};
use battlewright_export::{Format, Options, left_out};
use battlewright_schema::{
    DocPath, Grid, HexRows, NumberingProblem, Scenario, Start, System, TablePoint, Tabletop, load, save, table,
    template,
};
use serde_json::{Value, json};

/// The number of scenarios that are made of each template, which are small and have all that there is, and of each bundled one.
const MADE: [u64; 2] = [100, 2];

/// Numbers that seem random, the same ones each time.
struct Chance(u64);

impl Chance {
    /// A number below `most`.
    fn below(&mut self, most: usize) -> usize {
        self.0 = self.0.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
        usize::try_from(self.0 >> 33).unwrap() % most.max(1)
    }

    fn of<T: Copy>(&mut self, all: &[T]) -> T {
        all[self.below(all.len())]
    }
}

/// Texts that formats stumble over: blanks around and within, quotes, marks of formulas, of XML and of lists.
const TEXTS: [&str; 26] = [
    "",
    " ",
    " begins and ends ",
    "two\nlines",
    "\n",
    "old\r\nlines",
    "a\rb",
    "a\tb",
    "\t",
    "=1+1",
    "'=1+1",
    "-",
    "@x",
    "a, b; c",
    "\"quoted\"",
    "<b>&amp;</b>",
    "]]>",
    "é会🐝",
    "\u{feff}marked",
    "\u{0}",
    "a\u{1}b",
    "a\u{fffe}b",
    "\u{85}\u{2028}",
    "a.b[0]",
    "007",
    "no",
];

/// The places of all values within `value`.
fn places(value: &Value, path: &DocPath, all: &mut Vec<DocPath>) {
    all.push(path.clone());
    match value {
        Value::Array(items) => {
            items.iter().enumerate().for_each(|(at, item)| places(item, &path.clone().index(at), all));
        }
        Value::Object(fields) => fields.iter().for_each(|(key, item)| places(item, &path.clone().key(key), all)),
        _ => {}
    }
}

/// The places on a map or a table, as a file writes them.
enum Spots {
    Hexes(Grid),
    Points(Tabletop),
}

impl Spots {
    fn of(scenario: &Scenario) -> Self {
        let common = scenario.common();
        common.table().map_or_else(|| Self::Hexes(common.grid().unwrap()), Self::Points)
    }

    fn any(&self, chance: &mut Chance) -> String {
        match self {
            Self::Hexes(grid) => grid.name(chance.of(&grid.cells().collect::<Vec<_>>())).to_string(),
            Self::Points(table) => {
                let mut inches =
                    |most: u16| f64::from(u32::try_from(chance.below(8 * usize::from(most))).unwrap()) / 8.0;
                format!("{},{}", inches(table.width), inches(table.depth))
            }
        }
    }

    fn has(&self, text: &str) -> bool {
        match self {
            Self::Hexes(grid) => grid.cell(&text.into()).is_some(),
            Self::Points(_) => serde_json::from_value::<TablePoint>(json!(text)).is_ok(),
        }
    }
}

/// Changes a value of `scenario`, if what comes of it is one.
fn change(scenario: &mut Scenario, chance: &mut Chance) {
    const SECTIONS: [&str; 9] = ["unit", "place", "entry", "exit", "zone", "label", "road", "hexside", "formation"];
    let section = DocPath::root().key(chance.of(&SECTIONS));
    let spots = Spots::of(scenario);
    let spot = spots.any(chance);
    if chance.below(6) == 0 {
        let label = json!({"text": chance.of(&TEXTS), "at": spot, "to": spots.any(chance)});
        let _ = scenario.insert(&DocPath::root().key("label").index(0), label);
    }
    let Some(rows) = scenario.get(&section).filter(|rows| rows.as_array().is_some_and(|rows| !rows.is_empty())) else {
        return;
    };
    let row = chance.below(rows.as_array().unwrap().len());
    let mut all = Vec::new();
    places(&rows[row], &section.clone().index(row), &mut all);
    let path = all[chance.below(all.len())].clone();
    let mut value = scenario.get(&path).unwrap();
    match &mut value {
        Value::String(text) if spots.has(text) => *text = spot,
        Value::String(text) if path.last_key() != Some("id") || chance.below(8) == 0 => {
            *text = chance.of(&TEXTS).to_owned();
        }
        Value::Array(items) if !items.is_empty() => match chance.below(4) {
            0 => items.reverse(),
            1 => items.truncate(1),
            2 => items.clear(),
            _ => {
                let at = chance.below(items.len());
                items.insert(at, items[chance.below(items.len())].clone());
            }
        },
        // A row once more, with an id of its own.
        Value::Object(fields) if path.0.len() == 2 && chance.below(3) == 0 => {
            if fields.contains_key("id") {
                fields.insert("id".to_owned(), format!("again {}", chance.below(1000)).into());
            }
            let _ = scenario.insert(&section.index(0), value);
            return;
        }
        Value::Object(fields) if !fields.is_empty() => {
            let key = fields.keys().nth(chance.below(fields.len())).unwrap().clone();
            match chance.below(3) {
                0 => drop(fields.shift_remove(&key)),
                1 => drop(fields.insert("name".to_owned(), chance.of(&TEXTS).into())),
                _ => drop(fields.insert("source".to_owned(), chance.of(&TEXTS).into())),
            }
        }
        _ => return,
    }
    let _ = scenario.set(&path, Some(value));
}

/// Calls `with` with what there is, and with what comes of it by random changes and still validates.
fn each(mut with: impl FnMut(&str, &Scenario)) {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../scenarios");
    let mut files: Vec<PathBuf> = fs::read_dir(folder).unwrap().map(|entry| entry.unwrap().path()).collect();
    files.sort();
    let mut texts: Vec<(String, String)> =
        System::ALL.map(|system| (system.name().to_owned(), template(system).to_owned())).into();
    for path in files {
        texts.extend(fs::read_to_string(&path).ok().map(|text| (path.display().to_string(), text)));
    }
    let rounds: u64 = std::env::var("BATTLEWRIGHT_ROUNDS").map_or(1, |rounds| rounds.parse().unwrap());
    let mut sound = 0;
    for (at, (name, text)) in texts.iter().enumerate() {
        let Some(scenario) = load(text).scenario else { continue };
        with(name, &scenario);
        for seed in 0..rounds * MADE[usize::from(at >= System::ALL.len())] {
            let mut chance = Chance(seed.wrapping_mul(0x9e37_79b9_7f4a_7c15));
            let mut changed = scenario.clone();
            for _ in 0..=chance.below(3) {
                change(&mut changed, &mut chance);
            }
            let text = save(None, &changed);
            if let Some(changed) = load(&text).scenario {
                sound += 1;
                with(&format!("{name}, seed {seed}"), &changed);
            }
        }
    }
    assert!(sound > 200, "{sound} validate");
}

/// `scenario` without anything that lies on its map.
fn blanked(scenario: &Scenario) -> Scenario {
    let mut blank = scenario.clone();
    let common = blank.common_mut();
    let open = common.terrain()[0].letter.0;
    let (columns, rows) = common.size();
    *common.hexes_mut() = HexRows(vec![vec![open; columns.into()]; rows.into()]);
    for counter in common.counters() {
        common.set_start(counter, Start::Nowhere);
    }
    for section in ["road", "hexside", "label", "place", "entry", "exit", "zone"] {
        if blank.count(&DocPath::root().key(section)).is_some() {
            blank.set(&DocPath::root().key(section), None).unwrap();
        }
    }
    blank
}

/// The first field of `one` that is another in `other`.
fn difference(one: &Scenario, other: &Scenario) -> String {
    let (mut all, mut theirs) = (Vec::new(), Vec::new());
    places(&one.get(&DocPath::root()).unwrap(), &DocPath::root(), &mut all);
    places(&other.get(&DocPath::root()).unwrap(), &DocPath::root(), &mut theirs);
    all.extend(theirs);
    let differs = all.iter().filter(|path| one.get(path) != other.get(path)).max_by_key(|path| path.0.len());
    differs.map_or_else(String::new, |path| format!("{path}: {:?} and {:?}", one.get(path), other.get(path)))
}

#[test]
fn what_goes_to_tiled_comes_back() {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("out_and_back");
    fs::create_dir_all(&folder).unwrap();
    let mut failed = Vec::new();
    let mut on_tables = 0;
    each(|name, scenario| {
        if scenario.common().table().is_some() {
            let refused = written(scenario, &Options::default(), "images").err().unwrap();
            assert!(matches!(refused, TiledError::Unplaced(NumberingProblem::NoHexes)), "{name}: {refused}");
            on_tables += 1;
            return;
        }
        let options = Options::default();
        let written = written(scenario, &options, "images").unwrap();
        let blank = blanked(scenario);
        for (dialect, format) in [(Dialect::Tmx, Format::Tmx), (Dialect::Tmj, Format::Tmj)] {
            let ending = format.name();
            let path = folder.join(format!("map.{ending}"));
            let mut bytes = Vec::new();
            written.write(dialect, &mut bytes).unwrap();
            fs::write(&path, bytes).unwrap();
            let is_whole = left_out(scenario, format).is_empty();
            for mut into in [scenario.clone(), blank.clone()] {
                let is_same = into == *scenario;
                let taken = import(&path, Reading::default(), &mut into).unwrap();
                if !is_whole {
                    continue;
                }
                if into != *scenario || (is_same && taken != TakenMap::default()) {
                    failed.push(format!("{name} as {ending}: {} {taken:?}", difference(scenario, &into)));
                }
            }
        }
    });
    assert!(on_tables > 30, "{on_tables} on tables");
    assert!(failed.is_empty(), "{} differ:\n{}", failed.len(), failed[..failed.len().min(60)].join("\n"));
}

#[test]
fn what_goes_to_a_spreadsheet_comes_back() {
    let mut failed = Vec::new();
    each(|name, scenario| {
        let columns = table::columns(scenario.system());
        let text = table::write(scenario, &columns, None);
        let mut none = scenario.clone();
        none.set(&DocPath::root().key("unit"), None).unwrap();
        let is_whole = left_out(scenario, Format::Csv).is_empty();
        for mut into in [scenario.clone(), none] {
            let was = into == *scenario;
            let plan = match table::read(text.as_bytes(), None) {
                Ok(sheet) => table::Import::new(sheet, &columns, &[]).plan(&into, &columns),
                Err(why) => return failed.push(format!("{name}: {why}")),
            };
            if !was && !is_whole {
                continue;
            }
            if was && !plan.rows.is_empty() || !plan.problems.is_empty() {
                failed.push(format!("{name}: {:?} {:?}", plan.rows, plan.problems));
                continue;
            }
            plan.apply(&mut into).unwrap();
            if into != *scenario {
                failed.push(format!("{name}: {}", difference(scenario, &into)));
            }
        }
    });
    assert!(failed.is_empty(), "{} differ:\n{}", failed.len(), failed[..failed.len().min(60)].join("\n"));
}
