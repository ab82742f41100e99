//! IV The judgment of many paths of one unit: its start is looked at once, and a column begins a path with the legs that it shares
//! with the last one.

use crate::rules::c04_formations::{Footprint, UnitPlacement, footprint};
use crate::rules::c04_movement::{LegalMove, MOST_LEGS, MoveLeg, MoveRefusal, MoveRules, Mover, Surroundings};
use crate::rules::c04_path_costs::{ColumnPath, PathCosts, Way};
use crate::rules::c04_zones::EnemyZones;
use crate::rules::c08_closed_ground::ClosedGround;
use battlewright_schema::outrance::Posture;

/// A judge of the paths of one unit from one start.
pub(crate) struct PathJudge<'a> {
    way: Way<'a>,
    mover: Mover,
    before: &'a Footprint,
    from: UnitPlacement,
    /// The bases at the start, in the formation of the action.
    first: Footprint,
    /// The legs of the last path of a column, each with the column at its end.
    followed: Vec<(MoveLeg, ColumnPath)>,
}

impl<'a> PathJudge<'a> {
    /// Returns the judge of the paths from a place, with the bases before the action, or the reason why the unit cannot take up the
    /// formation.
    pub(crate) fn new(
        rules: &'a MoveRules,
        around: &'a Surroundings<'a>,
        mover: Mover,
        before: &'a Footprint,
        place: &UnitPlacement,
    ) -> Result<Self, MoveRefusal> {
        let first = footprint(place, mover.troops, mover.bases, mover.base, rules.most_bend)?;
        let way = Way::new(rules, around, mover, EnemyZones::new(before, around.enemies, rules.zone));
        Ok(Self { way, mover, before, from: place.clone(), first, followed: Vec::new() })
    }

    /// Returns the cost and the end of a path, or the reason why the unit cannot take it.
    pub(crate) fn judge(&mut self, legs: &[MoveLeg], allowance: i32) -> Result<LegalMove, MoveRefusal> {
        if legs.len() > MOST_LEGS {
            return Err(MoveRefusal::Legs);
        }
        let is_column = self.from.posture == Posture::March;
        if legs.is_empty() {
            self.first.bases().iter().try_for_each(|base| self.way.check_area(&base.area()))?;
        }
        if legs.is_empty() || is_column {
            forms_up(self.way.closed_ground(), self.before, &self.first)?;
        }
        let within = |cost: i32| if cost > allowance { Err(MoveRefusal::TooFar { cost, allowance }) } else { Ok(cost) };
        let (cost, end, shape) = if is_column {
            self.follow(legs)?;
            let column = self.column_so_far();
            let cost = within(self.way.column_cost(&column))?;
            let end = self.way.column_end(column, &self.from);
            let shape = self.shape(&end)?;
            (cost, end, shape)
        } else {
            let (cost, end, shape) = self.block(legs)?;
            (within(cost)?, end, shape)
        };
        if !self.way.table().encloses(shape.bounds()) {
            return Err(MoveRefusal::OffTable);
        }
        // The path leads the head alone: the column forms up behind it, and ends behind it.
        if is_column && !self.way.is_clear(self.first.bounds().joined(shape.bounds())) {
            let mut bases = self.first.bases().iter().chain(shape.bases());
            bases.try_for_each(|base| self.way.check_zones(&base.area()))?;
        }
        match self.way.end_refusal(&shape) {
            Some(refusal) => Err(refusal),
            None => Ok(LegalMove { cost, end, footprint: shape }),
        }
    }

    /// Returns the bases of the unit at a placement.
    fn shape(&self, place: &UnitPlacement) -> Result<Footprint, MoveRefusal> {
        // A formation that does not turn is only moved.
        if place.facing == self.from.facing && place.bend == self.from.bend {
            return Ok(self.first.moved(place.at - self.from.at));
        }
        let Mover { troops, bases, base } = self.mover;
        Ok(footprint(place, troops, bases, base, self.way.rules().most_bend)?)
    }

    /// Returns the cost and the end of the path of a unit in line or in ranks.
    fn block(&self, legs: &[MoveLeg]) -> Result<(i32, UnitPlacement, Footprint), MoveRefusal> {
        let closed = self.way.closed_ground();
        let (mut place, mut arrived) = (self.from.clone(), None);
        let mut costs = PathCosts::new(self.first.bases().len());
        for leg in legs {
            place.facing = leg.facing;
            let turned = self.shape(&place)?;
            if closed.separates(arrived.as_ref().unwrap_or(self.before), &turned) {
                return Err(MoveRefusal::FormsOnClosedGround);
            }
            self.way.block(&turned, place.at, leg.to, &mut costs)?;
            arrived = Some(turned.moved(leg.to - place.at));
            place.at = leg.to;
        }
        let shape = arrived.unwrap_or_else(|| self.first.clone());
        Ok((costs.greatest(self.way.rules()), place, shape))
    }

    /// Leads a column along legs, beginning with those that it shares with the last path.
    fn follow(&mut self, legs: &[MoveLeg]) -> Result<(), MoveRefusal> {
        let shared = self.followed.iter().zip(legs).take_while(|((known, _), leg)| known == *leg).count();
        self.followed.truncate(shared);
        for leg in legs.iter().skip(shared) {
            let mut column = self.column_so_far();
            self.way.lead(&mut column, leg)?;
            self.followed.push((*leg, column));
        }
        Ok(())
    }

    /// Returns the column at the end of the legs that it has followed.
    fn column_so_far(&self) -> ColumnPath {
        self.followed.last().map_or_else(|| self.way.column(&self.from, &self.first), |(_, column)| column.clone())
    }
}

/// Returns the refusal of a formation that a unit cannot take up, because of closed ground under it or before it.
fn forms_up(closed: ClosedGround, before: &Footprint, after: &Footprint) -> Result<(), MoveRefusal> {
    let refused = before != after && (closed.is_under(after) || closed.separates(before, after));
    if refused { Err(MoveRefusal::FormsOnClosedGround) } else { Ok(()) }
}

#[cfg(test)]
mod tests {
    use proptest::prelude::*;

    use super::*;
    use crate::rules::c04_movement::{MoveStart, legal_move};
    use crate::rules::c08_terrain::TableTerrain;
    use crate::tests::testing::{INFANTRY, MOVES, brigade, line, plain, woods};
    use battlewright_core::kit::plane::{Direction, Point};
    use battlewright_schema::outrance::TroopType;
    use battlewright_testkit::random_cases;

    proptest! {
        #![proptest_config(random_cases())]

        #[test]
        fn c04_a_path_after_another_is_judged_as_if_it_were_the_first(
            trail in prop::collection::vec((0_i32..3600, 500_i32..3000), 1..8),
            paths in prop::collection::vec((0_usize..8, 0_i32..3600, 0_i32..3000), 1..6),
            posture in prop::sample::select(vec![Posture::Maneuver, Posture::March]),
        ) {
            let terrain = TableTerrain {
                areas: vec![woods(25, 25, 40, 30)],
                roads: vec![line(&[(30, 0), (30, 30), (60, 40)])],
                ..plain()
            };
            let (friend, enemy) = (brigade(36, 33, 0, Posture::Deployed), brigade(24, 22, 90, Posture::March));
            let around = Surroundings { terrain: &terrain, friends: friend.bases(), enemies: enemy.bases() };
            let mover = Mover { troops: TroopType::Infantry, bases: 4, base: INFANTRY };
            let place = UnitPlacement::new(Point::new(30_000, 32_000), Direction::UP, posture, mover.troops, mover.bases);
            let before = footprint(&place, mover.troops, mover.bases, mover.base, MOVES.most_bend).unwrap();
            let legs = |steps: &[(i32, i32)]| -> Vec<MoveLeg> {
                let walk = steps.iter().scan(place.at, |at, (way, length)| {
                    let facing = Direction::from_tenths(*way);
                    *at = *at + facing.ahead(*length);
                    Some(MoveLeg { facing, to: *at })
                });
                walk.collect()
            };
            let mut judge = PathJudge::new(&MOVES, &around, mover, &before, &place).unwrap();
            for (shared, way, length) in paths {
                let mut steps: Vec<(i32, i32)> = trail.iter().take(shared).copied().collect();
                steps.push((way, length));
                let path = legs(&steps);
                let start = MoveStart { before: &before, place: &place };
                let alone = legal_move(&MOVES, &around, mover, start, &path, 12_000);
                prop_assert_eq!(judge.judge(&path, 12_000), alone);
            }
        }
    }
}
