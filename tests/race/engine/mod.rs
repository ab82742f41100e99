//! The rules of the race: a complete system in a few pages, with choices, dice, and a secret. Each side has one runner, who
//! walks as many steps as it likes within its pace or runs as many as a die shows.

mod chronicle;
mod command;
mod freeze;
mod setup;
mod show;

use std::sync::Arc;

use battlewright_schema::{Cell, Inches};
use serde::{Deserialize, Serialize};

use crate::game::{Chance, Game, Illegal, Level, Log, Outcome, Rule, Side, Turn, Viewer};
use crate::play::Dice;
use crate::players::plan::ScenarioAdvice;
use crate::players::{Appraise, WON};
use crate::show::Place;

pub use show::markers;

/// The paragraphs of the rules.
pub mod rulebook {
    crate::rulebook! {
        WALKING = "1" "Walking";
        RUNNING = "2" "Running";
        END = "3" "End of the race";
        SETUP = "4" "Setup";
    }
}

use rulebook as rule;

/// The rule of the lines of sight; this system has none.
pub const SIGHT: Option<Rule> = None;

/// A game of the race.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Race {
    board: Arc<Board>,
    state: State,
    /// The runners that stand at the goal.
    arrived: [Option<Side>; 2],
}

/// All that stays the same throughout a game.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Board {
    runners: [Runner; 2],
    ground: Ground,
    /// The number of steps to the goal.
    goal: u16,
    /// The number of turns.
    turns: u16,
    /// The faces of the die of a run.
    die: u8,
    advice: ScenarioAdvice,
}

/// A runner and its side.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Runner {
    id: String,
    name: String,
    side: String,
    pace: u16,
    start: u16,
}

/// The ground that is run on.
#[derive(Clone, Debug, PartialEq, Eq)]
enum Ground {
    /// The hexes of the map, and those of each side's track.
    Hexes { all: Vec<Cell>, tracks: [Vec<Cell>; 2] },
    /// A table; the distance of each side's track from the upper edge, in inches.
    Table { tracks: [u16; 2] },
}

/// All that changes in the course of a game.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct State {
    turn: u16,
    places: [u16; 2],
    side: Side,
    running: bool,
    tired: [bool; 2],
    /// The number of steps that each side went last: known to nobody else.
    secrets: [u16; 2],
}

/// A choice of a runner.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Action {
    /// Go so many steps.
    Walk(u16),
    /// Go as many steps as a die shows.
    Run,
}

/// Something that happened.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn begins.
    Turn(u16),
    /// A runner went so many steps.
    Went {
        /// Whose it is.
        side: Side,
        /// The number of steps.
        steps: u16,
        /// `true` if it ran.
        ran: bool,
    },
}

impl Event {
    fn rule(self) -> Rule {
        match self {
            Self::Turn(_) | Self::Went { ran: false, .. } => rule::WALKING,
            Self::Went { ran: true, .. } => rule::RUNNING,
        }
    }
}

impl Race {
    /// A race over `goal` steps across a table, for as many turns as it takes.
    pub fn along(goal: u16) -> Self {
        Self::with_pace(goal, 2)
    }

    /// The same race between runners who walk up to `pace` steps.
    pub fn with_pace(goal: u16, pace: u16) -> Self {
        let runner = |name: &str| Runner {
            id: name.to_lowercase(),
            name: format!("The {name}"),
            side: format!("{name}s"),
            pace,
            start: 0,
        };
        let runners = [runner("Red"), runner("Blue")];
        let ground = Ground::Table { tracks: [1, 2] };
        let advice = ScenarioAdvice::default();
        Self::begin(Board { runners, ground, goal, turns: u16::MAX, die: 6, advice })
    }

    fn begin(board: Board) -> Self {
        let places = [0, 1].map(|side: usize| board.runners[side].start);
        let (side, running) = (Side::First, false);
        let state = State { turn: 1, places, side, running, tired: [false; 2], secrets: [0; 2] };
        Self { board: Arc::new(board), state, arrived: [None; 2] }
    }

    /// The place of the goal on the track of the first side.
    pub fn place_of_goal(&self) -> Place {
        self.place(Side::First, self.board.goal)
    }

    /// The number of steps that each side has gone.
    pub fn places(&self) -> [u16; 2] {
        self.state.places
    }

    /// The number of steps that each side went last, as far as it is known here.
    pub fn secrets(&self) -> [u16; 2] {
        self.state.secrets
    }

    fn runner(&self, side: Side) -> &Runner {
        &self.board.runners[side.index()]
    }

    /// The place of a runner of `side` that has gone `steps`.
    fn place(&self, side: Side, steps: u16) -> Place {
        match &self.board.ground {
            Ground::Hexes { tracks, .. } => {
                let track = &tracks[side.index()];
                Place::Hex(track[usize::from(steps).min(track.len() - 1)])
            }
            Ground::Table { tracks } => Place::At(Inches::whole(steps.min(self.board.goal), tracks[side.index()])),
        }
    }

    fn is_there(&self, side: Side) -> bool {
        self.state.places[side.index()] >= self.board.goal
    }

    fn find_arrived(&self) -> [Option<Side>; 2] {
        Side::BOTH.map(|side| Some(side).filter(|side| self.is_there(*side)))
    }

    fn go(&mut self, steps: u16, log: &mut impl Log<Event>) {
        let State { side, running: ran, .. } = self.state;
        let of = side.index();
        self.state.places[of] = self.state.places[of].saturating_add(steps);
        self.state.secrets[of] = steps;
        self.state.tired[of] |= ran;
        self.state.running = false;
        self.state.side = side.other();
        self.arrived = self.find_arrived();
        log.push(Event::Went { side, steps, ran });
        if side == Side::Second && !self.is_there(side) && self.state.turn <= self.board.turns {
            self.state.turn = self.state.turn.saturating_add(1);
            if self.state.turn <= self.board.turns {
                log.push(Event::Turn(self.state.turn));
            }
        }
    }

    /// The winner, once the race is over; `None` within if nobody is ahead.
    fn result(&self) -> Option<Option<Side>> {
        let [first, second] = self.state.places;
        let leader = match first.cmp(&second) {
            std::cmp::Ordering::Greater => Some(Side::First),
            std::cmp::Ordering::Equal => None,
            std::cmp::Ordering::Less => Some(Side::Second),
        };
        let there = Side::BOTH.into_iter().find(|side| self.is_there(*side));
        there.map(Some).or((self.state.turn > self.board.turns).then_some(leader))
    }
}

impl Game for Race {
    type Action = Action;
    type Event = Event;
    type State = State;

    fn turn(&self) -> Turn {
        match self.result() {
            Some(winner) => {
                let level = if winner.is_some() { Level::Victory } else { Level::Draw };
                Turn::Over(Outcome { winner, level, points: self.state.places.map(i32::from) })
            }
            None if self.state.running => Turn::Chance(Chance::Dice { count: 1, sides: self.board.die }),
            None => Turn::Choose(self.state.side),
        }
    }

    fn actions(&self, into: &mut Vec<Action>) {
        into.clear();
        if let Turn::Choose(side) = self.turn() {
            into.extend((1..=self.runner(side).pace).map(Action::Walk));
            into.push(Action::Run);
        }
    }

    fn check(&self, action: &Action) -> Result<(), Illegal> {
        let Turn::Choose(side) = self.turn() else {
            return Err(Illegal::new(rule::END, "nobody may choose now"));
        };
        match *action {
            Action::Walk(steps) if !(1..=self.runner(side).pace).contains(&steps) => {
                Err(Illegal::new(rule::WALKING, format!("nobody walks {steps}")))
            }
            Action::Walk(_) | Action::Run => Ok(()),
        }
    }

    fn apply(&mut self, action: &Action, log: &mut impl Log<Event>) {
        if self.check(action).is_err() {
            return;
        }
        match *action {
            Action::Walk(steps) => self.go(steps, log),
            Action::Run => self.state.running = true,
        }
    }

    fn resolve(&mut self, picks: &[u16], log: &mut impl Log<Event>) {
        if let (Turn::Chance(chance), [steps]) = (self.turn(), picks)
            && chance.allows(picks)
        {
            self.go(*steps, log);
        }
    }

    fn seen_by(&self, viewer: impl Into<Viewer>) -> Self {
        let viewer = viewer.into();
        let mut seen = self.clone();
        for side in Side::BOTH.into_iter().filter(|side| !viewer.knows(*side)) {
            seen.state.secrets[side.index()] = 0;
        }
        seen
    }

    fn state(&self) -> State {
        self.state.clone()
    }

    fn with_state(&self, state: State) -> Self {
        let mut game = Self { board: Arc::clone(&self.board), state, arrived: [None; 2] };
        game.arrived = game.find_arrived();
        game
    }
}

impl Appraise for Race {
    type Scratch = ();
    type Weights = ();

    fn appraise(&self, action: &Action) -> i32 {
        match action {
            Action::Walk(_) => 0,
            Action::Run => 1,
        }
    }

    /// A runner who runs will run again, unless the lead changes.
    fn rest_of_move(&self, choice: &Action, _: &mut (), route: &mut Vec<Action>) -> u64 {
        route.clear();
        route.extend(Some(Action::Run).filter(|run| run == choice));
        self.route_mark()
    }

    fn route_mark(&self) -> u64 {
        let [first, second] = self.state.places;
        u64::from(first > second)
    }

    fn value(&self, side: Side) -> i32 {
        let [ours, theirs] = [side, side.other()].map(|side| i32::from(self.state.places[side.index()]));
        match self.turn() {
            Turn::Over(Outcome { winner: Some(winner), .. }) => {
                if winner == side {
                    WON
                } else {
                    -WON
                }
            }
            Turn::Over(_) => 0,
            // The side that goes next is half a run ahead.
            _ => {
                (100 * (ours - theirs)).clamp(1 - WON + 175, WON - 176)
                    + if self.state.side == side { 175 } else { -175 }
            }
        }
    }

    /// The enemy's last step is not known; that it was one is enough here.
    fn imagine(&self, side: Side, dice: &mut Dice) -> Option<Self> {
        let mut whole = self.clone();
        whole.state.secrets[side.other().index()] = dice.roll(Chance::Dice { count: 1, sides: 2 })[0];
        Some(whole)
    }
}
