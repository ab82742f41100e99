//! OpenStreetMap in the PBF format (`.osm.pbf`): blocks of Protocol Buffers, each compressed.
//!
//! The format is described at <https://wiki.openstreetmap.org/wiki/PBF_Format>; the numbers of fields are those of its
//! `fileformat.proto` and `osmformat.proto`. Blocks are read one by one, so that memory depends on the largest block and not on the file.
//! The first reading notes where each block is and what it has, so that later ones unpack only what they need.

mod blocks;
mod wire;

use std::io::{BufRead, Read, Seek, SeekFrom};

use flate2::read::ZlibDecoder;
use smol_str::SmolStr;

use self::blocks::{Block, Numbers, Seen};
use self::wire::{FieldValue, Fields, numbers, signed, summed};
use super::ReadError;
use super::collect::{Element, ElementSource, Member, Wanted, collect};
use super::osm_xml::cut;
use crate::grid::GroundGrid;
use crate::limits::{MOST_BLOCKS, MOST_BYTES, MOST_MEMBERS, MOST_POINTS, MOST_TAGS};
use crate::plane::{LatLon, Plane};
use crate::source::{Landscape, Tags};

/// The most bytes of the head of a block, and of a block, packed and unpacked, as the format has them.
const MOST_HEAD: usize = 64 << 10;
const MOST_BLOCK: usize = 32 << 20;
/// The features of files that are understood. Others change what a file means.
const KNOWN: [&str; 2] = ["OsmSchema-V0.6", "DenseNodes"];
/// The number of the type of members that are ways.
const WAY: u64 = 1;

/// Reads the part of an OpenStreetMap file in PBF that lies in the zone of `grid`. The file is read several times.
///
/// # Errors
/// The file is damaged, needs a feature that is not understood, or exceeds a limit.
pub fn read_osm_pbf<R: BufRead + Seek>(input: R, plane: &Plane, grid: &GroundGrid) -> Result<Landscape, ReadError> {
    collect(&mut OsmPbf::new(input), plane, grid)
}

/// A file in PBF.
pub(super) struct OsmPbf<R> {
    input: R,
    /// The place in the input.
    at: u64,
    blocks: Vec<Block>,
    /// `true` if `blocks` has all of the file.
    is_listed: bool,
}

impl<R> OsmPbf<R> {
    /// Returns the file that is read from `input`.
    pub(super) fn new(input: R) -> Self {
        Self { input, at: 0, blocks: Vec::new(), is_listed: false }
    }
}

/// Returns the seconds since the beginning of 1970 of the data in a file, if its head tells them.
pub(super) fn replication_time<R: BufRead + Seek>(input: R) -> Option<i64> {
    let (kind, blob) = OsmPbf::new(input).block().ok()??;
    let head = unpacked(&blob).ok().filter(|_| kind == b"OSMHeader")?;
    let mut seconds = None;
    each_field(&head, |number, value| {
        if let (32, FieldValue::Number(own)) = (number, value) {
            seconds = Some(own.cast_signed());
        }
        Ok(())
    })
    .ok()?;
    seconds
}

type Visit<'a> = &'a mut dyn FnMut(Element) -> Result<(), ReadError>;

fn damaged(how: &str) -> ReadError {
    ReadError::Pbf(how.to_owned())
}

/// Calls `take` with each field of a message.
fn each_field<'a>(
    message: &'a [u8],
    mut take: impl FnMut(u64, FieldValue<'a>) -> Result<(), ReadError>,
) -> Result<(), ReadError> {
    for field in Fields::of(message) {
        let (number, value) = field.ok_or_else(|| damaged("it is no message"))?;
        take(number, value)?;
    }
    Ok(())
}

impl<R: BufRead + Seek> ElementSource for OsmPbf<R> {
    fn each(&mut self, wanted: &[Wanted], among: Option<&[i64]>, visit: Visit<'_>) -> Result<(), ReadError> {
        if self.is_listed { self.each_listed(wanted, among, visit) } else { self.each_in_order(wanted, visit) }
    }
}

impl<R: BufRead + Seek> OsmPbf<R> {
    /// Reads all of the file, and lists its blocks.
    fn each_in_order(&mut self, wanted: &[Wanted], visit: Visit<'_>) -> Result<(), ReadError> {
        self.seek(0)?;
        self.blocks.clear();
        let mut is_osm = false;
        while let Some((kind, blob)) = self.block()? {
            if self.at > MOST_BYTES {
                return Err(ReadError::TooLarge);
            }
            match kind.as_slice() {
                b"OSMHeader" => {
                    check_features(&unpacked(&blob)?)?;
                    is_osm = true;
                }
                b"OSMData" if is_osm => {
                    if self.blocks.len() >= MOST_BLOCKS {
                        return Err(damaged("there are more than a million of them"));
                    }
                    let seen = elements(&unpacked(&blob)?, wanted, visit)?;
                    let mut block = Block::new(self.at - blob.len() as u64, blob.len());
                    block.note(wanted, seen);
                    self.blocks.push(block);
                }
                b"OSMData" => return Err(ReadError::OtherKind("OpenStreetMap")),
                // The format tells readers to skip other blocks.
                _ => {}
            }
        }
        self.is_listed = true;
        if is_osm { Ok(()) } else { Err(ReadError::OtherKind("OpenStreetMap")) }
    }

    /// Reads the blocks that may have what is needed.
    fn each_listed(&mut self, wanted: &[Wanted], among: Option<&[i64]>, visit: Visit<'_>) -> Result<(), ReadError> {
        for n in 0..self.blocks.len() {
            let Some(block) = self.blocks.get(n).copied().filter(|block| block.may_have(wanted, among)) else {
                continue;
            };
            self.seek(block.start)?;
            let blob = self.bytes(block.length)?;
            let seen = elements(&unpacked(&blob)?, wanted, visit)?;
            if let Some(block) = self.blocks.get_mut(n) {
                block.note(wanted, seen);
            }
        }
        Ok(())
    }

    fn seek(&mut self, to: u64) -> Result<(), ReadError> {
        // Going where it is would drop what is buffered.
        if to != self.at || to == 0 {
            self.input.seek(SeekFrom::Start(to))?;
            self.at = to;
        }
        Ok(())
    }

    /// Reads the kind and the content of the next block; `None` at the end.
    fn block(&mut self) -> Result<Option<PackedBlock>, ReadError> {
        if self.input.fill_buf()?.is_empty() {
            return Ok(None);
        }
        let length = self.bytes(4)?;
        let length = length.first_chunk().map_or(0, |length| u32::from_be_bytes(*length) as usize);
        if length > MOST_HEAD {
            return Err(ReadError::OtherKind("OpenStreetMap"));
        }
        let head = self.bytes(length)?;
        let (mut kind, mut size) = (Vec::new(), u64::MAX);
        each_field(&head, |number, value| {
            match (number, value) {
                (1, FieldValue::Bytes(own)) => kind = own.to_vec(),
                (3, FieldValue::Number(own)) => size = own,
                _ => {}
            }
            Ok(())
        })?;
        let size = usize::try_from(size).ok().filter(|size| *size <= MOST_BLOCK);
        let blob = self.bytes(size.ok_or(ReadError::PartTooLong(MOST_BLOCK))?)?;
        Ok(Some((kind, blob)))
    }

    /// Reads `length` bytes. Memory grows only with what is there.
    fn bytes(&mut self, length: usize) -> Result<Vec<u8>, ReadError> {
        let mut bytes = Vec::new();
        self.input.by_ref().take(length as u64).read_to_end(&mut bytes)?;
        self.at += bytes.len() as u64;
        if bytes.len() == length { Ok(bytes) } else { Err(damaged("the file ends within it")) }
    }
}

/// The kind of a block, and its content as the file has it.
type PackedBlock = (Vec<u8>, Vec<u8>);

/// Returns the content of a block.
fn unpacked(blob: &[u8]) -> Result<Vec<u8>, ReadError> {
    let mut content = None;
    each_field(blob, |number, value| {
        match (number, value) {
            (1, FieldValue::Bytes(raw)) => content = Some(raw.to_vec()),
            (3, FieldValue::Bytes(packed)) => {
                let mut bytes = Vec::new();
                ZlibDecoder::new(packed).take(MOST_BLOCK as u64 + 1).read_to_end(&mut bytes)?;
                content = Some(bytes);
            }
            _ => {}
        }
        Ok(())
    })?;
    let content = content.ok_or_else(|| damaged("it is packed in a way that is not read"))?;
    if content.len() > MOST_BLOCK { Err(ReadError::PartTooLong(MOST_BLOCK)) } else { Ok(content) }
}

fn check_features(head: &[u8]) -> Result<(), ReadError> {
    each_field(head, |number, value| match value {
        FieldValue::Bytes(feature) if number == 4 && KNOWN.iter().all(|known| known.as_bytes() != feature) => {
            Err(ReadError::Feature(crate::names::cleaned(&String::from_utf8_lossy(feature))))
        }
        _ => Ok(()),
    })
}

/// The data that all elements of a block share.
struct BlockFacts<'a> {
    texts: Vec<&'a [u8]>,
    /// The units of coordinates, and where they begin, in billionths of a degree.
    granularity: i64,
    offset: (i64, i64),
}

/// Passes the elements of the kinds `wanted` to `visit`. Returns what the block has.
fn elements(block: &[u8], wanted: &[Wanted], visit: Visit<'_>) -> Result<Seen, ReadError> {
    let mut facts = BlockFacts { texts: Vec::new(), granularity: 100, offset: (0, 0) };
    // The order of fields is free, so that groups come after all else.
    each_field(block, |number, value| {
        match (number, value) {
            (1, FieldValue::Bytes(table)) => each_field(table, |number, value| {
                if let (1, FieldValue::Bytes(text)) = (number, value) {
                    facts.texts.push(text);
                }
                Ok(())
            })?,
            (17, FieldValue::Number(value)) => facts.granularity = value.cast_signed(),
            (19, FieldValue::Number(value)) => facts.offset.0 = value.cast_signed(),
            (20, FieldValue::Number(value)) => facts.offset.1 = value.cast_signed(),
            _ => {}
        }
        Ok(())
    })?;
    let mut seen = Seen::default();
    each_field(block, |number, value| {
        let (2, FieldValue::Bytes(group)) = (number, value) else { return Ok(()) };
        each_field(group, |number, value| {
            let FieldValue::Bytes(element) = value else { return Ok(()) };
            let kind = match number {
                1 | 2 => Wanted::Nodes,
                3 => Wanted::Ways,
                4 => Wanted::Relations,
                _ => return Ok(()),
            };
            let found = seen.of(kind);
            if !wanted.contains(&kind) {
                *found = Numbers::ANY;
                return Ok(());
            }
            match number {
                1 => facts.node(element, found, visit),
                2 => facts.dense_nodes(element, found, visit),
                3 => facts.way(element, found, visit),
                _ => facts.relation(element, found, visit),
            }
        })
    })?;
    Ok(seen)
}

/// The fields of an element that are read. Each kind uses some of them.
#[derive(Default)]
struct PackedElement<'a> {
    id: u64,
    keys: &'a [u8],
    values: &'a [u8],
    /// The fields 8, 9 and 10.
    lists: [&'a [u8]; 3],
    lat: u64,
    lon: u64,
}

impl<'a> PackedElement<'a> {
    fn read(element: &'a [u8]) -> Result<Self, ReadError> {
        let mut own = Self::default();
        each_field(element, |number, value| {
            match (number, value) {
                (1, FieldValue::Number(id)) => own.id = id,
                (2, FieldValue::Bytes(keys)) => own.keys = keys,
                (3, FieldValue::Bytes(values)) => own.values = values,
                (8, FieldValue::Number(lat)) => own.lat = lat,
                (9, FieldValue::Number(lon)) => own.lon = lon,
                (8, FieldValue::Bytes(list)) => own.lists[0] = list,
                (9, FieldValue::Bytes(list)) => own.lists[1] = list,
                (10, FieldValue::Bytes(list)) => own.lists[2] = list,
                _ => {}
            }
            Ok(())
        })?;
        Ok(own)
    }
}

impl BlockFacts<'_> {
    fn node(&self, element: &[u8], found: &mut Numbers, visit: Visit<'_>) -> Result<(), ReadError> {
        let own = PackedElement::read(element)?;
        let Some(at) = self.position(signed(own.lat), signed(own.lon)) else { return Ok(()) };
        let id = signed(own.id);
        found.add(id);
        visit(Element::Node { id, at, tags: self.tags(&own) })
    }

    fn dense_nodes(&self, element: &[u8], found: &mut Numbers, visit: Visit<'_>) -> Result<(), ReadError> {
        let mut ids: &[u8] = &[];
        each_field(element, |number, value| {
            if let (1, FieldValue::Bytes(list)) = (number, value) {
                ids = list;
            }
            Ok(())
        })?;
        let [lats, lons, words] = PackedElement::read(element)?.lists;
        let mut words = numbers(words);
        for ((id, lat), lon) in summed(ids).zip(summed(lats)).zip(summed(lons)) {
            let mut tags = Vec::new();
            while let Some(key) = words.next().filter(|key| *key != 0) {
                let value = words.next().unwrap_or(0);
                if tags.len() < MOST_TAGS {
                    tags.extend(self.text(key).zip(self.text(value)));
                }
            }
            if let Some(at) = self.position(lat, lon) {
                found.add(id);
                visit(Element::Node { id, at, tags: Tags::new(tags) })?;
            }
        }
        Ok(())
    }

    fn way(&self, element: &[u8], found: &mut Numbers, visit: Visit<'_>) -> Result<(), ReadError> {
        let own = PackedElement::read(element)?;
        let nodes = summed(own.lists[0]).take(MOST_POINTS).collect();
        let id = own.id.cast_signed();
        found.add(id);
        visit(Element::Way { id, nodes, tags: self.tags(&own) })
    }

    fn relation(&self, element: &[u8], found: &mut Numbers, visit: Visit<'_>) -> Result<(), ReadError> {
        let own = PackedElement::read(element)?;
        let members = summed(own.lists[1]).zip(numbers(own.lists[2])).take(MOST_MEMBERS);
        let members = members.map(|(id, kind)| Member { id, is_way: kind == WAY }).collect();
        let id = own.id.cast_signed();
        found.add(id);
        visit(Element::Relation { id, members, tags: self.tags(&own) })
    }

    fn position(&self, lat: i64, lon: i64) -> Option<LatLon> {
        let degrees =
            |value: i64, offset: i64| Some(self.granularity.checked_mul(value)?.checked_add(offset)? as f64 / 1e9);
        LatLon::new(degrees(lat, self.offset.0)?, degrees(lon, self.offset.1)?)
    }

    /// Returns the text at a place of the table; `None` if there is none.
    fn text(&self, at: u64) -> Option<SmolStr> {
        let bytes = self.texts.get(usize::try_from(at).ok()?)?;
        Some(cut(std::str::from_utf8(bytes).ok()?).into())
    }

    fn tags(&self, own: &PackedElement<'_>) -> Tags {
        let pairs = numbers(own.keys).zip(numbers(own.values)).take(MOST_TAGS);
        Tags::new(pairs.filter_map(|(key, value)| self.text(key).zip(self.text(value))).collect())
    }
}

#[cfg(test)]
mod tests;
