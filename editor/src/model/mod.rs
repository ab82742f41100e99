//! The state of the editor, independent of the window: documents with their undo history, autosave, the selection,
//! regions, games, the balance lab and the layout of panels.

pub mod advice;
pub mod autosave;
pub mod balance;
pub mod document;
pub mod edit;
pub(crate) mod exchange;
pub mod feature_index;
pub mod formation_deletion;
pub mod ground;
pub mod history;
pub mod layout;
pub mod names;
pub mod new_unit;
pub mod place;
pub mod play;
pub mod position;
pub mod region;
pub mod remedy;
pub mod resolver;
pub mod rule_light;
pub mod rule_rows;
pub mod scan;
pub mod selection;
pub mod store;
pub mod survey;
pub mod table_units;
pub mod text;
pub mod unit_import;
