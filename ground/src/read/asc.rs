//! Elevation as an ASCII grid (`.asc`) of Esri, in degrees.

use std::io::BufRead;

use super::ReadError;
use super::metered::Metered;
use crate::elevation::{Lattice, Raster, RasterHead};
use crate::grid::GroundGrid;
use crate::limits::{MOST_BYTES, MOST_SAMPLES};
use crate::plane::{LatLon, Plane};

/// The most bytes of a word: a number or a key.
const LONGEST_WORD: usize = 64;

/// Reads the samples of an ASCII grid that lie in the zone of `grid`; `None` if none do.
///
/// # Errors
/// The head lacks a value, the cells are not in degrees, a sample is no number, or a limit is exceeded.
pub fn read_asc<R: BufRead>(input: R, plane: &Plane, grid: &GroundGrid) -> Result<Option<Raster>, ReadError> {
    let mut words = Words { input: Metered::new(input, MOST_BYTES as usize), word: Vec::new() };
    let (mut head, first) = head(&mut words)?;
    let count = head.samples()?;
    let raster_head = head.raster()?;
    let Some(mut raster) = Raster::window(raster_head, plane, grid)? else { return Ok(None) };
    let void = head.void.take();
    let mut word = Some(first);
    let (_, end) = raster.rows();
    // Rows south of the zone are not read.
    for n in 0..count.min(end.saturating_mul(head.columns)) {
        let text = match word.take() {
            Some(text) => text,
            None => words.next()?.ok_or(ReadError::Sample(n))?,
        };
        let value: f64 = text.parse().map_err(|_| ReadError::Sample(n))?;
        if void != Some(value) {
            raster.set(n % head.columns, n / head.columns, value);
        }
    }
    Ok(Some(raster))
}

/// Reads where the samples of an ASCII grid lie.
///
/// # Errors
/// The head lacks a value, or the cells are not in degrees.
pub(super) fn raster_head<R: BufRead>(input: R) -> Result<RasterHead, ReadError> {
    let mut words = Words { input: Metered::new(input, MOST_BYTES as usize), word: Vec::new() };
    head(&mut words)?.0.raster()
}

/// The head of an ASCII grid.
struct AscHead {
    columns: u64,
    rows: u64,
    /// The lower left corner, or the center of the cell there.
    corner: (f64, f64),
    is_center: bool,
    cell: f64,
    void: Option<f64>,
}

impl AscHead {
    fn samples(&self) -> Result<u64, ReadError> {
        let samples = self.columns.saturating_mul(self.rows);
        if samples > MOST_SAMPLES { Err(ReadError::TooManySamples(samples)) } else { Ok(samples) }
    }

    fn raster(&self) -> Result<RasterHead, ReadError> {
        let half = if self.is_center { 0.0 } else { self.cell / 2.0 };
        let (west, south) = (self.corner.0 + half, self.corner.1 + half);
        let north = south + self.cell * (self.rows as f64 - 1.0);
        let east = west + self.cell * (self.columns as f64 - 1.0);
        let in_degrees = LatLon::new(south, west).is_some() && north <= 90.0 && east <= 540.0;
        if !in_degrees || self.cell > 1.0 {
            return Err(ReadError::Projected);
        }
        let first = LatLon { lat: north, lon: west };
        let lattice = Lattice::Degrees { first, step: (self.cell, self.cell) };
        Ok(RasterHead { lattice, columns: self.columns, rows: self.rows })
    }
}

/// Reads the head, and the first sample after it.
fn head<R: BufRead>(words: &mut Words<R>) -> Result<(AscHead, String), ReadError> {
    let (mut columns, mut rows, mut x, mut y, mut cell, mut void) = (None, None, None, None, None, None);
    let mut is_center = false;
    let first = loop {
        let key = words.next()?.ok_or(ReadError::OtherKind("an ASCII grid"))?;
        if !key.starts_with(|c: char| c.is_ascii_alphabetic()) || key.eq_ignore_ascii_case("nan") {
            break key;
        }
        let value = words.next()?.unwrap_or_default();
        let number = || value.parse::<f64>().ok().filter(|number| number.is_finite());
        match key.to_ascii_lowercase().as_str() {
            "ncols" => columns = value.parse::<u64>().ok(),
            "nrows" => rows = value.parse::<u64>().ok(),
            "xllcorner" => x = number(),
            "yllcorner" => y = number(),
            "xllcenter" => (x, is_center) = (number(), true),
            "yllcenter" => (y, is_center) = (number(), true),
            "cellsize" => cell = number(),
            "nodata_value" => void = number(),
            _ => return Err(ReadError::OtherKind("an ASCII grid")),
        }
    };
    let columns = columns.filter(|columns| *columns > 0).ok_or(ReadError::Head("ncols"))?;
    let rows = rows.filter(|rows| *rows > 0).ok_or(ReadError::Head("nrows"))?;
    let corner = (x.ok_or(ReadError::Head("xllcorner"))?, y.ok_or(ReadError::Head("yllcorner"))?);
    let cell = cell.filter(|cell| *cell > 0.0).ok_or(ReadError::Head("cellsize"))?;
    Ok((AscHead { columns, rows, corner, is_center, cell, void }, first))
}

/// The words of a file, one by one.
struct Words<R> {
    input: Metered<R>,
    word: Vec<u8>,
}

impl<R: BufRead> Words<R> {
    fn next(&mut self) -> Result<Option<String>, ReadError> {
        self.word.clear();
        loop {
            let part = match self.input.fill_buf() {
                Ok(part) => part,
                Err(error) => return Err(self.input.over().unwrap_or(ReadError::Io(error))),
            };
            let is_end = part.is_empty();
            let skipped =
                if self.word.is_empty() { part.iter().take_while(|b| b.is_ascii_whitespace()).count() } else { 0 };
            let rest = part.get(skipped..).unwrap_or_default();
            let length = rest.iter().take_while(|b| !b.is_ascii_whitespace()).count();
            self.word.extend(rest.iter().take(length.min(LONGEST_WORD + 1)));
            let is_complete = is_end || length < rest.len();
            self.input.consume(skipped + length);
            if self.word.len() > LONGEST_WORD {
                return Err(ReadError::PartTooLong(LONGEST_WORD));
            }
            if is_complete && (is_end || !self.word.is_empty()) {
                break;
            }
        }
        Ok((!self.word.is_empty()).then(|| String::from_utf8_lossy(&self.word).into_owned()))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::grid::tests_grid;

    fn read(text: &str) -> Result<Option<Raster>, ReadError> {
        let plane = Plane::new(LatLon { lat: 49.0, lon: 6.0 }, 0.0).unwrap();
        // A small buffer, so that words are cut everywhere.
        let input = std::io::BufReader::with_capacity(3, text.as_bytes());
        read_asc(input, &plane, &tests_grid(2, 2, 10_000))
    }

    fn grid(values: &str) -> String {
        format!("ncols 3\nnrows 3\nxllcorner 5.85\nyllcorner 48.85\ncellsize 0.1\nNODATA_value -9999\n{values}\n")
    }

    #[test]
    fn a_grid_is_read_from_the_north() {
        let raster = read(&grid("1 2 3\n4 5 6\n7 8 -9999")).unwrap().unwrap();
        let at = |lat, lon| raster.height(LatLon { lat, lon });
        assert_eq!(at(49.1, 5.9), Some(100));
        assert_eq!(at(49.0, 6.0), Some(500));
        assert_eq!(at(48.9, 6.1), None);
        assert_eq!(at(48.9, 6.05), Some(800));
        assert_eq!(read(&grid("1 nan 3\n4 5 6\n7 8 9")).unwrap().unwrap().height(LatLon { lat: 49.1, lon: 6.0 }), None);
    }

    #[test]
    fn damaged_grids_are_refused() {
        let error = |text: &str| read(text).map(|_| ()).unwrap_err().to_string();
        assert_eq!(error(&grid("1 2 3\n4 5 x")), "it has no valid value for sample 5");
        assert_eq!(error(&grid("1 2 3\n4 5")), "it has no valid value for sample 5");
        assert!(error("").contains("ASCII grid"));
        assert!(error("hello world").contains("ASCII grid"));
        let head = |key: &str, value: &str| {
            let old = grid("1");
            let line = old.lines().find(|line| line.starts_with(key)).unwrap();
            error(&old.replace(line, &format!("{key} {value}")))
        };
        assert!(head("ncols", "1000000000000").contains("at most"));
        assert!(head("ncols", "99999999999999999999").contains("ncols"));
        assert!(head("ncols", "-1").contains("ncols"));
        assert!(head("cellsize", "0").contains("cellsize"));
        assert!(head("cellsize", "inf").contains("cellsize"));
        assert!(head("cellsize", "25").contains("EPSG:4326"));
        assert!(head("xllcorner", "683000").contains("EPSG:4326"));
        assert!(error(&grid(&"1".repeat(100_000))).contains("64 bytes"));
    }

    #[test]
    fn grids_elsewhere_have_no_samples() {
        let text = grid("1 2 3 4 5 6 7 8 9").replace("5.85", "15.85");
        assert_eq!(read(&text).unwrap(), None);
    }
}
