//! The Event log tab: the events of the game with their rule numbers.

mod heights;

use std::collections::BTreeSet;

use battlewright_engine::show::{FoldedLine, Line, Place, fold};
use egui::{Align, Direction, Id, Label, Layout, Rect, RichText, ScrollArea, Sense, Ui, UiBuilder, vec2};

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
    ui.spacing_mut().item_spacing = vec2(SPACE, 1.0);
    let room = (ui.available_width() - COLUMNS.iter().sum::<f32>() - 3.0 * SPACE - SCROLL_BAR).max(80.0);
    let heights = heights::of(ui, &rows, room);
    let mut toggled = None;
    let area = ScrollArea::vertical().id_salt("event log").auto_shrink(false).stick_to_bottom(true);
    area.show_viewport(ui, |ui, viewport| {
        ui.set_height(heights.total());
        ui.set_width(ui.available_width());
        let visible = heights.visible(viewport.min.y, viewport.max.y);
        let top = ui.max_rect().top();
        for n in visible {
            let Some((is_step, line)) = rows.get(n) else { continue };
            let [from, to] = heights.row(n).map(|y| top + y);
            let rect = Rect::from_x_y_ranges(ui.max_rect().x_range(), from..=to);
            let mut ui =
                ui.new_child(UiBuilder::new().id_salt(n).max_rect(rect).layout(Layout::left_to_right(Align::TOP)));
            if row(&mut ui, *is_step, line, open.contains(&line.input), room, acts) {
                toggled = Some(line.input);
            }
        }
    });
    if let Some(input) = toggled {
        if !open.remove(&input) {
            open.insert(input);
        }
        ui.data_mut(|data| data.insert_temp(id, open));
    }
}

/// The widths of the columns before the text: input, rule, fold.
const COLUMNS: [f32; 3] = [44.0, 64.0, 16.0];

/// The space between columns, in points.
const SPACE: f32 = 8.0;

/// The room for the scroll bar, in points.
const SCROLL_BAR: f32 = 12.0;

/// The height of a line of one row of text, and the indent of the steps of a move, in points.
const HEIGHT: f32 = 20.0;
const INDENT: f32 = 16.0;

/// Draws a line, wrapped to `room`. Returns `true` if its fold was clicked.
fn row(ui: &mut Ui, is_step: bool, line: &LogEntry, is_open: bool, room: f32, acts: &mut Vec<Act>) -> bool {
    let weak = ui.visuals().weak_text_color();
    let [input, rule, fold] = COLUMNS.map(|width| vec2(width, HEIGHT));
    ui.add_sized(input, Label::new(RichText::new(format!("{}", line.input)).small().color(weak)));
    ui.allocate_ui_with_layout(rule, Layout::centered_and_justified(Direction::TopDown), |ui| {
        RuleLink::number(ui, &line.rule).ui(ui, acts);
    });
    let mut toggled = false;
    if line.steps.is_empty() {
        ui.add_sized(fold, Label::new(""));
    } else {
        let arrow = egui::Button::new(if is_open { "−" } else { "+" }).frame(false);
        let about = if is_open { "Collapse the move" } else { "Expand the move" };
        let response = ui.add_sized(fold, arrow).on_hover_text(about);
        let named = format!("{about}: {}", line.text);
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &named));
        toggled = response.clicked();
    }
    let indent = if is_step { INDENT } else { 0.0 };
    ui.add_space(indent);
    let text = RichText::new(&line.text);
    let text = if line.heading { text.strong() } else { text };
    let size = vec2(room - indent, ui.available_height());
    let response = ui.allocate_ui_with_layout(size, Layout::top_down(Align::Min), |ui| {
        ui.set_max_width(size.x);
        ui.add_space(2.0);
        ui.add(Label::new(text).sense(Sense::click()).wrap())
    });
    let response = response.inner.on_hover_cursor(egui::CursorIcon::PointingHand);
    response.context_menu(|ui| {
        if ui.button("Return to this point").clicked() {
            acts.push(Act::Play(play::PlayAct::Jump(line.input)));
            ui.close();
        }
    });
    if response.clicked() {
        acts.extend(line.place.map(Act::Look));
    }
    toggled
}
