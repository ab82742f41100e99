//! Hexes that the map does not have.

use crate::diagnostic::{Diagnostic, finding, shown};
use crate::fix::{Fix, TextEdit, quoted};
use crate::lint::ENOUGH;
use crate::lint::context::Context;
use crate::lint::names::ScenarioName;
use crate::{HexId, HexsideId};

finding! {
    /// # What it finds
    /// A reference to a hex that the map does not have.
    ///
    /// # Why it matters
    /// Hexes have the format of the first hex: if the first is `"0101"`, then `"814"` and `"A12"` are invalid, and so
    /// is `"2101"` on a map of 20 columns. A hex with the letter `_` is not on the map either. Every hex in the file is
    /// checked.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// at = "9901"          # the map has no column 99
    /// ```
    ///
    /// # Remedy
    /// Write a hex of the map, or give the hex a terrain letter.
    HEX_OFF_MAP = "hex-off-map", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(grid) = cx.map.grid.as_ref().filter(|_| !cx.is_all_on_map) else { return };
    let limit = found.len() + ENOUGH;
    let mut test = |name: &str, of: ScenarioName<'_>, at: usize, is_whole: bool| {
        if found.len() >= limit {
            return;
        }
        let finding = match grid.named(name) {
            None => {
                let [first, last] = [cx.map.corner(false), cx.map.corner(true)].map(|name| name.to_string());
                HEX_OFF_MAP
                    .at(of.path(), format!("the map has no hex {}", shown(name)))
                    .help(format!("hexes run from {first:?} to {last:?}"))
            }
            // A short row of letters is a finding of its own.
            Some(cell) if cx.map.letter(cell).is_none() || cx.map.has(cell) => return,
            Some(_) => HEX_OFF_MAP
                .at(of.path(), format!("hex {} is `_`: not on the map", shown(name)))
                .help("`_` in `hexes` marks missing hexes; write a terrain letter, or choose another hex"),
        };
        let path = &finding.path;
        let part = cx.text.and_then(|text| text.part_of_string(path, at, name));
        let reading = grid.reading(name).filter(|_| grid.named(name).is_none());
        let meant = reading.filter(|meant| cx.map.find(meant).is_some());
        let edit = |meant: &HexId| match &part {
            Some(part) => Some(TextEdit::new(part.clone(), meant.as_str())),
            None => cx.text.and_then(|text| text.write(path, quoted(meant.as_str()))).filter(|_| is_whole),
        };
        let fix = meant.and_then(|meant| Fix::safe(format!("write `{meant}`"), edit(&meant)));
        found.push(finding.span(part).fix(fix));
    };
    for name in cx.uses("HexId") {
        test(name.text(), name, 0, true);
    }
    for side in cx.uses("HexsideId") {
        if let Some((a, b)) = HexsideId::parts(side.text()) {
            test(a, side, 0, false);
            test(b, side, a.len() + 1, false);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn hexes_everywhere_are_checked() {
        assert_eq!(
            shown(&[
                ("at = \"0704\"", "at = \"9904\""),
                ("[\"0503\"]", "[\"503\"]"),
                ("\"0203\", \"0303\"", "\"0203\", \"03O3\""),
                ("[[place]]", "[[hexside]]\nkind = \"wall\"\nbetween = [\"0101/0100\"]\n[[place]]"),
            ]),
            ["hex-off-map \"03O3\"", "hex-off-map 0100", "hex-off-map \"503\"", "hex-off-map \"9904\""]
        );
    }

    #[test]
    fn void_hexes_are_not_on_the_map() {
        let void = (". . . . . . w .", ". . . . . . _ .");
        assert_eq!(shown(&[void]), ["hex-off-map \"0704\""]);
    }

    #[test]
    fn the_last_hex_is_on_the_map() {
        assert_eq!(shown(&[("at = \"0704\"", "at = \"0806\"")]), [] as [&str; 0]);
    }
}
