//! Layout stability: optional elements do not move the elements under the pointer.

use battlewright_editor::Document;
use battlewright_editor::messages::command::Command;
use battlewright_editor::panels::play;
use battlewright_editor::tools::{self, ToolKind};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2, Rect};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, bundled, choose, command, common, editor, press, stroke};

const SCENARIOS: [&str; 3] = ["mars-la-tour.toml", "pm-crisis-on-the-left.toml", "aac-first-orders.toml"];

fn field(editor: &Editor, name: &str) -> Rect {
    editor.get_by_role_and_label(Role::TextInput, name).rect()
}

fn list(editor: &Editor, name: &str) -> Rect {
    editor.get_by_role_and_label(Role::ComboBox, name).rect()
}

#[test]
fn fields_stay_where_they_are_whatever_tool_is_taken_up() {
    for scenario in SCENARIOS {
        let mut editor = editor(bundled(scenario));
        let fields = ["Title", "Subtitle"];
        let before = fields.map(|name| field(&editor, name));
        for tool in tools::ALL {
            command(&mut editor, Command::Tool(tool));
            assert_eq!(fields.map(|name| field(&editor, name)), before, "{scenario}, {}", tool.name());
        }
    }
}

#[test]
fn options_stay_where_they_are_whatever_another_option_says() {
    let mut editor = editor(bundled("pm-crisis-on-the-left.toml"));
    for (tool, label, choices, others) in [
        (ToolKind::ELEVATION, "Does", &["Set to a level", "Lower by a level"][..], &["Does", "Width"][..]),
        (ToolKind::LINE, "Works on", &["Levels", "Terrain"], &["Works on", "Width"]),
        (ToolKind::REGION, "Selects by", &["The brush", "Rectangles"], &["Selects by", "Width"]),
        (ToolKind::UNIT, "For", &["French", "Prussians"], &["For", "Arrives", "Arm"]),
    ] {
        command(&mut editor, Command::Tool(tool));
        let before: Vec<Rect> = others.iter().map(|name| list(&editor, name)).collect();
        for choice in choices {
            choose(&mut editor, label, choice);
            let now: Vec<Rect> = others.iter().map(|name| list(&editor, name)).collect();
            assert_eq!(now, before, "{}, {choice}", tool.name());
        }
    }
}

#[test]
fn choices_stay_where_they_are_when_something_is_not_allowed() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::F5);
    let button = |editor: &Editor| editor.get_by_label_contains("choices").rect();
    let before = button(&editor);
    let session = editor.state().session().unwrap();
    let forbidden = common(&editor).grid().unwrap().cells().find(|cell| !session.choice_cells().contains(cell));
    let pos: Pos2 = editor.state().position_of(forbidden.unwrap()).unwrap();
    stroke(&mut editor, &[pos]);
    editor.get_by_label("Not allowed");
    assert_eq!(button(&editor), before);
}

/// One choice has the keyboard, the pointer rests on another: the marks of the latter are shown, and stay.
#[test]
fn a_focused_choice_and_one_under_the_pointer_do_not_take_turns() {
    let mut tested = 0;
    for scenario in SCENARIOS {
        let mut editor = editor(bundled(scenario));
        press(&mut editor, Modifiers::NONE, Key::F5);
        let previewed = |editor: &Editor| editor.state().session().unwrap().previewed();
        let buttons = play::data(editor.state().session().unwrap()).buttons;
        let [(first, one), (second, two), ..] = buttons.as_slice() else { continue };
        editor.get_by_role_and_label(Role::Button, one).focus();
        editor.run();
        assert_eq!(previewed(&editor), Some(*first), "{scenario}");
        editor.get_by_role_and_label(Role::Button, two).hover();
        editor.run_steps(3);
        for _ in 0..6 {
            editor.run_steps(1);
            assert_eq!(previewed(&editor), Some(*second), "{scenario}");
        }
        editor.hover_at(Pos2::new(700.0, 400.0));
        editor.run();
        assert_eq!(previewed(&editor), Some(*first), "{scenario}: the focused choice again");
        tested += 1;
    }
    assert!(tested > 0);
}
