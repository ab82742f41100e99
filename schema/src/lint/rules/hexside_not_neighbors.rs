//! Invalid hexsides.

use crate::common::grid::Grid;
use crate::diagnostic::{Diagnostic, finding, shown};
use crate::fix::{Fix, quoted};
use crate::lint::ENOUGH;
use crate::lint::context::Context;
use crate::{HexId, HexsideId};

finding! {
    /// # What it finds
    /// A hexside between two hexes that are not adjacent.
    ///
    /// # Why it matters
    /// A hexside is the common side of two adjacent hexes.
    ///
    /// # Example
    /// ```toml
    /// [[hexside]]
    /// kind = "stream"
    /// between = ["0412/0414"]      # "0412/0413"
    /// ```
    ///
    /// # Remedy
    /// Write two adjacent hexes.
    HEXSIDE_NOT_NEIGHBORS = "hexside-not-neighbors", Error
}

finding! {
    /// # What it finds
    /// A hexside that is not written as two hexes with a slash.
    ///
    /// # Why it matters
    /// The hexside cannot be located.
    ///
    /// # Example
    /// ```toml
    /// [[hexside]]
    /// between = ["0412-0413"]      # "0412/0413"
    /// ```
    ///
    /// # Remedy
    /// Write both hexes with a slash between them, such as `"0412/0413"`.
    BAD_HEXSIDE = "bad-hexside", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let limit = found.len() + ENOUGH;
    for border in cx.borders.iter().filter(|border| border.cells.is_none_or(|(.., apart)| apart != 1)) {
        if found.len() >= limit {
            break;
        }
        let (text, path) = (border.id.as_str(), || border.path());
        let Some((a, b)) = HexsideId::parts(text) else {
            let message = format!("{} is not a hexside", shown(text));
            let meant = cx.map.grid.as_ref().and_then(|grid| reading(grid, text));
            let write = |meant: &str| cx.text.and_then(|text| text.write(&path(), quoted(meant)));
            let fix = meant.and_then(|meant| Fix::safe(format!("write `{meant}`"), write(&meant)));
            let help = "write two hexes with a slash: \"0412/0413\"";
            found.push(BAD_HEXSIDE.at(path(), message).help(help).fix(fix));
            continue;
        };
        // A hex off the map is a finding of its own.
        let Some((grid, (from, _, apart))) = cx.map.grid.as_ref().zip(border.cells) else { continue };
        let message = match apart {
            0 => format!("the hexside names {a} twice"),
            apart => format!("{a} and {b} are not adjacent: they are {apart} hexes apart"),
        };
        let names: Vec<String> = cx.map.neighbors(from).map(|cell| grid.name(cell).to_string()).collect();
        let help = format!("{a} is adjacent to {}", names.join(", "));
        found.push(HEXSIDE_NOT_NEIGHBORS.at(path(), message).help(help).fix(cx.take_hexside(border.at)));
    }
}

/// Returns the hexside that `text` evidently means: two adjacent hexes with another separator than a slash.
fn reading(grid: &Grid, text: &str) -> Option<String> {
    let hex = |text: &str| {
        let name = HexId::from(text.trim_matches(|c: char| !c.is_alphanumeric()));
        grid.cell(&name).or_else(|| grid.cell(&grid.reading(name.as_str())?))
    };
    let parts = text.char_indices().skip(1).map(|(at, _)| text.split_at(at));
    let pairs = parts.take(40).filter_map(|(a, b)| Some((hex(a)?, hex(b)?)));
    let mut sides: Vec<_> = pairs.filter(|(a, b)| grid.distance(*a, *b) == 1).collect();
    sides.dedup();
    match sides.as_slice() {
        [(a, b)] => Some(format!("{}/{}", grid.name(*a), grid.name(*b))),
        _ => None,
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    fn with(between: &str) -> Vec<String> {
        let hexside = format!("[[hexside]]\nkind = \"stream\"\nbetween = [\"0404/0405\", \"{between}\"]\n[[place]]");
        shown(&[("[[place]]", &hexside)])
    }

    #[test]
    fn a_hexside_is_shared_by_neighbors() {
        assert_eq!(with("0404/0504"), [] as [&str; 0]);
        assert_eq!(with("0404/0406"), ["hexside-not-neighbors \"0404/0406\""]);
        assert_eq!(with("0404/0404"), ["hexside-not-neighbors \"0404/0404\""]);
        assert_eq!(with("0404/9906"), ["hex-off-map 9906"]);
    }

    #[test]
    fn a_hexside_is_two_hexes_and_a_slash() {
        assert_eq!(with("0404-0405"), ["bad-hexside \"0404-0405\""]);
        assert_eq!(with("0404/0405/0406"), ["bad-hexside \"0404/0405/0406\""]);
    }
}
