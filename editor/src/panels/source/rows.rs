//! The visible lines of the text, with pointer input.

use std::ops::Range;
use std::sync::Arc;

use egui::text::{CCursor, LayoutJob};
use egui::{
    Align2, Color32, FontId, Galley, Id, Pos2, Rect, Response, ScrollArea, Sense, Stroke, TextFormat, TextStyle, Ui,
    WidgetInfo, pos2, vec2,
};

use super::{Source, SourceMark, ink};
use crate::messages::act::Act;
use crate::model::store::printable;
use crate::model::text::Caret;
use crate::panels::{PanelContext, look};

/// The dimensions of the text on the screen, in points.
struct TextMetrics {
    font: FontId,
    /// The width of a character, and the height of a line.
    letter: f32,
    line: f32,
    /// The width of the margin.
    margin: f32,
    /// The screen position of the first character, and the left edge of the margin.
    origin: Pos2,
    left: f32,
    right: f32,
    dark: bool,
}

/// The visible part of a line, laid out.
struct VisibleLine {
    line: usize,
    range: Range<usize>,
    galley: Arc<Galley>,
    at: Pos2,
}

impl VisibleLine {
    /// Returns the x coordinate of the character at byte `offset`.
    fn x(&self, text: &str, offset: usize) -> f32 {
        let offset = offset.clamp(self.range.start, self.range.end);
        let letters = text.get(self.range.start..offset).unwrap_or_default().chars().count();
        self.at.x + self.galley.pos_from_cursor(CCursor::new(letters)).min.x
    }

    /// Returns the byte offset of the character at `x`.
    fn offset(&self, text: &str, x: f32) -> usize {
        let cursor = self.galley.cursor_from_pos(vec2(x - self.at.x, self.galley.rect.center().y));
        let letters = text.get(self.range.clone()).unwrap_or_default().char_indices();
        letters.map(|(at, _)| at).nth(cursor.index.0).map_or(self.range.end, |at| self.range.start + at)
    }

    /// Returns the rectangle of `range` on this line, if they intersect.
    fn rect(&self, text: &str, range: &Range<usize>, measure: &TextMetrics) -> Option<Rect> {
        if range.start > self.range.end || range.end < self.range.start {
            return None;
        }
        let (left, right) = (self.x(text, range.start), self.x(text, range.end));
        // A selected line break has half the width of a character.
        let more = if range.end > self.range.end { measure.letter * 0.5 } else { 0.0 };
        Some(Rect::from_x_y_ranges(left..=right + more, self.at.y..=self.at.y + measure.line))
    }
}

impl Source {
    pub(super) fn rows(&mut self, ui: &mut Ui, id: Id, shown: &PanelContext<'_>, playing: bool, acts: &mut Vec<Act>) {
        let font = TextStyle::Monospace.resolve(ui.style());
        let (letter, line) = ui.fonts_mut(|fonts| (fonts.glyph_width(&font, 'm'), fonts.row_height(&font)));
        let line = (line + 3.0).round();
        let digits = self.lines.count().to_string().len().max(3);
        let margin = (digits as f32 + 4.2) * letter;
        let frame = egui::Frame::new().fill(ui.visuals().extreme_bg_color).corner_radius(3);
        frame.show(ui, |ui| {
            // Without fading, lines cut by the edge stay readable.
            ui.spacing_mut().scroll.fade.strength = 0.0;
            let mut area = ScrollArea::both().id_salt("source").auto_shrink(false);
            if std::mem::take(&mut self.grown) != 0 {
                // Keeps the first visible line in place.
                area = area.vertical_scroll_offset(self.lines.at(self.top.0) as f32 * line + self.top.1);
            }
            area.show_viewport(ui, |ui, viewport| {
                let size = vec2(
                    margin + (self.lines.longest() as f32 + 4.0) * letter,
                    self.lines.count() as f32 * line + line,
                );
                let rect = Rect::from_min_size(ui.max_rect().left_top(), size);
                ui.allocate_rect(rect, Sense::hover());
                let left = rect.left() + viewport.left();
                let measure = TextMetrics {
                    font: font.clone(),
                    letter,
                    line,
                    margin,
                    origin: pos2(rect.left() + margin, rect.top()),
                    left,
                    right: left + viewport.width(),
                    dark: ui.visuals().dark_mode,
                };
                let first = (viewport.top() / line).floor().max(0.0) as usize;
                self.page = (viewport.height() / line) as usize;
                let range = first..(first + self.page + 2).min(self.lines.count());
                self.top = (self.lines.start(first), viewport.top() - first as f32 * line);
                self.text_box(ui, id, shown, playing, &measure, range, acts);
            });
        });
    }

    #[expect(clippy::too_many_arguments, reason = "a widget with its whole context")]
    fn text_box(
        &mut self,
        ui: &mut Ui,
        id: Id,
        shown: &PanelContext<'_>,
        playing: bool,
        measure: &TextMetrics,
        range: Range<usize>,
        acts: &mut Vec<Act>,
    ) {
        let area = ui.clip_rect().with_min_x(measure.left + measure.margin - measure.letter);
        let response = ui.interact(area.intersect(ui.clip_rect()), id, Sense::click_and_drag());
        // Tells the shortcuts of the application that this widget accepts text.
        egui::text_edit::TextEditState::default().store(ui.ctx(), id);
        if std::mem::take(&mut self.grab) {
            response.request_focus();
        }
        let focused = response.has_focus();
        let slices = |this: &Self, ui: &Ui| -> Vec<VisibleLine> {
            range.clone().filter(|line| *line < this.lines.count()).map(|line| this.slice(ui, measure, line)).collect()
        };
        let drawn = slices(self, ui);
        self.pointer(ui, &response, measure, &drawn);
        self.keys(ui, id, shown, playing, acts);
        let drawn = slices(self, ui);
        self.paint(ui, measure, &drawn, focused);
        self.margin(ui, measure, &drawn, shown, acts);
        if let Some(pos) = response.hover_pos() {
            ui.set_cursor_icon(egui::CursorIcon::Text);
            let under = drawn.iter().find(|slice| (slice.at.y..slice.at.y + measure.line).contains(&pos.y));
            let under = under.map(|slice| slice.offset(&self.text, pos.x));
            let mark = under.and_then(|at| self.marks.iter().find(|mark| mark.range.contains(&at)));
            if let Some(mark) = mark {
                response.clone().on_hover_text_at_pointer(format!("{}: {}", mark.kind(), mark.message));
            }
        }
        self.describe(ui, id, &response, measure, playing);
        if let Some(at) = self.reveal.take() {
            let line = self.lines.at(at);
            let slice = self.slice(ui, measure, line);
            let start = self.lines.start(line);
            let column =
                self.text.get(start..at.min(slice.range.end.max(start))).map_or(0, |text| text.chars().count());
            let pos = measure.origin + vec2(column as f32 * measure.letter, line as f32 * measure.line);
            let rect = Rect::from_min_size(pos, vec2(measure.letter, measure.line));
            // The margin would cover the position.
            let rect = rect.expand2(vec2(measure.letter * 4.0, measure.line)).with_min_x(rect.left() - measure.margin);
            ui.scroll_to_rect_animation(rect, None, egui::style::ScrollAnimation::none());
            ui.ctx().request_repaint();
        }
    }

    /// Lays out the visible part of `line`.
    fn slice(&self, ui: &Ui, measure: &TextMetrics, line: usize) -> VisibleLine {
        let range = self.lines.range(&self.text, line);
        let text = self.text.get(range.clone()).unwrap_or_default();
        let hidden = (measure.left + measure.margin - measure.origin.x).max(0.0);
        let skip = (hidden / measure.letter).floor() as usize;
        let take = ((measure.right - measure.left) / measure.letter).ceil() as usize + 2;
        let place = |letters: usize| {
            if text.is_ascii() {
                letters.min(text.len())
            } else {
                text.char_indices().nth(letters).map_or(text.len(), |(at, _)| at)
            }
        };
        let part = range.start + place(skip)..range.start + place(skip + take);
        let plain = ui.visuals().text_color();
        let mut job = LayoutJob::default();
        let mut append = |range: Range<usize>, color: Color32| {
            let text = self.text.get(range).unwrap_or_default();
            if !text.is_empty() {
                job.append(&printable(text), 0.0, TextFormat::simple(measure.font.clone(), color));
            }
        };
        let mut at = part.start;
        for (ink, kind) in self.inks.inks(part.clone()) {
            let (start, end) = (ink.start.max(at), ink.end.min(part.end));
            append(at..start, plain);
            append(start..end, ink::color(kind, measure.dark));
            at = end.max(at);
        }
        append(at..part.end, plain);
        job.wrap.max_width = f32::INFINITY;
        let galley = ui.painter().layout_job(job);
        let x = measure.origin.x + skip.min(text.len()) as f32 * measure.letter;
        VisibleLine { line, range: part, galley, at: pos2(x, measure.origin.y + line as f32 * measure.line) }
    }

    fn pointer(&mut self, ui: &Ui, response: &Response, measure: &TextMetrics, drawn: &[VisibleLine]) {
        let Some(pos) = response.interact_pointer_pos() else { return };
        let line = ((pos.y - measure.origin.y) / measure.line).floor().max(0.0) as usize;
        let line = line.min(self.lines.count() - 1);
        let under = drawn.iter().find(|slice| slice.line == line);
        let at = under.map_or_else(|| self.lines.start(line), |slice| slice.offset(&self.text, pos.x));
        let (pressed, shift) = ui.input(|input| (input.pointer.primary_pressed(), input.modifiers.shift));
        if response.triple_clicked() {
            self.caret = Caret::selecting(self.lines.start(line)..self.lines.start(line + 1));
        } else if response.double_clicked() {
            self.caret = Caret::word(&self.text, at);
        } else if pressed {
            response.request_focus();
            self.caret = self.caret.put(at, shift);
        } else if response.dragged_by(egui::PointerButton::Primary) {
            self.caret = self.caret.put(at, true);
            self.reveal = Some(at);
        } else if response.clicked() && !response.has_focus() {
            response.request_focus();
            self.caret = self.caret.put(at, shift);
        }
    }

    fn paint(&self, ui: &Ui, measure: &TextMetrics, drawn: &[VisibleLine], focused: bool) {
        let visuals = ui.visuals();
        let painter = ui.painter();
        let here = self.lines.at(self.caret.at);
        for slice in drawn {
            let whole = Rect::from_x_y_ranges(measure.left..=measure.right, slice.at.y..=slice.at.y + measure.line);
            let fill = |range: &Range<usize>, color: Color32| {
                if let Some(rect) = slice.rect(&self.text, range, measure) {
                    painter.rect_filled(rect, 2.0, color);
                }
            };
            let line = self.lines.range(&self.text, slice.line);
            if slice.line == here {
                painter.rect_filled(whole, 0.0, ink::line(measure.dark));
            }
            for range in &self.chosen {
                // A letter gets a frame, a row gets a background over the full width.
                if range.len() <= 4 {
                    if let Some(rect) = slice.rect(&self.text, range, measure) {
                        let rect = rect.expand2(vec2(2.0, 0.0));
                        painter.rect_filled(rect, 3.0, ink::chosen(measure.dark));
                        let stroke = Stroke::new(1.5, ink::bar(measure.dark));
                        painter.rect_stroke(rect, 3.0, stroke, egui::StrokeKind::Inside);
                    }
                } else if range.start <= line.end && range.end >= line.start {
                    painter.rect_filled(whole, 0.0, ink::chosen(measure.dark));
                }
            }
            let first = self.find.places().partition_point(|place| place.end <= slice.range.start);
            for place in self.find.places().iter().skip(first).take_while(|place| place.start < slice.range.end) {
                if let Some(rect) = slice.rect(&self.text, place, measure) {
                    let stroke = Stroke::new(1.0, visuals.warn_fg_color);
                    painter.rect_stroke(rect, 2.0, stroke, egui::StrokeKind::Inside);
                }
            }
            if !self.caret.range().is_empty() {
                fill(&self.caret.range(), visuals.selection.bg_fill);
            }
            let top = (measure.line - slice.galley.size().y) * 0.5;
            painter.galley(slice.at + vec2(0.0, top), Arc::clone(&slice.galley), visuals.text_color());
            for mark in self.marks.iter().filter(|mark| (line.start..=line.end).contains(&mark.range.start)) {
                if let Some(rect) = slice.rect(&self.text, &mark.range, measure) {
                    underline(ui, rect, mark);
                }
            }
            if slice.line == here && (line.start..=line.end).contains(&self.caret.at) {
                self.paint_caret(ui, slice, measure, focused);
            }
        }
    }

    fn paint_caret(&self, ui: &Ui, slice: &VisibleLine, measure: &TextMetrics, focused: bool) {
        if !(slice.range.start..=slice.range.end).contains(&self.caret.at) {
            return;
        }
        let x = slice.x(&self.text, self.caret.at);
        let rect = Rect::from_min_size(pos2(x, slice.at.y + 1.0), vec2(1.5, measure.line - 2.0));
        let color = if focused { ui.visuals().strong_text_color() } else { ui.visuals().weak_text_color() };
        if focused {
            // The caret does not blink, so that an idle window needs no repaint.
            ui.painter().rect_filled(rect, 0.0, color);
            ui.output_mut(|output| {
                output.ime = Some(egui::output::IMEOutput {
                    purpose: egui::IMEPurpose::Normal,
                    rect: ui.clip_rect(),
                    cursor_rect: rect,
                    should_interrupt_composition: false,
                });
            });
            if !self.composed.is_empty() {
                let galley = ui.painter().layout_no_wrap(self.composed.clone(), measure.font.clone(), color);
                let under = Rect::from_min_size(rect.min, galley.size());
                ui.painter().rect_filled(under, 0.0, ui.visuals().extreme_bg_color);
                ui.painter().hline(under.x_range(), under.bottom(), Stroke::new(1.0, color));
                ui.painter().galley(rect.min, galley, color);
            }
        } else {
            ui.painter().rect_stroke(
                rect.expand2(vec2(1.0, 0.0)),
                0.0,
                Stroke::new(0.5, color),
                egui::StrokeKind::Inside,
            );
        }
    }

    /// Draws the margin: line numbers, problem marks, and a bar at the selected object.
    fn margin(
        &self,
        ui: &Ui,
        measure: &TextMetrics,
        drawn: &[VisibleLine],
        shown: &PanelContext<'_>,
        acts: &mut Vec<Act>,
    ) {
        let clip = ui.clip_rect();
        let strip =
            Rect::from_x_y_ranges(measure.left..=measure.left + measure.margin - measure.letter, clip.y_range());
        ui.painter().rect_filled(strip, 0.0, ui.visuals().faint_bg_color);
        let here = self.lines.at(self.caret.at);
        for slice in drawn {
            let line = self.lines.range(&self.text, slice.line);
            let middle = slice.at.y + measure.line * 0.5;
            let color =
                if slice.line == here { ui.visuals().strong_text_color() } else { ui.visuals().weak_text_color() };
            let number = pos2(strip.right() - measure.letter * 0.6, middle);
            let text = (slice.line + 1).to_string();
            ui.painter().text(number, Align2::RIGHT_CENTER, text, measure.font.clone(), color);
            if self.chosen.iter().any(|range| range.start <= line.end && range.end >= line.start) {
                let bar = Rect::from_min_max(
                    pos2(strip.right() - 3.0, slice.at.y),
                    pos2(strip.right(), slice.at.y + measure.line),
                );
                ui.painter().rect_filled(bar, 0.0, ink::bar(measure.dark));
            }
            let mut marks = self.marks.iter().filter(|mark| (line.start..=line.end).contains(&mark.range.start));
            if let Some(mark) = marks.next() {
                let more: Vec<&SourceMark> = marks.collect();
                self.mark(
                    ui,
                    measure,
                    pos2(strip.left() + measure.letter, middle),
                    slice.line,
                    mark,
                    &more,
                    shown,
                    acts,
                );
            }
        }
    }

    #[expect(clippy::too_many_arguments, reason = "a widget with its whole context")]
    fn mark(
        &self,
        ui: &Ui,
        measure: &TextMetrics,
        center: Pos2,
        line: usize,
        mark: &SourceMark,
        more: &[&SourceMark],
        shown: &PanelContext<'_>,
        acts: &mut Vec<Act>,
    ) {
        let rect = Rect::from_center_size(center, vec2(measure.letter * 1.8, measure.line));
        let response = ui.interact(rect, ui.scope_id().with(("mark", line)), Sense::click());
        let color = if mark.error { ui.visuals().error_fg_color } else { ui.visuals().warn_fg_color };
        let inside = rect.shrink2(vec2(0.0, 1.5));
        // Shape and letter distinguish the marks without color.
        let corner = if mark.error { inside.height() * 0.5 } else { 2.0 };
        ui.painter().rect_filled(inside, corner, color);
        let ground = ui.visuals().extreme_bg_color;
        let font = FontId::new(measure.font.size * 0.86, measure.font.family.clone());
        ui.painter().text(inside.center(), Align2::CENTER_CENTER, mark.letter(), font, ground);
        let all: Vec<String> =
            std::iter::once(&mark).chain(more).map(|mark| format!("{}: {}", mark.kind(), mark.message)).collect();
        let all = all.join("\n");
        response.widget_info(|| WidgetInfo::labeled(egui::Role::Button, true, format!("Line {}, {all}", line + 1)));
        let response = response.on_hover_text(format!("{all}\nClick to select it on the map"));
        if response.clicked() {
            acts.push(Act::Select(mark.target));
            acts.extend(look(shown.scenario(), mark.target));
        }
    }

    /// Describes the caret line and its position for screen readers.
    fn describe(&self, ui: &Ui, id: Id, response: &Response, measure: &TextMetrics, playing: bool) {
        let line = self.lines.at(self.caret.at);
        let slice = self.slice(ui, measure, line);
        let text = self.text.get(slice.range.clone()).unwrap_or_default();
        response.widget_info(|| WidgetInfo::text_edit(true, printable(text), printable(text), ""));
        let here: Vec<String> = self
            .marks
            .iter()
            .filter(|mark| self.lines.at(mark.range.start) == line)
            .map(|mark| format!(". {}: {}", mark.kind(), mark.message))
            .collect();
        let column = self.text.get(self.lines.start(line)..self.caret.at).map_or(0, |text| text.chars().count());
        let about = format!("Line {} of {}, column {}{}", line + 1, self.lines.count(), column + 1, here.concat());
        ui.ctx().accesskit_node_builder(id, |node| {
            node.set_role(egui::accesskit::Role::MultilineTextInput);
            node.set_label("Source text");
            node.set_description(about);
            if playing {
                node.set_read_only();
            }
        });
        let letters = |offset: usize| {
            let offset = offset.clamp(slice.range.start, slice.range.end);
            CCursor::new(self.text.get(slice.range.start..offset).map_or(0, |text| text.chars().count()))
        };
        let range = egui::text_selection::CCursorRange {
            primary: letters(self.caret.at),
            secondary: letters(self.caret.anchor),
            h_pos: None,
        };
        egui::text_selection::accesskit_text::update_accesskit_for_text_widget(
            ui.ctx(),
            id,
            Some(range),
            egui::emath::TSTransform::from_translation(slice.at.to_vec2()),
            &slice.galley,
        );
    }
}

/// Underlines a problem: wavy for an error, dotted for a warning.
fn underline(ui: &Ui, rect: Rect, mark: &SourceMark) {
    let rect = rect.with_max_x(rect.right().max(rect.left() + 6.0)).intersect(ui.clip_rect());
    let y = rect.bottom() - 1.5;
    let painter = ui.painter();
    if mark.error {
        let steps = ((rect.width() / 3.0) as usize).min(400);
        let wave = |n: usize| pos2(rect.left() + n as f32 * 3.0, y - if n.is_multiple_of(2) { 0.0 } else { 2.5 });
        painter.line((0..=steps).map(wave).collect(), Stroke::new(1.2, ui.visuals().error_fg_color));
    } else {
        let line = [pos2(rect.left(), y), pos2(rect.right(), y)];
        let dots = egui::Shape::dotted_line(&line, ui.visuals().warn_fg_color, 4.0, 1.0);
        painter.extend(dots);
    }
}
