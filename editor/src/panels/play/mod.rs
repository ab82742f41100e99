//! The Play panel: the deciding side, its choices, refusals and odds.

pub mod boards;
mod card;
pub mod controls;
mod drawn_fire;
pub mod ending;
mod legend;
mod odds;
mod pointing;
pub mod seat;
mod thought;
mod together;

use battlewright_engine::any::AnyAction;
use battlewright_engine::game::{Illegal, Rule, Side};
use battlewright_engine::show::{Label, Movement, Odds, Piece};
use egui::{Button, Color32, Id, RichText, ScrollArea, Sense, Ui, vec2};

pub use card::card;
pub use drawn_fire::{drawn_fire_line, drawn_fires};
pub use odds::{OddsResult, explained_odds, results as odds_results, share};
pub use pointing::proposal;

use super::rule::RuleLink;
use crate::canvas::counters::{self, CounterStyle};
use crate::canvas::pen::ShapePainter as _;
use crate::canvas::{ink, sides};
use crate::messages::act::Act;
use crate::messages::command::Command;
use crate::model::document::Document;
use crate::model::play::{self, Session, ThoughtLine};
use crate::theme::{self, is_narrow};
use crate::widgets::field;
use battlewright_schema::words::capital;

/// The maximum number of choices that are listed without a selected piece.
const FEW: usize = 14;

/// The text content of the panel.
#[derive(Clone, Debug, PartialEq)]
pub struct PlayData {
    /// The turn and its time, such as `"Turn 2 of 6 · 11:30"`.
    pub turn: String,
    /// The name of the phase.
    pub phase: String,
    /// The decision, with the deciding side.
    pub prompt: String,
    /// The rule that requires the decision.
    pub rule: Rule,
    /// The reason for the refusal of the last click.
    pub refusal: Option<Illegal>,
    /// The movement of the moving piece.
    pub movement: Option<Movement>,
    /// The pieces that can enter in the clicked hex, with the text of the choice.
    pub arrivals: Vec<(String, String)>,
    /// The tracks of each side.
    pub tracks: [Vec<(&'static str, i32)>; 2],
    /// The choices with buttons: index among the legal choices, and text.
    pub buttons: Vec<(usize, String)>,
    /// The choice that ends a move, a plan or a phase: index among the legal choices, and text. It has a button of its own at a
    /// fixed place, and no button among the others.
    pub ending: Option<(usize, String)>,
    /// All choices, for the collapsed list.
    pub all: Vec<(usize, String)>,
    /// The result of the game.
    pub outcome: Option<String>,
    /// A notice about a recorded game that was not replayed completely.
    pub notice: Option<String>,
    /// The number of replayed inputs of a recorded game, and their total number.
    pub progress: Option<(usize, usize)>,
    /// The state of a computer player that is thinking in the background.
    pub thinking: Option<ThoughtLine>,
}

/// Returns the text content of the panel.
pub fn data(session: &Session) -> PlayData {
    let seen = session.seen();
    let status = &seen.status;
    let clock = status.clock.as_ref().map_or_else(String::new, |clock| format!("  ·  {clock}"));
    let tracks = Side::BOTH.map(|side| {
        let own = seen.tracks.iter().filter(|track| track.side == side);
        own.map(|track| (track.name, track.value)).collect()
    });
    let every = || seen.legal.iter().enumerate().map(|(n, (_, label))| (n, label));
    let text = |(n, label): (usize, &Label)| (n, label.text.clone());
    // Choices that differ in nothing that a person can see, such as two chits with one event, are listed once.
    let is_alone = |(n, label): &(usize, &Label)| {
        let is_bare = |label: &Label| label.piece.is_none() && label.place.is_none();
        let is_twin = |(_, other): &(_, Label)| other.text == label.text && is_bare(other);
        !is_bare(label) || !seen.legal.iter().take(*n).any(is_twin)
    };
    let legal = || every().filter(is_alone);
    let hand = !session.computer_to_move();
    // With modes of the pointer, actions at a place are chosen on the table.
    let points = !session.modes().is_empty();
    let plain = |label: &Label| (points || label.piece.is_none()) && label.place.is_none();
    let of_chosen = |label: &Label| label.piece.is_some() && label.piece.as_deref() == session.chosen();
    let mut buttons: Vec<_> =
        legal().filter(|(_, label)| hand && (plain(label) || of_chosen(label))).map(text).collect();
    if hand && !points && seen.legal.len() <= FEW {
        buttons = legal().map(text).collect();
    }
    let ending = seen.ending.filter(|_| hand && session.progress().is_none());
    let ending = ending.and_then(|n| Some((n, seen.legal.get(n)?.1.text.clone())));
    let ends = ending.as_ref().map(|(n, _)| *n);
    distinguish(session, &mut buttons);
    let others = |n: usize| Some(n) != ends;
    let listed = buttons.len();
    buttons.retain(|(n, _)| others(*n));
    let mut all: Vec<_> = if hand && listed < legal().count() { legal().map(text).collect() } else { Vec::new() };
    distinguish(session, &mut all);
    PlayData {
        turn: format!("Turn {} of {}{clock}", status.turn, status.turns),
        phase: status.phase.clone(),
        prompt: status.prompt.clone(),
        rule: status.rule,
        refusal: session.refusal().cloned(),
        movement: status.movement,
        arrivals: session.asked_at().map_or_else(Vec::new, |cell| {
            let here = session.arrivals_at(cell);
            here.map(|arrival| (arrival.piece.clone(), arrival.text.clone())).collect()
        }),
        tracks,
        buttons,
        ending,
        all,
        outcome: seen.outcome.map(|_| status.prompt.clone()),
        notice: session.notice().map(str::to_owned),
        progress: session.progress(),
        thinking: session.thought_line(),
    }
}

/// Adds to texts that occur more than once what tells them apart: the hex of the unit, or else the notation.
fn distinguish(session: &Session, choices: &mut [(usize, String)]) {
    let seen = session.seen();
    let twice = |text: &str| choices.iter().filter(|(_, other)| other == text).count() > 1;
    let double: Vec<usize> =
        (0..choices.len()).filter(|at| choices.get(*at).is_some_and(|(_, text)| twice(text))).collect();
    for at in double {
        let Some((n, text)) = choices.get_mut(at) else { continue };
        let Some((_, label)) = seen.legal.get(*n) else { continue };
        let piece = label.piece.as_ref().and_then(|id| seen.crowd.pieces.iter().find(|piece| piece.id == *id));
        let hex = piece.and_then(|piece| piece.spot.cell()).and_then(|cell| session.hex_name(cell));
        let shared = |hex: &String| {
            let of = |other: &&(AnyAction, Label)| other.1.text == label.text && other.1.piece != label.piece;
            let cell = |label: &Label| {
                let piece =
                    label.piece.as_ref().and_then(|id| seen.crowd.pieces.iter().find(|piece| piece.id == *id))?;
                session.hex_name(piece.spot.cell()?)
            };
            seen.legal.iter().filter(of).any(|(_, other)| cell(other).as_ref() == Some(hex))
        };
        match hex.filter(|hex| !shared(hex)) {
            Some(hex) => text.push_str(&format!(" in {hex}")),
            None => text.push_str(&format!(" ({})", label.notation)),
        }
    }
}

/// Draws the panel. In a narrow window, the decision comes first.
pub fn ui(ui: &mut Ui, session: &Session, document: &Document, acts: &mut Vec<Act>) {
    let data = data(session);
    ui.data_mut(|data| data.remove::<Id>(first_choice()));
    let narrow = is_narrow(ui.ctx());
    ending::ui(ui, &data, acts);
    if let Some(refusal) = &data.refusal {
        refusal_ui(ui, refusal, acts);
    }
    ScrollArea::vertical().auto_shrink(false).show(ui, |ui| {
        // Leaves space for the scroll bar.
        ui.set_max_width(ui.available_width() - 8.0);
        // At its whole length, and above all that it explains.
        if let Some(notice) = &data.notice {
            warning(ui, "Note", notice, ui.visuals().warn_fg_color);
        }
        if narrow {
            decision(ui, session, document, &data, acts);
            seats(ui, session, document, &data, acts);
        } else {
            seats(ui, session, document, &data, acts);
            ui.add_space(4.0);
            ui.separator();
            ui.add_space(2.0);
            decision(ui, session, document, &data, acts);
        }
        legend::ui(ui, session, document, acts);
        field::heading(ui, "Game");
        controls::history(ui, session, acts);
        ui.add_space(4.0);
        boards::all(ui, session, document, acts);
        ui.add_space(4.0);
        ui.separator();
        controls::again(ui, session, acts);
        controls::files(ui, acts);
        ui.add_space(4.0);
        if ui.button("Return to editing").on_hover_text("Return to the unchanged scenario (Shift+F5)").clicked() {
            acts.push(Act::Command(Command::Edit));
        }
    });
}

/// Draws the sides with their players.
fn seats(ui: &mut Ui, session: &Session, document: &Document, data: &PlayData, acts: &mut Vec<Act>) {
    field::heading(ui, "Sides");
    for side in Side::BOTH {
        seat::ui(ui, session, document, side, data, acts);
    }
    controls::computer(ui, session, acts);
}

/// Draws the turn, the decision and its choices.
fn decision(ui: &mut Ui, session: &Session, document: &Document, data: &PlayData, acts: &mut Vec<Act>) {
    ui.horizontal(|ui| {
        ui.label(RichText::new(data.turn.to_uppercase()).small().strong().color(ui.visuals().weak_text_color()));
    });
    let phase = ui.label(RichText::new(&data.phase).heading());
    field::mark_as_heading(&phase, 2, &data.phase);
    boards::steps(ui, session, document);
    ui.add_space(2.0);
    prompt(ui, session, document, data, acts);
    ui.add_space(4.0);
    choices(ui, session, data, acts);
}

pub(super) fn side_color(document: &Document, side: Side) -> Color32 {
    document.art().side(document.scenario().common(), side.index())
}

/// Draws the decision, in the color of the deciding side.
fn prompt(ui: &mut Ui, session: &Session, document: &Document, data: &PlayData, acts: &mut Vec<Act>) {
    let winner = session.seen().outcome.and_then(|outcome| outcome.winner);
    let side = session.seen().turn.or(winner);
    let color = side.map_or(ui.visuals().weak_text_color(), |side| side_color(document, side));
    let frame = egui::Frame::new().fill(color).corner_radius(6).inner_margin(egui::Margin::symmetric(10, 8));
    frame.show(ui, |ui| {
        ui.set_width(ui.available_width());
        let text = ink::on(color);
        ui.horizontal_top(|ui| {
            let active = session.seen().crowd.pieces.iter().find(|piece| piece.active);
            if let Some(piece) = active {
                picture(ui, session, document, piece);
            }
            ui.vertical(|ui| {
                ui.label(RichText::new(&data.prompt).size(15.0).color(text));
                if let Some(movement) = data.movement {
                    ui.label(RichText::new(movement.to_string()).strong().color(text));
                }
                let words = format!("Rule {}", data.rule);
                RuleLink::new(data.rule.number, words, text.gamma_multiply(0.8)).ui(ui, acts);
            });
        });
    });
}

/// Draws the counter of the active piece.
fn picture(ui: &mut Ui, session: &Session, document: &Document, piece: &Piece) {
    let (rect, response) = ui.allocate_exact_size(vec2(PICTURE, PICTURE), Sense::hover());
    let uniforms = session.seen().crowd.uniforms.clone().chosen(document.scenario().common(), document.art());
    let manner = CounterStyle { plain: sides::plain(ui.ctx()), ..uniforms.manner(piece) };
    // The frame in the color of the side already marks the active piece.
    let piece = Piece { active: false, ..piece.clone() };
    ui.painter().draw(|shapes| counters::counter(shapes, rect.center(), PICTURE - 4.0, &piece, &manner));
    response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Image, true, format!("Counter: {}", piece.name)));
    response.on_hover_text(&piece.name);
}

/// The width of the counter of the active piece in points.
const PICTURE: f32 = 52.0;

/// The height of the area for refusals in points.
const SAID: f32 = 100.0;

/// Explains a refusal at the foot of the panel, so that the choices do not move.
fn refusal_ui(ui: &mut Ui, refusal: &Illegal, acts: &mut Vec<Act>) {
    let frame = egui::Frame::NONE.inner_margin(egui::Margin { top: 2, ..egui::Margin::ZERO });
    egui::Panel::bottom("refusal").frame(frame).resizable(false).exact_size(SAID).show(ui, |ui| {
        ScrollArea::vertical().id_salt("refusal").auto_shrink(false).show(ui, |ui| {
            warning(ui, "Not allowed", &capital(&refusal.reason), ui.visuals().error_fg_color);
            let words = format!("Rule {}", refusal.rule);
            RuleLink::new(refusal.rule.number, words, ui.visuals().weak_text_color()).ui(ui, acts);
        });
    });
}

/// Draws a warning in a frame of `color`.
fn warning(ui: &mut Ui, title: &str, text: &str, color: Color32) {
    let frame = egui::Frame::new().stroke(egui::Stroke::new(1.0, color)).fill(color.gamma_multiply(0.08));
    ui.add_space(2.0);
    frame.corner_radius(6).inner_margin(egui::Margin::symmetric(10, 6)).show(ui, |ui| {
        ui.set_width(ui.available_width());
        ui.label(RichText::new(title).strong().color(color));
        ui.add(egui::Label::new(text).wrap());
    });
}

fn choices(ui: &mut Ui, session: &Session, data: &PlayData, acts: &mut Vec<Act>) {
    if let Some((done, of)) = data.progress {
        ui.horizontal(|ui| {
            ui.spinner();
            ui.label(format!("Replaying input {done} of {of}"));
            if ui.button("Stop here").on_hover_text("Continue from the current position (Esc)").clicked() {
                acts.push(Act::Play(play::PlayAct::Cancel));
            }
        });
        return;
    }
    if let Some(thinking) = &data.thinking {
        thought::ui(ui, thinking, acts);
        return;
    }
    if session.computer_to_move() {
        let plays = if session.is_running() {
            "The computer is playing…"
        } else {
            "The computer must choose. Press Step or Run."
        };
        ui.label(plays);
        return;
    }
    if let Some(cell) = session.asked_at() {
        ui.label("Several units can enter there:");
        for (piece, text) in &data.arrivals {
            if ui.add(choice_button(ui, text)).clicked() {
                acts.push(Act::Play(play::PlayAct::Bring { piece: piece.clone(), cell }));
            }
        }
        return;
    }
    pointing::ui(ui, session, acts);
    together::ui(ui, session, acts);
    let mut wish = PreviewWish::default();
    for (n, text) in &data.buttons {
        choice(ui, session, *n, text, &mut wish, acts);
    }
    if let Some((n, text)) = &data.ending
        && let Some(fight) = odds_of(session, *n)
    {
        ui.label(text);
        show_odds(ui, session, &fight);
    }
    if !data.all.is_empty() {
        if session.chosen().is_none() && session.modes().is_empty() {
            ui.weak("Click a highlighted counter or hex on the map. A click that the rules do not allow is explained.");
        }
        ui.collapsing(format!("All {} choices", data.all.len()), |ui| {
            for (n, text) in &data.all {
                ui.push_id(n, |ui| choice(ui, session, *n, text, &mut wish, acts));
            }
        });
    }
    let wish = wish.hovered.or(wish.focused);
    if wish != session.previewed() {
        acts.push(Act::Play(play::PlayAct::Preview(wish)));
    }
}

/// The choices whose marks the player wants to see on the map: one of them is shown, the hovered one first.
#[derive(Default)]
struct PreviewWish {
    /// The choice under the pointer.
    hovered: Option<usize>,
    /// The choice with the keyboard focus.
    focused: Option<usize>,
}

/// Returns the button of a choice.
fn choice_button<'t>(ui: &Ui, text: &'t str) -> Button<'t> {
    Button::new(text).wrap().min_size(vec2(ui.available_width(), theme::target(ui.ctx())))
}

/// Returns the key under which the first choice of the frame is remembered.
fn first_choice() -> Id {
    Id::unique("first choice")
}

/// Gives the keyboard to the first choice of the last frame, if there is one.
pub fn focus_first_choice(ctx: &egui::Context) {
    if let Some(id) = ctx.data(|data| data.get_temp::<Id>(first_choice())) {
        ctx.memory_mut(|memory| memory.request_focus(id));
    }
}

fn choice(ui: &mut Ui, session: &Session, n: usize, text: &str, wish: &mut PreviewWish, acts: &mut Vec<Act>) {
    let mut response = ui.add(choice_button(ui, text));
    ui.data_mut(|data| _ = data.get_temp_mut_or(first_choice(), response.id));
    let help = session.seen().legal.get(n).and_then(|(action, _)| session.help(action));
    if let Some(help) = &help {
        response = response.on_hover_text(&help.text);
    }
    if response.clicked() {
        acts.push(Act::Play(play::PlayAct::Choose(n)));
    }
    // In a long list of choices, the sentence is only in the tooltip.
    if let Some(help) = help.filter(|_| session.seen().legal.len() <= FEW) {
        ui.label(RichText::new(&help.text).small().color(ui.visuals().weak_text_color()));
        let words = format!("Rule {}", help.rule);
        RuleLink::new(help.rule.number, words, ui.visuals().weak_text_color()).ui(ui, acts);
        ui.add_space(2.0);
    }
    if response.hovered() {
        wish.hovered = Some(n);
    }
    if response.has_focus() {
        wish.focused = Some(n);
    }
    if let Some(fight) = odds_of(session, n) {
        show_odds(ui, session, &fight);
    }
}

fn odds_of(session: &Session, n: usize) -> Option<Odds> {
    session.seen().legal.get(n).and_then(|(action, _)| session.odds(action))
}

/// Draws the odds of a choice: all cases with a selected attacker, and only the first case of each of many choices.
fn show_odds(ui: &mut Ui, session: &Session, fight: &Odds) {
    let decider = session.seen().turn;
    if session.chosen().is_some() || session.seen().legal.len() <= 3 {
        odds::odds(ui, fight, decider);
    } else {
        odds::brief(ui, fight, decider);
    }
}
