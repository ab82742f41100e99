//! The words of rules of the system.

use crate::rule::vocabulary::{
    ActFallback, ActInfo, EffectInfo, FactInfo, GivenInfo, HookInfo, HookKind, Knowledge, LiftInfo, SkipInfo,
    SourceInfo, Stability, TriggerInfo, UnaskedInfo, UnaskedReason, ValueType, WordList, vocabulary,
};

/// The kinds of units, in the order of [`Kind`](super::Kind).
static KINDS: WordList = WordList { name: "kind", plural: "kinds", words: &["infantry", "cavalry"] };

/// The phases of a turn.
static PHASES: WordList = WordList { name: "phase", plural: "phases", words: &["command", "movement", "attack"] };

/// The two sides of a counter.
static POSTURES: WordList = WordList { name: "posture", plural: "postures", words: &["march", "battle"] };

/// The values of an attack.
const ATTACK: &[GivenInfo] = &[
    GivenInfo::one("attacker", ValueType::Unit),
    GivenInfo::one("defender", ValueType::Unit),
    GivenInfo::one("ground", ValueType::Hex),
    GivenInfo::one("side", ValueType::Side),
    GivenInfo::one("deathride", ValueType::YesNo),
];

/// The values of a step. A unit that enters the map comes from no hex.
const STEP: &[GivenInfo] = &[
    GivenInfo::one("mover", ValueType::Unit),
    GivenInfo::one("from", ValueType::Hex),
    GivenInfo::one("to", ValueType::Hex),
    GivenInfo::one("side", ValueType::Side),
];

const SIDE: &[GivenInfo] = &[GivenInfo::one("side", ValueType::Side)];
const UNIT: &[GivenInfo] = &[GivenInfo::one("unit", ValueType::Unit)];
const UNIT_IN_HEX: &[GivenInfo] = &[GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("hex", ValueType::Hex)];

/// The words that people expect and no expression can use.
const UNASKED: &[UnaskedInfo] = &[
    UnaskedInfo {
        name: "strength",
        subject: Some(ValueType::Unit),
        reason: UnaskedReason::OtherWord,
        message: "units of mars-la-tour have no strength",
        help: "the rating in this system is `er`",
    },
    UnaskedInfo {
        name: "enemy-supports",
        subject: None,
        reason: UnaskedReason::Secret,
        message: "from this a player would learn what support the enemy has chosen",
        help: "after the choice `chosen-support(side)` may be asked",
    },
];

vocabulary! {
    /// The words of rules of Mars la Tour.
    VOCABULARY of MarsLaTour;
    phases &PHASES; kinds &KINDS; lists &[&POSTURES]; hexes true, unasked UNASKED;

    /// A fact of the system.
    facts Fact {
        /// The ER of a unit.
        Er = FactInfo::new("er", "the ER of {0}", "3.1").of(ValueType::Unit).number(0, 9).stable(Stability::Fixed);
        /// The formation of a unit: the face of its counter.
        Posture = FactInfo::new("posture", "the posture of {0}", "3.1")
            .of(ValueType::Unit).answers(ValueType::Word(&POSTURES)).stable(Stability::Move);
        /// The movement points that a unit has spent in its move.
        Spent = FactInfo::new("spent", "what {0} has spent", "4.0 2a").of(ValueType::Unit).number(0, 40);
        /// Whether a unit is within the range of its HQ.
        InRange = FactInfo::new("in-range", "{0} is in the range of its HQ", "4.0 2c").of(ValueType::Unit).level(4);
        /// Whether a unit is blown.
        IsBlown = FactInfo::new("is-blown", "{0} is blown", "3.5").of(ValueType::Unit).stable(Stability::Move);
        /// Whether a hex is defensible.
        IsDefensible = FactInfo::new("is-defensible", "{0} is defensible", "3.8")
            .of(ValueType::Hex).stable(Stability::Fixed);
        /// Whether a hex is in a ZOC of the enemy of a side.
        InEzoc = FactInfo::new("in-ezoc", "{0} is in an EZOC of {1}", "3.9")
            .of(ValueType::Hex).with(&[ValueType::Side]).stable(Stability::Move).level(3);
        /// Whether a hex is in a ZOI of the enemy of a side.
        InEzoi = FactInfo::new("in-ezoi", "{0} is in an EZOI of {1}", "3.10")
            .of(ValueType::Hex).with(&[ValueType::Side]).stable(Stability::Move).level(3);
        /// The artillery ammunition points of a side.
        Ammunition = FactInfo::new("ammunition", "the artillery points of {0}", "5.1")
            .with(&[ValueType::Side]).number(0, 99).stable(Stability::Move);
        /// Whether a side has chosen artillery support for the attack at hand.
        ChosenSupport = FactInfo::new("chosen-support", "{0} has chosen artillery support", "4.0 3a")
            .with(&[ValueType::Side]).known(Knowledge::Secret);
    }

    /// A source of units of the system.
    sources Source {
        /// The eliminated units of a side.
        Lost = SourceInfo::lost("4.0 3.6");
        /// The blown units of a side.
        Blown = SourceInfo {
            name: "blown", parameters: &[ValueType::Side], element: ValueType::Unit, stability: Stability::Move,
            knowledge: Knowledge::Open, level: 0, phrase: "the blown units of {0}", rule: "3.5",
        };
    }

    /// A number or an answer of the system that rows change.
    hooks Hook {
        /// The modifiers of the attacker's die.
        AttackAttacker = HookInfo::new("attack.attacker", HookKind::Sum, "the attacker's die", "4.0 3.1")
            .gives(ATTACK).number(-20, 20).level(5).revealed()
            .published(&["artillery-support", "flank-support", "er"]);
        /// The modifiers of the defender's die.
        AttackDefender = HookInfo::new("attack.defender", HookKind::Sum, "the defender's die", "4.0 3.1")
            .gives(ATTACK).number(-20, 20).level(5).revealed()
            .published(&["artillery-support", "defensible-terrain", "chassepots", "er"]);
        /// The number of last moves.
        LastMoves = HookInfo::new("last-moves", HookKind::Number, "the number of last moves", "4.0 2f")
            .gives(SIDE).number(0, 99).level(5);
        /// The number of last attacks.
        LastAttacks = HookInfo::new("last-attacks", HookKind::Number, "the number of last attacks", "4.0 3.8")
            .gives(SIDE).number(0, 99).level(5);
        /// The movement points of a unit.
        Allowance = HookInfo::new("allowance", HookKind::Number, "the movement points", "3.1")
            .gives(&[GivenInfo::one("mover", ValueType::Unit), GivenInfo::one("posture", ValueType::Word(&POSTURES))])
            .number(0, 20).level(2).takes(Stability::Phase);
        /// The range of an HQ.
        HqRange = HookInfo::new("hq.range", HookKind::Number, "the range of the HQ", "4.0 2c")
            .gives(SIDE).number(0, 99).level(3).takes(Stability::Turn);
        /// The length of a retreat.
        Retreat = HookInfo::new("retreat", HookKind::Number, "the length of the retreat", "4.0 3.3")
            .gives(UNIT).number(1, 9).level(2).takes(Stability::Turn);
        /// Whether a unit must stop in a hex.
        MustStop = HookInfo::new("must-stop", HookKind::YesNo, "the unit must stop", "4.0 2b")
            .gives(STEP).level(5).takes(Stability::Move).searched();
        /// Whether a unit has a ZOC in a hex next to it.
        Zone = HookInfo::new("zone", HookKind::YesNo, "the zone of control of the unit reaches the hex", "3.9")
            .gives(UNIT_IN_HEX).level(3).takes(Stability::Turn).searched();
    }

    /// An act of the players that rows forbid.
    acts Act {
        /// A step of a moving unit.
        Step = ActInfo {
            name: "step", given: STEP, takes: Stability::Move, in_search: true,
            fallback: ActFallback::Blocked, phrase: "enter a hex", rule: "4.0 2a",
        };
        /// The end of a move.
        Stop = ActInfo {
            name: "stop",
            given: &[
                GivenInfo::one("mover", ValueType::Unit), GivenInfo::one("hex", ValueType::Hex),
                GivenInfo::one("side", ValueType::Side),
            ],
            takes: Stability::Move, in_search: true, fallback: ActFallback::Ignored, phrase: "end a move", rule: "4.0 2a",
        };
        /// An attack.
        Attack = ActInfo {
            name: "attack", given: ATTACK, takes: Stability::Live, in_search: false,
            fallback: ActFallback::Pass, phrase: "attack", rule: "4.0 3",
        };
        /// Artillery support.
        Support = ActInfo {
            name: "support",
            given: &[
                GivenInfo::one("side", ValueType::Side), GivenInfo::one("attacker", ValueType::Unit),
                GivenInfo::one("defender", ValueType::Unit), GivenInfo::one("ground", ValueType::Hex),
                GivenInfo::one("deathride", ValueType::YesNo),
            ],
            takes: Stability::Live, in_search: false, fallback: ActFallback::Pass,
            phrase: "commit artillery support", rule: "4.0 3a",
        };
        /// The placement of an HQ.
        PlaceHq = ActInfo {
            name: "place-hq",
            given: &[GivenInfo::one("side", ValueType::Side), GivenInfo::one("hex", ValueType::Hex)],
            takes: Stability::Live, in_search: false, fallback: ActFallback::Ignored, phrase: "place an HQ", rule: "4.0 1a",
        };
    }

    /// A published prohibition that rows lift.
    lifts Lift {
        /// Cavalry attacks cavalry only, unless it makes a Deathride.
        CavalryOnlyCavalry = LiftInfo {
            name: "cavalry-only-cavalry", given: ATTACK, phrase: "cavalry attacks cavalry only", rule: "5.2",
        };
        /// Cavalry has no artillery support.
        NoCavalrySupport = LiftInfo {
            name: "no-cavalry-support", given: ATTACK, phrase: "cavalry has no artillery support", rule: "5.2",
        };
        /// A Deathride is made against open terrain only.
        DeathrideOnlyOpen = LiftInfo {
            name: "deathride-only-open", given: ATTACK, phrase: "a Deathride is made against open terrain only",
            rule: "3.5",
        };
    }

    /// A moment at which events happen.
    triggers Trigger {
        /// When a turn begins.
        TurnBegins = TriggerInfo { name: "turn-begins", given: &[], phrase: "when a turn begins" };
        /// When a turn ends.
        TurnEnds = TriggerInfo { name: "turn-ends", given: &[], phrase: "when a turn ends" };
    }

    /// Something that an event does.
    effects Effect {
        /// The artillery ammunition points of a side.
        Ammunition = EffectInfo {
            name: "ammunition", parameters: &[ValueType::Side], number: Some((0, 99)), phrase: "the artillery points of {0}",
        };
    }

    /// A phase that rows skip. The Command Phase places the HQs, and always takes place.
    skips Skip {
        /// The Movement Phase.
        Movement = SkipInfo {
            name: "movement", given: &[], phrase: "the Movement Phase",
            without: "nobody moves, and reinforcements wait", rule: "4.0 2",
        };
        /// The Attack Phase.
        Attack = SkipInfo {
            name: "attack", given: &[], phrase: "the Attack Phase",
            without: "nobody attacks", rule: "4.0 3",
        };
    }
}
