//! The connection to the process of a player. Threads read and write, so that each wait can end.

use std::io;
use std::process::Command;
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, TrySendError, sync_channel};
use std::thread;
use std::time::{Duration, Instant};

use battlewright_engine::players::external::{ChannelError, Limits, LineChannel};

use super::children::{Pipes, Process};
use super::lines::{AHEAD, ReadLine, copy_messages, read, write};
use crate::{console, interrupt};

/// The longest wait without a look at Ctrl-C.
const LOOK: Duration = Duration::from_millis(20);

/// The time that a process has to end by itself, and the time that its last messages have to arrive.
const GRACE: Duration = Duration::from_millis(500);

/// A process of a player with its pipes.
pub(super) struct ChildChannel {
    process: Process,
    /// The lines to write; `None` once there are no more.
    input: Option<SyncSender<String>>,
    output: Receiver<ReadLine>,
    /// Ends with the messages of the process.
    messages: Receiver<()>,
    time: Duration,
    until: Instant,
    /// `true` once the process has closed its input; what it has sent before is still read.
    is_input_closed: bool,
}

impl ChildChannel {
    /// Starts the program and arguments in `words`, whose messages are printed behind `prefix`.
    ///
    /// # Errors
    /// The program or a thread cannot be started.
    pub(super) fn start(words: &[String], prefix: String, limits: Limits) -> io::Result<Self> {
        let (program, arguments) = words.split_first().ok_or(io::ErrorKind::InvalidInput)?;
        let (process, pipes) = Process::start(Command::new(program).args(arguments))?;
        let Pipes { input: Some(to), output: Some(from), errors: Some(errors) } = pipes else {
            return Err(io::ErrorKind::BrokenPipe.into());
        };
        let (input, lines) = sync_channel(AHEAD);
        let (received, output) = sync_channel(AHEAD);
        let (end, messages) = sync_channel(0);
        let report = received.clone();
        // The threads end with the pipes, which may stay open in another process that this one has started.
        let thread = |name: &str| thread::Builder::new().name(format!("player {name}"));
        thread("input").spawn(move || write(&lines, to, &report))?;
        thread("output").spawn(move || read(from, limits.line, &received))?;
        thread("messages").spawn(move || {
            // Messages that cannot be printed are lost, and the game goes on.
            let _ = copy_messages(errors, &prefix, console::stderr());
            drop(end);
        })?;
        let time = Duration::from_millis(u64::from(limits.milliseconds));
        Ok(Self {
            process,
            input: Some(input),
            output,
            messages,
            time,
            until: Instant::now() + time,
            is_input_closed: false,
        })
    }

    /// Returns the error after the end of the output. Waits a moment for the exit status and the last messages.
    fn ended(&self) -> ChannelError {
        let status = self.process.wait(GRACE);
        let _ = self.messages.recv_timeout(GRACE);
        status.map_or(ChannelError::OutputClosed, |status| ChannelError::Ended(status.to_string()))
    }

    /// Returns the next thing that the process has sent, within `time`.
    fn next(&self, time: Duration) -> Option<ReadLine> {
        match self.output.recv_timeout(time) {
            Ok(line) => Some(line),
            Err(RecvTimeoutError::Timeout) => None,
            Err(RecvTimeoutError::Disconnected) => Some(ReadLine::End),
        }
    }
}

impl LineChannel for ChildChannel {
    fn start_clock(&mut self) {
        self.until = Instant::now() + if self.is_input_closed { GRACE } else { self.time };
    }

    fn has_time(&self) -> bool {
        Instant::now() < self.until && !interrupt::is_interrupted()
    }

    fn send(&mut self, mut line: String) -> Result<(), ChannelError> {
        let input = self.input.as_ref().ok_or(ChannelError::InputClosed)?;
        loop {
            line = match input.try_send(line) {
                Ok(()) => return Ok(()),
                // The reason is among what it has sent.
                Err(TrySendError::Disconnected(_)) => return Ok(()),
                Err(TrySendError::Full(line)) => line,
            };
            if interrupt::is_interrupted() {
                return Err(ChannelError::Interrupted);
            }
            if !self.has_time() {
                return Err(ChannelError::Unread);
            }
            thread::sleep(LOOK / 10);
        }
    }

    fn receive(&mut self) -> Result<Vec<u8>, ChannelError> {
        loop {
            if interrupt::is_interrupted() {
                return Err(ChannelError::Interrupted);
            }
            let left = self.until.saturating_duration_since(Instant::now());
            if left.is_zero() {
                return Err(if self.is_input_closed { ChannelError::InputClosed } else { ChannelError::Late });
            }
            match self.next(left.min(LOOK)) {
                None => {}
                Some(ReadLine::Line(line)) => return Ok(line),
                Some(ReadLine::TooLong(line)) => return Err(ChannelError::TooLong(line)),
                Some(ReadLine::Unfinished(line)) => return Err(ChannelError::Unfinished(line)),
                Some(ReadLine::Failed(why)) => return Err(ChannelError::Failed(why)),
                Some(ReadLine::End) => return Err(self.ended()),
                // A process that has ended has closed its input as well: the end may still come.
                Some(ReadLine::InputClosed) => {
                    self.is_input_closed = true;
                    self.until = self.until.min(Instant::now() + GRACE);
                }
            }
        }
    }

    fn finish(&mut self) {
        self.input = None;
        if self.process.wait(GRACE).is_some() {
            let _ = self.messages.recv_timeout(GRACE);
        }
    }
}
