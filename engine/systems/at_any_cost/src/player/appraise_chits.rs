//! The worth of chits: chosen for the cup, held, put on tracks, or played for their events.

use battlewright_schema::at_any_cost::{Event as Chance, HqOrder, Nation};

use crate::action::{ActionList, Shot};
use crate::player::appraise_ground::Scratch;
use crate::player::weights::Appraiser;
use crate::rules::r08_fire::{Fire, FireCause};
use crate::rules::r13_assault::AssaultCause;
use crate::rules::r20_command_events::ROLL_TRACK;
use crate::rules::r21_events::EventTask;
use crate::rules::r21_french::Onset;
use crate::state::{Activation, At, Chit, ChitIx, MovingPiece, Party};
use crate::{Action, FormationIx, GroupIx, UnitIx};
use battlewright_core::game::Side;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily as _;

impl Appraiser<'_> {
    /// The worth of having a chit with this event in the cup for certain (5.1).
    pub(crate) fn worth_of_choosing(&self, event: Chance) -> i32 {
        let late = self.state.turn + 1 >= self.board.turns;
        match event {
            Chance::PrussianOfficers => 60,
            Chance::KruppsGuns | Chance::BeatenZone => 50,
            Chance::Auftragstaktik | Chance::MarshalBazaine => 48,
            Chance::BazainesMalaise => 46,
            Chance::BattlefieldConditions => 45,
            Chance::MisinterpretedOrders => 42,
            Chance::ACloudOfSkirmishers => 40,
            Chance::FuriaFrancese | Chance::PrussianAggressiveTactics => 30,
            // It binds a corps that should stay where it is.
            Chance::FeuDeBataillon => 12,
            Chance::FortunesOfWar if late => 6,
            Chance::FortunesOfWar => 4,
        }
    }

    /// The worth of a held chit as long as better use of it may come this turn: the more formations are still to act, the
    /// more. It is lost with the turn (15.3).
    pub(crate) fn price_of_chit(&self) -> i32 {
        let more: i32 = Side::BOTH.into_iter().map(|side| self.activations_left(side)).sum();
        (2 + self.weights.test * more / 5).min(self.weights.test)
    }

    /// The worth of holding the drawn chit.
    pub(crate) fn worth_of_holding_chit(&self, event: Chance, side: Side) -> i32 {
        let enemies = self.activations_left(side.other());
        let ours = self.activations_left(side);
        let both = i32::min(enemies + ours, 4);
        match event {
            Chance::BattlefieldConditions => 8 + 9 * both,
            Chance::MisinterpretedOrders => 12 * enemies.min(3),
            Chance::KruppsGuns | Chance::BeatenZone => 10 + 5 * enemies.min(4),
            Chance::ACloudOfSkirmishers => 12 + 4 * enemies.min(4),
            _ => 0,
        }
    }

    /// The formations of `side` whose chits are in the cup.
    fn activations_left(&self, side: Side) -> i32 {
        let is_theirs = |chit: &&Chit| match chit {
            Chit::Activation(formation) => self.board.formation(*formation).side == side,
            _ => false,
        };
        i32::try_from(self.state.cup.iter().filter(is_theirs).count()).unwrap_or(0)
    }

    /// The worth of another chit of `side` on a track (20.1).
    pub(crate) fn worth_of_track(&self, side: Side, track: u8) -> i32 {
        let chits = i32::from(self.chits_on_track(side, track));
        if track != ROLL_TRACK {
            return self.weights.cancels - 3 * chits;
        }
        let waits = self.worth_of_waiting(side);
        // The first one buys the roll, the others a face of the die each.
        waits * if chits == 0 { 5 } else { 1 } / 10
    }

    /// The worth of bringing on earlier what is still to come of `side`.
    fn worth_of_waiting(&self, side: Side) -> i32 {
        match self.nation(side) {
            Nation::French if self.board.campaign => 0,
            Nation::French => {
                self.board.all_formations().map(|formation| self.worth_of_advancing(side, formation)).max().unwrap_or(0)
            }
            Nation::Prussian => {
                self.board.all_groups().map(|group| self.worth_of_hurry(side, group)).max().unwrap_or(0)
            }
        }
    }

    /// The worth of bringing the chit of `formation` on by a turn, if it is later than the next.
    pub(crate) fn worth_of_advancing(&self, side: Side, formation: FormationIx) -> i32 {
        let waits = self.board.formation(formation).side == side
            && self.chit_turn(formation).is_some_and(|turn| turn > self.state.turn + 1);
        if waits { 10 + self.readiness(formation, side).min(90) } else { 0 }
    }

    /// The worth of bringing `group` of `side` on by a turn.
    pub(crate) fn worth_of_hurry(&self, side: Side, group: GroupIx) -> i32 {
        let is_theirs = self.board.groups.get(usize::from(group.0)).is_some_and(|facts| facts.side == side);
        if !is_theirs {
            return 0;
        }
        let strength = self.counters_of_group(group).map(|counter| match (counter, self.at(counter)) {
            (MovingPiece::Unit(unit), At::Due { turn, .. }) if turn > self.state.turn + 1 => {
                4 * self.fighting_strength(unit)
            }
            _ => 0,
        });
        strength.sum::<i32>().min(100)
    }

    /// The worth of letting `group` come by the entry `to` instead of `from`: how much nearer that is to what matters.
    pub(crate) fn worth_of_detour(&self, group: GroupIx, from: u16, to: u16) -> i32 {
        let first =
            |entry: u16| self.board.entries.get(usize::from(entry)).and_then(|entry| entry.hexes.first().copied());
        let (Some(from), Some(to)) = (first(from), first(to)) else { return 0 };
        let counter = self.counters_of_group(group).find_map(|counter| match counter {
            MovingPiece::Unit(unit) => Some(unit),
            MovingPiece::Hq(_) => None,
        });
        let Some(unit) = counter else { return 0 };
        let lures = self.lures_of(unit);
        self.pull(&lures, to).worth - self.pull(&lures, from).worth - 10
    }

    /// The worth of playing `chit` now, for whom it is best for.
    pub(crate) fn worth_of_event(&self, chit: ChitIx) -> i32 {
        let mut options = ActionList::new();
        EventTask::Choose(chit).options(self, &mut options);
        options.iter().map(|option| self.worth_of_pick(chit, option)).max().unwrap_or(0)
    }

    /// The worth of `chit` if it is for whom `action` names.
    pub(crate) fn worth_of_pick(&self, chit: ChitIx, action: &Action) -> i32 {
        let facts = *self.chit(chit);
        let side = facts.side;
        match (facts.event, *action) {
            (_, Action::FireWith { shot, option, .. }) => self.worth_of_event_shot(&shot, option),
            (Chance::KruppsGuns, Action::Chit(_)) => self.weights.artillery_charge,
            (Chance::ACloudOfSkirmishers, Action::Unit(unit)) => self.worth_of_harassing(unit),
            // It may be cancelled (20.1), and its chit may have been set aside.
            (Chance::BazainesMalaise, Action::Formation(formation)) => {
                let drawn =
                    self.state.cup.contains(&Chit::Activation(formation)) && self.may_be_activated(formation).is_ok();
                let fails = 10 - i32::from(self.cancels_up_to(Chance::BazainesMalaise)).min(10);
                if drawn { self.readiness(formation, side.other()) * fails / 10 } else { 1 }
            }
            // It ties a corps down: better one that need not go anywhere.
            (Chance::FeuDeBataillon, Action::Formation(formation)) => self.worth_of_feu(formation),
            (Chance::FuriaFrancese, Action::Unit(unit)) => {
                let goes = i32::from(self.modified_tcr(unit));
                self.best_onset(unit, AssaultCause::FuriaFrancese).unwrap_or(0) * goes / 10 - self.weights.test / 4
            }
            (Chance::PrussianAggressiveTactics, Action::Unit(unit)) => {
                let fails = 10 - i32::from(self.cancels_up_to(Chance::PrussianAggressiveTactics)).min(10);
                let worst = self.worst_onset(unit).unwrap_or(0);
                (self.weights.test / 4 - worst) * fails / 10
            }
            (Chance::Auftragstaktik, Action::Unit(first)) => {
                let reach = |unit: UnitIx| u32::from(self.movement_points(MovingPiece::Unit(unit))).div_ceil(2) + 1;
                let side = self.unit_side(first);
                let division = self.board.roster(self.board.unit(first).formation).iter().copied();
                let division =
                    division.filter(|unit| self.is_infantry(*unit) && self.are_of_one_division(first, *unit));
                let near = |unit: UnitIx, hex: HexIx| {
                    self.gap_to_enemies(side, hex).is_some_and(|gap| gap <= reach(unit)) && self.unit(unit).elan < 2
                };
                let able: InlineList<(UnitIx, HexIx), 16> = division
                    .filter_map(|unit| Some((unit, self.hex_of(unit)?)))
                    .filter(|(unit, hex)| near(*unit, *hex))
                    .collect();
                4 + self.weight(first) / 4 + self.opportunity(&able, side, AssaultCause::Auftragstaktik)
            }
            (Chance::PrussianOfficers, Action::Unit(one)) => {
                let roster = self.board.roster(self.board.unit(one).formation).iter().copied();
                self.worth_of_activity(roster.filter(|unit| self.are_of_one_division(one, *unit)), side)
            }
            (Chance::MarshalBazaine, Action::Unit(unit)) => {
                let relief = if self.unit(unit).elan > 0 { self.weights.shaken / 2 } else { 0 };
                let rebuilt = if self.is_available(unit) { self.worth_of_rebuilding(unit) / 2 } else { 0 };
                relief + rebuilt + self.worth_of_activity(std::iter::once(unit), side)
            }
            _ => 0,
        }
    }

    /// The worth of a fire by Beaten Zone or Krupp's Guns. Moulin à Café costs ammunition for certain.
    pub(crate) fn worth_of_event_shot(&self, shot: &Shot, option: bool) -> i32 {
        let harm = self.worth_of_fire(&Fire::new(*shot, FireCause::Event { option }));
        let is_moulin = option && self.nation(self.unit_side(shot.firer)) == Nation::French;
        harm - if is_moulin { 9 * self.price_of_fire(shot).max(1) } else { self.price_of_fire(shot) }
    }

    /// The worth of an Elan Hit to the enemy unit `unit` by skirmishers.
    pub(crate) fn worth_of_harassing(&self, unit: UnitIx) -> i32 {
        self.weighed(unit, self.harm_of_elan(unit, self.condition(unit), 1))
    }

    /// The worth of Feu de Bataillon on the HQ of `formation`: its fires are better, and it stays where it is.
    fn worth_of_feu(&self, formation: FormationIx) -> i32 {
        let units = self.board.roster(formation).iter().filter_map(|unit| Some((*unit, self.hex_of(*unit)?)));
        units
            .map(|(unit, hex)| {
                let strides = self.pull(&self.lures_of(unit), hex).way.min(10);
                self.best_fire(unit) / 6 - 2 * strides
            })
            .sum()
    }

    /// The best assault that `unit` could make by `cause`, alone, upon an enemy that is near.
    fn best_onset(&self, unit: UnitIx, cause: AssaultCause) -> Option<i32> {
        self.onsets(unit, cause).max()
    }

    /// The worst assault that `unit` of the enemy can be made to make.
    fn worst_onset(&self, unit: UnitIx) -> Option<i32> {
        self.onsets(unit, AssaultCause::AggressiveTactics).min()
    }

    fn onsets(&self, unit: UnitIx, cause: AssaultCause) -> impl Iterator<Item = i32> + use<'_> {
        let side = self.unit_side(unit);
        let reach = u32::from(self.board.rules.event_reach);
        let near = self.hex_of(unit).into_iter().flat_map(move |hex| {
            self.on_map(side.other()).filter(move |(_, at)| self.board.map.distance(*at, hex) <= reach)
        });
        let near = near.filter(move |(_, at)| self.may_assault_by_rows(unit, *at).is_ok());
        near.map(move |(_, at)| self.worth_of_assault(&self.assault_upon(side, at, Party::from_elem(unit, 1), cause)))
    }

    /// The worth, to the side that played the chit, of the best assault of `onset` from `hex`, or from where its unit stands,
    /// less the fire that meets it there.
    pub(crate) fn worth_of_onset_from(&self, onset: &Onset, hex: Option<HexIx>, scratch: &mut Scratch) -> i32 {
        let (unit, side) = (onset.unit, self.unit_side(onset.unit));
        let there = scratch.there(self);
        if let Some(hex) = hex {
            there.join_stack(MovingPiece::Unit(unit), hex);
        }
        let there = there.appraised(self.weights);
        let enemies = hex.into_iter().flat_map(|hex| there.enemies_next_to(side, hex));
        let harm: i32 = enemies.map(|enemy| there.harm_by(enemy, unit)).sum();
        let grounds = there.targets_of(unit).into_iter();
        let worths = grounds.map(|ground| there.worth_of_joint_assault(&[unit], ground, onset.cause) - harm);
        if onset.chooser(self) == side { worths.max().unwrap_or(0) } else { -worths.min().unwrap_or(0) }
    }

    /// The worth of the assault upon `ground` that the units of an event could make together.
    pub(crate) fn worth_of_joint_assault(&self, units: &[UnitIx], ground: HexIx, cause: AssaultCause) -> i32 {
        let Some(side) = units.first().map(|unit| self.unit_side(*unit)) else { return 0 };
        let beside = |unit: &UnitIx| self.hex_of(*unit).is_some_and(|hex| self.board.map.distance(hex, ground) == 1);
        let able: Party = units.iter().copied().filter(beside).collect();
        if able.is_empty() { 0 } else { self.worth_of_assault(&self.assault_upon(side, ground, able, cause)) }
    }

    /// The worth of playing Misinterpreted Orders upon the formation that is activated: another order than its best.
    pub(crate) fn worth_of_misinterpreting(&self, activation: &Activation, scratch: &mut Scratch) -> i32 {
        let mut worths: InlineList<i32, 4> = HqOrder::ALL
            .into_iter()
            .filter(|order| activation.may_order(*order))
            .map(|order| self.worth_of_order(activation, order, scratch))
            .collect();
        worths.sort_unstable();
        let (Some(worst), Some(best)) = (worths.first(), worths.last()) else { return 0 };
        // It comes to the best order all the same about one time in four.
        ((best - worst) / 2).min(120)
    }
}
