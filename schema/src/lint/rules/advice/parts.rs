//! Orders for a part of a formation.

use std::collections::{BTreeMap, BTreeSet};

use super::rows;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;

finding! {
    /// # What it finds
    /// An order for some units of a formation, but not for all.
    ///
    /// # Why it matters
    /// The units of a formation march together, so that it has one order at a time. Computer players ignore an order for a part
    /// of it.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "de-iii-5"
    /// formation = "de-iii"
    ///
    /// [[unit]]
    /// id = "de-iii-6"
    /// formation = "de-iii"
    ///
    /// [[computer]]
    /// units = ["de-iii-5"]         # formations = ["de-iii"]
    /// posture = "take"
    /// place = "vionville"
    /// ```
    ///
    /// # Remedy
    /// Name the formation, or all of its units.
    PARTIAL_GROUP = "partial-group", Warning
}

/// The ids of the units of a side in a formation, or of those in none.
type Members<'a> = BTreeMap<(&'a str, Option<&'a str>), BTreeSet<String>>;

pub(in crate::lint::rules) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    if cx.advice.iter().all(|advice| advice.units.is_empty() || advice.posture.is_none()) {
        return;
    }
    let common = cx.scenario.common();
    let mut members = Members::new();
    let mut formations: BTreeMap<String, Option<&str>> = BTreeMap::new();
    for index in 0..common.unit_count() {
        let Some(unit) = common.unit(index) else { continue };
        let formation = common.formation_of(index);
        members.entry((unit.side.as_str(), formation)).or_default().insert(unit.id.to_string());
        formations.insert(unit.id.to_string(), formation);
    }
    for (path, advice) in rows(cx).filter(|(_, advice)| advice.posture.is_some()) {
        let named: BTreeSet<&str> = advice.units.iter().map(|unit| unit.as_str()).collect();
        let mut seen = BTreeSet::new();
        for (at, unit) in advice.units.iter().enumerate() {
            let Some(formation) = formations.get(unit.as_str()).copied() else { continue };
            let is_whole = advice.formations.iter().any(|id| Some(id.as_str()) == formation);
            // A unit of the other side is a finding of its own.
            let Some(members) = members.get(&(advice.side.as_str(), formation)) else { continue };
            if is_whole || !members.contains(unit.as_str()) || !seen.insert(formation) {
                continue;
            }
            let missing = members.iter().filter(|member| !named.contains(member.as_str())).count();
            if missing > 0 {
                let whole = formation.map_or_else(|| "units without a formation".to_owned(), |id| format!("`{id}`"));
                let message = format!(
                    "the order is for a part of {whole}: {missing} of its {} units are not named",
                    members.len()
                );
                let at = path.clone().key("units").index(at);
                found.push(PARTIAL_GROUP.at(at, message).help("name the formation, or all of its units"));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{shown, shown_magnifique};

    #[test]
    fn an_order_is_for_a_whole_formation() {
        let advice = |lines: &str| {
            let row = format!("[[computer]]\nside = \"red\"\n{lines}\n\n[[chit]]");
            shown_magnifique(&[("[[chit]]", &row)])
        };
        assert_eq!(advice("units = [\"red-1\"]\nposture = \"free\""), ["partial-group \"red-1\""]);
        assert_eq!(advice("units = [\"red-1\", \"red-2\"]\nposture = \"free\""), [] as [&str; 0]);
        let both = "formations = [\"red-corps\"]\nunits = [\"red-2\"]\nposture = \"free\"";
        assert_eq!(advice(both), [] as [&str; 0]);
    }

    #[test]
    fn units_without_a_formation_are_a_group() {
        let row = "[[computer]]\nside = \"red\"\nunits = [\"red-1\"]\nposture = \"free\"\n\n[victory]";
        assert_eq!(shown(&[("[victory]", row)]), ["partial-group \"red-1\""]);
        let both = row.replace("[\"red-1\"]", "[\"red-1\", \"red-2\"]");
        assert_eq!(shown(&[("[victory]", &both)]), [] as [&str; 0]);
    }
}
