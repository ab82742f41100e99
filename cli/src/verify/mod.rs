//! `verify`: whether printed sheets, pictures, modules and pages were made of a scenario, and what differs.

mod examine;
#[cfg(test)]
mod faults;
mod folder;
mod output;
mod page;
#[cfg(test)]
mod tests;

use std::path::{Path, PathBuf};

use battlewright_export::Stamp;
use battlewright_schema::Scenario;
use clap::{Args, ValueEnum};

use crate::console::{Console, Failure, Verdict};
use crate::files;
use examine::ExaminedFile;

/// Check whether PDFs, pictures, modules, pages and kits were made of a scenario, and say what differs
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Verify {
    /// The files to check, and the scenario at the end: PDFs, pictures (svg, png), VASSAL modules, published pages, and folders of
    /// `export --kit` and `publish`
    #[arg(required = true, num_args = 2.., value_names = ["FILE", "SCENARIO"])]
    paths: Vec<PathBuf>,
    /// The format of the answer
    #[arg(long, value_enum, default_value_t)]
    format: VerifyFormat,
}

/// The format of the answer.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum VerifyFormat {
    /// One line per file and difference
    #[default]
    Human,
    /// One JSON document
    Json,
}

const EXAMPLES: &str = "\
Files that `export` and `publish` write hold the scenario of which they were made. The seven digits at the foot of a sheet stand for
its meaning: comments, layout and the order of what has no order make no difference.
Exit status: 0 all were made of the scenario, 1 some differ, 2 for some it cannot be told.

Examples:
  battlewright verify my-battle.pdf my-battle.toml
  battlewright verify kit my-battle.toml
  battlewright verify --format json *.pdf map.png my-battle.vmod my-battle.toml";

/// The scenario of which a file should have been made.
struct ExpectedScenario {
    scenario: Scenario,
    stamp: Stamp,
    /// The name of its file without the extension, which is that of its folder in a published site.
    name: String,
}

impl Verify {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let Some((scenario_path, paths)) = self.paths.split_last() else {
            return Err(Failure::new("the scenario is missing"));
        };
        let expected = ExpectedScenario::read(scenario_path)?;
        let examined: Vec<ExaminedFile> = paths.iter().flat_map(|path| examined(path, &expected)).collect();
        match self.format {
            VerifyFormat::Human => output::human(&examined, &expected, console)?,
            VerifyFormat::Json => output::json(&examined, &expected, scenario_path, console)?,
        }
        let unknown = examined.iter().filter(|file| file.is_unknown()).count();
        if examined.iter().any(ExaminedFile::differs) {
            return Ok(Verdict::Findings);
        }
        if unknown > 0 {
            let files = crate::console::count(unknown, "file");
            let belong = if unknown == 1 { "belongs" } else { "belong" };
            return Err(Failure::new(format!("it cannot be told whether {files} {belong} to the scenario"))
                .help("export again, and verify the new files"));
        }
        Ok(Verdict::Clean)
    }
}

impl ExpectedScenario {
    fn read(path: &Path) -> Result<Self, Failure> {
        let scenario = files::scenario(path)?.inlined();
        let name = path.file_stem().map(|stem| stem.to_string_lossy().into_owned()).unwrap_or_default();
        Ok(Self { stamp: Stamp::of(&scenario), scenario, name })
    }
}

/// Examines the file or the folder at `path`.
fn examined(path: &Path, expected: &ExpectedScenario) -> Vec<ExaminedFile> {
    if path.is_dir() {
        return folder::examined(path, expected);
    }
    vec![match examine::read(path) {
        Ok(bytes) => examine::file(path, &bytes, expected),
        Err(why) => ExaminedFile::unknown(path, "file", why),
    }]
}
