//! Countries as files: OpenStreetMap XML and an ASCII grid, with what must vanish.

use std::fmt::Write as _;

use battlewright_ground::{LatLon, Plane};

use super::elements::Shift;
use super::{Country, Spot, jitter};

/// The middle of all countries.
pub(crate) const MIDDLE: LatLon = LatLon { lat: 49.1, lon: 5.93 };

impl Country {
    /// Returns the country as OpenStreetMap XML.
    pub(crate) fn osm(&self) -> String {
        self.elements(Shift::default()).xml()
    }

    /// Returns the relief as an ASCII grid in degrees, with noise of up to 6 m and voids.
    pub(crate) fn asc(&self) -> String {
        let plane = Plane::new(MIDDLE, 0.0).unwrap();
        let (columns, rows, cell) = (340, 180, 0.001);
        let (west, south) = (MIDDLE.lon - cell * f64::from(columns) / 2.0, MIDDLE.lat - cell * f64::from(rows) / 2.0);
        let mut text = format!(
            "ncols {columns}\nnrows {rows}\nxllcorner {west}\nyllcorner {south}\ncellsize {cell}\nNODATA_value -9999\n"
        );
        for row in 0..rows {
            for column in 0..columns {
                let lat = south + cell * (f64::from(rows - row) - 0.5);
                let lon = west + cell * (f64::from(column) + 0.5);
                let at = plane.point(LatLon { lat, lon });
                let spot = Spot { east: f64::from(at.x) / 100.0, north: f64::from(-at.y) / 100.0 };
                let sample = (row * columns + column) as usize;
                if jitter(self.seed, 52, sample) > 0.9 {
                    text.push_str("-9999 ");
                } else {
                    let height = self.relief.height(spot) + 6.0 * jitter(self.seed, 51, sample);
                    let _ = write!(text, "{height:.1} ");
                }
            }
            text.push('\n');
        }
        text
    }
}
