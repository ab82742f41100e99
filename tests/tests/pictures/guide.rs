//! The pictures of the guide page *Change a rule*: the scenario of the page in the window, in a game and on paper.

use battlewright_editor::Document;
use battlewright_editor::messages::act::Act;
use battlewright_editor::model::edit::Edit;
use battlewright_editor::model::play::PlayAct;
use battlewright_editor::model::selection::Selection;
use battlewright_engine::any::AnyAction;
use battlewright_engine::game::Side;
use battlewright_engine::players::Kind;
use battlewright_engine::show::Label;
use battlewright_export::pdf::PrintedPart;
use battlewright_export::{Format, Order, preview};
use battlewright_schema::rule::RowKind;
use battlewright_schema::{DocPath, load};
use egui::{Key, Modifiers, Theme};
use image::RgbaImage;
use image::imageops::crop_imm;

use crate::desk::{Editor, ask, click, press};
use crate::page::{RESULT, rows, text};
use crate::{Album, cut, editor};

/// The name of the scenario in the pictures.
const NAME: &str = "my-battle.toml";

fn scenario() -> Editor {
    editor(Document::from_text(NAME, RESULT.to_owned()), Theme::Light)
}

/// The whole window.
fn window(editor: &mut Editor) -> RgbaImage {
    let all = editor.ctx.content_rect();
    cut(editor, all)
}

#[test]
fn the_rules_of_a_scenario() {
    let mut album = Album::new();
    let mut editor = scenario();
    ask(&mut editor, Act::Select(Selection::Rule(RowKind::Modifier, 0)));
    let picture = window(&mut editor);
    album.guide(&picture, "change-a-rule-rules");
}

/// Computer players come to the attack on the garrison, and a person decides.
#[test]
fn the_odds_of_an_attack() {
    let mut album = Album::new();
    let name = text(&rows(RowKind::Modifier)[0], "name").to_owned();
    let mut editor = scenario();
    press(&mut editor, Modifiers::NONE, Key::F5);
    for side in Side::BOTH {
        ask(&mut editor, Act::Play(PlayAct::Seat(side, Some(Kind::Greedy))));
    }
    let attack = |editor: &Editor| {
        let session = editor.state().session().unwrap();
        let has = |(action, _): &(AnyAction, Label)| {
            session.odds(action).is_some_and(|odds| odds.modifiers.iter().any(|(other, _)| other.ends_with(&name)))
        };
        session.seen().legal.iter().any(has)
    };
    for _ in 0..200 {
        if attack(&editor) {
            break;
        }
        editor.state_mut().ask(Act::Play(PlayAct::Step));
        editor.run_steps(1);
    }
    assert!(attack(&editor), "the garrison can be attacked");
    for side in Side::BOTH {
        ask(&mut editor, Act::Play(PlayAct::Seat(side, None)));
    }
    let picture = window(&mut editor);
    album.guide(&picture, "change-a-rule-odds");
}

#[test]
fn a_refusal_by_a_row() {
    let mut album = Album::new();
    let mut editor = scenario();
    let row = serde_json::to_value(rows(RowKind::Forbid).last().unwrap()).unwrap();
    let list = DocPath::root().key("rules").key(RowKind::Forbid.list());
    ask(&mut editor, Act::edit("Add", Edit::Put(list.index(1), Some(row))));
    press(&mut editor, Modifiers::NONE, Key::F5);
    click(&mut editor, "0403");
    let picture = window(&mut editor);
    album.guide(&picture, "change-a-rule-refusal");
}

#[test]
fn the_changed_rules_on_paper() {
    let mut album = Album::new();
    let scenario = load(RESULT).scenario.unwrap();
    let mut order = Order::new(Format::Pdf);
    order.book.sheets = vec![PrintedPart::Aid];
    let page = preview(&scenario, &order, usize::MAX, 1600).unwrap().unwrap();
    let [width, height] = page.size.map(|side| u32::try_from(side).unwrap());
    let whole = RgbaImage::from_raw(width, height, page.pixels).unwrap();
    // The special rules and the changed values stand at the bottom of the last page.
    let bottom = crop_imm(&whole, 0, height * 82 / 100, width, height * 15 / 100).to_image();
    album.guide(&bottom, "change-a-rule-aid");
}
