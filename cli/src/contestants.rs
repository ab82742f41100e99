//! Players by their names on the command line, including those that need files, programs or a clock.

use std::path::Path;
use std::sync::Arc;
use std::time::Instant;

use battlewright_balance::{PlayerPair, Seating};
use battlewright_engine::any::{AnyGame, AnyWeights, shipped_weights};
use battlewright_engine::game::{Outcome, Side};
use battlewright_engine::play::Dice;
use battlewright_engine::players::external::{Briefing, ExternalSeat};
use battlewright_engine::players::weights::{WeightSet as _, WeightTable};
use battlewright_engine::players::{
    Appraise, Clock, Command, Contestant, Kind, Script, ScriptProgress, Scripted, Seats, contestants,
    contestants_by_clock, player_dice,
};
use battlewright_engine::show::Show;
use battlewright_schema::{Scenario, System};

use crate::console::Failure;
use crate::external::{ExternalOptions, Program};
use crate::files;

/// The players named for both sides.
#[derive(Clone, Debug)]
pub(crate) struct NamedPlayers(pub(crate) [Contestant; 2]);

/// Parses two player names separated by a comma.
pub(crate) fn named(text: &str) -> Result<NamedPlayers, String> {
    pair(text, |_| true, &format!("{}, {WEIGHTED}, script:FILE, external:COMMAND", Kind::NAMES))
}

/// Parses two player names separated by a comma, for many games: nobody follows a script.
pub(crate) fn for_many_games(text: &str) -> Result<NamedPlayers, String> {
    let is_fit = |contestant: &Contestant| !matches!(contestant, Contestant::Script(_));
    pair(text, is_fit, &format!("{}, {WEIGHTED}, external:COMMAND", Kind::NAMES))
}

const WEIGHTED: &str = "greedy:FILE or plan:100:FILE (with the weights in a file)";

const TWO: &str = "give two players separated by a comma, such as greedy,random";

/// Parses two of the players that are `fit`, whose `names` are for people.
fn pair(text: &str, is_fit: impl Fn(&Contestant) -> bool, names: &str) -> Result<NamedPlayers, String> {
    let one = |name: &str| {
        let found = Contestant::by_name(name).filter(&is_fit);
        found.ok_or_else(|| format!("unknown player {name:?}; the players are {names}"))
    };
    let commas: Vec<usize> = text.match_indices(',').map(|(at, _)| at).collect();
    match commas[..] {
        [] => Err(TWO.to_owned()),
        [comma] => Ok(NamedPlayers([one(&text[..comma])?, one(&text[comma + 1..])?])),
        _ => {
            // Only a command may contain commas.
            let fits = |name: &str| match one(name) {
                Ok(Contestant::External(command)) => crate::external::words(&command).is_some(),
                Ok(_) => !name.contains(','),
                Err(_) => false,
            };
            let mut splits =
                commas.iter().map(|comma| (&text[..*comma], &text[comma + 1..])).filter(|(a, b)| fits(a) && fits(b));
            match (splits.next(), splits.next()) {
                (Some((first, second)), None) => Ok(NamedPlayers([one(first)?, one(second)?])),
                (None, _) => Err(TWO.to_owned()),
                (Some(_), Some(_)) => Err(format!("{TWO}; put a comma of a command in quotes")),
            }
        }
    }
}

/// A player of a side, with its data.
#[derive(Clone)]
pub(crate) enum Contender {
    /// A computer player.
    Kind(Kind),
    /// A computer player with weights of its own.
    Weighted(Kind, Arc<WeightTable>),
    /// A follower of a plan.
    Script(Script),
    /// A program, with the facts of the scenario for it.
    External(Arc<Program>, Briefing),
}

/// The players of one game.
pub(crate) struct Table {
    pub(crate) seats: Seats<AnyGame>,
    /// The progress along each plan.
    pub(crate) followed: [Option<ScriptProgress>; 2],
    /// The seats of programs.
    pub(crate) programs: [Option<ExternalSeat>; 2],
}

impl NamedPlayers {
    /// Returns the files named.
    pub(crate) fn files(&self) -> impl Iterator<Item = &Path> {
        self.0.iter().filter_map(|contestant| match contestant {
            Contestant::Kind(_) | Contestant::External(_) => None,
            Contestant::Weighted(_, file) | Contestant::Script(file) => Some(Path::new(file)),
        })
    }

    /// Reads the files named and starts the programs, for games of `scenario`, whose file is `text`.
    ///
    /// # Errors
    /// A plan cannot be read, or has no choices for its side; weights are wrong; or a program does not start.
    pub(crate) fn ready(
        &self,
        text: &str,
        scenario: &Scenario,
        game: &AnyGame,
        options: ExternalOptions,
    ) -> Result<[Contender; 2], Failure> {
        let sides = game.sides();
        let one = |contestant: &Contestant, side: &str| -> Result<Contender, Failure> {
            match contestant {
                Contestant::Kind(kind) => Ok(Contender::Kind(*kind)),
                Contestant::Weighted(kind, file) => {
                    let table = weights(Path::new(file), scenario.system())?;
                    Ok(Contender::Weighted(*kind, Arc::new(table)))
                }
                Contestant::Script(file) => {
                    let bytes = files::read(Path::new(file))?;
                    let script = Script::read(&String::from_utf8_lossy(&bytes), side)
                        .map_err(|why| Failure::new(format!("{file} is not a plan for {side}: {why}")))?;
                    Ok(Contender::Script(script))
                }
                Contestant::External(command) => {
                    let program = Program::start(command, side, options)?;
                    Ok(Contender::External(Arc::new(program), Briefing::new(text, scenario, game.sides())))
                }
            }
        };
        let (Self([first, second]), [one_side, other_side]) = (self, &sides);
        Ok([one(first, one_side)?, one(second, other_side)?])
    }
}

/// Reads a file of weights for players of `system`.
///
/// # Errors
/// The file cannot be read, or anything in it is wrong.
pub(crate) fn weights(file: &Path, system: System) -> Result<WeightTable, Failure> {
    let text = files::read(file)?;
    let name = files::slashed(file);
    let read = WeightTable::read(&String::from_utf8_lossy(&text), shipped_weights(system));
    read.map_err(|errors| {
        let errors = errors.to_string().replace('\n', "\n  ");
        Failure::new(format!("{name} is no file of weights:\n  {errors}"))
            .help(format!("the weights of {} and their ranges are in its weights.toml", system.name()))
    })
}

/// Returns seats for `contenders` in a game with `seed`.
pub(crate) fn table(contenders: &[Contender; 2], seed: u64) -> Table {
    let kinds = kinds(contenders);
    let mut seats: Seats<AnyGame> = contestants_by_clock(kinds, seed, || Box::new(Stopwatch::new())).map(Some);
    let (mut followed, mut programs) = ([None, None], [None, None]);
    for (side, contender) in Side::BOTH.into_iter().zip(contenders) {
        let at = side.index();
        match contender {
            Contender::Kind(_) => {}
            Contender::Weighted(kind, table) => {
                let weights = AnyWeights::of(table);
                let clock = Box::new(Stopwatch::new());
                seats[at] = Some(kind.weighted_player(player_dice(seed, side), weights, Some(clock)));
            }
            Contender::Script(script) => {
                let scripted = scripted(script, side, seed);
                followed[at] = Some(scripted.followed());
                seats[at] = Some(Box::new(scripted));
            }
            Contender::External(program, briefing) => {
                let seat = program.seat(briefing, side, seed);
                seats[at] = Some(Box::new(seat.player()));
                programs[at] = Some(seat);
            }
        }
    }
    Table { seats, followed, programs }
}

/// Takes back the programs among `contenders` at the end of a game; its `outcome` is `None` if it did not come to its end.
pub(crate) fn clear(contenders: &[Contender; 2], programs: [Option<ExternalSeat>; 2], outcome: Option<Outcome>) {
    for (contender, seat) in contenders.iter().zip(programs) {
        if let (Contender::External(program, _), Some(seat)) = (contender, seat) {
            program.dismiss(&seat, outcome);
        }
    }
}

/// Returns the kinds of the computer players; another in place of those that are none.
fn kinds(contenders: &[Contender; 2]) -> [Kind; 2] {
    contenders.each_ref().map(|contender| match contender {
        Contender::Kind(kind) | Contender::Weighted(kind, _) => *kind,
        Contender::Script(_) | Contender::External(..) => Kind::Greedy,
    })
}

fn scripted<G: Appraise>(script: &Script, side: Side, seed: u64) -> Scripted<G> {
    Scripted::new(script.clone(), Dice::named(seed, &format!("script of side {}", side.index())))
}

/// The players of many games, which have no clock.
pub(crate) struct ManyGames(pub(crate) [Contender; 2]);

impl Seating for ManyGames {
    fn seat<G: Command + Show>(&self, seed: u64) -> (PlayerPair<G>, Vec<ExternalSeat>) {
        let mut players: PlayerPair<G> = contestants(kinds(&self.0), seed);
        let mut programs = Vec::new();
        for ((side, contender), player) in Side::BOTH.into_iter().zip(&self.0).zip(&mut players) {
            match contender {
                Contender::Kind(_) => {}
                Contender::Weighted(kind, table) => {
                    *player = kind.weighted_player(player_dice(seed, side), G::Weights::of(table), None);
                }
                Contender::Script(script) => *player = Box::new(scripted(script, side, seed)),
                Contender::External(program, briefing) => {
                    let seat = program.seat(briefing, side, seed);
                    *player = Box::new(seat.player());
                    programs.push(seat);
                }
            }
        }
        (players, programs)
    }

    fn dismiss(&self, seats: Vec<ExternalSeat>, outcome: Option<Outcome>) {
        let mut seats = seats.into_iter();
        let programs = self.0.each_ref().map(|contender| match contender {
            Contender::External(..) => seats.next(),
            Contender::Kind(_) | Contender::Weighted(..) | Contender::Script(_) => None,
        });
        clear(&self.0, programs, outcome);
    }
}

/// A clock of a player, which counts from its creation.
struct Stopwatch {
    begun: Instant,
}

impl Stopwatch {
    fn new() -> Self {
        Self { begun: Instant::now() }
    }
}

impl Clock for Stopwatch {
    fn milliseconds(&mut self) -> u64 {
        u64::try_from(self.begun.elapsed().as_millis()).unwrap_or(u64::MAX)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn names(text: &str) -> Result<[String; 2], String> {
        named(text).map(|players| players.0.map(|player| player.to_string()))
    }

    #[test]
    fn two_known_players_are_wanted() {
        let kinds = [Kind::Greedy, Kind::Random].map(Contestant::Kind);
        assert_eq!(for_many_games("greedy,random").map(|players| players.0), Ok(kinds));
        assert!(for_many_games("greedy").unwrap_err().contains("a comma"));
        assert!(for_many_games("greedy,random,random").is_err());
        let unknown = for_many_games("greedy,hand").unwrap_err();
        assert!(unknown.starts_with("unknown player \"hand\"; the players are random, greedy"));
        assert!(for_many_games("greedy,script:plan.txt").is_err(), "a plan is for single games");
        assert!(named("search:50ms,script:plan.txt").is_ok());
        assert!(named("hand,script:plan.txt").unwrap_err().ends_with("script:FILE, external:COMMAND"));
    }

    #[test]
    fn a_command_may_contain_commas() {
        let command = "external:python3 -c \"print(1,2)\"";
        for (text, wanted) in [
            (format!("{command},greedy"), [command, "greedy"]),
            (format!("greedy,{command}"), ["greedy", command]),
            (format!("{command},{command}"), [command, command]),
            ("external:a,b,greedy".to_owned(), ["external:a,b", "greedy"]),
            ("external:a,external:b,c".to_owned(), ["external:a", "external:b,c"]),
        ] {
            assert_eq!(names(&text), Ok(wanted.map(str::to_owned)), "{text}");
        }
        assert!(names("external:a,external:b,external:c").unwrap_err().contains("in quotes"));
        assert!(names("external:,greedy").is_err());
        assert!(names("script:a,b,greedy").is_err());
    }

    #[test]
    fn a_stopwatch_counts_milliseconds() {
        let mut watch = Stopwatch::new();
        let before = watch.milliseconds();
        std::thread::sleep(std::time::Duration::from_millis(25));
        assert!(watch.goes_on() && (25..10_000).contains(&(watch.milliseconds() - before)));
    }
}
