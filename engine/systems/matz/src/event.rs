//! The events of a game, each with the rule by which it happens.

use battlewright_schema::matz::vocabulary::Skip;
use battlewright_schema::matz::{BombardmentResult, CombatResult, TurnPhase};
use serde::{Deserialize, Serialize};

use crate::rulebook as rule;
use crate::state::{FormationIx, MegaIx, Mission, ReserveIx, UnitIx};
use battlewright_core::game::{Outcome, Rule, Side};
use battlewright_core::kit::extra::HappenedEvent;
use battlewright_core::kit::hex_map::HexIx;

/// A phase of a player turn, or a part of the turn outside of them.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum Phase {
    /// Free setup before the first turn (14.0).
    Setup,
    /// The interphase before a player turn (11.3).
    Interphase,
    /// 10.0
    Command,
    /// 5.0
    Movement,
    /// 11.3
    Air,
    /// 8.1
    Bombardment,
    /// 7.0
    Combat,
    /// 5.4
    Exploitation,
    /// 7.0
    SecondCombat,
    /// 9.0
    Reorganization,
    /// The end of the turn.
    Administration,
}

impl Phase {
    /// The phases of a player turn, in the published order.
    pub(crate) const OF_PLAYER_TURN: [Self; 8] = [
        Self::Command,
        Self::Movement,
        Self::Air,
        Self::Bombardment,
        Self::Combat,
        Self::Exploitation,
        Self::SecondCombat,
        Self::Reorganization,
    ];

    /// Its name in the rules.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Setup => "Setup",
            Self::Interphase => "Interphase",
            Self::Command => "Command Phase",
            Self::Movement => "Movement Phase",
            Self::Air => "Air Phase",
            Self::Bombardment => "Bombardment Phase",
            Self::Combat => "Combat Phase",
            Self::Exploitation => "Exploitation Phase",
            Self::SecondCombat => "Second Combat Phase",
            Self::Reorganization => "Reorganization Phase",
            Self::Administration => "Administrative Phase",
        }
    }

    /// Returns the number of the phase for rows that skip it; `None` for a part of the turn that always takes place.
    pub(crate) fn skip(self) -> Option<Skip> {
        match self {
            Self::Setup | Self::Interphase | Self::Command | Self::Administration => None,
            Self::Movement => Some(Skip::Movement),
            Self::Air => Some(Skip::Air),
            Self::Bombardment => Some(Skip::Bombardment),
            Self::Combat => Some(Skip::Combat),
            Self::Exploitation => Some(Skip::Exploitation),
            Self::SecondCombat => Some(Skip::SecondCombat),
            Self::Reorganization => Some(Skip::Reorganization),
        }
    }

    /// Returns `true` for the two Combat Phases.
    pub(crate) fn is_combat(self) -> bool {
        matches!(self, Self::Combat | Self::SecondCombat)
    }
}

impl From<TurnPhase> for Phase {
    fn from(phase: TurnPhase) -> Self {
        match phase {
            TurnPhase::Command => Self::Command,
            TurnPhase::Movement => Self::Movement,
            TurnPhase::Air => Self::Air,
            TurnPhase::Bombardment => Self::Bombardment,
            TurnPhase::Combat => Self::Combat,
            TurnPhase::Exploitation => Self::Exploitation,
            TurnPhase::SecondCombat => Self::SecondCombat,
            TurnPhase::Reorganization => Self::Reorganization,
        }
    }
}

/// The cause of the loss of a step.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
pub enum LossCause {
    /// A result of combat (7.5).
    Combat,
    /// The die for the losses of tanks (7.5).
    Tanks,
    /// A bombardment (8.1).
    Barrage,
    /// A retreat into a zone of control (3.3, 7.6).
    Retreat,
    /// Too many steps in a hex (4.0).
    Stacking,
    /// An event of the scenario's rules.
    Event,
}

/// Something that happened.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Event {
    /// A side placed a piece before the game.
    Placed(UnitIx, HexIx),
    /// A side placed its destroyed headquarters again.
    HqReturned(UnitIx, HexIx),
    /// A turn begins.
    Turn(u8),
    /// The player turn of a side begins.
    PlayerTurn(Side),
    /// A phase begins.
    Phase(Phase),
    /// A phase does not take place, by this rule of the scenario.
    Skipped(Phase, Rule),
    /// A side rolled for its air units in secret.
    AirRoll(Side),
    /// A side has drawn its air units in secret.
    AirDraw(Side),
    /// A fighter waits in a mega-hex to intercept.
    Patrols(UnitIx, MegaIx),
    /// This many air units of a side take off together.
    TakesOff(Side, u8),
    /// Air units of a side reach a mega-hex.
    Flies(Side, MegaIx),
    /// A fighter intercepts in a mega-hex.
    Intercepts(UnitIx, MegaIx),
    /// An air combat: the interceptor and its die, the other unit and its die.
    AirCombat(UnitIx, u16, UnitIx, u16),
    /// The mission of an air unit becomes known.
    Revealed(UnitIx, Mission),
    /// The mission of an air unit was aborted.
    Aborted(UnitIx),
    /// A unit is out of command.
    OutOfCommand(UnitIx),
    /// A unit is in command again.
    InCommand(UnitIx),
    /// A side noted an attachment in secret.
    Attached(UnitIx, FormationIx),
    /// A side with tanks of an army has ended its notes, with or without attachments.
    NotesEnded(Side),
    /// A side called up a reserve.
    CalledUp(ReserveIx),
    /// A unit moved.
    Moved(UnitIx, HexIx),
    /// A unit entered the map.
    Entered(UnitIx, HexIx),
    /// A unit must stop by this rule of the scenario.
    Stopped(UnitIx, Rule),
    /// A reinforcement could not enter.
    Delayed(UnitIx),
    /// A hex is bombarded by these units.
    Bombards(Vec<UnitIx>, HexIx),
    /// A barrage: the die, the number of the column, the result.
    BarrageRoll(u16, usize, BombardmentResult),
    /// A unit is neutralized.
    Neutralized(UnitIx),
    /// A unit is no longer neutralized.
    Recovered(UnitIx),
    /// Units attack hexes.
    Attacks(Vec<UnitIx>, Vec<HexIx>),
    /// The support of a side in a combat becomes known.
    Supports(Side, Vec<UnitIx>),
    /// The totals of a combat: of the attacker, of the defender.
    Totals([u16; 2]),
    /// A combat: the die, the modified die, the number of the column, the result.
    CombatRoll(u16, i16, usize, CombatResult),
    /// A unit lost a step.
    LostStep(UnitIx, LossCause),
    /// A unit was eliminated.
    Eliminated(UnitIx),
    /// The die for the losses of tanks of a side (7.5): the die, and the greatest one that costs a step.
    TankRoll(Side, u16, u8),
    /// A unit retreated.
    Retreated(UnitIx, HexIx),
    /// A unit had no way to retreat.
    NoRetreat(UnitIx),
    /// A unit had to retreat off the map (m70).
    LeftMap(UnitIx),
    /// A unit advanced after combat.
    Advanced(UnitIx, HexIx),
    /// A hex came under a side's control.
    Control(Side, HexIx),
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
            Self::Placed(..) => rule::SETUP,
            Self::HqReturned(..) => rule::HEADQUARTERS,
            Self::Turn(_) | Self::PlayerTurn(_) | Self::Phase(_) => rule::SEQUENCE,
            Self::AirRoll(_) | Self::AirDraw(_) | Self::Patrols(..) => rule::AIR_SEQUENCE,
            Self::TakesOff(..) | Self::Flies(..) => rule::AIR_MOVEMENT,
            Self::Intercepts(..) | Self::AirCombat(..) | Self::Aborted(_) => rule::AIR_COMBAT,
            Self::Revealed(..) => rule::MISSIONS,
            Self::OutOfCommand(_) | Self::InCommand(_) => rule::COMMAND_DISTANCE,
            Self::Attached(..) | Self::NotesEnded(_) => rule::TANKS,
            Self::CalledUp(_) | Self::Entered(..) | Self::Delayed(_) => rule::REINFORCEMENTS,
            Self::Moved(..) => rule::MOVEMENT,
            Self::Bombards(..) | Self::BarrageRoll(..) => rule::BARRAGE,
            Self::Neutralized(_) | Self::Recovered(_) => rule::NEUTRALIZATION,
            Self::Attacks(..) => rule::COMBAT,
            Self::Supports(..) => rule::SUPPORT_FIRE,
            Self::Totals(_) | Self::CombatRoll(..) => rule::COMBAT_RESOLUTION,
            Self::LostStep(_, cause) => match cause {
                LossCause::Combat | LossCause::Tanks => rule::COMBAT_RESULTS,
                LossCause::Barrage => rule::BARRAGE,
                LossCause::Retreat => rule::ZOC_COMBAT,
                LossCause::Stacking => rule::STACKING,
                LossCause::Event => rule::STEP_LOSSES,
            },
            Self::Eliminated(_) => rule::STEP_LOSSES,
            Self::TankRoll(..) => rule::COMBAT_RESULTS,
            Self::Retreated(..) | Self::NoRetreat(_) | Self::LeftMap(_) | Self::Advanced(..) => rule::RETREATS,
            Self::Row(happened) => happened.rule,
            Self::WonByRow(_, rule) | Self::Skipped(_, rule) | Self::Stopped(_, rule) => *rule,
            Self::Control(..) | Self::Over(_) => rule::VICTORY,
        }
    }
}
