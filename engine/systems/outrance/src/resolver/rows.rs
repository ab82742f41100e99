//! Rules in rows for players at a table: those that ask only for what players state in fields and replies.

use std::fmt;

use battlewright_core::kit::extra::{Extra, ExtraRules};
use battlewright_schema::outrance::vocabulary::{Fact, Hook, VOCABULARY};
use battlewright_schema::outrance::{Nation, TroopType};
use battlewright_schema::rule::term::{Comparison, Term};
use battlewright_schema::rule::vocabulary::{CommonFact, GivenInfo, ValueType};
use battlewright_schema::rule::{CheckedRules, CheckedUnit, ModifierChange, RowName};

use super::fields::ResolverUnit;

/// A row that the resolver leaves out.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct LeftOutRow {
    /// The name of the row.
    pub name: String,
    /// The number of the rule.
    pub rule: String,
    /// The reason, such as `"players do not state the turn"`.
    pub reason: String,
}

/// Writes the row as players are told.
impl fmt::Display for LeftOutRow {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "The rule {} [{}] is left out: {}.", self.name, self.rule, self.reason)
    }
}

/// The rules in rows of a scenario that players at a table can use.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct ResolverRows {
    rows: CheckedRules,
    sides: Option<[Nation; 2]>,
    left_out: Vec<LeftOutRow>,
}

impl ResolverRows {
    /// The rows of `checked`. `sides` are the armies of both sides; `None` for a file without sides, whose rows about sides are left
    /// out.
    pub fn new(checked: &CheckedRules, sides: Option<[Nation; 2]>) -> Self {
        let mut rows = CheckedRules { drop: checked.drop.clone(), ..CheckedRules::default() };
        let mut left_out = Vec::new();
        let scope = StatedScope { sides: sides.is_some(), tags: checked };
        let mut judge = |row: &RowName, reason: Option<String>| {
            let is_kept = reason.is_none();
            left_out.extend(reason.map(|reason| LeftOutRow {
                name: row.name.to_string(),
                rule: row.rule.to_string(),
                reason,
            }));
            is_kept
        };
        for modifier in &checked.modifiers {
            let hook = Hook::of(modifier.hook);
            let number = match &modifier.change {
                ModifierChange::Add(term) | ModifierChange::AtLeast(term) | ModifierChange::AtMost(term) => Some(term),
                ModifierChange::Times { .. } | ModifierChange::Be(_) => None,
            };
            let given = hook.and_then(|hook| VOCABULARY.hooks.get(usize::from(hook.number()))).map(|hook| hook.given);
            let which = matches!(hook, Some(Hook::FireIndex | Hook::Range));
            let terms = [Some(&modifier.when), number].into_iter().flatten();
            let reason = match hook {
                Some(Hook::RoadPercent) => Some("players measure moves on roads themselves".to_owned()),
                _ => scope.unstated(terms, given.unwrap_or_default(), which),
            };
            if judge(&modifier.row, reason) {
                rows.modifiers.push(modifier.clone());
            }
        }
        for forbid in &checked.forbids {
            let given = VOCABULARY.acts.get(usize::from(forbid.act)).map(|act| act.given).unwrap_or_default();
            if judge(&forbid.row, scope.unstated([&forbid.when].into_iter(), given, true)) {
                rows.forbids.push(forbid.clone());
            }
        }
        for allow in &checked.allows {
            judge(&allow.row, Some("players see it on the table".to_owned()));
        }
        for event in &checked.events {
            judge(&event.row, Some("players carry events out themselves".to_owned()));
        }
        for table in &checked.tables {
            judge(&table.row, Some("players do not state the turn".to_owned()));
        }
        Self { rows, sides, left_out }
    }

    /// Returns the rows that are left out.
    pub fn left_out(&self) -> &[LeftOutRow] {
        &self.left_out
    }

    /// Returns the rows with the units that players state: the actor, the target, and a general of the actor.
    pub(super) fn of_units(&self, actor: ResolverUnit, target: Option<ResolverUnit>) -> Extra {
        let unit = |nation: Nation, troops: TroopType| CheckedUnit {
            side: u8::try_from(self.side_value(nation)).unwrap_or(0),
            kind: troops as i32,
            formation: -1,
        };
        let target = target.unwrap_or(actor);
        let units = vec![
            unit(actor.nation, actor.troops),
            unit(target.nation, target.troops),
            unit(actor.nation, TroopType::General),
        ];
        Extra::new(ExtraRules::new(&CheckedRules { units, ..self.rows.clone() }, &VOCABULARY, None))
    }

    /// Returns the side of an army as expressions number sides. Without sides, no expression asks for it.
    pub(super) fn side_value(&self, nation: Nation) -> i32 {
        i32::from(self.sides.is_some_and(|[first, _]| first != nation))
    }
}

/// The facts that expressions can ask at a table.
struct StatedScope<'a> {
    /// The armies of the sides are known.
    sides: bool,
    tags: &'a CheckedRules,
}

impl StatedScope<'_> {
    /// Returns why a row cannot be used; `None` if it can. `which` tells that players state whether a unit is disordered or
    /// demoralized, but not which.
    fn unstated<'t>(&self, terms: impl Iterator<Item = &'t Term>, given: &[GivenInfo], which: bool) -> Option<String> {
        let mut found: Option<String> = None;
        let mut note = |what: &str| {
            found.get_or_insert_with(|| format!("players do not state {what}"));
        };
        let is_side = |index: u8| given.get(usize::from(index)).is_some_and(|given| given.value == ValueType::Side);
        let status = |term: &Term| matches!(term, Term::Fact(fact, _) if Fact::of(*fact) == Some(Fact::Status));
        let (mut asked, mut asked_for_ok) = (0, 0);
        for term in terms {
            term.each(&mut |term| match term {
                Term::Common(CommonFact::UnitKind, _) => {}
                Term::Common(CommonFact::UnitSide, _) if self.sides => {}
                Term::Common(fact, _) => note(match fact {
                    CommonFact::Turn => "the turn",
                    CommonFact::Phase => "the phase",
                    CommonFact::UnitSide => "which army a side has",
                    CommonFact::UnitFormation => "the formations of units",
                    CommonFact::Holds => "who holds a place",
                    _ => "where units are",
                }),
                Term::Fact(fact, _) => match Fact::of(*fact) {
                    Some(Fact::Status) => asked += 1,
                    Some(Fact::Posture | Fact::Quality | Fact::Nation) => {}
                    _ => {
                        let name = VOCABULARY.facts.get(usize::from(*fact)).map_or("it", |fact| fact.name);
                        note(&format!("`{name}`"));
                    }
                },
                Term::Compare(Comparison::Equal | Comparison::NotEqual, terms)
                    if status(&terms[0]) && terms[1] == Term::Constant(0) =>
                {
                    asked_for_ok += 1;
                }
                Term::Counter(..) => note("counters"),
                Term::HasTag(tag, _) => {
                    let tag = self.tags.tags.get(usize::from(*tag)).map_or("", |(tag, _)| tag.as_str());
                    note(&format!("the tag `{tag}`"));
                }
                Term::Same(terms) if terms.iter().any(|term| matches!(term, Term::Constant(_))) => {
                    note("which unit of the scenario it is");
                }
                Term::Over(_) => note("other units"),
                Term::Given(index) if !self.sides && is_side(*index) => note("which army a side has"),
                _ => {}
            });
        }
        if which && asked > asked_for_ok {
            note("whether a unit is disordered or demoralized");
        }
        found
    }
}
