//! A program in a game, and the handle by which the caller reports what happens.

use std::mem;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};

use battlewright_schema::{Common, Grid, Ground, HexId, PlaceId, Scenario};
use serde_json::{Value, json};

use super::ask::Desk;
use super::message::{Incoming, Ready, ShownLine, Violation};
use super::session::Session;
use super::view::{Names, object, status};
use crate::game::{Chance, Outcome, Side};
use crate::kit::place::Place;
use crate::play::Dice;
use crate::players::{Command, Player};
use crate::show::{Label, Show};

/// The facts of a scenario that a program gets at the start of each game.
#[derive(Clone, Debug)]
pub struct Briefing {
    text: Arc<str>,
    names: Arc<Names>,
}

impl Briefing {
    /// Creates the briefing for games of `scenario`, whose file is `text`.
    pub fn new(text: impl Into<Arc<str>>, scenario: &Scenario, sides: [String; 2]) -> Self {
        let common = scenario.common();
        let (grid, table) = match common.ground() {
            Ok(Ground::Hexes(grid)) => (Some(grid), None),
            Ok(Ground::Table(table)) => (None, Some(table)),
            Err(_) => (None, None),
        };
        let places = places(common, grid.as_ref());
        Self::of_names(text, Names { sides, grid, table, places })
    }

    pub(super) fn of_names(text: impl Into<Arc<str>>, names: Names) -> Self {
        Self { text: text.into(), names: Arc::new(names) }
    }

    /// Returns the name of `side`.
    pub fn side(&self, side: Side) -> &str {
        self.names.side(side)
    }
}

/// Returns the places of the map or of the table. One without a name is called by its id.
fn places(common: &dyn Common, grid: Option<&Grid>) -> Vec<(String, Vec<Place>)> {
    let called = |name: &str, id: &PlaceId| if name.is_empty() { id.to_string() } else { name.to_owned() };
    let hex = |hex: &HexId| grid?.cell(hex).map(Place::Hex);
    let on_map = common.places().iter();
    let on_map =
        on_map.map(|place| (called(&place.name, &place.id), place.hexes.iter().filter_map(hex).collect::<Vec<_>>()));
    let on_table = common.table_places().into_iter();
    on_map.chain(on_table.map(|(id, name, point)| (called(name, id), vec![Place::At(point.0)]))).collect()
}

/// The seat of a program in one game. Clones share it: one is [a player](External), another reports to the program what happens.
#[derive(Clone)]
pub struct ExternalSeat(Arc<Mutex<Seat>>);

struct Seat {
    side: Side,
    names: Arc<Names>,
    /// The connection; `None` after a violation and after the game.
    session: Option<Session>,
    violation: Option<Violation>,
    /// The number for the program's own use.
    number: u64,
    /// `true` if each `choose` shows the position.
    has_view: bool,
    /// The log lines since the last message.
    lines: Vec<Value>,
    choices: u64,
}

impl ExternalSeat {
    /// Seats the program of `session` for a game as `side`. `session` is the violation of a program that could not be reached.
    ///
    /// The program gets a number for its own use, which follows from the `seed` of the game. Nothing about the dice follows from it.
    pub fn begin(session: Result<Session, Violation>, briefing: &Briefing, side: Side, seed: u64) -> Self {
        let number = number(seed, side);
        let mut seat = Seat {
            side,
            names: Arc::clone(&briefing.names),
            session: None,
            violation: None,
            number,
            has_view: true,
            lines: Vec::new(),
            choices: 0,
        };
        match session.and_then(|session| begin(session, briefing, side, number)) {
            Ok((session, has_view)) => (seat.session, seat.has_view) = (Some(session), has_view),
            Err(violation) => seat.violation = Some(violation),
        }
        Self(Arc::new(Mutex::new(seat)))
    }

    /// Returns the player of this seat.
    pub fn player(&self) -> External {
        External(self.clone())
    }

    /// Returns the violation by which the program lost its seat, in words.
    pub fn violation(&self) -> Option<String> {
        let seat = self.lock();
        let violation = seat.violation.as_ref()?;
        Some(format!("the external player of {}: {violation}", seat.names.side(seat.side)))
    }

    /// Takes note of `events`, which led from the game `before` to `after`, in the view of the side.
    pub fn watch<G: Show>(&self, before: &G, after: &G, events: &[G::Event]) {
        let mut seat = self.lock();
        if seat.session.is_none() || events.is_empty() {
            return;
        }
        let (before, after) = (before.seen_by(seat.side), after.seen_by(seat.side));
        let names = Arc::clone(&seat.names);
        let lines = events.iter().flat_map(|event| after.log_lines(&before, event));
        seat.lines.extend(lines.map(|line| names.line(&line)));
    }

    /// Ends the game, whose `outcome` is `None` if it did not come to its end. Returns the connection for another game, if the
    /// program did nothing wrong.
    pub fn end(&self, outcome: Option<Outcome>) -> Option<Session> {
        let mut seat = self.lock();
        let mut session = seat.session.take()?;
        session.start_clock();
        let winner = outcome.and_then(|outcome| outcome.winner).map(|side| seat.names.side(side).to_owned());
        let over = json!({
            "type": "over",
            "ended": outcome.is_some(),
            "winner": winner,
            "level": outcome.map(|outcome| outcome.level.name()),
            "points": outcome.map(|outcome| outcome.points),
        });
        match seat.send_lines(&mut session).and_then(|()| session.send(&over)) {
            Ok(()) => Some(session),
            Err(_) => None,
        }
    }

    fn lock(&self) -> MutexGuard<'_, Seat> {
        // A panic ends the game, and each change of a seat is a single operation.
        self.0.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// Announces a game to the program. Returns the connection, and whether each `choose` shows the position.
fn begin(mut session: Session, briefing: &Briefing, side: Side, number: u64) -> Result<(Session, bool), Violation> {
    session.start_clock();
    session.send(&json!({
        "type": "game",
        "sides": briefing.names.sides,
        "side": briefing.side(side),
        "seed": number,
        "limits": session.limits.to_json(),
        "scenario": &*briefing.text,
    }))?;
    let Ready { view, .. } = session.ready()?;
    Ok((session, view.unwrap_or(true)))
}

/// Returns a number below 2^45, which every language reads exactly.
fn number(seed: u64, side: Side) -> u64 {
    let mut dice = Dice::named(seed, &format!("number for the external player of side {}", side.index()));
    (0..3).fold(0, |number, _| (number << 15) | u64::from(dice.pick(Chance::Draw { from: 1 << 15 })))
}

impl Seat {
    fn send_lines(&mut self, session: &mut Session) -> Result<(), Violation> {
        if self.lines.is_empty() {
            return Ok(());
        }
        session.send(&json!({"type": "events", "lines": mem::take(&mut self.lines)}))
    }

    fn choose<G: Command + Show>(
        &mut self,
        session: &mut Session,
        seen: &G,
        legal: &[G::Action],
    ) -> Result<G::Action, Violation> {
        let names = Arc::clone(&self.names);
        self.choices += 1;
        let labels: Vec<Label> = legal.iter().map(|action| seen.label(action)).collect();
        let actions: Vec<Value> = labels.iter().map(|label| names.action(label)).collect();
        let mut choose = object(json!({
            "type": "choose",
            "id": self.choices,
            "ms": session.limits.milliseconds,
            "status": status(&seen.status()),
            "actions": actions,
        }));
        if self.has_view {
            choose.append(&mut names.view(seen));
        }
        session.start_clock();
        self.send_lines(session)?;
        session.send(&Value::Object(choose))?;
        let mut desk = Desk::new(seen, (self.side, self.number), &names, session.limits);
        let mut asks = 0;
        loop {
            match session.receive()? {
                (Incoming::Choice { id, notation }, line) => {
                    if id != self.choices {
                        let (got, wanted) = (id, self.choices);
                        return Err(Violation::WrongId { got, wanted, line: ShownLine::new(&line) });
                    }
                    let listed = labels.iter().position(|label| label.notation == notation);
                    return match listed.and_then(|at| legal.get(at)) {
                        Some(action) => Ok(*action),
                        None => unlisted(seen, &notation, &line),
                    };
                }
                (Incoming::Ask(ask), _) => {
                    if asks == session.limits.asks {
                        return Err(Violation::TooManyAsks(asks));
                    }
                    asks += 1;
                    let answer = desk.answer(&ask, &|| session.has_time());
                    session.send(&answer)?;
                }
                (other @ Incoming::Ready(_), line) => return Err(other.instead_of("choice", &line)),
            }
        }
    }
}

/// Returns the legal action with this notation that no list holds, as there are on a table.
fn unlisted<G: Show>(seen: &G, notation: &str, line: &[u8]) -> Result<G::Action, Violation> {
    let action = seen.parse_action(notation).ok_or_else(|| Violation::NoAction(ShownLine::new(line)))?;
    seen.check(&action).map_err(|refusal| Violation::NotAllowed(refusal, ShownLine::new(line)))?;
    Ok(action)
}

/// A player whose choices are those of a program.
pub struct External(ExternalSeat);

impl<G: Command + Show> Player<G> for External {
    fn choose(&mut self, seen: &G, legal: &[G::Action]) -> Option<G::Action> {
        let mut seat = self.0.lock();
        let mut session = seat.session.take()?;
        match seat.choose(&mut session, seen, legal) {
            Ok(action) => {
                seat.session = Some(session);
                Some(action)
            }
            Err(violation) => {
                seat.violation = Some(violation);
                None
            }
        }
    }
}
