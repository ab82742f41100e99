//! Several selected counters on the map: moved, removed and changed together.

use battlewright_editor::Document;
use battlewright_editor::model::selection::Selection;
use battlewright_schema::{Cell, Start};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, at, choose, click, click_with, common, drag, editor, press, says, scenario, stroke, write};

const NONE: Modifiers = Modifiers::NONE;

/// Returns the start cell of a unit on the map.
fn start(editor: &Editor, unit: usize) -> Option<Cell> {
    match common(editor).unit(unit)?.start {
        Start::At(hex) => common(editor).grid().ok()?.cell(&hex),
        _ => None,
    }
}

fn name(editor: &Editor, cell: Cell) -> String {
    common(editor).grid().unwrap().name(cell).to_string()
}

/// Returns three units of one side that start on the map, with their hexes.
fn three(editor: &Editor) -> Vec<(usize, String)> {
    let side = common(editor).unit(0).unwrap().side.clone();
    let own = |unit: &usize| *common(editor).unit(*unit).unwrap().side == side;
    let units = (0..common(editor).unit_count()).filter(own);
    units.filter_map(|unit| Some((unit, name(editor, start(editor, unit)?)))).take(3).collect()
}

/// Selects the units by a click, then by clicks with Ctrl and Shift.
fn select(editor: &mut Editor, units: &[(usize, String)]) {
    click(editor, &units[0].1);
    for ((_, hex), modifiers) in units[1..].iter().zip([Modifiers::COMMAND, Modifiers::SHIFT].into_iter().cycle()) {
        let pos = at(editor, hex);
        click_with(editor, pos, modifiers);
    }
}

fn steps(editor: &Editor) -> usize {
    editor.state().document().history().len()
}

#[test]
fn units_picked_by_ctrl_and_shift_clicks_move_together_as_one_step() {
    let mut editor = editor(Document::bundled());
    let before = scenario(&editor).clone();
    let units = three(&editor);
    select(&mut editor, &units);
    assert_eq!(editor.state().selection(), Selection::Unit(units[2].0));
    assert!(editor.query_by_label("3 units").is_some() || says(&editor, "3 units"), "the inspector tells how many");
    let from: Vec<Cell> = units.iter().map(|(unit, _)| start(&editor, *unit).unwrap()).collect();
    // The hex two columns to the right has the same row.
    let to = Cell { column: from[0].column + 2, ..from[0] };
    let target = name(&editor, to);
    drag(&mut editor, &[&units[0].1, &target]);
    for ((unit, _), from) in units.iter().zip(&from) {
        assert_eq!(start(&editor, *unit), Some(Cell { column: from.column + 2, ..*from }));
    }
    assert_eq!((steps(&editor), editor.state().document().history().undo_name()), (1, Some("Move 3 units")));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(scenario(&editor), &before);
    // The units are still selected, and are deleted together.
    press(&mut editor, NONE, Key::Delete);
    assert_eq!(common(&editor).unit_count(), before.common().unit_count() - 3);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(scenario(&editor), &before);
    // A click on one of them selects it alone.
    select(&mut editor, &units);
    click(&mut editor, &units[1].1);
    drag(&mut editor, &[&units[1].1, &target]);
    assert_eq!(start(&editor, units[0].0), Some(from[0]));
}

#[test]
fn a_band_selects_what_it_encloses_and_escape_gives_it_up() {
    let mut editor = editor(Document::bundled());
    let units = three(&editor);
    // A band from corner to corner contains all counters on the map.
    let corners = |editor: &Editor| {
        let rect = editor.state().map_rect();
        [rect.left_top() + vec2(3.0, 3.0), rect.right_bottom() - vec2(3.0, 3.0)]
    };
    let on_map = (0..common(&editor).unit_count()).filter(|unit| start(&editor, *unit).is_some()).count();
    let [from, to] = corners(&editor);
    stroke(&mut editor, &[from, from.lerp(to, 0.5), to]);
    assert!(says(&editor, &format!("{on_map} units")));
    press(&mut editor, NONE, Key::Escape);
    assert_eq!(editor.state().selection(), Selection::Scenario);
    // A later single selection replaces the several.
    click(&mut editor, &units[0].1);
    let count = common(&editor).unit_count();
    press(&mut editor, NONE, Key::Delete);
    assert_eq!(common(&editor).unit_count(), count - 1);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    // With Shift, a band can start on a counter, and adds. Escape cancels it.
    click(&mut editor, &units[0].1);
    let begin: Pos2 = at(&editor, &units[1].1);
    for escape in [true, false] {
        editor.hover_at(begin);
        editor.run_steps(1);
        let button = |pos, pressed| {
            let (button, modifiers) = (PointerButton::Primary, Modifiers::SHIFT);
            Event::PointerButton { pos, button, pressed, modifiers }
        };
        editor.event_modifiers(button(begin, true), Modifiers::SHIFT);
        editor.run_steps(1);
        let end = begin + vec2(12.0, 12.0);
        editor.event_modifiers(Event::PointerMoved(end), Modifiers::SHIFT);
        editor.run_steps(1);
        if escape {
            editor.key_press(Key::Escape);
            editor.run_steps(1);
        }
        let end = begin - vec2(14.0, 14.0);
        editor.event_modifiers(Event::PointerMoved(end), Modifiers::SHIFT);
        editor.event_modifiers(button(end, false), Modifiers::SHIFT);
        editor.run();
        if escape {
            assert_eq!(editor.state().selection(), Selection::Unit(units[0].0));
        }
    }
}

#[test]
fn a_common_field_is_changed_in_all_of_them_as_one_step() {
    let mut editor = editor(Document::bundled());
    let before = scenario(&editor).clone();
    let units = three(&editor);
    select(&mut editor, &units);
    // A typed number, and a word from a list.
    let ratings = |editor: &Editor| -> Vec<u8> {
        units.iter().map(|(unit, _)| common(editor).unit(*unit).unwrap().rating).collect()
    };
    let field = editor.get_by_role_and_label(Role::TextInput, "ER");
    field.focus();
    editor.run();
    press(&mut editor, Modifiers::COMMAND, Key::A);
    write(&mut editor, "2");
    assert_eq!(steps(&editor), 0, "it holds when it is done");
    press(&mut editor, NONE, Key::Enter);
    assert_eq!(ratings(&editor), [2; 3]);
    // The name of the step includes the number of changed units.
    let name = editor.state().document().history().undo_name().unwrap().to_owned();
    assert!(steps(&editor) == 1 && name.starts_with("Change ER of "), "{name}");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(scenario(&editor), &before);
    // An invalid value is refused, and Escape discards it.
    editor.get_by_role_and_label(Role::TextInput, "ER").focus();
    editor.run();
    press(&mut editor, Modifiers::COMMAND, Key::A);
    write(&mut editor, "many");
    press(&mut editor, NONE, Key::Enter);
    assert!(editor.state().status_message().unwrap().starts_with("ER: "), "{:?}", editor.state().status_message());
    editor.get_by_role_and_label(Role::TextInput, "ER").focus();
    editor.run();
    write(&mut editor, "9");
    press(&mut editor, NONE, Key::Escape);
    assert_eq!(scenario(&editor), &before);
    assert_eq!(editor.state().selection(), Selection::Unit(units[2].0), "they stay selected");
    choose(&mut editor, "Arm", "Cavalry");
    let arms: Vec<_> = units.iter().map(|(unit, _)| common(&editor).unit(*unit).unwrap().arm).collect();
    assert!(arms.iter().all(|arm| *arm == battlewright_schema::Arm::Cavalry), "{arms:?}");
    let combo = editor.get_by_role_and_label(Role::ComboBox, "Arm");
    assert!(combo.accesskit_node().value().is_some());
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(scenario(&editor), &before);
}
