//! The events of a game, each with its rule.

use battlewright_schema::position_magnifique::{AssaultResult, CommandResult, Event as Chance, FireColumn, FireResult};
use serde::{Deserialize, Serialize};

use crate::rulebook as rule;
use crate::state::{ChitIx, FormationIx, Group, MovingPiece, Order, UnitIx};
use battlewright_core::game::{Outcome, Rule, Side};
use battlewright_core::kit::extra::HappenedEvent;
use battlewright_core::kit::hex_map::HexIx;

/// A part of the sequence of play (8.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Phase {
    /// 20.2
    Surprise,
    /// 10.0
    Fire,
    /// 11.0
    Command,
    /// 12.0
    Movement,
    /// 13.0
    Assault,
    /// 14.0
    Rally,
    /// 15.0
    Housekeeping,
}

impl Phase {
    /// Returns the name in the rules.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Surprise => "Surprise Attack",
            Self::Fire => "Fire Combat Phase",
            Self::Command => "HQ Command Phase",
            Self::Movement => "Movement Phase",
            Self::Assault => "Assault Combat Phase",
            Self::Rally => "Rally Phase",
            Self::Housekeeping => "Housekeeping Phase",
        }
    }
}

/// The reason for which a unit Out of Command stays in its hex although the table sends it on (12.3).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum NoWay {
    /// There is no enemy to go to or away from.
    NoEnemy,
    /// Friends are in every hex that is nearer to the enemy.
    Friends,
    /// Under Defend orders it does not go next to an enemy (11.1).
    DefendOrders,
    /// No hex that it could take is farther from the enemy.
    NotFarther,
    /// A row of the scenario's rules forbids every hex.
    Row(Rule),
}

/// An event of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn begins.
    Turn(u8),
    /// A phase begins.
    Phase(Phase),
    /// A phase does not take place, by this rule of the scenario.
    Skipped(Phase, Rule),
    /// A piece was set up.
    Deployed(MovingPiece, HexIx),
    /// A side added an Activation Chit in secret.
    ChoseChit(Side),
    /// An Activation Chit was drawn.
    DrewActivation(FormationIx),
    /// An Event Chit was drawn.
    DrewEvent(ChitIx),
    /// The owner chose this event.
    Chose(Chance),
    /// The event is held for later.
    Holds(Chance),
    /// A held chit was played.
    Played(Chance),
    /// The event had no effect.
    NoEffect(Chance),
    /// The division of this unit acts under Auftragstaktik.
    DivisionActs(UnitIx),
    /// An event was placed with an HQ.
    PutWith(Chance, FormationIx),
    /// Bazaine's Malaise: the HQ, the die, and `true` if the HQ may act.
    Malaise(FormationIx, u16, bool),
    /// A die for an event that affects a unit: the event, the unit, the die, and `true` if it succeeds.
    EventDie(Chance, UnitIx, u16, bool),
    /// An HQ's order.
    Ordered(FormationIx, Order),
    /// These units of a formation are In Command.
    InCommand(FormationIx, Vec<UnitIx>),
    /// A unit is Out of Command.
    OutOfCommand(UnitIx),
    /// A unit rolled on the Out of Command Table: the total, the result, and `true` if it must assault the enemy next to it.
    CommandRoll(UnitIx, u16, CommandResult, bool),
    /// A unit Out of Command does not go where the table sends it.
    NoWay(UnitIx, NoWay),
    /// A piece moved.
    Moved(MovingPiece, HexIx),
    /// A piece entered the map.
    Entered(MovingPiece, HexIx),
    /// A piece could not enter and is delayed.
    Delayed(MovingPiece),
    /// A unit that was entering was turned back off the map.
    TurnedBack(UnitIx),
    /// A unit returned to a hex in which it can stay.
    Backtracked(UnitIx, HexIx),
    /// An HQ was overrun; its new hex.
    Overrun(FormationIx, Option<HexIx>),
    /// A unit fires at another.
    Fires(UnitIx, UnitIx, Rule),
    /// A fire: the dice, the column and the result.
    FireRoll([u16; 2], FireColumn, FireResult),
    /// A unit runs low on ammunition.
    LowAmmo(UnitIx),
    /// A Morale Test: the unit, the dice, the rating, and `true` if passed.
    Morale(UnitIx, [u16; 2], i8, bool),
    /// A unit is shaken.
    Shaken(UnitIx),
    /// A unit lost a step.
    StepLoss(UnitIx),
    /// A unit was eliminated.
    Eliminated(UnitIx),
    /// A formation is Battle Worn from now on.
    BattleWorn(FormationIx),
    /// Cavalry charges a unit.
    Charges(UnitIx, UnitIx),
    /// Cavalry countercharges.
    Countercharges(UnitIx, HexIx),
    /// Units assault another.
    Assaults(Vec<UnitIx>, UnitIx),
    /// An assault: the dice, their modifier, the index of the column, and the result.
    AssaultRoll([u16; 2], i8, usize, AssaultResult),
    /// Cavalry retreats before combat.
    Evades(UnitIx),
    /// A unit retreated to a hex.
    Retreated(UnitIx, HexIx),
    /// A unit had no hex to retreat to.
    NoRetreat(UnitIx),
    /// A unit broke through to a hex.
    BrokeThrough(UnitIx, HexIx),
    /// An HQ went along with a unit that broke through.
    GoesAlong(FormationIx, HexIx),
    /// A unit recovered from being shaken.
    Rallied(UnitIx),
    /// A unit had its ammunition replenished.
    Resupplied(UnitIx),
    /// The rebuilding roll of a unit.
    RebuildRoll {
        /// The unit.
        unit: UnitIx,
        /// The dice.
        dice: [u16; 2],
        /// The modifier of the dice for the Command Rating of its HQ.
        modifier: i8,
        /// The greatest modified total that succeeds.
        morale: u8,
    },
    /// A unit was rebuilt.
    Rebuilt(UnitIx, HexIx),
    /// A side tries to change a reinforcement group: the group, the sum of the dice, and the modifiers of rows with their names.
    RegroupRoll(Group, u16, Vec<(&'static str, i32)>),
    /// A group is due in another turn.
    Rescheduled(Group, u8),
    /// A group is due at another entry.
    Detoured(Group, u16, u16),
    /// A hex came under a side's control.
    Control(Side, HexIx),
    /// An event of the scenario's rules happened.
    Row(HappenedEvent),
    /// An event of the scenario's rules changed the number of Low Ammo markers of a unit to this.
    LowAmmoNow(UnitIx, u8, Rule),
    /// A prohibition of the scenario's rules does not count, since it leaves nothing else to choose.
    Ignored(Rule),
    /// A side wins by a rule of the scenario.
    WonByRow(Side, Rule),
    /// The game ended.
    Over(Outcome),
}

impl Event {
    /// Returns the rule of the event.
    pub fn rule(&self) -> Rule {
        match self {
            Self::Turn(_) => rule::ACTIVATION_PHASES,
            Self::Phase(phase) => match phase {
                Phase::Surprise => rule::SURPRISE_ATTACK,
                Phase::Fire => rule::FIRE_ELIGIBILITY,
                Phase::Command => rule::ORDERS,
                Phase::Movement => rule::MOVEMENT,
                Phase::Assault => rule::ASSAULT_ELIGIBILITY,
                Phase::Rally => rule::RALLY,
                Phase::Housekeeping => rule::HOUSEKEEPING,
            },
            Self::Skipped(_, rule) => *rule,
            Self::Deployed(..) => rule::SETUP,
            Self::ChoseChit(_) | Self::RegroupRoll(..) | Self::Rescheduled(..) | Self::Detoured(..) => {
                rule::VARIABLE_SCENARIO
            }
            Self::DrewActivation(_) => rule::ACTIVATION_CHITS,
            Self::DrewEvent(_) => rule::EVENT_CHITS,
            Self::Chose(event)
            | Self::Holds(event)
            | Self::Played(event)
            | Self::NoEffect(event)
            | Self::PutWith(event, _)
            | Self::EventDie(event, ..) => event_rule(*event),
            Self::Malaise(..) | Self::DivisionActs(_) => rule::PRUSSIAN_EVENTS,
            Self::Ordered(..) => rule::ORDERS,
            Self::InCommand(..) | Self::OutOfCommand(_) => rule::COMMAND,
            Self::CommandRoll(..) | Self::NoWay(..) => rule::OUT_OF_COMMAND,
            Self::Moved(..) => rule::TERRAIN,
            Self::Entered(..) | Self::Delayed(_) => rule::ENTRY_COLUMN,
            Self::Backtracked(..) | Self::TurnedBack(_) => rule::STACKING,
            Self::Overrun(..) | Self::GoesAlong(..) => rule::HQ_COMBAT,
            Self::Fires(_, _, rule) | Self::LowAmmoNow(_, _, rule) | Self::Ignored(rule) | Self::WonByRow(_, rule) => {
                *rule
            }
            Self::Row(happened) => happened.rule,
            Self::FireRoll(..) => rule::FIRE_PROCEDURE,
            Self::LowAmmo(_) => rule::LOW_AMMO,
            Self::Morale(..) | Self::BattleWorn(_) => rule::MORALE_TESTS,
            Self::Shaken(_) => rule::FIRE_RESULTS,
            Self::StepLoss(_) | Self::Eliminated(_) => rule::UNIT_COUNTERS,
            Self::Charges(..) => rule::CHARGE,
            Self::Countercharges(..) => rule::COUNTERCHARGE,
            Self::Assaults(..) => rule::ASSAULT_ELIGIBILITY,
            Self::AssaultRoll(..) => rule::ASSAULT_PROCEDURE,
            Self::Evades(_) => rule::RETREAT_BEFORE_COMBAT,
            Self::Retreated(..) | Self::NoRetreat(_) => rule::RETREAT,
            Self::BrokeThrough(..) => rule::BREAKTHROUGH,
            Self::Rallied(_) | Self::Resupplied(_) => rule::RECOVERY,
            Self::RebuildRoll { .. } | Self::Rebuilt(..) => rule::REBUILDING,
            Self::Control(..) | Self::Over(_) => rule::VICTORY,
        }
    }
}

/// Returns the rule that describes an Event Chit's event.
pub(crate) fn event_rule(event: Chance) -> Rule {
    match event {
        Chance::ArtilleryBarrage
        | Chance::BeatenZone
        | Chance::FeuDeBataillon
        | Chance::MitrailleuseFire
        | Chance::PrussianAggressiveTactics => rule::FRENCH_EVENTS,
        Chance::Auftragstaktik
        | Chance::BazainesMalaise
        | Chance::ColonelCaprivi
        | Chance::Deathride
        | Chance::KruppGuns
        | Chance::NeedlegunFire => rule::PRUSSIAN_EVENTS,
        Chance::BattlefieldConditions | Chance::BloodyStruggle => rule::COMMON_EVENTS,
    }
}
