//! A position of a race as a scenario of its own.

use battlewright_schema::race as file;

use super::{Ground, Race, rule};
use crate::game::{Game, Illegal, Side, Turn};
use crate::kit::freeze::name_after_turn;
use crate::show::Fact;

impl Race {
    /// The position as a scenario that begins with the turn at hand, and what is lost by it. `of` is the scenario that is
    /// being played.
    ///
    /// # Errors
    /// The race is over, a turn is half done, or a runner has left the edge of a table, of which a file says nothing.
    pub fn freeze(&self, of: &file::Race) -> Result<(file::Race, Vec<Fact>), Illegal> {
        if self.turn() != Turn::Choose(Side::First) {
            return Err(Illegal::new(rule::SETUP, "a race begins with the first side's choice"));
        }
        let mut then = of.clone();
        name_after_turn(&mut then, self.state.turn);
        then.turns.count = of.turns.count.saturating_sub(u8::try_from(self.state.turn - 1).unwrap_or(u8::MAX));
        match self.board.ground {
            Ground::Table { .. } if self.state.places != [0; 2] => {
                return Err(Illegal::new(rule::SETUP, "on a table a race begins at the edge"));
            }
            Ground::Table { .. } => {}
            Ground::Hexes { .. } => {
                for (side, (track, id)) in Side::BOTH.into_iter().zip(of.tracks().zip(of.side.keys())) {
                    let at = track.get(usize::from(self.state.places[side.index()]));
                    then.unit.iter_mut().filter(|unit| unit.side == *id).for_each(|unit| unit.at = at.cloned());
                }
            }
        }
        let runners = Side::BOTH.into_iter().filter(|side| self.state.tired[side.index()]);
        let lost =
            runners.map(|side| Fact { text: format!("{} is tired", self.runner(side).name), rule: rule::RUNNING });
        Ok((then, lost.collect()))
    }
}
