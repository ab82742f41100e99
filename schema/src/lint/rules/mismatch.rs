//! Errors of the numbering that affect hexes in the whole file.

use crate::common::map::{Order, Orientation, Parity};
use crate::diagnostic::{Diagnostic, finding};
use crate::fix::quoted;
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A numbering that does not fit the hexes in the file.
    ///
    /// # Why it matters
    /// Several hexes are not on the map, but all of them would be with another `order` or `first`. For example, the
    /// hexes may count rows before columns, or begin at 00 instead of 01. This finding replaces a finding for each hex.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// columns = 22
    /// rows = 15
    /// numbering = { first = "0101", order = "row-column" } # "column-row": the file has a hex "2206"
    /// ```
    ///
    /// # Remedy
    /// Change the numbering as the finding says.
    NUMBERING_MISMATCH = "numbering-mismatch", Error
}

finding! {
    /// # What it finds
    /// Roads with gaps and hexsides between distant hexes, which all disappear if the other columns or rows are
    /// shifted.
    ///
    /// # Why it matters
    /// `lower_columns` (`right_rows` on maps with pointed tops) selects the columns that are half a hex lower. If it is
    /// wrong, diagonal steps of roads lead to hexes that are not adjacent. This finding replaces a finding for each
    /// step.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// lower_columns = "odd"        # "even"
    ///
    /// [[road]]
    /// path = ["0107", "0207", "0308"]
    /// ```
    ///
    /// # Remedy
    /// Change the key as the finding says.
    OFFSET_MISMATCH = "offset-mismatch", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let map = DocPath::root().key("map");
    if let Some(numbering) = &cx.mismatch.numbering {
        let order = match numbering.order {
            Order::ColumnRow => "column-row",
            Order::RowColumn => "row-column",
        };
        let path = map.clone().key("numbering");
        let fits = format!("{{ first = {}, order = \"{order}\" }}", quoted(numbering.first.as_str()));
        let fix = cx.offer(format!("number the hexes from {}", numbering.first), |text| match text.has(&path) {
            true if text.is_inline(&path) => text.write(&path, fits.as_str()),
            true => None,
            false => text.add_key(&map, "numbering", &fits),
        });
        let finding = NUMBERING_MISMATCH
            .at(path, "hexes in the file do not exist with this numbering")
            .help(format!("all of them exist with {fits}"))
            .fix(fix);
        found.push(finding);
    }
    if let Some(shift) = cx.mismatch.shift {
        let (key, what) = match cx.scenario.common().frame().orientation {
            Orientation::Flat => ("lower_columns", "columns"),
            Orientation::Pointy => ("right_rows", "rows"),
        };
        let shift = if shift == Parity::Odd { "odd" } else { "even" };
        let finding = OFFSET_MISMATCH
            .at(map.clone().key(key), format!("roads and hexsides have gaps, because the wrong {what} are shifted"))
            .help(format!("there are no gaps with {key} = \"{shift}\""))
            .fix(cx.write(&map.key(key), &quoted(shift)));
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{shown, shown_magnifique};

    #[test]
    fn a_numbering_that_does_not_fit_is_one_finding() {
        let order = ("order = \"column-row\"", "order = \"row-column\"");
        assert_eq!(shown(&[order]), ["numbering-mismatch { first = \"0101\", order = \"row-column\" }"]);
        let first = ("first = \"0101\"", "first = \"0000\"");
        let exit = ("hexes = [\"0803\"]", "hexes = [\"0806\"]");
        let town = ("hexes = [\"0503\"]", "hexes = [\"0805\"]");
        let expected = "numbering-mismatch { first = \"0000\", order = \"column-row\" }";
        assert_eq!(shown(&[first, exit, town]), [expected]);
    }

    #[test]
    fn hexes_that_no_numbering_has_are_findings_of_their_own() {
        let order = ("order = \"column-row\"", "order = \"row-column\"");
        assert!(shown(&[order, ("at = \"0704\"", "at = \"9904\"")]).len() > 3);
        let two = [("at = \"0704\"", "at = \"0904\""), ("hexes = [\"0803\"]", "hexes = [\"0903\"]")];
        assert!(shown(&two).iter().all(|found| found.starts_with("hex-off-map")));
    }

    #[test]
    fn the_wrong_columns_shifted_are_one_finding() {
        let odd = ("lower_columns = \"odd\"", "lower_columns = \"even\"");
        let diagonal =
            ("\"0403\", \"0503\", \"0603\", \"0703\", \"0803\"]", "\"0404\", \"0504\", \"0605\", \"0705\", \"0806\"]");
        assert_eq!(shown(&[odd, diagonal]), ["offset-mismatch \"even\""]);
        assert_eq!(shown_magnifique(&[odd]), ["offset-mismatch \"even\""]);
        assert!(shown(&[odd]).is_empty(), "a straight road fits both");
    }
}
