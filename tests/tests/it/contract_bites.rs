//! Tests of the contract: each fault below violates one requirement, and the contract must detect it.

use std::sync::atomic::{AtomicUsize, Ordering};

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game, Illegal, Log, Side, Turn, Viewer};
use battlewright_engine::players::plan::{Command, Objective, OrderPoint, Plan, ScenarioAdvice};
use battlewright_engine::players::{Appraise, Kind};
use battlewright_engine::show::{Click, Label, Line, Mark, Odds, Piece, Place, Show, Status, Track};
use battlewright_schema::Cell;
use battlewright_tests::contract::{Sealed, Terms, check};
use battlewright_tests::workspace;

/// A deliberate fault of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Fault {
    None,
    /// The first choice stays in the list of actions.
    ListsTooMuch,
    /// The last of several choices is missing from the list.
    ListsTooLittle,
    /// An illegal action changes the game.
    DoesTheIllegal,
    /// An illegal action is refused without a reason.
    GivesNoReason,
    /// Unexpected random numbers change the game.
    TakesAnyNumbers,
    /// From turn 2 on, a piece is missing.
    LosesAPiece,
    /// From turn 2 on, a piece is duplicated.
    DoublesAPiece,
    /// From turn 2 on, all units of a side are in one hex.
    Stacks,
    /// From turn 2 on, a unit is in the hex of an enemy.
    Meets,
    /// From turn 2 on, ammunition is negative.
    OwesAmmunition,
    /// A restored state is the start of the game.
    ForgetsItsState,
    /// All choices have the same notation.
    WritesAlike,
    /// Both sides see everything.
    TellsSecrets,
    /// The log of a choice reveals the resulting state.
    TellsTooMuch,
    /// A side does not know its own secret choice.
    HidesTooMuch,
    /// Random numbers are accepted or not at random.
    IsFickle,
    /// The route to a hex ends before it.
    StopsShort,
    /// The odds omit a roll.
    Miscounts,
}

/// A game with a fault.
#[derive(Clone, Debug, PartialEq, Eq)]
struct Faulty {
    game: AnyGame,
    start: AnyGame,
    fault: Fault,
}

impl Faulty {
    fn is(&self, fault: Fault) -> bool {
        self.fault == fault
    }

    /// Moves pieces into the hex of the first unit on the map.
    fn crowd(&self, pieces: &mut [Piece]) {
        let on_map = |piece: &Piece| piece.is_unit() && !piece.active && piece.spot.cell().is_some();
        let Some(first) = pieces.iter().find(|piece| on_map(piece)).cloned() else { return };
        let friends = |piece: &&mut Piece| on_map(piece) && piece.side == first.side;
        let enemies = |piece: &&mut Piece| on_map(piece) && piece.side != first.side;
        match self.fault {
            Fault::Stacks => pieces.iter_mut().filter(friends).for_each(|piece| piece.spot = first.spot.clone()),
            Fault::Meets => {
                pieces.iter_mut().find(enemies).into_iter().for_each(|piece| piece.spot = first.spot.clone())
            }
            _ => {}
        }
    }

    fn is_late(&self, fault: Fault) -> bool {
        self.is(fault) && self.game.status().turn > 1
    }
}

impl Game for Faulty {
    type Action = <AnyGame as Game>::Action;
    type Event = <AnyGame as Game>::Event;
    type State = <AnyGame as Game>::State;

    fn turn(&self) -> Turn {
        self.game.turn()
    }

    fn actions(&self, into: &mut Vec<Self::Action>) {
        self.game.actions(into);
        if self.is(Fault::ListsTooLittle) && into.len() > 1 {
            into.pop();
        }
        if self.is(Fault::ListsTooMuch) && !into.is_empty() {
            let mut first = Vec::new();
            self.start.actions(&mut first);
            into.extend(first.first().filter(|first| !into.contains(first)).copied());
        }
    }

    fn check(&self, action: &Self::Action) -> Result<(), Illegal> {
        let mut refusal = self.game.check(action);
        if let (Err(refusal), Fault::GivesNoReason) = (&mut refusal, self.fault) {
            refusal.reason.clear();
        }
        refusal
    }

    fn apply(&mut self, action: &Self::Action, log: &mut impl Log<Self::Event>) {
        let mut legal = Vec::new();
        self.game.actions(&mut legal);
        match legal.first() {
            Some(first) if self.is(Fault::DoesTheIllegal) && !legal.contains(action) => self.game.apply(first, log),
            _ => self.game.apply(action, log),
        }
    }

    fn resolve(&mut self, picks: &[u16], log: &mut impl Log<Self::Event>) {
        static CALLS: AtomicUsize = AtomicUsize::new(0);
        let Turn::Chance(chance) = self.game.turn() else { return };
        let low = vec![*chance.range().start(); chance.count()];
        let fickle = self.is(Fault::IsFickle) && CALLS.fetch_add(1, Ordering::Relaxed).is_multiple_of(3);
        if fickle && chance.allows(picks) || self.is(Fault::TakesAnyNumbers) && !chance.allows(picks) {
            self.game.resolve(&low, log);
        } else {
            self.game.resolve(picks, log);
        }
    }

    fn seen_by(&self, viewer: impl Into<Viewer>) -> Self {
        let viewer = viewer.into();
        let game = match self.fault {
            Fault::TellsSecrets => self.game.clone(),
            Fault::HidesTooMuch if viewer != Viewer::All => self.game.seen_by(Viewer::Nobody),
            _ => self.game.seen_by(viewer),
        };
        Self { game, ..self.clone() }
    }

    fn state(&self) -> Self::State {
        self.game.state()
    }

    fn with_state(&self, state: Self::State) -> Self {
        let state = if self.is(Fault::ForgetsItsState) { self.start.state() } else { state };
        Self { game: self.game.with_state(state), ..self.clone() }
    }
}

impl Show for Faulty {
    fn sides(&self) -> [String; 2] {
        self.game.sides()
    }

    fn status(&self) -> Status {
        self.game.status()
    }

    fn pieces(&self) -> Vec<Piece> {
        let mut pieces = self.game.pieces();
        if self.is_late(Fault::LosesAPiece) {
            pieces.pop();
        }
        if self.is_late(Fault::DoublesAPiece) {
            pieces.extend(pieces.first().cloned());
        }
        if self.game.status().turn > 1 {
            self.crowd(&mut pieces);
        }
        pieces
    }

    fn tracks(&self) -> Vec<Track> {
        let mut tracks = self.game.tracks();
        if self.is_late(Fault::OwesAmmunition) {
            tracks.iter_mut().for_each(|track| track.value = -1);
        }
        tracks
    }

    fn marks(&self) -> Vec<Mark> {
        self.game.marks()
    }

    fn label(&self, action: &Self::Action) -> Label {
        let mut label = self.game.label(action);
        if self.is(Fault::WritesAlike) {
            label.notation = "something".to_owned();
        }
        label
    }

    fn meaning(&self, click: Click) -> Option<Self::Action> {
        self.game.meaning(click)
    }

    fn route(&self, cell: Cell) -> Vec<Self::Action> {
        let mut route = self.game.route(cell);
        if self.is(Fault::StopsShort) {
            route.pop();
        }
        route
    }

    fn reach(&self) -> Vec<Cell> {
        self.game.reach()
    }

    fn odds(&self, action: &Self::Action) -> Option<Odds> {
        let mut odds = self.game.odds(action);
        if self.is(Fault::Miscounts) {
            odds.iter_mut().flat_map(|odds| &mut odds.cases).for_each(|case| case.of += 1);
        }
        odds
    }

    fn log_line(&self, event: &Self::Event) -> Line {
        let mut line = self.game.log_line(event);
        if self.is(Fault::TellsTooMuch) {
            line.text.push_str(&self.game.fingerprint().to_string());
        }
        line
    }
}

impl Appraise for Faulty {
    type Scratch = ();
    type Weights = ();

    fn appraise(&self, action: &Self::Action) -> i32 {
        self.game.appraise(action)
    }

    fn value(&self, side: Side) -> i32 {
        self.game.value(side)
    }
}

/// The contract is checked with random players, who have no plans.
impl Command for Faulty {
    fn groups(&self, side: Side) -> usize {
        self.game.groups(side)
    }

    fn group_name(&self, side: Side, group: usize) -> String {
        self.game.group_name(side, group)
    }

    fn objectives(&self, into: &mut Vec<Objective>) {
        self.game.objectives(into);
    }

    fn advice(&self) -> &ScenarioAdvice {
        self.game.advice()
    }

    fn worth_of_point(&self) -> i32 {
        self.game.worth_of_point()
    }

    fn controller(&self, place: Place) -> Option<Side> {
        self.game.controller(place)
    }

    fn way_of_group(&self, side: Side, group: usize, to: Place) -> Option<i32> {
        self.game.way_of_group(side, group, to)
    }

    fn can_reach(&self, side: Side, place: Place) -> bool {
        self.game.can_reach(side, place)
    }

    fn order_point(&self) -> Option<OrderPoint> {
        None
    }

    fn turn_number(&self) -> u16 {
        self.game.turn_number()
    }

    fn appraise_under(&self, _: &Plan, actions: &[Self::Action], scratch: &mut (), worths: &mut Vec<i32>) {
        self.appraise_all(actions, scratch, worths);
    }
}

/// Returns a game on a bundled scenario.
fn bundled(name: &str) -> AnyGame {
    let text = std::fs::read_to_string(workspace::root().join("scenarios").join(name)).unwrap();
    AnyGame::new(&battlewright_schema::load(&text).scenario.unwrap()).unwrap()
}

/// Returns the result of the contract for games of a bundled scenario with `fault`.
fn verdict_of(name: &str, terms: Terms, seeds: std::ops::Range<u64>, fault: Fault) -> Result<(), String> {
    let game = bundled(name);
    check(&Faulty { start: game.clone(), game, fault }, terms, Kind::Random, seeds).map(|_| ())
}

/// Returns the result for whole games of Mars la Tour.
fn verdict(fault: Fault) -> Result<(), String> {
    let terms = Terms {
        units_per_hex: 1,
        enemies_may_meet: false,
        lists_all: true,
        longest: 5_000,
        every: 1,
        secret: |notation| notation.ends_with("support").then_some(Sealed::UntilAnswered),
    };
    verdict_of("tutorial.toml", terms, 0..60, fault)
}

/// Returns the result for the first 500 inputs of a game of Position Magnifique.
fn verdict_on_position_magnifique(name: &str, fault: Fault) -> String {
    let terms = Terms {
        units_per_hex: 1,
        enemies_may_meet: true,
        lists_all: true,
        longest: 500,
        every: 1,
        secret: |notation| notation.starts_with("add ").then_some(Sealed::UntilDrawn),
    };
    verdict_of(name, terms, 0..1, fault).unwrap_err()
}

/// Returns the result for a whole game of At Any Cost with at most `units_per_hex` units of a side in a hex.
fn verdict_on_at_any_cost(units_per_hex: usize, fault: Fault) -> Result<(), String> {
    let secret =
        |notation: &str| (notation.starts_with("chit-") && !notation.contains(' ')).then_some(Sealed::UntilDrawn);
    let terms = Terms { units_per_hex, enemies_may_meet: true, lists_all: true, longest: 5_000, every: 1, secret };
    verdict_of("aac-first-orders.toml", terms, 0..1, fault)
}

/// Returns the result for a scenario with secret choices of chits in the first turns.
fn verdict_on_chosen_chits(fault: Fault) -> String {
    verdict_on_position_magnifique("pm-a-beckoning-victory.toml", fault)
}

/// The result for a valid game that is longer than the limit.
const NOT_OVER: &str = "the game does not end";

#[track_caller]
fn assert_noticed(fault: Fault, with: &str) {
    assert_noticed_one_way(fault, &[with]);
}

/// Some faults violate several requirements. The first one detected depends on the game.
#[track_caller]
fn assert_noticed_one_way(fault: Fault, ways: &[&str]) {
    let broken = verdict(fault).unwrap_err();
    assert!(ways.iter().any(|with| broken.contains(with)), "{fault:?}: {broken}");
}

#[test]
fn a_sound_game_passes() {
    assert_eq!(verdict(Fault::None), Ok(()));
}

#[test]
fn wrong_lists_are_noticed() {
    assert_noticed(Fault::ListsTooMuch, "is listed, but refused");
    assert_noticed_one_way(
        Fault::ListsTooLittle,
        &["is not listed, but check says Ok", "the list of actions disagree"],
    );
    assert_noticed(Fault::DoesTheIllegal, "is illegal, but changes something");
    assert_noticed(Fault::GivesNoReason, "is refused without a reason");
    assert_noticed(Fault::TakesAnyNumbers, "unexpected random numbers change something");
}

#[test]
fn wrong_pieces_are_noticed() {
    assert_noticed(Fault::LosesAPiece, "pieces appeared or vanished");
    assert_noticed(Fault::DoublesAPiece, "a piece is duplicated");
    assert_noticed(Fault::OwesAmmunition, "has -1 Ammunition");
}

#[test]
fn stacked_units_are_noticed_in_mars_la_tour() {
    assert_noticed(Fault::Stacks, "too many units in a hex");
    assert_noticed(Fault::Meets, "units of both sides in a hex");
}

#[test]
fn stacked_units_are_noticed_in_position_magnifique() {
    let verdict = |fault| verdict_on_position_magnifique("pm-crisis-on-the-left.toml", fault);
    let stacked = verdict(Fault::Stacks);
    assert!(stacked.contains("too many units in a hex"), "{stacked}");
    // Units and headquarters share hexes from the start.
    let sound = verdict(Fault::None);
    assert!(sound.contains(NOT_OVER), "{sound}");
}

#[test]
fn stacked_units_are_noticed_in_at_any_cost() {
    // A brigade and its batteries share a hex from the start, and no third unit joins them.
    for (units_per_hex, fault) in [(2, Fault::Stacks), (1, Fault::None)] {
        let stacked = verdict_on_at_any_cost(units_per_hex, fault).unwrap_err();
        assert!(stacked.contains("too many units in a hex"), "{stacked}");
    }
}

#[test]
fn wrong_copies_are_noticed() {
    assert_noticed(Fault::ForgetsItsState, "the state differs after writing and reading");
    assert_noticed_one_way(
        Fault::IsFickle,
        &["the same inputs lead to another position", "expected state", "expected a choice of"],
    );
}

#[test]
fn broken_secrets_are_noticed() {
    assert_noticed(Fault::TellsSecrets, "sees its secret");
    assert_noticed(Fault::HidesTooMuch, "does not see its own secret");
}

#[test]
fn broken_secrets_of_chosen_chits_are_noticed() {
    assert!(verdict_on_chosen_chits(Fault::None).contains(NOT_OVER), "a valid game has no violation within the limit");
    assert_eq!(verdict_on_at_any_cost(2, Fault::None), Ok(()));
    for (fault, ways) in [
        (Fault::TellsSecrets, &["sees its secret"][..]),
        (Fault::TellsTooMuch, &["reveals its secret", "only the log tells two choices"]),
        (Fault::HidesTooMuch, &["does not see its own secret"]),
    ] {
        for broken in [verdict_on_chosen_chits(fault), verdict_on_at_any_cost(2, fault).unwrap_err()] {
            assert!(ways.iter().any(|with| broken.contains(with)), "{fault:?}: {broken}");
        }
    }
}

#[test]
fn wrong_views_are_noticed() {
    assert_noticed(Fault::WritesAlike, "two legal actions are written \"something\"");
    assert_noticed(Fault::StopsShort, "does not lead there");
    assert_noticed(Fault::Miscounts, "the odds of");
}

#[test]
fn endless_games_are_noticed() {
    let game = bundled("tutorial.toml");
    let terms =
        Terms { units_per_hex: 1, enemies_may_meet: false, lists_all: true, longest: 10, every: 1, secret: |_| None };
    assert!(check(&game, terms, Kind::Random, 0..1).unwrap_err().contains(NOT_OVER));
}
