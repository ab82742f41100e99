//! `import --from-ground`: a map proposed from geographic data.

mod options;
mod picture;
mod report;

use std::fs::File;
use std::io::{BufReader, Write as _};
use std::path::{Path, PathBuf};
use std::sync::Arc;

use battlewright_ground::read::FileKind;
use battlewright_ground::run::{
    Derivation, Feature, GroundData, GroundFile, GroundPlace, GroundRequest, NoMerge, RunError, Watch,
    choices_from_csv, fit_place, hexsides_as_csv, list_as_csv,
};
use battlewright_ground::{GroundRecord, Proposal};
use battlewright_schema::{Diagnostic, Scenario, System, load, load_bytes};

use self::options::WrongArguments;
pub(crate) use self::options::{GroundOptions, figures_help};
use self::report::GroundProgress;
use crate::console::{Console, Failure, Verdict, count};
use crate::{files, output};

/// The features of a map to list.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum GroundList {
    /// Streams and rivers.
    Streams,
    /// Roads.
    Roads,
    /// Places.
    Places,
    /// The things that the era takes away.
    Removed,
    /// The hexsides of what is drawn.
    Hexsides,
}

/// The file that the map goes to.
pub(crate) struct GroundTarget<'a> {
    /// The scenario to put the map into.
    pub(crate) into: Option<&'a Path>,
    /// The scenario to create.
    pub(crate) out: Option<&'a Path>,
    /// The system of the new scenario.
    pub(crate) system: Option<System>,
    /// The list to print instead.
    pub(crate) list: Option<GroundList>,
    /// A run that writes nothing.
    pub(crate) dry_run: bool,
}

/// A scenario to put a map into, as it was read.
struct OldScenario<'a> {
    path: &'a Path,
    text: String,
    scenario: Scenario,
    record: Result<GroundRecord, NoMerge>,
}

impl GroundOptions {
    /// Proposes the map, and writes it or a list.
    pub(crate) fn run(&self, target: &GroundTarget<'_>, console: &mut Console) -> Result<Verdict, Failure> {
        let old = target.into.map(OldScenario::read).transpose()?;
        let mut request = self.request(target, old.as_ref())?;
        let outputs = target.into.into_iter().chain(target.out).chain(self.picture.as_deref());
        output::distinct(self.inputs(), outputs)?;
        let records: Vec<PathBuf> = target.into.into_iter().chain(target.out).map(record_path).collect();
        output::distinct(self.inputs(), records.iter().map(PathBuf::as_path))?;
        if let Some(out) = target.out.filter(|out| !target.dry_run && out.exists()) {
            let failure = Failure::new(format!("{} already exists", files::slashed(out)));
            return Err(failure.help("choose another name, or put the map into it with --into"));
        }
        if let Some(old) = old.as_ref().filter(|_| self.is_placed_by_names()) {
            request.place = self.place_by_names(old, request.place, console)?;
        }
        let (derivation, request) = self.derive(request)?;
        if let Some(list) = target.list {
            let text = list_text(&derivation, list, old.as_ref())?;
            console.write_all(text.as_bytes())?;
            return Ok(Verdict::Clean);
        }
        if let Some(old) = &old {
            return self.put_into(old, &derivation, target.dry_run, console);
        }
        let (Some(out), Some(system)) = (target.out, target.system) else {
            return Err(
                Failure::new("the target scenario is missing").help("use --system SYSTEM --out PATH, or --into PATH")
            );
        };
        let proposal = derivation.new_file(system).map_err(failure)?;
        let name = files::slashed(out);
        report::notices(console, &proposal)?;
        report::summary(console, &derivation, &request)?;
        self.draw(&derivation, &proposal, console)?;
        if proposal.scenario.common().about().license.is_some() {
            writeln!(
                console,
                "{name}: the license is ODbL-1.0, since hexes from OpenStreetMap may count as a database derived from it"
            )?;
        }
        if target.dry_run {
            writeln!(console, "would write {name}")?;
            return Ok(Verdict::Clean);
        }
        output::create(out, proposal.text.as_bytes())?;
        let record = self.write_record(out, &derivation, &proposal)?;
        writeln!(console, "wrote {name}, and {record} for a second run")?;
        Ok(Verdict::Clean)
    }

    /// Returns the files that are read.
    fn inputs(&self) -> impl Iterator<Item = &Path> {
        self.from_ground.iter().chain(&self.elevation).chain(&self.lists).map(PathBuf::as_path)
    }

    /// Returns what the options ask for: what the last run had, and what is different. All wrong arguments are told at once.
    fn request(&self, target: &GroundTarget<'_>, old: Option<&OldScenario<'_>>) -> Result<GroundRequest, Failure> {
        let mut wrong = WrongArguments::default();
        let last = old.and_then(|old| old.record.as_ref().ok());
        let mut request = last.map_or_else(GroundRequest::default, |record| record.ground.clone());
        if let Some(old) = old {
            let common = old.scenario.common();
            match request.place.with_hexes_of(common) {
                Some(place) => request.place = place,
                None => wrong.add(format!(
                    "{}: the scenario is played on a table, which has no hexes",
                    files::slashed(old.path)
                )),
            }
            if common.hex_metres().is_none() && self.hex.is_none() && last.is_none() && !self.is_placed_by_names() {
                wrong.add("the scenario does not tell the width of its hexes; use --hex");
            }
        } else {
            if self.is_placed_by_names() {
                wrong.add("--place names needs a scenario with places; use --into PATH, or --place LAT,LON");
            }
            if self.size.is_none() {
                wrong.add("the number of hexes is missing; use --size COLUMNSxROWS");
            }
            if self.hex.is_none() {
                wrong.add("the width of the hexes is missing; use --hex LENGTH");
            }
            if target.list.is_none() {
                if target.system.is_none() {
                    wrong.add("the rules system is missing; use --system SYSTEM, or --into PATH");
                }
                if target.out.is_none() {
                    wrong.add("the new scenario is missing; use --out PATH, or --into PATH");
                }
            }
        }
        if self.place.is_none() && last.is_none() {
            wrong.add("the middle of the map is missing; use --place LAT,LON");
        }
        if let Some(title) = target.system.filter(|system| battlewright_schema::template_table(*system).is_some()) {
            wrong.add(RunError::OnTable(title.title()).to_string());
        }
        for (paths, elevation) in [(&self.from_ground, false), (&self.elevation, true)] {
            for path in paths {
                let name = files::slashed(path);
                match FileKind::of_name(&name) {
                    // The bytes tell the kind.
                    None if FileKind::may_be(&name) => {}
                    None => wrong.add(RunError::UnknownKind(name).to_string()),
                    Some(kind) if kind.is_elevation() && !elevation => {
                        wrong.add(format!("{name} has elevation; give it with --elevation"));
                    }
                    Some(kind) if !kind.is_elevation() && elevation => {
                        wrong.add(format!("{name} has no elevation; give it with --from-ground"));
                    }
                    Some(_) => {}
                }
            }
        }
        if let Some(path) = self.picture.as_deref().filter(|path| !picture::is_picture(path)) {
            wrong
                .add(format!("--picture {:?}: the name of the picture must end in .svg or .png", files::slashed(path)));
        }
        self.apply(&mut request, &mut wrong);
        wrong.failure()?;
        Ok(request)
    }

    /// Finds the place of the scenario's map from the names that it shares with the files.
    fn place_by_names(
        &self,
        old: &OldScenario<'_>,
        place: GroundPlace,
        console: &mut Console,
    ) -> Result<GroundPlace, Failure> {
        let mut known = Vec::new();
        for path in &self.from_ground {
            let overview = opened(path)?.overview(Watch::none()).map_err(failure)?;
            known.extend(overview.into_iter().flat_map(|overview| overview.places));
        }
        let Some(fit) = fit_place(old.scenario.common(), place, &known) else {
            let failure = Failure::new("fewer than three names of the scenario and the files agree on a place");
            return Err(failure.help("give the middle of the map with --place LAT,LON"));
        };
        report::fit(console, &fit)?;
        Ok(fit.place)
    }

    /// Reads the files, and derives the map; a second time if lists choose what is drawn.
    fn derive(&self, mut request: GroundRequest) -> Result<(Derivation, GroundRequest), Failure> {
        let paths: Vec<&PathBuf> = self.from_ground.iter().chain(&self.elevation).collect();
        let opened = paths.iter().map(|path| opened(path)).collect::<Result<Vec<_>, _>>()?;
        let names = opened.iter().map(|file| file.name().to_owned()).collect();
        let progress = GroundProgress::new(names);
        let (never, tell) = (|| false, |told| progress.tell(told));
        let watch = Watch::new(&never, &tell);
        let data = GroundData::read(opened, &request.place, watch);
        let derived = data.and_then(|data| Derivation::new(Arc::new(data), &request, watch));
        progress.end();
        let mut derivation = derived.map_err(failure)?;
        for path in &self.lists {
            let bytes = files::read(path)?;
            let all = all_features(&derivation);
            choices_from_csv(&bytes, &all, &mut request).map_err(|error| {
                Failure::new(format!("{} is no list of features: {error}", files::slashed(path)))
                    .help("print one with --list streams, roads, places or removed")
            })?;
        }
        if !self.lists.is_empty() {
            derivation = derivation.again(&request, watch).map_err(failure)?;
            progress.end();
        }
        Ok((derivation, request))
    }

    /// Puts the map into a scenario: merged with what was edited since the last run, or in place of its map.
    fn put_into(
        &self,
        old: &OldScenario<'_>,
        derivation: &Derivation,
        dry_run: bool,
        console: &mut Console,
    ) -> Result<Verdict, Failure> {
        let name = files::slashed(old.path);
        let (proposal, text, findings) = if self.replace {
            let proposal = derivation.into_text(&old.text).map_err(failure)?;
            let text = proposal.text.clone();
            let broken = new_errors(&old.text, &text);
            let broken = broken.into_iter().map(|message| format!("does not fit the new map: {message}"));
            (proposal, text, broken.collect())
        } else {
            let merged = match &old.record {
                Ok(record) => derivation.merge(Some(record), &old.text).map_err(failure)?,
                Err(no) => Err(no.clone()),
            };
            let second = merged.map_err(|no| {
                Failure::new(format!("{name}: {no}"))
                    .help("replace the map with --replace, or make a new scenario with --system SYSTEM --out PATH")
            })?;
            let lines = second.merged.conflicts.iter().map(|conflict| format!("conflict: {conflict}; ours stays"));
            let broken = second.merged.broken.iter().map(|finding| format!("inconsistent result: {}", finding.message));
            (second.proposal, second.merged.unmarked.clone(), lines.chain(broken).collect::<Vec<_>>())
        };
        report::notices(console, &proposal)?;
        self.draw(derivation, &proposal, console)?;
        for line in &findings {
            writeln!(console, "{name}: {line}")?;
        }
        let about = report::changes(&old.text, &text);
        if dry_run {
            writeln!(console, "{name}: would be: {about}")?;
        } else {
            output::replace(old.path, old.text.as_bytes(), text.as_bytes())?;
            self.write_record(old.path, derivation, &proposal)?;
            writeln!(console, "{name}: {about}")?;
        }
        Ok(if findings.is_empty() { Verdict::Clean } else { Verdict::Findings })
    }

    /// Draws the source and the hexes of the proposal, if asked for.
    fn draw(&self, derivation: &Derivation, proposal: &Proposal, console: &mut Console) -> Result<(), Failure> {
        if let Some(path) = &self.picture {
            picture::draw(path, derivation, &proposal.scenario)?;
            writeln!(console, "wrote {}", files::slashed(path))?;
        }
        Ok(())
    }

    /// Writes the record beside the scenario at `path`, and returns its name.
    fn write_record(&self, path: &Path, derivation: &Derivation, proposal: &Proposal) -> Result<String, Failure> {
        let record = derivation.record(proposal, None);
        let text = record.text().map_err(|error| Failure::new(error.to_string()))?;
        let beside = record_path(path);
        output::write(&beside, text.as_bytes())?;
        Ok(files::slashed(&beside))
    }
}

/// Returns the errors of `after` that `before` does not have, such as a unit on a hex that is water now.
fn new_errors(before: &str, after: &str) -> Vec<String> {
    let errors =
        |text: &str| load(text).diagnostics.into_iter().filter(Diagnostic::is_error).map(|it| it.message).collect();
    let (before, after): (Vec<String>, Vec<String>) = (errors(before), errors(after));
    after.into_iter().filter(|message| !before.contains(message)).collect()
}

impl<'a> OldScenario<'a> {
    fn read(path: &'a Path) -> Result<Self, Failure> {
        let name = files::slashed(path);
        let text = String::from_utf8(files::read(path)?).map_err(|_| Failure::new(format!("{name} is not text")))?;
        let loaded = load_bytes(text.as_bytes());
        let scenario = loaded.readable.filter(|_| loaded.complete).ok_or_else(|| {
            Failure::new(format!("{name} cannot be read"))
                .help(format!("run `battlewright validate {name}` to list the problems"))
        })?;
        let beside = record_path(path);
        let record = if beside.exists() {
            let text = files::read(&beside)?;
            let text = String::from_utf8_lossy(&text);
            GroundRecord::read(&text).map_err(NoMerge::Record)
        } else {
            Err(NoMerge::NoRecord)
        };
        Ok(Self { path, text, scenario, record })
    }
}

/// Returns the path of the record beside a scenario.
fn record_path(path: &Path) -> PathBuf {
    path.with_extension("ground")
}

/// Opens a file.
fn opened(path: &Path) -> Result<GroundFile<'static>, Failure> {
    let name = path.file_name().unwrap_or(path.as_os_str()).to_string_lossy().into_owned();
    let cannot = |error: std::io::Error| Failure::new(format!("cannot read {}: {error}", files::slashed(path)));
    let file = File::open(path).map_err(cannot)?;
    if file.metadata().map_err(cannot)?.is_dir() {
        return Err(Failure::new(format!("{} is a folder", files::slashed(path))));
    }
    Ok(GroundFile::new(name, BufReader::with_capacity(1 << 16, file)))
}

fn failure(error: RunError) -> Failure {
    Failure::new(error.to_string())
}

/// Returns a list as CSV. Hexsides have the numbers of the scenario, or of a new one.
fn list_text(derivation: &Derivation, list: GroundList, old: Option<&OldScenario<'_>>) -> Result<String, Failure> {
    let features = match list {
        GroundList::Streams => derivation.streams(),
        GroundList::Roads => derivation.road_features(),
        GroundList::Places => derivation.places(),
        GroundList::Removed => derivation.removed(),
        GroundList::Hexsides => {
            let names = match old.map(|old| old.scenario.common().grid()) {
                Some(names) => names.map_err(|problem| Failure::new(problem.to_string()))?,
                None => derivation.request().place.names().map_err(failure)?,
            };
            let features = derivation.drawn_features(&names);
            return hexsides_as_csv(&features).map_err(|error| Failure::new(error.to_string()));
        }
    };
    list_as_csv(&features).map_err(|error| Failure::new(error.to_string()))
}

/// Returns the features of all lists. What the era takes away is no stream and no place, so that ids are unique.
fn all_features(derivation: &Derivation) -> Vec<Feature> {
    [derivation.removed(), derivation.streams(), derivation.road_features(), derivation.places()].concat()
}

/// Returns the number of hexes of a map in words.
fn hexes(request: &GroundRequest) -> String {
    count(usize::from(request.place.columns) * usize::from(request.place.rows), "hex")
}
