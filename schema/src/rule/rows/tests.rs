use super::*;
use crate::compare::{compare, published_changes};
use crate::merge::merge;
use crate::ruleset::playable;
use crate::schema_json::{Shape, ValueKind};
use crate::{
    DocPath, FoundRuleset, LintLevels, Loaded, RulesetRef, RulesetSource, Scenario, Surroundings, System, load,
    load_from, save, template,
};

/// A row of each kind.
const ROWS: &str = "drop = [\"flank-support\"]

[[rules.define]]
id = \"late\"
is = \"turn >= 5\"

[[rules.modifier]]
id = \"guard\"
name = \"Guard\"
rule = \"H2\"
to = \"attack.defender\"
add = 1
when = \"late\"

[[rules.modifier]]
id = \"dusk\"
name = \"Dusk\"
to = \"hq.range\"
times = \"1/2\"
round = \"up\"
source = \"invented\"

[[rules.forbid]]
id = \"woods\"
name = \"Woods\"
act = \"support\"
when = '''
turn > 2
and late'''
reason = \"the guns cannot see\"

[[rules.allow]]
id = \"ride-down\"
name = \"Riding down\"
despite = \"cavalry-only-cavalry\"
replaces = [\"ride\"]

[[rules.counter]]
id = \"fires\"
name = \"Fires\"
of = \"unit\"
most = 6
shown = false

[[rules.event]]
id = \"supply\"
name = \"Supply\"
on = \"turn-begins\"
roll = 6
do = [\"ammunition(red) += 3\"]
once = true

[[rules.score]]
id = \"points\"
name = \"Points\"
side = \"red\"
points = \"2 * turn\"

[[rules.win]]
id = \"village\"
name = \"The village\"
side = \"blue\"
level = \"major\"
at = \"turn-end\"
when = \"holds(blue, village)\"

[[rules.skip]]
id = \"truce\"
name = \"Truce\"
phase = \"attack\"
when = \"turn == 1\"

[[rules.table]]
id = \"dusk\"
name = \"At dusk\"
tables = \"dusk\"
when = \"turn >= 4\"

[rules.tables_named.dusk.modifiers]
flank_support = 2
";

/// The template of Mars la Tour with these lines in `[rules]`.
fn text(rules: &str) -> String {
    format!("{}\n[rules]\n{rules}", template(System::MarsLaTour))
}

/// The scenario with these lines in `[rules]`, whatever is found in it.
fn readable(rules: &str) -> Scenario {
    let read = load(&text(rules));
    assert!(read.complete, "{:?}", read.diagnostics);
    read.readable.unwrap()
}

/// Rulesets in memory, by their id.
struct Named(Vec<(&'static str, String)>);

impl RulesetSource for Named {
    fn ruleset(&self, reference: &RulesetRef, _: Option<&str>) -> Result<Option<FoundRuleset>, String> {
        let found = reference.id().and_then(|(id, _)| self.0.iter().find(|(name, _)| *name == id));
        Ok(found.map(|(name, text)| FoundRuleset {
            place: (*name).to_owned(),
            name: (*name).to_owned(),
            bytes: text.as_bytes().to_vec(),
        }))
    }
}

fn ruleset(id: &'static str, extends: &str, rules: &str) -> (&'static str, String) {
    let head = format!("ruleset = 1\nid = \"{id}\"\nsystem = \"mars-la-tour\"\nextends = [{extends}]\nversion = 1\n");
    (id, format!("{head}title = \"{id}\"\n[rules]\n{rules}"))
}

fn loaded(rules: &str, rulesets: &Named) -> Loaded {
    let levels = LintLevels::default();
    load_from(&text(rules), &Surroundings { levels: &levels, rulesets })
}

fn modifier(id: &str, add: i32) -> String {
    format!("[[rules.modifier]]\nid = \"{id}\"\nname = \"{id}\"\nto = \"attack.defender\"\nadd = {add}\n")
}

/// The ids and additions of the modifiers in force.
fn modifiers(scenario: &Scenario) -> Vec<String> {
    let rows = scenario.rule_rows().modifier;
    rows.iter().map(|row| format!("{} {}", row.id, row.add.as_ref().unwrap())).collect()
}

#[test]
fn every_kind_of_row_is_read_and_written() {
    let scenario = readable(ROWS);
    let rows = scenario.rule_rows();
    assert_eq!(rows.drop, ["flank-support"]);
    assert_eq!(rows.modifier[0].add, Some(RuleNumber::Whole(1)));
    assert_eq!(rows.modifier[1].round, Some(Rounding::Up));
    assert_eq!(rows.forbid[0].when.as_deref(), Some("turn > 2\nand late"));
    assert_eq!((rows.counter[0].least, rows.counter[0].shown), (0, false));
    assert_eq!(rows.event[0].effects, ["ammunition(red) += 3"]);
    assert_eq!(rows.score[0].points, RuleNumber::Expression("2 * turn".into()));
    assert_eq!((rows.skip[0].phase.as_str(), rows.skip[0].when.as_deref()), ("attack", Some("turn == 1")));
    let kinds: Vec<RowKind> = rows.lists().all().map(|(_, row)| row.kind()).collect();
    assert_eq!(kinds.iter().collect::<std::collections::BTreeSet<_>>().len(), RowKind::ALL.len());
    let name = |id: &str| rows.lists().all().find(|(_, row)| row.id() == id).map(|(_, row)| (row.name(), row.rule()));
    assert_eq!(name("guard"), Some((&"Guard".into(), &"H2".into())));
    assert_eq!(name("late"), Some((&"late".into(), &"late".into())));
    assert_eq!(save(Some(&text(ROWS)), &scenario), text(ROWS));
    let anew = load(&save(None, &scenario)).readable.unwrap();
    assert_eq!(anew, scenario);
}

#[test]
fn a_number_is_whole_or_an_expression() {
    let found = |add: &str| {
        let found = load(&text(&modifier("guard", 1).replace("add = 1", add))).diagnostics;
        found.iter().map(ToString::to_string).collect::<Vec<_>>().concat()
    };
    assert!(found("add = true").contains("[bad-value]: expected a whole number, or an expression in quotes"));
    assert!(found("add = 1.5").contains("[wrong-type]"));
    assert!(found("add = 3000000000").contains("[bad-value]: the number is too large"));
    assert!(found("ad = 1").contains("[unknown-key]"));
    let missing = load(&text("[[rules.modifier]]\nid = \"guard\"\nto = \"attack.defender\"\n")).diagnostics;
    assert!(missing[0].to_string().contains("[missing-key]"), "{missing:?}");
}

#[test]
fn forms_offer_the_words_of_the_system() {
    let row = DocPath::root().key("rules").key("modifier").index(0);
    let to = Shape::at(System::MarsLaTour, &row.clone().key("to")).unwrap();
    assert_eq!(to.kind(), ValueKind::Words);
    assert!(to.words().iter().any(|word| word.word == "attack.defender"));
    assert_eq!(Shape::at(System::MarsLaTour, &row.clone().key("add")).unwrap().kind(), ValueKind::Text);
    assert_eq!(Shape::at(System::MarsLaTour, &row.key("round")).unwrap().kind(), ValueKind::Words);
    let mut scenario = readable(ROWS);
    let add = DocPath::root().key("rules").key("modifier").index(0).key("add");
    assert_eq!(scenario.put(&add, Some("turn".into())).unwrap(), Some(1.into()));
    assert_eq!(scenario.rule_rows().modifier[0].add, Some(RuleNumber::Expression("turn".into())));
}

#[test]
fn rows_are_compared_by_their_ids() {
    let words = |before: &str, after: &str| -> Vec<String> {
        compare(&readable(before), &readable(after)).iter().map(ToString::to_string).collect()
    };
    let (guard, line) = (modifier("guard", 1), modifier("line", 2));
    assert_eq!(words(&guard, &guard), [] as [&str; 0]);
    assert_eq!(words(&guard, &modifier("guard", 2)), ["modifier guard: add 1 to 2"]);
    assert_eq!(words(&guard, &format!("{line}\n{guard}")), ["modifier line added"]);
    assert_eq!(words("drop = [\"er\"]\n", ""), ["rules: drop er removed"]);
    let spaced = ROWS.replace("'''\nturn > 2\nand late'''", "\"turn  >  2 and late\"");
    assert_eq!(words(ROWS, &spaced), [] as [&str; 0], "layout has no meaning");
    let changes = compare(&readable(""), &readable(ROWS));
    assert!(changes.iter().all(|change| change.hexes.is_empty()), "`to` and `at` name no hexes");
    let published: Vec<String> = published_changes(&readable(&guard)).iter().map(ToString::to_string).collect();
    assert_eq!(published, ["modifier guard added"]);
}

#[test]
fn rows_are_merged_one_by_one() {
    let (guard, line) = (modifier("guard", 1), modifier("line", 2));
    let base = text(&format!("{guard}\n{line}"));
    let ours = base.replace("add = 1", "add = 3");
    let theirs = format!("{}\n{}", base.replace("add = 2", "add = 4"), modifier("third", 5));
    let merged = merge(&base, &ours, &theirs).unwrap();
    assert!(merged.conflicts.is_empty(), "{:?}", merged.conflicts);
    assert_eq!(modifiers(&load(&merged.text).readable.unwrap()), ["guard 3", "line 4", "third 5"]);
    let merged = merge(&base, &ours, &base.replace("add = 1", "add = 7")).unwrap();
    assert_eq!(merged.conflicts[0].to_string(), "rules: modifier guard: add: was 1, ours 3, theirs 7");
}

#[test]
fn a_scenario_has_the_rows_of_its_rulesets() {
    let rulesets = Named(vec![
        ruleset("base", "", &format!("drop = [\"er\"]\n{}\n{}", modifier("guard", 1), modifier("line", 2))),
        ruleset("upper", "\"base@1\"", &format!("drop = [\"line\"]\n{}", modifier("guard", 3))),
    ]);
    let read = loaded("use = [\"base@1\"]\n", &rulesets);
    assert_eq!(read.diagnostics, []);
    assert_eq!(modifiers(&read.scenario.unwrap()), ["guard 1", "line 2"]);
    let read = loaded(&format!("use = [\"upper@1\"]\n{}", modifier("own", 4)), &rulesets);
    assert_eq!(read.diagnostics, []);
    let scenario = read.scenario.unwrap();
    assert_eq!(modifiers(&scenario), ["guard 3", "own 4"], "a whole row takes the place of one below");
    assert_eq!(scenario.rule_rows().drop, ["er"], "what takes out a row is not said again");
    assert_eq!(
        scenario.rules_sentence(),
        "against mars-la-tour@1 this scenario changes 3 rules (base@1: 3 rules; upper@1: 2 rules; itself: 1 rule)"
    );
    let (rules, found) = scenario.extra_rules();
    assert_eq!(found, []);
    assert_eq!(
        rules.modifiers.iter().map(|row| row.row.path.to_string()).collect::<Vec<_>>(),
        ["rules.use[0]", "rules.modifier[0]"]
    );
}

#[test]
fn a_row_is_known_by_its_former_ids() {
    let renamed = modifier("new", 1).replace("name =", "replaces = [\"old\"]\nname =");
    let rulesets = Named(vec![ruleset("base", "", &renamed)]);
    let of = |rules: &str| {
        let read = loaded(&format!("use = [\"base@1\"]\n{rules}"), &rulesets);
        modifiers(&read.readable.unwrap())
    };
    assert_eq!(of(""), ["new 1"]);
    assert_eq!(of(&modifier("old", 2)), ["old 2"]);
    assert_eq!(of("drop = [\"old\"]\n"), [] as [&str; 0]);
}

#[test]
fn an_inlined_scenario_has_all_rows() {
    let rulesets = Named(vec![
        ruleset("base", "", &format!("zoi = 1\ndrop = [\"er\"]\n{}\n{}", modifier("guard", 1), modifier("line", 2))),
        ruleset("upper", "\"base@1\"", "drop = [\"line\"]\n"),
    ]);
    let uses = format!("use = [\"upper@1\"]\n{}", modifier("own", 4));
    let before = loaded(&uses, &rulesets).scenario.unwrap();
    let own = text(&uses);
    let inlined = playable(&own, &rulesets).unwrap();
    let after = load(&inlined);
    assert_eq!(after.diagnostics, [], "{inlined}");
    let after = after.scenario.unwrap();
    assert_eq!((after.use_count(), after.rule_rows()), (0, before.rule_rows()));
    assert_eq!(modifiers(&after), ["guard 1", "own 4"]);
    assert_eq!(compare(&before, &after), []);
    // A change of a row is another version of the ruleset.
    let changed = Named(vec![
        ruleset("base", "", &format!("zoi = 1\ndrop = [\"er\"]\n{}", modifier("guard", 2))),
        ruleset("upper", "\"base@1\"", "drop = [\"line\"]\n"),
    ]);
    let levels = LintLevels::default();
    let found = load_from(&inlined, &Surroundings { levels: &levels, rulesets: &changed }).diagnostics;
    assert_eq!(found.iter().map(|finding| finding.code.as_str()).collect::<Vec<_>>(), ["ruleset-changed"]);
}

#[test]
fn rulesets_with_different_rows_of_one_id_are_in_conflict() {
    let forbid = "[[rules.forbid]]\nid = \"guard\"\nname = \"G\"\nact = \"attack\"\nreason = \"no\"\n";
    let mut rulesets = Named(vec![
        ruleset("a", "", &modifier("guard", 1)),
        ruleset("b", "", &modifier("guard", 2)),
        ruleset("c", "", &modifier("guard", 1)),
        ruleset("d", "", forbid),
    ]);
    let found = |rules: &str, rulesets: &Named| -> Vec<String> {
        loaded(rules, rulesets).diagnostics.iter().map(|finding| finding.message.clone()).collect()
    };
    assert_eq!(found("use = [\"a@1\", \"b@1\"]\n", &rulesets), ["`a@1` and `b@1` change `modifier.guard` differently"]);
    assert_eq!(found("use = [\"a@1\", \"c@1\"]\n", &rulesets), [] as [&str; 0], "they agree");
    assert_eq!(found("use = [\"a@1\", \"d@1\"]\n", &rulesets), ["`a@1` and `d@1` change `modifier.guard` differently"]);
    let own = format!("use = [\"a@1\", \"b@1\"]\n{}", modifier("guard", 3));
    assert_eq!(found(&own, &rulesets).len(), 2, "decided, and both have no effect");
    assert!(found(&own, &rulesets)[0].contains("sets every value again"));
    let dropped = "use = [\"a@1\", \"b@1\"]\ndrop = [\"guard\"]\n";
    assert!(found(dropped, &rulesets).iter().all(|found| found.contains("sets every value again")));
    rulesets.0.push(ruleset("both", "\"a@1\", \"b@1\"", &modifier("guard", 4)));
    assert_eq!(found("use = [\"both@1\"]\n", &rulesets), [] as [&str; 0]);
}

#[test]
fn findings_of_a_ruleset_are_at_its_name() {
    let wrong = modifier("guard", 1).replace("add = 1", "add = 1\nwhen = \"turn > 1 and defendr.er > 1\"");
    let rulesets = Named(vec![
        ruleset("base", "", &format!("{wrong}\n{}", modifier("line", 0))),
        ruleset("upper", "\"base@1\"", "drop = [\"flank\"]\n"),
    ]);
    let found: Vec<String> =
        loaded("use = [\"upper@1\"]\n", &rulesets).diagnostics.iter().map(ToString::to_string).collect();
    assert_eq!(found.len(), 2, "a warning is told where the ruleset is checked: {found:?}");
    assert!(found[0].contains("[rule-unknown-name]: `base@1`, modifier `guard`, `when` 1:14: "), "{found:?}");
    assert!(found[1].contains("[rule-unknown-name]: `upper@1`, `drop` 1:1: "), "{found:?}");
    assert!(found.iter().all(|found| found.contains(":8: error[")), "{found:?}");
}

#[test]
fn a_ruleset_alone_knows_what_it_needs() {
    let text = |needs: &str, rules: &str| {
        let (_, text) = ruleset("alone", "\"base@1\"", rules);
        text.replace("title", &format!("needs = {{ {needs} }}\ntitle"))
    };
    let rules = "[[rules.win]]\nid = \"w\"\nname = \"W\"\nside = \"german\"\nat = \"turn-end\"\n\
                 when = \"holds(german, rezonville) and any(u in units(@0814) where u has guard)\"\n";
    let base = Named(vec![ruleset("base", "", &modifier("guard", 1))]);
    let found = |text: &str| -> Vec<String> {
        let levels = LintLevels::default();
        let surroundings = Surroundings { levels: &levels, rulesets: &base };
        let (_, found) = crate::validate_from(text.as_bytes(), &surroundings);
        found.iter().map(ToString::to_string).collect()
    };
    let needs = "side = [\"german\"], place = [\"rezonville\"], tag = [\"guard\"]";
    assert_eq!(found(&text(needs, rules)), [] as [&str; 0]);
    let missing = found(&text("tag = [\"guard\"]", rules));
    assert_eq!(missing.len(), 3, "the side twice, and the place: {missing:?}");
    assert!(missing.iter().all(|found| found.contains("[rule-unknown-name]")), "{missing:?}");
    let late = format!("drop = [\"guard\", \"line\"]\n{}", modifier("x", 0));
    let late = found(&text("", &late));
    assert_eq!(late.len(), 2, "{late:?}");
    assert!(late[0].contains("[rule-unknown-name]") && late[0].contains("`line`"), "{late:?}");
    assert!(late[1].contains("[rule-no-effect]"), "{late:?}");
    let needed = |needs: &str| {
        let ruleset = ("tagged", text(needs, &modifier("y", 1)).replace("\"alone\"", "\"tagged\""));
        let rulesets = Named(vec![ruleset, ruleset_base()]);
        loaded("use = [\"tagged@1\"]\n", &rulesets)
            .diagnostics
            .iter()
            .map(|found| found.message.clone())
            .collect::<Vec<_>>()
    };
    assert_eq!(needed("tag = [\"guard\"]"), ["`tagged@1` needs the tag `guard`"]);
}

fn ruleset_base() -> (&'static str, String) {
    ruleset("base", "", &modifier("guard", 1))
}

#[test]
fn huge_rulesets_are_read_in_time() {
    let many: String = (0..20_000).map(|n| format!("[[rules.define]]\nid = \"d{n}\"\nis = \"turn > 1\"\n")).collect();
    let drop: String = (0..60_000).map(|n| format!("\"x{n}\",")).collect();
    let rulesets = Named(vec![
        ruleset("a", "", &many),
        ruleset("b", "", &many.replace("turn > 1", "turn > 2")),
        ruleset("c", "", &format!("drop = [{drop}]\n")),
    ]);
    let read = loaded("use = [\"a@1\", \"b@1\", \"c@1\"]\n", &rulesets);
    let codes: std::collections::BTreeSet<&str> = read.diagnostics.iter().map(|found| found.code.as_str()).collect();
    assert_eq!(codes.into_iter().collect::<Vec<_>>(), ["rule-too-many", "rule-unknown-name", "ruleset-conflict"]);
}

#[test]
fn tags_are_read_from_units_of_every_system() {
    for system in System::ALL {
        let path = DocPath::root().key("unit").index(0).key("tags");
        let mut scenario = load(template(system)).scenario.unwrap();
        scenario.put(&path, Some(serde_json::json!(["guard", "line"]))).unwrap();
        assert_eq!(scenario.common().tags(0), ["guard", "line"], "{}", system.name());
        let again = load(&save(Some(template(system)), &scenario));
        assert_eq!(again.diagnostics, [], "{}", system.name());
        assert_eq!(again.scenario, Some(scenario));
    }
}
