//! A race to a goal, to test what is common to all games: choices, dice, and a sealed bet.

use serde::{Deserialize, Serialize};

use crate::game::{Chance, Game, Illegal, Level, Log, Outcome, Rule, Side, Turn};
use crate::play::Dice;
use crate::players::{Appraise, WON};
use crate::show::{Click, Label, Line, Mark, Odds, Piece, Show, Status, Track};

const WALKING: Rule = Rule { number: "1", title: "Walking" };
const RUNNING: Rule = Rule { number: "2", title: "Running" };
const OVER: Rule = Rule { number: "3", title: "End of the race" };

/// Two runners on a track of `goal` steps.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Race {
    goal: u16,
    state: RaceState,
}

/// The place of the runners.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RaceState {
    places: [u16; 2],
    side: Side,
    running: bool,
    /// The way in which each side last went: known to nobody else.
    secrets: [u16; 2],
}

/// What a runner may do.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub(crate) enum Act {
    /// Go one or two steps.
    Walk(u16),
    /// Go as many steps as a die shows.
    Run,
}

/// A runner went so far.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(crate) struct Went {
    side: Side,
    steps: u16,
}

impl Race {
    pub(crate) fn new(goal: u16) -> Self {
        let state = RaceState { places: [0; 2], side: Side::First, running: false, secrets: [0; 2] };
        Self { goal, state }
    }

    pub(crate) fn places(&self) -> [u16; 2] {
        self.state.places
    }

    pub(crate) fn secrets(&self) -> [u16; 2] {
        self.state.secrets
    }

    fn go(&mut self, steps: u16, log: &mut impl Log<Went>) {
        let side = self.state.side;
        self.state.places[side.index()] += steps;
        self.state.secrets[side.index()] = steps;
        self.state.running = false;
        self.state.side = side.other();
        log.push(Went { side, steps });
    }
}

impl Game for Race {
    type Action = Act;
    type Event = Went;
    type State = RaceState;

    fn turn(&self) -> Turn {
        let points = self.state.places.map(i32::from);
        match Side::BOTH.into_iter().find(|side| self.state.places[side.index()] >= self.goal) {
            Some(side) => Turn::Over(Outcome { winner: Some(side), level: Level::Victory, points }),
            None if self.state.running => Turn::Chance(Chance::Dice { count: 1, sides: 6 }),
            None => Turn::Choose(self.state.side),
        }
    }

    fn actions(&self, into: &mut Vec<Act>) {
        into.clear();
        into.extend([Act::Walk(1), Act::Walk(2), Act::Run].into_iter().filter(|act| self.check(act).is_ok()));
    }

    fn check(&self, action: &Act) -> Result<(), Illegal> {
        if !matches!(self.turn(), Turn::Choose(_)) {
            return Err(Illegal::new(OVER, "nobody may choose now"));
        }
        match action {
            Act::Walk(steps) if !(1..=2).contains(steps) => Err(Illegal::new(WALKING, format!("nobody walks {steps}"))),
            Act::Walk(_) | Act::Run => Ok(()),
        }
    }

    fn apply(&mut self, action: &Act, log: &mut impl Log<Went>) {
        if self.check(action).is_err() {
            return;
        }
        match *action {
            Act::Walk(steps) => self.go(steps, log),
            Act::Run => self.state.running = true,
        }
    }

    fn resolve(&mut self, picks: &[u16], log: &mut impl Log<Went>) {
        if let (Turn::Chance(chance), [steps]) = (self.turn(), picks)
            && chance.allows(picks)
        {
            self.go(*steps, log);
        }
    }

    fn seen_by(&self, side: Side) -> Self {
        let mut seen = self.clone();
        seen.state.secrets[side.other().index()] = 0;
        seen
    }

    fn state(&self) -> RaceState {
        self.state.clone()
    }

    fn with_state(&self, state: RaceState) -> Self {
        Self { goal: self.goal, state }
    }
}

impl Show for Race {
    fn sides(&self) -> [String; 2] {
        ["Reds".to_owned(), "Blues".to_owned()]
    }

    fn status(&self) -> Status {
        let prompt = "Walk or run".to_owned();
        Status { turn: 1, turns: 1, clock: None, phase: "Race".to_owned(), prompt, rule: RUNNING, movement: None }
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

    fn label(&self, action: &Act) -> Label {
        let notation = match action {
            Act::Walk(steps) => format!("walk {steps}"),
            Act::Run => "run".to_owned(),
        };
        Label { text: notation.clone(), notation, piece: None, cell: None }
    }

    fn meaning(&self, _: Click) -> Option<Act> {
        None
    }

    fn route(&self, _: battlewright_schema::Cell) -> Vec<Act> {
        Vec::new()
    }

    fn reach(&self) -> Vec<battlewright_schema::Cell> {
        Vec::new()
    }

    fn odds(&self, _: &Act) -> Option<Odds> {
        None
    }

    fn tell(&self, event: &Went) -> Line {
        let name = &self.sides()[event.side.index()];
        let text = format!("{name} go {} to {}", event.steps, self.state.places[event.side.index()]);
        Line { text, rule: RUNNING, cell: None, heading: false, step: None }
    }
}

impl Appraise for Race {
    type Sheet = ();

    fn appraise(&self, action: &Act) -> i32 {
        match action {
            Act::Walk(_) => 0,
            Act::Run => 1,
        }
    }

    fn value(&self, side: Side) -> i32 {
        let [ours, theirs] = [side, side.other()].map(|side| i32::from(self.state.places[side.index()]));
        match self.turn() {
            Turn::Over(outcome) if outcome.winner == Some(side) => WON,
            Turn::Over(_) => -WON,
            // Who is to go is half a run ahead.
            _ => 100 * (ours - theirs) + if self.state.side == side { 175 } else { -175 },
        }
    }

    /// The enemy's last step is not known; that it was one is enough here.
    fn imagine(&self, side: Side, dice: &mut Dice) -> Option<Self> {
        let mut whole = self.clone();
        whole.state.secrets[side.other().index()] = dice.roll(Chance::Dice { count: 1, sides: 2 })[0];
        Some(whole)
    }
}
