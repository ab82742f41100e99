//! The worth of places and of attacks under a mission: the one place where postures differ.
//!
//! A system measures the way to the objective in units of its own, `stride` of them to a hex of open ground, and multiplies the
//! result with the worth of such a unit in its appraisal.

use std::fmt;

use serde::{Deserialize, Serialize};

use crate::kit::place::Place;

/// The conduct of a group toward its objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Posture {
    /// March on the objective and fight for it.
    Take,
    /// Stand at the objective and do not leave it.
    Hold,
    /// Stand before the objective, out of contact, and avoid fights.
    Delay,
    /// Stand by some hexes behind the objective, out of reach of the enemy. The group is free as soon as an enemy can come to the
    /// objective.
    Reserve,
}

/// The posture of a group and its objective.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub struct Mission {
    /// The posture.
    pub posture: Posture,
    /// The place of the objective.
    pub at: Place,
}

/// A place of a unit as its mission sees it.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Standing {
    /// The way to the objective: by the movement of the unit where the system measures it, else as the crow flies.
    pub way: i32,
    /// The units of the way in a hex of open ground, at least 1.
    pub stride: i32,
    /// The hexes to the nearest enemy, at most [`Standing::NO_ENEMY`].
    pub gap: i32,
    /// The hexes from the objective to the nearest enemy, as for the gap.
    pub front: i32,
    /// `true` if the unit is the garrison of the objective: it stands there, no stronger friend does, and an enemy can come
    /// there next turn.
    pub garrison: bool,
}

/// The hexes from an objective, toward the enemy, at which a unit that delays stands.
const BEFORE: i32 = 2;
/// The least and the most hexes from an objective at which a reserve stands.
const APART: [i32; 2] = [3, 6];
/// The least hexes between a reserve and the enemy.
const OUT_OF_REACH: i32 = 3;
/// The hexes of the way that the garrison of an objective would not go for anything else.
const STAYS: i32 = 8;
/// The hexes around an objective in which a group that takes it fights for it.
const NEAR: i32 = 3;

impl Standing {
    /// The gap of a place without enemies.
    pub const NO_ENEMY: i32 = 99;

    /// Returns the hexes beyond `most` of the way.
    fn beyond(self, most: i32) -> i32 {
        (self.way - most * self.stride).max(0)
    }
}

impl Mission {
    /// Returns `true` if the [gap](Standing::gap) to the enemy and the [front](Standing::front) matter; otherwise they need not
    /// be measured.
    pub fn minds_enemies(&self) -> bool {
        matches!(self.posture, Posture::Delay | Posture::Reserve)
    }

    /// Returns the worth of standing there, in units of the way: never more than 0 except at the objective itself.
    pub fn pull(&self, standing: Standing) -> i32 {
        let Standing { way, stride, gap, front, garrison } = standing;
        match self.posture {
            Posture::Take => -2 * way,
            Posture::Hold if way == 0 && garrison => STAYS * stride,
            Posture::Hold if way == 0 => stride,
            Posture::Hold => -2 * standing.beyond(1),
            Posture::Delay => {
                let contact = if gap <= 1 { 3 * stride } else { 0 };
                let behind = (gap - front + BEFORE).clamp(0, 2 * BEFORE) * stride;
                -2 * (way - BEFORE * stride).abs() - behind - contact
            }
            Posture::Reserve => {
                let [least, most] = APART;
                let near = (least * stride - way).max(0);
                let reached = (OUT_OF_REACH - gap).max(0) * stride;
                let before = (front - gap + least).clamp(0, 2 * least) * stride;
                -2 * (standing.beyond(most) + near + reached) - before
            }
        }
    }

    /// Returns the amount by which an attack is worth more than by itself, in eighths of the harm of a retreat. The enemy is
    /// so far from the objective, with so many units of the way in a hex.
    pub fn zeal(&self, way: i32, stride: i32) -> i32 {
        match self.posture {
            Posture::Take if way <= NEAR * stride => 4,
            Posture::Take => 0,
            Posture::Hold if way <= stride => 0,
            Posture::Hold => -8,
            Posture::Delay => -16,
            Posture::Reserve => -32,
        }
    }

    /// Returns the eighths of the harm of a fire by which it is worth more than by itself, at an enemy as for [`Mission::zeal`].
    pub fn aim(&self, way: i32, stride: i32) -> i32 {
        if self.posture == Posture::Take && way <= NEAR * stride { 4 } else { 0 }
    }

    /// Returns the harm of a retreat to the group, which is `harm` to a free one: who delays gives way rather than lose.
    pub fn harm_of_retreat(&self, harm: i32) -> i32 {
        if self.posture == Posture::Delay { harm / 4 } else { harm }
    }

    /// Returns the worth of an order that lets the group attack, which is worth `worth` to a free one.
    pub fn worth_of_attack_order(&self, worth: i32) -> i32 {
        match self.posture {
            Posture::Take => worth * 3 / 2,
            Posture::Hold => worth / 2,
            Posture::Delay | Posture::Reserve => 0,
        }
    }
}

impl Posture {
    /// Every posture.
    pub const ALL: [Self; 4] = [Self::Take, Self::Hold, Self::Delay, Self::Reserve];
}

impl fmt::Display for Posture {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(match self {
            Self::Take => "take",
            Self::Hold => "hold",
            Self::Delay => "delay before",
            Self::Reserve => "reserve behind",
        })
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::Cell;

    use super::*;

    const STRIDE: i32 = 2;

    fn mission(posture: Posture) -> Mission {
        Mission { posture, at: Place::Hex(Cell { column: 1, row: 1 }) }
    }

    /// The place `hexes` from the objective and `gap` hexes from the enemy.
    fn at(hexes: i32, gap: i32) -> Standing {
        Standing { way: STRIDE * hexes, stride: STRIDE, gap, front: gap, garrison: false }
    }

    /// The hexes from the objective at which `posture` prefers to stand, with the enemy far away.
    fn best(posture: Posture) -> Vec<i32> {
        let pull = |hexes: &i32| mission(posture).pull(at(*hexes, Standing::NO_ENEMY));
        let most = (0..20).map(|hexes| pull(&hexes)).max();
        (0..20).filter(|hexes| Some(pull(hexes)) == most).collect()
    }

    #[test]
    fn each_posture_has_its_distance() {
        assert_eq!(best(Posture::Take), [0]);
        assert_eq!(best(Posture::Hold), [0]);
        assert_eq!(best(Posture::Delay), [2]);
        assert_eq!(best(Posture::Reserve), [3, 4, 5, 6]);
    }

    #[test]
    fn only_the_garrison_of_what_is_held_stays_at_any_price() {
        let stays = |posture, hexes| {
            let [leaves, stays] = [false, true].map(|garrison| Standing { garrison, ..at(hexes, 2) });
            mission(posture).pull(stays) - mission(posture).pull(leaves)
        };
        assert!(stays(Posture::Hold, 0) > 6 * STRIDE);
        assert_eq!([stays(Posture::Hold, 1), stays(Posture::Take, 0), stays(Posture::Reserve, 0)], [0; 3]);
    }

    #[test]
    fn every_posture_leads_back_from_afar() {
        for posture in Posture::ALL {
            let mission = mission(posture);
            for hexes in 7..30 {
                let [near, far] = [hexes, hexes + 1].map(|hexes| mission.pull(at(hexes, 9)));
                assert!(near > far, "{posture} at {hexes}");
            }
        }
    }

    #[test]
    fn the_enemy_repels_who_delays_and_reserves_and_nobody_else() {
        let differs = |posture| mission(posture).pull(at(4, 1)) != mission(posture).pull(at(4, 9));
        assert_eq!(Posture::ALL.map(differs), [false, false, true, true]);
        assert_eq!(Posture::ALL.map(|posture| mission(posture).minds_enemies()), Posture::ALL.map(differs));
    }

    #[test]
    fn who_delays_stands_before_the_objective_and_a_reserve_behind_it() {
        // Toward an enemy eight hexes from the objective, or away from him.
        let sides = |posture, hexes| {
            [8 - hexes, 8 + hexes].map(|gap| mission(posture).pull(Standing { front: 8, ..at(hexes, gap) }))
        };
        let [before, behind] = sides(Posture::Delay, 2);
        assert!(before > behind);
        let [before, behind] = sides(Posture::Reserve, 4);
        assert!(behind > before);
        assert!(
            [Posture::Take, Posture::Hold].map(|posture| sides(posture, 3)).iter().all(|[one, other]| one == other)
        );
    }

    #[test]
    fn fire_retreats_and_orders_follow_the_posture() {
        let of = |value: &dyn Fn(Mission) -> i32| Posture::ALL.map(|posture| value(mission(posture)));
        assert_eq!(of(&|mission| mission.aim(3 * STRIDE, STRIDE)), [4, 0, 0, 0]);
        assert_eq!(of(&|mission| mission.aim(4 * STRIDE, STRIDE)), [0; 4]);
        assert_eq!(of(&|mission| mission.harm_of_retreat(40)), [40, 40, 10, 40]);
        assert_eq!(of(&|mission| mission.worth_of_attack_order(40)), [60, 20, 0, 0]);
    }

    #[test]
    fn a_group_fights_for_what_it_takes_and_least_in_reserve() {
        let zeal = |posture, hexes| mission(posture).zeal(STRIDE * hexes, STRIDE);
        assert!(zeal(Posture::Take, 3) > 0 && zeal(Posture::Take, 4) == 0);
        assert!(zeal(Posture::Hold, 1) == 0 && zeal(Posture::Hold, 2) < 0);
        assert!(
            zeal(Posture::Reserve, 0) < zeal(Posture::Delay, 0) && zeal(Posture::Delay, 0) < zeal(Posture::Hold, 9)
        );
    }
}
