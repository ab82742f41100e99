//! The recording of a single game.

use std::collections::BTreeMap;
use std::sync::atomic::{AtomicBool, Ordering};

use battlewright_engine::any::{AnyGame, Visit};
use battlewright_engine::chronicle::{Chronicle, Harm, Note};
use battlewright_engine::game::{Chance, Side, Turn};
use battlewright_engine::kit::extra::RowTally;
use battlewright_engine::play::Dice;
use battlewright_engine::play::replay::MAX_INPUTS;
use battlewright_engine::players::external::ExternalSeat;
use battlewright_engine::players::{Appraise, Command, Playout, WON};
use battlewright_engine::show::Show;

use crate::ground::part_at;
use crate::record::{End, Record, UnitFate};
use crate::seating::Seating;

/// The most results of a roll that are evaluated: those of four dice.
const MOST_ROLLS: u32 = 1296;

/// Plays the game of `seed` from `start` and records it; `None` if one of the `cancel` flags was set before its end.
///
/// The game is the one that `battlewright play --seed` plays.
pub fn observe(start: &AnyGame, players: &impl Seating, seed: u64, cancel: &[&AtomicBool]) -> Option<Record> {
    start.visit(Observe { players, seed, cancel })
}

struct Observe<'a, S> {
    players: &'a S,
    seed: u64,
    cancel: &'a [&'a AtomicBool],
}

impl<S: Seating> Visit for Observe<'_, S> {
    type Answer = Option<Record>;

    fn visit<G: Command + Chronicle + Show>(self, start: &G) -> Option<Record> {
        let (seats, programs) = self.players.seat(self.seed);
        let mut playout = Playout::new(start.clone(), seats, Dice::new(self.seed));
        let mut tally = Tally::of(start, self.seed);
        let mut events = Vec::new();
        let mut luck = PossibleResults::default();
        let mut rows = RowTally::new(start.rule_rows());
        let end = loop {
            if self.is_canceled() {
                return None;
            }
            let turn = playout.game().turn();
            // Only programs take note of what has happened.
            let before = (!programs.is_empty()).then(|| playout.game().clone());
            let expected = match turn {
                Turn::Chance(chance) => luck.expected(playout.game(), chance),
                Turn::Choose(_) | Turn::Over(_) => None,
            };
            match playout.advance_counted(&mut rows, &mut events) {
                Ok(None) => {}
                Ok(Some(outcome)) => break End::Over(outcome),
                Err(defect) => {
                    let violation = programs.iter().find_map(ExternalSeat::violation);
                    break End::Broken(violation.unwrap_or_else(|| defect.to_string()));
                }
            }
            tally.input(turn, playout.game(), expected);
            if let Some(before) = before {
                programs.iter().for_each(|program| program.watch(&before, playout.game(), &events));
            }
            for event in events.drain(..) {
                playout.game().note(&event, &mut |note| tally.note(note));
            }
            if playout.inputs() >= MAX_INPUTS as u64 {
                break End::Broken(format!("the game did not end within {MAX_INPUTS} inputs"));
            }
        };
        let outcome = match &end {
            End::Over(outcome) => Some(*outcome),
            // Who cancels the games stops programs that think.
            End::Broken(_) if self.is_canceled() => return None,
            End::Broken(_) => None,
        };
        self.players.dismiss(programs, outcome);
        Some(tally.close(playout.game(), end, rows))
    }
}

impl<S> Observe<'_, S> {
    fn is_canceled(&self) -> bool {
        self.cancel.iter().any(|cancel| cancel.load(Ordering::Relaxed))
    }
}

/// An evaluator of all possible results of a roll.
struct PossibleResults<G> {
    /// A scratch game to resolve rolls in.
    then: Option<G>,
    /// The kinds of all rolls.
    kinds: Vec<Option<u32>>,
    /// The position values after each kind of roll.
    known: Vec<(u32, i64)>,
}

impl<G> Default for PossibleResults<G> {
    fn default() -> Self {
        Self { then: None, kinds: Vec::new(), known: Vec::new() }
    }
}

impl<G: Appraise> PossibleResults<G> {
    /// Returns the mean value to the first side over all results of `chance`, in thousandths; `None` if there are too
    /// many results.
    fn expected(&mut self, game: &G, chance: Chance) -> Option<i64> {
        let rolls = chance.rolls();
        if rolls > MOST_ROLLS {
            return None;
        }
        let mut kinds = std::mem::take(&mut self.kinds);
        game.kinds_of_rolls(chance, &mut kinds);
        self.known.clear();
        let sum: i64 =
            (0..rolls).zip(&kinds).map(|(nth, kind)| self.lead_after(game, &chance.nth_roll(nth), *kind)).sum();
        self.kinds = kinds;
        Some(sum * 1000 / i64::from(rolls))
    }

    /// Returns the value to the first side after a roll of a kind.
    fn lead_after(&mut self, game: &G, roll: &[u16], kind: Option<u32>) -> i64 {
        if let Some((_, lead)) = self.known.iter().find(|(known, _)| Some(*known) == kind) {
            return *lead;
        }
        let then = match &mut self.then {
            Some(then) => {
                then.clone_from(game);
                then
            }
            None => self.then.insert(game.clone()),
        };
        then.resolve(roll, &mut ());
        let lead = lead(then);
        self.known.extend(kind.map(|kind| (kind, lead)));
        lead
    }
}

/// Returns the value to the first side for the measurement of luck. Of a finished game only the degree of victory counts:
/// the bonus for winning would drown all earlier dice.
fn lead(game: &impl Appraise) -> i64 {
    let value = i64::from(game.value(Side::First));
    let won = i64::from(WON);
    if value.abs() < won { value } else { value - value.signum() * won }
}

/// A recorder of a game.
struct Tally {
    record: Record,
    harms: &'static [Harm],
    fights: BTreeMap<(u16, u16), u32>,
    holders: Vec<Option<Side>>,
    /// The fight in progress: the attackers and the target. An elimination counts as a kill of the other side.
    attackers: Vec<u16>,
    target: Option<u16>,
}

impl Tally {
    fn of<G: Chronicle>(start: &G, seed: u64) -> Self {
        let record = Record {
            seed,
            end: End::Broken(String::new()),
            state: String::new(),
            turn: start.turn_now(),
            decisions: [0; 2],
            rolls: 0,
            sources: Vec::new(),
            luck: Vec::new(),
            spent: vec![[0; 2]; G::RESOURCES.len()],
            holders: Vec::new(),
            units: vec![UnitFate::default(); start.roster().len()],
            fights: Vec::new(),
            rows: Vec::new(),
        };
        let holders = start.holders().to_vec();
        Self { record, harms: G::HARMS, fights: BTreeMap::new(), holders, attackers: Vec::new(), target: None }
    }

    /// Records an input: `turn` and `expected`, the mean value before the roll, are those before the input, `game` that
    /// after it.
    fn input<G: Appraise + Chronicle>(&mut self, turn: Turn, game: &G, expected: Option<i64>) {
        // Rolls before the first turn count for the first turn.
        let now = usize::from(self.record.turn.max(1)) - 1;
        match turn {
            Turn::Choose(side) => self.record.decisions[side.index()] += 1,
            Turn::Chance(_) => self.record.rolls += 1,
            Turn::Over(_) => {}
        }
        if let Some(expected) = expected {
            if self.record.luck.len() <= now {
                self.record.luck.resize(now + 1, 0);
            }
            self.record.luck[now] += lead(game) * 1000 - expected;
        }
        if game.turn_now() != self.record.turn {
            self.end_turn();
            self.record.turn = game.turn_now();
        }
        self.holders.clear();
        self.holders.extend_from_slice(game.holders());
    }

    fn end_turn(&mut self) {
        let turn = usize::from(self.record.turn.max(1));
        self.record.holders.resize(turn, self.holders.clone());
    }

    fn unit(&mut self, unit: u16) -> Option<&mut UnitFate> {
        self.record.units.get_mut(usize::from(unit))
    }

    fn note(&mut self, note: Note) {
        match note {
            // Turns are taken from the state, which counts them even without an event.
            Note::Turn(_) => {}
            Note::Arrived(unit) => {
                let turn = self.record.turn;
                if let Some(fate) = self.unit(unit) {
                    fate.arrived.get_or_insert(turn);
                }
            }
            Note::In(unit, _) => {
                if let Some(fate) = self.unit(unit) {
                    fate.hexes += 1;
                }
            }
            Note::Fight { attacker, target, place } => {
                self.attackers.clear();
                self.target = Some(target);
                if let Some(place) = place {
                    *self.fights.entry(part_at(place)).or_default() += 1;
                }
                if let Some(fate) = self.unit(target) {
                    fate.attacked += 1;
                }
                self.attack(attacker);
            }
            Note::Joins(attacker) => self.attack(attacker),
            Note::Harmed(unit, harm) => self.harm(unit, harm),
            Note::Restored(unit) => {
                if let Some(fate) = self.unit(unit) {
                    fate.restored += 1;
                }
            }
            Note::Left(unit) => {
                if let Some(fate) = self.unit(unit) {
                    fate.left = true;
                }
            }
            Note::Spent(side, resource) => {
                if let Some(spent) = self.record.spent.get_mut(resource) {
                    spent[side.index()] += 1;
                }
            }
        }
    }

    fn attack(&mut self, attacker: u16) {
        self.attackers.push(attacker);
        if let Some(fate) = self.unit(attacker) {
            fate.attacks += 1;
        }
    }

    fn harm(&mut self, unit: u16, harm: Harm) {
        let harms = self.harms;
        if let Some(fate) = self.unit(unit) {
            fate.harms.resize(harms.len(), 0);
            let befallen = harms.iter().zip(&mut fate.harms).find(|(known, _)| **known == harm);
            befallen.into_iter().for_each(|(_, times)| *times += 1);
            fate.eliminated += u32::from(harm.removes);
        }
        if !harm.removes {
            return;
        }
        let by = if self.target == Some(unit) {
            self.attackers.clone()
        } else if self.attackers.contains(&unit) {
            self.target.into_iter().collect()
        } else {
            Vec::new()
        };
        for killer in by {
            if let Some(fate) = self.unit(killer) {
                fate.kills += 1;
            }
        }
    }

    fn close(mut self, game: &impl Chronicle, end: End, mut rows: RowTally) -> Record {
        self.end_turn();
        self.record.end = end;
        self.record.state = format!("{:016x}", game.fingerprint());
        let sources = rows.end(|| game.sources());
        self.record.sources = sources.into_iter().map(|source| source.points).collect();
        self.record.rows = rows.into_steps();
        self.record.fights = self.fights.into_iter().map(|((col, row), times)| (col, row, times)).collect();
        self.record
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plan;
    use battlewright_engine::players::{Kind, contestants};

    /// Plays a game, and compares the mean of each roll with that of all results, each tried by itself.
    struct Compare {
        inputs: u64,
    }

    impl Visit for Compare {
        /// The results of all rolls with a mean, and those that were tried.
        type Answer = (u64, u64);

        fn visit<G: Command + Chronicle>(self, start: &G) -> (u64, u64) {
            let seats = contestants([Kind::Greedy, Kind::Greedy], 2);
            let mut playout = Playout::new(start.clone(), seats, Dice::new(2));
            let (mut luck, mut results, mut tried) = (PossibleResults::default(), 0, 0);
            while playout.inputs() < self.inputs {
                if let Turn::Chance(chance) = playout.game().turn()
                    && let Some(mean) = luck.expected(playout.game(), chance)
                {
                    let lead = |nth: u32| {
                        let mut then = playout.game().clone();
                        then.resolve(&chance.nth_roll(nth), &mut ());
                        lead(&then)
                    };
                    let all = chance.rolls();
                    assert_eq!(mean, (0..all).map(lead).sum::<i64>() * 1000 / i64::from(all), "{chance:?}");
                    (results, tried) = (results + u64::from(all), tried + luck.known.len() as u64);
                }
                if playout.advance(&mut ()).unwrap().is_some() {
                    break;
                }
            }
            (results, tried)
        }
    }

    #[test]
    fn the_mean_of_a_roll_is_that_of_all_its_results() {
        let scenarios = [
            include_str!("../../scenarios/outrance-first-assault.toml"),
            include_str!("../../scenarios/outrance-spicheren.toml"),
            include_str!("../../scenarios/mars-la-tour.toml"),
            include_str!("../../scenarios/aac-first-orders.toml"),
        ];
        for text in scenarios {
            let game = Plan::new(text, [Kind::Greedy, Kind::Greedy], 1, 1).open().unwrap().game;
            let (results, tried) = game.visit(Compare { inputs: 600 });
            assert!(results > 400 && tried * 3 < results, "{tried} of {results} results were tried");
        }
    }
}
