//! Pan and zoom.

use battlewright_export::draw::view::bounds;
use battlewright_export::draw::{Density, View};
use battlewright_schema::{Cell, Grid};
use egui::{Pos2, Rect, Vec2, pos2};
use hexx::HexLayout;

/// The range of the hex radius on the screen, in points.
const ZOOM: std::ops::RangeInclusive<f32> = 0.1..=160.0;
/// The minimum radius while the whole map is in view, in points.
const SMALL: f32 = 4.0;
/// The margin around a fitted map, in hex radii.
const MARGIN: f32 = 0.9;

/// The visible part of the map and its scale.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Camera {
    /// The map point in the middle of the view, in hex radii, or in inches of a table.
    pub center: Pos2,
    /// The radius of a hex or the width of an inch on the screen, in points; 0 before the first fit.
    pub radius: f32,
    /// The density of the screen.
    pub density: Density,
}

impl Default for Camera {
    fn default() -> Self {
        Self { center: Pos2::ZERO, radius: 0.0, density: Density::default() }
    }
}

impl Camera {
    /// Returns the camera that shows the whole of `grid` in `rect`.
    pub fn fit(grid: &Grid, rect: Rect) -> Self {
        Self::fit_to(bounds(grid).expand(MARGIN), rect)
    }

    /// Returns the camera that shows `bounds` in `rect`, in radii of a hex or in inches of a table.
    pub fn fit_to(bounds: Rect, rect: Rect) -> Self {
        let radius = (rect.width() / bounds.width()).min(rect.height() / bounds.height());
        Self { center: bounds.center(), radius: radius.clamp(*ZOOM.start(), *ZOOM.end()), ..Self::default() }
    }

    /// Returns the view of `grid` in `rect` through this camera.
    pub fn view(&self, grid: &Grid, rect: Rect) -> View {
        let origin = rect.center() - self.center.to_vec2() * self.radius;
        View::new(grid, origin, self.radius, rect).of_density(self.density)
    }

    /// Moves the map by `delta` screen points.
    pub fn pan(&mut self, delta: Vec2) {
        self.center -= delta / self.radius;
    }

    /// Scales the view by `factor` around the screen position `pos`, at most down to the size at which all of `grid`
    /// is visible.
    pub fn zoom(&mut self, grid: &Grid, rect: Rect, factor: f32, pos: Pos2) {
        self.zoom_within(bounds(grid).expand(MARGIN), rect, factor, pos);
    }

    /// Scales the view by `factor` around the screen position `pos`, at most down to the size at which all of `bounds` is visible.
    pub fn zoom_within(&mut self, bounds: Rect, rect: Rect, factor: f32, pos: Pos2) {
        let least = Self::fit_to(bounds, rect).radius.min(SMALL);
        let radius = (self.radius * factor).clamp(least, *ZOOM.end());
        let offset = pos - rect.center();
        self.center += offset / self.radius - offset / radius;
        self.radius = radius;
    }

    /// Moves the camera so that a part of `grid` stays in view.
    pub fn keep(&mut self, grid: &Grid) {
        self.keep_within(bounds(grid));
    }

    /// Moves the camera so that a part of `bounds` stays in view.
    pub fn keep_within(&mut self, bounds: Rect) {
        self.center = bounds.clamp(self.center);
    }

    /// Centers the view on `cell`.
    pub fn look_at(&mut self, grid: &Grid, cell: Cell) {
        let at = HexLayout::new(grid.orientation()).hex_to_world_pos(grid.hex(cell));
        self.center = pos2(at.x, at.y);
    }
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
                    numbering: Numbering::straight("0101", Order::ColumnRow),
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
                let view = Camera { center, radius, ..Camera::default() }.view(&grid, RECT);
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
        camera.pan(egui::vec2(10.0, -20.0));
        assert!(camera.view(&grid, RECT).center(cell).distance(pos + egui::vec2(10.0, -20.0)) < 0.01);
    }
}
