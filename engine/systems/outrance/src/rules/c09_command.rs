//! IX, IV Generals: the command radius, and getting out of the way of the enemy.

use battlewright_schema::outrance::CommandMeasure;

use crate::rules::c04_formations::Footprint;
use battlewright_core::kit::plane::{Bounds, Convex, Direction, Distance, Point, Rectangle};

/// The angle between the directions in which a general gets out of the way, in tenths of a degree.
const WAY_STEP: i32 = 100;
/// The step of the distances that are tried, in thousandths of an inch.
const DISTANCE_STEP: i32 = 100;
/// The longest way that is tried, in thousandths of an inch.
const MOST_WAY: i32 = 100_000;

/// The round base of a general.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GeneralBase {
    /// The center.
    pub at: Point,
    /// Half of the diameter, in thousandths of an inch.
    pub radius: i32,
}

impl GeneralBase {
    /// Returns the exact distance from the center to a base.
    fn distance(&self, base: &Rectangle) -> Distance {
        base.distance_to(self.at)
    }

    /// Returns `true` if a moving unit passes over the base: the general gets out of the way (IV, IX).
    pub fn is_run_over(&self, swept: &Convex) -> bool {
        swept.is_nearer(&Convex::around([self.at]), self.radius)
    }
}

/// Returns `true` if a unit is within `radius` thousandths of an inch of a general.
pub fn is_in_command(general: GeneralBase, unit: &Footprint, radius: i32, measure: CommandMeasure) -> bool {
    let reach = radius.saturating_add(general.radius.max(0));
    let is_near = unit.bounds().distance_to(general.at).at_most(reach);
    is_near
        && unit.bases().iter().any(|base| match measure {
            CommandMeasure::Edge => general.distance(base).at_most(radius.saturating_add(general.radius)),
            CommandMeasure::Center => base.center().distance(general.at).at_most(radius),
        })
}

/// Returns the nearest point at which a general is at least `safety` thousandths of an inch from all enemy bases, at
/// most `most` from its place, and where it may stand by `is_open`; `None` if there is no such point, so that it stays.
/// Of points at the same distance, the one farthest from the enemy is taken.
pub fn out_of_the_way(
    general: GeneralBase,
    enemies: &[Rectangle],
    is_open: impl Fn(Point) -> bool,
    safety: i32,
    most: i32,
) -> Option<Point> {
    let (least, most) = (safety.saturating_add(general.radius), most.min(MOST_WAY));
    let near: Vec<&Rectangle> = {
        let reach = Bounds::of([general.at]).grown(most.saturating_add(least));
        enemies.iter().filter(|enemy| enemy.bounds().meets(reach)).collect()
    };
    let clearance = |at: Point| near.iter().map(|enemy| enemy.distance_to(at)).min();
    let is_safe = |at: &Point| clearance(*at).is_none_or(|distance| !distance.less_than(least));
    (0..=most.max(0) / DISTANCE_STEP).find_map(|step| {
        let ways = (0..3600 / WAY_STEP).map(|way| Direction::from_tenths(way * WAY_STEP));
        let points = ways.map(|way| general.at + way.ahead(step * DISTANCE_STEP)).filter(is_safe);
        let points = points.filter(|at| is_open(*at));
        points.max_by_key(|at| (clearance(*at), std::cmp::Reverse(*at)))
    })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::brigade;
    use battlewright_core::kit::plane::sweep;
    use battlewright_schema::outrance::Posture;

    fn general(x: i32, y: i32) -> GeneralBase {
        GeneralBase { at: Point::new(x, y), radius: 500 }
    }

    #[test]
    fn c09_a_general_commands_units_within_six_inches() {
        let unit = brigade(20, 20, 0, Posture::Deployed);
        let commands = |x, measure| is_in_command(general(x, 20_500), &unit, 6000, measure);
        assert!(commands(28_500, CommandMeasure::Edge) && !commands(28_501, CommandMeasure::Edge), "IX");
        assert!(commands(27_500, CommandMeasure::Center) && !commands(27_501, CommandMeasure::Center), "IX");
    }

    #[test]
    fn c09_a_general_that_is_run_over_goes_three_inches_from_the_enemy() {
        let enemy = brigade(20, 20, 0, Posture::Deployed);
        let threatened = general(20_000, 18_000);
        let swept = sweep::swept(&enemy.bases()[1], Direction::UP.ahead(2000));
        assert!(threatened.is_run_over(&swept) && !general(30_000, 18_000).is_run_over(&swept), "IX");
        let to = out_of_the_way(threatened, enemy.bases(), |_| true, 3000, 28_000).unwrap();
        assert_eq!(to, Point::new(20_000, 16_500), "IV, IX: the least distance");
        let safe = general(20_000, 10_000);
        assert_eq!(out_of_the_way(safe, enemy.bases(), |_| true, 3000, 28_000), Some(safe.at), "IX");
        assert_eq!(out_of_the_way(threatened, enemy.bases(), |_| true, 3000, 1000), None, "IV: if possible");
    }
}
