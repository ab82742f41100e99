//! Rows of the rules: cards, expressions with completion and findings, the builder, and the light on the map.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::layout::BottomTab;
use battlewright_editor::model::rule_light;
use battlewright_editor::model::selection::Selection;
use battlewright_schema::DocPath;
use battlewright_schema::rule::RowKind;
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use serde_json::Value;

use crate::desk::{Editor, ask, bundled, choose, click, command, press, push, says, scenario, tall, write};

fn tutorial() -> Editor {
    tall(bundled("tutorial.toml"))
}

/// Opens the tutorial with `rows`, and units of the guard.
fn with(rows: &str) -> Editor {
    let path = format!("{}/../scenarios/tutorial.toml", env!("CARGO_MANIFEST_DIR"));
    let text = std::fs::read_to_string(path).unwrap();
    let text = text.replacen("id = \"blue-garrison\"", "id = \"blue-garrison\"\ntags = [\"guard\"]", 1);
    tall(Document::from_text("rules", format!("{text}\n{rows}")))
}

fn modifier(id: &str, when: &str) -> String {
    format!(
        "[[rules.modifier]]\nid = \"{id}\"\nname = \"Rule {id}\"\nto = \"attack.defender\"\nadd = 1\nwhen = \"{when}\"\n"
    )
}

/// Returns the value of the key of a row.
fn value(editor: &Editor, kind: RowKind, index: usize, key: &str) -> Option<Value> {
    scenario(editor).get(&DocPath::root().key("rules").key(kind.list()).index(index).key(key))
}

fn when(editor: &Editor) -> String {
    let when = value(editor, RowKind::Modifier, 0, "when");
    when.as_ref().and_then(Value::as_str).unwrap_or_default().to_owned()
}

/// Puts the cursor at the end of the condition.
fn go_to_when(editor: &mut Editor) {
    editor.get_by_role_and_label(Role::MultilineTextInput, "When").focus();
    editor.run();
    press(editor, Modifiers::COMMAND, Key::End);
}

/// Adds a rule of the kind with this noun, and names it.
fn add(editor: &mut Editor, noun: &str, name: &str) {
    command(editor, Command::AddRule);
    push(editor, noun);
    editor.run();
    write(editor, name);
}

#[test]
fn a_modifier_is_added_built_misspelled_mended_and_played() {
    let mut editor = tutorial();
    add(&mut editor, "Modifier", "Stubborn");
    assert_eq!(editor.state().selection(), Selection::Rule(RowKind::Modifier, 0));
    assert_eq!(value(&editor, RowKind::Modifier, 0, "name"), Some("Stubborn".into()));
    choose(&mut editor, "Changes", "attack.defender");

    push(&mut editor, "Builder");
    push(&mut editor, "Add comparison");
    choose(&mut editor, "Subject 1", "ground");
    choose(&mut editor, "Fact 1", "is-defensible");
    assert_eq!(when(&editor), "ground.is-defensible");
    push(&mut editor, "Add comparison");
    choose(&mut editor, "Subject 2", "defender");
    choose(&mut editor, "Fact 2", "er");
    choose(&mut editor, "Operator 2", "is at least");
    assert_eq!(when(&editor), "ground.is-defensible and defender.er >= 0");
    choose(&mut editor, "Comparisons that must hold", "One is enough");
    assert_eq!(when(&editor), "ground.is-defensible or defender.er >= 0");
    push(&mut editor, "Remove comparison 2");
    assert_eq!(when(&editor), "ground.is-defensible");
    assert!(says(&editor, "+1 to the defender's die if"), "the sentence is on the card");
    assert!(!editor.state().document().is_broken());

    go_to_when(&mut editor);
    write(&mut editor, " and defendr");
    press(&mut editor, Modifiers::NONE, Key::Escape);
    assert_eq!(when(&editor), "ground.is-defensible and defendr");
    assert!(editor.state().document().is_broken());
    assert!(says(&editor, "`defendr`"), "the error is beneath the field");
    push(&mut editor, "Fix: write `defender`");
    assert_eq!(when(&editor), "ground.is-defensible and defender");

    go_to_when(&mut editor);
    write(&mut editor, ".is-bl");
    let buttons = editor.get_all_by_role(Role::Button).filter_map(|node| node.accesskit_node().label());
    assert!(buttons.into_iter().any(|label| label.starts_with("is-blown")), "the word is offered");
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert_eq!(when(&editor), "ground.is-defensible and defender.is-blown");
    write(&mut editor, " or turn==4");
    press(&mut editor, Modifiers::NONE, Key::Escape);
    push(&mut editor, "Format when");
    assert_eq!(when(&editor), "ground.is-defensible and defender.is-blown or turn == 4");
    assert!(says(&editor, "This condition is only a text"), "the builder leaves it alone");
    assert!(!editor.state().document().is_broken(), "{:?}", editor.state().document().problems());

    press(&mut editor, Modifiers::NONE, Key::Escape);
    press(&mut editor, Modifiers::NONE, Key::F5);
    assert!(editor.state().session().is_some());
}

#[test]
fn a_prohibition_is_obeyed_in_the_game() {
    let mut editor = tutorial();
    command(&mut editor, Command::Play);
    let choices = |editor: &Editor| editor.state().session().unwrap().choice_cells();
    let hex = choices(&editor)[0];
    let name = scenario(&editor).common().grid().unwrap().name(hex).to_string();
    command(&mut editor, Command::Edit);

    add(&mut editor, "Prohibition", "Under fire");
    choose(&mut editor, "Act", "place-hq");
    let field = editor.get_by_role_and_label(Role::MultilineTextInput, "When");
    field.set_text_value_accesskit(&format!("hex == @{name}"));
    editor.run();
    let reason = editor.get_by_role_and_label(Role::TextInput, "Reason");
    reason.set_text_value_accesskit("the batteries see it");
    editor.run();
    assert!(!editor.state().document().is_broken(), "{:?}", editor.state().document().problems());
    command(&mut editor, Command::Play);
    assert!(!choices(&editor).contains(&hex) && !choices(&editor).is_empty());
    click(&mut editor, &name);
    assert!(says(&editor, "The batteries see it"));
}

#[test]
fn rows_are_moved_copied_and_removed() {
    let mut editor = with(&format!("{}{}", modifier("one", "turn == 1"), modifier("two", "turn == 2")));
    ask(&mut editor, Act::Select(Selection::Part("rules")));
    push(&mut editor, "Modifier Rule two");
    assert_eq!(editor.state().selection(), Selection::Rule(RowKind::Modifier, 1));
    push(&mut editor, "Move up two");
    assert_eq!(editor.state().selection(), Selection::Rule(RowKind::Modifier, 0));
    assert_eq!(when(&editor), "turn == 2");
    push(&mut editor, "Duplicate two");
    let id = |editor: &Editor, index| value(editor, RowKind::Modifier, index, "id");
    assert_eq!([0, 1, 2].map(|index| id(&editor, index)), ["two", "two-2", "one"].map(|id| Some(id.into())));
    assert_eq!(editor.state().selection(), Selection::Rule(RowKind::Modifier, 1));
    push(&mut editor, "Remove two-2");
    assert_eq!([0, 1, 2].map(|index| id(&editor, index)), [Some("two".into()), Some("one".into()), None]);
    assert_eq!(editor.state().selection(), Selection::Part("rules"));
    push(&mut editor, "Modifier Rule one");
    command(&mut editor, Command::Delete);
    assert_eq!(id(&editor, 1), None);
    assert_eq!(editor.state().selection(), Selection::Part("rules"));
    for _ in 0..4 {
        command(&mut editor, Command::Undo);
    }
    assert_eq!([0, 1].map(|index| id(&editor, index)), ["one", "two"].map(|id| Some(id.into())));
}

#[test]
fn a_problem_opens_its_card() {
    let mut editor = with(&modifier("one", "grund has woods"));
    ask(&mut editor, Act::Tab(BottomTab::Problems));
    let problem = editor.get_all_by_role(Role::Button).find(|node| {
        let label = node.accesskit_node().label().unwrap_or_default();
        label.starts_with("Error") && label.contains("grund")
    });
    problem.expect("the problem is listed").click();
    editor.run();
    assert_eq!(editor.state().selection(), Selection::Rule(RowKind::Modifier, 0));
    assert!(says(&editor, "1 error"));
    push(&mut editor, "Fix: write `ground`");
    assert_eq!(when(&editor), "ground has woods");
}

#[test]
fn an_open_card_lights_what_its_condition_selects() {
    let mut editor = with(&modifier("one", "defender has guard and ground has woods"));
    let lit = |editor: &Editor| {
        let mask = rule_light::mask(editor.state().document(), editor.state().selection());
        (mask.units().into_iter().collect::<Vec<_>>(), mask.hexes().len())
    };
    assert_eq!(lit(&editor), (vec![], 0));
    ask(&mut editor, Act::Select(Selection::Rule(RowKind::Modifier, 0)));
    let common = scenario(&editor).common();
    let garrison = (0..common.unit_count()).find(|unit| common.unit(*unit).unwrap().id.as_str() == "blue-garrison");
    assert_eq!(lit(&editor), (vec![garrison.unwrap()], 2));
    ask(&mut editor, Act::Select(Selection::Part("rules")));
    assert_eq!(lit(&editor), (vec![], 0));
}

#[test]
fn effects_are_lines_of_their_own() {
    let mut editor = tutorial();
    add(&mut editor, "Event", "Supply");
    push(&mut editor, "Add effect");
    let field = editor.get_by_role_and_label(Role::MultilineTextInput, "Effect 1");
    field.set_text_value_accesskit("ammunition(red)+=1");
    editor.run();
    push(&mut editor, "Format effect 1");
    assert_eq!(value(&editor, RowKind::Event, 0, "do"), Some(vec!["ammunition(red) += 1"].into()));
    assert!(says(&editor, "1 is added to the artillery points of"));
    push(&mut editor, "Remove effect 1");
    assert_eq!(value(&editor, RowKind::Event, 0, "do"), Some(Value::Array(Vec::new())));
    assert_eq!(value(&editor, RowKind::Event, 0, "name"), Some("Supply".into()));
}
