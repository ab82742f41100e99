//! The orientation of a map piece: rotations by 60 degrees, and reflection.

use hexx::{Hex, HexOrientation};

/// A rotation or reflection of a map piece about its middle hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rotation {
    /// A rotation by 60 degrees clockwise.
    Right,
    /// A rotation by 60 degrees counterclockwise.
    Left,
    /// A reflection that swaps left and right.
    LeftRight,
    /// A reflection that swaps top and bottom.
    TopBottom,
}

impl Rotation {
    /// All rotations and reflections.
    pub const ALL: [Self; 4] = [Self::Right, Self::Left, Self::LeftRight, Self::TopBottom];

    /// Returns the image of `hex`.
    fn of(self, hex: Hex, orientation: HexOrientation) -> Hex {
        // Of the axes through two opposite hexsides, a flat-topped map has one that is vertical, through the top and
        // bottom hexsides, and a pointy-topped map has one that is horizontal.
        let upright = || match orientation {
            HexOrientation::Flat => -hex.reflect_x(),
            HexOrientation::Pointy => hex.reflect_y(),
        };
        match self {
            Self::Right => hex.rotate_cw(1),
            Self::Left => hex.rotate_ccw(1),
            Self::LeftRight => upright(),
            // The reflection that swaps top and bottom equals the other one followed by a half turn.
            Self::TopBottom => -upright(),
        }
    }
}

/// The combined rotation of a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTurns {
    /// The images of the two axes of the hexes.
    x: Hex,
    y: Hex,
}

impl Default for PieceTurns {
    fn default() -> Self {
        Self { x: Hex::X, y: Hex::Y }
    }
}

impl PieceTurns {
    /// Adds a rotation or reflection.
    pub fn turn(&mut self, turn: Rotation, orientation: HexOrientation) {
        (self.x, self.y) = (turn.of(self.x, orientation), turn.of(self.y, orientation));
    }

    /// Returns the image of `hex`.
    pub fn to(self, hex: Hex) -> Hex {
        self.x * hex.x + self.y * hex.y
    }

    /// Returns the hex whose image is `hex`.
    pub fn from(self, hex: Hex) -> Hex {
        // The transformation preserves areas, so its inverse has integer coefficients too.
        let area = self.x.x * self.y.y - self.y.x * self.x.y;
        Hex::new(hex.x * self.y.y - hex.y * self.y.x, hex.y * self.x.x - hex.x * self.x.y) * area
    }
}

#[cfg(test)]
mod tests {
    use hexx::HexLayout;

    use super::*;

    #[test]
    fn turning_is_what_it_looks_like_on_the_screen() {
        for orientation in [HexOrientation::Flat, HexOrientation::Pointy] {
            let layout = HexLayout::new(orientation);
            let hex = Hex::new(3, -1);
            let pos = |hex: Hex| layout.hex_to_world_pos(hex);
            let turned = |turn: Rotation| {
                let mut turned = PieceTurns::default();
                turned.turn(turn, orientation);
                pos(turned.to(hex))
            };
            let at = pos(hex);
            // The y axis of the screen points down, so clockwise rotations have positive angles.
            let (sin, cos) = (60.0_f32.to_radians().sin(), 60.0_f32.to_radians().cos());
            let right = hexx::Vec2::new(at.x * cos - at.y * sin, at.x * sin + at.y * cos);
            assert!(turned(Rotation::Right).distance(right) < 0.001, "{orientation:?}");
            assert!(turned(Rotation::LeftRight).distance(hexx::Vec2::new(-at.x, at.y)) < 0.001, "{orientation:?}");
            assert!(turned(Rotation::TopBottom).distance(hexx::Vec2::new(at.x, -at.y)) < 0.001, "{orientation:?}");
        }
    }

    #[test]
    fn every_turn_leads_back() {
        let hexes: Vec<Hex> = Hex::ZERO.range(3).collect();
        let mut turned = PieceTurns::default();
        for turn in
            [Rotation::Right, Rotation::LeftRight, Rotation::Right, Rotation::TopBottom, Rotation::Left, Rotation::Left]
        {
            turned.turn(turn, HexOrientation::Flat);
            for hex in &hexes {
                assert_eq!(turned.from(turned.to(*hex)), *hex);
            }
        }
        let mut turned = PieceTurns::default();
        for _ in 0..6 {
            turned.turn(Rotation::Right, HexOrientation::Pointy);
        }
        assert_eq!(turned, PieceTurns::default());
    }
}
