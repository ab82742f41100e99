//! Advice without an order, without an objective or without an effect.

use super::rows;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::path::DocPath;
use crate::{AdvicePosture, AdviceView};

finding! {
    /// # What it finds
    /// Advice, or a part of it, that has no effect.
    ///
    /// # Why it matters
    /// A row gives an order with `posture`, or names an objective of the side with `worth`. Without either, computer players
    /// do not use it. A free group has no objective, only an order is binding or for a group, and an event without places
    /// never happens.
    ///
    /// # Example
    /// ```toml
    /// [[computer]]
    /// side = "prussian"
    /// place = "vionville"          # posture = "take"
    /// ```
    ///
    /// # Remedy
    /// Add a posture or a worth, or remove what has no effect.
    IDLE_ADVICE = "idle-advice", Warning
}

finding! {
    /// # What it finds
    /// An order or a worth without an objective.
    ///
    /// # Why it matters
    /// Computer players do not know where to go or what to hold, and ignore the row. Only the posture `free` has no objective.
    ///
    /// # Example
    /// ```toml
    /// [[computer]]
    /// side = "prussian"
    /// posture = "take"             # place = "vionville"
    /// ```
    ///
    /// # Remedy
    /// Add `place` with the id of a place, or `at` with a hex or a point of the table.
    NO_OBJECTIVE = "no-objective", Warning
}

finding! {
    /// # What it finds
    /// Advice with a place and with a hex or point as its objective.
    ///
    /// # Why it matters
    /// A row has one objective. Computer players use the place.
    ///
    /// # Example
    /// ```toml
    /// [[computer]]
    /// posture = "take"
    /// place = "vionville"
    /// at = "1307"                  # a hex of Rezonville
    /// ```
    ///
    /// # Remedy
    /// Remove one of the two, or write a row for each.
    TWO_OBJECTIVES = "two-objectives", Warning
}

pub(in crate::lint::rules) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    for (path, advice) in rows(cx) {
        if let (Some(_), Some(_)) = (advice.place, advice.at) {
            let at = path.clone().key("at");
            let finding = TWO_OBJECTIVES
                .at(at.clone(), "the row has a place as its objective already")
                .related(path.clone().key("place"), "the place")
                .help("remove one of the two, or write a row for each")
                .fix(cx.take_out("remove `at`", &at));
            found.push(finding);
        }
        let Some(posture) = advice.posture else {
            without_posture(cx, &path, advice, found);
            continue;
        };
        if posture.needs_objective() && advice.objective().is_none() {
            let message = format!("the order `{}` has no objective", posture.word());
            found.push(NO_OBJECTIVE.at(path.clone().key("posture"), message).help(OBJECTIVE));
        }
        without_objective(&path, advice, found);
        if posture == AdvicePosture::Free && advice.worth.is_none() && advice.objective().is_some() {
            let key = if advice.place.is_some() { "place" } else { "at" };
            idle(cx, path.clone().key(key), "a free group has no objective", found);
        }
        without_places(cx, &path, advice, found);
    }
}

/// The remedy of a missing objective.
const OBJECTIVE: &str = "add `place` with the id of a place, or `at` with a hex or point";

fn without_posture(cx: &Context<'_>, path: &DocPath, advice: &AdviceView<'_>, found: &mut Vec<Diagnostic>) {
    if advice.worth.is_none() {
        let finding = IDLE_ADVICE.at(path.clone(), "the advice has neither a posture nor a worth");
        let finding = finding.help("add a posture, or a worth").fix(cx.take_out("remove the advice", path));
        found.push(finding);
        return;
    }
    without_objective(path, advice, found);
    if !advice.is_of_side() {
        let key = if advice.formations.is_empty() { "units" } else { "formations" };
        idle(cx, path.clone().key(key), "a worth without a posture is for the whole side", found);
    }
    if advice.binding {
        idle(cx, path.clone().key("binding"), "only an order can be binding", found);
    }
    without_places(cx, path, advice, found);
}

/// Reports a worth without an objective, unless the order has none either.
fn without_objective(path: &DocPath, advice: &AdviceView<'_>, found: &mut Vec<Diagnostic>) {
    let is_told = advice.posture.is_some_and(AdvicePosture::needs_objective);
    if advice.worth.is_some() && advice.objective().is_none() && !is_told {
        found.push(NO_OBJECTIVE.at(path.clone().key("worth"), "the worth has no objective").help(OBJECTIVE));
    }
}

fn without_places(cx: &Context<'_>, path: &DocPath, advice: &AdviceView<'_>, found: &mut Vec<Diagnostic>) {
    if advice.until.is_some_and(<[_]>::is_empty) {
        idle(cx, path.clone().key("until"), "the event has no places", found);
    }
}

fn idle(cx: &Context<'_>, path: DocPath, message: &str, found: &mut Vec<Diagnostic>) {
    let fix = path.last_key().and_then(|key| cx.take_out(format!("remove `{key}`"), &path));
    found.push(IDLE_ADVICE.at(path, message).help("remove it").fix(fix));
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{shown, shown_outrance};

    fn advice(lines: &str) -> Vec<String> {
        shown(&[("[victory]", &format!("[[computer]]\nside = \"red\"\n{lines}\n\n[victory]"))])
    }

    #[test]
    fn a_row_gives_an_order_or_a_worth() {
        assert_eq!(advice("posture = \"take\"\nplace = \"village\""), [] as [&str; 0]);
        assert_eq!(advice("worth = 2\nat = \"0704\""), [] as [&str; 0]);
        assert_eq!(advice("place = \"village\""), ["idle-advice [[computer]]"]);
        assert_eq!(advice("posture = \"free\"\nplace = \"village\""), ["idle-advice \"village\""]);
        assert_eq!(advice("worth = 2\nplace = \"village\"\nbinding = true"), ["idle-advice true"]);
        assert_eq!(advice("worth = 2\nplace = \"village\"\nunits = [\"red-1\"]"), ["idle-advice [\"red-1\"]"]);
        let never = "posture = \"free\"\nuntil = { controls = [] }";
        assert_eq!(advice(never), ["idle-advice { controls = [] }"]);
    }

    #[test]
    fn an_order_has_one_objective() {
        assert_eq!(advice("posture = \"hold\""), ["no-objective \"hold\""]);
        assert_eq!(advice("worth = 2"), ["no-objective 2"]);
        assert_eq!(advice("posture = \"free\""), [] as [&str; 0]);
        let both = "posture = \"take\"\nplace = \"village\"\nat = \"0704\"";
        assert_eq!(advice(both), ["two-objectives \"0704\""]);
        assert_eq!(advice("posture = \"take\"\nat = \"9999\""), ["hex-off-map \"9999\""]);
        assert_eq!(advice("posture = \"take\"\nplace = \"hamlet\""), ["unknown-place \"hamlet\""]);
    }

    #[test]
    fn a_point_is_on_the_table() {
        let advice = |at: &str| {
            let row = format!("[[computer]]\nside = \"red\"\nposture = \"take\"\nat = \"{at}\"\n\n[victory]");
            shown_outrance(&[("[victory]", &row)])
        };
        assert_eq!(advice("10,10"), [] as [&str; 0]);
        assert_eq!(advice("10,999"), ["off-table \"10,999\""]);
    }
}
