//! Hex positions in Tiled, in whole pixels, so that hexes are nearly regular.

use battlewright_schema::{Cell, Common, Orientation};
use emath::{Pos2, Vec2, pos2, vec2};

/// The radius of exported hexes, from center to corner, in pixels. At this radius the rounded hex is within a tenth of a
/// pixel of a regular one.
pub(crate) const RADIUS: f32 = 52.0;

/// The hex geometry of a Tiled map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Hexes {
    /// `true` for flat-top hexes.
    pub(crate) flat: bool,
    /// `true` if the first column, or the first row of pointy-top hexes, is shifted by half a hex.
    pub(crate) even: bool,
    /// The width and height of a tile, in pixels.
    pub(crate) tile: [u16; 2],
    /// The length of the horizontal side of a flat-top hex, or of the vertical side of a pointy-top one, in pixels.
    pub(crate) side: u16,
    /// The number of columns and rows.
    pub(crate) size: [u16; 2],
}

impl Hexes {
    /// Returns the geometry of an exported scenario.
    pub(crate) fn of(common: &dyn Common) -> Self {
        let flat = common.frame().orientation == Orientation::Flat;
        let (columns, rows) = common.size();
        let tile = if flat { [104, 90] } else { [90, 104] };
        Self { flat, even: first_is_shifted(common), tile, side: 52, size: [columns, rows] }
    }

    /// Returns the extent of a slanted side along the stagger axis, in pixels.
    fn slant(self) -> u16 {
        self.tile[usize::from(!self.flat)].saturating_sub(self.side) / 2
    }

    /// Returns the distance between columns and between rows, in pixels.
    pub(crate) fn step(self) -> [u16; 2] {
        let step = self.slant() + self.side;
        if self.flat { [step, self.tile[1]] } else { [self.tile[0], step] }
    }

    fn shifted(self, cell: Cell) -> bool {
        let number = if self.flat { cell.column } else { cell.row };
        (number % 2 == 1) != self.even
    }

    /// Returns the width and height of a tile, in pixels.
    pub(crate) fn tile(self) -> Vec2 {
        vec2(self.tile[0].into(), self.tile[1].into())
    }

    /// Returns the width and height of the map, in pixels.
    pub(crate) fn extent(self) -> [u32; 2] {
        let [along, across] = if self.flat { [0, 1] } else { [1, 0] };
        let mut extent = [0; 2];
        extent[along] = u32::from(self.size[along]) * u32::from(self.step()[along]) + u32::from(self.slant());
        let half = if self.size[along] > 1 { u32::from(self.tile[across] / 2) } else { 0 };
        extent[across] = u32::from(self.size[across]) * u32::from(self.tile[across]) + half;
        extent
    }

    /// Returns the center of `cell`, on or off the map.
    pub(crate) fn center(self, cell: Cell) -> Pos2 {
        let [wide, high] = self.step().map(f32::from);
        let half = if self.shifted(cell) { 1.0 } else { 0.0 };
        let shift = if self.flat {
            vec2(0.0, half * (self.tile[1] / 2) as f32)
        } else {
            vec2(half * (self.tile[0] / 2) as f32, 0.0)
        };
        pos2(f32::from(cell.column) * wide, f32::from(cell.row) * high) + shift + self.tile() / 2.0
    }

    /// Returns the corners of `cell`.
    pub(crate) fn corners(self, cell: Cell) -> [Pos2; 6] {
        let (center, half, side) = (self.center(cell), self.tile() / 2.0, f32::from(self.side) / 2.0);
        let offsets = if self.flat {
            [
                vec2(-side, -half.y),
                vec2(side, -half.y),
                vec2(half.x, 0.0),
                vec2(side, half.y),
                vec2(-side, half.y),
                vec2(-half.x, 0.0),
            ]
        } else {
            [
                vec2(0.0, -half.y),
                vec2(half.x, -side),
                vec2(half.x, side),
                vec2(0.0, half.y),
                vec2(-half.x, side),
                vec2(-half.x, -side),
            ]
        };
        offsets.map(|offset| center + offset)
    }

    /// Returns `true` if a point, relative to the center of a tile, lies within the hex.
    pub(crate) fn holds(self, from_center: Vec2) -> bool {
        let (half, slant) = (self.tile() / 2.0, f32::from(self.slant()));
        let at = from_center.abs();
        if self.flat {
            at.x * half.y + at.y * slant <= half.x * half.y && at.y <= half.y
        } else {
            at.y * half.x + at.x * slant <= half.x * half.y && at.x <= half.x
        }
    }

    /// Returns the hexside shared by `a` and `b`, directed with `a` on its left; `None` if they share none.
    pub(crate) fn hexside(self, a: Cell, b: Cell) -> Option<[Pos2; 2]> {
        let others = self.corners(b);
        let shared: Vec<Pos2> =
            self.corners(a).into_iter().filter(|one| others.iter().any(|two| one.distance(*two) < 0.75)).collect();
        let &[from, to] = shared.as_slice() else { return None };
        Some(if is_left(self.center(a), [from, to]) { [from, to] } else { [to, from] })
    }

    /// Returns the cell at `at`; `None` off the map.
    pub(crate) fn cell_at(self, at: Pos2) -> Option<Cell> {
        self.nearest(at).first().map(|(cell, _)| *cell).filter(|cell| {
            let tile = self.tile();
            (at - self.center(*cell)).length() <= tile.x.max(tile.y) / 2.0 + 0.5
        })
    }

    /// Returns the two hexes along a line, the left one first; `None` if the line is no hexside of the map.
    pub(crate) fn side_at(self, ends: [Pos2; 2]) -> Option<(Cell, Cell)> {
        let middle = ends[0].lerp(ends[1], 0.5);
        let &[(a, _), (b, _), ..] = self.nearest(middle).as_slice() else { return None };
        let side = self.hexside(a, b)?;
        let near = f32::from(self.side) * 0.4;
        let along = |side: [Pos2; 2]| side[0].distance(ends[0]) < near && side[1].distance(ends[1]) < near;
        (along(side) || along([side[1], side[0]])).then(|| if is_left(self.center(a), ends) { (a, b) } else { (b, a) })
    }

    /// Returns the cells around `at` with their squared distances, nearest first.
    fn nearest(self, at: Pos2) -> Vec<(Cell, f32)> {
        let guess = |at: f32, step: u16, most: u16| {
            #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=u16::MAX")]
            let guess = (at / f32::from(step.max(1))).clamp(0.0, f32::from(most.saturating_sub(1))) as u16;
            guess.saturating_sub(1)..guess.saturating_add(2).min(most)
        };
        let [wide, high] = self.step();
        let rows = guess(at.y, high, self.size[1]);
        let columns = guess(at.x, wide, self.size[0]);
        let cells = rows.flat_map(|row| columns.clone().map(move |column| Cell { column, row }));
        let mut cells: Vec<(Cell, f32)> = cells.map(|cell| (cell, self.center(cell).distance_sq(at))).collect();
        cells.sort_by(|(_, one), (_, two)| one.total_cmp(two));
        cells
    }
}

/// Returns `true` if `at` is to the left of the directed line.
fn is_left(at: Pos2, [from, to]: [Pos2; 2]) -> bool {
    let (along, across) = (to - from, at - from);
    along.x * across.y - along.y * across.x < 0.0
}

/// Returns `true` if the first column, or the first row of pointy-top hexes, is shifted by half a hex.
fn first_is_shifted(common: &dyn Common) -> bool {
    let Ok(grid) = common.grid() else { return false };
    let view = crate::draw::View::whole(&grid, RADIUS, 0.0);
    let (first, right, below) = (Cell::default(), Cell { column: 1, row: 0 }, Cell { column: 0, row: 1 });
    if common.frame().orientation == Orientation::Flat {
        view.center(first).y > view.center(right).y
    } else {
        view.center(first).x > view.center(below).x
    }
}
