//! The theme of the scenario, read in the background, and again when its files change.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlewright_export::art::{Art, LoadedTheme};

use super::Document;
use crate::background_task::BackgroundTask;
use crate::model::autosave::file_content::{FileStamp, file_stamp};
use crate::model::edit::EditScope;

/// A theme and its pictures.
#[derive(Debug, Default)]
pub(super) struct Artwork {
    pub(super) loaded: Arc<LoadedTheme>,
    /// The theme's file.
    of: Option<PathBuf>,
    /// The files that were read, and how they stood.
    seen: Vec<(PathBuf, Option<FileStamp>)>,
    /// `true` if the files are to be looked at.
    stirred: bool,
    reading: BackgroundTask<(Option<PathBuf>, LoadedTheme)>,
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
        let changed = || self.artwork.seen.iter().any(|(file, seen)| file_stamp(file).ok().flatten() != *seen);
        if wanted == self.artwork.of && !(stirred && changed()) {
            return;
        }
        match wanted {
            None => self.take_art(None, LoadedTheme::default()),
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

    fn take_art(&mut self, of: Option<PathBuf>, loaded: LoadedTheme) {
        let seen = loaded.files.iter().map(|file| (file.clone(), file_stamp(file).ok().flatten())).collect();
        self.artwork = Artwork { loaded: Arc::new(loaded), of, seen, ..Artwork::default() };
        // Everything is to be drawn anew, and what is wrong with the theme to be told.
        self.revised(EditScope::All);
        self.checks.look_again();
    }
}
