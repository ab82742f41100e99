//! The work of the dialog beside the window: from files to lists, pictures and proposals.

use std::sync::Arc;

use battlewright_ground::record::GroundRecord;
use battlewright_ground::run::{
    Derivation, Feature, GroundData, GroundFile, GroundPlace, GroundRequest, RemovedCount, RunError, RunProgress,
    RunStep, Watch,
};
use battlewright_ground::{Proposal, Side, Tile};
use battlewright_platform::clock::{SystemTime, local_minute};
use battlewright_schema::words::counted;
use battlewright_schema::{Grid, Scenario, System, load, template};

use super::files::{ChosenGroundFile, FileOverview};
use super::outcome::GroundOutcome;
use super::picture::GroundPicture;
use super::progress::GroundProgress;

/// The least difference of levels that is a slope in systems that do not tell it.
const USUAL_STEEP: u8 = 2;

/// The open scenario, into which a map may go.
#[derive(Clone, Debug)]
pub struct OpenMap {
    /// The scenario.
    pub scenario: Arc<Scenario>,
    /// Its text.
    pub text: Arc<str>,
    /// The record of the last run; the error tells why there is none to use.
    pub record: Result<Arc<GroundRecord>, String>,
}

/// The result of a run, ready to be shown.
#[derive(Debug)]
pub struct GroundResult {
    /// The map.
    pub run: Derivation,
    /// The streams and rivers.
    pub streams: Vec<Feature>,
    /// The roads, then the railways.
    pub roads: Vec<Feature>,
    /// The places.
    pub places: Vec<Feature>,
    /// The things that the era took away.
    pub removed: Vec<Feature>,
    /// The number of things that each filter of the era takes away.
    pub counts: Vec<RemovedCount>,
    /// The hexsides over which the ground falls although the map shows no slope.
    pub hidden: Vec<Side>,
    /// Notices about the map.
    pub notices: Vec<String>,
    /// The lines for the sources of the scenario.
    pub sources: Vec<String>,
    /// The picture of the hexes.
    pub hexes: Arc<GroundPicture>,
    /// The picture of the source.
    pub source: Arc<GroundPicture>,
    /// The numbers of the hexes.
    names: Option<Grid>,
}

impl GroundResult {
    /// Returns the number of a hex of the map, and nothing beyond it.
    pub fn name_of(&self, tile: Tile) -> String {
        let name =
            self.names.as_ref().zip(self.run.grid().cell(tile)).map(|(names, cell)| names.name(cell).to_string());
        name.unwrap_or_default()
    }
}

/// The product of a job.
#[derive(Debug)]
pub enum GroundAnswer {
    /// The frames of the files, in order.
    Overviews(Vec<FileOverview>),
    /// A derived map, and what can be done with it if that was asked for.
    Map(Arc<GroundResult>, Option<Arc<GroundOutcome>>),
    /// The reason why there is no map.
    Failed(String),
    /// The work was ended.
    Canceled,
}

/// A job of work.
#[derive(Clone, Debug)]
pub struct GroundJob {
    /// The files.
    pub files: Vec<ChosenGroundFile>,
    /// The request; `None` to find the frames of the files only.
    pub request: Option<GroundRequest>,
    /// The result of the last job over the same files.
    pub last: Option<Arc<GroundResult>>,
    /// `true` to propose scenarios too.
    pub proposes: bool,
    /// The open scenario.
    pub open: Option<OpenMap>,
    /// The system of a new scenario.
    pub system: System,
    /// The progress of the work.
    pub progress: GroundProgress,
}

impl GroundJob {
    /// Does the work.
    pub fn work(&self) -> GroundAnswer {
        let is_canceled = || self.progress.is_canceled();
        let tell = |progress| self.progress.tell(progress);
        let watch = Watch::new(&is_canceled, &tell);
        let done = match &self.request {
            None => self.overviews(watch).map(GroundAnswer::Overviews),
            Some(request) => self.map(request, watch),
        };
        match done {
            Ok(answer) => answer,
            Err(RunError::Canceled) => GroundAnswer::Canceled,
            Err(error) => GroundAnswer::Failed(error.to_string()),
        }
    }

    fn overviews(&self, watch: Watch<'_>) -> Result<Vec<FileOverview>, RunError> {
        let mut overviews = Vec::new();
        for (n, file) in self.files.iter().enumerate() {
            // The reader knows one file only.
            let is_canceled = || watch.is_canceled();
            let tell = |progress: RunProgress| watch.tell(RunStep::Read(n), progress.done, progress.all);
            let overview = match (&file.overview, file.open()) {
                (FileOverview::Unread, Ok(open)) => match open.overview(Watch::new(&is_canceled, &tell)) {
                    Ok(overview) => FileOverview::Read(overview.map(Arc::new)),
                    Err(RunError::Canceled) => return Err(RunError::Canceled),
                    Err(error) => FileOverview::Wrong(error.to_string()),
                },
                (FileOverview::Unread, Err(error)) => FileOverview::Wrong(format!("{}: {error}", file.name)),
                (known, _) => known.clone(),
            };
            overviews.push(overview);
        }
        Ok(overviews)
    }

    fn map(&self, request: &GroundRequest, watch: Watch<'_>) -> Result<GroundAnswer, RunError> {
        let last = self.last.as_ref().map(|last| &last.run).filter(|last| last.data().is_of(&request.place));
        let run = match last {
            Some(last) => last.again(request, watch)?,
            None => {
                let mut open: Vec<GroundFile<'static>> = Vec::new();
                for file in self.files.iter().filter(|file| !file.is_wrong()) {
                    match file.open() {
                        Ok(file) => open.push(file),
                        Err(error) => return Ok(GroundAnswer::Failed(format!("{}: {error}", file.name))),
                    }
                }
                Derivation::new(Arc::new(GroundData::read(open, &request.place, watch)?), request, watch)?
            }
        };
        let steep = self.open.as_ref().map(|open| Arc::clone(&open.scenario));
        let steep = match steep {
            Some(scenario) => scenario.common().steep(),
            None => load(template(self.system)).scenario.and_then(|scenario| scenario.common().steep()),
        };
        // Each part takes some milliseconds on the largest map.
        let part = PartWatch(watch);
        let mut roads = part.of(|| run.road_features())?;
        roads.extend(part.of(|| run.railway_features())?);
        let result = GroundResult {
            streams: part.of(|| run.streams())?,
            roads,
            places: part.of(|| run.places())?,
            removed: part.of(|| run.removed())?,
            counts: part.of(|| run.removed_counts())?,
            hidden: part.of(|| run.hidden_slopes(steep.unwrap_or(USUAL_STEEP).into()))?,
            notices: notices(&run),
            sources: run.sources(),
            hexes: Arc::new(part.of(|| GroundPicture::of_hexes(&run))?),
            source: part.of(|| self.source_of(&run))?,
            names: self.names(&request.place),
            run,
        };
        let mut outcome = None;
        if self.proposes {
            let date = local_minute(SystemTime::now()).and_then(|time| time.get(..10).map(str::to_owned));
            outcome = Some(Arc::new(GroundOutcome::of(&result.run, self.open.as_ref(), self.system, date, part)?));
        }
        Ok(GroundAnswer::Map(Arc::new(result), outcome))
    }

    /// Returns the numbers of the hexes: those of the open scenario if the map is of its size, else those of a new one.
    fn names(&self, place: &GroundPlace) -> Option<Grid> {
        let open = self.open.as_ref().map(|open| open.scenario.common());
        if let Some(open) = open.filter(|open| open.size() == (place.columns, place.rows)) {
            return open.grid().ok();
        }
        place.names().ok()
    }

    /// Returns the picture of the source: that of the last job, if it is still the same.
    fn source_of(&self, run: &Derivation) -> Arc<GroundPicture> {
        let same = self.last.as_ref().filter(|last| {
            Arc::ptr_eq(last.run.data(), run.data())
                && last.run.request().era == run.request().era
                && last.run.request().choices == run.request().choices
        });
        same.map_or_else(|| Arc::new(GroundPicture::of_source(run)), |last| Arc::clone(&last.source))
    }
}

/// A watch over work in parts.
#[derive(Clone, Copy)]
pub(super) struct PartWatch<'w>(Watch<'w>);

impl PartWatch<'_> {
    /// Does a part of the work.
    ///
    /// # Errors
    /// The work is to end.
    pub(super) fn of<T>(self, part: impl FnOnce() -> T) -> Result<T, RunError> {
        if self.0.is_canceled() { Err(RunError::Canceled) } else { Ok(part()) }
    }
}

/// Returns what the reader should know about a map.
fn notices(run: &Derivation) -> Vec<String> {
    let mut notices: Vec<String> = run.notices().iter().map(ToString::to_string).collect();
    let roads = run.roads_left_out_by_figures();
    if roads > 0 {
        notices.push(format!("the figures leave out {}; see the page Roads", counted(roads, "road")));
    }
    if !run.railways().chains.is_empty() {
        notices.push("railways are shown here, but no system has them, so that they are not written".to_owned());
    }
    notices
}

/// Returns the text of the record of a proposal, to be kept beside the scenario.
pub(super) fn record_text(run: &Derivation, proposal: &Proposal, date: Option<String>) -> Result<String, String> {
    run.record(proposal, date).text().map_err(|error| error.to_string())
}
