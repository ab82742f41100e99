//! Main functions of the editor, driven through its accessibility tree and the pointer.

use battlewright_editor::Document;
use battlewright_editor::dialogs::Dialog;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::messages::dialog_answer::AfterSave;
use battlewright_editor::model::selection::Selection;
use battlewright_editor::panels::commands::{Menu, table};
use battlewright_editor::tools::{self, ToolKind};
use battlewright_schema::{Cell, MarchColumn, Scenario, Start, load};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, ask, at, choose, click, common, drag, editor, letter, press, selections, stroke, type_path};

#[test]
fn it_opens_on_mars_la_tour() {
    let editor = editor(Document::bundled());
    assert_eq!(editor.state().document().scenario().title(), "Mars-la-Tour");
    assert_eq!(editor.state().document().problems(), []);
    assert!(!editor.state().document().is_dirty());
    editor.get_by_label("Unit 11th Cavalry Brigade (Barby)");
}

#[test]
fn a_scenario_is_painted_extended_saved_and_read_again() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("mine.toml");
    let mut editor = editor(Document::bundled());
    let before = editor.state().document().text();

    // Three hexes of woods.
    press(&mut editor, Modifiers::NONE, Key::B);
    assert_eq!(editor.state().tool(), ToolKind::BRUSH);
    editor.get_by_label("Woods").click();
    editor.run();
    let hexes = ["0204", "0205", "0206"];
    assert!(hexes.iter().all(|hex| letter(&editor, hex) == '.'));
    drag(&mut editor, &hexes);
    assert!(hexes.iter().all(|hex| letter(&editor, hex) == 'w'));
    assert_eq!(editor.state().document().history().len(), 1, "one gesture is one step");
    assert_eq!(editor.state().document().history().undo_name(), Some("Paint Woods"));

    // A road of three steps.
    press(&mut editor, Modifiers::NONE, Key::R);
    let roads = common(&editor).roads().len();
    drag(&mut editor, &["0113", "0213", "0313", "0413"]);
    assert_eq!(common(&editor).roads().len(), roads + 1);
    let path_of_road: Vec<_> = common(&editor).roads()[roads].path.iter().map(ToString::to_string).collect();
    assert_eq!(path_of_road, ["0113", "0213", "0313", "0413"]);
    assert_eq!(editor.state().selection(), Selection::Road(roads));

    // A unit with ER 3 that enters on turn 2.
    press(&mut editor, Modifiers::NONE, Key::U);
    let units = common(&editor).unit_count();
    choose(&mut editor, "Arrives", "Enters on turn 2");
    let side = common(&editor).sides()[0].id.clone();
    let entry = common(&editor).entries().iter().find(|entry| entry.side == side).unwrap().clone();
    let hex = entry.hexes[0].to_string();
    click(&mut editor, &hex);
    assert_eq!(common(&editor).unit_count(), units + 1, "{:?}", editor.state().status_message());
    let unit = common(&editor).unit(units).unwrap();
    assert_eq!(
        (unit.rating, unit.start),
        (3, Start::Enters { turn: 2, at: entry.id.clone(), column: MarchColumn::default() })
    );
    assert_eq!(editor.state().document().problems(), []);
    assert!(editor.state().document().is_dirty());

    // Saved by the path field, and loaded again.
    press(&mut editor, Modifiers::COMMAND, Key::S);
    assert!(matches!(editor.state().dialog(), Some(Dialog::Path { .. })));
    // The dialog of the system is offered again, in case that it was only canceled too fast.
    editor.get_by_role_and_label(egui::accesskit::Role::Button, "Browse…");
    type_path(&mut editor, &path);
    editor.get_by_label("Save").click();
    editor.run();
    assert!(editor.state().dialog().is_none(), "{:?}", editor.state().dialog());
    assert!(!editor.state().document().is_dirty());
    let text = std::fs::read_to_string(&path).unwrap();
    assert_eq!(text, editor.state().document().text());
    let read = load(&text);
    assert_eq!(read.diagnostics, []);
    assert_eq!(read.scenario.as_ref(), Some(editor.state().document().scenario()));
    let kept = before.lines().filter(|line| line.trim_start().starts_with('#')).all(|line| text.contains(line));
    assert!(kept, "every comment is still there");

    // All steps undone.
    for _ in 0..3 {
        press(&mut editor, Modifiers::COMMAND, Key::Z);
    }
    assert!(editor.state().document().history().is_empty());
    assert_eq!(editor.state().document().scenario(), Document::bundled().scenario());
    assert!(editor.state().document().is_dirty(), "the file has what was taken back");
    for _ in 0..3 {
        press(&mut editor, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
    }
    assert!(!editor.state().document().is_dirty());
}

#[test]
fn every_tool_does_what_it_says() {
    let mut editor = editor(Document::bundled());
    let scenario = |editor: &Editor| editor.state().document().scenario().clone();

    press(&mut editor, Modifiers::NONE, Key::G);
    editor.get_by_label("Woods").click();
    editor.run();
    let clear = |editor: &Editor| common(editor).hexes().to_string().matches('.').count();
    let open = clear(&editor);
    click(&mut editor, "0101");
    assert!(clear(&editor) < open / 2, "the fill runs over the plateau");
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(clear(&editor), open);

    press(&mut editor, Modifiers::NONE, Key::P);
    let places = common(&editor).places().len();
    click(&mut editor, "0214");
    assert_eq!(common(&editor).places().len(), places + 1);
    let name = editor.get_by_role_and_label(egui::accesskit::Role::TextInput, "Name");
    name.set_text_value_accesskit("Jonville");
    editor.run();
    assert_eq!(common(&editor).places()[places].name, "Jonville");
    press(&mut editor, Modifiers::NONE, Key::Enter);

    press(&mut editor, Modifiers::NONE, Key::Y);
    let scoring = common(&editor).scoring().len();
    click(&mut editor, "0214");
    assert_eq!(common(&editor).scoring().len(), scoring + 1);

    press(&mut editor, Modifiers::NONE, Key::E);
    let entries = common(&editor).entries().len();
    click(&mut editor, "0510");
    assert_eq!(common(&editor).entries().len(), entries, "not at the edge");
    assert!(editor.state().status_message().unwrap().contains("edge"));
    click(&mut editor, "0110");
    assert_eq!(common(&editor).entries().len(), entries + 1);

    press(&mut editor, Modifiers::NONE, Key::X);
    let exits = common(&editor).exits().len();
    click(&mut editor, "0112");
    assert_eq!(common(&editor).exits().len(), exits + 1);

    // A stream on the hexside between 0212 and 0213.
    press(&mut editor, Modifiers::NONE, Key::H);
    let streams = |editor: &Editor| common(editor).hexsides().iter().map(|row| row.between.len()).sum::<usize>();
    let before = streams(&editor);
    let middle = at(&editor, "0212").lerp(at(&editor, "0213"), 0.48);
    stroke(&mut editor, &[middle]);
    assert_eq!(streams(&editor), before + 1);

    // A counter dragged to another hex.
    press(&mut editor, Modifiers::NONE, Key::V);
    let unit =
        (0..common(&editor).unit_count()).find(|n| matches!(common(&editor).unit(*n).unwrap().start, Start::At(_)));
    let unit = unit.unwrap();
    let Start::At(from) = common(&editor).unit(unit).unwrap().start else { panic!() };
    drag(&mut editor, &[from.as_str(), "0313", "0413"]);
    assert_eq!(common(&editor).unit(unit).unwrap().start, Start::At("0413".into()));
    assert_eq!(editor.state().selection(), Selection::Unit(unit));
    press(&mut editor, Modifiers::NONE, Key::Delete);
    assert_eq!(common(&editor).unit_count() + 1, Document::bundled().scenario().common().unit_count());

    while editor.state().document().history().undo_name().is_some() {
        press(&mut editor, Modifiers::COMMAND, Key::Z);
    }
    assert_eq!(&scenario(&editor), Document::bundled().scenario());
    assert!(!editor.state().document().is_dirty());
}

#[test]
fn escape_gives_up_a_stroke() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::B);
    let start = at(&editor, "0204");
    editor.hover_at(start);
    editor.drag_at(start);
    editor.run_steps(2);
    editor.key_press(Key::Escape);
    editor.run_steps(2);
    editor.drop_at(start);
    editor.run();
    assert_eq!(letter(&editor, "0204"), '.');
    assert!(!editor.state().document().is_dirty());
}

#[test]
fn typing_into_a_field_is_one_step() {
    let mut editor = editor(Document::bundled());
    for title in ["M", "Ma", "Mars"] {
        let field = editor.get_by_role_and_label(egui::accesskit::Role::TextInput, "Title");
        field.set_text_value_accesskit(title);
        editor.run();
    }
    assert_eq!(editor.state().document().scenario().title(), "Mars");
    assert_eq!(editor.state().document().history().len(), 1);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(editor.state().document().scenario().title(), "Mars-la-Tour");
}

#[test]
fn a_broken_file_opens_with_its_problems() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("broken.toml");
    let text = battlewright_editor::model::store::BUNDLED.replace("at = \"0608\"", "at = \"9999\"");
    assert_ne!(text, battlewright_editor::model::store::BUNDLED);
    std::fs::write(&path, &text).unwrap();
    let mut editor = editor(Document::open(&path).unwrap());
    let problem = editor.state().document().problems().first().unwrap().clone();
    assert_eq!(problem.finding.code.as_str(), "hex-off-map");
    let line = text.lines().position(|line| line.contains("9999")).unwrap() + 1;
    assert_eq!(problem.finding.position.unwrap().line, line);
    // A click selects the unit.
    let label = format!("Error {}: {}", problem.position(), problem.finding.message);
    editor.get_by_label_contains(&label).click();
    editor.run();
    assert_eq!(editor.state().selection(), problem.target);
    assert!(matches!(problem.target, Selection::Unit(_)));
    // A correction clears the list at once.
    let field = editor.get_by_role_and_label(egui::accesskit::Role::TextInput, "Hex");
    field.set_text_value_accesskit("0608");
    editor.run();
    assert_eq!(editor.state().document().problems(), []);
}

#[test]
fn a_problem_offers_its_fix_as_one_step() {
    let sound = battlewright_editor::model::store::BUNDLED;
    let text = sound.replacen("at = \"0608\"", "at = \"608\"", 1);
    let mut editor = editor(Document::from_text("a.toml", text.clone()));
    let problem = editor.state().document().problems().first().unwrap().clone();
    editor.get_by_label(&format!("Fix {}: write `0608`", problem.position())).click();
    editor.run();
    assert_eq!(editor.state().document().problems(), []);
    assert_eq!(editor.state().document().text(), sound);
    assert_eq!(editor.state().document().history().undo_name(), Some("Fix: write 0608"));
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(editor.state().document().text(), text);
}

#[test]
fn looking_at_a_wrong_value_does_not_change_it() {
    let text =
        battlewright_editor::model::store::BUNDLED.replace("er = 3", "er = 9").replace("turn = 2,", "turn = 77,");
    let mut editor = editor(Document::from_text("broken.toml", text));
    for key in [Key::F7, Key::F8] {
        press(&mut editor, Modifiers::NONE, key);
    }
    for unit in 0..common(&editor).unit_count() {
        ask(&mut editor, Act::Select(Selection::Unit(unit)));
    }
    assert!(editor.state().document().history().is_empty());
    assert!(!editor.state().document().problems().is_empty());
}

#[test]
fn files_that_are_not_toml_or_not_text_open() {
    let folder = tempfile::tempdir().unwrap();
    for (name, bytes) in
        [("half.toml", &b"title = \n[[unit"[..]), ("noise.toml", &[0xff, 0xfe, 0x00, 0x80][..]), ("empty.toml", b"")]
    {
        let path = folder.path().join(name);
        std::fs::write(&path, bytes).unwrap();
        let mut editor = editor(Document::open(&path).unwrap());
        assert!(!editor.state().document().problems().is_empty(), "{name}");
        press(&mut editor, Modifiers::NONE, Key::F5);
        press(&mut editor, Modifiers::NONE, Key::Escape);
        assert_eq!(std::fs::read(&path).unwrap(), bytes, "{name} is as it was");
    }
}

#[test]
fn unsaved_changes_are_asked_about() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("kept.toml");
    let mut editor = editor(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::B);
    drag(&mut editor, &["0204"]);
    assert!(editor.state().document().is_dirty());
    press(&mut editor, Modifiers::COMMAND, Key::N);
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert!(matches!(editor.state().dialog(), Some(Dialog::Unsaved(AfterSave::New(_)))));
    editor.get_by_label("Keep editing").click();
    editor.run();
    assert!(editor.state().document().is_dirty() && editor.state().dialog().is_none());

    press(&mut editor, Modifiers::COMMAND, Key::Q);
    assert_eq!(editor.state().dialog(), Some(&Dialog::Unsaved(AfterSave::Close)));
    assert!(!editor.state().is_closing());
    editor.get_by_label("Save").click();
    editor.run();
    type_path(&mut editor, &path);
    editor.get_by_label("Save").click();
    editor.run_steps(4);
    assert!(editor.state().is_closing());
    assert!(path.is_file());
}

#[test]
fn the_window_asks_before_it_closes() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::B);
    drag(&mut editor, &["0204"]);
    let root = editor.input_mut().viewports.get_mut(&egui::ViewportId::ROOT).unwrap();
    root.events.push(egui::ViewportEvent::Close);
    editor.run_steps(1);
    editor.input_mut().viewports.get_mut(&egui::ViewportId::ROOT).unwrap().events.clear();
    editor.run_steps(2);
    assert_eq!(editor.state().dialog(), Some(&Dialog::Unsaved(AfterSave::Close)));
}

#[test]
fn new_begins_with_the_template_and_can_be_played() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, Modifiers::COMMAND, Key::N);
    assert!(matches!(editor.state().dialog(), Some(Dialog::New(_))));
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert_ne!(editor.state().document().scenario().title(), "Mars-la-Tour");
    assert_eq!(editor.state().document().problems(), []);
    press(&mut editor, Modifiers::NONE, Key::F5);
    assert!(editor.state().session().is_some(), "{:?}", editor.state().dialog());
}

#[test]
fn a_window_is_as_large_after_a_small_one_as_before() {
    let mut editor = editor(Document::bundled());
    let list = |editor: &mut Editor| {
        ask(editor, Act::Command(Command::Shortcuts));
        let height = editor.get_by_label("Close").rect().top() - editor.get_by_label("Search shortcuts").rect().top();
        press(editor, Modifiers::NONE, Key::Escape);
        height
    };
    let at_first = list(&mut editor);
    assert!(at_first > 400.0, "{at_first}");
    ask(&mut editor, Act::Command(Command::About));
    press(&mut editor, Modifiers::NONE, Key::Escape);
    assert!(list(&mut editor) >= at_first);
}

#[test]
fn every_command_is_in_its_menu_and_in_the_palette() {
    let mut editor = editor(Document::bundled());
    for menu in Menu::ALL {
        // The menu bar comes first; a page may have elements with the same name.
        editor.get_all_by_label(menu.name()).next().unwrap().click();
        editor.run();
        if menu == Menu::View {
            editor.get_by_label_contains("Move panel").hover();
            editor.run();
        }
        let scenario = Document::bundled().scenario().clone();
        for entry in table().into_iter().filter(|entry| entry.menu == menu) {
            let shown = editor.query_all_by_label_contains(entry.name).next().is_some();
            // Tools of other systems are left out.
            let is_tool = matches!(entry.command, Command::Tool(tool) if tool.unusable(&scenario).is_some());
            assert!(shown || is_tool, "{}", entry.name);
        }
        press(&mut editor, Modifiers::NONE, Key::Escape);
    }
    press(&mut editor, Modifiers::COMMAND, Key::P);
    editor.get_by_label("Command").set_text_value_accesskit("light theme");
    editor.run();
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert_eq!(editor.ctx.theme(), egui::Theme::Light, "the harness is dark at first, and the command changed it");
}

#[test]
fn all_panels_draw_in_both_themes_and_name_their_inputs() {
    let mut editor = editor(Document::bundled());
    for theme in [egui::Theme::Light, egui::Theme::Dark] {
        editor.ctx.set_theme(theme);
        for selection in selections(&editor) {
            ask(&mut editor, Act::Select(selection));
        }
        for key in [Key::F6, Key::F7, Key::F8, Key::F9, Key::F10] {
            press(&mut editor, Modifiers::NONE, key);
        }
        let scenario = Document::bundled().scenario().clone();
        for tool in tools::ALL.into_iter().filter(|tool| tool.unusable(&scenario).is_none()) {
            press(&mut editor, Modifiers::NONE, tool.key());
            assert_eq!(editor.state().tool(), tool);
            editor.hover_at(at(&editor, "0808"));
            editor.run();
        }
    }
}

#[test]
fn the_keyboard_alone_can_paint() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::B);
    ask(&mut editor, Act::Select(Selection::Hex(Cell { column: 1, row: 2 })));
    press(&mut editor, Modifiers::NONE, Key::ArrowDown);
    assert!(editor.query_by_label_contains("Map: 0204").is_some());
    press(&mut editor, Modifiers::NONE, Key::Enter);
    assert_eq!(letter(&editor, "0204"), 'w');
}

#[test]
fn a_turn_is_played_and_the_edit_is_as_it_was() {
    let mut editor = editor(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::B);
    drag(&mut editor, &["0204"]);
    let scenario: Scenario = editor.state().document().scenario().clone();
    press(&mut editor, Modifiers::NONE, Key::F5);
    let session = editor.state().session().expect("the unsaved scenario is played");
    let asked = session.seen().status.prompt.clone();

    // An illegal click is refused with its rule.
    let forbidden = common(&editor).grid().unwrap().cells().find(|cell| {
        let session = editor.state().session().unwrap();
        common(&editor).has(*cell) && !session.choice_cells().contains(cell)
    });
    let pos = editor.state().position_of(forbidden.unwrap()).unwrap();
    stroke(&mut editor, &[pos]);
    editor.get_by_label("Not allowed");
    let refusal = editor.state().session().unwrap().refusal().unwrap().clone();
    assert_eq!(refusal.rule.number, "4.0 1a");
    editor.get_by_label_contains(&refusal.reason[1..]);
    assert_eq!(editor.state().session().unwrap().seen().status.prompt, asked);

    // A legal click is accepted.
    let choice = editor.state().session().unwrap().choice_cells()[0];
    let pos = editor.state().position_of(choice).unwrap();
    stroke(&mut editor, &[pos]);
    assert!(editor.state().session().unwrap().inputs() > 0);
    assert_ne!(editor.state().session().unwrap().seen().status.prompt, asked);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert_eq!(editor.state().session().unwrap().seen().status.prompt, asked);
    press(&mut editor, Modifiers::COMMAND.plus(Modifiers::SHIFT), Key::Z);
    assert_ne!(editor.state().session().unwrap().seen().status.prompt, asked);

    // The computer plays both sides to the next turn, and to the end.
    for side in ["Germans", "French"] {
        choose(&mut editor, &format!("Player of the {side}"), "Easy computer");
    }
    let play_to = |editor: &mut Editor, button: &str| {
        editor.get_by_label(button).click();
        editor.run_steps(3);
        while editor.state().session().unwrap().is_busy() {
            editor.run_steps(1);
        }
        editor.run();
    };
    play_to(&mut editor, "To next turn");
    assert_eq!(editor.state().session().unwrap().seen().status.turn, 2);
    assert!(battlewright_editor::panels::log::data(editor.state().session().unwrap()).len() > 20);
    play_to(&mut editor, "To the end");
    assert!(editor.state().session().unwrap().seen().outcome.is_some());

    press(&mut editor, Modifiers::SHIFT, Key::F5);
    assert!(editor.state().session().is_none());
    assert_eq!(editor.state().document().scenario(), &scenario);
    assert_eq!(editor.state().document().history().len(), 1);
}

#[test]
fn a_scenario_that_cannot_be_played_says_why() {
    let text = battlewright_editor::model::store::BUNDLED.replace("at = \"0608\"", "at = \"9999\"");
    let mut editor = editor(Document::from_text("broken.toml", text));
    press(&mut editor, Modifiers::NONE, Key::F5);
    assert!(editor.state().session().is_none());
    let Some(Dialog::CannotPlay(reasons)) = editor.state().dialog() else { panic!("{:?}", editor.state().dialog()) };
    assert!(reasons.iter().any(|reason| reason.text.contains("9999")), "{reasons:?}");
}

#[test]
fn a_click_far_off_moves_a_unit_along_its_route() {
    use battlewright_editor::model::play;

    let mut editor = editor(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::F5);
    // Place both HQs and pass over the rest of the Command Phase.
    while editor.state().session().unwrap().seen().status.phase != "Movement Phase" {
        let legal = editor.state().session().unwrap().seen().legal.len();
        ask(&mut editor, Act::Play(play::PlayAct::Choose(legal - 1)));
    }
    // Bring on reinforcements and move others until a unit on the map can be chosen.
    for _ in 0..200 {
        let session = editor.state().session().unwrap();
        if !session.seen().reach.is_empty()
            && session.seen().crowd.pieces.iter().any(|p| p.active && p.spot.cell().is_some())
        {
            break;
        }
        ask(&mut editor, Act::Play(play::PlayAct::Choose(0)));
    }
    let session = editor.state().session().unwrap();
    let unit = session.seen().crowd.pieces.iter().find(|piece| piece.active).unwrap().clone();
    let Some(from) = unit.spot.cell() else { panic!("{unit:?}") };
    let grid = common(&editor).grid().unwrap();
    let free = |cell: &Cell| !session.seen().crowd.pieces.iter().any(|piece| piece.spot.cell() == Some(*cell));
    let far = session.seen().reach.iter().filter(|cell| free(cell)).max_by_key(|cell| grid.distance(from, **cell));
    let far = *far.unwrap();
    let pos = editor.state().position_of(far).unwrap();
    stroke(&mut editor, &[pos]);
    let session = editor.state().session().unwrap();
    let unit = session.seen().crowd.pieces.iter().find(|piece| piece.id == unit.id).unwrap();
    assert_eq!(unit.spot.cell(), Some(far));
}

#[test]
fn the_same_seed_gives_the_same_game() {
    use battlewright_editor::model::play;
    use battlewright_engine::game::Side;
    use battlewright_engine::players::Kind;

    let mut session = play::Session::new(Document::bundled().scenario(), 7).unwrap();
    for side in Side::BOTH {
        session.act(play::PlayAct::Seat(side, Some(Kind::Greedy)));
    }
    let story = |session: &mut play::Session, seed| {
        session.act(play::PlayAct::Restart(seed));
        for _ in 0..120 {
            session.act(play::PlayAct::Step);
        }
        session.story().iter().map(|(_, line)| line.text.clone()).collect::<Vec<_>>()
    };
    let first = story(&mut session, 7);
    assert!(first.len() > 20);
    assert_eq!(story(&mut session, 7), first);
    assert_ne!(story(&mut session, 8), first);
}
