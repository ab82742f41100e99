//! The actions of a side, and the reasons for refusals.

use battlewright_schema::position_magnifique::Event as Chance;
use serde::{Deserialize, Serialize};

use crate::state::{ChitIx, FormationIx, Group, MovingPiece, Order, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Illegal, Rule};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::Tasks as _;

/// A list of legal actions.
pub(crate) type ActionList = battlewright_core::kit::tasks::TaskChoices<Action>;

/// An action of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Action {
    /// 6.1, 12.1, 13.7, 14.4: choose this hex.
    Hex(HexIx),
    /// 6.1, 11.1: give this order.
    Order(Order),
    /// 20.3: add this formation's chit; 17.0: place the event with this HQ.
    Formation(FormationIx),
    /// 9.2: use this event of the chit.
    Use(Chance),
    /// 17.0: choose this unit.
    Unit(UnitIx),
    /// 10.2: fire.
    Fire {
        /// The unit that fires.
        firer: UnitIx,
        /// The unit fired at.
        target: UnitIx,
        /// `true` to fire with half the Combat Factor and still move (10.1).
        half: bool,
    },
    /// 17.0: play a held chit for free fire, return fire or interdiction.
    FireWith {
        /// The chit.
        chit: ChitIx,
        /// The unit that fires.
        firer: UnitIx,
        /// The unit fired at.
        target: UnitIx,
    },
    /// 17.0: play a held chit.
    Play(ChitIx),
    /// 12.1: move this piece.
    Move(MovingPiece),
    /// 12.5: charge with cavalry.
    Charge {
        /// The unit that charges.
        unit: UnitIx,
        /// The unit charged.
        target: UnitIx,
    },
    /// 17.2: charge with the Deathride chit.
    Deathride {
        /// The chit.
        chit: ChitIx,
        /// The unit that charges.
        unit: UnitIx,
        /// The unit charged.
        target: UnitIx,
    },
    /// 12.1, 13.9: end the move.
    Stop,
    /// 13.2: begin the assault with the units that have joined.
    Begin,
    /// 13.6: lose a step with this unit.
    LoseStep(UnitIx),
    /// 13.6, 13.8: retreat a hex.
    FallBack,
    /// 14.2: remove a Shaken marker.
    Rally(UnitIx),
    /// 14.2: remove a Low Ammo marker.
    Resupply(UnitIx),
    /// 20.3: try to bring this group on a turn earlier.
    Hurry(Group),
    /// 20.3: try to move the part of this group at one entry to another.
    Detour {
        /// The group.
        group: Group,
        /// The index of the entry at which the part waits.
        from: u16,
        /// The index of the other entry.
        to: u16,
    },
    /// Pass, or end the current series of actions.
    Pass,
}

/// A reason for a refusal.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    NotAsked,
    Over,
    NotActive,
    AlreadyDone,
    NotOnMap,
    CannotFire,
    OutOfAmmo,
    NoTarget,
    OutOfRange,
    Blocked(HexIx),
    HasFired,
    Moved,
    InCommandFirst,
    NotAdjacentHex,
    TooFar,
    Enemy,
    DefendOrders,
    OneHexOnly,
    Stacked,
    CannotEndBehind,
    EntryBlocked,
    ColumnOrder,
    NotEntryHex,
    EntersWithChit,
    ChargeOrders,
    ChargeShaken,
    ChargeAdjacent,
    ChargeOnlyCavalry,
    ChargeNoWay,
    ChargeTaken,
    AssaultArm,
    AssaultOrders,
    AssaultElsewhere,
    AssaultAdjacent,
    AssaultDone,
    NoSupport,
    MustEngage,
    NotYours,
    NoTargetInReach,
    NotDeployZone,
    DeployNextToEnemy,
    DeployString,
    NothingToRecover,
    OutOfReachOfHq,
    NextToEnemy,
    RalliedAlready,
    FrenchGuns,
    NotLost,
    LostThisTurn,
    HqUnsafe,
    NoRoom,
    NotByHq,
    NotAway,
    RetreatPriority,
    NotInFight,
    NotVacant,
    TooShaken,
    CounterchargeArm,
    CounterchargeOrders,
    Charged,
    Shielded,
    NotNearest,
    NotBidden,
    NoEventHere,
    NoChit,
}

impl Refusal {
    fn rule(self, game: &PositionMagnifique) -> Rule {
        use Refusal as R;
        match self {
            R::NotAsked => game.asked_by(),
            R::Over => rule::VICTORY,
            R::NotActive | R::AlreadyDone => rule::ACTIVATION_PHASES,
            R::NotOnMap => rule::UNIT_COUNTERS,
            R::CannotFire | R::HasFired => rule::FIRE_ELIGIBILITY,
            R::OutOfAmmo => rule::LOW_AMMO,
            R::NoTarget => rule::FIRE_PROCEDURE,
            R::OutOfRange => rule::RANGES,
            R::Blocked(_) => rule::LINE_OF_SIGHT,
            R::Moved | R::InCommandFirst => rule::MOVEMENT,
            R::NotAdjacentHex | R::TooFar => rule::TERRAIN,
            R::Enemy | R::Stacked | R::CannotEndBehind => rule::STACKING,
            R::DefendOrders => rule::ORDERS,
            R::OneHexOnly => rule::FRENCH_EVENTS,
            R::EntryBlocked | R::ColumnOrder => rule::ENTRY_COLUMN,
            R::NotEntryHex | R::EntersWithChit => rule::REINFORCEMENTS,
            R::ChargeOrders
            | R::ChargeShaken
            | R::ChargeAdjacent
            | R::ChargeOnlyCavalry
            | R::ChargeNoWay
            | R::ChargeTaken
            | R::AssaultElsewhere => rule::CHARGE,
            R::AssaultArm | R::AssaultAdjacent | R::AssaultDone | R::NoSupport | R::MustEngage => {
                rule::ASSAULT_ELIGIBILITY
            }
            R::AssaultOrders => rule::ORDERS,
            R::NotYours | R::NotInFight | R::NoEventHere | R::NoChit => game.asked_by(),
            R::NoTargetInReach => rule::FIRE_PROCEDURE,
            R::NotDeployZone | R::DeployNextToEnemy | R::DeployString => rule::SETUP,
            R::NothingToRecover | R::OutOfReachOfHq | R::NextToEnemy | R::RalliedAlready => rule::RECOVERY,
            R::FrenchGuns => rule::FRENCH_ARTILLERY,
            R::NotLost | R::LostThisTurn | R::HqUnsafe | R::NoRoom | R::NotByHq => rule::REBUILDING,
            R::NotAway | R::RetreatPriority => rule::RETREAT,
            R::NotVacant | R::TooShaken => rule::BREAKTHROUGH,
            R::CounterchargeArm | R::CounterchargeOrders => rule::COUNTERCHARGE,
            R::Charged | R::Shielded => rule::DEFENSIVE_FIRE,
            R::NotNearest | R::NotBidden => rule::OUT_OF_COMMAND,
        }
    }

    /// Returns the refusal with its text for the player of `game`.
    pub(crate) fn explain(self, game: &PositionMagnifique) -> Illegal {
        use Refusal as R;
        let reason = match self {
            R::NotAsked => "this does not answer the current question".to_owned(),
            R::Over => "the game is over".to_owned(),
            R::NotActive => "the unit is not active".to_owned(),
            R::AlreadyDone => "the unit has already acted in this phase".to_owned(),
            R::NotOnMap => "the unit is not on the map".to_owned(),
            R::CannotFire => "only infantry and artillery fire".to_owned(),
            R::OutOfAmmo => "the unit is out of ammunition".to_owned(),
            R::NoTarget => "the target is not an enemy combat unit".to_owned(),
            R::OutOfRange => "the target is beyond Extended Range".to_owned(),
            R::Blocked(hex) => format!("hex {} blocks the line of sight", game.board.map.name(hex)),
            R::HasFired => "artillery that has fired may not move".to_owned(),
            R::Moved => "the unit has already moved".to_owned(),
            R::InCommandFirst => "units that are In Command must move first".to_owned(),
            R::NotAdjacentHex => "the hex is not next to the moving unit".to_owned(),
            R::TooFar => "the unit does not have enough movement points".to_owned(),
            R::Enemy => "an enemy unit is there".to_owned(),
            R::DefendOrders => "under Defend orders a unit may not move next to an enemy".to_owned(),
            R::OneHexOnly => "a corps with Feu de Bataillon moves one hex only".to_owned(),
            R::Stacked => "another combat unit is there".to_owned(),
            R::CannotEndBehind => "a friendly unit is there, and there is no hex beyond it for the end of the move".to_owned(),
            R::EntryBlocked => "the unit cannot enter, because its entry hex is blocked".to_owned(),
            R::ColumnOrder => "units enter in the order of the column".to_owned(),
            R::NotEntryHex => "this is not the unit's entry hex".to_owned(),
            R::EntersWithChit => "reinforcements enter when the chit of their formation is drawn".to_owned(),
            R::ChargeOrders => "cavalry charges only under Attack orders".to_owned(),
            R::ChargeShaken => "shaken cavalry may not charge".to_owned(),
            R::ChargeAdjacent => "cavalry next to an enemy may not charge".to_owned(),
            R::ChargeOnlyCavalry => "only cavalry charges".to_owned(),
            R::ChargeNoWay => "there is no open path to the target within the movement of the unit".to_owned(),
            R::ChargeTaken => "the target has already been charged".to_owned(),
            R::AssaultArm => "artillery and headquarters never assault".to_owned(),
            R::AssaultOrders => "under Defend orders, infantry may not assault, and cavalry may only assault enemies that were adjacent \
                before its movement"
                .to_owned(),
            R::AssaultElsewhere => "cavalry that was halted in a charge may assault only its target".to_owned(),
            R::AssaultAdjacent => "the units are not next to each other".to_owned(),
            R::AssaultDone => "the unit has already assaulted".to_owned(),
            R::NoSupport => "the unit cannot join this assault".to_owned(),
            R::MustEngage => "units that must assault go first".to_owned(),
            R::NotYours => "this decision belongs to the other side".to_owned(),
            R::NoTargetInReach => "no enemy unit is in range and in sight".to_owned(),
            R::NotDeployZone => "the hex is not in the zone of the unit".to_owned(),
            R::DeployNextToEnemy => "the hex contains or is adjacent to an enemy".to_owned(),
            R::DeployString => "the units of the zone could no longer form their string of hexes".to_owned(),
            R::NothingToRecover => "the unit has no marker to remove".to_owned(),
            R::OutOfReachOfHq => "the unit is beyond the Command Range of its HQ".to_owned(),
            R::NextToEnemy => "an enemy unit is next to it".to_owned(),
            R::RalliedAlready => "its HQ has already done this in this turn".to_owned(),
            R::FrenchGuns => "French artillery can be resupplied only in the hex of its HQ, heavy artillery never".to_owned(),
            R::NotLost => "the unit has not been eliminated".to_owned(),
            R::LostThisTurn => "the unit was eliminated this turn".to_owned(),
            R::HqUnsafe => "its HQ is not on the map, or an enemy unit is next to it".to_owned(),
            R::NoRoom => "there is no free hex with or next to its HQ".to_owned(),
            R::NotByHq => "a rebuilt unit is placed with or next to its HQ".to_owned(),
            R::NotAway => "the hex is not farther from the victors".to_owned(),
            R::RetreatPriority => {
                "a retreat must go nearer to the HQ and avoid friendly units if possible".to_owned()
            }
            R::NotInFight => "the unit cannot be chosen for this".to_owned(),
            R::NotVacant => "the hex is occupied, or leads away from the enemy".to_owned(),
            R::TooShaken => "a shaken unit does not break through".to_owned(),
            R::CounterchargeArm => "only charged cavalry, or cavalry next to the charge, may countercharge".to_owned(),
            R::CounterchargeOrders => "only cavalry under Defend orders that is not shaken may countercharge".to_owned(),
            R::Charged => "the unit cannot fire, because cavalry has charged into its hex".to_owned(),
            R::Shielded => "a friendly unit in the hex protects the unit from Defensive Fire".to_owned(),
            R::NotNearest => "only the nearest units can be chosen".to_owned(),
            R::NotBidden => "the dice do not allow this hex".to_owned(),
            R::NoEventHere => "the event cannot affect this unit".to_owned(),
            R::NoChit => "no held chit allows this fire".to_owned(),
        };
        Illegal::new(self.rule(game), reason)
    }
}
