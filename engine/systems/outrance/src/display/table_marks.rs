//! The marks on the table: arcs of fire with their range bands, lines of sight, zones of control, command radii, and paths.

use battlewright_schema::Inches;
use battlewright_schema::outrance::CommandMeasure;

use crate::rules::c03_actions::{Act, AfterLostOrder};
use crate::rules::c03_deploying::{Deploy, Reform};
use crate::rules::c04_formations::Footprint;
use crate::rules::c05_effects::Withdraw;
use crate::state::{Task, UnitIx};
use crate::{Outrance, rulebook as rule};
use battlewright_core::game::{Game as _, Turn};
use battlewright_core::kit::plane::{Convex, Direction, Point, Rectangle};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::show::{Legend, MarkColor, TableMark, TableShape, TableSight, inches};

/// Half of the angle by which an arc of fire widens, in tenths of a degree.
const WIDENS: i32 = 450;
/// The angle between two points of a drawn curve, in tenths of a degree.
const CURVE_STEP: i32 = 75;
/// The distance from a moving unit within which zones of control are shown, in thousandths of an inch.
const NEAR: i32 = 18_000;

static ARC: Legend = Legend {
    name: "Arc of fire",
    help: "The ground at which the unit fires, as far as its fire has an effect. Lines part the range bands.",
    rule: rule::FIRE,
};
static CLEAR: Legend = Legend { name: "Clear line of sight", help: "The unit sees this enemy.", rule: rule::TERRAIN };
static BLOCKED: Legend = Legend {
    name: "Blocked line of sight",
    help: "The unit does not see this enemy. A cross marks the point up to which the line is clear.",
    rule: rule::TERRAIN,
};
static ZONE: Legend = Legend {
    name: "Zone of control",
    help: "Ground too near to the enemy: units enter it only by an assault.",
    rule: rule::MOVEMENT,
};
static RADIUS: Legend = Legend {
    name: "Command radius",
    help: "Units at least partly within it have the help of the general for their orders and for regrouping.",
    rule: rule::GENERALS,
};
static PATH: Legend = Legend { name: "Path", help: "The path of the moving unit so far.", rule: rule::MOVEMENT };

fn mark(shape: TableShape, color: MarkColor, legend: &'static Legend) -> TableMark {
    TableMark { shape, color, note: String::new(), legend }
}

/// Returns the marks of a line of sight: a clear line, or a line to the obstacle and a broken line beyond it.
pub(crate) fn sight_marks(sight: &TableSight) -> Vec<TableMark> {
    let Some(obstacle) = &sight.obstacle else {
        return vec![mark(TableShape::Line(vec![sight.from, sight.to]), MarkColor::Clear, &CLEAR)];
    };
    let cross = mark(TableShape::Cross(obstacle.at), MarkColor::Blocked, &BLOCKED);
    vec![
        mark(TableShape::Line(vec![sight.from, obstacle.at]), MarkColor::Blocked, &BLOCKED),
        mark(TableShape::BrokenLine(vec![obstacle.at, sight.to]), MarkColor::Blocked, &BLOCKED),
        TableMark { note: obstacle.reason.clone(), ..cross },
    ]
}

impl Outrance {
    /// Returns the marks for the current task, and those of a unit under the pointer.
    pub(crate) fn marks_on_table(&self, piece: Option<&str>) -> Vec<TableMark> {
        let mut marks = Vec::new();
        let active = match self.stack().last() {
            Some(Task::Act(Act(unit)) | Task::AfterLostOrder(AfterLostOrder(unit))) => {
                marks.extend(self.arc_marks(*unit));
                marks.extend(self.sights_in_range(*unit));
                Some(*unit)
            }
            Some(Task::Move(task)) => {
                marks.extend(self.zones_around(task.unit));
                if !task.legs.is_empty() {
                    marks.push(mark(TableShape::Line(self.path_of(task)), MarkColor::Path, &PATH));
                }
                Some(task.unit)
            }
            Some(
                Task::Deploy(Deploy(unit, _)) | Task::Reform(Reform(unit)) | Task::Withdraw(Withdraw { unit, .. }),
            ) => {
                marks.extend(self.zones_around(*unit));
                Some(*unit)
            }
            _ => None,
        };
        if let Turn::Choose(side) = self.turn() {
            let own = self.all_units().filter(|unit| self.side_of(*unit) == side);
            marks.extend(own.filter_map(|general| self.radius_mark(general)));
        }
        let hovered = piece.and_then(|id| self.find(id)).filter(|unit| Some(*unit) != active);
        if let Some(unit) = hovered {
            marks.extend(self.arc_marks(unit));
            let is_shown = |mark: &TableMark| marks.contains(mark);
            let radius = self.radius_mark(unit).filter(|mark| !is_shown(mark));
            marks.extend(radius);
        }
        marks
    }

    /// Returns the arc of fire of a unit with its range bands, as far as its fire has an effect.
    fn arc_marks(&self, unit: UnitIx) -> Vec<TableMark> {
        let bands = self.effective_bands(unit);
        let (Some(shape), Some(farthest)) = (self.shape(unit), bands.last()) else { return Vec::new() };
        let mut marks: Vec<TableMark> = Vec::new();
        for (from, to) in fronts(shape) {
            marks.push(mark(TableShape::Area(arc_within(from, to, *farthest)), MarkColor::Attack, &ARC));
        }
        for band in &bands {
            for (number, (from, to)) in fronts(shape).into_iter().enumerate() {
                let rim = arc_within(from, to, *band);
                // Without the front itself.
                let rim = rim.get(1..rim.len().saturating_sub(1)).unwrap_or_default().to_vec();
                let note = if number == 0 { inches(band / 100) } else { String::new() };
                marks.push(TableMark { note, ..mark(TableShape::BrokenLine(rim), MarkColor::Attack, &ARC) });
            }
        }
        marks
    }

    /// Returns the lines of sight from a unit to the enemies within its range, at least within that of an assault.
    fn sights_in_range(&self, unit: UnitIx) -> Vec<TableMark> {
        let Some(shape) = self.shape(unit).filter(|_| !self.board.unit(unit).is_general()) else { return Vec::new() };
        let reach = self.assault_reach(unit, crate::rules::c03_orders::OrderFate::Received);
        let farthest = self.effective_bands(unit).last().copied().unwrap_or(0).max(reach);
        let near =
            self.fighters(self.side_of(unit).other()).filter(|(_, enemy)| shape.distance(enemy).at_most(farthest));
        near.filter_map(|(enemy, _)| self.sight_of(unit, enemy)).flat_map(|sight| sight_marks(&sight)).collect()
    }

    /// Returns the zones of control of the enemies near a unit.
    fn zones_around(&self, unit: UnitIx) -> Vec<TableMark> {
        let Some(shape) = self.shape(unit).filter(|_| !self.board.unit(unit).is_general()) else { return Vec::new() };
        let enemies = self.fighters(self.side_of(unit).other());
        let near = enemies.filter(|(_, enemy)| shape.distance(enemy).at_most(NEAR));
        let zone = |(_, enemy): (UnitIx, &Footprint)| {
            let zones = blocks(enemy).into_iter().map(|block| around(&block, self.board.moves.zone));
            zones.map(|rim| mark(TableShape::Outline(rim), MarkColor::Blocked, &ZONE)).collect::<Vec<_>>()
        };
        near.flat_map(zone).collect()
    }

    /// Returns the command radius of a general on the table.
    fn radius_mark(&self, general: UnitIx) -> Option<TableMark> {
        let base = self.general_base(general)?;
        let radius = self.command_radius(general);
        let radius = match self.board.command_measure() {
            CommandMeasure::Edge => radius + base.radius,
            CommandMeasure::Center => radius,
        };
        let color = MarkColor::Side(self.side_of(general));
        Some(mark(TableShape::Circle(base.at.into(), radius), color, &RADIUS))
    }
}

/// Returns the fronts of a unit, each from left to right with its facing: one of straight ranks, those of all bases of a bent line.
fn fronts(shape: &Footprint) -> Vec<((Point, Direction), (Point, Direction))> {
    let rank = shape.first_rank();
    let facing = rank.first().map(Rectangle::facing).unwrap_or_default();
    if rank.iter().all(|base| base.facing() == facing) {
        let front = shape.front();
        return vec![((front.from, facing), (front.to, facing))];
    }
    rank.iter().map(|base| ((base.front().from, base.facing()), (base.front().to, base.facing()))).collect()
}

/// Returns the part of an arc of fire within a range: its front, and a curve ahead of it.
fn arc_within(from: (Point, Direction), to: (Point, Direction), range: i32) -> Vec<Inches> {
    let curve = |(at, facing): (Point, Direction), first: i32, last: i32| {
        let steps = (last - first) / CURVE_STEP;
        (0..=steps).map(move |step| at + facing.turned(first + step * CURVE_STEP).ahead(range))
    };
    let rim = std::iter::once(from.0).chain(curve(from, -WIDENS, 0)).chain(curve(to, 0, WIDENS));
    rim.chain([to.0]).map(Inches::from).collect()
}

/// Returns the convex blocks of a unit: the whole of straight and even ranks, otherwise each base.
fn blocks(shape: &Footprint) -> Vec<Vec<Point>> {
    let bases = shape.bases();
    let facing = bases.first().map(Rectangle::facing).unwrap_or_default();
    let is_block =
        bases.iter().all(|base| base.facing() == facing) && bases.len().is_multiple_of(shape.first_rank().len().max(1));
    if is_block {
        return vec![Convex::around(bases.iter().flat_map(|base| *base.corners())).corners().to_vec()];
    }
    bases.iter().map(|base| base.area().corners().to_vec()).collect()
}

/// Returns the outline of all points within a distance of a convex area with these corners in clockwise order.
fn around(corners: &[Point], distance: i32) -> Vec<Inches> {
    let next = |number: usize| corners.get((number + 1) % corners.len()).copied();
    let mut rim = Vec::new();
    for (number, corner) in corners.iter().enumerate() {
        let before = corners.get((number + corners.len() - 1) % corners.len());
        let edges = before.and_then(|before| Direction::of(*corner - *before));
        let edges = edges.zip(next(number).and_then(|after| Direction::of(after - *corner)));
        let Some((arriving, leaving)) = edges else { continue };
        let (first, turn) = (arriving.turned(-900), arriving.turn_to(leaving).max(0));
        let steps = (turn / CURVE_STEP).max(1);
        rim.extend((0..=steps).map(|step| Inches::from(*corner + first.turned(turn * step / steps).ahead(distance))));
    }
    rim
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::position::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::show::Show as _;

    const GUNS: &str = "prussian artillery p1 3 at 20,20
        prussian general pg at 12,20
        french infantry f1 4 at 20,12 facing 180
        french infantry f2 4 at 20,3 facing 180";

    fn named<'m>(marks: &'m [TableMark], name: &str) -> Vec<&'m TableMark> {
        marks.iter().filter(|mark| mark.legend.name == name).collect()
    }

    fn selected(text: &str) -> Table {
        let mut table = position(text).with_initiative(PRUSSIAN);
        table.does("select p1");
        table
    }

    #[test]
    fn c06_the_arc_ends_with_the_last_band_of_the_arm() {
        let marks = selected(GUNS).game.table_marks(None);
        let arc = named(&marks, "Arc of fire");
        let notes: Vec<&str> = arc.iter().map(|mark| mark.note.as_str()).filter(|note| !note.is_empty()).collect();
        assert_eq!(notes, ["3\"", "6\"", "9\"", "12\""], "VI: Prussian guns");
        let TableShape::Area(rim) = &arc[0].shape else { panic!("{arc:?}") };
        assert!(
            rim.contains(&Inches { x: 18_500, y: 8_000 }) && rim.contains(&Inches { x: 21_500, y: 8_000 }),
            "VI: {rim:?}"
        );
        assert_eq!(named(&marks, "Clear line of sight").len(), 1, "VI: f2 is out of range");
        let radius = named(&marks, "Command radius");
        assert_eq!(radius[0].shape, TableShape::Circle(Inches::whole(12, 20), 6500), "IX");
    }

    #[test]
    fn c08_blocked_lines_have_a_cross() {
        let table = selected(&format!("{GUNS}\ntown 10,14 30,14 30,15 10,15"));
        let marks = table.game.table_marks(None);
        assert!(named(&marks, "Clear line of sight").is_empty(), "VIII");
        assert_eq!(named(&marks, "Blocked line of sight").len(), 3, "VIII");
    }

    #[test]
    fn c04_a_moving_unit_sees_zones_and_its_path() {
        let mut table = selected(&GUNS.replace("artillery p1 3 at 20,20", "infantry p1 4 at 20,20 maneuver"));
        table.does("order maneuver").rolls(&[1]);
        assert!(named(&table.game.table_marks(None), "Path").is_empty());
        table.does("go 24/20 90");
        let marks = table.game.table_marks(None);
        assert_eq!(
            named(&marks, "Path")[0].shape,
            TableShape::Line(vec![Inches::whole(20, 20), Inches::whole(24, 20)])
        );
        let zones = named(&marks, "Zone of control");
        assert_eq!(zones.len(), 2, "IV");
        let TableShape::Outline(rim) = &zones[0].shape else { panic!("{zones:?}") };
        // An inch around the four bases of f1, which face down from 12 inches.
        let (left, right) = (rim.iter().map(|at| at.x).min(), rim.iter().map(|at| at.x).max());
        let (top, bottom) = (rim.iter().map(|at| at.y).min(), rim.iter().map(|at| at.y).max());
        assert_eq!([left, right, top, bottom], [17_000, 23_000, 10_000, 13_000].map(Some), "IV");
    }

    #[test]
    fn c09_a_hovered_unit_shows_its_arc_or_its_radius() {
        let table = position(GUNS).with_initiative(FRENCH);
        let general = table.game.table_marks(Some("pg"));
        assert_eq!(named(&general, "Command radius").len(), 1, "IX");
        let infantry = table.game.table_marks(Some("f1"));
        let notes: Vec<&str> = infantry.iter().map(|mark| mark.note.as_str()).filter(|note| !note.is_empty()).collect();
        assert_eq!(notes, ["3\"", "6\""], "VI: French infantry");
    }
}
