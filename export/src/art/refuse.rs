//! What of an SVG is refused before it is drawn: anything that leads out of it, and anything that takes too long.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};

use crate::archive;

/// The most elements of an SVG, each counted as often as it is drawn.
const MOST: u64 = 20_000;

/// Parts that no counter needs: programs, other documents, pictures of pixels.
const STRANGE: [&str; 8] = ["script", "foreignObject", "image", "iframe", "audio", "video", "feImage", "handler"];

/// `text` as an SVG.
///
/// # Errors
/// It is no sound XML or no SVG, leads out of itself, or is drawn too long.
pub(super) fn checked(text: &str) -> Result<Document<'_>, String> {
    let document = archive::xml(text, "the SVG")?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err("it is no SVG".to_owned());
    }
    for node in document.descendants() {
        let name = node.tag_name().name();
        if STRANGE.contains(&name) {
            let advice = if name == "image" { ": turn it into lines, or make the whole a PNG" } else { "" };
            return Err(format!("it has a <{name}> in it{advice}"));
        }
        for attribute in node.attributes() {
            let value = attribute.value();
            if attribute.name() == "href" && node.is_element() && name != "a" && !value.trim_start().starts_with('#') {
                return Err(format!("<{name}> refers to something outside: {}", short(value)));
            }
            outside(value)?;
        }
        if name == "style" {
            outside(node.text().unwrap_or_default())?;
        }
    }
    let drawn = Count::of(&document).node(root);
    if drawn > MOST {
        return Err(format!("it has more than {MOST} parts, counted as often as they are drawn"));
    }
    Ok(document)
}

/// Whether a value or a style sheet refers to something outside.
fn outside(text: &str) -> Result<(), String> {
    let lower = text.to_ascii_lowercase();
    if lower.contains("@import") {
        return Err("its style sheet imports another".to_owned());
    }
    for (at, _) in lower.match_indices("url(") {
        let inside = text.get(at + 4..).unwrap_or_default().trim_start().trim_start_matches(['"', '\'']);
        if !inside.starts_with('#') {
            return Err(format!("it refers to something outside: {}", short(inside)));
        }
    }
    Ok(())
}

fn short(text: &str) -> String {
    text.chars().take(40).collect::<String>().escape_debug().to_string()
}

/// How many elements are drawn, with those that are referred to.
struct Count<'a, 'i> {
    ids: BTreeMap<&'a str, Node<'a, 'i>>,
    known: BTreeMap<u32, u64>,
    /// Style sheets may refer to anything, from anywhere.
    sheets: Vec<&'a str>,
}

impl<'a, 'i> Count<'a, 'i> {
    fn of(document: &'a Document<'i>) -> Self {
        let ids = document.descendants().filter_map(|node| Some((node.attribute("id")?, node)));
        let styles = document.descendants().filter(|node| node.tag_name().name() == "style");
        let sheets = styles.filter_map(|node| node.text()).collect();
        Self { ids: ids.collect(), known: BTreeMap::new(), sheets }
    }

    fn node(&mut self, node: Node<'a, 'i>) -> u64 {
        if let Some(known) = self.known.get(&node.id().get()) {
            return *known;
        }
        // What refers to itself is counted as too much.
        self.known.insert(node.id().get(), MOST + 1);
        let mut count: u64 = 1;
        for attribute in node.attributes().filter(|attribute| attribute.name() != "id") {
            let value = attribute.value();
            let names = value.match_indices('#').filter_map(|(at, _)| value.get(at + 1..));
            for name in names.map(|rest| rest.split([')', '"', '\'', ' ', ';']).next().unwrap_or_default()) {
                if let Some(target) = self.ids.get(name).copied().filter(|target| *target != node) {
                    count = count.saturating_add(self.node(target));
                }
            }
        }
        if node.parent().is_some_and(|parent| parent.is_root()) {
            let sheets = self.sheets.clone();
            for sheet in sheets {
                for (at, _) in sheet.match_indices("url(") {
                    let rest = sheet.get(at + 4..).unwrap_or_default().trim_start_matches([' ', '"', '\'', '#']);
                    let name = rest.split([')', '"', '\'']).next().unwrap_or_default();
                    if let Some(target) = self.ids.get(name).copied() {
                        // Every element may have the class.
                        let all = u64::try_from(self.ids.len()).unwrap_or(MOST);
                        count = count.saturating_add(self.node(target).saturating_mul(all.max(1)));
                    }
                }
            }
        }
        for child in node.children().filter(Node::is_element) {
            count = count.saturating_add(self.node(child));
        }
        self.known.insert(node.id().get(), count);
        count
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn svg(inside: &str) -> String {
        format!(
            "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:xlink=\"http://www.w3.org/1999/xlink\" \
             viewBox=\"0 0 10 10\">{inside}</svg>"
        )
    }

    #[test]
    fn ordinary_drawings_are_taken() {
        for inside in [
            "",
            "<rect width=\"10\" height=\"10\" fill=\"#fff\"/>",
            "<defs><linearGradient id=\"a\"/><g id=\"b\"/></defs><use xlink:href=\"#b\" fill=\"url(#a)\"/>",
            "<style>.a{fill:url(#b)}</style><text class=\"a\">x</text>",
        ] {
            assert!(checked(&svg(inside)).is_ok(), "{inside}");
        }
    }

    #[test]
    fn what_leads_out_or_runs_is_refused() {
        for (inside, why) in [
            ("<image href=\"a.png\"/>", "<image>"),
            ("<image href=\"data:image/png;base64,AAAA\"/>", "<image>"),
            ("<script>alert(1)</script>", "<script>"),
            ("<foreignObject/>", "<foreignObject>"),
            ("<use href=\"other.svg#a\"/>", "outside: other.svg#a"),
            ("<use xlink:href=\"file:///etc/passwd\"/>", "outside: file:///etc/passwd"),
            ("<rect fill=\"url(http://x/y#z)\"/>", "outside: http://x/y"),
            ("<rect style=\"fill: URL( 'x.svg#a' )\"/>", "outside: x.svg"),
            ("<style>@import 'x.css';</style>", "imports another"),
            ("<style>a{background:url(x.png)}</style>", "outside: x.png"),
        ] {
            let refused = checked(&svg(inside)).unwrap_err();
            assert!(refused.contains(why), "{inside}: {refused}");
        }
        assert!(checked("<html/>").unwrap_err().contains("no SVG"));
        assert!(checked("<svg>").unwrap_err().contains("no sound XML"));
        let dtd = format!("<!DOCTYPE svg [<!ENTITY a \"aaaa\">]>{}", svg("&a;"));
        assert!(checked(&dtd).unwrap_err().contains("DTD"));
    }

    #[test]
    fn what_grows_is_refused() {
        // Ten of ten of ten …
        let mut inside = String::from("<g id=\"a0\"><rect/></g>");
        for n in 1..10 {
            let uses = format!("<use href=\"#a{}\"/>", n - 1).repeat(10);
            inside.push_str(&format!("<g id=\"a{n}\">{uses}</g>"));
        }
        assert!(checked(&svg(&format!("<defs>{inside}</defs><use href=\"#a9\"/>"))).unwrap_err().contains("parts"));
        // Patterns of patterns, and what is made of itself.
        let mut inside = String::from("<pattern id=\"p0\"><rect/></pattern>");
        for n in 1..10 {
            let rects = format!("<rect fill=\"url(#p{})\"/>", n - 1).repeat(10);
            inside.push_str(&format!("<pattern id=\"p{n}\">{rects}</pattern>"));
        }
        assert!(checked(&svg(&inside)).unwrap_err().contains("parts"));
        assert!(checked(&svg("<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use href=\"#a\"/></g>")).is_err());
        assert!(checked(&svg(&"<rect/>".repeat(30_000))).is_err());
        let deep = format!("{}{}", "<g>".repeat(3000), "</g>".repeat(3000));
        assert!(checked(&svg(&deep)).unwrap_err().contains("deep"));
    }
}
