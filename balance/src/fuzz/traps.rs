//! A test game of seven hexes with built-in faults for fuzzing to find.

use battlewright_engine::chronicle::{Chronicle, CombatUnit, Harm, Note, Source};
use battlewright_engine::game::{Game, Illegal, Level, Log, Outcome, Rule, Side, Turn, Viewer};
use battlewright_engine::players::Appraise;
use battlewright_engine::show::{Click, Label, Line, Mark, Odds, Piece, Place, Show, Status, Track};
use battlewright_schema::Cell;

const WALKING: Rule = Rule { number: "1", title: "Walking" };
const ARRIVING: Rule = Rule { number: "2", title: "Arriving" };
const SITTING: Rule = Rule { number: "3", title: "Sitting" };

/// The fault in hex 4.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Trap {
    None,
    /// Entering the hex panics.
    Panics,
    /// The hex has no exit; it takes two double steps to reach.
    DeadEnd,
    /// Steps out of the hex are offered and then refused.
    Refuses,
    /// Every step leads back to the same hex.
    Circles,
    /// The walk never ends.
    Endless,
}

/// A game with a walking first side and an idle second side.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Walk {
    trap: Trap,
    at: u16,
}

impl Walk {
    pub(super) fn new(trap: Trap) -> Self {
        Self { trap, at: 0 }
    }
}

impl Game for Walk {
    type Action = u16;
    type Event = u16;
    type State = u16;

    fn turn(&self) -> Turn {
        if self.at < 6 || self.trap == Trap::Endless {
            return Turn::Choose(Side::First);
        }
        Turn::Over(Outcome { winner: Some(Side::First), level: Level::Victory, points: [1, 0] })
    }

    fn actions(&self, into: &mut Vec<u16>) {
        into.clear();
        if (self.at < 6 || self.trap == Trap::Endless) && !(self.trap == Trap::DeadEnd && self.at == 4) {
            into.extend([1, 2]);
        }
    }

    fn check(&self, _: &u16) -> Result<(), Illegal> {
        if self.trap == Trap::Refuses && self.at == 4 { Err(Illegal::new(WALKING, "there is no way")) } else { Ok(()) }
    }

    fn apply(&mut self, steps: &u16, log: &mut impl Log<u16>) {
        match self.trap {
            Trap::Circles => {}
            Trap::Endless => self.at += steps,
            _ => self.at = (self.at + steps).min(6),
        }
        assert!(!(self.trap == Trap::Panics && self.at >= 5), "the bridge is out");
        log.push(self.at);
    }

    fn resolve(&mut self, _: &[u16], _: &mut impl Log<u16>) {}

    fn seen_by(&self, _: impl Into<Viewer>) -> Self {
        self.clone()
    }

    fn state(&self) -> u16 {
        self.at
    }

    fn with_state(&self, at: u16) -> Self {
        Self { at, ..self.clone() }
    }
}

impl Appraise for Walk {
    type Scratch = ();
    type Weights = ();

    fn appraise(&self, steps: &u16) -> i32 {
        (*steps).into()
    }

    fn value(&self, _: Side) -> i32 {
        0
    }
}

impl Chronicle for Walk {
    const HARMS: &'static [Harm] = &[];

    const RESOURCES: &'static [&'static str] = &[];

    fn roster(&self) -> Vec<CombatUnit> {
        let unit = |id: &str, side, due| CombatUnit { id: id.to_owned(), name: id.to_owned(), side, due };
        vec![unit("walker", Side::First, None), unit("sitter", Side::Second, Some(2))]
    }

    fn cells(&self) -> Vec<Cell> {
        (0..7).map(|column| Cell { column, row: 0 }).collect()
    }

    fn grounds(&self) -> Vec<Place> {
        Vec::new()
    }

    fn holders(&self) -> &[Option<Side>] {
        &[]
    }

    fn turn_now(&self) -> u8 {
        1
    }

    fn sources(&self) -> Vec<Source> {
        Vec::new()
    }

    fn note(&self, at: &u16, to: &mut dyn FnMut(Note)) {
        // Hexes passed on the way count as entered.
        for column in at.saturating_sub(1).max(1)..=*at {
            to(Note::In(0, Place::Hex(Cell { column, row: 0 })));
        }
    }

    fn rule_of(at: &u16) -> Rule {
        if *at == 6 { ARRIVING } else { WALKING }
    }

    fn citable_rules() -> Vec<Rule> {
        vec![WALKING, ARRIVING, SITTING]
    }
}

impl Show for Walk {
    fn sides(&self) -> [String; 2] {
        ["Walkers", "Sitters"].map(str::to_owned)
    }

    fn status(&self) -> Status {
        let (phase, prompt) = ("Walk".to_owned(), "One step or two?".to_owned());
        Status { turn: 1, turns: 1, clock: None, phase, prompt, rule: WALKING, movement: None }
    }

    fn pieces(&self) -> Vec<Piece> {
        Vec::new()
    }

    fn tracks(&self) -> Vec<Track> {
        Vec::new()
    }

    fn marks(&self) -> Vec<Mark> {
        Vec::new()
    }

    fn label(&self, steps: &u16) -> Label {
        Label { text: steps.to_string(), notation: format!("walk {steps}"), piece: None, place: None }
    }

    fn meaning(&self, _: Click) -> Option<u16> {
        None
    }

    fn route(&self, _: Cell) -> Vec<u16> {
        Vec::new()
    }

    fn reach(&self) -> Vec<Cell> {
        Vec::new()
    }

    fn odds(&self, _: &u16) -> Option<Odds> {
        None
    }

    fn log_line(&self, at: &u16) -> Line {
        Line { text: at.to_string(), rule: WALKING, place: None, heading: false, step: None }
    }
}
