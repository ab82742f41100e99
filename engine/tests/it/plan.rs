//! The plans of every system: what they need of it, and what they must not change.

use std::collections::BTreeMap;
use std::sync::Arc;
use std::sync::atomic::{AtomicU64, Ordering};

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game, Side, Turn};
use battlewright_engine::kit::place::Place;
use battlewright_engine::play::Dice;
use battlewright_engine::players::plan::{Command, Mission, Objective, Plan, Posture};
use battlewright_engine::players::{Appraise, Budget, Clock, Greedy, Kind, Planner, Player, Playout, contestants};

/// The small scenario of each system.
const SMALL: [&str; 5] = [
    include_str!("../../../scenarios/mars-la-tour.toml"),
    include_str!("../../../scenarios/pm-crisis-on-the-left.toml"),
    include_str!("../../../scenarios/aac-first-orders.toml"),
    include_str!("../../../scenarios/matz-first-day.toml"),
    include_str!("../../../scenarios/outrance-first-assault.toml"),
];

fn bundled(text: &str) -> AnyGame {
    AnyGame::new(&battlewright_schema::load(text).scenario.unwrap()).unwrap()
}

fn objectives(game: &AnyGame) -> Vec<Objective> {
    let mut objectives = Vec::new();
    game.objectives(&mut objectives);
    objectives
}

/// The plan that gives every group of `side` the mission to take `at`.
fn all_take(game: &AnyGame, side: Side, at: Place) -> Plan {
    let mission = Some(Mission { posture: Posture::Take, at });
    (0..game.groups(side)).fold(Plan::FREE, |plan, group| plan.with(group, mission))
}

/// Plays on with greedy players, those of `side` under `plan`, for so many inputs.
fn played(game: &AnyGame, side: Side, plan: &Plan, inputs: usize) -> AnyGame {
    let mut game = game.clone();
    let (mut dice, mut player, mut legal) = (Dice::new(2), Greedy::new(Dice::new(3)), Vec::new());
    for _ in 0..inputs {
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Chance(chance) => game.resolve(&dice.roll(chance), &mut ()),
            Turn::Choose(by) => {
                game.actions(&mut legal);
                let seen = game.seen_by(by);
                let plan = if by == side { plan } else { &Plan::FREE };
                let action = player.choose_under(plan, &seen, &legal).unwrap();
                game.apply(&action, &mut ());
            }
        }
    }
    game
}

/// The mean way of the groups of `side` to `at`.
fn way(game: &AnyGame, side: Side, at: Place) -> i32 {
    let ways: Vec<i32> = (0..game.groups(side)).filter_map(|group| game.way_of_group(side, group, at)).collect();
    ways.iter().sum::<i32>() / i32::try_from(ways.len()).unwrap().max(1)
}

#[test]
fn without_missions_every_choice_is_worth_the_same() {
    for text in SMALL {
        let mut playout = Playout::new(bundled(text), contestants([Kind::Greedy; 2], 4), Dice::new(4));
        let (mut scratch, mut legal) = (Default::default(), Vec::new());
        let (mut free, mut planned) = (Vec::new(), Vec::new());
        for _ in 0..150 {
            let game = playout.game();
            if let Turn::Choose(side) = game.turn() {
                game.actions(&mut legal);
                game.appraise_all(&legal, &mut scratch, &mut free);
                // What a plan leaves on the sheet makes no difference either.
                if let Some(objective) = objectives(game).first() {
                    let plan = all_take(game, side, objective.place);
                    game.appraise_under(&plan, &legal, &mut scratch, &mut planned);
                }
                game.appraise_under(&Plan::FREE, &legal, &mut scratch, &mut planned);
                assert_eq!(free, planned);
                game.appraise_all(&legal, &mut scratch, &mut planned);
                assert_eq!(free, planned);
            }
            if playout.advance(&mut ()).unwrap().is_some() {
                break;
            }
        }
    }
}

#[test]
fn every_system_has_groups_objectives_and_order_points() {
    for text in SMALL {
        let start = bundled(text);
        let places = objectives(&start);
        assert!(!places.is_empty() && places.iter().all(|objective| !objective.name.is_empty()));
        let mut ordered = [false; 2];
        let mut playout = Playout::new(start, contestants([Kind::Greedy; 2], 4), Dice::new(4));
        for _ in 0..2_000 {
            let game = playout.game();
            if let Turn::Choose(side) = game.turn()
                && let Some(point) = game.order_point()
            {
                assert_eq!(point.turn, game.turn_number());
                let groups = point.group.map_or_else(|| (0..game.groups(side)).collect(), |group| vec![group]);
                let is_on_map = |group: &usize| game.way_of_group(side, *group, places[0].place).is_some();
                ordered[side.index()] |= groups.iter().any(is_on_map);
                assert!(groups.iter().all(|group| !game.group_name(side, *group).is_empty()));
            }
            if ordered == [true; 2] || playout.advance(&mut ()).unwrap().is_some() {
                break;
            }
        }
        assert_eq!(ordered, [true; 2]);
    }
}

#[test]
fn a_side_that_takes_a_place_comes_nearer_to_it_than_one_that_takes_another() {
    for text in SMALL {
        let start = bundled(text);
        let places = objectives(&start);
        for side in Side::BOTH {
            let ends: Vec<AnyGame> = places
                .iter()
                .map(|objective| played(&start, side, &all_take(&start, side, objective.place), 400))
                .collect();
            let nearer = |here: usize| {
                let ways = ends.iter().map(|end| way(end, side, places[here].place));
                ways.enumerate().min_by_key(|(_, way)| *way).is_some_and(|(least, _)| {
                    way(&ends[least], side, places[here].place) == way(&ends[here], side, places[here].place)
                })
            };
            let best = (0..places.len()).filter(|here| nearer(*here)).count();
            assert!(2 * best >= places.len(), "{best} of {} for {side:?}", places.len());
        }
    }
}

#[test]
fn a_seed_decides_what_it_does_in_every_system() {
    for text in SMALL {
        let play = || {
            let seats = contestants([Kind::Plan(Budget::Iterations(4)), Kind::Greedy], 7);
            let mut playout = Playout::new(bundled(text), seats, Dice::new(3));
            while playout.inputs() < 120 && playout.advance(&mut ()).unwrap().is_none() {}
            playout.game().state()
        };
        assert_eq!(play(), play());
    }
}

/// A planner sees its side's view only, and draws the rest anew: what it cannot know does not change its missions.
#[test]
fn games_that_look_equal_get_equal_plans() {
    let mut hidden = 0;
    for text in [include_str!("../../../scenarios/pm-a-beckoning-victory.toml"), SMALL[2]] {
        let mut playout = Playout::new(bundled(text), contestants([Kind::Random; 2], 2), Dice::new(2));
        let mut planned = 0;
        while planned < 2 && playout.advance(&mut ()).unwrap().is_none() {
            let game = playout.game();
            let (Turn::Choose(side), Some(_), true) = (game.turn(), game.order_point(), game.hides(Side::First)) else {
                continue;
            };
            let seen = game.seen_by(side);
            let Some(other) = seen.imagine(side, &mut Dice::new(playout.inputs())) else { continue };
            hidden += usize::from(other != *game);
            planned += 1;
            let mut legal = Vec::new();
            game.actions(&mut legal);
            let choices = [game, &other].map(|game| {
                let mut planner = Planner::new(Dice::new(1), 12);
                (planner.choose(&game.seen_by(side), &legal), planner.reasons())
            });
            assert_eq!(choices[0], choices[1]);
        }
    }
    assert!(hidden > 0, "no two games differed");
}

/// Playout k has the seed k, and the scores are added in order.
#[test]
fn the_number_of_threads_does_not_change_a_plan() {
    for text in SMALL {
        let mut playout = Playout::new(bundled(text), contestants([Kind::Greedy; 2], 2), Dice::new(2));
        while playout.game().order_point().is_none() {
            assert_eq!(playout.advance(&mut ()).unwrap(), None);
        }
        let game = playout.game();
        let Turn::Choose(side) = game.turn() else { panic!("an order point is a decision") };
        let mut legal = Vec::new();
        game.actions(&mut legal);
        let plans = [1, 3].map(|threads| {
            let mut planner = Planner::new(Dice::new(1), 9);
            Player::<AnyGame>::set_threads(&mut planner, threads);
            let choice = planner.choose(&game.seen_by(side), &legal);
            assert!(choice.is_some());
            (choice, planner.given_plan(), planner.reasons())
        });
        assert_eq!(plans[0], plans[1]);
    }
}

/// A clock that advances by a millisecond with each playout.
struct Ticks(Arc<AtomicU64>);

impl Clock for Ticks {
    fn milliseconds(&mut self) -> u64 {
        self.0.load(Ordering::Relaxed)
    }

    fn goes_on(&mut self) -> bool {
        self.0.fetch_add(1, Ordering::Relaxed);
        true
    }
}

/// The time is that of a turn. In Position Magnifique and At Any Cost, each formation has an order point of its own.
#[test]
fn the_order_points_of_a_turn_share_its_time() {
    const TIME: u32 = 60;
    const LEAST: u64 = TIME as u64 / 20;
    let mut most_points = 0;
    for text in [SMALL[1], SMALL[2]] {
        let ticks = Arc::<AtomicU64>::default();
        let planner = Planner::timed(Dice::new(1), TIME, Box::new(Ticks(Arc::clone(&ticks))));
        let seats: [Box<dyn Player<AnyGame> + Send>; 2] = [Box::new(planner), Kind::Greedy.player(Dice::new(2))];
        let mut playout = Playout::new(bundled(text), seats, Dice::new(3));
        let first = playout.game().turn_number();
        let mut used: BTreeMap<u16, Vec<u64>> = BTreeMap::new();
        while playout.game().turn_number() <= first + 1 {
            let (turn, before) = (playout.game().turn_number(), ticks.load(Ordering::Relaxed));
            if playout.advance(&mut ()).unwrap().is_some() {
                break;
            }
            let ticks = ticks.load(Ordering::Relaxed) - before;
            if ticks > 0 {
                used.entry(turn).or_default().push(ticks);
            }
        }
        assert!(!used.is_empty());
        for (turn, points) in used {
            let (sum, count) = (points.iter().sum::<u64>(), points.len() as u64);
            assert!(sum <= u64::from(TIME) + count * LEAST, "turn {turn}: {points:?}");
            assert!(points.iter().all(|used| *used >= LEAST), "turn {turn}: {points:?}");
            most_points = most_points.max(count);
        }
    }
    assert!(most_points > 1, "no turn had two order points");
}
