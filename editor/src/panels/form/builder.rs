//! The builder of simple conditions: one `and` or `or` of comparisons as rows of drop-downs. It reads the text and writes it.

use battlewright_schema::rule::{
    SimpleChoices, SimpleCondition, SimpleFact, SimpleOperator, SimpleSubject, SimpleTest, SimpleValues, TAG_FACT,
    TERRAIN_FACT,
};
use egui::{CollapsingHeader, ComboBox, DragValue, Ui};

use super::{Form, FormField};
use crate::model::edit::Edit;
use crate::widgets::{popup, small_button};

/// The name of the subject of facts that are about nothing in particular.
const GAME: &str = "the game";

/// Draws the builder below the text `now` of a condition.
pub(super) fn ui(form: &mut Form<'_>, ui: &mut Ui, slot: &FormField<'_>, now: &str) {
    let header = CollapsingHeader::new("Builder").id_salt("builder").default_open(false);
    header.show(ui, |ui| {
        let scenario = form.shown.scenario();
        let choices = scenario.simple_choices(&slot.path);
        let Some(first) = first_test(&choices) else {
            ui.weak("Choose what the rule is about first.");
            return;
        };
        let read = if now.trim().is_empty() { Some(SimpleCondition::default()) } else { SimpleCondition::read(now) };
        let Some(condition) =
            read.filter(|condition| condition.tests.iter().all(|test| found(&choices, test).is_some()))
        else {
            ui.weak("The builder shows comparisons joined by “and” or “or”. This condition is only a text.");
            return;
        };
        let mut next = condition.clone();
        rows(ui, &choices, &mut next);
        ui.horizontal(|ui| {
            if ui.add(small_button("Add comparison")).clicked() {
                next.tests.push(first);
            }
            if next.tests.len() > 1 {
                let words = ["All must hold", "One is enough"];
                let combo = ComboBox::from_id_salt("join").selected_text(words[usize::from(next.is_any)]);
                let list = popup::list(combo, ui, |ui| {
                    for (is_any, word) in [false, true].into_iter().zip(words) {
                        ui.selectable_value(&mut next.is_any, is_any, word);
                    }
                });
                list.response.accessible_name("Comparisons that must hold");
            }
        });
        if next != condition {
            let value = (!next.tests.is_empty()).then(|| next.text().into());
            form.edit(super::change(slot), Edit::Put(slot.path.clone(), value));
        }
    });
}

/// Draws a row for each comparison.
fn rows(ui: &mut Ui, choices: &SimpleChoices, condition: &mut SimpleCondition) {
    let mut removed = None;
    for (at, test) in condition.tests.iter_mut().enumerate() {
        ui.push_id(at, |ui| {
            ui.horizontal_wrapped(|ui| {
                one(ui, choices, at + 1, test);
                let remove = ui.add(small_button("×")).on_hover_text("Remove this comparison");
                if remove.accessible_name(format!("Remove comparison {}", at + 1)).clicked() {
                    removed = Some(at);
                }
            });
        });
    }
    if let Some(at) = removed {
        condition.tests.remove(at);
    }
}

/// Draws the drop-downs of comparison `number`.
fn one(ui: &mut Ui, choices: &SimpleChoices, number: usize, test: &mut SimpleTest) {
    let Some((subject, fact)) = found(choices, test) else { return };
    let names: Vec<&str> = choices.subjects.iter().map(name_of).collect();
    if let Some(next) = choose(ui, &format!("Subject {number}"), name_of(subject), names.iter().map(|name| (*name, "")))
        && let Some(subject) = choices.subjects.get(next)
        && let Some(fact) = subject.facts.first()
    {
        *test = first_of(subject, fact);
        return;
    }
    let facts = subject.facts.iter().map(|fact| (fact.word.as_str(), fact.help.as_str()));
    if let Some(next) = choose(ui, &format!("Fact {number}"), &fact.word, facts)
        && let Some(fact) = subject.facts.get(next)
    {
        *test = first_of(subject, fact);
        return;
    }
    let operators = fact.operators();
    let words = operators.iter().map(|operator| (operator.in_words(), ""));
    if let Some(next) = choose(ui, &format!("Operator {number}"), test.operator.in_words(), words)
        && let Some(next) = operators.get(next)
    {
        test.operator = *next;
    }
    value(ui, fact, number, test);
}

/// Draws the value of a comparison.
fn value(ui: &mut Ui, fact: &SimpleFact, number: usize, test: &mut SimpleTest) {
    let name = format!("Value {number}");
    match &fact.values {
        SimpleValues::Answer => {}
        SimpleValues::Numbers(least, most) => match test.value.parse::<i32>() {
            Ok(before) => {
                let mut now = before;
                let drag = DragValue::new(&mut now).range(*least..=*most).clamp_existing_to_range(false).speed(0.05);
                ui.add(drag).accessible_name(name);
                if now != before {
                    test.value = now.to_string().into();
                }
            }
            // Another value than a number, such as a fact, stays as it is.
            Err(_) => {
                ui.monospace(test.value.as_str());
            }
        },
        SimpleValues::Words(words) | SimpleValues::Tags(words) => {
            let shown = words.iter().map(|word| (word.as_str(), ""));
            if let Some(next) = choose(ui, &name, &test.value, shown).and_then(|next| words.get(next)) {
                test.value = next.clone();
            }
        }
    }
}

/// Draws a drop-down. Returns the index of a newly chosen entry.
fn choose<'c>(ui: &mut Ui, name: &str, now: &str, all: impl Iterator<Item = (&'c str, &'c str)>) -> Option<usize> {
    let mut next = None;
    // Narrow boxes wrap into few lines of the panel.
    let combo = ComboBox::from_id_salt(name).selected_text(now).width(64.0);
    let list = popup::list(combo, ui, |ui| {
        for (at, (word, help)) in all.enumerate() {
            let label = ui.selectable_label(word == now, word);
            let label = if help.is_empty() { label } else { popup::help_beside(label, help) };
            if label.clicked() && word != now {
                next = Some(at);
            }
        }
    });
    list.response.accessible_name(name);
    next
}

/// Returns the subject and the fact of a comparison, if the choices have them and its operator.
fn found<'c>(choices: &'c SimpleChoices, test: &SimpleTest) -> Option<(&'c SimpleSubject, &'c SimpleFact)> {
    let subject = choices.subjects.iter().find(|subject| subject.word == test.subject)?;
    let is_of_has = matches!(test.operator, SimpleOperator::Has | SimpleOperator::HasNot);
    let fact = subject.facts.iter().find(|fact| {
        if is_of_has { fact.word == TAG_FACT || fact.word == TERRAIN_FACT } else { fact.word == test.fact }
    })?;
    fact.operators().contains(&test.operator).then_some((subject, fact))
}

fn name_of(subject: &SimpleSubject) -> &str {
    subject.word.as_deref().unwrap_or(GAME)
}

/// Returns the comparison that the builder adds first: that of the first thing that the rule is about.
fn first_test(choices: &SimpleChoices) -> Option<SimpleTest> {
    let subject = choices.subjects.iter().find(|subject| subject.word.is_some()).or(choices.subjects.first())?;
    Some(first_of(subject, subject.facts.first()?))
}

/// Returns a comparison of a fact with its first value.
fn first_of(subject: &SimpleSubject, fact: &SimpleFact) -> SimpleTest {
    let value = match &fact.values {
        SimpleValues::Numbers(least, _) => least.to_string().into(),
        SimpleValues::Words(words) | SimpleValues::Tags(words) => words.first().cloned().unwrap_or_default(),
        SimpleValues::Answer => Default::default(),
    };
    let word = if fact.is_of_has() { Default::default() } else { fact.word.clone() };
    let operator = fact.operators().first().copied().unwrap_or(SimpleOperator::Yes);
    SimpleTest { subject: subject.word.clone(), fact: word, operator, value }
}
