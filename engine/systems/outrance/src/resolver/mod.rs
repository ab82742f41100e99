//! The resolver (III): the calculator that players at a table use. They state an action in fields, answer yes-or-no questions, and get
//! the result in words that they carry out with their miniatures.
//!
//! It needs no scenario and remembers nothing; [`TableRules`] are the rules of one, and [`ResolverRows`] its rules in rows that
//! players at a table can use. [`Resolver`] takes the fields and refuses combinations that make no sense. It names the next open
//! question, and gives the exact chances and the result for dice that the caller has rolled. [`Initiative`] does the same for the
//! initiative button.

mod acted;
mod answers;
mod fields;
mod initiative;
mod odds;
mod questions;
mod refusals;
mod rows;
mod sentences;
mod short_forms;
mod stated;
mod table_rules;
#[cfg(test)]
mod tests;

use battlewright_schema::common::inches::Length;
use battlewright_schema::outrance::{Cover, Posture, Rules, UnitStatus};
use battlewright_schema::words;

use crate::rules::c03_orders::OrderFacts;
use crate::rules::c06_fire_results::FireCase;
use crate::rules::c07_assault_results::{AssaultCase, AssaultRolls};
use crate::rules::c09_regrouping::RegroupCase;
use crate::rules::calculation::{Combatant, Numbers};
use battlewright_core::game::Chance;
use battlewright_core::kit::extra::Extra;

pub use acted::ActedUnits;
pub use answers::{ResolverAnswer, ResolverOutcome, ResolverRoll};
pub use fields::{FieldChoice, FieldUse, ResolverAction, ResolverField, ResolverRequest, ResolverUnit};
pub use initiative::Initiative;
pub use odds::{ResolverBasis, ResolverChance, ResolverModifier, ResolverOdds, percent};
pub use questions::{ResolverQuestion, ResolverReplies};
pub use refusals::ResolverRefusal;
pub use rows::{LeftOutRow, ResolverRows};
pub use table_rules::{TableRules, TableRulesError};

/// The rolls of an action, each from 1 to 100. An action uses those that it needs.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResolverRolls {
    /// The order.
    pub order: u8,
    /// The fire that may stop an assault.
    pub fire: u8,
    /// The close combat.
    pub combat: u8,
    /// The result, of whichever table.
    pub result: u8,
}

impl ResolverRolls {
    /// The dice that an action needs.
    pub const CHANCE: Chance = Chance::Dice { count: 4, sides: 100 };

    /// Returns the rolls of dice that answer [`ResolverRolls::CHANCE`]; `None` for other numbers.
    ///
    /// ```
    /// use battlewright_outrance::resolver::ResolverRolls;
    ///
    /// assert_eq!(ResolverRolls::of(&[1, 2, 3, 100]).map(|rolls| rolls.result), Some(100));
    /// assert!(ResolverRolls::of(&[1, 2, 3, 101]).is_none());
    /// ```
    pub fn of(picks: &[u16]) -> Option<Self> {
        let [order, fire, combat, result] = *picks else { return None };
        let roll = |pick: u16| u8::try_from(pick).ok().filter(|roll| (1..=100).contains(roll));
        Some(Self { order: roll(order)?, fire: roll(fire)?, combat: roll(combat)?, result: roll(result)? })
    }

    /// Returns the rolls of an assault after its order.
    fn assault(self) -> AssaultRolls {
        AssaultRolls { fire: self.fire, combat: self.combat, result: self.result }
    }
}

/// An action that can be resolved: its fields are complete, and the replies so far belong to it.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Resolver<'r> {
    rules: &'r Rules,
    action: ResolverAction,
    actor: ResolverUnit,
    actor_disordered: bool,
    target: Option<ActionTarget>,
    numbers: Numbers,
    replies: ResolverReplies,
    /// The rules in rows.
    extra: Extra,
    /// The side of the actor, as expressions number sides.
    side: i32,
}

/// The target of an action of fire or of an assault.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ActionTarget {
    unit: ResolverUnit,
    posture: Posture,
    disordered: bool,
    cover: Cover,
    /// The range; `None` for assaults.
    range: Option<Length>,
}

impl<'r> Resolver<'r> {
    /// Returns the resolver of an action, with replies that are known in advance.
    ///
    /// # Errors
    /// All reasons why the fields and replies do not fit together, each with its remedy.
    ///
    /// ```
    /// use battlewright_outrance::resolver::{
    ///     Resolver, ResolverField, ResolverQuestion, ResolverReplies, ResolverRequest, ResolverRolls,
    /// };
    /// use battlewright_schema::outrance::Rules;
    ///
    /// let mut request = ResolverRequest::default();
    /// request.set(ResolverField::Actor, "prussian-line-infantry")?;
    /// request.set(ResolverField::Action, "maneuver")?;
    /// let mut resolver = Resolver::new(Rules::published(), &request, ResolverReplies::default()).unwrap();
    ///
    /// let rolls = ResolverRolls { order: 96, fire: 1, combat: 1, result: 1 };
    /// assert_eq!(resolver.question(&rolls), Some(ResolverQuestion::GeneralNear));
    /// resolver.reply(ResolverQuestion::GeneralNear, true);
    /// let answer = resolver.answer(&rolls).unwrap();
    /// assert_eq!(answer.text[0], "The order is delayed.");
    /// # Ok::<(), battlewright_outrance::resolver::ResolverRefusal>(())
    /// ```
    pub fn new(
        rules: &'r Rules,
        request: &ResolverRequest,
        replies: ResolverReplies,
    ) -> Result<Self, Vec<ResolverRefusal>> {
        let refusals = refusals::refusals(rules, request, &replies);
        let (Some(action), Some(actor), []) = (request.action, request.actor, refusals.as_slice()) else {
            return Err(refusals);
        };
        let target = match (request.target, request.target_formation, request.cover) {
            (Some(unit), Some(posture), Some(cover)) => {
                Some(ActionTarget { unit, posture, disordered: request.target_disordered, cover, range: request.range })
            }
            _ => None,
        };
        let numbers = match (request.actor_outnumbered, request.target_outnumbered) {
            (true, _) => Numbers::ActorOutnumbered,
            (false, true) => Numbers::TargetOutnumbered,
            (false, false) => Numbers::Even,
        };
        let actor_disordered = request.actor_disordered;
        let extra = Extra::default();
        Ok(Self { rules, action, actor, actor_disordered, target, numbers, replies, extra, side: 0 })
    }

    /// Returns the action.
    pub fn action(&self) -> ResolverAction {
        self.action
    }

    /// Returns the action in one line, such as `"Prussian artillery: deployed fire on French Line infantry (deployed, no cover, 4.5
    /// inches)"`.
    pub fn summary(&self) -> String {
        let action = words::lower(self.action.label());
        let disordered = if self.actor_disordered { ", disordered" } else { "" };
        let Some(target) = self.target else { return format!("{}{disordered}: {action}", self.actor) };
        let mut facts = vec![target.posture.name().to_owned(), words::lower(fields::cover_label(target.cover))];
        facts.extend(target.range.map(|range| format!("{range} inches")));
        if target.disordered {
            facts.push("disordered or demoralized".to_owned());
        }
        match self.numbers {
            Numbers::Even => {}
            Numbers::ActorOutnumbered => facts.push("actor outnumbered".to_owned()),
            Numbers::TargetOutnumbered => facts.push("target outnumbered".to_owned()),
        }
        format!("{}{disordered}: {action} on {} ({})", self.actor, target.unit, facts.join(", "))
    }

    /// Answers a question with yes or no. A question that the action never asks is ignored.
    pub fn reply(&mut self, question: ResolverQuestion, yes: bool) {
        self.replies.set(question, yes);
    }

    /// Returns the combatant of the acting unit in the formation that the action requires.
    fn combatant(&self, posture: Posture) -> Combatant {
        self.actor.combatant(self.actor_status(), posture)
    }

    /// Returns the facts of the order, for a reply to the question about generals.
    fn order(&self, general: bool) -> OrderFacts {
        OrderFacts {
            nation: self.rules.orders_of(self.actor.nation),
            general: self.in_command(general),
            status: self.combatant(Posture::Maneuver).status,
            disorder_hinders: self.rules.disorder_hinders_orders,
        }
    }

    /// Returns the facts of an action of fire; `None` for other actions, and out of all range bands.
    fn fire(&self) -> Option<FireCase> {
        let (action, target) = (self.action.fire()?, self.target?);
        let status = if target.disordered { UnitStatus::Disordered } else { UnitStatus::Ok };
        Some(FireCase {
            actor: self.combatant(self.action.formation()),
            action,
            target: target.unit.combatant(status, target.posture),
            cover: target.cover,
            band: self.band(target.range?.thousandths())?,
            numbers: self.numbers,
        })
    }

    /// Returns the facts of an assault with the replies to its questions; `None` for other actions.
    fn assault(&self, frontal: bool, demoralized: bool) -> Option<AssaultCase> {
        let target = self.target.filter(|_| self.action == ResolverAction::Assault)?;
        let status = match (target.disordered, demoralized) {
            (false, _) => UnitStatus::Ok,
            (true, false) => UnitStatus::Disordered,
            (true, true) => UnitStatus::Demoralized,
        };
        Some(AssaultCase {
            actor: self.combatant(Posture::Maneuver),
            target: target.unit.combatant(status, target.posture),
            cover: target.cover,
            frontal,
            numbers: self.numbers,
        })
    }

    /// Returns the facts of regrouping with the replies to its questions.
    fn regroup(&self, demoralized: bool, general: bool, enemy_near: bool, sheltered: bool) -> RegroupCase {
        let status = if demoralized { UnitStatus::Demoralized } else { UnitStatus::Disordered };
        RegroupCase { unit: self.actor.combatant(status, Posture::Deployed), general, enemy_near, sheltered }
    }
}
