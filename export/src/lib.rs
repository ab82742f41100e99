//! Scenarios as things that other people's programs show: pictures of the map.

pub mod draw;
mod map;
mod png;

pub use map::{Map, RADIUS};
pub use png::png;

/// `text` as XML has it; what XML cannot have is left out.
pub fn escaped(text: &str) -> String {
    let plain: String = text.chars().filter(|c| !c.is_control()).collect();
    plain.replace('&', "&amp;").replace('<', "&lt;").replace('>', "&gt;").replace('"', "&quot;")
}
