//! The parts of a race that statistics count.

use battlewright_schema::Cell;

use super::{Event, Ground, Race, rulebook as rule};
use crate::chronicle::{Chronicle, CombatUnit, Harm, Note, Source};
use crate::game::{Rule, Side};
use crate::show::Place;

/// A run of a single step.
const STUMBLED: Harm = Harm::survived("stumbled");

impl Chronicle for Race {
    const HARMS: &'static [Harm] = &[STUMBLED];

    const RESOURCES: &'static [&'static str] = &["runs"];

    fn roster(&self) -> Vec<CombatUnit> {
        let enlisted = |side| {
            let runner = self.runner(side);
            CombatUnit { id: runner.id.clone(), name: runner.name.clone(), side, due: None }
        };
        Side::BOTH.map(enlisted).into()
    }

    fn cells(&self) -> Vec<Cell> {
        match &self.board.ground {
            Ground::Hexes { all, .. } => all.clone(),
            Ground::Table { .. } => Vec::new(),
        }
    }

    fn grounds(&self) -> Vec<Place> {
        Side::BOTH.map(|side| self.place(side, self.board.goal)).into()
    }

    fn holders(&self) -> &[Option<Side>] {
        &self.arrived
    }

    fn turn_now(&self) -> u8 {
        u8::try_from(self.state.turn.min(self.board.turns)).unwrap_or(u8::MAX)
    }

    fn sources(&self) -> Vec<Source> {
        vec![Source { name: "steps", points: self.state.places.map(i32::from) }]
    }

    fn note(&self, event: &Event, to: &mut dyn FnMut(Note)) {
        match *event {
            Event::Turn(turn) => to(Note::Turn(u8::try_from(turn).unwrap_or(u8::MAX))),
            Event::Went { side, steps, ran } => {
                let unit = if side == Side::First { 0 } else { 1 };
                to(Note::In(unit, self.place(side, self.state.places[side.index()])));
                if ran {
                    to(Note::Spent(side, 0));
                }
                if ran && steps == 1 {
                    to(Note::Harmed(unit, STUMBLED));
                }
            }
        }
    }

    fn rule_of(event: &Event) -> Rule {
        event.rule()
    }

    fn citable_rules() -> Vec<Rule> {
        vec![rule::WALKING, rule::RUNNING]
    }
}
