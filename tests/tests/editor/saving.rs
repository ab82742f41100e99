//! Recovery of work: the file is changed, deleted or overwritten by others, and the editor crashes and restarts.

use std::path::{Path, PathBuf};

use battlewright_editor::Document;
use battlewright_editor::dialogs::Dialog;
use battlewright_editor::dialogs::recover::RecoveryOffer;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::messages::dialog_answer::AfterSave;
use battlewright_editor::model::autosave::JournalFolder;
use battlewright_editor::model::autosave::journal_record::{JournalHeader, VERSION, line};
use battlewright_editor::model::document::FileState;
use battlewright_editor::model::edit::Edit;
use battlewright_editor::model::store::BUNDLED;
use battlewright_schema::Cell;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{self, Editor, press, push};

/// A temporary folder with a scenario and the state folder of the user.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.toml"), BUNDLED).unwrap();
        Self(folder)
    }

    fn file(&self) -> PathBuf {
        self.0.path().join("a.toml")
    }

    fn read(&self) -> String {
        std::fs::read_to_string(self.file()).unwrap()
    }

    fn show(&self, document: Document) -> Editor {
        let keeper = JournalFolder::at(&self.0.path().join("state"));
        desk::show([1440.0, 900.0], document, move |app| app.keep(keeper))
    }

    fn open(&self) -> Editor {
        self.show(Document::open(&self.file()).unwrap())
    }

    /// Starts the program without an argument.
    fn start(&self) -> Editor {
        let keeper = JournalFolder::at(&self.0.path().join("state"));
        desk::show([1440.0, 900.0], Document::bundled(), move |app| app.keep(keeper).offer_all())
    }

    fn journal(&self) -> PathBuf {
        self.0.path().join(".battlewright/a.toml.journal")
    }

    /// Leaves a journal of five steps. Returns the text after them.
    fn leave_work(&self) -> String {
        let mut editor = self.open();
        for row in 0..5 {
            paint(&mut editor, row);
        }
        text(&editor)
    }
}

/// Returns the offered work.
fn offers(editor: &Editor) -> Vec<RecoveryOffer> {
    let Some(Dialog::Recover(offers)) = editor.state().dialog() else { panic!("{:?}", editor.state().dialog()) };
    offers.list.clone()
}

fn paint(editor: &mut Editor, row: u16) {
    let edit = Edit::Paint(vec![(Cell { column: 1, row }, 'h')]);
    editor.state_mut().ask(Act::edit("Paint Hill", edit));
    editor.run();
}

fn text(editor: &Editor) -> String {
    editor.state().document().text()
}

/// Waits until the editor has checked the file.
fn wait(editor: &mut Editor) {
    editor.run_steps(8);
}

fn entries(folder: &Path) -> usize {
    std::fs::read_dir(folder).unwrap().count()
}

#[test]
fn unsaved_work_is_offered_restored_and_undone() {
    let desk = Desk::new();
    let mut editor = desk.open();
    for row in 0..5 {
        paint(&mut editor, row);
    }
    let painted = text(&editor);
    // The program ends without closing the document.
    drop(editor);
    let mut editor = desk.open();
    let offer = &offers(&editor)[0];
    assert_eq!((offer.steps, offer.last.as_deref(), offer.changed), (5, Some("Paint Hill"), false));
    editor.get_by_label("5 steps, last: Paint Hill");
    wait(&mut editor);
    assert!(editor.query_by_label_contains("open in another window").is_none(), "nobody else holds it");
    // After Later, the work is offered again.
    push(&mut editor, "Later");
    assert_eq!(text(&editor), BUNDLED);
    drop(editor);
    let mut editor = desk.open();
    push(&mut editor, "Restore");
    assert_eq!(text(&editor), painted);
    assert_eq!(editor.state().document().path(), Some(desk.file().as_path()));
    for _ in 0..5 {
        press(&mut editor, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(text(&editor), BUNDLED);
    assert!(!editor.state().document().is_dirty());
    for _ in 0..5 {
        press(&mut editor, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
    }
    press(&mut editor, Modifiers::COMMAND, Key::S);
    assert_eq!(desk.read(), painted);
    press(&mut editor, Modifiers::COMMAND, Key::Q);
    assert!(editor.state().is_closing());
    drop(editor);
    let editor = desk.open();
    assert!(editor.state().dialog().is_none(), "all was in order");
    assert!(editor.state().document().history().is_empty());
}

#[test]
fn work_that_is_discarded_is_gone() {
    let desk = Desk::new();
    let mut editor = desk.open();
    paint(&mut editor, 0);
    drop(editor);
    let mut editor = desk.open();
    push(&mut editor, "Discard");
    assert!(editor.state().dialog().is_none());
    drop(editor);
    assert_eq!(entries(desk.0.path()), 1);

    // The work is also offered after an exit without saving.
    let mut editor = desk.open();
    paint(&mut editor, 0);
    press(&mut editor, Modifiers::COMMAND, Key::Q);
    assert_eq!(editor.state().dialog(), Some(&Dialog::Unsaved(AfterSave::Close)));
    editor.get_by_label("Discard changes").click();
    editor.run_steps(4);
    assert!(editor.state().is_closing());
    drop(editor);
    assert_eq!(entries(desk.0.path()), 1);
}

#[test]
fn a_new_scenario_that_was_never_saved_is_offered_whatever_is_opened() {
    let desk = Desk::new();
    let mut editor = desk.show(Document::template());
    paint(&mut editor, 0);
    let painted = text(&editor);
    drop(editor);
    let mut editor = desk.open();
    push(&mut editor, "Restore");
    assert_eq!(text(&editor), painted);
    assert_eq!(editor.state().document().path(), None);
}

#[test]
fn a_start_without_an_argument_offers_all_unsaved_work_by_name_and_time() {
    let desk = Desk::new();
    let painted = desk.leave_work();
    let folder = desk.0.path().join("other");
    std::fs::create_dir(&folder).unwrap();
    let other = folder.join("b.toml");
    std::fs::write(&other, BUNDLED).unwrap();
    let mut editor = desk.show(Document::open(&other).unwrap());
    paint(&mut editor, 7);
    // Saved work is not offered, but its undo history remains.
    press(&mut editor, Modifiers::COMMAND, Key::S);
    drop(editor);
    let mut editor = desk.start();
    let list = offers(&editor);
    assert_eq!(list.len(), 1, "{list:?}");
    assert_eq!((list[0].name.as_str(), list[0].steps), ("a.toml", 5));
    push(&mut editor, "Later");
    drop(editor);

    let mut editor = desk.show(Document::open(&other).unwrap());
    assert_eq!(editor.state().document().history().undo_name(), Some("Paint Hill"));
    paint(&mut editor, 8);
    let text_of_other = text(&editor);
    drop(editor);
    let mut editor = desk.start();
    let list = offers(&editor);
    let names: Vec<&str> = list.iter().map(|offer| offer.name.as_str()).collect();
    assert_eq!(names, ["b.toml", "a.toml"], "the latest first");
    assert!(list.iter().all(|offer| offer.when.contains("just now")), "{list:?}");
    editor.get_by_label_contains("a.toml, from ");
    push(&mut editor, "Show a.toml");
    editor.get_by_label_contains("Differences from the file to the unsaved work on a.toml: ");
    push(&mut editor, "Restore b.toml");
    assert_eq!(text(&editor), text_of_other);
    assert_eq!(editor.state().document().path().unwrap().file_name(), other.file_name());
    assert!(editor.state().status_message().unwrap().contains("the rest will be offered at the next start"));
    drop(editor);

    let mut editor = desk.start();
    assert_eq!(offers(&editor).len(), 2);
    push(&mut editor, "Discard b.toml");
    assert_eq!(offers(&editor).len(), 1);
    push(&mut editor, "Restore");
    assert_eq!(text(&editor), painted);
    press(&mut editor, Modifiers::COMMAND, Key::S);
    press(&mut editor, Modifiers::COMMAND, Key::Q);
    drop(editor);
    let editor = desk.start();
    assert!(editor.state().dialog().is_none(), "{:?}", editor.state().dialog());
    assert!(!desk.0.path().join("state").exists(), "nothing is registered any more");
}

#[test]
fn a_journal_of_another_version_is_offered_and_kept() {
    let desk = Desk::new();
    let painted = desk.leave_work();
    let journal = std::fs::read_to_string(desk.journal()).unwrap();
    let (_, rest) = journal.split_once('\n').unwrap();
    let head = JournalHeader { journal: VERSION + 1, program: "9.8.7".to_owned(), name: "a.toml".to_owned() };
    let journal = line(&head).unwrap() + rest;
    std::fs::write(desk.journal(), &journal).unwrap();
    for start in [Desk::start, Desk::open] {
        let mut editor = start(&desk);
        let list = offers(&editor);
        assert_eq!((list[0].steps, list[0].readable), (5, true));
        editor.get_by_label_contains("It was written by version 9.8.7 of Battlewright in another format.");
        push(&mut editor, "Later");
        assert_eq!(std::fs::read_to_string(desk.journal()).unwrap(), journal);
    }
    let mut editor = desk.open();
    push(&mut editor, "Restore");
    assert_eq!(text(&editor), painted);
    let kept = desk.0.path().join(".battlewright/a.toml.unread-1");
    assert!(
        editor.state().status_message().unwrap().contains("a.toml.unread-1"),
        "{:?}",
        editor.state().status_message()
    );
    assert_eq!(std::fs::read_to_string(kept).unwrap(), journal);
    // From here, the work has its own journal.
    drop(editor);
    let mut editor = desk.open();
    assert_eq!((offers(&editor).len(), offers(&editor)[0].trouble.as_deref()), (1, None));
    push(&mut editor, "Restore");
    assert_eq!(text(&editor), painted);
}

#[test]
fn of_a_journal_that_is_damaged_at_its_start_what_can_be_read_is_offered() {
    let desk = Desk::new();
    let painted = desk.leave_work();
    let whole = std::fs::read(desk.journal()).unwrap();
    let second = whole.iter().position(|byte| *byte == b'\n').unwrap() + 1;
    let third = second + whole[second..].iter().position(|byte| *byte == b'\n').unwrap() + 1;
    // Damage in the header, the checksum of the saved text, and its end.
    for at in [20, second + 2, third - 5] {
        let mut damaged = whole.clone();
        damaged[at] ^= 1;
        std::fs::write(desk.journal(), &damaged).unwrap();
        let mut editor = desk.open();
        editor.get_by_label_contains("The beginning of the journal is damaged. Its contents can be read.");
        push(&mut editor, "Restore");
        assert_eq!(text(&editor), painted, "damaged at byte {at}");
        assert!(editor.state().document().is_dirty());
        press(&mut editor, Modifiers::COMMAND, Key::Q);
        push(&mut editor, "Discard changes");
    }
    // A journal of random bytes offers nothing but is reported.
    std::fs::write(desk.journal(), b"noise \xff\nand more").unwrap();
    let mut editor = desk.open();
    assert!(!offers(&editor)[0].readable);
    editor.get_by_label_contains("The journal cannot be read. It remains in ");
    push(&mut editor, "Later");
    assert_eq!(std::fs::read(desk.journal()).unwrap(), b"noise \xff\nand more");
    drop(editor);
    let mut editor = desk.open();
    push(&mut editor, "Discard");
    assert!(!desk.journal().exists());
}

#[test]
fn what_stands_behind_a_gap_in_a_journal_is_told_of_and_kept() {
    let desk = Desk::new();
    desk.leave_work();
    let whole = std::fs::read(desk.journal()).unwrap();
    let starts: Vec<usize> = whole
        .split_inclusive(|byte| *byte == b'\n')
        .scan(0, |at, line| Some(std::mem::replace(at, *at + line.len())))
        .collect();
    // The third of five steps.
    let mut damaged = whole.clone();
    damaged[starts[starts.len() - 3] + 30] ^= 1;
    std::fs::write(desk.journal(), &damaged).unwrap();
    let mut editor = desk.open();
    let words = "A part of the journal is damaged. 3 later changes cannot be read. The rest can. The journal is kept.";
    editor.get_by_label_contains(words);
    push(&mut editor, "Restore");
    let painted = text(&editor);
    assert_ne!(painted, BUNDLED);
    press(&mut editor, Modifiers::COMMAND, Key::Q);
    push(&mut editor, "Discard changes");
    let kept = std::fs::read_dir(desk.journal().parent().unwrap())
        .unwrap()
        .map(|entry| std::fs::read(entry.unwrap().path()).unwrap());
    assert!(kept.into_iter().any(|bytes| bytes == damaged), "the journal is kept as it was");
}

#[test]
fn undo_comes_back_where_all_was_saved() {
    let desk = Desk::new();
    let mut editor = desk.open();
    paint(&mut editor, 0);
    press(&mut editor, Modifiers::COMMAND, Key::S);
    drop(editor);
    let mut editor = desk.open();
    assert!(editor.state().dialog().is_none());
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&editor), BUNDLED);
}

#[test]
fn redo_comes_back_where_all_was_taken_back() {
    let desk = Desk::new();
    let mut editor = desk.open();
    paint(&mut editor, 0);
    let painted = text(&editor);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    drop(editor);
    let mut editor = desk.open();
    assert!(editor.state().dialog().is_none());
    press(&mut editor, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
    assert_eq!(text(&editor), painted);
}

#[test]
fn a_change_on_disk_is_noticed_compared_and_loaded() {
    let desk = Desk::new();
    let mut editor = desk.open();
    paint(&mut editor, 0);
    let mine = text(&editor);
    let theirs = BUNDLED.replace("title = \"Mars-la-Tour\"", "title = \"Vionville\"");
    assert_ne!(theirs, BUNDLED);
    std::fs::write(desk.file(), &theirs).unwrap();
    wait(&mut editor);
    assert!(editor.query_by_label_contains("a.toml was changed by another program").is_some());
    push(&mut editor, "Show difference");
    let Some(Dialog::Changed(changed)) = editor.state().dialog() else { panic!("{:?}", editor.state().dialog()) };
    assert!(changed.difference.lines.iter().any(|line| line.text.contains("Vionville")));
    editor.get_by_label_contains("- title = \"Vionville\"");
    editor.get_by_label_contains("+ title = \"Mars-la-Tour\"");
    push(&mut editor, "Cancel");
    push(&mut editor, "Load file");
    assert_eq!(text(&editor), theirs);
    assert!(!editor.state().document().is_dirty());
    assert!(editor.query_by_label_contains("was changed by another program").is_none());
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&editor), mine);
    press(&mut editor, Modifiers::COMMAND, Key::S);
    assert_eq!(desk.read(), mine);
}

#[test]
fn saving_over_a_change_on_disk_asks_and_keeps_theirs() {
    let desk = Desk::new();
    let mut editor = desk.open();
    paint(&mut editor, 0);
    let mine = text(&editor);
    std::fs::write(desk.file(), "theirs").unwrap();
    press(&mut editor, Modifiers::COMMAND, Key::S);
    assert!(matches!(editor.state().dialog(), Some(Dialog::Changed(changed)) if changed.saving));
    assert_eq!(desk.read(), "theirs");
    push(&mut editor, "Cancel");
    assert_eq!(desk.read(), "theirs");
    press(&mut editor, Modifiers::COMMAND, Key::S);
    push(&mut editor, "Overwrite file");
    assert_eq!(desk.read(), mine);
    assert!(!editor.state().document().is_dirty());
    assert_eq!(std::fs::read_to_string(desk.0.path().join(".battlewright/a.toml.~1~")).unwrap(), "theirs");
}

#[test]
fn mine_is_kept_until_it_is_saved() {
    let desk = Desk::new();
    let mut editor = desk.open();
    std::fs::write(desk.file(), "theirs").unwrap();
    wait(&mut editor);
    push(&mut editor, "Load file");
    assert!(editor.state().status_message().unwrap().contains("The version of the file cannot be read"));
    push(&mut editor, "Keep my version");
    assert!(editor.state().document().is_dirty());
    press(&mut editor, Modifiers::COMMAND, Key::S);
    assert_eq!(desk.read(), BUNDLED);
}

#[test]
fn a_deleted_file_is_noticed_and_saved_again() {
    let desk = Desk::new();
    let mut editor = desk.open();
    std::fs::remove_file(desk.file()).unwrap();
    wait(&mut editor);
    assert!(editor.query_by_label_contains("a.toml was deleted or moved").is_some());
    press(&mut editor, Modifiers::COMMAND, Key::Q);
    assert_eq!(editor.state().dialog(), Some(&Dialog::Unsaved(AfterSave::Close)));
    push(&mut editor, "Keep editing");
    press(&mut editor, Modifiers::COMMAND, Key::S);
    assert_eq!(desk.read(), BUNDLED);
    assert_eq!(*editor.state().document().standing(), FileState::AsKnown);
}

#[test]
fn two_windows_on_one_file_know_of_each_other() {
    let desk = Desk::new();
    let (mut one, mut two) = (desk.open(), desk.open());
    paint(&mut one, 0);
    wait(&mut two);
    assert!(two.query_by_label_contains("a.toml is open in another window").is_some());
    assert!(one.query_by_label_contains("open in another window").is_none());
    press(&mut one, Modifiers::COMMAND, Key::S);
    press(&mut one, Modifiers::COMMAND, Key::Q);
    drop(one);
    wait(&mut two);
    assert!(two.query_by_label_contains("open in another window").is_none());
    assert!(two.query_by_label_contains("a.toml was changed by another program").is_some());
}

#[test]
fn a_save_that_fails_says_why_and_loses_nothing() {
    let desk = Desk::new();
    let mut editor = desk.open();
    paint(&mut editor, 0);
    let mine = text(&editor);
    std::fs::remove_file(desk.file()).unwrap();
    std::fs::create_dir(desk.file()).unwrap();
    press(&mut editor, Modifiers::COMMAND, Key::S);
    let Some(Dialog::Path { error: Some(error), .. }) = editor.state().dialog() else {
        panic!("{:?}", editor.state().dialog())
    };
    assert!(error.contains("a.toml: ") && error.contains("not a regular file"), "{error}");
    push(&mut editor, "Cancel");
    assert!(editor.state().document().is_dirty());
    assert_eq!(text(&editor), mine);
    drop(editor);
    // The work can be restored nevertheless.
    std::fs::remove_dir(desk.file()).unwrap();
    std::fs::write(desk.file(), BUNDLED).unwrap();
    let mut editor = desk.open();
    push(&mut editor, "Restore");
    assert_eq!(text(&editor), mine);
}

#[test]
fn a_backup_is_compared_and_brought_back() {
    let desk = Desk::new();
    let mut editor = desk.open();
    for row in 0..2 {
        paint(&mut editor, row);
        press(&mut editor, Modifiers::COMMAND, Key::S);
    }
    let saved = text(&editor);
    editor.state_mut().ask(Act::Command(Command::Backups));
    editor.run();
    let Some(Dialog::Backups(versions)) = editor.state().dialog() else { panic!("{:?}", editor.state().dialog()) };
    let summaries: Vec<_> =
        versions.list.iter().map(|version| version.difference.as_ref().unwrap().summary()).collect();
    assert_eq!(summaries, ["1 line differs", "2 lines differ"]);
    assert!(versions.list[0].when.ends_with("(just now)"));
    editor.get_by_label_contains("2 lines differ").click();
    editor.run();
    push(&mut editor, "Restore this version");
    assert_eq!(text(&editor), BUNDLED);
    assert!(editor.state().document().is_dirty());
    assert_eq!(desk.read(), saved, "nothing is saved yet");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(text(&editor), saved);
    assert!(!editor.state().document().is_dirty());
}

/// Makes a pipe at one path and a link to an endless device at the other.
#[cfg(target_os = "linux")]
fn make_special(pipe: &Path, endless: &Path) {
    assert!(std::process::Command::new("mkfifo").arg(pipe).status().unwrap().success());
    std::os::unix::fs::symlink("/dev/zero", endless).unwrap();
}

/// A folder from somebody else may hold anything under the name of a journal or a backup.
#[cfg(target_os = "linux")]
#[test]
fn journals_that_are_no_files_are_reported_and_stay() {
    let desk = Desk::new();
    std::fs::create_dir(desk.0.path().join(".battlewright")).unwrap();
    let beside = |name: &str| desk.0.path().join(".battlewright").join(name);
    make_special(&desk.journal(), &beside("a.toml.journal-2"));
    make_special(&beside("a.toml.~1~"), &beside("a.toml.~2~"));
    let mut editor = desk.open();
    let said = editor.state().status_message().unwrap().to_owned();
    assert!(said.contains("cannot be read: it is not a regular file"), "{said}");
    // The work goes into another journal, and a save keeps a new backup.
    paint(&mut editor, 1);
    press(&mut editor, Modifiers::COMMAND, Key::S);
    assert_eq!(desk.read(), text(&editor));
    assert!(beside("a.toml.~3~").exists());
    drop(editor);
    assert!(std::os::unix::fs::FileTypeExt::is_fifo(&desk.journal().metadata().unwrap().file_type()));
}

#[cfg(target_os = "linux")]
#[test]
fn a_scenario_that_is_no_file_is_not_opened() {
    let desk = Desk::new();
    let [pipe, endless] = ["pipe.toml", "endless.toml"].map(|name| desk.0.path().join(name));
    make_special(&pipe, &endless);
    for path in [pipe, endless] {
        assert_eq!(Document::open(&path).unwrap_err().to_string(), "it is not a regular file");
    }
}

#[test]
fn a_damaged_collection_is_reported_and_its_sound_part_applies() {
    let desk = Desk::new();
    std::fs::write(desk.0.path().join("battlewright.toml"), "[lints]\nno-such-lint = \"allow\"\n").unwrap();
    let editor = desk.open();
    assert!(editor.query_by_label_contains("battlewright.toml:2:1: ").is_some());
}
