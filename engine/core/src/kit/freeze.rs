//! Conversion of a position of a game to a scenario: the part that all systems share.

use battlewright_schema::{AdviceLeft, Common, FormationId, ScenarioTexts};

/// Sets the title and description of `scenario`, a copy of the scenario in play, to name the first turn of the position.
pub fn name_after_turn(scenario: &mut dyn Common, turn: u16) {
    let about = scenario.about();
    let title = format!("{}, turn {turn}", about.title);
    let description = Some(format!("A position of {}, taken from a game on turn {turn}.", about.title));
    scenario.set_about(ScenarioTexts { title, description, ..about });
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
