//! Definitions: the check of one, and what one stands for where it is used.

use super::super::scope::{ExpressionScope, Judged, RuleDefine, RuleNeeds, UsedKind};
use super::super::syntax::Name;
use super::super::vocabulary::{Knowledge, Stability, ValueType};
use super::value::Typed;
use super::{Checker, Within};
use crate::rule::findings::{RULE_CIRCULAR, RULE_TOO_SLOW, RULE_TYPE};
use crate::rule::problem::RuleProblem;
use crate::rule::term::Term;

/// The number of definitions that may ask each other in a row.
const MOST_ROWS: usize = 8;

/// Checks a definition, and returns the type of its value.
pub(in super::super) fn define(number: usize, scope: &ExpressionScope<'_>, needs: &mut RuleNeeds) -> Judged<ValueType> {
    let Some(define) = scope.defines.get(number) else { return (None, Vec::new()) };
    // What its places do not allow is told there.
    let scope = &ExpressionScope {
        given: &[],
        place: "",
        takes: Stability::Live,
        level: u8::MAX,
        known: Knowledge::Secret,
        in_search: false,
        steps: u32::MAX,
        ..*scope
    };
    let mut checker = Checker::new(&define.text, scope, needs, define.problems.clone());
    let subject = define.of.map(|of| Typed::of(Term::Given(0), of, 1));
    checker.within.push(Within { number, subject, hidden: 0, used_at: None });
    let found = checker.value(&define.tree, None);
    if let Some(value) = found.value
        && !matches!(value, ValueType::Number | ValueType::YesNo)
    {
        let message = format!("a definition is a condition or a number, and this is {}", value.described());
        checker.tell(&RULE_TYPE, define.tree.span, message);
    }
    let is_sound = checker.is_sound();
    (found.value.filter(|_| is_sound), checker.told())
}

impl Checker<'_> {
    /// Checks the use of a definition.
    pub(super) fn use_define(&mut self, number: usize, name: &Name) -> Typed {
        let Some(define) = self.scope.defines.get(number) else { return Typed::unknown() };
        self.uses(UsedKind::Define, name.word.span, &name.word.text);
        if let Some(at) = self.within.iter().position(|within| within.number == number) {
            // Each definition of a circle tells of it, at the word that leads into it.
            if at == 0 && self.within.first().is_some_and(|within| within.used_at.is_none()) {
                self.tell_circle(number, name);
            }
            return Typed::unknown();
        }
        let span = self.used_at().unwrap_or(name.word.span);
        if self.within.len() >= MOST_ROWS {
            let message = format!("more than {MOST_ROWS} definitions ask each other in a row");
            self.problems.push(RuleProblem::new(&RULE_TOO_SLOW, span.range(), message));
            return Typed::unknown();
        }
        let Some(subject) = self.subject(define, name) else { return Typed::unknown() };
        let used_at = Some(span);
        self.within.push(Within { number, subject, hidden: self.bound.len(), used_at });
        let found = self.value(&define.tree, None);
        self.within.pop();
        found
    }

    /// Checks the subject of a use; `None` after an error.
    fn subject(&mut self, define: &RuleDefine, name: &Name) -> Option<Option<Typed>> {
        let word = &name.word.text;
        match (define.of, name.arguments.as_deref()) {
            (None, None) => Some(None),
            (None, Some(_)) => {
                let problem =
                    RuleProblem::new(&RULE_TYPE, name.span.range(), format!("`{word}` is about nothing in brackets"));
                self.report(problem.write(word.to_string(), false));
                None
            }
            (Some(of), None) => {
                let message = format!("`{word}` is about {}, which is missing in brackets", of.described());
                let problem = RuleProblem::new(&RULE_TYPE, name.span.range(), message);
                self.report(problem.help(format!("write `{word}({})`", of.word())));
                None
            }
            (Some(of), Some([subject])) => {
                let because = format!("`{word}` is about {}", of.described());
                let subject = self.wanted(subject, of, &because);
                subject.is_known().then_some(Some(subject))
            }
            (Some(_), Some(many)) => {
                self.wrong_count(name, 1, many.len());
                None
            }
        }
    }

    /// Reports definitions that ask each other in a circle.
    fn tell_circle(&mut self, number: usize, name: &Name) {
        let id = |number: usize| self.scope.defines.get(number).map_or("", |define| define.id.as_str());
        let ids: Vec<&str> = self.within.iter().map(|within| id(within.number)).chain([id(number)]).collect();
        let steps = ids.windows(2).filter_map(|pair| match pair {
            [one, other] if one == other => Some(format!("`{one}` asks itself")),
            [one, other] => Some(format!("`{one}` asks `{other}`")),
            _ => None,
        });
        let message = crate::words::listed(steps, "and");
        // The word in the text of the first definition.
        let span = self.used_at().unwrap_or(name.word.span);
        let problem = RuleProblem::new(&RULE_CIRCULAR, span.range(), message);
        self.problems.push(problem.help("write one of them without the others"));
    }
}
