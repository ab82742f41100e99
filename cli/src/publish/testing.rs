//! Web programs for tests: a small folder with the layout of the real ones.

use std::fs;

use tempfile::TempDir;

/// Returns a folder with web programs that do nothing.
pub(crate) fn web_programs() -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let page = "<!doctype html><html lang=\"en\"><head><meta http-equiv=\"Content-Security-Policy\" \
                content=\"default-src 'none'\"><title>Program</title></head><body><p>A program</p></body></html>";
    let standalone = "<script type=\"application/json\" id=\"game\">@GAME@</script>";
    for (name, text) in [
        ("app/editor-0123456789ab.wasm", "wasm"),
        ("app/editor-0123456789ab.wasm.br", "packed"),
        ("edit/index.html", page),
        ("play/index.html", page),
        ("replay/index.html", page),
        ("replay/standalone.html", standalone),
        ("resolver/index.html", page),
        ("resolver/offline.js", "// its own"),
        ("README.md", "no program"),
    ] {
        let path = folder.path().join(name);
        fs::create_dir_all(path.parent().unwrap()).unwrap();
        fs::write(path, text).unwrap();
    }
    folder
}
