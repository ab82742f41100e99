//! The sequence of play (2.1), with the phases in the order of the scenario.

use battlewright_engine::systems::matz::rulebook as rule;
use battlewright_schema::system::matz::{FireLimit, Kind, TurnPhase};

use super::{MatzSheet, half};
use crate::amount::Unit;
use crate::chart::{Chart, ChartKind, Step, StepPhase};
use crate::phrase;
use crate::phrase::Phrase;

/// Returns the sequence of play.
pub(super) fn sequence(sheet: &MatzSheet<'_, '_>) -> Chart {
    let order = sheet.own.ruleset().sequence.player_turn.0;
    let player: Vec<Step> = order.into_iter().filter_map(|phase| step_of(sheet, phase)).collect();
    let before = if sheet.has_aircraft() { "Interphase, before each player turn" } else { "Before each player turn" };
    let end = if sheet.has_aircraft() { "Aircraft come off the map; the turn ends" } else { "The turn ends" };
    let mut phases = vec![
        StepPhase { title: before.to_owned(), steps: interphase(sheet) },
        StepPhase { title: "Player turn: first side, then second side".to_owned(), steps: player },
    ];
    phases.push(StepPhase {
        title: "End of the turn".to_owned(),
        steps: vec![step("Administration", "both", end, &[rule::SEQUENCE])],
    });
    let hours = sheet.own.turns.minutes.map(|minutes| minutes / 60).filter(|hours| *hours > 0);
    let aside = hours.map_or_else(|| "2.1".to_owned(), |hours| format!("2.1 · a turn is {hours} hours"));
    let path = sheet.source.setting("sequence");
    let settings = ["fire_limit", "second_combat_for_all", "reorganize_own_only", "strategic_factor"];
    let mut chart = Chart::new("sequence", "Sequence of play", aside, ChartKind::Steps(phases));
    if sheet.source.is_changed(&path) {
        chart =
            chart.note(phrase![sheet.source.words(&path, "The phases are in another order than the published one.")]);
    }
    settings.into_iter().fold(chart.showing(path), |chart, name| chart.showing(sheet.source.setting(name)))
}

/// Returns a step.
fn step(
    name: &str,
    who: impl Into<Phrase>,
    what: impl Into<Phrase>,
    rules: &[battlewright_engine::game::Rule],
) -> Step {
    Step { name: name.to_owned(), who: who.into(), what: what.into(), rules: rules.to_vec() }
}

fn interphase(sheet: &MatzSheet<'_, '_>) -> Vec<Step> {
    let path = sheet.source.setting("fire_limit");
    let limit = match sheet.own.ruleset().fire_limit {
        FireLimit::PlayerTurn => "All artillery that has fired is turned back and may fire again",
        FireLimit::Turn => "In the first one of a turn, artillery that has fired is turned back and may fire again",
    };
    let mut steps = vec![step("Artillery", "both", sheet.source.words(&path, limit), &[rule::ARTILLERY])];
    if sheet.has_aircraft() {
        steps.push(step(
            "Aircraft drawn",
            "both, in secret",
            "Only in the first one of a turn: dice for the number of air units, drawn from the pot",
            &[rule::AIR_SEQUENCE],
        ));
        steps.push(step(
            "Interceptors",
            "the side that waits",
            "Places fighters in mega-hexes to intercept",
            &[rule::AIR_SEQUENCE],
        ));
    }
    steps
}

/// Returns the step of a phase of a player turn; `None` for a phase in which nothing happens in the scenario.
fn step_of(sheet: &MatzSheet<'_, '_>, phase: TurnPhase) -> Option<Step> {
    let active = || Phrase::from("active side");
    let tanks = sheet.has(Kind::Tank);
    let storm = sheet.has(Kind::Stosstruppen);
    let step = match phase {
        TurnPhase::Command => {
            let tanks = if tanks { "Attach tanks in secret. " } else { "" };
            let reserves = if sheet.own.reserve.is_empty() { "" } else { "Call up reserves. " };
            let what = format!("Destroyed HQs return. {tanks}{reserves}Mark units that are out of command");
            step("Command", active(), what, &[rule::HEADQUARTERS, rule::COMMAND_DISTANCE])
        }
        TurnPhase::Movement => step(
            "Movement",
            active(),
            phrase![
                "Each unit once; reinforcements enter. Allowance ",
                sheet.setting("strategic_factor", Unit::Factor),
                " if in command, not neutralized, and entering no enemy ZOC in the whole move",
            ],
            &[rule::MOVEMENT, rule::STRATEGIC_MOVEMENT],
        ),
        TurnPhase::Air if !sheet.has_aircraft() => return None,
        TurnPhase::Air => step(
            "Air",
            "active side; then interceptors",
            "Groups with secret missions fly from the friendly edge; interceptors fight them",
            &[rule::AIR_MOVEMENT, rule::AIR_COMBAT],
        ),
        TurnPhase::Bombardment => {
            let bombers = if sheet.has_aircraft() { " and bombers bombard hexes" } else { " bombards hexes" };
            step("Bombardment", active(), format!("Artillery{bombers}, each hex once"), &[rule::BARRAGE])
        }
        TurnPhase::Combat => step(
            "Combat",
            "active side; both support",
            "Name hexes and attackers; both choose support in secret, the attacker first; ratio, shifts, die. Nobody must attack",
            &[rule::COMBAT, rule::COMBAT_RESOLUTION],
        ),
        TurnPhase::Exploitation => {
            let mut what = phrase!["Infantry in command moves again, allowance ", half(), " rounded down"];
            if tanks {
                what = what.then(phrase![", tanks in command ", sheet.setting("tank_exploitation", Unit::Mp)]);
            }
            if storm {
                what = what.then("; Stosstruppen also out of command");
            }
            step("Exploitation", active(), what.then("; nobody neutralized"), &[rule::EXPLOITATION])
        }
        TurnPhase::SecondCombat => step(
            "Second Combat",
            "active side; both support",
            phrase![
                "As Combat, ",
                sheet.ruling(
                    "second_combat_for_all",
                    "by all units that might have exploited",
                    "only by units that have exploited",
                ),
                ", with the support that is left",
            ],
            &[rule::COMBAT],
        ),
        TurnPhase::Reorganization => step(
            "Reorganization",
            active(),
            sheet.ruling(
                "reorganize_own_only",
                "Its own Neutralized markers come off",
                "The Neutralized markers of both sides come off",
            ),
            &[rule::NEUTRALIZATION],
        ),
    };
    Some(step)
}
