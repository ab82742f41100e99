//! Hexes without usable names.

use crate::diagnostic::{Diagnostic, finding, shown};
use crate::fix::Fix;
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::{NumberingProblem, Orientation};

finding! {
    /// # What it finds
    /// A first hex whose name has no valid format, or has too few digits for the map.
    ///
    /// # Why it matters
    /// The names of all hexes follow the format of the first: an even number of digits (`"0101"`), letters and digits
    /// (`"A1"`), or two numbers with a separator (`"1.1"`). The format must have room for the last column and row.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// columns = 120
    /// numbering = { first = "0101" }   # "001001": column 100 needs three digits
    /// ```
    ///
    /// # Remedy
    /// Use a valid format with enough digits.
    BAD_NUMBERING = "bad-numbering", Error
}

finding! {
    /// # What it finds
    /// An offset key that does not apply to the orientation of the map.
    ///
    /// # Why it matters
    /// The key has no effect. Maps with flat tops use `lower_columns`, maps with pointed tops use `right_rows`.
    ///
    /// # Example
    /// ```toml
    /// [map]
    /// orientation = "pointy"
    /// lower_columns = "odd"    # right_rows = "odd"
    /// ```
    ///
    /// # Remedy
    /// Use the other key, or remove it.
    MEANINGLESS_OFFSET = "meaningless-offset", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let map = DocPath::root().key("map");
    let path = map.clone().key("numbering").key("first");
    if cx.map.problem == Some(NumberingProblem::NoHexes) {
        return;
    }
    let first = cx.map.first.as_str();
    if let Some(problem) = cx.map.problem {
        let message = format!("{} cannot be the first hex number", shown(first));
        found.push(BAD_NUMBERING.at(path, message).help(problem.to_string()));
    } else if cx.map.is_sized() && cx.map.grid.is_none() {
        let (columns, rows) = (cx.map.columns, cx.map.rows);
        let message = format!("numbering from {} has no room for {columns} columns and {rows} rows", shown(first));
        let help = "use more digits, or a separator: \"001001\" or \"1.1\"";
        found.push(BAD_NUMBERING.at(path, message).help(help));
    }
    let frame = cx.scenario.common().frame();
    let (key, wanted, is_set) = match frame.orientation {
        Orientation::Flat => ("right_rows", "lower_columns", frame.right_rows.is_some()),
        Orientation::Pointy => ("lower_columns", "right_rows", frame.lower_columns.is_some()),
    };
    if is_set {
        let path = map.key(key);
        let span = cx.key_span(&path);
        let take_out = cx.text.and_then(|text| text.take_out(&path));
        let both = match frame.orientation {
            Orientation::Flat => frame.lower_columns.is_some(),
            Orientation::Pointy => frame.right_rows.is_some(),
        };
        // A useless key can be removed safely only beside the correct one; otherwise it may be meant as that.
        let fix = if both {
            Fix::safe(format!("remove `{key}`"), take_out)
        } else {
            Fix::offer(format!("write `{wanted}`"), cx.text.and_then(|text| text.rename(&path, wanted)))
        };
        let finding = MEANINGLESS_OFFSET
            .at(path, format!("`{key}` has no effect on a map of this orientation"))
            .help(format!("write `{wanted}` instead"));
        found.push(finding.span(span).fix(fix));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn the_first_hex_has_a_known_form() {
        assert_eq!(shown(&[("first = \"0101\"", "first = \"101\"")]), ["bad-numbering \"101\""]);
        assert_eq!(shown(&[("first = \"0101\"", "first = \"\"")]), ["bad-numbering \"\""]);
    }

    #[test]
    fn the_numbering_has_room_for_the_map() {
        assert_eq!(shown(&[("first = \"0101\"", "first = \"9501\"")]), ["bad-numbering \"9501\""]);
    }

    #[test]
    fn each_orientation_has_its_own_offset() {
        assert_eq!(shown(&[("lower_columns", "right_rows")]), ["meaningless-offset right_rows"]);
    }
}
