//! The appraisal of orders, chits and events.

use battlewright_schema::position_magnifique::{Event as Chance, Kind};

use crate::action::ActionList;
use crate::player::appraise_ground::Scratch;
use crate::player::weights::Appraiser;
use crate::state::{Chit, Fire, FireCause};
use crate::{Action, FormationIx, Order, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

impl Appraiser<'_> {
    /// Returns the worth of an order to `formation`: the units that it keeps In Command, and for an attack the best assault
    /// within reach, as far as its mission wants one.
    pub(crate) fn worth_of_order(&self, formation: FormationIx, order: Order, sheet: &mut Scratch) -> i32 {
        let ordered = sheet.there(self);
        ordered.hq_mut(formation).order = order;
        let commanded = ordered.in_command(formation);
        let worth = 10 * i32::try_from(commanded.len()).unwrap_or(0);
        if order == Order::Defend {
            return worth;
        }
        let side = self.board.formation(formation).side;
        let able = |unit: &UnitIx| !self.board.unit(*unit).kind.is_artillery() && !self.unit(*unit).shaken;
        let attackers: InlineList<(UnitIx, HexIx), 64> =
            commanded.into_iter().filter(able).filter_map(|unit| Some((unit, self.hex_of(unit)?))).collect();
        // The freedom to attack costs almost nothing.
        let attack = 5 + self.opportunity(&attackers, side);
        worth + sheet.plan.mission(formation.index()).map_or(attack, |mission| mission.worth_of_attack_order(attack))
    }

    /// Returns the readiness of `formation`: the strength of its units, weighted by their nearness to the enemy.
    pub(crate) fn readiness(&self, formation: FormationIx, side: Side) -> i32 {
        let near =
            |hex: HexIx| self.gap_to_enemies(side, hex).map_or(1, |gap| 20 - i32::try_from(gap.min(19)).unwrap_or(19));
        let units = self.board.units_of(formation).filter_map(|unit| Some((unit, self.hex_of(unit)?)));
        units.map(|(unit, hex)| self.strength(unit) * near(hex)).sum::<i32>() / 10
    }

    /// Returns the worth of `event` to `side` now.
    pub(crate) fn worth_of_event(&self, event: Chance, side: Side) -> i32 {
        match event {
            Chance::KruppGuns | Chance::ArtilleryBarrage => 45,
            Chance::BattlefieldConditions => 40,
            Chance::BeatenZone | Chance::NeedlegunFire => 30,
            Chance::BloodyStruggle => 25,
            Chance::Deathride | Chance::FeuDeBataillon => 10,
            Chance::MitrailleuseFire
            | Chance::PrussianAggressiveTactics
            | Chance::Auftragstaktik
            | Chance::BazainesMalaise
            | Chance::ColonelCaprivi => {
                let mut options = ActionList::new();
                self.pick_options(event, side, &mut options);
                options.iter().map(|option| self.worth_of_pick(event, side, option)).max().unwrap_or(0)
            }
        }
    }

    /// Returns the worth of `event` of `side` with the subject in `action`.
    pub(crate) fn worth_of_pick(&self, event: Chance, side: Side, action: &Action) -> i32 {
        match (event, *action) {
            (Chance::MitrailleuseFire, Action::Fire { firer, target, .. }) => {
                let cause = FireCause::Mitrailleuse;
                self.worth_of_fire(&Fire { firer, target, cause, asked: true, smoke: false, surprise: false })
            }
            // A corps stands still in five cases of six, if its chit can still be drawn.
            (Chance::BazainesMalaise, Action::Formation(formation)) => {
                let enemy = side.other();
                let drawn = self.state.cup.contains(&Chit::Activation(formation));
                let secret = self.state.cup.contains(&Chit::Secret(enemy));
                let readiness = self.readiness(formation, enemy);
                if drawn {
                    5 * readiness / 6
                } else if secret {
                    readiness / 4
                } else {
                    1
                }
            }
            // The event pins a corps, so a corps far from the enemy is best.
            (Chance::FeuDeBataillon, Action::Formation(formation)) => -self.readiness(formation, side),
            (Chance::PrussianAggressiveTactics, Action::Unit(unit)) => {
                let hex = self.hex_of(unit);
                let baits =
                    self.on_map(side).filter(|(_, at)| hex.is_some_and(|hex| self.board.map.distance(*at, hex) <= 2));
                let worst = baits.filter_map(|(bait, _)| self.lone_assault(unit, bait, false));
                let worst = worst.map(|assault| self.worth_of_assault(&assault)).min().unwrap_or(0);
                // A chance of two in six, and the lured unit comes a hex nearer to our guns.
                (self.weights.test / 2 - worst) / 3
            }
            (Chance::Auftragstaktik, Action::Unit(unit)) => {
                let of = self.board.unit(unit);
                let division: InlineList<(UnitIx, HexIx), 32> = self
                    .on_map(side)
                    .filter(|(other, _)| {
                        let facts = self.board.unit(*other);
                        facts.formation == of.formation && facts.division == of.division && facts.kind == Kind::Infantry
                    })
                    .collect();
                5 + i32::from(of.combat[0]) + self.opportunity(&division, side)
            }
            (Chance::ColonelCaprivi, Action::Unit(unit)) => {
                let shots = self
                    .on_map(side.other())
                    .filter(|(target, _)| self.may_fire(unit, *target, FireCause::Phase).is_ok());
                let fire = |target: UnitIx| Fire {
                    firer: unit,
                    target,
                    cause: FireCause::Phase,
                    asked: true,
                    smoke: false,
                    surprise: false,
                };
                let best = shots.map(|(target, _)| self.worth_of_fire(&fire(target))).max().unwrap_or(0);
                let relief = if self.unit(unit).shaken { self.weights.shaken } else { 0 };
                4 * (best + relief + i32::from(self.board.unit(unit).combat[0])) / 6
            }
            _ => 0,
        }
    }
}
