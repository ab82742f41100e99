//! The chart on which the place of a map is chosen.

use battlewright_ground::LatLon;

/// The steps of a graticule, in degrees.
const STEPS: [f64; 12] = [30.0, 10.0, 5.0, 2.0, 1.0, 0.5, 0.2, 0.1, 0.05, 0.02, 0.01, 0.005];
/// The most lines of a graticule in each direction.
const MOST_LINES: f64 = 9.0;
/// The least height of a chart, in degrees.
const LOWEST: f64 = 0.01;
/// The greatest height of a chart, in degrees.
const HIGHEST: f64 = 160.0;

/// The part of the Earth that a chart shows. A degree of longitude is as long as it is in the middle.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct ChartFrame {
    /// The position in the middle.
    pub middle: LatLon,
    /// The height in degrees of latitude.
    pub height: f64,
    /// The width against the height.
    pub aspect: f64,
}

impl ChartFrame {
    /// Returns the chart with this `aspect` that shows all between two positions, with a margin.
    pub fn around(least: LatLon, most: LatLon, aspect: f64) -> Self {
        let middle = LatLon { lat: f64::midpoint(least.lat, most.lat), lon: f64::midpoint(least.lon, most.lon) };
        let own = Self { middle, height: 1.0, aspect };
        let wide = (most.lon - least.lon) * own.squeeze() / aspect;
        let height = (most.lat - least.lat).max(wide) * 1.15;
        Self { height: height.clamp(LOWEST, HIGHEST), ..own }
    }

    /// Returns how long a degree of longitude is against one of latitude.
    fn squeeze(&self) -> f64 {
        self.middle.lat.to_radians().cos().max(0.05)
    }

    /// Returns the place of a position as parts of width and height, from the left and the top.
    pub fn part(&self, at: LatLon) -> [f32; 2] {
        let x = 0.5 + (at.lon - self.middle.lon) * self.squeeze() / (self.height * self.aspect);
        let y = 0.5 - (at.lat - self.middle.lat) / self.height;
        #[expect(clippy::cast_possible_truncation, reason = "a part of the screen")]
        let parts = [x as f32, y as f32];
        parts
    }

    /// Returns the position at parts of width and height: the reverse of [`Self::part`].
    pub fn position(&self, [x, y]: [f32; 2]) -> LatLon {
        let lon = self.middle.lon + (f64::from(x) - 0.5) * self.height * self.aspect / self.squeeze();
        let lat = self.middle.lat + (0.5 - f64::from(y)) * self.height;
        LatLon { lat: lat.clamp(-89.0, 89.0), lon: lon.clamp(-180.0, 180.0) }
    }

    /// Returns the chart closer by `factor`; what is at `at` stays there.
    #[must_use]
    pub fn zoomed(self, factor: f64, at: LatLon) -> Self {
        let height = (self.height / factor).clamp(LOWEST, HIGHEST);
        let part = 1.0 - height / self.height;
        let toward = |own: f64, other: f64| own + (other - own) * part;
        let middle = LatLon { lat: toward(self.middle.lat, at.lat), lon: toward(self.middle.lon, at.lon) };
        Self { middle, height, ..self }
    }
}

/// Returns the lines of a graticule between two degrees, each with its label.
pub fn graticule(least: f64, most: f64) -> Vec<(f64, String)> {
    let range = most - least;
    let step = STEPS.into_iter().rev().find(|step| range / step <= MOST_LINES);
    let Some(step) = step.filter(|_| range > 0.0) else { return Vec::new() };
    let decimals = STEPS.iter().position(|other| *other == step).map_or(0, |at| match at {
        0..=4 => 0,
        5..=7 => 1,
        8..=10 => 2,
        _ => 3,
    });
    let mut lines = Vec::new();
    let mut number = (least / step).ceil();
    while number * step <= most {
        let degrees = number * step;
        lines.push((degrees, format!("{degrees:.decimals$}°")));
        number += 1.0;
    }
    lines
}

#[cfg(test)]
mod tests {
    use super::*;

    fn near(a: LatLon, b: LatLon) -> bool {
        (a.lat - b.lat).abs() < 1e-4 && (a.lon - b.lon).abs() < 1e-4
    }

    #[test]
    fn positions_come_back_and_all_is_in_sight() {
        let (least, most) = (LatLon { lat: 49.0, lon: 5.5 }, LatLon { lat: 49.5, lon: 6.5 });
        let chart = ChartFrame::around(least, most, 1.4);
        for at in [least, most, chart.middle] {
            let part = chart.part(at);
            assert!(part.iter().all(|part| (0.0..=1.0).contains(part)), "{part:?}");
            assert!(near(chart.position(part), at));
        }
        assert_eq!(chart.part(chart.middle), [0.5, 0.5]);
    }

    #[test]
    fn what_is_under_the_pointer_stays() {
        let chart = ChartFrame { middle: LatLon { lat: 49.0, lon: 6.0 }, height: 1.0, aspect: 1.5 };
        let at = LatLon { lat: 49.3, lon: 6.4 };
        let zoomed = chart.zoomed(2.0, at);
        assert_eq!(zoomed.height, 0.5);
        let (a, b) = (chart.part(at), zoomed.part(at));
        // The length of a degree of longitude changes a little with the middle.
        assert!((a[0] - b[0]).abs() < 0.01 && (a[1] - b[1]).abs() < 1e-4, "{a:?} {b:?}");
        assert_eq!(chart.zoomed(1e9, at).height, LOWEST);
    }

    #[test]
    fn a_graticule_has_round_lines() {
        let labels = |least, most| graticule(least, most).into_iter().map(|(_, text)| text).collect::<Vec<_>>();
        assert_eq!(labels(48.9, 50.1), ["49.0°", "49.2°", "49.4°", "49.6°", "49.8°", "50.0°"]);
        assert_eq!(labels(-1.4, 3.0), ["-1.0°", "-0.5°", "0.0°", "0.5°", "1.0°", "1.5°", "2.0°", "2.5°", "3.0°"]);
        assert_eq!(labels(1.0, 1.0), [] as [&str; 0]);
    }
}
