//! The number of drawn parts of an SVG, where a referenced element counts for each reference.
//!
//! Nested references can grow exponentially, so that the parts are counted before the conversion.

use std::collections::BTreeMap;

use roxmltree::{Document, Node};
use simplecss::{AttributeOperator, DeclarationTokenizer, Element, PseudoClass, StyleSheet};

use super::{ArtError, DrawingLimit};

/// The most elements drawn.
const MOST_PARTS: u64 = 20_000;

/// The most bytes of attribute values drawn, paths included.
const MOST_BYTES: u64 = 4 << 20;

/// The most characters of text drawn.
const MOST_LETTERS: u64 = 5000;

/// The deepest nesting, with referenced elements counted where they are drawn.
const DEEPEST: usize = 64;

/// Refuses `document`, with its style sheets `styles`, if it draws more than the limits allow.
pub(super) fn within_limits(document: &Document<'_>, styles: &StyleSheet<'_>) -> Result<(), ArtError> {
    let drawn = Count::new(document, styles).node(document.root_element(), 0)?;
    if drawn.parts > MOST_PARTS {
        return Err(DrawingLimit::Parts { most: MOST_PARTS }.into());
    }
    if drawn.bytes > MOST_BYTES {
        return Err(DrawingLimit::Paths { most: MOST_BYTES }.into());
    }
    if drawn.letters > MOST_LETTERS {
        return Err(DrawingLimit::Letters { most: MOST_LETTERS }.into());
    }
    Ok(())
}

/// The amount drawn by an element with its descendants.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
struct DrawCount {
    parts: u64,
    bytes: u64,
    letters: u64,
    /// The depth of nested elements.
    height: usize,
}

impl DrawCount {
    fn and(self, other: Self) -> Self {
        Self {
            parts: self.parts.saturating_add(other.parts),
            bytes: self.bytes.saturating_add(other.bytes),
            letters: self.letters.saturating_add(other.letters),
            height: self.height.max(other.height + 1),
        }
    }

    fn times(self, times: u64) -> Self {
        Self {
            parts: self.parts.saturating_mul(times),
            bytes: self.bytes.saturating_mul(times),
            letters: self.letters.saturating_mul(times),
            height: self.height,
        }
    }
}

/// A reference from an element to another.
#[derive(Clone, Copy, PartialEq, Eq)]
enum ElementLink {
    /// The element stands for the other, as `use` does.
    Href,
    /// The element and its descendants are painted with the other, as with a pattern.
    Paint,
    /// The other is drawn at each vertex of the element and its descendants.
    Marker,
    /// The other is applied once to the element as a whole, as a mask is.
    Once,
}

struct Count<'a, 'i> {
    ids: BTreeMap<&'a str, Node<'a, 'i>>,
    links: BTreeMap<u32, Vec<(ElementLink, Node<'a, 'i>)>>,
    /// The amounts of elements in place, by node id; `None` while in progress, to detect cycles.
    known: BTreeMap<u32, Option<DrawCount>>,
    /// The amounts of referenced elements, likewise.
    referred: BTreeMap<u32, Option<DrawCount>>,
}

/// Returns the known amount of `node`, `None` if not counted yet, or an error if its count is in progress: a cycle.
fn counted(known: &BTreeMap<u32, Option<DrawCount>>, node: u32) -> Result<Option<DrawCount>, ArtError> {
    match known.get(&node) {
        Some(None) => Err(ArtError::Recursive),
        Some(known) => Ok(*known),
        None => Ok(None),
    }
}

impl<'a, 'i> Count<'a, 'i> {
    fn new(document: &'a Document<'i>, styles: &StyleSheet<'_>) -> Self {
        let elements = || document.descendants().filter(Node::is_element);
        let ids = elements().filter_map(|node| Some((node.attribute("id")?, node))).collect();
        let mut count = Self { ids, links: BTreeMap::new(), known: BTreeMap::new(), referred: BTreeMap::new() };
        for node in elements() {
            let links = count.links_of(node, styles);
            if !links.is_empty() {
                count.links.insert(node.id().get(), links);
            }
        }
        count
    }

    /// Collects the references of `node`, from attributes, its inline style and style sheets.
    fn links_of(&self, node: Node<'a, 'i>, styles: &StyleSheet<'_>) -> Vec<(ElementLink, Node<'a, 'i>)> {
        let mut links = Vec::new();
        for attribute in node.attributes() {
            let value = attribute.value();
            match attribute.name() {
                "href" if node.tag_name().name() != "a" => {
                    let target = value.trim().strip_prefix('#').and_then(|name| self.ids.get(name));
                    links.extend(target.map(|target| (ElementLink::Href, *target)));
                }
                "style" => {
                    for declaration in DeclarationTokenizer::from(value) {
                        self.named(declaration.name, declaration.value, &mut links);
                    }
                }
                name => self.named(name, value, &mut links),
            }
        }
        for rule in styles.rules.iter().filter(|rule| rule.selector.matches(&StyledElement(node))) {
            for declaration in &rule.declarations {
                self.named(declaration.name, declaration.value, &mut links);
            }
        }
        links
    }

    /// Appends the elements referenced by the `value` of a property.
    fn named(&self, property: &str, value: &str, links: &mut Vec<(ElementLink, Node<'a, 'i>)>) {
        let link = match property {
            "fill" | "stroke" => ElementLink::Paint,
            "marker" | "marker-start" | "marker-mid" | "marker-end" => ElementLink::Marker,
            _ => ElementLink::Once,
        };
        for (at, _) in value.to_ascii_lowercase().match_indices("url(") {
            let inside = value.get(at + 4..).unwrap_or_default().trim_start_matches([' ', '"', '\'', '#']);
            let name = inside.split([')', '"', '\'']).next().unwrap_or_default().trim_end();
            // Gradients are excluded: they are parsed once and add no drawn parts.
            let target = self.ids.get(name).filter(|target| !target.tag_name().name().ends_with("Gradient"));
            links.extend(target.map(|target| (link, *target)));
        }
    }

    /// Counts the parts drawn by `node` in place, at nesting `depth`.
    fn node(&mut self, node: Node<'a, 'i>, depth: usize) -> Result<DrawCount, ArtError> {
        if let Some(known) = counted(&self.known, node.id().get())? {
            return Ok(known);
        }
        let too_deep = || DrawingLimit::Depth { most: DEEPEST }.into();
        if depth > DEEPEST {
            return Err(too_deep());
        }
        self.known.insert(node.id().get(), None);
        let bytes: usize = node.attributes().map(|attribute| attribute.value().len()).sum();
        let letters: usize = match node.tag_name().name() {
            "text" => {
                let texts = node.descendants().filter(Node::is_text).filter_map(|child| child.text());
                texts.map(|text| text.chars().count()).sum()
            }
            _ => 0,
        };
        let whole = |count: usize| u64::try_from(count).unwrap_or(u64::MAX);
        let mut inside = DrawCount { parts: 1, bytes: whole(bytes), letters: whole(letters), height: 0 };
        for child in node.children().filter(Node::is_element) {
            inside = inside.and(self.node(child, depth + 1)?);
        }
        let links = self.links.get(&node.id().get()).cloned().unwrap_or_default();
        for (_, target) in links.iter().filter(|(link, _)| *link == ElementLink::Href) {
            inside = inside.and(self.node(*target, depth + 1)?);
        }
        let mut drawn = inside;
        for (link, target) in links {
            let times = times(link, inside);
            if times > 0 {
                drawn = drawn.and(self.referred(target, depth + 1)?.times(times));
            }
        }
        if drawn.height + depth > DEEPEST {
            return Err(too_deep());
        }
        self.known.insert(node.id().get(), Some(drawn));
        Ok(drawn)
    }

    /// Counts the parts drawn by `node` where another element references it: it inherits the paint of the elements around
    /// it.
    fn referred(&mut self, node: Node<'a, 'i>, depth: usize) -> Result<DrawCount, ArtError> {
        if let Some(known) = counted(&self.referred, node.id().get())? {
            return Ok(known);
        }
        let inside = self.node(node, depth)?;
        self.referred.insert(node.id().get(), None);
        let mut drawn = inside;
        for around in node.ancestors().skip(1) {
            for (link, target) in self.links.get(&around.id().get()).cloned().unwrap_or_default() {
                if matches!(link, ElementLink::Paint | ElementLink::Marker) {
                    drawn = drawn.and(self.referred(target, depth + 1)?.times(times(link, inside)));
                }
            }
        }
        self.referred.insert(node.id().get(), Some(drawn));
        Ok(drawn)
    }
}

/// Returns the number of times that a reference of kind `link` draws its target for the amount `inside`.
fn times(link: ElementLink, inside: DrawCount) -> u64 {
    match link {
        ElementLink::Href => 0,
        ElementLink::Once => 1,
        ElementLink::Paint => inside.parts,
        // A vertex takes two bytes of a path at least; a basic shape has four vertices.
        ElementLink::Marker => (inside.bytes / 2).saturating_add(inside.parts.saturating_mul(4)),
    }
}

/// An element for the selectors of style sheets.
struct StyledElement<'a, 'i>(Node<'a, 'i>);

impl Element for StyledElement<'_, '_> {
    fn parent_element(&self) -> Option<Self> {
        self.0.parent_element().map(StyledElement)
    }

    fn prev_sibling_element(&self) -> Option<Self> {
        self.0.prev_sibling_element().map(StyledElement)
    }

    fn has_local_name(&self, name: &str) -> bool {
        self.0.tag_name().name() == name
    }

    fn attribute_matches(&self, name: &str, operator: AttributeOperator<'_>) -> bool {
        self.0.attribute(name).is_some_and(|value| operator.matches(value))
    }

    fn pseudo_class_matches(&self, class: PseudoClass<'_>) -> bool {
        matches!(class, PseudoClass::FirstChild) && self.prev_sibling_element().is_none()
    }
}

#[cfg(test)]
mod tests {
    use super::super::refuse::checked;

    fn refused(inside: &str, why: &str) {
        let svg = format!("<svg xmlns=\"http://www.w3.org/2000/svg\" viewBox=\"0 0 10 10\">{inside}</svg>");
        let refused = checked(&svg).unwrap_err().to_string();
        assert!(refused.contains(why), "{}: {refused}", inside.chars().take(200).collect::<String>());
    }

    #[test]
    fn what_grows_is_refused() {
        // Each part has ten references to the one before.
        let grown = |part: &dyn Fn(usize) -> String| (1..10).map(part).collect::<String>();
        let uses = grown(&|n| {
            let uses = format!("<use href=\"#a{}\"/>", n - 1).repeat(10);
            format!("<g id=\"a{n}\">{uses}</g>")
        });
        refused(&format!("<defs><g id=\"a0\"><rect/></g>{uses}</defs><use href=\"#a9\"/>"), "parts");
        let patterns = grown(&|n| {
            let rects = format!("<rect fill=\"url(#p{})\"/>", n - 1).repeat(10);
            format!("<pattern id=\"p{n}\">{rects}</pattern>")
        });
        refused(&format!("<pattern id=\"p0\"><rect/></pattern>{patterns}"), "parts");
        // The same growth through a style sheet.
        let rules = grown(&|n| format!(".p{n}{{fill:url(#p{})}}", n - 1));
        let patterns =
            grown(&|n| format!("<pattern id=\"p{n}\">{}</pattern>", format!("<rect class=\"p{n}\"/>").repeat(10)));
        refused(&format!("<style>{rules}</style><pattern id=\"p0\"><rect/></pattern>{patterns}"), "parts");
        // The same growth through inherited paint.
        let patterns = grown(&|n| {
            format!("<g fill=\"url(#p{})\"><pattern id=\"p{n}\">{}</pattern></g>", n - 1, "<rect/>".repeat(10))
        });
        refused(&format!("<pattern id=\"p0\"><rect/></pattern>{patterns}"), "parts");
        // A thousand shapes painted with a pattern of a thousand.
        let thousand = "<rect/>".repeat(1000);
        refused(&format!("<pattern id=\"p\">{thousand}</pattern><g fill=\"url(#p)\">{thousand}</g>"), "parts");
        // A marker at each point of a line.
        let line = "0 0 1 1 ".repeat(10_000);
        refused(
            &format!("<marker id=\"m\"><rect/><rect/></marker><polyline marker-mid=\"url(#m)\" points=\"{line}\"/>"),
            "parts",
        );
        refused(&thousand.repeat(30), "parts");
    }

    #[test]
    fn what_refers_to_itself_or_lies_too_deep_is_refused() {
        refused("<g id=\"a\"><use href=\"#b\"/></g><g id=\"b\"><use href=\"#a\"/></g>", "itself");
        refused("<pattern id=\"p\"><rect fill=\"url(#p)\"/></pattern>", "itself");
        let deep = format!("{}{}", "<g>".repeat(3000), "</g>".repeat(3000));
        refused(&deep, "deep");
        refused(&format!("{}{}", "<g>".repeat(70), "</g>".repeat(70)), "deep");
        // Nested when drawn, although not as written.
        for link in [|n| format!("<use href=\"#a{n}\"/>"), |n| format!("<rect clip-path=\"url(#a{n})\"/>")] {
            let chain: String = (0..15_000).map(|n| format!("<g id=\"a{n}\">{}</g>", link(n + 1))).collect();
            refused(&chain, "deep");
            let back: String = (0..15_000).rev().map(|n| format!("<g id=\"a{n}\">{}</g>", link(n + 1))).collect();
            refused(&back, "deep");
        }
    }

    #[test]
    fn paths_and_texts_have_an_end() {
        let line = "L1 1 ".repeat(100_000);
        let uses = "<use href=\"#a\"/>".repeat(10);
        refused(&format!("<path id=\"a\" d=\"M0 0{line}\"/>{uses}"), "paths are longer");
        refused(&format!("<text>{}</text>", "x".repeat(6000)), "characters of text");
        let most = format!("<svg xmlns=\"http://www.w3.org/2000/svg\"><text>{}</text></svg>", "漢".repeat(5000));
        assert!(checked(&most).is_ok());
        refused(&format!("<text id=\"a\">{}</text>{uses}", "x".repeat(1000)), "characters of text");
    }
}
