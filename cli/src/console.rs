//! Where commands write, and how they end.

use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

/// How a command ended that did what it was asked.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// There is nothing to complain of.
    Clean,
    /// There are findings, and they were printed.
    Findings,
}

impl From<Verdict> for ExitCode {
    fn from(verdict: Verdict) -> Self {
        match verdict {
            Verdict::Clean => Self::SUCCESS,
            Verdict::Findings => Self::from(1),
        }
    }
}

/// Why a command could not do what it was asked.
#[derive(Debug)]
pub(crate) struct Failure {
    message: String,
    help: Option<String>,
}

impl Failure {
    pub(crate) fn new(message: impl Into<String>) -> Self {
        Self { message: message.into(), help: None }
    }

    pub(crate) fn help(mut self, help: impl Into<String>) -> Self {
        self.help = Some(help.into());
        self
    }

    /// Prints it where errors go.
    pub(crate) fn tell(&self) {
        // When even that fails, the exit status has to do.
        let _ = write!(anstream::stderr(), "{self}");
    }
}

impl fmt::Display for Failure {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        writeln!(f, "error: {}", self.message)?;
        match &self.help {
            Some(help) => writeln!(f, "  help: {help}"),
            None => Ok(()),
        }
    }
}

impl From<String> for Failure {
    fn from(message: String) -> Self {
        Self::new(message)
    }
}

impl From<io::Error> for Failure {
    fn from(error: io::Error) -> Self {
        Self::new(format!("cannot write the output: {error}"))
    }
}

/// Standard output, buffered: colors on a terminal, plain text in a pipe.
///
/// A reader that leaves early, such as `head`, ends the output but not the command, so that the
/// exit status is the same whoever reads.
pub(crate) struct Console {
    to: io::BufWriter<Reader>,
}

impl Console {
    pub(crate) fn new() -> Self {
        Self { to: io::BufWriter::new(Reader { stdout: anstream::stdout(), gone: false }) }
    }

    /// Writes what is left.
    pub(crate) fn finish(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

impl Write for Console {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }
}

/// Whoever reads standard output.
struct Reader {
    stdout: anstream::AutoStream<io::Stdout>,
    gone: bool,
}

impl Reader {
    /// `result`, or `otherwise` if the reader is gone.
    fn unless_gone<T>(&mut self, result: io::Result<T>, otherwise: T) -> io::Result<T> {
        match result {
            Err(error) if error.kind() == io::ErrorKind::BrokenPipe => {
                self.gone = true;
                Ok(otherwise)
            }
            result => result,
        }
    }
}

impl Write for Reader {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        if self.gone {
            return Ok(bytes.len());
        }
        let written = self.stdout.write(bytes);
        self.unless_gone(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.gone {
            return Ok(());
        }
        let flushed = self.stdout.flush();
        self.unless_gone(flushed, ())
    }
}

/// `n` of something: `no errors`, `1 error`, `2 errors`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    match n {
        0 => format!("no {}", plural(noun)),
        1 => format!("1 {noun}"),
        _ => format!("{n} {}", plural(noun)),
    }
}

fn plural(noun: &str) -> String {
    let end = if noun.ends_with('x') { "es" } else { "s" };
    format!("{noun}{end}")
}
