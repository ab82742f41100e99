//! Units that start on closed ground or astride closed lines.

use super::placing::PlacedUnit;
use super::{MOST_COMPARISONS, geometry};
use crate::Inches;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::rules::unchecked;
use crate::outrance::{BaseShape, GroundGoing, Obstacle, Outrance, Posture, Rules, Terrain, TroopType, Unit};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A unit that starts on ground that it cannot enter, or astride a line that it cannot cross.
    ///
    /// # Why it matters
    /// Impassable terrain cannot be entered or crossed (VIII). A unit stands astride a river only at a bridge or a ford, and in closed
    /// ground only as a column on a road (ruling o31).
    ///
    /// # Example
    /// ```toml
    /// [[obstacle]]
    /// kind = "river"
    /// line = ["0,10", "20,10"]
    ///
    /// [[unit]]
    /// at = "10,9.5"                # half of its bases stand beyond the river
    /// ```
    ///
    /// # Remedy
    /// Move the unit, or correct the terrain.
    ON_IMPASSABLE_GROUND = "on-impassable-ground", Error
}

/// Reports the units that the closed ground does not let stand where they do.
pub(super) fn check(own: &Outrance, rules: &Rules, all: &[PlacedUnit], found: &mut Vec<Diagnostic>) {
    let corners: usize = own.terrain.iter().map(|terrain| terrain.outline.len()).sum();
    let points: usize = own.obstacle.iter().map(|obstacle| obstacle.line.len()).sum();
    let bases: usize = all.iter().map(|unit| unit.bases.len()).sum();
    let roads: usize = own.road.iter().map(|road| road.line.len()).sum();
    if bases.saturating_mul(corners + roads + 4 * points + 4 * own.choke_point.len()) > MOST_COMPARISONS {
        found.push(unchecked::stopped(DocPath::root().key("unit"), "whether units start on impassable ground"));
        return;
    }
    for standing in all {
        let Some(unit) = own.unit.get(standing.row) else { continue };
        let start = UnitStart { own, rules, unit, bases: &standing.bases };
        let area = own.terrain.iter().position(|terrain| start.is_in(terrain));
        let line = own.obstacle.iter().enumerate().find(|(_, obstacle)| start.is_astride(obstacle));
        let (list, row, what) = match (area.and_then(|row| Some((row, own.terrain.get(row)?))), line) {
            (Some((row, terrain)), _) => {
                let kind = crate::system::lints::tables::word(&terrain.kind);
                ("terrain", row, format!("on ground closed to {} (`{kind}`)", unit.troops.name()))
            }
            (_, Some((row, obstacle))) => ("obstacle", row, format!("astride a {}", obstacle.kind.name())),
            _ => continue,
        };
        let finding = ON_IMPASSABLE_GROUND
            .at(standing.path(), format!("`{}` starts {what}", unit.id))
            .related(DocPath::root().key(list).index(row), "this one")
            .help("move the unit, or correct the terrain");
        found.push(finding);
    }
}

/// The part of the way from the front of a column to the center of its first base that may touch a line: one in this number.
const FRONT_SHARE: i32 = 50;

/// A unit at its start.
struct UnitStart<'s> {
    own: &'s Outrance,
    rules: &'s Rules,
    unit: &'s Unit,
    bases: &'s [BaseShape],
}

impl UnitStart<'_> {
    fn is_column(&self) -> bool {
        self.unit.posture == Posture::March && self.unit.troops != TroopType::General
    }

    /// Returns `true` if a road leads along under a base of a column.
    fn is_on_road(&self, base: &BaseShape) -> bool {
        let size = self.rules.tables.base_sizes.sizes.iter().find(|size| size.troops == self.unit.troops);
        let half = size.map_or(0, |size| i64::from(size.width.thousandths() / 2));
        let mut roads = self.own.road.iter();
        self.is_column() && roads.any(|road| geometry::is_near_line(base.center(), &road.line, half))
    }

    /// Returns `true` if the unit stands in an area that is closed to it.
    fn is_in(&self, terrain: &Terrain) -> bool {
        terrain.going_for(self.unit.troops, self.rules) == GroundGoing::Impassable
            && self.bases.iter().any(|base| geometry::overlaps_area(base, &terrain.outline) && !self.is_on_road(base))
    }

    /// Returns `true` if the unit stands astride a closed line away from its choke points.
    fn is_astride(&self, obstacle: &Obstacle) -> bool {
        if obstacle.going_across(self.rules) != GroundGoing::Impassable {
            return false;
        }
        let reach = i64::from(self.rules.choke_reach.thousandths());
        let chokes: Vec<Inches> = self.own.choke_point.iter().map(|choke| choke.at.0).collect();
        let mut chokes = chokes.into_iter().filter(|choke| geometry::is_near_line(*choke, &obstacle.line, reach));
        let legs = || obstacle.line.windows(2).filter_map(|pair| Some((pair.first()?.0, pair.last()?.0)));
        let is_under = |base: &&BaseShape| {
            let base = base.inset();
            legs().any(|(a, b)| geometry::touches_base(a, b, &base))
        };
        let mut under = self.bases.iter().filter(is_under);
        let centers: Vec<Inches> = self.bases.iter().map(BaseShape::center).collect();
        let spine = self.spine(&centers);
        if self.is_column() {
            let chokes: Vec<Inches> = chokes.collect();
            let at_choke = |base: &BaseShape| chokes.iter().any(|choke| geometry::is_point_near(base, *choke, reach));
            let by_choke = |at: Inches| chokes.iter().any(|choke| geometry::is_near_segment(at, *choke, *choke, reach));
            return under.any(|base| !self.is_on_road(base) && !at_choke(base))
                || pairs(&spine).any(|(one, next)| {
                    let mut met = legs().filter_map(|(a, b)| geometry::meeting(one, next, a, b));
                    met.any(|ends| !ends.into_iter().all(by_choke))
                });
        }
        let is_between = || {
            let mut neighbors = pairs(&centers);
            neighbors.any(|(one, next)| legs().any(|(a, b)| geometry::meeting(one, next, a, b).is_some()))
        };
        let is_at = |choke: Inches| pairs(&spine).any(|(a, b)| geometry::is_near_segment(choke, a, b, reach));
        (under.next().is_some() || is_between()) && !chokes.any(is_at)
    }

    /// Returns the middle line from the front to the rear of the unit.
    fn spine(&self, centers: &[Inches]) -> Vec<Inches> {
        let between = |one: Inches, two: Inches| Inches { x: one.x.midpoint(two.x), y: one.y.midpoint(two.y) };
        let rear = |base: &BaseShape| between(base.corners[2], base.corners[3]);
        if self.is_column() {
            // The front of a column on the bank does not touch the river.
            let inward = |from: i32, to: i32| from + (to - from) / FRONT_SHARE;
            let front = self.bases.first().map(|base| {
                let (front, center) = (between(base.corners[0], base.corners[1]), base.center());
                Inches { x: inward(front.x, center.x), y: inward(front.y, center.y) }
            });
            return front.into_iter().chain(centers.iter().copied()).chain(self.bases.last().map(rear)).collect();
        }
        let count = i64::try_from(centers.len()).unwrap_or(1).max(1);
        let mean = |of: fn(&Inches) -> i32| {
            i32::try_from(centers.iter().map(|at| i64::from(of(at))).sum::<i64>() / count).unwrap_or_default()
        };
        let middle = Inches { x: mean(|at| at.x), y: mean(|at| at.y) };
        // `at` is the center of a general.
        let front = match (self.unit.troops, self.bases.first(), self.unit.at) {
            (TroopType::General, Some(base), _) => between(base.corners[0], base.corners[1]),
            (_, _, at) => at.map_or(middle, |at| at.0),
        };
        vec![front, middle, Inches { x: 2 * middle.x - front.x, y: 2 * middle.y - front.y }]
    }
}

/// Returns the points and their successors.
fn pairs(points: &[Inches]) -> impl Iterator<Item = (Inches, Inches)> {
    points.iter().copied().zip(points.iter().copied().skip(1))
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_outrance as shown;

    const RIVER: &str = "line = [\"0,22\", \"24,22\"]";
    const BENT: &str = "line = [\"24,22.5\", \"24,22\", \"0,22\"]";

    #[test]
    fn units_start_on_open_ground_and_on_their_side_of_a_river() {
        let onto = |at: &str| shown(&[("at = \"10,8\"", &format!("at = \"{at}\""))]);
        assert_eq!(onto("1,23.5"), ["on-impassable-ground \"1,23.5\""]);
        let water = "[[terrain]]\nkind = \"water\"\noutline = [\"8,6\", \"12,6\", \"12,12\", \"8,12\"]\n\n[[obstacle]]";
        assert_eq!(shown(&[("[[obstacle]]", water)]), ["on-impassable-ground \"10,8\""]);
        assert_eq!(onto("1,23"), ["on-impassable-ground \"1,23\""], "the river runs between two ranks");
        // A leg at the end of the river that is far from the unit.
        let two_legs = |at: &str| shown(&[("at = \"10,8\"", &format!("at = \"{at}\"")), (RIVER, BENT)]);
        assert_eq!(two_legs("1,23"), ["on-impassable-ground \"1,23\""], "it runs there on its second leg");
        let closed = water.replace("\"water\"", "\"steep\"\nclosed_to = [\"infantry\"]");
        assert_eq!(shown(&[("[[obstacle]]", &closed)]), ["on-impassable-ground \"10,8\""]);
        assert_eq!(shown(&[("[[obstacle]]", &closed.replace("infantry", "cavalry"))]), [] as [&str; 0]);
    }
}
