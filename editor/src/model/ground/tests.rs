//! The plan and its jobs, over the made valley.

use std::path::Path;
use std::sync::Arc;

use battlewright_ground::era::EraFilter;
use battlewright_ground::record::GroundRecord;
use battlewright_ground::run::{FeatureClass, GroundFigure};
use battlewright_schema::{NewScenario, System, load, template_table};

use super::files::{ChosenGroundFile, FileOverview};
use super::outcome::GroundOutcome;
use super::page::GroundPage;
use super::picture::{GroundInk, corners, ends};
use super::plan::GroundPlan;
use super::work::{GroundAnswer, OpenMap};

const SYSTEM: System = System::MarsLaTour;

fn file(name: &str) -> ChosenGroundFile {
    ChosenGroundFile::at(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../tests/sessions/ground.in").join(name))
}

/// Does all work that is due.
fn settle(plan: &mut GroundPlan) -> usize {
    let mut jobs = 0;
    while let Some((stamp, job)) = plan.due() {
        plan.take(stamp, job.work());
        jobs += 1;
        assert!(jobs < 10, "the work comes to an end");
    }
    jobs
}

fn small(plan: &mut GroundPlan) {
    let place =
        battlewright_ground::run::GroundPlace { columns: 16, rows: 11, hex_metres: 700, ..plan.request().place };
    plan.set_place(place);
}

fn begun(open: Option<OpenMap>) -> GroundPlan {
    let mut plan = GroundPlan::new(SYSTEM, open);
    plan.add_files([file("valley.osm"), file("valley.asc")]);
    settle(&mut plan);
    small(&mut plan);
    settle(&mut plan);
    assert_eq!(plan.problem(), None);
    plan
}

fn open(text: &str, record: Result<&str, &str>) -> OpenMap {
    let record = record.map(|text| Arc::new(GroundRecord::read(text).unwrap())).map_err(str::to_owned);
    OpenMap { scenario: Arc::new(load(text).scenario.unwrap()), text: text.into(), record }
}

fn outcome(plan: &mut GroundPlan) -> Arc<GroundOutcome> {
    plan.page = GroundPage::Result;
    settle(plan);
    Arc::clone(plan.outcome().unwrap())
}

#[test]
fn files_place_the_map_and_what_is_wrong_is_told() {
    let mut plan = GroundPlan::new(SYSTEM, None);
    assert!(!plan.is_waiting() && plan.due().is_none());
    plan.add_files([file("valley.osm"), file("valley.asc"), file("missing.osm"), file("README.md")]);
    assert!(plan.is_waiting());
    settle(&mut plan);
    let place = plan.request().place;
    assert!((place.lat - 49.1).abs() < 0.01 && (place.lon - 5.93).abs() < 0.01, "{place:?}");
    assert!(plan.files[0].line().starts_with("geography, 49.0"), "{}", plan.files[0].line());
    assert!(plan.files[1].line().starts_with("elevation, "));
    assert!(matches!(plan.files[2].overview, FileOverview::Wrong(_)) && plan.files[3].is_wrong());
    assert!(plan.result().is_some(), "{:?}", plan.problem());
    // What the designer chose stays when files come.
    small(&mut plan);
    let chosen = plan.request().place;
    plan.remove_file(3);
    plan.add_files([file("valley.osm")]);
    settle(&mut plan);
    assert_eq!((plan.files.len(), plan.request().place), (3, chosen));
}

#[test]
fn each_page_has_its_features_and_they_are_lit() {
    let mut plan = begun(None);
    let names = |plan: &GroundPlan, page| -> Vec<String> {
        plan.features(page).iter().map(|feature| feature.name.to_string()).collect()
    };
    assert!(names(&plan, GroundPage::Water).iter().any(|name| name == "Orle"));
    assert!(names(&plan, GroundPage::Terrain).iter().any(|name| name == "Arlay"));
    assert!(names(&plan, GroundPage::Era).iter().any(|name| name == "Arlay-Neuf"));
    assert!(plan.features(GroundPage::Roads).iter().any(|road| road.class == FeatureClass::MajorRoad));
    assert!(plan.features(GroundPage::Roads).iter().any(|road| road.class == FeatureClass::Railway));
    plan.page = GroundPage::Water;
    let river = plan.features(GroundPage::Water)[0].clone();
    plan.sight.pointed = Some(river.id);
    let grid = plan.result().unwrap().run.grid().clone();
    assert_eq!(plan.pointed().map(|feature| &feature.name), Some(&river.name));
    assert!(!river.sides.is_empty() && river.sides.iter().all(|side| ends(&grid, *side).is_some()));
    // Adjacent hexes share the two ends of their side.
    for side in &river.sides {
        let shared = ends(&grid, *side).unwrap();
        let other = corners(&grid, side.high).unwrap();
        for end in shared {
            assert!(other.iter().any(|at| (at[0] - end[0]).hypot(at[1] - end[1]) < 1e-3));
        }
    }
    plan.page = GroundPage::Levels;
    assert!(plan.pointed().is_none());
}

#[test]
fn figures_and_choices_change_the_map_and_only_their_steps() {
    let mut plan = begun(None);
    let drawn = |plan: &GroundPlan| plan.features(GroundPage::Water).iter().filter(|it| it.is_checked).count();
    let (before, source) = (drawn(&plan), Arc::clone(&plan.result().unwrap().source));
    let figure = GroundFigure::of_name("least-named").unwrap();
    plan.set_figure(figure, 50.0);
    plan.set_figure(GroundFigure::of_name("least-stream").unwrap(), 50.0);
    assert!(plan.is_waiting());
    assert_eq!(settle(&mut plan), 1, "the last request wins");
    assert!(drawn(&plan) < before);
    assert!(Arc::ptr_eq(&plan.result().unwrap().source, &source), "the source is not drawn anew");
    plan.set_figure(figure, -1.0);
    assert_eq!(settle(&mut plan), 0, "a value out of range is none");
    let left = plan.features(GroundPage::Water).iter().find(|it| !it.is_checked).unwrap().clone();
    plan.check(&left, true);
    plan.set_class(left.id, FeatureClass::River);
    settle(&mut plan);
    let again = plan.features(GroundPage::Water).iter().find(|it| it.id == left.id).unwrap();
    assert_eq!((again.is_checked, again.class), (true, FeatureClass::River));
    plan.forget_choices();
    settle(&mut plan);
    assert!(!plan.features(GroundPage::Water).iter().find(|it| it.id == left.id).unwrap().is_checked);
}

#[test]
fn the_filters_follow_the_year_until_they_are_chosen() {
    let mut plan = begun(None);
    let has = |plan: &GroundPlan, filter| plan.request().era.filters.contains(&filter);
    plan.set_year(Some(1815));
    assert!(has(&plan, EraFilter::Railways));
    plan.set_year(Some(1870));
    assert!(!has(&plan, EraFilter::Railways) && has(&plan, EraFilter::Motorways));
    plan.set_filter(EraFilter::Canals, true);
    plan.set_year(Some(1815));
    assert!(has(&plan, EraFilter::Canals) && !has(&plan, EraFilter::Railways));
    settle(&mut plan);
    let counts = &plan.result().unwrap().counts;
    assert!(counts.iter().any(|row| row.filter == EraFilter::Motorways && row.count > 0), "{counts:?}");
}

#[test]
fn work_ends_on_request_and_begins_again() {
    let mut plan = begun(None);
    plan.set_figure(GroundFigure::of_name("detour").unwrap(), 1.5);
    let (stamp, job) = plan.due().unwrap();
    plan.stop();
    let answer = job.work();
    assert!(matches!(answer, GroundAnswer::Canceled));
    plan.take(stamp, answer);
    assert!(plan.is_stopped() && !plan.is_waiting() && plan.due().is_none());
    plan.resume();
    assert_eq!(settle(&mut plan), 1);
    // While the map is dragged, nothing is read.
    plan.is_dragged = true;
    plan.move_to(battlewright_ground::LatLon { lat: 49.11, lon: 5.94 });
    assert!(plan.due().is_none());
    plan.is_dragged = false;
    // The answer of a job over other files is of no use.
    let (stamp, job) = plan.due().unwrap();
    let answer = job.work();
    plan.remove_file(0);
    plan.take(stamp, answer);
    assert!(plan.result().is_none());
}

#[test]
fn a_new_file_is_a_sound_scenario_and_a_table_is_no_map() {
    let mut plan = begun(None);
    let made = outcome(&mut plan);
    let new = made.new_file.as_ref().unwrap();
    assert_eq!(new.scenario.common().size(), (16, 11));
    assert_eq!(load(&new.text).diagnostics.iter().filter(|finding| finding.is_error()).count(), 0);
    assert!(GroundRecord::read(&new.record).unwrap().date.is_some_and(|date| date.len() == 10));
    assert!(made.replace.is_err() && made.merge.is_err());
    let table = System::ALL.into_iter().find(|system| template_table(*system).is_some()).unwrap();
    assert_ne!(GroundPlan::new(table, None).system, table);
    // Too small a map has no room for the battle, and the reason is told.
    let place = battlewright_ground::run::GroundPlace { columns: 2, rows: 2, ..plan.request().place };
    plan.set_place(place);
    assert!(plan.outcome().is_none());
    let why = outcome(&mut plan).new_file.as_ref().err().cloned().unwrap();
    assert!(why.contains('2'), "{why}");
}

#[test]
fn a_second_run_keeps_what_was_edited() {
    let empty = NewScenario { columns: 16, rows: 11, example: false, ..NewScenario::example(SYSTEM) }.text().unwrap();
    let none = "there is no record of an earlier run";
    let mut plan = begun(Some(open(&empty, Err(none))));
    assert_eq!(plan.request().place.columns, 16);
    let own = plan.request().place.with_hexes_of(plan.open().unwrap().scenario.common()).unwrap();
    plan.set_place(own);
    let made = outcome(&mut plan);
    assert_eq!(made.merge.as_ref().err().map(String::as_str), Some(none));
    let first = made.replace.as_ref().unwrap();
    assert!(first.scenario.common().roads().len() > 3);
    // The designer edits: woods in a corner, and a road less.
    let mut edited = (*first.scenario).clone();
    let corner = edited.common().hexes().get(0, 0).unwrap();
    let hand = if corner == 'w' { '.' } else { 'w' };
    edited.common_mut().hexes_mut().set(0, 0, hand);
    let road = edited.common().roads()[0].path.clone();
    let text = battlewright_schema::save(Some(&first.text), &edited);
    // The second run has other figures.
    let mut plan = GroundPlan::new(SYSTEM, Some(open(&text, Ok(&first.record))));
    assert!(plan.is_placed && plan.request().place == own);
    plan.add_files([file("valley.osm"), file("valley.asc")]);
    plan.set_figure(GroundFigure::of_name("least-woods").unwrap(), 0.6);
    let made = outcome(&mut plan);
    let second = made.merge.as_ref().unwrap();
    assert_eq!(second.scenario.common().hexes().get(0, 0), Some(hand), "the edit stays");
    assert_ne!(second.text, text, "the change of the ground comes");
    assert!(second.scenario.common().roads().iter().any(|other| other.path == road));
    let replaced = made.replace.as_ref().unwrap();
    assert_ne!(replaced.scenario.common().hexes().get(0, 0), Some(hand));
    // Elsewhere, nothing can be merged, and the reason is told.
    plan.move_to(battlewright_ground::LatLon { lat: own.lat + 0.02, lon: own.lon });
    let why = outcome(&mut plan).merge.as_ref().err().cloned().unwrap();
    assert!(why.contains("moved"), "{why}");
}

#[test]
fn the_walk_goes_around_the_hexsides_without_a_slope() {
    let mut plan = begun(None);
    plan.set_figure(GroundFigure::of_name("fall").unwrap(), 0.5);
    settle(&mut plan);
    let count = plan.hidden().len();
    assert!(count > 1, "{count}");
    assert_eq!(plan.walked(), None);
    plan.walk(1);
    assert_eq!(plan.walked(), Some(plan.hidden()[0]));
    plan.walk(-1);
    assert_eq!(plan.walked(), Some(plan.hidden()[count - 1]));
    plan.walk(1);
    assert_eq!(plan.sight.walk, Some(0));
    let result = plan.result().unwrap();
    assert!(result.name_of(plan.walked().unwrap().low).len() == 4);
}

#[test]
fn pictures_show_the_source_and_the_hexes() {
    let plan = begun(None);
    let result = plan.result().unwrap();
    let hexes = result.hexes.areas.iter().filter(|area| matches!(area.ink, GroundInk::Hex(_, Some(_)))).count();
    assert_eq!(hexes, 16 * 11);
    for ink in [GroundInk::River, GroundInk::Stream, GroundInk::MajorRoad, GroundInk::Railway, GroundInk::Bridge] {
        assert!(result.hexes.lines.iter().any(|(own, _)| *own == ink), "{ink:?}");
    }
    assert!(result.source.lines.iter().any(|(own, _)| *own == GroundInk::River));
    assert!(result.source.areas.len() >= 8 && result.source.left_out == 0);
    assert_eq!(result.source.names[0].name, "Arlay");
}
