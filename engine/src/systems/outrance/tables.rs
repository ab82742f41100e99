//! The tables of the calculation as data. The names are those of the scenario file.

use super::kinds::{CombatEffect, FireAction, Nation, StoppedResult, UnitClass};

/// The chances of an order, in percent (III, IX).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderRow {
    /// The chance that the order is received.
    pub received: u8,
    /// The chance that it is delayed.
    pub delayed: u8,
    /// The chance that it is lost.
    pub lost: u8,
}

/// The chances of orders (III, IX).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct OrderTable {
    /// With a general near.
    pub general: OrderRow,
    /// French without a general.
    pub french: OrderRow,
    /// Prussians without a general.
    pub prussian: OrderRow,
}

impl OrderTable {
    /// Returns the chances of a unit of an army, with or without a general near.
    pub fn row(&self, nation: Nation, general: bool) -> OrderRow {
        match (general, nation) {
            (true, _) => self.general,
            (false, Nation::French) => self.french,
            (false, Nation::Prussian) => self.prussian,
        }
    }
}

/// The change of the chances of orders for a disordered unit, in percent.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct OrderDisorder {
    /// The change of the chance that the order is received.
    pub received: i8,
    /// The change of the chance that it is delayed.
    pub delayed: i8,
    /// The change of the chance that it is lost.
    pub lost: i8,
}

/// The fire of a class of units.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FireRow {
    /// The class of the firing unit.
    pub firer: UnitClass,
    /// The action.
    pub action: FireAction,
    /// The index for each range band, from the nearest on. Further bands are out of range.
    pub index: Vec<u8>,
}

/// The modifiers of the index of fire.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct FireModifiers {
    /// A target in maneuver formation.
    pub target_maneuver: i8,
    /// A target in march formation.
    pub target_march: i8,
    /// A target of deployed French infantry, which digs rifle pits (VIII).
    pub target_rifle_pits: i8,
    /// A target of cavalry.
    pub target_cavalry: i8,
    /// Soft cover of the target.
    pub soft_cover: i8,
    /// Hard cover of the target.
    pub hard_cover: i8,
    /// A fortification of the target.
    pub fortification: i8,
    /// A disordered or demoralized target.
    pub target_disordered: i8,
    /// An outnumbered target.
    pub target_outnumbered: i8,
    /// An outnumbered actor.
    pub actor_outnumbered: i8,
    /// A disordered actor.
    pub actor_disordered: i8,
    /// An actor of Guard quality.
    pub actor_guard: i8,
    /// An actor of Landwehr quality.
    pub actor_landwehr: i8,
    /// A target of Guard quality.
    pub target_guard: i8,
    /// A target of Landwehr quality.
    pub target_landwehr: i8,
}

/// The results of fire (VI).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FireResultTable {
    /// The effects on the target, from the mildest to the worst.
    pub columns: Vec<CombatEffect>,
    /// The chances in percent, a row for each index from 0 on. Each row adds up to 100.
    pub rows: Vec<Vec<u8>>,
}

/// The fire of a class of units under assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct AssaultRow {
    /// The class of the target.
    pub target: UnitClass,
    /// The index of a deployed target.
    pub deployed: u8,
    /// The index of a target in maneuver formation.
    pub maneuver: u8,
    /// The index of a target in march formation.
    pub march: u8,
}

/// The modifiers of the index of the fire that may stop an assault. A demoralized target has index 0 whatever else (V).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct AssaultModifiers {
    /// An assault that is not frontal.
    pub not_frontal: i8,
    /// A disordered target.
    pub target_disordered: i8,
    /// An assault of cavalry.
    pub cavalry: i8,
    /// A disordered actor.
    pub actor_disordered: i8,
    /// An actor of Guard quality.
    pub actor_guard: i8,
    /// An actor of Landwehr quality.
    pub actor_landwehr: i8,
    /// A target of Guard quality.
    pub target_guard: i8,
    /// A target of Landwehr quality.
    pub target_landwehr: i8,
    /// Hard cover of the target.
    pub hard_cover: i8,
    /// A fortification of the target.
    pub fortification: i8,
    /// An outnumbered target.
    pub target_outnumbered: i8,
    /// An outnumbered actor.
    pub actor_outnumbered: i8,
}

/// The results of assaults that are stopped (VII).
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct StoppedTable {
    /// The results for the actor, from the mildest to the worst.
    pub columns: Vec<StoppedResult>,
    /// The chances in percent, a row for each index from 0 on. Each row adds up to 100.
    pub rows: Vec<Vec<u8>>,
}

/// The index of close combat and its modifiers (VII).
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct CloseCombatModifiers {
    /// The index before modifiers.
    pub base: u8,
    /// A disordered target.
    pub target_disordered: i8,
    /// A demoralized target.
    pub target_demoralized: i8,
    /// A target in march formation.
    pub target_march: i8,
    /// Cavalry in the open against a target that is not deployed.
    pub cavalry_on_maneuver: i8,
    /// An assault that is not frontal.
    pub not_frontal: i8,
    /// A target of artillery.
    pub target_artillery: i8,
    /// Cavalry in the open against disordered or demoralized infantry.
    pub cavalry_on_shaken_infantry: i8,
    /// A disordered actor.
    pub actor_disordered: i8,
    /// An outnumbered target.
    pub target_outnumbered: i8,
    /// An outnumbered actor.
    pub actor_outnumbered: i8,
    /// Each step of quality by which the actor is better; the same against it for each step by which it is worse.
    pub quality_step: i8,
    /// Soft cover of the target against infantry.
    pub soft_cover: i8,
    /// Hard cover of the target against infantry.
    pub hard_cover: i8,
    /// A fortification of the target against infantry.
    pub fortification: i8,
    /// Soft cover of the target against cavalry.
    pub soft_cover_cavalry: i8,
    /// Hard cover or a fortification of the target against cavalry.
    pub hard_cover_cavalry: i8,
}

/// A result of close combat.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct CombatOutcome {
    /// The chance in percent.
    pub percent: u8,
    /// The effect on the target.
    pub target: CombatEffect,
    /// The effect on a target that was demoralized before; `None` for that of `target`.
    pub demoralized_target: Option<CombatEffect>,
    /// The effect on the actor.
    pub actor: CombatEffect,
}

/// The chances of regrouping, in percent (IX).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RegroupTable {
    /// The chance of a disordered unit.
    pub disordered: u8,
    /// The chance of a demoralized unit.
    pub demoralized: u8,
    /// The change for a general within the command radius.
    pub general: i8,
    /// The change for Guard quality.
    pub guard: i8,
    /// The change for Landwehr quality.
    pub landwehr: i8,
    /// The change for an enemy near.
    pub enemy_near: i8,
    /// The change for a unit in a town, in woods or behind a hill from all enemies.
    pub sheltered: i8,
    /// The least chance.
    pub least: u8,
    /// The greatest chance.
    pub most: u8,
}

/// The tables of the calculation.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Tables {
    /// The chances of orders (III, IX).
    pub orders: OrderTable,
    /// The change of these chances for a disordered unit (ruling o17).
    pub orders_disordered: OrderDisorder,
    /// The index of fire before modifiers (VI).
    pub fire: Vec<FireRow>,
    /// The modifiers of fire (VI, VIII).
    pub fire_modifiers: FireModifiers,
    /// The results of fire (V, VI).
    pub fire_results: FireResultTable,
    /// The index of the fire that may stop an assault, before modifiers (VII).
    pub assault: Vec<AssaultRow>,
    /// The modifiers of this index (VII).
    pub assault_modifiers: AssaultModifiers,
    /// The chance that an assault is stopped, in percent by index (VII).
    pub assault_stopped: Vec<u8>,
    /// The results of stopped assaults (VII).
    pub stopped_results: StoppedTable,
    /// The index of close combat and its modifiers (VII).
    pub close_combat: CloseCombatModifiers,
    /// The chance that the actor wins the close combat, in percent by index (VII).
    pub close_combat_won: Vec<u8>,
    /// The results if the actor wins (V, VII). Their chances add up to 100.
    pub actor_wins: Vec<CombatOutcome>,
    /// The results if the target wins (V, VII). Their chances add up to 100.
    pub target_wins: Vec<CombatOutcome>,
    /// The chances of regrouping (IX).
    pub regroup: RegroupTable,
}
