//! A text as an expression, in each place where a scenario could have it.

use std::ops::Range;

use super::names::RuleNames;
use super::problem::RuleProblem;
use super::scope::{ExpressionScope, NumberRange, RuleNeeds, condition, effect, number};
use crate::{Code, Scenario};

/// A text as an expression in one place.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ProbedExpression {
    /// The place, such as `attack.defender`, or `do` for an effect.
    pub place: &'static str,
    /// `true` if it can stand there.
    pub is_sound: bool,
    /// What is found in it: the code, the bytes of the text, and the message.
    pub findings: Vec<(Code, Range<usize>, String)>,
}

/// Checks `text` as a condition and a number of each number and answer of the rules, as a condition of each act, and as an effect.
pub fn probe(scenario: &Scenario, text: &str) -> Vec<ProbedExpression> {
    let vocabulary = scenario.system().vocabulary();
    let names = RuleNames::of(scenario);
    let scope = ExpressionScope::of_turn(vocabulary, &names, &[], &[]);
    let mut probed = Vec::new();
    let mut note = |place, is_sound, problems: Vec<RuleProblem>| {
        let findings = problems.into_iter().map(|found| (found.finding.code, found.span, found.message)).collect();
        probed.push(ProbedExpression { place, is_sound, findings });
    };
    let mut needs = RuleNeeds::default();
    for hook in vocabulary.hooks {
        let of_hook = scope.of_hook(hook);
        let (term, problems) = condition(text, &of_hook, &mut needs);
        note(hook.name, term.is_some(), problems);
        let range = NumberRange { least: hook.least, most: hook.most, of: hook.phrase };
        let (term, problems) = number(text, range, &of_hook, &mut needs);
        note(hook.name, term.is_some(), problems);
    }
    for act in vocabulary.acts {
        let (term, problems) = condition(text, &scope.of_act(act), &mut needs);
        note(act.name, term.is_some(), problems);
    }
    let (checked, problems) = effect(text, &scope, &mut needs);
    note("do", checked.is_some(), problems);
    probed
}
