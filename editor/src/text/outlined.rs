//! A text together with its outline, shared by the document, its threads and the Source tab.

use std::sync::OnceLock;

use super::Outline;

/// A text and its outline, which is made when somebody first asks for it.
#[derive(Debug, Default)]
pub struct Outlined {
    text: String,
    outline: OnceLock<Outline>,
}

impl Outlined {
    /// `text`, not looked at yet.
    pub fn new(text: String) -> Self {
        Self { text, outline: OnceLock::new() }
    }

    /// The text.
    pub fn text(&self) -> &str {
        &self.text
    }

    /// What its parts are.
    pub fn outline(&self) -> &Outline {
        self.outline.get_or_init(|| Outline::of(&self.text))
    }
}
