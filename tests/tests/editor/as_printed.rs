//! The charts as they are printed, beside the fields that they come from.

use std::collections::BTreeSet;

use battlewright_charts::Chart;
use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::model::edit::Edit;
use battlewright_editor::model::layout::{BottomTab, Pane};
use battlewright_editor::model::selection::Selection;
use battlewright_schema::{DocPath, System, template};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, ask, press, says, scenario, tall};

/// Opens the template of `system` with its charts in view.
fn printed(system: System) -> Editor {
    let mut editor = tall(Document::from_text("new.toml", template(system).to_owned()));
    ask(&mut editor, Act::Tab(BottomTab::Printed));
    editor
}

fn charts(editor: &Editor) -> &[Chart] {
    editor.state().printed_charts()
}

/// Returns the tab.
fn panel(editor: &Editor) -> Node<'_> {
    editor.get_by_role_and_label(Role::TabPanel, "As printed panel")
}

/// Brings the chart with this title into view, as the list of charts does.
fn turn_to(editor: &mut Editor, title: &str) {
    panel(editor).get_by_role_and_label(Role::Button, title).click_accesskit();
    editor.run();
    editor.run();
}

/// Returns the names of the links to fields and rules in sight.
fn links(editor: &Editor) -> Vec<String> {
    panel(editor).query_all_by_role(Role::Link).filter_map(|link| link.accesskit_node().label()).collect()
}

/// Clicks the link with this name, as a screen reader does.
fn follow(editor: &mut Editor, name: &str) {
    panel(editor).query_all_by_role_and_label(Role::Link, name).next().unwrap().click_accesskit();
    editor.run();
    editor.run();
}

/// Returns the label of what has the keyboard.
fn focused(editor: &Editor) -> Option<String> {
    let node = editor.root().children_recursive().find(|node| node.accesskit_node().is_focused())?;
    node.accesskit_node().label().or_else(|| node.accesskit_node().value())
}

fn put(editor: &mut Editor, path: &DocPath, value: serde_json::Value) {
    ask(editor, Act::edit("Change", Edit::Put(path.clone(), Some(value))));
}

fn table(name: &str) -> DocPath {
    DocPath::root().key("rules").key("tables").key(name)
}

#[test]
fn every_chart_of_every_system_is_shown() {
    for system in System::ALL {
        let mut editor = printed(system);
        let titles: Vec<String> = charts(&editor).iter().map(|chart| chart.title.clone()).collect();
        assert_eq!(charts(&editor), battlewright_charts::charts(scenario(&editor)), "{system:?}");
        assert!(titles.len() > 8, "{system:?}: {titles:?}");
        for title in titles {
            turn_to(&mut editor, &title);
            let heading = panel(&editor).query_by_role_and_label(Role::Heading, &title).map(|heading| heading.rect());
            let sight = panel(&editor).rect();
            let is_in_sight = heading.is_some_and(|heading| heading.intersects(sight));
            assert!(is_in_sight, "{system:?}: {title} is at {heading:?}, out of {sight:?}");
            assert!(panel(&editor).query_by_role_and_label(Role::Table, &title).is_some(), "{system:?}: {title}");
        }
    }
}

#[test]
fn a_number_leads_to_its_field_and_follows_it() {
    let mut editor = printed(System::MarsLaTour);
    let zoi = DocPath::root().key("rules").key("zoi");
    let of_zones = charts(&editor).iter().find(|chart| chart.id == "zones").unwrap().title.clone();
    turn_to(&mut editor, &of_zones);
    let before = links(&editor);
    assert!(before.contains(&"2 hexes: ZOI".to_owned()), "{before:?}");

    put(&mut editor, &zoi, 3.into());
    assert!(links(&editor).contains(&"3 hexes: ZOI".to_owned()), "{:?}", links(&editor));
    assert!(editor.query_by_role_and_label(Role::Button, &format!("{of_zones} *")).is_some(), "the list tells it");

    // By the pointer.
    let link = panel(&editor).query_all_by_role_and_label(Role::Link, "3 hexes: ZOI").next().unwrap().rect();
    assert!(panel(&editor).rect().contains_rect(link), "{link:?} is in sight");
    crate::desk::click_with(&mut editor, link.center(), Modifiers::NONE);
    assert_eq!(editor.state().selection(), Selection::Part("rules"));
    ask(&mut editor, Act::Select(Selection::Scenario));

    // By the keyboard.
    editor.query_all_by_role_and_label(Role::Link, "3 hexes: ZOI").next().unwrap().focus();
    editor.run();
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert_eq!(editor.state().selection(), Selection::Part("rules"));
    let in_inspector =
        |editor: &Editor| focused(editor).is_some_and(|label| label.contains("ZOI") || label.contains('3'));
    assert!(in_inspector(&editor), "{:?}", focused(&editor));

    press(&mut editor, Modifiers::NONE, Key::Escape);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(scenario(&editor).get(&zoi), None);
    assert_eq!(links(&editor), before, "undone on paper, too");
    assert!(editor.query_by_role_and_label(Role::Button, &of_zones).is_some());
}

#[test]
fn a_click_on_a_changed_result_selects_its_cell() {
    let mut editor = printed(System::PositionMagnifique);
    let fire = charts(&editor).iter().find(|chart| chart.id == "fire").unwrap().title.clone();
    let mut own = System::PositionMagnifique.published()["tables"]["fire"].clone();
    let was = own["rows"][5][2].as_str().unwrap().to_owned();
    assert_ne!(was, "SL");
    own["rows"][5][2] = "SL".into();
    put(&mut editor, &table("fire"), own);
    turn_to(&mut editor, &format!("{fire} *"));
    let name = "7, column 3: SL";
    follow(&mut editor, name);
    assert!(editor.state().layout().is_shown(Pane::Tab(BottomTab::Tables)));
    let at = editor.state().selection().path(scenario(&editor));
    assert_eq!(at, Some(table("fire")));
    assert_eq!(focused(&editor).as_deref(), Some("7, column 3: SL"), "the button of the cell");

    // What is typed there is printed at once.
    let letter = was.chars().next().unwrap().to_string();
    editor.event(egui::Event::Text(letter));
    editor.run();
    let now = scenario(&editor).get(&table("fire")).unwrap()["rows"][5][2].as_str().unwrap().to_owned();
    assert_ne!(now, "SL");
    press(&mut editor, Modifiers::SHIFT, Key::F11);
    assert!(editor.state().layout().is_shown(Pane::Tab(BottomTab::Printed)));
    let printed = |editor: &Editor| links(editor).into_iter().find(|name| name.starts_with("7, column 3:"));
    assert_ne!(printed(&editor).as_deref(), Some(name));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(printed(&editor).as_deref(), Some(name));
}

#[test]
fn a_table_as_published_shows_the_cell_and_how_to_change_it() {
    let mut editor = printed(System::PositionMagnifique);
    let fire = charts(&editor).iter().find(|chart| chart.id == "fire").unwrap().title.clone();
    turn_to(&mut editor, &fire);
    let name = links(&editor).into_iter().find(|name| name.starts_with("7, column 3:")).unwrap();
    follow(&mut editor, &name);
    assert!(says(&editor, "Press Change to edit this table"), "{:?}", editor.state().status_message());
    assert_eq!(focused(&editor).as_deref(), Some("7, column 3"));
    assert_eq!(scenario(&editor).get(&table("fire")), None, "nothing has changed");
}

/// The fields that no form has: lists of lengths, which the Source tab edits.
const WITHOUT_FORM: [&str; 1] = ["rules.range_bands[]"];

/// Returns the fields that the numbers of the charts are from, one of each kind.
fn fields(editor: &Editor) -> Vec<DocPath> {
    let mut seen = BTreeSet::new();
    let all = charts(editor).iter().flat_map(|chart| {
        let amounts = chart.amounts().into_iter().filter_map(|amount| amount.from.clone());
        amounts.collect::<Vec<_>>()
    });
    let fits = |path: &DocPath| !WITHOUT_FORM.contains(&path.pattern().as_str()) && seen.insert(path.pattern());
    all.filter(fits).collect()
}

#[test]
fn every_number_leads_to_a_field_that_can_be_edited() {
    let mut lost = Vec::new();
    for system in System::ALL {
        let mut editor = printed(system);
        for path in fields(&editor) {
            ask(&mut editor, Act::Select(Selection::Scenario));
            if let Some(id) = editor.ctx.memory(egui::Memory::focused) {
                editor.ctx.memory_mut(|memory| memory.surrender_focus(id));
            }
            let selection = Selection::of(scenario(&editor), &path);
            editor.state_mut().ask(Act::Select(selection));
            ask(&mut editor, Act::Write(path.clone()));
            if editor.ctx.memory(egui::Memory::focused).is_none() {
                lost.push(format!("{system:?}: {path} ({selection:?})"));
            }
        }
    }
    assert!(lost.is_empty(), "{lost:#?}");
}

#[test]
fn in_a_game_the_charts_are_read_and_lead_to_rules_alone() {
    let mut editor = printed(System::MarsLaTour);
    press(&mut editor, Modifiers::NONE, Key::F5);
    ask(&mut editor, Act::Tab(BottomTab::Printed));
    let title = charts(&editor)[0].title.clone();
    turn_to(&mut editor, &title);
    assert!(editor.query_by_role_and_label(Role::Heading, &title).is_some());
    let all = links(&editor);
    assert!(
        all.iter().any(|name| name.starts_with("Rule ")) && !all.iter().any(|name| name.contains("hexes:")),
        "{all:?}"
    );
}
