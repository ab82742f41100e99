//! Test helpers for any system: positions in a short notation, actions in the notation of replays, and the events of
//! the game.

#![allow(clippy::expect_used, clippy::panic, clippy::unwrap_used, reason = "a helper of tests may panic")]

use std::str::FromStr;

use battlewright_schema::{
    Common, Entry, HexId, HexRows, Hexside, HexsideKind, Letter, Map, Numbering, Order, Orientation, Parity, Place,
    Road,
};
use proptest::prelude::ProptestConfig;
use serde::Serialize;
use serde::de::DeserializeOwned;

pub use battlewright_core::game::{Game, Outcome, Side, Turn};
use battlewright_core::kit::hex_map::{HexIx, HexMap};
pub use battlewright_core::kit::tasks::Tasks;
pub use battlewright_core::players::Appraise;
pub use battlewright_core::show::Show;

/// Reads a line of a position that sets terrain or other ground, which every system has. `letters` maps the system's terrain
/// words to letters. Returns `false` for any other line.
///
/// ```text
/// map 9x7                          columns x rows, all open; at level 1, in systems with levels
/// woods 0404 0504                  a word for terrain
/// only 0104 0204 0304              no hex but these
/// level 3 0404 0505
/// road 0101 0201 0301              joins the hexes it names
/// stream 0404/0405                 or river, bridge, slope, wall
/// place flavigny 0302 held french
/// entry B french 0901
/// ```
pub fn reads_ground(common: &mut dyn Common, letters: &[(&str, char)], line: &str, words: &[&str]) -> bool {
    match words {
        ["map", size] if size.contains('x') => {
            let (columns, rows) = size.split_once('x').expect(line);
            let (columns, rows) = (columns.parse().expect(line), rows.parse().expect(line));
            common.set_size(columns, rows);
            let all = |letter| HexRows(vec![vec![letter; usize::from(columns)]; usize::from(rows)]);
            *common.hexes_mut() = all('.');
            *common.levels_mut() = common.steep().map(|_| all('1'));
        }
        ["only", hexes @ ..] => {
            common.hexes_mut().0.iter_mut().flatten().for_each(|letter| *letter = '_');
            paint(common, '.', hexes);
        }
        ["level", level, hexes @ ..] => {
            for (column, row) in places(common, hexes) {
                let levels = common.levels_mut().as_mut().expect(line);
                levels.set(column, row, level.parse().expect(line)).expect("the hex is on the map");
            }
        }
        ["road", path @ ..] => common.roads_mut().push(Road { path: hex_ids(path), ..Road::default() }),
        [kind @ ("stream" | "river" | "bridge" | "slope" | "wall"), between @ ..] => {
            let kind = match *kind {
                "stream" => HexsideKind::Stream,
                "river" => HexsideKind::River,
                "bridge" => HexsideKind::Bridge,
                "slope" => HexsideKind::Slope,
                _ => HexsideKind::Wall,
            };
            let between = between.iter().map(|side| (*side).into()).collect();
            common.hexsides_mut().push(Hexside { kind, name: None, between, source: None });
        }
        ["place", id, hexes @ .., "held", side] => common.places_mut().push(place(id, hexes, Some(side))),
        ["place", id, hexes @ ..] => common.places_mut().push(place(id, hexes, None)),
        ["entry", id, side, hexes @ ..] => common.entries_mut().push(entry(id, side, hexes)),
        [word, hexes @ ..] => match letters.iter().find(|(known, _)| known == word) {
            Some((_, letter)) => paint(common, *letter, hexes),
            None => return false,
        },
        [] => return false,
    }
    true
}

/// A map without hexes, flat-topped and with its odd columns half a hex lower, with these kinds of terrain. Its first hex
/// is called 0001.
pub fn blank_map<T>(terrain: impl IntoIterator<Item = (char, T)>) -> Map<T> {
    Map {
        orientation: Orientation::Flat,
        lower_columns: Some(Parity::Odd),
        right_rows: None,
        columns: 0,
        rows: 0,
        numbering: Numbering::straight("0001", Order::ColumnRow),
        hex_metres: None,
        hexes: HexRows::default(),
        levels: None,
        scan: None,
        terrain: terrain.into_iter().map(|(letter, terrain)| (Letter(letter), terrain)).collect(),
    }
}

/// The words of a line of a position, read one after the other.
pub struct Words<'a> {
    line: &'a str,
    words: &'a [&'a str],
}

impl<'a> Words<'a> {
    /// These `words` of `line`.
    pub fn new(line: &'a str, words: &'a [&'a str]) -> Self {
        Self { line, words }
    }

    /// The next word; `None` at the end of the line.
    pub fn read(&mut self) -> Option<&'a str> {
        let (first, rest) = self.words.split_first()?;
        self.words = rest;
        Some(*first)
    }

    /// The next word, which must be there.
    pub fn word(&mut self) -> &'a str {
        self.read().unwrap_or_else(|| panic!("a word is missing in `{}`", self.line))
    }

    /// The next word as a number.
    pub fn number<N: FromStr>(&mut self) -> N {
        let word = self.word();
        word.parse().unwrap_or_else(|_| panic!("`{word}` is no number in `{}`", self.line))
    }

    /// The next two words as numbers, such as `2 3`.
    pub fn two<N: FromStr>(&mut self) -> [N; 2] {
        [self.number(), self.number()]
    }

    /// The two numbers of the next word, such as `5/3`.
    pub fn pair<N: FromStr>(&mut self) -> [N; 2] {
        let word = self.word();
        let pair = word.split_once('/').and_then(|(front, back)| Some([front.parse().ok()?, back.parse().ok()?]));
        pair.unwrap_or_else(|| panic!("`{word}` is no pair of numbers in `{}`", self.line))
    }

    /// Returns `true` and goes on if the next word is `word`.
    pub fn reads(&mut self, word: &str) -> bool {
        let is_next = self.words.first() == Some(&word);
        if is_next {
            self.read();
        }
        is_next
    }
}

/// Returns the value with this name in the file, such as an event.
pub fn named<T: DeserializeOwned>(name: &str) -> T {
    serde_json::from_value(serde_json::Value::from(name)).unwrap_or_else(|_| panic!("a file does not say `{name}`"))
}

/// Returns the name of `value` in the file.
pub fn name_of<T: Serialize>(value: T) -> String {
    serde_json::to_value(value).ok().and_then(|name| name.as_str().map(str::to_owned)).expect("it has a name")
}

/// Returns the number of the `what` with this id among those with these `ids`.
pub fn number_of<'a>(what: &str, id: &str, mut ids: impl Iterator<Item = &'a str>) -> u16 {
    let number = ids.position(|other| other == id).unwrap_or_else(|| panic!("there is no {what} `{id}`"));
    u16::try_from(number).expect("there are few of them")
}

/// Returns the hex of `map` with this name.
pub fn hex_called(map: &HexMap, name: &str) -> HexIx {
    map.find(&name.into()).unwrap_or_else(|| panic!("there is no hex `{name}`"))
}

/// Returns the column and row of each of `hexes`, counted from 0.
pub fn places(common: &dyn Common, hexes: &[&str]) -> Vec<(usize, usize)> {
    let grid = common.grid().expect("hexes have names");
    let cells = hexes.iter().map(|hex| grid.cell(&HexId::from(*hex)).unwrap_or_else(|| panic!("{hex} is on the map")));
    cells.map(|cell| (cell.column.into(), cell.row.into())).collect()
}

fn paint(common: &mut dyn Common, letter: char, hexes: &[&str]) {
    for (column, row) in places(common, hexes) {
        common.hexes_mut().set(column, row, letter).expect("the hex is on the map");
    }
}

/// Converts the printed names of hexes to ids.
pub fn hex_ids(names: &[&str]) -> Vec<HexId> {
    names.iter().map(|name| HexId::from(*name)).collect()
}

/// Creates a place whose name is its id.
pub fn place(id: &str, hexes: &[&str], holder: Option<&str>) -> Place {
    Place { id: id.into(), name: id.into(), hexes: hex_ids(hexes), holder: holder.map(Into::into), source: None }
}

/// An entry of `side`.
pub fn entry(id: &str, side: &str, hexes: &[&str]) -> Entry {
    Entry { id: id.into(), side: side.into(), hexes: hex_ids(hexes), name: None, source: None }
}

/// Returns the settings of property tests: other cases in each run, and no files of failed ones.
pub fn random_cases() -> ProptestConfig {
    ProptestConfig { failure_persistence: None, ..ProptestConfig::default() }
}

/// Declares the game of a system in its tests, with the log lines since the last read. It is a type of the system's crate, to
/// which the system adds its own methods, among them `spelled`, which reads an action from its notation. A system whose decisions
/// are a stack of tasks says so: `test_game!(Table of Matz with tasks);`.
#[macro_export]
macro_rules! test_game {
    ($table:ident of $game:ident with tasks) => {
        $crate::test_game!($table of $game);

        const _: () = {
            use $crate::Tasks as _;

        impl $table {
            /// Runs `what`, and proceeds until a side must choose or chance is needed.
            pub(crate) fn run(&mut self, what: impl FnOnce(&mut $game, &mut Vec<<$game as $crate::Game>::Event>)) -> &mut Self {
                self.let_happen(|game, log| {
                    what(game, log);
                    game.run(log);
                })
            }
        }
        };
    };
    ($table:ident of $game:ident) => {
        /// A game in a test, with the log lines since the last read.
        pub(crate) struct $table {
            /// The game.
            pub(crate) game: $game,
            told: Vec<String>,
        }

        const _: () = {
            use $crate::{Appraise as _, Game as _, Show as _};

        #[allow(dead_code, reason = "each system needs most of these, none all of them")]
        impl $table {
            /// Starts with `game` and an empty log.
            pub(crate) fn of(game: $game) -> Self {
                Self { game, told: Vec::new() }
            }

            /// Runs `what` on the game and logs its events.
            pub(crate) fn let_happen(&mut self, what: impl FnOnce(&mut $game, &mut Vec<<$game as $crate::Game>::Event>)) -> &mut Self {
                let mut events = Vec::new();
                what(&mut self.game, &mut events);
                for event in events {
                    let line = self.game.tell(&event);
                    self.told.push(format!("{} [{}]", line.text, line.rule.number));
                }
                self
            }

            /// Reads the action with the notation `text`, legal or not.
            pub(crate) fn action(&self, text: &str) -> <$game as $crate::Game>::Action {
                self.spelled(text)
            }

            /// The choice that looks best to whoever must choose.
            pub(crate) fn likes(&self) -> String {
                let mut legal = Vec::new();
                self.game.actions(&mut legal);
                let best = legal.into_iter().max_by_key(|action| self.game.appraise(action));
                self.game.label(&best.expect("somebody must choose")).notation
            }

            /// Plays these actions in order, such as `"move g1, step 0304, stop"`.
            #[track_caller]
            pub(crate) fn does(&mut self, actions: &str) -> &mut Self {
                for text in actions.split(',').map(str::trim) {
                    self.allows(text);
                    let action = self.action(text);
                    assert_eq!(self.game.label(&action).notation, text, "a legal action reads as it is written");
                    self.let_happen(|game, log| game.apply(&action, log));
                }
                self
            }

            /// Rolls these dice; the attacker's come first.
            #[track_caller]
            pub(crate) fn rolls(&mut self, dice: &[u16]) -> &mut Self {
                match self.game.turn() {
                    $crate::Turn::Chance(chance) if chance.allows(dice) => {}
                    turn => panic!("{dice:?} are not the dice for {turn:?}; {}", self.asks()),
                }
                self.let_happen(|game, log| game.resolve(dice, log))
            }

            /// Asserts that `action` is refused by rule number `rule`.
            #[track_caller]
            pub(crate) fn refuses(&self, action: &str, rule: &str) {
                match self.game.check(&self.action(action)) {
                    Ok(()) => panic!("`{action}` is allowed, though {rule} should forbid it"),
                    Err(illegal) => assert_eq!(illegal.rule.number, rule, "`{action}` is refused: {illegal}"),
                }
            }

            /// Asserts that `action` is legal.
            #[track_caller]
            pub(crate) fn allows(&self, action: &str) {
                if let Err(illegal) = self.game.check(&self.action(action)) {
                    panic!("`{action}` is refused: {illegal}; {} Legal: {:?}", self.asks(), self.choices(""));
                }
            }

            /// Returns the legal actions that begin with `verb`, without the verb: `choices("step")` are hexes. For `""`, all actions
            /// unchanged.
            pub(crate) fn choices(&self, verb: &str) -> Vec<String> {
                let mut actions = Vec::new();
                self.game.actions(&mut actions);
                let mut found: Vec<String> = actions
                    .iter()
                    .map(|action| self.game.label(action).notation)
                    .filter_map(|notation| match verb {
                        "" => Some(notation),
                        _ => notation.strip_prefix(verb)?.strip_prefix(' ').map(str::to_owned),
                    })
                    .collect();
                found.sort_unstable();
                found
            }

            /// Returns the current prompt, which names the side that must answer it.
            pub(crate) fn asks(&self) -> String {
                self.game.status().prompt
            }

            /// Returns the side that must choose.
            #[track_caller]
            pub(crate) fn chooser(&self) -> $crate::Side {
                match self.game.turn() {
                    $crate::Turn::Choose(side) => side,
                    turn => panic!("nobody chooses: {turn:?}"),
                }
            }

            /// Returns the outcome of the game, which must be over.
            #[track_caller]
            pub(crate) fn outcome(&self) -> $crate::Outcome {
                match self.game.turn() {
                    $crate::Turn::Over(outcome) => outcome,
                    turn => panic!("the game is not over: {turn:?}"),
                }
            }

            /// Asserts that `line` is in the log, with the rule's number, such as `"g1 advances to 0304 [4.0 3.4]"`.
            #[track_caller]
            pub(crate) fn has_told(&self, line: &str) {
                assert!(self.told.iter().any(|told| told == line), "`{line}` is not among {:#?}", self.told);
            }

            /// Asserts that a log line contains all of some texts.
            #[track_caller]
            pub(crate) fn logs_all(&self, texts: &[&str]) {
                let has_all = |told: &String| texts.iter().all(|text| told.contains(text));
                assert!(self.told.iter().any(has_all), "no line has {texts:?}: {:#?}", self.told);
            }

            /// Asserts that no log line contains `words`.
            #[track_caller]
            pub(crate) fn has_not_told(&self, words: &str) {
                assert!(!self.told.iter().any(|told| told.contains(words)), "`{words}` is among {:#?}", self.told);
            }

            /// Returns the log lines since the last call, without the rules' numbers.
            pub(crate) fn hears(&mut self) -> Vec<String> {
                let tale = |told: &String| told.rsplit_once(" [").map_or(told.clone(), |(text, _)| text.to_owned());
                let heard = self.told.iter().map(tale).collect();
                self.told.clear();
                heard
            }
        }
        };
    };
}
