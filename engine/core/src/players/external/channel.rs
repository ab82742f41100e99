//! The connection to a program, as lines.

/// A connection to a program that plays: lines in both directions, and the time that the program has.
pub trait LineChannel: Send {
    /// Starts the time for the next choice.
    fn start_clock(&mut self);

    /// Returns `true` while the time has not run out.
    fn has_time(&self) -> bool;

    /// Sends `line`, to which the line break is added. Does not wait longer than the time allows.
    ///
    /// # Errors
    /// The program no longer reads.
    fn send(&mut self, line: String) -> Result<(), ChannelError>;

    /// Waits for the next line, which is returned without its line break.
    ///
    /// # Errors
    /// The time has run out, or the program sends no more lines.
    fn receive(&mut self) -> Result<Vec<u8>, ChannelError>;

    /// Ends the connection to a program that has done nothing wrong, which may end by itself. Dropping a channel ends the
    /// program at once.
    fn finish(&mut self) {}
}

/// The reason why a [`LineChannel`] delivers no line.
#[derive(Clone, Debug, PartialEq, Eq, thiserror::Error)]
pub enum ChannelError {
    /// The time has run out.
    #[error("it gave no answer in time")]
    Late,
    /// The program does not read what it is sent.
    #[error("it does not read its input")]
    Unread,
    /// The program has closed its input.
    #[error("it closed its input")]
    InputClosed,
    /// The program has closed its output.
    #[error("it closed its output")]
    OutputClosed,
    /// The program has ended, with its exit status in words.
    #[error("it ended ({0})")]
    Ended(String),
    /// The line is longer than the limit; its beginning.
    #[error("its line is too long")]
    TooLong(Vec<u8>),
    /// The output ended within a line; its beginning.
    #[error("it ended within a line")]
    Unfinished(Vec<u8>),
    /// The program could not be started, or reading failed.
    #[error("{0}")]
    Failed(String),
    /// The user wants to stop.
    #[error("the game was interrupted")]
    Interrupted,
}

impl ChannelError {
    /// Returns the beginning of the line at fault, if there is one.
    pub(super) fn line(&self) -> Option<&[u8]> {
        match self {
            Self::TooLong(line) | Self::Unfinished(line) => Some(line),
            _ => None,
        }
    }
}
