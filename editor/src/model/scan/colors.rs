//! The color features of a hex of the scan, and the classification by the most similar example.

use std::collections::BTreeMap;

use battlewright_schema::Cell;

use super::affine::{Affine, Point};
use super::picture::ScanPicture;

/// The minimum width of a hex, in pixels, in the copy of the picture that is sampled. This suffices for the texture and
/// averages out the grain of the scan.
const PIXELS: f64 = 24.0;
/// The fraction of the distance from center to edge that is sampled. The margin contains grid lines and the colors of
/// neighbors.
const INNER: f64 = 0.72;
/// The number of rings of sample points.
const RINGS: i32 = 5;
/// The confidence below which a guess counts as uncertain.
pub const UNSURE: f64 = 0.4;

/// The features of a hex: the mean of its colors in Oklab (lightness, green to red, blue to yellow) and the standard
/// deviations of lightness and color.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct HexColor(pub [f64; 5]);

/// The weight of each feature. Lightness varies with folds and shadows of the paper, while hue does not; the deviations
/// distinguish woods from a flat tint of the same color.
const WEIGHTS: [f64; 5] = [1.0, 2.5, 2.5, 1.2, 1.2];

/// Converts the sRGB `color` to Oklab, in which equal distances look equal, with Björn Ottosson's formulas of 2020.
pub fn oklab(color: [u8; 3]) -> [f64; 3] {
    oklab_of(color.map(linear))
}

/// Converts an sRGB value to a linear one, from 0 to 1.
pub fn linear(channel: u8) -> f64 {
    let channel = f64::from(channel) / 255.0;
    if channel <= 0.040_45 { channel / 12.92 } else { ((channel + 0.055) / 1.055).powf(2.4) }
}

/// Converts linear red, green and blue to Oklab.
pub fn oklab_of([r, g, b]: [f64; 3]) -> [f64; 3] {
    let l = (0.412_221_470_8 * r + 0.536_332_536_3 * g + 0.051_445_992_9 * b).cbrt();
    let m = (0.211_903_498_2 * r + 0.680_699_545_1 * g + 0.107_396_956_6 * b).cbrt();
    let s = (0.088_302_461_9 * r + 0.281_718_837_6 * g + 0.629_978_700_5 * b).cbrt();
    [
        0.210_454_255_3 * l + 0.793_617_785_0 * m - 0.004_072_046_8 * s,
        1.977_998_495_1 * l - 2.428_592_205_0 * m + 0.450_593_709_9 * s,
        0.025_904_037_1 * l + 0.782_771_766_2 * m - 0.808_675_766_0 * s,
    ]
}

/// Returns the sample points of a hex relative to its center, in steps of the lattice.
fn points(corners: &[Point; 6]) -> Vec<Point> {
    let mut points = vec![[0.0, 0.0]];
    for ring in 1..=RINGS {
        let out = f64::from(ring) / f64::from(RINGS) * INNER;
        for side in 0..6 {
            let (a, b) = (corners[side], corners[(side + 1) % 6]);
            for step in 0..ring {
                let along = f64::from(step) / f64::from(ring);
                points.push([0, 1].map(|n| (a[n] + (b[n] - a[n]) * along) * out));
            }
        }
    }
    points
}

/// Samples hexes of one shape on a picture.
pub struct HexSampler<'p> {
    picture: &'p ScanPicture,
    /// The transformation from the lattice to pixels of the sampled copy.
    placement: Affine,
    level: usize,
    points: Vec<Point>,
}

impl<'p> HexSampler<'p> {
    /// Creates a sampler for hexes with these `corners` around their centers. `placement` maps the lattice to pixels of
    /// `picture`.
    pub fn new(picture: &'p ScanPicture, placement: &Affine, corners: &[Point; 6]) -> Self {
        let mut pitch = placement.area().abs().sqrt();
        let (mut level, mut scale) = (0, 1.0);
        while pitch >= 2.0 * PIXELS && level + 1 < picture.levels().len() {
            (level, pitch, scale) = (level + 1, pitch / 2.0, scale / 2.0);
        }
        let smaller = |point: Point| point.map(|n| n * scale);
        let placement = Affine { origin: smaller(placement.origin), u: smaller(placement.u), v: smaller(placement.v) };
        Self { picture, placement, level, points: points(corners) }
    }

    /// Returns the features of the hex whose center is at `center` of the lattice, or `None` if half of its sample
    /// points or more are off the picture.
    pub fn look(&self, center: Point) -> Option<HexColor> {
        let level = self.picture.levels().get(self.level)?;
        let mut colors = Vec::with_capacity(self.points.len());
        for point in &self.points {
            let [x, y] = self.placement.at([center[0] + point[0], center[1] + point[1]]);
            if let (Some(x), Some(y)) = (index(x, level.width), index(y, level.height)) {
                colors.push(oklab(level.color(x, y)));
            }
        }
        if colors.len() * 2 <= self.points.len() {
            return None;
        }
        let count = colors.iter().fold(0.0, |count, _| count + 1.0);
        let mean: [f64; 3] = std::array::from_fn(|n| colors.iter().map(|color| color[n]).sum::<f64>() / count);
        let square = |n: usize| colors.iter().map(|color| (color[n] - mean[n]).powi(2)).sum::<f64>() / count;
        Some(HexColor([mean[0], mean[1], mean[2], square(0).sqrt(), (square(1) + square(2)).sqrt()]))
    }
}

fn index(at: f64, count: usize) -> Option<usize> {
    #[expect(clippy::cast_possible_truncation, clippy::cast_sign_loss, reason = "at least 0; a large value saturates")]
    let whole = || at as usize;
    (at >= 0.0).then(whole).filter(|at| *at < count)
}

/// The suggested terrain of a hex.
#[derive(Clone, Copy, Debug, PartialEq)]
pub struct Guess {
    /// The terrain letter.
    pub letter: char,
    /// The confidence from 0 to 1: 0 if two terrains are equally similar, 1 for an exact match with an example.
    pub confidence: f64,
}

impl Guess {
    /// Returns `true` if the user should check the guess.
    pub fn is_unsure(&self) -> bool {
        self.confidence < UNSURE
    }
}

/// Suggests a terrain for each hex of `looks` by its nearest example. `examples` contains the known terrain letters.
pub fn classify(looks: &BTreeMap<Cell, HexColor>, examples: &BTreeMap<Cell, char>) -> BTreeMap<Cell, Guess> {
    let known: Vec<(char, HexColor)> =
        examples.iter().filter_map(|(cell, letter)| Some((*letter, *looks.get(cell)?))).collect();
    let spread = spread(&known);
    let guess = |look: &HexColor| {
        let mut nearest: BTreeMap<char, f64> = BTreeMap::new();
        for (letter, example) in &known {
            let far = apart(look, example);
            nearest.entry(*letter).and_modify(|least| *least = least.min(far)).or_insert(far);
        }
        let (letter, least) = nearest.iter().min_by(|a, b| a.1.total_cmp(b.1)).map(|(letter, far)| (*letter, *far))?;
        let second =
            nearest.iter().filter(|(other, _)| **other != letter).map(|(_, far)| *far).fold(f64::INFINITY, f64::min);
        // An example of another terrain at twice the distance makes a clear case, unless the nearest one is too distant
        // itself.
        let clear = if second.is_finite() { 1.0 - (least / second.max(1e-9)).powi(2) } else { 1.0 };
        let near = (-(least / (STRANGE * spread)).powi(2)).exp();
        Some(Guess { letter, confidence: clear * near })
    };
    looks
        .iter()
        .filter_map(|(cell, look)| match examples.get(cell) {
            Some(letter) => Some((*cell, Guess { letter: *letter, confidence: 1.0 })),
            None => guess(look).map(|guess| (*cell, guess)),
        })
        .collect()
}

/// The distance from the nearest example at which a hex resembles none, as a multiple of the grain.
const STRANGE: f64 = 4.0;

/// Returns the weighted distance of two sets of features.
fn apart(a: &HexColor, b: &HexColor) -> f64 {
    (0..5).map(|n| (WEIGHTS[n] * (a.0[n] - b.0[n])).powi(2)).sum::<f64>().sqrt()
}

/// Returns the largest distance between examples of the same letter, as a measure of a small difference. With one
/// example per letter, it is a just noticeable difference.
fn spread(known: &[(char, HexColor)]) -> f64 {
    let mut most = 0.02_f64;
    for (n, (letter, look)) in known.iter().enumerate() {
        for (other, another) in known.iter().take(n) {
            if letter == other {
                most = most.max(apart(look, another));
            }
        }
    }
    most
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn oklab_has_white_black_and_the_primaries_where_they_belong() {
        let near = |a: [f64; 3], b: [f64; 3]| (0..3).all(|n| (a[n] - b[n]).abs() < 1e-3);
        assert!(near(oklab([255, 255, 255]), [1.0, 0.0, 0.0]));
        assert!(near(oklab([0, 0, 0]), [0.0, 0.0, 0.0]));
        assert!(near(oklab([255, 0, 0]), [0.628, 0.2249, 0.1258]));
        assert!(near(oklab([0, 0, 255]), [0.452, -0.0325, -0.3115]));
    }

    fn look(l: f64, a: f64) -> HexColor {
        HexColor([l, a, 0.05, 0.01, 0.01])
    }

    fn cell(column: u16) -> Cell {
        Cell { column, row: 0 }
    }

    #[test]
    fn the_nearest_example_wins_and_doubt_is_told() {
        let looks: BTreeMap<Cell, HexColor> = [
            (cell(0), look(0.9, 0.0)),
            (cell(1), look(0.5, -0.1)),
            (cell(2), look(0.88, 0.0)),
            (cell(3), look(0.52, -0.1)),
            (cell(4), look(0.7, -0.05)),
            (cell(5), look(0.1, 0.3)),
        ]
        .into();
        let examples = [(cell(0), '.'), (cell(1), 'w')].into();
        let guesses = classify(&looks, &examples);
        let letters: String = guesses.values().map(|guess| guess.letter).collect();
        assert_eq!(&letters[..4], ".w.w");
        let unsure: Vec<u16> = guesses.iter().filter(|(_, g)| g.is_unsure()).map(|(cell, _)| cell.column).collect();
        assert_eq!(unsure, [4, 5], "between two, and like none");
        assert_eq!(guesses[&cell(0)].confidence, 1.0);
        assert!(classify(&looks, &BTreeMap::new()).is_empty());
    }

    #[test]
    fn an_eye_sees_only_hexes_on_the_picture() {
        let rgb: Vec<u8> =
            (0..200 * 100).flat_map(|n| if n % 200 < 100 { [200, 180, 140] } else { [60, 110, 60] }).collect();
        let picture = ScanPicture::new(200, 100, rgb).unwrap();
        let corners = super::super::scheme::corners(hexx::HexOrientation::Flat);
        let placement = Affine { origin: [50.0, 50.0], u: [50.0, 0.0], v: [0.0, 50.0] };
        let eye = HexSampler::new(&picture, &placement, &corners);
        let (plain, woods) = (eye.look([0.0, 0.0]).unwrap(), eye.look([2.0, 0.0]).unwrap());
        assert!(plain.0[0] > woods.0[0] + 0.2 && plain.0[3] < 1e-6, "{plain:?} {woods:?}");
        assert!(eye.look([1.0, 0.0]).unwrap().0[3] > 0.1, "half and half spreads");
        assert_eq!(eye.look([5.0, 0.0]), None);
        assert_eq!(eye.look([0.0, -1.2]), None);
    }
}
