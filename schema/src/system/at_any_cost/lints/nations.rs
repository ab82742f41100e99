//! Two sides of one army.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
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

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let path = |side: &crate::SideId| DocPath::root().key("side").key(side.as_str()).key("nation");
    let mut sides = own.side.iter();
    let Some((first, army)) = sides.next() else { return };
    // A third side is a finding of its own.
    if let Some((second, _)) = sides.next().filter(|(_, side)| side.nation == army.nation) {
        let finding = SAME_NATION
            .at(path(second), format!("`{first}` and `{second}` have the same nation"))
            .related(path(first), "the other side")
            .help("one side is \"french\", the other one \"prussian\"");
        found.push(finding);
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn each_side_is_another_army() {
        let found = shown(&[("nation = \"prussian\"", "nation = \"french\"")]);
        assert!(found.contains(&"same-nation \"french\"".to_owned()), "{found:?}");
    }
}
