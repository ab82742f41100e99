//! Outliers of combat, movement and range.

use std::collections::BTreeMap;

use crate::SideId;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::position_magnifique::{Kind, PositionMagnifique, Unit};

finding! {
    /// # What it finds
    /// A unit that is more than twice as strong as every other unit of its arm and side.
    ///
    /// # Why it matters
    /// A Combat Factor stands for about 600 men or half a battery (3.0), so such a difference is usually a typing
    /// mistake. Only arms with at least five units are checked.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// combat = [95, 5]             # [9, 5]
    /// ```
    ///
    /// # Remedy
    /// Correct the Combat Factor. If it is intended, allow the finding.
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

/// The side of an arm, and its units with their indices.
type ArmGroup<'c> = (&'c SideId, Vec<(usize, &'c Unit)>);

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let mut arms: BTreeMap<(usize, Kind), ArmGroup<'_>> = BTreeMap::new();
    for (row, unit, piece) in super::units(cx, own) {
        let (_, rows) = arms.entry((piece.side_number, unit.kind)).or_insert((piece.side, Vec::new()));
        rows.push((row, unit));
    }
    for (side, rows) in arms.into_values().filter(|(_, rows)| rows.len() >= MANY) {
        let ends = |value: fn(&Unit) -> u8| ends(rows.iter().map(|(row, unit)| (value(unit), *row)));
        let [_, _, (next, _), (most, row)] = ends(|unit| unit.combat[0]);
        if most.saturating_sub(next) >= 3 && u16::from(most) > 2 * u16::from(next) {
            let message = format!("`{}` has a Combat Factor of {most}; the next of its arm has {next}", id(own, row));
            found.push(COMBAT_OUTLIER.at(path(row, "combat"), message).help(HELP).fix(cx.allow(COMBAT_OUTLIER.code)));
        }
        let [(least, slow), (second, _), (last, _), (most, fast)] = ends(|unit| unit.movement[0]);
        for (value, row, next) in [(least, slow, second), (most, fast, last)] {
            if value.abs_diff(next) >= 3 {
                let message =
                    format!("`{}` has a Movement Allowance of {value}; the next of its arm has {next}", id(own, row));
                found.push(
                    MOVEMENT_OUTLIER.at(path(row, "movement"), message).help(HELP).fix(cx.allow(MOVEMENT_OUTLIER.code)),
                );
            }
        }
        let [_, _, (next, _), (most, row)] = ends(|unit| unit.range.map_or(0, |range| range[1]));
        if most.saturating_sub(next) >= 3 {
            let message =
                format!("`{}` of `{side}` has a range of {most} hexes; the next of its arm has {next}", id(own, row));
            found.push(RANGE_OUTLIER.at(path(row, "range"), message).help(HELP).fix(cx.allow(RANGE_OUTLIER.code)));
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

fn id(own: &PositionMagnifique, row: usize) -> &str {
    own.unit.get(row).map_or("", |unit| unit.id.as_str())
}

fn path(row: usize, key: &str) -> DocPath {
    DocPath::root().key("unit").index(row).key(key)
}

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
