use std::fmt::Write;
use std::path::Path;

use serde::Deserialize;

use super::super::lookup::RowWords;
use super::super::names::RuleNames;
use super::super::problem::RuleProblem;
use super::super::scope::{
    ExpressionScope, NumberRange, RuleCounter, RuleDefine, RuleNeeds, condition, define, effect, number,
};
use super::super::vocabulary::ValueType;
use crate::rule::CounterOwner;
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
