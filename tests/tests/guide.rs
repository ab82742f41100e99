//! Tests of the documentation: links are valid, pictures are used, and the example file of the guide is valid.

#![allow(clippy::unwrap_used, reason = "a test may fail loudly, its helpers too")]

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use battlewright_engine::any::AnyGame;
use battlewright_schema::{load, render};
use battlewright_tests::workspace::root;
use pulldown_cmark::{CodeBlockKind, Event, Parser, Tag, TagEnd};

/// Returns all documents with their text.
fn documents() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for folder in ["", "docs", "docs/guide", "docs/rules"] {
        for entry in std::fs::read_dir(root().join(folder)).unwrap() {
            let path = entry.unwrap().path();
            if path.extension().is_some_and(|extension| extension == "md") {
                let text = std::fs::read_to_string(&path).unwrap();
                found.push((path, text));
            }
        }
    }
    assert!(found.len() > 8, "{found:?}");
    found
}

/// Returns the anchors of the headings of `text`: lower case words, joined by hyphens.
fn anchors(text: &str) -> BTreeSet<String> {
    let (mut anchors, mut heading) = (BTreeSet::new(), None);
    for event in Parser::new(text) {
        match (&mut heading, event) {
            (_, Event::Start(Tag::Heading { .. })) => heading = Some(String::new()),
            (Some(words), Event::Text(part) | Event::Code(part)) => words.push_str(&part),
            (Some(words), Event::End(TagEnd::Heading(_))) => {
                let kept = words.chars().filter(|c| c.is_alphanumeric() || matches!(c, ' ' | '-' | '_'));
                anchors.insert(kept.collect::<String>().to_lowercase().replace(' ', "-"));
                heading = None;
            }
            _ => {}
        }
    }
    anchors
}

/// Returns the targets of links and pictures of `text` in the repository.
fn links(text: &str) -> Vec<String> {
    let to = |event| match event {
        Event::Start(Tag::Link { dest_url, .. } | Tag::Image { dest_url, .. }) => Some(dest_url.into_string()),
        _ => None,
    };
    Parser::new(text).filter_map(to).filter(|to| !to.contains("://")).collect()
}

#[test]
fn every_link_leads_to_a_file_and_a_heading_that_exist() {
    let mut broken = Vec::new();
    for (path, text) in documents() {
        for link in links(&text) {
            let (file, anchor) = link.split_once('#').unwrap_or((&link, ""));
            let target = if file.is_empty() { path.clone() } else { path.parent().unwrap().join(file) };
            let found = match anchor {
                "" => target.exists(),
                anchor => std::fs::read_to_string(&target).is_ok_and(|text| anchors(&text).contains(anchor)),
            };
            if !found {
                broken.push(format!("{}: {link}", path.display()));
            }
        }
    }
    assert!(broken.is_empty(), "{broken:#?}");
}

#[test]
fn every_picture_is_in_some_document() {
    let name = |link: &str| Path::new(link).file_name().map(|name| name.to_string_lossy().into_owned());
    let used: BTreeSet<String> =
        documents().iter().flat_map(|(_, text)| links(text)).filter_map(|link| name(&link)).collect();
    for entry in std::fs::read_dir(root().join("docs/pictures")).unwrap() {
        let picture = entry.unwrap().file_name().to_string_lossy().into_owned();
        assert!(used.contains(&picture), "{picture} is in no document");
    }
}

#[test]
fn the_scenario_written_by_hand_is_sound_and_can_be_played() {
    let page = std::fs::read_to_string(root().join("docs/guide/by-hand.md")).unwrap();
    let (mut file, mut inside) = (String::new(), false);
    for event in Parser::new(&page) {
        match event {
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => inside = &*language == "toml",
            Event::Text(text) if inside => file += &format!("{text}\n"),
            Event::End(TagEnd::CodeBlock) => inside = false,
            _ => {}
        }
    }
    let loaded = load(&file);
    let shown = render::human::render("bridge.toml", &file, &loaded.diagnostics, false);
    assert!(loaded.diagnostics.is_empty(), "{shown}");
    let game = AnyGame::new(&loaded.scenario.unwrap());
    assert!(game.is_ok());
}
