//! The legend of the marks on the map.

use battlewright_engine::game::{Rule, Side};
use battlewright_engine::show::{Legend, Mark, MarkStyle, TableMark};
use egui::{Color32, Rect, RichText, Sense, Stroke, StrokeKind, Ui, vec2};

use super::super::rule::RuleLink;
use crate::canvas::table::marks::MarkColors;
use crate::canvas::{ink, overlay};
use crate::messages::act::Act;
use crate::model::document::Document;
use crate::model::play::{PlayAct, Session};
use crate::widgets::field;

/// Lists the marks on the map, each with a tooltip and a link to its rule.
pub(super) fn ui(ui: &mut Ui, session: &Session, document: &Document, acts: &mut Vec<Act>) {
    let seen = session.seen();
    let can_move = !seen.reach.is_empty() && !session.computer_to_move();
    let marks = one_of_each(&seen.marks, |mark| mark.legend);
    let table_marks = one_of_each(session.all_table_marks(), |mark| mark.legend);
    if !can_move && marks.is_empty() && table_marks.is_empty() {
        return;
    }
    field::heading(ui, "Marks on the map");
    if can_move {
        row(ui, "Within reach", "Hexes within reach of the moving unit.", None, acts, |ui, rect| {
            ui.painter().rect_filled(rect, 2.0, ink::ACCENT.gamma_multiply(0.8));
        });
    }
    for Mark { style, legend: Legend { name, help, rule }, .. } in marks {
        row(ui, name, help, Some(*rule), acts, |ui, rect| swatch(ui, rect, *style, document));
    }
    let sides = Side::BOTH.map(|side| super::side_color(document, side));
    for TableMark { color, legend: Legend { name, help, rule }, .. } in table_marks {
        let color = MarkColors { sides }.of(*color);
        ui.horizontal(|ui| {
            let mut shown = !session.is_hidden(name);
            let (rect, _) = ui.allocate_exact_size(vec2(18.0, 12.0), Sense::hover());
            ui.painter().line_segment([rect.left_center(), rect.right_center()], Stroke::new(3.0, color));
            let text = RichText::new(*name).small();
            if ui.checkbox(&mut shown, text).on_hover_text(*help).changed() {
                acts.push(Act::Play(PlayAct::ShowMarks(name, shown)));
            }
            RuleLink::number(ui, rule.number).ui(ui, acts);
        });
    }
}

/// Returns one mark for each legend, in the order of first appearance.
fn one_of_each<M>(marks: &[M], legend: impl Fn(&M) -> &'static Legend) -> Vec<&M> {
    let mut found: Vec<&M> = Vec::new();
    for mark in marks {
        if !found.iter().any(|other| legend(other) == legend(mark)) {
            found.push(mark);
        }
    }
    found
}

fn row(ui: &mut Ui, name: &str, help: &str, rule: Option<Rule>, acts: &mut Vec<Act>, paint: impl FnOnce(&Ui, Rect)) {
    ui.horizontal(|ui| {
        let (rect, swatch) = ui.allocate_exact_size(vec2(18.0, 12.0), Sense::hover());
        paint(ui, rect);
        swatch.on_hover_text(help);
        ui.label(RichText::new(name).small()).on_hover_text(help);
        if let Some(rule) = rule {
            RuleLink::number(ui, rule.number).ui(ui, acts);
        }
    });
}

/// Paints a sample of `style`.
fn swatch(ui: &Ui, rect: Rect, style: MarkStyle, document: &Document) {
    let painter = ui.painter().with_clip_rect(rect.intersect(ui.clip_rect()));
    let hatch = |step: f32, color: Color32| {
        painter.rect_filled(rect, 2.0, color.gamma_multiply(0.25));
        let mut x = rect.left() - rect.height();
        while x < rect.right() {
            painter.line_segment(
                [egui::pos2(x, rect.bottom()), egui::pos2(x + rect.height(), rect.top())],
                Stroke::new(1.2, color),
            );
            x += step;
        }
    };
    match style {
        MarkStyle::Tint => {
            painter.rect_filled(rect, 2.0, ink::WRONG.gamma_multiply(0.4));
        }
        MarkStyle::Outline => {
            painter.rect_stroke(rect, 2.0, Stroke::new(2.0, ink::SELECTED), StrokeKind::Inside);
        }
        MarkStyle::DenseHatching => hatch(3.5, ink::WRONG),
        MarkStyle::WideHatching => hatch(7.0, ink::WRONG.gamma_multiply(0.8)),
        MarkStyle::Flag(side) => {
            painter.rect_filled(rect, 2.0, super::side_color(document, side));
        }
        MarkStyle::Burst => overlay::burst(&painter, rect.center(), rect.height() * 0.5),
    }
}
