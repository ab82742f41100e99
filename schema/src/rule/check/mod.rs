//! The check of the rows in force, from texts to the rules that the engine plays.

mod acts;
mod events;
mod findings;
mod ids;
mod modifiers;
mod overall;
mod skips;
mod spot;
#[cfg(test)]
mod table_tests;
mod tables;
#[cfg(test)]
mod tests;

use std::collections::{BTreeMap, BTreeSet};

use smol_str::SmolStr;

use super::checked::{CheckedRules, RowName};
use super::findings::RULE_RANGE;
use super::names::RuleNames;
use super::rows::{AnyRow, MOST_RULE_ROWS, PlacedRow, RowsInForce, RuleNumber};
use super::scope::{self, ExpressionScope, Judged, NumberRange, RuleNeeds, UsedKind};
use super::term::Term;
use super::vocabulary::{ValueType, Vocabulary};
use crate::diagnostic::Diagnostic;
use crate::place::Places;
use crate::{LintLevels, SystemFile};
pub(crate) use findings::FINDINGS;
use spot::RowSpot;
pub(crate) use tables::section_path;

/// Checks the rows in force of `own`, and the tags of its units. Returns the sound rules, and the findings, which have byte ranges in
/// `text` where a part of a row is meant.
pub(crate) fn check<Root: SystemFile + Clone>(
    own: &Root,
    text: Option<&Places<'_>>,
) -> (CheckedRules, Vec<Diagnostic>) {
    let all = RowsInForce::of(own);
    let mut found = Vec::new();
    ids::tags(own, &mut found);
    if all.is_empty() {
        events::numbers_without_rows(own, &mut found);
        return (CheckedRules::default(), found);
    }
    let needs = own.found_rulesets().needs_alone();
    let names = needs.map_or_else(|| RuleNames::of_root(own), RuleNames::needed);
    let rows = all.rows.get(..MOST_RULE_ROWS).unwrap_or(&all.rows);
    let defines: Vec<scope::RuleDefine> = rows.iter().filter_map(|placed| define(placed.row)).collect();
    let counters: Vec<scope::RuleCounter> = rows.iter().filter_map(|placed| counter(placed.row)).collect();
    let mut checker = RowChecker {
        all: &all,
        rows,
        text,
        scope: ExpressionScope::of_turn(Root::VOCABULARY, &names, &defines, &counters),
        defined: 0,
        needs: RuleNeeds::default(),
        named: BTreeSet::new(),
        in_hooks: BTreeMap::new(),
        found,
        rules: CheckedRules::default(),
    };
    checker.ids();
    checker.drops();
    for placed in rows {
        checker.needs.steps = 0;
        checker.row(*placed);
        let steps = (placed.row.id().clone(), checker.needs.steps);
        checker.rules.steps.push(steps);
    }
    checker.tables(own, needs.is_some());
    checker.overall();
    if needs.is_none() {
        checker.numbers(own);
        checker.unused_tags(own);
    }
    checker.add_needs();
    (checker.rules, checker.found)
}

/// Returns the rules that the engine plays, and the findings about the rows in force at the levels of `own`.
pub(crate) fn extra_rules<Root: SystemFile + Clone>(own: &Root) -> (CheckedRules, Vec<Diagnostic>) {
    let (rules, mut found) = check(own, None);
    LintLevels::default().apply(own.lints(), &mut found);
    (rules, found)
}

/// Returns the definition of a row, if it is one.
pub(super) fn define(row: AnyRow<'_>) -> Option<scope::RuleDefine> {
    let AnyRow::Define(row) = row else { return None };
    let of = row.of.map(ValueType::from);
    Some(scope::RuleDefine::new(row.id.clone(), of, &row.is))
}

/// Returns the counter of a row, if it is one, as expressions know it.
pub(super) fn counter(row: AnyRow<'_>) -> Option<scope::RuleCounter> {
    let AnyRow::Counter(row) = row else { return None };
    // An empty range is a finding of its own.
    let most = row.most.max(row.least);
    Some(scope::RuleCounter { id: row.id.clone(), of: row.of, least: row.least, most })
}

/// A check of rows.
struct RowChecker<'s, 't, 'd> {
    all: &'s RowsInForce<'s>,
    /// The rows that count.
    rows: &'s [PlacedRow<'s>],
    /// The text of the file.
    text: Option<&'t Places<'d>>,
    /// The scope of expressions that are about no hook, act or moment.
    scope: ExpressionScope<'s>,
    /// The number of definitions checked so far.
    defined: usize,
    needs: RuleNeeds,
    /// The ids of the definitions and counters that expressions name.
    named: BTreeSet<SmolStr>,
    /// The modifiers of each hook.
    in_hooks: BTreeMap<u16, Vec<PlacedRow<'s>>>,
    found: Vec<Diagnostic>,
    rules: CheckedRules,
}

impl<'s> RowChecker<'s, '_, '_> {
    fn vocabulary(&self) -> &'static Vocabulary {
        self.scope.vocabulary
    }

    /// Checks a row alone, and adds it to the rules if it has no error.
    fn row(&mut self, placed: PlacedRow<'s>) {
        match placed.row {
            AnyRow::Define(row) => {
                let number = self.defined;
                self.defined += 1;
                let judged = scope::define(number, &self.scope, &mut self.needs);
                self.judge(RowSpot::key(placed, "is"), &row.is, judged);
            }
            AnyRow::Modifier(row) => self.modifier(placed, row),
            AnyRow::Forbid(row) => self.forbid(placed, row),
            AnyRow::Allow(row) => self.allow(placed, row),
            AnyRow::Counter(row) => self.counter(placed, row),
            AnyRow::Event(row) => self.event(placed, row),
            AnyRow::Score(row) => self.score(placed, row),
            AnyRow::Win(row) => self.win(placed, row),
            AnyRow::Skip(row) => self.skip(placed, row),
            AnyRow::Table(row) => self.table(placed, row),
        }
    }

    /// Returns the name of a row for the engine.
    fn name(&self, placed: PlacedRow<'s>) -> RowName {
        let row = placed.row;
        let name = if row.name().is_empty() { row.id() } else { row.name() };
        let path = RowSpot::row(placed).path(self.all);
        RowName { id: row.id().clone(), name: name.clone(), rule: row.rule().clone(), path }
    }

    /// Notes the problems of an expression, and the names in it.
    fn judge<T>(&mut self, spot: RowSpot<'s>, text: &str, (value, problems): Judged<T>) -> Option<T> {
        for problem in problems {
            self.report(spot, text, problem);
        }
        let named = self.needs.used.drain(..).filter(|used| matches!(used.kind, UsedKind::Counter | UsedKind::Define));
        self.named.extend(named.map(|used| used.name));
        value
    }

    /// Checks the condition of a row, which is always met if the row has none.
    fn condition(
        &mut self,
        placed: PlacedRow<'s>,
        when: Option<&SmolStr>,
        scope: &ExpressionScope<'_>,
    ) -> Option<Term> {
        let Some(text) = when else { return Some(Term::Constant(1)) };
        let judged = scope::condition(text, scope, &mut self.needs);
        self.judge(RowSpot::key(placed, "when"), text, judged)
    }

    /// Checks a number of a row.
    fn number(
        &mut self,
        spot: RowSpot<'s>,
        number: &RuleNumber,
        range: NumberRange<'_>,
        scope: &ExpressionScope<'_>,
    ) -> Option<Term> {
        if let RuleNumber::Whole(whole) = *number {
            if (range.least..=range.most).contains(&whole) {
                return Some(Term::Constant(whole));
            }
            let message = format!("{whole} is out of the range of {}, {} to {}", range.of, range.least, range.most);
            self.refuse(spot, &RULE_RANGE, message, "write a number within the range");
            return None;
        }
        let text = number.to_string();
        let judged = scope::number(&text, range, scope, &mut self.needs);
        self.judge(spot, &text, judged)
    }

    /// Adds what expressions ask of the scenario to the rules.
    fn add_needs(&mut self) {
        let names = self.scope.names;
        let RuleNeeds { tags, terrains, edges, .. } = std::mem::take(&mut self.needs);
        self.rules.units = names.fixed_units(self.vocabulary());
        self.rules.places = names.places.len();
        let known = names.tags();
        self.rules.tags = tags
            .into_iter()
            .map(|tag| {
                let units = known.get(&tag).cloned().unwrap_or_else(|| vec![false; names.units.len()]);
                (tag, units)
            })
            .collect();
        let terrains = terrains.into_iter().map(|word| {
            let hexes = names.terrain_hexes(&word);
            (word, hexes)
        });
        self.rules.terrains = terrains.collect();
        let edges = edges.into_iter().map(|word| {
            let pairs = names.edge_pairs(&word);
            (word, pairs)
        });
        self.rules.edges = edges.collect();
    }
}
