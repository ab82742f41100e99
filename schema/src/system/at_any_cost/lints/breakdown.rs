//! Breakdown units (17.0) that nothing can break down into.

use std::collections::BTreeMap;

use crate::FormationId;
use crate::at_any_cost::Kind;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A breakdown unit with a start, or of an arm that never breaks down.
    ///
    /// # Why it matters
    /// Infantry Detachments and Artillery Sections come into the game when a larger unit of their formation breaks down
    /// (17.1, 17.4): they neither start on the map nor enter. Cavalry never breaks down.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// breakdown = true
    /// kind = "cavalry"             # "infantry"
    /// ```
    ///
    /// # Remedy
    /// Remove its start or `breakdown`, or correct its arm.
    BAD_BREAKDOWN_UNIT = "bad-breakdown-unit", Error
}

finding! {
    /// # What it finds
    /// Breakdown units with more SP than the units that they can come from.
    ///
    /// # Why it matters
    /// A unit breaks down into detachments of its formation with no more SP than it has (17.1). Infantry Detachments come
    /// from infantry, Artillery Sections from Division artillery. What is beyond that can never be used.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "pr-iii-s1"
    /// formation = "pr-iii"         # no unit of the formation has `division_artillery = true`
    /// kind = "field-artillery"
    /// breakdown = true
    /// ```
    ///
    /// # Remedy
    /// Remove some of the units, or mark the Division artillery.
    BREAKDOWN_POOL = "breakdown-pool", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let path = |row: usize| DocPath::root().key("unit").index(row);
    for (row, unit) in own.unit.iter().enumerate().filter(|(_, unit)| unit.breakdown) {
        for (key, is_there) in [("at", unit.at.is_some()), ("enters", unit.enters.is_some())] {
            if is_there {
                let path = path(row).key(key);
                let fix = cx.take_out(format!("remove `{key}`"), &path);
                let finding =
                    BAD_BREAKDOWN_UNIT.at(path, format!("`{}` is a breakdown unit, which has no start", unit.id));
                found.push(finding.help("remove its start, or `breakdown`").fix(fix));
            }
        }
        if unit.kind == Kind::Cavalry {
            let message = format!("`{}` is cavalry, which does not break down", unit.id);
            let finding = BAD_BREAKDOWN_UNIT.at(path(row).key("kind"), message);
            found.push(finding.help("only infantry and Division artillery break down"));
        }
    }
    // The SP of the breakdown units and of the others, by formation and arm, with the first breakdown unit.
    let mut pools: BTreeMap<(&FormationId, bool), BreakdownPool> = BTreeMap::new();
    for (row, unit) in own.unit.iter().enumerate().filter(|(_, unit)| unit.kind != Kind::Cavalry) {
        let is_artillery = unit.kind.is_artillery();
        let pool = pools.entry((&unit.formation, is_artillery)).or_default();
        let points = u32::from(unit.sp[usize::from(unit.starts_worn())]);
        if unit.breakdown {
            pool.first = pool.first.or(Some(row));
            pool.parts += points;
        } else if !is_artillery || unit.division_artillery {
            pool.parents += points;
        }
    }
    for ((formation, is_artillery), BreakdownPool { first, parts, parents }) in pools {
        let Some(row) = first.filter(|_| parts > parents) else { continue };
        let what = if is_artillery { "Division artillery" } else { "infantry" };
        let message = format!("the breakdown units of `{formation}` have {parts} SP, but its {what} has {parents}");
        let finding = BREAKDOWN_POOL.at(path(row).key("sp"), message);
        found.push(finding.help("remove some of them, or lower their SP"));
    }
}

/// The SP of the breakdown units of an arm, and of the units that they can come from.
#[derive(Default)]
struct BreakdownPool {
    /// The row of the first breakdown unit.
    first: Option<usize>,
    parts: u32,
    parents: u32,
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    fn part(kind: &str, sp: u8, more: &str) -> String {
        format!(
            "[[unit]]\nid = \"part-{sp}\"\nname = \"Part {sp}\"\nformation = \"red-corps\"\nkind = \"{kind}\"\n\
             breakdown = true\nsp = [{sp}, 1]\ntcr = [6, 5]\nmovement = 6\n{more}\n"
        )
    }

    fn with(parts: &[String]) -> Vec<String> {
        shown(&[("# Event Chits:", &(parts.concat() + "# Event Chits:"))])
    }

    #[test]
    fn detachments_have_no_start() {
        let foot = |more: &str| part("infantry", 3, &format!("range = [2, 3]\n{more}"));
        assert_eq!(with(&[foot("")]), [] as [&str; 0]);
        assert_eq!(with(&[foot("at = \"0101\"")]), ["bad-breakdown-unit \"0101\""]);
        assert_eq!(with(&[part("cavalry", 2, "")]), ["bad-breakdown-unit \"cavalry\""]);
    }

    #[test]
    fn a_pool_is_no_larger_than_what_it_comes_from() {
        let foot = |sp| part("infantry", sp, "range = [2, 3]\n");
        assert_eq!(with(&[foot(4), foot(2)]), [] as [&str; 0], "the brigade has six");
        assert_eq!(with(&[foot(4), foot(3)]), ["breakdown-pool [4, 1]"]);
        let guns = part("field-artillery", 8, "range = [3, 6]\n");
        assert_eq!(with(&[guns]), ["breakdown-pool [8, 1]"], "the Division guns have seven");
    }
}
