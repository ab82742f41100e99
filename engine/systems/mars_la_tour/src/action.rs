//! The actions of a side, and the reasons for refusals.

use serde::{Deserialize, Serialize};

use crate::state::UnitIx;
use crate::{MarsLaTour, rulebook as rule};
use battlewright_core::game::{Illegal, Rule};
use battlewright_core::kit::extra::RowIx;
use battlewright_core::kit::hex_map::HexIx;

/// An action of a side.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize)]
pub enum Action {
    /// 4.0 1a: place the HQ.
    PlaceHq(HexIx),
    /// 4.0 1b: choose an enemy unit for return.
    Choose(UnitIx),
    /// 4.0 1b: return this unit.
    Return(UnitIx),
    /// 4.0 1b: return the unit to this hex.
    ReturnTo(HexIx),
    /// 4.0 1c: place the mitrailleuse marker.
    PlaceMitrailleuse(HexIx),
    /// 4.0 1d i: flip this unit to March Formation.
    March(UnitIx),
    /// 4.0 1d iii: retreat this unit from the EZOC.
    Leave(UnitIx),
    /// 4.0 2a: move this unit.
    Move(UnitIx),
    /// 4.0 2d: bring on this reinforcement.
    Enter(UnitIx),
    /// 4.0 2a, 4.0 3.3: step to this hex.
    Step(HexIx),
    /// 4.0 2a, 4.0 3.3: end the move or retreat.
    Stop,
    /// 6.0: leave the map.
    Exit,
    /// 4.0 3: attack.
    Attack {
        /// The unit that attacks.
        attacker: UnitIx,
        /// The unit attacked.
        defender: UnitIx,
    },
    /// 3.5: attack infantry with cavalry.
    Deathride {
        /// The unit that charges.
        attacker: UnitIx,
        /// The infantry unit charged.
        defender: UnitIx,
    },
    /// 4.0 3a: commit artillery support (`true`) or not (`false`).
    Support(bool),
    /// 4.0 1b, 1d, 2e, 3.7: pass, or end the current series of actions.
    Pass,
}

/// A reason for a refusal: a small value during searches, explained as a sentence on request.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Refusal {
    NotAsked,
    NotYours(UnitIx),
    NotOnMap(UnitIx),
    Over,
    HqTooFar,
    HqNotEmpty,
    HqNotByEntry,
    NotDue(UnitIx),
    AlreadyChosen(UnitIx),
    NoReturnHex(UnitIx),
    NotByHq,
    NotEmpty(HexIx),
    ReturnInEzoi(HexIx),
    NotInZoc(HexIx),
    AlreadyMarch(UnitIx),
    MarchInEzoi(UnitIx),
    NotInEzoc(UnitIx),
    NoRetreat(UnitIx),
    ReinforcementsFirst,
    InEzoc(UnitIx),
    Halted(UnitIx),
    NoWay(UnitIx),
    NoWayInRange(UnitIx),
    NotReinforcement(UnitIx),
    LowerErFirst(UnitIx, UnitIx),
    EntryBlocked(UnitIx),
    NotEntryHex(HexIx),
    NotAdjacent(HexIx),
    MustStop,
    MustClose,
    MustReturn,
    TooFar,
    Enemy(HexIx),
    Friend(HexIx),
    NoEndBehindFriend(HexIx),
    OutOfRange(HexIx),
    NotCloser(HexIx),
    MustEnter,
    CannotRest,
    NotAnExit,
    MustBringReinforcements,
    NoEzocToAttack(UnitIx),
    NotAdjacentUnits(UnitIx, UnitIx),
    OwnSide,
    CavalryOnlyCavalry,
    DeathrideOnlyCavalry,
    DeathrideOnlyInfantry,
    DeathrideOnlyOpen,
    NoAmmunition,
    NoCavalrySupport,
    RetreatNotAdjacent(HexIx),
    RetreatNotAway(HexIx),
    RetreatOccupied(HexIx),
    RetreatEzoc(HexIx),
    RetreatOutOfRange(HexIx),
    RetreatDeadEnd(HexIx),
    RetreatNotDone,
    /// A row of the scenario's rules forbids it.
    Row(RowIx),
}

impl Refusal {
    /// Returns the rule that refuses the action.
    pub(crate) fn rule(self) -> Rule {
        use Refusal as R;
        match self {
            R::NotAsked => rule::ATTACKS,
            R::NotYours(_) | R::OwnSide => rule::FRIENDLY_AND_ENEMY,
            R::NotOnMap(_) => rule::UNITS,
            R::Over => rule::VICTORY,
            R::HqTooFar | R::HqNotEmpty | R::HqNotByEntry => rule::HQ_PLACEMENT,
            R::NotDue(_) | R::AlreadyChosen(_) | R::NoReturnHex(_) | R::NotByHq | R::ReturnInEzoi(_) => {
                rule::BLOWN_RETURN
            }
            R::NotEmpty(_) => rule::EMPTY_HEX,
            R::NotInZoc(_) => rule::MITRAILLEUSE_PLACEMENT,
            R::AlreadyMarch(_) | R::MarchInEzoi(_) => rule::MARCH_FORMATION,
            R::NotInEzoc(_) => rule::LEAVING_EZOC,
            R::ReinforcementsFirst
            | R::NotReinforcement(_)
            | R::LowerErFirst(..)
            | R::EntryBlocked(_)
            | R::NotEntryHex(_)
            | R::MustEnter
            | R::MustBringReinforcements => rule::REINFORCEMENTS,
            R::InEzoc(_) | R::NoEzocToAttack(_) => rule::ZOC,
            R::Halted(_) => rule::MITRAILLEUSE,
            R::NotAdjacent(_)
            | R::TooFar
            | R::Enemy(_)
            | R::Friend(_)
            | R::NoEndBehindFriend(_)
            | R::CannotRest
            | R::NoWay(_) => rule::MOVES,
            R::MustStop => rule::ENTERING_EZOI,
            R::OutOfRange(_) | R::NotCloser(_) | R::NoWayInRange(_) | R::MustClose => rule::COMMAND_RANGE,
            R::MustReturn => rule::BLOWN_RETURN,
            R::NotAnExit => rule::VICTORY,
            R::NotAdjacentUnits(..) => rule::ATTACKS,
            R::CavalryOnlyCavalry | R::NoCavalrySupport => rule::CAVALRY,
            R::DeathrideOnlyCavalry | R::DeathrideOnlyInfantry | R::DeathrideOnlyOpen => rule::DEATHRIDE,
            R::NoAmmunition => rule::SUPPORT_DECLARATION,
            R::NoRetreat(_)
            | R::RetreatNotAdjacent(_)
            | R::RetreatNotAway(_)
            | R::RetreatOccupied(_)
            | R::RetreatEzoc(_)
            | R::RetreatOutOfRange(_)
            | R::RetreatDeadEnd(_)
            | R::RetreatNotDone => rule::RETREATS,
            R::Row(_) => rule::SETUP,
        }
    }

    /// Returns the refusal with its text for the player of `game`.
    pub(crate) fn explain(self, game: &MarsLaTour) -> Illegal {
        use Refusal as R;
        let unit = |unit: UnitIx| game.board.unit(unit).name.clone();
        let hex = |hex: HexIx| format!("hex {}", game.board.map.name(hex));
        if let R::Row(row) = self
            && let Some(refusal) = game.board.extra.get().and_then(|rules| rules.refusal(row))
        {
            return refusal;
        }
        if self == R::NotAsked {
            return Illegal::new(game.stage(|_| ()).rule, "this does not answer the current question");
        }
        let reason = match self {
            R::NotAsked | R::Row(_) => String::new(),
            R::NotYours(u) => format!("{} belongs to the enemy", unit(u)),
            R::NotOnMap(u) => format!("{} is not on the map", unit(u)),
            R::Over => "the game is over".into(),
            R::HqTooFar => format!(
                "an HQ must be within {} hexes of a friendly unit that is not in an EZOC",
                game.board.rules.hq_placement
            ),
            R::HqNotEmpty => "without a friendly unit to place it by, an HQ needs an empty hex".into(),
            R::HqNotByEntry => format!(
                "with no unit on the map, an HQ must be within {} hexes of an entry hex of its side",
                game.board.rules.hq_placement
            ),
            R::NotDue(u) => format!("{} is not due to return this turn", unit(u)),
            R::AlreadyChosen(u) => format!("{} has already been chosen", unit(u)),
            R::NoReturnHex(u) => {
                format!("{} has no hex to return to: none next to the HQ is empty and outside EZOIs", unit(u))
            }
            R::NotByHq => "blown units return next to their HQ".into(),
            R::NotEmpty(h) => format!("{} is not empty", hex(h)),
            R::ReturnInEzoi(h) => format!("{} is in an EZOI", hex(h)),
            R::NotInZoc(h) => format!("{} is in no friendly unit's ZOC", hex(h)),
            R::AlreadyMarch(u) => format!("{} is already in March Formation", unit(u)),
            R::MarchInEzoi(u) => format!("{} is in an EZOI and stays in Battle Formation", unit(u)),
            R::NotInEzoc(u) => format!("{} is not in an EZOC", unit(u)),
            R::NoRetreat(u) => format!("{} cannot complete a retreat", unit(u)),
            R::ReinforcementsFirst => "reinforcements that can enter must move before any unit on the map".into(),
            R::InEzoc(u) => format!("{} is or was in an EZOC in this phase and may not move", unit(u)),
            R::Halted(u) => format!("{} entered the mitrailleuse's hex and may not move again", unit(u)),
            R::NoWay(u) => format!("{} has no hex to move to", unit(u)),
            R::NoWayInRange(u) => format!("{} has no hex to move to that is closer to its HQ or in its range", unit(u)),
            R::NotReinforcement(u) => format!("{} is not due to enter the map", unit(u)),
            R::LowerErFirst(u, first) => {
                format!("{} must wait for {}, whose ER is lower", unit(u), unit(first))
            }
            R::EntryBlocked(u) => format!("every entry hex of {} is blocked", unit(u)),
            R::NotEntryHex(h) => format!("{} is not one of the unit's entry hexes", hex(h)),
            R::NotAdjacent(h) => format!("{} is not next to the moving unit", hex(h)),
            R::MustStop => "the unit entered an EZOI and must end its move".into(),
            R::MustClose => "a unit out of range of its HQ must continue its move until it is in range".into(),
            R::MustReturn => "a blown unit must return if it can".into(),
            R::TooFar => "the unit does not have enough movement points".into(),
            R::Enemy(h) => format!("an enemy unit is in {}", hex(h)),
            R::Friend(h) => format!("a friendly unit is in {}", hex(h)),
            R::NoEndBehindFriend(h) => {
                format!("a friendly unit is in {}, and there is no hex beyond it for the end of the move", hex(h))
            }
            R::OutOfRange(h) => format!("{} is beyond the HQ's range", hex(h)),
            R::NotCloser(h) => format!("{} is not closer to the HQ, and the unit is out of range", hex(h)),
            R::MustEnter => "the unit must enter the map".into(),
            R::CannotRest => "another unit is in this hex; a hex holds only one unit".into(),
            R::NotAnExit => "the unit is not on an exit hex of its side".into(),
            R::MustBringReinforcements => "reinforcements must enter if they can".into(),
            R::NoEzocToAttack(u) => format!("{} is not in an EZOC", unit(u)),
            R::NotAdjacentUnits(a, b) => format!("{} is not next to {}", unit(b), unit(a)),
            R::OwnSide => "both units are on the same side".into(),
            R::CavalryOnlyCavalry => "cavalry may attack only cavalry, unless it makes a Deathride".into(),
            R::DeathrideOnlyCavalry => "only cavalry makes a Deathride".into(),
            R::DeathrideOnlyInfantry => "a Deathride may be made only against infantry".into(),
            R::DeathrideOnlyOpen => "a Deathride may be made only against open terrain".into(),
            R::NoAmmunition => "there are no ammunition points left".into(),
            R::NoCavalrySupport => "cavalry never has artillery support".into(),
            R::RetreatNotAway(h) => format!("{} is not farther from the enemy", hex(h)),
            R::RetreatNotAdjacent(h) => format!("{} is not next to the retreating unit", hex(h)),
            R::RetreatOccupied(h) => format!("a unit is in {}", hex(h)),
            R::RetreatOutOfRange(h) => format!("{} is beyond the range of the unit's HQ", hex(h)),
            R::RetreatEzoc(h) => format!("{} is in an EZOC", hex(h)),
            R::RetreatDeadEnd(h) => format!("a retreat by {} cannot be completed", hex(h)),
            R::RetreatNotDone => "the retreat is too short, or this hex is not defensible".into(),
        };
        Illegal::new(self.rule(), reason)
    }
}
