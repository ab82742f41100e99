//! Cases of what `validate` finds.

use super::run_command;

#[test]
fn a_unit_that_enters_on_an_island_is_found() {
    let (status, text) = run_command(&["validate", "checks/entry-on-island.toml"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(
        text.contains("warning[stranded-unit]: `red-lancers` can reach nothing that matters from entry `A`"),
        "{text}"
    );
}

#[test]
fn an_outline_of_any_number_of_corners_is_asked_whether_it_crosses_itself() {
    let (status, text) = run_command(&["validate", "--format", "short", "checks/crossed-outline-of-2004-corners.toml"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("crossed-outline"), "{text}");
}

#[test]
fn a_general_half_off_the_table_is_found_at_his_line() {
    let file = "checks/unplayable-general-half-off-the-table.toml";
    let (status, text) = run_command(&["validate", "--format", "short", file]);
    assert_eq!(status, Some(1), "{text}");
    let line = 1 + std::fs::read_to_string(battlewright_tests::workspace::root().join("tests/cases").join(file))
        .unwrap()
        .lines()
        .position(|line| line.contains("0.2,2"))
        .unwrap();
    assert!(text.contains(&format!(":{line}:")) && text.contains("bases-off-table"), "{text}");
    assert!(!text.contains("[unplayable]"), "{text}");
}

#[test]
fn a_scenario_with_a_bracket_in_its_text_is_found_in_its_folder() {
    let (status, text) = run_command(&["validate", "checks/folder"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("1 scenario checked"), "{text}");
}

#[test]
fn an_id_that_differs_by_an_invisible_character_is_an_error() {
    let (status, text) =
        run_command(&["validate", "--format", "short", "checks/twin-of-an-id-with-an-invisible-character.toml"]);
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("unprintable-id") && text.contains("U+200B"), "{text}");
}
