//! Text editing: changes as data, lines, and the text cursor.

mod caret;
mod hull;
mod inks;
mod lines;
mod outlined;
mod patch;
mod splice;

pub use battlewright_schema::outline::{Ink, Outline};
pub use caret::{Caret, CaretMove};
pub use hull::{EditedText, ReplacedText};
pub use inks::SyntaxColors;
pub use lines::Lines;
pub use outlined::OutlinedText;
pub use patch::TextPatch;
pub use splice::TextSplice;
