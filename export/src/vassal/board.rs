//! The board of a module with its hex grid, as the map of a scenario.

use std::collections::BTreeSet;

use battlewright_schema::{Cell, HexId, Numbering as Numbers, Order, Orientation, Parity, Slant};
use roxmltree::{Document, Node};

use super::error::{BoardError, ModuleError};
use super::lattice::{HexGrid, NamePart, Numbering};
use super::read::{class, components};
use super::setup;
use crate::archive::{Archive, ArchiveError};
use crate::import::{Ground, SetupZone, TracePicture};
use crate::picture::{PictureFormat, as_png, measure};

/// A board, with the part of its grid that becomes the map.
pub(super) struct ModuleBoard {
    /// The name of its map window, and its own name.
    map: String,
    name: String,
    lattice: HexGrid,
    /// The width and height of the area with the grid, in pixels.
    size: (f64, f64),
    /// The grid lines on the map: the first horizontal and vertical one, and the number of each.
    first: (i32, i32),
    lines: (u16, u16),
    missing: BTreeSet<Cell>,
    picture: Option<(String, Vec<u8>)>,
    zones: Vec<SetupZone>,
    /// The width and height of the map window's edge around its boards, in pixels.
    edge: Pixels,
}

/// The most columns and rows of a map.
const MOST: i32 = 1000;

/// Parses an attribute of a component as a number.
fn number<T: std::str::FromStr>(node: &Node<'_, '_>, key: &str) -> Option<T> {
    node.attribute(key)?.trim().parse().ok()
}

fn flag(node: &Node<'_, '_>, key: &str, default: bool) -> bool {
    node.attribute(key).map_or(default, |value| value == "true")
}

impl ModuleBoard {
    /// Returns the first board with a hex grid.
    pub(super) fn first(
        document: &Document<'_>,
        archive: &mut Archive<'_>,
        notes: &mut Vec<String>,
    ) -> Result<Self, ModuleError> {
        let has_grid = |board: &Node<'_, '_>| board.descendants().any(|node| class(&node) == "HexGrid");
        let mut boards = components(document, "Board").filter(has_grid);
        let board = boards.next().ok_or(BoardError::NoHexGrid)?;
        let others: Vec<String> = boards.filter_map(|board| board.attribute("name")).map(str::to_owned).collect();
        if !others.is_empty() {
            notes.push(format!("Other boards with hexes were left out: {}", crate::import::listed(&others)));
        }
        let map = board.ancestors().find_map(|node| node.attribute("mapName")).unwrap_or_default();
        let edge = board.ancestors().find(|node| node.has_attribute("mapName"));
        let edge = edge.and_then(|map| Some((number(&map, "edgeWidth")?, number(&map, "edgeHeight")?)));
        let picture = picture(&board, archive, notes)?;
        let own = || Some((number::<f64>(&board, "width")?, number::<f64>(&board, "height")?));
        let size = match &picture {
            Some((_, width, height)) => (f64::from(*width), f64::from(*height)),
            None => own().or_else(|| reach(&board)).ok_or(BoardError::NoSize)?,
        };
        let (grid, corner, size) = largest(&board, size)?;
        if let Some(class) = unknown_numbering(&grid) {
            let class: String = class.chars().take(80).collect();
            notes.push(format!(
                "The hexes are numbered by a class of the module's own, {class}, which is not known: they are read as numbered \
                 straight from the top left"
            ));
        }
        let lattice = lattice(&grid)?;
        let (first, lines) = extent(&lattice, corner, size)?;
        let mut made = Self {
            map: map.to_owned(),
            name: board.attribute("name").unwrap_or_default().to_owned(),
            lattice,
            size,
            first,
            lines,
            missing: BTreeSet::new(),
            picture: picture.and_then(|(file, ..)| file),
            zones: Vec::new(),
            edge: edge.unwrap_or((0.0, 0.0)),
        };
        made.missing = (0..made.lines.1)
            .flat_map(|v| (0..made.lines.0).map(move |h| (h, v)))
            .filter(|(h, v)| {
                let at = made.lattice.center(made.first.0 + i32::from(*h), made.first.1 + i32::from(*v));
                !within(&made.lattice, at, corner, size)
            })
            .map(|(h, v)| made.cell(h, v))
            .collect();
        if made.missing.len() == usize::from(made.lines.0) * usize::from(made.lines.1) {
            return Err(BoardError::NoHexes.into());
        }
        let lines = (0..made.lines.1).flat_map(|v| (0..made.lines.0).map(move |h| (h, v)));
        let hexes = lines.map(|(h, v)| {
            (made.cell(h, v), made.lattice.center(made.first.0 + i32::from(h), made.first.1 + i32::from(v)))
        });
        let hexes: Vec<_> = hexes.filter(|(cell, _)| !made.missing.contains(cell)).collect();
        made.zones = setup::zones(&board, &hexes, notes);
        Ok(made)
    }

    /// Returns the cell at these horizontal and vertical lines, counted from the first of the map.
    fn cell(&self, h: u16, v: u16) -> Cell {
        if self.lattice.sideways { Cell { column: v, row: h } } else { Cell { column: h, row: v } }
    }

    /// Returns `true` if a stack is on this board.
    pub(super) fn holds(&self, stack: &Node<'_, '_>) -> bool {
        let map = stack.ancestors().find_map(|node| node.attribute("mapName")).unwrap_or_default();
        let board = stack.attribute("owningBoard").filter(|name| !matches!(*name, "" | "<any>"));
        map == self.map && board.is_none_or(|name| name == self.name)
    }

    /// Returns the hex of a stack; `None` off the map.
    pub(super) fn place(&self, stack: &Node<'_, '_>) -> Option<Cell> {
        let named = stack.attribute("location").filter(|_| flag(stack, "useGridLocation", true));
        let named = named.and_then(|name| self.lattice.named(name, self.size));
        let (h, v) = match named {
            Some(lines) => lines,
            None => self.lattice.nearest((number(stack, "x")?, number(stack, "y")?))?,
        };
        self.hex(h, v)
    }

    /// Returns the hex at a point of the map window called `map`; `None` for another window or off the map.
    pub(super) fn at(&self, map: &str, (x, y): Pixels) -> Option<Cell> {
        if map != self.map {
            return None;
        }
        let at = (x - self.edge.0, y - self.edge.1);
        let (h, v) = self.lattice.nearest(at)?;
        let center = self.lattice.center(h, v);
        let is_in = (center.0 - at.0).hypot(center.1 - at.1) <= self.lattice.dx.max(self.lattice.dy) * 0.7;
        self.hex(h, v).filter(|_| is_in)
    }

    /// Returns the hex at these grid lines; `None` off the map.
    fn hex(&self, h: i32, v: i32) -> Option<Cell> {
        let line = |line: i32, first: i32, lines: u16| {
            u16::try_from(line.checked_sub(first)?).ok().filter(|line| *line < lines)
        };
        let cell = self.cell(line(h, self.first.0, self.lines.0)?, line(v, self.first.1, self.lines.1)?);
        (!self.missing.contains(&cell)).then_some(cell)
    }

    /// The setup zones on the board.
    pub(super) fn zones(&self) -> &[SetupZone] {
        &self.zones
    }

    /// Returns the notes about the board.
    pub(super) fn notes(&self) -> Vec<String> {
        let (columns, rows) = self.columns_and_rows();
        let mut notes = vec![format!(
            "The map is the board {:?}: {columns} columns and {rows} rows, the hexes that lie on it. Resize it \
             if some of those at the edges do not belong to the map",
            self.name
        )];
        if self.picture.is_none() {
            notes.push("There is no picture to trace: add a scan, and resize the map if it is larger".to_owned());
        }
        if self.numbers().is_none() {
            notes.push(self.renumbered());
        }
        notes
    }

    /// Returns the note about a numbering that a scenario cannot have, with the old and new numbers of two corners.
    fn renumbered(&self) -> String {
        let (columns, rows) = self.columns_and_rows();
        let (right, bottom) = (columns.saturating_sub(1), rows.saturating_sub(1));
        let lines = |cell: Cell| {
            let (h, v) = if self.lattice.sideways { (cell.row, cell.column) } else { (cell.column, cell.row) };
            (self.first.0 + i32::from(h), self.first.1 + i32::from(v))
        };
        let last = Cell { column: right, row: bottom };
        let corners = [Cell::default(), Cell { row: 0, ..last }, Cell { column: 0, ..last }];
        let [top_left, top_right, bottom_left] = corners.map(|cell| self.lattice.numbers(lines(cell), self.size));
        // The lines of a grid with pointed tops are swapped, and so are their directions: the numbers tell them.
        let descends = |to: Option<(i32, i32)>| {
            to.zip(top_left).is_some_and(|((h, v), (from_h, from_v))| h < from_h || v < from_v)
        };
        let ends = [(descends(bottom_left), "from the bottom"), (descends(top_right), "from the right")];
        let ends: Vec<&str> = ends.into_iter().filter(|(descends, _)| *descends).map(|(_, end)| end).collect();
        let why = if ends.is_empty() { String::new() } else { format!(", {}", ends.join(" and ")) };
        let mut note = format!(
            "The hexes are numbered{why}, which a scenario cannot have: now they count from 0101 at the top left"
        );
        for (end, cell) in [("top left", Cell::default()), ("bottom right", last)] {
            let numbers = Numbers::straight("0101", Order::ColumnRow);
            let now = self.grid(&numbers).map(|grid| grid.name(cell));
            if let Some((was, now)) = self.lattice.name(lines(cell), self.size).zip(now) {
                note.push_str(&format!("; {was} at the {end} is now {now}"));
            }
        }
        note
    }

    fn columns_and_rows(&self) -> (u16, u16) {
        if self.lattice.sideways { (self.lines.1, self.lines.0) } else { self.lines }
    }

    /// Returns the numbering for the scenario; `None` if a scenario cannot have it.
    fn numbers(&self) -> Option<Numbers> {
        let Numbering { horizontal, vertical, separator, horizontal_first, .. } = &self.lattice.numbering;
        if horizontal.descending || vertical.descending {
            return None;
        }
        // Slanted lines at the other corner are numbered higher by half the number of lines across.
        let more = if self.lattice.numbering.slanted { self.lines.0.div_ceil(2) } else { 0 };
        let first = self.lattice.numbers(self.first, self.size)?;
        let name = |part: &NamePart, line: i32, lines: u16| {
            let (first, last) = (part.first.checked_add(line)?, part.first + line + i32::from(lines));
            // The letters beyond Z differ between VASSAL and a scenario.
            let fits = first >= 0 && (!part.letters || last <= 27);
            fits.then(|| part.write(first))
        };
        let h = name(horizontal, first.0, self.lines.0)?;
        let v = name(vertical, first.1, self.lines.1.saturating_add(more))?;
        let (a, b) = if *horizontal_first { (h, v) } else { (v, h) };
        let order = if *horizontal_first != self.lattice.sideways { Order::ColumnRow } else { Order::RowColumn };
        let slant = match (self.lattice.numbering.slanted, self.lattice.numbering.stagger) {
            (false, _) => Slant::None,
            (true, true) => Slant::Rising,
            (true, false) => Slant::Falling,
        };
        let numbers = Numbers { first: HexId::from(format!("{a}{separator}{b}")), order, slant };
        // A scenario splits names differently: numbers of varying width need a separator.
        let grid = self.grid(&numbers)?;
        let [column, row] = grid.parts(Cell::default());
        let (own_h, own_v) = if self.lattice.sideways { (row, column) } else { (column, row) };
        let same = if *horizontal_first { own_h == a && own_v == b } else { own_v == a && own_h == b };
        (same && grid.is_unambiguous()).then_some(numbers)
    }

    fn grid(&self, numbering: &Numbers) -> Option<battlewright_schema::Grid> {
        let (columns, rows) = self.columns_and_rows();
        let frame = battlewright_schema::MapFrame {
            orientation: self.orientation(),
            lower_columns: None,
            right_rows: None,
            numbering,
        };
        battlewright_schema::Grid::of(frame, columns, rows).ok()
    }

    fn orientation(&self) -> Orientation {
        if self.lattice.sideways { Orientation::Pointy } else { Orientation::Flat }
    }

    /// Returns the map and its picture for tracing.
    pub(super) fn finish(self) -> (Ground, Option<TracePicture>) {
        let found = self.numbers();
        let printed = match &found {
            Some(_) => {
                let part = self.lattice.numbering.horizontal;
                self.first.0 + part.first + i32::from(part.letters)
            }
            None => 1,
        };
        // Odd grid lines are shifted. A staggered numbering counts them one hex lower.
        let odd = self.first.0.rem_euclid(2) == 1;
        let first_is_shifted = odd != self.lattice.numbering.stagger;
        let first_is_odd = printed.rem_euclid(2) == 1;
        let shifted = if first_is_odd == first_is_shifted { Parity::Odd } else { Parity::Even };
        let center = self.lattice.center(self.first.0, self.first.1);
        let (dx, dy) = (self.lattice.dx, self.lattice.dy);
        let (column, row) = if self.lattice.sideways { ((dy, 0.0), (0.0, dx)) } else { ((dx, 0.0), (0.0, dy)) };
        let ground = Ground {
            orientation: self.orientation(),
            shifted,
            size: self.columns_and_rows(),
            numbering: found.unwrap_or(Numbers::straight("0101", Order::ColumnRow)),
            missing: self.missing,
        };
        let picture = self.picture.map(|(file, bytes)| TracePicture { file, bytes, lattice: [center, column, row] });
        (ground, picture)
    }
}

/// A board picture: its file name and bytes if it can be traced, and its width and height in pixels.
type FoundPicture = (Option<(String, Vec<u8>)>, u32, u32);

/// Reads the picture of a board; `None` if it is missing or unreadable.
fn picture(
    board: &Node<'_, '_>,
    archive: &mut Archive<'_>,
    notes: &mut Vec<String>,
) -> Result<Option<FoundPicture>, ArchiveError> {
    let Some(name) = board.attribute("image").filter(|name| !name.is_empty()) else { return Ok(None) };
    let Some(bytes) = archive.read(&format!("images/{name}"))? else {
        notes.push(format!("The board's picture is not in the module: {name}"));
        return Ok(None);
    };
    let stem = || {
        let stem = name.rsplit('/').next().and_then(|name| name.split('.').next()).map(super::slug);
        stem.filter(|stem| !stem.is_empty()).unwrap_or_else(|| "board".to_owned())
    };
    match measure(&bytes) {
        Ok((PictureFormat::Gif | PictureFormat::Svg, width, height)) => {
            // Scans are raster pictures.
            let png = as_png(&bytes).map_err(|why| {
                notes.push(format!("The board's picture {name} cannot be traced or converted to PNG: {why}"));
            });
            Ok(Some((png.ok().map(|png| (format!("{}.png", stem()), png)), width, height)))
        }
        Ok((kind, width, height)) => Ok(Some((Some((format!("{}.{}", stem(), kind.ending()), bytes)), width, height))),
        Err(why) => {
            notes.push(format!("The board's picture {name} was left out: {why}"));
            Ok(None)
        }
    }
}

/// A point on a board, or the size of an area, in pixels.
type Pixels = (f64, f64);

/// Returns the size of a board without a picture: the extent of its zones, or else of its stacks plus a hex.
fn reach(board: &Node<'_, '_>) -> Option<Pixels> {
    let larger = |a: Pixels, b: Pixels| (a.0.max(b.0), a.1.max(b.1));
    let zones = board.descendants().filter(|node| class(node) == "Zone").filter_map(|zone| zone.attribute("path"));
    let corners = zones.flat_map(|path| path.split(';')).filter_map(|point| {
        let (x, y) = point.split_once(',')?;
        Some((x.trim().parse::<f64>().ok()?, y.trim().parse::<f64>().ok()?))
    });
    let most = f64::from(crate::picture::MOST_SIDE);
    let sound = |size: &Pixels| size.0 > 0.0 && size.1 > 0.0 && size.0 <= most && size.1 <= most;
    corners.reduce(larger).filter(sound).or_else(|| {
        let map = board.ancestors().find(|node| node.has_attribute("mapName"))?;
        let grid = lattice(&board.descendants().find(|node| class(node) == "HexGrid")?).ok()?;
        let stacks = map.descendants().filter(|node| class(node) == "SetupStack");
        let stacks = stacks.filter_map(|stack| Some((number::<f64>(&stack, "x")?, number::<f64>(&stack, "y")?)));
        let far = stacks.reduce(larger)?;
        let hex = grid.dx.max(grid.dy);
        Some((far.0 + hex, far.1 + hex)).filter(sound)
    })
}

/// Returns the largest hex grid of a board, with the corner and size of its area.
fn largest<'n>(board: &Node<'n, 'n>, size: Pixels) -> Result<(Node<'n, 'n>, Pixels, Pixels), BoardError> {
    let grids = board.descendants().filter(|node| class(node) == "HexGrid");
    let held = grids.map(|grid| {
        let zone = grid.ancestors().find(|node| class(node) == "Zone");
        let area = zone.and_then(|zone| zone.attribute("path")).and_then(|path| area(path, size));
        let (corner, size) = area.unwrap_or(((0.0, 0.0), size));
        (grid, corner, size)
    });
    let best = held.max_by(|a, b| (a.2.0 * a.2.1).total_cmp(&(b.2.0 * b.2.1)));
    best.ok_or(BoardError::NoHexGrid)
}

/// Returns the corner and size of the rectangle around a path, clipped to a board of this size.
fn area(path: &str, size: Pixels) -> Option<(Pixels, Pixels)> {
    let mut rect: Option<[f64; 4]> = None;
    for point in path.split(';') {
        let (x, y) = point.split_once(',')?;
        let x = x.trim().parse::<f64>().ok()?.clamp(0.0, size.0);
        let y = y.trim().parse::<f64>().ok()?.clamp(0.0, size.1);
        let [left, top, right, bottom] = rect.unwrap_or([x, y, x, y]);
        rect = Some([left.min(x), top.min(y), right.max(x), bottom.max(y)]);
    }
    let [left, top, right, bottom] = rect?;
    (right > left && bottom > top).then_some(((left, top), (right - left, bottom - top)))
}

/// The classes of numberings: straight, and slanted as VASSAL has it from version 3.8. Numberings that modules bring along
/// may have the same names in other packages, and number otherwise.
const NUMBERINGS: [&str; 2] = [
    "VASSAL.build.module.map.boardPicker.board.mapgrid.HexGridNumbering",
    "VASSAL.build.module.map.boardPicker.board.mapgrid.ObliqueHexGridNumbering",
];

/// Returns the class of the numbering of a grid, if it is a module's own, which is not known.
fn unknown_numbering<'n>(grid: &Node<'n, '_>) -> Option<&'n str> {
    let mut classes = grid.children().filter(Node::is_element).map(|node| node.tag_name().name());
    classes.find(|name| name.ends_with("Numbering") && !NUMBERINGS.contains(name))
}

/// Parses a hex grid, with VASSAL's defaults for missing attributes.
pub(super) fn lattice(grid: &Node<'_, '_>) -> Result<HexGrid, BoardError> {
    let dy = number(grid, "dy").unwrap_or(64.0);
    let dx = number(grid, "dx").unwrap_or(dy * 0.75_f64.sqrt());
    let sound = |step: f64| step.is_finite() && (2.0..10_000.0).contains(&step);
    if !sound(dx) || !sound(dy) {
        return Err(BoardError::HexSize { dx, dy });
    }
    let numbering = grid.children().find(|node| NUMBERINGS.contains(&node.tag_name().name()));
    let part = |[kind, zeros, first, descend]: [&str; 4]| {
        let node = numbering?;
        Some(NamePart {
            letters: node.attribute(kind) == Some("A"),
            zeros: number::<usize>(&node, zeros).unwrap_or(1).min(6),
            first: number::<i32>(&node, first).unwrap_or(1).clamp(-100_000, 99_999),
            descending: flag(&node, descend, false),
        })
    };
    let plain = NamePart { letters: false, zeros: 1, first: 1, descending: false };
    let origin = |key: &str, default: i32| number::<i32>(grid, key).unwrap_or(default).clamp(-1_000_000, 1_000_000);
    Ok(HexGrid {
        sideways: flag(grid, "sideways", false),
        origin: (origin("x0", 0), origin("y0", 32)),
        dx,
        dy,
        numbering: Numbering {
            horizontal_first: numbering
                .and_then(|node| node.attribute("first"))
                .is_none_or(|first| first.starts_with('H')),
            separator: numbering.and_then(|node| node.attribute("sep")).unwrap_or_default().to_owned(),
            horizontal: part(["hType", "hLeading", "hOff", "hDescend"]).unwrap_or(plain),
            vertical: part(["vType", "vLeading", "vOff", "vDescend"]).unwrap_or(plain),
            stagger: numbering.is_some_and(|node| flag(&node, "stagger", true)),
            slanted: numbering.is_some_and(|node| class(&node) == "ObliqueHexGridNumbering"),
        },
    })
}

/// Returns `true` if a hex with its center at `at` lies within the grid's area, for the most part.
fn within(lattice: &HexGrid, at: Pixels, corner: Pixels, size: Pixels) -> bool {
    let room = lattice.dx.min(lattice.dy) * 0.2;
    let inside = |at: f64, from: f64, length: f64| (from + room..=from + length - room).contains(&at);
    inside(at.0, corner.0, size.0) && inside(at.1, corner.1, size.1)
}

/// The first horizontal and vertical line, and the number of each.
type GridLines = ((i32, i32), (u16, u16));

/// Returns the grid lines with hexes on the board.
fn extent(lattice: &HexGrid, corner: Pixels, size: Pixels) -> Result<GridLines, BoardError> {
    let (long, high) = if lattice.sideways { (size.1, size.0) } else { size };
    let (from_long, from_high) = if lattice.sideways { (corner.1, corner.0) } else { corner };
    let span = |from: f64, length: f64, origin: i32, step: f64| {
        #[expect(clippy::cast_possible_truncation, reason = "held to bounds")]
        let line = |at: f64| ((at - f64::from(origin)) / step).clamp(-1e6, 1e6) as i32;
        (line(from) - 2, line(from + length) + 2)
    };
    let (h0, h1) = span(from_long, long, lattice.origin.0, lattice.dx);
    let (v0, v1) = span(from_high, high, lattice.origin.1, lattice.dy);
    if h1 - h0 > MOST + 4 || v1 - v0 > MOST + 4 {
        return Err(BoardError::TooLarge { most: MOST });
    }
    // Missing hexes at the other edges are found later, hex by hex.
    let on = |h: i32, v: i32| within(lattice, lattice.center(h, v), corner, size);
    let h: Vec<i32> = (h0..=h1).filter(|h| (v0..=v1).any(|v| on(*h, v))).collect();
    let v: Vec<i32> = (v0..=v1).filter(|v| h.iter().take(2).any(|h| on(*h, *v))).collect();
    let count = |lines: &[i32]| match lines {
        [first, .., last] => u16::try_from(last - first + 1).ok(),
        [_] => Some(1),
        [] => None,
    };
    let lines = count(&h).zip(count(&v)).filter(|(h, v)| i32::from((*h).max(*v)) <= MOST);
    let lines = lines.ok_or(BoardError::NoHexes)?;
    // VASSAL prints no negative numbers: such lines are not part of the map.
    let printed = |part: &NamePart, first: i32, lines: u16| {
        let below = if part.descending { 0 } else { -(part.first.saturating_add(first)) };
        let below = u16::try_from(below).unwrap_or(0).min(lines - 1);
        (first + i32::from(below), lines - below)
    };
    let (h, h_lines) = printed(&lattice.numbering.horizontal, h[0], lines.0);
    let (v, v_lines) = printed(&lattice.numbering.vertical, v[0], lines.1);
    Ok(((h, v), (h_lines, v_lines)))
}
