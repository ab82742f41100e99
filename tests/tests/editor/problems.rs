//! The Problems tab: row heights, advice, single fixes and all fixes, and the way from an unplayable scenario to its
//! errors.

use battlewright_editor::Document;
use battlewright_editor::dialogs::Dialog;
use battlewright_editor::messages::act::Act;
use battlewright_editor::model::layout::{BottomTab, Pane};
use battlewright_editor::model::selection::Selection;
use battlewright_editor::model::store::BUNDLED;
use egui::accesskit::Role;
use egui::{Key, Modifiers, Rect};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, ask, common, editor, press, push, says, tall};

/// Returns the bundled scenario with several errors: a hex number without its zero, an ER of 9, a unit without a
/// start, and a unit with two starts.
fn wrong() -> String {
    let text = BUNDLED.replacen("at = \"0608\"", "at = \"608\"", 1).replacen("er = 3", "er = 9", 1);
    let nowhere = text.replacen("at = \"0810\"\n", "", 1);
    let both = nowhere.replacen("at = \"0910\"", "at = \"0910\"\nenters = { turn = 2, at = \"C\" }", 1);
    assert!(both.len() > nowhere.len() && nowhere.len() < text.len());
    both
}

fn open(text: String) -> Editor {
    let mut editor = tall(Document::from_text("wrong.toml", text));
    ask(&mut editor, Act::Tab(BottomTab::Problems));
    editor
}

/// Returns label and rectangle of the buttons whose label begins with one of `names`.
fn labelled(editor: &Editor, names: &[&str]) -> Vec<(String, Rect)> {
    let nodes = editor.get_all_by_role(Role::Button);
    nodes
        .filter_map(|node| Some((node.accesskit_node().label()?, node.rect())))
        .filter(|(label, _)| label != "Fix all" && names.iter().any(|name| label.starts_with(name)))
        .collect()
}

#[test]
fn rows_are_as_high_as_what_they_say_and_hold_their_buttons() {
    for size in [egui::vec2(1440.0, 1800.0), egui::vec2(900.0, 1200.0)] {
        let mut editor = open(wrong());
        editor.set_size(size);
        editor.run();
        let rows = labelled(&editor, &["Error", "Warning"]);
        assert!(rows.len() >= 3, "{rows:?}");
        for pair in rows.windows(2) {
            assert!(pair[0].1.bottom() <= pair[1].1.top() + 0.5, "{pair:?}");
        }
        let buttons = labelled(&editor, &["Fix ", "Fixes "]);
        assert!(buttons.len() >= 2, "{buttons:?}");
        for (label, button) in &buttons {
            let within = rows.iter().filter(|(_, row)| row.expand(0.5).contains_rect(*button)).count();
            assert_eq!(within, 1, "{label} at {button:?} of {rows:?}");
        }
    }
}

#[test]
fn a_problem_says_what_to_do_by_the_names_of_things() {
    let editor = open(wrong());
    let document = editor.state().document();
    let nowhere = document.problems().iter().find(|p| p.finding.code.as_str() == "unit-neither-starts-nor-enters");
    let Some(Selection::Unit(unit)) = nowhere.map(|problem| problem.target) else { panic!("{nowhere:?}") };
    let unit = common(&editor).unit(unit).unwrap();
    let remedy = &nowhere.unwrap().remedy;
    assert!(remedy.contains(unit.name) && remedy.contains("to the map, or give it a turn and an entry"), "{remedy}");
    assert!(!remedy.contains(unit.id.as_str()), "{remedy}");
    assert!(says(&editor, remedy));
}

#[test]
fn a_problem_with_several_fixes_has_them_in_a_menu() {
    let both = BUNDLED.replacen("at = \"0910\"", "at = \"0910\"\nenters = { turn = 2, at = \"C\" }", 1);
    let mut editor = open(both);
    let both = |editor: &Editor| {
        let problems = editor.state().document().problems().iter();
        problems.filter(|problem| problem.finding.code.as_str() == "unit-starts-and-enters").count()
    };
    assert_eq!(both(&editor), 1);
    let position = {
        let document = editor.state().document();
        let problem = document.problems().iter().find(|p| p.finding.code.as_str() == "unit-starts-and-enters");
        problem.unwrap().position()
    };
    editor.get_by_label_contains(&format!("Fixes {position}: ")).click();
    editor.run();
    push(&mut editor, "Remove enters");
    assert_eq!(both(&editor), 0);
    assert_eq!(editor.state().document().history().undo_name(), Some("Fix: remove enters"));
}

#[test]
fn all_safe_fixes_are_made_as_one_step() {
    // Two unambiguous fixes, and an error without one.
    let text = BUNDLED
        .replacen("at = \"0608\"", "at = \"608\"", 1)
        .replacen("at = \"0810\"", "at = \"810\"", 1)
        .replacen("er = 3", "er = 9", 1);
    let mut editor = open(text.clone());
    let before = editor.state().document().problems().len();
    assert_eq!(before, 4);
    push(&mut editor, "Fix all");
    let left: Vec<&str> =
        editor.state().document().problems().iter().map(|problem| problem.finding.code.as_str()).collect();
    assert_eq!(left, ["er-out-of-range", "er-outlier"], "there is a choice");
    assert_eq!(editor.state().document().text(), BUNDLED.replacen("er = 3", "er = 9", 1));
    assert!(editor.state().document().history().undo_name().unwrap().starts_with("Fix "));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(editor.state().document().text(), text);
    assert_eq!(editor.state().document().history().undo_name(), None, "it was one step");
}

#[test]
fn what_keeps_a_scenario_from_being_played_is_shown_one_by_one() {
    let mut editor = editor(Document::from_text("wrong.toml", wrong().replacen("er = 9", "er = 3", 1)));
    press(&mut editor, Modifiers::COMMAND, Key::I);
    press(&mut editor, Modifiers::NONE, Key::F5);
    let Some(Dialog::CannotPlay(reasons)) = editor.state().dialog() else { panic!("{:?}", editor.state().dialog()) };
    let reasons = reasons.clone();
    assert_eq!(reasons.len(), 3, "{reasons:?}");
    for (n, reason) in reasons.iter().enumerate() {
        if n > 0 {
            press(&mut editor, Modifiers::NONE, Key::F5);
        }
        let Selection::Unit(unit) = reason.target else { panic!("{reason:?}") };
        assert!(reason.text.starts_with(common(&editor).unit(unit).unwrap().name), "{reason:?}");
        push(&mut editor, &format!("Show {}", reason.text));
        assert!(editor.state().dialog().is_none());
        assert_eq!(editor.state().selection(), reason.target);
        assert!(editor.state().layout().is_shown(Pane::Inspector));
    }
    press(&mut editor, Modifiers::NONE, Key::F5);
    push(&mut editor, "Open Problems");
    assert!(editor.state().dialog().is_none());
    assert!(editor.state().layout().is_shown(Pane::Tab(BottomTab::Problems)));
}
