//! Messages: the requests of views and tools to the app.

pub mod act;
pub mod command;
pub mod dialog_answer;
pub mod drag_payload;
pub mod scan;
pub mod tool;
