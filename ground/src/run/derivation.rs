//! A derived map, of which a changed request derives only what it changes.

use std::collections::BTreeSet;
use std::fmt;
use std::sync::Arc;

use battlewright_schema::System;

use super::RunError;
use super::feature::FeatureId;
use super::file::GroundData;
use super::request::GroundRequest;
use super::watch::{RunStep, Watch};
use crate::anchors::Anchors;
use crate::areas::Terrain;
use crate::grid::{GroundGrid, Side};
use crate::levels::Levels;
use crate::names;
use crate::notice::Notice;
use crate::proposal::{DerivedMap, Proposal, propose};
use crate::rivers::Rivers;
use crate::roads::Roads;
use crate::source::Landscape;

/// The rivers of a map, and the anchors that they have moved.
#[derive(Debug)]
pub(super) struct Drainage {
    pub(super) anchors: Anchors,
    pub(super) rivers: Rivers,
}

/// A map derived from data, all its steps. It is cheap to clone, and what did not change is shared.
#[derive(Clone, Debug)]
pub struct Derivation {
    data: Arc<GroundData>,
    request: GroundRequest,
    /// The features of `landscape` that are kept although their era did not have them.
    kept: BTreeSet<FeatureId>,
    landscape: Arc<Landscape>,
    placed: Arc<Anchors>,
    drainage: Arc<Drainage>,
    terrain: Arc<Terrain>,
    levels: Arc<Levels>,
    roads: Arc<Roads>,
    railways: Arc<Roads>,
    recomputed: Recomputed,
}

/// The steps that were computed, not taken from before.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Recomputed(BTreeSet<RunStep>);

impl Recomputed {
    /// Returns `true` if a step was computed.
    pub fn has(&self, step: RunStep) -> bool {
        self.0.contains(&step)
    }
}

impl fmt::Display for Recomputed {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{:?}", self.0)
    }
}

impl Derivation {
    /// Derives the map of `data` that is asked for.
    ///
    /// # Errors
    /// The watch ended the run.
    pub fn new(data: Arc<GroundData>, request: &GroundRequest, watch: Watch<'_>) -> Result<Self, RunError> {
        Self::derive(data, request, None, watch)
    }

    /// Derives the map for another request over the same data. Steps whose figures did not change are shared.
    ///
    /// # Errors
    /// The watch ended the run.
    pub fn again(&self, request: &GroundRequest, watch: Watch<'_>) -> Result<Self, RunError> {
        Self::derive(Arc::clone(&self.data), request, Some(self), watch)
    }

    fn derive(
        data: Arc<GroundData>,
        request: &GroundRequest,
        last: Option<&Self>,
        watch: Watch<'_>,
    ) -> Result<Self, RunError> {
        let mut run = Stages { watch, done: BTreeSet::new() };
        let is_canceled = || watch.is_canceled();
        let grid = &data.grid;
        let kept = request.kept();
        let same_land = last.filter(|last| last.kept == kept);
        let landscape = match same_land {
            Some(last) => Arc::clone(&last.landscape),
            None => Arc::new(keeping(&data.landscape, &kept)),
        };
        let same_era = same_land.filter(|last| last.request.era == request.era);
        // Only choices of places matter here, but few are made.
        let same_places = same_era.filter(|last| last.request.choices == request.choices);
        let placed = run.step(RunStep::Places, same_places.map(|last| &last.placed), || {
            Anchors::new(grid, spots(&landscape, request))
        })?;
        let rivers = request.river_figures();
        let same_rivers = same_places.filter(|last| last.request.river_figures() == rivers);
        let drainage = run.step(RunStep::Rivers, same_rivers.map(|last| &last.drainage), || {
            let mut anchors = (*placed).clone();
            let rivers = Rivers::watched(&landscape, &request.era, grid, &mut anchors, &rivers, &is_canceled);
            Drainage { anchors, rivers }
        })?;
        let Drainage { anchors, rivers } = &*drainage;
        let same_areas = same_rivers.filter(|last| last.request.areas == request.areas);
        let terrain = run.step(RunStep::Areas, same_areas.map(|last| &last.terrain), || {
            Terrain::watched(&landscape, &request.era, grid, anchors, &request.areas, &is_canceled)
        })?;
        let same_levels = last.filter(|last| last.request.levels == request.levels);
        let levels = run.step(RunStep::Levels, same_levels.map(|last| &last.levels), || {
            Levels::new(grid, &data.heights, &request.levels)
        })?;
        // Where the water is does not depend on the figures of areas.
        let roads = request.road_figures();
        let same_roads = same_rivers.filter(|last| last.request.road_figures() == roads);
        let laid = run.step(RunStep::Roads, same_roads.map(|last| &last.roads), || {
            Roads::watched(&landscape, &request.era, grid, anchors, rivers, &terrain, &roads, &is_canceled)
        })?;
        let railways = run.step(RunStep::Railways, same_roads.map(|last| &last.railways), || {
            Roads::watched_railways(&landscape, &request.era, grid, anchors, rivers, &roads, &is_canceled)
        })?;
        Ok(Self {
            request: request.clone(),
            kept,
            landscape,
            placed,
            terrain,
            levels,
            roads: laid,
            railways,
            recomputed: Recomputed(run.done),
            drainage,
            data,
        })
    }

    /// Returns the data.
    pub fn data(&self) -> &Arc<GroundData> {
        &self.data
    }

    /// Returns what was asked for.
    pub fn request(&self) -> &GroundRequest {
        &self.request
    }

    /// Returns the steps that were computed for the last request.
    pub fn recomputed(&self) -> &Recomputed {
        &self.recomputed
    }

    /// Returns the hexes over the plane.
    pub fn grid(&self) -> &GroundGrid {
        &self.data.grid
    }

    /// Returns the geography, in which the features that the designer keeps are marked.
    pub fn landscape(&self) -> &Landscape {
        &self.landscape
    }

    /// Returns the places.
    pub fn anchors(&self) -> &Anchors {
        &self.drainage.anchors
    }

    /// Returns the rivers.
    pub fn rivers(&self) -> &Rivers {
        &self.drainage.rivers
    }

    /// Returns the terrain.
    pub fn terrain(&self) -> &Terrain {
        &self.terrain
    }

    /// Returns the levels; `None` if there is no elevation, or the designer leaves those of the map.
    pub fn levels(&self) -> Option<&Levels> {
        (self.request.has_levels && !self.data.elevation.is_empty()).then_some(&*self.levels)
    }

    /// Returns the roads.
    pub fn roads(&self) -> &Roads {
        &self.roads
    }

    /// Returns the railways, which no system has a row for: they are shown in previews alone.
    pub fn railways(&self) -> &Roads {
        &self.railways
    }

    /// Returns the hexsides over which the ground falls steeply although the map shows no slope, for levels that differ by less than `steep`.
    pub fn hidden_slopes(&self, steep: u32) -> Vec<Side> {
        let levels = self.levels();
        let hidden =
            |levels: &Levels| levels.hidden_slopes(self.grid(), &self.data.heights, &self.request.levels, steep);
        levels.map(hidden).unwrap_or_default()
    }

    /// Returns the map.
    pub fn map(&self) -> DerivedMap<'_> {
        DerivedMap {
            grid: self.grid(),
            anchors: self.anchors(),
            terrain: self.terrain(),
            rivers: self.rivers(),
            roads: self.roads(),
            levels: self.levels(),
        }
    }

    /// Returns what the reader should know about the data and the map, before there is a scenario.
    pub fn notices(&self) -> Vec<Notice> {
        let mut notices = self.landscape.notices.clone();
        notices.extend(self.map().notices());
        notices
    }

    /// Returns the lines for the sources of a scenario.
    pub fn sources(&self) -> Vec<String> {
        self.data.sources(&self.request)
    }

    /// Puts the map into the scenario with the text `base`, whose map has the same size. All else stays.
    ///
    /// # Errors
    /// The scenario cannot be read, has a map of another size, or is played on a table.
    pub fn into_text(&self, base: &str) -> Result<Proposal, RunError> {
        let mut proposal = propose(base, self.map(), &self.sources())?;
        proposal.notices.splice(0..0, self.landscape.notices.iter().cloned());
        Ok(proposal)
    }

    /// Makes a new scenario of `system` with this map, the sides, units and victory of the system's template, each at a place of this map.
    ///
    /// # Errors
    /// The system is played on a table, or the map is too small for its template.
    pub fn new_file(&self, system: System) -> Result<Proposal, RunError> {
        super::battle::new_file(self, system)
    }
}

/// The steps of a run: each is computed, or taken from the last run.
struct Stages<'w> {
    watch: Watch<'w>,
    done: BTreeSet<RunStep>,
}

impl Stages<'_> {
    fn step<T>(
        &mut self,
        step: RunStep,
        last: Option<&Arc<T>>,
        compute: impl FnOnce() -> T,
    ) -> Result<Arc<T>, RunError> {
        if self.watch.is_canceled() {
            return Err(RunError::Canceled);
        }
        if let Some(last) = last {
            return Ok(Arc::clone(last));
        }
        self.watch.tell(step, 0, 1);
        let made = Arc::new(compute());
        self.done.insert(step);
        self.watch.tell(step, 1, 1);
        // What a canceled step made is no result.
        if self.watch.is_canceled() { Err(RunError::Canceled) } else { Ok(made) }
    }
}

/// Returns `landscape` with the features of `kept` marked.
fn keeping(landscape: &Landscape, kept: &BTreeSet<FeatureId>) -> Landscape {
    let mut own = landscape.clone();
    if !kept.is_empty() {
        own.ways.iter_mut().filter(|way| kept.contains(&FeatureId::Way(way.id))).for_each(|way| way.tags.keep());
        own.areas.iter_mut().filter(|area| kept.contains(&FeatureId::of_area(area.id))).for_each(|it| it.tags.keep());
        own.spots.iter_mut().filter(|spot| kept.contains(&FeatureId::Node(spot.id))).for_each(|it| it.tags.keep());
    }
    own
}

/// Returns the places that the designer has not unchecked, with the ranks that the designer chose.
fn spots(landscape: &Landscape, request: &GroundRequest) -> Vec<crate::anchors::PlacedSpot> {
    let mut spots = names::places(landscape, &request.era);
    spots.retain(|spot| request.choice(FeatureId::Node(spot.id)).checked != Some(false));
    for spot in &mut spots {
        if let Some(rank) = request.choice(FeatureId::Node(spot.id)).class.and_then(|class| class.place_rank()) {
            spot.rank = rank;
        }
    }
    spots
}
