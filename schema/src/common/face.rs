//! The printed sides of counters.

/// One side of a counter, as it is printed.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Face {
    /// Its name, such as `"March"`; `None` where the counter has no sides to tell apart, such as a marker.
    pub name: Option<&'static str>,
    /// `true` for the back of the counter.
    pub back: bool,
    /// The number or numbers that tell how good the unit is.
    pub value: FaceValue,
    /// Its movement points; `None` for what does not move.
    pub movement: Option<FaceMovement>,
    /// `true` for the side that is up after a step loss.
    pub worn: bool,
}

/// The number or numbers on a counter that tell how good its unit is.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub enum FaceValue {
    /// None.
    #[default]
    Nothing,
    /// As many stars; a ring for none.
    Stars(u8),
    /// Figures, such as `"9 4-6"`: Combat Factor and ranges.
    Text(String),
}

/// The movement points on a counter.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct FaceMovement {
    /// Their number.
    pub points: u8,
    /// `true` if the number stands in a box.
    pub boxed: bool,
}

impl Face {
    /// The stars that it shows, if it shows stars.
    pub fn stars(&self) -> Option<u8> {
        match self.value {
            FaceValue::Stars(stars) => Some(stars),
            FaceValue::Nothing | FaceValue::Text(_) => None,
        }
    }

    /// The figures that it shows, if it shows figures.
    pub fn text(&self) -> Option<&str> {
        match &self.value {
            FaceValue::Text(text) => Some(text),
            FaceValue::Nothing | FaceValue::Stars(_) => None,
        }
    }

    /// Its movement points, boxed or not; `None` for what does not move.
    pub fn points(&self) -> Option<u8> {
        self.movement.map(|movement| movement.points)
    }
}

impl FaceMovement {
    /// `points` without a box.
    pub fn plain(points: u8) -> Self {
        Self { points, boxed: false }
    }
}
