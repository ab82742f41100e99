//! The position of the hexes of a printed map on its scan, computed from a few clicks and their numbers.
//!
//! Every numbering scheme is tried. A scheme fits if an affine transformation from the lattice to the picture maps hex
//! centers close to the clicks. Among several, the one with the smallest error and the most regular hexes is chosen.

use std::f64::consts::FRAC_PI_2;
use std::fmt;

use battlewright_schema::{Grid, HexId, Orientation};

use super::affine::{Affine, Point, distance, least_squares};
use super::scheme::{self, Labels, Scheme};

/// The minimum number of clicks for a fit.
pub const FEWEST: usize = 4;
/// The maximum number of clicks, since all triples of them are tried.
pub const MOST: usize = 32;
/// The maximum distance of a correct click from the center of its hex, in hexes.
const NEAR: f64 = 0.15;
/// The distance of a click from the center of its hex at which it is in another hex, in hexes.
const ANOTHER: f64 = 0.55;
/// The difference between the mean errors of two fits that count as equally good, in hexes.
const ALIKE: f64 = 0.02;
/// The difference in irregularity between two fits that count as equally regular.
const REGULAR: f64 = 0.06;

/// A click on the scan: the number of a hex and the position of its center.
#[derive(Clone, Debug, PartialEq)]
pub struct Click {
    /// The number of the hex.
    pub label: HexId,
    /// The position of its center, in pixels.
    pub at: Point,
}

/// The reason why clicks cannot be fitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FitRefusal {
    /// There are too few clicks; this is their number.
    TooFew(usize),
    /// There are too many clicks.
    TooMany,
    /// The label of the click with this index does not have the format of the others.
    Unreadable(usize),
    /// The clicks with these indices have the same number.
    Twice(usize, usize),
    /// The clicks with these indices have the same position.
    SamePlace(usize, usize),
    /// The hexes are on a line.
    OnALine,
    /// No numbering scheme fits the clicks.
    Nonsense,
}

impl FitRefusal {
    /// Returns the indices of the clicks that the refusal concerns.
    pub fn clicks(&self) -> Vec<usize> {
        match self {
            Self::Unreadable(n) => vec![*n],
            Self::Twice(a, b) | Self::SamePlace(a, b) => vec![*a, *b],
            Self::TooFew(_) | Self::TooMany | Self::OnALine | Self::Nonsense => Vec::new(),
        }
    }
}

impl fmt::Display for FitRefusal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooFew(0) => f.write_str("Click a hex whose number you can read, and type its number."),
            Self::TooFew(count) if count + 1 == FEWEST => f.write_str("One more hex is needed."),
            Self::TooFew(count) => write!(f, "{} more hexes are needed.", FEWEST.saturating_sub(*count)),
            Self::TooMany => write!(f, "The limit is {MOST} hexes. Remove some."),
            Self::Unreadable(n) => {
                write!(f, "{} is not a hex number in the format of the others, such as 0814 or A12.", n + 1)
            }
            Self::Twice(a, b) => write!(f, "{} and {} are the same hex. Click another hex.", a + 1, b + 1),
            Self::SamePlace(a, b) => write!(f, "Clicks {} and {} have the same position.", a + 1, b + 1),
            Self::OnALine => f.write_str("All hexes are on one line. Click a hex far from this line."),
            Self::Nonsense => f.write_str(
                "No numbering fits these clicks. Check the numbers. They must increase to the right and downward.",
            ),
        }
    }
}

/// A property of the map that the clicks do not determine.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitAmbiguity {
    /// The parity of the shifted columns (flat tops) or rows (pointed tops).
    Shift(Orientation),
    /// The orientation of the hexes.
    Orientation,
    /// The part of a number that is the column.
    Order,
    /// The identity of the wrong click.
    Disagreement,
    /// The orientation of the picture, which is turned by more than 45 degrees.
    Sideways,
}

impl fmt::Display for FitAmbiguity {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Shift(Orientation::Flat) => {
                "It is not clear which columns are lower, odd or even. Click hexes in both."
            }
            Self::Shift(Orientation::Pointy) => {
                "It is not clear which rows are further right, odd or even. Click hexes in both."
            }
            Self::Orientation => "It is not clear if the hexes have flat or pointed tops. Click more hexes.",
            Self::Order => "It is not clear which part of the number is the column. Click more hexes.",
            Self::Sideways => {
                "These numbers turn the picture by more than 45°. Numbers must increase to the right and downward."
            }
            Self::Disagreement => "The clicks contradict each other. Click more hexes to find the wrong one.",
        })
    }
}

/// A click that does not fit the others.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct MisplacedClick {
    /// The index of the click.
    pub click: usize,
    /// The number that the other clicks imply for its position.
    pub instead: Option<HexId>,
}

/// The size and shape of the hexes on the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HexShape {
    /// The distance between the centers of adjacent hexes, in pixels.
    pub pitch: f64,
    /// The rotation of the picture, in degrees clockwise.
    pub rotation: f64,
    /// The deviation of the angle between rows and columns from a right angle, in degrees.
    pub shear: f64,
    /// The ratio of horizontal to vertical scale; 1 is undistorted.
    pub aspect: f64,
}

impl HexShape {
    /// Returns the shape of hexes with this `orientation` under `placement`.
    pub fn of(placement: &Affine, orientation: Orientation) -> Self {
        let [du, dv] = scheme::even(orientation);
        let (u, v) = (placement.u.map(|n| n / du), placement.v.map(|n| n / dv));
        let wide = u[0].hypot(u[1]);
        let high = (u[0] * v[1] - u[1] * v[0]) / wide;
        let lean = (u[0] * v[0] + u[1] * v[1]) / wide;
        Self {
            pitch: (wide * high.abs()).sqrt(),
            rotation: u[1].atan2(u[0]).to_degrees(),
            shear: lean.atan2(high).to_degrees(),
            aspect: wide / high,
        }
    }

    /// Returns the irregularity of the hexes. A value of 1 or more is not plausible.
    fn strain(&self) -> f64 {
        if self.aspect <= 0.0 || !self.aspect.is_finite() {
            return f64::INFINITY;
        }
        self.aspect.ln().abs() + self.shear.to_radians().abs() / FRAC_PI_2 * 2.0
    }
}

/// The position of the hexes on the picture.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The numbering scheme.
    pub scheme: Scheme,
    /// The common format of the labels.
    pub labels: Labels,
    /// The transformation from the lattice to pixels. Its origin is the hex with the numbers zero and zero.
    pub placement: Affine,
    /// The size and shape of the hexes.
    pub shape: HexShape,
    /// The distance of each click from the center of its hex, in pixels.
    pub residuals: Vec<f64>,
    /// The root mean square of the residuals without the wrong clicks, in pixels.
    pub error: f64,
    /// The clicks that do not fit the others and were left out.
    pub wrong: Vec<MisplacedClick>,
    /// The properties that the clicks do not determine.
    pub unsure: Vec<FitAmbiguity>,
}

/// The fit of the clicks by one scheme.
struct Candidate {
    scheme: Scheme,
    placement: Affine,
    shape: HexShape,
    residuals: Vec<f64>,
    left_out: Vec<usize>,
    /// The root mean square error of the remaining clicks, in hexes.
    error: f64,
    /// `true` if the remaining clicks agree with each other.
    agrees: bool,
}

impl Candidate {
    fn new(scheme: Scheme, pairs: &[(Point, Point)], left_out: Vec<usize>) -> Option<Self> {
        let is_in = |n: &usize| !left_out.contains(n);
        let kept: Vec<_> = pairs.iter().enumerate().filter(|(n, _)| is_in(n)).map(|(_, pair)| *pair).collect();
        let placement = least_squares(&kept)?;
        let shape = HexShape::of(&placement, scheme.orientation);
        let residuals: Vec<f64> = pairs.iter().map(|(from, to)| distance(placement.at(*from), *to)).collect();
        let error = mean(residuals.iter().enumerate().filter(|(n, _)| is_in(n)).map(|(_, r)| *r)) / shape.pitch;
        (shape.strain() < 1.0).then_some(Self { scheme, placement, shape, residuals, left_out, error, agrees: true })
    }

    /// Returns the error of the worst click, in hexes.
    fn worst(&self) -> f64 {
        self.largest_residual().max(self.largest_excluded_residual())
    }

    fn largest_residual(&self) -> f64 {
        self.worst_of(|n| !self.left_out.contains(&n))
    }

    fn largest_excluded_residual(&self) -> f64 {
        self.worst_of(|n| self.left_out.contains(&n))
    }

    fn worst_of(&self, counts: impl Fn(usize) -> bool) -> f64 {
        let residuals = self.residuals.iter().enumerate().filter(|(n, _)| counts(*n));
        residuals.map(|(_, off)| *off).fold(0.0, f64::max) / self.shape.pitch
    }

    /// Returns `true` if the candidate explains the clicks as well as `best`.
    fn is_as_good_as(&self, best: &Self) -> bool {
        self.left_out.len() == best.left_out.len() && self.error <= best.error * 1.5 + ALIKE
    }
}

/// Returns the root mean square of `values`.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value * value, count + 1.0));
    if count > 0.0 { (sum / count).sqrt() } else { 0.0 }
}

/// Fits `clicks`. If they do not determine the numbering scheme, `usual` is preferred.
///
/// # Errors
/// Returns an error if there are too few clicks, their labels are invalid or no scheme fits them.
pub fn fit(clicks: &[Click], usual: Option<Scheme>) -> Result<Fit, FitRefusal> {
    let list: Vec<HexId> = clicks.iter().map(|click| click.label.clone()).collect();
    let labels = check(clicks, &list)?;
    let mut candidates = Vec::new();
    let mut on_a_line = true;
    for scheme in Scheme::all() {
        let Some(grid) = labels.grid(scheme) else { continue };
        let cells: Option<Vec<Point>> =
            list.iter().map(|label| grid.cell(label).map(|cell| scheme::lattice(&grid, cell))).collect();
        let Some(cells) = cells else { continue };
        let pairs: Vec<(Point, Point)> = cells.into_iter().zip(clicks.iter().map(|click| click.at)).collect();
        on_a_line &= least_squares(&pairs).is_none();
        candidates.extend(candidate(scheme, &pairs));
    }
    let refusal = if on_a_line { FitRefusal::OnALine } else { FitRefusal::Nonsense };
    // A scheme that fits after leaving out clicks is better than one that does not fit at all.
    let rank = |one: &Candidate| (!one.agrees, one.left_out.len());
    let first = candidates.iter().map(rank).min().ok_or(refusal.clone())?;
    candidates.retain(|one| rank(one) == first);
    candidates.sort_by(|a, b| a.error.total_cmp(&b.error));
    let best = candidates.first().ok_or(refusal.clone())?;
    let mut rest: Vec<&Candidate> = candidates.iter().filter(|one| one.is_as_good_as(best)).collect();
    rest.sort_by(|a, b| a.shape.strain().total_cmp(&b.shape.strain()));
    let least = rest.first().map_or(0.0, |one| one.shape.strain());
    rest.retain(|one| one.shape.strain() <= least + REGULAR);
    let chosen = rest.iter().find(|one| Some(one.scheme) == usual).or(rest.first()).ok_or(refusal)?;
    let mut unsure = Vec::new();
    let differs = |of: &dyn Fn(Scheme) -> bool| rest.iter().any(|one| of(one.scheme));
    if differs(&|other| other.order != chosen.scheme.order) {
        unsure.push(FitAmbiguity::Order);
    } else if differs(&|other| other.orientation != chosen.scheme.orientation) {
        unsure.push(FitAmbiguity::Orientation);
    } else if differs(&|other| other.shifted != chosen.scheme.shifted) {
        unsure.push(FitAmbiguity::Shift(chosen.scheme.orientation));
    }
    if !chosen.agrees {
        unsure.push(FitAmbiguity::Disagreement);
    }
    if chosen.shape.rotation.abs() > 45.0 {
        unsure.push(FitAmbiguity::Sideways);
    }
    let grid = labels.grid(chosen.scheme);
    let back = chosen.placement.inverse();
    let instead = |n: &usize| {
        let (grid, back): (&Grid, &Affine) = (grid.as_ref()?, back.as_ref()?);
        let at = back.at(clicks.get(*n)?.at);
        scheme::nearest(grid, chosen.scheme.orientation, at).map(|cell| grid.name(cell))
    };
    let wrong = chosen.left_out.iter().map(|click| MisplacedClick { click: *click, instead: instead(click) }).collect();
    Ok(Fit {
        scheme: chosen.scheme,
        placement: chosen.placement,
        shape: chosen.shape,
        residuals: chosen.residuals.clone(),
        error: chosen.error * chosen.shape.pitch,
        wrong,
        unsure,
        labels,
    })
}

/// Checks the clicks and returns the common format of their labels.
fn check(clicks: &[Click], list: &[HexId]) -> Result<Labels, FitRefusal> {
    if clicks.len() > MOST {
        return Err(FitRefusal::TooMany);
    }
    if clicks.is_empty() {
        return Err(FitRefusal::TooFew(0));
    }
    let labels = Labels::new(list).map_err(FitRefusal::Unreadable)?;
    for (b, second) in clicks.iter().enumerate() {
        for (a, first) in clicks.iter().take(b).enumerate() {
            if first.label == second.label {
                return Err(FitRefusal::Twice(a, b));
            }
            if distance(first.at, second.at) < 1.0 {
                return Err(FitRefusal::SamePlace(a, b));
            }
        }
    }
    if clicks.len() < FEWEST {
        return Err(FitRefusal::TooFew(clicks.len()));
    }
    Ok(labels)
}

/// Returns the best fit by `scheme`: with all clicks if they agree, otherwise with as many as possible.
fn candidate(scheme: Scheme, pairs: &[(Point, Point)]) -> Option<Candidate> {
    let all = Candidate::new(scheme, pairs, Vec::new());
    let without: Vec<Candidate> = (0..pairs.len()).filter_map(|n| Candidate::new(scheme, pairs, vec![n])).collect();
    // A click far from the others has a large influence on the fit, so each click is compared with the fit of the
    // others.
    let is_another = |one: &Candidate| one.largest_excluded_residual() > ANOTHER;
    if all.as_ref().is_some_and(|all| all.worst() <= NEAR) && !without.iter().any(is_another) {
        return all;
    }
    let good = without.into_iter().filter(|one| one.largest_residual() <= NEAR && is_another(one));
    if pairs.len() > FEWEST
        && let Some(best) = good.min_by(|a, b| a.error.total_cmp(&b.error))
    {
        return Some(best);
    }
    several_wrong(scheme, pairs).or(all.map(|all| Candidate { agrees: false, ..all }))
}

/// Returns a fit without several wrong clicks. Three clicks determine a transformation; the triple that most other
/// clicks confirm is used.
fn several_wrong(scheme: Scheme, pairs: &[(Point, Point)]) -> Option<Candidate> {
    let mut best: Vec<usize> = (0..pairs.len()).collect();
    let mut least = f64::INFINITY;
    for (c, third) in pairs.iter().enumerate() {
        for (b, second) in pairs.iter().enumerate().take(c) {
            for first in pairs.iter().take(b) {
                let Some(placement) = least_squares(&[*first, *second, *third]) else { continue };
                let shape = HexShape::of(&placement, scheme.orientation);
                if shape.strain() >= 1.0 {
                    continue;
                }
                let off = |(from, to): &(Point, Point)| distance(placement.at(*from), *to) / shape.pitch;
                let far = |pair: &(Point, Point)| off(pair) > 2.0 * NEAR;
                let out: Vec<usize> = pairs.iter().enumerate().filter(|(_, p)| far(p)).map(|(n, _)| n).collect();
                let error = mean(pairs.iter().map(off).filter(|off| *off <= 2.0 * NEAR));
                if out.len() < best.len() || (out.len() == best.len() && error < least) {
                    (best, least) = (out, error);
                }
            }
        }
    }
    let confirmed = pairs.len() - best.len();
    // A triple always fits itself; at least a fourth click must agree, and more than twice as many must agree as
    // disagree.
    (!best.is_empty() && confirmed >= FEWEST && confirmed > best.len() * 2)
        .then(|| Candidate::new(scheme, pairs, best))
        .flatten()
}

#[cfg(test)]
mod tests;
