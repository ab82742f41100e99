//! Words with arguments: `counter(fires, unit)`, `half-up(x)`, `distance(a, b)`, `guard-in-cover(defender)`.

use super::super::checked::CounterOwner;
use super::super::syntax::{Expr, ExprKind, Name};
use super::super::term::{Arithmetic, Term};
use super::super::vocabulary::{Knowledge, Stability, ValueType};
use super::Checker;
use super::rights::Asked;
use super::value::Typed;
use crate::rule::findings::{RULE_TYPE, RULE_UNKNOWN_NAME};
use crate::rule::problem::RuleProblem;
use crate::rule::scope::UsedKind;

impl CounterOwner {
    /// Returns the type of the owner; `None` for the game.
    pub(crate) fn value(self) -> Option<ValueType> {
        match self {
            Self::Game => None,
            Self::Side => Some(ValueType::Side),
            Self::Unit => Some(ValueType::Unit),
            Self::Place => Some(ValueType::Place),
        }
    }
}

/// The words with arguments of all systems that are neither facts nor sources.
pub(super) const FUNCTIONS: [&str; 8] =
    ["counter", "edge", "half-up", "half-down", "ceil-div", "floor-div", "least", "most"];

impl Checker<'_> {
    pub(super) fn call(&mut self, name: &Name) -> Typed {
        let arguments = name.arguments.as_deref().unwrap_or_default();
        let text = name.word.text.as_str();
        match text {
            "counter" => return self.counter_value(name),
            "half-up" | "half-down" => return self.half(text == "half-up", name, arguments),
            "ceil-div" | "floor-div" => return self.quotient(text == "ceil-div", name, arguments),
            "least" => return self.extreme(Arithmetic::Least, name, arguments),
            "most" => return self.extreme(Arithmetic::Most, name, arguments),
            "edge" if self.scope.vocabulary.has_hexes => {
                let whole = self.shown(name.span).to_owned();
                let problem =
                    RuleProblem::new(&RULE_TYPE, name.span.range(), "what lies between two hexes is asked with `has`");
                self.report(problem.help(format!("write `{whole} has stream`")));
                return Typed::unknown();
            }
            _ => {}
        }
        if let Some(number) = self.scope.defines.iter().position(|define| define.id == text) {
            return self.use_define(number, name);
        }
        if let Some(found) = self.find_fact(None, text) {
            return self.ask(found, None, name, name.span);
        }
        if self.is_source(text) {
            return self.misplaced_source(name);
        }
        self.no_function(name)
    }

    fn counter_value(&mut self, name: &Name) -> Typed {
        let Some((number, owner)) = self.counter(name) else { return Typed::unknown() };
        let asked = Asked {
            span: name.span,
            short: name.span,
            stability: Stability::Move,
            knowledge: Knowledge::Open,
            about: None,
        };
        if !self.may_ask(&asked) {
            return Typed::unknown();
        }
        let Some(counter) = self.scope.counters.get(number) else { return Typed::unknown() };
        let (least, most) = (i64::from(counter.least), i64::from(counter.most));
        let cost = owner.as_ref().map_or(1, |owner| owner.cost.saturating_add(1));
        let term = Term::Counter(number as u16, owner.map(|owner| Box::new(owner.term)));
        Typed::bounded(term, ValueType::Number, least, most, cost)
    }

    /// Checks the arguments of `counter`, and returns the number of the counter and its owner.
    pub(super) fn counter(&mut self, name: &Name) -> Option<(usize, Option<Typed>)> {
        let arguments = name.arguments.as_deref().unwrap_or_default();
        let id = match arguments.first() {
            Some(Expr { kind: ExprKind::Name(Name { word, arguments: None, .. }), .. }) => word,
            Some(Expr { kind: ExprKind::Missing, .. }) => return None,
            other => {
                let span = other.map_or(name.span, |argument| argument.span);
                let problem =
                    RuleProblem::new(&RULE_TYPE, span.range(), "the first value of `counter` is the id of a counter");
                self.report(problem.help("write `counter(fires)` or `counter(fires, unit)`"));
                return None;
            }
        };
        let Some(number) = self.scope.counters.iter().position(|counter| counter.id == id.text) else {
            let message = format!("no counter has the id `{}`", id.text);
            let problem = RuleProblem::new(&RULE_UNKNOWN_NAME, id.span.range(), message);
            let known = self.scope.counters.iter().map(|counter| counter.id.as_str());
            self.report(
                problem.meant(&id.text, known, || {
                    Some(format!("add it as `[[rules.counter]]` with `id = \"{}\"`", id.text))
                }),
            );
            return None;
        };
        self.uses(UsedKind::Counter, id.span, &id.text);
        let of = self.scope.counters.get(number)?.of.value();
        let rest = arguments.get(1..).unwrap_or_default();
        match (of, rest) {
            (None, []) => Some((number, None)),
            (Some(value), [owner]) => {
                let because = format!("the counter `{}` is of {}", id.text, super::value::with_article(value.word()));
                let owner = self.wanted(owner, value, &because);
                owner.is_known().then_some((number, Some(owner)))
            }
            (None, _) => {
                let message = format!("the counter `{}` is of the game, and takes nothing else in brackets", id.text);
                let problem = RuleProblem::new(&RULE_TYPE, name.span.range(), message);
                self.report(problem.write(format!("counter({})", id.text), false));
                None
            }
            (Some(value), _) => {
                let of = super::value::with_article(value.word());
                let message = format!("the counter `{}` is of {of}, which is missing in the brackets", id.text);
                let problem = RuleProblem::new(&RULE_TYPE, name.span.range(), message);
                self.report(problem.help(format!("write `counter({}, {})`", id.text, value.word())));
                None
            }
        }
    }
}
