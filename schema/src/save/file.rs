//! Writing a file so that it is never half written.

use std::io::Write;
use std::path::Path;

/// Writes `contents`, text or bytes, to the file at `path`: into a new file beside it, which then takes its name. A
/// reader sees the old file or the new one, and a failure leaves the old one as it was.
///
/// # Errors
/// When the folder cannot be written to, the disk is full, or the name cannot be taken.
pub fn write_atomic(path: &Path, contents: impl AsRef<[u8]>) -> std::io::Result<()> {
    write_atomic_with(path, |file| file.write_all(contents.as_ref()))
}

/// The same for what `write` writes, which may be more than fits into memory.
///
/// # Errors
/// Those of [`write_atomic`], and whatever `write` returns.
pub fn write_atomic_with<E: From<std::io::Error>>(
    path: &Path,
    write: impl FnOnce(&mut dyn Write) -> Result<(), E>,
) -> Result<(), E> {
    // A link stays a link: its target is replaced.
    let target = std::fs::canonicalize(path).unwrap_or_else(|_| path.to_owned());
    let folder = match target.parent() {
        Some(folder) if !folder.as_os_str().is_empty() => folder,
        _ => Path::new("."),
    };
    let permissions = std::fs::metadata(&target).ok().map(|old| old.permissions());
    let mut builder = tempfile::Builder::new();
    builder.prefix(".battlewright-");
    // A new file gets what the folder's other files get, not a temporary file's secrecy.
    #[cfg(unix)]
    {
        use std::os::unix::fs::PermissionsExt;
        builder.permissions(std::fs::Permissions::from_mode(0o666));
    }
    let mut file = builder.tempfile_in(folder)?;
    let mut buffered = std::io::BufWriter::new(file.as_file_mut());
    write(&mut buffered)?;
    buffered.flush()?;
    drop(buffered);
    file.as_file().sync_all()?;
    if let Some(permissions) = permissions {
        file.as_file().set_permissions(permissions)?;
    }
    file.persist(&target).map_err(|failed| failed.error)?;
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_is_replaced_whole() {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("a.toml");
        write_atomic(&path, "one").unwrap();
        write_atomic(&path, "two").unwrap();
        assert_eq!(std::fs::read_to_string(&path).unwrap(), "two");
        assert_eq!(std::fs::read_dir(folder.path()).unwrap().count(), 1, "nothing is left beside it");
        assert!(write_atomic(&folder.path().join("none/a.toml"), "x").is_err());
    }
}
