//! The output and the exit status of commands.

use std::borrow::Cow;
use std::fmt;
use std::io::{self, Write};
use std::process::ExitCode;

use battlewright_schema::common::characters::is_direction;
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
    pub(crate) fn print(&self) {
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
    guard: LineGuard,
}

impl Console {
    pub(crate) fn new() -> Self {
        let reader = OutputReader { stdout: anstream::stdout(), gone: false };
        Self { to: io::BufWriter::new(reader), guard: LineGuard::new() }
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

    fn write_fmt(&mut self, arguments: fmt::Arguments<'_>) -> io::Result<()> {
        let text = self.guard.guarded(&arguments.to_string());
        self.write_all(text.as_bytes())
    }
}

/// Returns standard error, with texts made [`harmless`].
pub(crate) fn stderr() -> impl Write {
    HarmlessWriter { to: anstream::stderr(), guard: LineGuard::new() }
}

/// A writer whose formatted text is harmless to terminals and to runners of CI systems.
struct HarmlessWriter<W> {
    to: W,
    guard: LineGuard,
}

impl<W: Write> Write for HarmlessWriter<W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        self.to.write(bytes)
    }

    fn flush(&mut self) -> io::Result<()> {
        self.to.flush()
    }

    fn write_fmt(&mut self, arguments: fmt::Arguments<'_>) -> io::Result<()> {
        let text = self.guard.guarded(&arguments.to_string());
        self.write_all(text.as_bytes())
    }
}

/// The environment variables that runners of CI systems set.
const RUNNERS: [&str; 3] = ["CI", "GITHUB_ACTIONS", "TF_BUILD"];

/// A guard against texts of others that a runner would obey: GitHub and Azure read commands from the output.
#[derive(Debug)]
struct LineGuard {
    /// `true` if a runner reads the output.
    is_read: bool,
    /// `true` as long as the line has only spaces and colors.
    is_at_start: bool,
}

impl LineGuard {
    fn new() -> Self {
        Self { is_read: RUNNERS.iter().any(|name| std::env::var_os(name).is_some()), is_at_start: true }
    }

    /// Returns `text` made [`harmless`], with the start of each command escaped.
    fn guarded(&mut self, text: &str) -> String {
        let text = harmless(text);
        if !self.is_read {
            return text.into_owned();
        }
        let mut shown = String::new();
        for line in text.split_inclusive('\n') {
            let start = if self.is_at_start { indent(line) } else { 0 };
            let (space, words) = line.split_at(start);
            shown.push_str(space);
            // GitHub obeys `::` at the start of a line, and `##[` anywhere; Azure obeys `##vso[` anywhere.
            let words = match words.strip_prefix(':') {
                Some(rest) if self.is_at_start => format!("\\u{{3a}}{rest}"),
                _ => words.to_owned(),
            };
            shown.push_str(&words.replace("##[", "#\\u{23}[").replace("##vso[", "#\\u{23}vso["));
            self.is_at_start = line.ends_with('\n') || self.is_at_start && words.is_empty();
        }
        shown
    }
}

/// Returns the length of the spaces and colors at the start of `line`.
fn indent(line: &str) -> usize {
    let mut rest = line;
    loop {
        let trimmed = rest.trim_start();
        let trimmed = color(trimmed).map_or(trimmed, |length| &trimmed[length..]);
        if trimmed.len() == rest.len() {
            return line.len() - rest.len();
        }
        rest = trimmed;
    }
}

/// Returns `true` for characters that could manipulate a terminal: control characters and those that change the text
/// direction.
fn does_harm(c: char) -> bool {
    c.is_control() || is_direction(c)
}

/// Escapes characters that could manipulate a terminal. Line breaks, tabs and colors are kept.
pub(crate) fn harmless(text: &str) -> Cow<'_, str> {
    let is_odd = |c: char| does_harm(c) && !matches!(c, '\n' | '\t');
    let Some(first) = text.find(is_odd) else { return Cow::Borrowed(text) };
    let (sound, mut rest) = text.split_at(first);
    let mut shown = sound.to_owned();
    while let Some(next) = rest.chars().next() {
        let kept = color(rest).or_else(|| rest.starts_with("\r\n").then_some(2)).unwrap_or(0);
        if kept > 0 {
            shown.push_str(&rest[..kept]);
            rest = &rest[kept..];
            continue;
        }
        if is_odd(next) {
            shown.extend(next.escape_unicode());
        } else {
            shown.push(next);
        }
        rest = &rest[next.len_utf8()..];
    }
    Cow::Owned(shown)
}

/// Escapes characters that could manipulate a terminal, and line breaks: a name of a file cannot begin a line of its own.
pub(crate) fn one_line(text: &str) -> Cow<'_, str> {
    if !text.contains(does_harm) {
        return Cow::Borrowed(text);
    }
    let mut shown = String::new();
    for c in text.chars() {
        if does_harm(c) { shown.extend(c.escape_unicode()) } else { shown.push(c) }
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
    fn ignore_broken_pipe<T>(&mut self, result: io::Result<T>, otherwise: T) -> io::Result<T> {
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
        self.ignore_broken_pipe(written, bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        if self.gone {
            return Ok(());
        }
        let flushed = self.stdout.flush();
        self.ignore_broken_pipe(flushed, ())
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
        let mut to = HarmlessWriter { to: Vec::new(), guard: LineGuard { is_read: false, is_at_start: true } };
        to.write_all(b"\x1b[2J").unwrap();
        write!(to, "\u{1b}[2J").unwrap();
        assert_eq!(to.to, b"\x1b[2J\\u{1b}[2J");
    }
    #[test]
    fn a_name_stays_on_its_line() {
        assert!(matches!(one_line("Wörth, 6 August.toml"), Cow::Borrowed(_)));
        assert_eq!(one_line("a\n::error::b\tc\u{202e}"), "a\\u{a}::error::b\\u{9}c\\u{202e}");
    }

    #[test]
    fn a_runner_obeys_no_text_of_others() {
        let mut guard = LineGuard { is_read: true, is_at_start: true };
        for (text, shown) in [
            ("::error::a\n  ::error::b\n", "\\u{3a}:error::a\n  \\u{3a}:error::b\n"),
            ("Red: ", "Red: "),
            ("::error::c\n\t", "::error::c\n\t"),
            ("::error::d", "\\u{3a}:error::d"),
            (" ##[error]e ##vso[task.x]f ## [g]\n", " #\\u{23}[error]e #\\u{23}vso[task.x]f ## [g]\n"),
            ("\u{1b}[1m ::error::h\n", "\u{1b}[1m \\u{3a}:error::h\n"),
        ] {
            assert_eq!(guard.guarded(text), shown);
        }
        guard.is_read = false;
        assert_eq!(guard.guarded("::error::a\n"), "::error::a\n");
    }
}
