//! The lists of things on a table, by the points that they are drawn with.

/// The shape that the points of a thing on a table make.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum PointShape {
    /// An area; its last point is joined to the first.
    Area,
    /// A line.
    Line,
    /// A single point.
    Point,
}

/// A list of things on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointList {
    /// The name of the list in the file, such as `"terrain"`.
    pub section: &'static str,
    /// The key of the points in a row, such as `"outline"`.
    pub key: &'static str,
    /// The shape of the things.
    pub shape: PointShape,
    /// The number of points of each row.
    pub counts: Vec<usize>,
}
