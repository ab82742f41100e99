//! The reinforcements of a position that becomes a scenario: their turns, groups, columns and detours.

use std::collections::{BTreeMap, BTreeSet};

use battlewright_schema::at_any_cost as file;
use battlewright_schema::{EntryId, FormationId, HexId};

use crate::board::Start;
use crate::setup::from_scenario::group_name;
use crate::state::At;
use crate::{AtAnyCost, MovingPiece};

/// The place where a piece starts: `at`, `enters`.
type StartPlace = (Option<HexId>, Option<file::Enters>);

/// A unit by its row in the file, and the turn and place of its arrival.
type ColumnArrival = (usize, (u8, u16));

impl AtAnyCost {
    /// The start of `piece`, if it is in the game: where it is or when it comes.
    pub(crate) fn begins(&self, piece: MovingPiece, enters: Option<&file::Enters>, turn: u8) -> Option<StartPlace> {
        match self.at(piece) {
            At::Hex(hex) => Some((Some(self.board.map.name(hex)), None)),
            At::Due { turn: due, entry, .. } => {
                let facts = self.board.entries.get(usize::from(entry))?;
                let due = due.max(turn);
                // A group without a name of its own is named after its turn.
                let moved = enters.is_some_and(|enters| enters.turn != due);
                let own = enters.and_then(|enters| enters.group.clone());
                let group = own.or_else(|| moved.then(|| self.group_name(piece)).flatten().map(Into::into));
                let enters = file::Enters {
                    turn: due,
                    at: facts.id.as_str().into(),
                    group,
                    position: enters.and_then(|enters| enters.position).filter(|_| self.keeps_column(piece)),
                };
                Some((None, Some(enters)))
            }
            At::Broken { .. } | At::Pool => None,
        }
    }

    pub(crate) fn start_of(&self, piece: MovingPiece) -> Start {
        match piece {
            MovingPiece::Unit(unit) => self.board.unit(unit).start,
            MovingPiece::Hq(formation) => self.board.formation(formation).start,
        }
    }

    /// The name of the reinforcement group of `piece`.
    fn group_name(&self, piece: MovingPiece) -> Option<&str> {
        match self.start_of(piece) {
            Start::Enters { group, .. } => self.board.groups.get(group.index()).map(|group| group.name.as_str()),
            Start::At(_) | Start::Pool => None,
        }
    }

    /// 12.11: whether the column in which `piece` is due is still as the scenario has it.
    fn keeps_column(&self, piece: MovingPiece) -> bool {
        let At::Due { turn, entry, aside: None } = self.at(piece) else { return false };
        let units = self.board.all_units().map(MovingPiece::Unit);
        let mut pieces = units.chain(self.board.all_formations().map(MovingPiece::Hq));
        turn >= self.state.turn
            && pieces.all(|other| {
                let due = matches!(self.at(other), At::Due { turn: t, entry: e, .. } if (t, e) == (turn, entry));
                let was =
                    matches!(self.start_of(other), Start::Enters { turn: t, entry: e, .. } if (t, e) == (turn, entry));
                due == was
            })
    }

    /// 12.11: gives the units of each column that would enter in another order than now positions of their own.
    pub(crate) fn keep_columns(&self, then: &mut file::AtAnyCost) {
        let places: BTreeMap<&str, (u8, u16)> = self
            .board
            .all_units()
            .filter_map(|unit| match self.board.unit(unit).start {
                Start::Enters { turn, place, .. } => Some((self.board.unit(unit).id.as_str(), (turn, place))),
                Start::At(_) | Start::Pool => None,
            })
            .collect();
        let mut columns: BTreeMap<(FormationId, u8, EntryId), Vec<ColumnArrival>> = BTreeMap::new();
        for (row, unit) in then.unit.iter().enumerate() {
            let Some((enters, place)) = unit.enters.as_ref().zip(places.get(unit.id.as_str())) else { continue };
            let column = (unit.formation.clone(), enters.turn, enters.at.clone());
            columns.entry(column).or_default().push((row, *place));
        }
        for mut column in columns.into_values() {
            let has_position =
                |row: usize| then.unit[row].enters.as_ref().is_some_and(|enters| enters.position.is_some());
            if column.is_sorted_by_key(|(_, place)| *place) || column.iter().any(|(row, _)| has_position(*row)) {
                continue;
            }
            column.sort_by_key(|(_, place)| *place);
            for (position, (row, _)) in (1..).zip(column) {
                if let Some(enters) = &mut then.unit[row].enters {
                    enters.position = Some(position);
                }
            }
        }
    }
}

/// 15.2: keeps the detours that somebody may still take.
pub(crate) fn keep_detours(then: &mut file::AtAnyCost) {
    let units = then.unit.iter().filter_map(|unit| Some((&unit.formation, unit.enters.as_ref()?)));
    let hqs = then.formation.iter().filter_map(|row| Some((&row.id, row.hq.enters.as_ref()?)));
    let (mut groups, mut entries) = (BTreeSet::new(), BTreeSet::new());
    for (formation, enters) in units.chain(hqs) {
        groups.insert(group_name(enters, formation));
        entries.insert(enters.at.clone());
    }
    entries.extend(then.detour.iter().flat_map(|detour| detour.to.clone()));
    then.detour.retain(|detour| {
        let has_group = detour.group.as_ref().is_none_or(|group| groups.contains(group.as_str()));
        has_group && entries.contains(&detour.from)
    });
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::position;

    #[test]
    fn r15_2_detours_stay_while_somebody_may_take_them() {
        let detour = |group: &str| file::Detour { from: "E".into(), to: vec!["S".into()], group: Some(group.into()) };
        let mut scenario = None;
        let mut table = position(
            "entry E prussian 0009
            entry S prussian 0809
            corps x prussian at 0801 rating 4 4
            prussian infantry p1 8/4 enters 5 by E of x
            french infantry f1 5/3 at 0101",
        )
        .with(|found| scenario = Some(found.clone()))
        .table();
        let mut scenario = scenario.unwrap();
        scenario.detour = vec![detour("x-5"), detour("C")];
        let (frozen, _) = table.game.freeze(&scenario).unwrap();
        assert_eq!(frozen.detour, [detour("x-5")], "a group without a name of its own has that of its turn");
        let (p1, hex) = (table.unit("p1"), table.hex("0808"));
        table.game.put_unit(p1, At::Hex(hex));
        let (frozen, _) = table.game.freeze(&scenario).unwrap();
        assert_eq!(frozen.detour, []);
    }

    #[test]
    fn r12_11_a_column_keeps_its_order() {
        let mut scenario = None;
        let mut table = position(
            "entry E prussian 0009
            corps x prussian at 0801 rating 4 4
            prussian infantry p1 8/4 enters 4 by E of x
            prussian infantry p2 8/4 enters 3 by E of x
            french infantry f1 5/3 at 0101
            turn 3 of 9",
        )
        .with(|found| scenario = Some(found.clone()))
        .table();
        let scenario = scenario.unwrap();
        table.game.state.turn = 4;
        let (frozen, _) = table.game.freeze(&scenario).unwrap();
        let position = |row: usize| frozen.unit[row].enters.as_ref().unwrap().position;
        assert_eq!((position(0), position(1)), (Some(2), Some(1)), "p2 has waited longer");
    }
}
