//! The orientation of a map piece: rotations by 60 degrees, and reflection.

use hexx::{Hex, HexOrientation};

/// A way to turn a piece of a map about its middle hex.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum Rotation {
    /// By a sixth to the right.
    Right,
    /// By a sixth to the left.
    Left,
    /// Mirrored: left becomes right.
    LeftRight,
    /// Mirrored: top becomes bottom.
    TopBottom,
}

impl Rotation {
    /// Every way.
    pub const ALL: [Self; 4] = [Self::Right, Self::Left, Self::LeftRight, Self::TopBottom];

    /// The place where `hex` comes to lie.
    fn of(self, hex: Hex, orientation: HexOrientation) -> Hex {
        // Of the mirrors through two opposite hexsides, that of a flat-topped map stands upright
        // through its upper and lower side, and that of a pointy-topped one lies across.
        let upright = || match orientation {
            HexOrientation::Flat => -hex.reflect_x(),
            HexOrientation::Pointy => hex.reflect_y(),
        };
        match self {
            Self::Right => hex.rotate_cw(1),
            Self::Left => hex.rotate_ccw(1),
            Self::LeftRight => upright(),
            // The other mirror, at a right angle, is the same one and half a turn.
            Self::TopBottom => -upright(),
        }
    }
}

/// Everything that was done to turn a piece.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct PieceTurns {
    /// The place where the two axes of the hexes lie now.
    x: Hex,
    y: Hex,
}

impl Default for PieceTurns {
    fn default() -> Self {
        Self { x: Hex::X, y: Hex::Y }
    }
}

impl PieceTurns {
    /// Turns it further.
    pub fn turn(&mut self, turn: Rotation, orientation: HexOrientation) {
        (self.x, self.y) = (turn.of(self.x, orientation), turn.of(self.y, orientation));
    }

    /// The place where `hex` lies now.
    pub fn to(self, hex: Hex) -> Hex {
        self.x * hex.x + self.y * hex.y
    }

    /// The hex that lies at `hex` now.
    pub fn from(self, hex: Hex) -> Hex {
        // Turning keeps areas, so what undoes it has whole numbers too.
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
            // The screen's y runs down, so to the right is with rising angles.
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
