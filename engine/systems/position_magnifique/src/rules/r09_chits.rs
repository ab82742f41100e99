//! 9.0 Activation and Event Chits (4.3): the chits that go into the cup (9.1), and the owner's choices for an Event Chit (9.2).

use std::fmt::Arguments;

use battlewright_schema::position_magnifique::Event as Chance;
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList};
use crate::event::Event;
use crate::rules::r17_events::Pick;
use crate::stage::{Part, TaskStage};
use crate::state::{At, Chit, ChitIx, FormationIx};
use crate::{PositionMagnifique, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::index::ListIndex as _;
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// 20.3: the side adds an Activation Chit in secret.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct ChooseChit(pub(crate) Side);

impl TaskFamily<PositionMagnifique> for ChooseChit {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        prompt(format_args!("{}: add an Activation Chit in secret", game.side_name(self.0)));
        TaskStage::asks(self.0, rule::VARIABLE_SCENARIO, Some(Part::Chits))
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.chit_options(self.0, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.choose_chit(self.0, action, log);
    }
}

/// 9.2: the owner of the chit chooses an event.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct UseChit(pub(crate) ChitIx);

impl TaskFamily<PositionMagnifique> for UseChit {
    fn stage(&self, game: &PositionMagnifique, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let side = game.chit(self.0).side;
        prompt(format_args!("{}: which event?", game.side_name(side)));
        TaskStage::asks(side, rule::EVENT_CHITS, None)
    }

    fn options(&self, game: &PositionMagnifique, into: &mut ActionList) {
        game.use_options(self.0, into);
    }

    fn choose(self, game: &mut PositionMagnifique, action: Action, log: &mut impl Log<Event>) {
        game.use_chit(self.0, action, log);
    }
}

impl PositionMagnifique {
    /// 9.1: puts the Activation Chits of formations that are already in the game, and every Event Chit, into the cup.
    pub(crate) fn fill_cup(&mut self) {
        let formations = self.board.all_formations().filter(|formation| {
            let comes = self.board.formation(*formation).chit_from_turn.is_some();
            (comes && self.is_in_the_game(*formation)) || self.state.chosen.contains(formation)
        });
        let events = ChitIx::all(self.board.chits.len());
        let cup: InlineList<Chit, 64> = formations.map(Chit::Activation).chain(events.map(Chit::Event)).collect();
        self.state.cup.fill(cup);
        self.state.held.clear();
        self.state.feu = None;
        self.state.malaise = None;
    }

    /// 9.1: returns `true` if the chit of `formation` is in the game: from its turn on, or earlier if its first reinforcements
    /// come earlier (20.3), but not while all of its pieces are still to come.
    fn is_in_the_game(&self, formation: FormationIx) -> bool {
        let from = self.board.formation(formation).chit_from_turn;
        let to_come = |piece| matches!(self.at(piece), At::Due { turn, .. } if turn > self.state.turn);
        let is_due = |piece| matches!(self.at(piece), At::Due { turn, .. } if turn <= self.state.turn);
        let turn_has_come = from.is_some_and(|from| from <= self.state.turn);
        (turn_has_come || self.pieces_of(formation).any(is_due)) && !self.pieces_of(formation).all(to_come)
    }

    /// 20.3: lists the Activation Chits that `side` may still add, one a turn.
    pub(crate) fn chit_options(&self, side: Side, into: &mut ActionList) {
        let chits = &self.board.side(side).chosen_chits;
        let left = chits.iter().filter(|formation| !self.state.chosen.contains(formation));
        into.extend(left.map(|formation| Action::Formation(*formation)));
        if into.is_empty() {
            into.push(Action::Pass);
        }
    }

    /// 20.3: adds a chit of `side` in secret.
    pub(crate) fn choose_chit(&mut self, side: Side, action: Action, log: &mut impl Log<Event>) {
        if let Action::Formation(formation) = action {
            self.state.chosen.push(formation);
            self.state.cup.put(Chit::Activation(formation));
            log.push(Event::ChoseChit(side));
        }
    }

    /// Returns `true` if the enemy knows that the chit of `formation` has been chosen, since it was drawn in this turn or an
    /// earlier one.
    pub(crate) fn is_revealed(&self, formation: FormationIx) -> bool {
        self.state.revealed.contains(&formation)
    }

    /// 9.2: lists the events of `chit` that its owner can use.
    pub(crate) fn use_options(&self, chit: ChitIx, into: &mut ActionList) {
        let facts = self.chit(chit);
        into.push(Action::Use(facts.front));
        if facts.back != facts.front {
            into.push(Action::Use(facts.back));
        }
    }

    /// 9.2: uses an event of `chit`: some are held, the others take effect at once.
    pub(crate) fn use_chit(&mut self, chit: ChitIx, action: Action, log: &mut impl Log<Event>) {
        let Action::Use(event) = action else { return };
        let side = self.chit(chit).side;
        log.push(Event::Chose(event));
        match event {
            Chance::ArtilleryBarrage
            | Chance::BeatenZone
            | Chance::KruppGuns
            | Chance::NeedlegunFire
            | Chance::BattlefieldConditions
            | Chance::BloodyStruggle
            | Chance::Deathride => {
                self.state.held.push((chit, event));
                log.push(Event::Holds(event));
            }
            Chance::FeuDeBataillon
            | Chance::MitrailleuseFire
            | Chance::PrussianAggressiveTactics
            | Chance::Auftragstaktik
            | Chance::BazainesMalaise
            | Chance::ColonelCaprivi => {
                let mut options = ActionList::new();
                self.pick_options(event, side, &mut options);
                if options.iter().all(|option| *option == Action::Pass) {
                    log.push(Event::NoEffect(event));
                } else {
                    self.push(Pick(event, side));
                }
            }
        }
    }

    /// Returns the chits that `side` holds with one of `events`.
    pub(crate) fn held(&self, side: Side, events: &[Chance]) -> InlineList<ChitIx, 8> {
        self.state
            .held
            .iter()
            .filter(|(chit, event)| self.chit(*chit).side == side && events.contains(event))
            .map(|(chit, _)| *chit)
            .collect()
    }

    /// Plays and removes a held chit; returns its event, or `None` if the chit is not held.
    pub(crate) fn play(&mut self, chit: ChitIx, log: &mut impl Log<Event>) -> Option<Chance> {
        let index = self.state.held.iter().position(|(held, _)| *held == chit)?;
        let (_, event) = self.state.held.remove(index);
        log.push(Event::Played(event));
        Some(event)
    }
}

#[cfg(test)]
mod tests {
    use super::{At, Chit, ChitIx};
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, position};

    fn two_corps(more: &str) -> Position {
        position(&format!(
            "map 9x9
            corps ii french at 0101 range 9 9
            french infantry f1 4/2 at 0202 of ii
            corps x prussian at 0801 range 9 9
            prussian infantry p1 5/3 at 0707 of x
            {more}"
        ))
    }

    #[test]
    fn r4_3_chits_activate_formations_or_bring_events() {
        let table = two_corps("chit prussian krupp-guns colonel-caprivi").cup();
        let [ii, x] = ["ii", "x"].map(|id| Chit::Activation(table.formation(id)));
        assert_eq!(*table.game.state.cup, [ii, x, Chit::Event(ChitIx(0))]);
    }

    #[test]
    fn r9_1_chits_of_formations_that_are_not_in_the_game_are_left_aside() {
        let table = two_corps("").with(|scenario| scenario.formation[1].chit_from_turn = Some(2)).cup();
        assert_eq!(*table.game.state.cup, [Chit::Activation(table.formation("ii"))]);
        let table = two_corps(
            "entry E french 0009
            corps iv french enters 2 by E range 2 4
            french infantry f4 4/2 enters 3 by E of iv",
        )
        .cup();
        assert!(!table.game.state.cup.contains(&Chit::Activation(table.formation("iv"))));
    }

    #[test]
    fn r9_1_the_chit_of_a_formation_comes_with_its_first_reinforcements() {
        let reinforced = two_corps(
            "entry E french 0009
            corps iv french enters 3 by E range 2 4
            french infantry f4 4/2 enters 4 by E of iv",
        );
        let mut table = reinforced.with(|scenario| scenario.formation[2].chit_from_turn = Some(3)).set_up();
        let chit = Chit::Activation(table.formation("iv"));
        table.game.state.turn = 2;
        table.game.fill_cup();
        assert!(!table.game.state.cup.contains(&chit));
        // Its HQ was brought on earlier (20.3).
        table.game.hq_mut(table.game.board.unit(table.unit("f4")).formation).at =
            At::Due { turn: 2, entry: 1, aside: None };
        table.game.fill_cup();
        assert!(table.game.state.cup.contains(&chit));
    }

    #[test]
    fn r9_1_a_drawn_chit_is_put_aside_until_the_next_turn() {
        let mut table = two_corps("").cup();
        let chit = Chit::Activation(table.formation("ii"));
        table.draws("ii");
        assert!(!table.game.state.cup.contains(&chit));
        table.does("attack, pass").draws("x").does("attack, pass");
        table.logs("Turn 2, 09:00 [8.1]");
        assert!(table.game.state.cup.contains(&chit));
    }

    #[test]
    fn r9_2_the_owner_chooses_the_front_or_the_back_and_stays_with_it() {
        let mut table = two_corps("chit prussian krupp-guns colonel-caprivi").cup();
        table.draws("krupp-guns");
        assert_eq!(table.chooser(), PRUSSIAN);
        assert_eq!(table.choices("use"), ["colonel-caprivi", "krupp-guns"]);
        table.does("use krupp-guns");
        table.logs("Krupp Guns is held [17.2]");
        assert_eq!(table.prompt(), "A chit is drawn");
    }

    #[test]
    fn r9_2_a_chit_may_have_the_same_event_on_both_sides() {
        let mut table = two_corps("chit french feu-de-bataillon feu-de-bataillon").cup();
        table.draws("feu-de-bataillon");
        assert_eq!(table.chooser(), FRENCH);
        assert_eq!(table.choices("use"), ["feu-de-bataillon"]);
    }

    #[test]
    fn r9_2_an_event_that_cannot_be_enacted_comes_to_nothing() {
        let mut table = two_corps("chit french mitrailleuse-fire beaten-zone").cup();
        table.draws("mitrailleuse-fire").does("use mitrailleuse-fire");
        table.logs("Mitrailleuse Fire has no effect [17.1]");
        assert_eq!(table.prompt(), "A chit is drawn");
    }

    #[test]
    fn r9_2_one_interdiction_a_hex_and_any_number_a_turn() {
        let mut table = position(
            "map 9x9
            holds prussian krupp-guns
            holds prussian krupp-guns
            french infantry f1 4/2 at 0406
            prussian field p1 9/5 at 0401",
        )
        .moves("french");
        table.does("move f1, hex 0405, chit-0 fire p1 f1").rolls(&[1, 2]);
        assert_eq!(table.prompt(), "French: move f1", "no second interdiction in 0405");
        table.does("hex 0404, chit-1 fire p1 f1").rolls(&[1, 2]);
        assert_eq!(table.choices("hex").len(), 6);
    }
}
