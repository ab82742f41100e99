//! Manual play: reinforcements from the turn track and by their entry hexes, multi-step moves, and explanations of
//! rules and marks.

use std::collections::BTreeMap;

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::layout::Pane;
use battlewright_editor::model::play::{self, Session};
use battlewright_engine::show::{Piece, Spot};
use battlewright_schema::Cell;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, ask, bundled, carry, click, command, press, says, tall};

fn session(editor: &Editor) -> &Session {
    editor.state().session().unwrap()
}

fn piece<'e>(editor: &'e Editor, id: &str) -> &'e Piece {
    session(editor).seen().crowd.pieces.iter().find(|piece| piece.id == id).unwrap()
}

fn name(editor: &Editor, cell: Cell) -> String {
    crate::desk::common(editor).grid().unwrap().name(cell).to_string()
}

/// Passes, or makes the first choice, until reinforcements can enter.
fn play_to_arrivals(editor: &mut Editor) {
    press(editor, Modifiers::NONE, Key::F5);
    for _ in 0..2000 {
        if !session(editor).seen().arrivals.is_empty() {
            editor.run();
            return;
        }
        let legal = &session(editor).seen().legal;
        let pass = legal.iter().position(|(_, label)| label.notation == "pass");
        // One frame for each choice; the window need not come to rest.
        editor.state_mut().ask(Act::Play(play::PlayAct::Choose(pass.unwrap_or(0))));
        editor.run_steps(1);
    }
    panic!("nobody comes");
}

#[test]
fn a_reinforcement_is_dragged_from_the_turn_track_to_its_entry_hex() {
    for document in [Document::bundled(), bundled("pm-crisis-on-the-left.toml"), bundled("aac-first-orders.toml")] {
        let mut editor = tall(document);
        play_to_arrivals(&mut editor);
        press(&mut editor, Modifiers::NONE, Key::F8);
        // The topmost counter on the track, which is visible without scrolling.
        let rect = |arrival: &play::ArrivalHex| {
            let waiting = piece(&editor, &arrival.piece);
            let Spot::Turn(_, why) = &waiting.spot else { panic!("{waiting:?}") };
            editor.get_by_label(&format!("{}, {why}", waiting.name)).rect()
        };
        let arrivals = session(&editor).seen().arrivals.iter();
        let arrival = arrivals.min_by(|a, b| rect(a).top().total_cmp(&rect(b).top())).unwrap().clone();
        let counter = rect(&arrival).center_top() + egui::vec2(0.0, 20.0);
        let (inputs, waiting) = (session(&editor).inputs(), piece(&editor, &arrival.piece).clone());

        // Another hex refuses the counter, with the reason and the rule.
        let cells = session(&editor).arrival_cells(&arrival.piece);
        let far = crate::desk::common(&editor).counters().into_iter().find_map(|counter| {
            let unit = crate::desk::common(&editor).counter(counter)?;
            let battlewright_schema::Start::At(hex) = unit.start else { return None };
            let cell = crate::desk::cell(&editor, hex.as_str());
            (!cells.contains(&cell)).then(|| hex.to_string())
        });
        let refused = crate::desk::at(&editor, &far.unwrap());
        carry(&mut editor, counter, refused);
        assert_eq!(session(&editor).inputs(), inputs);
        let refusal = session(&editor).refusal().expect("a reason").clone();
        editor.get_by_label(&format!("Rule {}", refusal.rule.number));

        // The status line describes the effect of the release.
        let hex = crate::desk::at(&editor, &name(&editor, arrival.cell));
        editor.hover_at(counter);
        editor.run_steps(1);
        editor.drag_at(counter);
        editor.run_steps(1);
        for (pos, words) in [(refused, "Drag "), (hex, "Release to enter ")] {
            editor.hover_at(pos);
            editor.run_steps(3);
            assert!(says(&editor, &format!("{words}{}", waiting.name)), "{words}");
        }
        editor.drop_at(hex);
        editor.run();
        assert_eq!(piece(&editor, &arrival.piece).spot, Spot::from(arrival.cell), "{:?}", session(&editor).refusal());

        // Undo and redo treat the whole move as one step.
        press(&mut editor, Modifiers::COMMAND, Key::Z);
        assert_eq!((session(&editor).inputs(), piece(&editor, &arrival.piece)), (inputs, &waiting));
        press(&mut editor, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
        assert_eq!(piece(&editor, &arrival.piece).spot.cell(), Some(arrival.cell));
    }
}

#[test]
fn a_click_on_an_entry_hex_brings_on_who_comes_there_and_asks_if_several_can() {
    // Two entries share a hex, so that there is a choice.
    let text =
        include_str!("../../../scenarios/mars-la-tour.toml").replace("[\"1115\", \"0915\"]", "[\"1115\", \"2115\"]");
    let mut editor = tall(Document::from_text("shared.toml", text));
    play_to_arrivals(&mut editor);
    let arrivals = &session(&editor).seen().arrivals;
    let at = |cell| arrivals.iter().filter(move |arrival| arrival.cell == cell);
    let alone = arrivals.iter().find(|arrival| at(arrival.cell).count() == 1).cloned();
    let cell = arrivals.iter().map(|arrival| arrival.cell).find(|cell| at(*cell).count() > 1).expect("a choice");
    let several: Vec<_> = at(cell).cloned().collect();
    if let Some(alone) = alone {
        let hex = name(&editor, alone.cell);
        click(&mut editor, &hex);
        assert_eq!(piece(&editor, &alone.piece).spot.cell(), Some(alone.cell));
        press(&mut editor, Modifiers::COMMAND, Key::Z);
    }
    let hex = name(&editor, cell);
    click(&mut editor, &hex);
    assert_eq!(session(&editor).asked_at(), Some(cell));
    let second = &several[1];
    editor.get_by_label(&second.text).click();
    editor.run();
    assert_eq!(piece(&editor, &second.piece).spot.cell(), Some(cell));
    assert_eq!(session(&editor).asked_at(), None);
    // The unit is shown beside the prompt, with its remaining movement.
    let name = piece(&editor, &second.piece).name.clone();
    editor.get_by_label(&format!("Counter: {name}"));
    let movement = session(&editor).seen().status.movement.unwrap();
    assert!(movement.spent > 0 && movement.spent < movement.allowance);
    editor.get_by_label(&movement.to_string());
}

#[test]
fn a_move_of_several_hexes_is_one_step_back() {
    let mut editor = tall(bundled("tutorial.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    for _ in 0..200 {
        if !session(&editor).seen().reach.is_empty() {
            break;
        }
        let legal = &session(&editor).seen().legal;
        let moves = legal.iter().position(|(_, label)| label.notation.starts_with("move "));
        ask(&mut editor, Act::Play(play::PlayAct::Choose(moves.unwrap_or(0))));
    }
    let before = session(&editor).inputs();
    let reach = session(&editor).seen().reach.clone();
    // The longest route.
    let mut long = None;
    for cell in reach {
        let hex = name(&editor, cell);
        click(&mut editor, &hex);
        let steps = session(&editor).inputs() - before;
        press(&mut editor, Modifiers::COMMAND, Key::Z);
        assert_eq!(session(&editor).inputs(), before, "to {hex}, {steps} steps");
        if steps > long.as_ref().map_or(1, |(steps, _)| *steps) {
            long = Some((steps, hex));
        }
    }
    let (steps, hex) = long.expect("a move of several hexes");
    click(&mut editor, &hex);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    press(&mut editor, Modifiers::COMMAND | Modifiers::SHIFT, Key::Z);
    assert_eq!(session(&editor).inputs(), before + steps, "and one step forth");
    // Another choice after a jump into the middle discards the rest.
    ask(&mut editor, Act::Play(play::PlayAct::Jump(before + 1)));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(session(&editor).inputs(), before);
}

#[test]
fn rules_and_marks_explain_themselves() {
    let mut editor = tall(Document::bundled());
    play_to_arrivals(&mut editor);
    let rule = session(&editor).seen().status.rule;
    editor.get_all_by_label(&format!("Rule {}", rule.number)).next().unwrap().click();
    editor.run();
    // The rule opens beside the map, so that the choices stay in reach.
    assert!(editor.state().dialog().is_none() && editor.state().layout().is_shown(Pane::Guide));
    assert!(editor.state().layout().is_shown(Pane::Inspector) && editor.state().guide().heading().is_some());

    // The legend contains each kind of mark, with its explanation and its rule.
    let marks = session(&editor).seen().marks.clone();
    let legends: BTreeMap<_, _> = marks.iter().map(|mark| (mark.legend.name, mark.legend)).collect();
    assert!(legends.keys().any(|name| name.contains("EZOC")), "{legends:?}");
    for legend in legends.into_values() {
        let row = editor.get_by_label(legend.name).rect().center();
        editor.hover_at(row);
        editor.run();
        assert!(says(&editor, legend.help), "{}", legend.name);
    }
    command(&mut editor, Command::Edit);
}
