//! Large maps: correct display after any sequence of changes, zoom to the whole map, and no work in an idle editor.

use std::time::Duration;

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::messages::dialog_answer::DialogAnswer;
use battlewright_editor::model::edit::Edit;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::model::text::TextSplice;
use battlewright_editor::tools::{ToolKind, ToolOptions};
use battlewright_schema::Cell;
use egui::{Key, Mesh, Modifiers, Pos2};

use super::desk::{Editor, ask, bundled, common, editor, press, show};
use super::large;

fn of(columns: u16, rows: u16) -> Document {
    Document::from_text("large", large::text(columns, rows))
}

/// Opens a map of this size and shows a part of it.
fn near(columns: u16, rows: u16) -> Editor {
    let mut editor = editor(of(columns, rows));
    look(&mut editor, Cell { column: 60, row: 50 }, 26.0);
    editor
}

fn look(editor: &mut Editor, cell: Cell, radius: f32) {
    editor.state_mut().look(cell, radius);
    editor.run();
}

fn at(editor: &Editor, column: u16, row: u16) -> Pos2 {
    editor.state().position_of(Cell { column, row }).unwrap()
}

/// Drags the active tool over `cells`.
fn stroke(editor: &mut Editor, cells: &[(u16, u16)]) {
    let points: Vec<Pos2> = cells.iter().map(|(column, row)| at(editor, *column, *row)).collect();
    super::desk::stroke(editor, &points);
}

/// Returns the base map of a new editor with the same text.
fn afresh(editor: &Editor, cell: Cell, radius: f32) -> Mesh {
    let mut other = super::desk::editor(Document::from_text("large", editor.state().document().text()));
    look(&mut other, cell, radius);
    other.state().printed_map().clone()
}

fn assert_same(one: &Mesh, other: &Mesh) {
    assert_eq!((one.vertices.len(), one.indices.len()), (other.vertices.len(), other.indices.len()));
    assert!(one == other, "the triangles are others");
}

#[test]
fn what_is_shown_after_work_on_a_large_map_is_what_a_new_window_shows() {
    let mut editor = near(200, 200);
    let middle = Cell { column: 60, row: 50 };
    let before = editor.state().printed_map().clone();
    assert!(!before.is_empty());

    ask(&mut editor, Act::Tool(ToolKind::BRUSH));
    ask(&mut editor, Act::Options(ToolOptions { letter: 'T', size: 2, ..ToolOptions::default() }));
    stroke(&mut editor, &[(55, 47), (58, 48), (63, 52)]);
    let letter = common(&editor).hexes().get(58, 48);
    assert_eq!(letter, Some('T'));
    let painted = editor.state().printed_map().clone();
    assert!(painted != before, "the stroke is seen");
    assert_same(&painted, &afresh(&editor, middle, 26.0));

    ask(&mut editor, Act::Tool(ToolKind::ELEVATION));
    stroke(&mut editor, &[(57, 50), (57, 53)]);
    assert_same(editor.state().printed_map(), &afresh(&editor, middle, 26.0));

    ask(&mut editor, Act::Command(Command::Undo));
    assert_same(editor.state().printed_map(), &painted);
    ask(&mut editor, Act::Command(Command::Undo));
    assert_same(editor.state().printed_map(), &before);
    ask(&mut editor, Act::Command(Command::Redo));

    // The same map after moves and zooms.
    look(&mut editor, Cell { column: 120, row: 130 }, 26.0);
    look(&mut editor, middle, 9.0);
    assert_same(editor.state().printed_map(), &afresh(&editor, middle, 9.0));
    look(&mut editor, middle, 26.0);
    assert_same(editor.state().printed_map(), &painted);
}

#[test]
fn a_zoomed_map_is_sharp_when_it_comes_to_rest() {
    let mut editor = near(200, 200);
    let middle = Cell { column: 60, row: 50 };
    for radius in [27.0, 30.0, 35.0, 31.0] {
        editor.state_mut().look(middle, radius);
        editor.run_steps(1);
    }
    assert!(*editor.state().printed_map() != afresh(&editor, middle, 31.0), "on the way the old picture is stretched");
    editor.run();
    assert_same(editor.state().printed_map(), &afresh(&editor, middle, 31.0));
}

#[test]
fn lines_are_the_same_from_wherever_they_are_seen() {
    let mut editor = near(200, 200);
    let middle = Cell { column: 60, row: 50 };
    let before = editor.state().printed_map().clone();
    ask(&mut editor, Act::Select(Selection::Road(0)));
    assert_same(editor.state().printed_map(), &before);
    let grid = common(&editor).grid().unwrap();
    let path = (58..64).map(|column| grid.name(Cell { column, row: 51 })).collect();
    let road = battlewright_schema::Road { path, ..Default::default() };
    ask(&mut editor, Act::edit("Road", Edit::Road(battlewright_editor::model::edit::ListChange::Insert(0, road))));
    assert!(editor.state().printed_map().vertices.len() > before.vertices.len(), "a new road is seen");
    assert_same(editor.state().printed_map(), &{
        let mut other = super::desk::editor(Document::from_text("large", editor.state().document().text()));
        look(&mut other, middle, 26.0);
        ask(&mut other, Act::Select(Selection::Road(0)));
        other.state().printed_map().clone()
    });
}

#[test]
fn all_of_a_thousand_by_a_thousand_hexes_can_be_seen_and_painted() {
    let mut editor = editor(of(1000, 1000));
    let seen = |editor: &Editor| {
        let rect = editor.state().map_rect();
        [(0, 0), (999, 0), (0, 999), (999, 999)].iter().all(|(column, row)| rect.contains(at(editor, *column, *row)))
    };
    assert!(seen(&editor), "it opens with all of it in view");
    let triangles = |editor: &Editor| {
        let output = editor.output();
        let shapes = editor.ctx.tessellate(output.shapes.clone(), 1.0);
        let meshes = shapes.iter().filter_map(|shape| match &shape.primitive {
            egui::epaint::Primitive::Mesh(mesh) => Some(mesh.indices.len() / 3),
            egui::epaint::Primitive::Callback(_) => None,
        });
        meshes.sum::<usize>()
    };
    assert!(triangles(&editor) < 100_000, "{} triangles for a million hexes", triangles(&editor));

    ask(&mut editor, Act::Tool(ToolKind::BRUSH));
    ask(&mut editor, Act::Options(ToolOptions { letter: 'T', size: 3, ..ToolOptions::default() }));
    stroke(&mut editor, &[(500, 500), (520, 500)]);
    assert_eq!(common(&editor).hexes().get(510, 500), Some('T'));

    look(&mut editor, Cell { column: 700, row: 300 }, 40.0);
    assert!(!seen(&editor));
    press(&mut editor, Modifiers::NONE, Key::Num0);
    assert!(seen(&editor), "0 fits");
    // The map does not become smaller.
    let far = at(&editor, 999, 999);
    ask(&mut editor, Act::Command(Command::ZoomOut));
    assert_eq!(at(&editor, 999, 999), far);
}

#[test]
fn problems_of_a_large_scenario_come_beside_the_window_and_say_of_what_they_are() {
    let mut editor = near(200, 200);
    assert_eq!(editor.state().document().counts(), (0, 0));
    let paint = |letter| Act::edit("Paint", Edit::Paint(vec![(Cell { column: 60, row: 50 }, letter)]));

    editor.state_mut().ask(paint('?'));
    editor.run_steps(1);
    let document = editor.state().document();
    assert_eq!((document.edition(), document.checked_edition()), (1, 0), "the window did not wait");

    // A problem that was undone before the check does not appear.
    editor.state_mut().ask(Act::Command(Command::Undo));
    editor.run_steps(1);
    editor.state_mut().wait_for_checks();
    let document = editor.state().document();
    assert_eq!((document.edition(), document.checked_edition(), document.counts()), (2, 2, (0, 0)));

    editor.state_mut().ask(paint('?'));
    editor.run_steps(1);
    editor.state_mut().wait_for_checks();
    let document = editor.state().document();
    assert_eq!((document.checked_edition(), document.counts()), (3, (1, 0)));
    assert_eq!(document.problems()[0].finding.code.as_str(), "unknown-terrain-letter");

    // A scenario of normal size is checked at once.
    let mut small = super::desk::editor(bundled("mars-la-tour.toml"));
    small.state_mut().ask(Act::edit("Paint", Edit::Paint(vec![(Cell { column: 6, row: 5 }, '?')])));
    small.run_steps(1);
    assert_eq!(small.state().document().checked_edition(), 1);
}

#[test]
fn what_is_asked_for_while_a_large_text_is_read_is_done_when_it_is_read() {
    let mut editor = near(200, 200);
    let text = editor.state().document().text();
    let at = text.find("title = \"").unwrap() + 9;
    let edition = editor.state().document().edition();
    editor.state_mut().ask(Act::Type { edition, splice: TextSplice::new(at..at, "Typed ") });
    editor.run_steps(1);
    assert!(editor.state().document().is_typing());
    editor.state_mut().ask(Act::Command(Command::Undo));
    editor.state_mut().ask(Act::Tool(ToolKind::BRUSH));
    editor.run_steps(1);
    let document = editor.state().document();
    assert!(document.is_reading() && document.history().is_empty(), "the window did not wait");
    assert_eq!(
        (editor.state().status_message(), editor.state().tool()),
        (Some("Reading the typed text…"), ToolKind::SELECT)
    );

    editor.state_mut().wait_for_checks();
    assert!(editor.state().document().scenario().title().starts_with("Typed "));
    editor.run_steps(2);
    let document = editor.state().document();
    assert_eq!((document.text(), document.history().redo_name()), (text, Some("Edit source")));
    assert_eq!(editor.state().tool(), ToolKind::BRUSH);
}

#[test]
fn a_large_scenario_is_saved_when_its_text_is_known_and_the_window_closes_then() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.toml");
    std::fs::write(&path, large::text(200, 200)).unwrap();
    let mut editor = show([1440.0, 900.0], Document::open(&path).unwrap(), |app| app);
    let painted = Cell { column: 60, row: 50 };
    editor.state_mut().ask(Act::edit("Paint", Edit::Paint(vec![(painted, 'T')])));
    editor.state_mut().ask(Act::Command(Command::Save));
    editor.run_steps(1);
    let state = editor.state();
    assert_eq!(
        (state.document().is_dirty(), state.status_message()),
        (true, Some(&*format!("Saving {}…", path.display())))
    );
    // A close request during the save asks no question.
    let viewport = editor.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default();
    viewport.events.push(egui::ViewportEvent::Close);
    editor.run_steps(1);
    assert_eq!(editor.state().dialog(), None);
    let commands = |editor: &Editor| editor.output().viewport_output[&egui::ViewportId::ROOT].commands.clone();
    let waits = commands(&editor).contains(&egui::ViewportCommand::CancelClose);
    editor.input_mut().viewports.get_mut(&egui::ViewportId::ROOT).unwrap().events.clear();

    editor.state_mut().wait_for_checks();
    editor.run_steps(2);
    let state = editor.state();
    assert_eq!((state.document().is_dirty(), state.is_closing()), (false, waits));
    let saved = Document::open(&path).unwrap();
    assert_eq!(saved.scenario().common().hexes().get(60, 50), Some('T'));
    assert!(saved.text() == state.document().text());
}

/// Returns the time until the next frame without events.
fn wait(editor: &Editor) -> Duration {
    editor.output().viewport_output.values().map(|viewport| viewport.repaint_delay).min().unwrap()
}

#[track_caller]
fn assert_idle(editor: &mut Editor) {
    // Tooltips disappear, and the thread that checks the saved file ends.
    for _ in 0..4 {
        editor.run();
        editor.run_steps(8);
        if wait(editor) == Duration::MAX {
            return;
        }
    }
    panic!("drawn again in {:?}", wait(editor));
}

#[test]
fn an_editor_in_which_nothing_happens_draws_nothing() {
    let mut editor = near(200, 200);
    assert_idle(&mut editor);
    let to = at(&editor, 60, 50);
    editor.hover_at(to);
    assert_idle(&mut editor);
    ask(&mut editor, Act::Tool(ToolKind::BRUSH));
    stroke(&mut editor, &[(55, 47), (58, 48)]);
    editor.state_mut().wait_for_checks();
    assert_idle(&mut editor);
}

#[test]
fn a_file_on_the_disk_keeps_no_window_awake() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("battle.toml");
    std::fs::copy(format!("{}/../scenarios/mars-la-tour.toml", env!("CARGO_MANIFEST_DIR")), &path).unwrap();
    let mut editor = show([1440.0, 900.0], Document::open(&path).unwrap(), |app| app);
    assert_idle(&mut editor);
    ask(&mut editor, Act::edit("Paint", Edit::Paint(vec![(Cell { column: 6, row: 5 }, 'T')])));
    ask(&mut editor, Act::Command(Command::Save));
    assert!(!editor.state().document().is_dirty());
    assert_idle(&mut editor);
}

#[test]
fn neither_a_scan_nor_a_game_that_waits_for_a_player_keeps_a_window_awake() {
    let folder = tempfile::tempdir().unwrap();
    image::RgbImage::from_pixel(600, 400, image::Rgb([200, 190, 160])).save(folder.path().join("scan.png")).unwrap();
    let path = folder.path().join("battle.toml");
    let text = bundled("mars-la-tour.toml").text();
    let scan = "[map.scan]\nfile = \"scan.png\"\nfirst = { x = 20, y = 20 }\ncolumn = { x = 20, y = 0 }\n\
                row = { x = 0, y = 20 }\n\n[map.terrain]";
    std::fs::write(&path, text.replacen("[map.terrain]", scan, 1)).unwrap();
    let mut editor = show([1440.0, 900.0], Document::open(&path).unwrap(), |app| app);
    for _ in 0..500 {
        if editor.state().scans().reading.picture().is_some() {
            break;
        }
        // The picture is loaded in the background.
        std::thread::sleep(Duration::from_millis(20));
        editor.run_steps(1);
    }
    assert!(editor.state().scans().reading.picture().is_some());
    assert_idle(&mut editor);

    press(&mut editor, Modifiers::NONE, Key::F5);
    assert!(editor.state().session().is_some());
    assert_idle(&mut editor);
}

#[test]
fn letters_and_what_is_asked_for_among_them_are_done_in_order_while_a_large_text_is_read() {
    let mut editor = near(400, 400);
    ask(&mut editor, Act::Tab(battlewright_editor::model::layout::BottomTab::Source));
    let text = editor.state().document().text();
    let at = text.find("title = \"").unwrap() + 9;
    ask(&mut editor, Act::Place(at..at));
    let letter = |editor: &mut Editor, letter: &str| {
        editor.event(egui::Event::Text(letter.to_owned()));
        editor.run_steps(1);
    };
    letter(&mut editor, "a");
    letter(&mut editor, "b");
    editor.key_press_modifiers(Modifiers::COMMAND, Key::Z);
    // In the same frame as the shortcut.
    letter(&mut editor, "x");
    letter(&mut editor, "y");
    let document = editor.state().document();
    assert!(document.is_reading() && document.history().is_empty(), "the window did not wait");
    assert!(document.text().contains("title = \"ab"), "nor did the letters go before");

    editor.state_mut().wait_for_checks();
    editor.run_steps(2);
    editor.state_mut().wait_for_checks();
    let document = editor.state().document();
    let typed = format!("{}xy{}", &text[..at], &text[at..]);
    assert!(document.text() == typed, "the letters behind the undo are not taken back with it");
    assert_eq!(document.history().len(), 1);
    ask(&mut editor, Act::Command(Command::Undo));
    assert!(editor.state().document().text() == text);
}

#[test]
fn what_a_dialog_was_answered_waits_for_a_large_text_too() {
    let mut editor = near(200, 200);
    let text = editor.state().document().text();
    let at = text.find("title = \"").unwrap() + 9;
    ask(&mut editor, Act::Command(Command::Turn));
    let edition = editor.state().document().edition();
    editor.state_mut().ask(Act::Type { edition, splice: TextSplice::new(at..at, "Typed ") });
    let turned = Document::from_text("turned", text).scenario().clone();
    editor.state_mut().ask(Act::Answer(Box::new(DialogAnswer::Operate("Turn map", Box::new(turned)))));
    editor.run_steps(1);
    let document = editor.state().document();
    assert!(document.is_reading() && document.history().is_empty(), "the window did not wait");
    editor.state_mut().wait_for_checks();
    editor.run_steps(2);
    assert_eq!(editor.state().document().history().undo_name(), Some("Turn map"));
}

#[test]
fn large_text_leaves_the_map_its_lines() {
    let mut editor = near(60, 50);
    let middle = Cell { column: 30, row: 25 };
    look(&mut editor, middle, 3.5);
    assert!(editor.state().printed_map().is_empty(), "hexes of 7 pixels are dots");
    while editor.ctx.zoom_factor() < 2.0 {
        super::desk::command(&mut editor, Command::Larger);
    }
    look(&mut editor, middle, 3.5);
    assert!(!editor.state().printed_map().is_empty(), "these have 14");
    assert!(super::desk::says(&editor, "14 px/hex"));
}

/// The map is not fitted into the view then, and has no scale for the status line.
#[test]
fn neither_tracing_nor_a_bad_numbering_keeps_a_window_awake() {
    let mut editor = editor(bundled("tutorial.toml"));
    ask(&mut editor, Act::Command(Command::Trace));
    ask(&mut editor, Act::Command(Command::Fit));
    assert_idle(&mut editor);
    let text = bundled("tutorial.toml").text().replacen("first = \"0101\"", "first = \"one\"", 1);
    let mut editor = show([1440.0, 900.0], Document::from_text("bad numbering", text), |app| app);
    assert!(common(&editor).grid().is_err());
    assert_idle(&mut editor);
    ask(&mut editor, Act::Command(Command::Fit));
    assert_idle(&mut editor);
}
