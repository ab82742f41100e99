//! A table without hexes: drawing, moving and selecting what lies on it.

use battlewright_editor::messages::command::Command;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::tools::ToolKind;
use battlewright_schema::{Inches, load};
use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, bundled, carry, choose, command, editor, letter_events, press, says, scenario, stroke};

const NONE: Modifiers = Modifiers::NONE;
const LESSON: &str = "outrance-first-assault.toml";

fn at(editor: &Editor, x: i32, y: i32) -> Pos2 {
    editor.state().position_on_table(Inches { x, y }).unwrap()
}

fn click(editor: &mut Editor, x: i32, y: i32) {
    let pos = at(editor, x, y);
    stroke(editor, &[pos]);
}

/// Returns the outlines of the areas that the file has.
fn outlines(editor: &Editor) -> Vec<Vec<Inches>> {
    let view = scenario(editor).common().table_view().unwrap();
    view.areas.into_iter().map(|area| area.outline).collect()
}

fn inches(points: &[(i32, i32)]) -> Vec<Inches> {
    points.iter().map(|(x, y)| Inches { x: *x, y: *y }).collect()
}

#[test]
fn a_wood_is_drawn_reshaped_taken_back_and_saved() {
    let mut editor = editor(bundled(LESSON));
    let before = outlines(&editor);
    press(&mut editor, NONE, Key::O);
    assert_eq!(editor.state().tool(), ToolKind::DRAW);
    choose(&mut editor, "Draws", "Woods");
    for (x, y) in [(2000, 3000), (6000, 3000), (6000, 6000)] {
        click(&mut editor, x, y);
    }
    assert_eq!(outlines(&editor), before, "it is not closed yet");
    assert!(says(&editor, "Enter or a click on the first corner closes"));
    press(&mut editor, NONE, Key::Enter);
    let drawn = inches(&[(2000, 3000), (6000, 3000), (6000, 6000)]);
    assert_eq!(outlines(&editor)[before.len()], drawn);
    assert_eq!(editor.state().selection(), Selection::Row("terrain", before.len()));

    press(&mut editor, NONE, Key::V);
    let (from, to) = (at(&editor, 6000, 3000), at(&editor, 7000, 2000));
    carry(&mut editor, from, to);
    let moved = inches(&[(2000, 3000), (7000, 2000), (6000, 6000)]);
    assert_eq!(outlines(&editor)[before.len()], moved);
    command(&mut editor, Command::Undo);
    assert_eq!(outlines(&editor)[before.len()], drawn);
    command(&mut editor, Command::Redo);
    assert_eq!(outlines(&editor)[before.len()], moved);
    let read = load(&editor.state().document().text()).scenario.unwrap();
    assert_eq!(read.common().table_view().unwrap().areas[before.len()].outline, moved, "it is in the file");
    press(&mut editor, NONE, Key::Delete);
    assert_eq!(outlines(&editor), before);
}

#[test]
fn a_town_is_drawn_by_keyboard_alone() {
    let mut editor = editor(bundled(LESSON));
    let before = outlines(&editor).len();
    press(&mut editor, NONE, Key::O);
    choose(&mut editor, "Draws", "Town");
    // The choice keeps the keyboard until the table has it.
    editor.get_by_label_contains("Table of 24").focus();
    editor.run();
    let mut corner = |way: &[Key]| {
        way.iter().for_each(|key| press(&mut editor, NONE, *key));
        press(&mut editor, NONE, Key::Enter);
    };
    corner(&[Key::ArrowUp]);
    corner(&[Key::ArrowRight, Key::ArrowRight]);
    corner(&[Key::ArrowDown, Key::ArrowDown]);
    press(&mut editor, NONE, Key::Enter);
    assert_eq!(outlines(&editor).len(), before + 1, "a second Enter at a corner closes the area");
    let corners = outlines(&editor).pop().unwrap();
    assert_eq!(corners[1].x - corners[0].x, 1000);
    assert_eq!(corners[2].y - corners[1].y, 1000);
    assert!(editor.state().status_message().is_none(), "{:?}", editor.state().status_message());
}

#[test]
fn a_unit_is_selected_and_dragged_with_its_bases() {
    let mut editor = editor(bundled(LESSON));
    let unit = scenario(&editor).common().table_view().unwrap().units.into_iter().find(|unit| unit.facing.is_some());
    let unit = unit.unwrap();
    let corners = unit.bases[0].corners;
    let middle = [(corners[0].x + corners[2].x) / 2, (corners[0].y + corners[2].y) / 2];
    click(&mut editor, middle[0], middle[1]);
    assert_eq!(editor.state().selection(), Selection::Unit(unit.unit));
    let (from, to) = (at(&editor, middle[0], middle[1]), at(&editor, middle[0] + 1000, middle[1]));
    carry(&mut editor, from, to);
    let now = scenario(&editor).common().table_view().unwrap().units.into_iter().find(|other| other.unit == unit.unit);
    let now = now.unwrap();
    assert_eq!(now.at.y % 500, 0, "snapped");
    assert!((now.at.x - unit.at.x - 1000).abs() <= 500, "{:?} {:?}", unit.at, now.at);
    letter_events(&mut editor, 'v');
    command(&mut editor, Command::Undo);
    let back = scenario(&editor).common().table_view().unwrap().units.into_iter().find(|other| other.unit == unit.unit);
    assert_eq!(back.unwrap().at, unit.at);
}

#[test]
fn the_menu_of_a_point_selects_what_lies_there_and_turns_a_unit() {
    let mut editor = editor(bundled(LESSON));
    let unit = scenario(&editor).common().table_view().unwrap().units.into_iter().find(|unit| unit.facing.is_some());
    let unit = unit.unwrap();
    let [one, _, other, _] = unit.bases[0].corners;
    let pos = at(&editor, (one.x + other.x) / 2, (one.y + other.y) / 2);
    editor.hover_at(pos);
    editor.run_steps(1);
    for pressed in [true, false] {
        let button = egui::PointerButton::Secondary;
        editor.event(egui::Event::PointerButton { pos, button, pressed, modifiers: NONE });
        editor.run_steps(1);
    }
    editor.run();
    assert!(editor.query_by_label_contains("Menu of ").is_some());
    assert_eq!(editor.state().selection(), Selection::Unit(unit.unit));
    editor.get_by_label_contains("Turn units right").click();
    editor.run();
    let now = scenario(&editor).common().table_view().unwrap().units.into_iter().find(|other| other.unit == unit.unit);
    assert_eq!(now.unwrap().facing, unit.facing.map(|facing| (facing + 15) % 360));
    assert!(editor.query_by_label_contains("Menu of ").is_none());

    // By keyboard, at the cursor.
    editor.get_by_label_contains("Table of").focus();
    press(&mut editor, Modifiers::SHIFT, Key::F10);
    assert!(editor.query_by_label_contains("Menu of ").is_some());
}

#[test]
fn lines_of_sight_are_told_on_a_table_before_play_and_in_play() {
    let mut editor = editor(bundled("outrance-spicheren.toml"));
    press(&mut editor, NONE, Key::S);
    assert_eq!(editor.state().tool(), ToolKind::LINE_OF_SIGHT);
    let (from, to) = (at(&editor, 14_000, 2_000), at(&editor, 12_000, 8_000));
    carry(&mut editor, from, to);
    assert!(says(&editor, "6.3 inches: clear (VIII Terrain)."));
    press(&mut editor, NONE, Key::F5);
    let inputs = editor.state().session().unwrap().inputs();
    let (from, to) = (at(&editor, 29_000, 12_000), at(&editor, 29_000, 20_000));
    carry(&mut editor, from, to);
    assert!(says(&editor, "8.0 inches: the line of sight runs through too much woods (VI)."));
    assert_eq!(editor.state().session().unwrap().inputs(), inputs, "looking is no input");
}

#[test]
fn tools_for_hexes_say_why_they_do_nothing_on_a_table() {
    let mut editor = editor(bundled(LESSON));
    press(&mut editor, NONE, Key::B);
    assert_ne!(editor.state().tool(), ToolKind::BRUSH);
    assert!(says(&editor, "without hexes"));
    let mut editor = crate::desk::editor(bundled("tutorial.toml"));
    press(&mut editor, NONE, Key::O);
    assert_ne!(editor.state().tool(), ToolKind::DRAW);
    assert!(says(&editor, "use the Terrain brush"));
}

#[test]
fn the_palette_goes_to_a_unit_on_the_table() {
    let mut editor = editor(bundled(LESSON));
    let unit = scenario(&editor).common().table_view().unwrap().units.into_iter().nth(3).unwrap();
    let name = scenario(&editor).common().unit(unit.unit).unwrap().name.to_owned();
    let in_sight =
        |editor: &Editor| editor.state().map_rect().contains(editor.state().position_on_table(unit.at).unwrap());
    for _ in 0..30 {
        if !in_sight(&editor) {
            break;
        }
        command(&mut editor, Command::ZoomIn);
    }
    assert!(!in_sight(&editor));
    command(&mut editor, Command::Palette);
    crate::desk::write(&mut editor, &format!("{name} "));
    press(&mut editor, NONE, Key::Enter);
    assert_eq!(editor.state().selection(), Selection::Unit(unit.unit));
    assert!(in_sight(&editor));
}
