//! The findings about expressions.

use crate::diagnostic::finding;

finding! {
    /// # What it finds
    /// An expression that does not follow the grammar of rules, or is longer than 400 letters or deeper than 24 levels.
    ///
    /// # Why it matters
    /// The program cannot tell what is meant. Where a sign of another language stands for a word, the finding names the word.
    ///
    /// # Example
    /// ```toml
    /// [[rules.modifier]]
    /// id = "guard"
    /// name = "Guard"
    /// to = "attack.defender"
    /// add = 1
    /// when = "defender.er >= 2 && turn > 3"    # `and`
    /// ```
    ///
    /// # Remedy
    /// Write the expression as the guide explains it.
    RULE_SYNTAX = "rule-syntax", Error
}

finding! {
    /// # What it finds
    /// A word in an expression that nothing has: neither the rules of the system, nor the scenario, nor the rules in rows.
    ///
    /// # Why it matters
    /// A rule about an unknown thing would never apply. The finding names what could stand there, and a word that is nearly the
    /// same.
    ///
    /// # Example
    /// ```toml
    /// [[rules.win]]
    /// id = "rezonville"
    /// name = "Rezonville held"
    /// side = "german"
    /// at = "turn-end"
    /// when = "holds(german, rezonvile)"        # `rezonville`
    /// ```
    ///
    /// # Remedy
    /// Correct the word. The page *Words of the rules* of the system lists all that can be asked.
    RULE_UNKNOWN_NAME = "rule-unknown-name", Error
}

finding! {
    /// # What it finds
    /// A part of an expression of another type than the place needs, such as a unit where a hex is needed.
    ///
    /// # Why it matters
    /// Numbers, answers of yes or no, sides, units, hexes, formations, places and the words of each list are different things. None
    /// of them stands for another: yes is not 1, and a unit is not its hex.
    ///
    /// # Example
    /// ```toml
    /// [[rules.forbid]]
    /// id = "far"
    /// name = "Not from afar"
    /// act = "attack"
    /// when = "distance(attacker, ground) > 1"  # `attacker.hex`
    /// reason = "it is too far away"
    /// ```
    ///
    /// # Remedy
    /// Ask for the property that has the type: `attacker.hex`, `turn > 3`, `if ground.is-defensible then 1 else 0`.
    RULE_TYPE = "rule-type", Error
}

finding! {
    /// # What it finds
    /// A number that can leave the range of its place, or a range without any number.
    ///
    /// # Why it matters
    /// Every fact has a least and a greatest value, so that the extremes of an expression are known before a game. The finding tells
    /// the worst case.
    ///
    /// # Example
    /// ```toml
    /// [[rules.modifier]]
    /// id = "tired"
    /// name = "Tired"
    /// to = "attack.defender"
    /// add = "turn * 9"                         # 54 in turn 6
    /// ```
    ///
    /// # Remedy
    /// Write smaller numbers, or limit the expression with `least(20, …)` or `most(-20, …)`.
    RULE_RANGE = "rule-range", Error
}

finding! {
    /// # What it finds
    /// An expression that asks for something that the deciding player does not know at that moment.
    ///
    /// # Why it matters
    /// A player sees what is forbidden and what it costs. If that depended on a secret, the player would learn the secret from it.
    ///
    /// # Example
    /// ```toml
    /// [[rules.forbid]]
    /// id = "answer"
    /// name = "Only in answer"
    /// act = "place-hq"
    /// when = "chosen-support(french)"          # the French have not shown it yet
    /// reason = "the French have kept their guns back"
    /// ```
    ///
    /// # Remedy
    /// Ask for what both sides know, or change a number that is asked for after the secret is told.
    RULE_SECRET = "rule-secret", Error
}

finding! {
    /// # What it finds
    /// An expression that asks for something that changes while its number or answer has to stay the same.
    ///
    /// # Why it matters
    /// The cheapest ways of a unit are calculated before it moves, and zones of control are counted when pieces move. What changes
    /// in between would make the result wrong.
    ///
    /// # Example
    /// ```toml
    /// [[rules.forbid]]
    /// id = "tired"
    /// name = "Tired"
    /// act = "step"
    /// when = "mover.spent > 2"                 # it grows with each step
    /// reason = "the men are tired"
    /// ```
    ///
    /// # Remedy
    /// Ask for something that does not change, or change another number, such as `allowance`.
    RULE_UNSTABLE = "rule-unstable", Error
}

finding! {
    /// # What it finds
    /// An expression that asks for what is computed from its own result, or definitions that ask each other in a circle.
    ///
    /// # Why it matters
    /// Such a question has no answer.
    ///
    /// # Example
    /// ```toml
    /// [[rules.modifier]]
    /// id = "narrow"
    /// name = "Narrow zones"
    /// to = "zone"
    /// be = false
    /// when = "hex.in-ezoc(unit.side)"          # zones are computed from this
    /// ```
    ///
    /// # Remedy
    /// Ask for something below it, such as the terrain or the units of a hex.
    RULE_CIRCULAR = "rule-circular", Error
}

finding! {
    /// # What it finds
    /// An expression that would take too many steps each time it is asked.
    ///
    /// # Why it matters
    /// A search for ways asks a rule for each hex and each direction, and computer players ask it for every choice. The bound is
    /// computed from the number of units and hexes in the scenario.
    ///
    /// # Example
    /// ```toml
    /// [[rules.forbid]]
    /// id = "crowd"
    /// name = "No crowds"
    /// act = "step"
    /// when = "any(u in all-units where any(v in all-units where distance(u.hex, v.hex) < 3))"
    /// reason = "there are too many"
    /// ```
    ///
    /// # Remedy
    /// Ask for the surroundings of a hex: `any(h in within(to, 2) where any(u in units(h) where …))`.
    RULE_TOO_SLOW = "rule-too-slow", Error
}

finding! {
    /// # What it finds
    /// A word of the rules of another system.
    ///
    /// # Why it matters
    /// Each system has its own numbers, acts and facts. The finding tells which system has the word.
    ///
    /// # Example
    /// ```toml
    /// [[rules.modifier]]
    /// id = "late"
    /// name = "Late"
    /// to = "combat.column"                     # of matz, and this is mars-la-tour
    /// add = 1
    /// ```
    ///
    /// # Remedy
    /// Use a word of this system. The page *Words of the rules* lists them.
    RULE_NOT_HERE = "rule-not-here", Error
}

finding! {
    /// # What it finds
    /// A condition that is never met.
    ///
    /// # Why it matters
    /// The rule has no effect. Usually a number is wrong, or `and` stands for `or`.
    ///
    /// # Example
    /// ```toml
    /// [[rules.modifier]]
    /// id = "late"
    /// name = "Late"
    /// to = "attack.defender"
    /// add = 1
    /// when = "turn > 12"                       # the game ends after turn 6
    /// ```
    ///
    /// # Remedy
    /// Correct the condition, or remove the rule.
    RULE_NEVER = "rule-never", Warning
}

finding! {
    /// # What it finds
    /// A condition that is always met.
    ///
    /// # Why it matters
    /// The condition has no effect. Usually a number is wrong, or `or` stands for `and`.
    ///
    /// # Example
    /// ```toml
    /// [[rules.modifier]]
    /// id = "early"
    /// name = "Early"
    /// to = "attack.defender"
    /// add = 1
    /// when = "turn >= 1"                       # every turn
    /// ```
    ///
    /// # Remedy
    /// Correct the condition, or leave `when` out.
    RULE_ALWAYS = "rule-always", Warning
}
