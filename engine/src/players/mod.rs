//! Computer players. A player is shown only what its side may know, and chooses a legal action.

pub(crate) mod appraisal;
mod greedy;
mod kind;
mod playout;
mod random;
mod scripted;
mod search;

pub use greedy::Greedy;
pub use kind::{Clock, Clocks, Contestant, Kind};
pub use playout::{Defect, Playout};
pub use random::Random;
pub use scripted::{Script, ScriptError, ScriptProgress, Scripted};
pub use search::{Budget, Search};

use crate::game::{Game, Illegal, Outcome, Side, Turn};
use crate::play::{Dice, Match};

/// One who chooses for a side.
pub trait Player<G: Game> {
    /// Chooses one of `legal`, which lists every legal action in the game's fixed order. `seen` is
    /// the game as the side that must choose may know it. `None` if `legal` is empty, or if the
    /// choice is left to somebody else.
    fn choose(&mut self, seen: &G, legal: &[G::Action]) -> Option<G::Action>;
}

/// The least value of a game that is won ([`Appraise::value`]); one that is not over is worth less.
pub const WON: i32 = 10_000;

/// A game that can say how good a choice looks, and how good it stands. This is all a system needs for its computer
/// players.
pub trait Appraise: Game<Action: Send> + Send + 'static {
    /// Scratch buffers: lists to be filled again and again, so that a decision takes no memory of its own. What is
    /// left on it by one decision makes no difference to the next.
    type Scratch: Default + Send + 'static;

    /// The worth of `action`, one of the legal ones, to the side that must choose: more is
    /// better; the unit is the system's own.
    fn appraise(&self, action: &Self::Action) -> i32;

    /// The same of all `actions` of one decision, put into `worths` (cleared first), so that what they have in common
    /// is found out once.
    fn appraise_all(&self, actions: &[Self::Action], scratch: &mut Self::Scratch, worths: &mut Vec<i32>) {
        let _ = scratch;
        worths.clear();
        worths.extend(actions.iter().map(|action| self.appraise(action)));
    }

    /// The worth of the game to `side`: more is better. What one side gains the other loses, so that the two values
    /// add up to zero. The unit is the system's own, about a hundredth of the least loss that decides something; a game
    /// that is won is worth [`WON`] or more, one that is lost as much below zero, and any other less than that.
    ///
    /// It looks at the position only, nothing is tried; so it is cheap, and two results of the same roll can be compared
    /// by it.
    fn value(&self, side: Side) -> i32;

    /// A whole game that agrees with what `side` knows of this one, which is one that it [sees](Game::seen_by): what is
    /// hidden from it is drawn from `dice`. `None` if nothing is hidden, so that the game is whole as it is.
    #[must_use]
    fn imagine(&self, side: Side, dice: &mut Dice) -> Option<Self> {
        let _ = (side, dice);
        None
    }

    /// The part of a roll that matters to the game at hand, which waits for it: rolls of the same kind lead to the
    /// same position.
    /// `None` for one that may be like no other.
    fn kind_of_roll(&self, picks: &[u16]) -> Option<u32> {
        let _ = picks;
        None
    }

    /// Returns `true` if nothing is half done, so that the position can be judged as it stands: no move, no fight.
    fn is_quiet(&self) -> bool {
        true
    }
}

/// The players of the two sides; `None` is a person, who is not asked here.
pub type Seats<G> = [Option<Box<dyn Player<G> + Send>>; 2];

/// Seats for two computer players. Each draws from a stream of its own, which `seed` and its side
/// decide.
pub fn seats<G: Appraise>(kinds: [Kind; 2], seed: u64) -> Seats<G> {
    contestants(kinds, seed).map(Some)
}

/// Two computer players, as [`seats`] has them.
pub fn contestants<G: Appraise>(kinds: [Kind; 2], seed: u64) -> [Box<dyn Player<G> + Send>; 2] {
    let [first, second] = kinds;
    [
        first.player(Dice::named(seed, "player of the first side")),
        second.player(Dice::named(seed, "player of the second side")),
    ]
}

/// Two computer players as [`contestants`] has them, with `clocks` for those that are given time.
pub fn contestants_by_clock<G: Appraise>(
    kinds: [Kind; 2],
    seed: u64,
    clocks: Clocks,
) -> [Box<dyn Player<G> + Send>; 2] {
    let [first, second] = kinds;
    [
        first.player_by_clock(Dice::named(seed, "player of the first side"), clocks),
        second.player_by_clock(Dice::named(seed, "player of the second side"), clocks),
    ]
}

/// The progress of a match by one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// One input was made.
    Moved,
    /// A person must choose for this side.
    Waiting(Side),
    /// The game is over.
    Over(Outcome),
}

/// Makes the next input of `game`: rolls what it asks for, or lets a computer player choose.
///
/// # Errors
/// The player chose what the rules forbid, which is a defect of the player; the match stays as it was.
pub fn advance<G: Game>(game: &mut Match<G>, seats: &mut Seats<G>, dice: &mut Dice) -> Result<Progress, Illegal> {
    match game.now().turn() {
        Turn::Over(outcome) => Ok(Progress::Over(outcome)),
        Turn::Chance(_) => {
            game.roll(dice);
            Ok(Progress::Moved)
        }
        Turn::Choose(side) => {
            let [first, second] = seats;
            let seat = match side {
                Side::First => first,
                Side::Second => second,
            };
            let mut legal = Vec::new();
            game.now().actions(&mut legal);
            let choice = seat.as_mut().and_then(|player| player.choose(&game.now().seen_by(side), &legal));
            match choice {
                None => Ok(Progress::Waiting(side)),
                Some(action) => game.choose(action).map(|()| Progress::Moved),
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::systems::race::{Action as Act, Race};

    fn play(kinds: [Kind; 2], seed: u64) -> Match<Race> {
        let mut game = Match::new(Race::along(30));
        let (mut seats, mut dice) = (seats(kinds, seed), Dice::new(seed));
        while advance(&mut game, &mut seats, &mut dice).unwrap() == Progress::Moved {}
        game
    }

    #[test]
    fn a_seed_decides_a_game() {
        let kinds = [Kind::Random, Kind::Greedy];
        assert_eq!(play(kinds, 7).now(), play(kinds, 7).now());
        assert!(matches!(play(kinds, 7).now().turn(), Turn::Over(_)));
        assert!((0..10).any(|seed| play(kinds, seed).now() != play(kinds, 7).now()));
    }

    #[test]
    fn a_person_is_waited_for() {
        let mut game = Match::new(Race::along(30));
        let mut seats: Seats<Race> = [Some(Kind::Greedy.player(Dice::new(1))), None];
        let mut dice = Dice::new(1);
        assert_eq!(advance(&mut game, &mut seats, &mut dice), Ok(Progress::Moved));
        assert_eq!(advance(&mut game, &mut seats, &mut dice), Ok(Progress::Moved));
        assert_eq!(advance(&mut game, &mut seats, &mut dice), Ok(Progress::Waiting(Side::Second)));
        assert_eq!(game.len(), 2);
    }

    struct Spy(Side);

    impl Player<Race> for Spy {
        fn choose(&mut self, seen: &Race, legal: &[Act]) -> Option<Act> {
            assert_eq!(seen.secrets()[self.0.other().index()], 0, "a player sees the enemy's secret");
            legal.get(1).copied()
        }
    }

    #[test]
    fn a_player_sees_no_secrets() {
        let mut game = Match::new(Race::along(30));
        let mut seats: Seats<Race> = [Some(Box::new(Spy(Side::First))), Some(Box::new(Spy(Side::Second)))];
        while advance(&mut game, &mut seats, &mut Dice::new(1)).unwrap() == Progress::Moved {}
        assert_eq!(game.now().secrets(), [2, 2]);
    }

    struct Cheat;

    impl Player<Race> for Cheat {
        fn choose(&mut self, _: &Race, _: &[Act]) -> Option<Act> {
            Some(Act::Walk(30))
        }
    }

    #[test]
    fn a_cheat_is_stopped() {
        let mut game = Match::new(Race::along(30));
        let mut seats: Seats<Race> = [Some(Box::new(Cheat)), None];
        assert!(advance(&mut game, &mut seats, &mut Dice::new(1)).is_err());
        assert!(game.is_empty());
    }
}
