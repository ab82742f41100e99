//! The Problems tab: what is wrong, and a click leads there.

use battlewright_schema::Fix;
use egui::{RichText, ScrollArea, Ui};

use super::{Shown, first_cell};
use crate::act::{Act, Selection};
use crate::store;
use crate::text::Splice;

/// A line of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct Line {
    /// Whether it is an error, not a warning.
    pub error: bool,
    /// Where in the file, such as `"12:7"`.
    pub position: String,
    /// What is wrong.
    pub message: String,
    /// The name of the check.
    pub code: &'static str,
    /// The line of the file.
    pub excerpt: String,
    /// What to do about it.
    pub help: Option<String>,
    /// What would mend it, if that is known: the likeliest of its fixes.
    pub fix: Option<Fix>,
    /// Its bytes in the text.
    pub place: Option<std::ops::Range<usize>>,
    /// What a click selects.
    pub target: Selection,
}

/// What the tab shows.
pub fn data(shown: &Shown<'_>) -> Vec<Line> {
    let lines = shown.document.problems().iter();
    lines
        .map(|problem| Line {
            error: problem.is_error(),
            position: problem.position(),
            message: problem.finding.message.clone(),
            code: problem.finding.code.as_str(),
            excerpt: problem.excerpt.clone(),
            help: problem.finding.help.clone(),
            fix: problem.finding.safe_fix().or(problem.finding.fixes.first()).cloned(),
            place: problem.finding.span.clone(),
            target: problem.target,
        })
        .collect()
}

/// Draws the tab.
pub fn ui(ui: &mut Ui, shown: &Shown<'_>, acts: &mut Vec<Act>) {
    let lines = data(shown);
    if lines.is_empty() {
        ui.add_space(8.0);
        let green = crate::theme::good(ui.visuals().dark_mode);
        ui.label(RichText::new("No problems. The scenario is sound.").color(green));
        return;
    }
    let height = 40.0;
    ScrollArea::vertical().auto_shrink(false).show_rows(ui, height, lines.len(), |ui, range| {
        for line in lines.get(range).unwrap_or_default() {
            row(ui, shown, line, height, acts);
        }
    });
}

fn row(ui: &mut Ui, shown: &Shown<'_>, line: &Line, height: f32, acts: &mut Vec<Act>) {
    let (word, color) =
        if line.error { ("Error", ui.visuals().error_fg_color) } else { ("Warning", ui.visuals().warn_fg_color) };
    let (rect, response) = ui.allocate_exact_size(egui::vec2(ui.available_width(), height), egui::Sense::click());
    let help = line.help.clone();
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("{word} {}: {}", line.position, line.message))
    });
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    let response = match &help {
        Some(help) => response.on_hover_text(help),
        None => response,
    };
    let painter = ui.painter();
    if response.hovered() {
        painter.rect_filled(rect, 4.0, ui.visuals().widgets.hovered.weak_bg_fill);
    }
    painter.circle_filled(rect.left_center() + egui::vec2(12.0, -8.0), 4.5, color);
    let text = ui.visuals().text_color();
    let weak = ui.visuals().weak_text_color();
    let body = egui::TextStyle::Body.resolve(ui.style());
    let mono = egui::TextStyle::Monospace.resolve(ui.style());
    let top = rect.left_top() + egui::vec2(26.0, 4.0);
    let galley = painter.layout_no_wrap(line.message.clone(), body.clone(), text);
    let clip = painter.with_clip_rect(rect.with_max_x(rect.right() - 190.0));
    clip.galley(top, galley, text);
    let second = match &line.help {
        Some(help) if line.excerpt.is_empty() => help.clone(),
        Some(help) => format!("{}    — {help}", line.excerpt),
        None => line.excerpt.clone(),
    };
    let galley = painter.layout_no_wrap(second, egui::FontId::new(11.5, mono.family.clone()), weak);
    clip.galley(rect.left_top() + egui::vec2(26.0, 22.0), galley, weak);
    let right = egui::pos2(rect.right() - 8.0, rect.top() + 5.0);
    painter.text(right, egui::Align2::RIGHT_TOP, &line.position, mono, text);
    let below = right + egui::vec2(0.0, 18.0);
    painter.text(below, egui::Align2::RIGHT_TOP, line.code, egui::FontId::proportional(11.0), weak);
    // The places of a fix are those of the text that was looked at.
    if let Some(fix) = line.fix.as_ref().filter(|_| shown.document.is_checked()) {
        let place = egui::Rect::from_min_size(rect.right_top() + egui::vec2(-110.0, 2.0), egui::vec2(40.0, 18.0));
        let button = ui.put(place, egui::Button::new("Fix").small());
        let name = format!("Fix {}: {}", line.position, fix.title);
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        if button.on_hover_text(&fix.title).clicked() {
            mend(shown, fix, acts);
        }
    }
    if response.clicked() {
        acts.push(Act::Select(line.target));
        acts.extend(line.place.clone().map(Act::Place));
        // What cannot be read is nowhere but in the text.
        if shown.document.unread().is_some() {
            acts.push(Act::Tab(super::Tab::Source));
        }
        let hexes = store::hexes(shown.scenario(), line.target);
        acts.extend(first_cell(shown.scenario(), &hexes).map(Act::Look));
    }
}

/// Makes `fix`, as a step of its own.
fn mend(shown: &Shown<'_>, fix: &Fix, acts: &mut Vec<Act>) {
    let text = shown.document.checked().text();
    let splice = match fix.edits.as_slice() {
        [edit] => Splice::new(edit.span.clone(), edit.text.as_str()),
        _ => match fix.apply(text) {
            Some(fixed) => Splice::new(0..text.len(), fixed),
            None => return,
        },
    };
    let name = format!("Fix: {}", fix.title.replace('`', ""));
    acts.push(Act::Mend { name, edition: shown.document.edition(), splice });
    acts.push(Act::Seal);
}
