//! The fields of the resolver (III): their names, their choices, and the actions that use them.

use std::fmt;

use battlewright_schema::common::inches::Length;
use battlewright_schema::outrance::{Cover, FireAction, Nation, Posture, Quality, Rules, TroopType, UnitStatus};
use battlewright_schema::words;
use serde::Deserialize as _;
use serde::de::IntoDeserializer as _;
use serde::de::value::{Error as ValueError, StrDeserializer};

use super::refusals::ResolverRefusal;
use super::short_forms::{ShortForm, resolve_short_form};
use crate::rules::calculation::Combatant;

/// A unit in the fields Actor and Target: its army, troops and quality (II). Generals take no part.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub struct ResolverUnit {
    /// The army.
    pub nation: Nation,
    /// The troops.
    pub troops: TroopType,
    /// The quality; Line for artillery.
    pub quality: Quality,
}

impl ResolverUnit {
    /// Returns all units, the French first, and of each army the best infantry first.
    pub fn all() -> impl Iterator<Item = Self> {
        let of = |nation, troops: TroopType| {
            let qualities = Quality::ALL.into_iter().rev();
            let qualities = qualities.filter(move |quality| troops.has_quality() || *quality == Quality::Line);
            qualities.map(move |quality| Self { nation, troops, quality })
        };
        let troops = TroopType::ALL.into_iter().filter(|troops| *troops != TroopType::General);
        [Nation::French, Nation::Prussian]
            .into_iter()
            .flat_map(move |nation| troops.clone().flat_map(move |troops| of(nation, troops)))
    }

    /// Returns the name, such as `"prussian-line-infantry"` or `"french-artillery"`.
    pub fn name(self) -> String {
        let quality = match (self.nation, self.quality) {
            (Nation::French, Quality::Landwehr) => "mobilise",
            (_, quality) => quality.name(),
        };
        match self.troops.has_quality() {
            true => format!("{}-{quality}-{}", self.nation.name(), self.troops.name()),
            false => format!("{}-{}", self.nation.name(), self.troops.name()),
        }
    }

    /// Returns the unit with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::all().find(|unit| unit.name() == name)
    }

    /// Returns the name of the army as an adjective.
    pub(super) fn army(self) -> &'static str {
        match self.nation {
            Nation::French => "French",
            Nation::Prussian => "Prussian",
        }
    }

    pub(super) fn combatant(self, status: UnitStatus, posture: Posture) -> Combatant {
        Combatant { nation: self.nation, troops: self.troops, quality: self.quality, status, posture }
    }
}

/// Writes the unit as players say it, such as `Prussian Line infantry`.
impl fmt::Display for ResolverUnit {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let quality = match (self.nation, self.quality) {
            (Nation::French, Quality::Landwehr) => "Mobilisé ",
            (Nation::Prussian, Quality::Landwehr) => "Landwehr ",
            (_, Quality::Line) => "Line ",
            (_, Quality::Guard) => "Guard ",
        };
        let quality = if self.troops.has_quality() { quality } else { "" };
        write!(f, "{} {quality}{}", self.army(), self.troops.name())
    }
}

/// An action that the resolver resolves (III). Others, such as to hold, to move a general or a route march, need none.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResolverAction {
    /// Takes the deployed formation.
    Deploy,
    /// Takes the maneuver formation and moves.
    Maneuver,
    /// Fires from the deployed formation.
    DeployedFire,
    /// Fires from the maneuver formation.
    AdvancingFire,
    /// Assaults from the maneuver formation.
    Assault,
    /// Takes the march formation and moves.
    March,
    /// Regroups a disordered or demoralized unit.
    Regroup,
}

impl ResolverAction {
    /// All actions, in the order of the rules.
    pub const ALL: [Self; 7] = [
        Self::Deploy,
        Self::Maneuver,
        Self::DeployedFire,
        Self::AdvancingFire,
        Self::Assault,
        Self::March,
        Self::Regroup,
    ];

    /// Returns the name, such as `"deployed-fire"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Deploy => "deploy",
            Self::Maneuver => "maneuver",
            Self::DeployedFire => "deployed-fire",
            Self::AdvancingFire => "advancing-fire",
            Self::Assault => "assault",
            Self::March => "march",
            Self::Regroup => "regroup",
        }
    }

    /// Returns the action with a name.
    pub fn from_name(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|action| action.name() == name)
    }

    /// Returns the label, such as `"Deployed fire"`.
    pub fn label(self) -> &'static str {
        match self {
            Self::Deploy => "Deploy",
            Self::Maneuver => "Maneuver",
            Self::DeployedFire => "Deployed fire",
            Self::AdvancingFire => "Advancing fire",
            Self::Assault => "Assault",
            Self::March => "March",
            Self::Regroup => "Regroup",
        }
    }

    /// Returns `true` for an action whose order may be delayed or lost (IV).
    pub fn is_order(self) -> bool {
        matches!(self, Self::Deploy | Self::Maneuver | Self::Assault | Self::March)
    }

    /// Returns the action of fire; `None` for other actions.
    pub fn fire(self) -> Option<FireAction> {
        match self {
            Self::DeployedFire => Some(FireAction::Deployed),
            Self::AdvancingFire => Some(FireAction::Advancing),
            _ => None,
        }
    }

    /// Returns the formation of the acting unit during the action.
    pub(super) fn formation(self) -> Posture {
        match self {
            Self::Deploy | Self::DeployedFire | Self::Regroup => Posture::Deployed,
            Self::Maneuver | Self::AdvancingFire | Self::Assault => Posture::Maneuver,
            Self::March => Posture::March,
        }
    }
}

/// A field of the resolver (III).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum ResolverField {
    /// The acting unit.
    Actor,
    /// The action.
    Action,
    /// The target of fire or of an assault.
    Target,
    /// The formation of the target.
    TargetFormation,
    /// The cover of the target.
    Cover,
    /// The range.
    Range,
    /// The box for a disordered actor.
    ActorDisordered,
    /// The box for a disordered or demoralized target.
    TargetDisordered,
    /// The box for an outnumbered actor.
    ActorOutnumbered,
    /// The box for an outnumbered target.
    TargetOutnumbered,
}

/// The use of a field by an action.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FieldUse {
    /// The action needs a value.
    Needed,
    /// A box that may be checked.
    Optional,
    /// The action does not use the field.
    Unused,
}

/// A choice of a field.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FieldChoice {
    /// The value for [`ResolverRequest::set`], such as `"soft"`.
    pub name: String,
    /// The label, such as `"Soft cover"`.
    pub label: String,
}

impl FieldChoice {
    fn new(name: impl Into<String>, label: impl Into<String>) -> Self {
        Self { name: name.into(), label: label.into() }
    }
}

impl ResolverField {
    /// All fields, in the order of the published form.
    pub const ALL: [Self; 10] = [
        Self::Actor,
        Self::Action,
        Self::Target,
        Self::TargetFormation,
        Self::Cover,
        Self::Range,
        Self::ActorDisordered,
        Self::TargetDisordered,
        Self::ActorOutnumbered,
        Self::TargetOutnumbered,
    ];

    /// Returns the name, such as `"target-formation"`.
    pub fn name(self) -> &'static str {
        match self {
            Self::Actor => "actor",
            Self::Action => "action",
            Self::Target => "target",
            Self::TargetFormation => "target-formation",
            Self::Cover => "cover",
            Self::Range => "range",
            Self::ActorDisordered => "actor-disordered",
            Self::TargetDisordered => "target-disordered",
            Self::ActorOutnumbered => "actor-outnumbered",
            Self::TargetOutnumbered => "target-outnumbered",
        }
    }

    /// Returns the label of the published form.
    pub fn label(self) -> &'static str {
        match self {
            Self::Actor => "Actor",
            Self::Action => "Action",
            Self::Target => "Target",
            Self::TargetFormation => "Target formation",
            Self::Cover => "Cover",
            Self::Range => "Range",
            Self::ActorDisordered => "Actor disordered",
            Self::TargetDisordered => "Target disordered or demoralized",
            Self::ActorOutnumbered => "Actor outnumbered",
            Self::TargetOutnumbered => "Target outnumbered",
        }
    }

    /// Returns the help, in sentences.
    pub fn help(self) -> &'static str {
        match self {
            Self::Actor => "The acting unit.",
            Self::Action => "The action of the unit.",
            Self::Target => "The target of fire or of an assault.",
            Self::TargetFormation => "The formation of the target.",
            Self::Cover => "The cover of the target. The rifle pits of deployed French infantry are no cover.",
            Self::Range => {
                "The shortest clear distance between the bases of both units. A range of exactly 3, 6 or 9 inches is short."
            }
            Self::ActorDisordered => "The acting unit has a disorder marker. A demoralized unit can only regroup.",
            Self::TargetDisordered => "The target has a marker for disorder or demoralization.",
            Self::ActorOutnumbered => "The actor has fewer bases than the target.",
            Self::TargetOutnumbered => {
                "The target has fewer bases than the actor, together with the guns that fired at it before in this turn, or with the \
                 units that assaulted it before in this turn."
            }
        }
    }

    /// Returns `true` for a box that is checked or not.
    pub fn is_box(self) -> bool {
        matches!(
            self,
            Self::ActorDisordered | Self::TargetDisordered | Self::ActorOutnumbered | Self::TargetOutnumbered
        )
    }

    /// Returns the use of the field by an action (III).
    pub fn used_by(self, action: ResolverAction) -> FieldUse {
        let fire = action.fire().is_some();
        let combat = fire || action == ResolverAction::Assault;
        match self {
            Self::Actor | Self::Action => FieldUse::Needed,
            Self::Target | Self::TargetFormation | Self::Cover if combat => FieldUse::Needed,
            Self::Range if fire => FieldUse::Needed,
            Self::ActorDisordered => FieldUse::Optional,
            Self::TargetDisordered | Self::ActorOutnumbered | Self::TargetOutnumbered if combat => FieldUse::Optional,
            _ => FieldUse::Unused,
        }
    }

    /// Returns the choices. Those of the range are the ends of the range bands, and a range beyond them.
    pub fn choices(self, rules: &Rules) -> Vec<FieldChoice> {
        match self {
            Self::Actor | Self::Target => {
                ResolverUnit::all().map(|unit| FieldChoice::new(unit.name(), unit.to_string())).collect()
            }
            Self::Action => ResolverAction::ALL.map(|action| FieldChoice::new(action.name(), action.label())).to_vec(),
            Self::TargetFormation => {
                POSTURES.map(|posture| FieldChoice::new(posture.name(), words::capital(posture.name()))).to_vec()
            }
            Self::Cover => COVERS.map(|cover| FieldChoice::new(cover.name(), cover_label(cover))).to_vec(),
            Self::Range => ranges(rules),
            _ => vec![FieldChoice::new("no", "No"), FieldChoice::new("yes", "Yes")],
        }
    }
}

pub(super) const POSTURES: [Posture; 3] = [Posture::Deployed, Posture::Maneuver, Posture::March];
pub(super) const COVERS: [Cover; 4] = [Cover::Open, Cover::Soft, Cover::Hard, Cover::Fortification];

/// Returns the label of a cover.
pub(super) fn cover_label(cover: Cover) -> &'static str {
    match cover {
        Cover::Open => "No cover",
        Cover::Soft => "Soft cover",
        Cover::Hard => "Hard cover",
        Cover::Fortification => "Fortification",
    }
}

/// Returns a choice for each range band, and one beyond the last.
fn ranges(rules: &Rules) -> Vec<FieldChoice> {
    let ends = &rules.range_bands;
    let mut before: Option<Length> = None;
    let mut choices = Vec::with_capacity(ends.len() + 1);
    for end in ends {
        let label = match before {
            None => format!("Up to {end} inches"),
            Some(before) => format!("Over {before} to {end} inches"),
        };
        choices.push(FieldChoice::new(end.to_string(), label));
        before = Some(*end);
    }
    let beyond = before.and_then(|last| {
        let beyond = last.thousandths().checked_add(1)?;
        length(&format!("{}.{:03}", beyond / 1000, beyond % 1000)).map(|beyond| (last, beyond))
    });
    if let Some((last, beyond)) = beyond {
        choices.push(FieldChoice::new(beyond.to_string(), format!("Over {last} inches")));
    }
    choices
}

/// Reads a length in inches, such as `4.5`.
fn length(text: &str) -> Option<Length> {
    let text: StrDeserializer<'_, ValueError> = text.into_deserializer();
    Length::deserialize(text).ok()
}

/// The fields of an action as the players state them. Fields without a value are not given; boxes are unchecked.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResolverRequest {
    /// The acting unit.
    pub actor: Option<ResolverUnit>,
    /// The action.
    pub action: Option<ResolverAction>,
    /// The target.
    pub target: Option<ResolverUnit>,
    /// The formation of the target.
    pub target_formation: Option<Posture>,
    /// The cover of the target.
    pub cover: Option<Cover>,
    /// The range.
    pub range: Option<Length>,
    /// The actor is disordered.
    pub actor_disordered: bool,
    /// The target is disordered or demoralized.
    pub target_disordered: bool,
    /// The actor is outnumbered.
    pub actor_outnumbered: bool,
    /// The target is outnumbered.
    pub target_outnumbered: bool,
}

impl ResolverRequest {
    /// Sets a field to the choice with a name or a short form of it: initials, such as `pli` for `prussian-line-infantry`, or the
    /// first letters of each word, such as `man` for `maneuver`. A range is any number of inches, such as `4.5`; a box is `yes` or
    /// `no`.
    ///
    /// # Errors
    /// The field has no such value, or several.
    pub fn set(&mut self, field: ResolverField, name: &str) -> Result<(), ResolverRefusal> {
        let given = name;
        let unknown = || ResolverRefusal::Unknown { field, value: given.to_owned() };
        let names: Vec<String> = field.choices(Rules::published()).into_iter().map(|choice| choice.name).collect();
        let resolved = if field == ResolverField::Range { ShortForm::None } else { resolve_short_form(&names, name) };
        let name = match &resolved {
            ShortForm::One(name) => name.as_str(),
            ShortForm::Several(names) => {
                return Err(ResolverRefusal::Ambiguous { field, value: name.to_owned(), names: names.clone() });
            }
            ShortForm::None => name,
        };
        match field {
            ResolverField::Actor => self.actor = Some(ResolverUnit::from_name(name).ok_or_else(unknown)?),
            ResolverField::Target => self.target = Some(ResolverUnit::from_name(name).ok_or_else(unknown)?),
            ResolverField::Action => self.action = Some(ResolverAction::from_name(name).ok_or_else(unknown)?),
            ResolverField::TargetFormation => {
                let posture = POSTURES.into_iter().find(|posture| posture.name() == name);
                self.target_formation = Some(posture.ok_or_else(unknown)?);
            }
            ResolverField::Cover => {
                let cover = COVERS.into_iter().find(|cover| cover.name() == name);
                self.cover = Some(cover.ok_or_else(unknown)?);
            }
            ResolverField::Range => self.range = Some(length(name).ok_or_else(unknown)?),
            _ => {
                let checked = match name {
                    "yes" => true,
                    "no" => false,
                    _ => return Err(unknown()),
                };
                if let Some(value) = self.checkbox(field) {
                    *value = checked;
                }
            }
        }
        Ok(())
    }

    /// Clears a field: it has no value then, or its box is unchecked.
    pub fn clear(&mut self, field: ResolverField) {
        match field {
            ResolverField::Actor => self.actor = None,
            ResolverField::Target => self.target = None,
            ResolverField::Action => self.action = None,
            ResolverField::TargetFormation => self.target_formation = None,
            ResolverField::Cover => self.cover = None,
            ResolverField::Range => self.range = None,
            _ => {
                if let Some(value) = self.checkbox(field) {
                    *value = false;
                }
            }
        }
    }

    /// Returns the name of the value of a field; `None` without a value, or for an unchecked box.
    pub fn get(&self, field: ResolverField) -> Option<String> {
        let checked = |checked: bool| checked.then(|| "yes".to_owned());
        match field {
            ResolverField::Actor => self.actor.map(ResolverUnit::name),
            ResolverField::Target => self.target.map(ResolverUnit::name),
            ResolverField::Action => self.action.map(|action| action.name().to_owned()),
            ResolverField::TargetFormation => self.target_formation.map(|posture| posture.name().to_owned()),
            ResolverField::Cover => self.cover.map(|cover| cover.name().to_owned()),
            ResolverField::Range => self.range.map(|range| range.to_string()),
            ResolverField::ActorDisordered => checked(self.actor_disordered),
            ResolverField::TargetDisordered => checked(self.target_disordered),
            ResolverField::ActorOutnumbered => checked(self.actor_outnumbered),
            ResolverField::TargetOutnumbered => checked(self.target_outnumbered),
        }
    }

    /// Returns the choices of a field that the other fields allow: no target of the actor's own army, and no action that the actor
    /// cannot take.
    pub fn legal_choices(&self, field: ResolverField, rules: &Rules) -> Vec<FieldChoice> {
        let mut choices = field.choices(rules);
        let Some(actor) = self.actor else { return choices };
        match field {
            ResolverField::Target => choices
                .retain(|choice| ResolverUnit::from_name(&choice.name).is_none_or(|unit| unit.nation != actor.nation)),
            ResolverField::Action => choices.retain(|choice| match ResolverAction::from_name(&choice.name) {
                Some(ResolverAction::Assault) => actor.troops != TroopType::Artillery,
                Some(action) if action.fire().is_some() => actor.troops != TroopType::Cavalry || rules.cavalry_fires,
                _ => true,
            }),
            _ => {}
        }
        choices
    }

    /// Clears the target and the action if the actor does not allow them, such as after a change of the actor.
    pub fn drop_illegal(&mut self, rules: &Rules) {
        for field in [ResolverField::Target, ResolverField::Action] {
            let value = self.get(field);
            if value.is_some_and(|value| self.legal_choices(field, rules).iter().all(|choice| choice.name != value)) {
                self.clear(field);
            }
        }
    }

    /// Returns `true` if the chosen action uses a field. Without an action, only Actor and Action are used.
    pub fn uses(&self, field: ResolverField) -> bool {
        match self.action {
            Some(action) => field.used_by(action) != FieldUse::Unused,
            None => matches!(field, ResolverField::Actor | ResolverField::Action),
        }
    }

    /// Returns the fields that the chosen action uses, with the others cleared, as in a form that keeps the values of unused fields for
    /// the next action.
    pub fn used(&self) -> Self {
        let mut used = self.clone();
        for field in ResolverField::ALL.into_iter().filter(|field| !self.uses(*field)) {
            used.clear(field);
        }
        used
    }

    fn checkbox(&mut self, field: ResolverField) -> Option<&mut bool> {
        Some(match field {
            ResolverField::ActorDisordered => &mut self.actor_disordered,
            ResolverField::TargetDisordered => &mut self.target_disordered,
            ResolverField::ActorOutnumbered => &mut self.actor_outnumbered,
            ResolverField::TargetOutnumbered => &mut self.target_outnumbered,
            _ => return None,
        })
    }
}
