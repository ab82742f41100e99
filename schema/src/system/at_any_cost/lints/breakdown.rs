//! Breakdown units (17.0) that nothing can break down into.

use std::collections::BTreeMap;

use crate::FormationId;
use crate::at_any_cost::{Kind, Unit};
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// A breakdown unit that is cavalry.
    ///
    /// # Why it matters
    /// Only infantry and Division artillery break down (17.1, 17.4), so that a cavalry unit can never come out of the pool.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// breakdown = true
    /// kind = "cavalry"             # "infantry"
    /// ```
    ///
    /// # Remedy
    /// Remove `breakdown`, or correct the arm.
    BAD_BREAKDOWN_UNIT = "bad-breakdown-unit", Warning
}

finding! {
    /// # What it finds
    /// A breakdown unit in the pool that no unit of its formation can break down into, or one with a mitrailleuse of its own.
    ///
    /// # Why it matters
    /// A unit breaks down into detachments of its formation and arm with no more SP than it has (17.1). Infantry Detachments
    /// come from infantry, Artillery Sections from Division artillery. A section takes the mitrailleuse marker of the battery
    /// that it comes from, and has none before (17.4).
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
    /// Remove the unit, its mitrailleuse, or lower its SP; or mark the Division artillery.
    BREAKDOWN_POOL = "breakdown-pool", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let path = |row: usize, key: &str| DocPath::root().key("unit").index(row).key(key);
    // Those that start on the map or enter have come out of the pool already.
    let is_in_pool = |unit: &Unit| unit.breakdown && unit.at.is_none() && unit.enters.is_none();
    // The most SP of the units of a formation and kind that can break down.
    let mut strongest: BTreeMap<(&FormationId, Kind), u8> = BTreeMap::new();
    let whole =
        own.unit.iter().filter(|unit| !unit.breakdown && (unit.kind == Kind::Infantry || unit.division_artillery));
    for unit in whole {
        let most = strongest.entry((&unit.formation, unit.kind)).or_default();
        *most = (*most).max(unit.sp[usize::from(unit.small)]);
    }
    for (row, unit) in own.unit.iter().enumerate().filter(|(_, unit)| unit.breakdown) {
        if unit.kind == Kind::Cavalry {
            let message = format!("`{}` is cavalry, which does not break down", unit.id);
            let finding = BAD_BREAKDOWN_UNIT.at(path(row, "kind"), message);
            found.push(finding.help("only infantry and Division artillery break down"));
            continue;
        }
        if !is_in_pool(unit) {
            continue;
        }
        let (formation, id) = (&unit.formation, &unit.id);
        if unit.mitrailleuse.is_some() {
            let message = format!("`{id}` has a mitrailleuse of its own, but takes that of the battery it comes from");
            found.push(BREAKDOWN_POOL.at(path(row, "mitrailleuse"), message).help("remove the mitrailleuse"));
        }
        let (key, message, help) = match strongest.get(&(formation, unit.kind)).copied() {
            None => {
                let what = if unit.kind.is_artillery() { "Division artillery of its kind" } else { "infantry" };
                let message = format!("`{formation}` has no {what} that could break down into `{id}`");
                ("breakdown", message, "remove it, or add a unit that it can come from")
            }
            // It can come on its Battleworn side.
            Some(most) if unit.sp[1] > most => {
                let message =
                    format!("`{id}` has {} SP, but no unit that it can come from has more than {most}", unit.sp[1]);
                ("sp", message, "lower its SP, or remove it")
            }
            Some(_) => continue,
        };
        found.push(BREAKDOWN_POOL.at(path(row, key), message).help(help));
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    fn part(id: &str, kind: &str, worn: u8, more: &str) -> String {
        format!(
            "[[unit]]\nid = \"{id}\"\nname = \"Part {id}\"\nformation = \"red-corps\"\nkind = \"{kind}\"\n\
             breakdown = true\nsp = [9, {worn}]\ntcr = [6, 5]\nmovement = 6\n{more}\n"
        )
    }

    fn with(parts: &[String]) -> Vec<String> {
        shown(&[("# Event Chits:", &(parts.concat() + "# Event Chits:"))])
    }

    fn foot(worn: u8, more: &str) -> String {
        part(&format!("foot-{worn}"), "infantry", worn, &format!("range = [2, 3]\n{more}"))
    }

    #[test]
    fn only_infantry_and_guns_break_down() {
        assert_eq!(with(&[part("horse", "cavalry", 1, "")]), ["bad-breakdown-unit \"cavalry\""]);
    }

    #[test]
    fn a_detachment_may_be_out_of_the_pool_at_the_start() {
        assert_eq!(with(&[foot(9, "at = \"0101\"")]), [] as [&str; 0]);
        assert_eq!(with(&[foot(9, "enters = { turn = 2, at = \"A\" }")]), [] as [&str; 0]);
    }

    #[test]
    fn a_detachment_comes_from_a_unit_that_is_as_strong() {
        assert_eq!(with(&[foot(6, ""), foot(5, ""), foot(4, "")]), [] as [&str; 0], "the brigade has six");
        assert_eq!(with(&[foot(7, "")]), ["breakdown-pool [9, 7]"]);
    }

    #[test]
    fn a_section_comes_from_division_artillery_of_its_kind() {
        let section = part("section", "field-artillery", 3, "range = [3, 6]\n");
        assert_eq!(with(std::slice::from_ref(&section)), [] as [&str; 0]);
        let heavy = part("heavy", "heavy-artillery", 3, "range = [3, 6]\n");
        assert_eq!(with(&[heavy]), ["breakdown-pool true"]);
        let (division, events) = (("division_artillery = true\n", ""), "# Event Chits:");
        assert_eq!(shown(&[(events, &(section + events)), division]), ["breakdown-pool true"]);
    }

    #[test]
    fn a_section_in_the_pool_has_no_mitrailleuse_of_its_own() {
        let marker = "mitrailleuse = { sp = [2, 1], range = [3, 4] }\nrange = [3, 6]\n";
        let section = part("section", "field-artillery", 3, marker);
        assert_eq!(with(&[section]), ["breakdown-pool { sp = [2, 1], range = [3, 4] }"]);
        // As in a saved position, in which it has taken the marker already.
        let section = part("section", "field-artillery", 3, &format!("{marker}at = \"0101\"\n"));
        assert_eq!(with(&[section]), [] as [&str; 0]);
    }
}
