//! 8.1 Barrages of artillery and bombers in the Bombardment Phase.

use std::fmt::Arguments;

use battlewright_schema::matz::{BombardmentResult, Kind, TerrainClass};
use serde::{Deserialize, Serialize};

use super::action::{Action, ActionList, Refusal};
use super::event::{Event, LossCause};
use super::r2_sequence::Phase;
use super::r7_5_losses::{LossTask, Losses};
use super::stage::TaskStage;
use super::state::{Mission, Party, UnitIx};
use super::{Matz, rulebook as rule};
use crate::game::Log;
use crate::kit::combat_table::shifted;
use crate::kit::hex_map::HexIx;
use crate::kit::tasks::TaskFamily;

/// The tasks of the Bombardment Phase.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum BarrageTask {
    /// The active side chooses a hex, or bombards no more.
    Phase,
    /// The active side chooses the units that bombard the hex.
    Plan { hex: HexIx, units: Party },
    /// The die of the barrage.
    Roll { hex: HexIx, units: Party },
}

impl TaskFamily<Matz> for BarrageTask {
    fn stage(&self, game: &Matz, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.state.active;
        let name = game.board.side(side).name.as_str();
        let part = Some(Phase::Bombardment);
        match self {
            Self::Phase => {
                prompt(format_args!("{name}: bombard a hex?"));
                TaskStage::asks(side, rule::BARRAGE, part).passed("Bombard no more")
            }
            Self::Plan { hex, .. } => {
                prompt(format_args!("{name}: who bombards {}?", game.board.map.name(*hex)));
                TaskStage::asks(side, rule::BARRAGE, part)
            }
            Self::Roll { hex, .. } => {
                prompt(format_args!("Roll for the barrage on {}", game.board.map.name(*hex)));
                TaskStage::rolls(1, rule::BARRAGE, part)
            }
        }
    }

    fn options(&self, game: &Matz, into: &mut ActionList) {
        match self {
            Self::Phase => {
                into.extend(game.barrage_targets().into_iter().map(Action::Target));
                into.push(Action::Pass);
            }
            Self::Plan { hex, units } => {
                into.extend(game.bombarding_units().filter(|unit| game.may_bombard(*hex, units, *unit).is_ok()).map(Action::Join));
                if !units.is_empty() {
                    into.push(Action::Begin);
                }
            }
            Self::Roll { .. } => {}
        }
    }

    fn refusal(&self, game: &Matz, action: &Action) -> Refusal {
        let why = match (self, *action) {
            (Self::Phase, Action::Target(hex)) => Some(game.why_no_barrage(hex)),
            (Self::Plan { hex, units }, Action::Join(unit)) => game.may_bombard(*hex, units, unit).err(),
            (Self::Plan { .. }, Action::Begin) => {
                Some(Refusal::Because(rule::BARRAGE, "no unit has been chosen for the barrage"))
            }
            _ => None,
        };
        why.unwrap_or(Refusal::NotAsked)
    }

    fn choose(self, game: &mut Matz, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Phase, Action::Target(hex)) => {
                game.push(Self::Phase);
                game.push(Self::Plan { hex, units: Party::new() });
            }
            (Self::Plan { hex, mut units }, Action::Join(unit)) => {
                units.push(unit);
                game.push(Self::Plan { hex, units });
            }
            (Self::Plan { hex, units }, Action::Begin) => game.begin_barrage(hex, units, log),
            _ => {}
        }
    }

    fn proceed(self, _: &mut Matz, _: &mut impl Log<Event>) {}

    fn resolve(self, game: &mut Matz, picks: &[u16], log: &mut impl Log<Event>) {
        if let (Self::Roll { hex, units }, &[die]) = (self, picks) {
            game.roll_barrage(hex, &units, die, log);
        }
    }
}

impl Matz {
    /// The Bombardment Phase of the active side.
    pub(super) fn begin_bombardment(&mut self) {
        self.push(BarrageTask::Phase);
    }

    /// The hexes that a unit of the active side may bombard now, in the order of the map.
    pub(super) fn barrage_targets(&self) -> Vec<HexIx> {
        let firing: Vec<UnitIx> = self.bombarding_units().filter(|unit| self.may_fire_barrage(*unit).is_ok()).collect();
        let mut hexes: Vec<HexIx> = self.on_map(self.state.active.other()).map(|(_, hex)| hex).collect();
        hexes.sort_unstable();
        hexes.dedup();
        hexes.retain(|hex| firing.iter().any(|unit| self.may_bombard(*hex, &[], *unit).is_ok()));
        hexes
    }

    /// The units that a barrage on `hex` would hit: the enemy units in it that have not been bombarded in this phase. A hex is
    /// bombarded once, or each of its units is (ruling m15).
    pub(super) fn barrage_victims(&self, hex: HexIx) -> Party {
        let once = self.board.rules.bombard_hex_once;
        let enemies = self.ground.units(hex).filter(|unit| self.unit_side(*unit) != self.state.active);
        if once && self.state.bombarded.contains(&hex) {
            return Party::new();
        }
        enemies.filter(|unit| once || !self.unit(*unit).was_attacked).collect()
    }

    /// The artillery and the bombers of the active side, in the order of the counters.
    fn bombarding_units(&self) -> impl Iterator<Item = UnitIx> + use<'_> {
        let side = self.state.active;
        let guns = self.board.ground_units(side).iter().filter(|unit| self.board.unit(**unit).is(Kind::Artillery));
        guns.chain(self.board.aircraft(side)).copied()
    }

    /// Checks whether `unit` may fire in a barrage at all.
    fn may_fire_barrage(&self, unit: UnitIx) -> Result<(), Refusal> {
        let facts = self.board.unit(unit);
        if facts.side != self.state.active {
            return Err(Refusal::Because(rule::BARRAGE, "only units of the active side bombard"));
        }
        if !facts.is(Kind::Artillery) && !facts.arm.flies() {
            return Err(Refusal::Because(rule::BARRAGE, "only artillery and bombers bombard"));
        }
        if self.unit(unit).fired {
            return Err(Refusal::Because(rule::ARTILLERY, "the unit has already fired"));
        }
        if self.bombardment_value(unit) == 0 {
            return Err(Refusal::Because(rule::NEUTRALIZATION, "the unit has no bombardment value left"));
        }
        Ok(())
    }

    /// Checks whether `unit` may bombard `hex` together with `others`.
    fn may_bombard(&self, hex: HexIx, others: &[UnitIx], unit: UnitIx) -> Result<(), Refusal> {
        self.may_fire_barrage(unit)?;
        if others.contains(&unit) {
            return Err(Refusal::Because(rule::BARRAGE, "the unit already takes part in the barrage"));
        }
        let facts = self.board.unit(unit);
        if facts.arm.flies() {
            if !self.may_attack_from_air(unit, Mission::Bombing, hex) {
                return Err(Refusal::Because(rule::AIR_ATTACKS, "the air unit has no bombing mission in this mega-hex"));
            }
        } else {
            let Some(from) = self.hex_of(unit) else {
                return Err(Refusal::Because(rule::BARRAGE, "the unit is not on the map"));
            };
            if self.board.map.distance(from, hex) > u32::from(facts.range) {
                return Err(Refusal::Because(rule::ARTILLERY, "the hex is out of the range of the unit"));
            }
        }
        if self.mixes_corps(unit, others) {
            return Err(Refusal::Because(rule::ARTILLERY_RESTRICTIONS, "artillery of two corps does not fire at the same hex"));
        }
        let victims = self.barrage_victims(hex);
        if victims.is_empty() {
            return Err(Refusal::At(rule::BARRAGE, "no unit that may be bombarded is in", hex));
        }
        let is_lone_hq = victims.iter().all(|victim| self.board.unit(*victim).is_hq());
        if is_lone_hq && others.len() >= usize::from(self.board.rules.lone_hq_bombers) {
            return Err(Refusal::Because(rule::BARRAGE, "no more units may bombard a headquarters that is alone"));
        }
        Ok(())
    }

    /// The reason why nobody may bombard `hex`.
    fn why_no_barrage(&self, hex: HexIx) -> Refusal {
        let enemy = self.state.active.other();
        if !self.has_ground_unit(enemy, hex) {
            Refusal::At(rule::BARRAGE, "there is no enemy unit in", hex)
        } else if self.barrage_victims(hex).is_empty() {
            Refusal::At(rule::BARRAGE, "a barrage of this phase has already hit", hex)
        } else {
            Refusal::At(rule::BARRAGE, "no unit that may still fire reaches", hex)
        }
    }

    /// The total bombardment value of `units` (8.1, 9.0).
    pub(super) fn barrage_total(&self, units: &[UnitIx]) -> u16 {
        units.iter().map(|unit| u16::from(self.bombardment_value(*unit))).sum()
    }

    /// The column shifts of a barrage of `units` on `hex`, by name (8.4, 10.2).
    pub(super) fn barrage_shifts(&self, hex: HexIx, units: &[UnitIx]) -> Vec<(&'static str, i8)> {
        let shifts = &self.board.rules.tables.bombardment_shifts;
        let is_out = |unit: &UnitIx| self.unit(*unit).out_of_command;
        let mut named: Vec<(&'static str, i8)> = self.barrage_terrain(hex).into_iter().collect();
        if self.under_enemy_fighters(units) {
            named.push(("enemy fighters", shifts.enemy_fighters));
        }
        if units.iter().any(is_out) {
            named.push(("out of command", shifts.out_of_command));
        }
        named.retain(|(_, shift)| *shift != 0);
        named
    }

    /// The shift of the terrain of `hex`: the greatest of its classes, or that of a trench in a village or a town.
    fn barrage_terrain(&self, hex: HexIx) -> Option<(&'static str, i8)> {
        let is_built_up = [TerrainClass::Village, TerrainClass::Town].iter().any(|class| self.board.has_terrain(hex, *class));
        if is_built_up && self.board.has_terrain(hex, TerrainClass::Trench) {
            return Some(("trenched village", self.board.rules.tables.bombardment_shifts.trenched_village));
        }
        let rows = self.board.ground_rows(hex).map(|row| (terrain_name(row.class), row.bombardment));
        rows.max_by_key(|(_, shift)| shift.unsigned_abs())
    }

    /// The number of the column of a barrage of `units` on `hex`.
    pub(super) fn barrage_column(&self, hex: HexIx, units: &[UnitIx]) -> usize {
        let total = self.barrage_total(units);
        let columns = &self.board.rules.tables.bombardment.columns;
        let start = columns.iter().rposition(|band| u16::from(band.from) <= total).unwrap_or(0);
        shifted(start, self.barrage_shifts(hex, units).into_iter().map(|(_, shift)| shift), columns.len())
    }

    /// The result of this die in `column`.
    pub(super) fn barrage_result(&self, column: usize, die: u16) -> BombardmentResult {
        let row = usize::from(die).saturating_sub(1);
        let rows = &self.board.rules.tables.bombardment.rows;
        rows.get(row).and_then(|row| row.get(column)).copied().unwrap_or_default()
    }

    /// The units fire, and are turned over (8.0, 11.3).
    fn begin_barrage(&mut self, hex: HexIx, units: Party, log: &mut impl Log<Event>) {
        log.push(Event::Bombards(units.to_vec(), hex));
        for unit in &units {
            self.unit_mut(*unit).fired = true;
            if self.board.unit(*unit).arm.flies() {
                log.push(Event::Revealed(*unit, Mission::Bombing));
            }
        }
        self.push(BarrageTask::Roll { hex, units });
    }

    /// The die of a barrage: the units in the hex are neutralized and lose steps. A headquarters loses none (1.4).
    fn roll_barrage(&mut self, hex: HexIx, units: &[UnitIx], die: u16, log: &mut impl Log<Event>) {
        let column = self.barrage_column(hex, units);
        let result = self.barrage_result(column, die);
        log.push(Event::BarrageRoll(die, column, result));
        let victims = self.barrage_victims(hex);
        self.state.bombarded.push(hex);
        for victim in &victims {
            self.unit_mut(*victim).was_attacked = true;
        }
        if result.neutralized {
            self.neutralize(&victims, log);
        }
        let losing: Party = victims.iter().copied().filter(|victim| !self.board.unit(*victim).is_hq()).collect();
        if result.steps > 0 && !losing.is_empty() {
            self.push(LossTask::Steps(Losses::new(losing, result.steps, LossCause::Barrage, false)));
        }
    }
}

/// The name of a class of terrain among the shifts.
fn terrain_name(class: TerrainClass) -> &'static str {
    match class {
        TerrainClass::Open => "open ground",
        TerrainClass::Woods => "woods",
        TerrainClass::Village => "village",
        TerrainClass::Town => "town",
        TerrainClass::Trench => "trench",
    }
}
