//! The answers of a position to expressions.

use battlewright_schema::position_magnifique::vocabulary::{Fact, Source};

use super::{order_value, unit_value};
use crate::stage::Part;
use crate::state::{At, Fired, FormationIx, Unit, UnitIx};
use crate::{Order, PositionMagnifique};
use battlewright_core::game::Side;
use battlewright_core::kit::extra::{RuleFacts, hex_value, side_of_value};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::index::ListIndex as _;
use battlewright_core::kit::tasks::TaskStack as _;

/// A position, as expressions ask about it.
#[derive(Clone, Copy)]
pub(crate) struct Asked<'a> {
    game: &'a PositionMagnifique,
    /// The control of the hexes that count, which need not be the present one.
    control: &'a [Option<Side>],
    /// `true` if only what follows from the scenario and the turn is asked, as on an empty map in the Movement Phase.
    is_bare: bool,
    /// The phase that would begin, as expressions number phases; `None` for the one at hand.
    phase: Option<i32>,
}

impl PositionMagnifique {
    /// Returns the position for expressions.
    #[inline]
    pub(crate) fn asked(&self) -> Asked<'_> {
        Asked { game: self, control: &self.state.control, is_bare: false, phase: None }
    }

    /// Returns the position for expressions with another control of the hexes that count.
    pub(crate) fn asked_with<'a>(&'a self, control: &'a [Option<Side>]) -> Asked<'a> {
        Asked { control, ..self.asked() }
    }

    /// Returns the position for expressions about `phase`, which would begin now.
    pub(super) fn asked_before(&self, phase: i32) -> Asked<'_> {
        Asked { phase: Some(phase), ..self.asked() }
    }

    /// Returns the empty map of this turn for expressions.
    pub(super) fn asked_bare(&self) -> Asked<'_> {
        Asked { is_bare: true, ..self.asked() }
    }
}

impl<'a> Asked<'a> {
    fn index_of(&self, unit: i32) -> Option<UnitIx> {
        let index = usize::try_from(unit).ok().filter(|index| *index < self.game.board.units.len())?;
        u16::try_from(index).ok().map(UnitIx::new)
    }

    /// Returns the state of a unit; `None` on an empty map.
    fn unit(&self, unit: i32) -> Option<&'a Unit> {
        let index = self.index_of(unit).filter(|_| !self.is_bare)?;
        self.game.state.units.get(index.index())
    }

    fn formation(&self, formation: i32) -> Option<FormationIx> {
        let index = usize::try_from(formation).ok().filter(|index| *index < self.game.board.formations.len())?;
        u16::try_from(index).ok().filter(|_| !self.is_bare).map(FormationIx::new)
    }

    fn hex(&self, hex: i32) -> Option<HexIx> {
        self.game.board.map.hex(usize::try_from(hex).ok()?)
    }

    fn is_in_command(&self, unit: UnitIx) -> bool {
        let game = self.game;
        if game.is_command_checked(game.board.unit(unit).formation) {
            return game.hex_of(unit).is_some() && !game.unit(unit).done.out;
        }
        game.is_in_command(unit)
    }

    /// Returns the answer to a fact about `unit` in play.
    fn fact_of_unit(&self, fact: Fact, unit: UnitIx) -> i32 {
        let game = self.game;
        let state = game.unit(unit);
        let holds = match fact {
            Fact::Factor => return game.board.unit(unit).combat[usize::from(state.reduced)].into(),
            Fact::LowAmmo => return state.low_ammo.into(),
            Fact::Order => return order_value(game.order_of(unit)),
            Fact::IsReduced => state.reduced,
            Fact::IsShaken => state.shaken,
            Fact::HasMoved => state.left_in_turn,
            Fact::HasFired => state.fired != Fired::No,
            Fact::HasCharged => state.done.charge.is_some(),
            Fact::HasAssaulted => state.done.assaulted,
            Fact::IsActive => game.activation().is_some_and(|activation| game.is_active(&activation, unit)),
            Fact::HasEntered => game.has_just_entered(unit),
            Fact::EffectiveRange => return game.effective_range(unit).map_or(0, i32::from),
            Fact::InCommand => self.is_in_command(unit),
            Fact::Level
            | Fact::OnRoad
            | Fact::IsBattleWorn
            | Fact::WasActivated
            | Fact::IsOverrun
            | Fact::HasFeu
            | Fact::HeldChits
            | Fact::IsSurprise => false,
        };
        holds.into()
    }

    /// Returns the answer to a fact about `unit` on an empty map: it is as at the start of most games.
    fn fact_of_counter(&self, fact: Fact, unit: UnitIx) -> i32 {
        match fact {
            Fact::Factor => self.game.board.unit(unit).combat[0].into(),
            Fact::EffectiveRange => self.game.board.unit(unit).range.map_or(0, |[effective, _]| effective.into()),
            Fact::Order => order_value(Order::Attack),
            Fact::InCommand => 1,
            _ => 0,
        }
    }
}

impl RuleFacts for Asked<'_> {
    fn turn(&self) -> i32 {
        self.game.state.turn.max(self.game.board.first_turn).into()
    }

    fn phase(&self) -> i32 {
        const MOVEMENT: i32 = 4;
        if self.is_bare {
            return MOVEMENT;
        }
        if let Some(phase) = self.phase {
            return phase;
        }
        match self.game.part() {
            Some(Part::Setup) => 0,
            Some(Part::Chits) | None => 1,
            Some(Part::Fire) => 2,
            Some(Part::Command) => 3,
            Some(Part::Movement) => MOVEMENT,
            Some(Part::Assault) => 5,
            Some(Part::Rally) => 6,
            Some(Part::Housekeeping | Part::Over) => 7,
        }
    }

    fn unit_hex(&self, unit: i32) -> i32 {
        hex_value(self.unit(unit).and_then(|unit| unit.at.hex()))
    }

    fn in_play(&self, unit: i32) -> bool {
        self.unit_hex(unit) >= 0
    }

    fn holds(&self, side: i32, place: i32) -> bool {
        let hexes = usize::try_from(place).ok().and_then(|place| self.game.board.places.get(place));
        let side = side_of_value(side);
        let is_held = |index: &usize| self.control.get(*index) == Some(&Some(side));
        !self.is_bare && hexes.is_some_and(|hexes| !hexes.is_empty() && hexes.iter().all(is_held))
    }

    fn each_unit_in(&self, hex: i32, found: &mut dyn FnMut(i32) -> bool) {
        let Some(hex) = self.hex(hex).filter(|_| !self.is_bare) else { return };
        for unit in self.game.ground.units(hex) {
            if !found(unit_value(unit)) {
                return;
            }
        }
    }

    fn fact(&self, fact: u16, asked: &[i32]) -> i32 {
        let Some(fact) = Fact::of(fact) else { return 0 };
        let game = self.game;
        let first = asked.first().copied().unwrap_or(-1);
        match fact {
            Fact::Level => self.hex(first).map_or(0, |hex| game.board.level(hex).into()),
            Fact::OnRoad => self.hex(first).is_some_and(|hex| game.board.map.has_road(hex)).into(),
            Fact::IsBattleWorn => self.formation(first).is_some_and(|f| game.is_battle_worn(f)).into(),
            Fact::WasActivated => self.formation(first).is_some_and(|f| game.hq(f).activated).into(),
            Fact::IsOverrun => self.formation(first).is_some_and(|f| game.hq(f).overrun).into(),
            Fact::HasFeu => self.formation(first).is_some_and(|f| game.state.feu == Some(f)).into(),
            Fact::HeldChits if self.is_bare => 0,
            Fact::HeldChits => {
                let side = side_of_value(first);
                let held = game.state.held.iter().filter(|(chit, _)| game.chit(*chit).side == side).count();
                i32::try_from(held).unwrap_or(99).min(99)
            }
            Fact::IsSurprise => (!self.is_bare && game.is_surprise()).into(),
            Fact::Factor
            | Fact::IsReduced
            | Fact::IsShaken
            | Fact::LowAmmo
            | Fact::HasMoved
            | Fact::HasFired
            | Fact::HasCharged
            | Fact::HasAssaulted
            | Fact::IsActive
            | Fact::HasEntered
            | Fact::EffectiveRange
            | Fact::Order
            | Fact::InCommand => match self.index_of(first) {
                Some(unit) if self.is_bare => self.fact_of_counter(fact, unit),
                Some(unit) => self.fact_of_unit(fact, unit),
                None => 0,
            },
        }
    }

    fn each(&self, source: u16, asked: &[i32], found: &mut dyn FnMut(i32) -> bool) {
        let (Some(source), Some(side)) = (Source::of(source), asked.first()) else { return };
        if self.is_bare {
            return;
        }
        for unit in self.game.board.units_of_side(side_of_value(*side)) {
            let is_meant = match source {
                Source::Lost => matches!(self.game.unit(unit).at, At::Eliminated(_)),
            };
            if is_meant && !found(unit_value(unit)) {
                return;
            }
        }
    }

    fn counter(&self, counter: u16, owner: Option<i32>) -> i32 {
        if self.is_bare { 0 } else { self.game.state.extra.counter(counter, owner) }
    }

    fn is_done(&self, event: u16) -> bool {
        self.game.state.extra.is_done(event)
    }
}
