//! Rulesets in use: the values that they set, in the form of the rules and in the tables.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::model::edit::Edit;
use battlewright_editor::model::layout::BottomTab;
use battlewright_editor::model::selection::{Selection, tables};
use battlewright_schema::{DocPath, System, template};
use egui::accesskit::Role;
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, ask, push, says, scenario, tall};

/// Opens the template of `system` that uses the ruleset `fog` with these lines, both as files.
fn with_fog(system: System, rules: &str) -> (tempfile::TempDir, Editor) {
    let folder = tempfile::tempdir().unwrap();
    let name = system.name();
    let fog = format!("ruleset = 1\nid = \"fog\"\nsystem = \"{name}\"\nversion = 2\ntitle = \"Fog\"\n{rules}\n");
    std::fs::write(folder.path().join("fog.toml"), fog).unwrap();
    let path = folder.path().join("battle.toml");
    std::fs::write(&path, format!("{}\n[rules]\nuse = [\"./fog.toml\"]\n", template(system))).unwrap();
    let editor = tall(Document::open(&path).unwrap());
    (folder, editor)
}

/// Returns what the number field `label` shows, with its unit.
fn number(editor: &Editor, label: &str) -> String {
    let field = editor.get_by_role_and_label(Role::SpinButton, label).accesskit_node();
    field.value().unwrap_or_else(|| panic!("{label} shows nothing"))
}

#[test]
fn the_form_shows_the_value_of_the_ruleset_until_the_scenario_sets_its_own() {
    let (_folder, mut editor) = with_fog(System::MarsLaTour, "[rules]\nzoi = 1");
    assert!(!editor.state().document().is_broken(), "{:?}", editor.state().document().problems());
    ask(&mut editor, Act::Select(Selection::Part("rules")));
    let published = System::MarsLaTour.published();
    assert_eq!(number(&editor, "ZOI"), "1 hex", "the one in force, with a unit that fits");
    assert_eq!(number(&editor, "Retreat"), format!("{} hexes", published["retreat_hexes"]));
    assert_eq!(editor.query_all_by_label("of fog@2").count(), 1, "the field says where its value comes from");

    let zoi = DocPath::root().key("rules").key("zoi");
    ask(&mut editor, Act::edit("Change", Edit::Put(zoi.clone(), Some(3.into()))));
    assert_eq!(number(&editor, "ZOI"), "3 hexes");
    assert_eq!(editor.query_all_by_label("of fog@2").count(), 0, "the scenario's own");
    push(&mut editor, "Default: ZOI");
    assert_eq!((number(&editor, "ZOI").as_str(), scenario(&editor).get(&zoi)), ("1 hex", None));
}

#[test]
fn the_tables_show_what_a_ruleset_changes() {
    let cell = "[[rules.cell]]\ntable = \"terrain\"\nrow = \"woods\"\ncolumn = \"cost\"\nbe = 5";
    let (_folder, mut editor) = with_fog(System::Matz, cell);
    let all = tables(scenario(&editor));
    let at = all.iter().position(|path| path.last_key() == Some("terrain")).unwrap();
    let other = all.iter().position(|path| path.last_key() == Some("combat")).unwrap();
    ask(&mut editor, Act::Select(Selection::Part("rules")));
    assert!(says(&editor, "changed by fog@2"));
    ask(&mut editor, Act::Tab(BottomTab::Tables));
    ask(&mut editor, Act::Select(Selection::Table(at)));
    assert!(says(&editor, "with changes of fog@2"));
    let cells = editor.get_all_by_role(Role::Cell).filter_map(|cell| cell.accesskit_node().label());
    assert!(cells.count() > 10);
    assert_eq!(editor.query_all_by_label("5").count(), 1, "the cell that the ruleset changes");
    ask(&mut editor, Act::Select(Selection::Table(other)));
    assert!(!says(&editor, "with changes of"));
}
