//! The tooltips of a game on the map. They leave the lit choices and the arcs visible, and do not appear where one has just
//! clicked.

use egui::{Area, Frame, Id, Order, Pos2, Rect, Response, Ui, Vec2, vec2};

use crate::app::panes::Panes;
use crate::canvas::table::hit;
use crate::canvas::{self, View};
use crate::panels::play;

/// The distance of a tooltip from the pointer, in points.
const GAP: f32 = 16.0;

/// The distance from the last click within which no counter explains itself, in points.
const NEAR: f32 = 28.0;

/// The size of a tooltip that has not been drawn yet, in points.
const USUAL: Vec2 = vec2(280.0, 190.0);

/// The parts of the map that a tooltip leaves visible if there is room.
#[derive(Clone, Debug, Default)]
pub(super) struct VisibleParts {
    /// The lit choices.
    pub(super) choices: Vec<Rect>,
    /// The areas that matter for the choice, such as an arc of fire, as outlines.
    pub(super) areas: Vec<Vec<Pos2>>,
}

impl VisibleParts {
    /// Returns the number of choices that `rect` covers, and a measure of the areas that it covers.
    fn covered_by(&self, rect: Rect) -> (usize, usize) {
        const SAMPLES: u8 = 7;
        let choices = self.choices.iter().filter(|choice| choice.intersects(rect)).count();
        let at = |n: u8| (f32::from(n) + 0.5) / f32::from(SAMPLES);
        let samples = (0..SAMPLES).flat_map(|x| (0..SAMPLES).map(move |y| vec2(at(x), at(y))));
        let points = samples.map(|part| rect.min + part * rect.size());
        let covers = |point: &Pos2| self.areas.iter().any(|area| hit::contains(area, *point));
        (choices, points.filter(covers).count())
    }
}

impl Panes<'_> {
    /// Returns `true` if the pointer rests at `pos`, and not where the last click was: the hexes below are clicked next.
    pub(super) fn pointer_rests(&mut self, ui: &Ui, pos: Pos2) -> bool {
        if self.input.play_pointer.clicked.is_some_and(|clicked| clicked.distance(pos) > NEAR) {
            self.input.play_pointer.clicked = None;
        }
        let still = ui.input(|input| input.pointer.is_still() && !input.pointer.any_down());
        still && self.input.play_pointer.clicked.is_none()
    }

    /// Shows a tooltip during a game: the odds of a combat, or the card of the counter under the pointer.
    pub(super) fn odds_at_pointer(&mut self, ui: &Ui, response: &Response, view: &View) {
        let Some(pos) = response.hover_pos() else { return };
        let rests = self.pointer_rests(ui, pos);
        let Some(session) = &self.workspace.session else { return };
        let half = Vec2::splat(view.radius());
        let mut choices = session.choice_cells();
        if !session.computer_to_move() {
            choices.extend(&session.seen().reach);
        }
        let choices = choices.into_iter().map(|cell| Rect::from_center_size(view.center(cell), half * 1.6)).collect();
        let visible = VisibleParts { choices, areas: Vec::new() };
        let fight = view.cell_at(pos).and_then(|cell| session.fight_at(cell));
        if let Some((label, odds)) = fight {
            beside_choices(ui, pos, &visible, self.map.rect, |ui| {
                ui.set_width(270.0);
                ui.strong(&label.text);
                play::explained_odds(ui, &odds, session.seen().turn);
            });
            return;
        }
        let fires = view.cell_at(pos).filter(|_| rests).map_or_else(Vec::new, |cell| session.fire_drawn_at(cell));
        if !fires.is_empty() {
            beside_choices(ui, pos, &visible, self.map.rect, |ui| play::drawn_fires(ui, session, &fires));
            return;
        }
        let crowd = &session.seen().crowd;
        let piece = canvas::piece_at(&crowd.place(view, None), pos).and_then(|index| crowd.pieces.get(index));
        if let Some(card) = piece.filter(|_| rests).and_then(|piece| session.card(&piece.id)) {
            let uniforms = self.workspace.uniforms(session);
            beside_choices(ui, pos, &visible, self.map.rect, |ui| play::card(ui, &card, &uniforms));
        }
    }
}

/// Returns a tooltip beside the pointer.
pub(super) fn tooltip(ui: &Ui, response: &Response) -> egui::Tooltip<'static> {
    let at = egui::PopupAnchor::Pointer;
    egui::Tooltip::always_open(ui.ctx().clone(), response.layer_id, response.id, at).gap(14.0)
}

/// Shows a tooltip near `pos` and within `room` that covers as little of `visible` as possible.
pub(super) fn beside_choices(ui: &Ui, pos: Pos2, visible: &VisibleParts, room: Rect, content: impl FnOnce(&mut Ui)) {
    let id = Id::unique("tooltip of a game");
    let size = ui.memory(|memory| memory.area_rect(id)).map_or(USUAL, |rect| rect.size());
    let at = place(pos, size, visible, room);
    let area = Area::new(id).order(Order::Tooltip).interactable(false).fixed_pos(at).constrain_to(room);
    area.show(ui.ctx(), |ui| {
        Frame::popup(ui.style()).show(ui, content);
    });
}

/// Returns the upper left corner for a tooltip of `size`: beside the pointer, or in a corner of `room` if every place beside the
/// pointer covers what is to be visible.
fn place(pos: Pos2, size: Vec2, visible: &VisibleParts, room: Rect) -> Pos2 {
    let room = room.shrink(4.0);
    let beside = [
        pos + vec2(GAP, GAP),
        pos + vec2(GAP, -GAP - size.y),
        pos + vec2(-GAP - size.x, GAP),
        pos + vec2(-GAP - size.x, -GAP - size.y),
    ];
    let corners = [
        room.left_top(),
        room.right_top() - vec2(size.x, 0.0),
        room.left_bottom() - vec2(0.0, size.y),
        room.right_bottom() - size,
    ];
    let covered = |at: Pos2| {
        let rect = Rect::from_min_size(at, size);
        let inside = room.contains_rect(rect) && !rect.contains(pos);
        let (choices, areas) = visible.covered_by(rect);
        (choices, areas, !inside)
    };
    let places = beside.into_iter().chain(corners);
    places.min_by_key(|at| covered(*at)).unwrap_or(pos)
}

#[cfg(test)]
mod tests {
    use super::*;

    const ROOM: Rect = Rect { min: Pos2::ZERO, max: Pos2::new(1000.0, 800.0) };

    #[test]
    fn a_tooltip_covers_no_choice_if_there_is_room() {
        let pos = Pos2::new(500.0, 400.0);
        let choice = |x: f32, y: f32| Rect::from_center_size(Pos2::new(x, y), Vec2::splat(40.0));
        let place =
            |choices: &[Rect]| place(pos, USUAL, &VisibleParts { choices: choices.to_vec(), areas: Vec::new() }, ROOM);
        assert_eq!(place(&[]), pos + vec2(GAP, GAP), "below and to the right, as usual");
        let below = [choice(560.0, 460.0), choice(440.0, 460.0)];
        let above = Rect::from_min_size(place(&below), USUAL);
        assert!(above.bottom() < pos.y && !below.iter().any(|choice| choice.intersects(above)));
        // Choices on all sides: a corner of the map.
        let ring = [choice(560.0, 460.0), choice(440.0, 460.0), choice(560.0, 340.0), choice(440.0, 340.0)];
        let corner = Rect::from_min_size(place(&ring), USUAL);
        assert!(!ring.iter().any(|choice| choice.intersects(corner)), "{corner}");
        assert!(ROOM.contains_rect(corner));
    }
    #[test]
    fn a_tooltip_leaves_the_arc_of_the_orders_visible() {
        let pos = Pos2::new(500.0, 400.0);
        // The arc of a unit at the pointer, which looks to the lower right.
        let arc = vec![pos, pos + vec2(400.0, -40.0), pos + vec2(400.0, 400.0), pos + vec2(-40.0, 400.0)];
        let visible = VisibleParts { choices: Vec::new(), areas: vec![arc] };
        let tooltip = Rect::from_min_size(place(pos, USUAL, &visible, ROOM), USUAL);
        assert_eq!(visible.covered_by(tooltip), (0, 0), "{tooltip}");
        assert!(ROOM.contains_rect(tooltip) && !tooltip.contains(pos));
        assert!(
            visible.covered_by(Rect::from_min_size(pos + vec2(GAP, GAP), USUAL)).1 > 40,
            "the usual place covers it"
        );
        // A choice counts more than an area.
        let choices = [tooltip.center()].map(|center| Rect::from_center_size(center, Vec2::splat(9.0))).to_vec();
        let visible = VisibleParts { choices, ..visible };
        let other = Rect::from_min_size(place(pos, USUAL, &visible, ROOM), USUAL);
        assert_eq!(visible.covered_by(other).0, 0);
    }
}
