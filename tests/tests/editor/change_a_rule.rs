//! The page *Change a rule* of the guide, done in the window as it is written. What is typed, and the names of commands, fields and
//! files, are read from the page and from the scenario beside it, so that page and program cannot part.

use std::path::PathBuf;

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::model::balance::{BalanceAct, GameSettings};
use battlewright_editor::model::edit::Edit;
use battlewright_editor::model::play::PlayAct;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::panels::commands::{self, Menu};
use battlewright_engine::game::Side;
use battlewright_engine::players::Kind;
use battlewright_schema::rule::RowKind;
use battlewright_schema::{DocPath, Scenario, compare, load, validate};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::Node;
use egui_kittest::kittest::{NodeT as _, Queryable as _};
use toml::{Table, Value};

use crate::desk::{Editor, ask, choose, click, common, press, push, says, scenario, tall, type_path, write};
use crate::page::{RESULT, Words, blocks, rows, text, words};

/// Chooses a command that the page names, such as `Edit > Add a rule…`.
fn menu(editor: &mut Editor, named: &str) {
    let (menu, name) = named.split_once(" > ").unwrap_or_else(|| panic!("{named} names a menu and a command"));
    let menu = Menu::ALL.into_iter().find(|other| other.name() == menu).unwrap();
    assert!(commands::table().iter().any(|entry| (entry.menu, entry.name) == (menu, name)), "{named}");
    editor.get_all_by_label(menu.name()).next().unwrap().click();
    editor.run();
    let is_item = |node: &Node<'_>| node.accesskit_node().role() == Role::Button && node.rect().width() > 150.0;
    let item = editor.query_all_by_label_contains(name).rfind(is_item);
    item.unwrap_or_else(|| panic!("{named} is in the menu")).click();
    editor.run();
}

/// Returns the command of the page that begins with `menu` and contains `part`.
fn named(section: &Words, part: &str) -> String {
    let found = section.names.iter().find(|name| name.contains(" > ") && name.contains(part));
    found.unwrap_or_else(|| panic!("the page names {part}: {:?}", section.names)).clone()
}

/// Writes `value` into the field `label`, in place of what is there.
fn fill(editor: &mut Editor, label: &str, value: &str) {
    let is_field = |role| matches!(role, Role::TextInput | Role::MultilineTextInput);
    let field = editor.get_all_by_label(label).find(|node| is_field(node.accesskit_node().role()));
    let field = field.unwrap_or_else(|| panic!("no field {label}"));
    let completes = field.accesskit_node().role() == Role::MultilineTextInput;
    field.focus();
    editor.run();
    press(editor, Modifiers::COMMAND, Key::A);
    write(editor, value);
    if completes {
        // Closes the list of words.
        press(editor, Modifiers::NONE, Key::Escape);
    }
}

/// Adds the row of `kind` to the rules, field by field. `labels` are the keys with the labels of their fields.
fn add(editor: &mut Editor, kind: RowKind, row: &Table, labels: &[(&str, &str)]) {
    menu(editor, &named(&words("In the editor"), "Add a rule"));
    push(editor, &battlewright_schema::words::capital(kind.noun()));
    for (key, label) in labels {
        match row.get(*key).unwrap_or_else(|| panic!("{key} of {row}")) {
            Value::String(word) if ["to", "act", "on"].contains(key) => choose(editor, label, word),
            Value::String(text) => fill(editor, label, text),
            Value::Integer(number) => fill(editor, label, &number.to_string()),
            Value::Array(effects) => {
                for (at, effect) in effects.iter().filter_map(Value::as_str).enumerate() {
                    push(editor, "Add effect");
                    fill(editor, &format!("{label} {}", at + 1), effect);
                }
            }
            other => panic!("{key} = {other}"),
        }
    }
    assert!(!editor.state().document().is_broken(), "{:?}", editor.state().document().problems());
}

/// A folder with the scenario that the page makes, up to the first rule.
struct Desk(tempfile::TempDir);

impl Desk {
    fn file(&self) -> PathBuf {
        let names = &words("A modifier").code;
        let name = names.iter().find(|name| name.ends_with(".toml") && !name.contains('/')).unwrap();
        self.0.path().join(name)
    }

    /// Copies the lesson and tags the garrison.
    fn open(&self) -> Editor {
        let section = words("In the editor");
        let mut editor = tall(Document::bundled());
        menu(&mut editor, &named(&section, "Open bundled"));
        let title = text(&RESULT.parse().unwrap(), "title").to_owned();
        assert!(section.names.contains(&title));
        let card = editor.get_all_by_label_contains(&title).find(|node| node.accesskit_node().role() == Role::Button);
        card.unwrap().click();
        editor.run();
        menu(&mut editor, &named(&section, "Save as"));
        type_path(&mut editor, &self.file());
        push(&mut editor, "Save");

        let garrison = blocks().remove(0)["unit"][0].clone();
        let (id, tag) = (garrison["id"].as_str().unwrap(), garrison["tags"][0].as_str().unwrap());
        let at = (0..common(&editor).unit_count()).find(|at| common(&editor).unit(*at).unwrap().id.as_str() == id);
        click(&mut editor, "0302");
        assert_eq!(editor.state().selection(), Selection::Unit(at.unwrap()));
        let label = section.names.iter().find(|name| *name == "Tags").unwrap();
        push(&mut editor, &format!("Add {}", label.to_lowercase()));
        fill(&mut editor, &format!("{label} 1"), tag);
        press(&mut editor, Modifiers::COMMAND, Key::S);
        assert!(!editor.state().document().is_dirty());
        editor
    }
}

/// The fields of the modifier that the page names.
fn modifier(editor: &mut Editor) -> Table {
    let row = rows(RowKind::Modifier).remove(0);
    let names = words("In the editor").names;
    let labels = [
        ("id", "Id"),
        ("name", "Name"),
        ("rule", "Rule"),
        ("to", "Changes"),
        ("add", "Add"),
        ("when", "When"),
        ("source", "Source"),
    ];
    for (_, label) in labels {
        assert!(names.iter().any(|name| name == label), "the page names the field {label}");
    }
    add(editor, RowKind::Modifier, &row, &labels);
    row
}

fn when(editor: &Editor) -> String {
    let path = DocPath::root().key("rules").key("modifier").index(0).key("when");
    scenario(editor).get(&path).and_then(|when| when.as_str().map(str::to_owned)).unwrap_or_default()
}

/// Plays with both computer players until `is_there`.
fn play_until(editor: &mut Editor, is_there: impl Fn(&Editor) -> bool) {
    for side in Side::BOTH {
        ask(editor, Act::Play(PlayAct::Seat(side, Some(Kind::Greedy))));
    }
    let mut steps = 0;
    while !is_there(editor) {
        steps += 1;
        assert!(steps < 200, "{:?}", editor.state().session().unwrap().seen().status);
        editor.state_mut().ask(Act::Play(PlayAct::Step));
        editor.run_steps(1);
    }
    for side in Side::BOTH {
        ask(editor, Act::Play(PlayAct::Seat(side, None)));
    }
}

/// Returns the rule of the line of the log that contains `part`.
fn logged(editor: &Editor, part: &str) -> Option<String> {
    let lines = battlewright_editor::panels::log::data(editor.state().session().unwrap());
    lines.into_iter().find(|line| line.text.contains(part)).map(|line| line.rule)
}

/// Returns the ids and the sentences of the rows in force.
fn sentences(scenario: &Scenario) -> Vec<(String, String)> {
    scenario.rules_in_words().into_iter().map(|rule| (rule.id.to_string(), rule.sentence)).collect()
}

#[test]
fn the_page_is_followed_from_the_copy_to_the_ruleset() {
    let desk = Desk(tempfile::tempdir().unwrap());
    let mut editor = desk.open();
    let row = modifier(&mut editor);
    let (name, rule) = (text(&row, "name"), text(&row, "rule"));
    assert!(says(&editor, "+1 to the defender's die if"), "the sentence stands on the card");

    // A mistake.
    let [wrong, right] = [0, 1].map(|at| words("A mistake").code[at].clone());
    let sound = text(&row, "when").to_owned();
    fill(&mut editor, "When", &sound.replacen(&right, &wrong, 1));
    assert!(editor.state().document().is_broken() && says(&editor, &format!("`{wrong}`")));
    press(&mut editor, Modifiers::NONE, Key::F5);
    assert!(editor.state().session().is_none(), "a scenario with an error cannot be played");
    press(&mut editor, Modifiers::NONE, Key::Escape);
    ask(&mut editor, Act::Select(Selection::Rule(RowKind::Modifier, 0)));
    push(&mut editor, &format!("Fix: write `{right}`"));
    assert_eq!(when(&editor), sound);

    // With and without: the saved scenario has no rule yet.
    let section = words("With and without");
    let games = section.commands.split_whitespace().skip_while(|word| *word != "--games").nth(1).unwrap();
    let games: u64 = games.parse().unwrap();
    ask(&mut editor, Act::Balance(BalanceAct::Set(GameSettings { players: [Some(Kind::Greedy); 2], games, seed: 1 })));
    menu(&mut editor, &named(&section, "Compare"));
    editor.state_mut().wait_for_games();
    editor.run();
    let lab = editor.state().lab();
    assert_eq!(lab.failed(), None);
    let sweep = &lab.versions().unwrap().sweep;
    assert!(sweep.versions.len() == 2 && sweep.versions.iter().all(|version| version.games as u64 == games));

    // The other rules make the scenario beside the page.
    let forbid = [
        ("id", "Id"),
        ("name", "Name"),
        ("rule", "Rule"),
        ("act", "Act"),
        ("when", "When"),
        ("reason", "Reason"),
        ("source", "Source"),
    ];
    add(&mut editor, RowKind::Forbid, &rows(RowKind::Forbid)[0], &forbid);
    let event = [
        ("id", "Id"),
        ("name", "Name"),
        ("rule", "Rule"),
        ("on", "Moment"),
        ("when", "When"),
        ("do", "Effect"),
        ("source", "Source"),
    ];
    add(&mut editor, RowKind::Event, &rows(RowKind::Event)[0], &event);
    let result = load(RESULT).scenario.unwrap();
    let told: Vec<String> = compare::compare(&result, scenario(&editor)).iter().map(ToString::to_string).collect();
    assert_eq!(told.len(), 1, "{told:?}");
    assert!(told[0].starts_with("subtitle: "), "{told:?}");

    // In the game: odds, log, and the event of turn 3.
    press(&mut editor, Modifiers::NONE, Key::F5);
    let is_shown = |editor: &Editor| {
        let session = editor.state().session().unwrap();
        let odds = session.seen().legal.iter().filter_map(|(action, _)| session.odds(action));
        odds.flat_map(|odds| odds.modifiers).any(|(modifier, plus)| modifier.ends_with(name) && plus == 1)
    };
    play_until(&mut editor, is_shown);
    let shown = words("Play").names.iter().find(|words| words.starts_with(name)).unwrap().clone();
    assert!(says(&editor, &shown), "{shown}");
    let calculation = format!("+ {name} 1");
    play_until(&mut editor, |editor| logged(editor, &calculation).is_some());
    let event = &rows(RowKind::Event)[0];
    play_until(&mut editor, |editor| logged(editor, text(event, "name")).is_some());
    assert_eq!(logged(&editor, text(event, "name")).as_deref(), Some(text(event, "rule")));
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    assert_ne!(rule, text(event, "rule"));

    // Shared as a ruleset.
    menu(&mut editor, &named(&section, "ruleset"));
    let page = blocks().into_iter().find(|block| block.contains_key("ruleset")).unwrap();
    let file = desk.0.path().join(format!("{}.toml", text(&page, "id")));
    assert!(section.code.contains(&file.file_name().unwrap().to_string_lossy().into_owned()));
    let before = sentences(scenario(&editor));
    type_path(&mut editor, &file);
    push(&mut editor, "Save");
    let written: Table = std::fs::read_to_string(&file).unwrap().parse().unwrap();
    for key in ["ruleset", "id", "system", "extends", "version", "title", "needs"] {
        assert_eq!(written.get(key), page.get(key), "{key}");
    }
    assert_eq!(validate(&std::fs::read(&file).unwrap(), &Default::default()).1, []);
    press(&mut editor, Modifiers::COMMAND, Key::S);
    assert!(section.code.iter().any(|code| std::fs::read_to_string(desk.file()).unwrap().contains(code)));
    assert_eq!(sentences(scenario(&editor)), before);
    assert!(says(&editor, &format!("of {} (", text(&page, "title"))), "the card of a row names its ruleset");
    let again = Document::open(&desk.file()).unwrap();
    assert_eq!((again.is_broken(), sentences(again.scenario())), (false, before));
}

#[test]
fn a_refusal_tells_the_reason_and_the_number_of_the_row() {
    let desk = Desk(tempfile::tempdir().unwrap());
    let mut editor = desk.open();
    let row = rows(RowKind::Forbid).pop().unwrap();
    let list = DocPath::root().key("rules").key("forbid").index(0);
    ask(&mut editor, Act::edit("Add", Edit::Put(list, Some(serde_json::to_value(&row).unwrap()))));
    press(&mut editor, Modifiers::NONE, Key::F5);
    let mill = common(&editor).places().iter().find(|place| place.id.as_str() == "mill").unwrap().hexes[0].to_string();
    click(&mut editor, &mill);
    let reason = battlewright_schema::words::capital(text(&row, "reason"));
    assert!(says(&editor, &reason) && says(&editor, text(&row, "rule")), "{reason}");
}

#[test]
fn a_ruleset_lies_beside_its_scenario_and_has_something_to_say() {
    let desk = Desk(tempfile::tempdir().unwrap());
    let mut editor = desk.open();
    let command = named(&words("With and without"), "ruleset");
    let other = tempfile::tempdir().unwrap();
    for (path, why) in
        [(other.path().join("a.toml"), "in the folder of the scenario"), (desk.file(), "the file of the scenario")]
    {
        menu(&mut editor, &command);
        type_path(&mut editor, &path);
        push(&mut editor, "Save");
        assert!(says(&editor, why), "{why}");
        push(&mut editor, "Cancel");
    }
    let rules = DocPath::root().key("rules");
    ask(&mut editor, Act::edit("Leave out", Edit::Put(rules, None)));
    menu(&mut editor, &command);
    type_path(&mut editor, &desk.0.path().join("empty.toml"));
    push(&mut editor, "Save");
    assert!(says(&editor, "changes no rules"));
    assert!(!desk.0.path().join("empty.toml").exists());
}
