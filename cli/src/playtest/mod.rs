//! `playtest`: many games of a scenario, and their statistics.

mod games;
mod merge;
mod output;
mod people;
mod progress;
mod settle;
mod versions;

use std::num::NonZero;
use std::path::{Path, PathBuf};

use battlewright_balance::stats::Sampling;
use battlewright_balance::{MOST_GAMES, Part, Plan, PlanError, Report, Shard, Vary, VaryError};
use battlewright_engine::players::Kind;
use clap::{Args, Subcommand};

use crate::console::{Console, Failure, Verdict};
use crate::contestants::{NamedPlayers, for_many_games};
use crate::external::ExternalOptions;
use crate::files::{self, slashed};
use crate::output as written;
use games::Games;
pub(crate) use output::{OutputFormat, print};

use output::Output;
use people::PeopleResults;
use versions::{PlayMethod, WantedShare};

/// Play many games between computer players, and report the balance of the scenario
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES, args_conflicts_with_subcommands = true, subcommand_negates_reqs = true)]
pub(crate) struct Playtest {
    #[command(subcommand)]
    join: Option<Join>,
    /// The scenario file
    #[arg(required = true)]
    file: Option<PathBuf>,
    /// Another version of the scenario, to be compared with the same dice
    #[arg(value_name = "OTHER", conflicts_with_all = ["vary", "suggest"])]
    other: Option<PathBuf>,
    /// The number of games
    #[arg(long, value_name = "N", default_value_t = 1000, value_parser = clap::value_parser!(u64).range(1..=MOST_GAMES))]
    games: u64,
    /// The seed of the first game; each further game has the next seed
    #[arg(long, value_name = "N", default_value_t = 1)]
    seed: u64,
    /// The players of the two sides, in the order of the scenario; the default is plan:48 on both sides where 400 games of each
    /// version take some minutes, and greedy otherwise
    #[arg(long, value_name = "P,P", value_parser = for_many_games)]
    players: Option<NamedPlayers>,
    #[command(flatten)]
    external: ExternalOptions,
    /// Hide the author's advice for computer players, so that a second run shows what it is worth
    #[arg(long)]
    without_advice: bool,
    /// The number of games to play in parallel; the default is the number of cores. It does not change the results
    #[arg(long, value_name = "N")]
    threads: Option<NonZero<usize>>,
    /// Stop when the margin of error of the first side's share of wins is at most this value, such as 0.02; it is
    /// tested after every hundred games with anytime-valid intervals
    #[arg(long, value_name = "HALF", value_parser = half, conflicts_with = "shard")]
    until: Option<f64>,
    /// Write each game to this file when it ends
    #[arg(long, value_name = "GAMES")]
    out: Option<PathBuf>,
    /// Continue the run in the file of --out
    #[arg(long, requires = "out")]
    resume: bool,
    /// Play only part K of N of the games; join the parts with `playtest merge`
    #[arg(long, value_name = "K/N", requires = "out")]
    shard: Option<Shard>,
    /// Also play all games with the players exchanged, and report their relative strength
    #[arg(long, conflicts_with_all = ["out", "shard", "until", "other", "vary", "suggest"])]
    swap: bool,
    /// Also play the first N games with players of other strength, and report if the verdict is settled: greedy, plan:48 and
    /// plan:400 on both sides, or those of --and
    #[arg(long, value_name = "N", value_parser = clap::value_parser!(u64).range(2..=MOST_GAMES))]
    #[arg(conflicts_with_all = ["out", "shard", "other", "vary", "suggest"])]
    settle: Option<u64>,
    /// Players for --settle; may be repeated
    #[arg(long, value_name = "P,P", requires = "settle", value_parser = for_many_games)]
    and: Vec<NamedPlayers>,
    /// Show the results of people beside those of the computer, with intervals of their own: a CSV file, as `battlewright host
    /// results` prints it
    #[arg(long, value_name = "RESULTS", conflicts_with_all = ["other", "vary", "suggest", "rules"])]
    people: Option<PathBuf>,
    /// Also play the scenario with these values of a field, such as unit.ID.er=1..4, side.german.ammunition=10,14 or
    /// unit.*.er=-1,+1; rules.modifier.ID.add is a key of a row of rules, rules.cell.TABLE.ROW.COLUMN a cell of a table; several
    /// fields are combined
    #[arg(long, value_name = "FIELD=VALUES")]
    vary: Vec<Vary>,
    /// Compare two rulesets with the same dice, each in the place of those that the scenario uses: an id with its version, such
    /// as night-and-mud@1, a path with a slash, relative to the scenario, or the word `published`
    #[arg(long, value_name = "A,B", value_parser = versions::rulesets)]
    #[arg(conflicts_with_all = ["other", "vary", "suggest", "swap", "settle", "out", "shard", "until"])]
    rules: Option<versions::RulesetPair>,
    /// Search for the smallest change that gives a side this share of wins, among those of --vary or the usual ones
    #[arg(long, value_name = "SIDE=SHARE")]
    suggest: Option<WantedShare>,
    #[command(flatten)]
    output: Output,
}

#[derive(Debug, Subcommand)]
enum Join {
    Merge(merge::MergeParts),
    Settle(settle::CompareRuns),
}

const EXAMPLES: &str = "\
Players: as for `battlewright play`, without script:FILE.

Exit status: 0 all games ended, 1 some did not, 2 could not run.

Examples:
  battlewright playtest scenarios/mars-la-tour.toml --games 1000 --html report.html
  battlewright playtest my-battle.toml --games 100000 --until 0.01 --format json
  battlewright playtest my-battle.toml --games 400 --settle 100
  battlewright playtest my-battle.toml --games 400 --people results.csv
  battlewright playtest before.toml after.toml --games 2000
  battlewright playtest my-battle.toml --vary unit.guard.er=1..4
  battlewright playtest my-battle.toml --rules published,./local.toml
  battlewright playtest my-battle.toml --games 200 --suggest german=0.5
  battlewright playtest my-battle.toml --players 'external:python3 mine.py',greedy --games 100
  battlewright playtest my-battle.toml --shard 2/8 --out part-2.jsonl
  battlewright playtest merge part-*.jsonl --csv games.csv";

impl Playtest {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        match (&self.join, &self.file) {
            (Some(Join::Merge(merge)), _) => merge.run(console),
            (Some(Join::Settle(settle)), _) => settle.run(console),
            (None, Some(file)) => self.play(file, console),
            (None, None) => Err(Failure::new("the scenario is missing")),
        }
    }

    fn play(&self, file: &Path, console: &mut Console) -> Result<Verdict, Failure> {
        let outputs = self.out.as_deref().into_iter().chain(self.output.files()?);
        let inputs = [file].into_iter().chain(self.other.as_deref()).chain(self.people.as_deref());
        written::distinct(inputs, outputs)?;
        let plan = self.plan(scenario(file)?);
        // Before the games: a damaged table costs none.
        let people = match &self.people {
            Some(results) => Some(PeopleResults::read(results, &[plan.scenario.as_bytes(), &files::read(file)?])?),
            None => None,
        };
        let threads = self.threads.map_or_else(battlewright_export::parallel::threads, NonZero::get);
        let how = PlayMethod {
            are_named: self.players.is_some(),
            external: self.external,
            threads,
            format: self.output.format,
            html: self.output.html.as_deref(),
        };
        if let Some(other) = &self.other {
            let other = (slashed(other), self.plan(scenario(other)?));
            return versions::compare([(slashed(file), plan), other], how, console).map(|()| Verdict::Clean);
        }
        if let Some(pair) = &self.rules {
            let [a, b] = pair.texts(file)?.map(|(name, text)| (name, self.plan(text)));
            return versions::compare([a, b], how, console).map(|()| Verdict::Clean);
        }
        if let Some(wanted) = &self.suggest {
            return versions::find(&plan, wanted, &self.vary, how, console).map(|()| Verdict::Clean);
        }
        if !self.vary.is_empty() {
            return versions::vary(&plan, &self.vary, how, console).map(|()| Verdict::Clean);
        }
        let plan = how.with_players(plan, 1).map_err(|why| unplayable(file, &why))?;
        let opened = plan.open().map_err(|why| unplayable(file, &why))?;
        // Before the file of the games: a program that does not start leaves none.
        let contenders = how.ready(&opened, &plan)?;
        let mut games = match &self.out {
            Some(out) => Games::create_or_resume(out, Part::new(&opened, plan, self.shard), self.resume)?,
            None => Games::new(Part::new(&opened, plan, self.shard)),
        };
        let mut finished = games.play(&opened, &contenders, threads, self.until)?;
        drop(contenders);
        let part = games.into_part();
        let planned = finished && self.until.is_none();
        let sampling = if planned { Sampling::Fixed } else { Sampling::Sequential };
        let mut report = Report::of(&opened, &part, sampling);
        if self.swap && finished {
            let [first, second] = &part.plan.players;
            let exchanged;
            (exchanged, finished) = how.play(part.plan.for_players([second, first]))?;
            report = report.with_strength(&part, &exchanged);
        }
        if let Some(games) = self.settle.filter(|_| finished) {
            let others;
            (others, finished) = settle::play(&part, games, &self.and, how)?;
            let sampling = if planned && finished { Sampling::Fixed } else { Sampling::Sequential };
            report = report.with_agreement(&part, &others, sampling);
        }
        if let Some(PeopleResults { games, hashes }) = &people {
            report = report.with_people(games, hashes);
        }
        let verdict = self.output.write(&report, &opened, &part, console)?;
        Ok(if finished { verdict } else { Verdict::Findings })
    }
}

impl Playtest {
    /// Plans the games of `scenario`, with greedy players unless others are named.
    fn plan(&self, scenario: String) -> Plan {
        let plan = Plan::new(scenario, [Kind::Greedy; 2], self.seed, self.games);
        let plan = Plan { without_advice: self.without_advice, ..plan };
        self.players.as_ref().map_or_else(|| plan.clone(), |players| plan.for_players(players.0.each_ref()))
    }
}

/// Reads the text of the scenario in `file`, with the changes of the rulesets that it uses.
///
/// # Errors
/// The file cannot be read, is not UTF-8, or has errors although it uses rulesets.
pub(crate) fn scenario(file: &Path) -> Result<String, Failure> {
    String::from_utf8(files::playable(file)?)
        .map_err(|_| Failure::new(format!("{}: the scenario is not UTF-8", slashed(file))))
}

/// Returns the failure for a scenario that cannot be played.
pub(crate) fn unplayable(file: &Path, why: &PlanError) -> Failure {
    let name = slashed(file);
    let failure = Failure::new(format!("{name} cannot be played: {why}"));
    match why {
        PlanError::SeedsTooLarge { games, .. } => failure.help(format!("use --seed {} or less", u64::MAX - games)),
        PlanError::TooManyGames => failure.help("use a smaller number with --games"),
        PlanError::NoPlayer(_) => failure.help("run `battlewright playtest --help` to list the players"),
        PlanError::Faulty(_) | PlanError::Unreadable | PlanError::Setup(_) => {
            failure.help(format!("run `battlewright validate {name}` to list the problems"))
        }
    }
}

impl From<PlanError> for Failure {
    fn from(error: PlanError) -> Self {
        Self::new(error.to_string())
    }
}

impl From<VaryError> for Failure {
    fn from(error: VaryError) -> Self {
        Self::new(error.to_string())
    }
}

fn half(text: &str) -> Result<f64, String> {
    match text.parse() {
        Ok(half) if (0.0001..=0.5).contains(&half) => Ok(half),
        _ => Err("a share from 0.0001 to 0.5, such as 0.02".to_owned()),
    }
}
