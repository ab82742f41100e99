//! A single fuzzing game, checked at every input.

use std::collections::BTreeSet;
use std::fmt;
use std::panic::{AssertUnwindSafe, catch_unwind};

use battlewright_engine::chronicle::{Chronicle, Note};
use battlewright_engine::game::{Side, Turn};
use battlewright_engine::kit::extra::RowTally;
use battlewright_engine::play::{Dice, Match};
use battlewright_engine::players::Appraise;
use battlewright_engine::show::{Show, Status};
use battlewright_schema::Cell;

use super::Fault;
use super::seats::{ChoiceCounts, Seat, SidePlayers};

/// The number of repeated positions after which a game is abandoned.
const MOST_REPEATS: usize = 200;

/// The number of inputs of a phase whose players wander: no phase is so long otherwise.
const LONG_PHASE: usize = 1_000;

/// The phase in progress.
#[derive(Debug, Default)]
pub(super) struct PhaseInProgress {
    turn: u8,
    name: String,
    /// The number of inputs before the phase.
    since: usize,
    /// The number of inputs of the longest phase before it.
    longest: usize,
    /// The rule of the last decision.
    rule: String,
}

impl fmt::Display for PhaseInProgress {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, rule {}", self.name, self.rule)
    }
}

impl PhaseInProgress {
    /// Takes note of the decision that follows `inputs` inputs.
    fn continues(&mut self, asked: Status, inputs: usize) {
        if (self.turn, self.name.as_str()) != (asked.turn, asked.phase.as_str()) {
            self.longest = self.longest.max(inputs - self.since);
            (self.turn, self.since, self.name) = (asked.turn, inputs, asked.phase);
        }
        self.rule = asked.rule.to_string();
    }
}

/// An input of a game.
#[derive(Clone, Debug, PartialEq)]
pub(super) enum MadeInput<A> {
    Choice(A),
    Picks(Vec<u16>),
}

/// The end of a game.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum GameEnd {
    /// The rules ended the game, with this winner.
    Over(Option<Side>),
    /// The game was abandoned.
    Off,
}

/// The record of a game.
pub(super) struct PlayedGame<A> {
    pub(super) ended: GameEnd,
    /// The faults, with details and the inputs up to each.
    pub(super) faults: Vec<(Fault, String, Vec<MadeInput<A>>)>,
    /// The units that moved or fought, the reinforcements that arrived, and the hexes entered.
    pub(super) acted: BTreeSet<u16>,
    pub(super) arrived: BTreeSet<u16>,
    pub(super) entered: BTreeSet<Cell>,
    /// The numbers of the rules behind events and decisions.
    pub(super) rules: BTreeSet<&'static str>,
    /// The phase at the end.
    pub(super) phase: PhaseInProgress,
    /// The steps at which the rows of the scenario had an effect.
    pub(super) rows: RowTally,
}

/// Plays the game of `seed` to its end, to a fault, or up to `longest` inputs.
pub(super) fn play<G: Appraise + Chronicle + Show>(
    start: &G,
    seating: SidePlayers,
    curiosity: &mut ChoiceCounts,
    seed: u64,
    longest: usize,
) -> PlayedGame<G::Action> {
    let mut played = PlayedGame {
        ended: GameEnd::Off,
        faults: Vec::new(),
        acted: BTreeSet::new(),
        arrived: BTreeSet::new(),
        entered: BTreeSet::new(),
        rules: BTreeSet::new(),
        phase: PhaseInProgress::default(),
        rows: RowTally::new(start.rule_rows()),
    };
    let mut game = start.clone();
    let (mut dice, mut mind) = (Dice::new(seed), Dice::named(seed, "fuzz"));
    let (mut made, mut seen) = (Vec::new(), BTreeSet::from([game.fingerprint()]));
    let mut repeats = 0;
    loop {
        if made.len() >= longest {
            // Players who go in a circle inside a phase could leave it. A game that is long in another way is a fault.
            let is_long = played.phase.longest.max(longest - played.phase.since) >= LONG_PHASE;
            let fault = if is_long && (repeats > 0 || can_repeat(&game)) && can_end(&game, seed, longest) {
                (repeats == 0).then(|| (Fault::Loop, played.phase.to_string()))
            } else {
                Some((Fault::Endless, format!("no end after {longest} inputs")))
            };
            played.faults.extend(fault.map(|(fault, detail)| (fault, detail, made)));
            return played;
        }
        let step = catch_unwind(AssertUnwindSafe(|| {
            step(&mut game, seating, curiosity, &mut dice, &mut mind, &mut made, &mut played)
        }));
        match step {
            Ok(Step::Made) => {}
            Ok(Step::Over(winner)) => {
                played.ended = GameEnd::Over(winner);
                return played;
            }
            Ok(Step::Fault(fault, detail)) => {
                played.faults.push((fault, detail, made));
                return played;
            }
            Err(panic) => {
                let words = panic.downcast_ref::<String>().map(String::as_str);
                let words = words.or_else(|| panic.downcast_ref::<&str>().copied()).unwrap_or("without a word");
                played.faults.push((Fault::Crash, words.to_owned(), made));
                return played;
            }
        }
        if !seen.insert(game.fingerprint()) {
            if repeats == 0 {
                played.faults.push((Fault::Loop, played.phase.to_string(), made.clone()));
            }
            repeats += 1;
            if repeats >= MOST_REPEATS {
                if !can_end(&game, seed, longest) {
                    let detail = format!("no way out of the circle in {longest} inputs");
                    played.faults.push((Fault::Endless, detail, made));
                }
                return played;
            }
        }
    }
}

/// Returns `true` if a position comes back within a few choices from `game`, which the players could go on repeating.
fn can_repeat<G: Appraise + Chronicle + Show>(game: &G) -> bool {
    /// Each side takes up a unit and puts it down again, after the move in progress.
    const DEPTH: usize = 6;
    const MOST_POSITIONS: usize = 50_000;
    fn repeats<G: Appraise>(game: &G, path: &mut Vec<u64>, left: &mut usize) -> bool {
        if path.len() > DEPTH || *left == 0 || !matches!(game.turn(), Turn::Choose(_)) {
            return false;
        }
        let mut legal = Vec::new();
        game.actions(&mut legal);
        path.push(game.fingerprint());
        // The ends of moves are last in most lists.
        let found = legal.iter().rev().any(|action| {
            *left = left.saturating_sub(1);
            let mut next = game.clone();
            next.apply(action, &mut ());
            path.contains(&next.fingerprint()) || repeats(&next, path, left)
        });
        path.pop();
        found
    }
    let search = || repeats(game, &mut Vec::new(), &mut { MOST_POSITIONS });
    catch_unwind(AssertUnwindSafe(search)).unwrap_or(false)
}

/// Returns `true` if `game` ends within `longest` inputs when other players take over: greedy ones, or else random ones.
fn can_end<G: Appraise + Chronicle + Show>(game: &G, seed: u64, longest: usize) -> bool {
    let ends = |seat| {
        let (mut game, mut counts) = (game.clone(), ChoiceCounts::default());
        let (mut dice, mut mind) = (Dice::named(seed, "end"), Dice::named(seed, "leave"));
        let mut legal = Vec::new();
        for _ in 0..longest {
            match game.turn() {
                Turn::Over(_) => return true,
                Turn::Chance(chance) => game.resolve(&dice.roll(chance), &mut ()),
                Turn::Choose(side) => {
                    game.actions(&mut legal);
                    let Some(action) = counts.choose(seat, &game.seen_by(side), &legal, &mut mind) else {
                        return false;
                    };
                    game.apply(&action, &mut ());
                }
            }
        }
        false
    };
    // A crash of the engine is a fault of the game that meets it.
    catch_unwind(AssertUnwindSafe(|| ends(Seat::Greedy) || ends(Seat::Random))).unwrap_or(false)
}

enum Step {
    Made,
    Over(Option<Side>),
    Fault(Fault, String),
}

fn step<G: Appraise + Chronicle + Show>(
    game: &mut G,
    SidePlayers(seats): SidePlayers,
    curiosity: &mut ChoiceCounts,
    dice: &mut Dice,
    mind: &mut Dice,
    made: &mut Vec<MadeInput<G::Action>>,
    played: &mut PlayedGame<G::Action>,
) -> Step {
    let mut events = Vec::new();
    match game.turn() {
        Turn::Over(outcome) => {
            played.rows.end(|| game.sources());
            return Step::Over(outcome.winner);
        }
        Turn::Chance(chance) => {
            let picks = dice.roll(chance);
            made.push(MadeInput::Picks(picks.clone()));
            played.rows.during(|| game.resolve(&picks, &mut events));
        }
        Turn::Choose(side) => {
            let mut legal = Vec::new();
            played.rows.during(|| game.actions(&mut legal));
            let asked = game.status();
            played.rules.insert(asked.rule.number);
            played.phase.continues(asked, made.len());
            let seen = game.seen_by(side);
            let Some(action) = curiosity.choose(seats[side.index()], &seen, &legal, mind) else {
                let asked = game.status();
                return Step::Fault(Fault::DeadEnd, format!("{} ({})", asked.prompt, asked.rule));
            };
            made.push(MadeInput::Choice(action));
            if let Err(refusal) = game.check(&action) {
                return Step::Fault(Fault::FalseOffer, refusal.to_string());
            }
            played.rows.during(|| game.apply(&action, &mut events));
        }
    }
    played.rows.end_step();
    for event in &events {
        played.rules.insert(G::rule_of(event).number);
        game.note(event, &mut |note| match note {
            Note::In(unit, place) => {
                played.acted.insert(unit);
                played.entered.extend(place.cell());
            }
            Note::Arrived(unit) => {
                played.arrived.insert(unit);
            }
            Note::Fight { attacker, .. } | Note::Joins(attacker) => {
                played.acted.insert(attacker);
            }
            Note::Turn(_) | Note::Harmed(..) | Note::Restored(_) | Note::Left(_) | Note::Spent(..) => {}
        });
    }
    Step::Made
}

/// An input in replay notation, independent of the game type.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum InputNotation {
    Choice(String),
    Picks(Vec<u16>),
}

/// Converts the inputs `made` from `start` into replay notation.
pub(super) fn to_notation<G: Show>(start: &G, made: &[MadeInput<G::Action>]) -> Vec<InputNotation> {
    let mut game = start.clone();
    let mut spoken = Vec::new();
    for input in made {
        spoken.push(match input {
            MadeInput::Choice(action) => InputNotation::Choice(game.label(action).notation),
            MadeInput::Picks(picks) => InputNotation::Picks(picks.clone()),
        });
        let done = catch_unwind(AssertUnwindSafe(|| match input {
            MadeInput::Choice(action) => game.apply(action, &mut ()),
            MadeInput::Picks(picks) => game.resolve(picks, &mut ()),
        }));
        if done.is_err() {
            break;
        }
    }
    spoken
}

/// Replays `inputs`, up to the input on which the engine fails.
pub(super) fn replay<G: Show>(start: &G, inputs: &[InputNotation]) -> Match<G> {
    let mut game = Match::new(start.clone());
    for input in inputs {
        let before = game.len();
        let done = catch_unwind(AssertUnwindSafe(|| match input {
            InputNotation::Picks(picks) => game.pick(picks).is_ok(),
            InputNotation::Choice(notation) => {
                let action = game.now().parse_action(notation);
                action.is_some_and(|action| game.choose(action).is_ok())
            }
        }));
        if !matches!(done, Ok(true)) {
            game.jump(before);
            break;
        }
    }
    game
}
