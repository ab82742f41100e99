//! A scenario made of what another program has of a whole game, written with what belongs to it.

use std::fs::{File, OpenOptions};
use std::io::{self, Read as _, Write as _};
use std::path::Path;

use battlewright_export::import::Imported;
use battlewright_export::vassal;
use battlewright_schema::{ArtPath, System};

use crate::console::{Console, Failure, Verdict};
use crate::files;

/// The longest module that is read, in bytes.
const MOST: u64 = 1 << 30;

/// Makes the scenario at `out` of the module at `from`.
pub(crate) fn module(
    from: &Path,
    system: System,
    out: &Path,
    dry_run: bool,
    console: &mut Console,
) -> Result<Verdict, Failure> {
    let name = files::slashed(from);
    let imported = vassal::read(&bytes(from, &name)?, system)
        .map_err(|why| Failure::new(format!("{name} cannot be taken: {why}")))?;
    write(&imported, out, dry_run, console)
}

fn bytes(from: &Path, name: &str) -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    File::open(from)
        .and_then(|file| file.take(MOST + 1).read_to_end(&mut bytes))
        .map_err(|error| Failure::new(format!("cannot read {name}: {error}")))?;
    if bytes.len() as u64 > MOST {
        return Err(Failure::new(format!("{name} is longer than {} MiB", MOST >> 20)));
    }
    Ok(bytes)
}

/// Writes a scenario and its files, over nothing that is there, and tells what is to be known of it.
fn write(imported: &Imported, out: &Path, dry_run: bool, console: &mut Console) -> Result<Verdict, Failure> {
    let folder = out.parent().unwrap_or(Path::new(""));
    let mut all = vec![(out.to_owned(), imported.text.as_bytes())];
    for (name, bytes) in &imported.files {
        let path = ArtPath(name.clone()).within(folder);
        all.push((path.ok_or_else(|| Failure::new(format!("{name:?} is no name for a file")))?, bytes));
    }
    let exists = |path: &Path| {
        let message = format!("{} exists already", files::slashed(path));
        Failure::new(message).help("nothing is overwritten: choose another name, or another folder")
    };
    if let Some((path, _)) = all.iter().find(|(path, _)| path.symlink_metadata().is_ok()) {
        return Err(exists(path));
    }
    for note in &imported.notes {
        writeln!(console, "- {note}")?;
    }
    for (path, bytes) in &all {
        let shown = files::slashed(path);
        if !dry_run {
            let new = OpenOptions::new().write(true).create_new(true).open(path);
            new.and_then(|mut file| file.write_all(bytes)).map_err(|error| match error.kind() {
                io::ErrorKind::AlreadyExists => exists(path),
                io::ErrorKind::NotFound => {
                    Failure::new(format!("cannot write {shown}: {error}")).help("make its folder first")
                }
                _ => Failure::new(format!("cannot write {shown}: {error}")),
            })?;
        }
        writeln!(console, "{} {shown}", if dry_run { "would write" } else { "wrote" })?;
    }
    Ok(Verdict::Clean)
}
