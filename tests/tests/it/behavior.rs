//! The conduct of greedy players that no soldier would show, counted over games. The guide has the figures; they must not get worse.
//!
//! A tenth of `BATTLEWRIGHT_GAMES` games of each scenario are played: five, or twenty in `.ci/run`. Their seeds are fixed, so that
//! a figure is the same in each run. With `--nocapture` the tests print the rows of the table.

mod meter;

use battlewright_engine::players::Kind;
use battlewright_tests::contract;
use meter::{Record, play};

/// Returns the number of games of a scenario.
fn games() -> u64 {
    (contract::games() / 10).max(1)
}

/// Plays so many greedy games of a scenario.
fn played(text: &str, games: u64) -> Record {
    let scenario = battlewright_schema::load(text).scenario.unwrap();
    let record = play(&scenario, [Kind::Greedy; 2], 1..1 + games);
    assert_eq!(u64::from(record.games), games);
    record
}

/// A figure of the table, in tenths.
struct Figure {
    what: &'static str,
    now: u32,
    goal: &'static str,
}

impl Figure {
    fn print(&self) {
        println!("| {} | {} | {} |", self.what, tenths(self.now), self.goal);
    }

    /// Demands that the figure is at most `most`.
    fn at_most(&self, most: u32) {
        self.print();
        assert!(self.now <= most, "{}: {}, and it was at most {}", self.what, tenths(self.now), tenths(most));
    }

    /// Demands that the figure is at least `least`.
    fn at_least(&self, least: u32) {
        self.print();
        assert!(self.now >= least, "{}: {}, and it was at least {}", self.what, tenths(self.now), tenths(least));
    }
}

fn tenths(number: u32) -> String {
    format!("{}.{}", number / 10, number % 10)
}

fn figure(what: &'static str, now: u32, goal: &'static str) -> Figure {
    Figure { what, now, goal }
}

/// Returns the mean of `sum` over the games of `record`, in tenths.
fn mean(record: &Record, sum: u32) -> u32 {
    10 * sum / record.games
}

#[test]
fn the_armies_of_mangin_look_after_their_guns_and_headquarters() {
    let record = played(include_str!("../../../scenarios/matz-mangin.toml"), games());
    let [german, french] = record.turn_end;
    let [own, _] = record.own_end;
    figure("German guns alone next to an enemy, %", german.lone_guns.permille(), "at most 1").at_most(150);
    figure("the same at the end of their own turn", own.lone_guns.permille(), "at most 1").at_most(25);
    figure("German headquarters alone next to an enemy, %", german.lone_hqs.permille(), "at most 0.5").at_most(160);
    figure("the same at the end of their own turn", own.lone_hqs.permille(), "at most 0.5").at_most(20);
    figure("French guns alone next to an enemy, %", french.lone_guns.permille(), "at most 1").at_most(10);
    figure("German places held or covered, %", german.held.permille(), "at least 85").at_least(350);
    figure("French places held or covered, %", french.held.permille(), "at least 85").at_least(500);
    figure("German units three to six hexes from the enemy, %", german.depth.permille(), "20 to 45").at_least(100);
    let out = german.out_of_command + french.out_of_command;
    figure("units out of command in a game", mean(&record, out), "half as many").at_most(1000);
    figure("changes of hands of one place in a game", mean(&record, record.changes), "at most 3").at_most(30);
}

#[test]
fn brigades_of_1870_keep_their_places() {
    let crisis = played(include_str!("../../../scenarios/pm-crisis-on-the-left.toml"), games());
    let orders = played(include_str!("../../../scenarios/aac-first-orders.toml"), games());
    for (name, record, guns) in [("Crisis on the Left", crisis, 60), ("First Orders", orders, 70)] {
        println!("{name}");
        for conduct in record.turn_end {
            figure("guns alone next to an enemy, %", conduct.lone_guns.permille(), "at most 1").at_most(guns);
            figure("headquarters alone next to an enemy, %", conduct.lone_hqs.permille(), "at most 0.5").at_most(40);
            figure("places held or covered, %", conduct.held.permille(), "at least 85").at_least(650);
            figure("units three to six hexes from the enemy, %", conduct.depth.permille(), "20 to 45").at_least(300);
        }
        figure("changes of hands of one place in a game", mean(&record, record.changes), "at most 3").at_most(20);
    }
}

#[test]
fn the_armies_of_woerth_assault() {
    let record = played(include_str!("../../../scenarios/outrance-worth.toml"), games().div_ceil(10));
    figure("assaults in a game", mean(&record, record.assaults), "at least 15").at_least(10);
}
