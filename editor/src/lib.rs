//! The desktop editor of Battlewright: paint, check and play scenarios.
//!
//! Views read and ask; the app alone changes things. What a panel shows is a value made by its
//! `data` function, and what a user may ask for is an [`Act`](messages::act::Act). [`App`] can be driven without a
//! window, as the tests do.
//!
//! Modules import downward only: [`app`], [`dialogs`], [`panels`], [`tools`], [`canvas`], [`settings`], [`messages`],
//! [`model`].

pub mod app;
mod background_task;
pub mod canvas;
pub mod dialogs;
pub mod file_dialog;
pub mod guide;
pub mod messages;
pub mod model;
pub mod panels;
pub mod settings;
pub mod theme;
pub mod tools;
pub mod widgets;

pub use app::App;
pub use file_dialog::Chooser;
pub use model::document::Document;
