//! The words of rules of the system.

use crate::rule::vocabulary::{
    ActFallback, ActInfo, EffectInfo, FactInfo, GivenInfo, HookInfo, HookKind, LiftInfo, SkipInfo, SourceInfo,
    Stability, TriggerInfo, UnaskedInfo, UnaskedReason, ValueType, WordList, vocabulary,
};

/// The kinds of units, in the order of [`Kind`](super::Kind).
static KINDS: WordList = WordList {
    name: "kind",
    plural: "kinds",
    words: &["infantry", "cavalry", "field-artillery", "heavy-artillery", "horse-artillery"],
};

/// The phases of a turn (8.0).
static PHASES: WordList = WordList {
    name: "phase",
    plural: "phases",
    words: &["setup", "chits", "fire", "command", "movement", "assault", "rally", "housekeeping"],
};

/// The two sides of an HQ (11.1).
static ORDERS: WordList = WordList { name: "order", plural: "orders", words: &["attack", "defend"] };

/// The reasons for a fire (10.1, 12.4, 17.0).
static CAUSES: WordList = WordList {
    name: "cause",
    plural: "causes",
    words: &["phase", "free", "interdiction", "defensive", "return", "mitrailleuse"],
};

/// The markers that an HQ removes (14.2).
static MARKERS: WordList = WordList { name: "marker", plural: "markers", words: &["shaken", "low-ammo"] };

/// The values of a fire.
const FIRE: &[GivenInfo] = &[
    GivenInfo::one("firer", ValueType::Unit),
    GivenInfo::one("target", ValueType::Unit),
    GivenInfo::number("range", 0, 2000),
    GivenInfo::one("cause", ValueType::Word(&CAUSES)),
    GivenInfo::one("smoke", ValueType::YesNo).said("smoke lies between them"),
];

/// The values of a fire before it begins.
const AIM: &[GivenInfo] = &[
    GivenInfo::one("firer", ValueType::Unit),
    GivenInfo::one("target", ValueType::Unit),
    GivenInfo::number("range", 0, 2000),
    GivenInfo::one("cause", ValueType::Word(&CAUSES)),
];

/// The values of an assault.
const ASSAULT: &[GivenInfo] = &[
    GivenInfo::one("target", ValueType::Unit),
    GivenInfo::one("ground", ValueType::Hex),
    GivenInfo::one("side", ValueType::Side),
    GivenInfo::list("attackers", ValueType::Unit),
    GivenInfo::number("event-shift", -20, 20).said("the shift by events"),
];

/// The values of the part of a unit in an assault.
const ATTACK: &[GivenInfo] = &[
    GivenInfo::one("attacker", ValueType::Unit),
    GivenInfo::one("target", ValueType::Unit),
    GivenInfo::one("ground", ValueType::Hex),
    GivenInfo::one("side", ValueType::Side),
];

/// The values of a step. The mover of an HQ's step is no unit, and a piece that enters the map comes from no hex.
const STEP: &[GivenInfo] = &[
    GivenInfo::one("mover", ValueType::Unit),
    GivenInfo::one("from", ValueType::Hex),
    GivenInfo::one("to", ValueType::Hex),
    GivenInfo::one("side", ValueType::Side),
    GivenInfo::one("by-road", ValueType::YesNo).said("a road leads there"),
];

/// The values of a step that no movement points are paid for.
const UNPAID_STEP: &[GivenInfo] = &[
    GivenInfo::one("unit", ValueType::Unit),
    GivenInfo::one("from", ValueType::Hex),
    GivenInfo::one("to", ValueType::Hex),
    GivenInfo::one("side", ValueType::Side),
];

const UNIT: &[GivenInfo] = &[GivenInfo::one("unit", ValueType::Unit)];
const MOVER: &[GivenInfo] = &[GivenInfo::one("mover", ValueType::Unit)];

/// The words that no expression can use.
static UNASKED: &[UnaskedInfo] = &[
    UnaskedInfo {
        name: "strength",
        subject: Some(ValueType::Unit),
        reason: UnaskedReason::OtherWord,
        message: "the strength of a unit is its Combat Factor",
        help: "factor",
    },
    UnaskedInfo {
        name: "chit",
        subject: Some(ValueType::Formation),
        reason: UnaskedReason::Secret,
        message: "nobody may know which chits are in the cup",
        help: "",
    },
];

vocabulary! {
    /// The words of rules of Position Magnifique.
    VOCABULARY of PositionMagnifique;
    phases &PHASES; kinds &KINDS; lists &[&ORDERS, &CAUSES, &MARKERS]; hexes true, unasked UNASKED;

    /// A fact of the system.
    facts Fact {
        /// The Combat Factor of a unit on the face that is up.
        Factor = FactInfo::new("factor", "the Combat Factor of {0}", "4.1")
            .of(ValueType::Unit).number(0, 99).stable(Stability::Move);
        /// Whether a unit has its reduced face up.
        IsReduced = FactInfo::new("is-reduced", "{0} is at reduced strength", "4.1")
            .of(ValueType::Unit).stable(Stability::Move);
        /// Whether a unit is shaken.
        IsShaken = FactInfo::new("is-shaken", "{0} is shaken", "4.2").of(ValueType::Unit).stable(Stability::Move);
        /// The number of Low Ammo markers of a unit.
        LowAmmo = FactInfo::new("low-ammo", "the Low Ammo markers of {0}", "10.8")
            .of(ValueType::Unit).number(0, 2).stable(Stability::Move);
        /// Whether a unit has left its hex since the turn began.
        HasMoved = FactInfo::new("has-moved", "{0} has left its hex in this turn", "12.1").of(ValueType::Unit);
        /// Whether a unit has fired in its activation.
        HasFired = FactInfo::new("has-fired", "{0} has fired in its activation", "10.1")
            .of(ValueType::Unit).stable(Stability::Move);
        /// Whether a unit has charged or countercharged in this activation.
        HasCharged = FactInfo::new("has-charged", "{0} has charged in this activation", "12.5").of(ValueType::Unit);
        /// Whether a unit has assaulted in its activation.
        HasAssaulted = FactInfo::new("has-assaulted", "{0} has assaulted in its activation", "13.1")
            .of(ValueType::Unit).stable(Stability::Move);
        /// Whether a unit acts in the activation at hand.
        IsActive = FactInfo::new("is-active", "{0} is active", "8.1").of(ValueType::Unit).stable(Stability::Move);
        /// Whether a unit has entered the map in this turn.
        HasEntered = FactInfo::new("has-entered", "{0} has entered in this turn", "6.2").of(ValueType::Unit);
        /// The order under which a unit acts.
        Order = FactInfo::new("order", "the order of {0}", "11.1")
            .of(ValueType::Unit).answers(ValueType::Word(&ORDERS)).stable(Stability::Move);
        /// The Effective Range of a unit; 0 if it cannot fire.
        EffectiveRange = FactInfo::new("effective-range", "the Effective Range of {0}", "10.4")
            .of(ValueType::Unit).number(0, 99).level(3);
        /// Whether a unit is In Command.
        InCommand = FactInfo::new("in-command", "{0} is In Command", "11.2").of(ValueType::Unit).level(4);
        /// The level of a hex.
        Level = FactInfo::new("level", "the level of {0}", "3.0")
            .of(ValueType::Hex).number(0, 99).stable(Stability::Fixed);
        /// Whether a road goes through a hex.
        OnRoad = FactInfo::new("on-road", "a road goes through {0}", "12.8")
            .of(ValueType::Hex).stable(Stability::Fixed);
        /// Whether a formation is Battle Worn.
        IsBattleWorn = FactInfo::new("is-battle-worn", "{0} is Battle Worn", "10.7")
            .of(ValueType::Formation).stable(Stability::Move);
        /// Whether a formation has been activated in this turn.
        WasActivated = FactInfo::new("was-activated", "{0} has been activated in this turn", "9.1")
            .of(ValueType::Formation).stable(Stability::Phase);
        /// Whether the HQ of a formation has been overrun in this turn.
        IsOverrun = FactInfo::new("is-overrun", "the HQ of {0} has been overrun in this turn", "13.10")
            .of(ValueType::Formation);
        /// Whether the HQ of a formation has the Feu de Bataillon chit.
        HasFeu = FactInfo::new("has-feu", "{0} has Feu de Bataillon", "17.1").of(ValueType::Formation);
        /// The number of chits that a side holds.
        HeldChits = FactInfo::new("held-chits", "the chits that {0} holds", "9.2")
            .with(&[ValueType::Side]).number(0, 99);
        /// Whether a surprise attack is under way.
        IsSurprise = FactInfo::new("is-surprise", "a surprise attack is under way", "20.2").stable(Stability::Phase);
    }

    /// A source of units of the system.
    sources Source {
        /// The eliminated units of a side.
        Lost = SourceInfo::lost("4.1");
    }

    /// A number or an answer of the system that rows change.
    hooks Hook {
        /// The column shifts of a fire.
        FireColumn = HookInfo::new("fire.column", HookKind::Sum, "the column shifts of a fire", "10.2")
            .gives(FIRE).number(-20, 20).level(5)
            .published(&[
                "extended-range", "low-ammunition", "plunging-fire", "targets-terrain", "soft-target", "smoke",
                "feu-de-bataillon", "surprise",
            ]);
        /// The Combat Factor of a fire, after it is halved.
        FireFactor = HookInfo::new("fire.factor", HookKind::Number, "the Combat Factor of a fire", "10.2")
            .gives(FIRE).number(0, 99).level(5);
        /// The column shifts of an assault.
        AssaultColumn = HookInfo::new("assault.column", HookKind::Sum, "the column shifts of an assault", "13.2")
            .gives(ASSAULT).number(-20, 20).level(5)
            .published(&["targets-terrain", "hexside", "uphill", "event"]);
        /// The Combat Factor of a unit in an assault, after it is doubled and halved.
        AssaultFactor = HookInfo::new("assault.factor", HookKind::Number, "the Combat Factor in an assault", "13.2")
            .gives(&[GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("charges", ValueType::YesNo)])
            .number(0, 99).level(1);
        /// The attackers' Combat Factors less the defender's.
        Differential = HookInfo::new("differential", HookKind::Number, "the combat differential", "13.2")
            .gives(ASSAULT).number(-999, 999).level(5);
        /// The modifier of the dice of an assault.
        AssaultDice = HookInfo::new("assault.dice", HookKind::Sum, "the modifier of the dice of an assault", "13.3")
            .gives(ASSAULT).number(-20, 20).level(5).published(&["flank-attack"]);
        /// The Morale Rating of a unit.
        Morale = HookInfo::new("morale", HookKind::Number, "the Morale Rating", "10.7")
            .gives(UNIT).number(0, 20).level(5).published(&["shaken", "battle-worn"]);
        /// The modifier of the dice for the change of a reinforcement group.
        GroupRoll = HookInfo::new("group-roll", HookKind::Sum, "the roll for a reinforcement group", "20.3")
            .gives(&[GivenInfo::one("side", ValueType::Side), GivenInfo::one("formation", ValueType::Formation)])
            .number(-20, 20).level(5);
        /// The movement points on the counter of a unit, before they are halved.
        Allowance = HookInfo::new("allowance", HookKind::Number, "the Movement Allowance", "12.2")
            .gives(MOVER).number(0, 40).level(2).takes(Stability::Phase);
        /// The greatest number of hexes in a move of a unit; 99 for no limit.
        MostHexes = HookInfo::new("most-hexes", HookKind::Number, "the number of hexes in a move", "12.1")
            .gives(MOVER).number(0, 99).level(2).takes(Stability::Move);
        /// The Effective and the Extended Range of a unit.
        Range = HookInfo::new("range", HookKind::Number, "the range of fire", "10.4")
            .gives(&[GivenInfo::one("firer", ValueType::Unit), GivenInfo::one("extended", ValueType::YesNo)])
            .number(0, 99).level(2);
        /// The Command Range of an HQ that is not overrun.
        CommandRange = HookInfo::new("command.range", HookKind::Number, "the Command Range", "11.2")
            .gives(&[
                GivenInfo::one("formation", ValueType::Formation), GivenInfo::one("side", ValueType::Side),
                GivenInfo::one("order", ValueType::Word(&ORDERS)),
            ])
            .number(0, 99).level(3);
        /// The movement points of a step, without the half point of a road.
        Step = HookInfo::new("step", HookKind::Number, "the movement points of a step", "12.2")
            .gives(STEP).number(0, 99).level(4).takes(Stability::Move).searched();
        /// Whether a piece must stop in a hex.
        MustStop = HookInfo::new("must-stop", HookKind::YesNo, "the piece must stop", "12.2")
            .gives(STEP).level(4).takes(Stability::Move).searched();
        /// Whether a unit is In Command.
        InCommand = HookInfo::new("in-command", HookKind::YesNo, "the unit is In Command", "11.2").gives(UNIT).level(4);
    }

    /// An act of the players that rows forbid.
    acts Act {
        /// A step of a piece that moves or charges, or that the Out of Command Table or an event moves.
        Step = ActInfo {
            name: "step", given: STEP, takes: Stability::Move, in_search: true,
            fallback: ActFallback::Blocked, phrase: "enter a hex", rule: "12.1",
        };
        /// The end of a move.
        Stop = ActInfo {
            name: "stop",
            given: &[
                GivenInfo::one("mover", ValueType::Unit), GivenInfo::one("hex", ValueType::Hex),
                GivenInfo::one("side", ValueType::Side),
            ],
            takes: Stability::Move, in_search: true, fallback: ActFallback::Ignored, phrase: "end a move", rule: "12.1",
        };
        /// The setup of a unit or an HQ in a hex.
        Setup = ActInfo {
            name: "setup",
            given: &[
                GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("to", ValueType::Hex),
                GivenInfo::one("side", ValueType::Side),
            ],
            takes: Stability::Live, in_search: false, fallback: ActFallback::Ignored, phrase: "set up", rule: "6.1",
        };
        /// A fire.
        Fire = ActInfo {
            name: "fire", given: AIM, takes: Stability::Live, in_search: false,
            fallback: ActFallback::Pass, phrase: "fire", rule: "10.1",
        };
        /// The part of a unit in an assault upon an enemy next to it.
        Assault = ActInfo {
            name: "assault", given: ATTACK, takes: Stability::Live, in_search: false,
            fallback: ActFallback::Pass, phrase: "assault", rule: "13.1",
        };
        /// A charge, also a Deathride.
        Charge = ActInfo {
            name: "charge",
            given: &[
                GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("target", ValueType::Unit),
                GivenInfo::one("ground", ValueType::Hex), GivenInfo::one("side", ValueType::Side),
            ],
            takes: Stability::Live, in_search: false, fallback: ActFallback::Pass, phrase: "charge", rule: "12.5",
        };
        /// A step of a retreat.
        Retreat = ActInfo {
            name: "retreat", given: UNPAID_STEP, takes: Stability::Live, in_search: false,
            fallback: ActFallback::Blocked, phrase: "retreat to a hex", rule: "13.7",
        };
        /// A breakthrough to a hex.
        Breakthrough = ActInfo {
            name: "breakthrough", given: UNPAID_STEP, takes: Stability::Live, in_search: false,
            fallback: ActFallback::Pass, phrase: "break through to a hex", rule: "13.9",
        };
        /// The removal of a marker from a unit.
        Rally = ActInfo {
            name: "rally",
            given: &[GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("what", ValueType::Word(&MARKERS))],
            takes: Stability::Live, in_search: false, fallback: ActFallback::Pass, phrase: "remove a marker", rule: "14.2",
        };
        /// The rebuilding of a unit.
        Rebuild = ActInfo {
            name: "rebuild", given: UNIT, takes: Stability::Live, in_search: false,
            fallback: ActFallback::Pass, phrase: "rebuild a unit", rule: "14.4",
        };
    }

    /// A published prohibition that rows lift.
    lifts Lift {
        /// Cavalry charges only under Attack orders.
        ChargeOrders = LiftInfo {
            name: "charge-orders", given: UNIT, phrase: "cavalry charges only under Attack orders", rule: "12.5",
        };
        /// Shaken cavalry may not charge.
        ChargeShaken = LiftInfo {
            name: "charge-shaken", given: UNIT, phrase: "shaken cavalry does not charge", rule: "12.5",
        };
        /// Cavalry next to an enemy may not charge.
        ChargeAdjacent = LiftInfo {
            name: "charge-adjacent", given: UNIT, phrase: "cavalry next to an enemy does not charge", rule: "12.5",
        };
        /// Under Defend orders, infantry may not assault, nor cavalry an enemy that it has not faced.
        AssaultOrders = LiftInfo {
            name: "assault-orders", given: ATTACK, phrase: "units under Defend orders do not assault", rule: "11.1",
        };
        /// French artillery is resupplied only in the hex of its HQ, heavy artillery never.
        FrenchGuns = LiftInfo {
            name: "french-guns", given: UNIT, phrase: "French artillery is resupplied only with its HQ", rule: "14.3",
        };
    }

    /// A moment at which events happen.
    triggers Trigger {
        /// When a turn begins, before chits are chosen.
        TurnBegins = TriggerInfo { name: "turn-begins", given: &[], phrase: "when a turn begins" };
        /// When a turn ends, before housekeeping.
        TurnEnds = TriggerInfo { name: "turn-ends", given: &[], phrase: "when a turn ends" };
        /// When a formation is activated by its chit, before it fires.
        Activated = TriggerInfo {
            name: "activated",
            given: &[GivenInfo::one("formation", ValueType::Formation), GivenInfo::one("side", ValueType::Side)],
            phrase: "when a formation is activated by its chit",
        };
        /// When the dice of a fire have been resolved.
        Fired = TriggerInfo {
            name: "fired",
            given: &[GivenInfo::one("unit", ValueType::Unit), GivenInfo::one("target", ValueType::Unit)],
            phrase: "when a unit has fired",
        };
        /// When a unit has been eliminated.
        Eliminated = TriggerInfo {
            name: "eliminated", given: UNIT, phrase: "when a unit has been eliminated",
        };
    }

    /// Something that an event does.
    effects Effect {
        /// A unit loses a step.
        LoseStep = EffectInfo {
            name: "lose-step", parameters: &[ValueType::Unit], number: None, phrase: "{0} loses a step",
        };
        /// A unit is shaken.
        Shake = EffectInfo {
            name: "shake", parameters: &[ValueType::Unit], number: None, phrase: "{0} is shaken",
        };
        /// A unit is no longer shaken.
        Recover = EffectInfo {
            name: "recover", parameters: &[ValueType::Unit], number: None, phrase: "{0} recovers",
        };
        /// The number of Low Ammo markers of a unit.
        LowAmmo = EffectInfo {
            name: "low-ammo", parameters: &[ValueType::Unit], number: Some((0, 2)), phrase: "the Low Ammo markers of {0}",
        };
    }

    /// A phase that rows skip. The others belong together: orders and moves lead to assaults, and some units must assault.
    skips Skip {
        /// The Fire Combat Phase of an activation.
        Fire = SkipInfo {
            name: "fire", given: &[GivenInfo::one("side", ValueType::Side)], phrase: "the Fire Combat Phase",
            without: "the active units do not fire before they move", rule: "10.1",
        };
        /// The Rally Phase at the end of a turn.
        Rally = SkipInfo {
            name: "rally", given: &[], phrase: "the Rally Phase",
            without: "no markers are removed and no units rebuilt", rule: "14.0",
        };
    }
}
