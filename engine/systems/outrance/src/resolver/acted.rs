//! A note of who has acted in the current turn at a table. What fired at a target or assaulted it before counts when its bases
//! are compared (VI, VII).

use std::fmt;

use battlewright_schema::outrance::TroopType;

use super::answers::ResolverOutcome;
use super::fields::{ResolverAction, ResolverRequest, ResolverUnit};

/// A unit that has acted.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
struct ActedUnit {
    actor: ResolverUnit,
    action: ResolverAction,
    /// The unit that it fired at or reached with an assault.
    target: Option<ResolverUnit>,
}

/// The units that have acted in the current turn, in order.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ActedUnits(Vec<ActedUnit>);

impl ActedUnits {
    /// Adds the actor of an action that was resolved.
    pub fn add(&mut self, request: &ResolverRequest, outcome: ResolverOutcome) {
        if let (Some(actor), Some(action)) = (request.actor, request.action) {
            let engaged = matches!(
                outcome,
                ResolverOutcome::Fire(_) | ResolverOutcome::Stopped(_) | ResolverOutcome::CloseCombat(_)
            );
            self.0.push(ActedUnit { actor, action, target: request.target.filter(|_| engaged) });
        }
    }

    /// Returns `true` if no unit has acted.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }

    /// Returns the numbers of units of both armies that have acted, in a sentence; `None` before the first one.
    pub fn summary(&self) -> Option<String> {
        let of = |army: &str| self.0.iter().filter(|unit| unit.actor.army() == army).count();
        (!self.0.is_empty())
            .then(|| format!("Units that have acted this turn: {} French, {} Prussian.", of("French"), of("Prussian")))
    }

    /// Returns what counts with the actor of a request against its target, in sentences: the guns that have fired at such a unit, or
    /// the units that have assaulted one.
    pub fn before(&self, request: &ResolverRequest) -> Vec<String> {
        let (Some(action), Some(target)) = (request.action, request.target) else { return Vec::new() };
        let is_assault = action == ResolverAction::Assault;
        let counts = |unit: &&ActedUnit| {
            unit.target == Some(target)
                && match is_assault {
                    true => unit.action == ResolverAction::Assault,
                    false => unit.action.fire().is_some() && unit.actor.troops == TroopType::Artillery,
                }
        };
        let verb = if is_assault { "has assaulted" } else { "has fired at" };
        let line = |unit: &ActedUnit| {
            format!("{} {verb} {target} in this turn. If it was this target, its bases count as well.", unit.actor)
        };
        self.0.iter().filter(counts).map(line).collect()
    }

    /// Reads a note as [`fmt::Display`] writes it.
    ///
    /// # Errors
    /// The number of the first line that is no unit that has acted, from 1.
    pub fn read(text: &str) -> Result<Self, usize> {
        let line = |(n, line): (usize, &str)| {
            let mut words = line.split_whitespace();
            let actor = words.next().and_then(ResolverUnit::from_name);
            let action = words.next().and_then(ResolverAction::from_name);
            let target = words.next().map(ResolverUnit::from_name);
            match (actor, action, target, words.next()) {
                (Some(actor), Some(action), None, None) => Ok(ActedUnit { actor, action, target: None }),
                (Some(actor), Some(action), Some(Some(target)), None) => {
                    Ok(ActedUnit { actor, action, target: Some(target) })
                }
                _ => Err(n + 1),
            }
        };
        let lines = text.lines().enumerate().filter(|(_, line)| !line.trim().is_empty());
        lines.map(line).collect::<Result<_, _>>().map(Self)
    }
}

/// Writes a line for each unit, such as `prussian-artillery deployed-fire french-line-infantry`.
impl fmt::Display for ActedUnits {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        for ActedUnit { actor, action, target } in &self.0 {
            let target = target.map_or_else(String::new, |target| format!(" {}", target.name()));
            writeln!(f, "{} {}{target}", actor.name(), action.name())?;
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::outrance::CombatEffect;

    use super::super::fields::ResolverField;
    use super::*;

    fn request(actor: &str, action: &str, target: &str) -> ResolverRequest {
        let mut request = ResolverRequest::default();
        for (field, value) in
            [(ResolverField::Actor, actor), (ResolverField::Action, action), (ResolverField::Target, target)]
        {
            request.set(field, value).expect("a value of the field");
        }
        request
    }

    #[test]
    fn c06_guns_that_have_fired_at_a_target_are_remembered() {
        let mut acted = ActedUnits::default();
        assert_eq!((acted.summary(), acted.is_empty()), (None, true));
        let fire = ResolverOutcome::Fire(CombatEffect::Nothing);
        acted.add(&request("pa", "df", "fli"), fire);
        acted.add(&request("pli", "df", "fli"), fire);
        acted.add(&request("fli", "as", "pli"), ResolverOutcome::OutOfRange);
        assert_eq!(acted.summary().as_deref(), Some("Units that have acted this turn: 1 French, 2 Prussian."));
        let lines = acted.before(&request("pgi", "df", "fli"));
        assert_eq!(lines.len(), 1, "infantry that has fired does not count (VI)");
        assert!(
            lines[0].starts_with("Prussian artillery has fired at French Line infantry in this turn."),
            "{lines:?}"
        );
        assert!(acted.before(&request("pli", "as", "fli")).is_empty(), "fire does not count in an assault (VII)");
        assert!(acted.before(&request("fgi", "as", "pli")).is_empty(), "the assault did not reach its target");
        let text = acted.to_string();
        assert_eq!(text.lines().next(), Some("prussian-artillery deployed-fire french-line-infantry"));
        assert_eq!(ActedUnits::read(&text), Ok(acted));
        assert_eq!(ActedUnits::read("french-artillery regroup\n\nfrench nothing\n"), Err(3));
    }

    #[test]
    fn c07_units_that_have_assaulted_a_target_are_remembered() {
        use battlewright_schema::outrance::StoppedResult;

        let mut acted = ActedUnits::default();
        acted.add(&request("pli", "as", "fli"), ResolverOutcome::Stopped(StoppedResult::Short));
        let lines = acted.before(&request("pgi", "as", "fli"));
        assert!(lines[0].starts_with("Prussian Line infantry has assaulted French Line infantry"), "{lines:?}");
    }
}
