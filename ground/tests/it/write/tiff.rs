//! Pictures as TIFF, with any tags, also wrong ones.

use std::io::Write;

use flate2::Compression;
use flate2::write::ZlibEncoder;

/// The values of a tag.
#[derive(Clone, Debug)]
pub(crate) enum Values {
    Short(Vec<u16>),
    Long(Vec<u32>),
    Double(Vec<f64>),
    Text(String),
}

impl Values {
    /// Returns the type, the number of values, and their bytes.
    fn bytes(&self) -> (u16, usize, Vec<u8>) {
        match self {
            Self::Short(all) => (3, all.len(), all.iter().flat_map(|value| value.to_le_bytes()).collect()),
            Self::Long(all) => (4, all.len(), all.iter().flat_map(|value| value.to_le_bytes()).collect()),
            Self::Double(all) => (12, all.len(), all.iter().flat_map(|value| value.to_le_bytes()).collect()),
            Self::Text(text) => (2, text.len() + 1, [text.as_bytes(), &[0]].concat()),
        }
    }
}

/// A picture with one number for each sample.
#[derive(Clone, Debug)]
pub(crate) struct Picture {
    pub(crate) width: u32,
    pub(crate) height: u32,
    /// The width and the height of tiles, or the rows of a strip.
    pub(crate) tile: Option<(u32, u32)>,
    pub(crate) strip: u32,
    pub(crate) bits: u16,
    /// 1 for whole numbers, 2 for signed ones, 3 for floating ones.
    pub(crate) format: u16,
    pub(crate) is_packed: bool,
    /// Further tags, which replace others with the same number.
    pub(crate) tags: Vec<(u16, Values)>,
}

/// The tags of GeoTIFF and GDAL.
pub(crate) const SCALE: u16 = 33_550;
pub(crate) const TIE: u16 = 33_922;
pub(crate) const MATRIX: u16 = 34_264;
pub(crate) const KEYS: u16 = 34_735;
pub(crate) const VOID: u16 = 42_113;

/// Writes keys of GeoTIFF.
pub(crate) fn keys(all: &[(u16, u16)]) -> Values {
    let keys = all.iter().flat_map(|(key, value)| [*key, 0, 1, *value]);
    Values::Short([1, 1, 1, all.len() as u16].into_iter().chain(keys).collect())
}

impl Picture {
    /// Returns a picture of 16-bit heights in strips of one row, in degrees from `west` and `north` on.
    pub(crate) fn degrees(size: (u32, u32), west: f64, north: f64, step: f64) -> Self {
        Self {
            width: size.0,
            height: size.1,
            tile: None,
            strip: 1,
            bits: 16,
            format: 2,
            is_packed: false,
            tags: vec![
                (SCALE, Values::Double(vec![step, step, 0.0])),
                (TIE, Values::Double(vec![0.0, 0.0, 0.0, west, north, 0.0])),
                (KEYS, keys(&[(1024, 2), (1025, 1), (2048, 4326)])),
            ],
        }
    }

    /// Sets a tag.
    pub(crate) fn with(mut self, tag: u16, values: Values) -> Self {
        self.tags.retain(|(own, _)| *own != tag);
        self.tags.push((tag, values));
        self
    }

    /// Writes the picture with the bytes that `sample` returns for a column and a row.
    pub(crate) fn write(&self, sample: impl Fn(u32, u32) -> Vec<u8>) -> Vec<u8> {
        let (wide, high) = self.tile.unwrap_or((self.width, self.strip));
        let mut parts = Vec::new();
        for top in (0..self.height).step_by(high as usize) {
            for left in (0..self.width).step_by(wide as usize) {
                // Tiles are whole, the last strip is not.
                let end = if self.tile.is_some() { top + high } else { (top + high).min(self.height) };
                let rows = (top..end).flat_map(|row| (left..left + wide).map(move |column| (column, row)));
                parts.push(self.packed(rows.flat_map(|(column, row)| sample(column, row)).collect()));
            }
        }
        self.with_parts(&parts)
    }

    fn packed(&self, bytes: Vec<u8>) -> Vec<u8> {
        if !self.is_packed {
            return bytes;
        }
        let mut encoder = ZlibEncoder::new(Vec::new(), Compression::fast());
        encoder.write_all(&bytes).unwrap();
        encoder.finish().unwrap()
    }

    /// Writes the picture with the strips or tiles `parts`, as they are.
    pub(crate) fn with_parts(&self, parts: &[Vec<u8>]) -> Vec<u8> {
        let mut at = 8;
        let mut places = Vec::new();
        for part in parts {
            places.push(if part.is_empty() { 0 } else { at });
            at += part.len() as u32;
        }
        let sizes = parts.iter().map(|part| part.len() as u32).collect();
        let mut tags = vec![
            (256, Values::Long(vec![self.width])),
            (257, Values::Long(vec![self.height])),
            (258, Values::Short(vec![self.bits])),
            (259, Values::Short(vec![if self.is_packed { 8 } else { 1 }])),
            (262, Values::Short(vec![1])),
            (277, Values::Short(vec![1])),
            (339, Values::Short(vec![self.format])),
        ];
        match self.tile {
            Some((wide, high)) => tags.extend([
                (322, Values::Long(vec![wide])),
                (323, Values::Long(vec![high])),
                (324, Values::Long(places)),
                (325, Values::Long(sizes)),
            ]),
            None => tags.extend([
                (273, Values::Long(places)),
                (278, Values::Long(vec![self.strip])),
                (279, Values::Long(sizes)),
            ]),
        }
        tags.retain(|(tag, _)| self.tags.iter().all(|(own, _)| own != tag));
        tags.extend(self.tags.iter().cloned());
        tags.sort_by_key(|(tag, _)| *tag);
        file(&parts.concat(), &tags)
    }
}

/// Writes a file of one directory of tags behind `data`.
fn file(data: &[u8], tags: &[(u16, Values)]) -> Vec<u8> {
    let directory = 8 + data.len();
    let mut beside = Vec::new();
    let after = directory + 2 + 12 * tags.len() + 4;
    let mut bytes = [b"II\x2a\0", &(directory as u32).to_le_bytes()[..], data].concat();
    bytes.extend((tags.len() as u16).to_le_bytes());
    for (tag, values) in tags {
        let (kind, count, mut own) = values.bytes();
        bytes.extend(tag.to_le_bytes());
        bytes.extend(kind.to_le_bytes());
        bytes.extend((count as u32).to_le_bytes());
        if own.len() <= 4 {
            own.resize(4, 0);
            bytes.extend(own);
        } else {
            bytes.extend(((after + beside.len()) as u32).to_le_bytes());
            beside.extend(own);
        }
    }
    bytes.extend([0; 4]);
    bytes.extend(beside);
    bytes
}
