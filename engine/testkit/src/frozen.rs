//! Frozen games whose rows of rules have counted, and name a unit that is eliminated.

use std::collections::BTreeMap;

use battlewright_core::kit::extra::ExtraState;
use battlewright_core::show::Fact;
use battlewright_schema::rule::CounterOwner;
use battlewright_schema::{Scenario, load, save};

/// The number with which the counters of a [`CountedRows`] start.
const START: i32 = 1;

/// A scenario with a counter of units, one of sides and one of places, in this order, and with an event that names its first unit,
/// its first side and its first place.
pub struct CountedRows {
    scenario: Scenario,
}

impl CountedRows {
    /// The scenario of this file with the rows.
    pub fn of(file: &str) -> Self {
        let plain = read(file);
        let common = plain.common();
        let unit = &common.unit(0).expect("a scenario has units").id;
        let side = common.sides().first().expect("a scenario has sides").id.to_string();
        let place = common.place_ids().first().expect("the scenario has a place").to_string();
        let counter = |of: &str| {
            format!(
                "[[rules.counter]]\nid = \"of-{of}\"\nname = \"Of a {of}\"\nof = \"{of}\"\nmost = 900\nstart = {START}\n"
            )
        };
        let rows = format!(
            r#"
            {}{}{}
            [[rules.event]]
            id = "last-stand"
            name = "Last stand"
            on = "turn-ends"
            when = "{unit}.in-play and holds({side}, {place})"
            do = ["counter(of-unit, {unit}) += 1", "counter(of-side, {side}) += 1", "counter(of-place, {place}) += 1"]
            "#,
            counter("unit"),
            counter("side"),
            counter("place"),
        );
        Self { scenario: read(&format!("{file}\n{rows}")) }
    }

    /// Returns the scenario.
    pub fn scenario(&self) -> Scenario {
        self.scenario.clone()
    }

    /// Gives each unit, side and place a number of its own, the second unit that of the row, as play does.
    pub fn count(&self, state: &mut ExtraState) {
        for (next, number) in (START + 1..).zip(state.counters.iter_mut().flatten()) {
            assert_eq!(*number, START, "the numbers at the start");
            *number = next;
        }
        state.counters[0][1] = START;
        let owners: Vec<usize> = state.counters.iter().map(Vec::len).collect();
        let common = self.scenario.common();
        let units = common.unit_count() + common.further_units().len();
        assert_eq!(owners, [units, 2, common.place_ids().len()]);
    }

    /// Asserts that `lost`, what a position without the first unit cannot express, has the row that names the unit.
    pub fn assert_told(&self, lost: &[Fact]) {
        let told = format!("The rule Last stand names `{}`, which left the game", self.gone());
        assert!(lost.iter().any(|fact| fact.text.contains(&told)), "{lost:?}");
    }

    /// Writes `frozen`, a position of the game without its first unit, and reads the text, which must have no errors.
    pub fn begun_again(&self, frozen: &Scenario) -> Scenario {
        let text = save(None, frozen);
        let again = read(&text);
        assert_eq!(again.common().gone().unit, [self.gone()], "{text}");
        again
    }

    fn gone(&self) -> String {
        owners(&self.scenario, CounterOwner::Unit).swap_remove(0)
    }
}

/// Asserts that who is still in the game has the numbers that it had when the game was frozen. A scenario stands with the state of its
/// game: `frozen` with that at the end, and `again` with that at the start.
pub fn assert_counters_kept(frozen: (&Scenario, &ExtraState), again: (&Scenario, &ExtraState)) {
    for (counter, of) in [CounterOwner::Unit, CounterOwner::Side, CounterOwner::Place].into_iter().enumerate() {
        let [before, mut after] = [frozen, again].map(|(scenario, state)| {
            let owners = owners(scenario, of);
            assert_eq!(owners.len(), state.counters[counter].len(), "{of:?}");
            owners.into_iter().zip(state.counters[counter].iter().copied()).collect::<BTreeMap<String, i32>>()
        });
        for (owner, number) in before {
            match after.remove(&owner) {
                Some(kept) => assert_eq!(kept, number, "{owner}"),
                None => assert!(again.0.common().gone().unit.iter().any(|gone| *gone == owner), "{owner} is lost"),
            }
        }
        // Places that are held in part are told hex by hex.
        assert!(after.values().all(|number| *number == START), "{after:?}");
    }
}

/// Returns the ids of the units, the sides or the places.
fn owners(scenario: &Scenario, of: CounterOwner) -> Vec<String> {
    let common = scenario.common();
    match of {
        CounterOwner::Game => Vec::new(),
        CounterOwner::Side => common.sides().into_iter().map(|side| side.id.to_string()).collect(),
        CounterOwner::Unit => {
            let rows = (0..common.unit_count()).filter_map(|unit| Some(common.unit(unit)?.id.to_string()));
            rows.chain(common.further_units().into_iter().map(|(id, _)| id.to_string())).collect()
        }
        CounterOwner::Place => common.place_ids().into_iter().map(ToString::to_string).collect(),
    }
}

/// Reads a file without errors.
fn read(text: &str) -> Scenario {
    let loaded = load(text);
    assert_eq!(loaded.errors(), 0, "{:?}\n{text}", loaded.diagnostics);
    loaded.scenario.expect("a file without errors is a scenario")
}

/// Declares a test of a system: it freezes a game in which rows have counted and whose first unit is eliminated, and begins the text
/// of the frozen game again, twice. The game is that of a file, and a function takes its first unit out of play:
/// `frozen_rows_test!(Matz, include_str!("…"), |game| game.put(UnitIx(0), At::Eliminated(1)));`.
#[macro_export]
macro_rules! frozen_rows_test {
    ($game:ident, $file:expr, $eliminate:expr) => {
        #[test]
        fn counters_of_rows_and_the_names_in_them_survive_a_frozen_game() {
            let rows = $crate::CountedRows::of($file);
            let $crate::Scenario::$game(of) = rows.scenario() else { panic!("a file of another system") };
            let mut game = $game::new(&of).unwrap();
            rows.count(&mut game.state.extra);
            let eliminate: fn(&mut $game) = $eliminate;
            eliminate(&mut game);
            let (frozen, lost) = game.freeze(&of).unwrap();
            rows.assert_told(&lost);
            let again = rows.begun_again(&frozen.into());
            let $crate::Scenario::$game(then) = &again else { panic!("another system") };
            let begun = $game::new(then).unwrap();
            $crate::assert_counters_kept((&rows.scenario(), &game.state.extra), (&again, &begun.state.extra));
            let (frozen, _) = begun.freeze(then).unwrap();
            let last = rows.begun_again(&frozen.into());
            let $crate::Scenario::$game(then) = &last else { panic!("another system") };
            let state = $game::new(then).unwrap().state.extra;
            $crate::assert_counters_kept((&again, &begun.state.extra), (&last, &state));
        }
    };
}
