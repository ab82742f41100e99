//! The origin of the values of a published table: the text of the rules, or a reconstruction.

use std::collections::BTreeMap;
use std::sync::LazyLock;

use serde_json::Value;

use crate::System;

/// The sentences of a system, by the key of the table.
type ByTable = BTreeMap<String, String>;

/// The sentences in `rulesets/provenance.toml`, by system.
fn listed() -> &'static BTreeMap<String, ByTable> {
    static LISTED: LazyLock<BTreeMap<String, ByTable>> = LazyLock::new(|| {
        #[expect(clippy::expect_used, reason = "the text is part of this crate and a test reads it")]
        toml::from_str(include_str!("../rulesets/provenance.toml")).expect("the bundled list is complete")
    });
    &LISTED
}

/// Returns a sentence about where the values of a table of `[rules.tables]` come from; `None` if all are as published.
pub fn of_table(system: System, table: &str) -> Option<&'static str> {
    let own = system.published().get("tables").and_then(|tables| tables.get(table));
    let stated = own.and_then(|own| own.get("provenance")).and_then(Value::as_str);
    stated.or_else(|| listed().get(system.name())?.get(table).map(String::as_str))
}

/// Returns the keys of the tables of a system, in the order of its ruleset.
pub fn tables(system: System) -> impl Iterator<Item = &'static str> {
    system.published().get("tables").and_then(Value::as_object).into_iter().flatten().map(|(key, _)| key.as_str())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_sentence_is_about_a_table_of_its_system() {
        for (name, sentences) in listed() {
            let system = System::from_name(name).unwrap();
            for (table, sentence) in sentences {
                assert!(tables(system).any(|key| key == table), "{name}: {table}");
                assert!(sentence.ends_with('.'), "{name}: {table}");
            }
        }
    }

    #[test]
    fn a_system_tells_it_of_all_its_tables_or_of_none() {
        for system in System::ALL {
            let told = tables(system).filter(|table| of_table(system, table).is_some()).count();
            assert!(told == 0 || told == tables(system).count(), "{}", system.name());
        }
        assert_eq!(of_table(System::MarsLaTour, "attack"), None);
        assert!(of_table(System::AtAnyCost, "fire_superior").unwrap().contains("reconstructed"));
        assert!(of_table(System::AtAnyCost, "hexsides").unwrap().starts_with("Reconstructed"));
    }
}
