//! 5.2 and 5.3: before each draw, held chits may be played; then a chit is drawn, or the turn ends.

use battlewright_schema::at_any_cost::Nation;

use crate::AtAnyCost;
use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::rules::r06_chits::ChitTask;
use crate::state::{Chit, ChitPlace};
use battlewright_core::game::{Log, Side};

impl AtAnyCost {
    /// Goes on to the Held Event Chit Phase (5.2), and then to another draw or to the end of the turn.
    pub(crate) fn next_chit(&mut self) {
        self.push(ChitTask::Next);
        self.push(ChitTask::HeldPhase);
    }

    /// The side that draws chits in this turn, and does not roll for the Fortunes of War (5.3): the Prussians in even turns.
    pub(crate) fn drawer(&self) -> Side {
        let nation = if self.state.turn.is_multiple_of(2) { Nation::Prussian } else { Nation::French };
        self.side_of_nation(nation)
    }

    /// 5.2: asks those who can play held chits; the Prussians decide who goes first if both can.
    pub(crate) fn open_held_phase(&mut self) {
        match Side::BOTH.map(|side| self.can_play_held(side)) {
            [false, false] => {}
            [true, true] => self.push(ChitTask::WhoFirst(self.side_of_nation(Nation::Prussian))),
            [true, false] => self.push_held_chits(Side::First),
            [false, true] => self.push_held_chits(Side::Second),
        }
    }

    /// Both sides may play held chits, `first` before the other.
    pub(crate) fn push_held_chits(&mut self, first: Side) {
        self.push(ChitTask::Held(first.other()));
        self.push(ChitTask::Held(first));
    }

    /// Returns `true` if `side` holds a chit that it can play in the Held Event Chit Phase.
    fn can_play_held(&self, side: Side) -> bool {
        if !self.chits_of(side).any(|chit| self.place_of(chit) == ChitPlace::Held) {
            return false;
        }
        let mut options = ActionList::new();
        self.held_phase_options(side, &mut options);
        options.iter().any(|option| *option != Action::Pass)
    }

    /// The held chits that `side` can play, and passing.
    pub(crate) fn held_options(&self, side: Side, into: &mut ActionList) {
        self.held_phase_options(side, into);
        if !into.contains(&Action::Pass) {
            into.push(Action::Pass);
        }
    }

    /// 5.3: the chit that was drawn as number `pick`.
    pub(crate) fn draw(&mut self, pick: u16, log: &mut impl Log<Event>) {
        self.next_chit();
        self.clear_records();
        let Some(chit) = self.state.cup.draw(pick) else { return };
        let fortune = self.state.fortune.take();
        match chit {
            Chit::Activation(formation) => self.draw_formation(formation, fortune, log),
            Chit::Event(chit) => self.draw_event(chit, fortune, log),
            // Known only to the game itself: what follows cannot be foreseen.
            Chit::Unknown(_) => {
                if let Some(fortune) = fortune {
                    self.discard(fortune.chit);
                }
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::stage::Part;
    use crate::state::{ActivatedUnits, ChitIx, Fortune};
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, guns, two_corps};
    use battlewright_core::game::{Chance, Game as _, Turn};
    use battlewright_core::kit::tasks::TaskStack as _;

    fn is_draw(table: &Table) -> bool {
        table.game.state.stack.last() == Some(&ChitTask::Draw.into())
    }

    #[test]
    fn r5_2_without_held_chits_nobody_is_asked() {
        assert!(is_draw(&two_corps("").table()));
    }

    #[test]
    fn r5_2_whoever_holds_a_chit_may_play_it_before_each_draw() {
        let mut table = guns("holds prussian krupps-guns").table();
        assert_eq!(table.chooser(), PRUSSIAN);
        assert!(table.choices("").contains(&"chit-0 fire p1 f1".to_owned()));
        table.does("pass");
        assert!(is_draw(&table));
        assert_eq!(table.game.place_of(ChitIx(0)), ChitPlace::Held, "it is kept for later");
        table.draws("french").orders("march");
        while table.game.activation().is_some() {
            table.does("pass");
        }
        assert_eq!((table.chooser(), table.game.part()), (PRUSSIAN, Some(Part::HeldChits)));
    }

    #[test]
    fn r5_2_a_chit_is_played_once_and_resolved_before_the_draw() {
        let mut table = guns("holds prussian krupps-guns").table();
        table.does("chit-0 fire p1 f1");
        assert_eq!(table.game.place_of(ChitIx(0)), ChitPlace::Used);
        assert!(!is_draw(&table), "the fire comes first");
        table.rolls(&[1, 2]);
        assert!(is_draw(&table));
    }

    #[test]
    fn r5_2_several_held_chits_can_be_played_in_one_phase() {
        let mut table = guns(
            "prussian field p2 6/3 at 0306
            holds prussian krupps-guns
            holds prussian krupps-guns",
        )
        .table();
        table.does("chit-0 fire p1 f1").rolls(&[1, 2]);
        assert_eq!(table.chooser(), PRUSSIAN);
        table.refuses("chit-1 fire p1 f1", "5.2");
        table.does("chit-1 fire p2 f1").rolls(&[1, 2]);
        assert!(is_draw(&table));
    }

    #[test]
    fn r5_2_the_prussians_decide_who_goes_first_if_both_can_play() {
        for (decision, first) in [("begin", PRUSSIAN), ("pass", FRENCH)] {
            let mut table = guns("holds prussian krupps-guns\nholds french beaten-zone").table();
            assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["begin".to_owned(), "pass".to_owned()]));
            table.does(decision);
            assert_eq!(table.chooser(), first);
            table.does("pass");
            assert_eq!(table.chooser(), first.other());
            table.does("pass");
            assert!(is_draw(&table));
        }
    }

    #[test]
    fn r5_2_chits_that_cannot_be_played_now_do_not_ask_who_goes_first() {
        let table = guns("holds prussian krupps-guns\nholds french battlefield-conditions").table();
        assert_eq!(table.chooser(), PRUSSIAN);
        assert!(table.choices("").contains(&"chit-0 fire p1 f1".to_owned()));
    }

    #[test]
    fn r5_2_after_the_last_chit_held_chits_can_be_played_before_the_turn_ends() {
        let mut table = guns("holds prussian krupps-guns").cup();
        table.game.state.cup.fill([Chit::Activation(table.formation("french"))]);
        table.draws("french").orders("march");
        while table.game.activation().is_some() {
            table.does("pass");
        }
        assert!(table.game.state.cup.is_empty());
        assert_eq!((table.chooser(), table.game.state.turn), (PRUSSIAN, 1));
        table.does("pass");
        assert_eq!(table.game.state.turn, 2, "the End Turn Phase is over");
        assert_eq!(table.game.place_of(ChitIx(0)), ChitPlace::Cup, "a chit that was held past it is lost (r8)");
    }

    #[test]
    fn r5_3_the_prussians_draw_in_even_turns_and_the_french_in_odd_ones() {
        let drawer = |turn: &str| two_corps(turn).table().game.drawer();
        assert_eq!((drawer("turn 1 of 9"), drawer("turn 2 of 9"), drawer("turn 3 of 9")), (FRENCH, PRUSSIAN, FRENCH));
    }

    #[test]
    fn r5_3_a_drawn_activation_chit_activates_its_formation() {
        let mut table = two_corps("").cup();
        let ii = table.formation("ii");
        table.draws("ii");
        let activation = table.game.activation().expect("II Corps is activated");
        assert_eq!((activation.who, activation.side), (ActivatedUnits::Formation(ii), FRENCH));
        assert!(table.game.hq(ii).activated && !table.game.hq(table.formation("x")).activated);
        assert_eq!(*table.game.state.cup, [Chit::Activation(table.formation("x"))]);
    }

    #[test]
    fn r5_3_a_drawn_event_chit_is_for_its_owner_whoever_draws() {
        for (event, owner) in [("krupps-guns", PRUSSIAN), ("beaten-zone", FRENCH)] {
            let side = if owner == FRENCH { "french" } else { "prussian" };
            let mut table = two_corps(&format!("chit {side} {event}")).cup();
            table.draws(event);
            assert_eq!(table.chooser(), owner);
        }
    }

    #[test]
    fn r5_3_a_draw_that_a_viewer_does_not_know_leads_to_nothing_foreseeable() {
        let mut table = two_corps("chit prussian krupps-guns\nholds prussian fortunes-of-war").cup();
        table.game.state.cup.exchange(|chit| {
            if *chit == Chit::Event(ChitIx(0)) {
                *chit = Chit::Unknown(PRUSSIAN);
            }
        });
        table.game.put_chit(ChitIx(0), ChitPlace::Hidden);
        table.game.state.fortune = Some(Fortune { chit: ChitIx(1), enhances: true });
        table.rolls(&[2]);
        assert!(is_draw(&table));
        assert_eq!((table.game.state.cup.len(), table.game.state.fortune), (2, None));
    }

    #[test]
    fn r3_12_the_cup_is_asked_for_as_many_numbers_as_there_are_chits() {
        let table = two_corps("chit prussian krupps-guns").cup();
        assert_eq!(table.game.turn(), Turn::Chance(Chance::Draw { from: 3 }));
    }
}
