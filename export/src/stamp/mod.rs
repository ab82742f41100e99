//! The stamp of a scenario, which tells of which text a sheet, a picture or a module was made.
//!
//! The stamp is made of the scenario as it is understood, in its canonical form ([`canonical`]), not of its text: each rule in force, each
//! unit and each hex counts, comments, layout and the order of what has no order do not. The edition of the published rules counts as
//! well, since an edition may change more than values. People read the title, the edition and seven digits of the hash at the foot of
//! each sheet. Programs read the [`EmbeddedScenario`] in the file.

mod embedded;
mod found;
mod svg;

use battlewright_schema::Scenario;
use battlewright_schema::compare::canonical;
use xxhash_rust::xxh3::xxh3_64;

pub use embedded::{EmbeddedScenario, MOST_EMBEDDED_BYTES, embedded};
pub use found::{StampError, StampedKind, found};
pub(crate) use svg::element;

/// The number of digits for people.
const SHORT: usize = 7;

/// The name of the stamp in the files of other formats: a text of a PNG, the id of an element of an SVG.
pub(crate) const NAME: &str = "battlewright";

/// The path of the embedded scenario in a VASSAL module.
pub(crate) const MODULE_PATH: &str = "battlewright/scenario.toml";

/// The name of the embedded scenario in a PDF.
pub(crate) const ATTACHMENT: &str = "scenario.toml";

/// The stamp of a scenario.
///
/// ```
/// use battlewright_export::Stamp;
/// use battlewright_schema::{System, load, template};
/// let text = template(System::MarsLaTour);
/// let stamp = |text: &str| Stamp::of(&load(text).scenario.unwrap());
/// assert_eq!(stamp(text), stamp(&format!("# A comment\n{text}")));
/// assert_ne!(stamp(text), stamp(&text.replacen("er = 3", "er = 4", 1)));
/// assert!(stamp(text).foot().starts_with("Untitled · mars-la-tour@1 · "));
/// ```
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Stamp {
    title: String,
    rules: String,
    hash: String,
}

impl Stamp {
    /// Returns the stamp of `scenario`.
    pub fn of(scenario: &Scenario) -> Self {
        let rules = edition(scenario);
        let hash = xxh3_64(format!("{rules}\n{}", canonical(scenario)).as_bytes());
        Self { title: scenario.title().to_owned(), rules, hash: format!("{hash:016x}") }
    }

    /// Returns the title of the scenario.
    pub fn title(&self) -> &str {
        &self.title
    }

    /// Returns the edition of the published rules below those of the scenario, such as `mars-la-tour@1`.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// Returns the hash, 16 hexadecimal digits.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Returns the first seven digits of the hash, for people.
    pub fn short(&self) -> &str {
        short(&self.hash)
    }

    /// Returns the words at the foot of a sheet: title, edition of the rules and short hash.
    pub fn foot(&self) -> String {
        format!("{} · {} · {}", self.title, self.rules, self.short())
    }
}

/// Returns the digits of `hash` for people.
fn short(hash: &str) -> &str {
    hash.get(..SHORT).unwrap_or(hash)
}

/// Returns the edition of the published rules below those of `scenario`.
fn edition(scenario: &Scenario) -> String {
    let system = scenario.system();
    format!("{}@{}", system.name(), system.published_version())
}
