//! The markers needed to play on a table.

use battlewright_schema::matz as file;

use crate::show::Marker;

/// The markers that `scenario` is played with.
pub fn markers(_: &file::Matz) -> Vec<Marker> {
    Vec::new()
}
