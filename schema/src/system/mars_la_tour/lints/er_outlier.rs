//! Outliers of the Efficiency Rating.

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A unit whose Efficiency Rating differs by three stars or more from all others of its side.
    ///
    /// # Why it matters
    /// The ER is added to a die, so a unit with 5 among units with 1 and 2 wins nearly every fight. This is usually a
    /// typing mistake. Only sides with at least six units are checked.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// er = 6                       # all others of its side have 0 to 2
    /// ```
    ///
    /// # Remedy
    /// Correct the ER. If it is intended, allow the finding.
    ER_OUTLIER = "er-outlier", Warning
}

/// The minimum difference in stars from all other units for an outlier.
const APART: u8 = 3;

/// The minimum number of units of a side for the check.
const MANY: usize = 6;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    for side in own.side.keys() {
        let mut units: Vec<_> = own.unit.iter().enumerate().filter(|(_, unit)| unit.side == *side).collect();
        units.sort_by_key(|(_, unit)| unit.er);
        let [(least, low), (_, second), .., (_, last), (greatest, high)] = units.as_slice() else { continue };
        if units.len() < MANY {
            continue;
        }
        let ends = [(least, low, second.er, last.er.max(high.er)), (greatest, high, low.er, last.er)];
        for (row, unit, from, to) in ends {
            if unit.er.abs_diff(from) < APART || unit.er.abs_diff(to) < APART {
                continue;
            }
            let message = format!("`{}` has an ER of {}; all others of `{side}` have {from} to {to}", unit.id, unit.er);
            let path = DocPath::root().key("unit").index(*row).key("er");
            let finding = ER_OUTLIER.at(path, message).help("correct it, or allow this finding");
            found.push(finding.fix(cx.allow(ER_OUTLIER.code)));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown;

    /// Returns the findings in the template with four more blue units, with the ERs `er`, 2, 1 and 2.
    fn with(er: u8) -> Vec<String> {
        let unit = |n: u8, er: u8| {
            format!(
                "[[unit]]\nid = \"more-{n}\"\nname = \"More {n}\"\nside = \"blue\"\nkind = \"infantry\"\ner = {er}\n\
                 at = \"080{n}\"\n"
            )
        };
        let units = unit(1, er) + &unit(2, 2) + &unit(4, 1) + &unit(5, 2);
        shown(&[("[victory]", &(units + "[victory]"))])
    }

    #[test]
    fn nobody_stands_out_by_three_stars() {
        assert_eq!(with(4), [] as [&str; 0]);
        assert_eq!(with(5), ["er-outlier 5"]);
        assert_eq!(with(0), [] as [&str; 0]);
    }
}
