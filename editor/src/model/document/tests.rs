//! The document, its journal and its file.

use std::path::PathBuf;

use battlewright_schema::{Cell, DocPath};

use super::*;
use crate::model::autosave::JournalFolder;
use crate::model::autosave::unsaved_work::{UnsavedWork, find};
use crate::model::store::BUNDLED;

/// A folder with a scenario and the folder of its journals.
struct Desk {
    folder: tempfile::TempDir,
    keeper: JournalFolder,
}

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.toml"), BUNDLED).unwrap();
        let keeper = JournalFolder::at(&folder.path().join("state"));
        Self { folder, keeper }
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("a.toml")
    }

    fn open(&self) -> Document {
        let mut document = Document::open(&self.file()).unwrap();
        document.keep(&self.keeper);
        document
    }

    fn journal(&self) -> PathBuf {
        self.folder.path().join(".battlewright/a.toml.journal")
    }

    fn find(&self) -> Vec<UnsavedWork> {
        find(&self.keeper.places(Some(&self.file())), Some(&self.file()))
    }

    /// Returns the only document that was left behind.
    fn restore(&self) -> Document {
        let mut found = self.find();
        assert_eq!(found.len(), 1);
        let mut document = found.remove(0).restore();
        document.keep(&self.keeper);
        document
    }
}

fn paint(document: &mut Document, n: u16, letter: char) -> bool {
    let cell = Cell { column: n % 20, row: n / 20 % 13 };
    document.apply("Paint Woods", None, Edit::Paint(vec![(cell, letter)]))
}

fn title(document: &mut Document, title: &str) {
    let path = DocPath::root().key("title");
    document.apply("Title", Some(1), Edit::Put(path, Some(title.into())));
}

/// Returns the complete state of a document, with everything that can be undone and redone.
fn all_of(document: &Document) -> (String, String, Option<u64>, bool) {
    let history = serde_json::to_string(document.history()).unwrap();
    (document.text(), history, document.saved_step, document.is_dirty())
}

#[test]
fn work_and_history_come_back_after_the_program_is_gone() {
    let desk = Desk::new();
    let mut document = desk.open();
    assert!(!desk.journal().exists(), "nothing has been done");
    for n in 0..7 {
        assert!(paint(&mut document, n, 'h'));
    }
    for text in ["T", "Ti", "Tit"] {
        title(&mut document, text);
    }
    document.undo();
    document.undo();
    document.redo();
    let before = all_of(&document);
    assert!(desk.find().is_empty(), "a journal that is being written is left alone");
    drop(document);

    let found = desk.find();
    assert_eq!((found.len(), found[0].steps(), found[0].is_unsaved()), (1, 7, true));
    assert_eq!(found[0].document().history().undo_name(), Some("Paint Woods"));
    drop(found);
    let mut document = desk.restore();
    assert_eq!(all_of(&document), before);
    assert_eq!(document.redo().as_deref(), Some("Title"));
    assert_eq!(document.scenario().title(), "Tit", "what was typed into a field is one step");
    while document.undo().is_some() {}
    assert_eq!(document.text(), BUNDLED);
    let before = all_of(&document);

    // Restoring continues the same journal until the work is saved.
    drop(document);
    let mut document = desk.restore();
    assert_eq!(all_of(&document), before);
    document.close();
    assert_eq!(std::fs::read_dir(desk.folder.path()).unwrap().count(), 1, "nothing is left beside the file");
}

#[test]
fn a_save_and_what_follows_it_come_back() {
    let desk = Desk::new();
    let mut document = desk.open();
    paint(&mut document, 0, 'h');
    title(&mut document, "Saved");
    assert!(document.save(&desk.file()).unwrap().is_none());
    drop(document);
    let found = desk.find();
    assert_eq!((found[0].is_unsaved(), found[0].document().history().len()), (false, 2));
    drop(found);

    let mut document = desk.restore();
    title(&mut document, "Unsaved");
    assert_eq!(document.history().len(), 3, "a save ends the step");
    document.undo();
    document.undo();
    let before = all_of(&document);
    assert!(before.3);
    drop(document);
    let mut document = desk.restore();
    assert_eq!(all_of(&document), before);
    document.redo();
    assert!(!document.is_dirty());
    assert_eq!(document.text(), std::fs::read_to_string(desk.file()).unwrap());
}

#[test]
fn a_program_that_died_while_saving_has_saved_or_not() {
    let desk = Desk::new();
    let mut document = desk.open();
    paint(&mut document, 0, 'h');
    let journal = std::fs::read(desk.journal()).unwrap();
    document.save(&desk.file()).unwrap();
    drop(document);
    // Simulates a crash after the file was written but before the journal was.
    std::fs::write(desk.journal(), journal).unwrap();
    let found = desk.find();
    assert!(!found[0].is_unsaved());
    assert_eq!(*found[0].document().standing(), FileState::AsKnown);
    drop(found);

    // The next crash does not lose the record that this program wrote the file.
    let mut document = desk.restore();
    paint(&mut document, 1, 'h');
    let before = all_of(&document);
    drop(document);
    let document = desk.restore();
    assert_eq!(all_of(&document), before);
    assert_eq!((document.unsaved_steps(), document.standing()), (1, &FileState::AsKnown));
}

#[test]
fn a_damaged_record_hides_none_before_it() {
    let desk = Desk::new();
    let mut document = desk.open();
    let mut texts = Vec::new();
    for n in 0..4 {
        paint(&mut document, n, 'h');
        texts.push(document.text());
    }
    drop(document);
    let whole = std::fs::read(desk.journal()).unwrap();
    let ends: Vec<_> = (0..whole.len()).filter(|n| whole[*n] == b'\n').map(|n| n + 1).collect();
    assert_eq!(ends.len(), 6, "a head, what there was, and four records");
    let last = ends[4]..whole.len();
    for cut in last.clone().step_by(7) {
        std::fs::write(desk.journal(), &whole[..cut]).unwrap();
        assert_eq!(desk.restore().text(), texts[2]);
    }
    let mut damaged = whole.clone();
    damaged[last.start + 30] ^= 1;
    damaged.extend(b"\xff\xfe and more\n");
    std::fs::write(desk.journal(), &damaged).unwrap();
    let mut document = desk.restore();
    assert_eq!(document.text(), texts[2]);
    // Later records follow the last valid one.
    paint(&mut document, 3, 'h');
    drop(document);
    assert_eq!(desk.restore().text(), texts[3]);
    // A journal without a valid header is reported as damaged and kept.
    std::fs::write(desk.journal(), &whole[..40]).unwrap();
    assert!(desk.find().is_empty() && desk.journal().exists());
}

#[test]
fn a_journal_does_not_write_over_a_file_that_has_changed() {
    let desk = Desk::new();
    let mut document = desk.open();
    paint(&mut document, 0, 'h');
    let mine = document.text();
    drop(document);
    let theirs = BUNDLED.replace("Mars-la-Tour", "Vionville");
    std::fs::write(desk.file(), &theirs).unwrap();
    let mut document = desk.restore();
    assert_eq!(document.text(), mine);
    assert!(matches!(document.standing(), FileState::Changed(version) if version.text == theirs));
    assert_eq!(std::fs::read_to_string(desk.file()).unwrap(), theirs);

    // The version on disk is loaded, and all earlier steps can be undone, also after a crash.
    assert!(document.load_theirs());
    assert_eq!((document.text(), document.is_dirty()), (theirs.clone(), false));
    let before = all_of(&document);
    drop(document);
    let mut document = desk.restore();
    assert_eq!(all_of(&document), before);
    document.undo();
    assert_eq!((document.text(), document.is_dirty()), (mine, true));
    document.undo();
    assert_eq!(document.text(), BUNDLED);
    document.redo();
    document.redo();
    assert_eq!((document.text(), document.is_dirty()), (theirs, false));
}

#[test]
fn mine_is_kept_over_theirs_after_a_crash_too() {
    let desk = Desk::new();
    let mut document = desk.open();
    std::fs::write(desk.file(), "theirs").unwrap();
    document.look(false);
    assert!(!document.load_theirs(), "nothing of it can be read");
    assert!(matches!(document.standing(), FileState::Changed(_)));
    document.keep_mine();
    assert!(document.is_dirty());
    drop(document);
    let mut document = desk.restore();
    assert!(document.is_dirty());
    assert_eq!((document.standing(), document.text().as_str()), (&FileState::AsKnown, BUNDLED));
    document.save(&desk.file()).unwrap();
    assert_eq!(std::fs::read_to_string(desk.file()).unwrap(), BUNDLED);
    let kept = crate::model::autosave::backups::list(&desk.file());
    assert_eq!(std::fs::read_to_string(&kept[0].path).unwrap(), "theirs");
}

#[test]
fn a_file_that_is_gone_is_written_again() {
    let desk = Desk::new();
    let mut document = desk.open();
    std::fs::remove_file(desk.file()).unwrap();
    document.look(false);
    assert!(document.is_dirty() && *document.standing() == FileState::Gone);
    document.save(&desk.file()).unwrap();
    assert!(!document.is_dirty() && *document.standing() == FileState::AsKnown);
    assert_eq!(std::fs::read_to_string(desk.file()).unwrap(), BUNDLED);
}

#[test]
fn two_programs_on_one_file_have_a_journal_each() {
    let desk = Desk::new();
    let (mut one, mut two) = (desk.open(), desk.open());
    assert!(!two.keeping().has_rivals());
    paint(&mut one, 0, 'h');
    two.watch_rivals();
    assert!(two.keeping().has_rivals() && !one.keeping().has_rivals());
    paint(&mut two, 1, 'h');
    one.watch_rivals();
    assert!(one.keeping().has_rivals());
    assert_eq!(desk.find().len(), 0);
    let (first, second) = (one.text(), two.text());
    drop(one);
    drop(two);
    let mut texts: Vec<_> = desk.find().iter().map(|found| found.document().text()).collect();
    texts.sort();
    let mut expected = [first, second];
    expected.sort();
    assert_eq!(texts, expected);
}

#[test]
fn a_new_scenario_is_kept_in_the_users_folder_until_it_has_a_file() {
    let desk = Desk::new();
    let mut document = Document::template();
    document.keep(&desk.keeper);
    title(&mut document, "New");
    let unsaved = desk.folder.path().join("state/unsaved.journal");
    assert!(unsaved.exists());
    let file = desk.folder.path().join("b.toml");
    document.save(&file).unwrap();
    assert!(!unsaved.exists() && desk.folder.path().join(".battlewright/b.toml.journal").exists());
    title(&mut document, "Newer");
    let before = all_of(&document);
    drop(document);
    let found = find(&desk.keeper.places(Some(&file)), Some(&file)).remove(0);
    assert_eq!(found.steps(), 1);
    assert_eq!(all_of(found.document()), before);
}

#[test]
fn where_the_files_folder_cannot_be_written_to_the_users_folder_serves() {
    let desk = Desk::new();
    std::fs::write(desk.folder.path().join(".battlewright"), "a file where the folder should be").unwrap();
    let mut document = desk.open();
    paint(&mut document, 0, 'h');
    assert!(document.keeping().failed().is_none());
    drop(document);
    assert_eq!(desk.find().len(), 1);

    // If neither location works, the error is reported.
    let mut document = Document::open(&desk.file()).unwrap();
    document.keep(&JournalFolder::at(&desk.file()));
    paint(&mut document, 0, 'h');
    assert!(document.keeping().failed().is_some());
}

#[test]
fn a_journal_grows_with_the_edits_and_is_begun_anew() {
    let desk = Desk::new();
    let mut document = desk.open();
    // Each change of a long field writes the whole value to the journal.
    let long = "x".repeat(20_000);
    let mut written = 0;
    for n in 0..200 {
        title(&mut document, &format!("{long}{n}"));
        written += long.len() as u64;
    }
    paint(&mut document, 0, 'h');
    let length = document.keeping().journal().unwrap().length();
    assert_eq!(length, std::fs::metadata(desk.journal()).unwrap().len());
    assert!(written > 8 * length, "{length} bytes for {written}");
    let before = all_of(&document);
    drop(document);
    assert_eq!(all_of(&desk.restore()), before);
}

#[test]
fn what_undo_remembers_grows_with_the_strokes_and_not_with_the_map() {
    let remembered = |columns, rows| {
        let mut document = Document::bundled();
        document.apply("Resize", None, Edit::resize(document.scenario(), columns, rows, '.'));
        let resized = serde_json::to_string(document.history()).unwrap().len();
        for n in 0..600_u16 {
            let cell = |step| Cell { column: 10 + (n + step) % 20, row: 10 + n % 10 };
            let letter = if n / 20 % 2 == 0 { 'w' } else { 'h' };
            let stroke = (0..8).map(|step| (cell(step), letter)).collect();
            document.apply("Paint", None, Edit::Paint(stroke));
        }
        assert!(document.history().len() > 500);
        serde_json::to_string(document.history()).unwrap().len() - resized
    };
    let small = remembered(40, 30);
    assert!(small > 600 * 8);
    assert_eq!(remembered(1000, 1000), small);
}

#[test]
fn problems_are_as_grave_as_the_collection_takes_them() {
    let desk = Desk::new();
    let text = BUNDLED.replacen("[map.terrain]\n", "[map.terrain]\nq = { name = \"Quarry\" }\n", 1);
    std::fs::write(desk.file(), text).unwrap();
    let mut document = desk.open();
    assert_eq!(document.counts(), (0, 1), "a terrain that nobody uses");
    let collection = desk.folder.path().join("battlewright.toml");
    let edition = document.edition();
    for (level, counts) in [("allow", (0, 0)), ("deny", (1, 0)), ("warn", (0, 1)), ("allow", (0, 0))] {
        std::fs::write(&collection, format!("[lints]\nunused-terrain = \"{level}\"\n")).unwrap();
        document.look(false);
        document.wait_for_checks();
        assert_eq!((document.counts(), document.is_broken()), (counts, false), "{level}");
        assert_eq!(Document::open(&desk.file()).unwrap().counts(), counts, "{level}");
        assert_eq!((document.is_dirty(), document.edition()), (false, edition), "{level}");
    }
    // Another folder belongs to another collection.
    let elsewhere = tempfile::tempdir().unwrap();
    document.save(&elsewhere.path().join("b.toml")).unwrap();
    document.wait_for_checks();
    assert_eq!(document.counts(), (0, 1));
}
