//! The frame of the data of a file, and of what time they are, before a map is chosen.

use std::cell::Cell;
use std::fmt;
use std::io::{BufRead, Read, Seek};

use serde::de::{DeserializeSeed, Deserializer, IgnoredAny, MapAccess, SeqAccess, Visitor};

use super::collect::{Element, ElementSource, Wanted};
use super::metered::Metered;
use super::{HgtCorner, ReadError, asc, geotiff, osm_xml, pbf};
use crate::elevation::RasterHead;
use crate::limits::MOST_JSON_BYTES;
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

/// Returns the frame of an OpenStreetMap file in XML.
///
/// # Errors
/// See [`read_osm_xml`](super::read_osm_xml).
pub(super) fn frame_of_osm_xml<R: BufRead + Seek>(input: R) -> Result<Option<DataFrame>, ReadError> {
    of_nodes(&mut osm_xml::OsmXml { input })
}

/// Returns the frame of an OpenStreetMap file in PBF.
///
/// # Errors
/// See [`read_osm_pbf`](super::read_osm_pbf).
pub(super) fn frame_of_osm_pbf<R: BufRead + Seek>(input: R) -> Result<Option<DataFrame>, ReadError> {
    of_nodes(&mut pbf::OsmPbf::new(input))
}

fn of_nodes(source: &mut dyn ElementSource) -> Result<Option<DataFrame>, ReadError> {
    let mut frame: Option<DataFrame> = None;
    source.each(&[Wanted::Nodes], None, &mut |element| {
        if let Element::Node { at, .. } = element {
            frame = Some(frame.map_or_else(|| DataFrame::of(at), |frame| frame.with(at)));
        }
        Ok(())
    })?;
    Ok(frame)
}

/// Returns the frame of a GeoJSON file.
///
/// # Errors
/// The file is no JSON, nested too deep, or too long.
pub(super) fn frame_of_geojson<R: BufRead>(input: R) -> Result<Option<DataFrame>, ReadError> {
    let frame = Cell::new(None);
    let mut metered = Metered::new(input, MOST_JSON_BYTES);
    let mut reader = serde_json::Deserializer::from_reader(&mut metered);
    let read = Positions(&frame).deserialize(&mut reader).and_then(|_| reader.end());
    match read {
        Ok(()) => Ok(frame.get()),
        Err(error) => Err(metered.over().unwrap_or_else(|| ReadError::Json(error.to_string()))),
    }
}

/// Returns the frame of an ASCII grid.
///
/// # Errors
/// See [`read_asc`](super::read_asc).
pub(super) fn frame_of_asc<R: BufRead>(input: R) -> Result<Option<DataFrame>, ReadError> {
    asc::raster_head(input).map(|head| of_raster(&head))
}

/// Returns the frame of a GeoTIFF.
///
/// # Errors
/// See [`read_geotiff`](super::read_geotiff).
pub(super) fn frame_of_geotiff<R: Read + Seek>(input: R) -> Result<Option<DataFrame>, ReadError> {
    geotiff::raster_head(input).map(|head| of_raster(&head))
}

fn of_raster(head: &RasterHead) -> Option<DataFrame> {
    head.border()
        .fold(None, |frame, at| Some(frame.map_or_else(|| DataFrame::of(at), |frame: DataFrame| frame.with(at))))
}

/// Returns the frame of an `.hgt` file with a name.
///
/// # Errors
/// The name does not tell its corner.
pub(super) fn frame_of_hgt(name: &str) -> Result<Option<DataFrame>, ReadError> {
    let corner = HgtCorner::of(name)?;
    let (lat, lon) = (f64::from(corner.lat), f64::from(corner.lon));
    Ok(Some(DataFrame::of(LatLon { lat, lon }).with(LatLon { lat: lat + 1.0, lon: lon + 1.0 })))
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
        let frame = frame_of_osm_xml(Cursor::new(osm)).unwrap().unwrap();
        assert_eq!((frame.least.lat, frame.least.lon, frame.most.lat, frame.most.lon), (48.5, 6.0, 49.0, 6.5));
        assert_eq!(frame.middle(), LatLon { lat: 48.75, lon: 6.25 });
        assert_eq!(frame_of_osm_xml(Cursor::new("<osm/>")).unwrap(), None);
        let json = r#"{"type": "FeatureCollection", "features": [
            {"type": "Feature", "properties": {"a": null, "b": [true, "x"]}, "geometry":
             {"type": "LineString", "coordinates": [[6, 49, 200], [6.5, 48.5]]}}]}"#;
        assert_eq!(frame_of_geojson(json.as_bytes()).unwrap(), Some(frame));
        assert!(frame_of_geojson("[".repeat(100_000).as_bytes()).is_err());
        let asc = "ncols 3\nnrows 2\nxllcenter 6\nyllcenter 48.5\ncellsize 0.25\n1 2 3 4 5 6";
        let frame = frame_of_asc(asc.as_bytes()).unwrap().unwrap();
        assert_eq!((frame.least.lat, frame.least.lon, frame.most.lat, frame.most.lon), (48.5, 6.0, 48.75, 6.5));
        let frame = frame_of_hgt("S33W070.hgt").unwrap().unwrap();
        assert_eq!((frame.least.lat, frame.least.lon, frame.most.lat, frame.most.lon), (-33.0, -70.0, -32.0, -69.0));
        assert!(frame_of_hgt("hills.hgt").is_err());
    }
}
