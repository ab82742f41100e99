//! Tests that edit every field of every system in forms and tables.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::widgets::recent_colors;
use battlewright_schema::schema_json::{Shape, ValueKind};
use battlewright_schema::{Arm, DocPath, Id, Scenario, Start, System};
use egui::Key;
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use serde_json::{Value, json};

use crate::desk::{Editor, ask, bundled, click, command, scenario, tall};

fn beckoning() -> Editor {
    tall(bundled("pm-a-beckoning-victory.toml"))
}

fn select(editor: &mut Editor, selection: Selection) {
    ask(editor, Act::Select(selection));
    assert_eq!(editor.state().selection(), selection);
}

fn undo(editor: &mut Editor) {
    // By command, because Ctrl+Z in a focused field belongs to the field.
    command(editor, Command::Undo);
}

fn as_it_was(editor: &Editor, start: &Scenario) {
    assert!(scenario(editor) == start, "undo: {:?}", editor.state().document().history().undo_name());
}

/// Sets the number field `label` to `value`.
fn number(editor: &mut Editor, label: &str, value: f64) {
    let node = editor.get_by_role_and_label(Role::SpinButton, label);
    node.set_value_accesskit(value);
    editor.run();
}

fn path(text: &str) -> DocPath {
    text.split('.').fold(DocPath::root(), |path, step| match step.parse() {
        Ok(at) => path.index(at),
        Err(_) => path.key(step),
    })
}

fn get(editor: &Editor, at: &str) -> Option<Value> {
    scenario(editor).get(&path(at))
}

#[test]
fn units_formations_and_chits_of_position_magnifique_are_edited_and_taken_back() {
    let mut editor = beckoning();
    let start = scenario(&editor).clone();

    select(&mut editor, Selection::Unit(0));
    let combat = get(&editor, "unit.0.combat").unwrap();
    number(&mut editor, "Combat, reduced", 3.0);
    assert_eq!(get(&editor, "unit.0.combat").unwrap(), json!([combat[0], 3]));
    assert_eq!(editor.state().document().history().undo_name(), Some("Change combat"));
    undo(&mut editor);
    as_it_was(&editor, &start);

    select(&mut editor, Selection::Row("formation", 1));
    number(&mut editor, "Attack rating", 9.0);
    assert_eq!(get(&editor, "formation.1.hq.attack"), Some(9.into()));
    undo(&mut editor);
    as_it_was(&editor, &start);
    assert_eq!(get(&editor, "formation.1.chit_from_turn"), None, "the French choose theirs");
    editor.get_by_label("Add chit from turn").click();
    editor.run();
    assert_eq!(get(&editor, "formation.1.chit_from_turn"), Some(1.into()));
    number(&mut editor, "Chit from turn", 4.0);
    assert_eq!(get(&editor, "formation.1.chit_from_turn"), Some(4.into()));
    editor.get_by_label("Clear chit from turn").click();
    editor.run();
    assert_eq!(get(&editor, "formation.1.chit_from_turn"), None);
    for _ in 0..3 {
        undo(&mut editor);
    }
    as_it_was(&editor, &start);

    select(&mut editor, Selection::Row("chit", 0));
    choose(&mut editor, "Front", "Bloody Struggle");
    assert_eq!(get(&editor, "chit.0.front"), Some("bloody-struggle".into()));
    undo(&mut editor);
    as_it_was(&editor, &start);
}

#[test]
fn units_headquarters_chits_and_earthworks_of_at_any_cost_are_edited_and_taken_back() {
    let mut editor = tall(bundled("aac-gravelotte.toml"));
    let start = scenario(&editor).clone();

    select(&mut editor, Selection::Unit(0));
    let sp = get(&editor, "unit.0.sp").unwrap();
    number(&mut editor, "SP, battleworn", 1.0);
    assert_eq!(get(&editor, "unit.0.sp"), Some(json!([sp[0], 1])));
    undo(&mut editor);
    as_it_was(&editor, &start);

    select(&mut editor, Selection::Row("formation", 0));
    choose(&mut editor, "Orders, 1", "March");
    assert_eq!(get(&editor, "formation.0.hq.front.orders.0"), Some("march".into()));
    undo(&mut editor);
    as_it_was(&editor, &start);

    select(&mut editor, Selection::Row("chit", 0));
    choose(&mut editor, "Event", "Battlefield Conditions");
    assert_eq!(get(&editor, "chit.0.event"), Some("battlefield-conditions".into()));
    undo(&mut editor);
    as_it_was(&editor, &start);

    // A click on a hex with earthworks leads to their row, and what is in the hex is told.
    let hex = start.common().fortifications()[1].hexes[0].to_string();
    click(&mut editor, &hex);
    let cell = crate::desk::cell(&editor, &hex);
    ask(&mut editor, Act::Select(Selection::Hex(cell)));
    editor.get_by_label("Fieldworks").click();
    editor.run();
    assert_eq!(editor.state().selection(), Selection::Row("earthworks", 1));
    choose(&mut editor, "Kind", "Entrenchments");
    assert_eq!(get(&editor, "earthworks.1.kind"), Some("entrenchments".into()));
    undo(&mut editor);
    as_it_was(&editor, &start);
}

#[test]
fn mega_hexes_trenches_surprise_and_units_of_the_matz_are_edited_and_taken_back() {
    let mut editor = tall(bundled("matz-first-day.toml"));
    let start = scenario(&editor).clone();
    let typed = |editor: &mut Editor, label: &str, text: &str| {
        editor.get_by_role_and_label(Role::TextInput, label).set_text_value_accesskit(text);
        editor.run();
    };

    // A mega-hex is named on the page of each of its hexes, and in the section.
    let hex = |editor: &mut Editor, name: &str| {
        let cell = crate::desk::cell(editor, name);
        select(editor, Selection::Hex(cell));
    };
    hex(&mut editor, "1309");
    typed(&mut editor, "Mega-hex name", "The ford");
    assert_eq!(get(&editor, "mega_hexes.named.0"), Some(json!({ "center": "1310", "name": "The ford" })));
    undo(&mut editor);
    as_it_was(&editor, &start);
    typed(&mut editor, "Mega-hex name", "");
    assert_eq!(get(&editor, "mega_hexes.named.0"), None);
    typed(&mut editor, "Mega-hex name", "R");
    assert_eq!(get(&editor, "mega_hexes.named.0.name"), Some("R".into()));
    undo(&mut editor);
    undo(&mut editor);
    as_it_was(&editor, &start);
    editor.get_by_label("Make this hex a center").click();
    editor.run();
    assert_eq!(get(&editor, "mega_hexes.center"), Some("1309".into()));
    assert!(
        editor.state().document().problems().iter().any(|problem| problem.finding.code.as_str() == "mega-hex-center")
    );
    undo(&mut editor);
    as_it_was(&editor, &start);
    editor.get_by_label("Mega-hex around 1310").click();
    editor.run();
    assert_eq!(editor.state().selection(), Selection::Part("mega_hexes"));
    typed(&mut editor, "Pattern center", "1309");
    assert_eq!(get(&editor, "mega_hexes.center"), Some("1309".into()));
    undo(&mut editor);
    as_it_was(&editor, &start);

    hex(&mut editor, "0910");
    editor.get_by_role_and_label(Role::Link, "Trench").click();
    editor.run();
    assert_eq!(editor.state().selection(), Selection::Row("trench", 1));
    typed(&mut editor, "Name", "The line of Lataule");
    assert_eq!(get(&editor, "trench.1.name"), Some("The line of Lataule".into()));
    undo(&mut editor);
    as_it_was(&editor, &start);

    select(&mut editor, Selection::Part("surprise"));
    number(&mut editor, "Through turn", 1.0);
    assert_eq!(get(&editor, "surprise.through_turn"), Some(1.into()));
    undo(&mut editor);
    as_it_was(&editor, &start);

    select(&mut editor, Selection::Unit(0));
    typed(&mut editor, "Combat", "5 3 x");
    as_it_was(&editor, &start);
    typed(&mut editor, "Combat", "5 3 1");
    assert_eq!(get(&editor, "unit.0.combat"), Some(json!([5, 3, 1])));
    undo(&mut editor);
    as_it_was(&editor, &start);
}

/// Selects `option` in the first combo box called `label`.
fn choose(editor: &mut Editor, label: &str, option: &str) {
    editor.query_all_by_role_and_label(Role::ComboBox, label).next().expect("there is such a box").click();
    editor.run();
    editor.query_all_by_label(option).last().expect("the option is listed").scroll_to_me();
    editor.run();
    editor.query_all_by_label(option).last().expect("the option is listed").click();
    editor.run();
}

#[test]
fn where_a_unit_starts_is_chosen_in_one_step() {
    let mut editor = beckoning();
    let start = scenario(&editor).clone();
    let n = (0..start.common().unit_count()).find(|n| get(&editor, &format!("unit.{n}.zone")).is_some()).unwrap();
    select(&mut editor, Selection::Unit(n));
    choose(&mut editor, "Starts", "As a reinforcement");
    assert_eq!(get(&editor, &format!("unit.{n}.zone")), None);
    let entry = start.known(Id::ENTRY)[0].id.clone();
    assert_eq!(get(&editor, &format!("unit.{n}.enters")), Some(json!({ "turn": 1, "at": entry })));
    number(&mut editor, "Turn", 3.0);
    choose(&mut editor, "Starts", "In a setup zone");
    assert_eq!(get(&editor, &format!("unit.{n}.enters")), None);
    assert!(get(&editor, &format!("unit.{n}.zone")).is_some());
    for _ in 0..3 {
        undo(&mut editor);
    }
    as_it_was(&editor, &start);
}

#[test]
fn what_is_renamed_is_renamed_where_it_is_named() {
    let mut editor = beckoning();
    let start = scenario(&editor).clone();
    let formation = start.known(Id::FORMATION)[2].id.clone();
    let uses = start.uses(Id::FORMATION, &formation).len();
    assert!(uses > 3);
    select(&mut editor, Selection::Row("formation", 2));
    let taken = start.known(Id::FORMATION)[0].id.clone();
    for text in ["x", "xi", "xi-b"] {
        let field = editor.get_by_role_and_label(Role::TextInput, "Id");
        field.focus();
        field.set_text_value_accesskit(text);
        editor.run();
    }
    assert_eq!(scenario(&editor).uses(Id::FORMATION, "xi-b").len(), uses);
    assert_eq!(editor.state().document().history().len(), 1, "typing is one step");
    let field = editor.get_by_role_and_label(Role::TextInput, "Id");
    field.set_text_value_accesskit(&taken);
    editor.run();
    assert_eq!(get(&editor, "formation.2.id"), Some("xi-b".into()), "the name is taken");
    editor.get_by_label_contains("Another formation already has the name");
    undo(&mut editor);
    as_it_was(&editor, &start);
}

#[test]
fn lists_grow_shrink_and_are_found_from_the_scenarios_page() {
    let mut editor = beckoning();
    let start = scenario(&editor).clone();
    let count = get(&editor, "chit").unwrap().as_array().unwrap().len();
    editor.get_by_label(&format!("Event chits  {count}")).click();
    editor.run();
    editor.get_by_label("Add event chit for Prussians").scroll_to_me();
    editor.run();
    editor.get_by_label("Add event chit for Prussians").click();
    editor.run();
    assert_eq!(get(&editor, "chit").unwrap().as_array().unwrap().len(), count + 1);
    undo(&mut editor);
    as_it_was(&editor, &start);
    let places = get(&editor, "place").unwrap().as_array().unwrap().len();
    editor.get_by_label(&format!("Places  {places}")).click();
    editor.run();
    editor.get_by_label("Add place").scroll_to_me();
    editor.run();
    editor.get_by_label("Add place").click();
    editor.run();
    assert_eq!(editor.state().selection(), Selection::Place(places));
    assert!(get(&editor, &format!("place.{places}")).is_some());
    editor.get_by_label("Delete").click();
    editor.run();
    as_it_was(&editor, &start);

    select(&mut editor, Selection::Part("victory"));
    editor.get_all_by_label("Add ending").next().unwrap().click();
    editor.run();
    let sudden = |editor: &Editor| get(editor, "victory.sudden").map_or(0, |list| list.as_array().unwrap().len());
    let before = start.get(&path("victory.sudden")).map_or(0, |list| list.as_array().unwrap().len());
    assert_eq!(sudden(&editor), before + 1);
    undo(&mut editor);
    undo(&mut editor);
    undo(&mut editor);
    as_it_was(&editor, &start);
}

#[test]
fn a_text_that_is_added_to_a_list_is_typed_at_once() {
    let mut editor = tall(bundled("tutorial.toml"));
    ask(&mut editor, Act::Select(Selection::Scenario));
    editor.get_by_label("Add authors").click();
    editor.run();
    editor.get_by_label("Authors 2").type_text("Jane Doe");
    editor.run();
    assert!(editor.get_by_label("Authors 2").is_focused());
    assert_eq!(get(&editor, "authors.1"), Some("Jane Doe".into()));
}

#[test]
fn a_rule_setting_is_changed_and_put_back_as_published() {
    let mut editor = tall(Document::bundled());
    let start = scenario(&editor).clone();
    select(&mut editor, Selection::Part("rules"));
    assert_eq!(get(&editor, "rules.retreat_hexes"), None);
    number(&mut editor, "Retreat", 2.0);
    assert_eq!(get(&editor, "rules.retreat_hexes"), Some(2.into()));
    editor.get_by_label("Default: retreat").click();
    editor.run();
    as_it_was(&editor, &start);
}

#[test]
fn a_cell_of_the_fire_table_is_changed_and_taken_back() {
    let mut editor = beckoning();
    let start = scenario(&editor).clone();
    editor.key_press(Key::F11);
    editor.run();
    select(&mut editor, Selection::Table(0));
    editor.get_all_by_label("Change").last().unwrap().click();
    editor.run();
    let table = get(&editor, "rules.tables.fire").unwrap();
    assert_eq!(table, System::PositionMagnifique.published()["tables"]["fire"]);
    // The result of a 7 in the third column, by its initial.
    let now = table["rows"][5][2].as_str().unwrap();
    let name = format!("7, column 3: {now}");
    let cell = editor.get_by_label(&name);
    cell.focus();
    editor.run();
    editor.event(egui::Event::Text("s".to_owned()));
    editor.run();
    let changed = get(&editor, "rules.tables.fire.rows.5.2").unwrap();
    assert!(changed.as_str().unwrap().starts_with('S') && changed != now, "{changed}");
    // A typed column name.
    let name = editor.get_by_role_and_label(Role::TextInput, "Column of column 1");
    name.focus();
    name.set_text_value_accesskit("Z");
    editor.run();
    assert_eq!(get(&editor, "rules.tables.fire.columns.0"), Some(table["columns"][0].clone()), "no such column");
    let name = editor.get_by_role_and_label(Role::TextInput, "Column of column 1");
    name.set_text_value_accesskit("B");
    editor.run();
    assert_eq!(get(&editor, "rules.tables.fire.columns.0"), Some("B".into()));
    undo(&mut editor);
    undo(&mut editor);
    assert_eq!(get(&editor, "rules.tables.fire"), Some(table));
    editor.get_all_by_label("Reset").last().unwrap().click();
    editor.run();
    as_it_was(&editor, &start);
    undo(&mut editor);
    undo(&mut editor);
    as_it_was(&editor, &start);
}

#[test]
fn columns_of_a_table_are_added_and_removed_and_what_is_not_taken_is_told() {
    let mut editor = beckoning();
    editor.key_press(Key::F11);
    select(&mut editor, Selection::Table(1));
    editor.get_all_by_label("Change").last().unwrap().click();
    editor.run();
    let published = get(&editor, "rules.tables.assault").unwrap();
    let wide = |editor: &Editor| get(editor, "rules.tables.assault.rows.4").unwrap().as_array().unwrap().len();
    let before = wide(&editor);
    editor.get_by_label("Add column").click_accesskit();
    editor.run();
    assert_eq!(wide(&editor), before + 1);
    editor.get_by_label("Remove column 1").click_accesskit();
    editor.run();
    assert_eq!(wide(&editor), before);
    assert_eq!(get(&editor, "rules.tables.assault.rows.4.0").unwrap(), published["rows"][4][1]);
    assert_eq!(editor.state().document().history().undo_name(), Some("Remove column"));
    undo(&mut editor);
    undo(&mut editor);
    assert_eq!(get(&editor, "rules.tables.assault").unwrap(), published);

    let cell = editor.get_by_role_and_label(Role::TextInput, "7, column 5");
    cell.focus();
    cell.set_text_value_accesskit("nonsense");
    editor.run();
    let said = editor.state().status_message().unwrap();
    assert!(said.starts_with("7, column 5: \"nonsense\" is not valid: "), "{said}");
    let cell = editor.get_by_role_and_label(Role::TextInput, "Flank attack");
    cell.focus();
    cell.set_text_value_accesskit("1000");
    editor.run();
    let said = editor.state().status_message().unwrap();
    assert!(said.contains("\"1000\" is not a whole number from "), "{said}");
    assert_eq!(get(&editor, "rules.tables.assault").unwrap(), published);
    // A change by another part of the editor is refused in the same way.
    let edit = battlewright_editor::model::edit::Edit::Put(path("turns.count"), Some("many".into()));
    ask(&mut editor, Act::edit("Change turns", edit));
    editor.run();
    assert!(editor.query_by_label_contains("Change turns is not possible: turns.count").is_some());
}

#[test]
fn cells_are_typed_one_below_the_other() {
    let mut editor = beckoning();
    editor.key_press(Key::F11);
    select(&mut editor, Selection::Table(1));
    editor.get_all_by_label("Change").last().unwrap().click();
    editor.run();
    let cell = editor.get_by_role_and_label(Role::TextInput, "7, column 5");
    cell.focus();
    editor.run();
    for (text, row) in [("D4", 5), ("A1*", 6), ("-", 7)] {
        for letter in text.chars() {
            editor.event(egui::Event::Text(letter.to_string()));
            editor.run();
        }
        let cell = get(&editor, &format!("rules.tables.assault.rows.{row}.4"));
        assert_eq!(cell, Some(text.into()), "the old text is replaced");
        editor.key_press(Key::ArrowDown);
        editor.run();
    }
    let cell = editor.get_by_role_and_label(Role::TextInput, "From of column 1");
    assert_eq!(get(&editor, "rules.tables.assault.columns.0.from"), None);
    cell.focus();
    editor.run();
    editor.event(egui::Event::Text("-".to_owned()));
    editor.run();
    editor.event(egui::Event::Text("9".to_owned()));
    editor.run();
    assert_eq!(get(&editor, "rules.tables.assault.columns.0.from"), Some((-9).into()));
}

#[test]
fn a_click_on_a_problem_leads_to_what_has_it_whatever_it_is() {
    let document = bundled("pm-a-beckoning-victory.toml");
    let scenario = document.scenario();
    // An unknown side in a row of each list that refers to sides.
    for (list, field) in [("formation", "side"), ("chit", "side"), ("entry", "side"), ("unit", "formation")] {
        let mut broken = scenario.clone();
        broken.put(&path(list).index(1).key(field), Some("nobody".into())).unwrap();
        let text = battlewright_schema::save(Some(&document.text()), &broken);
        let document = Document::from_text("broken.toml", text);
        let expected = Selection::row(scenario, list, 1).unwrap();
        let targets: Vec<_> = document.problems().iter().map(|problem| problem.target).collect();
        assert!(targets.contains(&expected), "{list}: {targets:?}");
    }
}

#[test]
fn a_unit_of_position_magnifique_is_added_with_the_figures_of_its_arm() {
    let mut editor = beckoning();
    let start = scenario(&editor).clone();
    let count = start.common().unit_count();
    editor.key_press(Key::U);
    editor.run();
    choose(&mut editor, "Arm", "Cavalry");
    click(&mut editor, "1010");
    assert_eq!(editor.state().selection(), Selection::Unit(count), "{:?}", editor.state().status_message());
    let unit = scenario(&editor).common().unit(count).unwrap();
    assert_eq!((unit.start, unit.arm), (Start::At("1010".into()), Arm::Cavalry));
    let mut others = (0..count).map(|n| start.common().unit(n).unwrap());
    let like = others.find(|other| other.arm == unit.arm && other.side == unit.side).unwrap();
    assert_eq!((unit.face, unit.formation), (like.face, like.formation));
    assert_eq!(editor.state().document().problems(), []);
    undo(&mut editor);
    as_it_was(&editor, &start);

    // In systems with endings, the victory tool adds places to them.
    editor.key_press(Key::Y);
    editor.run();
    let hex = start.common().places()[0].hexes[0].to_string();
    click(&mut editor, &hex);
    assert_eq!(editor.state().selection(), Selection::Place(0));
    assert_ne!(scenario(&editor).get(&DocPath::root().key("victory")), start.get(&DocPath::root().key("victory")));
    undo(&mut editor);
    as_it_was(&editor, &start);
}

#[test]
fn every_page_of_every_system_draws_with_a_name_for_each_input_and_changes_nothing() {
    let [magnifique, any_cost] = [System::PositionMagnifique, System::AtAnyCost].map(Document::template_of);
    for document in [
        Document::bundled(),
        bundled("pm-a-beckoning-victory.toml"),
        magnifique,
        bundled("aac-gravelotte.toml"),
        any_cost,
    ] {
        let mut editor = tall(document);
        editor.key_press(Key::F11);
        let start = scenario(&editor).clone();
        let root = Shape::at(start.system(), &DocPath::root()).unwrap();
        let mut pages = vec![Selection::Scenario, Selection::Part("victory"), Selection::Part("rules")];
        pages.extend((0..battlewright_editor::model::selection::tables(&start).len()).map(Selection::Table));
        pages.extend([Selection::Side(0), Selection::Terrain(1)]);
        for field in root.fields().into_iter().filter(|field| field.shape.kind() == ValueKind::List) {
            pages.extend((0..2).filter_map(|n| Selection::row(&start, field.name, n)));
        }
        for page in pages.into_iter().filter(|page| page.path(&start).is_some()) {
            select(&mut editor, page);
            for role in [Role::TextInput, Role::SpinButton, Role::ComboBox, Role::CheckBox, Role::Button] {
                for node in editor.root().children_recursive().filter(|node| node.accesskit_node().role() == role) {
                    let node = node.accesskit_node();
                    assert!(node.label().is_some_and(|label| !label.is_empty()), "{page:?}: {role:?} {node:?}");
                }
            }
        }
        assert!(editor.state().document().history().is_empty());
        as_it_was(&editor, &start);
    }
}

#[test]
fn a_color_that_was_picked_is_offered_for_other_fields() {
    let mut editor = tall(Document::bundled());
    let side = scenario(&editor).common().sides()[1].id.to_string();
    recent_colors::set(&editor.ctx, vec![egui::Color32::from_rgb(0x12, 0x34, 0x56)]);
    select(&mut editor, Selection::Side(1));
    editor.get_by_role_and_label(Role::Button, "Recent color #123456").click();
    editor.run();
    assert_eq!(get(&editor, &format!("side.{side}.color")), Some("#123456".into()));
    assert_eq!(editor.state().settings(&editor.ctx).colors, ["#123456"], "the program remembers it");
}
