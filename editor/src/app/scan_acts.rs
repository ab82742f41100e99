//! The integration of the scan into the app.

use std::path::{Path, PathBuf};

use battlewright_platform::fs;
use egui::Context;

use crate::app::App;
use crate::file_dialog::FilePurpose;
use crate::messages::scan::ScanAct;
use crate::model::layout::Pane;
use crate::model::scan::art_path::art_path;
use crate::model::scan::picture::ScanState;
use crate::model::scan::trace::{MapProposal, ScanTracing, TracedClick};
use crate::model::scan::{folder, scan};
use crate::panels::scan::Mode;

impl App {
    /// Carries out an act on the scan.
    pub(super) fn scan(&mut self, ctx: &Context, act: ScanAct) {
        let scans = &mut self.panels.scan;
        let trace = &mut scans.trace;
        match act {
            ScanAct::Trace => self.begin_to_trace(),
            ScanAct::Suggest if self.workspace.session.is_none() => {
                scans.mode = Mode::Suggest;
                self.layout.show(Pane::Inspector);
            }
            ScanAct::Suggest => {}
            ScanAct::Close => {
                scans.mode = Mode::Under;
                scans.suggest.clear();
            }
            ScanAct::Show(shown) => {
                scans.hidden = !shown;
                // A picture that was missing may exist by now, so it is read again.
                if matches!(scans.reading, ScanState::Failed(..)) {
                    scans.reading = ScanState::None;
                }
            }
            ScanAct::Terrain(percent) => scans.terrain = percent,
            ScanAct::Choose => self.choose(ctx, FilePurpose::Picture),
            ScanAct::Picture(path) => {
                // A typed path is looked up in the folder of the scenario first.
                let path = folder(&self.workspace.document)
                    .map(|folder| folder.join(&path))
                    .filter(|it| fs::is_file(it))
                    .unwrap_or(path);
                *trace = ScanTracing::default();
                trace.take(path);
                if matches!(scans.reading, ScanState::Failed(..)) {
                    scans.reading = ScanState::None;
                }
            }
            ScanAct::Typing(text) => trace.typing = text,
            ScanAct::Copy => self.copy_picture(),
            ScanAct::Click(at) => {
                trace.clicks.push(TracedClick { label: String::new(), at });
                trace.focus = true;
            }
            ScanAct::Move(n, at) => {
                if let Some(click) = trace.clicks.get_mut(n) {
                    click.at = at;
                }
                trace.refit(self.workspace.document.scenario());
            }
            ScanAct::Label(n, label) => {
                if let Some(click) = trace.clicks.get_mut(n) {
                    click.label = label;
                }
                trace.refit(self.workspace.document.scenario());
            }
            ScanAct::Remove(n) => {
                if n < trace.clicks.len() {
                    trace.clicks.remove(n);
                }
                trace.moving = None;
                trace.refit(self.workspace.document.scenario());
            }
            ScanAct::Focused => trace.focus = false,
            ScanAct::First(first) => trace.first = first,
            ScanAct::Columns(columns) => trace.columns = Some(columns),
            ScanAct::Rows(rows) => trace.rows = Some(rows),
            ScanAct::FitMap(fits) => trace.fit_map = Some(fits),
            ScanAct::Apply => self.apply_scan(),
            ScanAct::Hand(hand) => scans.suggest.hand = hand,
            ScanAct::Examples(cells, letter) => scans.suggest.show(&cells, letter),
            ScanAct::Forget => scans.suggest.forget(),
            ScanAct::Reject(cells) => scans.suggest.reject(&cells, self.workspace.document.scenario()),
            ScanAct::ShowKind(kind, shown) => scans.suggest.show_kind(kind, shown),
        }
    }

    /// Returns the hint of the status line while the scan is traced or suggestions are shown.
    pub(super) fn scan_hint(&self) -> Option<String> {
        match self.panels.scan.mode {
            Mode::Under => None,
            Mode::Trace if self.panels.scan.reading.picture().is_none() => {
                Some("Choose a picture of the printed map.".to_owned())
            }
            Mode::Trace => Some(
                "Click the center of a hex, then type its number. Drag a cross to move it. Middle-drag or hold Space to move the \
                picture. Use the wheel to zoom."
                    .to_owned(),
            ),
            Mode::Suggest => {
                let terrain = self.workspace.document.scenario().common().terrain();
                let chosen = terrain.iter().find(|terrain| terrain.letter.0 == self.workspace.options.letter);
                Some(self.panels.scan.suggest.hint(chosen.map_or("?", |terrain| terrain.name)))
            }
        }
    }

    fn begin_to_trace(&mut self) {
        if self.workspace.session.is_some() {
            return;
        }
        self.panels.scan.mode = Mode::Trace;
        self.layout.show(Pane::Inspector);
        if self.panels.scan.trace.picture.is_none()
            && let (Some(folder), Some(scan)) = (folder(&self.workspace.document), scan(&self.workspace.document))
            && let Some(path) = scan.file.within(folder)
        {
            self.panels.scan.trace.take(path);
        }
        self.panels.scan.trace.refit(self.workspace.document.scenario());
    }

    /// Places the scan under the map, with the numbering and size that follow from the fit, as an undo step.
    fn apply_scan(&mut self) {
        let scenario = self.workspace.document.scenario();
        let Ok(file) = art_path(&self.panels.scan.trace, &self.workspace.document) else { return };
        let Some(picture) = self.panels.scan.reading.picture() else { return };
        let Some(Ok(proposal)) = self.panels.scan.trace.proposal(scenario, picture.size()) else { return };
        let Some(edit) = MapProposal::edit(&proposal, scenario, file.clone()) else { return };
        let within = folder(&self.workspace.document).and_then(|folder| file.within(folder));
        self.workspace.document.apply("Trace scan", None, edit);
        // The file has the same picture under another path, so it need not be read again.
        if let (ScanState::Ready(path, _), Some(within)) = (&mut self.panels.scan.reading, within) {
            path.clone_from(&within);
            self.panels.scan.trace.picture = Some(within);
        }
        self.panels.scan.mode = Mode::Under;
        self.panels.scan.hidden = false;
        self.map.camera.radius = 0.0;
        self.status_message =
            Some("The scan is under the map. Paint over it, or use Tools > Suggest from the scan.".to_owned());
    }

    /// Copies the picture into the folder of the scenario and continues with the copy.
    fn copy_picture(&mut self) {
        let (Some(folder), Some(from)) = (folder(&self.workspace.document), self.panels.scan.trace.picture.clone())
        else {
            return;
        };
        let to = free_name(folder, &from);
        match fs::copy(&from, &to) {
            Ok(_) => {
                self.status_message = Some(format!("Copied to {}", to.display()));
                self.panels.scan.trace.typing = to.display().to_string();
                self.panels.scan.trace.picture = Some(to);
            }
            Err(error) => self.status_message = Some(format!("{}: {error}", to.display())),
        }
    }
}

/// Returns a path in `folder` that does not exist yet, with the name of `from` or a numbered variant.
fn free_name(folder: &Path, from: &Path) -> PathBuf {
    let part =
        |part: Option<&std::ffi::OsStr>| part.map_or_else(String::new, |part| part.to_string_lossy().into_owned());
    let (stem, ending) = (part(from.file_stem()), part(from.extension()));
    let stem =
        crate::model::names::free_id(&stem, |stem| fs::exists(folder.join(format!("{stem}.{ending}"))).unwrap_or(true));
    folder.join(format!("{stem}.{ending}"))
}
