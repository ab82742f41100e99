//! The Turn track tab during a game: a box for each turn, with its reinforcements.

use battlewright_engine::show::Spot;
use egui::{Rect, ScrollArea, Sense, Ui, vec2};

use super::PanelContext;
use crate::canvas::counters::{self, CounterStyle};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{CounterColors, ink, rows, sides};
use crate::messages::act::Act;
use crate::messages::drag_payload::PieceDrag;
use crate::model::play::{self, Session};

/// A counter on the turn track.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackCounter {
    /// The index of the piece.
    pub piece: usize,
    /// The reason for its position, such as `"enters at C"` or `"blown"`.
    pub why: String,
}

/// A box of the turn track.
#[derive(Clone, Debug, PartialEq)]
pub struct TrackBox {
    /// The turn number, from 1.
    pub number: u8,
    /// The time of day, if the scenario has a clock.
    pub clock: Option<String>,
    /// `true` for the current turn.
    pub now: bool,
    /// `true` if the turn has been played, so that a click goes to its start.
    pub played: bool,
    /// The counters in the box.
    pub waiting: Vec<TrackCounter>,
}

/// Returns the boxes for the current game.
pub fn data(shown: &PanelContext<'_>, session: &Session) -> Vec<TrackBox> {
    let pieces = &session.seen().crowd.pieces;
    let now = session.seen().status.turn;
    let turns = shown.common().turns();
    (1..=turns.count)
        .map(|number| TrackBox {
            number,
            clock: turns.clock(number),
            now: now == number,
            played: session.start_of(number).is_some(),
            waiting: pieces
                .iter()
                .enumerate()
                .filter_map(|(piece, of)| match &of.spot {
                    Spot::Turn(turn, why) if *turn == number => Some(TrackCounter { piece, why: why.clone() }),
                    _ => None,
                })
                .collect(),
        })
        .collect()
}

/// Draws the Turn track tab.
pub fn ui(ui: &mut Ui, shown: &PanelContext<'_>, session: &Session, acts: &mut Vec<Act>) {
    const SIZE: f32 = 44.0;
    let turns = data(shown, session);
    let pieces = &session.seen().crowd.pieces;
    let uniforms = CounterColors::new(pieces).chosen(shown.common(), shown.document.art());
    // Scrolls once to a turn that begins.
    let now = session.seen().status.turn;
    let shown_turn = ui.scope_id().with("shown turn");
    let comes_up = ui.data_mut(|data| std::mem::replace(data.get_temp_mut_or_default(shown_turn), now) != now);
    ScrollArea::both().id_salt("turn track").auto_shrink(false).show(ui, |ui| {
        let count = f32::from(u8::try_from(turns.len()).unwrap_or(u8::MAX)).max(1.0);
        let width = (ui.available_width() / count - 6.0).clamp(SIZE * 3.0 + 22.0, 320.0);
        let height = (ui.available_height() - 10.0).max(110.0);
        ui.horizontal_top(|ui| {
            for turn in &turns {
                ui.push_id(turn.number, |ui| {
                    let across = ((width - 14.0) / (SIZE + 6.0)).floor().max(1.0);
                    let rows = (f32::from(u8::try_from(turn.waiting.len()).unwrap_or(u8::MAX)) / across).ceil();
                    let height = height.max(30.0 + rows * (SIZE + 18.0));
                    let (rect, _) = ui.allocate_exact_size(vec2(width, height), Sense::hover());
                    if turn.now && comes_up {
                        ui.scroll_to_rect(rect, Some(egui::Align::Center));
                    }
                    let mut hovered = false;
                    if turn.played {
                        // Counters are drawn later, so they receive clicks first.
                        let response = ui.interact(rect, ui.scope_id().with("jump"), Sense::click());
                        hovered = response.hovered();
                        acts.extend(jump(response, turn));
                    }
                    frame(ui, rect, turn, hovered);
                    for (n, waiting) in turn.waiting.iter().enumerate() {
                        let n = f32::from(u8::try_from(n).unwrap_or(u8::MAX));
                        let (column, line) = (n % across, (n / across).floor());
                        let corner = rect.min + vec2(8.0 + column * (SIZE + 6.0), 28.0 + line * (SIZE + 18.0));
                        let rect = Rect::from_min_size(corner, vec2(SIZE, SIZE + 14.0));
                        counter(ui, shown, session, &uniforms, waiting, rect, acts);
                    }
                });
            }
        });
    });
}

/// Makes the box of a played turn a button that goes to its start.
fn jump(response: egui::Response, turn: &TrackBox) -> Option<Act> {
    let words = format!("Go to the start of turn {}", turn.number);
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Button, true, &words));
    let response = response.on_hover_cursor(egui::CursorIcon::PointingHand).on_hover_text(words);
    response.clicked().then_some(Act::Play(play::PlayAct::ToTurn(turn.number)))
}

fn frame(ui: &Ui, rect: Rect, turn: &TrackBox, hovered: bool) {
    let visuals = ui.visuals();
    let stroke = if turn.now { egui::Stroke::new(2.0, ink::ACCENT) } else { visuals.widgets.noninteractive.bg_stroke };
    ui.painter().rect(rect, 6.0, visuals.faint_bg_color, stroke, egui::StrokeKind::Inside);
    if hovered {
        let head = Rect::from_min_size(rect.min, vec2(rect.width(), 26.0));
        ui.painter().rect_filled(head.shrink(2.0), 4.0, visuals.widgets.hovered.weak_bg_fill);
    }
    let at = rect.min + vec2(10.0, 7.0);
    let font = egui::FontId::proportional(13.5);
    ui.painter().text(at, egui::Align2::LEFT_TOP, format!("Turn {}", turn.number), font.clone(), visuals.text_color());
    if let Some(clock) = &turn.clock {
        let at = egui::pos2(rect.right() - 10.0, at.y);
        ui.painter().text(at, egui::Align2::RIGHT_TOP, clock, font, visuals.weak_text_color());
    }
}

fn counter(
    ui: &mut Ui,
    shown: &PanelContext<'_>,
    session: &Session,
    uniforms: &CounterColors,
    waiting: &TrackCounter,
    rect: Rect,
    acts: &mut Vec<Act>,
) {
    let Some(piece) = session.seen().crowd.pieces.get(waiting.piece) else { return };
    let response = ui.interact(rect, ui.scope_id().with(&piece.id), Sense::click_and_drag());
    let arrives = session.seen().arrivals.iter().any(|arrival| arrival.piece == piece.id);
    let lit = arrives && !session.computer_to_move();
    if lit {
        response.dnd_set_drag_payload(PieceDrag { piece: piece.id.clone() });
    }
    response.widget_info(|| {
        egui::WidgetInfo::labeled(egui::Role::Button, true, format!("{}, {}", piece.name, waiting.why))
    });
    let counter = rows::counter_named(shown.common(), &piece.id);
    let manner = CounterStyle {
        lit,
        selected: counter.is_some() && rows::counter_of(shown.selection) == counter,
        plain: sides::plain(ui.ctx()),
        ..uniforms.manner(piece)
    };
    let width = rect.width();
    ui.painter()
        .draw(|shapes| counters::counter(shapes, rect.center_top() + vec2(0.0, width / 2.0), width, piece, &manner));
    let font = egui::FontId::proportional(10.5);
    let at = rect.center_bottom() - vec2(0.0, 10.0);
    let text = waiting.why.trim_start_matches("enters at ");
    ui.painter().text(at, egui::Align2::CENTER_TOP, text, font, ui.visuals().weak_text_color());
    let drag = if lit { ". Drag it to a highlighted hex of the map" } else { "" };
    if response.on_hover_text(format!("{}, {}{drag}", piece.name, waiting.why)).clicked()
        && let Some(counter) = counter
    {
        acts.push(Act::Select(rows::selection_of(counter)));
    }
}
