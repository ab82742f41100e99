//! Each rule of each rulebook is cited by the code and borne by a test, and each ruling by one too.
//!
//! A test of rule `4.0 3.3` is a function `r4_3_3_…`: the number with underscores, without its
//! `.0`. A test of ruling 7 has `ruling_7_` in its name, after the number of its rule.

#![allow(clippy::disallowed_methods, reason = "this test reads the sources")]

mod book;

use std::path::Path;

use battlewright_engine::systems::{at_any_cost, mars_la_tour, matz, outrance, position_magnifique};

use book::{Book, Source};

const BOOKS: [Book; 5] = [MARS_LA_TOUR, POSITION_MAGNIFIQUE, AT_ANY_COST, MATZ, OUTRANCE];

const MARS_LA_TOUR: Book = Book { folder: "mars_la_tour", rules: mars_la_tour::rulebook::ALL, exceptions: &[] };

const POSITION_MAGNIFIQUE: Book =
    Book { folder: "position_magnifique", rules: position_magnifique::rulebook::ALL, exceptions: &[] };

const AT_ANY_COST: Book = Book {
    folder: "at_any_cost",
    rules: at_any_cost::rulebook::ALL,
    exceptions: &[
        ("2.1", "it says how many men and yards a counter and a hex stand for, which is a matter of scenarios"),
        ("3.9", "it says on which cards the tables are printed"),
    ],
};

const MATZ: Book = Book {
    folder: "matz",
    rules: matz::rulebook::ALL,
    exceptions: &[
        ("0.1", "it says how many hours and meters a turn and a hex stand for, which is a matter of scenarios"),
        ("1.6", "it lists the abbreviations on counters, which are labels in scenarios"),
    ],
};

const OUTRANCE: Book = Book { folder: "outrance", rules: outrance::rulebook::ALL, exceptions: &[] };

#[test]
fn every_rule_is_borne_by_a_test_or_a_written_exception() {
    for book in BOOKS {
        book.every_rule_is_borne_by_a_test_or_a_written_exception();
    }
}

#[test]
fn every_numbered_test_bears_a_rule_that_exists() {
    for book in BOOKS {
        book.every_numbered_test_bears_a_rule_that_exists();
    }
}

#[test]
fn every_rule_is_cited_by_a_refusal_an_event_or_the_head_of_a_file() {
    for book in BOOKS {
        book.every_rule_is_cited_by_a_refusal_an_event_or_the_head_of_a_file();
    }
}

#[test]
fn every_ruling_is_borne_by_a_test_of_its_rule() {
    let page = Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/rules/mars-la-tour.md");
    let page = std::fs::read_to_string(page).unwrap();
    let rulings: Vec<&str> = page.lines().filter_map(|line| line.strip_prefix("| R")?.split(' ').next()).collect();
    assert_eq!(rulings.len(), 29, "{rulings:?}");
    let sources: Vec<Source> = MARS_LA_TOUR.sources();
    let tests: Vec<&String> = sources.iter().flat_map(|source| &source.tests).collect();
    for ruling in rulings {
        let words = format!("_ruling_{ruling}_");
        assert!(
            tests.iter().any(|test| test.contains(&words) && MARS_LA_TOUR.rule_of(test).is_some()),
            "ruling {ruling} has no test: none has {words} in its name"
        );
    }
}

#[test]
fn the_numbers_of_rules_become_names_of_tests() {
    let named = |test: &str| MARS_LA_TOUR.rule_of(test).map(|rule| rule.number);
    assert_eq!(named("r4_3_3_a_retreat"), Some("4.0 3.3"));
    assert_eq!(named("r4_3_a_unit_attacks"), Some("4.0 3"));
    assert_eq!(named("r4_3a_the_attacker"), Some("4.0 3a"));
    assert_eq!(named("r4_1d_iii_the_sides"), Some("4.0 1d iii"));
    assert_eq!(named("r3_1_1_markers"), Some("3.1.1"));
    assert_eq!(named("r3_10_influence"), Some("3.10"));
    assert_eq!(named("r6_escape"), Some("6.0"));
    assert_eq!(named("r9_9_nothing"), None);
    let named = |test: &str| POSITION_MAGNIFIQUE.rule_of(test).map(|rule| rule.number);
    assert_eq!(named("r13_10_an_hq"), Some("13.10"));
    assert_eq!(named("r13_1_infantry"), Some("13.1"));
    assert_eq!(named("r15_a_turn_ends"), Some("15.0"));
    let named = |test: &str| AT_ANY_COST.rule_of(test).map(|rule| rule.number);
    assert_eq!(named("r12_10_half_a_point"), Some("12.10"));
    assert_eq!(named("r19_a_hex_is_held"), Some("19.0"));
    let named = |test: &str| OUTRANCE.rule_of(test).map(|rule| rule.number);
    assert_eq!(named("c04_zones"), Some("IV"));
    assert_eq!(named("c10_victory"), Some("X"));
}
