//! Cases of *La Bataille du Matz*.

use super::run_command;

#[test]
fn a_unit_that_must_retreat_at_its_own_edge_is_eliminated() {
    let (code, text) = run_command(&["replay", "matz/edge-retreat.jsonl"]);
    assert_ne!(code, Some(0), "{text}");
    assert!(text.contains("input 7"), "{text}");
}

#[test]
fn units_that_have_not_exploited_do_not_attack_again() {
    let (code, text) = run_command(&["replay", "matz/second-combat.jsonl"]);
    assert_ne!(code, Some(0), "{text}");
    assert!(text.contains("input 9"), "{text}");
}

#[test]
fn a_unit_in_a_place_at_the_start_controls_it() {
    let (_, text) = run_command(&["play", "matz/control-at-start.toml", "--seed", "1", "--players", "random,random"]);
    assert!(text.contains("Victory points: Germans 6"), "{text}");
}

#[test]
fn the_levels_of_victory_have_the_names_of_the_rules() {
    for players in ["greedy,random", "random,greedy"] {
        let scenario = "../../scenarios/matz-first-day.toml";
        let (_, text) = run_command(&["play", scenario, "--seed", "1", "--players", players]);
        let last = text.lines().last().unwrap_or_default();
        assert!(!last.contains("minor") && !last.contains("major"), "{last}");
    }
    let (_, text) = run_command(&["play", "matz/control-at-start.toml", "--seed", "1", "--players", "random,random"]);
    assert!(text.ends_with("Winner: Germans (tactical victory)\n"), "{text}");
    let batch = ["play", "matz/control-at-start.toml", "--seed", "1..2", "--players", "random,random"];
    let (_, text) = run_command(&batch);
    assert!(text.contains("2  Germans (tactical victory)"), "{text}");
}
