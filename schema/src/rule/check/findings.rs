//! The findings about rows of rules.

use super::super::findings::{
    RULE_ALWAYS, RULE_CIRCULAR, RULE_NEVER, RULE_NOT_HERE, RULE_RANGE, RULE_SECRET, RULE_SYNTAX, RULE_TOO_SLOW,
    RULE_TYPE, RULE_UNKNOWN_NAME, RULE_UNSTABLE,
};
use super::tables::TABLES_UNUSED;
use crate::diagnostic::{Finding, finding};

finding! {
    /// # What it finds
    /// Two rows of rules with the same id, of whatever kind.
    ///
    /// # Why it matters
    /// An id names one rule: in expressions, in `drop`, in differences, and where another ruleset replaces the row.
    ///
    /// # Example
    /// ```toml
    /// [[rules.counter]]
    /// id = "guard"
    /// name = "Guard released"
    /// of = "game"
    /// most = 1
    ///
    /// [[rules.modifier]]
    /// id = "guard"                 # "guard-in-cover"
    /// name = "Guard in cover"
    /// to = "attack.defender"
    /// add = 1
    /// ```
    ///
    /// # Remedy
    /// Give the later row another id.
    RULE_ID_TWICE = "rule-id-twice", Error
}

finding! {
    /// # What it finds
    /// An id of a row of rules, or a tag of a unit, that expressions cannot use as a word.
    ///
    /// # Why it matters
    /// A word has small letters, digits and hyphens, and begins with a letter. A definition cannot have the name of a word of the
    /// language, such as `and`.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "fr-guard-1"
    /// tags = ["Old Guard"]         # "old-guard"
    /// ```
    ///
    /// # Remedy
    /// Write a word, such as `old-guard`.
    RULE_BAD_ID = "rule-bad-id", Error
}

finding! {
    /// # What it finds
    /// More than 200 rows of rules, more than 50 modifiers of one number, more than 16 sections of `[rules.tables_named]`, more than 4
    /// sets of tables in the turns of a game, or more than 8 tags of a unit.
    ///
    /// # Why it matters
    /// A game asks all modifiers of a number each time that it needs the number, and keeps a complete set of rules for each set of
    /// tables.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "fr-guard-1"
    /// tags = ["a", "b", "c", "d", "e", "f", "g", "h", "i"]
    /// ```
    ///
    /// # Remedy
    /// Join rows that differ in a number only: a number can be an expression.
    RULE_TOO_MANY = "rule-too-many", Error
}

finding! {
    /// # What it finds
    /// A row of rules that changes nothing, or an entry of `drop` that is there twice.
    ///
    /// # Why it matters
    /// It looks like a change all the same. Usually a number is missing.
    ///
    /// # Example
    /// ```toml
    /// [[rules.modifier]]
    /// id = "guard"
    /// name = "Guard in cover"
    /// to = "attack.defender"
    /// add = 0
    /// ```
    ///
    /// # Remedy
    /// Write the change, or remove the row.
    RULE_NO_EFFECT = "rule-no-effect", Warning
}

finding! {
    /// # What it finds
    /// Two rows that multiply the same number.
    ///
    /// # Why it matters
    /// Where both apply, the first one in the file comes first. Each result is made whole, so that the other order can lead to another
    /// number. The order of all other changes has no meaning.
    ///
    /// # Example
    /// ```toml
    /// [[rules.modifier]]
    /// id = "dusk"
    /// name = "Dusk"
    /// to = "hq.range"
    /// times = "1/2"
    ///
    /// [[rules.modifier]]
    /// id = "fog"
    /// name = "Fog"
    /// to = "hq.range"
    /// times = "2/3"
    /// ```
    ///
    /// # Remedy
    /// Join the two rows, or write conditions of which one holds at a time. If the order is meant, allow the finding.
    RULE_ORDER = "rule-order", Warning
}

finding! {
    /// # What it finds
    /// Two rows of rules that differ in their names only.
    ///
    /// # Why it matters
    /// A modifier counts twice then. Usually a row was copied, and its copy not changed.
    ///
    /// # Example
    /// ```toml
    /// [[rules.modifier]]
    /// id = "guard"
    /// name = "Guard"
    /// to = "attack.defender"
    /// add = 1
    ///
    /// [[rules.modifier]]
    /// id = "line"
    /// name = "Line"
    /// to = "attack.defender"
    /// add = 1
    /// ```
    ///
    /// # Remedy
    /// Change or remove one of them.
    RULE_TWINS = "rule-twins", Warning
}

finding! {
    /// # What it finds
    /// A counter that no expression names.
    ///
    /// # Why it matters
    /// Its number never changes and has no effect.
    ///
    /// # Example
    /// ```toml
    /// [[rules.counter]]
    /// id = "fires"
    /// name = "Fires"
    /// of = "unit"
    /// most = 6
    /// ```
    ///
    /// # Remedy
    /// Change it by an event and ask for it, or remove it.
    COUNTER_UNUSED = "counter-unused", Warning
}

finding! {
    /// # What it finds
    /// A definition that no expression names.
    ///
    /// # Why it matters
    /// It has no effect. Usually its name is misspelled where it was meant.
    ///
    /// # Example
    /// ```toml
    /// [[rules.define]]
    /// id = "rain"
    /// is = "turn >= 3"
    /// ```
    ///
    /// # Remedy
    /// Use it, or remove it.
    DEFINE_UNUSED = "define-unused", Warning
}

finding! {
    /// # What it finds
    /// A tag of a unit that no rule asks for, in a scenario with rules in rows.
    ///
    /// # Why it matters
    /// It has no effect. Usually it is misspelled, here or in the rule.
    ///
    /// # Example
    /// ```toml
    /// [[unit]]
    /// id = "fr-guard-1"
    /// tags = ["gaurd"]             # the rules ask for `guard`
    /// ```
    ///
    /// # Remedy
    /// Correct the tag, or remove it.
    TAG_UNUSED = "tag-unused", Warning
}

finding! {
    /// # What it finds
    /// A row of rules without a source.
    ///
    /// # Why it matters
    /// Readers cannot tell whether the rule is printed somewhere or invented.
    ///
    /// # Example
    /// ```toml
    /// [[rules.define]]
    /// id = "rain"
    /// is = "turn >= 3"
    /// ```
    ///
    /// # Remedy
    /// Name the source, such as `source = "invented: it rained from ten o'clock"`.
    RULE_WITHOUT_SOURCE = "rule-without-source", Warning, silent
}

finding! {
    /// # What it finds
    /// A row that skips a phase which the rest of the turn cannot do without.
    ///
    /// # Why it matters
    /// Each system says which of its phases may be skipped. The page of its words lists them.
    ///
    /// # Example
    /// ```toml
    /// [[rules.skip]]
    /// id = "surprise"
    /// name = "Surprise"
    /// phase = "command"            # HQs are placed in it
    /// when = "turn == 1"
    /// ```
    ///
    /// # Remedy
    /// Skip another phase, or forbid the acts of this one with rows of `[[rules.forbid]]`.
    PHASE_NOT_SKIPPED = "phase-not-skipped", Error
}

/// The findings about rules in rows and about their expressions.
pub(crate) const FINDINGS: &[Finding] = &[
    RULE_SYNTAX,
    RULE_UNKNOWN_NAME,
    RULE_TYPE,
    RULE_RANGE,
    RULE_SECRET,
    RULE_UNSTABLE,
    RULE_CIRCULAR,
    RULE_TOO_SLOW,
    RULE_NOT_HERE,
    RULE_ID_TWICE,
    RULE_BAD_ID,
    RULE_TOO_MANY,
    RULE_NEVER,
    RULE_ALWAYS,
    RULE_NO_EFFECT,
    RULE_ORDER,
    RULE_TWINS,
    COUNTER_UNUSED,
    DEFINE_UNUSED,
    TAG_UNUSED,
    TABLES_UNUSED,
    RULE_WITHOUT_SOURCE,
    PHASE_NOT_SKIPPED,
];
