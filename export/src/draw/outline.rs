//! Groups of hexes: tints and outlines.

use std::collections::BTreeSet;

use battlewright_schema::Cell;
use ecolor::Color32;

use super::{Shape, Stroke, View};

/// Tints those of `cells` that are in view.
pub fn tint(shapes: &mut Vec<Shape>, view: &View, cells: &[Cell], color: Color32) {
    let near = view.rect().expand(view.radius() * 2.0);
    let cells = cells.iter().filter(|cell| near.contains(view.center(**cell)));
    shapes.extend(cells.map(|cell| Shape::area(view.corners(*cell).to_vec(), color)));
}

/// Draws an outline around the group of `cells`, without its inner hexsides.
pub fn around(shapes: &mut Vec<Shape>, view: &View, cells: &[Cell], color: Color32) {
    let set: BTreeSet<Cell> = cells.iter().copied().collect();
    let near = view.rect().expand(view.radius() * 2.0);
    let cells = cells.iter().copied().filter(|cell| near.contains(view.center(*cell)));
    rim(shapes, view, cells, &|cell| set.contains(&cell), color);
}

/// Draws the hexsides of `cells` whose other hex is not `within` the group.
pub fn rim(
    shapes: &mut Vec<Shape>,
    view: &View,
    cells: impl Iterator<Item = Cell>,
    within: &dyn Fn(Cell) -> bool,
    color: Color32,
) {
    let stroke = Stroke::new((view.radius() * 0.07).clamp(1.5, 4.0), color);
    for cell in cells {
        for (side, neighbor) in view.grid().neighbors(cell).into_iter().enumerate() {
            if neighbor.is_none_or(|neighbor| !within(neighbor)) {
                shapes.push(Shape::segment(view.sides(cell)[side], stroke));
            }
        }
    }
}
