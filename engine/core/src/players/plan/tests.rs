//! The properties of the planning player, on the race. Those that need other systems stand in the tests of the engine.

use std::sync::atomic::Ordering;

use super::*;
use crate::game::{Game as _, Turn};
use crate::play::Dice;
use crate::players::clock::fake::TickingClock;
use crate::players::{Kind, Player, Playout};
use crate::race::{Action as Act, Race};

/// A race in which a walk is as long as the best run: greedy runs, and a mission walks.
fn long_walks() -> Race {
    Race::with_pace(30, 6)
}

/// A race in which a run is longer than a walk in the mean.
fn long_runs() -> Race {
    Race::along(30)
}

fn legal(game: &Race) -> Vec<Act> {
    let mut legal = Vec::new();
    game.actions(&mut legal);
    legal
}

fn chosen(player: &mut dyn Player<Race>, game: &Race) -> Act {
    let Turn::Choose(side) = game.turn() else { panic!("nobody must choose") };
    player.choose(&game.seen_by(side), &legal(game)).unwrap()
}

#[test]
fn a_plan_without_missions_is_the_same_however_it_came_about() {
    let mission = Some(Mission { posture: Posture::Hold, at: long_runs().place_of_goal() });
    let plan = Plan::FREE.with(3, mission);
    assert_eq!([plan.mission(3), plan.mission(2), plan.mission(9)], [mission, None, None]);
    assert!(plan.with(3, None) == Plan::FREE && plan.with(3, None).is_free() && !plan.is_free());
}

#[test]
fn a_mission_is_given_if_it_wins_and_not_if_it_loses() {
    let mut planner = Planner::new(Dice::new(1), 60);
    assert_eq!(chosen(&mut planner, &long_walks()), Act::Walk(6));
    let [reason] = &planner.reasons()[..] else { panic!("one runner has one mission") };
    assert!(reason.starts_with("The Red: take the goal (") && reason.contains("free 0."), "{reason}");
    assert!(planner.reasons().is_empty(), "it is given once");
    let mut planner = Planner::new(Dice::new(1), 60);
    assert_eq!(chosen(&mut planner, &long_runs()), Act::Run);
    assert!(planner.reasons()[0].starts_with("The Red: free ("));
}

#[test]
fn it_beats_greedy_where_a_mission_helps() {
    let wins = |kinds: [Kind; 2]| {
        let won = |seed: &u64| {
            let seats = kinds.map(|kind| kind.player(Dice::new(*seed)));
            let mut playout = Playout::new(long_walks(), seats, Dice::new(*seed));
            let outcome = loop {
                if let Some(outcome) = playout.advance(&mut ()).unwrap() {
                    break outcome;
                }
            };
            outcome.winner == Some(Side::Second)
        };
        (0..20).filter(won).count()
    };
    let plan = Kind::by_name("plan:20").unwrap();
    assert!(wins([Kind::Greedy, plan]) >= 17);
    assert!(wins([Kind::Greedy, Kind::Greedy]) <= 14);
}

#[test]
fn nothing_but_the_position_matters_and_playouts_are_never_more_than_allowed() {
    for tries in [1, 2, 7, 20, 100, 400] {
        let (clock, ticks) = TickingClock::stopping_after(u64::MAX);
        let mut counted = Planner::stoppable(Dice::new(1), tries, clock);
        let choice = chosen(&mut counted, &long_walks());
        let made = ticks.playouts.load(Ordering::Relaxed);
        assert!(made <= u64::from(tries) && (tries < 20 || 2 * made >= u64::from(tries)), "{made} of {tries}");
        assert_eq!(chosen(&mut Planner::new(Dice::new(2), tries), &long_walks()), choice);
    }
}

#[test]
fn a_clock_ends_it_and_more_time_gives_more_playouts() {
    let choose = |milliseconds: u32| {
        let (clock, ticks) = TickingClock::stopping_after(u64::MAX);
        let mut planner = Planner::timed(Dice::new(1), milliseconds, clock);
        (chosen(&mut planner, &long_walks()), ticks.playouts.load(Ordering::Relaxed))
    };
    assert_eq!(choose(1), (Act::Run, 1), "without time it plays as greedy does");
    assert_eq!(choose(1000), (Act::Walk(6), 1000));
}

#[test]
fn who_is_stopped_takes_the_best_plan_so_far_and_another_may_adopt_it() {
    let stopped_after = |most: u64| {
        let (clock, ticks) = TickingClock::stopping_after(most);
        let mut planner = Planner::stoppable(Dice::new(1), 400, clock);
        let choice = chosen(&mut planner, &long_walks());
        let last = ticks.reports.lock().unwrap().last().cloned();
        (choice, planner.given_plan().unwrap(), last)
    };
    let (choice, plan, none) = stopped_after(0);
    assert!(choice == Act::Run && plan.plan.is_free() && none.is_none(), "it has compared nothing");
    let (choice, plan, progress) = stopped_after(u64::MAX);
    let progress = progress.unwrap();
    assert!(choice == Act::Walk(6) && !plan.plan.is_free());
    assert!(progress.playouts >= 200 && progress.most == Some(400) && progress.about.is_some(), "{progress:?}");

    // Another player takes it without a playout.
    let (clock, ticks) = TickingClock::stopping_after(u64::MAX);
    let mut other = Planner::stoppable(Dice::new(1), 400, clock);
    other.adopt(&long_walks(), &plan);
    assert_eq!(chosen(&mut other, &long_walks()), choice);
    assert_eq!((ticks.playouts.load(Ordering::Relaxed), other.given_plan()), (0, Some(plan.clone())));
    // One of another turn is over.
    let late = GivenPlan { point: OrderPoint { turn: plan.point.turn + 1, ..plan.point }, ..plan };
    let mut other = Planner::new(Dice::new(1), 400);
    other.adopt(&long_walks(), &late);
    chosen(&mut other, &long_walks());
    assert!(!other.reasons().is_empty(), "it has thought");
}

#[test]
fn the_time_is_that_of_a_turn() {
    // A runner gets its mission once in a turn.
    let (clock, ticks) = TickingClock::stopping_after(u64::MAX);
    let mut planner = Planner::timed(Dice::new(1), 300, clock);
    let game = long_walks();
    let mut made = Vec::new();
    for _ in 0..2 {
        let before = ticks.playouts.load(Ordering::Relaxed);
        chosen(&mut planner, &game);
        made.push(ticks.playouts.load(Ordering::Relaxed) - before);
    }
    assert_eq!(made, [300, 0], "the second choice of the turn needs no plan");
}

#[test]
fn any_number_of_threads_gives_the_same_plan() {
    for tries in [7, 60, 100] {
        let on_threads = |threads: usize| {
            let (clock, ticks) = TickingClock::stopping_after(u64::MAX);
            let mut planner = Planner::stoppable(Dice::new(1), tries, clock);
            Player::<Race>::set_threads(&mut planner, threads);
            let choice = chosen(&mut planner, &long_walks());
            let played = ticks.reports.lock().unwrap().last().map(|progress| progress.playouts);
            (choice, planner.given_plan(), planner.reasons(), played)
        };
        let one = on_threads(1);
        assert!(one.3.is_some_and(|played| played <= tries));
        for threads in [0, 2, 3, 16] {
            assert_eq!(on_threads(threads), one, "{tries} playouts on {threads} threads");
        }
    }
}

#[test]
fn games_that_look_equal_get_equal_choices() {
    let choices = [1, 2].map(|secret| {
        let mut state = serde_json::to_value(long_walks().state()).unwrap();
        state["secrets"] = serde_json::json!([0, secret]);
        let game = long_walks().with_state(serde_json::from_value(state).unwrap());
        assert_eq!(game.secrets(), [0, secret]);
        let mut planner = Planner::new(Dice::new(1), 60);
        (chosen(&mut planner, &game), planner.reasons())
    });
    assert_eq!(choices[0], choices[1]);
}

#[test]
fn who_comes_later_plans_the_same() {
    let mut on_time = Planner::new(Dice::new(1), 40);
    let mut game = long_walks();
    for _ in 0..4 {
        let choice = chosen(&mut on_time, &game);
        let mut late = Planner::new(Dice::new(7), 40);
        late.recall(&game, &choice);
        assert_eq!(chosen(&mut late, &game), choice);
        assert!(!late.reasons().is_empty(), "it has thought, late");
        game.apply(&choice, &mut ());
        // It has run, if it has no mission.
        game.resolve(&[3], &mut ());
        game.apply(&Act::Walk(1), &mut ());
    }
}

#[test]
fn a_reserve_is_free_as_soon_as_an_enemy_can_come_to_its_objective() {
    let mut game = long_walks();
    let mission = |posture| Plan::FREE.with(0, Some(Mission { posture, at: game.place_of_goal() }));
    let (reserve, take) = (mission(Posture::Reserve), mission(Posture::Take));
    assert_eq!([reserve.in_force(&game).is_free(), take.in_force(&game).is_free()], [false; 2]);
    while game.turn() == Turn::Choose(Side::First) && !game.can_reach(Side::First, game.place_of_goal()) {
        for _ in Side::BOTH {
            game.apply(&Act::Walk(6), &mut ());
        }
    }
    game.apply(&Act::Walk(1), &mut ());
    assert_eq!(game.turn(), Turn::Choose(Side::Second));
    assert_eq!([reserve.in_force(&game).is_free(), take.in_force(&game).is_free()], [true, false]);
}
