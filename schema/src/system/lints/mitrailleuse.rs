//! Mitrailleuse markers of the wrong army.

use crate::UnitId;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A Prussian unit with a Mitrailleuse.
    ///
    /// # Why it matters
    /// Only French artillery has Mitrailleuses.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// formation = "pr-iii"
    /// mitrailleuse = { sp = [4, 2], range = [3, 4] }
    /// ```
    ///
    /// # Remedy
    /// Remove `mitrailleuse`, or move the unit to a French formation.
    PRUSSIAN_MITRAILLEUSE = "prussian-mitrailleuse", Warning
}

/// Notes the Mitrailleuses of `units`: the row and the id of each unit that has one, and `true` if it is Prussian.
pub(crate) fn check<'s>(
    cx: &Context<'_>,
    units: impl Iterator<Item = (usize, &'s UnitId, bool)>,
    found: &mut Vec<Diagnostic>,
) {
    for (row, unit, _) in units.filter(|(.., is_prussian)| *is_prussian) {
        let path = DocPath::root().key("unit").index(row).key("mitrailleuse");
        let fix = cx.take_out("remove `mitrailleuse`", &path);
        let finding = PRUSSIAN_MITRAILLEUSE.at(path, format!("`{unit}` is Prussian"));
        found.push(finding.help("remove it: only French artillery has mitrailleuses").fix(fix));
    }
}
