//! Files, by their names and bytes.

use std::fmt::Write as _;
use std::io::{self, BufRead, Cursor, Read, Seek, SeekFrom};

use sha2::{Digest, Sha256};

use super::RunError;
use super::combine::{combined, renumber};
use super::request::{GroundPlace, GroundRequest};
use super::watch::{RunStep, Watch};
use crate::elevation::Elevation;
use crate::grid::GroundGrid;
use crate::levels::Heights;
use crate::plane::Plane;
use crate::proposal::OSM_NOTICE;
use crate::read::{self, DataOverview, FileContent, FileKind, ReadError};
use crate::record::RecordedFile;
use crate::source::Landscape;

/// The bytes that are read before the watch is asked again.
const CHUNK: usize = 64 << 10;

/// The source from which a file is read: an open file, or bytes in memory.
pub trait GroundInput: BufRead + Seek {}

impl<T: BufRead + Seek> GroundInput for T {}

/// A file to read.
pub struct GroundFile<'a> {
    name: String,
    input: Box<dyn GroundInput + 'a>,
}

impl<'a> GroundFile<'a> {
    /// Returns a file that is read from `input`. The `name`, without its folder, tells the kind.
    pub fn new(name: impl Into<String>, input: impl BufRead + Seek + 'a) -> Self {
        Self { name: name.into(), input: Box::new(input) }
    }

    /// Returns a file with `bytes`.
    pub fn of_bytes(name: impl Into<String>, bytes: impl AsRef<[u8]> + 'a) -> Self {
        Self::new(name, Cursor::new(bytes))
    }

    /// Returns the name.
    pub fn name(&self) -> &str {
        &self.name
    }

    /// Returns the rectangle around the data of the file and its named places, to choose a place in; `None` if it has none. Unlike an elevation file, one of
    /// geography is read whole for that. The watch is told with the position 0.
    ///
    /// # Errors
    /// The file cannot be read, or the watch ended the run.
    pub fn overview(self, watch: Watch<'_>) -> Result<Option<DataOverview>, RunError> {
        let name = self.name;
        let overview = Watched::new(self.input, 0, watch).and_then(|input| read::overview_of_file(&name, input));
        if watch.is_canceled() {
            Err(RunError::Canceled)
        } else {
            overview.map_err(|error| RunError::File { name, error })
        }
    }
}

/// The content of files about a place.
#[derive(Clone, Debug)]
pub struct GroundData {
    place: GroundPlace,
    pub(super) plane: Plane,
    pub(super) grid: GroundGrid,
    pub(super) landscape: Landscape,
    pub(super) elevation: Elevation,
    pub(super) heights: Heights,
    files: Vec<RecordedFile>,
    has_osm: bool,
}

impl GroundData {
    /// Reads the parts of `files` that lie around `place`. Several files of geography are joined, as are several of elevation.
    ///
    /// # Errors
    /// There is no map at the place, a file cannot be read, or the watch ended the run.
    pub fn read(files: Vec<GroundFile<'_>>, place: &GroundPlace, watch: Watch<'_>) -> Result<Self, RunError> {
        let (plane, grid) = (place.plane()?, place.grid()?);
        let (mut lands, mut elevation, mut recorded, mut has_osm) = (Vec::new(), Elevation::new(), Vec::new(), false);
        for (n, file) in files.into_iter().enumerate() {
            let name = file.name;
            let result = Watched::new(file.input, n, watch).and_then(|mut input| {
                let sha256 = digest(&mut input)?;
                Ok((sha256, read::read_file(&name, input, &plane, &grid)?))
            });
            if watch.is_canceled() {
                return Err(RunError::Canceled);
            }
            let (sha256, file) = match result {
                Ok(read) => read,
                Err(error) => return Err(RunError::File { name, error }),
            };
            has_osm |= file.kind.is_osm();
            match file.content {
                FileContent::Landscape(land) => lands.push((n, file.kind, land)),
                FileContent::Elevation(raster) => raster.into_iter().for_each(|raster| elevation.add(raster)),
            }
            // The name of the file within tells its kind.
            let name = file.within.map_or(name.clone(), |within| format!("{name}/{within}"));
            recorded.push(RecordedFile { name, sha256, data_of: file.data_of });
        }
        let several = lands.len() > 1;
        for (n, _, land) in lands.iter_mut().filter(|(_, kind, _)| several && *kind == FileKind::GeoJson) {
            renumber(land, *n);
        }
        let lands = lands.into_iter().map(|(_, _, land)| land).collect();
        let heights = Heights::watched(&grid, &plane, &elevation, &|| watch.is_canceled());
        if watch.is_canceled() {
            return Err(RunError::Canceled);
        }
        let landscape = combined(lands);
        Ok(Self { place: *place, plane, grid, landscape, elevation, heights, files: recorded, has_osm })
    }

    /// Returns `true` if the data are those around `place`; otherwise the files are to be read again.
    pub fn is_of(&self, place: &GroundPlace) -> bool {
        self.place == *place
    }

    /// Returns the plane of the map.
    pub fn plane(&self) -> &Plane {
        &self.plane
    }

    /// Returns the hexes of the map over the plane.
    pub fn grid(&self) -> &GroundGrid {
        &self.grid
    }

    /// Returns the geography.
    pub fn landscape(&self) -> &Landscape {
        &self.landscape
    }

    /// Returns the elevation.
    pub fn elevation(&self) -> &Elevation {
        &self.elevation
    }

    /// Returns the heights of the hexes.
    pub fn heights(&self) -> &Heights {
        &self.heights
    }

    /// Returns the files that were read.
    pub fn files(&self) -> &[RecordedFile] {
        &self.files
    }

    /// Returns the lines for the sources of a scenario: OpenStreetMap, if a file is of it, and those of other geography and of the elevation
    /// that `request` names.
    pub fn sources(&self, request: &GroundRequest) -> Vec<String> {
        let mut lines = Vec::new();
        if self.has_osm {
            let mut line = format!("{OSM_NOTICE}, ODbL 1.0");
            if let Some(day) = self.files.iter().filter_map(|file| file.data_of.as_deref()).max() {
                let day = day.split('T').next().unwrap_or(day);
                line.push_str(", extract of ");
                line.push_str(day);
            }
            lines.push(line);
        }
        lines.push(request.map_source.trim().to_owned());
        if !self.elevation.is_empty() {
            lines.push(request.elevation_source.trim().to_owned());
        }
        lines.retain(|line| !line.is_empty());
        lines
    }
}

/// Returns the SHA-256 of all bytes, in hexadecimal digits.
fn digest(input: &mut impl BufRead) -> Result<String, ReadError> {
    let mut hash = Sha256::new();
    loop {
        let part = input.fill_buf()?;
        if part.is_empty() {
            break;
        }
        let length = part.len();
        hash.update(part);
        input.consume(length);
    }
    let mut text = String::with_capacity(64);
    for byte in hash.finalize() {
        // Writing to a string does not fail.
        let _ = write!(text, "{byte:02x}");
    }
    Ok(text)
}

/// An input that is watched: its bytes are counted, and it ends with an error when the run is to end.
struct Watched<'w, R> {
    inner: R,
    step: RunStep,
    watch: Watch<'w>,
    at: u64,
    told: u64,
    length: u64,
}

impl<'w, R: BufRead + Seek> Watched<'w, R> {
    fn new(mut inner: R, file: usize, watch: Watch<'w>) -> Result<Self, ReadError> {
        let length = inner.seek(SeekFrom::End(0))?;
        if length > crate::limits::MOST_BYTES {
            return Err(ReadError::TooLarge);
        }
        inner.seek(SeekFrom::Start(0))?;
        Ok(Self { inner, step: RunStep::Read(file), watch, at: 0, told: 0, length })
    }

    fn check(&mut self) -> io::Result<()> {
        if self.at.abs_diff(self.told) >= CHUNK as u64 {
            self.told = self.at;
            self.watch.tell(self.step, self.at, self.length);
        }
        if self.watch.is_canceled() { Err(io::Error::other("the run was canceled")) } else { Ok(()) }
    }
}

impl<R: Read + BufRead + Seek> Read for Watched<'_, R> {
    fn read(&mut self, buffer: &mut [u8]) -> io::Result<usize> {
        self.check()?;
        let most = buffer.len().min(CHUNK);
        let amount = self.inner.read(buffer.get_mut(..most).unwrap_or_default())?;
        self.at += amount as u64;
        Ok(amount)
    }
}

impl<R: BufRead + Seek> BufRead for Watched<'_, R> {
    fn fill_buf(&mut self) -> io::Result<&[u8]> {
        self.check()?;
        let part = self.inner.fill_buf()?;
        Ok(part.get(..part.len().min(CHUNK)).unwrap_or(part))
    }

    fn consume(&mut self, amount: usize) {
        self.at += amount as u64;
        self.inner.consume(amount);
    }
}

impl<R: BufRead + Seek> Seek for Watched<'_, R> {
    fn seek(&mut self, to: SeekFrom) -> io::Result<u64> {
        self.at = self.inner.seek(to)?;
        Ok(self.at)
    }
}
