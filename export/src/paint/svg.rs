//! A scene as an SVG, with a layer for each part of the map.

use std::collections::BTreeSet;
use std::fmt::{self, Display};
use std::io::{self, Write};

use base64::Engine as _;
use base64::prelude::BASE64_STANDARD;
use ecolor::Color32;
use emath::{Pos2, Rect, Vec2};

use super::look::{PaintStyle, Run, points, runs};
use super::pixels::BOLD;
use crate::art::PictureContent;
use crate::draw::{FramedPicture, LetterSpot, Shape, Stroke, Text};
use crate::escaped;
use crate::scene::{Scene, ScenePart};
use crate::stamp;

/// Writes `scene` in the units of its options, shown at `scale` pixels per unit. Only some rows of hexes are drawn at a time, so
/// that memory stays bounded.
///
/// # Errors
/// `to` cannot be written.
pub fn write(scene: &Scene<'_>, scale: f32, to: &mut dyn Write) -> io::Result<()> {
    scene_with(scene, scale, None, to)
}

/// Writes `scene` as [`write()`] does, with the scenario itself, as [`embedded`](crate::stamp::embedded), in an element.
///
/// # Errors
/// See [`write()`].
pub(crate) fn write_stamped(scene: &Scene<'_>, scale: f32, embedded: &str, to: &mut dyn Write) -> io::Result<()> {
    scene_with(scene, scale, Some(embedded), to)
}

fn scene_with(scene: &Scene<'_>, scale: f32, embedded: Option<&str>, to: &mut dyn Write) -> io::Result<()> {
    let about = scene.scenario().common().about();
    head(to, scene.size(), scale, &about.title)?;
    if !about.sources.is_empty() {
        writeln!(to, "<desc>{}</desc>", escaped(&about.sources.join("\n")))?;
    }
    if let Some(embedded) = embedded {
        writeln!(to, "{}", stamp::element(embedded))?;
    }
    let mut pictures = Pictures::default();
    for part in ScenePart::ALL {
        writeln!(to, "<g id=\"{0}\" inkscape:groupmode=\"layer\" inkscape:label=\"{0}\">", part.name())?;
        for shapes in scene.strips(part, scene.rect()) {
            body(to, &shapes, &mut pictures)?;
        }
        writeln!(to, "</g>")?;
    }
    writeln!(to, "</svg>")
}

/// Writes shapes as an SVG of their own, `size` wide and high, shown at `scale` pixels per unit, with the scenario that they show
/// in an element, if it is known.
///
/// # Errors
/// `to` cannot be written.
pub(crate) fn picture(
    shapes: &[Shape],
    size: Vec2,
    scale: f32,
    (title, embedded): (&str, Option<&str>),
    to: &mut dyn Write,
) -> io::Result<()> {
    head(to, size, scale, title)?;
    if let Some(embedded) = embedded {
        writeln!(to, "{}", stamp::element(embedded))?;
    }
    body(to, shapes, &mut Pictures::default())?;
    writeln!(to, "</svg>")
}

/// Writes shapes as elements without a document around them, for a group of a larger SVG. The ids of pictures are unique only
/// within a call.
///
/// # Errors
/// `to` cannot be written.
pub fn elements(shapes: &[Shape], to: &mut dyn Write) -> io::Result<()> {
    body(to, shapes, &mut Pictures::default())
}

fn head(to: &mut dyn Write, size: Vec2, scale: f32, title: &str) -> io::Result<()> {
    let (w, h, title) = (ShortLength(size.x), ShortLength(size.y), escaped(title));
    let (wide, high) = (ShortLength(size.x * scale), ShortLength(size.y * scale));
    writeln!(
        to,
        "<svg xmlns=\"http://www.w3.org/2000/svg\" xmlns:inkscape=\"http://www.inkscape.org/namespaces/inkscape\" \
         width=\"{wide}\" height=\"{high}\" viewBox=\"0 0 {w} {h}\" font-family=\"Ubuntu, sans-serif\" \
         font-weight=\"300\" stroke-linejoin=\"round\">\n<title>{title}</title>"
    )
}

fn body(to: &mut dyn Write, shapes: &[Shape], pictures: &mut Pictures) -> io::Result<()> {
    for run in runs(shapes) {
        match run {
            Run::One(Shape::Picture(framed)) => pictures.write(to, framed)?,
            Run::One(shape) => single(to, shape)?,
            Run::Path(look, shapes) => {
                write!(to, "<path d=\"")?;
                for (points, closed) in shapes.iter().map(points) {
                    path(to, points, closed)?;
                }
                let fill = look.fill();
                // Translucent neighbors must not overlap, or their seams would show.
                let crisp = matches!(look, PaintStyle::Fan(_)) && !fill.is_opaque();
                let crisp = if crisp { " shape-rendering=\"crispEdges\"" } else { "" };
                writeln!(to, "\"{}{}{crisp}/>", Fill(fill), Edge(look.edge()))?;
            }
        }
    }
    Ok(())
}

fn path(to: &mut dyn Write, points: &[Pos2], closed: bool) -> io::Result<()> {
    for (n, point) in points.iter().enumerate() {
        write!(to, "{}{} {}", if n == 0 { "M" } else { "L" }, ShortLength(point.x), ShortLength(point.y))?;
    }
    if closed { write!(to, "Z") } else { Ok(()) }
}

fn single(to: &mut dyn Write, shape: &Shape) -> io::Result<()> {
    match shape {
        Shape::Disc { center, radius, fill, edge } => writeln!(
            to,
            "<circle cx=\"{}\" cy=\"{}\" r=\"{}\"{}{}/>",
            ShortLength(center.x),
            ShortLength(center.y),
            ShortLength(*radius),
            Fill(*fill),
            Edge(*edge)
        ),
        Shape::Box { rect, round, fill, edge } => boxed(to, *rect, *round, *fill, *edge),
        Shape::Shadow { ends, feet, color } => shadow(to, *ends, *feet, *color),
        Shape::Text(text) => words(to, text),
        Shape::Fan { .. }
        | Shape::Area { .. }
        | Shape::Polygon { .. }
        | Shape::Line { .. }
        | Shape::Segment { .. }
        | Shape::Picture(_) => Ok(()),
    }
}

fn boxed(to: &mut dyn Write, rect: Rect, round: f32, fill: Color32, edge: Stroke) -> io::Result<()> {
    writeln!(
        to,
        "<rect x=\"{}\" y=\"{}\" width=\"{}\" height=\"{}\" rx=\"{}\"{}{}/>",
        ShortLength(rect.left()),
        ShortLength(rect.top()),
        ShortLength(rect.width()),
        ShortLength(rect.height()),
        ShortLength(round),
        Fill(fill),
        Edge(edge)
    )
}

/// Draws a shadow in four steps: gradients would dominate the size of the file.
fn shadow(to: &mut dyn Write, ends: [Pos2; 2], feet: [Pos2; 2], color: Color32) -> io::Result<()> {
    const STEPS: u8 = 4;
    for n in 0..STEPS {
        let far = f32::from(n + 1) / f32::from(STEPS);
        let foot = |n: usize| ends[n].lerp(feet[n], far);
        write!(to, "<path d=\"")?;
        path(to, &[ends[0], ends[1], foot(1), foot(0)], true)?;
        writeln!(to, "\"{}/>", Fill(color.gamma_multiply(1.0 / f32::from(STEPS))))?;
    }
    Ok(())
}

fn words(to: &mut dyn Write, text: &Text) -> io::Result<()> {
    let line = text.line();
    if !text.spots.is_empty() {
        return curved(to, text);
    }
    if let Some((plate, rect)) = text.plate.zip(text.plate_rect(&line)) {
        boxed(to, rect, plate.height / 2.0, plate.fill, plate.edge)?;
    }
    if let Some(halo) = text.halo.filter(|halo| halo.pale) {
        let rect = Rect::from_center_size(line.rect.center(), line.rect.size() * Vec2::new(1.0, 0.62));
        boxed(to, rect.expand(line.size * 0.2), line.size * 0.4, halo.color.gamma_multiply(0.4), Stroke::NONE)?;
    }
    let angle = line.turn.angle().to_degrees();
    let turn = Turn(angle, text.at);
    let mut write = |fill: Color32, edge: Stroke| {
        writeln!(
            to,
            "<text x=\"{}\" y=\"{}\" font-size=\"{}\" textLength=\"{}\" lengthAdjust=\"{}\"{turn}{}{}{}>{}</text>",
            ShortLength(line.origin.x),
            ShortLength(line.origin.y),
            ShortLength(line.size),
            ShortLength(line.rect.width()),
            if text.fill.is_some() { "spacing" } else { "spacingAndGlyphs" },
            if text.italic { " font-style=\"italic\"" } else { "" },
            Fill(fill),
            Edge(edge),
            escaped(&text.words)
        )
    };
    if let Some(halo) = text.halo {
        write(halo.color, Stroke::new(halo.width * 2.0, halo.color))?;
    }
    let bold = if text.bold { Stroke::new(line.size * BOLD, text.color) } else { Stroke::NONE };
    write(text.color, bold)
}

/// Writes text along a curve: one element, with the place and the angle of each letter.
fn curved(to: &mut dyn Write, text: &Text) -> io::Result<()> {
    let list = |value: &dyn Fn(&LetterSpot) -> f32| {
        let all: Vec<String> = text.spots.iter().map(|spot| ShortLength(value(spot)).to_string()).collect();
        all.join(" ")
    };
    let (x, y) = (list(&|spot| spot.at.x), list(&|spot| spot.at.y));
    let turn = list(&|spot| spot.way.angle().to_degrees());
    let mut write = |fill: Color32, edge: Stroke| {
        writeln!(
            to,
            "<text x=\"{x}\" y=\"{y}\" rotate=\"{turn}\" font-size=\"{}\"{}{}{}>{}</text>",
            ShortLength(text.size),
            if text.italic { " font-style=\"italic\"" } else { "" },
            Fill(fill),
            Edge(edge),
            escaped(&text.words)
        )
    };
    if let Some(halo) = text.halo {
        write(halo.color, Stroke::new(halo.width * 2.0, halo.color))?;
    }
    let bold = if text.bold { Stroke::new(text.size * BOLD, text.color) } else { Stroke::NONE };
    write(text.color, bold)
}

/// The pictures written so far: each is defined once and then referenced.
#[derive(Default)]
struct Pictures {
    known: BTreeSet<u64>,
    /// The number of clip paths written so far, for their ids.
    edges: u64,
}

impl Pictures {
    fn write(&mut self, to: &mut dyn Write, framed: &FramedPicture) -> io::Result<()> {
        let FramedPicture { picture, rect, opacity, .. } = framed;
        let (key, size) = (picture.key(), picture.size());
        if self.known.insert(key) {
            writeln!(to, "<defs>")?;
            match picture.what() {
                PictureContent::Lines(lines) => {
                    // A prefix keeps the ids of pictures apart.
                    let text = lines.svg(format!("p{key:x}-"));
                    let inside = text.split_once('>').and_then(|(_, rest)| rest.rsplit_once("</svg>"));
                    writeln!(to, "<g id=\"p{key:x}\">{}</g>", inside.map_or("", |(inside, _)| inside).trim())?;
                }
                PictureContent::Pixels(_, png) => writeln!(
                    to,
                    "<image id=\"p{key:x}\" width=\"{}\" height=\"{}\" href=\"data:image/png;base64,{}\"/>",
                    ShortLength(size.x),
                    ShortLength(size.y),
                    BASE64_STANDARD.encode(png)
                )?,
            }
            writeln!(to, "</defs>")?;
        }
        self.edges += 1;
        let edge = self.edges;
        write!(to, "<clipPath id=\"e{edge}\"><path d=\"")?;
        for rim in framed.outlines() {
            path(to, rim, true)?;
        }
        let scale = rect.width() / size.x;
        let faint = if *opacity < 1.0 { format!(" opacity=\"{}\"", ShortLength(*opacity)) } else { String::new() };
        writeln!(
            to,
            "\"/></clipPath><g clip-path=\"url(#e{edge})\"{faint}><use href=\"#p{key:x}\" transform=\"translate({} {}) \
             scale({scale})\"/></g>",
            ShortLength(rect.left()),
            ShortLength(rect.top()),
        )
    }
}

/// A length with at most two decimals.
struct ShortLength(f32);

impl Display for ShortLength {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let text = format!("{:.2}", self.0);
        let text = text.trim_end_matches('0').trim_end_matches('.');
        f.write_str(if text == "-0" { "0" } else { text })
    }
}

/// A rotation in degrees about a point, as a `transform` attribute; empty for no rotation.
struct Turn(f32, Pos2);

impl Display for Turn {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.abs() < 0.01 {
            return Ok(());
        }
        write!(f, " transform=\"rotate({} {} {})\"", ShortLength(self.0), ShortLength(self.1.x), ShortLength(self.1.y))
    }
}

/// A `fill` attribute.
struct Fill(Color32);

impl Display for Fill {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        colored(f, "fill", self.0)
    }
}

/// The `stroke` attributes of a line; empty for no line.
struct Edge(Stroke);

impl Display for Edge {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        if self.0.is_none() {
            return Ok(());
        }
        colored(f, "stroke", self.0.color)?;
        write!(f, " stroke-width=\"{}\"", ShortLength(self.0.width))
    }
}

fn colored(f: &mut fmt::Formatter<'_>, what: &str, color: Color32) -> fmt::Result {
    let [r, g, b, a] = color.to_srgba_unmultiplied();
    match a {
        0 => write!(f, " {what}=\"none\""),
        255 => write!(f, " {what}=\"#{r:02x}{g:02x}{b:02x}\""),
        _ => write!(f, " {what}=\"#{r:02x}{g:02x}{b:02x}\" {what}-opacity=\"{}\"", ShortLength(f32::from(a) / 255.0)),
    }
}
