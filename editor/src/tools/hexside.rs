//! The hexside tool: streams, rivers, bridges, slopes and walls between hexes.

use std::collections::BTreeSet;

use battlewright_schema::{Cell, HexsideId, HexsideKind};
use egui::{Painter, Pos2};

use super::{Pointer, Sight, Tool};
use crate::act::{Act, Selection};
use crate::canvas::lines;
use crate::edit::{Edit, Row};

/// The hexside tool.
#[derive(Default)]
pub(super) struct Hexside {
    hover: Option<(Cell, Cell)>,
    /// The hexsides of the stroke, in order.
    stroke: Vec<(Cell, Cell)>,
    /// Whether the stroke takes away what is there; `None` while the button is up.
    erase: Option<bool>,
}

/// The name of what is drawn.
pub fn kind_name(kind: HexsideKind) -> &'static str {
    match kind {
        HexsideKind::Stream => "stream",
        HexsideKind::River => "river",
        HexsideKind::Bridge => "bridge",
        HexsideKind::Slope => "slope",
        HexsideKind::Wall => "wall",
    }
}

/// Both ways of writing a hexside.
fn names(sight: &Sight<'_>, (a, b): (Cell, Cell)) -> [HexsideId; 2] {
    let (a, b) = (sight.view.grid().name(a), sight.view.grid().name(b));
    [HexsideId(format!("{a}/{b}")), HexsideId(format!("{b}/{a}"))]
}

impl Hexside {
    fn add(&mut self, pos: Pos2, sight: &Sight<'_>) {
        let Some(side) = sight.view.side_at(pos).filter(|(a, b)| sight.common().has(*a) && sight.common().has(*b))
        else {
            return;
        };
        // Only near the hexside itself, or a drag through a hex would take every side it passes.
        let Some([from, to]) = sight.view.side_between(side.0, side.1) else { return };
        let near = from.lerp(to, 0.5).distance(pos) < sight.view.radius() * 0.52;
        if near && !self.stroke.contains(&side) && !self.stroke.contains(&(side.1, side.0)) {
            self.stroke.push(side);
        }
    }

    fn commit(&mut self, sight: &Sight<'_>, erase: bool, acts: &mut Vec<Act>) {
        let kind = sight.options.hexside;
        let stroke = std::mem::take(&mut self.stroke);
        let rows = sight.common().hexsides();
        if erase {
            let gone: BTreeSet<HexsideId> = stroke.iter().flat_map(|side| names(sight, *side)).collect();
            let mut edits = Vec::new();
            for (at, row) in rows.iter().enumerate().rev().filter(|(_, row)| row.kind == kind) {
                let between: Vec<_> = row.between.iter().filter(|side| !gone.contains(side)).cloned().collect();
                if between.is_empty() {
                    edits.push(Edit::Hexside(Row::Remove(at)));
                } else if between.len() < row.between.len() {
                    edits.push(Edit::Hexside(Row::Put(at, battlewright_schema::Hexside { between, ..row.clone() })));
                }
            }
            acts.push(Act::edit(format!("Remove {}", kind_name(kind)), Edit::All(edits)));
            return;
        }
        let known: BTreeSet<&HexsideId> =
            rows.iter().filter(|row| row.kind == kind).flat_map(|row| &row.between).collect();
        let new =
            stroke.iter().map(|side| names(sight, *side)).filter(|both| both.iter().all(|name| !known.contains(name)));
        let new: Vec<HexsideId> = new.map(|[name, _]| name).collect();
        if new.is_empty() {
            return;
        }
        let name = format!("Draw {}", kind_name(kind));
        // What is selected grows; otherwise the nameless feature of this kind does.
        let selected = match sight.selection {
            Selection::Hexside(at) if rows.get(at).is_some_and(|row| row.kind == kind) => Some(at),
            _ => rows.iter().position(|row| row.kind == kind && row.name.is_none()),
        };
        let at = selected.unwrap_or(rows.len());
        let edit = match rows.get(at) {
            Some(row) => {
                let mut row = row.clone();
                row.between.extend(new);
                Row::Put(at, row)
            }
            None => Row::Insert(at, battlewright_schema::Hexside { kind, name: None, between: new, source: None }),
        };
        acts.push(Act::edit(name, Edit::Hexside(edit)));
        acts.push(Act::Select(Selection::Hexside(at)));
    }
}

impl Tool for Hexside {
    fn hint(&self, sight: &Sight<'_>) -> String {
        let kind = kind_name(sight.options.hexside);
        match self.erase {
            None => format!(
                "Drag along hexsides to draw a {kind}; begin on one that is there, or hold Shift, to take it away."
            ),
            Some(false) => format!("Release to draw the {kind} along {} hexsides.", self.stroke.len()),
            Some(true) => format!("Release to take the {kind} away from {} hexsides.", self.stroke.len()),
        }
    }

    fn pointer(&mut self, pointer: Pointer, sight: &Sight<'_>, acts: &mut Vec<Act>) {
        match pointer {
            Pointer::Hover(pos) => {
                self.hover = sight.view.side_at(pos).filter(|(a, b)| sight.common().has(*a) && sight.common().has(*b));
            }
            Pointer::Gone => self.hover = None,
            Pointer::Press(pos) => {
                self.add(pos, sight);
                let kind = sight.options.hexside;
                let there = self.stroke.first().is_some_and(|side| {
                    let names = names(sight, *side);
                    let mut rows = sight.common().hexsides().iter().filter(|row| row.kind == kind);
                    rows.any(|row| row.between.iter().any(|side| names.contains(side)))
                });
                self.erase = Some(there || sight.modifiers.shift);
            }
            Pointer::Drag(pos) if self.erase.is_some() => self.add(pos, sight),
            Pointer::Release(_) => {
                if let Some(erase) = self.erase.take() {
                    self.commit(sight, erase, acts);
                }
            }
            _ => {}
        }
    }

    fn cancel(&mut self) -> bool {
        self.stroke.clear();
        self.erase.take().is_some()
    }

    fn preview(&self, painter: &Painter, sight: &Sight<'_>) {
        let erase = self.erase.unwrap_or(sight.modifiers.shift);
        for (a, b) in &self.stroke {
            lines::hexside_preview(painter, sight.view, sight.options.hexside, *a, *b, erase);
        }
        if let (None, Some((a, b))) = (self.erase, self.hover) {
            lines::hexside_preview(painter, sight.view, sight.options.hexside, a, b, erase);
        }
    }
}
