//! Comparisons of versions of a scenario: two files, values of fields, and suggested changes.

use std::io::Write;
use std::path::Path;

use battlewright_balance::stats::Sampling;
use battlewright_balance::{
    EndedSearch, OpenedPlan, Part, Plan, Suggestions, Sweep, Variant, Vary, single_changes, suggest, usual, variants,
};
use battlewright_engine::show::Show;

use super::games::Games;
use super::output::{OutputFormat, print, write};
use crate::console::{Console, Failure};
use crate::contestants::{ManyGames, NamedPlayers};
use crate::external::ExternalOptions;

/// The options for playing versions.
#[derive(Clone, Copy, Debug)]
pub(super) struct PlayMethod<'a> {
    pub(super) players: &'a NamedPlayers,
    pub(super) external: ExternalOptions,
    pub(super) threads: usize,
    pub(super) format: OutputFormat,
    /// The file for a web page, if requested.
    pub(super) html: Option<&'a Path>,
}

impl PlayMethod<'_> {
    /// Starts the programs among the players for the games of `plan`, which is `opened`.
    ///
    /// # Errors
    /// A program does not start.
    pub(super) fn ready(&self, opened: &OpenedPlan, plan: &Plan) -> Result<ManyGames, Failure> {
        self.players.ready(&plan.scenario, &opened.scenario, &opened.game, self.external).map(ManyGames)
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

/// Plays two files with the same dice, and compares them.
pub(super) fn compare(files: [(&Path, Plan); 2], how: PlayMethod<'_>, console: &mut Console) -> Result<(), Failure> {
    let named = files.map(|(path, plan)| (crate::files::slashed(path), plan));
    sweep(named.into_iter().collect(), how, console)
}

/// Plays the scenario of `plan` with every combination of the `varied` fields.
pub(super) fn vary(plan: &Plan, varied: &[Vary], how: PlayMethod<'_>, console: &mut Console) -> Result<(), Failure> {
    let versions = variants(plan, varied)?;
    let named = versions.into_iter().map(|version| (version.name(), version.plan));
    sweep(named.collect(), how, console)
}

fn sweep(versions: Vec<(String, Plan)>, how: PlayMethod<'_>, console: &mut Console) -> Result<(), Failure> {
    let mut played = Vec::new();
    let mut heading = None;
    for (name, plan) in versions {
        let opened = plan.open().map_err(|why| Failure::new(format!("{name} cannot be played: {why}")))?;
        let without = if plan.without_advice { ", without advice" } else { "" };
        heading.get_or_insert_with(|| {
            (format!("{}{without}", opened.scenario.title()), opened.game.sides(), plan.players.clone())
        });
        played.push((name, play(plan, how)?.records));
    }
    let Some((title, [side, _], players)) = heading else { return Ok(()) };
    let records = played.iter().map(|(name, records)| (name.clone(), &records[..]));
    let sweep = Sweep::of(&title, &side, &players, Sampling::Fixed, records);
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
    let tried = single_changes(plan, varied)?;
    let found = suggest(plan, &side, share, tried, |variant: &Variant, _| {
        play(variant.plan.clone(), how).map(|part| part.records)
    });
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

/// Plays the games of `plan`.
fn play(plan: Plan, how: PlayMethod<'_>) -> Result<Part, Failure> {
    let opened = plan.open()?;
    let contenders = how.ready(&opened, &plan)?;
    let mut games = Games::new(Part::new(&opened, plan, None));
    if games.play(&opened, &contenders, how.threads, None)? {
        return Ok(games.into_part());
    }
    Err(Failure::new("interrupted before any result"))
}
