//! Background work on a large map: later requests are processed in order afterwards, a cancellation changes nothing,
//! and no work is lost on exit.

use battlewright_editor::Document;
use battlewright_editor::dialogs::{Dialog, surgery};
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::messages::dialog_answer::AfterSave;
use battlewright_editor::model::autosave::JournalFolder;
use battlewright_editor::model::autosave::unsaved_work::find;
use battlewright_editor::model::edit::{Edit, ListChange};
use battlewright_editor::model::region;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::tools::{ToolKind, ToolOptions};
use battlewright_schema::{Cell, Place};
use egui::accesskit::Role;
use egui::{Event, OutputCommand};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, ask, common, editor, push, says, scenario, show};
use crate::large;
use crate::reshape::told;

/// The side length of a map that is too large for work in the foreground.
const SIDE: u16 = 240;

fn vast() -> Document {
    Document::from_text("vast", large::text(SIDE, SIDE))
}

/// Starts to clear the whole map, and requests `others` before the work is complete.
fn clear(editor: &mut Editor, others: impl IntoIterator<Item = Act>) {
    ask(editor, Act::Command(Command::SelectMap));
    editor.state_mut().ask(Act::Command(Command::Delete));
    others.into_iter().for_each(|act| editor.state_mut().ask(act));
    editor.run_steps(1);
    assert!(editor.state().is_working(), "the window did not wait");
}

fn finish(editor: &mut Editor) {
    editor.state_mut().wait_for_work();
    editor.run_steps(2);
    assert!(!editor.state().is_working());
}

fn paint(column: u16, letter: char) -> Act {
    Act::edit(format!("Paint {column}"), Edit::Paint(vec![(Cell { column, row: 0 }, letter)]))
}

fn letter(editor: &Editor, column: usize) -> Option<char> {
    common(editor).hexes().get(column, 0)
}

fn steps(editor: &Editor) -> (usize, Option<&str>) {
    let history = editor.state().document().history();
    (history.len(), history.undo_name())
}

#[test]
fn what_is_asked_for_meanwhile_is_done_after_it_in_order() {
    let mut editor = editor(vast());
    let before = scenario(&editor).clone();
    let tool = Act::Tool(ToolKind::BRUSH);
    clear(&mut editor, [paint(3, 'T'), paint(3, 'f'), paint(4, 'T'), Act::Command(Command::Undo), tool]);
    assert_eq!(steps(&editor), (0, None));
    assert!(says(&editor, "Clearing 57600 hexes…"));
    finish(&mut editor);
    assert_eq!((steps(&editor), editor.state().tool()), ((3, Some("Paint 3")), ToolKind::BRUSH));
    let cleared = letter(&editor, 0);
    assert_eq!((letter(&editor, 3), letter(&editor, 4)), (Some('f'), cleared));
    for name in ["Paint 3", "Paint 3", "Clear region"] {
        assert_eq!(steps(&editor).1, Some(name));
        ask(&mut editor, Act::Command(Command::Undo));
    }
    assert!(scenario(&editor) == &before);
}

#[test]
fn what_is_given_up_changes_nothing_and_what_waited_for_it_is_done() {
    for give_up in [Act::GiveUp, Act::Command(Command::Cancel)] {
        let mut editor = editor(vast());
        let before = scenario(&editor).clone();
        clear(&mut editor, [paint(3, 'T')]);
        editor.get_by_role_and_label(Role::Button, "Cancel");
        editor.state_mut().ask(give_up);
        editor.run_steps(3);
        assert!(!editor.state().is_working());
        assert_eq!(steps(&editor), (1, Some("Paint 3")));
        editor.state_mut().wait_for_work();
        ask(&mut editor, Act::Command(Command::Undo));
        assert!(scenario(&editor) == &before);
    }
}

#[test]
fn a_change_of_a_row_that_has_moved_meanwhile_is_not_made() {
    let mut editor = editor(vast());
    let place = common(&editor).places()[1].clone();
    let rename = Edit::Place(ListChange::Put(1, Place { name: "Elsewhere".into(), ..place }));
    clear(&mut editor, [Act::edit("Rename", rename), Act::Select(Selection::Place(1)), paint(3, 'T')]);
    finish(&mut editor);
    assert_eq!((steps(&editor), editor.state().selection()), ((2, Some("Paint 3")), Selection::Scenario));
    assert!(common(&editor).places().is_empty());
    assert!(editor.state().status_message().unwrap().contains("Try again"));
}

#[test]
fn a_piece_is_copied_taken_in_hand_and_laid_and_comes_back_when_that_is_given_up() {
    let mut editor = editor(vast());
    ask(&mut editor, Act::Options(ToolOptions { lasso: false, ..ToolOptions::default() }));
    ask(&mut editor, Act::Command(Command::SelectMap));
    editor.state_mut().ask(Act::Command(Command::Copy));
    editor.run_steps(1);
    let copied = editor.output().platform_output.commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    editor.state_mut().ask(Act::Region(region::RegionAct::Paste(copied.unwrap())));
    editor.run_steps(1);
    assert!(says(&editor, "Reading the clipboard…"));
    finish(&mut editor);
    let middle = editor.state().position_of(Cell { column: SIDE / 2, row: SIDE / 2 }).unwrap();
    let lay = |editor: &mut Editor| {
        editor.hover_at(middle);
        editor.run_steps(1);
        editor.drag_at(middle);
        editor.run_steps(1);
        editor.drop_at(middle);
        editor.run_steps(1);
        if !editor.state().is_working() {
            editor.run_steps(1);
        }
        assert!(says(editor, "Placing 57600 hexes…"));
    };
    assert!(says(&editor, "Click to place 57600 hexes"));
    lay(&mut editor);
    editor.state_mut().ask(Act::GiveUp);
    editor.run_steps(2);
    editor.event(Event::PointerMoved(middle));
    editor.run_steps(2);
    assert_eq!(steps(&editor), (0, None));
    assert!(editor.state().status_message().unwrap().contains("canceled"), "{:?}", editor.state().status_message());
    lay(&mut editor);
    finish(&mut editor);
    assert_eq!(steps(&editor), (1, Some("Paste region")));
}

#[test]
fn who_closes_the_window_meanwhile_is_asked_about_what_came_of_it() {
    let mut editor = editor(vast());
    clear(&mut editor, []);
    let viewport = editor.input_mut().viewports.entry(egui::ViewportId::ROOT).or_default();
    viewport.events.push(egui::ViewportEvent::Close);
    editor.run_steps(1);
    let commands = &editor.output().viewport_output[&egui::ViewportId::ROOT].commands;
    let waits = commands.contains(&egui::ViewportCommand::CancelClose);
    editor.input_mut().viewports.get_mut(&egui::ViewportId::ROOT).unwrap().events.clear();
    // The work may be complete within the same frame. Then there is already a change to save.
    assert!(waits && !editor.state().is_closing());
    editor.state_mut().wait_for_work();
    editor.run_steps(3);
    assert_eq!(steps(&editor), (1, Some("Clear region")));
    assert_eq!(editor.state().dialog(), Some(&Dialog::Unsaved(AfterSave::Close)));
}

#[test]
fn a_killed_program_has_written_down_all_that_was_done_and_nothing_else() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("vast.toml");
    std::fs::write(&path, large::text(SIDE, SIDE)).unwrap();
    let keeper = JournalFolder::at(&folder.path().join("state"));
    for done in [false, true] {
        let kept = keeper.clone();
        let mut editor = show([1440.0, 900.0], Document::open(&path).unwrap(), move |app| app.keep(kept));
        ask(&mut editor, paint(7, 'T'));
        clear(&mut editor, [paint(3, 'T')]);
        if done {
            finish(&mut editor);
        }
        let (left, history) = (scenario(&editor).clone(), editor.state().document().history().len());
        // The editor ends without closing the document.
        drop(editor);
        let mut found = find(&keeper.places(Some(&path)), Some(&path));
        assert_eq!(found.len(), 1);
        let mut back = found.remove(0).restore();
        assert!(back.scenario() == &left);
        assert_eq!((back.history().len(), history), if done { (3, 3) } else { (1, 1) });
        while back.undo().is_some() {}
        assert!(back.scenario() == Document::open(&path).unwrap().scenario());
        back.close();
    }
}

#[test]
fn the_form_of_a_vast_map_waits_for_its_plan_and_the_button_with_it() {
    let mut editor = editor(vast());
    editor.state_mut().ask(Act::Command(Command::Turn));
    editor.run_steps(2);
    assert_eq!(told(&editor), surgery::OutcomeText { waiting: true, ..surgery::OutcomeText::default() });
    editor.get_by_label("Computing the changes…");
    push(&mut editor, "Turn map");
    assert!(editor.state().dialog().is_some() && steps(&editor).0 == 0, "it waits");
    while told(&editor).waiting {
        editor.state_mut().wait_for_work();
        editor.run_steps(2);
    }
    assert!(!told(&editor).changes.is_empty());
    push(&mut editor, "Turn map");
    assert!(editor.state().dialog().is_none());
    assert_eq!(steps(&editor), (1, Some("Turn map")));
}
