//! The service worker of the site, with the lists of what it can keep.

use battlewright_host::files::{address, hash, is_hashed};

use super::programs::{self, FOLDERS, ProgramFolder, ProgramKind};

/// The name of the service worker in the site.
pub(super) const NAME: &str = "offline.js";

/// The folder at which `battlewright host` has its games. They change on the server, and nothing of them is kept.
pub(super) const HOST: &str = "host";

/// A program with its pages, as the service worker lists them.
struct KeptProgram<'f> {
    folder: &'static str,
    pages: Vec<&'f str>,
    files: Vec<&'f str>,
}

/// Returns the service worker of a site with these `files`, which are paths.
pub(super) fn service_worker<'f>(files: impl Iterator<Item = &'f str>) -> String {
    let mut all: Vec<&str> = files.collect();
    all.sort_unstable();
    let edition = hash(all.join("\n").as_bytes());
    all.retain(|path| is_kept(path));
    let programs = programs(&all);
    let on_demand: Vec<&str> =
        all.iter().copied().filter(|path| kind_of(path) == Some(ProgramKind::OnDemand)).collect();
    let (files, pages): (Vec<&str>, Vec<&str>) =
        all.into_iter().filter(|path| kind_of(path).is_none()).partition(|path| is_hashed(path));
    // Addresses are plain ASCII without quotes.
    let lines = |paths: &[&str]| paths.iter().map(|path| format!("    \"{}\",\n", relative(path))).collect::<String>();
    let list = |paths: &[&str]| {
        let all: Vec<String> = paths.iter().map(|path| format!("\"{}\"", relative(path))).collect();
        format!("[{}]", all.join(", "))
    };
    let programs: String = programs
        .iter()
        .map(|KeptProgram { folder, pages, files }| {
            format!("    {{ folder: \"{folder}/\", pages: {}, files: {} }},\n", list(pages), list(files))
        })
        .collect();
    let apart = FOLDERS.into_iter().filter(|folder| folder.kind == ProgramKind::Apart).map(|folder| folder.name);
    let foreign: Vec<&str> = std::iter::once(HOST).chain(apart).collect();
    // Browsers install another edition because this text is another one.
    format!(
        "// Edition {edition} of the site.\nconst PAGES = [\n{}];\nconst FILES = [\n{}];\nconst PROGRAMS = [\n{programs}];\n\
         const ON_DEMAND = {};\nconst FOREIGN = {};\n\n{}",
        lines(&pages),
        lines(&files),
        list(&on_demand),
        list(&foreign),
        include_str!("assets/offline.js")
    )
}

/// Returns the programs that have some of `files`: each page in a folder without files of its own is one of the shared program.
fn programs<'f>(files: &[&'f str]) -> Vec<KeptProgram<'f>> {
    let within = |folder: &str, hashed: bool| -> Vec<&'f str> {
        let is_in = |path: &&&str| path.strip_prefix(folder).is_some_and(|rest| rest.starts_with('/'));
        files.iter().filter(is_in).filter(|path| is_hashed(path) == hashed).copied().collect()
    };
    let has_files = |folder: &ProgramFolder| folder.kind == ProgramKind::Page && !within(folder.name, true).is_empty();
    let made = |ProgramFolder { name, kind }| match kind {
        ProgramKind::Shared => {
            let others = FOLDERS.iter().filter(|folder| folder.kind == ProgramKind::Page && !has_files(folder));
            let pages = others.flat_map(|folder| within(folder.name, false)).collect();
            Some(KeptProgram { folder: name, pages, files: within(name, true) })
        }
        ProgramKind::Page => {
            let files = within(name, true);
            (!files.is_empty()).then(|| KeptProgram { folder: name, pages: within(name, false), files })
        }
        ProgramKind::OnDemand | ProgramKind::Apart => None,
    };
    let listed = FOLDERS.into_iter().filter_map(made);
    listed.filter(|program| !program.pages.is_empty() || !program.files.is_empty()).collect()
}

/// Returns the kind of the folder of the web programs in which a file is.
fn kind_of(path: &str) -> Option<ProgramKind> {
    path.split_once('/').and_then(|(folder, _)| programs::folder(folder)).map(|folder| folder.kind)
}

/// Returns `true` for files that a browser keeps if its reader wants all: all but prints, compressed forms, programs with a
/// service worker of their own, and a page that is only for the command line.
pub(super) fn is_kept(path: &str) -> bool {
    let extension = path.rsplit_once('.').map_or("", |(_, extension)| extension);
    let is_page = path.ends_with("index.html");
    let is_apart = kind_of(path) == Some(ProgramKind::Apart);
    !is_apart && !matches!(extension, "pdf" | "br" | "gz") && (is_page || is_hashed(path))
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

    const FILES: [&str; 17] = [
        "index.html",
        "style-0123456789ab.css",
        "a b/index.html",
        "a b/0123456789ab/a b.svg",
        "a b/0123456789ab/a b.toml",
        "a b/0123456789ab/a b.toml.br",
        "a b/0123456789ab/a b.pdf",
        "b/index.html",
        "app/editor-0123456789ab.wasm",
        "app/worker-0123456789ab.js",
        "edit/index.html",
        "exchange/exchange-0123456789ab.wasm",
        "play/index.html",
        "replay/index.html",
        "replay/replay-0123456789ab.wasm",
        "replay/standalone.html",
        "resolver/index.html",
    ];

    /// Returns the lines of a list in the worker.
    fn list(text: &str, name: &str) -> Vec<String> {
        let (_, list) = text.split_once(&format!("const {name} = [\n")).unwrap();
        let (list, _) = list.split_once("];\n").unwrap();
        list.lines().map(|line| line.trim().trim_end_matches(',').replace('"', "")).collect()
    }

    #[test]
    fn what_can_be_kept_is_listed() {
        let text = service_worker(FILES.into_iter());
        assert_eq!(list(&text, "PAGES"), ["a%20b/", "b/", "./"]);
        assert_eq!(
            list(&text, "FILES"),
            ["a%20b/0123456789ab/a%20b.svg", "a%20b/0123456789ab/a%20b.toml", "style-0123456789ab.css"]
        );
        assert_eq!(
            list(&text, "PROGRAMS"),
            [
                "{ folder: app/, pages: [edit/, play/], files: [app/editor-0123456789ab.wasm, app/worker-0123456789ab.js] }",
                "{ folder: replay/, pages: [replay/], files: [replay/replay-0123456789ab.wasm] }",
            ]
        );
        assert!(text.contains("const FOREIGN = [\"host\", \"resolver\"];\n"), "{text}");
        assert!(text.contains("const ON_DEMAND = [\"exchange/exchange-0123456789ab.wasm\"];\n"), "{text}");
    }

    #[test]
    fn a_page_with_files_of_its_own_is_a_program() {
        let files = FILES.into_iter().chain(["play/game-0123456789ab.js", "play/rules-0123456789ab.wasm"]);
        assert_eq!(
            list(&service_worker(files), "PROGRAMS"),
            [
                "{ folder: app/, pages: [edit/], files: [app/editor-0123456789ab.wasm, app/worker-0123456789ab.js] }",
                "{ folder: play/, pages: [play/], files: [play/game-0123456789ab.js, play/rules-0123456789ab.wasm] }",
                "{ folder: replay/, pages: [replay/], files: [replay/replay-0123456789ab.wasm] }",
            ]
        );
    }

    #[test]
    fn any_changed_file_makes_another_edition() {
        let edition = |files: &[&str]| service_worker(files.iter().copied()).lines().next().unwrap().to_owned();
        let mut others = FILES;
        others[6] = "a b/ba0123456789/a b.pdf";
        assert_ne!(edition(&FILES), edition(&others));
        let mut turned = FILES;
        turned.reverse();
        assert_eq!(edition(&FILES), edition(&turned));
    }

    /// The steps are in `assets/offline_test.js`, which plays the browser. Without node, the browser tests of `web/` remain.
    #[test]
    fn the_worker_does_as_it_says() {
        if Command::new("node").arg("--version").output().is_err() {
            return;
        }
        let folder = tempfile::tempdir().unwrap();
        // Another map and editor.
        let two = FILES.map(|path| match path {
            "app/editor-0123456789ab.wasm" => "app/editor-ba0123456789.wasm",
            "a b/0123456789ab/a b.svg" => "a b/ba0123456789/a b.svg",
            "app/worker-0123456789ab.js" => "app/worker-ba0123456789.js",
            path => path,
        });
        // The game becomes a program of its own, and a scenario is gone.
        let three = two.into_iter().filter(|path| *path != "b/index.html");
        let three = three.chain(["play/game-0123456789ab.js", "play/rules-0123456789ab.wasm"]);
        let editions = [service_worker(FILES.into_iter()), service_worker(two.into_iter()), service_worker(three)];
        for (name, text) in ["one.js", "two.js", "three.js"].iter().zip(&editions) {
            std::fs::write(folder.path().join(name), text).unwrap();
        }
        let steps = concat!(env!("CARGO_MANIFEST_DIR"), "/src/publish/assets/offline_test.js");
        let done = Command::new("node").arg(steps).arg(folder.path()).output().unwrap();
        assert!(done.status.success(), "{}", String::from_utf8_lossy(&done.stderr));
    }
}
