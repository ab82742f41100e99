//! Effects of events.

use super::super::parser::parse_effect;
use super::super::scope::{ExpressionScope, Judged, NumberRange, RuleNeeds};
use super::super::syntax::{Expr, Name, Span};
use super::super::term::{CheckedEffect, EffectChange, EffectTarget, Term};
use super::super::vocabulary::ValueType;
use super::Checker;
use crate::diagnostic::list;
use crate::rule::findings::{RULE_NOT_HERE, RULE_TYPE, RULE_UNKNOWN_NAME};
use crate::rule::problem::RuleProblem;

/// The target of an effect: its least and greatest number, if it is one, and the words for it.
struct Changed {
    target: EffectTarget,
    number: Option<(i32, i32)>,
    words: String,
    cost: u32,
}

/// Checks the text of an effect.
pub(in super::super) fn effect(
    text: &str,
    scope: &ExpressionScope<'_>,
    needs: &mut RuleNeeds,
) -> Judged<CheckedEffect> {
    let (effect, problems) = parse_effect(text);
    let mut checker = Checker::new(text, scope, needs, problems);
    let Some(effect) = effect else { return (None, checker.told()) };
    let condition = effect
        .condition
        .as_ref()
        .map(|condition| checker.wanted(condition, ValueType::YesNo, "a condition is yes or no"));
    let changed = checker.target(&effect.target);
    let change = effect.change.as_ref().map(|(how, number)| {
        let found = checker.wanted(number, ValueType::Number, "this is a number");
        if let Some(changed) = &changed {
            checker.fit_change(*how, &found, changed, number.span);
        }
        (*how, found)
    });
    if let Some(changed) = &changed {
        checker.check_sort(&effect.target, changed, change.is_some());
    }
    let all = condition.iter().chain(change.iter().map(|(_, number)| number));
    let is_known = all.clone().all(super::value::Typed::is_known);
    let cost = all.fold(changed.as_ref().map_or(0, |changed| changed.cost), |sum, part| sum.saturating_add(part.cost));
    checker.check_cost(&super::value::Typed::of(Term::Constant(0), ValueType::Number, cost));
    let checked = changed.filter(|_| is_known && checker.is_sound()).map(|changed| CheckedEffect {
        condition: condition.map(|condition| condition.term),
        target: changed.target,
        change: change.map(|(how, number)| (how, number.term)),
    });
    (checked, checker.told())
}

impl Checker<'_> {
    fn target(&mut self, name: &Name) -> Option<Changed> {
        let text = name.word.text.as_str();
        if text == "counter" {
            let (number, owner) = self.counter(name)?;
            let counter = self.scope.counters.get(number)?;
            return Some(Changed {
                number: Some((counter.least, counter.most)),
                words: format!("the counter `{}`", counter.id),
                cost: owner.as_ref().map_or(1, |owner| owner.cost),
                target: EffectTarget::Counter(number as u16, owner.map(|owner| owner.term)),
            });
        }
        let effects = self.scope.vocabulary.effects;
        let Some((number, info)) = effects.iter().enumerate().find(|(_, effect)| effect.name == text) else {
            self.no_effect(name);
            return None;
        };
        let arguments = name.arguments.as_deref().unwrap_or_default();
        let found = self.arguments(name, info.parameters, arguments)?;
        Some(Changed {
            number: info.number,
            words: format!("`{text}`"),
            cost: found.iter().fold(1_u32, |sum, part| sum.saturating_add(part.cost)),
            target: EffectTarget::System(number as u16, found.into_iter().map(|part| part.term).collect()),
        })
    }

    /// Reports a number without a change, and an act with one.
    fn check_sort(&mut self, target: &Name, changed: &Changed, changes: bool) {
        let text = self.shown(target.span).to_owned();
        match (changed.number, changes) {
            (Some(_), false) => {
                let problem = RuleProblem::new(
                    &RULE_TYPE,
                    target.span.range(),
                    format!("`{text}` is a number, and nothing changes it"),
                );
                self.report(problem.help(format!("write `{text} = 1`, `{text} += 1` or `{text} -= 1`")));
            }
            (None, true) => {
                let problem =
                    RuleProblem::new(&RULE_TYPE, target.span.range(), format!("`{text}` happens, and is no number"));
                self.report(problem.help(format!("write `{text}` alone")));
            }
            _ => {}
        }
    }

    /// Reports a change that leaves the range of its number.
    fn fit_change(&mut self, how: EffectChange, found: &super::value::Typed, changed: &Changed, span: Span) {
        let Some((least, most)) = changed.number else { return };
        let (least, most) = match how {
            EffectChange::Set => (least, most),
            EffectChange::Add | EffectChange::Subtract => (least.saturating_sub(most), most.saturating_sub(least)),
        };
        let of = match how {
            EffectChange::Set => changed.words.clone(),
            EffectChange::Add | EffectChange::Subtract => format!("a change of {}", changed.words),
        };
        self.fit(found, NumberRange { least, most, of: &of }, span);
    }

    fn no_effect(&mut self, name: &Name) {
        let (text, here) = (name.word.text.as_str(), self.scope.vocabulary.system.name());
        let known = || self.scope.vocabulary.effects.iter().map(|effect| effect.name).chain(["counter"]);
        let span = name.word.span.range();
        let other = self.other_system(|vocabulary| vocabulary.effects.iter().any(|effect| effect.name == text));
        let problem = match other {
            Some(other) => {
                let message = format!("`{text}` is an effect of {other}, and not of {here}");
                RuleProblem::new(&RULE_NOT_HERE, span, message).help(format!("effects here are {}", list(known())))
            }
            None => {
                let problem = RuleProblem::new(&RULE_UNKNOWN_NAME, span, format!("{here} has no effect `{text}`"));
                problem.meant(text, known(), || Some(format!("effects are {}", list(known()))))
            }
        };
        self.report(problem);
        for argument in name.arguments.iter().flatten() {
            self.check_alone(argument);
        }
    }

    /// Checks an expression whose place is unknown, for its own errors.
    fn check_alone(&mut self, tree: &Expr) {
        if !self.is_open(tree) {
            self.value(tree, None);
        }
    }
}
