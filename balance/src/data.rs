//! The games as rows for spreadsheets and data frames, one row per game.

#[cfg(feature = "parquet")]
mod parquet;

use std::io::Write;

use crate::record::{End, Record};
use crate::report::Report;
use crate::verdict::Verdict;

/// The games of a run as a table: named columns of equal length.
#[derive(Clone, Debug, PartialEq)]
pub struct Table {
    /// The columns.
    pub columns: Vec<Column>,
}

/// A column of a [`Table`].
#[derive(Clone, Debug, PartialEq)]
pub struct Column {
    /// The heading, in snake case.
    pub name: String,
    /// The values in it.
    pub values: Values,
}

/// The values in a column.
#[derive(Clone, Debug, PartialEq)]
pub enum Values {
    /// Whole numbers.
    Numbers(Vec<i64>),
    /// Floating-point numbers.
    Reals(Vec<f64>),
    /// Texts; empty for none.
    Texts(Vec<String>),
}

impl Table {
    /// Tabulates the games `records` of `report`: outcome, points by side and source, turns, decisions, dice, resources
    /// spent, and the harm to each side's units.
    pub fn of(report: &Report, records: &[Record]) -> Self {
        let mut columns = Vec::new();
        let mut numbers = |name: &str, of: &dyn Fn(&Record) -> i64| {
            let values = Values::Numbers(records.iter().map(of).collect());
            columns.push(Column { name: name.to_owned(), values });
        };
        // A seed beyond the largest `i64` wraps; no run has that many games.
        numbers("seed", &|record| record.seed.cast_signed());
        numbers("turn", &|record| record.turn.into());
        for side in [0, 1] {
            let of = side + 1;
            numbers(&format!("points_{of}"), &|record| record.outcome().map_or(0, |end| end.points[side].into()));
            for (at, source) in report.sources.iter().enumerate() {
                let name = format!("points_{of}_{}", source.name.replace(' ', "_"));
                numbers(&name, &|record| record.sources.get(at).map_or(0, |points| points[side].into()));
            }
            numbers(&format!("decisions_{of}"), &|record| record.decisions[side].into());
            for (at, resource) in report.resources.iter().enumerate() {
                let name = format!("{}_{of}", resource.name.replace(' ', "_"));
                numbers(&name, &|record| record.spent.get(at).map_or(0, |spent| spent[side].into()));
            }
            for (at, harm) in report.harms.iter().enumerate() {
                let name = format!("{}_{of}", harm.replace(' ', "_"));
                numbers(&name, &|record| {
                    let units = record.units.iter().zip(&report.units);
                    let ours = units.filter(|(_, unit)| unit.side.index() == side);
                    ours.map(|(fate, _)| i64::from(fate.harmed(at))).sum()
                });
            }
        }
        numbers("rolls", &|record| record.rolls.into());
        numbers("fights", &|record| record.fights.iter().map(|(_, _, times)| i64::from(*times)).sum());
        #[expect(clippy::cast_precision_loss, reason = "values of positions are small")]
        let luck = records.iter().map(|record| record.luck.iter().sum::<i64>() as f64 / 1000.0).collect();
        columns.push(Column { name: "luck_1".to_owned(), values: Values::Reals(luck) });
        let text = |name: &str, of: &dyn Fn(&Record) -> String| Column {
            name: name.to_owned(),
            values: Values::Texts(records.iter().map(of).collect()),
        };
        let winner = text("winner", &|record| match record.outcome() {
            None => String::new(),
            Some(outcome) => outcome.winner.map_or("nobody", |side| &report.sides[side.index()]).to_owned(),
        });
        let level = text("level", &|record| {
            let Some(end) = record.outcome() else { return String::new() };
            let same = |verdict: &&Verdict| (verdict.winner, verdict.degree) == (end.winner, end.level);
            report.verdicts.iter().find(same).map_or_else(|| end.level.to_string(), |verdict| verdict.level.clone())
        });
        let broken = text("broken", &|record| match &record.end {
            End::Over(_) => String::new(),
            End::Broken(why) => why.clone(),
        });
        columns.splice(1..1, [winner, level]);
        columns.push(broken);
        Self { columns }
    }

    /// Returns the number of rows.
    pub fn rows(&self) -> usize {
        self.columns.first().map_or(0, |column| match &column.values {
            Values::Numbers(values) => values.len(),
            Values::Reals(values) => values.len(),
            Values::Texts(values) => values.len(),
        })
    }

    /// Writes the table as CSV with a header row.
    ///
    /// # Errors
    /// `to` cannot be written.
    pub fn csv(&self, to: impl Write) -> std::io::Result<()> {
        let mut writer = csv::Writer::from_writer(to);
        writer.write_record(self.columns.iter().map(|column| &column.name))?;
        for row in 0..self.rows() {
            writer.write_record(self.columns.iter().map(|column| match &column.values {
                Values::Numbers(values) => values[row].to_string(),
                Values::Reals(values) => values[row].to_string(),
                Values::Texts(values) => values[row].clone(),
            }))?;
        }
        writer.flush()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::Part;
    use crate::testing::{played, tutorial};

    #[test]
    fn every_game_is_a_row_of_every_column() {
        let plan = tutorial();
        let opened = plan.open().unwrap();
        let part = Part { records: played(&plan), ..Part::new(&opened, plan, None) };
        let report = Report::of(&opened, &part, crate::stats::Sampling::Fixed);
        let table = Table::of(&report, &part.records);
        assert_eq!(table.rows(), 40);
        let mut csv = Vec::new();
        table.csv(&mut csv).unwrap();
        let mut reader = csv::Reader::from_reader(&csv[..]);
        let heading = reader.headers().unwrap().clone();
        assert_eq!(&heading.iter().collect::<Vec<_>>()[..4], ["seed", "winner", "level", "turn"]);
        let rows: Vec<_> = reader.records().map(Result::unwrap).collect();
        assert_eq!(rows.len(), 40);
        let column = |name: &str| heading.iter().position(|heading| heading == name).unwrap();
        let points = |name: &str| rows.iter().map(|row| row[column(name)].parse::<f64>().unwrap()).sum::<f64>() / 40.0;
        assert!((points("points_1") - report.points[0].mean).abs() < 1e-9);
        assert!((points("points_2_victory_hexes_held") - report.sources[1].points[1]).abs() < 1e-9);
        #[cfg(feature = "parquet")]
        {
            let mut parquet = Vec::new();
            table.parquet(&mut parquet).unwrap();
            // The content is checked by other programs.
            assert!(parquet.starts_with(b"PAR1") && parquet.ends_with(b"PAR1"));
        }
    }
}
