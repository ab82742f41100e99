//! A game on a table in the window: pointer and keys, and what is shown before a click.

use battlewright_engine::show::{Place, TableShape};
use battlewright_schema::Inches;
use egui::{Key, Modifiers, Painter, Pos2, Rect, Response, Stroke, Ui};

use crate::app::map::play_tooltip::{VisibleParts, beside_choices};
use crate::app::panes::Panes;
use crate::app::workspace::Workspace;
use crate::canvas::ink;
use crate::canvas::table::{self, TableFrame, TableUnits, marks};
use crate::messages::act::Act;
use crate::model::play::{PlayAct, Session};
use crate::panels::play;
use crate::tools::PointerGesture;

/// The distance in points by which a press must be dragged to turn the facing.
const TURNS: f32 = 10.0;

/// A step of the facing by a key, in tenths of a degree.
pub(in crate::app) const STEP: i16 = 100;

/// A fine step of the facing by a key, in tenths of a degree.
const FINE_STEP: i16 = 10;

/// A step of the bend by a key, in tenths of a degree.
const BEND: i16 = 50;

/// The points of the wheel per degree of facing.
const WHEEL: f32 = 8.0;

/// The pointer in a game on a table.
#[derive(Default)]
pub(in crate::app) struct PlayPointer {
    /// The position of the pointer on the screen, while it is over the table.
    pos: Option<Pos2>,
    /// The position of the press that lasts, and `true` once it was dragged to turn the facing.
    press: Option<(Pos2, bool)>,
    /// The position of the last click, until the pointer leaves its surroundings. No counter explains itself there.
    pub(super) clicked: Option<Pos2>,
    /// The part of a step of the wheel that is left over, in points.
    wheel: f32,
    /// The place of a line of the log that was clicked.
    pub(in crate::app) place: Option<Inches>,
}

/// Returns the id of the piece that stands at a point, the topmost one.
fn piece_at(session: &Session, at: Inches) -> Option<String> {
    let mut there: Vec<_> = session.footprints().iter().filter(|unit| table::hit::stands_at(unit, at)).collect();
    there.sort_by_key(|unit| unit.facing.is_some());
    let unit = there.first()?.unit;
    session.seen().crowd.pieces.get(unit).map(|piece| piece.id.clone())
}

impl Panes<'_> {
    /// Returns `true` if pointer input on a table goes to the game.
    pub(super) fn plays_on_table(&self) -> bool {
        self.workspace.session.is_some() && !self.workspace.tool_at_work()
    }

    /// Passes pointer gestures and keys to the game.
    pub(super) fn handle_game_input(
        &mut self,
        ui: &Ui,
        response: &Response,
        frame: &TableFrame,
        events: Vec<(PointerGesture, Modifiers)>,
    ) {
        let elsewhere =
            self.input.text_focus.holds() || ui.memory(|memory| memory.focused().is_some_and(|id| id != response.id));
        let covered = self.covered || egui::Popup::is_any_open(ui.ctx());
        let Some(session) = self.workspace.session.as_mut() else { return };
        let turns = session.mode().is_some_and(|mode| mode.turns);
        for (event, _) in events {
            match event {
                PointerGesture::Hover(pos) => self.input.play_pointer.pos = Some(pos),
                PointerGesture::Gone => self.input.play_pointer.pos = None,
                PointerGesture::Press(pos) => {
                    self.input.play_pointer.place = None;
                    self.input.play_pointer.pos = Some(pos);
                    self.input.play_pointer.press = Some((pos, false));
                }
                PointerGesture::Drag(pos) => {
                    let Some((start, dragged)) = &mut self.input.play_pointer.press else { continue };
                    if turns && (*dragged || pos.distance(*start) > TURNS) {
                        *dragged = true;
                        self.acts.push(Act::Play(PlayAct::Face(facing_toward(*start, pos))));
                    }
                }
                PointerGesture::Release(pos) => {
                    let (start, dragged) = self.input.play_pointer.press.take().unwrap_or((pos, false));
                    let at = frame.at(if dragged { start } else { pos });
                    self.input.play_pointer.pos = Some(pos);
                    self.input.play_pointer.clicked = Some(pos);
                    self.acts.push(Act::Play(PlayAct::Point { piece: piece_at(session, at), at }));
                }
                PointerGesture::Commit => self.acts.push(Act::Play(PlayAct::Commit)),
            }
        }
        let pos = self.input.play_pointer.press.map(|(start, _)| start).or(self.input.play_pointer.pos);
        let at = pos.map(|pos| frame.at(pos)).filter(|at| frame.holds(*at));
        let target = at.map(|at| (at, piece_at(session, at)));
        session.hover(target);
        if !elsewhere && !covered {
            self.acts.extend(game_keys(ui).into_iter().map(Act::Play));
        }
        // Egui reports the wheel with Shift as a horizontal one.
        let wheel =
            ui.input(|input| if input.modifiers.shift { input.smooth_scroll_delta() } else { egui::Vec2::ZERO });
        if turns && self.input.play_pointer.pos.is_some() {
            self.input.play_pointer.wheel += wheel.x + wheel.y;
            let degrees = (self.input.play_pointer.wheel / WHEEL).trunc();
            self.input.play_pointer.wheel -= degrees * WHEEL;
            #[expect(clippy::cast_possible_truncation, reason = "the conversion saturates")]
            let degrees = degrees as i16;
            if degrees != 0 {
                self.acts.push(Act::Play(PlayAct::TurnFacing(degrees.saturating_mul(10))));
            }
        }
    }

    /// Paints what the game shows above the units: marks, the place of a line of the log, and the proposed action.
    pub(super) fn paint_game_on_table(&self, painter: &Painter, frame: &TableFrame) {
        let Some(session) = &self.workspace.session else { return };
        let document = &self.workspace.document;
        let sides = [0, 1].map(|side| document.art().side(document.scenario().common(), side));
        let colors = marks::MarkColors { sides };
        marks::legal(painter, frame, session.legal_areas());
        marks::marks(painter, frame, session.table_marks(), colors);
        for mark in &session.seen().marks {
            if let Place::At(at) = mark.place {
                painter.circle_stroke(frame.pos(at), (frame.inch * 0.6).max(7.0), Stroke::new(2.0, ink::ACCENT));
            }
        }
        if let Some(proposal) = session.proposal().filter(|_| self.plays_on_table()) {
            marks::proposal(painter, frame, proposal, colors);
        }
        if let Some(at) = self.input.play_pointer.place {
            painter.circle_stroke(frame.pos(at), (frame.inch * 0.9).max(12.0), Stroke::new(3.0, ink::SELECTED));
        }
    }

    /// Shows a tooltip beside the pointer and the choices: the proposed action with its odds, or the card of the unit there.
    pub(super) fn explain_on_table(&mut self, ui: &Ui, response: &Response, frame: &TableFrame) {
        let Some(pos) = response.hover_pos() else { return };
        let rests = self.pointer_rests(ui, pos);
        let Some(session) = &self.workspace.session else { return };
        let lit = session.choice_pieces();
        let pieces = &session.seen().crowd.pieces;
        let is_lit = |unit: usize| pieces.get(unit).is_some_and(|piece| lit.contains(&piece.id));
        let targets = session.footprints().iter().filter(|unit| is_lit(unit.unit));
        let choices: Vec<Rect> = targets.map(|unit| frame.rect_of(unit)).collect();
        let outline = |area: &[Inches]| -> Vec<Pos2> { area.iter().map(|at| frame.pos(*at)).collect() };
        let arcs = session.table_marks().filter_map(|mark| match &mark.shape {
            TableShape::Area(area) => Some(outline(area)),
            _ => None,
        });
        let areas = session.legal_areas().iter().map(|area| outline(area)).chain(arcs).collect();
        let visible = VisibleParts { choices, areas };
        if let Some((proposal, label)) = session.proposal().zip(session.proposal_label()) {
            beside_choices(ui, pos, &visible, self.map.rect, |ui| play::proposal(ui, session, proposal, &label));
            return;
        }
        if let Some(id) = piece_at(session, frame.at(pos)).filter(|_| rests)
            && let Some(card) = session.card(&id)
        {
            let uniforms = self.workspace.uniforms(session);
            beside_choices(ui, pos, &visible, self.map.rect, |ui| play::card(ui, &card, &uniforms));
        }
    }

    /// Names the table for screen readers, with the piece and the proposed action at the pointer.
    pub(super) fn describe_game_on_table(&self, response: &Response, frame: &TableFrame) {
        let Some(session) = &self.workspace.session else { return };
        let piece = session.pointed_piece().map(|piece| format!(": {}", piece.name));
        let line = session.proposal_line().map(|line| format!(": {line}"));
        let label = format!("Table of {}{}{}", frame.table, piece.unwrap_or_default(), line.unwrap_or_default());
        response.widget_info(|| egui::WidgetInfo::labeled(egui::Role::Canvas, true, &label));
        response.ctx.accesskit_node_builder(response.id, |node| {
            node.set_live(egui::accesskit::Live::Polite);
            node.set_description(
                "Arrow keys, Home, End, Page Up and Page Down move the cursor. Enter clicks, Ctrl+Enter ends a move, Backspace \
                 takes back. The square brackets turn the facing.",
            );
        });
    }
}

/// Returns the units of the game for the drawing.
pub(super) fn units_on_table(workspace: &Workspace) -> Option<TableUnits<'_>> {
    let seen = workspace.session.as_ref()?.seen();
    Some(TableUnits { edition: seen.edition, footprints: &seen.footprints, counters: &seen.crowd })
}

/// Returns the units that a click can choose, by their indexes in the order of battle.
pub(super) fn lit_on_table(workspace: &Workspace) -> Vec<usize> {
    let Some(session) = &workspace.session else { return Vec::new() };
    let ids = session.choice_pieces();
    let pieces = session.seen().crowd.pieces.iter().enumerate();
    pieces.filter(|(_, piece)| ids.contains(&piece.id)).map(|(index, _)| index).collect()
}

/// Returns the facing from one position on the screen toward another, in tenths of a degree.
fn facing_toward(from: Pos2, to: Pos2) -> Option<u16> {
    let way = to - from;
    let degrees = way.x.atan2(-way.y).to_degrees().rem_euclid(360.0).round();
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "from 0 to 360")]
    let degrees = degrees as u16 % 360;
    (way != egui::Vec2::ZERO).then_some(degrees * 10)
}

/// Returns the acts of the keys of a game on a table: a fine turn, the bend, the mode, and to take a choice back. The plain
/// brackets are the keys of a command.
fn game_keys(ui: &Ui) -> Vec<PlayAct> {
    let keys = [
        (Key::OpenBracket, Modifiers::SHIFT, PlayAct::TurnFacing(-FINE_STEP)),
        (Key::CloseBracket, Modifiers::SHIFT, PlayAct::TurnFacing(FINE_STEP)),
        (Key::OpenBracket, Modifiers::ALT, PlayAct::Bend(-BEND)),
        (Key::CloseBracket, Modifiers::ALT, PlayAct::Bend(BEND)),
        (Key::Backspace, Modifiers::NONE, PlayAct::TakeBack),
        (Key::Num1, Modifiers::NONE, PlayAct::Mode(0)),
        (Key::Num2, Modifiers::NONE, PlayAct::Mode(1)),
        (Key::Num3, Modifiers::NONE, PlayAct::Mode(2)),
    ];
    ui.input_mut(|input| {
        let pressed = keys.into_iter().filter(|(key, modifiers, _)| input.consume_key(*modifiers, *key));
        pressed.map(|(_, _, act)| act).collect()
    })
}
