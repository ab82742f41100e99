//! Files.

use std::io;
use std::path::{Path, PathBuf};

use etcetera::BaseStrategy as _;

pub use super::atomic::{discard_unfinished, exchange, replace_atomic, write_atomic, write_atomic_with, write_new};
pub use std::fs::{
    File, OpenOptions, canonicalize, copy, create_dir_all, exists, metadata, read, read_dir, read_to_string,
    remove_dir, remove_file, rename, symlink_metadata, write,
};
pub use std::path::absolute;

/// Returns `true` if there is a file at `path`.
pub fn is_file(path: &Path) -> bool {
    path.is_file()
}

/// Returns `true` if there is a folder at `path`.
pub fn is_dir(path: &Path) -> bool {
    path.is_dir()
}

/// Returns `true` if `file` is the one at `path`.
///
/// # Errors
/// There is no file at `path`.
pub fn is_same_file(file: &File, path: &Path) -> io::Result<bool> {
    Ok(same_file::Handle::from_file(file.try_clone()?)? == same_file::Handle::from_path(path)?)
}

/// Returns the folder of the state that Battlewright keeps for this user, or `None` where there is no such folder.
pub fn state_folder() -> Option<PathBuf> {
    let strategy = etcetera::base_strategy::choose_native_strategy().ok()?;
    Some(strategy.state_dir().unwrap_or_else(|| strategy.data_dir()).join("battlewright"))
}
