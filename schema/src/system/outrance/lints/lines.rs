//! Roads, rivers and choke points that do not fit together.

use super::geometry;
use super::{MANY, MOST_COMPARISONS};
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::rules::unchecked;
use crate::outrance::{GroundGoing, Outrance, Rules, TerrainKind};
use crate::path::DocPath;
use crate::{Inches, TablePoint};

finding! {
    /// # What it finds
    /// A road that ends in a river or in a water.
    ///
    /// # Why it matters
    /// A unit that marches along it cannot go on. Usually, a bridge or a point on the other bank is missing.
    ///
    /// # Example
    /// ```toml
    /// [[obstacle]]
    /// kind = "river"
    /// line = ["0,10", "20,10"]
    ///
    /// [[road]]
    /// line = ["10,2", "10,10"]     # to "10,11", over a bridge
    /// ```
    ///
    /// # Remedy
    /// Lead the road to the other bank, and add a `[[choke_point]]`.
    ROAD_ENDS_IN_WATER = "road-ends-in-water", Warning
}

finding! {
    /// # What it finds
    /// A road that crosses an impassable line where there is no bridge, ford or gate.
    ///
    /// # Why it matters
    /// Only choke points lead across rivers and other impassable lines (VIII).
    ///
    /// # Example
    /// ```toml
    /// [[obstacle]]
    /// kind = "river"
    /// line = ["0,10", "20,10"]
    ///
    /// [[road]]
    /// line = ["10,2", "10,18"]
    /// ```
    ///
    /// # Remedy
    /// Add a `[[choke_point]]` where they cross, or move the road.
    ROAD_WITHOUT_BRIDGE = "road-without-bridge", Warning
}

finding! {
    /// # What it finds
    /// A bridge, ford or gate that is on no line and on no water.
    ///
    /// # Why it matters
    /// It leads across nothing. A unit crosses a river only at a choke point on its line.
    ///
    /// # Example
    /// ```toml
    /// [[obstacle]]
    /// kind = "river"
    /// line = ["0,10", "20,10"]
    ///
    /// [[choke_point]]
    /// kind = "bridge"
    /// at = "10,12"                 # two inches beside the river
    /// ```
    ///
    /// # Remedy
    /// Move the choke point onto the line.
    CHOKE_POINT_WITHOUT_LINE = "choke-point-without-line", Error
}

/// The distance within which a choke point or an end of a road lies on a line, in thousandths of an inch.
const ON_LINE: i64 = 250;

/// The distance between a choke point and the place where a road crosses the line under it: half a base.
const BRIDGE: i64 = 500;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let rules = own.ruleset();
    let lines: usize = own.obstacle.iter().map(|obstacle| obstacle.line.len()).sum();
    let corners: usize = own.terrain.iter().map(|terrain| terrain.outline.len()).sum();
    let roads: usize = own.road.iter().map(|road| road.line.len()).sum();
    let chokes = own.choke_point.len();
    if (roads + chokes).saturating_mul(lines + corners + chokes) > MOST_COMPARISONS {
        let list = if own.road.is_empty() { "choke_point" } else { "road" };
        found.push(unchecked::stopped(DocPath::root().key(list), "where roads, choke points and lines meet"));
        return;
    }
    for (row, choke) in own.choke_point.iter().enumerate() {
        let on_line = own.obstacle.iter().any(|obstacle| geometry::is_near_line(choke.at.0, &obstacle.line, ON_LINE));
        let on_water = own.terrain.iter().any(|terrain| {
            let is_water = terrain.kind == TerrainKind::Water || terrain.going == Some(GroundGoing::Impassable);
            is_water
                && (geometry::is_within(&terrain.outline, choke.at.0)
                    || geometry::is_near_border(choke.at.0, &terrain.outline, ON_LINE))
        });
        if !on_line && !on_water {
            let path = DocPath::root().key("choke_point").index(row).key("at");
            let message = format!("the {} is on no line and on no water", choke.kind.name());
            let help = "move it onto the river or wall that it leads across";
            found.push(CHOKE_POINT_WITHOUT_LINE.at(path, message).help(help));
        }
    }
    let before = found.len();
    for (row, road) in own.road.iter().enumerate() {
        let path = DocPath::root().key("road").index(row).key("line");
        ends(own, &rules, &road.line, &path, found);
        crossings(own, &rules, &road.line, &path, found);
        if found.len() > before + MANY {
            let what = format!("where roads and lines meet, after {MANY} findings");
            found.push(unchecked::stopped(DocPath::root().key("road"), &what));
            return;
        }
    }
}

fn is_at_choke(own: &Outrance, point: Inches) -> bool {
    own.choke_point.iter().any(|choke| geometry::is_near_segment(point, choke.at.0, choke.at.0, BRIDGE))
}

/// Reports an end of a road in a river or a water.
fn ends(own: &Outrance, rules: &Rules, road: &[TablePoint], path: &DocPath, found: &mut Vec<Diagnostic>) {
    let ends = [(0, road.first()), (road.len().saturating_sub(1), road.last())];
    for (index, end) in ends {
        let Some(end) = end.filter(|end| !is_at_choke(own, end.0)) else { continue };
        // A road may end at the edge of the table, where a river does too.
        if geometry::from_edge(own.table, end.0) <= 0 {
            continue;
        }
        let river = own.obstacle.iter().position(|obstacle| {
            obstacle.going_across(rules) == GroundGoing::Impassable
                && geometry::is_near_line(end.0, &obstacle.line, ON_LINE)
        });
        let water = own
            .terrain
            .iter()
            .position(|terrain| terrain.kind == TerrainKind::Water && geometry::is_within(&terrain.outline, end.0));
        let place = river.map(|row| ("obstacle", row)).or(water.map(|row| ("terrain", row)));
        if let Some((list, row)) = place {
            let finding = ROAD_ENDS_IN_WATER
                .at(path.clone().index(index), "the road ends in the water")
                .related(DocPath::root().key(list).index(row), "this one")
                .help("lead the road to the other bank, and add a `[[choke_point]]`");
            found.push(finding);
        }
    }
}

/// Reports crossings of a road and an impassable line without a choke point.
fn crossings(own: &Outrance, rules: &Rules, road: &[TablePoint], path: &DocPath, found: &mut Vec<Diagnostic>) {
    for (row, obstacle) in own.obstacle.iter().enumerate() {
        if obstacle.going_across(rules) != GroundGoing::Impassable {
            continue;
        }
        for (index, pair) in road.windows(2).enumerate() {
            let [from, to] = pair else { continue };
            let crossing = obstacle.line.windows(2).find(|line| {
                let [a, b] = line else { return false };
                let leads_over = |at: Inches| {
                    geometry::is_near_segment(at, from.0, to.0, BRIDGE)
                        && geometry::is_near_segment(at, a.0, b.0, BRIDGE)
                };
                geometry::cross(from.0, to.0, a.0, b.0) && !own.choke_point.iter().any(|choke| leads_over(choke.at.0))
            });
            if crossing.is_some() {
                let finding = ROAD_WITHOUT_BRIDGE
                    .at(
                        path.clone().index(index),
                        format!("the road crosses a {} after this point without a bridge", obstacle.kind.name()),
                    )
                    .related(DocPath::root().key("obstacle").index(row), "this one")
                    .help("add a `[[choke_point]]` where they cross");
                found.push(finding);
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_outrance as shown;

    const BRIDGE: &str = "kind = \"bridge\"\nat = \"12,22\"";
    const ROAD: &str = "line = [\"12,0\", \"12,24\"]";

    #[test]
    fn choke_points_lie_on_lines() {
        assert_eq!(shown(&[(BRIDGE, "kind = \"ford\"\nat = \"12.2,22.25\"")]), [] as [&str; 0]);
        let beside = shown(&[(BRIDGE, "kind = \"bridge\"\nat = \"12,20\"")]);
        assert_eq!(beside, ["road-without-bridge \"12,0\"", "choke-point-without-line \"12,20\""]);
        let lake = "[[terrain]]\nkind = \"water\"\noutline = [\"16,16\", \"20,16\", \"20,18\"]\n\n[[obstacle]]";
        let on_lake = [
            ("[[obstacle]]", lake),
            ("[[objective]]", "[[choke_point]]\nkind = \"ford\"\nat = \"18,16\"\n\n[[objective]]"),
        ];
        assert_eq!(shown(&on_lake), [] as [&str; 0]);
    }

    #[test]
    fn roads_lead_over_bridges() {
        assert_eq!(shown(&[(ROAD, "line = [\"12,0\", \"12,20\", \"6,24\"]")]), ["road-without-bridge \"12,20\""]);
        assert_eq!(shown(&[(ROAD, "line = [\"12,0\", \"9,21.9\"]")]), ["road-ends-in-water \"9,21.9\""]);
        assert_eq!(shown(&[(ROAD, "line = [\"12,0\", \"9,21.5\"]")]), [] as [&str; 0]);
        assert_eq!(shown(&[(ROAD, "line = [\"12,0\", \"12,22\"]")]), [] as [&str; 0], "a road to a bridge");
    }
}
