//! The theme of the scenario, which is loaded in the background and reloaded when its files change.

use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlewright_export::art::{Art, LoadedTheme};

use super::Document;
use crate::background_task::BackgroundTask;
use crate::model::autosave::file_content::{FileStamp, file_stamp};
use crate::model::edit::EditScope;

/// The loaded theme and the state of its files.
#[derive(Debug, Default)]
pub(super) struct Artwork {
    pub(super) loaded: Arc<LoadedTheme>,
    /// The path of the theme file.
    of: Option<PathBuf>,
    /// The files that were read, with their stamps at that time.
    seen: Vec<(PathBuf, Option<FileStamp>)>,
    /// `true` if the stamps of the files must be checked.
    has_changed: bool,
    reading: BackgroundTask<(Option<PathBuf>, LoadedTheme)>,
}

impl Document {
    /// Returns the artwork of the map and counters.
    pub fn art(&self) -> &Arc<Art> {
        &self.artwork.loaded.art
    }

    /// Returns the paths of the theme file and its pictures.
    pub fn art_files(&self) -> &[PathBuf] {
        &self.artwork.loaded.files
    }

    /// Requests a check of the theme's files, since they may have changed.
    pub fn check_art(&mut self) {
        self.artwork.has_changed = true;
    }

    /// Starts loading the theme if the scenario names another or its files have changed, and takes over a theme that
    /// has been loaded. `wake` is called when loading ends.
    pub fn refresh_art(&mut self, wake: impl FnOnce() + Send + 'static) {
        if let Some((_, (of, loaded))) = self.artwork.reading.poll() {
            self.take_art(of, loaded);
        }
        if self.artwork.reading.is_busy() {
            return;
        }
        let folder = self.path().and_then(Path::parent);
        let wanted = folder.and_then(|folder| Art::file_of(self.scenario(), folder));
        let has_changed = std::mem::take(&mut self.artwork.has_changed);
        let changed = || self.artwork.seen.iter().any(|(file, seen)| file_stamp(file).ok().flatten() != *seen);
        if wanted == self.artwork.of && !(has_changed && changed()) {
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

    /// Waits until the theme is loaded.
    pub fn wait_for_art(&mut self) {
        self.refresh_art(|| ());
        if let Some((_, (of, loaded))) = self.artwork.reading.wait() {
            self.take_art(of, loaded);
        }
    }

    fn take_art(&mut self, of: Option<PathBuf>, loaded: LoadedTheme) {
        let seen = loaded.files.iter().map(|file| (file.clone(), file_stamp(file).ok().flatten())).collect();
        self.artwork = Artwork { loaded: Arc::new(loaded), of, seen, ..Artwork::default() };
        // The new theme changes the drawing and may change the problems.
        self.revised(EditScope::All);
        self.checks.look_again();
    }
}
