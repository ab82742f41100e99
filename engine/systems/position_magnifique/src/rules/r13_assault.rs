//! Assault Combat: eligible units (13.1), the procedure (13.2), flank attacks (13.3), charges (13.4) and shaken units (13.5).

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::vocabulary::Hook;
use battlewright_schema::position_magnifique::{AssaultResult, Event as Chance, Kind};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::refusal::{self, RefusalCause};
use crate::rules::r17_events::AssaultEvent;
use crate::stage::{Part, TaskStage};
use crate::state::{ActivatedUnits, Activation, Assault, AssaultStage, Order, Party, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::combat_table;
use battlewright_core::kit::grammar::question;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// 13.0: active units assault.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct AssaultPhase(pub(crate) Activation);

impl TaskFamily<PositionMagnifique> for AssaultPhase {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.assault_chooser(&self.0);
        prompt(format_args!("{}: assault a unit, or pass", game.side_name(side)));
        TaskStage::asks(side, rule::ASSAULT_ELIGIBILITY, Some(Part::Assault)).passed("Assault no more")
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.assault_options(&self.0, into);
    }

    fn refusal(&self, game: &PositionMagnifique, action: &Action) -> RefusalCause {
        let may = match *action {
            Action::Unit(target) => game.may_assault(&self.0, target),
            Action::Pass => Err(refusal::MUST_ENGAGE),
            _ => Err(RefusalCause::NotAsked),
        };
        may.err().unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, _: &mut impl Log<Event>) {
        game.assault_in_phase(self.0, action);
    }
}

impl TaskFamily<PositionMagnifique> for Assault {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let (side, target) = (self.side, self.target);
        match self.stage {
            AssaultStage::Plan => {
                prompt(format_args!("{}: who assaults {}?", game.side_name(side), game.unit_name(target)));
                TaskStage::asks(side, rule::ASSAULT_PROCEDURE, None)
            }
            AssaultStage::RetreatOffer => {
                let (name, who) = (game.side_name(game.unit_side(target)), game.unit_name(target));
                prompt(format_args!("{name}: {} {who} retreat before combat?", question(who)));
                TaskStage::asks(side.other(), rule::RETREAT_BEFORE_COMBAT, None)
            }
            AssaultStage::Undulations => {
                prompt(format_args!("{}: play Battlefield Conditions for undulations?", game.side_name(side)));
                TaskStage::asks(side, rule::ASSAULT_PROCEDURE, None)
            }
            AssaultStage::Roll => {
                prompt(format_args!("Roll for the assault upon {}", game.unit_name(target)));
                TaskStage::rolls(2, rule::ASSAULT_PROCEDURE, None)
            }
            AssaultStage::Losses { result, left, .. } => {
                let loser = if result.attacker { side } else { side.other() };
                let name = game.side_name(loser);
                prompt(format_args!("{name}: {result}, {left} to take: lose a step or fall back?"));
                TaskStage::asks(loser, rule::ASSAULT_RESULTS, None)
            }
        }
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.assault_stage_options(self, into);
    }

    fn refusal(&self, game: &PositionMagnifique, action: &Action) -> RefusalCause {
        let may = match *action {
            Action::Unit(unit) if self.stage == AssaultStage::Plan => game.may_join(self, unit),
            Action::Begin if self.stage == AssaultStage::Plan => game.may_begin_assault(self),
            _ => Err(RefusalCause::NotAsked),
        };
        may.err().unwrap_or(RefusalCause::NotAsked)
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.decide_assault(self, action, log);
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[a, b] = picks {
            game.roll_assault(self, [a, b], log);
        }
    }
}

impl PositionMagnifique {
    /// Returns the side that chooses the target: the active one, but for a lured unit its enemy (17.1).
    pub(crate) fn assault_chooser(&self, activation: &Activation) -> Side {
        match activation.who {
            ActivatedUnits::Lured(_) => activation.side.other(),
            _ => activation.side,
        }
    }

    /// 13.1: lists every enemy unit that can be assaulted; if some unit must assault, only its targets.
    pub(crate) fn assault_options(&self, activation: &Activation, into: &mut ActionList) {
        let mut targets = InlineList::<UnitIx, 32>::new();
        for obliged in [true, false] {
            for (unit, hex) in self.active_on_map(activation) {
                if !obliged || self.unit(unit).done.must_assault {
                    let about = self.units_about(activation.side.other(), hex);
                    targets.extend(about.filter(|target| self.may_attack(activation, unit, *target).is_ok()));
                }
            }
            if !targets.is_empty() {
                targets.sort_unstable();
                targets.dedup();
                into.extend(targets.into_iter().map(Action::Unit));
                if !obliged {
                    into.push(Action::Pass);
                }
                return;
            }
        }
        into.push(Action::Pass);
    }

    /// Checks whether an active unit may assault `target`.
    pub(crate) fn may_assault(&self, activation: &Activation, target: UnitIx) -> Result<(), RefusalCause> {
        let mut why = Err(refusal::NOT_ACTIVE);
        for (unit, _) in self.on_map(activation.side) {
            let may = self.may_attack(activation, unit, target);
            if may.is_ok() {
                return may;
            }
            // The reason for a unit next to the target is the most useful.
            if self.hex_of(unit).zip(self.hex_of(target)).is_some_and(|(a, b)| self.board.map.distance(a, b) <= 1) {
                why = may;
            }
        }
        why
    }

    /// 13.1: checks whether `unit` may take part in an assault upon `target`: infantry under Attack orders; cavalry, under
    /// Defend orders only on a unit that it has faced (11.1); never artillery.
    pub(crate) fn may_attack(&self, activation: &Activation, unit: UnitIx, target: UnitIx) -> Result<(), RefusalCause> {
        if !self.is_active(activation, unit) {
            return Err(refusal::NOT_ACTIVE);
        }
        let kind = self.board.unit(unit).kind;
        if kind.is_artillery() {
            return Err(refusal::ASSAULT_ARM);
        }
        if self.unit(unit).done.assaulted {
            return Err(refusal::ASSAULT_DONE);
        }
        let (Some(from), Some(to)) = (self.hex_of(unit), self.hex_of(target)) else { return Err(refusal::NOT_ON_MAP) };
        if self.unit_side(unit) == self.unit_side(target) {
            return Err(refusal::NO_TARGET);
        }
        let distance = self.board.map.distance(from, to);
        if distance > 1 || (self.is_charged(unit) && distance != 0) {
            return Err(refusal::ASSAULT_ADJACENT);
        }
        if distance != 0 && self.unit(unit).done.charge.is_some_and(|charged| charged != target) {
            return Err(refusal::ASSAULT_ELSEWHERE);
        }
        // An assault required by the Out of Command Table is legal under any order (12.3).
        let bidden = self.unit(unit).done.must_assault;
        let held_back = kind == Kind::Infantry || !self.has_faced(unit, target);
        if !bidden && self.order_of(unit) == Order::Defend && held_back && !self.may_assault_by_rows(unit, target, to) {
            return Err(refusal::ASSAULT_ORDERS);
        }
        // Who has charged into the hex of an enemy has to fight there.
        if distance == 0 { Ok(()) } else { self.forbids_assault(unit, target, to) }
    }

    /// 13.1: begins an assault with the units that must take part; any other action ends the phase.
    pub(crate) fn assault_in_phase(&mut self, activation: Activation, action: Action) {
        let Action::Unit(target) = action else { return };
        let Some(assault) = self.planned_assault(&activation, target) else { return };
        self.push(AssaultPhase(activation));
        self.push(assault);
    }

    /// Returns an assault upon `target` by the units that must take part, before others join.
    pub(crate) fn planned_assault(&self, activation: &Activation, target: UnitIx) -> Option<Assault> {
        let ground = self.hex_of(target)?;
        let here = self.friend_in(activation.side, ground);
        let obliged: Party = self
            .units_about(activation.side, ground)
            .filter(|unit| self.may_attack(activation, *unit, target).is_ok())
            .filter(|unit| {
                let lured = matches!(activation.who, ActivatedUnits::Lured(_));
                lured || here == Some(*unit) || self.has_no_other_target(activation, *unit)
            })
            .collect();
        let mut shift = match activation.who {
            ActivatedUnits::Everyone => self.event_shift(AssaultEvent::Surprise),
            ActivatedUnits::Division(_) => self.event_shift(AssaultEvent::Auftragstaktik),
            ActivatedUnits::Formation(_) | ActivatedUnits::Caprivi(_) | ActivatedUnits::Lured(_) => 0,
        };
        if here.is_some_and(|charger| self.unit(charger).done.deathride) {
            shift += self.event_shift(AssaultEvent::Deathride);
        }
        Some(Assault {
            side: activation.side,
            target,
            ground,
            attackers: obliged,
            charger: here,
            countercharge: here.is_some() && self.unit(target).done.charge.is_some(),
            shift,
            stage: AssaultStage::Plan,
        })
    }

    /// Returns `true` if `unit` must assault and has only one possible target.
    fn has_no_other_target(&self, activation: &Activation, unit: UnitIx) -> bool {
        let targets = |hex| self.units_about(activation.side.other(), hex);
        let may = |target: &UnitIx| self.may_attack(activation, unit, *target).is_ok();
        self.unit(unit).done.must_assault && self.hex_of(unit).is_some_and(|hex| targets(hex).filter(may).count() == 1)
    }

    /// Checks whether the assault may begin: it has an attacker, and if a unit nearby must assault, one such unit takes part.
    pub(crate) fn may_begin_assault(&self, assault: &Assault) -> Result<(), RefusalCause> {
        let obliged = |unit: UnitIx| self.unit(unit).done.must_assault;
        let idle = self
            .units_about(assault.side, assault.ground)
            .any(|unit| obliged(unit) && self.may_join(assault, unit).is_ok());
        if assault.attackers.is_empty() || (idle && !assault.attackers.iter().copied().any(obliged)) {
            return Err(refusal::MUST_ENGAGE);
        }
        Ok(())
    }

    /// Lists the actions at each stage of an assault.
    pub(crate) fn assault_stage_options(&self, assault: &Assault, into: &mut ActionList) {
        match assault.stage {
            AssaultStage::Plan => {
                let joining = self.units_about(assault.side, assault.ground);
                into.extend(joining.filter(|unit| self.may_join(assault, *unit).is_ok()).map(Action::Unit));
                if self.may_begin_assault(assault).is_ok() {
                    into.push(Action::Begin);
                }
            }
            AssaultStage::RetreatOffer => into.extend([Action::FallBack, Action::Pass]),
            AssaultStage::Undulations => {
                if !self.is_surprise() {
                    let chits = self.held(assault.side, &[Chance::BattlefieldConditions]);
                    into.extend(chits.into_iter().map(Action::Play));
                }
                into.push(Action::Pass);
            }
            AssaultStage::Roll => {}
            AssaultStage::Losses { result, left, steps, retreats } => {
                self.loss_options(assault, result, left, steps, retreats, into);
            }
        }
    }

    /// Checks whether `unit` may join the assault.
    pub(crate) fn may_join(&self, assault: &Assault, unit: UnitIx) -> Result<(), RefusalCause> {
        let Some(activation) = self.activation() else { return Err(refusal::NO_SUPPORT) };
        if assault.attackers.contains(&unit) {
            return Err(refusal::ALREADY_DONE);
        }
        self.may_attack(&activation, unit, assault.target)
    }

    /// Applies the next decision in an assault.
    pub(crate) fn decide_assault(&mut self, mut assault: Assault, action: Action, log: &mut impl Log<Event>) {
        match (assault.stage, action) {
            (AssaultStage::Plan, Action::Unit(unit)) => {
                assault.attackers.push(unit);
                self.push(assault);
            }
            (AssaultStage::Plan, _) => self.begin_assault(assault, log),
            (AssaultStage::RetreatOffer, Action::FallBack) => self.evade(assault, log),
            (AssaultStage::RetreatOffer, _) => {
                assault.stage = AssaultStage::Undulations;
                self.push(assault);
            }
            (AssaultStage::Undulations, Action::Play(chit)) => {
                self.play(chit, log);
                assault.shift += self.event_shift(AssaultEvent::Undulations);
                self.push(assault);
            }
            (AssaultStage::Undulations, _) => {
                assault.stage = AssaultStage::Roll;
                self.push(assault);
            }
            (AssaultStage::Losses { result, left, steps, retreats }, action) => {
                self.take_hit(assault, result, (left, steps, retreats), action, log);
            }
            (AssaultStage::Roll, _) => self.push(assault),
        }
    }

    fn begin_assault(&mut self, mut assault: Assault, log: &mut impl Log<Event>) {
        log.push(Event::Assaults(assault.attackers.to_vec(), assault.target));
        for unit in &assault.attackers {
            let done = &mut self.state.units[unit.index()].done;
            done.assaulted = true;
            done.must_assault = false;
        }
        let cavalry = |unit: &UnitIx| self.board.unit(*unit).kind == Kind::Cavalry;
        let only_infantry = !assault.attackers.iter().any(cavalry);
        // A surprised unit may only fire (20.2).
        let may_evade = cavalry(&assault.target) && only_infantry && !self.is_surprise();
        assault.stage = if may_evade { AssaultStage::RetreatOffer } else { AssaultStage::Undulations };
        self.push(assault);
    }

    /// 13.2 to 13.5: returns the Combat Factor with which `unit` assaults or defends: doubled in a charge, halved if shaken,
    /// rounding up.
    pub(crate) fn assault_factor(&self, unit: UnitIx, charging: bool) -> i16 {
        let factor = self.plain_assault_factor(unit, charging);
        let changes: i32 = self.assault_factor_changes(unit, charging, factor).iter().map(|(_, change)| change).sum();
        factor.saturating_add(i16::try_from(changes).unwrap_or(0))
    }

    /// Returns the Combat Factor with which `unit` assaults or defends before rows change it.
    pub(crate) fn plain_assault_factor(&self, unit: UnitIx, charging: bool) -> i16 {
        let mut factor = i16::from(self.board.unit(unit).combat[usize::from(self.unit(unit).reduced)]);
        if charging {
            factor *= 2;
        }
        if self.unit(unit).shaken { (factor + 1) / 2 } else { factor }
    }

    /// 13.2: returns the attackers' Combat Factors less the defender's.
    pub(crate) fn differential(&self, assault: &Assault) -> i16 {
        let differential = self.plain_differential(assault);
        let changes: i32 = self.differential_changes(assault, differential).iter().map(|(_, change)| change).sum();
        differential.saturating_add(i16::try_from(changes).unwrap_or(0))
    }

    /// Returns the differential before rows change it.
    pub(crate) fn plain_differential(&self, assault: &Assault) -> i16 {
        let attack: i16 =
            assault.attackers.iter().map(|unit| self.assault_factor(*unit, assault.charger == Some(*unit))).sum();
        attack - self.assault_factor(assault.target, assault.countercharge)
    }

    /// 13.2: returns the column shifts of an assault, each with its name. A hexside or slope helps the defender if all
    /// attackers must cross or climb it.
    pub(crate) fn assault_shifts(&self, assault: &Assault) -> InlineList<(&'static str, i8), 4> {
        let infantry = self.board.unit(assault.target).kind == Kind::Infantry;
        let terrain = self.board.effects(assault.ground).map_or(0, |effects| effects.assault_infantry);
        let outside = || assault.attackers.iter().filter_map(|unit| self.hex_of(*unit));
        let crossing = outside()
            .map(|from| self.board.crossings(from, assault.ground).iter().map(|row| row.assault).sum::<i8>())
            .max()
            .unwrap_or(0);
        let uphill = outside().all(|from| self.board.level(from) < self.board.level(assault.ground));
        let mut list: InlineList<(&'static str, i8), 4> = [
            ("target's terrain", if infantry { terrain } else { 0 }),
            ("hexside", crossing),
            ("uphill", if uphill { self.board.rules.tables.shifts.assault_uphill } else { 0 }),
            ("event", assault.shift),
        ]
        .into_iter()
        .enumerate()
        .filter(|(number, (_, shift))| *shift != 0 && !self.drops(Hook::AssaultColumn, *number))
        .map(|(_, shift)| shift)
        .collect();
        let more = self.more_assault_shifts(assault, &list);
        list.extend(more);
        list
    }

    /// 13.2: returns the column of an assault after all shifts, limited to the table.
    pub(crate) fn assault_column(&self, assault: &Assault) -> usize {
        let columns = &self.board.rules.tables.assault.columns;
        let differential = self.differential(assault);
        let start = columns
            .iter()
            .position(|column| column.to.is_none_or(|to| differential <= i16::from(to)))
            .unwrap_or(columns.len().saturating_sub(1));
        combat_table::shifted(start, self.assault_shifts(assault).iter().map(|(_, shift)| *shift), columns.len())
    }

    /// 13.3: returns `true` if two attackers are not adjacent, or there are three or more.
    pub(crate) fn is_flank_attack(&self, assault: &Assault) -> bool {
        let hexes: InlineList<_, 8> = assault.attackers.iter().filter_map(|unit| self.hex_of(*unit)).collect();
        let hexes = hexes.as_slice();
        let apart = |i: usize| hexes.iter().skip(i + 1).any(|other| self.board.map.distance(hexes[i], *other) > 1);
        hexes.len() >= 3 || (0..hexes.len()).any(apart)
    }

    /// 13.3: returns the modifiers of the dice, each with its name: for a Flank Attack, and those of the scenario's rules.
    pub(crate) fn dice_modifiers(&self, assault: &Assault) -> InlineList<(&'static str, i8), 2> {
        let mut modifiers = InlineList::new();
        if self.is_flank_attack(assault) && !self.drops(Hook::AssaultDice, 0) {
            modifiers.push(("flank attack", self.board.rules.tables.assault.flank_attack));
        }
        let more = self.more_assault_dice(assault, &modifiers);
        modifiers.extend(more);
        modifiers
    }

    /// 13.3: returns the sum of the modifiers of the dice.
    pub(crate) fn dice_modifier(&self, assault: &Assault) -> i8 {
        self.dice_modifiers(assault).iter().fold(0, |sum: i8, (_, modifier)| sum.saturating_add(*modifier))
    }

    /// 13.2: returns the result of a total of the dice in a column.
    pub(crate) fn assault_result(&self, column: usize, total: i16) -> AssaultResult {
        combat_table::result(&self.board.rules.tables.assault.rows, total, column).unwrap_or(AssaultResult::NONE)
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::position;
    use crate::tests::testing_scenes::{all_assault, charge, meeting};

    #[test]
    fn r13_1_cavalry_assaults_under_either_order_and_infantry_only_to_attack() {
        let text = "map 9x9
            corps x prussian at 0801 range 9 9 defend
            prussian infantry p1 5/3 at 0405 of x
            prussian cavalry p2 4/2 at 0304 of x
            french infantry f1 4/2 at 0404";
        let mut table = position(text).assaults("x");
        table.does("unit f1");
        table.refuses("unit p1", "11.1");
        assert_eq!(table.choices("unit"), ["p2"]);
        let mut table = position(&text.replace(" defend", "")).assaults("x");
        table.does("unit f1");
        assert_eq!(table.choices("unit"), ["p1", "p2"]);
    }

    #[test]
    fn r13_1_artillery_never_assaults() {
        let text = "prussian field p3 9/5 at 0503\nfrench infantry f1 4/2 at 0404";
        let mut table = meeting(text).assaults("prussian");
        table.does("unit f1");
        table.refuses("unit p3", "13.1");
    }

    #[test]
    fn r13_1_assaults_are_voluntary_upon_one_unit_next_to_all_and_once_a_unit() {
        let text = "french infantry f1 4/2 at 0404
            french infantry f2 4/2 at 0406
            french infantry f3 4/2 at 0808";
        let mut table = meeting(text).assaults("prussian");
        assert_eq!(table.choices("unit"), ["f1", "f2"]);
        table.refuses("unit f3", "8.1");
        table.does("unit f2");
        table.refuses("unit p2", "13.1");
        table.does("unit p1, begin").rolls(&[3, 4]).does("lose f2");
        table.does("unit f1");
        table.refuses("unit p1", "13.1");
        let mut table = meeting(text).assaults("prussian");
        table.does("pass");
        table.logs_nothing_with("assault");
    }

    #[test]
    fn r13_1_a_headquarters_alone_is_no_target() {
        let table = meeting(
            "corps ii french at 0404 range 2 4
            french infantry f1 4/2 at 0406 of ii",
        )
        .assaults("prussian");
        assert_eq!(table.choices("unit"), ["f1"]);
    }

    #[test]
    fn r13_1_a_unit_that_must_assault_does_whatever_its_order() {
        let mut table = position(
            "map 9x9
            corps x prussian at 0801 range 0 0 defend
            prussian infantry p1 5/3 at 0405 of x
            french infantry f1 4/2 at 0404",
        )
        .moves("x");
        table.does("move x-hq, stop, move p1").rolls(&[6, 6]);
        table.does("unit f1, begin").rolls(&[3, 4]);
        table.logs("p1 assaults f1 [13.1]");
    }

    #[test]
    fn r13_2_factors_are_added_up_and_the_defender_s_taken_off() {
        let mut table = meeting("french infantry f1 4/2 at 0404").assaults("prussian");
        table.does("unit f1, unit p1, begin").rolls(&[3, 4]);
        table.logs("Column +1, 3 + 4 = 7: D1 [13.2]");
        let mut table = all_assault(meeting("french infantry f1 4/2 at 0404"));
        table.rolls(&[3, 4]);
        table.logs("Column +5 to +6, 3 + 4 = 7: D2 [13.2]");
        let mut table = all_assault(meeting("french infantry f1 4/2 at 0404 reduced"));
        table.rolls(&[3, 4]);
        table.logs("Column +7 or more, 3 + 4 = 7: D2 [13.2]");
    }

    #[test]
    fn r13_2_shifts_never_leave_the_table() {
        let mut table = all_assault(meeting("town 0404\nfrench infantry f1 20/2 at 0404"));
        table.rolls(&[6, 6]);
        table.logs("Column -5 or less, 6 + 6 = 12: D2 [13.2]");
    }

    #[test]
    fn r13_2_towns_and_forests_help_infantry_and_nobody_else() {
        let on = |terrain: &str, arm: &str| {
            let mut table = meeting(&format!("{terrain} 0404\nfrench {arm} f1 9/2 at 0404")).assaults("prussian");
            table.does("unit f1, unit p1, unit p2, begin");
            if arm == "cavalry" {
                table.does("pass");
            }
            table.rolls(&[3, 4]).take_log().into_iter().find(|line| line.starts_with("Column")).unwrap()
        };
        assert_eq!(on("town", "infantry"), "Column -2, 3 + 4 = 7: A1");
        assert_eq!(on("forest", "infantry"), "Column -1, 3 + 4 = 7: A1");
        assert_eq!(on("town", "cavalry"), "Column +0, 3 + 4 = 7: D1");
        assert_eq!(on("town", "field"), "Column +0, 3 + 4 = 7: D1");
    }

    #[test]
    fn r13_2_a_stream_or_a_slope_helps_if_every_attacker_has_it_before_him() {
        let mut table = meeting("stream 0404/0405\nfrench infantry f1 4/2 at 0404").assaults("prussian");
        table.does("unit f1, unit p1, begin").rolls(&[3, 4]);
        table.logs("Column -1, 3 + 4 = 7: A1 [13.2]");
        let mut table = all_assault(meeting("stream 0404/0405\nfrench infantry f1 4/2 at 0404"));
        table.rolls(&[3, 4]);
        table.logs("Column +5 to +6, 3 + 4 = 7: D2 [13.2]");
        let mut table = all_assault(meeting("level 2 0404\nfrench infantry f1 9/2 at 0404"));
        table.rolls(&[3, 4]);
        table.logs("Column -1, 3 + 4 = 7: A1 [13.2]");
    }

    #[test]
    fn r13_3_two_that_stand_apart_attack_the_flank() {
        let mut table = all_assault(position(
            "map 9x9
            prussian infantry p1 5/3 at 0405
            prussian infantry p2 4/2 at 0503
            french infantry f1 4/2 at 0404",
        ));
        table.rolls(&[3, 4]);
        table.logs("Column +5 to +6, 3 + 4 = 7 +1: D2 [13.2]");
        let mut table = all_assault(meeting("french infantry f1 4/2 at 0404"));
        table.rolls(&[3, 4]).logs_nothing_with("7 +1");
    }

    #[test]
    fn r13_3_three_attack_the_flank() {
        let mut table = all_assault(meeting(
            "prussian infantry p3 1/1 at 0303
            french infantry f1 4/2 at 0404",
        ));
        table.rolls(&[3, 4]);
        table.logs("Column +5 to +6, 3 + 4 = 7 +1: D2 [13.2]");
    }

    #[test]
    fn r13_4_a_charge_doubles_the_factor_and_must_be_fought() {
        let mut table = charge("french infantry f1 5/3 at 0404");
        table.refuses("pass", "13.1");
        table.does("unit f1, begin").rolls(&[3, 4]);
        table.logs("Column +1, 3 + 4 = 7: D1 [13.2]");
    }

    #[test]
    fn r13_4_others_join_in_a_charge_without_doubling() {
        let mut table = charge("prussian infantry p1 4/2 at 0304\nfrench infantry f1 5/3 at 0404");
        table.does("unit f1, unit p1, begin").rolls(&[3, 4]);
        table.logs("Column +5 to +6, 3 + 4 = 7: D2 [13.2]");
    }

    #[test]
    fn r13_5_shaken_units_count_half_rounding_up() {
        let text = "map 9x9
            prussian infantry p1 5/3 at 0405 shaken
            french infantry f1 4/2 at 0404";
        let mut table = all_assault(position(text));
        table.rolls(&[3, 4]);
        table.logs("Column -1, 3 + 4 = 7: A1 [13.2]");
        let mut table = all_assault(meeting("french infantry f1 7/2 at 0404 shaken"));
        table.rolls(&[3, 4]);
        table.logs("Column +5 to +6, 3 + 4 = 7: D2 [13.2]");
    }
}
