//! The list of saved games.

use std::io::{self, BufRead as _, BufReader, Read as _};
use std::path::{Path, PathBuf};

use battlewright_engine::play::Replay;
use battlewright_engine::play::replay::{Header, MAX_BYTES};
use battlewright_platform::clock::SystemTime;
use battlewright_platform::fs;

use super::GameSummary;
use super::game_file::{ENDING, GameFile, SUMMARY};
use crate::model::autosave::journal;

/// The largest game that is read, in bytes.
pub(super) const MOST_BYTES: u64 = MAX_BYTES as u64;

/// The largest summary that is read, in bytes.
const LARGEST_SUMMARY: u64 = 1 << 16;

/// The number of games that are kept after their end. The oldest of the others are deleted; games that are not over never are.
const MOST_ENDED: usize = 20;

/// The folder of saved games.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct GameFolder(PathBuf);

/// A saved game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct SavedGame {
    /// The file.
    pub path: PathBuf,
    /// The scenario and the players; `None` if the file cannot be read.
    pub header: Option<Header>,
    /// The position; `None` if it is not known.
    pub summary: Option<GameSummary>,
    /// The time of the last input.
    pub when: SystemTime,
}

/// A part of the list of saved games.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum SavedGamePart {
    /// Games that go on.
    InProgress,
    /// Games that are over.
    Finished,
    /// Files that cannot be read.
    Unreadable,
}

impl SavedGamePart {
    /// All parts, in the order of the list.
    pub const ALL: [Self; 3] = [Self::InProgress, Self::Finished, Self::Unreadable];

    /// Returns the heading above the games.
    pub fn name(self) -> &'static str {
        match self {
            Self::InProgress => "Games in progress",
            Self::Finished => "Finished games",
            Self::Unreadable => "Games that cannot be read",
        }
    }
}

impl GameFolder {
    /// Returns the folder `games` in the state folder `state` of the user.
    pub fn within(state: &Path) -> Self {
        Self(state.join("games"))
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.0
    }

    /// Returns the saved games: first those that go on, and of each kind the newest first. Games that a program is playing are
    /// left out.
    pub fn games(&self) -> Vec<SavedGame> {
        let Ok(entries) = fs::read_dir(&self.0) else { return Vec::new() };
        let paths = entries.into_iter().flatten().map(|entry| entry.path());
        let games = paths.filter(|path| path.extension().is_some_and(|ending| ending == ENDING));
        let mut games: Vec<SavedGame> = games.filter_map(|path| SavedGame::read(&path)).collect();
        games.sort_by_key(|game| (game.part(), std::cmp::Reverse(game.when), game.path.clone()));
        games
    }

    /// Deletes the oldest games that are over, if there are more than `MOST_ENDED`.
    pub fn tidy(&self) {
        let ended = self.games().into_iter().filter(|game| game.summary.as_ref().is_some_and(|now| now.over));
        for game in ended.skip(MOST_ENDED) {
            // A game that cannot be deleted now is deleted the next time.
            let _ = self.delete(&game.path);
        }
    }

    /// Deletes the game at `path`, unless a program is playing it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be deleted.
    pub fn delete(&self, path: &Path) -> io::Result<()> {
        if GameFile::delete(path)? { Ok(()) } else { Err(io::ErrorKind::ResourceBusy.into()) }
    }
}

/// Returns the first line of the file at `path`, which is text.
fn first_line(path: &Path) -> io::Result<String> {
    let mut line = String::new();
    BufReader::new(fs::open_file(path)?.take(MOST_BYTES)).read_line(&mut line)?;
    Ok(line)
}

impl SavedGame {
    /// Reads the game at `path`; `None` if it is no file, or if a program is playing it.
    fn read(path: &Path) -> Option<Self> {
        let file = fs::metadata(path).ok().filter(|file| file.is_file())?;
        if journal::is_held(path) {
            return None;
        }
        let first = (file.len() <= MOST_BYTES).then(|| first_line(path).ok()).flatten();
        let header = first.and_then(|line| Replay::read_sound(&line).ok()).map(|(replay, _)| replay.header);
        let about = path.with_extension(SUMMARY);
        let is_small = fs::metadata(&about).is_ok_and(|file| file.is_file() && file.len() <= LARGEST_SUMMARY);
        let summary = is_small.then(|| serde_json::from_slice(&fs::read_file(&about).ok()?).ok()).flatten();
        let when = file.modified().unwrap_or(SystemTime::UNIX_EPOCH);
        Some(Self { path: path.to_owned(), header, summary, when })
    }

    /// Returns the part of the list that the game belongs to.
    pub fn part(&self) -> SavedGamePart {
        match &self.header {
            Some(_) if self.goes_on() => SavedGamePart::InProgress,
            Some(_) => SavedGamePart::Finished,
            None => SavedGamePart::Unreadable,
        }
    }

    /// Returns the title of the scenario.
    pub fn title(&self) -> &str {
        self.header.as_ref().map_or("A game that cannot be read", |header| &header.title)
    }

    /// Returns `true` if the game was played on the scenario with this text.
    pub fn is_of(&self, scenario: &str) -> bool {
        self.header.as_ref().is_some_and(|header| header.scenario == scenario)
    }

    /// Returns `true` if the game goes on.
    pub fn goes_on(&self) -> bool {
        self.header.is_some() && self.summary.as_ref().is_none_or(|summary| !summary.over)
    }
}
