//! A slow computer player searches in the background, while the window remains responsive.

use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::play;
use battlewright_editor::panels::log;
use battlewright_editor::panels::play::seat;
use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game as _, Side, Turn};
use battlewright_engine::play::{Match, Replay};
use battlewright_engine::players::{Budget, Difficulty, Kind, Progress, advance, decision_dice, seats};
use egui::accesskit::Role;
use egui::{Key, Modifiers};
use egui_kittest::kittest::{NodeT as _, Queryable as _};

use crate::desk::{Editor, ask, at, bundled, choose, command, press, push, says, settle, tall};

/// A player that searches until it is stopped.
const ENDLESS: Kind = Kind::Search(Budget::Iterations(u32::MAX));

fn session(editor: &Editor) -> &play::Session {
    editor.state().session().unwrap()
}

fn acts(editor: &mut Editor, act: play::PlayAct) {
    ask(editor, Act::Play(act));
}

fn seat_both(editor: &mut Editor, kind: Kind) {
    for side in Side::BOTH {
        acts(editor, play::PlayAct::Seat(side, Some(kind)));
    }
}

/// Returns the number of inputs and the final position of a game with these players and this seed.
fn played(kinds: [Kind; 2], seed: u64) -> (usize, u64) {
    let mut game = Match::seeded(AnyGame::new(bundled("tutorial.toml").scenario()).unwrap(), seed);
    let mut seats = seats(kinds, seed);
    loop {
        if let Turn::Choose(side) = game.now().turn() {
            seats[side.index()].as_mut().unwrap().start_over(decision_dice(seed, side, game.len()));
        }
        if advance(&mut game, &mut seats).unwrap() != Progress::Moved {
            return (game.len(), game.now().fingerprint());
        }
    }
}

/// Lets the computer play to the end, and returns the same as [`played`].
fn play_out(editor: &mut Editor) -> (usize, u64) {
    editor.state_mut().ask(Act::Play(play::PlayAct::End));
    for _ in 0..5000 {
        editor.run_steps(1);
        editor.state_mut().wait_for_work();
        if !session(editor).is_busy() {
            break;
        }
    }
    editor.run();
    (session(editor).inputs(), session(editor).position().stamp)
}

#[test]
fn a_searching_seat_plays_the_game_that_its_seed_decides() {
    let kinds = [Kind::Search(Budget::Iterations(30)), Kind::Greedy];
    let mut editor = tall(bundled("tutorial.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    for (side, kind) in Side::BOTH.into_iter().zip(kinds) {
        acts(&mut editor, play::PlayAct::Seat(side, Some(kind)));
    }
    acts(&mut editor, play::PlayAct::Restart(5));
    for _ in 0..4 {
        let before = session(&editor).inputs();
        acts(&mut editor, play::PlayAct::Step);
        settle(&mut editor);
        assert!(session(&editor).inputs() > before && !session(&editor).is_busy(), "one step is one choice");
    }
    assert_eq!(play_out(&mut editor), played(kinds, 5));
    assert!(session(&editor).seen().outcome.is_some() && !session(&editor).is_running());
}

#[test]
fn the_window_goes_on_while_a_seat_thinks() {
    let mut editor = tall(bundled("mars-la-tour.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    seat_both(&mut editor, Kind::Greedy);
    (0..3).for_each(|_| acts(&mut editor, play::PlayAct::Step));
    let inputs = session(&editor).inputs();
    let thinks = |editor: &Editor| {
        assert!(!session(editor).is_thinking() || session(editor).is_running());
        assert_eq!(session(editor).is_thinking(), says(editor, "The computer is thinking for the "));
        session(editor).is_thinking()
    };
    seat_both(&mut editor, ENDLESS);

    // The search is visible, and the map can be moved.
    push(&mut editor, "Step");
    assert!(thinks(&editor));
    let before = at(&editor, "0808");
    command(&mut editor, Command::ZoomIn);
    assert_ne!(at(&editor, "0808"), before);
    assert!(thinks(&editor) && session(&editor).inputs() == inputs);
    // A second Step request has no effect.
    acts(&mut editor, play::PlayAct::Step);
    assert!(thinks(&editor));

    // After any kind of stop, the game is unchanged and idle.
    push(&mut editor, "Cancel");
    assert!(!thinks(&editor) && session(&editor).inputs() == inputs && !session(&editor).is_running());
    for (begin, end) in [
        (play::PlayAct::Step, play::PlayAct::Run),
        (play::PlayAct::End, play::PlayAct::Cancel),
        (play::PlayAct::Turn, play::PlayAct::Run),
    ] {
        acts(&mut editor, begin);
        assert!(thinks(&editor));
        acts(&mut editor, end);
        assert!(!thinks(&editor) && session(&editor).inputs() == inputs && !session(&editor).is_running());
    }

    // A change of the game discards the search.
    acts(&mut editor, play::PlayAct::Step);
    assert!(thinks(&editor));
    command(&mut editor, Command::Undo);
    assert!(!thinks(&editor) && session(&editor).inputs() < inputs);
    acts(&mut editor, play::PlayAct::Step);
    assert!(thinks(&editor));
    let side = session(&editor).seen().turn.unwrap();
    acts(&mut editor, play::PlayAct::Seat(side, None));
    acts(&mut editor, play::PlayAct::Cancel);
    assert!(!thinks(&editor));
    settle(&mut editor);
    seat_both(&mut editor, ENDLESS);
    acts(&mut editor, play::PlayAct::Step);
    assert!(thinks(&editor));
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    assert!(editor.state().session().is_none() && !says(&editor, "The computer thinks"));
    settle(&mut editor);
}

#[test]
fn what_was_thrown_away_leaves_no_trace() {
    let kind = Kind::Search(Budget::Iterations(10));
    let mut editor = tall(bundled("tutorial.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    seat_both(&mut editor, ENDLESS);
    for act in [play::PlayAct::Step, play::PlayAct::Cancel, play::PlayAct::End] {
        acts(&mut editor, act);
    }
    assert!(session(&editor).is_thinking());
    seat_both(&mut editor, kind);
    acts(&mut editor, play::PlayAct::Restart(9));
    assert_eq!(play_out(&mut editor), played([kind; 2], 9));
    editor.get_by_label("Step");
}

#[test]
fn the_levels_and_times_of_the_computer_are_offered_and_old_players_are_shown() {
    let mut editor = tall(bundled("tutorial.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    let list = format!("Player of the {}", session(&editor).sides()[0]);
    let shown = |editor: &Editor| editor.get_by_role_and_label(Role::ComboBox, &list).accesskit_node().value();
    let levels = Difficulty::ALL.map(Difficulty::kind).into_iter().chain(Kind::TIMED);
    let names = ["Easy computer", "Normal computer", "Hard computer", "Hardest computer"];
    let times = ["Computer, 1 s a turn", "Computer, 2 s a turn", "Computer, 5 s a turn", "Computer, 10 s a turn"];
    for (kind, name) in levels.zip(names.into_iter().chain(times)) {
        choose(&mut editor, &list, name);
        assert_eq!((session(&editor).seat(Side::First), shown(&editor).as_deref()), (Some(kind), Some(name)));
    }

    // A recorded game names a player that is no longer offered.
    let old = Some(Kind::Search(Budget::Iterations(100)));
    acts(&mut editor, play::PlayAct::Seat(Side::First, old));
    assert_eq!(shown(&editor).as_deref(), Some("Computer search:100"));
    let document = bundled("tutorial.toml");
    let text = session(&editor).replay(document.scenario(), document.text()).write();
    assert!(text.lines().next().unwrap().contains("search:100"));
    let loaded = play::Session::follow(document.scenario(), Replay::read(&text).unwrap()).unwrap();
    assert_eq!(loaded.seat(Side::First), old);
    assert!(seat::offered(old).contains(&old));
    choose(&mut editor, &list, "Human");
    assert_eq!(session(&editor).seat(Side::First), None);
}

#[test]
fn a_player_that_is_stopped_chooses_the_best_so_far_and_plays_on() {
    for kind in [ENDLESS, Kind::Plan(Budget::Iterations(u32::MAX)), Kind::Plan(Budget::Milliseconds(1_000_000))] {
        let mut editor = tall(bundled("mars-la-tour.toml"));
        press(&mut editor, Modifiers::NONE, Key::F5);
        seat_both(&mut editor, Kind::Greedy);
        (0..3).for_each(|_| acts(&mut editor, play::PlayAct::Step));
        seat_both(&mut editor, kind);
        let inputs = session(&editor).inputs();
        push(&mut editor, "Step");
        // It thinks, unless the choice is forced.
        if session(&editor).is_thinking() {
            assert!(says(&editor, "The computer is thinking for the "));
            push(&mut editor, "Stop thinking");
            assert!(session(&editor).thought_line().is_none_or(|line| line.is_stopped), "{kind}");
            settle(&mut editor);
        }
        assert!(session(&editor).inputs() > inputs, "{kind}");
        assert!(!session(&editor).is_thinking() && !says(&editor, "Stop thinking"));
        // The next choice is stopped as well, and the game is recorded like any other.
        acts(&mut editor, play::PlayAct::Step);
        acts(&mut editor, play::PlayAct::StopThinking);
        settle(&mut editor);
        assert!(session(&editor).inputs() > inputs + 1 && !session(&editor).is_busy(), "{kind}");
        let document = bundled("mars-la-tour.toml");
        let replay = session(&editor).replay(document.scenario(), document.text());
        assert_eq!(replay.len(), session(&editor).inputs());
    }
}

#[test]
fn the_plan_of_a_computer_is_in_the_log_for_those_who_may_know_it() {
    let mut editor = tall(bundled("mars-la-tour.toml"));
    press(&mut editor, Modifiers::NONE, Key::F5);
    seat_both(&mut editor, Kind::Plan(Budget::Iterations(20)));
    let plans = |editor: &Editor| -> Vec<log::LogEntry> {
        log::data(session(editor)).into_iter().filter(|entry| entry.is_plan).collect()
    };
    for _ in 0..40 {
        if !plans(&editor).is_empty() {
            break;
        }
        acts(&mut editor, play::PlayAct::Step);
        settle(&mut editor);
    }
    let plan = plans(&editor).pop().expect("a plan is made in the first turn");
    let mission = &plan.steps.last().expect("it has missions").text;
    assert!(mission.contains(" (0.") || mission.contains(" (1."), "{mission}");
    assert!(says(&editor, &plan.text) && !says(&editor, mission), "it is closed");
    push(&mut editor, &format!("Expand the plan: {}", plan.text));
    assert!(says(&editor, mission));
    push(&mut editor, &format!("Collapse the plan: {}", plan.text));
    assert!(!says(&editor, mission));

    // Who plays against the computer does not learn its plans.
    let own = session(&editor).sides().iter().position(|name| plan.text.ends_with(name)).unwrap();
    let other = Side::BOTH[1 - own];
    acts(&mut editor, play::PlayAct::Seat(other, None));
    assert!(plans(&editor).is_empty() && !says(&editor, &plan.text));
    acts(&mut editor, play::PlayAct::Seat(other, Some(Kind::Greedy)));
    assert!(!plans(&editor).is_empty());
}
