//! Wins of each side, with confidence intervals and margins.

use battlewright_balance::stats::Estimate;
use battlewright_balance::{Agreement, DefaultPlayer, Luck, PlayersLine, Report, number, pair_name};
use egui::{Align2, FontId, Rect, RichText, ScrollArea, Sense, Stroke, Ui, Vec2, pos2, vec2};

use super::{plots, rules, side_color};
use crate::model::balance::Games;
use crate::panels::PanelContext;
use crate::widgets::field;

/// A bar with the share of an outcome.
#[derive(Clone, Debug, PartialEq)]
pub struct Bar {
    /// The name of the outcome.
    pub name: String,
    /// The index of the winning side; `None` for a draw.
    pub side: Option<usize>,
    /// The share of games with this outcome.
    pub share: Estimate,
}

/// The content of the view.
#[derive(Clone, Debug, PartialEq)]
pub struct Wins {
    /// The wins of each side, and draws.
    pub winners: Vec<Bar>,
    /// The shares of the verdicts.
    pub verdicts: Vec<Bar>,
    /// The reason for the players, if nobody named them.
    pub default_player: Option<String>,
    /// Further results, one line each.
    pub facts: Vec<String>,
    /// The first side's share of wins between players of different strength.
    pub players: Vec<Bar>,
    /// The conclusion from these shares, if other players have played.
    pub agreement: Option<String>,
    /// The part of the variance that dice explain, as text, if known.
    pub luck: Option<String>,
}

/// Returns the content of the view for `games`.
pub(super) fn data(games: &Games) -> Wins {
    let report = &games.report;
    let [one, two] = &report.sides;
    let bar = |name: &str, side, share: Estimate| Bar { name: name.to_owned(), side, share };
    let mut winners = vec![bar(one, Some(0), report.wins[0]), bar(two, Some(1), report.wins[1])];
    if report.draws.value > 0.0 {
        winners.push(bar("Nobody", None, report.draws));
    }
    let verdict = |verdict: &battlewright_balance::Verdict| {
        let side = verdict.winner.map(|side| side.index());
        let winner = side.and_then(|side| report.sides.get(side)).map_or("Nobody", String::as_str);
        bar(&format!("{winner}, {}", verdict.level), side, verdict.rate)
    };
    let players = |line: &PlayersLine| bar(&format!("{one}, {}", line.name()), Some(0), line.score);
    Wins {
        winners,
        verdicts: report.verdicts.iter().map(verdict).collect(),
        default_player: report.default_player.map(DefaultPlayer::reason),
        facts: facts(report),
        players: report.agreement.iter().flat_map(|agreement| &agreement.players).map(players).collect(),
        agreement: report.agreement.as_ref().map(Agreement::text),
        luck: report.luck.text(),
    }
}

fn facts(report: &Report) -> Vec<String> {
    let [one, two] = &report.sides;
    let mut facts = vec![
        format!("Players: {}", pair_name(&report.players)),
        format!("Points: {one} {}, {two} {}", number(report.points[0].mean), number(report.points[1].mean)),
        format!("Margin: {} ± {}", number(report.margin.mean), number(report.margin.margin)),
        format!("Last turn: {} on average", number(report.turns.mean)),
    ];
    if !report.broken.is_empty() {
        facts.push(format!("{} games stopped early", report.broken.len()));
    }
    facts
}

/// Draws the view.
pub(super) fn ui(ui: &mut Ui, games: &Games, shown: &PanelContext<'_>) {
    let report = &games.report;
    let data = data(games);
    let room = ui.available_size();
    // Up to three blocks side by side, depending on the width.
    let across = if room.x > 860.0 {
        3.0
    } else if room.x > 560.0 {
        2.0
    } else {
        1.0
    };
    let width = ((room.x - 16.0) / across - 10.0).max(200.0);
    // The block with names and numbers is wider than the plots.
    let more = if across > 2.0 { width * 0.16 } else { 0.0 };
    let height = (room.y - 4.0).clamp(92.0, 420.0);
    ScrollArea::vertical().id_salt("who wins").auto_shrink(false).show(ui, |ui| {
        ui.horizontal_wrapped(|ui| {
            block(ui, vec2(width + 2.0 * more, height), |ui| bars(ui, &data, shown));
            block(ui, vec2(width - more, height), |ui| {
                let title = format!("Share of wins of {} so far", report.sides[0]);
                field::heading_text(ui, &title);
                let words = format!("{title}: {} after {} games", plots::share(&report.score), report.games);
                let size = vec2(width - more, ui.available_height());
                plots::settling(ui, &games.settling, size, side_color(ui, shown, 0), &words);
            });
            block(ui, vec2(width - more, height), |ui| {
                let title = format!("Margin: points of {} minus points of {}", report.sides[0], report.sides[1]);
                field::heading_text(ui, &title);
                let colors = [side_color(ui, shown, 0), side_color(ui, shown, 1), ui.visuals().weak_text_color()];
                let color = |margin: i32| match margin {
                    1.. => colors[0],
                    0 => colors[2],
                    _ => colors[1],
                };
                let words = format!("{title}: {} on average", number(report.margin.mean));
                let size = vec2(width - more, ui.available_height());
                let counts = report.margins.iter().map(|(margin, games)| (*margin, *games));
                plots::histogram(ui, "margin", counts, size, color, &words);
            });
        });
        rules::ui(ui, report);
    });
}

/// Draws a block of this size.
fn block(ui: &mut Ui, size: Vec2, draw: impl FnOnce(&mut Ui)) {
    let top = egui::Layout::top_down(egui::Align::Min);
    ui.allocate_ui_with_layout(size, top, |ui| {
        ui.set_min_size(size);
        ui.set_max_width(size.x);
        ui.spacing_mut().item_spacing.y = 3.0;
        draw(ui);
    });
}

fn bars(ui: &mut Ui, data: &Wins, shown: &PanelContext<'_>) {
    ScrollArea::vertical().id_salt("bars").auto_shrink(false).show(ui, |ui| {
        ui.spacing_mut().item_spacing.y = 3.0;
        field::heading_text(ui, "Wins, with anytime-valid 95 % intervals");
        for bar in &data.winners {
            draw(ui, bar, shown);
        }
        // With one victory level per side, verdicts are the same as wins.
        if data.verdicts.len() > data.winners.len() {
            ui.add_space(4.0);
            field::heading_text(ui, "Verdicts");
            for bar in &data.verdicts {
                draw(ui, bar, shown);
            }
        }
        if let Some(agreement) = &data.agreement {
            ui.add_space(4.0);
            field::heading_text(ui, "Other players");
            for bar in &data.players {
                draw(ui, bar, shown);
            }
            ui.add(egui::Label::new(agreement).wrap());
        }
        ui.add_space(4.0);
        for fact in &data.facts {
            ui.add(egui::Label::new(RichText::new(fact).weak()).truncate());
        }
        if let Some(why) = &data.default_player {
            ui.add(egui::Label::new(RichText::new(why).weak()).wrap());
        }
        if let Some(luck) = &data.luck {
            ui.add(egui::Label::new(RichText::new(luck).weak()).wrap()).on_hover_text(Luck::NOTE);
        }
    });
}

/// Draws a name, a bar with its interval as a whisker, and the numbers.
fn draw(ui: &mut Ui, bar: &Bar, shown: &PanelContext<'_>) {
    let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width() - 10.0, 17.0), Sense::hover());
    let figures = plots::share(&bar.share);
    let words = format!("{}: {figures}", bar.name);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Label, true, &words));
    response.on_hover_text(words.clone());
    let (font, ink) = (FontId::proportional(12.5), ui.visuals().text_color());
    let painter = ui.painter();
    let name = (rect.width() * 0.34).clamp(60.0, 200.0);
    let figures = painter.layout_no_wrap(figures, font.clone(), ink);
    // All bars end before the longest possible number text.
    let longest = painter.layout_no_wrap("100.0 % (88.8 to 100.0)".to_owned(), font.clone(), ink).size().x;
    let room = Rect::from_x_y_ranges(rect.left() + name + 6.0..=rect.right() - longest - 10.0, rect.y_range());
    let clip = painter.with_clip_rect(rect.with_max_x(rect.left() + name).intersect(ui.clip_rect()));
    clip.text(rect.left_center(), Align2::LEFT_CENTER, &bar.name, font, ink);
    painter.galley(pos2(rect.right() - figures.size().x, rect.center().y - figures.size().y / 2.0), figures, ink);
    if room.width() < 30.0 {
        return;
    }
    #[expect(clippy::cast_possible_truncation, reason = "a share of a few hundred points")]
    let at = |share: f64| room.left() + room.width() * share as f32;
    let lane = room.shrink2(vec2(0.0, 3.0));
    painter.rect_filled(lane, 2.0, ui.visuals().faint_bg_color);
    let color = bar.side.map_or_else(|| ui.visuals().weak_text_color(), |side| side_color(ui, shown, side));
    painter.rect_filled(lane.with_max_x(at(bar.share.value)), 2.0, color);
    let half = Stroke::new(1.0, ui.visuals().weak_text_color().gamma_multiply(0.6));
    painter.vline(at(0.5), room.y_range(), half);
    // A light line under a dark one keeps the whisker visible on the bar and beside it.
    let y = room.center().y;
    for (width, color) in [(4.0, ui.visuals().panel_fill), (1.6, ui.visuals().strong_text_color())] {
        let stroke = Stroke::new(width, color);
        painter.hline(at(bar.share.low)..=at(bar.share.high), y, stroke);
        for end in [bar.share.low, bar.share.high] {
            painter.vline(at(end), y - 4.0..=y + 4.0, stroke);
        }
    }
}
