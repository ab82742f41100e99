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
    /// The number of the rule; empty for a plan.
    pub rule: String,
    /// `true` if the line starts a turn or phase.
    pub heading: bool,
    /// The place of the event.
    pub place: Option<Place>,
    /// The steps of a move, or the missions of a plan, that are folded into this line.
    pub steps: Vec<Self>,
    /// `true` for the plan of a computer player.
    pub is_plan: bool,
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
            is_plan: false,
        }
    }

    fn key(&self) -> FoldKey {
        (self.input, self.is_plan)
    }

    /// Returns a line about the plan of a computer player.
    fn plan(input: usize, text: String, steps: Vec<Self>) -> Self {
        Self { input, text, rule: String::new(), heading: false, place: None, steps, is_plan: true }
    }
}

/// The key of a line that is folded: the number of its input, and `true` for a plan, which has that of the choice after it.
type FoldKey = (usize, bool);

/// Returns the content of the tab. A move of several steps is one entry; so is the plan of a computer player, before the choice for
/// which it was made.
pub fn data(session: &Session) -> Vec<LogEntry> {
    let entry = |FoldedLine { input, line, steps }: FoldedLine| LogEntry {
        steps: steps.iter().map(|(input, step)| LogEntry::new(*input, step)).collect(),
        ..LogEntry::new(input, &line)
    };
    let mut entries: Vec<LogEntry> = fold(session.story()).into_iter().map(entry).collect();
    let sides = session.sides();
    for (input, side, lines) in session.reasons() {
        let missions = lines.iter().map(|line| LogEntry::plan(input, line.clone(), Vec::new())).collect();
        let plan = LogEntry::plan(input, format!("Plan of the {}", sides[side.index()]), missions);
        let at = entries.iter().position(|entry| entry.input >= input).unwrap_or(entries.len());
        entries.insert(at, plan);
    }
    entries
}

/// Returns the visible rows: all entries, and the steps of those in `open`. The flag is `true` for a step.
fn rows<'e>(entries: &'e [LogEntry], open: &BTreeSet<FoldKey>) -> Vec<(bool, &'e LogEntry)> {
    let of = |entry: &'e LogEntry| {
        let steps: &[LogEntry] = if open.contains(&entry.key()) { &entry.steps } else { &[] };
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
    let mut open: BTreeSet<FoldKey> = ui.data(|data| data.get_temp(id)).unwrap_or_default();
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
            if row(&mut ui, *is_step, line, open.contains(&line.key()), room, acts) {
                toggled = Some(line.key());
            }
        }
    });
    if let Some(key) = toggled {
        if !open.remove(&key) {
            open.insert(key);
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
        if line.is_plan {
            ui.label("");
        } else {
            RuleLink::number(ui, &line.rule).ui(ui, acts);
        }
    });
    let mut toggled = false;
    if line.steps.is_empty() {
        ui.add_sized(fold, Label::new(""));
    } else {
        let arrow = egui::Button::new(if is_open { "−" } else { "+" }).frame(false);
        let what = if line.is_plan { "plan" } else { "move" };
        let about = format!("{} the {what}", if is_open { "Collapse" } else { "Expand" });
        let response = ui.add_sized(fold, arrow).on_hover_text(&about);
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
