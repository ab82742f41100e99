//! The output and the exit status of commands.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use battlewright_schema::words;

/// The result of a command that ran.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// No findings.
    Clean,
    /// Findings, which were printed.
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

/// A failure of a command to run.
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

    /// Prints the failure to standard error.
    pub(crate) fn tell(&self) {
        // A failure to write here leaves only the exit status.
        let _ = write!(stderr(), "{self}");
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
/// If the reader closes the pipe early, as `head` does, further output is dropped but the command goes on, so that the
/// exit status does not depend on the reader.
pub(crate) struct Console {
    to: io::BufWriter<OutputReader>,
}

impl Console {
    pub(crate) fn new() -> Self {
        Self { to: io::BufWriter::new(OutputReader { stdout: anstream::stdout(), gone: false }) }
    }

    /// Flushes the buffer.
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

    fn write_fmt(&mut self, told: fmt::Arguments<'_>) -> io::Result<()> {
        self.write_all(harmless(&told.to_string()).as_bytes())
    }
}

/// Returns standard error, with texts made [`harmless`].
pub(crate) fn stderr() -> impl Write {
    HarmlessWriter(anstream::stderr())
}

/// A writer whose formatted text is [`harmless`].
struct HarmlessWriter<W>(W);

impl<W: Write> Write for HarmlessWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.0.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.0.flush()
    }

    fn write_fmt(&mut self, told: fmt::Arguments<'_>) -> io::Result<()> {
        self.write_all(harmless(&told.to_string()).as_bytes())
    }
}

/// Escapes characters that could manipulate a terminal: control characters and those that change the text direction. Line
/// breaks, tabs and colors are kept.
fn harmless(text: &str) -> Cow<'_, str> {
    let does_harm = |c: char| {
        c.is_control() && !matches!(c, '\n' | '\t') || matches!(c, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}')
    };
    let Some(first) = text.find(does_harm) else { return Cow::Borrowed(text) };
    let (sound, mut rest) = text.split_at(first);
    let mut shown = sound.to_owned();
    while let Some(next) = rest.chars().next() {
        let kept = color(rest).or_else(|| rest.starts_with("\r\n").then_some(2)).unwrap_or(0);
        if kept > 0 {
            shown.push_str(&rest[..kept]);
            rest = &rest[kept..];
            continue;
        }
        if does_harm(next) {
            shown.extend(next.escape_unicode());
        } else {
            shown.push(next);
        }
        rest = &rest[next.len_utf8()..];
    }
    Cow::Owned(shown)
}

/// Returns the length of the color sequence at the start of `text`.
fn color(text: &str) -> Option<usize> {
    let values = text.strip_prefix("\u{1b}[")?;
    let end = values.find(|c: char| !c.is_ascii_digit() && c != ';')?;
    values[end..].starts_with('m').then_some("\u{1b}[".len() + end + 1)
}

/// The reader of standard output.
struct OutputReader {
    stdout: anstream::AutoStream<io::Stdout>,
    gone: bool,
}

impl OutputReader {
    /// Returns `result`, or `otherwise` if the reader has closed the pipe.
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

impl Write for OutputReader {
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

/// Formats a count: `no errors`, `1 error`, `2 errors`.
pub(crate) fn count(n: usize, noun: &str) -> String {
    match n {
        0 => format!("no {}", words::plural(n, noun)),
        _ => words::counted(n, noun),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_a_terminal_would_obey_is_spelled_out() {
        assert!(matches!(harmless("two\nlines\tof Spichern, Wörth"), Cow::Borrowed(_)));
        for (text, shown) in [
            ("\u{1b}]0;title\u{7}", "\\u{1b}]0;title\\u{7}"),
            ("\u{1b}[2J\u{1b}[1;31mred\u{1b}[0m", "\\u{1b}[2J\u{1b}[1;31mred\u{1b}[0m"),
            ("a\rb\r\n\u{9b}c", "a\\u{d}b\r\n\\u{9b}c"),
            ("\u{202e}txt.exe\u{1b}", "\\u{202e}txt.exe\\u{1b}"),
            ("\u{1b}[", "\\u{1b}["),
        ] {
            assert_eq!(harmless(text), shown);
        }
    }

    #[test]
    fn bytes_are_written_as_they_are() {
        let mut to = HarmlessWriter(Vec::new());
        to.write_all(b"\x1b[2J").unwrap();
        write!(to, "\u{1b}[2J").unwrap();
        assert_eq!(to.0, b"\x1b[2J\\u{1b}[2J");
    }
}
