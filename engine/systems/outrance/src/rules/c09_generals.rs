//! IX Generals on the table: whom they help, and getting out of the way of the enemy.

use crate::Outrance;
use crate::event::{Event, MoveCause};
use crate::rules::c09_command::{GeneralBase, is_in_command, out_of_the_way};
use crate::state::{At, MoveKind, UnitIx};
use battlewright_core::game::{Log, Side};
use battlewright_core::kit::plane::{Convex, Point, Rectangle};

impl Outrance {
    /// Returns the base of a general on the table; `None` for other units.
    pub(crate) fn general_base(&self, unit: UnitIx) -> Option<GeneralBase> {
        let facts = self.board.unit(unit);
        let at = self.point_of(unit).filter(|_| facts.is_general())?;
        Some(GeneralBase { at, radius: facts.base.width / 2 })
    }

    /// Returns the general who is near enough to help a unit, if there is one.
    pub(crate) fn general_near(&self, unit: UnitIx) -> Option<UnitIx> {
        let shape = self.shape(unit)?;
        let measure = self.board.command_measure();
        let mut generals = self.all_units().filter(|general| self.board.may_command(*general, unit));
        generals.find(|general| {
            let base = self.general_base(*general);
            base.is_some_and(|base| is_in_command(base, shape, self.command_radius(*general), measure))
        })
    }

    /// Returns `true` if a general helps the orders of a unit: one is near, and its formation is not out of command.
    pub(crate) fn general_helps_orders(&self, unit: UnitIx) -> bool {
        let (formation, turn) = (self.board.unit(unit).formation, self.state.turn);
        let mut silent = self.board.out_of_command.iter();
        let is_silent =
            silent.any(|(silenced, from, through)| *silenced == formation && (*from..=*through).contains(&turn));
        self.in_command_by_rows(unit, !is_silent && self.general_near(unit).is_some())
    }

    /// Moves the generals out of the way that units of a side ran over.
    pub(crate) fn run_over(&mut self, side: Side, swept: &[Convex], log: &mut impl Log<Event>) {
        for general in self.all_units() {
            if self.side_of(general) == side {
                continue;
            }
            let Some(base) = self.general_base(general) else { continue };
            if !swept.iter().any(|area| base.is_run_over(area)) {
                continue;
            }
            let enemies: Vec<Rectangle> = self.bases_but(side, &[]);
            let (safety, most) =
                (self.board.rules.general_safety.thousandths(), self.base_movement(general, MoveKind::General));
            let placed = |to: Point| crate::general_placement(to, self.board.unit(general).base);
            let (closed, now) = (self.closed_ground(general), self.shape(general));
            let is_open = |to: Point| {
                let shape = self.shape_at(general, &placed(to));
                shape.is_some_and(|shape| self.place_refusal(general, &shape).is_none())
                    && now.is_none_or(|now| !closed.blocks(now, to - base.at))
            };
            if let Some(to) = out_of_the_way(base, &enemies, is_open, safety, most) {
                let place = placed(to);
                self.put(general, At::On(place));
                log.push(Event::Moved(general, to, MoveCause::RunOver));
            }
        }
    }

    /// Moves the enemy generals out of the way on whom a unit has formed up.
    pub(crate) fn clear_generals(&mut self, unit: UnitIx, log: &mut impl Log<Event>) {
        let areas: Vec<Convex> = self.shape(unit).iter().flat_map(|shape| shape.bases()).map(Rectangle::area).collect();
        self.run_over(self.side_of(unit), &areas, log);
    }
}

#[cfg(test)]
mod tests {
    use battlewright_schema::outrance::GeneralReach;

    use crate::tests::position::{FRENCH, PRUSSIAN, position};

    #[test]
    fn c09_a_general_that_is_run_over_gets_out_of_the_way() {
        let mut table = position(
            "prussian infantry p1 4 at 20,20 maneuver
            french general fg at 20,17",
        )
        .with_initiative(PRUSSIAN);
        table.does("select p1, order maneuver").rolls(&[1]);
        table.does("go 20/15 0, stop");
        let log = table.take_log().concat();
        assert!(log.contains("fg (French) gets out of the way"), "IX: {log}");
        let general = table.unit("fg");
        let base = table.game.general_base(general).unwrap();
        let unit = table.game.shape(table.unit("p1")).unwrap();
        assert!(!unit.nearest(base.at).distance(base.at).less_than(3000 + base.radius - 2), "IX: 3 inches away");
    }

    #[test]
    fn c08_a_general_gets_out_of_the_way_on_his_side_of_closed_ground() {
        // A bank behind him is nearer than any place beside the unit.
        let y = |ground: &str| {
            let text = format!("{ground}\nprussian infantry p1 4 at 20,21 maneuver\nfrench general fg at 20,16");
            let mut table = position(&text).with_initiative(PRUSSIAN);
            table.does("select p1, order maneuver").rolls(&[1]);
            table.does("go 20/16 0, stop");
            assert!(table.take_log().concat().contains("fg (French) gets out of the way"), "IX: {ground}");
            table.at("fg").1
        };
        assert!(y("river 0,15 40,15") > 15_000 && y("water 0,14 40,14 40,15 0,15") > 15_000, "VIII");
        assert!(y("river 0,15 40,15\nbridge 20,15") < 15_000, "VIII: over a bridge");
    }

    #[test]
    fn c09_o20_generals_command_any_formation_or_their_own() {
        let text = "formation corps french corps
            formation army french army
            french infantry f1 4 at 20,10
            french general fg at 20,8 of corps
            prussian infantry p1 4 at 20,25";
        let helped = |text: &str, reach| {
            let mut table =
                position(text).with(|scenario| scenario.rules.generals = Some(reach)).with_initiative(FRENCH);
            table.does("select f1, order maneuver").rolls(&[95]);
            table.take_log().concat().contains("is received")
        };
        assert!(helped(text, GeneralReach::AnyFormation), "o20");
        assert!(!helped(text, GeneralReach::OwnFormation), "o20");
        assert!(helped(&text.replace("of corps", "of army"), GeneralReach::OwnFormation), "o20: an army commands all");
    }
}
