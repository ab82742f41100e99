//! The prospects of control of the hexes that endings depend on, and their effect on control and verdict: a part of the value
//! of a position (`value.rs`).

use crate::PositionMagnifique;
use battlewright_core::game::Side;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::players::appraisal::{SURE, prospect, prospect_of, worth_of_verdict};

/// The least prospect that counts: there is always somebody far off.
const REMOTE: i32 = SURE / 32;

/// The prospect of the first side to control each of [`crate::board::Board::control`] at the end, out of [`SURE`].
pub(crate) type Prospects = InlineList<i32, 32>;

impl PositionMagnifique {
    /// Returns the current control of each hex, moved toward the side with more strength near it (less so near the end), and
    /// toward an enemy that can raid it.
    pub(crate) fn prospects(&self) -> Prospects {
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

    /// Returns the lead of the first side in expected control of the hexes that count.
    pub(crate) fn lead_in_control(&self, prospects: &Prospects) -> i32 {
        let worths = self.board.worths_of_control().iter().zip(prospects);
        worths.map(|(worth, prospect)| worth * (2 * prospect - SURE) / SURE).sum()
    }

    /// Returns the worth of the verdict if the game ended now, moved toward the verdict after a change of control of one hex,
    /// by the chance of that change; the weight grows with the turns.
    pub(crate) fn lead_of_verdict(&self, prospects: &Prospects) -> i32 {
        let mut control: InlineList<Option<Side>, 32> = InlineList::from_slice(&self.state.control);
        let now = SURE * self.worth_of_verdict(&control);
        let (mut lead, mut least, mut most) = (now, now, now);
        for (index, (prospect, worth)) in prospects.iter().zip(self.board.worths_of_control()).enumerate() {
            let Some(holder) = control[index] else { continue };
            let chance = (prospect_of(Some(holder)) - prospect).abs();
            if chance < REMOTE || *worth == 0 {
                continue;
            }
            control[index] = Some(holder.other());
            let then = SURE * self.worth_of_verdict(&control);
            control[index] = Some(holder);
            lead += (then - now) * chance / SURE;
            (least, most) = (least.min(then), most.max(then));
        }
        let weight = 60 + 400 * self.played() * self.played() / 256;
        lead.clamp(least, most) * weight / (10 * SURE)
    }

    /// Returns the worth of the verdict with this control, in tenths of the best.
    fn worth_of_verdict(&self, control: &[Option<Side>]) -> i32 {
        let (winner, level) = self.verdict(control);
        worth_of_verdict(winner, level)
    }

    /// Returns the strength of each side near each hex that endings depend on, weighted by nearness.
    fn strength_near_places(&self) -> InlineList<[i32; 2], 32> {
        let mut near = InlineList::from_elem([0; 2], self.board.control.len());
        for side in Side::BOTH {
            for (unit, at) in self.on_map(side) {
                let strength = self.strength(unit);
                for (index, left) in &self.board.appraisal_of(at).near {
                    near[*index][side.index()] += left * strength;
                }
            }
        }
        near
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::position_magnifique as file;

    use super::*;
    use crate::tests::testing::{FRENCH, Table, position};

    /// A French town, Bruville, that decides the game, and an enemy in this hex.
    fn town(enemy: &str, guard: &str) -> Table {
        let text = format!(
            "map 26x9
            place bruville 0605 held french
            place puxieux 2405 held prussian
            prussian cavalry p1 3/2 at {enemy}
            french infantry f1 5/3 at {guard}"
        );
        let ending = |winner: &str, controls: &str| file::Ending {
            winner: Some(winner.into()),
            level: file::VictoryLevel::Major,
            controls: vec![controls.into()],
            ..file::Ending::default()
        };
        position(&text)
            .with(|scenario| {
                scenario
                    .victory
                    .last
                    .push(file::Ending { enemy_lacks: vec!["puxieux".into()], ..ending("french", "bruville") });
                scenario
                    .victory
                    .last
                    .push(file::Ending { enemy_lacks: vec!["bruville".into()], ..ending("prussian", "puxieux") });
            })
            .cup()
    }

    /// The prospect of Bruville.
    fn bruville(table: &Table) -> i32 {
        table.game.prospects()[0]
    }

    #[test]
    fn a_town_is_safe_with_a_guard_and_open_without() {
        let [within, beside, open] = ["0605", "0606", "0608"].map(|guard| bruville(&town("1105", guard)));
        assert!(beside > within - SURE / 20, "beside it is as good: {beside} {within}");
        assert!(open < within - SURE / 5, "{open} {within}");
        assert!(open > SURE / 3, "he need not come, nor stay: {open}");
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
    fn a_verdict_that_hangs_by_a_town_in_danger_is_worth_less() {
        let lead = |table: &Table| table.game.lead_of_verdict(&table.game.prospects());
        assert_eq!(lead(&town("2205", "0608")), 0, "each side has its own: a draw");
        assert!(lead(&town("1105", "0608")) < lead(&town("1105", "0605")), "the enemy would win with both");
        // With both towns the French would win now.
        let won = |enemy: &str, guard: &str| {
            let mut table = town(enemy, guard);
            table.game.state.control.fill(Some(FRENCH));
            lead(&table)
        };
        assert!(won("1105", "0605") > won("1105", "0608") && won("1105", "0608") > 0);
    }
}
