//! The hex grid of a module: positions and names of hexes on the board.

use battlewright_schema::{Cell, Order, Orientation, Slant};
use emath::Pos2;

use super::element::ModuleElement;
use super::error::ModuleError;
use crate::scene::Scene;

/// A hex grid on a board, with its numbering.
#[derive(Clone, Debug, PartialEq)]
pub(super) struct HexGrid {
    /// `true` for pointy-top hexes; x and y are then swapped.
    pub(super) sideways: bool,
    /// The center of the first hex, which is never shifted, in pixels.
    pub(super) origin: (i32, i32),
    /// The distance between columns, in pixels.
    pub(super) dx: f64,
    /// The distance between rows, in pixels.
    pub(super) dy: f64,
    /// The numbering of hexes.
    pub(super) numbering: Numbering,
}

/// The numbering of hexes. *Horizontal* is the direction in which every other line is shifted: columns of flat-top hexes,
/// rows of pointy-top ones.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct Numbering {
    /// `true` if the horizontal part comes first.
    pub(super) horizontal_first: bool,
    /// The text between the parts.
    pub(super) separator: String,
    /// The horizontal part.
    pub(super) horizontal: NamePart,
    /// The vertical part.
    pub(super) vertical: NamePart,
    /// `true` if shifted lines are numbered one hex lower.
    pub(super) stagger: bool,
    /// `true` if lines of the same vertical number run along the hexes: up if the grid is staggered, else down.
    pub(super) slanted: bool,
}

/// The format of one part of a hex name.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct NamePart {
    /// `true` for letters: A to Z, then AA, BB, CC.
    pub(super) letters: bool,
    /// The number of leading zeros of a single digit.
    pub(super) zeros: usize,
    /// The number of the first line; A is 0.
    pub(super) first: i32,
    /// `true` if the numbers descend.
    pub(super) descending: bool,
}

impl NamePart {
    /// Derives the format from the name of the first line; `None` if VASSAL has none like it.
    pub(super) fn of(text: &str) -> Option<Self> {
        let letters = text.bytes().all(|byte| byte.is_ascii_uppercase());
        let part = Self { letters, zeros: text.len().saturating_sub(1), first: 0, descending: false };
        Some(Self { first: part.read(text)?, ..part })
    }

    /// Returns the name of the line with this number.
    pub(super) fn write(&self, number: i32) -> String {
        let sign = if number < 0 { "-" } else { "" };
        let number = number.unsigned_abs();
        if self.letters {
            let letter = char::from(b'A' + u8::try_from(number % 26).unwrap_or(0));
            let times = usize::try_from(number / 26).unwrap_or(0) + 1;
            format!("{sign}{}", letter.to_string().repeat(times))
        } else {
            format!("{sign}{number:0width$}", width = self.zeros + 1)
        }
    }

    /// Parses the name of a line.
    pub(super) fn read(&self, text: &str) -> Option<i32> {
        let digits = text.strip_prefix('-').unwrap_or(text);
        let number = if self.letters {
            let first = digits.bytes().next().filter(u8::is_ascii_uppercase)?;
            let same = digits.len() < 1000 && digits.bytes().all(|byte| byte == first);
            let times = i32::try_from(digits.len()).ok().filter(|_| same)?;
            (times - 1) * 26 + i32::from(first - b'A')
        } else {
            let enough = digits.len() > self.zeros && digits.len() < 8;
            let sound = enough && digits.bytes().all(|byte| byte.is_ascii_digit());
            digits.parse().ok().filter(|_| sound)?
        };
        Some(if digits.len() < text.len() { -number } else { number })
    }
}

/// The longest hex name parsed, in bytes.
const LONGEST_NAME: usize = 2000;

/// The most hexes written as named regions.
const MOST_NAMES: usize = 50_000;

impl HexGrid {
    /// Returns the grid of `scene`, with `scale` pixels per unit.
    pub(super) fn of(scene: &Scene<'_>, scale: f32) -> Option<Self> {
        let view = scene.view().ok()?;
        let grid = view.grid();
        let frame = scene.scenario().common().frame();
        let sideways = frame.orientation == Orientation::Pointy;
        let center = |column, row| {
            let at = (view.center(Cell { column, row }).to_vec2() * scale).to_pos2();
            if sideways { Pos2::new(at.y, at.x) } else { at }
        };
        let first = center(0, 0);
        let next = if sideways { center(0, 1) } else { center(1, 0) };
        #[expect(clippy::cast_possible_truncation, reason = "pictures are thousands of pixels wide")]
        let whole = |length: f32| length.round() as i32;
        let radius = f64::from(view.radius() * scale);
        let [column, row] = grid.parts(Cell::default());
        let (column, row) = (NamePart::of(&column)?, NamePart::of(&row)?);
        let (horizontal, mut vertical) = if sideways { (row, column) } else { (column, row) };
        let slant = frame.numbering.slant;
        if slant == Slant::Falling {
            // VASSAL counts the first line that falls as one.
            vertical.first -= 1;
        }
        Some(Self {
            sideways,
            origin: (whole(first.x), whole(first.y)),
            dx: 1.5 * radius,
            dy: 3.0_f64.sqrt() * radius,
            numbering: Numbering {
                horizontal_first: (frame.numbering.order == Order::ColumnRow) != sideways,
                separator: grid.separator().to_owned(),
                horizontal,
                vertical,
                stagger: if slant.is_none() { next.y < first.y } else { slant == Slant::Rising },
                slanted: !slant.is_none(),
            },
        })
    }

    /// Returns `true` if the numbering gives every hex of `scene`, drawn at `scale`, its name, without ambiguity.
    pub(super) fn agrees(&self, scene: &Scene<'_>, scale: f32) -> bool {
        let Ok(view) = scene.view() else { return false };
        let grid = view.grid();
        if self.numbering.slanted {
            let name = |cell| {
                let at = view.center(cell).to_vec2() * scale;
                self.name(self.nearest((at.x.into(), at.y.into()))?, (0.0, 0.0))
            };
            return grid.is_unambiguous()
                && grid.cells().all(|cell| name(cell).as_deref() == Some(grid.name(cell).as_str()));
        }
        let Numbering { horizontal, vertical, .. } = self.numbering;
        let (of_columns, of_rows) = if self.sideways { (vertical, horizontal) } else { (horizontal, vertical) };
        let same = |part: NamePart, line: u16, name: &String| part.write(part.first + i32::from(line)) == *name;
        grid.is_unambiguous()
            && (0..grid.columns()).all(|column| same(of_columns, column, &grid.parts(Cell { column, row: 0 })[0]))
            && (0..grid.rows()).all(|row| same(of_rows, row, &grid.parts(Cell { column: 0, row })[1]))
    }

    /// Returns the center of the hex at these lines, counted from the first, in pixels. Staggered lines are numbered one
    /// hex lower.
    pub(super) fn center(&self, horizontal: i32, vertical: i32) -> (f64, f64) {
        let odd = horizontal.rem_euclid(2) == 1;
        let vertical = f64::from(vertical) - if odd && self.numbering.stagger { 1.0 } else { 0.0 };
        let shift = if odd { 0.5 } else { 0.0 };
        let along = f64::from(self.origin.0) + f64::from(horizontal) * self.dx;
        let across = f64::from(self.origin.1) + (vertical + shift) * self.dy;
        if self.sideways { (across, along) } else { (along, across) }
    }

    /// Returns the lines of the hex nearest to a point.
    pub(super) fn nearest(&self, (x, y): (f64, f64)) -> Option<(i32, i32)> {
        let (along, across) = if self.sideways { (y, x) } else { (x, y) };
        let line = (along - f64::from(self.origin.0)) / self.dx;
        let number = |line: f64| {
            #[expect(clippy::cast_possible_truncation, reason = "checked")]
            let whole = |line: f64| line as i32;
            (line.abs() < 1e6).then(|| whole(line.round()))
        };
        let around = [line.floor(), line.floor() + 1.0].into_iter().filter_map(number);
        let hexes = around.filter_map(|horizontal| {
            let (_, zero) = self.turned(self.center(horizontal, 0));
            Some((horizontal, number((across - zero) / self.dy)?))
        });
        let far = |(horizontal, vertical): &(i32, i32)| {
            let at = self.center(*horizontal, *vertical);
            (at.0 - x).hypot(at.1 - y)
        };
        hexes.min_by(|a, b| far(a).total_cmp(&far(b)))
    }

    /// Swaps x and y on a sideways grid.
    fn turned(&self, (x, y): (f64, f64)) -> (f64, f64) {
        if self.sideways { (y, x) } else { (x, y) }
    }

    /// Returns the lines of the hex called `name`, on a board of this size.
    pub(super) fn named(&self, name: &str, size: (f64, f64)) -> Option<(i32, i32)> {
        let Numbering { horizontal_first, separator, horizontal, vertical, .. } = &self.numbering;
        let (first, second) = if *horizontal_first { (horizontal, vertical) } else { (vertical, horizontal) };
        // Limits the work, since every split of the name is tried.
        if name.len() > LONGEST_NAME {
            return None;
        }
        // The longest possible first part is tried first.
        let ends = name.char_indices().map(|(at, _)| at).rev();
        let (a, b) = ends
            .filter_map(|end| Some((&name[..end], name[end..].strip_prefix(separator.as_str())?)))
            .find_map(|(a, b)| Some((first.read(a)?, second.read(b)?)))?;
        let (h, v) = if *horizontal_first { (a, b) } else { (b, a) };
        let (h, v) = (h.checked_sub(horizontal.first)?, v.checked_sub(vertical.first)?);
        self.flipped((h, v.checked_sub(self.slope(h))?), size)
    }

    /// Returns the number by which slanted lines are further on at the horizontal line `h`.
    fn slope(&self, h: i32) -> i32 {
        match (self.numbering.slanted, self.numbering.stagger) {
            (false, _) => 0,
            (true, true) => h / 2,
            (true, false) => 1 - h / 2,
        }
    }

    /// Returns the numbers of the hex at these lines, counted from the first of each, on a board of this size.
    pub(super) fn numbers(&self, lines: (i32, i32), size: (f64, f64)) -> Option<(i32, i32)> {
        let (h, v) = self.flipped(lines, size)?;
        Some((h, v.checked_add(self.slope(h))?))
    }

    /// Returns the name of the hex at these lines, on a board of this size.
    pub(super) fn name(&self, lines: (i32, i32), size: (f64, f64)) -> Option<String> {
        let Numbering { horizontal_first, separator, horizontal, vertical, .. } = &self.numbering;
        let (h, v) = self.numbers(lines, size)?;
        let h = horizontal.write(h.checked_add(horizontal.first)?);
        let v = vertical.write(v.checked_add(vertical.first)?);
        let (a, b) = if *horizontal_first { (h, v) } else { (v, h) };
        Some(format!("{a}{separator}{b}"))
    }

    /// Converts lines of a descending numbering, in either direction.
    fn flipped(&self, (h, v): (i32, i32), (width, height): (f64, f64)) -> Option<(i32, i32)> {
        let Numbering { horizontal, vertical, .. } = &self.numbering;
        #[expect(clippy::cast_possible_truncation, reason = "a picture has thousands of pixels")]
        let lines = |length: f64, step: f64| (length / step + 0.5).floor() as i32;
        // VASSAL divides each dimension by the step of the other one, unless the hexes are pointy-top.
        let (most_rows, most_columns) = (lines(height, self.dx), lines(width, self.dy));
        let (flip_h, flip_v) = if self.sideways {
            (vertical.descending.then_some(most_rows), horizontal.descending.then_some(most_columns))
        } else {
            (horizontal.descending.then_some(most_columns), vertical.descending.then_some(most_rows))
        };
        let flipped = |most: Option<i32>, line: i32| most.map_or(Some(line), |most| most.checked_sub(line));
        Some((flipped(flip_h, h)?, flipped(flip_v, v)?))
    }

    /// Returns the grid as a component. If `names` is not empty, the hexes are named regions instead.
    pub(super) fn element(&self, names: &[(String, (f64, f64))]) -> Result<ModuleElement, ModuleError> {
        if !names.is_empty() {
            return Self::regions(names);
        }
        let Numbering { horizontal_first, separator, horizontal, vertical, stagger, slanted } = &self.numbering;
        let kind = |part: &NamePart| if part.letters { "A" } else { "N" };
        let zeros = |part: &NamePart| if part.letters { 0 } else { part.zeros };
        let class = if *slanted { "ObliqueHexGridNumbering" } else { "HexGridNumbering" };
        let numbering = ModuleElement::new(format!("module.map.boardPicker.board.mapgrid.{class}"))
            .with("color", "0,0,0")
            .with("first", if *horizontal_first { "H" } else { "V" })
            .with("fontSize", 9)
            .with("hDescend", false)
            .with("hDrawOff", 0)
            .with("hLeading", zeros(horizontal))
            .with("hOff", horizontal.first)
            .with("hType", kind(horizontal))
            .with("locationFormat", "$gridLocation$")
            .with("rotateText", 0)
            .with("sep", separator)
            .with("stagger", stagger)
            .with("vDescend", false)
            .with("vDrawOff", 0)
            .with("vLeading", zeros(vertical))
            .with("vOff", vertical.first)
            .with("vType", kind(vertical))
            .with("visible", false);
        Ok(ModuleElement::new("module.map.boardPicker.board.HexGrid")
            .with("color", "0,0,0")
            .with("cornersLegal", false)
            .with("dotsVisible", false)
            .with("dx", self.dx)
            .with("dy", self.dy)
            .with("edgesLegal", false)
            .with("sideways", self.sideways)
            .with("snapTo", true)
            .with("visible", false)
            .with("x0", self.origin.0)
            .with("y0", self.origin.1)
            .holding(numbering))
    }

    /// Returns a grid of named regions, one per hex.
    fn regions(names: &[(String, (f64, f64))]) -> Result<ModuleElement, ModuleError> {
        if names.len() > MOST_NAMES {
            return Err(ModuleError::TooManyNames { hexes: names.len(), most: MOST_NAMES });
        }
        let region = |(name, (x, y)): &(String, (f64, f64))| {
            ModuleElement::new("module.map.boardPicker.board.Region")
                .with("name", name)
                .with("originx", x.round())
                .with("originy", y.round())
        };
        Ok(ModuleElement::new("module.map.boardPicker.board.RegionGrid")
            .with("fontsize", 9)
            .with("snapTo", true)
            .with("visible", false)
            .holding_all(names.iter().map(region)))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lines_are_named_as_the_program_names_them() {
        let part = |text: &str| NamePart::of(text).unwrap();
        let digits = part("01");
        assert_eq!((digits.first, digits.write(7), digits.write(100)), (1, "07".into(), "100".into()));
        let letters = part("A");
        assert_eq!((letters.write(0), letters.write(25)), ("A".into(), "Z".into()));
        assert_eq!((letters.write(26), letters.write(27)), ("AA".into(), "BB".into()));
        for number in [0, 1, 25, 26, 27, 99, 100, -3] {
            for part in [digits, letters, part("0")] {
                assert_eq!(part.read(&part.write(number)), Some(number));
            }
        }
        for bad in ["", "-", "1", "A", "0A", "99999999"] {
            assert_eq!(digits.read(bad), None, "{bad}");
        }
        assert_eq!((letters.read("AB"), NamePart::of(""), NamePart::of("a")), (None, None, None));
    }

    fn lattice(sideways: bool, stagger: bool) -> HexGrid {
        let part = NamePart { letters: false, zeros: 1, first: 1, descending: false };
        let numbering = Numbering {
            horizontal_first: !sideways,
            separator: String::new(),
            horizontal: part,
            vertical: part,
            stagger,
            slanted: false,
        };
        HexGrid { sideways, origin: (60, 90), dx: 60.0, dy: 69.28, numbering }
    }

    #[test]
    fn the_nearest_hex_of_a_center_is_the_hex() {
        for sideways in [false, true] {
            for stagger in [false, true] {
                let lattice = lattice(sideways, stagger);
                for hex in (-3..9).flat_map(|h| (-3..9).map(move |v| (h, v))) {
                    let (x, y) = lattice.center(hex.0, hex.1);
                    for (dx, dy) in [(0.0, 0.0), (19.0, 9.0), (-25.0, 5.0), (3.0, -29.0)] {
                        assert_eq!(lattice.nearest((x + dx, y + dy)), Some(hex));
                    }
                }
                assert_eq!(lattice.nearest((f64::NAN, 0.0)), None);
            }
        }
    }

    #[test]
    fn labels_lead_to_their_centers() {
        // Names resolve to the centers of their hexes: 0304 is two columns and three rows from 0101.
        let at = |sideways, stagger, name| {
            let lattice = lattice(sideways, stagger);
            let (h, v) = lattice.named(name, (1000.0, 1000.0)).unwrap();
            lattice.center(h, v)
        };
        assert_eq!(at(false, false, "0304"), (180.0, 90.0 + 3.0 * 69.28));
        assert_eq!(at(false, false, "0204"), (120.0, 90.0 + 3.5 * 69.28));
        assert_eq!(at(false, true, "0204"), (120.0, 90.0 + 2.5 * 69.28));
        assert_eq!(at(true, false, "0304"), (90.0 + 2.5 * 69.28, 240.0));
        assert_eq!(at(true, true, "0304"), (90.0 + 1.5 * 69.28, 240.0));
        assert_eq!(lattice(false, false).named("0A04", (9.0, 9.0)), None);
        let mut down = lattice(false, false);
        down.numbering.vertical.descending = true;
        assert_eq!(down.named("0101", (600.0, 692.8)), Some((0, 12)));
        for (h, v) in [(0, 12), (0, 0), (3, 4)] {
            let name = down.name((h, v), (600.0, 692.8)).unwrap();
            assert_eq!(down.named(&name, (600.0, 692.8)), Some((h, v)), "{name}");
        }
    }
}
