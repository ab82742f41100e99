//! `import`: files of other programs, into a scenario or as a new one.

use std::io::Write as _;
use std::path::{Path, PathBuf};

use battlewright_export::tiled::{self, Reading, TileTable};
use battlewright_export::{Source, vassal, workbook};
use battlewright_schema::table::{self, Column, HEAD_ROWS, Import as Table, Problem, TablePlan};
use battlewright_schema::{DiskRulesets, Scenario, System, load_bytes, save};
use clap::{Args, ValueEnum};

use crate::adopt;
use crate::console::{Console, Failure, Verdict, count};
use crate::files;
use crate::ground::{GroundList, GroundOptions, GroundTarget, figures_help};
use crate::output;
use crate::schema::system;

/// Import an order of battle, a Tiled map or geographic data into a scenario, or create a scenario from a map, a VASSAL module or the
/// ground
#[derive(Debug, Args)]
#[command(after_help = after_help())]
pub(crate) struct Import {
    /// The file to import, with the extension csv, xlsx, ods, tmx, tmj or vmod
    #[arg(value_name = "FROM", required_unless_present = "from_ground")]
    from: Option<PathBuf>,
    /// The scenario to import into; its comments are kept
    #[arg(long, value_name = "PATH", conflicts_with_all = ["out", "system"])]
    into: Option<PathBuf>,
    /// The scenario to create from a map or module; it must not exist. The default is FROM with the extension toml
    #[arg(long, value_name = "PATH", requires = "system")]
    out: Option<PathBuf>,
    /// The rules system of the new scenario
    #[arg(long, value_parser = system(), conflicts_with = "into")]
    system: Option<System>,
    /// A table that maps tiles to terrain, with rows such as `ground:6,Woods`
    #[arg(long, value_name = "CSV")]
    tiles: Option<PathBuf>,
    /// The field that a column of a spreadsheet holds, if its heading is not the name of the field. This option can be given
    /// several times
    #[arg(long = "column", value_name = "HEADING=FIELD", requires = "into")]
    columns: Vec<String>,
    /// The folder that may contain the tilesets of a map; the default is the folder of the map
    #[arg(long, value_name = "FOLDER")]
    root: Option<PathBuf>,
    /// A side of the module for one side of the scenario; join several with `+`. Give this option twice
    #[arg(long = "side", value_name = "NAME[+NAME…]", requires = "system")]
    sides: Vec<String>,
    /// The saved setup of the module that contains the units, by its name or file
    #[arg(long, value_name = "NAME", requires = "system")]
    setup: Option<String>,
    /// A table of the pieces of the palettes to import as units, with rows as printed by `--list pieces`
    #[arg(long, value_name = "CSV", requires = "system")]
    pieces: Option<PathBuf>,
    /// List parts of the module or features of the ground to choose from, and create nothing
    #[arg(long, value_name = "WHAT", conflicts_with_all = ["out", "system", "dry_run"])]
    list: Option<ListedParts>,
    /// Import the valid parts, even if other parts have errors
    #[arg(long)]
    take_what_is_right: bool,
    /// Report the result without writing it
    #[arg(long)]
    dry_run: bool,
    #[command(flatten)]
    ground: GroundOptions,
}

/// The parts of a module, or the features of the ground, to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
enum ListedParts {
    /// The sides, one per line
    Sides,
    /// The saved setups, one per line
    Setups,
    /// The pieces in palettes that are not on the map, as a table
    Pieces,
    /// The streams and rivers of the ground, as a table
    Streams,
    /// The roads of the ground, as a table
    Roads,
    /// The places of the ground, as a table
    Places,
    /// The things that the era takes away from the ground, as a table
    Removed,
    /// The hexsides of streams, and those that roads cross, with the feature of the ground, as a table
    Hexsides,
}

impl ListedParts {
    /// Returns the features of the ground; `None` for parts of modules.
    fn of_ground(self) -> Option<GroundList> {
        match self {
            Self::Sides | Self::Setups | Self::Pieces => None,
            Self::Streams => Some(GroundList::Streams),
            Self::Roads => Some(GroundList::Roads),
            Self::Places => Some(GroundList::Places),
            Self::Removed => Some(GroundList::Removed),
            Self::Hexsides => Some(GroundList::Hexsides),
        }
    }
}

/// Returns the text after the options.
fn after_help() -> String {
    format!("{EXAMPLES}\n\n{}", figures_help())
}

const EXAMPLES: &str = "\
A row of a spreadsheet changes the unit with the same id, or adds a unit. The headings are the names of the fields, in one of
the first twenty rows. From a map, all contents are imported for which the
map has layers; with an error, nothing is imported. The terrain of a tile is the one whose letter is the property `letter` of
the tile, or whose name is the class of the tile, its property `name` or the name of its picture.
Without a scenario, a map becomes a new scenario with its hexes and contents, and a module becomes a new scenario with its map,
its picture for tracing, and the units that start on the map.
From the ground, rivers, roads, terrain, levels and places are proposed. A record is written beside the scenario, NAME.ground. If
the map is imported into the same scenario again, it is merged: what was edited by hand stays. Options that are not given are those
of the last run.
Exit status: 0 imported, 1 something could not be imported, 2 a file cannot be read or written.

Examples:
  battlewright import units.csv --into my-battle.toml
  battlewright import units.xlsx --into my-battle.toml --dry-run
  battlewright import units.csv --into my-battle.toml --column \"Combat factor=er\" --column Unit=name
  battlewright import my-battle.tmx --into my-battle.toml
  battlewright import drawn.tmx --system mars-la-tour --tiles tiles.csv --out new-game.toml
  battlewright import old-game.vmod --system mars-la-tour --out new-game.toml
  battlewright import old-game.vmod --system mars-la-tour --out new-game.toml --side French --side Prussia+Bavaria
  battlewright import old-game.vmod --list pieces > pieces.csv
  battlewright import old-game.vmod --system mars-la-tour --out new-game.toml --setup \"Noon\" --pieces pieces.csv
  battlewright import --from-ground lorraine.osm.pbf --elevation N49E005.hgt --place 49.10,5.93 --size 22x15 --hex 900m \\
    --era 1870 --system mars-la-tour --out new-game.toml
  battlewright import --from-ground lorraine.osm.pbf --into new-game.toml --list streams > streams.csv
  battlewright import --from-ground lorraine.osm.pbf --into new-game.toml --use streams.csv --figure growth=2";

/// The outcome of an import.
struct ImportOutcome {
    /// A summary of the changes.
    about: String,
    /// The parts that could not be imported, a line each.
    wrong: Vec<String>,
    /// Further notes, a line each.
    notes: Vec<String>,
}

impl Import {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let Some(file) = self.from.as_deref().filter(|_| !self.ground.is_used()) else {
            return self.propose(console);
        };
        if let Some(what) = self.list.filter(|what| what.of_ground().is_some() || self.into.is_some()) {
            let name = what.to_possible_value().map(|value| value.get_name().to_owned()).unwrap_or_default();
            return Err(Failure::new(format!("--list {name} does not fit the other arguments")).help(
                "modules have sides, setups and pieces; the ground has streams, roads, places, removed and hexsides",
            ));
        }
        let from = files::slashed(file);
        let kind = Source::of(file).ok_or_else(|| {
            Failure::new(format!("{from} has no known extension"))
                .help("use a file with the extension csv, xlsx, ods, tmx, tmj or vmod")
        })?;
        let is_map = kind == Source::Tiled;
        if !is_map && (self.tiles.is_some() || self.root.is_some()) {
            return Err(Failure::new("only Tiled maps have tiles and tilesets").help("omit --tiles and --root"));
        }
        let chooses = !self.sides.is_empty() || self.setup.is_some() || self.pieces.is_some() || self.list.is_some();
        if !matches!(kind, Source::Csv | Source::Workbook) && !self.columns.is_empty() {
            return Err(Failure::new("only spreadsheets have columns").help("omit --column"));
        }
        if kind != Source::Vmod && chooses {
            return Err(Failure::new("only modules have sides, setups and pieces to choose from")
                .help("omit --side, --setup, --pieces and --list"));
        }
        if let Some(what) = self.list {
            return self.list(what, file, &from, console);
        }
        let tiles = self.table()?;
        let reading = Reading { root: self.root.as_deref(), tiles: tiles.as_ref() };
        if let Some(system) = self.system.filter(|_| is_map || kind == Source::Vmod) {
            let beside = || file.with_extension("toml");
            let way = adopt::NewScenarioSource {
                out: &self.out.clone().unwrap_or_else(beside),
                dry_run: self.dry_run,
                take_what_is_right: self.take_what_is_right,
            };
            return if is_map {
                adopt::map(file, reading, system, way, console)
            } else {
                adopt::module(file, system, &self.choice(file, &from)?, way, console)
            };
        }
        if kind == Source::Vmod {
            return Err(Failure::new("a module is imported as a new scenario").help("use --system SYSTEM --out PATH"));
        }
        let Some(path) = &self.into else {
            let failure = Failure::new("the target scenario is missing");
            return Err(failure.help(if is_map {
                "use --into PATH, or create a scenario from the map with --system SYSTEM --out PATH"
            } else {
                "use --into PATH"
            }));
        };
        let into = files::slashed(path);
        output::distinct([file], [path.as_path()])?;
        let old = files::read(path)?;
        let old = String::from_utf8(old).map_err(|_| Failure::new(format!("{into} is not text")))?;
        let mut scenario = readable(&into, &old)?;
        scenario.resolve_rulesets(&DiskRulesets::of(path));
        let refused = |why: &dyn std::fmt::Display| adopt::refused(&from, why);
        let wanted = self.wanted(scenario.system())?;
        let taken = match kind {
            Source::Csv => {
                let sheet = table::read(&files::read(file)?, None).map_err(|why| refused(&why))?;
                units(&mut scenario, sheet, &wanted, &|line, _| format!("{from}:{line}"))
            }
            Source::Workbook => {
                let book = workbook::read(&files::read(file)?).map_err(|why| refused(&why))?;
                units(&mut scenario, book.sheet, &wanted, &|line, column| match column {
                    Some(column) => format!("{from}: {}!{}", book.name, workbook::cell_name(column, line)),
                    None => format!("{from}: {}, row {line}", book.name),
                })
            }
            Source::Tiled => {
                let taken = tiled::import(file, reading, &mut scenario);
                let taken = taken.map_err(|why| adopt::map_refused(&from, &why))?;
                Ok(ImportOutcome {
                    about: match taken.changed.as_slice() {
                        [] => "no differences".to_owned(),
                        changed => format!("imported: {}", changed.join(", ")),
                    },
                    wrong: taken.wrong.into_iter().map(|wrong| format!("{from}: {wrong}")).collect(),
                    notes: taken.notes.into_iter().map(|note| format!("{from}: {note}")).collect(),
                })
            }
            Source::Vmod => Err("it is not a table".to_owned()),
        };
        let taken = taken.map_err(|why| refused(&why))?;
        for line in taken.notes.iter().chain(&taken.wrong) {
            writeln!(console, "{line}")?;
        }
        let wrong = !taken.wrong.is_empty();
        if wrong && !self.take_what_is_right {
            writeln!(console, "{into}: nothing was imported because of {}", count(taken.wrong.len(), "problem"))?;
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
    /// Reads the table of the terrain of tiles, if given.
    fn table(&self) -> Result<Option<TileTable>, Failure> {
        let read = |path: &PathBuf| {
            let bytes = files::read(path)?;
            let refused = |why| Failure::new(format!("{} is not a table of tiles: {why}", files::slashed(path)));
            TileTable::read(&bytes).map_err(refused)
        };
        self.tiles.as_ref().map(read).transpose()
    }

    /// Returns the headings of columns with the indexes of the fields that they are given on the command line.
    fn wanted(&self, system: System) -> Result<Vec<(String, usize)>, Failure> {
        let columns = table::columns(system);
        let keys: Vec<String> = columns.iter().map(Column::key).collect();
        let mut wanted: Vec<(String, usize)> = Vec::new();
        for text in &self.columns {
            let (head, field) = text.rsplit_once('=').filter(|(head, _)| !head.trim().is_empty()).ok_or_else(|| {
                Failure::new(format!("--column {text:?} is not a heading and a field")).help("write HEADING=FIELD")
            })?;
            let column = keys.iter().position(|key| key == field.trim()).ok_or_else(|| {
                Failure::new(format!("--column {text:?}: units have no field {:?}", field.trim()))
                    .help(format!("the fields are {}", keys.join(", ")))
            })?;
            if wanted.iter().any(|(known, other)| known == head.trim() || *other == column) {
                return Err(Failure::new(format!("--column {text:?}: the heading or the field is given twice")));
            }
            wanted.push((head.trim().to_owned(), column));
        }
        Ok(wanted)
    }

    /// Proposes a map from the ground.
    fn propose(&self, console: &mut Console) -> Result<Verdict, Failure> {
        let list = match self.list.map(ListedParts::of_ground) {
            Some(None) => {
                return Err(Failure::new("only modules have sides, setups and pieces")
                    .help("the ground has streams, roads, places, removed and hexsides"));
            }
            Some(list) => list,
            None => None,
        };
        let target = GroundTarget {
            into: self.into.as_deref(),
            out: self.out.as_deref(),
            system: self.system,
            list,
            dry_run: self.dry_run,
        };
        self.ground.run(&target, console)
    }

    /// Lists parts of the module to choose from.
    fn list(&self, what: ListedParts, file: &Path, from: &str, console: &mut Console) -> Result<Verdict, Failure> {
        let contents = adopt::contents(file, &vassal::Choice { sides: self.sides()?, ..vassal::Choice::default() })?;
        let lines: Vec<String> = match what {
            ListedParts::Sides => contents.sides,
            ListedParts::Setups => contents.setups.into_iter().map(|setup| setup.name).collect(),
            ListedParts::Pieces => {
                contents.table(&mut *console).map_err(|error| Failure::new(format!("{from}: {error}")))?;
                return Ok(Verdict::Clean);
            }
            // Of the ground, which was told before.
            ListedParts::Streams
            | ListedParts::Roads
            | ListedParts::Places
            | ListedParts::Removed
            | ListedParts::Hexsides => Vec::new(),
        };
        for line in lines {
            writeln!(console, "{line}")?;
        }
        Ok(Verdict::Clean)
    }

    /// Returns the chosen parts of the module.
    fn choice(&self, file: &Path, from: &str) -> Result<vassal::Choice, Failure> {
        let mut choice =
            vassal::Choice { sides: self.sides()?, setup: self.setup.clone(), ..vassal::Choice::default() };
        if let Some(path) = &self.pieces {
            let (table, contents) = (files::read(path)?, adopt::contents(file, &choice)?);
            choice.pieces = contents.kept(&table).map_err(|why| {
                Failure::new(format!("{} is not a table of pieces of {from}: {why}", files::slashed(path)))
                    .help(format!("run `battlewright import {from} --list pieces` to print one"))
            })?;
        }
        Ok(choice)
    }

    /// Returns the chosen sides of the module.
    fn sides(&self) -> Result<Option<[Vec<String>; 2]>, Failure> {
        let joined = |names: &String| names.split('+').map(|name| name.trim().to_owned()).collect();
        match self.sides.as_slice() {
            [] => Ok(None),
            [first, second] => Ok(Some([joined(first), joined(second)])),
            _ => Err(Failure::new("a scenario has two sides").help("use --side twice, or not at all")),
        }
    }
}

/// Loads the scenario in `text`. It may have errors as long as all of it is readable.
fn readable(name: &str, text: &str) -> Result<Scenario, Failure> {
    let loaded = load_bytes(text.as_bytes());
    loaded.readable.filter(|_| loaded.complete).ok_or_else(|| {
        Failure::new(format!("{name} cannot be read"))
            .help(format!("run `battlewright validate {name}` to list the problems"))
    })
}

/// Imports the units of `sheet`, whose columns with the headings in `wanted` are the fields with these indexes; `place` formats
/// the position of a line and column for messages.
fn units(
    scenario: &mut Scenario,
    sheet: table::Sheet,
    wanted: &[(String, usize)],
    place: &dyn Fn(u64, Option<usize>) -> String,
) -> Result<ImportOutcome, String> {
    let columns = table::columns(scenario.system());
    let table = Table::assigned(sheet, &columns, &[], wanted);
    for (head, at) in wanted {
        if !table.mapping.contains(&Some(*at)) {
            return Err(format!("no column has the heading {head:?} in the row with the headings"));
        }
    }
    let unknown = table.mapping.iter().enumerate().filter(|(_, column)| column.is_none());
    let unknown: Vec<String> = unknown.map(|(at, _)| format!("{:?}", table.head(at))).collect();
    if unknown.len() == table.mapping.len() {
        let keys: Vec<String> = columns.iter().map(Column::key).collect();
        return Err(format!(
            "no heading in the first {HEAD_ROWS} rows matches a field; name columns with --column HEADING=FIELD; the \
             fields are {}",
            keys.join(", ")
        ));
    }
    let mut notes = table.sheet.notices.clone();
    if !unknown.is_empty() {
        notes.push(format!("ignored, because no field has this name: {}", unknown.join(", ")));
    }
    for row in table.skipped(scenario) {
        let filled: Vec<&str> = row.cells.iter().map(String::as_str).filter(|cell| !cell.trim().is_empty()).collect();
        let text = battlewright_schema::words::short(&filled.join(" "), 60);
        notes.push(format!("{}: not a unit: {text:?}", place(row.line, None)));
    }
    let plan = table.plan(scenario, &columns);
    let wrong = plan.problems.iter().map(|problem| describe(&table, &columns, problem, place)).collect();
    plan.apply(scenario).map_err(|misfit| misfit.to_string())?;
    Ok(ImportOutcome { about: summary(&plan), wrong, notes })
}

/// Formats a problem with its position.
fn describe(
    table: &Table,
    columns: &[Column],
    problem: &Problem,
    place: &dyn Fn(u64, Option<usize>) -> String,
) -> String {
    let source = problem.column.and_then(|column| table.mapping.iter().position(|mapped| *mapped == Some(column)));
    let place = place(problem.line, source);
    let field = problem.column.and_then(|column| columns.get(column)).map(|column| format!("{}: ", column.key()));
    let help = if problem.help.is_empty() { String::new() } else { format!("; {}", problem.help) };
    format!("{place}: {}{}{help}", field.unwrap_or_default(), problem.message)
}

fn summary(plan: &TablePlan) -> String {
    let parts = [(plan.added(), "added"), (plan.changed(), "changed"), (plan.left, "unchanged")];
    let parts: Vec<String> = parts.iter().map(|(n, what)| format!("{} {what}", count(*n, "unit"))).collect();
    parts.join(", ")
}
