//! The output of many games.

use std::io::{self, Write};
use std::path::{Path, PathBuf};

use battlewright_balance::{OpenedPlan, Part, Report, Table};
use clap::{Args, ValueEnum};
use serde::Serialize;

use crate::console::{Console, Failure, Verdict};
use crate::output;

#[derive(Debug, Args)]
pub(super) struct Output {
    /// The format of the report
    #[arg(long, value_enum, default_value_t = OutputFormat::Table)]
    pub(super) format: OutputFormat,
    /// Write one row per game to this CSV file
    #[arg(long, value_name = "FILE")]
    csv: Option<PathBuf>,
    /// Write the report to this file as a self-contained web page with plots and the map
    #[arg(long, value_name = "FILE")]
    pub(super) html: Option<PathBuf>,
    /// Write one row per game to this Parquet file (requires a build with `--features parquet`)
    #[arg(long, value_name = "FILE")]
    parquet: Option<PathBuf>,
}

#[derive(Clone, Copy, Debug, ValueEnum)]
pub(crate) enum OutputFormat {
    /// For people
    Table,
    /// For programs
    Json,
}

impl Output {
    /// Returns the output files.
    ///
    /// # Errors
    /// A Parquet file is requested, but the program was built without the feature.
    pub(super) fn files(&self) -> Result<impl Iterator<Item = &Path>, Failure> {
        if self.parquet.is_some() && !cfg!(feature = "parquet") {
            return Err(Failure::new("this program was built without support for Parquet files").help(
                "write the same rows with --csv FILE, or build the program with Parquet: \
                 cargo install --path cli --features parquet",
            ));
        }
        Ok([&self.csv, &self.html, &self.parquet].into_iter().filter_map(Option::as_deref))
    }

    /// Writes the report on the games of `part` to all requested outputs.
    ///
    /// # Errors
    /// A file cannot be written.
    pub(super) fn write(
        &self,
        report: &Report,
        opened: &OpenedPlan,
        part: &Part,
        console: &mut Console,
    ) -> Result<Verdict, Failure> {
        print(report, Report::text, self.format, console)?;
        write(self.html.as_deref(), |to| to.write_all(report.html(&opened.scenario).as_bytes()))?;
        if self.csv.is_some() || self.parquet.is_some() {
            let table = Table::of(report, &part.records);
            write(self.csv.as_deref(), |to| table.csv(to))?;
            #[cfg(feature = "parquet")]
            write(self.parquet.as_deref(), |to| table.parquet(to))?;
        }
        Ok(if report.broken.is_empty() { Verdict::Clean } else { Verdict::Findings })
    }
}

/// Writes the output of `into` to the file at `path`, if given.
pub(super) fn write(path: Option<&Path>, into: impl FnOnce(&mut Vec<u8>) -> io::Result<()>) -> Result<(), Failure> {
    let Some(path) = path else { return Ok(()) };
    let mut bytes = Vec::new();
    into(&mut bytes)?;
    output::write(path, &bytes)
}

/// Prints results as text or as JSON.
pub(crate) fn print<T: Serialize>(
    found: &T,
    text: fn(&T) -> String,
    format: OutputFormat,
    to: &mut Console,
) -> Result<(), Failure> {
    match format {
        OutputFormat::Table => write!(to, "{}", text(found))?,
        OutputFormat::Json => {
            serde_json::to_writer_pretty(&mut *to, found).map_err(io::Error::from)?;
            writeln!(to)?;
        }
    }
    Ok(())
}
