//! The service worker of the site, with the list of the files that it keeps.

use super::file::{address, hash, is_hashed};

/// The name of the service worker in the site.
pub(super) const NAME: &str = "offline.js";

/// Returns the service worker of a site with these `files`, which are paths.
pub(super) fn worker<'f>(files: impl Iterator<Item = &'f str>) -> String {
    let mut all: Vec<&str> = files.collect();
    all.sort_unstable();
    let version = hash(all.join("\n").as_bytes());
    let kept: Vec<String> = all.iter().filter(|path| is_kept(path)).map(|path| relative(path)).collect();
    // Addresses are plain ASCII without quotes.
    let list: Vec<String> = kept.iter().map(|path| format!("    \"{path}\",\n")).collect();
    format!(
        "const VERSION = \"{version}\";\nconst FILES = [\n{}];\n\n{}",
        list.concat(),
        include_str!("assets/offline.js")
    )
}

/// Returns `true` for files that work offline: all but prints, compressed forms, the resolver, which has a service worker of
/// its own, and a page that is only for the command line.
fn is_kept(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_page = path.ends_with("index.html");
    !path.starts_with("resolver/") && !matches!(extension, "pdf" | "br" | "gz") && (is_page || is_hashed(path))
}

/// Returns the address under which a file is kept. A page has that of its folder.
fn relative(path: &str) -> String {
    let path = path.strip_suffix("index.html").unwrap_or(path);
    if path.is_empty() { "./".to_owned() } else { address(path) }
}

#[cfg(test)]
mod tests {
    use std::process::Command;

    use super::*;

    const FILES: [&str; 8] = [
        "index.html",
        "a b/index.html",
        "a b/a b-0123456789ab.toml",
        "a b/a b-0123456789ab.toml.br",
        "a b/print-0123456789ab.pdf",
        "app/editor-0123456789ab.wasm",
        "resolver/index.html",
        "replay/standalone.html",
    ];

    #[test]
    fn pages_and_programs_are_kept() {
        let text = worker(FILES.into_iter());
        let (_, list) = text.split_once("const FILES = [\n").unwrap();
        let (list, _) = list.split_once("];\n").unwrap();
        let kept: Vec<&str> = list.lines().map(|line| line.trim().trim_matches([',', '"'])).collect();
        assert_eq!(kept, ["a%20b/a%20b-0123456789ab.toml", "a%20b/", "app/editor-0123456789ab.wasm", "./"]);
    }

    #[test]
    fn any_changed_file_makes_another_version() {
        let version = |files: &[&str]| worker(files.iter().copied()).lines().next().unwrap().to_owned();
        let mut others = FILES;
        others[4] = "a b/print-ba0123456789.pdf";
        assert_ne!(version(&FILES), version(&others));
        let mut turned = FILES;
        turned.reverse();
        assert_eq!(version(&FILES), version(&turned));
    }

    /// The steps are in `assets/offline_test.js`, which plays the browser. Without node, the browser tests of `web/` remain.
    #[test]
    fn the_worker_does_as_it_says() {
        if Command::new("node").arg("--version").output().is_err() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        let versions = [&FILES[..7], &FILES[..6]].map(|files| worker(files.iter().copied()));
        for (name, text) in ["one.js", "two.js"].iter().zip(&versions) {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let steps = concat!(env!("CARGO_MANIFEST_DIR"), "/src/publish/assets/offline_test.js");
        let done = Command::new("node").arg(steps).arg(folder.path()).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
}
