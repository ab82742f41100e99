//! A page in a browser.

pub(crate) mod background;
pub(crate) mod clock;
#[cfg(feature = "dialogs")]
pub(crate) mod dialogs;
pub(crate) mod fs;
pub mod storage;
pub(crate) mod tasks;
pub mod temporary;

/// Returns the address of the page, without its fragment.
pub fn page_address() -> Option<String> {
    let location = web_sys::window()?.location();
    Some(location.origin().ok()? + &location.pathname().ok()?)
}
