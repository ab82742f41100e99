//! The prospects of holding the hexes that score or end the game, and what that makes of control and of the verdict: a part of
//! what a position is worth (`value.rs`).

use crate::player::survey::POINT;
use crate::player::weights::Appraiser;
use crate::state::{At, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::players::appraisal::{SURE, prospect, signed, worth_of_verdict};

/// The prospect of the first side to hold each of the board's control hexes in the end, of [`SURE`].
type Prospects = InlineList<i32, 32>;

impl Appraiser<'_> {
    /// The holder of each hex now, moved toward who has the most strength near, the less the nearer the end, and toward the
    /// enemy where he may ride in.
    fn prospects(&self) -> Prospects {
        let due = 16 - self.played();
        let is_open = self.raids();
        let places = self.board.control.iter().zip(&self.state.control);
        places
            .zip(self.strength_near_places())
            .map(|(((hex, _), holder), strength)| {
                prospect(*holder, strength, due, holder.is_some_and(|side| is_open(side, *hex)))
            })
            .collect()
    }

    /// The worth to the first side of the points that it is to have more than its enemy, of the verdict that they make, and of
    /// hexes that end the game.
    pub(crate) fn lead_in_places(&self) -> i32 {
        let prospects = self.prospects();
        // In parts of a point.
        let mut expected = [0; 2];
        for worth in &self.board.points {
            let Some(prospect) = prospects.get(worth.hex) else { continue };
            let shares = [*prospect, SURE - prospect];
            for side in Side::BOTH {
                if worth.side.is_none_or(|only| only == side) {
                    expected[side.index()] += i32::from(worth.points) * shares[side.index()];
                }
            }
        }
        let (broken, rows) = (self.broken_points(), self.row_points());
        let points = Side::BOTH.map(|side| expected[side.index()] / SURE + broken[side.index()] + rows[side.index()]);
        let lead = POINT * (expected[0] - expected[1]) / SURE + POINT * (rows[0] - rows[1]);
        lead + self.worth_of_verdict(points) + self.lead_in_endings(&prospects)
    }

    /// The worth of the verdict for these points, and for a few points more or less; the more the later it is.
    fn worth_of_verdict(&self, [first, second]: [i32; 2]) -> i32 {
        let worth = |swing: i32| {
            let (winner, level) = self.verdict([first + swing, second - swing]);
            worth_of_verdict(winner, level)
        };
        let most = self.weights.swing;
        let swings = (-most..=most).map(|swing| (1 + most - swing.abs()) * worth(swing));
        let mean = swings.sum::<i32>() / (1 + most);
        let weight = self.weights.verdict + 6 * self.played() * self.played();
        mean * weight / (10 * (1 + most))
    }

    /// The worth of being near to a sudden ending by control of hexes (19.0).
    fn lead_in_endings(&self, prospects: &Prospects) -> i32 {
        let sudden = self.board.sudden.iter().filter(|ending| !ending.controls.is_empty());
        sudden
            .map(|ending| {
                let share = |index: &usize| {
                    prospects.get(*index).map_or(0, |first| match ending.winner {
                        Side::First => *first,
                        Side::Second => SURE - first,
                    })
                };
                let least = ending.controls.iter().map(share).min().unwrap_or(0);
                signed(ending.winner, self.weights.verdict * least / SURE)
            })
            .sum()
    }

    /// The strength of each side near each hex that matters, the nearer the more.
    fn strength_near_places(&self) -> InlineList<[i32; 2], 32> {
        let mut near = InlineList::from_elem([0; 2], self.board.control.len());
        for side in Side::BOTH {
            for (unit, at) in self.on_map(side) {
                let strength = self.fighting_strength(unit);
                for (index, left) in &self.board.appraisal_of(at).near {
                    near[*index][side.index()] += left * strength / 2;
                }
            }
        }
        near
    }

    /// Returns `true` if `unit` is Broken and does not come back before the game ends.
    pub(crate) fn is_lost_for_good(&self, unit: UnitIx) -> bool {
        matches!(self.unit(unit).at, At::Broken { until } if until > self.board.turns)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{Table, position};

    /// A French town and an enemy at this hex, with a guard at another.
    fn town(enemy: &str, guard: &str) -> Table {
        position(&format!(
            "map 26x9
            place bruville 0605 held french
            place puxieux 2405 held prussian
            points bruville 4
            points puxieux 4
            prussian cavalry p1 3/2 at {enemy}
            french infantry f1 5/3 at {guard}"
        ))
        .table()
    }

    /// The prospect of the French town.
    fn bruville(table: &Table) -> i32 {
        table.game.appraiser().prospects()[0]
    }

    #[test]
    fn a_town_is_safe_with_a_guard_and_open_without() {
        let [within, beside, open] = ["0605", "0606", "0608"].map(|guard| bruville(&town("1105", guard)));
        assert!(beside > within - SURE / 20, "beside it is as good: {beside} {within}");
        assert!(open < within - SURE / 5, "{open} {within}");
        assert_eq!(bruville(&town("2205", "0608")), SURE, "he is far away");
    }

    #[test]
    fn whoever_has_acted_in_the_last_turn_is_no_danger() {
        let mut table = town("1105", "0608");
        table.game.state.turn = table.game.board.turns;
        let in_time = bruville(&table);
        let formation = table.game.board.unit(table.unit("p1")).formation;
        table.game.hq_mut(formation).activated = true;
        assert!(bruville(&table) > in_time, "{in_time}");
    }

    #[test]
    fn points_that_are_in_danger_are_worth_less() {
        let lead = |table: &Table| table.game.appraiser().lead_in_places();
        assert!(lead(&town("1105", "0608")) < lead(&town("1105", "0605")));
        assert!(lead(&town("2205", "0608")) > lead(&town("1105", "0608")));
    }
}
