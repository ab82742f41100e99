//! IV Movement of a unit along a path that its side chooses leg by leg. The whole path is judged at each leg, from the position at
//! which it began.

use std::fmt::Arguments;

use battlewright_schema::outrance::Posture;

use crate::action::{Action, ActionList};
use crate::event::{Event, MoveCause};
use crate::rules::c04_formations::{Footprint, UnitPlacement, ranks};
use crate::rules::c04_movement::{
    LegalMove, MOST_LEGS, MoveLeg, MoveRefusal, MoveStart, Mover, Surroundings, legal_move,
};
use crate::rules::c04_reach::MoveSearch;
use crate::stage::{TaskStage, TurnPart, offer_once};
use crate::state::{At, MoveKind, MoveTask, UnitIx};
use crate::{Outrance, rulebook as rule};
use battlewright_core::game::{Illegal, Log, Rule};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::plane::{Convex, Direction, Point, Polyline, Rectangle, sweep};
use battlewright_core::kit::tasks::TaskFamily;

/// The number of directions that a menu offers.
const DIRECTIONS: u16 = 12;
/// The least length of a move that a menu offers, in thousandths of an inch.
const LEAST: i32 = 250;
/// The precision of the length of a march along a road, in thousandths of an inch.
const ROAD_PRECISION: i32 = 4;
/// The greatest distance from a road at which a menu offers it, in thousandths of an inch.
const NEAR_ROAD: i32 = 6000;

/// The bases around a moving unit.
struct Neighbors {
    friends: Vec<Rectangle>,
    enemies: Vec<Rectangle>,
}

impl MoveRefusal {
    /// Returns the rule of the refusal, and the sentence with the remedy.
    pub(crate) fn illegal(self) -> Illegal {
        let (rule, remedy): (Rule, &str) = match self {
            Self::Formation(_) => (rule::MOVEMENT, "choose another formation"),
            Self::Legs => (rule::MOVEMENT, "choose a shorter path"),
            Self::OffTable => (rule::MOVEMENT, "stay on the table"),
            Self::EnemyZone { .. } => (rule::MOVEMENT, "keep the distance, or assault"),
            Self::Impassable => (rule::TERRAIN, "go around it, or by a road, a bridge or a ford"),
            Self::FormsOnClosedGround => (rule::TERRAIN, "choose another facing or formation"),
            Self::OnClosedGround => (rule::TERRAIN, "end the path before it or beyond it"),
            Self::OnFriends => (rule::MOVEMENT, "stop before it or beyond it"),
            Self::TooFar { .. } => (rule::MOVEMENT, "end the path sooner"),
        };
        Illegal::new(rule, format!("{self}; {remedy}"))
    }
}

impl TaskFamily<Outrance> for MoveTask {
    fn stage(&self, game: &Outrance, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let word = match self.kind {
            MoveKind::Maneuver => "maneuver",
            MoveKind::March => "march",
            MoveKind::RouteMarch => "continue the route march of",
            MoveKind::General => "move",
        };
        let side = game.side_of(self.unit);
        prompt(format_args!("{}: {word} {}", game.side_name(side), game.unit_name(self.unit)));
        TaskStage::asks(side, rule::MOVEMENT, Some(TurnPart::Actions)).about(self.unit).passed("End the move")
    }

    fn options(&self, game: &Outrance, into: &mut ActionList) {
        game.move_options(self, into);
        offer_once(into);
    }

    // It is worth its question even with a single answer, and its menu is long.
    fn has_options(&self, _: &Outrance) -> bool {
        true
    }

    fn check(&self, game: &Outrance, action: &Action) -> Result<(), Illegal> {
        game.check_move(self, *action)
    }

    fn choose(self, game: &mut Outrance, action: Action, log: &mut impl Log<Event>) {
        game.choose_move(self, action, log);
    }
}

impl Outrance {
    pub(crate) fn mover(&self, unit: UnitIx) -> Mover {
        let facts = self.board.unit(unit);
        Mover { troops: facts.troops, bases: self.unit(unit).bases, base: facts.base }
    }

    fn neighbors(&self, unit: UnitIx) -> Neighbors {
        let side = self.side_of(unit);
        Neighbors { friends: self.bases_in_place(unit), enemies: self.bases_but(side.other(), &[]) }
    }

    /// Returns the position in the formation of the action, before the unit moves.
    pub(crate) fn start_of(&self, task: &MoveTask) -> Option<UnitPlacement> {
        let now = self.place(task.unit)?;
        Some(match task.kind {
            MoveKind::General => now.clone(),
            MoveKind::Maneuver => UnitPlacement {
                at: now.at,
                facing: now.facing,
                posture: Posture::Maneuver,
                front: task.front,
                bend: Default::default(),
            },
            MoveKind::March | MoveKind::RouteMarch => {
                let facing = task.facing.unwrap_or(now.facing);
                if now.posture == Posture::March && facing == now.facing {
                    return Some(now.clone());
                }
                UnitPlacement { at: now.at, facing, posture: Posture::March, front: 1, bend: Default::default() }
            }
        })
    }

    /// Returns the move along the legs of a task, or the reason against it.
    fn judge(&self, task: &MoveTask, near: &Neighbors) -> Result<LegalMove, MoveRefusal> {
        let around = Surroundings { terrain: &self.board.terrain, friends: &near.friends, enemies: &near.enemies };
        let (Some(start), Some(before)) = (self.start_of(task), self.shape(task.unit)) else {
            return Err(MoveRefusal::OffTable);
        };
        let start = MoveStart { before, place: &start };
        legal_move(&self.board.moves, &around, self.mover(task.unit), start, &task.legs, task.allowance)
    }

    /// Returns the move along the legs of a task among the units on the table, or the reason against it.
    pub(crate) fn judged(&self, task: &MoveTask) -> Result<LegalMove, MoveRefusal> {
        self.judge(task, &self.neighbors(task.unit))
    }

    /// Returns the task with a march to a road and along it; `None` if the unit cannot march there.
    pub(crate) fn with_road(&self, task: &MoveTask, road: u16, to: Point) -> Option<MoveTask> {
        self.along_road(task, road, to, &self.neighbors(task.unit))
    }

    /// Returns the task with one more leg.
    pub(crate) fn with_leg(&self, task: &MoveTask, to: Point, facing: Direction) -> MoveTask {
        let mut next = task.clone();
        let is_column = matches!(task.kind, MoveKind::March | MoveKind::RouteMarch);
        if is_column && task.legs.is_empty() {
            next.facing = Some(facing);
        }
        next.legs.push(self.leg(task, to, facing));
        next
    }

    /// Returns a leg; that of a general leads the upper edge of the square around the base.
    fn leg(&self, task: &MoveTask, to: Point, facing: Direction) -> MoveLeg {
        match task.kind {
            MoveKind::General => {
                let depth = self.board.unit(task.unit).base.depth;
                MoveLeg { facing: Direction::UP, to: to + Direction::UP.ahead(depth / 2) }
            }
            _ => MoveLeg { facing, to },
        }
    }

    /// Returns the task with a march to a road and along it, as far as the base movement allows; `None` if the road does not
    /// exist or the unit does not march.
    fn along_road(&self, task: &MoveTask, road: u16, to: Point, near: &Neighbors) -> Option<MoveTask> {
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
        let whole = Polyline::new(points);
        let length = whole.floor_length();
        let heading = self.place(task.unit).map(|place| place.facing)?;
        let attempt = |length: i32| {
            let mut next = task.clone();
            for point in whole.part(0, length).points().iter().skip(1) {
                let from = next.legs.last().map_or(from, |leg| leg.to);
                let facing = Direction::of(*point - from)?;
                if next.legs.len() >= MOST_LEGS {
                    return None;
                }
                // A column keeps its shape if it marches on in its direction.
                let kept = self.is_column(task.unit) && facing.angle_to(heading) <= 900;
                let facing = if next.legs.is_empty() && kept { heading } else { facing };
                next = self.with_leg(&next, *point, facing);
            }
            Some(next)
        };
        let is_open = |length: i32| {
            attempt(length).is_some_and(|next| self.judge(&next, near).map_or_else(MoveRefusal::may_pass, |_| true))
        };
        let (mut low, mut high) = (0, length + 1);
        if is_open(length) {
            low = length;
        } else {
            while high - low > ROAD_PRECISION {
                let middle = low + (high - low) / 2;
                if is_open(middle) { low = middle } else { high = middle }
            }
        }
        let mut shorter = (0..=low / 250).map(|step| low - step * 250).filter(|length| *length > 0);
        shorter.find_map(|length| attempt(length).filter(|next| self.judge(next, near).is_ok()))
    }

    pub(crate) fn move_options(&self, task: &MoveTask, into: &mut ActionList) {
        let near = self.neighbors(task.unit);
        if !task.legs.is_empty() {
            if self.check_stop(task, &near).is_ok() {
                into.push(Action::Stop);
                self.turn_options(task, &near, into);
            }
            if into.is_empty() {
                into.push(Action::Back);
            }
            return;
        }
        into.push(Action::Stop);
        let Some(start) = self.start_of(task) else { return };
        let Some(before) = self.shape(task.unit) else { return };
        let around = Surroundings { terrain: &self.board.terrain, friends: &near.friends, enemies: &near.enemies };
        let mut directions: Vec<Direction> = (0..i32::from(DIRECTIONS))
            .map(|number| start.facing.turned(number * 3600 / i32::from(DIRECTIONS)))
            .collect();
        directions.extend(self.goals(task.unit).into_iter().filter_map(|goal| Direction::of(goal - start.at)));
        let is_column = start.posture == Posture::March;
        for direction in directions {
            let facing = if task.kind == MoveKind::General { Direction::UP } else { direction };
            let turned = UnitPlacement { facing, ..start.clone() };
            let place = if is_column && facing != start.facing {
                UnitPlacement { bend: Default::default(), ..turned }
            } else if is_column {
                start.clone()
            } else {
                turned
            };
            let search = MoveSearch {
                rules: &self.board.moves,
                around: &around,
                mover: self.mover(task.unit),
                start: MoveStart { before, place: &place },
                allowance: task.allowance,
            };
            let Some(found) = search.farthest(direction, facing) else { continue };
            let whole = start.at.distance(found.end.at).floor();
            for length in [whole, whole / 2] {
                let end = if length == whole { found.end.at } else { start.at + direction.ahead(length) };
                let to = self.point_at(task.unit, &UnitPlacement { at: end, ..start.clone() });
                let action = Action::Leg { to, facing };
                if length >= LEAST && self.check_stop(&self.with_leg(task, to, facing), &near).is_ok() {
                    into.push(action);
                }
            }
        }
        self.road_options(task, &near, into);
    }

    /// Adds marches along the roads near a column, to their ends and to the goals of its side.
    fn road_options(&self, task: &MoveTask, near: &Neighbors, into: &mut ActionList) {
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
                if found.is_some_and(|next| self.check_stop(&next, near).is_ok()) {
                    into.push(Action::AlongRoad { road: number, to });
                }
            }
        }
    }

    /// Adds turns toward the enemy at the end of a maneuver.
    fn turn_options(&self, task: &MoveTask, near: &Neighbors, into: &mut ActionList) {
        let Some(last) = task.legs.last().copied() else { return };
        let has_turned = task.legs.len() > 1;
        if task.kind != MoveKind::Maneuver || has_turned {
            return;
        }
        let enemies = self.fighters(self.side_of(task.unit).other());
        let nearest = enemies.map(|(_, enemy)| enemy.nearest(last.to)).min_by_key(|point| point.distance(last.to));
        let facing = nearest.and_then(|point| Direction::of(point - last.to));
        let facings = facing.into_iter().chain(self.place(task.unit).map(|place| place.facing));
        for facing in facings.filter(|facing| *facing != last.facing) {
            if self.check_stop(&self.with_leg(task, last.to, facing), near).is_ok() {
                into.push(Action::Leg { to: last.to, facing });
            }
        }
    }

    /// Returns the points to which a menu offers to move a unit: its destination and the objectives.
    fn goals(&self, unit: UnitIx) -> Vec<Point> {
        let objectives = self.board.objectives.iter().map(|objective| objective.at);
        self.destination(unit).into_iter().chain(objectives).collect()
    }

    /// Returns the bases of a unit after one more leg, be it legal or not.
    pub(crate) fn shape_after_leg(&self, task: &MoveTask, to: Point, facing: Direction) -> Option<Footprint> {
        let next = MoveTask { allowance: i32::MAX, ..self.with_leg(task, to, facing) };
        let legal = self.judge(&next, &Neighbors { friends: Vec::new(), enemies: Vec::new() });
        if let Ok(legal) = legal {
            return Some(legal.footprint);
        }
        // Where no path leads, a straight formation.
        let start = self.start_of(&next)?;
        let leg = next.legs.last()?;
        self.shape_at(task.unit, &UnitPlacement { at: leg.to, facing: leg.facing, bend: Default::default(), ..start })
    }

    /// Returns the bases of a unit after a march along a road.
    pub(crate) fn shape_along_road(&self, task: &MoveTask, road: u16, to: Point) -> Option<Footprint> {
        let near = self.neighbors(task.unit);
        let next = self.along_road(task, road, to, &near)?;
        self.judge(&next, &near).ok().map(|legal| legal.footprint)
    }

    fn check_stop(&self, task: &MoveTask, near: &Neighbors) -> Result<(), Illegal> {
        if task.legs.is_empty() {
            return Ok(());
        }
        let legal = self.judge(task, near).map_err(MoveRefusal::illegal)?;
        if task.kind == MoveKind::RouteMarch {
            self.check_route(task.unit, &task.legs, legal.end.at)?;
        }
        Ok(())
    }

    /// Returns the refusal of a leg. It may end where the unit cannot stand, as another leg may lead on.
    fn check_leg(&self, task: &MoveTask, to: Point, facing: Direction, near: &Neighbors) -> Result<(), Illegal> {
        let next = self.with_leg(task, to, facing);
        match self.judge(&next, near) {
            Err(refusal) if !refusal.may_pass() => Err(refusal.illegal()),
            _ => Ok(()),
        }
    }

    pub(crate) fn check_move(&self, task: &MoveTask, action: Action) -> Result<(), Illegal> {
        let near = self.neighbors(task.unit);
        match action {
            Action::Stop => self.check_stop(task, &near),
            Action::Back if !task.legs.is_empty() => Ok(()),
            Action::Leg { to, facing } => self.check_leg(task, to, facing, &near),
            Action::Front(front) if task.kind == MoveKind::Maneuver && task.legs.is_empty() => {
                let facts = self.board.unit(task.unit);
                let error = ranks(facts.troops, self.unit(task.unit).bases, front).err();
                error.map_or(Ok(()), |error| Err(Illegal::new(rule::MOVEMENT, error.to_string())))
            }
            Action::AlongRoad { road, to } => self.along_road(task, road, to, &near).map(|_| ()).ok_or_else(|| {
                Illegal::new(rule::MOVEMENT, "the unit cannot march along this road; march to it first, leg by leg")
            }),
            _ => Err(self.not_asked()),
        }
    }

    pub(crate) fn choose_move(&mut self, task: MoveTask, action: Action, log: &mut impl Log<Event>) {
        let next = match action {
            Action::Leg { to, facing } => self.with_leg(&task, to, facing),
            Action::Front(front) => MoveTask { front, ..task },
            Action::Back => MoveTask { legs: InlineList::new(), facing: None, ..task },
            Action::AlongRoad { road, to } => {
                let near = self.neighbors(task.unit);
                self.along_road(&task, road, to, &near).unwrap_or(task)
            }
            _ => return self.finish_move(&task, log),
        };
        self.push(next);
    }

    fn finish_move(&mut self, task: &MoveTask, log: &mut impl Log<Event>) {
        let near = self.neighbors(task.unit);
        // Without a leg, a unit that has no room for the formation keeps its own.
        let Ok(legal) = self.judge(task, &near) else { return log.push(Event::Unchanged(task.unit)) };
        if self.place(task.unit) == Some(&legal.end) {
            return log.push(Event::Unchanged(task.unit));
        }
        let swept = self.swept(task);
        let cause = match task.kind {
            MoveKind::Maneuver => MoveCause::Maneuver,
            MoveKind::March => MoveCause::March,
            MoveKind::RouteMarch => MoveCause::RouteMarch,
            MoveKind::General => MoveCause::General,
        };
        self.put(task.unit, At::On(legal.end));
        if let Some(at) = self.point_of(task.unit) {
            log.push(Event::Moved(task.unit, at, cause));
        }
        if task.kind != MoveKind::General {
            self.run_over(self.side_of(task.unit), &swept, log);
        }
    }

    /// Returns the areas that the bases of a unit pass over on its legs.
    fn swept(&self, task: &MoveTask) -> Vec<Convex> {
        let Some(mut place) = self.start_of(task) else { return Vec::new() };
        let mut areas = Vec::new();
        for leg in &task.legs {
            place.facing = if place.posture == Posture::March {
                Direction::of(leg.to - place.at).unwrap_or(place.facing)
            } else {
                leg.facing
            };
            // The bases of a column follow its head.
            let shape = self.shape_at(task.unit, &place);
            let bases = shape.iter().flat_map(|shape| shape.first_rank().iter().chain(shape.bases()));
            let limit = if place.posture == Posture::March { 1 } else { usize::MAX };
            areas.extend(bases.take(limit).map(|base| sweep::swept(base, leg.to - place.at)));
            place.at = leg.to;
        }
        areas
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::position::{PRUSSIAN, Table, position};

    fn ordered(text: &str, order: &str) -> Table {
        let mut table = position(text).with_initiative(PRUSSIAN);
        table.does(&format!("select p1, order {order}")).rolls(&[1]);
        table
    }

    const ALONE: &str = "prussian infantry p1 4 at 20,25
        french infantry f1 4 at 20,2 facing 180";

    #[test]
    fn c04_a_maneuver_has_six_inches_in_any_directions() {
        let mut table = ordered(ALONE, "maneuver");
        table.refuses("go 20/18.9 0", "IV");
        table.does("go 20/22 0, go 23/22 90");
        table.refuses("go 24/22 90", "IV");
        table.does("go 23/22 180, stop");
        assert_eq!((table.at("p1"), table.state_of("p1")), ((23_000, 22_000), "ok 4 maneuver".to_owned()), "IV");
        table.logs("p1 (Prussians) maneuvers to 23\", 22\" [IV]");
    }

    #[test]
    fn c04_a_column_does_not_form_up_on_an_enemy() {
        let mut table = ordered(
            "prussian infantry p1 4 at 20,20 march
            french infantry f1 4 at 15,20.8 facing 270",
            "march",
        );
        table.refuses("go 24/20 90", "IV");
        table.does("go 24/20 0, stop");
        assert_eq!(table.at("p1"), (24_000, 20_000), "IV: the column keeps its shape, and follows its head");
    }

    #[test]
    fn c04_any_portion_of_the_movement_may_be_spent_or_none() {
        let mut table = ordered(ALONE, "maneuver");
        table.does("stop");
        assert_eq!((table.at("p1"), table.state_of("p1")), ((20_000, 25_000), "ok 4 maneuver".to_owned()), "IV");
    }

    #[test]
    fn c04_ranks_vary_in_width() {
        let mut table = ordered(&ALONE.replace("p1 4", "p1 6"), "maneuver");
        table.refuses("front 4", "IV");
        table.does("front 2, go 20/20 0, stop");
        let lefts: Vec<i32> = table.game.bases_of("p1").iter().map(|corners| corners[0].x).collect();
        assert_eq!(lefts, [19_000, 20_000, 19_000, 20_000, 19_000, 20_000], "IV");
    }

    #[test]
    fn c04_units_pass_friends_but_do_not_end_on_them() {
        let text = format!("{ALONE}\nprussian infantry p2 4 at 20,22");
        let mut table = ordered(&text, "maneuver");
        table.does("go 20/21.5 0");
        table.refuses("stop", "IV");
        table.does("go 20/20 0, stop");
        assert_eq!(table.at("p1"), (20_000, 20_000), "IV");
    }

    #[test]
    fn c04_enemies_are_not_approached_closer_than_an_inch() {
        let text = ALONE.replace("20,2 facing", "20,20 facing");
        let mut table = ordered(&text, "maneuver");
        table.refuses("go 20/20.9 0", "IV");
        table.does("go 20/21 0, stop");
        assert_eq!(table.at("p1"), (20_000, 21_000), "IV");
    }

    #[test]
    fn c08_rivers_are_crossed_at_bridges_only() {
        let text = format!("{ALONE}\nriver 0,23 40,23\nbridge 24,23");
        let mut table = ordered(&text, "maneuver");
        table.refuses("go 20/22 0", "VIII");
        table.does("go 24/24.5 0, go 24/23.5 0");
        table.refuses("go 24/22 0", "IV");
        table.does("back");
        assert_eq!(table.at("p1"), (20_000, 25_000));
    }

    #[test]
    fn c04_a_march_follows_the_road() {
        let text = format!("{ALONE}\nroad 20,25 20,20 40,20");
        let mut table = ordered(&text, "march");
        assert!(table.choices("road").contains(&"1 40/20".to_owned()), "{:?}", table.choices("road"));
        table.does("road 1 40/20, stop");
        let (x, y) = table.at("p1");
        assert!((26_990..=27_000).contains(&x) && y == 20_000, "IV: 12 inches for 8: {x}, {y}");
        assert_eq!(table.state_of("p1"), "ok 4 march", "IV");
        let rear = table.game.bases_of("p1")[3];
        assert!(rear[2].x < 24_000 && (19_000..21_000).contains(&rear[2].y), "IV: the column snakes along the road");
    }

    #[test]
    fn c04_a_general_moves_28_inches_as_cavalry() {
        let text = "prussian general p1 at 5,20
            french infantry f1 4 at 20,2
            woods 10,0 20,0 20,30 10,30";
        let mut table = position(text).with_initiative(PRUSSIAN);
        table.does("select p1, move");
        table.refuses("go 18/20 0", "IV");
        table.does("go 5/28 0, go 10/28 0, go 13/28 0, stop");
        assert_eq!(table.at("p1"), (13_000, 28_000), "IV: 8 and 5 inches, and 3 in woods cost 12");
    }

    #[test]
    fn c04_every_offered_move_is_legal_and_uses_the_movement() {
        let text = format!("{ALONE}\nwoods 18,15 26,15 26,22 18,22\nprussian infantry p2 4 at 25,26");
        let table = ordered(&text, "maneuver");
        let offered = table.choices("go");
        assert!(offered.len() >= 12, "{offered:?}");
        offered.iter().for_each(|leg| table.allows(&format!("go {leg}")));
    }
}
