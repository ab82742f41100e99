//! Standard components with few variations: zones, map controls, dice, charts.

use battlewright_schema::ZoneView;

use super::charts::ChartSheet;
use super::element::ModuleElement;

/// The source of location names within a zone.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum PlaceName {
    /// The zone's grid.
    OfHex,
    /// The zone itself, for zones without a grid.
    OfZone,
}

/// Returns a zone of a board. By default VASSAL names every location after its zone; `places` can select the grid.
pub(super) fn zone(name: &str, path: &[(i32, i32)], places: PlaceName) -> ModuleElement {
    let format = match places {
        PlaceName::OfHex => "$gridLocation$",
        PlaceName::OfZone => "$name$",
    };
    let path: Vec<String> = path.iter().map(|(x, y)| format!("{x},{y}")).collect();
    ModuleElement::new("module.map.boardPicker.board.mapgrid.Zone").with("name", name).with("path", path.join(";")).set(
        [("highlightProperty", ""), ("locationFormat", format), ("useHighlight", "false"), ("useParentGrid", "false")],
    )
}

/// The property of zones and counters with the id of their setup zone.
pub(super) const SETUP_ZONE: &str = "SetupZone";
/// The property of zones with the ends of a string setup.
pub(super) const SETUP_STRING: &str = "SetupString";

/// Returns the properties that let an import recognize `zone`.
pub(super) fn setup_properties(zone: &ZoneView<'_>) -> impl Iterator<Item = ModuleElement> {
    let property = |name: &str, value: &str| {
        ModuleElement::new("module.properties.ZoneProperty")
            .with("name", name)
            .with("initialValue", value)
            .with("isNumeric", false)
    };
    let string = zone.string.map(|[from, to]| property(SETUP_STRING, &format!("{from} {to}")));
    std::iter::once(property(SETUP_ZONE, zone.id.as_str())).chain(string)
}

/// Returns the components for moving, viewing and zooming on a map; without them, pieces cannot be moved.
pub(super) fn services() -> impl Iterator<Item = ModuleElement> {
    const NAMES: [&str; 9] = [
        "StackMetrics",
        "ForwardToKeyBuffer",
        "Scroller",
        "ForwardToChatter",
        "MenuDisplayer",
        "MapCenterer",
        "StackExpander",
        "PieceMover",
        "KeyBufferer",
    ];
    let plain = NAMES.into_iter().map(|name| ModuleElement::new(format!("module.map.{name}")));
    let shown = [
        ModuleElement::new("module.map.SelectionHighlighters"),
        ModuleElement::new("module.map.HighlightLastMoved").set([
            ("color", "216,112,32"),
            ("enabled", "true"),
            ("thickness", "2"),
        ]),
        ModuleElement::new("module.map.CounterDetailViewer").set([
            ("delay", "700"),
            ("display", "from top-most layer only"),
            ("minDisplayPieces", "2"),
            ("showgraph", "true"),
            ("showtext", "true"),
            ("summaryReportFormat", "$LocationName$"),
        ]),
        ModuleElement::new("module.map.Zoomer")
            .set([("zoomLevels", "0.25,0.35,0.5,0.75,1.0,1.5,2.0"), ("zoomStart", "4")]),
        ModuleElement::new("module.map.ImageSaver").set([
            ("buttonText", ""),
            ("icon", "/images/camera.gif"),
            ("tooltip", "Save map as picture"),
        ]),
    ];
    plain.chain(shown)
}

/// Returns a button that rolls `count` dice.
pub(super) fn dice(count: u8) -> ModuleElement {
    let name = format!("{count}d6");
    ModuleElement::new("module.DiceButton")
        .with("name", &name)
        .with("nDice", count)
        .with("text", &name)
        .with("tooltip", format!("Roll {name}"))
        .set([
            ("addToTotal", "0"),
            ("hotkey", ""),
            ("icon", "/images/die.gif"),
            ("nSides", "6"),
            ("plus", "0"),
            ("prompt", "false"),
            ("reportFormat", "** $name$ = $result$ *** <$PlayerName$>"),
            ("reportTotal", if count > 1 { "true" } else { "false" }),
        ])
}

/// Returns the window of charts.
pub(super) fn chart_window(charts: &[ChartSheet]) -> ModuleElement {
    let pages = charts
        .iter()
        .map(|chart| ModuleElement::new("widget.Chart").with("chartName", &chart.title).with("fileName", &chart.file));
    ModuleElement::new("module.ChartWindow")
        .set([
            ("description", ""),
            ("hotkey", ""),
            ("icon", "/images/chart.gif"),
            ("name", "Charts"),
            ("text", ""),
            ("tooltip", "Charts"),
        ])
        .holding(ModuleElement::new("widget.TabWidget").with("entryName", "Charts").holding_all(pages))
}
