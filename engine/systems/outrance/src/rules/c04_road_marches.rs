//! IV Marches along roads: a column marches to a road and along it, as far as its base movement allows.

use crate::Outrance;
use crate::action::{Action, ActionList};
use crate::rules::c04_formations::Footprint;
use crate::rules::c04_movement::{LegalMove, MOST_LEGS, MoveLeg, MoveRefusal, MoveRules, Mover, Surroundings};
use crate::rules::c04_moves::Neighbors;
use crate::rules::c04_path_judge::PathJudge;
use crate::state::{MoveKind, MoveTask};
use battlewright_core::kit::plane::{Direction, Point, Polyline};

/// The precision of the length of a march along a road, in thousandths of an inch.
const PRECISION: i32 = 4;
/// The step by which a march is shortened that would end where the unit cannot stand, in thousandths of an inch.
const SHORTER: i32 = 250;
/// The greatest distance from a road at which a menu offers it, in thousandths of an inch.
const NEAR_ROAD: i32 = 6000;

/// A march to a road and along it, of which a part is judged.
struct RoadMarch<'a> {
    game: &'a Outrance,
    rules: &'a MoveRules,
    around: &'a Surroundings<'a>,
    task: &'a MoveTask,
    mover: Mover,
    before: &'a Footprint,
    /// The way from the end of the legs of the task.
    whole: Polyline,
    from: Point,
    /// The facing of the unit, if it is a column, which keeps its shape if it marches on in its direction.
    heading: Option<Direction>,
    /// The judge of the paths that begin with a facing: most parts of the way do so with the same.
    judge: Option<(Option<Direction>, PathJudge<'a>)>,
}

impl<'a> RoadMarch<'a> {
    /// Returns the task with the legs of the first part of the way; `None` if they are too many.
    fn part(&self, length: i32) -> Option<MoveTask> {
        let mut next = self.task.clone();
        for point in self.whole.part(0, length).points().iter().skip(1) {
            let from = next.legs.last().map_or(self.from, |leg| leg.to);
            let mut facing = Direction::of(*point - from)?;
            if next.legs.len() >= MOST_LEGS {
                return None;
            }
            if next.legs.is_empty() {
                facing = self.heading.filter(|heading| facing.angle_to(*heading) <= 900).unwrap_or(facing);
                next.facing = Some(facing);
            }
            next.legs.push(MoveLeg { facing, to: *point });
        }
        Some(next)
    }

    /// Returns the march along the first part of the way, or the reason against it.
    fn judge(&mut self, length: i32) -> Result<(MoveTask, LegalMove), MoveRefusal> {
        let task = self.part(length).ok_or(MoveRefusal::Legs)?;
        let judge = match &mut self.judge {
            Some((facing, judge)) if *facing == task.facing => judge,
            judge => {
                let start = self.game.start_of(&task).ok_or(MoveRefusal::OffTable)?;
                let found = PathJudge::new(self.rules, self.around, self.mover, self.before, &start)?;
                &mut judge.insert((task.facing, found)).1
            }
        };
        let legal = judge.judge(&task.legs, task.allowance)?;
        Ok((task, legal))
    }

    /// Returns the longest part of the way at whose end the unit may stop.
    fn longest(mut self) -> Option<(MoveTask, LegalMove)> {
        let length = self.whole.floor_length();
        let mut found = None;
        // What closes a way closes all longer ones, but not a place where the unit may only pass.
        let mut is_open = |length: i32| match self.judge(length) {
            Ok(legal) => {
                found = Some((length, legal));
                true
            }
            Err(refusal) => refusal.may_pass(),
        };
        let (mut low, mut high) = (0, length + 1);
        if is_open(length) {
            low = length;
        } else {
            while high - low > PRECISION {
                let middle = low + (high - low) / 2;
                if is_open(middle) { low = middle } else { high = middle }
            }
        }
        if let Some((_, legal)) = found.filter(|(length, _)| *length == low && low > 0) {
            return Some(legal);
        }
        let mut shorter = (0..=low / SHORTER).map(|step| low - step * SHORTER).filter(|length| *length > 0);
        shorter.find_map(|length| self.judge(length).ok())
    }
}

impl Outrance {
    /// Returns the task with a march to a road and along it; `None` if the unit cannot march there.
    pub(crate) fn with_road(&self, task: &MoveTask, road: u16, to: Point) -> Option<MoveTask> {
        self.along_road(task, road, to, &self.neighbors(task, None)).map(|(next, _)| next)
    }

    /// Returns the bases of a unit after a march along a road.
    pub(crate) fn shape_along_road(&self, task: &MoveTask, road: u16, to: Point) -> Option<Footprint> {
        self.along_road(task, road, to, &self.neighbors(task, None)).map(|(_, legal)| legal.footprint)
    }

    /// Returns the task with a march to a road and along it, as far as the base movement allows, and its end; `None` if the road
    /// does not exist or the unit does not march.
    pub(crate) fn along_road(
        &self,
        task: &MoveTask,
        road: u16,
        to: Point,
        near: &Neighbors,
    ) -> Option<(MoveTask, LegalMove)> {
        if !matches!(task.kind, MoveKind::March | MoveKind::RouteMarch) {
            return None;
        }
        let road = self.board.terrain.roads.get(usize::from(road))?;
        let from = self.judge(task, near).map_or_else(|_| self.point_of(task.unit), |legal| Some(legal.end.at))?;
        let (start, end) = (road.nearest_along(from), road.nearest_along(to));
        let way = road.part(start, end);
        let mut points = vec![from];
        points.extend(way.points());
        points.dedup();
        let march = RoadMarch {
            game: self,
            rules: &self.moves_of(task.unit),
            around: &self.around(near),
            task,
            mover: self.mover(task.unit),
            before: self.shape(task.unit)?,
            whole: Polyline::new(points),
            from,
            heading: self.place(task.unit).map(|place| place.facing).filter(|_| self.is_column(task.unit)),
            judge: None,
        };
        march.longest()
    }

    /// Adds marches along the roads near a column, to their ends and to the goals of its side.
    pub(crate) fn road_options(&self, task: &MoveTask, near: &Neighbors, into: &mut ActionList) {
        let Some(at) = self.point_of(task.unit) else { return };
        if !matches!(task.kind, MoveKind::March | MoveKind::RouteMarch) {
            return;
        }
        for (number, road) in (0..).zip(&self.board.terrain.roads) {
            if !road.distance_to(at).at_most(NEAR_ROAD) {
                continue;
            }
            let ends = [road.points().first(), road.points().last()].into_iter().flatten().copied();
            let mut goals: Vec<i32> = ends.chain(self.goals(task.unit)).map(|goal| road.nearest_along(goal)).collect();
            goals.sort_unstable();
            goals.dedup_by_key(|along| *along / 1000);
            for along in goals {
                let Some((to, _)) = road.at(along) else { continue };
                let found = self.along_road(task, number, to, near);
                if found.is_some_and(|(next, legal)| self.check_end(&next, &legal).is_ok()) {
                    into.push(Action::AlongRoad { road: number, to });
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::position::{PRUSSIAN, position};

    #[test]
    fn c04_a_march_follows_the_road() {
        let text = "prussian infantry p1 4 at 20,25
            french infantry f1 4 at 20,2 facing 180
            road 20,25 20,20 40,20";
        let mut table = position(text).with_initiative(PRUSSIAN);
        table.does("select p1, order march").rolls(&[1]);
        assert!(table.choices("road").contains(&"1 40/20".to_owned()), "{:?}", table.choices("road"));
        table.does("road 1 40/20, stop");
        let (x, y) = table.at("p1");
        assert!((26_990..=27_000).contains(&x) && y == 20_000, "IV: 12 inches for 8: {x}, {y}");
        assert_eq!(table.state_of("p1"), "ok 4 march", "IV");
        let rear = table.game.bases_of("p1")[3];
        assert!(rear[2].x < 24_000 && (19_000..21_000).contains(&rear[2].y), "IV: the column snakes along the road");
    }
}
