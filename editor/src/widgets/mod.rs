//! Widgets that tools, panels and dialogs share. They know neither the document nor the program.

pub mod field;
pub mod icon;
pub mod popup;
