//! The position of the scan of a scenario, on its hex lattice and on the screen.

use battlewright_schema::{Cell, Pixel, Pixels, Scan};
use hexx::HexOrientation;

use super::affine::{Affine, Point};
use battlewright_export::draw::View;

/// Returns the transformation from the lattice to the pixels of the picture. Its origin is the top left hex of the map.
pub fn placement(scan: &Scan) -> Affine {
    let point = |pixel: Pixel| [pixel.x.get(), pixel.y.get()];
    Affine { origin: point(scan.first), u: point(scan.column), v: point(scan.row) }
}

/// Returns a point or vector of the picture as the file stores it, or `None` if a coordinate is out of range.
pub fn pixel([x, y]: Point) -> Option<Pixel> {
    Some(Pixel { x: Pixels::new(x)?, y: Pixels::new(y)? })
}

/// Returns the transformation from the pixels of the picture to the screen, or `None` if the scan is degenerate or
/// mirrored.
pub fn on_screen(scan: &Scan, view: &View) -> Option<Affine> {
    let to_picture = placement(scan);
    if to_picture.area() <= 0.0 {
        return None;
    }
    let (radius, origin) = (f64::from(view.radius()), view.center(Cell::default()));
    let (near, far) = (1.5 * radius, 3_f64.sqrt() * radius);
    let (column, row) = match view.grid().orientation() {
        HexOrientation::Flat => (near, far),
        HexOrientation::Pointy => (far, near),
    };
    let to_screen = Affine { origin: [f64::from(origin.x), f64::from(origin.y)], u: [column, 0.0], v: [0.0, row] };
    Some(to_screen.after(&to_picture.inverse()?))
}

#[cfg(test)]
mod tests {
    use battlewright_schema::ArtPath;
    use egui::Rect;

    use super::*;
    use crate::canvas::Camera;
    use crate::model::scan::scheme::{Scheme, lattice};
    use crate::panels::scan::tiles::pos;

    #[test]
    fn a_hex_of_the_picture_lies_under_its_hex_on_the_screen() {
        let pixel = |x, y| super::pixel([x, y]).unwrap();
        let scan = Scan {
            file: ArtPath("map.png".to_owned()),
            first: pixel(210.0, 180.5),
            column: pixel(71.0, 5.0),
            row: pixel(-6.0, 84.0),
            opacity: 100,
        };
        for scheme in Scheme::all() {
            let grid = scheme.grid(&"0203".into(), (14, 9)).unwrap();
            let rect = Rect::from_min_max(egui::pos2(44.0, 30.0), egui::pos2(900.0, 700.0));
            let view = Camera::fit(&grid, rect).view(&grid, rect);
            let on_screen = on_screen(&scan, &view).unwrap();
            for cell in grid.cells() {
                let pixel = placement(&scan).at(lattice(&grid, cell));
                assert!(pos(on_screen.at(pixel)).distance(view.center(cell)) < 0.05, "{cell:?}");
            }
        }
        let flat = Scan { row: scan.column, ..scan };
        let grid = Scheme::all()[0].grid(&"0101".into(), (4, 4)).unwrap();
        let rect = Rect::from_min_max(egui::pos2(0.0, 0.0), egui::pos2(900.0, 700.0));
        assert_eq!(super::on_screen(&flat, &Camera::fit(&grid, rect).view(&grid, rect)), None);
    }
}
