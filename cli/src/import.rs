//! `import`: what other people's programs made, taken into a scenario or made one.

use std::io::Write as _;
use std::path::PathBuf;

use battlewright_export::{Source, tiled, workbook};
use battlewright_schema::table::{self, Column, Import as Table, Plan, Problem};
use battlewright_schema::{Scenario, System, load_bytes, save};
use clap::Args;

use crate::adopt;
use crate::console::{Console, Failure, Verdict, count};
use crate::files;
use crate::output;
use crate::schema::system;

/// Take an order of battle from a spreadsheet into a scenario, or a map from Tiled; make one of a VASSAL module
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Import {
    /// The file to take from; the end of its name tells what it is: csv, xlsx, tmx, tmj or vmod
    #[arg(value_name = "FROM")]
    from: PathBuf,
    /// The scenario to take it into; its comments stay
    #[arg(long, value_name = "PATH", conflicts_with_all = ["out", "system"])]
    into: Option<PathBuf>,
    /// The scenario to make of a module; it must not exist yet
    #[arg(long, value_name = "PATH", requires = "system")]
    out: Option<PathBuf>,
    /// The rules system of the scenario that is made
    #[arg(long, value_parser = system(), requires = "out")]
    system: Option<System>,
    /// A side of the module that is one of the scenario's two; several that fight together are joined by `+`. Given twice
    #[arg(long = "side", value_name = "NAME[+NAME…]", requires = "out")]
    sides: Vec<String>,
    /// Take what is right, though something else is wrong
    #[arg(long)]
    take_what_is_right: bool,
    /// Tell what would come of it, and write nothing
    #[arg(long)]
    dry_run: bool,
}

const EXAMPLES: &str = "\
A row of a sheet changes the unit that has its id, and adds one where there is none. Of a map everything is taken that lies
on it, as far as the map has layers for it.
Of a module, a scenario is made with its map, its picture to trace, and the units that start on it.
Exit status: 0 taken, 1 something could not be taken, 2 a file cannot be read or written.

Examples:
  battlewright import units.csv --into my-battle.toml
  battlewright import units.xlsx --into my-battle.toml --dry-run
  battlewright import my-battle.tmx --into my-battle.toml
  battlewright import old-game.vmod --system mars-la-tour --out new-game.toml
  battlewright import old-game.vmod --system mars-la-tour --out new-game.toml --side French --side Prussia+Bavaria";

/// What came of an import.
struct Taken {
    /// What was taken, in words.
    about: String,
    /// What could not be taken, a line each.
    wrong: Vec<String>,
    /// What should be known, a line each.
    notes: Vec<String>,
}

impl Import {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let from = files::slashed(&self.from);
        let kind = Source::of(&self.from).ok_or_else(|| {
            Failure::new(format!("{from} does not say what it is")).help("its name ends in csv, xlsx, tmx, tmj or vmod")
        })?;
        if kind == Source::Vmod {
            let (Some(out), Some(system)) = (&self.out, self.system) else {
                return Err(Failure::new("a module becomes a scenario of its own")
                    .help("say of which rules, and where it is to be: --system SYSTEM --out PATH"));
            };
            let sides = self.sides()?;
            return adopt::module(&self.from, system, sides.as_ref(), out, self.dry_run, console);
        }
        let Some(path) = &self.into else {
            return Err(Failure::new("what is taken goes into a scenario").help("say which: --into PATH"));
        };
        let into = files::slashed(path);
        output::distinct([self.from.as_path()], [path.as_path()])?;
        let old = files::read(path)?;
        let old = String::from_utf8(old).map_err(|_| Failure::new(format!("{into} is not text")))?;
        let mut scenario = readable(&into, &old)?;
        let refused = |why: String| Failure::new(format!("{from} cannot be taken: {why}"));
        let taken = match kind {
            Source::Csv => {
                let sheet = table::read(&files::read(&self.from)?, None).map_err(refused)?;
                units(&mut scenario, sheet, &|line, _| format!("{from}:{line}"))
            }
            Source::Xlsx => {
                let book = workbook::read(&files::read(&self.from)?).map_err(refused)?;
                units(&mut scenario, book.sheet, &|line, column| match column {
                    Some(column) => format!("{from}: {}!{}", book.name, workbook::cell_name(column, line)),
                    None => format!("{from}: {}, row {line}", book.name),
                })
            }
            Source::Tiled => tiled::import(&self.from, &mut scenario).map(|taken| Taken {
                about: match taken.changed.as_slice() {
                    [] => "nothing differs".to_owned(),
                    changed => format!("taken: {}", changed.join(", ")),
                },
                wrong: Vec::new(),
                notes: taken.notes.into_iter().map(|note| format!("{from}: {note}")).collect(),
            }),
            Source::Vmod => Err("it is no table".to_owned()),
        };
        let taken = taken.map_err(refused)?;
        for line in taken.notes.iter().chain(&taken.wrong) {
            writeln!(console, "{line}")?;
        }
        let wrong = !taken.wrong.is_empty();
        if wrong && !self.take_what_is_right {
            writeln!(console, "{into}: nothing was taken: {} to be mended", count(taken.wrong.len(), "problem"))?;
            return Ok(Verdict::Findings);
        }
        if !self.dry_run {
            output::replace(path, old.as_bytes(), save(Some(&old), &scenario).as_bytes())?;
        }
        writeln!(console, "{into}: {}{}", if self.dry_run { "would be: " } else { "" }, taken.about)?;
        // A note on a map tells what of it was left out.
        let left_out = wrong || (kind == Source::Tiled && !taken.notes.is_empty());
        Ok(if left_out { Verdict::Findings } else { Verdict::Clean })
    }
}

impl Import {
    /// The sides that were chosen of a module's.
    fn sides(&self) -> Result<Option<[Vec<String>; 2]>, Failure> {
        let joined = |names: &String| names.split('+').map(|name| name.trim().to_owned()).collect();
        match self.sides.as_slice() {
            [] => Ok(None),
            [first, second] => Ok(Some([joined(first), joined(second)])),
            _ => Err(Failure::new("a scenario has two sides").help("give --side twice, or not at all")),
        }
    }
}

/// The scenario that `text` is; it need not be sound, but all of it must be readable.
fn readable(name: &str, text: &str) -> Result<Scenario, Failure> {
    let loaded = load_bytes(text.as_bytes());
    loaded.readable.filter(|_| loaded.complete).ok_or_else(|| {
        Failure::new(format!("{name} cannot be read"))
            .help(format!("`battlewright validate {name}` lists what is wrong"))
    })
}

/// Takes the units of `sheet`; `place` says where a line and a column of it are.
fn units(
    scenario: &mut Scenario,
    sheet: table::Sheet,
    place: &dyn Fn(u64, Option<usize>) -> String,
) -> Result<Taken, String> {
    let columns = table::columns(scenario.system());
    let table = Table::new(sheet, &columns, &[]);
    let unknown = table.mapping.iter().enumerate().filter(|(_, column)| column.is_none());
    let unknown: Vec<String> = unknown.map(|(at, _)| format!("{:?}", table.head(at))).collect();
    if unknown.len() == table.mapping.len() {
        let keys: Vec<String> = columns.iter().map(Column::key).collect();
        return Err(format!("no column has the heading of a field; they are {}", keys.join(", ")));
    }
    let mut notes = table.sheet.notices.clone();
    if !unknown.is_empty() {
        notes.push(format!("left out, as no field is called so: {}", unknown.join(", ")));
    }
    let plan = table.plan(scenario, &columns);
    let wrong = plan.problems.iter().map(|problem| told(&table, &columns, problem, place)).collect();
    plan.apply(scenario).map_err(|misfit| misfit.to_string())?;
    Ok(Taken { about: summary(&plan), wrong, notes })
}

/// What is wrong with a row or a cell, and where.
fn told(table: &Table, columns: &[Column], problem: &Problem, place: &dyn Fn(u64, Option<usize>) -> String) -> String {
    let source = problem.column.and_then(|column| table.mapping.iter().position(|mapped| *mapped == Some(column)));
    let place = place(problem.line, source);
    let field = problem.column.and_then(|column| columns.get(column)).map(|column| format!("{}: ", column.key()));
    let help = if problem.help.is_empty() { String::new() } else { format!("; {}", problem.help) };
    format!("{place}: {}{}{help}", field.unwrap_or_default(), problem.message)
}

fn summary(plan: &Plan) -> String {
    let parts = [(plan.added(), "added"), (plan.changed(), "changed"), (plan.left, "left as they were")];
    let parts: Vec<String> = parts.iter().map(|(n, what)| format!("{} {what}", count(*n, "unit"))).collect();
    parts.join(", ")
}
