//! The events of a game, each with the rule by which it happens.

use battlewright_schema::at_any_cost::{
    AssaultResult, CommandResult, Earthwork, Event as Chance, FireColumn, FireEffect, FireResult, FortuneResult,
    HqOrder, MisinterpretedResult,
};
use serde::{Deserialize, Serialize};

use crate::action::{Loss, Shot};
use crate::rulebook as rule;
use crate::state::{Bonus, ChitIx, FormationIx, GroupIx, MovingPiece, UnitIx};
use battlewright_core::game::{Outcome, Rule, Side};
use battlewright_core::kit::extra::HappenedEvent;
use battlewright_core::kit::hex_map::HexIx;

/// A step of an activation (5.4), or a phase of the turn.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub enum Step {
    /// 7.0
    Command,
    /// 8.0
    Fire,
    /// 12.0
    Movement,
    /// 13.0
    Assault,
    /// 14.0
    Rally,
    /// 15.0
    EndTurn,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn begins.
    Turn(u8),
    /// A step or phase begins.
    Step(Step),
    /// A side chose a chit in secret.
    ChoseChit(Side),
    /// This many chits of a side were set aside.
    SetAside(Side, u8),
    /// An Activation Chit was drawn.
    DrewActivation(FormationIx),
    /// An Event Chit was drawn.
    DrewEvent(ChitIx),
    /// An Event Chit was discarded without effect, as it was degraded (6.3).
    Degraded(ChitIx),
    /// The owner uses the chit as its Unique Event.
    Plays(Chance),
    /// The owner holds the chit.
    Holds(Chance),
    /// The chit goes on this track of this side.
    OnTrack(Side, u8),
    /// The event has no effect.
    NoEffect(Chance),
    /// The enemy cancelled the event with a chit of the same kind (21.0).
    Cancelled(Chance),
    /// An event was put on an HQ.
    PutOn(Chance, FormationIx),
    /// An event is for this unit.
    Befalls(Chance, UnitIx),
    /// The die of Furia Francese: the die, the modified TCR, `true` if the unit goes forward.
    FuriaRoll(UnitIx, u16, i8, bool),
    /// The die of the Fortunes of War, and the result.
    Fortunes(u16, FortuneResult),
    /// The bonus of an enhanced chit.
    Bonus(Bonus),
    /// An HQ lost its leader.
    LeaderCasualty(FormationIx),
    /// The die of a track that may cancel an event, and `true` if it does (20.1).
    CancelRoll(Chance, u16, bool),
    /// The formation cannot be activated (21.0, Bazaine's Malaise).
    Paralyzed(FormationIx),
    /// Units of a division, named by one of them, are activated (6.2).
    DivisionActs(UnitIx),
    /// A unit is activated (6.2).
    UnitActs(UnitIx),
    /// The die of Misinterpreted Orders, and the result.
    Misinterpreted(u16, MisinterpretedResult),
    /// The order of a formation.
    Ordered(FormationIx, HqOrder),
    /// The order of the reinforcements of a formation (12.11).
    OrderedEntering(FormationIx, HqOrder),
    /// The units of a formation that are In Command.
    InCommand(FormationIx, Vec<UnitIx>),
    /// A unit is Out of Command Range.
    OutOfRange(UnitIx),
    /// The die of the group of this unit on the Out of Command Range Table.
    CommandRoll(UnitIx, u16, CommandResult),
    /// A unit fires; by which rule.
    Fires(Shot, Rule),
    /// A fire: the colored die and the white one, the column, the result.
    FireRoll([u16; 2], FireColumn, FireResult),
    /// A result of fire on this unit.
    FireEffect(UnitIx, FireEffect),
    /// Skirmishers halve the colored die to this.
    Halved(u16),
    /// A unit has an Ammo Problem: 1 for Low Ammo, 2 for Rationed Ammo.
    AmmoProblem(UnitIx, u8),
    /// A Tactical Cohesion Test.
    Cohesion {
        /// The unit.
        unit: UnitIx,
        /// The white die.
        white: u16,
        /// The modified TCR.
        tcr: i8,
        /// The parts of the TCR, each with its name, the printed one first.
        parts: Vec<(&'static str, i8)>,
        /// The Elan Hits.
        hits: u8,
    },
    /// A unit has this many Elan Hits now: 1 for Shaken, 2 for Disrupted.
    Elan(UnitIx, u8),
    /// A unit was reduced to its Battleworn side.
    Battleworn(UnitIx),
    /// A Break Test: the die and the printed TCR.
    BreakTest(UnitIx, u16, u8),
    /// A unit is Broken.
    Broken(UnitIx),
    /// A Rout Test: the die and the printed TCR.
    RoutTest(UnitIx, u16, u8),
    /// A piece moved.
    Moved(MovingPiece, HexIx),
    /// A piece entered the map.
    Entered(MovingPiece, HexIx),
    /// A piece could not enter and is delayed.
    Delayed(MovingPiece),
    /// A piece went back to where it could stay.
    Backtracked(MovingPiece, HexIx),
    /// The units of a hex exchanged their lines.
    Exchanged(HexIx),
    /// Cavalry charges a unit.
    Charges(UnitIx, UnitIx),
    /// Cavalry is Disrupted after its charge.
    Disorganized(UnitIx),
    /// Cavalry tries to countercharge: the die, the modified TCR, `true` if it does.
    CounterchargeRoll(UnitIx, u16, i8, bool),
    /// Cavalry countercharges into a hex.
    Countercharges(UnitIx, HexIx),
    /// Cavalry tries an Opportunity Charge upon a unit: the die, the modified TCR, `true` if it charges.
    OpportunityRoll(UnitIx, UnitIx, u16, i8, bool),
    /// Units assault a hex.
    Assaults(Vec<UnitIx>, HexIx),
    /// Battlefield Conditions shift a fire or an assault for this side.
    Conditions(Side),
    /// An assault: the die, the column's number, the result.
    AssaultRoll(u16, usize, AssaultResult),
    /// Cavalry retreats before combat.
    Evades(UnitIx),
    /// A unit took a Loss Point.
    Lost(UnitIx, Loss),
    /// A Tough Fight: the die of a side.
    ToughFight(Side, u16),
    /// A unit retreated to a hex.
    Retreated(UnitIx, HexIx),
    /// A unit had no way to retreat.
    NoRetreat(UnitIx),
    /// A unit broke through to a hex.
    BrokeThrough(UnitIx, HexIx),
    /// An HQ went along with a unit.
    GoesAlong(FormationIx, HexIx),
    /// An HQ was overrun; its new hex.
    Overrun(FormationIx, Option<HexIx>),
    /// A unit lost an Elan Hit.
    Rallied(UnitIx),
    /// A unit lost an Ammo Problem.
    Resupplied(UnitIx),
    /// A Rebuild attempt: the die, the greatest one that succeeds.
    RebuildRoll(UnitIx, u16, u8),
    /// A unit was rebuilt.
    Rebuilt(UnitIx, HexIx),
    /// A unit tried to build these earthworks: the die, the modified TCR.
    DigRoll(Earthwork, UnitIx, u16, i8),
    /// Earthworks were built.
    Built(Earthwork, HexIx),
    /// A unit was broken down.
    BrokenDown(UnitIx),
    /// A breakdown unit took the field.
    Detached(UnitIx, HexIx),
    /// A unit was recombined.
    Recombined(UnitIx, HexIx),
    /// A unit tried to turn to its Fresh side at night: the die, the greatest one that succeeds.
    RefreshRoll(UnitIx, u16, u8),
    /// A unit is Fresh again.
    Refreshed(UnitIx),
    /// A roll on the Activation Chit Table or the Reinforcement Chart: the die, the chits on the track, the steps.
    TrackRoll(Side, u16, u8, u8),
    /// The chit of a formation comes into the cup in this turn.
    ChitMoved(FormationIx, u8),
    /// A group is due a turn earlier.
    Hurried(GroupIx),
    /// A group is due at another entry.
    Detoured(GroupIx, u16, u16),
    /// A hex came under a side's control.
    Control(Side, HexIx),
    /// A rule of the scenario keeps a formation from being activated.
    HeldBack(FormationIx, Rule),
    /// An event of the scenario's rules happened.
    Row(HappenedEvent),
    /// A side wins by a rule of the scenario.
    WonByRow(Side, Rule),
    /// The game ended.
    Over(Outcome),
}

impl Event {
    /// The rule by which it happened.
    pub fn rule(&self) -> Rule {
        match self {
            Self::Turn(_) | Self::ChoseChit(_) | Self::SetAside(..) => rule::PLANNING,
            Self::Step(step) => match step {
                Step::Command => rule::ORDERS,
                Step::Fire => rule::FIRE_ELIGIBILITY,
                Step::Movement => rule::MOVEMENT,
                Step::Assault => rule::ASSAULT_ELIGIBILITY,
                Step::Rally => rule::RALLY,
                Step::EndTurn => rule::END_TURN,
            },
            Self::DrewActivation(_) => rule::ACTIVATION_CHITS,
            Self::DrewEvent(_) | Self::Degraded(_) | Self::Fortunes(..) | Self::Bonus(_) | Self::LeaderCasualty(_) => {
                rule::EVENT_CHITS
            }
            Self::Plays(_)
            | Self::Holds(_)
            | Self::NoEffect(_)
            | Self::Cancelled(_)
            | Self::PutOn(..)
            | Self::Befalls(..)
            | Self::FuriaRoll(..)
            | Self::Paralyzed(_)
            | Self::Misinterpreted(..)
            | Self::Halved(_)
            | Self::Conditions(_) => rule::EVENTS,
            Self::OnTrack(..)
            | Self::CancelRoll(..)
            | Self::TrackRoll(..)
            | Self::ChitMoved(..)
            | Self::Hurried(_)
            | Self::Detoured(..) => rule::COMMAND_EVENTS,
            Self::DivisionActs(_) | Self::UnitActs(_) => rule::SPECIAL_ACTIVATION,
            Self::Ordered(..) => rule::ORDERS,
            Self::InCommand(..) | Self::OutOfRange(_) => rule::COMMAND_RANGE,
            Self::CommandRoll(..) => rule::OUT_OF_COMMAND,
            Self::Fires(_, rule) => *rule,
            Self::FireRoll(..) => rule::FIRE_PROCEDURE,
            Self::FireEffect(..) => rule::FIRE_RESULTS,
            Self::AmmoProblem(..) => rule::AMMUNITION,
            Self::Cohesion { .. } => rule::COHESION_TEST,
            Self::Elan(..) => rule::COHESION_RESULTS,
            Self::Battleworn(_) => rule::CASUALTY_HITS,
            Self::BreakTest(..) => rule::BREAK_TEST,
            Self::Broken(_) => rule::BROKEN_UNITS,
            Self::RoutTest(..) => rule::ROUT_TEST,
            Self::Moved(..) => rule::TERRAIN,
            Self::Entered(..) | Self::Delayed(_) | Self::OrderedEntering(..) => rule::REINFORCEMENTS,
            Self::Backtracked(..) => rule::STACKING,
            Self::Exchanged(_) => rule::LINE_POSITIONS,
            Self::Charges(..) | Self::Disorganized(_) => rule::CHARGE,
            Self::CounterchargeRoll(..) | Self::Countercharges(..) => rule::COUNTERCHARGE,
            Self::OpportunityRoll(..) => rule::OPPORTUNITY_CHARGE,
            Self::Assaults(..) => rule::ASSAULT_ELIGIBILITY,
            Self::AssaultRoll(..) => rule::ASSAULT_PROCEDURE,
            Self::Evades(_) | Self::Lost(..) | Self::ToughFight(..) => rule::ASSAULT_RESULTS,
            Self::Retreated(..) | Self::NoRetreat(_) => rule::RETREAT,
            Self::BrokeThrough(..) => rule::BREAKTHROUGH,
            Self::GoesAlong(..) | Self::Overrun(..) => rule::HQ_COMBAT,
            Self::Rallied(_) | Self::Resupplied(_) => rule::RECOVERY,
            Self::RebuildRoll(..) | Self::Rebuilt(..) => rule::REBUILDING,
            Self::DigRoll(work, ..) | Self::Built(work, _) => match work {
                Earthwork::Fieldworks => rule::FIELDWORKS,
                Earthwork::Entrenchments => rule::ENTRENCHMENTS,
            },
            Self::BrokenDown(_) | Self::Detached(..) => rule::BREAKDOWN,
            Self::Recombined(..) => rule::RECOMBINING,
            Self::RefreshRoll(..) | Self::Refreshed(_) => rule::EVENING,
            Self::HeldBack(_, rule) | Self::WonByRow(_, rule) => *rule,
            Self::Row(happened) => happened.rule,
            Self::Control(..) | Self::Over(_) => rule::VICTORY,
        }
    }
}
