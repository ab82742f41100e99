//! X Victory: the rules leave it to the scenario. Sides score for the objectives that they hold after the last turn, and for
//! destroyed enemy units.

use battlewright_schema::rule::WinTime;

use crate::Outrance;
use crate::event::Event;
use crate::rules::c04_formations::Footprint;
use crate::state::{At, Task};
use battlewright_core::game::{Level, Log, Outcome, Side};

impl Outrance {
    /// Gives each objective to the side that alone has a unit near it which is not demoralized.
    pub(crate) fn take_objectives(&mut self, log: &mut impl Log<Event>) {
        let radius = self.board.rules.objective_radius.thousandths();
        for number in 0..self.state.holders.len() {
            let Some(objective) = self.board.objectives.get(number) else { continue };
            let at = objective.at;
            let has = |side: Side| {
                let near = |shape: &Footprint| shape.bounds().distance_to(at).at_most(radius);
                self.fighters(side).filter(|(_, shape)| near(shape)).any(|(unit, shape)| {
                    let near = |base: &battlewright_core::kit::plane::Rectangle| base.distance_to(at).at_most(radius);
                    !self.is_demoralized(unit) && shape.bases().iter().any(near)
                })
            };
            let taker = match Side::BOTH.map(has) {
                [true, false] => Side::First,
                [false, true] => Side::Second,
                _ => continue,
            };
            if let Some(holder) = self.state.holders.get_mut(number)
                && *holder != Some(taker)
            {
                *holder = Some(taker);
                log.push(Event::Took(taker, u16::try_from(number).unwrap_or(u16::MAX)));
            }
        }
    }

    /// Returns the points of both sides: those of objectives, those of destroyed enemies, and those of the scenario's rules.
    pub(crate) fn points(&self) -> [[i32; 2]; 3] {
        let held = Side::BOTH.map(|side| {
            let rows = self.state.holders.iter().zip(&self.board.objectives);
            rows.filter(|(holder, _)| **holder == Some(side)).map(|(_, row)| row.points[side.index()]).sum()
        });
        let destroyed = Side::BOTH.map(|side| {
            let lost = self.all_units().filter(|unit| {
                let is_out = matches!(self.unit(*unit).at, At::Destroyed(_) | At::Surrendered(_));
                is_out && self.side_of(*unit) != side
            });
            i32::try_from(lost.count()).unwrap_or(i32::MAX).saturating_mul(self.board.destroyed)
        });
        [held, destroyed, self.board.extra.points(&self.asked())]
    }

    /// Returns all points of both sides.
    pub(crate) fn points_of_sides(&self) -> [i32; 2] {
        let sources = self.points();
        [0, 1].map(|side: usize| sources.iter().fold(0, |sum: i32, points| sum.saturating_add(points[side])))
    }

    /// Returns the outcome if the game ended now.
    pub(crate) fn outcome_now(&self) -> Outcome {
        let points = self.points_of_sides();
        let lead = points[0].saturating_sub(points[1]);
        let margin = lead.saturating_abs();
        if margin <= self.board.draw_within {
            return Outcome { winner: None, level: Level::Draw, points };
        }
        let winner = if lead > 0 { Side::First } else { Side::Second };
        let is_decisive = self.board.decisive.is_some_and(|least| margin >= least);
        let level = if is_decisive { Level::Major } else { Level::Victory };
        Outcome { winner: Some(winner), level, points }
    }

    pub(crate) fn end_game(&mut self, log: &mut impl Log<Event>) {
        if self.wins_by_row(WinTime::GameEnd, log) {
            return;
        }
        let outcome = self.outcome_now();
        log.push(Event::Over(outcome));
        self.state.stack = vec![Task::Over(outcome)];
    }

    /// Returns an outcome in words.
    pub(crate) fn outcome_text(&self, outcome: &Outcome) -> String {
        let [first, second] = outcome.points;
        let times = [WinTime::Once, WinTime::TurnEnd, WinTime::GameEnd];
        let by_row = times.into_iter().find_map(|time| self.board.extra.win(&self.asked(), time));
        if let Some(won) = by_row.filter(|won| outcome.winner == Some(won.side)) {
            let name = &self.board.sides[won.side.index()].name;
            return format!("{name}: {} by the rule {}", outcome.level, won.rule.title);
        }
        match outcome.winner {
            None => format!("A draw: {first} to {second} points"),
            Some(winner) => {
                let name = &self.board.sides[winner.index()].name;
                format!("{name}: {}, {first} to {second} points", outcome.level)
            }
        }
    }
}

#[cfg(test)]
mod tests {
    use crate::tests::position::{FRENCH, PRUSSIAN, Position, Table, position};
    use battlewright_core::game::Level;

    fn two() -> Position {
        position(
            "turns 1
            objective mill 20,20 held french prussian 3 french 2
            prussian infantry p1 4 at 20,20.5
            french infantry f1 4 at 20,5 facing 180",
        )
    }

    fn ended(position: &Position) -> Table {
        let mut table = position.with_initiative(PRUSSIAN);
        table.does("select p1, hold, select f1, hold");
        table
    }

    #[test]
    fn c10_sides_score_for_what_they_hold() {
        let table = ended(&two());
        table.logs("Prussians take mill [X]");
        let outcome = table.outcome();
        assert_eq!((outcome.winner, outcome.level, outcome.points), (Some(PRUSSIAN), Level::Victory, [3, 0]), "X");
        let far = two().with(|scenario| scenario.objective[0].at = battlewright_testkit::named("20,15"));
        assert_eq!(ended(&far).outcome().points, [0, 2], "X: the holder at the start");
        let shaken = two().with(|scenario| {
            scenario.unit[0].status = battlewright_schema::outrance::UnitStatus::Demoralized;
        });
        assert_eq!(ended(&shaken).outcome().winner, Some(FRENCH), "X: demoralized units take nothing");
    }

    #[test]
    fn c10_small_leads_are_draws_and_great_ones_decisive() {
        let draw = two().with(|scenario| scenario.victory.draw_within = 3);
        assert_eq!(ended(&draw).outcome().level, Level::Draw, "X");
        let decisive = two().with(|scenario| scenario.victory.decisive = Some(3));
        assert_eq!(ended(&decisive).outcome().level, Level::Major, "X");
    }

    #[test]
    fn c10_destroyed_units_score() {
        let mut table = position(
            "prussian infantry p1 4 at 20,16 maneuver
            french infantry f1 4 at 20,12 facing 180",
        )
        .with(|scenario| {
            scenario.victory.destroyed = 2;
            scenario.turns.count = 1;
        })
        .with_initiative(PRUSSIAN);
        table.does("select p1, assault f1").rolls(&[1]).rolls(&[100, 1, 100]);
        assert_eq!(table.outcome().points, [2, 0], "X");
        table.logs("Prussians: victory, 2 to 0 points [X]");
    }
}
