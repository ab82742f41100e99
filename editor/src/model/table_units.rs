//! Free positions for units on a table.

use battlewright_schema::{Common, Inches, TablePosition};

/// The number of rings of an inch that are searched.
const RINGS: i32 = 12;

/// The directions to search, nearest to the reader's first: right, down, left and up, then the diagonals.
const WAYS: [[i32; 2]; 8] = [[1, 0], [0, 1], [-1, 0], [0, -1], [1, 1], [-1, 1], [-1, -1], [1, -1]];

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
    use battlewright_schema::{Start, System, load, template};

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
}
