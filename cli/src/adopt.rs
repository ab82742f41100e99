//! A scenario made of what another program has of a whole game, written with what belongs to it.

use std::io::{self, Write as _};
use std::path::{Path, PathBuf};

use battlewright_export::import::Imported;
use battlewright_export::{Unwritten, module as bytes, vassal};
use battlewright_schema::System;

use crate::console::{Console, Failure, Verdict};
use crate::{files, interrupt};

/// Makes the scenario at `out` of the module at `from`, with the chosen sides of the module.
pub(crate) fn module(
    from: &Path,
    system: System,
    sides: Option<&[Vec<String>; 2]>,
    out: &Path,
    dry_run: bool,
    console: &mut Console,
) -> Result<Verdict, Failure> {
    let name = files::slashed(from);
    let imported = bytes(from)
        .and_then(|bytes| vassal::read_sides(&bytes, system, sides))
        .map_err(|why| Failure::new(format!("{name} cannot be taken: {why}")))?;
    write(&imported, out, dry_run, console)
}

/// Writes a scenario and its files, over nothing that is there, and tells what is to be known of it.
fn write(imported: &Imported, out: &Path, dry_run: bool, console: &mut Console) -> Result<Verdict, Failure> {
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

impl From<Unwritten> for Failure {
    fn from(unwritten: Unwritten) -> Self {
        match unwritten {
            Unwritten::Exists(path) => Self::new(format!("{} exists already", files::slashed(&path)))
                .help("nothing is overwritten: choose another name, or another folder"),
            Unwritten::Failed(path, error) => {
                let missing = error.kind() == io::ErrorKind::NotFound;
                let failure = Self::new(format!("cannot write {}: {error}", files::slashed(&path)));
                if missing { failure.help("make its folder first") } else { failure }
            }
            Unwritten::Misnamed(_) => Self::new(unwritten.to_string()),
        }
    }
}
