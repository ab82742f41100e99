//! The comparison of versions: other values, and changes since the last save.

use battlewright_balance::stats::Estimate;
use battlewright_balance::{Sweep, VersionLine, pair_name, percent};
use egui::{Align2, Button, FontId, Key, Rect, RichText, ScrollArea, Sense, Stroke, TextEdit, Ui, pos2, vec2};

use super::{ask, even, side_color};
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::balance::{BalanceAct as Do, BalanceLab, GamesRequest};
use crate::panels::PanelContext;
use crate::widgets::field;

/// The results of a version.
#[derive(Clone, Debug, PartialEq)]
pub struct VersionRow {
    /// The name of the version.
    pub name: String,
    /// The share of wins of the first side.
    pub share: Estimate,
    /// The change from the first version, as text; `None` for the first version.
    pub change: Option<String>,
    /// `true` if the change is significant.
    pub matters: bool,
    /// The cells under [`Sweep::head`].
    pub cells: Vec<String>,
}

/// Returns the rows of `sweep`.
pub(super) fn data(sweep: &Sweep) -> Vec<VersionRow> {
    let line = |(line, cells): (&VersionLine, Vec<String>)| {
        let matters = line.chance.is_some_and(|chance| chance < 0.05);
        VersionRow {
            name: line.name.clone(),
            share: line.score,
            change: line.change.as_ref().map(|change| change_words(change.difference, matters)),
            matters,
            cells,
        }
    };
    sweep.versions.iter().zip(sweep.rows()).map(line).collect()
}

/// Formats a change: `"+6.0 points (+2.1 to +9.9): more than chance"`.
fn change_words(change: Estimate, matters: bool) -> String {
    let points = |share: f64| format!("{:+.1}", 100.0 * share);
    let end = if matters { "more than chance" } else { "may be chance" };
    format!("{} points ({} to {}): {end}", points(change.value), points(change.low), points(change.high))
}

/// Draws the view.
pub(super) fn ui(ui: &mut Ui, lab: &BalanceLab, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    ask_for(ui, lab, shown, acts);
    even::ask_for(ui, lab, shown, acts);
    ui.separator();
    ScrollArea::both().id_salt("versions").auto_shrink(false).show(ui, |ui| {
        if let Some(even_suggestions) = lab.even_suggestions() {
            even::found(ui, lab, even_suggestions, acts);
            return;
        }
        let Some(versions) = lab.versions() else {
            let said = "Try other values of a field, such as unit.ID.er=1,3 or side.ID.ammunition=10..14. Each version is \
                        played with the same dice as the current scenario. The ± button beside a number in the inspector \
                        fills in this field.";
            ui.add(egui::Label::new(RichText::new(said).weak()).wrap());
            return;
        };
        let sweep = &versions.sweep;
        field::heading_text(ui, &format!("Share of wins of {}, with anytime-valid 95 % intervals", sweep.side));
        let why = sweep.default_player.map_or_else(String::new, |player| format!(". {}", player.reason()));
        let players = format!("Players: {}{why}", pair_name(&sweep.players));
        ui.add(egui::Label::new(RichText::new(players).weak()).wrap());
        let lines = data(sweep);
        for line in &lines {
            draw(ui, line, lines.first().map(|line| line.share.value), shown);
        }
        ui.add_space(6.0);
        table(ui, sweep.head(), &lines);
        ui.add_space(4.0);
        ui.add(egui::Label::new(RichText::new(sweep.note()).small().weak()).wrap());
    });
}

/// Draws the field for the values to compare, and the buttons.
fn ask_for(ui: &mut Ui, lab: &BalanceLab, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    ui.horizontal_wrapped(|ui| {
        ui.label(RichText::new("Compare values").strong());
        let label = ui.label("Try");
        let mut text = lab.tries.clone();
        let field = TextEdit::singleline(&mut text).hint_text("unit.ID.er=1,3").desired_width(250.0);
        let id = egui::Id::unique("values to try");
        let help =
            "A field and its values: a list (1,3), a range (1..4), or differences (-1,+1). * stands for every row.";
        let response = ui.add(field.id(id)).labelled_by(label.id).on_hover_text(help);
        if text != lab.tries {
            ask(acts, Do::Type(text.clone()));
        }
        if lab.focus {
            response.request_focus();
            ask(acts, Do::Focused);
        }
        let playable = !lab.is_busy() && !shown.document.is_broken();
        let entered = response.lost_focus() && ui.input(|input| input.key_pressed(Key::Enter));
        let ready = playable && !text.trim().is_empty();
        let pressed = ui
            .add_enabled(ready, Button::new("Play versions"))
            .on_hover_text("Play the current scenario and each version with the same dice, and compare the results");
        if pressed.clicked() || (entered && ready) {
            ask(acts, Do::Go(GamesRequest::Vary(text)));
        }
        let entry = Command::CompareSaved.entry();
        let (name, help) = entry.map_or(("", ""), |entry| (entry.name, entry.help));
        if ui.add_enabled(playable, Button::new(name)).on_hover_text(help).clicked() {
            ask(acts, Do::Go(GamesRequest::Saved));
        }
    });
}

/// Draws the share of wins as a point with its interval, and a line at the share of the first version.
fn draw(ui: &mut Ui, line: &VersionRow, first: Option<f64>, shown: &PanelContext<'_>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width().clamp(320.0, 900.0), 20.0), Sense::hover());
    let change = line.change.as_ref().map_or_else(String::new, |change| format!("  {change}"));
    let words = format!("{}: {}{change}", line.name, super::plots::share(&line.share));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
    response.on_hover_text(words.clone());
    let (font, ink) = (FontId::proportional(12.5), ui.visuals().text_color());
    let painter = ui.painter();
    let name = (rect.width() * 0.36).clamp(110.0, 300.0);
    let clip = painter.with_clip_rect(rect.with_max_x(rect.left() + name).intersect(ui.clip_rect()));
    clip.text(rect.left_center(), Align2::LEFT_CENTER, &line.name, font.clone(), ink);
    let figure = pos2(rect.left() + name + 60.0, rect.center().y);
    painter.text(figure, Align2::RIGHT_CENTER, percent(line.share.value), font, ink);
    let room = Rect::from_x_y_ranges(figure.x + 12.0..=rect.right() - 6.0, rect.y_range());
    #[expect(clippy::cast_possible_truncation, reason = "a share of a few hundred points")]
    let at = |share: f64| room.left() + room.width() * share as f32;
    painter.rect_filled(room.shrink2(vec2(0.0, 8.0)), 2.0, ui.visuals().faint_bg_color);
    let weak = ui.visuals().weak_text_color();
    if let Some(first) = first {
        painter.vline(at(first), room.y_range(), Stroke::new(1.0, weak));
    }
    let color = if line.matters { ui.visuals().strong_text_color() } else { weak };
    let y = room.center().y;
    painter.hline(at(line.share.low)..=at(line.share.high), y, Stroke::new(2.0, color));
    for end in [line.share.low, line.share.high] {
        painter.vline(at(end), y - 4.0..=y + 4.0, Stroke::new(2.0, color));
    }
    painter.circle(pos2(at(line.share.value), y), 5.0, side_color(ui, shown, 0), Stroke::new(1.5, color));
}

/// Draws the same table as the command line.
fn table(ui: &mut Ui, heads: [&str; 9], lines: &[VersionRow]) {
    egui::Grid::new("figures").striped(true).spacing(vec2(16.0, 3.0)).show(ui, |ui| {
        for head in heads {
            ui.label(RichText::new(head).small().weak());
        }
        ui.end_row();
        for line in lines {
            for cell in &line.cells {
                let text = RichText::new(cell).size(12.5);
                ui.label(if line.matters { text.strong() } else { text });
            }
            ui.end_row();
        }
    });
}
