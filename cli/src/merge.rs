//! `merge`: the merge of two versions of a scenario, also as a merge driver of git.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use battlewright_schema::DiskRulesets;
use battlewright_schema::merge::{MergeError, Merged, merge_from};
use clap::Args;

use crate::console::{Console, Failure, Verdict, count, one_line, stderr};
use crate::{files, output};

/// Merge two versions of a scenario by hexes, hexsides and fields
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Merge {
    /// The common ancestor of both versions; an empty file if there is none
    #[arg(value_name = "BASE")]
    base: PathBuf,
    /// Our version, whose comments are kept
    #[arg(value_name = "OURS")]
    ours: PathBuf,
    /// Their version
    #[arg(value_name = "THEIRS")]
    theirs: PathBuf,
    /// The file for the merged scenario; standard output by default
    #[arg(short, long, value_name = "PATH")]
    output: Option<PathBuf>,
    /// The name of the scenario in messages
    #[arg(long, value_name = "PATH")]
    name: Option<String>,
}

const EXAMPLES: &str = "\
Conflicts are listed on standard error. In the file, they are enclosed in conflict marks like those of git, with our version
above and their version below. If both versions changed an order, our order is used without marks.
Exit status: 0 merged, 1 merged with conflicts or an inconsistent result, 2 not merged.

Examples:
  battlewright merge base.toml ours.toml theirs.toml -o merged.toml
  git config merge.battlewright.driver \"battlewright merge -o %A --name %P %O %A %B\"";

impl Merge {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let [base, ours, theirs] = [&self.base, &self.ours, &self.theirs].map(|path| text(path));
        let name = self.name.as_deref().map_or_else(|| files::slashed(&self.ours), |name| one_line(name).into_owned());
        // git writes the versions into files beside the top folder, and names the file of which they are versions.
        let place = self.name.as_deref().map_or(self.ours.as_path(), Path::new);
        let merged = merge_from(&base?, &ours?, &theirs?, &DiskRulesets::of(place))
            .map_err(|problem| self.refusal(&name, &problem))?;
        match &self.output {
            None => console.write_all(merged.text.as_bytes())?,
            Some(path) => output::write(path, merged.text.as_bytes())?,
        }
        console.finish()?;
        print_conflicts(&name, &merged)?;
        let clean = merged.conflicts.is_empty() && merged.broken.is_empty();
        Ok(if clean { Verdict::Clean } else { Verdict::Findings })
    }

    fn refusal(&self, name: &str, problem: &MergeError) -> Failure {
        let message = match (problem.which, problem.findings.first()) {
            ("all", _) => format!("{name} cannot be merged: the versions belong to different systems"),
            (which, Some(first)) => format!("{name} cannot be merged: {which} cannot be read: {first}"),
            (which, None) => format!("{name} cannot be merged: {which} cannot be read"),
        };
        let path = match problem.which {
            "base" => &self.base,
            "theirs" => &self.theirs,
            _ => &self.ours,
        };
        Failure::new(message).help(format!("run `battlewright validate {}` to list the problems", files::slashed(path)))
    }
}

/// Prints the remaining work, a line each.
fn print_conflicts(name: &str, merged: &Merged) -> Result<(), Failure> {
    let mut to = stderr();
    for conflict in &merged.conflicts {
        writeln!(to, "{name}: conflict: {conflict}")?;
    }
    for finding in &merged.broken {
        writeln!(to, "{name}: inconsistent result: {}", finding.message)?;
    }
    if !merged.conflicts.is_empty() {
        writeln!(to, "{name}: {} to resolve", count(merged.conflicts.len(), "conflict"))?;
    }
    Ok(())
}

fn text(path: &Path) -> Result<String, Failure> {
    let name = files::slashed(path);
    String::from_utf8(files::read(path)?).map_err(|_| Failure::new(format!("{name} is not text")))
}
