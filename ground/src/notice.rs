//! Notices of a proposal to its reader.

use std::fmt;

/// Something that the data lack, or that was left out, for the reader of a proposal.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Notice {
    /// Ways lost points that the file does not have; the number of ways.
    WaysCut(usize),
    /// Areas whose outline is not closed in the file; the number of areas.
    OpenAreas(usize),
    /// A limit stopped the reading of something; what, and the limit.
    LimitReached(&'static str, u64),
    /// A coast that ends within the map; the number of ends.
    OpenCoast(usize),
    /// A stem ends inside the map, and no other stem, lake or sea is there; its name, or nothing if it has none.
    StemEnds(String),
    /// Places that share a hex with a greater one, and became labels.
    PlacesAsLabels(usize),
    /// Hexes whose elevation is more than half unknown.
    VoidHexes(usize),
    /// The ground needs more levels than a map can have: how many, and the step in meters that would fit.
    TooManyLevels(u32, u32),
    /// A place that no road reaches; its name.
    NoRoad(String),
    /// Hexes that are clear because the system has no terrain for what they are: what, and how many.
    NoTerrain(&'static str, usize),
}

impl fmt::Display for Notice {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::WaysCut(1) => f.write_str("1 way has points that the file lacks; it was cut there"),
            Self::WaysCut(count) => write!(f, "{count} ways have points that the file lacks; they were cut there"),
            Self::OpenAreas(1) => f.write_str("1 area has an open outline and was left out"),
            Self::OpenAreas(count) => write!(f, "{count} areas have an open outline and were left out"),
            Self::LimitReached(what, limit) => {
                write!(f, "the file has more than {limit} {what}; the rest was left out")
            }
            Self::OpenCoast(count) => {
                write!(f, "the coast is open at {count} places: the sea there is a guess, check it")
            }
            Self::StemEnds(name) if name.is_empty() => {
                f.write_str("a stream without a name ends inside the map; does the extract end there?")
            }
            Self::StemEnds(name) => write!(f, "{name} ends inside the map; does the extract end there?"),
            Self::PlacesAsLabels(1) => f.write_str("1 place shares a hex with a greater one and became a label"),
            Self::PlacesAsLabels(count) => {
                write!(f, "{count} places share a hex with a greater one and became labels")
            }
            Self::VoidHexes(count) => {
                write!(f, "{count} hexes have hardly any known elevation; they took that of their neighbors")
            }
            Self::TooManyLevels(levels, step) => {
                write!(f, "the ground needs {levels} levels, but a map has at most 9; a step of {step} m would fit")
            }
            Self::NoRoad(name) => write!(f, "no road of the data reaches {name}"),
            Self::NoTerrain(what, 1) => write!(f, "the list of terrain has none for {what}: 1 hex is clear ground"),
            Self::NoTerrain(what, count) => {
                write!(f, "the list of terrain has none for {what}: {count} hexes are clear ground")
            }
        }
    }
}
