//! The data with which a board view draws units on a table: their bases, arcs of fire and lines of sight, and the bases where an
//! action would put them.

use battlewright_schema::outrance::UnitStatus;
use battlewright_schema::{BaseOutline, Inches, UnitFootprint};

use crate::Outrance;
use crate::action::{Action, OrderKind};
use crate::display::show::{DEMORALIZED, DISORDERED};
use crate::rulebook as rule;
use crate::rules::c03_actions::{Act, AfterLostOrder};
use crate::rules::c03_deploying::{Deploy, Reform};
use crate::rules::c03_orders::OrderFate;
use crate::rules::c04_formations::{Footprint, UnitPlacement};
use crate::rules::c05_effects::Withdraw;
use crate::rules::c06_fire::arcs_of_fire;
use crate::rules::c08_obstructions::Obstructions;
use crate::rules::c08_sight::{BasesInWay, ClearLine, SightBase, SightBlock, sight, with_levels};
use crate::state::{Task, UnitIx};
use battlewright_core::kit::plane::{Direction, Point, Rectangle, Segment};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::{TableObstacle, TableSight};

/// A distance beyond any table, in thousandths of an inch.
const FAR: i32 = 1_000_000;

/// The distance between the points at which a blocked line of sight is followed, in thousandths of an inch.
const SIGHT_STEP: i32 = 100;
/// The width of the base that stands for a point, in thousandths of an inch.
const POINT_WIDTH: i32 = 2;

/// Returns the corners of bases: of each the left front, right front, right rear and left rear.
fn corners_of(shape: &Footprint) -> Vec<[Inches; 4]> {
    shape.bases().iter().map(|base| base.corners().map(Inches::from)).collect()
}

impl Outrance {
    /// Returns the unit with an id of the scenario; `None` if there is none.
    pub fn unit_called(&self, id: &str) -> Option<UnitIx> {
        self.find(id)
    }

    /// Returns the position of a unit on the table; `None` off it. That of a general is the middle of the upper edge of the square
    /// around his base.
    pub fn placement_of(&self, unit: UnitIx) -> Option<&UnitPlacement> {
        self.state.units.get(unit.index())?.at.place()
    }

    /// Returns the corners of the bases of the unit with this id, in thousandths of an inch: of each base the left front, right
    /// front, right rear and left rear corner, those of the first rank first. A general is a square. None off the table, or if
    /// there is no such unit.
    pub fn bases_of(&self, id: &str) -> Vec<[Inches; 4]> {
        self.find(id).and_then(|unit| self.shape(unit)).map(corners_of).unwrap_or_default()
    }

    /// Returns the corners of the bases where an action would put the unit that it moves or turns, as [`Outrance::bases_of`] does,
    /// be it legal or not. None for an action that moves nothing, or that no formation allows.
    pub fn bases_after(&self, action: &Action) -> Vec<[Inches; 4]> {
        self.shape_after(action).as_ref().map(corners_of).unwrap_or_default()
    }

    /// Returns the bases of the units on the table, with their markers.
    pub(crate) fn footprints_now(&self) -> Vec<UnitFootprint> {
        let footprint = |unit: UnitIx| {
            let (place, shape) = (self.place(unit)?, self.shape(unit)?);
            let facts = self.board.unit(unit);
            let degrees = (place.facing.tenths() + 5) / 10 % 360;
            Some(UnitFootprint {
                unit: unit.index(),
                arm: facts.troops.arm(),
                at: self.point_of(unit)?.into(),
                facing: (!facts.is_general()).then_some(degrees),
                bases: corners_of(shape).into_iter().map(|corners| BaseOutline { corners }).collect(),
                marker: match self.unit(unit).status {
                    UnitStatus::Ok => None,
                    UnitStatus::Disordered => Some((DISORDERED, 1)),
                    UnitStatus::Demoralized => Some((DEMORALIZED, 2)),
                },
            })
        };
        self.all_units().filter_map(footprint).collect()
    }

    pub(crate) fn shape_after(&self, action: &Action) -> Option<Footprint> {
        match (self.stack().last()?, *action) {
            (Task::Move(task), Action::Leg { to, facing }) => self.shape_after_leg(task, to, facing),
            (Task::Move(task), Action::AlongRoad { road, to }) => self.shape_along_road(task, road, to),
            (Task::Deploy(Deploy(unit, _)) | Task::Reform(Reform(unit)), Action::Place { .. }) => {
                self.shape_at(*unit, &self.described(*unit, *action)?)
            }
            (Task::Withdraw(Withdraw { unit, .. }), Action::Withdraw(to)) => {
                let at = self.place(*unit)?.at;
                Some(self.shape(*unit)?.moved(to - at))
            }
            (Task::Act(Act(unit)) | Task::AfterLostOrder(AfterLostOrder(unit)), Action::Fire { facing, .. }) => {
                let place = self.place(*unit)?.clone();
                self.shape_at(*unit, &UnitPlacement { facing, ..place })
            }
            (Task::Act(Act(unit)), Action::Order(OrderKind::Assault(target))) => {
                let reach = self.assault_reach(*unit, OrderFate::Received);
                let found = self.find_assault(*unit, target, reach)?.ok()?;
                self.shape_at(*unit, &found.contact)
            }
            _ => None,
        }
    }

    /// Returns the corners of the pieces of the arc of fire of a unit, up to `reach` thousandths of an inch; none for a general,
    /// and off the table.
    pub fn arc_of_fire(&self, unit: UnitIx, reach: i32) -> Vec<Vec<Inches>> {
        let is_fighter = self.board.units.get(unit.index()).is_some_and(|facts| !facts.is_general());
        let Some(shape) = self.shape(unit).filter(|_| is_fighter) else { return Vec::new() };
        let corners =
            |area: &battlewright_core::kit::plane::Convex| area.corners().iter().copied().map(Inches::from).collect();
        arcs_of_fire(shape, reach).iter().map(|arc| corners(arc.area())).collect()
    }

    /// Returns the shortest clear line of sight between two units, or the reason why it is blocked; `None` if one is off the table.
    pub fn sight_between(&self, from: UnitIx, to: UnitIx) -> Option<Result<ClearLine, SightBlock>> {
        let terrain = &self.board.terrain;
        let enemies = with_levels(terrain, &self.screen_of(to));
        let [from, to] = [self.shape(from)?, self.shape(to)?].map(|shape| with_levels(terrain, shape.bases()));
        let others = BasesInWay { enemies: &enemies, ..BasesInWay::NONE };
        Some(sight(&self.board.sight, terrain, &from, &to, others, FAR))
    }

    /// Returns a clear line of sight.
    pub(crate) fn clear_sight(&self, line: Segment) -> TableSight {
        TableSight { from: line.from.into(), to: line.to.into(), obstacle: None, rule: rule::TERRAIN }
    }

    /// Returns the line of sight between two units; `None` if one is off the table.
    pub(crate) fn sight_of(&self, from: UnitIx, to: UnitIx) -> Option<TableSight> {
        let enemies = self.bases_with_levels(&self.screen_of(to));
        let [from, to] = [self.shape(from)?, self.shape(to)?].map(|shape| self.bases_with_levels(shape.bases()));
        self.traced(&from, &to, BasesInWay { enemies: &enemies, ..BasesInWay::NONE })
    }

    /// Returns the line of fire of a unit with some bases at another, which friends block as well; `None` if the target is off
    /// the table.
    pub(crate) fn sight_of_fire(&self, shape: &Footprint, unit: UnitIx, target: UnitIx) -> Option<TableSight> {
        let (friends, enemies) = (self.bases_but(self.side_of(unit), &[unit]), self.screen_of(target));
        let [from, to] = [shape.bases(), self.shape(target)?.bases()].map(|bases| self.bases_with_levels(bases));
        let [friends, enemies] = [friends, enemies].map(|bases| self.bases_with_levels(&bases));
        self.traced(&from, &to, BasesInWay { friends: &friends, enemies: &enemies })
    }

    /// Returns the line of sight between two points.
    pub(crate) fn sight_of_points(&self, from: Point, to: Point) -> Option<TableSight> {
        let base = |at| [Rectangle::new(at, Direction::UP, POINT_WIDTH, POINT_WIDTH)];
        let [one, other] = [from, to].map(|at| self.bases_with_levels(&base(at)));
        let sight = self.traced(&one, &other, BasesInWay::NONE)?;
        // The points themselves, not the corners of the bases around them.
        Some(TableSight { from: from.into(), to: to.into(), ..sight })
    }

    fn bases_with_levels(&self, bases: &[Rectangle]) -> Vec<SightBase> {
        with_levels(&self.board.terrain, bases).into_vec()
    }

    /// Returns the shortest clear line between bases, or the blocked line between the nearest ones with the point up to which it
    /// is clear.
    fn traced(&self, from: &[SightBase], to: &[SightBase], others: BasesInWay) -> Option<TableSight> {
        let (rules, terrain) = (&self.board.sight, &self.board.terrain);
        let block = match sight(rules, terrain, from, to, others, FAR) {
            Ok(clear) => return Some(self.clear_sight(clear.line)),
            Err(block) => block,
        };
        let pairs = from.iter().flat_map(|one| to.iter().map(move |two| (one, two)));
        let (one, two) = pairs.min_by_key(|(one, two)| one.base.distance(&two.base))?;
        let line = one.base.shortest_lines(&two.base).first().copied()?;
        let obstructions = Obstructions::between(rules, terrain, from, to, others, true);
        let is_clear =
            |end: Point| obstructions.trace(Segment::new(line.from, end), [one.level, terrain.level_at(end)]).is_ok();
        let length = line.way().floor_length();
        let along = |distance: i32| line.from + line.way().scaled(distance.into(), length.max(1).into());
        let steps = (1..=length / SIGHT_STEP).map(|step| along(step * SIGHT_STEP));
        let at = steps.take_while(|end| is_clear(*end)).last().unwrap_or(line.from);
        let obstacle = TableObstacle { at: at.into(), reason: block.to_string() };
        Some(TableSight { obstacle: Some(obstacle), ..self.clear_sight(line) })
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::position::{PRUSSIAN, position};

    #[test]
    fn c04_the_bases_after_an_action_are_where_it_leads() {
        let mut table = position(
            "prussian infantry p1 4 at 20,20 maneuver
            french infantry f1 4 at 20,16 facing 180",
        )
        .with_initiative(PRUSSIAN);
        table.does("select p1");
        let contact = table.game.bases_after(&table.action("assault f1"));
        assert_eq!(contact[0][0], Inches { x: 19_000, y: 16_000 }, "VII");
        table.does("order maneuver").rolls(&[1]);
        let leg = table.action("go 22/20 90");
        let ahead = table.game.bases_after(&leg);
        assert!(table.game.bases_after(&table.action("stop")).is_empty());
        table.does("go 22/20 90, stop");
        assert_eq!(table.game.bases_of("p1"), ahead, "IV");
    }

    #[test]
    fn c06_arcs_and_lines_are_data_for_a_view() {
        let table = position(
            "prussian infantry p1 4 at 20,20
            prussian general pg at 5,5
            town 10,17 30,17 30,19 10,19
            french infantry f1 4 at 20,16 facing 180",
        )
        .start();
        let [unit, target, general] = ["p1", "f1", "pg"].map(|id| table.game.unit_called(id).unwrap());
        let arc = table.game.arc_of_fire(unit, 3000);
        assert!(arc.len() == 1 && arc[0].contains(&Inches { x: 18_000, y: 20_000 }), "VI: {arc:?}");
        assert!(table.game.arc_of_fire(general, 3000).is_empty(), "IX");
        assert_eq!(table.game.sight_between(unit, target), Some(Err(SightBlock::Houses)), "VIII");
        assert!(table.game.placement_of(unit).is_some());
    }
}
