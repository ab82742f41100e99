use crate::lint::testing::{messages, shown};
use crate::rule::{LONGEST_ROW_NAME, MOST_IN_A_HOOK, MOST_RULE_ROWS, ModifierChange};
use crate::{Scenario, System, load, template};

/// The findings in Mars la Tour with these lines in `[rules]`: the code and the text at fault.
fn found(rules: &str) -> Vec<String> {
    shown(&[("[victory]", &format!("[rules]\n{rules}\n[victory]"))])
}

/// The messages of these findings.
fn said(rules: &str) -> Vec<String> {
    let found = messages(System::MarsLaTour, &[("[victory]", &format!("[rules]\n{rules}\n[victory]"))]);
    found.into_iter().map(|(_, message)| message).collect()
}

fn row(kind: &str, id: &str, keys: &str) -> String {
    format!("[[rules.{kind}]]\nid = \"{id}\"\nname = \"{id}\"\n{keys}\n")
}

fn modifier(to: &str, change: &str) -> String {
    row("modifier", "guard", &format!("to = \"{to}\"\n{change}"))
}

#[test]
fn hooks_acts_prohibitions_and_moments_are_words_of_the_system() {
    assert_eq!(found(&modifier("attack.defender", "add = 1")), [] as [&str; 0]);
    assert_eq!(found(&modifier("attack.defnder", "add = 1")), ["rule-unknown-name attack.defnder"]);
    let forbid = |act: &str| row("forbid", "f", &format!("act = \"{act}\"\nreason = \"no\""));
    assert_eq!(found(&forbid("support")), [] as [&str; 0]);
    assert_eq!(found(&forbid("suport")), ["rule-unknown-name suport"]);
    let allow = |lift: &str| row("allow", "a", &format!("despite = \"{lift}\""));
    assert_eq!(found(&allow("cavalry-only-cavalry")), [] as [&str; 0]);
    assert_eq!(found(&allow("cavalry-only")), ["rule-unknown-name cavalry-only"]);
    let event = |on: &str| row("event", "e", &format!("on = \"{on}\"\ndo = [\"ammunition(red) += 1\"]"));
    assert_eq!(found(&event("turn-begins")), [] as [&str; 0]);
    assert_eq!(found(&event("dusk")), ["rule-unknown-name dusk"]);
    let skip = |phase: &str| row("skip", "s", &format!("phase = \"{phase}\""));
    assert_eq!(found(&skip("attack")), [] as [&str; 0]);
    assert_eq!(found(&skip("atack")), ["rule-unknown-name atack"]);
}

#[test]
fn a_phase_that_is_skipped_is_one_that_the_turn_can_do_without() {
    let skip = |phase: &str, when: &str| row("skip", "s", &format!("phase = \"{phase}\"\nwhen = \"{when}\""));
    assert_eq!(found(&skip("command", "turn == 1")), ["phase-not-skipped \"command\""]);
    assert_eq!(said(&skip("command", "turn == 1")), ["`command` is never skipped in mars-la-tour"]);
    assert_eq!(found(&skip("bombardment", "turn == 1")), ["rule-not-here bombardment"]);
    assert_eq!(found(&skip("attack", "turn == 1 and holds(red, nowhere)")).len(), 1, "there is no such place");
    assert_eq!(found(&skip("attack", "chosen-support(red)")), ["rule-secret chosen-support(red)"]);
    let twice = skip("attack", "turn == 1") + &skip("attack", "turn == 2").replace("\"s\"", "\"t\"");
    assert_eq!(found(&twice), [] as [&str; 0], "one phase may have several reasons");
    for system in System::EVERY.iter().copied() {
        let vocabulary = system.vocabulary();
        let is_phase = |name: &str| vocabulary.phases.words.contains(&name);
        assert!(vocabulary.skips.iter().all(|skip| is_phase(skip.name)), "{system:?}");
        assert!(vocabulary.skips.len() < vocabulary.phases.words.len(), "{system:?}: no phase is left");
    }
}

#[test]
fn a_modifier_has_one_change_that_fits() {
    for (to, change) in [
        ("attack.defender", "add = -2"),
        ("hq.range", "times = \"1/2\"\nround = \"up\""),
        ("hq.range", "at_least = 2"),
        ("hq.range", "at_most = 5"),
        ("zone", "be = false"),
    ] {
        assert_eq!(found(&modifier(to, change)), [] as [&str; 0], "{to} {change}");
    }
    assert_eq!(found(&modifier("attack.defender", "")), ["rule-type [[rules.modifier]]"]);
    assert_eq!(found(&modifier("attack.defender", "add = 1\nat_most = 3")), ["rule-type 3"]);
    assert_eq!(found(&modifier("attack.defender", "be = true")), ["rule-type true"]);
    assert_eq!(found(&modifier("attack.defender", "times = \"1/2\"")), ["rule-type \"1/2\""]);
    assert_eq!(found(&modifier("zone", "add = 1")), ["rule-type 1"]);
    assert_eq!(said(&modifier("zone", "add = 1")), ["`zone` is an answer of yes or no, which has no `add`"]);
    for wrong in ["1/0", "half", "1/2/3", "-1/2", "+1/2", "1001", "/2", ""] {
        let expected = format!("rule-syntax \"{wrong}\"");
        assert_eq!(found(&modifier("hq.range", &format!("times = \"{wrong}\""))), [expected]);
    }
}

#[test]
fn what_changes_nothing_is_told() {
    assert_eq!(found(&modifier("attack.defender", "add = 0")), ["rule-no-effect 0"]);
    assert_eq!(found(&modifier("hq.range", "times = \"2/2\"")), ["rule-no-effect \"2/2\""]);
    assert_eq!(found(&modifier("hq.range", "at_least = 0")), ["rule-no-effect 0"]);
    assert_eq!(found(&modifier("hq.range", "at_most = 99")), ["rule-no-effect 99"]);
    assert_eq!(found(&modifier("hq.range", "at_most = 3\nround = \"up\"")), ["rule-no-effect \"up\""]);
    assert_eq!(found(&row("event", "e", "on = \"turn-ends\"\ndo = []")), ["rule-no-effect []"]);
    assert_eq!(found("drop = [\"er\", \"er\"]"), ["rule-no-effect \"er\""]);
}

#[test]
fn what_is_dropped_is_published() {
    assert_eq!(found("drop = [\"flank-support\", \"er\"]"), [] as [&str; 0]);
    assert_eq!(found("drop = [\"flank-suport\"]"), ["rule-unknown-name flank-suport"]);
    let own = format!("drop = [\"guard\"]\n{}", modifier("attack.defender", "add = 1"));
    assert_eq!(found(&own), ["rule-unknown-name guard"], "a row of the file itself cannot be dropped");
    let text = template(System::MarsLaTour).replace("[victory]", "[rules]\ndrop = [\"er\"]\n[victory]");
    let Some(Scenario::MarsLaTour(scenario)) = load(&text).scenario else { panic!("it can be played") };
    assert_eq!(scenario.extra_rules().0.drop, [(0, 2), (1, 3)], "in each sum that has it");
}

#[test]
fn an_id_is_a_word_and_given_once() {
    let forbid = row("forbid", "guard", "act = \"attack\"\nreason = \"no\"");
    let twice = format!("{}{forbid}", modifier("attack.defender", "add = 1"));
    assert_eq!(found(&twice), ["rule-id-twice \"guard\""]);
    for id in ["", "Guard", "2nd", "old guard", "-a", "garde_du_corps", "é"] {
        let rules = modifier("attack.defender", "add = 1").replace("id = \"guard\"", &format!("id = \"{id}\""));
        assert_eq!(found(&rules), [format!("rule-bad-id \"{id}\"")]);
    }
    let define = found("[[rules.define]]\nid = \"and\"\nis = \"turn > 2\"\n");
    assert!(define.contains(&"rule-bad-id \"and\"".to_owned()), "{define:?}");
    let name = |letters: usize| {
        let long = format!("name = \"{}\"", "é".repeat(letters));
        found(&modifier("attack.defender", "add = 1").replace("name = \"guard\"", &long)).len()
    };
    assert_eq!((name(LONGEST_ROW_NAME), name(LONGEST_ROW_NAME + 1)), (0, 1));
}

#[test]
fn twins_and_orders_are_told() {
    let second = |change: &str| modifier("hq.range", change).replace("\"guard\"", "\"line\"");
    let both = |one: &str, other: &str| found(&format!("{}{}", modifier("hq.range", one), second(other)));
    assert_eq!(both("add = 1", "add = 2"), [] as [&str; 0]);
    assert_eq!(both("add = 1", "add = 1\nsource = \"x\""), ["rule-twins [[rules.modifier]]"]);
    assert_eq!(both("at_most = \"turn + 1\"", "at_most = \"turn  +  1\""), ["rule-twins [[rules.modifier]]"]);
    assert_eq!(both("times = \"1/2\"", "times = \"2/3\""), ["rule-order \"2/3\""]);
    assert_eq!(both("times = \"1/2\"", "add = 1"), [] as [&str; 0]);
}

#[test]
fn a_counter_has_a_range_and_starts_in_it() {
    let counter = |keys: &str| {
        let mut found = found(&row("counter", "fires", &format!("of = \"unit\"\n{keys}")));
        found.retain(|found| !found.starts_with("counter-unused"));
        found
    };
    assert_eq!(counter("most = 6"), [] as [&str; 0]);
    assert_eq!(counter("most = -1"), ["rule-range -1"]);
    assert_eq!(counter("most = 6\nstart = 7"), ["rule-range 7"]);
    assert_eq!(counter("least = 1\nmost = 6"), ["rule-range 1"]);
    assert_eq!(counter("most = 10000"), ["number-out-of-range 10000"]);
}

/// The findings where the first unit has these numbers of counters, in a scenario with these rows.
fn found_with_numbers(rules: &str, numbers: &str) -> Vec<String> {
    let unit = format!("[[unit]]\ncounters = {{ {numbers} }}\n");
    shown(&[("[victory]", &format!("[rules]\n{rules}\n[victory]")), ("[[unit]]\n", &unit)])
}

#[test]
fn a_unit_starts_with_numbers_of_counters_of_units() {
    let asks = |of: &str, owner: &str| {
        let counter = row("counter", "fires", &format!("of = \"{of}\"\nmost = 6"));
        format!("{counter}{}", modifier("attack.defender", &format!("add = \"counter(fires{owner})\"")))
    };
    let of_units = asks("unit", ", defender");
    assert_eq!(found_with_numbers(&of_units, "fires = 4"), [] as [&str; 0]);
    assert_eq!(found_with_numbers(&of_units, "fires = 7"), ["rule-range 7"]);
    assert_eq!(found_with_numbers(&of_units, "fires = 4, firse = 1"), ["rule-unknown-name 1"]);
    assert_eq!(found_with_numbers(&asks("game", ""), "fires = 4"), ["rule-unknown-name 4"]);
    assert_eq!(found_with_numbers("", "fires = 4"), ["rule-unknown-name 4"]);
    let text = template(System::MarsLaTour).replace("[victory]", &format!("[rules]\n{of_units}\n[victory]"));
    let text = text.replacen("[[unit]]\n", "[[unit]]\ncounters = { fires = 4 }\n", 1);
    let scenario = load(&text).scenario.unwrap();
    assert_eq!(scenario.extra_rules().0.counters[0].starts, [(0, 4)]);
    let mut renamed = scenario.clone();
    for (path, value) in scenario.renaming(crate::Id::COUNTER, "fires", "shots").unwrap() {
        renamed.put(&path, Some(value)).unwrap();
    }
    assert_eq!(renamed.extra_rules().0.counters[0].starts, [(0, 4)], "the numbers follow the name");
}

#[test]
fn names_of_what_left_the_game_are_known_and_nothing() {
    let rules = |gone: &str| {
        let when =
            "when = \"attacker == old-1 or attacker has militia or holds(red, mill) or attacker.formation == corps\"";
        format!("{gone}{}", modifier("attack.defender", &format!("add = 1\n{when}")))
    };
    let gone = "gone = { unit = [\"old-1\"], tag = [\"militia\"], place = [\"mill\"], formation = [\"corps\"] }\n";
    assert_eq!(found(&rules(gone)), [] as [&str; 0]);
    assert_eq!(found(&rules("")).len(), 4);
    let text = template(System::MarsLaTour).replace("[victory]", &format!("[rules]\n{}\n[victory]", rules(gone)));
    let scenario = load(&text).scenario.unwrap();
    let sentence = &scenario.rules_in_words()[0].sentence;
    assert!(sentence.contains("a unit that left the game"), "{sentence}");
    let again = load(&crate::save(None, &scenario)).scenario.unwrap();
    assert_eq!(again.common().gone(), scenario.common().gone());
}

#[test]
fn a_row_about_a_side_names_one() {
    let win =
        |side: &str| found(&row("win", "w", &format!("side = \"{side}\"\nat = \"turn-end\"\nwhen = \"turn == 4\"")));
    assert_eq!(win("red"), [] as [&str; 0]);
    assert_eq!(win("rde"), ["rule-unknown-name rde"]);
    assert_eq!(found(&row("score", "s", "side = \"rde\"\npoints = 2")), ["rule-unknown-name rde"]);
}

#[test]
fn a_source_is_missed_if_it_is_asked_for() {
    let asked = "[lints]\nrule-without-source = \"warn\"\n[rules]\n";
    let with = |rules: &str| shown(&[("[victory]", &format!("{asked}{rules}\n[victory]"))]);
    assert_eq!(with(&modifier("attack.defender", "add = 1")), ["rule-without-source [[rules.modifier]]"]);
    assert_eq!(with(&modifier("attack.defender", "add = 1\nsource = \"invented\"")), [] as [&str; 0]);
}

#[test]
fn tags_are_words_and_few() {
    let tags = |tags: &str| shown(&[("kind = \"infantry\"", &format!("kind = \"infantry\"\ntags = [{tags}]"))]);
    assert_eq!(tags("\"guard\", \"old-guard\""), [] as [&str; 0]);
    assert_eq!(tags("\"guard\", \"Old Guard\""), ["rule-bad-id \"Old Guard\""]);
    let nine: Vec<String> = (1..10).map(|n| format!("\"t{n}\"")).collect();
    assert_eq!(tags(&nine[..8].join(", ")), [] as [&str; 0]);
    assert_eq!(tags(&nine.join(", ")).len(), 1);
}

#[test]
fn a_problem_of_an_expression_is_at_its_word() {
    let when = |literal: &str| found(&modifier("attack.defender", &format!("add = 1\nwhen = {literal}")));
    assert_eq!(when("\"turn > 2 and defendr.er > 1\""), ["rule-unknown-name defendr"]);
    assert_eq!(when("\"turn \\u003e 2 and \\tdefendr.er > 1\""), ["rule-unknown-name defendr"]);
    assert_eq!(when("'''\nturn > 2\n  and defendr.er > 1'''"), ["rule-unknown-name defendr"]);
    assert_eq!(when("\"turn > 2 and defendr.er > grund\"").len(), 2, "all errors of a text at once");
    assert_eq!(found(&modifier("attack.defender", "add = \"turn * 9\"")), ["rule-range turn * 9"]);
    assert_eq!(found(&modifier("attack.defender", "add = 21")), ["rule-range 21"]);
    let event = |effects: &str| found(&row("event", "e", &format!("on = \"turn-begins\"\nroll = 6\ndo = [{effects}]")));
    assert_eq!(event("\"if roll == 1: ammunition(red) += 1\""), [] as [&str; 0]);
    assert_eq!(event("\"ammunition(red) += 1\", \"amunition(red) += 1\""), ["rule-unknown-name amunition"]);
    let early =
        row("event", "e", "on = \"turn-begins\"\nroll = 6\nwhen = \"roll == 1\"\ndo = [\"ammunition(red) += 1\"]");
    assert_eq!(found(&early), ["rule-unknown-name roll"], "the condition comes before the roll");
    for faces in ["1", "101"] {
        let die = row("event", "e", &format!("on = \"turn-begins\"\nroll = {faces}\ndo = [\"ammunition(red) += 1\"]"));
        assert_eq!(found(&die), [format!("rule-range {faces}")]);
    }
}

#[test]
fn the_fix_of_an_expression_keeps_the_rest_of_its_text() {
    let rules = modifier("attack.defender", "add = 1\nwhen = \"turn \\u003e 2 && defender.er > 1\"");
    let text = template(System::MarsLaTour).replace("[victory]", &format!("[rules]\n{rules}\n[victory]"));
    let found = load(&text).diagnostics;
    assert_eq!(found.len(), 1, "{found:?}");
    let mended = found[0].safe_fix().unwrap().apply(&text).unwrap();
    assert_eq!(mended, text.replace("&&", "and"));
    assert_eq!(load(&mended).diagnostics, []);
}

#[test]
fn definitions_counters_and_tags_are_used() {
    let define = |id: &str, is: &str| format!("[[rules.define]]\nid = \"{id}\"\nis = \"{is}\"\n");
    let late = define("late", "turn > 2");
    assert_eq!(found(&late), ["define-unused \"late\""]);
    let used = modifier("attack.defender", "add = 1\nwhen = \"late\"");
    assert_eq!(found(&format!("{late}{used}")), [] as [&str; 0]);
    let counter = row("counter", "fires", "of = \"game\"\nmost = 6");
    assert_eq!(found(&counter), ["counter-unused \"fires\""]);
    let asks = modifier("attack.defender", "add = \"counter(fires)\"");
    assert_eq!(found(&format!("{counter}{asks}")), [] as [&str; 0]);
    let tagged = |asks: &str| {
        let rules = modifier("attack.defender", &format!("add = 1\nwhen = \"defender has {asks}\""));
        let edits = [("[victory]", &*format!("[rules]\n{rules}\n[victory]")), ("er = 3", "er = 3\ntags = [\"guard\"]")];
        shown(&edits)
    };
    assert_eq!(tagged("guard"), [] as [&str; 0]);
    let mut other = tagged("gard");
    other.sort();
    assert_eq!(other, ["rule-unknown-name gard", "tag-unused \"guard\""]);
    let circle = format!("{}{}", define("one", "two"), define("two", "one"));
    let codes: Vec<String> = found(&circle).iter().map(|found| found[..13].to_owned()).collect();
    assert_eq!(codes, ["rule-circular"; 2], "a circle ends");
}

#[test]
fn long_texts_and_deep_ones_are_refused() {
    for text in ["turn > 1 and ".repeat(1_500), "(".repeat(19_000), "not ".repeat(4_000), "\u{1f600}".repeat(300)] {
        let found = found(&modifier("attack.defender", &format!("add = 1\nwhen = '{text}'")));
        assert!(!found.is_empty() && found.iter().all(|found| found.starts_with("rule-")), "{found:.300?}");
    }
}

#[test]
fn rows_are_limited() {
    let rows = |count: usize, to: &str| -> String {
        let row = |n: usize| modifier(to, &format!("at_most = {}", n % 90)).replace("\"guard\"", &format!("\"g{n}\""));
        (0..count).map(row).collect()
    };
    assert!(!found(&rows(MOST_IN_A_HOOK, "hq.range")).iter().any(|found| found.starts_with("rule-too-many")));
    let over = found(&rows(MOST_IN_A_HOOK + 10, "hq.range"));
    assert_eq!(over.iter().filter(|found| found.starts_with("rule-too-many")).count(), 1, "{over:?}");
    let counters: String =
        (0..MOST_RULE_ROWS + 100).map(|n| row("counter", &format!("c{n}"), "of = \"game\"\nmost = 1")).collect();
    let text = template(System::MarsLaTour).replace("[victory]", &format!("[rules]\n{counters}\n[victory]"));
    let read = load(&text);
    let codes: Vec<&str> = read.diagnostics.iter().map(|finding| finding.code.as_str()).collect();
    assert_eq!(codes.iter().filter(|code| **code == "rule-too-many").count(), 1);
    assert_eq!(codes.iter().filter(|code| **code == "counter-unused").count(), MOST_RULE_ROWS);
    assert_eq!(read.readable.unwrap().extra_rules().0.counters.len(), MOST_RULE_ROWS);
}

#[test]
fn sound_rows_become_rules() {
    let rules = format!(
        "{}{}",
        modifier("hq.range", "times = \"3/4\"").replace("name = \"guard\"", "name = \"Guard\"\nrule = \"H2\""),
        row("forbid", "closed", "act = \"attack\"\nreason = \"it is dark\"")
    );
    let text = template(System::MarsLaTour).replace("[victory]", &format!("[rules]\n{rules}\n[victory]"));
    let Some(Scenario::MarsLaTour(scenario)) = load(&text).scenario else { panic!("it can be played") };
    let (rules, found) = scenario.extra_rules();
    assert_eq!(found, []);
    let guard = &rules.modifiers[0];
    assert_eq!(guard.change, ModifierChange::Times { by: 3, over: 4, up: false });
    assert_eq!((guard.row.name.as_str(), guard.row.rule.as_str()), ("Guard", "H2"));
    assert_eq!(guard.row.path.to_string(), "rules.modifier[0]");
    assert_eq!((rules.forbids[0].reason.as_str(), rules.forbids[0].row.rule.as_str()), ("it is dark", "closed"));
    assert!(load(template(System::MarsLaTour)).scenario.unwrap().extra_rules().0.is_empty());
}
