//! Sides without units, and their exits.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// An exit for a side that has no units.
    ///
    /// # Why it matters
    /// No unit can use the exit.
    ///
    /// # Example
    /// ```toml
    /// [[exit]]
    /// id = "E"
    /// side = "french"      # no [[unit]] has the side "french"
    /// ```
    ///
    /// # Remedy
    /// Give the exit to the other side, add units to the side, or remove the exit.
    EXIT_WITHOUT_UNITS = "exit-without-units", Error
}

finding! {
    /// # What it finds
    /// A side without units.
    ///
    /// # Why it matters
    /// It cannot act and cannot win. If the side has exits, `exit-without-units` is reported instead.
    ///
    /// # Example
    /// ```toml
    /// [side.german]
    /// name = "Germans"     # no [[unit]] has the side "german"
    /// ```
    ///
    /// # Remedy
    /// Add at least one unit to the side.
    SIDE_WITHOUT_UNITS = "side-without-units", Error
}

finding! {
    /// # What it finds
    /// An escape through an exit of the other side.
    ///
    /// # Why it matters
    /// An exit is for units of its `side` only.
    ///
    /// # Example
    /// ```toml
    /// [[exit]]
    /// id = "E"
    /// side = "french"
    ///
    /// [victory.escape]
    /// side = "german"
    /// exits = ["E"]
    /// ```
    ///
    /// # Remedy
    /// Choose exits of the side that escapes.
    WRONG_SIDE_EXIT = "wrong-side-exit", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    // A unit of an undefined side may belong to either side.
    let all_known = cx.units.iter().all(|unit| cx.sides.contains(&unit.side));
    for side in cx.sides.iter().filter(|_| all_known) {
        if cx.units.iter().any(|unit| unit.side == *side) {
            continue;
        }
        let mut has_exit = false;
        for (row, exit) in cx.exits.iter().enumerate().filter(|(_, exit)| exit.side == **side) {
            has_exit = true;
            let path = DocPath::root().key("exit").index(row).key("side");
            let message = format!("exit `{}` is for `{side}`, which has no units", exit.id);
            let finding = EXIT_WITHOUT_UNITS.at(path, message);
            let finding = finding.help("give the exit to the other side, or add units to the side");
            let exit = DocPath::root().key("exit").index(row);
            found.push(finding.fix(cx.take_out("remove the exit", &exit)));
        }
        if !has_exit {
            let path = DocPath::root().key("side").key(side.as_str());
            found.push(
                SIDE_WITHOUT_UNITS.at(path, format!("`{side}` has no units")).help("a side needs at least one unit"),
            );
        }
    }
    for (side, id, path) in &cx.escapes {
        let exit = cx.exits.iter().enumerate().find(|(_, exit)| exit.id == **id);
        let Some((row, exit)) = exit else { continue };
        if exit.side != **side && cx.sides.contains(side) && cx.sides.contains(&&exit.side) {
            let finding = WRONG_SIDE_EXIT
                .at(path.clone(), format!("`{side}` cannot leave by exit `{id}`, which is for `{}`", exit.side))
                .related(DocPath::root().key("exit").index(row).key("side"), "the side of the exit")
                .help("choose an exit of the side that escapes");
            found.push(finding);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    const BLUE: [(&str, &str); 2] =
        [("side = \"blue\"\nkind", "side = \"red\"\nkind"), ("side = \"blue\"\nkind", "side = \"red\"\nkind")];

    #[test]
    fn an_exit_is_for_a_side_with_units() {
        let mut edits = BLUE.to_vec();
        edits.push(("id = \"X\"\nside = \"red\"", "id = \"X\"\nside = \"blue\""));
        assert_eq!(shown(&edits), ["exit-without-units \"blue\""]);
    }

    #[test]
    fn a_side_has_units() {
        assert_eq!(shown(&BLUE), ["side-without-units [side.blue]"]);
    }

    #[test]
    fn an_escape_is_by_exits_of_its_side() {
        let escape = "[victory.escape]\nside = \"blue\"\nexits = [\"X\"]\ninfantry = 1\n\n[[victory.hold]]";
        assert_eq!(shown(&[("[[victory.hold]]", escape)]), ["wrong-side-exit \"X\""]);
    }
}
