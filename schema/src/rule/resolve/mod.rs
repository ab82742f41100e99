//! The check of expressions: names, types, ranges, secrets, costs. A checked tree becomes a [`Term`].
//!
//! Definitions are checked where they stand, and again at each use with its subject in their place. There only what depends on the use is
//! reported: what its place must not ask, and how long it takes.

mod calls;
mod compare;
mod define;
mod effect;
mod facts;
mod guess;
mod has;
mod ids;
mod number;
mod rights;
mod source;
#[cfg(test)]
mod tests;
mod tree;
mod unknown;
mod value;

use smol_str::SmolStr;

use super::findings::{RULE_ALWAYS, RULE_NEVER, RULE_RANGE, RULE_TOO_SLOW, RULE_TYPE};
use super::parser::{Wanted, parse};
use super::problem::RuleProblem;
use super::scope::{ExpressionScope, Judged, NumberRange, RuleNeeds, UsedKind, UsedName};
use super::syntax::{Expr, Span};
use super::term::Term;
use super::vocabulary::ValueType;
use crate::diagnostic::{Finding, Severity};
use value::{Typed, grouped};

pub(super) use define::define;
pub(super) use effect::effect;
pub(super) use guess::{names_of, type_of};
pub(super) use source::{FARTHEST, SOURCES, needs_hexes};

/// The greatest number of parts of an expression, with all that its definitions stand for.
const MOST_PARTS: usize = 4000;

/// The greatest number in rules, and the least below zero.
pub(super) const GREATEST: i64 = 1_000_000;

/// Checks the text of a condition.
pub(super) fn condition(text: &str, scope: &ExpressionScope<'_>, needs: &mut RuleNeeds) -> Judged<Term> {
    let (tree, problems) = parse(text, Wanted::Condition);
    let mut checker = Checker::new(text, scope, needs, problems);
    let found = checker.wanted(&tree, ValueType::YesNo, "a condition is yes or no");
    if checker.is_sound() && found.is_known() {
        let whole = tree.span;
        match (found.least, found.most) {
            (0, 0) => {
                let problem = RuleProblem::new(&RULE_NEVER, whole.range(), "this condition is never met");
                checker.report(problem.help("correct it, or remove the rule"));
            }
            (1, 1) => {
                let problem = RuleProblem::new(&RULE_ALWAYS, whole.range(), "this condition is always met");
                checker.report(problem.help("correct it, or leave `when` out"));
            }
            _ => {}
        }
    }
    checker.finish(found)
}

/// Checks the text of a number.
pub(super) fn number(
    text: &str,
    range: NumberRange<'_>,
    scope: &ExpressionScope<'_>,
    needs: &mut RuleNeeds,
) -> Judged<Term> {
    let (tree, problems) = parse(text, Wanted::Number);
    let mut checker = Checker::new(text, scope, needs, problems);
    let found = checker.wanted(&tree, ValueType::Number, "this is a number");
    checker.fit(&found, range, tree.span);
    checker.finish(found)
}

/// The check of one text.
struct Checker<'c> {
    text: &'c str,
    scope: &'c ExpressionScope<'c>,
    needs: &'c mut RuleNeeds,
    problems: Vec<RuleProblem>,
    /// The names of the values of quantifiers, from the outer one.
    bound: Vec<(SmolStr, ValueType)>,
    /// The definitions that are being looked at, from the outer one.
    within: Vec<Within>,
    /// The parts so far.
    parts: usize,
    /// The quantifier that takes the most steps.
    slowest: Option<Slow>,
}

/// A quantifier that takes many steps.
struct Slow {
    cost: u32,
    /// Its word.
    span: Span,
    /// The counts of its values, such as `41 units × 6 hexes`.
    sizes: String,
}

/// A definition that is being looked at.
struct Within {
    number: usize,
    /// Its subject.
    subject: Option<Typed>,
    /// The number of variables outside of it, which it does not see.
    hidden: usize,
    /// The part of the text that asks it; `None` if the text is that of the definition.
    used_at: Option<Span>,
}

impl<'c> Checker<'c> {
    fn new(
        text: &'c str,
        scope: &'c ExpressionScope<'c>,
        needs: &'c mut RuleNeeds,
        problems: Vec<RuleProblem>,
    ) -> Self {
        Self { text, scope, needs, problems, bound: Vec::new(), within: Vec::new(), parts: 0, slowest: None }
    }

    /// Returns the part of the text that uses a definition, if one is being looked at for a use.
    fn used_at(&self) -> Option<Span> {
        self.within.iter().find_map(|within| within.used_at)
    }

    /// Returns the text of a part, for messages.
    fn shown(&self, span: Span) -> &str {
        self.text.get(span.range()).unwrap_or_default()
    }

    /// Reports a problem, unless it is one of a definition that was reported there.
    fn report(&mut self, problem: RuleProblem) {
        if self.used_at().is_none() {
            self.problems.push(problem);
        }
    }

    fn tell(&mut self, finding: &'static Finding, span: Span, message: String) {
        self.report(RuleProblem::new(finding, span.range(), message));
    }

    /// Remembers a name that the text uses.
    fn uses(&mut self, kind: UsedKind, span: Span, name: &str) {
        if self.used_at().is_none() {
            self.needs.used.push(UsedName { span: span.range(), kind, name: name.into() });
        }
    }

    /// Returns `true` if no error was found.
    fn is_sound(&self) -> bool {
        self.problems.iter().all(|problem| problem.finding.severity != Severity::Error)
    }

    /// Counts parts, and returns `false` if there are too many.
    fn count(&mut self, parts: usize) -> bool {
        let before = self.parts;
        self.parts = before.saturating_add(parts);
        if before <= MOST_PARTS && self.parts > MOST_PARTS {
            let message = "this is too long, with all that its definitions stand for".to_owned();
            let span = self.used_at().unwrap_or(Span::new(0, self.text.len()));
            self.problems.push(RuleProblem::new(&RULE_TOO_SLOW, span.range(), message));
        }
        self.parts <= MOST_PARTS
    }

    /// Checks an expression whose value has to be of a type.
    fn wanted(&mut self, tree: &Expr, value: ValueType, because: &str) -> Typed {
        let found = self.value(tree, Some((value, because)));
        self.of_type(found, tree.span, value, because)
    }

    /// Reports a value of another type.
    fn of_type(&mut self, found: Typed, span: Span, value: ValueType, because: &str) -> Typed {
        match found.value {
            None => found,
            Some(other) if other == value => found,
            Some(other) => {
                let text = self.shown(span).to_owned();
                let message = format!("{because}, and `{text}` is {}", other.described());
                let problem = RuleProblem::new(&RULE_TYPE, span.range(), message);
                let problem = match value::remedy(&text, other, value) {
                    Some((help, None)) => problem.help(help),
                    Some((help, Some(mended))) => problem.help(help).write(mended, false),
                    None => problem,
                };
                self.report(problem);
                Typed::unknown()
            }
        }
    }

    /// Reports a number that can leave a range.
    fn fit(&mut self, found: &Typed, range: NumberRange<'_>, span: Span) {
        let (least, most) = (i64::from(range.least), i64::from(range.most));
        if !found.is_known() || found.least >= least && found.most <= most {
            return;
        }
        let worst = if found.most > most { found.most } else { found.least };
        let can = if found.least == found.most { "is" } else { "can be" };
        let message = format!("this {can} {}, and {} takes {least} to {most}", grouped(worst), range.of);
        let text = self.shown(span).to_owned();
        let problem = RuleProblem::new(&RULE_RANGE, span.range(), message);
        self.report(if found.least == found.most {
            problem
        } else if found.most > most {
            problem.help(format!("limit it: `least({most}, {text})`"))
        } else {
            problem.help(format!("limit it: `most({least}, {text})`"))
        });
    }

    /// Returns the result, after the check of its cost.
    fn finish(mut self, found: Typed) -> Judged<Term> {
        self.check_cost(&found);
        let term = (self.is_sound() && found.is_known()).then_some(found.term);
        (term, self.told())
    }

    /// Returns the problems in the order of the text.
    fn told(self) -> Vec<RuleProblem> {
        let mut problems = self.problems;
        problems.sort_by_key(|problem| (problem.span.start, problem.span.end));
        problems
    }

    fn check_cost(&mut self, found: &Typed) {
        self.needs.steps = self.needs.steps.saturating_add(found.cost);
        let limit = self.scope.steps;
        if found.cost <= limit {
            return;
        }
        let (span, sizes) = match &self.slowest {
            Some(slow) => (slow.span, format!("{} are", slow.sizes)),
            None => (Span::new(0, self.text.len()), "this takes".to_owned()),
        };
        let place = if self.scope.place.is_empty() { "this".to_owned() } else { format!("`{}`", self.scope.place) };
        let message = format!(
            "{sizes} up to {} steps, and {place} takes {} at most",
            grouped(i64::from(found.cost)),
            grouped(i64::from(limit))
        );
        let mut problem = RuleProblem::new(&RULE_TOO_SLOW, span.range(), message);
        if self.scope.vocabulary.has_hexes {
            let hex = self.scope.given.iter().rfind(|given| given.value == ValueType::Hex);
            let hex = hex.map_or("hex", |given| given.name);
            problem = problem.help(format!("ask for the surroundings of a hex: `any(h in within({hex}, 2) where …)`"));
        }
        self.problems.push(problem);
    }
}
