//! The tree of roles and names in the page, for screen readers and tests.
//!
//! egui describes each frame as a tree of AccessKit nodes. Each node becomes an element over the canvas, at its place on
//! the screen and with its role, name and state. The elements are invisible and let the pointer through. A click or a
//! focus that a screen reader gives to an element goes back to egui as a request.

use std::cell::RefCell;
use std::collections::BTreeMap;

use egui::accesskit::{Action, ActionRequest, Node, NodeId, Role, Toggled, TreeId, TreeUpdate};
use egui::{Context, Event, FullOutput, RawInput};
use wasm_bindgen::prelude::*;
use web_sys::{Document, HtmlElement};

/// The properties of an element, by the names of their attributes; a value of `None` removes the attribute.
type Attributes = Vec<(&'static str, Option<String>)>;

/// An element and what it shows.
struct MirroredNode {
    element: HtmlElement,
    attributes: Attributes,
    text: Option<String>,
    children: Vec<NodeId>,
    place: [i32; 4],
}

/// The elements of the tree.
struct Mirror {
    document: Document,
    root: HtmlElement,
    nodes: BTreeMap<NodeId, MirroredNode>,
    requests: Vec<ActionRequest>,
    focus: Option<NodeId>,
}

thread_local! {
    static MIRROR: RefCell<Option<Mirror>> = const { RefCell::new(None) };
}

/// Mirrors the tree of `ctx` into `root` from now on.
pub(crate) fn install(ctx: &Context, root: HtmlElement) {
    let Some(document) = web_sys::window().and_then(|window| window.document()) else { return };
    let mirror = Mirror { document, root, nodes: BTreeMap::new(), requests: Vec::new(), focus: None };
    for (event, action) in [("click", Action::Click), ("focus", Action::Focus)] {
        let repaint = ctx.clone();
        let heard = Closure::<dyn FnMut(web_sys::Event)>::new(move |event: web_sys::Event| {
            request(&event, action);
            repaint.request_repaint();
        });
        // `focus` does not bubble, so that it is caught on its way down.
        let added = mirror.root.add_event_listener_with_callback_and_bool(event, heard.as_ref().unchecked_ref(), true);
        if added.is_ok() {
            heard.forget();
        }
    }
    MIRROR.set(Some(mirror));
    ctx.enable_accesskit();
    ctx.add_plugin(MirrorPlugin);
}

/// Queues the request of `event` to do `action` with its element.
fn request(event: &web_sys::Event, action: Action) {
    let element = event.target().and_then(|target| target.dyn_into::<HtmlElement>().ok());
    let node = element.and_then(|element| element.id().strip_prefix(PREFIX)?.parse().ok());
    let Some(node) = node else { return };
    event.stop_propagation();
    MIRROR.with_borrow_mut(|mirror| {
        if let Some(mirror) = mirror {
            let target_node = NodeId(node);
            mirror.requests.push(ActionRequest { action, target_tree: TreeId::ROOT, target_node, data: None });
        }
    });
}

/// The start of the elements' identifiers.
const PREFIX: &str = "node-";

/// The plugin that takes over the tree of each frame and passes requests on.
struct MirrorPlugin;

impl egui::Plugin for MirrorPlugin {
    fn debug_name(&self) -> &'static str {
        "accessibility mirror"
    }

    fn input_hook(&mut self, _: &Context, input: &mut RawInput) {
        MIRROR.with_borrow_mut(|mirror| {
            let requests = mirror.as_mut().map(|mirror| std::mem::take(&mut mirror.requests)).unwrap_or_default();
            input.events.extend(requests.into_iter().map(Event::AccessKitActionRequest));
        });
    }

    fn output_hook(&mut self, ctx: &Context, output: &mut FullOutput) {
        let Some(update) = output.platform_output.accesskit_update.take() else { return };
        let zoom = f64::from(ctx.zoom_factor());
        MIRROR.with_borrow_mut(|mirror| {
            if let Some(mirror) = mirror {
                // An element that cannot be made is missing for screen readers; the editor goes on.
                let _ = mirror.update(&update, zoom);
            }
        });
    }
}

impl Mirror {
    fn update(&mut self, update: &TreeUpdate, zoom: f64) -> Result<(), JsValue> {
        let nodes: BTreeMap<NodeId, &Node> = update.nodes.iter().map(|(id, node)| (*id, node)).collect();
        let gone: Vec<NodeId> = self.nodes.keys().filter(|id| !nodes.contains_key(id)).copied().collect();
        for id in gone {
            if let Some(old) = self.nodes.remove(&id) {
                old.element.remove();
            }
        }
        for (id, node) in &nodes {
            self.show(*id, node, zoom)?;
        }
        for (id, node) in &nodes {
            self.arrange(*id, node)?;
        }
        if let Some(top) = update.tree.as_ref().and_then(|tree| self.nodes.get(&tree.root))
            && top.element.parent_element().is_none()
        {
            self.root.append_child(&top.element)?;
        }
        if self.focus != Some(update.focus) {
            self.focus = Some(update.focus);
            // The keyboard is with the canvas or with the field that takes its text.
            if let Some(active) = self.document.active_element() {
                active.set_attribute("aria-activedescendant", &format!("{PREFIX}{}", update.focus.0))?;
            }
        }
        Ok(())
    }

    /// Creates or updates the element of `node`.
    fn show(&mut self, id: NodeId, node: &Node, zoom: f64) -> Result<(), JsValue> {
        if !self.nodes.contains_key(&id) {
            let element: HtmlElement = self.document.create_element("div")?.dyn_into()?;
            element.set_id(&format!("{PREFIX}{}", id.0));
            element.set_tab_index(-1);
            let new = MirroredNode {
                element,
                attributes: Vec::new(),
                text: None,
                children: Vec::new(),
                place: [i32::MIN; 4],
            };
            self.nodes.insert(id, new);
        }
        let Some(shown) = self.nodes.get_mut(&id) else { return Ok(()) };
        let attributes = attributes(node);
        if shown.attributes != attributes {
            for (name, value) in &attributes {
                match value {
                    Some(value) => shown.element.set_attribute(name, value)?,
                    None => shown.element.remove_attribute(name)?,
                }
            }
            shown.attributes = attributes;
        }
        let text = if node.children().is_empty() { node.value().map(str::to_owned) } else { None };
        if shown.text != text {
            shown.element.set_text_content(text.as_deref());
            shown.text = text;
            shown.children.clear();
        }
        if let Some(bounds) = node.bounds() {
            #[expect(clippy::cast_possible_truncation, reason = "positions on a screen")]
            let place =
                [bounds.x0, bounds.y0, bounds.width(), bounds.height()].map(|side| (side * zoom).round() as i32);
            if shown.place != place {
                let style = shown.element.style();
                for (name, side) in ["left", "top", "width", "height"].into_iter().zip(place) {
                    style.set_property(name, &format!("{side}px"))?;
                }
                shown.place = place;
            }
        }
        Ok(())
    }

    /// Puts the children of `node` into its element, in order.
    fn arrange(&mut self, id: NodeId, node: &Node) -> Result<(), JsValue> {
        let children: Vec<NodeId> =
            node.children().iter().filter(|child| self.nodes.contains_key(child)).copied().collect();
        let Some(parent) = self.nodes.get(&id) else { return Ok(()) };
        if parent.children == children {
            return Ok(());
        }
        for child in children.iter().filter_map(|child| self.nodes.get(child)) {
            parent.element.append_child(&child.element)?;
        }
        if let Some(parent) = self.nodes.get_mut(&id) {
            parent.children = children;
        }
        Ok(())
    }
}

/// Returns the role of ARIA, or `None` for text and mere groups.
fn role(node: &Node) -> Option<&'static str> {
    Some(match node.role() {
        Role::Alert => "alert",
        Role::Banner => "banner",
        Role::Button | Role::DefaultButton => "button",
        Role::Cell => "cell",
        Role::CheckBox => "checkbox",
        Role::ColumnHeader => "columnheader",
        Role::ComboBox | Role::EditableComboBox => "combobox",
        Role::Complementary => "complementary",
        Role::ContentInfo => "contentinfo",
        Role::Dialog => "dialog",
        Role::Grid => "grid",
        Role::GridCell => "gridcell",
        // A group without a name says nothing.
        Role::Group | Role::Window | Role::Pane if node.label().is_none() => return None,
        Role::Group | Role::Window | Role::Pane => "group",
        Role::Heading => "heading",
        Role::Image | Role::Canvas => "img",
        Role::Link => "link",
        Role::List => "list",
        Role::ListBox => "listbox",
        Role::ListBoxOption | Role::MenuListOption => "option",
        Role::ListItem => "listitem",
        Role::Log => "log",
        Role::Main => "main",
        Role::Menu => "menu",
        Role::MenuBar => "menubar",
        Role::MenuItem => "menuitem",
        Role::MenuItemCheckBox => "menuitemcheckbox",
        Role::MenuItemRadio => "menuitemradio",
        Role::Navigation => "navigation",
        Role::ProgressIndicator | Role::Meter => "progressbar",
        Role::RadioButton => "radio",
        Role::RadioGroup => "radiogroup",
        Role::Region => "region",
        Role::Row => "row",
        Role::RowHeader => "rowheader",
        Role::ScrollBar => "scrollbar",
        Role::SearchInput => "searchbox",
        Role::Slider => "slider",
        Role::SpinButton | Role::NumberInput => "spinbutton",
        Role::Splitter => "separator",
        Role::Status => "status",
        Role::Switch => "switch",
        Role::Tab => "tab",
        Role::TabList => "tablist",
        Role::TabPanel => "tabpanel",
        Role::Table => "table",
        Role::TextInput | Role::MultilineTextInput | Role::PasswordInput => "textbox",
        Role::Toolbar => "toolbar",
        Role::Tree => "tree",
        Role::TreeItem => "treeitem",
        Role::Tooltip => "tooltip",
        _ => return None,
    })
}

/// Returns the attributes of the element of `node`.
fn attributes(node: &Node) -> Attributes {
    let flag = |value: bool| value.then(|| "true".to_owned());
    let role = role(node);
    let toggled = node.toggled().map(|toggled| match toggled {
        Toggled::True => "true".to_owned(),
        Toggled::False => "false".to_owned(),
        Toggled::Mixed => "mixed".to_owned(),
    });
    // A button that stays down is pressed, all others are checked.
    let (pressed, checked) = if role == Some("button") { (toggled, None) } else { (None, toggled) };
    let number = |value: Option<f64>| value.map(|value| value.to_string());
    vec![
        ("role", role.map(str::to_owned)),
        ("aria-label", node.label().map(str::to_owned)),
        ("aria-level", node.level().map(|level| level.to_string())),
        ("aria-description", node.description().map(str::to_owned)),
        ("aria-disabled", flag(node.is_disabled())),
        ("aria-hidden", flag(node.is_hidden())),
        ("aria-modal", flag(node.is_modal())),
        ("aria-multiline", flag(node.role() == Role::MultilineTextInput)),
        ("aria-pressed", pressed),
        ("aria-checked", checked),
        ("aria-selected", node.is_selected().map(|selected| selected.to_string())),
        ("aria-expanded", node.is_expanded().map(|expanded| expanded.to_string())),
        ("aria-valuenow", number(node.numeric_value())),
        ("aria-valuemin", number(node.min_numeric_value())),
        ("aria-valuemax", number(node.max_numeric_value())),
        ("aria-valuetext", node.numeric_value().and_then(|_| node.value().map(str::to_owned))),
        ("aria-live", node.live().map(|live| format!("{live:?}").to_lowercase())),
    ]
}
