//! The yes-or-no questions of the resolver (III).

use std::collections::BTreeMap;

use battlewright_schema::outrance::{Rules, TroopType};

use super::answers::inches;
use super::fields::ResolverAction;
use super::{Resolver, ResolverRolls};
use crate::rules::c03_orders::{OrderFate, order_fate};

/// A question that the resolver asks, to be answered with yes or no.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResolverQuestion {
    /// A general helps the order or the regrouping (IX).
    GeneralNear,
    /// The target is within the shorter reach of an assault whose order is delayed (VII).
    InReach,
    /// The assault is frontal (VII).
    Frontal,
    /// The target of the assault is demoralized, and not only disordered (V).
    TargetDemoralized,
    /// The unit that regroups is demoralized, and not only disordered (V).
    ActorDemoralized,
    /// An enemy is near the unit that regroups.
    EnemyNear,
    /// The unit that regroups is out of sight.
    Sheltered,
}

impl ResolverQuestion {
    /// All questions.
    pub const ALL: [Self; 7] = [
        Self::GeneralNear,
        Self::InReach,
        Self::Frontal,
        Self::TargetDemoralized,
        Self::ActorDemoralized,
        Self::EnemyNear,
        Self::Sheltered,
    ];

    /// Returns the name, such as `"general-near"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::GeneralNear => "general-near",
            Self::InReach => "in-reach",
            Self::Frontal => "frontal",
            Self::TargetDemoralized => "target-demoralized",
            Self::ActorDemoralized => "actor-demoralized",
            Self::EnemyNear => "enemy-near",
            Self::Sheltered => "sheltered",
        }
    }

    /// Returns the question for an acting unit of these troops.
    pub fn text(self, rules: &Rules, troops: TroopType) -> String {
        match self {
            Self::GeneralNear => near_general(&rules.command_radius.to_string()),
            Self::InReach => {
                let reach = if troops == TroopType::Cavalry { rules.delayed_cavalry } else { rules.delayed_infantry };
                format!("The order is delayed. Is the target within {reach} inches of base movement?")
            }
            Self::Frontal => "Does the assault path cross the arc of fire of the target?".to_owned(),
            Self::TargetDemoralized => "Is the target demoralized? No means disordered.".to_owned(),
            Self::ActorDemoralized => "Is the unit demoralized? No means disordered.".to_owned(),
            Self::EnemyNear => format!("Is an enemy within {} inches of the unit?", rules.regroup_enemy),
            Self::Sheltered => "Is the unit in a town or in woods, or behind a hill from all enemies?".to_owned(),
        }
    }
}

/// Returns the question about generals for a command radius.
fn near_general(inches: &str) -> String {
    format!("Is a general within {inches} inches of the acting unit?")
}

/// Returns the questions that an action may ask, in their order.
pub(super) fn questions(rules: &Rules, action: ResolverAction, target_disordered: bool) -> Vec<ResolverQuestion> {
    use ResolverQuestion::{ActorDemoralized, EnemyNear, Frontal, GeneralNear, InReach, Sheltered, TargetDemoralized};
    match action {
        ResolverAction::Deploy | ResolverAction::Maneuver | ResolverAction::March => vec![GeneralNear],
        ResolverAction::DeployedFire | ResolverAction::AdvancingFire => Vec::new(),
        ResolverAction::Assault if target_disordered => vec![GeneralNear, InReach, Frontal, TargetDemoralized],
        ResolverAction::Assault => vec![GeneralNear, InReach, Frontal],
        ResolverAction::Regroup if rules.regroup_by_place => vec![ActorDemoralized, GeneralNear, EnemyNear, Sheltered],
        ResolverAction::Regroup => vec![ActorDemoralized, GeneralNear],
    }
}

/// The replies to questions.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResolverReplies {
    replies: BTreeMap<ResolverQuestion, bool>,
}

impl ResolverReplies {
    /// Answers a question with yes or no.
    pub fn set(&mut self, question: ResolverQuestion, yes: bool) {
        self.replies.insert(question, yes);
    }

    /// Returns the reply to a question; `None` if there is none yet.
    pub fn get(&self, question: ResolverQuestion) -> Option<bool> {
        self.replies.get(&question).copied()
    }

    /// Returns the questions with a reply.
    pub fn questions(&self) -> impl Iterator<Item = ResolverQuestion> {
        self.replies.keys().copied()
    }
}

impl Resolver<'_> {
    /// Returns all questions that the action may ask, in their order.
    pub fn questions(&self) -> Vec<ResolverQuestion> {
        questions(self.rules, self.action, self.target.is_some_and(|target| target.disordered))
    }

    /// Returns the questions that the action may ask and that have no reply yet, in their order.
    pub fn open_questions(&self) -> Vec<ResolverQuestion> {
        self.questions().into_iter().filter(|question| self.replies.get(*question).is_none()).collect()
    }

    /// Returns the text of a question.
    pub fn ask(&self, question: ResolverQuestion) -> String {
        if question == ResolverQuestion::GeneralNear {
            return near_general(&inches(self.command_radius()));
        }
        question.text(self.rules, self.actor.troops)
    }

    /// Returns the next question without a reply on which the result of these rolls depends; `None` if the result is settled.
    pub fn question(&self, rolls: &ResolverRolls) -> Option<ResolverQuestion> {
        let Ok(fate) = self.fate(rolls) else { return Some(ResolverQuestion::GeneralNear) };
        let assault = self.action == ResolverAction::Assault;
        let settled = match fate {
            OrderFate::Lost => true,
            OrderFate::Delayed => assault && self.replies.get(ResolverQuestion::InReach) == Some(false),
            OrderFate::Received => false,
        };
        let needed = |question: &ResolverQuestion| *question != ResolverQuestion::InReach || fate == OrderFate::Delayed;
        self.open_questions().into_iter().find(needed).filter(|_| !settled)
    }

    /// Returns the next question without a reply on which the exact chances depend; `None` if they are known.
    pub fn question_for_odds(&self) -> Option<ResolverQuestion> {
        self.open_questions().into_iter().find(|question| *question != ResolverQuestion::InReach)
    }

    /// Returns the fate of the order; received for an action without one.
    ///
    /// # Errors
    /// The question about generals, if it has no reply yet.
    pub(super) fn fate(&self, rolls: &ResolverRolls) -> Result<OrderFate, ResolverQuestion> {
        if !self.action.is_order() {
            return Ok(OrderFate::Received);
        }
        let general = self.replied(ResolverQuestion::GeneralNear)?;
        Ok(order_fate(&self.rules.tables, self.order(general), rolls.order))
    }

    /// Returns the reply to a question.
    ///
    /// # Errors
    /// The question, if it has no reply yet.
    pub(super) fn replied(&self, question: ResolverQuestion) -> Result<bool, ResolverQuestion> {
        self.replies.get(question).ok_or(question)
    }

    /// Returns `true` if the target of an assault is demoralized.
    ///
    /// # Errors
    /// The question, if it must be asked and has no reply yet.
    pub(super) fn is_target_demoralized(&self) -> Result<bool, ResolverQuestion> {
        match self.target {
            Some(target) if target.disordered => self.replied(ResolverQuestion::TargetDemoralized),
            _ => Ok(false),
        }
    }
}
