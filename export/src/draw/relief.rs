//! Elevation: edges between levels and their numbers. Maps too large for relief shading have tints, and shadows where levels change.

use battlewright_schema::{Cell, Common};
use ecolor::Color32;
use emath::vec2;

use super::{DrawLayer, DrawLayers, Shape, Text, View, ink};
use crate::art::Inks;

/// The radius, in pixels, below which edges between levels have no shadow.
const SHADOWS: f32 = 9.0;
/// The radius, in points, below which level numbers are not drawn.
const NUMBERS: f32 = 24.0;

/// Returns the level of `cell`; `None` if the file gives none.
pub fn level(scenario: &dyn Common, cell: Cell) -> Option<u8> {
    digit(scenario.levels()?.get(usize::from(cell.column), usize::from(cell.row))?)
}

/// Parses the character of a level.
pub fn digit(level: char) -> Option<u8> {
    level.to_digit(10).and_then(|digit| u8::try_from(digit).ok())
}

/// Tints `ground` for this level; `earth` is the tint.
pub fn shaded(ground: Color32, level: u8, earth: Color32) -> Color32 {
    ground.lerp_to_gamma(earth, 0.062 * f32::from(level.saturating_sub(1)))
}

/// Draws the edges between levels of `cells`. `level` returns the level of a hex, edits in progress included. Unless the map is
/// `shaded`, hexes have tints, and edges shadows.
pub fn paint(
    layers: &mut DrawLayers,
    view: &View,
    cells: &[Cell],
    level: &dyn Fn(Cell) -> Option<u8>,
    has: &dyn Fn(Cell) -> bool,
    (inks, dark, shaded): (&Inks, bool, bool),
) {
    let earth = ink::lit(inks.levels, dark);
    for cell in cells.iter().copied() {
        let Some(own) = level(cell) else { continue };
        if own > 1 && !shaded {
            let shade = earth.gamma_multiply(0.062 * f32::from(own - 1));
            let rim = view.corners(cell).to_vec();
            layers.on(DrawLayer::Shade).push(Shape::Fan { from: view.center(cell), rim, fill: shade });
        }
        let sides = view.sides(cell);
        for (side, lower) in view.grid().neighbors(cell).into_iter().enumerate() {
            let Some(lower) = lower.filter(|lower| has(*lower)) else { continue };
            let fall = level(lower).map_or(0, |lower| own.saturating_sub(lower));
            if fall == 0 {
                continue;
            }
            let ends = sides[side];
            let fall = f32::from(fall.min(4));
            if shaded {
                // The shading leaves open at which hexside the level changes.
                let line = ink::stroke(view.radius() * (0.022 + 0.006 * fall), earth.gamma_multiply(0.6));
                layers.on(DrawLayer::Brinks).push(Shape::segment(ends, line));
                continue;
            }
            if view.detail() >= SHADOWS {
                // The shadow lies on the lower side and widens with the drop.
                let foot = view.center(lower);
                let reach = 0.14 + 0.06 * fall;
                let color = earth.gamma_multiply(0.26 + 0.07 * fall);
                let feet = ends.map(|end| end.lerp(foot, reach));
                layers.on(DrawLayer::Falls).push(Shape::Shadow { ends, feet, color });
            }
            let width = view.radius() * (0.022 + 0.012 * fall);
            layers.on(DrawLayer::Brinks).push(Shape::segment(ends, ink::stroke(width, earth.gamma_multiply(0.75))));
        }
    }
}

/// Returns `true` if all hexes with a level have the same, also those out of view.
fn is_flat(view: &View, level: &dyn Fn(Cell) -> Option<u8>) -> bool {
    let mut levels = view.grid().cells().filter_map(level);
    levels.next().is_none_or(|first| levels.all(|level| level == first))
}

/// Draws the level numbers in view, unless hexes are too small or the map is flat. `eager` draws them at half that size, and on a
/// flat map too.
pub fn numbers(
    shapes: &mut Vec<Shape>,
    view: &View,
    level: &dyn Fn(Cell) -> Option<u8>,
    has: &dyn Fn(Cell) -> bool,
    (inks, eager): (&Inks, bool),
) {
    let least = if eager { NUMBERS * 0.5 } else { NUMBERS };
    if view.radius() < least || (!eager && is_flat(view, level)) {
        return;
    }
    let r = view.radius();
    let size = (r * 0.25).clamp(8.0, 18.0);
    let color = ink::shade(inks.levels, 0.8).gamma_multiply(if eager { 1.0 } else { 0.8 });
    let corner = match view.grid().orientation() {
        hexx::HexOrientation::Flat => vec2(-0.77, 0.0),
        hexx::HexOrientation::Pointy => vec2(-0.755, 0.28),
    };
    for cell in view.cells().filter(|cell| has(*cell)) {
        if let Some(level) = level(cell) {
            // The left corner is clear of the hex number and of counters.
            let at = view.center(cell) + corner * r;
            shapes.push(Text::new(at, level.to_string(), size, color).into());
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::{System, load, template};

    use super::*;

    #[test]
    fn a_flat_map_has_no_level_numbers_except_while_levels_are_changed() {
        let scenario = load(template(System::MarsLaTour)).readable.unwrap();
        let view = View::whole(&scenario.common().grid().unwrap(), 30.0, 0.5);
        let count = |level: &dyn Fn(Cell) -> Option<u8>, eager: bool| {
            let mut shapes = Vec::new();
            numbers(&mut shapes, &view, level, &|_| true, (&Inks::default(), eager));
            shapes.len()
        };
        let all = view.grid().cells().count();
        assert_eq!((count(&|_| Some(1), false), count(&|_| Some(1), true)), (0, all));
        assert_eq!(count(&|cell| Some(if cell.row == 0 { 2 } else { 1 }), false), all);
    }
}
