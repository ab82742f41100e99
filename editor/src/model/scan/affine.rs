//! Affine transformations from the hex lattice to a picture.

/// A point or a vector: right and down.
pub type Point = [f64; 2];

/// The affine transformation that maps `[a, b]` to `origin + a * u + b * v`.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Affine {
    /// The image of the point zero.
    pub origin: Point,
    /// The image of a unit step of the first coordinate.
    pub u: Point,
    /// The image of a unit step of the second coordinate.
    pub v: Point,
}

impl Affine {
    /// Returns the image of `point`.
    pub fn at(&self, [u, v]: Point) -> Point {
        let along = |n: usize| self.origin[n] + u * self.u[n] + v * self.v[n];
        [along(0), along(1)]
    }

    /// Returns the factor by which areas grow, which is negative for a reflection.
    pub fn area(&self) -> f64 {
        self.u[0] * self.v[1] - self.u[1] * self.v[0]
    }

    /// Returns the inverse, or `None` if all images are on a line.
    pub fn inverse(&self) -> Option<Self> {
        let area = self.area();
        if area.abs() < 1e-12 || !area.is_finite() {
            return None;
        }
        let u = [self.v[1] / area, -self.u[1] / area];
        let v = [-self.v[0] / area, self.u[0] / area];
        let turned = Self { origin: [0.0, 0.0], u, v }.at(self.origin);
        Some(Self { origin: [-turned[0], -turned[1]], u, v })
    }

    /// Returns the transformation that applies `first` and then `self`.
    pub fn after(&self, first: &Self) -> Self {
        let way = |step: Point| Self { origin: [0.0, 0.0], ..*self }.at(step);
        Self { origin: self.at(first.origin), u: way(first.u), v: way(first.v) }
    }
}

/// Returns the distance from `a` to `b`.
pub fn distance(a: Point, b: Point) -> f64 {
    (a[0] - b[0]).hypot(a[1] - b[1])
}

/// Returns the affine transformation that maps the first points of `pairs` to the second ones with the least sum of
/// squared errors, or `None` if the first points are nearly on a line. Relative to the means, the normal equations are
/// two by two, so no matrix library is needed.
pub fn least_squares(pairs: &[(Point, Point)]) -> Option<Affine> {
    let count = pairs.iter().fold(0.0, |count, _| count + 1.0);
    let mean = |of: &dyn Fn(&(Point, Point)) -> f64| pairs.iter().map(of).sum::<f64>() / count;
    let middle: Point = std::array::from_fn(|n| mean(&|(from, _)| from[n]));
    let center: Point = std::array::from_fn(|n| mean(&|(_, to)| to[n]));
    let [mut uu, mut uv, mut vv] = [0.0; 3];
    let [mut ut, mut vt] = [[0.0; 2]; 2];
    for (from, to) in pairs {
        let [u, v] = [from[0] - middle[0], from[1] - middle[1]];
        uu += u * u;
        uv += u * v;
        vv += v * v;
        for n in 0..2 {
            ut[n] += u * (to[n] - center[n]);
            vt[n] += v * (to[n] - center[n]);
        }
    }
    // The mean squared distance of the points from the line that fits them best.
    let stray = ((uu + vv) - ((uu - vv).powi(2) + 4.0 * uv * uv).sqrt()) / 2.0 / count;
    if stray.is_nan() || stray < STRAY * STRAY {
        return None;
    }
    let det = uu * vv - uv * uv;
    let u: Point = std::array::from_fn(|n| (ut[n] * vv - vt[n] * uv) / det);
    let v: Point = std::array::from_fn(|n| (vt[n] * uu - ut[n] * uv) / det);
    let origin = std::array::from_fn(|n| center[n] - middle[0] * u[n] - middle[1] * v[n]);
    Some(Affine { origin, u, v })
}

/// The least root mean square distance from a line, in steps of the lattice, at which points are not considered to be
/// on it. The zigzag of a row of hexes has a distance of a quarter.
const STRAY: f64 = 0.3;

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;

    fn affine() -> impl Strategy<Value = Affine> {
        let point = || [-2000.0..2000.0, -2000.0..2000.0];
        (point(), point(), point())
            .prop_map(|(origin, u, v)| Affine { origin, u, v })
            .prop_filter("flat", |affine| affine.area().abs() > 500.0)
    }

    proptest! {
        #[test]
        fn the_way_back_leads_back(affine in affine(), point in [-500.0..500.0, -500.0..500.0]) {
            let back = affine.inverse().unwrap();
            prop_assert!(distance(back.at(affine.at(point)), point) < 1e-3);
            let round = back.after(&affine);
            prop_assert!(distance(round.at(point), point) < 1e-3);
        }

        #[test]
        fn exact_pairs_give_back_the_map(affine in affine(), more in prop::collection::vec([-9.0..9.0, -9.0..9.0], 0..9)) {
            let corners = [[0.0, 0.0], [3.0, 1.0], [-1.0, 4.0]];
            let pairs: Vec<_> = corners.into_iter().chain(more).map(|from| (from, affine.at(from))).collect();
            let found = least_squares(&pairs).unwrap();
            for (from, to) in pairs {
                prop_assert!(distance(found.at(from), to) < 1e-3);
            }
        }
    }

    #[test]
    fn points_on_a_line_give_no_map() {
        let on = |points: &[Point]| least_squares(&points.iter().map(|point| (*point, *point)).collect::<Vec<_>>());
        assert_eq!(on(&[[1.0, 1.0], [2.0, 2.0], [5.0, 5.0], [9.0, 9.0]]), None);
        assert_eq!(on(&[[1.0, 1.5], [2.0, 1.0], [3.0, 1.5], [4.0, 1.0]]), None, "a row of hexes zigzags");
        assert_eq!(on(&[[1.0, 1.0], [1.0, 1.0], [2.0, 2.0]]), None);
        assert_eq!(on(&[]), None);
        assert!(on(&[[1.0, 1.0], [2.0, 1.0], [1.0, 2.0]]).is_some());
    }
}
