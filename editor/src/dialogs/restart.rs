//! The dialog that asks for the dice of a restarted game.

use egui::{Button, TextEdit, Ui, vec2};

use crate::dialogs::title;
use crate::messages::dialog_answer::DialogAnswer;
use crate::model::play::fresh_seed;
use crate::theme;

/// The form for a restart.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct RestartForm {
    /// The seed of the current game.
    pub seed: u64,
    /// The typed seed.
    pub typed: String,
}

impl RestartForm {
    /// Creates the form for a game with `seed`.
    pub fn new(seed: u64) -> Self {
        Self { seed, typed: seed.to_string() }
    }
}

pub(super) fn ui(ui: &mut Ui, form: &mut RestartForm) -> Option<DialogAnswer> {
    title(ui, "Restart the game");
    ui.label("With the same dice, the same choices give the same game. A game with choices stays in the list of saved games.");
    ui.add_space(8.0);
    let size = vec2(0.0, theme::target(ui.ctx()));
    let mut seed = None;
    ui.horizontal_wrapped(|ui| {
        let new = ui.add(Button::new("New dice").min_size(size));
        if ui.memory(|memory| memory.focused().is_none()) {
            new.request_focus();
        }
        if new.clicked() {
            seed = Some(fresh_seed());
        }
        let same = ui.add(Button::new("Same dice").min_size(size));
        if same.on_hover_text(format!("Seed {}", form.seed)).clicked() {
            seed = Some(form.seed);
        }
    });
    ui.add_space(8.0);
    ui.horizontal_wrapped(|ui| {
        let label = ui.label("Seed");
        let field = TextEdit::singleline(&mut form.typed).desired_width(140.0).min_size(size);
        let field = ui.add(field).labelled_by(label.id);
        let typed: Option<u64> = form.typed.trim().parse().ok();
        let button = ui.add_enabled(typed.is_some(), Button::new("Use this seed").min_size(size));
        let button = button.on_disabled_hover_text("A seed is a whole number from 0 to 18446744073709551615.");
        let entered = field.lost_focus() && ui.input(|input| input.key_pressed(egui::Key::Enter));
        if button.clicked() || entered {
            seed = typed.or(seed);
        }
    });
    ui.add_space(8.0);
    let cancel = ui.add(Button::new("Cancel").min_size(size)).clicked();
    seed.map(DialogAnswer::Restart).or(cancel.then_some(DialogAnswer::Cancel))
}
