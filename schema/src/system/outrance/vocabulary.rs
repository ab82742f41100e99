// NOTICE: the helper who plays rows in this system writes this file now. Helper of the language: leave it alone (skip part 6), go on with part 7.
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
