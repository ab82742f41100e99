//! The events of a game, each with its rule.

use crate::rulebook as rule;
use crate::state::UnitIx;
use battlewright_core::game::{Outcome, Rule, Side};
use battlewright_core::kit::extra::HappenedEvent;
use battlewright_core::kit::hex_map::HexIx;

/// A phase of the sequence of play (4.0).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Phase {
    /// 4.0 1
    Command,
    /// 4.0 2
    Movement,
    /// 4.0 3
    Attack,
}

/// An event of the game.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A turn begins.
    Turn(u8),
    /// A phase begins.
    Phase(Phase),
    /// An HQ was placed; `None` if no hex was possible.
    HqPlaced(Side, Option<HexIx>),
    /// A phase does not take place, by this rule of the scenario.
    Skipped(Phase, Rule),
    /// The enemy chose this unit to return.
    ChosenToReturn(UnitIx),
    /// A blown unit returned.
    Returned(UnitIx, HexIx),
    /// A blown unit that was due stays on the turn track.
    StaysBlown(UnitIx),
    /// The mitrailleuse marker was placed.
    MitrailleusePlaced(Side, HexIx),
    /// No hex was possible for the mitrailleuse marker.
    NoMitrailleuse(Side),
    /// A unit flipped to March Formation.
    March(UnitIx),
    /// A unit flipped to Battle Formation under enemy influence, by this rule.
    Battle(UnitIx, Rule),
    /// A unit withdraws from an EZOC.
    Leaves(UnitIx),
    /// A side declines to retreat further units from EZOCs.
    Stays(Side),
    /// A unit moved to a hex.
    Moved(UnitIx, HexIx),
    /// A reinforcement entered.
    Entered(UnitIx, HexIx),
    /// A unit must make way for a reinforcement.
    PushedAside(UnitIx, HexIx),
    /// A unit left the map for good.
    Exited(UnitIx, HexIx),
    /// A side passed.
    Passed(Side, Phase),
    /// A side rolled for the number of its last actions.
    LastActions {
        /// The side that rolled.
        side: Side,
        /// The phase of the actions.
        phase: Phase,
        /// The die roll.
        die: u16,
        /// The modifier of the roll.
        plus: i32,
    },
    /// A unit attacks another.
    Attack(UnitIx, UnitIx),
    /// Cavalry charges infantry.
    Deathride(UnitIx, UnitIx),
    /// The decisions on artillery support, attacker's first.
    SupportRevealed(bool, bool),
    /// A side spent an AP, or lost one to bad ammunition.
    AmmunitionSpent {
        /// The side that spent or lost the point.
        side: Side,
        /// The number of points left.
        left: u8,
        /// `true` for a loss by bad ammunition.
        bad: bool,
    },
    /// An artillery duel: the dice, attacker's first, and the winner.
    Duel([u16; 2], Option<Side>),
    /// The dice of an attack with modifiers, attacker's first.
    Dice {
        /// The dice.
        dice: [u16; 2],
        /// The modifier of each die.
        modifiers: [i32; 2],
    },
    /// An attack ended in a stalemate.
    Stalemate,
    /// A unit lost and retreats.
    Retreats(UnitIx),
    /// A unit retreated to a hex.
    RetreatedTo(UnitIx, HexIx),
    /// A unit could not retreat.
    CannotRetreat(UnitIx),
    /// A unit was blown, to return in this turn.
    Blown(UnitIx, u8),
    /// A unit was eliminated.
    Eliminated(UnitIx),
    /// A blown unit was eliminated because too many were due.
    TooManyBlown(UnitIx),
    /// A unit advanced into the vacated hex of its enemy.
    Advanced(UnitIx, HexIx),
    /// A unit did not advance.
    NoAdvance(UnitIx),
    /// A unit's charge is spent.
    ChargeSpent(UnitIx),
    /// An event of the scenario's rules happened.
    Row(HappenedEvent),
    /// An event of the scenario's rules changed the APs of a side, which has this number now.
    AmmunitionNow(Side, u8, Rule),
    /// A side wins by a rule of the scenario.
    WonByRow(Side, Rule),
    /// The game ended.
    Over(Outcome),
}

impl Event {
    /// Returns the rule of the event.
    pub fn rule(&self) -> Rule {
        match self {
            Self::Turn(_) => rule::END_PHASE,
            Self::Phase(Phase::Command) | Self::HqPlaced(..) => rule::HQ_PLACEMENT,
            Self::Phase(Phase::Movement) | Self::Moved(..) => rule::MOVES,
            Self::Phase(Phase::Attack) | Self::Attack(..) => rule::ATTACKS,
            Self::ChosenToReturn(_) | Self::Returned(..) | Self::StaysBlown(_) | Self::TooManyBlown(_) => {
                rule::BLOWN_RETURN
            }
            Self::MitrailleusePlaced(..) | Self::NoMitrailleuse(_) => rule::MITRAILLEUSE_PLACEMENT,
            Self::March(_) => rule::MARCH_FORMATION,
            Self::Battle(_, rule) | Self::AmmunitionNow(_, _, rule) => *rule,
            Self::WonByRow(_, rule) | Self::Skipped(_, rule) => *rule,
            Self::Row(happened) => happened.rule,
            Self::Leaves(_) | Self::Stays(_) => rule::LEAVING_EZOC,
            Self::Entered(..) | Self::PushedAside(..) => rule::REINFORCEMENTS,
            Self::Exited(..) | Self::Over(_) => rule::VICTORY,
            Self::Passed(_, Phase::Attack) => rule::PASSING_ATTACKS,
            Self::Passed(..) => rule::PASSING_MOVES,
            Self::LastActions { phase: Phase::Attack, .. } => rule::LAST_ATTACKS,
            Self::LastActions { .. } => rule::LAST_MOVES,
            Self::Deathride(..) | Self::ChargeSpent(_) => rule::DEATHRIDE,
            Self::SupportRevealed(..) => rule::SUPPORT_DECLARATION,
            Self::AmmunitionSpent { bad: true, .. } => rule::BAD_AMMUNITION,
            Self::AmmunitionSpent { .. } => rule::SUPPORT_RESOLUTION,
            Self::Duel(..) => rule::DUELS,
            Self::Dice { .. } => rule::MODIFIERS,
            Self::Stalemate => rule::ATTACK_TABLE,
            Self::Retreats(_) | Self::RetreatedTo(..) | Self::CannotRetreat(_) => rule::RETREATS,
            Self::Blown(..) => rule::BLOWN,
            Self::Eliminated(_) => rule::ELIMINATED,
            Self::Advanced(..) | Self::NoAdvance(_) => rule::ADVANCE,
        }
    }
}
