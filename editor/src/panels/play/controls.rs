//! The controls of a game: computer players, history, seed and files.

use battlewright_engine::game::Side;
use egui::{Button, ComboBox, RichText, Slider, Ui};

use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::play::{self, PlayPace, Session};
use crate::theme;
use crate::widgets::popup;

/// A turn in the list of turns.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TurnStop {
    /// The turn number, from 1.
    pub turn: u8,
    /// The index of the first input of the turn; `None` if the turn has not been played.
    pub input: Option<usize>,
    /// `true` for the current turn.
    pub now: bool,
}

/// Returns the turns of the game with their first inputs.
pub fn stops(session: &Session) -> Vec<TurnStop> {
    let status = &session.seen().status;
    let first = (1..=status.turns).find(|turn| session.start_of(*turn).is_some()).unwrap_or(1);
    let stop = |turn| TurnStop { turn, input: session.start_of(turn), now: turn == status.turn };
    (first..=status.turns).map(stop).collect()
}

/// Draws the buttons for computer players and the choice of their speed.
pub(super) fn computer(ui: &mut Ui, session: &Session, acts: &mut Vec<Act>) {
    if Side::BOTH.iter().all(|side| session.seat(*side).is_none()) {
        return;
    }
    ui.add_space(4.0);
    ui.horizontal(|ui| {
        let ready = session.computer_to_move() && !session.is_busy();
        let step = ui.add_enabled(ready, Button::new("Step"));
        if step.on_hover_text("Make the next choice of the computer player (.)").clicked() {
            acts.push(Act::Play(play::PlayAct::Step));
        }
        let run = if session.is_running() { "Stop" } else { "Run" };
        let help = "Start or stop the computer players (,)";
        if ui.button(run).on_hover_text(help).clicked() {
            acts.push(Act::Play(play::PlayAct::Run));
        }
        let combo = ComboBox::from_id_salt("pace").selected_text(session.pace().name()).width(92.0);
        let mut pace = session.pace();
        let response = popup::list(combo, ui, |ui| {
            for each in PlayPace::ALL {
                ui.selectable_value(&mut pace, each, each.name());
            }
        });
        response.response.accessible_name("Speed").on_hover_text("Speed of the computer players");
        if pace != session.pace() {
            acts.push(Act::Play(play::PlayAct::Pace(pace)));
        }
        if session.is_busy() && !session.is_thinking() {
            ui.spinner();
        }
    });
    ui.horizontal(|ui| {
        let ready = session.computer_to_move() && !session.is_busy();
        let turn = ui.add_enabled(ready, Button::new("To next turn"));
        if turn.on_hover_text("Run until the turn ends or a person must choose").clicked() {
            acts.push(Act::Play(play::PlayAct::Turn));
        }
        let end = ui.add_enabled(ready, Button::new("To the end"));
        if end.on_hover_text("Run until the game ends or a person must choose").clicked() {
            acts.push(Act::Play(play::PlayAct::End));
        }
    });
}

/// Draws undo, redo, the slider of inputs and the buttons for turns.
pub(super) fn history(ui: &mut Ui, session: &Session, acts: &mut Vec<Act>) {
    ui.horizontal(|ui| {
        let undo = ui.add_enabled(session.can_undo(), Button::new("Undo")).on_hover_text("Undo the last choice");
        if undo.clicked() {
            acts.push(Act::Command(Command::Undo));
        }
        let redo =
            ui.add_enabled(session.can_redo(), Button::new("Redo")).on_hover_text("Redo the choice with the same dice");
        if redo.clicked() {
            acts.push(Act::Command(Command::Redo));
        }
        let (at, last) = (session.inputs(), session.last_input());
        let mut goal = at;
        ui.spacing_mut().slider_width = (ui.available_width() - 60.0).max(40.0);
        let slider = Slider::new(&mut goal, 0..=last.max(1)).show_value(false);
        let slider = ui.add_enabled(last > 0, slider).accessible_name("Input of the game");
        slider.on_hover_text("Go to any point of the game. A new choice replaces the following ones");
        ui.label(RichText::new(format!("{at}/{last}")).small().color(ui.visuals().weak_text_color()));
        if goal != at && goal <= last {
            acts.push(Act::Play(play::PlayAct::Jump(goal)));
        }
    });
    ui.horizontal_wrapped(|ui| {
        ui.spacing_mut().item_spacing = egui::vec2(3.0, 3.0);
        ui.label(RichText::new("Turn").small().color(ui.visuals().weak_text_color()));
        for stop in stops(session) {
            let text = RichText::new(stop.turn.to_string()).small();
            let button = Button::new(text).min_size(egui::Vec2::splat(theme::TARGET)).selected(stop.now);
            let response = ui.add_enabled(stop.input.is_some(), button);
            let response = response.accessible_name(format!("Go to turn {}", stop.turn));
            if response.on_hover_text(format!("Go to the start of turn {}", stop.turn)).clicked() {
                acts.push(Act::Play(play::PlayAct::ToTurn(stop.turn)));
            }
        }
    });
}

/// Draws the seed and the Restart button.
pub(super) fn again(ui: &mut Ui, session: &Session, acts: &mut Vec<Act>) {
    ui.horizontal(|ui| {
        let help = "Number that determines the dice. The same seed and the same choices give the same game.";
        ui.label(format!("Seed {}", session.seed())).on_hover_text(help);
        let help = "Restart the game, with the same dice, with new dice, or with those of a seed";
        if ui.button("Restart…").on_hover_text(help).clicked() {
            acts.push(Act::Command(Command::Restart));
        }
    });
}

/// Draws the file commands.
pub(super) fn files(ui: &mut Ui, acts: &mut Vec<Act>) {
    ui.horizontal_wrapped(|ui| {
        for (command, text) in [
            (Command::SaveGame, "Save game…"),
            (Command::OpenGame, "Load game…"),
            (Command::SavePosition, "Save position…"),
        ] {
            let help = command.entry().map_or("", |entry| entry.help);
            if ui.button(text).on_hover_text(help).clicked() {
                acts.push(Act::Command(command));
            }
        }
    });
}
