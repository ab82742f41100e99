use std::sync::LazyLock;

use proptest::prelude::*;

use super::{ExpressionKey, RuleHelper, RuleWordKind, UsedKind};
use crate::{DocPath, Scenario, System, load, template};

/// Mars la Tour with a row of each kind, two tags and a terrain.
static SCENARIO: LazyLock<Scenario> = LazyLock::new(|| {
    let rows = "[rules]\n\
        [[rules.define]]\nid = \"in-cover\"\nof = \"unit\"\nis = \"unit.hex.is-defensible\"\n\
        [[rules.define]]\nid = \"late\"\nis = \"turn > 3\"\n\
        [[rules.counter]]\nid = \"fires\"\nname = \"Fires\"\nof = \"unit\"\nmost = 6\n\
        [[rules.modifier]]\nid = \"guard\"\nname = \"Guard\"\nto = \"attack.defender\"\nadd = 1\n\
        [[rules.forbid]]\nid = \"mud\"\nname = \"Mud\"\nact = \"step\"\nreason = \"mud\"\n\
        [[rules.event]]\nid = \"e\"\nname = \"e\"\non = \"turn-begins\"\neach = \"unit\"\nroll = 6\ndo = []\n\
        [[rules.score]]\nid = \"s\"\nname = \"s\"\nside = \"red\"\npoints = 1\n\
        [victory]";
    let text = template(System::MarsLaTour).replace("[victory]", rows).replacen(
        "[[unit]]\n",
        "[[unit]]\ntags = [\"guard\", \"old\"]\n",
        1,
    );
    let loaded = load(&text);
    loaded.readable.unwrap_or_else(|| panic!("{:?}", loaded.diagnostics))
});

fn path(path: &str) -> DocPath {
    let mut full = DocPath::root().key("rules");
    for step in path.split('.') {
        full = match step.parse() {
            Ok(index) => full.index(index),
            Err(_) => full.key(step),
        };
    }
    full
}

/// The words at the `|` of a text at a path within `rules`.
fn words(at: &str, text: &str) -> Vec<String> {
    let offset = text.find('|').unwrap();
    let text = text.replace('|', "");
    SCENARIO.complete_rule(&path(at), &text, offset).into_iter().map(|offer| offer.word).collect()
}

/// The words at the `|` of a condition of the defender's die.
fn when(text: &str) -> Vec<String> {
    words("modifier.0.when", text)
}

fn has(words: &[String], all: &[&str]) {
    for word in all {
        assert!(words.iter().any(|known| known == word), "{word} in {words:?}");
    }
}

fn lacks(words: &[String], all: &[&str]) {
    for word in all {
        assert!(!words.iter().any(|known| known == word), "{word} in {words:?}");
    }
}

#[test]
fn a_condition_begins_with_what_its_place_gives() {
    let start = when("|");
    assert_eq!(start[..5], ["attacker", "defender", "ground", "side", "deathride"]);
    has(&start, &["turn", "phase", "holds", "in-cover", "late", "not", "any", "count", "if", "counter", "edge"]);
    lacks(&start, &["german", "er", "units", "and"]);
    assert_eq!(when("def|"), start, "what is typed limits nothing");
    assert_eq!(when("turn > 3 and |"), start);
    assert_eq!(when("not (|"), start);
    has(&words("define.1.is", "|"), &["turn", "late"]);
    assert_eq!(words("define.0.is", "|")[0], "unit");
    has(&words("score.0.points", "|"), &["turn", "count", "sum"]);
    lacks(&words("score.0.points", "|"), &["phase", "any", "late"]);
}

#[test]
fn after_a_dot_are_the_properties_of_the_type() {
    let unit = when("defender.|");
    has(&unit, &["er", "posture", "kind", "side", "hex", "formation"]);
    lacks(&unit, &["is-defensible", "turn"]);
    has(&when("defender.hex.|"), &["is-defensible", "in-ezoc"]);
    lacks(&when("defender.hex.|"), &["er"]);
    has(&when("(defender).po|"), &["posture"]);
    has(&when("turn > 2 and and ground.is|"), &["is-defensible"]);
    has(&when("any(u in units(ground) where u.|)"), &["er"]);
    has(&when("sum(u.| for u in units(ground))"), &["er"]);
    has(&when("any(h in neighbors(ground) where any(u in units(h) where u.hex == h and h.|))"), &["is-defensible"]);
    assert_eq!(when("nothing.|"), [] as [&str; 0]);
    assert_eq!(when("turn.|"), [] as [&str; 0]);
}

#[test]
fn a_place_offers_only_what_it_may_ask() {
    lacks(&words("forbid.0.when", "mover.|"), &["spent", "hex", "in-range"]);
    has(&words("forbid.0.when", "mover.|"), &["er", "is-blown"]);
    has(&when("|"), &["chosen-support"]);
    lacks(&words("forbid.0.when", "|"), &["chosen-support"]);
}

#[test]
fn the_other_side_of_a_comparison_decides_the_list() {
    assert_eq!(when("defender.kind == |")[..2], ["infantry", "cavalry"]);
    assert_eq!(when("defender.kind != in|fantry")[..2], ["infantry", "cavalry"]);
    assert_eq!(when("defender.posture == |")[..2], ["march", "battle"]);
    assert_eq!(when("defender.kind in [|")[..2], ["infantry", "cavalry"]);
    assert_eq!(when("defender.kind not in [infantry, |]")[..2], ["cavalry", "attacker.kind"]);
    assert_eq!(when("phase == | and turn > 3")[..3], ["command", "movement", "attack"]);
    let sides = when("defender.side == |");
    assert_eq!(sides[0], "side");
    has(&sides, &["red", "blue", "attacker.side"]);
    has(&when("defender.er > |"), &["turn", "attacker", "count", "half-up", "counter"]);
    lacks(&when("defender.er > |"), &["phase", "ground", "any"]);
    has(&when("defender.hex == |"), &["ground", "attacker.hex", "@"]);
    let hexes = when("defender.hex == @04|");
    assert!(hexes.len() > 3 && hexes.iter().all(|hex| hex.starts_with("@04")), "{hexes:?}");
    assert_eq!(when("ground.is-defensible == |")[..2], ["deathride", "yes"]);
}

#[test]
fn brackets_ask_for_their_arguments() {
    has(&when("holds(|"), &["side", "red", "blue"]);
    assert_eq!(when("holds(red, |)")[0], "village");
    has(&when("ground.in-ezoc(|)"), &["side", "attacker.side", "red"]);
    has(&when("counter(|"), &["fires"]);
    has(&when("counter(fires, |) > 2"), &["attacker", "defender"]);
    has(&when("in-cover(|"), &["attacker", "defender"]);
    has(&when("distance(attacker.hex, |"), &["ground", "defender.hex"]);
    assert_eq!(when("any(|"), ["u", "h"]);
    has(&when("any(u in |"), &["units", "all-units", "neighbors", "lost", "units-of"]);
    has(&when("any(h in neighbors(|"), &["ground", "attacker.hex"]);
    lacks(&when("any(u in units(|)"), &["u"]);
    has(&when("any(u in units(ground) where |)"), &["u", "attacker"]);
    has(&when("least(2, |)"), &["turn"]);
    let offers = SCENARIO.complete_rule(&path("modifier.0.when"), "hol(red)", 3);
    let holds = offers.iter().find(|offer| offer.word == "holds").unwrap();
    assert_eq!((holds.text.as_str(), holds.range.clone()), ("holds", 0..3), "there is a bracket already");
    let offers = SCENARIO.complete_rule(&path("modifier.0.when"), "hol", 3);
    assert_eq!(offers.iter().find(|offer| offer.word == "holds").unwrap().text, "holds(");
}

#[test]
fn has_asks_for_tags_terrains_and_features() {
    assert_eq!(when("defender has |"), ["guard", "old"]);
    assert_eq!(when("defender has gu|"), ["guard", "old"]);
    has(&when("ground has |"), &["woods"]);
    lacks(&when("ground has |"), &["guard"]);
    has(&when("edge(attacker.hex, ground) has |"), &["stream", "road"]);
    assert_eq!(when("edge(attacker.hex, ground) |"), ["has"]);
}

#[test]
fn after_a_value_stand_the_signs_that_fit() {
    assert_eq!(when("turn |"), ["==", "!=", "<", "<=", ">", ">=", "in", "not in", "+", "-", "*"]);
    assert_eq!(when("turn > 3 |"), ["and", "or"]);
    assert_eq!(when("late |"), ["and", "or", "==", "!="]);
    assert_eq!(when("defender |")[0], "has");
    assert_eq!(when("if late |")[0], "then");
    assert_eq!(when("if late then yes |")[0], "else");
    assert_eq!(when("any(u |")[0], "in");
    assert_eq!(when("any(u in units(ground) |)"), ["where"]);
    has(&when("sum(u.er |"), &["for"]);
    assert_eq!(when("defender not |"), ["in"]);
    assert_eq!(words("event.0.do.0", "ammunition(red) |"), ["+=", "-=", "="]);
    assert_eq!(words("event.0.do.0", "if roll == 1 |")[0], ":");
}

#[test]
fn effects_change_numbers() {
    let start = words("event.0.do.0", "|");
    assert_eq!(start, ["ammunition", "counter", "if"]);
    has(&words("event.0.do.0", "ammunition(|"), &["red", "unit.side"]);
    has(&words("event.0.do.0", "ammunition(red) += |"), &["roll", "turn"]);
    has(&words("event.0.do.0", "if |"), &["unit", "roll"]);
    has(&words("event.0.do.0", "if roll == 1: |"), &["ammunition", "counter"]);
    lacks(&words("event.0.when", "|"), &["roll"]);
    has(&words("event.0.when", "|"), &["unit"]);
}

#[test]
fn keys_with_a_word_offer_the_words_of_the_system() {
    has(&words("modifier.0.to", "att|"), &["attack.attacker", "attack.defender", "hq.range", "zone"]);
    has(&words("forbid.0.act", "|"), &["step", "support"]);
    assert_eq!(words("allow.0.despite", "|")[0], "cavalry-only-cavalry");
    assert_eq!(words("event.0.on", "|"), ["turn-begins", "turn-ends"]);
    assert_eq!(words("event.0.each", "|"), ["unit"]);
    assert_eq!(words("skip.0.phase", "|"), ["movement", "attack"]);
    has(&words("drop.0", "|"), &["er", "flank-support", "chassepots"]);
    let offers = SCENARIO.complete_rule(&path("modifier.0.to"), "attack", 3);
    let first = &offers[0];
    assert_eq!((first.range.clone(), first.kind), (0..6, RuleWordKind::Hook));
    assert_eq!(first.detail, "the attacker's die: a sum, -20 to 20 (4.0 3.1)");
    assert_eq!(words("modifier.0.name", "|"), [] as [&str; 0]);
    assert_eq!(words("zoi", "|"), [] as [&str; 0]);
}

#[test]
fn a_word_is_explained() {
    let told = |text: &str| {
        let offset = text.find('|').unwrap();
        let text = text.replace('|', "");
        let found = SCENARIO.explain_in_rule(&path("modifier.0.when"), &text, offset);
        found.map(|found| format!("{} {found}", &text[found.range.clone()])).unwrap_or_default()
    };
    let er = told("defender.e|r > 3");
    assert_eq!(er, "er `unit.er`: the ER of the unit\nanswer: 0 to 9\nchanges: never\nknown to: both sides\nrule: 3.1");
    assert_eq!(told("def|ender.er > 3"), "defender `defender`: the defender\nanswer: a unit");
    assert_eq!(told("defender.kind == cav|alry"), "cavalry `cavalry`: a kind");
    assert_eq!(told("cav|alry == defender.kind"), "cavalry `cavalry`: a kind");
    assert_eq!(told("late a|nd turn > 3"), "and `and`: both hold");
    assert_eq!(told("turn >|= 3"), ">= `>=`: is at least");
    assert!(told("la|te").starts_with("late `late`: turn > 3\nanswer: yes or no"));
    assert!(told("counter(fi|res, defender) > 2").starts_with("fires `fires`: a counter of each unit\nanswer: 0 to 6"));
    assert!(told("any(u in uni|ts(ground))").contains("the units in the hex"));
    assert!(told("any(u| in units(ground))").contains("a unit of `units`"));
    assert!(told("any(u in units(ground) where u|.er > 2)").contains("a unit of the source"));
    assert!(told("defender has gua|rd").contains("a tag of 1 unit"), "{}", told("defender has gua|rd"));
    assert!(told("ground == @04|03").starts_with("@0403 `@0403`: the hex 0403"));
    assert!(told("side == re|d").starts_with("red `red`: "));
    assert_eq!(told("nothing|"), "");
    assert_eq!(told("4|"), "");
    let hook = SCENARIO.explain_in_rule(&path("modifier.0.to"), "zone", 1).unwrap();
    assert!(hook.to_string().contains("\ngives: `unit` (unit), `hex` (hex)"), "{hook}");
}

#[test]
fn names_are_found_with_their_places() {
    let named = |at: &str, text: &str| -> Vec<String> {
        let found = SCENARIO.names_in_rule(&path(at), text);
        found.iter().map(|used| format!("{:?} {} {}", used.kind, used.name, &text[used.span.clone()])).collect()
    };
    assert_eq!(
        named(
            "modifier.0.when",
            "late and in-cover(defender) and defender has guard and side == red or ground == @0403"
        ),
        ["Define late late", "Define in-cover in-cover", "Tag guard guard", "Side red red", "Hex 0403 @0403"]
    );
    assert_eq!(
        named("event.0.do.0", "counter(fires, unit) += ammunition(blue)"),
        ["Counter fires fires", "Side blue blue"]
    );
    assert_eq!(named("define.0.is", "unit.side == red"), ["Side red red"]);
    assert_eq!(named("modifier.0.when", "ground == @9999 && wrong(@0403"), ["Hex 9999 @9999", "Hex 0403 @0403"]);
    assert_eq!(named("modifier.0.to", "attack.defender"), [] as [&str; 0]);
    let used = SCENARIO.names_in_rule(&path("modifier.0.when"), "ground has woods");
    assert_eq!(used[0].kind, UsedKind::Terrain);
}

#[test]
fn a_long_text_is_left_alone() {
    let text = "(".repeat(5000);
    assert_eq!(SCENARIO.complete_rule(&path("modifier.0.when"), &text, 5000), []);
    let text = "(any(u in [".repeat(300);
    SCENARIO.complete_rule(&path("modifier.0.when"), &text, text.len());
}

/// The parts of random texts.
const PARTS: [&str; 44] = [
    "any(",
    "count(",
    "sum(",
    "least(",
    "u in ",
    "for u in ",
    "where ",
    "units(",
    "neighbors(",
    "all-units",
    ")",
    ")",
    "]",
    " in [",
    "[",
    ", ",
    ".",
    ".hex",
    ".er",
    "defender",
    "u",
    "ground",
    "@",
    "@0403",
    " == ",
    " != ",
    " > ",
    "= ",
    " and ",
    " or ",
    "not ",
    "if ",
    " then ",
    " else ",
    " has ",
    "guard",
    "counter(",
    "fires",
    ": ",
    " += ",
    "7",
    "- ",
    "é",
    "'",
];

proptest! {
    #![proptest_config(ProptestConfig { failure_persistence: None, ..ProptestConfig::default() })]

    #[test]
    fn no_text_is_too_strange(parts in prop::collection::vec(0..PARTS.len(), 0..30), noise in ".{0,6}", at in 0..300_usize) {
        let mut text: String = parts.into_iter().filter_map(|part| PARTS.get(part)).copied().collect();
        text.push_str(&noise);
        let helper = RuleHelper::new(&SCENARIO);
        for at_path in ["modifier.0.when", "event.0.do.0", "score.0.points", "define.0.is", "modifier.0.to", "drop.0"] {
            let key = ExpressionKey::in_scenario(&SCENARIO, &path(at_path)).unwrap();
            for offer in helper.complete(&key, &text, at) {
                let mut written = text.clone();
                prop_assert!(text.get(offer.range.clone()).is_some());
                written.replace_range(offer.range, &offer.text);
            }
            if let Some(word) = helper.explain(&key, &text, at) {
                prop_assert!(text.get(word.range).is_some());
            }
            for name in helper.names(&key, &text) {
                prop_assert!(text[name.span].trim_start_matches('@') == name.name);
            }
        }
    }
}
