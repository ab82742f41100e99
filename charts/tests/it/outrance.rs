//! The charts of `outrance`.

use battlewright_schema::System;

use crate::frame;

const SYSTEM: System = System::Outrance;

#[test]
fn every_chart_is_whole_and_has_its_place() {
    assert!(frame::dump(SYSTEM) > 100);
    frame::assert_whole(SYSTEM, 2);
}

#[test]
fn nothing_that_a_player_needs_is_missing() {
    frame::assert_complete(SYSTEM);
}

#[test]
fn no_number_is_printed_from_a_constant() {
    frame::assert_no_constants(SYSTEM);
}

#[test]
fn the_words_are_those_of_players() {
    frame::assert_words(SYSTEM);
}

#[test]
fn questions_of_play_are_answered_by_the_charts_alone() {
    frame::assert_answers(SYSTEM, include_str!("../questions/outrance.txt"));
}
