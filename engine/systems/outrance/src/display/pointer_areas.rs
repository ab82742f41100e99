//! The areas in which a click is legal: found by trying, as the rules of movement are the authority.

use battlewright_schema::Inches;

use crate::Outrance;
use crate::action::Action;
use crate::rules::c03_deploying::Deploy;
use crate::rules::c03_orders::OrderFate;
use crate::rules::c04_movement::{MoveRefusal, MoveStart, Surroundings, legal_move};
use crate::state::{MoveKind, MoveTask, Task, UnitIx};
use battlewright_core::game::Game as _;
use battlewright_core::kit::plane::{Bounds, Direction, Point};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::TablePointer;

/// The number of directions in which the farthest legal point is sought.
const DIRECTIONS: i32 = 72;
/// The precision of a distance, in thousandths of an inch.
const PRECISION: i32 = 100;
/// The distance between the points of a grid that are tried, in thousandths of an inch.
const GRID: i32 = 200;

impl Outrance {
    /// Returns the areas in which a click of a pointer is legal.
    pub(crate) fn areas_to_click(&self, pointer: &TablePointer) -> Vec<Vec<Inches>> {
        match self.stack().last() {
            Some(Task::Move(task)) => self.area_of_legs(task, pointer).into_iter().collect(),
            Some(Task::Deploy(Deploy(unit, fate))) => {
                self.area_of_deployment(*unit, *fate, pointer).unwrap_or_default()
            }
            Some(Task::Withdraw(_)) => {
                self.withdrawals_offered().into_iter().map(|to| row_around(to, to, GRID)).collect()
            }
            _ => Vec::new(),
        }
    }

    /// Returns the area of the ends of one more leg: the farthest legal point in each direction. What closes a way closes all longer
    /// ones.
    fn area_of_legs(&self, task: &MoveTask, pointer: &TablePointer) -> Option<Vec<Inches>> {
        let from = self.path_end(task)?;
        let base = self.start_of(task)?;
        let before = self.shape(task.unit)?;
        let side = self.side_of(task.unit);
        let (friends, enemies) = (self.bases_but(side, &[task.unit]), self.bases_but(side.other(), &[]));
        let around = Surroundings { terrain: &self.board.terrain, friends: &friends, enemies: &enemies };
        let rules = self.moves_of(task.unit);
        // A march by road begins with a leg to the road, which leads nowhere else.
        let by_legs = TablePointer { mode: self.modes().len().saturating_sub(1), ..pointer.clone() };
        let is_legal = |to: Point| {
            let action = self.pointed_action(&TablePointer { at: to.into(), piece: None, ..by_legs.clone() });
            let Some(Action::Leg { to, facing }) = action else { return true };
            let next = self.with_leg(task, to, facing);
            let start = self.start_of(&next).unwrap_or_else(|| base.clone());
            let start = MoveStart { before, place: &start };
            let found = legal_move(&rules, &around, self.mover(task.unit), start, &next.legs, task.allowance);
            matches!(found, Ok(_) | Err(MoveRefusal::OnFriends))
        };
        let by_road = matches!(task.kind, MoveKind::March | MoveKind::RouteMarch);
        let percent = rules.greatest_percent(by_road);
        let most = task.allowance.saturating_mul(percent) / 100;
        let farthest = |number: i32| {
            let direction = Direction::from_tenths(number * 3600 / DIRECTIONS);
            let (mut low, mut high) = (0, most.saturating_add(PRECISION));
            while high - low > PRECISION {
                let middle = low + (high - low) / 2;
                if is_legal(from + direction.ahead(middle)) { low = middle } else { high = middle }
            }
            from + direction.ahead(low)
        };
        let rim: Vec<Inches> = (0..DIRECTIONS).map(farthest).map(Inches::from).collect();
        rim.iter().any(|point| *point != Inches::from(from)).then_some(rim)
    }

    /// Returns the area of the centers of a deployed line; `None` if the line cannot be formed anywhere.
    fn area_of_deployment(&self, unit: UnitIx, fate: OrderFate, pointer: &TablePointer) -> Option<Vec<Vec<Inches>>> {
        let (at, before) = (self.place(unit)?.at, self.shape(unit)?);
        let here = self.pointed_action(&TablePointer { at: at.into(), piece: None, ..pointer.clone() })?;
        let line = self.shape_after(&here)?;
        // The centers at which a base of the line stands where a base of the unit stood.
        let references: Vec<Point> = before
            .bases()
            .iter()
            .flat_map(|old| line.bases().iter().map(move |new| at + (old.center() - new.center())))
            .collect();
        let reach = self.shift(fate) + GRID;
        let bounds = Bounds::of(references.iter().copied()).grown(reach);
        Some(self.tried_points(pointer, bounds, |at| references.iter().any(|point| point.distance(at).at_most(reach))))
    }

    /// Returns the legal points of a grid within bounds, as squares joined in rows. Only points that are possible are tried.
    fn tried_points(
        &self,
        pointer: &TablePointer,
        bounds: Bounds,
        is_possible: impl Fn(Point) -> bool,
    ) -> Vec<Vec<Inches>> {
        let [low, high] = bounds.ends();
        let is_legal = |at: Point| {
            if !is_possible(at) {
                return false;
            }
            let action = self.pointed_action(&TablePointer { at: at.into(), piece: None, ..pointer.clone() });
            action.is_some_and(|action| self.check(&action).is_ok())
        };
        let columns = (high.x() - low.x()) / GRID;
        let mut areas = Vec::new();
        for row in 0..=(high.y() - low.y()) / GRID {
            let point = |column: i32| Point::new(low.x() + column * GRID, low.y() + row * GRID);
            let mut begun = None;
            for column in 0..=columns + 1 {
                match (column <= columns && is_legal(point(column)), begun) {
                    (true, None) => begun = Some(column),
                    (false, Some(first)) => {
                        let (from, to) = (point(first), point(column - 1));
                        areas.push(row_around(from, to, GRID / 2));
                        begun = None;
                    }
                    _ => {}
                }
            }
        }
        areas
    }
}

/// Returns the rectangle around two points of a row with a margin.
fn row_around(from: Point, to: Point, margin: i32) -> Vec<Inches> {
    let corner = |at: Point, x: i32, y: i32| Inches { x: at.x() + x * margin, y: at.y() + y * margin };
    vec![corner(from, -1, -1), corner(to, 1, -1), corner(to, 1, 1), corner(from, -1, 1)]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::position::{PRUSSIAN, Table, position};
    use battlewright_core::kit::plane::{Location, Polygon};
    use battlewright_core::show::Show as _;

    /// The areas agree with the rules on a grid of points, but for their edges.
    fn agree(table: &Table, pointer: &TablePointer, middle: (i32, i32)) -> usize {
        let areas = table.game.legal_areas(pointer);
        let areas: Vec<Polygon> =
            areas.into_iter().map(|rim| Polygon::new(rim.into_iter().map(Point::from).collect())).collect();
        let mut inside = 0;
        for x in (-8..=8).map(|step| middle.0 * 1000 + step * 970) {
            for y in (-8..=8).map(|step| middle.1 * 1000 + step * 970) {
                let at = Inches { x, y };
                let near = [(0, 0), (300, 0), (-300, 0), (0, 300), (0, -300)];
                let is_legal = |(right, down): (i32, i32)| {
                    let at = Inches { x: x + right, y: y + down };
                    table
                        .game
                        .proposal(&TablePointer { at, ..pointer.clone() })
                        .is_none_or(|found| found.refusal.is_none())
                };
                let legal = near.map(is_legal);
                if legal.iter().all(|other| *other == legal[0]) {
                    let covered = areas.iter().any(|area| area.locate(at.into()) != Location::Outside);
                    assert_eq!(covered, legal[0], "{at:?}");
                    inside += usize::from(covered);
                }
            }
        }
        inside
    }

    #[test]
    fn c04_the_area_of_a_maneuver_is_where_a_leg_is_legal() {
        let mut table = position(
            "prussian infantry p1 4 at 20,15 maneuver
            french infantry f1 4 at 20,9 facing 180
            woods 22,10 30,10 30,20 22,20",
        )
        .with_initiative(PRUSSIAN);
        table.does("select p1, order maneuver").rolls(&[1]);
        let turned = TablePointer { facing: Some(0), ..TablePointer::default() };
        assert!(agree(&table, &turned, (20, 15)) > 50, "IV");
        table.does("go 19/15 0");
        assert!(agree(&table, &turned, (19, 15)) > 30, "IV: the rest of the movement");
    }

    #[test]
    fn c03_the_area_of_a_deployment_is_where_a_base_stays_within_its_shift() {
        let mut table = position("prussian infantry p1 4 at 20,15 maneuver\nfrench infantry f1 4 at 20,5 facing 180")
            .with_initiative(PRUSSIAN);
        table.does("select p1, order deploy").rolls(&[1]);
        assert!(agree(&table, &TablePointer::default(), (20, 15)) > 5, "III");
        assert!(
            table.game.legal_areas(&TablePointer { bend: 900, ..TablePointer::default() }).is_empty(),
            "IV: too bent"
        );
    }

    #[test]
    fn c05_withdrawals_have_an_area_behind_the_unit() {
        let mut table = position(
            "prussian artillery p1 3 at 20,20
            french infantry f1 4 at 20,12 facing 180",
        )
        .with_initiative(PRUSSIAN);
        table.does("select p1, fire f1 0").rolls(&[92]);
        let areas = table.game.legal_areas(&TablePointer::default());
        assert!(!areas.is_empty() && areas.iter().flatten().all(|point| point.y < 12_000), "V: {areas:?}");
    }
}
