//! `battlewright.toml`: settings for all scenarios in a folder and below.

use std::ops::Range;
use std::path::{Path, PathBuf};

use battlewright_platform::fs;

use indexmap::IndexMap;
use schemars::JsonSchema;

use crate::ArtPath;
use crate::diagnostic::{Diagnostic, list, shown};
use crate::fix::MeantWord;
use crate::lint::{LintLevel, LintLevels, Lints, misnamed_codes};
use crate::load::tree::{Arena, Item, Table, Value, span};
use crate::load::{bytes, shape, syntax};
use crate::path::DocPath;
use crate::place::LineIndex;
use crate::ruleset::is_id;

/// The name of the settings file of a collection.
pub const COLLECTION: &str = "battlewright.toml";

/// The settings of all scenarios in a folder and its subfolders.
#[derive(Clone, Debug, Default, PartialEq, Eq, JsonSchema)]
#[schemars(default, deny_unknown_fields)]
pub struct Collection {
    /// The levels of findings in the scenarios of the collection, by code; `all` applies to the others. The levels in a
    /// scenario override them.
    #[schemars(extend("propertyNames" = crate::lint::code_schema()))]
    pub lints: Lints,
    /// The files of rulesets, by the ids with which scenarios name them. The paths are relative to the folder of the collection.
    #[schemars(extend("propertyNames" = { "pattern": "^[a-z0-9][a-z0-9-]*$" }))]
    pub rulesets: IndexMap<String, ArtPath>,
    /// The findings in the file itself, in reading order, with their own severities. The rest of the file still applies.
    #[schemars(skip)]
    pub diagnostics: Vec<Diagnostic>,
}

impl Collection {
    /// Reads the bytes of a `battlewright.toml` file.
    ///
    /// ```
    /// use battlewright_schema::{Collection, LintLevel};
    /// let collection = Collection::read(b"[lints]\nunused-terrain = \"deny\"\n");
    /// assert_eq!(collection.lints["unused-terrain"], LintLevel::Deny);
    /// assert!(collection.diagnostics.is_empty());
    /// ```
    pub fn read(bytes: &[u8]) -> Self {
        match bytes::text(bytes) {
            Ok(text) => Self::of_text(text),
            Err(finding) => Self { diagnostics: vec![*finding], ..Self::default() },
        }
    }

    fn of_text(text: &str) -> Self {
        let arena = Arena::new();
        let mut collection = match syntax::parse(text, &arena) {
            Ok(root) => read(text, &root),
            Err(diagnostics) => Self { diagnostics, ..Self::default() },
        };
        collection.diagnostics.sort_by(Diagnostic::reading_order);
        LineIndex::new(text).locate(&mut collection.diagnostics);
        collection
    }

    /// Returns the path of the nearest `battlewright.toml`, in the folder of the file at `path` or above it.
    pub fn nearest(path: &Path) -> Option<PathBuf> {
        let folder = match path.parent() {
            Some(folder) if !folder.as_os_str().is_empty() => folder,
            _ => Path::new("."),
        };
        let folder = fs::canonicalize(folder).ok()?;
        folder.ancestors().map(|folder| folder.join(COLLECTION)).find(|file| fs::is_file(file))
    }

    /// Returns the levels set by the collection of the file at `path`, as far as its settings can be read.
    pub fn levels_of(path: &Path) -> LintLevels {
        Self::read_for(path).0
    }

    /// Returns the levels of [`levels_of`](Self::levels_of), and the first problem of the collection, such as
    /// `/battles/battlewright.toml:2:1: error[unknown-lint]: …`.
    pub fn read_for(path: &Path) -> (LintLevels, Option<String>) {
        let Some(file) = Self::nearest(path) else { return (LintLevels::default(), None) };
        let (collection, problem) = match fs::read_file(&file) {
            Ok(bytes) => {
                let collection = Self::read(&bytes);
                let first = collection.diagnostics.first().map(|first| format!("{}:{first}", file.display()));
                (collection, first)
            }
            Err(error) => (Self::default(), Some(format!("{}: {error}", file.display()))),
        };
        (LintLevels { collection: collection.lints, ..LintLevels::default() }, problem)
    }
}

/// The keys of the file, each with what stands below it.
const KEYS: [(&str, &str); 2] = [
    ("lints", "write `[lints]`, followed by lines such as `unused-terrain = \"allow\"`"),
    ("rulesets", "write `[rulesets]`, followed by lines such as `night-and-mud = \"rules/night-and-mud.toml\"`"),
];

/// Reads the settings in `root`.
fn read(text: &str, root: &Table<'_>) -> Collection {
    let (mut lints, mut rulesets, mut findings) = (Lints::new(), IndexMap::new(), Vec::new());
    let mut keys: Vec<(String, Range<usize>)> = Vec::new();
    for (key, value) in root {
        let path = DocPath::root().key(key.name);
        let Some((_, help)) = KEYS.iter().find(|(name, _)| *name == key.name) else {
            let names = KEYS.iter().map(|(name, _)| *name);
            let help = MeantWord::by(key.name, names.clone())
                .map_or_else(|| format!("the keys are {}", list(names)), MeantWord::help);
            let message = format!("unknown key {} in a collection", shown(key.name));
            findings.push(shape::UNKNOWN_KEY.at(path, message).help(help).span(Some(key.span.range())));
            continue;
        };
        let Value::Table(table) = value.value() else {
            let message = format!("`{}` must be a table, not {}", key.name, shape::a_kind(&value.value()));
            findings.push(shape::WRONG_TYPE.at(path, message).help(*help).span(Some(span(text, value))));
            continue;
        };
        if key.name == "rulesets" {
            for (id, file) in table {
                match ruleset(path.clone().key(id.name), id.name, file) {
                    Ok(file) => {
                        rulesets.insert(id.name.to_owned(), file);
                    }
                    Err(finding) => findings.push(finding.span(Some(span(text, file)))),
                }
            }
            continue;
        }
        for (code, level) in table {
            keys.push((code.name.to_owned(), code.span.range()));
            let path = path.clone().key(code.name);
            let words = || list(LintLevel::ALL.into_iter().map(LintLevel::name));
            let finding = match level.value() {
                Value::String(name) => match LintLevel::from_name(name) {
                    Some(level) => {
                        lints.insert(code.name.to_owned(), level);
                        continue;
                    }
                    None => shape::UNKNOWN_WORD.at(path, format!("unknown level {}", shown(name))),
                },
                other => shape::WRONG_TYPE.at(path, format!("a level must be text, not {}", shape::a_kind(&other))),
            };
            findings.push(finding.help(format!("the levels are {}", words())).span(Some(span(text, level))));
        }
    }
    for finding in misnamed_codes(keys.iter().map(|(code, _)| code)) {
        let key = finding.path.last_key().map(str::to_owned);
        let span = keys.iter().find(|(code, _)| Some(code) == key.as_ref()).map(|(_, span)| span.clone());
        findings.push(finding.span(span));
    }
    Collection { lints, rulesets, diagnostics: findings }
}

/// Returns the path of the ruleset `id` in `file`, a value at `path`.
///
/// # Errors
/// The finding that it is no such path.
fn ruleset(path: DocPath, id: &str, file: &Item<'_>) -> Result<ArtPath, Box<Diagnostic>> {
    let help = "write a path relative to this folder, such as \"rules/night-and-mud.toml\"";
    let Value::String(text) = file.value() else {
        let message = format!("a path must be text, not {}", shape::a_kind(&file.value()));
        return Err(Box::new(shape::WRONG_TYPE.at(path, message).help(help)));
    };
    if !is_id(id) {
        let finding = shape::BAD_VALUE.at(path, format!("{} is not the id of a ruleset", shown(id)));
        return Err(Box::new(finding.help("an id has small letters, digits and hyphens")));
    }
    let file = ArtPath((*text).to_owned());
    match file.problem() {
        Some(problem) => {
            let message = format!("the path {} is refused: {problem}", shown(&file.0));
            Err(Box::new(shape::BAD_VALUE.at(path, message).help(help)))
        }
        None => Ok(file),
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn found(text: &str) -> Vec<String> {
        let found = Collection::read(text.as_bytes()).diagnostics;
        found.iter().map(ToString::to_string).collect()
    }

    #[test]
    fn a_collection_is_checked_like_a_scenario() {
        assert_eq!(found(""), [] as [&str; 0]);
        assert_eq!(found("[lints]\nall = \"warn\"\nroad-gap = \"allow\"").len(), 1);
        assert_eq!(
            found("lint = 3\n[lints]\nunused-terain = \"allow\"\nflat-scan = \"off\"\nshort-road = 1\n"),
            [
                "1:1: error[unknown-key]: unknown key `lint` in a collection",
                "3:1: warning[unknown-lint]: unknown code `unused-terain`",
                "4:13: error[unknown-word]: unknown level `off`",
                "5:14: error[wrong-type]: a level must be text, not a number",
            ]
        );
        assert_eq!(found("lints = 3"), ["1:9: error[wrong-type]: `lints` must be a table, not a number"]);
        assert_eq!(found("lints = ").len(), 1);
        assert_eq!(found("[rulesets]\nnight-and-mud = \"rules/night.toml\"\n"), [] as [&str; 0]);
        assert_eq!(
            found("[rulesets]\nNight = \"a.toml\"\nmud = \"../a.toml\"\nfog = 3\n"),
            [
                "2:9: error[bad-value]: `Night` is not the id of a ruleset",
                "3:7: error[bad-value]: the path `../a.toml` is refused: it leads out of the folder of the scenario",
                "4:7: error[wrong-type]: a path must be text, not a number",
            ]
        );
        assert!(Collection::read(b"\xff").diagnostics[0].to_string().contains("not UTF-8"));
    }

    #[test]
    fn what_is_sound_in_it_is_heeded() {
        let collection = Collection::read(b"[lints]\nflat-scan = \"off\"\nshort-road = \"deny\"\n");
        assert_eq!(collection.lints.len(), 1);
    }

    #[test]
    fn the_nearest_one_counts() {
        let folder = tempfile::tempdir().unwrap();
        let deep = folder.path().join("a/b");
        std::fs::create_dir_all(&deep).unwrap();
        for place in ["", "a"] {
            std::fs::write(folder.path().join(place).join(COLLECTION), "").unwrap();
        }
        let nearest = Collection::nearest(&deep.join("battle.toml")).unwrap();
        assert_eq!(nearest, folder.path().canonicalize().unwrap().join("a").join(COLLECTION));
    }
}
