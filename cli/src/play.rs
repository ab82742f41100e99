//! `play`: a game between two computer players.

use std::io::Write;
use std::path::PathBuf;

use battlewright_engine::any::AnyGame;
use battlewright_engine::game::Side;
use battlewright_engine::play::replay::Header;
use battlewright_engine::play::{Match, Replay};
use battlewright_engine::players::ScriptProgress;
use battlewright_engine::show::Show;
use battlewright_export::parallel::threads;
use battlewright_schema::Scenario;
use clap::Args;

use crate::batch::{self, BatchReport};
use crate::console::{Console, Failure, Verdict};
use crate::contestants::{Contender, NamedPlayers, named};
use crate::external::ExternalOptions;
use crate::seeds::Seeds;
use crate::{files, game, output, story};

/// Play a scenario between two computer players and print the events
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Play {
    /// The scenario file
    file: PathBuf,
    /// The seed of the dice, which determines the game; A..B plays one game for each seed from A to B, and counts the
    /// results
    #[arg(long, value_name = "N|A..B", default_value = "1")]
    seed: Seeds,
    /// The players of the two sides, in the order of the scenario
    #[arg(long, value_name = "P,P", default_value = "greedy,greedy", value_parser = named)]
    players: NamedPlayers,
    #[command(flatten)]
    external: ExternalOptions,
    /// Hide the author's advice for computer players
    #[arg(long)]
    without_advice: bool,
    /// Write a replay of the game to this file
    #[arg(long, value_name = "OUT")]
    replay: Option<PathBuf>,
    /// Print only the victory points and the winner; for many games, only the summary
    #[arg(long)]
    quiet: bool,
    /// Print the reasons of the players after the events, such as the missions of a plan
    #[arg(long, conflicts_with = "quiet")]
    explain: bool,
}

const EXAMPLES: &str = "\
Players: random, greedy, search:1000 (playouts per decision), search:50ms (time per decision),
plan:100 (playouts per order), plan:2s (time per turn), the levels easy, normal, hard and hardest,
each but random also with the weights in a file, such as greedy:FILE or plan:100:FILE,
script:FILE (the choices of a recorded game, or a list of choices), and external:COMMAND (a
program that speaks the protocol in docs/guide/external-players.md; it runs with all rights of the
user).

Exit status: 0 all games ended, 1 a game did not end, 2 could not run.

Examples:
  battlewright play scenarios/mars-la-tour.toml --seed 7
  battlewright play my-battle.toml --players greedy,random --replay game.jsonl --quiet
  battlewright play my-battle.toml --players search:300,script:game.jsonl
  battlewright play my-battle.toml --players plan:100,greedy --explain
  battlewright play my-battle.toml --players 'external:python3 mine.py',greedy
  battlewright play my-battle.toml --seed 1..50";

impl Play {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        output::distinct(self.players.files().chain([self.file.as_path()]), self.replay.as_deref())?;
        let bytes = files::playable(&self.file)?;
        let name = files::slashed(&self.file);
        let opened = game::start(&bytes);
        let opened =
            if self.without_advice { opened.and_then(|(scenario, _)| game::without_advice(scenario)) } else { opened };
        let (scenario, start) = opened.map_err(|why| {
            Failure::new(format!("{name} cannot be played: {why}"))
                .help(format!("run `battlewright validate {name}` to list the problems"))
        })?;
        let ready = || self.players.ready(&String::from_utf8_lossy(&bytes), &scenario, &start, self.external);
        match self.seed {
            Seeds::One(seed) => {
                let contenders = ready()?;
                self.one(&scenario, start, &contenders, seed, &bytes, console)
            }
            Seeds::Range { .. } if self.replay.is_some() => {
                Err(Failure::new("a replay contains one game, but a range of seeds plays many")
                    .help("use one seed, such as `--seed 7`"))
            }
            Seeds::Range { .. } if self.explain => {
                Err(Failure::new("the reasons are those of one game, but a range of seeds plays many")
                    .help("use one seed, such as `--seed 7`"))
            }
            Seeds::Range { first, last } => self.many(&scenario, &start, &ready()?, (first, last), console),
        }
    }

    fn one(
        &self,
        scenario: &Scenario,
        start: AnyGame,
        contenders: &[Contender; 2],
        seed: u64,
        bytes: &[u8],
        console: &mut Console,
    ) -> Result<Verdict, Failure> {
        let mut game = Match::seeded(start, seed);
        let mut reasons = Vec::new();
        let explain = |now: &AnyGame, side: Side, lines: Vec<String>| {
            let (turn, of) = (now.status().turn, &now.sides()[side.index()]);
            reasons.extend(lines.into_iter().map(|line| format!("Turn {turn}, {of}: {line}")));
        };
        let ended = game::finish_explained(&mut game, contenders, seed, explain);
        if !self.quiet {
            writeln!(console, "{}, seed {seed}", self.opening(scenario, game.now()))?;
            story::log(&game, console)?;
        }
        if self.explain {
            for reason in &reasons {
                writeln!(console, "{reason}")?;
            }
            writeln!(console)?;
        }
        story::outcome(&game, console)?;
        if let Ok((_, followed)) = &ended {
            for (name, followed) in game.now().sides().iter().zip(followed) {
                if let Some(followed) = followed {
                    writeln!(console, "{}", plan_summary(name, followed))?;
                }
            }
        }

        if let Some(path) = &self.replay {
            let text = String::from_utf8_lossy(bytes);
            let players = self.players.0.each_ref().map(ToString::to_string);
            let header = Header::new(scenario.system().name(), scenario.title(), players, Some(seed), text);
            output::write(path, Replay::of(header, &game).write().as_bytes())?;
        }
        match ended {
            Ok(_) => Ok(Verdict::Clean),
            Err(why) => {
                console.flush()?;
                Failure::new(why).print();
                Ok(Verdict::Findings)
            }
        }
    }

    fn many(
        &self,
        scenario: &Scenario,
        start: &AnyGame,
        contenders: &[Contender; 2],
        (first, last): (u64, u64),
        console: &mut Console,
    ) -> Result<Verdict, Failure> {
        if !self.quiet {
            writeln!(console, "{}, seeds {first}..{last}\n", self.opening(scenario, start))?;
        }
        let mut report = BatchReport::new(start.sides(), self.quiet);
        batch::games(start, contenders, (first, last), threads(), |seed, ended| {
            report.game(seed, &ended, console)?;
            console.flush()
        })?;
        Ok(report.summary(console)?)
    }

    /// Describes the scenario and its players.
    fn opening(&self, scenario: &Scenario, game: &AnyGame) -> String {
        let NamedPlayers([one, two]) = &self.players;
        let [first, second] = game.sides();
        let without = if self.without_advice { ", without advice" } else { "" };
        format!("{}: {first} ({one}) against {second} ({two}){without}", scenario.title())
    }
}

/// Describes the progress of a side along its plan.
fn plan_summary(name: &str, followed: &ScriptProgress) -> String {
    let [done, over, without] = [followed.done(), followed.passed_over(), followed.without()];
    format!("Plan of the {name}: {done} choices followed, {over} not possible, {without} made without the plan")
}
