//! 7.6 Retreats: the stack of a hex retreats together, hex by hex, to the hexes that come first by the priorities of the rule.

use std::cmp::{Ordering, Reverse};
use std::fmt::Arguments;

use battlewright_schema::common::edge::MapEdge;
use hexx::HexOrientation;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::event::{Event, LossCause};
use crate::rules::r07_5_losses::{LossTask, Losses};
use crate::stage::{TaskStage, goes_on};
use crate::state::{At, HexList, Party, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// The tasks of retreats and advances.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum RetreatTask {
    /// A stack retreats hex by hex.
    Retreat(Retreat),
    /// Units of the winner advance into hexes that were left.
    Advance { units: Party, hexes: HexList },
}

/// A retreat in progress.
#[derive(Clone, Debug, Default, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Retreat {
    /// The units, all in one hex.
    pub(crate) units: Party,
    /// The hexes from which the stack came, to which it does not return.
    pub(crate) path: HexList,
    /// The number of hexes still to go.
    pub(crate) left: u8,
    /// The hexes of the enemy units that fought.
    pub(crate) enemies: HexList,
    /// `true` if both sides had tanks in the combat (7.5).
    pub(crate) tanks_on_both_sides: bool,
}

/// The hexes next to a hex.
type Near = InlineList<HexIx, 6>;

/// The end to which a retreat comes by way of a hex, from best to worst.
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
enum RetreatOutcome {
    /// It can end within the limit of stacking.
    Fits,
    /// It ends above the limit of stacking, with no further way.
    Crowds,
    /// It cannot be completed.
    DeadEnd,
}

/// The worth of a hex for a retreat; the least one is best. The fields are in the order of their weight (7.6).
#[derive(Clone, Copy, Debug, PartialEq, Eq, PartialOrd, Ord)]
struct Priority {
    outcome: RetreatOutcome,
    /// The units that cannot cross the hexside.
    left_behind: usize,
    /// `Less` if the hex is nearer to the friendly edge.
    edge: Ordering,
    /// `true` if the retreat must leave the map from there (m70).
    leaves_map: bool,
    in_zoc: bool,
    above_limit: bool,
    /// The distance from the nearest enemy unit that fought.
    distance: Reverse<u32>,
}

impl TaskFamily<Matz> for RetreatTask {
    fn stage(&self, game: &Matz, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let name = |side| game.board.side(side).name.as_str();
        match self {
            Self::Retreat(retreat) => match (game.stack_of(retreat), game.ways_back(retreat).as_slice()) {
                (Some((side, _)), [_, _, ..]) => {
                    prompt(format_args!("{}: retreat to which hex?", name(side)));
                    TaskStage::asks(side, rule::RETREATS, None)
                }
                _ => goes_on(rule::RETREATS),
            },
            Self::Advance { units, .. } => match units.first() {
                Some(unit) => {
                    let side = game.unit_side(*unit);
                    prompt(format_args!("{}: advance after combat?", name(side)));
                    TaskStage::asks(side, rule::RETREATS, None).passed("Advance no more")
                }
                None => goes_on(rule::RETREATS),
            },
        }
    }

    fn options(&self, game: &Matz, into: &mut ActionList) {
        match self {
            Self::Retreat(retreat) => into.extend(game.ways_back(retreat).into_iter().map(Action::Hex)),
            Self::Advance { units, hexes } => game.advance_options(units, hexes, into),
        }
    }

    fn refusal(&self, game: &Matz, action: &Action) -> RefusalCause {
        match (self, action) {
            (Self::Retreat(retreat), Action::Hex(hex)) => game.why_no_retreat(retreat, *hex),
            (Self::Advance { units, hexes }, Action::Advance { unit, to }) => {
                game.may_advance(units, hexes, *unit, *to).err().unwrap_or(RefusalCause::NotAsked)
            }
            _ => RefusalCause::NotAsked,
        }
    }

    fn choose(self, game: &mut Matz, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Retreat(retreat), Action::Hex(hex)) => game.go_back(retreat, hex, log),
            (Self::Advance { units, hexes }, Action::Advance { unit, to }) => {
                game.advance(units, hexes, unit, to, log);
            }
            _ => {}
        }
    }

    fn proceed(self, game: &mut Matz, log: &mut impl Log<Event>) {
        let Self::Retreat(retreat) = self else { return };
        match game.ways_back(&retreat).first() {
            Some(hex) => game.go_back(retreat, *hex, log),
            // A stack that has come far enough stays, even above the limit if there is no further way.
            None if retreat.left == 0 => {}
            None => {
                let leaves_map = game.stack_of(&retreat).is_some_and(|(side, hex)| game.retreats_off_map(side, hex));
                let event = if leaves_map { Event::LeftMap } else { Event::NoRetreat };
                for unit in retreat.units {
                    game.strand(unit, event, log);
                }
            }
        }
    }
}

impl Matz {
    /// The side and the hex of the stack that retreats; `None` if nothing is left of it.
    fn stack_of(&self, retreat: &Retreat) -> Option<(Side, HexIx)> {
        retreat.units.iter().find_map(|unit| Some((self.unit_side(*unit), self.hex_of(*unit)?)))
    }

    /// The units of the stack that are left.
    fn survivors<'a>(&'a self, retreat: &'a Retreat) -> impl Iterator<Item = UnitIx> + use<'a> {
        retreat.units.iter().copied().filter(|unit| self.hex_of(*unit).is_some())
    }

    /// The hexes to which the stack retreats next: those that come first by the priorities. A retreat that has come far enough
    /// goes on from a hex where it causes overstacking, if that leads to a hex where the stack fits.
    fn ways_back(&self, retreat: &Retreat) -> Near {
        let Some((side, hex)) = self.stack_of(retreat) else { return Near::new() };
        if retreat.left == 0 && self.steps_above_limit(side, hex) == 0 {
            return Near::new();
        }
        let ways: InlineList<(Priority, HexIx), 6> = self
            .board
            .map
            .neighbors(hex)
            .filter(|to| !retreat.path.contains(to) && self.may_retreat(retreat, side, hex, *to))
            .filter(|to| self.comes_before_edge(side, hex, *to))
            .map(|to| (self.priority(retreat, side, hex, to), to))
            .filter(|(priority, _)| retreat.left > 0 || priority.outcome == RetreatOutcome::Fits)
            .collect();
        let best = ways.iter().map(|(priority, _)| *priority).min();
        ways.iter().filter(|(priority, _)| Some(*priority) == best).map(|(_, to)| *to).collect()
    }

    /// Returns `true` if no enemy is in `to`, and a unit of the stack can cross the hexside to it.
    fn may_retreat(&self, retreat: &Retreat, side: Side, from: HexIx, to: HexIx) -> bool {
        !self.has_ground_unit(side.other(), to) && self.survivors(retreat).any(|unit| self.can_cross(unit, from, to))
    }

    /// Returns `true` if terrain does not forbid the step to `unit`; the cost does not matter.
    fn can_cross(&self, unit: UnitIx, from: HexIx, to: HexIx) -> bool {
        self.board.step_cost(unit, from, to).is_some()
    }

    /// The worth of `to` for the retreat of the stack in `from`.
    fn priority(&self, retreat: &Retreat, side: Side, from: HexIx, to: HexIx) -> Priority {
        let steps = self.steps_of(retreat);
        let (outcome, leaves_map) = self.outcome_by_way_of(retreat, side, from, to);
        Priority {
            outcome,
            left_behind: self.survivors(retreat).filter(|unit| !self.can_cross(*unit, from, to)).count(),
            edge: self.gap_to_edge(side, to).cmp(&self.gap_to_edge(side, from)),
            leaves_map,
            in_zoc: self.in_open_enemy_zoc(side, to),
            above_limit: !self.fits(side, to, steps),
            distance: Reverse(
                retreat.enemies.iter().map(|enemy| self.board.map.distance(*enemy, to)).min().unwrap_or_default(),
            ),
        }
    }

    /// The steps of the stack that retreats.
    fn steps_of(&self, retreat: &Retreat) -> u8 {
        self.survivors(retreat).map(|unit| self.steps_left(unit)).fold(0, u8::saturating_add)
    }

    /// Returns `true` if a retreat from `hex` may lead off the map, over the friendly edge (m70).
    fn retreats_off_map(&self, side: Side, hex: HexIx) -> bool {
        self.board.rules.retreat_off_map && self.board.is_at_edge_of(side, hex)
    }

    /// Returns `true` if a retreat may go from `from` to `to` by the first priority: at the friendly edge, only to a hex that is
    /// still nearer to it, as any other hex leads away from the edge, and the way off the map does not (m70).
    fn comes_before_edge(&self, side: Side, from: HexIx, to: HexIx) -> bool {
        !self.retreats_off_map(side, from) || self.gap_to_edge(side, to) < self.gap_to_edge(side, from)
    }

    /// The best end of the retreat from `from` by way of `first`, and `true` if it is off the map.
    fn outcome_by_way_of(&self, retreat: &Retreat, side: Side, from: HexIx, first: HexIx) -> (RetreatOutcome, bool) {
        let steps = self.steps_of(retreat);
        let mut seen: Vec<HexIx> = retreat.path.iter().copied().chain([from, first]).collect();
        let mut reached = vec![first];
        let mut left = retreat.left.saturating_sub(1);
        let mut leaves_map = false;
        loop {
            if left == 0 && reached.iter().any(|hex| self.fits(side, *hex, steps)) {
                return (RetreatOutcome::Fits, false);
            }
            leaves_map |= left > 0 && reached.iter().any(|hex| self.retreats_off_map(side, *hex));
            let mut further = Vec::new();
            for hex in reached {
                for to in self.board.map.neighbors(hex) {
                    let is_open = !seen.contains(&to) && self.may_retreat(retreat, side, hex, to);
                    if is_open && self.comes_before_edge(side, hex, to) {
                        seen.push(to);
                        further.push(to);
                    }
                }
            }
            if further.is_empty() {
                return match left {
                    0 => (RetreatOutcome::Crowds, false),
                    // A stack that leaves the map has gone as far as it must, though it is eliminated.
                    _ if leaves_map => (RetreatOutcome::Fits, true),
                    _ => (RetreatOutcome::DeadEnd, false),
                };
            }
            reached = further;
            left = left.saturating_sub(1);
        }
    }

    /// A measure of the distance of `hex` from the friendly edge of `side`, for comparison only.
    fn gap_to_edge(&self, side: Side, hex: HexIx) -> i32 {
        let [q, r] = self.board.map.axial(hex);
        // In half hexes to the east and to the south.
        let (east, south) = match self.board.map.grid().orientation() {
            HexOrientation::Flat => (2 * q, 2 * r + q),
            HexOrientation::Pointy => (2 * q + r, 2 * r),
        };
        match self.board.side(side).edge {
            MapEdge::North => south,
            MapEdge::South => -south,
            MapEdge::West => east,
            MapEdge::East => -east,
        }
    }

    /// The reason why the stack does not retreat to `hex`.
    fn why_no_retreat(&self, retreat: &Retreat, hex: HexIx) -> RefusalCause {
        let because = |why| RefusalCause::At(rule::RETREATS, why, hex);
        let Some((side, from)) = self.stack_of(retreat) else { return RefusalCause::NotAsked };
        if self.board.map.distance(from, hex) != 1 {
            because("a retreat goes hex by hex, and the stack is not next to")
        } else if self.has_ground_unit(side.other(), hex) {
            because("there is an enemy unit in")
        } else if !self.comes_before_edge(side, from, hex) {
            because("the stack is at the friendly edge, and away from it leads")
        } else if retreat.path.contains(&hex) {
            because("the stack has just left")
        } else if !self.may_retreat(retreat, side, from, hex) {
            because("the terrain forbids the way to")
        } else {
            because("by the priorities of retreats, another hex comes before")
        }
    }

    /// The stack retreats to `to`. It loses a step there in an enemy zone of control, unless a friend is there (3.3).
    fn go_back(&mut self, mut retreat: Retreat, to: HexIx, log: &mut impl Log<Event>) {
        let Some((side, from)) = self.stack_of(&retreat) else { return };
        let zones = if self.in_open_enemy_zoc(side, to) { self.zoc_of_enemies(side, to).count() } else { 0 };
        let most = if self.board.rules.retreat_loss_by_hex { 1 } else { usize::from(u8::MAX) };
        let steps = u8::try_from(zones.min(most)).unwrap_or(u8::MAX);
        let stack: Party = self.survivors(&retreat).collect();
        for unit in stack {
            if self.can_cross(unit, from, to) {
                self.put(unit, At::Hex(to));
                self.unit_mut(unit).retreated = true;
                log.push(Event::Retreated(unit, to));
                self.take_control(unit, to, log);
            } else {
                self.strand(unit, Event::NoRetreat, log);
            }
        }
        let losses =
            Losses::new(self.survivors(&retreat).collect(), steps, LossCause::Retreat, retreat.tanks_on_both_sides);
        retreat.path.push(from);
        retreat.left = retreat.left.saturating_sub(1);
        self.push(RetreatTask::Retreat(retreat));
        if steps > 0 {
            self.push(LossTask::Steps(losses));
        }
    }

    /// Eliminates a unit without a way to retreat: every way leads off the map, into enemies or across what it cannot cross.
    /// `event` is the reason.
    fn strand(&mut self, unit: UnitIx, event: fn(UnitIx) -> Event, log: &mut impl Log<Event>) {
        if self.hex_of(unit).is_some() {
            log.push(event(unit));
            self.eliminate(unit, log);
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};
    use battlewright_core::game::{Game as _, Turn};

    /// `g1` in 0404 has beaten the French in 0405.
    fn beaten(result: &str, more: &str) -> Table {
        with_text(more).fought(GERMAN, "g1", "0405", result)
    }

    fn with_text(more: &str) -> Position {
        position(&format!("german infantry g1 4/2 at 0404\nfrench infantry f1 4/2 at 0405\n{more}"))
    }

    #[test]
    fn r7_6_the_french_retreat_to_the_south_and_the_germans_to_the_north() {
        let table = beaten("DR", "");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, ["0305", "0406", "0505"].map(to_hex).to_vec()));
        table.refuses("hex 0304", "7.6");
        table.refuses("hex 0404", "7.6");
        table.refuses("hex 0407", "7.6");
        let table = beaten("AR", "");
        assert_eq!((table.chooser(), table.choices("")), (GERMAN, ["0303", "0403", "0503"].map(to_hex).to_vec()));
    }

    fn to_hex(name: &str) -> String {
        format!("hex {name}")
    }

    #[test]
    fn r7_6_toward_the_edge_comes_before_the_zones_of_control_and_these_before_stacking() {
        // 0305 and 0406 are in the zone of control of g2, and 0505 is full.
        let crowd = "french infantry f2 4/2 at 0505\nfrench infantry f3 4/2 at 0505\nfrench infantry f4 4/2 at 0505";
        let table = beaten("DR", &format!("german infantry g2 4/2 at 0306\n{crowd}"));
        assert_eq!(table.at("f1"), "0505", "nobody was asked; it goes on from there");
        let zones = "river 0404/0304\ngerman infantry g2 4/2 at 0306\ngerman infantry g3 4/2 at 0506";
        let table = beaten("DR", zones);
        assert_eq!(table.choices("hex"), ["0305", "0406", "0505"], "0304 is in no zone of control, but further north");
    }

    #[test]
    fn r7_6_out_of_zones_of_control_within_the_limit_and_far_from_the_enemy() {
        let table = beaten("DR", "german infantry g2 4/2 at 0306");
        assert_eq!(table.at("f1"), "0505", "0305 and 0406 are next to g2");
        let crowd = "french infantry f2 4/2 at 0406\nfrench infantry f3 4/2 at 0406\nfrench artillery f4 3-3 5 at 0406";
        assert_eq!(beaten("DR", crowd).choices("hex"), ["0305", "0505"], "0406 has room for one step");
        let table = position(
            "german infantry g1 4/2 at 0404
            german artillery g2 3-3 5 at 0604
            french infantry f1 4/2 at 0504",
        )
        .fought(GERMAN, "g1 g2", "0504", "DR");
        assert_eq!(table.at("f1"), "0505", "0405 and 0605 are next to the enemy units that fought");
    }

    #[test]
    fn r7_6_no_stack_retreats_into_an_enemy_or_back_to_a_hex_that_it_left() {
        let table = beaten("DR", "german artillery g2 3-3 5 at 0406\ngerman artillery g3 3-3 5 at 0305");
        assert_eq!(table.at("f1"), "0505");
        let mut table = beaten("DR2", "");
        table.does("hex 0406");
        table.refuses("hex 0405", "7.6");
        table.refuses("hex 0305", "7.6");
        assert_eq!(table.choices("hex"), ["0306", "0407", "0506"]);
    }

    #[test]
    fn r7_6_a_retreat_avoids_a_dead_end() {
        // From 0406 there is no way but back.
        let guns = |hex| format!("german artillery x{hex} 3-3 5 at {hex}\n");
        let ring = ["0305", "0306", "0407", "0506", "0505"].map(guns).concat();
        assert_eq!(beaten("DR", &ring).at("f1"), "0406");
        let table = beaten("DR2", &ring);
        assert_eq!(table.choices("hex"), ["0304", "0504"], "in zones of control, and not toward the south");
        let table = beaten("DR2", &format!("{ring}{}", ["0304", "0504"].map(guns).concat()));
        assert_eq!(table.at("f1"), "eliminated 1", "there is a way of one hex only");
    }

    #[test]
    fn r7_6_a_stack_without_any_way_is_eliminated_with_its_headquarters() {
        let guns = |hex| format!("german artillery x{hex} 3-3 5 at {hex}\n");
        let ring = ["0305", "0304", "0406", "0504", "0505"].map(guns).concat();
        let table = beaten("DR", &format!("{ring}corps x french at 0405"));
        assert_eq!([table.at("f1"), table.at("x-hq")], ["eliminated 1", "eliminated 1"]);
    }

    #[test]
    fn r7_6_a_unit_that_must_retreat_off_the_map_is_eliminated() {
        let corner = "german infantry g1 4/2 at 0008\ngerman infantry g2 4/2 at 0108\nfrench infantry f1 4/2 at 0009";
        let table = position(corner).fought(GERMAN, "g1 g2", "0009", "DR");
        assert_eq!(table.at("f1"), "0109", "it is half a hex further south");
        let more = "german artillery g3 3-3 5 at 0109";
        let table = position(&format!("{corner}\n{more}")).fought(GERMAN, "g1 g2", "0009", "DR");
        assert_eq!(table.at("f1"), "eliminated 1");
    }

    #[test]
    fn r7_6_m70_at_the_friendly_edge_a_stack_leaves_the_map_rather_than_go_back() {
        // Odd columns are lower: all neighbors of 0309 are further north.
        let edge = "german infantry g1 4/2 at 0308\nfrench infantry f1 4/2 at 0309\nfrench infantry f2 4/2 at 0309";
        let at = |off_map: bool| {
            let table = position(edge)
                .with(|scenario| scenario.rules.retreat_off_map = Some(off_map))
                .fought(GERMAN, "g1", "0309", "DR");
            [table.at("f1"), table.at("f2"), table.choices("hex").join(" ")]
        };
        assert_eq!(at(true), ["eliminated 1", "eliminated 1", ""]);
        assert_eq!(at(false), ["0309", "0309", "0209 0409"]);
        let by_default = position(edge).fought(GERMAN, "g1", "0309", "DR");
        assert_eq!(by_default.at("f1"), "eliminated 1");
    }

    #[test]
    fn r7_6_m70_a_retreat_of_two_hexes_leads_over_the_edge_only_if_it_must() {
        let near = "german infantry g1 4/2 at 0307\nfrench infantry f1 4/2 at 0308";
        let mut table = position(near).fought(GERMAN, "g1", "0308", "DR2");
        assert_eq!(table.choices("hex"), ["0209", "0409"], "from 0309, every way leads off the map or back");
        table.does("hex 0209");
        assert_eq!(table.at("f1"), "0109", "odd columns are half a hex lower");
        let guns = "german artillery g2 3-3 5 at 0209\ngerman artillery g3 3-3 5 at 0409";
        let blocked = |off_map: bool| {
            let table = position(&format!("{near}\n{guns}"))
                .with(|scenario| scenario.rules.retreat_off_map = Some(off_map))
                .fought(GERMAN, "g1", "0308", "DR2");
            (table.at("f1"), table.choices("hex").join(" "))
        };
        assert_eq!(blocked(true), ("eliminated 1".into(), String::new()), "by 0309, toward the edge");
        assert_eq!(blocked(false), ("0308".into(), "0208 0408".into()), "m50");
    }

    #[test]
    fn r7_6_a_retreat_that_causes_overstacking_goes_on() {
        let crowd = |hex: &str| ["a", "b", "c"].map(|id| format!("french infantry {id}{hex} 4/2 at {hex}\n")).concat();
        let full = ["0305", "0406", "0505"].map(crowd).concat();
        let mut table = beaten("DR", &full);
        table.does("hex 0406");
        assert_eq!(table.choices("hex"), ["0306", "0407", "0506"]);
        table.does("hex 0407");
        assert_eq!((table.at("f1").as_str(), table.at("a0406").as_str()), ("0407", "0406"));
        assert_eq!(table.chooser(), GERMAN);
    }

    #[test]
    fn r7_6_m22_a_retreat_without_a_way_on_ends_overstacked_until_the_end_of_the_phase() {
        // Only three hexes on the map: the enemy's, that of f1, and a full one.
        let mut table = position(
            "only 0404 0405 0406
            german infantry g1 4/2 at 0404
            french infantry f1 4/2 at 0405
            french infantry f2 4/2 at 0406
            french infantry f3 4/2 at 0406
            french infantry f4 3/1 at 0406",
        )
        .fought(GERMAN, "g1", "0405", "DR");
        assert_eq!(table.at("f1"), "0406");
        table.does("pass").run(|game, _| game.check_stacking());
        assert_eq!((table.chooser(), table.choices("lose").len()), (FRENCH, 4));
    }

    #[test]
    fn r3_3_r7_6_a_stack_loses_one_step_for_each_hex_in_an_enemy_zone_of_control() {
        let more = "french infantry f2 4/2 at 0405\ngerman infantry g2 4/2 at 0306\ngerman infantry g3 4/2 at 0506";
        let mut table = beaten("DR", more);
        table.does("hex 0406");
        assert_eq!((table.chooser(), table.choices("lose")), (FRENCH, vec!["f1".to_owned(), "f2".to_owned()]));
        table.does("lose f2");
        assert_eq!([table.marks("f1"), table.marks("f2")], ["", "lost 1"]);
        assert_eq!([table.at("f1"), table.at("f2")], ["0406", "0406"]);
    }

    #[test]
    fn r7_6_m21_a_setting_counts_a_step_for_each_enemy_unit() {
        let more = "french infantry f2 4/2 at 0405\ngerman infantry g2 4/2 at 0306\ngerman infantry g3 4/2 at 0506";
        let mut table = with_text(more)
            .with(|scenario| scenario.rules.retreat_loss_by_hex = Some(false))
            .fought(GERMAN, "g1", "0405", "DR");
        table.does("hex 0406, lose f2, lose f2");
        assert_eq!((table.marks("f1").as_str(), table.at("f2").as_str()), ("", "eliminated 1"));
    }

    #[test]
    fn r3_3_a_friend_in_the_hex_neutralizes_the_zone_of_control() {
        let more = "german infantry g2 4/2 at 0306\ngerman infantry g3 4/2 at 0506\nfrench artillery f2 3-3 5 at 0406";
        let table = beaten("DR", more);
        assert_eq!((table.at("f1").as_str(), table.marks("f1").as_str()), ("0406", ""));
    }

    #[test]
    fn r3_3_a_headquarters_in_the_stack_does_not_lose_the_step() {
        let more = "corps x french at 0405\ngerman infantry g2 4/2 at 0306\ngerman infantry g3 4/2 at 0506";
        let mut table = beaten("DR", more);
        table.does("hex 0406");
        assert_eq!([table.marks("f1"), table.at("x-hq")], ["lost 1", "0406"]);
    }

    #[test]
    fn r6_1_a_loss_in_a_retreat_may_cost_tanks_a_further_step() {
        let more = "french tank f2 3/2 at 0405\ngerman infantry g2 4/2 at 0306\ngerman infantry g3 4/2 at 0506";
        let mut table = beaten("DR", more);
        table.does("hex 0406, lose f1");
        assert!(matches!(table.game.turn(), Turn::Chance(_)));
        table.rolls(&[2]);
        assert_eq!([table.marks("f1"), table.marks("f2")], ["lost 1", "lost 1"]);
    }

    #[test]
    fn r7_6_units_that_cannot_cross_a_river_do_not_retreat_across_it_if_there_is_another_way() {
        let guns = "french artillery f2 3-3 5 at 0405";
        let table = beaten("DR", &format!("river 0405/0406\nriver 0405/0505\n{guns}"));
        assert_eq!([table.at("f1"), table.at("f2")], ["0305", "0305"]);
        let rivers = ["0304", "0305", "0406", "0504", "0505"].map(|hex| format!("river 0405/{hex}\n")).concat();
        let mut table = beaten("DR", &format!("{rivers}{guns}"));
        table.does("hex 0406");
        assert_eq!([table.at("f1"), table.at("f2")], ["0406", "eliminated 1"]);
    }
}
