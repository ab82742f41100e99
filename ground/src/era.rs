//! The meaning of the tags of elements, and what the time of the battle did not have.
//!
//! The tags are those of OpenStreetMap, as its wiki documents them (*Map features*).

use std::collections::BTreeMap;

use serde::{Deserialize, Serialize};

use crate::source::Tags;

/// The rank of a place, the greatest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum PlaceRank {
    /// `place=city`.
    City,
    /// `place=town`.
    Town,
    /// `place=village`.
    Village,
    /// `place=hamlet`.
    Hamlet,
    /// `place=isolated_dwelling` or `place=farm`.
    Farm,
}

impl PlaceRank {
    /// Returns the distance from the place within which built-up areas count, in meters: older places were smaller.
    pub fn radius(self) -> u32 {
        match self {
            Self::City => 1500,
            Self::Town => 800,
            Self::Village => 400,
            Self::Hamlet | Self::Farm => 200,
        }
    }
}

/// A class of flowing water.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum WaterClass {
    /// `waterway=river`.
    River,
    /// `waterway=stream`.
    Stream,
    /// `waterway=canal`.
    Canal,
}

/// A class of road, the greatest first.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum RoadClass {
    /// `highway=trunk`.
    Trunk,
    /// `highway=primary`.
    Primary,
    /// `highway=secondary`.
    Secondary,
    /// `highway=tertiary`.
    Tertiary,
    /// `highway=unclassified` or `highway=road`.
    Unclassified,
    /// `highway=residential`, `living_street` or `service`.
    Residential,
    /// `highway=track`.
    Track,
}

impl RoadClass {
    /// Returns the cost of a meter, in hundredths: the better the road, the less.
    pub fn cost(self) -> u32 {
        match self {
            Self::Trunk | Self::Primary => 80,
            Self::Secondary => 90,
            Self::Tertiary => 100,
            Self::Unclassified => 115,
            Self::Residential => 125,
            Self::Track => 250,
        }
    }

    /// Returns `true` for trunk and primary roads, which maps show as major roads.
    pub fn is_major(self) -> bool {
        self <= Self::Primary
    }

    /// Returns `true` for roads that lead out of the map, and that are shown even if they join no places.
    pub fn is_through(self) -> bool {
        self <= Self::Secondary
    }
}

/// A class of area.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum AreaClass {
    /// Open water.
    Water,
    /// Marsh, bog or reed.
    Wetland,
    /// Forest or wood.
    Woods,
    /// Houses.
    BuiltUp,
    /// A vineyard.
    Vineyard,
    /// An orchard.
    Orchard,
}

/// The class of a line.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum LineClass {
    /// Flowing water.
    Water(WaterClass),
    /// A road.
    Road(RoadClass),
    /// A railway.
    Rail,
    /// A piece of the coast, with the land on its left.
    Coast,
}

/// A reason why something modern is left out.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(rename_all = "kebab-case")]
pub enum EraFilter {
    /// Motorways and their links.
    Motorways,
    /// Airports.
    Airports,
    /// Industry, quarries and railway yards.
    Industry,
    /// Reservoirs.
    Reservoirs,
    /// Suburbs and quarters, which are no places of their own.
    Suburbs,
    /// Elements whose `start_date` is later than the year of the battle.
    Later,
    /// Canals.
    Canals,
    /// Railways, for battles before them.
    Railways,
}

impl EraFilter {
    /// All filters, in the order of the declaration.
    pub const ALL: [Self; 8] = [
        Self::Motorways,
        Self::Airports,
        Self::Industry,
        Self::Reservoirs,
        Self::Suburbs,
        Self::Later,
        Self::Canals,
        Self::Railways,
    ];

    /// Returns the word in lists and records, such as `"motorways"`.
    pub fn word(self) -> &'static str {
        match self {
            Self::Motorways => "motorways",
            Self::Airports => "airports",
            Self::Industry => "industry",
            Self::Reservoirs => "reservoirs",
            Self::Suburbs => "suburbs",
            Self::Later => "later",
            Self::Canals => "canals",
            Self::Railways => "railways",
        }
    }

    /// Returns the reason in words, for lists.
    pub fn reason(self) -> &'static str {
        match self {
            Self::Motorways => "a motorway",
            Self::Airports => "an airport",
            Self::Industry => "industry",
            Self::Reservoirs => "a reservoir",
            Self::Suburbs => "a suburb",
            Self::Later => "built after the battle",
            Self::Canals => "a canal",
            Self::Railways => "a railway",
        }
    }
}

/// The first year with railways across countries.
const FIRST_RAILWAYS: i32 = 1840;
/// The first year with motorways.
const FIRST_MOTORWAYS: i32 = 1935;

/// The time of the battle: what is left out of modern data, and what is added.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Era {
    /// The year of the battle; `None` if unknown, so that dates decide nothing.
    pub year: Option<i32>,
    /// The filters in use.
    pub filters: Vec<EraFilter>,
    /// `true` to add railways that are abandoned today.
    pub abandoned_railways: bool,
    /// The language of names, such as `"de"` for `name:de`; `None` for the local name.
    pub language: Option<String>,
}

impl Default for Era {
    /// Returns the era of a battle without a year: nothing later than the horse.
    fn default() -> Self {
        Self::of_year(None)
    }
}

impl Era {
    /// Returns the usual choices for a battle of `year`.
    pub fn of_year(year: Option<i32>) -> Self {
        let before = |first: i32| year.is_none_or(|year| year < first);
        let mut filters = vec![EraFilter::Later, EraFilter::Suburbs];
        if before(FIRST_MOTORWAYS) {
            filters.extend([EraFilter::Motorways, EraFilter::Airports, EraFilter::Industry, EraFilter::Reservoirs]);
        }
        if year.is_some_and(|year| year < FIRST_RAILWAYS) {
            filters.push(EraFilter::Railways);
        }
        filters.sort_unstable();
        Self { year, filters, abandoned_railways: true, language: None }
    }

    fn has(&self, filter: EraFilter) -> bool {
        self.filters.contains(&filter)
    }

    /// Returns the filter that takes an element with `tags` away, if any, and if the designer does not keep it.
    pub fn takes_away(&self, tags: &Tags) -> Option<EraFilter> {
        if tags.is_kept() { None } else { self.would_take_away(tags) }
    }

    /// Returns the filter that takes an element with `tags` away, if any, whether the designer keeps it or not.
    pub fn would_take_away(&self, tags: &Tags) -> Option<EraFilter> {
        let applies = |filter: &EraFilter| match filter {
            EraFilter::Motorways => is_motorway(tags),
            EraFilter::Airports => tags.has("aeroway"),
            EraFilter::Industry => {
                matches!(tags.get("landuse"), Some("industrial" | "commercial" | "retail" | "railway" | "quarry"))
            }
            EraFilter::Reservoirs => {
                tags.is("water", "reservoir") || tags.is("landuse", "reservoir") || tags.is("waterway", "dam")
            }
            EraFilter::Suburbs => {
                matches!(tags.get("place"), Some("suburb" | "quarter" | "neighbourhood" | "city_block"))
            }
            EraFilter::Later => match (self.year, tags.get("start_date").and_then(year_of)) {
                (Some(battle), Some(start)) => start > battle,
                _ => false,
            },
            EraFilter::Canals => tags.is("waterway", "canal"),
            EraFilter::Railways => tags.has("railway"),
        };
        self.filters.iter().copied().find(applies)
    }

    /// Counts the elements that each filter in use takes away.
    pub fn counted<'a>(&self, elements: impl Iterator<Item = &'a Tags>) -> BTreeMap<EraFilter, usize> {
        let mut counts = BTreeMap::new();
        for filter in elements.filter_map(|tags| self.takes_away(tags)) {
            *counts.entry(filter).or_default() += 1;
        }
        counts
    }

    /// Returns the class of a line with `tags`; `None` for what the map does not show, or the era did not have.
    pub fn line(&self, tags: &Tags) -> Option<LineClass> {
        if self.takes_away(tags).is_some() {
            return None;
        }
        if tags.is("natural", "coastline") {
            return Some(LineClass::Coast);
        }
        // Water in a pipe or under a hill stops nobody.
        if let Some(water) = tags.get("waterway").filter(|_| !tags.has("tunnel")) {
            let class = match water {
                "river" => WaterClass::River,
                "stream" => WaterClass::Stream,
                "canal" => WaterClass::Canal,
                _ => return None,
            };
            return Some(LineClass::Water(class));
        }
        if let Some(railway) = tags.get("railway") {
            let is_line = match railway {
                "rail" | "narrow_gauge" => !tags.has("service"),
                "abandoned" | "disused" | "razed" => self.abandoned_railways && !self.has(EraFilter::Railways),
                _ => false,
            };
            if is_line {
                return Some(LineClass::Rail);
            }
        }
        let class = match tags.get("highway")? {
            // Where an era had motorways, they are its greatest roads.
            "motorway" | "motorway_link" | "trunk" | "trunk_link" => RoadClass::Trunk,
            "primary" | "primary_link" => RoadClass::Primary,
            "secondary" | "secondary_link" => RoadClass::Secondary,
            "tertiary" | "tertiary_link" => RoadClass::Tertiary,
            "unclassified" | "road" => RoadClass::Unclassified,
            "residential" | "living_street" | "service" => RoadClass::Residential,
            "track" => RoadClass::Track,
            _ => return None,
        };
        Some(LineClass::Road(class))
    }

    /// Returns the class of an area with `tags`.
    pub fn area(&self, tags: &Tags) -> Option<AreaClass> {
        if self.takes_away(tags).is_some() {
            return None;
        }
        match tags.get("natural") {
            Some("water") => return Some(AreaClass::Water),
            Some("wetland") => return Some(AreaClass::Wetland),
            Some("wood") => return Some(AreaClass::Woods),
            _ => {}
        }
        if tags.is("waterway", "riverbank") {
            return Some(AreaClass::Water);
        }
        match tags.get("landuse")? {
            "forest" => Some(AreaClass::Woods),
            "reservoir" | "basin" => Some(AreaClass::Water),
            "residential" | "commercial" | "retail" | "industrial" => Some(AreaClass::BuiltUp),
            "vineyard" => Some(AreaClass::Vineyard),
            "orchard" => Some(AreaClass::Orchard),
            _ => None,
        }
    }

    /// Returns the rank of a place with `tags`.
    pub fn place(&self, tags: &Tags) -> Option<PlaceRank> {
        if self.takes_away(tags).is_some() {
            return None;
        }
        match tags.get("place")? {
            "city" => Some(PlaceRank::City),
            "town" => Some(PlaceRank::Town),
            "village" => Some(PlaceRank::Village),
            "hamlet" => Some(PlaceRank::Hamlet),
            "isolated_dwelling" | "farm" => Some(PlaceRank::Farm),
            // Without the filter, a quarter is a place like a village.
            "suburb" | "quarter" => Some(PlaceRank::Village),
            _ => None,
        }
    }
}

/// Returns `true` if the tags of a line, an area or a place can matter to any era, so that a reader keeps them.
pub(crate) fn is_of_interest(tags: &Tags) -> bool {
    ["waterway", "highway", "railway", "place", "landuse"].iter().any(|key| tags.has(key))
        || matches!(tags.get("natural"), Some("coastline" | "water" | "wetland" | "wood"))
}

/// Returns `true` if a closed way with `tags` is an area and not a line.
pub(crate) fn is_area(tags: &Tags) -> bool {
    tags.has("landuse")
        || matches!(tags.get("natural"), Some("water" | "wetland" | "wood"))
        || tags.is("waterway", "riverbank")
}

fn is_motorway(tags: &Tags) -> bool {
    matches!(tags.get("highway"), Some("motorway" | "motorway_link")) || tags.is("motorroad", "yes")
}

/// Returns the year of a `start_date`, such as `1868`, `1868-05-01`, `~1868` or `C19`, whose first year it is.
fn year_of(date: &str) -> Option<i32> {
    let date = date.trim_start_matches(['~', '<', '>']).trim();
    let date = date.strip_prefix("before ").or_else(|| date.strip_prefix("after ")).unwrap_or(date);
    if let Some(century) = date.strip_prefix('C') {
        return century
            .parse::<i32>()
            .ok()
            .filter(|century| (1..=30).contains(century))
            .map(|century| century * 100 - 99);
    }
    let end = date.find(|c: char| !c.is_ascii_digit()).unwrap_or(date.len());
    date.get(..end).filter(|digits| digits.len() == 4)?.parse().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn tags(text: &str) -> Tags {
        text.split(' ').filter_map(|pair| pair.split_once('=')).collect()
    }

    #[test]
    fn an_era_has_what_it_had() {
        let era = Era::of_year(Some(1870));
        for (text, expected) in [
            ("highway=motorway", None),
            ("highway=primary", Some(LineClass::Road(RoadClass::Primary))),
            ("highway=primary start_date=1954", None),
            ("highway=primary start_date=1854-03", Some(LineClass::Road(RoadClass::Primary))),
            ("highway=primary start_date=C19", Some(LineClass::Road(RoadClass::Primary))),
            ("highway=primary start_date=C20", None),
            ("highway=footway", None),
            ("waterway=river", Some(LineClass::Water(WaterClass::River))),
            ("waterway=ditch", None),
            ("waterway=stream tunnel=culvert", None),
            ("waterway=stream tunnel=no", Some(LineClass::Water(WaterClass::Stream))),
            ("railway=rail", Some(LineClass::Rail)),
            ("railway=rail service=yard", None),
            ("railway=abandoned", Some(LineClass::Rail)),
            ("natural=coastline", Some(LineClass::Coast)),
        ] {
            assert_eq!(era.line(&tags(text)), expected, "{text}");
        }
        assert_eq!(Era::of_year(Some(1815)).line(&tags("railway=rail")), None);
        assert_eq!(Era::of_year(Some(1815)).line(&tags("railway=abandoned")), None);
        let later = Era::of_year(Some(1944));
        assert_eq!(later.line(&tags("highway=motorway")), Some(LineClass::Road(RoadClass::Trunk)));
        for (text, expected) in [
            ("natural=water", Some(AreaClass::Water)),
            ("natural=water water=reservoir", None),
            ("landuse=forest", Some(AreaClass::Woods)),
            ("landuse=industrial", None),
            ("landuse=meadow", None),
        ] {
            assert_eq!(era.area(&tags(text)), expected, "{text}");
        }
        assert_eq!(era.place(&tags("place=suburb")), None);
        assert_eq!(era.place(&tags("place=hamlet")), Some(PlaceRank::Hamlet));
    }

    #[test]
    fn what_is_taken_away_is_counted() {
        let all = ["highway=motorway", "highway=motorway_link", "place=suburb", "highway=primary"].map(tags);
        let counts = Era::default().counted(all.iter());
        assert_eq!(counts, BTreeMap::from([(EraFilter::Motorways, 2), (EraFilter::Suburbs, 1)]));
    }

    #[test]
    fn years_are_read_from_dates() {
        for (date, year) in [
            ("1868", Some(1868)),
            ("~1868", Some(1868)),
            ("before 1868-05", Some(1868)),
            ("C18", Some(1701)),
            ("C999999999999", None),
            ("18", None),
            ("soon", None),
            ("", None),
        ] {
            assert_eq!(year_of(date), year, "{date}");
        }
    }
}
