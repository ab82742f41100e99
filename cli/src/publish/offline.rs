//! The service worker of the site, with the list of the files that it keeps.

use battlewright_host::files::{address, hash, is_hashed};

use super::programs;

/// The name of the service worker in the site.
pub(super) const NAME: &str = "offline.js";

/// Returns the service worker of a site with these `files`, which are paths.
pub(super) fn service_worker<'f>(files: impl Iterator<Item = &'f str>) -> String {
    let mut all: Vec<&str> = files.collect();
    all.sort_unstable();
    let version = hash(all.join("\n").as_bytes());
    let (programs, pages): (Vec<&str>, Vec<&str>) =
        all.into_iter().filter(|path| is_cached(path)).partition(|path| is_program(path));
    // Addresses are plain ASCII without quotes.
    let list = |paths: &[&str]| paths.iter().map(|path| format!("    \"{}\",\n", relative(path))).collect::<String>();
    format!(
        "const VERSION = \"{version}\";\nconst PAGES = [\n{}];\nconst PROGRAMS = [\n{}];\n\n{}",
        list(&pages),
        list(&programs),
        include_str!("assets/offline.js")
    )
}

/// Returns `true` for files that work offline: all but prints, compressed forms, the resolver, which has a service worker of
/// its own, and a page that is only for the command line.
fn is_cached(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_page = path.ends_with("index.html");
    !path.starts_with("resolver/") && !matches!(extension, "pdf" | "br" | "gz") && (is_page || is_hashed(path))
}

/// Returns `true` for a file of a program: they are large, and kept only for readers who use them.
pub(super) fn is_program(path: &str) -> bool {
    is_cached(path) && path.split_once('/').is_some_and(|(folder, _)| programs::FOLDERS.contains(&folder))
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

    const FILES: [&str; 10] = [
        "index.html",
        "a b/index.html",
        "a b/0123456789ab/a b.toml",
        "a b/0123456789ab/a b.toml.br",
        "a b/0123456789ab/a b.pdf",
        "app/editor-0123456789ab.wasm",
        "app/worker-0123456789ab.js",
        "play/index.html",
        "resolver/index.html",
        "replay/standalone.html",
    ];

    #[test]
    fn pages_and_programs_are_kept() {
        let text = service_worker(FILES.into_iter());
        let list = |name: &str| -> Vec<String> {
            let (_, list) = text.split_once(&format!("const {name} = [\n")).unwrap();
            let (list, _) = list.split_once("];\n").unwrap();
            list.lines().map(|line| line.trim().trim_matches([',', '"']).to_owned()).collect()
        };
        assert_eq!(list("PAGES"), ["a%20b/0123456789ab/a%20b.toml", "a%20b/", "./"]);
        assert_eq!(list("PROGRAMS"), ["app/editor-0123456789ab.wasm", "app/worker-0123456789ab.js", "play/"]);
    }

    #[test]
    fn any_changed_file_makes_another_version() {
        let version = |files: &[&str]| service_worker(files.iter().copied()).lines().next().unwrap().to_owned();
        let mut others = FILES;
        others[4] = "a b/ba0123456789/a b.pdf";
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
        let mut newer = FILES;
        newer[6] = "app/worker-ba0123456789.js";
        // Other prints, the same programs.
        let mut newest = newer;
        newest[4] = "a b/ba0123456789/a b.pdf";
        let versions = [FILES, newer, newest].map(|files| service_worker(files.into_iter()));
        for (name, text) in ["one.js", "two.js", "three.js"].iter().zip(&versions) {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let steps = concat!(env!("CARGO_MANIFEST_DIR"), "/src/publish/assets/offline_test.js");
        let done = Command::new("node").arg(steps).arg(folder.path()).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
}
