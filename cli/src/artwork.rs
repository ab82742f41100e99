//! The theme of a scenario, whose problems are printed.

use std::io::Write as _;
use std::path::Path;
use std::sync::Arc;

use battlewright_export::art::{Art, LoadedTheme};
use battlewright_schema::Scenario;

use crate::console::{Failure, stderr};
use crate::files::slashed;

/// Loads the theme of `scenario`, whose file is at `path`, and prints its problems to standard error. The theme is used as far
/// as possible.
///
/// # Errors
/// Standard error cannot be written.
pub(crate) fn of_scenario(scenario: &Scenario, path: &Path) -> Result<Arc<Art>, Failure> {
    let Some(named) = scenario.common().theme() else { return Ok(Arc::default()) };
    let loaded = Art::of_scenario(scenario, path);
    // A theme with an unsafe path is not read.
    let name = loaded.files.first().map_or_else(|| named.to_string(), |file| slashed(file));
    if let Some(why) = &loaded.refused {
        refused(&name, why).help("the scenario is drawn without it").print();
    }
    print_findings(&name, &loaded)?;
    Ok(loaded.art)
}

/// Returns the refusal of the theme `name`.
pub(crate) fn refused(name: &str, why: &str) -> Failure {
    Failure::new(format!("the theme {name} cannot be used: {why}"))
}

/// Prints the findings about the theme `name` to standard error.
///
/// # Errors
/// Standard error cannot be written.
pub(crate) fn print_findings(name: &str, loaded: &LoadedTheme) -> Result<(), Failure> {
    let mut aside = stderr();
    for finding in loaded.findings() {
        writeln!(aside, "{name}:{finding}")?;
    }
    Ok(())
}
