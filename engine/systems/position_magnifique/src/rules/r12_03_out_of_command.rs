//! 12.3 Out of Command Units: a roll of two dice limits the move of each.

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::CommandResult;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::{Event, NoWay};
use crate::stage::TaskStage;
use crate::state::{MovingPiece, Order, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::Log;
use battlewright_core::kit::grammar::question;
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// 12.3: the dice for the unit Out of Command.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CommandRoll(pub(crate) UnitIx);

impl TaskFamily<PositionMagnifique> for CommandRoll {
    fn stage(&self, _: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("Roll on the Out of Command Table"));
        TaskStage::rolls(2, rule::OUT_OF_COMMAND, None)
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[a, b] = picks {
            game.roll_command(self.0, a + b, log);
        }
    }
}

/// 12.3: the unit must move toward or away from the nearest enemy; the enemy chooses among several at the same distance.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Compelled {
    pub(crate) unit: UnitIx,
    pub(crate) advance: bool,
}

impl TaskFamily<PositionMagnifique> for Compelled {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.unit_side(self.unit).other();
        let (name, unit) = (game.side_name(side), game.unit_name(self.unit));
        prompt(format_args!("{name}: which enemy sets the direction of {unit}?"));
        TaskStage::asks(side, rule::OUT_OF_COMMAND, None)
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.compelled_options(self.unit, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.compel(self.unit, self.advance, action, log);
    }
}

/// 12.3: the choice of the unit's hex, measured from this enemy.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct CompelledStep {
    pub(crate) unit: UnitIx,
    pub(crate) advance: bool,
    pub(crate) from: UnitIx,
}

impl TaskFamily<PositionMagnifique> for CompelledStep {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.unit_side(self.unit);
        let who = game.unit_name(self.unit);
        prompt(format_args!("{}: where {} {who} go?", game.side_name(side), question(who)));
        TaskStage::asks(side, rule::OUT_OF_COMMAND, None).about(MovingPiece::Unit(self.unit))
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.compelled_step_options(self.unit, self.advance, self.from, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.compelled_step(self.unit, action, log);
    }
}

impl PositionMagnifique {
    /// Returns the result of a total of the dice for a unit Out of Command.
    pub(crate) fn command_result(&self, total: u16) -> CommandResult {
        let row = usize::from(total.saturating_sub(2));
        self.board.rules.tables.out_of_command.0.get(row).copied().unwrap_or(CommandResult::NoMovement)
    }

    /// Resolves the roll for `unit`.
    pub(crate) fn roll_command(&mut self, unit: UnitIx, total: u16, log: &mut impl Log<Event>) {
        let result = self.command_result(total);
        let faces_enemy = self.hex_of(unit).is_some_and(|hex| self.has_enemy_next_to(self.unit_side(unit), hex));
        let must_assault = result == CommandResult::Advance && faces_enemy;
        log.push(Event::CommandRoll(unit, total, result, must_assault));
        let Some(hex) = self.hex_of(unit) else { return };
        let mut motion = self.motion(MovingPiece::Unit(unit), Some(hex));
        match result {
            CommandResult::NoMovement => {}
            CommandResult::NormalMovement => self.push_free_move(motion),
            CommandResult::HalfMovement => {
                motion.allowance = 2 * (motion.allowance / 2).div_ceil(2);
                self.push_free_move(motion);
            }
            CommandResult::Withdraw => self.begin_compelled(unit, false, log),
            CommandResult::Advance if must_assault => self.unit_mut(unit).done.must_assault = true,
            CommandResult::Advance => self.begin_compelled(unit, true, log),
        }
    }

    /// Asks the enemy for the unit to go to or away from, unless no answer could move the unit.
    fn begin_compelled(&mut self, unit: UnitIx, advance: bool, log: &mut impl Log<Event>) {
        let nearest = self.nearest_enemies(unit);
        let blocks = |from: &UnitIx| self.compelled_steps(unit, advance, *from).err();
        let blocked: InlineList<NoWay, 16> = nearest.iter().filter_map(blocks).collect();
        if blocked.len() < nearest.len() {
            self.push(Compelled { unit, advance });
        } else {
            log.push(Event::NoWay(unit, blocked.first().copied().unwrap_or(NoWay::NoEnemy)));
        }
    }

    /// Begins the move of a unit that the table allows to move or charge freely.
    fn push_free_move(&mut self, motion: crate::state::Motion) {
        if self.can_go_on(&motion) {
            self.push(motion);
        }
    }

    /// Returns the enemies that are nearest to `unit`, in the scenario's order.
    fn nearest_enemies(&self, unit: UnitIx) -> InlineList<UnitIx, 16> {
        let Some(hex) = self.hex_of(unit) else { return InlineList::new() };
        let distance = |at: HexIx| self.board.map.distance(at, hex);
        let enemies = || self.on_map(self.unit_side(unit).other());
        let nearest = enemies().map(|(_, at)| distance(at)).min();
        enemies().filter(|(_, at)| Some(distance(*at)) == nearest).map(|(enemy, _)| enemy).collect()
    }

    /// Lists the nearest enemies of `unit`, from which the enemy side chooses. One to which every hex is blocked is among them:
    /// it holds the unit in place.
    pub(crate) fn compelled_options(&self, unit: UnitIx, into: &mut ActionList) {
        into.extend(self.nearest_enemies(unit).into_iter().map(Action::Unit));
    }

    /// Records the unit that the compelled unit must approach or avoid.
    pub(crate) fn compel(&mut self, unit: UnitIx, advance: bool, action: Action, log: &mut impl Log<Event>) {
        let Action::Unit(from) = action else { return };
        match self.compelled_steps(unit, advance, from) {
            Ok(_) => self.push(CompelledStep { unit, advance, from }),
            Err(why) => log.push(Event::NoWay(unit, why)),
        }
    }

    /// Lists the hexes to which a compelled unit may go.
    pub(crate) fn compelled_step_options(&self, unit: UnitIx, advance: bool, from: UnitIx, into: &mut ActionList) {
        if let Ok(steps) = self.compelled_steps(unit, advance, from) {
            into.extend(steps.into_iter().map(Action::Hex));
        }
    }

    /// Returns the hexes to which a compelled unit may go: one hex nearer to, or further from, `from`. A withdrawal into a
    /// friend's hex continues beyond it; an advance never does. Otherwise, returns the reason why the unit stays.
    fn compelled_steps(&self, unit: UnitIx, advance: bool, from: UnitIx) -> Result<InlineList<HexIx, 32>, NoWay> {
        let (Some(hex), Some(enemy)) = (self.hex_of(unit), self.hex_of(from)) else { return Err(NoWay::NoEnemy) };
        let now = self.board.map.distance(enemy, hex);
        let piece = MovingPiece::Unit(unit);
        let free = |to: HexIx| self.combat_unit_in(to).is_none();
        let allows = |at: HexIx, to: HexIx| self.forbids_step(piece, Some(at), to).is_ok();
        let fits = |to: &HexIx| {
            let then = self.board.map.distance(enemy, *to);
            if advance { then < now } else { then > now }
        };
        // Under Defend orders the unit does not move next to an enemy (11.1), unless it must withdraw there.
        let side = self.unit_side(unit);
        let defends = self.order_of(unit) == Order::Defend;
        let quiet = |to: &HexIx| !defends || !self.has_enemy_next_to(side, *to);
        let open: InlineList<HexIx, 32> = self.board.map.neighbors(hex).filter(fits).filter(|to| free(*to)).collect();
        let steps: InlineList<HexIx, 32> = open.iter().copied().filter(|to| allows(hex, *to)).collect();
        let barred = open.iter().find_map(|to| self.forbids_step(piece, Some(hex), *to).err());
        let away: InlineList<HexIx, 32> = steps.iter().copied().filter(quiet).collect();
        match (advance, steps.is_empty(), away.is_empty()) {
            (_, _, false) => return Ok(away),
            (false, false, true) => return Ok(steps),
            (true, false, true) => return Err(NoWay::DefendOrders),
            (true, true, true) => {
                return Err(barred.and_then(|why| self.rule_of(why)).map_or(NoWay::Friends, NoWay::Row));
            }
            (false, true, true) => {}
        }
        // Every hex is taken: the unit goes past its friends to one of the nearest free hexes.
        let mut layer = InlineList::<HexIx, 32>::from_slice(&[hex]);
        while !layer.is_empty() {
            let mut further = InlineList::new();
            for at in layer {
                let away = self.board.map.distance(enemy, at);
                let passable = |to: &HexIx| free(*to) || self.friend_in(side, *to).is_some();
                let beyond = |to: &HexIx| self.board.map.distance(enemy, *to) > away;
                let legal = |to: &HexIx| allows(at, *to);
                further.extend(self.board.map.neighbors(at).filter(beyond).filter(passable).filter(legal));
            }
            further.sort_unstable();
            further.dedup();
            let open: InlineList<HexIx, 32> = further.iter().copied().filter(|to| free(*to)).collect();
            if !open.is_empty() {
                return Ok(open);
            }
            layer = further;
        }
        Err(barred.and_then(|why| self.rule_of(why)).map_or(NoWay::NotFarther, NoWay::Row))
    }

    /// Moves the compelled unit.
    pub(crate) fn compelled_step(&mut self, unit: UnitIx, action: Action, log: &mut impl Log<Event>) {
        if let Action::Hex(hex) = action {
            log.push(Event::Moved(MovingPiece::Unit(unit), hex));
            self.come_to(MovingPiece::Unit(unit), hex, log);
        }
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::position_magnifique::CommandResult;

    use crate::event::Event;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};

    /// A Prussian brigade far from its HQ, next to a French one; another stands two hexes behind it.
    fn alone() -> Position {
        position(
            "map 12x9
            corps iii prussian at 0001 range 1 1
            prussian infantry p1 5/3 at 0605 of iii
            french infantry f1 4/2 at 0505
            french infantry f2 4/2 at 0806",
        )
    }

    /// Moves the units In Command, and rolls these dice for p1, which is Out of Command.
    fn rolled(position: Position, dice: [u16; 2]) -> Table {
        let mut table = position.moves("iii");
        table.does("pass, move p1").rolls(&dice);
        table
    }

    #[test]
    fn r12_3_units_out_of_command_move_last_and_must_roll() {
        let mut table = alone().moves("iii");
        table.refuses("move p1", "12.1");
        table.does("pass");
        assert_eq!(table.choices(""), ["move p1"]);
        table.does("move p1").rolls(&[1, 3]);
        table.logs("p1 rolls 4: it stays [12.3]");
    }

    #[test]
    fn r12_3_on_2_it_falls_back_a_hex_and_may_assault_whom_it_meets_there() {
        let mut table = rolled(alone(), [1, 1]);
        assert_eq!(table.chooser(), FRENCH);
        assert_eq!(table.choices("unit"), ["f1"], "the nearest enemy");
        table.does("unit f1");
        assert_eq!(table.chooser(), PRUSSIAN);
        assert_eq!(table.choices("hex"), ["0604", "0704", "0705"]);
        table.does("hex 0705, pass");
        assert_eq!(table.at("p1"), "0705");
        table.allows("unit f2");
        table.allows("pass");
        table.refuses("unit f1", "8.1");
    }

    #[test]
    fn r12_3_who_falls_back_upon_friends_goes_past_them() {
        let friends = "
            prussian infantry p2 5/3 at 0604
            prussian infantry p3 5/3 at 0704
            prussian infantry p4 5/3 at 0705";
        let crowd = position(&format!(
            "map 12x9
            corps iii prussian at 0001 range 1 1
            prussian infantry p1 5/3 at 0605 of iii
            french infantry f1 4/2 at 0505
            {friends}"
        ));
        let mut table = rolled(crowd, [1, 1]);
        table.does("unit f1");
        assert_eq!(table.choices("hex"), ["0603", "0703", "0804", "0805", "0806"], "its owner chooses");
        let map = &table.game.board.map;
        for hex in table.choices("hex") {
            assert_eq!(map.distance(table.hex(&hex), table.hex("0605")), 2);
            assert_eq!(map.distance(table.hex(&hex), table.hex("0505")), 3);
        }
        table.does("hex 0805");
        assert_eq!(table.at("p1"), "0805");
    }

    /// A Prussian brigade with the enemy four hexes to the south and three to the north, where these friends are.
    fn between_two(friends: &str) -> Table {
        let position = position(&format!(
            "map 12x9
            corps iii prussian at 0001 range 1 1
            prussian infantry p1 5/3 at 0605 of iii
            french infantry f1 4/2 at 0602
            french infantry f2 4/2 at 0608
            {friends}"
        ));
        rolled(position, [6, 6])
    }

    #[test]
    fn r12_3_the_enemy_may_choose_a_unit_to_which_friends_block_every_hex() {
        let mut table = between_two("prussian infantry p2 5/3 at 0604");
        assert_eq!(table.chooser(), FRENCH);
        assert_eq!(table.choices("unit"), ["f1", "f2"]);
        table.does("unit f2");
        assert_eq!(table.choices("hex"), ["0606"]);
        let mut table = between_two("prussian infantry p2 5/3 at 0604");
        table.does("unit f1");
        assert_eq!(table.at("p1"), "0605");
        table.logs("p1 stays: friends are in every hex nearer to the enemy [12.3]");
    }

    #[test]
    fn r12_3_if_every_answer_holds_it_in_place_the_enemy_is_not_asked() {
        let table = between_two("prussian infantry p2 5/3 at 0604\nprussian infantry p3 5/3 at 0606");
        assert_eq!(table.at("p1"), "0605");
        table.logs("p1 stays: friends are in every hex nearer to the enemy [12.3]");
        table.logs("Assault Combat Phase [13.1]");
    }

    #[test]
    fn r12_3_on_4_it_stays_and_may_assault() {
        let table = rolled(alone(), [1, 3]);
        assert_eq!(table.at("p1"), "0605");
        table.allows("unit f1");
        table.allows("pass");
    }

    #[test]
    fn r12_3_on_7_it_moves_with_half_its_allowance_and_may_assault() {
        let mut table = rolled(alone(), [3, 4]);
        // Half of its six points.
        table.does("hex 0604, hex 0603");
        assert!(!table.choices("hex").is_empty());
        table.does("hex 0602");
        assert_eq!(table.at("p1"), "0602");
        table.logs("Assault Combat Phase [13.1]");
        let mut table = rolled(alone(), [3, 4]);
        table.does("stop");
        table.allows("unit f1");
    }

    #[test]
    fn r12_3_on_10_it_moves_and_assaults_as_usual() {
        let mut table = rolled(alone(), [4, 6]);
        table.does("hex 0604, hex 0603, hex 0602, hex 0601");
        assert!(!table.choices("hex").is_empty());
        let mut table = rolled(alone(), [4, 6]);
        table.does("stop");
        table.allows("unit f1");
        table.allows("pass");
    }

    #[test]
    fn r12_3_on_12_it_must_assault_whom_it_faces() {
        let table = rolled(alone(), [6, 6]);
        table.logs("p1 rolls 12: it must assault [12.3]");
        // The line does not depend on the game after it, in which the assault may be over.
        let p1 = table.unit("p1");
        let line = |must| table.game.describe_event(&Event::CommandRoll(p1, 12, CommandResult::Advance, must)).text;
        assert_eq!([true, false].map(line), ["p1 rolls 12: it must assault", "p1 rolls 12: it advances"]);
        assert_eq!(table.at("p1"), "0605");
        assert_eq!(table.choices(""), ["unit f1"]);
        table.refuses("pass", "13.1");
    }

    #[test]
    fn r12_3_on_12_it_assaults_under_any_order() {
        let defending = position(
            "map 12x9
            corps iii prussian at 0001 range 1 1 defend
            prussian infantry p1 5/3 at 0605 of iii
            french infantry f1 4/2 at 0505",
        );
        let mut table = rolled(defending, [6, 6]);
        assert_eq!(table.choices(""), ["unit f1"]);
        table.does("unit f1, begin").rolls(&[3, 4]);
        table.logs("p1 assaults f1 [13.1]");
    }

    #[test]
    fn r12_3_on_12_it_advances_a_hex_toward_the_nearest_enemy() {
        let far = position(
            "map 12x9
            corps iii prussian at 0001 range 1 1
            prussian infantry p1 5/3 at 0605 of iii
            french infantry f1 4/2 at 0305
            french infantry f2 4/2 at 1105",
        );
        let mut table = rolled(far, [6, 6]);
        table.does("unit f1");
        assert_eq!(table.choices("hex"), ["0504", "0505"]);
        table.does("hex 0505");
        assert_eq!(table.at("p1"), "0505");
    }

    #[test]
    fn r12_3_of_several_nearest_enemies_the_enemy_chooses() {
        let between = position(
            "map 12x9
            corps iii prussian at 0001 range 1 1
            prussian infantry p1 5/3 at 0605 of iii
            french infantry f1 4/2 at 0405
            french infantry f2 4/2 at 0805
            french infantry f3 4/2 at 0905",
        );
        let table = rolled(between, [6, 6]);
        assert_eq!(table.chooser(), FRENCH);
        assert_eq!(table.choices("unit"), ["f1", "f2"]);
    }

    #[test]
    fn r12_3_an_advance_never_stacks() {
        let behind = position(
            "map 12x9
            corps iii prussian at 0001 range 1 1
            prussian infantry p1 5/3 at 0605 of iii
            prussian infantry p2 5/3 at 0604
            french infantry f1 4/2 at 0602",
        );
        // p2 is in the only hex that is nearer.
        assert_eq!(rolled(behind, [6, 6]).at("p1"), "0605");
    }

    #[test]
    fn r12_3_orders_bind_units_out_of_command() {
        let defending = |hex: &str| {
            position(&format!(
                "map 12x9
                corps iii prussian at 0001 range 1 1 defend
                prussian infantry p1 5/3 at 0605 of iii
                french infantry f1 4/2 at {hex}"
            ))
        };
        let mut table = rolled(defending("0405"), [4, 6]);
        table.refuses("hex 0505", "11.1");
        table.does("hex 0606");
        // It advances, but not next to the enemy.
        assert_eq!(rolled(defending("0405"), [6, 6]).at("p1"), "0605");
        let mut table = rolled(defending("0305"), [6, 6]);
        table.does("unit f1, hex 0505");
        assert_eq!(table.at("p1"), "0505");
    }

    #[test]
    fn r12_3_the_dice_may_let_cavalry_charge() {
        let horse = || {
            position(
                "map 12x9
                division 6cav prussian at 0001 range 1 1
                prussian cavalry p1 2/1 at 0305 of 6cav
                french infantry f1 4/2 at 0605
                french infantry f2 4/2 at 0905",
            )
        };
        let rolled = |dice: [u16; 2]| {
            let mut table = horse().moves("6cav");
            table.refuses("charge p1 f1", "12.1");
            table.does("pass, move p1").rolls(&dice);
            table
        };
        // 19.0: with a 6 it has 4 of its 8 points.
        let mut table = rolled([2, 4]);
        table.refuses("charge p1 f2", "12.5");
        table.does("charge p1 f1, hex 0405");
        // A charge is announced before the unit moves.
        let mut table2 = rolled([2, 4]);
        table2.does("hex 0406");
        table2.refuses("charge p1 f1", "12.1");
        table.does("hex 0505, pass, hex 0605");
        assert_eq!(table.at("p1"), "0605");
    }

    #[test]
    fn r12_3_artillery_never_assaults_even_if_told_to() {
        let guns = position(
            "map 12x9
            corps iii prussian at 0001 range 1 1
            prussian field p1 9/5 at 0605 of iii
            french infantry f1 4/2 at 0505",
        );
        let table = rolled(guns, [6, 6]);
        assert_eq!(table.at("p1"), "0605");
        table.logs_nothing_with("assaults f1");
        table.logs("Turn 2, 09:00 [8.1]");
    }

    /// `p1` must advance upon `f1`; `p2`, which faces it too, need not.
    fn ordered_to_assault(more: &str) -> Table {
        let faced = position(&format!(
            "map 12x9
            corps iii prussian at 0001 range 1 1
            prussian infantry p1 5/3 at 0605 of iii
            prussian infantry p2 5/3 at 0506 of iii
            french infantry f1 4/2 at 0505
            {more}"
        ));
        let mut table = rolled(faced, [6, 6]);
        table.does("move p2").rolls(&[1, 3]);
        table
    }

    #[test]
    fn r12_3_who_must_assault_takes_part() {
        let mut table = ordered_to_assault("");
        assert_eq!(table.choices(""), ["unit f1"]);
        table.does("unit f1");
        assert_eq!(table.choices(""), ["begin", "unit p2"], "p1 is among the attackers");
        // A unit with two adjacent enemies may leave one to others, but not both.
        let mut table = ordered_to_assault("french infantry f2 4/2 at 0704");
        assert_eq!(table.choices("unit"), ["f1", "f2"]);
        table.does("unit f1, unit p2");
        table.refuses("begin", "13.1");
        table.does("unit p1, begin").rolls(&[3, 4]);
        table.logs("p2 and p1 assault f1 [13.1]");
    }
}
