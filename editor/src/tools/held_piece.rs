//! A map piece at the pointer. At low zoom it is a picture with one dot per hex, made when the piece is picked up or
//! turned, so that a frame only moves it. At higher zoom, a large piece has plain hexes. Only a small piece is painted
//! in full detail, because this must be repeated at each position.

use std::cell::RefCell;
use std::ops::Range;
use std::sync::Arc;

use battlewright_export::art::Inks;
use battlewright_schema::{Cell, Grid, HexsideKind};
use egui::{Color32, ColorImage, Mesh, Painter, Pos2, Rect, Shape, TextureHandle};
use hexx::{Hex, HexOrientation};

use crate::canvas::ground::{self, TerrainLooks};
use crate::canvas::{View, ink, overview, pen, relief};
use crate::model::region::{AxialOffset, HeldPiece, Piece, PieceTurns, RegionContents, draft};
use crate::tools::ToolContext;

/// The maximum width and height of a texture in dots, supported by all graphics cards.
const SIDE: i32 = 1024;
const STEP: usize = SIDE.unsigned_abs() as usize;

/// The maximum number of hexes that are painted in full detail.
const FEW: usize = 600;

/// The level of detail for a held piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PieceStyle {
    /// A picture with one dot per hex.
    Picture,
    /// Plain hexes in their terrain colors.
    Plain,
    /// Full detail, painted with the map.
    Map,
}

impl PieceStyle {
    /// Returns the level of detail for `held` in `view`.
    pub(super) fn of(view: &View, held: &HeldPiece) -> Self {
        let (columns, rows) = view.span();
        match columns.len() * rows.len() {
            _ if view.detail() < overview::FAR => Self::Picture,
            hexes if hexes.min(held.piece.ground.len()) > FEW => Self::Plain,
            _ => Self::Map,
        }
    }
}

/// Paints the visible hexes in plain colors as after placement of `held` at `under`.
pub(super) fn plain(painter: &Painter, context: &ToolContext<'_>, held: &HeldPiece, under: Cell) {
    let (view, common, carry) = (context.view, context.common(), context.options.carry);
    let middle = held.middle(view.grid(), under);
    let dark = painter.ctx().theme() == egui::Theme::Dark;
    let (known, looks) = (draft::known(context.scenario, held), TerrainLooks::new(common, context.art()));
    let leveled = context.levels && common.levels().is_some();
    let mut mesh = Mesh::default();
    for cell in view.cells().filter(|cell| common.has(*cell)) {
        let bare = || held.from.as_ref().filter(|from| from.patch.contains(cell)).map(|from| from.bare);
        let (letter, level) = match held.ground(view.grid(), middle, cell) {
            Some(ground) => (known.get(&ground.letter).copied().flatten(), ground.level),
            None => match bare() {
                Some(bare) => (Some(bare.letter), Some(bare.level)),
                None => continue,
            },
        };
        let there = |rows: &battlewright_schema::HexRows| rows.get(cell.column.into(), cell.row.into());
        let letter = letter.filter(|_| carry.terrain).or_else(|| there(common.hexes()));
        let level = level.filter(|_| carry.levels).or_else(|| there(common.levels()?)).filter(|_| leveled);
        let color = ground::plain(cell, letter.and_then(|letter| looks.get(letter)));
        let color = level
            .and_then(relief::digit)
            .map_or(color, |level| relief::shaded(color, level, context.art().inks().levels));
        pen::fan(&mut mesh, view.center(cell), &view.corners(cell), ink::lit(color, dark));
    }
    painter.add(Shape::mesh(mesh));
}

/// The cached picture of the held piece, if any.
#[derive(Default)]
pub(super) struct PiecePicture(RefCell<Option<CachedPicture>>);

/// A rendered picture.
struct CachedPicture {
    of: PictureKey,
    tiles: Vec<PictureTile>,
    /// The ranges of existing hexes for each line of the map.
    hexes: Vec<Vec<Range<u16>>>,
    /// The hexes left behind, with their new color.
    left: Option<(Vec<Vec<Range<u16>>>, Color32)>,
}

/// The cache key of a picture.
struct PictureKey {
    piece: Arc<Piece>,
    turned: PieceTurns,
    carry: RegionContents,
    dark: bool,
    levels: bool,
    revision: u64,
}

impl PartialEq for PictureKey {
    fn eq(&self, other: &Self) -> bool {
        let all = |of: &Self| (of.turned, of.carry, of.dark, of.levels, of.revision);
        Arc::ptr_eq(&self.piece, &other.piece) && all(self) == all(other)
    }
}

/// A part of a picture: a range of lines of hexes, and a range of positions along each line, both relative to the
/// middle of the piece.
struct PictureTile {
    lines: Range<i32>,
    along: Range<i32>,
    texture: TextureHandle,
}

/// Converts a hex to its line (a column of a flat layout, a row of a pointy layout) and its position along the line.
/// Lines start about level with each other, so a picture of them has few empty dots.
fn line_of(hex: Hex, flat: bool) -> [i32; 2] {
    let [line, at] = if flat { [hex.x, hex.y] } else { [hex.y, hex.x] };
    [line, at + line.div_euclid(2)]
}

/// Converts a line and a position along it back to a hex.
fn hex_of([line, at]: [i32; 2], flat: bool) -> Hex {
    let at = at - line.div_euclid(2);
    if flat { Hex::new(line, at) } else { Hex::new(at, line) }
}

impl PiecePicture {
    /// Drops the cached picture.
    pub(super) fn clear(&self) {
        self.0.take();
    }

    /// Paints `held` as it would look after placement at `under`, and the ground that it leaves behind.
    pub(super) fn paint(&self, painter: &Painter, context: &ToolContext<'_>, held: &HeldPiece, under: Cell) {
        let dark = painter.ctx().theme() == egui::Theme::Dark;
        let (carry, revision) = (context.options.carry, context.revision);
        let of = PictureKey {
            piece: Arc::clone(&held.piece),
            turned: held.turned(),
            carry,
            dark,
            levels: context.levels,
            revision,
        };
        let mut made = self.0.borrow_mut();
        let made = match made.take().filter(|made| made.of == of) {
            Some(known) => made.insert(known),
            None => made.insert(CachedPicture::new(painter, context, held, of)),
        };
        made.paint(painter, context.view, held.middle(context.view.grid(), under));
        if carry.units {
            units(painter, context, held, under);
        }
    }
}

/// Paints dots for the units of `held`.
fn units(painter: &Painter, context: &ToolContext<'_>, held: &HeldPiece, under: Cell) {
    let grid = context.view.grid();
    let middle = held.middle(grid, under);
    let cells = held.piece.units.iter().filter_map(|unit| held.cell(grid, middle, unit.at?));
    let mut mesh = Mesh::default();
    for cell in cells.filter(|cell| context.common().has(*cell)) {
        mesh.add_colored_rect(Rect::from_center_size(context.view.center(cell), egui::Vec2::splat(3.0)), ink::LINE);
    }
    painter.add(Shape::mesh(mesh));
}

impl CachedPicture {
    fn new(painter: &Painter, context: &ToolContext<'_>, held: &HeldPiece, of: PictureKey) -> Self {
        let grid = context.view.grid();
        let flat = grid.orientation() == HexOrientation::Flat;
        let left = held.from.as_ref().filter(|_| of.carry.terrain).map(|from| {
            let looks = TerrainLooks::new(context.common(), context.art());
            let plain = ground::plain(Cell::default(), looks.get(from.bare.letter));
            (runs(grid, &|cell| from.patch.contains(cell)), ink::lit(plain, of.dark))
        });
        let hexes = runs(grid, &|cell| context.common().has(cell));
        Self { tiles: tiles(painter, context, held, &of, flat), of, hexes, left }
    }

    fn paint(&self, painter: &Painter, view: &View, middle: Hex) {
        let (grid, half) = (view.grid(), overview::half(view));
        let flat = grid.orientation() == HexOrientation::Flat;
        let cell =
            |line: u16, at: u16| if flat { Cell { column: line, row: at } } else { Cell { column: at, row: line } };
        let brick = |line: u16, at: &Range<u16>| {
            let last = at.end.saturating_sub(1);
            Rect::from_min_max(view.center(cell(line, at.start)) - half, view.center(cell(line, last)) + half)
        };
        let (columns, rows) = view.span();
        let in_view = if flat { columns } else { rows };
        if let Some((left, color)) = &self.left {
            let mut mesh = Mesh::default();
            for line in in_view.clone() {
                for at in left.get(usize::from(line)).into_iter().flatten() {
                    mesh.add_colored_rect(brick(line, at), *color);
                }
            }
            painter.add(Shape::mesh(mesh));
        }
        let mut meshes: Vec<Mesh> = self.tiles.iter().map(|tile| Mesh::with_texture(tile.texture.id())).collect();
        for line in in_view {
            let [first, at] = line_of(grid.hex(cell(line, 0)) - middle, flat);
            for (tile, mesh) in self.tiles.iter().zip(&mut meshes).filter(|(tile, _)| tile.lines.contains(&first)) {
                for run in self.hexes.get(usize::from(line)).into_iter().flatten() {
                    let (from, to) = (i32::from(run.start) + at, i32::from(run.end) + at);
                    let part = from.max(tile.along.start)..to.min(tile.along.end);
                    let on_map = |place: i32| u16::try_from(place - at).unwrap_or(0);
                    if !part.is_empty() {
                        let place = brick(line, &(on_map(part.start)..on_map(part.end)));
                        mesh.add_rect_with_uv(place, tile.dots(first, &part, flat), Color32::WHITE);
                    }
                }
            }
        }
        for mesh in meshes {
            painter.add(Shape::mesh(mesh));
        }
    }
}

impl PictureTile {
    /// Returns the texture coordinates of a part of a line.
    fn dots(&self, line: i32, part: &Range<i32>, flat: bool) -> Rect {
        #[expect(clippy::cast_precision_loss, reason = "a texture's side is small")]
        let share = |n: i32, of: &Range<i32>| (n - of.start) as f32 / (of.end - of.start).max(1) as f32;
        let across = [share(line, &self.lines), share(line + 1, &self.lines)];
        let along = [share(part.start, &self.along), share(part.end, &self.along)];
        let (x, y) = if flat { (across, along) } else { (along, across) };
        Rect::from_min_max(Pos2::new(x[0], y[0]), Pos2::new(x[1], y[1]))
    }
}

/// Returns the ranges of cells on each line of `grid` that satisfy `is`.
fn runs(grid: &Grid, is: &dyn Fn(Cell) -> bool) -> Vec<Vec<Range<u16>>> {
    let flat = grid.orientation() == HexOrientation::Flat;
    let (lines, along) = if flat { (grid.columns(), grid.rows()) } else { (grid.rows(), grid.columns()) };
    let runs = |line: u16| {
        let mut runs: Vec<Range<u16>> = Vec::new();
        for at in 0..along {
            let cell = if flat { Cell { column: line, row: at } } else { Cell { column: at, row: line } };
            match runs.last_mut().filter(|run| run.end == at) {
                _ if !is(cell) => {}
                Some(run) => run.end += 1,
                None => runs.push(at..at + 1),
            }
        }
        runs
    };
    (0..lines).map(runs).collect()
}

/// Renders `held`, with its rotation and reflection, to textures.
fn tiles(
    painter: &Painter,
    context: &ToolContext<'_>,
    held: &HeldPiece,
    of: &PictureKey,
    flat: bool,
) -> Vec<PictureTile> {
    let (plot, known, looks) =
        (&held.piece.ground, draft::known(context.scenario, held), TerrainLooks::new(context.common(), context.art()));
    let Some((first, last)) = plot.corners().filter(|_| of.carry.terrain) else { return Vec::new() };
    let leveled = of.levels && of.carry.levels && context.common().levels().is_some();
    let place = |at: AxialOffset| line_of(of.turned.to(Hex::from_array(at)), flat);
    let corners = [first, last, [first[0], last[1]], [last[0], first[1]]].map(place);
    let range = |axis: usize| {
        let all = corners.map(|corner| corner[axis]);
        let (from, to) = all.into_iter().fold((all[0], all[0]), |(from, to), n| (from.min(n), to.max(n)));
        from..to + 1
    };
    let looks: Vec<_> = known.into_iter().filter_map(|(own, here)| Some((own, looks.get(here?)))).collect();
    let through = through(held, of, context.art().inks(), flat);
    let dot = |line: i32, at: i32| {
        let hex = of.turned.from(hex_of([line, at], flat));
        let Some(ground) = plot.get(hex.to_array()) else { return Color32::TRANSPARENT };
        let look = looks.iter().find(|(letter, _)| *letter == ground.letter);
        let Some((_, look)) = look else { return Color32::TRANSPARENT };
        let grain = |n: i32| u16::try_from(n.rem_euclid(1 << 12)).unwrap_or(0);
        let color = ground::plain(Cell { column: grain(line), row: grain(at) }, *look);
        let level = ground.level.filter(|_| leveled).and_then(relief::digit);
        ink::lit(level.map_or(color, |level| relief::shaded(color, level, context.art().inks().levels)), of.dark)
    };
    let mut tiles = Vec::new();
    for lines in parts(range(0)) {
        for along in parts(range(1)) {
            let (across, down) = if flat { (lines.clone(), along.clone()) } else { (along.clone(), lines.clone()) };
            let size = [across.len(), down.len()];
            let dots = down.flat_map(|y| across.clone().map(move |x| if flat { [x, y] } else { [y, x] }));
            let mut dots: Vec<Color32> = dots.map(|[line, at]| dot(line, at)).collect();
            for ([line, at], color) in through.iter().filter(|([l, a], _)| lines.contains(l) && along.contains(a)) {
                let (x, y) = ((line - lines.start).unsigned_abs(), (at - along.start).unsigned_abs());
                let (x, y) = if flat { (x, y) } else { (y, x) };
                let place = dots.get_mut(y as usize * size[0] + x as usize);
                if let Some(dot) = place.filter(|dot| **dot != Color32::TRANSPARENT) {
                    *dot = *color;
                }
            }
            if dots.iter().any(|dot| *dot != Color32::TRANSPARENT) {
                let image = ColorImage::new(size, dots);
                let texture = painter.ctx().load_texture("a piece of a map", image, overview::OPTIONS);
                tiles.push(PictureTile { lines: lines.clone(), along, texture });
            }
        }
    }
    tiles
}

/// Splits `all` into ranges that fit a texture.
fn parts(all: Range<i32>) -> impl Iterator<Item = Range<i32>> {
    let end = all.end;
    (all.start..end).step_by(STEP).map(move |start| start..end.min(start.saturating_add(SIDE)))
}

/// Returns the dots on roads, streams and rivers of `held` with their colors. Later dots cover earlier ones.
fn through(held: &HeldPiece, of: &PictureKey, inks: &Inks, flat: bool) -> Vec<([i32; 2], Color32)> {
    let mut dots = Vec::new();
    let dot = |at: AxialOffset| line_of(of.turned.to(Hex::from_array(at)), flat);
    if of.carry.hexsides {
        let waters = held.piece.hexsides.iter();
        let waters = waters.filter(|row| matches!(row.kind, HexsideKind::Stream | HexsideKind::River));
        let color = ink::lit(ink::shade(inks.water, 1.22), of.dark);
        dots.extend(waters.flat_map(|row| &row.between).map(|[at, _]| (dot(*at), color)));
    }
    if of.carry.roads {
        let color = ink::lit(inks.far_road, of.dark);
        dots.extend(held.piece.roads.iter().flat_map(|way| &way.path).map(|at| (dot(*at), color)));
    }
    dots
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tools::testing;

    #[test]
    fn lines_hold_every_hex_once_and_next_to_its_neighbors() {
        for flat in [true, false] {
            for hex in Hex::ZERO.range(6) {
                let [line, at] = line_of(hex, flat);
                assert_eq!(hex_of([line, at], flat), hex);
                assert_eq!(hex_of([line, at + 1], flat).unsigned_distance_to(hex), 1);
            }
        }
    }

    #[test]
    fn parts_are_what_a_texture_holds() {
        assert!(parts(-3..4).eq(std::iter::once(-3..4)));
        let cut: Vec<_> = parts(-1000..1500).collect();
        assert_eq!(cut, [-1000..24, 24..1048, 1048..1500]);
        assert!(cut.iter().all(|part| part.end - part.start <= SIDE));
    }

    #[test]
    fn runs_are_the_hexes_that_there_are() {
        for (document, map) in testing::maps() {
            let grid = document.scenario().common().grid().unwrap();
            let some = |cell: Cell| !(cell.column + cell.row).is_multiple_of(3);
            let flat = grid.orientation() == HexOrientation::Flat;
            let mut cells: Vec<Cell> = Vec::new();
            for (line, runs) in (0..).zip(runs(&grid, &some)) {
                let cell = |at| if flat { Cell { column: line, row: at } } else { Cell { column: at, row: line } };
                cells.extend(runs.into_iter().flatten().map(cell));
            }
            cells.sort_by_key(|cell| (cell.row, cell.column));
            assert_eq!(cells, grid.cells().filter(|cell| some(*cell)).collect::<Vec<_>>(), "{map}");
        }
    }
}
