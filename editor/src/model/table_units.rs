//! Units on a table: their positions, and the edits that turn, bend and place them.

use battlewright_schema::{Common, Counter, DocPath, Inches, Scenario, Start, TablePosition};
use serde_json::Value;

use crate::model::edit::Edit;

/// The step to which the facing of a unit snaps, in degrees.
pub const TURN: u16 = 15;

/// The number of rings of an inch that are searched.
const RINGS: i32 = 12;

/// The directions to search: right, down, left and up, then the diagonals.
const WAYS: [[i32; 2]; 8] = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];

/// Returns the position of the unit at `index`; `None` if it does not start on the table.
pub fn position(common: &dyn Common, index: usize) -> Option<TablePosition> {
    match common.unit(index)?.start {
        Start::OnTable(position) => Some(position),
        _ => None,
    }
}

/// Returns the edit that gives the units new positions.
pub fn placed(positions: Vec<(usize, TablePosition)>) -> Edit {
    let start = |(unit, position)| Edit::Start { counter: Counter::Unit(unit), start: Start::OnTable(position) };
    let mut edits: Vec<Edit> = positions.into_iter().map(start).collect();
    if edits.len() == 1 { edits.remove(0) } else { Edit::All(edits) }
}

/// Returns the positions of the units that have a front, each turned by `degrees` clockwise around its point.
pub fn turned(common: &dyn Common, units: &[usize], degrees: i32) -> Vec<(usize, TablePosition)> {
    let has_front = |unit: &&usize| !common.postures(**unit).is_empty();
    let turned = |unit: &usize| Some((*unit, position(common, *unit)?.turned(degrees)));
    units.iter().filter(has_front).filter_map(turned).collect()
}

/// Returns the positions of the units in their next formation of bases that is possible. The line becomes straight.
pub fn in_next_posture(common: &dyn Common, units: &[usize]) -> Vec<(usize, TablePosition)> {
    let next = |unit: &usize| {
        let now = position(common, *unit)?;
        let all = common.postures(*unit);
        let at = all.iter().position(|posture| now.posture.as_deref() == Some(posture.name))?;
        let others = all.iter().cycle().skip(at + 1).take(all.len().saturating_sub(1));
        let positions = others.map(|posture| TablePosition {
            posture: Some(posture.name.into()),
            front: None,
            bend: Vec::new(),
            ..now.clone()
        });
        positions.into_iter().find(|there| common.footprint(*unit, there).is_some()).map(|there| (*unit, there))
    };
    units.iter().filter_map(next).collect()
}

/// Returns the direction from `from` to `to` in degrees, clockwise from the upper edge, in steps of `step` degrees; `None` if the
/// points are the same.
pub fn direction(from: Inches, to: Inches, step: u16) -> Option<u16> {
    let (x, y) = (f64::from(to.x) - f64::from(from.x), f64::from(to.y) - f64::from(from.y));
    if from == to {
        return None;
    }
    let step = f64::from(step.max(1));
    #[expect(clippy::cast_possible_truncation, reason = "the angle is within a circle")]
    let degrees = ((x.atan2(-y).to_degrees() / step).round() * step) as i32;
    u16::try_from(degrees.rem_euclid(360)).ok()
}

/// Returns `position` with the base `base` of `count` bases turned to `facing`, in steps of `step` degrees against the unit and as
/// far as its neighbors allow: `most` degrees.
pub fn bent(position: &TablePosition, count: usize, base: usize, facing: u16, most: u8, step: u16) -> TablePosition {
    let mut bend = position.bend.clone();
    bend.resize(count, 0);
    let wanted = (i32::from(facing) - i32::from(position.facing) + 180).rem_euclid(360) - 180;
    let step = i32::from(step.max(1));
    let wanted = (wanted + step / 2).div_euclid(step) * step;
    let (mut least, mut greatest) = (-180, 180);
    let neighbors = [base.checked_sub(1), Some(base + 1)];
    for neighbor in neighbors.into_iter().flatten().filter_map(|neighbor| bend.get(neighbor)) {
        least = least.max(i32::from(*neighbor) - i32::from(most));
        greatest = greatest.min(i32::from(*neighbor) + i32::from(most));
    }
    if let Some(turn) = bend.get_mut(base) {
        // Neighbors that are farther apart than both may be leave no choice.
        let allowed = if least <= greatest { wanted.clamp(least, greatest) } else { i32::from(*turn) };
        *turn = i16::try_from(allowed).unwrap_or(*turn);
    }
    TablePosition { bend, ..position.clone() }
}

/// Returns `scenario` with the unit `row` at the end of the order of battle, and the index of the unit.
pub fn with_unit(scenario: &Scenario, row: Value) -> (Scenario, usize) {
    let index = scenario.common().unit_count();
    let mut after = scenario.clone();
    Edit::Insert(DocPath::root().key("unit").index(index), row).apply(&mut after);
    (after, index)
}

/// Returns the free position nearest to `position` for the unit at `index`, with the same facing and formation; `None` if there
/// is none within 12 inches.
pub fn free_position(common: &dyn Common, index: usize, position: &TablePosition) -> Option<TablePosition> {
    let rings = (0..=RINGS).flat_map(|ring| WAYS.map(|way| way.map(|step| step * ring * Inches::PER_INCH)));
    let places = rings.map(|[x, y]| Inches { x: position.at.x + x, y: position.at.y + y });
    places
        .map(|at| TablePosition { at, ..position.clone() })
        .find(|there| common.placing_problems(&[(index, there.clone())]).is_empty())
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;

    #[test]
    fn a_unit_finds_room_beside_another() {
        let scenario = load(template(System::Outrance)).scenario.unwrap();
        let common = scenario.common();
        let Start::OnTable(own) = common.unit(0).unwrap().start else { panic!("it stands on the table") };
        assert_eq!(free_position(common, 0, &own), Some(own.clone()), "where it stands");
        let Start::OnTable(guns) = common.unit(1).unwrap().start else { panic!("they stand on the table") };
        let beside = free_position(common, 0, &TablePosition { at: guns.at, ..own.clone() }).unwrap();
        assert_ne!(beside.at, guns.at);
        assert_eq!((beside.facing, &beside.posture), (own.facing, &own.posture));
        assert!(common.placing_problems(&[(0, beside)]).is_empty());
        assert_eq!(free_position(common, 0, &TablePosition { at: Inches { x: -90_000, y: 0 }, ..own }), None);
    }

    #[test]
    fn directions_are_clockwise_from_the_upper_edge() {
        let at = |x, y| direction(Inches::default(), Inches { x, y }, 1);
        assert_eq!([at(0, -5), at(5, 0), at(0, 5), at(-5, 0)], [Some(0), Some(90), Some(180), Some(270)]);
        assert_eq!((at(0, 0), at(-87, -4_999)), (None, Some(359)));
        assert_eq!(direction(Inches::default(), Inches { x: 1_000, y: -3_000 }, TURN), Some(15));
    }

    #[test]
    fn neighbors_bend_by_so_much_at_most() {
        let line = TablePosition { facing: 350, ..TablePosition::default() };
        assert_eq!(bent(&line, 4, 0, 10, 30, 1).bend, [20, 0, 0, 0]);
        let more = bent(&line, 4, 0, 120, 30, 1);
        assert_eq!(more.bend, [30, 0, 0, 0]);
        assert_eq!(bent(&more, 4, 1, 300, 30, 1).bend, [30, 0, 0, 0], "between its neighbors");
        assert_eq!(bent(&more, 4, 1, 5, 30, 1).bend, [30, 15, 0, 0]);
        assert_eq!(bent(&more, 4, 1, 8, 30, 5).bend, [30, 20, 0, 0], "to the next five degrees");
    }

    #[test]
    fn a_unit_turns_and_takes_the_formations_in_turn() {
        let scenario = load(template(System::Outrance)).scenario.unwrap();
        let common = scenario.common();
        let all: Vec<usize> = (0..common.unit_count()).collect();
        let turned = turned(common, &all, 15);
        assert!(turned.len() < all.len(), "generals have no front");
        assert_eq!((turned[0].0, turned[0].1.facing), (0, 195));
        let mut after = scenario.clone();
        let mut seen = Vec::new();
        for _ in 0..3 {
            let next = in_next_posture(after.common(), &[0]);
            seen.push(next[0].1.posture.clone().unwrap());
            placed(next).apply(&mut after).unwrap();
        }
        assert_eq!(seen, ["march", "deployed", "maneuver"]);
        assert_eq!(after, scenario, "round once");
    }
}
