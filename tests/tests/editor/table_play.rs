//! A game on a table, played with the mouse and by keyboard.

use battlewright_editor::messages::act::Act;
use battlewright_editor::messages::command::Command;
use battlewright_editor::model::play::{PlayAct, Session};
use battlewright_engine::game::Side;
use battlewright_engine::show::Spot;
use battlewright_schema::{Inches, Scenario};
use egui::{Key, Modifiers, Pos2};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, ask, bundled, carry, press, push, says, scenario, stroke, tall, type_path};

const NONE: Modifiers = Modifiers::NONE;
const LESSON: &str = "outrance-first-assault.toml";

/// Something that the Prussian player does.
#[derive(Clone, Copy, Debug)]
enum Deed {
    /// Clicks a unit.
    Unit(&'static str),
    /// Clicks a point in tenths of an inch.
    Point(i32, i32),
    /// Presses a button of the panel.
    Button(&'static str),
    /// Selects a mode of the pointer by its key.
    Mode(usize),
    /// Lets all others hold until the Prussians select a unit, in this turn at the earliest.
    Wait(u8),
}

use Deed::{Button, Mode, Point, Unit, Wait};

/// A maneuver of two legs, fire, a deployment and an assault.
const LESSON_PLAYED: &[Deed] = &[
    Wait(1),
    Unit("pr-1"),
    Button("Maneuver"),
    Point(85, 60),
    Point(80, 85),
    Button("End the move"),
    Wait(1),
    Unit("pr-guns"),
    Unit("fr-1"),
    Wait(1),
    Unit("pr-2"),
    Button("Deploy"),
    Point(146, 40),
    Wait(2),
    Unit("pr-1"),
    Mode(1),
    Unit("fr-1"),
];

/// The events of the lesson as it is played.
const LESSON_TOLD: [&str; 4] = [
    "1st Brigade (Prussians) maneuvers to 8\", 8.5\"",
    "Division artillery (Prussians) fires at 1st Brigade (French)",
    "2nd Brigade (Prussians) deploys at 14.6\", 4\"",
    "1st Brigade (Prussians) assaults 1st Brigade (French)",
];

fn tenths(x: i32, y: i32) -> Inches {
    Inches { x: x * 100, y: y * 100 }
}

/// Returns the middle of the first base of a unit.
fn place_of(session: &Session, id: &str) -> Inches {
    let pieces = &session.seen().crowd.pieces;
    let number = pieces.iter().position(|piece| piece.id == id).unwrap();
    let unit = session.footprints().iter().find(|unit| unit.unit == number).unwrap();
    let [one, .., other, _] = unit.bases[0].corners;
    Inches { x: (one.x + other.x) / 2, y: (one.y + other.y) / 2 }
}

/// Returns the choice by which the players wait until the Prussians select a unit; `None` once they do.
fn idle(session: &Session, turn: u8) -> Option<usize> {
    let seen = session.seen();
    let selects = seen.status.prompt.contains("select a unit");
    if selects && seen.turn == Some(Side::First) && seen.status.turn >= turn {
        return None;
    }
    let called = |name: &str| seen.legal.iter().position(|(_, label)| label.text == name);
    ["Hold", "End the move", "Keep the formation"]
        .into_iter()
        .find_map(called)
        .or((!seen.legal.is_empty()).then_some(0))
}

fn button(session: &Session, text: &str) -> Option<usize> {
    session.seen().legal.iter().position(|(_, label)| label.text == text)
}

/// Returns `true` if all deeds are possible with the dice of a session.
fn comes_about(session: &mut Session, deeds: &[Deed]) -> bool {
    for deed in deeds {
        let before = session.inputs();
        match *deed {
            Unit(id) => {
                let on_table =
                    session.seen().crowd.pieces.iter().any(|piece| piece.id == id && matches!(piece.spot, Spot::On(_)));
                if !on_table {
                    return false;
                }
                let at = place_of(session, id);
                session.act(PlayAct::Point { piece: Some(id.to_owned()), at });
            }
            Point(x, y) => session.act(PlayAct::Point { piece: None, at: tenths(x, y) }),
            Button(text) => match button(session, text) {
                Some(n) => session.act(PlayAct::Choose(n)),
                None => return false,
            },
            Mode(mode) => {
                session.act(PlayAct::Mode(mode));
                continue;
            }
            Wait(turn) => {
                while let Some(n) = idle(session, turn) {
                    session.act(PlayAct::Choose(n));
                    if session.seen().outcome.is_some() {
                        return false;
                    }
                }
                continue;
            }
        }
        if session.inputs() == before {
            return false;
        }
    }
    true
}

/// Returns dice with which the deeds are possible and the log tells these events, such as those with which all orders are received.
fn seed_for(scenario: &Scenario, deeds: &[Deed], told: &[&str]) -> u64 {
    let fits = |seed: &u64| {
        let mut session = Session::new(scenario, *seed).unwrap();
        let is_told =
            |session: &Session, event: &str| session.story().iter().any(|(_, line)| line.text.contains(event));
        comes_about(&mut session, deeds) && told.iter().all(|event| is_told(&session, event))
    };
    (1..2000).find(fits).expect("some dice fit")
}

fn session(editor: &Editor) -> &Session {
    editor.state().session().unwrap()
}

fn at(editor: &Editor, at: Inches) -> Pos2 {
    editor.state().position_on_table(at).unwrap()
}

/// Starts a game with dice that fit the deeds.
fn start(editor: &mut Editor, deeds: &[Deed], told: &[&str]) {
    let seed = seed_for(scenario(editor), deeds, told);
    press(editor, NONE, Key::F5);
    ask(editor, Act::Play(PlayAct::Restart(seed)));
}

fn carry_out(editor: &mut Editor, deeds: &[Deed]) {
    for deed in deeds {
        match *deed {
            Unit(id) => {
                let pos = at(editor, place_of(session(editor), id));
                stroke(editor, &[pos]);
            }
            Point(x, y) => {
                let pos = at(editor, tenths(x, y));
                stroke(editor, &[pos]);
            }
            Button(text) => push(editor, text),
            Mode(mode) => press(editor, NONE, [Key::Num1, Key::Num2, Key::Num3][mode]),
            Wait(turn) => {
                while let Some(n) = idle(session(editor), turn) {
                    ask(editor, Act::Play(PlayAct::Choose(n)));
                }
            }
        }
    }
}

fn told(editor: &Editor) -> String {
    session(editor).story().iter().map(|(_, line)| line.text.clone()).collect::<Vec<_>>().join("; ")
}

#[test]
fn the_lesson_is_played_with_the_mouse_saved_and_followed() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("lesson.jsonl");
    let mut editor = tall(bundled(LESSON));
    start(&mut editor, LESSON_PLAYED, &LESSON_TOLD);
    carry_out(&mut editor, LESSON_PLAYED);
    let story = told(&editor);
    for event in LESSON_TOLD {
        assert!(story.contains(event), "{event}: {story}");
    }
    let played = |editor: &Editor| (session(editor).inputs(), session(editor).footprints().to_vec());
    let end = played(&editor);
    press(&mut editor, Modifiers::COMMAND, Key::Z);
    assert!(!told(&editor).contains("assaults"), "the assault is undone with its dice");
    press(&mut editor, Modifiers::COMMAND, Key::Y);
    assert_eq!(played(&editor), end);

    ask(&mut editor, Act::Command(Command::SaveGame));
    type_path(&mut editor, &path);
    push(&mut editor, "Save");
    let text = std::fs::read_to_string(&path).unwrap();
    assert!(text.contains(r#""do":"go 8/8.5 "#), "{text}");
    press(&mut editor, Modifiers::SHIFT, Key::F5);
    ask(&mut editor, Act::Command(Command::OpenGame));
    type_path(&mut editor, &path);
    push(&mut editor, "Load");
    for _ in 0..200 {
        if session(&editor).progress().is_none() {
            break;
        }
        editor.run_steps(1);
    }
    assert_eq!((session(&editor).notice(), played(&editor)), (None, end));
}

#[test]
fn a_hover_shows_the_path_the_odds_or_the_rule_against_it() {
    let mut editor = tall(bundled(LESSON));
    let deeds = [Wait(1), Unit("pr-1"), Button("Maneuver")];
    start(&mut editor, &deeds, &["the order to maneuver is received"]);
    carry_out(&mut editor, &deeds[..2]);
    assert!(says(&editor, "Maneuver") && session(&editor).table_marks().count() > 2);
    let enemy = at(&editor, place_of(session(&editor), "fr-1"));
    editor.hover_at(enemy);
    editor.run();
    assert!(says(&editor, "Not allowed: ") || says(&editor, "Range "), "fire is too far");
    carry_out(&mut editor, &deeds[2..]);
    assert!(!session(&editor).legal_areas().is_empty());
    let mut hover = |x, y| {
        let pos = at(&editor, tenths(x, y));
        editor.hover_at(pos);
        editor.run();
        let proposal = session(&editor).proposal().cloned().unwrap();
        (proposal.refusal.map(|refusal| refusal.rule.number), says(&editor, "Not allowed: "), proposal.bases.len())
    };
    assert_eq!(hover(90, 75), (None, false, 4));
    assert_eq!(hover(90, 115), (Some("IV"), true, 4));
    assert!(says(&editor, "not allowed") && says(&editor, "Rule IV"));

    // A dragged press turns the facing, and the wheel and keys turn it further.
    let (from, to) = (at(&editor, tenths(90, 70)), at(&editor, tenths(110, 70)));
    carry(&mut editor, from, to);
    assert!(told(&editor).is_empty() || !told(&editor).contains("maneuvers"));
    let path = session(&editor).table_marks().any(|mark| mark.legend.name == "Path");
    assert!(path, "the leg is added");
    press(&mut editor, NONE, Key::CloseBracket);
    assert_eq!(session(&editor).chosen_facing().map(|facing| facing % 100), Some(0));
    press(&mut editor, NONE, Key::Backspace);
    assert!(!session(&editor).table_marks().any(|mark| mark.legend.name == "Path"), "the leg is taken back");
    press(&mut editor, NONE, Key::Backspace);
    assert!(session(&editor).refusal().is_some(), "the order has been rolled for");
}

#[test]
fn a_unit_is_moved_by_keyboard_alone() {
    let mut editor = tall(bundled(LESSON));
    let deeds = [Wait(1), Unit("pr-1"), Button("Maneuver")];
    start(&mut editor, &deeds, &["the order to maneuver is received"]);
    carry_out(&mut editor, &deeds);
    editor.get_by_label_contains("Table of 24").focus();
    editor.run();
    for _ in 0..40 {
        let Inches { x, y } =
            session(&editor).proposal().map_or_else(Inches::default, |proposal| *proposal.path.last().unwrap());
        if (x, y) == (9_000, 7_000) {
            break;
        }
        let key = match () {
            () if x < 9_000 && x > 0 => Key::ArrowRight,
            () if x > 9_000 || x == 0 => Key::ArrowLeft,
            () if y > 7_000 => Key::ArrowUp,
            () => Key::ArrowDown,
        };
        press(&mut editor, NONE, key);
    }
    let proposal = session(&editor).proposal().expect("the cursor is on the table");
    assert_eq!(proposal.refusal, None, "{proposal:?}");
    press(&mut editor, NONE, Key::Enter);
    press(&mut editor, Modifiers::COMMAND, Key::Enter);
    assert!(told(&editor).contains("1st Brigade (Prussians) maneuvers to "), "{}", told(&editor));
}

#[test]
fn marks_are_hidden_and_lines_of_the_log_show_their_places() {
    let mut editor = tall(bundled(LESSON));
    let deeds = [Wait(1), Unit("pr-guns"), Unit("fr-1")];
    start(&mut editor, &deeds, &["Division artillery (Prussians) fires at 1st Brigade (French)"]);
    carry_out(&mut editor, &deeds[..2]);
    let arcs = |editor: &Editor| session(editor).table_marks().filter(|mark| mark.legend.name == "Arc of fire").count();
    assert!(arcs(&editor) > 1);
    push(&mut editor, "Arc of fire");
    assert_eq!(arcs(&editor), 0);
    carry_out(&mut editor, &deeds[2..]);
    let line = session(&editor).story().iter().find(|(_, line)| line.text.contains("fires at")).unwrap().1.text.clone();
    push(&mut editor, &line);
    assert!(editor.state().marked_place().is_some());
}
