//! The messages about words that nothing has.

use super::super::syntax::{Expr, ExprKind, Name, Span, Word};
use super::super::vocabulary::{UnaskedInfo, UnaskedReason, ValueType, Vocabulary};
use super::Checker;
use super::calls::FUNCTIONS;
use super::value::Typed;
use crate::System;
use crate::diagnostic::list;
use crate::rule::findings::{RULE_NOT_HERE, RULE_SECRET, RULE_TYPE, RULE_UNKNOWN_NAME, RULE_UNSTABLE};
use crate::rule::problem::RuleProblem;
use crate::rule::unasked::UNASKED;

impl Checker<'_> {
    /// Returns the name of another system whose words have something.
    pub(super) fn other_system(&self, has: impl Fn(&Vocabulary) -> bool) -> Option<&'static str> {
        let here = self.scope.vocabulary.system;
        let others = System::ALL.into_iter().filter(|system| *system != here);
        others.into_iter().find(|system| has(system.vocabulary())).map(System::name)
    }

    /// Reports a single word that has no meaning, with nothing beside it that gives it a type.
    pub(super) fn no_word(&mut self, word: &Word) -> Typed {
        let text = word.text.as_str();
        if text.is_empty() {
            return Typed::unknown();
        }
        if let Some(unasked) = self.unasked(None, text) {
            self.no_answer(unasked, word.span);
            return Typed::unknown();
        }
        if let Some(value) = self.meaning(text) {
            let message = format!("`{text}` is {}, and nothing beside it is compared with it", value.described());
            self.tell(&RULE_TYPE, word.span, message);
            return Typed::unknown();
        }
        if let Some((_, info)) = self.facts().find(|(_, info)| info.name == text && info.subject.is_some()) {
            let of = info.subject.map_or("unit", ValueType::word);
            let message = format!("`{text}` is asked of {}", super::value::with_article(of));
            let problem = RuleProblem::new(&RULE_TYPE, word.span.range(), message);
            self.report(problem.help(format!("write `{of}.{text}`")));
            return Typed::unknown();
        }
        if self.is_source(text) {
            let name = Name { word: word.clone(), arguments: None, span: word.span };
            return self.misplaced_source(&name);
        }
        let other = self
            .other_system(|vocabulary| vocabulary.facts.iter().any(|fact| fact.subject.is_none() && fact.name == text));
        if let Some(other) = other {
            let here = self.plain_words().filter(|word| !matches!(*word, "yes" | "no"));
            let known = format!("here stand {}", list(here));
            self.not_here(text, other, word.span, Some(known));
            return Typed::unknown();
        }
        let problem = self.with_spaces(word, |left| self.is_plain(left)).unwrap_or_else(|| {
            let here = self.plain_words().filter(|word| !matches!(*word, "yes" | "no"));
            let problem =
                RuleProblem::new(&RULE_UNKNOWN_NAME, word.span.range(), format!("nothing here is called `{text}`"));
            let known = here.clone().chain(FUNCTIONS).chain(["yes", "no"]);
            problem.meant(text, known, || Some(format!("here stand {}", list(here))))
        });
        self.report(problem);
        Typed::unknown()
    }

    /// Reports a word that is none of a type.
    pub(super) fn no_id(&mut self, word: &Word, value: ValueType, because: &str) -> Typed {
        let text = word.text.as_str();
        let span = word.span.range();
        if let Some(other) = self.meaning(text) {
            let message = format!("{because}, and `{text}` is {}", other.described());
            self.tell(&RULE_TYPE, word.span, message);
            return Typed::unknown();
        }
        let problem = match value {
            ValueType::Number | ValueType::YesNo | ValueType::Hex => return self.no_word(word),
            ValueType::Word(words) => {
                let known = words.words.iter().copied();
                let message =
                    format!("no {} is called `{text}`; {} are {}", words.name, words.plural, list(known.clone()));
                RuleProblem::new(&RULE_UNKNOWN_NAME, span, message).meant(text, known, || None)
            }
            ValueType::Side => {
                let known = self.scope.names.sides.iter().map(|side| side.as_str());
                let message = format!("no side is called `{text}`; the sides are {}", list(known.clone()));
                RuleProblem::new(&RULE_UNKNOWN_NAME, span, message).meant(text, known, || self.need("side", text))
            }
            ValueType::Unit | ValueType::Formation | ValueType::Place => {
                let message = format!("no {} has the id `{text}`", value.word());
                let here = self.plain_words().filter(|word| !matches!(*word, "yes" | "no"));
                let known = here.chain(self.ids(value).iter().map(|id| id.as_str()));
                let need = || self.need(value.word(), text);
                RuleProblem::new(&RULE_UNKNOWN_NAME, span, message).meant(text, known, need)
            }
        };
        let problem = self.with_spaces(word, |left| self.is_plain(left)).unwrap_or(problem);
        self.report(problem);
        Typed::unknown()
    }

    /// Returns the remedy for an id that a ruleset without a scenario uses.
    fn need(&self, kind: &str, id: &str) -> Option<String> {
        self.scope.names.is_trusting().then(|| format!("add it to `needs`: `{kind} = [\"{id}\"]`"))
    }

    /// Returns the problem of a word with a hyphen that was meant as a minus.
    fn with_spaces(&self, word: &Word, is_known: impl Fn(&str) -> bool) -> Option<RuleProblem> {
        let (text, is_number) = (word.text.as_str(), |text: &str| text.bytes().all(|byte| byte.is_ascii_digit()));
        let mut splits = text.char_indices().filter(|(_, letter)| *letter == '-');
        let (left, right) = splits.find_map(|(at, _)| {
            let (left, right) = (text.get(..at)?, text.get(at + 1..)?);
            let fits = (is_known(left) || is_number(left)) && (is_known(right) || is_number(right));
            (fits && !(is_number(left) && is_number(right))).then_some((left, right))
        })?;
        let message = format!("nothing here is called `{text}`, since a hyphen belongs to the word");
        let problem = RuleProblem::new(&RULE_UNKNOWN_NAME, word.span.range(), message);
        let mended = format!("{left} - {right}");
        Some(problem.help(format!("put spaces around the minus: `{mended}`")).write(mended, false))
    }

    /// Reports a property that things of a type do not have.
    pub(super) fn no_property(&mut self, of: &Expr, value: ValueType, name: &Name) -> Typed {
        let word = &name.word;
        let text = word.text.as_str();
        if let Some(unasked) = self.unasked(Some(value), text) {
            self.no_answer(unasked, word.span);
            return Typed::unknown();
        }
        let facts = || self.facts().filter(move |(_, info)| info.subject == Some(value)).map(|(_, info)| info.name);
        let is_fact = |text: &str| facts().any(|fact| fact == text);
        if let Some(problem) = self.with_spaces(word, is_fact) {
            let message = format!("{} has no `{text}`", value.described());
            self.report(RuleProblem { message, ..problem });
            return Typed::unknown();
        }
        let other = self.other_system(|vocabulary| {
            vocabulary
                .facts
                .iter()
                .any(|fact| fact.name == text && fact.subject.is_some_and(|of| of.word() == value.word()))
        });
        if let Some(other) = other {
            let known = format!("{} has {}", value.described(), list(facts()));
            self.not_here(text, other, word.span, Some(known));
            return Typed::unknown();
        }
        let shown = self.shown(of.span).to_owned();
        let message = match value {
            ValueType::Number => format!("`{shown}` is a number, which has no `{text}`"),
            ValueType::YesNo => format!("`{shown}` is yes or no, which has no `{text}`"),
            _ => format!("{} has no `{text}`", value.described()),
        };
        let problem = RuleProblem::new(&RULE_UNKNOWN_NAME, word.span.range(), message);
        // A property of the hex of a unit is asked of the hex.
        let of_hex = value == ValueType::Unit && self.find_fact(Some(ValueType::Hex), text).is_some();
        let problem = if of_hex {
            problem.help(format!("a hex has it: write `{shown}.hex.{text}`")).write(format!("hex.{text}"), false)
        } else {
            let known = facts();
            problem.meant(text, known.clone(), || {
                known.clone().next().map(|_| format!("{} has {}", value.described(), list(known)))
            })
        };
        self.report(problem);
        Typed::unknown()
    }

    /// Reports a word with arguments that has no meaning.
    pub(super) fn no_function(&mut self, name: &Name) -> Typed {
        let word = &name.word;
        let text = word.text.as_str();
        let arguments = name.arguments.as_deref().unwrap_or_default();
        if let Some(unasked) = self.unasked(None, text) {
            self.no_answer(unasked, name.span);
            return Typed::unknown();
        }
        let subject = self.facts().find(|(_, info)| info.name == text && info.subject.is_some());
        if let (Some(_), [one, rest @ ..]) = (subject, arguments) {
            let of = self.shown(one.span).to_owned();
            let rest = match (rest.first(), rest.last()) {
                (Some(first), Some(last)) => format!("({})", self.shown(first.span.to(last.span))),
                _ => String::new(),
            };
            let problem = RuleProblem::new(&RULE_TYPE, name.span.range(), format!("`{text}` stands after a dot"));
            self.report(problem.write(format!("{of}.{text}{rest}"), false));
            return Typed::unknown();
        }
        if self.is_plain(text) {
            self.tell(&RULE_TYPE, name.span, format!("`{text}` takes no values in brackets"));
            return Typed::unknown();
        }
        let other = self.other_system(|vocabulary| {
            vocabulary.facts.iter().any(|fact| fact.subject.is_none() && fact.name == text)
                || vocabulary.sources.iter().any(|source| source.name == text)
        });
        if let Some(other) = other {
            self.not_here(text, other, word.span, None);
            return Typed::unknown();
        }
        let facts = self.facts().filter(|(_, info)| info.subject.is_none() && !info.parameters.is_empty());
        let defines = self.scope.defines.iter().map(|define| define.id.as_str());
        let known = defines.chain(facts.map(|(_, info)| info.name)).chain(FUNCTIONS).chain(self.sources());
        let message = format!("nothing is called `{text}`");
        let problem = RuleProblem::new(&RULE_UNKNOWN_NAME, word.span.range(), message);
        let problem = problem.meant(text, known, || Some("define it in `[[rules.define]]`".to_owned()));
        self.report(problem);
        Typed::unknown()
    }

    /// Reports a source that does not exist.
    pub(super) fn no_source(&mut self, name: &Name) {
        let word = &name.word;
        let text = word.text.as_str();
        let other = self.other_system(|vocabulary| vocabulary.sources.iter().any(|source| source.name == text));
        if let Some(other) = other {
            let known = format!("sources are {}", list(self.sources()));
            self.not_here(text, other, word.span, Some(known));
            return;
        }
        let known = self.sources();
        let message = format!("no source is called `{text}`");
        let problem = RuleProblem::new(&RULE_UNKNOWN_NAME, word.span.range(), message);
        let problem = problem.meant(text, known.clone(), || Some(format!("sources are {}", list(known))));
        self.report(problem);
    }

    /// Reports a word of another system, with the words that stand in its place here.
    fn not_here(&mut self, text: &str, other: &str, span: Span, known: Option<String>) {
        let here = self.scope.vocabulary.system.name();
        let message = format!("`{text}` is a word of {other}, and {here} has no such word");
        let problem = RuleProblem::new(&RULE_NOT_HERE, span.range(), message);
        self.report(match known {
            Some(known) => problem.help(known),
            None => problem,
        });
    }

    /// Returns the word that nobody can ask, if it is one.
    fn unasked(&self, subject: Option<ValueType>, text: &str) -> Option<&'static UnaskedInfo> {
        let all = self.scope.vocabulary.unasked.iter().chain(UNASKED);
        all.into_iter().find(|unasked| unasked.subject == subject && unasked.name == text)
    }

    /// Returns the two words with a dot between them that nobody can ask, such as `turn.die`.
    pub(super) fn unasked_after(&self, of: &Expr, name: &Name) -> Option<&'static UnaskedInfo> {
        let ExprKind::Name(Name { word, arguments: None, .. }) = &of.kind else { return None };
        self.unasked(None, &format!("{}.{}", word.text, name.word.text))
    }

    /// Reports a word that nobody can ask.
    pub(super) fn no_answer(&mut self, unasked: &UnaskedInfo, span: Span) {
        let finding = match unasked.reason {
            UnaskedReason::OtherWord => &RULE_UNKNOWN_NAME,
            UnaskedReason::Secret => &RULE_SECRET,
            UnaskedReason::Unstable => &RULE_UNSTABLE,
        };
        let problem = RuleProblem::new(finding, span.range(), unasked.message);
        self.report(if unasked.help.is_empty() { problem } else { problem.help(unasked.help) });
    }
}
