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
    /// A breakdown unit in the pool that no unit of its formation can break down into.
    ///
    /// # Why it matters
    /// A unit breaks down into detachments of its formation and arm with no more SP than it has (17.1). Infantry Detachments
    /// come from infantry, Artillery Sections from Division artillery. The first section of a battery with a mitrailleuse
    /// takes the marker, and no other section has one (17.4).
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
    /// Remove the unit, lower its SP, or mark the Division artillery.
    BREAKDOWN_POOL = "breakdown-pool", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let path = |row: usize, key: &str| DocPath::root().key("unit").index(row).key(key);
    // Those that start on the map or enter have come out of the pool already.
    let is_in_pool = |unit: &Unit| unit.breakdown && unit.at.is_none() && unit.enters.is_none();
    let mut origins: BTreeMap<(&FormationId, Kind), Origins> = BTreeMap::new();
    for unit in &own.unit {
        let of = origins.entry((&unit.formation, unit.kind)).or_default();
        if is_in_pool(unit) {
            of.section_with_marker |= unit.mitrailleuse.is_some();
        } else if !unit.breakdown && (unit.kind == Kind::Infantry || unit.division_artillery) {
            let most = if unit.mitrailleuse.is_some() { &mut of.with_marker } else { &mut of.without_marker };
            *most = (*most).max(Some(unit.sp[usize::from(unit.small)]));
        }
    }
    for (row, unit) in own.unit.iter().enumerate().filter(|(_, unit)| unit.breakdown) {
        if unit.kind == Kind::Cavalry {
            let message = format!("`{}` is cavalry, which does not break down", unit.id);
            let finding = BAD_BREAKDOWN_UNIT.at(path(row, "kind"), message);
            found.push(finding.help("only infantry and Division artillery break down"));
            continue;
        }
        let Some(of) = origins.get(&(&unit.formation, unit.kind)).filter(|_| is_in_pool(unit)) else { continue };
        let (formation, id) = (&unit.formation, &unit.id);
        let (key, message, help) = match of.most_for(unit) {
            None if of.with_marker.max(of.without_marker).is_none() => {
                let what = if unit.kind.is_artillery() { "Division artillery of its kind" } else { "infantry" };
                let message = format!("`{formation}` has no {what} that could break down into `{id}`");
                ("breakdown", message, "remove it, or add a unit that it can come from")
            }
            None if unit.mitrailleuse.is_some() => {
                let message = format!("`{id}` has a mitrailleuse, but no unit that it can come from has one");
                ("mitrailleuse", message, "remove the mitrailleuse, or give one to a battery")
            }
            None => {
                let message =
                    format!("the batteries of `{formation}` have mitrailleuses, but no section takes the marker");
                ("breakdown", message, "give one of the sections a mitrailleuse")
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

/// The units of a formation and kind that can break down: the most SP of those with a mitrailleuse and of those without.
#[derive(Default)]
struct Origins {
    with_marker: Option<u8>,
    without_marker: Option<u8>,
    /// `true` if a section in the pool takes the marker of a battery.
    section_with_marker: bool,
}

impl Origins {
    /// The most SP of a unit that can break down into `part`.
    fn most_for(&self, part: &Unit) -> Option<u8> {
        match part.mitrailleuse {
            Some(_) => self.with_marker,
            None => self.without_marker.max(self.with_marker.filter(|_| self.section_with_marker)),
        }
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
        let marker = "mitrailleuse = { sp = [2, 1], range = [3, 4] }\nrange = [3, 6]\n";
        let first = part("first", "field-artillery", 3, marker);
        let second = part("second", "field-artillery", 3, "range = [3, 6]\n");
        assert_eq!(with(&[first.clone(), second.clone()]), [] as [&str; 0]);
        assert_eq!(with(&[second]), ["breakdown-pool true"], "no section takes the marker of the battery");
        let heavy = part("heavy", "heavy-artillery", 3, "range = [3, 6]\n");
        assert_eq!(with(&[heavy]), ["breakdown-pool true"]);
        let division = ("division_artillery = true\n", "");
        let events = "# Event Chits:";
        assert_eq!(shown(&[(events, &(first.clone() + events)), division]), ["breakdown-pool true"]);
        let battery = ("mitrailleuse = { sp = [4, 2], range = [3, 4] }", "");
        let without = shown(&[battery, (events, &(first + events))]);
        assert_eq!(without, ["breakdown-pool { sp = [2, 1], range = [3, 4] }"]);
    }
}
