//! References to undefined sides.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::dangling;
use crate::path::{DocPath, PathStep};

finding! {
    /// # What it finds
    /// A reference to a side that does not exist.
    ///
    /// # Why it matters
    /// References use the key of a side under `[side]`, not its `name`.
    ///
    /// # Example
    /// ```toml
    /// [side.french]
    /// name = "French"
    ///
    /// [[unit]]
    /// side = "French"      # "french"
    /// ```
    ///
    /// # Remedy
    /// Write the key of a side.
    UNKNOWN_SIDE = "unknown-side", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // A missing side is one finding, not one for each of its units.
    if cx.sides.len() < 2 {
        return;
    }
    let known: Vec<&str> = cx.sides.iter().map(|side| side.as_str()).collect();
    // The check of rows of rules looks at their sides itself, as it does for rows of rulesets.
    let is_elsewhere = |path: &DocPath| matches!(path.0.first(), Some(PathStep::Key(key)) if key == "rules");
    dangling::check_where(cx, "SideId", &UNKNOWN_SIDE, &known, |path| !is_elsewhere(path), found);
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn units_entries_and_victory_name_sides_that_exist() {
        assert_eq!(
            shown(&[
                ("side = \"red\"\nhexes = [\"0803\"]", "side = \"rde\"\nhexes = [\"0803\"]"),
                ("side = \"blue\"\nkind", "side = \"Blue\"\nkind"),
                ("tie = \"blue\"", "tie = \"green\""),
            ]),
            ["unknown-side \"rde\"", "unknown-side \"Blue\"", "unknown-side \"green\""]
        );
    }

    #[test]
    fn a_side_that_is_missing_altogether_is_one_finding() {
        let blue = "[side.blue]\nname = \"Blue\"\ncolor = \"#2f5d9b\"\nammunition = 4\n\
                    hq = { name = \"Blue HQ\", range = 6 }\n";
        assert_eq!(shown(&[(blue, "")]), ["side-count side"]);
    }
}
