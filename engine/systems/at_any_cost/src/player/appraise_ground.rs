//! The value of a hex for a unit or an HQ: what draws it there, enemies in reach, cover and command.

use std::sync::Arc;

use battlewright_schema::at_any_cost::{Earthwork, Kind};

use crate::action::{Shot, Weapon};
use crate::board::Board;
use crate::player::appraise_lures::Lures;
use crate::player::appraise_orders::Outlook;
use crate::player::threats::Fighters;
use crate::player::weights::{Appraiser, Weights};
use crate::rules::r08_fire::{Fire, FireCause};
use crate::state::CommandStatus;
use crate::{AtAnyCost, FormationIx, MovingPiece, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::players::appraisal::TrialCopy;
use battlewright_core::players::plan::Plan;
use battlewright_core::players::threat::KnownThreats;

/// Of those that a battery could fire at, so many of the nearest are looked at.
const MOST_TARGETS: usize = 8;
/// Of those that can fire at a hex, so many are looked at.
const MOST_FIRERS: usize = 8;

/// Scratch buffers: facts worked out once for the choices of one decision, and a copy of the game in which things are tried.
#[derive(Debug, Default)]
pub struct Scratch {
    lures: Option<(UnitIx, Lures)>,
    /// The outlook of the units that are activated.
    pub(crate) outlooks: Vec<Outlook>,
    /// `true` if the outlooks are those of the decision at hand.
    pub(crate) is_looked_out: bool,
    /// The hexes on the way of the move that is planned, with their worths to its piece: to come there, and to stay there.
    pub(crate) places: Vec<(HexIx, [i32; 2])>,
    /// The missions of the side that chooses.
    pub(crate) plan: Plan,
    /// The weights of the player.
    pub(crate) weights: Weights,
    /// The board of the threats.
    board: Option<Arc<Board>>,
    /// The threats by each side.
    pub(crate) threats: KnownThreats<Fighters>,
    there: TrialCopy<AtAnyCost>,
}

impl Scratch {
    /// Creates the buffers of a player with `weights`.
    pub(crate) fn with(weights: Weights) -> Self {
        Self { weights, ..Self::default() }
    }

    /// Another position is at hand.
    pub(crate) fn turn_over(&mut self, board: &Arc<Board>) {
        if self.board.as_ref().is_none_or(|known| !Arc::ptr_eq(known, board)) {
            self.board = Some(Arc::clone(board));
            self.threats = KnownThreats::default();
        }
        if board.extra.get().is_some() {
            // Rows about movement may depend on more than where units are.
            self.threats = KnownThreats::default();
        }
        self.lures = None;
        self.is_looked_out = false;
        self.threats.turn_over();
    }

    /// A copy of `game`.
    pub(crate) fn there(&mut self, game: &AtAnyCost) -> &mut AtAnyCost {
        self.there.of(game)
    }

    /// The things that draw `unit`.
    fn lures(&mut self, game: &Appraiser<'_>, unit: UnitIx) -> &Lures {
        if self.lures.as_ref().is_none_or(|(of, _)| *of != unit) {
            self.lures = None;
        }
        &self.lures.get_or_insert_with(|| (unit, game.lures_of(unit))).1
    }
}

impl Appraiser<'_> {
    /// The gain of `piece` by standing in `hex`.
    pub(crate) fn worth_of_place(&self, piece: MovingPiece, hex: HexIx, scratch: &mut Scratch) -> i32 {
        let [comes, stays] = self.worths_of_place(piece, hex, scratch);
        if self.hex_of_piece(piece) == Some(hex) { stays } else { comes }
    }

    /// The gain of `piece` by coming to `hex`, and by staying there.
    pub(crate) fn worths_of_place(&self, piece: MovingPiece, hex: HexIx, scratch: &mut Scratch) -> [i32; 2] {
        let unit = match piece {
            MovingPiece::Hq(formation) => {
                let side = self.board.formation(formation).side;
                let exposed = self.exposure_of(side, hex, self.weights.headquarters, scratch);
                return [self.worth_of_post(formation, hex) - exposed; 2];
            }
            MovingPiece::Unit(unit) => unit,
        };
        let side = self.unit_side(unit);
        let goal = match self.way_to_command(unit, hex) {
            // It neither fights nor goes next to the enemy (7.4), and can as well go back to its HQ.
            Some(way) => -2 * self.weights.half_point * way,
            None => match self.pull_of_mission(unit, hex, scratch) {
                Some(pull) => pull,
                None => self.pull(scratch.lures(self, unit), hex).worth,
            },
        };
        let goal = goal + self.worth_of_ending(side, hex);
        if !self.may_stay(piece, hex) {
            return [goal - self.weights.crowded; 2];
        }
        let gap = self.gap_to_enemies(side, hex).unwrap_or(u32::MAX);
        let cover = if gap <= self.weights.under_fire.unsigned_abs() { self.cover(hex) } else { 0 };
        let worth = goal + cover + self.worth_of_company(unit, hex) + self.worth_under_threat(unit, hex, scratch);
        if gap > self.weights.under_fire.unsigned_abs() {
            return [worth; 2];
        }
        let there = if self.hex_of(unit) == Some(hex) {
            *self
        } else {
            let there = scratch.there(self);
            there.join_stack(piece, hex);
            there.appraised(self.weights)
        };
        let danger = there.danger_at(unit, hex);
        there.worths_of_front(unit, hex, gap).map(|front| worth + front - danger)
    }

    /// The cover of `hex` against fire.
    fn cover(&self, hex: HexIx) -> i32 {
        let terrain: i32 = self.board.effects(hex).map(|row| -5 * i32::from(row.fire)).sum();
        let works = match self.earthwork_at(hex) {
            None => 0,
            Some(Earthwork::Fieldworks) => 8,
            Some(Earthwork::Entrenchments) => 16,
        };
        terrain + works
    }

    /// The gain of `unit` in `hex`, where it stands in this game, from enemies that it can fire at or fight: if it comes there,
    /// and if it stays there.
    fn worths_of_front(&self, unit: UnitIx, hex: HexIx, gap: u32) -> [i32; 2] {
        let side = self.unit_side(unit);
        let enemies = self.enemies_next_to(side, hex);
        let contact = i32::try_from(enemies.len()).unwrap_or(0);
        if self.is_artillery(unit) {
            // Nobody assaults guns that stand behind a brigade.
            let alone = !self.friends_in(side, hex).iter().any(|other| !self.is_artillery(*other));
            let exposed = if alone && gap <= 2 { 30 + 30 * contact } else { 0 };
            let field = self.field_of_fire(unit, hex);
            return [field - exposed, field * 3 / 2 - exposed];
        }
        if enemies.is_empty() {
            let rifles = self.range_of(unit, Weapon::Own).is_some_and(|[effective, _]| effective >= 2 && gap == 2);
            return [if rifles && self.is_infantry(unit) { self.weights.rifles } else { 0 }; 2];
        }
        if self.is_spent(unit) { [-30 * contact; 2] } else { self.worths_of_contact(unit, &enemies) }
    }

    /// The field of fire of artillery in `hex`, where it stands in this game: its best fire, and how many it sees besides.
    fn field_of_fire(&self, unit: UnitIx, hex: HexIx) -> i32 {
        let Some([_, extreme]) = self.range_of(unit, Weapon::Own) else { return 0 };
        if self.unit(unit).ammo >= 2 {
            return 0;
        }
        let side = self.unit_side(unit).other();
        let mut targets: InlineList<(u32, UnitIx), 32> = self
            .on_map(side)
            .map(|(target, at)| (self.board.map.distance(at, hex), target))
            .filter(|(gap, target)| *gap <= u32::from(extreme) && !self.unit(*target).second_line)
            .collect();
        targets.sort_unstable();
        let shots = targets.into_iter().take(MOST_TARGETS).filter_map(|(_, target)| {
            let shot = Shot { firer: unit, weapon: Weapon::Own, target, half: false };
            self.may_shoot(&shot, FireCause::Step)
                .is_ok()
                .then(|| self.worth_of_fire(&Fire::new(shot, FireCause::Step)))
        });
        let (best, seen) = shots.fold((0, 0), |(best, seen): (i32, i32), worth| (best.max(worth), seen + 1));
        (self.weights.field_of_fire * best).min(self.weights.most_field) + 3 * seen.min(4)
    }

    /// The fire that `unit` has to fear in `hex`, where it stands in this game: of those that can fire at it some will.
    fn danger_at(&self, unit: UnitIx, hex: HexIx) -> i32 {
        let share = match self.board.unit(unit).kind {
            Kind::Cavalry => 2,
            // It withdraws out of the fire.
            Kind::Infantry if self.is_spent(unit) => 2,
            Kind::Infantry => 10,
            _ => 5,
        };
        let enemy = self.unit_side(unit).other();
        let mut firers: InlineList<UnitIx, 8> = InlineList::new();
        for (firer, at) in self.on_map(enemy) {
            let reach = self.range_of(firer, Weapon::Own).map_or(0, |[effective, _]| u32::from(effective));
            if firers.len() < MOST_FIRERS && !self.is_cavalry(firer) && self.board.map.distance(at, hex) <= reach {
                firers.push(firer);
            }
        }
        let harm = firers.into_iter().map(|firer| {
            let shot = Shot { firer, weapon: Weapon::Own, target: unit, half: false };
            let may = self.may_shoot(&shot, FireCause::Step).is_ok();
            if may { self.worth_of_fire(&Fire::new(shot, FireCause::Step)) } else { 0 }
        });
        harm.sum::<i32>() / share
    }

    /// The worth to `unit` in `hex` of friends beside it and of an HQ that reaches it.
    fn worth_of_company(&self, unit: UnitIx, hex: HexIx) -> i32 {
        let facts = self.board.unit(unit);
        let around = self.board.map.neighbors(hex).flat_map(|near| self.ground.units(near));
        let beside = around.filter(|other| *other != unit && self.unit_side(*other) == facts.side).take(2).count();
        let support = 3 * i32::try_from(beside).unwrap_or(0);
        let beyond = self.hq_hex(facts.formation).map_or(0, |hq| {
            self.board.map.distance(hq, hex).saturating_sub(self.greatest_rating(facts.formation)).min(8)
        });
        support - self.weights.beyond * i32::try_from(beyond).unwrap_or(0)
    }

    /// The hexes between `hex` and the Command Range of the HQ of `unit`, if that is Cautious.
    fn way_to_command(&self, unit: UnitIx, hex: HexIx) -> Option<i32> {
        let formation = self.board.unit(unit).formation;
        let hq = self.hq_hex(formation).filter(|_| self.unit(unit).done.command == CommandStatus::Cautious)?;
        let beyond = self.board.map.distance(hq, hex).saturating_sub(self.greatest_rating(formation));
        i32::try_from(beyond).ok()
    }

    /// The greater Command Range of the HQ of `formation`, whichever side is up.
    pub(crate) fn greatest_rating(&self, formation: FormationIx) -> u32 {
        let range = |back| self.command_range_of(formation, self.rating_of_side(formation, back));
        let [front, back] = [false, true].map(range);
        u32::from(front.max(back))
    }

    /// The gain of the HQ of `formation` in `hex`: its units within its rating, and nobody who could ride it down.
    pub(crate) fn worth_of_post(&self, formation: FormationIx, hex: HexIx) -> i32 {
        let side = self.board.formation(formation).side;
        let rating = self.greatest_rating(formation);
        let units = self.board.roster(formation).iter().filter_map(|unit| self.hex_of(*unit));
        let reached: i32 = units
            .map(|at| {
                let gap = self.board.map.distance(at, hex);
                let strides = i32::try_from(gap.min(30)).unwrap_or(30);
                // On roads the reach is twice as far, in woods half as far.
                if gap <= rating { 20 - strides } else { -strides }
            })
            .sum();
        let escort = if self.friends_in(side, hex).is_empty() { 0 } else { 8 };
        let alone = escort == 0;
        let danger = match self.gap_to_enemies(side, hex) {
            Some(0 | 1) if alone => self.weights.casualty,
            Some(0 | 1) => self.weights.casualty / 4,
            Some(2) if alone => self.weights.casualty / 4,
            _ => 0,
        };
        reached + escort - danger
    }

    /// The worth of ground to `side`, which loses it if its units leave it now.
    pub(crate) fn worth_of_holding(&self, side: Side, hex: HexIx) -> i32 {
        if self.controller_of(hex) == Some(side) { self.board.stake_in(side, hex) } else { 0 }
    }
}
