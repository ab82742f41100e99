use battlewright_schema::{System, load, save, template};

use super::*;
use crate::model::document::Document;
use crate::model::region::{Piece, Rotation, text};

/// Returns the bundled scenario, its grid and the set of the named hexes.
fn ground(hexes: &[&str]) -> (Scenario, Grid, HexSet) {
    let scenario = Document::bundled().scenario().clone();
    let grid = scenario.common().grid().unwrap();
    let patch = HexSet::of(&grid, hexes.iter().map(|hex| grid.cell(&(*hex).into()).unwrap()));
    (scenario, grid, patch)
}

/// Returns the names of all hexes in a rectangle of columns and rows.
fn rectangle(columns: std::ops::RangeInclusive<u16>, rows: std::ops::RangeInclusive<u16>) -> Vec<String> {
    rows.flat_map(|row| columns.clone().map(move |column| format!("{column:02}{row:02}"))).collect()
}

fn patch(grid: &Grid, columns: std::ops::RangeInclusive<u16>, rows: std::ops::RangeInclusive<u16>) -> HexSet {
    let hexes = rectangle(columns, rows);
    HexSet::of(grid, hexes.iter().map(|hex| grid.cell(&hex.as_str().into()).unwrap()))
}

/// Returns the numbers of hexsides and road steps, after checking that no hexside is repeated.
fn lines(scenario: &Scenario) -> (usize, usize) {
    let common = scenario.common();
    let mut sides = BTreeSet::new();
    for row in common.hexsides() {
        for side in &row.between {
            let (a, b) = side.hexes().unwrap();
            assert!(sides.insert((row.kind, BTreeSet::from([a, b]))), "{side} twice");
        }
    }
    let mut steps = BTreeSet::new();
    for road in common.roads() {
        for pair in road.path.windows(2) {
            steps.insert(BTreeSet::from([pair[0].clone(), pair[1].clone()]));
        }
    }
    (sides.len(), steps.len())
}

#[test]
fn a_piece_laid_where_it_was_changes_nothing_but_the_names_of_its_places() {
    let (scenario, grid, _) = ground(&[]);
    let patch = patch(&grid, 5..=14, 3..=10);
    let (piece, middle) = Piece::cut_out(&scenario, &grid, &patch);
    let piece = text::read(&text::write(&piece)).unwrap();
    let carry = RegionContents { places: false, ..RegionContents::default() };
    let outcome = place_piece(&scenario, &grid, carry, &HeldPiece::new(piece.clone()), middle);
    let mut after = scenario.clone();
    let undo = outcome.edit.apply(&mut after);
    assert_eq!(lines(&after), lines(&scenario));
    assert_eq!(after.common().hexes(), scenario.common().hexes());
    if let Some(undo) = undo {
        undo.apply(&mut after);
    }
    assert_eq!(after, scenario);
    // With places included, each copy gets its own id.
    let outcome = place_piece(&scenario, &grid, RegionContents::default(), &HeldPiece::new(piece.clone()), middle);
    outcome.edit.apply(&mut after).unwrap();
    let count = scenario.common().places().len();
    assert_eq!(after.common().places().len(), count + piece.places.len());
    let ids: BTreeSet<_> = after.common().places().iter().map(|place| place.id.clone()).collect();
    assert_eq!(ids.len(), count + piece.places.len());
    assert!(!piece.places.is_empty() && outcome.lost.is_empty() && outcome.patch == patch);
}

#[test]
fn a_move_keeps_ids_and_lines_and_leaves_usual_ground() {
    let (scenario, grid, _) = ground(&[]);
    let patch = patch(&grid, 12..=14, 7..=9);
    let grip = grid.cell(&"1308".into()).unwrap();
    let held = HeldPiece::lift(&scenario, &grid, &patch, grip);
    let under = grid.cell(&"0504".into()).unwrap();
    let carry = RegionContents { units: true, ..RegionContents::default() };
    let outcome = place_piece(&scenario, &grid, carry, &held, held.middle(&grid, under));
    let mut after = scenario.clone();
    outcome.edit.apply(&mut after).unwrap();
    let place = |scenario: &Scenario, id: &str| {
        scenario.common().places().iter().find(|place| place.id.as_str() == id).unwrap().hexes.clone()
    };
    assert_eq!(place(&scenario, "vionville"), ["1308".into()]);
    assert_eq!(place(&after, "vionville"), ["0504".into()]);
    assert_eq!(after.common().places().len(), scenario.common().places().len());
    let letter =
        |scenario: &Scenario, cell: Cell| scenario.common().hexes().get(cell.column.into(), cell.row.into()).unwrap();
    assert_eq!(letter(&after, under), letter(&scenario, grip));
    assert_eq!(letter(&after, grip), Bare::usual(&scenario).letter);
    let here = |scenario: &Scenario, patch: &HexSet| standing(scenario.common(), &grid, patch).len();
    assert_eq!(here(&after, &outcome.patch), here(&scenario, &patch) + here(&scenario, &outcome.patch));
    lines(&after);
    // The saved text is parsed to the same scenario.
    assert_eq!(load(&save(None, &after)).readable, Some(after));
}

#[test]
fn a_cleared_region_keeps_the_roads_and_streams_that_cross_its_edge() {
    let (scenario, grid, _) = ground(&[]);
    let patch = patch(&grid, 12..=14, 7..=9);
    let mut after = scenario.clone();
    let undo = clear(&scenario, &grid, RegionContents { units: true, ..RegionContents::default() }, &patch)
        .apply(&mut after)
        .unwrap();
    let inside = |hex: &HexId| is_in(&grid, &patch, hex);
    for road in after.common().roads() {
        assert!(road.path.len() > 1);
        assert!(road.path.windows(2).all(|pair| !(inside(&pair[0]) && inside(&pair[1]))), "{road:?}");
    }
    assert!(lines(&after).1 < lines(&scenario).1);
    assert!(after.common().roads().len() > scenario.common().roads().len(), "the Verdun road is cut in two");
    assert!(after.common().places().iter().all(|place| !place.hexes.iter().any(inside) && !place.hexes.is_empty()));
    assert!(standing(after.common(), &grid, &patch).iter().all(|(counter, _)| matches!(counter, Counter::Hq(_))));
    undo.apply(&mut after).unwrap();
    assert_eq!(after, scenario);
}

#[test]
fn six_turns_and_two_mirrors_lay_the_same_and_what_lies_off_the_map_is_told() {
    let (scenario, grid, _) = ground(&[]);
    let patch = patch(&grid, 5..=9, 5..=8);
    let (piece, middle) = Piece::cut_out(&scenario, &grid, &patch);
    let plain = place_piece(&scenario, &grid, RegionContents::default(), &HeldPiece::new(piece.clone()), middle);
    let mut held = HeldPiece::new(piece);
    for turn in [[Rotation::Right; 6].as_slice(), &[Rotation::LeftRight; 2], &[Rotation::TopBottom; 2]].concat() {
        held.turn(turn, &grid);
    }
    assert_eq!(place_piece(&scenario, &grid, RegionContents::default(), &held, middle), plain);
    held.turn(Rotation::Right, &grid);
    let turned = place_piece(&scenario, &grid, RegionContents::default(), &held, middle);
    assert_ne!(turned.patch, plain.patch);
    let corner = place_piece(&scenario, &grid, RegionContents::default(), &held, grid.hex(Cell::default()));
    assert!(corner.lost.contains("hexes were off the map"), "{}", corner.lost);
    let mut after = scenario.clone();
    corner.edit.apply(&mut after).unwrap();
    lines(&after);
    assert!(after.common().roads().iter().all(|road| road.path.iter().all(|hex| grid.cell(hex).is_some())));
}

#[test]
fn another_scenario_takes_what_it_knows() {
    let (scenario, grid, _) = ground(&[]);
    let patch = patch(&grid, 5..=14, 3..=10);
    let (piece, _) = Piece::cut_out(&scenario, &grid, &patch);
    let start = load(template(System::PositionMagnifique)).scenario.unwrap();
    let there = start.common().grid().unwrap();
    let carry = RegionContents { units: true, ..RegionContents::default() };
    let outcome = place_piece(&start, &there, carry, &HeldPiece::new(piece), there.hex(Cell { column: 3, row: 3 }));
    let mut after = start.clone();
    outcome.edit.apply(&mut after).unwrap();
    assert!(outcome.lost.contains("units of another system were left out"), "{}", outcome.lost);
    let known: BTreeSet<char> = start.common().terrain().iter().map(|row| row.letter.0).collect();
    assert!(after.common().hexes().0.iter().flatten().all(|letter| known.contains(letter)));
    assert_eq!(after.common().unit_count(), start.common().unit_count());
    assert!(
        after.common().places().iter().all(|place| place.holder.is_none() || start.common().places().contains(place))
    );
    assert_eq!(load(&save(None, &after)).readable, Some(after));
}

#[test]
fn pasted_units_get_ids_of_their_own_and_stand_where_they_are_laid() {
    let (scenario, grid, _) = ground(&[]);
    let unit = (0..scenario.common().unit_count()).find_map(|n| match scenario.common().unit(n)?.start {
        Start::At(hex) => grid.cell(&hex),
        _ => None,
    });
    let patch = HexSet::of(&grid, unit);
    let (piece, _) = Piece::cut_out(&scenario, &grid, &patch);
    let there = grid.cell(&"0504".into()).unwrap();
    let carry = RegionContents { units: true, ..RegionContents::default() };
    let outcome = place_piece(&scenario, &grid, carry, &HeldPiece::new(piece.clone()), grid.hex(there));
    let mut after = scenario.clone();
    let undo = outcome.edit.apply(&mut after).unwrap();
    let (was, now) = (scenario.common().unit_count(), after.common().unit_count());
    assert_eq!(now, was + piece.units.len());
    assert_eq!(after.common().unit(was).unwrap().start, Start::At("0504".into()));
    assert_eq!(
        after.known(battlewright_schema::Id::UNIT).into_iter().map(|known| known.id).collect::<BTreeSet<_>>().len(),
        now
    );
    undo.apply(&mut after).unwrap();
    assert_eq!(after, scenario);
}
