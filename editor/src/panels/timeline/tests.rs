use super::*;
use crate::model::document::Document;

fn at(scenario: &Scenario, unit: usize) -> Start {
    scenario.common().unit(unit).unwrap().start
}

/// Returns the name of an undo step, and the scenario after `act`.
fn done(scenario: &Scenario, act: Act) -> (String, Scenario) {
    let Act::Edit { name, edit, .. } = act else { panic!("{act:?}") };
    let mut scenario = scenario.clone();
    edit.apply(&mut scenario).unwrap();
    (name, scenario)
}

#[test]
fn every_reinforcement_is_in_the_box_of_its_turn_and_entry() {
    for shelf in 0..3 {
        let scenario = Document::from_shelf(shelf).scenario().clone();
        let common = scenario.common();
        let timeline = data(&scenario);
        assert_eq!(timeline.problems(), None);
        let boxes = timeline.lanes.iter().flat_map(|lane| {
            let gate = &lane.gate;
            lane.boxes.iter().flat_map(move |(turn, all)| all.iter().map(move |waiting| (gate, *turn, waiting.counter)))
        });
        let mut count = 0;
        for (gate, turn, counter) in boxes {
            count += 1;
            match (common.counter(counter).unwrap().start, gate) {
                (Start::Enters { turn: when, at, .. }, WaitingPlace::Entry(entry)) => {
                    assert_eq!((when, &at), (turn, entry))
                }
                (Start::Zone(zone), WaitingPlace::Zone(other)) => assert_eq!((&zone, turn), (other, 0)),
                other => panic!("{other:?}"),
            }
        }
        let wait = |counter: &Counter| {
            matches!(common.counter(*counter).unwrap().start, Start::Enters { .. } | Start::Zone(_))
        };
        assert_eq!(count, common.counters().iter().filter(|counter| wait(counter)).count());
        assert_eq!(timeline.turns.len(), usize::from(common.turns().count) + 1);
    }
}

#[test]
fn what_comes_too_late_or_nowhere_is_shown_as_wrong() {
    let mut scenario = Document::bundled().scenario().clone();
    let enters = |turn: u8, at: &str| serde_json::json!({ "turn": turn, "at": at });
    let entry = scenario.common().entries()[0].clone();
    let of = |wanted: bool| {
        let common = scenario.common();
        (0..common.unit_count()).find(|unit| (*common.unit(*unit).unwrap().side == entry.side) == wanted).unwrap()
    };
    let (own, other) = (of(true), of(false));
    for (unit, turn, at) in [(own, 40, entry.id.as_str()), (other, 2, entry.id.as_str())] {
        scenario.put(&table::unit(unit).key("at"), None).unwrap();
        scenario.put(&table::unit(unit).key("enters"), Some(enters(turn, at))).unwrap();
    }
    let timeline = data(&scenario);
    assert_eq!(
        timeline.turns.last().unwrap(),
        &TimelineTurn {
            number: 40,
            clock: timeline.turns.last().unwrap().clock.clone(),
            wrong: Some("after the game")
        }
    );
    let said = timeline.problems().unwrap();
    assert!(said.contains("1 counter: the game ends with turn 6"), "{said}");
    assert!(said.contains(&format!("its side must not use entry {}", entry.id)), "{said}");
    scenario.put(&table::unit(own).key("enters"), Some(enters(1, "nowhere"))).unwrap();
    let timeline = data(&scenario);
    assert!(timeline.lanes.iter().any(|lane| !lane.known && lane.name == "nowhere"));
    assert!(timeline.problems().unwrap().contains("unknown entry nowhere"));
}

#[test]
fn counters_move_together_as_one_step_and_keep_to_their_side() {
    let scenario = Document::bundled().scenario().clone();
    let common = scenario.common();
    let entry = common.entries()[0].clone();
    let own: Vec<Counter> = (0..common.unit_count())
        .filter(|unit| *common.unit(*unit).unwrap().side == entry.side)
        .map(Counter::Unit)
        .take(2)
        .collect();
    let gate = WaitingPlace::Entry(entry.id.clone());
    let (name, after) = done(&scenario, moved(&scenario, &own, &gate, 5).unwrap());
    assert_eq!(name, format!("Move 2 units to turn 5, entry {}", entry.id));
    for counter in &own {
        let Counter::Unit(unit) = counter else { panic!() };
        assert_eq!(at(&after, *unit), Start::Enters { turn: 5, at: entry.id.clone(), column: MarchColumn::default() });
    }
    assert!(moved(&after, &own, &gate, 5).is_err(), "they are there");
    let enemy = (0..common.unit_count()).find(|unit| *common.unit(*unit).unwrap().side != entry.side).unwrap();
    assert!(moved(&scenario, &[Counter::Unit(enemy)], &gate, 5).unwrap_err().contains("is for"));
}

#[test]
fn strength_in_words_has_what_the_system_has() {
    let some = Strength { units: 1, rating: 3, steps: Some(2) };
    assert_eq!(in_words(some, "CF"), "1 unit, 3 CF, 2 steps");
    assert_eq!(in_words(Strength { units: 2, rating: 5, steps: None }, "ER"), "2 units, 5 ER");
    assert_eq!(in_words(Strength::default(), "ER"), "0 units");
}
