//! The words of rules of the system.

use crate::rule::vocabulary::{WordList, vocabulary};

/// The kinds of units, in the order of their type.
static KINDS: WordList = WordList { name: "kind", plural: "kinds", words: &["runner"] };

/// The phases of a turn.
static PHASES: WordList = WordList { name: "phase", plural: "phases", words: &["run"] };

vocabulary! {
    /// The words of rules of the race.
    VOCABULARY of Race;
    phases &PHASES; kinds &KINDS; lists &[]; hexes true;
}
