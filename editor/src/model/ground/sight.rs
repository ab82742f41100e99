//! The state of the pictures of the dialog.

use battlewright_ground::run::FeatureId;

use super::chart::ChartFrame;
use super::picture::HexPoint;

/// The part of the pictures that is in sight, and what is lit in them.
#[derive(Clone, Debug, PartialEq)]
pub struct GroundSight {
    /// The point in the middle of the picture, in hexes from the middle of the map.
    pub middle: HexPoint,
    /// The magnification of the picture against the whole map: 1 or more.
    pub zoom: f32,
    /// The part of the width, from the left, on which the source lies over the hexes.
    pub swipe: f32,
    /// The feature under the pointer or the keyboard.
    pub pointed: Option<FeatureId>,
    /// The position in the walk through hexsides without a slope.
    pub walk: Option<usize>,
    /// The part that the chart of the place shows; `None` for all data.
    pub chart: Option<ChartFrame>,
}

impl Default for GroundSight {
    fn default() -> Self {
        Self { middle: [0.0; 2], zoom: 1.0, swipe: 0.5, pointed: None, walk: None, chart: None }
    }
}

impl GroundSight {
    /// The closest zoom.
    pub const CLOSEST: f32 = 40.0;

    /// Comes closer by `factor`; `at` stays where it is.
    pub fn zoom_at(&mut self, factor: f32, at: HexPoint) {
        let zoom = (self.zoom * factor).clamp(1.0, Self::CLOSEST);
        let part = 1.0 - self.zoom / zoom;
        for (own, at) in self.middle.iter_mut().zip(at) {
            *own += (at - *own) * part;
        }
        self.zoom = zoom;
        if zoom <= 1.0 {
            self.middle = [0.0; 2];
        }
    }

    /// Shows the whole map.
    pub fn fit(&mut self) {
        (self.middle, self.zoom) = ([0.0; 2], 1.0);
    }

    /// Brings a point into the middle, and comes close enough to see single hexes.
    pub fn look_at(&mut self, at: HexPoint) {
        (self.middle, self.zoom) = (at, self.zoom.max(3.0));
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_point_under_the_pointer_stays() {
        let mut sight = GroundSight::default();
        sight.zoom_at(2.0, [4.0, 0.0]);
        // A point at 4 was 4 to the right of the middle; twice as close, it is 2 away.
        assert_eq!((sight.zoom, sight.middle), (2.0, [2.0, 0.0]));
        sight.zoom_at(0.1, [9.0, 9.0]);
        assert_eq!(sight, GroundSight::default());
        sight.zoom_at(1e9, [0.0, 0.0]);
        assert_eq!(sight.zoom, GroundSight::CLOSEST);
    }
}
