//! The counters of a module: their pictures and actions.

use std::collections::BTreeSet;

use battlewright_engine::game::Side;
use battlewright_engine::show::{Marker, Piece, Symbol};
use battlewright_schema::{Arm, Common, Face, Start, UnitView};
use emath::{Pos2, Vec2};
use resvg::tiny_skia::Pixmap;

use super::element::ModuleElement;
use super::sequence::{self, Trait, join};
use crate::draw::counters::{self, CounterStyle};
use crate::draw::{Counters, Shape, both_sides};
use crate::paint::PaintError;
use crate::paint::pixels::Canvas;
use crate::parallel::{Workers, each_in_order};
use crate::scene::Scene;

/// The width and height of a counter, in pixels.
pub(super) const WIDE: u16 = 75;

/// The width of the counter within those pixels; the rest is for its shadow.
const BODY: f32 = 69.0;

/// A counter of the module.
pub(super) struct Counter {
    /// The name.
    pub(super) name: String,
    /// The label.
    pub(super) label: String,
    /// The index of its side; `None` for a marker of both sides.
    pub(super) side: Option<usize>,
    /// The start; `None` for a marker.
    pub(super) start: Option<Start>,
    /// The number of copies.
    pub(super) count: u16,
    /// The picture files, front first; only one if both sides look the same.
    pub(super) pictures: Vec<String>,
    /// The names of both sides, if they differ.
    faces: [String; 2],
    /// The names of its prototypes.
    prototypes: Vec<String>,
    /// The properties of its own.
    marks: Vec<(&'static str, String)>,
}

/// The name and content of a file of the archive.
pub(super) type CounterFile = (String, Vec<u8>);

/// A counter with the pictures of its sides.
struct CounterPictures {
    counter: Counter,
    pictures: Vec<Vec<u8>>,
}

/// Returns all counters, followed by the markers, with their pictures as files of the archive.
pub(super) fn all(scene: &Scene<'_>) -> Result<(Vec<Counter>, Vec<CounterFile>), PaintError> {
    let crowd = Counters::of(scene.scenario(), &scene.options().art);
    let markers = battlewright_engine::any::markers(scene.scenario());
    let (mut all, mut files) = (Vec::new(), Vec::new());
    let mut take = |CounterPictures { counter, pictures }| {
        files.extend(counter.pictures.iter().map(|name| format!("images/{name}")).zip(pictures));
        all.push(counter);
    };
    let piece = |index, piece: &Piece| one(scene, &crowd, index, piece);
    each_in_order(&crowd.pieces, Workers::default(), piece, |made| {
        made.map(|made| made.into_iter().for_each(&mut take))
    })?;
    let marker = |index, marker: &Marker| of_marker(scene, &crowd, index, marker);
    each_in_order(&markers, Workers::default(), marker, |made| made.map(&mut take))?;
    Ok((all, files))
}

/// Returns the counter at `index` with its pictures; `None` if the scenario lacks it.
fn one(
    scene: &Scene<'_>,
    crowd: &Counters,
    index: usize,
    piece: &Piece,
) -> Result<Option<CounterPictures>, PaintError> {
    let common = scene.scenario().common();
    let Some(unit) = crowd.counter(index).and_then(|counter| common.counter(counter)) else { return Ok(None) };
    let side = piece.side.index();
    let both = both_sides(piece, &unit);
    let faces = both.each_ref().map(|piece| piece.face.name.unwrap_or_default());
    let [front, back] = both.map(|piece| painted(&piece, &scene.manner(crowd, &piece)));
    let (mut drawn, back) = (vec![front?], back?);
    if back != drawn[0] {
        drawn.push(back);
    }
    let names = ["front", "back"].map(|face| format!("{:03}-{}-{face}.png", index + 1, slug(unit.id.as_str())));
    let mut prototypes = vec![BASE.to_owned(), side_prototype(common, side), arm_prototype(arm(piece.symbol))];
    prototypes.extend(unit.formation.map(|name| formation_prototype(common, side, name)));
    let counter = Counter {
        name: unit.name.to_owned(),
        label: unit.label.to_owned(),
        side: Some(side),
        start: Some(unit.start.clone()),
        count: 1,
        pictures: names.into_iter().take(drawn.len()).collect(),
        faces: faces.map(str::to_owned),
        prototypes,
        marks: marks(common, &unit),
    };
    Ok(Some(CounterPictures { counter, pictures: drawn }))
}

/// Returns the marker at `index` with its pictures.
fn of_marker(
    scene: &Scene<'_>,
    crowd: &Counters,
    index: usize,
    marker: &Marker,
) -> Result<CounterPictures, PaintError> {
    let [front, back] = &marker.faces;
    let mut drawn = vec![painted(front, &scene.manner(crowd, front))?];
    if back != front {
        drawn.push(painted(back, &scene.manner(crowd, back))?);
    }
    let name = marker.name();
    let names = ["front", "back"].map(|face| format!("marker-{:03}-{}-{face}.png", index + 1, slug(&name)));
    let side = marker.side().map(Side::index);
    let mut prototypes = vec![BASE.to_owned(), MARKER.to_owned()];
    prototypes.extend(side.map(|side| side_prototype(scene.scenario().common(), side)));
    let counter = Counter {
        label: String::new(),
        side,
        start: None,
        count: marker.count,
        pictures: names.into_iter().take(drawn.len()).collect(),
        faces: marker.faces.each_ref().map(|face| face.name.clone()),
        prototypes,
        marks: vec![("Name", name.clone())],
        name,
    };
    Ok(CounterPictures { counter, pictures: drawn })
}

/// Paints a counter as a PNG.
fn painted(piece: &Piece, manner: &CounterStyle) -> Result<Vec<u8>, PaintError> {
    let mut shapes = Vec::new();
    let room = (f32::from(WIDE) - BODY) / 2.0;
    let center = Pos2::new(1.0, 1.0) + Vec2::splat(BODY / 2.0) + Vec2::new(room * 0.3, room * 0.1);
    counters::counter(&mut shapes, center, BODY, piece, manner);
    picture(&shapes, (u32::from(WIDE), u32::from(WIDE)), false)
}

/// Paints shapes as a PNG, on white `paper` or transparent.
pub(super) fn picture(shapes: &[Shape], (width, height): (u32, u32), paper: bool) -> Result<Vec<u8>, PaintError> {
    let mut pixels = Pixmap::new(width, height).ok_or(PaintError::NoRoom)?;
    if paper {
        pixels.fill(resvg::tiny_skia::Color::WHITE);
    }
    let mut canvas = Canvas::new(pixels.as_mut(), Pos2::ZERO, 1.0);
    canvas.paint(shapes);
    canvas.finish();
    Ok(pixels.encode_png()?)
}

/// Returns a portable file name.
pub(crate) fn slug(text: &str) -> String {
    let plain = |c: char| if c.is_ascii_alphanumeric() { c.to_ascii_lowercase() } else { '-' };
    let slug: String = text.chars().take(40).map(plain).collect();
    slug.trim_matches('-').to_owned()
}

/// Returns the name of the arm.
fn arm(symbol: Symbol) -> &'static str {
    match symbol {
        Symbol::Infantry => "Infantry",
        Symbol::Cavalry => "Cavalry",
        Symbol::Artillery | Symbol::MachineGun => "Artillery",
        Symbol::Tank => "Tank",
        Symbol::Aircraft => "Aircraft",
        Symbol::Headquarters => "Headquarters",
        Symbol::Badge | Symbol::Flag | Symbol::Token => MARKER,
    }
}

/// The prototype of all counters and markers.
const BASE: &str = "Counter";

/// The further prototype of all markers.
const MARKER: &str = "Marker";

fn side_prototype(common: &dyn Common, side: usize) -> String {
    format!("Side {}", side_name(common, side))
}

/// The beginning of the names of the prototypes of arms.
const ARM: &str = "Arm ";

fn arm_prototype(arm: &str) -> String {
    format!("{ARM}{arm}")
}

fn formation_prototype(common: &dyn Common, side: usize, name: &str) -> String {
    format!("Formation {}, {name}", side_name(common, side))
}

/// Returns the name of the side at an index.
pub(super) fn side_name(common: &dyn Common, side: usize) -> String {
    common.sides().get(side).map(|side| side.name.to_owned()).unwrap_or_default()
}

/// Returns the properties of a unit.
fn marks(common: &dyn Common, unit: &UnitView<'_>) -> Vec<(&'static str, String)> {
    let mut marks = vec![("Id", unit.id.to_string()), ("Name", unit.name.to_owned()), ("Label", unit.label.to_owned())];
    marks.push((common.rating().short, unit.rating.to_string()));
    marks.extend(unit.face.text().map(|values| ("Values", values.to_owned())));
    marks.extend(unit.reverse().and_then(Face::text).map(|values| ("Reverse", values.to_owned())));
    let [front, back] = unit.sides.each_ref().map(Face::points);
    marks.extend(front.map(|points| ("Movement", points.to_string())));
    marks.extend(back.filter(|_| back != front).map(|points| ("MovementReverse", points.to_string())));
    if unit.arm == Arm::Headquarters {
        // The orders of each side are not among its figures.
        let names = unit.sides.each_ref().map(|side| side.name);
        marks.extend(
            ["Face", "FaceReverse"].into_iter().zip(names).filter_map(|(mark, name)| Some((mark, name?.to_owned()))),
        );
    }
    match &unit.start {
        Start::Nowhere => {}
        Start::OnTable(position) => marks.push(("Setup", position.at.to_string())),
        Start::At(hex) => marks.push(("Setup", hex.to_string())),
        Start::Enters { turn, at, .. } => {
            marks.push(("EntryTurn", turn.to_string()));
            marks.push(("Entry", at.to_string()));
        }
        Start::Zone(zone) => marks.push(("SetupZone", zone.to_string())),
    }
    marks
}

impl Counter {
    /// Returns the counter as a slot with this id.
    pub(super) fn slot(&self, id: u32) -> ModuleElement {
        let mut traits = Vec::new();
        if let [_, _] = self.pictures.as_slice() {
            traits.push(self.sides());
        }
        traits.extend(self.prototypes.iter().map(|name| Trait::prototype(name)));
        traits.extend(self.marks.iter().map(|(name, value)| Trait::mark(name, value)));
        // A layer shows the picture of a counter with two sides.
        let image = if self.pictures.len() == 1 { self.pictures[0].as_str() } else { "" };
        traits.push(Trait::basic(image, &self.title(), id));
        ModuleElement::new("widget.PieceSlot")
            .with("entryName", self.title())
            .with("gpid", id)
            .with("height", WIDE)
            .with("width", WIDE)
            .text(&sequence::piece(&traits))
    }

    /// Returns `true` for a marker.
    pub(super) fn is_marker(&self) -> bool {
        self.start.is_none()
    }

    /// Returns the name, with the label unless the name contains it.
    pub(super) fn title(&self) -> String {
        if self.label.is_empty() || self.name.contains(&self.label) {
            self.name.clone()
        } else {
            format!("{} ({})", self.name, self.label)
        }
    }

    /// Returns the layer trait that shows either side, flipped by Ctrl-F.
    fn sides(&self) -> Trait {
        let names =
            self.faces.each_ref().map(|face| if face.is_empty() { String::new() } else { format!("+ - {face}") });
        let (pictures, names) = (join(&self.pictures, ','), join(&names, ','));
        Trait::new(
            &[
                "emb2", "", "128", "", "Flip", "128", "F", "", "128", "", "", "", "1", "false", "0", "0", &pictures,
                &names, "true", "Side up", "", "", "false", "", "1", "1", "true", "", FLIP, "",
            ],
            "1",
        )
    }
}

// Keys as key code and the modifier mask of Ctrl.
const FLIP: &str = "70,130";
const DELETE: &str = "68,130";
const MOVED: &str = "77,130";
const TRAIL: &str = "84,130";
const CLONE: &str = "67,130";

/// Returns the shared prototypes: actions of all counters, sides, arms and formations.
pub(super) fn prototypes(common: &dyn Common, all: &[Counter]) -> ModuleElement {
    let define = |name: &str, traits: Vec<Trait>| {
        let mut traits = traits;
        traits.push(Trait::new(&["piece", "", "", "", ""], "null;0;0;;0"));
        ModuleElement::new("module.PrototypeDefinition")
            .with("name", name)
            .with("description", "")
            .text(&sequence::piece(&traits))
    };
    let keys = join([FLIP, DELETE, MOVED], ',');
    let base = vec![
        Trait::new(&["report", &keys, "$location$: $newPieceName$ $menuCommand$ *", "", "", "", "true"], "-1"),
        Trait::new(&["markmoved", "/images/moved.gif", "30", "-36", "Mark moved", MOVED, ""], "false"),
        Trait::new(
            &[
                "footprint",
                TRAIL,
                "Movement trail",
                "false",
                "false",
                "10",
                "255,255,255",
                "0,0,0",
                "100",
                "50",
                "20",
                "30",
                "2",
                "",
                "",
                "",
                "",
            ],
            "false;;0",
        ),
        Trait::new(&["clone", "Clone", CLONE, ""], ""),
        Trait::new(&["delete", "Delete", DELETE, ""], ""),
    ];
    let mut definitions = vec![define(BASE, base)];
    for side in 0..common.sides().len() {
        let name = side_name(common, side);
        definitions.push(define(&side_prototype(common, side), vec![Trait::mark("Side", &name)]));
    }
    if all.iter().any(Counter::is_marker) {
        definitions.push(define(MARKER, vec![Trait::mark("Type", MARKER)]));
    }
    let named = all.iter().flat_map(|counter| &counter.prototypes);
    let arms: BTreeSet<&str> = named.filter_map(|name| name.strip_prefix(ARM)).collect();
    definitions.extend(arms.into_iter().map(|name| define(&arm_prototype(name), vec![Trait::mark("Arm", name)])));
    let mut known = BTreeSet::new();
    for counter in common.counters() {
        let Some(unit) = common.counter(counter) else { continue };
        let Some(side) = common.sides().iter().position(|side| side.id == unit.side) else { continue };
        let Some(formation) = unit.formation else { continue };
        let name = formation_prototype(common, side, formation);
        if known.insert(name.clone()) {
            definitions.push(define(&name, vec![Trait::mark("Formation", formation)]));
        }
    }
    ModuleElement::new("module.PrototypesContainer").holding_all(definitions)
}
