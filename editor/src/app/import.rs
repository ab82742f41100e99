//! Imports into the scenario or as a new scenario: read in the background, with a preview before anything changes.

use std::iter;
use std::path::{Path, PathBuf};

use battlewright_export::import::Imported;
use battlewright_export::{Source, tiled, vassal};
use battlewright_schema::table::{self, Sheet};
use battlewright_schema::{Scenario, System, template_table};
use egui::Context;

use crate::app::App;
use crate::background_task::BackgroundTask;
use crate::dialogs::Dialog;
use crate::dialogs::import::{MapImport, OpenedModule};
use crate::file_dialog::{FilePurpose, with_ending};
use crate::messages::dialog_answer::{AfterSave, ScenarioImport};
use crate::model::edit::Edit;
use crate::model::exchange::{ModuleTask, ReadModule, WorkbookTask, sheet_bytes};

/// The imports in progress.
#[derive(Default)]
pub(super) struct Importing {
    reading: BackgroundTask<(PathBuf, ImportContent)>,
    /// A scenario from a module, while the user chooses its file.
    made: Option<Imported>,
}

/// The content of an imported file.
enum ImportContent {
    /// The scenario with the contents of a map file, or the reason why they cannot be imported.
    Map(Result<(Scenario, tiled::TakenMap), String>),
    /// A new scenario from a module or from a map file.
    Module(ImportedScenario),
    /// The units of a workbook.
    Units(Result<Sheet, String>),
}

/// A new scenario and the options that it was imported with.
struct ImportedScenario {
    system: System,
    choice: vassal::Choice,
    /// The selectable parts of the module; empty for a map file.
    contents: vassal::Contents,
    imported: Result<Imported, String>,
    /// `true` to save the scenario without another preview.
    keep: bool,
}

/// Returns `system`, or the first one that is played on hexes if `system` is played on a table. The user may choose another.
fn with_hexes(system: System) -> System {
    let has_hexes = |system: &System| template_table(*system).is_none();
    iter::once(system).chain(System::ALL).find(has_hexes).unwrap_or(system)
}

/// Imports the map at `path` as a scenario of `system`. Parts that cannot be imported are listed in its notes.
fn begun(path: &Path, system: System) -> Result<Imported, tiled::TiledError> {
    let tiled::MapScenario { mut imported, wrong } = tiled::begin(path, tiled::Reading::default(), system)?;
    imported.notes.splice(0..0, wrong);
    Ok(imported)
}

impl Importing {
    /// Waits until the file has been read.
    pub(super) fn finish(&mut self) {
        self.reading.finish();
    }
}

impl App {
    /// Reads the file at `path` and opens a preview of the import.
    pub(super) fn import(&mut self, ctx: &Context, path: &Path) {
        match Source::of(path) {
            Some(Source::Csv) => {
                let read = sheet_bytes(path).and_then(|bytes| {
                    Ok((table::read(&bytes, None).map_err(|why| why.to_string())?, Some(bytes.into())))
                });
                self.show_units(path, read);
            }
            Some(Source::Workbook) => {
                let (from, wake) = (path.to_owned(), self.begin_import(ctx, path));
                let task = WorkbookTask { path: path.to_owned() };
                let edition = self.workspace.document.edition();
                self.jobs.importing.reading.begin_task(edition, wake, task, |read| (from, ImportContent::Units(read)));
            }
            Some(Source::Tiled) => self.import_map(ctx, path),
            Some(Source::Vmod) => {
                let system = with_hexes(self.workspace.document.scenario().system());
                let choice = vassal::Choice::default();
                self.import_module(ctx, ScenarioImport { path: path.to_owned(), system, choice, keep: false });
            }
            None => {
                let why = format!("Unknown file type. Use one of {}.", Source::ENDINGS.join(", "));
                self.ask_path(FilePurpose::Import, path, Some(why));
            }
        }
    }

    fn import_map(&mut self, ctx: &Context, path: &Path) {
        let (mut scenario, from) = (self.workspace.document.scenario().clone(), path.to_owned());
        let wake = self.begin_import(ctx, path);
        self.jobs.importing.reading.begin(self.workspace.document.edition(), wake, move || {
            let system = with_hexes(scenario.system());
            let found = match tiled::import(&from, tiled::Reading::default(), &mut scenario) {
                Ok(taken) => ImportContent::Map(Ok((scenario, taken))),
                // A map of another shape can still be imported as a new scenario.
                Err(why) => match begun(&from, system) {
                    Ok(mut made) => {
                        made.notes.insert(0, format!("It cannot be imported into the open scenario: {why}"));
                        let (choice, contents) = Default::default();
                        ImportContent::Module(ImportedScenario {
                            system,
                            choice,
                            contents,
                            imported: Ok(made),
                            keep: false,
                        })
                    }
                    Err(_) => ImportContent::Map(Err(why.to_string())),
                },
            };
            (from, found)
        });
    }

    /// Imports a module or a map file as a new scenario.
    pub(super) fn import_module(&mut self, ctx: &Context, remake: ScenarioImport) {
        let ScenarioImport { path, system, choice, keep } = remake;
        let (edition, wake) = (self.workspace.document.edition(), self.begin_import(ctx, &path));
        if Source::of(&path) == Some(Source::Tiled) {
            self.jobs.importing.reading.begin(edition, wake, move || {
                let imported = begun(&path, system).map_err(|why| why.to_string());
                let contents = vassal::Contents::default();
                (path, ImportContent::Module(ImportedScenario { system, choice, contents, imported, keep }))
            });
            return;
        }
        let task = ModuleTask { path: path.clone(), system, choice: choice.clone() };
        self.jobs.importing.reading.begin_task(edition, wake, task, move |ReadModule { contents, imported }| {
            (path, ImportContent::Module(ImportedScenario { system, choice, contents, imported, keep }))
        });
    }

    /// Tells that the file at `path` is being read, and returns what to call when that is done.
    fn begin_import(&mut self, ctx: &Context, path: &Path) -> impl FnOnce() + Send + use<> {
        self.status_message = Some(format!("Reading {}…", path.display()));
        let woken = ctx.clone();
        move || woken.request_repaint()
    }

    /// Opens the preview when the file has been read.
    pub(super) fn watch_import(&mut self, ctx: &Context) {
        // An open dialog must be answered first.
        if self.dialog.is_some() {
            return;
        }
        let Some((edition, (path, found))) = self.jobs.importing.reading.poll() else { return };
        self.status_message = None;
        ctx.request_repaint();
        let name = path.file_name().map_or_else(String::new, |name| name.to_string_lossy().into_owned());
        let refused = match found {
            ImportContent::Map(Ok(_)) if edition != self.workspace.document.edition() => {
                "the scenario has changed in the meantime; import the file again".to_owned()
            }
            ImportContent::Map(Ok((scenario, taken))) => {
                let tiled::TakenMap { changed, wrong, notes } = taken;
                let change = MapImport { name, scenario: Box::new(scenario), changed, wrong, notes };
                self.dialog = Some(Dialog::Change(Box::new(change)));
                return;
            }
            ImportContent::Module(ImportedScenario { imported: Ok(imported), keep: true, .. }) => {
                self.keep_module(ctx, imported);
                return;
            }
            ImportContent::Module(ImportedScenario { system, choice, contents, imported: Ok(imported), .. }) => {
                let picked = choice.pieces.clone();
                let module = OpenedModule { name, path, system, choice, contents, picked, imported };
                self.dialog = Some(Dialog::Module(Box::new(module)));
                return;
            }
            ImportContent::Units(Ok(sheet)) => return self.show_units(&path, Ok((sheet, None))),
            ImportContent::Units(Err(why)) => return self.show_units(&path, Err(why)),
            ImportContent::Map(Err(why)) | ImportContent::Module(ImportedScenario { imported: Err(why), .. }) => why,
        };
        self.ask_path(FilePurpose::Import, &path, Some(format!("{name} cannot be imported: {refused}")));
    }

    /// Applies an import that was previewed, as an undo step.
    pub(super) fn take_change(&mut self, name: &str, scenario: &Scenario) {
        if let Some(edit) = Edit::between(self.workspace.document.scenario(), scenario) {
            self.workspace.document.apply(&format!("Import {name}"), None, edit);
        }
    }

    /// Opens the file dialog for the imported scenario.
    pub(super) fn keep_module(&mut self, ctx: &Context, made: Imported) {
        self.jobs.importing.made = Some(made);
        self.choose(ctx, FilePurpose::SaveModule);
    }

    /// Writes the imported scenario with its pictures and opens it.
    pub(super) fn write_module(&mut self, ctx: &Context, path: &Path) {
        let path = with_ending(path, "toml");
        let Some(made) = &self.jobs.importing.made else { return };
        match made.write(&path) {
            Ok(_) => {
                self.jobs.importing.made = None;
                self.leave(ctx, AfterSave::File(path));
            }
            Err(why) => self.ask_path(FilePurpose::SaveModule, &path, Some(format!("{why}; no file was overwritten"))),
        }
    }
}
