//! The rules of a scenario as a ruleset, for other scenarios.

use std::collections::BTreeSet;

use serde_json::Value as Json;
use toml_edit::{Array, DocumentMut, InlineTable, Value, value};

use super::RULESET_FORMAT;
use super::file::{RuleSection as _, RulesetRef};
use crate::system::ScenarioRoot as _;
use crate::{Id, Scenario, of_scenario};

/// The keys of `[rules]` that only a scenario has.
const OF_SCENARIO: [&str; 2] = ["use", "based_on"];

impl Scenario {
    /// Returns the text of a ruleset with all that the scenario changes itself in `[rules]`, and with its comments there; `None` if that
    /// is nothing. `text` is the text of the scenario. The ruleset extends the published rules and the rulesets that the scenario uses,
    /// by the names that the scenario has for them, and needs the ids that its rows name.
    ///
    /// ```
    /// use battlewright_schema::{System, load, template};
    /// let text = format!("{}\n[rules]\nzoi = 1\n", template(System::MarsLaTour));
    /// let ruleset = load(&text).scenario.unwrap().as_ruleset(&text, "dusk", "Dusk").unwrap();
    /// assert!(ruleset.starts_with("ruleset = 1\nid = \"dusk\"\n") && ruleset.ends_with("[rules]\nzoi = 1\n"));
    /// ```
    pub fn as_ruleset(&self, text: &str, id: &str, title: &str) -> Option<String> {
        let mut rules = text.parse::<DocumentMut>().ok()?.remove("rules")?;
        let own = rules.as_table_like_mut()?;
        for key in OF_SCENARIO {
            own.remove(key);
        }
        if own.is_empty() {
            return None;
        }
        let system = self.system();
        let published = format!("{}@{}", system.name(), system.published_version());
        let extends = std::iter::once(published).chain(self.named_rulesets().iter().map(ToString::to_string));
        let mut file = DocumentMut::new();
        file.insert("ruleset", value(i64::from(RULESET_FORMAT)));
        file.insert("id", value(id));
        file.insert("system", value(system.name()));
        file.insert("extends", value(extends.collect::<Array>()));
        file.insert("version", value(1));
        file.insert("title", value(title));
        if let Some(needs) = self.needs_of_rules() {
            file.insert("needs", value(needs));
        }
        let head = file.to_string();
        let mut file = DocumentMut::new();
        file.insert("rules", rules);
        Some(format!("{head}\n{}", file.to_string().trim_start()))
    }

    /// Returns the rulesets that the scenario names.
    fn named_rulesets(&self) -> &[RulesetRef] {
        of_scenario!(self, own => own.changes().uses())
    }

    /// Returns `needs` of a ruleset with the rows of the scenario; `None` if they name nothing.
    fn needs_of_rules(&self) -> Option<InlineTable> {
        let kinds = [
            (Id::SIDE, "side"),
            (Id::FORMATION, "formation"),
            (Id::UNIT, "unit"),
            (Id::PLACE, "place"),
            (Id::TAG, "tag"),
        ];
        let texts = self.rule_texts();
        let mut needs = InlineTable::new();
        for (id, key) in kinds {
            let named = texts.iter().flat_map(|text| &text.names).filter(|used| used.kind.id() == Some(id));
            let mut names: BTreeSet<String> = named.map(|used| used.name.to_string()).collect();
            if id == Id::SIDE {
                let side = |row: Json| row.get("side").and_then(Json::as_str).map(str::to_owned);
                names.extend(self.own_rule_rows().all().filter_map(|(_, row)| side(row.to_value())));
            }
            if !names.is_empty() {
                needs.insert(key, Value::Array(names.into_iter().collect()));
            }
        }
        (!needs.is_empty()).then_some(needs)
    }
}

#[cfg(test)]
mod tests {
    use crate::ruleset::{FoundRuleset, RulesetRef, RulesetSource};
    use crate::{LintLevels, Scenario, Surroundings, System, load, load_from, template, validate_from};
    use smol_str::SmolStr;

    /// A single file, beside the scenario.
    struct Beside(String);

    impl RulesetSource for Beside {
        fn ruleset(&self, reference: &RulesetRef, _: Option<&str>) -> Result<Option<FoundRuleset>, String> {
            let found = FoundRuleset {
                place: "guard".to_owned(),
                name: "guard.toml".to_owned(),
                bytes: self.0.clone().into_bytes(),
            };
            Ok((reference.as_str() == "./guard.toml").then_some(found))
        }

        fn ids(&self) -> Vec<String> {
            Vec::new()
        }
    }

    const RULES: &str = "\n# Ours.\n[rules]\nzoi = 1\n\n[[rules.modifier]]\nid = \"guard\"\nname = \"Guard\"\nto = \"attack.defender\"\nadd = 1\n\
                         when = \"defender has guard and ground.is-defensible and turn > 1\" # not at dawn\n\n[[rules.score]]\nid = \"hold\"\n\
                         name = \"Hold\"\nside = \"red\"\npoints = \"if holds(blue, village) then 0 else 1\"\n";

    fn with(rules: &str) -> String {
        let text = template(System::MarsLaTour).replacen("id = \"blue-1\"", "id = \"blue-1\"\ntags = [\"guard\"]", 1);
        format!("{text}{rules}")
    }

    fn sentences(scenario: &Scenario) -> Vec<(SmolStr, String)> {
        scenario.rules_in_words().into_iter().map(|rule| (rule.id, rule.sentence)).collect()
    }

    #[test]
    fn a_scenario_that_uses_its_rules_as_a_ruleset_has_the_same_rules() {
        let text = with(RULES);
        let scenario = load(&text).scenario.unwrap();
        let file = scenario.as_ruleset(&text, "guard", "Guard").unwrap();
        assert!(
            file.contains("needs = { side = [\"blue\", \"red\"], place = [\"village\"], tag = [\"guard\"] }"),
            "{file}"
        );
        assert!(file.contains("# Ours.") && file.contains("# not at dawn"), "{file}");
        let levels = LintLevels::default();
        let rulesets = Beside(file.clone());
        let around = Surroundings { levels: &levels, rulesets: &rulesets };
        let (_, alone) = validate_from(file.as_bytes(), &around);
        assert_eq!(alone, [], "{file}");
        let read = load_from(&with("\n[rules]\nuse = [\"./guard.toml\"]\n"), &around);
        assert_eq!(read.diagnostics, []);
        let shared = read.scenario.unwrap();
        assert_eq!(shared.rules_in_force(), scenario.rules_in_force());
        assert_eq!(sentences(&shared), sentences(&scenario));
        assert_eq!(shared.as_ruleset(&with("\n[rules]\nuse = [\"./guard.toml\"]\n"), "again", "Again"), None);
        let more = with("\n[rules]\nuse = [\"./guard.toml\"]\nretreat_hexes = 1\n");
        let upper = load_from(&more, &around).scenario.unwrap().as_ruleset(&more, "upper", "Upper").unwrap();
        assert!(
            upper.contains("extends = [\"mars-la-tour@1\", \"./guard.toml\"]") && !upper.contains("use ="),
            "{upper}"
        );
    }

    #[test]
    fn rules_without_changes_are_no_ruleset() {
        let text = template(System::Matz);
        assert_eq!(load(text).scenario.unwrap().as_ruleset(text, "none", "None"), None);
    }
}
