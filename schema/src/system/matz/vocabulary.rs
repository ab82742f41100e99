//! The words of rules of the system.

use crate::rule::vocabulary::{WordList, vocabulary};

/// The kinds of units, in the order of their type.
static KINDS: WordList = WordList {
    name: "kind",
    plural: "kinds",
    words: &["infantry", "stosstruppen", "tank", "artillery", "fighter", "bomber"],
};

/// The phases of a turn.
static PHASES: WordList = WordList {
    name: "phase",
    plural: "phases",
    words: &["command", "movement", "air", "bombardment", "combat", "exploitation", "second-combat", "reorganization"],
};

vocabulary! {
    /// The words of rules of Matz.
    VOCABULARY of Matz;
    phases &PHASES; kinds &KINDS; lists &[]; hexes true;
}
