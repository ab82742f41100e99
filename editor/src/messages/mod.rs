//! Messages: the things that views and tools ask the program to do.

pub mod act;
pub mod command;
pub mod dialog_answer;
pub mod drag_payload;
pub mod scan;
pub mod tool;
