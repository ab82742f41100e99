//! Small previews of exports.

use battlewright_schema::Scenario;
use emath::{Pos2, Rect, Vec2};
use resvg::tiny_skia::{Color, Pixmap, PixmapPaint, Transform};
use serde::{Deserialize, Serialize};

use crate::draw::Shape;
use crate::order::{ExportError, Format, Order, Subject, drawn};
use crate::paint::PaintError;
use crate::paint::pixels::Canvas;
use crate::pdf::{self, PdfError, page::Item};
use crate::pieces;
use crate::scene::{Options, Scene, ScenePart};

/// A reduced picture of an export.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub struct Preview {
    /// The title: the map, the counters or the name of a page.
    pub title: String,
    /// The width and height of the picture, in pixels.
    pub size: [usize; 2],
    /// The pixels, row by row, as red, green, blue and alpha.
    pub pixels: Vec<u8>,
    /// The index of the page, from 0, and the number of pages.
    pub page: (usize, usize),
}

/// Draws a preview of `order`, at most `side` pixels wide and high. Of a PDF, it shows the page with index `page`, or the
/// last page if there are fewer; `None` for formats without pictures.
///
/// # Errors
/// The export would fail for the same reason, see [`crate::export`].
pub fn preview(scenario: &Scenario, order: &Order, page: usize, side: u16) -> Result<Option<Preview>, ExportError> {
    match order.format {
        Format::Svg | Format::Png if order.subject == Subject::Counters => {
            let scene = Scene::new(scenario, order.options.clone())?;
            let (shapes, size) = pieces::picture(&scene);
            let scale = f32::from(side) / size.max_elem();
            let mut pixels = blank(size * scale)?;
            let mut canvas = Canvas::new(pixels.as_mut(), Pos2::ZERO, scale);
            canvas.paint(&shapes);
            canvas.finish();
            Ok(Some(shown("Counters".to_owned(), &pixels, (0, 1))))
        }
        Format::Pdf => document(scenario, order, page, side).map(Some),
        Format::Png => {
            let (radius, _) = drawn(order.hex_width());
            Ok(Some(map_preview(scenario, &Options { radius, ..order.options.clone() }, side)?))
        }
        Format::Csv | Format::Xlsx | Format::Md => Ok(None),
        // The other formats show the same map.
        _ => Ok(Some(map_preview(scenario, &order.options, side)?)),
    }
}

/// Draws the map at most `side` pixels wide and high.
///
/// # Errors
/// The map cannot be drawn.
pub fn map_preview(scenario: &Scenario, options: &Options, side: u16) -> Result<Preview, ExportError> {
    let scene = Scene::new(scenario, options.clone())?;
    let fit = f32::from(side) / scene.size().max_elem();
    // Below this radius only the colors of hexes are drawn.
    let small = options.radius * fit;
    if small < crate::draw::FAR {
        let scene = Scene::new(scenario, Options { radius: small, ..options.clone() })?;
        return picture(&scene, f32::from(side) / scene.size().max_elem());
    }
    picture(&scene, fit)
}

fn picture(scene: &Scene<'_>, scale: f32) -> Result<Preview, ExportError> {
    let mut pixels = blank(scene.size() * scale)?;
    let mut canvas = Canvas::new(pixels.as_mut(), Pos2::ZERO, scale);
    for part in ScenePart::ALL {
        canvas.paint(&scene.draw(part, scene.rect()));
    }
    canvas.finish();
    Ok(shown("Map".to_owned(), &pixels, (0, 1)))
}

fn document(scenario: &Scenario, order: &Order, page: usize, side: u16) -> Result<Preview, ExportError> {
    let scene = Scene::new(scenario, order.options.clone())?;
    let (large, pages) = pdf::laid_out(&scene, &order.book)?;
    let count = pages.len();
    let at = page.min(count.saturating_sub(1));
    let page = pages.into_iter().nth(at).ok_or(PdfError::Nothing)?;
    let scale = f32::from(side) / page.size.max_elem();
    let mut pixels = blank(page.size * scale)?;
    for item in &page.items {
        match item {
            Item::Shapes(shapes) => laid(&mut pixels, scale, shapes),
            Item::Later(shapes) => laid(&mut pixels, scale, &shapes()),
            Item::Map { frame, from } => {
                let mut part = blank(frame.size() * scale)?;
                let seen = Rect::from_min_size(Pos2::ZERO + *from / large, frame.size() / large);
                let mut canvas = Canvas::new(part.as_mut(), seen.min, large * scale);
                for part in ScenePart::ALL {
                    canvas.paint(&scene.draw(part, seen));
                }
                canvas.finish();
                let [x, y] = [frame.left(), frame.top()].map(|at| at * scale);
                let paint = PixmapPaint::default();
                pixels.draw_pixmap(0, 0, part.as_ref(), &paint, Transform::from_translate(x, y), None);
            }
        }
    }
    Ok(shown(page.title, &pixels, (at, count)))
}

/// Paints `shapes` at their position on the page.
fn laid(pixels: &mut Pixmap, scale: f32, shapes: &[Shape]) {
    let mut canvas = Canvas::new(pixels.as_mut(), Pos2::ZERO, scale);
    canvas.paint(shapes);
    canvas.finish();
}

fn blank(size: Vec2) -> Result<Pixmap, PaintError> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "no more than a side, at least one")]
    let [width, height] = [size.x, size.y].map(|length| length.round().clamp(1.0, 8192.0) as u32);
    let mut pixels = Pixmap::new(width, height).ok_or(PaintError::NoRoom)?;
    pixels.fill(Color::WHITE);
    Ok(pixels)
}

fn shown(title: String, pixels: &Pixmap, page: (usize, usize)) -> Preview {
    let size = [pixels.width() as usize, pixels.height() as usize];
    // All pixels are opaque, so that premultiplied colors equal plain ones.
    Preview { title, size, pixels: pixels.data().to_vec(), page }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;

    #[test]
    fn every_page_can_be_looked_at() {
        let scenario = load(template(System::MarsLaTour)).readable.unwrap();
        let order = Order::new(Format::Pdf);
        let first = preview(&scenario, &order, 0, 300).unwrap().unwrap();
        let titles: Vec<String> =
            (0..first.page.1).map(|page| preview(&scenario, &order, page, 300).unwrap().unwrap().title).collect();
        assert!(titles.iter().any(|title| title.starts_with("Map")), "{titles:?}");
        assert!(titles.iter().any(|title| title == "Turn track"), "{titles:?}");
        assert_eq!(preview(&scenario, &order, 999, 300).unwrap().unwrap().page, (first.page.1 - 1, first.page.1));
        assert_eq!(first.pixels.len(), first.size[0] * first.size[1] * 4);
        assert!(first.size.iter().max() == Some(&300));
        assert_eq!(preview(&scenario, &Order::new(Format::Csv), 0, 300).unwrap(), None);
    }
}
