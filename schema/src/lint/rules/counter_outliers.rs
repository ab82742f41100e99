//! Outliers of combat, movement and range.

use std::collections::BTreeMap;

use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::view::{Piece, PieceFigures};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A unit that is more than twice as strong as every other unit of its arm and side.
    ///
    /// # Why it matters
    /// The strength on a counter stands for a number of men or guns, so such a difference is usually a typing mistake.
    /// Only arms with at least five units are checked.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// combat = [95, 5]             # [9, 5]
    /// ```
    ///
    /// # Remedy
    /// Correct the strength. If it is intended, allow the finding.
    COMBAT_OUTLIER = "combat-outlier", Warning
}

finding! {
    /// # What it finds
    /// A unit that is much faster or slower than every other unit of its arm and side.
    ///
    /// # Why it matters
    /// Units of one arm have similar Movement Allowances. A difference of three points or more from all others is
    /// usually a typing mistake. Only arms with at least five units are checked.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// kind = "cavalry"
    /// movement = [3, 3]            # [8, 8], as all others have it
    /// ```
    ///
    /// # Remedy
    /// Correct the Movement Allowance. If it is intended, allow the finding.
    MOVEMENT_OUTLIER = "movement-outlier", Warning
}

finding! {
    /// # What it finds
    /// A unit with a much longer range than every other unit of its arm and side.
    ///
    /// # Why it matters
    /// All infantry of an army has the same rifle. A difference of three hexes or more from all others is usually a
    /// typing mistake. Only arms with at least five units are checked.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// kind = "infantry"
    /// range = [2, 8]               # [2, 3]
    /// ```
    ///
    /// # Remedy
    /// Correct the range. If it is intended, allow the finding.
    RANGE_OUTLIER = "range-outlier", Warning
}

/// The minimum number of units of an arm for the check.
const MANY: usize = 5;

/// The units of an arm, each with its index and its figures.
type ArmGroup<'c> = Vec<(usize, &'c Piece<'c>, PieceFigures)>;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(strength) = cx.strength else { return };
    let mut arms: BTreeMap<(usize, usize), ArmGroup<'_>> = BTreeMap::new();
    // The side of a formation that there is not is nobody's.
    for (n, unit) in cx.units.iter().enumerate().filter(|(_, unit)| cx.sides.contains(&unit.side)) {
        if let Some(figures) = unit.figures {
            arms.entry((unit.side_number, figures.arm)).or_default().push((n, unit, figures));
        }
    }
    let id = |n: usize| cx.units.get(n).map_or("", |unit| unit.id);
    let path = |n: usize, key: &str| cx.units.get(n).map_or_else(DocPath::root, |unit| unit.path().key(key));
    for rows in arms.into_values().filter(|rows| rows.len() >= MANY) {
        let ends = |value: fn(&Piece<'_>, PieceFigures) -> u8| {
            ends(rows.iter().map(|(n, unit, figures)| (value(unit, *figures), *n)))
        };
        let [_, _, (next, _), (most, n)] = ends(|_, figures| figures.strength);
        if most.saturating_sub(next) >= 3 && u16::from(most) > 2 * u16::from(next) {
            let message = format!("`{}` has {} of {most}; the next of its arm has {next}", id(n), strength.name);
            let finding = COMBAT_OUTLIER.at(path(n, strength.key), message).help(HELP);
            found.push(finding.fix(cx.allow(COMBAT_OUTLIER.code)));
        }
        let [(least, slow), (second, _), (last, _), (most, fast)] = ends(|unit, _| unit.movement);
        for (value, n, next) in [(least, slow, second), (most, fast, last)] {
            if value.abs_diff(next) >= 3 {
                let message =
                    format!("`{}` has a Movement Allowance of {value}; the next of its arm has {next}", id(n));
                let finding = MOVEMENT_OUTLIER.at(path(n, "movement"), message).help(HELP);
                found.push(finding.fix(cx.allow(MOVEMENT_OUTLIER.code)));
            }
        }
        let [_, _, (next, _), (most, n)] = ends(|_, figures| figures.range);
        if most.saturating_sub(next) >= 3 {
            let message = format!("`{}` has a range of {most} hexes; the next of its arm has {next}", id(n));
            let finding = RANGE_OUTLIER.at(path(n, "range"), message).help(HELP);
            found.push(finding.fix(cx.allow(RANGE_OUTLIER.code)));
        }
    }
}

/// Returns the two least and the two greatest of at least four `values`, in order, each with its index.
fn ends(values: impl Iterator<Item = (u8, usize)>) -> [(u8, usize); 4] {
    let start = [(u8::MAX, usize::MAX), (u8::MAX, usize::MAX), (0, 0), (0, 0)];
    values.fold(start, |[least, second, last, most], value| {
        [least.min(value), least.max(value).min(second), most.min(value).max(last), most.max(value)]
    })
}

const HELP: &str = "correct it, or allow this finding";

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique as shown;

    /// Returns the findings in the template with five more brigades of red, the last of them with `values`.
    fn with(values: &str) -> Vec<String> {
        let brigade = |n: usize, values: &str| {
            format!(
                "[[unit]]\nid = \"more-{n}\"\nname = \"More {n}\"\nformation = \"red-corps\"\nkind = \"infantry\"\n\
                 {values}\nat = \"0{n}01\"\n"
            )
        };
        let usual = "combat = [4, 2]\nrange = [2, 3]\nmovement = [5, 5]";
        let units: String = (1..=4).map(|n| brigade(n, usual)).collect();
        shown(&[("[[chit]]", &(units + &brigade(5, values) + "[[chit]]"))])
    }

    #[test]
    fn slips_of_the_key_stand_out() {
        assert_eq!(with("combat = [8, 4]\nrange = [2, 3]\nmovement = [5, 5]"), [] as [&str; 0]);
        assert_eq!(with("combat = [11, 4]\nrange = [2, 3]\nmovement = [5, 5]"), ["combat-outlier [11, 4]"]);
        assert_eq!(with("combat = [4, 2]\nrange = [2, 3]\nmovement = [2, 2]"), ["movement-outlier [2, 2]"]);
        assert_eq!(with("combat = [4, 2]\nrange = [2, 6]\nmovement = [5, 5]"), ["range-outlier [2, 6]"]);
        assert_eq!(with("combat = [4, 2]\nrange = [2, 5]\nmovement = [7, 7]"), [] as [&str; 0]);
    }
}
