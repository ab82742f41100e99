//! Cases of *At Any Cost: Metz 1870*.

use super::run_command;

/// 13.7: to get away from a victor comes before not passing a friend.
#[test]
fn a_retreat_passes_a_friend_rather_than_stay_next_to_a_victor() {
    let (status, text) = run_command(&["replay", "at-any-cost/retreat_past_a_friend.jsonl"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("11 inputs, all legal"), "{text}");
}

/// 12.7, ruling r77: cavalry is Disrupted at the end of the Assault Combat Step, and may charge again until then.
#[test]
fn by_the_letter_cavalry_charges_again_in_a_step() {
    let (status, text) = run_command(&["replay", "at-any-cost/two_opportunity_charges.jsonl"]);
    assert_eq!(status, Some(0), "{text}");
    assert!(text.contains("20 inputs, all legal"), "{text}");
}

/// Returns the first assault in a game of the case.
#[track_caller]
fn first_assault(case: &str) -> String {
    let (status, text) = run_command(&["play", &format!("at-any-cost/{case}.toml"), "--seed", "1"]);
    assert_eq!(status, Some(0), "{text}");
    text.lines().find(|line| line.contains("differential")).unwrap_or_else(|| panic!("{text}")).to_owned()
}

/// 16.1, ruling r78: earthworks help all units in their hex, with SP and TCR alike.
#[test]
fn an_assault_out_of_entrenchments_has_their_sp_and_their_tcr() {
    let assault = first_assault("assault_out_of_entrenchments");
    assert!(assault.contains("(SP 10: 8, Entrenchments +2)"), "{assault}");
    assert!(assault.contains("differential +2, TCR 9 against 7"), "{assault}");
}

/// 3.1, ruling r80: SP below 0 count in the differential.
#[test]
fn sp_below_0_count_in_an_assault() {
    let assault = first_assault("less_than_no_sp");
    assert!(assault.contains("(SP -1: 1, Disrupted -2)"), "{assault}");
    assert!(assault.contains("differential +5"), "{assault}");
}
