//! 20.0 Command Events: each side has two tracks for Event Chits. The first one brings formations or groups on earlier
//! (15.1, 15.2); the second one can cancel an event of the enemy.

use crate::rules::odds::{FACES, counted};
use crate::state::Task;
use battlewright_core::kit::odds::{case_of, one_die};
use battlewright_core::show::{Odds, OddsCase};
use std::fmt::Arguments;

use battlewright_schema::at_any_cost::{Event as Chance, Nation, TrackTable};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::board::Start;
use crate::event::Event;
use crate::rules::r05_sequence::SequenceTask;
use crate::rules::r06_chits::ChitTask;
use crate::stage::{Part, TaskStage, rolls};
use crate::state::{ActivatedUnits, Activation, At, ChitIx, ChitPlace, FormationIx, GroupIx, MovingPiece};
use crate::{AtAnyCost, rulebook as rule};
use battlewright_core::game::{Log, Rule, Side};
use battlewright_core::kit::inline_list::InlineList;

/// The track whose chits are added to a roll: the Army of the Rhine Activation Chits, or the Prussian Reinforcements.
pub(crate) const ROLL_TRACK: u8 = 0;
/// The track whose chits can cancel an event of the enemy: Bazaine's Leadership, or Prussian Aggressiveness.
pub(crate) const CANCEL_TRACK: u8 = 1;

/// The steps that a side has rolled and may still spend: on one chit, or on one group.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct TrackSteps {
    pub(crate) side: Side,
    /// The steps that are left.
    pub(crate) left: u8,
    /// The formation on whose chit the others were spent.
    pub(crate) chit: Option<FormationIx>,
    /// The group that the others were spent on.
    pub(crate) group: Option<GroupIx>,
    /// `true` if its entry has been changed.
    pub(crate) detoured: bool,
}

impl TrackSteps {
    /// So many steps of `side`, none of them spent.
    pub(crate) fn new(side: Side, left: u8) -> Self {
        Self { side, left, chit: None, group: None, detoured: false }
    }
}

/// A counter that is still to come, and when and where.
struct DueCounter {
    counter: MovingPiece,
    turn: u8,
    entry: u16,
}

impl AtAnyCost {
    /// The name of a track of `side`.
    pub(crate) fn track_name(&self, side: Side, track: u8) -> &'static str {
        match (self.nation(side), track) {
            (Nation::French, ROLL_TRACK) => "Army of the Rhine Activation Chits",
            (Nation::French, _) => "Bazaine's Leadership",
            (Nation::Prussian, ROLL_TRACK) => "Prussian Reinforcements",
            (Nation::Prussian, _) => "Prussian Aggressiveness",
        }
    }

    /// The number of chits on a track of `side`.
    pub(crate) fn chits_on_track(&self, side: Side, track: u8) -> u8 {
        self.state.tracks[side.index()].get(usize::from(track)).copied().unwrap_or(0)
    }

    /// The tracks of `side` that take another chit: the one that cancels events takes three.
    pub(crate) fn open_tracks(&self, side: Side) -> impl Iterator<Item = u8> + use<'_> {
        let limit = self.board.rules.track_limit;
        let is_open = move |track: &u8| *track == ROLL_TRACK || self.chits_on_track(side, *track) < limit;
        [ROLL_TRACK, CANCEL_TRACK].into_iter().filter(is_open)
    }

    /// 6.3: `chit` is a Command Event on this track of `side`.
    pub(crate) fn put_on_track(&mut self, chit: ChitIx, side: Side, track: u8, log: &mut impl Log<Event>) {
        if let Some(chits) = self.state.tracks[side.index()].get_mut(usize::from(track)) {
            *chits = chits.saturating_add(1);
            self.put_chit(chit, ChitPlace::Track);
            log.push(Event::OnTrack(side, track));
        }
    }

    /// The greatest die with which the enemy's track cancels `event`; 0 if nothing does.
    pub(crate) fn cancels_up_to(&self, event: Chance) -> u8 {
        self.cancels_with(event, 0)
    }

    /// The greatest die with which the enemy's track cancels `event`, with so many chits more on it; 0 if nothing does.
    pub(crate) fn cancels_with(&self, event: Chance, more: u8) -> u8 {
        let tables = &self.board.rules.tables;
        let (nation, table) = match event {
            Chance::BazainesMalaise => (Nation::French, &tables.leadership),
            Chance::PrussianAggressiveTactics => (Nation::Prussian, &tables.aggressiveness),
            _ => return 0,
        };
        let chits = self.chits_on_track(self.side_of_nation(nation), CANCEL_TRACK).saturating_add(more);
        table.0.get(usize::from(chits)).or(table.0.last()).copied().unwrap_or(0)
    }

    /// Bazaine's Malaise lies on the formation whose chit has been drawn (21.0): a die may cancel it, if there are chits on
    /// Bazaine's Leadership.
    pub(crate) fn suffer_malaise(&mut self, chit: ChitIx, activation: Activation, log: &mut impl Log<Event>) {
        if self.cancels_up_to(Chance::BazainesMalaise) > 0 {
            self.push(ChitTask::Malaise { chit, activation });
        } else {
            self.paralyze(chit, &activation, log);
        }
    }

    /// The die against Bazaine's Malaise.
    pub(crate) fn roll_malaise(&mut self, chit: ChitIx, activation: Activation, die: u16, log: &mut impl Log<Event>) {
        let is_cancelled = die <= u16::from(self.cancels_up_to(Chance::BazainesMalaise));
        log.push(Event::CancelRoll(Chance::BazainesMalaise, die, is_cancelled));
        if is_cancelled {
            self.discard(chit);
            self.push_activation(activation, log);
        } else {
            self.paralyze(chit, &activation, log);
        }
    }

    /// The formation cannot be activated in this turn.
    fn paralyze(&mut self, chit: ChitIx, activation: &Activation, log: &mut impl Log<Event>) {
        self.discard(chit);
        if let ActivatedUnits::Formation(formation) = activation.who {
            log.push(Event::Paralyzed(formation));
        }
    }

    /// The table of the first track of `side`, its name, and the rule by which the side rolls.
    pub(crate) fn track_table(&self, side: Side) -> (&TrackTable, &'static str, Rule) {
        let tables = &self.board.rules.tables;
        match self.nation(side) {
            Nation::French => (&tables.activation_chits, "Activation Chit Table", rule::FRENCH_CHITS),
            Nation::Prussian => (&tables.reinforcements, "Reinforcement Chart", rule::PRUSSIAN_GROUPS),
        }
    }

    pub(crate) fn track_roll_stage(&self, side: Side, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let (_, table, _) = self.track_table(side);
        prompt(format_args!("{}: roll on the {table}", self.board.side(side).name));
        rolls(1, rule::COMMAND_EVENTS, Part::EndTurn)
    }

    /// The steps that a die brings `side`: each chit on its first track adds 1.
    pub(crate) fn track_steps(&self, side: Side, die: u16) -> u8 {
        self.track_steps_with(side, die, 0)
    }

    /// The steps that a die brings `side` with so many chits more on its first track.
    pub(crate) fn track_steps_with(&self, side: Side, die: u16, more: u8) -> u8 {
        let total = die + u16::from(self.chits_on_track(side, ROLL_TRACK)) + u16::from(more);
        let (table, _, _) = self.track_table(side);
        table.iter().rfind(|row| u16::from(row.from) <= total).map_or(0, |row| row.steps)
    }

    /// `side` has rolled on the table of its first track.
    pub(crate) fn roll_on_track(&mut self, side: Side, die: u16, log: &mut impl Log<Event>) {
        let steps = self.track_steps(side, die);
        log.push(Event::TrackRoll(side, die, self.chits_on_track(side, ROLL_TRACK), steps));
        if steps > 0 {
            self.push(SequenceTask::SpendTrackRoll(TrackSteps::new(side, steps)));
        }
    }

    pub(crate) fn track_steps_stage(&self, steps: &TrackSteps, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let name = &self.board.side(steps.side).name;
        match self.nation(steps.side) {
            Nation::French => {
                prompt(format_args!("{name}: which Activation Chit comes a turn earlier? {} left", steps.left));
            }
            Nation::Prussian => {
                let left = steps.left;
                prompt(format_args!("{name}: which group comes a turn earlier, or by another entry? {left} left"));
            }
        }
        TaskStage::asks(steps.side, rule::COMMAND_EVENTS, Some(Part::EndTurn)).passed("No more")
    }

    /// The ways to spend a step, and passing.
    pub(crate) fn track_step_options(&self, steps: &TrackSteps, into: &mut ActionList) {
        match self.nation(steps.side) {
            Nation::French => {
                let formations = self.board.all_formations();
                let earlier = formations.filter(|formation| self.may_advance_chit(steps, *formation).is_ok());
                into.extend(earlier.map(Action::Advance));
            }
            Nation::Prussian => {
                for group in self.board.all_groups() {
                    if self.may_hurry(steps, group).is_ok() {
                        into.push(Action::Hurry(group));
                    }
                    self.detour_options(steps, group, into);
                }
            }
        }
        into.push(Action::Pass);
    }

    /// The other entries at which `group` may come.
    fn detour_options(&self, steps: &TrackSteps, group: GroupIx, into: &mut ActionList) {
        let ways = self.board.detours.iter().flat_map(|detour| detour.to.iter().map(|to| (detour.from, *to)));
        for (from, to) in ways {
            let action = Action::Detour { group, from, to };
            if self.may_detour(steps, group, from, to).is_ok() && !into.contains(&action) {
                into.push(action);
            }
        }
    }

    /// The reason why a step cannot be spent so.
    pub(crate) fn track_step_refusal(&self, steps: &TrackSteps, action: &Action) -> RefusalCause {
        let why = match (self.nation(steps.side), *action) {
            (Nation::French, Action::Advance(formation)) => self.may_advance_chit(steps, formation),
            (Nation::Prussian, Action::Hurry(group)) => self.may_hurry(steps, group),
            (Nation::Prussian, Action::Detour { group, from, to }) => self.may_detour(steps, group, from, to),
            _ => Err(RefusalCause::NotAsked),
        };
        why.err().unwrap_or(RefusalCause::NotAsked)
    }

    /// Spends a step of `steps`.
    pub(crate) fn spend_track_step(&mut self, steps: TrackSteps, action: Action, log: &mut impl Log<Event>) {
        let mut rest = TrackSteps { left: steps.left.saturating_sub(1), ..steps };
        match action {
            Action::Advance(formation) => {
                self.advance_chit(formation, log);
                rest.chit = Some(formation);
            }
            Action::Hurry(group) => {
                self.hurry(group, log);
                rest.group = Some(group);
            }
            Action::Detour { group, from, to } => {
                self.detour(group, from, to, log);
                (rest.group, rest.detoured) = (Some(group), true);
            }
            _ => return,
        }
        if rest.left > 0 {
            self.push(SequenceTask::SpendTrackRoll(rest));
        }
    }

    /// A chit can be moved to a turn after this one. A roll is for one of the chits (20.1).
    fn may_advance_chit(&self, steps: &TrackSteps, formation: FormationIx) -> Result<(), RefusalCause> {
        let turn = self.chit_turn(formation).filter(|_| self.board.formation(formation).side == steps.side);
        match turn {
            _ if steps.chit.is_some_and(|only| only != formation) => {
                Err(RefusalCause::Because(rule::COMMAND_EVENTS, "a roll is for one chit only"))
            }
            None => Err(RefusalCause::Because(rule::FRENCH_CHITS, "that formation has no chit on the track")),
            Some(turn) if turn <= self.next_turn() => {
                Err(RefusalCause::Because(rule::FRENCH_CHITS, "no chit comes sooner than in the next turn"))
            }
            Some(_) => Ok(()),
        }
    }

    /// The chit of `formation` moves a box, and with it those of the formation that enter in the turn of its box.
    fn advance_chit(&mut self, formation: FormationIx, log: &mut impl Log<Event>) {
        let Some(turn) = self.chit_turn(formation) else { return };
        let earlier = turn.saturating_sub(1);
        let counters: InlineList<MovingPiece, 32> = self.counters_of(formation).collect();
        for counter in counters {
            if let At::Due { turn: due, entry, aside } = self.at(counter)
                && due == turn
            {
                self.set_at(counter, At::Due { turn: earlier, entry, aside });
            }
        }
        self.set_chit_turn(formation, earlier, log);
    }

    fn set_chit_turn(&mut self, formation: FormationIx, turn: u8, log: &mut impl Log<Event>) {
        if let Some(chit_turn) = self.state.chit_turns.get_mut(formation.index()) {
            *chit_turn = turn;
            log.push(Event::ChitMoved(formation, turn));
        }
    }

    fn next_turn(&self) -> u8 {
        self.state.turn.saturating_add(1)
    }

    /// The HQs and units of `group`.
    pub(crate) fn counters_of_group(&self, group: GroupIx) -> impl Iterator<Item = MovingPiece> + use<'_> {
        let is_of_it = move |start: Start| matches!(start, Start::Enters { group: of, .. } if of == group);
        let hqs = self.board.all_formations().filter(move |hq| is_of_it(self.board.formation(*hq).start));
        let units = self.board.all_units().filter(move |unit| is_of_it(self.board.unit(*unit).start));
        hqs.map(MovingPiece::Hq).chain(units.map(MovingPiece::Unit))
    }

    /// Those of `group` that come in a later turn.
    fn due_of_group(&self, group: GroupIx) -> impl Iterator<Item = DueCounter> + use<'_> {
        self.counters_of_group(group).filter_map(|counter| match self.at(counter) {
            At::Due { turn, entry, .. } if turn > self.state.turn => Some(DueCounter { counter, turn, entry }),
            _ => None,
        })
    }

    /// Steps are spent on one group that is still to come.
    fn may_change(&self, steps: &TrackSteps, group: GroupIx) -> Result<(), RefusalCause> {
        let is_theirs = self.board.groups.get(group.index()).is_some_and(|facts| facts.side == steps.side);
        if !is_theirs || self.due_of_group(group).next().is_none() {
            return Err(RefusalCause::Because(
                rule::PRUSSIAN_GROUPS,
                "that is no group of this side that is still to come",
            ));
        }
        if steps.group.is_some_and(|only| only != group) {
            return Err(RefusalCause::Because(rule::PRUSSIAN_GROUPS, "a roll is for one group only"));
        }
        Ok(())
    }

    /// A group can be hurried if some of it comes later than in the next turn, and two turns in all.
    fn may_hurry(&self, steps: &TrackSteps, group: GroupIx) -> Result<(), RefusalCause> {
        self.may_change(steps, group)?;
        let hurried = self.state.hurried.get(group.index()).copied().unwrap_or(0);
        if hurried >= self.board.rules.hurry_limit {
            Err(RefusalCause::Because(rule::COMMAND_EVENTS, "this group has been hurried as often as it may be"))
        } else if self.due_of_group(group).all(|due| due.turn <= self.next_turn()) {
            Err(RefusalCause::Because(rule::PRUSSIAN_GROUPS, "no group comes sooner than in the next turn"))
        } else {
            Ok(())
        }
    }

    /// `group` comes a turn earlier. The chit of a formation is not later than its first reinforcements.
    fn hurry(&mut self, group: GroupIx, log: &mut impl Log<Event>) {
        log.push(Event::Hurried(group));
        if let Some(hurried) = self.state.hurried.get_mut(group.index()) {
            *hurried = hurried.saturating_add(1);
        }
        let next = self.next_turn();
        let later: InlineList<DueCounter, 16> = self.due_of_group(group).filter(|due| due.turn > next).collect();
        for due in later {
            let turn = due.turn - 1;
            let aside = match self.at(due.counter) {
                At::Due { aside, .. } => aside,
                _ => None,
            };
            self.set_at(due.counter, At::Due { turn, entry: due.entry, aside });
            let formation = self.formation_of(due.counter);
            if self.chit_turn(formation).is_some_and(|chit| chit > turn) {
                self.set_chit_turn(formation, turn, log);
            }
        }
    }

    /// Those of a group that wait at an entry can come by another one that the scenario names, once a roll.
    fn may_detour(&self, steps: &TrackSteps, group: GroupIx, from: u16, to: u16) -> Result<(), RefusalCause> {
        self.may_change(steps, group)?;
        if steps.detoured {
            return Err(RefusalCause::Because(rule::COMMAND_EVENTS, "a roll changes the entry of a group once"));
        }
        if !self.due_of_group(group).any(|due| due.entry == from) {
            return Err(RefusalCause::Because(rule::PRUSSIAN_GROUPS, "nothing of this group waits at that entry"));
        }
        let leads = self.board.detours.iter().any(|detour| {
            detour.from == from && detour.to.contains(&to) && detour.group.is_none_or(|only| only == group)
        });
        if leads && from != to {
            Ok(())
        } else {
            Err(RefusalCause::Because(rule::PRUSSIAN_GROUPS, "this group cannot come by that entry instead"))
        }
    }

    /// Those of `group` that wait at `from` come at `to`.
    fn detour(&mut self, group: GroupIx, from: u16, to: u16, log: &mut impl Log<Event>) {
        log.push(Event::Detoured(group, from, to));
        let there: InlineList<DueCounter, 16> = self.due_of_group(group).filter(|due| due.entry == from).collect();
        for due in there {
            self.set_at(due.counter, At::Due { turn: due.turn, entry: to, aside: None });
        }
    }

    /// The event of the enemy that the second track of `side` can cancel.
    pub(crate) fn canceled_event(&self, side: Side) -> Chance {
        match self.nation(side) {
            Nation::French => Chance::BazainesMalaise,
            Nation::Prussian => Chance::PrussianAggressiveTactics,
        }
    }

    /// The side that is about to put a chit on one of its tracks.
    pub(crate) fn track_side(&self) -> Option<Side> {
        match self.state.stack.last()? {
            Task::Chit(ChitTask::Use(chit)) => Some(self.chit(*chit).side),
            Task::Chit(ChitTask::FortuneTrack { side, .. }) => Some(*side),
            _ => None,
        }
    }

    /// The odds of a track of `side` as it is, and with another chit on it.
    pub(crate) fn track_odds(&self, side: Side, track: u8) -> Odds {
        let case = |name: &str, more: u8| self.track_case(side, track, name, more);
        Odds::new(Vec::new(), vec![case("With this chit", 1), case("Without it", 0)])
    }

    fn track_case(&self, side: Side, track: u8, name: &str, more: u8) -> OddsCase {
        if track == ROLL_TRACK {
            let (_, table, _) = self.track_table(side);
            let steps = |steps: u8| match steps {
                0 => "nothing".to_owned(),
                1 => "1 step".to_owned(),
                steps => format!("{steps} steps"),
            };
            let chits = self.chits_on_track(side, track).saturating_add(more);
            // Without a chit on the track there is no roll (15.1, 15.2).
            let rolled = (1..=FACES).map(|die| match chits {
                0 => 0,
                _ => self.track_steps_with(side, die.into(), more),
            });
            return case_of(format!("{name}: {table}"), counted(rolled.rev()), steps);
        }
        let event = self.canceled_event(side);
        let most = self.cancels_with(event, more);
        one_die(&format!("{name}: {}", event.name()), "canceled", "not canceled", most, FACES)
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};

    fn two_corps(more: &str) -> Table {
        position(&format!(
            "corps ii french at 0101 rating 4 4
            corps x prussian at 0801 rating 4 4
            french infantry f1 5/3 at 0202 of ii
            prussian infantry p1 8/4 at 0707 of x
            {more}"
        ))
        .cup()
    }

    #[test]
    fn r20_1_the_tracks_cancel_malaise_up_to_1_3_and_5_and_aggressive_tactics_up_to_2_4_and_6() {
        let up_to = |event| {
            [0, 1, 2, 3].map(|chits| {
                let table = two_corps(&format!("track french 1 {chits}\ntrack prussian 1 {chits}"));
                table.game.cancels_up_to(event)
            })
        };
        assert_eq!(up_to(Chance::BazainesMalaise), [0, 1, 3, 5]);
        assert_eq!(up_to(Chance::PrussianAggressiveTactics), [0, 2, 4, 6]);
        assert_eq!(up_to(Chance::KruppsGuns), [0; 4]);
    }

    #[test]
    fn r20_1_each_side_has_its_own_two_tracks() {
        let table = two_corps("");
        let names = |side| [ROLL_TRACK, CANCEL_TRACK].map(|track| table.game.track_name(side, track));
        assert_eq!(names(FRENCH), ["Army of the Rhine Activation Chits", "Bazaine's Leadership"]);
        assert_eq!(names(PRUSSIAN), ["Prussian Reinforcements", "Prussian Aggressiveness"]);
    }

    #[test]
    fn r20_1_three_chits_fill_the_tracks_that_cancel_and_no_number_the_others() {
        let open = |chits| {
            let table = two_corps(&format!("track french 1 {chits}\ntrack french 0 9"));
            table.game.open_tracks(FRENCH).collect::<Vec<_>>()
        };
        assert_eq!((open(2), open(3)), (vec![0, 1], vec![0]));
        let mut table = two_corps("chit prussian krupps-guns\ntrack prussian 1 3");
        table.draws("krupps-guns");
        assert_eq!(table.choices("track"), ["0"]);
    }

    /// Bazaine's Malaise, `chit-0`, lies on II Corps, whose chit is drawn; so many chits are on Bazaine's Leadership.
    fn malaise(chits: u8) -> Table {
        let mut table = two_corps(&format!("holds prussian bazaines-malaise\ntrack french 1 {chits}"));
        let ii = table.formation("ii");
        table.game.put_chit(ChitIx(0), ChitPlace::On(ii));
        table.draws("ii");
        table
    }

    fn is_draw(table: &Table) -> bool {
        table.game.state.stack.last() == Some(&ChitTask::Draw.into())
    }

    #[test]
    fn r20_1_without_chits_on_bazaines_leadership_his_malaise_takes_effect() {
        let table = malaise(0);
        assert!(is_draw(&table) && table.game.activation().is_none(), "no die, and no activation");
        assert_eq!(table.game.place_of(ChitIx(0)), ChitPlace::Used);
        assert_eq!(table.game.state.cup.len(), 1, "the Activation Chit is discarded");
    }

    #[test]
    fn r20_1_a_low_die_cancels_bazaines_malaise() {
        for (chits, die, cancels) in
            [(1, 1, true), (1, 2, false), (2, 3, true), (2, 4, false), (3, 5, true), (3, 6, false)]
        {
            let mut table = malaise(chits);
            assert_eq!(table.prompt(), "French: roll against Bazaine's Malaise");
            table.rolls(&[die]);
            assert_eq!(table.game.activation().is_some(), cancels, "{chits} chits, {die}");
            assert_eq!(is_draw(&table), !cancels, "{chits} chits, {die}");
            assert_eq!(table.game.place_of(ChitIx(0)), ChitPlace::Used);
        }
    }

    #[test]
    fn r20_1_a_formation_that_suffers_malaise_keeps_what_its_chit_brought() {
        let mut table = two_corps("holds prussian bazaines-malaise");
        let ii = table.formation("ii");
        table.game.put_chit(ChitIx(0), ChitPlace::On(ii));
        table.game.state.leader_casualty = true;
        table.draws("ii");
        assert_eq!((table.game.hq(ii).casualties, table.game.hq(ii).activated), (1, true));
    }

    #[test]
    fn r20_1_malaise_upon_another_formation_does_not_matter() {
        let mut table = two_corps("holds prussian bazaines-malaise\ncorps iii french at 0301");
        let iii = table.formation("iii");
        table.game.put_chit(ChitIx(0), ChitPlace::On(iii));
        table.draws("ii");
        assert!(table.game.activation().is_some());
        assert_eq!(table.game.place_of(ChitIx(0)), ChitPlace::On(iii));
    }

    #[test]
    fn r20_1_each_chit_adds_1_to_the_roll() {
        let table = |chits| two_corps(&format!("track french 0 {chits}\ntrack prussian 0 {chits}"));
        let least = |chits, steps| {
            let table = table(chits);
            [FRENCH, PRUSSIAN].map(|side| (1..=10).find(|die| table.game.track_steps(side, *die) >= steps))
        };
        assert_eq!([least(1, 1), least(2, 1), least(3, 1)], [[Some(7); 2], [Some(6); 2], [Some(5); 2]], "8 to 10");
        let french = [10, 9, 8].map(|die| [Some(die), None]);
        assert_eq!(
            [least(1, 2), least(2, 2), least(3, 2)],
            french,
            "11 and more; a group comes one turn earlier (15.2)"
        );
    }
}
