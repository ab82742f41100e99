//! Panels that are dragged, split, tabbed, hidden and restored.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::layout::{BottomTab, Dock, Pane};
use battlewright_editor::model::selection::Selection;
use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, ask, carry, command, editor, press, push};

/// Returns the center of the tab whose title begins with `name`.
fn tab(editor: &Editor, name: &str) -> Pos2 {
    let mut tabs = editor.get_all_by_role(Role::Tab);
    let tab = tabs.find(|tab| tab.accesskit_node().label().is_some_and(|label| label.starts_with(name)));
    tab.unwrap_or_else(|| panic!("no tab {name}")).rect().center()
}

/// Drags the tab `name` to `to`.
fn move_tab(editor: &mut Editor, name: &str, to: Pos2) {
    let from = tab(editor, name);
    carry(editor, from, to);
}

fn shown(editor: &Editor) -> Vec<Pane> {
    Pane::all().filter(|pane| editor.state().layout().is_shown(*pane)).collect()
}

const FIRST: [Pane; 3] = [Pane::Map, Pane::Inspector, Pane::Tab(BottomTab::Units)];

#[test]
fn a_tab_dragged_beside_the_map_stands_there_with_the_others_in_sight() {
    let mut editor = editor(Document::bundled());
    assert_eq!(shown(&editor), FIRST);
    let map = editor.state().map_rect();
    move_tab(&mut editor, "Turn track", Pos2::new(map.left() + map.width() * 0.25, map.center().y));
    assert_eq!(shown(&editor), [&FIRST[..], &[Pane::Tab(BottomTab::Turns)]].concat());
    let now = editor.state().map_rect();
    assert!(now.left() > map.left() + 200.0 && now.right() == map.right(), "{map:?} {now:?}");
    // Into the tabs of another panel.
    let to = tab(&editor, "Inspector");
    move_tab(&mut editor, "Turn track", to);
    assert!((editor.state().map_rect().width() - map.width()).abs() < 2.0, "the map has its room back");
    assert_eq!(shown(&editor).len(), 3);
    // Back to the default layout.
    command(&mut editor, Command::ResetLayout);
    assert_eq!(editor.state().map_rect(), map);
}

#[test]
fn tabs_are_closed_by_their_cross_and_opened_by_their_key() {
    let mut editor = editor(Document::bundled());
    let tabs = |editor: &Editor| editor.get_all_by_role(Role::Tab).count();
    let all = tabs(&editor);
    press(&mut editor, Modifiers::NONE, Key::F8);
    push(&mut editor, "Close Turn track");
    assert_eq!(tabs(&editor), all - 1);
    press(&mut editor, Modifiers::NONE, Key::F8);
    assert_eq!(tabs(&editor), all);
    assert!(editor.state().layout().is_shown(Pane::Tab(BottomTab::Turns)));
    // The same key hides the tabs, and Ctrl+B restores them.
    let map = editor.state().map_rect();
    press(&mut editor, Modifiers::NONE, Key::F8);
    assert_eq!(tabs(&editor), 1, "the inspector is left");
    assert!(editor.state().map_rect().height() > map.height() + 100.0);
    press(&mut editor, Modifiers::COMMAND, Key::B);
    assert_eq!((tabs(&editor), editor.state().map_rect()), (all, map));
    push(&mut editor, "Close Inspector");
    assert!(editor.state().map_rect().width() > map.width() + 200.0);
    press(&mut editor, Modifiers::COMMAND, Key::I);
    assert_eq!(editor.state().map_rect(), map);
}

#[test]
fn the_play_panel_takes_a_hidden_place_and_gives_it_back() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, Modifiers::COMMAND, Key::I);
    assert!(!editor.state().layout().is_open(Pane::Inspector));
    press(&mut editor, Modifiers::NONE, Key::F5);
    assert!(editor.state().layout().is_shown(Pane::Inspector));
    assert!(editor.query_by_role_and_label(Role::Tab, "Play").is_some());
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    assert!(!editor.state().layout().is_open(Pane::Inspector));
}

#[test]
fn panels_around_the_map_keep_their_size_when_the_window_grows() {
    let mut editor = editor(Document::bundled());
    let map = editor.state().map_rect();
    editor.set_size(egui::vec2(1840.0, 1000.0));
    editor.run();
    let now = editor.state().map_rect();
    let grown = now.size() - map.size();
    assert!((grown.x - 400.0).abs() < 1.0 && (grown.y - 100.0).abs() < 1.0, "{grown:?}");
}

#[test]
fn pulling_at_the_edge_of_a_panel_does_nothing_on_the_map_beneath_it() {
    let mut editor = editor(Document::bundled());
    ask(&mut editor, Act::Select(Selection::Unit(0)));
    let map = editor.state().map_rect();
    for (edge, way) in [(map.center_bottom(), vec2(0.0, -80.0)), (map.right_center(), vec2(-80.0, 0.0))] {
        let from = edge + way.normalized();
        carry(&mut editor, from, from + way);
        assert_eq!(editor.state().selection(), Selection::Unit(0));
    }
    let now = editor.state().map_rect();
    assert!(now.width() < map.width() - 60.0 && now.height() < map.height() - 60.0, "{map:?} {now:?}");
}

#[test]
fn a_panel_is_docked_without_a_mouse_as_it_is_with_one() {
    let mut editor = editor(Document::bundled());
    let map = editor.state().map_rect();
    press(&mut editor, Modifiers::NONE, Key::F8);
    press(&mut editor, Modifiers::COMMAND, Key::P);
    editor.get_by_label("Command").set_text_value_accesskit("panel to the left");
    editor.run();
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert_eq!(editor.state().status_message(), Some("Turn track is docked separately."));
    assert_eq!(
        shown(&editor),
        [Pane::Map, Pane::Inspector, Pane::Tab(BottomTab::Problems), Pane::Tab(BottomTab::Turns)]
    );
    let now = editor.state().map_rect();
    assert!(now.left() > map.left() + 200.0 && now.right() == map.right(), "{map:?} {now:?}");
    command(&mut editor, Command::Dock(Dock::Grow));
    let grown = editor.state().map_rect();
    assert!((grown.left() - now.left() - 40.0).abs() < 1.5, "{now:?} {grown:?}");
    command(&mut editor, Command::Dock(Dock::Shrink));
    assert!((editor.state().map_rect().left() - now.left()).abs() < 1.5);
    // The focused panel is moved.
    editor.get_by_role_and_label(Role::Tab, "Inspector").focus();
    editor.run();
    command(&mut editor, Command::Dock(Dock::Tabs));
    assert!(editor.state().map_rect().right() > map.right() + 200.0, "the inspector has left its place");
    assert_eq!(editor.get_all_by_role(Role::Tab).count(), 1 + BottomTab::ALL.len());
    command(&mut editor, Command::ResetLayout);
    assert_eq!(editor.state().map_rect(), map);
}
