//! The unit in hand: the units that go along, the change to the next unit, and the button that ends a move.

use battlewright_editor::messages::act::Act;
use battlewright_editor::model::play::{PlayAct, Session, StackPart};
use battlewright_editor::panels::play::{self as panel, ending};
use battlewright_engine::game::Side;
use battlewright_engine::players::Kind;
use battlewright_schema::Cell;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, bundled, click_with, press, says, show};

/// Lets the computer play until the German player may move units in a stack of at least two, and returns a unit of the stack and
/// its hex.
fn stack(editor: &mut Editor) -> (String, Cell) {
    press(editor, Modifiers::NONE, Key::F5);
    let found = |session: &Session| {
        let pieces = &session.seen().crowd.pieces;
        let movers: Vec<_> = session
            .seen()
            .legal
            .iter()
            .filter(|(_, label)| label.notation.starts_with("move "))
            .filter_map(|(_, label)| pieces.iter().find(|piece| Some(&piece.id) == label.piece.as_ref()))
            .filter_map(|piece| Some((piece.id.clone(), piece.spot.cell()?)))
            .collect();
        let stacked = |(_, cell): &&(String, Cell)| movers.iter().filter(|(_, other)| other == cell).count() > 1;
        movers.iter().find(stacked).cloned()
    };
    for side in Side::BOTH {
        editor.state_mut().ask(Act::Play(PlayAct::Seat(side, Some(Kind::Greedy))));
    }
    editor.run_steps(1);
    for _ in 0..500 {
        if let Some(stack) = found(editor.state().session().unwrap()) {
            for side in Side::BOTH {
                editor.state_mut().ask(Act::Play(PlayAct::Seat(side, None)));
            }
            editor.run();
            return stack;
        }
        editor.state_mut().ask(Act::Play(PlayAct::Step));
        editor.run_steps(1);
    }
    panic!("nobody moves");
}

fn matz() -> Editor {
    show([1440.0, 1200.0], bundled("matz-mangin.toml"), |app| app)
}

fn session(editor: &Editor) -> &Session {
    editor.state().session().unwrap()
}

fn cell_of(editor: &Editor, id: &str) -> Option<Cell> {
    session(editor).seen().crowd.pieces.iter().find(|piece| piece.id == id).unwrap().spot.cell()
}

/// A hex that all units of the stack reach.
fn goal(editor: &mut Editor) -> Cell {
    let reach = session(editor).seen().reach.clone();
    let units: Vec<String> = session(editor).companions().iter().map(|companion| companion.piece.clone()).collect();
    let before = session(editor).inputs();
    for cell in reach {
        ask(editor, PlayAct::TakePart(StackPart::All));
        ask(editor, PlayAct::Click { piece: None, cell });
        let all = units.iter().all(|unit| cell_of(editor, unit) == Some(cell));
        editor.state_mut().ask(Act::Play(PlayAct::Jump(before)));
        editor.run();
        if all {
            return cell;
        }
    }
    panic!("no hex for all of them");
}

fn ask(editor: &mut Editor, act: PlayAct) {
    editor.state_mut().ask(Act::Play(act));
    editor.run();
}

#[test]
fn a_stack_moves_with_two_clicks_and_comes_back_with_one_undo() {
    let mut editor = matz();
    let (unit, from) = stack(&mut editor);
    let pos = editor.state().position_of(from).unwrap();
    let start = session(&editor).inputs();
    click_with(&mut editor, pos, Modifiers::SHIFT);
    let companions: Vec<String> = session(&editor).companions().iter().map(|other| other.piece.clone()).collect();
    assert!(!companions.is_empty() && companions.iter().all(|other| session(&editor).goes_along(other)), "{unit}");
    assert!(says(&editor, "Check those that move together"));
    let hand = session(&editor).seen().crowd.pieces.iter().find(|piece| piece.active).unwrap().id.clone();
    let goal = goal(&mut editor);
    ask(&mut editor, PlayAct::TakePart(StackPart::All));
    let pos = editor.state().position_of(goal).unwrap();
    click_with(&mut editor, pos, Modifiers::NONE);
    for id in companions.iter().chain([&hand]) {
        assert_eq!(cell_of(&editor, id), Some(goal), "{id}");
    }
    assert!(session(&editor).inputs() > start + 2, "an ordinary input for each step");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(session(&editor).inputs(), start, "one undo");
    assert_eq!(cell_of(&editor, &hand), Some(from));
    press(&mut editor, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
    assert!(companions.iter().all(|id| cell_of(&editor, id) == Some(goal)), "and one redo");
}

#[test]
fn a_click_on_the_next_unit_ends_the_move_and_escape_puts_a_unit_down() {
    let mut editor = matz();
    let (unit, from) = stack(&mut editor);
    let start = session(&editor).inputs();
    ask(&mut editor, PlayAct::Click { piece: Some(unit.clone()), cell: from });
    assert_eq!(session(&editor).inputs(), start + 1);
    press(&mut editor, Modifiers::NONE, Key::Escape);
    assert_eq!(session(&editor).inputs(), start, "put down, as if never taken up");
    ask(&mut editor, PlayAct::Click { piece: Some(unit.clone()), cell: from });
    let other = session(&editor).companions()[0].piece.clone();
    ask(&mut editor, PlayAct::Click { piece: Some(other.clone()), cell: from });
    let hand = |editor: &Editor| {
        session(editor).seen().crowd.pieces.iter().find(|piece| piece.active).map(|piece| piece.id.clone())
    };
    assert_eq!((session(&editor).inputs(), hand(&editor)), (start + 1, Some(other.clone())), "the other one instead");
    // After the first step, the click on the next unit ends the move.
    let cell = session(&editor).seen().legal.iter().find_map(|(_, label)| label.cell()).unwrap();
    ask(&mut editor, PlayAct::Click { piece: None, cell });
    let moved = session(&editor).inputs();
    if hand(&editor).as_ref() == Some(&other) {
        ask(&mut editor, PlayAct::Click { piece: Some(unit.clone()), cell: from });
        assert_eq!((session(&editor).inputs(), hand(&editor)), (moved + 2, Some(unit)));
        assert_eq!(cell_of(&editor, &other), Some(cell));
    }
}

#[test]
fn the_end_of_a_move_or_phase_has_one_place_and_one_key_in_all_systems() {
    for file in [
        "mars-la-tour.toml",
        "pm-crisis-on-the-left.toml",
        "aac-first-orders.toml",
        "matz-mangin.toml",
        "outrance-first-assault.toml",
    ] {
        let mut editor = show([1440.0, 1000.0], bundled(file), |app| app);
        press(&mut editor, Modifiers::NONE, Key::F5);
        let mut places = Vec::new();
        let mut ended = 0;
        // The start of the first side, in which moves and at least one phase end.
        for _ in 0..40 {
            if ended >= 4 && places.len() > 10 {
                break;
            }
            let data = panel::data(session(&editor));
            let text = data.ending.as_ref().map_or(ending::IDLE, |(_, text)| text.as_str());
            let button = editor.get_by_role_and_label(Role::Button, text);
            places.push(button.rect());
            assert!(data.buttons.iter().all(|(n, _)| data.ending.as_ref().is_none_or(|(ends, _)| ends != n)), "{file}");
            let before = session(&editor).inputs();
            if data.ending.is_some() {
                press(&mut editor, Modifiers::COMMAND, Key::Enter);
                assert!(session(&editor).inputs() > before, "{file}: {text}");
                ended += 1;
            } else if !session(&editor).seen().legal.is_empty() {
                ask(&mut editor, PlayAct::Choose(0));
            }
        }
        assert!(ended > 0, "{file}");
        assert!(places.iter().all(|place| *place == places[0]), "{file}: {places:?}");
    }
}
