//! Values in words: numbers, units, hexes and so on.

use super::{Sayer, spaced};
use crate::rule::term::{Arithmetic, Quantifier, Quantity, Term};
use crate::rule::vocabulary::ValueType;

impl Sayer<'_> {
    /// Says a value.
    pub(super) fn value(&self, term: &Term) -> String {
        match term {
            Term::Constant(number) => number.to_string(),
            Term::Hex(cell) => {
                let grid = self.of.common.grid();
                grid.map_or_else(|_| "a hex".to_owned(), |grid| format!("hex {}", grid.name(*cell)))
            }
            Term::Given(at) if self.topic.get() == Some(*at) => "it".to_owned(),
            Term::Given(at) => match self.given.get(usize::from(*at)) {
                Some(given) if given.phrase.is_empty() || given.value == ValueType::YesNo => {
                    format!("the {}", spaced(given.name))
                }
                Some(given) => given.phrase.to_owned(),
                None => String::new(),
            },
            Term::Bound(0) if self.nested.get() => "the first one".to_owned(),
            Term::Bound(1..) => "the second one".to_owned(),
            Term::Bound(0) => "it".to_owned(),
            Term::Common(_, of) | Term::Fact(_, of) => match self.fact(term) {
                Some(info) => {
                    let types: Vec<ValueType> =
                        info.subject.into_iter().chain(info.parameters.iter().copied()).collect();
                    self.filled(info.phrase, of, &types)
                }
                None => String::new(),
            },
            Term::Counter(number, owner) => {
                let name = self.of.rules.counters.get(usize::from(*number)).map_or("", |row| row.row.name.as_str());
                match owner {
                    Some(owner) => format!("the number \"{name}\" of {}", self.value(owner)),
                    None => format!("the number \"{name}\""),
                }
            }
            Term::Arithmetic(of, sides) => {
                let [left, right] = &**sides;
                let (left, right) = (self.value(left), self.value(right));
                match of {
                    Arithmetic::Add => format!("{left} plus {right}"),
                    Arithmetic::Subtract if left == "0" => format!("minus {right}"),
                    Arithmetic::Subtract => format!("{left} minus {right}"),
                    Arithmetic::Multiply => format!("{left} times {right}"),
                    Arithmetic::Least => format!("the lesser of {left} and {right}"),
                    Arithmetic::Most => format!("the greater of {left} and {right}"),
                }
            }
            Term::HalfUp(of) => format!("half of {}, rounded up", self.value(of)),
            Term::HalfDown(of) => format!("half of {}, rounded down", self.value(of)),
            Term::CeilDiv(of, by) => format!("{} divided by {by}, rounded up", self.value(of)),
            Term::FloorDiv(of, by) => format!("{} divided by {by}, rounded down", self.value(of)),
            Term::If(parts) => {
                let [condition, then, other] = &**parts;
                let (then, other) = (self.value_like(then, other), self.value_like(other, then));
                format!("{then} if {}, and otherwise {other}", self.condition(condition))
            }
            Term::Over(over) => self.value_of_quantity(over),
            condition => self.condition(condition),
        }
    }

    /// Says a quantifier that is a number.
    pub(super) fn value_of_quantity(&self, over: &Quantifier) -> String {
        let source = self.source(&over.source);
        let condition = over.condition.as_ref().map(|condition| self.inside(over, condition));
        let source = match condition {
            Some(condition) => format!("{source} for which {condition}"),
            None => source,
        };
        let number = over.number.as_ref().map_or_else(String::new, |number| self.inside_value(over, number));
        match over.quantity {
            Quantity::Any | Quantity::All => source,
            Quantity::Count => format!("the number of {source}"),
            Quantity::Sum => format!("the sum of {number} over {source}"),
            Quantity::Least => format!("the least of {number} over {source}"),
            Quantity::Most => format!("the greatest of {number} over {source}"),
        }
    }

    fn inside_value(&self, over: &Quantifier, number: &Term) -> String {
        let (topic, nested) = (self.topic.take(), self.nested.get());
        self.nested.set(nested || over.variable > 0);
        let said = self.value(number);
        self.topic.set(topic);
        self.nested.set(nested);
        said
    }

    /// Says a value of the type of another one.
    pub(super) fn value_like(&self, term: &Term, other: &Term) -> String {
        match self.type_of(other) {
            Some(value) => self.value_as(term, value),
            None => self.value(term),
        }
    }

    /// Says a value of a type.
    pub(super) fn value_as(&self, term: &Term, value: ValueType) -> String {
        let Term::Constant(number) = term else { return self.value(term) };
        let common = self.of.common;
        let Ok(at) = usize::try_from(*number) else {
            return match value {
                ValueType::Unit | ValueType::Formation | ValueType::Place => {
                    format!("a {} that left the game", value.word())
                }
                _ => number.to_string(),
            };
        };
        match value {
            ValueType::YesNo => if at == 0 { "no" } else { "yes" }.to_owned(),
            ValueType::Word(list) => list.words.get(at).map_or_else(String::new, |word| spaced(word)),
            ValueType::Side => common.sides().get(at).map_or_else(String::new, |side| format!("the {}", side.name)),
            ValueType::Unit => common.unit(at).map_or_else(String::new, |unit| unit.name.to_owned()),
            ValueType::Formation => {
                let name = common.formation_names().get(at).map_or_else(String::new, |name| (*name).to_owned());
                let formations = common.formations();
                formations
                    .iter()
                    .find(|formation| formation.id.as_str() == name)
                    .map_or(name, |row| row.name.to_owned())
            }
            ValueType::Place => match common.place_ids().get(at) {
                Some(id) => crate::words::place_name(common, id),
                None => String::new(),
            },
            ValueType::Number | ValueType::Hex => number.to_string(),
        }
    }

    /// Returns the type of a value; `None` for a constant.
    pub(super) fn type_of(&self, term: &Term) -> Option<ValueType> {
        match term {
            Term::Constant(_) | Term::Bound(_) => None,
            Term::Hex(_) => Some(ValueType::Hex),
            Term::Given(at) => self.given.get(usize::from(*at)).map(|given| given.value),
            Term::Common(..) | Term::Fact(..) => self.fact(term).map(|info| info.value),
            Term::If(parts) => parts.iter().skip(1).find_map(|part| self.type_of(part)),
            Term::Counter(..)
            | Term::Arithmetic(..)
            | Term::HalfUp(_)
            | Term::HalfDown(_)
            | Term::CeilDiv(..)
            | Term::FloorDiv(..) => Some(ValueType::Number),
            Term::Over(over) if !matches!(over.quantity, Quantity::Any | Quantity::All) => Some(ValueType::Number),
            _ => Some(ValueType::YesNo),
        }
    }

    /// Fills a phrase of the vocabulary.
    pub(super) fn filled(&self, phrase: &str, of: &[Term], types: &[ValueType]) -> String {
        let mut text = phrase.to_owned();
        for (index, term) in of.iter().enumerate() {
            let hole = format!("{{{index}}}");
            let said = match types.get(index) {
                Some(value) => self.value_as(term, *value),
                None => self.value(term),
            };
            // `the hex of it` is `its hex`.
            let owned = format!(" of {hole}");
            if said == "it"
                && let Some(rest) = text.strip_prefix("the ")
                && let Some(noun) = rest.strip_suffix(owned.as_str())
            {
                text = format!("its {noun}");
                continue;
            }
            let is_people = types.get(index) == Some(&ValueType::Side) && matches!(term, Term::Constant(_));
            if index == 0 && is_people {
                text = with_people(&text);
            }
            text = text.replace(&hole, &said);
        }
        text
    }
}

/// Returns a phrase whose subject is the people of a side, with its verb in the plural.
fn with_people(phrase: &str) -> String {
    let verbs = [("{0} is ", "{0} are "), ("{0} has ", "{0} have "), ("{0} holds ", "{0} hold ")];
    for (one, many) in verbs {
        if let Some(rest) = phrase.strip_prefix(one) {
            return format!("{many}{rest}");
        }
    }
    phrase.to_owned()
}
