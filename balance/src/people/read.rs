//! The table of results that a server of games writes: reading it, with all its faults at once.

use std::fmt;

use battlewright_engine::game::Side;
use battlewright_engine::players::Kind;

/// The name of a person among the players.
pub(super) const PERSON: &str = "person";

/// The most faults that are listed; the others are counted.
const MOST_FAULTS: usize = 20;

/// The most letters of a cell in a sentence.
const LONGEST_QUOTE: usize = 40;

/// The most letters of the version of an engine.
const LONGEST_ENGINE: usize = 40;

/// The most points of a side.
const MOST_POINTS: i32 = 1_000_000;

/// The columns that are read, by their headings. Others may stand beside them, in any order.
const COLUMNS: [&str; 12] = [
    "game",
    "scenario",
    "title",
    "engine",
    "first",
    "second",
    "why",
    "winner",
    "first_points",
    "second_points",
    "turn",
    "minutes",
];

/// The remedy for what no server writes.
const AGAIN: &str = "print the table again with `battlewright host results`";

/// The way in which a game ended.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum EndedBy {
    /// By the rules.
    Played,
    /// A player has resigned.
    Resigned,
    /// A player had no time left.
    OutOfTime,
    /// The players have agreed on a draw.
    Agreed,
    /// Without a result.
    Abandoned,
}

impl EndedBy {
    /// All of them.
    pub(super) const ALL: [Self; 5] = [Self::Played, Self::Resigned, Self::OutOfTime, Self::Agreed, Self::Abandoned];

    /// Returns the name in the table.
    pub(super) fn name(self) -> &'static str {
        match self {
            Self::Played => "played",
            Self::Resigned => "resigned",
            Self::OutOfTime => "out-of-time",
            Self::Agreed => "agreed",
            Self::Abandoned => "abandoned",
        }
    }

    /// Returns the words behind a number of games.
    pub(super) fn phrase(self) -> &'static str {
        match self {
            Self::Played => "by the rules",
            Self::Resigned => "by resignation",
            Self::OutOfTime => "by the clock",
            Self::Agreed => "drawn by agreement",
            Self::Abandoned => "without a result",
        }
    }
}

/// A game that has ended.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PeopleGame {
    /// The id of the row, which is the same in every table that tells of the game.
    pub(super) id: String,
    /// The SHA-256 of the scenario's text.
    pub(super) scenario: String,
    /// The title of the scenario.
    pub(super) title: String,
    /// The version of the engine that began the game.
    pub(super) engine: String,
    /// The players of the sides.
    pub(super) players: [String; 2],
    /// The way in which it ended.
    pub(super) end: EndedBy,
    /// The winner; `None` for nobody.
    pub(super) winner: Option<Side>,
    /// The victory points, if the rules ended it.
    pub(super) points: Option<[i32; 2]>,
    /// The last turn.
    pub(super) turn: u8,
    /// The minutes from its making to its end.
    pub(super) minutes: u32,
}

/// Games between people, of any scenarios, as `battlewright host results` prints them.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct PeopleGames(Vec<PeopleGame>);

/// The faults of a table of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeopleFaults {
    /// The first faults, in order.
    pub listed: Vec<PeopleFault>,
    /// The number of further ones.
    pub more: usize,
}

/// A fault of a table of results.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PeopleFault {
    /// The line of the file, from 1.
    pub line: u64,
    /// The cause.
    pub why: String,
    /// The remedy.
    pub remedy: String,
}

impl fmt::Display for PeopleFault {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "line {}: {}; {}", self.line, self.why, self.remedy)
    }
}

impl fmt::Display for PeopleFaults {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let listed: Vec<String> = self.listed.iter().map(ToString::to_string).collect();
        f.write_str(&listed.join("\n"))?;
        match self.more {
            0 => Ok(()),
            more => write!(f, "\nand {more} more"),
        }
    }
}

impl std::error::Error for PeopleFaults {}

impl PeopleFaults {
    fn add(&mut self, line: u64, why: impl Into<String>, remedy: impl Into<String>) {
        if self.listed.len() < MOST_FAULTS {
            self.listed.push(PeopleFault { line, why: why.into(), remedy: remedy.into() });
        } else {
            self.more += 1;
        }
    }
}

impl PeopleGames {
    /// Reads a table with the columns that `battlewright host results` prints, in any order and with others beside them.
    ///
    /// # Errors
    /// All faults: the file is no such table, or a row cannot be read. No row is left out in silence.
    pub fn read(bytes: &[u8]) -> Result<Self, PeopleFaults> {
        let bytes = bytes.strip_prefix(b"\xef\xbb\xbf").unwrap_or(bytes);
        let mut faults = PeopleFaults { listed: Vec::new(), more: 0 };
        let mut reader = csv::ReaderBuilder::new().has_headers(false).flexible(true).from_reader(bytes);
        let mut row = csv::ByteRecord::new();
        let mut head: Option<(usize, [usize; COLUMNS.len()])> = None;
        let mut games = Vec::new();
        loop {
            match reader.read_byte_record(&mut row) {
                Ok(true) => {}
                Ok(false) => break,
                Err(error) => {
                    faults.add(reader.position().line(), format!("it cannot be read: {error}"), AGAIN);
                    break;
                }
            }
            let line = row.position().map_or(0, csv::Position::line);
            match head {
                None => match columns(&row) {
                    Ok(places) => head = Some((row.len(), places)),
                    Err(why) => {
                        faults.add(
                            line,
                            why,
                            "choose the file that `battlewright host results` has printed, with commas",
                        );
                        break;
                    }
                },
                Some((width, _)) if row.len() != width => {
                    let why = format!("the row has {} cells, and the first line {width}", row.len());
                    faults.add(line, why, "mend its commas and quotes, or remove the row");
                }
                Some((_, places)) => {
                    let mut cells = Cells { row: &row, places, line, faults: &mut faults };
                    games.extend(cells.game());
                }
            }
        }
        if head.is_none() && faults.listed.is_empty() {
            faults.add(1, "the file is empty", AGAIN);
        }
        if faults.listed.is_empty() { Ok(Self(games)) } else { Err(faults) }
    }

    /// Returns all games, in the order of the table.
    pub(super) fn all(&self) -> &[PeopleGame] {
        &self.0
    }
}

/// Finds the places of [`COLUMNS`] in the first line.
fn columns(head: &csv::ByteRecord) -> Result<[usize; COLUMNS.len()], String> {
    let mut places = [0; COLUMNS.len()];
    let mut missing = Vec::new();
    for (place, name) in places.iter_mut().zip(COLUMNS) {
        let mut found = head.iter().enumerate().filter(|(_, cell)| *cell == name.as_bytes()).map(|(at, _)| at);
        match (found.next(), found.next()) {
            (Some(at), None) => *place = at,
            (Some(_), Some(_)) => return Err(format!("the column {name:?} stands twice in the first line")),
            (None, _) => missing.push(name),
        }
    }
    if missing.is_empty() {
        Ok(places)
    } else {
        Err(format!("the first line lacks the columns {}", missing.join(", ")))
    }
}

/// The cells of a row, and what is wrong with them.
struct Cells<'a> {
    row: &'a csv::ByteRecord,
    places: [usize; COLUMNS.len()],
    line: u64,
    faults: &'a mut PeopleFaults,
}

impl Cells<'_> {
    /// Reads the game; `None` if a cell is wrong, after all of them were looked at.
    fn game(&mut self) -> Option<PeopleGame> {
        let id = self.cell("game", "an id of 16 to 64 hexadecimal digits", |cell| hex(cell, 16..=64));
        let scenario = self.cell("scenario", "a hash of 64 hexadecimal digits", |cell| hex(cell, 64..=64));
        let title = self.cell("title", "text in UTF-8", |cell| Some(unguarded(cell).to_owned()));
        let engine = self.cell("engine", "a version such as 0.1.0", version);
        let first = self.cell("first", "person, or the name of a computer player", player);
        let second = self.cell("second", "person, or the name of a computer player", player);
        let ends = "played, resigned, out-of-time, agreed or abandoned";
        let end = self.cell("why", ends, |cell| EndedBy::ALL.into_iter().find(|end| end.name() == cell));
        let winner = self.cell("winner", "first, second or none", |cell| match cell {
            "first" => Some(Some(Side::First)),
            "second" => Some(Some(Side::Second)),
            "none" => Some(None),
            _ => None,
        });
        let points = ["first_points", "second_points"].map(|name| {
            self.cell(name, "a whole number, or nothing", |cell| match cell {
                "" => Some(None),
                _ => cell.parse().ok().filter(|points: &i32| points.abs() <= MOST_POINTS).map(Some),
            })
        });
        let turn = self.cell("turn", "a number from 0 to 255", |cell| cell.parse().ok());
        let minutes = self.cell("minutes", "a whole number of minutes", |cell| cell.parse().ok());
        let [Some(one), Some(two)] = points else { return None };
        let points = self.points(one, two)?;
        let (end, winner) = (end?, winner?);
        let players = [first?, second?];
        match (end, winner) {
            (EndedBy::Resigned | EndedBy::OutOfTime, None) | (EndedBy::Agreed | EndedBy::Abandoned, Some(_)) => {
                let why = format!("a game that ended {} cannot have this winner", end.phrase());
                self.faults.add(self.line, why, AGAIN);
                return None;
            }
            _ => {}
        }
        if players.iter().all(|player| player != PERSON) {
            self.faults.add(self.line, "no person has played", "remove the row; `playtest` plays such games");
            return None;
        }
        Some(PeopleGame {
            id: id?,
            scenario: scenario?,
            title: title?,
            engine: engine?,
            players,
            end,
            winner,
            points,
            turn: turn?,
            minutes: minutes?,
        })
    }

    fn points(&mut self, one: Option<i32>, two: Option<i32>) -> Option<Option<[i32; 2]>> {
        match (one, two) {
            (Some(one), Some(two)) => Some(Some([one, two])),
            (None, None) => Some(None),
            _ => {
                self.faults.add(self.line, "only one side has points", "give both sides points, or none");
                None
            }
        }
    }

    /// Reads the cell of the column `name`; `wanted` is what may stand in it.
    fn cell<T>(&mut self, name: &str, wanted: &str, of: impl Fn(&str) -> Option<T>) -> Option<T> {
        let place = COLUMNS.iter().position(|column| *column == name).and_then(|at| self.places.get(at))?;
        let bytes = self.row.get(*place).unwrap_or_default();
        let value = std::str::from_utf8(bytes).ok().and_then(of);
        if value.is_none() {
            let cell: String = String::from_utf8_lossy(bytes).chars().take(LONGEST_QUOTE).collect();
            self.faults.add(self.line, format!("{name} is {cell:?}"), format!("write {wanted}"));
        }
        value
    }
}

/// Returns a cell of so many hexadecimal digits.
fn hex(cell: &str, digits: std::ops::RangeInclusive<usize>) -> Option<String> {
    let is_hex = digits.contains(&cell.len()) && cell.bytes().all(|byte| byte.is_ascii_hexdigit());
    is_hex.then(|| cell.to_ascii_lowercase())
}

fn version(cell: &str) -> Option<String> {
    let is_version = (1..=LONGEST_ENGINE).contains(&cell.len())
        && cell.bytes().all(|byte| byte.is_ascii_alphanumeric() || b".+-".contains(&byte));
    is_version.then(|| cell.to_owned())
}

fn player(cell: &str) -> Option<String> {
    (cell == PERSON || Kind::by_name(cell).is_some()).then(|| cell.to_owned())
}

/// Returns a text without the apostrophe before what a spreadsheet would take for a formula.
fn unguarded(cell: &str) -> &str {
    cell.strip_prefix('\'').filter(|rest| rest.starts_with(['=', '+', '-', '@', '\'', '\t', '\r'])).unwrap_or(cell)
}
