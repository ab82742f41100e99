//! Streams, rivers and bridges: duplicates, contradictions and gaps.

use std::collections::{BTreeMap, BTreeSet};

use crate::common::grid::{Cell, Grid};
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::{Fix, quoted};
use crate::lint::context::{Border, Context};
use crate::lint::lookup::{Lookup, lookup};
use crate::path::DocPath;
use crate::{Hexside, HexsideKind};

finding! {
    /// # What it finds
    /// A stream or river with a gap of one hexside.
    ///
    /// # Why it matters
    /// Two ends of the hexsides of a row are one hexside apart. Units could cross at this gap.
    ///
    /// # Example
    /// ```toml
    /// [[hexside]]
    /// kind = "stream"
    /// between = ["0412/0413", "0412/0513"] # "0412/0512" is missing between them
    /// ```
    ///
    /// # Remedy
    /// Add the hexside that the finding names. If the gap is intended, allow the finding, or write the two parts as two
    /// rows.
    STREAM_GAP = "stream-gap", Warning
}

finding! {
    /// # What it finds
    /// A hexside with the same feature twice.
    ///
    /// # Why it matters
    /// The second entry has no effect. Usually the next hexside was meant.
    ///
    /// # Example
    /// ```toml
    /// [[hexside]]
    /// kind = "stream"
    /// between = ["0412/0413", "0413/0412"]
    /// ```
    ///
    /// # Remedy
    /// Remove the second entry, or write the intended hexside.
    HEXSIDE_TWICE = "hexside-twice", Warning
}

finding! {
    /// # What it finds
    /// A hexside with both a stream and a river.
    ///
    /// # Why it matters
    /// Units can cross a stream but not a river. The rules apply the worse of the two, which may not be intended.
    ///
    /// # Example
    /// ```toml
    /// [[hexside]]
    /// kind = "stream"
    /// between = ["0412/0413"]
    ///
    /// [[hexside]]
    /// kind = "river"
    /// between = ["0412/0413"]              # where a stream joins a river, the stream ends
    /// ```
    ///
    /// # Remedy
    /// Remove one of the two.
    STREAM_AND_RIVER = "stream-and-river", Warning
}

finding! {
    /// # What it finds
    /// A road that crosses a river without a bridge.
    ///
    /// # Why it matters
    /// Units can ford a stream, but they cannot cross a river on a road without a bridge.
    ///
    /// # Example
    /// ```toml
    /// [[hexside]]
    /// kind = "river"
    /// between = ["0412/0413"]
    ///
    /// [[road]]
    /// path = ["0412", "0413"]              # a bridge at "0412/0413" is missing
    /// ```
    ///
    /// # Remedy
    /// Add a bridge on the hexside, or route the road to another bridge.
    ROAD_INTO_RIVER = "road-into-river", Warning
}

/// A hexside as its two hexes, the lesser first.
type HexPair = (Cell, Cell);

/// The first occurrence of each feature on a hexside: its row, and its index in the list.
type First = Lookup<(HexsideKind, HexPair), (usize, usize)>;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut first: First = lookup(cx.borders.len());
    let mut waters = Vec::new();
    let has_rivers = cx.hexsides.iter().any(|hexside| hexside.kind == HexsideKind::River);
    for row in cx.borders.chunk_by(|one, next| one.at.0 == next.at.0) {
        let Some(Border { hexside, at: (row_number, _), .. }) = row.first() else { continue };
        let mut own: Vec<HexPair> = Vec::with_capacity(row.len());
        for border in row {
            let Some(side) = cx.side(border) else { continue };
            own.push(side);
            let (here, id) = (border.at, border.id);
            let earlier = *first.entry((hexside.kind, side)).or_insert(here);
            if earlier != here {
                let message = format!("{id} already has this {}", hexside.kind.name());
                let finding =
                    HEXSIDE_TWICE.at(Border::path_of(here), message).related(Border::path_of(earlier), "first here");
                let fixes = cx.take_hexside(here);
                found.push(finding.help("remove one of them").fix(fixes));
                continue;
            }
            let other = match hexside.kind {
                HexsideKind::Stream if has_rivers => first.get(&(HexsideKind::River, side)),
                HexsideKind::River => first.get(&(HexsideKind::Stream, side)),
                _ => None,
            };
            if let Some(other) = other {
                let message = format!("{id} has both a stream and a river");
                let finding = STREAM_AND_RIVER
                    .at(Border::path_of(here), message)
                    .related(Border::path_of(*other), "the other one")
                    .help("where a stream joins a river, end the stream at the first hexside of the river");
                found.push(finding);
            }
        }
        if is_water(hexside) {
            waters.push((*row_number, own));
        }
    }
    for (row, own) in waters {
        gap(cx, row, &own, &first, found);
    }
    if has_rivers {
        roads(cx, &first, found);
    }
}

fn is_water(hexside: &Hexside) -> bool {
    matches!(hexside.kind, HexsideKind::Stream | HexsideKind::River)
}

/// Returns the hexsides that share a corner with `side`: two others at each end.
fn hexsides_at_ends(cx: &Context<'_>, (a, b): HexPair) -> impl Iterator<Item = HexPair> {
    // The third hex at each corner follows or precedes the other hex among the neighbors.
    let around = cx.map.grid.as_ref().map(|grid| grid.neighbors(a)).unwrap_or_default();
    let towards = around.iter().position(|beside| *beside == Some(b));
    let corners = towards.into_iter().flat_map(move |to| [(to + 5) % 6, (to + 1) % 6].map(|corner| around[corner]));
    let thirds = corners.flatten().filter(|third| cx.map.has(*third));
    thirds.flat_map(move |third| [(a.min(third), a.max(third)), (b.min(third), b.max(third))])
}

/// Returns `true` if two hexsides share a corner.
fn share_corner(grid: &Grid, (a, b): HexPair, (c, d): HexPair) -> bool {
    let others = match (a == c, a == d, b == c, b == d) {
        (true, ..) => (b, d),
        (_, true, ..) => (b, c),
        (.., true, _) => (a, d),
        (.., true) => (a, c),
        _ => return false,
    };
    grid.distance(others.0, others.1) == 1
}

/// Reports a hexside missing from `own` that would join two pieces of it.
fn gap(cx: &Context<'_>, row: usize, own: &[HexPair], first: &First, found: &mut Vec<Diagnostic>) {
    let Some(grid) = &cx.map.grid else { return };
    // Hexsides are usually listed along the water, in one piece.
    if own.iter().zip(own.iter().skip(1)).all(|(one, next)| share_corner(grid, *one, *next)) {
        return;
    }
    let own: BTreeSet<HexPair> = own.iter().copied().collect();
    // The number of the piece with each hexside.
    let mut pieces: BTreeMap<HexPair, usize> = BTreeMap::new();
    for start in &own {
        let piece = pieces.len();
        let mut todo = vec![*start];
        while let Some(side) = todo.pop() {
            if pieces.contains_key(&side) {
                continue;
            }
            pieces.insert(side, piece);
            todo.extend(hexsides_at_ends(cx, side).filter(|next| own.contains(next)));
        }
    }
    if pieces.values().all(|piece| *piece == 0) {
        return;
    }
    let candidates: BTreeSet<HexPair> =
        own.iter().flat_map(|side| hexsides_at_ends(cx, *side)).filter(|side| !own.contains(side)).collect();
    for side in candidates {
        let mut joined = hexsides_at_ends(cx, side).filter_map(|next| pieces.get(&next));
        let parts_two = joined.next().is_some_and(|one| joined.any(|other| other != one));
        // A bridge over the missing hexside is a finding of its own.
        if parts_two && !first.contains_key(&(HexsideKind::Bridge, side)) {
            let missing = format!("{}/{}", grid.name(side.0), grid.name(side.1));
            let path = DocPath::root().key("hexside").index(row).key("between");
            let kind = cx.hexsides.get(row).map_or("stream", |hexside| hexside.kind.name());
            let message = format!("the {kind} has a gap at {missing}");
            let missing = quoted(&missing);
            let fix = cx.offer(format!("add {missing}"), |text| text.append(&path, &missing));
            found.push(STREAM_GAP.at(path, message).help(format!("add {missing}")).fix(fix));
            return;
        }
    }
}

fn roads(cx: &Context<'_>, first: &First, found: &mut Vec<Diagnostic>) {
    let Some(grid) = &cx.map.grid else { return };
    for [(a, _), (b, to)] in cx.road_steps() {
        let side = (a.min(b), a.max(b));
        let Some(river) = first.get(&(HexsideKind::River, side)) else { continue };
        if !first.contains_key(&(HexsideKind::Bridge, side)) {
            let (a, b) = (grid.name(a), grid.name(b));
            let finding = ROAD_INTO_RIVER
                .at(to.path(), format!("the road from {a} to {b} crosses a river without a bridge"))
                .related(Border::path_of(*river), "the river")
                .help(format!("add a bridge at \"{a}/{b}\""))
                .fix(bridge(cx, river.0, &format!("{a}/{b}")));
            found.push(finding);
        }
    }
}

/// Returns a fix that adds a bridge at `hexside`, to the row of bridges or as a new row after that of the `river`.
fn bridge(cx: &Context<'_>, river: usize, hexside: &str) -> Option<Fix> {
    let side = quoted(hexside);
    let row = |row: usize| DocPath::root().key("hexside").index(row);
    let bridges = cx.hexsides.iter().position(|hexside| hexside.kind == HexsideKind::Bridge);
    cx.offer(format!("add a bridge at {hexside}"), |text| match bridges {
        Some(bridges) => text.append(&row(bridges).key("between"), &side),
        None => text.add_behind(&row(river), &format!("[[hexside]]\nkind = \"bridge\"\nbetween = [{side}]")),
    })
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    fn with(rows: &[(&str, &str)]) -> Vec<String> {
        let row = |(kind, between): &(&str, &str)| format!("[[hexside]]\nkind = \"{kind}\"\nbetween = [{between}]\n");
        let rows: String = rows.iter().map(row).collect();
        shown(&[("[[place]]", &(rows + "[[place]]"))])
    }

    #[test]
    fn a_stream_runs_on() {
        // Around the north of 0405: 0404 above it, 0304 and 0305 to the left, 0504 to the right.
        assert_eq!(with(&[("stream", "\"0405/0304\", \"0405/0404\", \"0405/0504\"")]), [] as [&str; 0]);
        let gap = "[\"0405/0304\", \"0405/0504\"]";
        assert_eq!(with(&[("stream", gap.trim_matches(['[', ']']))]), [format!("stream-gap {gap}")]);
        assert_eq!(with(&[("wall", gap.trim_matches(['[', ']']))]), [] as [&str; 0], "walls have gates");
        assert_eq!(with(&[("stream", "\"0405/0304\""), ("stream", "\"0405/0504\"")]), [] as [&str; 0]);
    }

    #[test]
    fn a_hexside_has_a_feature_once() {
        assert_eq!(with(&[("wall", "\"0405/0404\", \"0404/0405\"")]), ["hexside-twice \"0404/0405\""]);
        assert_eq!(with(&[("stream", "\"0405/0404\""), ("wall", "\"0404/0405\"")]), [] as [&str; 0]);
        assert_eq!(
            with(&[("stream", "\"0405/0404\""), ("river", "\"0404/0405\"")]),
            ["stream-and-river \"0404/0405\""]
        );
    }

    #[test]
    fn a_road_crosses_a_river_by_a_bridge() {
        let river = ("river", "\"0203/0303\"");
        assert_eq!(with(&[river]), ["road-into-river \"0303\""]);
        assert_eq!(with(&[river, ("bridge", "\"0303/0203\"")]), [] as [&str; 0]);
        assert_eq!(with(&[("stream", "\"0203/0303\"")]), [] as [&str; 0]);
    }
}
