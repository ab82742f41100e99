//! Export of scenarios to the formats of other programs, and import from them.
//!
//! [`draw`] turns a map and its counters into shapes, for exports and the editor alike. [`Scene`] draws a whole scenario;
//! [`png`] and [`svg`] paint it.

pub mod archive;
pub mod art;
mod chart_pictures;
pub mod draw;
mod examples;
pub mod import;
pub mod kit;
mod left_out;
pub mod link;
mod map;
pub mod markdown;
mod order;
mod paint;
pub mod parallel;
pub mod pdf;
pub mod picture;
mod pieces;
mod position;
mod preview;
mod scene;
mod shown;
mod source;
pub mod stamp;
pub mod tiled;
pub mod vassal;
pub mod workbook;

use battlewright_schema::common::characters::is_held;

pub use chart_pictures::ChartPictures;
pub use kit::{Kit, KitFile, kit};
pub use left_out::left_out;
pub use map::{MapPicture, MapPictureError, RADIUS};
pub use order::{ExportError, Format, Order, Subject, export, write_export};
pub use paint::{PaintError, png, rendered, svg};
pub use position::{PositionDrawing, PositionItem, PositionLook};
pub use preview::{Preview, map_preview, preview};
pub use scene::{Options, Scene, SceneError, ScenePart};
pub use shown::{ItemChange, PieceMove, PositionChange, ShownItems, piece_moves};
pub use source::{Source, WriteFailure, module};
pub use stamp::Stamp;

/// Escapes `text` for XML. Control characters and characters that XML forbids are dropped.
pub fn escaped(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !c.is_control() && is_held(*c)).collect();
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
