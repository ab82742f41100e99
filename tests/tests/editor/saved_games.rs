//! Games in progress are kept with their dice: undo, reload, a killed program, and a second window change nothing.

use std::path::{Path, PathBuf};

use battlewright_editor::app::startup::{self, Opening};
use battlewright_editor::dialogs::Dialog;
use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::messages::dialog_answer::{NextGame, SavedGameList};
use battlewright_editor::model::autosave::JournalFolder;
use battlewright_editor::model::autosave::games::{GameFolder, SavedGame};
use battlewright_editor::model::play::{PlayAct, Session};
use battlewright_editor::{App, Chooser, Document};
use battlewright_engine::game::Side;
use battlewright_engine::play::Replay;
use battlewright_engine::players::Kind;
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{self, Editor, ask, bundled, command, press, push, says};

/// One scenario of each system.
const SCENARIOS: [&str; 5] = [
    "tutorial.toml",
    "pm-crisis-on-the-left.toml",
    "aac-first-orders.toml",
    "matz-first-day.toml",
    "outrance-first-assault.toml",
];

/// A user with a state folder.
struct User(tempfile::TempDir);

impl User {
    fn new() -> Self {
        Self(tempfile::tempdir().unwrap())
    }

    fn state(&self) -> PathBuf {
        self.0.path().join("state")
    }

    fn games(&self) -> Vec<SavedGame> {
        GameFolder::within(&self.state()).games()
    }

    /// Opens a window on `document`.
    fn open(&self, document: Document) -> Editor {
        let keeper = JournalFolder::at(&self.state());
        desk::show([1440.0, 900.0], document, move |app| app.keep(keeper))
    }

    /// Starts the program without an argument.
    fn start(&self) -> Editor {
        let keeper = JournalFolder::at(&self.state());
        desk::show([1440.0, 900.0], Document::bundled(), move |app| app.keep(keeper).offer_all().greet())
    }
}

fn session(editor: &Editor) -> &Session {
    editor.state().session().unwrap()
}

/// Draws the window until a recorded game has been replayed.
fn replayed(editor: &mut Editor) {
    editor.run_steps(2);
    for _ in 0..2000 {
        if session(editor).progress().is_none() {
            break;
        }
        editor.run_steps(1);
    }
    editor.run();
}

/// Returns the inputs of the game, each as the line of a recording.
fn inputs(editor: &Editor) -> Vec<String> {
    Replay::lines_after(session(editor).record(), 0)
}

/// Makes a legal choice: another one each time.
fn choose(editor: &mut Editor, salt: usize) {
    let legal = session(editor).seen().legal.len();
    if legal == 0 {
        // It is the turn of a computer player.
        ask(editor, Act::Play(PlayAct::Step));
        return;
    }
    let choice = (session(editor).inputs() * 31 + salt) % legal;
    ask(editor, Act::Play(PlayAct::Choose(choice)));
}

/// Makes choices until there are at least `count` inputs.
fn play_on(editor: &mut Editor, count: usize) {
    while session(editor).inputs() < count && session(editor).seen().outcome.is_none() {
        choose(editor, 7);
    }
}

/// In First Assault the brigade maneuvers, and the roll decides. Undo and the same choice must give the same roll.
#[test]
fn undo_and_the_same_choice_never_roll_again() {
    let mut editor = desk::tall(bundled("outrance-first-assault.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    let find =
        |editor: &Editor| session(editor).seen().legal.iter().position(|(_, label)| label.text.contains("Maneuver"));
    for _ in 0..30 {
        if find(&editor).is_some() {
            break;
        }
        choose(&mut editor, 0);
    }
    let before = inputs(&editor);
    let maneuver = |editor: &mut Editor| {
        let choice = find(editor).unwrap();
        ask(editor, Act::Play(PlayAct::Choose(choice)));
        inputs(editor)
    };
    let rolled = maneuver(&mut editor);
    assert!(rolled.iter().skip(before.len()).any(|line| line.contains("\"dice\"")), "{rolled:?}");
    for _ in 0..6 {
        press(&mut editor, Modifiers::COMMAND, Key::Z);
        assert_eq!(inputs(&editor), before);
        assert_eq!(maneuver(&mut editor), rolled);
    }
}

/// Whatever the way back, the same choices lead to the same game, in all systems.
#[test]
fn every_way_back_takes_the_dice_along() {
    for name in SCENARIOS {
        let document = bundled(name);
        let again = |act: &dyn Fn(&mut Session)| {
            let mut session = Session::new(document.scenario(), 11).unwrap();
            let mut choices = Vec::new();
            while session.inputs() < 60 {
                let choice = (session.inputs() * 31 + 7) % session.seen().legal.len();
                choices.push((session.inputs(), choice));
                session.act(PlayAct::Choose(choice));
            }
            let whole = Replay::lines_after(session.record(), 0);
            act(&mut session);
            let back = session.inputs();
            for (n, choice) in choices {
                if n >= back {
                    assert_eq!(session.inputs(), n, "{name}");
                    session.act(PlayAct::Choose(choice));
                }
            }
            assert_eq!(Replay::lines_after(session.record(), 0), whole, "{name}");
        };
        again(&|session| (0..5).for_each(|_| session.undo()));
        again(&|session| {
            (0..9).for_each(|_| session.undo());
            (0..3).for_each(|_| session.redo());
        });
        again(&|session| {
            while session.can_undo() {
                session.undo()
            }
        });
        again(&|session| session.act(PlayAct::Restart(11)));
    }
}

/// A computer player answers the same after undo as before, and after its game was saved and loaded.
#[test]
fn a_computer_player_is_taken_back_with_its_numbers() {
    for kind in [Kind::Random, Kind::Greedy] {
        let document = bundled("tutorial.toml");
        let scenario = document.scenario();
        let mut session = Session::new(scenario, 5).unwrap();
        Side::BOTH.into_iter().for_each(|side| session.act(PlayAct::Seat(side, Some(kind))));
        let step = |session: &mut Session, count: usize| {
            while session.inputs() < count {
                session.act(PlayAct::Step);
            }
        };
        step(&mut session, 50);
        let whole = Replay::lines_after(session.record(), 0);
        for back in [40, 23, 0] {
            session.act(PlayAct::Jump(back));
            step(&mut session, 50);
            assert_eq!(Replay::lines_after(session.record(), 0)[..50], whole[..50], "{kind}, from {back}");
        }
        session.act(PlayAct::Jump(30));
        let mut loaded = Session::follow(scenario, session.replay(scenario, document.text())).unwrap();
        while loaded.progress().is_some() {
            loaded.work(std::time::Duration::from_millis(50), || {});
        }
        step(&mut loaded, 50);
        assert_eq!(Replay::lines_after(loaded.record(), 0)[..50], whole[..50], "{kind}, loaded");
    }
}

#[test]
fn a_killed_game_is_offered_at_the_start_and_goes_on_with_the_same_dice() {
    let user = User::new();
    let mut editor = user.open(bundled("tutorial.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    assert!(user.games().is_empty());
    choose(&mut editor, 7);
    choose(&mut editor, 7);
    let (seed, known) = (session(&editor).seed(), inputs(&editor));
    play_on(&mut editor, 24);
    let whole = inputs(&editor);
    // The program goes on until it is killed, and takes back what came after the two choices.
    while inputs(&editor).len() > known.len() {
        press(&mut editor, Modifiers::COMMAND, Key::Z);
    }
    drop(editor);

    let mut editor = user.start();
    let Some(Dialog::StartPage(page)) = editor.state().dialog() else { panic!("{:?}", editor.state().dialog()) };
    assert_eq!(page.games.len(), 1);
    assert!(says(&editor, "The Crossing at Saint-Rémy") && says(&editor, "to choose") && says(&editor, "Turn 1 of "));
    push(&mut editor, "Continue");
    replayed(&mut editor);
    assert_eq!((session(&editor).seed(), inputs(&editor)), (seed, known));
    assert_eq!(editor.state().document().scenario().title(), "The Crossing at Saint-Rémy");
    play_on(&mut editor, 24);
    assert_eq!(inputs(&editor), whole, "the same choices roll the same dice");
    assert!(user.games().is_empty(), "who plays a game holds it");
    drop(editor);
    let file = &user.games()[0].path;
    let read = Replay::read(&std::fs::read_to_string(file).unwrap()).unwrap();
    assert_eq!(read.write().lines().skip(1).map(|line| format!("{line}\n")).collect::<Vec<_>>(), whole);
}

#[test]
fn every_input_is_in_the_file_at_once_and_what_is_undone_is_not() {
    for name in SCENARIOS {
        let user = User::new();
        let mut editor = user.open(bundled(name));
        press(&mut editor, Modifiers::NONE, Key::F5);
        choose(&mut editor, 3);
        let file = std::fs::read_dir(user.state().join("games")).unwrap().map(|entry| entry.unwrap().path());
        let file = file.into_iter().find(|path| path.extension().is_some_and(|ending| ending == "jsonl")).unwrap();
        let written = || -> Vec<String> {
            std::fs::read_to_string(&file).unwrap().lines().skip(1).map(|line| format!("{line}\n")).collect()
        };
        for n in 0..12 {
            choose(&mut editor, n);
            assert_eq!(written(), inputs(&editor), "{name}");
            if n % 5 == 4 {
                command(&mut editor, Command::Undo);
                assert_eq!(written(), inputs(&editor), "{name}, undone");
                command(&mut editor, Command::Redo);
                assert_eq!(written(), inputs(&editor), "{name}, redone");
                command(&mut editor, Command::Undo);
            }
        }
        ask(&mut editor, Act::Play(PlayAct::Seat(Side::Second, Some(Kind::Greedy))));
        let saved = Replay::read(&std::fs::read_to_string(&file).unwrap()).unwrap();
        assert_eq!(saved.header.players, ["by hand", "greedy"], "{name}");
        assert_eq!(written(), inputs(&editor), "{name}, with another player");
        choose(&mut editor, 1);
        assert_eq!(written(), inputs(&editor), "{name}");
    }
}

#[test]
fn a_game_that_is_left_restarted_or_only_begun_leaves_what_it_should() {
    let user = User::new();
    let mut editor = user.open(bundled("tutorial.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    assert!(user.games().is_empty(), "nothing was chosen");
    press(&mut editor, Modifiers::NONE, Key::F5);
    play_on(&mut editor, 5);
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    let first = user.games();
    assert_eq!(first.len(), 1);
    // The last game goes on in its own file.
    command(&mut editor, Command::Resume);
    replayed(&mut editor);
    play_on(&mut editor, 9);
    // A restarted game is another one.
    ask(&mut editor, Act::Play(PlayAct::Restart(2)));
    play_on(&mut editor, 3);
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    editor.run();
    let games = user.games();
    let played: Vec<usize> = games.iter().map(|game| game.summary.as_ref().unwrap().inputs).collect();
    assert!(games.len() >= 2 && played.iter().any(|inputs| *inputs >= 9), "{played:?}");
    // The menu lists them, and deletes them one by one.
    command(&mut editor, Command::SavedGames);
    for left in (0..games.len()).rev() {
        let delete = editor.query_all_by_label_contains("Delete").next().unwrap();
        delete.click();
        editor.run();
        assert_eq!(user.games().len(), left);
    }
    command(&mut editor, Command::SavedGames);
    assert!(says(&editor, "There are no saved games."));
}

#[test]
fn a_torn_line_loses_one_input_and_a_ruined_file_is_named() {
    let user = User::new();
    let mut editor = user.open(bundled("tutorial.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    play_on(&mut editor, 8);
    let whole = inputs(&editor);
    drop(editor);
    let file = user.games()[0].path.clone();
    let text = std::fs::read_to_string(&file).unwrap();
    std::fs::write(&file, &text[..text.len() - 9]).unwrap();
    let mut editor = user.start();
    push(&mut editor, "Continue");
    replayed(&mut editor);
    // What follows from the choices before is rolled again, with the same dice.
    let known = inputs(&editor);
    assert!(known.len() + 1 >= whole.len() && whole.starts_with(&known), "{known:?}");
    drop(editor);
    std::fs::write(&file, "no game\n").unwrap();
    let mut editor = user.start();
    assert!(says(&editor, "cannot be read"));
    push(&mut editor, "Delete");
    assert!(user.games().is_empty() && !file.exists());
}

/// A page that begins a game at once asks first if one of the same scenario is in progress.
#[test]
fn a_game_page_offers_the_game_in_progress() {
    let user = User::new();
    let text = bundled("tutorial.toml").text();
    let page = |opening: fn(Document) -> Opening| {
        let (folder, text) = (user.state(), text.clone());
        let builder = egui_kittest::Harness::builder().with_size([390.0, 844.0]).with_max_steps(60);
        let mut editor: Editor = builder.build_eframe(move |cc| {
            let document = Document::from_text("tutorial.toml", text);
            startup::app_in(&cc.egui_ctx, opening(document), None, JournalFolder::at(&folder), Chooser::Typed)
        });
        editor.run();
        editor
    };
    let mut editor = page(Opening::Play);
    assert!(editor.state().dialog().is_none());
    while inputs(&editor).len() < 2 {
        choose(&mut editor, 7);
        // The computer answers.
        desk::settle(&mut editor);
    }
    let known = inputs(&editor);
    drop(editor);

    // A reload.
    let mut editor = page(Opening::Play);
    assert!(matches!(
        editor.state().dialog(),
        Some(Dialog::SavedGames(SavedGameList { next: Some(NextGame::New), .. }))
    ));
    for button in ["Continue", "Delete", "New game"] {
        let rect = editor.get_by_label(button).rect();
        assert!(rect.right() < 390.0 && rect.bottom() < 844.0 && rect.height() >= 44.0, "{button}: {rect:?}");
    }
    push(&mut editor, "Continue");
    replayed(&mut editor);
    assert!(inputs(&editor).starts_with(&known));
    assert_eq!(session(&editor).seat(Side::Second), Some(Kind::OPPONENT));
    drop(editor);

    let mut editor = page(Opening::Play);
    push(&mut editor, "New game");
    assert_eq!(session(&editor).inputs(), 0);
    drop(editor);
    let mut editor = page(Opening::Play);
    press(&mut editor, Modifiers::NONE, Key::Escape);
    assert_eq!(session(&editor).inputs(), 0, "to close the list begins the game that was asked for");
    assert_eq!(user.games().len(), 1, "and keeps the other");
}

#[test]
fn a_link_says_what_it_holds() {
    let document = bundled("tutorial.toml");
    let mut session = Session::new(document.scenario(), 4).unwrap();
    session.act(PlayAct::Seat(Side::Second, Some(Kind::Greedy)));
    session.act(PlayAct::Choose(0));
    let replay = session.replay(document.scenario(), document.text()).without_states();
    let user = User::new();
    let folder = user.state();
    let builder = egui_kittest::Harness::builder().with_size([390.0, 844.0]).with_max_steps(60);
    let mut editor: Editor = builder.build_eframe(move |cc| {
        startup::app_in(&cc.egui_ctx, Opening::Linked(replay), None, JournalFolder::at(&folder), Chooser::Typed)
    });
    replayed(&mut editor);
    let [first, second] = self::session(&editor).sides();
    assert!(says(&editor, &format!("{first}: by hand. {second}: greedy.")));
    assert!(says(&editor, " to choose.") && says(&editor, "every choice of both sides, also the secret ones"));
    editor.get_by_label("Open game").click();
    editor.run();
    assert!(editor.state().dialog().is_none());
}

#[test]
fn each_game_has_dice_of_its_own_and_a_restart_asks_for_them() {
    let seeds: Vec<u64> = (0..3)
        .map(|_| {
            let builder = egui_kittest::Harness::builder().with_size([1440.0, 1800.0]).with_max_steps(60);
            let mut editor: Editor =
                builder.build_eframe(|cc| App::new(&cc.egui_ctx, bundled("tutorial.toml"), Chooser::Typed));
            press(&mut editor, Modifiers::NONE, Key::F5);
            session(&editor).seed()
        })
        .collect();
    assert!(seeds[0] != seeds[1] || seeds[1] != seeds[2], "{seeds:?}");

    let mut editor = desk::tall(bundled("tutorial.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    assert!(says(&editor, "Seed 1"));
    play_on(&mut editor, 12);
    let whole = inputs(&editor);
    push(&mut editor, "Restart…");
    push(&mut editor, "Same dice");
    assert_eq!((session(&editor).seed(), session(&editor).inputs()), (1, 0));
    play_on(&mut editor, 12);
    assert_eq!(inputs(&editor), whole);
    push(&mut editor, "Restart…");
    push(&mut editor, "New dice");
    assert_ne!(session(&editor).seed(), 1);
    push(&mut editor, "Restart…");
    editor.get_by_label("Seed").set_text_value_accesskit("1870");
    editor.run();
    push(&mut editor, "Use this seed");
    assert_eq!(session(&editor).seed(), 1870);
    push(&mut editor, "Restart…");
    push(&mut editor, "Cancel");
    assert_eq!(session(&editor).seed(), 1870);
}

#[test]
fn a_recorded_game_on_the_command_line_opens_as_a_game() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::write(&path, text).unwrap();
        path
    };
    let document = bundled("tutorial.toml");
    let mut session = Session::new(document.scenario(), 4).unwrap();
    session.act(PlayAct::Choose(0));
    let replay = session.replay(document.scenario(), document.text());
    // The ending of the name does not matter.
    for name in ["game.jsonl", "game.txt"] {
        let opened = startup::opening(Some(&write(name, &replay.write())));
        let Ok(Opening::Continue(read)) = opened else { panic!("{opened:?}") };
        assert_eq!(read, replay);
    }
    let torn = write("torn.jsonl", &replay.write().replace("\"n\":1", "\"n\":2"));
    let why = startup::opening(Some(&torn)).unwrap_err();
    assert!(why.contains("torn.jsonl: line 2: found input 2 instead of input 1"), "{why}");
    let scenario = write("a.toml", &document.text());
    assert!(matches!(startup::opening(Some(&scenario)), Ok(Opening::Edit(_))));
    assert!(matches!(startup::opening(None), Ok(Opening::StartPage(_))));

    // File > Open… takes a game as well.
    let game = folder.path().join("game.jsonl");
    let mut editor = desk::editor(bundled("tutorial.toml"));
    ask(&mut editor, Act::Chosen(battlewright_editor::file_dialog::FilePurpose::Open, game.clone()));
    replayed(&mut editor);
    assert_eq!(self::session(&editor).inputs(), replay.len());
    assert!(Path::exists(&game));
}

/// Returns the files of games, those that are being played included.
fn files(user: &User) -> Vec<PathBuf> {
    let Ok(entries) = std::fs::read_dir(user.state().join("games")) else { return Vec::new() };
    entries.map(|entry| entry.unwrap().path()).filter(|path| path.extension().is_some_and(|e| e == "jsonl")).collect()
}

/// Saves a game with `count` inputs, and returns its file.
fn saved(user: &User, count: usize) -> PathBuf {
    let before = files(user);
    let mut editor = user.open(bundled("tutorial.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    play_on(&mut editor, count);
    drop(editor);
    files(user).into_iter().find(|file| !before.contains(file)).unwrap()
}

/// Nobody wants to continue a game that computers have played, or one that a link or a file has brought.
#[test]
fn a_game_is_saved_from_the_first_choice_of_a_person_on() {
    let user = User::new();
    let mut editor = user.open(bundled("tutorial.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    for side in Side::BOTH {
        ask(&mut editor, Act::Play(PlayAct::Seat(side, Some(Kind::Random))));
    }
    for _ in 0..9 {
        ask(&mut editor, Act::Play(PlayAct::Step));
    }
    assert!(session(&editor).has_choices() && files(&user).is_empty());
    ask(&mut editor, Act::Play(PlayAct::Seat(Side::First, None)));
    ask(&mut editor, Act::Play(PlayAct::Seat(Side::Second, None)));
    let before = session(&editor).inputs();
    choose(&mut editor, 7);
    assert_eq!(files(&user).len(), 1);
    // The choice is undone: what is left is not a game of a person.
    while session(&editor).inputs() > before {
        press(&mut editor, Modifiers::COMMAND, Key::Z);
    }
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    assert!(session_is_over(&editor) && files(&user).is_empty());

    let document = bundled("tutorial.toml");
    let mut recorded = Session::new(document.scenario(), 4).unwrap();
    recorded.act(PlayAct::Choose(0));
    let game = user.0.path().join("game.jsonl");
    std::fs::write(&game, recorded.replay(document.scenario(), document.text()).write()).unwrap();
    ask(&mut editor, Act::Chosen(battlewright_editor::file_dialog::FilePurpose::Open, game));
    replayed(&mut editor);
    assert!(session(&editor).has_choices() && files(&user).is_empty());
    choose(&mut editor, 7);
    assert_eq!(files(&user).len(), 1);
}

fn session_is_over(editor: &Editor) -> bool {
    editor.state().session().is_none()
}

#[test]
fn finished_games_are_listed_apart_and_all_games_are_deleted_at_once() {
    let user = User::new();
    let [first, second] = [saved(&user, 4), saved(&user, 6)];
    // A long record costs the list no more than its first line.
    let record = std::fs::OpenOptions::new().write(true).open(&second).unwrap();
    record.set_len(60 << 20).unwrap();
    let summary = first.with_extension("json");
    let over = std::fs::read_to_string(&summary).unwrap().replace("\"over\":false", "\"over\":true");
    std::fs::write(&summary, over).unwrap();
    let games = user.games();
    assert_eq!(games.iter().map(|game| game.goes_on()).collect::<Vec<_>>(), [true, false]);

    let mut editor = user.start();
    let Some(Dialog::StartPage(page)) = editor.state().dialog() else { panic!("{:?}", editor.state().dialog()) };
    assert_eq!(page.games.iter().map(|game| &game.path).collect::<Vec<_>>(), [&second]);
    assert!(says(&editor, "Games in progress") && !says(&editor, "Finished games"));
    press(&mut editor, Modifiers::NONE, Key::Escape);
    command(&mut editor, Command::SavedGames);
    assert!(says(&editor, "Games in progress") && says(&editor, "Finished games"));
    assert!(says(&editor, "Continue The Crossing") && says(&editor, "Open The Crossing"));
    push(&mut editor, "Delete all…");
    assert!(says(&editor, "Delete 2 games? This cannot be undone."));
    push(&mut editor, "Keep the games");
    assert_eq!(user.games().len(), 2);
    push(&mut editor, "Delete all…");
    push(&mut editor, "Delete all");
    assert!(editor.state().dialog().is_none() && user.games().is_empty());
    let left: Vec<_> = std::fs::read_dir(user.state().join("games")).unwrap().collect();
    assert!(left.is_empty(), "the summaries are deleted, too: {left:?}");
}

#[test]
fn bytes_that_are_no_text_end_the_record_where_they_are() {
    let user = User::new();
    let file = saved(&user, 8);
    let whole = std::fs::read(&file).unwrap();
    let ends: Vec<usize> = (0..whole.len()).filter(|at| whole[*at] == b'\n').map(|at| at + 1).collect();
    // A damaged line in the middle: what follows is cut off as soon as the game goes on.
    let mut torn = whole.clone();
    torn[ends[3] + 3] = 0xff;
    torn[ends[3] + 4] = 0xfe;
    std::fs::write(&file, &torn).unwrap();
    let mut editor = user.start();
    push(&mut editor, "Continue");
    replayed(&mut editor);
    choose(&mut editor, 5);
    let written: Vec<String> =
        std::fs::read_to_string(&file).unwrap().lines().skip(1).map(|line| format!("{line}\n")).collect();
    assert_eq!(written, inputs(&editor));
    // The players are in the first line, which is written anew.
    ask(&mut editor, Act::Play(PlayAct::Seat(Side::Second, Some(Kind::Greedy))));
    assert!(std::fs::read(&file).unwrap().ends_with(inputs(&editor).concat().as_bytes()));
    drop(editor);

    // A first line that is no text is refused, and the game is deleted with its summary.
    let mut broken = whole;
    broken[ends[0] - 4] = 0xff;
    std::fs::write(&file, &broken).unwrap();
    let folder = GameFolder::within(&user.state());
    assert!(user.games()[0].header.is_none());
    let refused = battlewright_editor::model::autosave::games::GameFile::take_over(&file).unwrap_err();
    assert_eq!(refused.kind(), std::io::ErrorKind::InvalidData);
    assert!(file.with_extension("json").exists());
    folder.delete(&file).unwrap();
    assert!(files(&user).is_empty() && !file.with_extension("json").exists());
    // What cannot be locked is not deleted.
    assert!(folder.delete(folder.path()).is_err() && folder.path().exists());
}
