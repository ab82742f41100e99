//! Dialogs for unsaved changes, file paths and information.

pub mod backups;
pub mod begin;
pub mod changed;
pub mod export;
mod formation;
mod ground;
pub mod history;
pub mod import;
mod lines;
pub mod linked;
pub mod playable;
pub mod recorded;
pub mod recover;
pub mod restart;
pub mod saved_games;
pub mod shortcuts;
pub mod start_page;
pub mod surgery;
pub mod units;

use std::path::{Path, PathBuf};

use battlewright_schema::rule::RowKind;
use battlewright_schema::words;
use egui::{Frame, Key, Modal, Modifiers, Order, RichText, TextEdit, Ui};

use crate::file_dialog::FilePurpose;
use crate::messages::dialog_answer::{AfterSave, DialogAnswer, RecoveryChoice, SavedGameChoice, SavedGameList};
use crate::model::formation_deletion::FormationDeletion;
use crate::model::ground::plan::GroundPlan;
use crate::model::rule_rows;
use crate::model::store::NamedChoice;
use crate::model::unit_import::UnitsDialog;
use crate::widgets::field::mark_as_heading;

/// The margin of a dialog in points.
const MARGIN: f32 = 16.0;

/// A modal dialog.
#[derive(Clone, Debug, PartialEq)]
pub enum Dialog {
    /// Offers to save changes before the given action.
    Unsaved(AfterSave),
    /// Asks for a file path.
    Path {
        /// The purpose of the file.
        purpose: FilePurpose,
        /// The typed text.
        text: String,
        /// The reason why the previous path was refused.
        error: Option<String>,
    },
    /// The form for a new scenario.
    New(Box<begin::NewScenarioForm>),
    /// The start page.
    StartPage(Box<start_page::StartPage>),
    /// The list of bundled scenarios.
    Bundled(Vec<NamedChoice>),
    /// Asks for the kind of a new row of the rules.
    Rule(Vec<RowKind>),
    /// Asks about the units of a formation before it is deleted.
    Formation(FormationDeletion),
    /// Asks for confirmation before a save replaces a file with invalid text.
    Replace,
    /// Asks for the version to keep after a change by another program.
    Changed(changed::ChangedFile),
    /// The backups of the file.
    Backups(backups::BackupVersions),
    /// The undo steps of the document.
    History(history::UndoSteps),
    /// Offers unsaved work after a crash.
    Recover(recover::RecoveryList),
    /// The pages for a map from the ground.
    Ground(Box<GroundPlan>),
    /// The form for changes of the whole map.
    Surgery(Box<surgery::Surgery>),
    /// The form for an export.
    Export(Box<export::ExportForm>),
    /// The preview of pasted or imported units.
    Units(Box<UnitsDialog>),
    /// The preview of a map import.
    Change(Box<import::MapImport>),
    /// The preview of a module import.
    Module(Box<import::OpenedModule>),
    /// Asks for the scenario on which to replay a game.
    Recorded(recorded::RecordedGame),
    /// Offers saved games.
    SavedGames(SavedGameList),
    /// Describes the game of a link.
    Linked(linked::LinkedGame),
    /// Asks for the dice of a restarted game.
    Restart(restart::RestartForm),
    /// Lists the parts of a position that a scenario cannot keep, each with its rule.
    Position(Vec<(String, String)>),
    /// The reason why a position cannot become a scenario.
    NoPosition(String),
    /// The reasons why a scenario cannot be played.
    CannotPlay(Vec<playable::Reason>),
    /// The list of shortcuts, with the search text.
    Shortcuts(String),
    /// Name and version of the application.
    About,
}

/// The initial height of a dialog with a scroll area in points.
const ROOM: f32 = 400.0;

/// Draws `dialog` for the document `name`. Returns the answer of the user, if any.
pub fn ui(ctx: &egui::Context, dialog: &mut Dialog, name: &str) -> Option<DialogAnswer> {
    let mut answer = None;
    let frame = Frame::popup(&ctx.global_style()).inner_margin(MARGIN);
    // One id per kind, because egui reuses the size of the last dialog with the same id.
    let id = egui::Id::unique(("dialog", std::mem::discriminant(dialog)));
    // Below the order of popups, so that lists in the dialog stay above it even if a click presses and releases in one
    // frame.
    let area = Modal::default_area(id).order(Order::Middle).default_height(ROOM);
    let modal = Modal::new(id).area(area).frame(frame).show(ctx, |ui| {
        let width: f32 = match dialog {
            Dialog::Ground(_) => 1180.0,
            Dialog::Changed(_) | Dialog::Backups(_) => 720.0,
            Dialog::Surgery(_) | Dialog::Units(_) | Dialog::Export(_) | Dialog::StartPage(_) => 750.0,
            Dialog::Shortcuts(_) | Dialog::CannotPlay(_) | Dialog::Recover(_) | Dialog::SavedGames(_) => 560.0,
            _ => 440.0,
        };
        ui.set_width(width.min(ctx.content_rect().width() - 2.0 * MARGIN - 8.0));
        answer = match dialog {
            Dialog::Unsaved(then) => unsaved(ui, name, then),
            Dialog::Path { purpose, text, error } => path(ui, *purpose, text, error.as_deref()),
            Dialog::New(form) => begin::ui(ui, form),
            Dialog::StartPage(page) => start_page::ui(ui, page),
            Dialog::Bundled(cards) => bundled(ui, cards),
            Dialog::Rule(kinds) => rule(ui, kinds),
            Dialog::Formation(asked) => formation::ui(ui, asked),
            Dialog::Replace => replace(ui, name),
            Dialog::Changed(data) => changed::ui(ui, name, data),
            Dialog::Backups(data) => backups::ui(ui, name, data),
            Dialog::History(steps) => history::ui(ui, steps),
            Dialog::Recover(offers) => recover::ui(ui, offers),
            Dialog::Ground(plan) => ground::ui(ui, plan),
            Dialog::Surgery(surgery) => surgery::ui(ui, surgery),
            Dialog::Export(form) => export::ui(ui, form),
            Dialog::Units(units) => units::ui(ui, units),
            Dialog::Change(data) => import::change(ui, data),
            Dialog::Module(data) => import::module(ui, data),
            Dialog::Recorded(data) => recorded::recorded(ui, data, name),
            Dialog::SavedGames(list) => saved_games::ui(ui, list),
            Dialog::Linked(linked) => linked::ui(ui, linked),
            Dialog::Restart(form) => restart::ui(ui, form),
            Dialog::Position(lost) => recorded::position(ui, lost),
            Dialog::NoPosition(why) => recorded::no_position(ui, why),
            Dialog::CannotPlay(reasons) => playable::ui(ui, reasons),
            Dialog::Shortcuts(query) => shortcuts::ui(ui, query),
            Dialog::About => about(ui),
        };
    });
    if answer.is_none() && modal.should_close() {
        answer = Some(match dialog {
            Dialog::Recover(_) => DialogAnswer::Recover(RecoveryChoice::Later),
            Dialog::SavedGames(SavedGameList { next: Some(next), .. }) => {
                DialogAnswer::SavedGame(SavedGameChoice::Next(next.clone()))
            }
            _ => DialogAnswer::Cancel,
        });
    }
    answer
}

fn title(ui: &mut Ui, text: &str) {
    let response = ui.label(RichText::new(text).heading());
    mark_as_heading(&response, 2, text);
    ui.add_space(4.0);
}

fn unsaved(ui: &mut Ui, name: &str, then: &AfterSave) -> Option<DialogAnswer> {
    title(ui, "Unsaved changes");
    ui.label(format!("{name} has unsaved changes."));
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let save = ui.button("Save").clicked().then(|| DialogAnswer::Save(then.clone()));
        let discard = ui.button("Discard changes").clicked().then(|| DialogAnswer::Discard(then.clone()));
        let cancel = ui.button("Keep editing").clicked().then_some(DialogAnswer::Cancel);
        save.or(discard).or(cancel)
    })
    .inner
}

fn path(ui: &mut Ui, purpose: FilePurpose, text: &mut String, error: Option<&str>) -> Option<DialogAnswer> {
    let go = match purpose {
        FilePurpose::Open => "Open",
        FilePurpose::OpenGame => "Load",
        FilePurpose::Save
        | FilePurpose::SaveGame
        | FilePurpose::SavePosition
        | FilePurpose::SaveRuleset
        | FilePurpose::SaveModule => "Save",
        FilePurpose::Import => "Import",
        FilePurpose::ExportUnits | FilePurpose::ExportShown | FilePurpose::ExportGames | FilePurpose::Export(_) => {
            "Export"
        }
        FilePurpose::ExportReport | FilePurpose::ExportVersions => "Save",
        FilePurpose::Picture => "Choose",
        FilePurpose::Ground => "Add",
    };
    title(ui, purpose.title());
    let label = ui.label("File path");
    let ending = purpose.kind().1.first().copied().unwrap_or_default();
    let edit = TextEdit::singleline(text).hint_text(format!("my-battle.{ending}")).desired_width(f32::INFINITY);
    let response = ui.add(edit).labelled_by(label.id);
    if !response.has_focus() && !response.lost_focus() {
        response.request_focus();
    }
    if let Some(folder) = folder_of_relative(text) {
        ui.weak(format!("Relative to the folder {}", folder.display()));
    }
    if let Some(error) = error {
        ui.colored_label(ui.visuals().error_fg_color, error);
    }
    ui.add_space(8.0);
    let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
    ui.horizontal(|ui| {
        let ready = !text.trim().is_empty();
        let clicked = ui.add_enabled(ready, egui::Button::new(go)).clicked();
        let browse = ui.button("Browse…").on_hover_text("Choose the file in the dialog of the system.").clicked();
        let browse = browse.then_some(DialogAnswer::Browse(purpose));
        let cancel = ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel);
        let typed = ((clicked || entered) && ready).then(|| DialogAnswer::Path(purpose, text.trim().to_owned()));
        typed.or(browse).or(cancel)
    })
    .inner
}

/// Returns the folder in which a typed path begins; `None` for one that begins at the root.
fn folder_of_relative(text: &str) -> Option<PathBuf> {
    let is_relative = Path::new(text.trim()).is_relative();
    let file = is_relative.then(|| battlewright_platform::fs::absolute(Path::new("file")).ok()).flatten()?;
    file.parent().map(Path::to_owned)
}

fn bundled(ui: &mut Ui, cards: &[NamedChoice]) -> Option<DialogAnswer> {
    title(ui, "Open a bundled scenario");
    let chosen = choose(ui, cards);
    ui.add_space(6.0);
    let cancel = ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel);
    chosen.map(|n| DialogAnswer::Go(AfterSave::OpenBundled(n))).or(cancel)
}

fn rule(ui: &mut Ui, kinds: &[RowKind]) -> Option<DialogAnswer> {
    title(ui, "Add a rule");
    let card = |kind: &RowKind| NamedChoice {
        title: words::capital(kind.noun()),
        detail: rule_rows::meaning(*kind).to_owned(),
    };
    let cards: Vec<NamedChoice> = kinds.iter().map(card).collect();
    let chosen = choose(ui, &cards).and_then(|n| kinds.get(n)).copied();
    ui.add_space(6.0);
    let cancel = ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel);
    chosen.map(DialogAnswer::AddRule).or(cancel)
}

/// Draws cards to choose from. Returns the index of the clicked card.
fn choose(ui: &mut Ui, cards: &[NamedChoice]) -> Option<usize> {
    let mut chosen = None;
    for (n, card) in cards.iter().enumerate() {
        let mut text = egui::text::LayoutJob::default();
        let line =
            |size, color| egui::TextFormat { font_id: egui::FontId::proportional(size), color, ..Default::default() };
        let visuals = ui.visuals();
        text.append(&card.title, 0.0, line(15.0, visuals.strong_text_color()));
        text.append(&format!("\n{}", card.detail), 0.0, line(12.0, visuals.weak_text_color()));
        text.wrap.max_width = ui.available_width() - 20.0;
        let button = egui::Button::new(text).min_size(egui::vec2(ui.available_width(), 46.0)).wrap();
        let response = ui.add(button);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &card.title));
        if n == 0 && ui.memory(|memory| memory.focused().is_none()) {
            response.request_focus();
        }
        if response.clicked() {
            chosen = Some(n);
        }
    }
    chosen
}

fn replace(ui: &mut Ui, name: &str) -> Option<DialogAnswer> {
    title(ui, "Replace the file?");
    ui.label(format!(
        "{name} contains bytes that are not valid text. Saving replaces them with the text that you see."
    ));
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let replace = ui.button("Replace").clicked().then_some(DialogAnswer::Replace);
        replace.or(ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel))
    })
    .inner
}

fn about(ui: &mut Ui) -> Option<DialogAnswer> {
    title(ui, "Battlewright");
    ui.label(format!("Version {}", env!("CARGO_PKG_VERSION")));
    ui.add_space(4.0);
    ui.label("Create, check and play hex-and-counter scenarios.");
    ui.label("The command line, battlewright, validates and plays the same files without a window.");
    ui.add_space(8.0);
    close(ui)
}

fn close(ui: &mut Ui) -> Option<DialogAnswer> {
    let entered = ui.input_mut(|input| input.consume_key(Modifiers::NONE, Key::Enter));
    (ui.button("Close").clicked() || entered).then_some(DialogAnswer::Cancel)
}
