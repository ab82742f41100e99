//! `diff`: what differs between two scenarios, in words.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use battlewright_schema::Scenario;
use battlewright_schema::compare::{Change, compare};
use clap::{Args, ValueEnum};
use serde_json::json;

use crate::console::{Console, Failure, Verdict, count};
use crate::{files, output, picture, report};

/// Tell what differs between two scenarios: hexes, hexsides, roads, units, places and settings
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Diff {
    /// The scenario as it was
    #[arg(value_name = "BEFORE")]
    before: PathBuf,
    /// The scenario as it is
    #[arg(value_name = "AFTER")]
    after: PathBuf,
    /// How differences are written
    #[arg(long, value_enum, default_value_t)]
    format: Format,
    /// Draw both maps too, and mark the hexes that changed: a file that ends in .svg or .png
    #[arg(long, value_name = "PATH")]
    image: Option<PathBuf>,
}

/// How differences are written.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Format {
    /// A line a difference, in words
    #[default]
    Human,
    /// One JSON document
    Json,
}

const EXAMPLES: &str = "\
Two files that mean the same do not differ, however they are written.
Exit status: 0 they do not differ, 1 they differ, 2 one of them cannot be read.

Examples:
  battlewright diff old.toml new.toml
  battlewright diff --format json old.toml new.toml
  battlewright diff --image changes.svg old.toml new.toml";

impl Diff {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        output::distinct([self.before.as_path(), &self.after], self.image.as_deref())?;
        let (before, after) = (files::scenario(&self.before)?, files::scenario(&self.after)?);
        let changes = compare(&before, &after);
        if let Some(path) = &self.image {
            draw(path, &before, &after, &changes)?;
        }
        match self.format {
            Format::Human => {
                for change in &changes {
                    writeln!(console, "{change}")?;
                }
                writeln!(console, "{}", count(changes.len(), "difference"))?;
            }
            Format::Json => {
                let document = json!({
                    "format": 1,
                    "before": files::slashed(&self.before),
                    "after": files::slashed(&self.after),
                    "changes": changes.iter().map(Change::to_json).collect::<Vec<_>>(),
                });
                report::json::write(&document, console)?;
            }
        }
        Ok(if changes.is_empty() { Verdict::Clean } else { Verdict::Findings })
    }
}

/// Draws both maps into the file at `path`.
fn draw(path: &Path, before: &Scenario, after: &Scenario, changes: &[Change]) -> Result<(), Failure> {
    let svg = || picture::svg(before, after, changes);
    let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
    let bytes = match end.as_deref() {
        Some("svg") => svg()?.into_bytes(),
        Some("png") => battlewright_export::rendered(&svg()?)?,
        _ => return Err(Failure::new("a picture's name ends in .svg or .png")),
    };
    output::write(path, &bytes)
}
