//! Edits of hexside rows in the document: draw and erase.

use std::collections::BTreeSet;

use battlewright_schema::{Cell, Grid, Hexside, HexsideId, HexsideKind};

use crate::model::edit::{Edit, ListChange};

fn name(grid: &Grid, a: Cell, b: Cell) -> HexsideId {
    HexsideId::from(format!("{}/{}", grid.name(a), grid.name(b)))
}

/// Draws `kind` along the sides `new`, which must not have this kind yet. Extends the `selected` row if it is of this
/// kind, otherwise the unnamed row of this kind. Returns the edit and the index of the changed row.
pub(crate) fn draw(
    rows: &[Hexside],
    kind: HexsideKind,
    new: &[(Cell, Cell)],
    selected: Option<usize>,
    grid: &Grid,
) -> (Edit, usize) {
    let new: Vec<HexsideId> = new.iter().map(|(a, b)| name(grid, *a, *b)).collect();
    let is_kind = |at: &usize| rows.get(*at).is_some_and(|row| row.kind == kind);
    let at = selected.filter(is_kind);
    let at = at.or_else(|| rows.iter().position(|row| row.kind == kind && row.name.is_none())).unwrap_or(rows.len());
    let edit = match rows.get(at) {
        Some(row) => {
            let mut row = row.clone();
            row.between.extend(new);
            ListChange::Put(at, row)
        }
        None => ListChange::Insert(at, Hexside { kind, name: None, between: new, source: None }),
    };
    (Edit::Hexside(edit), at)
}

/// Removes `kind` from `sides`. Rows that become empty are deleted.
pub(super) fn erase(rows: &[Hexside], kind: HexsideKind, sides: &[(Cell, Cell)], grid: &Grid) -> Edit {
    let both = |(a, b): &(Cell, Cell)| [name(grid, *a, *b), name(grid, *b, *a)];
    let gone: BTreeSet<HexsideId> = sides.iter().flat_map(both).collect();
    let mut edits = Vec::new();
    for (at, row) in rows.iter().enumerate().rev().filter(|(_, row)| row.kind == kind) {
        let between: Vec<_> = row.between.iter().filter(|side| !gone.contains(side)).cloned().collect();
        if between.is_empty() {
            edits.push(Edit::Hexside(ListChange::Remove(at)));
        } else if between.len() < row.between.len() {
            edits.push(Edit::Hexside(ListChange::Put(at, Hexside { between, ..row.clone() })));
        }
    }
    Edit::All(edits)
}
