//! The place of a map, found from the names of places that it has: for a map that was traced from a scan or drawn by hand.
//!
//! A map differs from the ground by a shift, a turn and a scale. Any two names that both have tell all three; the pair that most of the other
//! names agree with counts, and the least squares over these names give the result.

use std::collections::BTreeMap;

use battlewright_schema::{Cell, Common};

use super::GroundPlace;
use crate::grid::GroundGrid;
use crate::plane::{LatLon, Plane, Point};
use crate::read::NamedPlace;

/// The most names that are tried in pairs.
const MOST_NAMES: usize = 60;
/// The most places of one name that are tried.
const MOST_OF_NAME: usize = 8;
/// The least names that must agree.
const LEAST_NAMES: usize = 3;
/// The greatest distance, in hexes, at which a name agrees.
const NEAR: f64 = 1.5;
/// The widths of hexes that a map can have, in meters.
const WIDTHS: std::ops::RangeInclusive<f64> = 20.0..=50_000.0;

/// The place of a map, with the names that it is from.
#[derive(Clone, Debug, PartialEq)]
pub struct PlaceFit {
    /// The place, with the hexes of the scenario.
    pub place: GroundPlace,
    /// The names of both, the farthest from its hex last. Those more than one and a half hexes away do not count.
    pub rows: Vec<FitRow>,
}

/// A name in a fit.
#[derive(Clone, Debug, PartialEq)]
pub struct FitRow {
    /// The name.
    pub name: String,
    /// The distance between the place of the data and that of the map, in hexes.
    pub hexes: f64,
    /// `true` if the place is from this name too.
    pub counts: bool,
}

/// A number of the plane: a vector, or a turn with a scale.
#[derive(Clone, Copy, Debug, PartialEq)]
struct Complex {
    re: f64,
    im: f64,
}

impl Complex {
    fn of(point: Point) -> Self {
        Self { re: f64::from(point.x), im: f64::from(point.y) }
    }

    fn plus(self, other: Self) -> Self {
        Self { re: self.re + other.re, im: self.im + other.im }
    }

    fn minus(self, other: Self) -> Self {
        Self { re: self.re - other.re, im: self.im - other.im }
    }

    fn times(self, other: Self) -> Self {
        Self { re: self.re * other.re - self.im * other.im, im: self.re * other.im + self.im * other.re }
    }

    fn by(self, factor: f64) -> Self {
        Self { re: self.re * factor, im: self.im * factor }
    }

    fn conjugate(self) -> Self {
        Self { re: self.re, im: -self.im }
    }

    fn square(self) -> f64 {
        self.re * self.re + self.im * self.im
    }

    fn length(self) -> f64 {
        libm::sqrt(self.square())
    }
}

/// The way from the map to the ground: a turn and scale, then a shift.
#[derive(Clone, Copy, Debug)]
struct Similarity {
    turn: Complex,
    shift: Complex,
}

impl Similarity {
    /// Returns the one with the least squares; `None` if all points of the map are one.
    fn of(pairs: &[(Complex, Complex)]) -> Option<Self> {
        let share = 1.0 / pairs.len() as f64;
        let zero = Complex { re: 0.0, im: 0.0 };
        let middle = |of: fn(&(Complex, Complex)) -> Complex| pairs.iter().map(of).fold(zero, Complex::plus).by(share);
        let (map, ground) = (middle(|pair| pair.0), middle(|pair| pair.1));
        let spread: f64 = pairs.iter().map(|pair| pair.0.minus(map).square()).sum();
        if spread <= 0.0 {
            return None;
        }
        let turn = pairs.iter().map(|pair| pair.0.minus(map).conjugate().times(pair.1.minus(ground)));
        let turn = turn.fold(zero, Complex::plus).by(1.0 / spread);
        Some(Self { turn, shift: ground.minus(turn.times(map)) })
    }

    fn to_ground(self, map: Complex) -> Complex {
        self.turn.times(map).plus(self.shift)
    }

    /// Returns the width of a hex in meters, if hexes on the map are `distance` wide.
    fn width(self, distance: f64) -> f64 {
        self.turn.length() * distance / 100.0
    }
}

/// A name of the map with the places that have it.
struct Candidate {
    name: String,
    map: Complex,
    ground: Vec<Complex>,
}

impl Candidate {
    /// Returns the place nearest to where the map has the name, and the distance in hexes.
    fn nearest(&self, way: Similarity, distance: f64) -> Option<(Complex, f64)> {
        let wanted = way.to_ground(self.map);
        let hex = way.turn.length() * distance;
        let nearest = self.ground.iter().map(|at| (*at, at.minus(wanted).length() / hex));
        nearest.min_by(|a, b| a.1.total_cmp(&b.1))
    }
}

/// Returns the place of the map of `scenario`, from the names of its places among `known`. The width of a hex is taken from them too, to the
/// meter. `None` if fewer than three names agree, or the game has no hexes.
pub fn fit_place(scenario: &dyn Common, place: GroundPlace, known: &[NamedPlace]) -> Option<PlaceFit> {
    let own = place.with_hexes_of(scenario)?;
    let grid = GroundPlace { hex_metres: 1000, ..own }.grid().ok()?;
    let distance = f64::from(grid.distance());
    let (plane, candidates) = candidates(scenario, &grid, known)?;
    let (mut way, _) = best(&candidates, distance)?;
    // Names may come and go when the others are moved a little.
    for _ in 0..3 {
        way = Similarity::of(&agreeing(&candidates, way, distance))?;
    }
    let counted = agreeing(&candidates, way, distance).len();
    let width = way.width(distance);
    if counted < LEAST_NAMES || !WIDTHS.contains(&width) {
        return None;
    }
    let middle = plane.position(Point::rounded(way.shift.re, way.shift.im));
    let up = way.turn.times(Complex { re: 0.0, im: -1.0 });
    let rotation = libm::atan2(up.re, -up.im).to_degrees();
    let mut rows: Vec<FitRow> = candidates
        .iter()
        .filter_map(|candidate| {
            let (_, hexes) = candidate.nearest(way, distance)?;
            Some(FitRow { name: candidate.name.clone(), hexes, counts: hexes <= NEAR })
        })
        .collect();
    rows.sort_by(|a, b| a.hexes.total_cmp(&b.hexes));
    let place = GroundPlace {
        lat: rounded(middle.lat, 100_000.0),
        lon: rounded(middle.lon, 100_000.0),
        rotation: rounded(rotation, 10.0) + 0.0,
        hex_metres: libm::round(width) as u32,
        ..own
    };
    Some(PlaceFit { place, rows })
}

/// Returns `value` to a part of one.
fn rounded(value: f64, parts: f64) -> f64 {
    libm::round(value * parts) / parts
}

/// Returns the names of both, over the plane about the middle of the data.
fn candidates(scenario: &dyn Common, grid: &GroundGrid, known: &[NamedPlace]) -> Option<(Plane, Vec<Candidate>)> {
    let hexes = scenario.grid().ok()?;
    let mut places: BTreeMap<String, Vec<LatLon>> = BTreeMap::new();
    for place in known {
        let of_name = places.entry(folded(&place.name)).or_default();
        // A name that is everywhere tells nothing.
        if of_name.len() <= MOST_OF_NAME {
            of_name.push(place.at);
        }
    }
    let mut shared = Vec::new();
    for place in scenario.places() {
        let Some(at) = places.get(&folded(&place.name)).filter(|at| at.len() <= MOST_OF_NAME) else { continue };
        let cells: Vec<Cell> = place.hexes.iter().filter_map(|hex| hexes.cell(hex)).collect();
        let centers: Vec<Complex> =
            cells.iter().filter_map(|cell| grid.tile_of(*cell)).map(|tile| Complex::of(grid.center(tile))).collect();
        if let Some(middle) = centers.iter().copied().reduce(Complex::plus) {
            shared.push((place.name.to_string(), middle.by(1.0 / centers.len() as f64), at.clone()));
        }
    }
    // Names with one place first: they tell most.
    shared.sort_by_key(|(_, _, at)| at.len());
    shared.truncate(MOST_NAMES);
    let all: Vec<LatLon> = shared.iter().flat_map(|(_, _, at)| at.iter().copied()).collect();
    let middle = |of: fn(&LatLon) -> f64| {
        let mut sorted: Vec<f64> = all.iter().map(of).collect();
        sorted.sort_by(f64::total_cmp);
        sorted.get(sorted.len() / 2).copied()
    };
    let plane = Plane::new(LatLon { lat: middle(|at| at.lat)?, lon: middle(|at| at.lon)? }, 0.0).ok()?;
    let candidates = shared.into_iter().map(|(name, map, at)| {
        let ground = at.into_iter().map(|at| Complex::of(plane.point(at))).collect();
        Candidate { name, map, ground }
    });
    Some((plane, candidates.collect()))
}

/// Returns a name without its case and the spaces around it.
fn folded(name: &str) -> String {
    name.trim().to_lowercase()
}

/// Returns the pairs that agree with a way.
fn agreeing(candidates: &[Candidate], way: Similarity, distance: f64) -> Vec<(Complex, Complex)> {
    let near = |candidate: &Candidate| {
        let (at, hexes) = candidate.nearest(way, distance)?;
        (hexes <= NEAR).then_some((candidate.map, at))
    };
    candidates.iter().filter_map(near).collect()
}

/// Returns the way through two names that most names agree with, and their number.
fn best(candidates: &[Candidate], distance: f64) -> Option<(Similarity, usize)> {
    let mut best: Option<(Similarity, usize)> = None;
    for (n, first) in candidates.iter().enumerate() {
        for second in candidates.iter().skip(n + 1) {
            for (a, b) in first.ground.iter().flat_map(|a| second.ground.iter().map(move |b| (*a, *b))) {
                let Some(way) = Similarity::of(&[(first.map, a), (second.map, b)]) else { continue };
                if !WIDTHS.contains(&way.width(distance)) {
                    continue;
                }
                let count = agreeing(candidates, way, distance).len();
                if best.as_ref().is_none_or(|(_, most)| count > *most) {
                    best = Some((way, count));
                }
            }
        }
    }
    best.filter(|(_, count)| *count >= LEAST_NAMES)
}
