//! The dialog that describes the game of a link.

use egui::{Button, Ui, vec2};

use crate::dialogs::title;
use crate::messages::dialog_answer::DialogAnswer;
use crate::model::autosave::games::GameSummary;
use crate::model::play::Session;
use crate::model::store::printable;
use crate::theme;

/// A sentence for whoever gets or gives a link.
pub const CONTENTS: &str = "The link holds every choice of both sides, also the secret ones, and the seed of the dice. Whoever has \
                            it can read them, undo them, and try what comes next.";

/// The content of the dialog, one paragraph a line.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LinkedGame {
    /// The paragraphs.
    pub lines: Vec<String>,
}

/// Returns the content for the game of `session`, which came from a link.
pub fn data(session: &Session) -> LinkedGame {
    let now = GameSummary::of(session.record().now(), session.inputs());
    let [[first, second], [one, two]] = [now.sides, session.players()];
    let status = &session.seen().status;
    let place = format!("{}, {}. {}.", now.turn, status.phase, now.state.trim_end_matches('.'));
    let mut lines = vec![
        format!(
            "{first}: {one}. {second}: {two}. {} so far.",
            battlewright_schema::words::counted(now.inputs, "input")
        ),
        place,
    ];
    lines.extend(session.notice().map(str::to_owned));
    lines.push(CONTENTS.to_owned());
    LinkedGame { lines: lines.iter().map(|line| printable(line)).collect() }
}

pub(super) fn ui(ui: &mut Ui, linked: &LinkedGame) -> Option<DialogAnswer> {
    title(ui, "A game from a link");
    for line in &linked.lines {
        ui.label(line);
        ui.add_space(4.0);
    }
    let size = vec2(0.0, theme::target(ui.ctx()));
    let play = ui.add(Button::new("Open game").min_size(size));
    if ui.memory(|memory| memory.focused().is_none()) {
        play.request_focus();
    }
    play.clicked().then_some(DialogAnswer::Cancel)
}
