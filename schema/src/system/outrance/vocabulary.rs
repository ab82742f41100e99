//! The words of rules of the system.

use crate::rule::vocabulary::{WordList, vocabulary};

/// The kinds of units, in the order of their type.
static KINDS: WordList =
    WordList { name: "kind", plural: "kinds", words: &["infantry", "cavalry", "artillery", "general"] };

/// The phases of a turn.
static PHASES: WordList =
    WordList { name: "phase", plural: "phases", words: &["command", "movement", "fire", "assault"] };

vocabulary! {
    /// The words of rules of La Guerre à Outrance.
    VOCABULARY of Outrance;
    phases &PHASES; kinds &KINDS; lists &[]; hexes false;
}
