//! Secrets: air draws, missions, the support of a combat, and attachments are hidden from the enemy until the text reveals them.

use crate::Matz;
use crate::event::Phase;
use crate::rules::r02_sequence::SequenceTask;
use crate::rules::r07_combat::{Combat, CombatTask};
use crate::rules::r08_1_barrage::BarrageTask;
use crate::rules::r11_air::{AirGroup, AirTask};
use crate::state::{At, FormationIx, Mission, Party, Task, UnitIx};
use battlewright_core::game::{Chance, Side, Viewer};
use battlewright_core::play::Dice;

impl Matz {
    /// The game in the view of `viewer`.
    pub(crate) fn hiding_secrets(&self, viewer: Viewer) -> Self {
        let mut seen = self.clone();
        for side in self.sides_unknown_to(viewer) {
            seen.state.view_of = seen.state.view_of.without(side);
            self.hide_secrets_of(side, &mut seen);
        }
        seen
    }

    /// Takes the secrets of `side` out of `seen`, a copy of this game.
    fn hide_secrets_of(&self, side: Side, seen: &mut Self) {
        for unit in self.board.aircraft(side) {
            seen.unit_mut(*unit).at = self.known_place(*unit);
        }
        for unit in self.board.ground_units(side) {
            seen.unit_mut(*unit).attached = self.known_attachment(*unit);
        }
        for task in &mut seen.state.stack {
            match task {
                Task::Air(air) => self.hide_in_air(side, air),
                Task::Barrage(BarrageTask::Plan { units, .. }) if self.state.active == side => {
                    let is_known = |unit: &UnitIx| !self.board.unit(*unit).arm.flies() || self.unit(*unit).revealed;
                    *units = units.iter().copied().filter(is_known).collect();
                }
                Task::Combat(task) => {
                    if let Some(combat) = sealed_support(task) {
                        combat.support[usize::from(self.state.active != side)].clear();
                    }
                }
                _ => {}
            }
        }
    }

    /// Returns `true` if a side may have secrets that `viewer` does not know and that this copy of the game still holds.
    pub(crate) fn hides_from(&self, viewer: Viewer) -> bool {
        self.sides_unknown_to(viewer).any(|side| !self.is_unseen(side))
    }

    /// The sides that may have secrets which `viewer` does not know.
    fn sides_unknown_to(&self, viewer: Viewer) -> impl Iterator<Item = Side> + use<'_> {
        Side::BOTH.into_iter().filter(move |side| !viewer.knows(*side) && self.has_secrets(*side))
    }

    /// Returns `true` if `side` may have secrets. It does not depend on them, so that nothing follows from it.
    fn has_secrets(&self, side: Side) -> bool {
        let is_seal = |task: &Task| matches!(task, Task::Combat(task) if is_sealed(task));
        self.has_air_war() && !self.board.aircraft(side).is_empty()
            || self.board.ground_units(side).iter().any(|unit| self.is_army_tank(*unit))
            || self.board.reserves.iter().any(|reserve| reserve.side == side && reserve.attach.is_none())
            || self.state.stack.iter().any(is_seal)
    }

    /// The place of an air unit as far as the enemy knows it: it does not see which units have been drawn, but for those that
    /// have been on the map in this turn (11.3).
    fn known_place(&self, unit: UnitIx) -> At {
        match self.unit(unit).at {
            At::Drawn if !self.unit(unit).seen => At::Pot,
            At::Mission { mission, mega } => At::Mission { mission: self.known_mission(unit, mission), mega },
            at => at,
        }
    }

    /// The mission of an air unit as far as the enemy knows it.
    fn known_mission(&self, unit: UnitIx, mission: Mission) -> Mission {
        if self.unit(unit).revealed { mission } else { Mission::Secret }
    }

    /// The attachment of a ground unit as far as the enemy knows it: the one at the start, or that of a reserve which has no
    /// choice of a corps.
    fn known_attachment(&self, unit: UnitIx) -> Option<FormationIx> {
        let attached = self.unit(unit).attached;
        let is_given = self.board.reserves.iter().zip(&self.state.called).any(|(facts, called)| {
            *called && facts.attach == attached && facts.units.iter().any(|(own, _)| *own == unit)
        });
        if is_given { attached } else { self.board.unit(unit).attached }
    }

    /// Takes the secrets of `enemy` out of a task in the air.
    fn hide_in_air(&self, enemy: Side, task: &mut AirTask) {
        let flies = self.state.active == enemy;
        match task {
            // The number of units is secret.
            AirTask::Draw { side, left } if *side == enemy => *left = 1,
            AirTask::Patrol(unit) if self.unit_side(*unit) == enemy => *task = AirTask::Patrols(enemy),
            // What has not entered the map is secret.
            AirTask::Assemble(_) if flies => *task = AirTask::Phase,
            AirTask::Fly(group) if flies && group.way.is_empty() => *task = AirTask::Phase,
            AirTask::Fly(group) | AirTask::Interception { group, .. } if flies => self.hide_missions(group),
            AirTask::Fight(fight) | AirTask::FightRoll { fight, .. } if flies => self.hide_missions(&mut fight.group),
            _ => {}
        }
    }

    fn hide_missions(&self, group: &mut AirGroup) {
        for (unit, mission) in &mut group.units {
            *mission = self.known_mission(*unit, *mission);
        }
    }

    /// This view of `side` with secrets of the enemy that agree with it, drawn at random.
    pub(crate) fn imagined(&self, side: Side, dice: &mut Dice) -> Self {
        let mut whole = self.clone();
        let enemy = side.other();
        whole.state.view_of = Viewer::All;
        whole.imagine_missions(enemy, dice);
        whole.imagine_draw(enemy, dice);
        whole.imagine_attachments(enemy, dice);
        whole.imagine_support(enemy, dice);
        whole
    }

    fn imagine_missions(&mut self, enemy: Side, dice: &mut Dice) {
        for number in 0..self.board.aircraft(enemy).len() {
            let unit = self.board.aircraft(enemy)[number];
            let At::Mission { mission: Mission::Secret, mega } = self.unit(unit).at else { continue };
            let mut missions: Vec<Mission> = self.missions_of(unit).collect();
            if missions.iter().any(|mission| self.forbids_mission(unit, *mission).is_ok()) {
                missions.retain(|mission| self.forbids_mission(unit, *mission).is_ok());
            }
            let Some(mission) = one_of(&missions, dice) else { continue };
            self.put(unit, At::Mission { mission, mega });
            for task in &mut self.state.stack {
                let group = match task {
                    Task::Air(AirTask::Fly(group) | AirTask::Interception { group, .. }) => group,
                    Task::Air(AirTask::Fight(fight) | AirTask::FightRoll { fight, .. }) => &mut fight.group,
                    _ => continue,
                };
                group.units.iter_mut().filter(|(other, _)| *other == unit).for_each(|(_, known)| *known = mission);
            }
        }
    }

    /// The number of units of `enemy` is rolled, and those that have not been seen in this turn are drawn from the pot.
    fn imagine_draw(&mut self, enemy: Side, dice: &mut Dice) {
        let is_before = |task: &Task| {
            matches!(task, Task::Sequence(SequenceTask::BeginTurn | SequenceTask::Interphase(Side::First)))
                || *task == Task::Air(AirTask::CountRoll(enemy))
        };
        let phase = self.state.phase;
        let is_after = matches!(phase, Phase::Setup | Phase::Administration);
        if !self.has_air_war() || is_after || self.state.stack.iter().any(is_before) {
            return;
        }
        let total: u16 = dice.roll(Chance::Dice { count: 2, sides: 6 }).iter().sum();
        let known = self.aircraft_at(enemy, |at| at != At::Pot).count();
        let more = usize::from(self.air_count(enemy, total)).saturating_sub(known);
        for task in &mut self.state.stack {
            if let Task::Air(AirTask::Draw { side, left }) = task
                && *side == enemy
            {
                *left = u8::try_from(more).unwrap_or(u8::MAX).max(1);
                return;
            }
        }
        for _ in 0..more {
            let pot: Vec<UnitIx> = self.pot(enemy).collect();
            let Some(unit) = one_of(&pot, dice) else { return };
            self.put(unit, At::Drawn);
        }
    }

    /// Each tank unit of an army is with it or with one of the corps, and each reserve that has been called up with one of them.
    fn imagine_attachments(&mut self, enemy: Side, dice: &mut Dice) {
        let corps: Vec<FormationIx> = self.corps_of(enemy).collect();
        let tanks: Vec<UnitIx> =
            self.board.ground_units(enemy).iter().copied().filter(|unit| self.is_army_tank(*unit)).collect();
        for unit in tanks {
            let state = self.unit(unit);
            // Only what has been attached can be out of command (6.1).
            let stays = !state.out_of_command && dice.pick(Chance::Draw { from: 2 }) == 0;
            if state.attached.is_none() && !stays {
                self.unit_mut(unit).attached = one_of(&corps, dice);
            }
        }
        for number in 0..self.board.reserves.len() {
            let facts = &self.board.reserves[number];
            if facts.side != enemy || facts.attach.is_some() || !self.state.called[number] {
                continue;
            }
            let attached = one_of(&corps, dice);
            let units: Vec<UnitIx> = facts.units.iter().map(|(unit, _)| *unit).collect();
            for unit in units {
                self.unit_mut(unit).attached = attached;
            }
        }
    }

    /// `enemy` has committed each of its units to a combat or not, with equal chances, if the support is sealed.
    fn imagine_support(&mut self, enemy: Side, dice: &mut Dice) {
        for number in 0..self.state.stack.len() {
            let Task::Combat(task) = &self.state.stack[number] else { continue };
            let attacks = self.state.active == enemy;
            // The defender has chosen nothing while the attacker chooses.
            let has_chosen = attacks || matches!(task, CombatTask::DefenseSupport(_));
            let mut task = task.clone();
            if let Some(combat) = sealed_support(&mut task).filter(|_| has_chosen) {
                let mut passed = Party::new();
                loop {
                    let free = if attacks { self.attack_support(combat) } else { self.defense_support(combat) };
                    let Some(unit) = free.into_iter().find(|unit| !passed.contains(unit)) else { break };
                    passed.push(unit);
                    if dice.pick(Chance::Draw { from: 2 }) == 1 {
                        combat.support[usize::from(!attacks)].push(unit);
                    }
                }
                self.state.stack[number] = task.into();
            }
        }
    }

    /// Returns `true` if this is a view without the secrets of `side`.
    pub(crate) fn is_unseen(&self, side: Side) -> bool {
        !self.state.view_of.knows(side)
    }
}

/// Returns `true` while the support of a combat is secret (7.4).
fn is_sealed(task: &CombatTask) -> bool {
    matches!(task, CombatTask::AttackSupport(_) | CombatTask::DefenseSupport(_))
}

/// The combat of `task`, while its support is secret (7.4).
fn sealed_support(task: &mut CombatTask) -> Option<&mut Combat> {
    match task {
        CombatTask::AttackSupport(combat) | CombatTask::DefenseSupport(combat) => Some(combat),
        _ => None,
    }
}

/// One of `things`, all of them with the same chance.
fn one_of<T: Copy>(things: &[T], dice: &mut Dice) -> Option<T> {
    let from = u16::try_from(things.len()).ok().filter(|from| *from > 0)?;
    things.get(usize::from(dice.pick(Chance::Draw { from }))).copied()
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{FRENCH, GERMAN, Table, position};
    use battlewright_core::game::{Game as _, Turn};
    use battlewright_core::kit::tasks::TaskStack;

    const AIRCRAFT: &str = "mega 0404
        german bomber b1 2-3 drawn\ngerman bomber b2 2-3 drawn\ngerman fighter c1 4 drawn\ngerman fighter c2 4
        french fighter f1 4 patrol 0606\nfrench fighter f2 3 drawn";

    fn air_phase(actions: &str) -> Table {
        let mut table = position(AIRCRAFT).doing(GERMAN, Phase::Air, AirTask::Phase);
        if !actions.is_empty() {
            table.does(actions);
        }
        table
    }

    /// Asserts that the French see the same game, and the Germans do not.
    #[track_caller]
    fn only_the_germans_see(one: &Table, other: &Table) {
        assert!(one.game.seen_by(FRENCH) == other.game.seen_by(FRENCH), "the French see a difference");
        assert!(one.game.seen_by(GERMAN) != other.game.seen_by(GERMAN), "the Germans see no difference");
    }

    /// Asserts that a view is consistent: what is imagined from it looks the same, and gives the same choices.
    #[track_caller]
    fn agrees_with_what_is_imagined(table: &Table) {
        let [mut known, mut imagined] = [Vec::new(), Vec::new()];
        for side in Side::BOTH {
            let seen = table.game.seen_by(side);
            assert!(seen.seen_by(side) == seen && !seen.hides(side), "nothing is left to hide");
            for seed in 0..4 {
                let whole = seen.imagined(side, &mut Dice::new(seed));
                assert!(whole.seen_by(side) == seen, "{side:?} would see something else");
                let strangers = |game: &Matz| {
                    let enemy = side.other();
                    game.aircraft_at(enemy, |at| matches!(at, At::Mission { mission: Mission::Secret, .. })).count()
                };
                assert_eq!(strangers(&whole), 0, "every mission is imagined");
                if table.game.turn() == Turn::Choose(side) {
                    seen.actions(&mut known);
                    whole.actions(&mut imagined);
                    assert_eq!(known, imagined);
                    table.game.actions(&mut imagined);
                    assert_eq!(known, imagined, "the view of {side:?} has other choices");
                }
            }
        }
    }

    #[test]
    fn r11_3_the_draws_are_secret() {
        let table = air_phase("");
        let [german, french] = [GERMAN, FRENCH].map(|side| table.game.seen_by(side));
        let place = |game: &Matz, unit| game.unit(table.unit(unit)).at;
        assert_eq!([place(&german, "b1"), place(&german, "f2")], [At::Drawn, At::Pot]);
        assert_eq!([place(&french, "b1"), place(&french, "f2")], [At::Pot, At::Drawn]);
        assert_eq!(place(&german, "f1"), table.game.unit(table.unit("f1")).at, "interceptors are on the map");
        let mut other = air_phase("");
        let drawn = other.unit("c2");
        other.game.put(drawn, At::Drawn);
        only_the_germans_see(&table, &other);
        agrees_with_what_is_imagined(&table);
    }

    #[test]
    fn r11_3_the_number_of_drawn_units_is_secret() {
        let draw = |left| position(AIRCRAFT).doing(GERMAN, Phase::Interphase, AirTask::Draw { side: GERMAN, left });
        only_the_germans_see(&draw(1), &draw(3));
        agrees_with_what_is_imagined(&draw(1));
    }

    #[test]
    fn r11_3_a_group_is_secret_before_it_enters_the_map() {
        only_the_germans_see(&air_phase("launch b1 bombing"), &air_phase("launch c1 escort"));
        only_the_germans_see(&air_phase("launch b1 bombing, begin"), &air_phase(""));
    }

    #[test]
    fn r11_3_missions_are_secret_until_they_are_carried_out() {
        let raid = |mission: &str| air_phase(&format!("launch b1 {mission}, launch c1 escort, begin, mega 0202"));
        let (bombing, support) = (raid("bombing"), raid("support"));
        only_the_germans_see(&bombing, &support);
        let seen = bombing.game.seen_by(FRENCH);
        for unit in ["b1", "c1"] {
            let at = seen.unit(bombing.unit(unit)).at;
            assert!(matches!(at, At::Mission { mission: Mission::Secret, .. }), "{unit}: {at:?}");
        }
        agrees_with_what_is_imagined(&bombing);
        let fights = |mut table: Table| {
            table.does("engage f1");
            agrees_with_what_is_imagined(&table);
            table.rolls(&[1, 6]);
            table
        };
        let (mut bombing, mut support) = (fights(bombing), fights(support));
        only_the_germans_see(&bombing, &support);
        for table in [&mut bombing, &mut support] {
            table.rolls(&[5, 6]).rolls(&[5, 1]);
            assert_eq!(table.at("f1"), "aborted");
            table.does("stop");
        }
        only_the_germans_see(&bombing, &support);
        let bomber = bombing.unit("b1");
        bombing.log_events(|game, log| game.reveal_mission(bomber, Mission::Bombing, log));
        let seen = bombing.game.seen_by(FRENCH);
        assert_eq!(seen.unit(bomber).at, bombing.game.unit(bomber).at);
    }

    #[test]
    fn r11_5_the_missions_of_fighters_are_known_once_they_are_intercepted() {
        let units = "mega 0404\ngerman bomber b1 2-3 drawn\ngerman fighter c1 4 drawn\nfrench fighter f1 4 patrol 0606";
        let mut table = position(units).doing(GERMAN, Phase::Air, AirTask::Phase);
        table.does("launch b1 bombing, launch c1 support, begin, mega 0202, engage f1");
        let seen = table.game.seen_by(FRENCH);
        let mission = |unit| match seen.unit(table.unit(unit)).at {
            At::Mission { mission, .. } => Some(mission),
            _ => None,
        };
        assert_eq!([mission("b1"), mission("c1")], [Some(Mission::Secret), Some(Mission::Support)]);
        assert_eq!(table.choices("engage"), ["b1", "c1"]);
        agrees_with_what_is_imagined(&table);
    }

    #[test]
    fn r11_5_the_owner_tells_bombers_apart_by_their_missions_and_the_enemy_does_not() {
        let raid = |launches: &str| air_phase(&format!("{launches}, begin, mega 0202, engage f1"));
        let mut table = raid("launch b1 bombing, launch b2 support, launch c1 support");
        assert_eq!(
            (table.chooser(), table.choices("engage")),
            (GERMAN, ["b1", "b2", "c1"].map(str::to_owned).to_vec())
        );
        only_the_germans_see(&table, &raid("launch b1 support, launch b2 bombing, launch c1 support"));
        agrees_with_what_is_imagined(&table);
        table.does("engage b1");
        agrees_with_what_is_imagined(&table);
        let alike = raid("launch b1 bombing, launch b2 bombing, launch c1 support");
        assert_eq!(alike.choices("engage"), ["b1", "c1"]);
    }

    #[test]
    fn r11_3_m66_what_was_on_the_map_earlier_in_the_turn_is_remembered() {
        let mut table = air_phase("launch b1 bombing, begin, mega 0202, pass, stop, pass");
        table.log_events(|game, _| game.land_aircraft());
        assert_eq!(["b1", "b2", "f1", "f2"].map(|unit| table.at(unit)), ["drawn"; 4]);
        let seen = |side: Side, unit: &str| table.game.seen_by(side).unit(table.unit(unit)).at;
        assert_eq!(["b1", "b2"].map(|unit| seen(FRENCH, unit)), [At::Drawn, At::Pot]);
        assert_eq!(["f1", "f2"].map(|unit| seen(GERMAN, unit)), [At::Drawn, At::Pot]);
        agrees_with_what_is_imagined(&table);
        table.log_events(|game, log| {
            game.state.stack = vec![SequenceTask::EndTurn.into()];
            game.state.turn = 1;
            TaskStack::run(game, log);
        });
        assert_eq!(table.game.seen_by(FRENCH).unit(table.unit("b1")).at, At::Pot, "the next draw is a new one");
    }

    #[test]
    fn r6_1_the_attachment_of_tanks_of_an_army_is_secret() {
        let text = "army third french\ncorps x french at 0808\ncorps y french at 0708
            french tank t1 4/3/2 at 0707 of third\nfrench infantry i1 4/2 at 0607 of x";
        let table = |corps: Option<&str>| {
            let mut table = position(text).doing(GERMAN, Phase::Air, AirTask::Phase);
            let (unit, corps) = (table.unit("t1"), corps.map(|corps| table.formation(corps)));
            table.game.unit_mut(unit).attached = corps;
            table
        };
        let (x, y) = (table(Some("x")), table(Some("y")));
        assert!(x.game.seen_by(GERMAN) == y.game.seen_by(GERMAN));
        assert!(x.game.seen_by(GERMAN) == table(None).game.seen_by(GERMAN));
        assert!(x.game.seen_by(FRENCH) != y.game.seen_by(FRENCH));
        agrees_with_what_is_imagined(&x);
        let unit = x.unit("t1");
        let view = x.game.seen_by(GERMAN);
        let imagined: Vec<_> =
            (0..40).map(|seed| view.imagined(GERMAN, &mut Dice::new(seed)).unit(unit).attached).collect();
        for attached in [None, Some(x.formation("x")), Some(x.formation("y"))] {
            assert!(imagined.contains(&attached), "{attached:?} is never imagined");
        }
    }

    #[test]
    fn r12_3_the_corps_of_a_reserve_is_secret_unless_it_is_given() {
        let text = "entry E german 0001\ncorps x german at 0808\ncorps y german at 0708\narmy ha german
            german infantry r1 4/2 of ha\ngerman infantry r2 4/2 of ha\ngerman infantry r3 4/2 of ha
            reserve open german turn 1 by E r1 r2\nreserve given german turn 1 attach x by E r3";
        let called = |corps: &str| {
            let mut table = position(text).doing(GERMAN, Phase::Air, AirTask::Phase);
            let corps = table.formation(corps);
            table.game.state.called = vec![true; 2];
            for (unit, corps) in [("r1", corps), ("r2", corps), ("r3", table.formation("x"))] {
                let unit = table.unit(unit);
                table.game.unit_mut(unit).attached = Some(corps);
            }
            table
        };
        let (x, y) = (called("x"), called("y"));
        only_the_germans_see(&x, &y);
        let seen = x.game.seen_by(FRENCH);
        let attached = |unit| seen.unit(x.unit(unit)).attached;
        assert_eq!([attached("r1"), attached("r3")], [None, Some(x.formation("x"))]);
        agrees_with_what_is_imagined(&x);
        for seed in 0..20 {
            let whole = seen.imagined(FRENCH, &mut Dice::new(seed));
            let [one, two] = ["r1", "r2"].map(|unit| whole.unit(x.unit(unit)).attached);
            assert!(one.is_some() && one == two, "a reserve goes to one corps");
        }
    }

    #[test]
    fn r7_4_the_support_of_a_combat_is_secret_until_the_die() {
        let text =
            "german infantry g1 4/2 at 0404\ngerman artillery a1 3-3 5 at 0402\ngerman artillery a2 3-3 5 at 0302
            french infantry f1 4/2 at 0405\nfrench artillery a3 3-3 5 at 0407";
        let table = |support: [&str; 2], defends: bool| {
            let mut table = position(text).doing(GERMAN, Phase::Air, AirTask::Phase);
            let units = |ids: &str| ids.split(' ').filter(|id| !id.is_empty()).map(|id| table.unit(id)).collect();
            let combat = Combat {
                targets: [table.hex("0405")].into_iter().collect(),
                attackers: [table.unit("g1")].into_iter().collect(),
                support: support.map(units),
            };
            let task = if defends { CombatTask::DefenseSupport(combat) } else { CombatTask::AttackSupport(combat) };
            table.game.state.stack = vec![task.into()];
            (table.game.state.active, table.game.state.phase) = (GERMAN, Phase::Combat);
            table
        };
        only_the_germans_see(&table(["a1", ""], false), &table(["a1 a2", ""], false));
        only_the_germans_see(&table(["", ""], true), &table(["a1 a2", ""], true));
        let (none, some) = (table(["a1", ""], true), table(["a1", "a3"], true));
        assert!(none.game.seen_by(GERMAN) == some.game.seen_by(GERMAN));
        assert!(none.game.seen_by(FRENCH) != some.game.seen_by(FRENCH));
        let seen = some.game.seen_by(FRENCH);
        let imagined = (0..40).map(|seed| {
            let whole = seen.imagined(FRENCH, &mut Dice::new(seed));
            assert!(whole.seen_by(FRENCH) == seen);
            match whole.state.stack.last() {
                Some(Task::Combat(CombatTask::DefenseSupport(combat))) => combat.support[0].to_vec(),
                other => panic!("the task is another one: {other:?}"),
            }
        });
        let imagined: Vec<Vec<UnitIx>> = imagined.collect();
        let [a1, a2] = ["a1", "a2"].map(|unit| some.unit(unit));
        for support in [vec![], vec![a1], vec![a2], vec![a1, a2]] {
            assert!(imagined.contains(&support), "{support:?} is never imagined");
        }
    }

    #[test]
    fn r11_3_the_imagined_draw_fits_the_dice_and_what_is_on_the_map() {
        let pot: String = (1..=14).map(|n| format!("french bomber f{n} 2-3\n")).collect();
        let table = position(&format!("mega 0404\n{pot}french fighter f15 4 patrol 0404\ngerman bomber b1 2-3 drawn"))
            .doing(GERMAN, Phase::Air, AirTask::Phase);
        let seen = table.game.seen_by(GERMAN);
        let counts: Vec<usize> = (0..200)
            .map(|seed| seen.imagined(GERMAN, &mut Dice::new(seed)).aircraft_at(FRENCH, |at| at == At::Drawn).count())
            .collect();
        assert_eq!((counts.iter().min(), counts.iter().max()), (Some(&3), Some(&11)), "4 to 12, less the interceptor");
        let units = "mega 0404\nfrench fighter f1 4\nfrench fighter f2 4\ngerman bomber b1 2-3";
        let before = position(units).doing(GERMAN, Phase::Interphase, SequenceTask::Interphase(GERMAN));
        let whole = before.game.seen_by(GERMAN).imagined(GERMAN, &mut Dice::new(1));
        assert_eq!(whole.pot(FRENCH).count(), 2, "nothing has been drawn yet");
    }

    #[test]
    fn r11_3_a_game_without_secrets_hides_nothing() {
        let table = position("german infantry g1 4/2 at 0404").doing(GERMAN, Phase::Air, AirTask::Phase);
        assert!(!table.game.hides(FRENCH) && table.game.seen_by(FRENCH) == table.game);
        let table = air_phase("");
        assert!(table.game.hides(FRENCH) && table.game.seen_by(FRENCH) != table.game);
    }

    /// Plays at random to the end, and looks at both views of each position. Returns the number of rolls of two dice.
    fn plays_at_random(table: &mut Table, seed: u64, longest: u32) -> usize {
        let (mut dice, mut legal, mut pairs) = (Dice::new(seed), Vec::new(), 0);
        for _ in 0..longest {
            agrees_with_what_is_imagined(table);
            match table.game.turn() {
                Turn::Chance(chance) => {
                    pairs += usize::from(chance == Chance::Dice { count: 2, sides: 6 });
                    let picks = dice.roll(chance);
                    table.game.resolve(&picks, &mut ());
                }
                Turn::Choose(_) => {
                    table.game.actions(&mut legal);
                    let action = one_of(&legal, &mut dice).expect("there is a choice");
                    table.game.apply(&action, &mut ());
                }
                Turn::Over(_) => return pairs,
            }
        }
        panic!("the game does not end");
    }

    #[test]
    fn r11_3_random_flights_end_and_each_side_sees_what_it_may_choose() {
        let more = "french fighter f3 4\nfrench fighter f4 3\nfrench bomber f5 2-3\nfrench fighter f6 4
            german bomber b3 2-2\ngerman fighter c3 5";
        let mut fights = 0;
        for seed in 0..12 {
            let mut table = position(&format!("{AIRCRAFT}\n{more}")).doing(GERMAN, Phase::Air, AirTask::Phase);
            let draw: Task = AirTask::Draw { side: FRENCH, left: 2 }.into();
            table.game.state.stack = vec![AirTask::Phase.into(), AirTask::Patrols(FRENCH).into(), draw];
            fights += plays_at_random(&mut table, seed, 2_000);
        }
        assert!(fights > 0, "nobody fought");
    }

    #[test]
    fn r2_1_in_random_games_each_side_sees_what_it_may_choose() {
        let text = "turn 1 of 2\nentry E german 0001\ncorps x german at 0402\ncorps y french at 0408\narmy third french
            german infantry g1 4/2 at 0404 of x division A\ngerman stosstruppen g2 2 at 0404 of x division A
            german infantry g3 4/2 at 0304 of x division B\ngerman artillery g4 4-3 5 at 0403 of x
            german infantry g5 4/2 of x\nreserve r german turn 2 by E g5
            french infantry t1 4/2 at 0405 of y\nfrench tank t2 4/3/2 at 0406 of third\nfrench artillery t3 3-3 5 at 0407 of y
            french infantry t4 4/2 at 0305 of y";
        for seed in 0..2 {
            plays_at_random(&mut position(&format!("{AIRCRAFT}\n{text}")).start(), seed, 3_000);
        }
    }
}
