//! Conversion of a position of a game to a scenario: the part that all systems share.

use battlewright_schema::{Common, ScenarioTexts};

/// Sets the title and description of `scenario`, a copy of the scenario in play, to name the first turn of the position.
pub fn name_after_turn(scenario: &mut dyn Common, turn: u16) {
    let about = scenario.about();
    let title = format!("{}, turn {turn}", about.title);
    let description = Some(format!("A position of {}, taken from a game on turn {turn}.", about.title));
    scenario.set_about(ScenarioTexts { title, description, ..about });
}
