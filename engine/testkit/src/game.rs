//! The game of a system in its tests: actions in the notation of replays, and the log lines of its events.

/// Declares the game of a system in its tests, with the log lines since the last read. It is a type of the system's crate, to
/// which the system adds its own methods, among them `action`, which reads an action from its notation. A system whose decisions
/// are a stack of tasks says so: `test_game!(Table of Matz with tasks);`.
#[macro_export]
macro_rules! test_game {
    ($table:ident of $game:ident with tasks) => {
        $crate::test_game!($table of $game);

        const _: () = {
            use $crate::TaskStack as _;

        impl $table {
            /// Runs `what`, and proceeds until a side must choose or chance is needed.
            pub(crate) fn run(&mut self, what: impl FnOnce(&mut $game, &mut Vec<<$game as $crate::Game>::Event>)) -> &mut Self {
                self.log_events(|game, log| {
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
            log: Vec<String>,
        }

        const _: () = {
            use $crate::{Appraise as _, Game as _, Show as _};

        #[allow(dead_code, reason = "each system needs most of these, none all of them")]
        impl $table {
            /// Starts with `game` and an empty log.
            pub(crate) fn of(game: $game) -> Self {
                Self { game, log: Vec::new() }
            }

            /// Runs `what` on the game and logs its events.
            pub(crate) fn log_events(&mut self, what: impl FnOnce(&mut $game, &mut Vec<<$game as $crate::Game>::Event>)) -> &mut Self {
                let mut events = Vec::new();
                what(&mut self.game, &mut events);
                for event in events {
                    let line = self.game.log_line(&event);
                    self.log.push(format!("{} [{}]", line.text, line.rule.number));
                }
                self
            }

            /// Returns the choice that looks best to whoever must choose.
            pub(crate) fn best_choice(&self) -> String {
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
                    self.log_events(|game, log| game.apply(&action, log));
                }
                self
            }

            /// Rolls these dice; the attacker's come first.
            #[track_caller]
            pub(crate) fn rolls(&mut self, dice: &[u16]) -> &mut Self {
                match self.game.turn() {
                    $crate::Turn::Chance(chance) if chance.allows(dice) => {}
                    turn => panic!("{dice:?} are not the dice for {turn:?}; {}", self.prompt()),
                }
                self.log_events(|game, log| game.resolve(dice, log))
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
                    panic!("`{action}` is refused: {illegal}; {} Legal: {:?}", self.prompt(), self.choices(""));
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
            pub(crate) fn prompt(&self) -> String {
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
            pub(crate) fn logs(&self, line: &str) {
                assert!(self.log.iter().any(|logged| logged == line), "`{line}` is not among {:#?}", self.log);
            }

            /// Asserts that a log line contains all of some texts.
            #[track_caller]
            pub(crate) fn logs_all(&self, texts: &[&str]) {
                let has_all = |line: &String| texts.iter().all(|text| line.contains(text));
                assert!(self.log.iter().any(has_all), "no line has {texts:?}: {:#?}", self.log);
            }

            /// Asserts that no log line contains `words`.
            #[track_caller]
            pub(crate) fn logs_nothing_with(&self, words: &str) {
                assert!(!self.log.iter().any(|line| line.contains(words)), "`{words}` is among {:#?}", self.log);
            }

            /// Returns the log lines since the last call, without the rules' numbers.
            pub(crate) fn take_log(&mut self) -> Vec<String> {
                let text = |line: String| line.rsplit_once(" [").map_or(line.clone(), |(text, _)| text.to_owned());
                std::mem::take(&mut self.log).into_iter().map(text).collect()
            }
        }
        };
    };
}

/// Declares methods of a test's game that find what is on the board by its id:
/// `find_on_board!(Table: unit in units as UnitIx);`.
#[macro_export]
macro_rules! find_on_board {
    ($table:ident: $($find:ident in $list:ident as $index:ident),+) => {
        impl $table {
            $(
                #[doc = concat!("Returns the ", stringify!($find), " with this id.")]
                pub(crate) fn $find(&self, id: &str) -> $index {
                    let ids = self.game.board.$list.iter().map(|facts| facts.id.as_str());
                    $index($crate::number_of(stringify!($find), id, ids))
                }
            )+
        }
    };
}
