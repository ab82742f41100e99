//! The Resolver tab, by mouse and by keyboard, with a scenario of another system open.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::model::layout::{BottomTab, Pane};
use battlewright_editor::model::resolver::{ResolverAct as Do, ResolverState};
use battlewright_editor::panels::resolver;
use battlewright_engine::systems::outrance::resolver::ResolverField;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::accessibility::nameless;
use crate::desk::{Editor, ask, choose, press, push, says, tall};

/// The fields of an assault.
const ASSAULT: [(ResolverField, &str); 5] = [
    (ResolverField::Actor, "prussian-line-infantry"),
    (ResolverField::Action, "assault"),
    (ResolverField::Target, "french-line-infantry"),
    (ResolverField::TargetFormation, "deployed"),
    (ResolverField::Cover, "open"),
];

fn opened() -> Editor {
    let mut editor = tall(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::F4);
    assert!(editor.state().layout().is_shown(Pane::Tab(BottomTab::Resolver)));
    ask(&mut editor, Act::Resolver(Do::Seed(7)));
    editor
}

fn state(editor: &Editor) -> &ResolverState {
    editor.state().resolver()
}

fn set(editor: &mut Editor, fields: &[(ResolverField, &str)]) {
    for (field, value) in fields {
        ask(editor, Act::Resolver(Do::Set(*field, Some((*value).to_owned()))));
    }
}

/// Returns the label of the widget with the keyboard focus.
fn focused(editor: &Editor) -> Option<String> {
    let mut nodes = editor.root().children_recursive();
    nodes.find(|node| node.accesskit_node().is_focused())?.accesskit_node().label()
}

#[test]
fn an_action_is_resolved_with_the_mouse() {
    let mut editor = opened();
    assert!(says(&editor, "The resolver needs no scenario"));
    choose(&mut editor, "Actor: —", "French Line infantry");
    choose(&mut editor, "Action: —", "Maneuver");
    push(&mut editor, "Result");
    assert!(says(&editor, "Is a general within 6 inches of the acting unit?"));
    push(&mut editor, "No");
    assert!(says(&editor, "1. French Line infantry: maneuver"));
    assert!(says(&editor, "Rolls: order"));
    assert_eq!(state(&editor).results().count(), 1);
    // It may lie below the panel, where no pointer reaches it.
    editor.get_by_label("Clear results").click_accesskit();
    editor.run();
    assert_eq!(state(&editor).results().count(), 0);
}

#[test]
fn an_action_is_resolved_with_the_keyboard() {
    let mut editor = opened();
    for (combo, field, steps) in [("Actor: —", ResolverField::Actor, 2), ("Action: —", ResolverField::Action, 6)] {
        editor.get_by_role_and_label(Role::ComboBox, combo).focus();
        editor.run();
        for _ in 0..steps {
            press(&mut editor, Modifiers::NONE, Key::ArrowDown);
        }
        let row = resolver::data(state(&editor)).rows.into_iter().find(|row| row.field == field).unwrap();
        assert_eq!(row.chosen, Some(steps - 1), "{combo}");
    }
    press(&mut editor, Modifiers::NONE, Key::ArrowUp);
    assert_eq!(state(&editor).request().get(ResolverField::Action).as_deref(), Some("assault"));
    set(&mut editor, &ASSAULT);
    press(&mut editor, Modifiers::COMMAND, Key::Enter);
    editor.run();
    // Each question takes the focus, and the button takes it back after the last one.
    let mut asked = 0;
    while state(&editor).question().is_some() {
        assert_eq!(focused(&editor).as_deref(), Some("Yes"));
        press(&mut editor, Modifiers::NONE, Key::Enter);
        editor.run();
        asked += 1;
        assert!(asked <= 4);
    }
    assert!(asked >= 1);
    assert_eq!(state(&editor).results().count(), 1);
    assert_eq!(focused(&editor).as_deref(), Some("Result"));
}

#[test]
fn what_does_not_fit_together_is_refused_in_words() {
    let mut editor = opened();
    push(&mut editor, "Result");
    assert!(says(&editor, "Actor is missing") && says(&editor, "Action is missing"));
    set(&mut editor, &ASSAULT);
    set(&mut editor, &[(ResolverField::Actor, "prussian-artillery")]);
    push(&mut editor, "Result");
    // Artillery cannot assault: the change of the actor has taken the action back.
    assert_eq!(state(&editor).request().get(ResolverField::Action), None);
    assert!(says(&editor, "Action is missing"), "{:?}", state(&editor).refusals());
    assert!(editor.get_by_role_and_label(Role::ComboBox, "Range: —").accesskit_node().is_disabled());
}

#[test]
fn exact_percentages_are_shown_as_bars() {
    let mut editor = opened();
    set(&mut editor, &ASSAULT);
    push(&mut editor, "Percentages");
    push(&mut editor, "Result");
    for _ in 0..3 {
        if state(&editor).question().is_some() {
            push(&mut editor, "Yes");
        }
    }
    assert!(says(&editor, "Fire against the assault: index 6"));
    assert!(editor.query_by_label("the assault goes home 35 %").is_some());
    assert!(editor.query_by_label("received 95 %").is_some());
    push(&mut editor, "Percentages");
    assert!(!says(&editor, "Fire against the assault"));
}

#[test]
fn the_initiative_is_drawn_beside_a_game_of_another_system() {
    let mut editor = opened();
    press(&mut editor, Modifiers::NONE, Key::F5);
    assert!(editor.state().session().is_some());
    press(&mut editor, Modifiers::NONE, Key::F4);
    ask(&mut editor, Act::Resolver(Do::Units([0, 3])));
    push(&mut editor, "Initiative");
    assert!(says(&editor, "Only the Prussians have units left: they have the initiative."));
}

#[test]
fn everything_in_the_tab_has_a_name() {
    let mut editor = opened();
    set(&mut editor, &ASSAULT);
    push(&mut editor, "Percentages");
    push(&mut editor, "Result");
    let wrong = nameless(&editor, "with a question");
    assert!(wrong.is_empty(), "{wrong:#?}");
}
