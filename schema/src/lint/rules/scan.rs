//! The scan under the map: its path and its hex lattice; the paths of other art files.

use crate::common::scan::{ArtPath, Pixel};
use crate::diagnostic::{Diagnostic, finding, shown};
use crate::fix::{Fix, quoted};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::place::Places;

finding! {
    /// # What it finds
    /// The path of a picture or a theme that leads out of the folder of the file that names it.
    ///
    /// # Why it matters
    /// Scenarios are shared. A scenario must not be able to read arbitrary files of its reader, and a picture in
    /// another folder is missing on other machines.
    ///
    /// # Example
    /// ```toml
    /// [map.scan]
    /// file = "../scans/map.png"  # "scans/map.png", with `scans` beside the scenario
    /// ```
    ///
    /// # Remedy
    /// Move the picture beside the scenario, and write a relative path with `/` between folders.
    ART_OUTSIDE_FOLDER = "art-outside-folder", Error
}

finding! {
    /// # What it finds
    /// A scan whose hexes lie on one line or are mirrored.
    ///
    /// # Why it matters
    /// `column` is the step from a column to the next on the picture, `row` the step from a row to the next. They must
    /// have different directions, and `row` must point to the right-hand side of `column`, as on a map that is not
    /// mirrored.
    ///
    /// # Example
    /// ```toml
    /// [map.scan]
    /// column = { x = 86.6, y = 0 }
    /// row = { x = 100, y = 0 }   # { x = 0, y = 100 }
    /// ```
    ///
    /// # Remedy
    /// Fit the scan to the hexes again.
    FLAT_SCAN = "flat-scan", Warning
}

pub(crate) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let common = cx.scenario.common();
    found.extend(common.theme().and_then(|file| outside(DocPath::root().key("theme"), file, cx.text)));
    let Some(scan) = common.scan() else { return };
    let path = DocPath::root().key("map").key("scan");
    found.extend(outside(path.clone().key("file"), &scan.file, cx.text));
    let turn = |a: Pixel, b: Pixel| a.x.get() * b.y.get() - a.y.get() * b.x.get();
    if turn(scan.column, scan.row) <= 0.0 {
        let message = "`column` and `row` do not span the picture";
        let help = "`column` is the step to the next column, `row` the step to the next row, such as { x = 87, y = 0 } and { x = 0, y = \
            100 }";
        found.push(FLAT_SCAN.at(path.key("row"), message).help(help));
    }
}

/// Returns the finding for `file` at `path`; `None` if the path is safe.
pub(crate) fn outside(path: DocPath, file: &ArtPath, text: Option<&Places<'_>>) -> Option<Diagnostic> {
    let why = file.problem()?;
    let message = format!("{} is refused: {why}", shown(&file.0));
    let help = "keep it beside this file, and write a relative path such as \"art/map.png\"";
    let slashed = ArtPath(file.0.replace('\\', "/"));
    let write = |text: &Places<'_>| text.write(&path, quoted(&slashed.0));
    let fix = slashed.problem().is_none().then(|| Fix::safe("write it with `/`", text.and_then(write))).flatten();
    Some(ART_OUTSIDE_FOLDER.at(path.clone(), message).help(help).fix(fix))
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{shown, shown_magnifique};

    fn with(file: &str, row: &str) -> String {
        format!(
            "[map.scan]\nfile = {file:?}\nfirst = {{ x = 50, y = 50.5 }}\ncolumn = {{ x = 86.6, y = 1 }}\n\
             row = {{ {row} }}\n\n[map.terrain]"
        )
    }

    #[test]
    fn a_picture_lies_in_the_scenarios_folder() {
        for (file, is_good) in [("map.png", true), ("art/map.png", true), ("../map.png", false), ("/map.png", false)] {
            let found = shown(&[("[map.terrain]", &with(file, "x = 0, y = 100"))]);
            let expected = if is_good { vec![] } else { vec![format!("art-outside-folder {file:?}")] };
            assert_eq!(found, expected);
        }
        let found = shown_magnifique(&[("[map.terrain]", &with("..", "x = 0, y = 100"))]);
        assert_eq!(found, ["art-outside-folder \"..\""]);
    }

    #[test]
    fn hexes_have_room_on_the_picture() {
        for row in ["x = 86.6, y = 1.0", "x = 0, y = 0", "x = 0, y = -100"] {
            let found = shown(&[("[map.terrain]", &with("map.png", row))]);
            assert_eq!(found, [format!("flat-scan {{ {row} }}")]);
        }
    }

    #[test]
    fn numbers_are_numbers_and_within_reason() {
        let found = |row: &str| shown(&[("[map.terrain]", &with("map.png", row))]);
        assert_eq!(found("x = nan, y = 1"), ["bad-value nan"]);
        assert_eq!(found("x = 0.5, y = 1_000_001"), ["bad-value 1_000_001"]);
        assert_eq!(found("x = 0.5, y = \"9\""), ["wrong-type \"9\""]);
        assert_eq!(found("x = 0.5"), ["missing-key { x = 0.5 }"]);
    }
}
