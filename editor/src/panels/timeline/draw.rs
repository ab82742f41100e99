//! The timeline widget.

use egui::{Align2, Color32, FontId, Id, Key, Modifiers, Rect, Response, Sense, Stroke, StrokeKind, Ui, vec2};
use egui_table::{CellInfo, Column, HeaderCellInfo, HeaderRow, Table, TableDelegate};

use super::super::PanelContext;
use super::super::order_of_battle::OrderOfBattleState;
use super::{Timeline, TimelineCounter, TimelineLane, WaitingPlace, data, in_words, moved};
use crate::canvas::counters::{self, CounterStyle};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{ink, rows, sides};
use crate::messages::act::Act;
use crate::messages::drag_payload::CounterDrag;

/// The size of a counter and the gap between counters, in points.
const SIZE: f32 = 38.0;
const GAP: f32 = 4.0;
/// The width of a lane heading and the height of a strength row, in points.
const LANE: f32 = 148.0;
const LINE: f32 = 18.0;

/// Draws the timeline.
pub fn ui(ui: &mut Ui, roster: &mut OrderOfBattleState, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let timeline = data(shown.scenario());
    if let Some(problems) = timeline.problems() {
        ui.colored_label(ui.visuals().error_fg_color, format!("! {problems}"));
    }
    if timeline.lanes.is_empty() {
        ui.weak("No entry hexes yet. Create them at the edge of the map with the Entry tool (E).");
    }
    let count = f32::from(u8::try_from(timeline.turns.len()).unwrap_or(u8::MAX)).max(1.0);
    // Wide enough for three counters and for each strength text.
    let font = strength_font();
    let lines = (0..timeline.strength.len()).flat_map(|side| (0..timeline.turns.len()).map(move |turn| (side, turn)));
    let lines = lines.filter_map(|(side, turn)| outcome(&timeline, shown, side, turn));
    let widest = lines
        .map(|(words, _)| ui.painter().layout_no_wrap(words, font.clone(), Color32::GRAY).size().x + 14.0)
        .fold(3.0 * SIZE + 22.0, f32::max);
    let width = ((ui.available_width() - LANE - 12.0) / count).floor().clamp(widest.ceil(), widest.ceil().max(260.0));
    let across = ((width - 10.0) / (SIZE + GAP)).floor().max(1.0);
    let heights = timeline.lanes.iter().map(|lane| {
        let most = lane.boxes.values().map(Vec::len).max().unwrap_or(0);
        let lines = (f32::from(u16::try_from(most).unwrap_or(u16::MAX)) / across).ceil().max(1.0);
        lines * (SIZE + GAP) + 10.0
    });
    let tops: Vec<f32> = std::iter::once(0.0)
        .chain(heights.scan(0.0, |top, height| {
            *top += height;
            Some(*top)
        }))
        .collect();
    let columns = std::iter::once(Column::new(LANE).resizable(false).id(Id::unique("timeline lanes")))
        .chain((0..timeline.turns.len()).map(|n| {
            Column::new(width).range(width..=width).resizable(false).id(Id::unique((
                "timeline turn",
                n,
                width.to_bits(),
            )))
        }))
        .collect::<Vec<_>>();
    // The strength rows are headers, so that they stay visible with the turns.
    let heads: Vec<HeaderRow> =
        std::iter::once(22.0).chain(timeline.strength.iter().map(|_| LINE)).map(HeaderRow::new).collect();
    let table = Table::new()
        .id_salt("timeline")
        .num_rows(tops.len().saturating_sub(1).try_into().unwrap_or(0))
        .columns(columns)
        .num_sticky_cols(1)
        .headers(heads);
    table.show(ui, &mut TimelineDelegate { roster, shown, timeline, tops, across, acts });
}

struct TimelineDelegate<'a, 's> {
    roster: &'a mut OrderOfBattleState,
    shown: &'a PanelContext<'s>,
    timeline: Timeline,
    /// The top of each row, and the bottom of the last one.
    tops: Vec<f32>,
    across: f32,
    acts: &'a mut Vec<Act>,
}

impl TableDelegate for TimelineDelegate<'_, '_> {
    fn row_top_offset(&self, _: &egui::Context, _: Id, row: u64) -> f32 {
        let at = usize::try_from(row).unwrap_or(usize::MAX);
        self.tops.get(at).or(self.tops.last()).copied().unwrap_or(0.0)
    }

    fn header_cell_ui(&mut self, ui: &mut Ui, info: &HeaderCellInfo) {
        let rect = ui.max_rect();
        let visuals = ui.visuals();
        ui.painter().rect_filled(rect, 0.0, visuals.panel_fill);
        if let Some(side) = info.row_nr.checked_sub(1) {
            return match info.col_range.start.checked_sub(1) {
                Some(column) => self.strength(ui, side, column),
                None => self.side(ui, side),
            };
        }
        let Some(turn) = info.col_range.start.checked_sub(1).and_then(|at| self.timeline.turns.get(at)) else { return };
        let title = if turn.number == 0 { "At the start".to_owned() } else { format!("Turn {}", turn.number) };
        let color = if turn.wrong.is_some() { visuals.error_fg_color } else { visuals.text_color() };
        let at = rect.left_center() + vec2(6.0, 0.0);
        ui.painter().text(at, Align2::LEFT_CENTER, title, FontId::proportional(13.0), color);
        let right = turn.wrong.map(str::to_owned).or_else(|| turn.clock.clone()).unwrap_or_default();
        let at = rect.right_center() - vec2(8.0, 0.0);
        let color = if turn.wrong.is_some() { color } else { visuals.weak_text_color() };
        ui.painter().text(at, Align2::RIGHT_CENTER, right, FontId::proportional(12.0), color);
    }

    fn cell_ui(&mut self, ui: &mut Ui, info: &CellInfo) {
        let row = usize::try_from(info.row_nr).unwrap_or(usize::MAX);
        let Some(lane) = self.timeline.lanes.get(row).cloned() else { return };
        match info.col_nr.checked_sub(1) {
            Some(column) => self.place(ui, &lane, column),
            None => self.lane(ui, &lane),
        }
    }
}

impl TimelineDelegate<'_, '_> {
    /// Draws the heading of a lane.
    fn lane(&self, ui: &Ui, lane: &TimelineLane) {
        let rect = ui.max_rect();
        let visuals = ui.visuals();
        let side = lane.side.as_ref().map(|side| self.shown.document.art().side_of(self.shown.common(), side).0);
        let bar = Rect::from_min_size(rect.min + vec2(2.0, 4.0), vec2(4.0, rect.height() - 8.0));
        ui.painter().rect_filled(bar, 2.0, side.unwrap_or(Color32::GRAY));
        let color = if lane.known { visuals.text_color() } else { visuals.error_fg_color };
        let name = if lane.known { lane.name.clone() } else { format!("{} (unknown)", lane.name) };
        let font = FontId::proportional(13.0);
        let galley = ui.painter().layout(name, font, color, rect.width() - 16.0);
        // At the first row of counters, because the bottom of a high lane may be invisible.
        let middle = rect.top() + rect.height().min(SIZE + 10.0) / 2.0;
        let at = egui::pos2(rect.left() + 12.0, (middle - galley.size().y / 2.0).max(rect.top()));
        ui.painter().galley(at, galley, color);
    }

    /// Draws a box with its counters.
    fn place(&mut self, ui: &mut Ui, lane: &TimelineLane, column: usize) {
        let Some(turn) = self.timeline.turns.get(column).cloned() else { return };
        let rect = ui.max_rect().shrink(2.0);
        let waiting = lane.boxes.get(&turn.number).map_or(&[][..], Vec::as_slice);
        let takes = lane.known && lane.gate.takes(&turn);
        if !takes && waiting.is_empty() {
            return;
        }
        let response = ui.interact(rect, ui.scope_id().with("box"), Sense::CLICK);
        let kind = if matches!(lane.gate, WaitingPlace::Entry(_)) { "entry" } else { "zone" };
        let (number, gate) = (turn.number, lane.gate.id());
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::GridCell, true, format!("Turn {number}, {kind} {gate}"))
        });
        let wrong = waiting.iter().any(|waiting| waiting.wrong.is_some());
        let visuals = ui.visuals();
        let edge =
            if wrong { Stroke::new(1.5, visuals.error_fg_color) } else { visuals.widgets.noninteractive.bg_stroke };
        ui.painter().rect(rect, 5.0, visuals.faint_bg_color, edge, StrokeKind::Inside);
        if response.clicked() && !waiting.is_empty() {
            self.roster.pick.put(waiting.iter().map(|waiting| waiting.counter));
            self.select(waiting.first());
        }
        for (n, waiting) in waiting.iter().enumerate() {
            let n = f32::from(u16::try_from(n).unwrap_or(u16::MAX));
            let (column, line) = (n % self.across, (n / self.across).floor());
            let corner = rect.min + vec2(5.0 + column * (SIZE + GAP), 4.0 + line * (SIZE + GAP));
            self.counter(ui, waiting, lane, turn.number, Rect::from_min_size(corner, vec2(SIZE, SIZE)));
        }
        if takes {
            self.take(ui, &response, rect, lane, turn.number);
        }
    }

    /// Handles counters dragged over a box, with the effect or refusal as a message.
    fn take(&mut self, ui: &Ui, response: &Response, rect: Rect, lane: &TimelineLane, turn: u8) {
        let Some(lift) = egui::DragAndDrop::payload::<CounterDrag>(ui.ctx()) else { return };
        if !ui.rect_contains_pointer(response.rect) {
            return;
        }
        let scenario = self.shown.scenario();
        let act = moved(scenario, &lift.counters, &lane.gate, turn);
        let (color, said) = match &act {
            Ok(Act::Edit { name, .. }) => (ink::ACCENT, format!("{name}.")),
            Ok(_) => (ink::ACCENT, String::new()),
            Err(why) => (ui.visuals().error_fg_color, why.clone()),
        };
        ui.painter().rect_stroke(rect, 5.0, Stroke::new(2.5, color), StrokeKind::Inside);
        self.acts.push(Act::Say(said));
        if ui.input(|input| input.pointer.any_released()) {
            egui::DragAndDrop::clear_payload(ui.ctx());
            self.acts.extend(act.ok());
        }
    }

    /// Draws a counter in a box.
    fn counter(&mut self, ui: &mut Ui, waiting: &TimelineCounter, lane: &TimelineLane, turn: u8, rect: Rect) {
        let crowd = self.shown.document.crowd();
        let Some(piece) = crowd.piece(waiting.counter) else { return };
        let response = ui.interact(rect, ui.scope_id().with(waiting.counter), Sense::click_and_drag());
        let wrong = waiting.wrong.as_ref().map_or_else(String::new, |wrong| format!(": {wrong}"));
        let name = format!("{}, turn {turn} at {}{wrong}", waiting.name, lane.gate.id());
        let picked = self.roster.pick.holds(waiting.counter);
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::Button, true, picked, &name));
        let lifted = egui::DragAndDrop::payload::<CounterDrag>(ui.ctx());
        let away = lifted.is_some_and(|lift| lift.counters.contains(&waiting.counter));
        let manner = CounterStyle { selected: picked, plain: sides::plain(ui.ctx()), ..crowd.uniforms.manner(piece) };
        if away {
            ui.painter().rect_stroke(rect, 3.0, Stroke::new(1.0, ui.visuals().weak_text_color()), StrokeKind::Inside);
        } else {
            ui.painter().draw(|shapes| counters::counter(shapes, rect.center(), SIZE, piece, &manner));
        }
        if waiting.wrong.is_some() {
            let at = rect.right_top() + vec2(-5.0, 5.0);
            ui.painter().circle_filled(at, 7.0, ui.visuals().error_fg_color);
            ui.painter().text(at, Align2::CENTER_CENTER, "!", FontId::proportional(12.0), Color32::WHITE);
        }
        if response.clicked() {
            if ui.input(|input| input.modifiers.command || input.modifiers.shift) {
                self.roster.pick.flip(waiting.counter);
            } else {
                self.roster.pick.put([waiting.counter]);
            }
            self.select(Some(waiting));
            response.request_focus();
        }
        if response.drag_started() {
            let counters = self.roster.lifted(waiting.counter);
            egui::DragAndDrop::set_payload(ui.ctx(), CounterDrag { counters });
        }
        if response.has_focus() {
            self.keys(ui, waiting, lane, turn);
        }
        response.on_hover_text(format!("{name}\nDrag it to another turn or entry, or press Ctrl with an arrow key."));
    }

    /// Handles Ctrl with arrow keys, which moves the selected counters by a turn or a lane.
    fn keys(&mut self, ui: &Ui, waiting: &TimelineCounter, lane: &TimelineLane, turn: u8) {
        let pressed = |key| ui.input_mut(|input| input.consume_key(Modifiers::COMMAND, key));
        let later = i16::from(pressed(Key::ArrowRight)) - i16::from(pressed(Key::ArrowLeft));
        let down = isize::from(pressed(Key::ArrowDown)) - isize::from(pressed(Key::ArrowUp));
        if (later, down) == (0, 0) {
            return;
        }
        let Ok(to) = u8::try_from((i16::from(turn) + later).max(1)) else { return };
        let here = self.timeline.lanes.iter().position(|other| other.gate == lane.gate).unwrap_or(0);
        let gate = here.checked_add_signed(down).and_then(|at| self.timeline.lanes.get(at)).map(|lane| &lane.gate);
        let Some(gate) = gate else { return };
        let counters = self.roster.lifted(waiting.counter);
        self.acts.push(moved(self.shown.scenario(), &counters, gate, to).unwrap_or_else(Act::Say));
    }

    fn select(&mut self, waiting: Option<&TimelineCounter>) {
        self.acts.extend(waiting.map(|waiting| Act::Select(rows::selection_of(waiting.counter))));
    }

    /// Draws the heading of a strength row.
    fn side(&self, ui: &Ui, side: usize) {
        let sides = self.shown.common().sides();
        let Some(side) = sides.get(side) else { return };
        let rect = ui.max_rect();
        let sign = Rect::from_center_size(rect.left_center() + vec2(8.0, 0.0), vec2(10.0, 10.0));
        ui.painter().rect_filled(sign, 2.0, self.shown.document.art().side_of(self.shown.common(), side.id).0);
        let at = rect.left_center() + vec2(20.0, 0.0);
        let color = ui.visuals().text_color();
        ui.painter().text(
            at,
            Align2::LEFT_CENTER,
            format!("{} strength", side.name),
            FontId::proportional(12.5),
            color,
        );
    }

    /// Draws the total strength at the end of a turn, and the number of units that arrive on it.
    fn strength(&self, ui: &Ui, side: usize, column: usize) {
        let Some((words, comes)) = outcome(&self.timeline, self.shown, side, column) else { return };
        let number = self.timeline.turns.get(column).map_or(0, |turn| turn.number);
        let common = self.shown.common();
        let name = common.sides().get(side).map_or_else(String::new, |side| side.name.to_owned());
        let rect = ui.max_rect();
        let response = ui.interact(rect, ui.scope_id().with("strength"), Sense::hover());
        response.widget_info(|| {
            egui::WidgetInfo::labeled(egui::Role::Label, true, format!("{name}, turn {number}: {words}"))
        });
        let visuals = ui.visuals();
        let color = if comes > 0 || number == 0 { visuals.text_color() } else { visuals.weak_text_color() };
        let clip = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
        let at = rect.left_center() + vec2(6.0, 0.0);
        clip.text(at, Align2::LEFT_CENTER, &words, strength_font(), color);
        response.on_hover_text(format!("{name} by the end of turn {number}: {words}"));
    }
}

fn strength_font() -> FontId {
    FontId::proportional(11.5)
}

/// Returns the text for the strength of `side` by the turn in `column`, and the number of units that arrive; `None`
/// for turns after the last.
fn outcome(timeline: &Timeline, shown: &PanelContext<'_>, side: usize, column: usize) -> Option<(String, u32)> {
    let (strength, turn) = (timeline.strength.get(side)?, timeline.turns.get(column)?);
    let number = usize::from(turn.number);
    let comes = match number.checked_sub(1) {
        None => 0,
        Some(at) => strength.arrives.get(at)?.units,
    };
    let words = in_words(strength.by(number), shown.common().rating().short);
    Some((if comes > 0 { format!("{words}  (+{comes})") } else { words }, comes))
}
