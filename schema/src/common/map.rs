//! The map: its size, its numbering and its terrain.

use std::fmt;

use indexmap::IndexMap;
use schemars::JsonSchema;
use serde::{Deserialize, Deserializer, Serialize, Serializer, de};

use super::scan::Scan;
use super::side::Color;
use crate::id::HexId;

/// The letter in [`HexRows`] for a position without a hex. Terrain cannot use it.
pub const VOID: char = '_';

// `T` is the terrain type of the system.
/// `[map]`: the hex grid and the terrain on it.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Map<T> {
    /// The orientation of the hexes: flat or pointed tops. The default is flat tops.
    #[serde(default)]
    pub orientation: Orientation,
    /// For maps with flat tops: the columns, by printed number, that are half a hex lower than the others. The default is
    /// `"odd"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub lower_columns: Option<Parity>,
    /// For maps with pointed tops: the rows, by printed number, that are half a hex further right than the others. The default
    /// is `"odd"`.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub right_rows: Option<Parity>,
    /// The number of columns, such as `20`.
    #[schemars(range(min = 1, max = 1000))]
    pub columns: u16,
    /// The number of rows, such as `14`.
    #[schemars(range(min = 1, max = 1000))]
    pub rows: u16,
    /// The numbering of the hexes.
    pub numbering: Numbering,
    /// The distance between the centers of adjacent hexes, in meters, such as `900`. The default is no scale.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    #[schemars(range(min = 1, max = 100_000))]
    pub hex_metres: Option<u32>,
    /// The terrain: one letter per hex, one line per row of the map, with `_` where the map has no hex.
    pub hexes: HexRows,
    /// The elevation levels, in systems with levels: one digit per hex, one line per row of the map.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub levels: Option<HexRows>,
    /// The meaning of each letter of `hexes`.
    pub terrain: IndexMap<Letter, T>,
    /// A picture of the printed map, which the editor shows under the hexes for tracing.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub scan: Option<Scan>,
}

/// A map without hexes, for a game on a table.
impl<T> Default for Map<T> {
    fn default() -> Self {
        Self {
            orientation: Orientation::default(),
            lower_columns: None,
            right_rows: None,
            columns: 0,
            rows: 0,
            numbering: Numbering::straight("", Order::default()),
            hex_metres: None,
            hexes: HexRows::default(),
            levels: None,
            terrain: IndexMap::new(),
            scan: None,
        }
    }
}

impl<T> Map<T> {
    /// Returns `true` if the map has neither columns nor rows, as in a game on a table.
    pub fn is_without_hexes(&self) -> bool {
        (self.columns, self.rows) == (0, 0)
    }

    /// Returns the orientation and the numbering of the hexes.
    pub(crate) fn frame(&self) -> MapFrame<'_> {
        MapFrame {
            orientation: self.orientation,
            lower_columns: self.lower_columns,
            right_rows: self.right_rows,
            numbering: &self.numbering,
        }
    }
}

/// The orientation and the numbering of the hexes of a map.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct MapFrame<'a> {
    /// The orientation of the hexes.
    pub orientation: Orientation,
    /// The columns that are half a hex lower; `None` if the file uses the default.
    pub lower_columns: Option<Parity>,
    /// The rows that are half a hex further right; `None` if the file uses the default.
    pub right_rows: Option<Parity>,
    /// The numbering of the hexes.
    pub numbering: &'a Numbering,
}

/// The orientation of the hexes.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Orientation {
    /// Flat-topped: columns run down the page.
    #[default]
    Flat,
    /// Pointy-topped: rows run across the page.
    Pointy,
}

/// Odd or even printed numbers of columns or rows.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Parity {
    /// 1, 3, 5 …
    #[default]
    Odd,
    /// 0, 2, 4 …
    Even,
}

/// The numbering of the hexes on the printed map.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct Numbering {
    /// The number of the top left hex: digits, a letter and digits, or two numbers with a separator, such as `"0101"`, `"A1"`
    /// or `"1.1"`. All other hexes have the same format.
    pub first: HexId,
    /// The part of a hex number that comes first: the column or the row. The default is the column.
    #[serde(default)]
    pub order: Order,
    /// The direction of the lines of hexes with the same row number, or with the same column number on a map with pointed
    /// tops. By default they run straight across the map. On some printed maps they are slanted and run along the hexes.
    #[serde(default, skip_serializing_if = "Slant::is_none")]
    pub slant: Slant,
}

impl Numbering {
    /// Returns a numbering whose rows and columns run straight.
    pub fn straight(first: impl Into<HexId>, order: Order) -> Self {
        Self { first: first.into(), order, slant: Slant::None }
    }
}

/// The direction of the lines of hexes with the same number.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Slant {
    /// Straight across the map.
    #[default]
    None,
    /// Along the hexes, up to the right.
    Rising,
    /// Along the hexes, down to the right.
    Falling,
}

impl Slant {
    /// Returns `true` if the lines run straight.
    pub fn is_none(&self) -> bool {
        *self == Self::None
    }
}

/// The part of a hex number that comes first.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Order {
    /// `0814` is column 8, row 14.
    #[default]
    ColumnRow,
    /// `0814` is row 8, column 14.
    RowColumn,
}

/// The drawing style of a terrain. It has no effect in play.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "kebab-case")]
pub enum Look {
    /// Open fields.
    #[default]
    Clear,
    /// Trees.
    Woods,
    /// Houses of a town.
    Town,
    /// A few houses.
    Village,
    /// A farm or another strong building around a yard.
    Farm,
    /// Rising ground.
    Hill,
    /// Broken or rough ground.
    Rough,
    /// Wet ground.
    Marsh,
    /// Open water.
    Water,
    /// A fortress or earthworks.
    Fort,
}

impl Look {
    /// All looks, in the order of the declaration.
    pub const ALL: [Self; 10] = [
        Self::Clear,
        Self::Woods,
        Self::Town,
        Self::Village,
        Self::Farm,
        Self::Hill,
        Self::Rough,
        Self::Marsh,
        Self::Water,
        Self::Fort,
    ];
}

/// The properties that the terrain of every system has.
pub trait TerrainFacts {
    /// Returns the name in the terrain chart, such as `"Woods"`.
    fn name(&self) -> &str;
    /// Returns the drawing style.
    fn look(&self) -> Look;
    /// Returns the ground color; `None` if the designer chose none, so that the look determines the color.
    fn color(&self) -> Option<Color>;
}

/// A watercourse or a ravine through the hexes of a terrain, which does not fill them.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct TerrainCourse {
    /// The course that runs through the hexes.
    pub kind: CourseKind,
    /// The look of what else is in them.
    pub ground: Look,
}

/// The course that runs through the hexes of a terrain.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum CourseKind {
    /// A stream.
    Stream,
    /// A ravine.
    Ravine,
}

/// A terrain letter: one character, neither a space nor `_`.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize, JsonSchema)]
#[schemars(extend("pattern" = r"^[^_\s]$"))]
pub struct Letter(pub char);

impl fmt::Display for Letter {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(f)
    }
}

/// The maximum number of lines that are parsed. It is above the 1000 rows of a map, so that a lint can report a map that is a
/// little too large.
const MOST_LINES: usize = 10_000;

/// The letters of a map, row by row from the top. Rows can have different lengths in a broken file. Spaces between letters are
/// only for readability.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema)]
#[schemars(with = "String")]
pub struct HexRows(pub Vec<Vec<char>>);

impl HexRows {
    /// Parses `text`, one row per line. Blank lines at the start and the end are ignored.
    ///
    /// ```
    /// use battlewright_schema::HexRows;
    /// let rows = HexRows::parse("\n. w\n. .\n");
    /// assert_eq!(rows.get(1, 0), Some('w'));
    /// assert_eq!(rows.to_string(), ". w\n. .\n");
    /// ```
    pub fn parse(text: &str) -> Self {
        let mut rows: Vec<Vec<char>> = text.lines().map(letters).collect();
        while rows.last().is_some_and(Vec::is_empty) {
            rows.pop();
        }
        let blank = rows.iter().take_while(|row| row.is_empty()).count();
        rows.drain(..blank);
        Self(rows)
    }

    /// Returns the letter at `column` and `row`, both from 0; `None` off the map.
    pub fn get(&self, column: usize, row: usize) -> Option<char> {
        self.0.get(row)?.get(column).copied()
    }

    /// Puts `letter` at `column` and `row` and returns the previous letter; `None`, without a change, off the map.
    pub fn set(&mut self, column: usize, row: usize, letter: char) -> Option<char> {
        let cell = self.0.get_mut(row)?.get_mut(column)?;
        Some(std::mem::replace(cell, letter))
    }
}

/// Returns the letters of a line without the spaces between them.
fn letters(line: &str) -> Vec<char> {
    // Fast path: in nearly every line, single-byte letters alternate with single spaces.
    let (pairs, last) = line.as_bytes().as_chunks();
    let usual = pairs.iter().fold(true, |usual, [letter, space]| usual & letter.is_ascii_graphic() & (*space == b' '));
    if usual && last.iter().all(u8::is_ascii_graphic) {
        return pairs.iter().map(|[letter, _]| letter).chain(last).copied().map(char::from).collect();
    }
    let mut letters = Vec::with_capacity(line.len().div_ceil(2));
    letters.extend(line.chars().filter(|c| !c.is_whitespace()));
    letters
}

impl fmt::Display for HexRows {
    /// Writes one line per row, with a space between letters.
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for row in &self.0 {
            for (column, letter) in row.iter().enumerate() {
                if column > 0 {
                    f.write_str(" ")?;
                }
                write!(f, "{letter}")?;
            }
            f.write_str("\n")?;
        }
        Ok(())
    }
}

impl Serialize for HexRows {
    fn serialize<S: Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
        serializer.collect_str(self)
    }
}

impl<'de> Deserialize<'de> for HexRows {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        struct Letters;

        impl de::Visitor<'_> for Letters {
            type Value = HexRows;

            fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                f.write_str("lines of letters")
            }

            fn visit_str<E: de::Error>(self, text: &str) -> Result<HexRows, E> {
                // A parsed line takes many times its size in memory. The limit loses no valid map, as maps have at most 1000
                // rows.
                let lines = text.lines().take(MOST_LINES + 1).count();
                if lines > MOST_LINES {
                    return Err(E::custom(format!(
                        "a map has at most 1000 rows, but this one has over {MOST_LINES} lines"
                    )));
                }
                Ok(HexRows::parse(text))
            }
        }

        deserializer.deserialize_str(Letters)
    }
}
crate::tree::fields! { impl [T: Serialize + serde::de::DeserializeOwned] Map<T> {
    orientation: leaf filled,
    lower_columns: leaf optional,
    right_rows: leaf optional,
    columns: leaf needed,
    rows: leaf needed,
    numbering: leaf needed,
    hex_metres: leaf optional,
    hexes: leaf needed,
    levels: leaf optional,
    terrain: keyed needed,
    scan: leaf optional,
} }
