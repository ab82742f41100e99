//! Paths for roads.

use std::collections::BTreeMap;

use battlewright_schema::{Cell, Common, Grid, HexsideKind, Look};

use super::cheapest;
use super::net::RoadNet;
use battlewright_export::draw::relief;

/// The purpose of a path search.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum RoadPurpose {
    /// A new road, which may use existing roads.
    Lay,
    /// A road that is rerouted, without regard to existing roads.
    Relay,
    /// A path that follows existing roads wherever possible.
    Follow,
}

/// Returns the cheapest path of a road from `from` to `to`, both included, or `None` if they are too far apart or not
/// connected.
pub fn way(
    common: &dyn Common,
    grid: &Grid,
    net: &RoadNet,
    from: Cell,
    to: Cell,
    purpose: RoadPurpose,
) -> Option<Vec<Cell>> {
    let looks: BTreeMap<char, Look> = common.terrain().iter().map(|terrain| (terrain.letter.0, terrain.look)).collect();
    let look = |cell: Cell| {
        let letter = common.hexes().get(usize::from(cell.column), usize::from(cell.row));
        letter.and_then(|letter| looks.get(&letter).copied()).unwrap_or_default()
    };
    let path = cheapest(grid.hex(from), grid.hex(to), |a, b| {
        let (a, b) = (grid.cell_at(a)?, grid.cell_at(b).filter(|cell| common.has(*cell))?);
        let road = net.road(a, b).is_some();
        match purpose {
            RoadPurpose::Follow => Some(if road { 1 } else { 8 }),
            RoadPurpose::Lay if road => Some(1),
            RoadPurpose::Lay | RoadPurpose::Relay => {
                Some(ground(look(b)) + climb_cost(common, a, b) + crossing(net, a, b))
            }
        }
    })?;
    Some(path.into_iter().filter_map(|hex| grid.cell_at(hex)).collect())
}

/// Returns the cost of a road through terrain with this look.
fn ground(look: Look) -> u32 {
    match look {
        Look::Clear | Look::Town | Look::Village | Look::Farm => 2,
        Look::Hill | Look::Fort => 3,
        Look::Rough => 4,
        Look::Woods => 5,
        Look::Marsh => 8,
        Look::Water => 40,
    }
}

/// Returns the cost of the difference in level between two hexes.
fn climb_cost(common: &dyn Common, a: Cell, b: Cell) -> u32 {
    let levels = relief::level(common, a).zip(relief::level(common, b));
    levels.map_or(0, |(a, b)| u32::from(a.abs_diff(b)) * 2)
}

/// Returns the cost of crossing the hexside features between two hexes.
fn crossing(net: &RoadNet, a: Cell, b: Cell) -> u32 {
    let cost = |kind: HexsideKind| match kind {
        HexsideKind::Stream => 5,
        HexsideKind::River => 16,
        HexsideKind::Slope => 4,
        HexsideKind::Wall => 2,
        HexsideKind::Bridge => 0,
    };
    let bridged = net.has(a, b, HexsideKind::Bridge);
    let kinds = net.side(a, b).iter().map(|(kind, _)| *kind);
    kinds.filter(|kind| !(bridged && matches!(kind, HexsideKind::Stream | HexsideKind::River))).map(cost).sum()
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{HexId, Hexside, Road, Scenario};

    use super::*;
    use crate::model::document::Document;

    /// Returns a map of clear terrain with `letters` in some hexes.
    fn map(letters: &[(&str, char)]) -> Scenario {
        let mut scenario = Document::bundled().scenario().clone();
        let grid = scenario.common().grid().unwrap();
        let common = scenario.common_mut();
        common.roads_mut().clear();
        common.hexsides_mut().clear();
        for cell in grid.cells() {
            common.hexes_mut().set(cell.column.into(), cell.row.into(), '.');
        }
        for (hex, letter) in letters {
            let cell = grid.cell(&(*hex).into()).unwrap();
            common.hexes_mut().set(cell.column.into(), cell.row.into(), *letter);
        }
        scenario
    }

    fn names(scenario: &Scenario, from: &str, to: &str, purpose: RoadPurpose) -> Vec<String> {
        let common = scenario.common();
        let grid = common.grid().unwrap();
        let mut net = RoadNet::default();
        net.refresh(common, &grid, 0);
        let cell = |hex: &str| grid.cell(&hex.into()).unwrap();
        let path = way(common, &grid, &net, cell(from), cell(to), purpose).unwrap();
        path.into_iter().map(|cell| grid.name(cell).to_string()).collect()
    }

    fn road(path: &[&str]) -> Road {
        Road { path: path.iter().map(|hex| HexId::from(*hex)).collect(), ..Road::default() }
    }

    #[test]
    fn a_road_goes_straight_over_open_ground_and_around_a_wood() {
        assert_eq!(names(&map(&[]), "0505", "0508", RoadPurpose::Lay), ["0505", "0506", "0507", "0508"]);
        let wood = map(&[("0506", 'w'), ("0507", 'w')]);
        let around = names(&wood, "0505", "0508", RoadPurpose::Lay);
        assert!(around.len() == 5 && !around.contains(&"0506".to_owned()) && !around.contains(&"0507".to_owned()));
    }

    #[test]
    fn a_road_follows_one_that_serves_unless_it_is_laid_anew() {
        let mut scenario = map(&[]);
        *scenario.common_mut().roads_mut() = vec![road(&["0605", "0606", "0607", "0608"])];
        let along = names(&scenario, "0505", "0509", RoadPurpose::Lay);
        assert_eq!(along, ["0505", "0605", "0606", "0607", "0608", "0509"]);
        assert_eq!(names(&scenario, "0505", "0509", RoadPurpose::Relay).len(), 5);
        assert_eq!(names(&scenario, "0605", "0608", RoadPurpose::Follow).len(), 4);
    }

    #[test]
    fn a_road_crosses_a_stream_by_its_bridge() {
        let mut scenario = map(&[]);
        let side = |kind, between: &[&str]| Hexside {
            kind,
            name: None,
            between: between.iter().map(|side| (*side).into()).collect(),
            source: None,
        };
        // A stream crosses the whole map between two rows, with a single bridge beside the direct path.
        let grid = scenario.common().grid().unwrap();
        let mut all = Vec::new();
        for cell in grid.cells().filter(|cell| cell.row == 5) {
            for next in grid.neighbors(cell).into_iter().flatten().filter(|next| next.row == 6) {
                all.push(format!("{}/{}", grid.name(cell), grid.name(next)));
            }
        }
        let all: Vec<&str> = all.iter().map(String::as_str).collect();
        *scenario.common_mut().hexsides_mut() =
            vec![side(HexsideKind::Stream, &all), side(HexsideKind::Bridge, &["0506/0507"])];
        let path = names(&scenario, "0606", "0607", RoadPurpose::Lay);
        assert!(path.windows(2).any(|step| step == ["0506", "0507"]), "{path:?}");
    }

    #[test]
    fn a_road_keeps_to_the_level() {
        let mut scenario = map(&[]);
        let grid = scenario.common().grid().unwrap();
        let mut levels = scenario.common().hexes().clone();
        for cell in grid.cells() {
            levels.set(cell.column.into(), cell.row.into(), '1');
        }
        let hill = grid.cell(&"0506".into()).unwrap();
        levels.set(hill.column.into(), hill.row.into(), '3');
        *scenario.common_mut().levels_mut() = Some(levels);
        assert!(!names(&scenario, "0505", "0507", RoadPurpose::Lay).contains(&"0506".to_owned()));
    }
}
