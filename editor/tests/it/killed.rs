//! The editor is killed in the middle of its work, and the work comes back.
//!
//! The program that is killed is this test itself, started again: it drives the real editor without
//! a display and writes down what it sees after each gesture. A shadow that nobody kills makes the
//! same gestures; what comes back must be where the shadow was after the last gesture seen, or after
//! the one that was under way. `BATTLEWRIGHT_KILLS` says how often; the slow suite, which kills the
//! program in its window, is `killed_window.rs`.

use std::io::Write;
use std::path::{Path, PathBuf};
use std::process::{Child, Command, Stdio};
use std::time::{Duration, Instant};

use battlewright_editor::dialogs::Dialog;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command;
use battlewright_editor::model::autosave::{JournalFolder, file_content, unsaved_work};
use battlewright_editor::model::store::BUNDLED;
use battlewright_editor::tools::ToolOptions;
use battlewright_editor::{App, Chooser, Document};
use egui::{Key, Modifiers};
use egui_kittest::Harness;
use egui_kittest::kittest::Queryable as _;

/// The place where the program that is to be killed works.
const FOLDER: &str = "BATTLEWRIGHT_TEST_FOLDER";
/// From which gesture on.
const FIRST: &str = "BATTLEWRIGHT_TEST_FIRST";

type Editor = Harness<'static, App>;

fn file(folder: &Path) -> PathBuf {
    folder.join("a.toml")
}

fn keeper(folder: &Path) -> JournalFolder {
    JournalFolder::at(&folder.join("state"))
}

fn editor(folder: &Path) -> Editor {
    let (document, keeper) = (Document::open(&file(folder)).unwrap(), keeper(folder));
    let builder = Harness::builder().with_size([1440.0, 900.0]).with_max_steps(40);
    let mut editor = builder.build_eframe(move |cc| App::new(&cc.egui_ctx, document, Chooser::Typed).keep(keeper));
    editor.run();
    editor
}

/// Numbers that look random and are the same every time.
fn number(n: u64) -> u64 {
    let mut x = n.wrapping_add(1).wrapping_mul(0x9e37_79b9_7f4a_7c15);
    x = (x ^ (x >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
    x ^ (x >> 31)
}

/// The gesture numbered `n`, which depends on nothing else.
fn gesture(editor: &mut Editor, n: u64) {
    let random = number(n);
    let press = |editor: &mut Editor, modifiers: Modifiers, key| {
        editor.key_press_modifiers(modifiers, key);
        editor.run();
    };
    match random % 16 {
        0..8 => {
            press(editor, Modifiers::NONE, Key::B);
            let options =
                ToolOptions { letter: ['w', '.', 'h'][usize::from((random >> 8) as u8 % 3)], ..ToolOptions::default() };
            editor.state_mut().ask(Act::Options(options));
            editor.run();
            let column = 2 + (random >> 16) % 12;
            let first = 2 + (random >> 24) % 8;
            let hexes: Vec<_> = (first..first + 3).map(|row| format!("{column:02}{row:02}")).collect();
            let at: Vec<_> = {
                let app = editor.state();
                let grid = app.document().scenario().common().grid().unwrap();
                hexes.iter().map(|hex| app.position_of(grid.cell(&hex.as_str().into()).unwrap()).unwrap()).collect()
            };
            editor.hover_at(at[0]);
            editor.drag_at(at[0]);
            editor.run_steps(1);
            for point in &at {
                editor.hover_at(*point);
                editor.run_steps(1);
            }
            editor.drop_at(at[2]);
            editor.run();
        }
        8..10 => {
            editor.state_mut().ask(Act::Command(command::Command::SelectScenario));
            editor.run();
            let field = editor.get_by_role_and_label(egui::accesskit::Role::TextInput, "Title");
            field.set_text_value_accesskit(&format!("Title {n}"));
            editor.run();
            editor.state_mut().ask(Act::Seal);
            editor.run();
        }
        10..13 => press(editor, Modifiers::COMMAND, Key::Z),
        13..15 => press(editor, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z),
        _ => press(editor, Modifiers::COMMAND, Key::S),
    }
}

/// Everything that a document is, with all that can be undone and redone.
fn state(document: &Document) -> String {
    let history = serde_json::to_string(document.history()).unwrap();
    format!(
        "{:016x} {:016x} {}",
        file_content::hash(&document.text()),
        file_content::hash(&history),
        document.history().len()
    )
}

/// The program that is killed, if this process is that program.
#[test]
fn edits_until_it_is_killed() {
    let Some(folder) = std::env::var_os(FOLDER).map(PathBuf::from) else { return };
    let first: u64 = std::env::var(FIRST).unwrap().parse().unwrap();
    let mut editor = editor(&folder);
    if matches!(editor.state().dialog(), Some(Dialog::Recover(_))) {
        editor.get_by_label("Restore").click();
        editor.run();
    }
    let mut seen = std::fs::File::create(folder.join("seen")).unwrap();
    for n in first.. {
        let line = format!("{n} {}\n", state(editor.state().document()));
        seen.write_all(line.as_bytes()).unwrap();
        gesture(&mut editor, n);
    }
}

fn start(folder: &Path, first: u64) -> Child {
    let _ = std::fs::remove_file(folder.join("seen"));
    Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::edits_until_it_is_killed"])
        .env(FOLDER, folder)
        .env(FIRST, first.to_string())
        .stdout(Stdio::null())
        .spawn()
        .unwrap()
}

/// The last thing the program wrote down: how many gestures were done, and what it saw then.
fn last_seen(folder: &Path) -> Option<(u64, String)> {
    let seen = std::fs::read_to_string(folder.join("seen")).ok()?;
    let line = seen.rsplit_terminator('\n').find(|line| !line.is_empty())?;
    let (n, state) = line.split_once(' ')?;
    Some((n.parse().ok()?, state.to_owned()))
}

#[test]
fn work_outlives_a_program_that_is_killed() {
    let kills = std::env::var("BATTLEWRIGHT_KILLS").map_or(3, |kills| kills.parse().unwrap());
    let (killed, spared) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
    for folder in [killed.path(), spared.path()] {
        std::fs::write(file(folder), BUNDLED).unwrap();
    }
    let clock = u64::from(std::time::SystemTime::UNIX_EPOCH.elapsed().unwrap().subsec_nanos());
    let mut shadow = editor(spared.path());
    let mut done = 0;
    for round in 0..kills {
        let mut program = start(killed.path(), done);
        // After some gestures, at any moment of the next.
        let begun = Instant::now();
        while last_seen(killed.path()).is_none_or(|(n, _)| n < done + number(clock + round) % 4) {
            assert!(program.try_wait().unwrap().is_none() && begun.elapsed() < Duration::from_secs(120));
            std::thread::sleep(Duration::from_millis(2));
        }
        std::thread::sleep(Duration::from_micros((number(clock + round) >> 8) % 150_000));
        assert!(program.try_wait().unwrap().is_none(), "it is still at work");
        program.kill().unwrap();
        program.wait().unwrap();

        let (seen, saw) = last_seen(killed.path()).unwrap();
        for n in done..seen {
            gesture(&mut shadow, n);
        }
        done = seen;
        assert_eq!(state(shadow.state().document()), saw, "the shadow does what the program does");
        let path = file(killed.path());
        let mut found = unsaved_work::find(&keeper(killed.path()).places(Some(&path)), Some(&path));
        assert!(found.len() <= 1, "one document has one journal");
        let back = match found.pop() {
            Some(found) => state(found.document()),
            // Nothing was ever done.
            None => state(&Document::open(&path).unwrap()),
        };
        if back != saw {
            gesture(&mut shadow, done);
            done += 1;
            assert_eq!(back, state(shadow.state().document()), "after {done} gestures");
        }
        println!("killed after {done} gestures, {} steps to undo", shadow.state().document().history().len());
    }
    // A start without an argument offers it as well.
    let path = file(killed.path());
    let is_unsaved = |path: &Path| {
        let places = keeper(killed.path()).places(Some(path));
        unsaved_work::find(&places, Some(path)).iter().any(unsaved_work::UnsavedWork::is_unsaved)
    };
    if is_unsaved(&path) {
        let keeper = keeper(killed.path());
        let builder = Harness::builder().with_size([1440.0, 900.0]).with_max_steps(40);
        let mut bare = builder.build_eframe(move |cc| {
            App::new(&cc.egui_ctx, Document::bundled(), Chooser::Typed).keep(keeper).offer_all()
        });
        bare.run();
        let Some(Dialog::Recover(offers)) = bare.state().dialog() else { panic!("{:?}", bare.state().dialog()) };
        assert_eq!(offers.list.iter().map(|offer| offer.name.as_str()).collect::<Vec<_>>(), ["a.toml"]);
    }
    // Every recovered edit can be undone.
    for found in unsaved_work::find(&keeper(killed.path()).places(Some(&path)), Some(&path)) {
        let mut document = found.restore();
        while document.undo().is_some() {}
        assert_eq!(document.scenario(), Document::bundled().scenario());
    }
}
