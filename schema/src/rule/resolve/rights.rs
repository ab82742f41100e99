//! The rights of a place to ask: what both sides know, what does not change, and what is not computed from its own result.

use super::super::syntax::Span;
use super::super::term::Term;
use super::super::vocabulary::{CommonFact, Knowledge, Stability};
use super::Checker;
use crate::rule::findings::{RULE_CIRCULAR, RULE_SECRET, RULE_UNSTABLE};
use crate::rule::problem::RuleProblem;

/// A question for a fact or a source.
pub(super) struct Asked<'t> {
    /// The part of the text.
    pub(super) span: Span,
    /// The part without the arguments.
    pub(super) short: Span,
    pub(super) stability: Stability,
    pub(super) knowledge: Knowledge,
    /// The subject, or the first argument.
    pub(super) about: Option<&'t Term>,
}

impl Checker<'_> {
    /// Returns `true` if the place may ask this, and reports it otherwise.
    pub(super) fn may_ask(&mut self, asked: &Asked<'_>) -> bool {
        let problem = if !self.knows(asked) {
            self.secret(asked)
        } else if asked.stability > self.scope.takes {
            self.unstable(asked)
        } else {
            return true;
        };
        self.deny(problem);
        false
    }

    /// Returns `true` if the place comes after a level, and reports a question that it cannot ask otherwise.
    pub(super) fn is_below(&mut self, level: u8, short: Span) -> bool {
        if level < self.scope.level {
            return true;
        }
        let (text, place) = (self.text_of(short), self.place());
        let message = format!("`{text}` is computed with {place}, which therefore cannot ask it");
        let problem = RuleProblem::new(&RULE_CIRCULAR, short.range(), message);
        self.deny(problem.help("ask for what comes before it, such as the terrain or the units of a hex"));
        false
    }

    /// Reports what a place does not allow.
    fn deny(&mut self, problem: RuleProblem) {
        // A definition is told at each use what its place does not allow.
        let problem = match (self.used_at(), self.within.iter().find(|within| within.used_at.is_some())) {
            (Some(span), Some(within)) => {
                let id = self.scope.defines.get(within.number).map_or("", |define| define.id.as_str());
                RuleProblem { span: span.range(), message: format!("in `{id}`, {}", problem.message), ..problem }
            }
            _ => problem,
        };
        self.problems.push(problem);
    }

    /// Returns the text of a question; that of the definition if it stands there.
    fn text_of(&self, span: Span) -> String {
        let define = self.within.last().and_then(|within| self.scope.defines.get(within.number));
        let text = define.map_or(self.text, |define| define.text.as_str()).get(span.range());
        text.unwrap_or_default().to_owned()
    }

    fn knows(&self, asked: &Asked<'_>) -> bool {
        match asked.knowledge {
            Knowledge::Open => true,
            Knowledge::Secret => self.scope.known == Knowledge::Secret,
            Knowledge::Own => match self.scope.known {
                Knowledge::Secret => true,
                Knowledge::Own => asked.about.is_some_and(|about| self.is_deciding(about)),
                Knowledge::Open => false,
            },
        }
    }

    /// Returns `true` for the side that decides, or a unit of its own.
    fn is_deciding(&self, about: &Term) -> bool {
        let given = |at: u8| self.scope.given.get(usize::from(at)).map_or("", |given| given.name);
        match about {
            Term::Given(at) => matches!(given(*at), "side" | "mover"),
            Term::Common(CommonFact::UnitSide, of) => {
                matches!(of.as_slice(), [Term::Given(at)] if given(*at) == "mover")
            }
            _ => false,
        }
    }

    fn secret(&self, asked: &Asked<'_>) -> RuleProblem {
        let (text, place) = (self.text_of(asked.span), self.place());
        let message = match asked.knowledge {
            Knowledge::Own => format!("`{text}` is known to one side only, and both see what follows from {place}"),
            _ => format!("`{text}` is a secret when {place} is decided, and a player would learn it from the rule"),
        };
        let problem = RuleProblem::new(&RULE_SECRET, asked.span.range(), message);
        let hooks = self.scope.vocabulary.hooks.iter();
        let later = hooks.filter(|hook| hook.takes_known == Knowledge::Secret);
        let later: Vec<String> = later.map(|hook| format!("`{}`", hook.name)).collect();
        if later.is_empty() {
            return problem;
        }
        problem.help(format!("it is known for {}", crate::words::listed(later.into_iter(), "and")))
    }

    fn unstable(&self, asked: &Asked<'_>) -> RuleProblem {
        let (text, place) = (self.text_of(asked.short), self.place());
        let time = match self.scope.takes {
            Stability::Fixed => "in the whole game",
            Stability::Turn => "within a turn",
            Stability::Phase => "within a phase",
            Stability::Move | Stability::Live => "while a unit moves",
        };
        let message = format!("`{text}` can change {time}, and {place} must not");
        let problem = RuleProblem::new(&RULE_UNSTABLE, asked.short.range(), message);
        // The same subject is given to these, which are asked when it is known.
        let subject = text.split('.').next().unwrap_or_default();
        let hooks = self.scope.vocabulary.hooks.iter();
        let such =
            hooks.filter(|hook| hook.takes >= asked.stability && hook.given.iter().any(|given| given.name == subject));
        let such: Vec<String> = such.map(|hook| format!("`{}`", hook.name)).collect();
        if such.is_empty() {
            return problem.help(format!("ask for something that does not change {time}"));
        }
        problem.help(format!("it may be asked for {}", crate::words::listed(such.into_iter(), "and")))
    }

    /// Returns the words for the place of the expression.
    fn place(&self) -> String {
        if self.scope.place.is_empty() { "this".to_owned() } else { format!("`{}`", self.scope.place) }
    }
}
