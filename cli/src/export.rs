//! `export`: a scenario as things that other people's programs show.

use std::io::Write as _;
use std::path::PathBuf;

use battlewright_export::{Format, Order, Refusal, export};
use clap::Args;
use clap::builder::{PossibleValuesParser, TypedValueParser};

use crate::console::{Console, Failure, Verdict};
use crate::files;

/// Write a scenario as a picture, a page, a module or a table
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Export {
    /// The scenario
    file: PathBuf,
    /// What to write it as; the end of the output's name tells, if this does not
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    to: Option<Format>,
    /// The file to write; what was there is replaced
    #[arg(long, value_name = "PATH")]
    out: PathBuf,
    /// How wide a hex is in a picture, in pixels from side to side
    #[arg(long, value_name = "PIXELS", default_value_t = 72.0, value_parser = hex)]
    hex: f32,
    /// Leave out the numbers of the hexes
    #[arg(long)]
    no_numbers: bool,
    /// Leave out the counters
    #[arg(long)]
    no_units: bool,
    /// Leave out the lines between hexes
    #[arg(long)]
    no_grid: bool,
    /// Leave out entries, exits, setup zones and victory hexes
    #[arg(long)]
    no_marks: bool,
}

const EXAMPLES: &str = "\
Exit status: 0 written, 2 the scenario cannot be read or the file not written.

Examples:
  battlewright export my-battle.toml --out map.svg
  battlewright export my-battle.toml --out map.png --hex 120 --no-units
  battlewright export my-battle.toml --out units.xlsx
  battlewright export my-battle.toml --to png --out map-of-my-battle";

fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.map(Format::name))
        .map(|name| Format::ALL.into_iter().find(|format| format.name() == name).unwrap_or(Format::Svg))
}

fn hex(text: &str) -> Result<f32, String> {
    let pixels = text.parse::<f32>().map_err(|error| error.to_string())?;
    if (2.0..=2000.0).contains(&pixels) { Ok(pixels) } else { Err("from 2 to 2000 pixels".to_owned()) }
}

impl Export {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let scenario = files::scenario(&self.file)?;
        let format = self.to.or_else(|| Format::of(&self.out)).ok_or_else(|| {
            let known = Format::ALL.map(Format::name).join(", ");
            Failure::new(format!("{} does not say what to write", files::slashed(&self.out)))
                .help(format!("add --to FORMAT, or end its name in one of {known}"))
        })?;
        let mut order = Order { hex: self.hex, ..Order::new(format) };
        order.options.numbers = !self.no_numbers;
        order.options.units = !self.no_units;
        order.options.grid = !self.no_grid;
        order.options.marks = !self.no_marks;
        for path in export(&scenario, &order, &self.out)? {
            writeln!(console, "wrote {}", files::slashed(&path))?;
        }
        Ok(Verdict::Clean)
    }
}

impl From<Refusal> for Failure {
    fn from(refusal: Refusal) -> Self {
        Self::new(refusal.to_string())
    }
}
