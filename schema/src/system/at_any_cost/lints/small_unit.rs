//! Small Units with Fresh figures.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A Small Unit whose Fresh figures differ from its Battleworn ones.
    ///
    /// # Why it matters
    /// A Small Unit has no Fresh side (3.4): only the second number of `sp` and `tcr` counts. Another first number is
    /// never used, or the unit is not small.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// small = true
    /// sp = [5, 3]                  # [3, 3]
    /// ```
    ///
    /// # Remedy
    /// Write the same number twice, or remove `small`.
    SMALL_UNIT_FIGURES = "small-unit-figures", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for (row, unit) in own.unit.iter().enumerate().filter(|(_, unit)| unit.small) {
        for (key, [fresh, worn]) in [("sp", unit.sp), ("tcr", unit.tcr)] {
            if fresh != worn {
                let path = DocPath::root().key("unit").index(row).key(key);
                let message =
                    format!("`{}` is a Small Unit: its Fresh {} of {fresh} is never used", unit.id, key.to_uppercase());
                let fix = cx.write(&path, &format!("[{worn}, {worn}]"));
                let finding = SMALL_UNIT_FIGURES.at(path, message);
                found.push(finding.help("write the Battleworn number twice, or remove `small`").fix(fix));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    #[test]
    fn a_small_unit_has_one_set_of_figures() {
        let with = |figures: &str| {
            let small = format!("small = true\n{figures}");
            shown(&[("sp = [2, 1]\ntcr = [5, 4]", &small)])
        };
        assert_eq!(with("sp = [1, 1]\ntcr = [4, 4]"), [] as [&str; 0]);
        assert_eq!(with("sp = [2, 1]\ntcr = [4, 4]"), ["small-unit-figures [2, 1]"]);
        assert_eq!(with("sp = [2, 1]\ntcr = [5, 4]"), ["small-unit-figures [2, 1]", "small-unit-figures [5, 4]"]);
    }
}
