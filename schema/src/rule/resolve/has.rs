//! `defender has guard`, `ground has woods`, `edge(a, b) has stream`.

use super::super::syntax::{Expr, ExprKind, Name, Word};
use super::super::term::Term;
use super::super::vocabulary::ValueType;
use super::Checker;
use super::value::Typed;
use crate::diagnostic::list;
use crate::rule::findings::{RULE_TYPE, RULE_UNKNOWN_NAME};
use crate::rule::names::EDGE_WORDS;
use crate::rule::problem::RuleProblem;
use crate::rule::scope::UsedKind;

impl Checker<'_> {
    pub(super) fn has(&mut self, of: &Expr, word: &Word) -> Typed {
        if let ExprKind::Name(name) = &of.kind
            && name.word.text == "edge"
        {
            return self.edge_has(name, word);
        }
        let subject = if self.is_open(of) { self.guessed(of) } else { self.value(of, None) };
        let Some(value) = subject.value else { return Typed::unknown() };
        if word.text.is_empty() {
            return Typed::unknown();
        }
        match value {
            ValueType::Unit => self.has_tag(subject, word),
            ValueType::Hex => self.has_terrain(subject, word),
            other => {
                let text = self.shown(of.span).to_owned();
                let message = format!("units have tags and hexes have terrain, and `{text}` is {}", other.described());
                self.tell(&RULE_TYPE, of.span, message);
                Typed::unknown()
            }
        }
    }

    fn has_tag(&mut self, subject: Typed, word: &Word) -> Typed {
        let names = self.scope.names;
        if !names.is_trusting() && !names.tags().contains_key(&word.text) {
            let text = &word.text;
            let problem =
                RuleProblem::new(&RULE_UNKNOWN_NAME, word.span.range(), format!("no unit has the tag `{text}`"));
            self.report(if self.scope.vocabulary.has_hexes && names.has_terrain(text) {
                problem.help(format!("`{text}` is a terrain, which a hex has: ask the hex of the unit"))
            } else {
                let known = names.tags().keys().map(|tag| tag.as_str());
                problem.meant(text, known, || Some(format!("add it to units as `tags = [\"{text}\"]`")))
            });
            return Typed::unknown();
        }
        self.uses(UsedKind::Tag, word.span, &word.text);
        let number = number_in(&mut self.needs.tags, &word.text);
        let cost = subject.cost.saturating_add(1);
        Typed::of(Term::HasTag(number, Box::new(subject.term)), ValueType::YesNo, cost)
    }

    fn has_terrain(&mut self, subject: Typed, word: &Word) -> Typed {
        let names = self.scope.names;
        if !names.has_terrain(&word.text) {
            let text = &word.text;
            let message = format!("the map has no terrain `{text}`");
            let problem = RuleProblem::new(&RULE_UNKNOWN_NAME, word.span.range(), message);
            let known = names.terrain_words();
            let edge = EDGE_WORDS.contains(&text.as_str());
            self.report(problem.meant(text, known.iter().copied(), || {
                Some(match edge {
                    true => format!("`{text}` lies between hexes: ask `edge(a, b) has {text}`"),
                    false => format!("terrains are {}", list(known.iter().copied())),
                })
            }));
            return Typed::unknown();
        }
        self.uses(UsedKind::Terrain, word.span, &word.text);
        let is_nowhere = !names.is_trusting() && names.terrain_hexes(&word.text).is_empty();
        let number = number_in(&mut self.needs.terrains, &word.text);
        let cost = subject.cost.saturating_add(1);
        let term = Term::HasTerrain(number, Box::new(subject.term));
        Typed::bounded(term, ValueType::YesNo, 0, i64::from(!is_nowhere), cost)
    }

    fn edge_has(&mut self, name: &Name, word: &Word) -> Typed {
        if !self.scope.vocabulary.has_hexes {
            return self.no_word(&name.word);
        }
        let arguments = name.arguments.as_deref().unwrap_or_default();
        let found = self.arguments(name, &[ValueType::Hex, ValueType::Hex], arguments);
        let text = &word.text;
        if !text.is_empty() && !EDGE_WORDS.contains(&text.as_str()) {
            let message = format!("nothing between two hexes is called `{text}`");
            let problem = RuleProblem::new(&RULE_UNKNOWN_NAME, word.span.range(), message);
            let known = || Some(format!("between hexes are {}", list(EDGE_WORDS)));
            self.report(problem.meant(text, EDGE_WORDS.iter().copied(), known));
            return Typed::unknown();
        }
        let Some([one, other]) = found.and_then(|found| <[Typed; 2]>::try_from(found).ok()) else {
            return Typed::unknown();
        };
        if text.is_empty() {
            return Typed::unknown();
        }
        let number = number_in(&mut self.needs.edges, text);
        let cost = one.cost.saturating_add(other.cost).saturating_add(1);
        Typed::of(Term::HasEdge(number, Box::new([one.term, other.term])), ValueType::YesNo, cost)
    }
}

/// Returns the place of a word in a list, to which it is added if it is new.
fn number_in(list: &mut Vec<smol_str::SmolStr>, word: &smol_str::SmolStr) -> u16 {
    let at = list.iter().position(|known| known == word).unwrap_or_else(|| {
        list.push(word.clone());
        list.len() - 1
    });
    at as u16
}
