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
use crate::{Album, THEMES, dress, editor, large};

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
    for (file, short, choices) in [
        ("mars-la-tour.toml", "mlt", 90),
        ("pm-a-day-of-battle.toml", "pm", 140),
        ("aac-mars-la-tour.toml", "aac", 140),
    ] {
        // One game for both themes, which takes longer than the pictures.
        let mut editor = editor(bundled(file), THEMES[0].0);
        game(&mut editor, choices);
        for (theme, light) in THEMES {
            dress(&mut editor, theme);
            album.window(&mut editor, &format!("game-{short}-{light}"));
            album.panel(&mut editor, "Play", &format!("play-{short}-{light}"));
        }
        for (tab, name) in [(BottomTab::Log, "log"), (BottomTab::Turns, "turns")] {
            ask(&mut editor, Act::Tab(tab));
            for (theme, light) in THEMES {
                dress(&mut editor, theme);
                album.panel(&mut editor, tab.name(), &format!("game-{name}-{short}-{light}"));
            }
        }
    }
}

/// The guns of a side are chosen, and the pointer is over an enemy: arc of fire, ranges, lines of sight, odds.
#[test]
fn a_game_on_a_table() {
    let mut album = Album::new();
    for (theme, light) in THEMES {
        let mut editor = editor(bundled("outrance-first-assault.toml"), theme);
        game(&mut editor, 30);
        let guns = |editor: &Editor| {
            let seen = editor.state().session().unwrap().seen();
            seen.legal.iter().position(|(_, label)| label.text == "Select Division artillery")
        };
        let mut choices = 0;
        while guns(&editor).is_none() {
            choices += 1;
            assert!(choices < 60, "the guns act in each turn");
            game(&mut editor, 1);
        }
        let chosen = guns(&editor).unwrap();
        ask(&mut editor, Act::Play(play::PlayAct::Choose(chosen)));
        let session = editor.state().session().unwrap();
        let (own, seen) = (session.seen().turn.unwrap(), session.seen());
        let enemy = session.footprints().iter().find(|unit| {
            let piece = &seen.crowd.pieces[unit.unit];
            piece.side != own && unit.facing.is_some()
        });
        let pos = editor.state().position_on_table(enemy.unwrap().at).unwrap();
        editor.hover_at(pos);
        editor.run();
        album.window(&mut editor, &format!("game-outrance-{light}"));
        album.panel(&mut editor, "Play", &format!("play-outrance-{light}"));
    }
}
