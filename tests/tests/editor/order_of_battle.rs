//! The order of battle: typing, filling, sorting, filtering, pasting and importing.

use battlewright_editor::Document;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::tools::ToolKind;
use battlewright_schema::DocPath;
use egui::accesskit::Role;
use egui::{Event, Key, Modifiers, OutputCommand, Pos2};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{
    Editor, at, bundled, carry, choose, click_with, command, common, editor, letter_events, press, push, scenario, tap,
    type_path,
};

const NONE: Modifiers = Modifiers::NONE;

/// Returns the center of the cell `name`, such as `"ER of Lapasset"`.
fn cell(editor: &Editor, name: &str) -> Pos2 {
    let begin = format!("{name}: ");
    let mut cells = editor.get_all_by_role(Role::GridCell);
    let found = cells.find(|cell| cell.accesskit_node().label().is_some_and(|label| label.starts_with(&begin)));
    found.unwrap_or_else(|| panic!("no cell {name}")).rect().center()
}

fn click_cell(editor: &mut Editor, name: &str, modifiers: Modifiers) {
    let at = cell(editor, name);
    click_with(editor, at, modifiers);
}

/// Types `text` as a keyboard event.
fn write(editor: &mut Editor, text: &str) {
    editor.event(Event::Text(text.to_owned()));
    editor.run();
}

fn field(editor: &Editor, unit: usize, key: &str) -> Option<serde_json::Value> {
    scenario(editor).get(&DocPath::root().key("unit").index(unit).key(key))
}

fn er(editor: &Editor, unit: usize) -> i64 {
    field(editor, unit, "er").unwrap().as_i64().unwrap()
}

fn name(editor: &Editor, unit: usize) -> String {
    common(editor).unit(unit).unwrap().name.to_owned()
}

fn steps(editor: &Editor) -> usize {
    editor.state().document().history().len()
}

/// Maps a column of the imported sheet to a field.
fn map(editor: &mut Editor, column: &str, field: &str) {
    let list = editor.get_by_role_and_label(Role::ComboBox, column).rect().center();
    tap(editor, list);
    // The table behind the dialog has headings with the same names.
    let options: Vec<Pos2> =
        editor.query_all_by_role_and_label(Role::Button, field).map(|option| option.rect().center()).collect();
    assert_eq!(options.len(), 1, "{field}");
    click_with(editor, options[0], NONE);
}

/// Selects the ER cells of the first `count` units.
fn pick_ratings(editor: &mut Editor, count: usize) {
    let (first, last) = (name(editor, 0), name(editor, count - 1));
    click_cell(editor, &format!("ER of {first}"), NONE);
    click_cell(editor, &format!("ER of {last}"), Modifiers::SHIFT);
}

#[test]
fn a_number_is_typed_over_and_the_cursor_goes_on() {
    let mut editor = editor(Document::bundled());
    let first = name(&editor, 0);
    click_cell(&mut editor, &format!("ER of {first}"), NONE);
    assert_eq!(editor.state().selection(), Selection::Unit(0), "the inspector follows");
    write(&mut editor, "6");
    press(&mut editor, NONE, Key::Enter);
    assert_eq!((er(&editor, 0), steps(&editor)), (6, 1));
    assert_eq!(editor.state().selection(), Selection::Unit(1));
    // An invalid value is refused with a message.
    let before = er(&editor, 1);
    write(&mut editor, "9");
    press(&mut editor, NONE, Key::Enter);
    assert_eq!(er(&editor, 1), before);
    assert!(editor.state().status_message().unwrap().contains("from 0 to 6"), "{:?}", editor.state().status_message());
    press(&mut editor, NONE, Key::Escape);
    // Tab moves right, to a cell with choices.
    press(&mut editor, NONE, Key::Tab);
    write(&mut editor, "1001");
    press(&mut editor, NONE, Key::Tab);
    assert_eq!(field(&editor, 1, "at"), Some("1001".into()));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(scenario(&editor), Document::bundled().scenario());
}

#[test]
fn letters_on_the_table_take_up_no_tool_and_escape_gives_them_up() {
    let mut editor = editor(Document::bundled());
    let first = name(&editor, 0);
    click_cell(&mut editor, &format!("Label of {first}"), NONE);
    editor.key_press(Key::B);
    write(&mut editor, "b");
    write(&mut editor, "rush");
    assert_eq!(editor.state().tool(), ToolKind::SELECT);
    press(&mut editor, NONE, Key::Escape);
    assert_eq!(steps(&editor), 0);
    assert_eq!(editor.state().selection(), Selection::Unit(0));
}

#[test]
fn what_is_typed_goes_into_all_picked_rows_as_one_step() {
    let mut editor = editor(Document::bundled());
    let before = scenario(&editor).clone();
    pick_ratings(&mut editor, 3);
    write(&mut editor, "6");
    press(&mut editor, NONE, Key::Enter);
    assert_eq!(([0, 1, 2].map(|unit| er(&editor, unit)), steps(&editor)), ([6; 3], 1));
    assert_eq!(editor.state().document().history().undo_name(), Some("Change ER of 3 units"));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(scenario(&editor), &before);
}

#[test]
fn cells_are_filled_by_key_and_by_the_handle() {
    let mut editor = editor(Document::bundled());
    let first = er(&editor, 0);
    pick_ratings(&mut editor, 3);
    press(&mut editor, Modifiers::COMMAND, Key::D);
    assert_eq!([0, 1, 2].map(|unit| er(&editor, unit)), [first; 3]);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    let second = name(&editor, 0);
    click_cell(&mut editor, &format!("ER of {second}"), NONE);
    write(&mut editor, "5");
    press(&mut editor, NONE, Key::Enter);
    press(&mut editor, NONE, Key::ArrowUp);
    let handle = editor.get_by_label("Fill handle").rect().center();
    let steps_before = steps(&editor);
    carry(&mut editor, handle, handle + egui::vec2(0.0, 40.0));
    assert_eq!(([0, 1, 2].map(|unit| er(&editor, unit)), steps(&editor)), ([5; 3], steps_before + 1));
}

#[test]
fn a_word_is_chosen_from_those_there_are() {
    let mut editor = editor(Document::bundled());
    let first = name(&editor, 0);
    click_cell(&mut editor, &format!("Arm of {first}"), NONE);
    press(&mut editor, NONE, Key::Enter);
    assert!(editor.query_all_by_label_contains("cavalry").count() > 0);
    press(&mut editor, NONE, Key::ArrowDown);
    press(&mut editor, NONE, Key::ArrowDown);
    press(&mut editor, NONE, Key::Enter);
    assert_eq!(field(&editor, 0, "kind"), Some("cavalry".into()));
    click_cell(&mut editor, &format!("Arm of {first}"), NONE);
    write(&mut editor, "inf");
    editor.get_by_label_contains("infantry").click();
    editor.run();
    assert_eq!(field(&editor, 0, "kind"), Some("infantry".into()));
}

#[test]
fn headings_sort_and_the_filter_filters() {
    let mut editor = editor(Document::bundled());
    push(&mut editor, "ER");
    push(&mut editor, "ER, sorted ascending");
    let order = editor.state().roster().order().to_vec();
    assert!(order.is_sorted_by_key(|unit| std::cmp::Reverse(er(&editor, *unit))), "{order:?}");
    let field = editor.get_by_label("Filter");
    field.set_text_value_accesskit("side:french er>3");
    editor.run();
    let shown = editor.state().roster().order().to_vec();
    let common = common(&editor);
    let all = 0..common.unit_count();
    let strong =
        all.filter(|unit| common.unit(*unit).is_some_and(|unit| unit.side.as_str() == "french" && unit.rating > 3));
    assert_eq!(shown.len(), strong.count());
    push(&mut editor, "Clear filter");
    assert_eq!(editor.state().roster().order(), order);
}

#[test]
fn columns_are_dragged_to_another_place_and_put_back() {
    let mut editor = editor(Document::bundled());
    let heads = |editor: &Editor| {
        let heads = editor.get_all_by_role(Role::ColumnHeader);
        let mut heads: Vec<_> =
            heads.map(|head| (head.rect().left(), head.accesskit_node().label().unwrap())).collect();
        heads.sort_by(|a, b| a.0.total_cmp(&b.0));
        heads.into_iter().map(|(_, name)| name).collect::<Vec<_>>()
    };
    let place = |editor: &Editor, name: &str| heads(editor).iter().position(|head| head == name).unwrap();
    let first = heads(&editor);
    let middle = |editor: &Editor, name: &str| editor.get_by_role_and_label(Role::ColumnHeader, name).rect().center();
    let (from, to) = (middle(&editor, "ER"), middle(&editor, "Label"));
    carry(&mut editor, from, to);
    assert_eq!(place(&editor, "ER"), first.iter().position(|head| head == "Label").unwrap(), "{:?}", heads(&editor));
    assert_eq!(heads(&editor).len(), first.len());
    // The menu moves the column too.
    editor.get_by_role_and_label(Role::ColumnHeader, "ER").click_secondary();
    editor.run();
    let was = place(&editor, "ER");
    push(&mut editor, "Move column right");
    assert_eq!(place(&editor, "ER"), was + 1);
    editor.get_by_role_and_label(Role::Button, "Columns").click();
    editor.run();
    push(&mut editor, "Default order");
    assert_eq!(heads(&editor), first);
    assert_eq!(steps(&editor), 0, "how the table stands is no edit");
}

#[test]
fn cells_are_copied_and_pasted_and_what_is_wrong_is_shown_first() {
    let mut editor = editor(Document::bundled());
    pick_ratings(&mut editor, 2);
    editor.event(Event::Copy);
    editor.step();
    let copied = editor.output().platform_output.commands.iter().find_map(|command| match command {
        OutputCommand::CopyText(text) => Some(text.clone()),
        _ => None,
    });
    assert_eq!(copied, Some(format!("{}\n{}", er(&editor, 0), er(&editor, 1))));
    let before = [0, 1, 2].map(|unit| er(&editor, unit));
    let third = i64::from(before[2] == 2) + 2;
    editor.event(Event::Paste(format!("x\r\n{}\r\n{third}\r\n", before[1])));
    editor.run();
    assert!(editor.query_by_label_contains("Row 1, ER").is_some());
    assert_eq!([0, 1, 2].map(|unit| er(&editor, unit)), before, "nothing is pasted yet");
    push(&mut editor, "Change valid rows (1 unit)");
    assert_eq!([0, 1, 2].map(|unit| er(&editor, unit)), [before[0], before[1], third]);
    assert_eq!(steps(&editor), 1);
}

#[test]
fn units_are_added_copied_and_removed() {
    let mut editor = editor(Document::bundled());
    let (before, count) = (scenario(&editor).clone(), common(&editor).unit_count());
    pick_ratings(&mut editor, 2);
    press(&mut editor, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::D);
    assert_eq!((common(&editor).unit_count(), editor.state().selection()), (count + 2, Selection::Unit(2)));
    command(&mut editor, Command::Delete);
    assert_eq!(scenario(&editor), &before, "the copies were selected, and both went");
    command(&mut editor, Command::AddUnit);
    assert_eq!(common(&editor).unit_count(), count + 1);
    for _ in 0..3 {
        command(&mut editor, Command::Undo);
    }
    assert_eq!((scenario(&editor), steps(&editor)), (&before, 0));
}

#[test]
fn delete_empties_cells_and_removes_rows_that_are_picked_as_wholes() {
    let mut editor = editor(Document::bundled());
    let (first, count) = (name(&editor, 0), common(&editor).unit_count());
    click_cell(&mut editor, &format!("Label of {first}"), NONE);
    press(&mut editor, NONE, Key::Delete);
    assert_eq!((field(&editor, 0, "label"), common(&editor).unit_count()), (None, count));
    push(&mut editor, &format!("Unit {first}"));
    press(&mut editor, NONE, Key::Delete);
    assert_eq!(common(&editor).unit_count(), count - 1);
}

#[test]
fn a_spreadsheet_is_exported_imported_with_a_mapping_and_taken_back() {
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("units.csv");
    let mut editor = editor(Document::bundled());
    let before = scenario(&editor).clone();
    command(&mut editor, Command::ExportUnits);
    type_path(&mut editor, &file);
    push(&mut editor, "Export");
    let text = std::fs::read_to_string(&file).unwrap();
    assert!(text.starts_with("\u{feff}id,name,label,formation,side,kind,er,at,enters.turn,enters.at,tags,source\r\n"));
    assert_eq!(text.lines().count(), common(&editor).unit_count() + 1);
    // The import of the same file changes nothing.
    let import = |editor: &mut Editor, text: &str| {
        std::fs::write(&file, text).unwrap();
        command(editor, Command::Import);
        type_path(editor, &file);
        push(editor, "Import");
    };
    import(&mut editor, &text);
    let stay = format!("{} units are unchanged.", common(&editor).unit_count());
    assert!(editor.query_by_label(&stay).is_some());
    push(&mut editor, "Cancel");
    // A sheet with other headings.
    let id = common(&editor).unit(0).unwrap().id.to_string();
    import(&mut editor, &format!("Unit;Who;Stars;Place\r\n{id};;1;\r\nnew-1;Reserve;2;1001\r\nnew-2;Lost;7;\r\n"));
    // A wrong separator gives one column. The right one restores the columns.
    choose(&mut editor, "Separator", "comma");
    assert!(editor.query_by_label("Unit;Who;Stars;Place").is_some());
    choose(&mut editor, "Separator", "semicolon");
    map(&mut editor, "Unit", "Id");
    map(&mut editor, "Stars", "ER");
    assert!(editor.query_by_label_contains("1 unit will change").is_some());
    assert!(editor.query_all_by_label_contains("Line 3").count() > 0);
    assert!(editor.query_by_label_contains("Line 4, ER: 7 is out of range.").is_some());
    push(&mut editor, "Import valid rows (1 unit)");
    assert_eq!((er(&editor, 0), steps(&editor)), (1, 1));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(scenario(&editor), &before);
}

#[test]
fn every_system_has_its_own_columns_and_a_game_can_change_nothing() {
    let mut editor = editor(bundled("pm-crisis-on-the-left.toml"));
    let first = name(&editor, 0);
    click_cell(&mut editor, &format!("Combat, full of {first}"), NONE);
    write(&mut editor, "3");
    press(&mut editor, NONE, Key::Enter);
    assert_eq!(field(&editor, 0, "combat").unwrap()[0], 3);
    press(&mut editor, NONE, Key::F5);
    press(&mut editor, NONE, Key::F7);
    let before = scenario(&editor).clone();
    click_cell(&mut editor, &format!("Combat, full of {first}"), NONE);
    write(&mut editor, "9");
    press(&mut editor, NONE, Key::Delete);
    assert_eq!(scenario(&editor), &before);
    assert!(editor.query_by_label("Now").is_some());
}

#[test]
fn the_guides_spreadsheet_is_what_the_page_shows_and_comes_in_as_it_says() {
    let guide = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs/guide");
    let sheet = std::fs::read_to_string(guide.join("units.csv")).unwrap();
    let page = std::fs::read_to_string(guide.join("order-of-battle-from-a-spreadsheet.md")).unwrap();
    assert!(page.contains(&format!("```csv\n{sheet}```")), "the page shows the file");
    let folder = tempfile::tempdir().unwrap();
    let file = folder.path().join("units.csv");
    let mut editor = editor(bundled("tutorial.toml"));
    let count = common(&editor).unit_count();
    let import = |editor: &mut Editor, text: &str| {
        std::fs::write(&file, text).unwrap();
        command(editor, Command::Import);
        type_path(editor, &file);
        push(editor, "Import");
        for (column, field) in [("Army", "Side"), ("Corps", "Formation"), ("Stars", "ER"), ("Start hex", "Hex")] {
            map(editor, column, field);
        }
    };
    import(&mut editor, &sheet);
    assert!(editor.query_by_label("Line 6, Hex: the map has no hex \"0109\".").is_some());
    push(&mut editor, "Import valid rows (4 units)");
    assert_eq!((common(&editor).unit_count(), steps(&editor)), (count + 4, 1));
    import(&mut editor, &sheet.replace("0109", "0103"));
    assert!(editor.query_by_label("1 unit will be added, 4 units are unchanged.").is_some());
    push(&mut editor, "Import 1 unit");
    assert_eq!(common(&editor).unit_count(), count + 5);
    assert!(editor.state().document().problems().is_empty(), "{:?}", editor.state().document().problems());
    // The filter example of the documentation.
    editor.get_by_role_and_label(Role::ColumnHeader, "Hex").click();
    editor.run();
    editor.get_by_label("Filter").set_text_value_accesskit("side:blue er<2");
    editor.run();
    let shown = editor.state().roster().order().iter().map(|unit| name(&editor, *unit));
    let shown: Vec<String> = shown.collect();
    assert_eq!(shown, ["Blue Dragoons", "Blue Rearguard", "Garrison of Saint-Rémy"]);
}

/// A click on the map commits the cell, and the keyboard is then that of the map, where letters are tools.
#[test]
fn a_click_on_the_map_during_typing_gives_the_map_the_keyboard() {
    let mut editor = editor(Document::bundled());
    let first = name(&editor, 0);
    click_cell(&mut editor, &format!("Name of {first}"), NONE);
    write(&mut editor, "x");
    assert_eq!(editor.state().tool(), ToolKind::SELECT);
    let elsewhere = at(&editor, "0505");
    click_with(&mut editor, elsewhere, NONE);
    assert_eq!((name(&editor, 0), steps(&editor)), ("x".to_owned(), 1));
    letter_events(&mut editor, 'b');
    editor.run();
    assert_ne!(editor.state().tool(), ToolKind::SELECT, "the letter is that of the brush");
    write(&mut editor, "y");
    let names: Vec<String> = (0..common(&editor).unit_count()).map(|unit| name(&editor, unit)).collect();
    assert!(names[0] == "x" && !names.iter().any(|name| matches!(name.as_str(), "b" | "y" | "by")), "{names:?}");
    assert_eq!(steps(&editor), 1);
}

/// Types `text` into the field `label`.
fn fill(editor: &mut Editor, label: &str, text: &str) {
    editor.get_by_role_and_label(Role::TextInput, label).focus();
    editor.run();
    editor.get_by_role_and_label(Role::TextInput, label).type_text(text);
    editor.run();
}

#[test]
fn numbers_are_added_up_for_each_side_and_for_the_picked_rows() {
    let mut editor = editor(Document::bundled());
    editor.get_by_role_and_label(Role::Button, "Sums").click();
    editor.run();
    let sum = |editor: &Editor, side: &str| -> i64 {
        let begin = format!("Sum of ER, {side}: ");
        let labels = editor.query_all_by_label_contains(&begin).filter_map(|node| node.accesskit_node().label());
        labels.filter_map(|label| label.strip_prefix(&begin)?.parse().ok()).next().unwrap()
    };
    for side in 0..2 {
        let (id, name) = (&common(&editor).sides()[side].id, common(&editor).sides()[side].name);
        let units = (0..common(&editor).unit_count()).filter(|unit| common(&editor).unit(*unit).unwrap().side == *id);
        let expected: i64 = units.map(|unit| er(&editor, unit)).sum();
        assert_eq!(sum(&editor, name), expected, "{name}");
    }
    pick_ratings(&mut editor, 3);
    let side = common(&editor).sides().into_iter().find(|side| side.id == common(&editor).unit(0).unwrap().side);
    let picked: i64 = (0..3).map(|unit| er(&editor, unit)).sum();
    assert_eq!(sum(&editor, side.unwrap().name), picked);
    assert!(editor.query_all_by_label_contains("Sum of Turn").next().is_none(), "turns do not add up");
}

#[test]
fn text_is_found_and_replaced_in_cells_as_one_step() {
    let mut editor = editor(Document::bundled());
    let before = scenario(&editor).clone();
    let first = name(&editor, 0);
    click_cell(&mut editor, &format!("Name of {first}"), NONE);
    press(&mut editor, Modifiers::COMMAND, Key::F);
    fill(&mut editor, "Find in cells", "cavalry brigade");
    let count =
        (0..common(&editor).unit_count()).filter(|unit| name(&editor, *unit).contains("Cavalry Brigade")).count();
    assert!(count > 1);
    press(&mut editor, NONE, Key::Enter);
    let found = editor.state().selection();
    press(&mut editor, NONE, Key::Enter);
    assert_ne!(editor.state().selection(), found, "Enter goes to the next one");
    fill(&mut editor, "Replace with", "Horse");
    editor.get_by_role_and_label(Role::Button, "Replace all").click();
    editor.run();
    assert_eq!((steps(&editor), (0..count).len()), (1, count));
    assert!((0..common(&editor).unit_count()).all(|unit| !name(&editor, unit).contains("Cavalry Brigade")));
    assert_eq!(name(&editor, 0), first.replace("Cavalry Brigade", "Horse"));
    assert!(
        editor.state().status_message().unwrap().starts_with("Replaced in "),
        "{:?}",
        editor.state().status_message()
    );
    command(&mut editor, Command::Undo);
    assert!(scenario(&editor) == &before);
}

#[test]
fn the_names_stay_while_the_table_is_scrolled_sideways() {
    let mut editor = editor(bundled("aac-first-orders.toml"));
    let first = name(&editor, 0);
    let left = cell(&editor, &format!("Name of {first}")).x;
    click_cell(&mut editor, &format!("Name of {first}"), NONE);
    press(&mut editor, NONE, Key::End);
    editor.run();
    assert!((cell(&editor, &format!("Name of {first}")).x - left).abs() < 1.0);
    let shown = editor.get_all_by_role(Role::GridCell).any(|cell| {
        cell.accesskit_node().label().is_some_and(|label| label.starts_with(&format!("Source of {first}: ")))
    });
    assert!(shown, "the last column is in view");
}
