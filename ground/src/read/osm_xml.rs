//! OpenStreetMap XML (`.osm`), version 0.6 of the API, as osmium, JOSM and Overpass write it.

use std::io::{BufRead, Seek, SeekFrom};

use quick_xml::events::{BytesStart, Event};
use quick_xml::{Reader, XmlVersion};
use smol_str::SmolStr;

use super::ReadError;
use super::collect::{Element, ElementSource, Member, Wanted, collect};
use super::metered::Metered;
use crate::grid::GroundGrid;
use crate::limits::{MOST_MEMBERS, MOST_POINTS, MOST_TAG_BYTES, MOST_TAGS};
use crate::plane::{LatLon, Plane};
use crate::source::{Landscape, Tags};

/// The most bytes of one element without its children. Tags have at most 2 KB.
const MOST_PART: usize = 1 << 20;
/// The deepest nesting: the root, an element, a tag, and some more in extensions.
const DEEPEST: usize = 16;

/// Reads the part of an OpenStreetMap file in XML that lies in the zone of `grid`. The file is read several times.
///
/// # Errors
/// The file is no XML of OpenStreetMap, or exceeds a limit.
pub fn read_osm_xml<R: BufRead + Seek>(input: R, plane: &Plane, grid: &GroundGrid) -> Result<Landscape, ReadError> {
    collect(&mut OsmXml { input }, plane, grid)
}

/// A file in XML.
pub(super) struct OsmXml<R> {
    pub(super) input: R,
}

/// An element whose children are being read.
struct OpenElement {
    kind: Wanted,
    id: i64,
    at: Option<LatLon>,
    nodes: Vec<i64>,
    members: Vec<Member>,
    tags: Vec<(SmolStr, SmolStr)>,
    is_deleted: bool,
}

impl OpenElement {
    fn finish(self) -> Option<Element> {
        if self.is_deleted {
            return None;
        }
        let (id, tags) = (self.id, Tags::new(self.tags));
        match self.kind {
            Wanted::Nodes => Some(Element::Node { id, at: self.at?, tags }),
            Wanted::Ways => Some(Element::Way { id, nodes: self.nodes, tags }),
            Wanted::Relations => Some(Element::Relation { id, members: self.members, tags }),
        }
    }
}

impl<R: BufRead + Seek> ElementSource for OsmXml<R> {
    fn each(
        &mut self,
        wanted: &[Wanted],
        _among: Option<&[i64]>,
        visit: &mut dyn FnMut(Element) -> Result<(), ReadError>,
    ) -> Result<(), ReadError> {
        self.input.seek(SeekFrom::Start(0))?;
        let mut reader = Reader::from_reader(Metered::new(&mut self.input, MOST_PART));
        let mut buffer = Vec::new();
        let (mut depth, mut is_osm) = (0_usize, false);
        let mut open: Option<OpenElement> = None;
        loop {
            buffer.clear();
            reader.get_mut().renew();
            let event = match reader.read_event_into(&mut buffer) {
                Ok(event) => event,
                Err(error) => {
                    let place = reader.error_position();
                    let over = reader.get_mut().over();
                    return Err(over.unwrap_or_else(|| ReadError::Xml(format!("{error}, at byte {place}"))));
                }
            };
            match event {
                Event::Start(start) => {
                    if depth == 0 {
                        is_osm |= start.name().0 == "osm";
                        check_root(&start)?;
                    }
                    begin(&start, depth, wanted, &mut open)?;
                    depth += 1;
                    if depth > DEEPEST {
                        return Err(ReadError::TooDeep(DEEPEST));
                    }
                }
                Event::Empty(start) => {
                    if depth == 0 {
                        is_osm |= start.name().0 == "osm";
                        check_root(&start)?;
                    }
                    begin(&start, depth, wanted, &mut open)?;
                    if depth == 1
                        && let Some(element) = open.take().and_then(OpenElement::finish)
                    {
                        visit(element)?;
                    }
                }
                Event::End(_) => {
                    depth = depth.saturating_sub(1);
                    if depth == 1
                        && let Some(element) = open.take().and_then(OpenElement::finish)
                    {
                        visit(element)?;
                    }
                }
                Event::DocType(_) => return Err(ReadError::DocumentType),
                Event::Eof => {
                    return if !is_osm {
                        Err(ReadError::OtherKind("OpenStreetMap"))
                    } else if depth > 0 {
                        Err(ReadError::Xml("it ends within an element".to_owned()))
                    } else {
                        Ok(())
                    };
                }
                _ => {}
            }
        }
    }
}

fn check_root(start: &BytesStart<'_>) -> Result<(), ReadError> {
    if start.name().0 == "osm" { Ok(()) } else { Err(ReadError::OtherKind("OpenStreetMap")) }
}

/// Reads the start of an element below the root, or of one of its children.
fn begin(
    start: &BytesStart<'_>,
    depth: usize,
    wanted: &[Wanted],
    open: &mut Option<OpenElement>,
) -> Result<(), ReadError> {
    let name = start.name().0;
    if depth == 1 {
        let kind = match name {
            "node" => Wanted::Nodes,
            "way" => Wanted::Ways,
            "relation" => Wanted::Relations,
            _ => return Ok(()),
        };
        if wanted.contains(&kind) {
            *open = element(kind, start)?;
        }
        return Ok(());
    }
    let Some(open) = open.as_mut().filter(|_| depth == 2) else { return Ok(()) };
    match name {
        "tag" if open.tags.len() < MOST_TAGS => {
            let (mut key, mut value) = (SmolStr::default(), SmolStr::default());
            attributes(start, |name, text| match name {
                "k" => key = cut(text).into(),
                "v" => value = cut(text).into(),
                _ => {}
            })?;
            open.tags.push((key, value));
        }
        "nd" if open.nodes.len() < MOST_POINTS => attributes(start, |name, text| {
            if name == "ref"
                && let Ok(id) = text.parse()
            {
                open.nodes.push(id);
            }
        })?,
        "member" if open.members.len() < MOST_MEMBERS => {
            let (mut id, mut is_way) = (None, false);
            attributes(start, |name, text| match name {
                "ref" => id = text.parse().ok(),
                "type" => is_way = text == "way",
                _ => {}
            })?;
            if let Some(id) = id {
                open.members.push(Member { id, is_way });
            }
        }
        _ => {}
    }
    Ok(())
}

/// Reads the attributes of a node, way or relation; `None` without a number.
fn element(kind: Wanted, start: &BytesStart<'_>) -> Result<Option<OpenElement>, ReadError> {
    let (mut id, mut lat, mut lon, mut is_deleted) = (None, None, None, false);
    attributes(start, |name, text| match name {
        "id" => id = text.parse().ok(),
        "lat" => lat = text.parse().ok(),
        "lon" => lon = text.parse().ok(),
        "visible" => is_deleted |= text == "false",
        "action" => is_deleted |= text == "delete",
        _ => {}
    })?;
    let at = lat.zip(lon).and_then(|(lat, lon)| LatLon::new(lat, lon));
    let made = |id| OpenElement { kind, id, at, nodes: Vec::new(), members: Vec::new(), tags: Vec::new(), is_deleted };
    Ok(id.map(made))
}

fn attributes(start: &BytesStart<'_>, mut take: impl FnMut(&str, &str)) -> Result<(), ReadError> {
    for attribute in start.attributes().with_checks(false) {
        let attribute = attribute.map_err(|error| ReadError::Xml(error.to_string()))?;
        let value = attribute.normalized_value(XmlVersion::Implicit1_0);
        let value = value.map_err(|error| ReadError::Xml(error.to_string()))?;
        take(attribute.key.0, &value);
    }
    Ok(())
}

/// Returns the start of `text` that is kept of a key or value.
pub(super) fn cut(text: &str) -> &str {
    text.get(..text.floor_char_boundary(MOST_TAG_BYTES)).unwrap_or(text)
}

#[cfg(test)]
mod tests;
