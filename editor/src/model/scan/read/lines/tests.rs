use battlewright_schema::{Orientation, Parity};

use super::super::LEAST_FOR_LINES;
use super::super::band::even;
use super::super::painter::{Dice, PrintedMap};
use super::*;
use crate::model::scan::affine::Affine;
use crate::model::scan::picture::ScanPicture;
use crate::model::scan::scheme::Scheme;

/// The true and false suggestions, and the lines that were missed.
#[derive(Clone, Copy, Debug, Default)]
struct Score {
    hits: usize,
    wrong: usize,
    missed: usize,
}

impl Score {
    fn of<V>(
        guesses: &BTreeMap<NeighborPair, LineGuess>,
        real: &BTreeMap<NeighborPair, V>,
        examples: &BTreeMap<NeighborPair, PrintedLine>,
    ) -> Self {
        let hits = guesses.keys().filter(|place| real.contains_key(place)).count();
        let open = real.keys().filter(|place| !examples.contains_key(place)).count();
        Self { hits, wrong: guesses.len() - hits, missed: open - hits }
    }

    fn plus(self, other: Self) -> Self {
        Self { hits: self.hits + other.hits, wrong: self.wrong + other.wrong, missed: self.missed + other.missed }
    }

    /// Returns the harmonic mean of precision and recall.
    fn f1(self) -> f64 {
        2.0 * real(self.hits) / real(2 * self.hits + self.wrong + self.missed)
    }
}

fn scheme(seed: u32) -> Scheme {
    Scheme::all()[(seed % 8) as usize]
}

fn map(seed: u32, pitch: f64, dice: &mut Dice) -> PrintedMap {
    let rotation = [1.0, -2.0, 3.0, 0.0, -1.4][(seed % 5) as usize];
    PrintedMap::new(scheme(seed), "0101", (12, 9), pitch, rotation, dice)
}

fn with_lines(seed: u32, pitch: f64, dice: &mut Dice) -> PrintedMap {
    let mut map = map(seed, pitch, dice);
    for _ in 0..3 {
        map.add_water(12, 0.06, dice);
    }
    for _ in 0..4 {
        map.add_road(8, dice);
    }
    map
}

fn window<'p>(map: &PrintedMap, picture: &'p ScanPicture) -> ScanWindow<'p> {
    ScanWindow::new(picture, &map.placement, even(&map.grid), 48.0, LEAST_FOR_LINES).unwrap()
}

/// Returns three of the lines as examples.
fn three<V>(lines: &BTreeMap<NeighborPair, V>, kind: PrintedLine) -> BTreeMap<NeighborPair, PrintedLine> {
    let count = lines.len();
    let pick = [count / 6, count / 2, count * 5 / 6];
    lines.keys().enumerate().filter(|(n, _)| pick.contains(n)).map(|(_, place)| (*place, kind)).collect()
}

#[test]
fn lines_are_found_again_on_scans() {
    let (mut shown, mut unshown, mut roads_shown, mut roads_unshown) =
        (Score::default(), Score::default(), Score::default(), Score::default());
    for seed in 0..2_u32 {
        let mut dice = Dice(0x9e37_79b9 ^ (seed * 7919 + 1));
        let map = with_lines(seed, [60.0, 72.0, 48.0][(seed % 3) as usize], &mut dice);
        let picture = map.scan(30.0, &mut dice);
        let window = window(&map, &picture);
        let has = |_: Cell| true;
        let read = |examples: &BTreeMap<_, _>| water(&window, &map.grid, &has, examples).unwrap();
        let examples = three(&map.water, PrintedLine::Stream);
        let guesses = read(&examples);
        assert!(guesses.values().all(|guess| guess.kind == PrintedLine::Stream), "one width");
        shown = shown.plus(Score::of(&guesses, &map.water, &examples));
        unshown = unshown.plus(Score::of(&read(&BTreeMap::new()), &map.water, &BTreeMap::new()));
        let real: BTreeMap<NeighborPair, ()> = map.roads.iter().map(|road| (*road, ())).collect();
        let examples = three(&real, PrintedLine::Road);
        let read = |examples: &BTreeMap<_, _>| roads(&window, &map.grid, &has, examples).unwrap();
        roads_shown = roads_shown.plus(Score::of(&read(&examples), &real, &examples));
        roads_unshown = roads_unshown.plus(Score::of(&read(&BTreeMap::new()), &real, &BTreeMap::new()));
    }
    println!("hexsides {:.3} {shown:?}, without examples {:.3} {unshown:?}", shown.f1(), unshown.f1());
    println!(
        "roads {:.3} {roads_shown:?}, without examples {:.3} {roads_unshown:?}",
        roads_shown.f1(),
        roads_unshown.f1()
    );
    assert!(shown.f1() >= 0.95 && unshown.f1() >= 0.90, "{shown:?} {unshown:?}");
    assert!(roads_shown.f1() >= 0.90 && roads_unshown.f1() >= 0.85, "{roads_shown:?} {roads_unshown:?}");
}

#[test]
fn a_map_without_lines_gets_few_suggestions() {
    for seed in 1..3_u32 {
        let mut dice = Dice(0x51ed_270b ^ (seed * 104_729 + 1));
        let mut bare = map(seed, 60.0, &mut dice);
        if seed % 2 == 1 {
            // Roads cross hexsides, but are no streams.
            for _ in 0..8 {
                bare.add_road(9, &mut dice);
            }
        }
        let cell = |column, row| Cell { column, row };
        let nothing = [[cell(2, 2), cell(2, 3)], [cell(6, 5), cell(6, 6)]];
        for clear in nothing.as_flattened() {
            bare.woods.remove(clear);
        }
        let picture = bare.scan(30.0, &mut dice);
        let window = window(&bare, &picture);
        let found = water(&window, &bare.grid, &|_| true, &BTreeMap::new()).unwrap_or_default();
        assert!(found.len() <= 2, "seed {seed}: {found:?}");
        if seed % 2 == 0 {
            let found = roads(&window, &bare.grid, &|_| true, &BTreeMap::new()).unwrap_or_default();
            assert!(found.len() <= 2, "seed {seed}: {found:?}");
        }
        // Examples where nothing is printed are no color to learn.
        let nothing = nothing.map(|[a, b]| ((a, b), PrintedLine::Stream));
        let found = water(&window, &bare.grid, &|_| true, &nothing.into()).unwrap_or_default();
        assert!(found.len() <= 8, "seed {seed}: {found:?}");
    }
}

#[test]
fn rivers_are_broader_than_streams() {
    let mut dice = Dice(77);
    let mut map = map(2, 72.0, &mut dice);
    for _ in 0..2 {
        map.add_water(12, 0.055, &mut dice);
        map.add_water(12, 0.14, &mut dice);
    }
    let picture = map.scan(24.0, &mut dice);
    let window = window(&map, &picture);
    let kind = |width: f64| if width > 0.1 { PrintedLine::River } else { PrintedLine::Stream };
    let real: BTreeMap<NeighborPair, PrintedLine> =
        map.water.iter().map(|(place, width)| (*place, kind(*width))).collect();
    let streams: BTreeMap<_, _> =
        real.iter().filter(|(_, kind)| **kind == PrintedLine::Stream).map(|(p, k)| (*p, *k)).collect();
    for examples in [BTreeMap::new(), three(&streams, PrintedLine::Stream)] {
        let found = water(&window, &map.grid, &|_| true, &examples).unwrap();
        let right = found.iter().filter(|(place, guess)| real.get(place) == Some(&guess.kind)).count();
        println!("rivers: {right} of {} (printed {}, examples {})", found.len(), real.len(), examples.len());
        assert!(right * 10 >= found.len() * 9 && found.len() * 10 >= (real.len() - examples.len()) * 9);
    }
}

#[test]
fn hostile_sizes_are_refused_or_read_without_harm() {
    let picture = ScanPicture::new(60, 40, vec![128; 60 * 40 * 3]).unwrap();
    let scheme = Scheme { orientation: Orientation::Flat, shifted: Parity::Odd, ..scheme(0) };
    let grid = scheme.grid(&"0101".into(), (5, 5)).unwrap();
    let placed = |u: f64, v: f64| Affine { origin: [10.0, 10.0], u: [u, 0.0], v: [0.0, v] };
    let window = |placement: Affine| ScanWindow::new(&picture, &placement, even(&grid), 48.0, LEAST_FOR_LINES);
    for bad in [placed(0.0, 0.0), placed(-30.0, 30.0), placed(f64::NAN, 9.0), placed(f64::INFINITY, 9.0)] {
        assert_eq!(window(bad).err(), Some(ReadRefusal::NotPlaced));
    }
    assert_eq!(window(placed(4.0, 5.0)).err(), Some(ReadRefusal::TooSmall(LEAST_FOR_LINES)));
    // A map that is far larger than the picture, and one that is far off it.
    let read = |window: &ScanWindow<'_>, grid: &Grid| water(window, grid, &|_| true, &BTreeMap::new()).err();
    let large = window(placed(900.0, 1000.0)).unwrap();
    assert_eq!(read(&large, &grid), Some(ReadRefusal::OffPicture));
    let small = window(placed(25.0, 30.0)).unwrap();
    assert!(matches!(read(&small, &grid), Some(ReadRefusal::OffPicture | ReadRefusal::NoLines)));
    let off = window(Affine { origin: [1e9, -1e9], ..placed(30.0, 30.0) }).unwrap();
    assert_eq!(read(&off, &grid), Some(ReadRefusal::OffPicture));
    let huge = scheme.grid(&"0101".into(), (1000, 1000)).unwrap();
    assert_eq!(read(&small, &huge), Some(ReadRefusal::TooManyHexes));
    assert_eq!(roads(&small, &huge, &|_| true, &BTreeMap::new()).err(), Some(ReadRefusal::TooManyHexes));
    let one = scheme.grid(&"0101".into(), (1, 1)).unwrap();
    assert_eq!(read(&small, &one), Some(ReadRefusal::OffPicture));
    let tiny = ScanPicture::new(1, 1, vec![0; 3]).unwrap();
    let on_tiny = ScanWindow::new(&tiny, &placed(30.0, 30.0), even(&grid), 48.0, LEAST_FOR_LINES).unwrap();
    assert_eq!(read(&on_tiny, &grid), Some(ReadRefusal::OffPicture));
}
