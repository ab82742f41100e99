//! 6.0 Activation and Event Chits: a drawn chit activates its formation (6.1), or its owner uses its event (6.3).

use std::fmt::Arguments;

use battlewright_schema::at_any_cost::{Event as Chance, HqOrder};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::event::Event;
use crate::rules::r05_sequence::SequenceTask;
use crate::stage::{Part, TaskStage, goes_on, rolls};
use crate::state::{ActivatedUnits, Activation, At, ChitIx, ChitPlace, FormationIx, Fortune};
use crate::{AtAnyCost, rulebook as rule};
use battlewright_core::game::{self, Log, Side, Turn};
use battlewright_core::kit::inline_list::InlineList;
use battlewright_core::kit::tasks::TaskFamily;

/// Something to be done with chits.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) enum ChitTask {
    /// 5.1: the side still chooses so many chits for the cup.
    Choose { side: Side, left: u8 },
    /// 5.1: so many chits of the side are still to be set aside.
    SetAside { side: Side, left: u8 },
    /// 5.1: the other chits go into the cup.
    Fill,
    /// 5.2: the Held Event Chit Phase.
    HeldPhase,
    /// 5.2: both can play, and this side decides who goes first.
    WhoFirst(Side),
    /// 5.2: the side may play held chits.
    Held(Side),
    /// 5.3: another chit is drawn, or the turn ends.
    Next,
    /// 5.3: a chit is drawn.
    Draw,
    /// 6.3: the owner of the drawn chit uses it.
    Use(ChitIx),
    /// 6.3: the die of the Fortunes of War.
    Fortunes(ChitIx),
    /// 6.3: the side puts the Fortunes of War that enhance its chit on one of its tracks.
    FortuneTrack { chit: ChitIx, side: Side },
    /// 6.3: the owner of an enhanced Activation Chit chooses a bonus.
    Bonus,
    /// 20.1: the die against Bazaine's Malaise, which lies on the formation to be activated.
    Malaise { chit: ChitIx, activation: Activation },
}

impl TaskFamily<AtAnyCost> for ChitTask {
    fn stage(&self, game: &AtAnyCost, prompt: &mut dyn FnMut(Arguments<'_>)) -> TaskStage {
        let name = |side: Side| game.board.side(side).name.as_str();
        match *self {
            Self::Choose { side, left } if game.must_choose_all(side, left) => goes_on(rule::PLANNING, Part::Planning),
            Self::Choose { side, .. } => {
                prompt(format_args!("{}: choose an Event Chit for the cup", name(side)));
                TaskStage::asks(side, rule::PLANNING, Some(Part::Planning))
            }
            Self::SetAside { side, left } => {
                prompt(format_args!("An Event Chit of the {} is set aside", name(side)));
                let from = u16::try_from(game.hand_size(side, left)).unwrap_or(u16::MAX).max(1);
                let draw = Turn::Chance(game::Chance::Draw { from });
                TaskStage::new(draw, rule::PLANNING, Some(Part::Planning))
            }
            Self::Fill => goes_on(rule::PLANNING, Part::Planning),
            // What waits above them belongs to the draw before.
            Self::HeldPhase | Self::Next => goes_on(rule::HELD_PHASE, Part::ChitDraw),
            Self::WhoFirst(side) => {
                prompt(format_args!("{}: play held chits first?", name(side)));
                TaskStage::asks(side, rule::HELD_PHASE, Some(Part::HeldChits)).passed("Let the enemy go first")
            }
            Self::Held(side) => {
                prompt(format_args!("{}: play a held chit?", name(side)));
                TaskStage::asks(side, rule::HELD_PHASE, Some(Part::HeldChits)).passed("Play none")
            }
            Self::Draw => {
                prompt(format_args!("A chit is drawn"));
                TaskStage::new(Turn::Chance(game.state.cup.chance()), rule::CHIT_DRAW, Some(Part::ChitDraw))
            }
            Self::Use(chit) => {
                let facts = game.chit(chit);
                prompt(format_args!("{}: use {}", name(facts.side), facts.event.name()));
                TaskStage::asks(facts.side, rule::EVENT_CHITS, Some(Part::ChitDraw))
            }
            Self::Fortunes(_) => {
                prompt(format_args!("{}: roll for the Fortunes of War", name(game.drawer().other())));
                rolls(1, rule::EVENT_CHITS, Part::ChitDraw)
            }
            Self::FortuneTrack { side, .. } => {
                prompt(format_args!("{}: the Fortunes of War go on which track?", name(side)));
                TaskStage::asks(side, rule::EVENT_CHITS, Some(Part::ChitDraw))
            }
            Self::Bonus => match game.activation() {
                Some(activation) if activation.enhanced && activation.bonus.is_none() => {
                    prompt(format_args!("{}: which bonus?", name(activation.side)));
                    TaskStage::asks(activation.side, rule::EVENT_CHITS, Some(Part::Command))
                }
                _ => goes_on(rule::EVENT_CHITS, Part::Command),
            },
            Self::Malaise { activation, .. } => {
                prompt(format_args!("{}: roll against Bazaine's Malaise", name(activation.side)));
                rolls(1, rule::COMMAND_EVENTS, Part::ChitDraw)
            }
        }
    }

    fn options(&self, game: &AtAnyCost, into: &mut ActionList) {
        match *self {
            Self::Choose { side, left } if !game.must_choose_all(side, left) => game.choose_options(side, into),
            Self::WhoFirst(_) => into.extend([Action::Begin, Action::Pass]),
            Self::Held(side) => game.held_options(side, into),
            Self::Use(chit) => game.use_options(chit, into),
            Self::FortuneTrack { side, .. } => into.extend(game.open_tracks(side).map(Action::Track)),
            Self::Bonus => game.bonus_options(into),
            Self::Choose { .. }
            | Self::SetAside { .. }
            | Self::Fill
            | Self::HeldPhase
            | Self::Next
            | Self::Draw
            | Self::Fortunes(_)
            | Self::Malaise { .. } => {}
        }
    }

    fn refusal(&self, game: &AtAnyCost, action: &Action) -> RefusalCause {
        match (self, *action) {
            (Self::Choose { .. }, Action::Chit(_)) => {
                RefusalCause::Because(rule::PLANNING, "a side chooses among its own chits that are not in the cup yet")
            }
            (Self::Use(chit), Action::Play) if !game.can_play_now(*chit) => {
                RefusalCause::Because(rule::EVENTS, "this event cannot be enacted now")
            }
            (Self::Use(chit), Action::Hold) if !game.can_hold(game.chit(*chit).event) => {
                RefusalCause::Because(rule::EVENT_CHITS, "this chit cannot be held")
            }
            (Self::Use(chit), Action::Track(_)) if game.must_play(*chit) => {
                RefusalCause::Because(rule::EVENTS, "Feu de Bataillon is put on an HQ if it can be")
            }
            (Self::Use(_) | Self::FortuneTrack { .. }, Action::Track(_)) => {
                RefusalCause::Because(rule::COMMAND_EVENTS, "this track takes no more Command Event Chits")
            }
            (Self::Held(_), Action::Chit(_) | Action::FireWith { .. }) => {
                RefusalCause::Because(rule::HELD_PHASE, "this chit cannot be played so in the Held Event Chit Phase")
            }
            _ => RefusalCause::NotAsked,
        }
    }

    fn choose(self, game: &mut AtAnyCost, action: Action, log: &mut impl Log<Event>) {
        match (self, action) {
            (Self::Choose { side, left }, Action::Chit(chit)) => game.choose_for_cup(side, left, chit, log),
            (Self::WhoFirst(side), action) => {
                let first = if action == Action::Begin { side } else { side.other() };
                game.push_held_chits(first);
            }
            (Self::Held(side), action) if action != Action::Pass => {
                // Defensive Fires of the phase add up (12.6).
                game.clear_deeds();
                game.push(Self::Held(side));
                game.play_in_held_phase(side, action, log);
            }
            (Self::Use(chit), action) => game.use_chit(chit, action, log),
            (Self::FortuneTrack { chit, side }, Action::Track(track)) => game.put_on_track(chit, side, track, log),
            (Self::Bonus, Action::Bonus(bonus)) => game.take_bonus(bonus, log),
            _ => {}
        }
    }

    fn proceed(self, game: &mut AtAnyCost, log: &mut impl Log<Event>) {
        match self {
            Self::Choose { side, .. } => game.choose_all(side, log),
            Self::Fill => game.fill_cup(),
            Self::HeldPhase => {
                game.clear_records();
                game.open_held_phase();
            }
            Self::Next if game.state.cup.is_empty() => game.push(SequenceTask::EndTurn),
            Self::Next => game.push(Self::Draw),
            _ => {}
        }
    }

    fn resolve(self, game: &mut AtAnyCost, picks: &[u16], log: &mut impl Log<Event>) {
        match (self, picks) {
            (Self::SetAside { side, left }, &[pick]) => game.set_aside(side, left, pick, log),
            (Self::Draw, &[pick]) => game.draw(pick, log),
            (Self::Fortunes(chit), &[die]) => game.roll_fortunes(chit, die, log),
            (Self::Malaise { chit, activation }, &[die]) => game.roll_malaise(chit, activation, die, log),
            _ => {}
        }
    }
}

impl AtAnyCost {
    /// The chits of `side` that are held for one of `events`.
    pub(crate) fn held(&self, side: Side, events: &[Chance]) -> InlineList<ChitIx, 8> {
        let is_held = |chit: &ChitIx| self.place_of(*chit) == ChitPlace::Held;
        self.chits_of(side).filter(is_held).filter(|chit| events.contains(&self.chit(*chit).event)).collect()
    }

    /// Plays `chit`: it goes to the Discarded/Used Chit Box.
    pub(crate) fn play_chit(&mut self, chit: ChitIx, log: &mut impl Log<Event>) {
        self.discard(chit);
        log.push(Event::Plays(self.chit(chit).event));
    }

    /// Puts `chit` into the Discarded/Used Chit Box.
    pub(crate) fn discard(&mut self, chit: ChitIx) {
        self.put_chit(chit, ChitPlace::Used);
    }

    /// 6.1: returns `true` if the Activation Chit of `formation` goes into the cup in this turn: the turn of its box has come,
    /// or its reinforcements are due, and something of the formation is in the game or enters now.
    pub(crate) fn has_chit_in_turn(&self, formation: FormationIx) -> bool {
        if self.board.formation(formation).chit_from_turn.is_none() {
            return false;
        }
        let now = self.state.turn;
        let box_is_reached = self.chit_turn(formation).is_some_and(|turn| turn <= now);
        let (mut is_there, mut is_due) = (false, false);
        for counter in self.counters_of(formation) {
            match self.at(counter) {
                At::Due { turn, .. } => is_due |= turn <= now,
                At::Hex(_) | At::Broken { .. } => is_there = true,
                At::Pool => {}
            }
        }
        is_due || (box_is_reached && is_there)
    }

    /// The turn in which the Activation Chit of `formation` goes into the cup; `None` if it has none.
    pub(crate) fn chit_turn(&self, formation: FormationIx) -> Option<u8> {
        self.state.chit_turns.get(formation.index()).copied().filter(|turn| *turn > 0)
    }

    /// 6.1: the chit of `formation` has been drawn.
    pub(crate) fn draw_formation(
        &mut self,
        formation: FormationIx,
        fortune: Option<Fortune>,
        log: &mut impl Log<Event>,
    ) {
        log.push(Event::DrewActivation(formation));
        self.hq_mut(formation).activated = true;
        self.take_leader(formation, log);
        let side = self.board.formation(formation).side;
        let mut activation = Activation::new(ActivatedUnits::Formation(formation), side);
        if let Some(fortune) = fortune {
            self.discard(fortune.chit);
            activation.enhanced = fortune.enhances;
            activation.degraded = !fortune.enhances;
        }
        if let Some(chit) = self.chit_on(formation, Chance::FeuDeBataillon) {
            self.discard(chit);
            activation.feu = true;
            activation.allow_only(&[HqOrder::Defend]);
        }
        if let Err(cause) = self.may_be_activated(formation) {
            log.push(Event::HeldBack(formation, cause.explain(self).rule));
            return;
        }
        match self.chit_on(formation, Chance::BazainesMalaise) {
            Some(chit) => self.suffer_malaise(chit, activation, log),
            None => self.push_activation(activation, log),
        }
    }

    /// The chit with `event` that lies on the HQ of `formation` (21.0).
    fn chit_on(&self, formation: FormationIx, event: Chance) -> Option<ChitIx> {
        let lies_on =
            |chit: &ChitIx| self.place_of(*chit) == ChitPlace::On(formation) && self.chit(*chit).event == event;
        Side::BOTH.into_iter().flat_map(|side| self.chits_of(side)).find(lies_on)
    }

    /// 6.3: this Event Chit has been drawn.
    pub(crate) fn draw_event(&mut self, chit: ChitIx, fortune: Option<Fortune>, log: &mut impl Log<Event>) {
        log.push(Event::DrewEvent(chit));
        self.put_chit(chit, ChitPlace::Drawn);
        if let Some(Fortune { chit: degrading, enhances: false }) = fortune {
            self.discard(degrading);
            self.discard(chit);
            log.push(Event::Degraded(chit));
            return;
        }
        let facts = *self.chit(chit);
        // Fortunes of War are rolled for, whoever draws them.
        let is_fortune = facts.event == Chance::FortunesOfWar;
        self.push(if is_fortune { ChitTask::Fortunes(chit) } else { ChitTask::Use(chit) });
        if let Some(Fortune { chit: enhancing, .. }) = fortune {
            self.push(ChitTask::FortuneTrack { chit: enhancing, side: facts.side });
        }
    }

    /// 6.3: the uses of a drawn chit: its Unique Event, now or later, or a Command Event on either of the tracks.
    fn use_options(&self, chit: ChitIx, into: &mut ActionList) {
        let facts = self.chit(chit);
        if self.can_play_now(chit) {
            into.push(Action::Play);
        }
        if self.can_hold(facts.event) {
            into.push(Action::Hold);
        }
        if !self.must_play(chit) {
            into.extend(self.open_tracks(facts.side).map(Action::Track));
        }
    }

    /// 6.3: the owner uses `chit` in this way, and stays with it.
    fn use_chit(&mut self, chit: ChitIx, action: Action, log: &mut impl Log<Event>) {
        let facts = *self.chit(chit);
        match action {
            Action::Play => {
                self.play_chit(chit, log);
                self.use_event(chit, log);
            }
            Action::Hold => {
                self.put_chit(chit, ChitPlace::Held);
                log.push(Event::Holds(facts.event));
            }
            Action::Track(track) => self.put_on_track(chit, facts.side, track, log),
            _ => {}
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::state::Chit;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, guns, two_corps};
    use battlewright_core::kit::tasks::TaskStack as _;

    fn in_cup(table: &Table, formation: &str) -> bool {
        table.game.has_chit_in_turn(table.formation(formation))
    }

    #[test]
    fn r3_8_chits_activate_formations_or_bring_events() {
        let table = two_corps("chit prussian krupps-guns").cup();
        let [ii, x] = ["ii", "x"].map(|id| Chit::Activation(table.formation(id)));
        assert_eq!(*table.game.state.cup, [ii, x, Chit::Event(ChitIx(0))]);
    }

    #[test]
    fn r6_1_the_chit_of_a_formation_goes_in_from_its_turn_on() {
        let chit = |turn: &str| in_cup(&two_corps(&format!("{turn}\ncorps iii french at 0301 chit 3")).table(), "iii");
        assert_eq!((chit("turn 2 of 9"), chit("turn 3 of 9"), chit("turn 4 of 9")), (false, true, true));
    }

    #[test]
    fn r6_1_the_chit_of_a_formation_that_is_not_in_the_game_stays_out() {
        let text = "entry E french 0009
            corps iv french enters 3 by E chit 1
            french infantry f4 5/3 enters 4 by E of iv";
        let chit = |turn: &str| in_cup(&two_corps(&format!("{turn}\n{text}")).table(), "iv");
        assert_eq!((chit("turn 2 of 9"), chit("turn 3 of 9")), (false, true));
    }

    #[test]
    fn r6_1_the_chit_of_a_formation_comes_with_reinforcements_that_are_due() {
        let mut table = two_corps(
            "turn 2 of 9
            entry E prussian 0009
            corps iii prussian enters 3 by E chit 3
            prussian infantry p3 8/4 enters 3 by E of iii",
        )
        .table();
        assert!(!in_cup(&table, "iii"));
        let p3 = table.unit("p3");
        let At::Due { entry, .. } = table.game.unit(p3).at else { panic!("it enters later") };
        table.game.put_unit(p3, At::Due { turn: 2, entry, aside: None });
        assert!(in_cup(&table, "iii"), "a unit of it has been hurried");
    }

    #[test]
    fn r6_1_a_formation_without_a_turn_has_no_chit() {
        assert!(!in_cup(&two_corps("corps iii french at 0301 chit 0").table(), "iii"));
    }

    #[test]
    fn r6_1_a_formation_whose_units_are_all_broken_still_rallies() {
        assert!(in_cup(&two_corps("corps iii french at 0301\nfrench infantry f3 5/3 broken 3 of iii").table(), "iii"));
    }

    #[test]
    fn r6_3_the_owner_plays_holds_or_puts_the_chit_on_a_track() {
        let drawn = || {
            let mut table = guns("chit prussian krupps-guns").cup();
            table.draws("krupps-guns");
            table
        };
        assert_eq!(drawn().choices(""), ["hold", "play", "track 0", "track 1"]);
        let mut table = drawn();
        table.does("hold");
        assert_eq!(table.game.place_of(ChitIx(0)), ChitPlace::Held);
        assert_eq!(table.game.part(), Some(Part::HeldChits), "it can be played at once in the Held Event Chit Phase");
        let mut table = drawn();
        table.does("track 0");
        assert_eq!((table.game.place_of(ChitIx(0)), table.game.state.tracks), (ChitPlace::Track, [[0, 0], [1, 0]]));
        let mut table = drawn();
        table.does("play");
        assert_eq!(table.game.place_of(ChitIx(0)), ChitPlace::Used);
    }

    #[test]
    fn r6_3_some_chits_can_only_be_held_or_only_be_played() {
        let choices = |event: &str| {
            let mut table = two_corps(&format!("chit french {event}")).cup();
            table.draws(event);
            table.choices("")
        };
        assert_eq!(choices("battlefield-conditions"), ["hold", "track 0", "track 1"]);
        assert_eq!(choices("misinterpreted-orders"), ["hold", "track 0", "track 1"]);
        assert_eq!(choices("marshal-bazaine"), ["play", "track 0", "track 1"]);
        assert_eq!(choices("furia-francese"), ["track 0", "track 1"], "no Prussian is near");
    }

    #[test]
    fn r6_3_refusals_name_the_rule() {
        let mut table = two_corps("chit french furia-francese\ntrack french 1 3").cup();
        table.draws("furia-francese");
        table.refuses("play", "21.0");
        table.refuses("hold", "6.3");
        table.refuses("track 1", "20.1");
        table.allows("track 0");
    }

    #[test]
    fn r6_3_held_chits_are_found_by_side_and_event() {
        let table = guns(
            "holds prussian krupps-guns
            holds french a-cloud-of-skirmishers
            holds prussian a-cloud-of-skirmishers
            chit prussian a-cloud-of-skirmishers",
        )
        .table();
        let held = |side, events: &[Chance]| table.game.held(side, events).to_vec();
        assert_eq!(held(PRUSSIAN, &[Chance::ACloudOfSkirmishers]), [ChitIx(2)]);
        assert_eq!(held(PRUSSIAN, &[Chance::KruppsGuns, Chance::ACloudOfSkirmishers]), [ChitIx(0), ChitIx(2)]);
        assert_eq!(held(FRENCH, &[Chance::KruppsGuns]), []);
    }

    #[test]
    fn r21_0_feu_de_bataillon_binds_the_formation_when_it_is_activated() {
        let mut table = two_corps("holds french feu-de-bataillon").cup();
        let ii = table.formation("ii");
        table.game.put_chit(ChitIx(0), ChitPlace::On(ii));
        table.draws("ii");
        let activation = table.game.activation().expect("II Corps is activated");
        assert!(activation.feu);
        let allowed = HqOrder::ALL.into_iter().filter(|order| activation.may_order(*order));
        assert_eq!(allowed.collect::<Vec<_>>(), [HqOrder::Defend]);
        assert_eq!(table.game.place_of(ChitIx(0)), ChitPlace::Used);
    }
}
