//! The options of a map from the ground.

use std::path::PathBuf;

use battlewright_ground::era::EraFilter;
use battlewright_ground::run::{FIGURES, FigurePage, GroundFigure, GroundPlace, GroundRequest};
use battlewright_ground::{Era, LatLon};
use battlewright_schema::Orientation;
use clap::{Args, ValueEnum};

use crate::console::Failure;

/// Options for a map proposed from geographic data
#[derive(Debug, Args)]
#[command(next_help_heading = "From the ground")]
pub(crate) struct GroundOptions {
    /// Propose a map from these files with geography, such as OpenStreetMap extracts, instead of FROM
    #[arg(long, value_name = "FILE", num_args = 1.., conflicts_with_all = ["from", "tiles", "columns", "root", "sides", "setup", "pieces", "take_what_is_right"])]
    pub(super) from_ground: Vec<PathBuf>,
    /// Files with elevation, for levels and slopes
    #[arg(long, value_name = "FILE", num_args = 1.., requires = "from_ground")]
    pub(super) elevation: Vec<PathBuf>,
    /// The middle of the map, in degrees; `names` finds it, the rotation and the hex width from the places that the scenario of --into has
    #[arg(long, value_name = "LAT,LON", requires = "from_ground", allow_hyphen_values = true)]
    pub(super) place: Option<String>,
    /// The columns and rows of a new map
    #[arg(long, value_name = "COLUMNSxROWS", requires = "from_ground", conflicts_with = "into")]
    pub(super) size: Option<String>,
    /// The distance between the centers of adjacent hexes, such as 900m or 1.5km
    #[arg(long, value_name = "LENGTH", requires = "from_ground")]
    pub(super) hex: Option<String>,
    /// The bearing of the top of the page, in degrees clockwise from north [default: 0]
    #[arg(long, value_name = "DEGREES", requires = "from_ground", allow_hyphen_values = true)]
    pub(super) rotate: Option<String>,
    /// The orientation of the hexes of a new map [default: flat]
    #[arg(long, value_name = "TOPS", requires = "from_ground", conflicts_with = "into")]
    pub(super) hexes: Option<HexTops>,
    /// The year of the battle: what is newer is left out
    #[arg(long, value_name = "YEAR", requires = "from_ground", allow_hyphen_values = true)]
    pub(super) era: Option<String>,
    /// Things that the era takes away, separated by commas: motorways, airports, industry, reservoirs, suburbs, later, canals, railways; or
    /// nothing. The default depends on the year
    #[arg(long, value_name = "WHAT", requires = "from_ground")]
    pub(super) remove: Option<String>,
    /// The language of names, such as de
    #[arg(long, value_name = "LANGUAGE", requires = "from_ground")]
    pub(super) names: Option<String>,
    /// A figure by which the map is drawn; the figures are listed below. This option can be given several times
    #[arg(long = "figure", value_name = "NAME=VALUE", requires = "from_ground")]
    pub(super) figures: Vec<String>,
    /// The line for the source of geography that is not of OpenStreetMap
    #[arg(long, value_name = "TEXT", requires = "from_ground")]
    pub(super) map_source: Option<String>,
    /// The line for the source of the elevation, such as "NASA SRTM, public domain"
    #[arg(long, value_name = "TEXT", requires = "from_ground")]
    pub(super) elevation_source: Option<String>,
    /// Canals are rivers, which troops cannot wade, not streams
    #[arg(long, requires = "from_ground")]
    pub(super) canals_are_rivers: bool,
    /// A list printed by `--list`, with what is to be drawn. This option can be given several times
    #[arg(long = "use", value_name = "CSV", requires = "from_ground")]
    pub(super) lists: Vec<PathBuf>,
    /// Also draw the source and the hexes side by side, into a file with the extension svg or png
    #[arg(long, value_name = "FILE", requires = "from_ground", conflicts_with = "list")]
    pub(super) picture: Option<PathBuf>,
    /// Replace the map of the scenario, even if nothing tells what was edited by hand
    #[arg(long, requires_all = ["from_ground", "into"])]
    pub(super) replace: bool,
}

/// An orientation of hexes.
#[derive(Clone, Copy, Debug, PartialEq, Eq, ValueEnum)]
pub(super) enum HexTops {
    /// Flat tops: columns run down the page
    Flat,
    /// Pointed tops: rows run across the page
    Pointed,
}

/// Returns the list of figures for the help.
pub(crate) fn figures_help() -> String {
    let mut text = String::new();
    for (page, title) in [
        (FigurePage::Water, "Figures of rivers"),
        (FigurePage::Terrain, "Figures of terrain"),
        (FigurePage::Roads, "Figures of roads"),
        (FigurePage::Levels, "Figures of levels"),
    ] {
        text.push_str(title);
        text.push_str(", with their defaults:\n");
        for figure in FIGURES.iter().filter(|figure| figure.page == page) {
            let unit = if figure.unit.is_empty() { String::new() } else { format!(" {}", figure.unit) };
            text.push_str(&format!("  {:<24} {}\n", format!("{}={}{unit}", figure.name, figure.usual()), figure.about));
        }
    }
    text.push_str("D is the distance between the centers of adjacent hexes; shares are parts of a hex.");
    text
}

/// The wrong arguments of a command.
#[derive(Debug, Default)]
pub(super) struct WrongArguments(Vec<String>);

impl WrongArguments {
    pub(super) fn add(&mut self, problem: impl Into<String>) {
        self.0.push(problem.into());
    }

    /// Returns the failure that tells all of them; nothing if there are none.
    pub(super) fn failure(self) -> Result<(), Failure> {
        match self.0.as_slice() {
            [] => Ok(()),
            [one] => Err(Failure::new(one.clone())),
            all => Err(Failure::new(format!("{} arguments are wrong:\n  {}", all.len(), all.join("\n  ")))),
        }
    }
}

impl GroundOptions {
    /// Returns `true` if a map from the ground is asked for.
    pub(crate) fn is_used(&self) -> bool {
        !self.from_ground.is_empty()
    }

    /// Changes `request` as the options say. The place keeps its hexes if there is no `--size`.
    pub(super) fn apply(&self, request: &mut GroundRequest, wrong: &mut WrongArguments) {
        self.apply_place(&mut request.place, wrong);
        if let Some(text) = &self.era {
            match text.parse::<i32>().ok().filter(|year| (-5000..=3000).contains(year)) {
                Some(year) => {
                    let language = request.era.language.take();
                    request.era = Era { language, ..Era::of_year(Some(year)) };
                }
                None => wrong.add(format!("--era {text:?} is no year; write a number such as 1870")),
            }
        }
        if let Some(text) = &self.remove {
            match filters(text) {
                Ok(filters) => request.era.filters = filters,
                Err(problem) => wrong.add(problem),
            }
        }
        if let Some(language) = &self.names {
            request.era.language = Some(language.trim().to_owned()).filter(|language| !language.is_empty());
        }
        for text in &self.figures {
            let parts = text.split_once('=').map(|(name, value)| (name.trim(), value.trim()));
            let Some((name, value)) = parts else {
                wrong.add(format!("--figure {text:?} is not a name and a value; write NAME=VALUE"));
                continue;
            };
            let Some(figure) = GroundFigure::of_name(name) else {
                wrong.add(format!("--figure {text:?}: there is no figure {name:?}; --help lists them"));
                continue;
            };
            let set = value.parse::<f64>().map_err(|_| format!("{value:?} is no number"));
            let set = set.and_then(|value| figure.set(request, value).map_err(|error| error.to_string()));
            if let Err(problem) = set {
                wrong.add(format!("--figure {text:?}: {problem}"));
            }
        }
        if let Some(source) = &self.map_source {
            request.map_source.clone_from(source);
        }
        if let Some(source) = &self.elevation_source {
            request.elevation_source.clone_from(source);
        }
        request.rivers.canals_are_rivers |= self.canals_are_rivers;
    }

    /// Returns `true` if the place is found from names.
    pub(super) fn is_placed_by_names(&self) -> bool {
        self.place.as_deref() == Some("names")
    }

    fn apply_place(&self, place: &mut GroundPlace, wrong: &mut WrongArguments) {
        if let Some(text) = self.place.as_ref().filter(|_| !self.is_placed_by_names()) {
            match degrees(text) {
                Some(at) => (place.lat, place.lon) = (at.lat, at.lon),
                None => wrong.add(format!(
                    "--place {text:?} is no latitude and longitude; write two numbers of degrees such as 49.10,5.93, or names"
                )),
            }
        }
        if let Some(text) = &self.size {
            let parts = text.split_once(['x', 'X', '×']);
            let sizes = parts.and_then(|(columns, rows)| {
                Some((columns.trim().parse::<u16>().ok()?, rows.trim().parse::<u16>().ok()?))
            });
            match sizes.filter(|(columns, rows)| *columns > 0 && *rows > 0) {
                Some((columns, rows)) => (place.columns, place.rows) = (columns, rows),
                None => wrong.add(format!("--size {text:?} is no number of columns and rows; write 22x15")),
            }
        }
        if let Some(text) = &self.hex {
            match metres(text) {
                Some(metres) => place.hex_metres = metres,
                None => wrong.add(format!("--hex {text:?} is no length; write 900m or 1.5km, from 20m to 50km")),
            }
        }
        if let Some(text) = &self.rotate {
            match text.parse::<f64>().ok().filter(|degrees| (-360.0..=360.0).contains(degrees)) {
                Some(degrees) => place.rotation = degrees,
                None => wrong.add(format!("--rotate {text:?} is no bearing; write degrees from -360 to 360")),
            }
        }
        if let Some(tops) = self.hexes {
            place.orientation = match tops {
                HexTops::Flat => Orientation::Flat,
                HexTops::Pointed => Orientation::Pointy,
            };
        }
    }
}

/// Reads `LAT,LON`.
fn degrees(text: &str) -> Option<LatLon> {
    let (lat, lon) = text.split_once(',')?;
    LatLon::new(lat.trim().parse().ok()?, lon.trim().parse().ok()?)
}

/// Reads a length in meters or kilometers.
fn metres(text: &str) -> Option<u32> {
    let text = text.trim();
    let (number, by) = match text.strip_suffix("km") {
        Some(number) => (number, 1000.0),
        None => (text.strip_suffix('m').unwrap_or(text), 1.0),
    };
    let metres = number.trim().parse::<f64>().ok()? * by;
    (20.0..=50_000.0).contains(&metres).then(|| metres.round() as u32)
}

/// Reads the filters of an era.
fn filters(text: &str) -> Result<Vec<EraFilter>, String> {
    if matches!(text.trim(), "" | "nothing") {
        return Ok(Vec::new());
    }
    let words = text.split(',').map(str::trim);
    let filter = |word: &str| {
        let found = EraFilter::ALL.into_iter().find(|filter| filter.word() == word);
        found.ok_or_else(|| {
            let all: Vec<&str> = EraFilter::ALL.iter().map(|filter| filter.word()).collect();
            format!("--remove {word:?} is no part of an era; the parts are {}", all.join(", "))
        })
    };
    let mut filters = words.map(filter).collect::<Result<Vec<_>, _>>()?;
    filters.sort_unstable();
    filters.dedup();
    Ok(filters)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lengths_and_places_are_read() {
        for (text, expected) in [
            ("900m", Some(900)),
            ("1.5km", Some(1500)),
            (" 800 ", Some(800)),
            ("5m", None),
            ("far", None),
            ("nanm", None),
        ] {
            assert_eq!(metres(text), expected, "{text}");
        }
        assert_eq!(degrees("49.10, 5.93"), LatLon::new(49.1, 5.93));
        for text in ["49.10", "91,0", "0,181", "a,b", "nan,0"] {
            assert_eq!(degrees(text), None, "{text}");
        }
        assert_eq!(filters("canals,motorways").unwrap(), [EraFilter::Motorways, EraFilter::Canals]);
        assert_eq!(filters("nothing").unwrap(), []);
        assert!(filters("castles").is_err());
    }
}
