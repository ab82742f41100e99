//! IV The moves that a unit can make: the farthest legal move in each of some directions, for menus and computer players.

use crate::rules::c04_movement::{LegalMove, MoveLeg, MoveRules, MoveStart, Mover, Surroundings};
use crate::rules::c04_path_judge::PathJudge;
use battlewright_core::kit::plane::Direction;
use battlewright_schema::outrance::Posture;

/// The precision of the length of a move, in thousandths of an inch.
const PRECISION: i32 = 50;
/// The step by which a move is shortened that would end on friends, in thousandths of an inch.
const SHORTER: i32 = 250;

/// A unit that looks for moves.
#[derive(Clone, Copy, Debug)]
pub struct MoveSearch<'a> {
    /// The settings.
    pub rules: &'a MoveRules,
    /// The table around the unit.
    pub around: &'a Surroundings<'a>,
    /// The unit.
    pub mover: Mover,
    /// Its start.
    pub start: MoveStart<'a>,
    /// Its base movement, in thousandths of an inch.
    pub allowance: i32,
}

impl MoveSearch<'_> {
    /// Returns the farthest legal moves straight in `count` directions, spread evenly around the unit, which faces along its way. A
    /// direction in which it cannot move is left out.
    pub fn around(&self, count: u16) -> Vec<LegalMove> {
        let count = i32::from(count.clamp(1, 3600));
        let directions = (0..count).map(|number| self.start.place.facing.turned(number * 3600 / count));
        directions.filter_map(|direction| self.farthest(direction, direction)).collect()
    }

    /// Returns the farthest legal move straight in a direction, with the unit at a facing; `None` if it cannot move there.
    pub fn farthest(&self, direction: Direction, facing: Direction) -> Option<LegalMove> {
        let mut judge =
            PathJudge::new(self.rules, self.around, self.mover, self.start.before, self.start.place).ok()?;
        let mut attempt = |length: i32| {
            let leg = MoveLeg { facing, to: self.start.place.at + direction.ahead(length) };
            judge.judge(&[leg], self.allowance)
        };
        let mut found = None;
        // What closes a way closes all longer ones, but not a place where the unit may only pass.
        let mut passes = |length: i32| match attempt(length) {
            Ok(legal) => {
                found = Some((length, legal));
                true
            }
            Err(refusal) => refusal.may_pass(),
        };
        let percent = self.rules.greatest_percent(self.start.place.posture == Posture::March);
        let most = i64::from(self.allowance.max(0)) * i64::from(percent) / 100;
        let (mut low, mut high) = (0, i32::try_from(most).unwrap_or(i32::MAX).saturating_add(1));
        if passes(high - 1) {
            low = high - 1;
        }
        while high - low > PRECISION {
            let middle = low + (high - low) / 2;
            if passes(middle) { low = middle } else { high = middle }
        }
        if let Some((_, legal)) = found.filter(|(length, _)| *length == low) {
            return Some(legal);
        }
        let shorter = (0..=low / SHORTER).map(|step| low - step * SHORTER).filter(|length| *length > 0);
        shorter.into_iter().find_map(|length| attempt(length).ok())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::c04_formations::{UnitPlacement, footprint};
    use crate::tests::testing::{INFANTRY, MOVES, brigade, plain, woods};
    use battlewright_core::kit::plane::{Point, Rectangle};
    use battlewright_schema::outrance::TroopType;

    fn lengths(friends: &[Rectangle], enemies: &[Rectangle], in_woods: bool) -> Vec<i32> {
        let mut terrain = plain();
        terrain.areas.extend(in_woods.then(|| woods(0, 0, 60, 60)));
        let around = Surroundings { terrain: &terrain, friends, enemies };
        let place =
            UnitPlacement::new(Point::new(20_000, 30_000), Direction::UP, Posture::Maneuver, TroopType::Infantry, 4);
        let before = footprint(&place, TroopType::Infantry, 4, INFANTRY, 300).unwrap();
        let search = MoveSearch {
            rules: &MOVES,
            around: &around,
            mover: Mover { troops: TroopType::Infantry, bases: 4, base: INFANTRY },
            start: MoveStart { before: &before, place: &place },
            allowance: 6000,
        };
        search.around(4).iter().map(|legal| legal.end.at.distance(place.at).floor()).collect()
    }

    #[test]
    fn c04_the_farthest_moves_use_the_whole_base_movement() {
        assert_eq!(lengths(&[], &[], false), [6000; 4], "IV");
        assert!(lengths(&[], &[], true).iter().all(|length| (2950..=3000).contains(length)), "IV: rough ground");
    }

    #[test]
    fn c04_moves_end_before_enemies_and_not_on_friends() {
        let enemy = brigade(20, 26, 180, Posture::Deployed);
        let up = lengths(&[], enemy.bases(), false)[0];
        assert!((2950..=3000).contains(&up), "IV: {up}");
        let friend = brigade(20, 25, 0, Posture::Deployed);
        let up = lengths(friend.bases(), &[], false)[0];
        assert!((3750..=4000).contains(&up), "IV: {up}");
    }
}
