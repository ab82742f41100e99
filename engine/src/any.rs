//! A game of any system, for programs that learn the system when they read the file.

#[macro_use]
mod players;
mod visit;

use battlewright_schema::common::limits::{ExceededLimit, beyond_play};
use battlewright_schema::{Cell, Inches, Scenario, System, UnitFootprint};
use serde::{Deserialize, Serialize};

use crate::game::{Chance, Game, Illegal, Log, Outcome, Rule, SetupProblem, Side, Turn, Viewer};
use crate::play::Dice;
use crate::players::Appraise;
use crate::players::plan::{Command, Objective, OrderPoint, Plan, ScenarioAdvice};
use crate::players::weights::{WeightSet, WeightTable};
use crate::show::{
    Card, Click, DrawnFire, Fact, Label, Line, LineOfSight, March, Mark, Marker, Odds, Piece, Place, PointerMode,
    ProposedAction, Show, SideBoard, Status, TableMark, TablePointer, TableSight, Track,
};
use crate::systems::*;
pub use visit::Visit;

/// A position of a game as a scenario.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Frozen {
    /// The scenario.
    pub scenario: Scenario,
    /// The facts of the position that the file format cannot express, each with its rule.
    pub lost: Vec<Fact>,
}

/// Forwards one system's events as events of any system.
struct Relay<'a, L>(&'a mut L);

impl<E, L: Log<AnyEvent>> Log<E> for Relay<'_, L>
where
    AnyEvent: From<E>,
{
    fn push(&mut self, event: E) {
        self.0.push(event.into());
    }
}

/// Generates the types of any system, with one variant per system. A system with a feature exists only if that feature is on.
macro_rules! systems {
    ($($(#[$doc:meta])* $system:ident in $module:ident $(if $feature:literal)?;)*) => {
        /// A game of any rules system.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum AnyGame {
            $($(#[$doc])* $(#[cfg(feature = $feature)])? $system($module::$system),)*
        }

        /// An action of any system.
        #[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
        pub enum AnyAction {
            $($(#[$doc])* $(#[cfg(feature = $feature)])? $system($module::Action),)*
        }

        /// An event of any system.
        #[derive(Clone, Debug, PartialEq, Eq)]
        pub enum AnyEvent {
            $($(#[$doc])* $(#[cfg(feature = $feature)])? $system($module::Event),)*
        }

        /// A state of any system.
        #[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
        pub enum AnyState {
            $($(#[$doc])* $(#[cfg(feature = $feature)])? $system($module::State),)*
        }

        $(
            $(#[cfg(feature = $feature)])?
            impl From<$module::Event> for AnyEvent {
                fn from(event: $module::Event) -> Self {
                    Self::$system(event)
                }
            }
        )*

        /// Returns the rule of lines of sight in games of `system`; `None` if it has none.
        pub fn sight_rule(system: System) -> Option<Rule> {
            match system {
                $($(#[cfg(feature = $feature)])? System::$system => $module::SIGHT,)*
            }
        }

        /// Returns every rule of the rulebook of `system`, in its order.
        pub fn rules_of(system: System) -> &'static [Rule] {
            match system {
                $($(#[cfg(feature = $feature)])? System::$system => $module::rulebook::ALL,)*
            }
        }

        /// Returns the markers and chits needed to play `scenario` on a table, the most common first. Markers without a limit
        /// in the rules are counted so that every piece that can carry one gets one.
        pub fn markers(scenario: &Scenario) -> Vec<Marker> {
            match scenario {
                $($(#[cfg(feature = $feature)])? Scenario::$system(scenario) => $module::markers(scenario),)*
            }
        }

        impl AnyGame {
            /// Starts a game of `scenario`.
            ///
            /// # Errors
            /// Every reason why the scenario cannot be played.
            pub fn new(scenario: &Scenario) -> Result<Self, Vec<SetupProblem>> {
                let beyond = beyond_play(scenario);
                match scenario {
                    $($(#[cfg(feature = $feature)])? Scenario::$system(_) if !beyond.is_empty() => {
                        let rule = $module::rulebook::SETUP;
                        let problem = |excess: ExceededLimit| SetupProblem { message: excess.coded(), rule, path: excess.path };
                        Err(beyond.into_iter().map(problem).collect())
                    })*
                    $($(#[cfg(feature = $feature)])? Scenario::$system(scenario) => $module::$system::new(scenario).map(Self::$system),)*
                }
            }

            /// Returns the problems that [`AnyGame::new`] would report, without starting a game. Empty if the scenario exceeds
            /// a size limit: a lint reports that, and the other checks do not run.
            pub fn problems(scenario: &Scenario) -> Vec<SetupProblem> {
                if !beyond_play(scenario).is_empty() {
                    return Vec::new();
                }
                match scenario {
                    $($(#[cfg(feature = $feature)])? Scenario::$system(scenario) => $module::$system::problems(scenario),)*
                }
            }

            /// Returns the position as a scenario that begins with the current turn. `of` is the scenario in play.
            ///
            /// # Errors
            /// The reason why this position cannot be the start of a game.
            pub fn freeze(&self, of: &Scenario) -> Result<Frozen, Illegal> {
                match (self, of) {
                    $($(#[cfg(feature = $feature)])? (Self::$system(game), Scenario::$system(of)) => game
                        .freeze(of)
                        .map(|(then, lost)| Frozen { scenario: Scenario::$system(Box::new(then)).inlined(), lost }),)*
                    _ => Err(self.foreign()),
                }
            }

            /// Returns the refusal of an action or event of another system.
            fn foreign(&self) -> Illegal {
                Illegal::new(self.status().rule, "this belongs to another rules system")
            }
        }

        impl AnyGame {
            /// Calls `visitor` with the concrete game, which is faster than a dispatch on each call.
            pub fn visit<V: Visit>(&self, visitor: V) -> V::Answer {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => visitor.visit(game),)*
                }
            }
        }

        impl Game for AnyGame {
            type Action = AnyAction;
            type Event = AnyEvent;
            type State = AnyState;

            fn turn(&self) -> Turn {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.turn(),)*
                }
            }

            fn actions(&self, into: &mut Vec<AnyAction>) {
                into.clear();
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => {
                        let mut actions = Vec::with_capacity(32);
                        game.actions(&mut actions);
                        into.extend(actions.into_iter().map(AnyAction::$system));
                    })*
                }
            }

            fn check(&self, action: &AnyAction) -> Result<(), Illegal> {
                match (self, action) {
                    $($(#[cfg(feature = $feature)])? (Self::$system(game), AnyAction::$system(action)) => game.check(action),)*
                    _ => Err(self.foreign()),
                }
            }

            fn apply(&mut self, action: &AnyAction, log: &mut impl Log<AnyEvent>) {
                match (self, action) {
                    $($(#[cfg(feature = $feature)])? (Self::$system(game), AnyAction::$system(action)) => game.apply(action, &mut Relay(log)),)*
                    _ => {}
                }
            }

            fn apply_listed(&mut self, action: &AnyAction, log: &mut impl Log<AnyEvent>) {
                match (self, action) {
                    $($(#[cfg(feature = $feature)])? (Self::$system(game), AnyAction::$system(action)) => game.apply_listed(action, &mut Relay(log)),)*
                    _ => {}
                }
            }

            fn resolve(&mut self, picks: &[u16], log: &mut impl Log<AnyEvent>) {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.resolve(picks, &mut Relay(log)),)*
                }
            }

            fn seen_by(&self, viewer: impl Into<Viewer>) -> Self {
                let viewer = viewer.into();
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => Self::$system(game.seen_by(viewer)),)*
                }
            }

            fn hides(&self, viewer: impl Into<Viewer>) -> bool {
                let viewer = viewer.into();
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.hides(viewer),)*
                }
            }

            fn state(&self) -> AnyState {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => AnyState::$system(game.state()),)*
                }
            }

            fn with_state(&self, state: AnyState) -> Self {
                match (self, state) {
                    $($(#[cfg(feature = $feature)])? (Self::$system(game), AnyState::$system(state)) => Self::$system(game.with_state(state)),)*
                    (game, _) => game.clone(),
                }
            }
        }

        impl Show for AnyGame {
            fn sides(&self) -> [String; 2] {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.sides(),)*
                }
            }

            fn degree(&self, outcome: &Outcome) -> &'static str {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.degree(outcome),)*
                }
            }

            fn status(&self) -> Status {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.status(),)*
                }
            }

            fn pieces(&self) -> Vec<Piece> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.pieces(),)*
                }
            }

            fn tracks(&self) -> Vec<Track> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.tracks(),)*
                }
            }

            fn boards(&self) -> Vec<SideBoard> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.boards(),)*
                }
            }

            fn card(&self, id: &str) -> Option<Card> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.card(id),)*
                }
            }

            fn smallest_formation(&self, id: &str) -> Option<String> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.smallest_formation(id),)*
                }
            }

            fn why_not(&self, click: Click) -> Illegal {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.why_not(click),)*
                }
            }

            fn marks(&self) -> Vec<Mark> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.marks(),)*
                }
            }

            fn label(&self, action: &AnyAction) -> Label {
                match (self, action) {
                    $($(#[cfg(feature = $feature)])? (Self::$system(game), AnyAction::$system(action)) => game.label(action),)*
                    _ => Label {
                        text: self.foreign().reason,
                        notation: "foreign".to_owned(),
                        piece: None,
                        place: None,
                    },
                }
            }

            fn meaning(&self, click: Click) -> Option<AnyAction> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.meaning(click).map(AnyAction::$system),)*
                }
            }

            fn route(&self, cell: Cell) -> Vec<AnyAction> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.route(cell).into_iter().map(AnyAction::$system).collect(),)*
                }
            }

            fn reach(&self) -> Vec<Cell> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.reach(),)*
                }
            }

            fn help(&self, action: &AnyAction) -> Option<Fact> {
                match (self, action) {
                    $($(#[cfg(feature = $feature)])? (Self::$system(game), AnyAction::$system(action)) => game.help(action),)*
                    _ => None,
                }
            }

            fn drawn_fire(&self, cell: Cell) -> Vec<DrawnFire> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.drawn_fire(cell),)*
                }
            }

            fn ending(&self) -> Option<AnyAction> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.ending().map(AnyAction::$system),)*
                }
            }

            fn joins(&self) -> Vec<AnyAction> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.joins().into_iter().map(AnyAction::$system).collect(),)*
                }
            }

            fn odds(&self, action: &AnyAction) -> Option<Odds> {
                match (self, action) {
                    $($(#[cfg(feature = $feature)])? (Self::$system(game), AnyAction::$system(action)) => game.odds(action),)*
                    _ => None,
                }
            }

            fn sight(&self, from: Cell, to: Cell) -> Option<LineOfSight> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.sight(from, to),)*
                }
            }

            fn sees(&self, from: Cell, to: Cell) -> bool {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.sees(from, to),)*
                }
            }

            fn march(&self, id: &str, stops: &[Cell]) -> Option<Result<March, Illegal>> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.march(id, stops),)*
                }
            }

            fn parse_action(&self, notation: &str) -> Option<AnyAction> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.parse_action(notation).map(AnyAction::$system),)*
                }
            }

            fn further_actions(&self) -> Vec<AnyAction> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.further_actions().into_iter().map(AnyAction::$system).collect(),)*
                }
            }

            fn footprints(&self) -> Vec<UnitFootprint> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.footprints(),)*
                }
            }

            fn pointer_modes(&self) -> Vec<PointerMode> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.pointer_modes(),)*
                }
            }

            fn proposal(&self, pointer: &TablePointer) -> Option<ProposedAction<AnyAction>> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.proposal(pointer).map(|proposal| proposal.map(AnyAction::$system)),)*
                }
            }

            fn legal_areas(&self, pointer: &TablePointer) -> Vec<Vec<Inches>> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.legal_areas(pointer),)*
                }
            }

            fn table_marks(&self, piece: Option<&str>) -> Vec<TableMark> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.table_marks(piece),)*
                }
            }

            fn sight_on_table(&self, from: Inches, to: Inches) -> Option<TableSight> {
                match self {
                    $($(#[cfg(feature = $feature)])? Self::$system(game) => game.sight_on_table(from, to),)*
                }
            }

            fn log_lines(&self, before: &Self, event: &AnyEvent) -> Vec<Line> {
                match (self, before, event) {
                    $($(#[cfg(feature = $feature)])? (Self::$system(game), Self::$system(before), AnyEvent::$system(event)) => {
                        game.log_lines(before, event)
                    })*
                    _ => vec![self.log_line(event)],
                }
            }

            fn log_line(&self, event: &AnyEvent) -> Line {
                match (self, event) {
                    $($(#[cfg(feature = $feature)])? (Self::$system(game), AnyEvent::$system(event)) => game.log_line(event),)*
                    _ => {
                        let Illegal { rule, reason } = self.foreign();
                        Line { text: reason, rule, place: None, heading: false, step: None }
                    }
                }
            }
        }

        any_players! { $($system in $module $(if $feature)?;)* }
    };
}

systems! {
    /// Mars la Tour.
    MarsLaTour in mars_la_tour;
    /// Position Magnifique.
    PositionMagnifique in position_magnifique;
    /// At Any Cost: Metz 1870.
    AtAnyCost in at_any_cost;
    /// La Bataille du Matz.
    Matz in matz;
    /// La Guerre à Outrance.
    Outrance in outrance;
    /// The race game of the tests.
    Race in race if "race";
}
