//! The charts of `matz`.

use battlewright_schema::System;

use crate::frame;

frame::tests_of_system!(System::Matz, 3 pages, "../questions/matz.txt");

/// The figures that the text of the rules gives.
#[test]
fn published_figures_are_on_the_charts() {
    let scenario = frame::scenario(SYSTEM, "matz-june-1918");
    let charts = battlewright_charts::charts(&scenario);
    for (chart, fact) in [
        ("combat", "1:1 0.75 to 1.29"),
        ("combat", "1.5:1 1.30 to 1.69"),
        ("combat", "2:1 1.70 to 2.49"),
        ("combat", "7:1 6.50 or more"),
        ("combat", "AE, DE all units eliminated"),
        ("combat", "Eng each side loses a step; nobody retreats or advances"),
        ("combat-modifiers", "−2 attacker a neutralized unit 9.0"),
        ("combat-modifiers", "+2 defender a neutralized unit 9.0"),
        ("combat-modifiers", "+1 defender a unit out of command 10.2"),
        ("combat-modifiers", "+2 attacker tanks 6.1"),
        ("combat-modifiers", "−2 defender tanks 6.1"),
        ("combat-modifiers", "−2 defender an attacker crosses a stream 7.3"),
        ("victory", "6 VP or more tactical victory of the Germans"),
        ("victory", "20 VP or more strategic victory of the Germans"),
    ] {
        let facts = frame::facts(&charts, chart);
        assert!(facts.iter().any(|known| known == fact), "{chart} has no {fact:?}: {facts:#?}");
    }
}

#[test]
fn what_a_scenario_cannot_use_is_not_printed() {
    let day = battlewright_charts::charts(&frame::scenario(SYSTEM, "matz-first-day"));
    assert!(day.iter().all(|chart| chart.id != "reserves"));
    let start = frame::facts(&day, "start");
    assert!(!start.iter().any(|fact| fact.contains("front line")), "{start:#?}");
    let mangin = battlewright_charts::charts(&frame::scenario(SYSTEM, "matz-mangin"));
    assert!(!frame::facts(&mangin, "combat-modifiers").iter().any(|fact| fact.contains("surprise")));
}
