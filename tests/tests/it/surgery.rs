//! Map operations on random maps and on the bundled ones: neighbors stay neighbors, all objects stay on their hexes,
//! and operations can be reversed.

use std::collections::{BTreeMap, BTreeSet};
use std::path::Path;

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game, Turn};
use battlewright_engine::play::Match;
use battlewright_engine::players::{Kind, Progress, advance, seats};
use battlewright_schema::at_any_cost::{Earthwork, Earthworks};
use battlewright_schema::common::mega::MegaHexes;
use battlewright_schema::surgery::{
    Crop, Fate, HalfStep, HexNames, MapChange, NewGround, Operation, Renumber, Resize, Shift, SurgeryPlan,
    SurgeryRefusal, Turn as Way,
};
use battlewright_schema::{
    ArtPath, Cell, Counter, Diagnostic, DocPath, Entry, Grid, HexId, HexRows, Hexside, HexsideKind, Map, Numbering,
    Order, Orientation, Parity, Pixel, Pixels, Place, Road, Scan, Scenario, Start, System, VOID, check, load, save,
    template, template_table,
};
use battlewright_tests::contract::{SHORT, is_thorough};
use battlewright_tests::files::toml_files;
use proptest::prelude::*;
use proptest::sample::select;

/// Returns the systems that are played on maps of hexes.
fn with_hexes() -> Vec<System> {
    System::ALL.into_iter().filter(|system| template_table(*system).is_none()).collect()
}

/// Generates a valid map with objects on it.
fn scenario() -> impl Strategy<Value = Scenario> {
    let frame = (any::<bool>(), any::<bool>(), any::<bool>(), select(FIRST), any::<bool>());
    let size = (3..9_u16, 3..9_u16);
    let letters = prop::collection::vec(select(vec!['.', '.', 'f', 'T', VOID]), 64);
    (select(with_hexes()), frame, size, letters, prop::collection::vec(0..64_usize, 24)).prop_map(
        |(system, (flat, even, written, first, row_first), (columns, rows), letters, at)| {
            let mut scenario = load(template(system)).scenario.unwrap();
            let parity = if even { Parity::Even } else { Parity::Odd };
            let parity = (even || written).then_some(parity);
            let order = if row_first { Order::RowColumn } else { Order::ColumnRow };
            let numbering = Numbering::straight(first, order);
            let orientation = if flat { Orientation::Flat } else { Orientation::Pointy };
            match &mut scenario {
                Scenario::MarsLaTour(own) => dress(&mut own.map, orientation, parity, numbering),
                Scenario::PositionMagnifique(own) => dress(&mut own.map, orientation, parity, numbering),
                Scenario::AtAnyCost(own) => dress(&mut own.map, orientation, parity, numbering),
                Scenario::Matz(own) => dress(&mut own.map, orientation, parity, numbering),
                Scenario::Race(own) => dress(&mut own.map, orientation, parity, numbering),
                Scenario::Outrance(_) => {}
            }
            furnish(&mut scenario, columns, rows, &letters, &at);
            scenario
        },
    )
}

const FIRST: &[&str] = &["0101", "0000", "0102", "001001", "A1", "B07", "1.1", "3-4", "07.10", "2C", "C-D"];

fn dress<T>(map: &mut Map<T>, orientation: Orientation, parity: Option<Parity>, numbering: Numbering) {
    map.orientation = orientation;
    (map.lower_columns, map.right_rows) = match orientation {
        Orientation::Flat => (parity, None),
        Orientation::Pointy => (None, parity),
    };
    map.numbering = numbering;
}

/// Sets the terrain of the map, and adds a road, streams, a place, an entry and units.
fn furnish(scenario: &mut Scenario, columns: u16, rows: u16, letters: &[char], at: &[usize]) {
    let common = scenario.common_mut();
    let known: BTreeSet<char> = common.terrain().iter().map(|terrain| terrain.letter.0).collect();
    common.set_size(columns, rows);
    let letter = |at: usize| letters[at % letters.len()];
    let letter = |at: usize| if letter(at) == VOID || known.contains(&letter(at)) { letter(at) } else { '.' };
    let row = |row: u16| (0..columns).map(|column| letter(usize::from(row * columns + column))).collect();
    *common.hexes_mut() = HexRows((0..rows).map(row).collect());
    let grid = common.grid().unwrap();
    let cells: Vec<Cell> = grid.cells().filter(|cell| common.has(*cell)).collect();
    let any = Cell { column: 1, row: 1 };
    let pick = |n: usize| at[n] % cells.len().max(1);
    let cell = |n: usize| cells.get(pick(n)).copied().unwrap_or(any);
    let hex = |n: usize| grid.name(cell(n));
    let next =
        |cell: Cell, n: usize| grid.neighbors(cell).into_iter().cycle().skip(at[n] % 6).flatten().next().unwrap();
    let mut path = vec![cell(0)];
    for n in 1..7 {
        path.push(next(path[path.len() - 1], n));
    }
    let path: Vec<HexId> = path.into_iter().map(|cell| grid.name(cell)).collect();
    *common.roads_mut() = vec![Road { name: Some("Lane".into()), path, ..Road::default() }];
    let between = (7..10).map(|n| format!("{}/{}", hex(n), grid.name(next(cell(n), n))).into()).collect();
    let name = Some("Brook".into());
    *common.hexsides_mut() = vec![Hexside { kind: HexsideKind::Stream, name, between, source: None }];
    let village = common.places()[0].clone();
    *common.places_mut() = vec![Place { hexes: vec![hex(10), hex(11)], ..village }];
    let entry: Entry = common.entries()[0].clone();
    *common.entries_mut() = vec![Entry { hexes: vec![hex(12), hex(13)], ..entry }];
    for exit in common.exits_mut().into_iter().flatten() {
        exit.hexes = vec![hex(14)];
    }
    for unit in 0..common.unit_count() {
        if let Start::At(_) = common.unit(unit).unwrap().start {
            common.set_start(Counter::Unit(unit), Start::At(hex(15 + unit % 4)));
        }
    }
    let pixel = |x: f64, y: f64| Pixel { x: Pixels::new(x).unwrap(), y: Pixels::new(y).unwrap() };
    let (column, row) = (pixel(80.0, 6.5), pixel(-4.0, 96.0));
    *common.scan_mut() =
        Some(Scan { file: ArtPath("map.png".into()), first: pixel(55.0, 70.0), column, row, opacity: 80 });
    let levels = |row: &Vec<char>| {
        row.iter().enumerate().map(|(n, c)| if *c == VOID { VOID } else { char::from(b'1' + (n % 4) as u8) }).collect()
    };
    let levels = HexRows(common.hexes().0.iter().map(levels).collect());
    match scenario {
        Scenario::PositionMagnifique(own) => {
            own.map.levels = Some(levels);
            for (n, formation) in own.formation.iter_mut().enumerate() {
                formation.hq.at = Some(hex(20 + n));
            }
        }
        Scenario::AtAnyCost(own) => {
            own.map.levels = Some(levels);
            for (n, formation) in own.formation.iter_mut().enumerate() {
                formation.hq.at = Some(hex(20 + n));
            }
            let hexes = [hex(22), hex(23)].into_iter().collect::<BTreeSet<_>>().into_iter().collect();
            own.earthworks = vec![Earthworks { kind: Earthwork::Entrenchments, hexes, source: None }];
        }
        Scenario::Matz(own) => {
            let headquarters = own.formation.iter_mut().filter_map(|formation| formation.hq.as_mut());
            headquarters.enumerate().for_each(|(n, hq)| hq.at = Some(hex(20 + n)));
            own.trench.iter_mut().for_each(|trench| trench.hexes = vec![hex(22), hex(23)]);
            own.front.iter_mut().for_each(|front| front.hexes = vec![hex(12)]);
            own.mega_hexes = Some(MegaHexes { center: hex(10), ..MegaHexes::default() });
        }
        Scenario::MarsLaTour(_) | Scenario::Race(_) | Scenario::Outrance(_) => {}
    }
}

fn operation() -> impl Strategy<Value = Operation> {
    let side = || -3..4_i32;
    let names = || select(vec![HexNames::Stay, HexNames::Restart]);
    let cell = || (0..9_u16, 0..9_u16).prop_map(|(column, row)| Cell { column, row });
    let order = select(vec![Order::ColumnRow, Order::RowColumn]);
    prop_oneof![
        (side(), side(), side(), side(), names()).prop_map(|(left, right, top, bottom, names)| {
            Operation::Resize(Resize { left, right, top, bottom, names })
        }),
        (cell(), cell(), names()).prop_map(|(corner, across, names)| Operation::Crop(Crop { corner, across, names })),
        (side(), side()).prop_map(|(columns, rows)| Operation::Shift(Shift { columns, rows })),
        (select(FIRST), order).prop_map(|(first, order)| {
            Operation::Renumber(Renumber { numbering: Numbering::straight(first, order) })
        }),
        Just(Operation::HalfStep(HalfStep)),
        select(Way::ALL.to_vec()).prop_map(Operation::Turn),
    ]
}

/// Returns the operations that reverse `operation` if nothing was lost.
fn inverse(operation: &Operation, before: &Scenario) -> Vec<Operation> {
    let renumber = Operation::Renumber(Renumber { numbering: before.common().frame().numbering.clone() });
    match operation {
        Operation::Resize(Resize { left, right, top, bottom, .. }) => {
            let back = Resize { left: -left, right: -right, top: -top, bottom: -bottom, names: HexNames::Restart };
            vec![Operation::Resize(back), renumber]
        }
        Operation::Crop(crop) => {
            let (columns, rows) = before.common().size();
            inverse(&Operation::Resize(crop.resize(columns, rows)), before)
        }
        Operation::Shift(shift) => vec![Operation::Shift(Shift { columns: -shift.columns, rows: -shift.rows })],
        Operation::Renumber(_) => vec![renumber],
        Operation::HalfStep(_) => {
            let one = match before.common().frame().orientation {
                Orientation::Flat => Resize { top: -1, bottom: -1, ..Resize::default() },
                Orientation::Pointy => Resize { left: -1, right: -1, ..Resize::default() },
            };
            let crop = Operation::Resize(Resize { names: HexNames::Restart, ..one });
            vec![operation.clone(), crop]
        }
        Operation::Turn(Way::QuarterLeft) => vec![Operation::Turn(Way::QuarterRight)],
        Operation::Turn(Way::QuarterRight) => vec![Operation::Turn(Way::QuarterLeft)],
        Operation::Turn(_) => vec![operation.clone()],
    }
}

/// Returns `scenario` in a normal form, for values with two notations.
fn plain(mut scenario: Scenario) -> Scenario {
    fn plain<T>(map: &mut Map<T>) {
        for parity in [&mut map.lower_columns, &mut map.right_rows] {
            *parity = Some(parity.unwrap_or_default());
        }
    }
    match &mut scenario {
        Scenario::MarsLaTour(own) => plain(&mut own.map),
        Scenario::PositionMagnifique(own) => plain(&mut own.map),
        Scenario::AtAnyCost(own) => plain(&mut own.map),
        Scenario::Matz(own) => plain(&mut own.map),
        Scenario::Race(own) => plain(&mut own.map),
        Scenario::Outrance(_) => {}
    }
    scenario
}

/// Returns all objects on hexes and hexsides, by hex. `at` converts the cells.
fn contents(
    scenario: &Scenario,
    at: impl Fn(Cell) -> Option<Cell>,
) -> BTreeMap<(Cell, Option<Cell>), BTreeSet<String>> {
    let common = scenario.common();
    let grid = common.grid().unwrap();
    let flat = common.frame().orientation == Orientation::Flat;
    let mut contents: BTreeMap<_, BTreeSet<String>> = BTreeMap::new();
    let mut put = |cell: Cell, other: Option<Cell>, what: String| {
        let Some(cell) = at(cell) else { return };
        let other = match other.map(&at) {
            Some(None) => return,
            Some(other) => other,
            None => None,
        };
        let (cell, other) = other.map_or((cell, None), |other| (cell.min(other), Some(cell.max(other))));
        contents.entry((cell, other)).or_default().insert(what);
    };
    let get = |rows: &HexRows, cell: Cell| rows.get(cell.column.into(), cell.row.into());
    for cell in grid.cells() {
        put(cell, None, format!("ground {:?}", get(common.hexes(), cell)));
        put(cell, None, format!("level {:?}", common.levels().and_then(|levels| get(levels, cell))));
        put(cell, None, format!("scan {:?}", common.scan().map(|scan| on_scan(&grid, flat, scan, cell))));
    }
    let find = |name: &HexId| grid.cell(name).unwrap();
    for road in common.roads() {
        for pair in road.path.windows(2) {
            put(find(&pair[0]), Some(find(&pair[1])), "road".into());
        }
    }
    for side in common.hexsides().iter().flat_map(|row| &row.between) {
        let (a, b) = side.hexes().unwrap();
        put(find(&a), Some(find(&b)), "stream".into());
    }
    let places = common.places().iter().map(|place| ("place", place.hexes.as_slice()));
    let entries = common.entries().iter().map(|entry| ("entry", entry.hexes.as_slice()));
    let exits = common.exits().iter().map(|exit| ("exit", exit.hexes.as_slice()));
    let forts = common.fortifications().into_iter().map(|fort| (fort.name, fort.hexes));
    for (what, hexes) in places.chain(entries).chain(exits).chain(forts) {
        hexes.iter().for_each(|hex| put(find(hex), None, what.into()));
    }
    for label in common.labels() {
        put(find(&label.at), None, format!("label {}", label.text));
        label.to.iter().for_each(|to| put(find(&label.at), Some(find(to)), format!("along {}", label.text)));
    }
    for unit in (0..common.unit_count()).filter_map(|unit| common.unit(unit)) {
        if let Start::At(hex) = &unit.start {
            put(find(hex), None, format!("unit {}", unit.id));
        }
    }
    contents
}

/// Returns the position of `cell` on the scan in thousandths of a pixel, as defined by the format.
fn on_scan(grid: &Grid, flat: bool, scan: &Scan, cell: Cell) -> [i64; 2] {
    // A shifted hex touches the hex one column and one row further; an unshifted hex does not.
    let half = |cell: Cell| {
        let further = Cell { column: cell.column + 1, row: cell.row + 1 };
        if grid.distance(cell, further) == 1 { 0.5 } else { 0.0 }
    };
    let half = half(cell) - half(Cell::default());
    let (column, row) = (f64::from(cell.column), f64::from(cell.row));
    let (column, row) = if flat { (column, row + half) } else { (column + half, row) };
    let at = |first: Pixels, a: Pixels, b: Pixels| (first.get() + a.get() * column + b.get() * row) * 1000.0;
    let (x, y) = (at(scan.first.x, scan.column.x, scan.row.x), at(scan.first.y, scan.column.y, scan.row.y));
    [x.round() as i64, y.round() as i64]
}

fn plan(scenario: &Scenario, operation: &Operation, void: bool) -> Option<SurgeryPlan> {
    let mut ground = NewGround::usual(scenario);
    if void {
        ground.letter = VOID;
    }
    match operation.plan(scenario, ground) {
        Ok(plan) => Some(plan),
        Err(SurgeryRefusal::BelowFirst | SurgeryRefusal::NothingLeft | SurgeryRefusal::NoRoom(_)) => None,
        Err(other) => panic!("{operation:?}: {other}"),
    }
}

/// Removes the scan for a mirror operation, because a mirrored map loses it. A separate test covers this loss.
fn without_mirrored_scan(mut scenario: Scenario, operation: &Operation) -> Scenario {
    if let Operation::Turn(Way::LeftRight | Way::TopBottom) = operation {
        *scenario.common_mut().scan_mut() = None;
    }
    scenario
}

/// Counts the findings that cannot be caused by removed or new hexes.
fn counted(findings: &[Diagnostic]) -> BTreeMap<&'static str, usize> {
    const MAY: &[&str] = &[
        "air-without-mega-hexes",
        "arrives-too-late",
        "blocked-entry",
        "combat-outlier",
        "corps-without-hq",
        "cut-off-hexes",
        "empty-reserve",
        "ending-holds-at-start",
        "entry-beside-road",
        "entry-not-on-edge",
        "entry-queue",
        "er-outlier",
        "escape-beyond-strength",
        "exit-not-on-edge",
        "exit-without-units",
        "formation-without-units",
        "front-gap",
        "front-uncovered",
        "hq-too-far",
        "idle-detour",
        "isolated-road",
        "lonely-height",
        "mega-hex-center",
        "mega-hex-torn",
        "missing-slope",
        "movement-outlier",
        "place-too-far",
        "range-outlier",
        "road-twice",
        "scattered-place",
        "setup-distance",
        "shadowed-ending",
        "side-cannot-win",
        "side-without-units",
        "split-formation",
        "stranded-unit",
        "stream-gap",
        "town-beside-road",
        "unit-neither-starts-nor-enters",
        "unreachable-exit",
        "unreachable-level",
        "unreachable-victory-place",
        "unspendable-ammunition",
        "unused-entry",
        "unused-exit",
        "unused-terrain",
        "unused-zone",
        "useless-event",
    ];
    let mut counted = BTreeMap::new();
    for code in findings.iter().map(|finding| finding.code.as_str()).filter(|code| !MAY.contains(code)) {
        *counted.entry(code).or_default() += 1;
    }
    counted
}

proptest! {
    #![proptest_config(ProptestConfig { cases: 100, failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn neighbors_stay_neighbors_and_everything_stays_on_its_hex(
        before in scenario(),
        operation in operation(),
        void: bool,
    ) {
        let before = without_mirrored_scan(before, &operation);
        let Some(plan) = plan(&before, &operation, void) else { return Ok(()) };
        let (old, new) = (before.common().grid().unwrap(), plan.scenario.common().grid().unwrap());
        for cell in old.cells() {
            let Some(to) = plan.moved.to(cell) else { continue };
            prop_assert_eq!(plan.moved.from(to), Some(cell));
            let was: BTreeSet<Cell> = old.neighbors(cell).into_iter().flatten().filter_map(|n| plan.moved.to(n)).collect();
            let is: BTreeSet<Cell> =
                new.neighbors(to).into_iter().flatten().filter(|n| plan.moved.from(*n).is_some()).collect();
            prop_assert_eq!(was, is, "{:?} {:?}", cell, operation);
            if matches!(operation, Operation::Resize(Resize { names: HexNames::Stay, .. }) | Operation::Crop(Crop { names: HexNames::Stay, .. })) {
                prop_assert_eq!(old.name(cell), new.name(to));
            }
        }
        let was = contents(&before, |cell| plan.moved.to(cell));
        let is = contents(&plan.scenario, |cell| plan.moved.from(cell).map(|_| cell));
        prop_assert_eq!(was, is, "{:?}", operation);
    }

    #[test]
    fn what_loses_nothing_can_be_taken_back(before in scenario(), operation in operation(), void: bool) {
        let before = without_mirrored_scan(before, &operation);
        let Some(there) = plan(&before, &operation, void).filter(|plan| plan.moved.gone() == 0) else { return Ok(()) };
        prop_assert_eq!(&there.losses, &[]);
        let mut back = there.scenario;
        for operation in inverse(&operation, &before) {
            let plan = operation.plan(&back, NewGround::usual(&back)).unwrap();
            prop_assert_eq!(&plan.losses, &[]);
            back = plan.scenario;
        }
        prop_assert_eq!(plain(back), plain(before));
    }

    #[test]
    fn nothing_is_broken_that_was_whole(before in scenario(), operation in operation(), void: bool) {
        let Some(plan) = plan(&before, &operation, void) else { return Ok(()) };
        let (was, is) = (check(&before), check(&plan.scenario));
        let (had, has) = (counted(&was), counted(&is));
        for (code, count) in &has {
            prop_assert!(had.get(code).unwrap_or(&0) >= count, "{} {:?}", code, operation);
        }
        // A unit without a start must be listed as a loss, or the reserve that brings it on.
        let homeless = plan.findings.iter().filter(|finding| finding.code.as_str() == "unit-neither-starts-nor-enters");
        for finding in homeless {
            let row = finding.path.row().unwrap();
            let reserves = DocPath::root().key("reserve");
            let said = plan.losses.iter().any(|loss| {
                loss.path.is_within(&row) && matches!(loss.fate, Fate::Without { .. }) || loss.path.is_within(&reserves)
            });
            prop_assert!(said, "{} {:?}", finding, plan.losses);
        }
        if plan.moved.gone() == 0 && (void || plan.moved.come() == 0) {
            prop_assert_eq!(&plan.findings, &[]);
        }
        let text = save(Some(&save(None, &before)), &plan.scenario);
        let read = load(&text);
        prop_assert!(read.readable.as_ref() == Some(&plan.scenario), "{:?}\n{}\n{:?}", operation, text, read.diagnostics);
    }
}

/// Returns the bundled scenarios on maps of hexes, and those on tables.
fn bundled() -> [Vec<(String, String, Scenario)>; 2] {
    let (on_tables, on_maps) = toml_files("scenarios")
        .into_iter()
        .map(|path| {
            let text = std::fs::read_to_string(&path).unwrap();
            let scenario = load(&text).scenario.unwrap();
            (path.display().to_string(), text, scenario)
        })
        .partition(|(_, _, scenario): &(String, String, Scenario)| scenario.common().table().is_some());
    [on_maps, on_tables]
}

/// A table has no hexes to number, to crop to or to shift by half a step. What can be done with it can be undone.
#[test]
fn bundled_tables_are_moved_soundly_and_operations_on_hexes_are_refused() {
    let [_, on_tables] = bundled();
    assert!(on_tables.len() >= 3);
    for (name, text, scenario) in on_tables {
        let ground = NewGround::usual(&scenario);
        let numbering = Numbering::straight("A07", Order::RowColumn);
        let crop = Crop { corner: Cell::default(), across: Cell { column: 2, row: 2 }, names: HexNames::Stay };
        for operation in
            [Operation::Renumber(Renumber { numbering }), Operation::HalfStep(HalfStep), Operation::Crop(crop)]
        {
            let refusal = operation.plan(&scenario, ground).unwrap_err();
            assert_eq!(refusal, SurgeryRefusal::NoHexes, "{name}: {operation:?}");
        }
        let margin = Resize { left: 2, right: 2, top: 2, bottom: 2, ..Resize::default() };
        let back = Resize { left: -2, right: -2, top: -2, bottom: -2, ..Resize::default() };
        let turns = Way::ALL.into_iter().map(Operation::Turn).flat_map(|turn| {
            let inverse = inverse(&turn, &scenario);
            [turn].into_iter().chain(inverse)
        });
        let shifts = [(-1, -1), (2, 2), (-1, -1)].map(|(columns, rows)| Operation::Shift(Shift { columns, rows }));
        let resizes = [Operation::Resize(margin)].into_iter().chain(shifts).chain([Operation::Resize(back)]);
        let mut moved = scenario.clone();
        for operation in resizes.chain(turns) {
            let plan = operation.plan(&moved, ground).unwrap();
            assert_eq!(plan.losses, [], "{name}: {operation:?}");
            moved = plan.scenario;
        }
        assert_eq!(moved, scenario, "{name}");
        let cut = Operation::Resize(Resize { left: -6, ..Resize::default() }).plan(&scenario, ground).unwrap();
        assert!(!cut.losses.is_empty(), "{name}");
        assert_eq!(load(&save(Some(&text), &cut.scenario)).readable, Some(cut.scenario), "{name}");
    }
}

#[test]
fn bundled_scenarios_are_shifted_and_cropped_soundly() {
    let [on_maps, _] = bundled();
    for (name, text, scenario) in on_maps {
        let void = NewGround { letter: VOID, ..NewGround::usual(&scenario) };
        // A margin without hexes, then a shift within it, loses nothing.
        let margin = Resize { left: 1, right: 1, top: 1, bottom: 1, names: HexNames::Restart };
        let mut moved = Operation::Resize(margin).plan(&scenario, void).unwrap().scenario;
        for operation in [
            Operation::Shift(Shift { columns: -1, rows: -1 }),
            Operation::Shift(Shift { columns: 2, rows: 2 }),
            Operation::Crop(Crop {
                corner: Cell { column: 2, row: 2 },
                across: Cell { column: 999, row: 999 },
                names: HexNames::Restart,
            }),
        ] {
            let plan = operation.plan(&moved, void).unwrap();
            assert_eq!((plan.losses, plan.findings), (vec![], vec![]), "{name} {operation:?}");
            moved = plan.scenario;
        }
        assert_eq!(plain(moved), plain(scenario.clone()), "{name}");
        // A crop with losses reports them, and its result is valid.
        let crop = Operation::Resize(Resize { left: -2, right: -1, top: -1, bottom: 0, names: HexNames::Stay });
        let plan = crop.plan(&scenario, void).unwrap();
        assert!(plan.changes.iter().any(|change| matches!(change, MapChange::Gone(_))));
        assert_eq!(counted(&plan.findings), BTreeMap::new(), "{name}");
        assert_eq!(load(&save(Some(&text), &plan.scenario)).readable, Some(plan.scenario), "{name}");
    }
}

fn play(scenario: &Scenario, kind: Kind) -> Match<AnyGame> {
    let mut game = Match::seeded(AnyGame::new(scenario).unwrap(), 11);
    let mut seats = seats([kind; 2], 11);
    while advance(&mut game, &mut seats).unwrap() == Progress::Moved {}
    game
}

#[test]
fn with_other_numbers_the_same_game_is_played() {
    let [on_maps, _] = bundled();
    for (name, _, scenario) in on_maps {
        let numbering = Numbering::straight("A07", Order::RowColumn);
        let renumber = Operation::Renumber(Renumber { numbering });
        let renumbered = renumber.plan(&scenario, NewGround::usual(&scenario)).unwrap().scenario;
        assert_ne!(renumbered, scenario, "{name}");
        // Random players reach the last turn of whole battles, too, and greedy ones compare hexes.
        let is_short = SHORT.iter().any(|short| Path::new(&name).ends_with(short));
        let kind = if is_short || is_thorough() { Kind::Greedy } else { Kind::Random };
        let [one, other] = [&scenario, &renumbered].map(|scenario| play(scenario, kind));
        assert_eq!(one.len(), other.len(), "{name}");
        let [mut at, mut there] = [&one, &other].map(|game| game.cursor(0).unwrap());
        while at.next_input().is_some() {
            let n = at.n();
            assert_eq!(at.next_input(), there.next_input(), "{name}, input {n}");
            assert!(at.advance() && there.advance());
            assert_eq!(at.game().fingerprint(), there.game().fingerprint(), "{name}, after input {n}");
        }
        let (Turn::Over(verdict), Turn::Over(same)) = (one.now().turn(), other.now().turn()) else {
            panic!("{name} is not over")
        };
        assert_eq!(format!("{verdict:?}"), format!("{same:?}"), "{name}");
    }
}
