//! `diff`: the differences between two scenarios, in words.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use battlewright_schema::Scenario;
use battlewright_schema::compare::{Difference, compare, published_changes};
use clap::{Args, ValueEnum};
use serde_json::json;

use crate::console::{Console, Failure, Verdict, count};
use crate::mend::difference;
use crate::{files, output, picture, report};

/// Compare two scenarios: hexes, hexsides, roads, units, places and settings
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Diff {
    /// The old version of the scenario
    #[arg(value_name = "BEFORE")]
    before: PathBuf,
    /// The new version of the scenario
    #[arg(value_name = "AFTER", required_unless_present_any = ["git", "published"])]
    after: Option<PathBuf>,
    /// Only compare the rules of the one scenario with the published ones
    #[arg(long, conflicts_with_all = ["git", "image", "after"])]
    published: bool,
    /// The other arguments that git passes to a driver
    #[arg(hide = true, requires = "git")]
    rest: Vec<PathBuf>,
    /// Accept the arguments that git passes to the `command` of a diff driver, and always exit with 0
    #[arg(long, conflicts_with_all = ["format", "image"])]
    git: bool,
    /// The format of the differences
    #[arg(long, value_enum, default_value_t)]
    format: DiffFormat,
    /// Also draw both maps with the changed hexes marked, to a file that ends in .svg or .png
    #[arg(long, value_name = "PATH")]
    image: Option<PathBuf>,
}

/// The format of the differences.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum DiffFormat {
    /// One line per difference
    #[default]
    Human,
    /// One JSON document
    Json,
}

const EXAMPLES: &str = "\
Only the meaning of the files is compared, not their layout.
Exit status: 0 no differences, 1 differences, 2 a file cannot be read.

Examples:
  battlewright diff old.toml new.toml
  battlewright diff --published my-battle.toml
  battlewright diff --format json old.toml new.toml
  battlewright diff --image changes.svg old.toml new.toml
  git config diff.battlewright.command \"battlewright diff --git\"";

impl Diff {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        if self.git {
            return self.driver(console);
        }
        if self.published {
            let scenario = files::scenario(&self.before)?;
            let changes = published_changes(&scenario);
            return self.print(&scenario, &changes, None, console);
        }
        let Some(after_path) = &self.after else {
            return Err(Failure::new("the second file is missing"));
        };
        output::distinct([self.before.as_path(), after_path.as_path()], self.image.as_deref())?;
        let (before, after) = (files::scenario(&self.before)?, files::scenario(after_path)?);
        let changes = compare(&before, &after);
        if let Some(path) = &self.image {
            draw(path, &before, &after, &changes)?;
        }
        self.print(&after, &changes, Some(after_path), console)
    }

    /// Prints `changes`, with the sentence about the rules of `after`.
    fn print(
        &self,
        after: &Scenario,
        changes: &[Difference],
        after_path: Option<&Path>,
        console: &mut Console,
    ) -> Result<Verdict, Failure> {
        let rules = after.rules_sentence();
        match self.format {
            DiffFormat::Human => {
                writeln!(console, "{rules}")?;
                for change in changes {
                    writeln!(console, "{change}")?;
                }
                writeln!(console, "{}", count(changes.len(), "difference"))?;
            }
            DiffFormat::Json => {
                let document = json!({
                    "format": 1,
                    "before": files::with_slashes(&self.before),
                    "after": after_path.map(files::with_slashes),
                    "rules": rules,
                    "changes": changes.iter().map(Difference::to_json).collect::<Vec<_>>(),
                });
                report::json::write(&document, console)?;
            }
        }
        Ok(if changes.is_empty() { Verdict::Clean } else { Verdict::Findings })
    }
}

/// A version of a file as git passes it to a diff driver.
struct Version {
    file: PathBuf,
    /// `true` if this version exists; otherwise the file was added or removed.
    exists: bool,
}

impl Diff {
    /// Prints the differences as a diff driver of git. The arguments are the path, then file, hash and mode of the old
    /// version and of the new one, and after a rename the new path.
    fn driver(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let path = files::slashed(&self.before);
        let (old, new, renamed) = match (&self.after, self.rest.as_slice()) {
            // git passes only the path of a file in conflict.
            (None, []) => {
                writeln!(console, "{path}: in conflict")?;
                return Ok(Verdict::Clean);
            }
            (Some(old), [_, old_mode, new, _, new_mode, more @ ..]) => {
                (Version::new(old, old_mode), Version::new(new, new_mode), more.first())
            }
            _ => {
                return Err(Failure::new("these are not the arguments that git passes to a diff driver")
                    .help("without --git, give two files to compare"));
            }
        };
        let title = match renamed {
            Some(to) => format!("{path}, now {}", files::slashed(to)),
            None => path.clone(),
        };
        match (old.exists, new.exists) {
            (false, _) => writeln!(console, "{title}: added")?,
            (_, false) => writeln!(console, "{title}: removed")?,
            (true, true) => match [&old, &new].map(|version| files::version(&version.file, &self.before)) {
                [Ok(before), Ok(after)] => {
                    let changes = compare(&before, &after);
                    writeln!(console, "{title}: {}", count(changes.len(), "difference"))?;
                    for change in &changes {
                        writeln!(console, "  {change}")?;
                    }
                }
                // Compares lines where scenarios cannot be read, since git would abort after a failure.
                _ => {
                    writeln!(console, "{title}: not a valid scenario; its lines are compared")?;
                    let [before, after] = [files::read(&old.file)?, files::read(&new.file)?];
                    let [before, after] = [&before, &after].map(|bytes| String::from_utf8_lossy(bytes));
                    write!(console, "{}", difference(&path, &before, &after))?;
                }
            },
        }
        Ok(Verdict::Clean)
    }
}

impl Version {
    fn new(file: &Path, mode: &Path) -> Self {
        Self { file: file.to_owned(), exists: mode != Path::new(".") }
    }
}

/// Draws both maps into the file at `path`.
fn draw(path: &Path, before: &Scenario, after: &Scenario, changes: &[Difference]) -> Result<(), Failure> {
    let svg = || picture::svg(before, after, changes);
    let end = path.extension().and_then(|end| end.to_str()).map(str::to_ascii_lowercase);
    let bytes = match end.as_deref() {
        Some("svg") => svg()?.into_bytes(),
        Some("png") => battlewright_export::rendered(&svg()?).map_err(|error| Failure::new(error.to_string()))?,
        _ => return Err(Failure::new("the name of the picture must end in .svg or .png")),
    };
    output::write(path, &bytes)
}
