//! The scenario in an exported file: its text under a head with its stamp.

use battlewright_schema::{Scenario, save};
use serde_json::Value;

use super::{Stamp, short};

/// The start of the first line of an embedded scenario, with the version of this form.
pub(super) const HEAD: &str = "# battlewright-stamp 1 ";

/// The start of the second line, before the rules in force.
const RULES: &str = "# battlewright-rules ";

/// The longest scenario that is embedded, in bytes. The largest bundled one takes a twentieth.
pub const MOST_EMBEDDED_BYTES: usize = 4 << 20;

/// The longest head, in bytes: the rules in force of the largest system take a tenth.
const LONGEST_HEAD: usize = 1 << 20;

/// The longest embedded text, in bytes.
pub(super) const LONGEST: usize = MOST_EMBEDDED_BYTES + LONGEST_HEAD;

/// A scenario that was found in a file.
#[derive(Clone, Debug, PartialEq)]
pub struct EmbeddedScenario {
    /// The hash of the stamp.
    hash: String,
    /// The edition of the published rules at that time.
    rules: String,
    /// The rules in force at that time.
    in_force: Option<Value>,
    /// The text; `None` if it was too long to be embedded.
    text: Option<String>,
}

impl EmbeddedScenario {
    /// Returns the hash of the stamp, 16 hexadecimal digits.
    pub fn hash(&self) -> &str {
        &self.hash
    }

    /// Returns the digits of the hash at the foot of sheets.
    pub fn short(&self) -> &str {
        short(&self.hash)
    }

    /// Returns the edition of the published rules when the file was made, such as `mars-la-tour@1`.
    pub fn rules(&self) -> &str {
        &self.rules
    }

    /// Returns the complete rules of the scenario when the file was made.
    pub fn in_force(&self) -> Option<&Value> {
        self.in_force.as_ref()
    }

    /// Returns the text of the scenario, without comments; `None` if it was too long to be embedded.
    pub fn text(&self) -> Option<&str> {
        self.text.as_deref()
    }

    /// Reads an embedded scenario; `None` if `text` is none.
    pub fn read(text: &str) -> Option<Self> {
        let (head, rest) = text.split_once('\n').unwrap_or((text, ""));
        let mut words = head.trim_end().strip_prefix(HEAD)?.split(' ');
        let (hash, rules) = (words.next()?, words.next()?);
        let is_hash = hash.len() == 16 && hash.bytes().all(|byte| matches!(byte, b'0'..=b'9' | b'a'..=b'f'));
        let is_edition = rules.split_once('@').is_some_and(|(_, version)| version.parse::<u32>().is_ok());
        if !is_hash || !is_edition || words.next().is_some() {
            return None;
        }
        let (second, text) = rest.split_once('\n').unwrap_or((rest, ""));
        let in_force = second.trim_end().strip_prefix(RULES).and_then(|rules| serde_json::from_str(rules).ok());
        let text = if in_force.is_some() { text } else { rest };
        let text = (!text.trim().is_empty()).then(|| text.to_owned());
        Some(Self { hash: hash.to_owned(), rules: rules.to_owned(), in_force, text })
    }
}

/// Returns the text that exported files hold: a line with the stamp, a line with the rules in force, both of them comments, and the
/// scenario in the layout of a new file. It is a scenario file itself. The scenario is left out if it is longer than
/// [`MOST_EMBEDDED_BYTES`].
pub fn embedded(scenario: &Scenario) -> String {
    let stamp = Stamp::of(scenario);
    let text = save(None, scenario);
    let rules = scenario.rules_in_force().to_string();
    let mut file = format!("{HEAD}{} {}\n", stamp.hash(), stamp.rules());
    if rules.len() <= LONGEST_HEAD / 2 {
        file.push_str(&format!("{RULES}{rules}\n"));
    }
    if text.len() <= MOST_EMBEDDED_BYTES {
        file.push_str(&text);
    }
    file
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;

    #[test]
    fn an_embedded_scenario_is_a_scenario_file() {
        for system in System::ALL {
            let scenario = load(template(system)).scenario.unwrap();
            let file = embedded(&scenario);
            assert_eq!(Stamp::of(&load(&file).scenario.unwrap()), Stamp::of(&scenario));
            let read = EmbeddedScenario::read(&file).unwrap();
            assert_eq!((read.hash(), read.rules()), (Stamp::of(&scenario).hash(), Stamp::of(&scenario).rules()));
            assert_eq!(read.in_force(), Some(&scenario.rules_in_force()));
            assert_eq!(Stamp::of(&load(read.text().unwrap()).scenario.unwrap()), Stamp::of(&scenario));
        }
    }

    #[test]
    fn what_is_no_embedded_scenario_is_none() {
        for text in [
            "",
            "format = 1\n",
            HEAD,
            "# battlewright-stamp 1 0123456789abcdef\n",
            "# battlewright-stamp 1 0123456789abcdeg matz@1\n",
            "# battlewright-stamp 1 0123456789abcdef matz\n",
            "# battlewright-stamp 2 0123456789abcdef matz@1\n",
        ] {
            assert_eq!(EmbeddedScenario::read(text), None, "{text}");
        }
        let alone = EmbeddedScenario::read("# battlewright-stamp 1 0123456789abcdef matz@1").unwrap();
        assert_eq!((alone.short(), alone.text(), alone.in_force()), ("0123456", None, None));
    }
}
