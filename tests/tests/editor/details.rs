//! Details of tools, lists and fields.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::tools::ToolKind;
use battlewright_schema::{DocPath, Inches, System};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, ask, bundled, choose, command, common, editor, press, says, scenario, stroke, tall};

const NONE: Modifiers = Modifiers::NONE;

#[test]
fn the_tool_bar_has_the_tools_of_the_system() {
    for (name, lacks, has) in [
        ("pm-crisis-on-the-left.toml", ["Exit", "Draw"], ["Road", "Setup zone"]),
        ("outrance-first-assault.toml", ["Road", "Setup zone"], ["Draw", "Unit"]),
    ] {
        let editor = editor(bundled(name));
        let shows = |tool: &str| editor.query_by_role_and_label(Role::Button, tool).is_some();
        assert!(lacks.iter().all(|tool| !shows(tool)), "{name}");
        assert!(has.iter().all(|tool| shows(tool)), "{name}");
    }
}

#[test]
fn a_hill_on_a_hill_is_higher() {
    let mut editor = editor(Document::template_of(System::Outrance));
    press(&mut editor, NONE, Key::O);
    assert_eq!(editor.state().tool(), ToolKind::DRAW);
    choose(&mut editor, "Draws", "Hill");
    let count = |editor: &Editor| scenario(editor).count(&DocPath::root().key("terrain")).unwrap();
    let level = |editor: &Editor, row: usize| {
        scenario(editor).get(&DocPath::root().key("terrain").index(row).key("level")).unwrap().as_u64().unwrap()
    };
    let first = count(&editor);
    for outline in [[(1000, 16000), (9000, 16000), (9000, 23000)], [(5000, 17000), (8000, 17000), (8000, 19000)]] {
        for (x, y) in outline {
            let at = editor.state().position_on_table(Inches { x, y }).unwrap();
            stroke(&mut editor, &[at]);
        }
        press(&mut editor, NONE, Key::Enter);
        press(&mut editor, NONE, Key::Escape);
    }
    assert_eq!(count(&editor), first + 2, "{:?}", editor.state().status_message());
    assert_eq!((level(&editor, first), level(&editor, first + 1)), (1, 2));
}

#[test]
fn pairs_of_values_are_headed() {
    let mut editor = tall(bundled("aac-first-orders.toml"));
    let unit = (0..common(&editor).unit_count())
        .find(|unit| scenario(&editor).get(&DocPath::root().key("unit").index(*unit).key("sp")).is_some());
    ask(&mut editor, Act::Select(Selection::Unit(unit.unwrap())));
    for head in ["Fresh", "Battleworn", "Effective", "Extended"] {
        assert!(editor.query_all_by_label(head).next().is_some(), "{head}");
    }
}

#[test]
fn a_typed_path_says_where_it_begins() {
    let mut editor = editor(Document::bundled());
    command(&mut editor, Command::SaveAs);
    let here = std::env::current_dir().unwrap();
    assert!(says(&editor, &format!("Relative to the folder {}", here.display())));
    crate::desk::type_path(&mut editor, std::path::Path::new("/battle.toml"));
    assert!(!says(&editor, "Relative to the folder"));
}

#[test]
fn letters_that_no_font_has_are_named_where_they_are_typed() {
    let text = Document::bundled().text().replacen("title = \"", "title = \"\u{6f22}\u{5b57} ", 1);
    let mut editor = tall(Document::from_text("letters", text.clone()));
    ask(&mut editor, Act::Select(Selection::Scenario));
    let note = "Shown by number here, kept in the file: U+6F22, U+5B57";
    assert_eq!(editor.query_all_by_label_contains(note).count(), 1, "beneath the title");
    command(&mut editor, Command::Find);
    let at = text.find("title").unwrap();
    ask(&mut editor, Act::Place(at..at));
    assert_eq!(editor.query_all_by_label_contains(note).count(), 2, "in the bar of the Source tab");
}
