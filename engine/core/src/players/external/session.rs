//! A connection to a program for one game after another.

use serde_json::{Value, json};

use super::channel::{ChannelError, LineChannel};
use super::message::{Incoming, Limits, PROTOCOL, Ready, Violation};
use crate::play::replay::ENGINE;

/// The number of characters of the name of a program or an author.
const NAME: usize = 80;

/// A connection to a program that has answered `hello`. It plays one game after another.
pub struct Session {
    channel: Box<dyn LineChannel>,
    pub(super) limits: Limits,
    name: String,
    author: String,
}

impl Session {
    /// Greets the program at the other end of `channel`.
    ///
    /// # Errors
    /// The program did not answer as it should.
    pub fn open(channel: Box<dyn LineChannel>, limits: Limits) -> Result<Self, Violation> {
        let mut session = Self { channel, limits, name: String::new(), author: String::new() };
        session.start_clock();
        session.send(&json!({
            "type": "hello",
            "protocol": PROTOCOL,
            "program": "battlewright",
            "version": ENGINE,
        }))?;
        let Ready { name, author, .. } = session.ready()?;
        let cut = |text: String| text.chars().take(NAME).collect::<String>();
        (session.name, session.author) = (cut(name), cut(author));
        Ok(session)
    }

    /// Returns the name and the author that the program gave; empty if it gave none.
    pub fn names(&self) -> [&str; 2] {
        [&self.name, &self.author]
    }

    /// Ends the connection to a program that has done nothing wrong.
    pub fn finish(mut self) {
        self.channel.finish();
    }

    pub(super) fn start_clock(&mut self) {
        self.channel.start_clock();
    }

    pub(super) fn has_time(&self) -> bool {
        self.channel.has_time()
    }

    pub(super) fn send(&mut self, message: &Value) -> Result<(), Violation> {
        self.channel.send(message.to_string()).map_err(|error| self.violation(error))
    }

    /// Waits for the next message, which is returned with its line.
    pub(super) fn receive(&mut self) -> Result<(Incoming, Vec<u8>), Violation> {
        let line = self.channel.receive().map_err(|error| self.violation(error))?;
        Incoming::parse(&line).map(|message| (message, line))
    }

    /// Waits for `ready`.
    pub(super) fn ready(&mut self) -> Result<Ready, Violation> {
        match self.receive()? {
            (Incoming::Ready(ready), _) => Ok(ready),
            (other, line) => Err(other.instead_of("ready", &line)),
        }
    }

    fn violation(&self, error: ChannelError) -> Violation {
        match error {
            ChannelError::Late => Violation::Late(self.limits.milliseconds),
            other => Violation::Channel(other),
        }
    }
}
