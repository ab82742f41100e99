//! A picture of a printed map under the hex map: traced with a few clicks, visible during painting, and used to
//! suggest terrain, lines and hex numbers.
//!
//! [`model::scan`](crate::model::scan) contains geometry, picture and colors. [`tiles`] draws large pictures;
//! [`panel`] and [`suggest`] are the user interface.

mod board;
pub mod panel;
pub mod suggest;
pub mod tiles;

use std::time::Duration;

use egui::{Color32, Context, Painter};

use crate::canvas::{View, ink};
use crate::model::document::Document;
use crate::model::scan::picture::ScanState;
use crate::model::scan::trace::ScanTracing;
use crate::model::scan::{folder, place, scan};
use suggest::Suggest;
use tiles::Tiles;

/// The mode of the scan.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub enum Mode {
    /// The scan lies under the map.
    #[default]
    Under,
    /// The user traces the scan.
    Trace,
    /// The user reviews suggestions.
    Suggest,
}

/// The default opacity of terrain over a scan, in percent.
const TERRAIN: u8 = 45;

/// The scan of the document and its user interface.
pub struct Scans {
    /// The mode.
    pub mode: Mode,
    /// The picture or its loading state.
    pub reading: ScanState,
    /// `true` if the scan is hidden.
    pub hidden: bool,
    /// The opacity of terrain over the scan, in percent.
    pub terrain: u8,
    /// The state of the tracing.
    pub trace: ScanTracing,
    /// The state of the suggestions.
    pub suggest: Suggest,
    tiles: Tiles,
}

impl Default for Scans {
    fn default() -> Self {
        Self {
            mode: Mode::Under,
            reading: ScanState::None,
            hidden: false,
            terrain: TERRAIN,
            trace: ScanTracing::default(),
            suggest: Suggest::default(),
            tiles: Tiles::default(),
        }
    }
}

impl Scans {
    /// Loads the required picture: the chosen one during tracing, otherwise the scan of the document. The scan of a
    /// document must be in the folder of the scenario.
    pub fn follow(&mut self, ctx: &Context, document: &Document) {
        let named = || {
            let folder = folder(document)?;
            let path = scan(document)?.file.within(folder)?;
            Some((path, Some(folder)))
        };
        let chosen = self.trace.picture.as_ref().filter(|_| self.mode == Mode::Trace);
        let wanted = match chosen {
            Some(path) => Some((path.clone(), None)),
            None => named().filter(|_| !self.hidden || self.mode != Mode::Under),
        };
        if self.reading.path() != wanted.as_ref().map(|(path, _)| path.as_path()) {
            self.tiles.clear();
            self.reading = match wanted {
                None => ScanState::None,
                Some((path, folder)) => {
                    let ctx = ctx.clone();
                    ScanState::start(&path, folder, move || ctx.request_repaint())
                }
            };
        }
        self.reading.poll();
        if matches!(self.reading, ScanState::Busy(..)) {
            ctx.request_repaint_after(Duration::from_millis(100));
        }
        if self.mode == Mode::Suggest {
            self.suggest.follow(ctx, document, self.reading.picture());
        }
    }

    /// Returns `true` if the scan is visible under the map.
    fn is_under(&self, document: &Document) -> bool {
        let shown = !self.hidden || self.mode == Mode::Suggest;
        shown && self.mode != Mode::Trace && scan(document).is_some() && self.reading.picture().is_some()
    }

    /// Returns the fading of terrain over the scan: 0 is opaque, 1 is invisible.
    pub fn fade(&self, document: &Document) -> f32 {
        if self.is_under(document) { 1.0 - f32::from(self.terrain.min(100)) / 100.0 } else { 0.0 }
    }

    /// Paints the scan at its position under the hexes of `view`.
    pub fn paint(&mut self, painter: &Painter, view: &View, document: &Document) {
        if !self.is_under(document) {
            return;
        }
        let (Some(scan), Some(picture)) = (scan(document), self.reading.picture()) else { return };
        if let Some(placement) = place::on_screen(scan, view) {
            // The dark theme also dims the picture.
            let dark = painter.ctx().theme() == egui::Theme::Dark;
            let light = ink::lit(Color32::WHITE, dark);
            let opacity = f32::from(scan.opacity.min(100)) / 100.0;
            self.tiles.paint(painter, picture, &placement, light.gamma_multiply(opacity));
        }
    }

    /// Returns the reason why the scan is not visible, if it should be.
    pub fn notice(&self, document: &Document) -> Option<String> {
        let scan = scan(document).filter(|_| !self.hidden && self.mode != Mode::Trace)?;
        if scan.file.problem().is_some() {
            return Some("The scan is not shown: its path leads out of the folder of the scenario.".to_owned());
        }
        if document.path().is_none() {
            return Some(format!("Save the scenario beside the scan {} to show it.", scan.file));
        }
        match &self.reading {
            ScanState::Busy(..) => Some(format!("Reading {}…", scan.file)),
            ScanState::Failed(_, why) => Some(format!("The scan {} is not shown: {why}.", scan.file)),
            ScanState::None | ScanState::Ready(..) => None,
        }
    }
}
