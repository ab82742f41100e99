//! The charts of `mars-la-tour`.

use battlewright_charts::ChartKind;
use battlewright_schema::{DocPath, System};

use crate::frame;

frame::tests_of_system!(System::MarsLaTour, 2 pages, "../questions/mars_la_tour.txt");

#[test]
fn the_published_battle_has_these_figures() {
    let all = battlewright_charts::charts(&frame::scenario(SYSTEM, "mars-la-tour"));
    for (chart, fact) in [
        ("headquarters", "Germans Friedrich Karl 8 hexes within 3 hexes"),
        ("headquarters", "French Bazaine 5 hexes within 3 hexes"),
        ("allowance", "Infantry 4 MP 1 MP"),
        ("zones", "ZOI 2 hexes"),
        ("modifiers", "+2 who has support"),
        ("modifiers", "+1 French defender in open ground (Chassepot), cavalry too 4.0 3.1"),
        ("results", "5 or more Eliminated"),
        ("chances", "0 none 17"),
        ("chances", "\u{2212}4 A lost 42"),
        ("track", "14 Germans start"),
        ("track", "10 French start"),
        ("artillery", "each 6 in a duel costs the enemy 1 AP more"),
        ("victory", "French each hex of Mars-la-Tour (0807, 0908) it holds; at the start Germans 1 VP"),
        ("terrain", "Road \u{bd} MP"),
    ] {
        let facts = frame::facts(&all, chart);
        assert!(facts.iter().any(|known| known.starts_with(fact)), "{fact} is not in {chart}: {facts:#?}");
    }
}

#[test]
fn each_row_of_the_chances_is_all_throws() {
    let all = battlewright_charts::charts(&frame::scenario(SYSTEM, "mars-la-tour"));
    let chances = all.into_iter().find(|chart| chart.id == "chances").unwrap();
    let ChartKind::Grid(grid) = chances.kind else { panic!("{:?}", chances.kind) };
    for row in &grid.rows {
        let sum: u32 = row.cells.iter().filter_map(|cell| cell.text.parse::<u32>().ok()).sum();
        assert!((98..=102).contains(&sum), "{}: {sum}", row.head);
    }
}

#[test]
fn a_ruling_of_the_scenario_changes_the_words_and_is_marked() {
    let scenario = frame::scenario(SYSTEM, "mars-la-tour");
    let path = DocPath::root().key("rules").key("deathride_after");
    let other = frame::with(&scenario, &path, "eliminated".into()).unwrap();
    let all = battlewright_charts::charts(&other);
    let chart = all.iter().find(|chart| chart.id == "rulings").unwrap();
    assert!(chart.is_changed());
    assert!(
        chart.facts().contains(&"After a Deathride the riders are eliminated 3.5".to_owned()),
        "{:#?}",
        chart.facts()
    );
}

#[test]
fn a_ruleset_changes_the_charts_and_its_rows_are_listed() {
    let text = battlewright_schema::template(SYSTEM).replacen(
        "[victory]",
        "[rules]\nuse = [\"night-and-mud@1\"]\n\n[victory]",
        1,
    );
    let all = battlewright_charts::charts(&battlewright_schema::load(&text).scenario.unwrap());
    for (chart, fact) in [
        ("zones", "ZOI 1 hex"),
        ("allowance", "Infantry 3 MP 1 MP"),
        ("artillery", "each 5 or more in a duel"),
        ("results", "1 to 2 Retreat 2 hexes"),
        ("changed-rules", "V1 Blind guns: "),
        ("changed-rules", "V2 Horses in cover: "),
    ] {
        let facts = frame::facts(&all, chart);
        assert!(facts.iter().any(|known| known.starts_with(fact)), "{fact} is not in {chart}: {facts:#?}");
        assert!(chart == "changed-rules" || all.iter().any(|own| own.id == chart && own.is_changed()), "{chart}");
    }
    let terrain = frame::facts(&all, "terrain");
    assert!(
        !terrain.iter().any(|fact| fact.contains("may stop after")),
        "a retreat of 2 hexes cannot stop early: {terrain:#?}"
    );
}
