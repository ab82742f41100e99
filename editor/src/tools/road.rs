//! The road tool: roads join hexes along the pointer's way.

use battlewright_schema::{Cell, HexId, Road as RoadRow};
use egui::Painter;

use super::{Pointer, Sight, Tool};
use crate::act::{Act, Selection};
use crate::canvas::{lines, overlay};
use crate::edit::{Edit, Row};

/// The road tool.
#[derive(Default)]
pub(super) struct Road {
    hover: Option<Cell>,
    path: Vec<Cell>,
    /// Whether the button is down.
    drag: bool,
    /// Whether the road under way is drawn click by click.
    clicks: bool,
    /// Whether the road under way takes roads away.
    erase: bool,
}

impl Road {
    /// Goes on to `cell`; back over its last step if it is the one before.
    fn step_to(&mut self, cell: Cell, sight: &Sight<'_>) {
        let Some(last) = self.path.last().copied() else {
            self.path.push(cell);
            return;
        };
        for next in sight.line(last, cell) {
            if self.path.len() >= 2 && self.path.get(self.path.len() - 2) == Some(&next) {
                self.path.pop();
            } else if self.path.last() != Some(&next) {
                self.path.push(next);
            }
        }
    }

    fn commit(&mut self, sight: &Sight<'_>, acts: &mut Vec<Act>) {
        let path = std::mem::take(&mut self.path);
        self.drag = false;
        self.clicks = false;
        if path.len() < 2 {
            return;
        }
        let grid = sight.view.grid();
        let hexes: Vec<HexId> = path.iter().map(|cell| grid.name(*cell)).collect();
        let roads = sight.common().roads();
        if self.erase {
            acts.push(Act::edit("Remove road", erase(roads, &hexes)));
            return;
        }
        // A way that begins where the selected road ends, or only one road does, makes it longer.
        let longer = |at: usize| roads.get(at).and_then(|road| joined(&road.path, &hexes));
        let selected = match sight.selection {
            Selection::Road(at) if longer(at).is_some() => Some(at),
            _ => {
                let mut ending = (0..roads.len()).filter(|at| longer(*at).is_some());
                ending.next().filter(|_| ending.next().is_none())
            }
        };
        if let Some(at) = selected
            && let Some((road, path)) = roads.get(at).zip(longer(at))
        {
            acts.push(Act::edit("Lengthen road", Edit::Road(Row::Put(at, RoadRow { path, ..road.clone() }))));
            acts.push(Act::Select(Selection::Road(at)));
            return;
        }
        let row = RoadRow { name: None, path: hexes, source: None };
        acts.push(Act::edit("Draw road", Edit::Road(Row::Insert(roads.len(), row))));
        acts.push(Act::Select(Selection::Road(roads.len())));
    }
}

/// `old` with `new` at the end where they meet; `None` if they do not.
fn joined(old: &[HexId], new: &[HexId]) -> Option<Vec<HexId>> {
    let rest = new.get(1..)?;
    if old.last() == new.first() {
        return Some(old.iter().chain(rest).cloned().collect());
    }
    if old.first() == new.first() {
        return Some(rest.iter().rev().chain(old).cloned().collect());
    }
    None
}

/// Takes every step of `way` out of every road; a road cut in two becomes two.
fn erase(roads: &[RoadRow], way: &[HexId]) -> Edit {
    let gone = |a: &HexId, b: &HexId| {
        way.windows(2).any(|pair| matches!(pair, [x, y] if (x, y) == (a, b) || (y, x) == (a, b)))
    };
    let mut edits = Vec::new();
    // From the last row on, so that the places of the others hold.
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
        edits.push(Edit::Road(Row::Remove(at)));
        for piece in pieces.into_iter().rev().filter(|piece| piece.len() > 1) {
            edits.push(Edit::Road(Row::Insert(at, RoadRow { path: piece, ..road.clone() })));
        }
    }
    Edit::All(edits)
}

impl Tool for Road {
    fn hint(&self, _: &Sight<'_>) -> String {
        if self.path.is_empty() {
            "Drag from hex to hex to draw a road, or click its bends. Shift takes roads away.".to_owned()
        } else if self.drag {
            format!("Release to build {} steps. Escape gives up.", self.path.len() - 1)
        } else {
            "Click the next bend; Enter or a click on the last hex builds the road, Escape gives up.".to_owned()
        }
    }

    fn pointer(&mut self, pointer: Pointer, sight: &Sight<'_>, acts: &mut Vec<Act>) {
        match pointer {
            Pointer::Hover(pos) => self.hover = sight.cell(pos),
            Pointer::Gone => self.hover = None,
            Pointer::Press(pos) => {
                let Some(cell) = sight.cell(pos) else { return };
                if self.path.last() == Some(&cell) {
                    self.commit(sight, acts);
                    return;
                }
                if self.path.is_empty() {
                    self.erase = sight.modifiers.shift;
                }
                self.drag = true;
                self.step_to(cell, sight);
            }
            Pointer::Drag(pos) if self.drag => {
                if let Some(cell) = sight.cell(pos) {
                    self.step_to(cell, sight);
                }
            }
            Pointer::Release(_) if self.drag => {
                self.drag = false;
                // A click only begins a road, to go on by clicks; a drag is a whole one.
                if self.path.len() == 1 {
                    self.clicks = true;
                } else if !self.clicks {
                    self.commit(sight, acts);
                }
            }
            Pointer::Commit => self.commit(sight, acts),
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.drag = false;
        self.clicks = false;
        !std::mem::take(&mut self.path).is_empty()
    }

    fn preview(&self, painter: &Painter, sight: &Sight<'_>) {
        if self.path.is_empty() {
            overlay::outline(painter, sight.view, self.hover.as_slice());
        } else {
            let mut path = self.path.clone();
            if let (false, Some(last), Some(hover)) = (self.drag, path.last().copied(), self.hover) {
                path.extend(sight.line(last, hover).into_iter().skip(1));
            }
            lines::road_preview(painter, sight.view, &path);
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::Scenario;

    use super::*;
    use crate::Document;

    fn hexes(names: &[&str]) -> Vec<HexId> {
        names.iter().map(|name| HexId::from(*name)).collect()
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
    fn erasing_the_middle_of_a_road_makes_it_two() {
        let mut scenario: Scenario = Document::bundled().scenario().clone();
        let road = |path: &[&str]| RoadRow { name: Some("R".into()), path: hexes(path), source: None };
        *scenario.common_mut().roads_mut() = vec![road(&["0101", "0102", "0103", "0104"]), road(&["0201", "0202"])];
        // Along the way and against it, and a road with one step goes altogether.
        for way in [&["0102", "0103"], &["0103", "0102"]] {
            let mut scenario = scenario.clone();
            erase(scenario.common().roads(), &hexes(way)).apply(&mut scenario).unwrap();
            let roads = scenario.common().roads();
            assert_eq!(roads, &vec![road(&["0101", "0102"]), road(&["0103", "0104"]), road(&["0201", "0202"])]);
        }
        erase(scenario.common().roads(), &hexes(&["0201", "0202"])).apply(&mut scenario).unwrap();
        assert_eq!(scenario.common().roads().len(), 1);
    }
}
