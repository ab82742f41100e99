//! A text with its outline, shared by the document, its threads and the Source tab.

use std::sync::OnceLock;

use battlewright_platform::background;

use super::Outline;

/// A text and its outline, which is created on first use.
#[derive(Debug, Default)]
pub struct OutlinedText {
    text: String,
    outline: OnceLock<Outline>,
}

/// The size in bytes from which a text is dropped on another thread.
const LARGE: usize = 1 << 17;

impl Drop for OutlinedText {
    fn drop(&mut self) {
        if self.text.len() > LARGE {
            let (text, outline) = (std::mem::take(&mut self.text), self.outline.take());
            background::spawn(move || drop((text, outline)));
        }
    }
}

impl OutlinedText {
    /// Returns `text` without an outline yet.
    pub fn new(text: String) -> Self {
        Self { text, outline: OnceLock::new() }
    }

    /// Returns the text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// Returns the outline, which is created by the first call.
    pub fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(&self.text))
    }
}
