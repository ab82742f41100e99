//! Computer players in a seat. They know what the seat knows.

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::{Game as _, Side};
use battlewright_engine::players::{Kind, Player, decision_dice};
use battlewright_engine::show::Show as _;

/// A computer player in a seat.
pub struct ComputerPlayer {
    side: Side,
    seed: u64,
    player: Box<dyn Player<AnyGame> + Send>,
}

impl std::fmt::Debug for ComputerPlayer {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        write!(f, "ComputerPlayer({:?})", self.side)
    }
}

/// A decision of a computer player.
#[derive(Clone, Debug)]
pub struct Decision {
    /// The side that must choose.
    pub side: Side,
    /// The number of inputs before the decision.
    pub n: usize,
    pub(crate) view: AnyGame,
}

impl ComputerPlayer {
    /// Creates the player of `side`. Its numbers depend on `seed` and the decision, so that it chooses the same after a restart. A
    /// budget of time is replaced by a number of tries.
    pub(crate) fn new(side: Side, kind: Kind, seed: u64) -> Self {
        Self { side, seed, player: kind.player(decision_dice(seed, side, 0)) }
    }

    /// Chooses an action, in its notation; `None` for the decision of another side. This may take long.
    pub fn choose(&mut self, decision: &Decision) -> Option<String> {
        if decision.side != self.side {
            return None;
        }
        self.player.start_over(decision_dice(self.seed, self.side, decision.n));
        let mut legal = Vec::new();
        decision.view.actions(&mut legal);
        let action = self.player.choose(&decision.view, &legal)?;
        Some(decision.view.label(&action).notation)
    }
}
