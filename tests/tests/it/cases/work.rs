//! Cases in which work was lost or corrupted.

use std::fs;
use std::path::Path;

use super::{battlewright, run_command, scratch};

/// Runs `merge` on three versions of the case `name`. Returns the exit status, the messages and the merged text.
fn merged(name: &str) -> (Option<i32>, String, String) {
    let [base, ours, theirs] = ["base", "ours", "theirs"].map(|version| format!("work/{name}-{version}.toml"));
    let output = battlewright(&["merge", &base, &ours, &theirs]);
    let [text, messages] = [output.stdout, output.stderr].map(|stream| String::from_utf8(stream).unwrap());
    (output.status.code(), messages, text)
}

/// Returns the text of one case.
fn case(name: &str) -> String {
    fs::read_to_string(battlewright_tests::workspace::root().join("tests/cases/work").join(name)).unwrap()
}

/// Returns the merged text with the part of each conflict from the mark `from` to the mark `to`.
fn part(marked: &str, from: &str, to: &str) -> String {
    let (mut text, mut is_within, mut is_wanted) = (String::new(), false, false);
    for line in marked.lines() {
        if ["<<<<<<< ours", "=======", ">>>>>>> theirs"].contains(&line) {
            is_wanted = if line == from {
                true
            } else if line == to {
                false
            } else {
                is_wanted
            };
            is_within = line != ">>>>>>> theirs";
        } else if !is_within || is_wanted {
            text.push_str(line);
            text.push('\n');
        }
    }
    text
}

#[test]
fn two_conflicts_on_a_line_show_each_side_as_it_is() {
    let (status, messages, text) = merged("merge");
    assert_eq!((status, messages.matches("conflict:").count()), (Some(1), 2), "{messages}");
    assert!(text.contains("=======\nhq = { name = \"HQ of the East\", range = 5 }"), "{text}");
    assert_eq!(part(&text, "<<<<<<< ours", "======="), case("merge-ours.toml"));
    assert_eq!(part(&text, "=======", ">>>>>>> theirs"), case("merge-theirs.toml"));
}

#[test]
fn a_stream_that_both_branches_rename_is_a_conflict() {
    let (status, messages, text) = merged("stream");
    assert_eq!(status, Some(1));
    assert!(messages.contains("name: was Brook, ours Ourbrook, theirs Theirbrook"), "{messages}");
    assert_eq!(part(&text, "<<<<<<< ours", "======="), case("stream-ours.toml"));
    assert_eq!(part(&text, "=======", ">>>>>>> theirs"), case("stream-theirs.toml"));
}

#[test]
fn a_second_stream_on_the_same_hexsides_is_a_difference() {
    let theirs = case("stream-theirs.toml");
    let rows: Vec<&str> = theirs.split("[[hexside]]").collect();
    let twice = scratch("two-streams.toml");
    fs::write(&twice, theirs.replacen("[[hexside]]", &format!("[[hexside]]{}[[hexside]]", rows[1]), 1)).unwrap();
    let (status, text) = run_command(&["diff", "work/stream-theirs.toml", &twice]);
    assert_eq!((status, text.matches(" added").count()), (Some(1), 5), "{text}");
}

#[test]
fn a_place_that_scores_twice_is_found_and_is_a_conflict_of_a_merge() {
    let (status, text) = run_command(&["validate", "work/scores-twice.toml"]);
    assert_eq!((status, text.matches("place-scores-twice").count()), (Some(1), 1), "{text}");
    let both = case("scores-twice.toml");
    let row = |points: u8| format!("    {{ place = \"saint-remy\", side = \"blue\", points_per_hex = {points} }},\n");
    let without = |rows: &[u8]| rows.iter().fold(both.clone(), |text, points| text.replacen(&row(*points), "", 1));
    let [base, ours, theirs] = [("base", &[2, 3][..]), ("ours", &[3]), ("theirs", &[2])].map(|(name, rows)| {
        let path = scratch(&format!("scores-{name}.toml"));
        fs::write(&path, without(rows)).unwrap();
        path
    });
    let (status, text) = run_command(&["merge", &base, &ours, &theirs]);
    assert!(text.contains("hold saint-remy: points_per_hex: was nothing, ours 2, theirs 3"), "{text}");
    assert_eq!(status, Some(1));
}

/// Returns a new empty folder.
fn folder(name: &str) -> String {
    let path = scratch(name);
    let _ = fs::remove_dir_all(&path);
    fs::create_dir_all(&path).unwrap();
    path
}

const UNFORMATTED: &str = "title = \"Mine\"\nformat = 1\nsystem = \"mars-la-tour\"\n";

#[test]
fn files_of_other_programs_stay_as_they_are() {
    let folder = folder("fmt-folder");
    let cargo = "[dependencies]\nb = \"1\"\n\n\n\n[package]\nname = \"a\"\n";
    fs::write(format!("{folder}/Cargo.toml"), cargo).unwrap();
    fs::write(format!("{folder}/a.toml"), UNFORMATTED).unwrap();
    let (status, text) = run_command(&["fmt", &folder]);
    assert_eq!((status, text.contains("1 of 1 file formatted")), (Some(0), true), "{text}");
    let cargo_file = format!("{folder}/Cargo.toml");
    let (status, text) = run_command(&["fmt", &cargo_file]);
    assert!(text.contains("is no scenario, theme or ruleset"), "{text}");
    assert_eq!((status, fs::read_to_string(&cargo_file).unwrap().as_str()), (Some(2), cargo));
}

#[cfg(unix)]
#[test]
fn a_replaced_file_keeps_its_owner_mode_and_links() {
    use std::os::unix::fs::{MetadataExt, PermissionsExt, chown};
    let folder = folder("fmt-owner");
    let path = |name: &str| format!("{folder}/{name}.toml");
    for name in ["fixed", "linked", "locked", "owned"] {
        fs::write(path(name), UNFORMATTED).unwrap();
    }
    fs::set_permissions(path("locked"), fs::Permissions::from_mode(0o444)).unwrap();
    fs::hard_link(path("linked"), path("link")).unwrap();
    fs::set_permissions(path("owned"), fs::Permissions::from_mode(0o600)).unwrap();
    // Only root may give files away.
    let given = chown(path("owned"), Some(1234), Some(1234)).is_ok();
    let owner = |name: &str| fs::metadata(path(name)).map(|file| (file.uid(), file.mode() & 0o777)).unwrap();
    let before = owner("owned");
    let (status, text) = run_command(&["fmt", &path("locked")]);
    assert!(status == Some(2) && text.contains("it is read-only"), "{text}");
    assert_eq!(fs::read_to_string(path("locked")).unwrap(), UNFORMATTED);
    assert_eq!(run_command(&["fmt", &path("linked")]).0, Some(0));
    assert_eq!(fs::metadata(path("linked")).unwrap().nlink(), 2);
    assert_eq!(fs::read_to_string(path("link")).unwrap(), fs::read_to_string(path("linked")).unwrap());
    assert_ne!(fs::read_to_string(path("link")).unwrap(), UNFORMATTED);
    assert_eq!(run_command(&["fmt", &path("owned")]).0, Some(0));
    assert_eq!(owner("owned"), before);
    assert!(!given || before.0 == 1234);
}

#[test]
fn a_theme_outside_of_the_folder_is_reported() {
    let folder = folder("theme-outside");
    let path = format!("{folder}/a.toml");
    fs::write(&path, case("merge-base.toml").replacen("license =", "theme = \"/dev/zero\"\nlicense =", 1)).unwrap();
    let (status, text) = run_command(&["export", &path, "--out", &format!("{folder}/a.svg")]);
    assert_eq!(status, Some(0));
    assert!(text.contains("the theme /dev/zero cannot be used: it is an absolute path"), "{text}");
    assert!(Path::new(&format!("{folder}/a.svg")).exists());
    let (_, text) = run_command(&["validate", &path]);
    assert_eq!((text.matches("art-outside-folder").count(), text.matches("unreadable-art").count()), (1, 0), "{text}");
}

#[test]
fn an_id_with_an_invisible_character_is_an_error() {
    let path = scratch("invisible-id.toml");
    fs::write(&path, case("merge-base.toml").replace("\"mill\"", "\"mi\\u0007ll\"")).unwrap();
    let (status, text) = run_command(&["validate", &path]);
    assert_eq!((status, text.matches("error[unprintable-id]").count()), (Some(1), 1), "{text}");
}

#[test]
fn a_road_stays_whose_new_course_another_branch_gave_to_a_new_road() {
    let (status, messages, text) = merged("lane");
    assert_eq!((status, messages.matches("conflict:").count()), (Some(1), 1), "{messages}");
    let ours = part(&text, "<<<<<<< ours", "=======");
    assert!(ours.contains("name = \"Lane\"\npath = [\"0101\", \"0201\"]") && ours.contains("New road"), "{text}");
    assert_eq!(part(&text, "=======", ">>>>>>> theirs"), case("lane-theirs.toml"));
}
