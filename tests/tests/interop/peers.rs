//! Third-party programs, installed once into a folder of the build.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Output, Stdio};
use std::sync::LazyLock;

use battlewright_tests::workspace::root;

/// The folder with the programs.
static FOLDER: LazyLock<PathBuf> = LazyLock::new(|| {
    let lists = root().join("tests/interop");
    let wanted: String =
        ["requirements.txt", "package.json"].iter().map(|list| fs::read_to_string(lists.join(list)).unwrap()).collect();
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("peers");
    let done = folder.join("installed");
    if fs::read_to_string(&done).is_ok_and(|installed| installed == wanted) {
        return folder;
    }
    fs::create_dir_all(folder.join("npm")).unwrap();
    let python = folder.join("python");
    succeed(Command::new("python3").args(["-m", "venv", "--clear"]).arg(&python));
    let list = lists.join("requirements.txt");
    succeed(Command::new(python.join("bin/pip")).args(["install", "--quiet", "--requirement"]).arg(list));
    fs::copy(lists.join("package.json"), folder.join("npm/package.json")).unwrap();
    let npm = ["install", "--silent", "--no-audit", "--no-fund", "--no-package-lock"];
    succeed(Command::new("npm").args(npm).current_dir(folder.join("npm")));
    fs::write(&done, wanted).unwrap();
    folder
});

/// The folder of pywargame. The package requires Python 3.12, contrary to its metadata, so it has a separate
/// interpreter, either a local one or one downloaded by uv.
static WARGAME: LazyLock<PathBuf> = LazyLock::new(|| {
    const WANTED: &str = "pywargame==0.8.0";
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("pywargame");
    let done = folder.join("installed");
    if fs::read_to_string(&done).is_ok_and(|installed| installed == WANTED) {
        return folder;
    }
    // uv searches PATH for interpreters. The shims of pyenv hide all but one, so all versions are added.
    let own = std::env::var("PATH").unwrap_or_default();
    let pyenv = std::env::var("HOME").map(|home| Path::new(&home).join(".pyenv/versions")).unwrap_or_default();
    let versions = fs::read_dir(pyenv).into_iter().flatten().flatten().map(|version| version.path().join("bin"));
    let path = std::env::join_paths(std::env::split_paths(&own).chain(versions)).unwrap();
    let mut make = python("uv");
    succeed(make.args(["venv", "--quiet", "--clear", "--python", ">=3.12"]).arg(&folder).env("PATH", path));
    // The archive readers of the package need none of its dependencies.
    let install = ["pip", "install", "--quiet", "--no-deps", WANTED, "--python"];
    succeed(python("uv").args(install).arg(folder.join("bin/python")));
    fs::write(&done, WANTED).unwrap();
    folder
});

/// Returns a command for Python with pywargame.
pub(crate) fn wargame() -> Command {
    let mut command = Command::new(WARGAME.join("bin/python"));
    command.current_dir(root());
    command
}

/// Runs `command`, which must succeed, and returns its output.
pub(crate) fn succeed(command: &mut Command) -> String {
    let output = run(command);
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(output.status.success(), "{command:?}: {said}");
    said
}

/// Runs `command`, which must exist.
pub(crate) fn run(command: &mut Command) -> Output {
    let output = command.stdin(Stdio::null()).output();
    output.unwrap_or_else(|error| panic!("{command:?} cannot be run: {error}; install Python 3.11 and Node.js first"))
}

/// Returns a command for the program `name` of a PyPI package.
pub(crate) fn python(name: &str) -> Command {
    let mut command = Command::new(FOLDER.join("python/bin").join(name));
    command.current_dir(root());
    command
}

/// Returns the folder of the npm packages.
pub(crate) fn npm() -> PathBuf {
    FOLDER.join("npm")
}
