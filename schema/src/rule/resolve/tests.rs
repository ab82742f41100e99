use std::fmt::Write;
use std::path::Path;

use serde::Deserialize;

use super::super::lookup::RowWords;
use super::super::names::RuleNames;
use super::super::problem::RuleProblem;
use super::super::scope::{
    ExpressionScope, NumberRange, RuleCounter, RuleDefine, RuleNeeds, condition, define, effect, number,
};
use super::super::vocabulary::{GivenInfo, ValueType};
use crate::rule::CounterOwner;
use crate::ruleset::RulesetNeeds;
use crate::{System, load};

const SCENARIO: &str = include_str!("../../../../scenarios/mars-la-tour.toml");
const BAD: &str = include_str!("bad.toml");

#[derive(Deserialize)]
struct BadFile {
    bad: Vec<Bad>,
}

/// A wrong expression.
#[derive(Deserialize)]
struct Bad {
    place: String,
    text: String,
}

/// Returns the definitions and the counters that the wrong expressions ask.
fn rows() -> (Vec<RuleDefine>, Vec<RuleCounter>) {
    let unit = Some(ValueType::Unit);
    let defines = vec![
        RuleDefine::new("guard-in-cover".into(), unit, "unit has guard and unit.hex.is-defensible"),
        RuleDefine::new("a".into(), unit, "b(unit)"),
        RuleDefine::new("b".into(), unit, "turn > 3 and a(unit)"),
        RuleDefine::new("tired".into(), unit, "unit.spent > 2"),
    ];
    let released = RuleCounter { id: "released".into(), of: CounterOwner::Game, least: 0, most: 1 };
    (defines, vec![released])
}

fn found(names: &RuleNames<'_>, place: &str, text: &str) -> Vec<RuleProblem> {
    let vocabulary = System::MarsLaTour.vocabulary();
    let (defines, counters) = rows();
    let scope = ExpressionScope::of_turn(vocabulary, names, &defines, &counters);
    let needs = &mut RuleNeeds::default();
    let hook = |name: &str| vocabulary.hooks.iter().find(|hook| hook.name == name).unwrap();
    match place.split_once(' ') {
        Some(("when", of)) => condition(text, &scope.of_hook(hook(of.strip_prefix("of ").unwrap())), needs).1,
        Some(("add", of)) => {
            let hook = hook(of.strip_prefix("of ").unwrap());
            let range = NumberRange { least: hook.least, most: hook.most, of: hook.phrase };
            number(text, range, &scope.of_hook(hook), needs).1
        }
        Some(("act", name)) => {
            let act = vocabulary.acts.iter().find(|act| act.name == name).unwrap();
            condition(text, &scope.of_act(act), needs).1
        }
        Some(("do", _)) => effect(text, &scope, needs).1,
        Some(("define", id)) => define(defines.iter().position(|define| define.id == id).unwrap(), &scope, needs).1,
        _ => vec![*RowWords::Hooks.find(vocabulary, text).unwrap_err()],
    }
}

fn written(found: &[RuleProblem], text: &str) -> String {
    let mut rows = String::new();
    for problem in found {
        let (start, end) = (problem.span.start, problem.span.end);
        let marks = format!("{}«{}»{}", &text[..start], &text[start..end], &text[end..]);
        write!(
            rows,
            "    {{ code = {:?}, marks = {marks:?}, says = {:?}",
            problem.finding.code.as_str(),
            problem.message
        )
        .unwrap();
        if let Some(help) = &problem.help {
            write!(rows, ", help = {help:?}").unwrap();
        }
        if let Some(fix) = &problem.replacement {
            let whole = format!("{}{}{}", &text[..fix.span.start], fix.text, &text[fix.span.end..]);
            let key = if fix.is_safe { "safely" } else { "fixed" };
            write!(rows, ", {key} = {whole:?}").unwrap();
        }
        rows.push_str(" },\n");
    }
    if rows.is_empty() { "found = []\n".to_owned() } else { format!("found = [\n{rows}]\n") }
}

/// The codes, the parts, the messages and the remedies of wrong expressions are as written.
#[test]
fn wrong_expressions_are_explained() {
    let scenario = load(SCENARIO).scenario.unwrap();
    let names = RuleNames::of(&scenario).with_tag("guard", "fr-gd-v1");
    let file: BadFile = toml::from_str(BAD).unwrap();
    let (head, _) = BAD.split_once("\n[[bad]]").unwrap();
    let mut page = head.to_owned();
    for bad in &file.bad {
        let (place, text) = (&bad.place, &bad.text);
        let problems = found(&names, place, text);
        assert!(!problems.is_empty(), "nothing is found in {place} {text}");
        let found = written(&problems, text);
        write!(page, "\n[[bad]]\nplace = {place:?}\ntext = {text:?}\n{found}").unwrap();
    }
    if std::env::var_os("BATTLEWRIGHT_UPDATE").is_some() {
        let path = Path::new(env!("CARGO_MANIFEST_DIR")).join("src/rule/resolve/bad.toml");
        crate::write_atomic(&path, page.as_bytes()).unwrap();
    } else {
        assert_eq!(page, BAD, "BATTLEWRIGHT_UPDATE=1 writes the file anew");
    }
}

const GOOD: &str = include_str!("good.toml");

#[derive(Deserialize)]
struct GoodFile {
    good: Vec<Good>,
}

/// A right expression of a rule.
#[derive(Deserialize)]
struct Good {
    rule: String,
    system: String,
    place: String,
    text: String,
}

/// The rules that people want can be written in the words of their systems.
#[test]
fn wanted_rules_can_be_written() {
    let ids = |ids: &[&str]| ids.iter().map(|id| (*id).to_owned()).collect();
    let needs = RulesetNeeds {
        side: ids(&["german", "french", "prussian"]),
        formation: ids(&["guard"]),
        place: ids(&["rezonville"]),
        ..RulesetNeeds::default()
    };
    let names = RuleNames::needed(&needs);
    let defines = [RuleDefine::new("rain".into(), None, "turn >= 3")];
    let counter = |id: &str, of, most| RuleCounter { id: id.into(), of, least: 0, most };
    let counters = [counter("guard-free", CounterOwner::Game, 1), counter("fires", CounterOwner::Unit, 6)];
    let file: GoodFile = toml::from_str(GOOD).unwrap();
    let mut seen = std::collections::BTreeSet::new();
    for Good { rule, system, place, text } in &file.good {
        let vocabulary = System::from_name(system).unwrap().vocabulary();
        let scope = ExpressionScope::of_turn(vocabulary, &names, &defines, &counters);
        let needs = &mut RuleNeeds::default();
        let find = |words: RowWords, word: &str| {
            usize::from(words.find(vocabulary, word).unwrap_or_else(|problem| panic!("{rule}: {problem:?}")))
        };
        let given: Vec<GivenInfo> = match place.split_once(" on ") {
            Some((_, on)) => {
                let (on, each) = on.split_once(' ').map_or((on, false), |(on, _)| (on, true));
                let trigger = &vocabulary.triggers[find(RowWords::Triggers, on)];
                let unit = each.then_some(GivenInfo::one("unit", ValueType::Unit));
                trigger.given.iter().copied().chain(unit).chain([GivenInfo::number("roll", 1, 6)]).collect()
            }
            None => Vec::new(),
        };
        let turn = scope.giving(&given);
        let hook = |word: &str| &vocabulary.hooks[find(RowWords::Hooks, word)];
        let problems = match place.split(' ').collect::<Vec<_>>().as_slice() {
            ["when", "of", word] => condition(text, &scope.of_hook(hook(word)), needs).1,
            ["add", "of", word] => {
                let hook = hook(word);
                let range = NumberRange { least: hook.least, most: hook.most, of: hook.phrase };
                number(text, range, &scope.of_hook(hook), needs).1
            }
            ["act", word] => condition(text, &scope.of_act(&vocabulary.acts[find(RowWords::Acts, word)]), needs).1,
            ["despite", word] => {
                condition(text, &scope.of_lift(&vocabulary.lifts[find(RowWords::Lifts, word)]), needs).1
            }
            ["points"] => number(text, NumberRange { least: 0, most: 999, of: "the score" }, &turn, needs).1,
            ["do", ..] => effect(text, &turn, needs).1,
            _ => condition(text, &turn, needs).1,
        };
        assert_eq!(problems, [], "{rule} {place} {text}");
        seen.insert(rule);
    }
    assert!(seen.len() >= 26, "{seen:?}");
}
