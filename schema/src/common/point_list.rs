//! The lists of things on a table, by the points that they are drawn with.

use super::table_view::DrawnShape;

/// A list of things on a table.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct PointList {
    /// The name of the list in the file, such as `"terrain"`.
    pub section: &'static str,
    /// The key of the points in a row, such as `"outline"`.
    pub key: &'static str,
    /// The shape of the things.
    pub shape: DrawnShape,
    /// The number of points of each row.
    pub counts: Vec<usize>,
}
