//! The reasons for refusals, each with its rule.

use crate::rulebook as rule;
pub(crate) use battlewright_core::kit::refusal::RefusalCause;

/// Declares refusals, each by its rule.
macro_rules! refusals {
    ($($name:ident = $rule:expr, $reason:literal;)+) => {
        $(pub(crate) const $name: RefusalCause = RefusalCause::Because($rule, $reason);)+
    };
}

refusals! {
    NOT_ACTIVE = rule::ACTIVATION_PHASES, "the unit is not active";
    ALREADY_DONE = rule::ACTIVATION_PHASES, "the unit has already acted in this phase";
    NOT_ON_MAP = rule::UNIT_COUNTERS, "the unit is not on the map";
    CANNOT_FIRE = rule::FIRE_ELIGIBILITY, "only infantry and artillery fire";
    OUT_OF_AMMO = rule::LOW_AMMO, "the unit is out of ammunition";
    NO_TARGET = rule::FIRE_PROCEDURE, "the target is not an enemy combat unit";
    OUT_OF_RANGE = rule::RANGES, "the target is beyond Extended Range";
    HAS_FIRED = rule::FIRE_ELIGIBILITY, "artillery that has fired may not move";
    MOVED = rule::MOVEMENT, "the unit has already moved";
    IN_COMMAND_FIRST = rule::MOVEMENT, "units that are In Command must move first";
    NOT_ADJACENT_HEX = rule::TERRAIN, "the hex is not next to the moving unit";
    TOO_FAR = rule::TERRAIN, "the unit does not have enough movement points";
    ENEMY = rule::STACKING, "an enemy unit is there";
    DEFEND_ORDERS = rule::ORDERS, "under Defend orders a unit may not move next to an enemy";
    ONE_HEX_ONLY = rule::FRENCH_EVENTS, "a corps with Feu de Bataillon moves one hex only";
    STACKED = rule::STACKING, "another combat unit is there";
    CANNOT_END_BEHIND = rule::STACKING, "a friendly unit is there, and there is no hex beyond it for the end of the move";
    ENTRY_BLOCKED = rule::ENTRY_COLUMN, "the unit cannot enter, because its entry hex is blocked";
    COLUMN_ORDER = rule::ENTRY_COLUMN, "units enter in the order of the column";
    NOT_ENTRY_HEX = rule::REINFORCEMENTS, "this is not the unit's entry hex";
    ENTERS_WITH_CHIT = rule::REINFORCEMENTS, "reinforcements enter when the chit of their formation is drawn";
    CHARGE_ORDERS = rule::CHARGE, "cavalry charges only under Attack orders";
    CHARGE_SHAKEN = rule::CHARGE, "shaken cavalry may not charge";
    CHARGE_ADJACENT = rule::CHARGE, "cavalry next to an enemy may not charge";
    CHARGE_ONLY_CAVALRY = rule::CHARGE, "only cavalry charges";
    CHARGE_NO_WAY = rule::CHARGE, "there is no open path to the target within the movement of the unit";
    CHARGE_TAKEN = rule::CHARGE, "the target has already been charged";
    ASSAULT_ARM = rule::ASSAULT_ELIGIBILITY, "artillery and headquarters never assault";
    ASSAULT_ORDERS = rule::ORDERS,
        "under Defend orders, infantry may not assault, and cavalry may only assault enemies that were adjacent \
        before its movement";
    ASSAULT_ELSEWHERE = rule::CHARGE, "cavalry that was halted in a charge may assault only its target";
    ASSAULT_ADJACENT = rule::ASSAULT_ELIGIBILITY, "the units are not next to each other";
    ASSAULT_DONE = rule::ASSAULT_ELIGIBILITY, "the unit has already assaulted";
    NO_SUPPORT = rule::ASSAULT_ELIGIBILITY, "the unit cannot join this assault";
    MUST_ENGAGE = rule::ASSAULT_ELIGIBILITY, "units that must assault go first";
    NO_TARGET_IN_REACH = rule::FIRE_PROCEDURE, "no enemy unit is in range and in sight";
    NOT_DEPLOY_ZONE = rule::SETUP, "the hex is not in the zone of the unit";
    DEPLOY_NEXT_TO_ENEMY = rule::SETUP, "the hex contains or is adjacent to an enemy";
    DEPLOY_STRING = rule::SETUP, "the units of the zone could no longer form their string of hexes";
    NOTHING_TO_RECOVER = rule::RECOVERY, "the unit has no marker to remove";
    OUT_OF_REACH_OF_HQ = rule::RECOVERY, "the unit is beyond the Command Range of its HQ";
    NEXT_TO_ENEMY = rule::RECOVERY, "an enemy unit is next to it";
    RALLIED_ALREADY = rule::RECOVERY, "its HQ has already done this in this turn";
    FRENCH_GUNS = rule::FRENCH_ARTILLERY, "French artillery can be resupplied only in the hex of its HQ, heavy artillery never";
    NOT_LOST = rule::REBUILDING, "the unit has not been eliminated";
    LOST_THIS_TURN = rule::REBUILDING, "the unit was eliminated this turn";
    HQ_UNSAFE = rule::REBUILDING, "its HQ is not on the map, or an enemy unit is next to it";
    NO_ROOM = rule::REBUILDING, "there is no free hex with or next to its HQ";
    NOT_BY_HQ = rule::REBUILDING, "a rebuilt unit is placed with or next to its HQ";
    NOT_AWAY = rule::RETREAT, "the hex is not farther from the victors";
    RETREAT_PRIORITY = rule::RETREAT, "a retreat must go nearer to the HQ and avoid friendly units if possible";
    NOT_VACANT = rule::BREAKTHROUGH, "the hex is occupied, or leads away from the enemy";
    TOO_SHAKEN = rule::BREAKTHROUGH, "a shaken unit does not break through";
    COUNTERCHARGE_ARM = rule::COUNTERCHARGE, "only charged cavalry, or cavalry next to the charge, may countercharge";
    COUNTERCHARGE_ORDERS = rule::COUNTERCHARGE, "only cavalry under Defend orders that is not shaken may countercharge";
    CHARGED = rule::DEFENSIVE_FIRE, "the unit cannot fire, because cavalry has charged into its hex";
    SHIELDED = rule::DEFENSIVE_FIRE, "a friendly unit in the hex protects the unit from Defensive Fire";
    NOT_NEAREST = rule::OUT_OF_COMMAND, "only the nearest units can be chosen";
    NOT_BIDDEN = rule::OUT_OF_COMMAND, "the dice do not allow this hex";
}

pub(crate) const NOT_YOURS: RefusalCause = RefusalCause::Asked("this decision belongs to the other side");
pub(crate) const NOT_IN_FIGHT: RefusalCause = RefusalCause::Asked("the unit cannot be chosen for this");
pub(crate) const NO_EVENT_HERE: RefusalCause = RefusalCause::Asked("the event cannot affect this unit");
pub(crate) const NO_CHIT: RefusalCause = RefusalCause::Asked("no held chit allows this fire");
