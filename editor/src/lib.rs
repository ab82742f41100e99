//! The desktop editor of Battlewright: paint, check and play scenarios.
//!
//! Views read and ask; the app alone changes things. What a panel shows is a value made by its
//! `data` function, and what a user may ask for is an [`act::Act`]. [`App`] can be driven without a
//! window, as the tests do.

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
pub mod messages;
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
pub mod widgets;
mod window;
mod work;
mod writing;

pub use app::App;
pub use document::Document;
pub use files::Chooser;
