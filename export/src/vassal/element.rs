//! The elements of a module's build file.

use std::io;

use quick_xml::Writer;
use quick_xml::events::{BytesDecl, BytesText, Event};

/// A component, with its class, settings, text and children.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ModuleElement {
    tag: String,
    settings: Vec<(&'static str, String)>,
    text: String,
    children: Vec<ModuleElement>,
}

impl ModuleElement {
    /// Returns a component of this class below `VASSAL.build.`.
    pub(super) fn new(class: impl std::fmt::Display) -> Self {
        Self::plain(&format!("VASSAL.build.{class}"))
    }

    /// Returns an element that is no component.
    pub(super) fn plain(tag: &str) -> Self {
        Self { tag: tag.to_owned(), ..Self::default() }
    }

    /// Adds a setting.
    #[must_use]
    pub(super) fn with(mut self, key: &'static str, value: impl ToString) -> Self {
        self.settings.push((key, without_controls(&value.to_string(), false)));
        self
    }

    /// Adds several settings.
    #[must_use]
    pub(super) fn set<const N: usize>(self, settings: [(&'static str, &str); N]) -> Self {
        settings.into_iter().fold(self, |element, (key, value)| element.with(key, value))
    }

    /// Sets the text.
    #[must_use]
    pub(super) fn text(mut self, text: &str) -> Self {
        self.text = without_controls(text, true);
        self
    }

    /// Adds a child.
    #[must_use]
    pub(super) fn holding(mut self, child: Self) -> Self {
        self.children.push(child);
        self
    }

    /// Adds several children.
    #[must_use]
    pub(super) fn holding_all(mut self, children: impl IntoIterator<Item = Self>) -> Self {
        self.children.extend(children);
        self
    }

    /// Returns the element as an XML document.
    pub(super) fn document(&self) -> io::Result<Vec<u8>> {
        let mut writer = Writer::new_with_indent(Vec::new(), b' ', 1);
        writer.write_event(Event::Decl(BytesDecl::new("1.0", Some("UTF-8"), Some("no"))))?;
        self.write(&mut writer)?;
        let mut bytes = writer.into_inner();
        bytes.push(b'\n');
        Ok(bytes)
    }

    fn write(&self, writer: &mut Writer<Vec<u8>>) -> io::Result<()> {
        let settings = self.settings.iter().map(|(key, value)| (*key, value.as_str()));
        let element = writer.create_element(self.tag.as_str()).with_attributes(settings);
        if self.children.is_empty() && self.text.is_empty() {
            element.write_empty()?;
        } else if self.children.is_empty() {
            element.write_text_content(BytesText::new(&self.text))?;
        } else {
            element.write_inner_content(|writer| self.children.iter().try_for_each(|child| child.write(writer)))?;
        }
        Ok(())
    }
}

/// Replaces characters that XML forbids with spaces; tabs stay in texts, where they separate traits.
fn without_controls(text: &str, tabs: bool) -> String {
    let keep = |c: char| {
        if (c.is_control() && !(tabs && c == '\t')) || matches!(c, '\u{fffe}' | '\u{ffff}') { ' ' } else { c }
    };
    text.chars().map(keep).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn what_is_written_is_read_back() {
        let tricky = "a<b>&\"c'\u{1}\n\u{ffff}é";
        let element =
            ModuleElement::new("A").with("name", tricky).holding(ModuleElement::plain("b").text("x\ty]]>&amp;"));
        let bytes = element.document().unwrap();
        let text = String::from_utf8(bytes).unwrap();
        let document = roxmltree::Document::parse(&text).unwrap();
        let root = document.root_element();
        assert_eq!(root.tag_name().name(), "VASSAL.build.A");
        assert_eq!(root.attribute("name"), Some("a<b>&\"c'   é"));
        let child = root.first_element_child().unwrap();
        assert_eq!(child.text(), Some("x\ty]]>&amp;"));
    }
}
