//! The output of `resolve`: the result in words, or as JSON.

use std::fmt::Write as _;
use std::hash::{BuildHasher as _, Hasher as _, RandomState};
use std::io::Write as _;

use battlewright_engine::systems::outrance::resolver::{Resolver, ResolverAnswer, ResolverOdds, ResolverOutcome};
use clap::Args;
use serde_json::{Map, Value, json};

use crate::console::{Console, Failure};
use crate::playtest::OutputFormat;

/// The number of seeds among which one is drawn if none is given: short enough to be typed again.
pub(super) const SEEDS: u64 = 1_000_000;

#[derive(Clone, Copy, Debug, Args)]
pub(super) struct ResolveOutput {
    /// Also print the exact percentages with their modifiers
    #[arg(long)]
    pub(super) percentages: bool,
    /// The seed of the dice; by default, another one each time
    #[arg(long, value_name = "N")]
    pub(super) seed: Option<u64>,
    /// The format of the result
    #[arg(long, value_enum, default_value_t = OutputFormat::Table)]
    pub(super) format: OutputFormat,
}

impl ResolveOutput {
    /// Returns the given seed, or a new one.
    pub(super) fn seed(self) -> u64 {
        self.seed.unwrap_or_else(|| RandomState::new().build_hasher().finish() % SEEDS)
    }

    /// Returns the result as text.
    pub(super) fn text(self, resolver: &Resolver<'_>, answer: &ResolverAnswer, seed: u64) -> String {
        let mut text = format!("{}\n\n", resolver.summary());
        for line in &answer.text {
            text += line;
            text.push('\n');
        }
        text.push('\n');
        let rolls: Vec<String> = answer.rolls.iter().map(|roll| format!("{} {}", roll.name, roll.roll)).collect();
        let rolls = if rolls.is_empty() { "none".to_owned() } else { rolls.join(", ") };
        // Writing to a text cannot fail.
        let _ = writeln!(text, "Rolls: {rolls} (seed {seed})");
        if self.percentages {
            text += &percentages(&answer.odds);
        }
        text
    }

    /// Returns the result for programs.
    pub(super) fn json(self, resolver: &Resolver<'_>, answer: &ResolverAnswer, seed: u64) -> Value {
        let rolls = answer.rolls.iter().map(|roll| (roll.name.replace(' ', "_"), json!(roll.roll)));
        let mut all = json!({
            "action": resolver.summary(),
            "outcome": answer.outcome.name(),
            "effects": effects(answer.outcome),
            "text": answer.text,
            "rolls": rolls.collect::<Map<String, Value>>(),
            "seed": seed,
        });
        if let Some(all) = all.as_object_mut().filter(|_| self.percentages) {
            all.insert("percentages".to_owned(), answer.odds.iter().map(odds_json).collect());
        }
        all
    }
}

/// Returns the effects on the units by their codes in the tables, such as `B6`.
fn effects(outcome: ResolverOutcome) -> Value {
    match outcome {
        ResolverOutcome::Fire(effect) => json!({ "target": effect }),
        ResolverOutcome::Stopped(result) => json!({ "actor": result }),
        ResolverOutcome::CloseCombat(fight) => json!({ "target": fight.target, "actor": fight.actor }),
        ResolverOutcome::Order(_) | ResolverOutcome::OutOfRange | ResolverOutcome::Regroup(_) => json!({}),
    }
}

/// Returns the chances as text, a paragraph for each step.
pub(super) fn percentages(all: &[ResolverOdds]) -> String {
    let mut text = String::new();
    for odds in all {
        let basis = odds.basis.as_ref().map_or_else(String::new, |basis| format!(": {basis}"));
        let width = odds.chances.iter().map(|chance| chance.result.chars().count()).max().unwrap_or(0);
        // Writing to a text cannot fail.
        let _ = writeln!(text, "\n{}{basis}", odds.name);
        for chance in &odds.chances {
            let _ = writeln!(text, "  {:<width$}  {}", chance.result, chance.percent());
        }
    }
    text
}

/// Returns the chances of a step for programs.
pub(super) fn odds_json(odds: &ResolverOdds) -> Value {
    let results = odds.chances.iter();
    let results = results
        .map(|chance| json!({ "result": chance.result, "percent": f64::from(chance.millionths) / 10_000.0 }))
        .collect::<Vec<_>>();
    let basis = odds.basis.as_ref().map(|basis| {
        let modifiers = basis.modifiers.iter();
        let modifiers = modifiers.map(|modifier| json!({ "name": modifier.name, "value": modifier.value }));
        json!({
            "unit": if basis.is_percent { "percent" } else { "index" },
            "base": basis.base,
            "modifiers": modifiers.collect::<Vec<_>>(),
            "total": basis.total,
        })
    });
    json!({ "step": odds.name, "basis": basis, "results": results })
}

/// Prints a value as JSON.
pub(super) fn print_json(value: &Value, console: &mut Console) -> Result<(), Failure> {
    let text = serde_json::to_string_pretty(value)
        .map_err(|error| Failure::new(format!("cannot write the result as JSON: {error}")))?;
    Ok(writeln!(console, "{text}")?)
}
