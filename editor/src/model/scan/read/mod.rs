//! Reading of a scan: streams and rivers along hexsides, roads from hex to hex, and the printed hex numbers.
//!
//! All functions are pure: they take a picture and the position of the hexes on it. [`lines`] reads lines by a learned
//! color, [`numbers`] reads hex numbers by templates of the map's own font. [`window`] takes samples for both.

pub mod band;
pub mod digits;
pub mod ink;
pub mod known;
pub mod lines;
pub mod numbers;
mod textbox;
pub mod window;

#[cfg(test)]
mod drawn;
#[cfg(test)]
pub(crate) mod painter;

/// The maximum number of hexes that are read. This bounds the time to some seconds and the memory to some megabytes.
pub const MOST_HEXES: usize = 40_000;
/// The minimum distance between the centers of adjacent hexes for lines to be read, in pixels.
pub const LEAST_FOR_LINES: f64 = 20.0;
/// The minimum distance between the centers of adjacent hexes for numbers to be read, in pixels.
pub const LEAST_FOR_NUMBERS: f64 = 36.0;

/// The reason why a scan is not read.
#[derive(Clone, Copy, Debug, PartialEq, thiserror::Error)]
pub enum ReadRefusal {
    /// The map has too many hexes.
    #[error("The map has more than {MOST_HEXES} hexes.")]
    TooManyHexes,
    /// The hexes are too small on the picture; the value is the required distance in pixels.
    #[error("The hexes are too small on the picture: they must be {0} pixels apart.")]
    TooSmall(f64),
    /// The position of the scan is degenerate or mirrored.
    #[error("The scan is not placed.")]
    NotPlaced,
    /// Too few hexes are on the picture.
    #[error("Too few hexes are on the picture.")]
    OffPicture,
    /// No line stands out.
    #[error("None found. Draw two or three as examples.")]
    NoLines,
    /// The examples look like places without a line.
    #[error("The examples on the map do not differ from the other places of the scan.")]
    PlainExamples,
    /// No text was found that differs from hex to hex at the same position.
    #[error("No hex numbers found.")]
    NoText,
    /// No numbering explains the printed text.
    #[error("The printed numbers could not be read.")]
    NoNumbering,
}

/// Returns `count` as a real number.
#[expect(clippy::cast_precision_loss, reason = "counts are far below 2 to the 52nd")]
fn real(count: usize) -> f64 {
    count as f64
}

/// Returns the element of `values` below which the fraction `part` of them lies; 0 for none. Reorders `values`.
fn percentile(values: &mut [f64], part: f64) -> f64 {
    let Some(last) = values.len().checked_sub(1) else { return 0.0 };
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "between 0 and the last index")]
    let at = (real(last) * part.clamp(0.0, 1.0)).round() as usize;
    *values.select_nth_unstable_by(at, f64::total_cmp).1
}
