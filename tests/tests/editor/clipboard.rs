//! Units that are copied, cut and pasted, in one window and between two.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::selection::Selection;
use battlewright_schema::{Counter, Inches, Start, System};
use egui::{Event, Key, Modifiers};

use crate::desk::{Editor, ask, at, clipboard, command, common, editor, press, scenario, send};

/// Returns the start of `unit` as text: its hex, or its point of the table.
fn start(editor: &Editor, unit: usize) -> String {
    match common(editor).unit(unit).unwrap().start {
        Start::At(hex) => hex.to_string(),
        Start::OnTable(position) => position.at.to_string(),
        other => format!("{other:?}"),
    }
}

/// Returns the units that start in hexes, in the order of the file.
fn on_map(editor: &Editor) -> Vec<usize> {
    let unit = |unit: &usize| matches!(common(editor).unit(*unit).unwrap().start, Start::At(_));
    (0..common(editor).unit_count()).filter(unit).collect()
}

fn name(editor: &Editor) -> Option<&str> {
    editor.state().document().history().undo_name()
}

/// Sends Ctrl+C and returns the text of the clipboard.
fn copy(editor: &mut Editor) -> String {
    send(editor, Event::Copy);
    let text = clipboard(editor);
    editor.run();
    text
}

fn paste(editor: &mut Editor, text: &str) {
    send(editor, Event::Paste(text.to_owned()));
    editor.run();
}

#[test]
fn units_are_copied_and_pasted_at_the_pointer_of_another_window() {
    let mut one = editor(Document::bundled());
    let units = on_map(&one)[..3].to_vec();
    ask(&mut one, Act::Pick(units.iter().map(|unit| Counter::Unit(*unit)).collect()));
    let text = copy(&mut one);
    assert!(one.state().status_message().unwrap().starts_with("Copied 3 units. Paste them"));
    assert!(!one.state().document().is_dirty(), "copying changes nothing");

    let mut two = editor(Document::bundled());
    let (before, count) = (two.state().document().text(), common(&two).unit_count());
    let grid = common(&two).grid().unwrap();
    let hex = |editor: &Editor, unit: usize| grid.hex(grid.cell(&start(editor, unit).as_str().into()).unwrap());
    let target = at(&two, "1108");
    two.hover_at(target);
    two.run();
    paste(&mut two, &text);
    assert_eq!(common(&two).unit_count(), count + 3, "{:?}", two.state().status_message());
    assert_eq!((name(&two), two.state().document().history().len()), (Some("Paste 3 units"), 1));
    assert!(
        two.state().status_message().unwrap().starts_with("Pasted 3 units at 1108."),
        "{:?}",
        two.state().status_message()
    );
    for (copy, unit) in (count..).zip(&units) {
        let (new, old) = (common(&two).unit(copy).unwrap(), common(&two).unit(*unit).unwrap());
        assert_ne!(new.id, old.id);
        assert_eq!(new.name, format!("{} 2", old.name));
        assert_eq!(
            hex(&two, copy) - hex(&two, count),
            hex(&two, *unit) - hex(&two, units[0]),
            "they keep their distance"
        );
    }
    assert_eq!(two.state().selection(), Selection::Unit(count));
    press(&mut two, Modifiers::COMMAND, Key::Z);
    assert_eq!(two.state().document().text(), before);
}

#[test]
fn units_are_cut_and_pasted_in_the_selected_hex() {
    let mut editor = editor(Document::bundled());
    let unit = on_map(&editor)[0];
    let (count, id) = (common(&editor).unit_count(), common(&editor).unit(unit).unwrap().id.to_string());
    ask(&mut editor, Act::Select(Selection::Unit(unit)));
    send(&mut editor, Event::Cut);
    let text = clipboard(&editor);
    editor.run();
    assert_eq!((common(&editor).unit_count(), name(&editor)), (count - 1, Some("Cut 1 unit")));
    let grid = common(&editor).grid().unwrap();
    ask(&mut editor, Act::Select(Selection::Hex(grid.cell(&"0504".into()).unwrap())));
    // The command of a menu, while the pointer is over the menu.
    command(&mut editor, Command::Paste);
    paste(&mut editor, &text);
    assert_eq!((start(&editor, count - 1).as_str(), name(&editor)), ("0504", Some("Paste 1 unit")));
    assert_eq!(common(&editor).unit(count - 1).unwrap().id.to_string(), id, "what was cut comes back under its own id");
}

#[test]
fn what_cannot_be_copied_or_pasted_is_told() {
    let mut editor = editor(Document::bundled());
    let said = |editor: &Editor| editor.state().status_message().unwrap().to_owned();
    for (event, done) in [(Event::Copy, "copied"), (Event::Cut, "cut")] {
        send(&mut editor, event);
        editor.run();
        assert_eq!(said(&editor), format!("Nothing was {done}: select units, or a region of the map."));
    }
    let all = on_map(&editor);
    let units = [all[0], all[1], *all.last().unwrap()];
    ask(&mut editor, Act::Pick(units.iter().map(|unit| Counter::Unit(*unit)).collect()));
    let text = copy(&mut editor);
    let (count, corner) = (common(&editor).unit_count(), at(&editor, "0101"));
    editor.hover_at(corner);
    editor.run();
    paste(&mut editor, &text);
    let pasted = common(&editor).unit_count() - count;
    assert!(pasted < 3);
    assert!(said(&editor).contains("left out: off the map"), "{}", said(&editor));
    ask(&mut editor, Act::Pick(vec![Counter::Hq(0)]));
    send(&mut editor, Event::Copy);
    editor.run();
    assert!(said(&editor).starts_with("Nothing was copied"), "{}", said(&editor));
    let mut other = crate::desk::editor(Document::template_of(System::Matz));
    let before = scenario(&other).clone();
    paste(&mut other, &text);
    assert_eq!(other.state().status_message().unwrap(), "Nothing was pasted: units of another system were left out.");
    assert!(scenario(&other) == &before);
}

#[test]
fn units_on_a_table_are_pasted_around_the_pointer() {
    let mut editor = editor(Document::template_of(System::Outrance));
    let on_table = |unit: &usize| matches!(common(&editor).unit(*unit).unwrap().start, Start::OnTable(_));
    let units: Vec<usize> = (0..common(&editor).unit_count()).filter(on_table).take(2).collect();
    ask(&mut editor, Act::Pick(units.iter().map(|unit| Counter::Unit(*unit)).collect()));
    let text = copy(&mut editor);
    let count = common(&editor).unit_count();
    let middle = editor.state().position_on_table(Inches { x: 12_000, y: 12_000 }).unwrap();
    editor.hover_at(middle);
    editor.run();
    paste(&mut editor, &text);
    assert_eq!((common(&editor).unit_count(), name(&editor)), (count + 2, Some("Paste 2 units")));
    let position = |unit: usize| match common(&editor).unit(unit).unwrap().start {
        Start::OnTable(position) => position,
        other => panic!("{other:?}"),
    };
    let off = |a: usize, b: usize| (position(b).at.x - position(a).at.x, position(b).at.y - position(a).at.y);
    assert_eq!(off(count, count + 1), off(units[0], units[1]), "{:?}", editor.state().status_message());
    assert_eq!(position(count).facing, position(units[0]).facing);
    let errors = editor.state().document().problems().iter().filter(|problem| problem.is_error()).count();
    assert_eq!(errors, 0);
}
