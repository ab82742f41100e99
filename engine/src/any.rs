//! A game of any system, for programs that learn the system when they read the file.

use battlewright_schema::{Cell, Scenario};
use serde::{Deserialize, Serialize};

use crate::game::{Game, Illegal, Log, SetupProblem, Side, Turn};
use crate::players::Appraise;
use crate::show::{Click, Label, Line, Mark, Odds, Piece, Show, Status, Track};
use crate::systems::mars_la_tour::{self, MarsLaTour};

/// A game of any system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyGame {
    /// Mars la Tour.
    MarsLaTour(MarsLaTour),
}

/// An action of any system.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum AnyAction {
    /// Mars la Tour.
    MarsLaTour(mars_la_tour::Action),
}

/// An event of any system.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum AnyEvent {
    /// Mars la Tour.
    MarsLaTour(mars_la_tour::Event),
}

/// A state of any system.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum AnyState {
    /// Mars la Tour.
    MarsLaTour(mars_la_tour::State),
}

impl AnyGame {
    /// The game of `scenario` at its start.
    ///
    /// # Errors
    /// Every reason why the scenario cannot be played.
    pub fn new(scenario: &Scenario) -> Result<Self, Vec<SetupProblem>> {
        match scenario {
            Scenario::MarsLaTour(scenario) => MarsLaTour::new(scenario).map(Self::MarsLaTour),
        }
    }
}

/// Runs `$body` with `$game` bound to the game of whatever system it is.
macro_rules! of_any {
    ($any:expr, $game:ident => $body:expr) => {
        match $any {
            AnyGame::MarsLaTour($game) => $body,
        }
    };
}

/// Passes one system's events on as events of any system.
struct Relay<'a, L>(&'a mut L);

impl<L: Log<AnyEvent>> Log<mars_la_tour::Event> for Relay<'_, L> {
    fn push(&mut self, event: mars_la_tour::Event) {
        self.0.push(AnyEvent::MarsLaTour(event));
    }
}

impl Game for AnyGame {
    type Action = AnyAction;
    type Event = AnyEvent;
    type State = AnyState;

    fn turn(&self) -> Turn {
        of_any!(self, game => game.turn())
    }

    fn actions(&self, into: &mut Vec<AnyAction>) {
        into.clear();
        match self {
            Self::MarsLaTour(game) => {
                let mut actions = Vec::new();
                game.actions(&mut actions);
                into.extend(actions.into_iter().map(AnyAction::MarsLaTour));
            }
        }
    }

    fn check(&self, action: &AnyAction) -> Result<(), Illegal> {
        match (self, action) {
            (Self::MarsLaTour(game), AnyAction::MarsLaTour(action)) => game.check(action),
        }
    }

    fn apply(&mut self, action: &AnyAction, log: &mut impl Log<AnyEvent>) {
        match (self, action) {
            (Self::MarsLaTour(game), AnyAction::MarsLaTour(action)) => game.apply(action, &mut Relay(log)),
        }
    }

    fn resolve(&mut self, picks: &[u16], log: &mut impl Log<AnyEvent>) {
        match self {
            Self::MarsLaTour(game) => game.resolve(picks, &mut Relay(log)),
        }
    }

    fn seen_by(&self, side: Side) -> Self {
        match self {
            Self::MarsLaTour(game) => Self::MarsLaTour(game.seen_by(side)),
        }
    }

    fn state(&self) -> AnyState {
        match self {
            Self::MarsLaTour(game) => AnyState::MarsLaTour(game.state()),
        }
    }

    fn with_state(&self, state: AnyState) -> Self {
        match (self, state) {
            (Self::MarsLaTour(game), AnyState::MarsLaTour(state)) => Self::MarsLaTour(game.with_state(state)),
        }
    }
}

impl Show for AnyGame {
    fn sides(&self) -> [String; 2] {
        of_any!(self, game => game.sides())
    }

    fn status(&self) -> Status {
        of_any!(self, game => game.status())
    }

    fn pieces(&self) -> Vec<Piece> {
        of_any!(self, game => game.pieces())
    }

    fn tracks(&self) -> Vec<Track> {
        of_any!(self, game => game.tracks())
    }

    fn marks(&self) -> Vec<Mark> {
        of_any!(self, game => game.marks())
    }

    fn label(&self, action: &AnyAction) -> Label {
        match (self, action) {
            (Self::MarsLaTour(game), AnyAction::MarsLaTour(action)) => game.label(action),
        }
    }

    fn meaning(&self, click: Click) -> Option<AnyAction> {
        match self {
            Self::MarsLaTour(game) => game.meaning(click).map(AnyAction::MarsLaTour),
        }
    }

    fn route(&self, cell: Cell) -> Vec<AnyAction> {
        match self {
            Self::MarsLaTour(game) => game.route(cell).into_iter().map(AnyAction::MarsLaTour).collect(),
        }
    }

    fn reach(&self) -> Vec<Cell> {
        of_any!(self, game => game.reach())
    }

    fn odds(&self, action: &AnyAction) -> Option<Odds> {
        match (self, action) {
            (Self::MarsLaTour(game), AnyAction::MarsLaTour(action)) => game.odds(action),
        }
    }

    fn tell(&self, event: &AnyEvent) -> Line {
        match (self, event) {
            (Self::MarsLaTour(game), AnyEvent::MarsLaTour(event)) => game.tell(event),
        }
    }
}

impl Appraise for AnyGame {
    fn appraise(&self, action: &AnyAction) -> i32 {
        match (self, action) {
            (Self::MarsLaTour(game), AnyAction::MarsLaTour(action)) => game.appraise(action),
        }
    }
}
