//! Areas and lines that are no areas and lines, and points beyond the edge of the table.

use super::geometry::{self, CrossedEdges};
use crate::TablePoint;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::rules::unchecked;
use crate::outrance::{Outrance, TerrainKind};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An area with fewer than three corners, or a line with fewer than two points.
    ///
    /// # Why it matters
    /// It has no effect.
    ///
    /// # Example
    /// ```toml
    /// [[road]]
    /// line = ["12,4"]
    /// ```
    ///
    /// # Remedy
    /// Add points, or remove the row.
    TOO_FEW_POINTS = "too-few-points", Error
}

finding! {
    /// # What it finds
    /// An outline of terrain that crosses itself.
    ///
    /// # Why it matters
    /// Parts of the area are then outside. Usually, two corners are in the wrong order.
    ///
    /// # Example
    /// ```toml
    /// [[terrain]]
    /// kind = "woods"
    /// outline = ["0,0", "4,4", "4,0", "0,4"]
    /// ```
    ///
    /// # Remedy
    /// List the corners in their order around the area.
    CROSSED_OUTLINE = "crossed-outline", Error
}

finding! {
    /// # What it finds
    /// A hill without a level, or another terrain with one.
    ///
    /// # Why it matters
    /// Levels decide what can be seen (VIII). Woods, towns and so on stand on the level of the hill below them.
    ///
    /// # Example
    /// ```toml
    /// [[terrain]]
    /// kind = "hill"
    /// outline = ["0,0", "4,0", "4,4"]
    /// ```
    ///
    /// # Remedy
    /// Give the hill a `level`. Remove it from other terrain, and draw the hill as an area of its own.
    HILL_LEVEL = "hill-level", Error
}

finding! {
    /// # What it finds
    /// An objective, an entry, a choke point, the destination of a march or the point of an advice that is not on the
    /// table.
    ///
    /// # Why it matters
    /// No unit can ever be there.
    ///
    /// # Example
    /// ```toml
    /// [table]
    /// width = 44
    /// depth = 32
    ///
    /// [[objective]]
    /// at = "24,45"
    /// ```
    ///
    /// # Remedy
    /// Correct the point. Distances are from the left edge and from the upper edge.
    OFF_TABLE = "off-table", Error
}

finding! {
    /// # What it finds
    /// Terrain, an obstacle or a road with a point beyond the edge of the table.
    ///
    /// # Why it matters
    /// The part off the table has no effect. Perhaps a digit is wrong.
    ///
    /// # Example
    /// ```toml
    /// [table]
    /// width = 44
    /// depth = 32
    ///
    /// [[road]]
    /// line = ["0,4", "444,8"]
    /// ```
    ///
    /// # Remedy
    /// Correct the point, or end the area or line at the edge.
    BEYOND_EDGE = "beyond-edge", Warning
}

/// The most comparisons of edges with each other, over all outlines. They take less than a second.
const MOST_EDGE_COMPARISONS: usize = 50_000_000;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let mut comparisons = MOST_EDGE_COMPARISONS;
    let mut stopped = None;
    for (row, terrain) in own.terrain.iter().enumerate() {
        let path = DocPath::root().key("terrain").index(row);
        points(own, &terrain.outline, 3, &path.clone().key("outline"), found);
        let crossing = geometry::crossing_edges(&terrain.outline, &mut comparisons);
        if crossing == CrossedEdges::Unknown {
            stopped = stopped.or(Some(row));
        }
        if let CrossedEdges::At(first, second) = crossing {
            let outline = path.clone().key("outline");
            let finding = CROSSED_OUTLINE
                .at(outline.clone().index(second), "the outline crosses itself after this corner")
                .related(outline.index(first), "it crosses the edge after this one")
                .help("list the corners in their order around the area");
            found.push(finding);
        }
        let is_hill = terrain.kind == TerrainKind::Hill;
        if is_hill && terrain.level.is_none() {
            let finding = HILL_LEVEL.at(path.clone().key("kind"), "the hill has no level").help("add `level = 1`");
            found.push(finding.fix(cx.write(&path.clone().key("level"), "1")));
        } else if !is_hill && terrain.level.is_some() {
            let level = path.key("level");
            let finding =
                HILL_LEVEL.at(level.clone(), "only hills have a level").help("draw the hill as an area of its own");
            found.push(finding.fix(cx.take_out("remove the level", &level)));
        }
    }
    if let Some(row) = stopped {
        let path = DocPath::root().key("terrain").index(row).key("outline");
        found.push(unchecked::stopped(path, "whether this outline and those after it cross themselves"));
    }
    for (row, obstacle) in own.obstacle.iter().enumerate() {
        points(own, &obstacle.line, 2, &DocPath::root().key("obstacle").index(row).key("line"), found);
    }
    for (row, road) in own.road.iter().enumerate() {
        points(own, &road.line, 2, &DocPath::root().key("road").index(row).key("line"), found);
    }
    let objectives = own.objective.iter().enumerate().map(|(row, objective)| ("objective", row, objective.at));
    let entries = own.entry.iter().enumerate().map(|(row, entry)| ("entry", row, entry.at));
    let chokes = own.choke_point.iter().enumerate().map(|(row, choke)| ("choke_point", row, choke.at));
    let off = |point: TablePoint, path: DocPath, what: &str| {
        (!geometry::is_on_table(own.table, point.0)).then(|| {
            let message = format!("the {what} {point} is off the table");
            OFF_TABLE.at(path, message).help(format!("the table measures {}", own.table))
        })
    };
    let advice = own.computer.iter().enumerate().filter_map(|(row, advice)| Some(("computer", row, advice.at?)));
    for (list, row, point) in objectives.chain(entries).chain(chokes).chain(advice) {
        let path = DocPath::root().key(list).index(row).key("at");
        found.extend(off(point, path, "point"));
    }
    for (row, unit) in own.unit.iter().enumerate() {
        let Some(toward) = unit.enters.as_ref().and_then(|enters| enters.toward) else { continue };
        let path = DocPath::root().key("unit").index(row).key("enters").key("toward");
        found.extend(off(toward, path, "destination"));
    }
}

/// Reports a list with fewer than `least` points, and its first point beyond the edge.
fn points(own: &Outrance, points: &[TablePoint], least: usize, path: &DocPath, found: &mut Vec<Diagnostic>) {
    if points.len() < least {
        let message = format!("there are {} points", points.len());
        found.push(TOO_FEW_POINTS.at(path.clone(), message).help(format!("write at least {least}")));
    }
    if let Some(at) = points.iter().position(|point| !geometry::is_on_table(own.table, point.0)) {
        let message = "this point is beyond the edge of the table";
        let finding = BEYOND_EDGE.at(path.clone().index(at), message);
        found.push(finding.help(format!("the table measures {}", own.table)));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_outrance as shown;

    const HILL: &str = "outline = [\"3,12\", \"9,12\", \"9,18\", \"3,18\"]";

    #[test]
    fn areas_and_lines_have_points() {
        assert_eq!(shown(&[(HILL, "outline = [\"3,12\", \"9,12\"]")]), ["too-few-points [\"3,12\", \"9,12\"]"]);
        assert_eq!(shown(&[("line = [\"0,22\", \"24,22\"]", "line = []")])[0], "too-few-points []");
    }

    #[test]
    fn outlines_go_around_their_area() {
        let crossed = HILL.replace("\"9,18\", \"3,18\"", "\"3,18\", \"9,18\"");
        assert_eq!(shown(&[(HILL, &crossed)]), ["crossed-outline \"9,18\""]);
    }

    #[test]
    fn hills_and_only_hills_have_levels() {
        assert_eq!(shown(&[("level = 1\n", "")]), ["hill-level \"hill\""]);
        assert_eq!(shown(&[("kind = \"woods\"", "kind = \"woods\"\nlevel = 2")]), ["hill-level 2"]);
    }

    #[test]
    fn points_are_on_the_table() {
        assert_eq!(shown(&[("at = \"6,15\"", "at = \"6,24.5\"")]), ["off-table \"6,24.5\""]);
        assert_eq!(shown(&[("toward = \"18,10\"", "toward = \"180,10\"")]), ["off-table \"180,10\""]);
        assert_eq!(shown(&[(HILL, &HILL.replace("3,18", "-3,18"))]), ["beyond-edge \"-3,18\""]);
    }
}
