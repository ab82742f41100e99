//! Tests of the documentation: links are valid, pictures are used, the example file of the guide is valid, and results of games
//! are those of a command that is run (`cli/sessions.rs`), or have a date.

use std::collections::BTreeSet;
use std::path::{Path, PathBuf};

use battlewright_editor::panels::play::seat;
use battlewright_engine::any::AnyGame;
use battlewright_engine::players::{Difficulty, Kind};
use battlewright_schema::{load, render};
use battlewright_tests::workspace::root;
use pulldown_cmark::{CodeBlockKind, Event, Options, Parser, Tag, TagEnd};

/// Returns all documents with their text.
fn documents() -> Vec<(PathBuf, String)> {
    let mut found = Vec::new();
    for folder in ["", "docs", "docs/guide", "docs/rules", "docs/rules/variants"] {
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

/// A section of a document: its heading, its prose and tables, and the text of its `console` blocks.
#[derive(Default)]
struct Section {
    heading: String,
    prose: String,
    consoles: String,
}

/// Returns the sections of `text`, the part before the first heading included. Code in the prose is left out.
fn sections(text: &str) -> Vec<Section> {
    let mut sections = vec![Section::default()];
    let (mut in_heading, mut block) = (false, None);
    for event in Parser::new_ext(text, Options::ENABLE_TABLES) {
        let section = sections.last_mut().unwrap();
        match event {
            Event::Start(Tag::Heading { .. }) => {
                in_heading = true;
                sections.push(Section::default());
            }
            Event::End(TagEnd::Heading(_)) => in_heading = false,
            Event::Start(Tag::CodeBlock(CodeBlockKind::Fenced(language))) => block = Some(&*language == "console"),
            Event::Start(Tag::CodeBlock(_)) => block = Some(false),
            Event::End(TagEnd::CodeBlock) => block = None,
            Event::Text(words) => match block {
                Some(true) => section.consoles += &words,
                Some(false) => {}
                None if in_heading => section.heading += &words,
                None => section.prose += &words,
            },
            Event::SoftBreak | Event::HardBreak | Event::End(TagEnd::Paragraph | TagEnd::TableCell | TagEnd::Item) => {
                section.prose.push(' ');
            }
            _ => {}
        }
    }
    sections
}

/// Returns the numbers with a decimal point in `text` that are shares or ends of intervals: `66.2 %`, `61.5 to 70.7`.
fn decimals(text: &str) -> BTreeSet<&str> {
    let words: Vec<&str> = text.split([' ', '\n', '(', ')', ',', ';', ':']).filter(|word| !word.is_empty()).collect();
    let is_decimal = |word: &str| {
        let parts = word.trim_start_matches(['+', '-']).split_once('.');
        parts.is_some_and(|(a, b)| {
            [a, b].iter().all(|part| !part.is_empty() && part.bytes().all(|b| b.is_ascii_digit()))
        })
    };
    let mut found = BTreeSet::new();
    for (index, word) in words.iter().enumerate().filter(|(_, word)| is_decimal(word)) {
        let next = words.get(index + 1).copied().unwrap_or_default();
        let before = index.checked_sub(1).and_then(|before| words.get(before).copied()).unwrap_or_default();
        if next == "%" || next == "to" || before == "to" {
            found.insert(*word);
        }
    }
    found
}

/// Returns `true` if `text` has a date such as `28 November 2026`.
fn has_date(text: &str) -> bool {
    const MONTHS: [&str; 12] = [
        "January",
        "February",
        "March",
        "April",
        "May",
        "June",
        "July",
        "August",
        "September",
        "October",
        "November",
        "December",
    ];
    let words: Vec<&str> = text.split_whitespace().collect();
    words.windows(3).any(|words| {
        let number = |word: &str| word.trim_matches(|c: char| !c.is_alphanumeric()).parse::<u16>().unwrap_or(0);
        (1..=31).contains(&number(words[0])) && MONTHS.contains(&words[1]) && number(words[2]) > 2000
    })
}

#[test]
fn shares_in_the_prose_of_a_page_are_those_that_its_commands_print() {
    let mut strange = Vec::new();
    for (path, text) in documents() {
        let sections = sections(&text);
        let printed: String = sections.iter().map(|section| section.consoles.as_str()).collect();
        if printed.contains("playtest") {
            let printed = decimals(&printed);
            for section in &sections {
                let others = decimals(&section.prose).into_iter().filter(|number| !printed.contains(number));
                strange.extend(others.map(|number| format!("{}: {}: {number}", path.display(), section.heading)));
            }
        }
    }
    assert!(strange.is_empty(), "no command of the page prints these: {strange:#?}");
}

#[test]
fn results_of_games_come_from_a_command_that_is_run_or_have_a_date() {
    let mut undated = Vec::new();
    let mut dated = 0;
    for (path, text) in documents() {
        // The change log has the dates of its releases.
        if path.ends_with("CHANGELOG.md") {
            continue;
        }
        for section in sections(&text) {
            let prose = section.prose.to_lowercase();
            let players = prose.contains("greedy");
            let is_result = players && prose.contains("games") && (prose.contains(" %") || prose.contains(" in 100"));
            if is_result && section.consoles.is_empty() {
                let has_date = has_date(&section.prose);
                dated += usize::from(has_date);
                if !has_date {
                    undated.push(format!("{}: {}", path.display(), section.heading));
                }
            }
        }
    }
    assert!(undated.is_empty(), "say when these were measured, and by which command: {undated:#?}");
    assert!(dated > 3, "{dated} sections with dates");
}

#[test]
fn the_guide_names_the_player_of_each_level() {
    let guide = include_str!("../../../docs/guide/computer-players.md");
    for level in Difficulty::ALL {
        let title = seat::name(Some(level.kind()));
        let row = format!("| {title} | `{}` | `{}` |", level.name(), level.kind());
        assert!(guide.contains(&row), "{row}");
    }
    for kind in Kind::TIMED {
        assert!(guide.contains(&format!("`{kind}`")), "{kind}");
    }
    assert!(guide.contains(&format!("begins with *{}*", seat::name(Some(Kind::OPPONENT)))));
}
