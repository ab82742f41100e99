//! A position of a game as a scenario: the part that all systems share.

use battlewright_schema::{Common, ScenarioTexts};

/// Calls `scenario`, which is a copy of the one that is played, after the turn that it begins with.
pub fn name_after_turn(scenario: &mut dyn Common, turn: u16) {
    let about = scenario.about();
    let title = format!("{}, turn {turn}", about.title);
    let description = Some(format!("A position of {}, taken from a game on turn {turn}.", about.title));
    scenario.set_about(ScenarioTexts { title, description, ..about });
}
