//! Games on a table with hostile hands: points and facings that no menu offers, most of them nonsense, go through `check` and
//! `apply` at each decision. Nothing panics, what is refused changes nothing, and what is accepted keeps the table in order.

use std::collections::BTreeMap;

use battlewright_engine::game::{Chance, Game, Turn};
use battlewright_engine::kit::plane::{Convex, Direction, Point, Polygon, Polyline, Segment};
use battlewright_engine::play::Dice;
use battlewright_engine::show::Show;
use battlewright_engine::systems::outrance::{Action, BaseTurns, Event, OrderKind, Outrance, UnitIx};
use battlewright_schema::outrance::{self as file, GroundGoing, Posture};
use battlewright_schema::{Inches, Scenario, TablePoint};
use battlewright_tests::contract::is_thorough;
use battlewright_tests::workspace;

fn scenario(name: &str) -> file::Outrance {
    let path = workspace::root().join("scenarios").join(name);
    let loaded = battlewright_schema::load(&std::fs::read_to_string(path).unwrap());
    match loaded.scenario {
        Some(Scenario::Outrance(scenario)) => *scenario,
        other => panic!("{name}: {other:?}"),
    }
}

/// The ground of a scenario that is closed to troops, as its file describes it.
struct Closed {
    scenario: file::Outrance,
    areas: Vec<Polygon>,
    lines: Vec<Polyline>,
    roads: Vec<Polyline>,
    chokes: Vec<Point>,
}

impl Closed {
    fn of(name: &str) -> Self {
        let scenario = scenario(name);
        let points = |list: &[TablePoint]| list.iter().map(|point| Point::from(point.0)).collect::<Vec<_>>();
        let rules = scenario.ruleset();
        let closed = |row: &&file::Obstacle| row.going_across(&rules) == GroundGoing::Impassable;
        Self {
            areas: scenario.terrain.iter().map(|row| Polygon::new(points(&row.outline))).collect(),
            lines: scenario.obstacle.iter().filter(closed).map(|row| Polyline::new(points(&row.line))).collect(),
            roads: scenario.road.iter().map(|row| Polyline::new(points(&row.line))).collect(),
            chokes: scenario.choke_point.iter().map(|row| Point::from(row.at.0)).collect(),
            scenario,
        }
    }

    /// Asserts that nobody stands in a closed area but on a road, or astride a closed line but at a choke point.
    fn is_clear(&self, game: &Outrance, last: &[Event]) {
        let rules = self.scenario.ruleset();
        for unit in &self.scenario.unit {
            let bases: Vec<Convex> = game.bases_of(&unit.id.to_string()).iter().map(smaller).collect();
            let middles: Vec<Point> = bases.iter().map(middle).collect();
            let is_on_road = |at: &Point| self.roads.iter().any(|road| road.distance_to(*at).at_most(510));
            for (row, outline) in self.scenario.terrain.iter().zip(&self.areas) {
                let mut stands = bases.iter().zip(&middles).filter(|(base, _)| outline.overlaps(base));
                let is_closed = row.going_for(unit.troops, &rules) == GroundGoing::Impassable;
                let stands = is_closed && stands.any(|(_, at)| !is_on_road(at));
                assert!(!stands, "{} stands in closed ground after {last:?}", unit.id);
            }
            let is_near = |choke: &Point| {
                let choke = Convex::around([*choke]);
                bases.iter().any(|base| base.is_nearer(&choke, 510))
            };
            for line in &self.lines {
                let under = |base: &Convex| line.legs().any(|leg| base.meets(&Convex::around([leg.from, leg.to])));
                let between = middles.windows(2).any(|pair| !line.crossings(Segment::new(pair[0], pair[1])).is_empty());
                let mut lies = bases.iter().zip(&middles).filter(|(base, _)| under(base));
                let stands = between || lies.any(|(_, at)| !is_on_road(at));
                let at_choke = || self.chokes.iter().any(is_near);
                assert!(!stands || at_choke(), "{} stands astride a closed line after {last:?}", unit.id);
            }
        }
    }
}

/// Returns the middle of a base.
fn middle(base: &Convex) -> Point {
    let count = i32::try_from(base.corners().len()).unwrap();
    let mean = |of: fn(&Point) -> i32| base.corners().iter().map(of).sum::<i32>() / count;
    Point::new(mean(|at| at.x()), mean(|at| at.y()))
}

/// A hand that does anything.
struct Hand {
    dice: Dice,
}

impl Hand {
    /// Returns a number from 0 to `below` - 1.
    fn number(&mut self, below: u16) -> i32 {
        i32::from(self.dice.pick(Chance::Draw { from: below }))
    }

    fn coordinate(&mut self) -> i32 {
        match self.number(12) {
            0 => i32::MIN,
            1 => i32::MAX,
            2 => -1,
            3 => 0,
            _ => self.number(50) * 1000 + self.number(1000),
        }
    }

    fn point(&mut self) -> Point {
        Point::new(self.coordinate(), self.coordinate())
    }

    fn facing(&mut self) -> Direction {
        Direction::from_tenths(self.number(7200) - 3600)
    }

    /// Returns the index of a unit, which the scenario may not have.
    fn unit(&mut self) -> UnitIx {
        let number = if self.number(20) == 0 { u16::MAX } else { u16::try_from(self.number(60)).unwrap() };
        serde_json::from_value(number.into()).unwrap()
    }

    fn turns(&mut self) -> BaseTurns {
        let mut turns = BaseTurns::default();
        if self.number(3) == 0 {
            turns.0 = std::array::from_fn(|_| i16::try_from(self.number(700) - 350).unwrap());
        }
        turns
    }

    fn posture(&mut self) -> Posture {
        [Posture::Deployed, Posture::Maneuver, Posture::March][usize::try_from(self.number(3)).unwrap()]
    }

    fn byte(&mut self) -> u8 {
        u8::try_from(self.number(256)).unwrap()
    }

    /// Returns a move of a point by a few thousandths of an inch, or by a few inches.
    fn nudged(&mut self, at: Point) -> Point {
        let most = if self.number(2) == 0 { 4 } else { 6000 };
        let mut by = || self.number(2 * most + 1) - i32::from(most);
        Point::new(at.x().saturating_add(by()), at.y().saturating_add(by()))
    }

    fn anything(&mut self) -> Action {
        match self.number(14) {
            0 => Action::Select(self.unit()),
            1 => Action::Hold,
            2 => Action::Order(OrderKind::Assault(self.unit())),
            3 => Action::RouteMarch,
            4 => Action::MoveGeneral,
            5 => Action::Fire { target: self.unit(), facing: self.facing() },
            6 => Action::Regroup,
            7 => Action::Front(self.byte()),
            8 => Action::Leg { to: self.point(), facing: self.facing() },
            9 => Action::AlongRoad { road: u16::try_from(self.number(6)).unwrap(), to: self.point() },
            10 => Action::Place {
                at: self.point(),
                facing: self.facing(),
                posture: self.posture(),
                front: self.byte(),
                turns: self.turns(),
            },
            11 => Action::Withdraw(self.point()),
            12 => Action::Stop,
            _ => Action::Back,
        }
    }

    /// Returns an action like an offered one, with another point or facing.
    fn like(&mut self, action: Action) -> Action {
        match action {
            Action::Leg { to, facing } => {
                let facing = if self.number(2) == 0 { facing } else { self.facing() };
                Action::Leg { to: self.nudged(to), facing }
            }
            Action::AlongRoad { road, to } => Action::AlongRoad { road, to: self.nudged(to) },
            Action::Place { at, facing, posture, front, .. } => {
                let facing = if self.number(2) == 0 { facing } else { self.facing() };
                Action::Place { at: self.nudged(at), facing, posture, front, turns: self.turns() }
            }
            Action::Withdraw(to) => Action::Withdraw(self.nudged(to)),
            Action::Fire { target, .. } => Action::Fire { target, facing: self.facing() },
            _ => self.anything(),
        }
    }
}

/// The bases of all units, as they stand, with what the events say is left of them.
#[derive(Default)]
struct Roll {
    left: BTreeMap<String, usize>,
}

impl Roll {
    fn note(&mut self, game: &Outrance, events: &[Event]) {
        for event in events {
            if let Event::LostBases(unit, bases) = event {
                let lost = game.pieces()[unit_number(*unit)].id.clone();
                *self.left.get_mut(&lost).unwrap() -= usize::from(*bases);
            }
        }
    }

    /// Asserts that no base came or went without an event, and that nobody stands on an enemy or off the table.
    fn is_in_order(&mut self, game: &Outrance, table: Inches, last: &[Event]) {
        let mut sides: [Vec<(String, Convex)>; 2] = Default::default();
        for piece in game.pieces() {
            let bases = game.bases_of(&piece.id);
            if bases.is_empty() {
                continue;
            }
            let left = *self.left.entry(piece.id.clone()).or_insert(bases.len());
            assert_eq!(bases.len(), left, "{}: bases on the table, and by the events", piece.id);
            for corners in &bases {
                let inside = |point: &Inches| (0..=table.x).contains(&point.x) && (0..=table.y).contains(&point.y);
                assert!(corners.iter().all(inside), "{} stands off the table", piece.id);
                if piece.is_unit() {
                    sides[piece.side.index()].push((piece.id.clone(), smaller(corners)));
                }
            }
        }
        let [first, second] = &sides;
        for (one, base) in first {
            for (other, their) in second {
                assert!(!base.overlaps(their), "{one} stands on {other} after {last:?}");
            }
        }
    }
}

/// Returns the number of a unit in the order of battle.
fn unit_number(unit: UnitIx) -> usize {
    serde_json::from_value(serde_json::to_value(unit).unwrap()).unwrap()
}

/// Returns a base without a rim of a hundredth of its size, as corners are rounded.
fn smaller(corners: &[Inches; 4]) -> Convex {
    let middle = |of: fn(&Inches) -> i32| corners.iter().map(of).sum::<i32>() / 4;
    let (x, y) = (middle(|point| point.x), middle(|point| point.y));
    Convex::around(corners.map(|corner| Point::new(x + (corner.x - x) * 99 / 100, y + (corner.y - y) * 99 / 100)))
}

/// Plays at random, with the hand's own moves among those of the menu. Returns the numbers of accepted and refused actions.
fn play(name: &str, table: Inches, seed: u64, most: usize) -> [usize; 2] {
    let closed = Closed::of(name);
    let mut game = Outrance::new(&closed.scenario).unwrap();
    let (mut dice, mut hand) = (Dice::new(seed), Hand { dice: Dice::named(seed, "hand") });
    let (mut roll, mut legal, mut tried) = (Roll::default(), Vec::new(), [0; 2]);
    let mut events = Vec::new();
    for _ in 0..most {
        roll.is_in_order(&game, table, &events);
        closed.is_clear(&game, &events);
        events.clear();
        match game.turn() {
            Turn::Over(_) => break,
            Turn::Chance(chance) => {
                let picks = dice.roll(chance);
                game.resolve(&picks, &mut events);
            }
            Turn::Choose(_) => {
                game.actions(&mut legal);
                let pick = usize::from(dice.pick(Chance::Draw { from: u16::try_from(legal.len()).unwrap() }));
                let mut chosen = legal[pick];
                for _ in 0..4 {
                    let action = if hand.number(3) == 0 { hand.anything() } else { hand.like(legal[pick]) };
                    let verdict = game.check(&action);
                    let (mut after, mut log) = (game.clone(), Vec::new());
                    after.apply(&action, &mut log);
                    // A front that the unit has already and a step back may lead to the same position.
                    let same = after == game && log.is_empty();
                    match verdict {
                        Ok(()) => {
                            let may_stay = matches!(action, Action::Front(_) | Action::Back);
                            assert!(!same || may_stay, "{action:?} is accepted, but does nothing");
                            tried[0] += 1;
                            // Taking legs back forever is no game.
                            if !matches!(action, Action::Front(_) | Action::Back) && hand.number(3) == 0 {
                                chosen = action;
                            }
                        }
                        Err(refusal) => {
                            assert!(same, "{action:?} is refused, but changes something: {refusal}");
                            assert!(!refusal.reason.is_empty(), "{action:?}");
                            tried[1] += 1;
                        }
                    }
                    // The pictures of what a hand would do to the units of the game are as safe.
                    if action.unit().is_none_or(|unit| unit_number(unit) < game.pieces().len()) {
                        game.bases_after(&action);
                        game.label(&action);
                    }
                }
                game.apply(&chosen, &mut events);
            }
        }
        roll.note(&game, &events);
    }
    tried
}

#[test]
fn nobody_comes_to_stand_on_closed_ground() {
    // One game of each battle shows all kinds of closed ground.
    let more = u64::from(is_thorough());
    for (name, table, seeds) in [
        ("outrance-first-assault.toml", Inches::whole(24, 20), 0..2),
        ("outrance-spicheren.toml", Inches::whole(44, 32), 2..3 + more),
        ("outrance-worth.toml", Inches::whole(44, 46), 2..3 + 2 * more),
    ] {
        for seed in seeds {
            play(name, table, seed, 1200);
        }
    }
}

#[test]
fn hostile_hands_keep_the_lesson_in_order() {
    let mut tried = [0; 2];
    for seed in 0..6 {
        let more = play("outrance-first-assault.toml", Inches::whole(24, 20), seed, 3000);
        tried = [tried[0] + more[0], tried[1] + more[1]];
    }
    assert!(tried[0] > 50 && tried[1] > 500, "accepted and refused: {tried:?}");
}

#[test]
fn hostile_hands_keep_the_battles_in_order() {
    for (name, table) in
        [("outrance-spicheren.toml", Inches::whole(44, 32)), ("outrance-worth.toml", Inches::whole(44, 46))]
    {
        let tried = play(name, table, 1, 500);
        assert!(tried[0] > 10 && tried[1] > 100, "{name}: accepted and refused: {tried:?}");
    }
}
