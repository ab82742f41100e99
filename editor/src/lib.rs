//! The desktop editor of Battlewright: paint, check and play scenarios.
//!
//! Views read the state and request acts; only the app changes the state. The `data` function of a panel returns its
//! content as a value, and each user request is an [`act::Act`]. [`App`] can run without a window, as in the tests.

pub mod act;
pub mod app;
pub mod balance;
mod beginning;
mod beside;
pub mod canvas;
pub mod command;
mod cursor;
pub mod dialogs;
pub mod document;
pub mod edit;
mod exporting;
pub mod files;
mod games;
pub mod guide;
mod hex_menu;
pub mod history;
mod importing;
pub mod keep;
mod keeping;
mod landing;
pub mod layout;
pub mod lift;
mod map;
pub mod panels;
pub mod play;
mod pointing;
mod recovery;
pub mod region;
pub mod remedy;
mod reshape;
mod roster;
pub mod scan;
pub mod selection;
pub mod settings;
pub mod start;
mod steps;
pub mod store;
pub mod survey;
pub mod text;
mod text_focus;
pub mod theme;
pub mod tools;
mod window;
mod work;
mod writing;

pub use app::App;
pub use document::Document;
pub use files::Chooser;
