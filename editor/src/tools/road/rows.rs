//! Edits of road rows in the document: draw, extend, erase, split and join.

use battlewright_schema::{Cell, HexId, Road};

use crate::model::edit::{Edit, ListChange};

/// Appends `new` to `old` at the end that they share; `None` if `new` does not start at an end of `old`.
pub(super) fn joined(old: &[HexId], new: &[HexId]) -> Option<Vec<HexId>> {
    let rest = new.get(1..)?;
    if old.last() == new.first() {
        return Some(old.iter().chain(rest).cloned().collect());
    }
    if old.first() == new.first() {
        return Some(rest.iter().rev().chain(old).cloned().collect());
    }
    None
}

/// Returns the stretches of `path` without an existing road.
pub(super) fn new_stretches(path: &[Cell], is_road: impl Fn(Cell, Cell) -> bool) -> Vec<Vec<Cell>> {
    let mut stretches: Vec<Vec<Cell>> = Vec::new();
    let mut open = false;
    for step in path.windows(2) {
        let [a, b] = step else { continue };
        if is_road(*a, *b) {
            open = false;
            continue;
        }
        match stretches.last_mut().filter(|_| open) {
            Some(stretch) => stretch.push(*b),
            None => stretches.push(vec![*a, *b]),
        }
        open = true;
    }
    stretches
}

/// Draws `stretches`. A stretch that starts at an end of the `selected` road, or of exactly one road, extends that
/// road. Returns the edit, the row of the last stretch, and `true` if any road is new.
pub(crate) fn draw(roads: &[Road], stretches: Vec<Vec<HexId>>, selected: Option<usize>) -> (Edit, usize, bool) {
    let mut rows = roads.to_vec();
    let mut edits = Vec::new();
    let (mut last, mut any_new) = (rows.len(), false);
    for stretch in stretches {
        let longer = |at: usize| rows.get(at).and_then(|road| joined(&road.path, &stretch));
        let at = selected.filter(|at| longer(*at).is_some()).or_else(|| {
            let mut ending = (0..rows.len()).filter(|at| longer(*at).is_some());
            ending.next().filter(|_| ending.next().is_none())
        });
        match at.and_then(|at| Some((at, rows.get(at)?.clone(), longer(at)?))) {
            Some((at, road, path)) => {
                let road = Road { path, ..road };
                edits.push(Edit::Road(ListChange::Put(at, road.clone())));
                if let Some(slot) = rows.get_mut(at) {
                    *slot = road;
                }
                last = at;
            }
            None => {
                let road = Road { path: stretch, ..Road::default() };
                edits.push(Edit::Road(ListChange::Insert(rows.len(), road.clone())));
                last = rows.len();
                rows.push(road);
                any_new = true;
            }
        }
    }
    let edit = match edits.len() {
        1 => edits.pop().unwrap_or(Edit::All(Vec::new())),
        _ => Edit::All(edits),
    };
    (edit, last, any_new)
}

/// Removes each step of `way` from all roads. A road cut in the middle becomes two rows.
pub(super) fn erase(roads: &[Road], way: &[HexId]) -> Edit {
    let gone = |a: &HexId, b: &HexId| {
        way.windows(2).any(|pair| matches!(pair, [x, y] if (x, y) == (a, b) || (y, x) == (a, b)))
    };
    let mut edits = Vec::new();
    // Descending order keeps the lower row indices valid.
    for (at, road) in roads.iter().enumerate().rev() {
        let mut pieces: Vec<Vec<HexId>> = vec![Vec::new()];
        for hex in &road.path {
            let cut = pieces.last().and_then(|piece| piece.last()).is_some_and(|last| gone(last, hex));
            if cut {
                pieces.push(Vec::new());
            }
            if let Some(piece) = pieces.last_mut() {
                piece.push(hex.clone());
            }
        }
        if pieces.len() == 1 {
            continue;
        }
        edits.push(Edit::Road(ListChange::Remove(at)));
        for piece in pieces.into_iter().rev().filter(|piece| piece.len() > 1) {
            edits.push(Edit::Road(ListChange::Insert(at, Road { path: piece, ..road.clone() })));
        }
    }
    Edit::All(edits)
}

/// The effect of a click that splits or joins roads in a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum RoadJunction {
    /// The road in this row is split.
    Split(usize),
    /// The roads in these rows, the lower index first, are joined.
    Join(usize, usize),
}

/// Returns the effect of a click in `hex`: a split of a road that runs through, or a join of two roads that end there.
/// The `selected` road takes precedence.
pub(super) fn junction(roads: &[Road], hex: &HexId, selected: Option<usize>) -> Option<RoadJunction> {
    let inner = |at: &usize| {
        let path = roads.get(*at).map_or(&[][..], |road| &road.path);
        path.len() > 2 && path.get(1..path.len() - 1).is_some_and(|inner| inner.contains(hex))
    };
    let ends = |at: &usize| {
        roads.get(*at).is_some_and(|road| {
            let (first, last) = (road.path.first() == Some(hex), road.path.last() == Some(hex));
            first != last
        })
    };
    if let Some(at) = selected.filter(inner) {
        return Some(RoadJunction::Split(at));
    }
    let all: Vec<usize> = (0..roads.len()).filter(ends).collect();
    let pair = match (all.as_slice(), selected.filter(ends)) {
        ([a, b], _) => Some((*a, *b)),
        ([_, _, ..], Some(one)) => all.iter().find(|other| **other != one).map(|other| (one, *other)),
        _ => None,
    };
    match pair {
        Some((a, b)) => Some(RoadJunction::Join(a.min(b), a.max(b))),
        None => (0..roads.len()).find(inner).map(RoadJunction::Split),
    }
}

/// Returns the edit that splits or joins, and the row to select afterwards.
pub(super) fn tie(roads: &[Road], hex: &HexId, junction: RoadJunction) -> Option<(Edit, usize)> {
    match junction {
        RoadJunction::Split(at) => {
            let road = roads.get(at)?;
            let inner = road.path.get(1..road.path.len().checked_sub(1)?)?;
            let cut = inner.iter().position(|other| other == hex)? + 1;
            let part = |path: &[HexId]| Road { path: path.to_vec(), ..road.clone() };
            let (first, second) = (part(road.path.get(..=cut)?), part(road.path.get(cut..)?));
            Some((
                Edit::All(vec![Edit::Road(ListChange::Put(at, first)), Edit::Road(ListChange::Insert(at + 1, second))]),
                at,
            ))
        }
        RoadJunction::Join(a, b) => {
            let (first, second) = (roads.get(a)?, roads.get(b)?);
            let reversed = |path: &[HexId]| path.iter().rev().cloned().collect::<Vec<_>>();
            // The first road up to the shared hex, then the second road from there.
            let begin = if first.path.last() == Some(hex) { first.path.clone() } else { reversed(&first.path) };
            let rest = if second.path.first() == Some(hex) { second.path.clone() } else { reversed(&second.path) };
            let path = begin.into_iter().chain(rest.into_iter().skip(1)).collect();
            let road = Road {
                path,
                kind: first.kind,
                name: first.name.clone().or_else(|| second.name.clone()),
                source: first.source.clone().or_else(|| second.source.clone()),
            };
            Some((Edit::All(vec![Edit::Road(ListChange::Put(a, road)), Edit::Road(ListChange::Remove(b))]), a))
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::Scenario;

    use super::*;
    use crate::model::document::Document;

    fn hexes(names: &[&str]) -> Vec<HexId> {
        names.iter().map(|name| HexId::from(*name)).collect()
    }

    fn road(name: &str, path: &[&str]) -> Road {
        Road { name: Some(name.into()), path: hexes(path), ..Road::default() }
    }

    fn with(roads: Vec<Road>) -> Scenario {
        let mut scenario: Scenario = Document::bundled().scenario().clone();
        *scenario.common_mut().roads_mut() = roads;
        scenario
    }

    #[test]
    fn a_way_that_begins_at_an_end_makes_the_road_longer() {
        let old = hexes(&["0102", "0103"]);
        assert_eq!(joined(&old, &hexes(&["0103", "0104"])), Some(hexes(&["0102", "0103", "0104"])));
        assert_eq!(joined(&old, &hexes(&["0102", "0101"])), Some(hexes(&["0101", "0102", "0103"])));
        assert_eq!(joined(&old, &hexes(&["0201", "0202"])), None);
        assert_eq!(joined(&old, &[]), None);
    }

    #[test]
    fn only_steps_without_a_road_are_new() {
        let cell = |row| Cell { column: 1, row };
        let path: Vec<Cell> = (0..8).map(cell).collect();
        let known = |a: Cell, b: Cell| (2..5).contains(&a.row.min(b.row));
        let stretches = new_stretches(&path, known);
        assert_eq!(stretches, [(0..3).map(cell).collect::<Vec<_>>(), (5..8).map(cell).collect()]);
        assert!(new_stretches(&path, |_, _| true).is_empty());
    }

    #[test]
    fn erasing_the_middle_of_a_road_makes_it_two() {
        let mut scenario = with(vec![road("R", &["0101", "0102", "0103", "0104"]), road("R", &["0201", "0202"])]);
        // In both directions; a road with one step is deleted.
        for way in [&["0102", "0103"], &["0103", "0102"]] {
            let mut scenario = scenario.clone();
            erase(scenario.common().roads(), &hexes(way)).apply(&mut scenario).unwrap();
            let roads = scenario.common().roads();
            let left = [road("R", &["0101", "0102"]), road("R", &["0103", "0104"]), road("R", &["0201", "0202"])];
            assert_eq!(roads[..], left);
        }
        erase(scenario.common().roads(), &hexes(&["0201", "0202"])).apply(&mut scenario).unwrap();
        assert_eq!(scenario.common().roads().len(), 1);
    }

    #[test]
    fn a_road_is_split_where_it_runs_and_joined_where_two_end() {
        let whole = road("R", &["0101", "0102", "0103"]);
        let scenario = with(vec![whole.clone()]);
        let hex = HexId::from("0102");
        let found = junction(scenario.common().roads(), &hex, None);
        assert_eq!(found, Some(RoadJunction::Split(0)));
        let mut split = scenario.clone();
        let (edit, _) = tie(scenario.common().roads(), &hex, RoadJunction::Split(0)).unwrap();
        let undo = edit.apply(&mut split).unwrap();
        assert_eq!(split.common().roads()[..], [road("R", &["0101", "0102"]), road("R", &["0102", "0103"])]);
        assert_eq!(junction(split.common().roads(), &hex, None), Some(RoadJunction::Join(0, 1)));
        let mut again = split.clone();
        let (edit, _) = tie(split.common().roads(), &hex, RoadJunction::Join(0, 1)).unwrap();
        edit.apply(&mut again).unwrap();
        assert_eq!(again.common().roads()[..], [whole]);
        undo.apply(&mut split).unwrap();
        assert_eq!(split, scenario);
    }

    #[test]
    fn roads_are_joined_whichever_way_they_run() {
        let parts = [["0101", "0102"], ["0103", "0102"]];
        for a in [parts[0], [parts[0][1], parts[0][0]]] {
            for b in [parts[1], [parts[1][1], parts[1][0]]] {
                let mut scenario = with(vec![road("A", &a), road("B", &b)]);
                let (edit, at) = tie(scenario.common().roads(), &"0102".into(), RoadJunction::Join(0, 1)).unwrap();
                edit.apply(&mut scenario).unwrap();
                assert_eq!(
                    (scenario.common().roads()[..].to_vec(), at),
                    (vec![road("A", &["0101", "0102", "0103"])], 0)
                );
            }
        }
    }

    #[test]
    fn where_three_roads_end_the_selected_one_is_joined() {
        let roads = [road("A", &["0101", "0102"]), road("B", &["0102", "0103"]), road("C", &["0102", "0202"])];
        let hex = HexId::from("0102");
        assert_eq!(junction(&roads, &hex, None), None);
        assert_eq!(junction(&roads, &hex, Some(2)), Some(RoadJunction::Join(0, 2)));
        assert_eq!(junction(&roads, &"0505".into(), None), None);
    }
}
