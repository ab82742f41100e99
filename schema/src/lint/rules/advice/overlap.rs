//! Two orders for one group at one time.

use std::ops::RangeInclusive;

use super::rows;
use crate::AdviceView;
use crate::SideId;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::ENOUGH;
use crate::lint::context::Context;
use crate::lint::lookup::{Lookup, lookup};
use crate::path::DocPath;

finding! {
    /// # What it finds
    /// Two orders for one group in the same turn.
    ///
    /// # Why it matters
    /// A group follows one order at a time, the first in the file. An order for units is no second order beside one for their
    /// formation or for the side, because the order for fewer units counts. Rows of different plans are never in force together,
    /// and a row after one with `until` is in force from that event on.
    ///
    /// # Example
    /// ```toml
    /// [[computer]]
    /// formations = ["de-iii"]
    /// posture = "take"
    /// until_turn = 4
    ///
    /// [[computer]]
    /// formations = ["de-iii"]
    /// posture = "hold"
    /// from_turn = 4                # 5
    /// ```
    ///
    /// # Remedy
    /// Let one order end before the other begins, end it by an event, or make them parts of two plans.
    OVERLAPPING_ADVICE = "overlapping-advice", Warning
}

/// A group that a row names.
#[derive(Clone, Copy, PartialEq, Eq, Hash)]
enum NamedGroup<'a> {
    Side(&'a SideId),
    Formation(&'a SideId, &'a str),
    Unit(&'a str),
}

impl<'a> NamedGroup<'a> {
    /// Returns the groups of a row, with the paths of their names in it.
    fn all(advice: &AdviceView<'a>, path: &DocPath) -> Vec<(Self, DocPath)> {
        if advice.is_of_side() {
            return vec![(Self::Side(advice.side), path.clone().key("side"))];
        }
        let list = |key: &str, at: usize| path.clone().key(key).index(at);
        let formations = advice.formations.iter().enumerate();
        let formations = formations.map(|(at, id)| (Self::Formation(advice.side, id.as_str()), list("formations", at)));
        let units = advice.units.iter().enumerate();
        formations.chain(units.map(|(at, id)| (Self::Unit(id.as_str()), list("units", at)))).collect()
    }

    fn name(self) -> &'a str {
        match self {
            Self::Side(side) => side.as_str(),
            Self::Formation(_, id) | Self::Unit(id) => id,
        }
    }
}

/// The order of an earlier row for a group.
struct EarlierOrder<'a> {
    turns: RangeInclusive<u8>,
    plan: Option<&'a str>,
    path: DocPath,
}

pub(in crate::lint::rules) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let mut orders: Lookup<NamedGroup<'_>, Vec<EarlierOrder<'_>>> = lookup(0);
    let limit = found.len() + ENOUGH;
    for (path, advice) in rows(cx).filter(|(_, advice)| advice.posture.is_some()) {
        let turns = advice.from_turn.unwrap_or(cx.first_turn)..=advice.until_turn.unwrap_or(cx.turns.count);
        for (group, at) in NamedGroup::all(advice, &path) {
            if found.len() >= limit {
                return;
            }
            let earlier = orders.entry(group).or_default();
            let meets = |order: &&EarlierOrder<'_>| {
                let is_together = order.plan.is_none() || advice.plan.is_none() || order.plan == advice.plan;
                let is_both = order.turns.start().max(turns.start()) <= order.turns.end().min(turns.end());
                is_together && is_both && !at.is_within(&order.path)
            };
            if let Some(order) = earlier.iter().find(meets) {
                let turn = order.turns.start().max(turns.start());
                let finding = OVERLAPPING_ADVICE
                    .at(at, format!("`{}` has another order on turn {turn}", group.name()))
                    .related(order.path.clone(), "the other order")
                    .help("let one order end before the other begins, or make them parts of two plans");
                found.push(finding);
            }
            // The event of a row can end it on any turn, so that a later row may follow it.
            if advice.until.is_none() {
                earlier.push(EarlierOrder { turns: turns.clone(), plan: advice.plan, path: path.clone() });
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique;

    fn advice(rows: &[&str]) -> Vec<String> {
        let rows = rows.iter().map(|lines| format!("[[computer]]\nside = \"red\"\nposture = \"free\"\n{lines}\n\n"));
        shown_magnifique(&[("[[chit]]", &format!("{}[[chit]]", rows.collect::<String>()))])
    }

    #[test]
    fn a_group_has_one_order_at_a_time() {
        let corps = "formations = [\"red-corps\"]";
        let with = |lines: &str| format!("{corps}\n{lines}");
        assert_eq!(advice(&[corps, corps]), ["overlapping-advice \"red-corps\""]);
        assert_eq!(advice(&[&with("until_turn = 2"), &with("from_turn = 3")]), [] as [&str; 0]);
        assert_eq!(advice(&[&with("until_turn = 2"), &with("from_turn = 2")]), ["overlapping-advice \"red-corps\""]);
        assert_eq!(advice(&[&with("until = { controls = [\"village\"] }"), corps]), [] as [&str; 0], "it follows");
        assert_eq!(advice(&[&with("plan = \"a\""), &with("plan = \"b\"")]), [] as [&str; 0]);
        assert_eq!(advice(&[&with("plan = \"a\""), corps]), ["overlapping-advice \"red-corps\""]);
    }

    #[test]
    fn an_order_for_fewer_units_is_no_second_order() {
        let both = "units = [\"red-1\", \"red-2\"]";
        assert_eq!(advice(&["", "formations = [\"red-corps\"]", both]), [] as [&str; 0]);
        assert_eq!(advice(&["", ""]), ["overlapping-advice \"red\""]);
        let twice = ["overlapping-advice \"red-1\"", "overlapping-advice \"red-2\""];
        assert_eq!(advice(&[both, both]), twice);
    }
}
