//! Play: saved games, history, and the boards beside the map.

use battlewright_editor::Document;
use battlewright_editor::dialogs::Dialog;
use battlewright_editor::file_dialog::FilePurpose;
use battlewright_editor::messages::dialog_answer::AfterSave;
use battlewright_editor::model::selection::Selection;
use battlewright_schema::load;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, choose, click_with, common, press, stroke, tall, type_path};

/// Draws the window until the editor is idle.
fn wait_until_idle(editor: &mut Editor) {
    editor.run_steps(2);
    for _ in 0..2000 {
        if !editor.state().session().is_some_and(|session| session.is_busy()) {
            break;
        }
        editor.run_steps(1);
    }
    editor.run();
}

fn menu(editor: &mut Editor, command: battlewright_editor::messages::command::Command) {
    editor.state_mut().ask(battlewright_editor::messages::act::Act::Command(command));
    editor.run_steps(3);
}

/// Lets the computer play both sides until the next turn.
fn play_a_turn(editor: &mut Editor) {
    for name in common(editor).sides().iter().map(|side| side.name.to_owned()).collect::<Vec<_>>() {
        choose(editor, &format!("Player of the {name}"), "Easy computer");
    }
    editor.get_by_label("To next turn").click();
    wait_until_idle(editor);
}

#[test]
fn a_game_is_saved_loaded_and_taken_up_again() {
    use battlewright_editor::messages::command::Command;

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("game.jsonl");
    let mut editor = tall(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::F5);
    play_a_turn(&mut editor);
    let seen = |editor: &Editor| {
        let session = editor.state().session().unwrap();
        (session.inputs(), session.seen().crowd.pieces.clone(), session.seen().status.clone(), session.story().len())
    };
    let played = seen(&editor);
    assert!(played.0 > 20);
    menu(&mut editor, Command::SaveGame);
    type_path(&mut editor, &path);
    editor.get_by_label("Save").click();
    editor.run();
    assert!(
        editor.state().status_message().unwrap().starts_with("Game saved to "),
        "{:?}",
        editor.state().status_message()
    );

    // The game is left and resumed.
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    menu(&mut editor, Command::Resume);
    wait_until_idle(&mut editor);
    assert_eq!(seen(&editor), played);
    assert_eq!(editor.state().session().unwrap().notice(), None);

    // The game is loaded onto the scenario on which it was played.
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    menu(&mut editor, Command::OpenGame);
    type_path(&mut editor, &path);
    editor.get_by_label("Load").click();
    wait_until_idle(&mut editor);
    assert_eq!(seen(&editor), played);
    assert_eq!(
        editor.state().session().unwrap().seat(battlewright_engine::game::Side::First),
        Some(battlewright_engine::players::Kind::Greedy)
    );

    // On an edited scenario, the game continues until an input is impossible.
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    let text = std::fs::read_to_string(&path).unwrap();
    let mut moved = text.lines().filter_map(|line| line.split_once("\"do\":\"move ")?.1.split('"').next());
    let on_map = |moved| played.1.iter().position(|piece| piece.id == moved && piece.spot.cell().is_some());
    let moved = moved.find_map(on_map).unwrap();
    editor.state_mut().ask(battlewright_editor::messages::act::Act::Select(Selection::Unit(moved)));
    editor.run();
    press(&mut editor, Modifiers::NONE, Key::Delete);
    menu(&mut editor, Command::OpenGame);
    type_path(&mut editor, &path);
    editor.get_by_label("Load").click();
    editor.run();
    assert!(matches!(editor.state().dialog(), Some(Dialog::Recorded(_))));
    editor.get_by_label("Use open scenario").click();
    wait_until_idle(&mut editor);
    let session = editor.state().session().unwrap();
    assert!(session.inputs() < played.0);
    let notice = session.notice().unwrap().to_owned();
    assert!(notice.contains(" recorded inputs were replayed. Input "), "{notice}");
    editor.get_by_label(&notice);

    // On the recorded scenario, the game is complete. The edited scenario needs an answer first.
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    menu(&mut editor, Command::OpenGame);
    type_path(&mut editor, &path);
    editor.get_by_label("Load").click();
    editor.run();
    editor.get_by_label("Use recorded scenario").click();
    editor.run();
    assert!(matches!(editor.state().dialog(), Some(Dialog::Unsaved(AfterSave::Game(_)))));
    editor.get_by_label("Discard changes").click();
    wait_until_idle(&mut editor);
    assert_eq!(seen(&editor), played);
    assert_eq!(editor.state().document().scenario(), Document::bundled().scenario());

    // A file that is not a game is refused.
    std::fs::write(&path, "title = \"no game\"\n").unwrap();
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    menu(&mut editor, Command::OpenGame);
    type_path(&mut editor, &path);
    editor.get_by_label("Load").click();
    editor.run();
    assert!(
        matches!(editor.state().dialog(), Some(Dialog::Path { error: Some(_), .. })),
        "{:?}",
        editor.state().dialog()
    );
}

#[test]
fn a_position_is_saved_as_a_scenario_that_can_be_played() {
    use battlewright_editor::messages::command::Command;

    for text in [
        battlewright_editor::model::store::BUNDLED,
        include_str!("../../../scenarios/pm-crisis-on-the-left.toml"),
        include_str!("../../../scenarios/aac-first-orders.toml"),
    ] {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("later.toml");
        let mut editor = tall(Document::from_text("battle.toml", text.to_owned()));
        press(&mut editor, Modifiers::NONE, Key::F5);
        play_a_turn(&mut editor);
        menu(&mut editor, Command::SavePosition);
        if let Some(Dialog::Position(lost)) = editor.state().dialog().cloned() {
            for (text, _) in &lost {
                editor.get_by_label(text);
            }
            // The game keeps what the scenario cannot.
            editor.get_by_label("Save game instead…").click();
            editor.run();
            let asked = editor.state().dialog().cloned();
            assert!(matches!(asked, Some(Dialog::Path { purpose: FilePurpose::SaveGame, .. })), "{asked:?}");
            editor.get_by_label("Cancel").click();
            editor.run();
            menu(&mut editor, Command::SavePosition);
            editor.get_by_label("Save anyway…").click();
            editor.run();
        }
        assert!(matches!(editor.state().dialog(), Some(Dialog::Path { .. })), "{:?}", editor.state().dialog());
        type_path(&mut editor, &path);
        editor.get_by_label("Save").click();
        editor.run();
        assert!(
            editor.state().status_message().unwrap().starts_with("Position saved to "),
            "{:?}",
            editor.state().dialog()
        );
        let read = load(&std::fs::read_to_string(&path).unwrap());
        let errors: Vec<_> =
            read.diagnostics.iter().filter(|found| found.severity == battlewright_schema::Severity::Error).collect();
        assert!(errors.is_empty(), "{errors:?}");
        let scenario = read.scenario.unwrap();
        assert!(scenario.title().contains(", turn "));
        let on_map = |session: &battlewright_editor::model::play::Session| {
            let on_map = |piece: &&battlewright_engine::show::Piece| {
                piece.spot.cell().is_some()
                    && piece.symbol != battlewright_engine::show::Symbol::Headquarters
                    && piece.symbol != battlewright_engine::show::Symbol::MachineGun
            };
            let mut found: Vec<_> = session
                .seen()
                .crowd
                .pieces
                .iter()
                .filter(on_map)
                .map(|piece| (piece.id.clone(), piece.spot.clone()))
                .collect();
            found.sort_by(|a, b| a.0.cmp(&b.0));
            found
        };
        let again = battlewright_editor::model::play::Session::new(&scenario, 1).unwrap();
        assert_eq!(on_map(&again), on_map(editor.state().session().unwrap()));
    }
}

#[test]
fn turns_and_inputs_lead_back_and_forth() {
    use battlewright_editor::messages::act::Act;
    use battlewright_editor::model::play;
    use battlewright_editor::panels::play::controls::stops;

    let mut editor = tall(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::F5);
    play_a_turn(&mut editor);
    let session = editor.state().session().unwrap();
    let (inputs, story) = (session.inputs(), session.story().to_vec());
    let second = session.start_of(2).unwrap();
    assert_eq!(stops(session).iter().filter(|stop| stop.input.is_some()).count(), 2);

    // Back to turn 1 by its button, forward by its box on the track.
    editor.get_by_label("Go to turn 1").click();
    editor.run();
    assert_eq!(editor.state().session().unwrap().inputs(), 0);
    assert_eq!(editor.state().session().unwrap().last_input(), inputs);
    press(&mut editor, Modifiers::NONE, Key::F8);
    let track = editor.get_by_label("Go to the start of turn 2").rect();
    click_with(&mut editor, track.left_bottom() + egui::vec2(4.0, -4.0), Modifiers::NONE);
    assert_eq!(editor.state().session().unwrap().inputs(), second);
    assert_eq!(editor.state().session().unwrap().seen().status.turn, 2);

    // The log at any input is a prefix of the complete log.
    editor.state_mut().ask(Act::Play(play::PlayAct::Jump(inputs / 2)));
    editor.run();
    let session = editor.state().session().unwrap();
    assert_eq!(session.story(), story.iter().filter(|(n, _)| *n <= inputs / 2).cloned().collect::<Vec<_>>());
    // A new choice replaces the following inputs and their turns.
    editor.get_by_label("Step").click();
    editor.run();
    let session = editor.state().session().unwrap();
    assert_eq!((session.last_input(), session.start_of(2)), (session.inputs(), None));
}

#[test]
fn secrets_stay_secret_from_the_one_who_plays_by_hand() {
    use battlewright_editor::messages::act::Act;
    use battlewright_editor::model::play;
    use battlewright_engine::game::{Side, Viewer};
    use battlewright_engine::players::Kind;

    let text = include_str!("../../../scenarios/pm-a-beckoning-victory.toml");
    let mut editor = tall(Document::from_text("pm.toml", text.to_owned()));
    press(&mut editor, Modifiers::NONE, Key::F5);
    // The computer sets up both sides and makes the French choice.
    for side in Side::BOTH {
        editor.state_mut().ask(Act::Play(play::PlayAct::Seat(side, Some(Kind::Random))));
    }
    editor.run();
    for _ in 0..400 {
        let told = editor
            .state()
            .session()
            .unwrap()
            .story()
            .iter()
            .any(|(_, line)| line.text == "French add an Activation Chit");
        if told {
            break;
        }
        editor.state_mut().ask(Act::Play(play::PlayAct::Step));
        editor.run_steps(1);
    }
    let chits = |editor: &Editor| {
        let session = editor.state().session().unwrap();
        let cup = session.seen().boards.iter().find(|board| board.title == "The cup").unwrap().clone();
        cup.tokens.iter().filter(|token| token.text == "Secret chit").count()
    };
    assert_eq!(chits(&editor), 0, "two computers keep nothing from who looks on");
    editor.state_mut().ask(Act::Play(play::PlayAct::Seat(Side::Second, None)));
    editor.run();
    assert_eq!(editor.state().session().unwrap().viewer(), Viewer::Side(Side::Second));
    assert_eq!(chits(&editor), 1);
}

#[test]
fn the_chit_that_the_enemy_has_chosen_is_a_secret() {
    use battlewright_editor::messages::act::Act;
    use battlewright_editor::model::play;
    use battlewright_engine::game::{Side, Viewer};
    use battlewright_engine::players::Kind;

    let text = include_str!("../../../scenarios/aac-first-orders.toml");
    let mut editor = tall(Document::from_text("aac.toml", text.to_owned()));
    press(&mut editor, Modifiers::NONE, Key::F5);
    for side in Side::BOTH {
        editor.state_mut().ask(Act::Play(play::PlayAct::Seat(side, Some(Kind::Random))));
    }
    for _ in Side::BOTH {
        editor.state_mut().ask(Act::Play(play::PlayAct::Step));
        editor.run_steps(1);
    }
    // The Event Chits of the Prussians of which is told that they are in the cup.
    let chosen = |editor: &Editor| {
        let session = editor.state().session().unwrap();
        let cup = session.seen().boards.iter().find(|board| board.title == "The cup").unwrap().clone();
        let known = |token: &battlewright_engine::show::Token| {
            token.side == Some(Side::First) && token.rule.number == "6.3" && token.note == "in the cup"
        };
        cup.tokens.iter().filter(|token| known(token)).count()
    };
    assert_eq!(chosen(&editor), 1, "two computers keep nothing from who looks on");
    editor.state_mut().ask(Act::Play(play::PlayAct::Seat(Side::Second, None)));
    editor.run();
    assert_eq!(editor.state().session().unwrap().viewer(), Viewer::Side(Side::Second));
    assert_eq!(chosen(&editor), 0);
}

#[test]
fn a_click_that_does_nothing_says_why() {
    use battlewright_engine::show::Form;

    let text = include_str!("../../../scenarios/pm-crisis-on-the-left.toml");
    let mut editor = tall(Document::from_text("pm.toml", text.to_owned()));
    press(&mut editor, Modifiers::NONE, Key::F5);
    let session = editor.state().session().unwrap();
    assert_eq!(session.seen().boards.iter().filter(|board| board.form == Form::Steps).count(), 1);
    let piece = session.seen().crowd.pieces.iter().find(|piece| piece.spot.cell().is_some()).unwrap();
    let Some(cell) = piece.spot.cell() else { panic!() };
    let pos = editor.state().position_of(cell).unwrap();
    stroke(&mut editor, &[pos]);
    let refusal = editor.state().session().unwrap().refusal().unwrap().clone();
    assert_eq!(refusal.rule.number, "6.1");
    assert!(refusal.reason.contains("the current question"), "{refusal}");
    editor.get_by_label("Not allowed");
}

#[test]
fn a_click_on_the_unit_in_hand_does_nothing_and_its_move_ends_by_the_same_key_in_all_systems() {
    use battlewright_editor::messages::act::Act;
    use battlewright_editor::model::play;
    use battlewright_engine::game::Side;
    use battlewright_engine::players::Kind;

    use battlewright_schema::Cell;

    let is_asked = |editor: &Editor, notation: &str| {
        let session = editor.state().session().unwrap();
        session.seen().legal.iter().any(|(_, label)| label.notation.starts_with(notation))
    };
    let mut ended = 0;
    for text in [
        include_str!("../../../scenarios/tutorial.toml"),
        include_str!("../../../scenarios/pm-crisis-on-the-left.toml"),
        include_str!("../../../scenarios/aac-first-orders.toml"),
    ] {
        let mut editor = tall(Document::from_text("game.toml", text.to_owned()));
        press(&mut editor, Modifiers::NONE, Key::F5);
        for side in Side::BOTH {
            editor.state_mut().ask(Act::Play(play::PlayAct::Seat(side, Some(Kind::Random))));
        }
        editor.run();
        // Units, not headquarters.
        let mover = |editor: &Editor| {
            let session = editor.state().session().unwrap();
            let moves = session.seen().legal.iter().filter(|(_, label)| label.notation.starts_with("move "));
            let pieces = &session.seen().crowd.pieces;
            moves.filter_map(|(_, label)| label.piece.clone()).find_map(|id| {
                let piece = pieces.iter().find(|piece| piece.id == id && piece.is_unit())?;
                let cell = piece.spot.cell()?;
                Some((id, cell))
            })
        };
        for _ in 0..2000 {
            if mover(&editor).is_some() {
                break;
            }
            editor.state_mut().ask(Act::Play(play::PlayAct::Step));
            editor.run_steps(1);
        }
        for side in Side::BOTH {
            editor.state_mut().ask(Act::Play(play::PlayAct::Seat(side, None)));
        }
        editor.run();
        let (id, from) = mover(&editor).unwrap();
        let click = |editor: &mut Editor, cell: Cell| {
            let pos = editor.state().position_of(cell).unwrap();
            stroke(editor, &[pos]);
            editor.run();
        };
        let inputs = |editor: &Editor| editor.state().session().unwrap().inputs();
        click(&mut editor, from);
        assert!(is_asked(&editor, "stop"), "{id} is on its way");
        let before = inputs(&editor);
        click(&mut editor, from);
        assert_eq!(inputs(&editor), before, "it stays where it is and may still move");
        assert!(is_asked(&editor, "stop"));
        // A move of one hex, which then ends.
        let next = {
            let seen = editor.state().session().unwrap().seen();
            seen.legal.iter().find_map(|(_, label)| label.cell().filter(|cell| *cell != from)).unwrap()
        };
        click(&mut editor, next);
        if is_asked(&editor, "stop") {
            let before = inputs(&editor);
            click(&mut editor, next);
            assert_eq!(inputs(&editor), before, "a double click on a hex does not end the move");
            press(&mut editor, Modifiers::COMMAND, Key::Enter);
            assert_eq!(inputs(&editor), before + 1);
            assert!(!is_asked(&editor, "stop"), "the move is over");
            let entries = battlewright_editor::panels::log::data(editor.state().session().unwrap());
            let last = entries.iter().rfind(|entry| !entry.steps.is_empty()).unwrap();
            assert!(last.text.ends_with(", ended"), "the log tells it: {}", last.text);
            ended += 1;
        }
    }
    assert!(ended > 0, "no unit could end its move after a hex");
}

#[test]
fn a_move_is_one_line_of_the_log_and_unfolds_into_its_steps() {
    use battlewright_editor::messages::act::Act;
    use battlewright_editor::model::layout::BottomTab;
    use battlewright_editor::panels::log;

    let mut editor = tall(Document::bundled());
    press(&mut editor, Modifiers::NONE, Key::F5);
    play_a_turn(&mut editor);
    editor.state_mut().ask(Act::Tab(BottomTab::Log));
    editor.run();
    let entries = log::data(editor.state().session().unwrap());
    let last = entries.iter().rfind(|entry| !entry.steps.is_empty()).expect("somebody has marched").clone();
    assert!(last.text.contains(" to ") && last.text.contains(" MP"), "{}", last.text);
    assert_eq!(last.steps.last().unwrap().place, last.place);
    // At the end of this move, the move is the last entry of the log.
    editor.state_mut().ask(Act::Play(battlewright_editor::model::play::PlayAct::Jump(last.input)));
    wait_until_idle(&mut editor);
    let mut entries = log::data(editor.state().session().unwrap()).into_iter();
    let shown = entries.rfind(|entry| !entry.steps.is_empty()).unwrap();
    assert_eq!(shown.steps.len(), last.steps.len());
    let step = &shown.steps[0].text;
    assert!(editor.query_by_label(step).is_none(), "{step}");
    editor.get_by_label(&format!("Expand the move: {}", shown.text)).click();
    editor.run();
    let fold = format!("Collapse the move: {}", shown.text);
    let steps = shown.steps.iter().filter(|step| editor.query_all_by_label(&step.text).next().is_some()).count();
    assert!(steps > 0, "{shown:?}");
    editor.get_by_label(&fold).click();
    editor.run();
    assert!(editor.query_by_label(&fold).is_none());
}
