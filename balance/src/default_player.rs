//! The player of a run for which none is named: one that plans where that is affordable, and greedy otherwise.
//!
//! The time of a game is estimated by counting, so that every machine chooses alike. One game of greedy players without the author's
//! advice is counted from a fixed seed: the choice depends on the scenario alone, and not on the seeds of the run. A planning
//! player plays [so many](TRIES) greedy games from each of its order points to their [horizon](Command::horizon). The count therefore adds
//! up the part of the game that follows each order point. It stops as soon as plans are too expensive, so that it takes a moment
//! even where a game takes seconds.

use battlewright_engine::any::Visit;
use battlewright_engine::game::Turn;
use battlewright_engine::play::Dice;
use battlewright_engine::play::replay::MAX_INPUTS;
use battlewright_engine::players::{Budget, Command, Kind, contestants};
use serde::{Deserialize, Serialize};

use crate::figures::duration;
use crate::ground::GroundPart;
use crate::plan::OpenedPlan;

/// The playouts of the planning player for each order point.
const TRIES: u32 = 48;

/// The seed of the counted game.
const SEED: u64 = 1;

/// The games to which the time of a run is related.
const GAMES: u64 = 400;

/// The most time of a game of planning players, in microseconds of one core, over all versions that are compared: 400 games then
/// end within twelve minutes on two cores.
const MOST: u64 = 3_600_000;

/// The time of an input of a playout in nanoseconds: a choice that is carried out, or a roll.
const INPUT: u64 = 500;

/// The time of a legal choice that greedy looks at in a playout on a hex map, in nanoseconds. The systems differ: measured games take
/// from a quarter of this estimate to twice as long.
const LOOK_ON_MAP: u64 = 2_000;

/// The same on a table without hexes, with its exact geometry.
const LOOK_ON_TABLE: u64 = 40_000;

/// The player of both sides of a run for which none is named.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct DefaultPlayer {
    /// The estimated time of a game of planning players, in microseconds of one core of an ordinary machine. The count stops at
    /// the most that is affordable.
    pub game: u64,
    /// The number of versions of the scenario that play each game.
    pub versions: u64,
}

impl DefaultPlayer {
    /// The planning player.
    pub const PLANS: Kind = Kind::Plan(Budget::Iterations(TRIES));

    /// Returns the player for a run of `versions` versions of the scenario, of which `opened` is one.
    pub(crate) fn of(opened: &OpenedPlan, versions: u64) -> Self {
        let versions = versions.max(1);
        let look = match GroundPart::of(&opened.scenario) {
            GroundPart::Hex => LOOK_ON_MAP,
            GroundPart::SquareInch => LOOK_ON_TABLE,
        };
        Self { game: opened.game.visit(Count { look, most: MOST / versions }), versions }
    }

    /// Returns the kind of the player.
    pub fn kind(self) -> Kind {
        if self.game < MOST / self.versions { Self::PLANS } else { Kind::Greedy }
    }

    /// Describes the choice and its reason.
    pub fn reason(self) -> String {
        let plans = Self::PLANS;
        let versions =
            if self.versions > 1 { format!(" of each of {} versions", self.versions) } else { String::new() };
        let time = |game: u64| duration((GAMES * self.versions).saturating_mul(game) / 1_000_000);
        match self.kind() {
            Kind::Greedy => format!(
                "No players were named, so greedy plays both sides: {GAMES} games{versions} between players that plan ({plans}) would \
                take more than {} on one core",
                time(MOST / self.versions)
            ),
            player => format!(
                "No players were named, so {player} plays both sides: {GAMES} games{versions} take some {} on one core",
                time(self.game)
            ),
        }
    }
}

/// A count of the time that plans take.
struct Count {
    /// The time of a choice that is looked at, in nanoseconds.
    look: u64,
    /// The time in microseconds at which the count stops.
    most: u64,
}

impl Visit for Count {
    type Answer = u64;

    fn visit<G: Command>(self, start: &G) -> u64 {
        let mut seats = contestants::<G>([Kind::Greedy; 2], SEED);
        let (mut game, mut dice) = (start.clone(), Dice::new(SEED));
        let (mut legal, mut picks) = (Vec::new(), Vec::new());
        // The turns in which the playouts of the order points so far end.
        let mut playouts: Vec<u16> = Vec::new();
        let mut points = [None; 2];
        let mut nanoseconds = 0_u64;
        for _ in 0..MAX_INPUTS {
            let mut time = INPUT;
            if game.is_quiet() {
                let turn = game.turn_number();
                playouts.retain(|end| turn < *end);
            }
            match game.turn() {
                Turn::Over(_) => break,
                Turn::Chance(chance) => {
                    dice.roll_into(chance, &mut picks);
                    game.resolve(&picks, &mut ());
                }
                Turn::Choose(side) => {
                    let view = game.hides(side).then(|| game.seen_by(side));
                    let seen = view.as_ref().unwrap_or(&game);
                    let point = seen.order_point();
                    let last = &mut points[side.index()];
                    if point.is_some() && *last != point {
                        *last = point;
                        playouts
                            .push(seen.horizon().map_or(u16::MAX, |turns| seen.turn_number().saturating_add(turns)));
                    }
                    let player = &mut seats[side.index()];
                    let planned = player.planned(seen).filter(|next| game.check(next).is_ok());
                    let choice = if let Some(next) = planned {
                        player.recall(seen, &next);
                        Some(next)
                    } else {
                        game.actions(&mut legal);
                        time += self.look * u64::try_from(legal.len()).unwrap_or(u64::MAX);
                        player.choose(seen, &legal)
                    };
                    let Some(action) = choice else { break };
                    game.apply_listed(&action, &mut ());
                }
            }
            let tries = u64::from(TRIES) * u64::try_from(playouts.len()).unwrap_or(u64::MAX);
            nanoseconds = nanoseconds.saturating_add(time.saturating_mul(tries));
            if nanoseconds / 1000 >= self.most {
                return self.most;
            }
        }
        nanoseconds / 1000
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Plan;

    fn chosen(scenario: &str, versions: usize) -> (DefaultPlayer, Kind) {
        let plan = Plan::new(scenario, [Kind::Random; 2], 77, 1).with_default_players(versions).unwrap();
        let player = plan.default_player.unwrap();
        assert_eq!(plan.players, [player.kind().to_string(), player.kind().to_string()]);
        (player, player.kind())
    }

    #[test]
    fn plans_play_where_they_are_affordable() {
        let tutorial = include_str!("../../scenarios/tutorial.toml");
        let (player, kind) = chosen(tutorial, 1);
        assert_eq!(kind, DefaultPlayer::PLANS);
        assert!(player.reason().contains("so plan:48 plays both sides: 400 games take some "), "{}", player.reason());
        let (many, kind) = chosen(tutorial, 1000);
        assert_eq!((kind, many.versions), (Kind::Greedy, 1000), "a thousand versions play a thousand times as long");
        assert!(many.reason().contains("400 games of each of 1000 versions"), "{}", many.reason());
        let (slow, kind) = chosen(include_str!("../../scenarios/outrance-worth.toml"), 1);
        assert_eq!((kind, slow.game), (Kind::Greedy, MOST), "the count has stopped");
        assert!(slow.reason().contains("so greedy plays both sides"), "{}", slow.reason());
    }

    /// The limit lies between scenarios that were measured: 1.8 s for a game of Mars-la-Tour, 6 s for one of Mangin.
    #[test]
    fn the_bundled_scenarios_get_players_by_their_size() {
        let scenarios = [
            (include_str!("../../scenarios/mars-la-tour.toml"), DefaultPlayer::PLANS),
            (include_str!("../../scenarios/aac-first-orders.toml"), DefaultPlayer::PLANS),
            (include_str!("../../scenarios/matz-first-day.toml"), DefaultPlayer::PLANS),
            (include_str!("../../scenarios/pm-crisis-on-the-left.toml"), Kind::Greedy),
            (include_str!("../../scenarios/matz-mangin.toml"), Kind::Greedy),
            (include_str!("../../scenarios/pm-a-day-of-battle.toml"), Kind::Greedy),
            (include_str!("../../scenarios/aac-mars-la-tour.toml"), Kind::Greedy),
            (include_str!("../../scenarios/outrance-first-assault.toml"), Kind::Greedy),
        ];
        for (scenario, player) in scenarios {
            let (found, kind) = chosen(scenario, 1);
            assert_eq!(kind, player, "{}: {found:?}", scenario.lines().next().unwrap_or_default());
        }
    }

    #[test]
    fn a_longer_battle_costs_more_and_advice_changes_nothing() {
        let tutorial = include_str!("../../scenarios/tutorial.toml");
        let longer = tutorial.replace("count = 4", "count = 8");
        assert_ne!(longer, tutorial);
        let [short, long] = [tutorial, &longer].map(|scenario| chosen(scenario, 1).0.game);
        assert!(long > 2 * short, "{short} and {long}");
        let advised = format!("{tutorial}\n[[computer]]\nside = \"red\"\nposture = \"hold\"\nplace = \"saint-remy\"\n");
        assert_eq!(chosen(&advised, 1).0.game, short);
    }
}
