//! Objectives of advice that are too far away for their turns.

use std::collections::BTreeSet;

use super::{FEW_PAIRS, Going, Origin, distance, points, spots};
use crate::common::limits::{MOST_ROWS, MOST_UNITS_PLAYED};
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::view::PaceFacts;
use crate::path::DocPath;
use crate::{AdviceObjective, AdvicePosture, AdviceView};

finding! {
    /// # What it finds
    /// An objective that no unit of the group can reach before the order ends.
    ///
    /// # Why it matters
    /// Even the fastest unit needs more turns, at the lowest movement costs of any arm and without an enemy. Computer players
    /// march toward the objective all the same, and are missing elsewhere.
    ///
    /// # Example
    /// ```toml
    /// [[computer]]
    /// formations = ["de-iii"]
    /// posture = "take"
    /// place = "far-village"        # thirty hexes away
    /// until_turn = 2
    /// ```
    ///
    /// # Remedy
    /// Give the order more turns, or name a nearer objective.
    OBJECTIVE_TOO_FAR = "objective-too-far", Warning
}

/// The most rows for which the cheapest ways are searched.
const MOST_SEARCHES: usize = 100;

pub(super) fn check(
    cx: &Context<'_>,
    facts: &PaceFacts<'_>,
    going: &Going<'_>,
    origins: &[Origin<'_>],
    found: &mut Vec<Diagnostic>,
) {
    if origins.len() > MOST_UNITS_PLAYED * 2 {
        return;
    }
    let mut searches = 0;
    for (row, advice) in cx.advice.iter().take(MOST_ROWS).enumerate() {
        if !matches!(advice.posture, Some(AdvicePosture::Take | AdvicePosture::Hold)) || searches >= MOST_SEARCHES {
            continue;
        }
        let (key, goal) = match advice.objective() {
            Some(AdviceObjective::Place(id)) => {
                let Some(place) = cx.places.iter().find(|place| place.id == *id) else { continue };
                ("place", spots(cx, &place.hexes))
            }
            Some(AdviceObjective::Hex(hex)) => ("at", spots(cx, [hex])),
            Some(AdviceObjective::Point(_)) | None => continue,
        };
        let group = group(cx, advice, origins);
        let last = advice.until_turn.unwrap_or(cx.turns.count).min(cx.turns.count);
        let moving = |origin: &&&Origin<'_>| points(facts, origin.unit.movement) > 0;
        // Of a unit whose start is unknown, nothing can be said.
        if goal.is_empty() || !group.iter().any(|origin| moving(&origin)) || group.iter().any(|o| o.spots.is_empty()) {
            continue;
        }
        let turns = |origin: &Origin<'_>| u32::from(last.saturating_add(1).saturating_sub(origin.turn));
        let comes = |origin: &&Origin<'_>| {
            let most = turns(origin) * points(facts, origin.unit.movement);
            let pairs = || origin.spots.iter().flat_map(|from| goal.iter().map(move |to| (*from, *to))).take(FEW_PAIRS);
            // A unit may always move one hex per turn.
            pairs().any(|(from, to)| distance(cx, from, to) <= turns(origin) || going.leads(from, to, most))
        };
        if group.iter().any(comes) {
            continue;
        }
        searches += 1;
        let wanted: Vec<_> = group.iter().flat_map(|origin| origin.spots.iter().copied()).collect();
        let costs = going.costs(goal.iter().map(|spot| (*spot, 0)), &wanted, true, u32::MAX);
        let arrival = |origin: &&Origin<'_>| {
            let pace = points(facts, origin.unit.movement);
            let turns = costs.least(&origin.spots)?.checked_div(pace)?
                + u32::from(!costs.least(&origin.spots)?.is_multiple_of(pace));
            Some(u32::from(origin.turn) + turns.max(1) - 1)
        };
        // A way may not exist, which is a finding about the map.
        let Some(turn) = group.iter().filter_map(arrival).min().filter(|turn| *turn > u32::from(last)) else {
            continue;
        };
        let row = DocPath::root().key("computer").index(row);
        let (end, until) = match advice.until_turn {
            Some(_) => ("the order ends", row.clone().key("until_turn")),
            None => ("the game ends", DocPath::root().key("turns").key("count")),
        };
        let message = format!("no unit of the group can be there before turn {turn}, but {end} with turn {last}");
        let finding = OBJECTIVE_TOO_FAR
            .at(row.key(key), message)
            .related(until, "its last turn")
            .help("give the order more turns, or name a nearer objective");
        found.push(finding);
    }
}

/// Returns the origins of the units of a row.
fn group<'o, 'c>(cx: &Context<'_>, advice: &AdviceView<'_>, origins: &'o [Origin<'c>]) -> Vec<&'o Origin<'c>> {
    let formations: BTreeSet<usize> =
        advice.formations.iter().filter_map(|id| cx.formation_numbers.find(id.as_str())).collect();
    let units: BTreeSet<&str> = advice.units.iter().map(|unit| unit.as_str()).collect();
    let is_of_group = |origin: &&Origin<'_>| {
        let unit = origin.unit;
        let is_named = formations.contains(&unit.formation_number) || units.contains(unit.id);
        unit.side == advice.side && !unit.stacks() && (advice.is_of_side() || is_named)
    };
    origins.iter().filter(is_of_group).collect()
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::shown_magnifique;

    #[test]
    fn an_objective_is_reached_in_time() {
        let advice = |lines: &str| {
            let row = format!("[[computer]]\nside = \"red\"\nposture = \"take\"\n{lines}\n\n[[chit]]");
            shown_magnifique(&[("[[chit]]", &row)])
        };
        assert_eq!(advice("at = \"0801\""), [] as [&str; 0]);
        // The rows are about a part of the corps, which is a finding of its own.
        assert_eq!(
            advice("at = \"0806\"\nunits = [\"red-1\"]\nuntil_turn = 1"),
            ["objective-too-far \"0806\"", "partial-group \"red-1\""]
        );
        assert_eq!(
            advice("place = \"village\"\nunits = [\"red-2\"]\nuntil_turn = 1"),
            ["objective-too-far \"village\"", "partial-group \"red-2\""]
        );
        assert_eq!(advice("place = \"village\"\nunits = [\"red-2\"]\nuntil_turn = 2"), ["partial-group \"red-2\""]);
        assert_eq!(advice("place = \"village\"\nunits = [\"red-9\"]\nuntil_turn = 1"), ["unknown-unit \"red-9\""]);
    }
}
