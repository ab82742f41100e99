use battlewright_schema::HexId;

use super::*;
use crate::canvas::Camera;
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
