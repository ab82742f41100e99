//! Where on the screen a hex is: hex geometry (all of it hexx's), pan and zoom.

use std::ops::Range;

use battlewright_schema::{Cell, Grid};
use egui::{Pos2, Rect, Vec2, pos2, vec2};
use hexx::{Hex, HexLayout};

/// The least and greatest radius of a hex on the screen, in points.
const ZOOM: std::ops::RangeInclusive<f32> = 0.1..=160.0;
/// The radius below which nothing is gained by seeing a map still smaller, once all of it is in view.
const SMALL: f32 = 4.0;
/// How much room to leave around the map when it is fitted, in hex radii.
const MARGIN: f32 = 0.9;

/// Which part of the map is shown, and how large.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The point of the map in the middle of the view, in hex radii.
    pub center: Pos2,
    /// The radius of a hex on the screen, in points; 0 before the first fit.
    pub radius: f32,
}

impl Default for Camera {
    fn default() -> Self {
        Self { center: Pos2::ZERO, radius: 0.0 }
    }
}

/// The map as a camera shows it within a rectangle of the screen.
#[derive(Clone, Debug)]
pub struct View {
    grid: Grid,
    layout: HexLayout,
    rect: Rect,
    radius: f32,
}

impl Camera {
    /// The camera that shows the whole of `grid` within `rect`.
    pub fn fit(grid: &Grid, rect: Rect) -> Self {
        let bounds = bounds(grid).expand(MARGIN);
        let radius = (rect.width() / bounds.width()).min(rect.height() / bounds.height());
        Self { center: bounds.center(), radius: radius.clamp(*ZOOM.start(), *ZOOM.end()) }
    }

    /// What this camera shows of `grid` within `rect`.
    pub fn view(&self, grid: &Grid, rect: Rect) -> View {
        let origin = rect.center() - self.center.to_vec2() * self.radius;
        let layout = HexLayout::new(grid.orientation())
            .with_hex_size(self.radius)
            .with_origin(hexx::Vec2::new(origin.x, origin.y));
        View { grid: grid.clone(), layout, rect, radius: self.radius }
    }

    /// Moves the map by `delta` points.
    pub fn pan(&mut self, delta: Vec2) {
        self.center -= delta / self.radius;
    }

    /// Makes everything `factor` times as large, but no smaller than it takes to see all of `grid`; the point of the
    /// map at `pos` stays there.
    pub fn zoom(&mut self, grid: &Grid, rect: Rect, factor: f32, pos: Pos2) {
        let least = Self::fit(grid, rect).radius.min(SMALL);
        let radius = (self.radius * factor).clamp(least, *ZOOM.end());
        let offset = pos - rect.center();
        self.center += offset / self.radius - offset / radius;
        self.radius = radius;
    }

    /// Keeps some of `grid` in view.
    pub fn keep(&mut self, grid: &Grid) {
        self.center = bounds(grid).clamp(self.center);
    }

    /// Puts `cell` into the middle of the view.
    pub fn look_at(&mut self, grid: &Grid, cell: Cell) {
        let at = HexLayout::new(grid.orientation()).hex_to_world_pos(grid.hex(cell));
        self.center = pos2(at.x, at.y);
    }
}

/// The rectangle around every hex of `grid`, in hex radii.
fn bounds(grid: &Grid) -> Rect {
    let layout = HexLayout::new(grid.orientation());
    let (last_column, last_row) = (grid.columns().saturating_sub(1), grid.rows().saturating_sub(1));
    let size = layout.rect_size();
    let mut bounds = Rect::NOTHING;
    // The corners, and their neighbors along the edge, which may stand half a hex further out.
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
    /// The hex grid.
    pub fn grid(&self) -> &Grid {
        &self.grid
    }

    /// The same map moved by `by` points, seen within `rect`.
    pub(super) fn moved(&self, by: Vec2, rect: Rect) -> Self {
        let origin = self.layout.origin + hexx::Vec2::new(by.x, by.y);
        Self { grid: self.grid.clone(), layout: self.layout.clone().with_origin(origin), rect, radius: self.radius }
    }

    /// The same map with the same origin and hexes of another radius.
    pub(super) fn of_radius(&self, radius: f32) -> Self {
        Self { layout: self.layout.clone().with_hex_size(radius), radius, ..self.clone() }
    }

    /// Where the map's origin is on the screen.
    pub(super) fn origin(&self) -> Pos2 {
        point(self.layout.origin)
    }

    /// The rectangle of the screen.
    pub fn rect(&self) -> Rect {
        self.rect
    }

    /// The radius of a hex, in points.
    pub fn radius(&self) -> f32 {
        self.radius
    }

    /// The center of `cell`.
    pub fn center(&self, cell: Cell) -> Pos2 {
        point(self.layout.hex_to_world_pos(self.grid.hex(cell)))
    }

    /// The center of `hex`, on the map or off it.
    pub fn center_of(&self, hex: Hex) -> Pos2 {
        point(self.layout.hex_to_world_pos(hex))
    }

    /// The center of the hex next to `cell` in direction `side`, on the map or off it.
    pub fn beyond(&self, cell: Cell, side: usize) -> Pos2 {
        let neighbors = self.grid.hex(cell).all_neighbors();
        point(self.layout.hex_to_world_pos(neighbors[side % 6]))
    }

    /// The corners of `cell`; side `n` runs between corners `n` and `n + 1` of [`View::sides`].
    pub fn corners(&self, cell: Cell) -> [Pos2; 6] {
        self.layout.hex_corners(self.grid.hex(cell)).map(point)
    }

    /// The two ends of each hexside of `cell`, in the order of [`Grid::neighbors`].
    pub fn sides(&self, cell: Cell) -> [[Pos2; 2]; 6] {
        self.layout.hex_edge_corners(self.grid.hex(cell)).map(|ends| ends.map(point))
    }

    /// The hexside between two neighbors; `None` if they are not.
    pub fn side_between(&self, a: Cell, b: Cell) -> Option<[Pos2; 2]> {
        let side = self.grid.neighbors(a).iter().position(|neighbor| *neighbor == Some(b))?;
        self.sides(a).get(side).copied()
    }

    /// The cell of the grid at `pos`.
    pub fn cell_at(&self, pos: Pos2) -> Option<Cell> {
        self.grid.cell_at(self.hex_at(pos))
    }

    /// The hexside nearest to `pos`: the cell there and its neighbor across.
    pub fn side_at(&self, pos: Pos2) -> Option<(Cell, Cell)> {
        let cell = self.cell_at(pos)?;
        let neighbors = self.grid.neighbors(cell);
        let nearest = neighbors.into_iter().flatten().min_by(|a, b| {
            let far = |cell: &Cell| self.center(*cell).distance_sq(pos);
            far(a).total_cmp(&far(b))
        })?;
        Some((cell, nearest))
    }

    /// Every cell of the grid of which something is in view.
    pub fn cells(&self) -> impl Iterator<Item = Cell> + use<> {
        let (columns, rows) = self.span();
        rows.flat_map(move |row| columns.clone().map(move |column| Cell { column, row }))
    }

    /// The columns and rows of the grid of which something is in view.
    pub(super) fn span(&self) -> (Range<u16>, Range<u16>) {
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

    /// The hex at `pos`, on the map or off it.
    pub fn hex_at(&self, pos: Pos2) -> Hex {
        self.layout.world_pos_to_hex(hexx::Vec2::new(pos.x, pos.y))
    }
}

fn point(at: hexx::Vec2) -> Pos2 {
    pos2(at.x, at.y)
}

/// Which of `count` things, `step` apart from `first` on, reach into `from..to`; a thing may be
/// half a step off its place and reaches a step around itself.
fn span(first: f32, step: f32, from: f32, to: f32, count: u16) -> Range<u16> {
    let index = |at: f32| ((at - first) / step).clamp(-1.0, f32::from(count));
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "clamped to 0..=u16::MAX")]
    let clip = |index: f32| index.clamp(0.0, f32::from(count)) as u16;
    clip(index(from).floor() - 1.0)..clip(index(to).ceil() + 2.0)
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{HexRows, Map, Numbering, Order, Orientation, Parity};
    use indexmap::IndexMap;

    use super::*;

    fn grids() -> Vec<Grid> {
        let mut grids = Vec::new();
        for orientation in [Orientation::Flat, Orientation::Pointy] {
            for parity in [Parity::Odd, Parity::Even] {
                let map: Map<()> = Map {
                    orientation,
                    lower_columns: Some(parity),
                    right_rows: Some(parity),
                    columns: 9,
                    rows: 7,
                    numbering: Numbering { first: "0101".into(), order: Order::ColumnRow },
                    hex_metres: None,
                    hexes: HexRows(vec![vec!['.'; 9]; 7]),
                    levels: None,
                    terrain: IndexMap::new(),
                    scan: None,
                };
                grids.push(Grid::new(&map).unwrap());
            }
        }
        grids
    }

    const RECT: Rect = Rect { min: pos2(40.0, 30.0), max: pos2(840.0, 630.0) };

    #[test]
    fn a_fitted_map_shows_every_hex_whole() {
        for grid in grids() {
            let view = Camera::fit(&grid, RECT).view(&grid, RECT);
            let cells: Vec<Cell> = view.cells().collect();
            for cell in grid.cells() {
                assert!(cells.contains(&cell));
                assert!(view.corners(cell).iter().all(|corner| RECT.contains(*corner)), "{cell:?}");
                assert_eq!(view.cell_at(view.center(cell)), Some(cell));
            }
        }
    }

    #[test]
    fn no_hex_in_view_is_left_out_when_zoomed_in() {
        for grid in grids() {
            for (radius, center) in [(90.0, pos2(3.0, 4.0)), (60.0, pos2(0.0, 0.0)), (35.0, pos2(9.0, 9.0))] {
                let view = Camera { center, radius }.view(&grid, RECT);
                let cells: Vec<Cell> = view.cells().collect();
                let seen = |cell: Cell| view.corners(cell).iter().any(|corner| RECT.contains(*corner));
                assert!(grid.cells().filter(|cell| seen(*cell)).all(|cell| cells.contains(&cell)));
                assert!(cells.iter().all(|cell| cell.column < grid.columns() && cell.row < grid.rows()));
            }
        }
    }

    #[test]
    fn sides_lie_between_the_neighbors_they_part() {
        for grid in grids() {
            let view = Camera::fit(&grid, RECT).view(&grid, RECT);
            for cell in grid.cells() {
                for (side, neighbor) in grid.neighbors(cell).into_iter().enumerate() {
                    let [a, b] = view.sides(cell)[side];
                    let between = view.center(cell).lerp(view.beyond(cell, side), 0.5);
                    assert!(a.lerp(b, 0.5).distance(between) < 0.01);
                    if let Some(neighbor) = neighbor {
                        assert_eq!(view.center(neighbor), view.beyond(cell, side));
                        assert_eq!(view.side_at(between.lerp(view.center(cell), 0.1)), Some((cell, neighbor)));
                    }
                }
            }
        }
    }

    #[test]
    fn zooming_keeps_the_point_under_the_pointer() {
        let grid = grids().remove(0);
        let mut camera = Camera::fit(&grid, RECT);
        let cell = Cell { column: 6, row: 2 };
        let pos = camera.view(&grid, RECT).center(cell);
        camera.zoom(&grid, RECT, 2.5, pos);
        assert!(camera.view(&grid, RECT).center(cell).distance(pos) < 0.01);
        camera.pan(vec2(10.0, -20.0));
        assert!(camera.view(&grid, RECT).center(cell).distance(pos + vec2(10.0, -20.0)) < 0.01);
    }
}
