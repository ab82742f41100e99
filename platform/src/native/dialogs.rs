//! The file dialogs of the desktop.

use std::path::{Path, PathBuf};

use crate::dialogs::FileRequest;

/// Shows the dialog of the system and calls `answer` with the chosen file when it closes. The dialog runs on a thread of
/// its own, except on macOS.
pub fn ask(request: &FileRequest<'_>, answer: impl FnOnce(Option<PathBuf>) + Send + 'static) {
    let mut dialog = rfd::FileDialog::new().add_filter(request.kind, request.endings).set_title(request.title);
    if let Some(folder) = request.path.and_then(Path::parent).filter(|folder| folder.is_dir()) {
        dialog = dialog.set_directory(folder);
    }
    let writes = request.writes;
    if let (true, Some(name)) = (writes, request.path.and_then(Path::file_name)) {
        dialog = dialog.set_file_name(name.to_string_lossy());
    }
    let ask = move || answer(if writes { dialog.save_file() } else { dialog.pick_file() });
    // macOS shows dialogs from the main thread only.
    if cfg!(target_os = "macos") {
        ask();
    } else {
        std::thread::spawn(ask);
    }
}

/// `true`: a desktop may lack a file dialog, and then answers at once.
pub const MAY_BE_MISSING: bool = true;
