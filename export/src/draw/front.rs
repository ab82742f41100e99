//! The front line: the hexsides between the foremost hexes of a side and the enemy.

use std::collections::BTreeSet;

use battlewright_schema::common::edge::MapEdge;
use battlewright_schema::{Cell, Common, Grid};

use super::sites::cells;

/// Returns the two hexes on either side of each hexside of the front line, that of its holder first. The line must lead from one
/// edge of the map to another: there is no other side without it.
pub(super) fn sides(scenario: &dyn Common, grid: &Grid) -> Vec<(Cell, Cell)> {
    let Some(front) = scenario.front_line() else { return Vec::new() };
    let line: BTreeSet<Cell> = cells(grid, front.hexes).into_iter().collect();
    let open = |cell: &Cell| scenario.has(*cell) && !line.contains(cell);
    let mut own: BTreeSet<Cell> = grid.cells().filter(|cell| is_at(grid, *cell, front.edge)).filter(open).collect();
    let mut next: Vec<Cell> = own.iter().copied().collect();
    while let Some(cell) = next.pop() {
        let new = grid.neighbors(cell).into_iter().flatten().filter(open);
        next.extend(new.filter(|cell| own.insert(*cell)));
    }
    let beyond = |cell: &Cell| open(cell) && !own.contains(cell);
    let pairs = line
        .iter()
        .flat_map(|cell| grid.neighbors(*cell).into_iter().flatten().filter(beyond).map(move |other| (*cell, other)));
    pairs.collect()
}

/// Returns `true` if `cell` is in the first row or column along `edge`.
fn is_at(grid: &Grid, cell: Cell, edge: MapEdge) -> bool {
    match edge {
        MapEdge::North => cell.row == 0,
        MapEdge::South => cell.row + 1 == grid.rows(),
        MapEdge::West => cell.column == 0,
        MapEdge::East => cell.column + 1 == grid.columns(),
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::load;

    use super::*;

    #[test]
    fn the_line_has_its_holder_on_one_side_and_the_enemy_on_the_other() {
        let scenario = load(include_str!("../../../scenarios/matz-first-day.toml")).readable.unwrap();
        let grid = scenario.common().grid().unwrap();
        let cell = |name: &str| grid.cell(&name.into()).unwrap();
        let sides = sides(scenario.common(), &grid);
        assert!(sides.contains(&(cell("0203"), cell("0204"))), "{sides:?}");
        assert!(!sides.iter().any(|(_, beyond)| *beyond == cell("0202")), "a hex behind the line");
        let line = scenario.common().front_line().unwrap().hexes;
        let along = |hex: &str| sides.iter().any(|(own, _)| grid.name(*own).as_str() == hex);
        let inner: Vec<&str> = line.iter().map(battlewright_schema::HexId::as_str).filter(|hex| !along(hex)).collect();
        assert_eq!(inner, ["1205"], "the line turns back on itself there");
    }

    #[test]
    fn a_line_with_a_gap_has_no_other_side() {
        let text = include_str!("../../../scenarios/matz-first-day.toml");
        let scenario = load(&text.replace("\"0102\", \"0203\", \"0303\"", "\"0102\", \"0303\"")).readable.unwrap();
        let grid = scenario.common().grid().unwrap();
        assert_eq!(sides(scenario.common(), &grid), []);
    }
}
