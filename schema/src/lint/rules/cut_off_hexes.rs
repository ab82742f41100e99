//! Unused parts of the map that are cut off.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Hexes that are cut off from the rest of the map and not used.
    ///
    /// # Why it matters
    /// `_` separates them from the rest, and no unit starts or enters there. Usually a `_` is wrong, or a letter lies
    /// beyond the edge of the printed map.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// hexes = """
    /// . . _ .                      # the last hex cannot be reached
    /// . . _ _
    /// """
    /// ```
    ///
    /// # Remedy
    /// Write `_` for hexes that the map does not have, or a letter where the map is interrupted.
    CUT_OFF_HEXES = "cut-off-hexes", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(grid) = cx.map.grid.as_ref().filter(|_| cx.map.is_full) else { return };
    let (field, parts) = (cx.map.field(), cx.map.parts());
    if parts.sizes.len() < 2 {
        return;
    }
    let mut used = vec![false; parts.sizes.len()];
    for cell in cx.uses("HexId").filter_map(|name| cx.map.named(name.text())) {
        if let Some(used) = used.get_mut(parts.part(field, cell)) {
            *used = true;
        }
    }
    let largest = parts.sizes.iter().enumerate().max_by_key(|(_, (size, _))| *size).map(|(part, _)| part);
    for (part, (size, first)) in parts.sizes.iter().enumerate() {
        if Some(part) == largest || used.get(part) == Some(&true) {
            continue;
        }
        let name = grid.name(*first);
        let message = match size {
            1 => format!("hex {name} is cut off from the rest of the map and not used"),
            size => format!("{size} hexes around {name} are cut off from the rest of the map and not used"),
        };
        let finding = CUT_OFF_HEXES
            .at(DocPath::root().key("map").key("hexes"), message)
            .help("write `_` for missing hexes, or a letter where the map is interrupted")
            .span(cx.letter_spans(usize::from(first.row)).nth(usize::from(first.column)));
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    const CORNER: (&str, &str) = (". . . . . . . .\n. . w . . . . .", ". . . . . . _ .\n. . w . . . . _");

    #[test]
    fn a_part_of_the_map_is_there_for_something() {
        assert_eq!(shown(&[CORNER]), ["cut-off-hexes ."]);
        let unit = ("at = \"0704\"", "at = \"0801\"");
        assert_eq!(shown(&[CORNER, unit]), ["stranded-unit \"0801\""]);
    }
}
