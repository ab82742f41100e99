//! The findings about rulesets.

use crate::diagnostic::{Finding, finding};

finding! {
    /// # What it finds
    /// A ruleset that does not exist, or not in the version that is asked for.
    ///
    /// # Why it matters
    /// Without it, the rules of the scenario are unknown. The rest of the file is checked as if the ruleset changed
    /// nothing. A name is looked up in `[rulesets]` of the nearest `battlewright.toml`, then among the rulesets that the
    /// program brings. A text with `/` is a path relative to the file.
    ///
    /// # Example
    /// ```toml
    /// [rules]
    /// use = ["night-and-mut@1"]    # did you mean `night-and-mud`?
    /// ```
    ///
    /// # Remedy
    /// Correct the name, or add the ruleset to `[rulesets]`.
    RULESET_MISSING = "ruleset-missing", Error
}

finding! {
    /// # What it finds
    /// A file that is named as a ruleset and is none, or has errors.
    ///
    /// # Why it matters
    /// Nothing of the file applies. A ruleset has the key `ruleset = 1`, is at most 1 MiB long, and has the id by which
    /// it is named, or lists it in `replaces`.
    ///
    /// # Example
    /// ```toml
    /// [rules]
    /// use = ["maps/theme.toml"]    # a theme
    /// ```
    ///
    /// # Remedy
    /// Name a ruleset, or correct it. `battlewright validate` lists its errors.
    RULESET_NOT_ONE = "ruleset-not-one", Error
}

finding! {
    /// # What it finds
    /// A ruleset of another rules system.
    ///
    /// # Why it matters
    /// Its settings have no meaning in this system.
    ///
    /// # Example
    /// ```toml
    /// system = "matz"
    ///
    /// [rules]
    /// use = ["night-and-mud@1"]    # a ruleset of mars-la-tour
    /// ```
    ///
    /// # Remedy
    /// Use a ruleset of the same system.
    RULESET_SYSTEM = "ruleset-system", Error
}

finding! {
    /// # What it finds
    /// Rulesets that extend one another in a circle, in too long a chain, or in too great a number.
    ///
    /// # Why it matters
    /// In a circle, no ruleset stands below the others. A chain has at most 8 rulesets, a list at most 8, and a scenario
    /// at most 64 with those that they extend.
    ///
    /// # Example
    /// ```toml
    /// # mud.toml
    /// id = "mud"
    /// extends = ["./night.toml"]   # which extends mud.toml
    /// ```
    ///
    /// # Remedy
    /// Remove an entry from `extends` or `use`.
    RULESET_CYCLE = "ruleset-cycle", Error
}

finding! {
    /// # What it finds
    /// Two rulesets that change a value differently.
    ///
    /// # Why it matters
    /// It is unknown which one counts, because no meaning hangs on the order of a list.
    ///
    /// # Example
    /// ```toml
    /// [rules]
    /// use = ["./night.toml", "./fog.toml"]   # zoi = 1 in one, zoi = 3 in the other
    /// ```
    ///
    /// # Remedy
    /// Set the value in the scenario, or let one ruleset extend the other.
    RULESET_CONFLICT = "ruleset-conflict", Error
}

finding! {
    /// # What it finds
    /// A ruleset that needs an id which the scenario does not have.
    ///
    /// # Why it matters
    /// The ruleset is about that side, formation, unit or place.
    ///
    /// # Example
    /// ```toml
    /// # the ruleset
    /// needs = { side = ["german"] }          # the scenario has "prussian"
    /// ```
    ///
    /// # Remedy
    /// Use another ruleset, or give the id to the one that is meant.
    RULESET_NEEDS = "ruleset-needs", Error
}

finding! {
    /// # What it finds
    /// A reference to an older version of a ruleset or of the published rules than the one at hand.
    ///
    /// # Why it matters
    /// The version at hand applies. It may differ from the one that the author has read and tested. For published rules,
    /// the message lists the values that differ.
    ///
    /// # Example
    /// ```toml
    /// [rules]
    /// use = ["night-and-mud@1"]    # the file at hand has version = 2
    /// ```
    ///
    /// # Remedy
    /// Read the changes, and write the new version.
    RULESET_OLDER = "ruleset-older", Warning
}

finding! {
    /// # What it finds
    /// A scenario with the changes of a ruleset that has changed since.
    ///
    /// # Why it matters
    /// `battlewright inline` writes the changes of rulesets into a scenario, with a hash of each in `based_on`. The
    /// changes in the scenario apply. The ruleset at hand has others.
    ///
    /// # Example
    /// ```toml
    /// [rules]
    /// zoi = 1                      # the ruleset has zoi = 3 now
    /// based_on = [{ id = "night-and-mud", version = 1, hash = "4a1f09bd52c7e316" }]
    /// ```
    ///
    /// # Remedy
    /// Keep the scenario for games that were begun with it. For new games, use the ruleset again.
    RULESET_CHANGED = "ruleset-changed", Warning
}

finding! {
    /// # What it finds
    /// A ruleset without effect, or a part of a ruleset without one.
    ///
    /// # Why it matters
    /// It changes nothing, is named twice, or every value that it changes is set again by the scenario. In a ruleset, an
    /// entry of `[why]` is about a value that `[rules]` does not change.
    ///
    /// # Example
    /// ```toml
    /// [rules]
    /// use = ["./zoi.toml"]         # changes zoi only
    /// zoi = 3
    /// ```
    ///
    /// # Remedy
    /// Remove the entry.
    RULESET_UNUSED = "ruleset-unused", Warning
}

/// The findings about rulesets.
pub(crate) const FINDINGS: &[Finding] = &[
    RULESET_MISSING,
    RULESET_NOT_ONE,
    RULESET_SYSTEM,
    RULESET_CYCLE,
    RULESET_CONFLICT,
    RULESET_NEEDS,
    RULESET_OLDER,
    RULESET_CHANGED,
    RULESET_UNUSED,
];
