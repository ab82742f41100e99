//! A hook is heard: with rules of extreme size, what is legal, calculated, reached and appraised agree with each other, on positions
//! of random games of the bundled scenarios.

use battlewright_schema::position_magnifique::vocabulary::{Hook, VOCABULARY};

use crate::state::{Assault, Fire, FireCause, Task};
use crate::tests::games::{CRISIS, VICTORY};
use crate::tests::testing_rows::{actions, agrees, moving, ruled, sampled};
use crate::{Action, MovingPiece, PositionMagnifique};
use battlewright_core::game::{Game as _, Side};
use battlewright_core::players::Appraise as _;
use battlewright_core::show::{Odds, Show as _};

fn changed(hook: Hook, change: &str) -> String {
    let hook = VOCABULARY.hooks[usize::from(hook.number())].name;
    format!("[[rules.modifier]]\nid = \"big\"\nname = \"Big\"\nto = \"{hook}\"\n{change}\n")
}

/// Calls `heard` with each sampled position under a change of a hook; it returns how often it was about something. All positions
/// agree with themselves.
fn hears(text: &str, hook: Hook, change: &str, mut heard: impl FnMut(&PositionMagnifique) -> usize) {
    let (_, states) = sampled(text, 6, if text == CRISIS { 2 } else { 23 });
    let game = ruled(text, &changed(hook, change));
    let mut count = 0;
    for (number, state) in states.into_iter().enumerate() {
        let game = game.with_state(state);
        if number.is_multiple_of(4) {
            agrees(&game, change);
        }
        count += heard(&game);
    }
    assert!(count > 3, "{hook:?} {change}: {count}");
}

fn fires(game: &PositionMagnifique) -> Vec<Fire> {
    actions(game).iter().filter_map(|action| game.fire_of(action)).collect()
}

fn assaults(game: &PositionMagnifique) -> Vec<Assault> {
    let listed = actions(game);
    listed.iter().filter_map(|action| game.assault_of(action)).filter(|assault| !assault.attackers.is_empty()).collect()
}

fn has(odds: &Odds, name: &str) -> bool {
    odds.modifiers.iter().any(|(known, _)| known == name)
}

#[test]
fn fire_hears_rows() {
    for (change, column) in [("add = 20", usize::MAX), ("add = -20", 0)] {
        hears(CRISIS, Hook::FireColumn, change, |game| {
            let last = game.board.rules.tables.fire.columns.len() - 1;
            let fires = fires(game);
            for fire in &fires {
                assert_eq!(game.fire_column(fire), column.min(last));
                assert!(has(&game.odds_of_fire(fire), "Shift: Big"));
            }
            fires.len()
        });
    }
    for (change, factor) in [("at_least = 99", 99), ("at_most = 0", 0)] {
        hears(CRISIS, Hook::FireFactor, change, |game| {
            let fires = fires(game);
            for fire in &fires {
                assert_eq!(game.fire_factor(fire), factor);
                assert!(has(&game.odds_of_fire(fire), "Combat Factor: Big"));
            }
            fires.len()
        });
    }
    // The player expects more of a better fire.
    let (_, states) = sampled(CRISIS, 6, 3);
    let [better, worse] = ["add = 20", "add = -20"].map(|change| ruled(CRISIS, &changed(Hook::FireColumn, change)));
    let mut compared = 0;
    for state in states {
        let [better, worse] = [&better, &worse].map(|game| game.with_state(state.clone()));
        for action in actions(&better).iter().filter(|action| matches!(action, Action::Fire { .. })) {
            assert!(better.appraise(action) > worse.appraise(action));
            compared += 1;
        }
    }
    assert!(compared > 10, "{compared}");
    hears(CRISIS, Hook::Range, "at_most = 0", |game| {
        assert!(fires(game).iter().all(|fire| fire.cause == FireCause::Mitrailleuse), "which has a range of its own");
        let units = game.board.all_units().filter(|unit| game.effective_range(*unit).is_some());
        units.inspect(|unit| assert_eq!(game.effective_range(*unit), Some(0))).count()
    });
    for (change, rating) in [("add = 20", 20), ("add = -20", 0)] {
        hears(CRISIS, Hook::Morale, change, |game| {
            assert!(game.board.all_units().all(|unit| game.morale(unit) == rating));
            let listed: Vec<Fire> =
                fires(game).into_iter().filter(|fire| fire.cause != FireCause::Mitrailleuse).collect();
            let told = ("Target's morale".to_owned(), i32::from(rating));
            listed.iter().inspect(|fire| assert!(game.odds_of_fire(fire).modifiers.contains(&told))).count()
        });
    }
}

#[test]
fn assaults_hear_rows() {
    for (change, column) in [("add = 20", usize::MAX), ("add = -20", 0)] {
        hears(CRISIS, Hook::AssaultColumn, change, |game| {
            let last = game.board.rules.tables.assault.columns.len() - 1;
            assaults(game).iter().inspect(|assault| assert_eq!(game.assault_column(assault), column.min(last))).count()
        });
    }
    for (change, differential) in [("at_least = 999", 999), ("at_most = -999", -999)] {
        hears(CRISIS, Hook::Differential, change, |game| {
            assaults(game).iter().inspect(|assault| assert_eq!(game.differential(assault), differential)).count()
        });
    }
    hears(CRISIS, Hook::AssaultFactor, "at_least = 50", |game| {
        assert!(game.board.all_units().all(|unit| game.strength(unit) == 50 && game.assault_factor(unit, true) == 50));
        let plain = |assault: &Assault| 50 * (i16::try_from(assault.attackers.len()).unwrap() - 1);
        assaults(game).iter().inspect(|assault| assert_eq!(game.differential(assault), plain(assault))).count()
    });
    for (change, total) in [("add = 20", 12), ("add = -20", 2)] {
        hears(CRISIS, Hook::AssaultDice, change, |game| {
            let listed = actions(game);
            let begun = listed.iter().filter_map(|action| Some((action, game.assault_of(action)?)));
            begun
                .filter(|(_, assault)| !assault.attackers.is_empty())
                .inspect(|(action, assault)| {
                    let only = game.assault_result(game.assault_column(assault), total);
                    assert_eq!(game.assault_tally(assault).as_slice(), [(only, 36)]);
                    assert!(game.odds(action).is_some_and(|odds| has(&odds, "Dice: Big")));
                })
                .count()
        });
    }
}

/// Asserts that no move within reach of the moving unit is longer than `most` hexes; returns 1 if a unit that began to move has any.
fn moves_at_most(game: &PositionMagnifique, most: u32) -> usize {
    let Some(motion) = moving(game).filter(|motion| motion.hexes == 0 && motion.charge.is_none()) else { return 0 };
    let (MovingPiece::Unit(_), Some(from)) = (motion.piece, motion.hex) else { return 0 };
    let reach = game.hexes_in_reach();
    assert!(reach.iter().all(|hex| game.board.map.distance(from, *hex) <= most));
    usize::from(!reach.is_empty())
}

#[test]
fn moves_hear_rows() {
    hears(CRISIS, Hook::Allowance, "at_most = 0", |game| {
        let units = game.board.all_units().inspect(|unit| assert_eq!(game.movement_points(*unit, false), 0));
        let moves = actions(game);
        let begins =
            |action: &Action| matches!(action, Action::Move(MovingPiece::Unit(unit)) if !game.unit(*unit).done.out);
        assert!(!moves.iter().any(begins));
        units.count()
    });
    hears(CRISIS, Hook::MostHexes, "at_most = 0", |game| {
        let moves = actions(game);
        let begins =
            |action: &Action| matches!(action, Action::Move(MovingPiece::Unit(unit)) if !game.unit(*unit).done.out);
        assert!(!moves.iter().any(begins));
        usize::from(matches!(game.state.stack.last(), Some(Task::MovePhase(_))))
    });
    let begins_anew = |game: &PositionMagnifique, most| {
        // The positions are of a game without the row, so the move begins again.
        let Some(motion) = moving(game).filter(|motion| motion.hexes == 0 && motion.charge.is_none()) else { return 0 };
        let mut state = game.state();
        if let Some(Task::Moving(last)) = state.stack.last_mut() {
            *last = game.motion(motion.piece, motion.hex);
        }
        moves_at_most(&game.with_state(state), most)
    };
    hears(CRISIS, Hook::MostHexes, "at_most = 2", |game| begins_anew(game, 2));
    hears(CRISIS, Hook::Step, "add = 40", |game| begins_anew(game, 1));
    hears(CRISIS, Hook::MustStop, "be = true", |game| begins_anew(game, 1));
    // Ways over empty ground are as much longer.
    let (plain, states) = sampled(CRISIS, 6, 29);
    let dear = ruled(CRISIS, &changed(Hook::Step, "add = 3\nwhen = \"mover.kind == cavalry\""));
    for state in states {
        let dear = dear.with_state(state);
        let units = dear.board.all_units().filter_map(|unit| Some((unit, dear.hex_of(unit)?)));
        for (unit, hex) in units {
            let goal = dear.board.stakes(Side::First)[0].hex;
            let (kind, way) = (dear.board.unit(unit).kind, plain.board.way(dear.board.unit(unit).kind, hex, goal));
            let is_cavalry = kind == battlewright_schema::position_magnifique::Kind::Cavalry;
            assert_eq!(dear.way(unit, hex, goal) > way, is_cavalry && hex != goal, "{kind:?}");
        }
    }
}

#[test]
fn command_hears_rows() {
    hears(CRISIS, Hook::CommandRange, "at_most = 0", |game| {
        let formations = game.board.all_formations().filter(|formation| game.hq_hex(*formation).is_some());
        formations.inspect(|formation| assert_eq!(game.command_range(*formation).len(), 1)).count()
    });
    let on_map = |game: &PositionMagnifique, formation| {
        game.board.units_of(formation).filter(|unit| game.hex_of(*unit).is_some()).count()
    };
    for (change, all) in [("be = true", true), ("be = false", false)] {
        hears(CRISIS, Hook::InCommand, change, |game| {
            let mut met = 0;
            for formation in game.board.all_formations() {
                let units = on_map(game, formation);
                assert_eq!(game.in_command(formation).len(), if all { units } else { 0 });
                met += units;
            }
            met
        });
    }
    for (change, result) in [("add = 20", "as requested"), ("add = -20", "a turn later")] {
        let (_, states) = sampled(VICTORY, 6, 1);
        let game = ruled(VICTORY, &changed(Hook::GroupRoll, change));
        let mut met = 0;
        for state in states.into_iter().filter(|state| matches!(state.stack.last(), Some(Task::Regroup(_)))) {
            let game = game.with_state(state);
            for action in actions(&game) {
                if let Some(odds) = game.odds(&action) {
                    assert_eq!(odds.cases[0].results, [(result.to_owned(), 36)]);
                    assert!(has(&odds, "Dice: Big"));
                    met += 1;
                }
            }
        }
        assert!(met > 0);
    }
}
