//! The artwork of the scenario: the theme that it names, read beside the window and again when its files change.

use std::path::{Path, PathBuf};
use std::sync::Arc;
use std::time::SystemTime;

use battlewright_export::art::{Art, Loaded};

use super::Document;
use crate::beside::Beside;
use crate::edit::Reach;

/// A theme and its pictures.
#[derive(Debug, Default)]
pub(super) struct Artwork {
    pub(super) loaded: Arc<Loaded>,
    /// The theme's file.
    of: Option<PathBuf>,
    /// The files that were read, and how they stood.
    seen: Vec<(PathBuf, Look)>,
    /// `true` if the files are to be looked at.
    stirred: bool,
    reading: Beside<(Option<PathBuf>, Loaded)>,
}

/// Time and length of a file; nothing if there is none.
type Look = Option<(SystemTime, u64)>;

fn look(file: &Path) -> Look {
    let data = std::fs::metadata(file).ok()?;
    Some((data.modified().ok()?, data.len()))
}

impl Document {
    /// The artwork that its map and counters are drawn with.
    pub fn art(&self) -> &Arc<Art> {
        &self.artwork.loaded.art
    }

    /// The files that this comes from.
    pub fn art_files(&self) -> &[PathBuf] {
        &self.artwork.loaded.files
    }

    /// Notes that the files may be others than they were.
    pub fn stir_art(&mut self) {
        self.artwork.stirred = true;
    }

    /// Has the theme read if the scenario names another, or if its files have changed; `wake` is called when it is.
    pub fn refresh_art(&mut self, wake: impl FnOnce() + Send + 'static) {
        if let Some((_, (of, loaded))) = self.artwork.reading.poll() {
            self.take_art(of, loaded);
        }
        if self.artwork.reading.is_busy() {
            return;
        }
        let folder = self.path().and_then(Path::parent);
        let wanted = folder.and_then(|folder| Art::file_of(self.scenario(), folder));
        let stirred = std::mem::take(&mut self.artwork.stirred);
        let changed = || self.artwork.seen.iter().any(|(file, seen)| look(file) != *seen);
        if wanted == self.artwork.of && !(stirred && changed()) {
            return;
        }
        match wanted {
            None => self.take_art(None, Loaded::default()),
            Some(file) => self.artwork.reading.begin(self.edition, wake, move || {
                let loaded = Art::load(&file);
                (Some(file), loaded)
            }),
        }
    }

    /// Waits until the theme has been read.
    pub fn wait_for_art(&mut self) {
        self.refresh_art(|| ());
        if let Some((_, (of, loaded))) = self.artwork.reading.wait() {
            self.take_art(of, loaded);
        }
    }

    fn take_art(&mut self, of: Option<PathBuf>, loaded: Loaded) {
        let seen = loaded.files.iter().map(|file| (file.clone(), look(file))).collect();
        self.artwork = Artwork { loaded: Arc::new(loaded), of, seen, ..Artwork::default() };
        // Everything is to be drawn anew, and what is wrong with the theme to be told.
        self.revised(Reach::All);
        self.checks.look_again();
    }
}
