//! The view of a scenario for lints of all systems.

use crate::lint::view::{Goal, LintView, MarchFacts, Piece, PieceFigures, StrengthField};
use crate::matz::{Kind, Matz, Terrain, TerrainClass};
use crate::system::rows::Pieces;
use crate::{EntryId, UnitId};

/// Returns the view of `own` for lints of all systems.
pub(crate) fn view(own: &Matz) -> LintView<'_> {
    let mut pieces = Pieces::of(own, &own.formation);
    for (row, formation) in own.formation.iter().enumerate() {
        if let Some(hq) = &formation.hq {
            pieces.push_hq(row, formation, hq);
        }
    }
    for (row, unit) in own.unit.iter().enumerate() {
        // Tanks and assault troops are of any size.
        let figures = matches!(unit.kind, Kind::Infantry | Kind::Artillery).then(|| PieceFigures {
            arm: unit.kind as usize,
            strength: unit.bombardment.unwrap_or_else(|| unit.value(0)),
            range: 0,
        });
        let mut piece = Piece { figures, ..pieces.unit(row, unit, unit.movement) };
        if unit.enters.is_none()
            && let Some((turn, entry)) = called_up(own, &unit.id)
        {
            piece.entry_number = Some(pieces.entry(entry));
            piece.enters = unit.at.is_none().then_some((turn, entry));
        }
        pieces.push(piece);
    }
    let enemy = own.side.keys().find(|side| **side != own.victory.scorer);
    let goal = |list, row, place, side| Goal { place, side, row: (list, row), named: ("place", None) };
    let gains = own.victory.gain.iter().enumerate();
    let gains = gains.map(|(row, gain)| goal("gain", row, &gain.place, &own.victory.scorer));
    let losses = own.victory.loss.iter().enumerate();
    let losses = losses.filter_map(|(row, loss)| Some(goal("loss", row, &loss.place, enemy?)));
    LintView {
        first_turn: own.first_turn.unwrap_or(1),
        goals: gains.chain(losses).collect(),
        strength: Some(StrengthField { key: "combat", name: "a combat value" }),
        // Only advice is checked for it.
        march: (!own.computer.is_empty()).then(|| march(own)),
        ..pieces.into_view()
    }
}

fn march(own: &Matz) -> MarchFacts {
    let rules = own.ruleset();
    let cost = |class: &TerrainClass| {
        let row = rules.tables.terrain.classes.iter().find(|row| row.class == *class);
        row.map_or(0, |row| row.cost)
    };
    // The dearest class counts; a trench, which adds to it, may be that of a friend.
    let least = |terrain: &Terrain| match terrain.classes.as_slice() {
        [] => cost(&TerrainClass::Open),
        classes => classes.iter().filter(|class| **class != TerrainClass::Trench).map(cost).max().unwrap_or_default(),
    };
    let longest = own.unit.iter().map(|unit| unit.movement).max().unwrap_or_default();
    MarchFacts {
        letters: own.map.terrain.iter().map(|(letter, terrain)| (letter.0, least(terrain))).collect(),
        // No road makes a way shorter (5.3).
        road: u16::MAX,
        // Units that exploit move half their allowance again, tanks some points of their own (5.4), all of it farther in
        // strategic movement (5.2).
        bonus: rules.tank_exploitation.max(longest / 2),
        times: rules.strategic_factor.max(1),
    }
}

/// Returns the first turn and the entry of a unit of a reserve.
fn called_up<'s>(own: &'s Matz, id: &UnitId) -> Option<(u8, &'s EntryId)> {
    let arrivals = own.reserve.iter().flat_map(|reserve| reserve.arrival.iter().map(move |part| (reserve, part)));
    let own_arrival = arrivals.into_iter().find(|(_, part)| part.units.contains(id));
    own_arrival.map(|(reserve, part)| (reserve.turn, &part.at))
}
