//! Points and conditions of victory in rows.

use battlewright_schema::rule::term::Term;
use battlewright_schema::rule::{CheckedRules, WinTime};

use super::Extra;
use super::rows::{ExtraRules, RowIx, RowKind};
use super::run::{Given, RuleFacts, Run};
use super::tally::hear;
use super::value::side_of_value;
use crate::game::{Level, Rule, Side};

/// A row of points.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowScore {
    row: RowIx,
    side: Side,
    points: Term,
    when: Term,
}

/// A condition of victory.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct RowWin {
    row: RowIx,
    side: Side,
    level: Option<String>,
    at: WinTime,
    when: Term,
}

/// A victory by a row.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct WonByRow<'r> {
    /// The row, as logs cite it.
    pub rule: Rule,
    /// The side that wins.
    pub side: Side,
    /// The level of the victory.
    pub level: Option<&'r str>,
}

impl WonByRow<'_> {
    /// Returns the level of the victory as an outcome has it: a plain victory for none, and for a name of another system.
    pub fn outcome_level(&self) -> Level {
        match self.level {
            Some("minor") => Level::Minor,
            Some("major") => Level::Major,
            Some("overwhelming") => Level::Overwhelming,
            _ => Level::Victory,
        }
    }
}

impl ExtraRules {
    pub(super) fn add_victory(&mut self, checked: &CheckedRules) {
        for score in &checked.scores {
            let row = self.add(RowKind::Score, &score.row, "");
            let side = side_of_value(score.side.into());
            self.scores.push(RowScore { row, side, points: score.points.clone(), when: score.when.clone() });
        }
        for win in &checked.wins {
            let row = self.add(RowKind::Win, &win.row, "");
            let side = side_of_value(win.side.into());
            let level = win.level.as_ref().map(ToString::to_string);
            self.wins.push(RowWin { row, side, level, at: win.at, when: win.when.clone() });
        }
    }

    /// Calls `found` with each row of points that counts now, its side and the points.
    pub fn each_score<F: RuleFacts>(&self, facts: &F, mut found: impl FnMut(Rule, Side, i32)) {
        let given = Given::of([]);
        let mut run = Run::new(self, facts, &given);
        for score in &self.scores {
            if run.holds(&score.when) {
                let points = run.value(&score.points);
                if let Some(row) = self.row(score.row) {
                    hear(score.row);
                    found(row.rule, score.side, points);
                }
            }
        }
    }

    /// Returns the first victory that is checked at `time` and whose condition holds.
    pub fn win<F: RuleFacts>(&self, facts: &F, time: WinTime) -> Option<WonByRow<'_>> {
        let given = Given::of([]);
        let mut run = Run::new(self, facts, &given);
        let won = self.wins.iter().find(|win| win.at == time && run.holds(&win.when))?;
        hear(won.row);
        Some(WonByRow { rule: self.row(won.row)?.rule, side: won.side, level: won.level.as_deref() })
    }
}

impl Extra {
    /// Returns the points of rows for both sides.
    pub fn points<F: RuleFacts>(&self, facts: &F) -> [i32; 2] {
        let mut points = [0_i32; 2];
        if let Some(rules) = self.get() {
            rules.each_score(facts, |_, side, more| {
                points[side.index()] = points[side.index()].saturating_add(more);
            });
        }
        points
    }

    /// Returns the victory by a row that is checked at `time`.
    #[inline]
    pub fn win<F: RuleFacts>(&self, facts: &F, time: WinTime) -> Option<WonByRow<'_>> {
        self.get().filter(|rules| !rules.wins.is_empty())?.win(facts, time)
    }
}
