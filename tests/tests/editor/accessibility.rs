//! The editor with the keyboard only, and its content for screen readers.

use std::collections::BTreeSet;

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::layout::BottomTab;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::tools::{self, ToolKind};
use battlewright_schema::HexsideKind;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, ask, at, bundled, cell, command, common, editor, letter, press, push, scenario, selections};

/// The roles of interactive elements, and of elements that must be found by name.
const NAMED: [Role; 24] = [
    Role::Button,
    Role::Canvas,
    Role::Cell,
    Role::CheckBox,
    Role::ColorWell,
    Role::ColumnHeader,
    Role::ComboBox,
    Role::DisclosureTriangle,
    Role::GridCell,
    Role::Link,
    Role::ListItem,
    Role::MenuItem,
    Role::MultilineTextInput,
    Role::RadioButton,
    Role::Row,
    Role::RowHeader,
    Role::Slider,
    Role::SpinButton,
    Role::Switch,
    Role::Tab,
    Role::Table,
    Role::TabPanel,
    Role::TextInput,
    Role::Grid,
];

/// Returns the elements with a role in [`NAMED`] and no name, each with the `state` of the editor.
pub(crate) fn nameless(editor: &Editor, state: &str) -> Vec<String> {
    let nodes = editor.root().children_recursive().filter(|node| NAMED.contains(&node.accesskit_node().role()));
    let bare = nodes.filter(|node| node.accesskit_node().label().is_none_or(|label| label.trim().is_empty()));
    bare.map(|node| format!("{state}: {:?} at {:?}", node.accesskit_node().role(), node.rect())).collect()
}

/// Presses `keys` while Shift is held, and releases Shift if `let_go`.
fn with_shift(editor: &mut Editor, keys: &[Key], let_go: bool) {
    editor.event(egui::Event::ModifiersChanged(Modifiers::SHIFT));
    for key in keys {
        for pressed in [true, false] {
            let (key, modifiers) = (*key, Modifiers::SHIFT);
            editor.event(egui::Event::Key { key, pressed, modifiers, repeat: false, physical_key: None });
        }
        editor.run();
    }
    if let_go {
        editor.event(egui::Event::ModifiersChanged(Modifiers::NONE));
        editor.run();
    }
}

#[test]
fn everything_has_a_name_in_every_tab_and_of_every_selection() {
    let mut wrong = Vec::new();
    for file in ["mars-la-tour.toml", "pm-a-day-of-battle.toml", "aac-gravelotte.toml"] {
        let mut editor = editor(bundled(file));
        let roles = editor.root().children_recursive().map(|node| node.accesskit_node().role());
        assert!(roles.filter(|role| NAMED.contains(role)).count() > 60, "there is something to be named");
        for tab in BottomTab::ALL {
            ask(&mut editor, Act::Tab(tab));
            wrong.extend(nameless(&editor, &format!("{file}, {}", tab.name())));
        }
        for selection in selections(&editor) {
            ask(&mut editor, Act::Select(selection));
            wrong.extend(nameless(&editor, &format!("{file}, {selection:?}")));
        }
        for tool in tools::ALL {
            command(&mut editor, Command::Tool(tool));
            wrong.extend(nameless(&editor, &format!("{file}, {tool:?}")));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn everything_has_a_name_in_every_window_that_asks_and_in_play() {
    const FILES: [&str; 3] = ["mars-la-tour.toml", "pm-a-day-of-battle.toml", "aac-first-orders.toml"];
    let mut wrong = Vec::new();
    for file in FILES {
        let mut editor = editor(bundled(file));
        // Some windows are of the scenario, and others the same with any.
        let of_scenario = [Command::SaveAs, Command::Reshape, Command::Turn, Command::Renumber, Command::Palette];
        let of_all = [
            Command::StartPage,
            Command::New,
            Command::OpenBundled,
            Command::Shortcuts,
            Command::Guide,
            Command::About,
        ];
        let of_all = of_all.into_iter().filter(|_| file == FILES[0]);
        for ask in of_scenario.into_iter().chain(of_all) {
            command(&mut editor, ask);
            wrong.extend(nameless(&editor, &format!("{file}, {ask:?}")));
            press(&mut editor, Modifiers::NONE, Key::Escape);
            assert!(editor.state().dialog().is_none(), "{ask:?} closes with Escape");
        }
        command(&mut editor, Command::Play);
        for tab in BottomTab::ALL {
            ask(&mut editor, Act::Tab(tab));
            wrong.extend(nameless(&editor, &format!("{file}, in play, {}", tab.name())));
        }
    }
    assert!(wrong.is_empty(), "{wrong:#?}");
}

#[test]
fn tabs_tools_and_the_map_have_their_roles_and_states() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::B);
    let brush = editor.get_by_role_and_label(Role::Button, ToolKind::BRUSH.name());
    let node = brush.accesskit_node();
    assert_eq!(node.description(), Some(ToolKind::BRUSH.help().to_owned()));
    let problems = editor.get_by_role_and_label(Role::Tab, "Problems");
    assert_eq!(problems.accesskit_node().is_selected(), Some(false));
    assert!(editor.query_by_role_and_label(Role::TabPanel, "Map panel").is_some());
    assert_eq!(editor.get_by_role(Role::Canvas).accesskit_node().live(), egui::accesskit::Live::Polite);
}

#[test]
fn the_hex_cursor_is_told_of_in_words() {
    let mut editor = editor(Document::bundled());
    let name = |editor: &Editor| editor.get_by_role(Role::Canvas).accesskit_node().label().unwrap();
    let go = |editor: &mut Editor, hex: &str| {
        let cell = cell(editor, hex);
        ask(editor, Act::Select(Selection::Hex(cell)));
    };
    let scoring = common(&editor).scoring()[0].place.clone();
    let place = common(&editor).places().iter().find(|place| place.id == scoring).unwrap().clone();
    go(&mut editor, place.hexes[0].as_str());
    let told = name(&editor);
    assert!([place.hexes[0].as_str(), &place.name, "counts for"].iter().all(|word| told.contains(word)), "{told}");
    // A hex with a stream, and the side where it runs.
    let side =
        common(&editor).hexsides().iter().find(|row| row.kind == HexsideKind::Stream || row.kind == HexsideKind::River);
    let hex = side.unwrap().between[0].as_str().split('/').next().unwrap().to_owned();
    go(&mut editor, &hex);
    let told = name(&editor);
    assert!(told.contains(" to the "), "{told}");
    // A move announces the new hex.
    press(&mut editor, Modifiers::NONE, Key::ArrowRight);
    assert_ne!(name(&editor), told);
}

#[test]
fn a_scenario_is_edited_with_the_keyboard_alone() {
    let mut editor = editor(Document::bundled());
    let start = cell(&editor, "0203");
    ask(&mut editor, Act::Select(Selection::Hex(start)));
    // A brush stroke with Shift and arrow keys is one step.
    press(&mut editor, Modifiers::NONE, Key::B);
    with_shift(&mut editor, &[Key::ArrowDown, Key::ArrowDown], false);
    assert_eq!(editor.state().document().history().len(), 0, "the stroke goes on while Shift is held");
    with_shift(&mut editor, &[], true);
    assert_eq!(["0203", "0204", "0205", "0206"].map(|hex| letter(&editor, hex)), ['w', 'w', 'w', '.']);
    assert_eq!(editor.state().document().history().len(), 1);
    // A move across a hexside draws it.
    let before = common(&editor).hexsides().len();
    press(&mut editor, Modifiers::NONE, ToolKind::HEXSIDE.key());
    with_shift(&mut editor, &[Key::ArrowUp], true);
    assert_eq!(common(&editor).hexsides().len(), before + 1);
    assert_eq!(editor.state().document().history().len(), 2);
    // Enter adds a place.
    press(&mut editor, Modifiers::NONE, ToolKind::PLACE.key());
    press(&mut editor, Modifiers::NONE, Key::PageDown);
    let there = editor.get_by_role(Role::Canvas).accesskit_node().label().unwrap();
    let places = common(&editor).places().len();
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert_eq!(common(&editor).places().len(), places + 1);
    let named = common(&editor).places().last().unwrap().hexes[0].clone();
    assert!(there.contains(named.as_str()), "{there} {named}");
    for _ in 0..3 {
        press(&mut editor, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(scenario(&editor), Document::bundled().scenario());
}

#[test]
fn escape_gives_a_keyboard_stroke_up() {
    let mut editor = editor(Document::bundled());
    let start = cell(&editor, "0203");
    editor.state_mut().ask(Act::Select(Selection::Hex(start)));
    press(&mut editor, Modifiers::NONE, Key::B);
    with_shift(&mut editor, &[Key::ArrowDown, Key::Escape], true);
    press(&mut editor, Modifiers::NONE, Key::ArrowDown);
    assert_eq!(scenario(&editor), Document::bundled().scenario());
}

#[test]
fn tab_leads_to_the_map_the_panels_and_back_and_never_to_what_has_no_name() {
    let mut editor = editor(Document::bundled());
    let mut seen = BTreeSet::new();
    let mut nowhere = 0;
    for _ in 0..90 {
        editor.key_press(Key::Tab);
        editor.step();
        let focused = editor.root().children_recursive().find(|node| node.accesskit_node().is_focused());
        match focused.filter(|node| node.accesskit_node().role() != Role::Unknown) {
            Some(node) => {
                let node = node.accesskit_node();
                seen.insert(format!("{:?} {}", node.role(), node.label().unwrap_or_default()));
            }
            None => nowhere += 1,
        }
    }
    for part in ["Canvas Map", "Button File", "Button Terrain brush", "Tab Problems", "TextInput Title"] {
        assert!(seen.iter().any(|name| name.starts_with(part)), "{part} is not reached: {seen:#?}");
    }
    assert!(seen.iter().all(|name| name.split_once(' ').is_some_and(|(_, label)| !label.is_empty())), "{seen:#?}");
    assert_eq!(nowhere, 0, "stops that nobody can see");
}

#[test]
fn cells_know_their_table_their_row_and_their_place() {
    let mut editor = editor(bundled("pm-a-beckoning-victory.toml"));
    let first = common(&editor).unit(0).unwrap().name.to_owned();
    let cells: Vec<_> = editor.get_all_by_role(Role::GridCell).collect();
    assert!(cells.len() > 20);
    for cell in &cells {
        let node = cell.accesskit_node();
        assert!(node.data().row_index().is_some() && node.data().column_index().is_some(), "{:?}", node.label());
        let row = cell.parent().unwrap().parent().unwrap();
        assert_eq!(row.accesskit_node().role(), Role::Row, "{:?}", node.label());
    }
    assert!(editor.query_all_by_role_and_label(Role::Row, &first).next().is_some());
    let units = editor.get_by_role_and_label(Role::Table, "Units");
    assert_eq!(units.accesskit_node().data().row_count(), Some(common(&editor).unit_count()));

    ask(&mut editor, Act::Tab(BottomTab::Tables));
    ask(&mut editor, Act::Select(Selection::Table(0)));
    assert!(editor.query_by_role_and_label(Role::RowHeader, "7").is_some());
    let cell = editor.get_by_role_and_label(Role::Cell, "7, column 3");
    let node = cell.accesskit_node();
    assert_eq!((node.data().row_index(), node.data().column_index()), (Some(6), Some(2)));
    assert!(editor.query_by_role_and_label(Role::Table, "Fire").is_some());
}

#[test]
fn the_menu_of_a_hex_opens_at_the_cursor_by_its_keys_and_by_the_right_button() {
    let mut editor = editor(Document::bundled());
    let unit = (0..common(&editor).unit_count())
        .find(|n| matches!(common(&editor).unit(*n).unwrap().start, battlewright_schema::Start::At(_)));
    let unit = unit.unwrap();
    let battlewright_schema::Start::At(hex) = common(&editor).unit(unit).unwrap().start else { panic!() };
    let name = format!("Unit: {}", common(&editor).unit(unit).unwrap().name);
    for key in [(Modifiers::SHIFT, Key::F10), (Modifiers::NONE, Key::Menu)] {
        let cell = cell(&editor, hex.as_str());
        ask(&mut editor, Act::Select(Selection::Hex(cell)));
        press(&mut editor, key.0, key.1);
        let item = editor.get_by_role_and_label(Role::Button, &name);
        assert!(item.accesskit_node().is_focused(), "the keyboard is in the menu");
        press(&mut editor, Modifiers::NONE, Key::Enter);
        assert_eq!(editor.state().selection(), Selection::Unit(unit));
        assert!(editor.query_by_role_and_label(Role::Button, &name).is_none(), "it is closed");
    }
    // Escape closes the menu, and arrow keys move the hex cursor again.
    press(&mut editor, Modifiers::SHIFT, Key::F10);
    let here = format!("Hex {hex}");
    assert!(editor.query_by_role_and_label(Role::Button, &here).is_some());
    press(&mut editor, Modifiers::NONE, Key::Escape);
    assert!(editor.query_by_role_and_label(Role::Button, &here).is_none());
    press(&mut editor, Modifiers::NONE, Key::ArrowDown);
    let map = editor.get_by_role(Role::Canvas).accesskit_node().label().unwrap();
    assert!(!map.contains(hex.as_str()), "{map}");

    let pos = at(&editor, "0204");
    editor.hover_at(pos);
    editor.run_steps(1);
    for pressed in [true, false] {
        let (button, modifiers) = (egui::PointerButton::Secondary, Modifiers::NONE);
        editor.event(egui::Event::PointerButton { pos, button, pressed, modifiers });
        editor.run_steps(1);
    }
    editor.run();
    push(&mut editor, "Hex 0204");
    let cell = cell(&editor, "0204");
    assert_eq!(editor.state().selection(), Selection::Hex(cell));
}

#[test]
fn the_shortcut_sheet_is_searched() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::Questionmark);
    assert!(editor.query_by_label("Zoom at the pointer").is_some());
    editor.get_by_label("Search shortcuts").set_text_value_accesskit("hex cursor drag");
    editor.run();
    assert!(editor.query_by_label("Drag").is_some());
    assert!(editor.query_by_label("Zoom at the pointer").is_none());
    push(&mut editor, "Copy as text");
    press(&mut editor, Modifiers::NONE, Key::Escape);
    assert!(editor.state().dialog().is_none());
}

#[test]
fn a_list_closes_after_a_choice_without_the_pointer() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::F5);
    let name = format!("Player of the {}", common(&editor).sides()[0].name);
    for option in ["Easy computer", "Human"] {
        editor.get_by_role_and_label(Role::ComboBox, &name).click_accesskit();
        editor.run();
        let row = editor.query_all_by_role_and_label(Role::Button, option).last().expect("the list is open");
        if option == "Easy computer" {
            row.click_accesskit();
        } else {
            row.focus();
            editor.run();
            editor.key_press(Key::Enter);
        }
        editor.run();
        assert_eq!(editor.get_by_role_and_label(Role::ComboBox, &name).value().as_deref(), Some(option));
        assert_eq!(editor.query_all_by_role_and_label(Role::Button, option).count(), 0, "the list is closed");
    }
}

#[test]
fn headings_and_landmarks_divide_the_window() {
    let mut editor = editor(bundled("tutorial.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    for role in [Role::Navigation, Role::Main, Role::ContentInfo] {
        assert!(editor.query_by_role(role).is_some(), "{role:?}");
    }
    let levels: BTreeSet<(usize, String)> = editor
        .query_all_by_role(Role::Heading)
        .map(|node| {
            (node.accesskit_node().level().unwrap_or_default(), node.accesskit_node().label().unwrap_or_default())
        })
        .collect();
    let phase = editor.state().session().unwrap().seen().status.phase.clone();
    assert!(levels.contains(&(2, phase)) && levels.iter().any(|(level, _)| *level == 1), "{levels:?}");
    assert!(levels.contains(&(3, "Sides".to_owned())) && levels.contains(&(3, "Game".to_owned())), "{levels:?}");
    command(&mut editor, Command::SavedGames);
    let dialog = editor.query_by_role_and_label(Role::Heading, "Saved games");
    assert_eq!(dialog.unwrap().accesskit_node().level(), Some(2));
}

#[test]
fn the_first_press_of_tab_goes_to_the_decision() {
    for name in ["tutorial.toml", "pm-crisis-on-the-left.toml", "matz-first-day.toml"] {
        let mut editor = editor(bundled(name));
        press(&mut editor, Modifiers::NONE, Key::F5);
        press(&mut editor, Modifiers::NONE, Key::Tab);
        let session = editor.state().session().unwrap();
        let texts: BTreeSet<String> = session.seen().legal.iter().map(|(_, label)| label.text.clone()).collect();
        let focused = editor.root().children_recursive().find(|node| node.accesskit_node().is_focused());
        let focused = focused.and_then(|node| node.accesskit_node().label()).unwrap_or_default();
        assert!(texts.contains(&focused), "{name}: {focused:?}");
        let inputs = session.inputs();
        press(&mut editor, Modifiers::NONE, Key::Enter);
        assert!(editor.state().session().unwrap().inputs() > inputs, "{name}");
    }
}

/// Gives the keyboard to a text field.
type Focus<'a> = &'a dyn Fn(&mut Editor);

/// Wherever text is being typed, a click on the map ends that, and letters are the keys of tools again.
#[test]
fn a_click_on_the_map_takes_the_keyboard_from_every_panel() {
    let open = |tab: Option<BottomTab>| {
        let mut editor = editor(bundled("pm-a-beckoning-victory.toml"));
        if let Some(tab) = tab {
            ask(&mut editor, Act::Tab(tab));
        }
        editor
    };
    let inspector = |editor: &mut Editor| {
        editor.get_by_role_and_label(Role::TextInput, "Title").focus();
        editor.run();
    };
    let tables = |editor: &mut Editor| {
        editor.get_all_by_label("Change").last().unwrap().click_accesskit();
        editor.run();
        let is_tables = |label: String| label.starts_with(BottomTab::Tables.name());
        let mut panels = editor.get_all_by_role(Role::TabPanel);
        let panel = panels.find(|panel| panel.accesskit_node().label().is_some_and(is_tables)).unwrap();
        panel.query_all_by_role(Role::TextInput).last().unwrap().focus();
        drop(panels);
        editor.run();
    };
    let source = |editor: &mut Editor| {
        ask(editor, Act::Place(1..1));
        assert!(editor.get_by_label("Source text").is_focused());
    };
    let panels: [(&str, Option<BottomTab>, Focus<'_>); 3] = [
        ("inspector", None, &inspector),
        ("tables", Some(BottomTab::Tables), &tables),
        ("source", Some(BottomTab::Source), &source),
    ];
    for (panel, tab, focus) in panels {
        let mut editor = open(tab);
        focus(&mut editor);
        assert!(editor.ctx.text_edit_focused(), "{panel}");
        crate::desk::write(&mut editor, "7");
        assert_eq!(editor.state().tool(), ToolKind::SELECT, "{panel}");
        let pos = at(&editor, "0303");
        crate::desk::click_with(&mut editor, pos, Modifiers::NONE);
        assert!(!editor.ctx.text_edit_focused(), "{panel}");
        editor.run_steps(8);
        editor.run();
        let text = editor.state().document().text();
        crate::desk::write(&mut editor, "b");
        assert_eq!(editor.state().tool(), ToolKind::BRUSH, "{panel}");
        editor.run_steps(8);
        editor.run();
        assert_eq!(editor.state().document().text(), text, "{panel}");
    }
}
