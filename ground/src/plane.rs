//! The plane of a map: latitude and longitude as whole centimeters.
//!
//! The projection is Transverse Mercator on the ellipsoid of WGS 84 about the middle of the map, by the series of J. P. Snyder,
//! *Map Projections: A Working Manual* (USGS Professional Paper 1395, 1987), equations 3-21, 3-26, 8-9 to 8-25. Within 100 km of the
//! middle, lengths are right to 0.02 %. The result is turned to the page and rounded, so that all that follows is exact.

use libm::{cos, sin, sqrt, tan};

/// A position on Earth, in degrees of WGS 84.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct LatLon {
    /// The latitude, from -90 to 90, north positive.
    pub lat: f64,
    /// The longitude, from -180 to 180, east positive.
    pub lon: f64,
}

impl LatLon {
    /// Returns the position if both numbers are finite and in range.
    pub fn new(lat: f64, lon: f64) -> Option<Self> {
        let valid = (-90.0..=90.0).contains(&lat) && (-180.0..=180.0).contains(&lon);
        valid.then_some(Self { lat, lon })
    }
}

/// A point of the plane, in centimeters from the middle of the map: `x` to the right, `y` down the page.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct Point {
    /// The distance to the right.
    pub x: i32,
    /// The distance down.
    pub y: i32,
}

impl Point {
    /// The greatest distance from the middle in each direction: 5000 km. What lies further away is moved here, so that products
    /// of differences fit into 64 bits.
    pub const FARTHEST: i32 = 500_000_000;

    /// Returns the point nearest to (`x`, `y`), which are centimeters.
    pub fn rounded(x: f64, y: f64) -> Self {
        // A conversion to integers saturates, and makes 0 of what is no number.
        let whole = |value: f64| (libm::round(value) as i32).clamp(-Self::FARTHEST, Self::FARTHEST);
        Self { x: whole(x), y: whole(y) }
    }

    /// Returns the square of the distance to `other`, in square centimeters.
    pub fn distance_squared(self, other: Self) -> i64 {
        let (x, y) = self.to(other);
        x * x + y * y
    }

    /// Returns the distance to `other`, in centimeters.
    pub fn distance(self, other: Self) -> f64 {
        sqrt(self.distance_squared(other) as f64)
    }

    /// Returns the vector to `other`.
    pub(crate) fn to(self, other: Self) -> (i64, i64) {
        (i64::from(other.x) - i64::from(self.x), i64::from(other.y) - i64::from(self.y))
    }

    /// Returns the point at `part` (0 to 1) of the way to `other`.
    pub(crate) fn toward(self, other: Self, part: f64) -> Self {
        let (x, y) = self.to(other);
        Self::rounded(f64::from(self.x) + x as f64 * part, f64::from(self.y) + y as f64 * part)
    }
}

/// The reason that a map has no plane.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum PlaneError {
    /// The middle of the map is too near to a pole, or no position at all.
    #[error("the middle of the map must lie between 80 degrees south and 80 degrees north")]
    Middle,
    /// The rotation is no number.
    #[error("the rotation must be a number of degrees")]
    Rotation,
}

/// The semimajor axis of WGS 84, in centimeters.
const AXIS: f64 = 637_813_700.0;
/// The square of the eccentricity of WGS 84.
const ECCENTRICITY: f64 = 0.006_694_379_990_141_317;
/// The same for the second eccentricity.
const SECOND: f64 = ECCENTRICITY / (1.0 - ECCENTRICITY);
/// The greatest difference of longitude to the middle for which the series are used, in degrees.
const WIDEST: f64 = 20.0;
/// The greatest latitude for which the series are used.
const HIGHEST: f64 = 85.0;
/// The greatest latitude of the middle of a map.
const HIGHEST_MIDDLE: f64 = 80.0;

/// The projection of one map.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Plane {
    middle: LatLon,
    /// The sine and the cosine of the bearing of the top of the page.
    turn: (f64, f64),
    /// The length of the meridian from the equator to the middle.
    meridian: f64,
}

impl Plane {
    /// Returns the plane about `middle`, turned so that the top of the page looks to the bearing `rotation`, in degrees clockwise
    /// from north.
    ///
    /// ```
    /// use battlewright_ground::{LatLon, Plane};
    /// let middle = LatLon::new(49.1, 5.93).unwrap();
    /// let plane = Plane::new(middle, 0.0).unwrap();
    /// let north = plane.point(LatLon::new(49.11, 5.93).unwrap());
    /// assert_eq!((north.x, north.y), (0, -111_212)); // 1112 m up the page
    /// ```
    ///
    /// # Errors
    /// The middle is near a pole, or a number is not finite.
    pub fn new(middle: LatLon, rotation: f64) -> Result<Self, PlaneError> {
        let LatLon { lat, lon } = middle;
        if LatLon::new(lat, lon).is_none() || lat.abs() > HIGHEST_MIDDLE {
            return Err(PlaneError::Middle);
        }
        if !rotation.is_finite() {
            return Err(PlaneError::Rotation);
        }
        let bearing = (rotation % 360.0).to_radians();
        Ok(Self { middle, turn: (sin(bearing), cos(bearing)), meridian: meridian(lat.to_radians()) })
    }

    /// Returns the middle of the map.
    pub fn middle(&self) -> LatLon {
        self.middle
    }

    /// Returns the point for a position. Positions too far away for the projection are moved to its border.
    pub fn point(&self, at: LatLon) -> Point {
        let lat = at.lat.clamp(-HIGHEST, HIGHEST).to_radians();
        let mut east = at.lon - self.middle.lon;
        if east > 180.0 {
            east -= 360.0;
        } else if east < -180.0 {
            east += 360.0;
        }
        let (s, c, t) = (sin(lat), cos(lat), tan(lat));
        let n = AXIS / sqrt(1.0 - ECCENTRICITY * s * s);
        let (tt, cc) = (t * t, SECOND * c * c);
        let a = east.clamp(-WIDEST, WIDEST).to_radians() * c;
        let a2 = a * a;
        let x = n
            * a
            * (1.0
                + a2 * ((1.0 - tt + cc) / 6.0 + a2 * (5.0 - 18.0 * tt + tt * tt + 72.0 * cc - 58.0 * SECOND) / 120.0));
        let y = meridian(lat) - self.meridian
            + n * t
                * a2
                * (0.5
                    + a2 * ((5.0 - tt + 9.0 * cc + 4.0 * cc * cc) / 24.0
                        + a2 * (61.0 - 58.0 * tt + tt * tt + 600.0 * cc - 330.0 * SECOND) / 720.0));
        let (s, c) = self.turn;
        Point::rounded(x * c - y * s, -(x * s + y * c))
    }

    /// Returns the position of a point: the reverse of [`Plane::point`].
    pub fn position(&self, point: Point) -> LatLon {
        let (s, c) = self.turn;
        let (right, up) = (f64::from(point.x), -f64::from(point.y));
        let (x, y) = (right * c + up * s, up * c - right * s);
        let foot = footpoint(self.meridian + y);
        let (sf, cf, tf) = (sin(foot), cos(foot), tan(foot));
        let w = 1.0 - ECCENTRICITY * sf * sf;
        let n = AXIS / sqrt(w);
        let r = AXIS * (1.0 - ECCENTRICITY) / (w * sqrt(w));
        let (t, cc) = (tf * tf, SECOND * cf * cf);
        let d = x / n;
        let d2 = d * d;
        let lat = foot
            - n * tf / r
                * d2
                * (0.5
                    - d2 * ((5.0 + 3.0 * t + 10.0 * cc - 4.0 * cc * cc - 9.0 * SECOND) / 24.0
                        - d2 * (61.0 + 90.0 * t + 298.0 * cc + 45.0 * t * t - 252.0 * SECOND - 3.0 * cc * cc) / 720.0));
        let lon = d
            * (1.0
                - d2 * ((1.0 + 2.0 * t + cc) / 6.0
                    - d2 * (5.0 - 2.0 * cc + 28.0 * t - 3.0 * cc * cc + 8.0 * SECOND + 24.0 * t * t) / 120.0))
            / cf;
        let mut lon = self.middle.lon + lon.to_degrees();
        if lon > 180.0 {
            lon -= 360.0;
        } else if lon < -180.0 {
            lon += 360.0;
        }
        LatLon { lat: lat.to_degrees(), lon }
    }
}

/// Returns the length of the meridian from the equator to `lat`, in centimeters (equation 3-21).
fn meridian(lat: f64) -> f64 {
    let e = ECCENTRICITY;
    let (e2, e3) = (e * e, e * e * e);
    AXIS * ((1.0 - e / 4.0 - 3.0 * e2 / 64.0 - 5.0 * e3 / 256.0) * lat
        - (3.0 * e / 8.0 + 3.0 * e2 / 32.0 + 45.0 * e3 / 1024.0) * sin(2.0 * lat)
        + (15.0 * e2 / 256.0 + 45.0 * e3 / 1024.0) * sin(4.0 * lat)
        - 35.0 * e3 / 3072.0 * sin(6.0 * lat))
}

/// Returns the latitude at which the meridian from the equator is `length` centimeters long (equation 3-26).
fn footpoint(length: f64) -> f64 {
    let e = ECCENTRICITY;
    let mu = length / (AXIS * (1.0 - e / 4.0 - 3.0 * e * e / 64.0 - 5.0 * e * e * e / 256.0));
    let root = sqrt(1.0 - e);
    let k = (1.0 - root) / (1.0 + root);
    let (k2, k3, k4) = (k * k, k * k * k, k * k * k * k);
    mu + (3.0 * k / 2.0 - 27.0 * k3 / 32.0) * sin(2.0 * mu)
        + (21.0 * k2 / 16.0 - 55.0 * k4 / 32.0) * sin(4.0 * mu)
        + 151.0 * k3 / 96.0 * sin(6.0 * mu)
        + 1097.0 * k4 / 512.0 * sin(8.0 * mu)
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The distance between positions on the ellipsoid, for short ways: by the radii of curvature halfway.
    fn length(a: LatLon, b: LatLon) -> f64 {
        let lat = f64::midpoint(a.lat, b.lat).to_radians();
        let w = 1.0 - ECCENTRICITY * sin(lat) * sin(lat);
        let north = AXIS * (1.0 - ECCENTRICITY) / (w * sqrt(w)) * (b.lat - a.lat).to_radians();
        let east = AXIS / sqrt(w) * cos(lat) * (b.lon - a.lon).to_radians();
        libm::hypot(north, east)
    }

    #[test]
    fn lengths_are_right_within_60_kilometers() {
        for (lat, lon, rotation) in [(49.1, 5.93, 0.0), (-33.0, 151.0, 30.0), (0.0, -77.0, 200.0), (69.0, 18.0, -45.0)]
        {
            let plane = Plane::new(LatLon { lat, lon }, rotation).unwrap();
            for (north, east) in [(0.0, 0.0), (0.5, 0.5), (-0.5, 0.7), (0.2, -0.8)] {
                let a = LatLon { lat: lat + north, lon: lon + east };
                for (up, right) in [(0.01, 0.0), (0.0, 0.01), (0.01, 0.01)] {
                    let b = LatLon { lat: a.lat + up, lon: a.lon + right };
                    let error = plane.point(a).distance(plane.point(b)) / length(a, b) - 1.0;
                    assert!(error.abs() < 2e-4, "{a:?} {error}");
                }
            }
        }
    }

    #[test]
    fn positions_come_back_to_the_centimeter() {
        let plane = Plane::new(LatLon { lat: 51.0, lon: 13.7 }, 17.0).unwrap();
        for x in (-9_000_000..=9_000_000).step_by(1_800_001) {
            for y in (-9_000_000..=9_000_000).step_by(1_800_001) {
                let point = Point { x, y };
                assert!(plane.point(plane.position(point)).distance_squared(point) <= 2, "{point:?}");
            }
        }
    }

    #[test]
    fn the_page_turns_clockwise_to_the_bearing() {
        let middle = LatLon { lat: 45.0, lon: 9.0 };
        let east = LatLon { lat: 45.0, lon: 9.01 };
        let point = Plane::new(middle, 90.0).unwrap().point(east);
        assert!(point.x.abs() < 10 && point.y < -70_000, "with the top to the east, east is up: {point:?}");
    }

    #[test]
    fn maps_across_the_antimeridian_hold_together() {
        let plane = Plane::new(LatLon { lat: -17.0, lon: 179.95 }, 0.0).unwrap();
        let (a, b) = (LatLon { lat: -17.0, lon: 179.99 }, LatLon { lat: -17.0, lon: -179.99 });
        assert!(plane.point(a).distance(plane.point(b)) < 300_000.0);
        assert!(plane.position(plane.point(b)).lon < -179.9);
    }

    #[test]
    fn places_without_a_plane_are_refused_and_far_positions_stay_finite() {
        assert_eq!(Plane::new(LatLon { lat: 80.1, lon: 0.0 }, 0.0), Err(PlaneError::Middle));
        assert_eq!(Plane::new(LatLon { lat: f64::NAN, lon: 0.0 }, 0.0), Err(PlaneError::Middle));
        assert_eq!(Plane::new(LatLon { lat: 0.0, lon: 0.0 }, f64::INFINITY), Err(PlaneError::Rotation));
        assert_eq!(LatLon::new(91.0, 0.0), None);
        assert_eq!(LatLon::new(0.0, f64::NAN), None);
        let plane = Plane::new(LatLon { lat: 49.0, lon: 6.0 }, 0.0).unwrap();
        for (lat, lon) in [(90.0, 0.0), (-90.0, 180.0), (0.0, -174.0)] {
            let point = plane.point(LatLon { lat, lon });
            assert!(point.x.abs() <= Point::FARTHEST && point.y.abs() <= Point::FARTHEST);
        }
    }
}
