//! Reinforcements on the turn track, dragged to other turns and entries.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::model::selection::Selection;
use battlewright_schema::{Common, Start};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, ask, bundled, carry, click_with, common, editor, press, scenario};

/// Opens the editor with the turn track.
fn track(document: Document) -> Editor {
    let mut editor = editor(document);
    press(&mut editor, Modifiers::NONE, Key::F8);
    editor
}

/// Returns the center of the element with this role whose label begins with `begin`.
fn place(editor: &Editor, role: Role, begin: &str) -> Option<Pos2> {
    let mut all = editor.get_all_by_role(role);
    let found = all.find(|node| node.accesskit_node().label().is_some_and(|label| label.starts_with(begin)));
    found.map(|node| node.rect().center())
}

/// Returns the center of a counter on the track.
fn counter(editor: &Editor, name: &str) -> Pos2 {
    place(editor, Role::Button, &format!("{name}, turn")).unwrap_or_else(|| panic!("no counter {name}"))
}

/// Returns the first entry with two or more units on one turn, the turn, and the units.
fn column(common: &dyn Common) -> (String, u8, Vec<usize>) {
    let entering = |unit: usize| match common.unit(unit)?.start {
        Start::Enters { turn, at, .. } => Some((at.to_string(), turn)),
        _ => None,
    };
    let all: Vec<_> = (0..common.unit_count()).filter_map(|unit| Some((entering(unit)?, unit))).collect();
    let of = |gate: &(String, u8)| all.iter().filter(|(other, _)| other == gate).map(|(_, unit)| *unit).collect();
    let (gate, units) =
        all.iter().map(|(gate, _)| (gate, of(gate))).find(|(_, of): &(_, Vec<usize>)| of.len() > 1).unwrap();
    (gate.0.clone(), gate.1, units)
}

fn turn(editor: &Editor, unit: usize) -> Option<u8> {
    match common(editor).unit(unit).unwrap().start {
        Start::Enters { turn, .. } => Some(turn),
        _ => None,
    }
}

#[test]
fn selected_counters_are_dragged_to_another_turn_together_as_one_step() {
    let mut editor = track(Document::bundled());
    let before = scenario(&editor).clone();
    let (entry, was, units) = column(common(&editor));
    let names: Vec<String> = units.iter().map(|unit| common(&editor).unit(*unit).unwrap().name.to_owned()).collect();
    let to = if was > 2 { was - 1 } else { was + 1 };
    let from = counter(&editor, &names[0]);
    click_with(&mut editor, from, Modifiers::NONE);
    assert_eq!(editor.state().selection(), Selection::Unit(units[0]));
    let second = counter(&editor, &names[1]);
    click_with(&mut editor, second, Modifiers::COMMAND);
    let target = place(&editor, Role::GridCell, &format!("Turn {to}, entry {entry}")).unwrap();
    carry(&mut editor, from, target);
    assert_eq!([turn(&editor, units[0]), turn(&editor, units[1])], [Some(to); 2]);
    let history = editor.state().document().history();
    assert_eq!((history.len(), history.undo_name()), (1, Some(&*format!("Move 2 units to turn {to}, entry {entry}"))));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(scenario(&editor), &before);
    // Escape cancels a drag before the drop.
    let from = counter(&editor, &names[0]);
    editor.hover_at(from);
    editor.run_steps(1);
    editor.drag_at(from);
    editor.run_steps(1);
    editor.hover_at(target);
    editor.run_steps(2);
    press(&mut editor, Modifiers::NONE, Key::Escape);
    editor.drop_at(target);
    editor.run();
    assert_eq!(scenario(&editor), &before);
}

/// Returns the events of a drag from `from` to `to` in this number of steps.
fn way(from: Pos2, to: Pos2, steps: u8) -> Vec<Event> {
    let button = |pos, pressed| Event::PointerButton {
        pos,
        button: PointerButton::Primary,
        pressed,
        modifiers: Modifiers::NONE,
    };
    let moves = (1..=steps).map(|step| from.lerp(to, f32::from(step) / f32::from(steps))).map(Event::PointerMoved);
    let mut events = vec![Event::PointerMoved(from), button(from, true)];
    events.extend(moves);
    events.push(button(to, false));
    events
}

#[test]
fn a_drag_in_few_frames_arrives() {
    let mut editor = track(Document::bundled());
    let before = scenario(&editor).clone();
    let (entry, was, units) = column(common(&editor));
    let name = common(&editor).unit(units[0]).unwrap().name.to_owned();
    let to = if was > 2 { was - 1 } else { was + 1 };
    let (from, target) =
        (counter(&editor, &name), place(&editor, Role::GridCell, &format!("Turn {to}, entry {entry}")));
    let target = target.unwrap();
    for steps in [1, 5] {
        let events = way(from, target, steps);
        // Press and move in one frame; all in one frame; release and leave in one frame.
        let away = [&events[..], &[Event::PointerGone]].concat();
        for frames in [vec![&events[..3], &events[3..]], vec![&events[..]], vec![&events[..2], &away[2..]]] {
            for frame in frames {
                editor.input_mut().events.extend(frame.iter().cloned());
                editor.run_steps(1);
            }
            editor.run();
            assert_eq!(turn(&editor, units[0]), Some(to), "{steps} steps");
            press(&mut editor, Modifiers::COMMAND, Key::Z);
            assert_eq!(scenario(&editor), &before);
        }
    }
}

#[test]
fn the_keyboard_moves_them_too() {
    let mut editor = track(Document::bundled());
    let (_, was, units) = column(common(&editor));
    let name = common(&editor).unit(units[0]).unwrap().name.to_owned();
    let at = counter(&editor, &name);
    click_with(&mut editor, at, Modifiers::NONE);
    press(&mut editor, Modifiers::COMMAND, Key::ArrowRight);
    assert_eq!(turn(&editor, units[0]), Some(was + 1));
}

#[test]
fn an_entry_of_the_other_side_takes_nobody() {
    let mut editor = track(Document::bundled());
    let before = scenario(&editor).clone();
    let (_, _, units) = column(common(&editor));
    let unit = common(&editor).unit(units[0]).unwrap();
    let (name, side) = (unit.name.to_owned(), unit.side.clone());
    let other = common(&editor).entries().iter().find(|entry| entry.side != side).map(|entry| entry.id.to_string());
    let Some(other) = other else { panic!("both sides have entries") };
    let target = place(&editor, Role::GridCell, &format!("Turn 2, entry {other}"));
    let (from, target) = (counter(&editor, &name), target.unwrap());
    carry(&mut editor, from, target);
    assert_eq!(scenario(&editor), &before);
}

#[test]
fn a_unit_of_the_table_is_dropped_on_a_turn_and_strength_is_told() {
    let mut editor = track(Document::bundled());
    let label = |editor: &Editor| {
        let nodes = editor.get_all_by_role(Role::Label);
        let labels: Vec<String> = nodes.filter_map(|node| node.accesskit_node().value()).collect();
        labels.into_iter().find(|label| label.contains(", turn 0: ")).unwrap()
    };
    let before = label(&editor);
    assert!(before.contains(" ER"), "{before}");
    let on_map = (0..common(&editor).unit_count())
        .find(|unit| matches!(common(&editor).unit(*unit).unwrap().start, Start::At(_)))
        .unwrap();
    let side = common(&editor).unit(on_map).unwrap().side.clone();
    let entry = common(&editor).entries().iter().find(|entry| entry.side == side).unwrap().id.to_string();
    let target = place(&editor, Role::GridCell, &format!("Turn 3, entry {entry}")).unwrap();
    // The payload of a drag from the table.
    let lift = battlewright_editor::messages::drag_payload::CounterDrag {
        counters: vec![battlewright_schema::Counter::Unit(on_map)],
    };
    editor.hover_at(target);
    editor.drag_at(target);
    editor.run_steps(1);
    egui::DragAndDrop::set_payload(&editor.ctx, lift);
    editor.hover_at(target + egui::vec2(3.0, 3.0));
    editor.run_steps(2);
    editor.drop_at(target);
    editor.run();
    assert_eq!(turn(&editor, on_map), Some(3));
    assert_ne!(label(&editor), before);
}

#[test]
fn queues_after_the_last_turn_are_told_and_headquarters_wait_with_their_units() {
    let mut editor = track(bundled("pm-a-day-of-battle.toml"));
    let buttons = editor
        .get_all_by_role(Role::Button)
        .filter(|node| node.accesskit_node().label().is_some_and(|label| label.contains(", turn ")));
    assert!(buttons.count() > 3);
    let count = battlewright_schema::DocPath::root().key("turns").key("count");
    let edit = battlewright_editor::model::edit::Edit::Put(count, Some(3.into()));
    ask(&mut editor, Act::edit("Shorten", edit));
    assert!(editor.query_all_by_label_contains("the game ends with turn 3").count() > 1);
}
