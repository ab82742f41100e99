//! The scenarios that are to be published: they can be played, and their names fit into addresses.

use std::collections::BTreeMap;
use std::path::{Path, PathBuf};

use battlewright_engine::any::AnyGame;
use battlewright_schema::common::characters::is_invisible;
use battlewright_schema::ruleset::is_ruleset;
use battlewright_schema::{Lints, Scenario, Theme};

use super::{offline, programs};
use crate::console::{Console, Failure, count};
use crate::files::{self, SearchPurpose, slashed, with_slashes};
use crate::game;
use crate::levels::Collections;
use crate::report::{FindingCounts, ReportFormat};
use crate::validate;

/// A scenario that can be played.
pub(super) struct PlayableFile {
    /// The path of its file.
    pub(super) path: PathBuf,
    /// The name of its folder in the site.
    pub(super) name: String,
    /// The text of the file.
    pub(super) text: String,
    /// The scenario.
    pub(super) scenario: Scenario,
    /// The game at its start.
    pub(super) start: AnyGame,
}

/// The names that the site needs itself, or a server that keeps games beside it.
const TAKEN: [&str; 5] = ["rules", "index.html", offline::NAME, super::marker::MARKER, offline::HOST];

/// Reads the scenarios for `paths`; `None` if some cannot be played, which are then reported.
///
/// # Errors
/// A path cannot be read, or a name cannot be published. The failures but the last are printed.
pub(super) fn playable(paths: &[PathBuf], console: &mut Console) -> Result<Option<Vec<PlayableFile>>, Failure> {
    let (found, mut failures) = files::scenarios(paths, SearchPurpose::Read);
    let mut sound = Vec::new();
    let mut collections = Collections::default();
    let mut report = ReportFormat::Human.report();
    let mut tally = FindingCounts::default();
    let mut unplayable = false;
    for path in found {
        let bytes = match files::read(&path) {
            Ok(bytes) => bytes,
            Err(failure) => {
                failures.push(failure);
                continue;
            }
        };
        let inlined = files::inlined(&path, bytes.clone()).map_err(|_| String::new());
        let started =
            inlined.and_then(|inlined| game::start(&inlined).map(|(scenario, start)| (inlined, scenario, start)));
        match started {
            Ok((inlined, scenario, start)) => {
                // A readable scenario is UTF-8.
                let text = String::from_utf8_lossy(&inlined).into_owned();
                sound.push(PlayableFile { name: String::new(), path, text, scenario, start });
            }
            // Themes and rulesets lie beside scenarios.
            Err(_) if Theme::is(&bytes) || is_ruleset(&bytes) => {}
            Err(_) => {
                let (levels, _) = collections.levels(&path, &Lints::new())?;
                let mut checked = validate::check(with_slashes(&path), bytes, &levels);
                checked.path = ReportFormat::Human.paths().name(&checked.path);
                tally.add(&checked);
                report.file(&checked, console)?;
                unplayable = true;
            }
        }
    }
    failures.extend(name(&mut sound));
    if sound.is_empty() && failures.is_empty() && !unplayable {
        failures
            .push(Failure::new("there is no scenario to publish").help("name scenario files, or folders with some"));
    }
    if unplayable {
        report.end(tally, console)?;
    }
    match failures.pop() {
        Some(last) => {
            failures.iter().for_each(Failure::print);
            Err(last)
        }
        None => Ok((!unplayable).then_some(sound)),
    }
}

/// Names the folders of `files` after them, and returns the problems.
fn name(files: &mut [PlayableFile]) -> Vec<Failure> {
    let mut failures = Vec::new();
    // Some hosts, and the disks of some readers, do not distinguish letters by case.
    let mut named: BTreeMap<String, PathBuf> = BTreeMap::new();
    for file in files {
        match folder_name(&file.path) {
            Ok(name) => {
                if let Some(other) = named.insert(name.to_lowercase(), file.path.clone()) {
                    let (other, path) = (slashed(&other), slashed(&file.path));
                    let message = format!("{other} and {path} would have the same address {name}/");
                    failures.push(Failure::new(message).help("rename one of them"));
                }
                file.name = name;
            }
            Err(why) => {
                let message = format!("{} cannot be published under its name: {why}", slashed(&file.path));
                failures.push(Failure::new(message).help("rename the file"));
            }
        }
    }
    failures
}

/// Returns the name of the file at `path` without its extension.
///
/// # Errors
/// The reason why no folder of a site can have it.
fn folder_name(path: &Path) -> Result<String, String> {
    const LONGEST: usize = 100;
    let stem = path.file_stem().and_then(|stem| stem.to_str()).ok_or("it is no text")?;
    if let Some(odd) = stem.chars().find(|c| c.is_control() || "\\/:*?\"<>|".contains(*c)) {
        return Err(format!("not every host keeps {odd:?} in names"));
    }
    if let Some(odd) = stem.chars().find(|c| is_invisible(*c)) {
        return Err(format!("the invisible character U+{:04X} would show it as another one", u32::from(odd)));
    }
    if is_device(stem) {
        return Err("Windows has a device of this name".to_owned());
    }
    if stem.starts_with('.') || stem.ends_with(['.', ' ']) {
        return Err("not every host keeps names that start or end so".to_owned());
    }
    if stem.len() > LONGEST {
        return Err(format!("it is longer than {}", count(LONGEST, "byte")));
    }
    let lower = stem.to_lowercase();
    if programs::folder(&lower).is_some() || TAKEN.contains(&lower.as_str()) {
        return Err(format!("the site has something else at {stem}"));
    }
    Ok(stem.to_owned())
}

/// Returns `true` if Windows takes a file called `name` for a device, whatever its extension.
fn is_device(name: &str) -> bool {
    let base = name.split('.').next().unwrap_or_default().trim_end().to_ascii_lowercase();
    let port = base.strip_prefix("com").or_else(|| base.strip_prefix("lpt"));
    let is_number =
        |rest: &str| matches!(rest, "¹" | "²" | "³") || rest.len() == 1 && rest.bytes().all(|b| b.is_ascii_digit());
    matches!(base.as_str(), "con" | "prn" | "aux" | "nul" | "conin$" | "conout$") || port.is_some_and(is_number)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn names_fit_into_addresses() {
        for name in ["my-battle", "Wœrth, 6 August", "a.b", "Console", "com10", "aux-le-roi", "null"] {
            assert_eq!(folder_name(&Path::new("x").join(format!("{name}.toml"))), Ok(name.to_owned()));
        }
        for name in ["a:b", "a\nb", ".hidden", "end ", "Play", "rules", "Host", "index.html", &"x".repeat(101)] {
            assert!(folder_name(&PathBuf::from(format!("{name}.toml"))).is_err(), "{name}");
        }
        for name in ["CON", "con.x", "Nul ", "aux .b.c", "LPT1", "com²", "a\u{202e}b"] {
            assert!(folder_name(&PathBuf::from(format!("{name}.toml"))).is_err(), "{name}");
        }
    }
}
