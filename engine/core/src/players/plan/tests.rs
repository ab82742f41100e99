//! The properties of the planning player, on the race. Those that need other systems stand in the tests of the engine.

use std::sync::Arc;
use std::sync::atomic::{AtomicU32, Ordering};

use super::*;
use crate::game::{Game as _, Turn};
use crate::play::Dice;
use crate::players::{Clock, Kind, Player, Playout};
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
    struct Count(Arc<AtomicU32>);
    impl Clock for Count {
        fn start(&mut self) {}
        fn goes_on(&mut self) -> bool {
            self.0.fetch_add(1, Ordering::Relaxed) < 1000
        }
    }
    for tries in [1, 2, 7, 20, 100, 400] {
        let asked = Arc::new(AtomicU32::new(0));
        let mut counted = Planner::stoppable(Dice::new(1), tries, Box::new(Count(Arc::clone(&asked))));
        let choice = chosen(&mut counted, &long_walks());
        let made = asked.load(Ordering::Relaxed);
        assert!(made <= tries && (tries < 20 || 2 * made >= tries), "{made} of {tries}");
        assert_eq!(chosen(&mut Planner::new(Dice::new(2), tries), &long_walks()), choice);
    }
}

#[test]
fn a_clock_ends_it_and_more_time_gives_more_playouts() {
    struct Limit(u32, Arc<AtomicU32>);
    impl Clock for Limit {
        fn start(&mut self) {
            self.1.store(0, Ordering::Relaxed);
        }
        fn goes_on(&mut self) -> bool {
            self.1.fetch_add(1, Ordering::Relaxed) + 1 < self.0
        }
    }
    let choose = |most: u32| {
        let asked = Arc::new(AtomicU32::new(0));
        let mut planner = Planner::timed(Dice::new(1), Box::new(Limit(most, Arc::clone(&asked))));
        (chosen(&mut planner, &long_walks()), asked.load(Ordering::Relaxed))
    };
    assert_eq!(choose(1), (Act::Run, 1), "without time it plays as greedy does");
    assert_eq!(choose(1000), (Act::Walk(6), 1000));
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
