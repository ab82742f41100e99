//! The words of charts.

use std::fmt;

use battlewright_engine::game::Rule;
use battlewright_schema::{FormationId, SideId};

use crate::amount::Amount;

/// A picture within a chart, drawn as on the map or on the counters.
#[derive(Clone, Debug, PartialEq)]
pub enum Picture {
    /// A hex of the terrain with this letter.
    Hex(char),
    /// Two hexes with the feature of this kind between them, such as `"stream"`.
    Hexside(String),
    /// Two hexes with a slope between them: the upper one on the left.
    Slope {
        /// `true` for the steep kind.
        steep: bool,
    },
    /// A hex with a road of this kind, such as `"major"`; an empty name is a road of systems with one kind.
    Road(String),
    /// A hex with fortifications, as they stand first in the file.
    Fortification,
    /// The terrain, line, road or crossing of a table in this row of a list of the file.
    OnTable {
        /// The key of the list, such as `"terrain"`.
        list: &'static str,
        /// The index in the list.
        index: usize,
    },
    /// The color of the band on the counters of a formation.
    Band(FormationId),
    /// A printed marker, by its name.
    Marker(String),
    /// The front of the counter of the unit at this index of the order of battle.
    Unit(usize),
}

/// A part of a text.
#[derive(Clone, Debug, PartialEq)]
pub enum Span {
    /// Plain words.
    Plain(String),
    /// Words that stand out.
    Strong(String),
    /// The name of a side on its color.
    SideTag {
        /// The id of the side.
        side: SideId,
        /// The words on the tag, such as `"German"`.
        name: String,
    },
    /// The number of a rule, printed small.
    Rule(Rule),
    /// A number.
    Amount(Amount),
    /// A picture.
    Picture(Picture),
    /// A part that the scenario changes, and that is no number.
    Changed(Box<Span>),
}

impl Span {
    /// Returns the words without their looks. A picture has none.
    pub fn text(&self) -> String {
        match self {
            Self::Plain(text) | Self::Strong(text) | Self::SideTag { name: text, .. } => text.clone(),
            Self::Rule(rule) => rule.number.to_owned(),
            Self::Amount(amount) => amount.to_string(),
            Self::Picture(_) => String::new(),
            Self::Changed(span) => span.text(),
        }
    }

    /// Returns `true` if the scenario changes this part.
    pub fn is_changed(&self) -> bool {
        match self {
            Self::Changed(_) => true,
            Self::Amount(amount) => amount.changed,
            _ => false,
        }
    }
}

impl From<&str> for Span {
    fn from(text: &str) -> Self {
        Self::Plain(text.to_owned())
    }
}

impl From<String> for Span {
    fn from(text: String) -> Self {
        Self::Plain(text)
    }
}

impl From<Amount> for Span {
    fn from(amount: Amount) -> Self {
        Self::Amount(amount)
    }
}

impl From<Rule> for Span {
    fn from(rule: Rule) -> Self {
        Self::Rule(rule)
    }
}

impl From<Picture> for Span {
    fn from(picture: Picture) -> Self {
        Self::Picture(picture)
    }
}

/// Returns words that stand out.
pub fn strong(text: impl Into<String>) -> Span {
    Span::Strong(text.into())
}

/// Returns the numbers of rules, as they stand beside a title: `4.0 1a, 4.0 1b`.
pub fn cited(rules: &[Rule]) -> Phrase {
    Phrase::joined(rules.iter().map(|rule| (*rule).into()), ", ")
}

/// A text of a chart. Its parts stand beside each other as they are: spaces belong to the words.
#[derive(Clone, Debug, Default, PartialEq)]
pub struct Phrase(pub Vec<Span>);

impl Phrase {
    /// Returns the words without their looks.
    pub fn text(&self) -> String {
        self.0.iter().map(Span::text).collect()
    }

    /// Returns `true` if there is nothing to print.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the numbers in the text.
    pub fn amounts(&self) -> impl Iterator<Item = &Amount> {
        self.0.iter().filter_map(|span| match span {
            Span::Amount(amount) => Some(amount),
            _ => None,
        })
    }

    /// Returns this text with another after it.
    #[must_use]
    pub fn then(mut self, other: impl Into<Self>) -> Self {
        self.0.extend(other.into().0);
        self
    }

    /// Returns the texts in a row, with `between` between two of them.
    pub fn joined(parts: impl IntoIterator<Item = Self>, between: &str) -> Self {
        let mut all = Self::default();
        for part in parts {
            if !all.is_empty() {
                all.0.push(between.into());
            }
            all.0.extend(part.0);
        }
        all
    }
}

impl<T: Into<Span>> From<T> for Phrase {
    fn from(span: T) -> Self {
        Self(vec![span.into()])
    }
}

impl fmt::Display for Phrase {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(&self.text())
    }
}

/// Makes a [`Phrase`] of parts that stand beside each other: words, numbers, rules, pictures, whole phrases.
#[macro_export]
macro_rules! phrase {
    ($($part:expr),* $(,)?) => {
        $crate::Phrase::default()$(.then($part))*
    };
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::amount::Unit;

    #[test]
    fn parts_stand_beside_each_other() {
        let within = phrase!["within ", Amount::fixed(3, Unit::Hexes), ", ", strong("never"), " more"];
        assert_eq!(within.text(), "within 3 hexes, never more");
        assert_eq!(Phrase::joined(["a".into(), within.clone()], "; ").text(), "a; within 3 hexes, never more");
        assert_eq!(within.amounts().count(), 1);
        assert!(phrase![].is_empty());
    }
}
