//! 5.1 Planning Phase: each side chooses an Event Chit for the cup, its enemy sets some of the others aside unseen, and the
//! rest goes in. Nobody knows which are aside before the turn ends, nor which one the enemy has chosen.

use crate::AtAnyCost;
use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::rules::r06_chits::ChitTask;
use crate::state::{Chit, ChitIx, ChitPlace, Task};
use battlewright_core::game::{Chance, Log, Side, Viewer};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::play::Dice;

/// Event Chits of a side.
type ChitList = InlineList<ChitIx, 16>;

impl AtAnyCost {
    /// Empties the cup, and puts the Planning Phase on the stack. A side with fewer chits than the rules count on chooses and
    /// sets aside fewer.
    pub(crate) fn plan(&mut self) {
        self.state.cup.fill([]);
        self.push(ChitTask::Fill);
        for side in [Side::Second, Side::First] {
            let left = self.set_aside_count(side);
            if left > 0 {
                self.push(ChitTask::SetAside { side, left });
            }
        }
        for side in [Side::Second, Side::First] {
            let left = self.chosen_count(side);
            if left > 0 {
                self.push(ChitTask::Choose { side, left });
            }
        }
    }

    /// The Event Chits of `side`, in the scenario's order.
    pub(crate) fn chits_of(&self, side: Side) -> impl Iterator<Item = ChitIx> + use<'_> {
        (0..).map(ChitIx).zip(&self.board.chits).filter(move |(_, facts)| facts.side == side).map(|(chit, _)| chit)
    }

    /// The Event Chits of `side` in `place`.
    fn chits_in(&self, side: Side, place: ChitPlace) -> impl Iterator<Item = ChitIx> + use<'_> {
        self.chits_of(side).filter(move |chit| self.place_of(*chit) == place)
    }

    /// The place of `chit`.
    pub(crate) fn place_of(&self, chit: ChitIx) -> ChitPlace {
        self.state.chits.get(chit.index()).copied().unwrap_or(ChitPlace::Used)
    }

    /// Puts `chit` to `place`, and nothing else.
    pub(crate) fn put_chit(&mut self, chit: ChitIx, place: ChitPlace) {
        if let Some(was) = self.state.chits.get_mut(chit.index()) {
            *was = place;
        }
    }

    /// The number of chits that `side` chooses.
    fn chosen_count(&self, side: Side) -> u8 {
        let rest = self.chits_of(side).count();
        u8::try_from(rest).unwrap_or(u8::MAX).min(self.board.rules.chosen_chits)
    }

    /// The number of chits of `side` that are set aside.
    fn set_aside_count(&self, side: Side) -> u8 {
        let rest = self.chits_of(side).count().saturating_sub(usize::from(self.chosen_count(side)));
        u8::try_from(rest).unwrap_or(u8::MAX).min(self.board.rules.set_aside_chits)
    }

    /// The number of chits in the hand of `side` while so many are `left` to be set aside, known or not.
    pub(crate) fn hand_size(&self, side: Side, left: u8) -> usize {
        let taken = usize::from(self.chosen_count(side)) + usize::from(self.set_aside_count(side));
        (self.chits_of(side).count() + usize::from(left)).saturating_sub(taken)
    }

    /// Returns `true` if `side`, which still chooses `left` chits, has no others: there is nothing to decide.
    pub(crate) fn must_choose_all(&self, side: Side, left: u8) -> bool {
        left == 0 || self.chits_of(side).count() <= usize::from(self.board.rules.chosen_chits)
    }

    /// The chits that `side` can choose.
    pub(crate) fn choose_options(&self, side: Side, into: &mut ActionList) {
        into.extend(self.chits_in(side, ChitPlace::Hand).map(Action::Chit));
    }

    /// `side` puts `chit` into the cup in secret, and `left` of them counting this one.
    pub(crate) fn choose_for_cup(&mut self, side: Side, left: u8, chit: ChitIx, log: &mut impl Log<Event>) {
        self.put_chit(chit, ChitPlace::Chosen);
        self.state.cup.put(Chit::Event(chit));
        log.push(Event::ChoseChit(side));
        if left > 1 {
            self.push(ChitTask::Choose { side, left: left - 1 });
        }
    }

    /// `side` puts all its chits into the cup, as it has no more than it may choose.
    pub(crate) fn choose_all(&mut self, side: Side, log: &mut impl Log<Event>) {
        let hand: ChitList = self.chits_in(side, ChitPlace::Hand).collect();
        for chit in hand {
            self.choose_for_cup(side, 1, chit, log);
        }
    }

    /// The chit of `side` that was drawn as number `pick` of its hand is set aside; nobody learns which one it is.
    pub(crate) fn set_aside(&mut self, side: Side, left: u8, pick: u16, log: &mut impl Log<Event>) {
        let drawn = self.chits_in(side, ChitPlace::Hand).nth(pick.into());
        if let Some(chit) = drawn {
            self.put_chit(chit, ChitPlace::Aside);
        }
        if left > 1 {
            self.push(ChitTask::SetAside { side, left: left - 1 });
        } else {
            log.push(Event::SetAside(side, self.set_aside_count(side)));
        }
    }

    /// The rest of the Event Chits goes into the cup, and the Activation Chits that are available (6.1).
    pub(crate) fn fill_cup(&mut self) {
        for formation in self.board.all_formations() {
            if self.has_chit_in_turn(formation) {
                self.state.cup.put(Chit::Activation(formation));
            }
        }
        for side in Side::BOTH {
            let hand: ChitList = self.chits_in(side, ChitPlace::Hand).collect();
            let unknown = self.hand_size(side, 0).saturating_sub(hand.len());
            if self.chits_in(side, ChitPlace::Hidden).next().is_some() {
                for _ in 0..unknown {
                    self.state.cup.put(Chit::Unknown(side));
                }
            }
            for chit in hand {
                self.put_chit(chit, ChitPlace::Cup);
                self.state.cup.put(Chit::Event(chit));
            }
            // As all are in, it makes no difference which one was chosen.
            if self.set_aside_count(side) == 0 {
                let chosen: ChitList = self.chits_in(side, ChitPlace::Chosen).collect();
                for chit in chosen {
                    self.put_chit(chit, ChitPlace::Cup);
                }
            }
        }
    }

    /// Returns `true` if there is something about the chits of `side` that `viewer` does not know: which are aside, or
    /// which one the enemy has chosen.
    fn has_secrets(&self, viewer: Viewer, side: Side) -> bool {
        self.chits_of(side).any(|chit| match self.place_of(chit) {
            // No side knows which chits are aside.
            ChitPlace::Aside | ChitPlace::Hidden => viewer != Viewer::All,
            ChitPlace::Chosen => !viewer.knows(side),
            _ => false,
        })
    }

    /// The chits of `side` that `viewer` cannot tell from each other.
    fn secret_chits(&self, viewer: Viewer, side: Side) -> ChitList {
        if !self.has_secrets(viewer, side) {
            return ChitList::new();
        }
        let is_secret = |chit: &ChitIx| match self.place_of(*chit) {
            ChitPlace::Hand | ChitPlace::Cup | ChitPlace::Aside | ChitPlace::Hidden => true,
            ChitPlace::Chosen => !viewer.knows(side),
            _ => false,
        };
        self.chits_of(side).filter(is_secret).collect()
    }

    /// Returns `true` if there are chits of which `viewer` does not know where they are.
    pub(crate) fn has_hidden_chits(&self, viewer: Viewer) -> bool {
        Side::BOTH.into_iter().any(|side| self.has_secrets(viewer, side))
    }

    /// Blanks the chits of which `viewer` does not know where they are.
    pub(crate) fn hide_chits(&mut self, viewer: Viewer) {
        let secrets = Side::BOTH.map(|side| self.secret_chits(viewer, side));
        for (side, secret) in Side::BOTH.into_iter().zip(secrets).filter(|(_, secret)| !secret.is_empty()) {
            for chit in &secret {
                self.put_chit(*chit, ChitPlace::Hidden);
            }
            self.state.cup.exchange(|chit| {
                if matches!(chit, Chit::Event(event) if secret.contains(event)) {
                    *chit = Chit::Unknown(side);
                }
            });
        }
    }

    /// A whole game that agrees with this one, which is a viewer's copy: the chits that it hides are dealt by `dice`. `None`
    /// if it hides none.
    pub(crate) fn deal_hidden(&self, dice: &mut Dice) -> Option<Self> {
        if !self.state.chits.contains(&ChitPlace::Hidden) {
            return None;
        }
        let mut whole = self.clone();
        let plans = self.state.stack.contains(&Task::Chit(ChitTask::Fill));
        for side in Side::BOTH {
            let mut hidden: ChitList = self.chits_in(side, ChitPlace::Hidden).collect();
            let in_cup = if plans { ChitPlace::Chosen } else { ChitPlace::Cup };
            let mut dealt = ChitList::new();
            whole.state.cup.exchange(|chit| {
                if *chit == Chit::Unknown(side)
                    && let Some(event) = take_one(&mut hidden, dice)
                {
                    *chit = Chit::Event(event);
                    dealt.push(event);
                }
            });
            for chit in dealt {
                whole.put_chit(chit, in_cup);
            }
            let aside = if plans { self.set_aside_so_far(side) } else { hidden.len() };
            for _ in 0..aside {
                if let Some(chit) = take_one(&mut hidden, dice) {
                    whole.put_chit(chit, ChitPlace::Aside);
                }
            }
            for chit in hidden {
                whole.put_chit(chit, ChitPlace::Hand);
            }
        }
        Some(whole)
    }

    /// The number of chits of `side` that have been set aside in a Planning Phase that is not over.
    pub(crate) fn set_aside_so_far(&self, side: Side) -> usize {
        let left = self.state.stack.iter().find_map(|task| match task {
            Task::Chit(ChitTask::SetAside { side: of, left }) if *of == side => Some(*left),
            _ => None,
        });
        usize::from(self.set_aside_count(side).saturating_sub(left.unwrap_or(0)))
    }
}

/// Takes one of `chits` at random; `None` if there are none.
fn take_one(chits: &mut ChitList, dice: &mut Dice) -> Option<ChitIx> {
    let from = u16::try_from(chits.len()).unwrap_or(u16::MAX);
    (from > 0).then(|| chits.remove(usize::from(dice.pick(Chance::Draw { from }))))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::rules::r05_sequence::SequenceTask;
    use crate::stage::Part;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};
    use battlewright_core::game::{Game as _, Turn};
    use battlewright_core::kit::tasks::TaskStack as _;

    const FRENCH_EVENTS: [&str; 10] = [
        "beaten-zone",
        "beaten-zone",
        "feu-de-bataillon",
        "furia-francese",
        "marshal-bazaine",
        "prussian-aggressive-tactics",
        "a-cloud-of-skirmishers",
        "battlefield-conditions",
        "fortunes-of-war",
        "misinterpreted-orders",
    ];

    const PRUSSIAN_EVENTS: [&str; 10] = [
        "auftragstaktik",
        "auftragstaktik",
        "bazaines-malaise",
        "krupps-guns",
        "krupps-guns",
        "prussian-officers",
        "a-cloud-of-skirmishers",
        "battlefield-conditions",
        "fortunes-of-war",
        "misinterpreted-orders",
    ];

    /// A corps on each side, and so many chits: those of the French are `chit-0` and so on.
    fn with_chits(french: usize, prussian: usize) -> Position {
        let french = FRENCH_EVENTS[..french].iter().map(|event| format!("hand french {event}\n"));
        let prussian = PRUSSIAN_EVENTS[..prussian].iter().map(|event| format!("hand prussian {event}\n"));
        let chits: String = french.chain(prussian).collect();
        position(&format!(
            "corps ii french at 0101 rating 4 4
            corps x prussian at 0801 rating 4 4
            french infantry f1 5/3 at 0202 of ii
            prussian infantry p1 8/4 at 0707 of x
            {chits}"
        ))
    }

    /// The start of the Planning Phase.
    fn planning(french: usize, prussian: usize) -> Table {
        let mut table = with_chits(french, prussian).table();
        table.run(|game, _| game.state.stack = vec![SequenceTask::BeginTurn.into()]);
        table
    }

    /// Sets the first chit in hand aside as often as that is asked.
    fn set_aside(table: &mut Table) {
        while table.game.part() == Some(Part::Planning) {
            table.rolls(&[0]);
        }
    }

    fn places(game: &AtAnyCost, side: Side) -> Vec<ChitPlace> {
        game.chits_of(side).map(|chit| game.place_of(chit)).collect()
    }

    fn count(game: &AtAnyCost, side: Side, place: ChitPlace) -> usize {
        game.chits_in(side, place).count()
    }

    #[test]
    fn r5_1_each_side_chooses_one_of_its_ten_chits() {
        let mut table = planning(10, 10);
        assert_eq!((table.chooser(), table.choices("").len()), (FRENCH, 10));
        assert_eq!(table.choices("")[0], "chit-0");
        table.does("chit-7");
        assert_eq!((table.chooser(), table.choices("").len()), (PRUSSIAN, 10));
        table.refuses("chit-3", "5.1");
        table.does("chit-15");
        assert_eq!(*table.game.state.cup, [Chit::Event(ChitIx(7)), Chit::Event(ChitIx(15))]);
    }

    #[test]
    fn r5_1_the_enemy_sets_three_of_the_other_nine_aside_at_random() {
        let mut table = planning(10, 10);
        table.does("chit-7, chit-15");
        let mut from = Vec::new();
        while let Turn::Chance(Chance::Draw { from: size }) = table.game.turn()
            && table.game.part() == Some(Part::Planning)
        {
            from.push(size);
            table.rolls(&[size - 1]);
        }
        assert_eq!(from, [9, 8, 7, 9, 8, 7]);
        for side in Side::BOTH {
            assert_eq!(count(&table.game, side, ChitPlace::Aside), 3);
            assert_eq!(count(&table.game, side, ChitPlace::Cup), 6);
            assert_eq!(count(&table.game, side, ChitPlace::Chosen), 1);
        }
        let aside: Vec<ChitIx> = table.game.chits_in(FRENCH, ChitPlace::Aside).collect();
        assert_eq!(aside, [ChitIx(6), ChitIx(8), ChitIx(9)], "the last ones, but not the one that was chosen");
        assert_eq!(table.game.state.cup.len(), 2 + 7 + 7, "two Activation Chits, seven events a side");
    }

    #[test]
    fn r5_1_the_numbers_are_settings() {
        let mut table = with_chits(10, 10)
            .with(|scenario| {
                scenario.rules.chosen_chits = Some(2);
                scenario.rules.set_aside_chits = Some(1);
            })
            .table();
        table.run(|game, _| game.state.stack = vec![SequenceTask::BeginTurn.into()]);
        table.does("chit-7, chit-1");
        assert_eq!(table.chooser(), PRUSSIAN);
        table.does("chit-15, chit-16");
        set_aside(&mut table);
        assert_eq!(count(&table.game, FRENCH, ChitPlace::Aside), 1);
        assert_eq!(count(&table.game, FRENCH, ChitPlace::Chosen), 2);
        assert_eq!(table.game.state.cup.len(), 2 + 9 + 9);
    }

    #[test]
    fn r5_1_a_side_with_few_chits_sets_fewer_aside() {
        for (chits, aside) in [(0, 0), (1, 0), (2, 1), (3, 2), (4, 3), (5, 3)] {
            let mut table = planning(chits, 0);
            if chits > 1 {
                table.does("chit-0");
            }
            set_aside(&mut table);
            assert_eq!(count(&table.game, FRENCH, ChitPlace::Aside), aside, "{chits} chits");
            assert_eq!(table.game.state.cup.len(), 2 + chits - aside, "{chits} chits");
            assert_eq!(table.game.part(), Some(Part::ChitDraw));
        }
    }

    #[test]
    fn r5_1_with_nothing_set_aside_nothing_is_hidden() {
        let table = planning(1, 1);
        assert_eq!(places(&table.game, FRENCH), [ChitPlace::Cup]);
        for side in Side::BOTH {
            assert!(!table.game.has_hidden_chits(side.into()));
            assert!(table.game.seen_by(side) == table.game);
        }
    }

    #[test]
    fn r5_1_the_choice_is_secret() {
        let after = |chit: &str| {
            let mut table = planning(10, 10);
            table.does(chit);
            table.game
        };
        let (one, two) = (after("chit-0"), after("chit-7"));
        assert!(one != two && one.seen_by(FRENCH) != two.seen_by(FRENCH));
        assert!(one.seen_by(FRENCH) == one, "the owner knows it");
        assert!(one.seen_by(PRUSSIAN) == two.seen_by(PRUSSIAN));
        assert_eq!(*one.seen_by(PRUSSIAN).state.cup, [Chit::Unknown(FRENCH)]);
        let mut choices = [Vec::new(), Vec::new()];
        one.actions(&mut choices[0]);
        one.seen_by(PRUSSIAN).actions(&mut choices[1]);
        assert_eq!(choices[0], choices[1], "who chooses sees all there is to choose");
    }

    #[test]
    fn r5_1_nobody_knows_what_is_aside_and_only_the_owner_what_was_chosen() {
        let mut table = planning(10, 10);
        table.does("chit-7, chit-15");
        set_aside(&mut table);
        for viewer in Side::BOTH {
            let seen = table.game.seen_by(viewer);
            assert!(table.game.hides(viewer));
            assert!(seen.seen_by(viewer) == seen);
            assert_eq!(seen.state.cup.len(), table.game.state.cup.len());
            let (own, enemy) = (viewer, viewer.other());
            assert_eq!(count(&seen, own, ChitPlace::Hidden), 9);
            assert_eq!(count(&seen, own, ChitPlace::Chosen), 1);
            assert_eq!(count(&seen, enemy, ChitPlace::Hidden), 10);
            let unknown = |side| seen.state.cup.iter().filter(|chit| **chit == Chit::Unknown(side)).count();
            assert_eq!((unknown(own), unknown(enemy)), (6, 7));
        }
    }

    #[test]
    fn r5_1_what_was_drawn_is_known_and_what_is_aside_stays_hidden() {
        let mut table = planning(10, 10);
        table.does("chit-7, chit-15");
        set_aside(&mut table);
        // The chit that was chosen is in the cup for sure.
        table.draws("battlefield-conditions").does("hold");
        let seen = table.game.seen_by(PRUSSIAN);
        assert_eq!(seen.place_of(ChitIx(7)), ChitPlace::Held);
        assert_eq!(count(&seen, FRENCH, ChitPlace::Hidden), 9);
    }

    #[test]
    fn r5_1_hidden_chits_are_dealt_so_that_the_viewer_sees_the_same() {
        let mut table = planning(10, 10);
        table.does("chit-7");
        let check = |game: &AtAnyCost, when: &str| {
            for viewer in Side::BOTH {
                let seen = game.seen_by(viewer);
                for seed in 0..20 {
                    let dealt = seen.deal_hidden(&mut Dice::new(seed));
                    assert_eq!(dealt.is_some(), seen.state.chits.contains(&ChitPlace::Hidden), "{when}");
                    let Some(whole) = dealt else { continue };
                    assert!(whole.seen_by(viewer) == seen, "{when}, {viewer:?}");
                    assert!(!whole.state.chits.contains(&ChitPlace::Hidden), "{when}");
                    for side in Side::BOTH {
                        for place in [ChitPlace::Aside, ChitPlace::Hand] {
                            assert_eq!(count(&whole, side, place), count(game, side, place), "{when}: {place:?}");
                        }
                    }
                }
            }
        };
        check(&table.game, "the French have chosen");
        table.does("chit-15");
        while table.game.part() == Some(Part::Planning) {
            check(&table.game, "chits are set aside");
            table.rolls(&[2]);
        }
        check(&table.game, "the cup is filled");
        table.draws("battlefield-conditions").does("hold");
        check(&table.game, "a chit has been drawn");
    }

    #[test]
    fn r5_1_another_deal_can_be_another_game() {
        let mut table = planning(10, 10);
        table.does("chit-7, chit-15");
        set_aside(&mut table);
        let seen = table.game.seen_by(FRENCH);
        let deals: Vec<_> = (0..20).filter_map(|seed| seen.deal_hidden(&mut Dice::new(seed))).collect();
        assert!(deals.iter().any(|deal| *deal != deals[0]));
        assert!(deals.iter().any(|deal| deal.place_of(ChitIx(15)) == ChitPlace::Aside), "the French do not know it");
        assert!(deals.iter().all(|deal| deal.place_of(ChitIx(7)) == ChitPlace::Chosen), "their own choice they know");
    }

    #[test]
    fn r5_1_in_a_viewers_copy_planning_goes_on() {
        let mut table = planning(10, 10);
        table.does("chit-7, chit-15").rolls(&[0]);
        let mut seen = table.game.seen_by(PRUSSIAN);
        for (n, size) in [8, 7, 9, 8, 7].into_iter().enumerate() {
            assert_eq!(seen.turn(), Turn::Chance(Chance::Draw { from: size }), "draw {n}");
            seen.resolve(&[0], &mut ());
        }
        assert_eq!(seen.state.cup.len(), 2 + 7 + 7);
    }
}
