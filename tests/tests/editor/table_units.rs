//! Units on a table: placed, turned and bent with the mouse, and edited in forms.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::tools::ToolKind;
use battlewright_schema::{Inches, Start, System, TablePosition, load};
use egui::accesskit::Role;
use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, ask, carry, choose, command, common, editor, press, says, scenario, stroke, tall};

const NONE: Modifiers = Modifiers::NONE;

fn template() -> Document {
    Document::template_of(System::Outrance)
}

fn at(editor: &Editor, x: i32, y: i32) -> Pos2 {
    editor.state().position_on_table(Inches { x, y }).unwrap()
}

fn position(editor: &Editor, unit: usize) -> TablePosition {
    match common(editor).unit(unit).unwrap().start {
        Start::OnTable(position) => position,
        start => panic!("{start:?}"),
    }
}

#[test]
fn a_brigade_is_placed_turned_bent_saved_and_taken_back() {
    let mut editor = editor(template());
    let start = scenario(&editor).clone();
    press(&mut editor, NONE, Key::U);
    assert_eq!(editor.state().tool(), ToolKind::UNIT);
    let place = at(&editor, 4_000, 4_000);
    stroke(&mut editor, &[place]);
    let unit = common(&editor).unit_count() - 1;
    assert_eq!(editor.state().selection(), Selection::Unit(unit));
    let placed = position(&editor, unit);
    assert_eq!((placed.at, placed.facing), (Inches { x: 4_000, y: 4_000 }, 180));
    assert_eq!(placed.posture.as_deref(), Some("deployed"));

    press(&mut editor, NONE, Key::V);
    press(&mut editor, NONE, Key::CloseBracket);
    assert_eq!(position(&editor, unit).facing, 195);
    press(&mut editor, NONE, Key::OpenBracket);
    press(&mut editor, NONE, Key::F);
    assert_eq!(position(&editor, unit).posture.as_deref(), Some("maneuver"));
    command(&mut editor, Command::Undo);
    assert_eq!(position(&editor, unit), placed);

    // The handle before the first base, which is on the right of the page.
    let (from, to) = (at(&editor, 5_500, 4_350), at(&editor, 4_500, 7_000));
    carry(&mut editor, from, to);
    assert_eq!(position(&editor, unit).bend, [20, 0, 0, 0]);
    let text = editor.state().document().text();
    for line in ["at = \"4,4\"", "facing = 180", "bend = [20, 0, 0, 0]"] {
        assert!(text.contains(line), "{line}: {text}");
    }
    assert_eq!(load(&text).readable.as_ref(), Some(scenario(&editor)), "it is read as it was saved");
    command(&mut editor, Command::Undo);
    assert_eq!(position(&editor, unit), placed);
    for _ in 0..3 {
        command(&mut editor, Command::Undo);
    }
    assert_eq!(scenario(&editor), &start);
}

#[test]
fn a_unit_off_the_table_is_refused_in_words_while_it_is_dragged() {
    let mut editor = editor(template());
    press(&mut editor, NONE, Key::U);
    let edge = at(&editor, 0, 4_000);
    editor.hover_at(edge);
    editor.run();
    assert!(says(&editor, "off the table"));
    assert_eq!(scenario(&editor), template().scenario());
}

#[test]
fn a_reinforcement_is_led_from_its_entry_to_its_destination() {
    let mut editor = editor(template());
    press(&mut editor, NONE, Key::U);
    choose(&mut editor, "Arrives", "Enters on turn 2");
    let (from, to) = (at(&editor, 24_000, 10_000), at(&editor, 16_000, 9_000));
    carry(&mut editor, from, to);
    let unit = common(&editor).unit_count() - 1;
    let Start::Enters { turn, at, column } = common(&editor).unit(unit).unwrap().start else { panic!("it enters") };
    assert_eq!((turn, at.as_str(), column.toward), (2, "A", Some(Inches { x: 16_000, y: 9_000 })));
}

#[test]
fn points_are_edited_in_forms_and_taken_back() {
    let mut editor = tall(template());
    let start = scenario(&editor).clone();
    let number = |editor: &mut Editor, label: &str, value: f64| {
        editor.get_by_role_and_label(Role::SpinButton, label).set_value_accesskit(value);
        editor.run();
    };
    ask(&mut editor, Act::Select(Selection::Unit(0)));
    number(&mut editor, "Position, from the left edge", 9.25);
    assert_eq!(position(&editor, 0).at, Inches { x: 9_250, y: 8_000 });
    number(&mut editor, "Position, from the upper edge", -3.0);
    assert!(says(&editor, "This point is off the table of 24 × 24 inches."));
    command(&mut editor, Command::Undo);
    command(&mut editor, Command::Undo);
    assert_eq!(scenario(&editor), &start);

    choose(&mut editor, "Starts", "As a reinforcement");
    assert!(matches!(common(&editor).unit(0).unwrap().start, Start::Enters { turn: 1, .. }));
    let text = editor.state().document().text();
    let row = text.split("[[unit]]").nth(1).unwrap();
    assert!(!row.contains("posture") && !row.contains("facing"), "off the table they have no effect: {row}");
    command(&mut editor, Command::Undo);
    assert_eq!(scenario(&editor), &start);

    ask(&mut editor, Act::Select(Selection::row(&start, "terrain", 0).unwrap()));
    let corners = |editor: &Editor| scenario(editor).common().table_view().unwrap().areas[0].outline.clone();
    let before = corners(&editor);
    editor.get_by_label("Add point to outline").click();
    editor.run();
    assert_eq!(corners(&editor).len(), before.len() + 1);
    number(&mut editor, "Outline 5, from the left edge", 2.5);
    assert_eq!(corners(&editor)[4].x, 2_500);
    editor.get_by_label("Move up outline 5").click();
    editor.run();
    assert_eq!(corners(&editor)[3].x, 2_500);
    editor.get_by_label("Remove outline 4").click();
    editor.run();
    assert_eq!(corners(&editor), before);
    for _ in 0..4 {
        command(&mut editor, Command::Undo);
    }
    assert_eq!(scenario(&editor), &start);
}
