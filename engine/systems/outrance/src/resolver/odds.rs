//! The exact chances of an action, with their modifiers by name.

use std::fmt;

use super::fields::ResolverAction;
use super::questions::ResolverQuestion;
use super::{Resolver, sentences};
use crate::rules::c03_orders::{OrderFate, order_chances};
use crate::rules::c06_fire_results::fire_chances;
use crate::rules::c07_assault_results::{AssaultResult, chances_at};
use crate::rules::calculation::{NamedChange, TableIndex};

/// All of a hundred percent, in millionths.
const WHOLE: u32 = 1_000_000;
/// A percent in millionths.
const PERCENT: u32 = 10_000;

/// A modifier of an index or of a chance.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct ResolverModifier {
    /// The name, such as `"target disordered"`.
    pub name: &'static str,
    /// The change; never 0.
    pub value: i16,
}

/// The calculation that leads to chances.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolverBasis {
    /// `true` if the numbers are percents; else they are indices of rows of a table.
    pub is_percent: bool,
    /// The number before modifiers.
    pub base: u8,
    /// The modifiers that are not 0, in the order of the rules.
    pub modifiers: Vec<ResolverModifier>,
    /// The number after modifiers, kept within the table or the limits.
    pub total: u8,
}

impl ResolverBasis {
    fn of_index(index: &TableIndex) -> Self {
        let total = u8::try_from(index.index).unwrap_or(u8::MAX);
        Self { is_percent: false, base: index.base, modifiers: modifiers(&index.changes), total }
    }
}

/// Writes the calculation, such as `index 6, not frontal -4 = 2` or `65 %, general +25 = 90 %`.
impl fmt::Display for ResolverBasis {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let (before, after) = if self.is_percent { ("", " %") } else { ("index ", "") };
        write!(f, "{before}{}{after}", self.base)?;
        for modifier in &self.modifiers {
            write!(f, ", {} {:+}", modifier.name, modifier.value)?;
        }
        if self.modifiers.is_empty() { Ok(()) } else { write!(f, " = {}{after}", self.total) }
    }
}

fn modifiers(changes: &[NamedChange]) -> Vec<ResolverModifier> {
    changes.iter().map(|change| ResolverModifier { name: change.name, value: change.value }).collect()
}

/// The chance of a result.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolverChance {
    /// The result in words, such as `"disordered, falls back 6 inches"`.
    pub result: String,
    /// The exact chance in millionths: 10,000 are a percent.
    pub millionths: u32,
}

impl ResolverChance {
    fn percents(result: impl Into<String>, percents: u32) -> Self {
        Self { result: result.into(), millionths: percents * PERCENT }
    }

    /// Returns the chance as text, such as `"19.25 %"`.
    pub fn percent(&self) -> String {
        percent(self.millionths)
    }
}

/// Returns millionths as a text in percent, such as `"19.25 %"`.
///
/// ```
/// use battlewright_outrance::resolver::percent;
///
/// assert_eq!([350_000, 192_500, 5, 1_000_000].map(percent), ["35 %", "19.25 %", "0.0005 %", "100 %"]);
/// ```
pub fn percent(millionths: u32) -> String {
    let (whole, rest) = (millionths / PERCENT, millionths % PERCENT);
    let decimals = format!("{rest:04}");
    match decimals.trim_end_matches('0') {
        "" => format!("{whole} %"),
        decimals => format!("{whole}.{decimals} %"),
    }
}

/// The exact chances of one step of an action. They add up to a million millionths.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct ResolverOdds {
    /// The name of the step, such as `"Close combat"`.
    pub name: &'static str,
    /// The calculation; `None` if the chances need none.
    pub basis: Option<ResolverBasis>,
    /// The results with a chance, from the mildest for the unit concerned to the worst.
    pub chances: Vec<ResolverChance>,
}

impl Resolver<'_> {
    /// Returns the exact chances of the action, a list for each step.
    ///
    /// # Errors
    /// The next question that must be answered before the chances are known.
    pub fn odds(&self) -> Result<Vec<ResolverOdds>, ResolverQuestion> {
        if let Some(question) = self.question_for_odds() {
            return Err(question);
        }
        let mut odds = Vec::new();
        if self.action.is_order() {
            odds.push(self.order_odds(self.replied(ResolverQuestion::GeneralNear)?));
        }
        match self.action {
            ResolverAction::Deploy | ResolverAction::Maneuver | ResolverAction::March => {}
            ResolverAction::DeployedFire | ResolverAction::AdvancingFire => odds.push(self.fire_odds()),
            ResolverAction::Assault => {
                let (frontal, demoralized) = (self.replied(ResolverQuestion::Frontal)?, self.is_target_demoralized()?);
                odds.extend(self.assault_odds(frontal, demoralized));
            }
            ResolverAction::Regroup => odds.extend(self.regroup_odds()?),
        }
        Ok(odds)
    }

    fn order_odds(&self, general: bool) -> ResolverOdds {
        let chances = order_chances(&self.rules.tables, self.order(general));
        let name = if general { "Order, with a general near" } else { "Order, without a general" };
        let chances = chances.into_iter().filter(|(_, percent)| *percent > 0).map(|(fate, percent)| {
            let result = match fate {
                OrderFate::Received => "received",
                OrderFate::Delayed => "delayed",
                OrderFate::Lost => "lost",
            };
            ResolverChance::percents(result, percent.into())
        });
        ResolverOdds { name, basis: None, chances: chances.collect() }
    }

    fn fire_odds(&self) -> ResolverOdds {
        let name = "Fire";
        let Some(index) = self.fire_index() else {
            return ResolverOdds { name, basis: None, chances: vec![ResolverChance::percents("out of range", 100)] };
        };
        let chances = fire_chances(self.rules, index.index, self.target_status(false)).into_iter();
        let chances = chances
            .map(|(effect, percent)| ResolverChance::percents(sentences::effect(effect), percent.into()))
            .collect();
        ResolverOdds { name, basis: Some(ResolverBasis::of_index(&index)), chances }
    }

    fn assault_odds(&self, frontal: bool, demoralized: bool) -> Vec<ResolverOdds> {
        let case = self.assault(frontal, demoralized);
        let odds = case.and_then(|case| Some(chances_at(self.rules, &case, self.assault_indices(&case)?)));
        let Some(odds) = odds else { return Vec::new() };
        let two = |good: &str, bad: &str, good_percent: u32| {
            let chances = [(good, good_percent), (bad, 100 - good_percent.min(100))];
            let chances = chances.into_iter().filter(|(_, percent)| *percent > 0);
            chances.map(|(result, percent)| ResolverChance::percents(result, percent)).collect()
        };
        let home = 100 - u32::from(odds.stopped.min(100));
        let won = u32::from(self.rules.tables.close_combat_won.percent.get(odds.combat.index).copied().unwrap_or(0));
        let results = odds.results.iter().map(|(result, share)| {
            let result = match result {
                AssaultResult::Stopped(result) => sentences::stopped(*result).to_owned(),
                AssaultResult::CloseCombat(fight) => sentences::fight(fight),
            };
            ResolverChance { result, millionths: *share }
        });
        vec![
            ResolverOdds {
                name: "Fire against the assault",
                basis: Some(ResolverBasis::of_index(&odds.stop)),
                chances: two("the assault goes home", "the assault is stopped", home),
            },
            ResolverOdds {
                name: "Close combat, if the assault goes home",
                basis: Some(ResolverBasis::of_index(&odds.combat)),
                chances: two("the actor wins", "the target wins", won.min(100)),
            },
            ResolverOdds { name: "Results, if the assault is made", basis: None, chances: results.collect() },
        ]
    }

    fn regroup_odds(&self) -> Result<Option<ResolverOdds>, ResolverQuestion> {
        let Some(chance) = self.regroup_chance(&self.regroup_case()?) else { return Ok(None) };
        let basis = ResolverBasis {
            is_percent: true,
            base: chance.base,
            modifiers: modifiers(&chance.changes),
            total: chance.percent,
        };
        let percent = u32::from(chance.percent.min(100));
        let chances = [("regroups", percent), ("does not regroup", 100 - percent)];
        let chances = chances.into_iter().filter(|(_, percent)| *percent > 0);
        let chances = chances.map(|(result, percent)| ResolverChance::percents(result, percent)).collect();
        Ok(Some(ResolverOdds { name: "Regrouping", basis: Some(basis), chances }))
    }
}

/// Returns a chance of `favorable` in `of` in millionths, rounded to the nearest.
pub(super) fn share(favorable: u32, of: u32) -> u32 {
    let of = u64::from(of.max(1));
    let share = (u64::from(favorable) * u64::from(WHOLE) + of / 2) / of;
    u32::try_from(share).unwrap_or(WHOLE).min(WHOLE)
}
