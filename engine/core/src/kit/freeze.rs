//! Conversion of a position of a game to a scenario: the part that all systems share.

use battlewright_schema::rule::RulesLeft;
use battlewright_schema::{AdviceLeft, Common, FormationId, ScenarioTexts};

use super::extra::ExtraState;
use crate::game::Rule;
use crate::show::Fact;

/// Sets the title and description of `scenario`, a copy of the scenario in play, to name the first turn of the position.
pub fn name_after_turn(scenario: &mut dyn Common, turn: u16) {
    let about = scenario.about();
    let title = format!("{}, turn {turn}", about.title);
    let description = Some(format!("A position of {}, taken from a game on turn {turn}.", about.title));
    scenario.set_about(ScenarioTexts { title, description, ..about });
}

/// Changes the rules in rows of `scenario`, which has the other parts of the position, to those of a game that begins with it: counters
/// and events are those of `state`, and turns count from `passed` turns later. `of` is the scenario in play: its names of what left the
/// game stay known to rows. Returns the facts that the file cannot express.
pub fn keep_rules(scenario: &mut dyn Common, of: &dyn Common, state: &ExtraState, passed: u8, rule: Rule) -> Vec<Fact> {
    let left = RulesLeft::new(of, passed, state.counters.clone(), state.done.clone());
    scenario.keep_rules(&left).into_iter().map(|text| Fact { text, rule }).collect()
}

/// Keeps of the advice for computer players what the position can use: rows whose turns are not over, about the units, formations
/// and places of `scenario`. The game begins with `turn` of the game in play, and its turns count from `passed` turns later.
pub fn keep_advice(scenario: &mut dyn Common, turn: u8, passed: u8) {
    let units = (0..scenario.unit_count()).filter_map(|at| Some(scenario.unit(at)?.id.into_owned()));
    let left = AdviceLeft {
        turn,
        passed,
        units: units.collect(),
        formations: scenario.formation_names().into_iter().map(FormationId::from).collect(),
        places: scenario.place_ids().into_iter().cloned().collect(),
    };
    scenario.keep_advice(&left);
}
