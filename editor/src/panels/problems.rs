//! The Problems tab. A click on a problem shows its place, a button applies a fix.

use std::sync::Arc;

use battlewright_schema::{Diagnostic, Fix, fix, words};
use egui::{Align2, Button, FontId, Galley, Rect, RichText, ScrollArea, Sense, Ui, pos2, vec2};

use super::{PanelContext, look};
use crate::messages::act::Act;
use crate::model::layout::BottomTab;
use crate::model::selection::Selection;
use crate::model::store::Problem;
use crate::model::text::TextSplice;
use battlewright_schema::words::plural;

/// A row of the list.
#[derive(Clone, Debug, PartialEq)]
pub struct ProblemRow {
    /// `true` for an error, `false` for a warning.
    pub error: bool,
    /// The line and column in the file, such as `"12:7"`.
    pub position: String,
    /// The message.
    pub message: String,
    /// The advice.
    pub remedy: String,
    /// The code of the check.
    pub code: &'static str,
    /// The source line.
    pub excerpt: String,
    /// The possible fixes, safe ones first.
    pub fixes: Vec<Fix>,
    /// The byte range in the text.
    pub place: Option<std::ops::Range<usize>>,
    /// The selection after a click.
    pub target: Selection,
}

/// Returns the rows of the tab: errors first, since they keep the scenario from being played, each in the order of the file.
pub fn data(shown: &PanelContext<'_>) -> Vec<ProblemRow> {
    let (errors, warnings): (Vec<_>, Vec<_>) = shown.document.problems().iter().partition(|problem| problem.is_error());
    let lines = errors.into_iter().chain(warnings);
    lines
        .map(|problem| {
            let mut fixes = problem.finding.fixes.clone();
            fixes.sort_by_key(|fix| !fix.safe);
            ProblemRow {
                error: problem.is_error(),
                position: problem.position(),
                message: problem.message.clone(),
                remedy: problem.remedy.clone(),
                code: problem.finding.code.as_str(),
                excerpt: problem.excerpt.clone(),
                fixes,
                place: problem.finding.span.clone(),
                target: problem.target,
            }
        })
        .collect()
}

/// Draws the Problems tab.
pub fn ui(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let lines = data(shown);
    if lines.is_empty() {
        ui.add_space(8.0);
        let green = crate::theme::good(ui.visuals().dark_mode);
        ui.label(RichText::new("No problems.").color(green));
        return;
    }
    head(ui, shown, &lines, acts);
    ScrollArea::vertical().auto_shrink(false).show_viewport(ui, |ui, viewport| {
        let width = ui.available_width();
        let origin = ui.cursor().min;
        let mut top = 0.0;
        for (n, line) in lines.iter().enumerate() {
            let words = ProblemLayout::of(ui, line, width);
            let height = words.height(ui);
            if top + height >= viewport.top() && top <= viewport.bottom() {
                let rect = Rect::from_min_size(origin + vec2(0.0, top), vec2(width, height));
                row(ui, shown, n, line, &words, rect, acts);
            }
            top += height;
        }
        ui.advance_cursor_after_rect(Rect::from_min_size(origin, vec2(width, top)));
    });
}

/// Draws the number of problems, and the button that applies all unambiguous fixes.
fn head(ui: &mut Ui, shown: &PanelContext<'_>, lines: &[ProblemRow], acts: &mut Vec<Act>) {
    let errors = lines.iter().filter(|line| line.error).count();
    let warnings = lines.len() - errors;
    let safe = lines.iter().filter(|line| line.fixes.first().is_some_and(|fix| fix.safe)).count();
    ui.horizontal(|ui| {
        let fixable = safe > 0 && shown.document.is_checked();
        let button = ui.add_enabled(fixable, Button::new("Fix all"));
        let button = button
            .on_hover_text(format!("Apply all unambiguous fixes as one step: {safe} {}.", plural(safe, "problem")))
            .on_disabled_hover_text("No problem has an unambiguous fix.");
        if button.clicked() {
            fix_all(shown, acts);
        }
        let counts = [(errors, "error"), (warnings, "warning")];
        let counts: Vec<String> = counts
            .iter()
            .filter(|(count, _)| *count > 0)
            .map(|(count, noun)| format!("{count} {}", plural(*count, noun)))
            .collect();
        ui.weak(counts.join(", "));
    });
}

/// The laid-out text of a row.
struct ProblemLayout {
    message: Arc<Galley>,
    remedy: Arc<Galley>,
    /// The source line, for problems without an object on the map.
    excerpt: Option<Arc<Galley>>,
}

/// The left margin of the text in points.
const LEFT: f32 = 26.0;

/// The width reserved for position, code and fixes, in points.
const RIGHT: f32 = 200.0;

/// The margin above and below the text in points.
const EDGE: f32 = 4.0;

/// The distance between lines in points.
const GAP: f32 = 2.0;

impl ProblemLayout {
    /// Lays out the text of `line` in a row of `width` points.
    fn of(ui: &Ui, line: &ProblemRow, width: f32) -> Self {
        let body = egui::TextStyle::Body.resolve(ui.style());
        let mono = FontId::new(11.5, egui::TextStyle::Monospace.resolve(ui.style()).family);
        let (text, weak) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
        let room = (width - LEFT - RIGHT).max(80.0);
        let painter = ui.painter();
        let small = FontId::new(12.5, body.family.clone());
        let excerpt = (line.target == Selection::Scenario && !line.excerpt.is_empty())
            .then(|| painter.layout_no_wrap(words::short(&line.excerpt, 120), mono, weak));
        Self {
            message: painter.layout(line.message.clone(), body, text, room),
            remedy: painter.layout(line.remedy.clone(), small, weak, room),
            excerpt,
        }
    }

    /// Returns the height of the row, with enough space for position, code and a button.
    fn height(&self, ui: &Ui) -> f32 {
        let excerpt = self.excerpt.as_ref().map_or(0.0, |excerpt| excerpt.size().y + GAP);
        let words = self.message.size().y + GAP + self.remedy.size().y + excerpt;
        words.max(ui.spacing().interact_size.y).max(36.0) + 2.0 * EDGE
    }
}

fn row(
    ui: &mut Ui,
    shown: &PanelContext<'_>,
    n: usize,
    line: &ProblemRow,
    words: &ProblemLayout,
    rect: Rect,
    acts: &mut Vec<Act>,
) {
    let (word, color) =
        if line.error { ("Error", ui.visuals().error_fg_color) } else { ("Warning", ui.visuals().warn_fg_color) };
    let response = ui.interact(rect, ui.scope_id().with(("problem", n)), Sense::click());
    response.widget_info(|| {
        let name = format!("{word} {}: {}", line.position, line.message);
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("{name}. {}", line.remedy))
    });
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand);
    let response = if line.excerpt.is_empty() {
        response
    } else {
        response.on_hover_text(RichText::new(&line.excerpt).monospace())
    };
    let painter = ui.painter();
    if response.hovered() || response.has_focus() {
        painter.rect_filled(rect, 4.0, ui.visuals().widgets.hovered.weak_bg_fill);
    }
    let (text, weak) = (ui.visuals().text_color(), ui.visuals().weak_text_color());
    let mono = egui::TextStyle::Monospace.resolve(ui.style());
    let mut at = rect.left_top() + vec2(LEFT, EDGE);
    painter.circle_filled(at + vec2(LEFT - 40.0, words.message.size().y.min(18.0) / 2.0), 4.5, color);
    let clip = painter.with_clip_rect(rect.with_max_x(rect.right() - RIGHT + 10.0).intersect(painter.clip_rect()));
    for galley in [&words.message, &words.remedy].into_iter().chain(&words.excerpt) {
        clip.galley(at, galley.clone(), text);
        at.y += galley.size().y + GAP;
    }
    let right = pos2(rect.right() - 8.0, rect.top() + EDGE + 1.0);
    painter.text(right, Align2::RIGHT_TOP, &line.position, mono, text);
    painter.text(right + vec2(0.0, 18.0), Align2::RIGHT_TOP, line.code, FontId::proportional(11.0), weak);
    // The byte ranges of a fix belong to the checked text, so fixes are unavailable for newer text.
    if !line.fixes.is_empty() && shown.document.is_checked() {
        let place = Rect::from_min_max(rect.right_top() + vec2(10.0 - RIGHT, EDGE), right + vec2(-50.0, 18.0));
        let layout = egui::Layout::right_to_left(egui::Align::Min);
        let mut ui = ui.new_child(egui::UiBuilder::new().max_rect(place).layout(layout).id_salt(("fixes", n)));
        ui.spacing_mut().interact_size.y = 18.0;
        ui.spacing_mut().button_padding.y = 1.0;
        fixes(&mut ui, shown, line, acts);
    }
    if response.clicked() {
        acts.push(Act::Select(line.target));
        acts.extend(line.place.clone().map(Act::Place));
        // Unreadable text has no objects on the map.
        if shown.document.unread().is_some() {
            acts.push(Act::Tab(BottomTab::Source));
        }
        acts.extend(look(shown.scenario(), line.target));
    }
}

/// Draws the button for the only fix of `line`, or a menu of its fixes.
fn fixes(ui: &mut Ui, shown: &PanelContext<'_>, line: &ProblemRow, acts: &mut Vec<Act>) {
    if let [fix] = line.fixes.as_slice() {
        let button = ui.button("Fix");
        let name = format!("Fix {}: {}", line.position, fix.title);
        button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
        if button.on_hover_text(capital(&fix.title)).clicked() {
            apply_fix(shown, fix, acts);
        }
        return;
    }
    let (button, _) = egui::containers::menu::MenuButton::new("Fix…").ui(ui, |ui| {
        for fix in &line.fixes {
            if ui.button(capital(&fix.title)).clicked() {
                apply_fix(shown, fix, acts);
            }
        }
    });
    let name = format!("Fixes {}: {}", line.position, line.message);
    button.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &name));
}

/// Draws a problem beneath the field that it is about, with a button for each of its fixes.
pub(crate) fn beneath(ui: &mut Ui, shown: &PanelContext<'_>, problem: &Problem, acts: &mut Vec<Act>) {
    let color = if problem.is_error() { ui.visuals().error_fg_color } else { ui.visuals().warn_fg_color };
    ui.add(egui::Label::new(RichText::new(words::capital(&problem.finding.message)).color(color)).wrap());
    if let Some(help) = &problem.finding.help {
        ui.add(egui::Label::new(RichText::new(words::capital(help)).small().weak()).wrap());
    }
    if !shown.document.is_checked() {
        return;
    }
    ui.horizontal_wrapped(|ui| {
        for fix in &problem.finding.fixes {
            let button = ui.add(crate::widgets::small_button(capital(&fix.title)));
            if button.on_hover_text("Apply this fix").accessible_name(format!("Fix: {}", fix.title)).clicked() {
                apply_fix(shown, fix, acts);
            }
        }
    });
}

/// Formats the title of a fix for a menu.
fn capital(title: &str) -> String {
    words::capital(&title.replace('`', ""))
}

/// Applies `fix` as an undo step.
fn apply_fix(shown: &PanelContext<'_>, fix: &Fix, acts: &mut Vec<Act>) {
    let text = shown.document.checked().text();
    let splice = match fix.edits.as_slice() {
        [edit] => TextSplice::new(edit.span.clone(), edit.text.as_str()),
        _ => match fix.apply(text) {
            Some(fixed) => TextSplice::new(0..text.len(), fixed),
            None => return,
        },
    };
    step(shown, format!("Fix: {}", fix.title.replace('`', "")), splice, acts);
}

/// Applies all unambiguous fixes, also of problems that appear afterwards, as one undo step.
fn fix_all(shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let text = shown.document.checked().text();
    let findings: Vec<Diagnostic> = shown.document.problems().iter().map(|problem| problem.finding.clone()).collect();
    let fixed = shown.document.with_surroundings(|surroundings| fix::apply_from(text, &findings, surroundings));
    let made = fixed.applied.len();
    if made == 0 {
        acts.push(Act::Say("The fixes do not improve the scenario together. Apply them one by one.".to_owned()));
        return;
    }
    let name = format!("Fix {made} {}", plural(made, "problem"));
    step(shown, name, TextSplice::new(0..text.len(), fixed.text), acts);
}

fn step(shown: &PanelContext<'_>, name: String, splice: TextSplice, acts: &mut Vec<Act>) {
    acts.push(Act::Fix { name, edition: shown.document.edition(), splice });
    acts.push(Act::Seal);
}
