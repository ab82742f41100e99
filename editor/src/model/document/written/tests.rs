//! Typing into the text, with undo, crashes and saving.

use battlewright_schema::{Cell, DocPath};

use super::*;
use crate::model::autosave::JournalFolder;
use crate::model::autosave::unsaved_work::find;
use crate::model::document::FileState;
use crate::model::store::BUNDLED;

/// Replaces the first `old` in the text by `new`, as typing does.
fn replace(document: &mut Document, old: &str, new: &str) {
    let text = document.text();
    let at = text.find(old).unwrap();
    document.write(document.edition(), &TextSplice::new(at..at + old.len(), new)).unwrap();
}

fn typed(document: &mut Document, old: &str, new: &str) {
    replace(document, old, new);
    document.settle();
}

fn paint(document: &mut Document, row: u16) -> bool {
    document.apply("Paint Hill", None, Edit::Paint(vec![(Cell { column: 1, row }, 'h')]))
}

fn steps(document: &Document) -> (usize, Option<String>) {
    (document.history().len(), document.history().undo_name().map(str::to_owned))
}

/// Undoes and redoes all steps and compares the texts of both directions.
fn there_and_back(document: &mut Document) {
    let mut texts = vec![(document.text(), document.scenario().clone())];
    while document.undo().is_some() {
        texts.push((document.text(), document.scenario().clone()));
    }
    while let Some((text, scenario)) = texts.pop() {
        assert_eq!(document.text(), text);
        assert_eq!(document.scenario(), &scenario);
        assert!(texts.is_empty() || document.redo().is_some());
    }
}

#[test]
fn what_is_typed_becomes_the_scenario_and_is_one_step() {
    let mut document = Document::bundled();
    let title = || "title = \"Mars-la-Tour\"";
    replace(&mut document, title(), "title = \"Mars-la-Tourx\"");
    assert!(document.is_typing() && document.is_dirty());
    assert_eq!(document.scenario().title(), "Mars-la-Tour");
    document.settle();
    assert_eq!(document.scenario().title(), "Mars-la-Tourx");
    typed(&mut document, "Tourx", "Tour, 1870  # a note");
    typed(&mut document, "  # a note\"", "\"  # a note");
    assert_eq!(document.scenario().title(), "Mars-la-Tour, 1870");
    assert_eq!(steps(&document), (1, Some("Edit source".to_owned())));
    document.seal();
    typed(&mut document, "er = 3", "er = 4");
    assert_eq!(document.history().len(), 2);
    there_and_back(&mut document);
    assert!(document.text().contains("1870\"  # a note\n"));
    document.undo();
    document.undo();
    assert_eq!(document.text(), BUNDLED);
    assert!(!document.is_dirty());
}

#[test]
fn what_is_typed_and_taken_back_at_once_is_nothing() {
    let mut document = Document::bundled();
    replace(&mut document, "er = 3", "er = 4");
    let text = document.text();
    let at = text.find("er = 4").unwrap();
    document.write(document.edition(), &TextSplice::new(at..at + 6, "er = 3")).unwrap();
    document.settle();
    assert!(document.history().is_empty() && !document.is_dirty());
}

#[test]
fn typing_and_painting_take_turns() {
    let mut document = Document::bundled();
    assert!(paint(&mut document, 2));
    typed(&mut document, "[turns]", "# Typed.\n[turns]");
    assert!(paint(&mut document, 3));
    // Typed text is parsed before any other change.
    replace(&mut document, "er = 3", "er = 4");
    assert!(paint(&mut document, 4));
    assert_eq!(document.history().len(), 5);
    assert!(document.text().contains("# Typed.\n[turns]"));
    there_and_back(&mut document);
    for _ in 0..5 {
        document.undo();
    }
    assert_eq!(document.text(), BUNDLED);
}

#[test]
fn a_text_that_cannot_be_read_keeps_the_map_and_refuses_changes_of_it() {
    for (old, new) in
        [("\ner = 3\n", "\ner = \n"), ("\ner = 3\n", "\ner = \"three\"\n"), ("\nformat = 1\n", "\nformat = 2\n")]
    {
        let mut document = Document::bundled();
        paint(&mut document, 2);
        let before = document.scenario().clone();
        let sound = document.text();
        typed(&mut document, old, new);
        let unreadable = document.text();
        assert_eq!(unreadable, sound.replacen(old, new, 1));
        assert_eq!(document.scenario(), &before);
        let line = sound[..sound.find(old).unwrap()].matches('\n').count() + 2;
        assert_eq!(document.unread().unwrap().position.unwrap().line, line, "{:?}", document.unread());
        assert!(!document.unread().unwrap().from_file);
        assert!(document.is_broken() && document.is_dirty());

        assert!(!paint(&mut document, 3));
        assert!(document.refusal().unwrap().contains(&format!("line {line}")));
        assert_eq!(document.refusal(), None, "told once");
        assert_eq!((document.text(), document.scenario()), (unreadable.clone(), &before));

        there_and_back(&mut document);
        // The corrected text is parsed, and the map can be painted again.
        typed(&mut document, new, &old.replace('3', "5"));
        assert_eq!(document.unread(), None);
        assert!(paint(&mut document, 3));
        there_and_back(&mut document);
        while document.undo().is_some() {}
        assert_eq!((document.text().as_str(), document.is_dirty()), (BUNDLED, false));
    }
}

#[test]
fn a_file_that_cannot_be_read_is_mended_in_the_text() {
    let mut document = Document::from_text("a.toml", BUNDLED.replacen("er = 3", "er = ", 1));
    assert!(document.unread().unwrap().from_file && !paint(&mut document, 1));
    assert!(!document.is_dirty());
    typed(&mut document, "er = \n", "er = 3\n");
    assert_eq!(document.text(), BUNDLED);
    assert_eq!(document.scenario(), Document::bundled().scenario());
    assert_eq!(document.problems(), []);
    there_and_back(&mut document);

    // If the file had unreadable rows when it was opened, the other rows are shown and stay shown.
    let mut document = Document::from_text("a.toml", BUNDLED.replace("er = 3", "er = true"));
    let units = document.scenario().common().unit_count();
    typed(&mut document, "er = true", "er = 3");
    assert_eq!((document.unread(), document.scenario().common().unit_count()), (None, units + 1));
    // An additional error is an error in the typed text.
    typed(&mut document, "er = 3", "er = yes");
    assert!(document.unread().is_some());
    assert_eq!(document.scenario().common().unit_count(), units + 1);
    there_and_back(&mut document);
}

/// A folder with a scenario.
struct Desk(tempfile::TempDir);

impl Desk {
    fn new() -> Self {
        let folder = tempfile::tempdir().unwrap();
        std::fs::write(folder.path().join("a.toml"), BUNDLED).unwrap();
        Self(folder)
    }

    fn file(&self) -> std::path::PathBuf {
        self.0.path().join("a.toml")
    }

    fn keeper(&self) -> JournalFolder {
        JournalFolder::at(&self.0.path().join("state"))
    }

    fn open(&self) -> Document {
        let mut document = Document::open(&self.file()).unwrap();
        document.keep(&self.keeper());
        document
    }

    /// Returns the only document that a crash left behind.
    fn restore(&self) -> Document {
        let mut found = find(&self.keeper().places(Some(&self.file())), Some(&self.file()));
        assert_eq!(found.len(), 1);
        let found = found.remove(0);
        assert!(found.is_unsaved() && found.steps() > 0);
        let mut document = found.restore();
        document.keep(&self.keeper());
        document
    }
}

/// Returns the complete state of a document, with everything that can be undone and redone.
fn all_of(document: &Document) -> (String, String, Option<u64>, bool) {
    let history = serde_json::to_string(document.history()).unwrap();
    (document.text(), history, document.saved_step, document.is_dirty())
}

#[test]
fn every_keystroke_outlives_the_program() {
    let desk = Desk::new();
    let mut document = desk.open();
    let mut expected = BUNDLED.to_owned();
    for (n, (old, new)) in [("er = 3", "er = 4"), ("er = 4", "er = 45"), ("er = 45", "er = "), ("er = \n", "er = \"\n")]
        .into_iter()
        .enumerate()
    {
        replace(&mut document, old, new);
        expected = expected.replacen(old, new, 1);
        drop(document);
        document = desk.restore();
        assert_eq!(document.text(), expected, "killed after key {n}");
        assert!(document.is_dirty());
    }
    document.settle();
    assert!(document.unread().is_some());
    assert_eq!(document.scenario(), Document::bundled().scenario());
    let before = all_of(&document);
    drop(document);
    let mut document = desk.restore();
    assert_eq!(all_of(&document), before);
    there_and_back(&mut document);
    typed(&mut document, "er = \"\n", "er = 5\n");
    assert_eq!(document.unread(), None);
    assert!(paint(&mut document, 2));
    replace(&mut document, "er = 5", "er = 6");
    document.undo();
    let before = all_of(&document);
    drop(document);
    let mut document = desk.restore();
    assert_eq!(all_of(&document), before);
    there_and_back(&mut document);
}

#[test]
fn a_text_that_cannot_be_read_is_saved_as_it_is() {
    let desk = Desk::new();
    let mut document = desk.open();
    paint(&mut document, 2);
    replace(&mut document, "er = 3", "er = ");
    let text = document.text();
    document.save(&desk.file()).unwrap();
    assert_eq!(std::fs::read_to_string(desk.file()).unwrap(), text);
    assert!(!document.is_dirty() && document.unread().is_some());
    document.undo();
    assert!(document.is_dirty() && document.unread().is_none());
    document.redo();
    assert_eq!((document.text(), document.is_dirty()), (text.clone(), false));
    // Reopening yields the same text but a new map, since the file has no valid one.
    let document = Document::open(&desk.file()).unwrap();
    assert_eq!(document.text(), text);
    assert!(document.unread().unwrap().from_file);
}

#[test]
fn what_another_program_wrote_takes_the_place_of_what_cannot_be_read_and_goes_again() {
    let desk = Desk::new();
    let mut document = desk.open();
    typed(&mut document, "er = 3", "er = ");
    let mine = document.text();
    let theirs = BUNDLED.replacen("Mars-la-Tour", "Vionville", 1);
    std::fs::write(desk.file(), &theirs).unwrap();
    document.look(true);
    assert!(matches!(document.standing(), FileState::Changed(_)));
    assert!(document.load_theirs());
    assert_eq!((document.text(), document.unread()), (theirs, None));
    document.undo();
    assert_eq!(document.text(), mine);
    assert!(document.unread().is_some());
    there_and_back(&mut document);
}

#[test]
fn too_much_text_is_refused_and_nothing_is_lost() {
    let mut document = Document::bundled();
    replace(&mut document, "er = 3", "er = 4");
    let text = document.text();
    let much = TextSplice::new(0..0, "x".repeat(50 << 20));
    let why = document.write(document.edition(), &much).unwrap_err().to_string();
    assert!(why.contains("16 MB"), "{why}");
    assert_eq!(document.text(), text);
    assert!(document.write(document.edition() + 1, &TextSplice::new(0..0, "x")).is_err(), "another text");
    assert!(document.write(document.edition(), &TextSplice::new(text.len()..text.len() + 1, "x")).is_err());
    assert_eq!(document.text(), text);
    document.seal();
    assert_eq!(document.history().len(), 1);

    for hostile in ["\0".to_owned(), format!("x = {}", "[".repeat(10_000)), "[a]\n[a]\n".repeat(500)] {
        let before = document.text();
        let map = document.scenario().clone();
        document.write(document.edition(), &TextSplice::new(before.len()..before.len(), hostile.as_str())).unwrap();
        document.settle();
        document.seal();
        assert!(document.unread().is_some());
        assert_eq!((document.text(), document.scenario()), (before.clone() + &hostile, &map));
        document.undo();
        assert_eq!(document.text(), before);
    }
}

#[test]
fn what_undo_remembers_of_typing_grows_with_what_is_typed() {
    let remembered = |columns, rows| {
        let mut document = Document::bundled();
        document.apply("Resize", None, Edit::resize(document.scenario(), columns, rows, '.'));
        // The first typing also brings the text up to date with the resize; its patch is not measured.
        typed(&mut document, "er = 3", "er = 4");
        document.seal();
        let start = serde_json::to_string(document.history()).unwrap().len();
        for n in 0..20 {
            let (old, new) = if n % 2 == 0 { ("er = 4", "er = 5") } else { ("er = 5", "er = 4") };
            typed(&mut document, old, new);
            document.apply("Title", None, Edit::Put(DocPath::root().key("title"), Some(format!("T{n:02}").into())));
        }
        assert_eq!(document.history().len(), 42);
        serde_json::to_string(document.history()).unwrap().len() - start
    };
    let (small, large) = (remembered(40, 30), remembered(100, 100));
    assert!(small.abs_diff(large) < small / 10 && small < 40 * 600, "{small} and {large}");
}

/// Returns the text of a map so large that it is parsed in the background.
fn large() -> Document {
    let mut document = Document::bundled();
    document.apply("Resize", None, Edit::resize(document.scenario(), 300, 300, '.'));
    document.wait_for_checks();
    document
}

#[test]
fn a_large_text_is_read_beside_the_window_and_what_was_typed_meanwhile_makes_that_void() {
    let mut document = large();
    let (send, woken) = std::sync::mpsc::channel();
    let wake = || {
        let send = send.clone();
        move || send.send(()).unwrap()
    };
    let before = document.scenario().clone();
    let title = |name: &str| format!("title = \"{name}\"");
    replace(&mut document, &title("Mars-la-Tour"), &title("Vionville"));
    document.read_typing(wake());
    assert!(document.is_reading() && document.is_typing(), "nobody has waited");
    replace(&mut document, &title("Vionville"), &title("Rezonville"));
    woken.recv().unwrap();
    document.read_typing(wake());
    assert!(document.is_typing(), "that was another text");
    assert_eq!(document.scenario(), &before);
    document.read_typing(wake());
    woken.recv().unwrap();
    document.read_typing(wake());
    assert!(!document.is_typing() && document.is_checked());
    assert_eq!((document.scenario().title(), document.history().len()), ("Rezonville", 2));
    assert!(document.checked().text() == document.text());
    there_and_back(&mut document);

    // An operation that needs the result at once gets the same one.
    replace(&mut document, &title("Rezonville"), &title("Gravelotte"));
    document.read_typing(wake());
    assert!(document.apply("Paint", None, Edit::Paint(vec![(Cell { column: 1, row: 1 }, 'h')])));
    assert_eq!((document.scenario().title(), document.history().len()), ("Gravelotte", 4));
    there_and_back(&mut document);
}

#[test]
fn an_error_in_a_large_text_keeps_the_map_and_typing_it_away_again_is_nothing() {
    let mut document = large();
    let (before, text) = (document.scenario().clone(), document.text());
    replace(&mut document, "er = 3", "er = ");
    let (send, woken) = std::sync::mpsc::channel();
    document.read_typing(move || send.send(()).unwrap());
    woken.recv().unwrap();
    document.read_typing(|| ());
    assert!(document.unread().is_some() && !document.is_typing());
    assert_eq!(document.scenario(), &before);
    document.undo();
    assert_eq!((document.text(), document.unread()), (text, None));
    replace(&mut document, "er = 3", "er = ");
    replace(&mut document, "er = \n", "er = 3\n");
    document.read_typing(|| ());
    assert!(!document.is_typing() && document.history().len() == 1);
}
