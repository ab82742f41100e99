//! A text with its outline, shared by the document, its threads and the Source tab.

use std::sync::OnceLock;

use super::Outline;

/// A text and its outline, which is made when somebody first asks for it.
#[derive(Debug, Default)]
pub struct OutlinedText {
    text: String,
    outline: OnceLock<Outline>,
}

/// The size from which a text is taken apart beside the window, in bytes.
const LARGE: usize = 1 << 17;

impl Drop for OutlinedText {
    fn drop(&mut self) {
        if self.text.len() > LARGE {
            let (text, outline) = (std::mem::take(&mut self.text), self.outline.take());
            std::thread::spawn(move || drop((text, outline)));
        }
    }
}

impl OutlinedText {
    /// `text`, not looked at yet.
    pub fn new(text: String) -> Self {
        Self { text, outline: OnceLock::new() }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// The outline of it.
    pub fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(&self.text))
    }
}
