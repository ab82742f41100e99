//! The map at low zoom: a picture with one dot per hex, because hexes are too small for lines. It is made once and
//! updated row by row, so that a million hexes cost no more than the visible part.

use std::collections::BTreeMap;

use battlewright_export::art::Inks;
use battlewright_schema::{Cell, Common, HexsideKind};
use egui::{Color32, ColorImage, Mesh, Painter, Pos2, Rect, Shape, TextureFilter, TextureHandle, TextureOptions};
use hexx::HexOrientation;

use super::View;
use super::ground::{self, TerrainLooks};
use super::{CanvasScene, ink, relief};
use crate::messages::command::MapLayer;

/// The hex radius below which the map is a picture, in pixels.
pub use battlewright_export::draw::FAR;

/// Texture options: sharp dots when magnified, blended dots when reduced.
pub(crate) const OPTIONS: TextureOptions = TextureOptions {
    mipmap_mode: Some(TextureFilter::Linear),
    minification: TextureFilter::Linear,
    ..TextureOptions::NEAREST
};

/// The cached picture.
#[derive(Default)]
pub struct Overview {
    texture: Option<TextureHandle>,
    of: Option<OverviewKey>,
    revision: u64,
    /// The letters and levels of each row, as painted.
    rows: Vec<OverviewRow>,
    /// The colors of hexes with roads, streams or rivers, by row and column.
    lines: BTreeMap<(u16, u16), Color32>,
}

type OverviewRow = (Vec<char>, Option<Vec<char>>);

/// The cache key of the whole picture.
#[derive(Clone, PartialEq)]
struct OverviewKey {
    size: (u16, u16),
    looks: TerrainLooks,
    inks: Inks,
    dark: bool,
    levels: bool,
    /// `true` if roads and hexside features are shown.
    has_lines: bool,
    /// The revision of the lists of the scenario.
    lists: u64,
}

impl Overview {
    /// Paints the map. `revision` is that of the scenario, `lists` that of its lists.
    pub(super) fn paint(
        &mut self,
        painter: &Painter,
        view: &View,
        scenario: &dyn Common,
        scene: &CanvasScene<'_>,
        (revision, lists): (u64, u64),
    ) {
        let of = OverviewKey {
            size: (view.grid().columns(), view.grid().rows()),
            looks: TerrainLooks::new(scenario, &scene.art),
            inks: *scene.art.inks(),
            dark: scene.dark,
            levels: scene.levels,
            has_lines: !scene.hidden.contains(&MapLayer::Lines),
            lists,
        };
        if self.of.as_ref() != Some(&of) || self.texture.is_none() {
            self.lines = if of.has_lines { through(view, scenario, &of.inks, of.dark) } else { BTreeMap::new() };
            self.rows = (0..of.size.1).map(|row| now(scenario, row)).collect();
            let dots = (0..of.size.1).flat_map(|row| self.dots(&of, row)).collect();
            let image = ColorImage::new([of.size.0.into(), of.size.1.into()], dots);
            self.texture = Some(painter.ctx().load_texture("the map from above", image, OPTIONS));
            (self.of, self.revision) = (Some(of), revision);
        } else if self.revision != revision {
            self.revision = revision;
            for row in 0..of.size.1 {
                let now = now(scenario, row);
                if self.rows.get(usize::from(row)) == Some(&now) {
                    continue;
                }
                if let Some(was) = self.rows.get_mut(usize::from(row)) {
                    *was = now;
                }
                let image = ColorImage::new([of.size.0.into(), 1], self.dots(&of, row));
                if let Some(texture) = &mut self.texture {
                    texture.set_partial([0, row.into()], image, OPTIONS);
                }
            }
        }
        if let Some(texture) = &self.texture {
            painter.add(Shape::mesh(strips(view, texture, 1.0 - scene.fade)));
        }
        let looks = self.of.as_ref().map(|of| &of.looks);
        let painted = scene.painted.into_iter().flatten().map(|(cell, letter)| {
            let plain = ground::plain(Cell::default(), looks.and_then(|looks| looks.get(*letter)));
            (*cell, ink::lit(plain, scene.dark))
        });
        painter.add(Shape::mesh(bricks(view, painted)));
    }

    /// Returns the dots of a row.
    fn dots(&self, of: &OverviewKey, row: u16) -> Vec<Color32> {
        let Some((letters, levels)) = self.rows.get(usize::from(row)) else { return Vec::new() };
        let dot = |column: u16| {
            let cell = Cell { column, row };
            let at = usize::from(column);
            let Some(letter) = letters.get(at).filter(|letter| **letter != battlewright_schema::VOID) else {
                return Color32::TRANSPARENT;
            };
            let color = ground::plain(cell, of.looks.get(*letter));
            let level = levels.as_ref().filter(|_| of.levels).and_then(|levels| relief::digit(*levels.get(at)?));
            ink::lit(level.map_or(color, |level| relief::shaded(color, level, of.inks.levels)), of.dark)
        };
        let mut dots: Vec<Color32> = (0..of.size.0).map(dot).collect();
        for ((_, column), color) in self.lines.range((row, 0)..=(row, u16::MAX)) {
            if let Some(dot) = dots.get_mut(usize::from(*column)).filter(|dot| **dot != Color32::TRANSPARENT) {
                *dot = *color;
            }
        }
        dots
    }
}

/// Returns rectangles for colored hexes. Adjacent hexes of the same color on a line share one rectangle.
pub(super) fn bricks(view: &View, cells: impl Iterator<Item = (Cell, Color32)>) -> Mesh {
    let flat = view.grid().orientation() == HexOrientation::Flat;
    let half = half(view);
    let mut mesh = Mesh::default();
    let mut brick = |(first, last, color): (Cell, Cell, Color32)| {
        mesh.add_colored_rect(Rect::from_min_max(view.center(first) - half, view.center(last) + half), color);
    };
    let mut run: Option<(Cell, Cell, Color32)> = None;
    for (cell, color) in cells {
        run = Some(match run {
            Some((first, last, same)) if same == color && follows(last, cell, flat) => (first, cell, color),
            _ => {
                run.into_iter().for_each(&mut brick);
                (cell, cell, color)
            }
        });
    }
    run.into_iter().for_each(brick);
    mesh
}

/// Returns `true` if `next` follows `last` on the same line: a column of a flat layout, a row of a pointy layout.
fn follows(last: Cell, next: Cell, flat: bool) -> bool {
    let (line, along) = if flat { (0, 1) } else { (1, 0) };
    let [last, next] = [last, next].map(|cell| [cell.column, cell.row]);
    last[line] == next[line] && last[along] + 1 == next[along]
}

/// Returns the visible cells, line by line.
pub(super) fn in_lines(view: &View) -> impl Iterator<Item = Cell> + use<> {
    let flat = view.grid().orientation() == HexOrientation::Flat;
    let (columns, rows) = view.span();
    let (lines, along) = if flat { (columns, rows) } else { (rows, columns) };
    lines.flat_map(move |line| {
        along.clone().map(move |n| if flat { Cell { column: line, row: n } } else { Cell { column: n, row: line } })
    })
}

/// Returns half the size of the rectangle for a hex, in points.
pub(crate) fn half(view: &View) -> egui::Vec2 {
    let flat = view.grid().orientation() == HexOrientation::Flat;
    (if flat { egui::vec2(0.75, 0.866) } else { egui::vec2(0.866, 0.75) }) * view.radius()
}

/// Returns the current letters and levels of a row.
fn now(scenario: &dyn Common, row: u16) -> OverviewRow {
    let of = |rows: &battlewright_schema::HexRows| rows.0.get(usize::from(row)).cloned().unwrap_or_default();
    (of(scenario.hexes()), scenario.levels().map(of))
}

/// Returns the colors of hexes with roads, streams or rivers.
fn through(view: &View, scenario: &dyn Common, inks: &Inks, dark: bool) -> BTreeMap<(u16, u16), Color32> {
    let mut cells = BTreeMap::new();
    for row in scenario.hexsides().iter().filter(|row| matches!(row.kind, HexsideKind::Stream | HexsideKind::River)) {
        let here = row.between.iter().filter_map(|side| view.grid().cell(&side.hexes()?.0));
        cells.extend(here.map(|cell| ((cell.row, cell.column), ink::lit(ink::shade(inks.water, 1.22), dark))));
    }
    for road in scenario.roads() {
        let here = road.path.iter().filter_map(|hex| view.grid().cell(hex));
        cells.extend(here.map(|cell| ((cell.row, cell.column), ink::lit(inks.far_road, dark))));
    }
    cells
}

/// Returns the mesh of the picture: a strip for each column (flat layout) or row (pointy layout). Alternate strips are
/// shifted by half a hex.
fn strips(view: &View, texture: &TextureHandle, opacity: f32) -> Mesh {
    let (columns, rows) = (view.grid().columns(), view.grid().rows());
    let flat = view.grid().orientation() == HexOrientation::Flat;
    let color = Color32::WHITE.gamma_multiply(opacity);
    let mut mesh = Mesh::with_texture(texture.id());
    let (in_columns, in_rows) = view.span();
    let half = half(view);
    let part = |n: u16, of: u16| f32::from(n) / f32::from(of.max(1));
    for n in if flat { in_columns } else { in_rows } {
        let (first, last) = if flat {
            (Cell { column: n, row: 0 }, Cell { column: n, row: rows - 1 })
        } else {
            (Cell { column: 0, row: n }, Cell { column: columns - 1, row: n })
        };
        let place = Rect::from_min_max(view.center(first) - half, view.center(last) + half);
        let dots = if flat {
            Rect::from_min_max(Pos2::new(part(n, columns), 0.0), Pos2::new(part(n + 1, columns), 1.0))
        } else {
            Rect::from_min_max(Pos2::new(0.0, part(n, rows)), Pos2::new(1.0, part(n + 1, rows)))
        };
        mesh.add_rect_with_uv(place, dots, color);
    }
    mesh
}

#[cfg(test)]
mod tests {
    use std::collections::BTreeSet;

    use egui::{LayerId, Painter, Rect, pos2};

    use super::super::Camera;
    use super::*;
    use crate::model::document::Document;

    #[test]
    fn hidden_roads_and_rivers_are_not_in_the_picture() {
        let document = Document::bundled();
        let common = document.scenario().common();
        let grid = common.grid().unwrap();
        let rect = Rect::from_min_max(Pos2::ZERO, pos2(90.0, 60.0));
        let view = Camera::fit(&grid, rect).view(&grid, rect);
        let painter = Painter::new(egui::Context::default(), LayerId::background(), rect);
        let mut overview = Overview::default();
        let mut lines = |hidden| {
            let scene = CanvasScene { hidden: BTreeSet::from_iter(hidden), ..CanvasScene::default() };
            overview.paint(&painter, &view, common, &scene, (1, 1));
            overview.lines.len()
        };
        assert!(lines(None) > 0);
        assert_eq!(lines(Some(MapLayer::Lines)), 0);
        assert!(lines(Some(MapLayer::Names)) > 0);
    }
}
