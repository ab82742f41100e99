//! Drawing of charts: grounds, text that can be selected, and numbers that lead to their fields.

use battlewright_export::draw::stripes;
use battlewright_schema::{DocPath, PathStep, Scenario, words};
use egui::accesskit::Role as NodeRole;
use egui::text_selection::LabelSelectionState;
use egui::{CursorIcon, Id, Rect, Role, Sense, Stroke, StrokeKind, Ui, UiBuilder, Vec2, WidgetInfo};
use serde_json::Value;

use super::lay::{LineKind, PlacedCell, PlacedChart, PlacedLine};
use super::table::PrintedCell;
use super::text::{LaidWords, SheetLook};
use super::words::{PieceLook, PrintedPiece, PrintedTarget};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::sides;
use crate::messages::act::Act;
use crate::model::selection::Selection;
use crate::panels::tables::in_words;
use crate::theme;
use crate::widgets::field::mark_as_heading;

/// The width of the striped part of a tag, as a share of its height.
const STRIPED: f32 = 0.62;

/// The drawing of one chart.
pub(super) struct ChartPen<'p, 's> {
    pub(super) look: &'p SheetLook<'s>,
    pub(super) scenario: &'p Scenario,
    /// The name of the chart for screen readers.
    pub(super) name: &'p str,
    /// `true` if numbers lead to their fields.
    pub(super) is_editable: bool,
    /// Returns the field to go to in place of another one.
    pub(super) field: &'p dyn Fn(&DocPath) -> Option<DocPath>,
    /// The requests of clicks.
    pub(super) acts: &'p mut Vec<Act>,
}

impl ChartPen<'_, '_> {
    /// Draws a chart with its upper left corner at `corner`.
    pub(super) fn draw(&mut self, ui: &mut Ui, id: Id, chart: &PlacedChart<'_>, corner: Vec2) {
        let rect = Rect::from_min_size(corner.to_pos2(), egui::vec2(chart.width, chart.height));
        let builder = UiBuilder::new().scope_id(id).max_rect(rect).accessibility_role(NodeRole::Table);
        let mut ui = ui.new_child(builder.accessibility_label(self.name));
        let edge = ui.visuals().widgets.noninteractive.bg_stroke;
        for (at, line) in chart.lines.iter().enumerate() {
            let place = line.rect.translate(corner);
            if ui.clip_rect().expand(ui.clip_rect().height()).intersects(place) {
                self.line(&mut ui, (at, line), corner);
            }
        }
        ui.painter().rect_stroke(rect, 2.0, edge, StrokeKind::Inside);
    }

    fn line(&mut self, ui: &mut Ui, (at, line): (usize, &PlacedLine<'_>), corner: Vec2) {
        let id = ui.unique_id().with(at);
        let rect = line.rect.translate(corner);
        let edge = ui.visuals().widgets.noninteractive.bg_stroke;
        let ground = match line.kind {
            LineKind::Title => Some(theme::band(ui.visuals().dark_mode).0),
            LineKind::Heads => Some(ui.visuals().widgets.inactive.weak_bg_fill),
            LineKind::Group => Some(ui.visuals().faint_bg_color),
            LineKind::Row | LineKind::Text | LineKind::Boxes => None,
        };
        if let Some(ground) = ground {
            ui.painter().rect_filled(rect, 0.0, ground);
        }
        let mut builder = UiBuilder::new().scope_id(id).max_rect(rect);
        if matches!(line.kind, LineKind::Heads | LineKind::Row) {
            let text: Vec<&str> = line.cells.iter().map(|cell| cell.text.as_str()).collect();
            builder = builder.accessibility_role(NodeRole::Row).accessibility_label(text.join(", "));
        }
        let mut ui = ui.new_child(builder);
        let head = line.cells.first().map_or("", |cell| cell.text.as_str());
        for (column, cell) in line.cells.iter().enumerate() {
            self.cell(&mut ui, line.kind, (column, cell, head), corner);
        }
        if line.kind == LineKind::Row {
            ui.painter().hline(rect.x_range(), rect.bottom(), edge);
        }
    }

    /// Draws the cell in a column of the row with this head.
    fn cell(
        &mut self,
        ui: &mut Ui,
        kind: LineKind,
        (column, placed, head): (usize, &PlacedCell<'_>, &str),
        corner: Vec2,
    ) {
        let id = ui.unique_id().with(column);
        let rect = placed.rect.translate(corner);
        self.ground(ui, kind, placed.cell, rect);
        let mut builder = UiBuilder::new().scope_id(id).max_rect(rect);
        if !placed.text.is_empty() {
            let role = match kind {
                LineKind::Heads => Some(NodeRole::ColumnHeader),
                LineKind::Row if column == 0 => Some(NodeRole::RowHeader),
                LineKind::Row => Some(NodeRole::Cell),
                _ => None,
            };
            builder = role.into_iter().fold(builder, |builder, role| {
                builder.accessibility_role(role).accessibility_label(placed.text.clone())
            });
        }
        let mut ui = ui.new_child(builder);
        for (at, (words, room)) in placed.words.iter().enumerate() {
            let is_heading = kind == LineKind::Title && at == 0;
            self.words(&mut ui, id.with(("words", at)), words, room.translate(corner), is_heading);
        }
        if let Some(cell) = placed.cell
            && let Some(from) = &cell.from
        {
            let name = format!("{head}, column {column}: {}", placed.text);
            let is_changed = cell.words.pieces.iter().any(|piece| piece.is_changed);
            self.link(&ui, id.with("link"), &[rect], &PrintedTarget::Field(from.clone()), (name, is_changed));
        }
    }

    /// Fills the ground of a result, or frames the box of a track.
    fn ground(&self, ui: &Ui, kind: LineKind, cell: Option<&PrintedCell>, rect: Rect) {
        if kind == LineKind::Boxes {
            ui.painter().rect_stroke(rect, 0.0, ui.visuals().widgets.noninteractive.fg_stroke, StrokeKind::Middle);
        }
        let Some(PrintedCell { weight: Some(weight), words, .. }) = cell else { return };
        if words.pieces.iter().any(|piece| piece.is_changed) {
            ui.painter().rect_filled(rect, 0.0, self.look.changed.0);
        } else {
            ui.painter().rect_filled(rect, 0.0, self.look.tint(*weight).0);
        }
        ui.painter().rect_stroke(rect, 0.0, ui.visuals().widgets.noninteractive.bg_stroke, StrokeKind::Middle);
    }

    /// Draws words within `room`: pictures, tags, the text, and what can be clicked.
    fn words(&mut self, ui: &mut Ui, id: Id, words: &LaidWords<'_>, room: Rect, is_heading: bool) {
        let (pictures, at, rect) = words.places(room);
        for (picture, place) in words.pictures.iter().zip(pictures) {
            let by = place.center().to_vec2();
            ui.painter().draw(|shapes| {
                shapes.extend(picture.shapes.iter().map(|shape| shape.clone().mapped(1.0, by)));
            });
        }
        let text = words.galley.text().replace('\u{a0}', " ");
        let text = text.trim();
        if text.is_empty() {
            return;
        }
        let places = |letters| words.rects(letters).into_iter().map(|rect| rect.translate(at.to_vec2()));
        for (letters, piece) in words.marks.iter().filter(|(_, piece)| matches!(piece.look, PieceLook::Tag(_))) {
            places(letters).for_each(|place| self.tag(ui, piece, place));
        }
        // Touch screens scroll where others select text.
        let select = if ui.input(|input| input.has_touch_screen()) { Sense::CLICK } else { Sense::CLICK | Sense::DRAG };
        let response = ui.interact(rect, id, select);
        if is_heading {
            mark_as_heading(&response, 3, text);
        } else {
            response.widget_info(|| WidgetInfo::labeled(Role::Label, true, text));
        }
        let color = ui.visuals().text_color();
        LabelSelectionState::label_text_selection(ui, &response, at, words.galley.clone(), color, Stroke::NONE);
        for (n, (letters, piece)) in words.marks.iter().enumerate() {
            let name = match &piece.target {
                Some(PrintedTarget::Field(path)) => {
                    format!("{}: {}", piece.text, words::label(self.scenario.system(), path)).replace('\u{a0}', " ")
                }
                Some(PrintedTarget::Rule(rule)) => format!("Rule {}", rule.number),
                None => continue,
            };
            if let Some(target) = &piece.target {
                let places: Vec<Rect> = places(letters).collect();
                self.link(ui, id.with(n), &places, target, (name, piece.is_changed));
            }
        }
    }

    /// Paints the ground of a tag: the color of its side, with stripes at the left for the second.
    fn tag(&self, ui: &Ui, piece: &PrintedPiece, place: Rect) {
        let (color, is_striped) = self.look.pictures.side(&piece.look);
        let rect = place.shrink2(egui::vec2(1.0, 0.5));
        ui.painter().rect_filled(rect, 2.0, color);
        if is_striped && sides::striped(ui.ctx()) {
            let part = rect.with_max_x(rect.left() + rect.height() * STRIPED).shrink(1.0);
            ui.painter().draw(|shapes| stripes::draw(shapes, part, color));
        }
    }

    /// Lets a click on `places` lead to `target`, and the keyboard to the first of them. `name` is for screen readers.
    fn link(&mut self, ui: &Ui, id: Id, places: &[Rect], target: &PrintedTarget, (name, is_changed): (String, bool)) {
        let target = match target {
            PrintedTarget::Field(path) => match (self.field)(path).filter(|_| self.is_editable) {
                Some(path) => PrintedTarget::Field(path),
                None => return,
            },
            rule @ PrintedTarget::Rule(_) => rule.clone(),
        };
        for (at, place) in places.iter().enumerate() {
            let sense = if at == 0 { Sense::CLICK | Sense::FOCUSABLE } else { Sense::CLICK };
            let response = ui.interact(*place, id.with(at), sense).on_hover_cursor(CursorIcon::PointingHand);
            if at == 0 {
                response.widget_info(|| WidgetInfo::labeled(Role::Link, true, &name));
            }
            if response.hovered() || response.has_focus() {
                let stroke = Stroke::new(1.5, ui.visuals().selection.stroke.color);
                ui.painter().rect_stroke(place.expand(1.0), 2.0, stroke, StrokeKind::Middle);
            }
            if response.gained_focus() {
                ui.scroll_to_rect(place.expand(30.0), None);
            }
            if response.clicked() {
                self.acts.extend(leading_to(self.scenario, &target));
            }
            response.on_hover_ui(|ui| {
                ui.set_max_width(300.0);
                match &target {
                    PrintedTarget::Field(path) => explain(ui, self.scenario, path, is_changed),
                    PrintedTarget::Rule(rule) => {
                        ui.label(format!("Rule {}: {}", rule.number, rule.title));
                    }
                }
            });
        }
    }
}

/// Returns the acts that lead to a field or to the page of a rule.
fn leading_to(scenario: &Scenario, target: &PrintedTarget) -> Vec<Act> {
    match target {
        PrintedTarget::Field(path) => {
            vec![Act::Select(Selection::of(scenario, path)), Act::Write(path.clone())]
        }
        PrintedTarget::Rule(rule) => vec![Act::Rule(rule.number.to_owned())],
    }
}

/// Explains a number in a tooltip: its field, and the published value if the scenario has another.
fn explain(ui: &mut Ui, scenario: &Scenario, path: &DocPath, is_changed: bool) {
    ui.label(words::label(scenario.system(), path));
    if is_changed {
        let printed =
            published(scenario, path).map_or_else(String::new, |value| format!(" Published: {}.", in_words(value)));
        ui.label(format!("Changed by the scenario.{printed}"));
    }
    ui.weak("Click to go to the field.");
}

/// Returns the published value at a path of the rules.
fn published<'s>(scenario: &'s Scenario, path: &DocPath) -> Option<&'s Value> {
    let steps = path.0.strip_prefix([PathStep::Key("rules".into())].as_slice())?;
    steps.iter().try_fold(scenario.system().published(), |here, step| match step {
        PathStep::Key(key) => here.get(key.as_str()),
        PathStep::Index(at) => here.get(*at),
    })
}
