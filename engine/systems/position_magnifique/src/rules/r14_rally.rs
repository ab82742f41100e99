//! 14.0 Rally Phase, the side listed first before the other (14.1): recovery (14.2, 14.3) and rebuilding
//! (14.4).

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::vocabulary::Lift;
use battlewright_schema::position_magnifique::{Kind, Nation};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::extra::acts::Marker;
use crate::refusal::{self, RefusalCause};
use crate::stage::{Part, TaskStage};
use crate::state::{At, MovingPiece, UnitIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// 14.2: the side recovers.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Recover(pub(crate) Side);

impl TaskFamily<PositionMagnifique> for Recover {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}: remove a marker, or pass", game.side_name(self.0)));
        TaskStage::asks(self.0, rule::RECOVERY, Some(Part::Rally))
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.recover_options(self.0, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.recover(self.0, action, log);
    }
}

/// 14.4: the side rebuilds.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Rebuild(pub(crate) Side);

impl TaskFamily<PositionMagnifique> for Rebuild {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}: rebuild a unit, or pass", game.side_name(self.0)));
        TaskStage::asks(self.0, rule::REBUILDING, Some(Part::Rally))
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.rebuild_options(self.0, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, _: &mut impl Log<Event>) {
        game.rebuild(self.0, action);
    }
}

/// 14.4: the dice to rebuild the unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RebuildRoll(pub(crate) UnitIx);

impl TaskFamily<PositionMagnifique> for RebuildRoll {
    fn stage(&self, _: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("Roll to rebuild the unit"));
        TaskStage::rolls(2, rule::REBUILDING, Some(Part::Rally))
    }

    fn resolve(self, game: &mut PositionMagnifique, picks: &[u16], log: &mut impl Log<Event>) {
        if let &[a, b] = picks {
            game.roll_rebuild(self.0, [a, b], log);
        }
    }
}

/// 14.4: the choice of a hex for the rebuilt unit.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct RebuildAt(pub(crate) UnitIx);

impl TaskFamily<PositionMagnifique> for RebuildAt {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.unit_side(self.0);
        prompt(format_args!("{}: a hex for the rebuilding of {}?", game.side_name(side), game.unit_name(self.0)));
        TaskStage::asks(side, rule::REBUILDING, Some(Part::Rally)).about(MovingPiece::Unit(self.0))
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.rebuild_hexes(self.0, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.rebuild_at(self.0, action, log);
    }
}

impl PositionMagnifique {
    /// 14.2: lists the markers that the HQs of `side` may still remove, one of each kind per HQ.
    pub(crate) fn recover_options(&self, side: Side, into: &mut ActionList) {
        let ails = |unit: UnitIx| self.unit(unit).shaken || self.unit(unit).low_ammo > 0;
        for formation in self.board.all_formations() {
            if self.board.formation(formation).side != side || !self.board.units_of(formation).any(ails) {
                continue;
            }
            let range = self.command_range(formation);
            for unit in self.board.units_of(formation) {
                if self.may_rally(unit, &range).is_ok() {
                    into.push(Action::Rally(unit));
                }
                if self.may_resupply(unit, &range).is_ok() {
                    into.push(Action::Resupply(unit));
                }
            }
        }
        into.push(Action::Pass);
    }

    /// 14.2: checks whether the HQ of `unit`, with the command range `range`, may remove its Shaken marker.
    pub(crate) fn may_rally(&self, unit: UnitIx, range: &[HexIx]) -> Result<(), RefusalCause> {
        self.may_recover(unit, range)?;
        match (self.unit(unit).shaken, self.hq(self.board.unit(unit).formation).rallied.shaken) {
            (false, _) => Err(refusal::NOTHING_TO_RECOVER),
            (true, true) => Err(refusal::RALLIED_ALREADY),
            (true, false) => self.forbids_rally(unit, Marker::Shaken),
        }
    }

    /// 14.2, 14.3: checks whether the HQ of `unit`, with the command range `range`, may remove a Low Ammo marker.
    pub(crate) fn may_resupply(&self, unit: UnitIx, range: &[HexIx]) -> Result<(), RefusalCause> {
        self.may_recover(unit, range)?;
        if self.unit(unit).low_ammo == 0 {
            return Err(refusal::NOTHING_TO_RECOVER);
        }
        if self.hq(self.board.unit(unit).formation).rallied.low_ammo {
            return Err(refusal::RALLIED_ALREADY);
        }
        if !self.is_supplied(unit) && !self.is_lifted(Lift::FrenchGuns, unit) {
            return Err(refusal::FRENCH_GUNS);
        }
        self.forbids_rally(unit, Marker::LowAmmo)
    }

    /// 14.2: checks whether `unit` is in its HQ's Command Range and not next to an enemy.
    fn may_recover(&self, unit: UnitIx, range: &[HexIx]) -> Result<(), RefusalCause> {
        let Some(hex) = self.hex_of(unit) else { return Err(refusal::NOT_ON_MAP) };
        if !range.contains(&hex) {
            return Err(refusal::OUT_OF_REACH_OF_HQ);
        }
        if self.has_enemy_next_to(self.unit_side(unit), hex) {
            return Err(refusal::NEXT_TO_ENEMY);
        }
        Ok(())
    }

    /// 14.3: returns `true` for French heavy artillery, which keeps its Low Ammo markers all game, even if it is rebuilt.
    pub(crate) fn is_never_resupplied(&self, unit: UnitIx) -> bool {
        let facts = self.board.unit(unit);
        self.board.side(facts.side).nation == Nation::French && facts.kind == Kind::HeavyArtillery
    }

    /// 14.3: returns `true` if `unit` can be resupplied: French artillery only with its HQ in the same hex, French heavy
    /// artillery never.
    fn is_supplied(&self, unit: UnitIx) -> bool {
        let facts = self.board.unit(unit);
        if self.board.side(facts.side).nation != Nation::French || !facts.kind.is_artillery() {
            return true;
        }
        !self.is_never_resupplied(unit) && self.hq_hex(facts.formation) == self.hex_of(unit)
    }

    /// 14.2: removes a marker, or ends the recovery.
    pub(crate) fn recover(&mut self, side: Side, action: Action, log: &mut impl Log<Event>) {
        match action {
            Action::Rally(unit) => {
                let formation = self.board.unit(unit).formation;
                self.hq_mut(formation).rallied.shaken = true;
                self.unit_mut(unit).shaken = false;
                log.push(Event::Rallied(unit));
            }
            Action::Resupply(unit) => {
                let formation = self.board.unit(unit).formation;
                self.hq_mut(formation).rallied.low_ammo = true;
                let state = self.unit_mut(unit);
                state.low_ammo = state.low_ammo.saturating_sub(1);
                log.push(Event::Resupplied(unit));
            }
            _ => return,
        }
        self.push(Recover(side));
    }

    /// 14.4: lists the eliminated units that may be rebuilt, one per HQ.
    pub(crate) fn rebuild_options(&self, side: Side, into: &mut ActionList) {
        let units = self.board.units_of_side(side);
        into.extend(units.filter(|unit| self.may_rebuild(*unit).is_ok()).map(Action::Unit));
        into.push(Action::Pass);
    }

    /// 14.4: checks whether `unit` may be rebuilt: lost in an earlier turn, with its HQ safe and not used yet, and a free hex.
    pub(crate) fn may_rebuild(&self, unit: UnitIx) -> Result<(), RefusalCause> {
        let (formation, side) = (self.board.unit(unit).formation, self.unit_side(unit));
        match self.unit(unit).at {
            At::Eliminated(turn) if turn < self.state.turn => {}
            At::Eliminated(_) => return Err(refusal::LOST_THIS_TURN),
            _ => return Err(refusal::NOT_LOST),
        }
        let safe = self.hq_hex(formation).is_some_and(|hq| !self.has_enemy_next_to(side, hq));
        if !safe {
            return Err(refusal::HQ_UNSAFE);
        }
        if self.hq(formation).rallied.rebuilt {
            return Err(refusal::RALLIED_ALREADY);
        }
        if self.rebuild_room(unit).is_empty() {
            return Err(refusal::NO_ROOM);
        }
        self.forbids_rebuilding(unit)
    }

    /// 14.4: returns the free hexes with the HQ or next to it, without an enemy next to them, one unit to a hex.
    fn rebuild_room(&self, unit: UnitIx) -> InlineList<HexIx, 7> {
        let side = self.unit_side(unit);
        let Some(hq) = self.hq_hex(self.board.unit(unit).formation) else { return InlineList::new() };
        std::iter::once(hq)
            .chain(self.board.map.neighbors(hq))
            .filter(|hex| self.combat_unit_in(*hex).is_none() && !self.has_enemy_next_to(side, *hex))
            .collect()
    }

    /// 14.4: begins to rebuild a unit, or ends the rebuilding.
    pub(crate) fn rebuild(&mut self, side: Side, action: Action) {
        let Action::Unit(unit) = action else { return };
        self.push(Rebuild(side));
        let formation = self.board.unit(unit).formation;
        self.hq_mut(formation).rallied.rebuilt = true;
        self.push(RebuildRoll(unit));
    }

    /// 14.4: resolves the dice, with a modifier for the HQ's Command Rating, against the unit's morale at reduced strength.
    pub(crate) fn roll_rebuild(&mut self, unit: UnitIx, dice: [u16; 2], log: &mut impl Log<Event>) {
        let modifier = self.rebuilding_die(unit);
        let net = i32::from(dice[0] + dice[1]) + i32::from(modifier);
        let morale = self.printed_morale(unit, true);
        log.push(Event::RebuildRoll { unit, dice, modifier, morale });
        if net <= i32::from(morale) {
            self.push(RebuildAt(unit));
        }
    }

    /// 14.4: returns the modifier of the dice for `unit` by the Command Rating of its HQ.
    pub(crate) fn rebuilding_die(&self, unit: UnitIx) -> i8 {
        let rating = self.command_rating(self.board.unit(unit).formation);
        let rows = &self.board.rules.tables.rebuilding;
        rows.iter().find(|row| (row.from..=row.to).contains(&rating)).map_or(0, |row| row.die)
    }

    /// 14.4: lists the hexes in which a rebuilt unit may be placed.
    pub(crate) fn rebuild_hexes(&self, unit: UnitIx, into: &mut ActionList) {
        into.extend(self.rebuild_room(unit).into_iter().map(Action::Hex));
    }

    /// 14.4: places the rebuilt unit, at reduced strength.
    pub(crate) fn rebuild_at(&mut self, unit: UnitIx, action: Action, log: &mut impl Log<Event>) {
        let Action::Hex(hex) = action else { return };
        self.unit_mut(unit).reduced = true;
        log.push(Event::Rebuilt(unit, hex));
        self.enter(MovingPiece::Unit(unit), hex, log);
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::position_magnifique as file;

    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};
    use battlewright_core::game::Level;

    fn corps(more: &str) -> Position {
        position(&format!(
            "map 9x9
            turn 2 of 6
            corps ii french at 0202 range 3 5
            corps x prussian at 0702 range 5 6
            {more}"
        ))
    }

    #[test]
    fn r14_1_the_french_recover_and_rebuild_before_the_prussians() {
        let mut table = corps(
            "french infantry f1 4/2 at 0203 of ii shaken
            french infantry f2 4/2 eliminated 1 of ii
            prussian infantry p1 5/3 at 0703 of x shaken
            prussian infantry p2 5/3 eliminated 1 of x",
        )
        .turn_end();
        table.logs("Rally Phase [14.1]");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["pass".into(), "rally f1".into()]));
        table.does("pass");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["pass".into(), "unit f2".into()]));
        table.does("pass");
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["pass".into(), "rally p1".into()]));
        table.does("pass");
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["pass".into(), "unit p2".into()]));
    }

    #[test]
    fn r14_2_an_hq_removes_one_shaken_and_one_low_ammo_marker() {
        let mut table = corps(
            "french infantry f1 4/2 at 0203 of ii shaken
            french infantry f2 4/2 at 0303 of ii shaken low 2
            french infantry f3 4/2 at 0403 of ii low 1",
        )
        .turn_end();
        assert_eq!(table.choices("rally"), ["f1", "f2"]);
        assert_eq!(table.choices("resupply"), ["f2", "f3"]);
        table.does("rally f2");
        assert!(table.choices("rally").is_empty());
        table.does("resupply f2");
        assert_eq!(table.marks("f2"), "low 1", "one marker, not all of a unit");
        assert_eq!([table.marks("f1"), table.marks("f3")], ["shaken", "low 1"]);
        table.logs("Turn 3, 10:00 [8.1]");
    }

    #[test]
    fn r14_2_not_out_of_range_nor_next_to_an_enemy_nor_of_another_formation() {
        let table = corps(
            "french infantry f1 4/2 at 0203 of ii shaken
            french infantry f2 4/2 at 0209 of ii shaken
            french infantry f3 4/2 at 0304 of ii shaken
            french infantry f4 4/2 at 0201 shaken
            prussian cavalry p1 2/1 at 0404 of x",
        )
        .turn_end();
        assert_eq!(table.choices("rally"), ["f1", "f4"], "f4 by its own HQ");
        let table = corps("french infantry f2 4/2 at 0206 of ii shaken").turn_end();
        assert!(table.choices("rally").is_empty(), "four hexes away, and the range is 3");
    }

    #[test]
    fn r14_2_an_overrun_hq_helps_only_who_is_with_it() {
        let table = position(
            "map 9x9
            corps ii french at 0202 range 3 5 overrun
            french infantry f1 4/2 at 0202 of ii shaken
            french infantry f2 4/2 at 0203 of ii shaken",
        )
        .turn_end();
        assert_eq!(table.choices("rally"), ["f1"]);
    }

    #[test]
    fn r14_3_french_guns_are_resupplied_with_their_hq_and_heavy_ones_never() {
        let table = corps(
            "french field f1 4/2 at 0202 of ii low 1
            french horse f2 4/2 at 0203 of ii low 1",
        )
        .turn_end();
        assert_eq!(table.choices("resupply"), ["f1"]);
        let table = corps(
            "french heavy f1 4/2 at 0202 of ii low 1
            prussian heavy p1 4/2 at 0703 of x low 1",
        )
        .turn_end();
        assert_eq!(table.choices("resupply"), ["p1"], "nobody asks the French");
    }

    #[test]
    fn r14_3_a_french_heavy_battery_keeps_its_low_ammo_markers_when_it_is_rebuilt() {
        let rebuilt = |kind: &str| {
            let mut table = position(&format!(
                "map 9x9
                turn 2 of 6
                corps ii french at 0202 range 5 5
                french {kind} f1 4/2 at 0207 of ii low 1 reduced
                french infantry f2 4/2 at 0301 of ii"
            ))
            .set_up();
            let f1 = table.unit("f1");
            table.run(|game, log| {
                game.lose_step(f1, log);
                game.state.turn = 3;
                game.state.stack.clear();
                game.next_chit();
            });
            table.does("unit f1").rolls(&[1, 1]).does("hex 0202");
            table.marks("f1")
        };
        assert_eq!(rebuilt("heavy"), "reduced low 1");
        assert_eq!(rebuilt("field"), "reduced");
    }

    /// An eliminated French brigade is being rebuilt; these dice are rolled.
    fn rebuilt(dice: &[u16], orders: &str) -> Table {
        let mut table = position(&format!(
            "map 9x9
            turn 2 of 6
            corps ii french at 0202 range {orders}
            french infantry f1 4/2 eliminated 1 of ii
            french infantry f2 4/2 eliminated 1 of ii"
        ))
        .turn_end();
        assert_eq!(table.choices("unit"), ["f1", "f2"]);
        table.does("unit f1").rolls(dice);
        table
    }

    #[test]
    fn r14_4_two_dice_within_its_morale_bring_a_unit_back_at_reduced_strength() {
        let mut table = rebuilt(&[3, 4], "2 2");
        table.logs("Rebuilding of f1: 3 + 4 = 7 against Morale 7: it succeeds [14.4]");
        assert_eq!(table.choices("hex"), ["0101", "0102", "0201", "0202", "0203", "0301", "0302"]);
        table.does("hex 0203");
        assert_eq!((table.at("f1").as_str(), table.marks("f1").as_str()), ("0203", "reduced"));
        table.logs("Turn 3, 10:00 [8.1]");
        assert_eq!(table.at("f2"), "eliminated", "one an HQ");
        assert_eq!(rebuilt(&[4, 4], "2 2").at("f1"), "eliminated");
    }

    #[test]
    fn r14_4_the_command_rating_helps() {
        let log = |dice: &[u16], range: &str| rebuilt(dice, range).take_log();
        let line = |dice: &str, modifier: i8| {
            format!("Rebuilding of f1: {dice}, Command Rating {modifier} = 7 against Morale 7: it succeeds")
        };
        for ratings in ["3 2", "4 2"] {
            assert!(log(&[4, 4], ratings).contains(&line("4 + 4", -1)));
        }
        for ratings in ["5 2", "6 2"] {
            assert!(log(&[4, 5], ratings).contains(&line("4 + 5", -2)));
        }
        assert!(log(&[4, 5], "2 5 defend").contains(&line("4 + 5", -2)), "the side that is up");
    }

    #[test]
    fn r14_4_not_in_the_turn_of_its_loss_nor_by_an_hq_next_to_the_enemy() {
        let table = corps("french infantry f1 4/2 eliminated 2 of ii\nfrench infantry f2 4/2 at 0203 of ii").turn_end();
        table.logs("Turn 3, 10:00 [8.1]");
        let table = corps(
            "french infantry f1 4/2 eliminated 1 of ii
            prussian cavalry p1 2/1 at 0203 of x",
        )
        .turn_end();
        table.logs("Turn 3, 10:00 [8.1]");
    }

    #[test]
    fn r14_4_not_next_to_an_enemy_nor_with_a_friend() {
        let mut table = corps(
            "french infantry f1 4/2 eliminated 1 of ii
            french infantry f2 4/2 at 0202 of ii
            prussian cavalry p1 2/1 at 0204 of x",
        )
        .turn_end();
        table.does("unit f1").rolls(&[1, 1]);
        assert_eq!(table.choices("hex"), ["0101", "0102", "0201", "0301", "0302"], "0203 is next to 0204");
    }

    #[test]
    fn r16_a_unit_that_is_rebuilt_where_it_decides_ends_the_game_at_once() {
        let mut table = position(
            "map 9x9
            turn 2 of 6
            place gravelotte 0203
            corps ii french at 0202 range 3 5
            french infantry f1 4/2 eliminated 1 of ii
            prussian infantry p1 5/3 at 0707",
        )
        .with(|scenario| {
            scenario.victory.sudden.push(file::Ending {
                winner: Some("french".into()),
                level: file::VictoryLevel::Overwhelming,
                enters: vec!["0203".into()],
                ..file::Ending::default()
            });
        })
        .turn_end();
        table.does("unit f1").rolls(&[1, 1]).does("hex 0203");
        assert_eq!((table.outcome().winner, table.outcome().level), (Some(FRENCH), Level::Overwhelming));
    }

    #[test]
    fn r14_4_an_enemy_hq_in_the_hex_of_a_rebuilt_unit_is_overrun() {
        let mut table = position(
            "map 9x9
            turn 2 of 6
            corps ii french at 0202 range 3 5
            corps x prussian at 0203 range 5 6
            french infantry f1 4/2 eliminated 1 of ii
            prussian infantry p1 5/3 at 0707 of x",
        )
        .turn_end();
        table.does("unit f1").rolls(&[1, 1]).does("hex 0203");
        table.logs("HQ of x is overrun and flees to 0707 [13.10]");
    }
}
