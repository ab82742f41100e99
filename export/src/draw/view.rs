//! Hex geometry of a drawing, based on hexx.

use std::ops::Range;

use battlewright_schema::{Cell, Grid};
use emath::{Pos2, Rect, Vec2, pos2, vec2};
use hexx::{Hex, HexLayout};

use super::Density;

/// A projection of the map: hexes of a certain size, with a visible rectangle.
#[derive(Clone, Debug)]
pub struct View {
    grid: Grid,
    layout: HexLayout,
    rect: Rect,
    radius: f32,
    density: Density,
}

/// Returns the rectangle around all hexes of `grid`, in hex radii about the center of hex (0, 0).
pub fn bounds(grid: &Grid) -> Rect {
    let layout = HexLayout::new(grid.orientation());
    let (last_column, last_row) = (grid.columns().saturating_sub(1), grid.rows().saturating_sub(1));
    let size = layout.rect_size();
    let mut bounds = Rect::NOTHING;
    // The corner hexes, and their neighbors along the edge, which may be half a hex further out.
    for column in [0, 1, last_column.saturating_sub(1), last_column] {
        for row in [0, 1, last_row.saturating_sub(1), last_row] {
            let cell = Cell { column: column.min(last_column), row: row.min(last_row) };
            let at = layout.hex_to_world_pos(grid.hex(cell));
            bounds = bounds.union(Rect::from_center_size(pos2(at.x, at.y), vec2(size.x, size.y)));
        }
    }
    bounds
}

impl View {
    /// Returns a view with hexes of `radius` points, the center of hex (0, 0) at `origin`, and the visible rectangle
    /// `rect`.
    pub fn new(grid: &Grid, origin: Pos2, radius: f32, rect: Rect) -> Self {
        let layout =
            HexLayout::new(grid.orientation()).with_hex_size(radius).with_origin(hexx::Vec2::new(origin.x, origin.y));
        Self { grid: grid.clone(), layout, rect, radius, density: Density::default() }
    }

    /// Returns a view of the whole `grid` with hexes of `radius` points and a margin in hex radii. The upper left corner
    /// is at the origin of the drawing.
    pub fn whole(grid: &Grid, radius: f32, margin: f32) -> Self {
        let bounds = bounds(grid).expand(margin);
        let rect = Rect::from_min_size(Pos2::ZERO, bounds.size() * radius);
        Self::new(grid, (-bounds.min.to_vec2() * radius).to_pos2(), radius, rect)
    }

    /// The hex grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// Returns this view moved by `by` points, with the visible rectangle `rect`.
    pub fn moved(&self, by: Vec2, rect: Rect) -> Self {
        let origin = self.layout.origin + hexx::Vec2::new(by.x, by.y);
        Self { layout: self.layout.clone().with_origin(origin), rect, ..self.clone() }
    }

    /// Returns this view with the same origin and another hex radius, in points.
    pub fn of_radius(&self, radius: f32) -> Self {
        Self { layout: self.layout.clone().with_hex_size(radius), radius, ..self.clone() }
    }

    /// Returns this view for a screen of another density.
    #[must_use]
    pub fn of_density(self, density: Density) -> Self {
        Self { density, ..self }
    }

    /// Returns the center of hex (0, 0), in points.
    pub fn origin(&self) -> Pos2 {
        point(self.layout.origin)
    }

    /// The visible rectangle, in points.
    pub fn rect(&self) -> Rect {
        self.rect
    }

    /// The radius of a hex, in points.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// Returns the radius of a hex in pixels, which limits of detail compare with.
    pub fn detail(&self) -> f32 {
        self.density.pixels(self.radius)
    }

    /// The density of the screen.
    pub fn density(&self) -> Density {
        self.density
    }

    /// Returns the center of `cell`, in points.
    pub fn center(&self, cell: Cell) -> Pos2 {
        point(self.layout.hex_to_world_pos(self.grid.hex(cell)))
    }

    /// Returns the center of `hex`, on or off the map.
    pub fn center_of(&self, hex: Hex) -> Pos2 {
        point(self.layout.hex_to_world_pos(hex))
    }

    /// Returns the center of the neighbor of `cell` in direction `side`, on or off the map.
    pub fn beyond(&self, cell: Cell, side: usize) -> Pos2 {
        let neighbors = self.grid.hex(cell).all_neighbors();
        point(self.layout.hex_to_world_pos(neighbors[side % 6]))
    }

    /// Returns the corners of `cell`; side `n` of [`View::sides`] runs between corners `n` and `n + 1`.
    pub fn corners(&self, cell: Cell) -> [Pos2; 6] {
        self.layout.hex_corners(self.grid.hex(cell)).map(point)
    }

    /// Returns the two ends of each hexside of `cell`, in the order of [`Grid::neighbors`].
    pub fn sides(&self, cell: Cell) -> [[Pos2; 2]; 6] {
        self.layout.hex_edge_corners(self.grid.hex(cell)).map(|ends| ends.map(point))
    }

    /// Returns the hexside between two neighbors; `None` if they are not adjacent.
    pub fn side_between(&self, a: Cell, b: Cell) -> Option<[Pos2; 2]> {
        let side = self.grid.neighbors(a).iter().position(|neighbor| *neighbor == Some(b))?;
        self.sides(a).get(side).copied()
    }

    /// Returns the cell at `pos`; `None` off the map.
    pub fn cell_at(&self, pos: Pos2) -> Option<Cell> {
        self.grid.cell_at(self.hex_at(pos))
    }

    /// Returns the hexside nearest to `pos`, as the cell at `pos` and its neighbor across; `None` off the map.
    pub fn side_at(&self, pos: Pos2) -> Option<(Cell, Cell)> {
        let cell = self.cell_at(pos)?;
        let neighbors = self.grid.neighbors(cell);
        let nearest = neighbors.into_iter().flatten().min_by(|a, b| {
            let far = |cell: &Cell| self.center(*cell).distance_sq(pos);
            far(a).total_cmp(&far(b))
        })?;
        Some((cell, nearest))
    }

    /// Returns the cells in view, with a few beyond.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (columns, rows) = self.span();
        rows.flat_map(move |row| columns.clone().map(move |column| Cell { column, row }))
    }

    /// Returns the columns and rows in view, with a few beyond.
    pub fn span(&self) -> (Range<u16>, Range<u16>) {
        let size = self.layout.rect_size();
        let (dx, dy) = match self.grid.orientation() {
            hexx::HexOrientation::Flat => (size.x * 0.75, size.y),
            hexx::HexOrientation::Pointy => (size.x, size.y * 0.75),
        };
        let first = self.center(Cell::default());
        let columns = span(first.x, dx, self.rect.left(), self.rect.right(), self.grid.columns());
        let rows = span(first.y, dy, self.rect.top(), self.rect.bottom(), self.grid.rows());
        (columns, rows)
    }

    /// Returns the hex at `pos`, on or off the map.
    pub fn hex_at(&self, pos: Pos2) -> Hex {
        self.layout.world_pos_to_hex(hexx::Vec2::new(pos.x, pos.y))
    }
}

fn point(at: hexx::Vec2) -> Pos2 {
    pos2(at.x, at.y)
}

/// Returns the range of `count` columns or rows, `step` apart from `first` on, that reach into `from..to`. Each may be
/// shifted by half a step and extends a step around its center.
fn span(first: f32, step: f32, from: f32, to: f32, count: u16) -> Range<u16> {
    let index = |at: f32| ((at - first) / step).clamp(-1.0, f32::from(count));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=u16::MAX")]
    let clip = |index: f32| index.clamp(0.0, f32::from(count)) as u16;
    clip(index(from).floor() - 1.0)..clip(index(to).ceil() + 2.0)
}
