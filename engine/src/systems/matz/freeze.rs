//! A position as a scenario.

use battlewright_schema::matz as file;

use super::Matz;
use crate::game::Illegal;
use crate::show::Fact;

impl Matz {
    /// The position as a scenario that begins with the turn at hand, and the facts that the file cannot express.
    ///
    /// # Errors
    /// The reason why this position cannot be the start of a game.
    pub fn freeze(&self, _: &file::Matz) -> Result<(file::Matz, Vec<Fact>), Illegal> {
        todo!()
    }
}
