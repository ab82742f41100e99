//! Menus and lists in high and low windows.

use battlewright_editor::Document;
use battlewright_editor::messages::command::Command;
use battlewright_editor::panels::commands::{self, Menu, table};
use battlewright_editor::tools::ToolKind;
use egui::accesskit::{Role, Toggled};
use egui::{Event, Key, Modifiers, MouseWheelSource, MouseWheelUnit, Order, Rect, TouchPhase, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{self, Editor, press, show};

/// Opens the editor in a window of this height.
fn window(height: f32) -> Editor {
    show([1440.0, height], Document::bundled(), |app| app)
}

fn open(editor: &mut Editor, menu: Menu) {
    editor.get_all_by_label(menu.name()).next().unwrap().click();
    editor.run();
}

/// Returns `true` for the items of a menu: not those of its submenus, nor the tools that the system has no use for.
fn is_listed(entry: &commands::CommandInfo) -> bool {
    match entry.command {
        Command::Dock(_) => false,
        Command::Tool(tool) => tool.unusable(Document::bundled().scenario()).is_none(),
        _ => true,
    }
}

/// Returns the visible items of `menu` with their rectangles.
fn items(editor: &Editor, menu: Menu) -> Vec<(&'static str, Rect)> {
    let rows: Vec<commands::CommandInfo> = table().into_iter().filter(|entry| entry.menu == menu).collect();
    let rows = rows.iter().filter(|entry| is_listed(entry));
    let place = |name: &'static str| {
        let all = editor.query_all_by_label_contains(name).filter(|node| node.accesskit_node().role() == Role::Button);
        all.map(|node| node.rect()).find(|rect| rect.width() > 150.0)
    };
    rows.filter_map(|entry| Some((entry.name, place(entry.name)?))).collect()
}

fn scroll(editor: &mut Editor, by: f32) {
    for _ in 0..8 {
        let (unit, source, modifiers) = (MouseWheelUnit::Point, MouseWheelSource::Wheel, Modifiers::NONE);
        editor.event(Event::MouseWheel { unit, delta: vec2(0.0, by), phase: TouchPhase::Move, source, modifiers });
        editor.run();
    }
}

#[test]
fn menus_have_their_full_height_where_there_is_room() {
    for height in [900.0, 1000.0] {
        let mut editor = window(height);
        for menu in Menu::ALL {
            open(&mut editor, menu);
            let items = items(&editor, menu);
            let count = table().iter().filter(|entry| entry.menu == menu && is_listed(entry)).count();
            assert_eq!(items.len(), count, "{menu:?}");
            let screen = Rect::from_min_size(egui::Pos2::ZERO, vec2(1440.0, height));
            for (name, rect) in &items {
                assert!(screen.contains_rect(*rect), "{name} at {rect} in a window {height} high");
                let layer = editor.ctx.layer_id_at(rect.center()).unwrap();
                assert_eq!(layer.order, Order::Foreground, "{name} lies on the menu, not cut off below it");
            }
            let tops: Vec<f32> = items.iter().map(|(_, rect)| rect.top()).collect();
            assert!(tops.is_sorted(), "{menu:?}");
            press(&mut editor, Modifiers::NONE, Key::Escape);
        }
    }
}

#[test]
fn a_menu_that_is_too_long_scrolls_and_opens_at_its_top_again() {
    let mut editor = window(420.0);
    let tools = |editor: &Editor| items(editor, Menu::Tools);
    let first = |editor: &Editor| tools(editor).first().unwrap().1;
    open(&mut editor, Menu::Tools);
    let top = first(&editor);
    let last = tools(&editor).last().unwrap().1;
    let bar = editor.get_all_by_label(Menu::Tools.name()).next().unwrap().rect();
    assert!(top.top() > bar.bottom() && last.bottom() > 420.0, "{top} {last} under {bar}");
    editor.hover_at(top.center());
    editor.run();
    scroll(&mut editor, -200.0);
    let last = tools(&editor).last().unwrap().1;
    assert!(last.bottom() < 420.0, "{last}");
    assert!(first(&editor).top() < 0.0);
    press(&mut editor, Modifiers::NONE, Key::Escape);
    open(&mut editor, Menu::Tools);
    assert_eq!(first(&editor), top, "it is opened at its top");
}

#[test]
fn the_list_of_formats_is_shown_whole() {
    let mut editor = window(1000.0);
    desk::command(&mut editor, Command::Export);
    editor.get_by_role_and_label(Role::ComboBox, "As").click();
    editor.run();
    for format in battlewright_export::Format::ALL {
        let name = format!("{} (.{})", format.about(), format.name());
        let rect = editor.query_all_by_label(&name).last().unwrap().rect();
        assert!(rect.top() > 0.0 && rect.bottom() < 1000.0, "{name} at {rect}");
        // Invisible items have a rectangle too. An item under the pointer is visible.
        editor.hover_at(rect.center());
        editor.run();
    }
    let last = battlewright_export::Format::ALL.last().unwrap();
    let name = format!("{} (.{})", last.about(), last.name());
    let pos = editor.query_all_by_label(&name).last().unwrap().rect().center();
    desk::click_with(&mut editor, pos, Modifiers::NONE);
    let list = editor.get_by_role_and_label(Role::ComboBox, "As");
    assert_eq!(list.accesskit_node().value().as_deref(), Some(name.as_str()));
}

#[test]
fn a_tooltip_stands_beside_its_item() {
    let mut editor = window(1000.0);
    open(&mut editor, Menu::Tools);
    let items = items(&editor, Menu::Tools);
    let (_, brush) = items.iter().find(|(name, _)| *name == ToolKind::BRUSH.name()).unwrap();
    editor.hover_at(brush.center());
    editor.run_steps(12);
    let help = ToolKind::BRUSH.help();
    let tip = editor.query_all_by_role(Role::Label).find(|node| node.accesskit_node().value().as_deref() == Some(help));
    let tip = tip.expect("the tooltip is open").rect();
    for (name, rect) in &items {
        assert!(!rect.intersects(tip), "{name} at {rect} under {tip}");
    }
    // The same in the tool bar.
    press(&mut editor, Modifiers::NONE, Key::Escape);
    let sign = |editor: &Editor, tool: ToolKind| editor.get_all_by_label(tool.name()).next().unwrap().rect();
    let pos = sign(&editor, ToolKind::BRUSH).center();
    editor.hover_at(pos);
    editor.run_steps(12);
    let tip = editor.query_all_by_role(Role::Label).find(|node| node.accesskit_node().value().as_deref() == Some(help));
    let tip = tip.expect("the tooltip is open").rect();
    for tool in [ToolKind::BRUSH, ToolKind::LINE, ToolKind::RECTANGLE] {
        assert!(!sign(&editor, tool).intersects(tip), "{tool:?}");
    }
}

#[test]
fn what_is_on_or_off_says_so() {
    let mut editor = window(1000.0);
    let levels = |editor: &mut Editor| {
        open(editor, Menu::View);
        let all = editor.get_all_by_label_contains("Levels");
        let toggled: Vec<_> = all.filter_map(|node| node.accesskit_node().toggled()).collect();
        press(editor, Modifiers::NONE, Key::Escape);
        toggled
    };
    assert_eq!(levels(&mut editor), [Toggled::True]);
    desk::command(&mut editor, Command::Levels);
    assert_eq!(levels(&mut editor), [Toggled::False]);
}

#[test]
fn the_history_lists_the_steps_and_goes_to_one() {
    let mut editor = window(900.0);
    press(&mut editor, Modifiers::NONE, Key::B);
    for hex in ["0304", "0604", "0904"] {
        desk::click(&mut editor, hex);
    }
    let steps = editor.state().document().history().len();
    assert!(steps >= 2, "{steps}");
    let (last, first) = (desk::scenario(&editor).clone(), Document::bundled().scenario().clone());
    desk::command(&mut editor, Command::History);
    let go = |editor: &mut Editor, name: &str| {
        editor
            .get_all_by_role(Role::Button)
            .find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(name)))
            .unwrap()
            .click();
        editor.run();
    };
    go(&mut editor, "As opened");
    assert!(desk::scenario(&editor) == &first);
    assert!(desk::says(&editor, "History"), "the list stays open");
    go(&mut editor, &format!("{steps}. Paint"));
    assert!(desk::scenario(&editor) == &last);
    go(&mut editor, "1. Paint");
    assert_eq!(editor.state().document().history().len(), 1);
    press(&mut editor, Modifiers::NONE, Key::Escape);
    press(&mut editor, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
    assert_eq!(editor.state().document().history().len(), 2, "redo goes on from there");
}
