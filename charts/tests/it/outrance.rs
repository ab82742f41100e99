//! The charts of `outrance`.

use battlewright_schema::System;

use crate::frame;

frame::tests_of_system!(System::Outrance, 2 pages, "../questions/outrance.txt");

#[test]
fn the_published_rules_have_these_figures() {
    let all = battlewright_charts::charts(&frame::scenario(SYSTEM, "outrance-spicheren"));
    for (chart, fact) in [
        ("orders", "other Prussians 01–75 76–93 94–00"),
        ("orders", "a unit within 6\" of a general 01–95 96–99 00"),
        ("moves", "Infantry, Line 1\" × 1\" 6\" 8\" 12\""),
        ("moves", "Artillery 1\" × 1\u{bc}\" 6\""),
        ("terrain", "Woods 2\" 4\" 2\""),
        ("terrain", "River closed"),
        ("terrain", "Bridge +\u{bd}\""),
        ("fire-index", "French infantry deployed 0 to 3\" 6"),
        ("fire-index", "Prussian infantry deployed 3 to 6\" ·"),
        ("fire-results", "10 or more M12 67–82"),
        ("fire-modifiers", "\u{2212}1, \u{2212}2, \u{2212}3 target in soft, hard cover, a fortification VIII"),
        ("assault-index", "Cavalry deployed 1"),
        ("stopped", "5 stopped at most 54"),
        ("close-combat-won", "wins at most 5 55"),
        ("outcomes", "61–80 M12 D"),
        ("regrouping", "+25 unit a general helps it"),
        ("victory", "Forbach French 4 1"),
    ] {
        let facts = frame::facts(&all, chart);
        assert!(facts.iter().any(|known| known.starts_with(fact)), "{fact} is not in {chart}: {facts:#?}");
    }
}

#[test]
fn an_area_that_differs_has_a_row_of_its_own() {
    let all = battlewright_charts::charts(&frame::scenario(SYSTEM, "outrance-spicheren"));
    let facts = frame::facts(&all, "terrain");
    assert!(facts.iter().any(|fact| fact.starts_with("Steep: ") && fact.contains("2\" closed closed")), "{facts:#?}");
    assert!(!facts.iter().any(|fact| fact.starts_with("Marsh")), "the table has no marsh: {facts:#?}");
}

#[test]
fn arrivals_stand_by_turn_and_entry_with_destination_and_die() {
    let all = battlewright_charts::charts(&frame::scenario(SYSTEM, "outrance-spicheren"));
    let facts = frame::facts(&all, "arrivals");
    let montaudon = "Grosbliederstroff road: 1/Mo (option), 2/Mo (option), Mo (option) to 34/22, die 4 or more";
    assert!(facts.iter().any(|fact| fact.contains(montaudon)), "{facts:#?}");
}
