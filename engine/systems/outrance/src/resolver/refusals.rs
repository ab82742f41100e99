//! Combinations of fields that the resolver refuses, each with its remedy.

use battlewright_core::game::Rule;
use battlewright_schema::outrance::{Rules, TroopType};
use battlewright_schema::words;
use thiserror::Error;

use super::fields::{FieldUse, ResolverAction, ResolverField, ResolverRequest, ResolverUnit};
use super::questions::{ResolverQuestion, ResolverReplies, questions};

/// A reason why the resolver does not accept fields or replies.
#[derive(Clone, Debug, PartialEq, Eq, Error)]
pub enum ResolverRefusal {
    /// A field has no such value.
    #[error("`{value}` is no value of {}; {}", field.label(), values(*field))]
    Unknown {
        /// The field.
        field: ResolverField,
        /// The value.
        value: String,
    },
    /// A short form fits several values of a field.
    #[error("`{value}` may be {}; write more letters", words::listed(names.iter().cloned(), "or"))]
    Ambiguous {
        /// The field.
        field: ResolverField,
        /// The short form.
        value: String,
        /// The values that it may be.
        names: Vec<String>,
    },
    /// Actor or Action has no value.
    #[error("{} is missing; {}", field.label(), values(*field))]
    Empty {
        /// The field.
        field: ResolverField,
    },
    /// An action needs a field that has no value.
    #[error("the action {} needs {}; {}", quoted(*action), field.label(), values(*field))]
    Missing {
        /// The action.
        action: ResolverAction,
        /// The field.
        field: ResolverField,
    },
    /// A field has a value, but the action does not use it.
    #[error("the action {} does not use {}; leave it out, or choose {}", quoted(*action), field.label(), users(*field))]
    Unused {
        /// The action.
        action: ResolverAction,
        /// The field.
        field: ResolverField,
    },
    /// Artillery assaults.
    #[error("artillery cannot assault (III); choose deployed or advancing fire, or another actor")]
    ArtilleryAssaults,
    /// The actor and the target belong to the same army.
    #[error("the actor and the target are both {}; choose a target of the enemy", unit.army())]
    SameArmy {
        /// The actor.
        unit: ResolverUnit,
    },
    /// Both units are outnumbered.
    #[error("at most one unit is outnumbered (VI, VII); check only the box of the unit with fewer bases")]
    BothOutnumbered,
    /// Cavalry fires, although a ruling forbids it.
    #[error("cavalry cannot fire by ruling o29 (VI); choose another action, or allow it in the rules")]
    CavalryFires,
    /// A question has a reply, but the action never asks it.
    #[error("the action {} does not ask {}; leave the reply out{}", quoted(*action), question.name(), box_for(*question))]
    Unasked {
        /// The action.
        action: ResolverAction,
        /// The question.
        question: ResolverQuestion,
    },
    /// A row of the rules forbids the action.
    #[error("{reason} ({}, {})", rule.title, rule.number)]
    Row {
        /// The row.
        rule: Rule,
        /// The reason.
        reason: String,
    },
}

impl ResolverRefusal {
    /// Returns the field at fault, if there is a single one.
    pub fn field(&self) -> Option<ResolverField> {
        match self {
            Self::Unknown { field, .. }
            | Self::Ambiguous { field, .. }
            | Self::Empty { field }
            | Self::Missing { field, .. }
            | Self::Unused { field, .. } => Some(*field),
            Self::ArtilleryAssaults | Self::CavalryFires => Some(ResolverField::Action),
            Self::SameArmy { .. } => Some(ResolverField::Target),
            Self::BothOutnumbered | Self::Unasked { .. } | Self::Row { .. } => None,
        }
    }
}

/// Returns an action as part of a sentence.
fn quoted(action: ResolverAction) -> String {
    words::lower(action.label())
}

/// Returns the remedy for a field without a sound value.
fn values(field: ResolverField) -> String {
    match field {
        ResolverField::Range => "state the inches to the target, such as 4.5".to_owned(),
        ResolverField::Actor | ResolverField::Target => {
            "state army, quality and troops, such as prussian-line-infantry, french-mobilise-cavalry or french-artillery, or pli, fmc, fa"
                .to_owned()
        }
        _ => {
            let names = field.choices(Rules::published()).into_iter().map(|choice| choice.name);
            format!("choose {}", words::listed(names, "or"))
        }
    }
}

/// Returns the actions that use a field.
fn users(field: ResolverField) -> String {
    let users = ResolverAction::ALL.into_iter().filter(|action| field.used_by(*action) != FieldUse::Unused);
    words::listed(users.map(quoted), "or")
}

/// Returns the box that must be checked before a question is asked.
fn box_for(question: ResolverQuestion) -> String {
    match question {
        ResolverQuestion::TargetDemoralized => {
            format!(", or check {}", words::lower(ResolverField::TargetDisordered.label()))
        }
        _ => String::new(),
    }
}

/// Returns all reasons why fields and replies do not fit together, in the order of the fields.
pub(super) fn refusals(rules: &Rules, request: &ResolverRequest, replies: &ResolverReplies) -> Vec<ResolverRefusal> {
    let mut refusals = Vec::new();
    for field in [ResolverField::Actor, ResolverField::Action] {
        if request.get(field).is_none() {
            refusals.push(ResolverRefusal::Empty { field });
        }
    }
    if let Some(action) = request.action {
        for field in ResolverField::ALL {
            let given = request.get(field).is_some();
            match field.used_by(action) {
                FieldUse::Needed if !given && !matches!(field, ResolverField::Actor) => {
                    refusals.push(ResolverRefusal::Missing { action, field });
                }
                FieldUse::Unused if given => refusals.push(ResolverRefusal::Unused { action, field }),
                _ => {}
            }
        }
        let troops = request.actor.map(|unit| unit.troops);
        if action == ResolverAction::Assault && troops == Some(TroopType::Artillery) {
            refusals.push(ResolverRefusal::ArtilleryAssaults);
        }
        if action.fire().is_some() && troops == Some(TroopType::Cavalry) && !rules.cavalry_fires {
            refusals.push(ResolverRefusal::CavalryFires);
        }
        let asked = questions(rules, action, request.target_disordered);
        let unasked = replies.questions().filter(|question| !asked.contains(question));
        refusals.extend(unasked.map(|question| ResolverRefusal::Unasked { action, question }));
    }
    if let (Some(unit), Some(target)) = (request.actor, request.target)
        && unit.nation == target.nation
    {
        refusals.push(ResolverRefusal::SameArmy { unit });
    }
    if request.actor_outnumbered && request.target_outnumbered {
        refusals.push(ResolverRefusal::BothOutnumbered);
    }
    refusals
}
