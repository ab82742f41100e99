//! The desktop editor of Battlewright: paint, check and play scenarios.
//!
//! Views read the state and request acts; only the app changes the state. The `data` function of a panel returns its
//! content as a value, and each user request is an [`Act`](messages::act::Act). [`App`] can run without a window, as in
//! the tests.
//!
//! Modules import downward only: `desktop`, [`app`], [`dialogs`], [`panels`], [`tools`], [`widgets`], [`canvas`], [`settings`],
//! [`messages`], [`model`].

pub mod app;
mod background_task;
pub mod canvas;
#[cfg(not(target_family = "wasm"))]
pub mod desktop;
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
pub mod workers;

pub use app::App;
pub use file_dialog::Chooser;
pub use model::document::Document;
