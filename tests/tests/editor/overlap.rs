//! Panels at all usual widths of the window: nothing lies on something else.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::layout::{BottomTab, Pane};
use battlewright_editor::model::resolver::ResolverAct;
use battlewright_editor::model::selection::{self, Selection};
use battlewright_editor::panels::play::ending;
use battlewright_editor::tools;
use battlewright_engine::systems::outrance::resolver::ResolverField;
use battlewright_schema::System;
use egui::accesskit::Role;
use egui::{Key, Modifiers, Rect, vec2};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, ask, bundled, command, press};

/// The widths of the window, in points.
const WIDTHS: [u16; 9] = [820, 900, 1000, 1100, 1200, 1300, 1400, 1500, 1600];

/// The roles of widgets without others in them.
const LEAVES: [Role; 7] =
    [Role::Label, Role::Button, Role::CheckBox, Role::ComboBox, Role::SpinButton, Role::Slider, Role::TextInput];

/// The tabs whose content is wider than the panel, and scrolls sideways.
const WIDE: [BottomTab; 4] = [BottomTab::Units, BottomTab::Turns, BottomTab::Source, BottomTab::Tables];

/// Returns the panel whose title begins so.
fn panel<'e>(editor: &'e Editor, title: &str) -> Node<'e> {
    let begins = |label: String| label.starts_with(title);
    let mut panels = editor.get_all_by_role(Role::TabPanel);
    panels.find(|panel| panel.accesskit_node().label().is_some_and(begins)).expect(title)
}

/// Returns the labels and places of the widgets in the panel whose title begins so, without those that are scrolled out of it above
/// or below.
fn widgets(editor: &Editor, title: &str) -> Vec<(String, Rect)> {
    let panel = panel(editor, title);
    let height = panel.rect().y_range();
    let leaves = panel.children_recursive().filter(|node| LEAVES.contains(&node.accesskit_node().role()));
    let named = leaves.map(|leaf| {
        let (rect, node) = (leaf.rect(), leaf.accesskit_node());
        (node.label().or(node.value()).unwrap_or_default(), rect)
    });
    let is_in = |rect: &Rect| height.contains(rect.top()) && height.contains(rect.bottom());
    named.filter(|(named, rect)| is_in(rect) && rect.area() > 4.0 && !named.is_empty()).collect()
}

/// Asserts that no widget of the panel is cut off at its sides.
fn assert_inside(editor: &Editor, title: &str, width: u16) {
    let room = panel(editor, title).rect().x_range().expand(0.5);
    for (label, rect) in widgets(editor, title) {
        let is_inside = room.contains(rect.left()) && room.contains(rect.right());
        assert!(is_inside, "{title}: {label:?} is cut off at {width}: {rect} in {room:?}");
    }
}

/// Asserts that no two widgets of the panel overlap. One within the other, such as the label of a button, is no overlap, nor is
/// one that is scrolled out of sight under the foot of the panel of a game.
fn assert_apart(editor: &Editor, title: &str, width: u16) {
    if !WIDE.iter().any(|tab| tab.name() == title) {
        assert_inside(editor, title, width);
    }
    let mut found = widgets(editor, title);
    found.iter_mut().for_each(|(_, rect)| *rect = rect.shrink(1.5));
    let foot = |(label, _): &&(String, Rect)| label == ending::IDLE;
    if let Some(foot) = found.iter().find(foot).map(|(_, rect)| *rect) {
        found.retain(|(_, rect)| rect.bottom() < foot.top() || *rect == foot);
    }
    for (n, (label, rect)) in found.iter().enumerate() {
        for (other, at) in &found[n + 1..] {
            let inside = rect.contains_rect(*at) || at.contains_rect(*rect);
            assert!(
                inside || !rect.intersects(*at),
                "{title}: {label:?} and {other:?} overlap at {width}: {rect} {at}"
            );
        }
    }
}

/// Sets all lists of the resolver, and asks for a result that is refused.
fn fill_in_resolver(editor: &mut Editor) {
    for (field, value) in [
        (ResolverField::Actor, "fli"),
        (ResolverField::Action, "as"),
        (ResolverField::Target, "pli"),
        (ResolverField::TargetFormation, "dep"),
    ] {
        ask(editor, Act::Resolver(ResolverAct::Set(field, Some(value.to_owned()))));
    }
    ask(editor, Act::Resolver(ResolverAct::Resolve));
}

/// Asserts that no widget of the panel reaches over its right edge, where it would be cut.
pub(crate) fn assert_whole(editor: &Editor, title: &str) {
    let mut panels = editor.get_all_by_role(Role::TabPanel);
    let begins = |label: String| label.starts_with(title);
    let panel = panels.find(|panel| panel.accesskit_node().label().is_some_and(begins)).expect(title).rect();
    for role in LEAVES {
        for node in editor.query_all_by_role(role) {
            let (rect, node) = (node.rect(), node.accesskit_node());
            let named = node.label().or(node.value()).unwrap_or_default();
            let is_inside = rect.left() >= panel.left() && rect.center().y > panel.top() && rect.top() < panel.bottom();
            assert!(!is_inside || rect.right() <= panel.right(), "{named:?} at {rect} is cut by {panel}");
        }
    }
}

#[test]
fn nothing_in_the_inspector_is_cut_in_any_system() {
    for system in System::ALL {
        let text = battlewright_schema::template(system).to_owned();
        let mut editor = crate::desk::editor(Document::from_text("new", text));
        let mut pages = vec![Selection::Scenario, Selection::Unit(0), Selection::Side(0), Selection::Place(0)];
        pages.extend(selection::parts(editor.state().document().scenario()).into_iter().map(Selection::Part));
        pages.extend([Selection::Part("chit"), Selection::Row("formation", 0), Selection::Row("trench", 0)]);
        for page in pages {
            ask(&mut editor, Act::Select(page));
            assert_whole(&editor, "Inspector");
        }
        for tool in tools::ALL {
            ask(&mut editor, Act::Tool(tool));
            assert_whole(&editor, "Inspector");
        }
    }
}

#[test]
fn no_panel_draws_over_itself_at_any_usual_width() {
    let mut editor = crate::desk::show([1600.0, 1000.0], bundled("tutorial.toml"), |app| app);
    fill_in_resolver(&mut editor);
    for width in WIDTHS {
        editor.set_size(vec2(f32::from(width), 1000.0));
        editor.run();
        for tab in BottomTab::ALL {
            ask(&mut editor, Act::Tab(tab));
            assert_apart(&editor, tab.name(), width);
        }
        assert_apart(&editor, "Inspector", width);
    }
    press(&mut editor, Modifiers::NONE, Key::F5);
    command(&mut editor, Command::Run);
    for width in WIDTHS {
        editor.set_size(vec2(f32::from(width), 1000.0));
        editor.run();
        ask(&mut editor, Act::Tab(BottomTab::Log));
        assert_apart(&editor, "Play", width);
        assert_apart(&editor, BottomTab::Log.name(), width);
    }
}

#[test]
fn the_fields_of_the_resolver_stay_in_their_half() {
    let mut editor = crate::desk::show([1600.0, 1000.0], bundled("tutorial.toml"), |app| app);
    ask(&mut editor, Act::Tab(BottomTab::Resolver));
    fill_in_resolver(&mut editor);
    assert!(editor.state().layout().is_shown(Pane::Tab(BottomTab::Resolver)));
    for width in WIDTHS {
        editor.set_size(vec2(f32::from(width), 1000.0));
        editor.run();
        let found = widgets(&editor, BottomTab::Resolver.name());
        let lists: Vec<_> = found.iter().filter(|(label, _)| label.contains(": ")).collect();
        assert!(lists.len() >= 3, "{width}: {found:?}");
        // The red refusal, beside the fields or below them.
        let refusals: Vec<_> = editor.query_all_by_label_contains("needs Cover").collect();
        assert!(!refusals.is_empty(), "{width}: {found:?}");
        // In a narrow panel it stands below the fields, perhaps out of sight.
        for refusal in refusals {
            assert!(lists.iter().all(|(_, list)| !list.intersects(refusal.rect())), "{width}: {found:?}");
        }
    }
}

#[test]
fn the_tab_of_the_panel_that_is_shown_is_in_sight() {
    let mut editor = crate::desk::show([1600.0, 1000.0], bundled("tutorial.toml"), |app| app);
    for width in [1600_u16, 820] {
        editor.set_size(vec2(f32::from(width), 1000.0));
        editor.run();
        for tab in BottomTab::ALL {
            ask(&mut editor, Act::Tab(tab));
            let hide = editor.query_all_by_label("Hide").next().unwrap().rect();
            let of_tab = |label: String| label.starts_with(tab.name());
            let mut titles = editor.get_all_by_role(Role::Tab);
            let title = titles.find(|title| title.accesskit_node().label().is_some_and(of_tab)).unwrap().rect();
            let mut panels = editor.get_all_by_role(Role::TabPanel).map(|panel| panel.rect());
            let panel = panels.find(|panel| panel.left() <= hide.left() && panel.top() >= title.top()).unwrap();
            assert!(panel.left() <= title.left() && title.right() <= hide.left(), "{width}, {}: {title}", tab.name());
        }
    }
}
