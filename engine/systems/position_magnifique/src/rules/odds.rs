//! The exact odds over all dice rolls, mainly in combat.

use battlewright_schema::position_magnifique::{AssaultResult, CommandResult, Event as Chance, FireResult, Nation};

use crate::rules::r10_fire::fire_text;
use crate::rules::r13_assault::AssaultPhase;
use crate::rules::r17_events::{AssaultEvent, Pick};
use crate::rules::r20_03_variable::GroupChange;
use crate::state::{Activation, Assault, AssaultStage, At, Fire, FireCause, Group, Party, Task, UnitIx};
use crate::{Action, MovingPiece, PositionMagnifique};
use battlewright_core::kit::combat_table::listed_shift;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::odds::{Tally, case, one_die, tally, two_dice};
use battlewright_core::show::{Odds, OddsCase};

impl PositionMagnifique {
    /// Returns the fire that `action` would begin.
    pub(crate) fn fire_of(&self, action: &Action) -> Option<Fire> {
        let (firer, target, cause) = match (*action, self.state.stack.last()?) {
            (Action::Fire { firer, target, half: true }, _) => (firer, target, FireCause::PhaseHalf),
            (Action::Fire { firer, target, .. }, Task::Pick(_)) => (firer, target, FireCause::Mitrailleuse),
            (Action::Fire { firer, target, .. }, _) => (firer, target, FireCause::Phase),
            (Action::FireWith { firer, target, .. }, _) => (firer, target, FireCause::Free),
            (Action::Unit(firer), Task::Arrival(arrival)) => return Some(self.defensive_fire(firer, arrival.unit)),
            _ => return None,
        };
        Some(self.asked_fire(firer, target, cause))
    }

    /// Returns the next Defensive Fire of `firer` at `target` (12.4).
    pub(crate) fn defensive_fire(&self, firer: UnitIx, target: UnitIx) -> Fire {
        self.asked_fire(firer, target, FireCause::Defensive(self.unit(firer).defended))
    }

    fn asked_fire(&self, firer: UnitIx, target: UnitIx, cause: FireCause) -> Fire {
        let surprise = self.surprises(self.unit_side(firer));
        Fire { firer, target, cause, asked: true, smoke: false, surprise }
    }

    /// Returns the number of the 36 rolls that lead to each result of `fire`, worst for the target first.
    pub(crate) fn fire_tally(&self, fire: &Fire) -> Tally<FireResult> {
        let column = self.fire_column(fire);
        let results = [FireResult::StepLoss, FireResult::Shaken, FireResult::MoraleTest, FireResult::NoEffect];
        tally(&results, |total| self.fire_result(column, total))
    }

    /// Returns the assault that `action` concerns: upon a target with the units that must join, with one unit more, or in its
    /// current state.
    pub(crate) fn assault_of(&self, action: &Action) -> Option<Assault> {
        match (*action, self.state.stack.last()?) {
            (Action::Begin | Action::Play(_), Task::Assault(assault)) => Some(assault.clone()),
            (Action::Unit(unit), Task::Assault(assault)) if assault.stage == AssaultStage::Plan => {
                let mut assault = assault.clone();
                assault.attackers.push(unit);
                Some(assault)
            }
            _ => None,
        }
    }

    /// Returns an assault of `attacker` alone upon `target`, from its current hex, or after a charge.
    pub(crate) fn lone_assault(&self, attacker: UnitIx, target: UnitIx, charge: bool) -> Option<Assault> {
        Some(Assault {
            side: self.unit_side(attacker),
            target,
            ground: self.hex_of(target)?,
            attackers: Party::from_slice(&[attacker]),
            charger: charge.then_some(attacker),
            countercharge: false,
            shift: 0,
            stage: AssaultStage::Roll,
        })
    }

    /// Returns the number of the 36 rolls that lead to each result of `assault`, worst for the defender first.
    pub(crate) fn assault_tally(&self, assault: &Assault) -> Tally<AssaultResult> {
        let column = self.assault_column(assault);
        let plus = i16::from(self.dice_modifier(assault));
        let result = |total: u16| self.assault_result(column, i16::try_from(total).unwrap_or(0) + plus);
        let mut results: InlineList<AssaultResult, 11> = (2..=12).map(result).collect();
        let harm = |result: &AssaultResult| {
            let size = 2 * i16::from(result.hits) + i16::from(result.must_lose_step);
            if result.attacker { size } else { -size }
        };
        results.sort_by_key(harm);
        results.dedup();
        tally(&results, result)
    }
}

impl PositionMagnifique {
    /// Returns the exact odds of all rolls that `action` causes, with the meaning of each result; `None` without rolls.
    pub(crate) fn odds_of(&self, action: &Action) -> Option<Odds> {
        let odds = self.bare_odds(action)?;
        let assaults = self.board.rules.tables.assault.rows.iter().flatten();
        let assaults = assaults.map(|result| (result.to_string(), assault_meaning(*result)));
        Some(odds.meaning(fire_meanings().into_iter().chain(assaults)))
    }

    /// Returns the exact odds of `fire`, with the meaning of each result.
    pub(crate) fn odds_of_fire(&self, fire: &Fire) -> Odds {
        self.fire_odds(fire).best_for(self.unit_side(fire.firer)).meaning(fire_meanings())
    }

    fn bare_odds(&self, action: &Action) -> Option<Odds> {
        if let Some(fire) = self.fire_of(action) {
            return Some(self.fire_odds(&fire).best_for(self.unit_side(fire.firer)));
        }
        if let Some(assault) = self.assault_of(action) {
            let case = self.assault_case("Assault", &assault);
            return Some(Odds::new(self.assault_modifiers(&assault), vec![case]).best_for(assault.side));
        }
        match (*action, self.state.stack.last()?) {
            (Action::Unit(target), Task::AssaultPhase(AssaultPhase(activation))) => {
                self.declared_odds(activation, target)
            }
            (Action::Charge { unit, target }, _) => self.charge_odds(unit, target, false),
            (Action::Deathride { unit, target, .. }, _) => self.charge_odds(unit, target, true),
            (Action::Move(MovingPiece::Unit(unit)), Task::MovePhase(_)) if self.unit(unit).done.out => {
                Some(self.command_odds())
            }
            (Action::Unit(unit), Task::Contact(_)) => Some(self.test_odds("Countercharge", "it countercharges", unit)),
            (Action::Unit(unit), Task::Struggle(_)) => {
                Some(self.test_odds("Bloody Struggle", "an enemy loses a step", unit))
            }
            (Action::Unit(unit), Task::Rebuild(_)) => Some(self.rebuild_odds(unit)),
            (Action::Hurry(group) | Action::Detour { group, .. }, Task::Regroup(_)) => Some(self.regroup_odds(group)),
            (Action::Unit(unit), Task::Pick(Pick(event, _))) => self.event_odds(*event, unit),
            _ => None,
        }
    }

    fn fire_odds(&self, fire: &Fire) -> Odds {
        let factor = self.halved_fire_factor(fire);
        let mut modifiers = vec![("Combat Factor".to_owned(), i32::from(factor))];
        modifiers
            .extend(self.fire_factor_changes(fire, factor).into_iter().map(|change| named("Combat Factor", change)));
        modifiers.extend(self.fire_shifts(fire).into_iter().map(listed_shift));
        let prussian = self.board.side(self.unit_side(fire.target)).nation == Nation::Prussian;
        let less = u8::from(fire.cause == FireCause::Mitrailleuse && prussian);
        let morale = self.morale(fire.target).saturating_sub_unsigned(less);
        modifiers.push(("Target's morale".to_owned(), i32::from(morale)));
        let case = case("Fire", self.fire_tally(fire), |result| fire_text(result).to_owned());
        Odds::new(modifiers, vec![case])
    }

    fn assault_modifiers(&self, assault: &Assault) -> Vec<(String, i32)> {
        let differential = self.plain_differential(assault);
        let mut modifiers = vec![("Combat differential".to_owned(), i32::from(differential))];
        let changes = self.differential_changes(assault, differential).into_iter();
        modifiers.extend(changes.map(|change| named("Differential", change)));
        modifiers.extend(self.assault_shifts(assault).into_iter().map(listed_shift));
        let dice = self.dice_modifiers(assault).into_iter();
        modifiers.extend(dice.map(|(name, plus)| named("Dice", (name, plus.into()))));
        modifiers
    }

    fn assault_case(&self, name: &str, assault: &Assault) -> OddsCase {
        case(name, self.assault_tally(assault), |result| result.to_string())
    }

    /// Returns the odds of an assault upon `target` before it is declared: with all units that may join, and with each alone.
    fn declared_odds(&self, activation: &Activation, target: UnitIx) -> Option<Odds> {
        let mut all = self.planned_assault(activation, target)?;
        let obliged = all.attackers.clone();
        let able = self
            .units_about(activation.side, all.ground)
            .filter(|unit| self.may_attack(activation, *unit, target).is_ok());
        all.attackers = able.collect();
        let mut cases = vec![self.assault_case("All units that may join", &all)];
        if all.attackers.len() > 1 {
            for unit in all.attackers.clone() {
                let mut fewer = all.clone();
                fewer.attackers.retain(|other| *other == unit || obliged.contains(other));
                if fewer.attackers.len() < all.attackers.len() {
                    cases.push(self.assault_case(&format!("With {}", self.board.unit(unit).name), &fewer));
                }
            }
            cases.dedup();
        }
        Some(Odds::new(self.assault_modifiers(&all), cases).best_for(activation.side))
    }

    /// Returns the odds of a charge without fire and countercharge before it.
    fn charge_odds(&self, unit: UnitIx, target: UnitIx, deathride: bool) -> Option<Odds> {
        let hex = self.hex_of(target)?;
        let mut there = self.clone();
        there.put_unit(unit, At::Hex(hex));
        let mut assault = there.lone_assault(unit, target, true)?;
        let mut cases = Vec::new();
        if deathride {
            assault.shift += self.event_shift(AssaultEvent::Deathride);
            cases.push(one_die("Deathride", "charge", "no charge", self.board.rules.deathride_up_to, 6));
        }
        cases.push(there.assault_case("Assault after the charge", &assault));
        Some(Odds::new(there.assault_modifiers(&assault), cases).best_for(assault.side))
    }

    /// 12.3: the odds of the Out of Command Table.
    fn command_odds(&self) -> Odds {
        let results = [
            (CommandResult::Advance, "must advance"),
            (CommandResult::NormalMovement, "moves normally"),
            (CommandResult::HalfMovement, "half speed"),
            (CommandResult::NoMovement, "stays"),
            (CommandResult::Withdraw, "must withdraw"),
        ];
        let tallied = tally(&results.map(|(result, _)| result), |total| self.command_result(total));
        let name = |result| results.iter().find(|(other, _)| *other == result).map_or("", |(_, name)| *name);
        let case = case("Out of command", tallied, |result| name(result).to_owned());
        Odds::new(Vec::new(), vec![case])
    }

    /// The odds of a Morale Test of `unit` (10.7).
    fn test_odds(&self, name: &str, passed: &str, unit: UnitIx) -> Odds {
        let morale = self.morale(unit);
        let case = two_dice(name, passed, "it fails", |total| i32::from(total) <= i32::from(morale));
        Odds::new(vec![("Morale".to_owned(), i32::from(morale))], vec![case])
    }

    /// 14.4: the odds of rebuilding `unit`.
    fn rebuild_odds(&self, unit: UnitIx) -> Odds {
        let (die, morale) = (self.rebuilding_die(unit), self.printed_morale(unit, true));
        let rebuilt = |total| i32::from(total) + i32::from(die) <= i32::from(morale);
        let case = two_dice("Rebuilding", "rebuilt", "not rebuilt", rebuilt);
        let mut modifiers = vec![("Morale".to_owned(), i32::from(morale))];
        if die != 0 {
            modifiers.push(("Dice: Command Rating".to_owned(), i32::from(die)));
        }
        Odds::new(modifiers, vec![case])
    }

    /// 20.3: the odds of changing a reinforcement group.
    fn regroup_odds(&self, group: Group) -> Odds {
        let end = |total| match self.group_change(group, total) {
            GroupChange::Requested => "as requested",
            GroupChange::Unchanged => "unchanged",
            GroupChange::Late => "a turn later",
        };
        let case = case("The group comes", tally(&["as requested", "unchanged", "a turn later"], end), str::to_owned);
        let changes = self.group_roll_changes(group).into_iter();
        Odds::new(changes.map(|change| named("Dice", change)).collect(), vec![case])
    }

    /// 17.1, 17.2: the odds of the die of an event that affects `unit`.
    fn event_odds(&self, event: Chance, unit: UnitIx) -> Option<Odds> {
        let rules = &self.board.rules;
        match event {
            Chance::ColonelCaprivi => {
                let case = one_die("Colonel Caprivi", "activated", "no effect", rules.caprivi_up_to, 6);
                Some(Odds::new(Vec::new(), vec![case]))
            }
            Chance::PrussianAggressiveTactics => {
                let plus = if self.is_in_range(unit) { 0 } else { rules.aggressive_out_of_range };
                let lured = (1..=6_u8).filter(|die| die + plus >= rules.aggressive_from).count();
                let lured = u8::try_from(lured).unwrap_or(6);
                let case = one_die("Prussian Aggressive Tactics", "lured", "no effect", lured, 6);
                let modifiers = if plus == 0 { Vec::new() } else { vec![("Out of range".to_owned(), i32::from(plus))] };
                Some(Odds::new(modifiers, vec![case]))
            }
            _ => None,
        }
    }
}

/// Returns the change of a number by a row, as it is listed among the modifiers of odds.
fn named(what: &str, (name, change): (&str, i32)) -> (String, i32) {
    (format!("{what}: {name}"), change)
}

/// Returns the results of fire that harm the target, each with its meaning.
fn fire_meanings() -> [(String, String); 3] {
    let fires = [FireResult::MoraleTest, FireResult::Shaken, FireResult::StepLoss];
    fires.map(|result| (fire_text(result).to_owned(), fire_meaning(result).to_owned()))
}

/// Returns what a result of fire does to the target (10.6).
fn fire_meaning(result: FireResult) -> &'static str {
    match result {
        FireResult::NoEffect => "Nothing happens.",
        FireResult::MoraleTest => {
            "The target tests its morale. If it fails, it is shaken; if it already was, it loses a step."
        }
        FireResult::Shaken => "The target is shaken. If it already was, it loses a step.",
        FireResult::StepLoss => "The target loses a step.",
    }
}

/// Returns what a result of an assault does (13.6).
fn assault_meaning(result: AssaultResult) -> String {
    if result.hits == 0 {
        return "Nothing happens.".to_owned();
    }
    let who = if result.attacker { "attacker" } else { "defender" };
    let hits = if result.hits == 1 { "hit" } else { "hits" };
    let step = if result.must_lose_step { " At least one is a step." } else { "" };
    format!("The {who} takes {} {hits}: hexes to retreat, or steps to lose.{step}", result.hits)
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{Table, position};
    use battlewright_core::show::{Odds, Show as _};

    #[track_caller]
    fn odds(table: &Table, action: &str) -> Odds {
        table.allows(action);
        table.game.odds(&table.action(action)).unwrap_or_else(|| panic!("`{action}` has no odds"))
    }

    fn ways(odds: &Odds, case: usize) -> Vec<(&str, u32)> {
        odds.cases[case].results.iter().map(|(name, ways)| (name.as_str(), *ways)).collect()
    }

    #[test]
    fn r13_2_an_assault_has_its_odds_before_it_is_declared() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 5/3 at 0405
            prussian infantry p2 5/3 at 0504
            french infantry f1 4/2 at 0404",
        )
        .assaults("prussian");
        let declared = odds(&table, "unit f1");
        let names: Vec<&str> = declared.cases.iter().map(|case| case.name.as_str()).collect();
        assert_eq!(names, ["All units that may join", "With p1", "With p2"]);
        assert_eq!(declared.modifiers[0], ("Combat differential".to_owned(), 6));
        assert_eq!(declared.best_for, Some(table.game.unit_side(table.unit("p1"))));
        for (result, _) in &declared.cases[0].results {
            assert!(declared.meanings.iter().any(|(name, text)| name == result && text.ends_with('.')), "{result}");
        }
        table.does("unit f1");
        assert_eq!(odds(&table, "unit p1").cases[0].results, declared.cases[1].results);
        table.does("unit p1, unit p2");
        assert_eq!(odds(&table, "begin").cases[0].results, declared.cases[0].results);
    }

    #[test]
    fn r13_4_a_charge_has_its_odds_where_it_strikes() {
        // The cavalry comes from below; in its target's hex it fights on the level.
        let mut table = position(
            "map 12x9
            level 3 0403 0404 0405
            prussian cavalry p1 3/2 at 0407
            french infantry f1 4/2 at 0404",
        )
        .moves("prussian");
        let before = odds(&table, "charge p1 f1");
        assert_eq!(before.modifiers[0], ("Combat differential".to_owned(), 2));
        table.does("charge p1 f1, hex 0406, hex 0405, pass, hex 0404");
        while !table.choices("").contains(&"unit f1".to_owned()) {
            table.does("pass");
        }
        table.does("unit f1");
        assert_eq!(odds(&table, "begin").cases[0].results, before.cases[0].results);
    }

    #[test]
    fn r12_3_a_unit_out_of_command_has_the_odds_of_its_table() {
        let mut table = position(
            "map 12x9
            corps x prussian at 1101 range 0 0
            prussian infantry p1 5/3 at 0405 of x
            french infantry f1 4/2 at 0101",
        )
        .moves("x");
        assert!(table.prompt().ends_with("move a unit, or pass"), "{}", table.prompt());
        table.does("move x-hq, hex 1102, stop");
        assert!(table.prompt().ends_with("move a unit that is Out of Command"), "{}", table.prompt());
        assert!(table.choices("pass").is_empty());
        let shown = odds(&table, "move p1");
        let stays = (1..=6).flat_map(|a| (1..=6).map(move |b| a + b));
        let stays = stays.filter(|total| table.game.command_result(*total) == super::CommandResult::NoMovement).count();
        let found = ways(&shown, 0).into_iter().find(|(name, _)| *name == "stays").map_or(0, |(_, ways)| ways);
        assert_eq!(usize::try_from(found).unwrap(), stays);
        assert_eq!(ways(&shown, 0).iter().map(|(_, ways)| ways).sum::<u32>(), 36);
    }

    #[test]
    fn r14_4_rebuilding_has_its_odds() {
        let table = position(
            "map 12x9
            turn 3 of 6
            corps ii french at 0101 range 3 3
            french infantry f1 4/2 at 0202 of ii
            french infantry f4 4/2 eliminated 1 of ii
            prussian infantry p1 5/3 at 0808",
        )
        .turn_end();
        let shown = odds(&table, "unit f4");
        let f4 = table.unit("f4");
        let most = i32::from(table.game.printed_morale(f4, true)) - i32::from(table.game.rebuilding_die(f4));
        // The number of the 36 rolls of two dice with at most this total.
        let good = (1..=6).flat_map(|a| (1..=6).map(move |b| a + b)).filter(|total| *total <= most).count();
        assert_eq!(ways(&shown, 0)[0], ("rebuilt", u32::try_from(good).unwrap()));
        assert!((1..36).contains(&good));
    }

    #[test]
    fn r10_7_the_fire_tells_the_morale_of_its_target() {
        let table = position(
            "map 12x9
            prussian field p1 9/5 at 0405
            french infantry f1 4/2 at 0403 shaken",
        )
        .activate("prussian");
        let shown = odds(&table, "fire p1 f1");
        let morale = i32::from(table.game.morale(table.unit("f1")));
        assert_eq!(shown.modifiers.last().unwrap(), &("Target's morale".to_owned(), morale));
        assert_eq!(shown.modifiers[0], ("Combat Factor".to_owned(), 9));
    }

    #[test]
    fn r17_2_the_dice_of_events_have_their_odds() {
        let mut table = position(
            "map 12x9
            chit prussian colonel-caprivi krupp-guns
            prussian infantry p1 5/3 at 0405
            french infantry f1 4/2 at 0101",
        )
        .cup();
        table.draws("colonel-caprivi").does("use colonel-caprivi");
        assert_eq!(ways(&odds(&table, "unit p1"), 0), [("activated", 4), ("no effect", 2)]);
    }
}
