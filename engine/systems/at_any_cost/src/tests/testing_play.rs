//! Play in tests: a game on the table, what is done with it in the notation of replays, and what it tells.
//! [`testing`](crate::tests::testing) sets it up.

use crate::action::{Loss, Recombination, Shot, Weapon};
use crate::stage::Part;
use crate::state::{ActivatedUnits, Activation, At, Bonus, Chit, ChitIx, GroupIx, Task};
use crate::{Action, AtAnyCost, FormationIx, MovingPiece, UnitIx};
use battlewright_core::game::{Game as _, Turn};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_core::kit::tasks::TaskStack as _;
use battlewright_testkit::{hex_called, marks, name_of, named, number_of};

/// The questions that a test passes over on the way to a step.
const MOST_PASSES: usize = 50;

battlewright_testkit::test_game!(Table of AtAnyCost with tasks);
battlewright_testkit::find_on_board!(Table: unit in units as UnitIx, formation in formations as FormationIx);

impl Table {
    /// Puts `task` to work, on top of what is being done.
    pub(crate) fn push(&mut self, task: impl Into<Task>) -> &mut Self {
        self.run(|game, _| game.push(task))
    }

    /// Nobody plays a chit in the Held Event Chit Phase.
    pub(crate) fn skip_held_chits(&mut self) -> &mut Self {
        for _ in 0..MOST_PASSES {
            if self.game.part() != Some(Part::HeldChits) || !matches!(self.game.turn(), Turn::Choose(_)) {
                return self;
            }
            self.does("pass");
        }
        panic!("held chits are asked for without end: {}", self.prompt());
    }

    /// Draws the chit of this formation, or activates it without one.
    pub(crate) fn activate(&mut self, formation: &str) -> &mut Self {
        let index = self.formation(formation);
        if self.game.state.cup.contains(&Chit::Activation(index)) {
            return self.draws(formation);
        }
        let side = self.game.board.formation(index).side;
        let activation = Activation::new(ActivatedUnits::Formation(index), side);
        self.run(|game, log| game.push_activation(activation, log))
    }

    /// Gives this order, to reinforcements as well. What is asked before it is passed over.
    pub(crate) fn orders(&mut self, order: &str) -> &mut Self {
        for _ in 0..MOST_PASSES {
            if self.choices("order").iter().any(|choice| choice == order) {
                self.does(&format!("order {order}"));
                let reinforces = self.choices("order").iter().any(|choice| choice == order);
                return if reinforces { self.does(&format!("order {order}")) } else { self };
            }
            self.does("pass");
        }
        panic!("no order is asked for: {}", self.prompt());
    }

    /// Goes on to this step of the activation, or to the end of it: couriers get through to everybody, and every choice is
    /// passed over.
    pub(crate) fn skip_to(&mut self, part: Part) -> &mut Self {
        let place = |part: Option<Part>| Part::ALL.iter().position(|other| Some(*other) == part);
        for _ in 0..MOST_PASSES {
            if self.game.activation().is_none() || place(self.game.part()) >= place(Some(part)) {
                return self;
            }
            match self.game.turn() {
                Turn::Choose(_) => self.does("pass"),
                Turn::Chance(chance) => self.rolls(&vec![1; chance.count()]),
                Turn::Over(_) => return self,
            };
        }
        panic!("{} is not reached: {}", part.name(), self.prompt());
    }

    /// Draws the Activation Chit of this formation, or an Event Chit with this event.
    #[track_caller]
    pub(crate) fn draws(&mut self, name: &str) -> &mut Self {
        let draws = self.game.part() == Some(Part::ChitDraw) && matches!(self.game.turn(), Turn::Chance(_));
        assert!(draws, "no chit is drawn; {}", self.prompt());
        let is = |chit: &Chit| match chit {
            Chit::Activation(formation) => self.game.board.formation(*formation).id == name,
            Chit::Event(chit) => name_of(self.game.chit(*chit).event) == name,
            Chit::Unknown(_) => false,
        };
        let pick = self.game.state.cup.iter().position(is);
        let pick = pick.unwrap_or_else(|| panic!("`{name}` is not in the cup: {:?}", self.game.state.cup));
        self.rolls(&[u16::try_from(pick).expect("few chits")])
    }

    /// The place where a unit or, as `ii-hq`, an HQ is: a hex, `due 3`, `broken 3` (until turn 3), `pool`.
    pub(crate) fn at(&self, id: &str) -> String {
        match self.game.at(self.piece(id)) {
            At::Hex(hex) => self.game.board.map.name(hex).to_string(),
            At::Due { turn, .. } => format!("due {turn}"),
            At::Broken { until } => format!("broken {until}"),
            At::Pool => "pool".to_owned(),
        }
    }

    /// The markers of a unit, such as `""`, `"shaken"`, `"battleworn disrupted rationed"`.
    pub(crate) fn marks(&self, id: &str) -> String {
        let unit = self.game.unit(self.unit(id));
        marks(&[
            (unit.battleworn, "battleworn"),
            (unit.elan == 1, "shaken"),
            (unit.elan > 1, "disrupted"),
            (unit.ammo == 1, "low"),
            (unit.ammo > 1, "rationed"),
        ])
    }

    /// The unit with this id or, as `ii-hq`, the HQ.
    pub(crate) fn piece(&self, id: &str) -> MovingPiece {
        match id.strip_suffix("-hq") {
            Some(formation) => MovingPiece::Hq(self.formation(formation)),
            None => MovingPiece::Unit(self.unit(id)),
        }
    }

    /// The hex with this name.
    pub(crate) fn hex(&self, name: &str) -> HexIx {
        hex_called(&self.game.board.map, name)
    }

    /// The fire that `firer`, such as `f1` or `f1-mitrailleuse`, directs at `target`.
    pub(crate) fn shot(&self, firer: &str, target: &str) -> Shot {
        let (firer, weapon) = match firer.strip_suffix("-mitrailleuse") {
            Some(battery) => (battery, Weapon::Mitrailleuse),
            None => (firer, Weapon::Own),
        };
        Shot { firer: self.unit(firer), weapon, target: self.unit(target), half: false }
    }
}

impl Table {
    /// Reads the action with the notation `text`, legal or not.
    pub(crate) fn action(&self, text: &str) -> Action {
        let words: Vec<&str> = text.split(' ').collect();
        let chit = |word: &str| {
            let number = word.strip_prefix("chit-").and_then(|number| number.parse().ok());
            ChitIx(number.unwrap_or_else(|| panic!("`{text}` is no action")))
        };
        let unit = |id: &str| self.unit(id);
        let group =
            |name: &str| GroupIx(number_of("group", name, self.game.board.groups.iter().map(|g| g.name.as_str())));
        let entry = |id: &str| number_of("entry", id, self.game.board.entries.iter().map(|entry| entry.id.as_str()));
        match words[..] {
            ["play"] => Action::Play,
            ["hold"] => Action::Hold,
            ["track", track] => Action::Track(track.parse().expect(text)),
            ["bonus", "movement"] => Action::Bonus(Bonus::Movement),
            ["bonus", "fire"] => Action::Bonus(Bonus::Fire),
            ["bonus", "assault"] => Action::Bonus(Bonus::Assault),
            ["order", order] => Action::Order(named(order)),
            ["hex", hex] => Action::Hex(self.hex(hex)),
            ["unit", id] => Action::Unit(unit(id)),
            ["formation", id] => Action::Formation(self.formation(id)),
            ["fire", firer, target] => Action::Fire(self.shot(firer, target)),
            ["fire", firer, target, "half"] => Action::Fire(Shot { half: true, ..self.shot(firer, target) }),
            [with, "fire", firer, target] => {
                Action::FireWith { chit: chit(with), shot: self.shot(firer, target), option: false }
            }
            [with, "fire", firer, target, "option"] => {
                Action::FireWith { chit: chit(with), shot: self.shot(firer, target), option: true }
            }
            ["move", id] => Action::Move(self.piece(id)),
            ["charge", id, target] => Action::Charge { unit: unit(id), target: unit(target) },
            ["exchange", hex] => Action::Exchange(self.hex(hex)),
            ["break-down", id] => Action::BreakDown(unit(id)),
            ["detach", id] => Action::Detach { unit: unit(id), battleworn: false },
            ["detach", id, "battleworn"] => Action::Detach { unit: unit(id), battleworn: true },
            ["recombine", id, ..] => {
                let without = words.iter().skip_while(|word| **word != "without").nth(1).map(|id| unit(id));
                let battleworn = words.contains(&"battleworn");
                Action::Recombine(Recombination { unit: unit(id), battleworn, without })
            }
            ["stop"] => Action::Stop,
            ["begin"] => Action::Begin,
            ["lose", id, "retreat"] => Action::Lose { unit: unit(id), loss: Loss::Retreat },
            ["lose", id, "elan"] => Action::Lose { unit: unit(id), loss: Loss::Elan },
            ["lose", id, "casualty"] => Action::Lose { unit: unit(id), loss: Loss::Casualty },
            ["evade"] => Action::Evade,
            ["rally", id] => Action::Rally(unit(id)),
            ["resupply", id] => Action::Resupply(unit(id)),
            ["rebuild", id] => Action::Rebuild(unit(id)),
            ["dig", id] => Action::Dig(unit(id)),
            ["refresh", id] => Action::Refresh(unit(id)),
            ["advance", id] => Action::Advance(self.formation(id)),
            ["hurry", name] => Action::Hurry(group(name)),
            ["detour", name, from, to] => Action::Detour { group: group(name), from: entry(from), to: entry(to) },
            ["roll"] => Action::Roll,
            ["pass"] => Action::Pass,
            [with] => Action::Chit(chit(with)),
            _ => panic!("`{text}` is no action"),
        }
    }
}
