//! Markdown as blocks of rich text, with anchors at rules and links to them.

use std::collections::{BTreeMap, BTreeSet};

use pulldown_cmark::{Event, HeadingLevel, Options, Parser, Tag, TagEnd};

use super::rules::RuleNumbers;

/// A piece of text in one style.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct RichPiece {
    pub(super) text: String,
    pub(super) bold: bool,
    pub(super) italic: bool,
    pub(super) code: bool,
    /// The anchor to which it leads.
    pub(super) link: Option<String>,
}

/// A block of text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) enum TextBlock {
    /// A heading of a level from 1.
    Heading {
        /// The level.
        level: u8,
        /// The text.
        text: Vec<RichPiece>,
        /// The anchors at it.
        anchors: Vec<String>,
    },
    /// A paragraph, perhaps of a list.
    Paragraph {
        /// The text.
        text: Vec<RichPiece>,
        /// The anchors at it.
        anchors: Vec<String>,
        /// The depth of the list, 0 for none.
        depth: u8,
        /// The sign of the first paragraph of an item.
        sign: Option<String>,
    },
    /// A table.
    Table {
        /// The heads of the columns.
        heads: Vec<Vec<RichPiece>>,
        /// The rows, with their anchors.
        rows: Vec<(Vec<Vec<RichPiece>>, Vec<String>)>,
    },
    /// Lines of code.
    Code(Vec<String>),
}

/// Returns the plain text of pieces.
pub(super) fn plain(pieces: &[RichPiece]) -> String {
    pieces.iter().map(|piece| piece.text.as_str()).collect()
}

/// The headings of sections of rules pages that are for developers and for those who judge the computer players, not for players.
pub(super) const LEFT_OUT: [&str; 5] = [
    "Claims and their figures",
    "Examples of the text",
    "Figures and their tests",
    "How the greedy player sees it",
    "The battles, played by computer",
];

/// Reads Markdown, without comments and the sections of [`LEFT_OUT`]. `rules` are the numbers that get anchors and links; `prefix` keeps the anchors of headings apart from those of
/// another text.
pub(super) fn read(markdown: &str, rules: &mut RuleNumbers, prefix: &str) -> Vec<TextBlock> {
    let mut reader = Reader {
        rules,
        prefix,
        blocks: Vec::new(),
        text: Vec::new(),
        style: RichPiece::default(),
        lists: Vec::new(),
        sign: None,
        table: None,
        used: BTreeMap::new(),
        left_out: None,
    };
    let mut code: Option<String> = None;
    for event in Parser::new_ext(markdown, Options::ENABLE_TABLES) {
        match (&mut code, event) {
            (Some(lines), Event::Text(text)) => lines.push_str(&text),
            (Some(lines), Event::End(TagEnd::CodeBlock)) => {
                let lines: Vec<String> = lines.lines().map(str::to_owned).collect();
                reader.block(TextBlock::Code(lines));
                code = None;
            }
            (None, Event::Start(Tag::CodeBlock(_))) => code = Some(String::new()),
            (_, event) => reader.take(event),
        }
    }
    reader.flush(Vec::new());
    without_dangling(reader.blocks)
}

/// Takes away the links to sections that are not there.
fn without_dangling(mut blocks: Vec<TextBlock>) -> Vec<TextBlock> {
    let known: BTreeSet<String> = blocks
        .iter()
        .flat_map(|block| match block {
            TextBlock::Heading { anchors, .. } => anchors.clone(),
            _ => Vec::new(),
        })
        .collect();
    let is_kept = |link: &String| link.starts_with("rule-") || link.starts_with("ruling-") || known.contains(link);
    let texts = blocks.iter_mut().flat_map(|block| match block {
        TextBlock::Heading { text, .. } | TextBlock::Paragraph { text, .. } => vec![text],
        TextBlock::Table { heads, rows } => {
            heads.iter_mut().chain(rows.iter_mut().flat_map(|(cells, _)| cells.iter_mut())).collect()
        }
        TextBlock::Code(_) => Vec::new(),
    });
    for piece in texts.flatten() {
        piece.link = piece.link.take().filter(is_kept);
    }
    blocks
}

/// Takes the column under `head` away from all tables: on paper, nobody types the ids of units.
pub(super) fn without_column(blocks: &mut [TextBlock], head: &str) {
    for block in blocks {
        let TextBlock::Table { heads, rows } = block else { continue };
        let Some(at) = heads.iter().position(|cell| plain(cell) == head) else { continue };
        heads.remove(at);
        for (cells, _) in rows.iter_mut().filter(|(cells, _)| at < cells.len()) {
            cells.remove(at);
        }
    }
}

/// A table while it is read.
#[derive(Default)]
struct TableText {
    heads: Vec<Vec<RichPiece>>,
    rows: Vec<(Vec<Vec<RichPiece>>, Vec<String>)>,
    row: Vec<Vec<RichPiece>>,
}

struct Reader<'r> {
    rules: &'r mut RuleNumbers,
    prefix: &'r str,
    blocks: Vec<TextBlock>,
    /// The text of the block so far.
    text: Vec<RichPiece>,
    style: RichPiece,
    /// The next number of each open list; `None` for one with bullets.
    lists: Vec<Option<u64>>,
    sign: Option<String>,
    table: Option<TableText>,
    /// The anchors of headings so far, with their numbers.
    used: BTreeMap<String, usize>,
    /// The level of the heading whose section is left out.
    left_out: Option<u8>,
}

impl Reader<'_> {
    fn take(&mut self, event: Event<'_>) {
        match event {
            Event::Start(Tag::Heading { .. }) => self.flush(Vec::new()),
            Event::End(TagEnd::Heading(level)) => self.heading(level),
            Event::Start(Tag::Paragraph) => self.flush(Vec::new()),
            Event::End(TagEnd::Paragraph) => self.paragraph(),
            Event::Start(Tag::List(first)) => {
                self.paragraph();
                self.lists.push(first);
            }
            Event::End(TagEnd::List(_)) => {
                self.paragraph();
                self.lists.pop();
            }
            Event::Start(Tag::Item) => {
                self.paragraph();
                self.sign = Some(match self.lists.last_mut() {
                    Some(Some(number)) => {
                        let sign = format!("{number}.");
                        *number = number.saturating_add(1);
                        sign
                    }
                    _ => "•".to_owned(),
                });
            }
            Event::End(TagEnd::Item) => self.paragraph(),
            Event::Start(Tag::Table(_)) => {
                self.paragraph();
                self.table = Some(TableText::default());
            }
            Event::End(TagEnd::TableCell) => {
                let cell = std::mem::take(&mut self.text);
                if let Some(table) = &mut self.table {
                    table.row.push(self.rules.linked(cell));
                }
            }
            Event::End(TagEnd::TableHead) => {
                if let Some(table) = &mut self.table {
                    table.heads = std::mem::take(&mut table.row);
                }
            }
            Event::End(TagEnd::TableRow) => {
                if let Some(table) = &mut self.table {
                    let row = std::mem::take(&mut table.row);
                    let first = row.first().map(|cell| plain(cell)).unwrap_or_default();
                    table.rows.push((row, self.rules.ruling(&first).into_iter().collect()));
                }
            }
            Event::End(TagEnd::Table) => {
                if let Some(TableText { heads, rows, .. }) = self.table.take() {
                    self.block(TextBlock::Table { heads, rows });
                }
            }
            Event::Start(Tag::Strong) => self.style.bold = true,
            Event::End(TagEnd::Strong) => self.style.bold = false,
            Event::Start(Tag::Emphasis) => self.style.italic = true,
            Event::End(TagEnd::Emphasis) => self.style.italic = false,
            Event::Start(Tag::Link { dest_url, .. }) => {
                // Links to other documents are text on paper.
                self.style.link = dest_url.strip_prefix('#').map(|anchor| format!("{}{anchor}", self.prefix));
            }
            Event::End(TagEnd::Link) => self.style.link = None,
            Event::Html(text) | Event::InlineHtml(text) if text.starts_with("<!--") => {}
            Event::Text(text) | Event::Html(text) | Event::InlineHtml(text) => self.push(&text, false),
            Event::Code(text) => self.push(&text, true),
            Event::SoftBreak | Event::HardBreak => self.push(" ", false),
            _ => {}
        }
    }

    fn push(&mut self, text: &str, code: bool) {
        self.text.push(RichPiece { text: text.to_owned(), code, ..self.style.clone() });
    }

    /// Adds a block, unless its section is left out.
    fn block(&mut self, block: TextBlock) {
        if self.left_out.is_none() {
            self.blocks.push(block);
        }
    }

    /// Ends a paragraph, with the anchors of the rule that it begins with.
    fn paragraph(&mut self) {
        let anchors = match self.text.first() {
            Some(first) if first.bold || first.italic && self.sign.is_some() => self.rules.told(&first.text, false),
            _ => Vec::new(),
        };
        self.flush(anchors);
    }

    fn flush(&mut self, anchors: Vec<String>) {
        let text = std::mem::take(&mut self.text);
        if plain(&text).trim().is_empty() {
            return;
        }
        let depth = u8::try_from(self.lists.len()).unwrap_or(u8::MAX);
        let text = self.rules.linked(text);
        let sign = self.sign.take();
        self.block(TextBlock::Paragraph { text, anchors, depth, sign });
    }

    fn heading(&mut self, level: HeadingLevel) {
        let text = std::mem::take(&mut self.text);
        let words = plain(&text);
        let mut anchors = self.rules.told(&words, true);
        let base = anchor(&words);
        let count = self.used.entry(base.clone()).or_default();
        let own = if *count == 0 { base } else { format!("{base}-{count}") };
        *count += 1;
        anchors.push(format!("{}{own}", self.prefix));
        if self.left_out.is_some_and(|outer| level as u8 <= outer) {
            self.left_out = None;
        }
        if LEFT_OUT.contains(&words.as_str()) {
            self.left_out = Some(level as u8);
        }
        self.block(TextBlock::Heading { level: level as u8, text, anchors });
    }
}

/// Returns the anchor of a heading: its words in lower case, joined by hyphens, as GitHub has it.
fn anchor(words: &str) -> String {
    let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

#[cfg(test)]
mod tests {
    use battlewright_engine::game::Rule;

    use super::*;

    const RULES: &[Rule] = &[
        Rule { number: "3.3", title: "Artillery" },
        Rule { number: "4.0 1a", title: "Placement" },
        Rule { number: "4.0 3.3", title: "Retreats" },
    ];

    #[test]
    fn rules_get_anchors_and_links() {
        let text = "## Concepts\n\n### 3.3 Artillery\nSee 4.0 3.3 and (3.3).\n\n## 4.0 Sequence\n\n**1a Placement.** The HQ *(R8)*.\n\n\
                    **3.3 Retreats.** Three hexes, 3.3 of them.\n\n| # | q |\n|---|---|\n| R8 | why |\n";
        let mut rules = RuleNumbers::new(RULES);
        let blocks = read(text, &mut rules, "");
        let anchors: Vec<String> = blocks
            .iter()
            .flat_map(|block| match block {
                TextBlock::Heading { anchors, .. } | TextBlock::Paragraph { anchors, .. } => anchors.clone(),
                TextBlock::Table { rows, .. } => rows.iter().flat_map(|(_, anchors)| anchors.clone()).collect(),
                TextBlock::Code(_) => Vec::new(),
            })
            .collect();
        assert_eq!(
            anchors,
            ["concepts", "rule-3.3", "33-artillery", "40-sequence", "rule-4.0-1a", "rule-4.0-3.3", "ruling-R8"]
        );
        let links: Vec<(String, String)> = blocks
            .iter()
            .flat_map(|block| match block {
                TextBlock::Paragraph { text, .. } => text.clone(),
                _ => Vec::new(),
            })
            .filter_map(|piece| Some((piece.text, piece.link?)))
            .collect();
        let expected = [("4.0 3.3", "rule-4.0-3.3"), ("3.3", "rule-3.3"), ("R8", "ruling-R8")];
        assert_eq!(links, expected.map(|(text, link)| (text.to_owned(), link.to_owned())));
    }

    #[test]
    fn sections_for_developers_are_left_out() {
        let text = "## A\n\nSee [B](#figures-and-their-tests) and [D](#d).\n\n## Figures and their tests\n\nTests.\n\n### C\n\n| a |\n|---|\n| b |\n\n\
                    ## D\n\n<!-- nothing -->\nPlayers.\n";
        let blocks = read(text, &mut RuleNumbers::new(&[]), "");
        let mut words = Vec::new();
        let mut links = Vec::new();
        for block in &blocks {
            let (TextBlock::Heading { text, .. } | TextBlock::Paragraph { text, .. }) = block else {
                panic!("{block:?}")
            };
            words.push(plain(text));
            links.extend(text.iter().filter_map(|piece| piece.link.clone()));
        }
        assert_eq!(words, ["A", "See B and D.", "D", "Players."]);
        assert_eq!(links, ["d"]);
    }

    #[test]
    fn lists_code_and_tables_are_blocks() {
        let text = "# T\n\n1. one\n2. two\n   - deep\n\n```toml\na = 1\n\nb = 2\n```\n\n| a | b |\n|---|---|\n| `c` | **d** |\n";
        let blocks = read(text, &mut RuleNumbers::new(&[]), "x-");
        let signs: Vec<(u8, &str)> = blocks
            .iter()
            .filter_map(|block| match block {
                TextBlock::Paragraph { depth, sign: Some(sign), .. } => Some((*depth, sign.as_str())),
                _ => None,
            })
            .collect();
        assert_eq!(signs, [(1, "1."), (1, "2."), (2, "•")]);
        assert!(blocks.contains(&TextBlock::Code(["a = 1", "", "b = 2"].map(str::to_owned).to_vec())));
        let Some(TextBlock::Table { heads, rows }) = blocks.last() else { panic!("{blocks:?}") };
        assert_eq!((heads.len(), plain(&rows[0].0[1])), (2, "d".to_owned()));
        assert!(matches!(&blocks[0], TextBlock::Heading { level: 1, anchors, .. } if anchors == &["x-t"]));
    }
}
