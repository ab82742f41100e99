//! Widgets shared by tools, panels and dialogs. They do not depend on the document or the application.

pub mod field;
pub mod icon;
pub mod popup;
