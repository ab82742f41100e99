//! 11.5 Air combat: fighters on patrol intercept a group within their reach. They fight its escorts first, then its other units,
//! one against one.

use crate::action::{Action, ActionList, RefusalCause};
use crate::event::Event;
use crate::rules::r11_air::{ALIKE, AirFight, AirGroup, AirTask};
use crate::state::{At, MegaIx, Mission, Party, UnitIx};
use crate::{Matz, rulebook as rule};
use battlewright_core::game::Log;

impl Matz {
    /// The mega-hex in which a fighter waits to intercept.
    fn patrol_of(&self, unit: UnitIx) -> Option<MegaIx> {
        match self.unit(unit).at {
            At::Patrol(mega) => Some(mega),
            _ => None,
        }
    }

    /// The fighters that can intercept `group` besides those of `chosen`: within reach, and not yet used in this player turn.
    /// Those that are alike are listed once.
    fn interceptors(&self, group: &AirGroup, chosen: &[UnitIx]) -> Party {
        let Some(at) = group.mega() else { return Party::new() };
        let reach = u16::from(self.board.rules.interception_reach);
        let patrols = self.aircraft_at(self.state.active.other(), |place| match place {
            At::Patrol(from) => self.board.mega.distance(from, at) <= reach,
            _ => false,
        });
        let free = patrols.filter(|unit| !self.unit(*unit).intercepted && !chosen.contains(unit));
        Self::distinct(free, |unit| (self.air_values(unit), self.patrol_of(unit)))
    }

    pub(crate) fn interception_options(&self, group: &AirGroup, chosen: &[UnitIx], into: &mut ActionList) {
        into.extend(self.interceptors(group, chosen).into_iter().map(Action::Engage));
        into.push(if chosen.is_empty() { Action::Pass } else { Action::Begin });
    }

    pub(crate) fn interception_refusal(&self, group: &AirGroup, chosen: &[UnitIx], unit: UnitIx) -> RefusalCause {
        let Some(from) = self.patrol_of(unit) else {
            return RefusalCause::Because(rule::AIR_SEQUENCE, "only fighters on interception missions intercept");
        };
        let reach = u16::from(self.board.rules.interception_reach);
        if self.unit(unit).intercepted {
            RefusalCause::Because(rule::AIR_COMBAT, "the fighter has tried an interception already")
        } else if group.mega().is_some_and(|at| self.board.mega.distance(from, at) > reach) {
            RefusalCause::Because(rule::AIR_COMBAT, "the group is too far away to be intercepted")
        } else if chosen.contains(&unit) {
            RefusalCause::Because(rule::AIR_COMBAT, "the fighter intercepts already")
        } else {
            RefusalCause::Because(rule::AIR_UNITS, ALIKE)
        }
    }

    /// `unit` intercepts with those of `chosen`. The combat begins when no further fighter can join them.
    pub(crate) fn intercept(&mut self, group: AirGroup, mut chosen: Party, unit: UnitIx, log: &mut impl Log<Event>) {
        chosen.push(unit);
        if self.interceptors(&group, &chosen).is_empty() {
            self.begin_air_combat(group, chosen, log);
        } else {
            self.push(AirTask::Interception { group, interceptors: chosen });
        }
    }

    /// The combat of `group` with `interceptors`; without any, it flies on.
    pub(crate) fn begin_air_combat(&mut self, group: AirGroup, interceptors: Party, log: &mut impl Log<Event>) {
        if interceptors.is_empty() {
            return self.fly_on(group);
        }
        for unit in &interceptors {
            self.unit_mut(*unit).intercepted = true;
            if let Some(mega) = group.mega() {
                log.push(Event::Intercepts(*unit, mega));
            }
        }
        // Escorts fight first, so that the enemy learns which fighters they are.
        for (unit, mission) in &group.units {
            if self.is_fighter(*unit) {
                self.reveal_mission(*unit, *mission, log);
            }
        }
        let fight = AirFight { group, interceptors, fought: Party::new(), past_escorts: false, interceptor: None };
        self.next_air_combat(fight);
    }

    /// The mission of `unit` becomes known, if it is not (11.3).
    pub(crate) fn reveal_mission(&mut self, unit: UnitIx, mission: Mission, log: &mut impl Log<Event>) {
        if !std::mem::replace(&mut self.unit_mut(unit).revealed, true) {
            log.push(Event::Revealed(unit, mission));
        }
    }

    /// The interceptors that are left.
    fn pilots<'a>(&'a self, fight: &'a AirFight) -> impl Iterator<Item = UnitIx> + use<'a> {
        fight.interceptors.iter().copied().filter(|unit| self.patrol_of(*unit).is_some())
    }

    /// The units of the group that are left and against which the interceptors fight now: the escorts, then the others.
    fn opponents<'a>(&'a self, fight: &'a AirFight) -> impl Iterator<Item = UnitIx> + use<'a> {
        fight.group.units.iter().filter_map(|(unit, mission)| {
            let is_there = matches!(self.unit(*unit).at, At::Mission { .. });
            (is_there && (*mission == Mission::Escort) != fight.past_escorts).then_some(*unit)
        })
    }

    /// The interceptors or, if one has been designated, the opponents that can fight now, those that are alike once. Each side
    /// names its own units.
    fn fighters_to_choose(&self, fight: &AirFight) -> Party {
        let is_ready = |unit: &UnitIx| !fight.fought.contains(unit);
        match fight.interceptor {
            None => Self::distinct(self.pilots(fight).filter(is_ready), |unit| {
                (self.air_values(unit), self.patrol_of(unit))
            }),
            Some(_) => {
                let mission = |unit| fight.group.units.iter().find(|(other, _)| *other == unit).map(|(_, own)| *own);
                Self::distinct(self.opponents(fight).filter(is_ready), |unit| (self.air_values(unit), mission(unit)))
            }
        }
    }

    pub(crate) fn fight_options(&self, fight: &AirFight, into: &mut ActionList) {
        into.extend(self.fighters_to_choose(fight).into_iter().map(Action::Engage));
    }

    pub(crate) fn fight_refusal(&self, fight: &AirFight, unit: UnitIx) -> RefusalCause {
        let escorted = fight.interceptor.is_some() && !fight.past_escorts;
        let is_guarded = |(other, mission): &(UnitIx, Mission)| *other == unit && *mission != Mission::Escort;
        if fight.fought.contains(&unit) {
            RefusalCause::Because(rule::AIR_COMBAT, "the air unit has fought in this round already")
        } else if escorted && fight.group.units.iter().any(is_guarded) {
            RefusalCause::Because(rule::AIR_COMBAT, "the escorts must be fought first")
        } else {
            RefusalCause::NotAsked
        }
    }

    /// `unit` is designated: an interceptor, or its opponent.
    pub(crate) fn engage(&mut self, mut fight: AirFight, unit: UnitIx) {
        match fight.interceptor {
            None => {
                fight.interceptor = Some(unit);
                self.next_air_combat(fight);
            }
            Some(interceptor) => self.push(AirTask::FightRoll { fight, pair: [interceptor, unit] }),
        }
    }

    /// The next combat of `fight`: a choice where there is one, or the dice, or the end.
    fn next_air_combat(&mut self, mut fight: AirFight) {
        if fight.interceptor.is_none() && !self.begin_pair(&mut fight) {
            return self.fly_on(fight.group);
        }
        loop {
            match (self.fighters_to_choose(&fight).as_slice(), fight.interceptor) {
                ([only], None) => fight.interceptor = Some(*only),
                ([only], Some(interceptor)) => {
                    return self.push(AirTask::FightRoll { fight, pair: [interceptor, *only] });
                }
                _ => return self.push(AirTask::Fight(fight)),
            }
        }
    }

    /// Makes `fight` ready for two more units, in a new round or against the units behind the escorts if need be. Returns
    /// `false` if it is over.
    fn begin_pair(&self, fight: &mut AirFight) -> bool {
        loop {
            if self.pilots(fight).next().is_none() {
                return false;
            }
            // Units without values in air combat on both sides would fight forever.
            let is_stuck = self.pilots(fight).chain(self.opponents(fight)).all(|unit| self.air_value(unit) == 0);
            let is_ready = |unit: UnitIx| !fight.fought.contains(&unit);
            if !is_stuck && self.pilots(fight).any(is_ready) && self.opponents(fight).any(is_ready) {
                return true;
            }
            let has_opponents = self.opponents(fight).next().is_some();
            if is_stuck || !has_opponents || !self.board.rules.air_combat_goes_on {
                if fight.past_escorts {
                    return false;
                }
                fight.past_escorts = true;
            }
            fight.fought.clear();
        }
    }

    /// Tells which units of a pair abort the mission of the other with these dice: with their own value or less.
    pub(crate) fn air_hits(&self, pair: [UnitIx; 2], dice: [u16; 2]) -> [bool; 2] {
        [0, 1].map(|n| dice[n] <= u16::from(self.air_value(pair[n])))
    }

    /// The dice of an interceptor and its opponent: each may abort the mission of the other.
    pub(crate) fn resolve_air_combat(
        &mut self,
        mut fight: AirFight,
        pair: [UnitIx; 2],
        dice: [u16; 2],
        log: &mut impl Log<Event>,
    ) {
        let [interceptor, opponent] = pair;
        log.push(Event::AirCombat(interceptor, dice[0], opponent, dice[1]));
        // An escort that has fought gives no ground support (11.6).
        if !fight.past_escorts {
            self.unit_mut(opponent).intercepted = true;
        }
        for (hit, other) in self.air_hits(pair, dice).into_iter().zip([opponent, interceptor]) {
            if hit {
                self.put(other, At::Aborted);
                log.push(Event::Aborted(other));
            }
        }
        fight.fought.extend(pair);
        fight.interceptor = None;
        self.next_air_combat(fight);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::event::Phase;
    use crate::tests::testing::{FRENCH, GERMAN, Position, Table, position};
    use battlewright_core::game::{Chance, Game as _, Turn};

    /// The German group of these launches flies into 0202, which is two mega-hexes from 0606.
    fn raid_of(position: &Position, launches: &str) -> Table {
        let mut table = position.doing(GERMAN, Phase::Air, AirTask::Phase);
        table.does(launches).does("begin, mega 0202");
        table
    }

    fn raid(units: &str, launches: &str) -> Table {
        raid_of(&position(&format!("mega 0404\n{units}")), launches)
    }

    fn places<const N: usize>(table: &Table, units: [&str; N]) -> [String; N] {
        units.map(|unit| table.at(unit))
    }

    #[test]
    fn r11_5_fighters_intercept_within_two_mega_hexes() {
        let units = "german bomber b1 2-3 drawn\nfrench fighter f1 4 patrol 0606\nfrench fighter f2 4 patrol 0508
            french fighter f3 4 drawn";
        let table = raid(units, "launch b1 bombing");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["engage f1".to_owned(), "pass".to_owned()]));
        table.refuses("engage f2", "11.5");
        table.refuses("engage f3", "11.3");
        let far = position(&format!("mega 0404\n{units}")).with(|scenario| scenario.rules.interception_reach = Some(3));
        assert_eq!(raid_of(&far, "launch b1 bombing").choices("engage"), ["f1", "f2"]);
    }

    #[test]
    fn r11_5_a_fighter_tries_one_interception_and_goes_back() {
        let mut table = raid(
            "german bomber b1 2-3 drawn\ngerman bomber b2 2-2 drawn\nfrench fighter f1 4 patrol 0606",
            "launch b1 bombing",
        );
        table.does("engage f1").rolls(&[4, 6]);
        assert_eq!(places(&table, ["b1", "f1"]), ["aborted", "patrol 0606"]);
        table.does("launch b2 bombing, begin, mega 0202");
        assert_eq!(table.chooser(), GERMAN, "nobody else can intercept");
    }

    #[test]
    fn r11_5_a_die_up_to_the_value_aborts_the_mission_of_the_other() {
        for (dice, expected) in [
            ([4, 3], ["aborted", "patrol 0606"]),
            ([5, 2], ["bombing 0202", "aborted"]),
            ([4, 2], ["aborted", "aborted"]),
        ] {
            let mut table = raid("german bomber b1 2-3 drawn\nfrench fighter f1 4 patrol 0606", "launch b1 bombing");
            table.does("engage f1").rolls(&dice);
            assert_eq!(places(&table, ["b1", "f1"]), expected, "{dice:?}");
        }
    }

    #[test]
    fn r11_5_the_combat_goes_on_until_one_side_is_gone() {
        let units = "mega 0404\ngerman bomber b1 2-3 drawn\nfrench fighter f1 4 patrol 0606";
        let mut table = raid_of(&position(units), "launch b1 bombing");
        table.does("engage f1").rolls(&[5, 3]).rolls(&[6, 6]);
        assert_eq!(table.game.turn(), Turn::Chance(Chance::Dice { count: 2, sides: 6 }));
        table.rolls(&[1, 6]);
        assert_eq!(table.at("b1"), "aborted");
        let once = position(units).with(|scenario| scenario.rules.air_combat_goes_on = Some(false));
        let mut table = raid_of(&once, "launch b1 bombing");
        table.does("engage f1").rolls(&[5, 3]);
        assert_eq!(
            (places(&table, ["b1", "f1"]), table.chooser()),
            (["bombing 0202", "patrol 0606"].map(str::to_owned), GERMAN)
        );
    }

    #[test]
    fn r11_5_the_escorts_fight_first() {
        let mut table = raid(
            "german bomber b1 2-3 drawn\ngerman fighter e1 4 drawn\ngerman fighter s1 3 drawn\nfrench fighter f1 5 patrol 0606",
            "launch b1 bombing, launch e1 escort, launch s1 support",
        );
        table.does("engage f1").rolls(&[6, 5]).rolls(&[5, 5]);
        assert_eq!(table.at("e1"), "aborted", "the pair was the only one in both rounds");
        let to_choose = (table.chooser(), table.choices("engage"));
        assert_eq!(to_choose, (GERMAN, vec!["b1".to_owned(), "s1".to_owned()]), "each side names its own units");
        table.does("engage s1").rolls(&[5, 4]).rolls(&[5, 6]);
        assert_eq!(places(&table, ["b1", "s1", "f1"]), ["aborted", "aborted", "patrol 0606"]);
    }

    #[test]
    fn r11_5_interceptors_that_lose_to_the_escorts_do_not_reach_the_others() {
        let mut table = raid(
            "german bomber b1 2-3 drawn\ngerman fighter e1 4 drawn\nfrench fighter f1 5 patrol 0606\nfrench fighter f2 3 patrol 0606",
            "launch b1 bombing, launch e1 escort",
        );
        table.does("engage f1, engage f2");
        table.refuses("engage b1", "11.5");
        table.does("engage f2").rolls(&[6, 4]);
        assert_eq!(table.at("f2"), "aborted");
        table.rolls(&[6, 1]);
        assert_eq!(places(&table, ["b1", "e1", "f1"]), ["bombing 0202", "escort 0202", "aborted"]);
        assert_eq!(table.chooser(), GERMAN);
    }

    #[test]
    fn r11_5_in_one_round_the_interceptors_fight_the_escorts_once_and_the_others_once() {
        let once = position(
            "mega 0404\ngerman bomber b1 2-3 drawn\ngerman fighter e1 4 drawn\nfrench fighter f1 5 patrol 0606",
        )
        .with(|scenario| scenario.rules.air_combat_goes_on = Some(false));
        let mut table = raid_of(&once, "launch b1 bombing, launch e1 escort");
        table.does("engage f1").rolls(&[6, 6]).rolls(&[6, 6]);
        assert_eq!(places(&table, ["b1", "e1", "f1"]), ["bombing 0202", "escort 0202", "patrol 0606"]);
        assert_eq!(table.chooser(), GERMAN);
    }

    #[test]
    fn r11_5_each_unit_fights_once_a_round() {
        let mut table = raid(
            "german bomber b1 2-3 drawn\ngerman bomber b2 1-3 drawn\nfrench fighter f1 5 patrol 0606\nfrench fighter f2 3 patrol 0606",
            "launch b1 bombing, launch b2 bombing",
        );
        table.does("engage f1, engage f2");
        assert_eq!(table.chooser(), FRENCH);
        table.does("engage f1");
        assert_eq!((table.chooser(), table.choices("engage")), (GERMAN, vec!["b1".to_owned(), "b2".to_owned()]));
        table.does("engage b2").rolls(&[6, 6]).rolls(&[6, 6]);
        assert_eq!(table.choices("engage"), ["f1", "f2"], "the second pair was the only one left; a new round");
    }

    #[test]
    fn r11_5_units_without_values_do_not_fight_forever() {
        let table = raid("german bomber b1 0-3 drawn\nfrench fighter f1 0 patrol 0606", "launch b1 bombing");
        let mut table = table;
        table.does("engage f1");
        assert_eq!((table.at("b1"), table.chooser()), ("bombing 0202".to_owned(), GERMAN));
    }
}
