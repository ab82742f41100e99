//! Slopes and levels that contradict each other.

use std::collections::BTreeSet;

use crate::HexsideKind;
use crate::common::grid::Cell;
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::quoted;
use crate::lint::context::Context;
use crate::lint::ground::PaddedIndex;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A steep slope between two hexes of the same level.
    ///
    /// # Why it matters
    /// Either a level is wrong, or the slope belongs to another hexside.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// levels = """
    /// 3 3 1
    /// """
    ///
    /// [[hexside]]
    /// kind = "slope"
    /// between = ["0101/0201"]      # "0201/0301"
    /// ```
    ///
    /// # Remedy
    /// Correct a level, or move the slope.
    SLOPE_ON_LEVEL_GROUND = "slope-on-level-ground", Warning
}

finding! {
    /// # What it finds
    /// A hexside without a slope, although its levels differ as much as at the slopes of the map.
    ///
    /// # Why it matters
    /// Units cross it without extra cost. A scenario without any slopes is not checked.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// levels = """
    /// 3 1 3                        # the slope on the other side of the valley is missing
    /// """
    ///
    /// [[hexside]]
    /// kind = "slope"
    /// between = ["0101/0201"]
    /// ```
    ///
    /// # Remedy
    /// Add the slope. *Slopes from levels* in the editor adds all missing slopes.
    MISSING_SLOPE = "missing-slope", Warning
}

finding! {
    /// # What it finds
    /// A hex that differs by two levels or more from all its neighbors.
    ///
    /// # Why it matters
    /// This is usually a mistyped digit. On a hill or in a valley, at least one neighbor has nearly the same level.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// levels = """
    /// 2 2 2
    /// 2 5 2                        # 3
    /// 2 2 2
    /// """
    /// ```
    ///
    /// # Remedy
    /// Correct the level.
    LONELY_HEIGHT = "lonely-height", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let (Some(levels), Some(grid), true) = (cx.map.levels, &cx.map.grid, cx.map.is_full) else { return };
    // Levels that do not match the map's size are a finding of their own.
    let shaped = levels.0.len() == usize::from(cx.map.rows)
        && levels.0.iter().all(|row| row.len() == usize::from(cx.map.columns));
    if !shaped {
        return;
    }
    let field = cx.map.field();
    // 0 for missing hexes and hexes without a level.
    let mut heights = field.each_letter(&cx.map, levels, 0, |digit| digit.to_digit(10).unwrap_or(0));
    for spot in field.none() {
        heights[spot] = 0;
    }
    let before = found.len();
    let mut slopes: BTreeSet<(Cell, Cell)> = BTreeSet::new();
    for border in cx.borders.iter().filter(|border| border.hexside.kind == HexsideKind::Slope) {
        let hexes = border.cells.filter(|(a, b, _)| cx.map.has(*a) && cx.map.has(*b));
        let Some((a, b, apart)) = hexes else { continue };
        slopes.insert((a.min(b), a.max(b)));
        let level = heights[field.spot(a)];
        if apart > 0 && level > 0 && level == heights[field.spot(b)] {
            let message = format!("a slope at {}, where both hexes have level {level}", border.id);
            let help = "correct a level, or move the slope";
            let fix = cx.take_hexside(border.at);
            found.push(SLOPE_ON_LEVEL_GROUND.at(border.path(), message).help(help).fix(fix));
        }
    }
    // A misplaced slope is usually meant for the next hexside, which then needs no finding.
    let steep = cx.scenario.common().steep().map(u32::from).filter(|_| !slopes.is_empty() && found.len() == before);
    let mut roads = None;
    let mut missing = Vec::new();
    for spot in field.all().filter(|spot| heights[*spot] > 0) {
        let here = heights[spot];
        let around = field.beside(spot);
        // Most neighbors have the same level.
        if around.iter().all(|next| heights[*next] == here) {
            continue;
        }
        let differs = |next: &PaddedIndex, by: u32| heights[*next] > 0 && here.abs_diff(heights[*next]) >= by;
        if let Some(steep) = steep {
            for next in around.iter().filter(|next| differs(next, steep)) {
                let side = (field.cell(spot), field.cell(*next));
                if side.0 < side.1 && !slopes.contains(&side) {
                    missing.push(format!("{}/{}", grid.name(side.0), grid.name(side.1)));
                }
            }
        }
        let stands_out = around.iter().all(|next| heights[*next] == 0 || differs(next, 2));
        if !stands_out || around.iter().filter(|next| heights[**next] > 0).count() < 3 {
            continue;
        }
        let cell = field.cell(spot);
        let roads: &BTreeSet<Cell> =
            roads.get_or_insert_with(|| cx.road_hexes().iter().map(|(cell, _)| *cell).collect());
        // A road that climbs there is a finding of its own.
        if !roads.contains(&cell) {
            let (column, row) = (usize::from(cell.column), usize::from(cell.row));
            let message =
                format!("{} has level {here}, and all hexes around it differ by two or more", grid.name(cell));
            let finding = LONELY_HEIGHT
                .at(DocPath::root().key("map").key("levels"), message)
                .help("correct the level if it is mistyped")
                .span(cx.level_span(row, column));
            found.push(finding);
        }
    }
    if let [first, rest @ ..] = missing.as_slice() {
        let row = cx.hexsides.iter().position(|hexside| hexside.kind == HexsideKind::Slope).unwrap_or_default();
        let more = if rest.is_empty() { String::new() } else { format!(", and {} more hexsides,", rest.len()) };
        let message = format!("{first}{more} as steep as a slope, but without one");
        let all: Vec<String> = missing.iter().take(12).map(|side| format!("\"{side}\"")).collect();
        let dots = if missing.len() > all.len() { " …" } else { "" };
        let path = DocPath::root().key("hexside").index(row).key("between");
        let title = format!("add the {}", if missing.len() == 1 { "missing slope" } else { "missing slopes" });
        let sides = || missing.iter().map(|side| quoted(side)).collect::<Vec<_>>().join(", ");
        let fix = cx.offer(title, |text| text.append(&path, &sides()));
        let finding = MISSING_SLOPE.at(path, message).help(format!("add {}{dots}", all.join(", "))).fix(fix);
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    fn with_slope(between: &str) -> (&'static str, String) {
        ("[[place]]", format!("[[hexside]]\nkind = \"slope\"\nbetween = [{between}]\n[[place]]"))
    }

    #[test]
    fn a_slope_is_where_the_ground_falls() {
        let (place, slopes) = with_slope("\"0504/0605\", \"0101/0102\"");
        let all = ("2 2 2 2 1 2 3 3", "2 2 2 2 2 2 3 3");
        assert_eq!(shown(&[(place, &slopes), all]), ["slope-on-level-ground \"0101/0102\""]);
    }

    #[test]
    fn whoever_draws_slopes_draws_all() {
        let (place, slopes) = with_slope("\"0504/0605\"");
        assert_eq!(shown(&[(place, &slopes)]), [] as [&str; 0]);
        let (place, slopes) = with_slope("\"0203/0204\"");
        assert_eq!(shown(&[(place, &slopes)]), ["missing-slope [\"0203/0204\"]"]);
    }

    #[test]
    fn a_hill_is_wider_than_a_hex() {
        let tower = ("2 2 2 2 2 3 3 3\n2 2 2 2 2 3 3 3", "2 2 2 2 2 3 3 3\n2 2 5 2 2 3 3 3");
        assert_eq!(shown(&[tower]), ["lonely-height 5"]);
    }
}
