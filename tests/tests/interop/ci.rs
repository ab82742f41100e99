//! Files for CI systems, validated by the tools of those systems.

use std::fs;
use std::process::Command;

use battlewright_tests::workspace::root;

use crate::PROGRAM;
use crate::packages::wheels;
use crate::peers::{python, run, succeed};

#[test]
fn the_action_is_one_by_githubs_schema() {
    let said = succeed(python("check-jsonschema").args(["--builtin-schema", "vendor.github-actions", "action.yml"]));
    println!("check-jsonschema: action.yml {said}");
}

#[test]
fn jenkins_takes_the_report_of_tests() {
    let folder = tempfile::tempdir().unwrap();
    let sources = ["download", "--quiet", "--no-deps", "--no-binary", ":all:", "pytest==9.0.2", "--dest"];
    succeed(python("pip").args(sources).arg(folder.path()));
    let report = folder.path().join("report.xml");
    let command = ["validate", "--format", "junit", "scenarios", "tests/diagnostics"];
    let output = run(Command::new(PROGRAM).args(command).current_dir(root()));
    assert_eq!(output.status.code(), Some(1));
    fs::write(&report, output.stdout).unwrap();
    let said = succeed(python("python").arg(root().join("tests/interop/junit.py")).arg(folder.path()).arg(&report));
    assert!(said.contains(" tests, "), "{said}");
    println!("Jenkins's XML Schema: {said}");
}

#[test]
fn pre_commit_runs_the_hook_on_what_is_to_be_committed() {
    succeed(python("pre-commit").args(["validate-manifest", ".pre-commit-hooks.yaml"]));
    let folder = tempfile::tempdir().unwrap();
    let [hooks, work] = ["hooks", "work"].map(|name| folder.path().join(name));
    for made in [&hooks, &work.join("scenarios")] {
        fs::create_dir_all(made).unwrap();
    }
    for file in [".pre-commit-hooks.yaml", "pyproject.toml"] {
        fs::copy(root().join(file), hooks.join(file)).unwrap();
    }
    let tutorial = fs::read_to_string(root().join("scenarios/tutorial.toml")).unwrap();
    fs::write(work.join("scenarios/battle.toml"), &tutorial).unwrap();
    fs::write(work.join("Cargo.toml"), "[package]\n").unwrap();
    let git = |at, arguments: &[&str]| {
        let who = ["-c", "user.name=A Designer", "-c", "user.email=designer@example.org"];
        succeed(Command::new("git").args(who).args(arguments).current_dir(at))
    };
    for at in [&hooks, &work] {
        git(at, &["init", "--quiet"]);
        git(at, &["add", "."]);
        git(at, &["commit", "--quiet", "--message=All"]);
    }
    // pip takes the program from here, and from PyPI only what builds the package of the hooks.
    let hook = || {
        let mut command = python("pre-commit");
        command.args(["try-repo", hooks.to_str().unwrap(), "battlewright-validate", "--all-files", "--verbose"]);
        command.env("PIP_FIND_LINKS", wheels()).env("PRE_COMMIT_HOME", folder.path().join("cache"));
        run(command.current_dir(&work))
    };
    let clean = hook();
    let said = String::from_utf8_lossy(&clean.stdout).into_owned();
    assert!(clean.status.success() && said.contains("1 scenario checked"), "{said}");
    fs::write(work.join("scenarios/battle.toml"), tutorial.replacen("side = \"", "side = \"x", 1)).unwrap();
    let broken = hook();
    let said = String::from_utf8_lossy(&broken.stdout).into_owned();
    assert!(!broken.status.success() && said.contains("unknown-side"), "{said}");
    println!("pre-commit: a sound scenario passed, a broken one was stopped");
}
