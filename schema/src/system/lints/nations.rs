//! Two sides of one army.

use crate::SideId;
use crate::diagnostic::{Diagnostic, finding};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Two sides with the same `nation`.
    ///
    /// # Why it matters
    /// Fire tables, events, tracks and recovery differ by army. One side is French, the other one Prussian, whatever
    /// their names are.
    ///
    /// # Example
    /// ```toml
    /// [side.red]
    /// nation = "french"
    ///
    /// [side.blue]
    /// nation = "french"            # "prussian"
    /// ```
    ///
    /// # Remedy
    /// Set the other nation for one of the sides.
    SAME_NATION = "same-nation", Error
}

/// Notes that both sides have the same nation. `help` names the two nations.
pub(crate) fn check<'s, N: PartialEq>(
    mut sides: impl Iterator<Item = (&'s SideId, N)>,
    help: &'static str,
    found: &mut Vec<Diagnostic>,
) {
    let path = |side: &SideId| DocPath::root().key("side").key(side.as_str()).key("nation");
    let Some((first, army)) = sides.next() else { return };
    // A third side is a finding of its own.
    if let Some((second, _)) = sides.next().filter(|(_, nation)| *nation == army) {
        let finding = SAME_NATION
            .at(path(second), format!("`{first}` and `{second}` have the same nation"))
            .related(path(first), "the other side")
            .help(help);
        found.push(finding);
    }
}
