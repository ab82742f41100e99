//! Short ways to write charts.

use battlewright_engine::game::Rule;

use crate::amount::Amount;
use crate::chart::{ChartKind, ListChart, ListRow, Modifier, OddsChart, OddsRow, Step, StepPhase};
use crate::phrase::{Phrase, Span, cited};

/// Returns a list of `rows` under `heads`.
pub(super) fn list<const N: usize>(heads: [&str; N], rows: impl IntoIterator<Item = [Phrase; N]>) -> ChartKind {
    let rows = rows.into_iter().map(|cells| ListRow { group: String::new(), cells: cells.into() });
    ChartKind::List(ListChart { heads: heads.map(str::to_owned).into(), rows: rows.collect() })
}

/// Returns results by a number or a roll: the first cell of each row is when it holds.
pub(super) fn odds<const N: usize>(heads: [&str; N], rows: impl IntoIterator<Item = [Phrase; N]>) -> ChartKind {
    let rows = rows.into_iter().filter_map(|cells| {
        let mut cells = cells.into_iter();
        Some(OddsRow { when: cells.next()?, cells: cells.collect() })
    });
    ChartKind::Odds(OddsChart { heads: heads.map(str::to_owned).into(), rows: rows.collect() })
}

/// Returns a modifier.
pub(super) fn modifier(amount: Amount, whose: impl Into<Phrase>, when: impl Into<Phrase>, rule: Rule) -> Modifier {
    Modifier { amounts: vec![amount], whose: whose.into(), when: when.into(), rule }
}

/// Returns a step of the sequence of play.
pub(super) fn step(name: &str, who: impl Into<Phrase>, what: impl Into<Phrase>, rules: &[Rule]) -> Step {
    Step { name: name.to_owned(), who: who.into(), what: what.into(), rules: rules.to_vec() }
}

/// Returns a phase of the sequence of play.
pub(super) fn phase(title: &str, steps: Vec<Step>) -> StepPhase {
    StepPhase { title: title.to_owned(), steps }
}

/// Returns the numbers of rules for a column of a list.
pub(super) fn by(rules: &[Rule]) -> Phrase {
    cited(rules)
}

/// Returns one of two texts.
pub(super) fn either(yes: bool, then: impl Into<Span>, otherwise: impl Into<Span>) -> Span {
    if yes { then.into() } else { otherwise.into() }
}

/// Returns abbreviations with their meanings, in the order of the alphabet.
pub(super) fn key(entries: impl IntoIterator<Item = (&'static str, Phrase)>) -> ChartKind {
    let mut entries: Vec<(String, Phrase)> =
        entries.into_iter().map(|(short, meaning)| (short.to_owned(), meaning)).collect();
    entries.sort_by_key(|(short, _)| short.to_lowercase());
    ChartKind::Key(entries)
}
