//! The number of sides.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A scenario that does not have exactly two sides.
    ///
    /// # Why it matters
    /// The rules are for two sides.
    ///
    /// # Example
    /// ```toml
    /// [side.french]
    /// name = "French"      # a second side is missing
    /// ```
    ///
    /// # Remedy
    /// Define two sides, each as a table under `[side]`.
    SIDE_COUNT = "side-count", Error
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let path = DocPath::root().key("side");
    let (path, message) = match cx.sides.as_slice() {
        [_, _] => return,
        [] => (path, "the scenario has no sides".to_owned()),
        [one] => (path, format!("the scenario has only one side, `{one}`")),
        [_, _, third, ..] => {
            (path.key(third.as_str()), format!("the scenario has {} sides; `{third}` is the third", cx.sides.len()))
        }
    };
    let finding = SIDE_COUNT.at(path.clone(), message).help("define exactly two sides, each as a table [side.NAME]");
    let missing = cx.sides.len() < 2;
    found.push(finding.span(missing.then(|| cx.key_span(&path)).flatten()));
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    #[test]
    fn two_sides_play() {
        let green = "[side.green]\nname = \"Green\"\nammunition = 0\nhq = { name = \"HQ\", range = 3 }\n[side.red]";
        assert_eq!(shown(&[("[side.red]", green)]), ["side-without-units [side.green]", "side-count [side.blue]"]);
    }
}
