//! Objectives of advice that are too far away for their turns.

use std::collections::BTreeSet;

use super::{FEW_PAIRS, Going, Origin, distance, spots};
use crate::common::limits::MOST_UNITS_PLAYED;
use crate::diagnostic::{Diagnostic, finding};
use crate::lint::context::Context;
use crate::lint::rules::advice::rows;
use crate::path::DocPath;
use crate::{AdviceObjective, AdvicePosture, AdviceView};

finding! {
    /// # What it finds
    /// An objective that no unit of the group can reach before the order ends.
    ///
    /// # Why it matters
    /// Even the fastest unit needs more turns, at the lowest movement costs of any arm and without an enemy; on a table, by the
    /// straight way at the pace of a march along a road. Who delays has to come within two hexes, a reserve within six; on a table
    /// three inches count as a hex. Computer players march toward the objective all the same, and are missing elsewhere. In Mars la
    /// Tour, where a unit moves any number of times in a turn, no objective is too far.
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

pub(super) fn check(cx: &Context<'_>, going: &Going<'_>, origins: &[Origin<'_>], found: &mut Vec<Diagnostic>) {
    if origins.len() > MOST_UNITS_PLAYED * 2 {
        return;
    }
    let mut searches = 0;
    for (row, advice) in rows(cx) {
        let Some(within) = advice.posture.and_then(AdvicePosture::within).filter(|_| searches < MOST_SEARCHES) else {
            continue;
        };
        let (key, goal) = match advice.objective() {
            Some(AdviceObjective::Place(id)) => {
                let Some(place) = cx.places.iter().find(|place| place.id == *id) else { continue };
                ("place", spots(cx, &place.hexes))
            }
            Some(AdviceObjective::Hex(hex)) => ("at", spots(cx, [hex])),
            // A map has no points.
            Some(AdviceObjective::Point(_)) | None => continue,
        };
        let group = group(cx, advice, origins);
        let last = last_turn(cx, advice);
        let moving = |origin: &&&Origin<'_>| going.points(origin.unit.movement) > 0;
        // Of a unit whose start is unknown, nothing can be said.
        let is_unknown = |origin: &&Origin<'_>| moving(&origin) && origin.spots.is_empty();
        if goal.is_empty() || !group.iter().any(|origin| moving(&origin)) || group.iter().any(is_unknown) {
            continue;
        }
        let turns = |origin: &Origin<'_>| u32::from(last.saturating_add(1).saturating_sub(origin.turn));
        let comes = |origin: &&Origin<'_>| {
            let most = turns(origin) * going.points(origin.unit.movement);
            let pairs = || origin.spots.iter().flat_map(|from| goal.iter().map(move |to| (*from, *to))).take(FEW_PAIRS);
            // A unit may always move one hex per turn.
            let is_near = |from, to| distance(cx, from, to) <= turns(origin) + within;
            turns(origin) > 0 && pairs().any(|(from, to)| is_near(from, to) || going.leads(from, to, most))
        };
        if group.iter().any(comes) {
            continue;
        }
        searches += 1;
        let wanted: Vec<_> = group.iter().flat_map(|origin| origin.spots.iter().copied()).collect();
        let near = going.around(&goal, within);
        let costs = going.costs(near.into_iter().map(|spot| (spot, 0)), &wanted, true, u32::MAX);
        let arrival = |origin: &&Origin<'_>| {
            let pace = going.points(origin.unit.movement);
            let turns = costs.least(&origin.spots)?.checked_div(pace)?
                + u32::from(!costs.least(&origin.spots)?.is_multiple_of(pace));
            Some(u32::from(origin.turn) + turns.max(1) - 1)
        };
        // A way may not exist, which is a finding about the map.
        if let Some(turn) = group.iter().filter_map(arrival).min().filter(|turn| *turn > u32::from(last)) {
            let there = match within {
                0 => "there".to_owned(),
                _ => format!("within {within} hexes of it"),
            };
            found.push(too_far(advice, row, key, &there, turn, last));
        }
    }
}

/// Returns the last turn in which a row is in force.
pub(crate) fn last_turn(cx: &Context<'_>, advice: &AdviceView<'_>) -> u8 {
    advice.until_turn.unwrap_or(cx.turns.count).min(cx.turns.count)
}

/// Returns the finding that no unit of the group of a row can be `there` before `turn`, but that `last` is its last one. The key
/// is that of the objective.
pub(crate) fn too_far(
    advice: &AdviceView<'_>,
    row: DocPath,
    key: &'static str,
    there: &str,
    turn: u32,
    last: u8,
) -> Diagnostic {
    let (end, until) = match advice.until_turn {
        Some(_) => ("the order ends", row.clone().key("until_turn")),
        None => ("the game ends", DocPath::root().key("turns").key("count")),
    };
    let message = format!("no unit of the group can be {there} before turn {turn}, but {end} with turn {last}");
    OBJECTIVE_TOO_FAR
        .at(row.key(key), message)
        .related(until, "its last turn")
        .help("give the order more turns, or name a nearer objective")
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
    use crate::System;
    use crate::lint::testing::{messages, shown_magnifique, shown_matz};

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

    #[test]
    fn who_delays_or_waits_has_a_shorter_way() {
        // One hex a turn, and four of them to the objective.
        let slow = ("movement = [5, 5]", "movement = [1, 1]");
        let turns = |posture: &str, unit: &str| {
            let is_far = |turn: &u8| {
                let order = format!("posture = \"{posture}\"\nat = \"0602\"\nuntil_turn = {turn}");
                let row = format!("[[computer]]\nside = \"red\"\nunits = [\"{unit}\"]\n{order}\n\n[[chit]]");
                let found = messages(System::PositionMagnifique, &[slow, ("[[chit]]", &row)]);
                found.iter().any(|(code, _)| *code == "objective-too-far")
            };
            (1..=4).find(|turn| !is_far(turn))
        };
        let postures = ["take", "hold", "delay", "reserve", "free"];
        assert_eq!(postures.map(|posture| turns(posture, "red-1")), [4, 4, 2, 1, 1].map(Some));
        // Nobody stands anywhere before he enters.
        assert_eq!(turns("reserve", "red-2"), Some(2));
    }

    #[test]
    fn units_that_march_twice_their_allowance_are_checked_too() {
        let advice = |turn: u8| {
            let order = format!("posture = \"take\"\nat = \"0505\"\nunits = [\"red-2\"]\nuntil_turn = {turn}");
            let row = format!("[[computer]]\nside = \"red\"\n{order}\n\n[[formation]]");
            shown_matz(&[("[[formation]]", &row)])
        };
        assert_eq!(advice(1), ["objective-too-far \"0505\"", "partial-group \"red-2\""]);
        assert_eq!(advice(2), ["partial-group \"red-2\""]);
    }
}
