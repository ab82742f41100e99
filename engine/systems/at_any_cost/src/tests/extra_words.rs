//! Rules in rows: the words of the system besides those of the rules in `extra_cases.rs`, each with and without its row.

use crate::rules::r05_sequence::SequenceTask;
use crate::rules::r12_02_motion::Motion;
use crate::rules::r13_assault::tests::{assault, at_hand, meeting};
use crate::state::CommandStatus;
use crate::tests::extra_cases::{forbid, modify, reason};
use crate::tests::testing::{PRUSSIAN, Table, guns, position, two_corps};
use battlewright_core::game::{Game as _, Level, Turn};
use battlewright_core::show::Show as _;

fn allow(lift: &str, when: &str) -> String {
    format!("[[rules.allow]]\nid = \"free\"\nname = \"Free\"\ndespite = \"{lift}\"\nwhen = \"{when}\"\n")
}

#[test]
fn a_row_wins_at_once_and_its_place_draws_the_players() {
    let win = |at: &str| {
        format!(
            "[[rules.win]]\nid = \"farm\"\nname = \"The farm is taken\"\nside = \"prussian\"\nlevel = \"major\"\n\
             at = \"{at}\"\nwhen = \"holds(prussian, farm)\"\n"
        )
    };
    let field = || {
        position(
            "place farm 0404
            french infantry f1 5/3 at 0101
            prussian infantry p1 8/4 at 0405",
        )
    };
    let mut table = field().rows(&win("once")).moves("prussian");
    assert!(table.game.board.stake_in(PRUSSIAN, table.hex("0404")) > 0);
    table.does("move p1, hex 0404");
    let Turn::Over(outcome) = table.game.turn() else { panic!("it is over") };
    assert_eq!((outcome.winner, outcome.level), (Some(PRUSSIAN), Level::Major));
    table.logs("Prussians win by the rule The farm is taken [farm]");
    let mut later = field().rows(&win("turn-end")).moves("prussian");
    later.does("move p1, hex 0404");
    assert!(!matches!(later.game.turn(), Turn::Over(_)));
    later.run(|game, _| game.state.stack = vec![SequenceTask::Housekeeping.into()]);
    assert!(matches!(later.game.turn(), Turn::Over(_)));
    let mut plain = field().moves("prussian");
    plain.does("move p1, hex 0404");
    assert!(!matches!(plain.game.turn(), Turn::Over(_)));
    assert_eq!(plain.game.board.stake_in(PRUSSIAN, plain.hex("0404")), 0);
}

#[test]
fn an_event_may_roll_at_the_end_of_the_turn_and_after_a_fire() {
    let rows = r#"
        [[rules.event]]
        id = "stragglers"
        name = "Stragglers"
        on = "turn-ends"
        each = "unit"
        when = "unit.side == french"
        roll = 10
        do = ["if roll >= 9: lose-tier(unit)", "if roll == 8: elan(unit) += 1"]
    "#;
    let mut table = two_corps("french infantry f2 5/3 at 0303 of ii").rows(rows).cup();
    table.run(|game, _| game.state.stack = vec![SequenceTask::EndTurn.into()]);
    assert_eq!(table.prompt(), "Roll for Stragglers");
    table.rolls(&[8]).rolls(&[9]);
    table.logs("Stragglers: f1, die 8 [stragglers]");
    assert_eq!((table.marks("f1"), table.marks("f2")), ("shaken".to_owned(), "battleworn".to_owned()));
    assert_eq!(table.game.state.turn, 2, "and the next turn begins");
    let fired = r#"
        [[rules.counter]]
        id = "fires"
        name = "Fires"
        of = "unit"
        most = 9
        [[rules.event]]
        id = "spent"
        name = "A battery has fired"
        on = "fired"
        do = ["counter(fires, unit) += 1", "ammo(unit) = 1"]
        [[rules.forbid]]
        id = "silent"
        name = "Out of shells"
        act = "fire"
        when = "counter(fires, firer) == 1"
        reason = "the battery has fired once"
    "#;
    let mut table = guns("prussian field p2 6/3 at 0407").rows(fired).fires("prussian");
    table.does("fire p1 f1").rolls(&[1, 2]);
    assert_eq!(table.marks("p1"), "low");
    let shot = table.shot("p1", "f1");
    let event = crate::rules::r08_fire::FireCause::Event { option: false };
    let refused = table.game.may_shoot(&shot, event).unwrap_err().explain(&table.game);
    assert_eq!((refused.rule.number, refused.reason.as_str()), ("silent", "the battery has fired once"));
}

#[test]
fn costs_limits_and_stops_change_a_move() {
    let marching = |rows: &str| {
        let position = position(
            "map 9x15
            major 0414 0413 0412 0411
            woods 0513
            corps ii french at 0801 rating 20 20
            french infantry f1 5/3 at 0414 of ii",
        );
        let mut table = if rows.is_empty() { position } else { position.rows(rows) }.orders("ii", "march");
        table.does("move f1, hex 0413");
        table
    };
    let spent = |table: &Table| table.game.moving().map(|motion| motion.spent);
    assert_eq!(spent(&marching("")), Some(1));
    assert_eq!(spent(&marching(&modify("step", "add = 1"))), Some(3), "half a point and one more");
    assert_eq!(spent(&marching(&modify("step", "add = 1\nwhen = \"not by-road\""))), Some(1));
    let table = marching(&modify("allowance", "at_most = 2"));
    assert_eq!(table.game.moving().map(|motion| motion.allowance), Some(2 * 3), "and one by its order");
    let table = marching(&modify("most-hexes", "at_most = 2"));
    assert_eq!(table.choices("hex").len(), 6);
    let mut table = table;
    table.does("hex 0412");
    assert_eq!((table.at("f1").as_str(), table.choices("hex").len()), ("0412", 0), "two hexes and no more");
    let (motion, hex) = (table.game.motion(table.piece("f1"), Some(table.hex("0412"))), table.hex("0411"));
    let gone = Motion { hexes: 2, ..motion };
    let refused = table.game.next_motion(&gone, hex).unwrap_err().explain(&table.game);
    assert_eq!((refused.rule.number, refused.reason.as_str()), ("all", "it may go no further in this move"));
    let table = marching(&modify("must-stop", "be = true\nwhen = \"to.has-road\""));
    assert_eq!((table.at("f1").as_str(), table.game.moving().is_none()), ("0413", true), "the move is over");
    let table = marching(&forbid("step", "to has woods"));
    assert!(!table.choices("hex").contains(&"0513".to_owned()));
    table.refuses("hex 0513", "none");
    assert_eq!(reason(&table, "hex 0513"), "it is forbidden");
    let table = marching(&forbid("stop", "hex.has-road and mover.kind == infantry"));
    table.refuses("stop", "none");
    assert!(table.choices("hex").contains(&"0412".to_owned()), "it goes on");
}

#[test]
fn command_is_changed_by_range_and_by_answer() {
    let command = |rows: &str| {
        let position = position(
            "corps ii french at 0405 rating 2 2
            french infantry f1 5/3 at 0403 of ii",
        );
        let table = if rows.is_empty() { position } else { position.rows(rows) }.orders("ii", "attack");
        table.game.unit(table.unit("f1")).done.command
    };
    assert_eq!(command(""), CommandStatus::InCommand);
    assert_eq!(command(&modify("command.range", "times = \"1/2\"\nround = \"up\"")), CommandStatus::OutOfRange);
    assert_eq!(command(&modify("in-command", "be = false\nwhen = \"unit.side == french\"")), CommandStatus::OutOfRange);
    let both = format!(
        "{}[[rules.modifier]]\nid = \"courier\"\nname = \"Courier\"\nto = \"in-command\"\nbe = true\n",
        modify("command.range", "at_most = 0")
    );
    assert_eq!(command(&both), CommandStatus::InCommand);
}

#[test]
fn strengths_and_tcrs_change_in_fights_and_tests() {
    let rows = format!(
        "{}[[rules.modifier]]\nid = \"tcr\"\nname = \"Elite\"\nto = \"tcr\"\nadd = 1\nwhen = \"unit.side == prussian\"\n\
         [[rules.modifier]]\nid = \"sp\"\nname = \"Bayonets\"\nto = \"assault.strength\"\nadd = 2\nwhen = \"attacks\"\n",
        modify("fire.strength", "add = 3\nwhen = \"firer.sp >= 5\"")
    );
    let table = assault(meeting("french infantry f1 5/3 tcr 7/6 at 0404").rows(&rows), &["p1"]);
    assert_eq!(table.game.assault_totals(&at_hand(&table)), (5 + 2, 5));
    assert_eq!(table.game.compared_tcrs(&at_hand(&table)), Some((8, 7)));
    let table = position(
        "map 12x9
        prussian infantry p1 8/4 tcr 7/6 at 0405
        prussian infantry p2 4/2 at 0504
        french infantry f1 5/3 at 0505",
    )
    .rows(&rows)
    .fires("prussian");
    let odds = table.game.odds(&table.action("fire p1 f1")).unwrap();
    assert_eq!(odds.modifiers[..2], [("SP".to_owned(), 11), ("SP: All".to_owned(), 3)]);
    assert_eq!(table.game.odds(&table.action("fire p2 f1")).unwrap().modifiers[0].1, 4);
    let parts = table.game.tcr_parts(table.unit("p1"), true);
    assert_eq!(parts.last(), Some(&("Elite", 1)));
    assert_eq!(table.game.modified_tcr(table.unit("p1")), 8);
}

#[test]
fn rows_lift_published_prohibitions() {
    let march = |rows: &str| {
        let position = position(
            "corps ii french at 0101 rating 9 9
            french cavalry f1 2/1 at 0405 of ii
            prussian cavalry p1 3/2 at 0403",
        );
        let mut table = if rows.is_empty() { position } else { position.rows(rows) }.orders("ii", "march");
        table.does("move f1");
        table
    };
    march("").refuses("hex 0404", "12.5");
    march(&allow("engagement", "mover.kind == cavalry")).allows("hex 0404");
    march(&allow("engagement", "mover.kind == infantry")).refuses("hex 0404", "12.5");
    let fired = |rows: &str| {
        let position = position("french field f1 3/2 at 0404\nprussian infantry p1 8/4 at 0407");
        let mut table = if rows.is_empty() { position } else { position.rows(rows) }.fires("french");
        table.does("fire f1 p1").rolls(&[1, 2]);
        table
    };
    fired("").refuses("move f1", "12.1");
    fired(&allow("fired-artillery-stays", "unit.side == french")).allows("move f1");
    let rides = |rows: &str| {
        let position = position(
            "map 12x9
            prussian cavalry p1 3/2 heavy at 0305 shaken
            french infantry f1 4/2 at 0605",
        );
        (if rows.is_empty() { position } else { position.rows(rows) }).moves("prussian").choices("charge")
    };
    assert_eq!((rides("").len(), rides(&allow("shaken-no-charge", "unit.weight == heavy")).len()), (0, 1));
    let guns = |rows: &str| {
        let position = position(
            "corps ii french at 0405 rating 9 9
            french heavy a1 5/3 at 0404 of ii low
            french field a2 5/3 at 0304 of ii low",
        );
        (if rows.is_empty() { position } else { position.rows(rows) }).rallies("ii", "regroup").choices("resupply")
    };
    assert_eq!(guns(""), [""; 0]);
    assert_eq!(guns(&allow("caissons", "unit.side == french")), ["a2"]);
    let both = allow("caissons", "unit.side == french")
        + &allow("heavy-caissons", "unit.side == french").replace("\"free\"", "\"freer\"");
    assert_eq!(guns(&both), ["a1", "a2"]);
}

#[test]
fn what_hidden_markers_would_tell_is_no_matter_for_open_choices() {
    let problems = |rows: &str| {
        let mut found = Vec::new();
        let _ = two_corps("").rows(rows).with(|scenario| found = crate::AtAnyCost::problems(scenario));
        found.len()
    };
    assert_eq!(problems(&forbid("fire", "target.elan == 2")), 1, "the elan of the enemy may be hidden (r86)");
    assert_eq!(problems(&modify("fire.column", "add = 1\nwhen = \"target.elan == 2\"")), 0);
    assert_eq!(problems(&forbid("step", "mover.elan == 2")), 0, "a side knows its own");
}
