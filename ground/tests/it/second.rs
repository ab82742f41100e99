//! New battles, and second runs that keep what was edited.

use std::collections::BTreeSet;
use std::sync::Arc;

use battlewright_ground::run::{
    Derivation, GroundData, GroundFile, GroundPlace, GroundRequest, NoMerge, RunError, Watch,
};
use battlewright_ground::{Era, GroundRecord, RecordError};
use battlewright_schema::{Cell, HexsideKind, Orientation, Scenario, Start, System, load, save, template_table};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::country::MIDDLE;
use crate::run::{files, request};

pub(crate) fn derived(request: &GroundRequest) -> Derivation {
    let data = GroundData::read(files(7), &request.place, Watch::none()).unwrap();
    Derivation::new(Arc::new(data), request, Watch::none()).unwrap()
}

/// Checks that a new scenario has the battle of its template on land, by places of the map, without a finding that is an error.
fn check_battle(run: &Derivation, system: System) {
    let proposal = run.new_file(system).unwrap();
    let read = load(&proposal.text);
    assert_eq!(read.errors(), 0, "{}: {:#?}", system.name(), read.diagnostics);
    let scenario = read.scenario.unwrap();
    let common = scenario.common();
    let place = run.request().place;
    assert_eq!(place.with_hexes_of(common), Some(place));
    let example = load(battlewright_schema::template(system)).scenario.unwrap();
    assert_eq!(common.unit_count(), example.common().unit_count(), "{}", system.name());
    assert_eq!(common.entries().len(), example.common().entries().len());
    let grid = common.grid().unwrap();
    let water: Vec<char> = common
        .terrain()
        .iter()
        .filter(|it| it.look == battlewright_schema::Look::Water)
        .map(|it| it.letter.0)
        .collect();
    for counter in common.counters() {
        if let Start::At(hex) = common.counter(counter).unwrap().start {
            let cell = grid.cell(&hex).unwrap();
            let letter = common.hexes().get(cell.column.into(), cell.row.into()).unwrap();
            assert!(!water.contains(&letter), "{counter:?} at {hex}");
        }
    }
    let own: BTreeSet<String> = run.places().into_iter().filter(|it| !it.tiles.is_empty()).map(|it| it.name).collect();
    assert!(common.places().iter().all(|place| own.contains(place.name.as_str())));
    for scoring in common.scoring() {
        assert!(common.places().iter().any(|place| place.id == *scoring.place), "{}", system.name());
    }
    let about = common.about();
    assert_eq!(about.license.as_deref(), Some("ODbL-1.0"));
    assert!(read.diagnostics.iter().all(|finding| finding.code.as_str() != "ground-license"));
    let warnings: Vec<String> = read.diagnostics.iter().map(ToString::to_string).collect();
    println!("{} {place:?}: {warnings:#?}", system.name());
}

fn with_maps() -> impl Iterator<Item = System> {
    System::ALL.into_iter().filter(|system| template_table(*system).is_none())
}

#[test]
fn new_battles_of_all_systems_are_at_places_of_the_map() {
    let run = derived(&request());
    assert_eq!(with_maps().count(), 4);
    with_maps().for_each(|system| check_battle(&run, system));
    let tables: Vec<System> = System::ALL.into_iter().filter(|system| template_table(*system).is_some()).collect();
    assert!(!tables.is_empty());
    for system in tables {
        let refused = run.new_file(system).unwrap_err();
        assert!(matches!(refused, RunError::OnTable(_)), "{refused}");
    }
}

#[test]
fn new_battles_fit_every_kind_of_map() {
    let base = request();
    for (columns, rows, orientation, first_is_shifted) in [
        (10, 8, Orientation::Flat, true),
        (11, 9, Orientation::Flat, false),
        (14, 12, Orientation::Pointy, true),
        (13, 13, Orientation::Pointy, false),
    ] {
        let place = GroundPlace { columns, rows, orientation, first_is_shifted, ..base.place };
        let run = derived(&GroundRequest { place, ..base.clone() });
        with_maps().for_each(|system| check_battle(&run, system));
    }
    let small = derived(&GroundRequest { place: GroundPlace { columns: 7, rows: 5, ..base.place }, ..base.clone() });
    let refused = small.new_file(System::MarsLaTour).unwrap_err().to_string();
    assert!(refused.contains("it needs 8 to 1000 columns"), "{refused}");
}

#[test]
fn without_elevation_no_hill_is_left_of_the_template() {
    let mut request = request();
    request.has_levels = false;
    let run = derived(&request);
    let proposal = run.new_file(System::PositionMagnifique).unwrap();
    let common = proposal.scenario.common();
    let levels = common.levels().unwrap();
    assert!(common.grid().unwrap().cells().all(|cell| levels.get(cell.column.into(), cell.row.into()) == Some('1')));
    assert!(common.hexsides().iter().all(|row| row.kind != HexsideKind::Slope));
}

/// A plateau in the west, 120 m above the plain.
fn cliff() -> String {
    let mut text =
        format!("ncols 60\nnrows 60\nxllcorner {}\nyllcorner {}\ncellsize 0.01\n", MIDDLE.lon - 0.3, MIDDLE.lat - 0.3);
    for _ in 0..60 {
        let row: Vec<&str> = (0..60).map(|column| if column < 30 { "220" } else { "100" }).collect();
        text += &row.join(" ");
        text.push('\n');
    }
    text
}

#[test]
fn slopes_agree_with_levels() {
    let request = request();
    let mut all = files(7);
    all.pop();
    all.push(GroundFile::of_bytes("cliff.asc", cliff()));
    let data = GroundData::read(all, &request.place, Watch::none()).unwrap();
    let run = Derivation::new(Arc::new(data), &request, Watch::none()).unwrap();
    for system in [System::PositionMagnifique, System::AtAnyCost] {
        let proposal = run.new_file(system).unwrap();
        let slopes = proposal.scenario.common().hexsides().iter().filter(|row| row.kind == HexsideKind::Slope);
        let count: usize = slopes.map(|row| row.between.len()).sum();
        // The cliff crosses the map from top to bottom.
        assert!((17..80).contains(&count), "{}: {count}", system.name());
        let found = load(&proposal.text).diagnostics;
        let of_slopes = ["missing-slope", "slope-on-level-ground"];
        assert!(found.iter().all(|finding| !of_slopes.contains(&finding.code.as_str())), "{found:?}");
        // Without elevation, the second map would keep what the first has.
        assert!(run.hidden_slopes(2).len() <= count);
    }
}

/// A test of whether a scenario still has an edit.
type Kept = Box<dyn Fn(&Scenario) -> bool>;

/// Fifty edits by hand: hexes, roads that are renamed, moved and erased, hexsides, places and labels.
fn edit(scenario: &mut Scenario, seed: u64) -> Vec<Kept> {
    let mut rng = Pcg64::seed_from_u64(seed);
    let (columns, rows) = scenario.common().size();
    let grid = scenario.common().grid().unwrap();
    let mut kept: Vec<Kept> = Vec::new();
    let mut cells = BTreeSet::new();
    while cells.len() < 30 {
        let cell = Cell { column: rng.random_range(0..columns), row: rng.random_range(0..rows) };
        let letter = ['.', 'w', 'T'][rng.random_range(0..3)];
        let (column, row) = (usize::from(cell.column), usize::from(cell.row));
        if scenario.common().hexes().get(column, row) != Some(letter) && cells.insert(cell) {
            scenario.common_mut().hexes_mut().set(column, row, letter);
            kept.push(Box::new(move |it| it.common().hexes().get(column, row) == Some(letter)));
        }
    }
    let mut roads = BTreeSet::new();
    while roads.len() < 10 {
        let common = scenario.common_mut();
        let at = rng.random_range(0..common.roads().len());
        if roads.insert(at) {
            let name = format!("The old road {at}");
            common.roads_mut()[at].name = Some(name.as_str().into());
            common.roads_mut()[at].source = Some("A map of 1870".into());
            kept.push(Box::new(move |it| {
                let is_it = |road: &battlewright_schema::Road| {
                    road.name.as_deref() == Some(&name) && road.source.as_deref() == Some("A map of 1870")
                };
                it.common().roads().iter().any(is_it)
            }));
        }
    }
    let mut places = BTreeSet::new();
    while places.len() < 5 {
        let common = scenario.common_mut();
        let at = rng.random_range(0..common.places().len());
        if places.insert(at) {
            let (id, name) = (common.places()[at].id.clone(), format!("Old place {at}"));
            common.places_mut()[at].name = name.as_str().into();
            kept.push(Box::new(move |it| {
                it.common().places().iter().any(|place| place.id == id && place.name == name)
            }));
        }
    }
    for n in 0..5 {
        let (column, row) = (rng.random_range(1..columns - 1), rng.random_range(1..rows - 1));
        let cell = Cell { column, row };
        let other = grid.neighbors(cell)[n].unwrap();
        let side = format!("{}/{}", grid.name(cell), grid.name(other));
        let wall = battlewright_schema::Hexside {
            kind: HexsideKind::Wall,
            name: Some(format!("Wall {n}").as_str().into()),
            between: vec![side.as_str().into()],
            source: None,
        };
        kept.push({
            let wall = wall.clone();
            Box::new(move |it| it.common().hexsides().contains(&wall))
        });
        scenario.common_mut().hexsides_mut().push(wall);
    }
    kept
}

#[test]
fn fifty_edits_survive_a_second_run_with_other_figures() {
    for (seed, system) in (1..=3).zip([System::MarsLaTour, System::MarsLaTour, System::MarsLaTour]) {
        let first = derived(&request());
        let proposal = first.new_file(system).unwrap();
        let record = first.record(&proposal, Some("2026-11-29".to_owned()));
        let record = GroundRecord::read(&record.text().unwrap()).unwrap();
        let mut edited = load(&proposal.text).scenario.unwrap();
        let kept = edit(&mut edited, seed);
        assert_eq!(kept.len(), 50);
        assert!(kept.iter().all(|kept| kept(&edited)));
        let text = save(Some(&proposal.text), &edited);
        let mut other = record.ground.clone();
        other.areas.growth = 3.0;
        other.areas.least_woods = 0.5;
        other.roads.detour = 1.3;
        other.rivers.least_stream = 6.0;
        let second = first.again(&other, Watch::none()).unwrap();
        let run = second.merge(Some(&record), &text).unwrap().unwrap();
        let merged = load(&run.merged.unmarked).readable.unwrap();
        let lost = kept.iter().filter(|kept| !kept(&merged)).count();
        assert_eq!(lost, 0, "{:?}", run.merged.conflicts);
        // The ground's changes have come, but for those in conflict.
        let letters = |scenario: &Scenario| scenario.common().hexes().clone();
        let (base, theirs, ours, result) =
            (letters(&proposal.scenario), letters(&run.proposal.scenario), letters(&edited), letters(&merged));
        let mut changed = 0;
        for cell in merged.common().grid().unwrap().cells() {
            let at = |rows: &battlewright_schema::HexRows| rows.get(cell.column.into(), cell.row.into());
            let by_hand = at(&base) != at(&ours);
            let expected = if by_hand { at(&ours) } else { at(&theirs) };
            assert_eq!(at(&result), expected, "{cell:?}");
            changed += usize::from(at(&base) != at(&theirs));
        }
        assert!(changed > 5, "{changed}");
        // A third run with the same figures changes nothing.
        let record = second.record(&run.proposal, None);
        let again = second.merge(Some(&record), &run.merged.unmarked).unwrap().unwrap();
        assert!(again.merged.conflicts.is_empty());
        assert_eq!(again.merged.unmarked, run.merged.unmarked);
        assert_eq!(again.proposal.text, run.proposal.text);
    }
}

#[test]
fn reasons_are_given_where_nothing_can_be_merged() {
    let run = derived(&request());
    let proposal = run.new_file(System::MarsLaTour).unwrap();
    let record = run.record(&proposal, None);
    let no =
        |run: &Derivation, record: Option<&GroundRecord>, text: &str| run.merge(record, text).unwrap().unwrap_err();
    assert_eq!(no(&run, None, &proposal.text), NoMerge::NoRecord);
    let mut moved = record.clone();
    moved.ground.place.rotation = 10.0;
    assert_eq!(no(&run, Some(&moved), &proposal.text), NoMerge::Record(RecordError::Moved));
    let other = run.new_file(System::PositionMagnifique).unwrap();
    assert!(matches!(no(&run, Some(&record), &other.text), NoMerge::OtherSystem { .. }));
    let renumbered = proposal.text.replace("first = \"0101\"", "first = \"0201\"");
    assert!(matches!(no(&run, Some(&record), &renumbered), NoMerge::OtherHexes | NoMerge::Scenario(_)));
    assert!(matches!(no(&run, Some(&record), "hello"), NoMerge::Scenario(_)));
    let mut stranger = load(&proposal.text).scenario.unwrap();
    let mut about = stranger.common().about();
    about.title = "Elsewhere".to_owned();
    stranger.common_mut().set_about(about);
    // Another title alone is none of another scenario.
    let renamed = save(Some(&proposal.text), &stranger);
    assert!(run.merge(Some(&record), &renamed).unwrap().is_ok());
    stranger.common_mut().roads_mut().clear();
    let (columns, rows) = stranger.common().size();
    for row in 0..usize::from(rows) {
        for column in 0..usize::from(columns) {
            stranger.common_mut().hexes_mut().set(column, row, '.');
        }
    }
    let stranger = save(Some(&proposal.text), &stranger);
    assert_eq!(no(&run, Some(&record), &stranger), NoMerge::OtherMap);
}

#[test]
fn records_keep_what_was_asked_for() {
    let mut asked = request();
    asked.era = Era::of_year(Some(1815));
    asked.areas.growth = 2.5;
    let run = derived(&asked);
    let proposal = run.new_file(System::MarsLaTour).unwrap();
    let record = run.record(&proposal, Some("2026-11-29".to_owned()));
    let text = record.text().unwrap();
    assert!(
        text.contains("[ground]") && text.contains("[[file]]") && text.contains("[[feature]]"),
        "{}",
        &text[text.len() - 2000..]
    );
    let read = GroundRecord::read(&text).unwrap();
    assert_eq!(read, record);
    assert_eq!(read.ground, asked);
}
