//! New scenarios from imported games, written with their pictures.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use battlewright_export::import::{DraftError, Imported};
use battlewright_export::tiled::{self, Reading, TiledError};
use battlewright_export::vassal::ModuleError;
use battlewright_export::{WriteFailure, module as bytes, vassal};
use battlewright_schema::{NumberingProblem, System, template_table};

use crate::console::{Console, Failure, Verdict, count};
use crate::{files, interrupt};

/// Returns the failure for a file that cannot be imported.
pub(crate) fn refused(name: &str, why: &dyn std::fmt::Display) -> Failure {
    Failure::new(format!("{name} cannot be imported: {why}"))
}

/// Returns the failure for a Tiled map that cannot be imported.
pub(crate) fn map_refused(name: &str, why: &TiledError) -> Failure {
    let failure = refused(name, why);
    match why {
        _ if why.is_outside_root() => failure.help("use --root FOLDER to allow tilesets in that folder"),
        TiledError::NoHexes(NumberingProblem::NoHexes) => {
            failure.help("draw the table in the editor; its units can be imported from csv, xlsx or ods files")
        }
        TiledError::Draft(error) => with_hexes(failure, error),
        _ => failure,
    }
}

/// Returns the failure for a module that cannot be imported.
fn module_refused(name: &str, why: &ModuleError) -> Failure {
    let failure = refused(name, why);
    if let ModuleError::Draft(error) = why { with_hexes(failure, error) } else { failure }
}

/// Adds the systems to choose from if the chosen one is played on a table.
fn with_hexes(failure: Failure, why: &DraftError) -> Failure {
    if !matches!(why, DraftError::OnTable(_)) {
        return failure;
    }
    let systems = System::ALL.into_iter().filter(|system| template_table(*system).is_none()).map(System::name);
    failure.help(format!("use --system with one of {}", systems.collect::<Vec<_>>().join(", ")))
}

/// The options for creating a scenario.
#[derive(Clone, Copy, Debug)]
pub(crate) struct NewScenarioSource<'w> {
    /// The path of the new scenario.
    pub(crate) out: &'w Path,
    /// `true` to write nothing.
    pub(crate) dry_run: bool,
    /// `true` to create the scenario even if parts cannot be imported.
    pub(crate) take_what_is_right: bool,
}

/// Lists the parts of the module at `from` to choose from.
pub(crate) fn contents(from: &Path, choice: &vassal::Choice) -> Result<vassal::Contents, Failure> {
    let name = files::slashed(from);
    bytes(from).and_then(|bytes| vassal::contents(&bytes, choice)).map_err(|why| module_refused(&name, &why))
}

/// Creates a scenario from the chosen parts of the module at `from`.
pub(crate) fn module(
    from: &Path,
    system: System,
    choice: &vassal::Choice,
    way: NewScenarioSource<'_>,
    console: &mut Console,
) -> Result<Verdict, Failure> {
    let name = files::slashed(from);
    let imported = bytes(from)
        .and_then(|bytes| vassal::read_chosen(&bytes, system, choice))
        .map_err(|why| module_refused(&name, &why))?;
    write(&imported, way, console)
}

/// Creates a scenario from the Tiled map at `from` alone.
pub(crate) fn map(
    from: &Path,
    reading: Reading<'_>,
    system: System,
    way: NewScenarioSource<'_>,
    console: &mut Console,
) -> Result<Verdict, Failure> {
    let name = files::slashed(from);
    let begun = tiled::begin(from, reading, system).map_err(|why| map_refused(&name, &why))?;
    for wrong in &begun.wrong {
        writeln!(console, "{name}: {wrong}")?;
    }
    if begun.wrong.is_empty() {
        return write(&begun.imported, way, console);
    }
    if way.take_what_is_right {
        return write(&begun.imported, way, console).map(|_| Verdict::Findings);
    }
    let problems = count(begun.wrong.len(), "problem");
    writeln!(console, "{}: not created because of {problems}", files::slashed(way.out))?;
    Ok(Verdict::Findings)
}

/// Writes a scenario and its files, never over existing ones, and prints the notes.
fn write(imported: &Imported, way: NewScenarioSource<'_>, console: &mut Console) -> Result<Verdict, Failure> {
    let NewScenarioSource { out, dry_run, .. } = way;
    let planned: Vec<PathBuf> = imported.planned(out)?.into_iter().map(|(path, _)| path).collect();
    for note in &imported.notes {
        writeln!(console, "- {note}")?;
    }
    interrupt::leave_nothing();
    let written = if dry_run { planned } else { imported.write(out)? };
    for path in &written {
        writeln!(console, "{} {}", if dry_run { "would write" } else { "wrote" }, files::slashed(path))?;
    }
    Ok(Verdict::Clean)
}

impl From<WriteFailure> for Failure {
    fn from(unwritten: WriteFailure) -> Self {
        match unwritten {
            WriteFailure::Exists(path) => Self::new(format!("{} already exists", files::slashed(&path)))
                .help("choose another name or folder; existing files are not overwritten"),
            WriteFailure::Failed(path, error) => {
                let missing = error.kind() == io::ErrorKind::NotFound;
                let failure = Self::new(format!("cannot write {}: {error}", files::slashed(&path)));
                if missing { failure.help("create its folder first") } else { failure }
            }
            WriteFailure::Misnamed(_) => Self::new(unwritten.to_string()),
        }
    }
}
