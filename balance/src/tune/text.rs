//! The result of a tuning as text.

use std::fmt::Write as _;

use crate::figures::{interval, percent};
use crate::text::table;

use super::{Tuned, TuningVerdict};

impl TuningVerdict {
    /// Returns the verdict in words.
    pub fn words(self) -> &'static str {
        match self {
            Self::Better => {
                "better: the new weights win with seeds that the search has not seen, and lose in no scenario"
            }
            Self::Mixed => "mixed: the new weights win in all, but lose in a scenario",
            Self::Unsettled => "not settled: the new weights may be as good as the old ones",
            Self::Worse => "worse: the new weights lose",
            Self::Unchanged => "unchanged: the search has ended where it began",
            Self::Interrupted => "interrupted: the new weights were not tried to the end",
        }
    }
}

impl Tuned {
    /// Formats the changed weights and the trial as text with aligned columns.
    pub fn text(&self) -> String {
        let mut text = String::new();
        // Text in memory cannot fail.
        let _ = self.write(&mut text);
        text
    }

    fn write(&self, to: &mut String) -> std::fmt::Result {
        let pairs = self.old.weights().iter().zip(self.new.weights());
        let changed: Vec<Vec<String>> = pairs
            .filter(|(old, new)| old.value != new.value)
            .map(|(old, new)| {
                let range = format!("{} to {}", new.least, new.most);
                vec![new.name.clone(), old.value.to_string(), new.value.to_string(), range, new.note.clone()]
            })
            .collect();
        writeln!(
            to,
            "{} of {} weights changed after {} games",
            changed.len(),
            self.old.weights().len(),
            self.searched
        )?;
        table(to, &["weight", "old", "new", "range", "meaning"], &changed)?;
        if self.trial.games() > 0 {
            let line = |name: &str, games: usize, share: &crate::stats::Estimate| {
                vec![name.to_owned(), games.to_string(), percent(share.value), interval(share)]
            };
            let mut rows: Vec<Vec<String>> = self
                .trial
                .scenarios
                .iter()
                .map(|scenario| line(&scenario.name, scenario.games(), &scenario.share()))
                .collect();
            if rows.len() > 1 {
                rows.push(line("all", self.trial.games(), &self.trial.share()));
            }
            table(to, &["new against old", "games", "score", "anytime 95 %"], &rows)?;
            let [up, down] = self.trial.signs();
            writeln!(to, "\n{up} pairs won, {down} lost, p = {:.3}", self.trial.chance())?;
        }
        writeln!(to, "{}", self.verdict.words())
    }
}
