//! The check of modifiers.

use super::super::checked::{CheckedModifier, ModifierChange};
use super::super::findings::{RULE_SYNTAX, RULE_TYPE};
use super::super::lookup::RowWords;
use super::super::rows::{MOST_IN_A_HOOK, ModifierRow, PlacedRow, Rounding, RuleNumber};
use super::super::scope::{ExpressionScope, NumberRange};
use super::super::term::Term;
use super::super::vocabulary::{HookInfo, HookKind};
use super::RowChecker;
use super::findings::{RULE_NO_EFFECT, RULE_ORDER, RULE_TOO_MANY};
use super::spot::RowSpot;
use crate::diagnostic::{list, shown};

/// The greatest numerator and denominator of `times`.
const GREATEST_PART: i32 = 1000;

/// Returns the numerator and the denominator of `times`.
fn fraction(text: &str) -> Option<(i32, i32)> {
    let (by, over) = text.split_once('/').unwrap_or((text, "1"));
    let number = |text: &str| {
        let is_number = (1..=4).contains(&text.len()) && text.bytes().all(|digit| digit.is_ascii_digit());
        text.parse::<i32>().ok().filter(|number| is_number && *number <= GREATEST_PART)
    };
    Some((number(by)?, number(over).filter(|over| *over > 0)?))
}

/// Returns the keys of changes that fit a kind of hook.
fn fitting(kind: HookKind) -> &'static [&'static str] {
    match kind {
        HookKind::Sum => &["add"],
        HookKind::Number => &["add", "times", "at_least", "at_most"],
        HookKind::YesNo => &["be"],
    }
}

impl<'s> RowChecker<'s, '_, '_> {
    pub(super) fn modifier(&mut self, placed: PlacedRow<'s>, row: &'s ModifierRow) {
        let number = match RowWords::Hooks.find(self.vocabulary(), &row.to) {
            Ok(number) => number,
            Err(problem) => return self.report(RowSpot::key(placed, "to"), &row.to, *problem),
        };
        let Some(hook) = self.vocabulary().hooks.get(usize::from(number)) else { return };
        self.count(placed, number, hook);
        let scope = self.scope.of_hook(hook);
        let change = self.change(placed, row, hook, &scope);
        let when = self.condition(placed, row.when.as_ref(), &scope);
        if let (Some(change), Some(when)) = (change, when) {
            let row = self.name(placed);
            self.rules.modifiers.push(CheckedModifier { row, hook: number, change, when });
        }
    }

    /// Notes a modifier beyond the limit of a hook, and a second one that multiplies its number.
    fn count(&mut self, placed: PlacedRow<'s>, number: u16, hook: &HookInfo) {
        let multiplies =
            |placed: &PlacedRow<'_>| matches!(placed.row, super::AnyRow::Modifier(row) if row.times.is_some());
        let others = self.in_hooks.entry(number).or_default();
        let before = others.iter().copied().find(multiplies).filter(|_| multiplies(&placed));
        others.push(placed);
        if others.len() == MOST_IN_A_HOOK + 1 {
            let message = format!("more than {MOST_IN_A_HOOK} rows change `{}`", hook.name);
            self.refuse(RowSpot::key(placed, "to"), &RULE_TOO_MANY, message, "join rows that differ in a number only");
        }
        if let Some(before) = before {
            let spot = RowSpot::key(placed, "times");
            let message = format!("{} multiplies `{}` as well, before this rule", shown(before.row.id()), hook.name);
            if self.is_own(spot) {
                let finding =
                    self.at(spot, &RULE_ORDER, message).help("join the two, or allow the finding if it is meant");
                self.found.push(finding.related(RowSpot::row(before).path(self.all), "the other one"));
            }
        }
    }

    /// Checks the change of a modifier.
    fn change(
        &mut self,
        placed: PlacedRow<'s>,
        row: &'s ModifierRow,
        hook: &'static HookInfo,
        scope: &ExpressionScope<'_>,
    ) -> Option<ModifierChange> {
        let has = [
            ("add", row.add.is_some()),
            ("times", row.times.is_some()),
            ("at_least", row.at_least.is_some()),
            ("at_most", row.at_most.is_some()),
            ("be", row.be.is_some()),
        ];
        let has: Vec<&'static str> = has.into_iter().filter(|(_, has)| *has).map(|(key, _)| key).collect();
        let fitting = fitting(hook.kind);
        let choice = list(fitting.iter().copied());
        let key = match has.as_slice() {
            [key] => *key,
            [] => {
                self.refuse(RowSpot::row(placed), &RULE_TYPE, "the rule changes nothing", &format!("write {choice}"));
                return None;
            }
            [first, second, ..] => {
                let message = format!("a rule has one change, not `{first}` and `{second}`");
                self.refuse(RowSpot::key(placed, second), &RULE_TYPE, message, "write a row for each");
                return None;
            }
        };
        let spot = RowSpot::key(placed, key);
        if !fitting.contains(&key) {
            let what = match hook.kind {
                HookKind::Sum => "a sum of modifiers",
                HookKind::Number => "a number",
                HookKind::YesNo => "an answer of yes or no",
            };
            let message = format!("`{}` is {what}, which has no `{key}`", hook.name);
            self.refuse(spot, &RULE_TYPE, message, &format!("write {choice}"));
            return None;
        }
        if row.round.is_some() && row.times.is_none() {
            let message = "only the result of `times` is made whole";
            self.warn(RowSpot::key(placed, "round"), &RULE_NO_EFFECT, message, "remove `round`");
        }
        if let Some(times) = &row.times {
            return self.times(spot, times, row.round);
        }
        if let Some(be) = row.be {
            return Some(ModifierChange::Be(be));
        }
        let limits = NumberRange { least: hook.least, most: hook.most, of: hook.phrase };
        let room = hook.most.saturating_sub(hook.least);
        let steps = match hook.kind {
            HookKind::Number => NumberRange { least: -room, most: room, ..limits },
            HookKind::Sum | HookKind::YesNo => limits,
        };
        let (number, range, idle): (&RuleNumber, _, i32) = match (&row.add, &row.at_least, &row.at_most) {
            (Some(add), ..) => (add, steps, 0),
            (_, Some(least), _) => (least, limits, hook.least),
            (_, _, Some(most)) => (most, limits, hook.most),
            (None, None, None) => return None,
        };
        let term = self.number(spot, number, range, scope)?;
        if term == Term::Constant(idle) {
            let message = format!("`{key} = {idle}` changes nothing");
            self.warn(spot, &RULE_NO_EFFECT, message, "write another number, or remove the rule");
        }
        Some(match key {
            "add" => ModifierChange::Add(term),
            "at_least" => ModifierChange::AtLeast(term),
            _ => ModifierChange::AtMost(term),
        })
    }

    fn times(&mut self, spot: RowSpot<'s>, times: &str, round: Option<Rounding>) -> Option<ModifierChange> {
        let Some((by, over)) = fraction(times) else {
            let message = format!("{} is no fraction", shown(times));
            let help = "write a fraction such as \"1/2\", of numbers up to 1000";
            self.refuse(spot, &RULE_SYNTAX, message, help);
            return None;
        };
        if by == over {
            let message = format!("to multiply by {times} changes nothing");
            self.warn(spot, &RULE_NO_EFFECT, message, "write another fraction, or remove the rule");
        }
        Some(ModifierChange::Times { by, over, up: round == Some(Rounding::Up) })
    }
}
