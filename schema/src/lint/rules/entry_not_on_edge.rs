//! Entry hexes inside the map.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An entry hex that is not at the edge of the map.
    ///
    /// # Why it matters
    /// Units enter over the edge of the map. A hex is at the edge if one of its six neighbors is missing, because it is
    /// outside the map or `_`.
    ///
    /// # Example
    /// ```toml
    /// [[entry]]
    /// hexes = ["1007"]     # in the middle of a map of 20 columns and 14 rows
    /// ```
    ///
    /// # Remedy
    /// Choose a hex at the edge.
    ENTRY_NOT_ON_EDGE = "entry-not-on-edge", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // Missing letters create false edges and hide true ones.
    if !cx.map.is_full {
        return;
    }
    for (row, entry) in cx.entries.iter().enumerate() {
        for (index, hex) in entry.hexes.iter().enumerate() {
            let inside = cx.map.find(hex).is_some_and(|cell| cx.map.neighbors(cell).count() == 6);
            if inside {
                let path = DocPath::root().key("entry").index(row).key("hexes").index(index);
                let message = format!("{hex} of entry `{}` is not at the edge of the map", entry.id);
                let fix = cx.take_one(format!("remove {hex}"), &path, entry.hexes.len());
                found.push(ENTRY_NOT_ON_EDGE.at(path, message).help("choose a hex at the edge").fix(fix));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn an_entry_is_at_the_edge() {
        let entry = "side = \"red\"\nhexes = [\"0103\"]";
        assert_eq!(shown(&[(entry, "side = \"red\"\nhexes = [\"0103\", \"0404\"]")]), ["entry-not-on-edge \"0404\""]);
    }

    #[test]
    fn a_hex_beside_the_void_is_at_the_edge() {
        let entry = "side = \"red\"\nhexes = [\"0103\"]";
        let inside = "side = \"red\"\nhexes = [\"0404\"]";
        let void = (". . . . . . w .", ". . . . _ . w .");
        assert_eq!(shown(&[(entry, inside), void]), [] as [&str; 0]);
    }
}
