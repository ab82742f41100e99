//! The words of rules of the system.

use crate::rule::vocabulary::{
    ActFallback, ActInfo, EffectInfo, FactInfo, GivenInfo, HookInfo, HookKind, Knowledge, LiftInfo, SourceInfo,
    Stability, TriggerInfo, UnaskedInfo, UnaskedReason, ValueType, WordList, vocabulary,
};

/// The kinds of units, in the order of [`Kind`](super::Kind).
static KINDS: WordList = WordList {
    name: "kind",
    plural: "kinds",
    words: &["infantry", "cavalry", "field-artillery", "heavy-artillery", "horse-artillery"],
};

/// The phases and steps of a turn.
static PHASES: WordList = WordList {
    name: "phase",
    plural: "phases",
    words: &["planning", "held-chits", "chit-draw", "command", "fire", "movement", "assault", "rally", "end-turn"],
};

/// The orders, in the order of [`HqOrder`](super::HqOrder).
static ORDERS: WordList =
    WordList { name: "order", plural: "orders", words: &["attack", "defend", "march", "regroup"] };

/// The weights of cavalry, in the order of [`Weight`](super::Weight).
static WEIGHTS: WordList = WordList { name: "weight", plural: "weights", words: &["light", "medium", "heavy"] };

/// The kinds of earthworks, after none.
static WORKS: WordList =
    WordList { name: "earthworks", plural: "earthworks", words: &["none", "fieldworks", "entrenchments"] };

/// The hours: day, and the kinds of night turns.
static HOURS: WordList =
    WordList { name: "hour", plural: "hours", words: &["day", "dusk", "evening", "deep-night", "dawn"] };

/// The reasons for an assault.
static CAUSES: WordList = WordList {
    name: "cause",
    plural: "causes",
    words: &["step", "opportunity-charge", "auftragstaktik", "furia-francese", "aggressive-tactics"],
};

/// The bonuses of an enhanced Activation Chit.
static BONUSES: WordList = WordList { name: "bonus", plural: "bonuses", words: &["movement", "fire", "assault"] };

/// The markers that units recover from.
static MARKERS: WordList = WordList { name: "marker", plural: "markers", words: &["elan", "ammunition"] };

const UNIT: GivenInfo = GivenInfo::one("unit", ValueType::Unit);
const GROUND: GivenInfo = GivenInfo::one("ground", ValueType::Hex);
const SIDE: GivenInfo = GivenInfo::one("side", ValueType::Side);

/// The values of a fire.
const FIRE: &[GivenInfo] = &[
    GivenInfo::one("firer", ValueType::Unit),
    GivenInfo::one("target", ValueType::Unit),
    GROUND,
    SIDE,
    GivenInfo::number("range", 0, 99),
    GivenInfo::one("defensive", ValueType::YesNo).said("it is Defensive Fire"),
    GivenInfo::one("by-event", ValueType::YesNo).said("an event lets it fire"),
    GivenInfo::one("mitrailleuse", ValueType::YesNo).said("it fires with mitrailleuses"),
    GivenInfo::number("further", 0, 9).said("the Defensive Fires before"),
    GivenInfo::number("conditions", -9, 9).said("the chits of Battlefield Conditions"),
];

/// The values of an assault. The side is that of the attackers.
const ASSAULT: &[GivenInfo] = &[
    GivenInfo::list("attackers", ValueType::Unit),
    GivenInfo::list("defenders", ValueType::Unit),
    GROUND,
    SIDE,
    GivenInfo::one("charge", ValueType::YesNo).said("cavalry charges"),
    GivenInfo::number("attack", -99, 999).said("the SP of the attackers"),
    GivenInfo::number("defense", -99, 999).said("the SP of the defenders"),
    GivenInfo::one("flank", ValueType::YesNo).said("it is a Flank Attack"),
    GivenInfo::one("cause", ValueType::Word(&CAUSES)).said("the reason for the assault"),
    GivenInfo::number("conditions", -20, 20).said("the shift of Battlefield Conditions"),
];

/// The values of a step. A unit that enters the map comes from no hex, and a headquarters is no unit.
const STEP: &[GivenInfo] = &[
    GivenInfo::one("mover", ValueType::Unit),
    GivenInfo::one("from", ValueType::Hex),
    GivenInfo::one("to", ValueType::Hex),
    SIDE,
    GivenInfo::one("by-road", ValueType::YesNo).said("it pays for a road"),
];

/// The values of a move. A headquarters is no unit.
const MOVER: &[GivenInfo] = &[
    GivenInfo::one("mover", ValueType::Unit),
    GivenInfo::one("formation", ValueType::Formation),
    SIDE,
    GivenInfo::one("hq", ValueType::YesNo).said("it is a headquarters"),
];

const FORMATION: &[GivenInfo] = &[GivenInfo::one("formation", ValueType::Formation), SIDE];
const UNIT_OF_SIDE: &[GivenInfo] = &[UNIT, SIDE];

/// The words that people expect and no expression can use.
const UNASKED: &[UnaskedInfo] = &[
    UnaskedInfo {
        name: "strength",
        subject: Some(ValueType::Unit),
        reason: UnaskedReason::OtherWord,
        message: "the strength of units of at-any-cost is their SP",
        help: "the word in this system is `sp`",
    },
    UnaskedInfo {
        name: "chosen-chit",
        subject: None,
        reason: UnaskedReason::Secret,
        message: "from this a player would learn which chits the enemy has chosen, or which are set aside",
        help: "the chits that a side holds are known: `held-chits(side)`",
    },
];

vocabulary! {
    /// The words of rules of At Any Cost.
    VOCABULARY of AtAnyCost;
    phases &PHASES; kinds &KINDS; lists &[&ORDERS, &WEIGHTS, &WORKS, &HOURS, &MARKERS, &CAUSES, &BONUSES]; hexes true, unasked UNASKED;

    /// A fact of the system.
    facts Fact {
        /// The printed SP of a unit.
        Sp = FactInfo::new("sp", "the printed SP of {0}", "3.1")
            .of(ValueType::Unit).number(0, 99).stable(Stability::Move);
        /// The printed TCR of a unit.
        Tcr = FactInfo::new("tcr", "the printed TCR of {0}", "3.1")
            .of(ValueType::Unit).number(0, 99).stable(Stability::Move);
        /// The printed movement points of a unit.
        Movement = FactInfo::new("movement", "the printed movement of {0}", "3.1")
            .of(ValueType::Unit).number(0, 99).stable(Stability::Fixed);
        /// The Elan Hits of a unit: 1 if it is Shaken, 2 if it is Disrupted.
        Elan = FactInfo::new("elan", "the Elan Hits of {0}", "3.7")
            .of(ValueType::Unit).number(0, 2).stable(Stability::Move).known(Knowledge::Own);
        /// The Ammo Problems of a unit: 1 for Low Ammo, 2 for Rationed Ammo.
        Ammo = FactInfo::new("ammo", "the Ammo Problems of {0}", "8.9")
            .of(ValueType::Unit).number(0, 2).stable(Stability::Move).known(Knowledge::Own);
        /// Whether a unit is Battleworn.
        IsBattleworn = FactInfo::new("is-battleworn", "{0} is Battleworn", "3.3")
            .of(ValueType::Unit).stable(Stability::Move);
        /// Whether a unit is a Small Unit.
        IsSmall = FactInfo::new("is-small", "{0} is a Small Unit", "3.4").of(ValueType::Unit).stable(Stability::Fixed);
        /// Whether a unit is a breakdown unit: a detachment or a section.
        IsBreakdown = FactInfo::new("is-breakdown", "{0} is a breakdown unit", "3.5")
            .of(ValueType::Unit).stable(Stability::Fixed);
        /// The weight of cavalry.
        Weight = FactInfo::new("weight", "the weight of {0}", "3.2")
            .of(ValueType::Unit).answers(ValueType::Word(&WEIGHTS)).stable(Stability::Fixed);
        /// Whether a unit is the Second Line unit of its hex.
        IsSecondLine = FactInfo::new("is-second-line", "{0} is in the Second Line", "4.3")
            .of(ValueType::Unit).stable(Stability::Move);
        /// Whether a unit has mitrailleuses.
        HasMitrailleuse = FactInfo::new("has-mitrailleuse", "{0} has mitrailleuses", "3.7")
            .of(ValueType::Unit).stable(Stability::Move);
        /// Whether a unit is activated.
        IsActive = FactInfo::new("is-active", "{0} is activated", "5.4")
            .of(ValueType::Unit).stable(Stability::Phase);
        /// Whether a unit is activated, and In Command.
        InCommand = FactInfo::new("in-command", "{0} is active and In Command", "7.3")
            .of(ValueType::Unit).stable(Stability::Phase);
        /// The order in force for a unit.
        Order = FactInfo::new("order", "the order of {0}", "7.1")
            .of(ValueType::Unit).answers(ValueType::Word(&ORDERS)).stable(Stability::Phase);
        /// The bonus of the enhanced chit by which a unit is activated.
        Bonus = FactInfo::new("bonus", "the bonus of {0}", "6.3")
            .of(ValueType::Unit).answers(ValueType::Word(&BONUSES)).stable(Stability::Phase);
        /// Whether Feu de Bataillon binds a unit that is activated.
        HasFeu = FactInfo::new("has-feu", "Feu de Bataillon binds {0}", "21.0")
            .of(ValueType::Unit).stable(Stability::Phase);
        /// Whether a unit has moved in the activation at hand.
        HasMoved = FactInfo::new("has-moved", "{0} has moved", "12.1").of(ValueType::Unit);
        /// Whether a unit has fired in the Fire Combat Step at hand.
        HasFired = FactInfo::new("has-fired", "{0} has fired", "8.1").of(ValueType::Unit);
        /// Whether a unit has fought in an assault in the activation at hand.
        HasAssaulted = FactInfo::new("has-assaulted", "{0} has fought in an assault", "13.1").of(ValueType::Unit);
        /// Whether a unit has charged in the activation at hand.
        HasCharged = FactInfo::new("has-charged", "{0} has charged", "12.7").of(ValueType::Unit);
        /// The movement that a unit has spent in its move, in half points.
        Spent = FactInfo::new("spent", "the half points that {0} has spent", "12.2")
            .of(ValueType::Unit).number(0, 999);
        /// The elevation level of a hex.
        Elevation = FactInfo::new("elevation", "the level of {0}", "2.2")
            .of(ValueType::Hex).number(0, 99).stable(Stability::Fixed);
        /// Whether a road is in a hex.
        HasRoad = FactInfo::new("has-road", "{0} has a road", "12.2").of(ValueType::Hex).stable(Stability::Fixed);
        /// Whether the terrain of a hex shelters retreating units.
        IsSheltering = FactInfo::new("is-sheltering", "{0} shelters", "13.7")
            .of(ValueType::Hex).stable(Stability::Fixed);
        /// Whether the ground of a hex lets a charge in.
        IsChargeGround = FactInfo::new("is-charge-ground", "a charge can enter {0}", "12.7")
            .of(ValueType::Hex).stable(Stability::Fixed);
        /// The earthworks in a hex.
        Earthworks = FactInfo::new("earthworks", "the earthworks in {0}", "16.1")
            .of(ValueType::Hex).answers(ValueType::Word(&WORKS)).stable(Stability::Move);
        /// Whether an enemy combat unit of a side is next to a hex.
        NearEnemy = FactInfo::new("is-near-enemy", "an enemy of {1} is next to {0}", "12.5")
            .of(ValueType::Hex).with(&[ValueType::Side]).stable(Stability::Move);
        /// The Command Rating of the HQ of a formation.
        Rating = FactInfo::new("rating", "the Command Rating of {0}", "7.3")
            .of(ValueType::Formation).number(0, 99).stable(Stability::Phase);
        /// The hex of the HQ of a formation.
        Hq = FactInfo::new("hq", "the hex of the HQ of {0}", "3.6")
            .of(ValueType::Formation).answers(ValueType::Hex).stable(Stability::Move);
        /// Whether the Activation Chit of a formation has been drawn in this turn.
        HasActed = FactInfo::new("has-acted", "the chit of {0} has been drawn", "6.1")
            .of(ValueType::Formation).stable(Stability::Phase);
        /// The hour: day, or the kind of night turn.
        Hour = FactInfo::new("hour", "the hour", "18.0").answers(ValueType::Word(&HOURS)).stable(Stability::Turn);
        /// Whether the line of sight between two hexes is Obscured.
        Obscured = FactInfo::new("obscured", "the line from {0} to {1} is Obscured", "8.3")
            .with(&[ValueType::Hex, ValueType::Hex]).level(3);
        /// The number of chits that a side holds.
        HeldChits = FactInfo::new("held-chits", "the held chits of {0}", "6.3")
            .with(&[ValueType::Side]).number(0, 99);
    }

    /// A source of units of the system.
    sources Source {
        /// The Broken units of a side.
        Broken = SourceInfo {
            name: "broken", parameters: &[ValueType::Side], element: ValueType::Unit, stability: Stability::Move,
            knowledge: Knowledge::Open, level: 0, phrase: "the Broken units of {0}", rule: "10.2",
        };
        /// The units of a side that are still to enter.
        Due = SourceInfo {
            name: "due", parameters: &[ValueType::Side], element: ValueType::Unit, stability: Stability::Move,
            knowledge: Knowledge::Open, level: 0, phrase: "the units of {0} that are still to come", rule: "12.11",
        };
    }

    /// A number or an answer of the system that rows change.
    hooks Hook {
        /// The column shifts of a fire.
        FireColumn = HookInfo::new("fire.column", HookKind::Sum, "the column of the fire", "8.6")
            .gives(FIRE).number(-20, 20).level(5).revealed()
            .published(&[
                "target-terrain", "target-earthworks", "obscured", "plunging-fire", "target-cavalry",
                "further-defensive-fire", "feu-de-bataillon", "enhanced-fire", "fire-conditions",
            ]);
        /// The SP of a fire.
        FireStrength = HookInfo::new("fire.strength", HookKind::Number, "the SP of the fire", "8.5")
            .gives(FIRE).number(-2, 99).level(4).revealed()
            .published(&[
                "extreme-range", "second-line-fire", "rationed-ammo", "half-fire", "artillery-charge", "canister",
            ]);
        /// The column shifts of an assault.
        AssaultColumn = HookInfo::new("assault.column", HookKind::Sum, "the column of the assault", "13.4")
            .gives(ASSAULT).number(-20, 20).level(6).revealed()
            .published(&[
                "odds", "flank-attack", "low-ground", "slope", "assault-event", "higher-tcr", "defender-earthworks",
                "defender-terrain", "exposed-artillery", "enhanced-assault", "assault-conditions",
            ]);
        /// The SP of a unit in an assault.
        AssaultStrength = HookInfo::new("assault.strength", HookKind::Number, "the SP in the assault", "13.3")
            .gives(&[
                UNIT, GROUND, SIDE, GivenInfo::one("attacks", ValueType::YesNo).said("it attacks"),
                GivenInfo::one("charge", ValueType::YesNo).said("it charges"),
            ])
            .number(-9, 99).level(4).revealed().published(&["charge-strength", "second-line-assault"]);
        /// The Assault Differential.
        Differential = HookInfo::new("differential", HookKind::Number, "the Assault Differential", "13.2")
            .gives(ASSAULT).number(-99, 99).level(6).revealed();
        /// The modified TCR of a unit.
        Tcr = HookInfo::new("tcr", HookKind::Sum, "the TCR", "9.1")
            .gives(&[UNIT]).number(-20, 30).level(3).revealed().published(&["elan-tcr", "earthworks-tcr", "night-tcr"]);
        /// The movement points of a piece, before orders.
        Allowance = HookInfo::new("allowance", HookKind::Number, "the movement points", "12.3")
            .gives(MOVER).number(0, 99).level(2).takes(Stability::Phase);
        /// The number of hexes that a piece may enter in a move.
        MostHexes = HookInfo::new("most-hexes", HookKind::Number, "the most hexes of the move", "7.2")
            .gives(MOVER).number(0, 99).level(2).takes(Stability::Move).own();
        /// The Extreme Range of a weapon.
        Range = HookInfo::new("range", HookKind::Number, "the Extreme Range", "8.4")
            .gives(&[
                GivenInfo::one("firer", ValueType::Unit), SIDE,
                GivenInfo::one("mitrailleuse", ValueType::YesNo).said("it fires with mitrailleuses"),
            ])
            .number(0, 99).level(2);
        /// The Effective Range of a weapon.
        EffectiveRange = HookInfo::new("effective-range", HookKind::Number, "the Effective Range", "8.4")
            .gives(&[
                GivenInfo::one("firer", ValueType::Unit), SIDE,
                GivenInfo::one("mitrailleuse", ValueType::YesNo).said("it fires with mitrailleuses"),
            ])
            .number(0, 99).level(2);
        /// The range of an HQ.
        CommandRange = HookInfo::new("command.range", HookKind::Number, "the Command Range", "7.3")
            .gives(FORMATION).number(0, 99).level(3).takes(Stability::Turn);
        /// The greatest distance over which something is seen.
        Sight = HookInfo::new("sight", HookKind::Number, "the sight in hexes", "8.3")
            .gives(&[GivenInfo::one("from", ValueType::Hex), GivenInfo::one("to", ValueType::Hex)])
            .number(1, 99).level(2).takes(Stability::Turn).searched();
        /// The cost of a step, in movement points.
        StepCost = HookInfo::new("step", HookKind::Number, "the cost of the step", "12.2")
            .gives(STEP).number(0, 99).level(2).takes(Stability::Move).searched();
        /// Whether a piece must stop where it comes to.
        MustStop = HookInfo::new("must-stop", HookKind::YesNo, "the piece must stop", "12.1")
            .gives(STEP).level(5).takes(Stability::Move).searched();
        /// Whether a unit is In Command when its formation gets its order.
        InCommand = HookInfo::new("in-command", HookKind::YesNo, "the unit is In Command", "7.3")
            .gives(&[UNIT, GivenInfo::one("formation", ValueType::Formation), SIDE]).level(4);
    }

    /// An act of the players that rows forbid.
    acts Act {
        /// A step of a moving piece.
        Step = ActInfo {
            name: "step", given: STEP, takes: Stability::Move, in_search: true,
            fallback: ActFallback::Blocked, phrase: "enter a hex", rule: "12.1",
        };
        /// The end of a move.
        Stop = ActInfo {
            name: "stop",
            given: &[GivenInfo::one("mover", ValueType::Unit), GivenInfo::one("hex", ValueType::Hex), SIDE],
            takes: Stability::Move, in_search: true, fallback: ActFallback::Ignored, phrase: "end a move", rule: "12.1",
        };
        /// The activation of a formation by its chit, and of units by an event.
        Activate = ActInfo {
            name: "activate", given: FORMATION, takes: Stability::Live, in_search: false,
            fallback: ActFallback::Pass, phrase: "be activated", rule: "6.1",
        };
        /// A fire.
        Fire = ActInfo {
            name: "fire", given: FIRE, takes: Stability::Live, in_search: false,
            fallback: ActFallback::Pass, phrase: "fire", rule: "8.1",
        };
        /// An attack of a unit in an assault. Cavalry that has charged fights in any case.
        Assault = ActInfo {
            name: "assault", given: &[UNIT, GROUND, SIDE], takes: Stability::Live, in_search: false,
            fallback: ActFallback::Pass, phrase: "assault", rule: "13.1",
        };
        /// A charge, a countercharge or an Opportunity Charge.
        Charge = ActInfo {
            name: "charge",
            given: &[
                UNIT, GivenInfo::one("target", ValueType::Unit), GROUND, SIDE,
                GivenInfo::one("reaction", ValueType::YesNo).said("it reacts to a move"),
            ],
            takes: Stability::Live, in_search: false, fallback: ActFallback::Pass, phrase: "charge", rule: "12.7",
        };
        /// The removal of an Elan Hit or an Ammo Problem.
        Recover = ActInfo {
            name: "recover", given: &[UNIT, SIDE, GivenInfo::one("what", ValueType::Word(&MARKERS))],
            takes: Stability::Live, in_search: false, fallback: ActFallback::Pass, phrase: "recover", rule: "14.2",
        };
        /// A Rebuild attempt.
        Rebuild = ActInfo {
            name: "rebuild", given: UNIT_OF_SIDE, takes: Stability::Live, in_search: false,
            fallback: ActFallback::Pass, phrase: "be rebuilt", rule: "14.4",
        };
        /// An attempt to build earthworks.
        Dig = ActInfo {
            name: "dig", given: &[UNIT, GivenInfo::one("hex", ValueType::Hex), SIDE], takes: Stability::Live,
            in_search: false, fallback: ActFallback::Pass, phrase: "build earthworks", rule: "16.2",
        };
    }

    /// A published prohibition that rows lift.
    lifts Lift {
        /// Orders to march and to regroup let nobody go next to an enemy.
        Engagement = LiftInfo {
            name: "engagement", given: STEP, phrase: "its orders do not let it go next to an enemy", rule: "12.5",
        };
        /// Artillery that has fired does not move.
        FiredArtilleryStays = LiftInfo {
            name: "fired-artillery-stays", given: UNIT_OF_SIDE, phrase: "artillery that has fired does not move",
            rule: "12.1",
        };
        /// Shaken and Disrupted units do not charge.
        ShakenNoCharge = LiftInfo {
            name: "shaken-no-charge", given: UNIT_OF_SIDE, phrase: "Shaken and Disrupted units do not charge",
            rule: "12.7",
        };
        /// French artillery is supplied in the hex of its HQ only.
        Caissons = LiftInfo {
            name: "caissons", given: UNIT_OF_SIDE, phrase: "French artillery is supplied in the hex of its HQ only",
            rule: "14.3",
        };
        /// French heavy artillery is supplied in the nights of Campaigns only.
        HeavyCaissons = LiftInfo {
            name: "heavy-caissons", given: UNIT_OF_SIDE,
            phrase: "French heavy artillery is supplied in the nights of Campaigns only", rule: "14.3",
        };
    }

    /// A moment at which events happen.
    triggers Trigger {
        /// When a turn begins.
        TurnBegins = TriggerInfo { name: "turn-begins", given: &[], phrase: "when a turn begins" };
        /// When a turn ends.
        TurnEnds = TriggerInfo { name: "turn-ends", given: &[], phrase: "when a turn ends" };
        /// When a formation is activated by its chit.
        ActivationBegins = TriggerInfo {
            name: "activation-begins", given: FORMATION, phrase: "when a formation is activated",
        };
        /// When the activation of a formation ends.
        ActivationEnds = TriggerInfo {
            name: "activation-ends", given: FORMATION, phrase: "when the activation of a formation ends",
        };
        /// When a fire of a unit has taken effect.
        Fired = TriggerInfo { name: "fired", given: UNIT_OF_SIDE, phrase: "when a unit has fired" };
        /// When a unit is Broken.
        IsBroken = TriggerInfo { name: "broken", given: UNIT_OF_SIDE, phrase: "when a unit is Broken" };
    }

    /// Something that an event does.
    effects Effect {
        /// The Elan Hits of a unit.
        Elan = EffectInfo {
            name: "elan", parameters: &[ValueType::Unit], number: Some((0, 2)), phrase: "the Elan Hits of {0}",
        };
        /// The Ammo Problems of a unit.
        Ammo = EffectInfo {
            name: "ammo", parameters: &[ValueType::Unit], number: Some((0, 2)), phrase: "the Ammo Problems of {0}",
        };
        /// A unit takes a Casualty Hit, without a Break Test.
        LoseTier = EffectInfo {
            name: "lose-tier", parameters: &[ValueType::Unit], number: None, phrase: "{0} loses a tier",
        };
        /// The turn of the Activation Chit of a formation.
        ChitTurn = EffectInfo {
            name: "chit-turn", parameters: &[ValueType::Formation], number: Some((0, 99)),
            phrase: "the turn in which the chit of {0} comes",
        };
    }
}
