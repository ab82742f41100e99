//! The rules of a system as pages of the site.

use std::collections::BTreeSet;

use battlewright_schema::System;
use maud::{PreEscaped, html};

use super::frame::{Depth, PageFrame};
use super::markdown::{self, ConvertedText};

/// The page of the rules of `system`, which links to those of `others`.
pub(super) fn page(frame: &PageFrame, system: System, others: &[System]) -> String {
    let events = markdown::events(system.rules_page());
    let link = |to: &str| {
        if to.starts_with('#') || to.starts_with("https://") {
            return Some(to.to_owned());
        }
        let (file, anchor) = to.split_once('#').unwrap_or((to, ""));
        let other = others.iter().find(|other| file == format!("{}.md", other.name()))?;
        Some(format!("../{}/{}{anchor}", other.name(), if anchor.is_empty() { "" } else { "#" }))
    };
    let ConvertedText { html: text, contents } = markdown::convert(&events, &link);
    let title = format!("The rules of {}", system.title());
    let body = html! {
        nav aria-label="On this page" {
            ul.contents {
                @for heading in &contents {
                    li { a href=(format!("#{}", heading.anchor)) { (heading.words) } }
                }
            }
        }
        div.text { (PreEscaped(text)) }
    };
    frame.page(Depth::Two, &title, system.info().about, &body)
}

/// Returns the path of the page of `system`.
pub(super) fn path(system: System) -> String {
    format!("rules/{}/index.html", system.name())
}

/// Returns the rules of `system` that have an anchor of their own on its page, by their numbers.
pub(super) fn anchored(system: System) -> BTreeSet<String> {
    let made = markdown::convert(&markdown::events(system.rules_page()), &|_| None);
    let ids = made.html.split("id=\"rule-").skip(1).filter_map(|rest| rest.split_once('"'));
    ids.map(|(number, _)| number.to_owned()).collect()
}

/// Returns the sequence of play of `system`, as its rules introduce it, for a page at `NAME/`.
pub(super) fn sequence(system: System) -> Option<String> {
    let events = markdown::events(system.rules_page());
    let section = markdown::section(&events, |words| words.contains("Sequence") || words.contains("A turn"))?;
    let link = |to: &str| to.starts_with('#').then(|| format!("../rules/{}/{to}", system.name()));
    Some(markdown::convert(section, &link).html)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_rules_of_each_system_tell_its_sequence() {
        for system in System::ALL {
            let told = sequence(system).unwrap_or_default();
            assert!(told.contains("turn") && (80..5000).contains(&told.len()), "{system:?}: {told}");
        }
    }

    #[test]
    fn rules_have_anchors_by_their_numbers() {
        let anchored = anchored(System::AtAnyCost);
        for number in ["12.6", "13.6", "8.3"] {
            assert!(anchored.contains(number), "{anchored:?}");
        }
        let page = page(&PageFrame::example(), System::AtAnyCost, &[]);
        assert!(anchored.iter().all(|number| page.contains(&format!("id=\"rule-{number}\""))));
    }

    #[test]
    fn links_of_rules_lead_to_pages_of_the_site() {
        let frame = PageFrame::example();
        for system in System::ALL {
            let page = page(&frame, system, &[system]);
            assert!(!page.contains(".md"), "{system:?}");
            assert!(page.contains("href=\"#settings\">"), "{system:?}");
        }
    }
}
