//! The overview of a file before a map is chosen: the frame of its data, and the named places.

use std::cell::Cell;
use std::fmt;
use std::io::{BufRead, Read, Seek};

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::collect::{Element, ElementSource, Wanted};
use super::metered::Metered;
use super::{HgtCorner, ReadError, asc, geotiff, osm_xml, pbf};
use crate::elevation::RasterHead;
use crate::limits::{MOST_JSON_BYTES, MOST_NAMED_PLACES};
use crate::plane::LatLon;

/// The rectangle around data, in degrees. Data on both sides of the antimeridian have one around the whole Earth.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct DataFrame {
    /// The corner in the south and west.
    pub least: LatLon,
    /// The corner in the north and east.
    pub most: LatLon,
}

impl DataFrame {
    /// Returns the rectangle around a point.
    pub fn of(at: LatLon) -> Self {
        Self { least: at, most: at }
    }

    /// Returns the rectangle around this one and a point.
    #[must_use]
    pub fn with(self, at: LatLon) -> Self {
        Self {
            least: LatLon { lat: self.least.lat.min(at.lat), lon: self.least.lon.min(at.lon) },
            most: LatLon { lat: self.most.lat.max(at.lat), lon: self.most.lon.max(at.lon) },
        }
    }

    /// Returns the rectangle around this one and another.
    #[must_use]
    pub fn and(self, other: Self) -> Self {
        self.with(other.least).with(other.most)
    }

    /// Returns the middle.
    pub fn middle(self) -> LatLon {
        LatLon { lat: f64::midpoint(self.least.lat, self.most.lat), lon: f64::midpoint(self.least.lon, self.most.lon) }
    }
}

/// A named place of a file, such as a village.
#[derive(Clone, Debug, PartialEq)]
pub struct NamedPlace {
    /// The name.
    pub name: String,
    /// The position.
    pub at: LatLon,
    /// `true` for a town or a city.
    pub is_town: bool,
}

/// The content of a file in short, before a map is chosen.
#[derive(Clone, Debug, PartialEq)]
pub struct DataOverview {
    /// The rectangle around the data.
    pub frame: DataFrame,
    /// The named places, towns first, in the order of the file. Only files of OpenStreetMap have them.
    pub places: Vec<NamedPlace>,
    /// `false` if the file has more than [`MOST_NAMED_PLACES`], or is of a kind whose places are not looked at.
    pub has_all_places: bool,
}

impl DataOverview {
    /// Returns the overview of a file without named places.
    fn of(frame: DataFrame) -> Self {
        Self { frame, places: Vec::new(), has_all_places: true }
    }
}

/// Returns the overview of an OpenStreetMap file in XML.
///
/// # Errors
/// See [`read_osm_xml`](super::read_osm_xml).
pub(super) fn of_osm_xml<R: BufRead + Seek>(input: R) -> Result<Option<DataOverview>, ReadError> {
    of_nodes(&mut osm_xml::OsmXml { input })
}

/// Returns the overview of an OpenStreetMap file in PBF.
///
/// # Errors
/// See [`read_osm_pbf`](super::read_osm_pbf).
pub(super) fn of_osm_pbf<R: BufRead + Seek>(input: R) -> Result<Option<DataOverview>, ReadError> {
    of_nodes(&mut pbf::OsmPbf::new(input))
}

fn of_nodes(source: &mut dyn ElementSource) -> Result<Option<DataOverview>, ReadError> {
    let mut overview: Option<DataOverview> = None;
    source.each(&[Wanted::Nodes], None, &mut |element| {
        let Element::Node { at, tags, .. } = element else { return Ok(()) };
        let overview = overview.get_or_insert_with(|| DataOverview::of(DataFrame::of(at)));
        overview.frame = overview.frame.with(at);
        if let (true, Some(name)) = (tags.has("place"), tags.get("name")) {
            if overview.places.len() < MOST_NAMED_PLACES {
                let is_town = matches!(tags.get("place"), Some("town" | "city"));
                overview.places.push(NamedPlace { name: name.to_owned(), at, is_town });
            } else {
                overview.has_all_places = false;
            }
        }
        Ok(())
    })?;
    if let Some(overview) = &mut overview {
        overview.places.sort_by_key(|place| !place.is_town);
    }
    Ok(overview)
}

/// Returns the overview of a GeoJSON file, without its places.
///
/// # Errors
/// The file is no JSON, nested too deep, or too long.
pub(super) fn of_geojson<R: BufRead>(input: R) -> Result<Option<DataOverview>, ReadError> {
    let frame = Cell::new(None);
    let mut metered = Metered::new(input, MOST_JSON_BYTES);
    let mut reader = serde_json::Deserializer::from_reader(&mut metered);
    let read = Positions(&frame).deserialize(&mut reader).and_then(|_| reader.end());
    match read {
        Ok(()) => Ok(frame.get().map(|frame| DataOverview { has_all_places: false, ..DataOverview::of(frame) })),
        Err(error) => Err(metered.over().unwrap_or_else(|| ReadError::Json(error.to_string()))),
    }
}

/// Returns the overview of an ASCII grid.
///
/// # Errors
/// See [`read_asc`](super::read_asc).
pub(super) fn of_asc<R: BufRead>(input: R) -> Result<Option<DataOverview>, ReadError> {
    asc::raster_head(input).map(|head| of_raster(&head))
}

/// Returns the overview of a GeoTIFF.
///
/// # Errors
/// See [`read_geotiff`](super::read_geotiff).
pub(super) fn of_geotiff<R: Read + Seek>(input: R) -> Result<Option<DataOverview>, ReadError> {
    geotiff::raster_head(input).map(|head| of_raster(&head))
}

fn of_raster(head: &RasterHead) -> Option<DataOverview> {
    head.border().map(DataFrame::of).reduce(DataFrame::and).map(DataOverview::of)
}

/// Returns the overview of an `.hgt` file with a name.
///
/// # Errors
/// The name does not tell its corner.
pub(super) fn of_hgt(name: &str) -> Result<Option<DataOverview>, ReadError> {
    let corner = HgtCorner::of(name)?;
    let (lat, lon) = (f64::from(corner.lat), f64::from(corner.lon));
    let frame = DataFrame::of(LatLon { lat, lon }).with(LatLon { lat: lat + 1.0, lon: lon + 1.0 });
    Ok(Some(DataOverview::of(frame)))
}

/// Reads a value of JSON, and puts each array that begins with two numbers, a position, into the frame. Returns a number that the value is.
#[derive(Clone, Copy)]
struct Positions<'a>(&'a Cell<Option<DataFrame>>);

impl<'de> DeserializeSeed<'de> for Positions<'_> {
    type Value = Option<f64>;

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<Option<f64>, D::Error> {
        deserializer.deserialize_any(self)
    }
}

impl<'de> Visitor<'de> for Positions<'_> {
    type Value = Option<f64>;

    fn expecting(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("a value")
    }

    fn visit_f64<E>(self, value: f64) -> Result<Option<f64>, E> {
        Ok(Some(value))
    }

    fn visit_i64<E>(self, value: i64) -> Result<Option<f64>, E> {
        Ok(Some(value as f64))
    }

    fn visit_u64<E>(self, value: u64) -> Result<Option<f64>, E> {
        Ok(Some(value as f64))
    }

    fn visit_bool<E>(self, _: bool) -> Result<Option<f64>, E> {
        Ok(None)
    }

    fn visit_str<E>(self, _: &str) -> Result<Option<f64>, E> {
        Ok(None)
    }

    fn visit_unit<E>(self) -> Result<Option<f64>, E> {
        Ok(None)
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<Option<f64>, A::Error> {
        while map.next_key::<IgnoredAny>()?.is_some() {
            map.next_value_seed(self)?;
        }
        Ok(None)
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<Option<f64>, A::Error> {
        let first = list.next_element_seed(self)?.flatten();
        let second = list.next_element_seed(self)?.flatten();
        if let (Some(lon), Some(lat)) = (first, second)
            && let Some(at) = LatLon::new(lat, lon)
        {
            let frame = self.0.get();
            self.0.set(Some(frame.map_or_else(|| DataFrame::of(at), |frame: DataFrame| frame.with(at))));
        }
        while list.next_element_seed(self)?.is_some() {}
        Ok(None)
    }
}

#[cfg(test)]
mod tests {
    use std::io::Cursor;

    use super::*;

    #[test]
    fn frames_are_around_all_data() {
        let osm = "<osm><node id='1' lat='49' lon='6'/><node id='2' lat='48.5' lon='6.5'/></osm>";
        let frame = of_osm_xml(Cursor::new(osm)).unwrap().unwrap().frame;
        assert_eq!((frame.least.lat, frame.least.lon, frame.most.lat, frame.most.lon), (48.5, 6.0, 49.0, 6.5));
        assert_eq!(frame.middle(), LatLon { lat: 48.75, lon: 6.25 });
        assert_eq!(of_osm_xml(Cursor::new("<osm/>")).unwrap(), None);
        let json = r#"{"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {"a": null, "b": [true, "x"]}, "geometry":
             {"type": "LineString", "coordinates": [[6, 49, 200], [6.5, 48.5]]}}]}"#;
        assert_eq!(of_geojson(json.as_bytes()).unwrap().unwrap().frame, frame);
        assert!(of_geojson("[".repeat(100_000).as_bytes()).is_err());
        let asc = "ncols 3\nnrows 2\nxllcenter 6\nyllcenter 48.5\ncellsize 0.25\n1 2 3 4 5 6";
        let frame = of_asc(asc.as_bytes()).unwrap().unwrap().frame;
        assert_eq!((frame.least.lat, frame.least.lon, frame.most.lat, frame.most.lon), (48.5, 6.0, 48.75, 6.5));
        let frame = of_hgt("S33W070.hgt").unwrap().unwrap().frame;
        assert_eq!((frame.least.lat, frame.least.lon, frame.most.lat, frame.most.lon), (-33.0, -70.0, -32.0, -69.0));
        assert!(of_hgt("hills.hgt").is_err());
    }
}
