//! Tests of simple conditions.

use super::{SimpleCondition, SimpleOperator, SimpleTest, SimpleValues, TAG_FACT};
use crate::rule::RowKind;
use crate::rule::term::Comparison;
use crate::{DocPath, Scenario, System, load, template};

#[test]
fn text_and_form_are_one_thing() {
    for text in [
        "turn == 4",
        "defender has guard and ground.is-defensible",
        "not defender has guard or not ground.is-defensible",
        "attacker.kind != cavalry and attacker.er >= 3 and turn <= 2",
        "attacker.hex has woods",
        "holds(german, rezonville) and turn == 4",
        "ground.in-ezoc(side)",
        "side == attacker.side",
        "deathride",
        "roll == -1",
        "ground == @0814",
    ] {
        let read = SimpleCondition::read(text).unwrap_or_else(|| panic!("{text}"));
        assert_eq!(read.text(), text);
        assert_eq!(SimpleCondition::read(&read.text()), Some(read));
    }
    let read = SimpleCondition::read("defender.er >= 3").unwrap();
    let test = SimpleTest {
        subject: Some("defender".into()),
        fact: "er".into(),
        operator: SimpleOperator::Compare(Comparison::AtLeast),
        value: "3".into(),
    };
    assert_eq!(read, SimpleCondition { is_any: false, tests: vec![test] });
}

#[test]
fn other_conditions_are_left_to_their_text() {
    for text in [
        "",
        "turn ==",
        "turn == 1 and (phase == attack or turn == 2)",
        "turn in 1..3",
        "not turn == 1",
        "not (turn == 1 or turn == 2)",
        "turn + 1 == 2",
        "any(u in units(ground) where u has guard)",
        "edge(attacker.hex, ground) has stream",
        "if turn == 1 then deathride else not deathride",
        "2 == turn",
    ] {
        assert_eq!(SimpleCondition::read(text), None, "{text}");
    }
}

fn scenario(rows: &str) -> Scenario {
    let text = template(System::MarsLaTour).replacen("id = \"red-1\"", "id = \"red-1\"\ntags = [\"guard\"]", 1);
    load(&format!("{text}\n{rows}")).readable.unwrap()
}

#[test]
fn a_form_offers_what_an_expression_can_use() {
    let scenario = scenario("[[rules.modifier]]\nid = \"m\"\nname = \"M\"\nto = \"attack.defender\"\nadd = 1\n");
    let path = DocPath::root().key("rules").key(RowKind::Modifier.list()).index(0).key("when");
    let choices = scenario.simple_choices(&path);
    let subjects: Vec<Option<&str>> = choices.subjects.iter().map(|subject| subject.word.as_deref()).collect();
    assert!(subjects.starts_with(&[None, Some("attacker"), Some("attacker.hex"), Some("defender")]), "{subjects:?}");
    let fact = |subject: Option<&str>, word: &str| {
        let subject = choices.subjects.iter().find(|known| known.word.as_deref() == subject).unwrap();
        subject.facts.iter().find(|fact| fact.word == word).cloned().unwrap_or_else(|| panic!("{word}: {subject:?}"))
    };
    assert_eq!(fact(Some("defender"), "er").values, SimpleValues::Numbers(0, 9));
    assert_eq!(fact(Some("defender"), "er").help, "The ER of defender.");
    assert_eq!(fact(Some("defender"), TAG_FACT).values, SimpleValues::Tags(vec!["guard".into()]));
    assert_eq!(fact(None, "turn").values, SimpleValues::Numbers(1, 4));
    assert_eq!(fact(None, "deathride").operators(), SimpleOperator::OF_ANSWERS);
    fact(None, "holds(red, village)");
    fact(Some("ground"), "in-ezoc(side)");

    // Every comparison that a form can make is a sound condition.
    let rows = |when: &str| {
        format!("[[rules.modifier]]\nid = \"m\"\nname = \"M\"\nto = \"attack.defender\"\nadd = 1\nwhen = \"{when}\"\n")
    };
    for subject in &choices.subjects {
        for fact in &subject.facts {
            let value = match &fact.values {
                SimpleValues::Numbers(least, _) => least.to_string().into(),
                SimpleValues::Words(words) | SimpleValues::Tags(words) => words[0].clone(),
                SimpleValues::Answer => Default::default(),
            };
            let operator = fact.operators()[0];
            let own = if fact.is_of_has() { Default::default() } else { fact.word.clone() };
            let test = SimpleTest { subject: subject.word.clone(), fact: own, operator, value };
            let (rules, found) = self::scenario(&rows(&test.text())).extra_rules();
            assert_eq!(rules.modifiers.len(), 1, "{}: {found:?}", test.text());
        }
    }
    let elsewhere = DocPath::root().key("rules").key("forbid").index(0).key("when");
    assert!(scenario.simple_choices(&elsewhere).subjects.is_empty());
}
