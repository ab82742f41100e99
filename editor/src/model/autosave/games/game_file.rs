//! The file of a game in progress.

use std::fmt::Display;
use std::io::{self, Read, Seek as _, SeekFrom, Write as _};
use std::path::{Path, PathBuf};

use battlewright_engine::any::{AnyAction, AnyGame};
use battlewright_engine::play::replay::Header;
use battlewright_engine::play::{Input, Match, Replay};
use battlewright_platform::clock::Duration;
use battlewright_platform::fs::{self, File, OpenOptions, TryLockError};
use battlewright_platform::temporary::{Builder, NamedTempFile};

use super::GameSummary;
use crate::model::autosave::recovery_path::UNFINISHED;
use crate::model::autosave::sync_timer::SyncTimer;

/// The ending of the names of games.
pub(super) const ENDING: &str = "jsonl";

/// The ending of the names of summaries.
pub(super) const SUMMARY: &str = "json";

/// The file of a game in progress. It holds the inputs in effect, and nothing of undone ones.
#[derive(Debug)]
pub struct GameFile {
    path: PathBuf,
    file: File,
    header: Header,
    /// The inputs in the file.
    inputs: Vec<Input<AnyAction>>,
    /// The length of the file after each number of inputs, from none on.
    lengths: Vec<u64>,
    timer: SyncTimer,
}

impl GameFile {
    /// Creates a file for a game in `folder`, and locks it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written.
    pub fn begin(folder: &Path, header: Header) -> io::Result<Self> {
        fs::create_dir_all(folder)?;
        let line = header.line();
        let mut new = write(folder, line.as_bytes())?;
        loop {
            let path = folder.join(format!("{:016x}.{ENDING}", battlewright_platform::random_seed()));
            match new.persist_noclobber(&path) {
                Ok(file) => {
                    let (inputs, lengths, timer) = (Vec::new(), vec![length(&line)], SyncTimer::default());
                    return Ok(Self { path, file, header, inputs, lengths, timer });
                }
                Err(failed) if failed.error.kind() == io::ErrorKind::AlreadyExists => new = failed.file,
                Err(failed) => return Err(failed.error),
            }
        }
    }

    /// Opens the game at `path`, locks it, and returns its record. A line that was cut off or damaged ends the record. Returns
    /// `None` if another program plays the game.
    ///
    /// # Errors
    /// Returns an error if the file cannot be opened or is no recorded game.
    pub fn take_over(path: &Path) -> io::Result<Option<(Self, Replay)>> {
        let Some(mut file) = lock(path)? else { return Ok(None) };
        let bytes = fs::read_within(&mut file, super::list::MOST_BYTES)?;
        let defect = |why: &dyn Display| io::Error::new(io::ErrorKind::InvalidData, why.to_string());
        // Bytes that are no text end the record, as other damage does.
        let text = match str::from_utf8(&bytes) {
            Ok(text) => text,
            Err(error) => str::from_utf8(bytes.get(..error.valid_up_to()).unwrap_or_default()).unwrap_or_default(),
        };
        let ends = text.bytes().enumerate().filter(|(_, byte)| *byte == b'\n').map(|(at, _)| at + 1);
        let ends: Vec<u64> = ends.map(|end| u64::try_from(end).unwrap_or(u64::MAX)).collect();
        if ends.is_empty() {
            return Err(defect(&"its first line is cut off, or is not UTF-8"));
        }
        let (replay, _) = Replay::read_sound(text).map_err(|error| defect(&error))?;
        let lengths = ends.into_iter().take(replay.len() + 1).collect();
        let (path, header) = (path.to_owned(), replay.header.clone());
        Ok(Some((Self { path, file, header, inputs: Vec::new(), lengths, timer: SyncTimer::default() }, replay)))
    }

    /// Returns the path.
    pub fn path(&self) -> &Path {
        &self.path
    }

    /// Returns the number of inputs in the file.
    pub fn len(&self) -> usize {
        self.lengths.len().saturating_sub(1)
    }

    /// Returns `true` if there are no inputs in the file.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Makes the file hold the inputs of `game` and these `players`. Only what has changed is written: new inputs are appended,
    /// and inputs that were undone or replaced are cut off.
    ///
    /// # Errors
    /// Returns an error if the file cannot be written. The next call tries again.
    pub fn update(&mut self, game: &Match<AnyGame>, players: &[String; 2]) -> io::Result<()> {
        // The inputs of a file that was taken over are known once the game has replayed them.
        if self.inputs.is_empty() && !self.is_empty() {
            self.inputs = game.inputs().take(self.len()).map(|(_, input)| input.clone()).collect();
            self.lengths.truncate(self.inputs.len() + 1);
        }
        if *players != self.header.players {
            self.rewrite(players)?;
        }
        let same = self.inputs.iter().zip(game.inputs()).take_while(|(old, (_, new))| old == new).count();
        let lines = Replay::lines_after(game, same);
        if same == self.inputs.len() && lines.is_empty() {
            return Ok(());
        }
        self.cut(same)?;
        if let Err(error) = self.file.write_all(lines.concat().as_bytes()) {
            // A part of a line would make later ones unreadable.
            self.cut(same)?;
            return Err(error);
        }
        for (line, (_, input)) in lines.iter().zip(game.inputs().skip(same)) {
            let end = self.lengths.last().map_or(0, |last| last + length(line));
            self.lengths.push(end);
            self.inputs.push(input.clone());
        }
        self.timer.written();
        self.summarize(game);
        Ok(())
    }

    /// Cuts the file off after `n` inputs, and continues there.
    fn cut(&mut self, n: usize) -> io::Result<()> {
        self.lengths.truncate(n + 1);
        self.inputs.truncate(n);
        let end = self.lengths.last().copied().unwrap_or_default();
        self.file.set_len(end)?;
        self.file.seek(SeekFrom::Start(end))?;
        Ok(())
    }

    /// Replaces the first line by one with these `players`. Either the old or the new file exists at any time.
    fn rewrite(&mut self, players: &[String; 2]) -> io::Result<()> {
        let mut header = self.header.clone();
        header.players.clone_from(players);
        let (old, line) = (self.lengths.first().copied().unwrap_or_default(), header.line());
        let mut text = line.clone().into_bytes();
        let end = self.lengths.last().copied().unwrap_or_default();
        self.file.seek(SeekFrom::Start(old))?;
        // What follows the record is damaged.
        Read::by_ref(&mut self.file).take(end.saturating_sub(old)).read_to_end(&mut text)?;
        let folder = self.path.parent().unwrap_or(Path::new(""));
        self.file = write(folder, &text)?.persist(&self.path)?;
        for end in &mut self.lengths {
            *end = *end - old + length(&line);
        }
        self.header = header;
        self.timer.written();
        Ok(())
    }

    /// Writes the summary. Without one, the list of games shows less.
    fn summarize(&self, game: &Match<AnyGame>) {
        let summary = serde_json::to_vec(&GameSummary::of(game.now(), game.len())).unwrap_or_default();
        let _ = fs::write(self.path.with_extension(SUMMARY), summary);
    }

    /// Synchronizes the file to the disk if that is due. Returns the time until it is, or `None` if nothing is pending.
    pub fn sync(&mut self) -> Option<Duration> {
        self.timer.sync(&self.file)
    }

    /// Deletes the game.
    ///
    /// # Errors
    /// Returns an error if the file cannot be deleted.
    pub fn remove(self) -> io::Result<()> {
        remove(&self.path)
    }

    /// Deletes the game at `path`, which need not be readable. Returns `false` if another program plays it.
    ///
    /// # Errors
    /// Returns an error if the file cannot be locked or deleted.
    pub(super) fn delete(path: &Path) -> io::Result<bool> {
        let lock = lock(path)?;
        lock.map_or(Ok(false), |_lock| remove(path).map(|()| true))
    }
}

/// Opens the file at `path` and locks it. Returns `None` if another program holds the lock.
fn lock(path: &Path) -> io::Result<Option<File>> {
    fs::check_file(path)?;
    let file = OpenOptions::new().read(true).write(true).open(path)?;
    match file.try_lock() {
        Ok(()) => Ok(Some(file)),
        Err(TryLockError::WouldBlock) => Ok(None),
        Err(TryLockError::Error(error)) => Err(error),
    }
}

/// Removes the game at `path` with its summary.
fn remove(path: &Path) -> io::Result<()> {
    fs::remove_file(path)?;
    match fs::remove_file(path.with_extension(SUMMARY)) {
        Err(error) if error.kind() != io::ErrorKind::NotFound => Err(error),
        _ => Ok(()),
    }
}

/// Writes `text` to a temporary file, which is locked before other programs can find it.
fn write(folder: &Path, text: &[u8]) -> io::Result<NamedTempFile> {
    let mut file = Builder::new().prefix(UNFINISHED).tempfile_in(folder)?;
    file.as_file().try_lock()?;
    file.write_all(text)?;
    Ok(file)
}

fn length(text: &str) -> u64 {
    u64::try_from(text.len()).unwrap_or(u64::MAX)
}
