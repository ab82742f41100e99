use battlewright_schema::{Cell, Order, Orientation, Parity};
use proptest::prelude::*;

use super::*;

/// The hexes that the tests click: the corners of a map, and others in between.
const CELLS: [(u16, u16); 12] =
    [(1, 1), (27, 2), (2, 19), (28, 18), (13, 9), (8, 14), (20, 5), (5, 6), (23, 12), (16, 16), (11, 3), (18, 11)];

fn scheme(n: usize) -> Scheme {
    Scheme::all()[n % 8]
}

/// Returns the transformation of a scan with these properties.
fn placed(scheme: Scheme, pitch: f64, rotation: f64, shear: f64, aspect: f64) -> Affine {
    let (turn, lean) = (rotation.to_radians(), shear.to_radians().tan());
    let (wide, high) = (pitch * aspect.sqrt(), pitch / aspect.sqrt());
    let on_paper = |[x, y]: Point| {
        let (x, y) = (x * wide + y * high * lean, y * high);
        [x * turn.cos() - y * turn.sin(), x * turn.sin() + y * turn.cos()]
    };
    let [du, dv] = scheme::even(scheme.orientation);
    Affine { origin: [312.5, 288.25], u: on_paper([du, 0.0]), v: on_paper([0.0, dv]) }
}

/// Returns clicks on hexes of a map with four-digit numbers, each displaced by a fraction of the pitch.
fn clicks(scheme: Scheme, placement: &Affine, cells: &[(u16, u16)], noise: &[Point]) -> Vec<Click> {
    let grid = Labels::new(&["0000".into()]).unwrap().grid(scheme).unwrap();
    let pitch = HexShape::of(placement, scheme.orientation).pitch;
    let click = |(n, (column, row)): (usize, &(u16, u16))| {
        let cell = Cell { column: *column, row: *row };
        let at = placement.at(scheme::lattice(&grid, cell));
        let off = noise.get(n).copied().unwrap_or_default();
        Click { label: grid.name(cell), at: [at[0] + off[0] * pitch, at[1] + off[1] * pitch] }
    };
    cells.iter().enumerate().map(click).collect()
}

prop_compose! {
    /// Any scan that a scanner may produce, with the scheme of its map.
    fn scan()(n in 0..8_usize, pitch in 15.0..240.0, rotation in -170.0..170.0, shear in -8.0..8.0, aspect in 0.9..1.1)
        -> (Scheme, Affine) {
        (scheme(n), placed(scheme(n), pitch, rotation, shear, aspect))
    }
}

fn noise(most: f64) -> impl Strategy<Value = Vec<Point>> {
    prop::collection::vec([-most..most, -most..most], 12)
}

proptest! {
    #![proptest_config(ProptestConfig::with_cases(64))]

    #[test]
    fn a_scan_is_found_again_from_careless_clicks((scheme, placement) in scan(), noise in noise(0.03), count in 6..12_usize) {
        let fit = fit(&clicks(scheme, &placement, &CELLS[..count], &noise), None).unwrap();
        prop_assert_eq!((fit.scheme, &fit.wrong), (scheme, &vec![]));
        let sideways = HexShape::of(&placement, scheme.orientation).rotation.abs() > 45.0;
        prop_assert!(fit.unsure.iter().all(|unsure| *unsure == FitAmbiguity::Sideways && sideways), "{:?}", fit.unsure);
        let (found, real) = (fit.shape, HexShape::of(&placement, scheme.orientation));
        prop_assert!((found.pitch / real.pitch - 1.0).abs() < 0.01, "{found:?} {real:?}");
        prop_assert!((found.aspect / real.aspect - 1.0).abs() < 0.015, "{found:?} {real:?}");
        prop_assert!((found.rotation - real.rotation).abs() < 0.6 && (found.shear - real.shear).abs() < 0.8, "{found:?} {real:?}");
        prop_assert!(fit.error <= 0.045 * real.pitch);
        // The positions of other hexes are correct too.
        for at in [[1.0, 1.0], [28.0, 1.0], [1.0, 19.0], [28.0, 19.0], [14.0, 10.0]] {
            prop_assert!(distance(fit.placement.at(at), placement.at(at)) < 0.1 * real.pitch);
        }
    }

    #[test]
    fn a_wrong_number_is_pointed_at_and_the_right_one_told(
        (scheme, placement) in scan(), noise in noise(0.03), count in 8..12_usize, bad in 0..8_usize, by in 1..6_u16,
        other in 0..2_usize,
    ) {
        let mut clicks = clicks(scheme, &placement, &CELLS[..count], &noise);
        let right = clicks[bad].label.clone();
        let (column, row) = CELLS[bad];
        // One half of the number is wrong.
        let typed = if other == 0 { (column + by, row) } else { (column, row + by) };
        let grid = Labels::new(&["0000".into()]).unwrap().grid(scheme).unwrap();
        clicks[bad].label = grid.name(Cell { column: typed.0, row: typed.1 });
        prop_assume!(clicks.iter().filter(|click| click.label == clicks[bad].label).count() == 1);
        let fit = fit(&clicks, None).unwrap();
        prop_assert_eq!(&fit.wrong, &vec![MisplacedClick { click: bad, instead: Some(right) }]);
        prop_assert_eq!(fit.scheme, scheme);
        let real = HexShape::of(&placement, scheme.orientation);
        prop_assert!((fit.shape.pitch / real.pitch - 1.0).abs() < 0.01);
    }
}

#[test]
fn four_clicks_are_enough() {
    for n in 0..8 {
        let placement = placed(scheme(n), 80.0, 2.0, 0.5, 1.01);
        let fit = fit(&clicks(scheme(n), &placement, &[(1, 1), (28, 2), (2, 18), (27, 19)], &[]), None).unwrap();
        assert_eq!((fit.scheme, fit.wrong.as_slice(), fit.unsure.as_slice()), (scheme(n), &[][..], &[][..]));
        assert!(fit.error < 1e-6 && fit.residuals.iter().all(|r| *r < 1e-6));
        assert!((fit.shape.pitch - 80.0).abs() < 0.3 && (fit.shape.rotation - 2.0).abs() < 1e-6, "{:?}", fit.shape);
    }
}

#[test]
fn clicks_that_say_nothing_are_refused_with_a_reason() {
    let odd = Scheme::all()[0];
    let placement = placed(odd, 80.0, 0.0, 0.0, 1.0);
    let of = |cells: &[(u16, u16)]| clicks(odd, &placement, cells, &[]);
    assert_eq!(fit(&[], None), Err(FitRefusal::TooFew(0)));
    assert_eq!(fit(&of(&CELLS[..3]), None), Err(FitRefusal::TooFew(3)));
    assert_eq!(fit(&of(&[(1, 1), (1, 4), (1, 8), (1, 19)]), None), Err(FitRefusal::OnALine));
    assert_eq!(fit(&of(&[(1, 1), (2, 1), (3, 1), (4, 1), (9, 1)]), None), Err(FitRefusal::OnALine), "a zigzag");
    assert_eq!(fit(&of(&[(1, 1), (9, 3), (4, 7), (9, 3)]), None), Err(FitRefusal::Twice(1, 3)));
    let mut typed = of(&CELLS[..5]);
    typed[2].label = "08x4".into();
    assert_eq!(fit(&typed, None), Err(FitRefusal::Unreadable(2)));
    let mut same = of(&CELLS[..5]);
    same[4].at = same[0].at;
    assert_eq!(fit(&same, None), Err(FitRefusal::SamePlace(0, 4)));
    // Numbers that increase from right to left are possible if the map lies on its side.
    let mut mirrored = of(&CELLS[..6]);
    for click in &mut mirrored {
        click.at[0] = -click.at[0];
    }
    let sideways = fit(&mirrored, None).unwrap();
    assert_eq!((sideways.scheme.order, sideways.unsure), (Order::RowColumn, vec![FitAmbiguity::Sideways]));
    // Clicks at arbitrary positions.
    let mut anywhere = of(&CELLS[..6]);
    for (click, at) in
        anywhere.iter_mut().zip([[0.0, 0.0], [50.0, 9.0], [7.0, 99.0], [60.0, 61.0], [9.0, 44.0], [3.0, 2.0]])
    {
        click.at = at;
    }
    let lost = fit(&anywhere, None);
    assert!(lost.is_err() || lost.unwrap().unsure.contains(&FitAmbiguity::Disagreement));
    assert_eq!(fit(&vec![typed[0].clone(); MOST + 1], None), Err(FitRefusal::TooMany));
    for refusal in [FitRefusal::TooFew(3), FitRefusal::OnALine, FitRefusal::Nonsense, FitRefusal::Twice(0, 1)] {
        assert!(refusal.to_string().ends_with('.'), "{refusal}");
    }
}

#[test]
fn what_the_clicks_leave_open_is_said_and_the_maps_own_numbering_kept() {
    let odd = Scheme::all()[0];
    let even = Scheme { shifted: Parity::Even, ..odd };
    let placement = placed(odd, 80.0, 1.0, 0.0, 1.0);
    // All clicks are in odd columns, so the shift of the even ones is undetermined.
    let open = clicks(odd, &placement, &[(1, 1), (27, 1), (1, 19), (27, 18), (13, 9)], &[]);
    for usual in [odd, even] {
        let fit = fit(&open, Some(usual)).unwrap();
        assert_eq!((fit.scheme, fit.unsure.as_slice()), (usual, &[FitAmbiguity::Shift(Orientation::Flat)][..]));
    }
    let closed = clicks(odd, &placement, &[(1, 1), (27, 1), (2, 19), (26, 18), (13, 9)], &[]);
    assert_eq!(fit(&closed, Some(even)).unwrap().scheme, odd);
}

#[test]
fn four_clicks_with_a_wrong_one_are_said_to_disagree() {
    let odd = Scheme::all()[0];
    let mut clicks = clicks(odd, &placed(odd, 80.0, 0.0, 0.0, 1.0), &[(1, 1), (19, 1), (1, 13), (19, 13)], &[]);
    clicks[3].label = "1915".into();
    let fit = fit(&clicks, None).unwrap();
    assert!(fit.unsure.contains(&FitAmbiguity::Disagreement) && fit.wrong.is_empty(), "{fit:?}");
}

#[test]
fn letters_count_from_their_first() {
    let odd = Scheme::all()[0];
    let placement = placed(odd, 60.0, -3.0, 0.0, 1.0);
    let grid = odd.grid(&"A1".into(), (40, 40)).unwrap();
    let click = |name: &str| {
        let label = HexId::from(name);
        Click { at: placement.at(scheme::lattice(&grid, grid.cell(&label).unwrap())), label }
    };
    let fit = fit(&["A1", "T2", "B14", "AC9", "J7"].map(click), None).unwrap();
    assert_eq!((fit.scheme, fit.labels.letters(fit.scheme)), (odd, [true, false]));
    assert!(fit.error < 1e-6);
}
