//! File selection with the dialog of the operating system, or with a typed path where there is no such dialog.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};

use battlewright_export::{Format, Source};
use battlewright_ground::read::FileKind;
use battlewright_platform::clock::{Duration, Instant};
use battlewright_platform::dialogs::{self, FileRequest};

/// The least time in which a user can cancel a dialog that a desktop first has to show. A faster "none" means that the system
/// did not show one.
const HUMAN: Duration = Duration::from_millis(400);

/// The method of choosing files.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chooser {
    /// The file dialog of the operating system, if there is one.
    #[default]
    System,
    /// A text field for the path.
    Typed,
}

/// The purpose for which a file is chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FilePurpose {
    /// Open a scenario.
    Open,
    /// Save the scenario.
    Save,
    /// Load a picture of the printed map to trace.
    Picture,
    /// Load a recorded game.
    OpenGame,
    /// Save the recorded game.
    SaveGame,
    /// Save the current position of a game as a scenario.
    SavePosition,
    /// Save the rules of the scenario as a ruleset, which it then uses.
    SaveRuleset,
    /// Add a file with geography to the dialog for maps from the ground.
    Ground,
    /// Import a file of another program: units, a map or a VASSAL module.
    Import,
    /// Save the scenario that was imported from a module.
    SaveModule,
    /// Export all units as CSV.
    ExportUnits,
    /// Export the visible rows and columns of the order of battle as CSV.
    ExportShown,
    /// Save the balance report as HTML.
    ExportReport,
    /// Export the games of the balance lab as CSV, a row for each game.
    ExportGames,
    /// Save the comparison of several versions in the balance lab as HTML.
    ExportVersions,
    /// Export the scenario in another format.
    Export(Format),
}

impl FilePurpose {
    /// Returns the title of the file dialog.
    pub fn title(self) -> &'static str {
        match self {
            Self::Open => "Open scenario",
            Self::Save => "Save scenario as",
            Self::OpenGame => "Load game",
            Self::SaveGame => "Save game",
            Self::SavePosition => "Save position as scenario",
            Self::SaveRuleset => "Save rules as a ruleset",
            Self::Picture => "Choose map picture",
            Self::Ground => "Add file with geography",
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

    /// Returns `true` if the file is written, `false` if it is read.
    pub fn writes(self) -> bool {
        !matches!(self, Self::Open | Self::Picture | Self::OpenGame | Self::Import | Self::Ground)
    }

    /// Returns `true` if the written file is opened again later, `false` if it is for other programs.
    pub fn keeps(self) -> bool {
        matches!(self, Self::Save | Self::SavePosition | Self::SaveRuleset | Self::SaveModule | Self::SaveGame)
    }

    /// Returns the name of the file type for the dialog's filter, and its extensions without the dot.
    pub(crate) fn kind(self) -> (&'static str, Vec<&'static str>) {
        match self {
            Self::Open | Self::Save | Self::SavePosition | Self::SaveModule => ("Battlewright scenario", vec!["toml"]),
            Self::SaveRuleset => ("Battlewright ruleset", vec!["toml"]),
            Self::OpenGame | Self::SaveGame => ("Battlewright game", vec!["jsonl"]),
            Self::Ground => ("Geography and elevation", FileKind::EXTENSIONS.to_vec()),
            Self::Import => ("Units, maps and modules", Source::ENDINGS.to_vec()),
            Self::ExportUnits | Self::ExportShown | Self::ExportGames => ("Text spreadsheet", vec!["csv"]),
            Self::ExportReport | Self::ExportVersions => ("Web page", vec!["html"]),
            Self::Picture => ("Picture", vec!["png", "jpg", "jpeg"]),
            Self::Export(format) => (format.about(), vec![format.name()]),
        }
    }
}

/// A file dialog that is open.
#[derive(Debug)]
pub struct Pending {
    /// The purpose of the file.
    pub purpose: FilePurpose,
    /// The chosen file, and the time that the dialog took. It is measured where the dialog runs: a slow frame adds nothing.
    answer: Receiver<(Option<PathBuf>, Duration)>,
}

/// The state of a file dialog.
#[derive(Debug, PartialEq, Eq)]
pub enum ChosenFile {
    /// The dialog is still open.
    Waiting,
    /// The user chose this file.
    File(PathBuf),
    /// The user canceled the dialog.
    Cancelled,
    /// The system could not show a dialog.
    NoDialog,
}

impl Pending {
    /// Opens the system's file dialog in the folder of `path`; a dialog that saves also suggests the name of `path`.
    /// The dialog runs on its own thread, except on macOS; `wake` is called when it closes.
    pub fn ask(purpose: FilePurpose, path: Option<&Path>, wake: impl FnOnce() + Send + 'static) -> Self {
        let (send, answer) = channel();
        let (kind, endings) = purpose.kind();
        let request = FileRequest {
            title: purpose.title(),
            kind,
            endings: &endings,
            writes: purpose.writes(),
            kept: purpose.keeps(),
            path,
        };
        let asked = Instant::now();
        dialogs::ask(&request, move |file| {
            // The receiver is gone if the window was closed meanwhile.
            let _ = send.send((file, asked.elapsed()));
            wake();
        });
        Self { purpose, answer }
    }

    /// Returns the state of the dialog. The file is returned only once.
    pub fn poll(&self) -> ChosenFile {
        match self.answer.try_recv() {
            Ok((Some(path), _)) => ChosenFile::File(path),
            Ok((None, took)) if dialogs::MAY_BE_MISSING && took < HUMAN => ChosenFile::NoDialog,
            Ok((None, _)) => ChosenFile::Cancelled,
            Err(TryRecvError::Empty) => ChosenFile::Waiting,
            Err(TryRecvError::Disconnected) => ChosenFile::NoDialog,
        }
    }
}

/// Returns `path`, with the extension `ending` if it has none.
pub fn with_ending(path: &Path, ending: &str) -> PathBuf {
    if path.extension().is_some() { path.to_owned() } else { path.with_extension(ending) }
}

/// Returns a file name made of the words of `title` in lower case, such as `the-bridge.toml`; `untitled` if there are
/// none.
pub fn named_after(title: &str, ending: &str) -> PathBuf {
    let title = title.to_lowercase().replace(['\'', '’'], "");
    let words: Vec<&str> = title.split(|c: char| !c.is_alphanumeric()).filter(|word| !word.is_empty()).collect();
    let name = if words.is_empty() { "untitled".to_owned() } else { words.join("-") };
    Path::new(&name).with_extension(ending)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// A window that is busy when the answer comes does not take a missing dialog for one that was canceled.
    #[test]
    fn the_time_of_a_dialog_is_that_of_the_dialog() {
        let answered = |took| {
            let (send, answer) = channel();
            send.send((None, took)).unwrap();
            std::thread::sleep(Duration::from_millis(2));
            Pending { purpose: FilePurpose::Open, answer }.poll()
        };
        assert_eq!(answered(Duration::from_millis(1)), ChosenFile::NoDialog);
        assert_eq!(answered(HUMAN), ChosenFile::Cancelled);
    }

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
