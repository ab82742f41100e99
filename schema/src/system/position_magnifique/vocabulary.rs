//! The words of rules of the system.

use crate::rule::vocabulary::{WordList, vocabulary};

/// The kinds of units, in the order of their type.
static KINDS: WordList = WordList {
    name: "kind",
    plural: "kinds",
    words: &["infantry", "cavalry", "field-artillery", "heavy-artillery", "horse-artillery"],
};

/// The phases of a turn.
static PHASES: WordList = WordList { name: "phase", plural: "phases", words: &["activation"] };

vocabulary! {
    /// The words of rules of Position Magnifique.
    VOCABULARY of PositionMagnifique;
    phases &PHASES; kinds &KINDS; lists &[]; hexes true;
}
