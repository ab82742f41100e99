//! Lists of the features of a map, for checkboxes and tables.

use std::collections::BTreeMap;

use super::derivation::Derivation;
use super::feature::{Feature, FeatureClass, FeatureId, LeftOut};
use crate::era::EraFilter;
use crate::grid::Side;
use crate::line;
use crate::names;
use crate::plane::Point;
use crate::roads::{Roads, RouteVerdict};
use crate::source::Tags;

/// The things that a filter of the era takes away.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct RemovedCount {
    /// The filter.
    pub filter: EraFilter,
    /// `true` if the filter is in use.
    pub is_used: bool,
    /// The number of features on the map that it takes away, or would take away.
    pub count: usize,
}

/// Returns the length of a line in whole meters.
fn metres(points: &[Point]) -> Option<u32> {
    Some((line::length(points) / 100.0) as u32)
}

impl Derivation {
    /// Returns the streams and rivers that touch the map or its margin, the greatest first.
    pub fn streams(&self) -> Vec<Feature> {
        let mut sides: BTreeMap<(i64, Option<u32>), Vec<Side>> = BTreeMap::new();
        for drawn in &self.rivers().drawn {
            let on_map = |side: &&Side| self.grid().is_on_map(side.low) && self.grid().is_on_map(side.high);
            let key = (drawn.stem.id, drawn.stem.nodes.first().copied());
            sides.insert(key, drawn.sides.iter().filter(on_map).copied().collect());
        }
        let stems = self.rivers().verdicts.0.iter();
        let stems = stems.filter(|(_, verdict)| *verdict != crate::rivers::StemVerdict::Outside);
        let feature = |(stem, verdict): &(crate::rivers::Stem, crate::rivers::StemVerdict)| Feature {
            id: FeatureId::Way(stem.id),
            name: stem.name.clone().unwrap_or_default().into(),
            class: if stem.is_river { FeatureClass::River } else { FeatureClass::Stream },
            length: metres(&stem.line),
            is_checked: verdict.is_drawn(),
            left_out: (!verdict.is_drawn()).then_some(LeftOut::Stream(*verdict)),
            line: stem.line.clone(),
            tiles: Vec::new(),
            sides: sides.get(&(stem.id, stem.nodes.first().copied())).cloned().unwrap_or_default(),
        };
        stems.map(feature).collect()
    }

    /// Returns the roads between places and borders: those that are drawn, then those that are not. Roads without a step on the map are in
    /// no list.
    pub fn road_features(&self) -> Vec<Feature> {
        self.routes_of(self.roads())
    }

    /// Returns the railways, for previews. Their classes cannot be changed.
    pub fn railway_features(&self) -> Vec<Feature> {
        let mut all = self.routes_of(self.railways());
        all.retain(|feature| feature.is_checked);
        all.iter_mut().for_each(|feature| feature.class = FeatureClass::Railway);
        all
    }

    fn routes_of(&self, roads: &Roads) -> Vec<Feature> {
        let name = |own: Option<&str>, ends: [Option<usize>; 2]| {
            let place = |end: Option<usize>| {
                let terminal = roads.terminals.get(end?).filter(|terminal| terminal.is_place)?;
                Some(self.anchors().place_in(terminal.tile)?.name.as_str())
            };
            let between = match ends.map(place) {
                [Some(a), Some(b)] => Some(format!("{a} - {b}")),
                [Some(one), None] | [None, Some(one)] => Some(one.to_owned()),
                [None, None] => None,
            };
            match (own, between) {
                (Some(own), Some(between)) => format!("{own} ({between})"),
                (own, between) => between.or(own.map(str::to_owned)).unwrap_or_default(),
            }
        };
        let drawn = roads.routes.iter().map(|route| Feature {
            id: FeatureId::Route(route.id),
            name: name(route.name.as_deref(), route.ends),
            class: FeatureClass::of_road(route.kind),
            length: metres(&route.line),
            is_checked: true,
            left_out: None,
            line: route.line.clone(),
            tiles: route.tiles.iter().copied().filter(|tile| self.grid().is_on_map(*tile)).collect(),
            sides: Vec::new(),
        });
        let left = roads.left_out.iter().map(|route| Feature {
            id: FeatureId::Route(route.id),
            name: name(route.name.as_deref(), route.ends),
            class: FeatureClass::of_road(route.kind),
            length: metres(&route.line),
            is_checked: false,
            left_out: Some(LeftOut::Road(route.verdict)),
            line: route.line.clone(),
            tiles: Vec::new(),
            sides: Vec::new(),
        });
        drawn.filter(|route| route.tiles.len() > 1).chain(left).collect()
    }

    /// Returns the places on the map, the greatest first.
    pub fn places(&self) -> Vec<Feature> {
        let is_on_map = |point: Point| self.grid().at(point).is_some_and(|tile| self.grid().is_on_map(tile));
        let homes: BTreeMap<i64, _> = self.anchors().places().map(|(spot, home)| (spot.id, home)).collect();
        let mut features = Vec::new();
        for spot in names::places(self.landscape(), &self.request().era) {
            let home = homes.get(&spot.id).copied();
            let home_on_map = home.flatten().filter(|home| self.grid().is_on_map(*home));
            if home_on_map.is_none() && !is_on_map(spot.at) {
                continue;
            }
            let id = FeatureId::Node(spot.id);
            let chosen = self.request().choice(id).class.filter(|class| class.place_rank().is_some());
            let left_out = match home {
                None => Some(LeftOut::Unchecked),
                Some(None) => Some(LeftOut::Label),
                Some(Some(_)) => None,
            };
            features.push(Feature {
                id,
                name: spot.name.into(),
                class: chosen.unwrap_or_else(|| FeatureClass::of_place(spot.rank)),
                length: None,
                is_checked: home.is_some(),
                left_out,
                line: vec![spot.at],
                tiles: home_on_map.into_iter().collect(),
                sides: Vec::new(),
            });
        }
        features.sort_by(|a, b| (a.class, &a.name, a.id).cmp(&(b.class, &b.name, b.id)));
        features
    }

    /// Returns what the era takes away on the map, in the order of its filters. What the designer keeps is checked.
    pub fn removed(&self) -> Vec<Feature> {
        let era = &self.request().era;
        // A line may cross the map between two far points.
        let touches = |points: &[Point]| {
            let on_map = |point: &Point| self.grid().at(*point).is_some_and(|tile| self.grid().is_on_map(tile));
            points.iter().any(on_map) || line::sampled(points, self.grid().hexes(0.5)).iter().any(on_map)
        };
        let mut rows: Vec<(EraFilter, Feature)> = Vec::new();
        let mut add = |id: FeatureId, tags: &Tags, class: FeatureClass, line: Vec<Point>, length: Option<u32>| {
            let Some(filter) = era.would_take_away(tags).filter(|_| touches(&line)) else { return };
            rows.push((
                filter,
                Feature {
                    id,
                    name: names::name_of(tags, era).unwrap_or_default().into(),
                    class,
                    length,
                    is_checked: tags.is_kept(),
                    left_out: (!tags.is_kept()).then_some(LeftOut::Era(filter)),
                    line,
                    tiles: Vec::new(),
                    sides: Vec::new(),
                },
            ));
        };
        let land = self.landscape();
        for way in &land.ways {
            let points = land.line(way);
            let length = metres(&points);
            add(FeatureId::Way(way.id), &way.tags, FeatureClass::Line, points, length);
        }
        for area in &land.areas {
            let ring = area.rings.first().cloned().unwrap_or_default();
            add(FeatureId::of_area(area.id), &area.tags, FeatureClass::Area, ring, None);
        }
        for spot in &land.spots {
            add(FeatureId::Node(spot.id), &spot.tags, FeatureClass::Place, vec![spot.at], None);
        }
        rows.sort_by(|(a, x), (b, y)| (a, x.class, &x.name, x.id).cmp(&(b, y.class, &y.name, y.id)));
        rows.dedup_by(|(_, a), (_, b)| {
            // The pieces of a way that was cut are one feature.
            let same = a.id == b.id && a.class == b.class;
            if same {
                b.length = b.length.zip(a.length).map(|(own, more)| own + more);
                b.line.append(&mut a.line);
            }
            same
        });
        rows.into_iter().map(|(_, feature)| feature).collect()
    }

    /// Returns for each filter of eras how many features of the map it takes away, or would take away.
    pub fn removed_counts(&self) -> Vec<RemovedCount> {
        let era = &self.request().era;
        let grid = self.grid();
        let is_on_map = |point: Point| grid.at(point).is_some_and(|tile| grid.is_on_map(tile));
        let land = self.landscape();
        let on_way = |points: Vec<Point>| {
            points.iter().any(|point| is_on_map(*point))
                || line::sampled(&points, grid.hexes(0.5)).iter().any(|point| is_on_map(*point))
        };
        // Most ways are of no filter, and need no look at their points.
        let all = crate::era::Era { filters: EraFilter::ALL.to_vec(), ..era.clone() };
        let ways = land.ways.iter().filter(|way| all.would_take_away(&way.tags).is_some() && on_way(land.line(way)));
        let areas = land.areas.iter().filter(|area| area.rings.iter().flatten().any(|point| is_on_map(*point)));
        let spots = land.spots.iter().filter(|spot| is_on_map(spot.at));
        let tags: Vec<&Tags> =
            ways.map(|it| &it.tags).chain(areas.map(|it| &it.tags)).chain(spots.map(|it| &it.tags)).collect();
        let count = |filter: EraFilter| {
            let alone = crate::era::Era { filters: vec![filter], ..era.clone() };
            tags.iter().filter(|tags| alone.would_take_away(tags) == Some(filter)).count()
        };
        let row = |filter| RemovedCount { filter, is_used: era.filters.contains(&filter), count: count(filter) };
        EraFilter::ALL.into_iter().map(row).collect()
    }

    /// Returns the number of roads that the figures, not the designer, leave out.
    pub fn roads_left_out_by_figures(&self) -> usize {
        self.roads().left_out.iter().filter(|route| route.verdict != RouteVerdict::Unchecked).count()
    }
}
