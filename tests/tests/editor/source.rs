//! The Source tab: text input, synchronized with the map.

use battlewright_editor::Document;
use battlewright_editor::dialogs::Dialog;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::messages::dialog_answer::AfterSave;
use battlewright_editor::model::autosave::JournalFolder;
use battlewright_editor::model::edit::Edit;
use battlewright_editor::model::layout::BottomTab;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::model::store::BUNDLED;
use battlewright_editor::tools::ToolOptions;
use battlewright_schema::Cell;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, cell, common, drag, editor, letter, press, push, show};

const NONE: Modifiers = Modifiers::NONE;

/// Opens `document` with the Source tab in front.
fn source(document: Document) -> Editor {
    let mut editor = editor(document);
    open(&mut editor);
    editor
}

fn open(editor: &mut Editor) {
    editor.state_mut().ask(Act::Tab(BottomTab::Source));
    editor.run();
}

fn text(editor: &Editor) -> String {
    editor.state().document().text()
}

/// Selects the first occurrence of `words` in the text.
fn mark(editor: &mut Editor, words: &str) {
    let at = text(editor).find(words).unwrap_or_else(|| panic!("{words:?}"));
    editor.state_mut().ask(Act::Place(at..at + words.len()));
    editor.run();
    assert!(editor.get_by_label("Source text").is_focused());
}

/// Types `words` character by character.
fn write(editor: &mut Editor, words: &str) {
    for letter in words.chars() {
        if letter == '\n' {
            editor.key_press(Key::Enter);
        } else {
            editor.event(Event::Text(letter.to_string()));
        }
        editor.run_steps(1);
    }
}

/// Waits until the typed text has been read.
fn wait(editor: &mut Editor) {
    editor.run_steps(6);
    editor.run();
    assert!(!editor.state().document().is_typing());
}

fn replace(editor: &mut Editor, old: &str, new: &str) {
    mark(editor, old);
    if new.is_empty() {
        press(editor, NONE, Key::Delete);
    } else {
        write(editor, new);
    }
    wait(editor);
}

fn undo_name(editor: &Editor) -> Option<&str> {
    editor.state().document().history().undo_name()
}

/// Returns the description of the caret position.
fn about(editor: &Editor) -> String {
    editor.get_by_label("Source text").accesskit_node().description().unwrap()
}

#[test]
fn what_is_typed_is_on_the_map_and_in_the_inspector() {
    let mut editor = source(Document::bundled());
    let at = BUNDLED.find("\ner = 3\n").unwrap();
    let unit = BUNDLED[..at].matches("[[unit]]").count() - 1;
    assert_eq!(common(&editor).unit(unit).unwrap().rating, 3);
    mark(&mut editor, "\ner = 3\n");
    press(&mut editor, NONE, Key::ArrowLeft);
    press(&mut editor, NONE, Key::End);
    press(&mut editor, NONE, Key::ArrowDown);
    // The caret has selected the unit, and the text keeps the focus.
    assert_eq!(editor.state().selection(), Selection::Unit(unit));
    assert!(editor.get_by_label("Source text").is_focused());
    press(&mut editor, NONE, Key::End);
    press(&mut editor, NONE, Key::Backspace);
    write(&mut editor, "4");
    editor.run_steps(1);
    assert!(editor.state().document().is_typing(), "not before a pause");
    wait(&mut editor);
    assert_eq!(common(&editor).unit(unit).unwrap().rating, 4);
    assert_eq!(text(&editor), BUNDLED.replacen("\ner = 3\n", "\ner = 4\n", 1));
    assert_eq!((editor.state().document().history().len(), undo_name(&editor)), (1, Some("Edit source")));
    // Single-letter shortcuts are typed, and undo applies to the document.
    assert_eq!(editor.state().tool(), battlewright_editor::tools::ToolKind::SELECT);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!((text(&editor).as_str(), common(&editor).unit(unit).unwrap().rating), (BUNDLED, 3));
    press(&mut editor, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
    assert_eq!(common(&editor).unit(unit).unwrap().rating, 4);
    // Escape leaves the text.
    press(&mut editor, NONE, Key::Escape);
    assert!(!editor.get_by_label("Source text").is_focused());
    press(&mut editor, NONE, Key::B);
    assert_eq!(editor.state().tool(), battlewright_editor::tools::ToolKind::BRUSH);
}

#[test]
fn what_is_painted_is_in_the_text_and_what_is_typed_stays_where_it_was() {
    let mut editor = source(Document::bundled());
    mark(&mut editor, "subtitle");
    press(&mut editor, NONE, Key::Home);
    write(&mut editor, "# mine\n");
    press(&mut editor, NONE, Key::B);
    wait(&mut editor);
    assert_eq!(text(&editor), BUNDLED.replacen("subtitle", "# mine\nsubtitle", 1));
    press(&mut editor, NONE, Key::Escape);
    press(&mut editor, NONE, Key::B);
    push(&mut editor, "Woods");
    drag(&mut editor, &["0204", "0205"]);
    assert_eq!(letter(&editor, "0204"), 'w');
    let steps = editor.state().document().history().len();
    let painted = text(&editor);
    assert!(painted.contains("# mine\n"));
    // The hex in the text corresponds to the hex on the map.
    press(&mut editor, NONE, Key::V);
    let at = cell(&editor, "0204");
    editor.state_mut().ask(Act::Select(Selection::Hex(at)));
    editor.run();
    assert!(editor.get_by_label("Source text").value().unwrap().contains('w'));
    // All steps are undone and redone.
    for _ in 0..steps {
        press(&mut editor, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(text(&editor), BUNDLED);
    for _ in 0..steps {
        press(&mut editor, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
    }
    assert_eq!(text(&editor), painted);
}

#[test]
fn a_mistake_leaves_the_map_and_says_where_it_is() {
    let mut editor = source(Document::bundled());
    let before = editor.state().document().scenario().clone();
    replace(&mut editor, "lower_columns = ", "lower_columns ");
    assert_eq!(editor.state().document().scenario(), &before);
    let broken = text(&editor);
    let unread = editor.state().document().unread().unwrap();
    let line = unread.position.unwrap().line;
    assert!(broken.lines().nth(line - 1).unwrap().contains("lower_columns \""));
    editor.get_by_label_contains(&format!("Error in line {line}"));
    assert!(about(&editor).contains("Error"), "{}", about(&editor));
    // The map is read-only, and a message has the reason.
    editor.state_mut().ask(Act::edit("Paint Hill", Edit::Paint(vec![(Cell { column: 1, row: 1 }, 'h')])));
    editor.run();
    assert!(
        editor.state().status_message().unwrap().contains(&format!("line {line}")),
        "{:?}",
        editor.state().status_message()
    );
    assert_eq!((editor.state().document().scenario(), text(&editor)), (&before, broken.clone()));
    // The typed text survives a change of the tab and a game.
    press(&mut editor, NONE, Key::F7);
    press(&mut editor, NONE, Key::F5);
    assert!(editor.state().session().is_some());
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    open(&mut editor);
    assert_eq!(text(&editor), broken);
    // Closing asks about unsaved changes.
    editor.state_mut().ask(Act::Command(Command::Quit));
    editor.run();
    assert_eq!(editor.state().dialog(), Some(&Dialog::Unsaved(AfterSave::Close)));
    push(&mut editor, "Keep editing");
    // The mark in the margin leads to the error, and disappears after the correction.
    let label = format!("Line {line}, Error");
    assert_eq!(editor.query_all_by_label_contains(&label).count(), 1);
    replace(&mut editor, "lower_columns ", "lower_columns = ");
    assert_eq!((text(&editor).as_str(), editor.state().document().unread()), (BUNDLED, None));
    editor.get_by_label("Text is valid");
}

#[test]
fn a_problem_leads_to_its_place_in_the_text_and_its_mark_to_the_map() {
    let text = BUNDLED.replacen("at = \"0608\"", "at = \"9999\"", 1);
    let line = text.lines().position(|line| line.contains("9999")).unwrap() + 1;
    let mut editor = editor(Document::from_text("a.toml", text));
    let problem = editor.state().document().problems()[0].clone();
    let label = format!("Error {}: {}", problem.position(), problem.finding.message);
    editor.get_by_label_contains(&label).click();
    editor.run();
    open(&mut editor);
    assert!(about(&editor).starts_with(&format!("Line {line} of")), "{}", about(&editor));
    editor.state_mut().ask(Act::Select(Selection::Scenario));
    editor.run();
    let label = format!("Line {line}, Error: {}", problem.finding.message);
    editor.get_by_label_contains(&label).click();
    editor.run();
    assert_eq!(editor.state().selection(), problem.target);
    assert!(matches!(problem.target, Selection::Unit(_)));
}

#[test]
fn words_and_lines_are_found() {
    let mut editor = source(Document::bundled());
    press(&mut editor, Modifiers::COMMAND, Key::F);
    assert!(editor.get_by_label("Find").is_focused());
    write(&mut editor, "ER = 3");
    editor.run();
    let count = BUNDLED.matches("er = 3").count();
    editor.get_by_label(&format!("1 of {count}"));
    press(&mut editor, NONE, Key::Enter);
    editor.get_by_label(&format!("2 of {count}"));
    push(&mut editor, "Previous");
    press(&mut editor, NONE, Key::F3);
    press(&mut editor, Modifiers::SHIFT, Key::F3);
    editor.get_by_label(&format!("1 of {count}"));
    let unit = editor.state().selection();
    assert!(matches!(unit, Selection::Unit(_)), "{unit:?}");
    press(&mut editor, Modifiers::COMMAND, Key::G);
    write(&mut editor, "12\n");
    editor.run();
    assert!(about(&editor).starts_with("Line 12 of"), "{}", about(&editor));
}

#[test]
fn text_is_selected_cut_and_pasted() {
    let mut editor = source(Document::bundled());
    mark(&mut editor, "Mars-la-Tour, 16 August");
    press(&mut editor, NONE, Key::Home);
    press(&mut editor, Modifiers::SHIFT, Key::End);
    editor.event(Event::Cut);
    editor.run();
    editor.event(Event::Paste("# One\n# two".to_owned()));
    editor.run();
    wait(&mut editor);
    let first = BUNDLED.lines().find(|line| line.contains("16 August")).unwrap();
    assert_eq!(text(&editor), BUNDLED.replacen(first, "# One\n# two", 1));
    press(&mut editor, Modifiers::COMMAND, Key::A);
    press(&mut editor, NONE, Key::Backspace);
    wait(&mut editor);
    assert_eq!(text(&editor), "");
    assert_eq!(editor.state().document().scenario().title(), "Mars-la-Tour");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&editor), BUNDLED);
}

#[test]
fn hostile_text_is_refused_or_marked_and_nothing_is_lost() {
    let mut editor = source(Document::bundled());
    mark(&mut editor, "subtitle");
    editor.event(Event::Paste("x".repeat(50 << 20)));
    editor.run();
    assert!(editor.state().status_message().unwrap().contains("16 MB"), "{:?}", editor.state().status_message());
    assert_eq!(text(&editor), BUNDLED);
    for hostile in ["\0".to_owned(), format!("x = {}", "[".repeat(10_000)), "é".repeat(100_000)] {
        mark(&mut editor, "subtitle");
        press(&mut editor, NONE, Key::ArrowLeft);
        editor.event(Event::Paste(hostile.clone()));
        editor.run();
        wait(&mut editor);
        assert_eq!(text(&editor), BUNDLED.replacen("subtitle", &format!("{hostile}subtitle"), 1));
        assert!(editor.state().document().unread().is_some());
        press(&mut editor, Modifiers::COMMAND, Key::Z);
        assert_eq!(text(&editor), BUNDLED);
    }
}

#[test]
fn what_cannot_be_read_outlives_the_program() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("a.toml");
    std::fs::write(&file, BUNDLED).unwrap();
    let start = || {
        let keeper = JournalFolder::at(&folder.path().join("state"));
        show([1440.0, 900.0], Document::open(&file).unwrap(), move |app| app.keep(keeper))
    };
    let mut editor = start();
    open(&mut editor);
    mark(&mut editor, "\ner = 3\n");
    write(&mut editor, "\ner = \"");
    // The program ends in the middle of a word.
    let typed = text(&editor);
    drop(editor);
    let mut editor = start();
    assert!(matches!(editor.state().dialog(), Some(Dialog::Recover(_))), "{:?}", editor.state().dialog());
    push(&mut editor, "Restore");
    wait(&mut editor);
    assert_eq!(text(&editor), typed);
    assert!(editor.state().document().unread().is_some());
    assert_eq!(editor.state().document().scenario(), Document::bundled().scenario());
    press(&mut editor, Modifiers::COMMAND, Key::S);
    assert_eq!(std::fs::read_to_string(&file).unwrap(), typed);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&editor), BUNDLED);
}

#[test]
fn in_a_game_the_text_is_read_only() {
    let mut editor = source(Document::bundled());
    press(&mut editor, NONE, Key::F5);
    open(&mut editor);
    mark(&mut editor, "subtitle");
    write(&mut editor, "x");
    editor.run();
    assert!(editor.state().status_message().unwrap().contains("Shift+F5"));
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    assert_eq!(text(&editor), BUNDLED);
}

#[test]
fn the_line_over_the_text_has_room_in_a_narrow_window() {
    for width in [760.0, 1440.0] {
        let mut editor = show([width, 700.0], Document::bundled(), |app| app);
        open(&mut editor);
        editor.state_mut().wait_for_checks();
        editor.run();
        let panel = editor.get_by_label("Source panel").rect();
        let text = editor.get_by_label("Source text").rect();
        let mut places = Vec::new();
        for role in [Role::TextInput, Role::Button, Role::Label] {
            let all = editor.get_all_by_role(role).map(|node| (node.accesskit_node(), node.rect()));
            let over = all.filter(|(_, rect)| rect.center().y > panel.top() && rect.bottom() < text.top() + 1.0);
            let named = over.map(|(node, rect)| (node.label().or(node.value()).unwrap_or_default(), rect.shrink(1.0)));
            places.extend(named.filter(|(_, rect)| panel.x_range().contains(rect.left())));
        }
        assert!(places.len() >= 8, "{places:?}");
        for (n, (label, rect)) in places.iter().enumerate() {
            assert!(panel.contains_rect(*rect), "{label} at {rect} in {panel}, window {width} wide");
            for (other, at) in &places[n + 1..] {
                assert!(!rect.intersects(*at), "{label} and {other}, window {width} wide");
            }
        }
    }
}

/// A terrain that is gone while its row is being typed is painted again afterwards.
#[test]
fn a_brush_keeps_its_terrain_while_the_row_is_being_typed() {
    let text = BUNDLED.replacen("[map.terrain]\n", "[map.terrain]\n\"z\" = { name = \"Heath\" }\n", 1);
    let mut editor = source(Document::from_text("heath", text));
    editor.state_mut().ask(Act::Options(ToolOptions { letter: 'z', ..ToolOptions::default() }));
    editor.run();
    replace(&mut editor, "\"z\" = { name", "\"k\" = { name");
    assert!(common(&editor).terrain().iter().all(|terrain| terrain.letter.0 != 'z'));
    replace(&mut editor, "\"k\" = { name", "\"z\" = { name");
    press(&mut editor, NONE, Key::Escape);
    press(&mut editor, NONE, Key::B);
    drag(&mut editor, &["0101"]);
    assert_eq!(letter(&editor, "0101"), 'z');
}
