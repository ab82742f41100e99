//! GeoJSON (RFC 7946), with the tags of OpenStreetMap as properties, as osmtogeojson, Overpass Turbo and QGIS write them.

mod values;

use std::collections::BTreeMap;
use std::io::BufRead;

use serde::Deserializer;
use serde::de::{DeserializeSeed, Error as _, IgnoredAny, MapAccess, SeqAccess, Visitor};
use smol_str::SmolStr;

use self::values::{Coordinates, JsonFeature, Property};
use super::ReadError;
use super::metered::Metered;
use crate::era::{is_area, is_of_interest};
use crate::grid::GroundGrid;
use crate::limits::{MOST_AREAS, MOST_JSON_BYTES, MOST_NODES, MOST_POINTS, MOST_SPOTS, MOST_WAYS};
use crate::notice::Notice;
use crate::plane::{LatLon, Plane, Point};
use crate::source::{Area, Landscape, Node, Spot, Tags, Way};

/// Reads the part of a GeoJSON file that lies in the zone of `grid`. Lines meet where they have the same point.
///
/// # Errors
/// The file is no JSON, no collection of features, nested too deep, or exceeds a limit.
pub fn read_geojson<R: BufRead>(input: R, plane: &Plane, grid: &GroundGrid) -> Result<Landscape, ReadError> {
    let mut taken = Taken {
        plane,
        grid,
        land: Landscape::default(),
        nodes: BTreeMap::new(),
        next: 1,
        open: 0,
        full: BTreeMap::new(),
    };
    let mut metered = Metered::new(input, MOST_JSON_BYTES);
    let mut reader = serde_json::Deserializer::from_reader(&mut metered);
    let read = CollectionSeed(&mut taken).deserialize(&mut reader).and_then(|()| reader.end());
    if let Err(error) = read {
        return Err(metered.over().unwrap_or_else(|| ReadError::Json(error.to_string())));
    }
    Ok(taken.finish())
}

/// The elements read so far.
struct Taken<'a> {
    plane: &'a Plane,
    grid: &'a GroundGrid,
    land: Landscape,
    /// The numbers of points of lines.
    nodes: BTreeMap<Point, u32>,
    next: i64,
    open: usize,
    full: BTreeMap<&'static str, u64>,
}

impl Taken<'_> {
    fn feature(&mut self, feature: JsonFeature) {
        let (Some(Property::Properties(own)), Some(geometry)) = (feature.properties, feature.geometry) else { return };
        let tags = tags(&own);
        if !is_of_interest(&tags) {
            return;
        }
        let (id, at) = (self.next, &geometry.coordinates);
        self.next += 1;
        match geometry.kind.as_str() {
            "Point" => self.spot(id, at, tags),
            "LineString" => self.line(id, at, &tags),
            "MultiLineString" => at.parts().iter().for_each(|line| self.line(id, line, &tags)),
            "Polygon" => self.area(id, at.parts().iter(), tags),
            "MultiPolygon" => self.area(id, at.parts().iter().flat_map(Coordinates::parts), tags),
            _ => {}
        }
    }

    fn point(&self, at: &Coordinates) -> Option<Point> {
        let Coordinates::Position([lon, lat]) = at else { return None };
        Some(self.plane.point(LatLon::new(*lat, *lon)?))
    }

    fn points(&mut self, line: &Coordinates) -> Vec<Point> {
        self.has_room("points of a line", line.parts().len().saturating_sub(1), MOST_POINTS);
        line.parts().iter().take(MOST_POINTS).filter_map(|at| self.point(at)).collect()
    }

    fn has_room(&mut self, what: &'static str, count: usize, limit: usize) -> bool {
        if count >= limit {
            self.full.insert(what, limit as u64);
        }
        count < limit
    }

    fn spot(&mut self, id: i64, at: &Coordinates, tags: Tags) {
        let Some(at) = self.point(at).filter(|at| self.grid.is_in_zone(*at)) else { return };
        if tags.has("place") && self.has_room("places", self.land.spots.len(), MOST_SPOTS) {
            self.land.spots.push(Spot { id, at, tags });
        }
    }

    /// Adds a line, cut to the zone with one point beyond.
    fn line(&mut self, id: i64, line: &Coordinates, tags: &Tags) {
        let points = self.points(line);
        let inside: Vec<bool> = points.iter().map(|point| self.grid.is_in_zone(*point)).collect();
        let mut nodes: Vec<u32> = Vec::new();
        for (pair, is_in) in points.windows(2).zip(inside.windows(2)) {
            if !is_in[0] && !is_in[1] {
                self.way(id, std::mem::take(&mut nodes), tags);
                continue;
            }
            let (Some(a), Some(b)) = (self.node(pair[0]), self.node(pair[1])) else { return };
            if nodes.is_empty() {
                nodes.push(a);
            }
            nodes.push(b);
        }
        self.way(id, nodes, tags);
    }

    fn node(&mut self, at: Point) -> Option<u32> {
        if let Some(node) = self.nodes.get(&at) {
            return Some(*node);
        }
        if !self.has_room("nodes", self.land.nodes.len(), MOST_NODES) {
            return None;
        }
        let node = u32::try_from(self.land.nodes.len()).ok()?;
        self.land.nodes.push(Node { id: node.into(), at });
        self.nodes.insert(at, node);
        Some(node)
    }

    fn way(&mut self, id: i64, nodes: Vec<u32>, tags: &Tags) {
        if nodes.len() > 1 && self.has_room("ways", self.land.ways.len(), MOST_WAYS) {
            self.land.ways.push(Way { id, nodes, tags: tags.clone() });
        }
    }

    fn area<'c>(&mut self, id: i64, rings: impl Iterator<Item = &'c Coordinates>, tags: Tags) {
        // A polygon of a road, such as a roundabout.
        if !is_area(&tags) {
            rings.for_each(|ring| self.line(id, ring, &tags));
            return;
        }
        let mut own: Vec<Vec<Point>> = Vec::new();
        for ring in rings {
            let mut points = self.points(ring);
            if points.last() == points.first() {
                points.pop();
            }
            if points.len() > 2 {
                own.push(points);
            } else {
                self.open += 1;
            }
        }
        let is_near = own.iter().flatten().any(|point| self.grid.is_in_zone(*point));
        if is_near && self.has_room("areas", self.land.areas.len(), MOST_AREAS) {
            self.land.areas.push(Area { id, rings: own, tags });
        }
    }

    fn finish(mut self) -> Landscape {
        if self.open > 0 {
            self.land.notices.push(Notice::OpenAreas(self.open));
        }
        self.land.notices.extend(self.full.into_iter().map(|(what, limit)| Notice::LimitReached(what, limit)));
        self.land
    }
}

/// Returns the tags of a feature: its properties, or what they have in `tags`.
fn tags(properties: &[(String, Property)]) -> Tags {
    let within = properties.iter().find_map(|(key, value)| match value {
        Property::Properties(own) if key == "tags" => Some(own.as_slice()),
        _ => None,
    });
    let texts = within.unwrap_or(properties).iter().filter_map(|(key, value)| match value {
        Property::Text(text) => Some((SmolStr::from(key.as_str()), SmolStr::from(text.as_str()))),
        _ => None,
    });
    Tags::new(texts.collect())
}

/// Reads a collection, passing its features on one by one.
struct CollectionSeed<'a, 'b>(&'a mut Taken<'b>);

impl<'de> DeserializeSeed<'de> for CollectionSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_map(self)
    }
}

impl<'de> Visitor<'de> for CollectionSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a collection of features")
    }

    fn visit_map<A: MapAccess<'de>>(self, mut map: A) -> Result<(), A::Error> {
        let mut has_features = false;
        while let Some(key) = map.next_key::<String>()? {
            if key == "features" {
                map.next_value_seed(FeaturesSeed(self.0))?;
                has_features = true;
            } else {
                map.next_value::<IgnoredAny>()?;
            }
        }
        if has_features { Ok(()) } else { Err(A::Error::custom("it has no `features`")) }
    }
}

/// Reads the list of features.
struct FeaturesSeed<'a, 'b>(&'a mut Taken<'b>);

impl<'de> DeserializeSeed<'de> for FeaturesSeed<'_, '_> {
    type Value = ();

    fn deserialize<D: Deserializer<'de>>(self, deserializer: D) -> Result<(), D::Error> {
        deserializer.deserialize_seq(self)
    }
}

impl<'de> Visitor<'de> for FeaturesSeed<'_, '_> {
    type Value = ();

    fn expecting(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.write_str("a list of features")
    }

    fn visit_seq<A: SeqAccess<'de>>(self, mut list: A) -> Result<(), A::Error> {
        while let Some(feature) = list.next_element::<JsonFeature>()? {
            self.0.feature(feature);
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::tests_grid;

    fn read(text: &str) -> Result<Landscape, ReadError> {
        let plane = Plane::new(LatLon { lat: 49.0, lon: 6.0 }, 0.0).unwrap();
        read_geojson(text.as_bytes(), &plane, &tests_grid(4, 4, 100_000))
    }

    fn feature(kind: &str, coordinates: &str, tags: &str) -> String {
        format!(
            r#"{{"type":"Feature","properties":{{{tags}}},"geometry":{{"type":"{kind}","coordinates":{coordinates}}}}}"#
        )
    }

    fn collection(features: &[String]) -> String {
        format!(r#"{{"type":"FeatureCollection","name":"x","features":[{}],"crs":null}}"#, features.join(","))
    }

    #[test]
    fn lines_areas_and_places_are_read() {
        let features = [
            feature("Point", "[6,49]", r#""place":"town","name":"Metz","population":120000"#),
            feature("LineString", "[[6,49],[6.01,49],[6.01,49.01]]", r#""highway":"primary""#),
            feature("LineString", "[[6.01,49],[6.02,49],[16,49],[17,49]]", r#""tags":{"highway":"track"}"#),
            feature("MultiPolygon", "[[[[6,49],[6.01,49],[6.01,49.01],[6,49]]]]", r#""natural":"wood""#),
            feature("LineString", "[[6,49],[6.01,49]]", r#""building":"yes""#),
        ];
        let land = read(&collection(&features)).unwrap();
        assert_eq!(land.spots[0].tags.get("population"), Some("120000"));
        assert_eq!(land.ways.iter().map(|way| way.nodes.len()).collect::<Vec<_>>(), [3, 3]);
        assert_eq!(land.ways[0].nodes[1], land.ways[1].nodes[0], "the roads meet");
        assert_eq!(land.areas[0].rings[0].len(), 3);
        assert_eq!(land.notices, []);
    }

    #[test]
    fn damaged_and_hostile_files_are_refused_or_cut() {
        let error = |text: &str| read(text).unwrap_err().to_string();
        assert!(error("").contains("JSON"));
        assert!(error("[1]").contains("a collection of features"));
        assert!(error("{}").contains("no `features`"));
        assert!(error(r#"{"features":[NaN]}"#).contains("JSON"));
        let deep = "[".repeat(100_000);
        assert!(error(&deep).contains("JSON"));
        assert!(error(&format!(r#"{{"x":{deep}"#)).contains("JSON"));
        assert!(error(&collection(&[feature("LineString", &deep, r#""highway":"primary""#)])).contains("JSON"));
        let odd = [
            feature("Point", "[6]", r#""place":"town""#),
            feature("Point", "[600,49]", r#""place":"town""#),
            feature("LineString", r#"[[6,49],null,"x",[6,"y"],[7],8]"#, r#""highway":"primary""#),
            feature("Polygon", "[[[6,49],[6,49]]]", r#""natural":"wood""#),
            feature("Circle", "7", r#""natural":"wood""#),
            r#"{"type":"Feature"}"#.to_owned(),
        ];
        let land = read(&collection(&odd)).unwrap();
        assert_eq!(land, Landscape { notices: vec![Notice::OpenAreas(1)], ..Landscape::default() });
    }
}
