//! The geography that was read, as points of the plane.

use std::sync::Arc;

use smol_str::SmolStr;

use crate::notice::Notice;
use crate::plane::Point;

/// The tags of an element, sorted by key. Clones share them, since a way may be cut into many pieces.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Tags {
    pairs: Option<Arc<[(SmolStr, SmolStr)]>>,
    /// `true` if the designer keeps the element although its era did not have it.
    is_kept: bool,
}

/// The most bytes of a text that are kept within its value, not beside it.
const INLINE: usize = 23;

impl Tags {
    /// Returns the tags, the first of each key.
    pub fn new(mut tags: Vec<(SmolStr, SmolStr)>) -> Self {
        tags.sort_by(|a, b| a.0.cmp(&b.0));
        tags.dedup_by(|a, b| a.0 == b.0);
        Self { pairs: (!tags.is_empty()).then(|| tags.into()), is_kept: false }
    }

    fn all(&self) -> &[(SmolStr, SmolStr)] {
        self.pairs.as_deref().unwrap_or_default()
    }

    /// Returns the bytes of memory that the tags need.
    pub(crate) fn bytes(&self) -> usize {
        let beside = |text: &SmolStr| if text.len() > INLINE { text.len() } else { 0 };
        self.all().iter().map(|tag| size_of_val(tag) + beside(&tag.0) + beside(&tag.1)).sum()
    }

    /// Returns the value of `key`.
    pub fn get(&self, key: &str) -> Option<&str> {
        let at = self.all().binary_search_by(|(own, _)| own.as_str().cmp(key)).ok()?;
        self.all().get(at).map(|(_, value)| value.as_str())
    }

    /// Returns `true` if `key` has `value`.
    pub fn is(&self, key: &str, value: &str) -> bool {
        self.get(key) == Some(value)
    }

    /// Returns `true` if `key` has a value other than `no`.
    pub fn has(&self, key: &str) -> bool {
        self.get(key).is_some_and(|value| value != "no")
    }

    /// Returns `true` if the designer keeps the element although its era did not have it.
    pub fn is_kept(&self) -> bool {
        self.is_kept
    }

    /// Keeps the element, whatever its era had.
    pub(crate) fn keep(&mut self) {
        self.is_kept = true;
    }

    /// Returns `true` if there are no tags.
    pub fn is_empty(&self) -> bool {
        self.pairs.is_none()
    }

    /// Returns the tags in the order of their keys.
    pub fn iter(&self) -> impl Iterator<Item = (&str, &str)> {
        self.all().iter().map(|(key, value)| (key.as_str(), value.as_str()))
    }
}

impl<'a> FromIterator<(&'a str, &'a str)> for Tags {
    fn from_iter<I: IntoIterator<Item = (&'a str, &'a str)>>(tags: I) -> Self {
        Self::new(tags.into_iter().map(|(key, value)| (key.into(), value.into())).collect())
    }
}

/// A point that ways share.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Node {
    /// The number in the file.
    pub id: i64,
    /// The point.
    pub at: Point,
}

/// A line: a stream, a road, a railway or a piece of the coast.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Way {
    /// The number in the file. The pieces of a way that was cut have the same.
    pub id: i64,
    /// The points in order, as positions in [`Landscape::nodes`]. There are at least two.
    pub nodes: Vec<u32>,
    /// The tags.
    pub tags: Tags,
}

/// An area, with islands and holes: what an odd number of rings surround is inside.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Area {
    /// The number in the file: of a relation, or of a way, which is made negative to tell them apart.
    pub id: i64,
    /// The rings, without a repetition of the first point.
    pub rings: Vec<Vec<Point>>,
    /// The tags.
    pub tags: Tags,
}

/// A place: a point with a name.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Spot {
    /// The number in the file.
    pub id: i64,
    /// The point.
    pub at: Point,
    /// The tags.
    pub tags: Tags,
}

/// All that was read.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Landscape {
    /// The points of ways, sorted by their numbers.
    pub nodes: Vec<Node>,
    /// The lines.
    pub ways: Vec<Way>,
    /// The areas.
    pub areas: Vec<Area>,
    /// The places.
    pub spots: Vec<Spot>,
    /// The notices of the reader.
    pub notices: Vec<Notice>,
}

impl Landscape {
    /// Returns the point at a position of [`Landscape::nodes`].
    pub fn point(&self, node: u32) -> Point {
        self.nodes.get(node as usize).map_or_else(Point::default, |node| node.at)
    }

    /// Returns the points of a way.
    pub fn line(&self, way: &Way) -> Vec<Point> {
        way.nodes.iter().map(|node| self.point(*node)).collect()
    }
}
