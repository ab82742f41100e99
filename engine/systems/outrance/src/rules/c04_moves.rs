//! IV Movement of a unit along a path that its side chooses leg by leg. The whole path is judged at each leg, from the position at
//! which it began.

use std::fmt::Arguments;

use battlewright_schema::outrance::Posture;

use crate::action::{Action, ActionList};
use crate::event::{Event, MoveCause};
use crate::rules::c04_formations::{Footprint, UnitPlacement, ranks};
use crate::rules::c04_movement::{
    LegalMove, MoveLeg, MoveRefusal, MoveStart, Mover, Surroundings, legal_move, movement,
};
use crate::rules::c04_reach::MoveSearch;
use crate::stage::{TaskStage, TurnPart, offer_once};
use crate::state::{At, MoveKind, MoveTask, UnitIx};
use crate::{Outrance, rulebook as rule};
use battlewright_core::game::{Illegal, Log, Rule};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::plane::{Bounds, Convex, Direction, Point, Rectangle, sweep};
use battlewright_core::kit::tasks::TaskFamily;

/// The number of directions that a menu offers.
const DIRECTIONS: u16 = 12;
/// The least length of a move that a menu offers, in thousandths of an inch.
const LEAST: i32 = 250;
/// The most that the lengths of all legs of a path are rounded down, in thousandths of an inch, with the rounding of its ends.
const MOST_LEGS_ROUNDING: i32 = 100;
/// The bases around a moving unit.
pub(crate) struct Neighbors {
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
    /// Returns the base movement of `unit` for a kind of move, in thousandths of an inch.
    pub(crate) fn base_movement(&self, unit: UnitIx, kind: MoveKind) -> i32 {
        self.base_move_by_rows(unit, kind, movement(&self.board.unit(unit).moves, kind))
    }

    pub(crate) fn mover(&self, unit: UnitIx) -> Mover {
        let facts = self.board.unit(unit);
        Mover { troops: facts.troops, bases: self.unit(unit).bases, base: facts.base }
    }

    /// Returns the bases that a unit can meet on the paths of a task, and with one more leg to a point.
    pub(crate) fn neighbors(&self, task: &MoveTask, to: Option<Point>) -> Neighbors {
        let (unit, side) = (task.unit, self.side_of(task.unit));
        let area = self.reach_of(task, to).unwrap_or(Bounds::ALL);
        Neighbors { friends: self.bases_in_place(unit, area), enemies: self.bases_near(side.other(), &[], area) }
    }

    /// Returns all other bases.
    #[cfg(test)]
    pub(crate) fn all_neighbors(&self, unit: UnitIx) -> Neighbors {
        let enemies = self.bases_but(self.side_of(unit).other(), &[]);
        Neighbors { friends: self.bases_in_place(unit, Bounds::ALL), enemies }
    }

    /// Returns a box around all that a unit can meet on the paths of a task: its base movement, on roads if it marches, the bases
    /// around the center of its front, and the zones of the enemy.
    fn reach_of(&self, task: &MoveTask, to: Option<Point>) -> Option<Bounds> {
        let place = self.start_of(task)?;
        let (mover, rules) = (self.mover(task.unit), self.moves_of(task.unit));
        let longest = match place.posture {
            // A column is straight or follows its path.
            Posture::March => i32::from(mover.bases + 2) * mover.base.depth + mover.base.width,
            Posture::Deployed | Posture::Maneuver => 0,
        };
        let percent = rules.greatest_percent(place.posture == Posture::March);
        let shape = self.shape_at(task.unit, &place)?;
        let corners = shape.bases().iter().flat_map(|base| base.corners());
        let extent = corners.map(|corner| corner.distance(place.at).ceil()).max()?.max(longest);
        let way = i64::from(task.allowance.max(0)) * i64::from(percent) / 100;
        // The lengths of legs are rounded down.
        let way = i32::try_from(way).unwrap_or(i32::MAX).saturating_add(MOST_LEGS_ROUNDING);
        let margin = way.saturating_add(extent).saturating_add(rules.zone);
        let points = std::iter::once(place.at).chain(task.legs.iter().map(|leg| leg.to)).chain(to);
        Some(Bounds::of(points).grown(margin))
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

    /// Returns the table around a moving unit.
    pub(crate) fn around<'a>(&'a self, near: &'a Neighbors) -> Surroundings<'a> {
        Surroundings { terrain: &self.board.terrain, friends: &near.friends, enemies: &near.enemies }
    }

    /// Returns the move along the legs of a task, or the reason against it.
    pub(crate) fn judge(&self, task: &MoveTask, near: &Neighbors) -> Result<LegalMove, MoveRefusal> {
        let around = self.around(near);
        let (Some(start), Some(before)) = (self.start_of(task), self.shape(task.unit)) else {
            return Err(MoveRefusal::OffTable);
        };
        let start = MoveStart { before, place: &start };
        legal_move(&self.moves_of(task.unit), &around, self.mover(task.unit), start, &task.legs, task.allowance)
    }

    /// Returns the move along the legs of a task among the units on the table, or the reason against it.
    pub(crate) fn judged(&self, task: &MoveTask) -> Result<LegalMove, MoveRefusal> {
        self.judge(task, &self.neighbors(task, None))
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

    pub(crate) fn move_options(&self, task: &MoveTask, into: &mut ActionList) {
        let near = self.neighbors(task, None);
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
        let (around, rules) = (self.around(&near), self.moves_of(task.unit));
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
                rules: &rules,
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
    pub(crate) fn goals(&self, unit: UnitIx) -> Vec<Point> {
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

    fn check_stop(&self, task: &MoveTask, near: &Neighbors) -> Result<(), Illegal> {
        if task.legs.is_empty() {
            return Ok(());
        }
        let legal = self.judge(task, near).map_err(MoveRefusal::illegal)?;
        self.check_end(task, &legal)
    }

    /// Returns the refusal of the end of a path that the unit can take.
    pub(crate) fn check_end(&self, task: &MoveTask, legal: &LegalMove) -> Result<(), Illegal> {
        match task.kind {
            MoveKind::RouteMarch => self.check_route(task.unit, &task.legs, legal.end.at),
            MoveKind::Maneuver | MoveKind::March | MoveKind::General => Ok(()),
        }
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
        let to = match action {
            Action::Leg { to, .. } => Some(to),
            _ => None,
        };
        let near = self.neighbors(task, to);
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
            Action::AlongRoad { road, to } => self.with_road(&task, road, to).unwrap_or(task),
            _ => return self.finish_move(&task, log),
        };
        self.push(next);
    }

    fn finish_move(&mut self, task: &MoveTask, log: &mut impl Log<Event>) {
        let near = self.neighbors(task, None);
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
