//! The players of many games.

use battlewright_engine::game::Outcome;
use battlewright_engine::players::external::ExternalSeat;
use battlewright_engine::players::{Appraise, Command, Contestant, Kind, Player, contestants};
use battlewright_engine::show::Show;

/// The players of the two sides of a game.
pub type PlayerPair<G> = [Box<dyn Player<G> + Send>; 2];

/// A source of the players of each game of a run. Several threads seat players at the same time.
pub trait Seating: Sync {
    /// Returns the players for the game of `seed`, and the seats of those that are programs of their own.
    fn seat<G: Command + Show>(&self, seed: u64) -> (PlayerPair<G>, Vec<ExternalSeat>);

    /// Takes back the `seats` of programs at the end of a game; its `outcome` is `None` if it did not come to its end. It is not
    /// called for a game that is canceled.
    fn dismiss(&self, seats: Vec<ExternalSeat>, outcome: Option<Outcome>) {
        let _ = (seats, outcome);
    }
}

impl Seating for [Kind; 2] {
    fn seat<G: Command + Show>(&self, seed: u64) -> (PlayerPair<G>, Vec<ExternalSeat>) {
        (contestants(*self, seed), Vec::new())
    }
}

/// Contestants that need a file or a program are absent here: only a command line can bring them.
impl Seating for [Contestant; 2] {
    fn seat<G: Command + Show>(&self, seed: u64) -> (PlayerPair<G>, Vec<ExternalSeat>) {
        let mut players: PlayerPair<G> =
            contestants(self.each_ref().map(|one| one.kind().unwrap_or(Kind::Greedy)), seed);
        for (player, contestant) in players.iter_mut().zip(self) {
            if contestant.kind().is_none() {
                *player = Box::new(Absent);
            }
        }
        (players, Vec::new())
    }
}

/// A player who is not there. The game ends with its first decision.
struct Absent;

impl<G: Appraise> Player<G> for Absent {
    fn choose(&mut self, _: &G, _: &[G::Action]) -> Option<G::Action> {
        None
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::End;
    use crate::observe::observe;
    use crate::testing::tutorial;

    #[test]
    fn an_absent_player_ends_the_game_and_nobody_plays_for_it() {
        let start = tutorial().open().unwrap().game;
        let absent = [Contestant::External("python3 mine.py".to_owned()), Contestant::Kind(Kind::Random)];
        let record = observe(&start, &absent, 1, &[]).unwrap();
        assert_eq!(record.end, End::Broken("the player of the First side chose nothing".to_owned()));
        assert_eq!(record.decisions[0], 0);
        let kinds = [Kind::Random, Kind::Greedy];
        assert_eq!(observe(&start, &kinds.map(Contestant::Kind), 3, &[]), observe(&start, &kinds, 3, &[]));
    }
}
