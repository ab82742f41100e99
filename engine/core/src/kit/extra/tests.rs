//! Rows in a position of three units on a small map.

use std::sync::Arc;

use battlewright_schema::mars_la_tour::vocabulary::{Act, Effect, Hook, Trigger, VOCABULARY};
use battlewright_schema::rule::term::{
    Arithmetic, CheckedEffect, Comparison, EffectChange, EffectTarget, Quantifier, Quantity, Term, TermSource,
};
use battlewright_schema::rule::vocabulary::CommonFact;
use battlewright_schema::rule::{
    CheckedCounter, CheckedEvent, CheckedForbid, CheckedModifier, CheckedRules, CheckedScore, CheckedUnit, CheckedWin,
    CounterOwner, ModifierChange, RowName, WinTime,
};
use battlewright_schema::{Cell, DocPath};
use serde::{Deserialize, Serialize};

use super::*;
use crate::game::{Log, Rule};
use crate::kit::hex_map::{HexMap, Hexes};

/// A position: the hexes of three units, of which the first two are of the first side.
#[derive(Clone, Debug)]
struct Table {
    turn: i32,
    units: [i32; 3],
    points: i32,
    extra: Extra,
    state: ExtraState,
}

/// The answers of a [`Table`].
struct Answers<'a>(&'a Table);

impl RuleFacts for Answers<'_> {
    fn turn(&self) -> i32 {
        self.0.turn
    }

    fn phase(&self) -> i32 {
        0
    }

    fn unit_hex(&self, unit: i32) -> i32 {
        self.0.units[usize::try_from(unit).unwrap()]
    }

    fn in_play(&self, unit: i32) -> bool {
        self.unit_hex(unit) >= 0
    }

    fn holds(&self, side: i32, place: i32) -> bool {
        side == place
    }

    fn each_unit_in(&self, hex: i32, found: &mut dyn FnMut(i32) -> bool) {
        let _ = (0..3).filter(|unit| self.unit_hex(*unit) == hex).all(found);
    }

    fn fact(&self, fact: u16, asked: &[i32]) -> i32 {
        i32::from(fact) + asked[0]
    }

    fn each(&self, _: u16, asked: &[i32], found: &mut dyn FnMut(i32) -> bool) {
        let _ = (0..asked[0]).all(found);
    }

    fn counter(&self, counter: u16, owner: Option<i32>) -> i32 {
        self.0.state.counter(counter, owner)
    }

    fn is_done(&self, event: u16) -> bool {
        self.0.state.is_done(event)
    }
}

/// A line of the log: an event with its unit and its die, or the points.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Told {
    Row(HappenedEvent),
    Points(i32),
}

impl EventGame for Table {
    type Event = Told;

    fn extra(&self) -> &Extra {
        &self.extra
    }

    fn extra_state(&mut self) -> &mut ExtraState {
        &mut self.state
    }

    fn rule_facts(&self) -> impl RuleFacts {
        Answers(self)
    }

    fn carry_out(&mut self, effect: &SystemEffect, _: Rule, log: &mut impl Log<Told>) {
        self.points = effect.number(self.points, 0, 9);
        log.push(Told::Points(self.points));
    }

    fn happened(happened: HappenedEvent) -> Told {
        Told::Row(happened)
    }
}

fn row(id: &str) -> RowName {
    RowName { id: id.into(), name: id.into(), rule: "H1".into(), path: DocPath::root() }
}

fn always() -> Term {
    Term::Constant(1)
}

fn is_turn(turn: i32) -> Term {
    Term::Compare(Comparison::Equal, Box::new([Term::Common(CommonFact::Turn, vec![]), Term::Constant(turn)]))
}

fn change(id: &str, change: ModifierChange, when: Term) -> CheckedModifier {
    CheckedModifier { row: row(id), hook: Hook::AttackDefender.number(), change, when }
}

fn map() -> Arc<HexMap> {
    let text = battlewright_schema::System::MarsLaTour.info().template;
    let Some(battlewright_schema::Scenario::MarsLaTour(scenario)) = battlewright_schema::load(text).scenario else {
        panic!("the template is readable")
    };
    Arc::new(HexMap::of(Arc::new(Hexes::new(&scenario.map).unwrap()), &[]))
}

fn table(checked: CheckedRules) -> Table {
    let checked = CheckedRules { units: units(), places: 2, ..checked };
    let extra = Extra::new(ExtraRules::new(&checked, &VOCABULARY, Some(&map())));
    Table { turn: 1, units: [0, 1, -1], points: 3, state: extra.state(), extra }
}

/// Returns the value of `term` with the given values 7 and 0.
fn value(table: &Table, term: Term) -> i32 {
    let rules = CheckedRules {
        modifiers: vec![change("asked", ModifierChange::Add(term), always())],
        units: units(),
        tags: vec![("guard".into(), vec![true, false, true])],
        terrains: vec![("woods".into(), vec![Cell { column: 1, row: 0 }])],
        edges: vec![("stream".into(), vec![[Cell { column: 1, row: 0 }, Cell { column: 0, row: 0 }]])],
        ..CheckedRules::default()
    };
    let rules = ExtraRules::new(&rules, &VOCABULARY, Some(&map()));
    rules.number(Hook::AttackDefender.number(), &Answers(table), &Given::of([7, 0]), 0)
}

fn units() -> Vec<CheckedUnit> {
    let unit = |side, formation| CheckedUnit { side, kind: i32::from(side), formation };
    vec![unit(0, 0), unit(0, -1), unit(1, 0)]
}

fn unit_hex(unit: i32) -> Term {
    Term::Common(CommonFact::UnitHex, vec![Term::Constant(unit)])
}

#[test]
fn changes_apply_by_their_kind_and_then_in_the_order_of_the_file() {
    let checked = CheckedRules {
        modifiers: vec![
            change("most", ModifierChange::AtMost(Term::Constant(4)), always()),
            change("half", ModifierChange::Times { by: 1, over: 2, up: true }, always()),
            change("plus", ModifierChange::Add(Term::Constant(2)), always()),
            change("later", ModifierChange::Add(Term::Constant(9)), is_turn(2)),
            change("least", ModifierChange::AtLeast(Term::Constant(3)), always()),
        ],
        ..CheckedRules::default()
    };
    let mut table = table(checked);
    let rules = table.extra.clone();
    let rules = rules.get().unwrap();
    let told = |table: &Table, published| {
        let mut told = Vec::new();
        let hook = Hook::AttackDefender.number();
        rules.each_change(hook, &Answers(table), &Given::of([]), published, |row, by| told.push((row.name, by)));
        told
    };
    assert_eq!(told(&table, 1), [("plus", 2), ("half", -1), ("least", 1)], "(1 + 2) / 2 = 2, at least 3");
    assert_eq!(told(&table, 7), [("plus", 2), ("half", -4), ("most", -1)], "9 / 2 = 5, at most 4");
    table.turn = 2;
    assert_eq!(told(&table, 1), [("plus", 2), ("later", 9), ("half", -6), ("most", -2)]);
    assert_eq!(told(&table, -9), [("plus", 2), ("later", 9), ("half", -1), ("least", 2)], "2 / 2 = 1");
}

#[test]
fn a_number_stays_within_the_range_of_its_hook() {
    let checked = CheckedRules {
        modifiers: vec![change("plus", ModifierChange::Add(Term::Constant(900)), always())],
        ..CheckedRules::default()
    };
    let table = table(checked);
    let number = |published| {
        let rules = table.extra.get().unwrap();
        rules.number(Hook::AttackDefender.number(), &Answers(&table), &Given::of([]), published)
    };
    assert_eq!([number(0), number(5)], [20, 20]);
}

#[test]
fn one_no_outweighs_every_yes() {
    let be = |id: &str, be, when| CheckedModifier {
        row: row(id),
        hook: Hook::MustStop.number(),
        change: ModifierChange::Be(be),
        when,
    };
    let checked = CheckedRules {
        modifiers: vec![be("stop", true, always()), be("go", false, is_turn(2))],
        ..CheckedRules::default()
    };
    let mut table = table(checked);
    let answer = |table: &Table, published| {
        let rules = table.extra.get().unwrap();
        rules.yes_no(Hook::MustStop.number(), &Answers(table), &Given::of([]), published)
    };
    assert!(answer(&table, false));
    table.turn = 2;
    assert!(!answer(&table, true));
}

#[test]
fn a_prohibition_names_its_row_and_what_is_dropped_is_told() {
    let forbid =
        CheckedForbid { row: row("away"), act: Act::Step.number(), when: is_turn(1), reason: "keep away".into() };
    let checked = CheckedRules {
        forbids: vec![forbid],
        drop: vec![(Hook::AttackDefender.number(), 2)],
        ..CheckedRules::default()
    };
    let mut table = table(checked);
    let rules = table.extra.get().unwrap();
    let row = rules.forbids(Act::Step.number(), &Answers(&table), &Given::of([])).unwrap();
    assert_eq!(rules.refusal(row).unwrap().to_string(), "keep away (H1 away)");
    assert!(rules.drops(Hook::AttackDefender.number(), 2) && !rules.drops(Hook::AttackDefender.number(), 1));
    assert!(table.extra.against(Act::Attack.number()).is_none() && table.extra.at(Hook::Zone.number()).is_none());
    table.turn = 2;
    let rules = table.extra.get().unwrap();
    assert_eq!(rules.forbids(Act::Step.number(), &Answers(&table), &Given::of([])), None);
}

#[test]
fn nothing_is_the_same_as_nothing_and_facts_about_nothing_are_no() {
    let table = table(CheckedRules::default());
    let same = |one, other| Term::Same(Box::new([one, other]));
    assert_eq!(value(&table, same(unit_hex(0), Term::Hex(Cell { column: 0, row: 0 }))), 1);
    assert_eq!(value(&table, same(unit_hex(2), unit_hex(2))), 0, "the unit is off the map");
    assert_eq!(value(&table, Term::Fact(3, vec![unit_hex(2)])), 0);
    assert_eq!(value(&table, Term::Fact(3, vec![unit_hex(1)])), 4);
    assert_eq!(value(&table, Term::HasTag(0, Box::new(Term::Constant(2)))), 1);
    assert_eq!(value(&table, Term::HasTag(0, Box::new(Term::Constant(-1)))), 0);
    assert_eq!(value(&table, Term::HasTerrain(0, Box::new(unit_hex(1)))), 1);
    assert_eq!(value(&table, Term::HasEdge(0, Box::new([unit_hex(0), unit_hex(1)]))), 1);
    assert_eq!(value(&table, Term::HasEdge(0, Box::new([unit_hex(0), unit_hex(2)]))), 0);
    let distance = |one, other| Term::Common(CommonFact::Distance, vec![one, other]);
    assert_eq!(value(&table, Term::InRange(Box::new(distance(unit_hex(0), unit_hex(1))), 1, 1)), 1);
    assert_eq!(value(&table, Term::InRange(Box::new(distance(unit_hex(0), unit_hex(2))), 0, 1999)), 0, "beyond all");
}

#[test]
fn numbers_round_and_quantifiers_count() {
    let table = table(CheckedRules::default());
    let number = |value| Box::new(Term::Constant(value));
    assert_eq!([7, -7].map(|half| value(&table, Term::HalfUp(number(half)))), [4, -3]);
    assert_eq!([7, -7].map(|half| value(&table, Term::HalfDown(number(half)))), [3, -4]);
    assert_eq!([7, -7].map(|part| value(&table, Term::CeilDiv(number(part), 3))), [3, -2]);
    assert_eq!([7, -7].map(|part| value(&table, Term::FloorDiv(number(part), 3))), [2, -3]);
    let given = Term::Arithmetic(Arithmetic::Subtract, Box::new([Term::Given(0), Term::Constant(2)]));
    assert_eq!(value(&table, given), 5);
    let over = |quantity, source, number, condition| {
        Term::Over(Box::new(Quantifier { quantity, source, variable: 0, number, condition }))
    };
    let is_second = Term::Compare(Comparison::Equal, Box::new([Term::Bound(0), Term::Constant(1)]));
    assert_eq!(value(&table, over(Quantity::Count, TermSource::AllUnits, None, None)), 2, "the third is off the map");
    assert_eq!(value(&table, over(Quantity::Any, TermSource::AllUnits, None, Some(is_second.clone()))), 1);
    assert_eq!(value(&table, over(Quantity::All, TermSource::AllUnits, None, Some(is_second))), 0);
    let of_formation = TermSource::UnitsOf(Term::Constant(0));
    assert_eq!(value(&table, over(Quantity::Count, of_formation, None, None)), 1);
    let in_hex = TermSource::Units(Term::Constant(1));
    assert_eq!(value(&table, over(Quantity::Sum, in_hex, Some(Term::Bound(0)), None)), 1);
    let system = || TermSource::System(0, vec![Term::Constant(4)]);
    let quantity = |quantity| value(&table, over(quantity, system(), Some(Term::Bound(0)), None));
    assert_eq!([Quantity::Sum, Quantity::Least, Quantity::Most].map(quantity), [6, 0, 3]);
    let near = over(Quantity::Count, TermSource::Within(unit_hex(0), 1), None, None);
    let beside = over(Quantity::Count, TermSource::Neighbors(unit_hex(0)), None, None);
    assert_eq!(value(&table, near), value(&table, beside) + 1, "the hex itself is within");
    assert_eq!(value(&table, over(Quantity::Count, TermSource::Neighbors(unit_hex(2)), None, None)), 0);
}

fn counts(counter: u16, change: EffectChange, number: Term, condition: Option<Term>) -> CheckedEffect {
    CheckedEffect { condition, target: EffectTarget::Counter(counter, None), change: Some((change, number)) }
}

fn event(id: &str, effects: Vec<CheckedEffect>) -> CheckedEvent {
    CheckedEvent {
        row: row(id),
        on: Trigger::TurnBegins.number(),
        each_unit: false,
        when: always(),
        roll: None,
        effects,
        once: false,
        done: false,
    }
}

fn counter(most: i32) -> CheckedCounter {
    let (of, starts) = (CounterOwner::Game, Vec::new());
    CheckedCounter { row: row("fires"), of, least: 0, most, start: 1, starts, shown: true }
}

#[test]
fn events_happen_in_order_and_each_sees_what_the_one_before_it_did() {
    let first = event("first", vec![counts(0, EffectChange::Add, Term::Constant(2), None)]);
    let is_three = Term::Compare(Comparison::Equal, Box::new([Term::Counter(0, None), Term::Constant(3)]));
    let points = CheckedEffect {
        condition: None,
        target: EffectTarget::System(Effect::Ammunition.number(), vec![Term::Constant(0)]),
        change: Some((EffectChange::Subtract, Term::Constant(5))),
    };
    let second = CheckedEvent { when: is_three, once: true, ..event("second", vec![points]) };
    let checked = CheckedRules { counters: vec![counter(4)], events: vec![first, second], ..CheckedRules::default() };
    let mut table = table(checked);
    let mut log = Vec::new();
    let due = DueEvent::first(Trigger::TurnBegins.number(), []);
    assert_eq!(run_events(&mut table, due, &mut log), None);
    let told = |log: &[Told]| -> Vec<String> {
        let text = |told: &Told| match told {
            Told::Row(happened) => happened.text(|unit| unit.to_string()),
            Told::Points(points) => format!("points {points}"),
        };
        log.iter().map(text).collect()
    };
    assert_eq!(told(&log), ["first", "second", "points 0"]);
    assert_eq!((table.state.counter(0, None), table.state.is_done(1)), (3, true));
    log.clear();
    assert_eq!(run_events(&mut table, due, &mut log), None);
    assert_eq!(told(&log), ["first"], "the other happens once");
    assert_eq!(table.state.counter(0, None), 4, "at most");
    let shown: Vec<_> = table.extra.shown_counters(&table.state, crate::game::Side::First).collect();
    assert_eq!(shown, [("fires", 4)]);
}

#[test]
fn an_event_with_a_die_waits_for_it_for_each_unit() {
    let is_one = Term::Compare(Comparison::Equal, Box::new([Term::Given(1), Term::Constant(1)]));
    let roll = counts(0, EffectChange::Add, Term::Constant(1), Some(is_one));
    let breakdown = CheckedEvent { each_unit: true, roll: Some(6), ..event("breakdown", vec![roll]) };
    let checked = CheckedRules { counters: vec![counter(9)], events: vec![breakdown], ..CheckedRules::default() };
    let mut table = table(checked);
    let mut log = Vec::new();
    let due = run_events(&mut table, DueEvent::first(Trigger::TurnBegins.number(), []), &mut log).unwrap();
    assert!(log.is_empty());
    assert_eq!(table.extra.get().unwrap().die_of_event(&due), 6);
    let due = resolve_event(&mut table, due, 1, &mut log).unwrap();
    assert_eq!(resolve_event(&mut table, due, 2, &mut log), None, "the third unit is off the map");
    let texts = log.iter().map(|told| match told {
        Told::Row(happened) => happened.text(|unit| format!("unit {unit}")),
        Told::Points(_) => String::new(),
    });
    assert_eq!(texts.collect::<Vec<_>>(), ["breakdown: unit 0, die 1", "breakdown: unit 1, die 2"]);
    assert_eq!(table.state.counter(0, None), 2);
    assert_eq!(run_events(&mut table, DueEvent::first(Trigger::TurnEnds.number(), []), &mut log), None);
}

#[test]
fn points_and_victories_follow_from_the_position() {
    let score = CheckedScore { row: row("score"), side: 1, points: Term::Constant(4), when: is_turn(1) };
    let win = |id: &str, side, at| CheckedWin { row: row(id), side, level: Some("major".into()), at, when: is_turn(2) };
    let wins = vec![win("end", 0, WinTime::GameEnd), win("now", 1, WinTime::Once)];
    let mut table = table(CheckedRules { scores: vec![score], wins, ..CheckedRules::default() });
    assert_eq!(table.extra.points(&Answers(&table)), [0, 4]);
    assert_eq!(table.extra.win(&Answers(&table), WinTime::Once), None);
    table.turn = 2;
    assert_eq!(table.extra.points(&Answers(&table)), [0, 0]);
    let won = table.extra.win(&Answers(&table), WinTime::Once).unwrap();
    assert_eq!((won.rule.title, won.side), ("now", crate::game::Side::Second));
    assert_eq!(won.outcome_level(), crate::game::Level::Major);
    assert_eq!(table.extra.win(&Answers(&table), WinTime::TurnEnd), None);
}

#[test]
fn a_row_counts_once_for_each_step_in_which_it_has_an_effect() {
    let forbid = CheckedForbid { row: row("away"), act: Act::Step.number(), when: is_turn(2), reason: "no".into() };
    let score = |id: &str, turn| CheckedScore { row: row(id), side: 1, points: Term::Constant(4), when: is_turn(turn) };
    let win = CheckedWin { row: row("win"), side: 0, level: None, at: WinTime::Once, when: is_turn(2) };
    let checked = CheckedRules {
        modifiers: vec![
            change("plus", ModifierChange::Add(Term::Constant(2)), always()),
            change("least", ModifierChange::AtLeast(Term::Constant(1)), always()),
        ],
        forbids: vec![forbid],
        events: vec![event("event", Vec::new())],
        scores: vec![score("early", 1), score("late", 2)],
        wins: vec![win],
        ..CheckedRules::default()
    };
    let mut table = table(checked);
    let extra = table.extra.clone();
    let rules = extra.get().unwrap();
    let kinds: Vec<(&str, RowKind)> = rules.rows().iter().map(|row| (row.name, row.kind)).collect();
    assert_eq!(kinds[2..5], [("away", RowKind::Forbid), ("event", RowKind::Event), ("early", RowKind::Score)]);
    let ask = |table: &Table| {
        let given = Given::of([]);
        rules.number(Hook::AttackDefender.number(), &Answers(table), &given, 0);
        rules.forbids(Act::Step.number(), &Answers(table), &given);
        extra.points(&Answers(table));
        extra.win(&Answers(table), WinTime::Once);
    };
    let mut tally = RowTally::new(Some(rules));
    ask(&table);
    tally.end_step();
    assert_eq!(tally.clone().into_steps(), [0; 7], "what is asked beside the game");
    tally.during(|| ask(&table));
    tally.during(|| {
        ask(&table);
        std::thread::scope(|scope| {
            scope.spawn(|| ask(&Table { turn: 2, ..table.clone() }));
        });
    });
    tally.end_step();
    assert_eq!(tally.clone().into_steps(), [1, 0, 0, 0, 0, 0, 0], "a minimum that is reached anyway has no effect");
    let ended =
        std::panic::catch_unwind(std::panic::AssertUnwindSafe(|| tally.during(|| panic!("the engine gave up"))));
    assert!(ended.is_err());
    ask(&table);
    table.turn = 2;
    tally.during(|| run_events(&mut table, DueEvent::first(Trigger::TurnBegins.number(), []), &mut Vec::new()));
    let mut inner = tally.clone();
    tally.during(|| {
        inner.during(|| ask(&table));
        extra.win(&Answers(&table), WinTime::Once)
    });
    tally.end_step();
    inner.end_step();
    assert_eq!(inner.into_steps(), [2, 0, 1, 1, 0, 0, 1]);
    assert_eq!(tally.end(|| extra.points(&Answers(&table))), [0, 4]);
    assert_eq!(tally.into_steps(), [1, 0, 0, 1, 0, 1, 1]);
    let mut nothing = RowTally::new(None);
    nothing.during(|| ask(&table));
    nothing.end_step();
    assert!(nothing.is_empty() && nothing.into_steps().is_empty());
}

#[derive(Debug, PartialEq, Eq, Serialize, Deserialize)]
struct State {
    turn: u8,
    #[serde(default, skip_serializing_if = "ExtraState::is_empty", deserialize_with = "ExtraState::read")]
    extra: ExtraState,
}

#[test]
fn a_state_without_counters_has_the_bytes_of_one_without_rows() {
    let state = |extra| State { turn: 3, extra };
    let full = ExtraState { counters: vec![vec![4, -1]], done: vec![true] };
    assert_eq!(postcard::to_allocvec(&state(ExtraState::default())).unwrap(), [3]);
    for state in [state(ExtraState::default()), state(full)] {
        let bytes = postcard::to_allocvec(&state).unwrap();
        assert_eq!(postcard::from_bytes::<State>(&bytes).unwrap(), state);
        let text = serde_json::to_string(&state).unwrap();
        assert_eq!(serde_json::from_str::<State>(&text).unwrap(), state);
    }
    assert!(serde_json::from_str::<State>("{\"turn\":3,\"extra\":4}").is_err());
}
