//! A harness for the editor with a document, and helpers that point, drag, press keys and fill in forms.

use std::path::Path;

use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::{App, Chooser, Document};
use battlewright_schema::{Cell, Common, Scenario};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

pub(crate) type Editor = Harness<'static, App>;

/// Opens `document` in a window of laptop size.
pub(crate) fn editor(document: Document) -> Editor {
    show([1440.0, 900.0], document, |app| app)
}

/// Opens `document` in a window that is high enough for a long panel.
pub(crate) fn tall(document: Document) -> Editor {
    show([1440.0, 1800.0], document, |app| app)
}

/// Opens `document` in a window of this size, after `prepare`.
pub(crate) fn show(size: [f32; 2], document: Document, prepare: impl FnOnce(App) -> App + 'static) -> Editor {
    let builder = Harness::builder().with_size(size).with_max_steps(60);
    let mut editor =
        builder.build_eframe(move |cc| prepare(App::new(&cc.egui_ctx, document, Chooser::Typed).with_seed(1)));
    editor.run();
    editor
}

/// Loads the bundled file `name` as a document without a path.
pub(crate) fn bundled(name: &str) -> Document {
    let path = format!("{}/../scenarios/{name}", env!("CARGO_MANIFEST_DIR"));
    Document::from_text(name, std::fs::read_to_string(path).unwrap())
}

pub(crate) fn scenario(editor: &Editor) -> &Scenario {
    editor.state().document().scenario()
}

pub(crate) fn common(editor: &Editor) -> &dyn Common {
    scenario(editor).common()
}

pub(crate) fn cell(editor: &Editor, hex: &str) -> Cell {
    common(editor).grid().unwrap().cell(&hex.into()).unwrap()
}

pub(crate) fn at(editor: &Editor, hex: &str) -> Pos2 {
    editor.state().position_of(cell(editor, hex)).unwrap()
}

/// Returns the terrain letter of `hex`.
pub(crate) fn letter(editor: &Editor, hex: &str) -> char {
    let cell = cell(editor, hex);
    common(editor).hexes().get(cell.column.into(), cell.row.into()).unwrap()
}

/// Drags the main button over `points`. A single point is a click.
pub(crate) fn stroke(editor: &mut Editor, points: &[Pos2]) {
    let (first, last) = (points[0], points[points.len() - 1]);
    editor.hover_at(first);
    editor.run_steps(1);
    editor.drag_at(first);
    editor.run_steps(1);
    for point in points {
        editor.hover_at(*point);
        editor.run_steps(1);
    }
    editor.drop_at(last);
    editor.run();
}

/// Returns the corner of three hexes, or the middle of the side between two.
pub(crate) fn between(editor: &Editor, hexes: &[&str]) -> Pos2 {
    let sum = hexes.iter().fold(egui::Vec2::ZERO, |sum, hex| sum + at(editor, hex).to_vec2());
    (sum / f32::from(u8::try_from(hexes.len()).unwrap())).to_pos2()
}

/// Drags from `from` to `to`.
pub(crate) fn carry(editor: &mut Editor, from: Pos2, to: Pos2) {
    let way = [0.3, 0.7, 1.0, 1.0].map(|part| from.lerp(to, part));
    stroke(editor, &[&[from][..], &way].concat());
}

/// Clicks at `pos` with `modifiers` held.
pub(crate) fn click_with(editor: &mut Editor, pos: Pos2, modifiers: Modifiers) {
    editor.hover_at(pos);
    editor.run_steps(1);
    for pressed in [true, false] {
        let button = PointerButton::Primary;
        editor.event_modifiers(Event::PointerButton { pos, button, pressed, modifiers }, modifiers);
        editor.run_steps(1);
    }
    editor.run();
}

/// Clicks at `pos` with press and release in one frame, as touchpads do.
pub(crate) fn tap(editor: &mut Editor, pos: Pos2) {
    editor.hover_at(pos);
    editor.run_steps(1);
    for pressed in [true, false] {
        let button = PointerButton::Primary;
        editor.input_mut().events.push(Event::PointerButton { pos, button, pressed, modifiers: Modifiers::NONE });
    }
    editor.run();
}

/// Drags the main button over the centers of `hexes`.
pub(crate) fn drag(editor: &mut Editor, hexes: &[&str]) {
    let points: Vec<Pos2> = hexes.iter().map(|hex| at(editor, hex)).collect();
    stroke(editor, &points);
}

pub(crate) fn click(editor: &mut Editor, hex: &str) {
    drag(editor, &[hex]);
}

/// Carries out `act` like a request of a panel.
pub(crate) fn ask(editor: &mut Editor, act: Act) {
    editor.state_mut().ask(act);
    editor.run();
}

pub(crate) fn command(editor: &mut Editor, command: Command) {
    ask(editor, Act::Command(command));
}

/// Returns the text that the editor has copied to the clipboard.
pub(crate) fn clipboard(editor: &Editor) -> String {
    let commands = &editor.output().platform_output.commands;
    let copied = commands.iter().rev().find_map(|command| match command {
        egui::OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    copied.expect("something was copied")
}

/// Sends a clipboard event, like the window does for Ctrl+C, Ctrl+X and Ctrl+V.
pub(crate) fn send(editor: &mut Editor, event: Event) {
    editor.event(event);
    editor.step();
}

/// Returns `true` if the status line or another element contains `part`.
pub(crate) fn says(editor: &Editor, part: &str) -> bool {
    editor.query_all_by_label_contains(part).next().is_some()
}

/// Returns one selection of each kind that all systems have, and one of a missing object.
pub(crate) fn selections(editor: &Editor) -> Vec<Selection> {
    vec![
        Selection::Scenario,
        Selection::Hex(cell(editor, "0808")),
        Selection::Unit(0),
        Selection::Road(0),
        Selection::Hexside(0),
        Selection::Place(0),
        Selection::Entry(0),
        Selection::Exit(0),
        Selection::Side(0),
        Selection::Terrain(1),
        Selection::Part("victory"),
        Selection::Part("rules"),
        Selection::Table(0),
        Selection::Unit(9999),
    ]
}

pub(crate) fn press(editor: &mut Editor, modifiers: Modifiers, key: Key) {
    editor.key_press_modifiers(modifiers, key);
    editor.run();
}

/// Types `text` character by character, with the events of a keyboard.
pub(crate) fn write(editor: &mut Editor, text: &str) {
    for letter in text.chars() {
        letter_events(editor, letter);
        editor.run_steps(1);
    }
    editor.run();
}

/// Queues the keyboard events for `letter` for the next frame.
pub(crate) fn letter_events(editor: &mut Editor, letter: char) {
    let modifiers = Modifiers::NONE;
    let key = Key::from_name(&letter.to_uppercase().to_string());
    let pressed = |pressed| key.map(|key| Event::Key { key, physical_key: None, pressed, repeat: false, modifiers });
    let events = pressed(true).into_iter().chain([Event::Text(letter.to_string())]).chain(pressed(false));
    editor.input_mut().events.extend(events);
}

/// Clicks the element with this label.
pub(crate) fn push(editor: &mut Editor, label: &str) {
    editor.get_by_label(label).click();
    editor.run();
}

/// Selects `option` in the combo box `label`.
pub(crate) fn choose(editor: &mut Editor, label: &str, option: &str) {
    editor.get_by_role_and_label(Role::ComboBox, label).click();
    editor.run();
    editor.query_all_by_label(option).last().expect("the option is listed").click();
    editor.run();
}

/// Enters `path` in the path field.
pub(crate) fn type_path(editor: &mut Editor, path: &Path) {
    let field = editor.get_by_label("File path");
    field.set_text_value_accesskit(&path.display().to_string());
    editor.run();
}

/// Waits for background work, and shows its result.
pub(crate) fn settle(editor: &mut Editor) {
    for _ in 0..3 {
        editor.run();
        editor.state_mut().wait_for_work();
    }
    editor.run();
}
