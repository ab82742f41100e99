//! The report of a map from the ground: its progress, its notices and what it has.

use std::cell::Cell;
use std::io::{IsTerminal, Write as _};
use std::time::{Duration, Instant};

use battlewright_ground::Proposal;
use battlewright_ground::run::{Derivation, FitRow, GroundPlace, GroundRequest, PlaceFit, RunProgress, RunStep};
use battlewright_schema::compare::compare;
use battlewright_schema::load;

use super::hexes;
use crate::console::{Console, Failure, count};

/// The least time between two updates.
const EVERY: Duration = Duration::from_millis(200);

/// A progress line on standard error, on a terminal.
pub(super) struct GroundProgress {
    is_shown: bool,
    names: Vec<String>,
    told: Cell<Option<Instant>>,
}

impl GroundProgress {
    /// Returns the progress over files with these names.
    pub(super) fn new(names: Vec<String>) -> Self {
        Self { is_shown: std::io::stderr().is_terminal(), names, told: Cell::new(None) }
    }

    /// Shows how far a run is.
    pub(super) fn tell(&self, progress: RunProgress) {
        let is_due = self.told.get().is_none_or(|told| told.elapsed() >= EVERY);
        if self.is_shown && is_due {
            self.told.set(Some(Instant::now()));
            write(&self.line(progress));
        }
    }

    fn line(&self, progress: RunProgress) -> String {
        let what = match progress.step {
            RunStep::Read(file) => {
                let name = self.names.get(file).map(String::as_str).unwrap_or_default();
                return format!("{name}: {} of {} MB", progress.done / 1_000_000, progress.all.div_ceil(1_000_000));
            }
            RunStep::Places => "places",
            RunStep::Rivers => "rivers",
            RunStep::Areas => "terrain",
            RunStep::Levels => "levels",
            RunStep::Roads => "roads",
            RunStep::Railways => "railways",
        };
        format!("deriving {what}")
    }

    /// Clears the line.
    pub(super) fn end(&self) {
        if self.told.take().is_some() {
            write("");
        }
    }
}

/// Prints the place that was found from names.
pub(super) fn fit(console: &mut Console, fit: &PlaceFit) -> std::io::Result<()> {
    let GroundPlace { lat, lon, rotation, hex_metres, .. } = fit.place;
    let used: Vec<&FitRow> = fit.rows.iter().filter(|row| row.counts).collect();
    writeln!(
        console,
        "place {lat:.5},{lon:.5}, rotated by {rotation:.1} degrees, hexes of {hex_metres} m: from {}",
        count(used.len(), "name")
    )?;
    for row in fit.rows.iter().filter(|row| !row.counts || used.last().is_some_and(|last| last.name == row.name)) {
        let word = if row.counts { "farthest" } else { "not used" };
        writeln!(console, "  {word}: {}, {:.1} hexes away", row.name, row.hexes)?;
    }
    Ok(())
}

/// Shows `line` in place of the last one. A failure to print does not stop the run.
fn write(line: &str) {
    let _ = write!(anstream::stderr(), "\r\x1b[2K{line}");
}

/// Prints what the reader of a proposal should know.
pub(super) fn notices(console: &mut Console, proposal: &Proposal) -> Result<(), Failure> {
    for notice in &proposal.notices {
        writeln!(console, "- {notice}")?;
    }
    Ok(())
}

/// Prints what a map has.
pub(super) fn summary(console: &mut Console, derivation: &Derivation, request: &GroundRequest) -> Result<(), Failure> {
    let drawn = |list: Vec<battlewright_ground::run::Feature>| list.iter().filter(|it| it.is_checked).count();
    let mut parts = vec![
        hexes(request),
        count(drawn(derivation.streams()), "stream"),
        count(drawn(derivation.road_features()), "road"),
        count(drawn(derivation.places()), "place"),
    ];
    if let Some(levels) = derivation.levels() {
        parts.push(format!("levels of {} m", levels.step));
    }
    writeln!(console, "{}", parts.join(", "))?;
    Ok(())
}

/// Returns what differs between two texts of a scenario, in words.
pub(super) fn changes(before: &str, after: &str) -> String {
    let (Some(before), Some(after)) = (load(before).readable, load(after).readable) else {
        return "the map was put into it".to_owned();
    };
    let differences = compare(&before, &after);
    let hexes: std::collections::BTreeSet<_> = differences.iter().flat_map(|it| &it.hexes).collect();
    if differences.is_empty() {
        return "no differences".to_owned();
    }
    format!("{} in {}", count(differences.len(), "change"), count(hexes.len(), "hex"))
}
