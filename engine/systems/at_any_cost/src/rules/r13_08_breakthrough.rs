//! 13.8 Breakthrough Movement: victorious attackers may enter the hex that the enemy has left, and charging cavalry may go
//! on from it. Nobody fires at them.

use serde::{Deserialize, Serialize};

use crate::action::{Action, ActionList, RefusalCause};
use crate::rules::r13_assault::{Assault, AssaultTask};
use crate::state::Party;
use crate::{AtAnyCost, Event, MovingPiece, UnitIx, rulebook as rule};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::inline_list::InlineList;

/// The attackers that have won an assault, and may break through.
#[derive(Clone, Debug, PartialEq, Eq, Serialize, Deserialize)]
pub(crate) struct Breakthrough {
    pub(crate) side: Side,
    /// The hex of the defenders.
    pub(crate) ground: HexIx,
    /// The attackers that have not broken through.
    pub(crate) attackers: Party,
    /// The cavalry that has charged, as long as it is in the hex.
    pub(crate) charger: Option<UnitIx>,
    pub(crate) beaten: Party,
}

impl Breakthrough {
    /// The breakthrough of the attackers of `assault`.
    pub(crate) fn after(assault: &Assault) -> Self {
        Self {
            side: assault.side,
            ground: assault.ground,
            attackers: assault.attackers.clone(),
            charger: assault.charger,
            beaten: assault.defenders.clone(),
        }
    }
}

impl AtAnyCost {
    /// The units that may enter the vacated hex, and the hexes that charging cavalry may go on to.
    pub(crate) fn breakthrough_options(&self, breakthrough: &Breakthrough, into: &mut ActionList) {
        let attackers = breakthrough.attackers.iter().copied();
        into.extend(attackers.filter(|unit| self.may_advance(breakthrough, *unit).is_ok()).map(Action::Unit));
        let near = self.board.map.neighbors(breakthrough.ground);
        into.extend(near.filter(|hex| self.may_ride_on(breakthrough, *hex).is_ok()).map(Action::Hex));
        into.push(Action::Pass);
    }

    /// Checks whether `unit` can break through at all: the hex is vacated, and its elan is unbroken.
    fn may_break_through(&self, breakthrough: &Breakthrough, unit: UnitIx) -> Result<(), RefusalCause> {
        let no = |why| Err(RefusalCause::Because(rule::BREAKTHROUGH, why));
        if self.enemy_in(breakthrough.side, breakthrough.ground) {
            return no("the hex of the loser is not vacated");
        }
        if !breakthrough.attackers.contains(&unit) || self.hex_of(unit).is_none() {
            return no("only units that have attacked and not advanced break through");
        }
        if self.unit(unit).elan > 0 {
            return no("a Shaken or Disrupted unit does not break through");
        }
        if self.unit(unit).done.halted && !self.board.rules.halted_units_break_through {
            let why = "Defensive Fire has halted the unit, which moves no further in this phase";
            return Err(RefusalCause::Because(rule::DEFENSIVE_FIRE, why));
        }
        Ok(())
    }

    /// Checks whether `unit` may enter the vacated hex.
    pub(crate) fn may_advance(&self, breakthrough: &Breakthrough, unit: UnitIx) -> Result<(), RefusalCause> {
        self.may_break_through(breakthrough, unit)?;
        let ground = breakthrough.ground;
        if self.hex_of(unit).is_none_or(|hex| self.board.map.distance(hex, ground) != 1) {
            return Err(RefusalCause::Because(rule::BREAKTHROUGH, "the unit is not next to the vacated hex"));
        }
        if !self.may_stay(MovingPiece::Unit(unit), ground) {
            return Err(RefusalCause::Because(rule::STACKING, "the vacated hex is full"));
        }
        Ok(())
    }

    /// Checks whether the charging cavalry may go on to `hex`: vacant, and no further from any of the units that it has
    /// beaten or, if none of them is left, from any of the nearest enemies.
    pub(crate) fn may_ride_on(&self, breakthrough: &Breakthrough, hex: HexIx) -> Result<(), RefusalCause> {
        let no = |why| Err(RefusalCause::At(rule::BREAKTHROUGH, why, hex));
        let ground = breakthrough.ground;
        let Some(charger) = breakthrough.charger.filter(|unit| self.hex_of(*unit) == Some(ground)) else {
            return no("only cavalry that has charged goes on beyond the vacated hex, to");
        };
        self.may_break_through(breakthrough, charger)?;
        if self.board.map.distance(ground, hex) != 1 {
            return no("the breakthrough leads to the next hex at most, and not to");
        }
        if self.ground.units(hex).next().is_some() {
            return no("there is a unit in");
        }
        let gap = |enemy: HexIx, at: HexIx| self.board.map.distance(enemy, at);
        let mut goals: InlineList<HexIx, 8> =
            breakthrough.beaten.iter().filter_map(|unit| self.hex_of(*unit)).collect();
        if goals.is_empty() {
            let enemies = || self.on_map(breakthrough.side.other()).map(|(_, at)| at);
            let nearest = enemies().map(|at| gap(at, ground)).min();
            goals.extend(enemies().filter(|at| Some(gap(*at, ground)) == nearest));
        }
        if goals.is_empty() || goals.iter().any(|goal| gap(*goal, hex) <= gap(*goal, ground)) {
            Ok(())
        } else {
            no("a breakthrough does not lead away from the enemy, to")
        }
    }

    /// A unit breaks through, or nobody does any more.
    pub(crate) fn break_through(&mut self, mut breakthrough: Breakthrough, action: Action, log: &mut impl Log<Event>) {
        let (unit, hex) = match (action, breakthrough.charger) {
            (Action::Unit(unit), _) => (unit, breakthrough.ground),
            (Action::Hex(hex), Some(charger)) => {
                breakthrough.charger = None;
                (charger, hex)
            }
            _ => return,
        };
        let Some(from) = self.hex_of(unit) else { return };
        let side = breakthrough.side;
        breakthrough.attackers.retain(|attacker| *attacker != unit);
        log.push(Event::BrokeThrough(unit, hex));
        self.push(AssaultTask::Breakthrough(breakthrough));
        self.push(AssaultTask::Lines(side, hex));
        self.push_followers(side, from, hex);
        self.displace(unit, hex);
        self.settle_displaced(unit, hex, log);
    }
}

#[cfg(test)]
mod tests {
    use crate::rules::r13_assault::tests::{assault, charge, meeting, retreats};
    use crate::stage::Part;
    use crate::state::At;
    use crate::tests::testing::{FRENCH, PRUSSIAN, Table, position};
    use battlewright_core::kit::tasks::TaskStack as _;

    /// `p1` and `p2` have beaten the defender in 0404, who has retreated two hexes if he could.
    fn won(more: &str, units: &[&str]) -> Table {
        let mut table = assault(meeting(&format!("french infantry f1 3/2 tcr 7/6 at 0404\n{more}")), units);
        table.rolls(&[5]);
        table.does("lose f1 retreat");
        if table.choices("lose").len() == 3 {
            table.does("lose f1 retreat");
        }
        retreats(&mut table);
        table
    }

    #[test]
    fn r13_8_a_victorious_attacker_may_enter_the_vacated_hex() {
        let mut table = won("", &["p1", "p2"]);
        assert_eq!(
            (table.chooser(), table.choices("")),
            (PRUSSIAN, vec!["pass".into(), "unit p1".into(), "unit p2".into()])
        );
        table.does("unit p2");
        assert_eq!((table.at("p1"), table.at("p2")), ("0405".to_owned(), "0404".to_owned()));
        assert!(table.choices("unit").is_empty(), "the hex is full");
        let mut table = won("", &["p1", "p2"]);
        table.does("pass");
        assert_eq!((table.at("p1"), table.at("p2")), ("0405".to_owned(), "0304".to_owned()), "nobody has to");
    }

    #[test]
    fn r13_8_only_units_that_have_attacked_break_through() {
        let table = won("prussian infantry p3 4/2 at 0504", &["p1", "p2"]);
        table.refuses("unit p3", "13.8");
    }

    /// `p1`, which fire has halted after these moves next to `f1`, has beaten it.
    fn halted(breaks_through: bool, moves: &str) -> Table {
        let mut table = position(
            "map 12x14
            corps x prussian at 0001 rating 20 20
            prussian infantry p1 20/18 tcr 9/8 at 0410 of x
            french infantry f1 3/2 tcr 7/6 at 0407
            holds french beaten-zone",
        )
        .with(|scenario| scenario.rules.halted_units_break_through = Some(breaks_through))
        .moves("x");
        table.does(moves).rolls(&[10, 1]);
        table.skip_to(Part::Assault);
        table.does("hex 0407, unit p1, begin").rolls(&[4]);
        while !table.choices("lose").is_empty() {
            table.does("lose f1 retreat");
        }
        retreats(&mut table);
        table
    }

    #[test]
    fn r12_6_whom_defensive_fire_has_halted_does_not_break_through_in_the_phase() {
        let fired_at = "move p1, hex 0409, pass, hex 0408, pass, fire f1 p1";
        let table = halted(false, fired_at);
        assert_eq!(table.choices("unit"), [] as [&str; 0], "r79");
        assert_eq!(halted(true, fired_at).choices("unit"), ["p1"], "r79");
        // Beaten Zone halts for the step only (21.0).
        let by_event = "move p1, hex 0409, pass, hex 0408, pass, pass, hex 0508, chit-0 fire f1 p1";
        assert_eq!(halted(false, by_event).choices("unit"), ["p1"]);
    }

    #[test]
    fn r13_8_a_breakthrough_is_not_fired_at() {
        let mut table = won("french infantry f2 9/5 at 0503", &["p1", "p2"]);
        table.does("unit p1");
        table.logs_nothing_with("fires");
        assert_eq!((table.at("p1"), table.marks("p1")), ("0404".to_owned(), String::new()));
    }

    #[test]
    fn r13_8_shaken_victors_stay() {
        let mut table = assault(meeting("french infantry f1 1/1 tcr 7/6 at 0404"), &["p1", "p2"]);
        let p1 = table.unit("p1");
        table.game.unit_mut(p1).elan = 1;
        table.rolls(&[3]).does("lose f1 retreat");
        retreats(&mut table);
        table.refuses("unit p1", "13.8");
        assert_eq!(table.choices("unit"), ["p2"]);
    }

    #[test]
    fn r13_8_a_hex_that_is_not_vacated_is_not_entered() {
        let mut table = assault(meeting("french infantry f1 3/2 tcr 7/6 at 0404"), &["p1", "p2"]);
        table.rolls(&[2]).does("lose f1 elan");
        table.logs_nothing_with("breaks through");
        assert!(table.choices("unit").is_empty());
        assert_eq!((table.at("p1"), table.at("f1")), ("0405".to_owned(), "0404".to_owned()));
    }

    #[test]
    fn r13_8_a_defender_who_wins_does_not_break_through() {
        let mut table = assault(meeting("french infantry f1 9/3 tcr 7/6 at 0404"), &["p1", "p2"]);
        table.rolls(&[2]).does("lose p1 retreat");
        retreats(&mut table);
        assert_eq!(table.at("f1"), "0404");
        assert_ne!(table.game.part(), Some(Part::Assault), "the French are not asked");
    }

    #[test]
    fn r13_8_all_that_may_stack_enter_and_may_exchange_their_lines() {
        let text = "corps x prussian at 0801 rating 9 9
            prussian infantry p1 5/3 at 0405 of x
            prussian infantry d1 2/1 breakdown of x
            french infantry f1 3/2 tcr 7/6 at 0404";
        let mut table = position(text).assaults("x");
        let (d1, hex) = (table.unit("d1"), table.hex("0504"));
        table.game.put_unit(d1, At::Hex(hex));
        table.does("hex 0404, unit p1, unit d1, begin");
        // 7 against 3: column +4/+5, and one more for the odds.
        table.rolls(&[3]).does("lose f1 retreat");
        retreats(&mut table);
        table.does("unit p1");
        assert_eq!(table.choices(""), ["pass", "unit d1"]);
        table.does("unit d1");
        assert_eq!((table.chooser(), table.choices("")), (PRUSSIAN, vec!["exchange 0404".into(), "pass".into()]));
        let second = |table: &Table| ["p1", "d1"].map(|id| table.game.unit(table.unit(id)).second_line);
        let before = second(&table);
        table.does("exchange 0404");
        assert_eq!(second(&table), before.map(|second| !second));
    }

    /// Cavalry has charged into 0404, whose defender has retreated.
    fn charged(more: &str) -> Table {
        let text = format!("french infantry f1 8/3 tcr 7/6 at 0404\n{more}");
        let mut table = charge("4/2 heavy", &text);
        table.does("hex 0404, begin");
        table.rolls(&[8]).does("lose f1 retreat");
        retreats(&mut table);
        table
    }

    #[test]
    fn r13_8_charging_cavalry_may_stay_or_go_on_without_losing_distance() {
        let mut table = charged("");
        // From 0403 the retreat led toward the HQ in 0001.
        assert_eq!((table.at("f1"), table.at("c1")), ("0302".to_owned(), "0404".to_owned()));
        assert_eq!(table.choices("hex"), ["0303", "0304", "0403", "0503"], "two hexes from 0302 as 0404 is, or nearer");
        table.refuses("hex 0405", "13.8");
        table.refuses("hex 0402", "13.8");
        table.does("hex 0403");
        assert_eq!((table.at("c1"), table.marks("c1")), ("0403".to_owned(), "disrupted".to_owned()));
        let mut table = charged("");
        table.does("pass");
        assert_eq!((table.at("c1"), table.marks("c1")), ("0404".to_owned(), "disrupted".to_owned()));
    }

    #[test]
    fn r19_0_a_charge_takes_the_hex_that_it_has_won_and_not_before() {
        const TOWN: &str = "place flavigny 0404 held french\npoints flavigny 1";
        let mut table = charge("4/2 heavy", &format!("french infantry f1 8/3 tcr 7/6 at 0404\n{TOWN}"));
        table.does("hex 0404, begin");
        assert_eq!(table.game.state.control, [Some(FRENCH)]);
        table.rolls(&[8]).does("lose f1 retreat");
        retreats(&mut table);
        assert_eq!(table.game.state.control, [Some(PRUSSIAN)]);
        table.does("hex 0403");
        assert_eq!(table.game.state.control, [Some(PRUSSIAN)], "it has gone through");
        // Its enemy is Broken.
        let mut table = charge("4/2 heavy", &format!("french infantry f1 8/8 tcr 7/7 at 0404 battleworn\n{TOWN}"));
        table.does("hex 0404, begin").rolls(&[8]).does("lose f1 casualty").rolls(&[10]);
        assert_eq!(table.game.state.control, [Some(PRUSSIAN)]);
        // A charge that fails takes nothing.
        let mut table = charge("2/1 light", &format!("french infantry f1 8/3 tcr 7/6 at 0404\n{TOWN}"));
        table.does("hex 0404, begin").rolls(&[3]).does("lose c1 elan");
        retreats(&mut table);
        assert_eq!(table.game.state.control, [Some(FRENCH)]);
    }

    #[test]
    fn r13_8_charging_cavalry_goes_on_to_vacant_hexes_only() {
        let table = charged("french infantry f2 4/2 at 0303");
        assert!(!table.choices("hex").contains(&"0303".to_owned()));
        table.refuses("hex 0303", "13.8");
    }

    #[test]
    fn r13_8_when_nobody_of_the_beaten_is_left_the_nearest_enemy_counts() {
        let mut table = charge(
            "4/2 heavy",
            "french infantry f1 8/8 tcr 7/7 at 0404 battleworn
            french infantry f2 4/2 at 0402
            french infantry f3 4/2 at 0406",
        );
        table.does("hex 0404, begin");
        table.rolls(&[8]).does("lose f1 casualty").rolls(&[10]);
        assert!(table.at("f1").starts_with("broken"));
        assert_eq!(table.choices("hex"), ["0303", "0304", "0403", "0405", "0503", "0504"], "either of the two will do");
    }

    #[test]
    fn r13_8_when_the_cavalry_has_gone_on_those_who_joined_may_enter() {
        let text = "prussian infantry p1 2/1 at 0405\nfrench infantry f1 8/3 tcr 7/6 at 0404";
        let mut table = charge("3/2 heavy", text);
        table.does("hex 0404, unit p1, begin");
        table.rolls(&[8]).does("lose f1 retreat");
        retreats(&mut table);
        table.refuses("unit p1", "4.1");
        let on = format!("hex {}", table.choices("hex")[0]);
        table.does(&on);
        assert_eq!(table.choices(""), ["pass", "unit p1"], "the cavalry does not come back");
        table.does("unit p1");
        assert_eq!(table.at("p1"), "0404");
    }

    #[test]
    fn r13_8_infantry_and_cavalry_that_has_not_charged_go_no_further() {
        let table = won("prussian cavalry p3 4/2 at 0504", &["p1", "p3"]);
        assert!(table.choices("hex").is_empty());
        table.refuses("hex 0403", "13.8");
    }
}
