//! 21.0 French Event Chits: Marshal Bazaine (6.2), Furia Francese and Prussian Aggressive Tactics. Beaten Zone is in
//! `r21_common.rs`, and Feu de Bataillon is put on its HQ in `r21_events.rs`.

use battlewright_schema::at_any_cost::{Event as Chance, Nation};
use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::rules::r12_02_motion::Motion;
use crate::rules::r13_assault::AssaultCause;
use crate::rules::r21_events::EventTask;
use crate::state::{MovingPiece, Party, UnitIx};
use crate::{AtAnyCost, Event, FormationIx, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// Infantry that goes next to an enemy and assaults: French by Furia Francese, Prussian by Prussian Aggressive Tactics.
#[derive(Clone, Copy, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Onset {
    pub(crate) unit: UnitIx,
    pub(crate) cause: AssaultCause,
}

impl Onset {
    /// The side that played the chit: it decides where the unit goes and whom it assaults.
    pub(crate) fn chooser(&self, game: &AtAnyCost) -> Side {
        let side = game.unit_side(self.unit);
        if self.cause == AssaultCause::AggressiveTactics { side.other() } else { side }
    }
}

impl AtAnyCost {
    /// 6.2: checks whether Marshal Bazaine can activate `unit`: by ruling r28 infantry or cavalry.
    pub(crate) fn may_be_called_on(&self, unit: UnitIx) -> Result<(), RefusalCause> {
        let refuse = |reason| Err(RefusalCause::Because(rule::SPECIAL_ACTIVATION, reason));
        if self.board.rules.bazaine_without_artillery && self.is_artillery(unit) {
            return refuse("Marshal Bazaine activates infantry or cavalry");
        }
        if !self.is_at_hand(unit) {
            return refuse("the unit is not on the map, not due, and cannot be rebuilt");
        }
        self.may_be_activated(self.board.unit(unit).formation)
    }

    /// Checks whether `unit` can be chosen for Furia Francese or Prussian Aggressive Tactics: infantry with an enemy near
    /// enough, which is next to one or can go there.
    pub(crate) fn may_rush(&self, unit: UnitIx) -> Result<(), RefusalCause> {
        let refuse = |reason| Err(RefusalCause::Because(rule::EVENTS, reason));
        if !self.is_infantry(unit) {
            return refuse("the event is for infantry");
        }
        let Some(hex) = self.hex_of(unit) else { return refuse("the unit is not on the map") };
        if !self.is_combat_allowed() {
            return Err(RefusalCause::Because(self.night_rule(), "no combat is allowed at this hour"));
        }
        let reach = u32::from(self.board.rules.event_reach);
        let near = |at: HexIx| self.board.map.distance(at, hex) <= reach;
        let mut enemies = self.on_map(self.unit_side(unit).other());
        if !enemies.any(|(_, at)| near(at)) && !self.enemy_hqs(unit).any(near) {
            return refuse("there is no enemy near enough");
        }
        if self.targets_of(unit).is_empty() && self.steps_to_enemy(unit).is_empty() {
            return refuse("there is no hex next to an enemy to which it could go");
        }
        Ok(())
    }

    /// The hexes of the enemy HQs that `unit` may rush at. Furia Francese is for infantry near "any Prussian unit", Prussian
    /// Aggressive Tactics for infantry near a French "Combat unit", which an HQ is not (3.6).
    fn enemy_hqs(&self, unit: UnitIx) -> impl Iterator<Item = HexIx> + use<'_> {
        let side = self.unit_side(unit);
        let is_french = self.board.side(side).nation == Nation::French;
        let enemy = move |formation: &FormationIx| is_french && self.board.formation(*formation).side != side;
        self.board.all_formations().filter(enemy).filter_map(|formation| self.hq_hex(formation))
    }

    /// The hexes next to `unit` with enemy combat units: those that it can assault.
    pub(crate) fn targets_of(&self, unit: UnitIx) -> InlineList<HexIx, 6> {
        let side = self.unit_side(unit);
        let near = self.hex_of(unit).into_iter().flat_map(|hex| self.board.map.neighbors(hex));
        near.filter(|hex| self.enemy_in(side, *hex) && self.may_assault_by_rows(unit, *hex).is_ok()).collect()
    }

    /// The hexes one step from `unit`, whatever they cost, that are next to an enemy, and where it can stay.
    fn steps_to_enemy(&self, unit: UnitIx) -> InlineList<HexIx, 6> {
        let facts = self.board.unit(unit);
        let points = self.movement_points(MovingPiece::Unit(unit));
        let (Some(hex), true) = (self.hex_of(unit), points > 0 && self.may_act_at_dawn(facts.formation)) else {
            return InlineList::new();
        };
        let motion = self.event_motion(unit, 2 * points);
        let most_hexes = self.most_hexes_by_rows(motion.piece, Some(1));
        let motion = Motion { most_hexes, ..motion };
        let ends_well = |to: &HexIx| {
            let is_next_to_hq = || self.enemy_hqs(unit).any(|hq| self.board.map.distance(hq, *to) == 1);
            (self.has_enemy_next_to(facts.side, *to) || is_next_to_hq())
                && self.next_motion(&motion, *to).is_ok()
                && self.may_stay(motion.piece, *to)
        };
        self.board.map.neighbors(hex).filter(ends_well).collect()
    }

    /// Furia Francese: the die of the unit, up to whose modified TCR it goes forward.
    pub(crate) fn roll_furia(&mut self, unit: UnitIx, die: u16, log: &mut impl Log<Event>) {
        let tcr = self.modified_tcr(unit);
        let goes = i32::from(die) <= i32::from(tcr);
        log.push(Event::FuriaRoll(unit, die, tcr, goes));
        if goes {
            self.begin_onset(Onset { unit, cause: AssaultCause::FuriaFrancese });
        }
    }

    /// Prussian Aggressive Tactics of `unit`, unless Prussian Aggressiveness cancels them: that takes a die if there are
    /// chits on the track (20.1).
    pub(crate) fn provoke(&mut self, unit: UnitIx) {
        if self.cancels_up_to(Chance::PrussianAggressiveTactics) > 0 {
            self.push(EventTask::AggressionRoll(unit));
        } else {
            self.begin_onset(Onset { unit, cause: AssaultCause::AggressiveTactics });
        }
    }

    /// The die against Prussian Aggressive Tactics.
    pub(crate) fn roll_aggression(&mut self, unit: UnitIx, die: u16, log: &mut impl Log<Event>) {
        let is_cancelled = die <= u16::from(self.cancels_up_to(Chance::PrussianAggressiveTactics));
        log.push(Event::CancelRoll(Chance::PrussianAggressiveTactics, die, is_cancelled));
        if !is_cancelled {
            self.begin_onset(Onset { unit, cause: AssaultCause::AggressiveTactics });
        }
    }

    /// The unit goes next to an enemy, and then assaults. Prussians who stand next to the French are not moved.
    fn begin_onset(&mut self, onset: Onset) {
        let stands = onset.cause == AssaultCause::AggressiveTactics && !self.targets_of(onset.unit).is_empty();
        self.push(EventTask::Assault(onset));
        if !stands {
            self.push(EventTask::Advance(onset));
        }
    }

    /// The hexes to which the unit can go, and staying where it is next to an enemy already.
    pub(crate) fn advance_options(&self, onset: &Onset, into: &mut ActionList) {
        into.extend(self.steps_to_enemy(onset.unit).into_iter().map(Action::Hex));
        if !self.targets_of(onset.unit).is_empty() {
            into.push(Action::Stop);
        }
    }

    /// The unit goes to `hex`, where its enemy may fire at it (12.6).
    pub(crate) fn advance(&mut self, onset: Onset, hex: HexIx, log: &mut impl Log<Event>) {
        let piece = MovingPiece::Unit(onset.unit);
        log.push(Event::Moved(piece, hex));
        self.come_to(piece, hex, log);
    }

    /// The unit assaults `hex`.
    pub(crate) fn assault_by_onset(&mut self, onset: Onset, hex: HexIx, log: &mut impl Log<Event>) {
        self.push_single_assault(Party::from_elem(onset.unit, 1), hex, onset.cause, log);
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::at_any_cost::HqOrder;

    use crate::rules::r06_chits::ChitTask;
    use crate::rules::r13_assault::AssaultCause;
    use crate::rules::r13_assault::tests::at_hand;
    use crate::state::{ActivatedUnits, ChitIx, ChitPlace};
    use crate::tests::testing::{FRENCH, PRUSSIAN, Position, Table, position};

    fn is_draw(table: &Table) -> bool {
        table.game.state.stack.last() == Some(&ChitTask::Draw.into())
    }

    /// The activation under way is passed to its end.
    fn pass_all(table: &mut Table) {
        while table.game.activation().is_some() {
            table.does("pass");
        }
    }

    /// Two infantry corps and a cavalry division of the French, one of them without a chit in this turn.
    fn formations(more: &str) -> Position {
        position(&format!(
            "corps ii french at 0101 rating 4 4
            corps iii french at 0301 rating 4 4
            corps vi french at 0501 rating 4 4 chit 3
            division 3rc french at 0601 rating 4 4
            corps x prussian at 0808 rating 4 4
            french infantry f1 5/3 at 0202 of ii
            chit french feu-de-bataillon
            {more}"
        ))
    }

    /// The HQs on which Feu de Bataillon, which has been drawn, can be put.
    fn feu_choices(table: &mut Table) -> Vec<String> {
        table.draws("feu-de-bataillon");
        if table.choices("") != ["play"] {
            return Vec::new();
        }
        table.does("play");
        table.choices("formation")
    }

    #[test]
    fn r21_0_feu_de_bataillon_is_put_on_an_infantry_corps_with_its_chit_in_the_cup() {
        let mut table = formations("").cup();
        assert_eq!(feu_choices(&mut table), ["ii", "iii"]);
        assert_eq!(table.prompt(), "French: Feu de Bataillon for which HQ?");
        for formation in ["formation vi", "formation 3rc", "formation x"] {
            table.refuses(formation, "21.0");
        }
        let iii = table.formation("iii");
        table.does("formation iii");
        assert_eq!(table.game.place_of(ChitIx(0)), ChitPlace::On(iii));
        assert!(is_draw(&table));
    }

    #[test]
    fn r21_0_feu_de_bataillon_is_not_put_on_an_hq_that_has_been_activated() {
        let mut table = formations("").cup();
        table.draws("ii").orders("march");
        pass_all(&mut table);
        assert_eq!(feu_choices(&mut table), ["iii"]);
    }

    #[test]
    fn r21_0_feu_de_bataillon_is_not_put_on_an_hq_off_the_map() {
        let mut table = position(
            "entry E french 0009
            corps ii french enters 1 by E
            french infantry f1 5/3 at 0202 of ii
            chit french feu-de-bataillon",
        )
        .cup();
        assert_eq!(feu_choices(&mut table), [] as [&str; 0]);
        assert_eq!(table.choices(""), ["track 0", "track 1"], "it is a Command Event");
    }

    #[test]
    fn r21_0_feu_de_bataillon_makes_the_corps_defend_and_move_one_hex_a_unit() {
        let mut table = formations("").cup();
        table.draws("feu-de-bataillon").does("play, formation ii").draws("ii");
        assert_eq!(table.choices("order"), ["defend"]);
        table.does("order defend, move f1, hex 0203");
        assert!(table.choices("hex").is_empty());
        assert_eq!(table.at("f1"), "0203");
    }

    #[test]
    fn r21_0_two_feux_de_bataillon_go_to_two_corps() {
        let mut table = formations("holds french feu-de-bataillon").cup();
        let ii = table.formation("ii");
        table.game.put_chit(ChitIx(1), ChitPlace::On(ii));
        assert_eq!(feu_choices(&mut table), ["iii"]);
    }

    /// French units on and off the map, and Marshal Bazaine in the cup.
    fn bazaine() -> Position {
        position(
            "turn 2 of 12
            entry E french 0009
            corps ii french at 0202 rating 4 4
            french infantry f1 5/3 at 0303 of ii
            french cavalry f2 2/1 at 0304 of ii
            french field f3 7/4 at 0305 of ii
            french infantry f4 5/3 broken 2 of ii
            french infantry f5 5/3 broken 3 of ii
            french infantry f6 5/3 enters 2 by E of ii
            french infantry f7 5/3 enters 3 by E of ii
            french infantry d1 2/1 breakdown of ii
            prussian infantry p1 8/4 at 0808
            chit french marshal-bazaine",
        )
    }

    #[test]
    fn r6_2_marshal_bazaine_activates_infantry_or_cavalry_wherever_it_is() {
        let mut table = bazaine().cup();
        table.draws("marshal-bazaine").does("play");
        assert_eq!((table.chooser(), table.choices("").join(" ")), (FRENCH, "unit f1 unit f2 unit f4 unit f6".into()));
        for unit in ["unit f3", "unit f5", "unit f7", "unit d1", "unit p1"] {
            table.refuses(unit, "6.2");
        }
    }

    #[test]
    fn r6_2_by_the_other_ruling_marshal_bazaine_activates_any_unit() {
        let mut table = bazaine().with(|scenario| scenario.rules.bazaine_without_artillery = Some(false)).cup();
        table.draws("marshal-bazaine").does("play");
        table.allows("unit f3");
    }

    #[test]
    fn r21_0_marshal_bazaine_activates_a_unit_under_any_order() {
        let two = [HqOrder::Attack, HqOrder::March];
        let position = bazaine().with(|scenario| {
            let hq = &mut scenario.formation[0].hq;
            (hq.front.orders, hq.back.orders) = (two, two);
        });
        let mut table = position.cup();
        let f1 = table.unit("f1");
        table.draws("marshal-bazaine").does("play, unit f1");
        assert_eq!(table.game.activation().map(|activation| activation.who), Some(ActivatedUnits::Single(f1)));
        assert_eq!(table.choices("order"), ["attack", "defend", "march", "regroup"]);
        table.does("order march");
        assert_eq!(table.choices("move"), ["f1"], "and nobody else");
        pass_all(&mut table);
        table.draws("ii").allows("order attack");
    }

    #[test]
    fn r6_2_marshal_bazaine_activates_a_unit_again() {
        let mut table = bazaine().cup();
        table.draws("ii").orders("march");
        pass_all(&mut table);
        table.draws("marshal-bazaine").does("play, unit f1").orders("march").allows("move f1");
    }

    #[test]
    fn r21_0_marshal_bazaine_activates_a_unit_of_a_formation_under_malaise() {
        let text = "corps ii french at 0101 rating 4 4
            corps x prussian at 0808 rating 4 4
            french infantry f1 5/3 at 0202 of ii
            holds prussian bazaines-malaise
            chit french marshal-bazaine";
        for first in ["marshal-bazaine", "ii"] {
            let mut table = position(text).cup();
            let ii = table.formation("ii");
            table.game.put_chit(ChitIx(0), ChitPlace::On(ii));
            if first == "ii" {
                table.draws("ii");
                assert!(is_draw(&table), "its formation cannot activate");
            }
            table.draws("marshal-bazaine").does("play, unit f1").orders("march").allows("move f1");
        }
    }

    #[test]
    fn r21_0_marshal_bazaine_has_a_broken_unit_rebuilt() {
        let mut table = bazaine().cup();
        table.draws("marshal-bazaine").does("play, unit f4").orders("regroup");
        table.does("rebuild f4, hex 0203");
        assert_eq!((table.at("f4"), table.marks("f4")), ("0203".to_owned(), "battleworn".to_owned()));
    }

    #[test]
    fn r6_2_marshal_bazaine_brings_a_reinforcement_on() {
        let mut table = bazaine().cup();
        table.draws("marshal-bazaine").does("play, unit f6").orders("march");
        table.does("move f6, hex 0009, stop");
        assert_eq!(table.at("f6"), "0009");
    }

    /// Furia Francese has been drawn and is played for `f1`, which stands in 0404 as this says, near `p1` in 0406.
    fn furia(marks: &str, more: &str) -> Table {
        let mut table = position(&format!(
            "french infantry f1 5/3 tcr 6/5 at 0404 {marks}
            prussian infantry p1 8/4 tcr 7/6 at 0406
            chit french furia-francese
            {more}"
        ))
        .cup();
        table.draws("furia-francese").does("play, unit f1");
        table
    }

    #[test]
    fn r21_0_furia_francese_is_for_infantry_within_two_hexes_of_the_enemy() {
        let mut table = position(
            "french infantry f1 5/3 at 0404
            french infantry f2 5/3 at 0403
            french field f3 7/4 at 0405
            french cavalry f4 2/1 at 0504
            prussian infantry p1 8/4 at 0406
            chit french furia-francese",
        )
        .cup();
        table.draws("furia-francese").does("play");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["unit f1".to_owned()]), "with the battery");
        for unit in ["unit f2", "unit f3", "unit f4", "unit p1"] {
            table.refuses(unit, "21.0");
        }
    }

    #[test]
    fn r21_0_furia_francese_may_go_for_an_hq_and_aggressive_tactics_may_not() {
        let mut table = position(
            "french infantry f1 5/3 tcr 6/5 at 0404
            corps x prussian at 0406
            chit french furia-francese",
        )
        .cup();
        table.draws("furia-francese").does("play, unit f1").rolls(&[1]);
        assert_eq!(table.choices(""), ["hex 0405"]);
        table.does("hex 0405");
        assert!(is_draw(&table), "there is nobody to assault");
        assert_eq!(table.at("f1"), "0405");
        let mut table = position(
            "prussian infantry p1 5/3 at 0404
            corps ii french at 0406
            chit french prussian-aggressive-tactics",
        )
        .cup();
        table.draws("prussian-aggressive-tactics");
        assert!(!table.choices("").contains(&"play".to_owned()), "near a Combat unit only");
    }

    #[test]
    fn r21_0_furia_francese_needs_a_hex_next_to_the_enemy() {
        let text = "french infantry f1 5/3 at 0404
            prussian infantry p1 8/4 at 0406
            chit french furia-francese";
        let drawn = |more: &str| {
            let mut table = position(&format!("{text}\n{more}")).cup();
            table.draws("furia-francese");
            table.choices("")
        };
        assert!(drawn("").contains(&"play".to_owned()));
        assert!(!drawn("french cavalry f2 2/1 at 0405").contains(&"play".to_owned()), "it would be overstacked");
        assert!(!drawn("clock 05:00").contains(&"play".to_owned()), "18.4: its HQ has not been activated");
    }

    #[test]
    fn r21_0_the_unit_goes_forward_on_a_die_up_to_its_modified_tcr() {
        for (marks, more, most) in
            [("", "", 6), ("shaken", "", 5), ("disrupted", "", 4), ("", "fieldworks 0404", 7), ("", "clock 21:00", 5)]
        {
            let mut table = furia(marks, more);
            table.rolls(&[most]);
            assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["hex 0405".to_owned()]), "{marks}{more}");
            let mut table = furia(marks, more);
            table.rolls(&[most + 1]);
            assert!(is_draw(&table) && table.at("f1") == "0404", "{marks}{more}");
        }
    }

    #[test]
    fn r21_0_furia_francese_meets_defensive_fire_and_assaults_with_a_shift() {
        let mut table = furia("", "");
        table.rolls(&[1]).does("hex 0405");
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["fire p1 f1".into(), "pass".into()]));
        // A 10 costs a Casualty Hit, and the unit assaults all the same.
        table.does("fire p1 f1").rolls(&[10, 1]);
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["hex 0406".to_owned()]));
        table.refuses("pass", "21.0");
        table.does("hex 0406");
        let assault = at_hand(&table);
        assert_eq!((assault.side, assault.attackers.as_slice()), (FRENCH, [table.unit("f1")].as_slice()));
        assert!(table.game.assault_shifts(&assault).contains(&("Furia Francese", 1)));
    }

    #[test]
    fn r21_0_a_unit_that_breaks_on_the_way_does_not_assault() {
        let mut table = furia("battleworn", "");
        table.rolls(&[1]).does("hex 0405, fire p1 f1").rolls(&[10, 1]).rolls(&[10]);
        assert!(is_draw(&table));
    }

    #[test]
    fn r21_0_a_unit_that_faces_the_enemy_may_stay_before_it_assaults() {
        let mut table = position(
            "french infantry f1 5/3 at 0404
            prussian infantry p1 8/4 at 0405
            prussian infantry p2 8/4 at 0504
            chit french furia-francese",
        )
        .cup();
        table.draws("furia-francese").does("play, unit f1").rolls(&[6]);
        assert!(table.choices("").contains(&"stop".to_owned()) && table.choices("hex").contains(&"0304".to_owned()));
        table.refuses("hex 0403", "21.0");
        table.does("stop");
        assert_eq!(table.choices(""), ["hex 0405", "hex 0504"]);
        table.does("hex 0504");
        assert_eq!(at_hand(&table).ground, table.hex("0504"));
    }

    /// Prussian Aggressive Tactics have been drawn and are played, with so many chits on Prussian Aggressiveness.
    fn aggressive(hex: &str, chits: u8) -> Table {
        let mut table = position(&format!(
            "french infantry f1 5/3 at 0404
            prussian infantry p1 8/4 at {hex}
            prussian infantry p2 8/4 at 0408
            prussian field p3 6/3 at 0505
            track prussian 1 {chits}
            chit french prussian-aggressive-tactics"
        ))
        .cup();
        table.draws("prussian-aggressive-tactics").does("play");
        table
    }

    #[test]
    fn r21_0_prussian_aggressive_tactics_are_for_prussian_infantry_within_two_hexes() {
        let table = aggressive("0406", 0);
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["unit p1".to_owned()]));
        for unit in ["unit p2", "unit p3", "unit f1"] {
            table.refuses(unit, "21.0");
        }
    }

    #[test]
    fn r21_0_the_french_move_the_prussian_unit_and_say_whom_it_assaults() {
        let mut table = aggressive("0406", 0);
        table.does("unit p1");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["hex 0405".to_owned()]));
        table.does("hex 0405");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["fire f1 p1".into(), "pass".into()]));
        table.does("pass");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["hex 0404".to_owned()]));
        table.does("hex 0404");
        let assault = at_hand(&table);
        assert_eq!((assault.side, assault.attackers.as_slice()), (PRUSSIAN, [table.unit("p1")].as_slice()));
        assert_eq!(assault.cause, AssaultCause::AggressiveTactics);
    }

    #[test]
    fn r21_0_a_prussian_unit_next_to_the_french_is_not_moved() {
        let mut table = aggressive("0405", 0);
        table.does("unit p1");
        assert_eq!((table.chooser(), table.choices("")), (FRENCH, vec!["hex 0404".to_owned()]));
    }

    #[test]
    fn r20_1_prussian_aggressiveness_cancels_aggressive_tactics_on_a_low_die() {
        for (chits, most) in [(1, 2), (2, 4), (3, 6)] {
            let mut table = aggressive("0406", chits);
            table.does("unit p1");
            assert_eq!(table.prompt(), "Prussians: roll against the Aggressive Tactics of p1");
            table.rolls(&[most]);
            assert!(is_draw(&table), "{chits}");
            let mut table = aggressive("0406", chits);
            table.does("unit p1").rolls(&[most + 1]);
            assert_eq!(table.choices(""), ["hex 0405"], "{chits}");
        }
    }
}
