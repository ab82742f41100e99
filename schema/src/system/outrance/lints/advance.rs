//! Objectives of advice that are too far away on a table.

use super::geometry;
use crate::common::limits::MOST_UNITS_PLAYED;
use crate::common::tabletop::Inches;
use crate::diagnostic::Diagnostic;
use crate::lint::context::Context;
use crate::lint::rules::advice::rows;
use crate::lint::rules::pace::advice::{last_turn, too_far};
use crate::outrance::{Outrance, Rules, TroopType, Unit};
use crate::{AdviceObjective, AdvicePosture};

/// The thousandths of an inch that count as a hex for missions.
const HEX: i64 = 3_000;

pub(super) fn check(cx: &Context<'_>, found: &mut Vec<Diagnostic>) {
    let Some(own) = super::own(cx) else { return };
    if cx.advice.is_empty() || own.unit.len() > MOST_UNITS_PLAYED * 2 {
        return;
    }
    let rules = own.ruleset();
    for (row, advice) in rows(cx) {
        let Some(within) = advice.posture.and_then(AdvicePosture::within) else { continue };
        let (key, goal) = match advice.objective() {
            Some(AdviceObjective::Place(id)) => {
                let Some(objective) = own.objective.iter().find(|objective| objective.id == *id) else { continue };
                ("place", objective.at.0)
            }
            // One off the table is a finding of its own.
            Some(AdviceObjective::Point(point)) if geometry::is_on_table(own.table, point.0) => ("at", point.0),
            // A table has no hexes.
            Some(AdviceObjective::Point(_) | AdviceObjective::Hex(_)) | None => continue,
        };
        // A unit that is up to a hex away stands at an objective.
        let near = HEX * i64::from(within.max(1));
        let group = cx.scenario.common().advised_units(advice);
        let group =
            group.into_iter().filter_map(|unit| own.unit.get(unit)).filter(|unit| unit.troops != TroopType::General);
        let arrivals: Option<Vec<u32>> = group.map(|unit| arrival(own, &rules, unit, goal, near)).collect();
        // Of a unit whose start or movement is unknown, nothing can be said.
        let Some(turn) = arrivals.and_then(|turns| turns.into_iter().min()) else { continue };
        let last = last_turn(cx, advice);
        if turn > u32::from(last) {
            let there = format!("within {} inches of it", near / i64::from(Inches::PER_INCH));
            found.push(too_far(advice, row, key, &there, turn, last));
        }
    }
}

/// Returns the first turn in which `unit` can be within `near` of `goal`, by the straight way; `None` if its start or its movement is
/// unknown.
fn arrival(own: &Outrance, rules: &Rules, unit: &Unit, goal: Inches, near: i64) -> Option<u32> {
    let (at, turn) = match (&unit.at, &unit.enters) {
        (Some(at), _) => (at.0, 1),
        (None, Some(enters)) => {
            (own.entry.iter().find(|entry| entry.id == enters.at)?.at.0, u32::from(enters.turn.max(1)))
        }
        (None, None) => return None,
    };
    let [x, y] = [(at.x, goal.x), (at.y, goal.y)].map(|(from, to)| i128::from(from) - i128::from(to));
    let way = i64::try_from((x * x + y * y).isqrt()).unwrap_or(i64::MAX);
    let left = (way - near).max(0);
    let pace = pace(rules, unit).filter(|pace| *pace > 0)?;
    let turns = u32::try_from((left + pace - 1) / pace).unwrap_or(u32::MAX);
    Some(turn.saturating_add(turns.max(1) - 1))
}

/// Returns the most that `unit` can move in a turn, in thousandths of an inch: it has one action, a march along a road or an assault.
fn pace(rules: &Rules, unit: &Unit) -> Option<i64> {
    let row = rules.tables.base_moves.of(unit.troops, unit.quality)?;
    let is_route_march = unit.enters.is_some() || rules.march_as_route_march;
    let march = if is_route_march { row.march.max(row.route_march) } else { row.march };
    let on_road = i64::from(march.thousandths()) * i64::from(rules.road_percent.max(100)) / 100;
    let assault = match unit.troops {
        TroopType::Infantry => rules.assault_infantry.thousandths(),
        TroopType::Cavalry => rules.assault_cavalry.thousandths(),
        TroopType::Artillery | TroopType::General => 0,
    };
    Some(on_road.max(row.maneuver.thousandths().max(assault).into()))
}

#[cfg(test)]
mod tests {
    use crate::lint::testing::{messages, shown_outrance as shown};

    /// Returns the template with a row for a corps with an infantry brigade at 10,8 and guns, which march 12 and 15 inches a turn.
    fn row(lines: &str) -> String {
        format!("[[computer]]\nside = \"red\"\nformations = [\"red-corps\"]\n{lines}\n\n[victory]")
    }

    fn advice(lines: &str) -> Vec<String> {
        shown(&[("[victory]", &row(lines))])
    }

    #[test]
    fn an_objective_of_a_table_is_reached_in_time() {
        assert_eq!(advice("posture = \"take\"\nplace = \"bridge\"\nuntil_turn = 1"), [] as [&str; 0]);
        let far = "posture = \"take\"\nat = \"0,24\"\nuntil_turn = ";
        assert_eq!(advice(&format!("{far}1")), ["objective-too-far \"0,24\""]);
        assert_eq!(advice(&format!("{far}2")), [] as [&str; 0]);
        let corner = ("at = \"12,21\"", "at = \"1,23\"");
        let bridge = row("posture = \"hold\"\nplace = \"bridge\"\nuntil_turn = 1");
        let message = "no unit of the group can be within 3 inches of it before turn 2, but the order ends with turn 1";
        let found = messages(crate::System::Outrance, &[corner, ("[victory]", &bridge)]);
        assert_eq!(found, [("objective-too-far", message.to_owned())]);
    }

    #[test]
    fn who_delays_stops_at_six_inches_and_a_reserve_at_eighteen() {
        let far =
            |posture: &str| !advice(&format!("posture = \"{posture}\"\nat = \"24,24\"\nuntil_turn = 1")).is_empty();
        assert_eq!(["take", "hold", "delay", "reserve"].map(far), [true, true, false, false]);
    }
}
