//! The words of rules of the system. Its table has no hexes: distances are facts about units, in inches.

use crate::rule::vocabulary::{
    ActFallback, ActInfo, EffectInfo, FactInfo, GivenInfo, HookInfo, HookKind, Knowledge, LiftInfo, SourceInfo,
    Stability, TriggerInfo, ValueType, WordList, vocabulary,
};

/// The kinds of units, in the order of [`TroopType`](super::TroopType).
static KINDS: WordList =
    WordList { name: "kind", plural: "kinds", words: &["infantry", "cavalry", "artillery", "general"] };

/// The parts of a turn.
static PHASES: WordList = WordList { name: "phase", plural: "phases", words: &["arrivals", "actions"] };

/// The statuses of units, in the order of [`UnitStatus`](super::UnitStatus).
static STATUSES: WordList =
    WordList { name: "status", plural: "statuses", words: &["ok", "disordered", "demoralized"] };

/// The formations of bases, in the order of [`Posture`](super::Posture).
static POSTURES: WordList = WordList { name: "posture", plural: "postures", words: &["deployed", "maneuver", "march"] };

/// The qualities of troops, in the order of [`Quality`](super::Quality).
static QUALITIES: WordList = WordList { name: "quality", plural: "qualities", words: &["landwehr", "line", "guard"] };

/// The armies, in the order of [`Nation`](super::Nation).
static NATIONS: WordList = WordList { name: "nation", plural: "nations", words: &["french", "prussian"] };

/// The kinds of cover, in the order of [`Cover`](super::Cover).
static COVERS: WordList =
    WordList { name: "cover", plural: "covers", words: &["open", "soft", "hard", "fortification"] };

/// The kinds of terrain, in the order of [`TerrainKind`](super::TerrainKind).
static TERRAINS: WordList = WordList {
    name: "terrain",
    plural: "terrains",
    words: &[
        "hill",
        "woods",
        "town",
        "village",
        "rough",
        "marsh",
        "steep",
        "vineyard",
        "fields",
        "water",
        "fortification",
    ],
};

/// The "outnumbered" boxes of an action.
static NUMBERS: WordList =
    WordList { name: "numbers", plural: "numbers", words: &["even", "actor-outnumbered", "target-outnumbered"] };

/// The kinds of movement.
static MOVES: WordList =
    WordList { name: "move", plural: "moves", words: &["maneuver", "march", "route-march", "general"] };

/// The actions that move units.
static ORDERS: WordList = WordList {
    name: "order",
    plural: "orders",
    words: &["deploy", "maneuver", "march", "assault", "route-march", "move-general"],
};

/// The greatest distance that expressions know, in inches.
pub const FARTHEST: i32 = 1000;

/// The values of fire.
const FIRE: &[GivenInfo] = &[
    GivenInfo::one("firer", ValueType::Unit),
    GivenInfo::one("target", ValueType::Unit),
    GivenInfo::one("side", ValueType::Side),
    GivenInfo::number("range", 0, FARTHEST).said("the range in inches, rounded up"),
    GivenInfo::one("cover", ValueType::Word(&COVERS)).said("the cover of the target"),
    GivenInfo::one("numbers", ValueType::Word(&NUMBERS)).said("the outnumbered box"),
];

/// The values of an assault.
const ASSAULT: &[GivenInfo] = &[
    GivenInfo::one("attacker", ValueType::Unit),
    GivenInfo::one("defender", ValueType::Unit),
    GivenInfo::one("side", ValueType::Side),
    GivenInfo::one("cover", ValueType::Word(&COVERS)).said("the cover of the defender"),
    GivenInfo::one("frontal", ValueType::YesNo).said("the assault is frontal"),
    GivenInfo::one("numbers", ValueType::Word(&NUMBERS)).said("the outnumbered box"),
];

const UNIT: &[GivenInfo] = &[GivenInfo::one("unit", ValueType::Unit)];
const UNIT_OF_SIDE: &[GivenInfo] = &[GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("side", ValueType::Side)];
const UNIT_AND_TARGET: &[GivenInfo] =
    &[GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("target", ValueType::Unit)];
const ONE_UNIT: &[ValueType] = &[ValueType::Unit];

/// A source of units.
const fn units(
    name: &'static str,
    parameters: &'static [ValueType],
    phrase: &'static str,
    rule: &'static str,
) -> SourceInfo {
    SourceInfo {
        name,
        parameters,
        element: ValueType::Unit,
        stability: Stability::Move,
        knowledge: Knowledge::Open,
        level: 0,
        phrase,
        rule,
    }
}

vocabulary! {
    /// The words of rules of La Guerre à Outrance.
    VOCABULARY of Outrance;
    phases &PHASES; kinds &KINDS;
    lists &[&STATUSES, &POSTURES, &QUALITIES, &NATIONS, &COVERS, &TERRAINS, &NUMBERS, &MOVES, &ORDERS];
    hexes false;

    /// A fact of the system.
    facts Fact {
        /// The status of a unit.
        Status = FactInfo::new("status", "the status of {0}", "V")
            .of(ValueType::Unit).answers(ValueType::Word(&STATUSES)).stable(Stability::Move);
        /// The formation of the bases of a unit.
        Posture = FactInfo::new("posture", "the posture of {0}", "IV")
            .of(ValueType::Unit).answers(ValueType::Word(&POSTURES)).stable(Stability::Move);
        /// The quality of a unit; that of artillery and of generals is always Line.
        Quality = FactInfo::new("quality", "the quality of {0}", "II")
            .of(ValueType::Unit).answers(ValueType::Word(&QUALITIES)).stable(Stability::Fixed);
        /// The army of a unit.
        Nation = FactInfo::new("nation", "the nation of {0}", "II")
            .of(ValueType::Unit).answers(ValueType::Word(&NATIONS)).stable(Stability::Fixed);
        /// The bases of a unit.
        Bases = FactInfo::new("bases", "the bases of {0}", "II")
            .of(ValueType::Unit).number(0, 12).stable(Stability::Move);
        /// The bases that a unit has lost.
        LostBases = FactInfo::new("lost-bases", "the lost bases of {0}", "V")
            .of(ValueType::Unit).number(0, 12).stable(Stability::Move);
        /// Whether a unit has used its action of this turn. One that acts has not.
        HasActed = FactInfo::new("has-acted", "{0} has used its action", "III")
            .of(ValueType::Unit).stable(Stability::Move);
        /// Whether a general helps the orders of a unit.
        InCommand = FactInfo::new("in-command", "a general helps the orders of {0}", "IX")
            .of(ValueType::Unit).stable(Stability::Move).level(3);
        /// Whether a general is within the command radius of a unit and commands it.
        GeneralNear = FactInfo::new("general-near", "a general is near {0}", "IX")
            .of(ValueType::Unit).stable(Stability::Move).level(3);
        /// Whether a unit is in woods or a town, or behind a hill from all enemies.
        IsSheltered = FactInfo::new("is-sheltered", "{0} is sheltered", "IX")
            .of(ValueType::Unit).stable(Stability::Move);
        /// The level of the ground under the center of the front of a unit.
        Level = FactInfo::new("level", "the level of {0}", "VIII")
            .of(ValueType::Unit).number(0, 9).stable(Stability::Move);
        /// Whether enough bases of a unit for cover stand in terrain of a kind.
        StandsIn = FactInfo::new("stands-in", "{0} stands in {1}", "VIII")
            .of(ValueType::Unit).with(&[ValueType::Word(&TERRAINS)]).stable(Stability::Move);
        /// The assaults on a unit in this turn, before the one at hand.
        Assaults = FactInfo::new("assaults", "the assaults on {0} in this turn", "VII")
            .of(ValueType::Unit).number(0, 99).stable(Stability::Move);
        /// The distance between the nearest points of two units in inches, rounded up.
        Inches = FactInfo::new("inches", "the distance from {0} to {1} in inches", "IV")
            .with(&[ValueType::Unit, ValueType::Unit]).number(0, FARTHEST).stable(Stability::Move);
        /// The distance of a unit from the nearest enemy that is no general in inches, rounded up.
        EnemyInches = FactInfo::new("enemy-inches", "the distance of {0} from the enemy in inches", "IV")
            .of(ValueType::Unit).number(0, FARTHEST).stable(Stability::Move);
    }

    /// A source of units of the system.
    sources Source {
        /// The other units of both sides within an inch of a unit.
        Beside = units("beside", ONE_UNIT, "the units beside {0}", "IV");
        /// The other units of both sides within a number of inches of a unit.
        Near = units("near", &[ValueType::Unit, ValueType::Number], "the units within {1} inches of {0}", "IV");
        /// The units of a side that are destroyed or have surrendered.
        Destroyed = units("destroyed", &[ValueType::Side], "the destroyed units of {0}", "V");
    }

    /// A number or an answer of the system that rows change.
    hooks Hook {
        /// The index of fire.
        FireIndex = HookInfo::new("fire.index", HookKind::Sum, "the index of the fire", "VI")
            .gives(FIRE).number(-20, 30).level(5)
            .published(&[
                "target-formation", "rifle-pits", "cavalry-target", "cover", "target-disordered", "numbers",
                "actor-disordered", "actor-quality", "target-quality",
            ]);
        /// The index of the fire against an assault.
        AssaultFire = HookInfo::new("assault.fire", HookKind::Sum, "the index of the fire against the assault", "VII")
            .gives(ASSAULT).number(-20, 30).level(5)
            .published(&[
                "not-frontal", "target-disordered", "cavalry", "actor-disordered", "actor-quality", "target-quality",
                "cover", "numbers",
            ]);
        /// The index of the close combat of an assault.
        AssaultIndex = HookInfo::new("assault.index", HookKind::Sum, "the index of the close combat", "VII")
            .gives(ASSAULT).number(-20, 30).level(5)
            .published(&[
                "target-status", "target-march", "cavalry-in-the-open", "cavalry-on-maneuver", "not-frontal",
                "artillery-target", "cavalry-on-shaken-infantry", "actor-disordered", "numbers", "quality", "cover",
            ]);
        /// The chance to regroup.
        RegroupChance = HookInfo::new("regroup.chance", HookKind::Sum, "the chance to regroup in percent", "IX")
            .gives(UNIT_OF_SIDE).number(-100, 200).level(5)
            .published(&["general", "quality", "enemy-near", "sheltered"]);
        /// The base movement of a unit.
        BaseMove = HookInfo::new("base-move", HookKind::Number, "the base movement in inches", "III")
            .gives(&[GivenInfo::one("mover", ValueType::Unit), GivenInfo::one("move", ValueType::Word(&MOVES))])
            .number(0, 60).level(5).takes(Stability::Move);
        /// The range of a unit's fire.
        Range = HookInfo::new("range", HookKind::Number, "the range of the fire in inches", "VI")
            .gives(&[GivenInfo::one("firer", ValueType::Unit)]).number(0, 60).level(5);
        /// The distance along a road in percent of the base movement.
        RoadPercent = HookInfo::new("road-percent", HookKind::Number, "the percent of movement on roads", "IV")
            .gives(&[GivenInfo::one("mover", ValueType::Unit)]).number(1, 250).level(5).takes(Stability::Move);
        /// The command radius of a general.
        CommandRadius = HookInfo::new("command.radius", HookKind::Number, "the command radius in inches", "IX")
            .gives(&[GivenInfo::one("general", ValueType::Unit)]).number(0, 60).level(2);
        /// Whether a general helps the orders of a unit.
        InCommand = HookInfo::new("in-command", HookKind::YesNo, "a general helps the orders of the unit", "IX")
            .gives(UNIT).level(3);
    }

    /// An act of the players that rows forbid.
    acts Act {
        /// An action that moves a unit.
        Order = ActInfo {
            name: "order",
            given: &[
                GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("order", ValueType::Word(&ORDERS)),
                GivenInfo::one("side", ValueType::Side),
            ],
            takes: Stability::Live, in_search: false, fallback: ActFallback::Pass, phrase: "give an order", rule: "III",
        };
        /// Fire.
        Fire = ActInfo {
            name: "fire",
            given: &[
                GivenInfo::one("firer", ValueType::Unit), GivenInfo::one("target", ValueType::Unit),
                GivenInfo::one("side", ValueType::Side),
                GivenInfo::number("range", 0, FARTHEST).said("the range in inches, rounded up"),
            ],
            takes: Stability::Live, in_search: false, fallback: ActFallback::Pass, phrase: "fire", rule: "VI",
        };
        /// An assault.
        Assault = ActInfo {
            name: "assault",
            given: &[
                GivenInfo::one("attacker", ValueType::Unit), GivenInfo::one("defender", ValueType::Unit),
                GivenInfo::one("side", ValueType::Side),
            ],
            takes: Stability::Live, in_search: false, fallback: ActFallback::Pass, phrase: "assault", rule: "VII",
        };
        /// Regrouping.
        Regroup = ActInfo {
            name: "regroup", given: UNIT_OF_SIDE,
            takes: Stability::Live, in_search: false, fallback: ActFallback::Pass, phrase: "regroup", rule: "IX",
        };
    }

    /// A published prohibition that rows lift.
    lifts Lift {
        /// Deployed units do not turn to fire.
        DeployedDoNotTurn = LiftInfo {
            name: "deployed-do-not-turn", given: UNIT_AND_TARGET, phrase: "deployed units do not turn to fire",
            rule: "III",
        };
    }

    /// A moment at which events happen.
    triggers Trigger {
        /// When a turn begins.
        TurnBegins = TriggerInfo { name: "turn-begins", given: &[], phrase: "when a turn begins" };
        /// When a turn ends.
        TurnEnds = TriggerInfo { name: "turn-ends", given: &[], phrase: "when a turn ends" };
        /// When a unit has fired, in range or out of it.
        Fired = TriggerInfo { name: "fired", given: UNIT_AND_TARGET, phrase: "when a unit has fired" };
        /// When the dice for an assault have been rolled.
        Assaulted = TriggerInfo { name: "assaulted", given: UNIT_AND_TARGET, phrase: "when a unit has assaulted" };
        /// When a unit has used its action, whatever it did.
        Acted = TriggerInfo { name: "acted", given: UNIT, phrase: "when a unit has used its action" };
    }

    /// Something that an event does, to units in play that are no generals.
    effects Effect {
        /// Disorders a unit; a disordered one is demoralized.
        Disorder = EffectInfo { name: "disorder", parameters: ONE_UNIT, number: None, phrase: "{0} is disordered" };
        /// Demoralizes a unit.
        Demoralize =
            EffectInfo { name: "demoralize", parameters: ONE_UNIT, number: None, phrase: "{0} is demoralized" };
        /// Makes a unit OK.
        Rally = EffectInfo { name: "rally", parameters: ONE_UNIT, number: None, phrase: "{0} is OK" };
        /// Takes a base from a unit, and the unit from play if it has lost half of them.
        LoseBase = EffectInfo { name: "lose-base", parameters: ONE_UNIT, number: None, phrase: "{0} loses a base" };
    }
}
