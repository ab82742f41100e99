//! Boards beside the map: boxes that hold the counters of a turn, a setup zone, or a side's markers.

use emath::{Align2, Pos2, Rect, Vec2};

use super::counters::WIDE;
use crate::draw::{Shape, Stroke, Text, ink};

/// A box with its counters.
pub(super) struct Tray {
    /// The title.
    pub(super) title: String,
    /// The counters in captioned groups, by index.
    pub(super) groups: Vec<(String, Vec<usize>)>,
}

/// Adds `counter` to the box called `title`, which is created if missing.
pub(super) fn put(trays: &mut Vec<Tray>, title: String, counter: usize) {
    match trays.iter_mut().find(|tray| tray.title == title) {
        Some(tray) => tray.groups[0].1.push(counter),
        None => trays.push(Tray { title, groups: vec![(String::new(), vec![counter])] }),
    }
}

/// A board of boxes.
pub(super) struct TrayBoard {
    /// The width and height, in pixels.
    pub(super) size: (u32, u32),
    /// The shapes drawn on it.
    pub(super) shapes: Vec<Shape>,
    /// The rectangles of the boxes, by title.
    pub(super) boxes: Vec<(String, Rect)>,
    /// The positions of counters, by index.
    pub(super) places: Vec<(usize, Pos2)>,
}

/// The distance between counters, in pixels.
const STEP: f32 = WIDE as f32 + 9.0;
/// The counters per row.
const ACROSS: u8 = 5;
/// The boxes per row.
const BOXES: usize = 3;
const ROOM: f32 = 12.0;
const HEAD: f32 = 34.0;
const LABEL: f32 = 22.0;

/// Lays out `trays` in rows.
pub(super) fn board(trays: &[Tray]) -> TrayBoard {
    let wide = f32::from(ACROSS) * STEP + 2.0 * ROOM;
    let mut board = TrayBoard { size: (0, 0), shapes: Vec::new(), boxes: Vec::new(), places: Vec::new() };
    let mut corner = Pos2::new(ROOM, ROOM);
    let mut right = 0.0_f32;
    for row in trays.chunks(BOXES) {
        let high = row.iter().map(height).fold(0.0, f32::max);
        for tray in row {
            let rect = Rect::from_min_size(corner, Vec2::new(wide, high));
            board.fill(tray, rect);
            right = right.max(rect.right());
            corner.x = rect.right() + ROOM;
        }
        corner = Pos2::new(ROOM, corner.y + high + ROOM);
    }
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "a few thousand pixels, never below 0")]
    let whole = |length: f32| length.ceil() as u32;
    board.size = (whole(right + ROOM), whole(corner.y));
    let paper = Rect::from_min_size(Pos2::ZERO, Vec2::new(right + ROOM, corner.y));
    board.shapes.insert(0, Shape::filled(paper, 0.0, PAPER));
    board
}

const PAPER: ecolor::Color32 = ecolor::Color32::from_rgb(222, 213, 190);
const BOX: ecolor::Color32 = ecolor::Color32::from_rgb(240, 233, 214);

/// Returns the height of a box for its counters, with room for at least one.
fn height(tray: &Tray) -> f32 {
    let lines = |count: usize| f32::from(u16::try_from(count.div_ceil(usize::from(ACROSS))).unwrap_or(u16::MAX)) * STEP;
    let groups: f32 = tray.groups.iter().map(|(_, group)| LABEL + lines(group.len())).sum();
    HEAD + groups.max(STEP) + ROOM
}

impl TrayBoard {
    fn fill(&mut self, tray: &Tray, rect: Rect) {
        let edge = Stroke::new(1.5, ink::LINE);
        self.shapes.push(Shape::Box { rect, round: 6.0, fill: BOX, edge });
        let words = |at: Pos2, text: &str, size: f32| {
            let room = rect.right() - at.x - ROOM;
            Text { fit: Some(room), ..Text::new(at, text, size, ink::LINE).bold().anchored(Align2::LEFT_CENTER) }.into()
        };
        self.shapes.push(words(rect.min + Vec2::new(ROOM, HEAD / 2.0 + 2.0), &tray.title, 20.0));
        let mut top = rect.top() + HEAD;
        for (name, group) in &tray.groups {
            self.shapes.push(words(Pos2::new(rect.left() + ROOM, top + LABEL / 2.0), name, 14.0));
            top += LABEL;
            for line in group.chunks(usize::from(ACROSS)) {
                for (n, piece) in (0_u8..).zip(line) {
                    let middle = Vec2::new(f32::from(n) + 0.5, 0.5) * STEP;
                    self.places.push((*piece, Pos2::new(rect.left() + ROOM, top) + middle));
                }
                top += STEP;
            }
        }
        self.boxes.push((tray.title.clone(), rect));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counters_stand_apart_within_their_boxes() {
        let tray = |title: &str, groups: Vec<usize>| Tray {
            title: title.to_owned(),
            groups: groups
                .iter()
                .scan(0, |from, n| {
                    *from += n;
                    Some((format!("{n}"), (*from - n..*from).collect()))
                })
                .collect(),
        };
        let board = board(&[tray("1", vec![7, 1, 5]), tray("2", vec![]), tray("3", vec![12]), tray("4", vec![1])]);
        assert_eq!(board.boxes.len(), 4);
        let all = Rect::from_min_size(Pos2::ZERO, Vec2::new(board.size.0 as f32, board.size.1 as f32));
        for (n, (_, rect)) in board.boxes.iter().enumerate() {
            assert!(all.contains_rect(*rect));
            assert!(board.boxes[..n].iter().all(|(_, other)| !other.intersects(*rect)));
        }
        assert_eq!(board.places.len(), 26);
        for (n, (_, at)) in board.places.iter().enumerate() {
            let counter = Rect::from_center_size(*at, Vec2::splat(f32::from(WIDE)));
            assert!(board.boxes.iter().any(|(_, rect)| rect.contains_rect(counter)));
            assert!(board.places[..n].iter().all(|(_, other)| (*other - *at).abs().max_elem() >= STEP - 0.1));
        }
    }
}
