//! Exit hexes inside the map.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An exit hex that is not at the edge of the map.
    ///
    /// # Why it matters
    /// Units leave over the edge of the map. A hex is at the edge if one of its six neighbors is missing, because it is
    /// outside the map or `_`.
    ///
    /// # Example
    /// ```toml
    /// [[exit]]
    /// hexes = ["1007"]     # in the middle of a map of 20 columns and 14 rows
    /// ```
    ///
    /// # Remedy
    /// Choose a hex at the edge.
    EXIT_NOT_ON_EDGE = "exit-not-on-edge", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // Missing letters create false edges and hide true ones.
    if !cx.map.is_full {
        return;
    }
    for (row, exit) in cx.exits.iter().enumerate() {
        for (index, hex) in exit.hexes.iter().enumerate() {
            let inside = cx.map.find(hex).is_some_and(|cell| cx.map.neighbors(cell).count() == 6);
            if inside {
                let path = DocPath::root().key("exit").index(row).key("hexes").index(index);
                let message = format!("{hex} of exit `{}` is not at the edge of the map", exit.id);
                let fix = cx.take_one(format!("remove {hex}"), &path, exit.hexes.len());
                found.push(EXIT_NOT_ON_EDGE.at(path, message).help("choose a hex at the edge").fix(fix));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn an_exit_is_at_the_edge() {
        let exit = "side = \"red\"\nhexes = [\"0803\"]";
        assert_eq!(shown(&[(exit, "side = \"red\"\nhexes = [\"0803\", \"0404\"]")]), ["exit-not-on-edge \"0404\""]);
    }

    #[test]
    fn a_hex_beside_the_void_is_at_the_edge() {
        let exit = "side = \"red\"\nhexes = [\"0803\"]";
        let inside = "side = \"red\"\nhexes = [\"0404\"]";
        let void = (". . . . . . w .", ". . . . _ . w .");
        assert_eq!(shown(&[(exit, inside), void]), [] as [&str; 0]);
    }
}
