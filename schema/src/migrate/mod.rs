//! Upgrades of files from older versions of the format.
//!
//! A released version is never changed. For a new version, add a `Migration` to `STEPS`, archive the schemas of the previous
//! version in `schema/json/archive/VERSION/`, and keep a file of that version there for the tests.

use std::fmt;

use toml_edit::{DocumentMut, Item, Table, Value};

use crate::FORMAT;
use crate::diagnostic::Diagnostic;
use crate::load;
use crate::place::LineIndex;
use crate::save::Style;

/// The upgrade from one version to the next.
struct Migration {
    /// The version before the upgrade.
    from: u32,
    /// Changes everything except the version number; comments stay in place.
    change: fn(&mut Table),
}

/// All upgrades, from version 1 on. Version 1 is still the only version.
const STEPS: &[Migration] = &[];

/// The result of an upgrade.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Migrated {
    /// The text in the current version of the format.
    pub text: String,
    /// The version before the upgrade; [`FORMAT`] if the text was up to date.
    pub from: u32,
}

/// The reason that a text cannot be upgraded.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum MigrationError {
    /// The text is not TOML; these are its syntax errors.
    NotToml(Vec<Diagnostic>),
    /// The version is missing or not a number.
    NoFormat,
    /// The version is newer than this program.
    Newer(i64),
    /// The version does not exist.
    Unknown(i64),
}

impl fmt::Display for MigrationError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NotToml(findings) => match findings.first() {
                Some(first) => write!(f, "it is not TOML: {first}"),
                None => f.write_str("it is not TOML"),
            },
            Self::NoFormat => write!(f, "`format` is missing; write `format = {FORMAT}` near the top"),
            Self::Newer(version) => {
                write!(
                    f,
                    "it has format {version}, but this program supports at most format {FORMAT}; install a newer version of \
                    Battlewright"
                )
            }
            Self::Unknown(version) => write!(f, "format {version} does not exist"),
        }
    }
}

impl std::error::Error for MigrationError {}

/// Returns `text` in the current version of the format. Comments and spacing stay.
///
/// ```
/// use battlewright_schema::{System, migrate, template};
/// let text = template(System::MarsLaTour);
/// assert_eq!(migrate::migrate(text).unwrap().text, text, "it is up to date");
/// let newer = text.replace("format = 1", "format = 9");
/// assert!(migrate::migrate(&newer).unwrap_err().to_string().contains("install a newer version"));
/// ```
///
/// # Errors
/// The text is not TOML, or its version is unknown.
pub fn migrate(text: &str) -> Result<Migrated, MigrationError> {
    by(STEPS, FORMAT, text)
}

/// Upgrades `text` to the version `to` with `steps`.
fn by(steps: &[Migration], to: u32, text: &str) -> Result<Migrated, MigrationError> {
    let mut findings = load::syntax::parse(text, &load::tree::Arena::new()).err().unwrap_or_default();
    LineIndex::new(text).locate(&mut findings);
    let style = Style::of(text);
    let document = style.plain(text).parse::<DocumentMut>();
    let (Ok(mut document), true) = (document, findings.is_empty()) else {
        return Err(MigrationError::NotToml(findings));
    };
    let written = document.get("format").and_then(Item::as_integer).ok_or(MigrationError::NoFormat)?;
    let from = match u32::try_from(written) {
        Ok(version) if (1..=to).contains(&version) => version,
        _ if written > i64::from(to) => return Err(MigrationError::Newer(written)),
        _ => return Err(MigrationError::Unknown(written)),
    };
    if from == to {
        return Ok(Migrated { text: text.to_owned(), from });
    }
    for version in from..to {
        let step = steps.iter().find(|step| step.from == version).ok_or(MigrationError::Unknown(version.into()))?;
        (step.change)(document.as_table_mut());
    }
    if let Some(format) = document.get_mut("format").and_then(Item::as_value_mut) {
        let decor = format.decor().clone();
        *format = Value::from(i64::from(to));
        *format.decor_mut() = decor;
    }
    Ok(Migrated { text: style.restore(&document.to_string()), from })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// An invented format 3: version 2 renamed the title to name, and version 3 gave every road a surface.
    const IMAGINED: &[Migration] = &[
        Migration {
            from: 1,
            change: |root| {
                if let Some((key, item)) = root.remove_entry("title") {
                    let name = toml_edit::Key::new("name").with_leaf_decor(key.leaf_decor().clone());
                    root.insert_formatted(&name, item);
                }
            },
        },
        Migration {
            from: 2,
            change: |root| {
                if let Some(roads) = root.get_mut("road").and_then(Item::as_array_of_tables_mut) {
                    for road in roads.iter_mut() {
                        road.insert("surface", toml_edit::value("gravel"));
                    }
                }
            },
        },
    ];

    #[test]
    fn each_step_leads_to_the_next_version_and_comments_stay() {
        let text =
            "format = 1 # the first\r\n# What it is called.\r\ntitle = \"T\"\r\n\r\n[[road]] # a lane\r\npath = []\r\n";
        let made = by(IMAGINED, 3, text).unwrap();
        let wanted = "format = 3 # the first\r\n# What it is called.\r\nname = \"T\"\r\n\r\n[[road]] # a lane\r\npath = []\r\n\
                      surface = \"gravel\"\r\n";
        assert_eq!((made.text.as_str(), made.from), (wanted, 1));
        let again = by(IMAGINED, 3, &made.text).unwrap();
        assert_eq!((again.text, again.from), (made.text, 3));
        let from_second = by(IMAGINED, 3, "format = 2\n[[road]]\n").unwrap();
        assert_eq!(from_second.text, "format = 3\n[[road]]\nsurface = \"gravel\"\n");
    }

    #[test]
    fn what_cannot_be_brought_up_to_date_says_why() {
        assert_eq!(migrate("format = 2\n"), Err(MigrationError::Newer(2)));
        assert_eq!(migrate("format = 0\n"), Err(MigrationError::Unknown(0)));
        assert_eq!(migrate("title = \"T\"\n"), Err(MigrationError::NoFormat));
        assert_eq!(migrate("format = \"1\"\n"), Err(MigrationError::NoFormat));
        assert!(matches!(migrate("format = \n"), Err(MigrationError::NotToml(findings)) if findings.len() == 1));
    }

    #[test]
    fn there_is_a_step_from_every_version_and_its_schemas_are_kept() {
        let from: Vec<u32> = STEPS.iter().map(|step| step.from).collect();
        assert_eq!(from, (1..FORMAT).collect::<Vec<_>>());
        let kept = |version: &u32| {
            let folder = format!("{}/json/archive/{version}", env!("CARGO_MANIFEST_DIR"));
            std::fs::read_dir(folder).is_ok_and(|files| files.count() > crate::System::ALL.len())
        };
        assert!(from.iter().all(kept), "the schemas of an older version are missing");
    }
}
