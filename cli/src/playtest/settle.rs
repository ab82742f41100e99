//! `--settle` and `playtest settle`: the same games by players of different strength.

use std::path::PathBuf;

use battlewright_balance::stats::Sampling;
use battlewright_balance::{Agreement, Part, Plan, Report, merge_by_players};
use clap::Args;

use super::merge::read;
use super::output::Output;
use super::versions::PlayMethod;
use crate::console::{Console, Failure, Verdict};
use crate::contestants::NamedPlayers;
use crate::files::slashed;
use crate::output;

/// Report if players of different strength agree, from files of runs that differ only in --players and --games
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(super) struct CompareRuns {
    /// The files written with --out, whole or in parts; the report is that of the players of the first
    #[arg(required = true, value_name = "GAMES")]
    runs: Vec<PathBuf>,
    #[command(flatten)]
    output: Output,
}

const EXAMPLES: &str = "\
Exit status: 0 all games ended, 1 some did not, 2 the runs differ in more than the players, or games are missing.

Examples:
  battlewright playtest my-battle.toml --players plan:400,plan:400 --games 100 --out plan-400.jsonl --resume
  battlewright playtest settle games.jsonl plan-400.jsonl";

impl CompareRuns {
    pub(super) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        output::distinct(self.runs.iter().map(PathBuf::as_path), self.output.files()?)?;
        let parts = self.runs.iter().map(|path| Ok((slashed(path), read(path)?)));
        let parts = parts.collect::<Result<Vec<_>, Failure>>()?;
        let runs = merge_by_players(parts).map_err(|why| Failure::new(why.to_string()))?;
        let [first, others @ ..] = &runs[..] else { return Err(Failure::new("there are no runs")) };
        if others.is_empty() {
            return Err(Failure::new("all games are by the same players")
                .help("play the games with other --players into another file of --out"));
        }
        let opened = first.plan.open()?;
        let report = Report::of(&opened, first, Sampling::Fixed).with_agreement(first, others, Sampling::Fixed);
        self.output.write(&report, &opened, first, console)
    }
}

/// Plays up to `games` of the games of `part` with the players `named`, or those of the ladder. Returns `false` with them if they
/// were interrupted.
///
/// # Errors
/// A program does not start.
pub(super) fn play(
    part: &Part,
    games: u64,
    named: &[NamedPlayers],
    how: PlayMethod<'_>,
) -> Result<(Vec<Part>, bool), Failure> {
    let mut others: Vec<[String; 2]> = Vec::new();
    for NamedPlayers(players) in named {
        let players = players.each_ref().map(ToString::to_string);
        if players == part.plan.players || others.contains(&players) {
            return Err(
                Failure::new(format!("the players {} play anyway", players.join(","))).help("name others with --and")
            );
        }
        others.push(players);
    }
    if others.is_empty() {
        others = Agreement::others(&part.plan.players);
    }
    let games = games.min(part.records.len() as u64);
    let mut played = Vec::new();
    for players in others {
        let (part, finished) = how.play(Plan { games, ..part.plan.for_players(players) })?;
        played.push(part);
        if !finished {
            return Ok((played, false));
        }
    }
    Ok((played, true))
}
