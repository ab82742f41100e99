//! `play`: a game between two computer players.

use std::io::Write;
use std::path::PathBuf;

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::Outcome;
use battlewright_engine::play::replay::{Header, MAX_INPUTS};
use battlewright_engine::play::{Dice, Match, Replay};
use battlewright_engine::players::{Kind, Progress, advance, seats};
use battlewright_engine::show::Show;
use battlewright_schema::Scenario;
use clap::Args;

use crate::batch::{self, Report};
use crate::console::{Console, Failure, Verdict, count};
use crate::seeds::Seeds;
use crate::{files, story};

/// Play a scenario between two computer players and print what happens
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// The scenario file
    file: PathBuf,
    /// The same seed gives the same game; with A..B a game is played with each seed from A to B, and the verdicts are
    /// counted
    #[arg(long, value_name = "N|A..B", default_value = "1")]
    seed: Seeds,
    /// Who plays each side, in the scenario's order
    #[arg(long, value_name = "P,P", default_value = "greedy,greedy", value_parser = players)]
    players: Players,
    /// Write a replay of the game to this file
    #[arg(long, value_name = "OUT")]
    replay: Option<PathBuf>,
    /// Print only the victory points and the winner; of many games, only how they ended
    #[arg(long)]
    quiet: bool,
}

const EXAMPLES: &str = "\
Exit status: 0 every game ended, 1 one of many did not, 2 could not run.

Examples:
  battlewright play scenarios/mars-la-tour.toml --seed 7
  battlewright play my-battle.toml --players greedy,random --replay game.jsonl --quiet
  battlewright play my-battle.toml --seed 1..50";

/// A computer player for each side.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Players(pub(crate) [Kind; 2]);

pub(crate) fn players(text: &str) -> Result<Players, String> {
    let kind = |name: &str| {
        let known = Kind::ALL.map(Kind::name).join(", ");
        Kind::by_name(name).ok_or_else(|| format!("there is no player {name:?}, only: {known}"))
    };
    match text.split(',').collect::<Vec<_>>()[..] {
        [first, second] => Ok(Players([kind(first)?, kind(second)?])),
        _ => Err("name two players with a comma between them, such as greedy,random".to_owned()),
    }
}

impl Play {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let bytes = files::read(&self.file)?;
        let name = self.file.display();
        let (scenario, start) = start(&bytes).map_err(|why| {
            Failure::new(format!("{name} cannot be played: {why}"))
                .help(format!("`battlewright validate {name}` lists what is wrong"))
        })?;
        match self.seed {
            Seeds::One(seed) => self.one(&scenario, start, seed, &bytes, console),
            Seeds::Range { first, last } => self.many(&scenario, &start, (first, last), console),
        }
    }

    fn one(
        &self,
        scenario: &Scenario,
        start: AnyGame,
        seed: u64,
        bytes: &[u8],
        console: &mut Console,
    ) -> Result<Verdict, Failure> {
        let Players(kinds) = self.players;
        let mut game = Match::new(start);
        finish(&mut game, kinds, seed).map_err(Failure::new)?;
        if !self.quiet {
            writeln!(console, "{}, seed {seed}", self.opening(scenario, game.now()))?;
            story::log(&game, console)?;
        }
        story::outcome(&game, console)?;

        if let Some(path) = &self.replay {
            let text = String::from_utf8_lossy(bytes);
            let players = kinds.map(|kind| kind.name().to_owned());
            let header = Header::new(scenario.system().name(), scenario.title(), players, Some(seed), text);
            files::write(path, Replay::of(header, &game).write().as_bytes())?;
        }
        Ok(Verdict::Clean)
    }

    fn many(
        &self,
        scenario: &Scenario,
        start: &AnyGame,
        (first, last): (u64, u64),
        console: &mut Console,
    ) -> Result<Verdict, Failure> {
        if self.replay.is_some() {
            return Err(Failure::new("a replay holds one game, and a range of seeds plays many")
                .help("give the seed of the game to keep, such as `--seed 7`"));
        }
        if !self.quiet {
            writeln!(console, "{}, seeds {first}..{last}\n", self.opening(scenario, start))?;
        }
        let mut report = Report::new(start.sides(), self.quiet);
        batch::games(start, self.players.0, (first, last), batch::threads(), |seed, ended| {
            report.game(seed, &ended, console)?;
            console.flush()
        })?;
        Ok(report.summary(console)?)
    }

    /// What is played, and who plays.
    fn opening(&self, scenario: &Scenario, game: &AnyGame) -> String {
        let Players([one, two]) = self.players;
        let [first, second] = game.sides();
        format!("{}: {first} ({one}) against {second} ({two})", scenario.title())
    }
}

/// Plays `game` to its end between players of these `kinds`.
///
/// # Errors
/// Why it did not end.
pub(crate) fn finish(game: &mut Match<AnyGame>, kinds: [Kind; 2], seed: u64) -> Result<Outcome, String> {
    let mut dice = Dice::new(seed);
    let mut seats = seats(kinds, seed);
    while game.len() < MAX_INPUTS {
        match advance(game, &mut seats, &mut dice) {
            Ok(Progress::Moved) => {}
            Ok(Progress::Over(outcome)) => return Ok(outcome),
            Ok(Progress::Waiting(_)) => return Err("a computer player made no choice".to_owned()),
            Err(refusal) => return Err(format!("a computer player broke the rules: {refusal}")),
        }
    }
    Err(format!("the game did not end within {MAX_INPUTS} inputs"))
}

/// The scenario in `bytes` and the game that starts from it.
///
/// # Errors
/// Why it cannot be played.
pub(crate) fn start(bytes: &[u8]) -> Result<(Scenario, AnyGame), String> {
    let loaded = battlewright_schema::load_bytes(bytes);
    let Some(scenario) = loaded.scenario else {
        return Err(format!("it has {}", count(loaded.errors(), "error")));
    };
    match AnyGame::new(&scenario) {
        Ok(game) => Ok((scenario, game)),
        Err(problems) => {
            let listed: Vec<String> = problems.iter().map(|problem| format!("\n  {problem}")).collect();
            Err(format!("it cannot be set up:{}", listed.concat()))
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn two_known_players_are_wanted() {
        assert_eq!(players("greedy,random").map(|players| players.0), Ok([Kind::Greedy, Kind::Random]));
        assert!(players("greedy").unwrap_err().contains("a comma"));
        assert!(players("greedy,random,random").is_err());
        assert_eq!(players("greedy,hand").unwrap_err(), "there is no player \"hand\", only: random, greedy");
    }
}
