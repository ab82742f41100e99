//! The choices of the greedy player in positions where one is the best.

use battlewright_schema::at_any_cost as file;

use crate::tests::testing::{Table, position};

#[test]
fn a_charge_takes_the_shortest_way() {
    let mut table = position(
        "map 12x9
        prussian cavalry c1 3/2 heavy at 0408
        french field f1 3/2 at 0404 shaken",
    )
    .moves("prussian");
    table.does("charge c1 f1");
    assert_eq!(table.best_choice(), "hex 0407");
    table.does("hex 0407");
    assert_eq!(table.best_choice(), "hex 0406");
}

#[test]
fn cavalry_charges_lone_worn_guns_and_no_fresh_brigade() {
    let likes = |target: &str| {
        let table = position(&format!(
            "map 12x9
            prussian cavalry c1 3/2 heavy tcr 8/7 at 0408
            french {target} at 0405"
        ));
        table.with(|scenario| scenario.victory.broken = 4).moves("prussian").best_choice()
    };
    assert_eq!(likes("horse f1 6/1 battleworn disrupted"), "charge c1 f1");
    assert_eq!(likes("infantry f1 7/4 tcr 8/7"), "move c1");
}

#[test]
fn units_in_front_move_first_and_the_hq_last() {
    let mut table = position(
        "map 12x9
        corps iii prussian at 0101 rating 9 9
        prussian infantry p1 8/4 at 0302 of iii
        prussian infantry p2 8/4 at 0304 of iii
        french infantry f1 5/3 at 0308",
    )
    .moves("iii");
    assert_eq!(table.best_choice(), "move p2");
    table.does("move p2, stop, move p1, stop");
    assert_eq!(table.best_choice(), "move iii-hq");
}

#[test]
fn bazaine_s_malaise_befalls_a_corps_that_is_still_to_act() {
    let mut table = position(
        "map 12x9
        chit prussian bazaines-malaise
        corps ii french at 0101 rating 9 9 chit 5
        corps iii french at 0201 rating 9 9
        french infantry f1 9/5 at 0404 of ii
        french infantry f2 9/5 at 0504 of ii
        french infantry f3 9/5 at 0304 of iii
        prussian infantry p1 8/4 at 0408",
    )
    .cup();
    table.draws("bazaines-malaise");
    assert_eq!(table.best_choice(), "play");
    table.does("play");
    table.allows("formation ii");
    assert_eq!(table.best_choice(), "formation iii", "the chit of the larger corps is not in the cup");
}

#[test]
fn smoke_is_kept_for_a_fire_that_hurts() {
    let fired_at = |target: &str, guns: &str| {
        let mut table = position(&format!(
            "map 12x9
            holds french battlefield-conditions
            corps iii french at 0101 rating 9 9 chit 1
            french infantry f1 6/3 at 0404 {target}
            french infantry f2 6/3 at 0101 of iii
            prussian field p1 {guns} at 0407"
        ))
        .fires("prussian");
        table.does("fire p1 f1");
        table.best_choice()
    };
    assert_eq!(fired_at("disrupted battleworn", "11/6"), "chit-0");
    assert_eq!(fired_at("tcr 9/8", "1/1"), "pass");
}

#[test]
fn shells_fall_on_those_who_hold_what_is_wanted() {
    let table = position(
        "map 12x9
        place farm 0406 held french
        points farm 3
        prussian field p1 6/3 at 0404
        french infantry f1 5/3 at 0306
        french infantry f2 5/3 at 0406",
    );
    assert_eq!(table.fires("prussian").best_choice(), "fire p1 f2");
}

#[test]
fn the_last_rounds_are_not_spent_on_a_target_in_cover() {
    let fires = |firer: &str| {
        let table =
            position(&format!("town 0406\nfrench field f1 {firer} at 0404\nprussian infantry p1 9/5 tcr 9/8 at 0406"));
        table.fires("french").best_choice()
    };
    assert_eq!([fires("6/3"), fires("1/1 low")], ["fire f1 p1", "pass"]);
}

#[test]
fn a_corps_attacks_what_it_can_beat_and_defends_what_it_holds() {
    let order = |enemy: &str| {
        let table = position(&format!(
            "map 12x9
            place farm 0404 held prussian
            points farm 3
            corps iii prussian at 0402 rating 4 4
            prussian infantry p1 8/4 at 0404 of iii
            prussian infantry p2 8/4 at 0304 of iii
            {enemy}"
        ));
        table.activate("iii").best_choice()
    };
    assert_eq!(order("french infantry f1 5/3 at 0405 disrupted battleworn"), "order attack");
    assert_eq!(
        order("town 0407 0507\nfrench infantry f1 9/5 tcr 9/8 at 0407\nfrench infantry f2 9/5 tcr 9/8 at 0507"),
        "order defend"
    );
}

#[test]
fn a_beaten_corps_regroups_and_one_far_away_marches() {
    let regroups = position(
        "map 26x9
        corps iii prussian at 0202 rating 4 4
        prussian infantry p1 8/4 at 0203 of iii disrupted battleworn
        prussian infantry p2 8/4 at 0302 of iii disrupted
        prussian infantry p3 8/4 of iii broken 1
        french infantry f1 5/3 at 0909",
    );
    assert_eq!(regroups.activate("iii").best_choice(), "order regroup");
    let marches = position(
        "map 26x9
        place farm 2405 held french
        points farm 3
        major 0202 0302 0402 0502
        corps iii prussian at 0202 rating 4 4
        prussian infantry p1 8/4 at 0202 of iii
        french infantry f1 5/3 at 2405",
    );
    assert_eq!(marches.activate("iii").best_choice(), "order march");
}

#[test]
fn misinterpreted_orders_give_the_enemy_his_worst() {
    let mut table = position(
        "map 12x9
        holds french misinterpreted-orders
        corps iii prussian at 0402 rating 4 4
        prussian infantry p1 8/4 at 0404 of iii
        prussian infantry p2 8/4 at 0504 of iii
        french infantry f1 5/3 at 0405 disrupted battleworn",
    )
    .activate("iii");
    assert_eq!(table.best_choice(), "chit-0");
    table.does("chit-0").rolls(&[1]);
    assert_ne!(table.best_choice(), "order attack");
}

#[test]
fn an_assault_brings_all_that_help_and_is_left_alone_if_it_must_fail() {
    let table = |defender: &str| {
        position(&format!(
            "map 12x9
            prussian infantry p1 8/4 at 0404
            prussian infantry p2 8/4 at 0406
            {defender}"
        ))
        .assaults("prussian")
    };
    let mut weak = table("french infantry f1 4/2 at 0405");
    assert_eq!(weak.best_choice(), "hex 0405");
    weak.does("hex 0405");
    let first = weak.best_choice();
    assert!(first == "unit p1" || first == "unit p2", "{first}");
    weak.does(&first);
    assert_ne!(weak.best_choice(), "begin", "the other makes it a Flank Attack");
    let strong = table("town 0405\nentrenchments 0405\nfrench infantry f1 12/6 tcr 9/8 at 0405");
    assert_eq!(strong.best_choice(), "pass");
}

#[test]
fn a_brigade_gives_up_open_ground_and_takes_hits_for_a_town_that_scores() {
    let loses = |ground: &str| {
        let mut table = position(&format!(
            "map 12x9
            {ground}
            prussian infantry p1 8/4 at 0404
            prussian infantry p2 8/4 at 0406
            french infantry f1 4/2 at 0405"
        ))
        .assaults("prussian");
        table.does("hex 0405, unit p1, unit p2, begin").rolls(&[6]);
        table.best_choice()
    };
    assert_eq!(loses(""), "lose f1 retreat");
    assert_eq!(loses("place farm 0405 held french\npoints farm 5"), "lose f1 elan");
}

/// A Prussian brigade between two towns that score, one of them held by its side.
fn between_towns(enemy: &str) -> Table {
    let mut table = position(&format!(
        "map 26x9
        place here 0605 held prussian
        place there 2205 held french
        points here 3
        points there 3
        prussian infantry p1 8/4 at 1105
        french infantry f1 8/4 at {enemy}"
    ))
    .moves("prussian");
    table.does("move p1");
    table
}

#[test]
fn a_town_that_is_threatened_is_held_and_one_that_is_not_is_left_for_another() {
    let hex = between_towns("0205").best_choice();
    assert!(["hex 1004", "hex 1005", "hex 1006"].contains(&hex.as_str()), "back to the threatened town: {hex}");
    let hex = between_towns("1501").best_choice();
    assert!(["hex 1204", "hex 1205", "hex 1206"].contains(&hex.as_str()), "on to the other: {hex}");
}

#[test]
fn a_hex_that_ends_the_game_is_entered() {
    let mut table = position(
        "map 12x9
        place metz 0405 held french
        prussian cavalry p1 3/2 at 0404
        prussian infantry p2 8/4 at 1001
        french infantry f1 6/3 at 0406
        french infantry f2 6/3 at 0505",
    )
    .with(|scenario| {
        scenario.victory.sudden.push(file::SuddenEnding {
            winner: "prussian".into(),
            level: file::VictoryLevel::Overwhelming,
            after_turn: None,
            enters: vec!["0405".into()],
            controls: Vec::new(),
        });
    })
    .moves("prussian");
    table.does("move p1");
    assert_eq!(table.best_choice(), "hex 0405");
}

#[test]
fn everybody_who_can_digs_and_the_best_unit_is_rebuilt() {
    let mut table = position(
        "map 12x9
        corps ii french at 0402 rating 9 9
        french infantry f1 5/3 at 0404 of ii
        french infantry f2 3/2 of ii broken 1
        french infantry f3 7/4 of ii broken 1
        prussian infantry p1 8/4 at 0409",
    )
    .rallies("ii", "defend");
    assert_eq!(table.best_choice(), "rebuild f3");
    table.does("pass");
    assert_eq!(table.best_choice(), "dig f1");
}

#[test]
fn chits_go_on_the_first_track_only_if_something_is_to_come() {
    let likes = |chit: &str| {
        let mut table = position(&format!(
            "chit french fortunes-of-war
            hand french furia-francese
            chit french prussian-aggressive-tactics
            corps ii french at 0402 rating 9 9 {chit}
            french infantry f1 9/5 at 0404 of ii
            prussian infantry p1 8/4 at 0408"
        ))
        .cup();
        table.draws("prussian-aggressive-tactics");
        table.best_choice()
    };
    assert_eq!([likes("chit 6"), likes("chit 1")], ["track 0", "track 1"]);
}

#[test]
fn a_spent_brigade_leaves_the_enemy_and_a_fresh_one_comes_near() {
    let gap = |from: &str, marks: &str| {
        let mut table = position(&format!(
            "map 26x9
            prussian infantry p1 8/4 at 1105
            prussian infantry p2 8/4 at 1106
            french infantry f1 5/3 at {from} {marks}"
        ))
        .moves("french");
        table.does("move f1");
        for _ in 0..8 {
            let likes = table.best_choice();
            if likes == "stop" || !likes.starts_with("hex ") {
                break;
            }
            table.does(&likes);
        }
        let at = table.game.hex_of(table.unit("f1")).unwrap();
        ["1105", "1106"].map(|enemy| table.game.board.map.distance(at, table.hex(enemy))).into_iter().min().unwrap()
    };
    let [fresh, worn, disrupted] = ["", "battleworn shaken", "disrupted"].map(|marks| gap("0705", marks));
    assert!(fresh < 4 && worn >= 4 && disrupted >= 4, "{fresh} {worn} {disrupted}");
    assert!(gap("1005", "disrupted") > 1);
}

#[test]
fn only_moves_are_searched() {
    use battlewright_core::players::Appraise as _;
    let field = "map 12x9\nprussian field p1 6/3 at 0404\nfrench infantry f1 5/3 at 0406";
    assert!(position(field).moves("prussian").game.is_searched());
    assert!(!position(field).fires("prussian").game.is_searched());
}
