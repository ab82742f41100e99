//! 13.7 Retreat Movement, by Loss Points (13.6), charges and Rout Tests (11.1), hex by hex.

use std::cmp::Ordering;

use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::rules::r13_assault::AssaultTask;
use crate::state::Party;
use crate::{AtAnyCost, Event, FormationIx, MovingPiece, UnitIx, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// The hexes next to a hex.
type Near = InlineList<HexIx, 6>;

/// The cost of a step that leads further from some victor only, which is more than that of all friends on a way.
const ASIDE: u16 = 1 << 8;

/// The cost of a way on which a retreat cannot be completed, which is more than that of any other.
const LOST: u16 = 1 << 15;

/// A way of a retreat.
#[derive(Clone, Copy)]
struct Flight {
    /// The hex to which it has come.
    hex: HexIx,
    /// The steps that lead aside, and the hexes with friends.
    cost: u16,
    /// `true` if shelter on the way lets it end a hex sooner.
    sheltered: bool,
}

/// A unit that retreats.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Retreat {
    pub(crate) unit: UnitIx,
    /// The hexes of the victors when it began: each step leads further from them, so that it comes to an end.
    pub(crate) from: InlineList<HexIx, 4>,
    /// The hexes that it still has to go.
    pub(crate) left: u8,
    /// `true` if shelter can still shorten it: it did not begin in shelter, and none has shortened it.
    pub(crate) may_shorten: bool,
    /// The sheltering hex that it has just come to, as long as its side has not chosen.
    pub(crate) shelter: Option<HexIx>,
    /// The HQs that go along (13.9).
    pub(crate) escorted: InlineList<FormationIx, 2>,
}

impl Retreat {
    /// The hex whose shelter may shorten the retreat now.
    pub(crate) fn shelter_at(&self, game: &AtAnyCost) -> Option<HexIx> {
        // A Rout Test under fire may have led the unit away from it.
        self.shelter.filter(|hex| game.hex_of(self.unit) == Some(*hex))
    }
}

impl AtAnyCost {
    /// `unit` will retreat so many hexes from `victors`, or from the nearest enemy units if none of those is on the map
    /// (11.1). Without an enemy on the map there is nothing to retreat from.
    pub(crate) fn push_retreat(&mut self, unit: UnitIx, hexes: u8, victors: Party) {
        let Some(hex) = self.hex_of(unit) else { return };
        let mut from: InlineList<HexIx, 4> = victors.into_iter().filter_map(|victor| self.hex_of(victor)).collect();
        if from.is_empty() {
            let enemies = || self.on_map(self.unit_side(unit).other()).map(|(_, at)| at);
            let nearest = enemies().map(|at| self.board.map.distance(at, hex)).min();
            from.extend(enemies().filter(|at| Some(self.board.map.distance(*at, hex)) == nearest));
        }
        if from.is_empty() {
            return;
        }
        from.sort_unstable();
        from.dedup();
        let may_shorten = !self.is_sheltered(hex);
        let escorted = InlineList::new();
        self.push_escort(Retreat { unit, from, left: hexes, may_shorten, shelter: None, escorted }, hex);
    }

    /// Returns `true` if the terrain or the earthworks of `hex` shelter a retreating unit.
    fn is_sheltered(&self, hex: HexIx) -> bool {
        self.board.shelters(hex) || self.earthwork_at(hex).is_some()
    }

    /// The hexes where the unit may go. In shelter, it may stop or go a hex less. With nowhere to go, it passes and is
    /// Broken.
    pub(crate) fn retreat_options(&self, retreat: &Retreat, into: &mut ActionList) {
        let Some(hex) = self.hex_of(retreat.unit) else { return };
        if retreat.shelter_at(self).is_some() {
            into.extend([Action::Stop, Action::Pass]);
        } else if retreat.left == 0 && self.may_stay(MovingPiece::Unit(retreat.unit), hex) {
            into.push(Action::Stop);
        } else {
            into.extend(self.ways_back(retreat, hex).into_iter().map(Action::Hex));
            if into.is_empty() {
                into.push(Action::Pass);
            }
        }
    }

    /// The hexes to retreat to from `hex`, by the rule's order of priority: away from the victors, on a way that can be
    /// completed; if possible not through a friend; if possible nearer to the HQ.
    fn ways_back(&self, retreat: &Retreat, hex: HexIx) -> Near {
        let hq = self.hq_hex(self.board.unit(retreat.unit).formation);
        let nearer =
            |to: &HexIx| hq.is_some_and(|hq| self.board.map.distance(hq, *to) < self.board.map.distance(hq, hex));
        let ways = self.ways_out(retreat, hex).into_iter();
        let costs: InlineList<(HexIx, u16), 6> = ways.map(|way| (way.hex, self.cost_of_flight(retreat, way))).collect();
        let least = costs.iter().map(|(_, cost)| *cost).min();
        let best: Near = costs.iter().filter(|(_, cost)| Some(*cost) == least).map(|(hex, _)| *hex).collect();
        if best.iter().any(nearer) { best.into_iter().filter(nearer).collect() } else { best }
    }

    /// The least cost at which the retreat can be completed on a way that begins with `first`; [`LOST`] and more if it
    /// cannot. A way that is longer than the retreat may cost less: it ends beyond a friend, and leads further from the enemy.
    fn cost_of_flight(&self, retreat: &Retreat, first: Flight) -> u16 {
        let mut best = LOST.saturating_add(first.cost);
        let mut left = retreat.left.saturating_sub(1);
        let mut ways = InlineList::<Flight, 16>::from_elem(first, 1);
        // Each step leads further from some victor and nearer to none, so that the ways come to an end.
        while !ways.is_empty() {
            let mut longer = InlineList::<Flight, 16>::new();
            for way in &ways {
                let stays = self.may_stay(MovingPiece::Unit(retreat.unit), way.hex);
                if stays && left <= u8::from(way.sheltered) {
                    best = best.min(way.cost);
                }
                if stays && left == 0 {
                    continue;
                }
                for step in self.ways_out(retreat, way.hex) {
                    let (cost, sheltered) = (way.cost.saturating_add(step.cost), way.sheltered || step.sheltered);
                    match longer.iter_mut().find(|known| known.hex == step.hex && known.sheltered == sheltered) {
                        Some(known) => known.cost = known.cost.min(cost),
                        None => longer.push(Flight { hex: step.hex, cost, sheltered }),
                    }
                }
            }
            left = left.saturating_sub(1);
            ways = longer.into_iter().filter(|way| way.cost < best).collect();
        }
        best
    }

    /// The steps from `hex` to hexes without enemies that are further from a victor and nearer to none.
    fn ways_out(&self, retreat: &Retreat, hex: HexIx) -> InlineList<Flight, 6> {
        let side = self.unit_side(retreat.unit);
        let map = &self.board.map;
        let step = |to: HexIx| {
            let gaps = retreat.from.iter().map(|victor| map.distance(*victor, to).cmp(&map.distance(*victor, hex)));
            let (mut further, mut even) = (false, false);
            for gap in gaps {
                match gap {
                    Ordering::Less => return None,
                    Ordering::Equal => even = true,
                    Ordering::Greater => further = true,
                }
            }
            let aside = if even { ASIDE } else { 0 };
            let cost = aside + u16::from(!self.friends_in(side, to).is_empty());
            let sheltered = retreat.may_shorten && self.is_sheltered(to);
            (further && !self.enemy_in(side, to)).then_some(Flight { hex: to, cost, sheltered })
        };
        map.neighbors(hex).filter_map(step).collect()
    }

    /// The reason why the unit may not retreat to `hex`.
    pub(crate) fn why_no_retreat(&self, retreat: &Retreat, hex: HexIx) -> RefusalCause {
        let because = |why| RefusalCause::At(rule::RETREAT, why, hex);
        let Some(from) = self.hex_of(retreat.unit) else { return RefusalCause::NotAsked };
        if retreat.shelter_at(self).is_some() {
            return RefusalCause::NotAsked;
        }
        if self.board.map.distance(from, hex) != 1 {
            because("a retreat goes hex by hex, and the unit is not next to")
        } else if self.enemy_in(self.unit_side(retreat.unit), hex) {
            because("there is an enemy unit in")
        } else if !self.ways_out(retreat, from).iter().any(|way| way.hex == hex) {
            because("a retreat leads away from the enemy, and not to")
        } else {
            because("a retreat can be completed, avoids friendly units and leads toward the HQ if possible, and not by")
        }
    }

    /// The unit retreats a hex, uses shelter, has come far enough, or has no way out and is Broken.
    pub(crate) fn go_back(&mut self, mut retreat: Retreat, action: Action, log: &mut impl Log<Event>) {
        let unit = retreat.unit;
        let in_shelter = retreat.shelter_at(self).is_some();
        retreat.shelter = None;
        match action {
            Action::Hex(hex) => {
                retreat.left = retreat.left.saturating_sub(1);
                let may_end = || retreat.left > 1 || self.may_stay(MovingPiece::Unit(unit), hex);
                if retreat.may_shorten && retreat.left > 0 && self.is_sheltered(hex) && may_end() {
                    retreat.shelter = Some(hex);
                }
                log.push(Event::Retreated(unit, hex));
                let (from, escorted) = (self.hex_of(unit), retreat.escorted.clone());
                self.push(AssaultTask::Retreat(retreat));
                self.displace(unit, hex);
                for formation in escorted {
                    if self.hq_hex(formation) == from {
                        self.go_along(formation, hex, log);
                    }
                }
                if let Some(from) = from {
                    self.cede_control(from, log);
                }
                self.push_arrival(unit, hex, false);
                self.settle_displaced(unit, hex, log);
            }
            Action::Stop if in_shelter => {
                (retreat.may_shorten, retreat.left) = (false, retreat.left.saturating_sub(1));
                self.push(AssaultTask::Retreat(retreat));
            }
            Action::Pass if in_shelter => self.push(AssaultTask::Retreat(retreat)),
            Action::Stop => {
                if let Some(hex) = self.hex_of(unit) {
                    self.push(AssaultTask::Lines(self.unit_side(unit), hex));
                }
            }
            _ => {
                log.push(Event::NoRetreat(unit));
                self.break_unit(unit, log);
                self.settle_headquarters(log);
            }
        }
    }

    /// Puts `unit`, which retreats or breaks through, to `hex`.
    pub(crate) fn displace(&mut self, unit: UnitIx, hex: HexIx) {
        self.join_stack(MovingPiece::Unit(unit), hex);
        self.unit_mut(unit).done.left = true;
    }

    /// Settles what follows when `unit` has retreated or broken through to `hex`.
    pub(crate) fn settle_displaced(&mut self, unit: UnitIx, hex: HexIx, log: &mut impl Log<Event>) {
        self.take_control(self.unit_side(unit), hex, log);
        self.settle_headquarters(log);
        self.check_sudden_victory(log);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    use crate::state::Party;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::kit::tasks::TaskStack as _;

    /// `f1` in 0404 retreats so many hexes from these victors, or from the nearest enemy. The French HQ is at 0001.
    fn beaten(hexes: u8, victors: &[&str], more: &str) -> Table {
        let mut table = position(&format!(
            "corps ii french at 0001 rating 9 9
            prussian infantry p1 5/3 at 0405
            french infantry f1 4/2 at 0404 of ii
            {more}"
        ))
        .assaults("prussian");
        let victors: Party = victors.iter().map(|id| table.unit(id)).collect();
        let f1 = table.unit("f1");
        table.run(|game, _| game.push_retreat(f1, hexes, victors));
        table
    }

    #[test]
    fn r13_7_away_from_the_victors_and_if_possible_toward_the_headquarters() {
        let mut table = beaten(1, &["p1"], "");
        assert_eq!(table.chooser(), FRENCH);
        assert_eq!(table.choices(""), ["hex 0303", "hex 0403"], "0503 is as far from 0405, but no nearer to 0001");
        // No nearer to the HQ, not away, an enemy, too far.
        for hex in ["0503", "0504", "0405", "0401"] {
            table.refuses(&format!("hex {hex}"), "13.7");
        }
        table.does("hex 0403");
        assert_eq!(table.at("f1"), "0403");
    }

    #[test]
    fn r13_7_a_retreat_avoids_friends_if_it_can_before_it_seeks_its_headquarters() {
        let table = beaten(1, &["p1"], "french infantry f2 4/2 at 0403 of ii");
        assert_eq!(table.choices(""), ["hex 0303"]);
        let friends = "french infantry f2 4/2 at 0403 of ii\nfrench infantry f3 4/2 at 0303 of ii";
        let table = beaten(1, &["p1"], friends);
        assert_eq!(table.choices(""), ["hex 0503"], "free, though no nearer to 0001");
    }

    #[test]
    fn r13_7_a_retreat_takes_a_way_on_which_it_can_be_completed() {
        // Beyond 0303 there are enemies only.
        let table = beaten(2, &["p1"], "prussian cavalry p2 2/1 at 0302\nprussian cavalry p3 2/1 at 0203");
        assert_eq!(table.choices(""), ["hex 0403"]);
        table.refuses("hex 0303", "13.7");
        // Further from the HQ, if there is no other.
        let ring = "prussian cavalry p4 2/1 at 0402\nprussian cavalry p5 2/1 at 0502";
        let table =
            beaten(2, &["p1"], &format!("prussian cavalry p2 2/1 at 0302\nprussian cavalry p3 2/1 at 0203\n{ring}"));
        assert_eq!(table.choices(""), ["hex 0503"]);
    }

    #[test]
    fn r13_7_a_retreat_that_shelter_can_complete_leads_into_shelter() {
        let ring =
            ["0302", "0203", "0402", "0502", "0603"].map(|hex| format!("prussian cavalry at-{hex} 2/1 at {hex}"));
        let mut table = beaten(2, &["p1"], &format!("woods 0403\n{}", ring.join("\n")));
        assert_eq!(table.choices(""), ["hex 0403"]);
        table.does("hex 0403, stop");
        assert_eq!(table.at("f1"), "0403");
        // By its start in shelter it loses that.
        let mut table = beaten(2, &["p1"], &format!("woods 0403 0404\n{}", ring.join("\n")));
        table.does("hex 0403");
        assert!(table.at("f1").starts_with("broken"));
    }

    #[test]
    fn r13_7_a_retreat_looks_ahead_for_a_way_without_friends() {
        let friends = "french infantry f2 4/2 at 0302 of ii\nfrench infantry f3 4/2 at 0203 of ii";
        let table = beaten(2, &["p1"], friends);
        assert_eq!(table.choices(""), ["hex 0403"], "beyond 0303 there are friends");
    }

    /// The least cost of a way that completes `retreat` from `way` on, found by trying every way.
    fn least(game: &AtAnyCost, retreat: &Retreat, way: Flight, left: u8) -> u16 {
        let stays = game.may_stay(MovingPiece::Unit(retreat.unit), way.hex);
        if stays && left == 0 {
            return way.cost;
        }
        let ends = if stays && left <= u8::from(way.sheltered) { way.cost } else { LOST };
        let further = game.ways_out(retreat, way.hex).into_iter().map(|step| {
            let on = Flight { hex: step.hex, cost: way.cost + step.cost, sheltered: way.sheltered || step.sheltered };
            least(game, retreat, on, left.saturating_sub(1))
        });
        further.fold(ends, u16::min)
    }

    #[test]
    fn r13_7_no_way_back_is_cheaper_than_the_one_that_is_found() {
        let ring = ["0303", "0304", "0403", "0503", "0504", "0302", "0402", "0502", "0203", "0603"];
        for pattern in 0..59_049_u32 {
            // Each hex around is empty, or has a friend or an enemy; every 97th of the patterns is enough.
            if pattern % 97 != 0 {
                continue;
            }
            let lines = ring.iter().enumerate().map(|(place, hex)| {
                match pattern / 3_u32.pow(u32::try_from(place).unwrap()) % 3 {
                    1 => format!("french infantry friend-{hex} 4/2 at {hex} of ii"),
                    2 => format!("prussian infantry enemy-{hex} 5/3 at {hex}"),
                    _ => String::new(),
                }
            });
            let lines: Vec<String> = lines.collect();
            let text = format!(
                "corps ii french at 0001 rating 9 9\nprussian infantry p1 5/3 at 0405\nfrench infantry f1 4/2 at 0404 of ii\n{}",
                lines.join("\n")
            );
            let table = position(&text).table();
            let (f1, hex, victor) = (table.unit("f1"), table.hex("0404"), table.hex("0405"));
            let from = lines.iter().position(|line| line.starts_with("prussian")).map(|place| table.hex(ring[place]));
            for (left, from) in [(1, None), (2, None), (2, from), (4, from)] {
                let from = [Some(victor), from].into_iter().flatten().collect();
                let escorted = InlineList::new();
                let retreat = Retreat { unit: f1, from, left, may_shorten: true, shelter: None, escorted };
                for first in table.game.ways_out(&retreat, hex) {
                    let (found, best) =
                        (table.game.cost_of_flight(&retreat, first), least(&table.game, &retreat, first, left - 1));
                    assert_eq!(found.min(LOST), best.min(LOST), "{left} hexes, {lines:?}");
                }
            }
        }
    }

    #[test]
    fn r13_7_hexes_are_counted_and_not_movement_points() {
        let mut table = beaten(2, &["p1"], "ravine 0403 0303 0302 0402 0202 0203\nslope 0404/0403\nlevel 2 0403");
        table.does("hex 0403, hex 0302");
        assert_eq!(table.at("f1"), "0302");
    }

    #[test]
    fn r13_7_a_retreat_that_would_end_overstacked_goes_on() {
        let mut table = beaten(
            1,
            &["p1"],
            "french infantry f2 4/2 at 0403 of ii
            french infantry f3 4/2 at 0303 of ii
            french infantry f4 4/2 at 0503 of ii",
        );
        assert_eq!(table.choices(""), ["hex 0303", "hex 0403"]);
        table.does("hex 0403");
        assert!(!table.choices("hex").is_empty(), "it must go on");
        table.does("hex 0302");
        assert_eq!(table.at("f1"), "0302");
    }

    #[test]
    fn r13_7_it_may_end_with_guns_and_the_lines_may_be_exchanged() {
        let more = "french field f2 4/2 at 0403 of ii
            french field f3 4/2 at 0303 of ii
            french field f4 4/2 at 0503 of ii";
        let mut table = beaten(1, &["p1"], more);
        table.does("hex 0403");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["exchange 0403".into(), "pass".into()]));
        let second = |table: &Table| table.game.unit(table.unit("f1")).second_line;
        let before = second(&table);
        table.does("exchange 0403");
        assert_eq!(second(&table), !before);
        assert_eq!(second(&table), !table.game.unit(table.unit("f2")).second_line);
    }

    #[test]
    fn r13_7_shelter_on_the_way_shortens_a_retreat_by_a_hex_once() {
        for shelter in ["town", "woods", "farm", "quarry", "fieldworks", "entrenchments"] {
            let mut table = beaten(2, &["p1"], &format!("{shelter} 0403 0302"));
            table.does("hex 0403");
            assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["pass".into(), "stop".into()]), "{shelter}");
            table.does("stop");
            assert_eq!(table.at("f1"), "0403");
        }
        let mut table = beaten(2, &["p1"], "town 0403");
        table.does("hex 0403, pass, hex 0302");
        assert_eq!(table.at("f1"), "0302", "nobody has to use it");
        let mut table = beaten(4, &["p1"], "town 0403 0302");
        table.does("hex 0403, stop, hex 0302");
        table.refuses("stop", "13.7");
        let last = format!("hex {}", table.choices("hex")[0]);
        table.does(&last);
        assert_eq!(table.game.board.map.distance(table.hex(&table.at("f1")), table.hex("0404")), 3, "a hex less");
    }

    #[test]
    fn r13_7_who_began_in_shelter_finds_none_and_the_last_hex_needs_none() {
        let mut table = beaten(2, &["p1"], "town 0404 0403");
        table.does("hex 0403, hex 0302");
        assert_eq!(table.at("f1"), "0302");
        let mut table = beaten(1, &["p1"], "town 0403");
        table.does("hex 0403");
        assert_ne!(table.game.active_piece(), Some(table.piece("f1")), "it is over");
    }

    #[test]
    fn r13_7_a_shelter_that_is_full_does_not_shorten() {
        let friends = "french infantry f2 4/2 at 0403 of ii
            french infantry f3 4/2 at 0303 of ii
            french infantry f4 4/2 at 0503 of ii";
        let mut table = beaten(2, &["p1"], &format!("town 0403\n{friends}"));
        table.does("hex 0403");
        table.refuses("stop", "13.7");
        table.does("hex 0302");
        assert_eq!(table.at("f1"), "0302");
    }

    #[test]
    fn r13_7_who_would_have_to_leave_the_map_is_broken() {
        let mut table =
            position("prussian infantry p1 5/3 at 0402\nfrench infantry f1 4/2 at 0401").assaults("prussian");
        let (f1, victors) = (table.unit("f1"), [table.unit("p1")].into_iter().collect());
        table.run(|game, _| game.push_retreat(f1, 2, victors));
        assert!(table.at("f1").starts_with("broken"), "Fresh as it was");
    }

    #[test]
    fn r13_7_who_would_have_to_pass_enemies_is_broken() {
        let table = beaten(
            1,
            &["p1"],
            "prussian cavalry p2 2/1 at 0403
            prussian cavalry p3 2/1 at 0303
            prussian cavalry p4 2/1 at 0503",
        );
        assert!(table.at("f1").starts_with("broken"));
    }

    #[test]
    fn r13_7_between_two_victors_it_goes_further_from_one_and_nearer_to_none() {
        let table = beaten(1, &["p1", "p2"], "prussian infantry p2 5/3 at 0403");
        assert_eq!(table.choices(""), ["hex 0303"], "of 0303, 0304, 0503 and 0504 it is nearer to the HQ");
    }

    #[test]
    fn r11_1_without_victors_it_goes_from_the_nearest_enemy() {
        let table = beaten(1, &[], "prussian infantry p2 5/3 at 0401");
        assert_eq!(table.choices(""), ["hex 0303", "hex 0403"], "p1 is nearer than p2");
        let table = beaten(1, &[], "prussian infantry p2 5/3 at 0304");
        assert_eq!(table.choices(""), ["hex 0403"], "both are next to it");
    }

    #[test]
    fn r12_6_a_retreat_is_fired_at_and_goes_on() {
        let mut table = beaten(2, &["p1"], "prussian infantry p2 12/3 at 0502");
        table.does("hex 0403");
        assert_eq!(table.chooser(), PRUSSIAN, "{}", table.prompt());
        table.does("fire p2 f1");
        // Column 11-12: a Critical Test, passed with a TCR of 3.
        table.rolls(&[8, 1]);
        assert_eq!(table.marks("f1"), "");
        assert_eq!(table.chooser(), FRENCH);
        assert!(!table.choices("hex").is_empty(), "it has another hex to go");
        let mut table = beaten(2, &["p1"], "prussian infantry p2 12/3 at 0502");
        table.does("hex 0403, fire p2 f1");
        table.rolls(&[10, 1]);
        assert_eq!(table.marks("f1"), "battleworn");
        assert!(!table.choices("hex").is_empty(), "a hit does not halt it");
    }

    #[test]
    fn r13_7_a_unit_that_is_broken_on_the_way_is_gone() {
        let mut table = beaten(2, &["p1"], "prussian infantry p2 12/3 at 0502");
        let f1 = table.unit("f1");
        table.game.unit_mut(f1).battleworn = true;
        table.does("hex 0403, fire p2 f1");
        table.rolls(&[10, 1]).rolls(&[10]);
        assert!(table.at("f1").starts_with("broken"));
        assert!(table.choices("hex").is_empty(), "nobody retreats any more");
    }
}
