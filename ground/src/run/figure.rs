//! The figures of a request as a table, for sliders and options.

use super::request::GroundRequest;

/// A figure of a request.
#[derive(Clone, Copy, Debug)]
pub struct GroundFigure {
    /// The name, such as `"least-stream"`.
    pub name: &'static str,
    /// The meaning, as a line of help.
    pub about: &'static str,
    /// The unit: `"D"` for distances between the centers of adjacent hexes, `"hex"` for shares of a hex, or nothing.
    pub unit: &'static str,
    /// The least and the greatest value.
    pub range: (f64, f64),
    /// The step of a slider; 1 for whole numbers.
    pub step: f64,
    /// The page that has it.
    pub page: FigurePage,
    read: fn(&GroundRequest) -> f64,
    write: fn(&mut GroundRequest, f64),
}

/// A page of figures.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum FigurePage {
    /// Rivers and streams.
    Water,
    /// Terrain.
    Terrain,
    /// Roads.
    Roads,
    /// Levels.
    Levels,
}

/// A value that a figure cannot have.
#[derive(Clone, Debug, PartialEq, thiserror::Error)]
pub enum FigureError {
    /// There is no such figure.
    #[error("there is no figure `{0}`")]
    Unknown(String),
    /// The value is out of range.
    #[error("{name} is from {least} to {most}, not {value}")]
    Range {
        /// The figure.
        name: &'static str,
        /// The least value.
        least: f64,
        /// The greatest value.
        most: f64,
        /// The value.
        value: f64,
    },
}

macro_rules! figure {
    ($page:ident, $name:literal, $about:literal, $unit:literal, $range:expr, $step:expr, $part:ident . $field:ident) => {
        GroundFigure {
            name: $name,
            about: $about,
            unit: $unit,
            range: $range,
            step: $step,
            page: FigurePage::$page,
            read: |request| request.$part.$field,
            write: |request, value| request.$part.$field = value,
        }
    };
}

/// The figures, page by page.
pub const FIGURES: &[GroundFigure] = &[
    figure!(
        Water,
        "least-stream",
        "the least length of a stream without a name",
        "D",
        (0.0, 50.0),
        0.1,
        rivers.least_stream
    ),
    figure!(
        Water,
        "least-named",
        "the least length of a stream with a name",
        "D",
        (0.0, 50.0),
        0.1,
        rivers.least_named
    ),
    figure!(
        Water,
        "beside",
        "how near a stream runs beside a greater one that replaces it",
        "D",
        (0.0, 5.0),
        0.1,
        rivers.beside
    ),
    figure!(Water, "smoothing", "how far rivers are smoothed", "D", (0.0, 1.0), 0.05, rivers.smoothing),
    figure!(
        Water,
        "meander",
        "how near to its center a meander goes around a hex",
        "D",
        (0.0, 0.6),
        0.05,
        rivers.meander
    ),
    figure!(Terrain, "water", "the least share of open water", "hex", (0.05, 1.0), 0.05, areas.water),
    figure!(Terrain, "built-up", "the least share of houses", "hex", (0.05, 1.0), 0.05, areas.built_up),
    figure!(Terrain, "marsh", "the least share of marsh", "hex", (0.05, 1.0), 0.05, areas.marsh),
    figure!(
        Terrain,
        "least-woods",
        "the least share of wood of a hex that is woods",
        "hex",
        (0.0, 1.0),
        0.05,
        areas.least_woods
    ),
    figure!(Terrain, "planted", "the least share of vineyards or orchards", "hex", (0.05, 1.0), 0.05, areas.planted),
    figure!(
        Terrain,
        "growth",
        "the size of towns against that at the time of the battle",
        "",
        (0.0, 10.0),
        0.1,
        areas.growth
    ),
    figure!(
        Roads,
        "detour",
        "the length of a road against the straight line, from which it is a detour",
        "",
        (1.0, 5.0),
        0.05,
        roads.detour
    ),
    figure!(Roads, "third-place", "how near a road passes a third place", "D", (0.0, 2.0), 0.05, roads.third_place),
    figure!(
        Roads,
        "replaced",
        "the length of two roads against one that they replace",
        "",
        (1.0, 3.0),
        0.05,
        roads.replaced
    ),
    figure!(
        Roads,
        "least-extra",
        "the least length of a main road that joins no places",
        "D",
        (0.0, 20.0),
        0.1,
        roads.least_extra
    ),
    figure!(Roads, "strip", "how far from other roads such a road counts", "D", (0.0, 3.0), 0.1, roads.strip),
    figure!(
        Roads,
        "exits",
        "the distance between places where roads leave the map",
        "D",
        (0.0, 10.0),
        0.1,
        roads.exits
    ),
    figure!(
        Roads,
        "straight-on",
        "how far a main road goes on where the data end",
        "D",
        (0.0, 2.0),
        0.1,
        roads.straight_on
    ),
    GroundFigure {
        name: "level-step",
        about: "the height of a level in meters; 0 to choose one",
        unit: "m",
        range: (0.0, 2000.0),
        step: 1.0,
        page: FigurePage::Levels,
        read: |request| f64::from(request.levels.step.unwrap_or(0)),
        write: |request, value| request.levels.step = Some(value as u32).filter(|step| *step > 0),
    },
    figure!(
        Levels,
        "near-break",
        "the part of a step near a break within which a hex is better not",
        "",
        (0.0, 0.5),
        0.01,
        levels.near_break
    ),
    figure!(
        Levels,
        "tidied",
        "the part of a step near a break within which a hex joins its neighbors",
        "",
        (0.0, 0.5),
        0.01,
        levels.tidied
    ),
    GroundFigure {
        name: "neighbors",
        about: "the number of neighbors that such a hex joins",
        unit: "",
        range: (1.0, 6.0),
        step: 1.0,
        page: FigurePage::Levels,
        read: |request| request.levels.neighbors as f64,
        write: |request, value| request.levels.neighbors = value as usize,
    },
    figure!(
        Levels,
        "fall",
        "the fall over a hexside that is a slope whatever the levels, in steps",
        "",
        (0.5, 10.0),
        0.1,
        levels.fall
    ),
];

impl GroundFigure {
    /// Returns the figure with a name.
    pub fn of_name(name: &str) -> Option<&'static Self> {
        FIGURES.iter().find(|figure| figure.name == name)
    }

    /// Returns the value.
    pub fn get(&self, request: &GroundRequest) -> f64 {
        (self.read)(request)
    }

    /// Returns the value of a new request.
    pub fn usual(&self) -> f64 {
        self.get(&GroundRequest::default())
    }

    /// Sets the value; whole numbers are rounded.
    ///
    /// # Errors
    /// The value is out of range, or no number.
    pub fn set(&self, request: &mut GroundRequest, value: f64) -> Result<(), FigureError> {
        let (least, most) = self.range;
        if !(least..=most).contains(&value) {
            return Err(FigureError::Range { name: self.name, least, most, value });
        }
        (self.write)(request, if self.step >= 1.0 { libm::round(value) } else { value });
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_figure_is_set_and_has_its_usual_value_in_its_range() {
        for figure in FIGURES {
            let mut request = GroundRequest::default();
            let (least, most) = figure.range;
            assert!((least..=most).contains(&figure.usual()), "{}", figure.name);
            for value in [least, most] {
                figure.set(&mut request, value).unwrap();
                assert_eq!(figure.get(&request), value, "{}", figure.name);
            }
            figure.set(&mut request, figure.usual()).unwrap();
            assert_eq!(request, GroundRequest::default(), "{}", figure.name);
            assert!(figure.set(&mut request, most + 1.0).is_err());
            assert!(figure.set(&mut request, f64::NAN).is_err());
            assert_eq!(GroundFigure::of_name(figure.name).map(|found| found.about), Some(figure.about));
        }
    }
}
