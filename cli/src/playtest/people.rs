//! Results of games between people, which `host results` prints, for the report.

use std::path::Path;

use battlewright_balance::PeopleGames;
use sha2::{Digest as _, Sha256};

use crate::console::Failure;
use crate::files::{self, slashed};

/// The results of people that stand beside those of the computer.
pub(super) struct PeopleResults {
    /// The games, of any scenarios.
    pub(super) games: PeopleGames,
    /// The SHA-256 of the scenario, with and without the changes of the rulesets that it uses.
    pub(super) hashes: Vec<String>,
}

impl PeopleResults {
    /// Reads the table in the file `results` for a scenario with one of these `texts`.
    ///
    /// # Errors
    /// The file cannot be read, or has faults: all of them.
    pub(super) fn read(results: &Path, texts: &[&[u8]]) -> Result<Self, Failure> {
        let games = PeopleGames::read(&files::read(results)?).map_err(|faults| {
            let told: String = faults.to_string().lines().map(|line| format!("\n  {line}")).collect();
            Failure::new(format!("{} cannot be used:{told}", slashed(results)))
                .help("`battlewright host results --data games.db` prints such a table")
        })?;
        let hash = |text: &&[u8]| Sha256::digest(text).iter().map(|byte| format!("{byte:02x}")).collect();
        Ok(Self { games, hashes: texts.iter().map(hash).collect() })
    }
}
