//! A program that plays a side: its command, and the processes of it that wait for a game.

use std::num::NonZero;
use std::sync::{Mutex, MutexGuard, PoisonError};

use battlewright_engine::game::{Outcome, Side};
use battlewright_engine::players::external::{Briefing, ChannelError, ExternalSeat, Limits, Session, Violation};
use clap::Args;

use super::child::ChildChannel;
use crate::console::Failure;
use crate::interrupt;

/// Options for players that are programs of their own.
#[derive(Clone, Copy, Debug, Args)]
pub(crate) struct ExternalOptions {
    /// The seconds that an external player has for each choice
    #[arg(long, value_name = "SECONDS", default_value = "10", value_parser = seconds)]
    choice_time: NonZero<u32>,
}

impl ExternalOptions {
    fn limits(self) -> Limits {
        Limits { milliseconds: self.choice_time.get().saturating_mul(1000), ..Limits::default() }
    }
}

fn seconds(text: &str) -> Result<NonZero<u32>, String> {
    let seconds = text.parse::<NonZero<u32>>().ok().filter(|seconds| seconds.get() <= 86_400);
    seconds.ok_or_else(|| "a number of seconds from 1 to 86400".to_owned())
}

/// A program that plays a side in one game after another. Several games at a time need as many processes, which are kept for
/// the next games.
pub(crate) struct Program {
    words: Vec<String>,
    prefix: String,
    limits: Limits,
    idle: Mutex<Vec<Session>>,
}

impl Program {
    /// Starts the program of `command` for `side` and greets it.
    ///
    /// # Errors
    /// The command is no list of words, or the program cannot be started or does not answer as it should.
    pub(crate) fn start(command: &str, side: &str, options: ExternalOptions) -> Result<Self, Failure> {
        let words = words(command).ok_or_else(|| {
            Failure::new(format!("the command of external:{command} is incomplete"))
                .help("quote words with spaces as in a shell, and close each quote")
        })?;
        // Ctrl-C ends the processes.
        interrupt::leave_nothing();
        let limits = options.limits();
        let program = Self { words, prefix: format!("{side}: "), limits, idle: Mutex::default() };
        let session = program.open().map_err(|violation| {
            Failure::new(format!("the external player of {side} does not start: {violation}"))
                .help("docs/guide/external-players.md describes what it must answer")
        })?;
        program.idle().push(session);
        Ok(program)
    }

    fn open(&self) -> Result<Session, Violation> {
        let channel = ChildChannel::start(&self.words, self.prefix.clone(), self.limits).map_err(|error| {
            let program = self.words.first().map_or("", String::as_str);
            Violation::Channel(ChannelError::Failed(format!("cannot start {program}: {error}")))
        })?;
        Session::open(Box::new(channel), self.limits)
    }

    /// Seats a process of the program for the game of `seed` as `side`.
    pub(crate) fn seat(&self, briefing: &Briefing, side: Side, seed: u64) -> ExternalSeat {
        let idle = self.idle().pop();
        ExternalSeat::begin(idle.map_or_else(|| self.open(), Ok), briefing, side, seed)
    }

    /// Takes back the process of `seat` for another game.
    pub(crate) fn dismiss(&self, seat: &ExternalSeat, outcome: Option<Outcome>) {
        self.idle().extend(seat.end(outcome));
    }

    fn idle(&self) -> MutexGuard<'_, Vec<Session>> {
        // Each change of the list is a single operation.
        self.idle.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.idle().drain(..).for_each(Session::finish);
    }
}

/// Splits a command into words as a shell does, without a shell; `None` if there are none, or if a quote is open.
pub(crate) fn words(command: &str) -> Option<Vec<String>> {
    shlex::split(command).filter(|words| !words.is_empty())
}
