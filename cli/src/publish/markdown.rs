//! Markdown as HTML that a strict Content-Security-Policy allows: no styles, no HTML of the text itself, links under control.

use battlewright_export::escaped;
use pulldown_cmark::{CowStr, Event, HeadingLevel, Options, Parser, Tag, TagEnd, html};

/// A converted text.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(super) struct ConvertedText {
    /// The HTML.
    pub(super) html: String,
    /// The headings of the second level.
    pub(super) contents: Vec<SectionHeading>,
}

/// A heading and its anchor.
#[derive(Clone, Debug, PartialEq, Eq)]
pub(super) struct SectionHeading {
    /// The words.
    pub(super) words: String,
    /// The anchor, without `#`.
    pub(super) anchor: String,
}

/// Returns the events of `markdown`.
pub(super) fn events(markdown: &str) -> Vec<Event<'_>> {
    Parser::new_ext(markdown, Options::ENABLE_TABLES).collect()
}

/// Returns the part of `events` from the first heading of the second level on.
pub(super) fn from_second_level<'e, 't>(events: &'e [Event<'t>]) -> &'e [Event<'t>] {
    let first = events.iter().position(is_second_level).unwrap_or(events.len());
    events.get(first..).unwrap_or_default()
}

/// Returns the text below the first heading of the second level whose words fulfill `wanted`, up to the next heading.
pub(super) fn section<'e, 't>(events: &'e [Event<'t>], wanted: impl Fn(&str) -> bool) -> Option<&'e [Event<'t>]> {
    let starts = events.iter().enumerate().filter(|(_, event)| is_second_level(event)).map(|(at, _)| at);
    let start = starts.into_iter().find(|start| wanted(&words(events.get(*start..).unwrap_or_default())))?;
    let body =
        start + events.get(start..)?.iter().position(|event| matches!(event, Event::End(TagEnd::Heading(_))))? + 1;
    let rest = events.get(body..)?;
    let is_heading = |event: &Event<'_>| matches!(event, Event::Start(Tag::Heading { .. }));
    let end = rest.iter().position(is_heading).unwrap_or(rest.len());
    rest.get(..end)
}

fn is_second_level(event: &Event<'_>) -> bool {
    matches!(event, Event::Start(Tag::Heading { level: HeadingLevel::H2, .. }))
}

/// Returns the text up to the end of the first block in `events`.
fn words(events: &[Event<'_>]) -> String {
    let block = events.iter().take_while(|event| !matches!(event, Event::End(TagEnd::Heading(_) | TagEnd::Paragraph)));
    block
        .filter_map(|event| match event {
            Event::Text(text) | Event::Code(text) => Some(text.as_ref()),
            Event::SoftBreak | Event::HardBreak => Some(" "),
            _ => None,
        })
        .collect()
}

/// Returns the anchor of a heading: its words in lower case, joined by hyphens, as GitHub has it.
fn anchor(words: &str) -> String {
    let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
    kept.collect::<String>().to_lowercase().replace(' ', "-")
}

/// Returns the number of the rule at the start of `words`: `7.31` or `III`.
fn rule(words: &str) -> Option<&str> {
    let first = words.split_whitespace().next()?;
    let is_number =
        first.starts_with(|c: char| c.is_ascii_digit()) && first.bytes().all(|b| b.is_ascii_digit() || b == b'.');
    let is_chapter = first.bytes().all(|b| matches!(b, b'I' | b'V' | b'X'));
    (is_number || is_chapter).then(|| first.trim_end_matches('.'))
}

/// Converts `events`. Headings get anchors, and so do rules: `rule-7.31`. `link` maps destinations; a link without one
/// becomes plain text.
pub(super) fn convert(events: &[Event<'_>], link: &dyn Fn(&str) -> Option<String>) -> ConvertedText {
    let mut made = TextConverter {
        link,
        kept: Vec::new(),
        contents: Vec::new(),
        anchors: Vec::new(),
        heading: String::new(),
        tables: Vec::new(),
        open: Vec::new(),
    };
    for (at, event) in events.iter().enumerate() {
        made.take(event, events.get(at + 1..).unwrap_or_default());
    }
    let mut html = String::new();
    html::push_html(&mut html, made.kept.into_iter());
    // An empty heading of a column names nothing. What scrolls must be reachable by the keyboard. Text has no such tags: it is
    // escaped.
    let html = html.replace("<th></th>", "<td></td>").replace("<pre>", "<pre tabindex=\"0\">");
    ConvertedText { html, contents: made.contents }
}

/// The state of a conversion.
struct TextConverter<'l, 't> {
    link: &'l dyn Fn(&str) -> Option<String>,
    kept: Vec<Event<'t>>,
    contents: Vec<SectionHeading>,
    /// The anchors in use.
    anchors: Vec<String>,
    /// The last heading, which names the tables below it.
    heading: String,
    /// The names of the tables so far.
    tables: Vec<String>,
    /// For each open link, `true` if it is kept.
    open: Vec<bool>,
}

impl<'t> TextConverter<'_, 't> {
    fn take(&mut self, event: &Event<'t>, next: &[Event<'t>]) {
        match event {
            Event::Start(Tag::Heading { level, .. }) => self.heading(*level, &words(next)),
            Event::Start(Tag::Paragraph) => {
                self.kept.push(event.clone());
                // A paragraph about a rule starts with its number in bold.
                if let [Event::Start(Tag::Strong), Event::Text(text), ..] = next
                    && let Some(number) = rule(text)
                {
                    self.anchor_of_rule(number);
                }
            }
            Event::Start(Tag::Table(columns)) => {
                let name = if self.heading.is_empty() { "Table".to_owned() } else { self.heading.clone() };
                // Each region of a page has a name of its own.
                let same = self.tables.iter().filter(|other| **other == name).count();
                self.tables.push(name.clone());
                let label = escaped(&if same == 0 { name } else { format!("{name}, table {}", same + 1) });
                let open = format!("<div class=\"table\" role=\"region\" tabindex=\"0\" aria-label=\"{label}\">");
                self.kept.push(Event::Html(open.into()));
                // Aligned columns would have styles in their cells.
                self.kept.push(Event::Start(Tag::Table(vec![pulldown_cmark::Alignment::None; columns.len()])));
            }
            Event::End(TagEnd::Table) => {
                self.kept.push(event.clone());
                self.kept.push(Event::Html("</div>\n".into()));
            }
            Event::Start(Tag::Link { link_type, dest_url, title, id }) => {
                let target = (self.link)(dest_url);
                self.open.push(target.is_some());
                if let Some(target) = target {
                    let (link_type, title, id) = (*link_type, title.clone(), id.clone());
                    self.kept.push(Event::Start(Tag::Link { link_type, dest_url: target.into(), title, id }));
                }
            }
            Event::End(TagEnd::Link) => {
                if self.open.pop() == Some(true) {
                    self.kept.push(event.clone());
                }
            }
            // The description of a picture remains.
            Event::Start(Tag::Image { .. }) | Event::End(TagEnd::Image) => {}
            Event::Html(text) | Event::InlineHtml(text) => self.kept.push(Event::Text(text.clone())),
            Event::Start(Tag::HtmlBlock) | Event::End(TagEnd::HtmlBlock) => {}
            other => self.kept.push(other.clone()),
        }
    }

    fn heading(&mut self, level: HeadingLevel, words: &str) {
        let base = anchor(words);
        let free = |anchor: &String| !anchor.is_empty() && !self.anchors.contains(anchor);
        let numbered = (1..).map(|n| format!("{base}-{n}"));
        let anchor = std::iter::once(base.clone()).chain(numbered).find(free).unwrap_or_default();
        self.anchors.push(anchor.clone());
        words.clone_into(&mut self.heading);
        let id = Some(CowStr::from(anchor.clone()));
        self.kept.push(Event::Start(Tag::Heading { level, id, classes: Vec::new(), attrs: Vec::new() }));
        if level == HeadingLevel::H2 {
            self.contents.push(SectionHeading { words: words.to_owned(), anchor });
        }
        if let Some(number) = rule(words) {
            self.anchor_of_rule(number);
        }
    }

    /// Adds the anchor of the rule `number`, the first time that it is told.
    fn anchor_of_rule(&mut self, number: &str) {
        let anchor = format!("rule-{number}");
        if !self.anchors.contains(&anchor) {
            self.kept.push(Event::InlineHtml(format!("<span id=\"{anchor}\"></span>").into()));
            self.anchors.push(anchor);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn converted(text: &str) -> ConvertedText {
        convert(&events(text), &|to| to.starts_with('#').then(|| to.to_owned()))
    }

    #[test]
    fn headings_and_rules_have_anchors() {
        let made = converted("## 7.0 The fire\n\n**7.31** It burns.\n\n## 7.0 The fire\n\n## ?\n\n## III Turns\n");
        let anchors: Vec<&str> = made.contents.iter().map(|heading| heading.anchor.as_str()).collect();
        assert_eq!(anchors, ["70-the-fire", "70-the-fire-1", "-1", "iii-turns"]);
        for id in ["rule-7.0", "rule-7.31", "rule-III"] {
            assert_eq!(made.html.matches(&format!("id=\"{id}\"")).count(), 1, "{}", made.html);
        }
    }

    #[test]
    fn tables_scroll_and_have_no_styles() {
        let made = converted("## Fire & \"smoke\"\n\n| a | b |\n|---|--:|\n| 1 | 2 |\n");
        assert!(
            made.html.contains("role=\"region\" tabindex=\"0\" aria-label=\"Fire &amp; &quot;smoke&quot;\"><table>"),
            "{}",
            made.html
        );
        assert!(made.html.contains("<td>2</td>") && !made.html.contains("style"), "{}", made.html);
    }

    #[test]
    fn tables_under_one_heading_have_names_of_their_own_and_no_empty_headings() {
        let table = "| | b |\n|---|--:|\n| 1 | 2 |\n\ntext\n\n";
        let made = converted(&format!("## Key\n\n{table}{table}## Other\n\n{table}    code\n"));
        for name in ["Key", "Key, table 2", "Other"] {
            assert_eq!(made.html.matches(&format!("aria-label=\"{name}\"")).count(), 1, "{}", made.html);
        }
        assert!(!made.html.contains("<th></th>") && made.html.contains("<th>b</th>"), "{}", made.html);
        assert!(made.html.contains("<pre tabindex=\"0\"><code>"), "{}", made.html);
    }

    #[test]
    fn foreign_html_links_and_pictures_are_text() {
        let made = converted(
            "<script>alert(1)</script>\n\na <b>c</b> [good](#x) [evil](javascript:alert) ![map](http://e/m.png)\n",
        );
        assert!(!made.html.contains("<script") && !made.html.contains("<b>"), "{}", made.html);
        assert!(!made.html.contains("javascript") && !made.html.contains("<img"), "{}", made.html);
        assert!(made.html.contains("<a href=\"#x\">good</a> evil map"), "{}", made.html);
    }

    #[test]
    fn a_section_is_found_by_its_heading() {
        let text = "# T\n\nintro\n\n## A\n\none\n\n## B turn\n\ntwo\n\n### C\n\nthree\n\n## D\n\nfour\n";
        let events = events(text);
        let html = |events: &[Event<'_>]| convert(events, &|_| None).html;
        assert_eq!(html(section(&events, |words| words.contains("turn")).unwrap()), "<p>two</p>\n");
        assert_eq!(section(&events, |words| words == "T"), None);
        assert!(html(from_second_level(&events)).starts_with("<h2 id=\"a\">"));
        assert_eq!(from_second_level(&super::events("# T\n\nintro\n")), []);
    }
}
