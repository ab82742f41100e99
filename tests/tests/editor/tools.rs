//! The tools of the later systems.

use crate::desk::{Editor, at, bundled, cell, click, common, drag, editor, press, says};
use battlewright_editor::Document;
use battlewright_editor::dialogs::Dialog;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::messages::dialog_answer::AfterSave;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::model::store::SHELF;
use battlewright_editor::tools::ToolKind;
use battlewright_schema::{Counter, HexsideKind, Start, System};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

const NONE: Modifiers = Modifiers::NONE;

fn level(editor: &Editor, hex: &str) -> Option<char> {
    let cell = cell(editor, hex);
    common(editor).levels()?.get(cell.column.into(), cell.row.into())
}

#[test]
fn the_ground_is_raised_and_slopes_follow() {
    let mut editor = editor(bundled("pm-crisis-on-the-left.toml"));
    press(&mut editor, NONE, Key::L);
    assert_eq!(editor.state().tool(), ToolKind::ELEVATION);
    let slopes = |editor: &Editor| -> usize {
        let rows = common(editor).hexsides().iter().filter(|row| row.kind == HexsideKind::Slope);
        rows.map(|row| row.between.len()).sum()
    };
    let before = (level(&editor, "0913").unwrap(), slopes(&editor));
    for _ in 0..3 {
        drag(&mut editor, &["0912", "0913", "0914"]);
    }
    let higher = char::from_digit(before.0.to_digit(10).unwrap() + 3, 10);
    assert_eq!(level(&editor, "0913"), higher);
    assert_eq!(editor.state().document().history().len(), 3, "a stroke is a step");
    assert!(says(&editor, "raise the ground by one level"));
    editor.get_by_label("Slopes from levels").click();
    editor.run();
    assert!(slopes(&editor) > before.1, "{:?}", editor.state().status_message());
    assert!(editor.state().status_message().unwrap().starts_with("Slopes from levels:"));
    for _ in 0..4 {
        press(&mut editor, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!((level(&editor, "0913").unwrap(), slopes(&editor)), before);
    assert!(!editor.state().document().is_dirty());
    // Levels can be hidden, and the map is drawn without them.
    press(&mut editor, Modifiers::SHIFT, Key::L);
    press(&mut editor, Modifiers::SHIFT, Key::L);
}

#[test]
fn a_map_without_levels_gets_them_with_the_first_stroke() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::L);
    assert_eq!(level(&editor, "0304"), None);
    drag(&mut editor, &["0304", "0404"]);
    assert_eq!((level(&editor, "0404"), level(&editor, "0604")), (Some('2'), Some('1')));
    assert_eq!(editor.state().document().problems(), []);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(level(&editor, "0404"), None);
    assert!(!editor.state().document().is_dirty());
}

#[test]
fn lines_of_sight_are_told_before_play_and_in_play() {
    let mut editor = editor(bundled("pm-a-day-of-battle.toml"));
    press(&mut editor, NONE, Key::S);
    assert_eq!(editor.state().tool(), ToolKind::LINE_OF_SIGHT);
    drag(&mut editor, &["1214", "1310"]);
    assert!(says(&editor, "1214 to 1310, 4 hexes: blocked by 1311"));
    click(&mut editor, "1214");
    let over = at(&editor, "1211");
    editor.hover_at(over);
    editor.run();
    assert!(says(&editor, "1214 to 1211, 3 hexes: clear (10.3 Line of Sight)."));
    assert!(!editor.state().document().is_dirty());

    // During play, the same key shows lines of sight of the position. Escape returns to the game.
    press(&mut editor, NONE, Key::F5);
    let asked = editor.state().session().unwrap().seen().legal.len();
    drag(&mut editor, &["1214", "1310"]);
    assert!(says(&editor, "1214 to 1310, 4 hexes: blocked by 1311"));
    assert_eq!(editor.state().session().unwrap().inputs(), 0, "looking is no input");
    press(&mut editor, NONE, Key::Escape);
    press(&mut editor, NONE, Key::Escape);
    assert_eq!(editor.state().tool(), ToolKind::SELECT);
    assert_eq!(editor.state().session().unwrap().seen().legal.len(), asked);
    press(&mut editor, NONE, Key::S);
    assert_eq!(editor.state().tool(), ToolKind::LINE_OF_SIGHT);
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    assert!(editor.state().session().is_none() && !says(&editor, "1214 to 1310"));
}

/// Opens the bundled scenario with the index `n` by its card.
fn open_bundled(editor: &mut Editor, n: usize) {
    editor.state_mut().ask(Act::Command(Command::OpenBundled));
    editor.run();
    let Some(Dialog::Bundled(cards)) = editor.state().dialog() else { panic!("{:?}", editor.state().dialog()) };
    assert_eq!(cards.len(), SHELF.len());
    let title = cards[n].title.clone();
    editor.get_by_label(&title).click();
    editor.run();
    assert_eq!(editor.state().document().name(), SHELF[n].file);
    assert_eq!(editor.state().document().scenario().title(), title);
}

#[test]
fn a_new_scenario_of_every_system_begins_sound_and_every_bundled_one_opens() {
    let mut editor = editor(Document::bundled());
    for system in System::ALL {
        press(&mut editor, Modifiers::COMMAND, Key::N);
        editor.get_by_label(system.title()).click();
        editor.run();
        editor.get_by_label("Create").click();
        editor.run();
        assert_eq!(common(&editor).system(), system);
        assert_eq!(editor.state().document().problems(), []);
        press(&mut editor, NONE, Key::F5);
        assert!(editor.state().session().is_some(), "{:?}", editor.state().dialog());
    }
    for n in 0..SHELF.len() {
        open_bundled(&mut editor, n);
    }
    // Unsaved changes need an answer first.
    let levels = SHELF.iter().position(|bundled| bundled.file == "pm-crisis-on-the-left.toml").unwrap();
    open_bundled(&mut editor, levels);
    press(&mut editor, NONE, Key::L);
    drag(&mut editor, &["0913"]);
    press(&mut editor, Modifiers::COMMAND, Key::N);
    press(&mut editor, NONE, Key::Enter);
    assert!(matches!(editor.state().dialog(), Some(Dialog::Unsaved(AfterSave::New(_)))));
}

#[test]
fn headquarters_stand_on_the_map_are_dragged_and_wait_on_the_turn_track() {
    let mut editor = editor(bundled("pm-a-day-of-battle.toml"));
    let counter = |editor: &Editor, placed: bool| {
        let common = common(editor);
        let mut hqs = common.counters().into_iter().filter(|counter| matches!(counter, Counter::Hq(_)));
        hqs.find(|hq| matches!(common.counter(*hq).unwrap().start, Start::At(_)) == placed).unwrap()
    };
    let hq = counter(&editor, true);
    let Counter::Hq(formation) = hq else { panic!() };
    let Start::At(from) = common(&editor).counter(hq).unwrap().start else { panic!() };
    let pieces = battlewright_editor::canvas::pieces(editor.state().document().scenario(), None);
    let id = common(&editor).counter(hq).unwrap().id.to_string();
    let piece = pieces.iter().find(|piece| piece.id == id).unwrap();
    assert_eq!(piece.spot.cell(), Some(cell(&editor, from.as_str())));

    // With a unit on top or not, a click selects the headquarters, and a drag moves it.
    drag(&mut editor, &[from.as_str(), "0504"]);
    assert_eq!(common(&editor).counter(hq).unwrap().start, Start::At("0504".into()));
    assert_eq!(editor.state().selection(), Selection::Row("formation", formation));
    click(&mut editor, "0101");
    click(&mut editor, "0504");
    assert_eq!(editor.state().selection(), Selection::Row("formation", formation));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(common(&editor).counter(hq).unwrap().start, Start::At(from));

    // A later headquarters is on the turn track.
    let later = counter(&editor, false);
    let view = common(&editor).counter(later).unwrap();
    let Start::Enters { turn, at, .. } = view.start.clone() else { panic!("{view:?}") };
    let label = format!("{}, turn {turn} at {at}", view.name);
    press(&mut editor, NONE, Key::F8);
    editor.get_by_label(&label).click_accesskit();
    editor.run();
    let Counter::Hq(formation) = later else { panic!() };
    assert_eq!(editor.state().selection(), Selection::Row("formation", formation));
}

#[test]
fn a_unit_of_the_second_system_is_placed_with_sensible_figures() {
    let mut editor = editor(bundled("pm-a-day-of-battle.toml"));
    press(&mut editor, NONE, Key::U);
    let units = common(&editor).unit_count();
    assert!(says(&editor, "French: click a hex to place infantry with Combat Factor"));
    click(&mut editor, "0504");
    assert_eq!(common(&editor).unit_count(), units + 1, "{:?}", editor.state().status_message());
    assert_eq!(editor.state().document().problems(), []);
    assert_eq!(common(&editor).unit(units).unwrap().start, Start::At("0504".into()));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(!editor.state().document().is_dirty());

    // A click adds a place to the condition, another click removes it.
    press(&mut editor, NONE, Key::Y);
    let text = editor.state().document().text();
    let place = common(&editor).places().iter().find(|place| place.id.as_str() == "flavigny").unwrap();
    let hex = place.hexes[0].to_string();
    for changed in [true, false] {
        click(&mut editor, &hex);
        assert_eq!(editor.state().document().text() != text, changed);
    }
}

#[test]
fn a_counter_that_is_pointed_at_shows_both_sides() {
    let mut editor = editor(bundled("pm-a-day-of-battle.toml"));
    let pos = at(&editor, "1012");
    let named = |editor: &Editor| editor.query_all_by_label("Murat's dragoons").count();
    let before = named(&editor);
    editor.hover_at(pos);
    editor.run_steps(20);
    assert_eq!(named(&editor), before + 1, "in the tooltip");
}

#[test]
fn setup_zones_are_drawn() {
    let mut editor = editor(bundled("pm-a-beckoning-victory.toml"));
    let zones = common(&editor).zones().len();
    assert!(zones > 0);
    press(&mut editor, NONE, Key::Z);
    press(&mut editor, NONE, Key::CloseBracket);
    drag(&mut editor, &["0304", "0404"]);
    assert_eq!(common(&editor).zones().len(), zones + 1);
    assert_eq!(common(&editor).zones()[zones].hexes.len(), 10);
    assert_eq!(editor.state().document().history().len(), 1, "a stroke is a step");
    assert!(says(&editor, "Drag to add hexes to zone"));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(common(&editor).zones().len(), zones);
}

#[test]
fn a_tool_that_is_of_no_use_says_why() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, NONE, Key::S);
    assert_eq!(editor.state().tool(), ToolKind::SELECT);
    assert_eq!(editor.state().status_message(), Some("Mars la Tour has no line-of-sight rule."));
    let mut editor = crate::desk::editor(bundled("pm-crisis-on-the-left.toml"));
    press(&mut editor, NONE, Key::X);
    assert_eq!(editor.state().tool(), ToolKind::SELECT);
    assert!(editor.state().status_message().unwrap().contains("has no exits"));
}
