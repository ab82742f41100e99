//! The other side of the pipe: this program as an older one, which plays a game for a newer server.

use std::io::{self, BufRead, Read as _, Write};
use std::sync::{Arc, Mutex, PoisonError};

use battlewright_referee::{ComputerPlayer, GameRecord, GameTable, Proposal, Referee, Seat};
use serde_json::Value;

use super::protocol::{LONGEST_LINE, Numbered, Order, Reply, Standing, VERSION};
use crate::random;
use crate::store::results::GameResult;

/// Plays one game for another server: reads its orders from `input`, and writes the replies to `output`. It ends with the input.
///
/// # Errors
/// The input or the output breaks off, or a line is no order.
pub fn engine<W: Write + Send + 'static>(mut input: impl BufRead, output: W) -> io::Result<()> {
    let output = Arc::new(Mutex::new(output));
    let mut game = None;
    let computer = Arc::default();
    let mut line = String::new();
    loop {
        line.clear();
        if (&mut input).take(LONGEST_LINE).read_line(&mut line)? == 0 {
            return Ok(());
        }
        let Numbered { n, message } = serde_json::from_str::<Numbered<Order>>(&line)?;
        if let Order::Think = message {
            think(n, game.as_ref(), &computer, &output)?;
        } else {
            put(&output, n, carried_out(&mut game, message))?;
        }
    }
}

fn put(output: &Mutex<impl Write>, n: u64, message: Reply) -> io::Result<()> {
    let mut text = serde_json::to_string(&Numbered { n, message })?;
    text.push('\n');
    let mut output = output.lock().unwrap_or_else(PoisonError::into_inner);
    output.write_all(text.as_bytes())?;
    output.flush()
}

/// Lets a computer player think on a thread of its own, and keeps it from one decision to the next.
fn think(
    n: u64,
    game: Option<&Referee>,
    computer: &Arc<Mutex<Option<ComputerPlayer>>>,
    output: &Arc<Mutex<impl Write + Send + 'static>>,
) -> io::Result<()> {
    let kept = computer.lock().unwrap_or_else(PoisonError::into_inner).take();
    let found = game.and_then(|referee| {
        let decision = referee.decision()?;
        Some((referee.computer(decision.side, kept)?, decision))
    });
    let Some((mut player, decision)) = found else { return put(output, n, Reply::Thought { choice: None }) };
    let (computer, output) = (Arc::clone(computer), Arc::clone(output));
    std::thread::Builder::new().spawn(move || {
        let choice = player.choose(&decision);
        *computer.lock().unwrap_or_else(PoisonError::into_inner) = Some(player);
        // A server that is gone needs no choice.
        let _ = put(&output, n, Reply::Thought { choice });
    })?;
    Ok(())
}

fn carried_out(game: &mut Option<Referee>, order: Order) -> Reply {
    let done = match (order, game.as_mut()) {
        (order @ Order::Open { .. }, None) => opened(order).map(|referee| {
            let standing = Box::new(standing(&referee));
            *game = Some(referee);
            Reply::Opened { standing }
        }),
        (_, None) => Err("no game is open".to_owned()),
        (Order::Open { .. }, Some(_)) => Err("a game is open already".to_owned()),
        (Order::Welcome { seat }, Some(referee)) => {
            let messages = referee.catch_up(seat).iter().map(value).collect();
            Ok(Reply::Welcomed { welcome: value(&referee.welcome(seat)), messages })
        }
        (Order::Propose { seat, message, now }, Some(referee)) => Ok(match referee.propose(seat, &message, now) {
            Ok(Proposal::Entries(entries)) => Reply::Entries { entries },
            Ok(Proposal::Answer(answer)) => Reply::Answer { answer: value(&answer) },
            Err(refusal) => Reply::Refused { rule: refusal.rule, about: refusal.about, why: refusal.why },
        }),
        (Order::Take { entries }, Some(referee)) => referee.take(&entries).map(|told| {
            let seats = told.seats.map(|messages| messages.iter().map(value).collect());
            Reply::Told { seats, standing: Box::new(standing(referee)) }
        }),
        (Order::Decide { side, n, choice, now }, Some(referee)) => {
            Ok(Reply::Entries { entries: referee.propose_computer(side, n, &choice, now).unwrap_or_default() })
        }
        (Order::Think, Some(_)) => Ok(Reply::Thought { choice: None }),
    };
    done.unwrap_or_else(|why| Reply::Failed { why })
}

fn opened(order: Order) -> Result<Referee, String> {
    let Order::Open { v, header, entries, secret, marks } = order else { return Err("no game is named".to_owned()) };
    if v != VERSION {
        return Err(format!("the server speaks version {v} of these messages, and this program version {VERSION}"));
    }
    let table = GameTable::open(&header.scenario).map_err(|error| error.to_string())?;
    let secret = random::of_hex(&secret).ok_or("the secret is no secret")?;
    let referee = Referee::restore(&Arc::new(table), &GameRecord { header: *header, entries }, Some(secret), &marks);
    match referee.hold() {
        Some(hold) => Err(hold.to_string()),
        None => Ok(referee),
    }
}

fn standing(referee: &Referee) -> Standing {
    Standing {
        m: Seat::ALL.map(|seat| referee.m(seat)),
        to_choose: referee.to_choose(),
        hash: referee.fingerprint(),
        deciding: referee.decision().map(|decision| (decision.side, decision.n)),
        // The server knows the time of the end.
        result: GameResult::of(referee, referee.header().made).map(Box::new),
    }
}

/// Returns a message as JSON. Plain structs of texts and numbers are always written.
fn value(message: &impl serde::Serialize) -> Value {
    serde_json::to_value(message).unwrap_or_default()
}
