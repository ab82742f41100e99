//! The front line and a side with free setup, which covers all hexes along it.

use std::collections::BTreeSet;

use crate::common::grid::{Cell, Grid};
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::matz::{Front, MapEdge, Matz};
use crate::{DocPath, SideId};

finding! {
    /// # What it finds
    /// A hex along the front line that the side with free setup does not cover.
    ///
    /// # Why it matters
    /// A side that faces the line and may place its units anew has a unit or a zone of control in each hex along it, in the
    /// file as after each placement (14). No game starts otherwise. Infantry and tanks cover their hex and its neighbors, but
    /// not across hexsides that stop zones of control, such as rivers.
    ///
    /// # Example
    /// ```toml
    /// [front]
    /// side = "german"
    /// hexes = ["0404", "0504", "0604"]     # no French unit is near 0605
    /// free_setup = ["french"]
    /// ```
    ///
    /// # Remedy
    /// Move a unit into the hex or beside it, correct the line, or take the side out of `free_setup`.
    SETUP_GAP = "setup-gap", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let (Some(front), Some(grid)) = (&own.front, &cx.map.grid) else { return };
    for (index, side) in front.free_setup.iter().enumerate().filter(|(_, side)| **side != front.side) {
        let Some((edge, beyond)) = edges(own, side) else { continue };
        let line: BTreeSet<Cell> = front.hexes.iter().filter_map(|hex| cx.map.find(hex)).collect();
        let [near, far] = [edge, beyond].map(|edge| reached(cx, grid, edge, &line));
        let along = near.difference(&far).filter(|cell| cx.map.neighbors(**cell).any(|near| line.contains(&near)));
        let covered = covered(cx, own, side);
        let gaps: Vec<String> =
            along.filter(|cell| !covered.contains(cell)).map(|cell| grid.name(*cell).to_string()).collect();
        if let [first, others @ ..] = gaps.as_slice() {
            let more = if others.is_empty() { String::new() } else { format!(" and {} more", others.len()) };
            let message = format!("`{side}` does not cover {first}{more} at the front line");
            let path = DocPath::root().key("front").key("free_setup").index(index);
            found.push(SETUP_GAP.at(path, message).help(help(front, &gaps)));
        }
    }
}

fn help(front: &Front, gaps: &[String]) -> String {
    let shown = gaps.iter().take(6).map(String::as_str).collect::<Vec<_>>().join(", ");
    format!("place infantry or tanks in or beside {shown}; the line is that of `{}`", front.side)
}

/// Returns the edge of `side` and that of the other side; `None` if there are not two.
fn edges(own: &Matz, side: &SideId) -> Option<(MapEdge, MapEdge)> {
    let edge = own.side.get(side)?.edge;
    let other = own.side.iter().find(|(id, _)| *id != side)?;
    Some((edge, other.1.edge))
}

/// Returns the hexes that can be reached from an edge of the map without crossing `line`.
fn reached(cx: &Context<'_>, grid: &Grid, edge: MapEdge, line: &BTreeSet<Cell>) -> BTreeSet<Cell> {
    let (columns, rows) = (grid.columns(), grid.rows());
    let column = |column| (0..rows).map(move |row| Cell { column, row });
    let row = |row| (0..columns).map(move |column| Cell { column, row });
    let is_hex = |cell: &Cell| cx.map.has(*cell);
    let mut next: Vec<Cell> = match edge {
        MapEdge::North => (0..columns).filter_map(|at| column(at).find(is_hex)).collect(),
        MapEdge::South => (0..columns).filter_map(|at| column(at).rev().find(is_hex)).collect(),
        MapEdge::West => (0..rows).filter_map(|at| row(at).find(is_hex)).collect(),
        MapEdge::East => (0..rows).filter_map(|at| row(at).rev().find(is_hex)).collect(),
    };
    next.retain(|cell| !line.contains(cell));
    let mut reached: BTreeSet<Cell> = next.iter().copied().collect();
    while let Some(cell) = next.pop() {
        for near in cx.map.neighbors(cell).filter(|near| !line.contains(near)) {
            if reached.insert(near) {
                next.push(near);
            }
        }
    }
    reached
}

/// Returns the hexes with a combat unit of `side` or its zone of control.
fn covered(cx: &Context<'_>, own: &Matz, side: &SideId) -> BTreeSet<Cell> {
    let rules = own.ruleset();
    let blocks = |kind| rules.tables.hexsides.kinds.iter().any(|row| row.kind == kind && row.blocks_zoc);
    let blocking = cx.borders.iter().filter(|border| blocks(border.hexside.kind));
    let blocked: BTreeSet<(Cell, Cell)> =
        blocking.filter_map(|border| border.cells).flat_map(|(a, b, _)| [(a, b), (b, a)]).collect();
    let units = own.unit.iter().filter(|unit| unit.kind.fights() && own.side_of(&unit.formation) == side);
    let mut covered = BTreeSet::new();
    for cell in units.filter_map(|unit| cx.map.find(unit.at.as_ref()?)) {
        covered.insert(cell);
        covered.extend(cx.map.neighbors(cell).filter(|near| !blocked.contains(&(cell, *near))));
    }
    covered
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_matz as shown;

    /// The findings in the template with a line around 0508 and free setup for its blue side, after these replacements.
    fn free(setup: &str, edits: &[(&str, &str)]) -> Vec<String> {
        let around = format!("hexes = [\"0408\", \"0507\", \"0608\"]{setup}");
        let line = ("hexes = [\"0404\", \"0504\", \"0604\"]", around.as_str());
        let levels = ("[victory]", "[lints]\nsetup-distance = \"allow\"\nfront-uncovered = \"allow\"\n\n[victory]");
        shown(&[&[line, levels], edits].concat())
    }

    const FREE: &str = "\nfree_setup = [\"blue\"]";

    #[test]
    fn a_side_with_free_setup_covers_each_hex_along_the_line() {
        assert_eq!(free(FREE, &[]), ["setup-gap \"blue\""]);
        assert_eq!(free(FREE, &[("at = \"0505\"", "at = \"0507\"")]), [] as [&str; 0]);
        assert_eq!(free("", &[]), [] as [&str; 0], "the units start where the file has them");
        assert_eq!(free("\nfree_setup = [\"red\"]", &[]), [] as [&str; 0], "they hold the line");
    }

    #[test]
    fn no_zone_of_control_reaches_across_a_river() {
        let beside = ("at = \"0505\"", "at = \"0507\"");
        let river = (
            "[[place]]\nid = \"north-village\"",
            "[[hexside]]\nkind = \"river\"\nbetween = [\"0507/0508\"]\n\n[[place]]\nid = \"north-village\"",
        );
        assert_eq!(free(FREE, &[beside, river]), ["setup-gap \"blue\""]);
    }
}
