//! The appraisal of HQ hexes: the units and goals in command, the blown units that can return beside the HQ, and the infantry
//! that can then escape.

use crate::player::appraise::{DECISIVE, count};
use crate::player::survey::Survey;
use crate::player::weights::Appraiser;
use crate::state::{At, Formation, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;

impl Survey<'_> {
    /// Returns the worth of `hex` as the place of the HQ of `side`.
    pub(crate) fn worth_of_hq(&mut self, side: Side, hex: HexIx) -> i32 {
        let game = self.game;
        let range = u32::from(game.hq_range(side));
        let map = &game.board.map;
        let commanded = game.on_map(side).filter(|(_, at)| map.distance(*at, hex) <= range).count();
        let covered = self.all_goals(side).filter(|(goal, _)| map.distance(*goal, hex) <= range);
        let covered: i32 = covered.map(|(_, worth)| worth / 10).sum();
        let far: u32 = game.on_map(side).map(|(_, at)| map.distance(at, hex)).sum();
        let escape = if self.lets_escape(side, hex) { DECISIVE } else { 0 };
        self.weights.commanded * count(commanded) + covered - i32::try_from(far).unwrap_or(0) / 4
            + game.appraised(self.weights).worth_of_returns(side, hex)
            + escape
    }

    /// Returns `true` if enough infantry of `side` to win can leave the map this turn, with its HQ in `hex`.
    fn lets_escape(&mut self, side: Side, hex: HexIx) -> bool {
        let game = self.game;
        let Some(escape) = game.board.escape.as_ref().filter(|escape| escape.side == side) else { return false };
        let wanted = usize::from(escape.infantry).saturating_sub(game.escaped(true));
        let range = u32::from(game.hq_range(side));
        let exits = || escape.exits.iter().filter_map(|exit| game.board.exits.get(*exit)).flat_map(|exit| &exit.hexes);
        if exits().all(|exit| game.board.map.distance(*exit, hex) > range) {
            return false;
        }
        // A hex costs half a movement point by road.
        let is_near = |unit: UnitIx, at: HexIx| {
            let reach = 2 * u32::from(game.movement_points_in(unit, Formation::March));
            exits().any(|exit| game.board.map.distance(at, *exit) < reach)
        };
        let near = || {
            let infantry = game.on_map(side).filter(|(unit, _)| !game.is_cavalry(*unit));
            infantry.filter(|(unit, at)| !game.in_ezoc(side, *at) && is_near(*unit, *at))
        };
        if near().count() < wanted {
            return false;
        }
        let mut there = game.clone();
        there.put_hq(side, Some(hex));
        let mut reach = std::mem::take(&mut self.scratch.reach);
        let mut able = 0;
        for (unit, at) in near() {
            if there.may_take_march_formation(side, unit).is_ok() {
                there.unit_mut(unit).formation = Formation::March;
            }
            reach.find(&there, &there.motion_from(unit, at));
            able += usize::from(reach.moves().iter().any(|end| there.may_exit(end).is_ok()));
        }
        self.scratch.reach = reach;
        able >= wanted
    }
}

impl Appraiser<'_> {
    /// Returns the worth of the blown units of `side` that can return beside an HQ in `hex`, less that of the units lost next
    /// turn: a unit without room waits until then, and the limit on returns applies again.
    fn worth_of_returns(&self, side: Side, hex: HexIx) -> i32 {
        let limit = usize::from(self.board.rules.blown_returns);
        let due = self.due_to_return(side).count().min(limit);
        let room = self
            .board
            .map
            .neighbors(hex)
            .filter(|near| self.is_empty(*near) && !self.in_ezoi(side, *near) && !self.in_ezoc(side, *near))
            .count();
        let back = due.min(room);
        let next =
            self.board.units_of(side).filter(|unit| self.unit(*unit).at == At::Blown(self.state.turn + 1)).count();
        let lost = (due - back + next).saturating_sub(limit);
        self.weights.blown * count(back) - self.weights.eliminated * count(lost)
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{FRENCH, Table, position};
    use crate::{Action, Step};
    use battlewright_core::game::{Game as _, Level};
    use battlewright_core::play::Dice;
    use battlewright_core::players::{Appraise as _, Kind, Playout};

    /// Four French infantry units near the exits, and more French units far from them.
    const FLIGHT: &str = "
        map 20x9
        turn 3 of 6
        exit E french 0104
        exit F french 0107
        escape 4 by E F
        hq french 1904 range 5
        german infantry g1 er 1 at 2009
        french infantry f1 er 1 at 0304 march
        french infantry f2 er 1 at 0305 march
        french infantry f3 er 1 at 0306 march
        french infantry f4 er 1 at 0307 march
        french cavalry c1 er 1 at 1703
        french cavalry c2 er 1 at 1803
        french cavalry c3 er 1 at 1903
        french cavalry c4 er 1 at 1702
        french cavalry c5 er 1 at 1802
        french cavalry c6 er 1 at 1902";

    /// The HQ hex with the best appraisal for the side that must place it.
    fn liked(table: &Table) -> battlewright_core::kit::hex_map::HexIx {
        let mut legal = Vec::new();
        table.game.actions(&mut legal);
        match legal.into_iter().max_by_key(|action| table.game.appraise(action)) {
            Some(Action::PlaceHq(hex)) => hex,
            other => panic!("an HQ is to be placed, not {other:?}"),
        }
    }

    #[test]
    fn greedy_takes_a_game_that_is_won_by_escape() {
        for seed in 0..5 {
            let seats = [Kind::Greedy, Kind::Greedy].map(|kind| kind.player(Dice::new(seed)));
            let mut playout = Playout::new(position(FLIGHT).command().game, seats, Dice::new(seed));
            let outcome = loop {
                if let Some(outcome) = playout.advance(&mut ()).unwrap() {
                    break outcome;
                }
            };
            assert_eq!((outcome.winner, outcome.level), (Some(FRENCH), Level::Major));
            assert_eq!(playout.game().state.turn, 3);
        }
    }

    #[test]
    fn an_hq_is_placed_where_blown_units_have_room_to_return() {
        let mut table = position(
            "
            map 12x9
            turn 3 of 6
            german infantry g1 er 1 at 1209
            french infantry f1 er 1 at 0101
            french infantry f2 er 1 at 0102
            french infantry f3 er 1 at 0201
            french infantry f4 er 1 blown 3
            french infantry f5 er 1 blown 3",
        )
        .command();
        let legal = table.choices("hq");
        table.does(&format!("hq {}", legal[0]));
        assert!(matches!(table.game.state.step, Step::PlaceHq(FRENCH)));
        let hex = liked(&table);
        let room = table.game.board.map.neighbors(hex).filter(|near| table.game.is_empty(*near)).count();
        assert!(room >= 2, "both can return");
    }
}
