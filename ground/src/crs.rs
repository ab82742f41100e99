//! Coordinate reference systems by their codes of EPSG, for elevation that is not in degrees of WGS 84.
//!
//! The meaning of the codes is from the crate `crs-definitions`, and the formulas are from `proj4rs`, which follows PROJ.

use std::fmt;

use proj4rs::Proj;
use proj4rs::transform::transform;

use crate::plane::LatLon;

/// The code of latitude and longitude of WGS 84.
const WGS84: u32 = 4326;
/// The same as parameters of PROJ.
const WGS84_TEXT: &str = "+proj=longlat +datum=WGS84 +no_defs";
/// Parts of a meter, and of a degree, that are told apart. What is less depends on the sines of the platform, and a map must not.
const PARTS: (f64, f64) = (1e3, 1e8);

/// The way from positions on Earth to the plane of a coordinate reference system.
#[derive(Clone)]
pub struct Projection {
    code: u32,
    /// `None` for WGS 84 itself.
    planes: Option<Box<(Proj, Proj)>>,
}

impl fmt::Debug for Projection {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "EPSG:{}", self.code)
    }
}

impl PartialEq for Projection {
    fn eq(&self, other: &Self) -> bool {
        self.code == other.code
    }
}

impl Projection {
    /// Returns the projection with a code of EPSG; `None` if it is unknown, or needs tables of datum shifts, which are not there.
    ///
    /// ```
    /// use battlewright_ground::{LatLon, Projection};
    /// let utm = Projection::of_code(32631).unwrap();
    /// let (east, north) = utm.project(LatLon::new(0.0, 3.0).unwrap()).unwrap();
    /// assert_eq!((east, north), (500_000.0, 0.0));
    /// ```
    pub fn of_code(code: u32) -> Option<Self> {
        if code == WGS84 {
            return Some(Self { code, planes: None });
        }
        let meaning = crs_definitions::from_code(u16::try_from(code).ok()?)?;
        let (from, to) = (Proj::from_proj_string(WGS84_TEXT).ok()?, Proj::from_proj_string(meaning.proj4).ok()?);
        (!to.is_geocent()).then(|| Self { code, planes: Some(Box::new((from, to))) })
    }

    /// Returns the code of EPSG.
    pub fn code(&self) -> u32 {
        self.code
    }

    /// Returns the point of the plane for a position: east and north in the units of the system, or longitude and latitude in degrees
    /// if it is none of a plane. `None` where the projection has no point.
    pub fn project(&self, at: LatLon) -> Option<(f64, f64)> {
        let Some(planes) = &self.planes else { return Some((at.lon, at.lat)) };
        let (from, to) = planes.as_ref();
        let mut point = (at.lon.to_radians(), at.lat.to_radians(), 0.0);
        transform(from, to, &mut point).ok()?;
        let (x, y, parts) = if to.is_latlong() {
            (point.0.to_degrees(), point.1.to_degrees(), PARTS.1)
        } else {
            (point.0, point.1, PARTS.0)
        };
        (x.is_finite() && y.is_finite()).then(|| (libm::round(x * parts) / parts, libm::round(y * parts) / parts))
    }

    /// Returns the position of a point of the plane: the reverse of [`Projection::project`].
    pub fn position(&self, (east, north): (f64, f64)) -> Option<LatLon> {
        let Some(planes) = &self.planes else { return LatLon::new(north, east) };
        let (from, to) = planes.as_ref();
        let unit = |value: f64| if to.is_latlong() { value.to_radians() } else { value };
        let mut point = (unit(east), unit(north), 0.0);
        transform(to, from, &mut point).ok()?;
        let degrees = |value: f64| libm::round(value.to_degrees() * PARTS.1) / PARTS.1;
        LatLon::new(degrees(point.1), degrees(point.0))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::plane::Plane;

    /// The origins of national grids, which their definitions state.
    #[test]
    fn origins_are_those_of_the_definitions() {
        let known = [
            (2154, 46.5, 3.0, 700_000.0, 6_600_000.0),
            (3035, 52.0, 10.0, 4_321_000.0, 3_210_000.0),
            (3857, 0.0, 180.0, 20_037_508.343, 0.0),
            (32_733, 0.0, 15.0, 500_000.0, 10_000_000.0),
        ];
        for (code, lat, lon, east, north) in known {
            let (x, y) = Projection::of_code(code).unwrap().project(LatLon { lat, lon }).unwrap();
            assert!((x - east).abs() < 0.01 && (y - north).abs() < 0.01, "{code}: {x} {y}");
        }
    }

    /// Zones of UTM are the plane of a map about their meridian, scaled by 0.9996.
    #[test]
    fn zones_of_utm_agree_with_planes() {
        for (code, meridian) in [(32_631, 3.0), (32_636, 33.0), (25_832, 9.0)] {
            let utm = Projection::of_code(code).unwrap();
            let middle = LatLon { lat: 49.0, lon: meridian };
            let plane = Plane::new(middle, 0.0).unwrap();
            let (_, base) = utm.project(middle).unwrap();
            for (north, east) in [(0.3, 0.9), (-0.4, -2.0), (0.9, 0.0)] {
                let at = LatLon { lat: middle.lat + north, lon: middle.lon + east };
                let (x, y) = utm.project(at).unwrap();
                let point = plane.point(at);
                let (own_x, own_y) = (f64::from(point.x) / 100.0 * 0.9996, f64::from(-point.y) / 100.0 * 0.9996);
                let off = libm::hypot(x - 500_000.0 - own_x, y - base - own_y);
                assert!(off < 0.05, "{code} {at:?}: {off}");
                let back = utm.position((x, y)).unwrap();
                assert!((back.lat - at.lat).abs() < 1e-6 && (back.lon - at.lon).abs() < 1e-6, "{back:?}");
            }
        }
    }

    #[test]
    fn degrees_of_another_datum_are_near_those_of_wgs84() {
        for code in [4258, 4269] {
            let (lon, lat) = Projection::of_code(code).unwrap().project(LatLon { lat: 49.0, lon: 6.0 }).unwrap();
            assert!((lon - 6.0).abs() < 1e-4 && (lat - 49.0).abs() < 1e-4, "{code}: {lon} {lat}");
        }
        assert_eq!(Projection::of_code(4326).unwrap().project(LatLon { lat: 49.0, lon: 6.0 }), Some((6.0, 49.0)));
    }

    #[test]
    fn unknown_codes_have_no_projection() {
        assert!([0, 1, 32_767, 65_536, u32::MAX].iter().all(|code| Projection::of_code(*code).is_none()));
    }

    #[test]
    fn no_code_makes_it_panic() {
        let mut known = 0;
        for code in (0..=65_535).step_by(7) {
            let Some(projection) = Projection::of_code(code) else { continue };
            known += 1;
            for (lat, lon) in [(0.0, 0.0), (90.0, 180.0), (-90.0, -180.0), (49.0, 6.0), (-33.0, 151.0)] {
                let point = projection.project(LatLon { lat, lon });
                assert!(point.is_none_or(|(x, y)| x.is_finite() && y.is_finite()), "{code}");
            }
        }
        assert!(known > 500, "{known}");
    }
}
