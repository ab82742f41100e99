//! Breakdown units (17.0) that nothing can break down into.

use crate::at_any_cost::{Kind, Unit};
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
    /// Breakdown units with more SP than the units that they can come from, or that the rules of the scenario never use.
    ///
    /// # Why it matters
    /// A unit breaks down into detachments of its formation with no more SP than it has (17.1). Infantry Detachments come
    /// from infantry, Artillery Sections from Division artillery. What is beyond that can never be used, and nothing is
    /// without `unit_breakdown = true` in `[rules]`.
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
    /// Remove some of the units, mark the Division artillery, or set `unit_breakdown = true`.
    BREAKDOWN_POOL = "breakdown-pool", Warning
}

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    let path = |row: usize| DocPath::root().key("unit").index(row);
    let pool = || own.unit.iter().enumerate().filter(|(_, unit)| unit.breakdown);
    for (row, unit) in pool() {
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
    let Some((first, _)) = pool().next() else { return };
    if !own.ruleset().unit_breakdown {
        let rule = DocPath::root().key("rules").key("unit_breakdown");
        let finding =
            BREAKDOWN_POOL.at(path(first).key("breakdown"), "the scenario plays without Unit Breakdown (17.0)");
        let help = "write `unit_breakdown = true` in `[rules]`, or remove the breakdown units";
        let fix = own.rules.unit_breakdown.is_some().then(|| cx.write(&rule, "true")).flatten();
        found.push(finding.help(help).fix(fix));
        return;
    }
    // One finding for each formation and arm, at its first breakdown unit.
    for (row, unit) in pool().filter(|(_, unit)| unit.kind != Kind::Cavalry) {
        let is_like =
            |other: &Unit| other.formation == unit.formation && other.kind.is_artillery() == unit.kind.is_artillery();
        if pool().take_while(|(other, _)| *other < row).any(|(_, other)| is_like(other)) {
            continue;
        }
        let points = |broken: bool| {
            let own = own.unit.iter().filter(|other| is_like(other) && other.breakdown == broken);
            let fit = own.filter(|other| broken || !other.kind.is_artillery() || other.division_artillery);
            fit.map(|unit| u32::from(unit.sp[usize::from(unit.starts_worn())])).sum::<u32>()
        };
        let (parts, parents) = (points(true), points(false));
        if parts > parents {
            let what = if unit.kind.is_artillery() { "Division artillery" } else { "infantry" };
            let message =
                format!("the breakdown units of `{}` have {parts} SP, but its {what} has {parents}", unit.formation);
            let finding = BREAKDOWN_POOL.at(path(row).key("sp"), message);
            found.push(finding.help("remove some of them, or lower their SP"));
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_any_cost as shown;

    const RULE: (&str, &str) = ("[[victory.points]]", "[rules]\nunit_breakdown = true\n\n[[victory.points]]");

    fn part(kind: &str, sp: u8, more: &str) -> String {
        format!(
            "[[unit]]\nid = \"part-{sp}\"\nname = \"Part {sp}\"\nformation = \"red-corps\"\nkind = \"{kind}\"\n\
             breakdown = true\nsp = [{sp}, 1]\ntcr = [6, 5]\nmovement = 6\n{more}\n"
        )
    }

    fn with(rule: bool, parts: &[String]) -> Vec<String> {
        let parts = parts.concat() + "# Event Chits:";
        let mut edits = vec![("# Event Chits:", parts.as_str())];
        edits.extend(rule.then_some(RULE));
        shown(&edits)
    }

    #[test]
    fn detachments_have_no_start() {
        let foot = |more: &str| part("infantry", 3, &format!("range = [2, 3]\n{more}"));
        assert_eq!(with(true, &[foot("")]), [] as [&str; 0]);
        assert_eq!(with(true, &[foot("at = \"0101\"")]), ["bad-breakdown-unit \"0101\""]);
        assert_eq!(with(true, &[part("cavalry", 2, "")]), ["bad-breakdown-unit \"cavalry\""]);
        assert_eq!(with(false, &[foot("")]), ["breakdown-pool true"]);
    }

    #[test]
    fn a_pool_is_no_larger_than_what_it_comes_from() {
        let foot = |sp| part("infantry", sp, "range = [2, 3]\n");
        assert_eq!(with(true, &[foot(4), foot(2)]), [] as [&str; 0], "the brigade has six");
        assert_eq!(with(true, &[foot(4), foot(3)]), ["breakdown-pool [4, 1]"]);
        let guns = part("field-artillery", 8, "range = [3, 6]\n");
        assert_eq!(with(true, &[guns]), ["breakdown-pool [8, 1]"], "the Division guns have seven");
    }
}
