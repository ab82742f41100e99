//! Tests of whole sites.

use std::collections::{BTreeMap, BTreeSet};
use std::fs;
use std::io::Read as _;
use std::path::Path;
use std::sync::LazyLock;

use battlewright_host::files::{hash, is_hashed};
use roxmltree::Document;
use tempfile::TempDir;

use super::testing::web_programs;
use super::*;

/// The bundled lesson.
fn lesson() -> String {
    fs::read_to_string(concat!(env!("CARGO_MANIFEST_DIR"), "/../scenarios/tutorial.toml")).unwrap()
}

/// Publishes `paths` in `out`.
fn publish(paths: &[PathBuf], out: &Path) -> Result<Verdict, Failure> {
    let programs = web_programs();
    let order = Publish {
        paths: paths.to_vec(),
        out: out.to_owned(),
        programs: Some(programs.path().to_owned()),
        title: "Battles <of> \"1870\"".to_owned(),
    };
    order.run(&mut Console::new())
}

/// A site with the lesson and a second scenario, whose texts are hostile.
static SITE: LazyLock<TempDir> = LazyLock::new(|| {
    let folder = tempfile::tempdir().unwrap();
    fs::write(folder.path().join("first-steps.toml"), lesson()).unwrap();
    let hostile = HOSTILE.replace('"', "\\\"");
    let text = lesson()
        .replace("title = \"The Crossing at Saint-Rémy\"", &format!("title = \"{hostile}\""))
        .replace("name = \"Saint-Rémy\"", &format!("name = \"{hostile}\""));
    assert_eq!(text.matches("onerror").count(), 2, "both texts are replaced");
    fs::write(folder.path().join("it's #2 & 50%.toml"), text).unwrap();
    let paths = ["first-steps.toml", "it's #2 & 50%.toml"].map(|name| folder.path().join(name));
    assert_eq!(publish(&paths, &folder.path().join("site")).unwrap(), Verdict::Clean);
    folder
});

const HOSTILE: &str = "</title><script>alert(1)</script><img src=x onerror='alert(2)'>";

/// Returns the files below `folder` with their contents.
fn files(folder: &Path) -> BTreeMap<String, Vec<u8>> {
    let mut found = BTreeMap::new();
    let mut open = vec![folder.to_owned()];
    while let Some(at) = open.pop() {
        for entry in fs::read_dir(&at).unwrap() {
            let path = entry.unwrap().path();
            if path.is_dir() {
                open.push(path);
            } else {
                let name = path.strip_prefix(folder).unwrap().to_string_lossy().replace('\\', "/");
                found.insert(name, fs::read(&path).unwrap());
            }
        }
    }
    found
}

fn site() -> BTreeMap<String, Vec<u8>> {
    files(&SITE.path().join("site"))
}

/// Returns the pages that `publish` itself has made, as XML.
fn pages() -> BTreeMap<String, String> {
    let programs = ["edit/", "play/", "replay/", "resolver/"];
    let is_page = |name: &str| name.ends_with(".html") && !programs.iter().any(|folder| name.starts_with(folder));
    site().into_iter().filter(|(name, _)| is_page(name)).map(|(name, bytes)| (name, xml(&bytes))).collect()
}

/// Closes the elements of HTML that have no end.
fn xml(bytes: &[u8]) -> String {
    let text = String::from_utf8(bytes.to_vec()).unwrap();
    let text = text.strip_prefix("<!DOCTYPE html>").expect("a page in standards mode");
    let (mut made, mut rest) = (String::new(), text);
    while let Some((before, tag)) = rest.split_once('<') {
        // Attributes have their `>` escaped.
        let (inside, after) = tag.split_once('>').unwrap();
        let name = inside.split_whitespace().next().unwrap_or_default();
        let ends = matches!(name, "meta" | "link" | "img" | "br" | "hr" | "input") && !inside.ends_with('/');
        made += &format!("{before}<{inside}{}>", if ends { "/" } else { "" });
        rest = after;
    }
    // An attribute without a value.
    (made + rest).replace("<script defer ", "<script defer=\"\" ")
}

#[test]
fn the_layout_is_as_agreed() {
    let site = site();
    let has = |start: &str, end: &str| site.keys().any(|name| name.starts_with(start) && name.ends_with(end));
    for (start, end) in [
        ("index.html", ""),
        ("index.html.br", ""),
        ("offline.js", ""),
        ("style-", ".css"),
        ("site-", ".js.gz"),
        ("first-steps/index.html", ""),
        ("first-steps/charts/index.html", ""),
        ("first-steps/small-", ".png"),
        ("first-steps/", "/first-steps.toml"),
        ("first-steps/", "/first-steps.svg.br"),
        ("first-steps/", "/first-steps.pdf"),
        ("first-steps/", "/first-steps.jsonl.gz"),
        ("it's #2 & 50%/index.html", ""),
        ("rules/mars-la-tour/index.html", ""),
        ("app/editor-0123456789ab.wasm.br", ""),
        ("resolver/offline.js", ""),
    ] {
        assert!(has(start, end), "{start}…{end}: {:?}", site.keys());
    }
    assert!(!site.contains_key("README.md"), "only programs are copied");
    assert_eq!(site.keys().filter(|name| name.starts_with("rules/") && name.ends_with(".html")).count(), 1);
    let marker: serde_json::Value = serde_json::from_slice(&site[marker::MARKER]).unwrap();
    let told: BTreeSet<&str> = marker["files"].as_object().unwrap().keys().map(String::as_str).collect();
    let found: BTreeSet<&str> = site.keys().map(String::as_str).filter(|name| *name != marker::MARKER).collect();
    assert_eq!(told, found);
}

#[test]
fn names_tell_contents_and_packed_files_unpack_to_them() {
    let site = site();
    let (mut hashed, mut packed) = (0, 0);
    for (name, bytes) in site.iter().filter(|(name, _)| !name.starts_with("app/")) {
        if is_hashed(name) && !name.ends_with(".br") && !name.ends_with(".gz") {
            assert!(name.contains(&hash(bytes)), "{name}");
            hashed += 1;
        }
        let plain = |extension: &str| name.strip_suffix(extension).map(|name| &site[name]);
        let mut unpacked = Vec::new();
        if let Some(plain) = plain(".br") {
            brotli::Decompressor::new(bytes.as_slice(), 4096).read_to_end(&mut unpacked).unwrap();
            assert!(unpacked == *plain, "{name}");
            packed += 1;
        } else if let Some(plain) = plain(".gz") {
            flate2::read::GzDecoder::new(bytes.as_slice()).read_to_end(&mut unpacked).unwrap();
            assert!(unpacked == *plain, "{name}");
            packed += 1;
        }
    }
    assert!(hashed >= 12 && packed >= 22, "{hashed} {packed}");
}

#[test]
fn every_page_has_a_strict_policy_and_nothing_inline() {
    let pages = pages();
    assert_eq!(pages.len(), 6, "{:?}", pages.keys());
    for (name, page) in pages {
        let page = Document::parse(&page).unwrap_or_else(|error| panic!("{name}: {error}"));
        let elements = || page.descendants().filter(roxmltree::Node::is_element);
        let policy = elements().find(|node| node.attribute("http-equiv") == Some("Content-Security-Policy"));
        let policy = policy.and_then(|node| node.attribute("content")).unwrap();
        assert!(policy.starts_with("default-src 'none'; script-src 'self'; style-src 'self';"), "{policy}");
        assert!(!policy.contains("unsafe") && !policy.contains('*'), "{policy}");
        for node in elements() {
            assert!(!node.has_tag_name("style"), "{name}");
            assert!(!node.has_tag_name("script") || node.attribute("src").is_some(), "{name}");
            let handlers: Vec<_> = node
                .attributes()
                .map(|attribute| attribute.name())
                .filter(|name| name.starts_with("on") || *name == "style")
                .collect();
            assert!(handlers.is_empty(), "{name}: {handlers:?}");
            if node.has_tag_name("img") {
                assert!(node.attribute("alt").is_some_and(|alt| !alt.is_empty()), "{name}");
                assert!(
                    node.attribute("width").is_some_and(|width| width.parse::<u32>().is_ok_and(|width| width > 50))
                );
            }
        }
        assert_eq!(elements().filter(|node| node.has_tag_name("h1")).count(), 1, "{name}");
    }
}

#[test]
fn words_of_authors_stay_words() {
    let pages = pages();
    for name in ["index.html", "it's #2 & 50%/index.html"] {
        let page = Document::parse(&pages[name]).unwrap();
        let shown = page.descendants().any(|node| node.text() == Some(HOSTILE));
        assert!(shown, "{name} shows the title as it is");
        assert_eq!(page.descendants().filter(|node| node.has_tag_name("script")).count(), 1);
        assert!(page.descendants().all(|node| node.attribute("onerror").is_none()));
    }
    let page = &pages["it's #2 & 50%/index.html"];
    assert!(page.matches("&lt;script&gt;").count() >= 3, "also the name of a place");
}

#[test]
fn every_link_leads_to_a_file_and_an_anchor() {
    let (site, pages) = (site(), pages());
    let mut links = 0;
    for (name, text) in &pages {
        let page = Document::parse(text).unwrap();
        let here = name.rsplit_once('/').map_or("", |(folder, _)| folder);
        for node in page.descendants() {
            for to in ["href", "src"].iter().filter_map(|name| node.attribute(*name)) {
                if to.starts_with("data:") || to.starts_with("https:") {
                    assert!(!to.starts_with("https:") || node.has_tag_name("a"), "{name} loads {to}");
                    continue;
                }
                let (file, fragment) = to.split_once('#').unwrap_or((to, ""));
                let target = if file.is_empty() { name.clone() } else { resolved(here, file) };
                assert!(site.contains_key(&target), "{name}: {to} leads to {target}");
                if let Some(opened) = fragment.strip_prefix("open=") {
                    let (folder, _) = target.rsplit_once('/').unwrap();
                    // With the picture that is shown while the program is loaded.
                    for opened in opened.split("&map=") {
                        let opened = resolved(folder, opened);
                        assert!(site.contains_key(&opened) && is_hashed(&opened), "{name}: {to} opens {opened}");
                    }
                } else if !fragment.is_empty() {
                    let page = Document::parse(&pages[&target]).unwrap();
                    assert!(page.descendants().any(|node| node.attribute("id") == Some(fragment)), "{name}: {to}");
                }
                links += 1;
            }
        }
    }
    assert!(links > 60, "{links}");
}

/// Returns the path of the file that `link` means on a page in `folder`.
fn resolved(folder: &str, link: &str) -> String {
    let link = percent_encoding::percent_decode_str(link).decode_utf8().unwrap().into_owned();
    let mut parts: Vec<&str> = folder.split('/').filter(|part| !part.is_empty()).collect();
    for part in link.split('/') {
        match part {
            "" | "." => {}
            ".." => drop(parts.pop().expect("a link within the site")),
            part => parts.push(part),
        }
    }
    let path = parts.join("/");
    if link.ends_with('/') { format!("{path}{}index.html", if path.is_empty() { "" } else { "/" }) } else { path }
}

#[test]
fn the_page_of_a_scenario_tells_what_a_player_wants_to_know() {
    let page = &pages()["first-steps/index.html"];
    for words in [
        "A first lesson",
        "Sequence of play",
        "Red must drive Blue",
        "4 turns",
        "CC-BY-4.0",
        "Victory",
        "Red Lancers",
        "Winner: ",
    ] {
        assert!(page.contains(words), "{words}");
    }
}

#[test]
fn the_same_scenarios_make_the_same_bytes() {
    let again = SITE.path().join("again");
    let paths = ["first-steps.toml", "it's #2 & 50%.toml"].map(|name| SITE.path().join(name));
    publish(&paths, &again).unwrap();
    assert!(files(&again) == site());
}

#[test]
fn nothing_is_written_if_a_scenario_cannot_be_played() {
    let folder = tempfile::tempdir().unwrap();
    let out = folder.path().join("site");
    let (good, bad) = (folder.path().join("good.toml"), folder.path().join("bad.toml"));
    fs::write(&good, lesson()).unwrap();
    fs::write(&bad, lesson().replace("[map]", "[mop]")).unwrap();
    assert_eq!(publish(&[good.clone(), bad], &out).unwrap(), Verdict::Findings);
    assert!(!out.exists());
    let other = folder.path().join("more/Good.toml");
    fs::create_dir(other.parent().unwrap()).unwrap();
    fs::write(&other, lesson()).unwrap();
    let told = publish(&[good, other], &out).unwrap_err().to_string();
    assert!(told.contains("good.toml and ") && told.contains("more/Good.toml would have the same address"), "{told}");
    assert!(!out.exists());
}
