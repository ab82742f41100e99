//! A map of a made-up country, derived step by step.

use std::collections::BTreeMap;
use std::io::Cursor;

use battlewright_ground::areas::{AreaFigures, Terrain};
use battlewright_ground::levels::{Heights, LevelFigures, Levels};
use battlewright_ground::rivers::{RiverFigures, Rivers};
use battlewright_ground::roads::{RoadFigures, Roads};
use battlewright_ground::{
    Anchors, Elevation, Era, GroundGrid, Landscape, LatLon, Plane, Point, Side, Tile, names, read,
};
use battlewright_schema::{Grid, MapFrame, Numbering, Order, Orientation};

use crate::country::{Country, MIDDLE, Spot};

/// The position of a map over a country.
#[derive(Clone, Copy, Debug, PartialEq)]
pub(crate) struct Layout {
    pub(crate) hex_metres: f64,
    pub(crate) orientation: Orientation,
    pub(crate) rotation: f64,
}

impl Layout {
    pub(crate) const USUAL: Self = Self { hex_metres: 800.0, orientation: Orientation::Flat, rotation: 0.0 };

    /// Returns the hexes of the map.
    pub(crate) fn grid(self) -> GroundGrid {
        let (columns, rows) = self.size();
        let numbering = Numbering::straight("0101", Order::ColumnRow);
        let frame =
            MapFrame { orientation: self.orientation, lower_columns: None, right_rows: None, numbering: &numbering };
        GroundGrid::new(&Grid::of(frame, columns, rows).unwrap(), (self.hex_metres * 100.0) as i32).unwrap()
    }

    /// Returns the number of columns and rows that fit into a country.
    pub(crate) fn size(self) -> (u16, u16) {
        let (width, height) = if self.rotation % 180.0 == 0.0 { (22_000.0, 14_200.0) } else { (14_400.0, 8_200.0) };
        let fit = |length: f64, across: f64| (length / (self.hex_metres * across)) as u16;
        match self.orientation {
            Orientation::Flat => (fit(width, 0.866), fit(height, 1.0)),
            Orientation::Pointy => (fit(width, 1.0), fit(height, 0.866)),
        }
    }
}

/// A derived map with the country that it shows.
pub(crate) struct Case {
    pub(crate) country: Country,
    pub(crate) plane: Plane,
    pub(crate) grid: GroundGrid,
    pub(crate) landscape: Landscape,
    pub(crate) anchors: Anchors,
    pub(crate) rivers: Rivers,
    pub(crate) terrain: Terrain,
    pub(crate) roads: Roads,
    pub(crate) levels: Levels,
}

impl Case {
    /// Returns the map about the middle of a country.
    pub(crate) fn new(seed: u64, layout: Layout) -> Self {
        Self::about(seed, layout, MIDDLE)
    }

    /// Returns the map about `middle`.
    pub(crate) fn about(seed: u64, layout: Layout, middle: LatLon) -> Self {
        let country = Country::new(seed);
        let plane = Plane::new(middle, layout.rotation).unwrap();
        let grid = layout.grid();
        let landscape = read::read_osm_xml(Cursor::new(country.osm().into_bytes()), &plane, &grid).unwrap();
        let era = Era::of_year(Some(1870));
        let mut anchors = Anchors::new(&grid, names::places(&landscape, &era));
        let rivers = Rivers::new(&landscape, &era, &grid, &mut anchors, &RiverFigures::default());
        let terrain = Terrain::new(&landscape, &era, &grid, &anchors, &AreaFigures::default());
        let roads = Roads::new(&landscape, &era, &grid, &anchors, &rivers, &terrain, &RoadFigures::default());
        let mut elevation = Elevation::new();
        elevation.add(read::read_asc(Cursor::new(country.asc().into_bytes()), &plane, &grid).unwrap().unwrap());
        let heights = Heights::new(&grid, &plane, &elevation);
        let levels = Levels::new(&grid, &heights, &LevelFigures { step: Some(30), ..LevelFigures::default() });
        Self { country, plane, grid, landscape, anchors, rivers, terrain, roads, levels }
    }

    /// Returns the point of the plane for a point of the country.
    pub(crate) fn point(&self, spot: Spot) -> Point {
        let straight = Plane::new(MIDDLE, 0.0).unwrap();
        let whole = |metres: f64| (metres * 100.0).round() as i32;
        self.plane.point(straight.position(Point { x: whole(spot.east), y: whole(-spot.north) }))
    }

    /// Returns the point of the country for a point of the plane.
    pub(crate) fn spot(&self, point: Point) -> Spot {
        let at = Plane::new(MIDDLE, 0.0).unwrap().point(self.plane.position(point));
        Spot { east: f64::from(at.x) / 100.0, north: f64::from(-at.y) / 100.0 }
    }

    /// Returns the hexes of the map.
    pub(crate) fn map(&self) -> impl Iterator<Item = Tile> {
        self.grid.tiles().filter(|tile| self.grid.is_on_map(*tile))
    }

    pub(crate) fn is_on_map(&self, side: &Side) -> bool {
        self.grid.is_on_map(side.low) && self.grid.is_on_map(side.high)
    }
}

/// The two hexes at the ends of a side.
pub(crate) fn corners(grid: &GroundGrid, side: Side) -> Vec<Tile> {
    let of = |tile: Tile| grid.neighbors(tile).into_iter().flatten();
    of(side.low).filter(|tile| of(side.high).any(|other| other == *tile)).collect()
}

/// Returns a number for the connected part of each node of a graph.
pub(crate) fn parts<T: Ord + Copy>(edges: impl IntoIterator<Item = (T, T)>) -> BTreeMap<T, usize> {
    let mut next = BTreeMap::<T, Vec<T>>::new();
    for (a, b) in edges {
        next.entry(a).or_default().push(b);
        next.entry(b).or_default().push(a);
    }
    let mut part = BTreeMap::new();
    let mut count = 0;
    for start in next.keys() {
        if part.contains_key(start) {
            continue;
        }
        let mut open = vec![*start];
        while let Some(at) = open.pop() {
            if part.insert(at, count).is_none() {
                open.extend(&next[&at]);
            }
        }
        count += 1;
    }
    part
}
