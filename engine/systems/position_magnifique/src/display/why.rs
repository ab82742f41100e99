//! Explanations of clicks without effect.

use battlewright_schema::position_magnifique::{Event as Chance, Kind};

use crate::refusal::{self, RefusalCause};
use crate::rules::r06_setup::Deploy;
use crate::rules::r10_01_fire_phase::FirePhase;
use crate::rules::r12_06_countercharge::Contact;
use crate::rules::r14_rally::RebuildAt;
use crate::rules::r17_events::Window;
use crate::state::{
    Activation, Arrival, AssaultStage, At, Breakthrough, FireCause, Fired, Motion, Order, Retreat, Task,
};
use crate::{MovingPiece, PositionMagnifique, UnitIx, rulebook as rule};
use battlewright_core::game::{Game as _, Illegal, Side, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::no_route::{self, NoRoute};
use battlewright_core::show::{Click, Show as _};

impl PositionMagnifique {
    /// Returns the reason why `click` has no effect now.
    pub(crate) fn why_not_click(&self, click: Click) -> Illegal {
        let meant = self.meaning(click.clone()).and_then(|action| self.check(&action).err());
        let (id, cell) = click.parts();
        let piece = id.and_then(|id| self.find(id));
        let goal = cell.and_then(|cell| self.board.map.at(cell)).or_else(|| self.at(piece?).hex());
        if let Some(illegal) = goal.and_then(|goal| self.why_no_route(goal)).or(meant) {
            return illegal;
        }
        let hex = cell.and_then(|cell| self.board.map.at(cell));
        let here = hex.and_then(|hex| self.combat_unit_in(hex)).map(MovingPiece::Unit);
        let why = self.state.stack.last().and_then(|task| self.why(task, piece.or(here), hex));
        why.map_or_else(
            || {
                let asked = self.status();
                Illegal::new(asked.rule, format!("this does not answer the current question: {}", asked.prompt))
            },
            |why| why.explain(self),
        )
    }

    /// Returns the reason why the piece in motion cannot come to `goal`; `None` if no piece moves from hex to hex, and for its own
    /// hex.
    fn why_no_route(&self, goal: HexIx) -> Option<Illegal> {
        let Some(Task::Moving(motion)) = self.state.stack.last() else { return None };
        if motion.charge.is_some() || motion.hex.is_none_or(|hex| hex == goal) {
            return None;
        }
        let map = &self.board.map;
        let found = NoRoute::find(
            map,
            Motion { allowance: u16::MAX / 2, ..*motion },
            goal,
            |motion| (motion.hex, motion.spent),
            |motion, hex| self.next_motion(motion, hex),
            |motion| self.may_stop(motion),
        );
        found.refusal(map, rule::TERRAIN, goal, motion.allowance, |why| match why {
            refusal::STACKED | refusal::ENEMY => {
                let holders: Vec<String> =
                    self.ground.units(goal).map(|unit| self.log_name(MovingPiece::Unit(unit))).collect();
                no_route::held_by(map, rule::STACKING, goal, &holders)
            }
            why => why.explain(self),
        })
    }

    /// Returns the reason why `task` accepts neither this piece nor this hex.
    pub(crate) fn why(&self, task: &Task, piece: Option<MovingPiece>, hex: Option<HexIx>) -> Option<RefusalCause> {
        let asked = match self.turn() {
            Turn::Choose(side) => side,
            Turn::Over(_) => return Some(RefusalCause::Over),
            Turn::Chance(_) => return None,
        };
        // A piece stands for its hex.
        let hex = hex.or_else(|| match piece.map(|piece| self.at(piece)) {
            Some(At::Hex(hex)) => Some(hex),
            _ => None,
        });
        match (task, piece) {
            (Task::Deploy(Deploy(pieces)), _) => self.may_deploy(*pieces.last()?, hex?).err(),
            (Task::Retreat(retreat), _) => Some(self.why_not_retreat(retreat, hex?)),
            (Task::RebuildAt(RebuildAt(unit)), _) => Some(self.why_not_rebuild_at(*unit, hex?)),
            (Task::CompelledStep(_) | Task::Lure(_), _) => Some(refusal::NOT_BIDDEN),
            (Task::Breakthrough(breakthrough), piece) => Some(self.why_not_break_through(breakthrough, piece)),
            (Task::FirePhase(FirePhase(activation)), Some(piece)) => self.why_not_fire(activation, piece),
            (Task::Window(Window(side)), Some(MovingPiece::Unit(unit))) => self.why_not_free_fire(*side, unit),
            (Task::Arrival(arrival), Some(MovingPiece::Unit(unit))) => Some(self.why_not_defend(arrival, unit)),
            (Task::Contact(Contact { motion, .. }), Some(MovingPiece::Unit(unit))) => {
                Some(self.why_not_meet(motion, unit))
            }
            (Task::Compelled(_), Some(_)) => Some(refusal::NOT_NEAREST),
            (Task::Pick(_), Some(_)) => Some(refusal::NO_EVENT_HERE),
            (Task::Recover(_) | Task::Rebuild(_), Some(piece)) if self.side_of(piece) != asked => {
                Some(refusal::NOT_YOURS)
            }
            (Task::Recover(_), Some(MovingPiece::Unit(unit))) => {
                let range = self.command_range(self.board.unit(unit).formation);
                match self.may_rally(unit, &range).err() {
                    Some(refusal::NOTHING_TO_RECOVER) => self.may_resupply(unit, &range).err(),
                    why => why,
                }
            }
            (Task::Rebuild(_), Some(MovingPiece::Unit(unit))) => self.may_rebuild(unit).err(),
            (Task::Struggle(_) | Task::StruggleHit(_), Some(_)) => Some(refusal::NOT_IN_FIGHT),
            (Task::Assault(assault), Some(_)) if assault.stage != AssaultStage::Plan => Some(refusal::NOT_IN_FIGHT),
            _ => None,
        }
    }

    /// 10.1: the refusal of a click on a piece alone, which means that it fires.
    fn why_not_fire(&self, activation: &Activation, piece: MovingPiece) -> Option<RefusalCause> {
        let MovingPiece::Unit(unit) = piece else { return Some(refusal::CANNOT_FIRE) };
        if self.unit_side(unit) != activation.side {
            return Some(refusal::NOT_YOURS);
        }
        if !self.is_active(activation, unit) {
            return Some(refusal::NOT_ACTIVE);
        }
        if self.unit(unit).fired != Fired::No {
            return Some(refusal::ALREADY_DONE);
        }
        self.why_no_target(unit, FireCause::Phase)
    }

    /// Returns the reason why `unit` has no target.
    fn why_no_target(&self, unit: UnitIx, cause: FireCause) -> Option<RefusalCause> {
        let enemies = self.on_map(self.unit_side(unit).other());
        let mut refusals = enemies.map(|(enemy, _)| self.may_fire(unit, enemy, cause));
        match refusals.next() {
            // Reasons about the unit itself come before those about its targets.
            Some(Err(own @ (refusal::CANNOT_FIRE | refusal::OUT_OF_AMMO | refusal::NOT_ON_MAP))) => Some(own),
            Some(Err(_)) | None if refusals.all(|may| may.is_err()) => Some(refusal::NO_TARGET_IN_REACH),
            _ => None,
        }
    }

    /// 17.0: the refusal of free fire between two chits.
    fn why_not_free_fire(&self, side: Side, unit: UnitIx) -> Option<RefusalCause> {
        if self.unit_side(unit) != side {
            return Some(refusal::NOT_YOURS);
        }
        let events: &[Chance] = match self.board.unit(unit).kind {
            Kind::Cavalry => return Some(refusal::CANNOT_FIRE),
            Kind::Infantry => &[Chance::BeatenZone, Chance::NeedlegunFire],
            _ => &[Chance::ArtilleryBarrage, Chance::KruppGuns],
        };
        if self.held(side, events).is_empty() {
            return Some(refusal::NO_CHIT);
        }
        self.why_no_target(unit, FireCause::Free)
    }

    /// 12.4: the refusal of Defensive Fire at a unit that has come near.
    fn why_not_defend(&self, arrival: &Arrival, unit: UnitIx) -> RefusalCause {
        let near = self.hex_of(unit).is_some_and(|hex| self.board.map.distance(hex, arrival.hex) == 1);
        if self.unit_side(unit) == self.unit_side(arrival.unit) {
            refusal::NOT_YOURS
        } else if arrival.shielded {
            refusal::SHIELDED
        } else if arrival.fired.contains(&unit) {
            refusal::ALREADY_DONE
        } else if !near {
            refusal::OUT_OF_RANGE
        } else if self.is_charged(unit) {
            refusal::CHARGED
        } else {
            self.may_fire(unit, arrival.unit, FireCause::Defensive(0)).err().unwrap_or(RefusalCause::NotAsked)
        }
    }

    /// 12.6: the refusal of a countercharge.
    fn why_not_meet(&self, motion: &Motion, unit: UnitIx) -> RefusalCause {
        let facts = self.board.unit(unit);
        let near = self.hex_of(unit).zip(motion.hex).is_some_and(|(at, hex)| self.board.map.distance(at, hex) == 1);
        if facts.side == self.side_of(motion.piece) {
            refusal::NOT_YOURS
        } else if facts.kind != Kind::Cavalry || !near {
            refusal::COUNTERCHARGE_ARM
        } else if self.standing_order(facts.formation) == Order::Attack || self.unit(unit).shaken {
            refusal::COUNTERCHARGE_ORDERS
        } else {
            refusal::ALREADY_DONE
        }
    }

    /// 13.7: the refusal of a retreat to `to`.
    fn why_not_retreat(&self, retreat: &Retreat, to: HexIx) -> RefusalCause {
        let Some(hex) = self.hex_of(retreat.unit) else { return refusal::NOT_ON_MAP };
        if self.board.map.distance(hex, to) != 1 {
            return refusal::NOT_ADJACENT_HEX;
        }
        if self.friend_in(self.unit_side(retreat.unit).other(), to).is_some() {
            return refusal::ENEMY;
        }
        if let Err(why) = self.forbids_retreat(retreat.unit, hex, to) {
            return why;
        }
        let victors = || retreat.victors.iter().filter_map(|unit| self.hex_of(*unit));
        let gap = |at: HexIx| victors().map(|victor| self.board.map.distance(victor, at)).min();
        if gap(to) <= gap(hex) && gap(hex).is_some() { refusal::NOT_AWAY } else { refusal::RETREAT_PRIORITY }
    }

    /// 14.4: the refusal of a rebuilt unit in `hex`.
    fn why_not_rebuild_at(&self, unit: UnitIx, hex: HexIx) -> RefusalCause {
        let hq = self.hq_hex(self.board.unit(unit).formation);
        if hq.is_none_or(|hq| self.board.map.distance(hq, hex) > 1) {
            refusal::NOT_BY_HQ
        } else if self.combat_unit_in(hex).is_some() {
            refusal::STACKED
        } else {
            refusal::NEXT_TO_ENEMY
        }
    }

    /// 13.9: the refusal of a breakthrough by `piece`, or to a hex.
    fn why_not_break_through(&self, breakthrough: &Breakthrough, piece: Option<MovingPiece>) -> RefusalCause {
        match piece {
            Some(MovingPiece::Unit(unit)) if !breakthrough.attackers.contains(&unit) => refusal::NOT_IN_FIGHT,
            Some(MovingPiece::Unit(unit)) if self.unit(unit).shaken => refusal::TOO_SHAKEN,
            Some(MovingPiece::Unit(unit)) if self.is_held_back(unit, breakthrough.ground) => refusal::DEFEND_ORDERS,
            Some(MovingPiece::Unit(unit)) => {
                self.forbids_breakthrough(unit, breakthrough.ground).err().unwrap_or(refusal::NOT_VACANT)
            }
            _ => refusal::NOT_VACANT,
        }
    }
}

#[cfg(test)]
mod tests {
    use super::Task;
    use crate::tests::testing::{PRUSSIAN, Table, position};
    use battlewright_core::show::{Click, Show as _};

    /// Asserts the rule and the reason for which a click on this counter or hex is refused.
    #[track_caller]
    fn refused(table: &Table, at: &str, rule: &str, reason: &str) {
        let click = match at.parse::<u16>() {
            Ok(_) => Click::Cell(table.game.board.map.cell(table.hex(at))),
            Err(_) => Click::Piece(at.to_owned()),
        };
        let illegal = table.game.why_not(click);
        assert_eq!(illegal.rule.number, rule, "{illegal}");
        assert!(illegal.reason.contains(reason), "{illegal}");
    }

    #[test]
    fn r10_1_why_a_unit_does_not_fire() {
        let mut table = position(
            "map 12x9
            prussian field p1 9/5 at 0405
            prussian field p2 9/5 at 1105
            prussian field p3 9/5 at 0505 low 2
            prussian cavalry p4 3/2 at 0305
            prussian infantry p5 5/3 at 0503
            french infantry f1 4/2 at 0403",
        )
        .activate("prussian");
        refused(&table, "f1", "10.1", "belongs to the other side");
        refused(&table, "p2", "10.2", "in range and in sight");
        refused(&table, "p3", "10.8", "out of ammunition");
        refused(&table, "p4", "10.1", "only infantry and artillery fire");
        refused(&table, "prussian-hq", "10.1", "only infantry and artillery fire");
        refused(&table, "0101", "10.1", "the current question: Prussians: fire, or pass");
        table.does("fire p1 f1").rolls(&[1, 2]);
        assert_eq!(table.chooser(), PRUSSIAN);
        refused(&table, "p1", "8.1", "already acted");
    }

    #[test]
    fn r12_4_why_a_unit_does_not_fire_defensively() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 5/3 at 0405
            french infantry f1 4/2 at 0403
            french infantry f2 4/2 at 0803
            french cavalry f3 4/2 at 0503",
        )
        .moves("prussian");
        table.does("move p1, hex 0404");
        refused(&table, "f2", "10.4", "beyond");
        refused(&table, "f3", "10.1", "only infantry and artillery fire");
        refused(&table, "p1", "12.4", "belongs to the other side");
    }

    #[test]
    fn r14_2_why_a_unit_does_not_recover() {
        let mut table = position(
            "map 12x9
            corps ii french at 0101 range 3 3
            french infantry f1 4/2 at 0102 of ii shaken
            french infantry f2 4/2 at 0202 of ii
            french infantry f3 4/2 at 0808 of ii shaken
            french infantry f4 4/2 at 0302 of ii shaken
            french infantry f5 4/2 at 0103 of ii shaken
            french field f6 9/5 at 0201 of ii low 1
            corps iii french at 0108 range 3 3
            french infantry f7 4/2 at 0108 of iii shaken
            prussian infantry p1 5/3 at 0303",
        )
        .turn_end();
        refused(&table, "f2", "14.2", "no marker");
        refused(&table, "f3", "14.2", "beyond the Command Range");
        refused(&table, "f4", "14.2", "an enemy unit is next to it");
        refused(&table, "f6", "14.3", "French artillery");
        refused(&table, "p1", "14.2", "belongs to the other side");
        table.does("rally f1");
        refused(&table, "f5", "14.2", "already done this in this turn");
    }

    #[test]
    fn r14_4_why_a_unit_is_not_rebuilt() {
        let mut table = position(
            "map 12x9
            turn 3 of 6
            corps ii french at 0101 range 3 3
            corps iii french at 0808 range 3 3
            french infantry f1 4/2 at 0202 of ii
            french infantry f2 4/2 eliminated 3 of ii
            french infantry f3 4/2 eliminated 1 of iii
            french infantry f4 4/2 eliminated 1 of ii
            prussian infantry p1 5/3 at 0807",
        )
        .turn_end();
        refused(&table, "f1", "14.4", "not been eliminated");
        refused(&table, "f2", "14.4", "eliminated this turn");
        refused(&table, "f3", "14.4", "an enemy unit is next to it");
        table.does("unit f4").rolls(&[1, 1]);
        assert!(matches!(table.game.state.stack.last(), Some(Task::RebuildAt(_))), "{}", table.prompt());
        refused(&table, "0505", "14.4", "with or next to its HQ");
        refused(&table, "f1", "7.1", "another combat unit");
    }

    #[test]
    fn r13_7_why_a_unit_does_not_retreat_there() {
        let mut table = position(
            "map 12x9
            prussian infantry p1 9/5 at 0405
            french infantry f1 4/2 at 0404",
        )
        .assaults("prussian");
        table.does("unit f1, unit p1, begin").rolls(&[6, 6]);
        while !matches!(table.game.state.stack.last(), Some(Task::Retreat(_))) {
            let back = table.choices("").contains(&"fall-back".to_owned());
            table.does(if back { "fall-back" } else { "lose f1" });
        }
        assert_eq!(table.at("f1"), "0404");
        refused(&table, "0808", "12.2", "not next to");
        refused(&table, "p1", "7.1", "an enemy unit");
        refused(&table, "0504", "13.7", "not farther");
    }

    #[test]
    fn r6_1_why_a_piece_is_not_set_up_there() {
        let table = position("map 9x9\n french infantry f1 4/2 at 0202\n french infantry f2 4/2 at 0303\n prussian infantry p1 5/3 at 0606")
            .with(|scenario| {
                scenario.zone.push(battlewright_schema::position_magnifique::Zone {
                    id: "z".into(),
                    name: None,
                    hexes: ["0303", "0404", "0605"].map(Into::into).into(),
                    string: None,
                });
                (scenario.unit[0].at, scenario.unit[0].zone) = (None, Some("z".into()));
            })
            .start();
        refused(&table, "0101", "6.1", "not in the zone");
        refused(&table, "f2", "7.1", "another combat unit");
        refused(&table, "0605", "6.1", "adjacent to an enemy");
    }

    #[test]
    fn r8_1_who_is_not_asked_is_told_what_is() {
        let table = position("map 9x9\n french infantry f1 4/2 at 0202").orders("french");
        refused(&table, "f1", "11.1", "the current question: French: orders of french");
    }

    #[test]
    fn r12_2_a_refused_hex_says_what_the_whole_way_costs_or_who_holds_it() {
        let mut table = position(
            "map 12x9
            forest 0402
            prussian infantry p1 5/3 at 0405 move 3
            prussian infantry p2 5/3 at 0403
            french infantry f1 4/2 at 0203",
        )
        .moves("prussian");
        table.does("move p1");
        refused(&table, "0401", "12.2", "hex 0401 is too far: 5 of 3 MP");
        refused(&table, "0808", "12.2", "of 3 MP");
        refused(&table, "p2", "7.1", "hex 0403 is held by p2");
        refused(&table, "f1", "7.1", "hex 0203 is held by f1");
    }
}
