//! Rules in rows: each hook and each act is heard by choices, refusals, odds, marks and players, in random games.

use battlewright_schema::outrance as file;

use crate::action::{Action, OrderKind};
use crate::display::event_text::inches;
use crate::rules::c03_orders::OrderFate;
use crate::rules::c04_moves::Neighbors;
use crate::state::{MoveKind, Task, UnitIx};
use crate::tests::games::{SCENARIOS, scenario};
use crate::tests::position::{PRUSSIAN, position};
use crate::{Event, Outrance};
use battlewright_core::game::{Game as _, Turn};
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_core::play::Dice;
use battlewright_core::players::{Appraise as _, Kind, Playout};
use battlewright_core::show::Show as _;
use battlewright_testkit::read_rules;

/// Plays games of the first bundled scenario with `rows`, calls `look` at each position, and returns the events.
fn play(rows: &str, seeds: u64, mut look: impl FnMut(&Outrance)) -> Vec<Event> {
    let mut log = Vec::new();
    let mut scenario: file::Outrance = scenario(SCENARIOS[0].1);
    scenario.rules = read_rules(rows);
    for seed in 0..seeds {
        let kinds = if seed % 2 == 0 { [Kind::Greedy, Kind::Random] } else { [Kind::Random, Kind::Greedy] };
        let seats = kinds.map(|kind| kind.player(Dice::new(seed)));
        let start = Outrance::new(&scenario).unwrap_or_else(|problems| panic!("{problems:?}"));
        let mut playout = Playout::new(start, seats, Dice::new(seed));
        while playout.advance(&mut log).unwrap().is_none() {
            look(playout.game());
        }
        assert!(matches!(playout.game().turn(), Turn::Over(_)), "the game ends");
    }
    log
}

fn forbid(act: &str, when: &str) -> String {
    format!(
        "[[rules.forbid]]\nid = \"none\"\nname = \"None\"\nact = \"{act}\"\nwhen = \"{when}\"\nreason = \"it is forbidden\"\n"
    )
}

fn modify(hook: &str, change: &str) -> String {
    format!("[[rules.modifier]]\nid = \"all\"\nname = \"All\"\nto = \"{hook}\"\n{change}\n")
}

/// Returns the actions of a position; each of them is allowed.
fn listed(game: &Outrance) -> Vec<Action> {
    let mut listed = Vec::new();
    game.actions(&mut listed);
    for action in &listed {
        assert!(game.check(action).is_ok(), "{action:?}");
    }
    listed
}

/// The unit that selects its action.
fn acting(game: &Outrance) -> Option<UnitIx> {
    match game.stack().last() {
        Some(Task::Act(act)) => Some(act.0),
        _ => None,
    }
}

#[test]
fn what_is_forbidden_is_never_offered_and_refused_with_the_reason() {
    let mut seen = [0; 4];
    let cases =
        [("fire", "firer.side == prussian"), ("assault", "attacker.side == prussian"), ("regroup", "turn >= 1")];
    for (case, (act, when)) in cases.into_iter().enumerate() {
        play(&forbid(act, when), 2, |game| {
            let Some(unit) = acting(game) else { return };
            let is_barred = |action: &Action| match (act, action) {
                ("fire", Action::Fire { .. }) | ("assault", Action::Order(OrderKind::Assault(_))) => {
                    game.side_of(unit) == PRUSSIAN
                }
                ("regroup", Action::Regroup) => true,
                _ => false,
            };
            let listed = listed(game);
            assert!(!listed.iter().any(is_barred), "{listed:?}");
            assert!(listed.contains(&Action::Hold), "a unit may always hold");
            // What stands in the menu without the row is refused by it.
            let plain = Outrance::new(&scenario(SCENARIOS[0].1))
                .unwrap()
                .with_state(crate::State { extra: Default::default(), ..game.state() });
            let mut without = Vec::new();
            plain.actions(&mut without);
            for action in without.iter().filter(|action| is_barred(action)) {
                seen[case] += 1;
                assert_eq!(game.check(action).unwrap_err().reason, "it is forbidden");
            }
        });
    }
    assert!(seen[0] > 20 && seen[1] > 0 && seen[2] > 0, "{seen:?}");
    play(&forbid("order", "side == prussian"), 2, |game| {
        let Some(unit) = acting(game).filter(|unit| game.side_of(*unit) == PRUSSIAN) else { return };
        let moves = |action: &Action| matches!(action, Action::Order(_) | Action::RouteMarch | Action::MoveGeneral);
        assert!(!listed(game).iter().any(moves), "{unit:?}");
        seen[3] += 1;
    });
    assert!(seen[3] > 20, "{seen:?}");
}

#[test]
fn a_banned_assault_threatens_nobody() {
    let exposed = |rows: &str| {
        let text = "prussian infantry p1 4 at 20,10 maneuver
            french artillery f1 2 at 20,14";
        let table = position(text).rows(rows).with_initiative(PRUSSIAN);
        let weights = crate::player::weights::Weights { guns_exposed: 100, ..Default::default() };
        let (unit, at) = (table.unit("f1"), battlewright_core::kit::plane::Point::new(20_000, 14_000));
        table.game.appraised(weights).exposure_at(unit, at)
    };
    assert!(exposed("[rules]\n") > 0);
    assert_eq!(exposed(&forbid("assault", "attacker.side == prussian")), 0);
}

#[test]
fn changed_indices_are_those_of_odds_rolls_and_players() {
    let (mut fires, mut assaults, mut regroups) = (0, 0, 0);
    let rows = [
        modify("fire.index", "add = 20"),
        modify("assault.fire", "add = -20").replace("all", "stop"),
        modify("assault.index", "add = 20").replace("all", "home"),
        modify("regroup.chance", "add = -90").replace("all", "panic"),
    ]
    .concat();
    let log = play(&rows, 2, |game| {
        for action in listed(game) {
            let Some(odds) = game.odds(&action) else { continue };
            let total = |name: &str| odds.modifiers.iter().find(|(found, _)| found == name).map(|(_, value)| *value);
            match action {
                Action::Fire { .. } => {
                    fires += 1;
                    assert_eq!((total("Fire: All"), total("Fire: index")), (Some(20), Some(10)), "{odds:?}");
                    assert!(game.appraise(&action) > 0, "the player knows that it hits");
                }
                Action::Order(OrderKind::Assault(_)) => {
                    assaults += 1;
                    assert_eq!(total("Defensive fire: index"), Some(0), "{odds:?}");
                    assert_eq!(total("Close combat: index"), Some(10), "{odds:?}");
                }
                Action::Regroup => {
                    regroups += 1;
                    assert_eq!(odds.cases[0].results[0], ("regroups".to_owned(), 5), "{odds:?}");
                }
                _ => {}
            }
        }
    });
    for event in &log {
        match event {
            Event::Fired { shot: Some(shot), .. } => assert_eq!(shot.fire.index.index, 10, "{event:?}"),
            Event::CloseCombat { combats, .. } => assert_eq!(combats[1].index.index, 10, "{event:?}"),
            Event::Regrouped { percent, .. } => assert_eq!(*percent, 5, "IX: the least chance"),
            _ => {}
        }
    }
    assert!(fires > 10 && assaults > 0 && regroups > 0, "{fires} {assaults} {regroups}");
}

#[test]
fn movement_is_limited_for_menus_paths_and_counters() {
    let mut moves = 0;
    play(&modify("base-move", "at_most = 1"), 1, |game| {
        if let Some(Task::Move(task)) = game.stack().last() {
            assert!(task.allowance <= 1000, "{task:?}");
            for action in listed(game) {
                if let Action::Leg { to, facing } = action
                    && task.legs.is_empty()
                {
                    moves += 1;
                    let next = game.with_leg(task, to, facing);
                    let cost = game.judged(&next).map(|legal| legal.cost);
                    assert!(cost.is_ok_and(|cost| cost <= 1000), "{action:?}");
                }
            }
        }
        let unit = game.all_units().next().unwrap();
        assert_eq!(game.base_movement(unit, MoveKind::March), 1000);
    });
    assert!(moves > 20, "{moves}");
    let movement = |change: &str| {
        let text = "prussian infantry p1 4 at 20,20\nfrench infantry f1 4 at 5,5";
        let table = position(text).rows(&modify("base-move", change)).start();
        table.game.base_movement(table.unit("p1"), MoveKind::Maneuver)
    };
    assert_eq!([movement("add = 1"), movement("times = \"1/4\"")], [7000, 1500]);
}

#[test]
fn ranges_are_those_of_fire_marks_and_odds() {
    let text = "prussian infantry p1 4 at 20,20\nfrench infantry f1 4 at 20,15.5 facing 180";
    let table = |rows: &str| {
        let mut table = position(text).rows(rows).with_initiative(PRUSSIAN);
        table.does("select p1");
        table
    };
    let rims = |rows: &str| {
        let marks = table(rows).game.table_marks(None);
        let notes = marks.iter().filter(|mark| mark.legend.name == "Arc of fire").map(|mark| mark.note.clone());
        notes.filter(|note| !note.is_empty()).collect::<Vec<_>>()
    };
    assert!(table("[rules]\n").choices("fire").is_empty(), "VI: over 3 inches");
    assert_eq!(rims("[rules]\n"), [inches(3000)]);
    let far = modify("range", "add = 2");
    let mut farther = table(&far);
    assert_eq!(farther.choices("fire"), ["f1 0"]);
    assert_eq!(rims(&far), [inches(3000), inches(5000)]);
    assert!(farther.game.odds(&farther.action("fire f1 0")).is_some());
    farther.does("fire f1 0").rolls(&[1]);
    assert!(!farther.take_log().concat().contains("out of range"));
    let near = text.replace("15.5", "18");
    let short = |rows: &str| {
        let mut table = position(&near).rows(rows).with_initiative(PRUSSIAN);
        table.does("select p1");
        table
    };
    assert_eq!(short("[rules]\n").choices("fire"), ["f1 0"]);
    let mut none = short(&modify("range", "at_most = 1"));
    assert!(none.choices("fire").is_empty());
    none.does("fire f1 0");
    none.logs("p1 (Prussians) fires at f1 (French): out of range [VI]");
    let mut shots = 0;
    play(&modify("range", "at_most = 0"), 1, |game| {
        shots += listed(game).iter().filter(|action| matches!(action, Action::Fire { .. })).count();
    });
    assert_eq!(shots, 0);
}

#[test]
fn roads_are_as_fast_as_rows_say_for_paths_menus_and_marks() {
    let text = "road 20,29 20,1
        prussian infantry p1 4 at 20,24 march
        french infantry f1 4 at 5,2";
    let farthest = |rows: &str| {
        let mut table = position(text).rows(rows).with_initiative(PRUSSIAN);
        table.does("select p1, order march").rolls(&[1]);
        let Some(Task::Move(task)) = table.game.stack().last().cloned() else { panic!("it moves") };
        let near: Neighbors = table.game.neighbors(&task, None);
        let (_, by_road) =
            table.game.along_road(&task, 0, battlewright_core::kit::plane::Point::new(20_000, 1_000), &near).unwrap();
        let menu = listed(&table.game).into_iter().filter_map(|action| match action {
            Action::Leg { to, .. } => Some(24_000 - to.y()),
            _ => None,
        });
        (24_000 - by_road.end.at.y(), menu.max().unwrap())
    };
    let (road, leg) = farthest("[rules]\n");
    let (mud, slow) = farthest(&modify("road-percent", "at_most = 100"));
    let (rail, fast) = farthest(&modify("road-percent", "at_least = 200"));
    assert!((mud * 3 - road * 2).abs() < 60 && (rail * 3 - road * 4).abs() < 60, "{mud} {road} {rail}");
    assert!(slow < leg && leg < fast, "{slow} {leg} {fast}");
}

#[test]
fn command_is_what_rows_say_for_orders_regrouping_and_marks() {
    let text = "prussian infantry p1 4 at 20,20 disordered
        prussian general pg at 20,24
        french infantry f1 4 at 5,2";
    let told = |rows: &str| {
        let mut table = position(text).rows(rows).with_initiative(PRUSSIAN);
        table.does("select p1");
        let odds = |action: &str| table.game.odds(&table.action(action)).unwrap().cases[0].results[0].1;
        (odds("order deploy"), odds("regroup"))
    };
    assert_eq!(told("[rules]\n"), (95, 90), "IX");
    assert_eq!(told(&modify("command.radius", "at_most = 1")), (75, 65));
    assert_eq!(told(&modify("in-command", "be = false")), (75, 90), "orders alone");
    let out = modify("in-command", "be = true");
    let far = text.replace("20,24", "39,2");
    let mut table = position(&far).rows(&out).with_initiative(PRUSSIAN);
    table.does("select p1, order deploy").rolls(&[95]);
    assert!(table.take_log().concat().contains("is received"));
    play(&modify("command.radius", "at_most = 0"), 1, |game| {
        for unit in game.all_units() {
            let is_near = game.general_near(unit).is_some();
            assert!(!is_near || game.shape(unit).is_some(), "only in contact");
            assert_eq!(game.order_facts(unit).general, is_near && game.general_helps_orders(unit));
        }
    });
}

#[test]
fn assaults_reach_as_far_as_ever_under_rows_about_moves() {
    let table = position("prussian infantry p1 4 at 20,20 maneuver\nfrench infantry f1 4 at 20,15 facing 180")
        .rows(&modify("base-move", "at_most = 0"))
        .with_initiative(PRUSSIAN);
    assert_eq!(table.game.assault_reach(table.unit("p1"), OrderFate::Received), 6000, "VII: a rule of its own");
}

#[test]
fn odds_are_those_of_the_roll_for_facts_that_the_action_changes() {
    let rows = [
        modify("fire.index", "add = \"least(9, inches(firer, target))\"\nwhen = \"not firer.has-acted\""),
        modify("assault.index", "add = 1\nwhen = \"defender.assaults == 0\"").replace("all", "first"),
    ]
    .concat();
    // Advancing fire turns the unit, whose front comes nearer to its target.
    let text = "prussian infantry p1 4 at 20,15 facing 90 maneuver
        french infantry f1 2 at 20,12 facing 180";
    let mut table = position(text).rows(&rows).with_initiative(PRUSSIAN);
    table.does("select p1");
    let told = |table: &crate::tests::position::Table, action: &str, name: &str| {
        let odds = table.game.odds(&table.action(action)).unwrap();
        odds.modifiers.into_iter().find(|(found, _)| found == name).map(|(_, value)| value)
    };
    let change = told(&table, "fire f1 0", "Fire: All").unwrap();
    table.does("fire f1 0").rolls(&[1]);
    let log = table.take_log().concat();
    assert!(log.contains(&format!("All +{change}")), "{change}: {log}");
    let mut table = position("prussian infantry p1 4 at 20,16 maneuver\nfrench infantry f1 4 at 20,12 facing 180")
        .rows(&rows)
        .with_initiative(PRUSSIAN);
    table.does("select p1");
    assert_eq!(told(&table, "assault f1", "Close combat: All"), Some(1));
    table.does("assault f1").rolls(&[1]).rolls(&[100, 1, 1]);
    assert!(table.take_log().concat().contains("All +1"));
}
