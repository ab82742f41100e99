//! Reading of files, and the search for them in folders.

use std::borrow::Cow;
use std::collections::BTreeSet;
use std::fs::{self, File};
use std::io::{self, BufReader, Read, Write};
use std::path::{Component, Path, PathBuf};

use battlewright_schema::ruleset::playable as playable_text;
use battlewright_schema::{COLLECTION, DiskRulesets, LintLevels, Scenario, Surroundings, is_own_file, load_bytes_from};
use globset::GlobBuilder;
use ignore::WalkBuilder;

use crate::console::{Failure, one_line, stderr};

/// The purpose of a search for files.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum SearchPurpose {
    /// Reading only.
    Read,
    /// Reading and writing.
    Change,
}

/// The longest scenario file, in bytes. A map of a million hexes takes a tenth.
pub(crate) const MAX_BYTES: usize = 64 << 20;

/// Reads the file at `path`.
///
/// # Errors
/// The file cannot be read, or exceeds [`MAX_BYTES`].
pub(crate) fn read(path: &Path) -> Result<Vec<u8>, Failure> {
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    let read = File::open(path).and_then(|file| {
        // Reserving the size of the file avoids copies while reading.
        let length = file.metadata().map_or(0, |metadata| metadata.len().min(limit));
        let mut bytes = Vec::with_capacity(usize::try_from(length).unwrap_or(0));
        file.take(limit).read_to_end(&mut bytes).map(|_| bytes)
    });
    match read {
        Err(error) => Err(cannot_read(path, &error)),
        Ok(bytes) => not_too_long(&slashed(path), bytes),
    }
}

/// Checks the length of `bytes`, read from `name`.
///
/// # Errors
/// They exceed [`MAX_BYTES`].
pub(crate) fn not_too_long(name: &str, bytes: Vec<u8>) -> Result<Vec<u8>, Failure> {
    if bytes.len() <= MAX_BYTES {
        return Ok(bytes);
    }
    let message = format!("{name} is larger than {} MiB", MAX_BYTES >> 20);
    Err(Failure::new(message).help("scenarios and replays are smaller; check the path"))
}

/// Loads the scenario in the file at `path`. It may have errors as long as all of it is readable.
///
/// # Errors
/// The scenario cannot be read.
pub(crate) fn scenario(path: &Path) -> Result<Scenario, Failure> {
    version(path, path)
}

/// Loads the scenario in the file at `path`, a version of the file `of`, beside which its rulesets are.
///
/// # Errors
/// The scenario cannot be read.
pub(crate) fn version(path: &Path, of: &Path) -> Result<Scenario, Failure> {
    let (levels, rulesets) = (LintLevels::default(), DiskRulesets::of(of));
    let loaded = load_bytes_from(&read(path)?, &Surroundings { levels: &levels, rulesets: &rulesets });
    let name = slashed(path);
    loaded.readable.filter(|_| loaded.complete).ok_or_else(|| {
        let message = match loaded.diagnostics.first() {
            Some(first) => format!("{name} cannot be read: {first}"),
            None => format!("{name} cannot be read"),
        };
        Failure::new(message).help(format!("run `battlewright validate {name}` to list the problems"))
    })
}

/// Reads the scenario or the replay in the file at `path` as games and links hold it: with the changes of the rulesets that a
/// scenario uses, so that it needs no other file.
///
/// # Errors
/// The file cannot be read, or the scenario uses rulesets and has errors.
pub(crate) fn playable(path: &Path) -> Result<Vec<u8>, Failure> {
    inlined(path, read(path)?)
}

/// Returns `bytes`, read from the file at `path`, as [`playable`] does.
///
/// # Errors
/// They are a scenario that uses rulesets and has errors.
pub(crate) fn inlined(path: &Path, bytes: Vec<u8>) -> Result<Vec<u8>, Failure> {
    let Ok(text) = std::str::from_utf8(&bytes) else { return Ok(bytes) };
    let inlined = match playable_text(text, &DiskRulesets::of(path)) {
        Ok(Cow::Owned(text)) => Some(text),
        Ok(Cow::Borrowed(_)) => None,
        Err(why) => {
            let name = slashed(path);
            return Err(Failure::new(format!("{name} cannot be played: it has {why}"))
                .help(format!("run `battlewright validate {name}` to list the problems")));
        }
    };
    Ok(inlined.map_or(bytes, String::into_bytes))
}

/// Reads standard input.
///
/// # Errors
/// Standard input cannot be read, or exceeds [`MAX_BYTES`].
pub(crate) fn standard_input() -> Result<Vec<u8>, Failure> {
    let mut bytes = Vec::new();
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX).saturating_add(1);
    match io::stdin().lock().take(limit).read_to_end(&mut bytes) {
        Err(error) => Err(Failure::new(format!("cannot read standard input: {error}"))),
        Ok(_) => not_too_long("standard input", bytes),
    }
}

/// Returns `path` with slashes on every system, for messages: on one line, whatever the name of the file.
pub(crate) fn slashed(path: &Path) -> String {
    one_line(&with_slashes(path)).into_owned()
}

/// Returns `path` with slashes on every system, as data.
pub(crate) fn with_slashes(path: &Path) -> String {
    path.display().to_string().replace(std::path::MAIN_SEPARATOR, "/")
}

fn cannot_read(path: &Path, error: &io::Error) -> Failure {
    match error.kind() {
        io::ErrorKind::NotFound => Failure::new(format!("no such file or folder: {}", slashed(path))),
        _ => Failure::new(format!("cannot read {}: {error}", slashed(path))),
    }
}

/// Finds the scenario files for `paths`, in order and without duplicates. A file stands for itself, a folder for all scenarios,
/// themes and rulesets in it and below, sorted by name, and a pattern such as `battles/**/*.toml` for the matching ones and
/// collection files. Searches skip hidden files, files excluded by `.gitignore` and linked folders, and for changes
/// also links to files outside the folder.
///
/// # Errors
/// Each path that cannot be searched or has no scenarios; the files found elsewhere are returned as well.
pub(crate) fn scenarios(paths: &[PathBuf], purpose: SearchPurpose) -> (Vec<PathBuf>, Vec<Failure>) {
    let (mut found, mut failures) = (Vec::new(), Vec::new());
    for path in paths {
        match fs::metadata(path) {
            Ok(metadata) if metadata.is_dir() => {
                let before = (found.len(), failures.len());
                walk(path, purpose, is_scenario, &mut found, &mut failures);
                if (found.len(), failures.len()) == before {
                    let message = format!("no scenario found in {}", slashed(path));
                    let help = "scenario files have the extension .toml, and begin with `format = 1`";
                    failures.push(Failure::new(message).help(help));
                }
            }
            Ok(_) => found.push(path.clone()),
            Err(error) => match path.to_str().filter(|text| text.contains(['*', '?', '[', '{'])) {
                Some(pattern) => fitting(pattern, purpose, &mut found, &mut failures),
                None => failures.push(cannot_read(path, &error)),
            },
        }
    }
    let mut once = BTreeSet::new();
    found.retain(|path| once.insert(path.clone()));
    (found, failures)
}

/// Returns `true` if the link `file` leads to a file in `folder` or below.
fn leads_into(file: &Path, folder: &Path) -> bool {
    fs::canonicalize(file)
        .ok()
        .zip(fs::canonicalize(folder).ok())
        .is_some_and(|(file, folder)| file.starts_with(folder))
}

/// Returns `true` if a file in a folder counts as a scenario, a theme or a ruleset.
fn is_scenario(file: &Path) -> bool {
    file.extension().is_some_and(|end| end == "toml") && !is_collection(file) && is_own(file)
}

/// Returns `true` if `file` has the name of a collection file.
pub(crate) fn is_collection(file: &Path) -> bool {
    file.file_name().is_some_and(|name| name == COLLECTION)
}

/// Returns `true` if the file names itself as a scenario, a theme or a ruleset, unlike TOML files of other programs. An unreadable file
/// counts, so that it is reported.
fn is_own(file: &Path) -> bool {
    let limit = u64::try_from(MAX_BYTES).unwrap_or(u64::MAX);
    let head = |file: File| is_own_file(BufReader::new(file.take(limit)));
    File::open(file).and_then(head).unwrap_or(true)
}

/// Finds the files that match `pattern`, for shells that do not expand it.
fn fitting(pattern: &str, purpose: SearchPurpose, found: &mut Vec<PathBuf>, failures: &mut Vec<Failure>) {
    let glob = match GlobBuilder::new(pattern).literal_separator(true).build() {
        Ok(glob) => glob.compile_matcher(),
        Err(error) => {
            return failures.push(Failure::new(format!(
                "{} is not a valid pattern: {}",
                one_line(pattern),
                error.kind()
            )));
        }
    };
    // The search starts at the folder before the first wildcard.
    let plain = |part: &Component<'_>| part.as_os_str().to_str().is_some_and(|s| !s.contains(['*', '?', '[', '{']));
    let folder: PathBuf = Path::new(pattern).components().take_while(plain).collect();
    let before = (found.len(), failures.len());
    let here = folder.as_os_str().is_empty();
    let start = if here { Path::new(".") } else { folder.as_path() };
    let name = |file: &Path| if here { file.strip_prefix(".").unwrap_or(file).to_owned() } else { file.to_owned() };
    let first = found.len();
    let mut foreign = false;
    let wanted = |file: &Path| {
        let matches = glob.is_match(name(file));
        let is_own = matches && (is_collection(file) || is_own(file));
        foreign |= matches && !is_own;
        is_own
    };
    walk(start, purpose, wanted, found, failures);
    for file in found.iter_mut().skip(first) {
        *file = name(file);
    }
    if (found.len(), failures.len()) == before {
        let what = if foreign { "scenario" } else { "file" };
        let failure = Failure::new(format!("no {what} matches {}", one_line(pattern)));
        failures.push(if foreign { failure.help("a scenario begins with `format = 1`") } else { failure });
    }
}

/// Finds the `wanted` files below `folder`, sorted by name.
fn walk(
    folder: &Path,
    purpose: SearchPurpose,
    mut wanted: impl FnMut(&Path) -> bool,
    found: &mut Vec<PathBuf>,
    failures: &mut Vec<Failure>,
) {
    let mut builder = WalkBuilder::new(folder);
    // `.gitignore` applies outside of git repositories too; the user's global ignore file does not.
    builder.require_git(false).git_global(false).sort_by_file_name(Ord::cmp);
    for entry in builder.build() {
        match entry {
            Ok(entry) if entry.path().is_file() && wanted(entry.path()) => {
                if purpose == SearchPurpose::Change && entry.path_is_symlink() && !leads_into(entry.path(), folder) {
                    // Files outside the folder are changed only when named explicitly.
                    let _ = writeln!(stderr(), "{} is outside the folder and was skipped", slashed(entry.path()));
                } else {
                    found.push(entry.into_path());
                }
            }
            Ok(_) => {}
            Err(error) => {
                // The error names the folder in which it arose.
                let error = error.to_string();
                failures.push(Failure::new(format!("cannot search {}: {}", slashed(folder), one_line(&error))));
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_file_that_is_too_long_is_refused() {
        let here = Path::new(env!("CARGO_MANIFEST_DIR")).join("Cargo.toml");
        assert!(!read(&here).unwrap().is_empty());
        let long = not_too_long("Cargo.toml", vec![0; MAX_BYTES + 1]);
        assert!(long.unwrap_err().to_string().contains("Cargo.toml is larger than 64 MiB"));
    }

    /// Returns a folder with these files, each with a path and a text.
    fn folder(files: &[(&str, &str)]) -> tempfile::TempDir {
        let folder = tempfile::tempdir().unwrap();
        for (name, text) in files {
            let file = folder.path().join(name);
            fs::create_dir_all(file.parent().unwrap()).unwrap();
            fs::write(file, text).unwrap();
        }
        folder
    }

    const SCENARIO: &str = "# A battle.\nformat = 1\n";

    #[test]
    fn folders_are_read_in_order() {
        let folder = folder(&[("b.toml", SCENARIO), ("a/c.toml", SCENARIO), ("none/d.txt", SCENARIO)]);
        let (found, failures) = scenarios(&[folder.path().to_owned()], SearchPurpose::Read);
        assert_eq!((found, failures.len()), (["a/c.toml", "b.toml"].map(|name| folder.path().join(name)).to_vec(), 0));
        let (found, failures) = scenarios(&[folder.path().join("none")], SearchPurpose::Read);
        assert!(found.is_empty() && failures.len() == 1);
    }

    #[test]
    fn files_of_other_programs_are_passed_over() {
        let folder = folder(&[
            ("Cargo.toml", "[package]\nname = \"battle\"\n"),
            ("broken.toml", "format = 1\ntitle = "),
            ("collection/battlewright.toml", "[lints]\n"),
            ("starship.toml", "format = \"$all\"\n[theme]\nformat = 1\n"),
            ("rules.toml", "ruleset = 1\n"),
            ("theme.toml", "theme = 1\n"),
            ("versionless.toml", "system = \"matz\"\n"),
            ("wide.toml", "f\0o\0"),
        ]);
        let names = |found: Vec<PathBuf>| -> Vec<String> {
            found.into_iter().map(|file| slashed(file.strip_prefix(folder.path()).unwrap())).collect()
        };
        let own = ["broken.toml", "rules.toml", "theme.toml", "versionless.toml", "wide.toml"];
        for purpose in [SearchPurpose::Read, SearchPurpose::Change] {
            let (found, failures) = scenarios(&[folder.path().to_owned()], purpose);
            assert_eq!((names(found), failures.len()), (own.map(str::to_owned).to_vec(), 0));
            let (found, _) = scenarios(&[folder.path().join("*.toml")], purpose);
            assert_eq!(names(found), own);
        }
        let (found, failures) = scenarios(&[folder.path().join("C*.toml")], SearchPurpose::Change);
        assert!(found.is_empty() && failures[0].to_string().contains("no scenario matches"));
        let (found, _) = scenarios(&[folder.path().join("Cargo.toml")], SearchPurpose::Read);
        assert_eq!(names(found), ["Cargo.toml"], "a named file stands for itself");
    }

    #[test]
    fn patterns_mean_what_fits_them_and_each_file_is_read_once() {
        let folder = folder(&[("battle.toml", SCENARIO)]);
        let root = folder.path();
        let (found, failures) = scenarios(
            &[root.join("b*.toml"), root.join("battle.toml"), root.join("**/[b]attle.toml")],
            SearchPurpose::Read,
        );
        assert_eq!((found, failures.len()), (vec![root.join("battle.toml")], 0));
        let (found, failures) = scenarios(&[root.join("*.nothing"), root.join("a{b")], SearchPurpose::Read);
        assert!(found.is_empty());
        let told: Vec<String> = failures.iter().map(ToString::to_string).collect();
        assert!(told[0].contains("no file matches") && told[1].contains("is not a valid pattern"), "{told:?}");
    }

    #[test]
    fn what_gitignore_leaves_out_is_passed_over() {
        let files = ["a.toml", "drafts/b.toml", ".hidden.toml", "c.txt"].map(|name| (name, SCENARIO));
        let folder = folder(&files);
        fs::write(folder.path().join(".gitignore"), "drafts/\n").unwrap();
        let (found, failures) = scenarios(&[folder.path().to_owned()], SearchPurpose::Change);
        assert_eq!((found, failures.len()), (vec![folder.path().join("a.toml")], 0));
    }
}
