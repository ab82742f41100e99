//! 0.2 Mega-hexes: groups of seven hexes or more, in which aircraft move and fight.

use std::collections::BTreeMap;

use battlewright_schema::common::edge::MapEdge;
use battlewright_schema::common::mega::MegaHexes;

use crate::state::MegaIx;
use battlewright_core::kit::hex_map::{HexIx, HexMap, Hexes};
use battlewright_core::kit::index::ListIndex as _;

/// The mega-hexes of a map; none in a game without aircraft.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub(crate) struct MegaMap {
    names: Vec<String>,
    centers: Vec<HexIx>,
    neighbors: Vec<Vec<MegaIx>>,
    /// The number of the mega-hex of each hex.
    numbers: Vec<Option<MegaIx>>,
    /// The hexes of each mega-hex, in the order of the map.
    hexes: Vec<Vec<HexIx>>,
    /// The number of steps between each two of them.
    distances: Vec<Vec<u16>>,
    /// The mega-hexes at each edge of the map, in the order of [`MapEdge::ALL`].
    at_edges: [Vec<MegaIx>; 4],
}

impl MegaMap {
    /// The mega-hexes of `plan` on `map`; none without a plan.
    pub(crate) fn new(plan: Option<&MegaHexes>, hexes: &Hexes, map: &HexMap) -> Self {
        let has = |cell| hexes.at(cell).is_some();
        let Some((rows, plan)) = plan.and_then(|rows| Some((rows, rows.plan(map.grid(), has)?))) else {
            return Self::default();
        };
        let index = |number: usize| u16::try_from(number).ok().map(MegaIx);
        let centers: Vec<HexIx> = plan.centers.iter().filter_map(|cell| hexes.at(*cell)).collect();
        let name = |center: &HexIx| {
            let id = map.name(*center);
            let named = rows.named.iter().find(|row| row.center == id);
            named.map_or_else(|| id.to_string(), |row| row.name.to_string())
        };
        let neighbors: Vec<Vec<MegaIx>> =
            plan.neighbors(map.grid()).into_iter().map(|list| list.into_iter().filter_map(index).collect()).collect();
        let numbers: Vec<Option<MegaIx>> =
            hexes.cells().iter().map(|cell| plan.number(*cell).and_then(index)).collect();
        let mut members = vec![Vec::new(); centers.len()];
        for (hex, mega) in map.all().zip(&numbers) {
            if let Some(list) = mega.and_then(|mega| members.get_mut(mega.index())) {
                list.push(hex);
            }
        }
        let distances = (0..neighbors.len()).map(|from| steps_from(from, &neighbors)).collect();
        let names = centers.iter().map(name).collect();
        let at_edges = Default::default();
        let mut mega = Self { names, centers, neighbors, numbers, hexes: members, distances, at_edges };
        mega.at_edges = MapEdge::ALL.map(|edge| mega.find_edge(map, edge));
        mega
    }

    /// The mega-hexes with a hex beyond which there is none toward `edge`.
    fn find_edge(&self, map: &HexMap, edge: MapEdge) -> Vec<MegaIx> {
        let mut rows: BTreeMap<u16, (u16, u16)> = BTreeMap::new();
        for cell in map.all().map(|hex| map.cell(hex)) {
            let (top, bottom) = rows.entry(cell.column).or_insert((cell.row, cell.row));
            (*top, *bottom) = (cell.row.min(*top), cell.row.max(*bottom));
        }
        let is_last = |hex: &HexIx| {
            let cell = map.cell(*hex);
            let (top, bottom) = rows.get(&cell.column).copied().unwrap_or_default();
            match edge {
                MapEdge::North => cell.row == top,
                MapEdge::East => cell.column + 1 == map.grid().columns(),
                MapEdge::South => cell.row == bottom,
                MapEdge::West => cell.column == 0,
            }
        };
        let mut found: Vec<MegaIx> = map.all().filter(is_last).filter_map(|hex| self.of(hex)).collect();
        found.sort_unstable();
        found.dedup();
        found
    }

    /// The mega-hexes at `edge` of the map, in order.
    pub(crate) fn at_edge(&self, edge: MapEdge) -> &[MegaIx] {
        let number = MapEdge::ALL.iter().position(|other| *other == edge);
        number.and_then(|number| self.at_edges.get(number)).map_or(&[], Vec::as_slice)
    }

    /// Every mega-hex, in reading order.
    pub(crate) fn all(&self) -> impl Iterator<Item = MegaIx> + use<> {
        MegaIx::all(self.centers.len())
    }

    /// The number of mega-hexes.
    pub(crate) fn len(&self) -> usize {
        self.centers.len()
    }

    /// The name: its own, or that of the center.
    pub(crate) fn name(&self, mega: MegaIx) -> &str {
        self.names.get(mega.index()).map_or("", String::as_str)
    }

    /// The center.
    pub(crate) fn center(&self, mega: MegaIx) -> Option<HexIx> {
        self.centers.get(mega.index()).copied()
    }

    /// The mega-hexes that touch `mega`.
    pub(crate) fn neighbors(&self, mega: MegaIx) -> &[MegaIx] {
        self.neighbors.get(mega.index()).map_or(&[], Vec::as_slice)
    }

    /// The mega-hex of `hex`.
    pub(crate) fn of(&self, hex: HexIx) -> Option<MegaIx> {
        self.numbers.get(hex.index()).copied().flatten()
    }

    /// The hexes of `mega`, in the order of the map.
    pub(crate) fn hexes(&self, mega: MegaIx) -> &[HexIx] {
        self.hexes.get(mega.index()).map_or(&[], Vec::as_slice)
    }

    /// The number of steps from one mega-hex to another; `u16::MAX` if they are not joined.
    pub(crate) fn distance(&self, from: MegaIx, to: MegaIx) -> u16 {
        self.distances.get(from.index()).and_then(|row| row.get(to.index())).copied().unwrap_or(u16::MAX)
    }
}

/// The number of steps from the mega-hex `from` to each of them.
fn steps_from(from: usize, neighbors: &[Vec<MegaIx>]) -> Vec<u16> {
    let mut steps = vec![u16::MAX; neighbors.len()];
    let (mut ring, mut reached) = (vec![from], 0);
    while !ring.is_empty() {
        let mut next = Vec::new();
        for mega in ring {
            if steps.get(mega) == Some(&u16::MAX) {
                steps[mega] = reached;
                next.extend(neighbors[mega].iter().map(|mega| mega.index()));
            }
        }
        (ring, reached) = (next, reached + 1);
    }
    steps
}

#[cfg(test)]
mod tests {
    use battlewright_schema::common::edge::MapEdge;

    use crate::event::Phase;
    use crate::rules::r02_sequence::SequenceTask;
    use crate::tests::testing::{GERMAN, Table, position};
    use battlewright_core::game::{Game as _, Turn};

    const AIRCRAFT: &str = "german fighter g1 4\nfrench fighter f1 4";

    fn interphase(map: &str) -> Table {
        position(&format!("{map}\n{AIRCRAFT}")).doing(GERMAN, Phase::Interphase, SequenceTask::Interphase(GERMAN))
    }

    #[test]
    fn r0_2_each_hex_is_in_a_mega_hex_of_seven_or_more() {
        let game = interphase("mega 0404").game;
        let (map, mega) = (&game.board.map, &game.board.mega);
        assert!(map.all().all(|hex| mega.of(hex).is_some()));
        for area in mega.all() {
            assert!(mega.hexes(area).len() >= 7, "{}", mega.name(area));
            assert!(mega.hexes(area).iter().all(|hex| mega.of(*hex) == Some(area)));
            assert_eq!(mega.center(area).and_then(|hex| mega.of(hex)), Some(area));
        }
    }

    #[test]
    fn r0_2_the_distance_is_counted_in_mega_hexes() {
        let table = interphase("mega 0404");
        let distance = |from, to| table.game.board.mega.distance(table.mega(from), table.mega(to));
        assert_eq!(distance("0404", "0503"), 0, "in the same one");
        assert_eq!([distance("0404", "0606"), distance("0606", "0404")], [1, 1]);
        assert_eq!([distance("0202", "0606"), distance("0202", "0508")], [2, 3]);
    }

    #[test]
    fn r0_2_mega_hexes_at_an_edge_have_a_hex_there() {
        let table = interphase("mega 0404");
        let at = |edge| table.game.board.mega.at_edge(edge).to_vec();
        assert_eq!(at(MapEdge::North), [table.mega("0202"), table.mega("0703")]);
        assert_eq!(at(MapEdge::South), [table.mega("0306"), table.mega("0508")]);
        assert_eq!(at(MapEdge::West), [table.mega("0202"), table.mega("0104"), table.mega("0306")]);
        assert_eq!(at(MapEdge::East), [table.mega("0703"), table.mega("0606"), table.mega("0508")]);
    }

    #[test]
    fn r0_2_without_mega_hexes_aircraft_play_no_part() {
        let table = interphase("");
        assert!(matches!(table.game.turn(), Turn::Over(_)), "nothing is left to do");
        assert!(matches!(interphase("mega 0404").game.turn(), Turn::Chance(_)));
    }
}
