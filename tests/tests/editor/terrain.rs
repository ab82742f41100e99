//! Tools that paint terrain, measure distances, and move map pieces.

use battlewright_editor::Document;
use battlewright_editor::tools::ToolKind;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, at, choose, click, clipboard, common, drag, editor, letter, press, says, send};

const NONE: Modifiers = Modifiers::NONE;

/// Selects a terrain in the options of the tool.
fn take(editor: &mut Editor, terrain: &str) {
    editor.get_by_role_and_label(Role::RadioButton, terrain).click();
    editor.run();
}

/// Returns the number of hexes with terrain `letter`.
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
    assert!(says(&editor, "Drag to paint High ground, 9 hexes wide."));
    take(&mut editor, "Clear");
    click(&mut editor, "1007");
    take(&mut editor, "High ground");
    click(&mut editor, "1007");
    assert!(count(&editor, 'h') >= 61 && count(&editor, 'h') >= hills);
    assert_eq!(editor.state().document().history().len(), 2);
    choose(&mut editor, "Width", "3 hexes");
    assert!(says(&editor, "Drag to paint High ground, 3 hexes wide."));
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
    assert!(says(&editor, "Drag to fill a rectangle with High ground. Hold Shift for the outline only."));
    drag(&mut editor, &["1103", "1405"]);
    let filled = ["1103", "1405", "1204", "1405"].map(|hex| letter(&editor, hex));
    assert_eq!((filled, editor.state().document().history().len()), (['h'; 4], 2));
    take(&mut editor, "Clear");
    drag_with(&mut editor, Modifiers::SHIFT, &["1103", "1405"]);
    assert_eq!(["1103", "1204", "1405"].map(|hex| letter(&editor, hex)), ['.', 'h', '.']);

    // Escape during a drag.
    let (from, to) = (at(&editor, "0305"), at(&editor, "0608"));
    editor.hover_at(from);
    editor.drag_at(from);
    editor.run_steps(2);
    editor.hover_at(to);
    editor.run_steps(2);
    assert!(says(&editor, "Release to paint 4 columns by 4 rows with Clear."));
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
    assert_eq!(editor.state().tool(), ToolKind::REPLACE);
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
    // All events in one frame. The pointer is over the tool bar when the frame is drawn.
    let raw = &mut editor.input_mut().events;
    raw.extend([Event::PointerMoved(pos), button(true), button(false), Event::PointerMoved(egui::pos2(20.0, 300.0))]);
    editor.run();
    assert_eq!((letter(&editor, "0304"), editor.state().document().history().len()), ('.', 1));
}

#[test]
fn a_region_is_copied_turned_and_pasted_in_another_window() {
    let mut one = editor(Document::bundled());
    press(&mut one, NONE, Key::A);
    assert_eq!(one.state().tool(), ToolKind::REGION);
    drag(&mut one, &["1207", "1409"]);
    assert!(says(&one, "9 hexes: drag inside to move them"));
    send(&mut one, Event::Copy);
    let text = clipboard(&one);
    one.run();
    assert!(one.state().status_message().unwrap().starts_with("Copied 9 hexes"));
    assert!(!one.state().document().is_dirty(), "copying changes nothing");

    let mut two = editor(Document::bundled());
    let (start, places) = (two.state().document().text(), common(&two).places().len());
    send(&mut two, Event::Paste("Hello".to_owned()));
    two.run();
    assert!(two.state().status_message().unwrap().contains("contains no piece of a map"));
    send(&mut two, Event::Paste(text));
    two.run();
    assert_eq!(two.state().tool(), ToolKind::REGION);
    assert!(says(&two, "Click to place 9 hexes. Shift-click keeps a copy in hand. R and Shift+R turn"));
    for key in [Key::R, Key::R, Key::M] {
        press(&mut two, NONE, key);
    }
    assert_eq!(two.state().tool(), ToolKind::REGION, "R turns, and does not take up the road tool");
    click(&mut two, "0504");
    assert_eq!(two.state().document().history().undo_name(), Some("Paste region"));
    assert_eq!(two.state().document().history().len(), 1);
    assert_eq!(common(&two).places().len(), places + 1);
    let copy = &common(&two).places()[places];
    assert_eq!((copy.id.as_str(), copy.name.as_str(), copy.hexes[0].as_str()), ("vionville-2", "Vionville", "0504"));
    assert!(two.state().document().problems().iter().all(|problem| !problem.is_error()));
    press(&mut two, Modifiers::COMMAND, Key::Z);
    assert_eq!(two.state().document().text(), start);
    press(&mut two, NONE, Key::R);
    assert_eq!(two.state().tool(), ToolKind::ROAD, "with nothing in hand R is the road again");
}

#[test]
fn a_region_is_moved_cut_and_cleared() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::A);
    drag(&mut editor, &["1207", "1409"]);
    let vionville = |editor: &Editor| {
        let places = common(editor).places().iter();
        places.filter(|place| place.id.as_str() == "vionville").map(|place| place.hexes[0].to_string()).next()
    };
    let town = letter(&editor, "1308");
    drag(&mut editor, &["1308", "0906"]);
    assert_eq!(vionville(&editor).as_deref(), Some("0906"), "it is the same place still");
    assert_eq!(editor.state().document().history().undo_name(), Some("Move region"));
    assert_eq!((letter(&editor, "0906"), letter(&editor, "1308")), (town, '.'));
    press(&mut editor, NONE, Key::Delete);
    assert_eq!(editor.state().document().history().undo_name(), Some("Clear region"));
    assert_eq!((vionville(&editor), letter(&editor, "0906")), (None, '.'));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    send(&mut editor, Event::Cut);
    let text = clipboard(&editor);
    editor.run();
    assert_eq!(vionville(&editor), None);
    assert_eq!(editor.state().document().history().undo_name(), Some("Cut region"));
    send(&mut editor, Event::Paste(text));
    editor.run();
    click(&mut editor, "1308");
    assert_eq!(vionville(&editor).as_deref(), Some("1308"), "what was cut comes back under its own id");
    // Escape drops the piece, then the region. Neither limits the brush afterwards.
    press(&mut editor, NONE, Key::Escape);
    press(&mut editor, NONE, Key::B);
    assert!(!says(&editor, "within the region only"));
}

#[test]
fn painting_keeps_to_the_region_and_text_fields_keep_their_clipboard() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::A);
    drag(&mut editor, &["0302", "0303"]);
    press(&mut editor, NONE, Key::T);
    take(&mut editor, "High ground");
    assert!(says(&editor, "Drag to fill a rectangle with High ground, within the region only"));
    drag(&mut editor, &["0201", "0506"]);
    let letters = ["0302", "0303", "0304", "0405"].map(|hex| letter(&editor, hex) == 'h');
    assert_eq!(letters, [true, true, false, false]);
    // A focused text field uses the clipboard for its text.
    press(&mut editor, NONE, Key::V);
    editor.get_by_label("Title").focus();
    editor.run();
    let title = common(&editor).about().title;
    send(&mut editor, Event::Paste(" and after".to_owned()));
    editor.run();
    assert!(common(&editor).about().title.contains(" and after"), "{title}");
    assert_eq!(editor.state().status_message(), None);
}

#[test]
fn distances_and_marches_are_measured_before_play_and_in_play() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::D);
    assert_eq!(editor.state().tool(), ToolKind::MEASURE);
    let common = common(&editor);
    let unit = (0..common.unit_count()).filter_map(|n| common.unit(n)).find_map(|unit| match unit.start {
        battlewright_schema::Start::At(hex) => Some((unit.name.to_owned(), hex.to_string())),
        _ => None,
    });
    let (name, from) = unit.unwrap();
    drag(&mut editor, &[&from, "2206"]);
    assert!(says(&editor, &format!("{from} to 2206: ")) && says(&editor, &format!("{name}: ")));
    assert!(says(&editor, "MP spent in the last (4.0 2a Moves)"));
    press(&mut editor, NONE, Key::Escape);
    click(&mut editor, "0101");
    click(&mut editor, "0103");
    let over = at(&editor, "0104");
    editor.hover_at(over);
    editor.run();
    assert!(says(&editor, "0101 to 0104: 3 hexes, 2700 m"));
    assert!(!editor.state().document().is_dirty());
    press(&mut editor, NONE, Key::F5);
    drag(&mut editor, &[&from, "2206"]);
    assert!(says(&editor, "MP spent in the last (4.0 2a Moves)"));
    assert_eq!(editor.state().session().unwrap().inputs(), 0, "measuring is no input");
    press(&mut editor, NONE, Key::Escape);
    press(&mut editor, NONE, Key::Escape);
    assert_eq!(editor.state().tool(), ToolKind::SELECT);
}
