//! Tools that paint the ground, measure it, and move pieces of it about.

use battlewright_editor::Document;
use battlewright_editor::tools::ToolKind;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, at, choose, click, common, drag, editor, letter, press};

const NONE: Modifiers = Modifiers::NONE;

/// What the status line says.
fn status(editor: &Editor, part: &str) -> bool {
    editor.query_all_by_label_contains(part).next().is_some()
}

/// Takes up a terrain in the options of the tool.
fn take(editor: &mut Editor, terrain: &str) {
    editor.get_by_role_and_label(Role::RadioButton, terrain).click();
    editor.run();
}

/// How many hexes have the terrain `letter`.
fn count(editor: &Editor, letter: char) -> usize {
    common(editor).hexes().0.iter().flatten().filter(|other| **other == letter).count()
}

/// Drags with `modifiers` held.
fn drag_with(editor: &mut Editor, modifiers: Modifiers, hexes: &[&str]) {
    editor.event(Event::ModifiersChanged(modifiers));
    editor.run_steps(1);
    drag(editor, hexes);
    editor.event(Event::ModifiersChanged(NONE));
    editor.run();
}

#[test]
fn the_brush_grows_to_nine_hexes_by_keys_and_by_the_panel() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::B);
    take(&mut editor, "High ground");
    let hills = count(&editor, 'h');
    for _ in 0..6 {
        press(&mut editor, NONE, Key::CloseBracket);
    }
    assert!(status(&editor, "Drag to paint High ground, 9 hexes wide."));
    take(&mut editor, "Clear");
    click(&mut editor, "1007");
    take(&mut editor, "High ground");
    click(&mut editor, "1007");
    assert!(count(&editor, 'h') >= 61 && count(&editor, 'h') >= hills);
    assert_eq!(editor.state().document().history().len(), 2);
    choose(&mut editor, "Width", "3 hexes");
    assert!(status(&editor, "Drag to paint High ground, 3 hexes wide."));
}

#[test]
fn a_line_and_a_rectangle_are_one_step_each_and_escape_gives_them_up() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::N);
    take(&mut editor, "Woods");
    let (start, woods) = (editor.state().document().text(), count(&editor, 'w'));
    drag(&mut editor, &["0202", "0902"]);
    assert_eq!(editor.state().document().history().undo_name(), Some("Line of Woods"));
    assert!(count(&editor, 'w') > woods && letter(&editor, "0502") == 'w' || letter(&editor, "0501") == 'w');
    press(&mut editor, NONE, Key::T);
    take(&mut editor, "High ground");
    assert!(status(&editor, "Drag to fill a rectangle with High ground; hold Shift for its outline only."));
    drag(&mut editor, &["1103", "1405"]);
    let filled = ["1103", "1405", "1204", "1405"].map(|hex| letter(&editor, hex));
    assert_eq!((filled, editor.state().document().history().len()), (['h'; 4], 2));
    take(&mut editor, "Clear");
    drag_with(&mut editor, Modifiers::SHIFT, &["1103", "1405"]);
    assert_eq!(["1103", "1204", "1405"].map(|hex| letter(&editor, hex)), ['.', 'h', '.']);

    // Escape in the middle of a drag.
    let (from, to) = (at(&editor, "0305"), at(&editor, "0608"));
    editor.hover_at(from);
    editor.drag_at(from);
    editor.run_steps(2);
    editor.hover_at(to);
    editor.run_steps(2);
    assert!(status(&editor, "Release to paint 4 columns by 4 rows with Clear."));
    press(&mut editor, NONE, Key::Escape);
    editor.drop_at(to);
    editor.run();
    assert_eq!(editor.state().document().history().len(), 3);
    for _ in 0..3 {
        press(&mut editor, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(editor.state().document().text(), start);
}

#[test]
fn every_hex_of_a_terrain_is_replaced_and_levels_too() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::C);
    assert_eq!(editor.state().tool(), ToolKind::Replace);
    take(&mut editor, "High ground");
    let (woods, hills) = (count(&editor, 'w'), count(&editor, 'h'));
    let grid = common(&editor).grid().unwrap();
    let wood = grid.cells().find(|cell| letter(&editor, grid.name(*cell).as_str()) == 'w').unwrap();
    click(&mut editor, grid.name(wood).as_str());
    assert_eq!((count(&editor, 'w'), count(&editor, 'h')), (0, hills + woods));
    assert_eq!(editor.state().document().history().undo_name(), Some("Replace Woods with High ground"));
    choose(&mut editor, "Works on", "Levels");
    click(&mut editor, "0304");
    assert!(common(&editor).levels().unwrap().0.iter().flatten().all(|level| *level == '2'));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(common(&editor).levels().is_none(), "a map without levels has none again");
}

#[test]
fn a_click_that_goes_down_and_up_within_a_slow_frame_is_heard() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::B);
    take(&mut editor, "High ground");
    take(&mut editor, "Clear");
    let pos = at(&editor, "0304");
    let button = |pressed| Event::PointerButton { pos, button: PointerButton::Primary, pressed, modifiers: NONE };
    // All in one frame, and the pointer is over the tool bar already when it is drawn.
    let raw = &mut editor.input_mut().events;
    raw.extend([Event::PointerMoved(pos), button(true), button(false), Event::PointerMoved(egui::pos2(20.0, 300.0))]);
    editor.run();
    assert_eq!((letter(&editor, "0304"), editor.state().document().history().len()), ('.', 1));
}
