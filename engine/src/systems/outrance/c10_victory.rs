//! X Victory: the rules leave it to the scenario. Sides score for the objectives that they hold after the last turn, and for
//! destroyed enemy units.

use super::Outrance;
use super::event::Event;
use super::state::{At, Task};
use crate::game::{Level, Log, Outcome, Side};

impl Outrance {
    /// Gives each objective to the side that alone has a unit near it which is not demoralized.
    pub(super) fn take_objectives(&mut self, log: &mut impl Log<Event>) {
        let radius = self.board.rules.objective_radius.thousandths();
        for number in 0..self.state.holders.len() {
            let Some(objective) = self.board.objectives.get(number) else { continue };
            let at = objective.at;
            let has = |side: Side| {
                self.fighters(side).any(|(unit, shape)| {
                    let near = |base: &crate::kit::plane::Rectangle| base.distance_to(at).at_most(radius);
                    !self.is_demoralized(unit) && shape.bases().iter().any(near)
                })
            };
            let taker = match Side::BOTH.map(has) {
                [true, false] => Side::First,
                [false, true] => Side::Second,
                _ => continue,
            };
            if let Some(holder) = self.state.holders.get_mut(number)
                && *holder != Some(taker)
            {
                *holder = Some(taker);
                log.push(Event::Took(taker, u16::try_from(number).unwrap_or(u16::MAX)));
            }
        }
    }

    /// Returns the points of both sides: those of objectives, and those of destroyed enemies.
    pub(super) fn points(&self) -> [[i32; 2]; 2] {
        let held = Side::BOTH.map(|side| {
            let rows = self.state.holders.iter().zip(&self.board.objectives);
            rows.filter(|(holder, _)| **holder == Some(side)).map(|(_, row)| row.points[side.index()]).sum()
        });
        let destroyed = Side::BOTH.map(|side| {
            let lost = self.all_units().filter(|unit| {
                let is_out = matches!(self.unit(*unit).at, At::Destroyed(_) | At::Surrendered(_));
                is_out && self.side_of(*unit) != side
            });
            i32::try_from(lost.count()).unwrap_or(i32::MAX).saturating_mul(self.board.destroyed)
        });
        [held, destroyed]
    }

    /// Returns the outcome if the game ended now.
    pub(super) fn outcome_now(&self) -> Outcome {
        let [held, destroyed] = self.points();
        let points = [0, 1].map(|side: usize| held[side].saturating_add(destroyed[side]));
        let lead = points[0].saturating_sub(points[1]);
        let margin = lead.saturating_abs();
        if margin <= self.board.draw_within {
            return Outcome { winner: None, level: Level::Draw, points };
        }
        let winner = if lead > 0 { Side::First } else { Side::Second };
        let is_decisive = self.board.decisive.is_some_and(|least| margin >= least);
        let level = if is_decisive { Level::Major } else { Level::Victory };
        Outcome { winner: Some(winner), level, points }
    }

    pub(super) fn end_game(&mut self, log: &mut impl Log<Event>) {
        let outcome = self.outcome_now();
        log.push(Event::Over(outcome));
        self.state.stack = vec![Task::Over(outcome)];
    }

    /// Returns an outcome in words.
    pub(super) fn outcome_text(&self, outcome: &Outcome) -> String {
        let [first, second] = outcome.points;
        match outcome.winner {
            None => format!("A draw: {first} to {second} points"),
            Some(winner) => {
                let name = &self.board.sides[winner.index()].name;
                format!("{name}: {}, {first} to {second} points", outcome.level)
            }
        }
    }
}
