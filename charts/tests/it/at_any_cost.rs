//! The charts of `at-any-cost`.

use std::collections::BTreeSet;
use std::fs;

use battlewright_charts::charts;
use battlewright_schema::{Scenario, System, load};

use crate::frame;

frame::tests_of_system!(System::AtAnyCost, 5 pages, "../questions/at_any_cost.txt");

#[test]
fn titles_tell_charts_apart() {
    for (name, scenario) in frame::scenarios(SYSTEM) {
        let all = charts(&scenario);
        let titles: BTreeSet<&str> = all.iter().map(|chart| chart.title.as_str()).collect();
        assert_eq!(titles.len(), all.len(), "{name}: {titles:?}");
    }
}

/// Checks that a chart of a bundled scenario has this fact.
fn has(scenario: &str, id: &str, fact: &str) {
    let facts = frame::facts(&charts(&frame::scenario(SYSTEM, scenario)), id);
    assert!(facts.iter().any(|known| known == fact), "{fact:?} is not in {id}: {facts:#?}");
}

#[test]
fn figures_of_the_rules_are_printed() {
    let mars = "aac-mars-la-tour";
    has(mars, "headquarters-2", "III Corps Alvensleben 4 4 8 3 T4 at 0920");
    has(mars, "headquarters-1", "II Corps Frossard 2 4 8 1 2109");
    has(mars, "fire-superior", "7 13 or more 1+RT");
    has(mars, "fire-superior", "10 (0) C RT");
    has(mars, "assault", "1 \u{2212}8 or less A3*");
    has(mars, "assault", "10 (0) 0 D2");
    has(mars, "fire-strength", "\u{2212}1, \u{2212}2 firer Shaken, Disrupted 3.7");
    has(mars, "assault-strength", "× 2 charger heavy cavalry that charges 12.7");
    has(mars, "fire-shifts", "3▸ target cavalry in the Front Line, charging too 8.6");
    has(mars, "assault-shifts", "◂2 attacker all up a slope 13.4");
    has(mars, "cohesion", "0 to 3 1 Elan Hit");
    has(mars, "terrain", "Wooded ravine 3 5 5 7 2 blocks 1▸ ◂1 ◂3 no yes");
    has(mars, "terrain", "Slope: up; down +1; +0 +1; +0 +2; +1 +2; +1 — — — — ◂2 up it yes —");
    has(mars, "out-of-command", "1, 2 Courier the whole group is In Command");
    has(mars, "night", "No night turn: the last of 12 turns begins at 19:00.");
    has(mars, "tracks-french", "2 cancels on 1 to 3");
}

#[test]
fn the_nights_of_a_campaign_have_their_turns() {
    let facts = frame::facts(&charts(&frame::scenario(SYSTEM, "aac-campaign")), "night");
    let dusk = facts.iter().find(|fact| fact.starts_with("Dusk")).unwrap();
    assert!(dusk.contains("14, 38, 62 (21:00) 1 hex"), "{dusk}");
    let deep = facts.iter().find(|fact| fact.starts_with("Deep night")).unwrap();
    assert!(deep.contains("17 to 21, 41 to 45") && deep.contains("\u{2212}2"), "{deep}");
}

#[test]
fn no_special_rule_is_left_out() {
    for (name, scenario) in frame::scenarios(SYSTEM) {
        let Scenario::AtAnyCost(own) = &scenario else { panic!("{name}") };
        // The events have a chart of their own; each of the other sentences is about one of these sections.
        let with_chits = own.side.keys().filter(|side| own.chit.iter().any(|chit| chit.side == **side)).count();
        let known =
            own.detour.len() + own.earthworks.len() + usize::from(own.campaign) + usize::from(own.first_turn.is_some());
        assert_eq!(scenario.special_words().len(), known + with_chits, "{name}");
        let facts = frame::facts(&charts(&scenario), "special");
        for detour in &own.detour {
            let from = format!("due at {} may enter", detour.from);
            assert!(facts.iter().any(|fact| fact.contains(&from)), "{name}: {from}");
        }
    }
}

#[test]
fn tables_that_stand_in_for_others_have_charts_with_their_turns() {
    let file = concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/aac-campaign.toml");
    let night = r#"
[[rules.table]]
id = "night-assault"
name = "Assaults at night"
tables = "night"
when = "hour in [dusk, evening]"

[rules.tables_named.night.assault]
columns = [{ to = -1 }, { from = 0 }]
rows = [["A2", "A1"], ["A2", "A1"], ["A1", "TF"], ["A1", "TF"], ["A1", "TF"], ["A1", "TF"], ["TF", "D1"], ["TF", "D1"], ["TF", "D1"], ["TF", "D1"]]
"#;
    let scenario = load(&(fs::read_to_string(file).unwrap() + night)).scenario.unwrap();
    let all = charts(&scenario);
    let standing: Vec<_> = all.iter().filter(|chart| chart.stands_by.is_some()).collect();
    assert_eq!(standing.len(), 1, "{:?}", standing.iter().map(|chart| chart.id).collect::<Vec<_>>());
    let facts = standing[0].facts();
    assert_eq!(standing[0].title, "Assault Combat · Assaults at night");
    assert!(facts.contains(&"1 \u{2212}1 or less A2".to_owned()), "{facts:#?}");
    assert!(facts.iter().any(|fact| fact.contains("turns 14 to 16, 38 to 40 and 62")), "{facts:#?}");
    assert!(standing[0].is_changed());
    let usual = all.iter().find(|chart| chart.id == "assault" && chart.stands_by.is_none()).unwrap();
    assert!(usual.facts().contains(&"1 \u{2212}8 or less A3*".to_owned()));
}
