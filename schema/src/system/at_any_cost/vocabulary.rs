// NOTICE: the helper who plays rows in this system writes this file now. Helper of the language: leave it alone (skip part 6), go on with part 7.
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
    /// The words of rules of At Any Cost.
    VOCABULARY of AtAnyCost;
    phases &PHASES; kinds &KINDS; lists &[]; hexes true;
}
