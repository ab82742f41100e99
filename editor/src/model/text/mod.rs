//! Text editing: changes as data, lines, and the text cursor.

mod caret;
mod edited_text;
mod lines;
mod outlined;
mod patch;
mod splice;
mod syntax_colors;

pub use battlewright_schema::outline::{Ink, Outline};
pub use caret::{Caret, CaretMove};
pub use edited_text::{EditedText, ReplacedText};
pub use lines::Lines;
pub use outlined::OutlinedText;
pub use patch::TextPatch;
pub use splice::TextSplice;
pub use syntax_colors::SyntaxColors;
