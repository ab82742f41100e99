//! The card of a counter: both faces, and its state in words.

use crate::state::{At, Fired};
use crate::{FormationIx, MovingPiece, Order, PositionMagnifique, UnitIx, rulebook as rule};
use battlewright_core::game::Rule;
use battlewright_core::show::{Card, Fact};

impl PositionMagnifique {
    pub(crate) fn card_of(&self, piece: MovingPiece) -> Card {
        match piece {
            MovingPiece::Unit(unit) => {
                let up = self.unit(unit).reduced;
                let faces = [up, !up].map(|reduced| self.unit_face(unit, reduced, false));
                Card { faces: faces.into(), state: self.unit_facts(unit) }
            }
            MovingPiece::Hq(formation) => {
                let faces = match self.hq(formation).order {
                    Order::Attack => [Order::Attack, Order::Defend],
                    Order::Defend => [Order::Defend, Order::Attack],
                };
                let faces = faces.map(|order| self.hq_face(formation, order, false));
                Card { faces: faces.into(), state: self.hq_facts(formation) }
            }
        }
    }

    fn place_fact(&self, at: At) -> Fact {
        match at {
            At::Zone => Fact::new("To be set up", rule::SETUP),
            At::Due { turn, aside: Some(hex), .. } => {
                Fact::new(format!("Delayed: enters on turn {turn} in {}", self.board.map.name(hex)), rule::ENTRY_COLUMN)
            }
            At::Due { turn, entry: by, .. } => {
                Fact::new(format!("Enters on turn {turn} at {}", self.entry_title(by)), rule::REINFORCEMENTS)
            }
            At::Hex(hex) => Fact::new(format!("In hex {}", self.board.map.name(hex)), rule::STACKING),
            At::Eliminated(turn) => Fact::new(format!("Eliminated on turn {turn}"), rule::UNIT_COUNTERS),
        }
    }

    fn unit_facts(&self, unit: UnitIx) -> Vec<Fact> {
        let (facts, state) = (self.board.unit(unit), self.unit(unit));
        let strength = if state.reduced { "At reduced strength" } else { "At full strength" };
        let mut told = vec![Fact::new(strength, rule::UNIT_COUNTERS), self.place_fact(state.at)];
        if self.hex_of(unit).is_none() {
            return told;
        }
        told.push(Fact::new(format!("Morale {}", self.morale(unit)), rule::MORALE_TESTS));
        let order = match self.order_of(unit) {
            Order::Attack => "Under Attack orders",
            Order::Defend => "Under Defend orders",
        };
        told.push(Fact::new(order, rule::ORDERS));
        if self.is_command_checked(facts.formation) {
            let command = if state.done.out { "Out of command" } else { "In command" };
            told.push(Fact::new(command, rule::COMMAND));
        }
        let motion = self.motion_of(MovingPiece::Unit(unit));
        told.extend(motion.map(|motion| Fact::new(format!("Moves: {}", motion.movement()), rule::MOVEMENT)));
        let low = match state.low_ammo {
            0 => None,
            1 => Some(("Low on ammunition: fires worse", rule::LOW_AMMO)),
            _ => Some(("Out of ammunition: may not fire", rule::LOW_AMMO)),
        };
        let fired = match state.fired {
            Fired::No => None,
            Fired::Half => Some(("Has fired with half its guns", rule::FIRE_ELIGIBILITY)),
            Fired::Full => Some(("Has fired", rule::FIRE_ELIGIBILITY)),
        };
        let counters = self.board.extra.counters_of_unit(&self.state.extra, unit.index());
        told.extend(counters.map(|(name, value)| Fact::new(format!("{name}: {value}"), rule::MARKERS)));
        let states: [(bool, &str, Rule); 6] = [
            (state.shaken, "Shaken: fights and moves at half", rule::SHAKEN_FIRE),
            (self.is_battle_worn(facts.formation), "Its formation is battle worn", rule::MORALE_TESTS),
            (state.done.moved && motion.is_none(), "Has moved", rule::MOVEMENT),
            (state.done.charge.is_some(), "Has charged", rule::CHARGE),
            (state.done.assaulted, "Has assaulted", rule::ASSAULT_ELIGIBILITY),
            (state.done.must_assault, "Must assault", rule::ASSAULT_ELIGIBILITY),
        ];
        let marks = states.into_iter().filter(|(is, ..)| *is).map(|(_, text, rule)| (text, rule));
        told.extend(marks.chain(low).chain(fired).map(|(text, rule)| Fact::new(text, rule)));
        told
    }

    fn hq_facts(&self, formation: FormationIx) -> Vec<Fact> {
        let hq = self.hq(formation);
        let order = match hq.order {
            Order::Attack => "Attack orders",
            Order::Defend => "Defend orders",
        };
        let mut told = vec![
            Fact::new(
                format!("{order}, Command Rating {}{}", self.command_rating(formation), self.range_note(formation)),
                rule::ORDERS,
            ),
            self.place_fact(hq.at),
        ];
        let states: [(bool, &str, Rule); 8] = [
            (hq.activated, "Its formation has been activated this turn", rule::ACTIVATION_CHITS),
            (hq.overrun, "Overrun: commands nothing this turn", rule::HQ_COMBAT),
            (self.is_battle_worn(formation), "Its formation is battle worn", rule::MORALE_TESTS),
            (self.state.feu == Some(formation), "Has the Feu de Bataillon chit", rule::FRENCH_EVENTS),
            (self.state.malaise == Some(formation), "Has the Bazaine's Malaise chit", rule::PRUSSIAN_EVENTS),
            (hq.rallied.shaken, "Has rallied a unit this turn", rule::RECOVERY),
            (hq.rallied.low_ammo, "Has resupplied a unit this turn", rule::RECOVERY),
            (hq.rallied.rebuilt, "Has tried to rebuild a unit this turn", rule::REBUILDING),
        ];
        told.extend(states.into_iter().filter(|(is, ..)| *is).map(|(_, text, rule)| Fact::new(text, rule)));
        told
    }
}
