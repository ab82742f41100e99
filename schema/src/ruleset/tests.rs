use std::collections::BTreeMap;

use super::*;
use crate::load::{Surroundings, load_from, validate_from};
use crate::{LintLevels, Loaded, Scenario, System, load, save, template};

/// Rulesets in memory: by their id, or by their path.
struct Files(BTreeMap<&'static str, String>);

impl RulesetSource for Files {
    fn ruleset(&self, reference: &RulesetRef, _: Option<&str>) -> Result<Option<FoundRuleset>, String> {
        let name = reference.id().map_or_else(|| reference.as_str(), |(id, _)| id);
        let found = self.0.get_key_value(name);
        Ok(found.map(|(name, text)| FoundRuleset {
            place: (*name).to_owned(),
            name: (*name).to_owned(),
            bytes: text.as_bytes().to_vec(),
        }))
    }

    fn ids(&self) -> Vec<String> {
        self.0.keys().map(|name| (*name).to_owned()).collect()
    }
}

/// A ruleset of Mars la Tour with these further lines.
fn ruleset(id: &str, extends: &str, rules: &str) -> String {
    format!(
        "ruleset = 1\nid = \"{id}\"\nsystem = \"mars-la-tour\"\nextends = [{extends}]\nversion = 2\ntitle = \"{id}\"\n\
         {rules}"
    )
}

fn files(of: &[(&'static str, String)]) -> Files {
    Files(of.iter().cloned().collect())
}

/// The template of Mars la Tour with these lines in `[rules]`.
fn scenario(rules: &str) -> String {
    format!("{}\n[rules]\n{rules}\n", template(System::MarsLaTour))
}

fn loaded(rules: &str, rulesets: &Files) -> Loaded {
    let levels = LintLevels::default();
    load_from(&scenario(rules), &Surroundings { levels: &levels, rulesets })
}

/// The codes and messages of the findings about rulesets.
fn found(rules: &str, rulesets: &Files) -> Vec<String> {
    let found = loaded(rules, rulesets).diagnostics;
    found.iter().map(|finding| format!("{}: {}", finding.code, finding.message)).collect()
}

fn validated(text: &str, rulesets: &Files) -> Vec<String> {
    let levels = LintLevels::default();
    let (scenario, found) = validate_from(text.as_bytes(), &Surroundings { levels: &levels, rulesets });
    assert_eq!(scenario, None);
    found.iter().map(ToString::to_string).collect()
}

#[test]
fn the_scenario_stands_over_its_rulesets() {
    let rulesets = files(&[
        ("base", ruleset("base", "\"mars-la-tour@1\"", "[rules]\nzoi = 1\nretreat_hexes = 1\nblown_delay = 1\n")),
        ("upper", ruleset("upper", "\"base@2\"", "[rules]\nretreat_hexes = 4\n")),
    ]);
    let read = loaded("use = [\"upper@2\"]\nblown_delay = 5", &rulesets);
    assert_eq!(read.diagnostics, []);
    let Some(Scenario::MarsLaTour(own)) = &read.scenario else { panic!("it can be played") };
    let rules = own.ruleset();
    assert_eq!((rules.zoi, rules.retreat_hexes, rules.blown_delay, rules.blown_returns), (1, 4, 5, 2));
    let scenario = read.scenario.unwrap();
    assert_eq!(
        scenario.rules_sentence(),
        "against mars-la-tour@1 this scenario changes 3 settings (base@2: 3 settings; upper@2: 1 setting; itself: 1 setting)"
    );
    assert_eq!(scenario.rules_below()["blown_delay"], 1);
}

#[test]
fn an_inlined_scenario_has_the_same_rules_and_needs_no_file() {
    let rulesets = files(&[("mud", ruleset("mud", "", "[rules]\nzoi = 1\nretreat_hexes = 1\n"))]);
    let text = scenario("use = [\"mud@2\"]\nretreat_hexes = 4");
    let before = loaded("use = [\"mud@2\"]\nretreat_hexes = 4", &rulesets).scenario.unwrap();
    let inlined = playable(&text, &rulesets).unwrap();
    let after = load(&inlined);
    assert_eq!(after.diagnostics, [], "{inlined}");
    let after = after.scenario.unwrap();
    assert_eq!((after.use_count(), after.rules_in_force()), (0, before.rules_in_force()));
    assert_eq!(playable(&inlined, &rulesets).unwrap(), inlined, "it is already inlined");
    assert!(inlined.starts_with(template(System::MarsLaTour)), "the rest of the text is as it was");
    assert_eq!(playable(template(System::Matz), &rulesets).unwrap(), template(System::Matz));
    // Another version of the ruleset is told, and does not apply.
    let surroundings = files(&[("mud", ruleset("mud", "", "[rules]\nzoi = 3\n"))]);
    let levels = LintLevels::default();
    let changed = load_from(&inlined, &Surroundings { levels: &levels, rulesets: &surroundings });
    assert_eq!(changed.diagnostics.len(), 1);
    assert_eq!(changed.diagnostics[0].code.as_str(), "ruleset-changed");
    assert_eq!(changed.scenario.unwrap().rules_in_force(), before.rules_in_force());
    // Comments and layout are no change.
    let again = ruleset("mud", "", "# A comment.\n[rules]\nzoi   = 1\nretreat_hexes = 1\n");
    let again = files(&[("mud", again)]);
    assert_eq!(load_from(&inlined, &Surroundings { levels: &levels, rulesets: &again }).diagnostics, []);
}

#[test]
fn rulesets_that_disagree_are_in_conflict_until_somebody_decides() {
    let mut rulesets = files(&[
        ("fog", ruleset("fog", "", "[rules]\nzoi = 3\nretreat_hexes = 1\n")),
        ("mud", ruleset("mud", "", "[rules]\nzoi = 1\nretreat_hexes = 1\n")),
    ]);
    for uses in ["use = [\"fog@2\", \"mud@2\"]", "use = [\"mud@2\", \"fog@2\"]"] {
        let found = found(uses, &rulesets);
        assert_eq!(found.len(), 1, "{found:?}");
        assert!(
            found[0].starts_with("ruleset-conflict: ") && found[0].contains("change `zoi` differently"),
            "{found:?}"
        );
    }
    assert_eq!(found("use = [\"fog@2\", \"mud@2\"]\nzoi = 2", &rulesets), [] as [&str; 0]);
    rulesets.0.insert("both", ruleset("both", "\"fog@2\", \"mud@2\"", "[rules]\nzoi = 4\n"));
    let read = loaded("use = [\"both@2\"]", &rulesets);
    assert_eq!(read.diagnostics, []);
    assert_eq!(read.scenario.unwrap().rules_in_force()["zoi"], 4);
    rulesets.0.insert("over", ruleset("over", "\"fog@2\"", "[rules]\nzoi = 5\n"));
    let read = loaded("use = [\"over@2\", \"fog@2\"]", &rulesets);
    assert_eq!(read.diagnostics, [], "one extends the other");
    assert_eq!(read.scenario.unwrap().rules_in_force()["zoi"], 5);
}

#[test]
fn a_cell_in_two_spellings_is_one_cell() {
    let text = |id: &str, cell: &str| {
        format!(
            "ruleset = 1\nid = \"{id}\"\nsystem = \"matz\"\nversion = 1\ntitle = \"{id}\"\n[[rules.cell]]\ntable = \"terrain\"\n{cell}\n"
        )
    };
    let cell = |row: &str, be: &str| format!("row = \"{row}\"\ncolumn = \"cost\"\nbe = {be}");
    let read = |first: &str, second: &str, own: &str| {
        let rulesets = files(&[("one", text("one", first)), ("two", text("two", second))]);
        let levels = LintLevels::default();
        let scenario = format!("{}\n[rules]\nuse = [\"one@1\", \"two@1\"]\n{own}", template(System::Matz));
        let found = load_from(&scenario, &Surroundings { levels: &levels, rulesets: &rulesets }).diagnostics;
        found.iter().map(|finding| format!("{}: {}", finding.code, finding.message)).collect::<Vec<_>>()
    };
    let (lower, upper) = (cell("woods", "3"), cell(" Woods", "4"));
    let conflict = "ruleset-conflict: `one@1` and `two@1` change `tables.terrain.woods.cost` differently";
    assert_eq!(read(&lower, &upper, ""), [conflict]);
    assert_eq!(read(&upper, &lower, ""), [conflict]);
    assert_eq!(read(&lower, &cell("WOODS", "\"3\""), ""), [] as [&str; 0], "the same value");
    let decided = format!("[[rules.cell]]\ntable = \"terrain\"\n{}\n", cell("wOODS", "5"));
    let found = read(&lower, &upper, &decided);
    assert!(!found.iter().any(|found| found.starts_with("ruleset-conflict")), "{found:?}");
}

#[test]
fn fixes_and_merges_know_the_rulesets_beside_the_file() {
    let rulesets = files(&[
        ("fog", ruleset("fog", "", "[rules]\nzoi = 3\nretreat_hexes = 1\n")),
        ("mud", ruleset("mud", "", "[rules]\nzoi = 1\nretreat_hexes = 1\n")),
    ]);
    let levels = LintLevels::default();
    let surroundings = Surroundings { levels: &levels, rulesets: &rulesets };
    let sound = scenario("use = [\"fog@2\"]");
    let wrong = sound.replacen("at = \"0704\"", "at = 704", 1);
    let fixed = crate::fix::apply_from(&wrong, &load_from(&wrong, &surroundings).diagnostics, &surroundings);
    assert_eq!((fixed.text, fixed.left), (sound, Vec::new()));

    let base = scenario("use = [\"fog@2\"]\nzoi = 2");
    let ours = scenario("use = [\"fog@2\"]");
    let theirs = scenario("use = [\"fog@2\", \"mud@2\"]\nzoi = 2");
    for text in [&base, &ours, &theirs] {
        assert_eq!(load_from(text, &surroundings).diagnostics, []);
    }
    let merged = crate::merge::merge_from(&base, &ours, &theirs, &rulesets).unwrap();
    let broken: Vec<String> = merged.broken.iter().map(|finding| finding.code.to_string()).collect();
    assert_eq!((merged.conflicts, broken), (Vec::new(), vec!["ruleset-conflict".to_owned()]), "{}", merged.text);
}

#[test]
fn what_is_named_must_be_there() {
    let rulesets = files(&[
        ("mud", ruleset("mud", "", "[rules]\nzoi = 1\n")),
        ("theme/x.toml", "theme = 1\n".to_owned()),
        ("broken/x.toml", "ruleset = 1\nid = ".to_owned()),
        ("foreign/x.toml", ruleset("x", "", "").replace("mars-la-tour", "matz")),
        ("binary/x.toml", "ruleset = 1\0".to_owned()),
        ("huge/x.toml", format!("ruleset = 1\n{}", "#\n".repeat(MOST_RULESET_BYTES / 2))),
        ("newer/x.toml", "ruleset = 2\nsystem = \"mars-la-tour\"\n".to_owned()),
    ]);
    let one = |uses: &str| {
        let found = found(&format!("use = [\"{uses}\"]"), &rulesets);
        assert_eq!(found.len(), 1, "{found:?}");
        found.concat()
    };
    assert_eq!(one("mut@2"), "ruleset-missing: there is no ruleset `mut@2`");
    assert_eq!(one("./none.toml"), "ruleset-missing: there is no ruleset `./none.toml`");
    assert_eq!(one("mud@3"), "ruleset-missing: the ruleset `mud` has version 2, not version 3");
    assert!(one("mud@1").starts_with("ruleset-older: "));
    assert!(one("theme/x.toml").starts_with("ruleset-not-one: theme/x.toml is not a ruleset"));
    assert!(one("broken/x.toml").starts_with("ruleset-not-one: broken/x.toml has errors, the first broken/x.toml:2:"));
    assert!(one("binary/x.toml").starts_with("ruleset-not-one: binary/x.toml is not a ruleset"));
    assert!(one("huge/x.toml").ends_with("is larger than 1 MiB"));
    assert!(one("newer/x.toml").contains("unsupported version"));
    assert!(one("foreign/x.toml").starts_with("ruleset-system: "));
    // The rest of the file is checked, and the other rulesets apply.
    let read = loaded("use = [\"none@1\", \"mud@2\"]\nretreat_hexes = 99", &rulesets);
    let codes: Vec<&str> = read.diagnostics.iter().map(|finding| finding.code.as_str()).collect();
    assert_eq!(codes, ["ruleset-missing", "number-out-of-range"]);
    assert_eq!(read.readable.unwrap().rules_in_force()["zoi"], 1);
    assert_eq!(found("use = [\"mud\"]", &rulesets), ["bad-value: `mud` does not name a ruleset"]);
}

#[test]
fn circles_and_endless_chains_end() {
    let mut rulesets = files(&[
        ("a", ruleset("a", "\"b@2\"", "")),
        ("b", ruleset("b", "\"a@2\"", "[rules]\nzoi = 1\n")),
        ("self", ruleset("self", "\"self@2\"", "[rules]\nzoi = 1\n")),
    ]);
    for uses in ["a@2", "b@2", "self@2"] {
        let found = found(&format!("use = [\"{uses}\"]"), &rulesets);
        assert!(found.iter().any(|found| found.starts_with("ruleset-cycle: ")), "{uses}: {found:?}");
    }
    const CHAIN: [&str; 10] = ["c0", "c1", "c2", "c3", "c4", "c5", "c6", "c7", "c8", "c9"];
    for (index, id) in CHAIN.into_iter().enumerate() {
        let below = CHAIN.get(index + 1).map_or_else(String::new, |below| format!("\"{below}@2\""));
        rulesets.0.insert(id, ruleset(id, &below, &format!("[rules]\nzoi = {}\n", index % 9 + 1)));
    }
    assert_eq!(found("use = [\"c2@2\"]", &rulesets), [] as [&str; 0], "eight in a chain");
    let deep = found("use = [\"c1@2\"]", &rulesets);
    assert_eq!(deep.len(), 1);
    assert!(deep[0].starts_with("ruleset-cycle: `c9@2` is too deep"), "{deep:?}");
    let many = format!("use = [{}]", CHAIN.map(|id| format!("\"{id}@2\"")).join(", "));
    assert!(found(&many, &rulesets).iter().any(|found| found.contains("10 rulesets are named; the limit is 8")));
}

#[test]
fn a_ruleset_has_what_it_needs_and_an_effect() {
    let rulesets = files(&[
        (
            "mud",
            ruleset("mud", "", "needs = { side = [\"red\", \"green\"], place = [\"nowhere\"] }\n[rules]\nzoi = 1\n"),
        ),
        ("old", ruleset("new", "", "replaces = [\"old\"]\n[rules]\nzoi = 1\n")),
        ("none", ruleset("none", "", "")),
    ]);
    let needed = found("use = [\"mud@2\"]", &rulesets);
    assert_eq!(needed.len(), 2, "{needed:?}");
    assert!(needed.iter().all(|found| found.starts_with("ruleset-needs: `mud@2` needs the ")), "{needed:?}");
    assert_eq!(found("use = [\"old@2\"]", &rulesets), [] as [&str; 0], "a former id");
    assert_eq!(found("use = [\"none@2\"]", &rulesets), ["ruleset-unused: `none@2` changes nothing"]);
    let again = found("use = [\"old@2\"]\nzoi = 3", &rulesets);
    assert_eq!(again, ["ruleset-unused: the scenario sets every value again that `new@2` changes"]);
    assert_eq!(found("use = [\"old@2\", \"old@2\"]", &rulesets), ["ruleset-unused: `old@2` is named twice"]);
}

#[test]
fn a_ruleset_is_checked_by_itself() {
    let none = files(&[]);
    assert_eq!(
        validated(&ruleset("mud", "\"mars-la-tour@1\"", "[rules]\nzoi = 1\n[why]\nzoi = \"dusk\"\n"), &none),
        [] as [&str; 0]
    );
    let wrong = ruleset("Mud", "\"mars-la-tour@9\", \"matz@1\", \"fog@1\"", "[rules]\nzio = 1\n");
    assert!(validated(&wrong, &none)[0].contains("unknown-key"));
    let wrong = wrong.replace("zio", "zoi");
    assert!(validated(&wrong, &none)[0].contains("error[bad-value]: `Mud` is not an id"));
    let found = validated(&wrong.replace("\"Mud\"\ns", "\"mud\"\ns"), &none);
    let codes = ["ruleset-missing", "ruleset-system", "ruleset-missing"];
    assert_eq!(found.len(), 3, "{found:?}");
    assert!(found.iter().zip(codes).all(|(found, code)| found.starts_with("4:") && found.contains(code)), "{found:?}");
    let values = ruleset("mud", "", "[rules]\nzoi = 77\nuse = [\"fog@1\"]\n");
    assert!(validated(&values, &none).iter().any(|found| found.contains("ruleset-not-one")));
    let values = ruleset("mud", "", "[rules]\nzoi = 77\n[why]\nretreat_hexes = \"mud\"\n");
    let found = validated(&values, &none);
    assert!(found.iter().any(|found| found.starts_with("8:7: error[number-out-of-range]")), "{found:?}");
    assert!(found.iter().any(|found| found.starts_with("10:") && found.contains("[ruleset-unused]")), "{found:?}");
    assert!(validated("ruleset = 1\nsystem = \"matz\"\n", &none).iter().all(|found| found.contains("missing-key")));
    assert!(validated("ruleset = 1\n", &none)[0].contains("unknown-system"));
}

#[test]
fn a_ruleset_is_no_scenario() {
    let text = ruleset("mud", "", "[rules]\nzoi = 1\n");
    assert!(is_ruleset(text.as_bytes()) && !is_ruleset(template(System::Matz).as_bytes()));
    let read = load(&text);
    assert_eq!(read.diagnostics.len(), 1);
    assert!(read.diagnostics[0].message.contains("this is a ruleset, not a scenario"));
}

#[test]
fn a_reference_is_an_id_with_a_version_or_a_path() {
    for good in ["a@1", "night-and-mud@12", "./a.toml", "rules/a.toml", "9@9999"] {
        assert!(RulesetRef::new(good).is_some(), "{good}");
    }
    for bad in ["", "a", "a@", "a@0", "a@-1", "a@+1", "a@10000", "A@1", "-a@1", "a b@1", "a.toml", "@1"] {
        assert_eq!(RulesetRef::new(bad), None, "{bad}");
    }
}

#[test]
fn the_bundled_rulesets_are_sound_and_as_listed() {
    let ids: Vec<&str> = bundled().iter().map(|ruleset| ruleset.id).collect();
    assert!(ids.is_sorted());
    for ruleset in bundled() {
        assert_eq!(validated(ruleset.text, &files(&[])), [] as [&str; 0], "{}", ruleset.id);
        let file: toml::Table = ruleset.text.parse().unwrap();
        assert_eq!(file["id"].as_str(), Some(ruleset.id));
        assert_eq!(file["system"].as_str(), Some(ruleset.system.name()));
        assert_eq!(file["version"].as_integer(), Some(ruleset.version.into()));
        assert_eq!(file["title"].as_str(), Some(ruleset.title));
        let rules = format!("{}\n[rules]\nuse = [\"{}@{}\"]\n", template(ruleset.system), ruleset.id, ruleset.version);
        let mut needed = load(&rules).diagnostics;
        // The template has no units of the battles that a ruleset is about, which its rows then name in vain.
        needed
            .retain(|finding| finding.code.as_str() != "ruleset-needs" && finding.code.as_str() != "rule-unknown-name");
        assert_eq!(needed, [], "{}", ruleset.id);
    }
}

#[test]
fn saving_keeps_what_a_scenario_uses() {
    let rulesets = files(&[("mud", ruleset("mud", "", "[rules]\nzoi = 1\n"))]);
    let text = scenario("use = [\"mud@2\"]  # wet");
    let mut scenario = loaded("use = [\"mud@2\"]  # wet", &rulesets).scenario.unwrap();
    assert_eq!(save(Some(&text), &scenario), text);
    scenario.set_uses(vec![RulesetRef::new("./fog.toml").unwrap()]);
    assert_eq!(save(Some(&text), &scenario), text.replace("mud@2", "./fog.toml"));
}

#[test]
fn files_are_found_beside_a_scenario_and_in_its_collection() {
    let folder = tempfile::tempdir().unwrap();
    let write = |name: &str, text: &str| {
        let path = folder.path().join(name);
        std::fs::create_dir_all(path.parent().unwrap()).unwrap();
        std::fs::write(path, text).unwrap();
    };
    write("battlewright.toml", "[rulesets]\nmud = \"rules/mud.toml\"\nlost = \"rules/lost.toml\"\n");
    write("rules/mud.toml", &ruleset("mud", "\"./deeper/fog.toml\"", "[rules]\nzoi = 1\n"));
    write("rules/deeper/fog.toml", &ruleset("fog", "", "[rules]\nretreat_hexes = 1\n"));
    write("battles/local.toml", &ruleset("local", "", "[rules]\nblown_delay = 1\n"));
    let rules = |rules: &str| {
        let levels = LintLevels::default();
        let rulesets = DiskRulesets::of(&folder.path().join("battles/battle.toml"));
        load_from(&scenario(rules), &Surroundings { levels: &levels, rulesets: &rulesets })
    };
    let read = rules("use = [\"mud@2\", \"./local.toml\", \"night-and-mud@1\"]\nretreat_hexes = 1");
    assert_eq!(read.diagnostics, []);
    let rules_in_force = read.scenario.unwrap().rules_in_force();
    assert_eq!((&rules_in_force["zoi"], &rules_in_force["blown_delay"]), (&1.into(), &1.into()));
    for (uses, told) in [
        ("lost@1", "there is no ruleset `lost@1`"),
        ("./../rules/mud.toml", "it leads out of the folder"),
        ("/etc/passwd", "it is an absolute path"),
        ("./rules/", "the path `rules/` is refused"),
    ] {
        let found = rules(&format!("use = [\"{uses}\"]")).diagnostics;
        assert_eq!(found[0].code.as_str(), "ruleset-missing", "{uses}");
        assert!(found[0].message.contains(told), "{}", found[0].message);
    }
    std::fs::create_dir(folder.path().join("battles/folder.toml")).unwrap();
    let found = rules("use = [\"./folder.toml\"]").diagnostics;
    assert!(found[0].message.contains("it is not a regular file"), "{}", found[0].message);
}

#[test]
fn tables_for_some_turns_come_from_rulesets_and_are_inlined() {
    let row = "[[rules.table]]\nid = \"late\"\nname = \"Late\"\ntables = \"late\"\nwhen = \"turn >= 3\"\n";
    let base = format!("[rules.tables_named.late.modifiers]\nflank_support = 3\nflank_support_units = 4\n{row}");
    let upper = "[rules.tables_named.late.modifiers]\nflank_support = 5\n";
    let rulesets = files(&[
        ("base", ruleset("base", "\"mars-la-tour@1\"", &base)),
        ("upper", ruleset("upper", "\"base@2\"", upper)),
    ]);
    assert_eq!(validated(&rulesets.0["base"], &rulesets), [""; 0]);
    let read = loaded("use = [\"upper@2\"]", &rulesets);
    assert_eq!(read.diagnostics, []);
    let scenario = read.scenario.unwrap();
    let support = |scenario: &Scenario| {
        let late = scenario.with_tables(&crate::rule::TableSet::of("late"));
        let modifiers = crate::DocPath::root().key("rules").key("tables").key("modifiers");
        ["flank_support", "flank_support_units"].map(|key| late.rule_in_force(&modifiers.clone().key(key)))
    };
    assert_eq!(support(&scenario), [Some(5.into()), Some(4.into())], "the upper ruleset changes one value");
    assert_eq!((scenario.tables_by_turn().set_in(2), scenario.tables_by_turn().set_in(3)), (0, 1));
    let alone = save(None, &scenario.clone().inlined());
    let alone = load(&alone).scenario.unwrap();
    assert_eq!((alone.use_count(), support(&alone)), (0, support(&scenario)));
    assert_eq!(alone.tables_by_turn(), scenario.tables_by_turn());
    assert_eq!(crate::compare::compare(&scenario, &alone), [], "where tables come from makes no difference");
    let changes: Vec<String> = crate::compare::published_changes(&alone).iter().map(ToString::to_string).collect();
    assert!(changes.iter().any(|change| change.contains("late")), "{changes:?}");
    // Two rulesets that change one value differently are in conflict.
    let rulesets = files(&[
        ("base", ruleset("base", "\"mars-la-tour@1\"", &base)),
        ("other", ruleset("other", "\"mars-la-tour@1\"", upper)),
    ]);
    let found = found("use = [\"base@2\", \"other@2\"]", &rulesets);
    assert!(found.iter().any(|found| found.contains("tables_named.late.modifiers.flank_support")), "{found:?}");
}
