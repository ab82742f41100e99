//! Facts: `turn`, `defender.er`, `holds(german, rezonville)`.

use super::super::syntax::{Expr, ExprKind, Name, Span};
use super::super::term::Term;
use super::super::vocabulary::{CommonFact, FactInfo, ValueType};
use super::Checker;
use super::rights::Asked;
use super::value::Typed;
use crate::rule::findings::{RULE_TYPE, RULE_UNSTABLE};
use crate::rule::problem::RuleProblem;

/// A fact of all systems or of one.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum FactRef {
    Common(CommonFact),
    System(u16),
}

/// The steps that the answer to a fact takes.
const STEPS: u32 = 1;

impl Checker<'_> {
    /// Returns the facts that the system has.
    pub(super) fn facts(&self) -> impl Iterator<Item = (FactRef, FactInfo)> + Clone + use<> {
        let vocabulary = self.scope.vocabulary;
        let common = CommonFact::ALL.into_iter().filter(move |fact| vocabulary.has_hexes || !fact.needs_hexes());
        let own = vocabulary.facts.iter().enumerate();
        own.map(|(number, info)| (FactRef::System(number as u16), *info))
            .chain(common.map(move |fact| (FactRef::Common(fact), fact.info(vocabulary))))
    }

    /// Returns the fact of this name about a subject.
    pub(super) fn find_fact(&self, subject: Option<ValueType>, name: &str) -> Option<(FactRef, FactInfo)> {
        self.facts().find(|(_, info)| info.name == name && info.subject == subject)
    }

    /// Checks what stands before a dot, and the property after it.
    pub(super) fn property(&mut self, of: &Expr, name: &Name, span: Span) -> Typed {
        if let Some(found) = self.dotted(of, name) {
            return self.ask(found, None, name, span);
        }
        if let Some(unasked) = self.unasked_after(of, name) {
            self.no_answer(unasked, span);
            return Typed::unknown();
        }
        let subject = if self.is_open(of) { self.guessed(of) } else { self.value(of, None) };
        let Some(value) = subject.value else { return Typed::unknown() };
        match self.find_fact(Some(value), &name.word.text) {
            Some(found) => self.ask(found, Some(subject), name, span),
            None => self.no_property(of, value, name),
        }
    }

    /// Checks a question for a fact.
    pub(super) fn ask(
        &mut self,
        (fact, info): (FactRef, FactInfo),
        subject: Option<Typed>,
        name: &Name,
        span: Span,
    ) -> Typed {
        let arguments = name.arguments.as_deref().unwrap_or_default();
        let is_bare = name.arguments.is_none() && !info.parameters.is_empty();
        let short = Span::new(span.start, name.word.span.end);
        if !self.is_below(info.level, short) {
            return Typed::unknown();
        }
        let found = if is_bare { None } else { self.arguments(name, info.parameters, arguments) };
        if is_bare {
            let values: Vec<&str> = info.parameters.iter().map(|value| value.word()).collect();
            let text = format!("{}({})", self.shown(span), values.join(", "));
            let message = format!("`{}` needs {} in brackets", name.word.text, each_described(info.parameters));
            self.report(RuleProblem::new(&RULE_TYPE, span.range(), message).help(format!("write `{text}`")));
        }
        let Some(arguments) = found else { return Typed::unknown() };
        let all: Vec<Typed> = subject.into_iter().chain(arguments).collect();
        let asked = Asked {
            span,
            short,
            stability: info.stability,
            knowledge: info.knowledge,
            about: all.first().map(|part| &part.term),
        };
        let is_allowed = self.may_ask(&asked) && self.may_ask_hex(fact, &all, span);
        if !is_allowed {
            return Typed::unknown();
        }
        let cost = all.iter().fold(STEPS, |sum, part| sum.saturating_add(part.cost));
        let terms: Vec<Term> = all.into_iter().map(|part| part.term).collect();
        let most = if fact == FactRef::Common(CommonFact::Turn) { self.scope.names.last_turn } else { info.most };
        let term = match fact {
            FactRef::Common(fact) => Term::Common(fact, terms),
            FactRef::System(number) => Term::Fact(number, terms),
        };
        match info.value {
            ValueType::Number => Typed::bounded(term, info.value, i64::from(info.least), i64::from(most), cost),
            value => Typed::of(term, value, cost),
        }
    }

    /// Checks that a search for ways does not ask for the hex of the unit that moves.
    fn may_ask_hex(&mut self, fact: FactRef, all: &[Typed], span: Span) -> bool {
        let is_mover = |part: &Typed| match part.term {
            Term::Given(at) => self.scope.given.get(usize::from(at)).is_some_and(|given| given.name == "mover"),
            _ => false,
        };
        let asks = fact == FactRef::Common(CommonFact::UnitHex) && all.first().is_some_and(is_mover);
        if !asks || !self.scope.in_search {
            return true;
        }
        let message = format!("the hex of the unit that moves changes, and `{}` must not", self.scope.place);
        let span = self.used_at().unwrap_or(span);
        let steps = ["from", "to"].into_iter().filter(|word| self.scope.given.iter().any(|given| given.name == *word));
        let steps: Vec<String> = steps.map(|word| format!("`{word}`")).collect();
        let mut problem = RuleProblem::new(&RULE_UNSTABLE, span.range(), message);
        if !steps.is_empty() {
            problem = problem.help(format!("ask {}", steps.join(" or ")));
        }
        self.problems.push(problem);
        false
    }

    /// Checks the arguments in the brackets after a word; `None` after an error.
    pub(super) fn arguments(&mut self, name: &Name, types: &[ValueType], arguments: &[Expr]) -> Option<Vec<Typed>> {
        if types.len() != arguments.len() {
            self.wrong_count(name, types.len(), arguments.len());
            return None;
        }
        if self.are_exchanged(name, types, arguments) {
            return None;
        }
        let word = &name.word.text;
        let mut found = Vec::with_capacity(types.len());
        for (index, (value, argument)) in types.iter().zip(arguments).enumerate() {
            let because = if types.len() == 1 {
                format!("`{word}` takes {}", value.described())
            } else {
                format!("the {} value of `{word}` is {}", ordinal(index), value.described())
            };
            found.push(self.wanted(argument, *value, &because));
        }
        found.iter().all(Typed::is_known).then_some(found)
    }

    /// Reports two arguments that stand in each other's place.
    fn are_exchanged(&mut self, name: &Name, types: &[ValueType], arguments: &[Expr]) -> bool {
        let ([first, second], [one, other]) = (types, arguments) else { return false };
        let is_id = |argument: &Expr, value: ValueType| match &argument.kind {
            ExprKind::Name(Name { word, arguments: None, .. }) => {
                !self.is_plain(&word.text) && self.number_of(&word.text, value).is_some()
            }
            _ => false,
        };
        let exchanged = is_id(one, *second) && is_id(other, *first) && !is_id(one, *first);
        if !exchanged {
            return false;
        }
        let (a, b) = (self.shown(one.span).to_owned(), self.shown(other.span).to_owned());
        let message = format!(
            "the first value of `{}` is {}, the second {}, and `{a}` is {}",
            name.word.text,
            first.described(),
            second.described(),
            second.described()
        );
        let problem = RuleProblem::new(&RULE_TYPE, one.span.range(), message).help("exchange them");
        let both = one.span.to(other.span);
        self.report(problem.write_at(both.range(), format!("{b}, {a}"), false));
        true
    }

    /// Reports a wrong number of values in brackets.
    pub(super) fn wrong_count(&mut self, name: &Name, wanted: usize, found: usize) -> Typed {
        let word = &name.word.text;
        let message = match (wanted, found) {
            (0, _) => format!("`{word}` takes no values in brackets"),
            (1, 0) => format!("`{word}` takes a value in brackets, and here is none"),
            (1, _) => format!("`{word}` takes one value in brackets, and here are {found}"),
            (_, 1) => format!("`{word}` takes {wanted} values in brackets, and here is one"),
            _ => format!("`{word}` takes {wanted} values in brackets, and here are {found}"),
        };
        self.tell(&RULE_TYPE, name.span, message);
        Typed::unknown()
    }
}

/// Returns types with their articles, such as `a side and a place`.
pub(super) fn each_described(types: &[ValueType]) -> String {
    crate::words::listed(types.iter().map(|value| value.described()), "and")
}

fn ordinal(index: usize) -> &'static str {
    match index {
        0 => "first",
        1 => "second",
        2 => "third",
        _ => "next",
    }
}
