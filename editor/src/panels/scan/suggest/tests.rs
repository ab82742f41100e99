use battlewright_schema::{HexId, HexsideKind};

use super::*;
use crate::canvas::Camera;
use crate::model::scan::read::ReadRefusal;
use crate::model::scan::read::lines::{LineGuess, PrintedLine};
use crate::model::scan::read::numbers::{NumberReading, OddNumber};
use crate::tools::ToolOptions;

fn cell(scenario: &Scenario, hex: &str) -> Cell {
    scenario.common().grid().unwrap().cell(&HexId::from(hex)).unwrap()
}

fn suggest(scenario: &Scenario, guesses: &[(&str, char, f64)]) -> Suggest {
    let guess = |(hex, letter, confidence): &(&str, char, f64)| {
        (cell(scenario, hex), Guess { letter: *letter, confidence: *confidence })
    };
    Suggest { guesses: guesses.iter().map(guess).collect(), hand: PointerEffect::Accept, ..Suggest::default() }
}

#[test]
fn only_what_differs_from_the_map_is_suggested() {
    let document = Document::bundled();
    let scenario = document.scenario();
    // 0101 is already clear terrain.
    let suggest = suggest(scenario, &[("0101", '.', 0.2), ("0102", 'w', 0.9), ("0103", 'h', 0.1)]);
    let data = data(&suggest, scenario);
    assert_eq!((data.changes, data.unsure, data.is_busy), (2, 2, true));
    let Some(Act::Edit { edit, .. }) = accept(&changes(&suggest, scenario)) else { panic!("nothing to accept") };
    assert_eq!(*edit, Edit::Paint(vec![(cell(scenario, "0102"), 'w'), (cell(scenario, "0103"), 'h')]));
    assert_eq!(accept(&[]), None);
}

#[test]
fn a_stroke_accepts_what_it_passes_in_one_step() {
    let document = Document::bundled();
    let scenario = document.scenario();
    let mut suggest = suggest(scenario, &[("0103", 'w', 0.9), ("0104", 'h', 0.9), ("0109", 'w', 0.9)]);
    let grid = scenario.common().grid().unwrap();
    let rect = egui::Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(900.0, 700.0));
    let view = Camera::fit(&grid, rect).view(&grid, rect);
    let options = ToolOptions::default();
    let context = ToolContext {
        scenario,
        crowd: &crate::canvas::Counters::of(scenario, &std::sync::Arc::default()),
        sites: &crate::model::feature_index::FeatureIndex::of(scenario),
        view: &view,
        options: &options,
        selection: crate::model::selection::Selection::Scenario,
        picked: Vec::new(),
        region: &crate::model::region::SelectedRegion::default(),
        revision: 0,
        levels: true,
        names: &crate::canvas::names::DrawnNames::default(),
        modifiers: egui::Modifiers::NONE,
        position: crate::model::position::CurrentPosition { game: Err("none"), stamp: 0 },
    };
    let mut acts = Vec::new();
    let at = |hex: &str| view.center(cell(scenario, hex));
    suggest.pointer(PointerGesture::Press(at("0101")), &context, &mut acts);
    suggest.pointer(PointerGesture::Drag(at("0106")), &context, &mut acts);
    suggest.pointer(PointerGesture::Release(at("0106")), &context, &mut acts);
    let Some(Act::Edit { edit, .. }) = acts.pop() else { panic!("{acts:?}") };
    assert_eq!(*edit, Edit::Paint(vec![(cell(scenario, "0103"), 'w'), (cell(scenario, "0104"), 'h')]));
    assert!(acts.is_empty(), "one step");

    // With the other pointer effect, the same stroke adds examples.
    suggest.hand = PointerEffect::Show;
    suggest.pointer(PointerGesture::Press(at("0101")), &context, &mut acts);
    suggest.pointer(PointerGesture::Release(at("0101")), &context, &mut acts);
    assert_eq!(
        acts,
        [Act::Scan(crate::messages::scan::ScanAct::Examples(vec![cell(scenario, "0101")], options.letter))]
    );
}

#[test]
fn an_example_shown_twice_is_none() {
    let document = Document::bundled();
    let scenario = document.scenario();
    let mut suggest = Suggest::default();
    let (a, b) = (cell(scenario, "0101"), cell(scenario, "0102"));
    suggest.show(&[a], '.');
    suggest.show(&[a, b], '.');
    assert_eq!(suggest.examples.len(), 2);
    suggest.show(&[a], 'w');
    assert_eq!(suggest.examples[&a], 'w');
    suggest.show(&[a], 'w');
    assert_eq!(suggest.examples.keys().collect::<Vec<_>>(), [&b]);
    suggest.forget();
    assert!(suggest.examples.is_empty());
}

/// Returns the pair of adjacent hexes with these numbers.
fn sides(scenario: &Scenario, hexes: [&str; 2]) -> NeighborPair {
    let [a, b] = hexes.map(|hex| cell(scenario, hex));
    assert_eq!(scenario.common().grid().unwrap().distance(a, b), 1, "{hexes:?}");
    crate::model::survey::net::pair(a, b)
}

/// Returns suggestions of lines: a river, two streams, and three steps of a road, one of them uncertain.
fn lines(scenario: &Scenario) -> Suggest {
    let guess = |kind, confidence| LineGuess { kind, confidence };
    let place = |hexes| sides(scenario, hexes);
    let water = [
        (place(["0101", "0102"]), guess(PrintedLine::River, 0.9)),
        (place(["0102", "0103"]), guess(PrintedLine::Stream, 0.8)),
        (place(["0103", "0104"]), guess(PrintedLine::Stream, 0.1)),
    ];
    let road = |confidence| guess(PrintedLine::Road, confidence);
    let roads = [
        (place(["0301", "0302"]), road(0.9)),
        (place(["0303", "0302"]), road(0.2)),
        (place(["0303", "0304"]), road(0.9)),
    ];
    let mut suggest = Suggest { hand: PointerEffect::Accept, ..Suggest::default() };
    suggest.readings.set([Ok(water.into()), Ok(roads.into())], None);
    suggest
}

/// Returns the bundled scenario without roads and water.
fn bare() -> Scenario {
    let mut scenario = Document::bundled().scenario().clone();
    scenario.common_mut().roads_mut().clear();
    scenario.common_mut().hexsides_mut().clear();
    scenario
}

fn accepted(offer: &Offer, scenario: &Scenario) -> Scenario {
    let Some(Act::Edit { edit, .. }) = offer.accept(scenario) else { panic!("nothing to accept") };
    let mut changed = scenario.clone();
    let undo = edit.apply(&mut changed).unwrap();
    let mut back = changed.clone();
    undo.apply(&mut back).unwrap();
    assert_eq!(back, *scenario, "one step back");
    changed
}

#[test]
fn lines_are_accepted_with_terrain_in_one_step() {
    let scenario = bare();
    let mut suggest = lines(&scenario);
    suggest.guesses.insert(cell(&scenario, "0501"), Guess { letter: 'w', confidence: 1.0 });
    let offer = Offer::of(&suggest, &scenario);
    assert_eq!(SuggestionKind::ALL.map(|kind| offer.count(kind)), [(1, 0), (3, 1), (3, 1)]);
    let changed = accepted(&offer, &scenario);
    let common = changed.common();
    let rows: Vec<(HexsideKind, usize)> = common.hexsides().iter().map(|row| (row.kind, row.between.len())).collect();
    assert_eq!(rows, [(HexsideKind::Stream, 2), (HexsideKind::River, 1)]);
    let path: Vec<&str> = common.roads()[0].path.iter().map(HexId::as_str).collect();
    assert_eq!((common.roads().len(), path), (1, vec!["0301", "0302", "0303", "0304"]));
    assert_eq!(common.hexes().get(4, 0), Some('w'));
    // What the map has is not suggested again.
    assert_eq!(Offer::of(&suggest, &changed), Offer::default());
    // The rows of the map grow.
    let again = Offer { water: offer.water[..1].to_vec(), ..Offer::default() };
    let twice = accepted(&again, &accepted(&Offer { water: offer.water[1..].to_vec(), ..Offer::default() }, &scenario));
    assert_eq!(twice.common().hexsides().len(), 2);
}

#[test]
fn certain_lines_are_accepted_alone_and_hidden_kinds_are_not() {
    let scenario = bare();
    let mut suggest = lines(&scenario);
    let certain = Offer::of(&suggest, &scenario).certain();
    assert_eq!((certain.water.len(), certain.roads.len()), (2, 2));
    // A gap in a road makes it two.
    assert_eq!(accepted(&certain, &scenario).common().roads().len(), 2);
    suggest.show_kind(SuggestionKind::Roads, false);
    assert!(Offer::of(&suggest, &scenario).roads.is_empty());
    suggest.show_kind(SuggestionKind::Roads, true);
    assert_eq!(Offer::of(&suggest, &scenario).roads.len(), 3);
}

#[test]
fn rejected_suggestions_do_not_come_back() {
    let scenario = bare();
    let mut suggest = lines(&scenario);
    suggest.guesses.insert(cell(&scenario, "0302"), Guess { letter: 'w', confidence: 0.1 });
    let cells = ["0301", "0302"].map(|hex| cell(&scenario, hex));
    suggest.reject(&cells, &scenario);
    let offer = Offer::of(&suggest, &scenario);
    assert_eq!((offer.terrain.len(), offer.water.len(), offer.roads.len()), (0, 3, 2), "roads lie between both hexes");
    assert_eq!(data(&suggest, &scenario).unsure, 0);
    suggest.reject(&[cell(&scenario, "0101")], &scenario);
    assert_eq!(Offer::of(&suggest, &scenario).water.len(), 2, "water lies at either hex");
    suggest.clear();
    assert_eq!(Offer::of(&suggest, &scenario).roads.len(), 3);
}

#[test]
fn a_fork_ends_a_road_and_a_ring_closes() {
    let scenario = bare();
    let guess = LineGuess { kind: PrintedLine::Road, confidence: 1.0 };
    let roads = |places: &[[&str; 2]]| {
        let roads = places.iter().map(|place| (sides(&scenario, *place), guess)).collect();
        accepted(&Offer { roads, ..Offer::default() }, &scenario).common().roads().clone()
    };
    let neighbors = scenario.common().grid().unwrap().neighbors(cell(&scenario, "0505"));
    let grid = scenario.common().grid().unwrap();
    let ring: Vec<String> = neighbors.into_iter().flatten().map(|cell| grid.name(cell).to_string()).collect();
    let sides: Vec<[&str; 2]> = (0..6).map(|n| [ring[n].as_str(), ring[(n + 1) % 6].as_str()]).collect();
    let around = roads(&sides);
    assert_eq!((around.len(), around[0].path.len()), (1, 7));
    assert_eq!(around[0].path.first(), around[0].path.last());
    let star: Vec<[&str; 2]> = (0..3).map(|n| ["0505", ring[2 * n].as_str()]).collect();
    assert_eq!(roads(&star).iter().map(|road| road.path.len() - 1).sum::<usize>(), 3);
}

#[test]
fn the_map_is_numbered_as_printed() {
    let document = Document::bundled();
    let scenario = document.scenario();
    let mut numbering = scenario.common().frame().numbering.clone();
    numbering.first = HexId::from("1101");
    let Some(Act::Edit { edit, .. }) = offer::renumber(scenario, &numbering) else { panic!("not numbered") };
    let mut changed = scenario.clone();
    edit.apply(&mut changed).unwrap();
    assert_eq!(changed.common().frame().numbering.first.as_str(), "1101");
    let place = |scenario: &Scenario| scenario.common().places()[0].hexes[0].clone();
    let (old, new) = (scenario.common().grid().unwrap(), changed.common().grid().unwrap());
    assert_eq!(old.cell(&place(scenario)), new.cell(&place(&changed)), "references follow");
    let odd = OddNumber {
        cell: cell(scenario, "0303"),
        printed: "0308".to_owned(),
        expected: "0303".into(),
        confidence: 0.9,
    };
    let read = NumberReading { numbering, read: 330, agreed: 329, others: vec![odd] };
    let mut suggest = Suggest::default();
    suggest.readings.set([Err(ReadRefusal::NoLines), Err(ReadRefusal::NoLines)], Some(Ok(read)));
    let marks: Vec<_> = offer::marks(&suggest, &old).collect();
    assert_eq!(marks, [(cell(scenario, "0303"), "0308")]);
    assert!(offer::in_words(&changed.common().frame().numbering.clone()).starts_with("1101 at the top left; column"));
}
