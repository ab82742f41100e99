//! IV Zones of control: the distance that moving units keep from enemy bases.

use battlewright_core::kit::plane::{Bounds, Convex, Distance, Rectangle};

use crate::rules::c04_formations::Footprint;

/// The distances that a moving unit keeps from the enemy bases near its way.
#[derive(Clone, Debug)]
pub struct EnemyZones<'a> {
    enemies: Vec<(&'a Rectangle, Bounds, ZoneLimit)>,
    zone: i32,
}

/// The distance to keep from one enemy base.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum ZoneLimit {
    /// The zone of control.
    Zone,
    /// The distance at the start, which was within the zone: the unit may only move away.
    Start(Distance),
}

impl<'a> EnemyZones<'a> {
    /// Returns the zones of enemy bases for a unit that begins at `start`. `zone` is the distance in thousandths of an inch.
    pub fn new(start: &Footprint, enemies: &'a [Rectangle], zone: i32) -> Self {
        let limit = |enemy: &'a Rectangle| {
            let bounds = enemy.bounds().grown(zone);
            let is_near = start.bounds().meets(bounds) && start.bases().iter().any(|base| base.is_nearer(enemy, zone));
            let limit = if is_near { ZoneLimit::Start(start.distance_to_base(enemy)) } else { ZoneLimit::Zone };
            (enemy, bounds, limit)
        };
        Self { enemies: enemies.iter().map(limit).collect(), zone }
    }

    /// Returns no zones.
    pub(crate) fn none() -> Self {
        Self { enemies: Vec::new(), zone: 0 }
    }

    /// Returns `true` if no zone reaches into a box: nothing in it enters one.
    pub(crate) fn are_clear_of(&self, area: Bounds) -> bool {
        !self.enemies.iter().any(|(_, bounds, _)| bounds.meets(area))
    }

    /// Returns the first enemy base whose zone an area enters that a base of the unit passes over; `None` if it enters none. A
    /// unit that begins in the zone of a base may not come nearer to it.
    pub fn entered(&self, swept: &Convex) -> Option<&'a Rectangle> {
        let near = self.enemies.iter().filter(|(_, bounds, _)| bounds.meets(swept.bounds()));
        let mut entered = near.filter(|(enemy, _, limit)| {
            let enemy = enemy.area();
            match limit {
                ZoneLimit::Zone => swept.is_nearer(&enemy, self.zone),
                ZoneLimit::Start(distance) => swept.distance(&enemy) < *distance,
            }
        });
        entered.next().map(|(enemy, _, _)| *enemy)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::brigade;
    use battlewright_core::kit::plane::{Vector, sweep};
    use battlewright_schema::outrance::Posture;

    fn enters(y: i32, by: i32) -> bool {
        let (unit, enemy) = (brigade(20, y, 0, Posture::Maneuver), brigade(20, 10, 180, Posture::Deployed));
        let zones = EnemyZones::new(&unit, enemy.bases(), 1000);
        unit.bases().iter().any(|base| zones.entered(&sweep::swept(base, Vector::new(0, by.into()))).is_some())
    }

    #[test]
    fn c04_units_keep_one_inch_from_enemy_bases() {
        assert!(!enters(20, -9000), "IV: on the edge of the zone");
        assert!(enters(20, -9001), "IV");
        assert!(enters(20, -30_000), "IV: past the enemy");
    }

    #[test]
    fn c04_a_unit_within_a_zone_may_only_move_away() {
        let start = brigade(20, 20, 0, Posture::Maneuver).moved(Vector::new(0, -9500));
        let enemy = brigade(20, 10, 180, Posture::Deployed);
        let zones = EnemyZones::new(&start, enemy.bases(), 1000);
        let enters = |x: i64, y: i64| {
            start.bases().iter().any(|base| zones.entered(&sweep::swept(base, Vector::new(x, y))).is_some())
        };
        assert!(!enters(0, 3000) && !enters(0, 0), "IV");
        assert!(enters(0, -100) && enters(3000, -1), "IV");
    }
}
