//! The frame of every page: head, navigation and foot.

use maud::{DOCTYPE, Markup, html};

/// The policy of every page: nothing but files of the site, and no script or style within the page.
pub(super) const POLICY: &str = "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; \
                                 worker-src 'self'; base-uri 'none'; form-action 'none'";

/// The place of a page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Depth {
    /// The first page.
    Root,
    /// A folder of the site.
    One,
    /// A folder within a folder.
    Two,
}

impl Depth {
    /// Returns the way to the root.
    fn up(self) -> &'static str {
        match self {
            Self::Root => "",
            Self::One => "../",
            Self::Two => "../../",
        }
    }
}

/// The values that all pages share.
#[derive(Clone, Debug)]
pub(super) struct PageFrame {
    /// The title of the site.
    pub(super) title: String,
    /// The address of the style sheet.
    pub(super) style: String,
    /// The address of the script.
    pub(super) script: String,
}

impl PageFrame {
    /// Returns a whole page. The text of `description` is for search engines.
    pub(super) fn page(&self, depth: Depth, title: &str, description: &str, body: &Markup) -> String {
        self.page_with(depth, title, description, &[], body)
    }

    /// Returns a whole page with these names and texts for programs in its head.
    pub(super) fn page_with(
        &self,
        depth: Depth,
        title: &str,
        description: &str,
        told: &[(&str, &str)],
        body: &Markup,
    ) -> String {
        let up = depth.up();
        let is_first = depth == Depth::Root;
        html! {
            (DOCTYPE)
            html lang="en" {
                head {
                    meta charset="utf-8";
                    meta http-equiv="Content-Security-Policy" content=(POLICY);
                    meta name="viewport" content="width=device-width, initial-scale=1";
                    meta name="color-scheme" content="light dark";
                    title { (title) @if !is_first { " · " (self.title) } }
                    meta name="description" content=(shortened(description));
                    @for (name, text) in told {
                        meta name=(name) content=(text);
                    }
                    link rel="icon" href="data:,";
                    link rel="stylesheet" href={ (up) (self.style) };
                    script defer src={ (up) (self.script) } {}
                }
                body {
                    a.skip href="#content" { "Skip to the content" }
                    header {
                        nav.bar aria-label="Site" {
                            a href={ @if is_first { "./" } @else { (up) } } aria-current=[is_first.then_some("page")] { (self.title) }
                            a href={ (up) "edit/" } { "Editor" }
                        }
                    }
                    main id="content" tabindex="-1" { (body) }
                    footer { "Made with Battlewright " (env!("CARGO_PKG_VERSION")) "." }
                }
            }
        }
        .into_string()
    }

    /// Returns a frame for tests.
    #[cfg(test)]
    pub(super) fn example() -> Self {
        Self { title: "Battles".to_owned(), style: "style.css".to_owned(), script: "site.js".to_owned() }
    }
}

/// Shortens `text` to a line of a list of results.
fn shortened(text: &str) -> String {
    const LONGEST: usize = 160;
    let line = text.split_whitespace().collect::<Vec<_>>().join(" ");
    if line.chars().count() <= LONGEST {
        return line;
    }
    let cut: String = line.chars().take(LONGEST).collect();
    let end = cut.rfind(' ').unwrap_or(cut.len());
    format!("{}…", &cut[..end])
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn words_of_authors_are_only_words() {
        let hostile = "</title><script>alert(1)</script>\"'&";
        let frame = PageFrame { title: hostile.to_owned(), ..PageFrame::example() };
        let page = frame.page(Depth::One, hostile, hostile, &html! { p { (hostile) } });
        assert_eq!(page.matches("<script").count(), 1, "{page}");
        assert!(page.contains("&lt;/title&gt;&lt;script&gt;"), "{page}");
    }

    #[test]
    fn long_descriptions_are_cut_between_words() {
        assert_eq!(shortened("a\n b"), "a b");
        let cut = shortened(&"word ".repeat(100));
        assert!(cut.ends_with("word…") && cut.chars().count() <= 161, "{cut}");
    }
}
