//! 10.0 Fire Combat: column shifts (10.2), shaken fire (10.5), results (10.6) and low
//! ammunition (10.8).

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::vocabulary::{Hook, Trigger};
use battlewright_schema::position_magnifique::{Event as Chance, FireColumn, FireResult, Kind, Nation, PlungingArms};

use crate::action::{Action, ActionList};
use crate::board::Start;
use crate::event::Event;
use crate::extra::unit_value;
use crate::rules::r10_07_morale::MoraleTest;
use crate::rules::r17_events::ReturnFire;
use crate::stage::TaskStage;
use crate::state::{At, Fire, FireCause, MovingPiece, Task, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::combat_table;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

impl TaskFamily<PositionMagnifique> for Fire {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        if self.asked {
            prompt(format_args!("Roll for the fire of {}", game.unit_name(self.firer)));
            return TaskStage::rolls(2, rule::FIRE_PROCEDURE, None);
        }
        let side = game.unit_side(self.target);
        prompt(format_args!("{}: play Battlefield Conditions for smoke?", game.side_name(side)));
        TaskStage::asks(side, rule::FIRE_PROCEDURE, None)
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.smoke_options(self, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.decide_smoke(self, action, log);
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[a, b] = picks {
            game.roll_fire(self, [a, b], log);
        }
    }
}

impl PositionMagnifique {
    /// Begins a fire of `firer` at `target`.
    pub(crate) fn open_fire(&mut self, firer: UnitIx, target: UnitIx, cause: FireCause, log: &mut impl Log<Event>) {
        let by = match cause {
            FireCause::Phase | FireCause::PhaseHalf => rule::FIRE_ELIGIBILITY,
            FireCause::Defensive(_) => rule::DEFENSIVE_FIRE,
            FireCause::Mitrailleuse => rule::FRENCH_EVENTS,
            FireCause::Free | FireCause::Interdiction | FireCause::Return => rule::EVENT_CHITS,
        };
        log.push(Event::Fires(firer, target, by));
        let surprise = self.surprises(self.unit_side(firer));
        self.push(Fire { firer, target, cause, asked: false, smoke: false, surprise });
    }

    /// 17.3: lists the Battlefield Conditions chits that the target's side may play before the dice are rolled.
    pub(crate) fn smoke_options(&self, fire: &Fire, into: &mut ActionList) {
        let side = self.unit_side(fire.target);
        if !self.is_surprise() {
            into.extend(self.held(side, &[Chance::BattlefieldConditions]).into_iter().map(Action::Play));
        }
        into.push(Action::Pass);
    }

    /// 17.3: records the decision on smoke.
    pub(crate) fn decide_smoke(&mut self, mut fire: Fire, action: Action, log: &mut impl Log<Event>) {
        if let Action::Play(chit) = action {
            self.play(chit, log);
            fire.smoke = true;
        }
        fire.asked = true;
        self.push(fire);
    }

    /// 10.2: returns the Combat Factor of a fire. It is halved, rounding up, for shaken units (10.5), for horse artillery that
    /// may still move (10.1) and for Defensive Fire after the first (12.4).
    pub(crate) fn fire_factor(&self, fire: &Fire) -> u8 {
        let factor = self.halved_fire_factor(fire);
        let changes: i32 = self.fire_factor_changes(fire, factor).iter().map(|(_, change)| change).sum();
        u8::try_from(i32::from(factor) + changes).unwrap_or(factor)
    }

    /// Returns the Combat Factor of a fire after it is halved, before rows change it.
    pub(crate) fn halved_fire_factor(&self, fire: &Fire) -> u8 {
        self.fire_halves(fire)
            .iter()
            .fold(self.full_fire_factor(fire), |factor, (_, halved)| if *halved { factor.div_ceil(2) } else { factor })
    }

    /// Returns the Combat Factor of a fire before halving.
    pub(crate) fn full_fire_factor(&self, fire: &Fire) -> u8 {
        let (facts, state) = (self.board.unit(fire.firer), self.unit(fire.firer));
        let rules = &self.board.rules;
        match fire.cause {
            FireCause::Mitrailleuse if state.reduced => rules.mitrailleuse_reduced,
            FireCause::Mitrailleuse => rules.mitrailleuse_full,
            _ => facts.combat[usize::from(state.reduced)],
        }
    }

    /// Returns the reasons that may halve the Combat Factor of a fire, each with its name, and `true` if it applies.
    pub(crate) fn fire_halves(&self, fire: &Fire) -> [(&'static str, bool); 3] {
        [
            ("shaken", self.unit(fire.firer).shaken),
            ("may still move", fire.cause == FireCause::PhaseHalf),
            ("fired defensively before", matches!(fire.cause, FireCause::Defensive(before) if before > 0)),
        ]
    }

    /// 10.2: returns the column shifts of a fire, each with its name.
    pub(crate) fn fire_shifts(&self, fire: &Fire) -> InlineList<(&'static str, i8), 8> {
        let shifts = &self.board.rules.tables.shifts;
        let (facts, state) = (self.board.unit(fire.firer), self.unit(fire.firer));
        let (Some(from), Some(to)) = (self.hex_of(fire.firer), self.hex_of(fire.target)) else {
            return InlineList::new();
        };
        let distance = self.board.map.distance(from, to);
        let extended = fire.cause != FireCause::Mitrailleuse
            && self.effective_range(fire.firer).is_some_and(|range| distance > u32::from(range));
        let drop = self.board.level(from).saturating_sub(self.board.level(to));
        let plunges = match self.board.rules.plunging_fire {
            PlungingArms::All => true,
            PlungingArms::Artillery => facts.kind.is_artillery(),
        };
        let plunging = plunges && drop >= self.board.rules.plunging_levels;
        let soft = self.board.unit(fire.target).kind != Kind::Infantry;
        let feu = self.state.feu == Some(facts.formation)
            && self.hq(facts.formation).activated
            && self.is_in_command(fire.firer);
        let mut list: InlineList<(&'static str, i8), 8> = [
            ("extended range", if extended { shifts.extended_range } else { 0 }),
            ("low ammunition", if state.low_ammo == 1 { shifts.low_ammo } else { 0 }),
            ("plunging fire", if plunging { shifts.plunging_fire } else { 0 }),
            ("target's terrain", self.board.effects(to).map_or(0, |effects| effects.fire)),
            ("soft target", if soft { shifts.fire_at_soft } else { 0 }),
            ("smoke", if fire.smoke { shifts.smoke } else { 0 }),
            ("Feu de Bataillon", if feu { shifts.feu_de_bataillon } else { 0 }),
            ("surprise", if fire.surprise { shifts.surprise } else { 0 }),
        ]
        .into_iter()
        .enumerate()
        .filter(|(number, (_, shift))| *shift != 0 && !self.drops(Hook::FireColumn, *number))
        .map(|(_, shift)| shift)
        .collect();
        let more = self.more_fire_shifts(fire, &list);
        list.extend(more);
        list
    }

    /// 10.2: returns the column of a fire after all shifts, limited to the table.
    pub(crate) fn fire_column(&self, fire: &Fire) -> usize {
        let columns = &self.board.rules.tables.fire.columns;
        let factor = i8::try_from(self.fire_factor(fire)).unwrap_or(i8::MAX);
        let start = columns.iter().rposition(|column| column.0 <= factor).unwrap_or(0);
        combat_table::shifted(start, self.fire_shifts(fire).iter().map(|(_, shift)| *shift), columns.len())
    }

    /// 10.2: returns the result of a total of the dice in a column.
    pub(crate) fn fire_result(&self, column: usize, total: u16) -> FireResult {
        let total = i16::try_from(total).unwrap_or(i16::MAX);
        combat_table::result(&self.board.rules.tables.fire.rows, total, column).unwrap_or(FireResult::NoEffect)
    }

    /// 10.2: resolves the dice; doubles leave the firing unit low on ammunition (10.8).
    pub(crate) fn roll_fire(&mut self, fire: Fire, dice: [u16; 2], log: &mut impl Log<Event>) {
        let column = self.fire_column(&fire);
        let result = self.fire_result(column, dice[0] + dice[1]);
        let name = self.board.rules.tables.fire.columns.get(column).copied().unwrap_or(FireColumn(0));
        log.push(Event::FireRoll(dice, name, result));
        if dice[0] == dice[1] {
            let unit = self.unit_mut(fire.firer);
            unit.low_ammo = (unit.low_ammo + 1).min(2);
            log.push(Event::LowAmmo(fire.firer));
        }
        if !self.is_surprise() {
            self.push(ReturnFire { unit: fire.target, at: fire.firer });
        }
        if result != FireResult::NoEffect {
            self.unit_mut(fire.target).hit = true;
            if fire.cause == FireCause::Interdiction {
                self.backtrack(fire.target, log);
                // Interdiction halts even a Deathride; Defensive Fire does not (17.2).
                let moving = MovingPiece::Unit(fire.target);
                self.state.stack.retain(|task| !matches!(task, Task::Moving(motion) if motion.piece == moving));
            }
        }
        self.push_events(Trigger::Fired, [unit_value(fire.firer), unit_value(fire.target)]);
        match result {
            FireResult::NoEffect => {}
            FireResult::MoraleTest => {
                let prussian = self.board.side(self.unit_side(fire.target)).nation == Nation::Prussian;
                let less = u8::from(fire.cause == FireCause::Mitrailleuse && prussian);
                self.push(MoraleTest { unit: fire.target, less });
            }
            FireResult::Shaken => self.shake_or_lose_step(fire.target, log),
            FireResult::StepLoss => self.lose_step(fire.target, log),
        }
    }

    /// 7.1: returns a moving unit that interdiction halts in a friend's hex to its last legal hex.
    fn backtrack(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        let Some(hex) = self.hex_of(unit) else { return };
        let last_legal = self.state.stack.iter().rev().find_map(|task| match task {
            Task::Moving(motion) if motion.piece == MovingPiece::Unit(unit) => Some(motion.last_legal),
            _ => None,
        });
        match last_legal {
            Some(Some(back)) if self.is_stacked(MovingPiece::Unit(unit), hex) => {
                log.push(Event::Backtracked(unit, back));
                self.enter(MovingPiece::Unit(unit), back, log);
            }
            Some(None) if self.is_stacked(MovingPiece::Unit(unit), hex) => self.turn_back(unit, hex, log),
            _ => {}
        }
    }

    /// 7.1: removes a reinforcement that is halted with a friend in its entry hex from the map; it enters in the next turn.
    fn turn_back(&mut self, unit: UnitIx, hex: HexIx, log: &mut impl Log<Event>) {
        let leads_here =
            |entry: u16| self.board.entries.get(usize::from(entry)).is_some_and(|entry| entry.hexes.contains(&hex));
        let own = match self.board.unit(unit).start {
            Start::Enters { entry, .. } if leads_here(entry) => Some(entry),
            _ => None,
        };
        let all = 0..u16::try_from(self.board.entries.len()).unwrap_or(u16::MAX);
        let found = own.or_else(|| all.into_iter().find(|entry| leads_here(*entry)));
        let (entry, aside) = (found.unwrap_or(0), found.is_none().then_some(hex));
        let turn = self.state.turn.saturating_add(1);
        self.put_unit(unit, At::Due { turn, entry, aside });
        self.unit_mut(unit).entered = 0;
        log.push(Event::TurnedBack(unit));
    }

    /// 10.6: shakes the unit; a unit that is already shaken loses a step.
    pub(crate) fn shake_or_lose_step(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        if self.unit(unit).shaken {
            self.lose_step(unit, log);
        } else {
            self.unit_mut(unit).shaken = true;
            log.push(Event::Shaken(unit));
        }
    }

    /// 4.1: flips the unit to its reduced-strength side, or eliminates it.
    pub(crate) fn lose_step(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        if self.hex_of(unit).is_none() {
            return;
        }
        if self.unit(unit).reduced {
            self.eliminate(unit, log);
            return;
        }
        let was_worn = self.is_battle_worn(self.board.unit(unit).formation);
        self.unit_mut(unit).reduced = true;
        log.push(Event::StepLoss(unit));
        self.note_battle_worn(unit, was_worn, log);
    }

    /// 4.1: takes the unit off the map.
    pub(crate) fn eliminate(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        let was_worn = self.is_battle_worn(self.board.unit(unit).formation);
        let turn = self.state.turn;
        self.put_unit(unit, At::Eliminated(turn));
        let keeps_low_ammo = self.is_never_resupplied(unit);
        let state = self.unit_mut(unit);
        state.reduced = true;
        state.shaken = false;
        if !keeps_low_ammo {
            state.low_ammo = 0;
        }
        log.push(Event::Eliminated(unit));
        self.push_events(Trigger::Eliminated, [unit_value(unit)]);
        self.note_battle_worn(unit, was_worn, log);
        self.settle_headquarters(log);
    }

    /// 10.7: logs that the formation of `unit` has become Battle Worn.
    fn note_battle_worn(&self, unit: UnitIx, was_worn: bool, log: &mut impl Log<Event>) {
        let formation = self.board.unit(unit).formation;
        if !was_worn && self.is_battle_worn(formation) {
            log.push(Event::BattleWorn(formation));
        }
    }
}

/// Returns the name of a result of a fire.
pub(crate) fn fire_text(result: FireResult) -> &'static str {
    match result {
        FireResult::NoEffect => "no effect",
        FireResult::MoraleTest => "morale test",
        FireResult::Shaken => "shaken",
        FireResult::StepLoss => "step loss",
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::position_magnifique::PlungingArms;

    use crate::state::FireCause;
    use crate::tests::testing::position;

    /// A Prussian battery and brigade, four and two hexes from a French brigade.
    const FACING: &str = "
        map 12x9
        prussian infantry p1 5/3 at 0405
        prussian field p2 9/5 at 0203
        french infantry f1 4/2 at 0605";

    #[test]
    fn r10_2_the_column_is_the_combat_factor_and_the_sum_of_two_dice_the_row() {
        let mut table = position(FACING).activate("prussian");
        assert_eq!(table.fire_column("p1", "f1", FireCause::Phase), "3", "5, and two to the left at extended range");
        assert_eq!(table.fire_column("p2", "f1", FireCause::Phase), "9");
        table.does("fire p2 f1");
        table.take_log();
        table.rolls(&[1, 2]);
        assert_eq!(table.take_log(), ["Column 9, 1 + 2 = 3: no effect"]);
    }

    #[test]
    fn r10_2_fire_is_at_enemies() {
        position(FACING).activate("prussian").refuses("fire p2 p1", "10.2");
    }

    #[test]
    fn r10_2_shifts_are_summed_before_they_are_applied() {
        let table = position(
            "map 12x9
            level 3 0405
            town 0605
            prussian field p1 9/5 at 0405 low 1 range 1 6
            french infantry f1 4/2 at 0605",
        )
        .set_up();
        assert_eq!(
            table.fire_shifts("p1", "f1", FireCause::Phase),
            ["extended range -2", "low ammunition -2", "plunging fire +1", "target's terrain -2"]
        );
        assert_eq!(table.fire_column("p1", "f1", FireCause::Phase), "4");
    }

    #[test]
    fn r19_0_plunging_fire_is_a_matter_of_levels_and_by_the_ruling_of_artillery() {
        let shifts = |arms: PlungingArms| {
            let table = position(
                "map 12x9
                level 3 0405 0406
                prussian field p1 9/5 at 0405
                prussian infantry p2 5/3 at 0406
                french infantry f1 4/2 at 0505",
            )
            .with(|scenario| scenario.rules.plunging_fire = Some(arms))
            .set_up();
            ["p1", "p2"].map(|firer| table.fire_shifts(firer, "f1", FireCause::Phase))
        };
        let plunging = vec!["plunging fire +1".to_owned()];
        assert_eq!(shifts(PlungingArms::All), [plunging.clone(), plunging.clone()]);
        assert_eq!(shifts(PlungingArms::Artillery), [plunging, Vec::new()]);
    }

    #[test]
    fn r10_2_no_shift_leads_off_the_table() {
        let table = position(
            "map 12x9
            level 3 0405
            town 0605
            prussian field p1 10/5 at 0405
            prussian infantry p2 1/1 at 0603 low 1
            french infantry f1 4/2 at 0605
            french cavalry f2 2/1 at 0505",
        )
        .set_up();
        assert_eq!(table.fire_shifts("p1", "f2", FireCause::Phase), ["plunging fire +1"]);
        assert_eq!(table.fire_column("p1", "f2", FireCause::Phase), "10");
        // 1, less six, would be three columns left of C.
        assert_eq!(table.fire_column("p2", "f1", FireCause::Phase), "C");
    }

    #[test]
    fn r10_2_each_total_has_its_row_and_each_factor_its_column() {
        let table = position(FACING).set_up();
        let tables = &table.game.board.rules.tables.fire;
        let headings: Vec<String> = tables.columns.iter().map(ToString::to_string).collect();
        assert_eq!(headings, ["C", "B", "A", "1", "2", "3", "4", "5", "6", "7", "8", "9", "10"]);
        assert_eq!(tables.rows.len(), 11, "from 2 to 12");
        // Better dice and columns further right are never worse for the firer.
        for column in 0..headings.len() {
            for total in 2..=12 {
                let here = table.game.fire_result(column, total);
                assert!(total == 12 || table.game.fire_result(column, total + 1) >= here);
                assert!(column + 1 == headings.len() || table.game.fire_result(column + 1, total) >= here);
            }
        }
    }

    #[test]
    fn r10_4_extended_range_shifts_two_columns_left() {
        // The example: infantry of range 2 and 3 at 1313, targets at 1512 and 1612.
        let near = position("map day\nfrench infantry f1 4/2 at 1313\nprussian infantry p1 5/3 at 1512");
        let table = near.activate("french");
        table.allows("fire f1 p1");
        assert!(table.fire_shifts("f1", "p1", FireCause::Phase).is_empty());
        assert_eq!(table.fire_column("f1", "p1", FireCause::Phase), "4");
        let far = position("map day\nfrench infantry f1 4/2 at 1313\nprussian infantry p1 5/3 at 1612");
        let table = far.activate("french");
        table.allows("fire f1 p1");
        assert_eq!(table.fire_shifts("f1", "p1", FireCause::Phase), ["extended range -2"]);
        assert_eq!(table.fire_column("f1", "p1", FireCause::Phase), "2");
        let beyond = position(
            "map 12x9
            french infantry f1 4/2 at 0405
            french infantry f2 4/2 at 0705
            prussian infantry p1 5/3 at 0805",
        );
        beyond.activate("french").refuses("fire f1 p1", "10.4");
    }

    #[test]
    fn r10_5_shaken_units_fire_with_half_their_factor() {
        let table = position(
            "map 12x9
            prussian infantry p1 5/3 at 0504 shaken
            prussian horse p2 5/3 at 0605 shaken
            french infantry f1 4/2 at 0505",
        )
        .set_up();
        assert_eq!(table.fire_column("p1", "f1", FireCause::Phase), "3", "half of 5, rounded up");
        assert_eq!(table.fire_column("p2", "f1", FireCause::PhaseHalf), "2", "and half of that");
    }

    /// Infantry with a Combat Factor of 5 next to a French brigade with these markers.
    fn volley(marks: &str, dice: [u16; 2]) -> crate::tests::testing::Table {
        let mut table = position(&format!(
            "map 12x9
            prussian infantry p1 5/3 at 0504
            french infantry f1 4/2 at 0505 {marks}
            french infantry f2 4/2 at 1105
            french infantry f3 4/2 at 1106"
        ))
        .activate("prussian");
        table.does("fire p1 f1").rolls(&dice);
        table
    }

    #[test]
    fn r10_6_a_fire_shakes_or_costs_a_step() {
        assert_eq!(volley("", [1, 3]).marks("f1"), "");
        assert_eq!(volley("", [4, 5]).marks("f1"), "shaken");
        assert_eq!(volley("", [6, 6]).marks("f1"), "reduced");
        assert_eq!(volley("reduced", [6, 6]).at("f1"), "eliminated");
    }

    #[test]
    fn r10_6_a_shaken_unit_that_is_shaken_again_loses_a_step() {
        let table = volley("shaken", [4, 5]);
        assert_eq!(table.marks("f1"), "reduced shaken");
        assert_eq!(volley("reduced shaken", [4, 5]).at("f1"), "eliminated");
    }

    #[test]
    fn r10_8_doubles_leave_the_firer_low_on_ammunition_and_the_result_stands() {
        let table = volley("", [5, 5]);
        assert_eq!(table.marks("p1"), "low 1");
        assert_eq!(table.marks("f1"), "shaken");
        table.logs("p1 runs low on ammunition [10.8]");
        assert_eq!(table.fire_shifts("p1", "f1", FireCause::Phase), ["low ammunition -2"]);
        assert_eq!(volley("", [4, 6]).marks("p1"), "");
    }

    #[test]
    fn r10_8_two_markers_silence_a_unit() {
        let low = |markers: u8| {
            position(&format!(
                "map 12x9
                prussian infantry p1 5/3 at 0504 low {markers}
                prussian infantry p2 5/3 at 0605
                french infantry f1 4/2 at 0505"
            ))
        };
        let mut table = low(1).activate("prussian");
        table.does("fire p1 f1").rolls(&[1, 1]);
        assert_eq!(table.marks("p1"), "low 2");
        low(2).activate("prussian").refuses("fire p1 f1", "10.8");
    }
}
