//! A reader of VASSAL modules, applied to all scenarios exported as modules.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::process::Command;

use battlewright_schema::{Cell, Orientation, Scenario, Start, System, load, save, template};
use battlewright_tests::workspace::root;
use serde_json::Value;

use crate::PROGRAM;
use crate::peers::{succeed, wargame};

/// The width of a hex on the board of a module, from side to side.
const HEX: f64 = 122.5;

#[test]
fn pywargame_finds_every_unit_where_it_starts() {
    let folder = tempfile::tempdir().unwrap();
    let (mut modules, mut units) = (0, 0);
    for (name, text) in scenarios() {
        let scenario = load(&text).readable.unwrap();
        let [file, module] = ["toml", "vmod"].map(|ending| folder.path().join(format!("{name}.{ending}")));
        fs::write(&file, &text).unwrap();
        succeed(Command::new(PROGRAM).arg("export").arg(&file).arg("--out").arg(&module));
        succeed(Command::new("unzip").args(["-tqq"]).arg(&module));
        let read = succeed(wargame().arg(root().join("tests/interop/vassal.py")).arg(&module));
        let read: Value = serde_json::from_str(&read).unwrap_or_else(|error| panic!("{name}: {error}: {read}"));
        assert_eq!(read["name"], scenario.title(), "{name}");
        units += compare(&name, &scenario, &read);
        modules += 1;
    }
    println!("vmod  pywargame  {units} units placed  ({modules} modules, unzip -t)");
}

/// Returns the bundled scenarios with hexes, and one map in each hex layout and numbering.
fn scenarios() -> Vec<(String, String)> {
    let bundled = fs::read_dir(root().join("scenarios")).unwrap().map(|entry| entry.unwrap().path());
    let bundled = bundled.filter(|path| path.extension().is_some_and(|ending| ending == "toml"));
    let mut all: Vec<(String, String)> = bundled
        .map(|path| (path.file_stem().unwrap().to_string_lossy().into_owned(), fs::read_to_string(path).unwrap()))
        .filter(|(_, text)| load(text).readable.is_some_and(|scenario| scenario.common().table().is_none()))
        .collect();
    for (orientation, shift) in [("flat", "lower_columns"), ("pointy", "right_rows")] {
        for (parity, first, order) in [
            ("odd", "0101", "column-row"),
            ("even", "0101", "column-row"),
            ("odd", "A1", "row-column"),
            ("even", "7.12", "row-column"),
        ] {
            let text = template(System::MarsLaTour)
                .replace("orientation = \"flat\"", &format!("orientation = \"{orientation}\""))
                .replace("lower_columns = \"odd\"", &format!("{shift} = \"{parity}\""))
                .replace(
                    "first = \"0101\", order = \"column-row\"",
                    &format!("first = \"{first}\", order = \"{order}\""),
                );
            let mut scenario = load(&text).readable.unwrap();
            let common = scenario.common_mut();
            let grid = common.grid().unwrap();
            for (counter, (column, row)) in common.counters().into_iter().zip([(0, 5), (1, 2), (6, 0), (7, 3)]) {
                common.set_start(counter, Start::At(grid.name(Cell { column, row })));
            }
            let text = save(Some(&text), &scenario);
            all.push((format!("{orientation}-{parity}-{}", first.replace('.', "-")), text));
        }
    }
    all
}

/// Compares the read module with the scenario. Returns the number of units in the right place.
fn compare(name: &str, scenario: &Scenario, read: &Value) -> usize {
    let common = scenario.common();
    let grid = common.grid().unwrap();
    let flat = common.frame().orientation == Orientation::Flat;
    let pixel = |cell: Cell| {
        let hex = grid.hex(cell);
        let (q, r, radius) = (f64::from(hex.x), f64::from(hex.y), HEX / 3.0_f64.sqrt());
        if flat { (1.5 * q * radius, HEX * (r + q / 2.0)) } else { (HEX * (q + r / 2.0), 1.5 * r * radius) }
    };
    let placed = read["placed"].as_array().unwrap();
    let own = |placed: &Value| (placed["x"].as_f64().unwrap(), placed["y"].as_f64().unwrap());
    // The offset of the board is taken from the first unit.
    let mut corner = None;
    let mut seen = BTreeSet::new();
    for counter in common.counters() {
        let unit = common.counter(counter).unwrap();
        let is_own = |marks: &Value| marks["Id"] == unit.id.as_str();
        let Start::At(hex) = &unit.start else {
            let waiting = read["waiting"].as_array().unwrap().iter().find(|marks| is_own(marks));
            let marks = waiting.unwrap_or_else(|| panic!("{name}: {} waits nowhere", unit.name));
            if let Start::Enters { turn, at, .. } = &unit.start {
                assert_eq!((&marks["EntryTurn"], &marks["Entry"]), (&turn.to_string().into(), &at.to_string().into()));
            }
            continue;
        };
        let found = placed.iter().find(|placed| is_own(&placed["marks"]));
        let found = found.unwrap_or_else(|| panic!("{name}: {} stands nowhere", unit.name));
        assert_eq!(found["hex"], hex.as_str(), "{name}: {}", unit.name);
        let side = common.sides().into_iter().find(|side| side.id == unit.side).unwrap();
        assert_eq!(found["marks"]["Side"], side.name, "{name}: {}", unit.name);
        assert_eq!(found["marks"][common.rating().short], unit.rating.to_string(), "{name}: {}", unit.name);
        let (at, due) = (own(found), pixel(grid.cell(hex).unwrap()));
        let (dx, dy) = *corner.get_or_insert((at.0 - due.0, at.1 - due.1));
        let far = (at.0 - due.0 - dx).hypot(at.1 - due.1 - dy);
        assert!(far < 2.0, "{name}: {} in {hex} is {far} pixels away", unit.name);
        seen.insert(counter);
    }
    assert_eq!(seen.len(), placed.len(), "{name}: pieces that are nobody's");
    let mut markers: BTreeMap<String, usize> = BTreeMap::new();
    for marks in read["waiting"].as_array().unwrap().iter().filter(|marks| marks["Type"] == "Marker") {
        // The reader leaves the escape of a comma in names, which VASSAL removes.
        *markers.entry(marks["Name"].as_str().unwrap().replace("\\,", ",")).or_default() += 1;
    }
    let mut expected: BTreeMap<String, usize> = BTreeMap::new();
    for marker in battlewright_engine::any::markers(scenario) {
        *expected.entry(marker.name()).or_default() += usize::from(marker.count);
    }
    assert_eq!(markers, expected, "{name}");
    seen.len()
}
