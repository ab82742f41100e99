//! The statistics of a game.

use battlewright_schema::Cell;

use super::{Event, Matz, rulebook as rule};
use crate::chronicle::{Chronicle, CombatUnit, Harm, Note, Source};
use crate::game::{Rule, Side};

impl Chronicle for Matz {
    const HARMS: &'static [Harm] = &[Harm::survived("step loss"), Harm::ELIMINATED];
    const RESOURCES: &'static [&'static str] = &[];

    fn roster(&self) -> Vec<CombatUnit> {
        todo!()
    }

    fn cells(&self) -> Vec<Cell> {
        self.board.map.all().map(|hex| self.board.map.cell(hex)).collect()
    }

    fn grounds(&self) -> Vec<Cell> {
        self.board.control.iter().map(|(hex, _)| self.board.map.cell(*hex)).collect()
    }

    fn holders(&self) -> &[Option<Side>] {
        &self.state.control
    }

    fn turn_now(&self) -> u8 {
        self.state.turn
    }

    fn sources(&self) -> Vec<Source> {
        todo!()
    }

    fn note(&self, _: &Event, _: &mut dyn FnMut(Note)) {
        todo!()
    }

    fn rule_of(event: &Event) -> Rule {
        event.rule()
    }

    fn rules_at_work() -> Vec<Rule> {
        rule::ALL.to_vec()
    }
}
