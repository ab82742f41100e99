//! A window as narrow as a phone, and fingers on the map.

use battlewright_editor::messages::command::Command;
use battlewright_editor::model::layout::{BottomTab, Pane};
use battlewright_editor::panels::play;
use battlewright_editor::tools::{self, ToolKind};
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, PointerButton, Pos2, TouchDeviceId, TouchId, TouchPhase, vec2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, at, bundled, command, press, says, show};

fn phone() -> Editor {
    show([390.0, 844.0], bundled("tutorial.toml"), |app| app)
}

/// Moves the finger `id`, with the pointer events that window systems add for the first one.
fn finger(editor: &mut Editor, id: u64, phase: TouchPhase, pos: Pos2) {
    let touch = Event::Touch { device_id: TouchDeviceId(0), id: TouchId(id), phase, pos, force: None };
    let button = |pressed| {
        let (button, modifiers) = (PointerButton::Primary, Modifiers::NONE);
        Event::PointerButton { pos, button, pressed, modifiers }
    };
    let pointer = match phase {
        _ if id > 0 => Vec::new(),
        TouchPhase::Start => vec![Event::PointerMoved(pos), button(true)],
        TouchPhase::Move => vec![Event::PointerMoved(pos)],
        TouchPhase::End => vec![button(false), Event::PointerGone],
        TouchPhase::Cancel => vec![Event::PointerGone],
    };
    editor.input_mut().events.extend([&[touch], pointer.as_slice()].concat());
    editor.run_steps(1);
}

#[test]
fn a_narrow_window_has_the_map_above_the_choices() {
    let mut editor = phone();
    press(&mut editor, Modifiers::NONE, Key::F5);
    let map = editor.state().map_rect();
    assert!(map.width() > 385.0 && map.height() > 200.0, "{map:?}");
    let choice = editor.get_by_label("Place the HQ in 0301").rect();
    assert!(choice.top() > map.bottom() && choice.right() < 390.0 && choice.bottom() < 844.0, "{choice:?}");
    editor.get_by_label("Place the HQ in 0301").click();
    editor.run();
    assert_eq!(editor.state().session().unwrap().inputs(), 1);
    // The event log is a tab behind the choices, and all menus are in one.
    command(&mut editor, Command::Tab(BottomTab::Log));
    assert!(!editor.state().layout().is_shown(Pane::Inspector));
    editor.get_by_label("Menu").click();
    editor.run();
    editor.get_by_label("File").click();
    editor.run();
    assert!(says(&editor, "Open recent"));
}

#[test]
fn one_finger_plays_or_moves_the_map() {
    let mut editor = phone();
    press(&mut editor, Modifiers::NONE, Key::F5);
    command(&mut editor, Command::ZoomIn);
    let inputs = |editor: &Editor| editor.state().session().unwrap().inputs();
    let from = at(&editor, "0301");
    let to = from + vec2(30.0, 40.0);
    finger(&mut editor, 0, TouchPhase::Start, from);
    for part in [0.3, 0.6, 1.0, 1.0] {
        finger(&mut editor, 0, TouchPhase::Move, from.lerp(to, part));
    }
    finger(&mut editor, 0, TouchPhase::End, to);
    editor.run();
    assert!((at(&editor, "0301") - from).length() > 20.0, "the map has moved");
    assert_eq!(inputs(&editor), 0, "and nothing was played");
    let hex = at(&editor, "0401");
    finger(&mut editor, 0, TouchPhase::Start, hex);
    finger(&mut editor, 0, TouchPhase::End, hex);
    editor.run();
    assert_eq!(inputs(&editor), 1);
}

#[test]
fn two_fingers_zoom_the_map_and_paint_nothing() {
    let mut editor = phone();
    let brush = tools::ALL.into_iter().find(|tool| tool.info().name == "Terrain brush").unwrap();
    assert_ne!(brush, ToolKind::SELECT);
    command(&mut editor, Command::Tool(brush));
    let (left, right) = (at(&editor, "0202"), at(&editor, "0402"));
    let far = right.x - left.x;
    finger(&mut editor, 0, TouchPhase::Start, left);
    finger(&mut editor, 1, TouchPhase::Start, right);
    for step in [10.0, 20.0, 30.0] {
        finger(&mut editor, 0, TouchPhase::Move, left - vec2(step, 0.0));
        finger(&mut editor, 1, TouchPhase::Move, right + vec2(step, 0.0));
    }
    finger(&mut editor, 1, TouchPhase::End, right);
    finger(&mut editor, 0, TouchPhase::End, left);
    editor.run();
    assert!(at(&editor, "0402").x - at(&editor, "0202").x > far + 30.0, "the map is larger");
    assert!(!editor.state().document().is_dirty(), "nothing is painted");
}

/// The roles of what is clicked. Links to rules stand within text.
const TARGETS: [Role; 10] = [
    Role::Button,
    Role::CheckBox,
    Role::ComboBox,
    Role::DisclosureTriangle,
    Role::MenuItem,
    Role::RadioButton,
    Role::Slider,
    Role::SpinButton,
    Role::Tab,
    Role::TextInput,
];

/// Returns the targets in the window that are smaller than 24 points (WCAG 2.2, 2.5.8).
fn small_targets(editor: &Editor, state: &str) -> Vec<String> {
    let window = editor.ctx.content_rect();
    let targets = editor.root().children_recursive().filter(|node| TARGETS.contains(&node.accesskit_node().role()));
    let small = targets.filter(|node| {
        let rect = node.rect();
        window.contains_rect(rect) && (rect.width() < 23.5 || rect.height() < 23.5)
    });
    let name = |node: &egui_kittest::Node<'_>| node.accesskit_node().label().unwrap_or_default();
    small
        .map(|node| format!("{state}: {:?} {:?} {:?}", node.accesskit_node().role(), name(&node), node.rect().size()))
        .collect()
}

#[test]
fn targets_are_large_enough_for_a_finger_and_choices_for_a_thumb() {
    let mut small = Vec::new();
    for name in ["tutorial.toml", "aac-first-orders.toml", "outrance-first-assault.toml"] {
        for size in [[390.0, 844.0], [1440.0, 1800.0]] {
            let mut editor = show(size, bundled(name), |app| app);
            let mut look =
                |editor: &Editor, state: &str| small.extend(small_targets(editor, &format!("{name} {size:?} {state}")));
            look(&editor, "editing");
            press(&mut editor, Modifiers::NONE, Key::F5);
            look(&editor, "play");
            let session = editor.state().session().unwrap();
            let first = session.seen().legal[0].1.text.clone();
            let choices: Vec<f32> = editor.query_all_by_label(&first).map(|node| node.rect().height()).collect();
            assert!(size[0] > 400.0 || choices.iter().all(|height| *height >= 44.0), "{name}: {first}: {choices:?}");
            let ending = play::data(session).ending.map_or_else(|| play::ending::IDLE.to_owned(), |(_, text)| text);
            let ending = editor.get_by_role_and_label(Role::Button, &ending).rect().height();
            assert!(ending >= if size[0] > 400.0 { 28.0 } else { 44.0 }, "{name}: {ending}");
            for tab in [BottomTab::Log, BottomTab::Turns, BottomTab::Tables] {
                command(&mut editor, Command::Tab(tab));
                look(&editor, tab.name());
            }
            command(&mut editor, Command::Restart);
            look(&editor, "restart");
            let dice = editor.get_by_label("New dice").rect().height();
            assert!(dice >= if size[0] > 400.0 { 28.0 } else { 44.0 }, "{name}: {dice}");
            press(&mut editor, Modifiers::NONE, Key::Escape);
            command(&mut editor, Command::StartPage);
            look(&editor, "start page");
        }
    }
    assert!(small.is_empty(), "{small:#?}");
}
