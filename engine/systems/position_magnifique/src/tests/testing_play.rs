//! Play in tests: actions in the notation of replays, and the resulting log lines. [`testing`](crate::tests::testing) sets up the
//! game.

use crate::rules::r08_sequence::Draw;
use crate::rules::r11_01_orders::OrderPhase;
use crate::state::{ActivatedUnits, Activation, At, Chit, Fire, FireCause, Task};
use crate::{Action, FormationIx, MovingPiece, Order, PositionMagnifique, UnitIx};
use battlewright_core::kit::hex_map::HexIx;
use battlewright_testkit::{hex_called, marks, name_of, named, number_of};

battlewright_testkit::test_game!(Table of PositionMagnifique with tasks);
battlewright_testkit::find_on_board!(Table: unit in units as UnitIx, formation in formations as FormationIx);

impl Table {
    /// Pushes `task` on the stack and runs it.
    pub(crate) fn push(&mut self, task: impl Into<Task>) -> &mut Self {
        self.run(|game, _| game.push(task))
    }

    /// Activates this formation.
    pub(crate) fn activate(&mut self, formation: &str) -> &mut Self {
        let formation = self.formation(formation);
        self.run(|game, _| game.activate(formation))
    }

    /// Ends the Fire Combat Phase without fire.
    pub(crate) fn skip_fire(&mut self) -> &mut Self {
        if matches!(self.game.state.stack.last(), Some(Task::FirePhase(_))) {
            self.does("pass");
        }
        self
    }

    /// Keeps the order of each HQ that may change it.
    pub(crate) fn keep_orders(&mut self) -> &mut Self {
        while let Some(Task::OrderPhase(OrderPhase(Activation { who: ActivatedUnits::Formation(formation), .. }))) =
            self.game.state.stack.last()
        {
            match self.game.hq(*formation).order {
                Order::Attack => self.does("attack"),
                Order::Defend => self.does("defend"),
            };
        }
        self
    }

    /// Draws the Activation Chit of this formation, or the Event Chit with this event on its front.
    #[track_caller]
    pub(crate) fn draws(&mut self, name: &str) -> &mut Self {
        assert!(matches!(self.game.state.stack.last(), Some(Task::Draw(Draw))), "no chit is drawn; {}", self.prompt());
        let is = |chit: &Chit| match chit {
            Chit::Activation(formation) => self.game.board.formation(*formation).id == name,
            Chit::Event(chit) => name_of(self.game.chit(*chit).front) == name,
            Chit::Secret(_) => false,
        };
        let pick = self.game.state.cup.iter().position(is);
        let pick = pick.unwrap_or_else(|| panic!("`{name}` is not in the cup: {:?}", self.game.state.cup));
        self.rolls(&[u16::try_from(pick).expect("few chits")])
    }

    /// Returns the place of a unit or, as `ii-hq`, an HQ: a hex, `due 3`, `eliminated`, `unset`.
    pub(crate) fn at(&self, id: &str) -> String {
        match self.game.at(self.piece(id)) {
            At::Hex(hex) => self.game.board.map.name(hex).to_string(),
            At::Due { turn, .. } => format!("due {turn}"),
            At::Eliminated(_) => "eliminated".into(),
            At::Zone => "unset".into(),
        }
    }

    /// Returns the markers of a unit, such as `""`, `"shaken"`, `"reduced shaken low 1"`.
    pub(crate) fn marks(&self, id: &str) -> String {
        let unit = self.game.unit(self.unit(id));
        let low = format!("low {}", unit.low_ammo);
        marks(&[(unit.reduced, "reduced"), (unit.shaken, "shaken"), (unit.low_ammo > 0, low.as_str())])
    }

    /// Returns the heading of the column, after shifts, on which `firer` would fire at `target`.
    pub(crate) fn fire_column(&self, firer: &str, target: &str, cause: FireCause) -> String {
        let fire = self.fire(firer, target, cause);
        self.game.board.rules.tables.fire.columns[self.game.fire_column(&fire)].to_string()
    }

    /// Returns the column shifts of that fire, such as `["extended range -2"]`.
    pub(crate) fn fire_shifts(&self, firer: &str, target: &str, cause: FireCause) -> Vec<String> {
        let fire = self.fire(firer, target, cause);
        self.game.fire_shifts(&fire).iter().map(|(name, shift)| format!("{name} {shift:+}")).collect()
    }

    fn fire(&self, firer: &str, target: &str, cause: FireCause) -> Fire {
        let (firer, target) = (self.unit(firer), self.unit(target));
        Fire { firer, target, cause, asked: true, smoke: false, surprise: false }
    }

    /// Returns the ids of the units of a formation that are In Command.
    pub(crate) fn in_command(&self, formation: &str) -> Vec<String> {
        let mut ids: Vec<String> = self
            .game
            .in_command(self.formation(formation))
            .iter()
            .map(|unit| self.game.board.unit(*unit).id.clone())
            .collect();
        ids.sort_unstable();
        ids
    }

    fn piece(&self, id: &str) -> MovingPiece {
        match id.strip_suffix("-hq") {
            Some(formation) => MovingPiece::Hq(self.formation(formation)),
            None => MovingPiece::Unit(self.unit(id)),
        }
    }

    /// Returns the hex with this name.
    pub(crate) fn hex(&self, name: &str) -> HexIx {
        hex_called(&self.game.board.map, name)
    }
}

impl Table {
    /// Reads the action with the notation `text`, legal or not.
    pub(crate) fn action(&self, text: &str) -> Action {
        let words: Vec<&str> = text.split(' ').collect();
        let chit = |word: &str| {
            let number = word.strip_prefix("chit-").and_then(|number| number.parse().ok());
            crate::ChitIx(number.unwrap_or_else(|| panic!("`{text}` is no action")))
        };
        let unit = |id: &str| self.unit(id);
        let group = |formation: &str, turn: &str| crate::Group {
            formation: self.formation(formation),
            turn: turn.parse().expect(text),
        };
        match words[..] {
            ["hex", hex] => Action::Hex(self.hex(hex)),
            ["attack"] => Action::Order(Order::Attack),
            ["defend"] => Action::Order(Order::Defend),
            ["formation" | "add", id] => Action::Formation(self.formation(id)),
            ["use", event] => Action::Use(named(event)),
            ["unit", id] => Action::Unit(unit(id)),
            ["fire", firer, target] => Action::Fire { firer: unit(firer), target: unit(target), half: false },
            ["fire-half", firer, target] => Action::Fire { firer: unit(firer), target: unit(target), half: true },
            [with, "fire", firer, target] => {
                Action::FireWith { chit: chit(with), firer: unit(firer), target: unit(target) }
            }
            [with, "deathride", id, target] => {
                Action::Deathride { chit: chit(with), unit: unit(id), target: unit(target) }
            }
            ["move", id] => Action::Move(self.piece(id)),
            ["charge", id, target] => Action::Charge { unit: unit(id), target: unit(target) },
            ["stop"] => Action::Stop,
            ["begin"] => Action::Begin,
            ["lose", id] => Action::LoseStep(unit(id)),
            ["fall-back"] => Action::FallBack,
            ["rally", id] => Action::Rally(unit(id)),
            ["resupply", id] => Action::Resupply(unit(id)),
            ["hurry", formation, turn] => Action::Hurry(group(formation, turn)),
            ["detour", formation, turn, from, to] => {
                let entries = &self.game.board.entries;
                let entry = |id: &str| number_of("entry", id, entries.iter().map(|entry| entry.id.as_str()));
                Action::Detour { group: group(formation, turn), from: entry(from), to: entry(to) }
            }
            ["pass"] => Action::Pass,
            [with] => Action::Play(chit(with)),
            _ => panic!("`{text}` is no action"),
        }
    }
}
