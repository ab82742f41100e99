//! Markdown pages as blocks for drawing.

use pulldown_cmark::{Event, Options, Parser, Tag, TagEnd};

/// A run of text in a single style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Span {
    /// The text.
    pub text: String,
    /// `true` for bold text.
    pub strong: bool,
    /// `true` for italic text.
    pub emphasis: bool,
    /// `true` for inline code.
    pub code: bool,
    /// The destination of the link, if the text is one.
    pub link: Option<String>,
}

/// A block of a page.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Block {
    /// A heading.
    Heading {
        /// The level, from 1.
        level: u8,
        /// The text of the heading.
        spans: Vec<Span>,
        /// The anchor, by which links refer to the heading.
        anchor: String,
    },
    /// A paragraph or a list item.
    Text {
        /// The text of the paragraph.
        spans: Vec<Span>,
        /// The number of lists around the paragraph.
        depth: usize,
        /// The bullet or number before the first line of an item.
        marker: Option<String>,
    },
    /// A code block.
    Code(String),
    /// A table as rows of cells; the first row is the header.
    Table(Vec<Vec<Vec<Span>>>),
    /// A picture.
    Picture {
        /// The file, relative to the page.
        file: String,
        /// The description.
        about: String,
    },
}

/// Returns the text of `spans` without its styles.
pub fn plain(spans: &[Span]) -> String {
    spans.iter().map(|span| span.text.as_str()).collect()
}

/// Returns the anchor of a heading: its words in lower case, joined by hyphens.
fn anchor(spans: &[Span]) -> String {
    let kept = plain(spans);
    let kept = kept.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// A section of a page: a heading and the text up to the next one.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Section {
    /// The text of the heading.
    pub heading: String,
    /// The anchor of the heading; `None` for the title of the page.
    pub anchor: Option<String>,
    /// The text without its styles, in one line.
    pub text: String,
}

/// Returns the sections of the page `text`, in order.
pub fn sections(text: &str) -> Vec<Section> {
    let mut sections: Vec<Section> = Vec::new();
    for block in blocks(text) {
        let said = match block {
            Block::Heading { level, spans, anchor } => {
                let anchor = (level > 1).then_some(anchor);
                sections.push(Section { heading: plain(&spans), anchor, text: String::new() });
                continue;
            }
            Block::Text { spans, .. } => plain(&spans),
            Block::Code(lines) => lines,
            Block::Table(rows) => rows.iter().flatten().map(|cell| plain(cell)).collect::<Vec<_>>().join(" "),
            Block::Picture { about, .. } => about,
        };
        if let Some(section) = sections.last_mut() {
            let words = said.split_whitespace().collect::<Vec<_>>().join(" ");
            section.text = format!("{} {words}", section.text).trim().to_owned();
        }
    }
    sections
}

fn parser(text: &str) -> Parser<'_> {
    Parser::new_ext(text, Options::ENABLE_TABLES)
}

/// Returns the destinations of all links in `text`.
pub fn links(text: &str) -> Vec<String> {
    let link = |event| match event {
        Event::Start(Tag::Link { dest_url, .. }) => Some(dest_url.into_string()),
        _ => None,
    };
    parser(text).filter_map(link).collect()
}

/// The state of the conversion from Markdown events to blocks.
#[derive(Default)]
struct BlockBuilder {
    blocks: Vec<Block>,
    spans: Vec<Span>,
    look: Span,
    /// For each open list, the number of the next item; `None` for bulleted lists.
    lists: Vec<Option<u64>>,
    marker: Option<String>,
    rows: Vec<Vec<Vec<Span>>>,
    code: bool,
    /// The file and the description of an open picture.
    picture: Option<(String, String)>,
}

/// Returns the blocks of `text`.
pub fn blocks(text: &str) -> Vec<Block> {
    let mut reading = BlockBuilder::default();
    for event in parser(text) {
        reading.take(event);
    }
    reading.blocks
}

impl BlockBuilder {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(tag) => self.start(tag),
            Event::End(tag) => self.end(tag),
            Event::Text(text) if self.code => {
                if let Some(Block::Code(lines)) = self.blocks.last_mut() {
                    lines.push_str(&text);
                }
            }
            Event::Text(text) => self.say(&text, false),
            Event::Code(text) => self.say(&text, true),
            // A line break inside a link becomes a space without a link, so that the link text has no stray end.
            Event::SoftBreak | Event::HardBreak if self.picture.is_some() => self.say(" ", false),
            Event::SoftBreak | Event::HardBreak => self.spans.push(Span { text: " ".to_owned(), ..Span::default() }),
            _ => {}
        }
    }

    fn say(&mut self, text: &str, code: bool) {
        match &mut self.picture {
            Some((_, about)) => about.push_str(text),
            None => self.spans.push(Span { text: text.to_owned(), code, ..self.look.clone() }),
        }
    }

    fn start(&mut self, tag: Tag<'_>) {
        match tag {
            Tag::Strong => self.look.strong = true,
            Tag::Emphasis => self.look.emphasis = true,
            Tag::Link { dest_url, .. } => self.look.link = Some(dest_url.into_string()),
            Tag::Image { dest_url, .. } => self.picture = Some((dest_url.into_string(), String::new())),
            Tag::CodeBlock(_) => {
                self.code = true;
                self.blocks.push(Block::Code(String::new()));
            }
            Tag::List(first) => {
                self.paragraph();
                self.lists.push(first);
            }
            Tag::Item => {
                self.marker = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        *number += 1;
                        format!("{}.", *number - 1)
                    }
                    _ => "•".to_owned(),
                });
            }
            Tag::TableHead | Tag::TableRow => self.rows.push(Vec::new()),
            _ => {}
        }
    }

    fn end(&mut self, tag: TagEnd) {
        match tag {
            TagEnd::Strong => self.look.strong = false,
            TagEnd::Emphasis => self.look.emphasis = false,
            TagEnd::Link => self.look.link = None,
            TagEnd::Image => {
                // Text before a picture in its paragraph stays above it.
                self.paragraph();
                self.blocks.extend(self.picture.take().map(|(file, about)| Block::Picture { file, about }));
            }
            TagEnd::CodeBlock => self.code = false,
            TagEnd::Heading(level) => {
                let spans = std::mem::take(&mut self.spans);
                self.blocks.push(Block::Heading { level: level as u8, anchor: anchor(&spans), spans });
            }
            TagEnd::Paragraph | TagEnd::Item => self.paragraph(),
            TagEnd::List(_) => {
                self.lists.pop();
            }
            TagEnd::TableCell => {
                let cell = std::mem::take(&mut self.spans);
                if let Some(row) = self.rows.last_mut() {
                    row.push(cell);
                }
            }
            TagEnd::Table => self.blocks.push(Block::Table(std::mem::take(&mut self.rows))),
            _ => {}
        }
    }

    fn paragraph(&mut self) {
        let spans = std::mem::take(&mut self.spans);
        if !spans.is_empty() {
            self.blocks.push(Block::Text { spans, depth: self.lists.len(), marker: self.marker.take() });
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_page_is_read_as_blocks() {
        let text = "# The *first* lesson\n\nGo to [rules](../rules/x.md#a-b) and\nread `code`.\n\n1. one\n   - **in** it\n2. two\n\n\
                    ```toml\na = 1\n```\n\n| a | b |\n|---|---|\n| 1 | 2 |\n\n![a map](m.png)\n";
        let blocks = blocks(text);
        let Block::Heading { level: 1, anchor, .. } = &blocks[0] else { panic!("{blocks:?}") };
        assert_eq!(anchor, "the-first-lesson");
        let Block::Text { spans, depth: 0, marker: None } = &blocks[1] else { panic!("{blocks:?}") };
        assert_eq!(plain(spans), "Go to rules and read code.");
        assert!(spans.iter().any(|span| span.code) && spans[1].link.as_deref() == Some("../rules/x.md#a-b"));
        let items: Vec<_> = blocks
            .iter()
            .filter_map(|block| match block {
                Block::Text { spans, depth, marker: Some(marker) } => Some((plain(spans), *depth, marker.as_str())),
                _ => None,
            })
            .collect();
        let item = |text: &str, depth, marker| (text.to_owned(), depth, marker);
        assert_eq!(items, [item("one", 1, "1."), item("in it", 2, "•"), item("two", 1, "2.")]);
        assert!(blocks.contains(&Block::Code("a = 1\n".to_owned())));
        let Some(Block::Table(rows)) = blocks.iter().find(|block| matches!(block, Block::Table(_))) else {
            panic!("{blocks:?}")
        };
        assert_eq!((rows.len(), plain(&rows[1][1])), (2, "2".to_owned()));
        let picture = Block::Picture { file: "m.png".to_owned(), about: "a map".to_owned() };
        assert_eq!(blocks.last(), Some(&picture));
    }
}
