//! The bundled pages of the guide and the rules, and the targets of links between them.

pub mod markdown;

use std::sync::LazyLock;

use battlewright_schema::System;

/// A bundled page.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Page {
    /// The file name without its extension, by which links refer to the page.
    pub name: &'static str,
    /// The text in Markdown.
    pub text: &'static str,
}

macro_rules! pages {
    ($($folder:literal: $($name:literal),+;)+) => {
        &[$($(Page {
            name: $name,
            text: include_str!(concat!("../../../docs/", $folder, "/", $name, ".md")),
        },)+)+]
    };
}

/// All pages, in the order of the table of contents.
pub const PAGES: &[Page] = pages! {
    "guide":
        "your-first-battle", "play-and-replay", "is-it-fair", "computer-players", "external-players", "trace-a-map",
        "from-the-ground",
        "artwork", "print-and-play", "order-of-battle-from-a-spreadsheet", "tiled-and-spreadsheets", "vassal", "by-hand",
        "a-battle-on-a-table", "at-the-table", "change-a-rule", "rulesets", "publish", "play-at-a-distance", "host",
        "text-editors", "together", "continuous-integration", "many-machines";
    "rules": "mars-la-tour", "position-magnifique", "at-any-cost", "matz", "outrance";
};

#[cfg(feature = "guide-pictures")]
macro_rules! pictures {
    ($($name:literal),+) => {
        &[$(($name, include_bytes!(concat!("../../../docs/pictures/", $name, ".png")).as_slice()),)+]
    };
}

/// The pictures of the pages as PNG, by their names.
#[cfg(feature = "guide-pictures")]
const PICTURES: &[(&str, &[u8])] = pictures!(
    "artwork",
    "as-printed",
    "balance",
    "change-a-rule-aid",
    "change-a-rule-odds",
    "change-a-rule-refusal",
    "change-a-rule-rules",
    "editor",
    "export",
    "first-map",
    "first-units",
    "ground-place",
    "ground-water",
    "import-units",
    "order-of-battle",
    "play-again",
    "play-choice",
    "print-and-play",
    "trace-clicks",
    "trace-suggest",
    "trace-under",
    "turn-track"
);
#[cfg(not(feature = "guide-pictures"))]
const PICTURES: &[(&str, &[u8])] = &[];

/// Returns the PNG of the picture `file`, as a page refers to it; `None` if the program was built without pictures.
pub fn picture(file: &str) -> Option<&'static [u8]> {
    let name = file.rsplit('/').next()?.strip_suffix(".png")?;
    PICTURES.iter().find(|(known, _)| *known == name).map(|(_, bytes)| *bytes)
}

/// A place in a page that contains a text.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct FoundText {
    /// The index of the page in [`PAGES`].
    pub page: usize,
    /// The heading above the text, and its anchor; the title of the page has none.
    pub heading: (String, Option<String>),
    /// The text around it.
    pub excerpt: String,
}

/// The sections of all pages, each with the index of its page. They are parsed at the first search.
static SECTIONS: LazyLock<Vec<SearchedSection>> = LazyLock::new(|| {
    let of_page = |(page, source): (usize, &Page)| {
        markdown::sections(source.text).into_iter().map(move |section| SearchedSection::new(page, section))
    };
    PAGES.iter().enumerate().flat_map(of_page).collect()
});

/// A section with its words in lower case.
struct SearchedSection {
    page: usize,
    section: markdown::Section,
    heading: String,
    all: String,
}

impl SearchedSection {
    fn new(page: usize, section: markdown::Section) -> Self {
        let all = format!("{} {}", section.heading, section.text).to_lowercase();
        Self { page, heading: section.heading.to_lowercase(), all, section }
    }
}

/// The most places that a search lists.
pub const MOST_FOUND: usize = 60;

/// Returns the sections of all pages that contain all words of `text`, letter case aside: first those with a word in their
/// heading. A section is listed once.
pub fn search(text: &str) -> Vec<FoundText> {
    let words: Vec<String> = text.split_whitespace().map(str::to_lowercase).collect();
    if words.is_empty() {
        return Vec::new();
    }
    let (mut by_heading, mut others) = (Vec::new(), Vec::new());
    for SearchedSection { page, section, heading, all } in SECTIONS.iter() {
        if !words.iter().all(|word| all.contains(word.as_str())) {
            continue;
        }
        let list = if words.iter().any(|word| heading.contains(word.as_str())) { &mut by_heading } else { &mut others };
        let excerpt = excerpt(&section.text, &words);
        list.push(FoundText { page: *page, heading: (section.heading.clone(), section.anchor.clone()), excerpt });
    }
    by_heading.extend(others);
    by_heading.truncate(MOST_FOUND);
    by_heading
}

/// Returns the part of `text` around the first of `words`.
fn excerpt(text: &str, words: &[String]) -> String {
    const BEFORE: usize = 40;
    const LONG: usize = 120;
    // Lower case may have other lengths, so the place is found letter by letter.
    let lower: Vec<char> = text.chars().map(|c| c.to_lowercase().next().unwrap_or(c)).collect();
    let word: Vec<char> = words.first().map(|word| word.chars().collect()).unwrap_or_default();
    let at = lower.windows(word.len().max(1)).position(|part| part == word).unwrap_or(0);
    let start = at.saturating_sub(BEFORE);
    let part: String = text.chars().skip(start).take(LONG).collect();
    format!("{}{}…", if start > 0 { "…" } else { "" }, part.trim())
}

impl Page {
    /// Returns the text of the first heading.
    pub fn title(&self) -> String {
        self.text.lines().next().unwrap_or_default().trim_start_matches('#').trim().replace('`', "")
    }
}

/// Returns the index of the page called `name` in [`PAGES`].
pub fn find(name: &str) -> Option<usize> {
    PAGES.iter().position(|page| page.name == name)
}

/// Returns the index of the page with the rules of `system` in [`PAGES`].
pub fn rules_of(system: System) -> Option<usize> {
    find(system.name())
}

/// The target of a link.
#[derive(Clone, Debug, PartialEq, Eq)]
pub enum Target {
    /// A bundled page, by its index, and the anchor of the heading to show.
    Page(usize, Option<String>),
    /// The URL of a web page.
    Web(String),
}

/// Returns the target of the link `to` on the page with the index `from`, or `None` if that page is not bundled.
pub fn target(from: usize, to: &str) -> Option<Target> {
    if to.starts_with("https://") || to.starts_with("http://") {
        return Some(Target::Web(to.to_owned()));
    }
    let (file, heading) = to.split_once('#').map_or((to, None), |(file, heading)| (file, Some(heading.to_owned())));
    if file.is_empty() {
        return Some(Target::Page(from, heading));
    }
    let name = file.rsplit('/').next()?.strip_suffix(".md")?;
    Some(Target::Page(find(name)?, heading))
}

/// Returns the anchor of the heading of rule `number` on `page`, or of the nearest enclosing rule that has a heading.
pub fn heading_of(page: usize, number: &str) -> Option<String> {
    let blocks = markdown::blocks(PAGES.get(page)?.text);
    let headings: Vec<(String, &String)> = blocks
        .iter()
        .filter_map(|block| match block {
            markdown::Block::Heading { spans, anchor, .. } => Some((markdown::plain(spans), anchor)),
            _ => None,
        })
        .collect();
    // Rule 4.0 2a is under the heading of 4.0 2, rule 12.4 under that of 12.0.
    let begins = |part: &str| {
        headings.iter().find(|(text, _)| {
            let rest = text.strip_prefix(part);
            rest.is_some_and(|rest| !rest.starts_with(|c: char| c.is_alphanumeric() || c == '.'))
        })
    };
    let parts = (1..=number.len()).rev().filter_map(|end| number.get(..end));
    let chapter = format!("{}.0", number.split('.').next().unwrap_or(number));
    let found = parts.map(|part| part.trim_end_matches(['.', ' '])).find_map(begins).or_else(|| begins(&chapter));
    found.map(|(_, anchor)| (*anchor).clone())
}

#[cfg(test)]
mod tests {
    use battlewright_schema::common::drawn::is_drawn;

    use super::*;

    #[test]
    fn every_page_of_the_guide_and_of_the_rules_is_bundled() {
        let root = std::path::Path::new(env!("CARGO_MANIFEST_DIR")).join("../docs");
        let mut files = Vec::new();
        for folder in ["guide", "rules"] {
            for entry in std::fs::read_dir(root.join(folder)).unwrap() {
                let path = entry.unwrap().path();
                if path.extension().is_some_and(|ending| ending == "md") {
                    files.push(path.file_stem().unwrap().to_string_lossy().into_owned());
                }
            }
        }
        files.sort();
        let mut names: Vec<_> = PAGES.iter().map(|page| page.name.to_owned()).collect();
        names.sort();
        assert_eq!(names, files);
        for system in System::ALL {
            assert!(rules_of(system).is_some(), "{system:?}");
        }
        assert!(PAGES.iter().all(|page| !page.title().is_empty()));
    }

    #[test]
    fn the_fonts_have_every_letter_of_the_guide_and_of_the_rules() {
        for page in PAGES {
            let missing: String = page.text.chars().filter(|letter| !is_drawn(*letter)).collect();
            assert_eq!(missing, "", "{}", page.name);
        }
    }

    #[test]
    fn every_picture_of_a_page_is_bundled() {
        let mut shown = 0;
        for page in PAGES {
            for block in markdown::blocks(page.text) {
                let markdown::Block::Picture { file, about } = block else { continue };
                assert!(!about.is_empty(), "{file} of {} has no description", page.name);
                assert_eq!(picture(&file).is_some(), cfg!(feature = "guide-pictures"), "{file} of {}", page.name);
                shown += 1;
            }
        }
        assert!(shown > 5, "{shown}");
    }

    #[test]
    fn a_search_finds_sections_by_all_their_words() {
        let found = search("setup zone");
        assert!(!found.is_empty() && found.len() <= MOST_FOUND);
        for place in &found {
            let section = markdown::sections(PAGES[place.page].text)
                .into_iter()
                .find(|section| (&section.heading, &section.anchor) == (&place.heading.0, &place.heading.1))
                .unwrap();
            let all = format!("{} {}", section.heading, section.text).to_lowercase();
            assert!(all.contains("setup") && all.contains("zone"), "{place:?}");
        }
        let headed = search("RULINGS");
        assert!(headed[0].heading.0.to_lowercase().contains("rulings"), "{:?}", headed[0]);
        assert_eq!((search("  "), search("no such word anywhere")), (Vec::new(), Vec::new()));
        assert!(search("é").iter().all(|place| place.excerpt.chars().count() < 130));
    }

    #[test]
    fn links_between_pages_lead_to_headings_that_are_there() {
        let mut led = 0;
        for (n, page) in PAGES.iter().enumerate() {
            for link in markdown::links(page.text) {
                let Some(Target::Page(to, Some(heading))) = target(n, &link) else { continue };
                let blocks = markdown::blocks(PAGES[to].text);
                let is_there = blocks
                    .iter()
                    .any(|block| matches!(block, markdown::Block::Heading { anchor, .. } if *anchor == heading));
                assert!(is_there, "{}: {link}", page.name);
                led += 1;
            }
        }
        assert!(led > 10, "{led}");
    }

    #[test]
    fn a_rule_is_found_by_its_number_or_by_that_of_which_it_is_a_part() {
        let heading = |system, number| heading_of(rules_of(system).unwrap(), number);
        for (number, heading_there) in [
            ("3.1", "31-units"),
            ("3.1.1", "31-units"),
            ("3.10", "310-zone-of-influence"),
            ("4.0 2a", "40-2-movement-phase"),
            ("4.0 3.4", "40-3-attack-phase"),
            ("5.2", "50-special-rules"),
        ] {
            assert_eq!(heading(System::MarsLaTour, number).as_deref(), Some(heading_there), "{number}");
        }
        assert_eq!(heading(System::PositionMagnifique, "12.4").as_deref(), Some("120-movement"));
        assert_eq!(heading(System::PositionMagnifique, "99"), None);
        for (number, heading_there) in
            [("3.7", "37-markers"), ("12.10", "120-movement"), ("19.0", "190-victory"), ("21.0", "210-events")]
        {
            assert_eq!(heading(System::AtAnyCost, number).as_deref(), Some(heading_there), "{number}");
        }
    }
}
