//! The merge driver in a real repository: changes that git alone cannot merge, and real conflicts.

use std::fs;
use std::path::PathBuf;
use std::process::{Command, Output};

use battlewright_schema::{System, load, template};

use crate::PROGRAM;

/// A repository with a scenario and two branches.
struct Repository(PathBuf);

impl Repository {
    /// Creates a repository with the branches `ours`, which is checked out, and `theirs`. Each has one change of the
    /// template.
    fn new(name: &str, ours: (&str, &str), theirs: (&str, &str)) -> Self {
        let folder = PathBuf::from(env!("CARGO_TARGET_TMPDIR")).join(name);
        let _ = fs::remove_dir_all(&folder);
        fs::create_dir_all(&folder).unwrap();
        let repository = Self(folder);
        repository.git(&["init", "--quiet", "--initial-branch=base"]);
        repository.git(&["config", "merge.battlewright.name", "scenarios"]);
        let driver = format!("'{PROGRAM}' merge -o %A --name %P %O %A %B");
        repository.git(&["config", "merge.battlewright.driver", &driver]);
        fs::write(repository.0.join(".gitattributes"), "*.toml merge=battlewright\n").unwrap();
        let base = template(System::MarsLaTour).to_owned();
        repository.commit(&base);
        for (branch, (old, new)) in [("theirs", theirs), ("ours", ours)] {
            repository.git(&["switch", "--quiet", "--create", branch, "base"]);
            assert!(base.contains(old), "{old}");
            repository.commit(&base.replacen(old, new, 1));
        }
        repository
    }

    fn run(&self, arguments: &[&str]) -> Output {
        let author = ["-c", "user.name=A", "-c", "user.email=a@example.org", "-c", "commit.gpgsign=false"];
        Command::new("git")
            .args(author)
            .args(arguments)
            .current_dir(&self.0)
            .env("GIT_CONFIG_NOSYSTEM", "1")
            .env("GIT_CONFIG_GLOBAL", "/dev/null")
            .env("LC_ALL", "C")
            .output()
            .unwrap()
    }

    fn git(&self, arguments: &[&str]) -> String {
        let output = self.run(arguments);
        let said = String::from_utf8_lossy(&output.stderr).into_owned();
        assert!(output.status.success(), "git {arguments:?}: {said}");
        String::from_utf8(output.stdout).unwrap()
    }

    fn commit(&self, text: &str) {
        fs::write(self.0.join("battle.toml"), text).unwrap();
        self.git(&["add", "."]);
        self.git(&["commit", "--quiet", "--message", "a change"]);
    }

    /// Merges `theirs`. Returns `true` on success, and the output.
    fn merge(&self) -> (bool, String) {
        let output = self.run(&["merge", "--no-edit", "theirs"]);
        let said = [output.stdout, output.stderr].concat();
        (output.status.success(), String::from_utf8(said).unwrap())
    }

    /// Returns `true` if git can merge `theirs` without the driver. The merge is reverted.
    fn merges_alone(&self) -> bool {
        let before = self.git(&["rev-parse", "HEAD"]).trim().to_owned();
        let output =
            self.run(&["-c", "merge.battlewright.driver=git merge-file %A %O %B", "merge", "--no-edit", "theirs"]);
        self.git(&["reset", "--quiet", "--hard", &before]);
        output.status.success()
    }

    fn text(&self) -> String {
        fs::read_to_string(self.0.join("battle.toml")).unwrap()
    }
}

#[test]
fn two_hexes_of_a_row_are_merged_where_git_alone_sees_a_conflict() {
    let row = ". w w . T . . .";
    let repository = Repository::new("git-row", (row, "w w w . T . . ."), (row, ". w w . T . . w"));
    assert!(!repository.merges_alone());
    let (merged, said) = repository.merge();
    assert!(merged, "{said}");
    assert_eq!(repository.text(), template(System::MarsLaTour).replacen(row, "w w w . T . . w", 1));
    assert_eq!(repository.git(&["status", "--porcelain"]), "");
}

#[test]
fn units_added_in_the_same_place_are_both_there() {
    let unit = |id: &str, hex: &str| {
        let row =
            format!("id = \"{id}\"\nname = \"{id}\"\nside = \"red\"\nkind = \"infantry\"\ner = 1\nat = \"{hex}\"");
        format!("[[unit]]\n{row}\n\n[victory]\n")
    };
    let (ours, theirs) = (unit("red-3", "0101"), unit("red-4", "0201"));
    let repository = Repository::new("git-units", ("[victory]\n", &ours), ("[victory]\n", &theirs));
    assert!(!repository.merges_alone());
    let (merged, said) = repository.merge();
    assert!(merged, "{said}");
    let text = repository.text();
    assert!(text.contains("\"red-3\"") && text.contains("\"red-4\""), "{text}");
    assert_eq!(load(&text).diagnostics, []);
}

#[test]
fn the_order_of_the_sides_that_only_theirs_changed_is_merged_and_told() {
    let text = template(System::MarsLaTour);
    let sides = &text[text.find("[side.red]").unwrap()..text.find("[[unit]]").unwrap()];
    let (red, blue) = sides.split_at(sides.find("[side.blue]").unwrap());
    let turned = format!("{}\n\n{red}", blue.trim_end());
    let repository = Repository::new("git-order", ("er = 3", "er = 2"), (sides, &turned));
    repository.git(&["config", "diff.battlewright.command", &format!("'{PROGRAM}' diff --git")]);
    let (merged, said) = repository.merge();
    assert!(merged, "{said}");
    let first = |text: &str| load(text).readable.unwrap().common().sides()[0].id.to_string();
    assert_eq!((first(text), first(&repository.text())), ("red".to_owned(), "blue".to_owned()));
    fs::write(repository.0.join(".gitattributes"), "*.toml diff=battlewright\n").unwrap();
    let told = repository.git(&["diff", "HEAD^1", "HEAD", "--", "battle.toml"]);
    assert_eq!(told, "battle.toml: 1 difference\n  sides: order red, blue to blue, red\n");
}

#[test]
fn a_real_conflict_is_left_to_people_with_marks_around_one_line() {
    let repository = Repository::new("git-conflict", ("er = 3", "er = 2"), ("er = 3", "er = 4"));
    let (merged, said) = repository.merge();
    assert!(!merged, "{said}");
    assert!(said.contains("battle.toml: conflict: unit red-1: er: was 3, ours 2, theirs 4"), "{said}");
    let marks = "<<<<<<< ours\ner = 2\n=======\ner = 4\n>>>>>>> theirs\n";
    assert_eq!(repository.text(), template(System::MarsLaTour).replacen("er = 3\n", marks, 1));
    assert_eq!(repository.git(&["status", "--porcelain"]), "UU battle.toml\n");
    // Resolved like any conflict.
    repository.commit(&template(System::MarsLaTour).replacen("er = 3", "er = 4", 1));
    assert_eq!(repository.git(&["status", "--porcelain"]), "");
}

#[test]
fn what_merges_but_does_not_fit_together_is_left_to_people() {
    let repository = Repository::new("git-fit", ("at = \"0503\"", "at = \"0604\""), ("at = \"0704\"", "at = \"0604\""));
    assert!(repository.merges_alone());
    let (merged, said) = repository.merge();
    assert!(
        !merged && said.contains("inconsistent result: `blue-2` starts in 0604, where `blue-1` also starts"),
        "{said}"
    );
}

#[test]
fn what_cannot_be_read_stays_ours_and_in_conflict() {
    let repository = Repository::new("git-unreadable", ("er = 3", "er = 2"), ("er = 3", "er = "));
    let (merged, said) = repository.merge();
    assert!(!merged && said.contains("theirs cannot be read"), "{said}");
    assert_eq!(repository.text(), template(System::MarsLaTour).replacen("er = 3", "er = 2", 1));
    assert_eq!(repository.git(&["status", "--porcelain"]), "UU battle.toml\n");
}

#[test]
fn git_tells_what_differs_in_words() {
    let repository = Repository::new("git-diff", ("er = 3", "er = 2"), ("er = 3", "er = 4"));
    repository.git(&["config", "diff.battlewright.command", &format!("'{PROGRAM}' diff --git")]);
    fs::write(repository.0.join(".gitattributes"), "*.toml diff=battlewright\n").unwrap();
    let between = |arguments: &[&str]| repository.git(&[&["diff"], arguments].concat());
    let told = between(&["base", "ours", "--", "battle.toml"]);
    assert_eq!(told, "battle.toml: 1 difference\n  unit red-1: ER 3 to 2\n");
    // Uncommitted text that differs only in layout.
    fs::write(repository.0.join("battle.toml"), format!("# A note.\n{}", repository.text())).unwrap();
    assert_eq!(between(&["--", "battle.toml"]), "battle.toml: no differences\n");
    // Text that is not a scenario is compared line by line, and git continues with the next file.
    fs::write(repository.0.join("battle.toml"), "er = \n").unwrap();
    fs::write(repository.0.join("other.toml"), template(System::MarsLaTour)).unwrap();
    repository.git(&["add", "--intent-to-add", "other.toml"]);
    let told = between(&["--", "battle.toml", "other.toml"]);
    assert!(told.starts_with("battle.toml: not a valid scenario") && told.contains("+er = "), "{told}");
    assert!(told.ends_with("other.toml: added\n"), "{told}");
    // Renamed files, removed files, and the log.
    repository.git(&["reset", "--quiet", "--hard"]);
    fs::write(repository.0.join(".gitattributes"), "*.toml diff=battlewright\n").unwrap();
    repository.git(&["mv", "battle.toml", "war.toml"]);
    let told = between(&["--find-renames", "base", "--", "battle.toml", "war.toml"]);
    assert!(told.contains("battle.toml, now war.toml: 1 difference\n"), "{told}");
    assert!(between(&["--no-renames", "HEAD", "--", "battle.toml"]).contains("battle.toml: removed"));
    let told = repository.git(&["log", "-1", "-p", "--ext-diff", "--format=%s", "ours"]);
    assert!(told.contains("  unit red-1: ER 3 to 2\n"), "{told}");
    // A conflict.
    repository.git(&["reset", "--quiet", "--hard"]);
    assert!(!repository.merge().0);
    fs::write(repository.0.join(".gitattributes"), "*.toml diff=battlewright\n").unwrap();
    assert_eq!(between(&["--cached", "--", "battle.toml"]), "battle.toml: in conflict\n");
    assert!(between(&["--", "battle.toml"]).contains("<<<<<<< ours"), "git itself shows the marks");
}
