//! A page in a browser.

pub(crate) mod background;
pub(crate) mod clock;
#[cfg(feature = "dialogs")]
pub(crate) mod dialogs;
pub(crate) mod fs;
pub mod storage;
pub(crate) mod tasks;
pub mod temporary;
