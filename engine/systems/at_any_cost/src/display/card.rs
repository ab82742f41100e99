//! All data of a counter: both sides, the Mitrailleuse marker, and its state in words.

use battlewright_schema::at_any_cost::{Earthwork, HqOrder};

use crate::action::Weapon;
use crate::board::UnitFacts;
use crate::display::show::movement;
use crate::state::{At, CommandStatus, Done, Fired, Unit};
use crate::{AtAnyCost, FormationIx, MovingPiece, UnitIx, rulebook as rule};
use battlewright_core::game::Rule;
use battlewright_core::show::{Card, Fact};

impl AtAnyCost {
    pub(crate) fn card_of(&self, piece: MovingPiece) -> Card {
        match piece {
            MovingPiece::Unit(unit) => {
                let up = self.unit(unit).battleworn;
                let faces = [up, !up].map(|worn| self.unit_face(unit, worn, false));
                let markers = [up, !up].map(|worn| self.mitrailleuse_counter(unit, worn));
                Card {
                    faces: faces.into_iter().chain(markers.into_iter().flatten()).collect(),
                    state: self.unit_facts(unit),
                }
            }
            MovingPiece::Hq(formation) => {
                let up = self.hq(formation).back;
                let faces = [up, !up].map(|back| self.hq_face(formation, back, false));
                Card { faces: faces.into(), state: self.hq_facts(formation) }
            }
        }
    }

    fn place_fact(&self, at: At) -> Fact {
        match at {
            At::Due { turn, aside: Some(hex), .. } => {
                let text = format!("Delayed: enters on turn {turn} in {}", self.board.map.name(hex));
                Fact::new(text, rule::REINFORCEMENTS)
            }
            At::Due { turn, entry, .. } => {
                Fact::new(format!("Enters on turn {turn} at {}", self.entry_title(entry)), rule::REINFORCEMENTS)
            }
            At::Hex(hex) => Fact::new(format!("In hex {}", self.board.map.name(hex)), rule::STACKING),
            At::Broken { until } if until > self.state.turn => {
                Fact::new(format!("Broken: available for rebuild from turn {until}"), rule::BROKEN_UNITS)
            }
            At::Broken { .. } => Fact::new("Broken: available for rebuild", rule::BROKEN_UNITS),
            At::Pool => Fact::new("Not on the map", rule::BREAKDOWN_UNITS),
        }
    }

    fn unit_facts(&self, unit: UnitIx) -> Vec<Fact> {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let tier = if state.battleworn { "Battleworn" } else { "Fresh" };
        let mut told = vec![Fact::new(tier, rule::UNIT_TIERS), self.place_fact(state.at)];
        let Some(hex) = self.hex_of(unit) else { return told };
        let side = facts.side;
        if self.friends_in(side, hex).len() > 1 {
            let line = if state.second_line { "Second Line: fights with half its SP" } else { "Front Line" };
            told.push(Fact::new(line, rule::LINES));
        }
        let points = format!("SP {}", self.strength(unit, Weapon::Own, true));
        let points = match self.mitrailleuse_of(unit) {
            Some(_) => format!("{points}, mitrailleuses {}", self.strength(unit, Weapon::Mitrailleuse, true)),
            None => points,
        };
        told.push(Fact::new(points, rule::FIRE_SP));
        told.push(Fact::new(format!("TCR {}", self.modified_tcr(unit)), rule::COHESION_MODIFIERS));
        // From its order on, the command of an active unit is decided for the activation (7.3).
        let is_decided =
            self.activation().is_some_and(|activation| activation.order.is_some() && self.is_active(activation, unit));
        if !is_decided {
            let is_in_range = self.is_in_range(facts.formation, hex);
            let range = if is_in_range { "In" } else { "Out of" };
            told.push(Fact::new(format!("{range} Command Range of its HQ"), rule::COMMAND_RANGE));
            let is_commanded = self.in_command_by_rows(unit, is_in_range);
            if is_commanded != is_in_range {
                let text = if is_commanded { "In Command all the same" } else { "Out of Command all the same" };
                told.push(Fact::new(text, rule::COMMAND_RANGE));
            }
        }
        if let Some(order) = self.order_of(unit) {
            told.push(Fact::new(format!("In Command, with {} orders", order.name()), rule::ORDERS));
        }
        let works = match self.earthwork_at(hex) {
            None => None,
            Some(Earthwork::Fieldworks) => Some("In Fieldworks"),
            Some(Earthwork::Entrenchments) => Some("In Entrenchments"),
        };
        told.extend(works.map(|works| Fact::new(works, rule::EARTHWORKS)));
        let motion = self.motion_of(MovingPiece::Unit(unit)).map(movement);
        told.extend(motion.map(|motion| Fact::new(format!("Moves: {motion}"), rule::MOVEMENT)));
        let states = unit_states(facts, state, motion.is_some()).into_iter().filter(|(is, ..)| *is);
        told.extend(states.map(|(_, text, rule)| Fact::new(text, rule)));
        let counters = self.board.extra.counters_of_unit(&self.state.extra, unit.index());
        told.extend(counters.map(|(name, number)| Fact::new(format!("{name} {number}"), rule::SETUP)));
        told
    }

    fn hq_facts(&self, formation: FormationIx) -> Vec<Fact> {
        let (facts, hq) = (self.board.formation(formation), self.hq(formation));
        let [one, other] = facts.orders[usize::from(hq.back)].map(HqOrder::name);
        let orders = format!("{one} and {other} orders, Command Rating {}", self.command_rating(formation));
        let mut told = vec![Fact::new(orders, rule::ORDERS)];
        let range = self.command_range(formation);
        if range != u16::from(self.command_rating(formation)) {
            told.push(Fact::new(format!("Command Range {range}"), rule::COMMAND_RANGE));
        }
        // An HQ that found no refuge is in no pool.
        if hq.at == At::Pool {
            told.push(Fact::new("Not on the map", rule::HQ_COMBAT));
        } else {
            told.push(self.place_fact(hq.at));
        }
        let active = self.activation().filter(|activation| self.ordering_formation(activation) == formation);
        if let Some(order) = active.and_then(|activation| activation.order) {
            told.push(Fact::new(format!("{} orders are in force", order.name()), rule::ORDER_TYPES));
        }
        if hq.casualties > 0 {
            let text = format!("Leader casualties: Command Ratings are {} less", hq.casualties);
            told.push(Fact::new(text, rule::EVENT_CHITS));
        }
        if let Some(turn) = self.chit_turn(formation).filter(|turn| *turn > self.state.turn) {
            told.push(Fact::new(format!("Its Activation Chit comes on turn {turn}"), rule::ACTIVATION_CHITS));
        }
        let motion = self.motion_of(MovingPiece::Hq(formation)).map(movement);
        told.extend(motion.map(|motion| Fact::new(format!("Moves: {motion}"), rule::MOVEMENT)));
        let states: [(bool, &str, Rule); 3] = [
            (hq.activated, "Its formation has been activated this turn", rule::ACTIVATION_CHITS),
            (hq.overrun, "Overrun: commands its own hex only this turn", rule::HQ_COMBAT),
            (hq.moved && motion.is_none(), "Has moved", rule::MOVEMENT),
        ];
        let states = states.into_iter().filter(|(is, ..)| *is);
        told.extend(states.map(|(_, text, rule)| Fact::new(text, rule)));
        told.extend(self.events_on(formation).map(|name| Fact::new(format!("Has the {name} chit"), rule::EVENTS)));
        told
    }
}

/// The states that a unit can be in, each with its words and its rule, and `true` if it is in it. `moves` is `true` while
/// it is in motion.
fn unit_states(facts: &UnitFacts, state: &Unit, moves: bool) -> [(bool, &'static str, Rule); 15] {
    let Done { command, fired, mitrailleuse_fired, moved, charged, attacked, dug, .. } = state.done;
    [
        (state.elan == 1, "Shaken: SP and TCR are 1 less", rule::COHESION_RESULTS),
        (state.elan > 1, "Disrupted: SP and TCR are 2 less", rule::COHESION_RESULTS),
        (state.ammo == 1, "Low Ammo: another Ammo Problem rations it", rule::AMMUNITION),
        (state.ammo > 1, "Rationed Ammo: Defensive Fire only, with half its SP", rule::AMMUNITION),
        (facts.small, "Small Unit: without a Fresh side", rule::SMALL_UNITS),
        (command == CommandStatus::OutOfRange, "Its Out of Command Range die is due", rule::OUT_OF_COMMAND),
        (command == CommandStatus::Cautious, "Cautious: half its movement, and no combat", rule::OUT_OF_COMMAND),
        (command == CommandStatus::Hesitates, "Hesitates: not active", rule::OUT_OF_COMMAND),
        (fired == Fired::Full, "Has fired", rule::FIRE_ELIGIBILITY),
        (fired == Fired::Half, "Has fired with half its SP, and may still move", rule::FIRE_ELIGIBILITY),
        (mitrailleuse_fired, "Its mitrailleuses have fired", rule::FIRE_ELIGIBILITY),
        (moved && !moves, "Has moved", rule::MOVEMENT),
        (charged, "Has charged", rule::CHARGE),
        (attacked, "Has assaulted", rule::ASSAULT_ELIGIBILITY),
        (dug || state.dug_in_vain, "Has tried to build earthworks", rule::FIELDWORKS),
    ]
}

#[cfg(test)]
mod tests {
    use crate::tests::testing::{Table, position};
    use battlewright_core::show::Show as _;

    fn facts(table: &Table, id: &str) -> Vec<String> {
        table.game.card(id).expect(id).state.into_iter().map(|fact| fact.text).collect()
    }

    #[test]
    fn r3_1_a_card_shows_both_sides_the_one_that_is_up_first() {
        let table = position("french infantry f1 5/3 at 0404 battleworn").table();
        let card = table.game.card("f1").unwrap();
        let faces: Vec<_> =
            card.faces.iter().map(|face| (face.face.name.unwrap(), face.face.text().unwrap())).collect();
        assert_eq!(faces, [("Battleworn", "5 3 2(3)"), ("Fresh", "6 5 2(3)")]);
        assert_eq!(table.game.card("nobody"), None);
    }

    #[test]
    fn r3_7_the_card_of_a_battery_shows_its_mitrailleuse_marker() {
        let table = position("french field f1 7/4 mitrailleuse 4/2 at 0404").table();
        let card = table.game.card("f1").unwrap();
        let faces: Vec<_> = card.faces.iter().map(|face| (face.name.as_str(), face.face.text().unwrap())).collect();
        assert_eq!(
            faces,
            [
                ("f1", "6 7m 3(6)"),
                ("f1", "5 4m 3(6)"),
                ("Mitrailleuse of f1", "4m 3(4)"),
                ("Mitrailleuse of f1", "2m 3(4)")
            ]
        );
        assert!(facts(&table, "f1").contains(&"SP 7, mitrailleuses 4".to_owned()));
    }

    #[test]
    fn r3_7_a_card_tells_the_state_of_a_unit_in_words() {
        let table = position(
            "corps ii french at 0808 rating 1 1
            french infantry f1 5/3 at 0404 of ii shaken rationed
            french field f2 7/4 at 0404 of ii
            fieldworks 0404",
        )
        .table();
        assert_eq!(
            facts(&table, "f1"),
            [
                "Fresh",
                "In hex 0404",
                "Front Line",
                "SP 5",
                "TCR 6",
                "Out of Command Range of its HQ",
                "In Fieldworks",
                "Shaken: SP and TCR are 1 less",
                "Rationed Ammo: Defensive Fire only, with half its SP",
            ]
        );
        assert!(facts(&table, "f2").contains(&"Second Line: fights with half its SP".to_owned()));
    }

    #[test]
    fn r3_7_the_markers_of_the_enemy_are_open_or_hidden() {
        use crate::tests::testing::{FRENCH, PRUSSIAN};
        use battlewright_core::game::Game as _;

        for hidden in [false, true] {
            let table = position("french infantry f1 5/3 at 0404 shaken low\nprussian infantry p1 8/4 at 0407")
                .with(|scenario| scenario.rules.hidden_markers = Some(hidden))
                .table();
            let shown = |viewer| {
                let seen = table.game.seen_by(viewer);
                let piece = seen.pieces().into_iter().find(|piece| piece.id == "f1").unwrap();
                let card = seen.card("f1").unwrap().state.into_iter().map(|fact| fact.text).collect::<Vec<_>>();
                (piece.markers, card.contains(&"SP 4".to_owned()), card.iter().any(|fact| fact.starts_with("Shaken")))
            };
            let open = (vec!["Shaken", "Low Ammo"], true, true);
            assert_eq!(shown(FRENCH), open);
            assert_eq!(shown(PRUSSIAN), if hidden { (vec![], false, false) } else { open });
            assert_eq!(table.game.hides(PRUSSIAN), hidden);
            let seen = table.game.seen_by(PRUSSIAN);
            assert!(!seen.hides(PRUSSIAN) && seen.seen_by(PRUSSIAN) == seen);
        }
    }

    #[test]
    fn r3_7_games_that_differ_in_hidden_markers_look_the_same() {
        use crate::tests::testing::{FRENCH, PRUSSIAN};
        use battlewright_core::game::{Game as _, Viewer};
        use battlewright_core::play::Dice;

        let games = |hidden| {
            let marked = "french infantry f1 5/3 at 0404 disrupted rationed\nprussian infantry p1 8/4 at 0407 shaken";
            let table = position(marked).with(|scenario| scenario.rules.hidden_markers = Some(hidden)).table();
            let mut other = table.game.clone();
            let state = other.unit_mut(table.unit("f1"));
            (state.elan, state.ammo) = (0, 0);
            (table.game, other)
        };
        let (one, other) = games(true);
        for viewer in [PRUSSIAN.into(), Viewer::Nobody] {
            let seen = one.seen_by(viewer);
            assert!(seen == other.seen_by(viewer) && seen.fingerprint() == other.seen_by(viewer).fingerprint());
            assert_eq!(seen.deal_hidden(&mut Dice::new(1)), None, "no marker is made up");
        }
        assert!(one.seen_by(FRENCH) != other.seen_by(FRENCH));
        assert!(one.hides(PRUSSIAN) && !other.hides(PRUSSIAN), "nothing is hidden without a marker");
        let (one, other) = games(false);
        assert!(one.seen_by(PRUSSIAN) != other.seen_by(PRUSSIAN));
    }

    #[test]
    fn r10_2_a_broken_unit_tells_when_it_is_available() {
        let table = position("turn 2 of 9\nfrench infantry f1 5/3 broken 4\nprussian infantry p1 8/4 broken 2").table();
        assert_eq!(facts(&table, "f1")[1], "Broken: available for rebuild from turn 4");
        assert_eq!(facts(&table, "p1")[1], "Broken: available for rebuild");
    }

    #[test]
    fn r3_6_the_card_of_an_hq_tells_its_orders_and_what_lies_on_it() {
        let mut table = position(
            "corps ii french at 0101 rating 2 4 back
            corps iv french at 0201 chit 3
            french infantry f1 5/3 at 0404 of ii",
        )
        .table();
        let card = table.game.card("ii-hq").unwrap();
        let faces: Vec<_> =
            card.faces.iter().map(|face| (face.face.name.unwrap(), face.face.text().unwrap())).collect();
        assert_eq!(faces, [("Defend/Regroup", "4"), ("Attack/March", "2")]);
        assert_eq!(facts(&table, "ii-hq"), ["Defend and Regroup orders, Command Rating 4", "In hex 0101"]);
        assert!(facts(&table, "iv-hq").contains(&"Its Activation Chit comes on turn 3".to_owned()));
        let ii = table.formation("ii");
        (table.game.hq_mut(ii).casualties, table.game.hq_mut(ii).overrun) = (1, true);
        let overrun = facts(&table, "ii-hq");
        assert_eq!(overrun[0], "Defend and Regroup orders, Command Rating 0");
        assert!(overrun.contains(&"Leader casualties: Command Ratings are 1 less".to_owned()));
        assert!(overrun.contains(&"Overrun: commands its own hex only this turn".to_owned()));
    }

    #[test]
    fn r12_1_a_unit_in_hand_has_not_moved_yet() {
        let mut table = position("french infantry f1 5/3 at 0404\nprussian infantry p1 8/4 at 0409").moves("french");
        table.does("move f1");
        let found = facts(&table, "f1");
        assert!(
            found.iter().any(|fact| fact.starts_with("Moves: ")) && !found.contains(&"Has moved".to_owned()),
            "{found:?}"
        );
        table.does("hex 0405, stop");
        let found = facts(&table, "f1");
        assert!(
            found.contains(&"Has moved".to_owned()) && !found.iter().any(|fact| fact.starts_with("Moves: ")),
            "{found:?}"
        );
    }

    #[test]
    fn r7_3_the_card_tells_the_command_that_was_decided() {
        let mut table = position(
            "map 12x9
            corps ii french at 0405 rating 2 4
            french infantry f1 5/3 at 0404 of ii",
        )
        .orders("ii", "attack");
        let range =
            |table: &Table| facts(table, "f1").into_iter().filter(|fact| fact.contains("Command")).collect::<Vec<_>>();
        assert_eq!(range(&table), ["In Command, with Attack orders"]);
        // Whoever goes out of range in its activation stays In Command.
        let f1 = table.unit("f1");
        let far = table.hex("1101");
        table.run(|game, _| game.join_stack(super::MovingPiece::Unit(f1), far));
        assert_eq!(range(&table), ["In Command, with Attack orders"]);
    }

    #[test]
    fn r7_2_the_order_in_force_is_told_of_hq_and_units() {
        let table =
            position("corps ii french at 0405 rating 2 4\nfrench infantry f1 5/3 at 0404 of ii").orders("ii", "march");
        assert!(facts(&table, "ii-hq").contains(&"March orders are in force".to_owned()));
        assert!(facts(&table, "f1").contains(&"In Command, with March orders".to_owned()));
    }
}
