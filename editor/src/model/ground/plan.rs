//! The state of the dialog: what was asked for, and what is known of the result.

mod jobs;

use std::path::Path;
use std::sync::Arc;

use battlewright_ground::era::{Era, EraFilter};
use battlewright_ground::read::{DataFrame, NamedPlace};
use battlewright_ground::run::{
    Feature, FeatureClass, FeatureId, GroundFigure, GroundPlace, GroundRequest, PlaceFit, fit_place,
};
use battlewright_ground::{LatLon, Side};
use battlewright_schema::{System, template_table};

use super::chart::ChartFrame;
use super::files::ChosenGroundFile;
use super::outcome::GroundOutcome;
use super::page::GroundPage;
use super::progress::GroundProgress;
use super::sight::GroundSight;
use super::work::{GroundResult, OpenMap};

/// The line for elevation of the Shuttle Radar Topography Mission, which `.hgt` files have.
pub const SRTM: &str = "NASA SRTM, public domain";

/// The state of the dialog.
#[derive(Clone, Debug)]
pub struct GroundPlan {
    /// The page in front.
    pub page: GroundPage,
    /// The system of a new scenario.
    pub system: System,
    /// The chosen files.
    pub files: Vec<ChosenGroundFile>,
    /// `true` once the place was chosen, by hand or from the files.
    pub is_placed: bool,
    /// `true` while the place is being dragged, so that nothing is read for each pixel.
    pub is_dragged: bool,
    /// The state of the pictures.
    pub sight: GroundSight,
    request: GroundRequest,
    open: Option<OpenMap>,
    /// A number that grows with each change of what is asked for.
    stamp: u64,
    /// The stamp of the last change of the files.
    files_stamp: u64,
    /// The stamp of the last finished work.
    known: u64,
    /// The stamp of `result`.
    result_stamp: u64,
    result: Option<Arc<GroundResult>>,
    outcome: Option<Arc<GroundOutcome>>,
    /// The stamp of `outcome`.
    outcome_stamp: u64,
    /// The place that was found by names; `Some(None)` if too few agree.
    fit: Option<Option<PlaceFit>>,
    problem: Option<String>,
    progress: GroundProgress,
    is_stopped: bool,
}

impl PartialEq for GroundPlan {
    /// Compares what is asked for, on which all else depends.
    fn eq(&self, other: &Self) -> bool {
        (self.page, self.system, self.stamp, self.known) == (other.page, other.system, other.stamp, other.known)
            && self.files == other.files
            && self.request == other.request
    }
}

impl GroundPlan {
    /// Begins a plan: for a new scenario of `system`, or for the open one.
    pub fn new(system: System, open: Option<OpenMap>) -> Self {
        let hexes = |system: &System| template_table(*system).is_none();
        let system = [system].into_iter().chain(System::ALL).find(hexes).unwrap_or(system);
        let record = open.as_ref().and_then(|open| open.record.as_ref().ok()).cloned();
        let mut request = record.as_ref().map_or_else(GroundRequest::default, |record| record.ground.clone());
        if let Some(open) = &open
            && record.is_none()
        {
            request.place = request.place.with_hexes_of(open.scenario.common()).unwrap_or(request.place);
        }
        Self {
            page: GroundPage::Place,
            system,
            files: Vec::new(),
            is_placed: record.is_some(),
            is_dragged: false,
            sight: GroundSight::default(),
            request,
            open,
            stamp: 1,
            files_stamp: 1,
            known: 0,
            result_stamp: 0,
            result: None,
            outcome: None,
            outcome_stamp: 0,
            fit: None,
            problem: None,
            progress: GroundProgress::default(),
            is_stopped: false,
        }
    }

    /// Returns the open scenario, if the plan is for it.
    pub fn open(&self) -> Option<&OpenMap> {
        self.open.as_ref()
    }

    /// Returns what is asked for.
    pub fn request(&self) -> &GroundRequest {
        &self.request
    }

    /// Returns the last result; it may be that of an earlier request.
    pub fn result(&self) -> Option<&Arc<GroundResult>> {
        self.result.as_ref()
    }

    /// Returns what can be done with the map that is asked for, once it is known.
    pub fn outcome(&self) -> Option<&Arc<GroundOutcome>> {
        self.outcome.as_ref().filter(|_| self.outcome_stamp == self.stamp)
    }

    /// Returns the reason why there is no map.
    pub fn problem(&self) -> Option<&str> {
        self.problem.as_deref()
    }

    /// Notes that something else is asked for. Work on the old request goes on, so that a dragged slider shows something meanwhile.
    fn touch(&mut self) {
        self.stamp += 1;
        self.is_stopped = false;
    }

    /// Notes that other data are asked for. What is read now is not needed any more.
    fn touch_data(&mut self) {
        self.touch();
        self.progress.cancel();
    }

    fn touch_files(&mut self) {
        self.result = None;
        self.touch_data();
        self.files_stamp = self.stamp;
    }

    /// Adds files. A file with the same name is replaced.
    pub fn add_files(&mut self, files: impl IntoIterator<Item = ChosenGroundFile>) {
        for file in files {
            let is_hgt = file.name.to_lowercase().ends_with(".hgt");
            if is_hgt && self.request.elevation_source.is_empty() {
                self.request.elevation_source = SRTM.to_owned();
            }
            self.files.retain(|other| other.name != file.name);
            self.files.push(file);
        }
        self.touch_files();
    }

    /// Removes the file at an index.
    pub fn remove_file(&mut self, index: usize) {
        if index < self.files.len() {
            self.files.remove(index);
            self.touch_files();
        }
    }

    /// Returns the frame around all files.
    pub fn frame(&self) -> Option<DataFrame> {
        self.files.iter().filter_map(ChosenGroundFile::data_frame).reduce(DataFrame::and)
    }

    /// Returns the named places of all files.
    pub fn named_places(&self) -> impl Iterator<Item = &NamedPlace> {
        self.files.iter().flat_map(ChosenGroundFile::places)
    }

    /// Moves the middle of the map to the place with this name, or to the first whose name begins so. Returns `false` if there is none. Case does
    /// not matter.
    pub fn go_to(&mut self, name: &str) -> bool {
        let wanted = name.trim().to_lowercase();
        let is = |place: &&NamedPlace| place.name.to_lowercase() == wanted;
        let begins = |place: &&NamedPlace| place.name.to_lowercase().starts_with(&wanted);
        let found = self.named_places().find(is).or_else(|| self.named_places().find(begins)).map(|place| place.at);
        if let Some(at) = found.filter(|_| !wanted.is_empty()) {
            self.move_to(at);
            self.sight.chart = None;
            return true;
        }
        false
    }

    /// Returns `true` if the open scenario and the files have named places, by which the map can be placed.
    pub fn has_names(&self) -> bool {
        let has_own = self.open.as_ref().is_some_and(|open| open.scenario.common().places().len() > 2);
        has_own && self.named_places().next().is_some()
    }

    /// Places the map by the names that the open scenario and the files share.
    pub fn place_by_names(&mut self) {
        let known: Vec<NamedPlace> = self.named_places().cloned().collect();
        let place = self.request.place;
        let fit = self.open.as_ref().and_then(|open| fit_place(open.scenario.common(), place, &known));
        if let Some(fit) = &fit {
            self.set_place(fit.place);
        }
        self.fit = Some(fit);
    }

    /// Returns what was found by names, as long as the map lies there; `Some(None)` if too few names agree.
    pub fn fit(&self) -> Option<Option<&PlaceFit>> {
        let fit = self.fit.as_ref()?.as_ref();
        fit.is_none_or(|fit| fit.place == self.request.place).then_some(fit)
    }

    /// Sets the place and the hexes.
    pub fn set_place(&mut self, place: GroundPlace) {
        if self.request.place != place {
            self.request.place = place;
            self.is_placed = true;
            self.touch_data();
        }
    }

    /// Moves the middle of the map. Positions are kept to a hundred-thousandth of a degree, about a meter, so that they can be typed again.
    pub fn move_to(&mut self, at: LatLon) {
        let exact = |degrees: f64| (degrees * 1e5).round() / 1e5;
        self.set_place(GroundPlace { lat: exact(at.lat), lon: exact(at.lon), ..self.request.place });
    }

    /// Turns the map, so that its top looks to a bearing in degrees, in whole degrees.
    pub fn turn_to(&mut self, bearing: f64) {
        if bearing.is_finite() {
            self.set_place(GroundPlace { rotation: bearing.round(), ..self.request.place });
        }
    }

    /// Returns the part that the chart of the place shows, with this width against its height.
    pub fn chart(&self, aspect: f32) -> ChartFrame {
        let aspect = f64::from(aspect).clamp(0.1, 10.0);
        if let Some(chart) = self.sight.chart {
            return ChartFrame { aspect, ..chart };
        }
        match self.frame() {
            Some(frame) => ChartFrame::around(frame.least, frame.most, aspect),
            None => self.around_map(aspect),
        }
    }

    fn around_map(&self, aspect: f64) -> ChartFrame {
        let place = self.request.place;
        let at = |by: f64| LatLon { lat: place.lat + by, lon: place.lon + by };
        let corners = place.corners().map_or_else(|_| vec![at(-0.5), at(0.5)], |corners| corners.to_vec());
        let by = |pick: fn(f64, f64) -> f64| {
            corners.iter().copied().reduce(|a, b| LatLon { lat: pick(a.lat, b.lat), lon: pick(a.lon, b.lon) })
        };
        let (least, most) = (by(f64::min).unwrap_or(at(-0.5)), by(f64::max).unwrap_or(at(0.5)));
        let chart = ChartFrame::around(least, most, aspect);
        ChartFrame { height: chart.height * 1.3, ..chart }
    }

    /// Lets the chart show the map and what is around it.
    pub fn chart_around_map(&mut self) {
        self.sight.chart = Some(self.around_map(self.sight.chart.map_or(1.4, |chart| chart.aspect)));
    }

    /// Sets the system of a new scenario.
    pub fn set_system(&mut self, system: System) {
        if self.system != system {
            self.system = system;
            self.touch();
        }
    }

    /// Sets the year of the battle. The filters become those of that year, unless they were chosen.
    pub fn set_year(&mut self, year: Option<i32>) {
        let usual = Era::of_year(self.request.era.year).filters;
        let mut era = Era { year, ..self.request.era.clone() };
        if era.filters == usual {
            era.filters = Era::of_year(year).filters;
        }
        self.set_era(era);
    }

    /// Uses a filter of the era, or does not.
    pub fn set_filter(&mut self, filter: EraFilter, is_used: bool) {
        let mut era = self.request.era.clone();
        era.filters.retain(|other| *other != filter);
        if is_used {
            era.filters.push(filter);
            era.filters.sort_unstable();
        }
        self.set_era(era);
    }

    /// Sets the era.
    pub fn set_era(&mut self, era: Era) {
        if self.request.era != era {
            self.request.era = era;
            self.touch();
        }
    }

    /// Sets a figure; a value out of range is not set.
    pub fn set_figure(&mut self, figure: &GroundFigure, value: f64) {
        let before = self.request.clone();
        // The window offers only values in the range.
        if figure.set(&mut self.request, value).is_ok() && self.request != before {
            self.touch();
        }
    }

    /// Changes the options of the request that are no figures.
    pub fn set_options(&mut self, set: impl FnOnce(&mut GroundRequest)) {
        let before = self.request.clone();
        set(&mut self.request);
        if self.request != before {
            self.touch();
        }
    }

    /// Checks or unchecks a feature. What the figures decide in the same way anyway is no choice.
    pub fn check(&mut self, feature: &Feature, is_checked: bool) {
        let before = self.request.clone();
        self.request.check(feature.id, Some(is_checked));
        if self.request != before {
            self.touch();
        }
    }

    /// Sets the class of a feature.
    pub fn set_class(&mut self, id: FeatureId, class: FeatureClass) {
        let before = self.request.clone();
        self.request.set_class(id, Some(class));
        if self.request != before {
            self.touch();
        }
    }

    /// Drops all choices of features, so that the figures decide again.
    pub fn forget_choices(&mut self) {
        self.set_options(|request| request.choices.clear());
    }

    /// Returns the features of a page.
    pub fn features(&self, page: GroundPage) -> &[Feature] {
        let Some(result) = &self.result else { return &[] };
        match page {
            GroundPage::Era => &result.removed,
            GroundPage::Terrain => &result.places,
            GroundPage::Water => &result.streams,
            GroundPage::Roads => &result.roads,
            GroundPage::Place | GroundPage::Levels | GroundPage::Result => &[],
        }
    }

    /// Returns the feature that the pointer or the keyboard is at.
    pub fn pointed(&self) -> Option<&Feature> {
        let id = self.sight.pointed?;
        self.features(self.page).iter().find(|feature| feature.id == id)
    }

    /// Returns the hexsides where the ground falls although the map shows no slope.
    pub fn hidden(&self) -> &[Side] {
        self.result.as_ref().map_or(&[], |result| &result.hidden)
    }

    /// Returns the hexside at which the walk through those is.
    pub fn walked(&self) -> Option<Side> {
        self.hidden().get(self.sight.walk?).copied()
    }

    /// Goes `by` hexsides further on that walk, around its ends.
    pub fn walk(&mut self, by: isize) {
        let count = self.hidden().len();
        let Some(last) = count.checked_sub(1) else { return };
        self.sight.walk = Some(match self.sight.walk.filter(|at| *at < count) {
            None if by < 0 => last,
            None => 0,
            Some(at) => match at.checked_add_signed(by) {
                Some(at) if at <= last => at,
                Some(_) => 0,
                None => last,
            },
        });
    }

    /// Returns the path of the last chosen file, in whose folder the next one is looked for.
    pub fn last_path(&self) -> Option<&Path> {
        self.files.last().map(|file| file.path.as_path())
    }
}
