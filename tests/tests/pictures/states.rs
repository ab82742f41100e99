//! Pictures of the whole window: an empty, large or broken scenario, and a game.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::model::layout::BottomTab;
use battlewright_editor::model::play;
use battlewright_engine::game::Side;
use battlewright_engine::players::Kind;
use battlewright_schema::Cell;
use egui::{Key, Modifiers};

use crate::desk::{Editor, ask, bundled, press};
use crate::{Album, THEMES, editor, large};

#[test]
fn a_scenario() {
    let mut album = Album::new();
    for (theme, light) in THEMES {
        for (file, short) in [
            ("mars-la-tour.toml", "mlt"),
            ("pm-a-day-of-battle.toml", "pm"),
            ("aac-gravelotte.toml", "aac"),
            ("outrance-spicheren.toml", "outrance"),
        ] {
            album.window(&mut editor(bundled(file), theme), &format!("window-{short}-{light}"));
        }
    }
}

#[test]
fn an_empty_scenario() {
    let mut album = Album::new();
    for (theme, light) in THEMES {
        album.window(&mut editor(Document::template(), theme), &format!("empty-{light}"));
    }
}

#[test]
fn a_large_scenario_from_far_and_near() {
    let mut album = Album::new();
    for (theme, light) in THEMES {
        let mut editor = editor(Document::from_text("large.toml", large::text(200, 200)), theme);
        editor.state_mut().wait_for_checks();
        editor.run();
        album.window(&mut editor, &format!("large-far-{light}"));
        editor.state_mut().look(Cell { column: 60, row: 50 }, 26.0);
        editor.run();
        album.window(&mut editor, &format!("large-near-{light}"));
    }
}

#[test]
fn a_broken_file() {
    let mut album = Album::new();
    let text = battlewright_editor::model::store::BUNDLED;
    let wrong = text.replace("at = \"0608\"", "at = \"9999\"").replace("er = 3", "er = 9");
    let half = text.replace("[turns]", "[turns");
    for (theme, light) in THEMES {
        for (text, name) in [(&wrong, "wrong"), (&half, "half")] {
            let mut editor = editor(Document::from_text("broken.toml", text.clone()), theme);
            ask(&mut editor, Act::Tab(BottomTab::Problems));
            album.window(&mut editor, &format!("broken-{name}-{light}"));
        }
    }
}

/// Starts a game that the computer plays for a while, up to a decision of a human player.
fn game(editor: &mut Editor, choices: usize) {
    press(editor, Modifiers::NONE, Key::F5);
    for side in Side::BOTH {
        ask(editor, Act::Play(play::PlayAct::Seat(side, Some(Kind::Greedy))));
    }
    for _ in 0..choices {
        editor.state_mut().ask(Act::Play(play::PlayAct::Step));
        editor.run_steps(1);
    }
    for side in Side::BOTH {
        ask(editor, Act::Play(play::PlayAct::Seat(side, None)));
    }
}

#[test]
fn a_game_in_progress() {
    let mut album = Album::new();
    for (theme, light) in THEMES {
        for (file, short, choices) in [
            ("mars-la-tour.toml", "mlt", 90),
            ("pm-a-day-of-battle.toml", "pm", 140),
            ("aac-mars-la-tour.toml", "aac", 140),
        ] {
            let mut editor = editor(bundled(file), theme);
            game(&mut editor, choices);
            album.window(&mut editor, &format!("game-{short}-{light}"));
            album.panel(&mut editor, "Play", &format!("play-{short}-{light}"));
            for (tab, name) in [(BottomTab::Log, "log"), (BottomTab::Turns, "turns")] {
                ask(&mut editor, Act::Tab(tab));
                album.panel(&mut editor, tab.name(), &format!("game-{name}-{short}-{light}"));
            }
        }
    }
}
