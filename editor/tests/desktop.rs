//! The program in its window, beside other programs: the clipboard, and hands that are quicker than the screen.
//!
//! `cargo test -p battlewright-editor --test desktop` runs it. It needs Xvfb, xdotool and xclip, and is not among the
//! tests that run by default. The same editor without a screen tells where things are in the window.

#![cfg(unix)]
#![allow(clippy::unwrap_used, clippy::expect_used, clippy::panic, reason = "a test may fail loudly, its helpers too")]

mod display;

use std::io::Write as _;
use std::path::PathBuf;
use std::process::{Child, Command, Stdio};

use battlewright_editor::messages::act::Act;
use battlewright_editor::model::layout::BottomTab;
use battlewright_editor::model::store::BUNDLED;
use battlewright_editor::{App, Chooser, Document};
use egui::Pos2;
use egui::accesskit::Role;
use egui_kittest::Harness;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::display::{Display, LOOK, LOOKS, SECOND, with};

/// The program in its window, with a scenario of its own.
struct Desktop {
    program: Child,
    display: Display,
    /// The same without a screen.
    editor: Harness<'static, App>,
    folder: tempfile::TempDir,
    _screen: tempfile::TempDir,
}

impl Desktop {
    fn new() -> Self {
        let (folder, screen) = (tempfile::tempdir().unwrap(), tempfile::tempdir().unwrap());
        let file = folder.path().join("a.toml");
        std::fs::write(&file, BUNDLED).unwrap();
        let display = Display::new(screen.path());
        let program = Command::new(env!("CARGO_BIN_EXE_battlewright-editor"))
            .arg(&file)
            .env("DISPLAY", &display.number)
            .env_remove("WAYLAND_DISPLAY")
            .env("XDG_STATE_HOME", folder.path())
            .stderr(Stdio::null())
            .spawn()
            .unwrap();
        let builder = Harness::builder().with_size([1440.0, 900.0]).with_max_steps(60);
        let mut editor = builder.build_eframe(|cc| App::new(&cc.egui_ctx, Document::bundled(), Chooser::Typed));
        editor.run();
        let desktop = Self { program, display, editor, folder, _screen: screen };
        until("the window", |_| desktop.display.color(Pos2::new(2.0, 450.0)) != 0);
        desktop.display.input("search --sync --onlyvisible --name Battlewright windowfocus");
        desktop
    }

    fn file(&self) -> PathBuf {
        self.folder.path().join("a.toml")
    }

    fn text(&self) -> String {
        std::fs::read_to_string(self.file()).unwrap()
    }

    /// Clicks at `pos`, in the window and without a screen.
    fn click(&mut self, pos: Pos2) {
        self.display.input(&click(pos));
        self.editor.hover_at(pos);
        self.editor.run_steps(1);
        self.editor.drag_at(pos);
        self.editor.run_steps(1);
        self.editor.drop_at(pos);
        self.editor.run();
    }

    /// Shows `tab` by a click on its title, if it is not shown yet.
    fn show(&mut self, tab: BottomTab) {
        let title = self.editor.get_all_by_label_contains(tab.name()).next().unwrap().rect().center();
        self.click(title);
        self.editor.state_mut().ask(Act::Tab(tab));
        self.editor.run();
    }

    /// Runs `xclip`, which is given `input` if it is to take something.
    fn clip(&self, input: Option<&str>) -> String {
        let way = if input.is_some() { "-i" } else { "-o" };
        let mut xclip = Command::new("xclip");
        xclip.args(["-selection", "clipboard", way]).env("DISPLAY", &self.display.number).stderr(Stdio::null());
        let Some(input) = input else {
            return String::from_utf8(xclip.output().expect("xclip is installed").stdout).unwrap();
        };
        let mut xclip = xclip.stdin(Stdio::piped()).stdout(Stdio::null()).spawn().expect("xclip is installed");
        xclip.stdin.take().unwrap().write_all(input.as_bytes()).unwrap();
        xclip.wait().unwrap();
        String::new()
    }

    /// Another program's text arrives where the pointer clicks: `keys` bring it in, and it is saved as `saved`.
    fn pastes(&self, at: Pos2, keys: &str, text: &str, saved: &str) {
        self.clip(Some(text));
        until(saved, |look| {
            // A key pressed before the window can hear it is pressed again.
            if look % (2 * SECOND) == SECOND {
                self.display.input(&format!("{} sleep 0.5 {keys} sleep 0.2 {}", click(at), with("ctrl", "s")));
            }
            self.text().contains(saved)
        });
    }

    /// Checks that `keys` after a click copy `text` to another program.
    fn copies(&self, at: Pos2, keys: &str, text: &str) {
        self.clip(Some("of another program"));
        until(text, |look| {
            if look.is_multiple_of(2 * SECOND) {
                self.display.input(&format!("{} sleep 0.2 {keys} sleep 0.2", click(at)));
            }
            look.is_multiple_of(SECOND / 2) && self.clip(None) == text
        });
    }
}

impl Drop for Desktop {
    fn drop(&mut self) {
        let _ = self.program.kill();
        let _ = self.program.wait();
    }
}

fn click(pos: Pos2) -> String {
    format!("mousemove {:.0} {:.0} click 1", pos.x, pos.y)
}

/// Looks until `is`, which is told the number of the look.
fn until(what: &str, mut is: impl FnMut(u32) -> bool) {
    for look in 0..LOOKS {
        if is(look) {
            return;
        }
        std::thread::sleep(LOOK);
    }
    panic!("nothing is seen of {what}");
}

/// Selects all in a field and does something with it.
fn all_and(key: &str) -> String {
    format!("{} {}", with("ctrl", "a"), with("ctrl", key))
}

#[test]
fn a_field_of_the_inspector_shares_the_clipboard_of_other_programs() {
    let desktop = Desktop::new();
    let title = desktop.editor.get_by_role_and_label(Role::TextInput, "Title").rect().center();
    desktop.pastes(title, &all_and("v"), "Rezonville, 16 août 1870", "title = \"Rezonville, 16 août 1870\"");
    desktop.copies(title, &all_and("c"), "Rezonville, 16 août 1870");
}

#[test]
fn the_order_of_battle_shares_the_clipboard_of_other_programs() {
    let mut desktop = Desktop::new();
    desktop.show(BottomTab::Units);
    let cell = |name: &str| {
        let mut cells = desktop.editor.get_all_by_role(Role::GridCell);
        let is = |label: Option<String>| label.is_some_and(|label| label.starts_with(name));
        cells.find(|cell| is(cell.accesskit_node().label())).unwrap().rect().center()
    };
    let first = cell("Label of 11th Cavalry Brigade (Barby): ");
    let paste = with("ctrl", "v");
    // Two columns of two rows, as a spreadsheet copies them.
    desktop.pastes(first, &paste, "XI/5\n12/5\n", "label = \"XI/5\"");
    assert!(desktop.text().contains("label = \"12/5\""));
    desktop.copies(first, &with("ctrl", "c"), "XI/5");
}

#[test]
fn the_source_shares_the_clipboard_of_other_programs() {
    let mut desktop = Desktop::new();
    desktop.show(BottomTab::Source);
    let text = desktop.editor.get_by_role_and_label(Role::MultilineTextInput, "Source text").rect().center();
    let paste = format!("{} {}", with("ctrl", "End"), with("ctrl", "v"));
    desktop.pastes(text, &paste, "# From another program\n", "# From another program\n");
    let whole = desktop.text();
    desktop.copies(text, &all_and("c"), &whole);
}
