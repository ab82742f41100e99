//! The Event log tab: the events of the game with their rule numbers.

use std::collections::BTreeSet;

use battlewright_engine::show::{FoldedLine, Line, Place, fold};
use egui::{Direction, Id, Label, Layout, RichText, ScrollArea, Sense, Ui, vec2};

use super::rule::RuleLink;
use crate::messages::act::Act;
use crate::model::play::{self, Session};

/// A line of the log.
#[derive(Clone, Debug, PartialEq)]
pub struct LogEntry {
    /// The number of the input that caused the event.
    pub input: usize,
    /// The text of the event.
    pub text: String,
    /// The number of the rule.
    pub rule: String,
    /// `true` if the line starts a turn or phase.
    pub heading: bool,
    /// The place of the event.
    pub place: Option<Place>,
    /// The steps of a move that is folded into this line.
    pub steps: Vec<Self>,
}

impl LogEntry {
    fn new(input: usize, line: &Line) -> Self {
        Self {
            input,
            text: line.text.clone(),
            rule: line.rule.number.to_owned(),
            heading: line.heading,
            place: line.place,
            steps: Vec::new(),
        }
    }
}

/// Returns the content of the tab. A move of several steps is one entry.
pub fn data(session: &Session) -> Vec<LogEntry> {
    let entry = |FoldedLine { input, line, steps }: FoldedLine| LogEntry {
        steps: steps.iter().map(|(input, step)| LogEntry::new(*input, step)).collect(),
        ..LogEntry::new(input, &line)
    };
    fold(session.story()).into_iter().map(entry).collect()
}

/// Returns the visible rows: all entries, and the steps of the moves in `open`, identified by their last input. The
/// flag is `true` for a step.
fn rows<'e>(entries: &'e [LogEntry], open: &BTreeSet<usize>) -> Vec<(bool, &'e LogEntry)> {
    let of = |entry: &'e LogEntry| {
        let steps: &[LogEntry] = if open.contains(&entry.input) { &entry.steps } else { &[] };
        std::iter::once((false, entry)).chain(steps.iter().map(|step| (true, step)))
    };
    entries.iter().flat_map(of).collect()
}

/// Draws the Event log tab.
pub fn ui(ui: &mut Ui, session: Option<&Session>, acts: &mut Vec<Act>) {
    let Some(session) = session else {
        ui.add_space(8.0);
        ui.weak("The log is empty. Press F5 to play the scenario.");
        return;
    };
    let lines = data(session);
    if lines.is_empty() {
        ui.add_space(8.0);
        ui.weak("The game has started. The log is empty.");
        return;
    }
    let id = Id::unique("unfolded moves");
    let mut open: BTreeSet<usize> = ui.data(|data| data.get_temp(id)).unwrap_or_default();
    let rows = rows(&lines, &open);
    let mut toggled = None;
    let height = 20.0;
    ui.spacing_mut().item_spacing.y = 1.0;
    ScrollArea::vertical().id_salt("event log").auto_shrink(false).stick_to_bottom(true).show_rows(
        ui,
        height,
        rows.len(),
        |ui, range| {
            for (is_step, line) in rows.get(range).unwrap_or_default() {
                ui.horizontal(|ui| {
                    ui.set_height(height);
                    let weak = ui.visuals().weak_text_color();
                    ui.add_sized(
                        [44.0, height],
                        Label::new(RichText::new(format!("{}", line.input)).small().color(weak)),
                    );
                    let rule = vec2(64.0, height);
                    ui.allocate_ui_with_layout(rule, Layout::centered_and_justified(Direction::TopDown), |ui| {
                        RuleLink::number(ui, &line.rule).ui(ui, acts);
                    });
                    let fold = [16.0, height];
                    if line.steps.is_empty() {
                        ui.add_sized(fold, Label::new(""));
                    } else {
                        let is_open = open.contains(&line.input);
                        let arrow = egui::Button::new(if is_open { "−" } else { "+" }).frame(false);
                        let about = if is_open { "Collapse the move" } else { "Expand the move" };
                        let response = ui.add_sized(fold, arrow).on_hover_text(about);
                        let named = format!("{about}: {}", line.text);
                        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &named));
                        if response.clicked() {
                            toggled = Some(line.input);
                        }
                    }
                    if *is_step {
                        ui.add_space(16.0);
                    }
                    let text = RichText::new(&line.text);
                    let text = if line.heading { text.strong() } else { text };
                    let response = ui.add(Label::new(text).sense(Sense::click()).truncate());
                    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
                    response.context_menu(|ui| {
                        if ui.button("Return to this point").clicked() {
                            acts.push(Act::Play(play::PlayAct::Jump(line.input)));
                            ui.close();
                        }
                    });
                    if response.clicked() {
                        acts.extend(line.place.map(Act::Look));
                    }
                });
            }
        },
    );
    if let Some(input) = toggled {
        if !open.remove(&input) {
            open.insert(input);
        }
        ui.data_mut(|data| data.insert_temp(id, open));
    }
}
