//! VI Fire: the arc of fire, and the targets that a unit may fire at.

use smallvec::SmallVec;
use thiserror::Error;

use crate::rules::c04_formations::Footprint;
use crate::rules::c08_sight::{BasesInWay, ClearLine, SightBlock, SightRules, sight, with_levels};
use crate::rules::c08_terrain::TableTerrain;
use battlewright_core::kit::plane::{Arc, Convex, Direction, Point, Rectangle, Segment};
use battlewright_schema::outrance::{FireAction, Posture, Rules, UnitClass, UnitStatus};

/// A reach beyond any range and any table, in thousandths of an inch.
const FAR: i32 = 1_000_000;

/// Returns the arc of fire of a unit in pieces, up to `reach` thousandths of an inch: the region ahead of the first rank that
/// widens by 45 degrees from its outer front corners. A bent line has the arcs of all its bases, which leave no gap between them.
pub fn arcs_of_fire(unit: &Footprint, reach: i32) -> SmallVec<[Arc; 4]> {
    let rank = unit.first_rank();
    let facing = rank.first().map(Rectangle::facing);
    match facing {
        Some(facing) if rank.iter().all(|base| base.facing() == facing) => {
            SmallVec::from_iter([Arc::from_front(unit.front(), facing, reach)])
        }
        _ => rank.iter().map(|base| Arc::ahead(base, reach)).collect(),
    }
}

/// Returns `true` if a point lies in the arc of fire of a unit.
pub fn is_point_in_arc(unit: &Footprint, point: Point) -> bool {
    arcs_of_fire(unit, FAR).iter().any(|arc| arc.contains(point))
}

/// Returns `true` if any part of a path lies in the arc of fire of a unit.
pub fn is_path_in_arc(unit: &Footprint, path: Segment) -> bool {
    let path = Convex::around([path.from, path.to]);
    arcs_of_fire(unit, FAR).iter().any(|arc| arc.area().meets(&path))
}

/// Returns `true` if any part of a base of the target lies in the arc of fire of a unit.
pub fn is_in_arc(unit: &Footprint, target: &Footprint) -> bool {
    let arcs = arcs_of_fire(unit, FAR);
    target.bases().iter().any(|base| arcs.iter().any(|arc| arc.meets(base)))
}

/// Returns the facing toward a target from the center of the front, which advancing fire and assaults may take first (ruling o19);
/// `None` if the target touches the center.
pub fn facing_toward(at: Point, target: &Footprint) -> Option<Direction> {
    Direction::of(target.nearest(at) - at)
}

/// A reason why a unit cannot fire at a target.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum FireRefusal {
    /// A column cannot fire.
    #[error("a unit in march formation cannot fire (III)")]
    March,
    /// A demoralized unit only regroups.
    #[error("a demoralized unit can only regroup (V)")]
    Demoralized,
    /// No part of the target lies in the arc of fire.
    #[error("the target is not in the arc of fire (VI)")]
    OutOfArc,
    /// The unit does not see the target.
    #[error(transparent)]
    Sight(#[from] SightBlock),
}

/// A target that a unit may fire at.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FireTarget {
    /// The action.
    pub action: FireAction,
    /// The shortest clear line of fire.
    pub line: ClearLine,
    /// The range band; `None` beyond the last: such fire has no effect.
    pub band: Option<usize>,
}

/// The bases of other units near a line of fire.
#[derive(Clone, Copy, Debug, Default)]
pub struct Bystanders<'a> {
    /// Those of the other units of the firing side.
    pub friends: &'a [Rectangle],
    /// Those of the other enemies.
    pub enemies: &'a [Rectangle],
}

/// Returns the line of fire of a unit at a target, or the reason why it may not fire at it.
#[expect(clippy::too_many_arguments, reason = "each is a fact of its own, which the caller has at hand")]
pub fn fire_target(
    ruleset: &Rules,
    rules: &SightRules,
    terrain: &TableTerrain,
    unit: &Footprint,
    posture: Posture,
    status: UnitStatus,
    target: &Footprint,
    others: Bystanders,
) -> Result<FireTarget, FireRefusal> {
    let action = FireAction::of(posture).ok_or(FireRefusal::March)?;
    if status == UnitStatus::Demoralized {
        return Err(FireRefusal::Demoralized);
    }
    if !is_in_arc(unit, target) {
        return Err(FireRefusal::OutOfArc);
    }
    let bases = [unit.bases(), target.bases(), others.friends, others.enemies];
    let [from, to, friends, enemies] = bases.map(|bases| with_levels(terrain, bases));
    let line = sight(rules, terrain, &from, &to, BasesInWay { friends: &friends, enemies: &enemies }, FAR)?;
    Ok(FireTarget { action, line, band: ruleset.range_band(line.range) })
}

/// Returns the range bands in which the fire of a class has an effect, each with its end in thousandths of an inch.
pub(crate) fn effective_bands(
    rules: &Rules,
    class: UnitClass,
    action: FireAction,
) -> impl Iterator<Item = (usize, i32)> + use<'_> {
    let bands = rules.range_bands.iter().enumerate();
    let effective = bands.filter(move |(band, _)| rules.tables.fire.index(class, action, *band).is_some());
    effective.map(|(band, end)| (band, end.thousandths()))
}

/// Returns the band of fire over a range in thousandths of an inch, `published` by the table of bands, if rows change the range of
/// the class as `by_rows` says. `None` beyond it; where the table has no index within it, that of the last band counts.
pub(crate) fn band_within(
    rules: &Rules,
    class: UnitClass,
    action: FireAction,
    range: i32,
    published: Option<usize>,
    by_rows: impl FnOnce(i32) -> i32,
) -> Option<usize> {
    let (last, farthest) = effective_bands(rules, class, action).max_by_key(|(_, end)| *end)?;
    let is_effective = |band: &usize| effective_bands(rules, class, action).any(|(effective, _)| effective == *band);
    (range <= by_rows(farthest)).then(|| published.filter(is_effective).unwrap_or(last))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::c04_formations::{Bend, UnitPlacement, footprint};
    use crate::tests::testing::{INFANTRY, SIGHT, brigade, plain, woods};
    use battlewright_schema::outrance::TroopType;

    fn fire(unit: &Footprint, target: &Footprint, friends: &[Rectangle]) -> Result<FireTarget, FireRefusal> {
        let terrain = plain();
        fire_target(
            Rules::published(),
            &SIGHT,
            &terrain,
            unit,
            Posture::Deployed,
            UnitStatus::Ok,
            target,
            Bystanders { friends, enemies: &[] },
        )
    }

    #[test]
    fn c06_a_target_is_at_least_partly_in_the_arc() {
        // The diagram of the rules: B is inside the arc, C partly, D is not.
        let unit = brigade(20, 30, 0, Posture::Deployed);
        let inside = brigade(20, 26, 180, Posture::Deployed);
        let partly = brigade(26, 27, 180, Posture::Deployed);
        let outside = brigade(30, 29, 180, Posture::Deployed);
        assert!(is_in_arc(&unit, &inside) && is_in_arc(&unit, &partly) && !is_in_arc(&unit, &outside), "VI");
        assert_eq!(fire(&unit, &outside, &[]), Err(FireRefusal::OutOfArc), "VI");
        assert_eq!(fire(&unit, &inside, &[]).map(|target| (target.line.range, target.band)), Ok((4000, Some(1))), "VI");
    }

    #[test]
    fn c06_the_arc_opens_by_45_degrees_from_the_outer_front_corners() {
        let unit = brigade(20, 30, 0, Posture::Deployed);
        let contains = |x, y| is_point_in_arc(&unit, Point::new(x, y));
        assert!(contains(18_000, 30_000) && contains(15_000, 27_000) && contains(25_000, 27_000), "VI");
        assert!(!contains(14_999, 27_000) && !contains(25_001, 27_000) && !contains(20_000, 30_001), "VI");
        let column = brigade(20, 30, 0, Posture::Maneuver);
        assert!(
            is_point_in_arc(&column, Point::new(24_000, 27_000))
                && !is_point_in_arc(&column, Point::new(24_001, 27_000)),
            "VI"
        );
    }

    #[test]
    fn c06_a_bent_line_has_the_arcs_of_all_its_bases() {
        let bend = Bend::from_slice(&[-300, -100, 100, 300]);
        let place = UnitPlacement {
            bend,
            ..UnitPlacement::new(Point::new(20_000, 30_000), Direction::UP, Posture::Deployed, TroopType::Infantry, 4)
        };
        let unit = footprint(&place, TroopType::Infantry, 4, INFANTRY, 300).unwrap();
        let contains = |x, y| is_point_in_arc(&unit, Point::new(x, y));
        // To the side, where a straight line has no arc; and everything between.
        assert!(contains(14_000, 28_000) && contains(26_000, 28_000), "VI");
        assert!((12..28).all(|x| contains(x * 1000, 20_000)), "VI: no gap");
        assert!(!contains(20_000, 33_000), "VI");
    }

    #[test]
    fn c06_fire_out_of_range_is_no_refusal() {
        let (unit, target) = (brigade(20, 40, 0, Posture::Deployed), brigade(20, 20, 180, Posture::Deployed));
        assert_eq!(fire(&unit, &target, &[]).map(|target| target.band), Ok(None), "VI: the action is used");
    }

    #[test]
    fn c06_columns_and_demoralized_units_do_not_fire() {
        let (unit, target) = (brigade(20, 30, 0, Posture::March), brigade(20, 27, 180, Posture::Deployed));
        let terrain = plain();
        let fire = |posture, status| {
            fire_target(Rules::published(), &SIGHT, &terrain, &unit, posture, status, &target, Bystanders::default())
                .map(|target| target.action)
        };
        assert_eq!(fire(Posture::March, UnitStatus::Ok), Err(FireRefusal::March), "III");
        assert_eq!(fire(Posture::Deployed, UnitStatus::Demoralized), Err(FireRefusal::Demoralized), "V");
        assert_eq!(fire(Posture::Maneuver, UnitStatus::Disordered), Ok(FireAction::Advancing), "III, V");
    }

    #[test]
    fn c06_friends_and_woods_stop_fire() {
        let (unit, target) = (brigade(20, 30, 0, Posture::Deployed), brigade(20, 20, 180, Posture::Deployed));
        let wide: Vec<Rectangle> = [12, 16, 20, 24, 28]
            .into_iter()
            .flat_map(|x| brigade(x, 25, 0, Posture::Deployed).bases().to_vec())
            .collect();
        assert_eq!(fire(&unit, &target, &wide), Err(FireRefusal::Sight(SightBlock::Friends)), "VI");
        let mut terrain = plain();
        terrain.areas.push(woods(0, 22, 60, 28));
        let found = fire_target(
            Rules::published(),
            &SIGHT,
            &terrain,
            &unit,
            Posture::Deployed,
            UnitStatus::Ok,
            &target,
            Bystanders::default(),
        );
        assert_eq!(found, Err(FireRefusal::Sight(SightBlock::Woods)), "VI");
    }

    #[test]
    fn c06_o19_advancing_fire_may_turn_to_its_target() {
        let target = brigade(30, 30, 0, Posture::Deployed);
        let at = Point::new(20_000, 30_500);
        assert_eq!(facing_toward(at, &target), Some(Direction::RIGHT), "III, o19");
        assert_eq!(facing_toward(Point::new(30_000, 30_000), &target), None);
    }
}
