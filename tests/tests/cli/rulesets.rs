//! Rulesets on the command line: the roads from a file of rules to games with them.

use std::fs;
use std::path::Path;
use std::process::{Command, Output};

use battlewright_schema::{System, load, template};
use tempfile::TempDir;

use crate::PROGRAM;

const MUD: &str = "ruleset = 1\nid = \"mud\"\nsystem = \"mars-la-tour\"\nextends = [\"mars-la-tour@1\"]\nversion = 2\n\
                   title = \"Mud\"\n\n[rules]\nzoi = 1\nretreat_hexes = 1\n\n[why]\nzoi = \"invented\"\n";

/// A collection with the ruleset `mud`, and a scenario with these lines in `[rules]`.
fn folder(rules: &str) -> TempDir {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| fs::write(folder.path().join(name), text).unwrap();
    fs::create_dir(folder.path().join("rules")).unwrap();
    write("rules/mud.toml", MUD);
    write("battlewright.toml", "[rulesets]\nmud = \"rules/mud.toml\"\n");
    write("battle.toml", &format!("{}\n[rules]\n{rules}\n", template(System::MarsLaTour)));
    folder
}

fn run(folder: &Path, arguments: &[&str]) -> Output {
    Command::new(PROGRAM).args(arguments).current_dir(folder).output().unwrap()
}

/// Returns the standard output of a command that succeeds.
fn said(folder: &Path, arguments: &[&str]) -> String {
    let output = run(folder, arguments);
    let text = |bytes: &[u8]| String::from_utf8(bytes.to_vec()).unwrap();
    assert!(output.status.success(), "{arguments:?}: {}{}", text(&output.stdout), text(&output.stderr));
    text(&output.stdout)
}

/// Returns the standard error of a command that fails with `status`.
fn refused(folder: &Path, arguments: &[&str], status: i32) -> String {
    let output = run(folder, arguments);
    assert_eq!(output.status.code(), Some(status), "{arguments:?}");
    String::from_utf8(output.stderr).unwrap()
}

#[test]
fn a_ruleset_is_checked_and_formatted_as_a_scenario_is() {
    let folder = folder("use = [\"mud@2\"]");
    let told = said(folder.path(), &["validate", "rules/mud.toml", "battle.toml"]);
    assert!(told.ends_with("1 scenario and 1 ruleset checked: no errors, no warnings\n"), "{told}");
    let told = said(folder.path(), &["validate", "."]);
    assert!(told.contains("1 scenario and 1 ruleset checked"), "{told}");
    assert!(said(folder.path(), &["fmt", "--check", "rules"]).contains("0 of 1 file not formatted"));
    fs::write(folder.path().join("rules/mud.toml"), MUD.replace("zoi = 1", "zoi = 99")).unwrap();
    let told = run(folder.path(), &["validate", "--format", "short", "rules/mud.toml"]);
    assert_eq!(told.status.code(), Some(1));
    let told = String::from_utf8(told.stdout).unwrap();
    assert!(told.contains("rules/mud.toml:9:7: error[number-out-of-range]"), "{told}");
    let schema = said(folder.path(), &["schema", "--system", "mars-la-tour", "--ruleset"]);
    assert!(schema.contains("\"extends\"") && schema.contains("\"zoi\""));
}

/// git names the file whose versions it merges, or compares, and those lie elsewhere.
#[test]
fn fixes_merges_and_differences_of_git_find_the_rulesets_beside_the_scenario() {
    let folder = folder("use = [\"./rules/mud.toml\"]");
    let text = fs::read_to_string(folder.path().join("battle.toml")).unwrap();
    let wrong = text.replacen("at = \"0704\"", "at = 704", 1);
    fs::write(folder.path().join("battle.toml"), &wrong).unwrap();
    let told = said(folder.path(), &["validate", "--fix", "battle.toml"]);
    assert!(told.contains("no errors, no warnings"), "{told}");
    assert_eq!(fs::read_to_string(folder.path().join("battle.toml")).unwrap(), text);

    let elsewhere = tempfile::tempdir().unwrap();
    let version = |name: &str, text: &str| {
        let path = elsewhere.path().join(name);
        fs::write(&path, text).unwrap();
        path.display().to_string()
    };
    let base = version("base", &text);
    let ours = version("ours", &text.replacen("er = 3", "er = 2", 1));
    let theirs = version("theirs", &text.replace("[\"./rules/mud.toml\"]", "[\"./rules/mud.toml\"]\nblown_delay = 3"));
    let told = said(folder.path(), &["merge", "--name", "battle.toml", &base, &ours, &theirs]);
    assert!(told.contains("er = 2") && told.contains("blown_delay = 3"), "{told}");
    fs::write(folder.path().join("merged.toml"), &told).unwrap();
    assert!(said(folder.path(), &["validate", "-v", "merged.toml"]).contains("mud@2: 2 settings; itself: 1 setting"));

    let plain = version("plain", &text.replace("use = [\"./rules/mud.toml\"]", ""));
    let (old, new) = ("0000000", "1111111");
    let arguments = ["diff", "--git", "battle.toml", &plain, old, "100644", &base, new, "100644"];
    let told = said(folder.path(), &arguments);
    assert!(told.contains("battle.toml: 2 differences") && told.contains("rules: zoi 2 to 1"), "{told}");
}

#[test]
fn what_is_wrong_with_a_ruleset_is_told_at_its_name() {
    let folder = folder("use = [\"mut@2\", \"./none.toml\", \"mud@1\"]");
    let told = run(folder.path(), &["validate", "--format", "short", "battle.toml"]);
    assert_eq!(told.status.code(), Some(1));
    let told = String::from_utf8(told.stdout).unwrap();
    for expected in [
        "error[ruleset-missing]: there is no ruleset `mut@2`",
        "error[ruleset-missing]: there is no ruleset `./none.toml`",
        "warning[ruleset-older]: the ruleset `mud` has version 2",
    ] {
        assert!(told.contains(expected), "{told}");
    }
    let told = refused(folder.path(), &["play", "battle.toml", "--seed", "1"], 2);
    assert!(told.contains("cannot be played") && told.contains("ruleset-missing"), "{told}");
}

#[test]
fn the_changes_of_the_rules_are_counted() {
    let folder = folder("use = [\"mud@2\"]\nretreat_hexes = 3");
    let sentence = "against mars-la-tour@1 this scenario changes 1 setting (mud@2: 2 settings; itself: 1 setting)\n";
    let told = said(folder.path(), &["validate", "--verbose", "battle.toml"]);
    assert!(told.starts_with(&format!("battle.toml: {sentence}")), "{told}");
    let told = run(folder.path(), &["diff", "--published", "battle.toml"]);
    assert_eq!(told.status.code(), Some(1));
    let told = String::from_utf8(told.stdout).unwrap();
    // A value that equals the published one is no difference.
    assert!(told.starts_with(sentence) && told.contains("zoi") && !told.contains("retreat"), "{told}");
    assert!(told.ends_with("1 difference\n"), "{told}");
}

#[test]
fn an_inlined_scenario_needs_no_other_file() {
    let folder = folder("use = [\"mud@2\"]  # wet ground");
    said(folder.path(), &["inline", "battle.toml", "--out", "alone.toml"]);
    let told = said(folder.path(), &["diff", "battle.toml", "alone.toml"]);
    assert!(told.ends_with("no differences\n"), "{told}");
    let alone = fs::read_to_string(folder.path().join("alone.toml")).unwrap();
    assert_eq!(said(folder.path(), &["inline", "battle.toml"]), alone);
    let scenario = load(&alone).scenario.unwrap();
    assert_eq!(scenario.rules_in_force()["zoi"], 1);
    // The ruleset changes; the inlined scenario does not.
    fs::write(folder.path().join("rules/mud.toml"), MUD.replace("zoi = 1", "zoi = 3")).unwrap();
    let told = run(folder.path(), &["validate", "--format", "short", "alone.toml"]);
    assert!(String::from_utf8(told.stdout).unwrap().contains("warning[ruleset-changed]"));
    assert!(refused(folder.path(), &["inline", "battle.toml", "--out", "alone.toml"], 2).contains("already exists"));
}

#[test]
fn a_recorded_game_keeps_its_rules() {
    let folder = folder("use = [\"mud@2\"]");
    let game =
        ["play", "battle.toml", "--seed", "3", "--players", "random,random", "--quiet", "--replay", "game.jsonl"];
    said(folder.path(), &game);
    let recorded = fs::read_to_string(folder.path().join("game.jsonl")).unwrap();
    assert!(recorded.contains("based_on") && !recorded.contains("mud@2"));
    // Neither the scenario nor the ruleset is needed, or asked for.
    fs::remove_dir_all(folder.path().join("rules")).unwrap();
    fs::remove_file(folder.path().join("battle.toml")).unwrap();
    assert!(said(folder.path(), &["replay", "game.jsonl"]).contains("every state as recorded"));
}

#[test]
fn links_and_sites_hold_the_inlined_scenario() {
    let folder = folder("use = [\"mud@2\"]");
    let address = said(folder.path(), &["link", "battle.toml"]);
    said(folder.path(), &["inline", "battle.toml", "--out", "alone.toml"]);
    assert_eq!(said(folder.path(), &["link", "alone.toml"]), address);
}

#[test]
fn two_rulesets_are_compared_with_the_same_dice() {
    let folder = folder("use = [\"mud@2\"]");
    let test = |rules: &str| {
        let games = ["playtest", "battle.toml", "--games", "4", "--players", "random,random", "--threads", "1"];
        said(folder.path(), &[&games[..], &["--rules", rules]].concat())
    };
    let told = test("published,mud@2");
    assert!(told.contains("published") && told.contains("mud@2"), "{told}");
    assert_eq!(test("published,mud@2"), told, "the same seeds give the same games");
    let told = refused(folder.path(), &["playtest", "battle.toml", "--games", "4", "--rules", "published,fog@1"], 2);
    assert!(told.contains("cannot be played with fog@1"), "{told}");
    let told = refused(folder.path(), &["playtest", "battle.toml", "--rules", "mud"], 2);
    assert!(told.contains("two rulesets with a comma between them"), "{told}");
}

#[test]
fn the_bundled_rulesets_are_listed_and_can_be_played() {
    let folder = folder("use = [\"night-and-mud@1\"]");
    let listed = said(folder.path(), &["new", "--list"]);
    assert!(listed.contains("mars-la-tour@1: ") && listed.contains("  night-and-mud@1: Night and mud\n"), "{listed}");
    assert!(listed.contains("  guard-is-held@1: The Guard is held\n"), "{listed}");
    let game =
        ["play", "battle.toml", "--seed", "1", "--players", "random,random", "--quiet", "--replay", "game.jsonl"];
    said(folder.path(), &game);
    assert!(said(folder.path(), &["replay", "game.jsonl"]).contains("every state as recorded"));
}
