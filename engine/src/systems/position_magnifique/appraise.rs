//! How good a choice looks: what the greedy player goes by.
//!
//! One ply deep, in hundredths of a step of a unit. Units climb, hex by hex, toward the places that
//! decide the game and toward the enemy; they fire where it hurts most, and assault where the table
//! promises more than it threatens.

use battlewright_schema::position_magnifique::{AssaultResult, Event as Chance, FireResult, Kind};

use super::state::{Assault, At, Stage, Task};
use super::{Action, Order, Piece, PositionMagnifique, UnitIx};
use crate::game::Side;
use crate::kit::hex_map::HexIx;
use crate::players::Appraise;

/// A step lost.
const STEP: i32 = 100;
/// A unit shaken.
const SHAKEN: i32 = 45;
/// A Morale Test.
const TEST: i32 = 20;
/// A hex of retreat.
const RETREAT: i32 = 30;
/// A place that decides the game.
const PLACE: i32 = 120;
/// A hex on the way.
const HEX: i32 = 10;

impl Appraise for PositionMagnifique {
    fn appraise(&self, action: &Action) -> i32 {
        let Some(task) = self.state.stack.last() else { return 0 };
        if let Some(fire) = self.fire_of(action) {
            let worth = self.worth_of_fire(&fire);
            // A chit is worth keeping for a better shot.
            return if matches!(action, Action::FireWith { .. }) { worth - TEST } else { worth };
        }
        match (task, *action) {
            (Task::FirstOrders(_) | Task::OrderPhase(_), Action::Order(order)) => i32::from(order == Order::Attack),
            (Task::Deploy(pieces), Action::Hex(hex)) => {
                pieces.last().map_or(0, |piece| self.worth_of_place(*piece, hex))
            }
            (Task::UseChit(_), Action::Use(event)) => worth_of_event(event),
            (Task::Pick(Chance::PrussianAggressiveTactics, _), Action::Unit(unit)) => {
                TEST - 4 * i32::from(self.board.unit(unit).combat[0])
            }
            (Task::Pick(..), Action::Unit(unit)) => 1 + i32::from(self.board.unit(unit).combat[0]),
            (Task::Pick(..), Action::Formation(formation)) => {
                i32::try_from(self.board.units_of(formation).count()).unwrap_or(0)
            }
            (Task::MovePhase { .. }, Action::Move(_)) => 1,
            (Task::MovePhase { .. }, Action::Charge { unit, target } | Action::Deathride { unit, target, .. }) => {
                self.lone_assault(unit, target, true).map_or(0, |assault| self.worth_of_assault(&assault) - SHAKEN)
            }
            (Task::Moving(motion), Action::Hex(hex)) => self.worth_of_place(motion.piece, hex),
            (Task::Moving(motion), Action::Stop) => {
                motion.hex.map_or(0, |hex| 1 + self.worth_of_place(motion.piece, hex))
            }
            (Task::CompelledStep { unit, .. } | Task::RebuildAt(unit), Action::Hex(hex)) => {
                self.worth_of_place(Piece::Unit(*unit), hex)
            }
            (Task::Lure(unit), Action::Hex(hex)) => -self.worth_of_place(Piece::Unit(*unit), hex),
            (Task::Retreat(retreat), Action::Hex(hex)) => self.worth_of_place(Piece::Unit(retreat.unit), hex),
            (Task::Contact { .. }, Action::Unit(_)) => 1,
            (Task::AssaultPhase(activation), Action::Unit(target)) => {
                self.best_assault(activation.side, target).map_or(0, |assault| self.worth_of_assault(&assault))
            }
            (Task::AssaultPhase(_), Action::Pass) => TEST / 2,
            (Task::Assault(assault), Action::Unit(_) | Action::Begin | Action::Play(_)) => {
                let unit_joins = matches!(action, Action::Unit(_));
                let planned = self.assault_of(action).unwrap_or_else(|| assault.clone());
                self.worth_of_assault(&planned) + i32::from(unit_joins)
            }
            (Task::Assault(assault), Action::FallBack) if assault.stage == Stage::RetreatOffer => {
                self.worth_of_assault(assault) - RETREAT
            }
            (Task::Assault(_), Action::LoseStep(unit)) => {
                if self.unit(unit).reduced {
                    -2 * STEP
                } else {
                    -STEP
                }
            }
            (Task::Assault(assault), Action::FallBack) => {
                let ground = self.places(assault.side.other()).iter().any(|(hex, _)| *hex == assault.ground);
                if ground { -STEP - 1 } else { -RETREAT }
            }
            (Task::Breakthrough(_), Action::Unit(_)) => 1,
            (Task::Breakthrough(breakthrough), Action::Hex(hex)) => breakthrough.charger.map_or(0, |charger| {
                let here = self.hex_of(charger).map_or(0, |hex| self.worth_of_place(Piece::Unit(charger), hex));
                self.worth_of_place(Piece::Unit(charger), hex) - here
            }),
            (Task::Struggle { .. }, Action::Unit(unit)) => i32::from(self.morale(unit)),
            (Task::StruggleHit { .. }, Action::LoseStep(unit)) => 1 + i32::from(self.unit(unit).reduced),
            (Task::Recover(_), Action::Rally(unit) | Action::Resupply(unit)) => {
                1 + i32::from(self.board.unit(unit).combat[0])
            }
            (Task::Rebuild(_), Action::Unit(unit)) => 1 + i32::from(self.board.unit(unit).combat[1]),
            (Task::Regroup(_), Action::Hurry(_)) => 1,
            _ => 0,
        }
    }
}

impl PositionMagnifique {
    /// What a fire does to its target, in the mean.
    fn worth_of_fire(&self, fire: &super::state::Fire) -> i32 {
        let shaken = self.unit(fire.target).shaken;
        let reduced = self.unit(fire.target).reduced;
        let step = if reduced { 2 * STEP } else { STEP };
        let sum: i32 = self
            .fire_tally(fire)
            .into_iter()
            .map(|(result, ways)| {
                let harm = match result {
                    FireResult::NoEffect => 0,
                    FireResult::MoraleTest if shaken => step / 3,
                    FireResult::MoraleTest => TEST,
                    FireResult::Shaken if shaken => step,
                    FireResult::Shaken => SHAKEN,
                    FireResult::StepLoss => step,
                };
                harm * i32::try_from(ways).unwrap_or(0)
            })
            .sum();
        sum / 36
    }

    /// What an assault promises its attacker, in the mean.
    fn worth_of_assault(&self, assault: &Assault) -> i32 {
        let worth = |result: AssaultResult| {
            let losers = if result.attacker { assault.attackers.len() } else { 1 };
            let each =
                RETREAT * i32::from(result.hits) + SHAKEN + if result.must_lose_step { STEP - RETREAT } else { 0 };
            let all = if result.hits == 0 { 0 } else { each * i32::try_from(losers).unwrap_or(1) };
            if result.attacker { -all } else { all + self.worth_of_ground(assault) }
        };
        let tally = self.assault_tally(assault);
        let sum: i32 = tally.into_iter().map(|(result, ways)| worth(result) * i32::try_from(ways).unwrap_or(0)).sum();
        sum / 36
    }

    /// What the ground of an assault is worth besides: it may decide the game.
    fn worth_of_ground(&self, assault: &Assault) -> i32 {
        self.places(assault.side)
            .into_iter()
            .filter(|(hex, _)| *hex == assault.ground)
            .map(|(_, worth)| worth / 2)
            .sum()
    }

    /// The assault upon `target` with every unit that could join.
    fn best_assault(&self, side: Side, target: UnitIx) -> Option<Assault> {
        let ground = self.hex_of(target)?;
        let mut assault = Assault {
            side,
            target,
            ground,
            attackers: Vec::new(),
            charger: self.friend_in(side, ground),
            countercharge: self.unit(target).done.charged,
            shift: 0,
            stage: Stage::Plan,
        };
        let able = self.on_map(side).map(|(unit, _)| unit).filter(|unit| self.may_join(&assault, *unit).is_ok());
        assault.attackers = able.collect();
        (!assault.attackers.is_empty()).then_some(assault)
    }

    /// The hexes of the places that decide the game, with what they are worth to `side`.
    fn places(&self, side: Side) -> Vec<(HexIx, i32)> {
        let endings = self.board.last.iter().chain(&self.board.sudden);
        let mut indices: Vec<usize> = endings
            .flat_map(|ending| {
                let lists = [&ending.controls, &ending.controls_any, &ending.enemy_lacks, &ending.controls_more_of];
                lists.into_iter().flatten().flatten().copied().collect::<Vec<_>>()
            })
            .collect();
        indices.sort_unstable();
        indices.dedup();
        indices
            .into_iter()
            .filter_map(|index| {
                let (hex, _) = self.board.control.get(index)?;
                let ours = self.state.control.get(index) == Some(&Some(side));
                Some((*hex, if ours { PLACE / 2 } else { PLACE }))
            })
            .collect()
    }

    /// What `piece` gains by standing in `hex`.
    fn worth_of_place(&self, piece: Piece, hex: HexIx) -> i32 {
        let map = &self.board.map;
        let far = |at: HexIx| i32::try_from(map.distance(at, hex)).unwrap_or(i32::MAX / HEX);
        let side = self.side_of(piece);
        let unit = match piece {
            Piece::Hq(formation) => {
                // An HQ stays with the middle of its units, off the front line.
                let distances: i32 = self.board.units_of(formation).filter_map(|unit| self.hex_of(unit)).map(far).sum();
                let exposed = self.enemies_next_to(side, hex).next().is_some();
                return -distances - if exposed { STEP } else { 0 };
            }
            Piece::Unit(unit) => unit,
        };
        let taken = |at: HexIx| self.combat_unit_in(at).is_some_and(|other| other != unit);
        let places = self.places(side).into_iter().filter(|(at, _)| *at == hex || !taken(*at));
        let enemies = self.on_map(side.other()).map(|(_, at)| (at, PLACE / 3));
        let goal = places.chain(enemies).map(|(at, worth)| worth - HEX * far(at)).max().unwrap_or(0);
        let kind = self.board.unit(unit).kind;
        let next_to = self.enemies_next_to(side, hex).count();
        let contact = i32::try_from(next_to).unwrap_or(0);
        let shelter = self.board.effects(hex).map_or(0, |effects| -5 * i32::from(effects.fire));
        let weak = self.unit(unit).shaken || self.unit(unit).reduced;
        let front = match kind {
            Kind::Infantry if !weak => 8 * contact,
            Kind::Infantry => -20 * contact,
            Kind::Cavalry => -12 * contact,
            _ => -60 * contact + self.field_of_fire(unit, hex),
        };
        goal + front + shelter
    }

    /// How well artillery in `hex` could fire: the enemies in its Effective Range that it would see.
    fn field_of_fire(&self, unit: UnitIx, hex: HexIx) -> i32 {
        let Some([effective, _]) = self.board.unit(unit).range else { return 0 };
        let stays = self.unit(unit).at == At::Hex(hex);
        let seen = self.on_map(self.unit_side(unit).other()).any(|(_, at)| {
            self.board.map.distance(at, hex) <= u32::from(effective) && self.blocked_by(hex, at).is_none()
        });
        match (seen, stays) {
            (true, true) => 2 * PLACE,
            (true, false) => PLACE,
            (false, _) => 0,
        }
    }
}

/// How much an event is liked, whatever the position.
fn worth_of_event(event: Chance) -> i32 {
    match event {
        Chance::KruppGuns | Chance::ArtilleryBarrage => 5,
        Chance::Auftragstaktik | Chance::BazainesMalaise | Chance::BattlefieldConditions => 4,
        Chance::BeatenZone | Chance::NeedlegunFire | Chance::MitrailleuseFire => 3,
        Chance::BloodyStruggle | Chance::ColonelCaprivi => 2,
        Chance::PrussianAggressiveTactics | Chance::Deathride | Chance::FeuDeBataillon => 1,
    }
}
