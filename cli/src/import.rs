//! `import`: what other people's programs made, taken into a scenario or made one.

use std::io::Write as _;
use std::path::PathBuf;

use battlewright_export::tiled::{self, Reading, TileTable};
use battlewright_export::{Source, vassal, workbook};
use battlewright_schema::table::{self, Column, Import as Table, Problem, TablePlan};
use battlewright_schema::{Scenario, System, load_bytes, save};
use clap::{Args, ValueEnum};

use crate::adopt;
use crate::console::{Console, Failure, Verdict, count};
use crate::files;
use crate::output;
use crate::schema::system;

/// Take an order of battle from a spreadsheet into a scenario, or a map from Tiled; make one of a map or a VASSAL module
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Import {
    /// The file to take from; the end of its name tells what it is: csv, xlsx, ods, tmx, tmj or vmod
    #[arg(value_name = "FROM")]
    from: PathBuf,
    /// The scenario to take it into; its comments stay
    #[arg(long, value_name = "PATH", conflicts_with_all = ["out", "system"])]
    into: Option<PathBuf>,
    /// The scenario to make of a map or a module; it must not exist yet. Without it, FROM with the ending toml
    #[arg(long, value_name = "PATH", requires = "system")]
    out: Option<PathBuf>,
    /// The rules system of the scenario that is made
    #[arg(long, value_parser = system(), conflicts_with = "into")]
    system: Option<System>,
    /// A table that says which terrain the tiles of a map are, with a row such as `ground:6,Woods`
    #[arg(long, value_name = "CSV")]
    tiles: Option<PathBuf>,
    /// The folder in which the tilesets of a map may lie; without it, the folder of the map
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
    /// A side of the module that is one of the scenario's two; several that fight together are joined by `+`. Given twice
    #[arg(long = "side", value_name = "NAME[+NAME…]", requires = "system")]
    sides: Vec<String>,
    /// The saved setup of the module whose pieces are the units, by its name or its file
    #[arg(long, value_name = "NAME", requires = "system")]
    setup: Option<String>,
    /// A table of pieces of the module's palettes that are units too, as `--list pieces` prints it, with the rows that are wanted
    #[arg(long, value_name = "CSV", requires = "system")]
    pieces: Option<PathBuf>,
    /// List what can be chosen of the module, and make nothing
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["out", "into", "system", "dry_run"])]
    list: Option<ModuleParts>,
    /// Take what is right, though something else is wrong
    #[arg(long)]
    take_what_is_right: bool,
    /// Tell what would come of it, and write nothing
    #[arg(long)]
    dry_run: bool,
}

/// The parts of a module that can be chosen.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ModuleParts {
    /// The sides, a line each
    Sides,
    /// The saved setups, a line each
    Setups,
    /// The pieces of palettes that stand nowhere, as a table
    Pieces,
}

const EXAMPLES: &str = "\
A row of a sheet changes the unit that has its id, and adds one where there is none. Of a map everything is taken that lies
on it, as far as the map has layers for it; where something of it cannot be, nothing is. A tile is the terrain whose letter is
its property `letter`, or whose name is its class, its property `name` or the name of its picture.
Of a map alone, a scenario is made with its hexes and what lies on them. Of a module, a scenario is made with its map, its picture to trace, and the units that start on it.
Exit status: 0 taken, 1 something could not be taken, 2 a file cannot be read or written.

Examples:
  battlewright import units.csv --into my-battle.toml
  battlewright import units.xlsx --into my-battle.toml --dry-run
  battlewright import my-battle.tmx --into my-battle.toml
  battlewright import drawn.tmx --system mars-la-tour --tiles tiles.csv --out new-game.toml
  battlewright import old-game.vmod --system mars-la-tour --out new-game.toml
  battlewright import old-game.vmod --system mars-la-tour --out new-game.toml --side French --side Prussia+Bavaria
  battlewright import old-game.vmod --list pieces > pieces.csv
  battlewright import old-game.vmod --system mars-la-tour --out new-game.toml --setup \"Noon\" --pieces pieces.csv";

/// The outcome of an import.
struct ImportOutcome {
    /// The things that were taken, in words.
    about: String,
    /// The things that could not be taken, a line each.
    wrong: Vec<String>,
    /// The things that should be known, a line each.
    notes: Vec<String>,
}

impl Import {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let from = files::slashed(&self.from);
        let kind = Source::of(&self.from).ok_or_else(|| {
            Failure::new(format!("{from} does not say what it is"))
                .help("its name ends in csv, xlsx, ods, tmx, tmj or vmod")
        })?;
        let is_map = kind == Source::Tiled;
        if !is_map && (self.tiles.is_some() || self.root.is_some()) {
            return Err(Failure::new("only maps of Tiled have tiles and tilesets").help("leave out --tiles and --root"));
        }
        let chooses = !self.sides.is_empty() || self.setup.is_some() || self.pieces.is_some() || self.list.is_some();
        if kind != Source::Vmod && chooses {
            return Err(Failure::new("only modules have sides, setups and pieces to choose from")
                .help("leave out --side, --setup, --pieces and --list"));
        }
        if let Some(what) = self.list {
            return self.list(what, &from, console);
        }
        let tiles = self.table()?;
        let reading = Reading { root: self.root.as_deref(), tiles: tiles.as_ref() };
        if let Some(system) = self.system.filter(|_| is_map || kind == Source::Vmod) {
            let beside = || self.from.with_extension("toml");
            let way = adopt::NewScenarioSource {
                out: &self.out.clone().unwrap_or_else(beside),
                dry_run: self.dry_run,
                take_what_is_right: self.take_what_is_right,
            };
            return if is_map {
                adopt::map(&self.from, reading, system, way, console)
            } else {
                adopt::module(&self.from, system, &self.choice(&from)?, way, console)
            };
        }
        if kind == Source::Vmod {
            return Err(Failure::new("a module becomes a scenario of its own")
                .help("say of which rules, and where it is to be: --system SYSTEM --out PATH"));
        }
        let Some(path) = &self.into else {
            let failure = Failure::new("what is taken goes into a scenario");
            return Err(failure.help(if is_map {
                "say which: --into PATH; or make one of the map alone: --system SYSTEM --out PATH"
            } else {
                "say which: --into PATH"
            }));
        };
        let into = files::slashed(path);
        output::distinct([self.from.as_path()], [path.as_path()])?;
        let old = files::read(path)?;
        let old = String::from_utf8(old).map_err(|_| Failure::new(format!("{into} is not text")))?;
        let mut scenario = readable(&into, &old)?;
        let refused = |why: &dyn std::fmt::Display| adopt::refused(&from, why);
        let taken = match kind {
            Source::Csv => {
                let sheet = table::read(&files::read(&self.from)?, None).map_err(|why| refused(&why))?;
                units(&mut scenario, sheet, &|line, _| format!("{from}:{line}"))
            }
            Source::Workbook => {
                let book = workbook::read(&files::read(&self.from)?).map_err(|why| refused(&why))?;
                units(&mut scenario, book.sheet, &|line, column| match column {
                    Some(column) => format!("{from}: {}!{}", book.name, workbook::cell_name(column, line)),
                    None => format!("{from}: {}, row {line}", book.name),
                })
            }
            Source::Tiled => {
                let taken = tiled::import(&self.from, reading, &mut scenario);
                let taken = taken.map_err(|why| adopt::map_refused(&from, &why))?;
                Ok(ImportOutcome {
                    about: match taken.changed.as_slice() {
                        [] => "nothing differs".to_owned(),
                        changed => format!("taken: {}", changed.join(", ")),
                    },
                    wrong: taken.wrong.into_iter().map(|wrong| format!("{from}: {wrong}")).collect(),
                    notes: taken.notes.into_iter().map(|note| format!("{from}: {note}")).collect(),
                })
            }
            Source::Vmod => Err("it is no table".to_owned()),
        };
        let taken = taken.map_err(|why| refused(&why))?;
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
        Ok(if wrong { Verdict::Findings } else { Verdict::Clean })
    }
}

impl Import {
    /// The table that says which terrain tiles are, if there is one.
    fn table(&self) -> Result<Option<TileTable>, Failure> {
        let read = |path: &PathBuf| {
            let bytes = files::read(path)?;
            let refused = |why| Failure::new(format!("{} is no table of tiles: {why}", files::slashed(path)));
            TileTable::read(&bytes).map_err(refused)
        };
        self.tiles.as_ref().map(read).transpose()
    }

    /// Lists what can be chosen of the module.
    fn list(&self, what: ModuleParts, from: &str, console: &mut Console) -> Result<Verdict, Failure> {
        let contents =
            adopt::contents(&self.from, &vassal::Choice { sides: self.sides()?, ..vassal::Choice::default() })?;
        let lines: Vec<String> = match what {
            ModuleParts::Sides => contents.sides,
            ModuleParts::Setups => contents.setups.into_iter().map(|setup| setup.name).collect(),
            ModuleParts::Pieces => {
                contents.table(&mut *console).map_err(|error| Failure::new(format!("{from}: {error}")))?;
                return Ok(Verdict::Clean);
            }
        };
        for line in lines {
            writeln!(console, "{line}")?;
        }
        Ok(Verdict::Clean)
    }

    /// The parts of the module that were chosen.
    fn choice(&self, from: &str) -> Result<vassal::Choice, Failure> {
        let mut choice =
            vassal::Choice { sides: self.sides()?, setup: self.setup.clone(), ..vassal::Choice::default() };
        if let Some(path) = &self.pieces {
            let (table, contents) = (files::read(path)?, adopt::contents(&self.from, &choice)?);
            choice.pieces = contents.kept(&table).map_err(|why| {
                Failure::new(format!("{} is no table of pieces of {from}: {why}", files::slashed(path)))
                    .help(format!("`battlewright import {from} --list pieces` prints one"))
            })?;
        }
        Ok(choice)
    }

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
) -> Result<ImportOutcome, String> {
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
    Ok(ImportOutcome { about: summary(&plan), wrong, notes })
}

/// The problem with a row or a cell, and its place.
fn told(table: &Table, columns: &[Column], problem: &Problem, place: &dyn Fn(u64, Option<usize>) -> String) -> String {
    let source = problem.column.and_then(|column| table.mapping.iter().position(|mapped| *mapped == Some(column)));
    let place = place(problem.line, source);
    let field = problem.column.and_then(|column| columns.get(column)).map(|column| format!("{}: ", column.key()));
    let help = if problem.help.is_empty() { String::new() } else { format!("; {}", problem.help) };
    format!("{place}: {}{}{help}", field.unwrap_or_default(), problem.message)
}

fn summary(plan: &TablePlan) -> String {
    let parts = [(plan.added(), "added"), (plan.changed(), "changed"), (plan.left, "left as they were")];
    let parts: Vec<String> = parts.iter().map(|(n, what)| format!("{} {what}", count(*n, "unit"))).collect();
    parts.join(", ")
}
