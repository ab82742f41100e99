//! The enemy fire that a move would draw, before it is made.

use battlewright_editor::messages::act::Act;
use battlewright_editor::model::play::{PlayAct, Session};
use battlewright_engine::game::Side;
use battlewright_engine::players::Kind;
use battlewright_engine::show::MarkStyle;
use battlewright_schema::Cell;
use egui::{Key, Modifiers};

use crate::desk::{Editor, bundled, press, says, show};

fn session(editor: &Editor) -> &Session {
    editor.state().session().unwrap()
}

fn act(editor: &mut Editor, act: PlayAct) {
    editor.state_mut().ask(Act::Play(act));
    editor.run_steps(1);
}

/// Plays until a unit in hand can go to a hex under fire, and returns that hex.
fn hex_under_fire(editor: &mut Editor) -> Cell {
    press(editor, Modifiers::NONE, Key::F5);
    for _ in 0..900 {
        for side in Side::BOTH {
            act(editor, PlayAct::Seat(side, None));
        }
        let before = session(editor).inputs();
        let legal = session(editor).seen().legal.iter().enumerate();
        let moves = legal.filter(|(_, (_, label))| label.notation.starts_with("move ")).map(|(n, _)| n);
        for n in moves.take(4).collect::<Vec<_>>() {
            act(editor, PlayAct::Choose(n));
            let session = session(editor);
            let ends_there = |cell: &Cell| session.fire_drawn_at(*cell).iter().any(|fire| fire.cell == *cell);
            if let Some(cell) = session.seen().reach.iter().copied().find(ends_there) {
                return cell;
            }
            act(editor, PlayAct::Jump(before));
        }
        for side in Side::BOTH {
            act(editor, PlayAct::Seat(side, Some(Kind::Greedy)));
        }
        act(editor, PlayAct::Step);
    }
    panic!("no move draws fire");
}

fn announces_fire(name: &str, rule: &str) {
    let mut editor = show([1200.0, 900.0], bundled(name), |app| app);
    let cell = hex_under_fire(&mut editor);
    let bursts = session(&editor).marks().iter().filter(|mark| mark.style == MarkStyle::Burst);
    assert!(bursts.filter_map(|mark| mark.place.cell()).any(|at| at == cell), "the map shows it before a hover");
    assert!(says(&editor, "Burst: draws Defensive Fire"), "the legend explains it");
    let fires = session(&editor).fire_drawn_at(cell);
    let title = format!("This move draws Defensive Fire ({rule})");
    assert!(!says(&editor, &title));
    editor.state_mut().look(cell, 46.0);
    editor.run();
    let pos = editor.state().position_of(cell).unwrap();
    editor.hover_at(pos);
    editor.run();
    assert!(says(&editor, &title));
    for fire in &fires {
        assert!(says(&editor, &format!("{} may fire, column {}", fire.firer, fire.column)), "{fire:?}");
    }
}

#[test]
fn a_move_announces_defensive_fire_in_position_magnifique() {
    announces_fire("pm-crisis-on-the-left.toml", "12.4");
}

#[test]
fn a_move_announces_defensive_fire_in_at_any_cost() {
    announces_fire("aac-first-orders.toml", "12.6");
}
