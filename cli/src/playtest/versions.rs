//! Comparisons of versions of a scenario: two files, values of fields, and suggested changes.

use std::io::Write;
use std::path::Path;

use battlewright_balance::stats::Sampling;
use battlewright_balance::{
    EndedSearch, OpenedPlan, Part, Plan, PlanError, Record, Suggestions, Sweep, Variant, Vary, single_changes, suggest,
    usual, variants,
};
use battlewright_engine::show::Show;
use battlewright_schema::{Diagnostic, DiskRulesets, RulesetRef, check, save};

use super::games::Games;
use super::output::{OutputFormat, print, write};
use super::unplayable;
use crate::console::{Console, Failure};
use crate::contestants::{ManyGames, NamedPlayers};
use crate::external::ExternalOptions;
use crate::files::{self, slashed};

/// The options for playing versions.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayMethod<'a> {
    /// `true` if the players are those of --players.
    pub(super) are_named: bool,
    pub(super) external: ExternalOptions,
    pub(super) threads: usize,
    pub(super) format: OutputFormat,
    /// The file for a web page, if requested.
    pub(super) html: Option<&'a Path>,
}

impl PlayMethod<'_> {
    /// Returns `plan` with the default players for so many `versions` of the scenario, unless players are named.
    ///
    /// # Errors
    /// The scenario cannot be played.
    pub(super) fn with_players(&self, plan: Plan, versions: usize) -> Result<Plan, PlanError> {
        if self.are_named { Ok(plan) } else { plan.with_default_players(versions) }
    }

    /// Starts the programs among the players for the games of `plan`, which is `opened`.
    ///
    /// # Errors
    /// A program does not start.
    pub(super) fn ready(&self, opened: &OpenedPlan, plan: &Plan) -> Result<ManyGames, Failure> {
        let players = NamedPlayers(opened.players.clone());
        players.ready(&plan.scenario, &opened.scenario, &opened.game, self.external).map(ManyGames)
    }

    /// Plays the games of `plan`. Returns `false` with them if they were interrupted.
    ///
    /// # Errors
    /// The scenario cannot be played, or a program does not start.
    pub(super) fn play(&self, plan: Plan) -> Result<(Part, bool), Failure> {
        let opened = plan.open()?;
        let contenders = self.ready(&opened, &plan)?;
        let mut games = Games::new(Part::new(&opened, plan, None));
        let finished = games.play(&opened, &contenders, self.threads, None)?;
        Ok((games.into_part(), finished))
    }
}

/// A wanted share of wins of a side.
#[derive(Clone, Debug)]
pub(super) struct WantedShare {
    side: String,
    share: f64,
}

impl std::str::FromStr for WantedShare {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let wrong = || "a side and a share, such as german=0.5".to_owned();
        let (side, share) = text.split_once('=').ok_or_else(wrong)?;
        match share.parse() {
            Ok(share) if (0.0..=1.0).contains(&share) => Ok(Self { side: side.to_owned(), share }),
            _ => Err(wrong()),
        }
    }
}

/// Two rulesets to compare; `None` stands for the published rules.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RulesetPair([Option<RulesetRef>; 2]);

/// The word for the published rules in the place of a ruleset.
const PUBLISHED: &str = "published";

/// Parses the two rulesets of `--rules`.
pub(super) fn rulesets(text: &str) -> Result<RulesetPair, String> {
    let one = |name: &str| match name.trim() {
        PUBLISHED => Ok(None),
        name => RulesetRef::new(name)
            .map(Some)
            .ok_or_else(|| format!("{name:?} is neither an id with a version, a path with a slash, nor `{PUBLISHED}`")),
    };
    let (first, second) =
        text.split_once(',').ok_or("two rulesets with a comma between them, such as published,mud@1")?;
    Ok(RulesetPair([one(first)?, one(second)?]))
}

impl RulesetPair {
    /// Returns the two versions of the scenario in `file`, each with its name.
    ///
    /// # Errors
    /// The scenario cannot be read, or has errors with one of the rulesets.
    pub(super) fn texts(&self, file: &Path) -> Result<[(String, String); 2], Failure> {
        let text = String::from_utf8(files::read(file)?)
            .map_err(|_| Failure::new(format!("{}: the scenario is not UTF-8", slashed(file))))?;
        let scenario = files::scenario(file)?;
        let version = |ruleset: &Option<RulesetRef>| {
            let name = ruleset.as_ref().map_or(PUBLISHED, RulesetRef::as_str);
            let mut version = scenario.clone();
            version.set_uses(ruleset.iter().cloned().collect());
            version.resolve_rulesets(&DiskRulesets::of(file));
            if let Some(error) = check(&version).into_iter().find(Diagnostic::is_error) {
                let failure = Failure::new(format!("{} cannot be played with {name}: {error}", slashed(file)));
                return Err(match error.help {
                    Some(help) => failure.help(help),
                    None => failure,
                });
            }
            Ok((name.to_owned(), save(Some(&text), &version.inlined())))
        };
        let [first, second] = &self.0;
        Ok([version(first)?, version(second)?])
    }
}

/// Plays two versions with the same dice, and compares them.
pub(super) fn compare(
    versions: [(String, Plan); 2],
    how: PlayMethod<'_>,
    console: &mut Console,
) -> Result<(), Failure> {
    let [(first, plan), (second, other)] = versions;
    let plan = how.with_players(plan, 2).map_err(|why| unplayable(Path::new(&first), &why))?;
    // Both versions get the players of the first.
    let other = Plan { default_player: plan.default_player, ..other.for_players(plan.players.each_ref()) };
    sweep(vec![(first, plan), (second, other)], how, console)
}

/// Plays the scenario of `plan` with every combination of the `varied` fields.
pub(super) fn vary(plan: &Plan, varied: &[Vary], how: PlayMethod<'_>, console: &mut Console) -> Result<(), Failure> {
    let plan = how.with_players(plan.clone(), variants(plan, varied)?.len())?;
    let versions = variants(&plan, varied)?;
    let named = versions.into_iter().map(|version| (version.name(), version.plan));
    sweep(named.collect(), how, console)
}

fn sweep(versions: Vec<(String, Plan)>, how: PlayMethod<'_>, console: &mut Console) -> Result<(), Failure> {
    let mut played = Vec::new();
    let mut heading: Option<(String, [String; 2], Plan)> = None;
    for (name, plan) in versions {
        let opened = plan.open().map_err(|why| Failure::new(format!("{name} cannot be played: {why}")))?;
        let without = if plan.without_advice { ", without advice" } else { "" };
        heading.get_or_insert_with(|| {
            (format!("{}{without}", opened.scenario.title()), opened.game.sides(), plan.clone())
        });
        played.push((name, play(plan, how)?));
    }
    let Some((title, [side, _], plan)) = heading else { return Ok(()) };
    let records = played.iter().map(|(name, records)| (name.clone(), &records[..]));
    let sweep = Sweep::of(&title, &side, &plan, Sampling::Fixed, records);
    write(how.html, |to| to.write_all(sweep.html().as_bytes()))?;
    print(&sweep, Sweep::text, how.format, console)
}

/// Searches for small changes that give a side the `wanted` share.
pub(super) fn find(
    plan: &Plan,
    wanted: &WantedShare,
    varied: &[Vary],
    how: PlayMethod<'_>,
    console: &mut Console,
) -> Result<(), Failure> {
    let opened = plan.open()?;
    let ids: Vec<String> = opened.scenario.common().sides().iter().map(|side| side.id.to_string()).collect();
    let share = match ids.iter().position(|id| *id == wanted.side) {
        Some(0) => wanted.share,
        Some(1) => 1.0 - wanted.share,
        _ => {
            return Err(Failure::new(format!("unknown side {:?}; the sides are {}", wanted.side, ids.join(", "))));
        }
    };
    let usual = usual(&opened.scenario);
    let varied = if varied.is_empty() { &usual } else { varied };
    let [side, _] = opened.game.sides();
    let plan = how.with_players(plan.clone(), 1 + single_changes(plan, varied)?.len())?;
    let tried = single_changes(&plan, varied)?;
    let found = suggest(&plan, &side, share, tried, |variant: &Variant, _| play(variant.plan.clone(), how));
    let found = match found {
        Ok(found) => found,
        Err(EndedSearch { error, best }) => {
            if let Some(best) = best {
                print(&*best, Suggestions::text, how.format, console)?;
            }
            return Err(error);
        }
    };
    print(&found, Suggestions::text, how.format, console)
}

/// Plays all games of `plan`.
fn play(plan: Plan, how: PlayMethod<'_>) -> Result<Vec<Record>, Failure> {
    match how.play(plan)? {
        (part, true) => Ok(part.records),
        (_, false) => Err(Failure::new("interrupted before any result")),
    }
}
