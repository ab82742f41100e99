//! Dialogs for saved games: the choice of the scenario, and the losses of a saved position.

use battlewright_engine::play::Replay;
use egui::{Button, RichText, ScrollArea, Ui};

use crate::dialogs::title;
use crate::file_dialog::FilePurpose;
use crate::messages::dialog_answer::DialogAnswer;
use battlewright_schema::words::counted;

/// A recorded game on a scenario other than the open one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RecordedGame {
    /// The recorded game.
    pub replay: Box<Replay>,
    /// `true` if the open scenario has the same rules system.
    pub here: bool,
    /// `true` if the recorded scenario is readable.
    pub own: bool,
}

pub(super) fn recorded(ui: &mut Ui, recorded: &RecordedGame, name: &str) -> Option<DialogAnswer> {
    let RecordedGame { replay, here, own } = recorded;
    title(ui, "Choose a scenario");
    let inputs = counted(replay.len(), "input");
    ui.label(format!(
        "This game of {inputs} was played on \u{201c}{}\u{201d}, which differs from {name}.",
        replay.header.title
    ));
    ui.label("On the open scenario, the game continues until an input is not possible.");
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let at_hand = ui.add_enabled(*here, Button::new("Use open scenario"));
        let at_hand = at_hand.on_disabled_hover_text("The game belongs to another rules system");
        let its_own = ui.add_enabled(*own, Button::new("Use recorded scenario"));
        let its_own = its_own.on_disabled_hover_text("The recorded scenario has errors");
        let at_hand = at_hand.clicked().then(|| DialogAnswer::Game(replay.clone(), false));
        let its_own = its_own.clicked().then(|| DialogAnswer::Game(replay.clone(), true));
        let cancel = ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel);
        at_hand.or(its_own).or(cancel)
    })
    .inner
}

/// Draws the dialog with the parts `lost` in a scenario, each with its rule.
pub(super) fn position(ui: &mut Ui, lost: &[(String, String)]) -> Option<DialogAnswer> {
    title(ui, "Save position as scenario");
    ui.label("The scenario keeps units, strengths, turns, supplies and places. It cannot keep the following:");
    ui.add_space(4.0);
    ScrollArea::vertical().max_height(320.0).auto_shrink([false, true]).show(ui, |ui| {
        for (text, rule) in lost {
            ui.horizontal_wrapped(|ui| {
                ui.label(RichText::new("•").color(ui.visuals().warn_fg_color));
                ui.label(text);
                ui.label(RichText::new(rule).small().color(ui.visuals().weak_text_color()));
            });
        }
    });
    ui.add_space(8.0);
    ui.horizontal(|ui| {
        let game =
            ui.button("Save game instead…").on_hover_text("A saved game keeps everything, and goes on from here.");
        let game = game.clicked().then_some(DialogAnswer::Choose(FilePurpose::SaveGame));
        let save = ui.button("Save anyway…").clicked().then_some(DialogAnswer::Choose(FilePurpose::SavePosition));
        game.or(save).or(ui.button("Cancel").clicked().then_some(DialogAnswer::Cancel))
    })
    .inner
}

pub(super) fn no_position(ui: &mut Ui, why: &str) -> Option<DialogAnswer> {
    title(ui, "Position cannot be saved");
    ui.label(why);
    ui.add_space(8.0);
    super::close(ui)
}
