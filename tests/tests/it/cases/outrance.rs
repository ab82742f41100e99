//! Cases of *La Guerre à Outrance*.

use super::run_command;

/// Replays a recorded game; returns the exit status, and what was said.
fn replayed(name: &str) -> (Option<i32>, String) {
    run_command(&["replay", &format!("outrance/{name}.jsonl")])
}

#[test]
fn c08_nobody_crosses_a_river_by_forming_up_or_deploying() {
    let (status, text) = replayed("river-by-deploying");
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("input 7") && text.contains("impassable terrain (VIII)"), "{text}");
}

#[test]
fn c08_no_column_stands_in_a_lake() {
    let (status, text) = replayed("column-in-a-lake");
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("input 7") && text.contains("impassable terrain (VIII)"), "{text}");
}

#[test]
fn c05_o32_a_unit_shot_in_the_rear_surrenders() {
    let script = "script:outrance/back-toward-the-guns.jsonl";
    let players = format!("{script},{script}");
    let (_, text) = run_command(&["play", "outrance/back-toward-the-guns.toml", "--players", &players]);
    assert!(text.contains("t (French) cannot fall back 6\" from a (Prussians) and surrenders"), "{text}");
}

#[test]
fn c08_no_column_crosses_a_river_by_points_on_it() {
    let (status, text) = replayed("column-by-points-on-a-river");
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("input 9") && text.contains("impassable terrain (VIII)"), "{text}");
}

#[test]
fn c08_no_general_gets_out_of_the_way_over_a_river() {
    let (status, text) = replayed("general-over-a-river");
    assert_eq!(status, Some(1), "{text}");
    assert!(text.contains("input 13") && text.contains("impassable terrain (VIII)"), "{text}");
}

#[test]
fn c05_o36_a_demoralized_unit_is_not_said_to_be_broken() {
    let script = "script:outrance/hit-while-demoralized.jsonl";
    let players = format!("{script},{script}");
    let (_, text) = run_command(&["play", "outrance/hit-while-demoralized.toml", "--players", &players]);
    assert!(text.contains("a (Prussians) fires at t (French)") && text.contains(": no effect ("), "{text}");
    assert!(!text.contains("broken"), "{text}");
}

#[test]
fn c08_a_unit_astride_the_second_leg_of_a_river_is_reported() {
    let (_, text) = run_command(&["validate", "outrance/astride-the-second-leg.toml"]);
    assert!(text.contains("`a` starts astride a river"), "{text}");
}
