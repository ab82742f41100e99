//! The Event log tab: what happened in the game, with the rules it happened by.

use egui::{Label, RichText, ScrollArea, Sense, Ui};

use crate::act::Act;
use crate::play::{self, Session};

/// A line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct Entry {
    /// The number of the input it followed from.
    pub input: usize,
    /// What happened.
    pub text: String,
    /// The rule by which it happened.
    pub rule: String,
    /// Whether it opens a turn or phase.
    pub heading: bool,
    /// Where it happened.
    pub cell: Option<battlewright_schema::Cell>,
}

/// What the tab shows.
pub fn data(session: &Session) -> Vec<Entry> {
    let story = session.story().iter();
    story
        .map(|(input, line)| Entry {
            input: *input,
            text: line.text.clone(),
            rule: line.rule.number.to_owned(),
            heading: line.heading,
            cell: line.cell,
        })
        .collect()
}

/// Draws the tab.
pub fn ui(ui: &mut Ui, session: Option<&Session>, acts: &mut Vec<Act>) {
    let Some(session) = session else {
        ui.add_space(8.0);
        ui.weak("Nothing has happened yet. F5 plays the scenario as it stands.");
        return;
    };
    let lines = data(session);
    if lines.is_empty() {
        ui.add_space(8.0);
        ui.weak("The game has begun; nothing has happened yet.");
        return;
    }
    let height = 20.0;
    ui.spacing_mut().item_spacing.y = 1.0;
    ScrollArea::vertical().id_salt("event log").auto_shrink(false).stick_to_bottom(true).show_rows(
        ui,
        height,
        lines.len(),
        |ui, range| {
            for line in lines.get(range).unwrap_or_default() {
                ui.horizontal(|ui| {
                    ui.set_height(height);
                    let weak = ui.visuals().weak_text_color();
                    ui.add_sized(
                        [44.0, height],
                        Label::new(RichText::new(format!("{}", line.input)).small().color(weak)),
                    );
                    let rule = Label::new(RichText::new(&line.rule).small().monospace().color(weak));
                    ui.add_sized([64.0, height], rule).on_hover_text("The rule by which it happened");
                    let text = RichText::new(&line.text);
                    let text = if line.heading { text.strong() } else { text };
                    let response = ui.add(Label::new(text).sense(Sense::click()).truncate());
                    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
                    response.context_menu(|ui| {
                        if ui.button("Go back to here").clicked() {
                            acts.push(Act::Play(play::Act::Jump(line.input)));
                            ui.close();
                        }
                    });
                    if response.clicked() {
                        acts.extend(line.cell.map(Act::Look));
                    }
                });
            }
        },
    );
}
