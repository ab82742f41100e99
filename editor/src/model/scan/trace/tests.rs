use egui::{pos2, vec2};

use super::*;
use crate::model::document::Document;

const RECT: Rect = Rect { min: pos2(44.0, 30.0), max: pos2(844.0, 630.0) };
const SIZE: [usize; 2] = [2000, 1500];
const FLAT: Scheme =
    Scheme { orientation: Orientation::Flat, order: Order::ColumnRow, shifted: Parity::Even, slant: Slant::None };

/// Returns the tracing of an upright map with a hex pitch of 100 pixels; `first` is at pixel 100, 120.
fn traced(scenario: &Scenario, scheme: Scheme, first: &str, clicked: &[&str]) -> ScanTracing {
    let grid = scheme.grid(&first.into(), (99, 99)).unwrap();
    let [du, dv] = scheme::even(scheme.orientation);
    let placement = Affine { origin: [100.0, 120.0], u: [100.0 * du, 0.0], v: [0.0, 100.0 * dv] };
    let click = |label: &&str| {
        let cell = grid.cell(&HexId::from(*label)).unwrap();
        TracedClick { label: (*label).to_owned(), at: placement.at(scheme::lattice(&grid, cell)) }
    };
    let mut trace = ScanTracing { clicks: clicked.iter().map(click).collect(), ..ScanTracing::default() };
    trace.refit(scenario);
    trace
}

#[test]
fn the_easel_keeps_the_pixel_under_the_pointer() {
    let mut easel = TracingView::fit(SIZE, RECT);
    let placement = easel.placement(RECT);
    assert!(RECT.contains(crate::panels::scan::tiles::pos(placement.at([0.0, 0.0]))));
    assert!(RECT.contains(crate::panels::scan::tiles::pos(placement.at([2000.0, 1500.0]))));
    let pos = pos2(300.0, 200.0);
    let pixel = easel.pixel(pos, RECT);
    easel.zoom(3.0, pos, RECT);
    let now = easel.pixel(pos, RECT);
    assert!((now[0] - pixel[0]).abs() + (now[1] - pixel[1]).abs() < 1e-6);
    easel.pan(vec2(10.0, -4.0));
    let moved = easel.pixel(pos + vec2(10.0, -4.0), RECT);
    assert!((moved[0] - pixel[0]).abs() + (moved[1] - pixel[1]).abs() < 1e-6);
}

#[test]
fn the_map_becomes_as_large_as_the_picture() {
    let document = Document::template();
    let scenario = document.scenario();
    let trace = traced(scenario, FLAT, "0101", &["0201", "1802", "0312", "1711"]);
    let proposal = trace.proposal(scenario, SIZE).unwrap().unwrap();
    assert!(proposal.fits_map, "the template has no hex 1802");
    assert_eq!((proposal.first.as_str(), proposal.columns, proposal.rows), ("0101", 22, 14));
    assert_eq!(proposal.numbering(), "column, then row; flat tops; even columns lower");
    assert!(!proposal.room_for_nought);

    let edit = proposal.edit(scenario, ArtPath("map.png".to_owned())).unwrap();
    let mut changed = scenario.clone();
    let undo = edit.apply(&mut changed).unwrap();
    let common = changed.common();
    assert_eq!((common.size(), common.frame().lower_columns), ((22, 14), Some(Parity::Even)));
    let scan = common.scan().unwrap();
    assert_eq!((scan.first.x.get(), scan.row.y.get(), scan.opacity), (100.0, 100.0, 100));
    assert!((scan.column.x.get() - 86.603).abs() < 1e-9);
    undo.apply(&mut changed);
    assert_eq!(changed, *scenario);
}

#[test]
fn noughts_are_counted_if_clicked_and_asked_about_if_there_is_room() {
    let document = Document::template();
    let scenario = document.scenario();
    let nought = traced(scenario, FLAT, "0000", &["0100", "1702", "0011", "1610"]);
    let proposal = nought.proposal(scenario, SIZE).unwrap().unwrap();
    assert_eq!((proposal.first.as_str(), proposal.room_for_nought), ("0000", false));
    // The same picture without a zero among the clicks: it has room for a column to the left of the first.
    let mut room = traced(scenario, FLAT, "0000", &["0101", "1702", "0211", "1610"]);
    let proposal = room.proposal(scenario, SIZE).unwrap().unwrap();
    assert_eq!((proposal.first.as_str(), proposal.room_for_nought), ("0101", true));
    room.first = Some("0000".to_owned());
    let typed = room.proposal(scenario, SIZE).unwrap().unwrap();
    assert_eq!((typed.first.as_str(), typed.columns, typed.room_for_nought), ("0000", proposal.columns + 1, false));
    room.first = Some("x".to_owned());
    assert!(room.proposal(scenario, SIZE).unwrap().unwrap_err().to_string().contains("does not have the format"));
}

#[test]
fn a_map_that_has_the_clicked_hexes_keeps_its_size() {
    let document = Document::bundled();
    let scenario = document.scenario();
    let own = Scheme::of(scenario.common().frame());
    let mut trace = traced(scenario, own, "0101", &["0101", "1802", "0212", "1711"]);
    let proposal = trace.proposal(scenario, SIZE).unwrap().unwrap();
    assert!(!proposal.fits_map);
    assert_eq!((proposal.columns, proposal.rows), scenario.common().size());
    let mut changed = scenario.clone();
    proposal.edit(scenario, ArtPath("map.png".to_owned())).unwrap().apply(&mut changed);
    assert_eq!(changed.common().frame(), scenario.common().frame());
    assert_eq!(changed.common().hexes(), scenario.common().hexes());
    trace.fit_map = Some(true);
    assert!(trace.proposal(scenario, SIZE).unwrap().unwrap().fits_map);
    // Hexes of another orientation do not fit the map as it is.
    let other = Scheme { orientation: Orientation::Pointy, ..own };
    let mut trace = traced(scenario, other, "0101", &["0101", "1802", "0212", "1711"]);
    trace.fit_map = Some(false);
    assert!(trace.proposal(scenario, SIZE).unwrap().unwrap_err().to_string().contains("Fit the map to the picture"));
}

#[test]
fn clicks_without_a_number_wait() {
    let document = Document::bundled();
    let mut trace = ScanTracing::default();
    trace.clicks.push(TracedClick { label: " ".to_owned(), at: [1.0, 1.0] });
    trace.clicks.push(TracedClick { label: " a12 ".to_owned(), at: [5.0, 1.0] });
    trace.refit(document.scenario());
    let numbered: Vec<_> = trace.numbered().into_iter().map(|(n, click)| (n, click.label.to_string())).collect();
    assert_eq!(numbered, [(1, "A12".to_owned())]);
    assert_eq!(trace.fit, Some(Err(FitRefusal::TooFew(1))));
    assert_eq!(trace.proposal(document.scenario(), SIZE), None);
}
