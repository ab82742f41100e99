//! The position of the hexes of a printed map on its scan, computed from a few clicks and their numbers.
//!
//! Every numbering scheme is tried. A scheme fits if one affine transformation from the lattice to the picture brings
//! hex centers near the clicks. Of several, the one with the smallest error and the most regular hexes is chosen.

use std::f64::consts::FRAC_PI_2;
use std::fmt;

use battlewright_schema::{Grid, HexId, Orientation};

use super::affine::{Affine, Point, distance, least_squares};
use super::scheme::{self, Labels, Scheme};

/// The fewest clicks to fit.
pub const FEWEST: usize = 4;
/// The most clicks that are looked at: all triples of them are tried.
pub const MOST: usize = 32;
/// The greatest distance of a good click from its hex's center, in hexes.
const NEAR: f64 = 0.15;
/// The distance from its hex's center at which a click is in another hex, in hexes.
const ANOTHER: f64 = 0.55;
/// The difference of two fits' mean errors within which they are as good, in hexes.
const ALIKE: f64 = 0.02;
/// The irregularity of hexes that is still believed.
const REGULAR: f64 = 0.06;

/// A click on the scan: a hex's number and where its center is.
#[derive(Clone, Debug, PartialEq)]
pub struct Click {
    /// The number.
    pub label: HexId,
    /// The place, in pixels.
    pub at: Point,
}

/// Why clicks cannot be fitted.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum FitRefusal {
    /// There are too few.
    TooFew(usize),
    /// There are too many.
    TooMany,
    /// The label of this click is no hex number like the others.
    Unreadable(usize),
    /// These two clicks have the same number.
    Twice(usize, usize),
    /// These two clicks are at the same place.
    SamePlace(usize, usize),
    /// The hexes lie on a line.
    OnALine,
    /// No numbering puts the hexes where they were clicked.
    Nonsense,
}

impl FitRefusal {
    /// The clicks it is about.
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

/// The things that the clicks leave open.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FitAmbiguity {
    /// The columns, or rows, that are shifted.
    Shift(Orientation),
    /// The way in which the hexes stand.
    Orientation,
    /// The part of a number that is the column.
    Order,
    /// The click that is wrong.
    Disagreement,
    /// The side on which the picture really lies.
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
    /// The place of the click.
    pub click: usize,
    /// The number that the others say is there.
    pub instead: Option<HexId>,
}

/// The size and the shape of the hexes on the picture.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HexShape {
    /// The distance from a hex's center to the next, in pixels.
    pub pitch: f64,
    /// The turn of the picture, in degrees clockwise.
    pub rotation: f64,
    /// The lean of columns from upright on rows, in degrees.
    pub shear: f64,
    /// The width of everything in the picture as a multiple of its height; 1 is true to scale.
    pub aspect: f64,
}

impl HexShape {
    /// The shape of hexes of `orientation` placed by `placement`.
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

    /// The irregularity of the hexes; beyond 1 they are none.
    fn strain(&self) -> f64 {
        if self.aspect <= 0.0 || !self.aspect.is_finite() {
            return f64::INFINITY;
        }
        self.aspect.ln().abs() + self.shear.to_radians().abs() / FRAC_PI_2 * 2.0
    }
}

/// The place of the hexes.
#[derive(Clone, Debug, PartialEq)]
pub struct Fit {
    /// The way in which they are numbered.
    pub scheme: Scheme,
    /// The facts that the labels have in common.
    pub labels: Labels,
    /// From the lattice, counted from the hex numbered nought and nought, to pixels.
    pub placement: Affine,
    /// The size and shape of the hexes.
    pub shape: HexShape,
    /// The distance of each click from its hex's center, in pixels.
    pub residuals: Vec<f64>,
    /// The root of their mean square, wrong clicks left out.
    pub error: f64,
    /// Clicks that do not fit the others, and were left out.
    pub wrong: Vec<MisplacedClick>,
    /// The things that are left open.
    pub unsure: Vec<FitAmbiguity>,
}

/// The clicks by one scheme.
struct Candidate {
    scheme: Scheme,
    placement: Affine,
    shape: HexShape,
    residuals: Vec<f64>,
    left_out: Vec<usize>,
    /// The mean error of what was not left out, in hexes.
    error: f64,
    /// `true` if what was not left out agrees.
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

    /// The error of the worst click, in hexes.
    fn worst(&self) -> f64 {
        self.worst_kept().max(self.worst_left_out())
    }

    fn worst_kept(&self) -> f64 {
        self.worst_of(|n| !self.left_out.contains(&n))
    }

    fn worst_left_out(&self) -> f64 {
        self.worst_of(|n| self.left_out.contains(&n))
    }

    fn worst_of(&self, counts: impl Fn(usize) -> bool) -> f64 {
        let residuals = self.residuals.iter().enumerate().filter(|(n, _)| counts(*n));
        residuals.map(|(_, off)| *off).fold(0.0, f64::max) / self.shape.pitch
    }

    /// Returns `true` if it explains the clicks as well as `best`.
    fn is_as_good_as(&self, best: &Self) -> bool {
        self.left_out.len() == best.left_out.len() && self.error <= best.error * 1.5 + ALIKE
    }
}

/// The root of the mean square.
fn mean(values: impl Iterator<Item = f64>) -> f64 {
    let (sum, count) = values.fold((0.0, 0.0), |(sum, count), value| (sum + value * value, count + 1.0));
    if count > 0.0 { (sum / count).sqrt() } else { 0.0 }
}

/// Fits `clicks`. Where they leave it open, the numbering is `usual`'s.
///
/// # Errors
/// When there are too few clicks, or they cannot be what they are said to be.
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
    // A scheme on whose terms clicks are wrong is better than one on whose terms nothing fits.
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

/// The facts that the labels have in common, if the clicks are ones that can be fitted.
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

/// The best that `scheme` can do: all clicks if they agree, or else the most that do.
fn candidate(scheme: Scheme, pairs: &[(Point, Point)]) -> Option<Candidate> {
    let all = Candidate::new(scheme, pairs, Vec::new());
    let without: Vec<Candidate> = (0..pairs.len()).filter_map(|n| Candidate::new(scheme, pairs, vec![n])).collect();
    // A click far from the others draws the whole fit to itself, so each is held against the fit
    // of the others.
    let is_another = |one: &Candidate| one.worst_left_out() > ANOTHER;
    if all.as_ref().is_some_and(|all| all.worst() <= NEAR) && !without.iter().any(is_another) {
        return all;
    }
    let good = without.into_iter().filter(|one| one.worst_kept() <= NEAR && is_another(one));
    if pairs.len() > FEWEST
        && let Some(best) = good.min_by(|a, b| a.error.total_cmp(&b.error))
    {
        return Some(best);
    }
    several_wrong(scheme, pairs).or(all.map(|all| Candidate { agrees: false, ..all }))
}

/// The most clicks that agree where more than one does not: three clicks place everything, and the
/// triple that most others confirm is right.
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
    // A triple confirms itself; a fourth must agree, and those that agree must be by far the most.
    (!best.is_empty() && confirmed >= FEWEST && confirmed > best.len() * 2)
        .then(|| Candidate::new(scheme, pairs, best))
        .flatten()
}

#[cfg(test)]
mod tests;
