//! The packages for PyPI and npm, made of the program of the tests by what makes those of a release, and installed into empty
//! environments.

use std::fs;
use std::io::{BufRead as _, BufReader};
use std::net::TcpStream;
use std::os::unix::fs::PermissionsExt as _;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};
use std::sync::LazyLock;

use battlewright_tests::workspace::root;
use serde_json::json;
use tempfile::TempDir;

use crate::PROGRAM;
use crate::peers::{python, run, succeed};

const VERSION: &str = env!("CARGO_PKG_VERSION");

/// The folder with the wheel, which maturin makes of the program of the tests: its `cargo` compiles nothing and names that
/// program. So everything but the compiler is that of a release.
static WHEELS: LazyLock<PathBuf> = LazyLock::new(|| {
    let folder = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages");
    let _ = fs::remove_dir_all(&folder);
    let programs = folder.join("programs");
    fs::create_dir_all(&programs).unwrap();
    let program = programs.join("battlewright");
    succeed(Command::new("strip").arg(PROGRAM).arg("-o").arg(&program));
    let cli = root().join("cli");
    let artifact = json!({
        "reason": "compiler-artifact",
        "package_id": format!("path+file://{}#battlewright-cli@{VERSION}", cli.display()),
        "manifest_path": cli.join("Cargo.toml"),
        "target": {
            "kind": ["bin"], "crate_types": ["bin"], "name": "battlewright", "src_path": cli.join("src/main.rs"),
            "edition": "2024", "doc": true, "doctest": false, "test": false,
        },
        "profile": {
            "opt_level": "0", "debuginfo": 0, "debug_assertions": true, "overflow_checks": true, "test": false,
        },
        "features": [], "filenames": [program], "executable": program, "fresh": true,
    });
    fs::write(programs.join("artifact.json"), format!("{artifact}\n")).unwrap();
    let cargo = programs.join("cargo");
    let script = format!(
        "#!/bin/sh\n[ \"$1\" = rustc ] || exec '{}' \"$@\"\ncat '{}'\n",
        env!("CARGO"),
        programs.join("artifact.json").display()
    );
    fs::write(&cargo, script).unwrap();
    fs::set_permissions(&cargo, fs::Permissions::from_mode(0o755)).unwrap();
    let path = format!("{}:{}", programs.display(), std::env::var("PATH").unwrap());
    let mut maturin = python("maturin");
    maturin.args(["build", "--locked", "--manifest-path", "cli/Cargo.toml", "--out"]).arg(folder.join("wheels"));
    succeed(maturin.env("PATH", path));
    folder.join("wheels")
});

/// Returns the folder with the wheel.
pub(crate) fn wheels() -> &'static Path {
    &WHEELS
}

/// Makes a package for npm with `pack.mjs` and returns its archive.
fn pack(folder: &TempDir, arguments: &[&str]) -> PathBuf {
    let mut pack = Command::new("node");
    pack.arg(root().join("cli/npm/pack.mjs")).arg(folder.path()).args(arguments);
    folder.path().join(succeed(&mut pack).trim_end())
}

/// Installs archives into an empty folder and returns the program that they bring. Other systems' packages are in no registry
/// that is asked.
fn install(folder: &TempDir, archives: &[&Path]) -> PathBuf {
    let mut npm = Command::new("npm");
    npm.args(["install", "--silent", "--offline", "--no-audit", "--no-fund"]).args(archives);
    succeed(npm.current_dir(folder.path()));
    folder.path().join("node_modules/.bin/battlewright")
}

/// Checks that `folder` has our licenses.
fn has_licenses(folder: &Path) {
    for license in ["LICENSE-APACHE", "LICENSE-MIT"] {
        let [own, packed] = [root(), folder].map(|folder| fs::read_to_string(folder.join(license)).unwrap());
        assert_eq!(own, packed, "{license} in {}", folder.display());
    }
}

/// Checks that the installed `program` checks our scenarios and reports findings by its status.
fn checks_scenarios(program: &Path) {
    let validate = |path: &str| run(Command::new(program).args(["validate", path]).current_dir(root()));
    let sound = validate("scenarios");
    let said = String::from_utf8_lossy(&sound.stdout).into_owned();
    assert!(sound.status.success() && said.contains("scenarios and 1 theme checked: no errors"), "{said}");
    assert_eq!(validate("tests/diagnostics/road-gap.toml").status.code(), Some(1));
}

#[test]
fn pip_installs_the_wheel_into_an_empty_environment() {
    let [wheel]: [PathBuf; 1] =
        fs::read_dir(wheels()).unwrap().map(|file| file.unwrap().path()).collect::<Vec<_>>().try_into().unwrap();
    let name = wheel.file_name().unwrap().to_string_lossy().into_owned();
    assert!(name.starts_with(&format!("battlewright-{VERSION}-py3-none-manylinux_")), "{name}");
    let folder = tempfile::tempdir().unwrap();
    succeed(Command::new("python3").args(["-m", "venv"]).arg(folder.path()));
    succeed(Command::new(folder.path().join("bin/pip")).args(["install", "--quiet", "--no-index"]).arg(&wheel));
    let mut place = Command::new(folder.path().join("bin/python"));
    let site = succeed(place.args(["-c", "import sysconfig; print(sysconfig.get_path('purelib'))"]));
    has_licenses(&Path::new(site.trim_end()).join(format!("battlewright-{VERSION}.dist-info/licenses")));
    checks_scenarios(&folder.path().join("bin/battlewright"));
    println!("maturin and pip: {name}");
}

#[test]
fn npm_installs_the_packages_into_an_empty_folder() {
    let [archives, folder] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let target = format!("{}-unknown-linux-gnu", std::env::consts::ARCH);
    wheels();
    let program = Path::new(env!("CARGO_TARGET_TMPDIR")).join("packages/programs/battlewright");
    let [launcher, system] = [pack(&archives, &[]), pack(&archives, &[&target, program.to_str().unwrap()])];
    let installed = install(&folder, &[&launcher, &system]);
    checks_scenarios(&installed);
    let modules = folder.path().join("node_modules");
    has_licenses(&modules.join("battlewright"));
    has_licenses(&fs::read_dir(modules.join("@battlewright")).unwrap().next().unwrap().unwrap().path());

    // What ends the launcher ends the program.
    let mut serve = Command::new(&installed);
    let mut serving = serve.args(["serve", "--port", "0"]).arg(folder.path()).stdout(Stdio::piped()).spawn().unwrap();
    let mut line = String::new();
    BufReader::new(serving.stdout.take().unwrap()).read_line(&mut line).unwrap();
    let (_, address) = line.split_once("http://").unwrap_or_else(|| panic!("{line}"));
    let address = address.split('/').next().unwrap();
    TcpStream::connect(address).unwrap();
    succeed(Command::new("kill").arg(serving.id().to_string()));
    assert_eq!(serving.wait().unwrap().code(), Some(128 + 15));
    TcpStream::connect(address).unwrap_err();

    // Without the program, the launcher names the package that is missing.
    let bare = tempfile::tempdir().unwrap();
    let output = run(&mut Command::new(install(&bare, &[&launcher])));
    let said = String::from_utf8_lossy(&output.stderr).into_owned();
    assert!(output.status.code() == Some(2) && said.contains("@battlewright/linux-"), "{said}");
    println!("npm: {}", launcher.file_name().unwrap().display());
}

/// A release has a package for each system that it has a program for.
#[test]
fn npm_has_the_systems_of_a_release() {
    let [release, packs] = [".github/workflows/release.yml", "cli/npm/pack.mjs"]
        .map(|file| fs::read_to_string(root().join(file)).unwrap());
    let built: Vec<&str> = release.split("- { target: ").skip(1).map(|rest| rest.split(',').next().unwrap()).collect();
    assert!(built.len() >= 5, "{built:?}");
    let packed: Vec<&str> = packs
        .lines()
        .filter_map(|line| line.trim().strip_prefix('"')?.split_once("\": { os:").map(|(name, _)| name))
        .collect();
    let sorted = |mut names: Vec<&str>| {
        names.sort_unstable();
        names.join(" ")
    };
    assert_eq!(sorted(packed), sorted(built));
}
