//! `export`: a scenario in the formats of other programs.

use std::io::Write as _;
use std::path::{Path, PathBuf};
use std::str::FromStr;
use std::sync::Arc;

use battlewright_export::art::Art;
use battlewright_export::pdf::{self, Booklet, Flip, Length, LengthError, PdfOptions, PrintedPart};
use battlewright_export::{ExportError, Format, Kit, Order, Subject, export, kit, left_out};
use battlewright_schema::Scenario;
use clap::builder::{PossibleValuesParser, TypedValueParser};
use clap::{Args, ValueEnum};
use serde_json::{Value, json};

use crate::console::{Console, Failure, Verdict, count, stderr};
use crate::publish::folder::{self as own_folder, OwnFolder};
use crate::publish::marker::KIT;
use crate::{artwork, files, interrupt, output};

/// Export a scenario as a picture, a page, a module or a table
#[derive(Debug, Args)]
#[command(after_help = EXAMPLES)]
pub(crate) struct Export {
    /// The scenario
    file: PathBuf,
    /// The output format; by default, it follows from the extension of the output file
    #[arg(long, value_name = "FORMAT", value_parser = format())]
    to: Option<Format>,
    /// The output file; an existing file is replaced
    #[arg(long, value_name = "PATH", required_unless_present = "kit")]
    out: Option<PathBuf>,
    /// Write a folder with all that a game on a table needs, each part as a PDF, and a list of what to print on what
    #[arg(long, value_name = "FOLDER", conflicts_with_all = ["out", "to"])]
    kit: Option<PathBuf>,
    /// Draw the counters instead of the map, fronts above backs (svg, png)
    #[arg(long)]
    counters: bool,
    /// The width of a hex from side to side, of an inch of a table, or of a counter: pixels such as 72px, or a length on paper
    /// such as 24mm or 1in
    #[arg(long, value_name = "SIZE")]
    hex: Option<Hex>,
    /// Omit hex numbers
    #[arg(long)]
    no_numbers: bool,
    /// Omit counters; the map of a PDF never has them by default
    #[arg(long, conflicts_with = "units")]
    no_units: bool,
    /// Draw counters on the map of a PDF
    #[arg(long)]
    units: bool,
    /// Omit the lines between hexes
    #[arg(long)]
    no_grid: bool,
    /// Omit entry hexes, exits, setup zones and victory hexes
    #[arg(long)]
    no_marks: bool,
    /// Draw counters of the second side without stripes
    #[arg(long)]
    no_stripes: bool,
    /// Use this theme instead of the theme of the scenario
    #[arg(long, value_name = "FILE")]
    theme: Option<PathBuf>,
    #[command(flatten)]
    paper: PdfArguments,
}

/// The options of a PDF.
#[derive(Debug, Args)]
#[command(next_help_heading = "Pages (pdf)")]
struct PdfArguments {
    /// The paper size; "sheet" prints the map on one sheet of the necessary size [default: a4]
    #[arg(long, value_enum)]
    paper: Option<Paper>,
    /// The sheets to print
    #[arg(long, value_name = "PART,...", value_delimiter = ',', value_parser = sheet())]
    sheets: Vec<PrintedPart>,
    /// The side length of a counter, such as 15mm, 1/2in, 9/16in or 5/8in [default: 15mm]
    #[arg(long, value_name = "LENGTH")]
    counter: Option<Length>,
    /// The overlap of neighboring map sheets [default: 10mm]
    #[arg(long, value_name = "LENGTH")]
    overlap: Option<Length>,
    /// The bleed of counters beyond the cutting line [default: 1mm]
    #[arg(long, value_name = "LENGTH")]
    bleed: Option<Length>,
    /// Print the rules as a booklet of small pages in place of the sheets, with contents, links, an index and the scenario
    #[arg(long, conflicts_with = "kit")]
    booklet: bool,
    /// Put the pages of the booklet on sheets to print on both sides, flipped on the short edge, and to fold once
    #[arg(long, requires = "booklet")]
    fold: bool,
    /// The edge on which sheets are flipped for duplex printing [default: long]
    #[arg(long, value_enum)]
    flip: Option<SheetEdge>,
    /// Print the player's aid, the turn track and the setup cards in black, white and gray, with side tags outlined and striped
    #[arg(long)]
    plain: bool,
}

/// The paper.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum Paper {
    /// 210 by 297 mm
    #[default]
    A4,
    /// 297 by 420 mm
    A3,
    /// 8.5 by 11 inches
    Letter,
    /// 11 by 17 inches
    Tabloid,
    /// One sheet for the map, A4 for the rest
    Sheet,
}

/// An edge of a sheet.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq, ValueEnum)]
enum SheetEdge {
    /// The long edge
    #[default]
    Long,
    /// The short edge
    Short,
}

/// The width of a hex.
#[derive(Clone, Copy, Debug, PartialEq)]
enum Hex {
    Pixels(f32),
    Paper(Length),
}

impl FromStr for Hex {
    type Err = String;

    fn from_str(text: &str) -> Result<Self, String> {
        let Some(pixels) = text.strip_suffix("px") else {
            return text.parse().map(Self::Paper).map_err(|error: LengthError| error.to_string());
        };
        match pixels.trim().parse::<f32>() {
            Ok(pixels) if (2.0..=2000.0).contains(&pixels) => Ok(Self::Pixels(pixels)),
            Ok(_) => Err("from 2 to 2000 pixels".to_owned()),
            Err(error) => Err(error.to_string()),
        }
    }
}

const EXAMPLES: &str = "\
Exit status: 0 exported, 2 the scenario cannot be read or the file cannot be written.

Examples:
  battlewright export my-battle.toml --out map.svg
  battlewright export my-battle.toml --out map.png --hex 120px --no-units
  battlewright export my-battle.toml --out my-battle.pdf --paper letter --counter 5/8in
  battlewright export my-battle.toml --out counters.svg --counters
  battlewright export my-battle.toml --out map.png --theme sepia.toml
  battlewright export my-battle.toml --out units.xlsx
  battlewright export my-battle.toml --out my-battle.tmx
  battlewright export my-battle.toml --out my-battle.vmod
  battlewright export my-battle.toml --out poster.pdf --paper sheet --sheets map --hex 1in
  battlewright export my-battle.toml --out rules.pdf --booklet --fold
  battlewright export my-battle.toml --kit my-battle-kit";

/// The resolution of pictures whose hexes are measured in lengths on paper, in pixels per inch.
const PER_INCH: f32 = 300.0;

fn format() -> impl TypedValueParser<Value = Format> {
    PossibleValuesParser::new(Format::ALL.iter().map(|format| format.name()))
        .map(|name| Format::ALL.iter().copied().find(|format| format.name() == name).unwrap_or(Format::Svg))
}

fn sheet() -> impl TypedValueParser<Value = PrintedPart> {
    PossibleValuesParser::new(PrintedPart::ALL.map(PrintedPart::name))
        .map(|name| PrintedPart::ALL.into_iter().find(|sheet| sheet.name() == name).unwrap_or(PrintedPart::Map))
}

impl Export {
    pub(crate) fn run(&self, console: &mut Console) -> Result<Verdict, Failure> {
        if let Some(folder) = &self.kit {
            return self.write_kit(folder, console);
        }
        let Some(out) = &self.out else { return Err(Failure::new("the output is missing")) };
        output::distinct([self.file.as_path()].into_iter().chain(self.theme.as_deref()), [out.as_path()])?;
        let scenario = files::scenario(&self.file)?.inlined();
        let format = self.to.or_else(|| Format::of(out)).ok_or_else(|| {
            let known: Vec<&str> = Format::ALL.iter().map(|format| format.name()).collect();
            Failure::new(format!("{} has no known extension", files::slashed(out)))
                .help(format!("use --to FORMAT, or one of the extensions {}", known.join(", ")))
        })?;
        self.refuse_unused(format)?;
        let order = self.order(&scenario, format)?;
        interrupt::leave_nothing();
        let paths = export(&scenario, &order, out)?;
        if out.is_file() {
            writeln!(console, "wrote {}", files::slashed(out))?;
        } else {
            // Standard output may be the pipe that receives the export.
            writeln!(stderr(), "wrote {}", files::slashed(out))?;
        }
        for value in left_out(&scenario, order.format) {
            writeln!(stderr(), "note: {value}")?;
        }
        // Further files are in a folder beside it.
        let beside: Vec<&PathBuf> = paths.iter().filter(|path| *path != out).collect();
        if let Some(folder) = beside.first().and_then(|path| path.parent()) {
            writeln!(console, "wrote {} beside it, in {}", count(beside.len(), "file"), files::slashed(folder))?;
        }
        Ok(Verdict::Clean)
    }

    /// Writes a kit into `folder`, whole or not at all.
    fn write_kit(&self, folder: &Path, console: &mut Console) -> Result<Verdict, Failure> {
        for sentence in own_folder::sweep(folder) {
            writeln!(stderr(), "note: {sentence}")?;
        }
        let scenario = files::scenario(&self.file)?.inlined();
        self.refuse_unused(Format::Pdf)?;
        let order = self.order(&scenario, Format::Pdf)?;
        interrupt::leave_nothing();
        let mut to = OwnFolder::begin(folder, &KIT)?;
        let made = kit(&scenario, &order.options, &order.book)?;
        for file in &made.files {
            to.put(file.name, &file.bytes)?;
        }
        to.tell(manifest(&made));
        to.finish()?;
        let folder = files::slashed(folder);
        for sentence in &made.left_out {
            writeln!(stderr(), "note: {sentence}")?;
        }
        writeln!(
            console,
            "wrote {} to {folder}; {folder}/print-me.txt says what to print on what",
            count(made.files.len(), "file")
        )?;
        Ok(Verdict::Clean)
    }

    /// Returns the order for an export of `scenario` in `format`.
    ///
    /// # Errors
    /// A length is not one of the format, or the theme cannot be used.
    fn order(&self, scenario: &Scenario, format: Format) -> Result<Order, Failure> {
        let mut order = Order { book: self.paper.book(), ..Order::new(format) };
        if self.counters {
            order.subject = Subject::Counters;
        }
        match self.hex {
            Some(Hex::Pixels(_)) if format == Format::Pdf => {
                return Err(
                    Failure::new("a hex on paper needs a length").help("use --hex 24mm or --hex 1in, for example")
                );
            }
            Some(Hex::Pixels(pixels)) => order.hex = Some(pixels),
            Some(Hex::Paper(length)) => {
                order.book.hex = length;
                order.hex = Some(length.0 / 72.0 * PER_INCH);
            }
            None => {}
        }
        order.options.numbers = !self.no_numbers;
        order.options.units = self.units || order.options.units && !self.no_units;
        order.options.grid = !self.no_grid;
        order.options.marks = !self.no_marks;
        order.options.stripes = !self.no_stripes;
        order.options.art = self.art(scenario)?;
        Ok(order)
    }
}

impl Export {
    /// Refuses options that have no effect in `format`, so that none is ignored without a word.
    fn refuse_unused(&self, format: Format) -> Result<(), Failure> {
        let unused = self.unused(format);
        if unused.is_empty() {
            return Ok(());
        }
        let what = match format {
            Format::Svg | Format::Png if self.counters => "a picture of counters",
            Format::Svg | Format::Png if self.no_units => "a map without counters",
            Format::Pdf if self.kit.is_some() => "a kit",
            Format::Pdf if self.paper.booklet => "a booklet",
            Format::Pdf if !self.paper.sheets.is_empty() => "these sheets of a pdf",
            Format::Pdf if self.paper.paper == Some(Paper::Sheet) => "a pdf with the map on one sheet",
            _ => format.name(),
        };
        Err(Failure::new(format!("{} has no effect on {what}", unused.join(", "))).help("omit it"))
    }

    /// Returns the given options that have no effect in `format`.
    fn unused(&self, format: Format) -> Vec<&'static str> {
        let is_picture = matches!(format, Format::Svg | Format::Png);
        let is_pdf = format == Format::Pdf;
        let is_booklet = is_pdf && self.paper.booklet;
        let prints =
            |part| is_pdf && !is_booklet && (self.paper.sheets.is_empty() || self.paper.sheets.contains(&part));
        let prints_map = prints(PrintedPart::Map);
        let prints_counters = prints(PrintedPart::Counters);
        // The layers with counters; a module has its counters beside the map.
        let is_tiled = matches!(format, Format::Tmx | Format::Tmj);
        let is_map = match format {
            Format::Svg | Format::Png => !self.counters,
            Format::Pdf => prints_map,
            Format::Tmx | Format::Tmj | Format::Vmod => true,
            Format::Csv | Format::Xlsx | Format::Md => false,
        };
        let has_counters = match format {
            Format::Svg | Format::Png => self.counters || !self.no_units,
            Format::Pdf => prints_counters || prints(PrintedPart::Setup) || prints_map && self.units,
            Format::Tmx | Format::Tmj => !self.no_units,
            Format::Vmod => true,
            Format::Csv | Format::Xlsx | Format::Md => false,
        };
        let sheets = [PrintedPart::Aid, PrintedPart::Track, PrintedPart::Setup];
        let is_in_pieces = prints_map && self.paper.paper != Some(Paper::Sheet);
        let options = [
            ("--counters", self.counters, is_picture),
            ("--hex", self.hex.is_some(), is_picture || prints_map || format == Format::Vmod),
            ("--no-numbers", self.no_numbers, is_map),
            ("--no-units", self.no_units, is_map && is_picture || is_tiled),
            ("--units", self.units, prints_map),
            ("--no-grid", self.no_grid, is_map),
            ("--no-marks", self.no_marks, is_map),
            ("--no-stripes", self.no_stripes, has_counters),
            ("--theme", self.theme.is_some(), is_map || has_counters || is_booklet || prints(PrintedPart::Aid)),
            ("--paper", self.paper.paper.is_some(), is_pdf),
            ("--sheets", !self.paper.sheets.is_empty(), is_pdf && !is_booklet && self.kit.is_none()),
            ("--booklet", self.paper.booklet, is_pdf),
            ("--fold", self.paper.fold, is_booklet),
            ("--counter", self.paper.counter.is_some(), prints_counters),
            ("--overlap", self.paper.overlap.is_some(), is_in_pieces),
            ("--bleed", self.paper.bleed.is_some(), prints_counters),
            ("--flip", self.paper.flip.is_some(), prints_counters),
            ("--plain", self.paper.plain, is_booklet || sheets.into_iter().any(prints)),
        ];
        options.into_iter().filter(|(_, is_given, is_used)| *is_given && !is_used).map(|(name, ..)| name).collect()
    }

    /// Loads the theme to draw with and prints its problems. A theme given as an argument must have no errors; one named
    /// by the scenario is used as far as possible.
    fn art(&self, scenario: &Scenario) -> Result<Arc<Art>, Failure> {
        let Some(file) = &self.theme else { return artwork::of_scenario(scenario, &self.file) };
        let name = files::slashed(file);
        let loaded = Art::load(file);
        if let Some(why) = &loaded.refused {
            return Err(artwork::refused(&name, why));
        }
        artwork::print_findings(&name, &loaded)?;
        let errors = loaded.findings().iter().filter(|finding| finding.is_error()).count();
        if errors > 0 {
            return Err(Failure::new(format!("the theme {name} has {}", count(errors, "error")))
                .help("correct the theme, or omit --theme"));
        }
        Ok(loaded.art)
    }
}

impl PdfArguments {
    fn book(&self) -> PdfOptions {
        let usual = PdfOptions::default();
        PdfOptions {
            paper: match self.paper.unwrap_or_default() {
                Paper::A4 => Some(pdf::Paper::A4),
                Paper::A3 => Some(pdf::Paper::A3),
                Paper::Letter => Some(pdf::Paper::Letter),
                Paper::Tabloid => Some(pdf::Paper::Tabloid),
                Paper::Sheet => None,
            },
            counter: self.counter.unwrap_or(usual.counter),
            overlap: self.overlap.unwrap_or(usual.overlap),
            bleed: self.bleed.unwrap_or(usual.bleed),
            flip: match self.flip.unwrap_or_default() {
                SheetEdge::Long => Flip::Long,
                SheetEdge::Short => Flip::Short,
            },
            booklet: match (self.booklet, self.fold) {
                (false, _) => None,
                (true, false) => Some(Booklet::Pages),
                (true, true) => Some(Booklet::Folded),
            },
            sheets: if self.sheets.is_empty() { PrintedPart::ALL.to_vec() } else { self.sheets.clone() },
            plain: self.plain,
            ..usual
        }
    }
}

impl From<ExportError> for Failure {
    fn from(error: ExportError) -> Self {
        let failure = Self::new(error.to_string());
        if !error.is_for_want_of_hexes() {
            return failure;
        }
        let formats = Format::ALL.iter().filter(|format| !format.needs_hexes()).map(|format| format.name());
        failure.help(format!("use a format that needs no hexes: {}", formats.collect::<Vec<_>>().join(", ")))
    }
}

/// Returns what the list of a kit tells, beside the hashes of its files.
fn manifest(made: &Kit) -> Value {
    let files = made.files.iter().map(|file| {
        json!({
            "name": file.name,
            "what": file.what,
            "bytes": file.bytes.len(),
            "pages": file.pages,
            "paper_mm": file.paper,
            "print": file.print,
        })
    });
    json!({
        "format": 1,
        "title": made.stamp.title(),
        "rules": made.stamp.rules(),
        "stamp": made.stamp.hash(),
        "files": files.collect::<Vec<_>>(),
        "left_out": made.left_out,
    })
}

#[cfg(test)]
mod tests {
    use std::fs;

    use battlewright_export::tiled::{self, Dialect};
    use battlewright_export::{Options, write_export};
    use battlewright_schema::{System, load, template};
    use clap::Parser;

    use super::*;

    #[derive(Debug, Parser)]
    struct ExportAlone {
        #[command(flatten)]
        export: Export,
    }

    fn parsed(arguments: &[&str]) -> Export {
        let line = ["export", "own.toml", "--out", "own"].into_iter().chain(arguments.iter().copied());
        ExportAlone::try_parse_from(line).unwrap().export
    }

    /// The files of Tiled maps so far: in both dialects, and the pictures. They are a function of the options of drawing alone.
    type TiledFiles = Vec<(Options, [Vec<u8>; 2], Vec<Vec<u8>>)>;

    /// Returns the contents of all files of an export, whatever options are refused. In memory, since hundreds of exports take
    /// longest on a disk; without a size of hexes, pixels are few.
    fn written(scenario: &Scenario, format: Format, arguments: &[&str], known: &mut TiledFiles) -> Vec<Vec<u8>> {
        let export = parsed(arguments);
        let mut order = export.order(scenario, format).unwrap();
        let dialect = match format {
            Format::Tmx => 0,
            Format::Tmj => 1,
            _ => {
                if export.hex.is_none() && matches!(format, Format::Png | Format::Vmod) {
                    order.hex = Some(40.0);
                }
                let mut file = Vec::new();
                write_export(scenario, &order, &mut file).unwrap();
                return vec![file];
            }
        };
        if !known.iter().any(|(options, ..)| *options == order.options) {
            let map = tiled::written(scenario, &order.options, "own-images").unwrap();
            let texts = [Dialect::Tmx, Dialect::Tmj].map(|dialect| {
                let mut file = Vec::new();
                map.write(dialect, &mut file).unwrap();
                file
            });
            let pictures = map.pictures().map(|picture| picture.unwrap().1).collect();
            known.push((order.options.clone(), texts, pictures));
        }
        let (_, texts, pictures) = known.iter().find(|(options, ..)| *options == order.options).unwrap();
        let mut files = pictures.clone();
        files.push(texts[dialect].clone());
        files
    }

    /// Each option with a value that is not the default, and the options of the exports that are compared.
    const OPTIONS: [(&[&str], &[&str]); 18] = [
        (&["--counters"], &[]),
        (&["--hex", "10mm"], &[]),
        (&["--no-numbers"], &[]),
        (&["--no-units"], &[]),
        (&["--units"], &[]),
        (&["--no-grid"], &[]),
        (&["--no-marks"], &[]),
        (&["--no-stripes"], &[]),
        (&["--theme"], &[]),
        (&["--paper", "a3"], &[]),
        (&["--sheets", "map"], &[]),
        (&["--counter", "20mm"], &[]),
        // Overlaps need a map of several sheets.
        (&["--overlap", "30mm"], &["--hex", "40mm"]),
        (&["--bleed", "3mm"], &[]),
        (&["--flip", "short"], &[]),
        (&["--booklet"], &[]),
        // Only a booklet is folded.
        (&["--fold"], &["--booklet"]),
        (&["--plain"], &[]),
    ];

    #[test]
    fn an_option_is_refused_where_it_changes_nothing_and_nowhere_else() {
        let zone = "[[zone]]\nid = \"wood\"\nname = \"The Wood\"\nhexes = [\"0202\", \"0203\"]\n\n[[entry]]";
        let text = template(System::PositionMagnifique).replacen("[[entry]]", zone, 1);
        let scenario = load(&text).readable.unwrap();
        let folder = tempfile::tempdir().unwrap();
        let theme = folder.path().join("theme.toml");
        fs::write(&theme, "theme = 1\n[look.woods]\ncolor = \"#b7c9a0\"\n[counters]\nfield = \"#27496d\"\n").unwrap();
        let contexts = |format: Format| -> &'static [&'static [&'static str]] {
            match format {
                Format::Svg => &[&[], &["--counters"], &["--no-units"]],
                Format::Tmx => &[&[], &["--no-units"]],
                Format::Pdf => &[&[], &["--sheets", "counters"], &["--sheets", "map"], &["--booklet"]],
                _ => &[&[]],
            }
        };
        // Each context at a time of its own, but both dialects of Tiled together, which have the same pictures.
        let groups = Format::ALL.chunk_by(|one, other| (*one, *other) == (Format::Tmx, Format::Tmj));
        let groups: Vec<&[Format]> = groups.collect();
        std::thread::scope(|scope| {
            for formats in groups {
                for context in contexts(formats[0]).iter().copied() {
                    let (scenario, theme) = (&scenario, theme.to_str().unwrap());
                    scope.spawn(move || {
                        let mut known = TiledFiles::new();
                        formats.iter().for_each(|format| compare(scenario, *format, context, theme, &mut known));
                    });
                }
            }
        });
    }

    /// Checks for each option that it is refused in a context if and only if it changes nothing.
    fn compare(scenario: &Scenario, format: Format, context: &[&str], theme: &str, known: &mut TiledFiles) {
        let usual = written(scenario, format, context, known);
        for (option, needed) in OPTIONS {
            let name = option[0];
            // Some options exclude each other, and a booklet takes two papers only.
            if context.contains(&"--booklet") && (name == "--paper" || needed == ["--booklet"])
                || context.contains(&"--sheets") && (name == "--booklet" || needed == ["--booklet"])
                || context.contains(&name)
                || context.contains(&"--no-units") && name == "--units"
            {
                continue;
            }
            let needed = if format == Format::Pdf || name == "--fold" { needed } else { &[] };
            let before = [context, needed].concat();
            let mut after = [before.as_slice(), option].concat();
            after.extend((name == "--theme").then_some(theme));
            let changed = written(scenario, format, &after, known);
            let is_same =
                if needed.is_empty() { changed == usual } else { changed == written(scenario, format, &before, known) };
            let is_refused = parsed(&after).unused(format).contains(&name);
            assert_eq!(is_refused, is_same, "{} {context:?} {option:?}", format.name());
        }
    }

    #[test]
    fn a_refusal_names_what_the_options_have_no_effect_on() {
        let refused =
            |format: Format, arguments: &[&str]| parsed(arguments).refuse_unused(format).unwrap_err().to_string();
        for (format, arguments, words) in [
            (Format::Vmod, &["--no-units"][..], "--no-units has no effect on vmod"),
            (Format::Png, &["--units"], "--units has no effect on png"),
            (Format::Svg, &["--counters", "--no-grid"], "--no-grid has no effect on a picture of counters"),
            (Format::Svg, &["--no-units", "--no-stripes"], "--no-stripes has no effect on a map without counters"),
            (Format::Pdf, &["--sheets", "map", "--flip", "short"], "--flip has no effect on these sheets of a pdf"),
            (
                Format::Pdf,
                &["--paper", "sheet", "--overlap", "5mm"],
                "--overlap has no effect on a pdf with the map on one sheet",
            ),
        ] {
            let told = refused(format, arguments);
            assert!(told.contains(words), "{told}");
        }
        assert!(parsed(&["--sheets", "map", "--units", "--no-stripes"]).refuse_unused(Format::Pdf).is_ok());
    }
}
