//! Checks of an SVG before its conversion: no external references, and bounded time and memory.

use roxmltree::{Document, Node};
use simplecss::StyleSheet;

use super::{ArtError, DrawingLimit, count};
use crate::archive;

/// The most bytes of style sheets in an SVG.
const LONGEST_STYLES: usize = 64 << 10;

/// The most effort of style sheets: their bytes, times the elements, times the ways in which a selector with several
/// parts can match the ancestors of an element.
const MOST_STYLING: u64 = 50_000_000;

/// Refused elements: scripts, foreign documents, raster images.
const STRANGE: [&str; 8] = ["script", "foreignObject", "image", "iframe", "audio", "video", "feImage", "handler"];

/// Parses an SVG and checks it.
///
/// # Errors
/// The document is not well-formed or no SVG, has external references, or exceeds a limit.
pub(super) fn checked(text: &str) -> Result<Document<'_>, ArtError> {
    let document = archive::xml(text, "the SVG")?;
    let root = document.root_element();
    if root.tag_name().name() != "svg" {
        return Err(ArtError::NotSvg);
    }
    for node in document.descendants().filter(Node::is_element) {
        let name = node.tag_name().name();
        if STRANGE.contains(&name) {
            return Err(ArtError::ForeignElement { name: name.to_owned() });
        }
        for attribute in node.attributes() {
            let value = attribute.value();
            if attribute.name() == "href" && name != "a" && !value.trim_start().starts_with('#') {
                return Err(ArtError::Outside { element: Some(name.to_owned()), target: short(value) });
            }
            outside(value)?;
        }
        if name == "style" {
            outside(node.text().unwrap_or_default())?;
        }
    }
    let styles = styles(&document)?;
    count::within_limits(&document, &styles)?;
    Ok(document)
}

/// Parses the style sheets of `document` after a check of their effort.
fn styles<'d>(document: &'d Document<'_>) -> Result<StyleSheet<'d>, ArtError> {
    let sheets: Vec<&str> =
        document.descendants().filter(|node| node.has_tag_name("style")).filter_map(|node| node.text()).collect();
    let bytes: usize = sheets.iter().map(|sheet| sheet.len()).sum();
    if bytes > LONGEST_STYLES {
        return Err(DrawingLimit::Styles { most: LONGEST_STYLES }.into());
    }
    if bytes > 0 {
        let elements = document.descendants().filter(Node::is_element);
        let (mut count, mut deepest) = (0_u64, 1_u64);
        for element in elements {
            count += 1;
            deepest = deepest.max(u64::try_from(element.ancestors().count()).unwrap_or(u64::MAX));
        }
        // A brace opens after selectors, or after a media query.
        let selectors =
            sheets.iter().flat_map(|sheet| sheet.split('}')).filter_map(|rule| Some(&rule[..rule.rfind('{')?]));
        let selectors = selectors.flat_map(|selectors| selectors.split(['{', ',', ';']));
        // Each part of a selector but the last may match any ancestor.
        let parts = selectors.map(|selector| selector.split_whitespace().take(10).count()).max().unwrap_or(0);
        let ways = (1..parts).try_fold(1_u64, |ways, _| ways.checked_mul(deepest));
        let bytes = u64::try_from(bytes).unwrap_or(u64::MAX);
        let effort = ways.and_then(|ways| bytes.checked_mul(count)?.checked_mul(ways));
        if effort.is_none_or(|effort| effort > MOST_STYLING) {
            return Err(DrawingLimit::Styling.into());
        }
    }
    let mut styles = StyleSheet::new();
    sheets.into_iter().for_each(|sheet| styles.parse_more(sheet));
    Ok(styles)
}

/// Refuses a value or a style sheet with an external reference.
fn outside(text: &str) -> Result<(), ArtError> {
    let lower = text.to_ascii_lowercase();
    if lower.contains("@import") {
        return Err(ArtError::Import);
    }
    for (at, _) in lower.match_indices("url(") {
        let inside = text.get(at + 4..).unwrap_or_default().trim_start().trim_start_matches(['"', '\'']);
        if !inside.starts_with('#') {
            return Err(ArtError::Outside { element: None, target: short(inside) });
        }
    }
    Ok(())
}

fn short(text: &str) -> String {
    text.chars().take(40).collect::<String>().escape_debug().to_string()
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
        let drawing = "<rect class=\"a b\" width=\"10\" height=\"10\"/>".repeat(2000);
        for inside in [
            "",
            "<rect width=\"10\" height=\"10\" fill=\"#fff\"/>",
            "<defs><linearGradient id=\"a\"/><g id=\"b\"/></defs><use xlink:href=\"#b\" fill=\"url(#a)\"/>",
            "<style>.a{fill:url(#b)}</style><text class=\"a\">x</text>",
            // As drawing programs write it: a style sheet with gradients, for thousands of parts.
            &format!(
                "<style>.a{{fill:url(#g)}} .b, g > .c{{stroke:#123}}</style><linearGradient id=\"g\"><stop/></linearGradient>{drawing}"
            ),
            // Property values with several words do not count as selectors.
            &format!(
                "<style>.a{{stroke-dasharray:1 2 3 4 5 6;font:bold 9px a b c}}</style>{}{drawing}{}",
                "<g>".repeat(20),
                "</g>".repeat(20)
            ),
            &format!("<clipPath id=\"c\"><rect/></clipPath><g clip-path=\"url(#c)\">{drawing}</g>"),
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
            let refused = checked(&svg(inside)).unwrap_err().to_string();
            assert!(refused.contains(why), "{inside}: {refused}");
        }
        assert!(checked("<html/>").unwrap_err().to_string().contains("not an SVG"));
        assert!(checked("<svg>").unwrap_err().to_string().contains("not well-formed XML"));
        let dtd = format!("<!DOCTYPE svg [<!ENTITY a \"aaaa\">]>{}", svg("&a;"));
        assert!(checked(&dtd).unwrap_err().to_string().contains("DTD"));
    }

    #[test]
    fn style_sheets_have_an_end() {
        let rules: String = (0..20_000).map(|n| format!(".a{n}{{fill:red}}")).collect();
        assert!(
            checked(&svg(&format!("<style>{rules}</style>"))).unwrap_err().to_string().contains("longer than 64 KB")
        );
        let half = &rules[..40_000];
        let parts = "<rect class=\"a\"/>".repeat(5000);
        assert!(
            checked(&svg(&format!("<style>{half}</style>{parts}")))
                .unwrap_err()
                .to_string()
                .contains("too long for so many")
        );
        let deep = format!("{}<rect/>{}", "<g>".repeat(50), "</g>".repeat(50)).repeat(100);
        let involved = format!("<style>g g g g g g g circle{{fill:red}}</style>{deep}");
        assert!(checked(&svg(&involved)).unwrap_err().to_string().contains("too complex"));
    }
}
