//! The options of the tool in hand, in a place of their own below the fields of the inspector.
//!
//! Nothing moves under the pointer: the place is as high as all options that its tool can have, what one option makes
//! useless is shown but cannot be used, and what comes and goes stands last.

use battlewright_schema::{HexsideKind, LabelSize, LabelStyle};
use egui::{Frame, Margin, Panel, ScrollArea, Sense, Stroke, Ui, vec2};

use super::{PanelContext, field};
use crate::act::Act;
use crate::canvas::ink;
use crate::command::Command;
use crate::region::RegionContents;
use crate::tools::{HeightChange, PaintLayer, ToolKind, ToolOptions, WIDEST, lists, wish};

/// The height of a swatch of the terrain legend.
const SWATCH: f32 = 26.0;

/// The part of the inspector's height that the options take at the most.
const MOST: f32 = 0.55;

/// Draws the options of the tool in hand in their place, if it has any.
pub fn place(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let Some((lines, swatches)) = rows(shown) else { return };
    let (line, gap) = (ui.spacing().interact_size.y, ui.spacing().item_spacing.y);
    let count = |rows: usize| f32::from(u16::try_from(rows).unwrap_or(u16::MAX));
    let height = count(lines + 1) * (line + gap) + count(swatches) * (SWATCH + gap) + 16.0;
    let height = height.min(ui.available_height() * MOST).floor();
    let frame = Frame::NONE.inner_margin(Margin { top: 4, ..Margin::ZERO });
    Panel::bottom("tool options").frame(frame).resizable(false).exact_size(height).show(ui, |ui| {
        let area = ScrollArea::vertical().id_salt(("tool options", shown.tool)).auto_shrink(false);
        area.show(ui, |ui| self::ui(ui, shown, acts));
    });
}

/// The lines and the swatches that the options of the tool in hand take at the most; `None` if it has none.
fn rows(shown: &PanelContext<'_>) -> Option<(usize, usize)> {
    let swatches = shown.common().terrain().len();
    Some(match shown.tool {
        ToolKind::Picker => (0, swatches),
        ToolKind::Brush => (1, swatches),
        ToolKind::Fill | ToolKind::Replace => (1, swatches),
        ToolKind::Line | ToolKind::Rectangle => (2, swatches),
        ToolKind::Region => (8, 0),
        ToolKind::Elevation => (4, 0),
        ToolKind::Hexside | ToolKind::Entry | ToolKind::Exit => (1, 0),
        ToolKind::Victory | ToolKind::Label => (2, 0),
        ToolKind::Unit => (5, 0),
        ToolKind::Zone => (3, 0),
        ToolKind::Select | ToolKind::Road | ToolKind::Place | ToolKind::LineOfSight | ToolKind::Measure => return None,
    })
}

fn ui(ui: &mut Ui, shown: &PanelContext<'_>, acts: &mut Vec<Act>) {
    let mut options = shown.options.clone();
    title(ui, shown);
    match shown.tool {
        ToolKind::Brush | ToolKind::Picker => {
            if shown.tool == ToolKind::Brush {
                width(ui, true, &mut options);
            }
            swatches(ui, shown, &mut options);
        }
        ToolKind::Line | ToolKind::Rectangle | ToolKind::Fill | ToolKind::Replace => {
            let layers = PaintLayer::ALL.map(|layer| (layer, layer.name().to_owned()));
            let help = "Whether the tool works on the terrain of the hexes or on how high they are.";
            if let Some(layer) = field::choice(ui, "Works on", help, &options.layer, &layers) {
                options.layer = layer;
            }
            if matches!(shown.tool, ToolKind::Line | ToolKind::Rectangle) {
                width(ui, true, &mut options);
            }
            match options.layer {
                PaintLayer::Terrain => swatches(ui, shown, &mut options),
                PaintLayer::Levels => level(ui, true, acts, &mut options),
            }
        }
        ToolKind::Region => {
            let ways = [(false, "Rectangles".to_owned()), (true, "The brush".to_owned())];
            let help = "Whether a drag selects columns and rows, or the hexes that it passes over.";
            if let Some(lasso) = field::choice(ui, "Selects by", help, &options.lasso, &ways) {
                options.lasso = lasso;
            }
            width(ui, options.lasso, &mut options);
            carried(ui, &mut options.carry);
        }
        ToolKind::Elevation => {
            let rises = HeightChange::ALL.map(|rise| (rise, rise.name().to_owned()));
            let help = "What the tool does to the ground; Shift turns up into down.";
            if let Some(rise) = field::choice(ui, "Does", help, &options.rise, &rises) {
                options.rise = rise;
            }
            level(ui, options.rise == HeightChange::Set, acts, &mut options);
            width(ui, true, &mut options);
            if shown.common().steep().is_some() {
                ui.add_space(2.0);
                let help = Command::Slopes.entry().map_or("", |entry| entry.help);
                if ui.button("Slopes from levels").on_hover_text(help).clicked() {
                    acts.push(Act::Command(Command::Slopes));
                }
            }
        }
        ToolKind::Hexside => {
            use HexsideKind::{Bridge, River, Slope, Stream, Wall};
            let kinds = [Stream, River, Bridge, Slope, Wall].map(|kind| (kind, capital(kind.name())));
            if let Some(kind) = field::choice(ui, "Kind", "What to draw along the hexsides.", &options.hexside, &kinds)
            {
                options.hexside = kind;
            }
        }
        ToolKind::Entry | ToolKind::Exit => {
            side(ui, shown, &mut options);
        }
        ToolKind::Victory => {
            side(ui, shown, &mut options);
            let lists: Vec<(usize, String)> =
                lists(shown.common(), &options).into_iter().map(|list| list.name).enumerate().collect();
            if !lists.is_empty() {
                let list = options.list.min(lists.len() - 1);
                let help = "The condition that a click adds a place to, or takes it from.";
                if let Some(list) = field::choice(ui, "Condition", help, &list, &lists) {
                    options.list = list;
                }
            }
        }
        ToolKind::Unit => {
            side(ui, shown, &mut options);
            let turns = shown.common().turns().count;
            let mut all = vec![(0, "At the start".to_owned())];
            all.extend((1..=turns).map(|turn| (turn, format!("Enters on turn {turn}"))));
            let help = "Whether new units start on the map or come on later, at the entry that you click.";
            if let Some(turn) = field::choice(ui, "Arrives", help, &options.turn, &all) {
                options.turn = turn;
            }
            recruits(ui, shown, &mut options, acts);
        }
        ToolKind::Zone => {
            let zones = shown.common().zones();
            let mut all = vec![(None, "New zone".to_owned())];
            all.extend(zones.iter().enumerate().map(|(at, zone)| (Some(at), zone.name.to_owned())));
            let help = "The zone whose hexes the tool adds and takes away.";
            // The zone may be gone meanwhile; what is drawn then is a new one.
            let zone = options.zone.filter(|at| *at < zones.len());
            if let Some(zone) = field::choice(ui, "Zone", help, &zone, &all) {
                options.zone = zone;
            }
            let parts = [(false, "Hexes".to_owned()), (true, "Ends of a string".to_owned())];
            let help = "Its hexes, or the two ends of a string of hexes that its units must form.";
            if let Some(string) = field::choice(ui, "Draws", help, &options.string, &parts) {
                options.string = string;
            }
            width(ui, !options.string, &mut options);
        }
        ToolKind::Label => {
            let sizes = [(LabelSize::Small, "Small"), (LabelSize::Medium, "Medium"), (LabelSize::Large, "Large")];
            let sizes = sizes.map(|(size, name)| (size, name.to_owned()));
            if let Some(size) = field::choice(ui, "Size", "How large new labels are.", &options.label_size, &sizes) {
                options.label_size = size;
            }
            use LabelStyle::{Height, Land, Water, Woods};
            let styles = [(Land, "Land"), (Woods, "Woods"), (Water, "Water"), (Height, "Height")];
            let styles = styles.map(|(style, name)| (style, name.to_owned()));
            let help = "What new labels name, which says how they are printed.";
            if let Some(style) = field::choice(ui, "Names", help, &options.label_style, &styles) {
                options.label_style = style;
            }
        }
        ToolKind::Select | ToolKind::Road | ToolKind::Place | ToolKind::LineOfSight | ToolKind::Measure => {}
    }
    if options != *shown.options {
        acts.push(Act::Options(options));
    }
}

fn title(ui: &mut Ui, shown: &PanelContext<'_>) {
    field::heading(ui, &format!("{} tool", shown.tool.name()));
}

fn side(ui: &mut Ui, shown: &PanelContext<'_>, options: &mut ToolOptions) {
    let sides: Vec<(usize, String)> =
        shown.common().sides().iter().enumerate().map(|(n, side)| (n, side.name.to_owned())).collect();
    if let Some(side) = field::choice(ui, "For", "The side that the tool works for.", &options.side, &sides) {
        options.side = side;
    }
}

/// The options of new units.
fn recruits(ui: &mut Ui, shown: &PanelContext<'_>, options: &mut ToolOptions, acts: &mut Vec<Act>) {
    let common = shown.common();
    let kinds: Vec<(usize, String)> = common.kinds().iter().map(|kind| kind.name.to_owned()).enumerate().collect();
    let was = (options.side, options.kind, options.formation);
    if let Some(kind) = field::choice(ui, "Arm", "The symbol on the counter.", &options.kind, &kinds) {
        options.kind = kind;
    }
    let Ok(wish) = wish(common, options) else { return };
    let formations = common.formations().into_iter().enumerate().filter(|(_, row)| *row.side == wish.side);
    let formations: Vec<(usize, String)> = formations.map(|(at, row)| (at, row.name.to_owned())).collect();
    if let Some((first, _)) = formations.first() {
        let now = options.formation.filter(|at| formations.iter().any(|(other, _)| other == at)).unwrap_or(*first);
        let help = "The formation that new units belong to.";
        if let Some(formation) = field::choice(ui, "Formation", help, &now, &formations) {
            options.formation = Some(formation);
        }
    }
    // Another kind of unit is as good as its own like.
    if was != (options.side, options.kind, options.formation) {
        options.rating = None;
    }
    match common.recruit(&wish) {
        Ok(recruit) => {
            let rating = common.rating();
            let help = format!("The {} of new units: as others of their kind have it, until you choose.", rating.name);
            let label = format!("New {}", rating.short);
            let range = rating.least..=rating.most;
            if let Some((_, rating)) = field::number(ui, acts, &label, &help, recruit.rating, range, "") {
                options.rating = Some(rating);
            }
        }
        Err(why) => {
            ui.weak(why.to_string());
        }
    }
}

/// The things that go along with a region.
fn carried(ui: &mut Ui, carry: &mut RegionContents) {
    let rows = [
        (&mut carry.terrain, "With terrain", "Moving, pasting and clearing change the terrain."),
        (&mut carry.levels, "With levels", "They change how high the ground is."),
        (&mut carry.hexsides, "With hexsides", "Streams and the like go along where they lie wholly within."),
        (&mut carry.roads, "With roads", "Roads go along as far as they lie within."),
        (&mut carry.places, "With names", "Places and labels go along; a copy of a place gets an id of its own."),
        (&mut carry.units, "With units", "Units go along; a copy of one gets an id of its own."),
    ];
    for (value, label, help) in rows {
        if let Some(checked) = field::check(ui, label, help, *value) {
            *value = checked;
        }
    }
}

/// A field for the level that is set, if one is.
fn level(ui: &mut Ui, used: bool, acts: &mut Vec<Act>, options: &mut ToolOptions) {
    let help = "The level that the tool sets; 1 is the lowest. Alt-click takes up that of a hex.";
    let number = |ui: &mut Ui| field::number(ui, acts, "To level", help, options.level, 1..=9, "");
    if let Some((_, level)) = ui.add_enabled_ui(used, number).inner {
        options.level = level;
    }
}

/// A choice of the width of the brush, if one is used.
fn width(ui: &mut Ui, used: bool, options: &mut ToolOptions) {
    let hexes = |size: u8| if size == 1 { "1 hex".to_owned() } else { format!("{} hexes", size * 2 - 1) };
    let sizes: Vec<(u8, String)> = (1..=WIDEST).map(|size| (size, hexes(size))).collect();
    let help = "How many hexes are painted at once; [ and ] change it. Of a rectangle, how thick its outline is.";
    let choice = |ui: &mut Ui| field::choice(ui, "Width", help, &options.size, &sizes);
    if let Some(size) = ui.add_enabled_ui(used, choice).inner {
        options.size = size;
    }
}

/// The terrain legend as buttons.
pub(crate) fn swatches(ui: &mut Ui, shown: &PanelContext<'_>, options: &mut ToolOptions) {
    for terrain in shown.common().terrain() {
        let selected = terrain.letter.0 == options.letter;
        let (rect, response) = ui.allocate_exact_size(vec2(ui.available_width(), SWATCH), Sense::click());
        response.widget_info(|| egui::WidgetInfo::selected(egui::Role::RadioButton, true, selected, terrain.name));
        let painter = ui.painter();
        if selected {
            painter.rect_filled(rect, 4.0, ui.visuals().selection.bg_fill);
        } else if response.hovered() {
            painter.rect_filled(rect, 4.0, ui.visuals().widgets.hovered.weak_bg_fill);
        }
        let (fill, line) = ink::ground(terrain.look);
        let fill = terrain.color.map_or(fill, ink::color);
        let swatch = egui::Rect::from_center_size(rect.left_center() + vec2(20.0, 0.0), vec2(26.0, 18.0));
        painter.rect(swatch, 3.0, fill, Stroke::new(1.0, line), egui::StrokeKind::Inside);
        let body = egui::TextStyle::Body.resolve(ui.style());
        let color = if selected { ui.visuals().selection.stroke.color } else { ui.visuals().text_color() };
        let at = rect.left_center() + vec2(42.0, 0.0);
        painter.text(at, egui::Align2::LEFT_CENTER, terrain.name, body, color);
        let mono = egui::TextStyle::Monospace.resolve(ui.style());
        let at = rect.right_center() - vec2(10.0, 0.0);
        painter.text(at, egui::Align2::RIGHT_CENTER, terrain.letter, mono, ui.visuals().weak_text_color());
        if response.on_hover_text(format!("Paint {} (letter {} in the file)", terrain.name, terrain.letter)).clicked() {
            options.letter = terrain.letter.0;
        }
    }
}

fn capital(word: &str) -> String {
    let mut letters = word.chars();
    letters.next().map_or_else(String::new, |first| first.to_uppercase().chain(letters).collect())
}
