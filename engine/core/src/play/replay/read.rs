//! Reading untrusted replay files.

use std::fmt;

use serde::Deserialize;

use super::{Entry, FORMAT, Header, Replay, shorten};

/// The maximum size of a replay, in bytes. A long game with a big scenario takes a hundredth.
pub const MAX_BYTES: usize = 64 << 20;

/// The maximum number of inputs. A long game takes a fiftieth.
pub const MAX_INPUTS: usize = 100_000;

/// A defect of a replay file.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ReplayError {
    /// The line in the file, from 1.
    pub line: usize,
    /// The defect, in words.
    pub message: String,
    /// The remedy.
    pub help: &'static str,
}

impl ReplayError {
    fn new(line: usize, message: impl Into<String>, help: &'static str) -> Self {
        Self { line, message: message.into(), help }
    }
}

impl fmt::Display for ReplayError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}; {}", self.line, self.message, self.help)
    }
}

impl std::error::Error for ReplayError {}

impl Replay {
    /// Reads a replay file.
    ///
    /// # Errors
    /// The first line with a defect.
    pub fn read(text: &str) -> Result<Self, ReplayError> {
        match Self::read_sound(text)? {
            (replay, None) => Ok(replay),
            (_, Some(defect)) => Err(defect),
        }
    }

    /// Reads the inputs before the first line with a defect, such as a last line that was cut off while it was written. Returns
    /// that defect as well.
    ///
    /// # Errors
    /// The defect of the first line, or of the file as a whole.
    pub fn read_sound(text: &str) -> Result<(Self, Option<ReplayError>), ReplayError> {
        if text.len() > MAX_BYTES {
            let message = format!("the file has {} bytes", text.len());
            return Err(ReplayError::new(1, message, "replays have at most 64 MiB; check the path"));
        }
        let mut lines = text.lines().enumerate().map(|(index, line)| (index + 1, line));
        let (_, first) = lines.next().unwrap_or((1, ""));
        let header = header(first)?;
        let mut entries = Vec::new();
        for (line, text) in lines {
            match next(&entries, line, text) {
                Ok(entry) => entries.push(entry),
                Err(defect) => return Ok((Self { header, entries }, Some(defect))),
            }
        }
        Ok((Self { header, entries }, None))
    }
}

/// Parses the entry that follows `entries`, in `text` from line `line`.
fn next(entries: &[Entry], line: usize, text: &str) -> Result<Entry, ReplayError> {
    if entries.len() == MAX_INPUTS {
        let message = format!("there are more than {MAX_INPUTS} inputs");
        return Err(ReplayError::new(line, message, "no game is so long; check the path"));
    }
    let entry = entry(line, text, entries.len() + 1)?;
    if entries.first().is_some_and(|first| first.state.is_empty() != entry.state.is_empty()) {
        let help = "restore the states, or leave out all of them";
        return Err(ReplayError::new(line, "only some of the inputs have a state", help));
    }
    Ok(entry)
}

fn header(line: &str) -> Result<Header, ReplayError> {
    #[derive(Deserialize)]
    struct RecordHead {
        format: String,
    }
    let no_replay = |problem: serde_json::Error| {
        ReplayError::new(1, tidy(&problem), "replays are written by `battlewright play --replay`")
    };
    let peek: RecordHead = serde_json::from_str(line).map_err(no_replay)?;
    if peek.format != FORMAT {
        let message = format!("the format is {:?}, not {FORMAT:?}", shorten(&peek.format));
        return Err(ReplayError::new(1, message, "use the version of Battlewright that wrote it"));
    }
    serde_json::from_str(line).map_err(no_replay)
}

/// Parses the entry in `text` from line `line`; its input must have number `n`.
fn entry(line: usize, text: &str, n: usize) -> Result<Entry, ReplayError> {
    let mut entry: Entry = serde_json::from_str(text)
        .map_err(|problem| ReplayError::new(line, tidy(&problem), "each line is one input, a JSON object"))?;
    entry.line = line;
    if entry.n != n {
        let message = format!("found input {} instead of input {n}", entry.n);
        return Err(ReplayError::new(line, message, "restore the order of the lines, and missing lines"));
    }
    let kinds = [entry.action.is_some(), entry.dice.is_some(), entry.draw.is_some()];
    if kinds.into_iter().filter(|is| *is).count() != 1 || entry.by.is_some() != entry.action.is_some() {
        let help = r#"write either "by" and "do", or "dice", or "draw""#;
        return Err(ReplayError::new(line, "the line is not an input", help));
    }
    let stateless = entry.state.is_empty();
    if !stateless
        && (entry.state.len() != 16 || !entry.state.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f')))
    {
        let message = format!("{:?} is not a state", shorten(&entry.state));
        return Err(ReplayError::new(line, message, "a state is a hash of 16 digits from 0 to f"));
    }
    Ok(entry)
}

/// Returns the message of serde_json with the column only, since its line number is always 1 here.
fn tidy(problem: &serde_json::Error) -> String {
    let text = problem.to_string();
    let message = shorten(text.rsplit_once(" at line ").map_or(text.as_str(), |(message, _)| message));
    match problem.column() {
        0 => message,
        column => format!("{message} at column {column}"),
    }
}

#[cfg(test)]
mod tests {
    use super::super::tests::text;
    use super::*;

    fn error(text: &str) -> String {
        Replay::read(text).unwrap_err().to_string()
    }

    #[test]
    fn what_is_no_replay_is_refused() {
        let help = "replays are written by `battlewright play --replay`";
        assert_eq!(error(""), format!("line 1: EOF while parsing a value; {help}"));
        assert_eq!(error("\u{1}\u{2}"), format!("line 1: expected value at column 1; {help}"));
        assert_eq!(error("{}"), format!("line 1: missing field `format` at column 2; {help}"));
        assert_eq!(
            error(&text().replace("replay 1", "replay 9")),
            "line 1: the format is \"battlewright replay 9\", not \"battlewright replay 1\"; use the version of Battlewright that wrote it"
        );
        let unknown = error(&text().replace("\"seed\"", "\"sead\""));
        assert!(unknown.starts_with("line 1: unknown field `sead`, expected one of "), "{unknown}");
    }

    #[test]
    fn a_broken_line_is_refused_with_its_number() {
        let mut lines: Vec<String> = text().lines().map(str::to_owned).collect();
        lines.swap(2, 3);
        assert_eq!(
            error(&lines.join("\n")),
            "line 3: found input 3 instead of input 2; restore the order of the lines, and missing lines"
        );
        let unclear = error(&text().replace(r#""dice":[5]"#, r#""dice":[5],"draw":1"#));
        assert!(unclear.starts_with("line 4: the line is not an input; "), "{unclear}");
        let no_state = error(&text().replace(r#""state":""#, r#""state":"x"#));
        assert!(no_state.starts_with("line 2: \"x"), "{no_state}");
        let negative = error(&text().replace("[5]", "[-5]"));
        assert!(negative.starts_with("line 4: invalid value: integer `-5`, expected u16 at column "), "{negative}");
        let text = text();
        let cut = error(&text[..text.len() - 10]);
        assert!(cut.starts_with("line 5: EOF while parsing a string at column "), "{cut}");
    }

    #[test]
    fn the_sound_start_of_a_damaged_game_is_read() {
        let (text, whole) = (text(), Replay::read(&text()).unwrap());
        let first = text.find('\n').unwrap() + 1;
        for cut in first..text.len() {
            let lines = text[first..=cut].lines().filter(|line| line.ends_with('}')).count();
            let (start, defect) = Replay::read_sound(&text[..=cut]).unwrap();
            assert_eq!((start.len(), &start.header), (lines, &whole.header));
            assert_eq!(defect.is_none(), text[..=cut].trim_end().ends_with('}'), "{cut}");
        }
        assert!(Replay::read_sound(&text[..first - 5]).is_err());
    }

    #[test]
    fn a_hostile_file_does_no_harm() {
        assert!(error(&" ".repeat(MAX_BYTES + 1)).starts_with("line 1: the file has 67108865 bytes"));
        assert!(error(&"[".repeat(100_000)).starts_with("line 1: "));
        let deep = format!("{{\"format\":{}", "[".repeat(100_000));
        assert!(error(&deep).starts_with("line 1: "));

        let text = text();
        let mut long = text.lines().next().unwrap().to_owned();
        let line = text.lines().nth(1).unwrap();
        for n in 1..=MAX_INPUTS + 1 {
            long.push('\n');
            long.push_str(&line.replace("\"n\":1", &format!("\"n\":{n}")));
        }
        assert!(error(&long).starts_with("line 100002: there are more than 100000 inputs; "));

        let loud = error(&text.replace("\"state\":\"", &format!("\"state\":\"{}", "\\u0007".repeat(100_000))));
        assert!(loud.len() < 300 && !loud.contains('\u{7}'), "{loud}");
    }
}
