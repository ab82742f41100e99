//! Pictures of all panels.

use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::layout::BottomTab;
use battlewright_editor::model::selection::Selection;

use crate::desk::{ask, bundled, cell, command};
use crate::{Album, THEMES, editor};

#[test]
fn every_tab() {
    let mut album = Album::new();
    for (theme, light) in THEMES {
        for (file, short) in
            [("mars-la-tour.toml", "mlt"), ("pm-a-day-of-battle.toml", "pm"), ("aac-gravelotte.toml", "aac")]
        {
            let mut editor = editor(bundled(file), theme);
            for tab in [BottomTab::Units, BottomTab::Turns, BottomTab::Source, BottomTab::Tables] {
                ask(&mut editor, Act::Tab(tab));
                album.panel(&mut editor, tab.name(), &format!("{}-{short}-{light}", word(tab.name())));
            }
        }
    }
}

#[test]
fn the_inspector_of_each_selection() {
    let mut album = Album::new();
    for (theme, light) in THEMES {
        let mut editor = editor(bundled("mars-la-tour.toml"), theme);
        let hex = cell(&editor, "0808");
        let selections = [
            (Selection::Scenario, "scenario"),
            (Selection::Hex(hex), "hex"),
            (Selection::Unit(0), "unit"),
            (Selection::Entry(0), "entry"),
            (Selection::Part("victory"), "victory"),
            (Selection::Part("rules"), "rules"),
        ];
        for (selection, name) in selections {
            ask(&mut editor, Act::Select(selection));
            album.panel(&mut editor, "Inspector", &format!("inspector-{name}-{light}"));
        }
        let mut editor = crate::editor(bundled("pm-a-day-of-battle.toml"), theme);
        for (selection, name) in [(Selection::Unit(0), "pm-unit"), (Selection::Row("formation", 0), "pm-formation")] {
            ask(&mut editor, Act::Select(selection));
            album.panel(&mut editor, "Inspector", &format!("inspector-{name}-{light}"));
        }
        let mut editor = crate::editor(bundled("aac-gravelotte.toml"), theme);
        let pages = [("unit", "aac-unit"), ("formation", "aac-formation"), ("earthworks", "aac-earthworks")];
        for (list, name) in pages {
            let selection = Selection::row(editor.state().document().scenario(), list, 0).unwrap();
            ask(&mut editor, Act::Select(selection));
            album.panel(&mut editor, "Inspector", &format!("inspector-{name}-{light}"));
        }
    }
}

#[test]
fn what_lies_over_the_window() {
    let mut album = Album::new();
    for (theme, light) in THEMES {
        for (asked, name) in [(Command::New, "new"), (Command::Palette, "palette")] {
            let mut editor = editor(bundled("mars-la-tour.toml"), theme);
            command(&mut editor, asked);
            album.window(&mut editor, &format!("{name}-{light}"));
        }
    }
}

fn word(name: &str) -> String {
    name.to_lowercase().replace(' ', "-")
}
