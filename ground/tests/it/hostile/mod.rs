//! Damaged and hostile files: each is refused or cut with its message, within 20 seconds and within memory.

mod elevation;
mod packed;
mod pipeline;
mod vectors;

use std::io::Cursor;
use std::sync::{Mutex, PoisonError};
use std::time::{Duration, Instant};

use battlewright_ground::read::{FileContent, ReadError, read_file};
use battlewright_ground::{GroundGrid, Landscape, LatLon, Plane};

use crate::case::Layout;

/// The middle of the maps.
const MIDDLE: LatLon = LatLon { lat: 49.0, lon: 6.0 };
/// The longest time for any input; without optimization of the libraries, three times as long.
const LONGEST: Duration = Duration::from_secs(if cfg!(debug_assertions) { 60 } else { 20 });

/// Runs `act` while no other hostile input is tried, so that the limit of the allocator is for one of them, and holds it to the time.
fn within_limits<T>(what: &str, act: impl FnOnce() -> T) -> T {
    static ALONE: Mutex<()> = Mutex::new(());
    let _alone = ALONE.lock().unwrap_or_else(PoisonError::into_inner);
    let start = Instant::now();
    let result = act();
    let took = start.elapsed();
    println!("{what}: {took:.1?}");
    assert!(took < LONGEST, "{what} took {took:?}");
    result
}

fn map() -> (Plane, GroundGrid) {
    (Plane::new(MIDDLE, 0.0).unwrap(), Layout::USUAL.grid())
}

fn read(name: &str, bytes: &[u8]) -> Result<FileContent, ReadError> {
    let (plane, grid) = map();
    within_limits(name, || read_file(name, Cursor::new(bytes), &plane, &grid)).map(|file| file.content)
}

/// Returns the message about a file that is refused.
fn refusal(name: &str, bytes: &[u8]) -> String {
    match read(name, bytes) {
        Ok(_) => panic!("{name} was read"),
        Err(error) => error.to_string(),
    }
}

fn landscape(name: &str, bytes: &[u8]) -> Landscape {
    match read(name, bytes) {
        Ok(FileContent::Landscape(land)) => land,
        other => panic!("{name} is no landscape: {:?}", other.err()),
    }
}
