//! The printed front and back of counters.

/// One printed side of a counter.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Face {
    /// The name of the side, such as `"March"`; `None` if the two sides have no names, as on a marker.
    pub name: Option<&'static str>,
    /// `true` for the back of the counter, `false` for the front.
    pub back: bool,
    /// The printed rating of the unit: stars, figures or nothing.
    pub value: FaceValue,
    /// The printed movement points; `None` if the counter shows none.
    pub movement: Option<FaceMovement>,
    /// `true` for the side that shows the unit after a step loss.
    pub worn: bool,
    /// `true` for a side of a headquarters whose name is that of its orders.
    pub orders: bool,
    /// The state that this side stands for, such as `"Fired"`, with its first letter on a disk.
    pub state: Option<&'static str>,
    /// The main values in a few letters, such as `"6 7"`, which a small counter shows in place of its symbol; `None` if the system
    /// names none.
    pub short: Option<String>,
}

/// The printed rating of a unit.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FaceValue {
    /// No rating is printed.
    #[default]
    Nothing,
    /// This many stars; an empty ring stands for zero.
    Stars(u8),
    /// Figures, such as `"9 4-6"`: the Combat Factor and the ranges.
    Text(String),
}

/// The movement points on a counter, as printed.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceMovement {
    /// The number of movement points.
    pub points: u8,
    /// `true` if the number is printed in a box.
    pub boxed: bool,
}

impl Face {
    /// Returns the number of stars; `None` if the side shows figures or nothing.
    pub fn stars(&self) -> Option<u8> {
        match self.value {
            FaceValue::Stars(stars) => Some(stars),
            FaceValue::Nothing | FaceValue::Text(_) => None,
        }
    }

    /// Returns the printed figures; `None` if the side shows stars or nothing.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            FaceValue::Text(text) => Some(text),
            FaceValue::Nothing | FaceValue::Stars(_) => None,
        }
    }

    /// Returns the movement points, boxed or not; `None` if the counter shows none.
    pub fn points(&self) -> Option<u8> {
        self.movement.map(|movement| movement.points)
    }
}

/// Returns the first two figures of `printed` without the letters behind their numbers, such as `"6 7"` of `"6 7m 3(6)"`.
pub(crate) fn main_figures(printed: &str) -> String {
    let figures = printed.split_whitespace().take(2);
    let bare = figures.map(|figure| figure.trim_end_matches(|letter: char| letter.is_alphabetic()));
    bare.collect::<Vec<_>>().join(" ")
}

impl FaceMovement {
    /// Returns `points` printed without a box.
    pub fn plain(points: u8) -> Self {
        Self { points, boxed: false }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn main_figures_are_the_first_two_without_letters() {
        let all = ["6 7m 3(6)", "9h 4-6", "5", ""].map(main_figures);
        assert_eq!(all, ["6 7", "9 4-6", "5", ""]);
    }
}
