//! File selection: with the dialog of the system, or with a typed path if there is none.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

use battlewright_export::{Format, Source};

/// A dialog that is answered with "none" faster than a person can was never shown.
const HUMAN: Duration = Duration::from_millis(400);

/// The way in which files are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chooser {
    /// By the system's dialog, if it has one.
    #[default]
    System,
    /// By typing a path.
    Typed,
}

/// The purpose for which a file is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePurpose {
    /// To open it.
    Open,
    /// To save to it.
    Save,
    /// To trace the picture in it.
    Picture,
    /// To load a game from it.
    OpenGame,
    /// To save a game to it.
    SaveGame,
    /// To save a position of a game to it, as a scenario.
    SavePosition,
    /// To take from it what another program has made.
    Import,
    /// To write the scenario that was made of a module to it.
    SaveModule,
    /// To write all units to it.
    ExportUnits,
    /// To write the units and columns that the table shows to it.
    ExportShown,
    /// To write what many games said to it, as a page.
    ExportReport,
    /// To write a row for each of many games to it.
    ExportGames,
    /// To write what versions said beside each other to it, as a page.
    ExportVersions,
    /// To write the scenario to it in another format.
    Export(Format),
}

impl FilePurpose {
    /// The title of a window that asks for the file.
    pub fn title(self) -> &'static str {
        match self {
            Self::Open => "Open scenario",
            Self::Save => "Save scenario as",
            Self::OpenGame => "Load game",
            Self::SaveGame => "Save game",
            Self::SavePosition => "Save position as scenario",
            Self::Picture => "Choose map picture",
            Self::Import => "Import from another program",
            Self::SaveModule => "Save imported scenario",
            Self::ExportUnits => "Export order of battle",
            Self::ExportShown => "Export visible units",
            Self::ExportReport => "Save balance report",
            Self::ExportGames => "Export games",
            Self::ExportVersions => "Save comparison",
            Self::Export(_) => "Export scenario",
        }
    }

    /// Returns `true` if the file is written.
    pub fn writes(self) -> bool {
        !matches!(self, Self::Open | Self::Picture | Self::OpenGame | Self::Import)
    }

    /// The kind of file, and the ends of its name.
    pub(crate) fn kind(self) -> (&'static str, Vec<&'static str>) {
        match self {
            Self::Open | Self::Save | Self::SavePosition | Self::SaveModule => ("Battlewright scenario", vec!["toml"]),
            Self::OpenGame | Self::SaveGame => ("Battlewright game", vec!["jsonl"]),
            Self::Import => ("Units, maps and modules", Source::ENDINGS.to_vec()),
            Self::ExportUnits | Self::ExportShown | Self::ExportGames => ("Text spreadsheet", vec!["csv"]),
            Self::ExportReport | Self::ExportVersions => ("Web page", vec!["html"]),
            Self::Picture => ("Picture", vec!["png", "jpg", "jpeg"]),
            Self::Export(format) => (format.about(), vec![format.name()]),
        }
    }
}

/// A question to the system that is not answered yet.
#[derive(Debug)]
pub struct Pending {
    /// The purpose of the file.
    pub purpose: FilePurpose,
    asked: Instant,
    answer: Receiver<Option<PathBuf>>,
}

/// The system's answer.
#[derive(Debug, PartialEq, Eq)]
pub enum ChosenFile {
    /// Not yet.
    Waiting,
    /// This file.
    File(PathBuf),
    /// None: the person thought better of it.
    Cancelled,
    /// None: the system has no dialog.
    NoDialog,
}

impl Pending {
    /// Asks the system for a file, beginning at `path`. The window goes on meanwhile; `wake` is
    /// called when there is an answer.
    pub fn ask(purpose: FilePurpose, path: Option<&Path>, wake: impl FnOnce() + Send + 'static) -> Self {
        let (send, answer) = channel();
        let (kind, endings) = purpose.kind();
        let mut dialog = rfd::FileDialog::new().add_filter(kind, &endings).set_title(purpose.title());
        if let Some(folder) = path.and_then(Path::parent).filter(|folder| folder.is_dir()) {
            dialog = dialog.set_directory(folder);
        }
        if let (true, Some(name)) = (purpose.writes(), path.and_then(Path::file_name)) {
            dialog = dialog.set_file_name(name.to_string_lossy());
        }
        let ask = move || {
            let file = if purpose.writes() { dialog.save_file() } else { dialog.pick_file() };
            // If the window is gone, nobody waits for the answer.
            let _ = send.send(file);
            wake();
        };
        let asked = Instant::now();
        // Mac OS shows dialogs from its main thread only.
        if cfg!(target_os = "macos") {
            ask();
        } else {
            std::thread::spawn(ask);
        }
        Self { purpose, asked, answer }
    }

    /// The answer, if there is one.
    pub fn poll(&self) -> ChosenFile {
        match self.answer.try_recv() {
            Ok(Some(path)) => ChosenFile::File(path),
            Ok(None) if self.asked.elapsed() < HUMAN => ChosenFile::NoDialog,
            Ok(None) => ChosenFile::Cancelled,
            Err(TryRecvError::Empty) => ChosenFile::Waiting,
            Err(TryRecvError::Disconnected) => ChosenFile::NoDialog,
        }
    }
}

/// `path` with this ending, if it has none.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    if path.extension().is_some() { path.to_owned() } else { path.with_extension(ending) }
}

/// The name of a file for what is called `title`, such as `the-bridge.toml`.
pub fn named_after(title: &str, ending: &str) -> PathBuf {
    let title = title.to_lowercase().replace(['\'', '’'], "");
    let words: Vec<&str> = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let name = if words.is_empty() { "untitled".to_owned() } else { words.join("-") };
    Path::new(&name).with_extension(ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_named_after_its_title() {
        for (title, name) in [
            ("The Bridge at Courcelles", "the-bridge-at-courcelles.toml"),
            ("  L’Épée d'or: 16/8/1870 ", "lépée-dor-16-8-1870.toml"),
            ("../..", "untitled.toml"),
        ] {
            assert_eq!(named_after(title, "toml"), Path::new(name));
        }
    }
}
