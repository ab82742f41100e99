//! Mitrailleuse markers of the wrong army.

use crate::at_any_cost::Nation;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A Prussian unit with a Mitrailleuse marker.
    ///
    /// # Why it matters
    /// The markers belong to French Division artillery (3.7).
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

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for (row, unit, piece) in super::units(cx, own) {
        let is_prussian = own.side.get(piece.side).is_some_and(|side| side.nation == Nation::Prussian);
        if unit.mitrailleuse.is_some() && is_prussian {
            let path = DocPath::root().key("unit").index(row).key("mitrailleuse");
            let fix = cx.take_out("remove `mitrailleuse`", &path);
            let finding = PRUSSIAN_MITRAILLEUSE.at(path, format!("`{}` is Prussian", unit.id));
            found.push(finding.help("remove it: only French artillery has mitrailleuses").fix(fix));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn only_the_french_have_mitrailleuses() {
        let marker = "mitrailleuse = { sp = [2, 1], range = [3, 4] }";
        let guns = "kind = \"field-artillery\"\nsp = [6, 3]";
        let found = shown(&[(guns, &format!("kind = \"field-artillery\"\n{marker}\nsp = [6, 3]"))]);
        assert_eq!(found, ["prussian-mitrailleuse { sp = [2, 1], range = [3, 4] }"]);
    }
}
