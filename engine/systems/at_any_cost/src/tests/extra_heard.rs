//! A row of extreme size is heard by everything that reads its number, its answer or its act, in games of a bundled scenario.

use battlewright_schema::at_any_cost as file;

use crate::action::Shot;
use crate::rules::r12_movement::MoveTask;
use crate::rules::r13_assault::AssaultTask;
use crate::rules::r14_rally::RallyTask;
use crate::state::Task;
use crate::tests::extra_cases::{forbid, modify};
use crate::tests::testing::{FRENCH, PRUSSIAN};
use crate::{Action, AtAnyCost, MovingPiece};
use battlewright_core::game::{Game as _, Turn};
use battlewright_core::play::Dice;
use battlewright_core::players::{Kind, Playout};
use battlewright_core::show::Show as _;
use battlewright_testkit::read_rules;

/// The inputs of a game that is looked at.
const INPUTS: u64 = 500;

fn scenario(rows: &str) -> file::AtAnyCost {
    let text = include_str!("../../../../../scenarios/aac-mars-la-tour.toml");
    let Some(battlewright_schema::Scenario::AtAnyCost(mut scenario)) = battlewright_schema::load(text).scenario else {
        panic!("the scenario is readable")
    };
    scenario.rules = read_rules::<file::RuleChanges>(rows);
    *scenario
}

/// Plays the beginning of games of a bundled scenario with `rows`, and calls `look` at each position in which a side chooses,
/// with its choices.
pub(crate) fn play(rows: &str, mut look: impl FnMut(&AtAnyCost, &[Action])) {
    play_until(rows, |game, listed| {
        look(game, listed);
        true
    });
}

/// The same, up to the position in each game at which `look` returns `false`.
pub(crate) fn play_until(rows: &str, mut look: impl FnMut(&AtAnyCost, &[Action]) -> bool) {
    let scenario = scenario(rows);
    let mut listed = Vec::new();
    for (seed, kinds) in [(1, [Kind::Random, Kind::Greedy]), (2, [Kind::Greedy, Kind::Random])] {
        let seats = kinds.map(|kind| kind.player(Dice::new(seed)));
        let start = AtAnyCost::new(&scenario).unwrap_or_else(|problems| panic!("{problems:?}"));
        let mut playout = Playout::new(start, seats, Dice::new(seed));
        while playout.inputs() < INPUTS && playout.advance(&mut ()).expect("players find what is allowed").is_none() {
            let game = playout.game();
            game.actions(&mut listed);
            if matches!(game.turn(), Turn::Choose(_)) {
                assert!(!listed.is_empty(), "there is a choice");
                for action in &listed {
                    assert!(game.check(action).is_ok(), "{action:?}");
                }
                if !look(game, &listed) {
                    break;
                }
            }
        }
    }
}

fn moving(game: &AtAnyCost) -> Option<crate::rules::r12_02_motion::Motion> {
    game.moving().copied()
}

/// The fires of the other side that a choice of `action` could be, and those by events.
fn shot_of(action: &Action) -> Option<Shot> {
    match action {
        Action::Fire(shot) | Action::FireWith { shot, .. } => Some(*shot),
        _ => None,
    }
}

#[test]
fn a_forbidden_step_is_heard_by_choices_reach_and_routes() {
    let mut steps = 0;
    play(&forbid("step", "to has woods"), |game, listed| {
        let Some(motion) = moving(game) else { return };
        let is_barred = |hex| game.board.has_terrain(hex, file::TerrainClass::Woods);
        for hex in listed.iter().filter_map(Action::hex) {
            steps += 1;
            assert!(!is_barred(hex));
        }
        for hex in game.hexes_in_reach() {
            assert!(!is_barred(hex) || motion.hex == Some(hex), "reach goes into barred ground");
            let cell = game.board.map.cell(hex);
            assert!(game.route(cell).iter().filter_map(Action::hex).all(|hex| !is_barred(hex)));
        }
    });
    assert!(steps > 50, "{steps}");
}

#[test]
fn a_forbidden_fire_or_assault_is_never_listed_nor_feared() {
    let (mut fires, mut feared) = (0, 0);
    play(&forbid("fire", "side == prussian"), |game, listed| {
        for shot in listed.iter().filter_map(shot_of) {
            fires += 1;
            assert_eq!(game.unit_side(shot.firer), FRENCH);
        }
        for (unit, hex) in game.on_map(FRENCH) {
            for enemy in game.enemies_next_to(FRENCH, hex) {
                feared += 1;
                let worth = game.appraiser().harm_by(enemy, unit);
                assert_eq!(worth, 0, "who may not fire is not feared");
            }
        }
    });
    assert!(fires > 10, "{fires}");
    let mut assaults = 0;
    play(&forbid("assault", "side == french"), |game, listed| {
        if let Some(Task::Assault(AssaultTask::Step)) = game.state.stack.last() {
            for ground in listed.iter().filter_map(Action::hex) {
                assaults += 1;
                let side = game.activation().unwrap().side;
                assert!(side == PRUSSIAN || !game.friends_in(side, ground).is_empty(), "only who has charged");
            }
        }
    });
    assert!(assaults + feared > 0, "{assaults} {feared}");
}

#[test]
fn acts_of_the_rally_and_charges_are_never_listed() {
    let mut rows = String::new();
    for (act, id) in [("recover", "a"), ("rebuild", "b"), ("dig", "c"), ("charge", "d")] {
        rows += &forbid(act, "side == french or side == prussian").replace("id = \"none\"", &format!("id = \"{id}\""));
    }
    play(&rows, |game, listed| {
        for action in listed {
            let is_forbidden = matches!(
                action,
                Action::Rally(_) | Action::Resupply(_) | Action::Rebuild(_) | Action::Dig(_) | Action::Charge { .. }
            );
            assert!(!is_forbidden, "{action:?}");
        }
        let task = game.state.stack.last();
        assert!(!matches!(task, Some(Task::Move(MoveTask::Contact { .. } | MoveTask::Opportunity(_)))));
        assert!(!matches!(task, Some(Task::Rally(RallyTask::RebuildRoll(_) | RallyTask::DigRoll(_)))));
    });
}

#[test]
fn a_side_that_may_not_be_activated_stands_and_the_game_goes_on() {
    let mut turns = 0;
    play(&forbid("activate", "side == french"), |game, _| {
        turns = turns.max(game.state.turn);
        assert!(game.activation().is_none_or(|activation| activation.side == PRUSSIAN));
    });
    assert!(turns >= 2, "{turns}");
    play(&forbid("activate", "side == french or side == prussian"), |game, _| assert!(game.activation().is_none()));
}

#[test]
fn shifts_of_fire_are_those_of_odds_and_of_the_appraisal() {
    let mut fires = 0;
    play(&modify("fire.column", "add = 20"), |game, listed| {
        for action in listed.iter().filter(|action| shot_of(action).is_some()) {
            fires += 1;
            let odds = game.odds(action).expect("a fire has odds");
            assert!(odds.modifiers.iter().any(|(name, shift)| name == "Shift: All" && *shift > 0), "{odds:?}");
            let fire = game.fire_of(action).unwrap();
            assert_eq!(game.fire_column(&fire), game.fire_table(&fire.shot).columns.len() - 1);
            assert!(game.appraiser().worth_of_fire(&fire) > 0);
        }
    });
    assert!(fires > 10, "{fires}");
    play(&modify("fire.strength", "at_most = -2"), |game, listed| {
        for action in listed.iter().filter(|action| shot_of(action).is_some()) {
            let odds = game.odds(action).expect("a fire has odds");
            assert_eq!(odds.modifiers[0], ("SP".to_owned(), -2));
            assert_eq!(game.fire_strength(&game.fire_of(action).unwrap()), -2);
        }
    });
}

#[test]
fn shifts_and_strengths_of_assaults_are_those_of_the_odds() {
    let mut looked = 0;
    for (hook, change, columns) in [("assault.column", "add = 20", 10), ("differential", "at_most = -99", 0)] {
        play(&modify(hook, change), |game, listed| {
            for assault in listed.iter().filter_map(|action| game.assault_of(action)) {
                if assault.defenders.is_empty() || assault.attackers.is_empty() {
                    continue;
                }
                looked += 1;
                let column = game.assault_column(&assault);
                if hook == "assault.column" {
                    assert_eq!(column, columns);
                } else {
                    assert_eq!(game.assault_differential(&assault), -99);
                }
            }
        });
    }
    play(&modify("assault.strength", "at_most = 0"), |game, listed| {
        for assault in listed.iter().filter_map(|action| game.assault_of(action)) {
            let (attack, defense) = game.assault_totals(&assault);
            assert!(attack <= 0 && defense <= 0);
        }
    });
    assert!(looked > 0, "{looked}");
}

#[test]
fn the_tcr_of_rows_is_that_of_tests_and_of_the_log() {
    play(&modify("tcr", "add = 20"), |game, _| {
        for unit in game.board.all_units() {
            assert_eq!(game.modified_tcr(unit), 10);
        }
    });
    play(&modify("tcr", "add = -20"), |game, _| {
        for unit in game.board.all_units() {
            assert_eq!(game.modified_tcr(unit), 0);
            let sum: i8 = game.tcr_parts(unit, true).iter().map(|(_, part)| *part).sum();
            assert!(sum <= 0, "{sum}");
        }
    });
}

#[test]
fn limits_of_movement_are_heard_by_choices_and_reach() {
    play(&modify("allowance", "at_most = 0"), |game, listed| {
        assert!(moving(game).is_none(), "no piece moves");
        let chooses = matches!(game.state.stack.last(), Some(Task::Move(MoveTask::Choose(_))));
        assert!(!chooses || !listed.iter().any(|action| matches!(action, Action::Move(_))));
        let unit = game.board.all_units().next().unwrap();
        assert_eq!(game.movement_points(MovingPiece::Unit(unit)), 0);
    });
    let mut moves = 0;
    for rows in [modify("most-hexes", "at_most = 1"), modify("must-stop", "be = true"), modify("step", "add = 99")] {
        play(&rows, |game, listed| {
            let Some(motion) = moving(game) else { return };
            moves += 1;
            assert!(motion.hexes == 0 || !listed.iter().any(|action| action.hex().is_some()), "one hex is all");
            if let Some(from) = motion.hex {
                for hex in game.hexes_in_reach() {
                    assert!(motion.hexes == 0 && game.board.map.distance(from, hex) == 1, "{motion:?}");
                }
            }
        });
    }
    assert!(moves > 50, "{moves}");
}

#[test]
fn ranges_and_sight_are_heard_by_fires_and_by_the_aid() {
    let mut fires = 0;
    for rows in [modify("range", "at_most = 1"), modify("sight", "at_most = 1")] {
        play(&rows, |game, listed| {
            for shot in listed.iter().filter_map(shot_of) {
                fires += 1;
                let hexes = game.hex_of(shot.firer).zip(game.hex_of(shot.target)).unwrap();
                assert_eq!(game.board.map.distance(hexes.0, hexes.1), 1);
            }
        });
    }
    play(&modify("sight", "at_most = 1"), |game, _| {
        let map = &game.board.map;
        let [one, other] = [FRENCH, PRUSSIAN].map(|side| game.on_map(side).next().map(|(_, hex)| hex));
        if let Some((one, other)) = one.zip(other) {
            let near = map.distance(one, other) <= 1;
            assert_eq!(game.sees(map.cell(one), map.cell(other)), near);
            assert_eq!(game.line_of_sight(map.cell(one), map.cell(other)).unwrap().is_clear(), near);
        }
    });
    assert!(fires > 5, "{fires}");
}

#[test]
fn command_ranges_and_answers_are_heard() {
    play(&modify("command.range", "at_most = 0"), |game, _| {
        for formation in game.board.all_formations() {
            let costs = game.command_cost_map(formation);
            let reached = game.board.map.all().filter(|hex| costs[hex.index()] != u16::MAX).count();
            assert!(reached <= 1, "its own hex only");
            assert_eq!(game.appraiser().greatest_rating(formation), 0);
        }
    });
    play(&modify("in-command", "be = true"), |game, _| {
        for unit in game.board.all_units() {
            assert!(game.unit(unit).done.command == crate::state::CommandStatus::InCommand);
        }
    });
}

#[test]
fn a_unit_must_go_on_where_a_stop_is_forbidden_and_nobody_is_stuck() {
    let mut stops = 0;
    play(&forbid("stop", "side == french and hex.has-road"), |game, listed| {
        if let Some(motion) = moving(game) {
            let on_road = motion.hex.is_some_and(|hex| game.board.map.has_road(hex));
            let is_bound = on_road && game.side_of(motion.piece) == FRENCH && motion.hexes > 0;
            stops += u32::from(is_bound);
            assert!(!is_bound || !listed.contains(&Action::Stop));
        }
    });
    assert!(stops > 20, "{stops}");
    // Where no hex is one to end in, or to enter, nobody moves.
    for act in ["stop", "step"] {
        play(&forbid(act, "side == french"), |game, _| {
            assert!(moving(game).is_none_or(|motion| game.side_of(motion.piece) == PRUSSIAN), "{act}");
        });
    }
}

/// The published modifiers of 8.6 and 13.4 as rows.
const TWINS: &str = r#"
    [rules]
    drop = [
        "target-terrain", "target-earthworks", "obscured", "plunging-fire", "target-cavalry", "further-defensive-fire",
        "feu-de-bataillon", "enhanced-fire", "fire-conditions",
        "low-ground", "slope", "assault-event", "defender-earthworks", "defender-terrain", "exposed-artillery",
        "enhanced-assault", "assault-conditions",
    ]
"#;

/// A row that is a published modifier: its id, its hook, its number and its condition.
fn twin(id: &str, to: &str, add: &str, when: &str) -> String {
    let when = if when.is_empty() { String::new() } else { format!("when = \"{when}\"\n") };
    format!("[[rules.modifier]]\nid = \"{id}\"\nname = \"{id}\"\nto = \"{to}\"\nadd = \"{add}\"\n{when}")
}

#[test]
fn published_shifts_as_rows_are_the_same() {
    let mut rows = TWINS.to_owned();
    for (class, fire, assault) in
        [("woods", -1, -1), ("farm", -2, -2), ("town", -3, -3), ("ravine", 2, 0), ("stream", 1, 0)]
    {
        let when = format!("ground has {class}");
        rows += &twin(&format!("fire-{class}"), "fire.column", &fire.to_string(), &when);
        if assault != 0 {
            rows += &twin(&format!("assault-{class}"), "assault.column", &assault.to_string(), &when);
        }
    }
    for hook in ["fire.column", "assault.column"] {
        let id = hook.replace('.', "-");
        rows += &twin(&format!("{id}-field"), hook, "-1", "ground.earthworks == fieldworks");
        rows += &twin(&format!("{id}-trench"), hook, "-2", "ground.earthworks == entrenchments");
    }
    rows += &twin("in-the-way", "fire.column", "-2", "obscured(firer.hex, ground)");
    rows += &twin("plunging", "fire.column", "1", "firer.hex.elevation > ground.elevation");
    rows += &twin("horse", "fire.column", "3", "target.kind == cavalry");
    rows += &twin("further", "fire.column", "-2 * further", "");
    rows += &twin("feu", "fire.column", "1", "firer.has-feu");
    rows += &twin("better-fire", "fire.column", "1", "firer.bonus == fire");
    rows += &twin("weather", "fire.column", "2 * conditions", "");
    let low = "most((if u.hex == ground then 0 else (if u.hex has ravine then -3 else 0) + (if u.hex has stream then -2 else 0)) for u in attackers)";
    rows += &twin("low", "assault.column", low, "");
    let slope = "most((if u.hex != ground and edge(u.hex, ground) has slope and u.hex.elevation < ground.elevation then -2 else 0) for u in attackers)";
    rows += &twin("climb", "assault.column", slope, "");
    rows += &twin("sent", "assault.column", "2", "cause == auftragstaktik");
    rows += &twin("furia", "assault.column", "1", "cause == furia-francese");
    let guns = "kind in [field-artillery, heavy-artillery, horse-artillery]";
    rows += &twin("alone", "assault.column", "4", &format!("all(u in defenders where u.{guns})"));
    let front = format!(
        "not all(u in defenders where u.{guns}) and any(u in defenders where u.{guns} and not u.is-second-line)"
    );
    rows += &twin("in-front", "assault.column", "2", &front);
    rows += &twin(
        "better-assault",
        "assault.column",
        "1",
        "cause == step and any(u in attackers where u.bonus == assault)",
    );
    rows += &twin("storm", "assault.column", "conditions", "");
    let mut plain = Vec::new();
    play("[rules]\n", |game, _| plain.push(game.fingerprint()));
    let mut with_rows = Vec::new();
    let mut looked = 0;
    play(&rows, |game, listed| {
        with_rows.push(game.fingerprint());
        looked += listed.iter().filter(|action| shot_of(action).is_some()).count();
    });
    assert!(looked > 10, "{looked}");
    assert!(plain == with_rows, "games with rows in place of published shifts are the same");
}
