//! Computer players. A player sees only the information of its side, and chooses a legal action.

pub mod appraisal;
mod clock;
mod difficulty;
pub mod external;
mod greedy;
mod kind;
pub mod plan;
mod playout;
mod random;
pub mod route;
mod scripted;
mod search;
pub mod threat;
pub mod weights;

pub use clock::{Clock, Clocks, ThinkingProgress};
pub use difficulty::Difficulty;
pub use greedy::Greedy;
pub use kind::{Contestant, Kind};
pub use plan::{Command, GivenPlan, Planner};
pub use playout::{Defect, Playout};
pub use random::Random;
pub use scripted::{Script, ScriptError, ScriptProgress, Scripted};
pub use search::{Budget, Search};
#[cfg(any(test, feature = "race"))]
pub use search::{VerifiedTree, verify_tree};

use crate::game::{Chance, Game, Illegal, Outcome, Side, Turn};
use crate::play::{Dice, Match};
use weights::WeightSet;

/// A player of a side.
pub trait Player<G: Game> {
    /// Chooses one of `legal`, which lists every legal action in the game's fixed order. `seen` is the game from the viewpoint
    /// of the side that must choose. `None` if `legal` is empty, or if a person must choose.
    fn choose(&mut self, seen: &G, legal: &[G::Action]) -> Option<G::Action>;

    /// Returns the next choice of a move that the player has decided as a whole, if nothing has happened since for which it would
    /// look again. It may be illegal. A caller that makes this choice without a list of all legal ones must [recall](Self::recall)
    /// it; one that asks [`Self::choose`] gets the same choice.
    fn planned(&self, seen: &G) -> Option<G::Action> {
        let _ = seen;
        None
    }

    /// Makes the next choice depend on nothing but `dice`, the position and the choices of the side so far: plans from earlier
    /// decisions are dropped. A player without random numbers and plans need not do anything.
    fn start_over(&mut self, dice: Dice) {
        let _ = dice;
    }

    /// Takes note of a choice that the side has made in the position `seen` without [`Self::choose`], such as before a game was
    /// resumed.
    fn recall(&mut self, seen: &G, choice: &G::Action) {
        let _ = (seen, choice);
    }

    /// Returns the reasons for the choices since the last call, a line each, such as the missions of a plan. Only the side of the
    /// player may read them while the game goes on.
    fn reasons(&mut self) -> Vec<String> {
        Vec::new()
    }

    /// Thinks on so many threads from now on. Their number does not change the choices. A player that thinks on one need not do
    /// anything.
    fn set_threads(&mut self, threads: usize) {
        let _ = threads;
    }

    /// Returns the plan of the last order point; `None` if the player makes no plans.
    fn given_plan(&self) -> Option<GivenPlan> {
        None
    }

    /// Takes the plan `given`, which another player of the side has made in this turn, instead of thinking about its order point
    /// again. `seen` is the position of the next choice. A player without plans need not do anything.
    fn adopt(&mut self, seen: &G, given: &GivenPlan) {
        let _ = (seen, given);
    }
}

/// The minimum [value](Appraise::value) of a won game; a game in progress is worth less.
pub const WON: i32 = 10_000;

/// Evaluation of actions and positions of a game. Computer players need nothing else from a system.
pub trait Appraise: Game<Action: Send> + Send + 'static {
    /// Scratch buffers that are reused, so that a decision does not allocate. Leftover contents do not affect the next
    /// decision.
    type Scratch: Default + Send + 'static;

    /// The weights of the appraisal; `()` without any. A player has its own.
    type Weights: WeightSet;

    /// Returns scratch buffers for a player with `weights`, which [`Self::appraise_all`] uses. Those of the default are for the
    /// shipped weights.
    fn scratch_with(weights: Self::Weights) -> Self::Scratch {
        let _ = weights;
        Self::Scratch::default()
    }

    /// Returns the worth of the legal `action` to the side that must choose, by the shipped weights: more is better. The unit is
    /// private to the system.
    fn appraise(&self, action: &Self::Action) -> i32;

    /// Puts the worth of all `actions` of one decision into `worths` (cleared first); shared work is done once.
    fn appraise_all(&self, actions: &[Self::Action], scratch: &mut Self::Scratch, worths: &mut Vec<i32>) {
        let _ = scratch;
        worths.clear();
        worths.extend(actions.iter().map(|action| self.appraise(action)));
    }

    /// Puts the choices that complete the move of `choice` into `route` (cleared first), in order: those for which `choice` was
    /// the best. None if `choice` is no part of a move of several choices, or if the next one is worth a look of its own.
    /// `scratch` is that of [`Self::appraise_all`] for the same decision. Returns the [mark](Self::route_mark) of the positions
    /// on the way. A player makes these choices without appraising again, as long as they are legal and the mark is that one.
    fn rest_of_move(&self, choice: &Self::Action, scratch: &mut Self::Scratch, route: &mut Vec<Self::Action>) -> u64 {
        let _ = (choice, scratch);
        route.clear();
        0
    }

    /// Returns a number that is the same before each choice of a move under way, and another one if something has happened for
    /// which a player must look again: fire, a loss, an enemy who appears, a move of another unit. It is cheap to compute.
    fn route_mark(&self) -> u64 {
        0
    }

    /// Returns the worth of the game to `side`: more is better. The game is zero-sum, so the two values add up to zero. The
    /// unit is private to the system, about a hundredth of the smallest decisive loss; a won game is worth [`WON`] or more, a
    /// lost game `-WON` or less, and any other game lies between.
    ///
    /// The function looks only at the position and tries no actions; so it is cheap, and can compare two results of one roll.
    fn value(&self, side: Side) -> i32;

    /// Returns the [value](Self::value) of the game to `side` for a player with `weights`.
    fn value_with(&self, side: Side, weights: &Self::Weights) -> i32 {
        let _ = weights;
        self.value(side)
    }

    /// Returns a complete game that agrees with the information of `side` in this one, which is a game [seen by](Game::seen_by)
    /// the side: hidden data is drawn from `dice`. `None` if no data is hidden.
    #[must_use]
    fn imagine(&self, side: Side, dice: &mut Dice) -> Option<Self> {
        let _ = (side, dice);
        None
    }

    /// Returns the part of a roll that matters to the waiting game: rolls of the same kind lead to the same position. `None`
    /// for a roll that may be unlike all others.
    fn kind_of_roll(&self, picks: &[u16]) -> Option<u32> {
        let _ = picks;
        None
    }

    /// Puts the [kinds](Self::kind_of_roll) of all rolls of the pending `chance` into `kinds` (cleared first), in the order of
    /// [`Chance::nth_roll`]; shared work is done once.
    fn kinds_of_rolls(&self, chance: Chance, kinds: &mut Vec<Option<u32>>) {
        kinds.clear();
        kinds.extend((0..chance.rolls()).map(|nth| self.kind_of_roll(&chance.nth_roll(nth))));
    }

    /// Returns `true` if no move or fight is in progress, so that the position can be evaluated.
    fn is_quiet(&self) -> bool {
        true
    }

    /// Returns `true` if the pending decision is worth a search: its choices differ in what [`Self::value`] shows soon after.
    /// The searching player decides all else by appraisal.
    fn is_searched(&self) -> bool {
        true
    }
}

/// The players of the two sides; `None` is a person.
pub type Seats<G> = [Option<Box<dyn Player<G> + Send>>; 2];

/// Returns seats for two computer players. The random stream of each depends on `seed` and its side.
pub fn seats<G: Command>(kinds: [Kind; 2], seed: u64) -> Seats<G> {
    contestants(kinds, seed).map(Some)
}

/// Returns two computer players with the streams of [`seats`].
pub fn contestants<G: Command>(kinds: [Kind; 2], seed: u64) -> [Box<dyn Player<G> + Send>; 2] {
    let [first, second] = kinds;
    let [dice, other] = Side::BOTH.map(|side| player_dice(seed, side));
    [first.player(dice), second.player(other)]
}

/// Returns the numbers of the computer player of `side` in a game with `seed`.
pub fn player_dice(seed: u64, side: Side) -> Dice {
    Dice::named(seed, ["player of the first side", "player of the second side"][side.index()])
}

/// Returns the numbers of the computer player of `side` for the decision after input `n` of a game with `seed`. A player that
/// [starts over](Player::start_over) with them chooses the same whenever the game is there again: after undo, and after the game
/// was saved and loaded.
pub fn decision_dice(seed: u64, side: Side, n: usize) -> Dice {
    Dice::named(seed, &format!("decision of side {} after input {n}", side.index()))
}

/// Returns two computer players with the streams of [`contestants`], and `clocks` for players that think long.
pub fn contestants_by_clock<G: Command>(kinds: [Kind; 2], seed: u64, clocks: Clocks) -> [Box<dyn Player<G> + Send>; 2] {
    let [first, second] = kinds;
    let [dice, other] = Side::BOTH.map(|side| player_dice(seed, side));
    [first.player_by_clock(dice, clocks()), second.player_by_clock(other, clocks())]
}

/// The progress of a match by one input.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Progress {
    /// A move by one input.
    Moved,
    /// A pause for the choice of a person, who plays this side.
    Waiting(Side),
    /// A pause for dice, which a match without a seed does not roll by itself.
    Unrolled,
    /// The end of the game, with its result.
    Over(Outcome),
}

/// Makes the next input of `game`: a roll, or the choice of a computer player.
///
/// # Errors
/// The rule that forbids the player's choice, which is a defect of the player; the match stays unchanged.
pub fn advance<G: Game>(game: &mut Match<G>, seats: &mut Seats<G>) -> Result<Progress, Illegal> {
    match game.now().turn() {
        Turn::Over(outcome) => Ok(Progress::Over(outcome)),
        Turn::Chance(_) => Ok(if game.roll() { Progress::Moved } else { Progress::Unrolled }),
        Turn::Choose(side) => {
            let [first, second] = seats;
            let seat = match side {
                Side::First => first,
                Side::Second => second,
            };
            let Some(player) = seat else { return Ok(Progress::Waiting(side)) };
            match decide(player.as_mut(), game.now(), &game.now().seen_by(side)) {
                None => Ok(Progress::Waiting(side)),
                Some(action) => game.choose(action).map(|()| Progress::Moved),
            }
        }
    }
}

/// Returns the choice of `player` in `game`, of which it sees `seen`: the next one of its move, or one of all legal ones.
fn decide<G: Game>(player: &mut dyn Player<G>, game: &G, seen: &G) -> Option<G::Action> {
    if let Some(next) = player.planned(seen)
        && game.check(&next).is_ok()
    {
        player.recall(seen, &next);
        return Some(next);
    }
    let mut legal = Vec::new();
    game.actions(&mut legal);
    player.choose(seen, &legal)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::race::{Action as Act, Race};

    fn play(kinds: [Kind; 2], seed: u64) -> Match<Race> {
        let mut game = Match::seeded(Race::along(30), seed);
        let mut seats = seats(kinds, seed);
        while advance(&mut game, &mut seats).unwrap() == Progress::Moved {}
        game
    }

    #[test]
    fn a_seed_decides_a_game() {
        let kinds = [Kind::Random, Kind::Greedy];
        assert_eq!(play(kinds, 7).now(), play(kinds, 7).now());
        assert!(matches!(play(kinds, 7).now().turn(), Turn::Over(_)));
        assert!((0..10).any(|seed| play(kinds, seed).now() != play(kinds, 7).now()));
    }

    /// Otherwise, a caller that advances the game as long as it moves would loop forever.
    #[test]
    fn a_game_without_a_seed_stops_at_its_first_roll() {
        let mut game = Match::new(Race::along(30));
        let mut seats = seats([Kind::Greedy, Kind::Greedy], 1);
        while advance(&mut game, &mut seats).unwrap() == Progress::Moved {}
        assert!(matches!(game.now().turn(), Turn::Chance(_)));
        assert_eq!(advance(&mut game, &mut seats), Ok(Progress::Unrolled));
    }

    #[test]
    fn a_person_is_waited_for() {
        let mut game = Match::seeded(Race::along(30), 1);
        let mut seats: Seats<Race> = [Some(Kind::Greedy.player(Dice::new(1))), None];
        assert_eq!(advance(&mut game, &mut seats), Ok(Progress::Moved));
        assert_eq!(advance(&mut game, &mut seats), Ok(Progress::Moved));
        assert_eq!(advance(&mut game, &mut seats), Ok(Progress::Waiting(Side::Second)));
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
        let mut game = Match::seeded(Race::along(30), 1);
        let mut seats: Seats<Race> = [Some(Box::new(Spy(Side::First))), Some(Box::new(Spy(Side::Second)))];
        while advance(&mut game, &mut seats).unwrap() == Progress::Moved {}
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
        let mut game = Match::seeded(Race::along(30), 1);
        let mut seats: Seats<Race> = [Some(Box::new(Cheat)), None];
        assert!(advance(&mut game, &mut seats).is_err());
        assert!(game.is_empty());
    }
}
