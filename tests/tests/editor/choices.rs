//! The choices of a player in the Play panel: the effect of each, and the clicks that choose.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::model::play::{PlayAct, Session};
use battlewright_editor::model::selection::Selection;
use battlewright_editor::panels::play::data;
use battlewright_engine::show::Spot;
use battlewright_schema::{Cell, System, load, template};
use egui::{Key, Modifiers};
use egui_kittest::kittest::Queryable as _;

use crate::desk::{Editor, bundled, press, tall};

/// Starts a game of `text`, in which persons play both sides.
fn session(text: &str) -> Session {
    Session::new(&load(text).scenario.unwrap(), 1).unwrap()
}

/// Passes, and gives Attack orders, until a choice with this notation is legal.
#[track_caller]
fn play_until(session: &mut Session, wanted: &str) {
    for _ in 0..60 {
        let find = |notation: &str| session.seen().legal.iter().position(|(_, label)| label.notation == notation);
        if find(wanted).is_some() {
            return;
        }
        let next = find("order attack").or_else(|| find("pass")).unwrap_or(0);
        session.act(PlayAct::Choose(next));
    }
    panic!("`{wanted}` is never legal");
}

#[test]
fn each_choice_about_a_chit_says_what_the_chit_does_and_alike_chits_are_listed_once() {
    let session = session(template(System::AtAnyCost));
    let zones: Vec<_> = data(&session).buttons.into_iter().filter(|(_, text)| text.contains("Beaten Zone")).collect();
    assert_eq!(zones.len(), 1, "{zones:?}");
    for (n, text) in data(&session).buttons {
        let (action, _) = &session.seen().legal[n];
        let help = session.help(action).unwrap_or_else(|| panic!("{text} is not explained"));
        assert_eq!(help.rule.number, "21.0", "{text}");
    }
}

#[test]
fn the_panel_shows_the_effect_of_a_chit_and_its_rule() {
    let mut editor = tall(Document::from_text("new.toml", template(System::AtAnyCost).to_owned()));
    press(&mut editor, Modifiers::NONE, Key::F5);
    editor.run();
    assert!(editor.query_all_by_label_contains("Moulin à Café").next().is_some());
    assert!(editor.query_all_by_label_contains("Rule 21.0").next().is_some());
}

/// A click on the counter and one on an empty hex move cavalry that may charge as well.
#[test]
fn cavalry_that_may_charge_moves_to_an_empty_hex_with_one_click() {
    let path = concat!(env!("CARGO_MANIFEST_DIR"), "/cases/at-any-cost/two_opportunity_charges.toml");
    let text = std::fs::read_to_string(path).unwrap();
    let mut session = session(&text);
    play_until(&mut session, "charge p1 f1");
    let place = |session: &Session| {
        session.seen().crowd.pieces.iter().find(|piece| piece.id == "p1").and_then(|piece| piece.spot.cell())
    };
    let (start, goal) = (Cell { column: 4, row: 4 }, Cell { column: 2, row: 5 });
    assert_eq!(place(&session), Some(start));
    session.act(PlayAct::Click { piece: Some("p1".to_owned()), cell: start });
    assert_eq!((session.chosen(), place(&session)), (Some("p1"), Some(start)), "it has a choice");
    session.act(PlayAct::Click { piece: None, cell: goal });
    assert_eq!(place(&session), Some(goal), "{:?}", session.refusal());
    session.undo();
    assert_eq!(place(&session), Some(start), "it was one step");
    // A click on an enemy charges.
    session.act(PlayAct::Click { piece: Some("p1".to_owned()), cell: start });
    session.act(PlayAct::Click { piece: Some("f1".to_owned()), cell: Cell { column: 4, row: 2 } });
    assert!(session.story().last().unwrap().1.text.contains("charges f1"), "{:?}", session.refusal());
    assert!(session.seen().crowd.pieces.iter().all(|piece| !matches!(piece.spot, Spot::Out(_))));
}

/// Opens table `n` of the document in the Tables tab.
fn table(document: Document, n: usize) -> Editor {
    let mut editor = tall(document);
    editor.key_press(Key::F11);
    editor.run();
    editor.state_mut().ask(Act::Select(Selection::Table(n)));
    editor.run();
    editor
}

#[test]
fn a_table_says_where_its_values_come_from() {
    let tables = battlewright_schema::provenance::tables(System::AtAnyCost).collect::<Vec<_>>();
    for name in ["aac-first-orders.toml", "mars-la-tour.toml"] {
        let editor = table(bundled(name), 0);
        let is_reconstructed = editor.query_all_by_label_contains("econstructed").next().is_some();
        let is_published = editor.query_by_label("as published").is_some();
        assert_eq!((is_reconstructed, is_published), (name.starts_with("aac"), !name.starts_with("aac")), "{name}");
    }
    assert!(tables.contains(&"hexsides"));
}
