use crate::lint::testing::{messages, shown, shown_any_cost};
use crate::rule::TableSet;
use crate::{DocPath, Scenario, System, load, template};

fn row(id: &str, tables: &str, when: &str) -> String {
    format!("[[rules.table]]\nid = \"{id}\"\nname = \"{id}\"\ntables = \"{tables}\"\nwhen = \"{when}\"\n")
}

fn section(name: &str, flank: i32) -> String {
    format!("[rules.tables_named.{name}.modifiers]\nflank_support = {flank}\n")
}

/// The findings in Mars la Tour with these lines: the code and the text at fault.
fn found(rules: &str) -> Vec<String> {
    shown(&[("[victory]", &format!("[rules]\n{rules}\n[victory]"))])
}

fn read(rules: &str) -> Scenario {
    let text = template(System::MarsLaTour).replacen("[victory]", &format!("[rules]\n{rules}\n[victory]"), 1);
    let loaded = load(&text);
    loaded.scenario.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
}

#[test]
fn a_choice_names_a_section_and_each_section_is_chosen() {
    assert_eq!(found(&(row("n", "night", "turn >= 3") + &section("night", 2))), [] as [&str; 0]);
    assert_eq!(found(&row("n", "night", "turn >= 3")), ["rule-unknown-name night"]);
    let near = row("n", "nihgt", "turn >= 3") + &section("night", 2);
    assert_eq!(found(&near), ["rule-unknown-name nihgt", "tables-unused night"]);
    let help = messages(System::MarsLaTour, &[("[victory]", &format!("[rules]\n{near}\n[victory]"))]);
    assert_eq!(help[0].1, "there are no tables `nihgt`");
    let published = row("n", "night", "turn >= 3") + &section("night", 1);
    assert_eq!(found(&published), ["rule-no-effect \"night\""]);
    assert_eq!(found(&(row("n", "Night", "turn >= 3") + &section("Night", 2))).len(), 1);
}

#[test]
fn a_condition_is_decided_by_the_turn() {
    let of = |when: &str| found(&(row("n", "night", when) + &section("night", 2)));
    for fine in
        ["turn in [2, 4]", "half-up(turn) == 2", "floor-div(turn, 2) >= 2", "if turn == 1 then yes else turn > 3"]
    {
        assert_eq!(of(fine), [] as [&str; 0], "{fine}");
    }
    assert_eq!(of("phase == attack"), ["rule-unstable phase"]);
    assert_eq!(of("holds(red, village)"), ["rule-unstable holds"]);
    assert_eq!(of("turn > 40"), ["rule-never turn > 40"]);
    assert_eq!(of("turn >= 1"), ["rule-always turn >= 1"]);
    assert_eq!(of("any(u in all-units where u.side == red)").len(), 1, "it is fixed, and not by the turn");
}

#[test]
fn a_game_has_four_sets_of_tables() {
    let named = |count: i32| (1..=count).map(|n| section(&format!("t{n}"), n + 1)).collect::<String>();
    let rows = |count: i32| {
        (1..=count).map(|n| row(&format!("r{n}"), &format!("t{n}"), &format!("turn == {n}"))).collect::<String>()
    };
    assert_eq!(found(&(rows(3) + &named(3))), [] as [&str; 0]);
    assert_eq!(found(&(rows(4) + &named(4))), ["rule-too-many [[rules.table]]"], "and one in which none stands in");
    let by_turn = read(&(rows(3) + &named(3))).tables_by_turn();
    assert_eq!(by_turn.sets().len(), 4);
    assert_eq!([0, 1, 2, 3, 4, 99].map(|turn| by_turn.set_in(turn)), [0, 1, 2, 3, 0, 0]);
}

#[test]
fn the_tables_of_a_section_stand_in_for_those_in_force() {
    let rules =
        row("n", "night", "turn >= 3") + &section("night", 3) + "[rules.tables.modifiers]\nflank_support_units = 4\n\n";
    let scenario = read(&rules);
    let at = |scenario: &Scenario, key: &str| {
        scenario.rule_in_force(&DocPath::root().key("rules").key("tables").key("modifiers").key(key)).unwrap()
    };
    let night = scenario.with_tables(&TableSet::of("night"));
    assert_eq!((at(&scenario, "flank_support"), at(&night, "flank_support")), (1.into(), 3.into()));
    assert_eq!(at(&night, "flank_support_units"), 4, "the rest stays");
    assert_eq!(scenario.with_tables(&TableSet::default()), scenario);
    let said = scenario.choices_of_tables();
    assert_eq!(said[0].turns, "It holds in turns 3 and 4.");
    assert_eq!(
        said[0].sentence,
        "The tables named night stand in for those in force (Modifiers) if the turn is at least 3."
    );
    let details = scenario.explain_rule("n").unwrap();
    assert!(details.lines().contains(&"  holds in turns 3 and 4".to_owned()), "{:?}", details.lines());
}

#[test]
fn what_is_wrong_in_a_section_is_told_at_its_place() {
    let attack = "[[rules.tables_named.night.attack]]\nfrom = 1\nresult = \"stalemate\"\n";
    assert_eq!(found(&(row("n", "night", "turn >= 3") + attack)), ["attack-table-gap 1"]);
    // What is wrong in all turns is told once.
    let both = row("n", "night", "turn >= 3")
        + &section("night", 2)
        + "[[rules.tables.attack]]\nfrom = 1\nresult = \"stalemate\"\n";
    assert_eq!(found(&both), ["attack-table-gap 1"]);
    let unknown = row("n", "night", "turn >= 3") + "[rules.tables_named.night.modifiers]\nflank = 2\n";
    assert_eq!(found(&unknown), ["unknown-key flank"]);
}

#[test]
fn the_table_of_the_hours_cannot_depend_on_them() {
    let rows = row("n", "night", "hour == dusk");
    let night = "[rules.tables_named.night]\nnight = [{ kind = \"dusk\", hours = [9], tcr = -1, sight = 1 }]\n";
    let of = |named: &str| shown_any_cost(&[("[victory]", &format!("[rules]\n{rows}{named}\n[victory]"))]);
    assert_eq!(of(night), ["rule-circular \"night\""]);
}
