use battlewright_schema::{Scenario, System, load, template};

use super::page::plain;
use super::*;

fn scenario(system: System) -> Scenario {
    load(template(system)).scenario.unwrap()
}

#[test]
fn every_counter_has_a_row_and_every_part_a_heading() {
    for system in System::ALL {
        let scenario = scenario(system);
        let page = write(&scenario);
        let common = scenario.common();
        for unit in common.counters().into_iter().filter_map(|counter| common.counter(counter)) {
            let cell = format!("| {} |", plain(unit.id.as_str()));
            assert_eq!(page.matches(&cell).count(), 1, "{cell} in\n{page}");
        }
        let key = if common.table().is_some() { "Table key" } else { "Map key" };
        for heading in ["Sides", "Setup", "Reinforcements", "Victory", "Special rules", key] {
            assert!(page.contains(&format!("\n## {heading}\n")), "{heading}");
        }
    }
}

#[test]
fn no_text_becomes_markup() {
    assert_eq!(plain("a|b *c* _d_\n<e> `f` [g](h) \\"), "a\\|b \\*c\\* \\_d\\_ \\<e\\> \\`f\\` \\[g\\](h) \\\\");
    let mut page = MarkdownPage::default();
    page.plain_paragraph("1. no list");
    page.plain_paragraph("- nor this");
    page.plain_paragraph("   # nor this");
    page.plain_paragraph(" \n ");
    assert_eq!(page.text, "1\\. no list\n\n\\- nor this\n\n\\# nor this\n");
}

#[test]
fn a_changed_rule_is_told_with_the_published_one() {
    let mut scenario = scenario(System::MarsLaTour);
    let path = battlewright_schema::DocPath::root().key("rules").key("retreat_hexes");
    assert!(write(&scenario).contains("There are none: all rules are as published."));
    scenario.put(&path, Some(2.into())).unwrap();
    let page = write(&scenario);
    assert!(page.contains("The length of a retreat in hexes (3.3): **2** (published: 3)."), "{page}");
    scenario.put(&path, Some(3.into())).unwrap();
    assert!(write(&scenario).contains("There are none: all rules are as published."), "an equal value is no change");
}

#[test]
fn only_the_changed_cells_of_a_table_are_listed() {
    let mut scenario = scenario(System::Matz);
    let table = battlewright_schema::DocPath::root().key("rules").key("tables").key("combat");
    let mut combat = System::Matz.published()["tables"]["combat"].clone();
    combat["rows"][6][4] = "D".into();
    scenario.put(&table, Some(combat)).unwrap();
    let page = write(&scenario);
    assert!(page.contains("The Combat Results Table (7.5), 3, 2:1: **D** (published: A/D1)."), "{page}");
    assert_eq!(page.matches("(published: ").count(), 1, "{page}");
}

#[test]
fn high_roads_have_a_line_of_their_own() {
    let mut scenario = scenario(System::MarsLaTour);
    let road = battlewright_schema::DocPath::root().key("road").index(0);
    scenario.put(&road.clone().key("name"), Some("Paris road".into())).unwrap();
    assert!(write(&scenario).contains("| road | 1 road | Paris road |"));
    scenario.put(&road.key("kind"), Some("major".into())).unwrap();
    let page = write(&scenario);
    assert!(page.contains("| major road | 1 road | Paris road |") && !page.contains("| road |"), "{page}");
}

/// A text that is escaped twice shows its escapes. No text of the templates has one of its own.
#[test]
fn every_text_is_escaped_once() {
    for system in System::ALL {
        let mut odd = String::new();
        for line in template(system).lines() {
            // Names of sides, units, places, entries and all else, wherever the line has them.
            odd += &line.replace("name = \"", "name = \"R & W (1st_Army) ");
            odd.push('\n');
        }
        let loaded = load(&odd);
        let page = write(&loaded.scenario.unwrap_or_else(|| panic!("{system:?}: {:?}", loaded.diagnostics)));
        assert!(page.matches("R \\& W (1st\\_Army)").count() > 3, "{page}");
        assert!(!page.contains("\\\\"), "{page}");
    }
}
