//! A hook is heard: rules of extreme size in games of a bundled scenario, where choices, reach, odds and the appraisal of computer
//! players agree with them.

use battlewright_schema::matz::Kind;

use crate::action::Action;
use crate::event::Phase;
use crate::player::reach::Reach;
use crate::player::strengths::StrengthMap;
use crate::rules::r07_combat::CombatTask;
use crate::rules::r08_1_barrage::BarrageTask;
use crate::rules::r11_air::AirTask;
use crate::state::Task;
use crate::tests::games::bundled;
use crate::tests::testing::{FRENCH, GERMAN};
use crate::{Matz, UnitIx};
use battlewright_core::game::{Game as _, Side, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::play::Dice;
use battlewright_core::players::{Appraise as _, Kind as Player, Playout};
use battlewright_core::show::Show as _;

/// The inputs that a test looks at.
const INPUTS: usize = 1500;

fn scenario(rows: &str) -> Matz {
    bundled(&format!("{}\n{rows}", include_str!("../../../../../scenarios/matz-first-day.toml")))
}

/// Plays the first day with `rows`, and calls `look` at each position. Returns `true` if the game is over.
fn play(rows: &str, seed: u64, inputs: usize, look: impl FnMut(&Matz, &[Action])) -> bool {
    play_with([Player::Greedy, Player::Random], rows, seed, inputs, look)
}

fn play_with(kinds: [Player; 2], rows: &str, seed: u64, inputs: usize, mut look: impl FnMut(&Matz, &[Action])) -> bool {
    let seats = kinds.map(|kind| kind.player(Dice::new(seed)));
    let mut playout = Playout::new(scenario(rows), seats, Dice::new(seed));
    let mut listed = Vec::new();
    for _ in 0..inputs {
        if playout.advance(&mut ()).expect("the players choose").is_some() {
            return true;
        }
        playout.game().actions(&mut listed);
        look(playout.game(), &listed);
    }
    false
}

fn forbid(act: &str, when: &str) -> String {
    format!(
        "[[rules.forbid]]\nid = \"none\"\nname = \"None\"\nact = \"{act}\"\nwhen = \"{when}\"\nreason = \"it is forbidden\"\n"
    )
}

fn modify(id: &str, hook: &str, change: &str) -> String {
    format!("[[rules.modifier]]\nid = \"{id}\"\nname = \"{id}\"\nto = \"{hook}\"\n{change}\n")
}

/// Asserts that what is listed is allowed, and that the side that chooses sees the same choices.
fn assert_listed_is_allowed(game: &Matz, listed: &[Action]) {
    for action in listed {
        assert!(game.check(action).is_ok(), "{action:?}");
    }
    if let Turn::Choose(side) = game.turn() {
        let mut seen = Vec::new();
        game.seen_by(side).actions(&mut seen);
        assert_eq!(seen, listed);
    }
}

fn moving(game: &Matz) -> Option<UnitIx> {
    game.moving().map(|motion| motion.unit)
}

#[test]
fn forbidden_steps_are_heard_by_choices_reach_and_threats() {
    let mut moves = 0;
    let is_wooded =
        |game: &Matz, hex: HexIx| game.board.has_terrain(hex, battlewright_schema::matz::TerrainClass::Woods);
    play(&forbid("step", "to has woods"), 1, INPUTS, |game, listed| {
        let Some(motion) = game.moving() else { return };
        moves += 1;
        for action in listed {
            assert!(!action.hex().is_some_and(|hex| is_wooded(game, hex)), "{action:?}");
        }
        let mut reach = Reach::default();
        reach.explore(game, motion);
        reach.each_hex(|hex| assert!(!is_wooded(game, hex), "the reach goes into woods"));
        for cell in game.reach() {
            let hex = game.board.map.at(cell).expect("a hex of the map");
            assert!(!is_wooded(game, hex), "the board shows a way into woods");
        }
    });
    assert!(moves > 100, "{moves}");
}

#[test]
fn costs_and_stops_of_rows_are_those_of_moves_and_reach() {
    let mut steps = 0;
    let rows = modify("dear", "step", "at_least = 3") + &modify("stop", "must-stop", "be = true");
    play(&rows, 2, INPUTS, |game, listed| {
        let Some(motion) = game.moving() else { return };
        for to in listed.iter().filter_map(Action::hex) {
            let next = game.next_motion(motion, to).expect("it is listed");
            assert!(next.halted && next.spent >= motion.spent + 3, "{next:?}");
            steps += 1;
        }
        let mut reach = Reach::default();
        reach.explore(game, motion);
        let from = motion.hex;
        reach.each_hex(|hex| {
            assert!(from.is_none_or(|from| game.board.map.distance(from, hex) == 1), "one step is all");
        });
    });
    assert!(steps > 100, "{steps}");
}

#[test]
fn limits_of_movement_range_and_command_are_heard() {
    let rows = [
        modify("slow", "allowance", "at_most = 1"),
        modify("short", "range", "at_most = 1"),
        modify("alone", "command.range", "at_most = 0"),
    ];
    let (mut shots, mut moves) = (0, 0);
    play(&rows.concat(), 3, INPUTS, |game, listed| {
        if let Some(motion) = game.moving() {
            moves += 1;
            assert!(motion.spent <= 2, "{motion:?}");
        }
        let near =
            |unit: UnitIx, hex: HexIx| game.hex_of(unit).is_none_or(|from| game.board.map.distance(from, hex) <= 1);
        match game.state.stack.last() {
            Some(Task::Barrage(BarrageTask::Plan { hex, .. })) => {
                for unit in listed.iter().filter_map(Action::unit) {
                    shots += 1;
                    assert!(near(unit, *hex), "{unit:?} fires too far");
                }
            }
            Some(Task::Combat(CombatTask::AttackSupport(combat))) => {
                for unit in listed.iter().filter_map(Action::unit) {
                    assert!(combat.attackers.iter().filter_map(|ally| game.hex_of(*ally)).any(|hex| near(unit, hex)));
                }
            }
            _ => {}
        }
        for hq in game.board.formations.iter().filter_map(|formation| formation.hq) {
            assert_eq!(game.command_range(hq), 0);
        }
    });
    assert!(moves > 20 && shots > 0, "{moves} moves, {shots} shots");
}

#[test]
fn zones_command_and_stacks_of_rows_hold_after_each_input() {
    let rows = format!(
        "{}{}{}",
        modify("open", "zone", "be = false\nwhen = \"turn >= 2\""),
        modify("narrow", "stacking", "at_most = 3\nwhen = \"turn >= 2\""),
        modify("cut", "in-command", "be = false\nwhen = \"unit.side == german\""),
    );
    let (mut looked, mut zones) = (0, 0);
    play(&rows, 4, 6 * INPUTS, |game, _| {
        let in_zone = |side| game.board.map.all().any(|hex| game.in_enemy_zoc(side, hex));
        let any = in_zone(GERMAN) || in_zone(FRENCH);
        zones += usize::from(any);
        if game.state.turn >= 2 {
            looked += 1;
            assert!(!any, "turn {}", game.state.turn);
            let is_checked = matches!(game.state.phase, Phase::Bombardment | Phase::Air);
            if is_checked && matches!(game.state.stack.last(), Some(Task::Barrage(BarrageTask::Phase))) {
                let crowded = game.board.map.all().find(|hex| game.steps_in(game.state.active, *hex) > 3);
                assert_eq!(crowded, None);
            }
        }
        if looked % 64 == 1 {
            assert!(game.with_state(game.state()) == *game);
            let german = game.on_map(GERMAN).find(|(unit, _)| game.has_line_of_command(*unit));
            assert_eq!(german, None);
        }
    });
    assert!(looked > 500 && zones > 500, "{looked} {zones}");
}

/// The combats that a choice leads to, with their odds.
fn attacks(game: &Matz, listed: &[Action], mut look: impl FnMut(&Action)) {
    if matches!(game.state.stack.last(), Some(Task::Combat(CombatTask::Phase))) {
        listed.iter().filter(|action| matches!(action, Action::Target(_))).for_each(&mut look);
    }
}

#[test]
fn columns_and_dice_of_rows_are_those_of_odds_and_of_computer_players() {
    let rows = modify("columns", "combat.column", "add = 20") + &modify("pips", "combat.die", "add = 20");
    let mut fights = 0;
    play(&rows, 5, INPUTS, |game, listed| {
        assert_listed_is_allowed(game, listed);
        attacks(game, listed, |action| {
            fights += 1;
            let odds = game.odds(action).expect("it is a combat");
            for name in ["Shift: columns", "Die: pips"] {
                let added = odds.modifiers.iter().find(|(known, _)| known == name);
                assert!(added.is_some_and(|(_, plus)| *plus > 10), "{:?}", odds.modifiers);
            }
            let [case] = &odds.cases[..] else { panic!("one case") };
            assert_eq!(case.results.len(), 1, "the last row of the last column: {case:?}");
            assert!(game.appraise(action) > 0, "the greedy player knows that it wins");
        });
    });
    assert!(fights > 10, "{fights}");
}

#[test]
fn natural_dice_values_and_barrages_of_rows_are_those_of_odds() {
    let rows = format!(
        "{}{}{}",
        modify("unlucky", "combat.natural", "at_most = 1"),
        modify("brave", "value", "at_least = 9"),
        modify("duds", "barrage.column", "add = -20"),
    );
    let (mut fights, mut barrages) = (0, 0);
    let mut strengths = StrengthMap::default();
    play(&rows, 6, INPUTS, |game, listed| {
        attacks(game, listed, |action| {
            fights += 1;
            let odds = game.odds(action).expect("it is a combat");
            assert_eq!(odds.cases[0].results.len(), 1, "{odds:?}");
            assert!(odds.modifiers.iter().any(|(name, value)| name == "Attacker" && *value >= 8));
        });
        if let Some(Task::Barrage(BarrageTask::Plan { .. })) = game.state.stack.last() {
            for action in listed.iter().filter(|action| matches!(action, Action::Join(_))) {
                barrages += 1;
                let odds = game.odds(action).expect("it is a barrage");
                assert!(odds.modifiers.iter().any(|(name, shift)| name == "Shift: duds" && *shift < 0));
                let first = &game.board.rules.tables.bombardment.columns[0];
                assert_eq!(odds.cases[0].name, format!("Column {first}"));
            }
        }
        if fights > 0 && fights < 4 {
            strengths.survey(game);
            for side in Side::BOTH {
                for hex in game.board.map.all() {
                    let units = game
                        .ground
                        .units(hex)
                        .filter(|unit| game.unit_side(*unit) == side && game.board.unit(*unit).arm.fights());
                    let value: i32 = units.map(|unit| i32::from(game.combat_value(unit, false))).sum();
                    assert_eq!(strengths.value(side, hex), value);
                }
            }
        }
    });
    assert!(fights > 10 && barrages > 10, "{fights} {barrages}");
}

#[test]
fn forbidden_acts_are_never_offered_and_a_game_with_them_ends() {
    let acts = [
        ("attack", "side == german"),
        ("support", "side == french"),
        ("bombard", "side == german"),
        ("fly", "side == french"),
        ("advance", "side == french"),
        ("step", "mover.kind == headquarters"),
    ];
    let rows: String = acts.iter().map(|(act, when)| forbid(act, when).replace("none", act)).collect();
    let is_over = play(&rows, 7, 20_000, |game, listed| {
        let of = |unit: UnitIx| game.unit_side(unit);
        for action in listed {
            match (game.state.stack.last(), action) {
                (Some(Task::Combat(CombatTask::Phase)), Action::Target(_)) => assert_eq!(game.state.active, FRENCH),
                (Some(Task::Barrage(_)), Action::Join(unit)) => assert_eq!(of(*unit), FRENCH),
                (
                    _,
                    Action::Support(unit)
                    | Action::Launch { unit, .. }
                    | Action::Patrol(unit)
                    | Action::Advance { unit, .. },
                ) => {
                    assert_eq!(of(*unit), GERMAN);
                }
                (_, Action::Move(unit)) => assert!(!game.board.unit(*unit).is_hq()),
                _ => {}
            }
        }
        let is_of_air = matches!(game.state.stack.last(), Some(Task::Air(AirTask::Phase | AirTask::Assemble(_))));
        if is_of_air || moving(game).is_none() {
            assert_listed_is_allowed(game, listed);
        }
    });
    assert!(is_over, "the game ends");
}

/// The published modifiers of 7.3, 8.4 and 14.0, dropped and written as rows.
fn twins() -> String {
    let row = |id: &str, name: &str, to: &str, add: &str, when: &str| {
        format!(
            "[[rules.modifier]]\nid = \"{id}\"\nname = \"{name}\"\nto = \"{to}\"\nadd = {add}\nwhen = '''{when}'''\n"
        )
    };
    let enemy_of = |of: &dyn Fn(&str) -> String| {
        format!("side == german and {} or side == french and {}", of("french"), of("german"))
    };
    let of_attacker =
        |what: &str| format!("any(u in attackers where {what}) or any(u in supporting(side) where {what})");
    let of_defender = |what: &str| {
        let supporting = enemy_of(&|side| format!("any(u in supporting({side}) where {what})"));
        format!("any(u in defenders where {what}) or {supporting}")
    };
    let crossed = |feature: &str| format!("any(u in attackers where edge(u.hex, ground) has {feature})");
    let [column, die, barrage] = ["combat.column", "combat.die", "barrage.column"];
    let fighters = "u.is-under-fighters";
    let mut rows = String::from(
        "[rules]\ndrop = [\"terrain\", \"concentric\", \"surprise\", \"attacking-fighters\", \"defending-fighters\", \
         \"attacker-out-of-command\", \"defender-out-of-command\", \"attacker-neutralized\", \"defender-neutralized\", \
         \"attacking-tanks\", \"defending-tanks\", \"attacking-stosstruppen\", \"defending-stosstruppen\", \
         \"mixed-divisions\", \"barrage-terrain\", \"barrage-fighters\", \"barrage-out-of-command\"]\n",
    );
    for (name, when) in [
        ("woods", "ground has woods".to_owned()),
        ("village", "ground has village".to_owned()),
        ("town", "ground has town".to_owned()),
        ("trench", "ground.is-trench".to_owned()),
        ("slope", crossed("slope")),
        ("river", crossed("river")),
    ] {
        rows += &row(name, name, column, "-1", &when);
    }
    rows += &row("concentric-2", "concentric attack", column, "1", "concentric");
    rows += &row(
        "surprise-2",
        "surprise",
        column,
        "\"if has-surprise(side) then 1 else -1\"",
        "has-surprise(german) or has-surprise(french)",
    );
    let over_attack = format!("any(u in supporting(side) where {fighters})");
    let over_defense = enemy_of(&|side| format!("any(u in supporting({side}) where {fighters})"));
    rows += &row("fighters-a", "fighters over attacking artillery", column, "-1", &over_attack);
    rows += &row("fighters-d", "fighters over defending artillery", column, "1", &over_defense);
    rows += &row("stream", "stream", die, "-2", &crossed("stream"));
    let [out, neutral] = ["not u.in-command", "u.is-neutralized"];
    rows += &row("out-a", "attacker out of command", die, "-2", &of_attacker(out));
    rows += &row("out-d", "defender out of command", die, "1", &of_defender(out));
    rows += &row("neutral-a", "attacker neutralized", die, "-2", &of_attacker(neutral));
    rows += &row("neutral-d", "defender neutralized", die, "2", &of_defender(neutral));
    for (id, name, kind) in [("tanks", "tanks", "tank"), ("assault", "Stosstruppen", "stosstruppen")] {
        let of = |list: &str| format!("any(u in {list} where u.kind == {kind})");
        rows += &row(&format!("{id}-a"), &format!("attacking {name}"), die, "2", &of("attackers"));
        rows += &row(&format!("{id}-d"), &format!("defending {name}"), die, "-2", &of("defenders"));
    }
    rows += &row("mixed", "mixed divisions", die, "-2", "mixed-divisions");
    let ground = "\"if hex.is-trench and (hex has village or hex has town) then -2 else -1\"";
    let covered = "hex.is-trench or hex has woods or hex has village or hex has town";
    rows += &row("ground", "ground", barrage, ground, covered);
    rows += &row("fighters-b", "enemy fighters", barrage, "-1", &format!("any(u in firers where {fighters})"));
    rows + &row("out-b", "out of command", barrage, "-1", &format!("any(u in firers where {out})"))
}

/// The positions of a random game, with the calculation of each combat. Greedy players judge a hex by what rows say of it alone, and
/// by its printed terrain, and so they might play differently.
fn story(rows: &str) -> Vec<(u64, String)> {
    let mut story = Vec::new();
    play_with([Player::Random; 2], rows, 8, 4 * INPUTS, |game, _| {
        let mut told = String::new();
        if let Some(Task::Combat(CombatTask::Roll(combat))) = game.state.stack.last() {
            let mut calculation = game.calculation(combat);
            calculation.shifts.sort_unstable();
            calculation.modifiers.sort_unstable();
            told = format!("{calculation:?}");
        }
        story.push((game.fingerprint(), told));
    });
    story
}

#[test]
fn published_modifiers_as_rows_are_the_same() {
    let (plain, rows) = (story(""), story(&twins()));
    let fights = plain.iter().filter(|(_, told)| !told.is_empty()).count();
    assert!(fights > 4, "{fights}");
    for (number, (plain, rows)) in plain.iter().zip(&rows).enumerate() {
        assert_eq!(plain.1, rows.1, "input {number}");
        assert!(plain.0 == rows.0, "input {number}: the games part");
    }
    assert_eq!(plain.len(), rows.len());
}

#[test]
fn tanks_are_the_kind_that_expressions_call_so() {
    let game = scenario(&forbid("step", "mover.kind == tank"));
    for (unit, hex) in Side::BOTH.into_iter().flat_map(|side| game.on_map(side)) {
        let to = game.board.map.neighbors(hex).next().expect("a hex has neighbors");
        assert_eq!(game.forbids_step(unit, Some(hex), to).is_err(), game.board.unit(unit).is(Kind::Tank));
    }
}

#[test]
fn rows_without_events_and_counters_leave_states_as_they_are() {
    let plain = scenario("");
    let with_rows = scenario(&modify("pip", "combat.die", "add = 1"));
    assert_eq!(plain.fingerprint(), with_rows.fingerprint());
}
