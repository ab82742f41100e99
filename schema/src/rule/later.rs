//! Rules in rows for a game that begins with a position of another one: turns that count anew, counters, events that happened, and names
//! of what left the game.

use std::collections::BTreeSet;

use smol_str::SmolStr;

use super::CounterOwner;
use super::lexer::{Token, TokenKind, tokens};
use super::parser::MOST_LETTERS;
use super::print::{canonical, canonical_effect};
use super::rows::{GoneNames, RuleNumber, RuleRows};
use crate::Common;
use crate::words::listed;

/// The moment of events at the beginning of a turn, in all systems.
const TURN_BEGINS: &str = "turn-begins";

/// The part of a position that its rules in rows depend on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct RulesLeft {
    /// The number of turns by which turns count from later: 0 if they go on as they are.
    pub passed: u8,
    /// The numbers of each counter: one, or one for each owner.
    pub counters: Vec<Vec<i32>>,
    /// `true` for each event that happens once and has happened.
    pub done: Vec<bool>,
    /// The names of the scenario in play.
    names: GoneNames,
    /// The ids of its units, in the order of the numbers of counters.
    units: Vec<SmolStr>,
}

impl RulesLeft {
    /// The part of a position of a game of `scenario`: with its `counters` and the events that are `done`, for turns that count from
    /// `passed` turns later.
    pub fn new(scenario: &dyn Common, passed: u8, counters: Vec<Vec<i32>>, done: Vec<bool>) -> Self {
        Self { passed, counters, done, names: GoneNames::all_of(scenario), units: units_of(scenario) }
    }

    /// Changes `rows`, all of a game in their order, to those of the later game `then`, whose other parts are those of the position.
    /// Returns what it cannot express, in sentences.
    pub(crate) fn keep(&self, rows: &mut RuleRows, then: &mut dyn Common) -> Vec<String> {
        let (left, units) = (GoneNames::all_of(then), units_of(then));
        let mut lost = Vec::new();
        for (counter, numbers) in rows.counter.iter_mut().zip(&self.counters) {
            if let (CounterOwner::Game, [number]) = (counter.of, numbers.as_slice()) {
                counter.start = *number;
            } else {
                self.keep_numbers((&counter.id, counter.of, counter.start), numbers, [&units, &left.place], then);
            }
        }
        for (event, done) in rows.event.iter_mut().zip(&self.done) {
            event.done = *done;
        }
        // The later game begins with the whole turn.
        let again = rows.event.iter().filter(|event| event.on == TURN_BEGINS && !event.done);
        let mut again = again.map(|event| event.name.to_string()).peekable();
        if again.peek().is_some() {
            lost.push(format!("The turn begins again, and what happens at its beginning: {}.", listed(again, "and")));
        }
        lost.extend(self.keep_names(rows, &left));
        if self.passed > 0 {
            each_text(rows, &mut |name, text| {
                if self.shift_text(text).is_none() {
                    lost.push(format!(
                        "The rule {name} asks for the turn, and its expression has no room for another number."
                    ));
                }
            });
        }
        lost
    }

    /// Writes the numbers of a counter with this id, owner and start to their owners in the later game, which has these units and places.
    fn keep_numbers(
        &self,
        (id, of, start): (&str, CounterOwner, i32),
        numbers: &[i32],
        [units, places]: [&[SmolStr]; 2],
        then: &mut dyn Common,
    ) {
        for (owner, number) in numbers.iter().enumerate() {
            let later = match of {
                CounterOwner::Unit => later_index(&self.units, owner, units),
                CounterOwner::Place => later_index(&self.names.place, owner, places),
                CounterOwner::Side | CounterOwner::Game => Some(owner),
            };
            // What left the game has no numbers.
            if let Some(own) = later.and_then(|later| then.counter_numbers_mut(of, later)) {
                own.set(id, (*number != start).then_some(*number));
            }
        }
    }

    /// Notes the names that the rows use and that the later game, which has the names `left`, does not have. Returns what the rows that
    /// use them lose.
    fn keep_names(&self, rows: &mut RuleRows, left: &GoneNames) -> Vec<String> {
        let mut used = BTreeSet::new();
        each_text(rows, &mut |_, text| used.extend(words_of(text)));
        let gone = self.names.without(left, |name| used.contains(name));
        let is_gone = |word: &SmolStr| gone.names().any(|name| name == word);
        let mut lost: Vec<String> = Vec::new();
        if !gone.is_empty() {
            each_text(rows, &mut |name, text| {
                let words: BTreeSet<SmolStr> = words_of(text).filter(is_gone).collect();
                if !words.is_empty() {
                    let words = listed(words.iter().map(|word| format!("`{word}`")), "and");
                    let told = format!("The rule {name} names {words}, which left the game: it knows nothing of that.");
                    if !lost.contains(&told) {
                        lost.push(told);
                    }
                }
            });
        }
        rows.gone.add(gone);
        lost
    }

    /// Writes `turn` as a later turn; `None` if there is no room for it.
    fn shift_text(&self, text: &mut SmolStr) -> Option<()> {
        let all = tokens(text, &mut Vec::new());
        let mut later = String::with_capacity(text.len() + 16);
        let mut end = 0;
        for (index, token) in all.iter().enumerate() {
            if is_turn(text, &all, index) {
                later.push_str(text.get(end..token.span.start)?);
                later.push_str(&format!("(turn + {})", self.passed));
                end = token.span.end;
            }
            if token.kind == TokenKind::End {
                break;
            }
        }
        if end == 0 {
            return Some(());
        }
        later.push_str(text.get(end..)?);
        let later = canonical(&later).or_else(|| canonical_effect(&later))?;
        if later.chars().count() > MOST_LETTERS {
            return None;
        }
        *text = later.into();
        Some(())
    }
}

/// Calls `found` with each expression of `rows`, and with the name of its row.
fn each_text(rows: &mut RuleRows, found: &mut dyn FnMut(&SmolStr, &mut SmolStr)) {
    for row in &mut rows.define {
        found(&row.id, &mut row.is);
    }
    for row in &mut rows.modifier {
        row.when.iter_mut().for_each(|when| found(&row.name, when));
        for number in [&mut row.add, &mut row.at_least, &mut row.at_most].into_iter().flatten() {
            if let RuleNumber::Expression(number) = number {
                found(&row.name, number);
            }
        }
    }
    rows.forbid.iter_mut().for_each(|row| row.when.iter_mut().for_each(|when| found(&row.name, when)));
    rows.allow.iter_mut().for_each(|row| row.when.iter_mut().for_each(|when| found(&row.name, when)));
    for row in &mut rows.event {
        row.when.iter_mut().for_each(|when| found(&row.name, when));
        row.effects.iter_mut().for_each(|effect| found(&row.name, effect));
    }
    rows.skip.iter_mut().for_each(|row| row.when.iter_mut().for_each(|when| found(&row.name, when)));
    for row in &mut rows.score {
        row.when.iter_mut().for_each(|when| found(&row.name, when));
        if let RuleNumber::Expression(points) = &mut row.points {
            found(&row.name, points);
        }
    }
    rows.win.iter_mut().for_each(|row| row.when.iter_mut().for_each(|when| found(&row.name, when)));
    rows.table.iter_mut().for_each(|row| row.when.iter_mut().for_each(|when| found(&row.name, when)));
}

/// Returns the words of an expression that can be names.
fn words_of(text: &str) -> impl Iterator<Item = SmolStr> + '_ {
    let all = tokens(text, &mut Vec::new()).into_iter();
    all.filter(|token| token.kind == TokenKind::Word)
        .filter_map(move |token| text.get(token.span.range()).map(SmolStr::from))
}

/// Returns the ids of the units in the order in which counters have their numbers.
fn units_of(scenario: &dyn Common) -> Vec<SmolStr> {
    let rows = (0..scenario.unit_count()).filter_map(|unit| Some(SmolStr::from(scenario.unit(unit)?.id.as_str())));
    rows.chain(scenario.further_units().into_iter().map(|(id, _)| id.as_str().into())).collect()
}

/// Returns the index among `later` of the name with the index `at` among `names`.
fn later_index(names: &[SmolStr], at: usize, later: &[SmolStr]) -> Option<usize> {
    let name = names.get(at)?;
    later.iter().position(|other| other == name)
}

/// Returns `true` if the token is the number of the turn, and not the beginning of a longer word such as `turn.kind`.
fn is_turn(text: &str, all: &[Token], index: usize) -> bool {
    let kind = |index: Option<usize>| index.and_then(|index| all.get(index)).map(|token| token.kind);
    let word = all.get(index).filter(|token| token.kind == TokenKind::Word);
    word.is_some_and(|token| text.get(token.span.range()) == Some("turn"))
        && kind(index.checked_sub(1)) != Some(TokenKind::Dot)
        && kind(index.checked_add(1)) != Some(TokenKind::Dot)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rule::rows::{CounterRow, EventRow, ModifierRow, WinRow};
    use crate::rule::{RowKind, WinTime};
    use crate::{CounterId, Scenario, System, load, template};

    fn row<T: serde::de::DeserializeOwned>(text: &str) -> T {
        toml::from_str(text).unwrap()
    }

    fn rows() -> RuleRows {
        let counter: CounterRow = row("id = \"dust\"\nname = \"Dust\"\nof = \"game\"\nmost = 9");
        let fires: CounterRow = row("id = \"fires\"\nname = \"Fires\"\nof = \"unit\"\nmost = 9\nstart = 1");
        let event: EventRow =
            row("id = \"e\"\nname = \"E\"\non = \"turn-begins\"\nwhen = \"turn in 2..4 and turn.kind == dusk\"\n\
             do = [\"if turn >= 3: counter(dust) += turn\"]\nonce = true");
        let win: WinRow = row("id = \"w\"\nname = \"W\"\nside = \"german\"\nat = \"turn-end\"\nwhen = \"turn == 4\"");
        RuleRows { counter: vec![counter, fires], event: vec![event], win: vec![win], ..RuleRows::default() }
    }

    fn scenario() -> Scenario {
        load(template(System::MarsLaTour)).scenario.unwrap()
    }

    /// Returns the part of a position of the template.
    fn left(passed: u8, counters: Vec<Vec<i32>>, done: Vec<bool>) -> RulesLeft {
        RulesLeft::new(scenario().common(), passed, counters, done)
    }

    #[test]
    fn turns_count_on_counters_stand_and_what_happened_stays_so() {
        let (mut rows, mut then) = (rows(), scenario());
        let Scenario::MarsLaTour(own) = &mut then else { panic!("the template is of this system") };
        let units = own.unit.len();
        assert!(units >= 3, "{units}");
        // The first unit is eliminated, and the last one has the number of the row.
        own.unit.remove(0);
        let mut numbers: Vec<i32> = (4..).take(units).collect();
        numbers[units - 1] = 1;
        let lost = left(2, vec![vec![3], numbers], vec![true]).keep(&mut rows, &mut **own);
        assert_eq!(lost, [] as [&str; 0]);
        assert_eq!((rows.counter[0].start, rows.counter[1].start), (3, 1));
        assert_eq!(own.unit[0].counters.0.get(&CounterId::from("fires")), Some(&5));
        assert!(own.unit.last().unwrap().counters.is_empty());
        assert!(rows.event[0].done);
        assert_eq!(rows.event[0].when.as_deref(), Some("turn + 2 in 2..4 and turn.kind == dusk"));
        assert_eq!(rows.event[0].effects, ["if turn + 2 >= 3: counter(dust) += turn + 2"]);
        assert_eq!(rows.win[0].when.as_deref(), Some("turn + 2 == 4"));
        assert_eq!((rows.win[0].at, RowKind::Win.list()), (WinTime::TurnEnd, "win"));
    }

    #[test]
    fn sides_and_places_keep_their_numbers_on_a_map_and_on_a_table() {
        let counter = |of: &str| -> CounterRow { row(&format!("id = \"c\"\nname = \"C\"\nof = \"{of}\"\nmost = 9")) };
        let kept = |of: &str, then: &mut Scenario, numbers: Vec<i32>| {
            let mut rows = RuleRows { counter: vec![counter(of)], ..RuleRows::default() };
            let left = RulesLeft::new(then.common(), 0, vec![numbers], Vec::new());
            left.keep(&mut rows, then.common_mut())
        };
        let mut then = scenario();
        assert!(kept("side", &mut then, vec![0, 7]).is_empty());
        let places = then.common().place_ids().len();
        assert!(kept("place", &mut then, vec![2; places]).is_empty());
        let number = |of, index| then.common().counter_numbers(of, index)?.0.get(&CounterId::from("c")).copied();
        assert_eq!([0, 1].map(|side| number(CounterOwner::Side, side)), [None, Some(7)]);
        assert_eq!(number(CounterOwner::Place, 0), Some(2));
        let mut table = load(template(System::Outrance)).scenario.unwrap();
        let places = table.common().place_ids().len();
        assert!(places > 0 && kept("place", &mut table, vec![2; places]).is_empty());
        let last = table.common().counter_numbers(CounterOwner::Place, places - 1).unwrap();
        assert_eq!(last.0.get(&CounterId::from("c")), Some(&2));
        assert_eq!(table.common().counter_numbers(CounterOwner::Place, places), None);
    }

    #[test]
    fn names_that_left_the_game_stay_known() {
        let (mut rows, mut then) = (rows(), scenario());
        rows.gone.unit.push("long-gone".into());
        let modifier = |when: &str| -> ModifierRow {
            row(&format!("id = \"m\"\nname = \"M\"\nto = \"attack.defender\"\nadd = 1\nwhen = \"{when}\""))
        };
        let Scenario::MarsLaTour(own) = &mut then else { panic!("the template is of this system") };
        let id = own.unit[0].id.clone();
        own.unit[0].tags.push("guard".into());
        own.unit[1].tags.push("line".into());
        rows.modifier =
            vec![modifier(&format!("attacker == {id} or attacker has guard")), modifier("attacker has line")];
        let left = RulesLeft::new(&**own, 0, Vec::new(), vec![true]);
        own.unit.remove(0);
        let lost = left.keep(&mut rows, &mut **own);
        assert_eq!(
            lost,
            [format!("The rule M names `guard` and `{id}`, which left the game: it knows nothing of that.")]
        );
        assert_eq!(rows.gone.unit, ["long-gone", id.as_str()]);
        assert_eq!(rows.gone.tag, ["guard"]);
    }

    #[test]
    fn rows_of_turns_that_go_on_keep_their_texts() {
        let mut rows = rows();
        let lost = RulesLeft::default().keep(&mut rows, scenario().common_mut());
        assert_eq!(lost, ["The turn begins again, and what happens at its beginning: E."]);
        assert_eq!(rows, self::rows());
    }

    #[test]
    fn turns_begin_in_all_systems() {
        for system in System::ALL {
            let triggers = system.vocabulary().triggers;
            assert!(triggers.iter().any(|trigger| trigger.name == TURN_BEGINS), "{system:?}");
        }
    }

    #[test]
    fn a_text_without_room_is_told() {
        let mut rows = rows();
        let long = format!("turn == 1{}", " or turn == 2".repeat(30));
        rows.win[0].when = Some(long.as_str().into());
        let lost = left(9, Vec::new(), vec![true]).keep(&mut rows, scenario().common_mut());
        assert_eq!(lost, ["The rule W asks for the turn, and its expression has no room for another number."]);
        assert_eq!(rows.win[0].when.as_deref(), Some(long.as_str()));
    }
}
