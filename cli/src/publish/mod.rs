//! `publish`: scenarios as a folder that any static host serves.

mod build;
mod chart_html;
mod chart_page;
mod check;
pub(crate) mod file;
pub(crate) mod folder;
mod frame;
mod markdown;
pub(crate) mod marker;
mod offline;
pub(crate) mod pages;
mod programs;
mod rules;
#[cfg(test)]
pub(crate) mod testing;
#[cfg(test)]
mod tests;
mod work_folder;

use std::collections::BTreeSet;
use std::io::Write as _;
use std::path::PathBuf;
use std::sync::atomic::{AtomicBool, Ordering};

use battlewright_export::parallel::{Workers, in_order};
use battlewright_schema::System;
use clap::Args;

use crate::console::{Console, Failure, Verdict, count, stderr};
use crate::files::slashed;
use crate::interrupt;
use build::BuiltScenario;
use file::SiteFile;
use folder::OwnFolder;
use frame::PageFrame;
use pages::OfferedPrograms;
pub(crate) use programs::WebPrograms;

/// Publish scenarios as a folder for any web host: pages, prints, a sample game, and the editor and the game in the browser
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Publish {
    /// Scenario files, folders to search for them, or patterns such as "scenarios/**/*.toml"; searches skip TOML files of
    /// other programs
    #[arg(required = true, value_name = "FILE")]
    paths: Vec<PathBuf>,
    /// The folder to write; an earlier one that this command has written is replaced
    #[arg(long, value_name = "FOLDER")]
    out: PathBuf,
    /// The folder of the web programs; by default $BATTLEWRIGHT_WEB, or the folder `web` beside this program
    #[arg(long, value_name = "WEB")]
    programs: Option<PathBuf>,
    /// The title of the site
    #[arg(long, value_name = "TEXT", default_value = "Scenarios")]
    title: String,
}

const EXAMPLES: &str = "\
Exit status: 0 published, 1 a scenario cannot be played (nothing is written), 2 could not run.

Examples:
  battlewright publish scenarios --out site
  battlewright publish my-battle.toml --out site --title \"My battles\"
  battlewright serve site";

impl Publish {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let interrupted = interrupt::watched()?;
        // First, so that a site that was moved away comes back whatever happens next.
        for sentence in folder::sweep(&self.out) {
            writeln!(stderr(), "note: {sentence}")?;
        }
        let programs = WebPrograms::find(self.programs.as_deref())?;
        let Some(mut playable) = check::playable(&self.paths, console)? else { return Ok(Verdict::Findings) };
        // Newcomers begin with the smallest.
        playable.sort_by_key(|file| file.scenario.common().unit_count());
        let mut folder = OwnFolder::begin(&self.out, &marker::SITE)?;
        let style = SiteFile::hashed("", "style", "css", include_str!("assets/style.css"));
        let script = SiteFile::hashed("", "site", "js", include_str!("assets/site.js"));
        folder.write(&style)?;
        folder.write(&script)?;
        let frame = PageFrame { title: self.title.clone(), style: style.address(), script: script.address() };
        let mut built: Vec<BuiltScenario> = Vec::new();
        let number = |n: usize| u64::try_from(n).unwrap_or(u64::MAX);
        // A scenario takes seconds and megabytes: few wait to be written.
        let workers = Workers { pending: 2 * Workers::default().threads, ..Workers::default() };
        let make = |n: u64, _: &[&AtomicBool]| {
            let playable = usize::try_from(n).ok().and_then(|n| playable.get(n));
            playable.map(|playable| {
                let scenario = build::build(playable)?;
                let page = SiteFile::fixed(format!("{}/index.html", scenario.name), pages::scenario(&frame, &scenario));
                let charts =
                    chart_page::page(&frame, &scenario).map(|page| SiteFile::fixed(chart_page::path(&scenario), page));
                Ok::<_, Failure>((page, charts, scenario))
            })
        };
        in_order((0, number(playable.len())), workers, interrupted, make, |_, made| {
            let Some(made) = made else { return Ok(()) };
            let (page, charts, scenario) = made?;
            if let Err(why) = &scenario.game {
                writeln!(stderr(), "note: {} has no sample game: {why}", scenario.name)?;
            }
            folder.write(&page)?;
            charts.iter().try_for_each(|page| folder.write(page))?;
            scenario.files().try_for_each(|file| folder.write(file))?;
            built.push(scenario);
            Ok::<(), Failure>(())
        })?;
        let check_interrupt = || {
            let message = || format!("interrupted; {} is as it was", slashed(&self.out));
            if interrupted.load(Ordering::Relaxed) { Err(Failure::new(message())) } else { Ok(()) }
        };
        check_interrupt()?;
        let used = systems(&built);
        for system in &used {
            folder.write(&SiteFile::fixed(rules::path(*system), rules::page(&frame, *system, &used)))?;
        }
        let bytes = folder.kept_bytes() + programs.bytes()?;
        let offered = OfferedPrograms { has_resolver: programs.have_resolver(), bytes };
        folder.write(&SiteFile::fixed("index.html", pages::index(&frame, &built, offered)))?;
        for (name, path) in programs.files()? {
            check_interrupt()?;
            folder.copy(&name, &path)?;
        }
        check_interrupt()?;
        let worker = offline::service_worker(folder.files());
        folder.write(&SiteFile::fixed(offline::NAME, worker))?;
        folder.finish()?;
        let out = slashed(&self.out);
        writeln!(
            console,
            "published {} in {out}; `battlewright serve {out}` shows it here",
            count(built.len(), "scenario")
        )?;
        Ok(Verdict::Clean)
    }
}

/// Returns the systems of `scenarios`, each once.
fn systems(scenarios: &[BuiltScenario]) -> Vec<System> {
    scenarios.iter().map(|scenario| scenario.system).collect::<BTreeSet<_>>().into_iter().collect()
}
