//! The words of rules: what expressions can ask of each system, and where rows of rules apply.
//!
//! A system declares its words once, with `vocabulary!`. The enumerations that it makes are matched by the engine without a default
//! arm, so that a word without code does not compile.

use crate::System;

pub use super::common_fact::CommonFact;

/// The words of a system.
#[derive(Debug)]
pub struct Vocabulary {
    /// The system.
    pub system: System,
    /// The names of the phases, for `phase`.
    pub phases: &'static WordList,
    /// The kinds of units, for `unit.kind`.
    pub kinds: &'static WordList,
    /// The other closed lists of words.
    pub lists: &'static [&'static WordList],
    /// `true` on a map of hexes, where the words about hexes exist.
    pub has_hexes: bool,
    /// The facts of the system, by the number of its enumeration.
    pub facts: &'static [FactInfo],
    /// The sources of units and hexes of the system, by number.
    pub sources: &'static [SourceInfo],
    /// The numbers and answers that modifiers change, by number.
    pub hooks: &'static [HookInfo],
    /// The acts that rows forbid, by number.
    pub acts: &'static [ActInfo],
    /// The published prohibitions that rows lift, by number.
    pub lifts: &'static [LiftInfo],
    /// The moments at which events happen, by number.
    pub triggers: &'static [TriggerInfo],
    /// The effects of events, by number.
    pub effects: &'static [EffectInfo],
    /// The phases that rows skip, by number. Other [phases](Self::phases) always take place.
    pub skips: &'static [SkipInfo],
    /// The words that people expect and no expression can use, with the reason.
    pub unasked: &'static [UnaskedInfo],
}

/// A word that people expect and no expression can use.
#[derive(Clone, Copy, Debug)]
pub struct UnaskedInfo {
    /// The word, such as `"enemy-supports"`; after a dot, such as `"strength"`, if there is a subject.
    pub name: &'static str,
    /// The type of what stands before the dot; `None` for nothing.
    pub subject: Option<ValueType>,
    /// The kind of the reason.
    pub reason: UnaskedReason,
    /// The reason, as a message.
    pub message: &'static str,
    /// The words to write in its place; empty for nothing.
    pub help: &'static str,
}

/// The kind of reason why no expression can use a word.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum UnaskedReason {
    /// The system has another word for it.
    OtherWord,
    /// Nobody may know it.
    Secret,
    /// It is known too late.
    Unstable,
}

/// A closed list of words, such as the kinds of units.
#[derive(Debug)]
pub struct WordList {
    /// The name of one of them, such as `"kind"`.
    pub name: &'static str,
    /// The name of several, such as `"kinds"`.
    pub plural: &'static str,
    /// The words. The value of a word is its place in this list.
    pub words: &'static [&'static str],
}

/// The type of a value. A value of any type is an `i32` when a rule is applied.
#[derive(Clone, Copy, Debug)]
pub enum ValueType {
    /// A whole number.
    Number,
    /// Yes, 1, or no, 0.
    YesNo,
    /// A word of a closed list: its place in the list.
    Word(&'static WordList),
    /// A side: 0 or 1.
    Side,
    /// A hex: its index on the map of the engine, or -1.
    Hex,
    /// A unit: its place in the order of battle, or -1.
    Unit,
    /// A formation: its place in the scenario, or -1.
    Formation,
    /// A place: its place in the scenario, or -1.
    Place,
}

impl PartialEq for ValueType {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Word(one), Self::Word(other)) => std::ptr::eq(*one, *other),
            _ => std::mem::discriminant(self) == std::mem::discriminant(other),
        }
    }
}

impl Eq for ValueType {}

/// The time during which a fact does not change.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
pub enum Stability {
    /// The whole game.
    Fixed,
    /// A turn.
    Turn,
    /// A phase.
    Phase,
    /// While a piece moves.
    Move,
    /// No time.
    Live,
}

/// The people who know a fact.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Knowledge {
    /// Both sides.
    Open,
    /// The side that it is about, which is the side of its first argument.
    Own,
    /// Nobody but the side that chose it, until both have chosen.
    Secret,
}

/// A value that a hook, an act or a trigger gives to its expressions.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct GivenInfo {
    /// The word, such as `"attacker"`.
    pub name: &'static str,
    /// Its type.
    pub value: ValueType,
    /// `true` for a list of values, which stands in place of a source: `any(u in attackers where …)`.
    pub is_list: bool,
    /// The least number.
    pub least: i32,
    /// The greatest number.
    pub most: i32,
    /// The words for people, such as `"it is a Deathride"`; empty for the word itself with an article.
    pub phrase: &'static str,
}

impl GivenInfo {
    /// A single value.
    pub const fn one(name: &'static str, value: ValueType) -> Self {
        Self { name, value, is_list: false, least: 0, most: 1, phrase: "" }
    }

    /// A list of values.
    pub const fn list(name: &'static str, value: ValueType) -> Self {
        Self { is_list: true, ..Self::one(name, value) }
    }

    /// A number from `least` to `most`.
    pub const fn number(name: &'static str, least: i32, most: i32) -> Self {
        Self { least, most, ..Self::one(name, ValueType::Number) }
    }

    /// The same with words for people.
    pub const fn said(self, phrase: &'static str) -> Self {
        Self { phrase, ..self }
    }
}

/// A fact: what an expression can ask.
#[derive(Clone, Copy, Debug)]
pub struct FactInfo {
    /// The word, such as `"er"` or `"holds"`.
    pub name: &'static str,
    /// The type of what stands before the dot, as in `defender.er`; `None` for `turn` and `holds(side, place)`.
    pub subject: Option<ValueType>,
    /// The types of the arguments in brackets.
    pub parameters: &'static [ValueType],
    /// The type of the answer.
    pub value: ValueType,
    /// The least answer of a number.
    pub least: i32,
    /// The greatest answer of a number.
    pub most: i32,
    /// The time during which it does not change.
    pub stability: Stability,
    /// The people who know it.
    pub knowledge: Knowledge,
    /// The level: a hook takes facts of a lower level only.
    pub level: u8,
    /// The words for people: `{0}`, `{1}` … stand for the subject and the arguments, such as `"the ER of {0}"`.
    pub phrase: &'static str,
    /// The number of the rule, such as `"3.1"`; empty for none.
    pub rule: &'static str,
}

impl FactInfo {
    /// A fact that is open, live and of level 0, and answers yes or no.
    pub const fn new(name: &'static str, phrase: &'static str, rule: &'static str) -> Self {
        Self {
            name,
            subject: None,
            parameters: &[],
            value: ValueType::YesNo,
            least: 0,
            most: 1,
            stability: Stability::Live,
            knowledge: Knowledge::Open,
            level: 0,
            phrase,
            rule,
        }
    }

    /// The same about a subject before the dot.
    pub const fn of(self, subject: ValueType) -> Self {
        Self { subject: Some(subject), ..self }
    }

    /// The same with arguments in brackets.
    pub const fn with(self, parameters: &'static [ValueType]) -> Self {
        Self { parameters, ..self }
    }

    /// The same with numbers from `least` to `most` as answers.
    pub const fn number(self, least: i32, most: i32) -> Self {
        Self { value: ValueType::Number, least, most, ..self }
    }

    /// The same with answers of the type `value`, which is no number.
    pub const fn answers(self, value: ValueType) -> Self {
        Self { value, ..self }
    }

    /// The same for a fact that does not change during `stability`.
    pub const fn stable(self, stability: Stability) -> Self {
        Self { stability, ..self }
    }

    /// The same for a fact that only some people know.
    pub const fn known(self, knowledge: Knowledge) -> Self {
        Self { knowledge, ..self }
    }

    /// The same at a higher level.
    pub const fn level(self, level: u8) -> Self {
        Self { level, ..self }
    }
}

/// A source of values for `any`, `all`, `count`, `sum`, `most` and `least`.
#[derive(Clone, Copy, Debug)]
pub struct SourceInfo {
    /// The word, such as `"lost"`.
    pub name: &'static str,
    /// The types of the arguments in brackets.
    pub parameters: &'static [ValueType],
    /// The type of each value.
    pub element: ValueType,
    /// The time during which the values do not change.
    pub stability: Stability,
    /// The people who know them.
    pub knowledge: Knowledge,
    /// The level.
    pub level: u8,
    /// The words for people, such as `"the lost units of {0}"`.
    pub phrase: &'static str,
    /// The number of the rule; empty for none.
    pub rule: &'static str,
}

impl SourceInfo {
    /// `lost(side)`: the eliminated units of a side, by a rule of the system.
    pub const fn lost(rule: &'static str) -> Self {
        Self {
            name: "lost",
            parameters: &[ValueType::Side],
            element: ValueType::Unit,
            stability: Stability::Move,
            knowledge: Knowledge::Open,
            level: 0,
            phrase: "the lost units of {0}",
            rule,
        }
    }
}

/// The kind of a hook.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum HookKind {
    /// A sum of modifiers with names: rows add to it.
    Sum,
    /// A number that rows add to, multiply and limit.
    Number,
    /// An answer that rows replace by yes or no.
    YesNo,
}

/// A number or an answer of the engine that rows of `[[rules.modifier]]` change.
#[derive(Clone, Copy, Debug)]
pub struct HookInfo {
    /// The word, such as `"attack.defender"`.
    pub name: &'static str,
    /// The kind.
    pub kind: HookKind,
    /// The values that expressions can use.
    pub given: &'static [GivenInfo],
    /// The least number.
    pub least: i32,
    /// The greatest number.
    pub most: i32,
    /// The level.
    pub level: u8,
    /// The least stable facts that it takes.
    pub takes: Stability,
    /// `true` if a search for ways asks it at each step, which limits the cost of its expressions.
    pub in_search: bool,
    /// The facts of this or a lower secrecy that it takes: [`Knowledge::Secret`] after the secrets are revealed.
    pub takes_known: Knowledge,
    /// The ids of the published modifiers that `drop` takes out.
    pub published: &'static [&'static str],
    /// The words for people, such as `"the defender's die"`.
    pub phrase: &'static str,
    /// The number of the rule; empty for none.
    pub rule: &'static str,
}

impl HookInfo {
    /// A hook of a kind with numbers from `least` to `most`, that takes live facts that are open, at level 4.
    pub const fn new(name: &'static str, kind: HookKind, phrase: &'static str, rule: &'static str) -> Self {
        Self {
            name,
            kind,
            given: &[],
            least: 0,
            most: 1,
            level: 4,
            takes: Stability::Live,
            in_search: false,
            takes_known: Knowledge::Open,
            published: &[],
            phrase,
            rule,
        }
    }

    /// The same with values for its expressions.
    pub const fn gives(self, given: &'static [GivenInfo]) -> Self {
        Self { given, ..self }
    }

    /// The same with numbers from `least` to `most`.
    pub const fn number(self, least: i32, most: i32) -> Self {
        Self { least, most, ..self }
    }

    /// The same at a level.
    pub const fn level(self, level: u8) -> Self {
        Self { level, ..self }
    }

    /// The same for facts that do not change during `takes`.
    pub const fn takes(self, takes: Stability) -> Self {
        Self { takes, ..self }
    }

    /// The same for a hook that a search asks at each step.
    pub const fn searched(self) -> Self {
        Self { in_search: true, ..self }
    }

    /// The same for a hook that is asked after the secrets are revealed.
    pub const fn revealed(self) -> Self {
        Self { takes_known: Knowledge::Secret, ..self }
    }

    /// The same for a hook that only the side that decides asks.
    pub const fn own(self) -> Self {
        Self { takes_known: Knowledge::Own, ..self }
    }

    /// The same with published modifiers.
    pub const fn published(self, published: &'static [&'static str]) -> Self {
        Self { published, ..self }
    }
}

/// The outcome where all choices of a step are forbidden.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum ActFallback {
    /// The act is blocked, as terrain blocks it.
    Blocked,
    /// The side can pass.
    Pass,
    /// The prohibition is ignored, and the log tells it.
    Ignored,
}

/// An act of the players that rows of `[[rules.forbid]]` forbid.
#[derive(Clone, Copy, Debug)]
pub struct ActInfo {
    /// The word, such as `"step"`.
    pub name: &'static str,
    /// The values that expressions can use.
    pub given: &'static [GivenInfo],
    /// The least stable facts that it takes.
    pub takes: Stability,
    /// `true` if a search for ways asks it at each step.
    pub in_search: bool,
    /// The outcome where nothing else is legal.
    pub fallback: ActFallback,
    /// The words for people, such as `"enter a hex"`.
    pub phrase: &'static str,
    /// The number of the rule; empty for none.
    pub rule: &'static str,
}

/// A published prohibition that rows of `[[rules.allow]]` lift.
#[derive(Clone, Copy, Debug)]
pub struct LiftInfo {
    /// The word, such as `"cavalry-only-cavalry"`.
    pub name: &'static str,
    /// The values that expressions can use.
    pub given: &'static [GivenInfo],
    /// The words for people, such as `"cavalry attacks cavalry only"`.
    pub phrase: &'static str,
    /// The number of the rule.
    pub rule: &'static str,
}

/// A moment at which events happen.
#[derive(Clone, Copy, Debug)]
pub struct TriggerInfo {
    /// The word, such as `"turn-begins"`.
    pub name: &'static str,
    /// The values that expressions can use.
    pub given: &'static [GivenInfo],
    /// The words for people, such as `"when a turn begins"`.
    pub phrase: &'static str,
}

/// Something that an event does.
#[derive(Clone, Copy, Debug)]
pub struct EffectInfo {
    /// The word, such as `"ammunition"`.
    pub name: &'static str,
    /// The types of the arguments in brackets.
    pub parameters: &'static [ValueType],
    /// The range of the number that `=`, `+=` and `-=` change; `None` for an act such as `lose-step(unit)`.
    pub number: Option<(i32, i32)>,
    /// The words for people, such as `"the artillery points of {0}"`.
    pub phrase: &'static str,
}

/// A phase that rows of `[[rules.skip]]` skip.
#[derive(Clone, Copy, Debug)]
pub struct SkipInfo {
    /// The word: one of [`Vocabulary::phases`].
    pub name: &'static str,
    /// The values that expressions can use.
    pub given: &'static [GivenInfo],
    /// The words for people, such as `"the Air Phase"`.
    pub phrase: &'static str,
    /// What its absence means for the rest of the turn, such as `"units keep their markers"`.
    pub without: &'static str,
    /// The number of the rule.
    pub rule: &'static str,
}

/// Declares the words of a system: the enumerations that the engine matches, and the [`Vocabulary`] for everything else.
macro_rules! vocabulary {
    (
        $(#[$doc:meta])* $name:ident of $system:ident;
        phases $phases:expr; kinds $kinds:expr; lists $lists:expr; hexes $hexes:expr $(, unasked $unasked:expr)?;
        $($(#[$group_doc:meta])* $group:ident $enumeration:ident {
            $($(#[$word_doc:meta])* $word:ident = $info:expr;)*
        })*
    ) => {
        $(
            $(#[$group_doc])*
            #[derive(Clone, Copy, Debug, PartialEq, Eq, Hash)]
            pub enum $enumeration {
                $($(#[$word_doc])* $word,)*
            }

            impl $enumeration {
                /// All of them, by number.
                pub const ALL: &'static [Self] = &[$(Self::$word),*];

                /// Returns the one with this number.
                #[inline]
                pub fn of(number: u16) -> Option<Self> {
                    Self::ALL.get(usize::from(number)).copied()
                }

                /// Returns the number.
                #[inline]
                pub const fn number(self) -> u16 {
                    self as u16
                }
            }
        )*

        $(#[$doc])*
        #[allow(clippy::needless_update, reason = "a system may have all groups")]
        pub static $name: $crate::rule::vocabulary::Vocabulary = $crate::rule::vocabulary::Vocabulary {
            system: $crate::System::$system,
            phases: $phases,
            kinds: $kinds,
            lists: $lists,
            has_hexes: $hexes,
            $(unasked: $unasked,)?
            $($group: &[$($info),*],)*
            ..$crate::rule::vocabulary::Vocabulary::EMPTY
        };
    };
}

pub(crate) use vocabulary;

/// The list of no words.
static NO_WORDS: WordList = WordList { name: "word", plural: "words", words: &[] };

impl Vocabulary {
    /// Returns `true` if one of the hooks has a published modifier with this id.
    pub(crate) fn publishes(&self, id: &str) -> bool {
        self.hooks.iter().any(|hook| hook.published.contains(&id))
    }

    /// No words at all.
    pub(crate) const EMPTY: Self = Self {
        system: System::MarsLaTour,
        phases: &NO_WORDS,
        kinds: &NO_WORDS,
        lists: &[],
        has_hexes: false,
        facts: &[],
        sources: &[],
        hooks: &[],
        acts: &[],
        lifts: &[],
        triggers: &[],
        effects: &[],
        skips: &[],
        unasked: &[],
    };
}
