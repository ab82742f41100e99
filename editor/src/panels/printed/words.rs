//! The words of charts: pieces with their looks, and where a click on them leads.

use battlewright_charts::{Amount, Phrase, Picture, Span};
use battlewright_engine::game::Rule;
use battlewright_schema::{DocPath, SideId};

/// A blank at which no line is broken: a number stays beside its unit.
const TOGETHER: char = '\u{a0}';

/// The goal of a click on a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PrintedTarget {
    /// The field that holds a number.
    Field(DocPath),
    /// The page of a rule.
    Rule(Rule),
}

/// The look of a piece.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum PieceLook {
    Plain,
    Strong,
    /// Letters that stand back, such as the number of a rule.
    Small,
    /// The name of a side on its color.
    Tag(SideId),
}

/// Letters of one look.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct PrintedPiece {
    pub(super) text: String,
    pub(super) look: PieceLook,
    /// `true` if the scenario changes what is published.
    pub(super) is_changed: bool,
    pub(super) target: Option<PrintedTarget>,
}

/// A text, with the pictures that stand before it.
#[derive(Clone, Debug, Default, PartialEq)]
pub(super) struct PrintedWords {
    pub(super) pieces: Vec<PrintedPiece>,
    pub(super) pictures: Vec<Picture>,
}

impl PrintedPiece {
    fn new(text: impl Into<String>, look: PieceLook) -> Self {
        Self { text: text.into(), look, is_changed: false, target: None }
    }
}

impl PrintedWords {
    /// Returns plain words.
    pub(super) fn plain(text: impl Into<String>) -> Self {
        Self::default().with(PrintedPiece::new(text, PieceLook::Plain))
    }

    /// Returns words that stand out.
    pub(super) fn strong(text: impl Into<String>) -> Self {
        Self::default().with(PrintedPiece::new(text, PieceLook::Strong))
    }

    /// Returns words that stand back.
    pub(super) fn small(text: impl Into<String>) -> Self {
        Self::default().with(PrintedPiece::new(text, PieceLook::Small))
    }

    /// Returns the words of a phrase, whose plain words stand out if it `is_strong`.
    pub(super) fn of(phrase: &Phrase, is_strong: bool) -> Self {
        let mut words = Self::default();
        for span in &phrase.0 {
            words.span(span, if is_strong { PieceLook::Strong } else { PieceLook::Plain }, false);
        }
        words
    }

    /// Returns numbers with their signs, for a column whose head has their unit.
    pub(super) fn numbers(amounts: &[Amount]) -> Self {
        let mut words = Self::default();
        for (at, amount) in amounts.iter().enumerate() {
            if at > 0 {
                words = words.with(PrintedPiece::new(", ", PieceLook::Plain));
            }
            words = words.with(number(amount, amount.number()));
        }
        words
    }

    /// Returns the numbers of rules.
    pub(super) fn rules(rules: &[Rule]) -> Self {
        let mut words = Self::default();
        for (at, rule) in rules.iter().enumerate() {
            if at > 0 {
                words = words.with(PrintedPiece::new(", ", PieceLook::Small));
            }
            words.span(&Span::Rule(*rule), PieceLook::Small, false);
        }
        words
    }

    /// Returns the text of the result in a cell of a grid.
    pub(super) fn result(text: &str, is_changed: bool) -> Self {
        Self::default().with(PrintedPiece { is_changed, ..PrintedPiece::new(text, PieceLook::Plain) })
    }

    /// Lets all pieces lead to `path`.
    pub(super) fn leading_to(mut self, path: Option<&DocPath>, is_changed: bool) -> Self {
        for piece in &mut self.pieces {
            piece.target = path.cloned().map(PrintedTarget::Field);
            piece.is_changed |= is_changed;
        }
        self
    }

    /// Returns these words with others after them.
    pub(super) fn then(mut self, other: Self) -> Self {
        self.pieces.extend(other.pieces);
        self.pictures.extend(other.pictures);
        self
    }

    fn with(mut self, piece: PrintedPiece) -> Self {
        self.pieces.push(piece);
        self
    }

    /// Returns the text as it is read aloud.
    pub(super) fn text(&self) -> String {
        self.pieces.iter().map(|piece| piece.text.replace(TOGETHER, " ")).collect()
    }

    /// Returns `true` if there is nothing to show.
    pub(super) fn is_empty(&self) -> bool {
        self.pictures.is_empty() && self.pieces.iter().all(|piece| piece.text.is_empty())
    }

    fn span(&mut self, span: &Span, look: PieceLook, is_changed: bool) {
        let piece = match span {
            Span::Plain(text) => PrintedPiece::new(text, look),
            Span::Strong(text) => PrintedPiece::new(text, PieceLook::Strong),
            Span::SideTag { side, name } => PrintedPiece::new(together(name), PieceLook::Tag(side.clone())),
            Span::Rule(rule) => PrintedPiece {
                target: Some(PrintedTarget::Rule(*rule)),
                ..PrintedPiece::new(together(rule.number), PieceLook::Small)
            },
            Span::Amount(amount) => number(amount, amount.to_string()),
            Span::Picture(picture) => return self.pictures.push(picture.clone()),
            Span::Changed(inner) => return self.span(inner, PieceLook::Strong, true),
        };
        self.pieces.push(PrintedPiece { is_changed: piece.is_changed || is_changed, ..piece });
    }
}

/// Returns a number that leads to its field.
fn number(amount: &Amount, text: String) -> PrintedPiece {
    PrintedPiece {
        text: together(&text),
        look: PieceLook::Strong,
        is_changed: amount.changed,
        target: amount.from.clone().map(PrintedTarget::Field),
    }
}

fn together(text: &str) -> String {
    text.replace(' ', &TOGETHER.to_string())
}

#[cfg(test)]
mod tests {
    use battlewright_charts::{Unit, phrase};

    use super::*;

    #[test]
    fn numbers_stay_beside_their_units_and_lead_to_their_fields() {
        let path = DocPath::root().key("rules").key("zoi");
        let amount = Amount { from: Some(path.clone()), changed: true, ..Amount::fixed(3, Unit::Hexes) };
        let changed = Span::Changed(Box::new("never".into()));
        let words = PrintedWords::of(&phrase!["within ", amount, ", ", changed, Picture::Unit(0)], false);
        assert_eq!(words.text(), "within 3 hexes, never");
        let [_, number, _, never] = words.pieces.as_slice() else { panic!("{words:?}") };
        assert!(number.text.contains(TOGETHER) && number.is_changed);
        assert_eq!(number.target, Some(PrintedTarget::Field(path)));
        assert!(never.is_changed && never.target.is_none());
        assert_eq!(words.pictures, [Picture::Unit(0)]);
    }
}
