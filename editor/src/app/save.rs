//! Opening, saving and quitting, with a question before changes are lost.

use std::path::{Path, PathBuf};

use battlewright_schema::{ArtPath, DocPath};
use egui::{Context, ViewportCommand};

use crate::app::App;
use crate::app::play_acts::is_recorded_game;
use crate::dialogs::{Dialog, changed};
use crate::file_dialog::{self, Chooser, FilePurpose, Pending};
use crate::guide;
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::messages::dialog_answer::{AfterSave, DialogAnswer};
use crate::model::document::Document;
use crate::model::edit::Edit;
use crate::model::layout::BottomTab;
use crate::model::layout::Pane;
use crate::model::play::PlayAct;
use crate::model::scan::{ScanLeftBehind, moved};
use crate::panels::look;
use crate::tools::ToolKind;

/// A save that is in progress.
pub(super) struct Saving {
    path: PathBuf,
    /// `true` if the path of the scan was changed for the new folder.
    moves: bool,
    /// The reason why the path of the scan could not be changed.
    unmoved: Option<String>,
}

/// The page of the guide that begins with an empty map.
const TUTORIAL: &str = "your-first-battle";

impl App {
    /// Continues with `then`, after asking about unsaved changes.
    pub(super) fn leave(&mut self, ctx: &Context, then: AfterSave) {
        if self.workspace.document.is_dirty() {
            self.dialog = Some(Dialog::Unsaved(then));
        } else {
            self.continue_after_save(ctx, then);
        }
    }

    fn continue_after_save(&mut self, ctx: &Context, then: AfterSave) {
        match then {
            AfterSave::New(begun) => {
                match begun.record {
                    Some(record) => {
                        self.show(Document::from_ground(begun.text, record));
                        self.workspace.document.begin_keeping();
                    }
                    None => self.show(Document::begun(begun.text)),
                }
                if begun.trace {
                    self.scan(ctx, crate::messages::scan::ScanAct::Trace);
                }
            }
            AfterSave::OpenBundled(n) => self.show(Document::from_shelf(n)),
            AfterSave::Open => self.choose(ctx, FilePurpose::Open),
            AfterSave::File(path) => self.open(&path),
            AfterSave::Game(replay) => self.open_with_scenario(*replay),
            AfterSave::SavedGame(path) => self.continue_saved(&path),
            AfterSave::Close => {
                self.closing = true;
                self.workspace.document.close();
                self.keep_settings(ctx);
                ctx.send_viewport_cmd(ViewportCommand::Close);
            }
        }
    }

    /// Opens another document. Unsaved changes of the previous one are discarded.
    pub(super) fn show(&mut self, mut document: Document) {
        self.save_inputs();
        self.recovery.keep(&mut document);
        self.ground.reset();
        self.workspace.open(document);
        self.panels.reset();
        self.map.reset();
        self.input.clear_cursors();
        self.jobs.drop_for_document();
        self.play.forget();
        self.select_tool(ToolKind::SELECT);
        self.show_initial_tab();
    }

    /// Shows the initial tab of a document: the Problems tab if there are any.
    pub(super) fn show_initial_tab(&mut self) {
        if self.play.is_page {
            return;
        }
        if self.workspace.document.problems().is_empty() {
            self.leave_log();
        } else {
            self.layout.show(Pane::Tab(BottomTab::Problems));
        }
    }

    pub(super) fn save(&mut self, ctx: &Context) {
        if self.workspace.document.is_mangled() && self.workspace.document.path().is_some() {
            self.dialog = Some(Dialog::Replace);
            return;
        }
        match self.workspace.document.path().map(Path::to_owned) {
            Some(path) => {
                self.workspace.document.look(true);
                match changed::data(&self.workspace.document, true) {
                    Some(changed) => self.dialog = Some(Dialog::Changed(changed)),
                    None => self.save_to(ctx, &path),
                }
            }
            None => self.choose(ctx, FilePurpose::Save),
        }
    }

    fn save_to(&mut self, ctx: &Context, path: &Path) {
        let scan = scan_to(&self.workspace.document, path);
        let moves = matches!(scan, Ok(Some(_)));
        if let Ok(Some(file)) = &scan {
            let field = DocPath::root().key("map").key("scan").key("file");
            self.workspace.document.apply("Move scan", None, Edit::Put(field, Some(file.0.as_str().into())));
        }
        self.jobs.saving =
            Some(Saving { path: path.to_owned(), moves, unmoved: scan.err().map(|why| why.to_string()) });
        self.watch_saving(ctx);
    }

    /// Writes the file once the text is known. For a large scenario, the text is produced in the background.
    pub(super) fn watch_saving(&mut self, ctx: &Context) {
        let Some(saving) = self.jobs.saving.take() else { return };
        if !self.workspace.document.is_known() {
            self.status_message = Some(format!("Saving {}…", saving.path.display()));
            self.jobs.saving = Some(saving);
            return;
        }
        let Saving { path, moves, unmoved } = saving;
        let is_new_path = self.workspace.document.path() != Some(path.as_path());
        match self.workspace.document.save(&path) {
            Ok(unkept) => {
                self.remembering.add_file(&path);
                let but = unkept.map_or_else(String::new, |why| {
                    format!(", but the previous version could not be backed up: {why}")
                });
                let scan = unmoved.map_or_else(String::new, |why| format!("; {why}"));
                let record = self.save_ground_record(&path, is_new_path);
                self.status_message = Some(format!("Saved {}{record}{but}{scan}", path.display()));
                if let Some(then) = self.after_save.take() {
                    self.continue_after_save(ctx, then);
                }
            }
            Err(error) => {
                if moves {
                    self.workspace.document.undo();
                }
                self.ask_path(FilePurpose::Save, &path, Some(format!("{}: {error}", path.display())));
            }
        }
    }

    /// Opens a scenario, or loads a recorded game.
    fn open(&mut self, path: &Path) {
        if is_recorded_game(path) {
            self.open_game(path);
            return;
        }
        match Document::open(path) {
            Ok(document) => {
                self.show(document);
                self.remembering.add_file(path);
                self.look_for_work(path);
            }
            // The file may be missing while unsaved work on it exists.
            Err(_) if self.look_for_work(path) => {}
            Err(error) => {
                self.remembering.forget_file(path);
                self.ask_path(FilePurpose::Open, path, Some(format!("{}: {error}", path.display())));
            }
        }
    }

    pub(super) fn ask_path(&mut self, purpose: FilePurpose, path: &Path, error: Option<String>) {
        self.dialog = Some(Dialog::Path { purpose, text: path.display().to_string(), error });
    }

    /// Opens the file dialog.
    pub(super) fn choose(&mut self, ctx: &Context, purpose: FilePurpose) {
        let path = match self.last_ground_path() {
            Some(path) if purpose == FilePurpose::Ground => path.to_owned(),
            _ => self.workspace.offered(purpose),
        };
        match self.chooser {
            Chooser::Typed => self.ask_path(purpose, &path, None),
            Chooser::System if self.jobs.pending.is_none() => {
                let ctx = ctx.clone();
                self.jobs.pending = Some(Pending::ask(purpose, Some(&path), move || ctx.request_repaint()));
            }
            Chooser::System => {}
        }
    }

    /// Opens the dialog of the system in place of the field for a typed path.
    fn browse(&mut self, ctx: &Context, purpose: FilePurpose) {
        self.chooser = Chooser::System;
        self.choose(ctx, purpose);
    }

    pub(super) fn poll_chooser(&mut self, ctx: &Context) {
        let Some(pending) = &self.jobs.pending else { return };
        let (purpose, answer) = (pending.purpose, pending.poll());
        if answer != file_dialog::ChosenFile::Waiting {
            self.jobs.pending = None;
        }
        match answer {
            // The dialog wakes the window when it closes.
            file_dialog::ChosenFile::Waiting => {}
            file_dialog::ChosenFile::Cancelled => {
                self.after_save = None;
                self.status_message = Some("No file was chosen.".to_owned());
            }
            file_dialog::ChosenFile::NoDialog => {
                // The system has no dialog, so paths are typed from now on, unless the user asks for the dialog again.
                self.chooser = Chooser::Typed;
                self.choose(ctx, purpose);
            }
            file_dialog::ChosenFile::File(path) => self.acts.push(Act::Chosen(purpose, path)),
        }
    }

    pub(super) fn chosen(&mut self, ctx: &Context, purpose: FilePurpose, path: &Path) {
        match purpose {
            FilePurpose::Open => self.open(path),
            FilePurpose::Save => {
                let path = file_dialog::with_ending(path, "toml");
                if self.workspace.document.path() == Some(path.as_path()) {
                    self.save(ctx)
                } else {
                    self.save_to(ctx, &path)
                }
            }
            FilePurpose::Picture => self.scan(ctx, crate::messages::scan::ScanAct::Picture(path.to_owned())),
            FilePurpose::OpenGame => self.open_game(path),
            FilePurpose::SaveGame => self.save_game(path),
            FilePurpose::SavePosition => self.save_position(path),
            FilePurpose::SaveRuleset => self.save_ruleset(path),
            FilePurpose::Ground => self.add_ground_file(path),
            FilePurpose::Import => self.import(ctx, path),
            FilePurpose::SaveModule => self.write_module(ctx, path),
            FilePurpose::ExportUnits | FilePurpose::ExportShown => self.export_units(path, purpose),
            FilePurpose::ExportReport | FilePurpose::ExportGames | FilePurpose::ExportVersions => {
                self.export_balance(ctx, path, purpose);
            }
            FilePurpose::Export(format) => self.export(ctx, format, path),
        }
    }

    /// Carries out the answer of a dialog.
    pub(super) fn answer(&mut self, ctx: &Context, answer: DialogAnswer) {
        match answer {
            DialogAnswer::Save(then) => {
                self.after_save = Some(then);
                // Typed text may have to be parsed before saving.
                self.acts.push(Act::Command(Command::Save));
            }
            DialogAnswer::Go(then) => self.leave(ctx, then),
            DialogAnswer::Discard(then) => self.continue_after_save(ctx, then),
            DialogAnswer::Game(replay, own) => self.place_game(ctx, *replay, own),
            DialogAnswer::SavedGame(choice) => self.choose_saved_game(ctx, choice),
            DialogAnswer::Restart(seed) => self.acts.push(Act::Play(PlayAct::Restart(seed))),
            DialogAnswer::Choose(purpose) => self.choose(ctx, purpose),
            DialogAnswer::Browse(purpose) => self.browse(ctx, purpose),
            DialogAnswer::Export(order) => {
                let format = order.format;
                self.jobs.exporting.order = *order;
                self.choose(ctx, FilePurpose::Export(format));
            }
            DialogAnswer::Path(purpose, text) => self.chosen(ctx, purpose, Path::new(&text)),
            DialogAnswer::DeleteFormation(formation, to) => self.delete_formation(formation, to.as_ref()),
            DialogAnswer::AddRule(kind) => self.add_rule(kind),
            DialogAnswer::Replace => {
                if let Some(path) = self.workspace.document.path().map(Path::to_owned) {
                    self.save_to(ctx, &path);
                }
            }
            DialogAnswer::ResolveChange(choice, saving) => {
                self.resolve_external_change(choice);
                if saving {
                    self.save(ctx);
                }
            }
            DialogAnswer::Restore(backup) => self.restore(&backup),
            DialogAnswer::Step(count) => self.go_to_step(count),
            DialogAnswer::Recover(choice) => self.recover(choice),
            DialogAnswer::Ground(change) => self.take_ground(*change),
            DialogAnswer::Operate(step, scenario) => self.operate(step, scenario),
            DialogAnswer::Units(name, plan) => self.take_units(&name, &plan),
            DialogAnswer::Change(name, scenario) => self.take_change(&name, &scenario),
            DialogAnswer::Module(made) => self.keep_module(ctx, *made),
            DialogAnswer::Remake(remake) => self.import_module(ctx, *remake),
            DialogAnswer::Show(selection) => {
                self.layout.show(Pane::Inspector);
                self.acts.push(Act::Select(selection));
                self.acts.extend(look(self.workspace.document.scenario(), selection));
            }
            DialogAnswer::Problems => self.layout.show(Pane::Tab(BottomTab::Problems)),
            DialogAnswer::New { trace } => self.show_new(trace),
            DialogAnswer::Cancel => self.after_save = None,
            DialogAnswer::Tutorial => self.read(guide::find(TUTORIAL).unwrap_or(0), None),
        }
    }

    /// Updates the title of the window, and asks before the window closes with unsaved changes.
    pub(super) fn watch_window(&mut self, ctx: &Context) {
        let mark = if self.workspace.document.is_dirty() { "* " } else { "" };
        let title = format!("{mark}{} — Battlewright", self.workspace.document.name());
        if title != self.title {
            ctx.send_viewport_cmd(ViewportCommand::Title(title.clone()));
            self.title = title;
        }
        if ctx.input(|input| input.viewport().close_requested()) && !self.closing {
            if self.is_working() {
                // The operation in progress is completed before the window closes.
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                self.acts.push(Act::Command(Command::Quit));
            } else if self.jobs.saving.is_some() {
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                self.after_save = Some(AfterSave::Close);
            } else if self.workspace.document.is_dirty() {
                ctx.send_viewport_cmd(ViewportCommand::CancelClose);
                self.dialog = Some(Dialog::Unsaved(AfterSave::Close));
            } else {
                self.workspace.document.close();
                self.keep_settings(ctx);
            }
        }
    }
}

/// Returns the path of the scan of `document` if it is saved to `path`, or `None` if the path does not change. The error states that
/// the new folder does not contain the picture.
pub(super) fn scan_to(document: &Document, path: &Path) -> Result<Option<ArtPath>, ScanLeftBehind> {
    let (scan, from) = (crate::model::scan::scan(document), crate::model::scan::folder(document));
    match (scan, from, path.parent()) {
        (Some(scan), Some(from), Some(to)) => moved(scan, from, to),
        _ => Ok(None),
    }
}
