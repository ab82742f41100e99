//! The choice of tables: for each turn, the sections of `[rules.tables_named]` whose tables stand in.

use smol_str::SmolStr;

use super::checked::CheckedRules;
use super::rows::{AnyRow, MOST_SETS_OF_TABLES, RowsInForce};
use super::term::{Arithmetic, Term};
use super::vocabulary::CommonFact;
use crate::{Scenario, SystemFile, of_scenario};

/// Sections of `[rules.tables_named]` whose tables stand in together.
#[derive(Clone, Debug, Default, PartialEq, Eq, PartialOrd, Ord)]
pub struct TableSet(Vec<SmolStr>);

impl TableSet {
    /// The set of one section.
    pub fn of(name: &str) -> Self {
        Self(vec![name.into()])
    }

    /// Returns the names of the sections, in the order in which their tables replace others.
    pub fn names(&self) -> &[SmolStr] {
        &self.0
    }

    /// Returns `true` if no tables stand in.
    pub fn is_empty(&self) -> bool {
        self.0.is_empty()
    }
}

/// The sections of other tables that stand in, by turn.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TablesByTurn {
    /// The different sets of sections, of which the first is empty.
    sets: Vec<TableSet>,
    /// For each turn, the number of its set.
    of_turn: Vec<u8>,
}

impl Default for TablesByTurn {
    fn default() -> Self {
        Self { sets: vec![TableSet::default()], of_turn: Vec::new() }
    }
}

impl TablesByTurn {
    /// Returns the different sets of sections, of which the first is empty. There are at most 4.
    pub fn sets(&self) -> &[TableSet] {
        &self.sets
    }

    /// Returns the number of the set in a turn, counted from 1; 0 for a turn that the game does not have.
    pub fn set_in(&self, turn: u8) -> usize {
        let set = usize::from(turn).checked_sub(1).and_then(|turn| self.of_turn.get(turn));
        set.copied().map_or(0, usize::from)
    }
}

impl CheckedRules {
    /// Returns the sections of other tables that stand in, by turn. Turns whose set would be one too many have the tables of all
    /// other turns; such rules have an error.
    pub fn tables_by_turn(&self) -> TablesByTurn {
        let mut found = TablesByTurn::default();
        for set in self.sets_of_tables() {
            let known = found.sets.iter().position(|known| *known == set);
            let number = known.unwrap_or_else(|| {
                if found.sets.len() == MOST_SETS_OF_TABLES {
                    return 0;
                }
                found.sets.push(set);
                found.sets.len() - 1
            });
            found.of_turn.push(u8::try_from(number).unwrap_or(0));
        }
        found
    }

    /// Returns for each turn the sections whose tables stand in, in the order of the rows.
    pub(super) fn sets_of_tables(&self) -> Vec<TableSet> {
        let turns = self.tables.iter().map(|row| row.turns.len()).max().unwrap_or(0);
        let set = |turn: usize| {
            let held = self.tables.iter().filter(|row| row.turns.get(turn) == Some(&true));
            TableSet(held.map(|row| row.tables.clone()).collect())
        };
        (0..turns).map(set).collect()
    }
}

/// Returns the sections of other tables of `own` that stand in, by turn.
pub(crate) fn tables_by_turn<Root: SystemFile + Clone>(own: &Root) -> TablesByTurn {
    if !RowsInForce::of(own).rows.iter().any(|placed| matches!(placed.row, AnyRow::Table(_))) {
        return TablesByTurn::default();
    }
    super::check(own, None).0.tables_by_turn()
}

impl Scenario {
    /// Returns the sections of other tables that stand in, by turn.
    pub fn tables_by_turn(&self) -> TablesByTurn {
        of_scenario!(self, own => tables_by_turn(&**own))
    }

    /// Returns the names of the sections of `[rules.tables_named]` in force, with those of rulesets.
    pub fn named_tables(&self) -> Vec<SmolStr> {
        let named = of_scenario!(self, own => crate::ruleset::named_tables(&**own));
        named.into_iter().map(|(name, _)| name).collect()
    }

    /// Returns the same scenario with the tables of `set` in force.
    #[must_use]
    pub fn with_tables(&self, set: &TableSet) -> Self {
        let mut with = self.clone();
        of_scenario!(&mut with, own => {
            let changed = crate::ruleset::with_tables(&**own, set).into_owned();
            **own = changed;
        });
        with
    }
}

/// Returns the value of a condition in a turn; `None` if a turn does not decide it. `fact` answers facts of the system.
pub(super) fn value(term: &Term, turn: u8, fact: &dyn Fn(u16, &[i32]) -> Option<i32>) -> Option<i32> {
    let value = |term: &Term| value(term, turn, fact);
    let all = |terms: &[Term]| terms.iter().map(value).collect::<Option<Vec<i32>>>();
    Some(match term {
        Term::Constant(number) => *number,
        Term::Common(CommonFact::Turn, _) => turn.into(),
        Term::Fact(number, of) => fact(*number, &all(of)?)?,
        Term::Not(of) => i32::from(value(of)? == 0),
        Term::And(parts) => all(parts)?.into_iter().all(|part| part != 0).into(),
        Term::Or(parts) => all(parts)?.into_iter().any(|part| part != 0).into(),
        Term::Same(pair) => i32::from(value(&pair[0])? == value(&pair[1])?),
        Term::Compare(comparison, pair) => comparison.holds(value(&pair[0])?, value(&pair[1])?).into(),
        Term::InRange(of, least, most) => (*least..=*most).contains(&value(of)?).into(),
        Term::If(parts) => value(if value(&parts[0])? == 0 { &parts[2] } else { &parts[1] })?,
        Term::Arithmetic(sign, pair) => {
            let (left, right) = (value(&pair[0])?, value(&pair[1])?);
            match sign {
                Arithmetic::Add => left.checked_add(right)?,
                Arithmetic::Subtract => left.checked_sub(right)?,
                Arithmetic::Multiply => left.checked_mul(right)?,
                Arithmetic::Least => left.min(right),
                Arithmetic::Most => left.max(right),
            }
        }
        Term::HalfUp(of) => -(-value(of)?).div_euclid(2),
        Term::HalfDown(of) => value(of)?.div_euclid(2),
        Term::CeilDiv(of, by) => -(-value(of)?).div_euclid((*by).max(1)),
        Term::FloorDiv(of, by) => value(of)?.div_euclid((*by).max(1)),
        // What else there is depends on the position.
        _ => return None,
    })
}
