//! The ground and the units of a game on a table, as pictures of the table need them.

use super::arm::Arm;
use super::tabletop::{Inches, Tabletop};
use crate::id::{EntryId, PlaceId, SideId};

/// Everything that lies on a table at the start of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TableView<'a> {
    /// The size of the table.
    pub table: Tabletop,
    /// The areas, in the order of the file.
    pub areas: Vec<AreaView<'a>>,
    /// The lines, in the order of the file.
    pub lines: Vec<LineView<'a>>,
    /// The crossings, objectives and entries, in the order of the file.
    pub points: Vec<PointView<'a>>,
    /// The units that start on the table, in the order of battle.
    pub units: Vec<UnitFootprint>,
}

impl TableView<'_> {
    /// Returns an empty table.
    pub fn empty(table: Tabletop) -> Self {
        Self { table, areas: Vec::new(), lines: Vec::new(), points: Vec::new(), units: Vec::new() }
    }
}

/// The row of the file that something on a table comes from.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ListRow {
    /// The key of the list, such as `"terrain"`.
    pub list: &'static str,
    /// The index in the list.
    pub index: usize,
    /// The key of the field with the points: a list of points, or a point.
    pub points: &'static str,
}

/// A kind of thing that a designer draws on a table, such as woods.
#[derive(Clone, Debug, PartialEq)]
pub struct DrawnKind {
    /// The name, such as `"Woods"`.
    pub name: String,
    /// The shape.
    pub shape: DrawnShape,
    /// The key of the list of the file, such as `"terrain"`.
    pub list: &'static str,
    /// The key of the field with the points: a list of points for areas and lines, otherwise a point.
    pub points: &'static str,
    /// A new row without its points. Empty texts under `id`, `name` and `side` are for the editor to fill in.
    pub row: serde_json::Value,
}

/// The shape of something on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum DrawnShape {
    /// An area with three corners or more.
    Area,
    /// A line with two points or more.
    Line,
    /// A point.
    Point,
}

/// An area of a table, such as a hill or woods.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct AreaView<'a> {
    /// The row of the file.
    pub row: ListRow,
    /// The name, if it has one.
    pub name: Option<&'a str>,
    /// The drawing style.
    pub look: AreaLook,
    /// The corners in order. The last corner is joined to the first.
    pub outline: Vec<Inches>,
}

/// The drawing style of an area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum AreaLook {
    /// A hill: all ground within the outline has this level or a higher one.
    Hill {
        /// The level, from 1. The ground outside hills has level 0.
        level: u8,
        /// `true` for a terrace with a vertical edge, `false` for a slope.
        stepped: bool,
    },
    /// Standing corn and other fields.
    Fields,
    /// Vineyards, hop poles or orchards, in rows.
    Vineyard,
    /// Wet ground.
    Marsh,
    /// Broken or rocky ground.
    Rough,
    /// A steep slope.
    Steep,
    /// Trees.
    Woods,
    /// Open water.
    Water,
    /// A few houses.
    Village,
    /// The houses of a town.
    Town,
    /// A fortress or earthworks.
    Fort,
}

impl AreaLook {
    /// Returns the name of the style, such as `"woods"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Hill { .. } => "hill",
            Self::Fields => "fields",
            Self::Vineyard => "vineyard",
            Self::Marsh => "marsh",
            Self::Rough => "rough",
            Self::Steep => "steep",
            Self::Woods => "woods",
            Self::Water => "water",
            Self::Village => "village",
            Self::Town => "town",
            Self::Fort => "fort",
        }
    }
}

/// A line on a table, such as a road or a stream.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LineView<'a> {
    /// The row of the file.
    pub row: ListRow,
    /// The name, if it has one.
    pub name: Option<&'a str>,
    /// The drawing style.
    pub look: LineLook,
    /// The points in order.
    pub line: Vec<Inches>,
}

/// The drawing style of a line, in the drawing order.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum LineLook {
    /// A brook.
    Stream,
    /// A river.
    River,
    /// A cliff.
    Cliff,
    /// A hedge or a fence.
    Hedge,
    /// A stone wall.
    Wall,
    /// A trench.
    Trench,
    /// A road.
    Road,
    /// An embankment, such as that of a railway.
    Embankment,
}

/// A named point of a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointView<'a> {
    /// The row of the file.
    pub row: ListRow,
    /// The name, if it has one.
    pub name: Option<&'a str>,
    /// The kind of point.
    pub kind: PointKind<'a>,
    /// The position.
    pub at: Inches,
}

/// A kind of point on a table.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointKind<'a> {
    /// A bridge.
    Bridge,
    /// A ford.
    Ford,
    /// A gate.
    Gate,
    /// A place that counts for victory.
    Objective(&'a PlaceId),
    /// A point at which the reinforcements of a side come on.
    Entry(&'a EntryId, &'a SideId),
}

/// The bases of a unit on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct UnitFootprint {
    /// The index of the unit in the order of battle.
    pub unit: usize,
    /// The arm of the unit, which determines the symbol.
    pub arm: Arm,
    /// The position: the center of the front, or of the base of a unit without a front.
    pub at: Inches,
    /// The facing in degrees, clockwise from the upper edge of the table; `None` for a unit without a front.
    pub facing: Option<u16>,
    /// The bases, those of the front rank first.
    pub bases: Vec<BaseOutline>,
    /// The marker on the unit at the start, such as `"Disordered"`, and its degree from 1; `None` without a marker.
    pub marker: Option<(&'static str, u8)>,
}

/// A base as an oriented rectangle.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct BaseOutline {
    /// The corners: left front, right front, right rear, left rear.
    pub corners: [Inches; 4],
}
