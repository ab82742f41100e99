//! The cost of games between computer players: games, decisions and inputs a second on one core, how that grows with
//! the
//! cores, and how many instructions and allocations a decision takes, which other work on the machine does not disturb.
//!
//! These are counted by Valgrind, if it is installed: in a run of some games less one of half as many, so that reading
//! the scenario does not count. To begin a game and to compare its end takes some 20 allocations.

#![allow(
    clippy::disallowed_macros,
    clippy::disallowed_types,
    clippy::unwrap_used,
    reason = "a bench reads the clock, prints, and may fail loudly"
)]

use std::io::{Error, ErrorKind};
use std::process::{Command, Stdio};
use std::thread;
use std::time::{Duration, Instant};

use battlewright_engine::any::{AnyGame, Visit};
use battlewright_engine::play::Dice;
use battlewright_engine::players::{Command as Commanded, Kind, Playout};
use battlewright_schema::load;

/// The scenarios, the rows of rules that are added to them, and how many games of each are played by random and by greedy players.
const PLAYED: [(&str, &str, &str, [u64; 2]); 6] = [
    ("Mars-la-Tour", MARS_LA_TOUR, "", [400, 40]),
    ("Mars-la-Tour with ten rules", MARS_LA_TOUR, ROWS_OF_MARS_LA_TOUR, [400, 40]),
    ("Crisis on the Left", CRISIS, "", [100, 10]),
    ("Crisis on the Left with ten rules", CRISIS, ROWS_OF_POSITION_MAGNIFIQUE, [100, 10]),
    ("First Orders", FIRST_ORDERS, "", [100, 10]),
    ("First Orders with ten rules", FIRST_ORDERS, ROWS_OF_AT_ANY_COST, [100, 10]),
];

const MARS_LA_TOUR: &str = include_str!("../../scenarios/mars-la-tour.toml");
const CRISIS: &str = include_str!("../../scenarios/pm-crisis-on-the-left.toml");
const FIRST_ORDERS: &str = include_str!("../../scenarios/aac-first-orders.toml");
const ROWS_OF_MARS_LA_TOUR: &str = include_str!("../../tests/rows/mars-la-tour.toml");
const ROWS_OF_POSITION_MAGNIFIQUE: &str = include_str!("../../tests/rows/position-magnifique.toml");
const ROWS_OF_AT_ANY_COST: &str = include_str!("../../tests/rows/at-any-cost.toml");

/// The players that are measured.
const KINDS: [Kind; 2] = [Kind::Random, Kind::Greedy];

/// The argument with which the bench only plays, and tells how many decisions were made and where they led: scenario,
/// players and number of games follow. Two engines that tell the same have played the same games.
const PLAY: &str = "--play";

/// The sum of some games.
#[derive(Clone, Copy, Default)]
struct Sum {
    decisions: u64,
    inputs: u64,
    /// The fingerprints of the positions in which the games ended, folded into one.
    ends: u64,
}

impl Sum {
    fn and(self, other: Self) -> Self {
        Self {
            decisions: self.decisions + other.decisions,
            inputs: self.inputs + other.inputs,
            ends: self.ends.rotate_left(1) ^ other.ends,
        }
    }
}

fn main() {
    let arguments: Vec<String> = std::env::args().collect();
    if let Some(at) = arguments.iter().position(|argument| argument == PLAY) {
        let number = |n: usize| arguments[at + n].parse().unwrap();
        let sum = play(&game(number(1)), KINDS[number(2)], 0, number(3) as u64);
        println!("{} decisions, {:016x}", sum.decisions, sum.ends);
    } else if arguments.iter().any(|argument| argument == "--bench") {
        for scenario in 0..PLAYED.len() {
            for players in 0..KINDS.len() {
                tell(scenario, players);
            }
        }
    } else {
        // A test only looks whether it runs.
        for scenario in (0..PLAYED.len()).step_by(2).chain([1, 3, 5]) {
            play(&game(scenario), Kind::Random, 0, 1);
        }
    }
}

fn game(scenario: usize) -> AnyGame {
    let (_, text, rules, _) = PLAYED[scenario];
    AnyGame::new(&load(&format!("{text}\n{rules}")).scenario.unwrap()).unwrap()
}

/// Plays `games` games with the seeds from `first` on.
fn play(start: &AnyGame, kind: Kind, first: u64, games: u64) -> Sum {
    start.visit(Play { kind, first, games })
}

/// As the balance lab does, without asking each time what system it is.
struct Play {
    kind: Kind,
    first: u64,
    games: u64,
}

impl Visit for Play {
    type Answer = Sum;

    fn visit<G: Commanded>(self, start: &G) -> Sum {
        let mut sum = Sum::default();
        for seed in self.first..self.first + self.games {
            let seats = ["first", "second"].map(|side| self.kind.player(Dice::named(seed, side)));
            let mut playout = Playout::new(start.clone(), seats, Dice::new(seed));
            while playout.advance(&mut ()).unwrap().is_none() {}
            let (decisions, inputs, ends) = (playout.decisions(), playout.inputs(), playout.game().fingerprint());
            sum = sum.and(Sum { decisions, inputs, ends });
        }
        sum
    }
}

fn tell(scenario: usize, players: usize) {
    let (name, _, _, games) = PLAYED[scenario];
    let (kind, games, start) = (KINDS[players], games[players], game(scenario));
    let cores = thread::available_parallelism().map_or(1, usize::from);
    println!("{name}, {kind} against {kind}");
    let mut alone = None;
    for threads in 1..=cores {
        let begun = Instant::now();
        let sum = thread::scope(|scope| {
            let starts = (0..threads as u64).map(|n| n * games);
            let running: Vec<_> = starts
                .map(|first| {
                    scope.spawn({
                        let start = &start;
                        move || play(start, kind, first, games)
                    })
                })
                .collect();
            running.into_iter().map(|thread| thread.join().unwrap()).fold(Sum::default(), Sum::and)
        });
        let each = |count: u64, time: Duration| count as f64 / time.as_secs_f64() / threads as f64;
        let time = begun.elapsed();
        let decisions = each(sum.decisions, time);
        println!(
            "  {threads} of {cores} cores: {:>9.1} games, {decisions:>11.0} decisions, {:>11.0} inputs a second and core, \
             {:>3.0} %",
            each(games * threads as u64, time),
            each(sum.inputs, time),
            100.0 * decisions / *alone.get_or_insert(decisions)
        );
    }
    let counted = games.min(20);
    let decisions = play(&start, kind, counted / 2, counted - counted / 2).decisions;
    for (what, tool, told) in COUNTED {
        let count = |games| count(tool, told, [scenario as u64, players as u64, games]);
        match count(counted).and_then(|all| Ok(all - count(counted / 2)?)) {
            Ok(count) => println!("  {:.2} {what} a decision", count as f64 / decisions as f64),
            Err(error) => println!("  {what} were not counted: {error}"),
        }
    }
}

/// The things that Valgrind counts, with which of its tools, and after which words the tool tells the number.
const COUNTED: [(&str, &[&str], &str); 2] = [
    ("instructions", &["--tool=callgrind", "--callgrind-out-file=/dev/null"], "Collected : "),
    ("allocations", &["--tool=memcheck", "--leak-check=no", "--undef-value-errors=no"], "total heap usage: "),
];

/// The count of `tool` while the bench plays: scenario, players and number of games.
fn count(tool: &[&str], told: &str, played: [u64; 3]) -> Result<u64, Error> {
    let mut command = Command::new("valgrind");
    command.args(tool).arg(std::env::current_exe()?).arg(PLAY);
    command.args(played.map(|number| number.to_string()));
    let output = command.stdin(Stdio::null()).output()?;
    let lines = String::from_utf8_lossy(&output.stderr);
    let number = lines.lines().find_map(|line| line.split_once(told)?.1.split_whitespace().next());
    let number = number.and_then(|number| number.replace(',', "").parse().ok());
    number.ok_or_else(|| Error::new(ErrorKind::InvalidData, "valgrind told no number"))
}
