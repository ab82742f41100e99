//! The charts of `position-magnifique`.

use battlewright_schema::System;

use crate::frame;

frame::tests_of_system!(System::PositionMagnifique, 3 pages, "../questions/position_magnifique.txt");

/// The figures that the text of the rules gives, mostly in its example of play (19.0).
#[test]
fn published_figures_are_on_the_charts() {
    let scenario = frame::scenario(SYSTEM, "pm-a-day-of-battle");
    let charts = battlewright_charts::charts(&scenario);
    for (chart, fact) in [
        ("fire", "7 1 ·"),
        ("fire", "10 1 SH"),
        ("fire", "4 3 ·"),
        ("fire", "8 3 MT"),
        ("fire", "5 8 MT"),
        ("fire", "8 8 SH"),
        ("assault", "9 −1 D1"),
        ("assault", "11 −1 D2"),
        ("fire-modifiers", "◂2 firer beyond Effective, up to Extended Range 10.4"),
        ("fire-modifiers", "◂2 target in town 12.2"),
        ("assault-modifiers", "◂2 defender all attackers cross a stream 12.2"),
        ("assault-modifiers", "2▸ Prussians Deathride 17.2"),
        ("morale", "French infantry 8 7"),
        ("headquarters", "Alvensleben III Corps 4 6 8 3 turn 4"),
    ] {
        let facts = frame::facts(&charts, chart);
        assert!(facts.iter().any(|known| known == fact), "{chart} has no {fact:?}: {facts:#?}");
    }
}

#[test]
fn what_a_scenario_cannot_use_is_not_printed() {
    let crisis = battlewright_charts::charts(&frame::scenario(SYSTEM, "pm-crisis-on-the-left"));
    let events = frame::facts(&crisis, "events");
    assert!(events.iter().any(|fact| fact.starts_with("Colonel Caprivi")), "{events:#?}");
    assert!(!events.iter().any(|fact| fact.starts_with("Deathride")), "{events:#?}");
    assert!(!frame::facts(&crisis, "assault-modifiers").iter().any(|fact| fact.contains("Deathride")));
    assert!(crisis.iter().all(|chart| chart.id != "groups" && chart.id != "detours"));
    let terrain = frame::facts(&crisis, "terrain");
    assert!(!terrain.iter().any(|fact| fact.starts_with("River") || fact.starts_with("Wall")), "{terrain:#?}");
}
