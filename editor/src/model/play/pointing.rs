//! The pointer of a person in a game on a table: its mode, facing and bend, and what is shown for it before a click.

use battlewright_engine::any::AnyAction;
use battlewright_engine::game::Illegal;
use battlewright_engine::play::Input;
use battlewright_engine::show::{
    Click, Label, Piece, Place, PointerMode, ProposedAction, Show as _, TableMark, TablePointer,
};
use battlewright_schema::{Inches, UnitFootprint};

use super::Session;

/// The step to which points under the pointer are rounded, in thousandths of an inch.
const SNAP: i32 = 50;

/// The distance within which the pointer takes a place, in thousandths of an inch.
const NEAR: i32 = 700;

/// A full turn in tenths of a degree.
const TURN: i32 = 3600;

/// The greatest bend between two bases, in tenths of a degree.
const MOST_BEND: i16 = 900;

/// The pointer of a person on a table, with the data shown for it.
#[derive(Clone, Debug, Default)]
pub(super) struct TablePointing {
    /// The mode, the facing and the bend of the next action; the point and the piece under the pointer.
    pointer: TablePointer,
    /// `true` while the pointer is over the table.
    over: bool,
    /// The position and the pointer for which the proposal was found.
    found_for: Option<(u64, TablePointer, bool)>,
    proposal: Option<ProposedAction<AnyAction>>,
    /// The position and the piece for which the marks were found.
    marks_for: Option<(u64, Option<String>)>,
    marks: Vec<TableMark>,
    /// The position and the settings for which the areas were found.
    areas_for: Option<(u64, TablePointer)>,
    areas: Vec<Vec<Inches>>,
}

impl TablePointing {
    /// Resets the facing for the next action, and the mode and the bend for another question.
    pub(super) fn next(&mut self, same_question: bool) {
        self.pointer.facing = None;
        self.proposal = None;
        if !same_question {
            (self.pointer.mode, self.pointer.bend) = (0, 0);
        }
    }
}

impl Session {
    /// Moves the pointer to a point of the table and the piece there; `None` if it is not over the table.
    pub fn hover(&mut self, target: Option<(Inches, Option<String>)>) {
        self.pointing.over = target.is_some();
        if let Some((at, piece)) = target {
            self.pointing.pointer.at = snapped(at);
            self.pointing.pointer.piece = piece;
        }
        self.find_shown();
    }

    /// Finds the data for the pointer if the position or the pointer has changed.
    pub(super) fn find_shown(&mut self) {
        let edition = self.seen.edition;
        let key = (edition, self.pointing.pointer.clone(), self.pointing.over);
        if self.pointing.found_for.as_ref() == Some(&key) {
            return;
        }
        let asks_person = self.seen.turn.is_some() && !self.computer_to_move();
        let shown = self.pointing.over && asks_person;
        let pointer = &self.pointing.pointer;
        let known = &self.seen.game;
        let proposal = if shown { known.proposal(pointer) } else { None };
        let hovered = pointer.piece.clone().filter(|_| self.pointing.over);
        let settings = TablePointer { at: Inches::default(), piece: None, ..pointer.clone() };
        let areas_for = Some((edition, settings.clone()));
        if self.pointing.areas_for != areas_for {
            self.pointing.areas = if asks_person { known.legal_areas(&settings) } else { Vec::new() };
            self.pointing.areas_for = areas_for;
        }
        let marks_for = Some((edition, hovered.clone()));
        if self.pointing.marks_for != marks_for {
            self.pointing.marks = known.table_marks(hovered.as_deref());
            self.pointing.marks_for = marks_for;
        }
        self.pointing.proposal = proposal;
        self.pointing.found_for = Some(key);
    }

    /// Returns the bases of the units on the table.
    pub fn footprints(&self) -> &[UnitFootprint] {
        &self.seen.footprints
    }

    /// Returns the action that a click would choose, with all that is shown for it.
    pub fn proposal(&self) -> Option<&ProposedAction<AnyAction>> {
        self.pointing.proposal.as_ref()
    }

    /// Returns the piece under the pointer on a table.
    pub fn pointed_piece(&self) -> Option<&Piece> {
        let id = self.pointing.pointer.piece.as_ref().filter(|_| self.pointing.over)?;
        self.seen.crowd.pieces.iter().find(|piece| piece.id == *id)
    }

    /// Returns the label of the proposed action.
    pub fn proposal_label(&self) -> Option<Label> {
        self.proposal().map(|proposal| self.known().label(&proposal.action))
    }

    /// Returns the marks on the table, without those that the player has hidden.
    pub fn table_marks(&self) -> impl Iterator<Item = &TableMark> {
        self.pointing.marks.iter().filter(|mark| !self.hidden_marks.contains(mark.legend.name))
    }

    /// Returns all marks on the table, hidden ones included.
    pub fn all_table_marks(&self) -> &[TableMark] {
        &self.pointing.marks
    }

    /// Returns `true` if the player has hidden the marks with this name.
    pub fn is_hidden(&self, name: &str) -> bool {
        self.hidden_marks.contains(name)
    }

    /// Returns the areas in which a click is legal.
    pub fn legal_areas(&self) -> &[Vec<Inches>] {
        &self.pointing.areas
    }

    /// Returns the modes of the pointer.
    pub fn modes(&self) -> &[PointerMode] {
        if self.computer_to_move() { &[] } else { &self.seen.modes }
    }

    /// Returns the mode of the pointer; `None` if the game has no modes now.
    pub fn mode(&self) -> Option<&PointerMode> {
        let modes = self.modes();
        modes.get(self.pointing.pointer.mode).or(modes.first())
    }

    /// Returns the facing of the next action in tenths of a degree, if the player has chosen one.
    pub fn chosen_facing(&self) -> Option<u16> {
        self.pointing.pointer.facing
    }

    /// Returns the bend of the next action in tenths of a degree.
    pub fn bend(&self) -> i16 {
        self.pointing.pointer.bend
    }

    /// Returns the facing that the next action would have, in tenths of a degree.
    pub fn facing(&self) -> Option<u16> {
        let active = || {
            let pieces = &self.seen.crowd.pieces;
            let active = pieces.iter().position(|piece| piece.active)?;
            let degrees = self.seen.footprints.iter().find(|unit| unit.unit == active)?.facing?;
            Some(degrees * 10)
        };
        self.chosen_facing().or_else(|| self.proposal()?.facing).or_else(active)
    }

    pub(super) fn set_mode(&mut self, mode: usize) {
        if mode < self.modes().len() {
            self.pointing.pointer = TablePointer { mode, facing: None, ..self.pointing.pointer.clone() };
            self.find_shown();
        }
    }

    pub(super) fn set_facing(&mut self, facing: Option<u16>) {
        if self.mode().is_some_and(|mode| mode.turns) {
            self.pointing.pointer.facing = facing;
            self.find_shown();
        }
    }

    /// Turns the facing of the next action by `tenths` of a degree.
    pub(super) fn turn_facing(&mut self, tenths: i16) {
        let facing = i32::from(self.facing().unwrap_or(0)) + i32::from(tenths);
        self.set_facing(u16::try_from(facing.rem_euclid(TURN)).ok());
    }

    pub(super) fn bend_by(&mut self, tenths: i16) {
        if self.mode().is_some_and(|mode| mode.bends) {
            let bend = self.pointing.pointer.bend.saturating_add(tenths);
            self.pointing.pointer.bend = bend.clamp(-MOST_BEND, MOST_BEND);
            self.find_shown();
        }
    }

    /// Handles a click on a table at a point and the piece there. A click without a meaning is refused with a reason.
    pub(super) fn click_table(&mut self, piece: Option<String>, at: Inches) {
        if let Some(refusal) = self.not_asked() {
            self.refusal = Some(refusal);
            return;
        }
        let pointer = TablePointer { at: snapped(at), piece: piece.clone(), ..self.pointing.pointer.clone() };
        match self.known().proposal(&pointer) {
            Some(ProposedAction { action, refusal: None, .. }) => self.choose(action),
            Some(ProposedAction { refusal, .. }) => self.refusal = refusal,
            None => self.click_place(piece, at),
        }
    }

    /// Chooses the legal action at the place nearest to a click, or the one that the clicked piece stands for.
    fn click_place(&mut self, piece: Option<String>, at: Inches) {
        let places = self.seen.legal.iter().filter_map(|(action, label)| match label.place {
            Some(Place::At(place)) => Some((square(place, at), *action)),
            _ => None,
        });
        let near =
            places.filter(|(distance, _)| *distance <= i64::from(NEAR).pow(2)).min_by_key(|(distance, _)| *distance);
        let click = piece.map_or(Click::Point(at), Click::Piece);
        let game = self.known();
        match near.map(|(_, action)| action).or_else(|| game.meaning(click.clone())) {
            Some(action) => self.choose(action),
            None => self.refusal = Some(game.why_not(click)),
        }
    }

    /// Takes the last choice back, if it was made by the person who must choose now, and nothing has been rolled since.
    pub(super) fn take_back(&mut self) {
        let last = self.game.inputs().next_back().map(|(by, input)| (by, matches!(input, Input::Choice(_))));
        if last != Some((self.seen.turn, true)) || self.computer_to_move() {
            let rule = self.seen.status.rule;
            let reason = "there is nothing to take back since the last roll; undo goes farther";
            self.refusal = Some(Illegal::new(rule, reason));
            return;
        }
        self.undo();
    }

    /// Returns the sentence about the proposal for the status line and for screen readers; `None` without one.
    pub fn proposal_line(&self) -> Option<String> {
        let proposal = self.proposal()?;
        let label = self.proposal_label()?;
        Some(match (&proposal.refusal, proposal.spent) {
            (Some(refusal), _) => format!("{}: not allowed, {refusal}", label.text),
            (None, Some(spent)) => format!("{}: {spent}", label.text),
            (None, None) => label.text,
        })
    }

    /// Returns the hint for the status line: the proposed action, the use of the pointer, or the question.
    pub fn hint(&self) -> String {
        let line = self.proposal_line();
        let help = self.mode().map(|mode| mode.help.to_owned());
        line.or(help).unwrap_or_else(|| self.seen.status.prompt.clone())
    }
}

/// Returns a point rounded to the step of the pointer.
fn snapped(at: Inches) -> Inches {
    let round = |length: i32| length.saturating_add(SNAP / 2).div_euclid(SNAP) * SNAP;
    Inches { x: round(at.x), y: round(at.y) }
}

/// Returns the square of the distance of two points.
fn square(one: Inches, two: Inches) -> i64 {
    let [x, y] = [one.x.saturating_sub(two.x), one.y.saturating_sub(two.y)].map(i64::from);
    x.saturating_mul(x).saturating_add(y.saturating_mul(y))
}
