//! Choosing a file: by the system's dialog, or by typing its path where there is none.

use std::path::{Path, PathBuf};
use std::sync::mpsc::{Receiver, TryRecvError, channel};
use std::time::{Duration, Instant};

/// A dialog that is answered with "none" faster than a person can was never shown.
const HUMAN: Duration = Duration::from_millis(400);

/// How files are chosen.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Chooser {
    /// By the system's dialog, if it has one.
    #[default]
    System,
    /// By typing a path.
    Typed,
}

/// What a file is chosen for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Purpose {
    /// To open it.
    Open,
    /// To save to it.
    Save,
    /// To trace the picture in it.
    Picture,
}

/// A question to the system that is not answered yet.
#[derive(Debug)]
pub struct Pending {
    /// What the file is for.
    pub purpose: Purpose,
    asked: Instant,
    answer: Receiver<Option<PathBuf>>,
}

/// The system's answer.
#[derive(Debug, PartialEq, Eq)]
pub enum Answer {
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
    pub fn ask(purpose: Purpose, path: Option<&Path>, wake: impl FnOnce() + Send + 'static) -> Self {
        let (send, answer) = channel();
        let mut dialog = match purpose {
            Purpose::Picture => rfd::FileDialog::new().add_filter("Picture", &["png", "jpg", "jpeg"]),
            _ => rfd::FileDialog::new().add_filter("Battlewright scenario", &["toml"]),
        };
        if let Some(folder) = path.and_then(Path::parent).filter(|folder| folder.is_dir()) {
            dialog = dialog.set_directory(folder);
        }
        if let (Purpose::Save, Some(name)) = (purpose, path.and_then(Path::file_name)) {
            dialog = dialog.set_file_name(name.to_string_lossy());
        }
        let ask = move || {
            let file = match purpose {
                Purpose::Open => dialog.set_title("Open scenario").pick_file(),
                Purpose::Save => dialog.set_title("Save scenario as").save_file(),
                Purpose::Picture => dialog.set_title("Choose a picture of the map").pick_file(),
            };
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
    pub fn poll(&self) -> Answer {
        match self.answer.try_recv() {
            Ok(Some(path)) => Answer::File(path),
            Ok(None) if self.asked.elapsed() < HUMAN => Answer::NoDialog,
            Ok(None) => Answer::Cancelled,
            Err(TryRecvError::Empty) => Answer::Waiting,
            Err(TryRecvError::Disconnected) => Answer::NoDialog,
        }
    }
}

/// `path` with the ending `.toml`, if it has none.
pub fn with_ending(path: &Path) -> PathBuf {
    if path.extension().is_some() { path.to_owned() } else { path.with_extension("toml") }
}
