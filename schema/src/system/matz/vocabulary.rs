//! The words of rules of the system.

use crate::rule::vocabulary::{
    ActFallback, ActInfo, EffectInfo, FactInfo, GivenInfo, HookInfo, HookKind, Knowledge, LiftInfo, SkipInfo,
    SourceInfo, Stability, TriggerInfo, ValueType, WordList, vocabulary,
};

/// The kinds of counters, in the order of [`Kind`](super::Kind). Headquarters come behind them, as no unit of a file is one.
static KINDS: WordList = WordList {
    name: "kind",
    plural: "kinds",
    words: &["infantry", "stosstruppen", "tank", "artillery", "fighter", "bomber", "headquarters"],
};

/// The phases of a player turn. The interphases and the Administrative Phase are none of them.
static PHASES: WordList = WordList {
    name: "phase",
    plural: "phases",
    words: &["command", "movement", "air", "bombardment", "combat", "exploitation", "second-combat", "reorganization"],
};

/// The missions of aircraft.
static MISSIONS: WordList =
    WordList { name: "mission", plural: "missions", words: &["bombing", "support", "escort", "interception"] };

/// The values of a combat: the units in contact, and the hex under attack whose terrain counts.
const COMBAT: &[GivenInfo] = &[
    GivenInfo::list("attackers", ValueType::Unit),
    GivenInfo::list("defenders", ValueType::Unit),
    GivenInfo::one("ground", ValueType::Hex),
    GivenInfo::one("side", ValueType::Side),
];

/// The values of support in a combat: `side` is that of the unit that supports.
const SUPPORT: &[GivenInfo] = &[
    GivenInfo::list("attackers", ValueType::Unit),
    GivenInfo::list("defenders", ValueType::Unit),
    GivenInfo::one("ground", ValueType::Hex),
    GivenInfo::one("side", ValueType::Side),
    GivenInfo::one("unit", ValueType::Unit),
];

/// The values of a barrage.
const BARRAGE: &[GivenInfo] = &[
    GivenInfo::list("firers", ValueType::Unit),
    GivenInfo::list("targets", ValueType::Unit),
    GivenInfo::one("hex", ValueType::Hex),
    GivenInfo::one("side", ValueType::Side),
];

/// The values of a step. A reinforcement that comes on comes from no hex.
const STEP: &[GivenInfo] = &[
    GivenInfo::one("mover", ValueType::Unit),
    GivenInfo::one("from", ValueType::Hex),
    GivenInfo::one("to", ValueType::Hex),
    GivenInfo::one("side", ValueType::Side),
];

const SIDE: &[GivenInfo] = &[GivenInfo::one("side", ValueType::Side)];
const MOVER: &[GivenInfo] = &[GivenInfo::one("mover", ValueType::Unit)];
const UNIT: &[GivenInfo] = &[GivenInfo::one("unit", ValueType::Unit)];
const UNIT_IN_HEX: &[GivenInfo] = &[GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("hex", ValueType::Hex)];

vocabulary! {
    /// The words of rules of Matz.
    VOCABULARY of Matz;
    phases &PHASES; kinds &KINDS; lists &[&MISSIONS]; hexes true;

    /// A fact of the system.
    facts Fact {
        /// The side whose player turn it is.
        ActiveSide = FactInfo::new("active-side", "the side whose turn it is", "2.1")
            .answers(ValueType::Side).stable(Stability::Phase);
        /// The steps that a unit has left.
        Steps = FactInfo::new("steps", "the steps of {0}", "1.2")
            .of(ValueType::Unit).number(0, 9).stable(Stability::Move);
        /// The steps that a unit has lost.
        StepsLost = FactInfo::new("steps-lost", "the lost steps of {0}", "1.2")
            .of(ValueType::Unit).number(0, 9).stable(Stability::Move);
        /// The combat value of a unit in defense.
        Value = FactInfo::new("value", "the combat value of {0}", "7.1")
            .of(ValueType::Unit).number(0, 255).level(2);
        /// The printed bombardment value of a unit.
        Bombardment = FactInfo::new("bombardment", "the printed bombardment value of {0}", "1.1")
            .of(ValueType::Unit).number(0, 255).stable(Stability::Fixed);
        /// The printed movement points of a unit.
        Movement = FactInfo::new("movement", "the printed movement points of {0}", "5.1")
            .of(ValueType::Unit).number(0, 255).stable(Stability::Fixed);
        /// Whether two units are of one division.
        SameDivision = FactInfo::new("same-division", "{0} is of the same division as {1}", "7.6b")
            .of(ValueType::Unit).with(&[ValueType::Unit]).stable(Stability::Fixed);
        /// Whether a unit is in command, as its marker says.
        InCommand = FactInfo::new("in-command", "{0} is in command", "10.2")
            .of(ValueType::Unit).stable(Stability::Move).level(5);
        /// Whether a unit is neutralized.
        IsNeutralized = FactInfo::new("is-neutralized", "{0} is neutralized", "9.0")
            .of(ValueType::Unit).stable(Stability::Move);
        /// Whether a unit has moved in this phase.
        HasMoved = FactInfo::new("has-moved", "{0} has moved in this phase", "5.1").of(ValueType::Unit);
        /// Whether a unit has exploited in this player turn.
        HasExploited = FactInfo::new("has-exploited", "{0} has exploited", "5.4").of(ValueType::Unit);
        /// Whether a unit has come on in this player turn.
        HasEntered = FactInfo::new("has-entered", "{0} has come on in this player turn", "12.1").of(ValueType::Unit);
        /// Whether a unit has fired, or completed its mission.
        HasFired = FactInfo::new("has-fired", "{0} has fired", "8.0").of(ValueType::Unit).stable(Stability::Move);
        /// Whether a unit has attacked in this phase.
        HasAttacked = FactInfo::new("has-attacked", "{0} has attacked in this phase", "7.1")
            .of(ValueType::Unit).stable(Stability::Move);
        /// Whether a unit has been attacked or bombarded in this phase.
        WasAttacked = FactInfo::new("was-attacked", "{0} has been attacked in this phase", "7.1")
            .of(ValueType::Unit).stable(Stability::Move);
        /// The movement points that a unit has spent in its move.
        Spent = FactInfo::new("spent", "what {0} has spent", "5.1").of(ValueType::Unit).number(0, 255);
        /// Whether enemy fighters are in the mega-hex of a unit.
        UnderFighters = FactInfo::new("is-under-fighters", "enemy fighters are over {0}", "8.4").of(ValueType::Unit);
        /// The elevation level of a hex.
        Elevation = FactInfo::new("elevation", "the elevation of {0}", "0.2")
            .of(ValueType::Hex).number(0, 255).stable(Stability::Fixed);
        /// Whether a trench is in a hex.
        IsTrench = FactInfo::new("is-trench", "{0} is a trench", "7.3").of(ValueType::Hex).stable(Stability::Fixed);
        /// Whether a side dug the trench in a hex.
        IsTrenchOf = FactInfo::new("is-trench-of", "{0} is a trench of {1}", "5.3")
            .of(ValueType::Hex).with(&[ValueType::Side]).stable(Stability::Fixed);
        /// The steps of a side in a hex.
        StepsOf = FactInfo::new("steps-of", "the steps of {1} in {0}", "4.0")
            .of(ValueType::Hex).with(&[ValueType::Side]).number(0, 255);
        /// Whether a hex is in a zone of control of the enemy of a side.
        InEzoc = FactInfo::new("in-ezoc", "{0} is in an enemy zone of control of {1}", "3.1")
            .of(ValueType::Hex).with(&[ValueType::Side]).stable(Stability::Move).level(2);
        /// Whether a line leads from a hex to the friendly edge of a side.
        IsJoined = FactInfo::new("is-joined", "a line leads from {0} to the edge of {1}", "13.0")
            .of(ValueType::Hex).with(&[ValueType::Side]).level(3);
        /// Whether a side has the surprise of the first turns.
        HasSurprise = FactInfo::new("has-surprise", "{0} has the surprise", "14.0")
            .with(&[ValueType::Side]).stable(Stability::Turn);
        /// Whether the attack at hand is concentric.
        Concentric = FactInfo::new("concentric", "the attack is concentric", "7.7");
        /// Whether units of several divisions make the attack at hand.
        MixedDivisions = FactInfo::new("mixed-divisions", "divisions attack together", "7.6b").known(Knowledge::Secret);
    }

    /// A source of units of the system.
    sources Source {
        /// The eliminated units of a side, without headquarters.
        Lost = SourceInfo::lost("1.2");
        /// The units that support a side in the combat at hand.
        Supporting = SourceInfo {
            name: "supporting", parameters: &[ValueType::Side], element: ValueType::Unit, stability: Stability::Live,
            knowledge: Knowledge::Secret, level: 0, phrase: "the units that support {0}", rule: "8.2",
        };
    }

    /// A number or an answer of the system that rows change.
    hooks Hook {
        /// The column shifts of a combat.
        CombatColumn = HookInfo::new("combat.column", HookKind::Sum, "the column of the combat", "7.3")
            .gives(COMBAT).number(-20, 20).level(6).revealed()
            .published(&["terrain", "concentric", "surprise", "attacking-fighters", "defending-fighters"]);
        /// The modifiers of the die of a combat.
        CombatDie = HookInfo::new("combat.die", HookKind::Sum, "the die of the combat", "7.3")
            .gives(COMBAT).number(-20, 20).level(6).revealed()
            .published(&[
                "terrain", "attacker-out-of-command", "defender-out-of-command", "attacker-neutralized",
                "defender-neutralized", "attacking-tanks", "defending-tanks", "attacking-stosstruppen",
                "defending-stosstruppen", "mixed-divisions",
            ]);
        /// The number of the die of a combat before its modifiers.
        CombatNatural = HookInfo::new("combat.natural", HookKind::Number, "the natural die of the combat", "7.4")
            .gives(COMBAT).number(1, 6).level(6).revealed();
        /// The column shifts of a barrage.
        BarrageColumn = HookInfo::new("barrage.column", HookKind::Sum, "the column of the barrage", "8.1")
            .gives(BARRAGE).number(-20, 20).level(6).revealed()
            .published(&["barrage-terrain", "barrage-fighters", "barrage-out-of-command"]);
        /// The combat value of a unit in contact.
        Value = HookInfo::new("value", HookKind::Number, "the combat value", "7.1")
            .gives(&[GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("attacking", ValueType::YesNo).said("it attacks")])
            .number(0, 99).level(2);
        /// The movement points of a unit in a phase.
        Allowance = HookInfo::new("allowance", HookKind::Number, "the movement points", "5.1")
            .gives(MOVER).number(0, 99).level(4).takes(Stability::Phase);
        /// The steps of a side that may stay in a hex.
        Stacking = HookInfo::new("stacking", HookKind::Number, "the limit of stacking", "4.0")
            .gives(&[GivenInfo::one("hex", ValueType::Hex), GivenInfo::one("side", ValueType::Side)])
            .number(1, 99).level(2).takes(Stability::Turn);
        /// The range of artillery.
        Range = HookInfo::new("range", HookKind::Number, "the range of the artillery", "8.0")
            .gives(UNIT).number(0, 30).level(4).takes(Stability::Phase);
        /// The command distance of a headquarters.
        CommandRange = HookInfo::new("command.range", HookKind::Number, "the command distance", "10.1")
            .gives(UNIT).number(0, 99).level(4).takes(Stability::Turn);
        /// The movement points of a step, without those of zones of control.
        Step = HookInfo::new("step", HookKind::Number, "the cost of the step", "5.3")
            .gives(STEP).number(1, 99).level(6).takes(Stability::Move).searched();
        /// Whether a unit must stop in a hex.
        MustStop = HookInfo::new("must-stop", HookKind::YesNo, "the unit must stop", "3.2")
            .gives(STEP).level(6).takes(Stability::Move).searched();
        /// Whether a unit is in command when that is checked.
        InCommand = HookInfo::new("in-command", HookKind::YesNo, "the unit is in command", "10.1")
            .gives(UNIT_IN_HEX).level(5);
        /// Whether the zone of control of a unit reaches a hex next to it. Rivers stop it in any case.
        Zone = HookInfo::new("zone", HookKind::YesNo, "the zone of control of the unit reaches the hex", "3.1")
            .gives(&[
                GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("hex", ValueType::Hex),
                GivenInfo::one("from", ValueType::Hex),
            ])
            .level(2).takes(Stability::Turn).searched();
    }

    /// An act of the players that rows forbid.
    acts Act {
        /// A step of a moving unit.
        Step = ActInfo {
            name: "step", given: STEP, takes: Stability::Move, in_search: true,
            fallback: ActFallback::Blocked, phrase: "enter a hex", rule: "5.1",
        };
        /// An attack.
        Attack = ActInfo {
            name: "attack", given: COMBAT, takes: Stability::Live, in_search: false,
            fallback: ActFallback::Pass, phrase: "attack", rule: "7.1",
        };
        /// Support of a combat by artillery or aircraft.
        Support = ActInfo {
            name: "support", given: SUPPORT, takes: Stability::Live, in_search: false,
            fallback: ActFallback::Pass, phrase: "support a combat", rule: "8.2",
        };
        /// A barrage by artillery or aircraft.
        Bombard = ActInfo {
            name: "bombard",
            given: &[
                GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("hex", ValueType::Hex),
                GivenInfo::one("side", ValueType::Side),
            ],
            takes: Stability::Live, in_search: false, fallback: ActFallback::Pass, phrase: "bombard", rule: "8.1",
        };
        /// A mission of an aircraft.
        Fly = ActInfo {
            name: "fly",
            given: &[
                GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("mission", ValueType::Word(&MISSIONS)),
                GivenInfo::one("side", ValueType::Side),
            ],
            takes: Stability::Live, in_search: false, fallback: ActFallback::Pass, phrase: "fly a mission", rule: "11.2",
        };
        /// An advance after combat.
        Advance = ActInfo {
            name: "advance", given: STEP, takes: Stability::Live, in_search: false,
            fallback: ActFallback::Pass, phrase: "advance after combat", rule: "7.6",
        };
    }

    /// A published prohibition that rows lift.
    lifts Lift {
        /// Artillery in an enemy zone of control supports nobody.
        SupportInZone = LiftInfo {
            name: "support-in-zone", given: SUPPORT, phrase: "artillery in an enemy zone of control supports nobody",
            rule: "8.4",
        };
        /// A unit out of command does not exploit.
        ExploitOutOfCommand = LiftInfo {
            name: "exploit-out-of-command", given: UNIT, phrase: "a unit out of command does not exploit", rule: "10.2",
        };
    }

    /// A moment at which events happen.
    triggers Trigger {
        /// When a turn begins.
        TurnBegins = TriggerInfo { name: "turn-begins", given: &[], phrase: "when a turn begins" };
        /// When a turn ends.
        TurnEnds = TriggerInfo { name: "turn-ends", given: &[], phrase: "when a turn ends" };
        /// When a phase of a player turn begins.
        PhaseBegins = TriggerInfo { name: "phase-begins", given: SIDE, phrase: "when a phase begins" };
        /// When a phase of a player turn ends.
        PhaseEnds = TriggerInfo { name: "phase-ends", given: SIDE, phrase: "when a phase ends" };
    }

    /// Something that an event does.
    effects Effect {
        /// A unit on the map loses a step.
        LoseStep = EffectInfo {
            name: "lose-step", parameters: &[ValueType::Unit], number: None, phrase: "{0} loses a step",
        };
        /// A unit on the map is eliminated.
        Eliminate = EffectInfo {
            name: "eliminate", parameters: &[ValueType::Unit], number: None, phrase: "{0} is eliminated",
        };
        /// A unit on the map is neutralized.
        Neutralize = EffectInfo {
            name: "neutralize", parameters: &[ValueType::Unit], number: None, phrase: "{0} is neutralized",
        };
        /// A unit is no longer neutralized.
        Recover = EffectInfo {
            name: "recover", parameters: &[ValueType::Unit], number: None, phrase: "{0} is no longer neutralized",
        };
    }

    /// A phase that rows skip. The Command Phase says who is in command in the whole player turn, and always takes place.
    skips Skip {
        /// The Movement Phase.
        Movement = SkipInfo {
            name: "movement", given: SIDE, phrase: "the Movement Phase",
            without: "nobody moves, and reinforcements wait", rule: "5.1",
        };
        /// The Air Phase.
        Air = SkipInfo {
            name: "air", given: SIDE, phrase: "the Air Phase",
            without: "no aircraft fly, and they do not count until the next turn", rule: "11.3",
        };
        /// The Bombardment Phase.
        Bombardment = SkipInfo {
            name: "bombardment", given: SIDE, phrase: "the Bombardment Phase",
            without: "nothing is bombarded, and the guns may still support", rule: "8.1",
        };
        /// The Combat Phase.
        Combat = SkipInfo {
            name: "combat", given: SIDE, phrase: "the Combat Phase",
            without: "nobody attacks before the Second Combat Phase", rule: "7.1",
        };
        /// The Exploitation Phase.
        Exploitation = SkipInfo {
            name: "exploitation", given: SIDE, phrase: "the Exploitation Phase",
            without: "nobody moves again", rule: "5.4",
        };
        /// The Second Combat Phase.
        SecondCombat = SkipInfo {
            name: "second-combat", given: SIDE, phrase: "the Second Combat Phase",
            without: "units that exploited do not attack", rule: "7.1",
        };
        /// The Reorganization Phase.
        Reorganization = SkipInfo {
            name: "reorganization", given: SIDE, phrase: "the Reorganization Phase",
            without: "markers of neutralization stay", rule: "9.0",
        };
    }
}
