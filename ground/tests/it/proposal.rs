//! Proposals: scenarios that validate, and a second run that keeps what was edited.

use std::collections::BTreeMap;

use battlewright_ground::areas::{AreaFigures, Terrain};
use battlewright_ground::{DerivedMap, Era, ProposalError, again, propose};
use battlewright_schema::{Cell, HexsideKind, NewScenario, System, load, save, template, template_table};
use rand::{RngExt, SeedableRng};
use rand_pcg::Pcg64;

use crate::case::{Case, Layout};

const SOURCE: &str = "© OpenStreetMap contributors, ODbL 1.0, extract of 2026-11-01";

/// A new scenario of the size of a map.
fn base(system: System, layout: Layout) -> String {
    let (columns, rows) = layout.size();
    let new =
        NewScenario { columns, rows, orientation: layout.orientation, example: false, ..NewScenario::example(system) };
    new.text().unwrap()
}

impl Case {
    fn derived(&self) -> DerivedMap<'_> {
        DerivedMap {
            grid: &self.grid,
            anchors: &self.anchors,
            terrain: &self.terrain,
            rivers: &self.rivers,
            roads: &self.roads,
            levels: Some(&self.levels),
        }
    }
}

/// The findings about what a proposal draws.
const OF_THE_MAP: [&str; 18] = [
    "bridge-over-nothing",
    "cut-off-hexes",
    "duplicate-id",
    "empty-label",
    "hexside-twice",
    "isolated-road",
    "label-repeats-place",
    "overlapping-places",
    "place-twice",
    "repeated-hex",
    "road-into-river",
    "road-twice",
    "short-road",
    "stream-and-river",
    "stream-gap",
    "town-beside-road",
    "twin-labels",
    "unnamed-place",
];

#[test]
fn proposals_of_all_systems_validate() {
    let layout = Layout::USUAL;
    let case = Case::new(7, layout);
    let mut systems = 0;
    for system in System::ALL.into_iter().filter(|system| template_table(*system).is_none()) {
        systems += 1;
        let proposal = propose(&base(system, layout), case.derived(), &[SOURCE.to_owned()]).unwrap();
        let read = load(&proposal.text);
        let findings: Vec<String> = read
            .diagnostics
            .iter()
            .filter(|finding| finding.is_error() || OF_THE_MAP.contains(&finding.code.as_str()))
            .map(ToString::to_string)
            .collect();
        assert!(findings.is_empty(), "{}: {findings:#?}", system.name());
        let others: std::collections::BTreeSet<&str> =
            read.diagnostics.iter().map(|finding| finding.code.as_str()).collect();
        println!("{}: {others:?}, {:?}", system.name(), proposal.notices);
        let scenario = read.scenario.unwrap();
        let common = scenario.common();
        assert!(common.about().sources.contains(&SOURCE.to_owned()));
        assert_eq!(common.hex_metres(), Some(800));
        assert!(common.roads().len() > 20 && common.places().len() > 20 && common.labels().len() > 2);
        let kinds = |kind: HexsideKind| common.hexsides().iter().filter(|row| row.kind == kind).count();
        assert!(kinds(HexsideKind::Stream) > 3 && kinds(HexsideKind::Bridge) == 1);
        assert!(proposal.text.contains("name = \"Place 0\""));
    }
    assert!(systems > 3);
}

#[test]
fn what_cannot_take_a_map_is_refused() {
    let case = Case::new(7, Layout { hex_metres: 1500.0, ..Layout::USUAL });
    let error = |base: &str| propose(base, case.derived(), &[]).map(|_| ()).unwrap_err();
    assert!(matches!(error("hello"), ProposalError::Base(_)));
    assert!(matches!(error(template(System::MarsLaTour)), ProposalError::Size { base: (8, 6), .. }));
    assert!(matches!(error(template(System::Outrance)), ProposalError::OnTable));
}

#[test]
fn a_second_run_keeps_what_was_edited() {
    let layout = Layout::USUAL;
    let case = Case::new(8, layout);
    let first = propose(&base(System::MarsLaTour, layout), case.derived(), &[]).unwrap();
    // The second run has towns twice as large, and fewer woods.
    let figures = AreaFigures { growth: 3.0, least_woods: 0.6, ..AreaFigures::default() };
    let terrain = Terrain::new(&case.landscape, &Era::of_year(Some(1870)), &case.grid, &case.anchors, &figures);
    let second = propose(&first.text, DerivedMap { terrain: &terrain, ..case.derived() }, &[]).unwrap();
    let mut rng = Pcg64::seed_from_u64(8);
    let mut edited = load(&first.text).scenario.unwrap();
    let (columns, rows) = layout.size();
    let mut edits = BTreeMap::new();
    while edits.len() < 50 {
        let (column, row) = (rng.random_range(0..columns), rng.random_range(0..rows));
        let letter = ['.', 'w', 'T'][rng.random_range(0..3)];
        let old = edited.common_mut().hexes_mut().set(column.into(), row.into(), letter);
        edits.insert(Cell { column, row }, (old.unwrap(), letter));
    }
    let road = edited.common().roads()[0].clone();
    edited.common_mut().roads_mut()[0].name = Some("The old road".into());
    let text = save(Some(&first.text), &edited);
    let merged = again(&first.text, &text, &second).unwrap();
    let read = load(&merged.text);
    let common = |scenario: &battlewright_schema::Scenario| scenario.common().hexes().clone();
    let (before, after) = (common(&first.scenario), common(&second.scenario));
    let mut both = 0;
    for (cell, (old, letter)) in &edits {
        let place = (usize::from(cell.column), usize::from(cell.row));
        let theirs = after.get(place.0, place.1);
        let is_conflict = old != letter && theirs != before.get(place.0, place.1) && theirs != Some(*letter);
        both += usize::from(is_conflict);
    }
    assert_eq!(merged.conflicts.len(), both, "{:?}", merged.conflicts);
    let changed = case.grid.tiles().filter_map(|tile| case.grid.cell(tile)).filter(|cell| {
        let place = (usize::from(cell.column), usize::from(cell.row));
        before.get(place.0, place.1) != after.get(place.0, place.1)
    });
    assert!(changed.count() > 10, "the second run differs");
    if both == 0 {
        let merged = read.scenario.unwrap();
        for (cell, (_, letter)) in &edits {
            let theirs = after.get(cell.column.into(), cell.row.into());
            let own = merged.common().hexes().get(cell.column.into(), cell.row.into());
            assert!(own == Some(*letter) || own == theirs, "{cell:?}");
        }
        let kept = merged
            .common()
            .roads()
            .iter()
            .any(|other| other.path == road.path && other.name.as_deref() == Some("The old road"));
        assert!(kept);
    }
}
