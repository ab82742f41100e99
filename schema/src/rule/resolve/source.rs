//! Quantifiers and their sources.

use super::super::syntax::{Expr, ExprKind, Name, Over, Word};
use super::super::term::{Quantifier, Quantity, Term, TermSource};
use super::super::vocabulary::{Knowledge, Stability, ValueType};
use super::rights::Asked;
use super::value::Typed;
use super::{Checker, Slow};
use crate::rule::findings::{RULE_TOO_SLOW, RULE_TYPE};
use crate::rule::problem::RuleProblem;
use crate::rule::syntax::Span;

/// A source of values.
struct Source {
    term: TermSource,
    element: ValueType,
    /// The greatest number of values.
    count: usize,
    cost: u32,
}

/// The sources of all systems.
pub(in super::super) const SOURCES: [&str; 5] = ["all-units", "units", "units-of", "neighbors", "within"];

/// The number of quantifiers that may stand within each other.
const MOST_NESTED: usize = 2;

/// The greatest distance of `within`.
pub(in super::super) const FARTHEST: i32 = 5;

/// The number of units that a hex is taken to have.
const UNITS_IN_HEX: usize = 6;

impl Checker<'_> {
    /// Returns `true` if a source has this name.
    pub(super) fn is_source(&self, text: &str) -> bool {
        self.sources().any(|source| source == text)
    }

    /// Returns the names of sources here.
    pub(super) fn sources(&self) -> impl Iterator<Item = &str> + Clone {
        let vocabulary = self.scope.vocabulary;
        let common = SOURCES.iter().copied().filter(|source| vocabulary.has_hexes || !needs_hexes(source));
        let given = if self.within.is_empty() { self.scope.given } else { &[] };
        let lists = given.iter().filter(|given| given.is_list).map(|given| given.name);
        lists.chain(vocabulary.sources.iter().map(|source| source.name)).chain(common)
    }

    /// Reports a source that stands outside of a quantifier.
    pub(super) fn misplaced_source(&mut self, name: &Name) -> Typed {
        let before = self.problems.len();
        self.source(&Expr { kind: ExprKind::Name(name.clone()), span: name.span });
        // A fault of the source itself is enough.
        if self.problems.len() == before {
            let text = self.shown(name.span).to_owned();
            let message = format!(
                "`{text}` is a source, which stands only inside `any`, `all`, `count`, `sum`, `least` and `most`"
            );
            let problem = RuleProblem::new(&RULE_TYPE, name.span.range(), message);
            self.report(problem.help(format!("write `any(u in {text} where …)`")));
        }
        Typed::unknown()
    }

    pub(super) fn over(&mut self, over: &Over) -> Typed {
        let source = self.source(&over.source);
        let depth = self.bound.len();
        if depth >= MOST_NESTED {
            let span = self.used_at().unwrap_or(over.quantity.span);
            let message = format!("at most {MOST_NESTED} sources stand within each other");
            self.problems.push(RuleProblem::new(&RULE_TOO_SLOW, span.range(), message));
            return Typed::unknown();
        }
        let element = source.as_ref().map(|source| source.element);
        let before = self.slowest.take();
        self.bind_any(&over.variable, element);
        let number = over.number.as_ref().map(|number| {
            let because = format!("`{}` takes a number of each value", over.quantity.text);
            self.wanted(number, ValueType::Number, &because)
        });
        let condition = over
            .condition
            .as_ref()
            .map(|condition| self.wanted(condition, ValueType::YesNo, "a condition is yes or no"));
        self.bound.truncate(depth);
        let inner = self.slowest.take();
        self.slowest = before;
        let parts = number.iter().chain(&condition);
        let (true, Some(source)) = (parts.clone().all(Typed::is_known), source) else { return Typed::unknown() };
        let each = parts.fold(1_u32, |sum, part| sum.saturating_add(part.cost));
        let count = u32::try_from(source.count).unwrap_or(u32::MAX);
        let cost = each.saturating_mul(count).saturating_add(source.cost).saturating_add(1);
        self.remember_cost(over, &source, cost, inner);
        self.quantified(over, source, number, condition, cost, depth)
    }

    /// Gives a name to values of a type that may be unknown.
    fn bind_any(&mut self, variable: &Word, element: Option<ValueType>) {
        // Without a type, what is asked of the value is not reported: the source was.
        self.bind(variable, element.unwrap_or(ValueType::Unit));
    }

    fn quantified(
        &mut self,
        over: &Over,
        source: Source,
        number: Option<Typed>,
        condition: Option<Typed>,
        cost: u32,
        depth: usize,
    ) -> Typed {
        let count = source.count as i64;
        let (never, always) = condition.as_ref().map_or((false, true), |found| (found.most == 0, found.least == 1));
        let (low, high) = number.as_ref().map_or((0, 0), |number| (number.least, number.most));
        let (quantity, value, least, most) = match over.quantity.text.as_str() {
            "any" => (Quantity::Any, ValueType::YesNo, 0, i64::from(!never)),
            "all" => (Quantity::All, ValueType::YesNo, i64::from(always), 1),
            "count" => (Quantity::Count, ValueType::Number, 0, if never { 0 } else { count }),
            "sum" => (Quantity::Sum, ValueType::Number, (low * count).min(0), (high * count).max(0)),
            "least" => (Quantity::Least, ValueType::Number, low.min(0), high.max(0)),
            _ => (Quantity::Most, ValueType::Number, low.min(0), high.max(0)),
        };
        let term = Term::Over(Box::new(Quantifier {
            quantity,
            source: source.term,
            variable: depth as u8,
            number: number.map(|number| number.term),
            condition: condition.map(|condition| condition.term),
        }));
        let span = over.quantity.span.to(over.source.span);
        self.in_numbers(Typed::bounded(term, value, least, most, cost), span)
    }

    /// Remembers a quantifier if it is the slowest so far, with the counts of its values and of those of the slowest one within it.
    fn remember_cost(&mut self, over: &Over, source: &Source, cost: u32, inner: Option<Slow>) {
        let own = crate::words::counted(source.count, source.element.word());
        let sizes = match inner {
            Some(inner) => format!("{own} × {}", inner.sizes),
            None => own,
        };
        let span = self.used_at().unwrap_or(over.quantity.span);
        if self.slowest.as_ref().is_none_or(|slowest| slowest.cost < cost) {
            self.slowest = Some(Slow { cost, span, sizes });
        }
    }

    /// Checks a source; `None` after an error.
    fn source(&mut self, tree: &Expr) -> Option<Source> {
        let name = match &tree.kind {
            ExprKind::Missing => return None,
            ExprKind::Name(name) => name,
            _ => {
                let text = self.shown(tree.span).to_owned();
                let message = format!("`{text}` is no source");
                let known = crate::diagnostic::list(self.sources());
                let problem = RuleProblem::new(&RULE_TYPE, tree.span.range(), message);
                self.report(problem.help(format!("sources are {known}")));
                return None;
            }
        };
        let text = name.word.text.as_str();
        let arguments = name.arguments.as_deref().unwrap_or_default();
        if self.within.is_empty()
            && let Some(at) = self.scope.given.iter().position(|given| given.is_list && given.name == text)
        {
            let element = self.scope.given.get(at)?.value;
            let count = if element == ValueType::Unit { UNITS_IN_HEX.min(self.scope.names.unit_count()) } else { 6 };
            return Some(Source { term: TermSource::Given(at as u8), element, count, cost: 1 });
        }
        if let Some(at) = self.scope.vocabulary.sources.iter().position(|source| source.name == text) {
            return self.system_source(at, name, tree.span);
        }
        if !self.is_source(text) {
            self.no_source(name);
            return None;
        }
        self.common_source(text, name, arguments, tree.span)
    }

    fn common_source(&mut self, text: &str, name: &Name, arguments: &[Expr], span: Span) -> Option<Source> {
        let types: &[ValueType] = match text {
            "units-of" => &[ValueType::Formation],
            "all-units" => &[],
            _ => &[ValueType::Hex],
        };
        let is_within = text == "within";
        let counted = if is_within { arguments.get(..1).unwrap_or_default() } else { arguments };
        if is_within && arguments.len() != 2 {
            self.wrong_count(name, 2, arguments.len());
            return None;
        }
        let far = if is_within { self.far(arguments.get(1)?) } else { Some(0) };
        let found = self.arguments(name, types, counted)?;
        let far = far?;
        let of_units = !matches!(text, "neighbors" | "within");
        let stability = if of_units { Stability::Move } else { Stability::Fixed };
        let asked = Asked { span, short: span, stability, knowledge: Knowledge::Open, about: None };
        if !self.may_ask(&asked) {
            return None;
        }
        let cost = found.iter().fold(1_u32, |sum, part| sum.saturating_add(part.cost));
        let first = found.into_iter().next().map(|part| part.term);
        let names = self.scope.names;
        let (term, count) = match (text, first) {
            ("units", Some(hex)) => (TermSource::Units(hex), UNITS_IN_HEX.min(names.unit_count())),
            ("units-of", Some(formation)) => (TermSource::UnitsOf(formation), names.largest_formation()),
            ("neighbors", Some(hex)) => (TermSource::Neighbors(hex), 6),
            ("within", Some(hex)) => (TermSource::Within(hex, far), hexes_within(far)),
            _ => (TermSource::AllUnits, names.unit_count()),
        };
        let element = if of_units { ValueType::Unit } else { ValueType::Hex };
        Some(Source { term, element, count, cost })
    }

    /// Checks the distance of `within`.
    fn far(&mut self, tree: &Expr) -> Option<u8> {
        match tree.kind {
            ExprKind::Number(number @ 0..=FARTHEST) => Some(number as u8),
            ExprKind::Missing => None,
            _ => {
                let message = format!("the distance of `within` is a constant from 0 to {FARTHEST}");
                self.tell(&RULE_TYPE, tree.span, message);
                None
            }
        }
    }

    fn system_source(&mut self, at: usize, name: &Name, span: Span) -> Option<Source> {
        let info = *self.scope.vocabulary.sources.get(at)?;
        let arguments = name.arguments.as_deref().unwrap_or_default();
        if !self.is_below(info.level, name.word.span) {
            return None;
        }
        let found = self.arguments(name, info.parameters, arguments)?;
        let asked = Asked {
            span,
            short: name.word.span,
            stability: info.stability,
            knowledge: info.knowledge,
            about: found.first().map(|part| &part.term),
        };
        if !self.may_ask(&asked) {
            return None;
        }
        let cost = found.iter().fold(1_u32, |sum, part| sum.saturating_add(part.cost));
        let terms = found.into_iter().map(|part| part.term).collect();
        let count = self.scope.names.unit_count();
        Some(Source { term: TermSource::System(at as u16, terms), element: info.element, count, cost })
    }
}

/// Returns the number of hexes within a distance.
fn hexes_within(far: u8) -> usize {
    let far = usize::from(far);
    3 * far * (far + 1) + 1
}

/// Returns `true` for a source of all systems that needs a map of hexes.
pub(in super::super) fn needs_hexes(source: &str) -> bool {
    matches!(source, "units" | "neighbors" | "within")
}
