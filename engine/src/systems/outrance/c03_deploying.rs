//! III Deploying, and taking up a formation where a unit stands.

use thiserror::Error;

use super::c04_formations::{Footprint, FormationError, UnitPlacement, footprint};
use super::c04_movement::{MoveRules, Mover, Surroundings};
use super::c04_zones::EnemyZones;
use super::kinds::{Going, Posture, TroopType};
use crate::kit::plane::Point;

/// A reason why a unit cannot take up a position.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Error)]
pub enum DeployRefusal {
    /// A general has no formation.
    #[error("a general has no formation (III)")]
    General,
    /// The action does not lead to this formation.
    #[error("the action leads to another formation (III)")]
    Posture,
    /// The bases cannot stand so.
    #[error(transparent)]
    Formation(#[from] FormationError),
    /// No base stays near enough to be the reference base.
    #[error("no base is within {shift} thousandths of an inch of a former center (III)")]
    Shift {
        /// The greatest shift.
        shift: i32,
    },
    /// The center of the front moves.
    #[error("the center of the front stays where it is (III)")]
    Center,
    /// A base would leave the table.
    #[error("the unit would leave the table (IV)")]
    OffTable,
    /// A base would come too close to an enemy base.
    #[error("the unit would enter an enemy zone of control (IV)")]
    EnemyZone {
        /// The center of the enemy base.
        enemy: Point,
    },
    /// A base would stand on impassable terrain.
    #[error("the unit would stand on impassable terrain (VIII)")]
    Impassable,
    /// A base would stand on another unit.
    #[error("the unit would stand on another unit (IV)")]
    OnFriends,
}

/// Returns the bases of a unit that deploys at a position, or the reason why it cannot. One of its bases is the reference: its center
/// moves by at most `shift` thousandths of an inch (none if the order is delayed), and the others form the line around it. A unit
/// within an enemy zone of control may deploy, but not closer (ruling o16).
pub fn deploy(
    rules: &MoveRules,
    around: &Surroundings,
    mover: Mover,
    before: &Footprint,
    to: &UnitPlacement,
    shift: i32,
) -> Result<Footprint, DeployRefusal> {
    if to.posture != Posture::Deployed {
        return Err(DeployRefusal::Posture);
    }
    let unit = standing(rules, around, mover, before, to)?;
    /// The rounding of a center, in thousandths of an inch.
    const ROUNDING: i32 = 1;
    let is_reference = |center: Point| {
        before.bases().iter().any(|base| base.center().distance(center).at_most(shift.saturating_add(ROUNDING)))
    };
    if unit.bases().iter().any(|base| is_reference(base.center())) {
        Ok(unit)
    } else {
        Err(DeployRefusal::Shift { shift })
    }
}

/// Returns the bases of a unit that takes up a formation or a facing where it stands, as it does before it maneuvers, marches, assaults
/// or makes advancing fire, and when it has regrouped: the center of its front does not move.
pub fn take_up(
    rules: &MoveRules,
    around: &Surroundings,
    mover: Mover,
    before: &Footprint,
    to: &UnitPlacement,
) -> Result<Footprint, DeployRefusal> {
    /// The rounding of the center of a front, in thousandths of an inch.
    const ROUNDING: i32 = 2;
    let front = before.front();
    if !front.from.midpoint(front.to).distance(to.at).at_most(ROUNDING) {
        return Err(DeployRefusal::Center);
    }
    standing(rules, around, mover, before, to)
}

/// Returns the bases of a unit at a position where it may stand.
fn standing(
    rules: &MoveRules,
    around: &Surroundings,
    mover: Mover,
    before: &Footprint,
    to: &UnitPlacement,
) -> Result<Footprint, DeployRefusal> {
    if mover.troops == TroopType::General {
        return Err(DeployRefusal::General);
    }
    let unit = footprint(to, mover.troops, mover.bases, mover.base, rules.most_bend)?;
    if !around.terrain.table.encloses(unit.bounds()) {
        return Err(DeployRefusal::OffTable);
    }
    let zones = EnemyZones::new(before, around.enemies, rules.zone);
    if let Some(enemy) = unit.bases().iter().find_map(|base| zones.entered(&base.area())) {
        return Err(DeployRefusal::EnemyZone { enemy: enemy.center() });
    }
    let closed = around.terrain.areas.iter().filter(|area| area.going.of(mover.troops) == Going::Impassable);
    if closed.into_iter().any(|area| unit.bases().iter().any(|base| area.outline.overlaps(&base.area()))) {
        return Err(DeployRefusal::Impassable);
    }
    if unit.stands_on(around.friends) {
        return Err(DeployRefusal::OnFriends);
    }
    Ok(unit)
}

#[cfg(test)]
mod tests {
    use super::super::c08_terrain::{GoingByTroops, TerrainArea};
    use super::super::testing::{INFANTRY, MOVES, area, brigade, plain};
    use super::*;
    use crate::kit::plane::{Direction, Rectangle};

    const MOVER: Mover = Mover { troops: TroopType::Infantry, bases: 4, base: INFANTRY };

    fn place(x: i32, y: i32, degrees: i32, posture: Posture) -> UnitPlacement {
        UnitPlacement::new(Point::new(x, y), Direction::from_degrees(degrees), posture, TroopType::Infantry, 4)
    }

    fn deployed(to: &UnitPlacement, shift: i32, friends: &[Rectangle], enemies: &[Rectangle]) -> Option<DeployRefusal> {
        let terrain = plain();
        let around = Surroundings { terrain: &terrain, friends, enemies };
        deploy(&MOVES, &around, MOVER, &brigade(20, 20, 0, Posture::Maneuver), to, shift).err()
    }

    #[test]
    fn one_base_stays_within_an_inch_and_the_others_form_on_it() {
        let to = |x, y, degrees| deployed(&place(x, y, degrees, Posture::Deployed), 1000, &[], &[]);
        assert_eq!(to(20_000, 20_000, 0), None, "III");
        // The left base of the line an inch ahead of the right base of the first rank.
        assert_eq!(to(22_000, 19_000, 0), None, "III");
        assert_eq!(to(22_000, 18_990, 0), Some(DeployRefusal::Shift { shift: 1000 }), "III");
        assert_eq!(to(20_000, 20_000, 90), None, "III: any facing");
        let column = place(20_000, 20_000, 0, Posture::March);
        assert_eq!(deployed(&column, 1000, &[], &[]), Some(DeployRefusal::Posture), "III");
    }

    #[test]
    fn a_delayed_order_leaves_no_shift() {
        let to = |y| deployed(&place(20_000, y, 0, Posture::Deployed), 0, &[], &[]);
        assert_eq!(to(20_000), None, "III");
        assert_eq!(to(19_500), Some(DeployRefusal::Shift { shift: 0 }), "III");
    }

    #[test]
    fn o16_a_unit_near_the_enemy_deploys_but_not_closer() {
        let enemy = brigade(20, 19, 180, Posture::Deployed).moved(crate::kit::plane::Vector::new(0, 300));
        let to = |y| deployed(&place(20_000, y, 0, Posture::Deployed), 1000, &[], enemy.bases());
        assert_eq!(to(20_000), None, "III, o16");
        assert!(matches!(to(19_900), Some(DeployRefusal::EnemyZone { .. })), "III, o16");
    }

    #[test]
    fn a_unit_deploys_where_it_may_stand() {
        let friend = brigade(23, 20, 0, Posture::Maneuver);
        let to = place(20_000, 20_000, 0, Posture::Deployed);
        assert_eq!(deployed(&to, 1000, friend.bases(), &[]), None, "IV: bases may touch");
        assert_eq!(
            deployed(&place(20_500, 20_000, 0, Posture::Deployed), 1000, friend.bases(), &[]),
            Some(DeployRefusal::OnFriends),
            "IV"
        );
        let mut terrain = plain();
        terrain.areas.push(TerrainArea { going: GoingByTroops::all(Going::Impassable), ..area(15, 20, 19, 25) });
        let around = Surroundings { terrain: &terrain, friends: &[], enemies: &[] };
        let before = brigade(20, 20, 0, Posture::Maneuver);
        assert_eq!(deploy(&MOVES, &around, MOVER, &before, &to, 1000), Err(DeployRefusal::Impassable), "VIII");
        let edge = brigade(2, 20, 0, Posture::Maneuver);
        assert_eq!(
            deploy(&MOVES, &around, MOVER, &edge, &place(1999, 20_000, 0, Posture::Deployed), 1000),
            Err(DeployRefusal::OffTable),
            "IV"
        );
        let general = Mover { troops: TroopType::General, ..MOVER };
        assert_eq!(deploy(&MOVES, &around, general, &before, &to, 1000), Err(DeployRefusal::General), "III");
    }

    #[test]
    fn a_formation_is_taken_up_around_the_center_of_the_front() {
        let terrain = plain();
        let around = Surroundings { terrain: &terrain, friends: &[], enemies: &[] };
        let before = brigade(20, 20, 0, Posture::Deployed);
        let to =
            |x, degrees, posture| take_up(&MOVES, &around, MOVER, &before, &place(x, 20_000, degrees, posture)).err();
        assert_eq!(to(20_000, 135, Posture::Maneuver), None, "III, IV");
        assert_eq!(to(20_000, 270, Posture::March), None, "III, IV");
        assert_eq!(to(20_010, 0, Posture::Maneuver), Some(DeployRefusal::Center), "III, IV");
    }
}
