//! Terrain of the hexes, from areas.

mod mask;
mod quota;
mod sea;

use std::collections::BTreeSet;

use serde::{Deserialize, Serialize};

use crate::anchors::Anchors;
use crate::era::{AreaClass, Era, LineClass, PlaceRank};
use crate::grid::{GroundGrid, Tile};
use crate::notice::Notice;
use crate::plane::Point;
use crate::source::Landscape;

pub use mask::Mask;

/// The kind of a hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum GroundKind {
    /// Nothing of the others.
    Clear,
    /// Open water.
    Water,
    /// A city or town.
    Town,
    /// A village.
    Village,
    /// A hamlet, or a farm by itself.
    Farm,
    /// Wet ground.
    Marsh,
    /// Woods.
    Woods,
    /// Vineyards.
    Vineyard,
    /// Orchards.
    Orchard,
}

impl GroundKind {
    /// All kinds, in the order of the declaration.
    pub const ALL: [Self; 9] = [
        Self::Clear,
        Self::Water,
        Self::Town,
        Self::Village,
        Self::Farm,
        Self::Marsh,
        Self::Woods,
        Self::Vineyard,
        Self::Orchard,
    ];

    /// Returns the word for the kind, such as `"woods"`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Clear => "clear ground",
            Self::Water => "open water",
            Self::Town => "towns",
            Self::Village => "villages",
            Self::Farm => "farms",
            Self::Marsh => "marsh",
            Self::Woods => "woods",
            Self::Vineyard => "vineyards",
            Self::Orchard => "orchards",
        }
    }
}

/// The figures by which terrain is drawn. Shares are parts of a hex.
#[derive(Clone, Debug, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct AreaFigures {
    /// The least share of water.
    pub water: f64,
    /// The least share of houses.
    pub built_up: f64,
    /// The least share of wetland.
    pub marsh: f64,
    /// The least share of wood in a hex that is woods.
    pub least_woods: f64,
    /// The least share of vineyards or orchards.
    pub planted: f64,
    /// The size of places against that at the time of the battle, by which the distance is multiplied within which houses count.
    pub growth: f64,
    /// `true` if hamlets and farms get a hex of their own.
    pub has_farms: bool,
    /// `true` if vineyards do.
    pub has_vineyards: bool,
    /// `true` if orchards do.
    pub has_orchards: bool,
}

impl Default for AreaFigures {
    fn default() -> Self {
        Self {
            water: 0.5,
            built_up: 0.4,
            marsh: 0.4,
            least_woods: 0.15,
            planted: 0.5,
            growth: 1.0,
            has_farms: true,
            has_vineyards: false,
            has_orchards: false,
        }
    }
}

/// The terrain of a map.
#[derive(Clone, Debug)]
pub struct Terrain {
    kinds: Vec<GroundKind>,
    /// The shares of woods in percent by hex.
    woods: Vec<u8>,
    /// The shares in percent of what each hex is; 0 where no area decided it.
    shares: Vec<u8>,
    /// The water: lakes, rivers and the sea.
    water: Mask,
    /// Notices for the reader of the proposal.
    pub notices: Vec<Notice>,
}

impl Terrain {
    /// Derives the terrain of all hexes. The first of water, town, village, farm, marsh, woods, vineyard and orchard that holds wins.
    pub fn new(landscape: &Landscape, era: &Era, grid: &GroundGrid, anchors: &Anchors, figures: &AreaFigures) -> Self {
        Self::watched(landscape, era, grid, anchors, figures, &|| false)
    }

    /// Derives the terrain, and stops with a part of it as soon as `is_canceled` returns `true`.
    pub(crate) fn watched(
        landscape: &Landscape,
        era: &Era,
        grid: &GroundGrid,
        anchors: &Anchors,
        figures: &AreaFigures,
        is_canceled: &dyn Fn() -> bool,
    ) -> Self {
        let mask = |class: AreaClass| {
            let mut mask = Mask::new(grid);
            for area in landscape.areas.iter().filter(|area| era.area(&area.tags) == Some(class)) {
                if is_canceled() {
                    break;
                }
                mask.fill(grid, &area.rings);
            }
            mask
        };
        let coast: Vec<Vec<Point>> = landscape
            .ways
            .iter()
            .filter(|way| era.line(&way.tags) == Some(LineClass::Coast))
            .map(|way| landscape.line(way))
            .collect();
        let (sea, open) = sea::sea(grid, &coast);
        let mut water = mask(AreaClass::Water);
        water.add(&sea);
        let houses = houses(grid, anchors, mask(AreaClass::BuiltUp), figures.growth);
        let mut own = Self {
            kinds: vec![GroundKind::Clear; grid.count()],
            woods: Vec::new(),
            shares: vec![0; grid.count()],
            water,
            notices: if open > 0 { vec![Notice::OpenCoast(open)] } else { Vec::new() },
        };
        own.put_water(grid, anchors, figures);
        own.put_places(grid, anchors, &houses, figures);
        own.put_by_share(grid, &mask(AreaClass::Wetland), GroundKind::Marsh, figures.marsh);
        let mut woods = mask(AreaClass::Woods);
        woods.remove(&own.water);
        own.woods = grid.tiles().map(|tile| percent(woods.share(grid, tile))).collect();
        let free = |tile: Tile| grid.is_on_map(tile) && own.kinds[tile.index()] == GroundKind::Clear;
        for tile in quota::by_quota(grid, &woods, figures.least_woods, free) {
            own.kinds[tile.index()] = GroundKind::Woods;
            own.shares[tile.index()] = own.woods[tile.index()];
        }
        if figures.has_vineyards {
            own.put_by_share(grid, &mask(AreaClass::Vineyard), GroundKind::Vineyard, figures.planted);
        }
        if figures.has_orchards {
            own.put_by_share(grid, &mask(AreaClass::Orchard), GroundKind::Orchard, figures.planted);
        }
        own
    }

    /// Returns what a hex is.
    pub fn get(&self, tile: Tile) -> GroundKind {
        self.kinds.get(tile.index()).copied().unwrap_or(GroundKind::Clear)
    }

    /// Returns the share of woods in a hex, in percent.
    pub fn woods_share(&self, tile: Tile) -> u8 {
        self.woods.get(tile.index()).copied().unwrap_or(0)
    }

    /// Returns the share in percent of what a hex is; `None` where no area decided it, as at places and in the open.
    pub fn share(&self, tile: Tile) -> Option<u8> {
        self.shares.get(tile.index()).copied().filter(|share| *share > 0)
    }

    /// Returns `true` if there is open water at `point`, or so near that it makes no difference.
    pub fn is_water(&self, grid: &GroundGrid, point: Point) -> bool {
        self.water.is_near(grid, point)
    }

    /// Returns `true` if at least half of a hex is open water, whatever the figures of a map are.
    pub fn is_half_water(&self, grid: &GroundGrid, tile: Tile) -> bool {
        self.water.share(grid, tile) >= 0.5
    }

    fn put_water(&mut self, grid: &GroundGrid, anchors: &Anchors, figures: &AreaFigures) {
        for tile in grid.tiles() {
            let share = self.water.share(grid, tile);
            if share >= figures.water && anchors.place_in(tile).is_none() {
                self.kinds[tile.index()] = GroundKind::Water;
                self.shares[tile.index()] = percent(share);
            }
        }
    }

    fn put_places(&mut self, grid: &GroundGrid, anchors: &Anchors, houses: &Mask, figures: &AreaFigures) {
        let mut towns = BTreeSet::new();
        for tile in grid.tiles() {
            let Some(place) = anchors.place_in(tile) else { continue };
            let kind = match place.rank {
                PlaceRank::City | PlaceRank::Town => GroundKind::Town,
                PlaceRank::Village => GroundKind::Village,
                PlaceRank::Hamlet | PlaceRank::Farm if figures.has_farms => GroundKind::Farm,
                PlaceRank::Hamlet | PlaceRank::Farm => continue,
            };
            self.kinds[tile.index()] = kind;
            if kind == GroundKind::Town {
                towns.insert(tile);
            }
        }
        for tile in grid.tiles() {
            let is_free = matches!(self.kinds[tile.index()], GroundKind::Clear | GroundKind::Farm);
            let share = houses.share(grid, tile);
            if is_free && share >= figures.built_up {
                self.shares[tile.index()] = percent(share);
                let is_by_town = grid.neighbors(tile).into_iter().flatten().any(|other| towns.contains(&other));
                self.kinds[tile.index()] = if is_by_town { GroundKind::Town } else { GroundKind::Village };
            }
        }
    }

    fn put_by_share(&mut self, grid: &GroundGrid, mask: &Mask, kind: GroundKind, least: f64) {
        for tile in grid.tiles() {
            let share = mask.share(grid, tile);
            if self.kinds[tile.index()] == GroundKind::Clear && share >= least {
                self.kinds[tile.index()] = kind;
                self.shares[tile.index()] = percent(share);
            }
        }
    }
}

/// Returns a share in percent.
fn percent(share: f64) -> u8 {
    libm::round(share * 100.0) as u8
}

/// Returns the houses near places: within the radius of their rank, times `growth`.
fn houses(grid: &GroundGrid, anchors: &Anchors, built_up: Mask, growth: f64) -> Mask {
    let mut near = Mask::new(grid);
    for (spot, _) in anchors.places() {
        near.fill_disk(grid, spot.at, f64::from(spot.rank.radius()) * 100.0 * growth.clamp(0.0, 20.0));
    }
    near.keep(&built_up);
    near
}

#[cfg(test)]
mod tests;
