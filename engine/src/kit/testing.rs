//! Play in tests of any system: a game on the table, what is done with it in the notation of replays,
//! and what it tells.

use crate::game::{Outcome, Side, Turn};
use crate::show::Show;

/// A system whose actions can be written in tests.
pub(crate) trait Spelled: Show + Sized {
    /// The action that `text` means in the notation of replays, legal or not.
    fn spelled(table: &Table<Self>, text: &str) -> Self::Action;
}

/// A game on the table, and what has been told of it. What a system adds, its own tests add.
pub(crate) struct Table<G> {
    pub(crate) game: G,
    told: Vec<String>,
}

impl<G: Spelled> Table<G> {
    /// This game, of which nothing has been told.
    pub(crate) fn of(game: G) -> Self {
        Self { game, told: Vec::new() }
    }

    /// Lets `what` happen, and hears what is told of it.
    pub(crate) fn let_happen(&mut self, what: impl FnOnce(&mut G, &mut Vec<G::Event>)) -> &mut Self {
        let mut events = Vec::new();
        what(&mut self.game, &mut events);
        for event in events {
            let line = self.game.tell(&event);
            self.told.push(format!("{} [{}]", line.text, line.rule.number));
        }
        self
    }

    /// The action that `text` means, legal or not.
    pub(crate) fn action(&self, text: &str) -> G::Action {
        G::spelled(self, text)
    }

    /// Does these things one after the other, such as `"move g1, step 0304, stop"`.
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

    /// Rolls these dice; the attacker's comes first.
    #[track_caller]
    pub(crate) fn rolls(&mut self, dice: &[u16]) -> &mut Self {
        match self.game.turn() {
            Turn::Chance(chance) if chance.allows(dice) => {}
            turn => panic!("{dice:?} are not the dice for {turn:?}; {}", self.asks()),
        }
        self.let_happen(|game, log| game.resolve(dice, log))
    }

    /// Asserts that this is refused, and by which rule.
    #[track_caller]
    pub(crate) fn refuses(&self, action: &str, rule: &str) {
        match self.game.check(&self.action(action)) {
            Ok(()) => panic!("`{action}` is allowed, though {rule} should forbid it"),
            Err(illegal) => assert_eq!(illegal.rule.number, rule, "`{action}` is refused: {illegal}"),
        }
    }

    /// Asserts that this is allowed.
    #[track_caller]
    pub(crate) fn allows(&self, action: &str) {
        if let Err(illegal) = self.game.check(&self.action(action)) {
            panic!("`{action}` is refused: {illegal}; {} Legal: {:?}", self.asks(), self.choices(""));
        }
    }

    /// The legal actions that begin with `verb`, without it: `choices("step")` are hexes. All of
    /// them as they are for `""`.
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

    /// What is asked now, of whom.
    pub(crate) fn asks(&self) -> String {
        self.game.status().prompt
    }

    /// The side that must choose.
    #[track_caller]
    pub(crate) fn chooser(&self) -> Side {
        match self.game.turn() {
            Turn::Choose(side) => side,
            turn => panic!("nobody chooses: {turn:?}"),
        }
    }

    /// The outcome of the game.
    #[track_caller]
    pub(crate) fn outcome(&self) -> Outcome {
        match self.game.turn() {
            Turn::Over(outcome) => outcome,
            turn => panic!("the game is not over: {turn:?}"),
        }
    }

    /// Asserts that this has been told, with the rule's number, such as `"g1 advances to 0304 [4.0 3.4]"`.
    #[track_caller]
    pub(crate) fn has_told(&self, line: &str) {
        assert!(self.told.iter().any(|told| told == line), "`{line}` is not among {:#?}", self.told);
    }

    /// Asserts that nothing with these words has been told.
    #[track_caller]
    pub(crate) fn has_not_told(&self, words: &str) {
        assert!(!self.told.iter().any(|told| told.contains(words)), "`{words}` is among {:#?}", self.told);
    }

    /// What has been told since this was asked last, without the rules' numbers.
    pub(crate) fn hears(&mut self) -> Vec<String> {
        let tale = |told: &String| told.rsplit_once(" [").map_or(told.clone(), |(text, _)| text.to_owned());
        let heard = self.told.iter().map(tale).collect();
        self.told.clear();
        heard
    }
}
