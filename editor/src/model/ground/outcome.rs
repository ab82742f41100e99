//! The uses of a derived map: replace the map of the open scenario, merge with it, or begin a new one.

use std::sync::Arc;

use battlewright_ground::run::{Derivation, NoMerge, RunError};
use battlewright_schema::{Scenario, System, load};

use super::work::{OpenMap, PartWatch, record_text};

/// The sentence about the license of OpenStreetMap.
pub const LICENSE: &str = "The hexes of the scenario may count as a database that is derived from OpenStreetMap, which may then be \
    shared only under the ODbL 1.0; a picture or a print of the map needs the notice alone.";

/// A scenario with the map, and what goes with it.
#[derive(Debug)]
pub struct GroundScenario {
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// Its text.
    pub text: String,
    /// The record, which is saved beside the scenario.
    pub record: String,
    /// Notices about it.
    pub notes: Vec<String>,
}

/// The uses of a map; the errors tell why something cannot.
#[derive(Debug)]
pub struct GroundOutcome {
    /// The open scenario with this map in place of its own.
    pub replace: Result<GroundScenario, String>,
    /// The open scenario with what changed on the ground, and with what the designer edited.
    pub merge: Result<GroundScenario, String>,
    /// A new scenario.
    pub new_file: Result<GroundScenario, String>,
}

impl GroundOutcome {
    /// Makes all scenarios that can be made.
    ///
    /// # Errors
    /// The work is to end.
    pub(super) fn of(
        run: &Derivation,
        open: Option<&OpenMap>,
        system: System,
        date: Option<String>,
        watch: PartWatch<'_>,
    ) -> Result<Self, RunError> {
        let none = || Err("no scenario is open for it".to_owned());
        let (replace, merge) = match open {
            Some(open) => {
                (watch.of(|| replaced(run, open, date.clone()))?, watch.of(|| merged(run, open, date.clone()))?)
            }
            None => (none(), none()),
        };
        let new_file = watch.of(|| run.new_file(system))?;
        let new_file = new_file.map_err(|error| error.to_string()).and_then(|proposal| {
            let record = record_text(run, &proposal, date)?;
            Ok(GroundScenario {
                scenario: Arc::new(proposal.scenario),
                text: proposal.text,
                record,
                notes: proposal.notices.iter().map(ToString::to_string).collect(),
            })
        });
        watch.of(|| Self { replace, merge, new_file })
    }
}

fn replaced(run: &Derivation, open: &OpenMap, date: Option<String>) -> Result<GroundScenario, String> {
    let proposal = run.into_text(&open.text).map_err(|error| error.to_string())?;
    let record = record_text(run, &proposal, date)?;
    let notes = proposal.notices.iter().map(ToString::to_string).collect();
    Ok(GroundScenario { scenario: Arc::new(proposal.scenario), text: proposal.text, record, notes })
}

fn merged(run: &Derivation, open: &OpenMap, date: Option<String>) -> Result<GroundScenario, String> {
    let record = open.record.as_deref().map_err(Clone::clone)?;
    let second = run.merge(Some(record), &open.text).map_err(|error| error.to_string())?;
    let second = second.map_err(|no: NoMerge| no.to_string())?;
    let scenario = load(&second.merged.unmarked).readable.ok_or("the merged scenario cannot be read")?;
    let mut notes: Vec<String> = second.proposal.notices.iter().map(ToString::to_string).collect();
    for conflict in &second.merged.conflicts {
        notes.push(format!("Both changed, yours was kept: {conflict}"));
    }
    for finding in &second.merged.broken {
        notes.push(format!("To be repaired after the merge: {}", finding.message));
    }
    let record = record_text(run, &second.proposal, date)?;
    Ok(GroundScenario { scenario: Arc::new(scenario), text: second.merged.unmarked, record, notes })
}
