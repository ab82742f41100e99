//! Pictures of the source and of the hexes, as areas and lines in hexes from the middle of the map. The window draws them at any scale.

use std::collections::BTreeMap;

use battlewright_ground::areas::GroundKind;
use battlewright_ground::era::{AreaClass, LineClass, PlaceRank, RoadClass, WaterClass};
use battlewright_ground::run::Derivation;
use battlewright_ground::{GroundGrid, Point, Side, Tile};
use battlewright_schema::RoadKind;

/// A point in hexes from the middle of the map, to the right and down.
pub type HexPoint = [f32; 2];

/// The least distance between points of the source that are drawn, in hexes.
const FINEST: f32 = 0.03;
/// The most points of the source that are drawn. The least roads are left out first.
const MOST_POINTS: usize = 400_000;
/// The most rings of an area that are drawn with their holes. What has more is damaged or far more than a picture shows.
const MOST_RINGS: usize = 300;

/// The kind of an area or a line of a picture.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroundInk {
    /// A hex with this terrain and level.
    Hex(GroundKind, Option<u32>),
    /// An area of the source.
    Area(AreaClass),
    /// A line around a hex.
    Outline,
    /// The coast.
    Coast,
    /// A stream.
    Stream,
    /// A river.
    River,
    /// A lane or a street of the source.
    Lane,
    /// A road.
    Road,
    /// A main road.
    MajorRoad,
    /// A railway.
    Railway,
    /// A bridge or ford.
    Bridge,
}

/// An area of a picture: corners, and triangles as triples of positions among them.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureArea {
    /// The kind.
    pub ink: GroundInk,
    /// The corners.
    pub corners: Vec<HexPoint>,
    /// The triangles.
    pub triangles: Vec<u32>,
}

/// A name in a picture.
#[derive(Clone, Debug, PartialEq)]
pub struct PictureName {
    /// The rank of the place.
    pub rank: PlaceRank,
    /// The name.
    pub name: String,
    /// The point.
    pub at: HexPoint,
}

/// A picture of the ground.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct GroundPicture {
    /// The areas, in the order in which they are drawn.
    pub areas: Vec<PictureArea>,
    /// The lines over the areas, in the order in which they are drawn.
    pub lines: Vec<(GroundInk, Vec<HexPoint>)>,
    /// The names, the greatest places first.
    pub names: Vec<PictureName>,
    /// The corner at the right and the bottom of the rectangle around the areas.
    pub half: HexPoint,
    /// The number of lines that were left out because the picture would have too many points.
    pub left_out: usize,
}

/// Returns a point in hexes.
pub fn in_hexes(grid: &GroundGrid, point: Point) -> HexPoint {
    let distance = f64::from(grid.distance());
    #[expect(clippy::cast_possible_truncation, reason = "a few hundred hexes")]
    let part = |value: i32| (f64::from(value) / distance) as f32;
    [part(point.x), part(point.y)]
}

/// Returns the six corners of a hex, in order; `None` beyond the margin of the map.
pub fn corners(grid: &GroundGrid, tile: Tile) -> Option<[HexPoint; 6]> {
    let center = in_hexes(grid, grid.center(tile));
    let around = grid.neighbors(tile);
    let mut own = [center; 6];
    for (n, corner) in own.iter_mut().enumerate() {
        let (a, b) = (around.get(n).copied().flatten()?, around.get((n + 1) % 6).copied().flatten()?);
        let (a, b) = (in_hexes(grid, grid.center(a)), in_hexes(grid, grid.center(b)));
        *corner = [(center[0] + a[0] + b[0]) / 3.0, (center[1] + a[1] + b[1]) / 3.0];
    }
    Some(own)
}

/// Returns the ends of a hexside; `None` beyond the margin of the map.
pub fn ends(grid: &GroundGrid, side: Side) -> Option<[HexPoint; 2]> {
    let at = grid.neighbors(side.low).iter().position(|other| *other == Some(side.high))?;
    let corners = corners(grid, side.low)?;
    Some([corners.get((at + 5) % 6).copied()?, corners.get(at).copied()?])
}

impl GroundPicture {
    /// Returns the picture of the hexes of a map.
    pub fn of_hexes(run: &Derivation) -> Self {
        let grid = run.grid();
        let mut picture = Self::default();
        for tile in grid.tiles().filter(|tile| grid.is_on_map(*tile)) {
            let Some(corners) = corners(grid, tile) else { continue };
            let level = run.levels().and_then(|levels| levels.get(tile));
            picture.areas.push(PictureArea {
                ink: GroundInk::Hex(run.terrain().get(tile), level),
                corners: corners.to_vec(),
                triangles: vec![0, 1, 2, 0, 2, 3, 0, 3, 4, 0, 4, 5],
            });
            let [first, ..] = corners;
            picture.lines.push((GroundInk::Outline, [corners.as_slice(), &[first]].concat()));
        }
        let corners = picture.areas.iter().flat_map(|area| &area.corners);
        picture.half = corners.fold([0.5, 0.5], |most, at| [most[0].max(at[0].abs()), most[1].max(at[1].abs())]);
        let on_map = |side: &Side| grid.is_on_map(side.low) && grid.is_on_map(side.high);
        let is_water = |tile: Tile| run.terrain().get(tile) == GroundKind::Water;
        for (side, is_river) in run.rivers().sides() {
            if on_map(&side) && !(is_water(side.low) && is_water(side.high)) {
                let ink = if is_river { GroundInk::River } else { GroundInk::Stream };
                picture.lines.extend(ends(grid, side).map(|ends| (ink, ends.to_vec())));
            }
        }
        let line =
            |tiles: &[Tile]| -> Vec<HexPoint> { tiles.iter().map(|tile| in_hexes(grid, grid.center(*tile))).collect() };
        let rails = run.railways().chains.iter().map(|chain| (GroundInk::Railway, line(&chain.tiles)));
        let roads = run.roads().chains.iter().map(|chain| {
            let ink = if chain.kind == RoadKind::Road { GroundInk::Road } else { GroundInk::MajorRoad };
            (ink, line(&chain.tiles))
        });
        picture.lines.extend(rails.chain(roads));
        for bridge in run.roads().bridges.iter().filter(|bridge| on_map(&bridge.side)) {
            picture.lines.push((GroundInk::Bridge, line(&[bridge.side.low, bridge.side.high])));
        }
        for (spot, home) in run.anchors().places() {
            if let Some(home) = home.filter(|home| grid.is_on_map(*home)) {
                let at = in_hexes(grid, grid.center(home));
                picture.names.push(PictureName { rank: spot.rank, name: spot.name.to_string(), at });
            }
        }
        picture.names.sort_by_key(|name| name.rank);
        picture
    }

    /// Returns the picture of the source of a map, with what its era had.
    pub fn of_source(run: &Derivation) -> Self {
        let (grid, land, era) = (run.grid(), run.landscape(), &run.request().era);
        let mut picture = Self::default();
        let mut areas = BTreeMap::<AreaClass, Vec<PictureArea>>::new();
        for area in &land.areas {
            let Some(class) = era.area(&area.tags) else { continue };
            let rings: Vec<Vec<HexPoint>> = area.rings.iter().map(|ring| thinned(grid, ring)).collect();
            areas.entry(class).or_default().extend(filled(GroundInk::Area(class), rings));
        }
        // Water lies over woods, houses over both.
        let order = [
            AreaClass::Woods,
            AreaClass::Vineyard,
            AreaClass::Orchard,
            AreaClass::Wetland,
            AreaClass::Water,
            AreaClass::BuiltUp,
        ];
        picture.areas = order.into_iter().filter_map(|class| areas.remove(&class)).flatten().collect();
        let mut lines: Vec<(GroundInk, Vec<HexPoint>)> = Vec::new();
        for way in &land.ways {
            let ink = match era.line(&way.tags) {
                Some(LineClass::Coast) => GroundInk::Coast,
                Some(LineClass::Water(WaterClass::River)) => GroundInk::River,
                Some(LineClass::Water(_)) => GroundInk::Stream,
                Some(LineClass::Rail) => GroundInk::Railway,
                Some(LineClass::Road(class)) if class.is_major() => GroundInk::MajorRoad,
                Some(LineClass::Road(RoadClass::Residential | RoadClass::Track)) => GroundInk::Lane,
                Some(LineClass::Road(_)) => GroundInk::Road,
                None => continue,
            };
            lines.push((ink, thinned(grid, &land.line(way))));
        }
        let mut points = picture.areas.iter().map(|area| area.corners.len()).sum::<usize>();
        lines.sort_by_key(|(ink, _)| (*ink == GroundInk::Lane, *ink));
        let before = lines.len();
        lines.retain(|(_, line)| {
            points += line.len();
            points <= MOST_POINTS
        });
        picture.left_out = before - lines.len();
        lines.sort_by_key(|(ink, _)| (*ink != GroundInk::Lane, *ink));
        picture.lines = lines;
        for (spot, _) in run.anchors().places() {
            let at = in_hexes(grid, spot.at);
            picture.names.push(PictureName { rank: spot.rank, name: spot.name.to_string(), at });
        }
        picture.names.sort_by_key(|name| name.rank);
        picture
    }
}

/// Returns a line in hexes, without points that are hardly apart. The ends stay.
fn thinned(grid: &GroundGrid, line: &[Point]) -> Vec<HexPoint> {
    let mut thin: Vec<HexPoint> = Vec::new();
    for (n, point) in line.iter().enumerate() {
        let at = in_hexes(grid, *point);
        let is_far = thin.last().is_none_or(|last| (last[0] - at[0]).hypot(last[1] - at[1]) >= FINEST);
        if is_far || n + 1 == line.len() {
            thin.push(at);
        }
    }
    thin
}

/// Returns the areas between `rings`: what an odd number of them surround.
fn filled(ink: GroundInk, mut rings: Vec<Vec<HexPoint>>) -> Vec<PictureArea> {
    rings.retain(|ring| ring.len() >= 3);
    rings.sort_by(|a, b| size(b).total_cmp(&size(a)));
    rings.truncate(MOST_RINGS);
    // The outlines with their holes, the largest first.
    let mut outlines: Vec<Vec<Vec<HexPoint>>> = Vec::new();
    for (n, ring) in rings.iter().enumerate() {
        let Some(first) = ring.first() else { continue };
        let around = rings.get(..n).unwrap_or_default().iter().filter(|other| surrounds(other, *first)).count();
        let outline = outlines
            .iter_mut()
            .rev()
            .find(|outline| around % 2 == 1 && outline.first().is_some_and(|outer| surrounds(outer, *first)));
        match outline {
            Some(outline) => outline.push(ring.clone()),
            None => outlines.push(vec![ring.clone()]),
        }
    }
    let mut areas = Vec::new();
    for outline in outlines {
        let mut holes = Vec::new();
        let mut corners: Vec<HexPoint> = Vec::new();
        for (n, ring) in outline.iter().enumerate() {
            if n > 0 {
                holes.extend(u32::try_from(corners.len()));
            }
            corners.extend(ring);
        }
        let mut triangles: Vec<u32> = Vec::new();
        earcut::Earcut::new().earcut(corners.iter().copied(), &holes, &mut triangles);
        areas.push(PictureArea { ink, corners, triangles });
    }
    areas
}

/// Returns the size of the area in a ring.
fn size(ring: &[HexPoint]) -> f32 {
    let next = ring.iter().cycle().skip(1);
    let twice: f32 = ring.iter().zip(next).map(|(a, b)| a[0] * b[1] - b[0] * a[1]).sum();
    twice.abs() / 2.0
}

/// Returns `true` if `point` lies in a ring.
fn surrounds(ring: &[HexPoint], point: HexPoint) -> bool {
    let next = ring.iter().cycle().skip(1);
    let crossed = ring.iter().zip(next).filter(|(a, b)| {
        (a[1] > point[1]) != (b[1] > point[1]) && point[0] < (b[0] - a[0]) * (point[1] - a[1]) / (b[1] - a[1]) + a[0]
    });
    crossed.count() % 2 == 1
}

#[cfg(test)]
mod tests {
    use super::*;

    fn square(half: f32) -> Vec<HexPoint> {
        vec![[-half, -half], [half, -half], [half, half], [-half, half]]
    }

    fn covered(areas: &[PictureArea]) -> f32 {
        let triangle = |area: &PictureArea, corners: &[u32]| {
            let ring: Vec<HexPoint> = corners.iter().map(|n| area.corners[*n as usize]).collect();
            size(&ring)
        };
        areas.iter().flat_map(|area| area.triangles.chunks(3).map(|three| triangle(area, three))).sum()
    }

    #[test]
    fn an_area_has_holes_and_islands_in_them() {
        let ink = GroundInk::Area(AreaClass::Water);
        let areas = filled(ink, vec![square(1.0), square(3.0), square(2.0)]);
        assert_eq!(areas.len(), 2);
        assert!((covered(&areas) - (36.0 - 16.0 + 4.0)).abs() < 1e-3, "{}", covered(&areas));
        assert!(filled(ink, vec![Vec::new(), vec![[0.0, 0.0]]]).is_empty());
    }
}
